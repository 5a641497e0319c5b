-- SPDX-License-Identifier: MIT
-- Corrections of a law from measured rows. Operators use the rows nearest in shape, or a table at knots of their sizes;
-- collectives use a curve for each group of ranks. Each correction also predicts every row without that row, which gives
-- the error of the correction.
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local grid = require "twocs.fit.grid"

local correction = {}

--- The logarithm of measured over predicted time.
function correction.log_ratios(measured, predicted)
  local ratio = core.column(#measured)
  for i = 1, #measured do ratio[i] = core.log(measured[i] / predicted[i]) end
  return ratio
end

-- The number of each row's group. The rows of a group are left out together; nil: each row alone.
local function groups(t, by)
  if not by then return nil end
  local made = core.column(t.n)
  for i, list in ipairs((require("twocs.table.group").rows_by(t, type(by) == "table" and by or { by }))) do
    for _, row in ipairs(list) do made[row] = i - 1 end
  end
  return made
end

--- The coordinates by which the nearest measured rows are found: the shape that the law uses, or the columns that the
--- script names (near).
function correction.places(fit, t, columns)
  local list = {}
  if not fit.near then
    for i, name in ipairs(fit.of.place) do list[i] = columns[name] end
    return core.places(fit.family, list)
  end
  for i, name in ipairs(fit.near) do
    local column = core.column(t.n)
    for r = 1, t.n do column[r] = core.log2(math.max(1, t:column(name)[r])) end
    list[i] = column
  end
  return list
end

local function nearby(fit, t, columns, measured, base)
  local places, tied = correction.places(fit, t, columns), groups(t, fit.by)
  fit.correction = core.nearby{ places = places, ratio = correction.log_ratios(measured, base), group = tied,
    k = fit.neighbours }
  if not tied then
    tied = core.column(t.n)
    for i = 1, t.n do tied[i] = i - 1 end
  end
  return fit.correction:log_ratio(places, tied)
end

local function curves(fit, columns, measured, base)
  local byte, ranks, per_node = columns.byte, columns.ranks, columns.per_node
  local lists, keys, ratio = {}, {}, core.column(#measured)
  for i = 1, #measured do
    local key = core.format("%.15g %.15g", ranks[i], per_node[i])
    if not lists[key] then
      lists[key] = {}
      keys[#keys + 1] = key
    end
    lists[key][#lists[key] + 1] = i
  end
  local list = {}
  for k, key in ipairs(keys) do
    local rows = lists[key]
    local x, y = core.column(#rows), core.column(#rows)
    for j, i in ipairs(rows) do x[j], y[j] = byte[i], measured[i] end
    local curve = core.curve(x, y)
    local sizes, _, left_out = curve:leave_one_out()
    local without = {}
    for j = 1, #sizes do without[sizes[j]] = left_out[j] end
    for _, i in ipairs(rows) do ratio[i] = core.log(without[byte[i]] / base[i]) end
    local first = rows[1]
    list[k] = { per_node[first], ranks[first] / per_node[first], 1, 1, curve }
  end
  fit.correction = core.surface(list)
  return ratio
end

--- The knots of a table, from { m = { knots }, n = ..., k = ... }, as a list, and the columns of their sizes.
local function sizes_of(fit, columns)
  local knots, sizes = {}, {}
  for i, name in ipairs(fit.of.table) do
    if not fit.knots[name] then break end
    knots[i], sizes[i] = fit.knots[name], columns[name]
  end
  return knots, sizes
end

local function picked(column, rows)
  local own = core.column(#rows)
  for i, r in ipairs(rows) do own[i] = column[r] end
  return own
end

local function all_picked(columns, rows)
  local list = {}
  for i, column in ipairs(columns) do list[i] = picked(column, rows) end
  return list
end

-- Learns a table from all rows. Returns the prediction for each half of the rows by a table learned from the other half.
local function tabled(fit, columns, measured, base)
  local knots, sizes = sizes_of(fit, columns)
  local ratio, said = correction.log_ratios(measured, base), core.column(#measured)
  fit.knots, fit.table_text = knots, grid.learn(knots, sizes, ratio)
  fit.correction = grid.made(knots, fit.table_text)
  local halves = { {}, {} }
  for place, r in ipairs(errors.shuffled(#measured, 1)) do table.insert(halves[place % 2 + 1], r) end
  for i = 1, 2 do
    local own, other = halves[i], halves[3 - i]
    local of_half = grid.made(knots, grid.learn(knots, all_picked(sizes, own), picked(ratio, own)))
    local there = of_half:log_ratio(all_picked(sizes, other))
    for j, r in ipairs(other) do said[r] = there[j] end
  end
  return said
end

--- Learns from the rows to which the law was fitted. Returns the prediction for each row from rows without it: the
--- logarithm of its ratio to the law.
function correction.learn(fit, t, columns, measured, base)
  if fit.knots then return tabled(fit, columns, measured, base) end
  if fit.of.collective then return curves(fit, columns, measured, base) end
  return nearby(fit, t, columns, measured, base)
end

return correction
