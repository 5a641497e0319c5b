-- SPDX-License-Identifier: MIT
-- TAB completion at the prompt: a function of the text before a word and of the typed part of the word, which returns
-- complete words. Completion must not run anything, so it calls no function and protects every index.
local core = require "twocs.core"
local verbs = require "twocs.common.verbs"

local words = { "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
  "nil", "not", "or", "repeat", "return", "then", "true", "until", "while" }
local case_keys = { "model", "run", "layout", "device", "software", "law", "op", "wall", "plan", "over", "want", "order" }

local function add(found, name)
  if type(name) == "string" and name:find("^[%a_][%w_]*$") then found[#found + 1] = name end
end

local function add_all(found, names)
  for _, name in ipairs(names) do add(found, name) end
end

local function add_named(found, list, key)
  for _, item in ipairs(list) do add(found, item[key]) end
end

local function add_methods(found, of)
  for _, verb in ipairs(verbs.list) do
    if verb.group.of == of then add(found, verb.name) end
  end
end

local function add_keys(found, t)
  for key in pairs(t) do add(found, key) end
end

local function get(value, key)
  local done, got = pcall(function() return value[key] end)
  if done then return got end
end

-- The value of a path such as tw.devices.mi210; nil where there is none.
local function value_of(path)
  local value = _G
  for key in path:gmatch("[%a_][%w_]*") do
    if value == _G then value = rawget(_G, key) else value = get(value, key) end
    if value == nil then return nil end
  end
  return value
end

local function record_members(found, record)
  local kind = core.kind(record)
  for _, row in ipairs(core.columns()) do
    if row.record == kind or kind == "limits run" then add(found, row.name) end
  end
  add_keys(found, core.own_methods[kind] or {})
  add_keys(found, core.methods)
end

local function members(found, value)
  local tw, registry = package.loaded["twocs"], package.loaded["twocs.data.registry"]
  if value == tw then add_all(found, tw.verbs())
  elseif registry and (value == registry.models or value == registry.devices or value == registry.software) then
    add_all(found, value())
  elseif core.kind(value) then record_members(found, value)
  elseif require("twocs.ask.case").of_limits(value) then
    add_named(found, core.columns(), "name")
    add_keys(found, require("twocs.limits.part").methods)
  elseif type(value) == "table" then
    if require("twocs.table").is(value) then add_methods(found, "t:") end
    add_keys(found, value)
    local meta = getmetatable(value)
    local more = type(meta) == "table" and rawget(meta, "__index")
    if type(more) == "table" then add_keys(found, more) end
  elseif type(value) == "string" then add_keys(found, string) end
end

-- Whether the text ends inside a string, and inside how many braces.
local function place(text)
  local quote, braces, i = nil, 0, 1
  while i <= #text do
    local c = text:sub(i, i)
    if quote then
      if c == "\\" then i = i + 1 elseif c == quote then quote = nil end
    elseif c == '"' or c == "'" then quote = c
    elseif c == "{" then braces = braces + 1
    elseif c == "}" then braces = braces - 1 end
    i = i + 1
  end
  return quote ~= nil, braces > 0
end

local function in_string(found)
  add_named(found, core.columns(), "name")
  add_named(found, core.laws(), "name")
  add_named(found, verbs.list, "name")
  for _, kind in ipairs{ "models", "devices", "software" } do add_all(found, require("twocs.data.packs").names(kind)) end
end

local function bare(found, in_braces)
  add_keys(found, _G)
  add_all(found, words)
  if not in_braces then return end
  add_all(found, case_keys)
  for _, row in ipairs(core.columns()) do
    if row.record ~= "result" then add(found, row.name) end
  end
end

-- The names that begin with the word, each once, in order, after the text before them.
local function matching(found, stem, start)
  local list, seen = {}, {}
  for _, name in ipairs(found) do
    if name:sub(1, #start) == start and not seen[name] then
      seen[name] = true
      list[#list + 1] = stem .. name
    end
  end
  table.sort(list)
  return list
end

return function(before, word)
  local found, quoted, in_braces = {}, place(before)
  local path, start = word:match("^(.*[.:])([%w_]*)$")
  if quoted then in_string(found)
  elseif path then members(found, value_of(path))
  elseif word ~= "" or before:find("%S") then bare(found, in_braces) end
  return matching(found, path or "", start or word)
end
