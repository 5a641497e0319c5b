-- SPDX-License-Identifier: MIT
-- Figure 8: how the H100 is best laid out against training compute: (a) dense, (b) sparse, where a token's experts lie on
-- other GPUs, (c) dense with NVLink between all GPUs and a tenth of the latencies. The five degrees of the smallest cluster
-- that is done in three months; where layouts tie, they are those of one of them.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"

local machines = {
  { "fig08a", "Dense models, H100", erdil24.case "h100_sxm5" },
  { "fig08b", "Sparse models, H100", erdil24.case("h100_sxm5", { sparse = "yes" }), "ep" },
  { "fig08c", "Dense models, H100, NVLink + low latency", erdil24.case "h100_sxm5_global_nvlink_low_latency" },
}
for _, one in ipairs(machines) do
  local t = one[3]:sweep{ want = { "d", "c_flop", "gpus", "dp", "tp_d", "tp_f", "pp", "ep", "micro", "interleave", "zb", "ties" } }
  study.write(one[1] .. "_layouts", t)
  study.lines(one[1], t, { x = "c_flop", y = { "dp", "tp_d", "tp_f", "pp", one[4] }, logx = 10, logy = 2, ymin = 1,
    markers = false, title = "Parallelism against scale", subtitle = one[2], xlabel = erdil24.axis, ylabel = "Degree",
    legend = "", legend_at = "top" })
end
