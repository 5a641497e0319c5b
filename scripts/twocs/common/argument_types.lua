-- SPDX-License-Identifier: MIT
-- Finds the argument of a call that has a wrong type. The types come from the editor annotations in verbs.lua, the only
-- place where they are defined, and are read only after an error.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local plain = { number = "number", string = "string", boolean = "boolean", table = "table", any = "any" }
local asked = { ["twocs.Case"] = true, ["twocs.Sweep"] = true, ["twocs.Question"] = true } -- tables, never records
local words = { number = "a number", string = "a text", boolean = "true or false", table = "a table", list = "a list",
  ["function"] = "a function", case = "a table or a record", sheet = "a table such as tw.read and tw.sweep make" }

-- The parameters of "fun(a: T, b?: T|T[], ...: any): R", each as its text.
local function pieces(text)
  local list, inside, depth, from = {}, text:match("^fun(%b())"):sub(2, -2), 0, 1
  if inside == "" then return list end
  for at = 1, #inside + 1 do
    local c = inside:sub(at, at)
    if c:find "[({<]" then depth = depth + 1 elseif c:find "[)}>]" then depth = depth - 1 end
    if c == "" or (c == "," and depth == 0) then
      list[#list + 1] = inside:sub(from, at - 1)
      from = at + 1
    end
  end
  return list
end

-- The parameters that have a type: { name, optional, type as text }.
local function parameters(text)
  local list = {}
  for _, piece in ipairs(pieces(text)) do
    local name, optional, kind = piece:match("^%s*([%w_]+)(%??):%s*(.-)%s*$")
    if name then list[#list + 1] = { name, optional == "?", kind } end
  end
  return list
end

-- One alternative of a type as a kind of value.
local function kind_of(word)
  if word:find("^fun") then return "function" end
  if word:find("%[%]$") then return "list" end
  if word:find("^table") or asked[word] then return "table" end
  if word == "twocs.Column" or word:find('^"') then return "string" end
  if word == "twocs.Table" then return "sheet" end
  return plain[word] or "case"
end

local function is(value, kind, is_sheet)
  if kind == "any" then return true end
  if kind == "case" then return type(value) == "table" or core.kind(value) ~= nil end
  if kind == "sheet" then return is_sheet ~= nil and is_sheet(value) end
  if kind == "list" then return type(value) == "table" or core.is_column(value) end
  return type(value) == kind
end

local function kinds_of(text)
  local kinds, known = {}, {}
  for word in (text:gsub("fun%b():?[^|]*", "fun")):gmatch("[^|]+") do
    local kind = kind_of(word)
    if not known[kind] then kinds[#kinds + 1], known[kind] = kind, true end
  end
  return kinds
end

local function expected(kinds)
  local list = {}
  for k, kind in ipairs(kinds) do list[k] = words[kind] end
  return table.concat(list, ", or ")
end

local function type_known(type_of)
  if not type_of then return nil end
  local own, listed = type_of()
  local entry = listed and require("twocs.common.verbs").by_name[listed]
  return own or entry and entry.type
end

local argument_types = {}

--- The largest number of arguments of a function, by its type; infinite if its type is not given or ends in "...".
function argument_types.most(type_of)
  local kind = type_known(type_of)
  if not kind or not kind:find("^fun%(") then return math.huge end
  if kind:match("^fun(%b())"):find("...", 1, true) then return math.huge end
  return #pieces(kind)
end

--- Raises one sentence about a call whose arguments caused the interpreter error `text` inside twocs. is_sheet(x): whether
--- x is a table such as tw.read makes; nil if no table was made yet.
function argument_types.raise(name, type_of, text, arguments, is_sheet)
  local kind = type_known(type_of)
  for k, one in ipairs(kind and kind:find("^fun%(") and parameters(kind) or {}) do
    local value, kinds, fits = arguments[k], kinds_of(one[3]), one[2] and arguments[k] == nil
    for _, each in ipairs(kinds) do fits = fits or is(value, each, is_sheet) end
    if not fits then mistake.raise("%s: %s is %s, expected %s", name, one[1], mistake.show(value), expected(kinds)) end
  end
  mistake.raise("%s: an argument has the wrong type (%s)", name, text)
end

return argument_types
