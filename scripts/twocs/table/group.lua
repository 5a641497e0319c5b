-- SPDX-License-Identifier: MIT
-- Groups of the rows of one table, and joins of two tables. The core does the work (group.c) on numbers. Text keys get
-- numbers first, and are compared as values, never as printed text.
local choose = require "twocs.table.choose"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local say = require "twocs.common.say"
local nearest = require "twocs.common.nearest"

local group = {}

-- The group number of each row, and the first row of each group; groups in the order of their first rows.
local function grouped(t, names)
  local columns = {}
  for k, name in ipairs(names) do columns[k] = choose.ordered(t, name) end
  return core.grouped(columns, t.n)
end

--- The lists of rows with equal keys, in the order of their first rows.
function group.rows_by(t, names)
  local groups, first = grouped(t, names)
  return core.group_rows(groups, #first)
end

-- A column for counting: missing numbers are NaN, and a text is 1, or NaN if it is empty.
local function countable(t, name)
  if not t:is_text(name) then return t:column(name) end
  local words, there = core.words(t.inside.columns[name], t.n), {}
  for _, text in ipairs(core.word_list(words)) do
    if text ~= "" then there[text] = 1 end
  end
  return core.recoded(words, there)
end

local function folding(word)
  return function(t, name, groups, first) return core.fold(groups, #first, word, t:column(name)) end
end

local function count(t, name, groups, first)
  return core.fold(groups, #first, "count", name and countable(t, name) or nil)
end

local statistics = {
  sum = folding "sum", mean = folding "mean", min = folding "min", max = folding "max", median = folding "median",
  count = count,
  first = function(t, name, _, first) return core.pick(t.inside.columns[name], first, t.n) end,
}
local words = { "sum", "mean", "median", "min", "max", "count", "first" }

-- { "column", "mean" } or { "count" } as a function, its column's name, and the unit, meaning and kind of the result.
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
  return statistics[word], name, word == "count" and "1" or t:unit(name), t:meaning(name),
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
  local groups, first = grouped(t, names)
  local result = t:select(names):pick(first)
  for _, out in ipairs(names_sorted(outs)) do
    local f, column, unit, meaning, text = statistic_of(t, out, outs[out])
    result = result:with(out, f(t, column, groups, first), unit, meaning, text)
  end
  return result
end

local function describe(t, keys, i)
  local parts = {}
  for k, name in ipairs(keys) do parts[k] = core.format("%s = %s", name, mistake.show(t:column(name)[i])) end
  return table.concat(parts, ", ")
end

-- For each row of t, the row of `other` with the same keys, or 0.
local function partners(t, other, keys)
  local columns = {}
  for k, name in ipairs(keys) do
    local own, more = other.inside.columns[name], t.inside.columns[name]
    if t:is_text(name) then
      columns[k] = choose.ordered_words(core.appended(core.words(own, other.n), core.words(more, t.n)))
    else
      columns[k] = core.appended(own, more)
    end
  end
  local groups, first = core.grouped(columns, other.n + t.n)
  local found, row = core.partners(groups, first, other.n)
  if not found then mistake.raise("join: the other table has two rows with %s", describe(other, keys, row)) end
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
  local found, met = partners(t, other, keys), t.n == 0 or other.n == 0
  for i = 1, #found do
    if met then break end
    met = found[i] > 0
  end
  if not met then say("join: the other table has no row with the same %s", table.concat(keys, ", ")) end
  for _, name in ipairs(t:names()) do taken[name] = true end
  for _, name in ipairs(other:names()) do
    if not is_key[name] then
      if taken[name] then mistake.raise('join: both tables have a column "%s": :rename one', name) end
      local from = other.inside.columns[name]
      local to = core.partner_cells(other:is_text(name) and core.words(from, other.n) or from, found)
      result = result:with(name, to, other:unit(name), other:meaning(name), other:is_text(name))
    end
  end
  return result
end

return group
