-- SPDX-License-Identifier: MIT
-- What would move the wall? On an H100, three months, dense, the largest run is 2.7e31 FLOP. Which single change makes a
-- run of 1e32 possible? For each change: the value now, every value at which the largest run crosses the goal, and the
-- factor. Several crossings mean that the answers are not monotone; without a crossing, the largest run that the change
-- reaches.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local goal = 1e32
local base = erdil24.case "h100_sxm5"

-- The changed inputs, and the factor up to which they are decreased (below 1) or increased.
local asked = { { "Latency of both", "latency", 0.1 }, { "Latency of a hop", "net0_lat", 0.01 },
  { "Network bandwidth", "bw", 100 }, { "GPUs of a node", "net0_size", 128 }, { "Months", "months", 4 },
  { "Batch exponent", "batch_exponent", 1.5 }, { "Layers", "layer_scale", 0.25 }, { "d_ff / d_model", "ff_ratio", 16 } }
local drawn = { { "Latency of both", "latency", -1 }, { "Latency of a matmul", "launch", -1 },
  { "Latency of a hop", "net0_lat", -1 }, { "Network bandwidth", "bw", 1 }, { "Layers", "layer_scale", -1 } }

local function is_factor(find) return find == "latency" or find == "bw" end

local names = { "change", "crossing", "crossings", "now", "value", "factor", "reaches" }
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
local function row(...)
  local i = #columns.change + 1
  for k, name in ipairs(names) do columns[name][i] = (select(k, ...)) end
end
for _, change in ipairs(asked) do
  local title, find, far = change[1], change[2], change[3]
  local now = is_factor(find) and 1 or base[find]
  local first, all = tw.limits.solve(base, { find = find, so_that = { largest = goal }, from = math.min(now, now * far),
    to = math.max(now, now * far), points = 33 })
  if first then
    for k, value in ipairs(all) do row(title, k, #all, now, value, value / now, goal) end
  else
    row(title, 0, 0, now, now * far, far, (base:times{ [find] = far }:largest()))
  end
end
study.write("movers", tw.table{ names = names, columns = columns, units = { reaches = "flop", factor = "1" }, meanings = {
  change = "change", crossing = "number of the crossing; 0: none, the value is the end of the searched range",
  crossings = "how many there are", now = "value as published", value = "value at the crossing",
  factor = "value over the published one", reaches = "largest run there" } })

local curves = { change = {}, better = {}, largest = {} }
for _, change in ipairs(drawn) do
  for k = 0, 12 do
    local better, i = tw.pow(10, k / 12), #curves.change + 1
    curves.change[i], curves.better[i] = change[1], better
    curves.largest[i] = (base:times{ [change[2]] = change[3] < 0 and 1 / better or better }:largest())
  end
end
local needed = tw.limits.solve(base, { find = "latency", so_that = { largest = goal }, from = 0.1, to = 1, points = 33 })
study.lines("movers_wall", tw.table{ names = { "change", "better", "largest" }, columns = curves,
  units = { largest = "flop" }, meanings = { better = "times less or more" } }, { x = "better", y = "largest",
  panels = "change", logx = true, logy = true, steps = true, markers = false,
  hline = { at = goal, label = "a run of 10^{32} FLOP" },
  title = tw.format("A run of 10^{32} FLOP needs latencies scaled by %.2f; ten times the bandwidth moves the limit %s",
    needed, erdil24.moved(base:times{ bw = 10 }:largest() / (base:largest()))),
  subtitle = "H100 SXM5, dense, by the equations of the authors' program; more months or a larger batch have the effect of "
    .. "lower latency",
  legend = "", legend_at = "top",
  xlabel = "Times less; bandwidth: times more", ylabel = "Largest run (FLOP)" })

local known = erdil24.known "h100_sxm5"
local most = (known:largest())
local function first(find, values) return erdil24.first(known, find, values, "largest", goal) end
study.conclude("movers", {
  paper = "latency, not bandwidth, limits the largest run.",
  remains = tw.format("%s the largest run has %s FLOP, and %.1f times that with a hundred times the bandwidth; a run of %s "
    .. "is done at %.0f %% of the latencies.", erdil24.knowing, erdil24.flop(most),
    (known:times{ bw = 100 }:largest()) / most, erdil24.flop(goal), 100 * first("latency", erdil24.steps(0.9, 0.1, 0.1))),
  turns = tw.format("with the latencies as they are that run takes %.0f months in place of %.0f, or an exponent of the "
    .. "batch of %.2f in place of %.2f.", first("months", { 4, 5, 6, 7, 8, 9, 10, 11, 12 }), known.months,
    first("batch_exponent", { 0.18, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24 }), known.batch_exponent) })
