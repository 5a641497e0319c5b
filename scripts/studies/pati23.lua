-- SPDX-License-Identifier: MIT
-- Shared code of the studies of Pati et al.: the sweep of Table 2, the highlighted points, and the readings of its machine.
-- Cal-0 uses no results of the paper: an efficiency of 0.6 for GEMMs, which are the only compute, and the node's all-reduce
-- bandwidth; with the exact ring factor, and with the paper's own assumption that the ring factor of the four measured
-- devices holds for any number. Cal-1 is calibrated to the numbers in the paper's text: it can agree, but not confirm.
-- Figures 10 and 11 have more readings: GEMMs of MI210 that others measured in BF16, on the paper's node and with the
-- latencies and the links of RCCL; and the paper's own strategy on MI210 operators measured in FP32, which is another
-- set-up. Predicted readings come first, and no title combines them with calibrated ones.
local papers = require "studies.papers"
local study = require "twocs.study"
local tw = require "twocs"

local pati23 = {}

-- Table 2, and the points that Figure 10 (a) highlights (4.3.4; the last TP is not stated).
pati23.h, pati23.sl, pati23.b, pati23.tp = tw.double(1024, 65536), tw.double(1024, 8192), { 1, 4 }, tw.double(4, 256)
pati23.blue = { { h = 4096, tp = 16 }, { h = 16384, tp = 64 }, { h = 65536, tp = 256 } }

-- Table 4's names.
pati23.titles = { bert = "BERT", t5_11b = "T5", gpt2_xl = "GPT-2", megatron_lm_8b = "Mega-LM", t_nlg = "T-NLG",
  gpt3_175b = "GPT-3", mt_nlg_530b = "MT-NLG", palm_540b = "PaLM" }

local model = tw.models.transformer{ head_dim = 64 }
local ideal = tw.software.ideal
local function run(fields)
  fields.sl, fields.b, fields.dropout, fields.format = 4096, 1, "no", fields.format or "fp16"
  return tw.run(papers.run(fields))
end

-- Cal-1: constants that describe kernels and not hardware. Passes are for all three passes over a layer together, as
-- calibrated (24 for softmax, 6 for GeLU, 1 for LayerNorm and residual), divided by our minimum counts of 5, 5 and 22.
-- Streams are fused after GEMMs: they take the time of their traffic at the reachable memory bandwidth and have no launch.
local cal1_device = tw.devices.mi210_cal1
local cal1_software = ideal{ softmax_rho = 24 / 5, act_rho = 6 / 5, row_rho = 1 / 22 }
local cal1_law = tw.law{ stream_c2 = 1 / (cal1_device.mem_eff * cal1_device.mem_bw) }

--- Table 4: each model as printed, and as its own authors describe it.
pati23.table4 = require("twocs.data.packs").more("models", "table4")

local sizeless = "model: one efficiency for all sizes, so the points nearly coincide; GEMMs measured at these sizes "
  .. "resolve it (Measured BF16)"
pati23.calibrations = {
  { name = "cal0", label = "Cal-0", panel = "GEMMs at 0.6 of peak (predicted)", basis = "predicted", cause = sizeless,
    note = "GEMM flop at 0.6 of peak; exact ring factor at 150 GB/s",
    model = model, run = run{}, software = ideal, device = tw.devices.mi210_paper,
    plan = { gemm = "algorithmic", stream = "none", all_reduce = "ring" } },
  { name = "cal0n4", label = "Cal-0, N=4", panel = "with the ring of 4 devices (predicted)",
    basis = "predicted", cause = sizeless,
    note = "GEMM flop at 0.6 of peak; ring factor of four devices at every N",
    model = model, run = run{}, software = ideal, device = tw.devices.mi210_paper,
    plan = { gemm = "algorithmic", stream = "none", all_reduce = "measured4" } },
  { name = "cal1", label = "Cal-1", panel = "fitted to the paper (calibrated)", basis = "calibrated",
    cause = "model: its few constants do not meet all printed numbers at once; the points of the figures would resolve it",
    small_gemms = "model: its law of tiles leaves much of the device idle in small GEMMs, so that their compute grows "
      .. "slower than communication; small GEMMs timed in half precision would resolve it",
    note = "calibrated to the paper's text",
    model = model, run = run{}, software = cal1_software, device = cal1_device, law = cal1_law,
    plan = { gemm = "tiles", stream = "measured", all_reduce = "ring" } },
}

