-- SPDX-License-Identifier: MIT
-- Quality of predictions: errors, two baselines that need no twocs, and whether the best layout is found. The number of a
-- baseline is fitted to the rows on which it is scored, which favours the baseline.
local core = require "twocs.core"
local errors = require "twocs.fit.errors"

local score = {}

local function median(list)
  table.sort(list)
  local n = #list
  if n == 0 then return 0 / 0 end
  return n % 2 == 1 and list[(n + 1) / 2] or (list[n / 2] + list[n / 2 + 1]) / 2
end
score.median = median

local function pairs_of(list, value)
  local predicted, measured = {}, {}
  for i, one in ipairs(list) do predicted[i], measured[i] = value(one), one.measured end
  return predicted, measured
end

--- Errors of a list of { predicted, measured }: { n, mean, median, bias, p90, max, ... }.
function score.errors(list) return errors.summary(pairs_of(list, function(one) return one.predicted end)) end

local function work(one) return one.v.step_flop / one.v.peak end
local function filled(one)
  local vp = one.fields.vp or 1
  return work(one) * (1 + ((one.fields.pp or 1) - 1) / (vp * one.v.microbatches))
end

-- FLOPs at one share of the peak, the median of the set.
local function baseline(list, of)
  local shares = {}
  for i, one in ipairs(list) do shares[i] = one.measured / of(one) end
  local scale = median(shares)
  return errors.summary(pairs_of(list, function(one) return scale * of(one) end))
end

--- Errors of one MFU for the set, and of FLOPs with the pipeline bubble.
function score.baselines(list) return baseline(list, work), baseline(list, filled) end

--- The mean error of the better baseline over ours: below 2, twocs is not worth the effort there.
function score.gain(list)
  local ours, flat, bubble = score.errors(list).mean, score.baselines(list)
  return math.min(flat.mean, bubble.mean) / ours
end

