-- SPDX-License-Identifier: MIT
-- Errors of predictions, and the rows that are held out to estimate them. An error is relative, predicted / measured - 1.
-- Results are the same on every machine and on both interpreters.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local errors = {}

local close = 0.15 -- the limit of within15
local statistics = { "n", "median", "mean", "p90", "max", "within15", "bias" }
local meanings = { n = "rows compared", median = "median absolute relative error", mean = "its mean",
  p90 = "its 90th percentile", max = "its largest", within15 = "share of rows with an error of 15 % at most",
  bias = "mean signed relative error: above 0, predictions are too large" }

-- Linear interpolation between the two nearest values of a sorted list.
local function quantile(sorted, q)
  local place = 1 + (#sorted - 1) * q
  local below = math.floor(place)
  local left, right = sorted[below], sorted[math.min(below + 1, #sorted)]
  return left + (right - left) * (place - below)
end

local function same_length(predicted, measured)
  if #predicted ~= #measured then
    mistake.raise("errors: %d predictions of %d measurements", #predicted, #measured)
  end
end

--- { name, n, median, mean, p90, max, within15, bias, missing } of |predicted / measured - 1|. Rows without one of the two
--- values are counted in `missing` and otherwise left out.
function errors.summary(predicted, measured, name)
  same_length(predicted, measured)
  local off, signed, sum, within = {}, 0, 0, 0
  for i = 1, #measured do
    if measured[i] == 0 then mistake.raise("errors: the measurement of row %d is 0, so it has no relative error", i) end
    local e = predicted[i] / measured[i] - 1
    if e == e then
      off[#off + 1] = math.abs(e)
      signed, sum = signed + e, sum + math.abs(e)
      if math.abs(e) <= close then within = within + 1 end
    end
  end
  local n, nan = #off, 0 / 0
  local found = { name = name, n = n, missing = #measured - n, median = nan, mean = nan, p90 = nan, max = nan,
    within15 = nan, bias = nan }
  if n == 0 then return found end
  table.sort(off)
  found.median, found.p90, found.max = quantile(off, 0.5), quantile(off, 0.9), off[n]
  found.mean, found.within15, found.bias = sum / n, within / n, signed / n
  return found
end

--- A generator of numbers in [0, 1): Lehmer's, with the factor 48271, whose products a double holds exactly. The first
--- numbers after a small seed are small, so they are skipped.
function errors.random(seed)
  local state = (seed or 1) % 2147483646 + 1.0
  local function draw()
    state = state * 48271.0 % 2147483647.0
    return (state - 1) / 2147483646.0
  end
  for _ = 1, 8 do draw() end
  return draw
end

--- The numbers 1 to n in a random order.
function errors.shuffled(n, seed)
  local draw, list = errors.random(seed), {}
  for i = 1, n do list[i] = i end
  for i = n, 2, -1 do
    local j = math.floor(draw() * i) + 1
    list[i], list[j] = list[j], list[i]
  end
  return list
end

local function groups_of(t, groups)
  if groups ~= nil then
    return (require("twocs.table.group").rows_by(t, type(groups) == "table" and groups or { groups }))
  end
  local list = {}
  for i = 1, t.n do list[i] = { i } end
  return list
end

local function least_filled(filled)
  local least = 1
  for fold = 2, #filled do
    if filled[fold] < filled[least] then least = fold end
  end
  return least
end

--- For each row of the table the number of its fold, 1 to k. Rows that are equal in the named columns (one name or a list;
--- nil: each row is alone) are in the same fold, and folds are as even as this allows. Returns k too; its default is 5, or
--- the number of groups if that is less.
function errors.folds(t, groups, k, seed)
  local list, fold_of, filled = groups_of(t, groups), {}, {}
  k = k or math.max(2, math.min(5, #list))
  if type(k) ~= "number" or k < 2 or k ~= math.floor(k) then
    mistake.raise("folds: k = %s: expected a whole number of 2 or more", mistake.show(k))
  end
  if #list < k then mistake.raise("folds: %d groups of rows cannot be spread over %d folds", #list, k) end
  for fold = 1, k do filled[fold] = 0 end
  for _, which in ipairs(errors.shuffled(#list, seed)) do
    local fold = least_filled(filled)
    for _, row in ipairs(list[which]) do fold_of[row] = fold end
    filled[fold] = filled[fold] + #list[which]
  end
  return fold_of, k
end

--- Summaries as a table to print; each has a name.
function errors.table(list)
  local columns, names, units = { name = {} }, { "name" }, {}
  for _, statistic in ipairs(statistics) do
    names[#names + 1], columns[statistic], units[statistic] = statistic, {}, "1"
  end
  for i, found in ipairs(list) do
    columns.name[i] = found.name or core.format("%d", i)
    for _, statistic in ipairs(statistics) do columns[statistic][i] = found[statistic] end
  end
  return require("twocs.table").new{ n = #list, names = names, columns = columns, units = units, meanings = meanings }
end

return errors
