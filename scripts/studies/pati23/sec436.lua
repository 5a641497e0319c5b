-- SPDX-License-Identifier: MIT
-- 4.3.6: flop-vs-bw, the factor by which compute outgrew the links from one generation of devices to the next, from data
-- sheets: FP16 with dense peaks on both sides, and with sparse ones if a sheet has them. Of the four parts that the paper
-- cites, V100 to A100 is in its 2 to 4 only with A100's sparse peak (E21), and MI100 to MI210 is not; MI50 to MI100 is
-- above it. The dense growth from V100 to A100 is a scenario of its own. It is compared with the past trend of 2.4, for
-- which P100 to V100 is our reading, with the links between nodes of 4.3.7, and with the formats of 6.2.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local generations = {
  -- FP16 on matrix units was new: before, it was FP32.
  { "P100", "p100_sxm", "V100", "v100_sxm", before = "peak_fp32" },
  { "V100", "v100_sxm", "A100", "a100_80g" }, { "A100", "a100_80g", "H100", "h100_sxm" },
  { "H100", "h100_sxm", "B200", "b200_sxm" },
  { "MI50", "mi50", "MI100", "mi100" }, { "MI100", "mi100", "MI210", "mi210" }, { "MI250X", "mi250x", "MI300X", "mi300x" },
}
local names = { "from", "to", "generation", "flop", "bw", "dense", "sparse" }
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
for i, g in ipairs(generations) do
  local old, new = tw.devices[g[2]], tw.devices[g[4]]
  local before = g.before or "peak_fp16"
  local flop, bw = new.peak_fp16 / old[before], new.net0_bw / old.net0_bw
  local sparse = (new.peak_fp16_sparse or new.peak_fp16) / (old.peak_fp16_sparse or old[before])
  local cells = { from = g[1], to = g[3], generation = tw.format("%s to %s", g[1], g[3]), flop = flop, bw = bw,
    dense = flop / bw, sparse = sparse / bw }
  for name, cell in pairs(cells) do columns[name][i] = cell end
end
local t = study.write("sec436", tw.table{ names = names, columns = columns,
  units = { flop = "1", bw = "1", dense = "1", sparse = "1" } })
local low, high = study.published "P1-11"
local inside = t:where(function(r) return r.dense >= low and r.dense <= high end)
study.dumbbell("sec436_generations", t, { y = "generation", x = { "dense", "sparse" }, labels = true, xmin = 0,
  names = { "dense peaks", "sparse peaks where stated" }, vband = { from = low, to = high, label = "published" },
  title = tw.format("By dense peaks %.0f of %.0f generations are in the published range", inside.n, t.n),
  subtitle = "FP16 peak (P100: FP32) over link bandwidth, from data sheets",
  xlabel = "Growth of compute over growth of bandwidth (flop-vs-bw)" })
-- The data sheets contradict the paper, but the paper does not contradict itself: its range is kept as printed.
local mixed = "paper: its range needs a peak with sparsity over one without (E21); a definition of flop-vs-bw would "
  .. "resolve it"
study.finding{ "P1-11", t:where{ generation = { "V100 to A100", "MI100 to MI210" } }, "dense", basis = "exact",
  cause = mixed, note = "dense peaks, V100 to A100 and MI100 to MI210" }
study.finding{ "P1-11", t:where{ generation = { "V100 to A100", "MI50 to MI100" } }, "sparse", basis = "exact",
  cause = "reading: MI50 to MI100 is our pair and above the range, and the paper does not cite MI50; the pairs of devices "
    .. "that it compared would resolve it",
  note = "with the sparse peak of A100, and MI50 to MI100" }
local past = t:where{ from = "P100" }
-- This pair was chosen because it gives the printed numbers.
study.finding{ "P1-21", past, "flop", basis = "construction", note = "P100 (FP32) to V100 (FP16), chosen for it" }
study.finding{ "P1-21b", past, "bw", basis = "construction", note = "P100 to V100, chosen for it" }
study.finding{ "P1-21c", past, "dense", basis = "construction", note = "P100 to V100, chosen for it" }

local once = t:where{ from = "V100" }[1].dense
local scenario = pati23.together(pati23.calibrations, function(cal)
  return tw.sweep(pati23.case(cal, { over = { pati23.blue, flop_vs_bw = { 1, once, 2, 4 } }, want = { "f_ser" } }))
    :derive("point", { meaning = "highlighted point", pati23.point_text })
end)
local function at(flop_vs_bw) return pati23.ends(scenario:where{ flop_vs_bw = flop_vs_bw }, "f_ser") end
local least, most = at(once)
study.lines("sec436_scenario", scenario, { x = "flop_vs_bw", y = "f_ser", by = "point", panels = "reading", logx = 2,
  percent = true, ymin = 0, vline = { at = once, label = "V100 to A100, dense" },
  vband = { from = low, to = high, label = "published for a generation" }, legend = "",
  title = tw.format("After one generation like V100 to A100 communication takes %.0f to %.0f %%, predicted", least, most),
  subtitle = "MI210, SL = 4K, B = 1, at the highlighted points", xlabel = "Compute over network, against today",
  ylabel = "Share of training time" })

local links = { names = { "device", "slower" }, columns = { device = {}, slower = {} }, units = { slower = "1" } }
for _, name in ipairs{ "v100_sxm", "a100_40g", "a100_80g", "h100_sxm", "h200_sxm", "b200_sxm", "gb200_nvl72", "b300_sxm",
  "gb300_nvl72", "mi250x", "mi300x", "mi325x", "mi355x" } do
  table.insert(links.columns.device, name)
  table.insert(links.columns.slower, tw.devices[name].net0_bw / tw.devices[name].net1_bw)
end
study.finding{ "P1-19", study.write("sec436_links", tw.table(links)), "slower", basis = "predicted",
  cause = "set-up: the cited 8 comes from one system of 2021; its bandwidths would resolve it",
  note = "links inside the node over links between nodes, of thirteen devices that have both" }

local mi210 = tw.devices.mi210
local formats = study.write("sec436_formats", tw.table{ names = { "peak", "byte" }, units = { peak = "1", byte = "1" },
  columns = {
    peak = { mi210.peak_fp16 / mi210.peak_fp32 },
    byte = { 4 / 2 } } })
study.finding{ "P1-20", formats, "peak", basis = "exact", note = "matrix rates; against the vector rate of FP32 it is 8" }
study.finding{ "P1-20b", formats, "byte", basis = "construction" } -- by definition of the formats

study.conclude("sec436", {
  paper = tw.format("compute outgrows the network by %s from one generation to the next.",
    study.published_text "P1-11"),
  remains = tw.format("by dense peaks %.0f of %.0f generations are in that range: data sheets, which no "
    .. "calibration moves.",
    inside.n, t.n),
  turns = tw.format("V100 to A100 is in it if A100's sparse peak is divided by V100's dense peak: %.2f instead of %.2f.",
    t:where{ from = "V100" }[1].sparse, once) })
