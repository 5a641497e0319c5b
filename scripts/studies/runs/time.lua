-- SPDX-License-Identifier: MIT
-- Step times that others measured compared with t_step without calibrated constants: the framework's entry, GEMMs as in the
-- operator tables, links as measured inside a node and as on the data sheet between nodes. Nothing here is fitted to a run;
-- each file is compared with two baselines, whose one MFU is fitted to the file. Missing files are skipped.
local tw = require "twocs"
local constants = require "twocs.predict.constants"
local evaluate = require "twocs.predict.evaluate"
local rows = require "twocs.data.rows"
local runs = require "studies.runs"
local score = require "twocs.predict.score"
local study = require "twocs.study"

local gemms = { h100_sxm = tw.fits.h100_bf16, a100_80g = tw.fits.a100_bf16, a100_40g = tw.fits.a100_bf16 }
local wanted = { "t_step", "step_flop", "microbatches", "peak", "mfu", "t_step_cmp", "t_step_ser", "t_step_exp",
  "t_bubble",
  "t_hops", "t_once_exp", "t_gather", "t_optimize", "t_slot", "t_slot_cmp", "t_slot_ser", "t_slot_exp", "t_weights",
  "stage_layers", "t_layer_cmp", "t_gemm_f", "t_gemm_i", "t_gemm_w", "t_stream_f", "t_stream_b", "t_head_f", "t_head_i",
  "t_head_w" }

local untuned = { links = "sheet" }
for _, name in ipairs(constants.names) do untuned[name] = rows.by_name[name].initial end

-- A GEMM in FP8 takes the time of its flop at its own peak, because the tables of FP8 include the quantisation.
local function timed(one)
  local case = one.case
  if case.run.format ~= "fp8" then case.plan = { gemm = gemms[case.device.name] } end
  case.software = case.software(untuned, true)
  local done, v = pcall(tw.eval, case, wanted)
  if not done then return nil, (tostring(v):gsub("^.*eval: ", ""):gsub(" %(b = .*", "")) end
  return v
end

