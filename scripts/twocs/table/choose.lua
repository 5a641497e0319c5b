-- SPDX-License-Identifier: MIT
-- Which rows of a table, in which order: the row numbers of :where, :sort and :top, as a column of the core, which does the
-- work. The order is total: equal rows keep their order, and NaN is last in both directions.
local compare = require "twocs.common.compare"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local choose = {}

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
    mistake.raise("%s = %s: the column contains %s", name, mistake.show(value), text and "texts" or "numbers")
  end
  return value
end

-- "<= 1 ms" or "> t_other" as its operator and a number or a column; nil where the text is not a comparison.
local function comparison(t, name, value)
  if type(value) ~= "string" or t:is_text(name) then return nil end
  local operator, other = compare.parse(core.format("where: %s", name), value)
  if not operator then return nil end
  if not t:has(other) then return operator, comparable(t, name, other) end
  if t:is_text(other) then mistake.raise('where: %s = "%s": "%s" contains text', name, value, other) end
  if t:unit(other) ~= t:unit(name) and t:unit(other) ~= "" and t:unit(name) ~= "" then
    mistake.raise('where: %s = "%s": "%s" is in %s and "%s" in %s', name, value, name, t:unit(name), other, t:unit(other))
  end
  return operator, t:column(other)
end

-- The rows (of `rows`, or of all if this is nil) for which keeps(i) is true.
local function kept(n, rows, keeps)
  local list = {}
  for k = 1, rows and #rows or n do
    local i = rows and rows[k] or k
    if keeps(i) then list[#list + 1] = i end
  end
  return core.numbers(list, #list)
end

-- A filter for one condition: a function from rows (nil: all) to the rows that meet it.
local function condition(t, name, wanted)
  local text = t:is_text(name)
  if type(wanted) == "function" then
    return function(rows)
      local cells = core.list(t:column(name))
      return kept(t.n, rows, function(i) return wanted(cells[i]) end)
    end
  end
  local operator, other = comparison(t, name, wanted)
  if operator then return function(rows) return core.compare(t:column(name), operator, other, rows) end end
  local list, set = {}, {}
  for k, value in ipairs(type(wanted) == "table" and wanted or { wanted }) do list[k] = comparable(t, name, value) end
  if not text then
    local values = core.numbers(list, #list)
    return function(rows) return core.among(t:column(name), values, rows) end
  end
  for _, value in ipairs(list) do set[value] = 1 end
  local chosen, one = core.recoded(core.words(t.inside.columns[name], t.n), set), core.column{ 1 }
  return function(rows) return core.among(chosen, one, rows) end
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

--- The rows that meet a function of a row, or all conditions of a table; nil if there is no condition.
function choose.meeting(t, wanted)
  if type(wanted) == "function" then return kept(t.n, nil, function(i) return wanted(t:row(i)) end) end
  if type(wanted) ~= "table" then
    mistake.raise("where: expected a table of conditions or a function of a row, got %s", mistake.show(wanted))
  end
  local rows
  for _, filter in ipairs(conditions(t, wanted)) do rows = filter(rows) end
  return rows
end

--- A column of numbers that have the same order as the texts of these words; equal texts have equal numbers.
function choose.ordered_words(words)
  local place, texts = {}, {}
  for _, text in ipairs(core.word_list(words)) do
    if not place[text] then place[text], texts[#texts + 1] = true, text end
  end
  table.sort(texts)
  for i, text in ipairs(texts) do place[text] = i end
  return core.recoded(words, place)
end

--- The same for a column of a table; a column of numbers is returned unchanged.
function choose.ordered(t, name)
  if not t:is_text(name) then return t:column(name) end
  return choose.ordered_words(core.words(t.inside.columns[name], t.n))
end

local function is_down(direction)
  if direction ~= "ascending" and direction ~= "descending" then
    mistake.raise('sort: expected "ascending" or "descending", got %s', mistake.show(direction))
  end
  return direction == "descending"
end

--- The rows sorted by these columns, the first one first.
function choose.sorted(t, names, direction)
  local down, columns = is_down(direction), {}
  for k, name in ipairs(names) do columns[k] = choose.ordered(t, name) end
  if #columns == 0 then return nil end
  return core.sorted(columns, down)
end

--- The first k of the rows sorted by one column.
function choose.top(t, k, name, direction)
  local down = is_down(direction)
  return core.top(choose.ordered(t, name), k, down)
end

return choose
