-- SPDX-License-Identifier: MIT
-- Claims of the paper in prose (section 3.5 of the specification): utilisation falls past about 1e28 FLOP, and a run is
-- infeasible above about 1e31, as orders of magnitude; the numbers of its summary; and its example of a cluster of GTX 580,
-- whose data were not available.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

local h100 = erdil24.case "h100_sxm5"
local linear, largest = h100:linear_end(), (h100:largest())
local _, wall = h100:closed()
local t = study.write("prose", tw.table{ names = { "linear_end", "largest", "wall" },
  columns = { linear_end = { linear }, largest = { largest }, wall = { wall } },
  units = { linear_end = "flop", largest = "flop", wall = "flop" },
  meanings = { linear_end = "linear scaling ends", largest = "largest run of the sweep",
    wall = "latency wall in closed form" } })
local orders = study.write("prose_orders", tw.table{ names = { "linear_end", "largest" },
  columns = { linear_end = { tw.log2(linear) / tw.log2(10) }, largest = { tw.log2(largest) / tw.log2(10) } },
  meanings = { linear_end = "power of ten at which linear scaling ends", largest = "power of ten of the largest run" } })

-- "At least a few orders of magnitude larger": the paper does not state which of its innovations it means, or whether it
-- means the end of linear scaling or the largest run. All possible meanings, as powers of ten.
local permitted = { innovation = {}, linear = {}, largest = {} }
for i, one in ipairs{ { "larger batches, by DeepSeek's law", erdil24.case("h100_sxm5", { batch_law = "deepseek" }) },
  { "NVLink everywhere, low latency", erdil24.case "h100_sxm5_global_nvlink_low_latency" },
  { "networks ten times as fast, low latency", erdil24.case "h100_sxm5_scaled" } } do
  permitted.innovation[i] = one[1]
  permitted.linear[i] = tw.log2(erdil24.linear_end(one[2]) / linear) / tw.log2(10)
  permitted.largest[i] = tw.log2(one[2]:largest() / largest) / tw.log2(10)
end
permitted = study.write("prose_permitted", tw.table{ names = { "innovation", "linear", "largest" }, columns = permitted,
  meanings = { innovation = "what the caption names", linear = "power of ten by which the end of linear scaling grows",
    largest = "power of ten by which the largest run grows" } })
study.finding{ "E3.5-8", permitted, { "linear", "largest" }, basis = "exact",
  span = "the number of a few, which innovation, and whether linear scaling or the largest run is meant",
  note = "a few is taken as three" }
study.finding{ "E3.5-1", orders, "linear_end", basis = "exact" }
study.finding{ "E3.5-2", orders, "largest", basis = "exact" }
study.finding{ "E3.5-3", t, "linear_end", basis = "exact" }
study.finding{ "E3.5-4", t, "largest", basis = "exact", note = "of the sweep; the closed form is E3.4-7",
  cause = "paper: its program's largest run rounds to 3e31; which of two definitions was rounded would resolve it" }

local gtx = study.write("prose_gtx580", tw.table{ names = { "dp", "pp", "tp", "gpus" },
  columns = { dp = { 1024 }, pp = { 32 }, tp = { 512 }, gpus = { 1024 * 32 * 512 } },
  meanings = { dp = "as printed", pp = "as printed", tp = "as printed", gpus = "their product" } })
study.finding{ "E3.5-5", gtx, "gpus", basis = "construction", note = "the product of the printed degrees" }
study.finding{ "E3.5-6", not_yet = "the authors' entry of the GTX 580 was not available" }
study.finding{ "E3.5-7", not_yet = "the authors' price of the GTX 580 was not available" }

local known = erdil24.known "h100_sxm5"
local known_most = (known:largest())
local tenth = erdil24.case "h100_sxm5":times{ latency = 0.1 }
study.conclude("prose", {
  paper = "utilisation falls for runs above about 1e28 FLOP, and runs above about 1e31 are not possible in three months.",
  remains = tw.format("linear scaling ends at %s and the largest run has %s FLOP, with a step between nodes of "
    .. "%.1f us as in "
    .. "NCCL's table (the paper: %.3g us) and GEMMs at %.0f %% of the peak.", erdil24.flop((known:linear_end())),
    erdil24.flop(known_most), 1e6 * known.net1_lat, 1e6 * h100.net1_lat, 100 * known.flop_eff),
  turns = tw.format("a tenth of all latencies makes the largest run %.0f times as large, a batch that does not "
    .. "grow %.3f times.", (tenth:largest()) / largest, (erdil24.case("h100_sxm5",
    { batch_law = "fixed" }):largest()) / largest) })
