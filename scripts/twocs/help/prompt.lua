-- SPDX-License-Identifier: MIT
-- Changes of a line at the prompt before it is compiled, and of results before they are printed. LuaJIT does not ask a
-- table for its length, so `#t` of a twocs table is computed here, with the same result on both interpreters.
local core = require "twocs.core"

local prompt = {}

local shown_items, shown_width = 20, 100
local leaves = { exit = true, quit = true, ["exit()"] = true, ["quit()"] = true }

--- The line in the form that is compiled; nil if it ends the session.
function prompt.line(text)
  local word = text:match("^%s*(.-)%s*$")
  if leaves[word] and rawget(_G, word:match("^%a+")) == nil then return nil end
  local tw, own = package.loaded.twocs, rawget(_G, "help")
  local asked = tw and own == tw.help and word:match("^help%f[%A]%s*([%w_.]*)$")
  if asked then return asked == "" and "help()" or core.format('help "%s"', asked) end
  local path = text:match("^%s*#%s*([%a_][%w_%.]*)%s*$")
  return path and core.format('require("twocs.help.prompt").length(%s)', path) or text
end

--- The number of rows of a table; for any other value the result of #.
function prompt.length(value)
  if type(value) == "table" and require("twocs.table").is(value) then return value.n end
  return #value
end

local function sorted_keys(value)
  local keys = {}
  for key in pairs(value) do
    if type(key) ~= "number" or key < 1 or key > #value then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

local shown

-- A plain table in the form of Lua source, up to `deep` levels.
local function as_written(value, deep)
  if deep == 0 then return "{ ... }" end
  local items, keys = {}, sorted_keys(value)
  for i = 1, math.min(#value, shown_items) do items[i] = shown(value[i], deep - 1, true) end
  if #value > shown_items then items[#items + 1] = core.format("... %d in all", #value) end
  for k = 1, math.min(#keys, shown_items) do
    local name = type(keys[k]) == "string" and keys[k]:find("^[%a_][%w_]*$") and keys[k] or core.format("[%s]", keys[k])
    items[#items + 1] = core.format("%s = %s", name, shown(value[keys[k]], deep - 1, true))
  end
  if #keys > shown_items then items[#items + 1] = core.format("... %d names in all", #keys) end
  local line = core.format("{ %s }", table.concat(items, ", "))
  if #items == 0 then return "{}" end
  return #line <= shown_width and line or core.format("{\n  %s\n}", (table.concat(items, ",\n"):gsub("\n", "\n  ")))
end

local function column(value)
  local items = {}
  for i = 1, math.min(#value, shown_items) do items[i] = core.format("%.6g", value[i]) end
  return core.format("column of %d: %s%s", #value, table.concat(items, ", "), #value > shown_items and ", ..." or "")
end

function shown(value, deep, inside)
  if core.is_column(value) then return column(value) end
  local meta = getmetatable(value)
  if type(value) == "string" then return inside and core.format('"%s"', value) or value end
  if type(value) ~= "table" or (type(meta) == "table" and rawget(meta, "__tostring")) then return tostring(value) end
  if meta ~= nil and deep < 3 then return "{ ... }" end
  return as_written(value, deep)
end

--- The text of the results of a line: on one line if each result has one line, else one below the other.
function prompt.text(...)
  local texts, lines = {}, false
  for i = 1, select("#", ...) do
    texts[i] = shown((select(i, ...)), 3, false)
    lines = lines or texts[i]:find("\n", 1, true) ~= nil
  end
  return table.concat(texts, lines and "\n" or "\t")
end

--- Prints the results of a line.
function prompt.show(...) print(prompt.text(...)) end

return prompt