local function read(name)
  local list, sentence = runs.read(name)
  if not list then return print(tw.format("skipped: %s: %s", name, sentence)) end
  local kept, made, reasons, seen, different = {}, {}, {}, {}, {}
  local function left_out(why) reasons[why] = (reasons[why] or 0) + 1 end
  for _, one in ipairs(list) do
    local r, v, why = one.row, nil, one.why
    if one.case and r.step_time_s then
      v, why = timed(one)
    elseif one.case then
      why = "it did not run"
    end
    if v then
      made[#made + 1] = one.case
      kept[#kept + 1] = { row = r, raw = one.raw, case = one.case, v = v, predicted = v.t_step, measured = r.step_time_s,
        device = one.case.device.name }
    else
      left_out(why)
    end
  end
  for _, job in ipairs(evaluate.jobs(made)) do
    for i, place in ipairs(job.place) do
      kept[place].fields, kept[place].made, kept[place].device = job.fields[i], job.made_of[i], job.first.device.name
    end
  end
  for _, one in ipairs(kept) do
    if score.repeated(seen, one) then left_out("it repeats another row") else different[#different + 1] = one end
  end
  return different, reasons
end

local function shown(name, list, where)
  local some = {}
  for _, one in ipairs(list) do
    if where(one) then some[#some + 1] = one end
  end
  local flat, bubble = score.baselines(some)
  print(tw.format("%-22s %s", name, runs.cells(score.errors(some))))
  print(tw.format("%-22s %s", "  one MFU for the set", runs.cells(flat)))
  print(tw.format("%-22s %s", "  flop with bubble", runs.cells(bubble)))
end

-- The same step event by event: the difference of the two derivations, the waiting of the stages, and the critical path.
local function played(one)
  local t = tw.timeline(one.case)
  local idle, stages = 0, t:stages()
  for stage in stages:rows() do idle = idle + stage.idle / stages.n end
  local parts = {}
  for row in t:path():group("event", { t = { "t", "sum" } }):sort("t", "descending"):rows() do
    parts[#parts + 1] = tw.format("%s %.3f s", row.event:gsub("_", " "), row.t)
  end
  print(tw.format("  the timeline: %.3f s (equations %+.1f %%), stages idle %.1f %%; it waits for %s", t.step,
    100 * (one.v.t_step / t.step - 1), 100 * idle / t.step, table.concat(parts, ", ")))
end

-- Steps over their microbatches as a straight line: the time of each microbatch, and the time that occurs once.
local function line(points, y)
  local n, sx, sy, sxx, sxy = #points, 0, 0, 0, 0
  for _, p in ipairs(points) do
    local x = p.v.microbatches
    sx, sy, sxx, sxy = sx + x, sy + p[y], sxx + x * x, sxy + x * p[y]
  end
  local slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
  return slope, (sy - slope * sx) / n
end

-- For runs that differ only in DP, and so in microbatches: is the error in the time of a microbatch, or in the time that
-- occurs once?
local function blamed(list, one)
  local points, seen, different = {}, {}, 0
  for _, other in ipairs(list) do
    local a, b, same = one.row, other.row, not other.sick
    for _, key in ipairs{ "model", "tp", "pp", "microbatch", "sharding" } do same = same and a[key] == b[key] end
    if same then
      points[#points + 1] = other
      if not seen[other.v.microbatches] then different = different + 1 end
      seen[other.v.microbatches] = true
    end
  end
  if different < 3 then return end
  local each, once = line(points, "measured")
  local each_here, once_here = line(points, "predicted")
  local larger = math.abs(each - each_here) * one.v.microbatches > math.abs(once - once_here)
  print(tw.format("  %d runs of other DP: a microbatch %.3f s measured, %.3f predicted (%+.0f %%); once %+.2f and %+.2f s",
    #points, each, each_here, 100 * (each_here / each - 1), once, once_here))
  print(tw.format("  the larger error is that of %s", larger and "a microbatch" or "what comes once"))
end

-- A step by term, and the slowest stage by kind of work.
local function terms(name, one)
  local v, m = one.v, one.v.microbatches
  print(tw.format("%s: %.3f s predicted, %.3f measured (%+.1f %%), %d microbatches", name, v.t_step, one.measured,
    100 * (v.t_step / one.measured - 1), m))
  local layers = v.stage_layers
  local list = { { "GEMMs and attention of layers", m * layers * (v.t_gemm_f + v.t_gemm_i + v.t_gemm_w) },
    { "row operators of layers", m * layers * (v.t_stream_f + v.t_stream_b) },
    { "gradient accumulation, copies of weights", m * layers * v.t_weights },
    { "TP and other serialized communication", v.t_step_ser }, { "exposed during each microbatch", m * v.t_slot_exp },
    { "gradients, once", v.t_once_exp }, { "new weights, once", v.t_gather }, { "optimizer", v.t_optimize },
    { "bubble", v.t_bubble }, { "hops", v.t_hops } }
  local sum = 0
  for _, term in ipairs(list) do sum = sum + term[2] end
  list[#list + 1] = { "ends of the model, recomputation", v.t_step - sum }
  for _, term in ipairs(list) do
    print(tw.format("  %-38s %8.3f s  %5.1f %%", term[1], term[2], 100 * term[2] / v.t_step))
  end
  played(one)
end

local function first(list, where)
  for _, one in ipairs(list) do
    if where(one) then return one end
  end
end

local function all() return true end
local by_name, drawn = {}, { predicted = {}, measured = {}, file = {} }
for _, name in ipairs{ "korthikanti", "foundry", "mlperf", "dgxc", "nanotron" } do
  local list, reasons = read(name)
  if list then
    by_name[name] = list
    if name == "nanotron" then
      score.mark_sick(list)
      shown(name, list, all)
      shown("nanotron, not sick", list, function(one) return not one.sick end)
      shown("  of these, one node", list, function(one) return not one.sick and one.row.gpus == 8 end)
      shown("  of these, PP = 1", list, function(one) return not one.sick and one.row.pp == 1 end)
    else
      shown(name, list, all)
    end
    local order = {}
    for why in pairs(reasons) do order[#order + 1] = why end
    table.sort(order)
    for _, why in ipairs(order) do print(tw.format("  %d rows cannot be predicted: %s", reasons[why], why)) end
    for _, one in ipairs(list) do
      if not one.sick then
        local n = #drawn.file + 1
        drawn.predicted[n], drawn.measured[n], drawn.file[n] = one.predicted, one.measured, name
      end
    end
  end
end
local nano, mlperf = by_name.nanotron, by_name.mlperf
local function is(model, tp, pp, dp, mb)
  return function(one)
    local r = one.row
    return r.model == model and r.tp == tp and r.pp == pp and r.dp == dp and r.microbatch == mb and not one.sick
  end
end
for _, name in ipairs{ "korthikanti" } do
  for _, one in ipairs(by_name[name] or {}) do
    terms(tw.format("%s, recompute %s", one.row.model, one.row.recompute), one)
  end
end
if nano then
  for _, model in ipairs{ "3B", "8B" } do
    for _, at in ipairs{ { 2, 1, 8, 4 }, { 4, 1, 4, 4 }, { 4, 2, 2, 4 }, { 8, 4, 2, 4 } } do
      local one = first(nano, is(model, at[1], at[2], at[3], at[4]))
      if one then
        terms(tw.format("nanotron %s, tp %d pp %d dp %d microbatch %d %s", model, at[1], at[2], at[3], at[4],
          one.row.sharding), one)
        blamed(nano, one)
      end
    end
  end
end
if mlperf then
  for _, one in ipairs(mlperf) do
    local r = one.raw
    print(tw.format("MLPerf %s %s, %d GPUs: %.3f s predicted, %.3f measured (%+.1f %%)", r.round, r.submitter, one.row.gpus,
      one.predicted, one.measured, 100 * (one.predicted / one.measured - 1)))
  end
  local one = first(mlperf, function(o) return o.raw.round == "v3.1" and o.row.gpus == 512 end)
  if one then terms("MLPerf v3.1, GPT-3 on 512 H100, NVIDIA", one) end
end
if #drawn.file > 0 then
  local t = tw.table{ names = { "measured", "predicted", "file" }, columns = drawn,
    units = { measured = "s", predicted = "s" },
    meanings = { measured = "step measured", predicted = "step predicted, untuned", file = "file of runs" } }
  local off = t:derive("off", function(r) return 100 * math.abs(r.predicted / r.measured - 1) end):sort("off")
  study.scatter("time", t, { x = "measured", y = "predicted", by = "file", logx = 10, logy = 10, diagonal = true,
    legend = "Runs",
      title = tw.format("Without calibration, the median error of the step time is %.0f %% (%d runs)",
        off[math.ceil(off.n / 2)].off,
        off.n),
      subtitle = "Constants of operators and devices only; without runs with faulty measurements",
      xlabel = "Measured (s)", ylabel = "Predicted (s)" })
end