-- The paper's strategy: operators are projected from measurements on a real MI210, each alone, in FP32, because there are
-- none in half precision. FP32 has a quarter of the matrix rate and twice the bytes, so shares are lower than the paper's.
-- Only the all-reduce is modelled: the links of the node, extended to any degree as in the paper, with RCCL's latencies.
-- Row operators at the largest H and smallest TP are beyond the 0.5 GB that were measured, on the linear part of their
-- fits.
local other_format = "FP32, where the paper has half precision; the same operators measured in FP16 would resolve it"
local measured = tw.fits.mi210_fp32:plan()
measured.all_reduce = "ring"
pati23.measured = { name = "meas", label = "Measured FP32", basis = "predicted", other = other_format,
  panel = "MI210 measured, FP32",
  note = tw.format("operators fitted to MI210 measured in FP32 (GEMMs off by %.0f %%, median), where communication over "
    .. "compute is half of half precision's", 100 * tw.fits.mi210_fp32:errors()[1].median),
  model = model, run = run{ format = "fp32" }, software = ideal,
  device = tw.devices.mi210{ net0_size = 1048576 }, plan = measured }

-- Large GEMMs as measured on MI210 in BF16, row operators with their minimum traffic; only the node is the paper's.
local function half_precision(name, label, panel, device, note)
  return { name = name, label = label, panel = panel, basis = "predicted", model = model, run = run{ format = "bf16" },
    software = ideal,
    device = device, plan = { gemm = tw.fits.mi210_large, all_reduce = "ring" },
    note = tw.format("GEMMs fitted to MI210 measured in BF16 (off by %.0f %%, median), row operators at the rate of the "
      .. "memory; %s", 100 * tw.fits.mi210_large:errors()[1].median, note),
    cause = "model: batched GEMMs, row operators and collectives at these sizes are not measured; they would resolve it" }
end
pati23.bf16 = half_precision("bf16", "Measured BF16", "MI210 measured, BF16 (predicted)", tw.devices.mi210_paper,
  "the paper's 150 GB/s")
pati23.bf16_rccl = half_precision("bf16_rccl", "Measured BF16, RCCL", "BF16 with RCCL's latencies (predicted)",
  tw.devices.mi210{ net0_size = 1048576 }, "all-reduces with RCCL's latencies")

-- The 150 GB/s are a peak. RCCL counts 36 GB/s of a link's 50 (MI200_XGMI_WIDTH, src/graph/topo.h), and on MI300X it was
-- measured to reach 307 of the 336 that it counts. The half-way payload is also that of MI300X
-- (twocs/data/devices/amd.lua).
local counted = 3 * 36e9 * 307 / 336
pati23.bf16_links = half_precision("bf16_links", "Measured BF16, RCCL's links", "the same, RCCL's links (predicted)",
  tw.devices.mi210{ net0_size = 1048576, net0_bw = counted, net0_half = tw.devices.mi300x.net0_half },
  tw.format("all-reduces with RCCL's latencies, at the %.0f of 150 GB/s that RCCL reaches by its own count",
    counted / 1e9))

-- The readings of Figures 10 (a) and 11 (a), predicted ones first; and those of Figure 12.
pati23.figures = { pati23.calibrations[1], pati23.calibrations[2], pati23.bf16, pati23.bf16_rccl, pati23.bf16_links,
  pati23.measured, pati23.calibrations[3] }
pati23.case_study = { pati23.calibrations[1], pati23.calibrations[2], pati23.calibrations[3], pati23.measured }

-- Overlap is among the node's four devices, for which both readings of Cal-0 are equal.
pati23.overlap = { pati23.calibrations[1], pati23.bf16, pati23.bf16_rccl, pati23.bf16_links, pati23.measured,
  pati23.calibrations[3] }

