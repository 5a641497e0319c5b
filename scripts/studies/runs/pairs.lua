-- SPDX-License-Identifier: MIT
-- Of two layouts of one run that were both measured, is the one with the shorter predicted time the faster one, as often as
-- predicted? And how much do the nominal and the robust choice among a group's layouts lose? Constants and bands are those
-- that were found without the stack, and the draws (predict/draws.lua) were not tuned to these results.
--   twocs scripts/studies/runs/pairs.lua
local bands = require "twocs.predict.bands"
local draws = require "twocs.predict.draws"
local given = require "studies.given"
local held = require "studies.runs.held"
local odds = require "twocs.predict.odds"
local runs = require "studies.runs"
local tw = require "twocs"

local pairs_of = {}

local stacks = { { name = "nanotron" }, { name = "nanotron", half = true }, { name = "dgxc" },
  { name = "own/xtuner.csv" }, { name = "own/b200_llama70b.csv" } }
local least = 8 -- layouts of a group for which choices are scored
local edges = { 0.5, 0.65, 0.8, 0.95, 1.0001 }

-- The rows of a stack and their cases; nil if its file is missing.
local function rows_of(stack)
  if not stack.name:find("%.csv$") then
    if not held.of(stack.name) then return nil end
    local band, c = bands.without(stack.name), held.without(stack.name)
    local rows = held.predicted(stack.name, c, not stack.half and function(_, one) return not one.sick end or nil)
    return rows, draws.of_stack(held.of(stack.name), c, band), band
  end
  local path, sentence = given.path("runs/" .. stack.name)
  if not path then return print(tw.format("skipped: %s: %s", stack.name, sentence)) end
  local found, rows = assert(tw.predict{ file = path }), {}
  for _, one in ipairs(found.rows) do
    if not one.sick then rows[#rows + 1] = one end
  end
  return rows, draws.of_stack(found.stack, found.constants, found.band), found.band
end

-- The common fields of all layouts of a group.
local function group_of(one)
  local r, v = one.row, one.fields
  return tw.format("%s %s %s %s %s %s %s %s", tostring(r.model), tostring(r.gpus), tostring(one.device),
    tostring(r.precision), tostring(r.software), tostring(v.sl), tostring(v.global_batch), tostring(v.layers))
end

--- groups(stack): a list of lists of { predicted, measured, logs }, each with the layouts of one run.
function pairs_of.groups(stack)
  local rows, logs, band = rows_of(stack)
  if not rows then return nil end
  local by, list = {}, {}
  for _, one in ipairs(rows) do
    local key = group_of(one)
    if not by[key] then
      by[key] = {}
      list[#list + 1] = by[key]
    end
    local left, own = draws.left_of_row(key, one.fields, one.v.devices, band), {}
    for s, x in ipairs(logs[one.place]) do own[s] = x + left[s] end
    table.insert(by[key], { predicted = one.predicted, measured = one.measured, logs = own })
  end
  return list
end

--- Counts of pairs by predicted probability: { n =, right =, said = sum of probabilities } for each interval between the
--- edges. Pairs with equal measured or predicted times are left out.
function pairs_of.counted(groups)
  local spans = {}
  for k = 1, #edges - 1 do spans[k] = { n = 0, right = 0, said = 0 } end
  for _, group in ipairs(groups) do
    for i = 1, #group do
      for j = i + 1, #group do
        local p = odds.below(group[i].logs, group[j].logs)
        local faster, other = group[i], group[j]
        if p < 0.5 then p, faster, other = 1 - p, other, faster end
        local k = 1
        while p >= edges[k + 1] do k = k + 1 end
        if faster.measured ~= other.measured and faster.predicted ~= other.predicted then
          local span = spans[k]
          span.n, span.said = span.n + 1, span.said + p
          span.right = span.right + (faster.measured < other.measured and 1 or 0)
        end
      end
    end
  end
  return spans
end

--- The regrets of the nominal and of the robust choice over the groups of 8 layouts or more: { n, mean, worst } of each,
--- and the mean of the expected regret.
function pairs_of.regrets(groups)
  local found = { nominal = { mean = 0, worst = 0, expected = 0 },
    robust = { mean = 0, worst = 0, expected = 0 }, n = 0 }
  for _, group in ipairs(groups) do
    if #group >= least then
      local logs, best, nominal = {}, math.huge, 1
      for i, one in ipairs(group) do
        logs[i], best = one.logs, math.min(best, one.measured)
        if one.predicted < group[nominal].predicted then nominal = i end
      end
      local all, robust = odds.of(logs)
      found.n = found.n + 1
      for name, place in pairs{ nominal = nominal, robust = robust } do
        local regret = group[place].measured / best - 1
        local sum = found[name]
        sum.mean, sum.worst = sum.mean + regret, math.max(sum.worst, regret)
        sum.expected = sum.expected + all[place].regret
      end
    end
  end
  return found
end

local function shown(stack)
  local groups = pairs_of.groups(stack)
  if not groups then return end
  print(tw.format("%s%s:", stack.name, stack.half and ", held-out half" or ""))
  for k, span in ipairs(pairs_of.counted(groups)) do
    if span.n > 0 then
      print(tw.format("  probability %3.0f to %3.0f %%: %6.0f pairs, mean %.0f %%, right in %.0f %%", 100 * edges[k],
        math.min(100, 100 * edges[k + 1]), span.n, 100 * span.said / span.n, 100 * span.right / span.n))
    end
  end
  local r = pairs_of.regrets(groups)
  if r.n > 0 then
    print(tw.format("  %.0f groups of %d layouts and more:", r.n, least))
    for _, name in ipairs{ "nominal", "robust" } do
      print(tw.format("    regret of the %s choice %.1f %%, at worst %.1f, expected %.1f", name, 100 * r[name].mean / r.n,
        100 * r[name].worst, 100 * r[name].expected / r.n))
    end
  end
end

for _, stack in ipairs(stacks) do shown(stack) end
return pairs_of
