-- SPDX-License-Identifier: MIT
-- What brings rows together: groups of one table, partners in two. The one thing to know: rows are found by walking a tree
-- with a level per key column, so that keys are compared as values and never as printed text.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local nan = 0 / 0
local missing = {} -- stands for NaN, which cannot be a key

local group = {}

local function key_of(value) return value ~= value and missing or value end

local function columns_of(t, names)
  local columns = {}
  for k, name in ipairs(names) do columns[k] = core.list(t:column(name)) end
  return columns
end

-- The lists of rows with equal keys, in first-seen order, and the tree whose leaves they are.
function group.rows_by(t, names)
  local columns, tree, groups = columns_of(t, names), {}, {}
  for i = 1, t.n do
    local node = tree
    for k = 1, #columns do
      local key = key_of(columns[k][i])
      node[key] = node[key] or {}
      node = node[key]
    end
    if #node == 0 then groups[#groups + 1] = node end
    node[#node + 1] = i
  end
  return groups, tree
end

-- Folds the numbers that are not missing; NaN where all are.
local function folding(f)
  return function(column, rows)
    local result
    for _, i in ipairs(rows) do
      local x = column[i]
      if x == x then
        if result == nil then result = x else result = f(result, x) end
      end
    end
    return result or nan
  end
end

local function count(column, rows)
  local present = 0
  for _, i in ipairs(rows) do
    if not column or (column[i] == column[i] and column[i] ~= "") then present = present + 1 end
  end
  return present
end

local sum = folding(function(a, b) return a + b end)

local function median(column, rows)
  local list = {}
  for _, i in ipairs(rows) do
    if column[i] == column[i] then list[#list + 1] = column[i] end
  end
  if #list == 0 then return nan end
  table.sort(list)
  return (list[math.floor((#list + 1) / 2)] + list[math.floor(#list / 2) + 1]) / 2
end

-- math.min and math.max treat 0 and -0 differently in the two interpreters; these do not.
local statistics = {
  sum = sum,
  min = folding(function(a, b) return b < a and b or a end),
  max = folding(function(a, b) return b > a and b or a end),
  mean = function(column, rows) return sum(column, rows) / count(column, rows) end,
  median = median,
  count = count,
  first = function(column, rows) return column[rows[1]] end,
}
local words = { "sum", "mean", "median", "min", "max", "count", "first" }

-- { "column", "mean" } or { "count" } as a function, its column, and what comes out.
local function statistic_of(t, out, spec)
  if type(spec) ~= "table" then
    mistake.raise('group: expected %s = { "column", "mean" }, got %s', out, mistake.show(spec))
  end
  local name, word = spec[1], spec[2]
  if name == "count" and word == nil then return count, nil, "1", "rows" end
  if word == nil or not statistics[word] then
    mistake.raise("group: %s: there is no statistic %s%s", out, mistake.show(word), nearest.hint(word, words))
  end
  if t:is_text(name) and word ~= "count" and word ~= "first" then
    mistake.raise('group: %s: column "%s" is text, which has only count and first', out, name)
  end
  return statistics[word], core.list(t:column(name)), word == "count" and "1" or t:unit(name), t:meaning(name),
    word == "first" and t:is_text(name)
end

local function names_sorted(outs)
  if type(outs) ~= "table" then mistake.raise("group: expected a table of new columns, got %s", mistake.show(outs)) end
  local names = {}
  for name in pairs(outs) do
    if type(name) ~= "string" then
      mistake.raise("group: expected the names of new columns, got %s", mistake.show(name))
    end
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

function group.fold(t, names, outs)
  if #names == 0 then mistake.raise("group: expected a column to group by") end
  local groups, first = group.rows_by(t, names), {}
  for k, rows in ipairs(groups) do first[k] = rows[1] end
  local result = t:select(names):pick(first)
  for _, out in ipairs(names_sorted(outs)) do
    local f, column, unit, meaning, text = statistic_of(t, out, outs[out])
    local values = {}
    for k, rows in ipairs(groups) do values[k] = f(column, rows) end
    result = result:with(out, values, unit, meaning, text)
  end
  return result
end

local function describe(t, keys, i)
  local parts = {}
  for k, name in ipairs(keys) do parts[k] = core.format("%s = %s", name, mistake.show(t:column(name)[i])) end
  return table.concat(parts, ", ")
end

-- For each row of t the row of other with the same keys, or false.
local function partners(t, other, keys)
  local groups, tree = group.rows_by(other, keys)
  for _, rows in ipairs(groups) do
    if #rows > 1 then mistake.raise("join: the other table has two rows with %s", describe(other, keys, rows[1])) end
  end
  local columns, found = columns_of(t, keys), {}
  for i = 1, t.n do
    local node = tree
    for k = 1, #columns do node = node and node[key_of(columns[k][i])] end
    found[i] = node and node[1] or false
  end
  return found
end

function group.join(t, other, keys)
  if #keys == 0 then mistake.raise("join: expected a column to join by") end
  local is_key, taken, result = {}, {}, t
  for _, name in ipairs(keys) do
    is_key[name] = true
    if t:is_text(name) ~= other:is_text(name) then
      mistake.raise('join: column "%s" is text in one table and numbers in the other', name)
    end
  end
  local found = partners(t, other, keys)
  for _, name in ipairs(t:names()) do taken[name] = true end
  for _, name in ipairs(other:names()) do
    if not is_key[name] then
      if taken[name] then mistake.raise('join: both tables have a column "%s": :rename one', name) end
      local from, to, none = other:column(name), {}, other:is_text(name) and "" or nan
      for i = 1, t.n do to[i] = found[i] and from[found[i]] or none end
      result = result:with(name, to, other:unit(name), other:meaning(name), other:is_text(name))
    end
  end
  return result
end

return group
