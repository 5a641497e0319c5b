-- SPDX-License-Identifier: MIT
-- Figures of predicted runs: measured against predicted, errors over scale and by regime, and the steps of the worst rows
-- by term. The one thing to know: every run is predicted with constants that were found without its stack.
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

local few = 5 -- runs of a kind below which their median says nothing

--- Draws all four into out/runs.
local function draw()
  local list = gathered()
  if #list == 0 then return end
  local t = pictures.points(list, stack_of, "stack", "file of runs")
  study.scatter("predicted", t, { x = "measured", y = "predicted", by = "stack", logx = 10, logy = 10, diagonal = true,
    legend = "Runs", title = "Step time: predicted against measured",
    subtitle = "Constants found without the stack that is predicted; no sick runs",
    xlabel = "Measured (s)", ylabel = "Predicted (s)" })
  study.scatter("error_over_scale", t, { x = "devices", y = "error", by = "stack", logx = 2, legend = "Runs",
    title = "Error over scale", subtitle = "Constants found without the stack that is predicted",
    xlabel = "GPUs", ylabel = "Predicted over measured, less 1 (%)" })
  study.bars("regimes", pictures.by_regime(list, few), { x = "regime", y = "error", by = "kind", percent = true,
    title = "Error by kind of run", subtitle = "Constants found without the stack; the baseline is fitted to the rows",
    xlabel = "Kind of run", ylabel = "Median error (%)" })
  local worst, parts = pictures.worst(list, stack_of, "worst run of the stack", #held.stacks)
  study.stack("worst", worst, { x = "run", y = parts, percent = true, title = "The worst run of each stack, by term",
    subtitle = "100 % is the measured step", xlabel = "Stack", ylabel = "Share of the measured step (%)" })
end

return { draw = draw }