--- The case of a calibration, with more keys: sweep(pati23.case(cal, { over = ... })). The paper's algebra accepts any
--- degree as a divisor, so illegal layouts are allowed; studies that show such points also compute `legal`.
function pati23.case(calibration, more)
  local case = { model = calibration.model, run = calibration.run, device = calibration.device, law = calibration.law,
    plan = calibration.plan, layout = { dp = 4 }, software = calibration.software, illegal = "allow" }
  for key, value in pairs(more or {}) do case[key] = value end
  return case
end

--- Today's calibrated model on the paper's device: PyTorch, GEMMs as measured in BF16, fused attention; links inside the
--- node for any degree, as the paper assumes.
function pati23.today(h, layout, more)
  local case = { model = tw.models.transformer{ head_dim = 64, h = h },
    device = tw.devices.mi210{ net0_size = 1048576 },
    run = { sl = 4096, b = 1, format = "bf16" }, layout = layout, illegal = "allow" }
  for key, value in pairs(more or {}) do case[key] = value end
  return case
end

--- The smallest and largest value of a result at the highlighted points with that model, in percent.
function pati23.today_ends(result, changes)
  local low, high = math.huge, -math.huge
  for _, point in ipairs(pati23.blue) do
    local case = pati23.today(point.h, { tp = point.tp, dp = 4 })
    if changes then case.device = case.device(changes) end
    local share = 100 * tw.eval(case, result)
    low, high = math.min(low, share), math.max(high, share)
  end
  return low, high
end

--- The same, and the value at the largest point.
function pati23.ends_and_last(result, last)
  local low, high = pati23.today_ends(result)
  return low, high, last
end

--- The value of a field at which a result reaches a value with that model, as text, or the text `none`.
function pati23.turns(case, field, result, value, scale, text, none)
  local found = tw.solve(case, { find = field, so_that = { [result] = value } })
  return found and tw.format(text, found * scale) or none or tw.format("no %s reaches it.", field)
end

--- The parts of a layer's time, relative to the column `whole`: compute alone, compute during hidden communication, its
--- slowdown by interference, and the serialized and exposed communication.
pati23.parts = { "alone", "during", "slowed", "serial", "exposed" }
pati23.part_times = { "t_layer", "t_cmp", "t_hide", "t_slow", "t_ser", "t_ovl", "t_exp" }
pati23.part_colours = { "compute", "overlapped", "interference", "serialized", "exposed" }
pati23.part_names = { "Compute", "Compute during DP", "Interference", "Serialized TP", "Exposed DP" }
function pati23.with_parts(t, whole)
  local function part(meaning, time) return { unit = "1", meaning = meaning, function(r) return time(r) / r[whole] end } end
  local function hidden(r) return math.min(r.t_ovl, r.t_hide) - r.t_slow end
  return t:derive(
    "alone", part("Compute alone", function(r) return r.t_cmp - hidden(r) end),
    "during", part("Compute, DP communication hidden by it", hidden),
    "slowed", part("Compute slowed by interference", function(r) return r.t_slow end),
    "serial", part("Serialized TP communication", function(r) return r.t_ser end),
    "exposed", part("Exposed DP communication", function(r) return r.t_exp end))
end

--- A highlighted point as text.
function pati23.point_text(r) return tw.format("H = %.0fK, TP = %.0f", r.h / 1024, r.tp) end

--- The rows of the highlighted points.
function pati23.blue_of(t)
  return t:where(function(r)
    for _, point in ipairs(pati23.blue) do
      if r.h == point.h and r.tp == point.tp then return true end
    end
  end)
end

