-- SPDX-License-Identifier: MIT
-- Figures of predicted runs: measured against predicted, errors over scale and by regime, and the steps of the worst rows
-- by term. The one thing to know: every run is predicted with constants that were found without its stack.
local core = require "twocs.core"
local held = require "studies.runs.held"
local pictures = require "twocs.predict.pictures"
local study = require "twocs.study"
local titles = require "twocs.predict.titles"

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

local waits, many = "nanotron", 256 -- the stack whose framework waits as no other does; GPUs
local few = 5 -- runs of a kind below which their median says nothing

--- Draws all four into out/runs.
local function draw()
  local list = gathered()
  if #list == 0 then return end
  study.folder = "out/runs"
  local t = pictures.points(list, stack_of, "stack", "file of runs")
  study.scatter("predicted", t, { x = "measured", y = "predicted", by = "stack", logx = 10, logy = 10, diagonal = true,
    legend = "Runs", title = core.format("%s, without %s's within %.0f %%", titles.predicted(t), waits,
      titles.median(t, function(r) return r.stack ~= waits end)),
    subtitle = "Constants found without the stack that is predicted; no sick runs",
    xlabel = "Measured (s)", ylabel = "Predicted (s)" })
  study.scatter("error_over_scale", t, { x = "devices", y = "error", by = "stack", logx = 2, legend = "Runs",
    title = titles.over_scale(t, many), subtitle = "Constants found without the stack that is predicted",
    xlabel = "GPUs", ylabel = "Predicted over measured, less 1 (%)" })
  local kinds = pictures.by_regime(list, few)
  study.bars("regimes", kinds, { x = "regime", y = "error", by = "kind", percent = true,
    title = titles.by_regime(kinds),
    subtitle = "Half of the runs are off by less; constants found without the stack, the baseline's fitted to the rows",
    xlabel = "Kind of run", ylabel = "Median error (%)" })
  local worst, parts = pictures.worst(list, stack_of, "worst run of the stack", #held.stacks)
  study.stack("worst", worst, { x = "run", y = parts, percent = true,
    title = titles.worst(worst, parts, "In the worst run of"),
    subtitle = "The run of each stack that is farthest off, as predicted; 100 % is the measured step",
    xlabel = "Stack", ylabel = "Share of the measured step (%)" })
end

return { draw = draw }
