-- SPDX-License-Identifier: MIT
-- Figures of predicted runs: measured against predicted time, errors over scale, by kind of run and by term, and the terms
-- of the steps with the largest errors. Faulty rows are excluded.
local core = require "twocs.core"
local regimes = require "twocs.predict.regimes"
local score = require "twocs.predict.score"
local tables = require "twocs.table"
local titles = require "twocs.predict.titles"

local pictures = {}

local function table_of(names, columns, meanings, units)
  return tables.new{ n = #columns[names[1]], names = names, columns = columns, units = units or {}, meanings = meanings }
end

local function off(one) return one.predicted / one.measured - 1 end

--- A row for each run: measured, predicted, error in percent, GPUs, and `by`, the result of by_of(one).
function pictures.points(list, by_of, by, meaning)
  local names = { "measured", "predicted", "error", "devices", by }
  local c = { measured = {}, predicted = {}, error = {}, devices = {}, [by] = {} }
  for i, one in ipairs(list) do
    c.measured[i], c.predicted[i], c[by][i] = one.measured, one.predicted, by_of(one)
    c.error[i], c.devices[i] = 100 * off(one), one.v.devices
  end
  return table_of(names, c, { measured = "step measured", predicted = "step predicted", [by] = meaning,
    error = "predicted over measured, less 1, in percent", devices = "GPUs of the run" },
    { measured = "s", predicted = "s", error = "1", devices = "1" })
end

--- Median errors of kinds of runs with at least this number of runs, next to the better baseline's.
function pictures.by_regime(list, least)
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
    if #some >= least then
      local flat, bubble = score.baselines(some)
      add(regime[1], "twocs", score.errors(some).median)
      add(regime[1], "better baseline", math.min(flat.median, bubble.median))
    end
  end
  return table_of({ "regime", "kind", "error" }, c, { regime = "kind of run", kind = "who predicts",
    error = "median of the absolute error" }, { error = "1" })
end

-- Terms of a step; m: microbatches and layers of a stage.
local terms = { { "GEMMs and attention", function(v, m)
  return m * (v.t_layer_cmp - v.t_stream_f - v.t_stream_b - v.t_weights)
end }, { "row operators", function(v, m) return m * (v.t_stream_f + v.t_stream_b) end },
  { "gradient accumulation, copies of weights", function(v, m) return m * v.t_weights end },
  { "host", function(v, m) return m * v.t_layer_host end },
  { "serialized communication", function(v) return v.t_step_ser end },
  { "exposed communication", function(v) return v.t_step_exp end },
  { "waiting", function(v) return v.t_step_idle end } }

local ends = "ends of the model, optimizer"

local parts = {}
for i, term in ipairs(terms) do parts[i] = term[1] end
parts[#parts + 1] = ends

-- Times of these terms; the last one is the rest.
local function times_of(one)
  local m, times, rest = one.v.microbatches * one.v.stage_layers, {}, one.v.t_step
  for _, term in ipairs(terms) do
    times[term[1]] = math.max(0, term[2](one.v, m))
    rest = rest - times[term[1]]
  end
  times[ends] = math.max(0, rest)
  return times
end

--- The rows with the largest errors first.
function pictures.sorted(list)
  local sorted = {}
  for i, one in ipairs(list) do sorted[i] = one end
  table.sort(sorted, function(a, b)
    local x, y = math.abs(core.log(a.predicted / a.measured)), math.abs(core.log(b.predicted / b.measured))
    if x ~= y then return x > y end
    return a.place < b.place
  end)
  return sorted
end

--- Of the rows with the largest errors, one of each name: the predicted step by term, in shares of the measured time.
--- name_of(one): the text under its bar, nil: none. Also the names of the parts.
function pictures.worst(list, name_of, meaning, most)
  local c, names, seen = { run = {} }, { "run" }, {}
  for i, part in ipairs(parts) do names[i + 1], c[part] = part, {} end
  for _, one in ipairs(pictures.sorted(list)) do
    local name = name_of(one)
    if not seen[name] and #c.run < most then
      seen[name] = true
      local at, times = #c.run + 1, times_of(one)
      c.run[at] = name
      for _, part in ipairs(parts) do c[part][at] = times[part] / one.measured end
    end
  end
  return table_of(names, c, { run = meaning }), parts
end

-- A row for each run and term that has at least a tenth of some run's step: its share of the step, and the error.
local function by_term(list, by_of)
  local c, kept, least = { term = {}, share = {}, error = {}, model = {} }, {}, 0.1
  for _, one in ipairs(list) do
    for part, time in pairs(times_of(one)) do kept[part] = kept[part] or time > least * one.v.t_step end
  end
  for _, part in ipairs(parts) do
    for _, one in ipairs(kept[part] and list or {}) do
      local i = #c.term + 1
      c.term[i], c.share[i], c.error[i], c.model[i] = part, 100 * times_of(one)[part] / one.v.t_step, 100 * off(one),
        by_of(one)
    end
  end
  return table_of({ "term", "share", "error", "model" }, c, { term = "part of the step", model = "model",
    share = "its share of the predicted step, in percent", error = "predicted over measured, less 1, in percent" })
end

-- Whether a legend can name the models of these runs: there is more than one, and not more than a legend can have.
local function namer(list)
  local seen, count = {}, 0
  for _, one in ipairs(list) do
    local name = core.format("%s", tostring(one.row.model))
    if not seen[name] then seen[name], count = true, count + 1 end
  end
  return count > 1 and count <= 6
end

local few = 3 -- with fewer runs of a kind, their median and a baseline fitted to them mean nothing
local error_means = "Predicted over measured, less 1: above 0 the prediction is too long"
local measured = { at = 0, label = "as measured" }

--- Draws all five into a folder, each as PNG, SVG, PDF and CSV; list: runs that are not faulty. Returns a list of the PNGs,
--- or nil, a sentence and a code.
function pictures.draw(list, folder)
  local by, files = namer(list) and "model" or nil, {}
  local legend = by and "Model"
  local function by_of(one) return core.format("%s", tostring(one.row.model)) end
  local function put(kind, name, t, options)
    if files.sentence or t.n == 0 then return end
    local drawn, sentence, code = require("twocs.figure")[kind](core.format("%s/%s", folder, name), t, options)
    if not drawn then
      files.sentence, files.code = sentence, code
    else
      files[#files + 1] = tostring(drawn)
    end
  end
  local t = pictures.points(list, by_of, "model", "model")
  put("scatter", "predicted", t, { x = "measured", y = "predicted", by = by, logx = 10, logy = 10, diagonal = true,
    legend = legend, title = titles.predicted(t), xlabel = "Measured (s)", ylabel = "Predicted (s)" })
  put("scatter", "error_over_scale", t, { x = "devices", y = "error", by = by, logx = 2, legend = legend,
    title = titles.over_scale(t), subtitle = error_means, xlabel = "GPUs", ylabel = "Error (%)", hline = measured })
  put("scatter", "error_by_term", by_term(list, by_of), { x = "share", y = "error", by = by, panels = "term",
    legend = legend, title = "Error over the share that a term has of the step", subtitle = error_means,
    xlabel = "Share of the predicted step (%)", ylabel = "Error (%)", hline = measured })
  local kinds = pictures.by_regime(list, few)
  put("bars", "regimes", kinds, { x = "regime", y = "error", by = "kind", percent = true,
    title = titles.by_regime(kinds), subtitle = "The baseline is fitted to these rows",
    xlabel = "Kind of run", ylabel = "Median error" })
  local worst, names = pictures.worst(list, function(one) return core.format("row %d", one.at) end, "row of the file", 8)
  put("stack", "worst", worst, { x = "run", y = names, percent = true, title = titles.worst(worst, names, "In"),
    subtitle = "100 % is the measured step", xlabel = "Row of the file", ylabel = "Share of the measured step",
    hline = { at = 1, label = "measured" } })
  if files.sentence then return nil, files.sentence, files.code end
  return files
end

return pictures
