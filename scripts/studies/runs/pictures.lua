-- SPDX-License-Identifier: MIT
-- Figures of predicted runs: measured against predicted, errors over scale and by regime, and the steps of the worst rows
-- by term. The one thing to know: every run is predicted with constants that were found without its stack.
local held = require "studies.runs.held"
local regimes = require "twocs.predict.regimes"
local score = require "twocs.predict.score"
local study = require "twocs.study"
local tw = require "twocs"

local pictures = {}

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

local function points(list)
  local c = { measured = {}, predicted = {}, error = {}, devices = {}, stack = {} }
  for i, one in ipairs(list) do
    c.measured[i], c.predicted[i], c.stack[i] = one.measured, one.predicted, one.stack
    c.error[i], c.devices[i] = 100 * (one.predicted / one.measured - 1), one.v.devices
  end
  return tw.table{ names = { "measured", "predicted", "error", "devices", "stack" }, columns = c,
    units = { measured = "s", predicted = "s", error = "1", devices = "1" },
    meanings = { measured = "step measured", predicted = "step predicted with constants found without its stack",
      error = "predicted over measured, less 1, in percent", devices = "GPUs of the run", stack = "file of runs" } }
end

local function by_regime(list)
  local c = { regime = {}, kind = {}, error = {} }
  local function add(regime, kind, x)
    local i = #c.regime + 1
    c.regime[i], c.kind[i], c.error[i] = regime, kind, x
  end
  for _, regime in ipairs(regimes.list) do
    local some = {}
    for _, one in ipairs(list) do
      if regime[2](one) then some[#some + 1] = one end
    end
    if #some >= 5 then
      local flat, bubble = score.baselines(some)
      add(regime[1], "twocs", score.errors(some).median)
      add(regime[1], "better baseline", math.min(flat.median, bubble.median))
    end
  end
  return tw.table{ names = { "regime", "kind", "error" }, columns = c, units = { error = "1" },
    meanings = { regime = "kind of run", kind = "who predicts", error = "median of the absolute error" } }
end

local terms = { { "GEMMs and attention", function(v, m)
  return m * (v.t_layer_cmp - v.t_stream_f - v.t_stream_b - v.t_accumulate)
end }, { "row operators", function(v, m) return m * (v.t_stream_f + v.t_stream_b) end },
  { "adding up gradients", function(v, m) return m * v.t_accumulate end },
  { "host", function(v, m) return m * v.t_layer_host end },
  { "serialized", function(v) return v.t_step_ser end }, { "exposed", function(v) return v.t_step_exp end },
  { "waiting", function(v) return v.t_step_idle end } }

local ends = "ends of the model, optimizer"

-- The worst row of each stack: its predicted step by term, in shares of the measured time.
local function worst(list)
  local c, names, seen, sorted, n = { run = {} }, { "run" }, {}, {}, 0
  for _, term in ipairs(terms) do names[#names + 1], c[term[1]] = term[1], {} end
  names[#names + 1], c[ends] = ends, {}
  for i, one in ipairs(list) do sorted[i] = one end
  table.sort(sorted, function(a, b)
    local x, y = math.abs(math.log(a.predicted / a.measured)), math.abs(math.log(b.predicted / b.measured))
    if x ~= y then return x > y end
    return a.place < b.place
  end)
  for _, one in ipairs(sorted) do
    if not seen[one.stack] then
      seen[one.stack], n = true, n + 1
      c.run[n] = one.stack
      local m, rest = one.v.microbatches * one.v.stage_layers, one.v.t_step
      for _, term in ipairs(terms) do
        local time = math.max(0, term[2](one.v, m))
        c[term[1]][n], rest = time / one.measured, rest - time
      end
      c[ends][n] = math.max(0, rest) / one.measured
    end
  end
  return tw.table{ names = names, columns = c, meanings = { run = "worst run of the stack" } }, names
end

--- Draws all four into out/runs.
function pictures.draw()
  local list = gathered()
  if #list == 0 then return end
  local t = points(list)
  study.scatter("predicted", t, { x = "measured", y = "predicted", by = "stack", logx = 10, logy = 10, diagonal = true,
    legend = "Runs", title = "Step time: predicted against measured",
    subtitle = "Constants found without the stack that is predicted; no sick runs",
    xlabel = "Measured (s)", ylabel = "Predicted (s)" })
  study.scatter("error_over_scale", t, { x = "devices", y = "error", by = "stack", logx = 2, legend = "Runs",
    title = "Error over scale", subtitle = "Constants found without the stack that is predicted",
    xlabel = "GPUs", ylabel = "Predicted over measured, less 1 (%)" })
  study.bars("regimes", by_regime(list), { x = "regime", y = "error", by = "kind", percent = true,
    title = "Error by kind of run", subtitle = "Constants found without the stack; the baseline is fitted to the rows",
    xlabel = "Kind of run", ylabel = "Median error (%)" })
  local table_of_worst, names = worst(list)
  local parts = {}
  for i = 2, #names do parts[i - 1] = names[i] end
  study.stack("worst", table_of_worst, { x = "run", y = parts, percent = true,
    title = "The worst run of each stack, by term",
    subtitle = "100 % is the measured step", xlabel = "Stack", ylabel = "Share of the measured step (%)" })
end

return pictures
