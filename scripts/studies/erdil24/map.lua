-- SPDX-License-Identifier: MIT
-- The end of linear scaling on an H100 over latency (of a matmul and of every hop) and bandwidth (of every level of the
-- network): a map with 40 x 40 cells, each searched separately. Then cuts through it. The steps are those of the widths in
-- a sweep.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

-- n factors from `from` on, twelve per decade, rounded to three digits.
local function factors(from, n)
  local list = {}
  for i = 1, n do list[i] = tonumber(tw.format("%.3g", from * tw.pow(10, (i - 1) / 12))) end
  return list
end

local base = erdil24.case "h100_sxm5"
local t = tw.limits.map{ base, over = { latency = factors(0.01, 40), bw = factors(0.1, 40) }, find = "linear_end",
  want = { "util", "gpus" } }
local alone = t:where{ latency = 1 }:top(1, "linear_end")[1].linear_end
local both = t:top(1, "linear_end")[1].linear_end
local function place(of)
  local row = of:top(1, "linear_end")[1]
  return { bw = row.bw, latency = row.latency }
end
study.heat("map_linear_end", t, { x = "bw", y = "latency", z = "linear_end", logz = true,
  mark = { { bw = 1, latency = 1 } }, mark_label = "the H100", contours = true,
  values = { { bw = 1, latency = 1 }, place(t:where{ latency = 1 }), place(t) },
  title = tw.format("Bandwidth alone moves the end of linear scaling to %s FLOP, bandwidth with latency to %s",
    erdil24.flop(alone),
    erdil24.flop(both)), subtitle = "H100 SXM5, three months, dense; by the equations of the authors' program",
  xlabel = "Network bandwidth, against the H100's",
  ylabel = "Latency, against the H100's", zlabel = "Linear scaling ends at (FLOP)" })

local cuts = tw.limits.map{ base, over = { latency = { 0.01, 0.1, 1, 10 }, bw = factors(0.1, 37) } }
local function most(latency) return cuts:where{ latency = latency }:top(1, "linear_end")[1].linear_end end
study.lines("map_bandwidth", cuts, { x = "bw", y = "linear_end", by = "latency", logx = true, logy = true, markers = false,
  steps = true, values = { { bw = 1, latency = 1 }, { bw = cuts:top(1, "bw")[1].bw } },
  title = tw.format("At the H100's latency bandwidth helps up to %s FLOP, at a tenth of it up to %s", erdil24.flop(most(1)),
    erdil24.flop(most(0.1))),
  subtitle = "H100 SXM5, three months, dense; by the equations of the authors' program",
  legend = "Latency, times the H100's",
  vline = { at = 1,
    label = "the H100" },
  xlabel = "Network bandwidth, against the H100's", ylabel = "Linear scaling ends at (FLOP)" })

-- The same with the project's measured values of H100: the bandwidth that is enough, and the latency at which more
-- bandwidth helps.
local known = erdil24.known "h100_sxm5"
local wide = known:times{ bw = 100 }
local best, goal = (wide:linear_end()), 1e31
local enough = erdil24.first(known, "bw", { 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 4, 5, 6, 8, 10, 20, 50, 100 },
  "linear_end", best)
local latency = erdil24.first(wide, "latency", erdil24.steps(0.9, 0.1, 0.1), "linear_end", goal)
study.conclude("map", {
  paper = "bandwidth helps much only if latencies decrease too.",
  remains = tw.format("%s bandwidth alone moves the end of linear scaling from %s to %s FLOP, and more than %.2g times the "
    .. "bandwidth has no further effect.", erdil24.knowing, erdil24.flop((known:linear_end())), erdil24.flop(best), enough),
  turns = tw.format("with ample bandwidth linear scaling passes %s FLOP at %.0f %% of the latencies; with a tenth of them "
    .. "and the bandwidth of today it ends at %s.", erdil24.flop(goal), 100 * latency,
    erdil24.flop((known:times{ latency = 0.1 }:linear_end()))) })
