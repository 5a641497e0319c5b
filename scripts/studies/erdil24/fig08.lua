-- SPDX-License-Identifier: MIT
-- Figure 8: the best layout of the H100 over training compute: (a) dense, (b) sparse, with a token's experts on other GPUs,
-- (c) dense with NVLink between all GPUs and a tenth of the latencies. The five degrees of the smallest cluster that meets
-- three months; if layouts tie, those of one of them. Each degree has a panel, because the steps would cross in one panel.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

local machines = {
  { "fig08a", "dense models, H100", erdil24.case "h100_sxm5" },
  { "fig08b", "sparse models, H100", erdil24.case("h100_sxm5", { sparse = "yes" }) },
  { "fig08c", "dense models, H100, NVLink + low latency", erdil24.case "h100_sxm5_global_nvlink_low_latency" },
}
local degrees = { { "dp", "Data" }, { "tp_d", "Tensor, d_model" }, { "tp_f", "Tensor, d_ff" }, { "pp", "Pipeline" },
  { "ep", "Expert" } }
for _, one in ipairs(machines) do
  local t = one[3]:sweep{ want = { "d", "c_flop", "gpus", "dp", "tp_d", "tp_f", "pp", "ep", "micro", "interleave", "zb",
    "ties" } }
  study.write(tw.format("%s_layouts", one[1]), t)
  local drawn = { c_flop = {}, parallelism = {}, degree = {} }
  for _, degree in ipairs(degrees) do
    for r in t:rows() do
      if degree[1] == "ep" and one[3].stack_experts == 1 then break end
      local i = #drawn.degree + 1
      drawn.c_flop[i], drawn.parallelism[i], drawn.degree[i] = r.c_flop, degree[2], r[degree[1]]
    end
  end
  study.lines(one[1], tw.table{ names = { "c_flop", "parallelism", "degree" }, columns = drawn,
    units = { c_flop = "flop", degree = "1" } }, { x = "c_flop", y = "degree", panels = "parallelism", logx = 10, logy = 2,
    ymin = 1, markers = false, steps = true,
    title = tw.format("From %s to %s FLOP data parallelism grows from %.0f to %.0f",
      erdil24.flop(t[1].c_flop), erdil24.flop(t[t.n].c_flop), t[1].dp, t[t.n].dp),
    subtitle = tw.format("%s, three months; by the equations of the authors' program", one[2]),
    xlabel = erdil24.axis, ylabel = "Degree" })
end

-- The same runs with the project's measured values of H100: TP in both directions, DP and PP, and how many runs keep the
-- cut of the weights.
local known = erdil24.known "h100_sxm5"
local wanted = { "d", "c_flop", "dp", "tp_d", "tp_f", "pp" }
local function tp(r) return r.tp_d * r.tp_f end
local paper, own, kept = machines[1][3]:sweep{ want = wanted }, known:sweep{ want = wanted }, 0
for i = 1, math.min(paper.n, own.n) do
  local a, b = paper[i], own[i]
  if tp(a) == tp(b) and a.dp == b.dp and a.pp == b.pp then kept = kept + 1 end
end
local function grown(t)
  local first, last = t[1], t[t.n]
  return tw.format("TP grows from %.0f to %.0f and DP from %.0f to %.0f, and PP is %.0f to %.0f", tp(first), tp(last),
    first.dp, last.dp, t:top(1, "pp", "ascending")[1].pp, t:top(1, "pp")[1].pp)
end
local last = own[own.n]
local free = erdil24.wide(known):times{ latency = 0.1 }:sweep{ want = wanted }:where{ d = last.d }[1]
study.conclude("fig08", {
  paper = tw.format("large dense runs need TP, DP and PP together: in the authors' program, from the smallest to the "
    .. "largest run, %s.", grown(paper)),
  remains = tw.format("%s %s; %.0f of %.0f runs keep the paper's degrees.", erdil24.knowing, grown(own), kept,
    math.min(paper.n, own.n)),
  turns = tw.format("with NVLink's bandwidth everywhere and a tenth of the latencies the largest of these runs has DP "
    .. "%.0f in place of %.0f, and TP %.0f in place of %.0f.", free.dp, last.dp, tp(free), tp(last)) })
