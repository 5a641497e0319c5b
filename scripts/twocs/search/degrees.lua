-- SPDX-License-Identifier: MIT
-- The degrees of a search, which divide its devices: one factor with the legal combinations of TP, PP, CP, EP and ETP. DP
-- is the number of devices divided by TP x PP x CP.
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local factor = require "twocs.search.factor"

local degrees = {}

local of_degrees = { tp = true, pp = true, cp = true, ep = true, etp = true }

--- count(axes): the number of axes that are degrees. Degrees are the first axes.
function degrees.count(axes)
  local n = 0
  while axes[n + 1] and of_degrees[axes[n + 1].name] do n = n + 1 end
  return n
end

-- The list with each item repeated `times` times.
local function repeated(list, times)
  local longer = {}
  for i = 1, #list do
    local item, at = list[i], (i - 1) * times
    for k = 1, times do longer[at + k] = item end
  end
  return longer
end

-- The combinations with one more axis: lists by name, and their places in the space.
local function extended(list, axis, stride)
  local times = #axis.values
  local longer = { n = list.n * times, names = {}, columns = {}, place = repeated(list.place, times) }
  for i, name in ipairs(list.names) do longer.names[i], longer.columns[name] = name, repeated(list.columns[name], times) end
  local column = {}
  for i = 1, longer.n do
    local k = (i - 1) % times
    column[i], longer.place[i] = axis.values[k + 1], longer.place[i] + k * stride
  end
  longer.names[#longer.names + 1], longer.columns[axis.name] = axis.name, column
  return longer
end

-- The combinations of a list for which keep(i) holds.
local function sifted(list, keep)
  local places, columns = {}, {}
  for i = 1, list.n do
    if keep(i) then places[#places + 1] = i end
  end
  for _, name in ipairs(list.names) do columns[name] = core.picked(list.columns[name], places) end
  return { n = #places, names = list.names, columns = columns, place = core.picked(list.place, places) }
end

-- The combinations with DP added. A combination is excluded if its DP is not a whole number, or differs from the DP of the
-- case.
local function closed(made, list, devices, fall)
  local stated = core.states(made.layout, "dp") and made.layout.dp
  local columns = list.columns
  local function dp_of(i) return devices / (columns.tp[i] * columns.pp[i] * columns.cp[i]) end
  local left = sifted(list, function(i)
    local dp = dp_of(i)
    if dp == math.floor(dp) and (not stated or dp == stated) then return true end
    fall("devices")
    return false
  end)
  columns, left.columns.dp = left.columns, {}
  for i = 1, left.n do left.columns.dp[i] = dp_of(i) end
  left.names = { "dp" }
  for _, name in ipairs(list.names) do table.insert(left.names, name) end
  return left
end

--- factor(make, made, axes, stride, by, closing, devices, fall): the factor, or nil if no combination is legal. by and
--- closing: the results of asked.rules. fall(axis, rule, n) is called for n combinations that a rule excludes at an axis.
function degrees.factor(make, made, axes, stride, by, closing, devices, fall)
  local list = { n = 1, names = {}, columns = {}, place = { 0 } }
  for i = 1, degrees.count(axes) do
    list = extended(list, axes[i], stride[i])
    if i == closing then list = closed(made, list, devices, function(rule) fall(i, rule, 1) end) end
    if list.n == 0 then return nil end
    local moves = {}
    for k, name in ipairs(list.names) do moves[k] = { name, core.column(list.columns[name]) } end
    local broken = asked.broken(made, { moves }, by[i])
    broken = broken and broken{ moves }
    if broken then
      list = sifted(list, function(p)
        if broken[p] == 0 then return true end
        fall(i, broken[p], 1)
        return false
      end)
      if list.n == 0 then return nil end
    end
  end
  local weight = {}
  for i = 1, list.n do weight[i] = 1 end
  return make(list.names, list.columns, list.place, weight)
end

return degrees
