-- SPDX-License-Identifier: MIT
-- Figure 8: how the H100 is best laid out against training compute: (a) dense, (b) sparse, where a token's experts lie on
-- other GPUs, (c) dense with NVLink between all GPUs and a tenth of the latencies. The five degrees of the smallest cluster
-- that is done in three months; where layouts tie, they are those of one of them. A panel for each degree: in one their
-- steps would cross.
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
    subtitle = tw.format("%s, three months", one[2]),
    xlabel = erdil24.axis, ylabel = "Degree" })
end