--- Adds the column d_<axis> to a table with the key columns `keys`: the growth of `column` when only this axis is doubled.
function pati23.doubling(t, keys, axis, column)
  local others, names, added = {}, t:names(), tw.format("d_%s", axis)
  for _, key in ipairs(keys) do
    if key ~= axis then others[#others + 1] = key end
  end
  others[#others + 1], others[#others + 2] = "half", column
  local after = t:derive("half", function(r) return r[axis] / 2 end):select(others)
    :rename("half", axis):rename(column, "after")
  names[#names + 1] = added
  local meaning = tw.format("growth of %s when %s alone is doubled", column, axis)
  return t:join(after, keys):derive(added, { unit = t:unit(column), meaning = meaning,
    function(r) return r.after - r[column] end }):select(names)
end

--- Returns find(item, table, column, more): makes a finding in percent with the basis and the notes of the calibration.
function pati23.finder(calibration)
  return function(item, t, column, more)
    local f = { item, t, column, percent = true, basis = calibration.basis, label = calibration.label,
      note = calibration.note, other = calibration.other, cause = calibration.cause }
    for key, value in pairs(more or {}) do f[key] = value end
    if more and more.note then f.note = tw.format("%s; %s", calibration.note, more.note) end
    study.finding(f)
  end
end

--- The tables of make(calibration) for all readings of the machine in one table, distinguished by the column `reading`,
--- which gives the panels of figures.
function pati23.together(list, make)
  local all
  for _, cal in ipairs(list) do
    local t = make(cal):derive("reading", { meaning = "reading of the machine", function() return cal.panel end })
    all = all and all:append(t) or t
  end
  return all
end

local basis_of = {}
for _, list in ipairs{ pati23.figures, pati23.overlap } do
  for _, one in ipairs(list) do basis_of[one.panel] = one.other and "other" or one.basis end
end

--- The smallest and largest value of a column in percent, over the readings in half precision with one basis (default
--- "predicted"), so that titles have computed numbers.
function pati23.ends(t, column, basis)
  local low, high = math.huge, -math.huge
  for row in t:where(function(r) return basis_of[r.reading] == (basis or "predicted") end):rows() do
    low, high = math.min(low, 100 * row[column]), math.max(high, 100 * row[column])
  end
  return low, high
end

--- The range of a column over the points of each predicted reading in half precision, in percent: a list of { low, high },
--- the lowest first. Points of several readings do not form one range.
function pati23.ranges(t, column)
  local list = {}
  for reading, part in t:by "reading" do
    if basis_of[reading] == "predicted" then
      list[#list + 1] = { 100 * part:top(1, column, "ascending")[1][column], 100 * part:top(1, column)[1][column] }
    end
  end
  table.sort(list, function(a, b) return a[1] + a[2] < b[1] + b[2] end)
  return list
end

--- The same as text for a title, "20-28 to 33-42": the lowest and the highest reading.
function pati23.spread_text(t, column)
  local list = pati23.ranges(t, column)
  local function text(range)
    local low, high = tw.format("%.0f", range[1]), tw.format("%.0f", range[2])
    return low == high and low or tw.format("%s–%s", low, high)
  end
  return tw.format("%s to %s", text(list[1]), text(list[#list]))
end

--- The smallest and the largest width of these ranges, in points.
function pati23.widths(t, column)
  local least, most = math.huge, 0
  for _, range in ipairs(pati23.ranges(t, column)) do
    least, most = math.min(least, range[2] - range[1]), math.max(most, range[2] - range[1])
  end
  return least, most
end

--- The rows with the smallest and the largest value of a column in each reading, by these keys, for the option `values` of
--- a figure.
function pati23.outermost(t, column, keys)
  local points = {}
  for reading, part in t:by "reading" do
    for i, order in ipairs{ "ascending", "descending" } do
      local row, point = part:top(1, column, order)[1], { reading = reading }
      for _, key in ipairs(keys) do point[key] = row[key] end
      if i == 1 or row[column] ~= part:top(1, column, "ascending")[1][column] then points[#points + 1] = point end
    end
  end
  return points
end

--- For a subtitle: the range of the calibrated readings.
function pati23.calibrated_text(t, column)
  return tw.format("calibrated to the paper: %.0f to %.0f %%", pati23.ends(t, column, "calibrated"))
end

--- A published range as a band or bracket of a figure: published("P1-1", { x = ..., label = ... }).
function pati23.published(item, more)
  local low, high = study.published(item)
  local out = { from = low, to = high }
  if low == high or not low or not high then out = { at = low or high } end
  for key, value in pairs(more or {}) do out[key] = value end
  return out
end

return pati23
