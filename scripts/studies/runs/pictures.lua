-- SPDX-License-Identifier: MIT
-- Figures of predicted runs: measured against predicted, errors over scale and by regime, and the steps of the worst rows
-- by term. Every run is predicted with constants that were found without its stack.
local core = require "twocs.core"
local held = require "studies.runs.held"
local pictures = require "twocs.predict.pictures"
local study = require "twocs.study"
local titles = require "twocs.predict.titles"

local function gathered()
  local list = {}
  for i = #held.stacks, 1, -1 do -- the stack with the most rows first, so that others are drawn over it
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

local waits, many = "nanotron", 256 -- the stack whose framework has waiting times that no other has; GPUs
local few = 5 -- with fewer runs of a kind, their median has no meaning

local function others(list)
  local kept = {}
  for _, one in ipairs(list) do
    if one.stack ~= waits then kept[#kept + 1] = one end
  end
  return kept
end

-- Notes on the result of each figure for other runs, computed like its title. For each stack alone, the median error.
local function alone_note(t)
  local best, worst
  for _, stack in ipairs(held.stacks) do
    if t:where{ stack = stack.name }.n > 0 then
      local of = { name = stack.name, off = titles.median(t, function(r) return r.stack == stack.name end) }
      if not best or of.off < best.off then best = of end
      if not worst or of.off > worst.off then worst = of end
    end
  end
  return core.format("What would change it: the choice of runs. Half of %s's are within %.0f %%, half of %s's "
    .. "within %.0f %%.", best.name, best.off, worst.name, worst.off)
end

local function scale_note(t)
  local function median(large)
    return titles.median(t, function(r) return r.stack ~= waits and (r.devices >= many) == large end)
  end
  return core.format("What would change it: without %s's runs it is %.0f %% on %d GPUs and more, %.0f %% on fewer.", waits,
    median(true), many, median(false))
end

local function kinds_note(list)
  local own = pictures.by_regime(others(list), few):where{ kind = "twocs" }
  local best, worst = own:top(1, "error", "ascending")[1], own:top(1, "error")[1]
  return best and core.format("What would change it: without %s's runs %s is best, within %.0f %%, and %s worst, within "
    .. "%.0f %%.", waits, best.regime, 100 * best.error, worst.regime, 100 * worst.error) or nil
end

-- For the middle run of each stack, the predicted share of the measured step.
local function middle_note(list)
  local of, first, low, high = {}, nil, math.huge, -math.huge
  for _, one in ipairs(list) do
    of[one.stack] = of[one.stack] or {}
    table.insert(of[one.stack], 100 * one.predicted / one.measured)
  end
  for name, shares in pairs(of) do
    table.sort(shares)
    local middle = shares[math.ceil(#shares / 2)]
    if name == waits then first = middle else low, high = math.min(low, middle), math.max(high, middle) end
  end
  return first and core.format("What would change it: other runs of these stacks. In the median run of %s the prediction "
    .. "is %.0f %% of the step, in those of the others %.0f to %.0f %%.", waits, first, low, high) or nil
end

--- Draws all four figures into out/runs.
local function draw()
  local list = gathered()
  if #list == 0 then return end
  study.folder = "out/runs"
  local t = pictures.points(list, stack_of, "stack", "file of runs")
  study.scatter("predicted", t, { x = "measured", y = "predicted", by = "stack", logx = 10, logy = 10, diagonal = true,
    legend = "Runs", title = core.format("%s, without %s's within %.0f %%", titles.predicted(t), waits,
      titles.median(t, function(r) return r.stack ~= waits end)),
    subtitle = "Constants fitted without the predicted stack; no faulty runs", note = alone_note(t),
    xlabel = "Measured (s)", ylabel = "Predicted (s)" })
  study.scatter("error_over_scale", t, { x = "devices", y = "error", by = "stack", logx = 2, legend = "Runs",
    title = titles.over_scale(t, many), subtitle = "Constants fitted without the predicted stack",
    note = scale_note(t),
    xlabel = "GPUs", ylabel = "Predicted over measured, less 1 (%)" })
  local kinds = pictures.by_regime(list, few)
  study.bars("regimes", kinds, { x = "regime", y = "error", by = "kind", percent = true,
    title = titles.by_regime(kinds),
    subtitle = "Median errors; constants fitted without the stack, those of the baseline fitted to the rows",
    note = kinds_note(list), xlabel = "Kind of run", ylabel = "Median error" })
  local worst, parts = pictures.worst(list, stack_of, "worst run of the stack", #held.stacks)
  study.stack("worst", worst, { x = "run", y = parts, percent = true,
    title = titles.worst(worst, parts, "In the worst run of"),
    subtitle = "The run of each stack with the largest error, as predicted; 100 % is the measured step",
    note = middle_note(list), xlabel = "Stack", ylabel = "Share of the measured step" })
end

return { draw = draw }
