-- SPDX-License-Identifier: MIT
-- Which rows of a table, in which order: the lists of row numbers behind :where, :sort and :top. The one thing to know: the
-- order is total (equal rows keep theirs, NaN goes last either way), so that both interpreters' table.sort agree.
local core = require "twocs.core"
local mistake = require "twocs.mistake"

local missing = {} -- stands for NaN, which cannot be a key

local choose = {}

local function key_of(value) return value ~= value and missing or value end

-- A value that a script compares with a column: a quantity string is a number in the column's unit.
local function comparable(t, name, value)
  local text, unit = t:is_text(name), t:unit(name)
  if type(value) == "boolean" then value = value and 1 or 0 end
  if type(value) == "string" and not text then
    local number, sentence = core.quantity(value, unit ~= "" and unit or "1", name)
    if not number then mistake.raise("%s", sentence) end
    return number
  end
  if type(value) ~= (text and "string" or "number") then
    mistake.raise("%s = %s: the column holds %s", name, mistake.show(value), text and "texts" or "numbers")
  end
  return value
end

local function condition(t, name, wanted)
  local column = t:column(name)
  if type(wanted) == "function" then return function(i) return wanted(column[i]) end end
  local accepted = {}
  for _, value in ipairs(type(wanted) == "table" and wanted or { wanted }) do
    accepted[key_of(comparable(t, name, value))] = true
  end
  return function(i) return accepted[key_of(column[i])] end
end

local function conditions(t, wanted)
  local names, list = {}, {}
  for name in pairs(wanted) do
    if type(name) ~= "string" then mistake.raise("where: expected column = value, got %s as a name", mistake.show(name)) end
    names[#names + 1] = name
  end
  table.sort(names)
  for k, name in ipairs(names) do list[k] = condition(t, name, wanted[name]) end
  return list
end

--- The rows that meet a function of a row, or every one of a table of conditions.
function choose.meeting(t, wanted)
  local list, rows
  if type(wanted) == "function" then
    list = { function(i) return wanted(t:row(i)) end }
  elseif type(wanted) == "table" then
    list = conditions(t, wanted)
  else
    mistake.raise("where: expected a table of conditions or a function of a row, got %s", mistake.show(wanted))
  end
  rows = {}
  for i = 1, t.n do
    local kept = true
    for k = 1, #list do kept = kept and list[k](i) end
    if kept then rows[#rows + 1] = i end
  end
  return rows
end

--- The rows sorted by these columns, the first one first.
function choose.sorted(t, names, direction)
  if direction ~= "ascending" and direction ~= "descending" then
    mistake.raise('sort: expected "ascending" or "descending", got %s', mistake.show(direction))
  end
  local down, columns, rows = direction == "descending", {}, {}
  for k, name in ipairs(names) do columns[k] = t:column(name) end
  for i = 1, t.n do rows[i] = i end
  table.sort(rows, function(i, j)
    for k = 1, #columns do
      local a, b = columns[k][i], columns[k][j]
      if a ~= a or b ~= b then
        if a == a or b == b then return a == a end
      elseif a ~= b then
        return (a < b) ~= down
      end
    end
    return i < j
  end)
  return rows
end

return choose
