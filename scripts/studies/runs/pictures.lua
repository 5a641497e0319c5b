-- SPDX-License-Identifier: MIT
-- Figures of predicted runs: measured against predicted, errors over scale and by regime, and the steps of the worst rows
-- by term. The one thing to know: every run is predicted with constants that were found without its stack.
local core = require "twocs.core"
local held = require "studies.runs.held"
local pictures = require "twocs.predict.pictures"
local study = require "twocs.study"

local function gathered()
  local list = {}
  for i = #held.stacks, 1, -1 do -- the stack with most rows first, below the others
    local name = held.stacks[i].name
    if held.of(name) then
      for _, row in ipairs((held.predicted(name, held.without(name)))) do
        row.stack = name
        list[#list + 1] = row
      end
    end
  end
  return list
end

local function stack_of(one) return one.stack end

-- The median of the absolute errors of those rows that `of` holds of, in percent.
local function median(t, of)
  local some = t:where(of):derive("off", function(r) return math.abs(r.error) end):sort("off")
  return some.n > 0 and some[math.ceil(some.n / 2)].off or 0 / 0
end

-- The kind of run that one of the two predicts best, or ("descending") worst.
local function extreme(t, kind, order) return t:where{ kind = kind }:top(1, "error", order)[1] end

-- Of the worst runs of stacks, what the terms add up to: the stack with least, then the least and the most of the others.
local function explained(worst, parts)
  local sums = {}
  for row in worst:rows() do
    local sum = 0
    for _, part in ipairs(parts) do sum = sum + row[part] end
    sums[#sums + 1] = { run = row.run, sum = sum }
  end
  table.sort(sums, function(a, b) return a.sum < b.sum end)
  return sums[1].run, 100 * sums[1].sum, 100 * sums[math.min(2, #sums)].sum, 100 * sums[#sums].sum
end

local waits, many = "nanotron", 256 -- the stack whose framework waits as no other does; GPUs
local few = 5 -- runs of a kind below which their median says nothing

--- Draws all four into out/runs.
local function draw()
  local list = gathered()
  if #list == 0 then return end
  study.folder = "out/runs"
  local t = pictures.points(list, stack_of, "stack", "file of runs")
  study.scatter("predicted", t, { x = "measured", y = "predicted", by = "stack", logx = 10, logy = 10, diagonal = true,
    legend = "Runs", title = core.format("Of %d steps half are predicted within %.0f %% of the measured one, without %s's "
      .. "within %.0f %%", t.n, median(t, function() return true end), waits,
      median(t, function(r) return r.stack ~= waits end)),
    subtitle = "Constants found without the stack that is predicted; no sick runs",
    xlabel = "Measured (s)", ylabel = "Predicted (s)" })
  study.scatter("error_over_scale", t, { x = "devices", y = "error", by = "stack", logx = 2, legend = "Runs",
    title = core.format("Half of the steps on %d GPUs and more are off by less than %.0f %%, half of those on "
      .. "fewer by %.0f %%", many, median(t, function(r) return r.devices >= many end),
      median(t, function(r) return r.devices < many end)),
    subtitle = "Constants found without the stack that is predicted",
    xlabel = "GPUs", ylabel = "Predicted over measured, less 1 (%)" })
  local kinds = pictures.by_regime(list, few)
  local best, least = extreme(kinds, "twocs", "ascending"), extreme(kinds, "twocs")
  study.bars("regimes", kinds, { x = "regime", y = "error", by = "kind", percent = true,
    title = core.format("Of kinds of runs %s is predicted best, within %.0f %%, and %s worst, within %.0f %%",
      best.regime, 100 * best.error, least.regime, 100 * least.error),
    subtitle = "Half of the runs are off by less; constants found without the stack, the baseline's fitted to the rows",
    xlabel = "Kind of run", ylabel = "Median error (%)" })
  local worst, parts = pictures.worst(list, stack_of, "worst run of the stack", #held.stacks)
  study.stack("worst", worst, { x = "run", y = parts, percent = true,
    title = core.format("In the worst run of %s the terms explain %.0f %% of the step, in those of others %.0f to %.0f %%",
      explained(worst, parts)),
    subtitle = "The run of each stack that is farthest off, as predicted; 100 % is the measured step",
    xlabel = "Stack", ylabel = "Share of the measured step (%)" })
end

return { draw = draw }