local function grouped(list, key)
  local by, order = {}, {}
  for _, one in ipairs(list) do
    local k = key(one)
    if not by[k] then by[k], order[#order + 1] = {}, k end
    table.insert(by[k], one)
  end
  return by, order
end

local function model_and_gpus(one)
  return core.format("%s on %s", tostring(one.row.model), tostring(one.row.gpus))
end

-- Rows in the order of a number, and the place of each; equal rows share a place.
local function ranked(list, name)
  local sorted, rank, n = {}, {}, 0
  for i, one in ipairs(list) do sorted[i] = one end
  table.sort(sorted, function(a, b) return a[name] < b[name] end)
  for i, one in ipairs(sorted) do
    if i == 1 or one[name] ~= sorted[i - 1][name] then n = n + 1 end
    rank[one] = n
  end
  return sorted, rank, n
end

-- Counts by place. Sums from the first place take a number of steps that is logarithmic in the places (Fenwick 1994).
local function tree_of(n)
  local tree = {}
  for i = 1, n do tree[i] = 0 end
  local function low(i)
    local bit = 1
    while i % (2 * bit) == 0 do bit = 2 * bit end
    return bit
  end
  local function add(i)
    while i <= n do
      tree[i] = tree[i] + 1
      i = i + low(i)
    end
  end
  local function up_to(i)
    local sum = 0
    while i > 0 do
      sum = sum + tree[i]
      i = i - low(i)
    end
    return sum
  end
  return add, up_to
end

-- Pairs in the same order minus pairs in the opposite order, over all pairs with different measurements; pairs with equal
-- predictions count in neither order.
local function concordance(list)
  local sorted, measured = ranked(list, "measured")
  local _, rank, n = ranked(list, "predicted")
  local add, up_to = tree_of(n)
  local more, all, first, added = 0, 0, 1, 0
  for i = 1, #sorted do
    local last = i == #sorted or measured[sorted[i + 1]] ~= measured[sorted[i]]
    if last then -- in a group of equal measurements, each one is compared with those before, then all join
      for k = first, i do
        local place = rank[sorted[k]]
        more = more + up_to(place - 1) - (added - up_to(place))
      end
      all = all + added * (i - first + 1)
      for k = first, i do add(rank[sorted[k]]) end
      first, added = i + 1, i
    end
  end
  return more, all
end

--- ranking(list): Kendall's tau within a model and number of GPUs, and the regret of the predicted best layout there: its
--- measured time over the best measured time, mean and maximum; nil if no group has three rows.
function score.ranking(list)
  local by, order = grouped(list, model_and_gpus)
  local more, all, regrets = 0, 0, {}
  for _, key in ipairs(order) do
    local group = by[key]
    if #group >= 3 then
      local m, n = concordance(group)
      more, all = more + m, all + n
      local chosen, best = group[1], group[1]
      for _, one in ipairs(group) do
        if one.predicted < chosen.predicted then chosen = one end
        if one.measured < best.measured then best = one end
      end
      regrets[#regrets + 1] = chosen.measured / best.measured - 1
    end
  end
  if #regrets == 0 then return nil end
  local sum, most = 0, 0
  for _, one in ipairs(regrets) do sum, most = sum + one, math.max(most, one) end
  return { tau = more / all, regret = sum / #regrets, worst = most, groups = #regrets }
end

-- A text that is equal for two runs if and only if their cases are equal.
local function same(one)
  one.same = one.same or core.same(one.made)
  return one.same
end

--- Whether a run is equal to an earlier one of `seen`, including time and memory. Most runs already differ in these two.
function score.repeated(seen, one)
  local key = core.format("%.9g %s %s ", one.measured, tostring(one.row.peak_mem_gib), one.device)
  seen[key] = seen[key] or {}
  for _, other in ipairs(seen[key]) do
    if same(other) == same(one) then return true end
  end
  table.insert(seen[key], one)
end

--- Configurations that were measured more than once: their number, and the median and maximum of the longest over the
--- shortest time.
function score.repeats(list)
  local by, order = grouped(list, function(one)
    return core.format("%s %s ", tostring(one.row.model), tostring(one.row.gpus)) .. same(one)
  end)
  local spreads, count = {}, 0
  for _, key in ipairs(order) do
    local group, least, most = by[key], math.huge, 0
    for _, one in ipairs(group) do least, most = math.min(least, one.measured), math.max(most, one.measured) end
    if #group > 1 then spreads[#spreads + 1], count = most / least - 1, count + #group end
  end
  if #spreads == 0 then return nil end
  local largest = 0
  for _, one in ipairs(spreads) do largest = math.max(largest, one) end
  return { rows = count, configurations = #spreads, median = median(spreads), most = largest }
end

-- Other properties that the time of a microbatch depends on: a difference of devices, formats or lengths is not a fault.
local alike = { "sl", "format", "recompute", "recompute_part", "recompute_stop", "attention", "kernels", "cp",
  "ep", "layers" }

--- Marks as `sick` (faulty) each row whose time per microbatch and stage is more than twice the shortest of the same model,
--- TP, PP and microbatch, on the same device and with the same sequence length and number format. Only measurements decide.
function score.mark_sick(list)
  local function slot(one) return one.measured / (one.v.microbatches + (one.fields.pp or 1) - 1) end
  local by, order = grouped(list, function(one)
    local parts = { tostring(one.row.model), tostring(one.fields.tp or 1), tostring(one.fields.pp or 1),
      tostring(one.row.microbatch), tostring(one.device) }
    for _, name in ipairs(alike) do parts[#parts + 1] = tostring(one.fields[name]) end
    return table.concat(parts, " ")
  end)
  local count = 0
  for _, key in ipairs(order) do
    local least = math.huge
    for _, one in ipairs(by[key]) do least = math.min(least, slot(one)) end
    for _, one in ipairs(by[key]) do
      one.sick = slot(one) > 2 * least
      if one.sick then count = count + 1 end
    end
  end
  return count
end

--- The rows that are not faulty.
function score.healthy(list)
  local healthy = {}
  for _, one in ipairs(list) do
    if not one.sick then healthy[#healthy + 1] = one end
  end
  return healthy
end

return score
