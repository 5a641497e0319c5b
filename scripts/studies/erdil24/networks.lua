-- SPDX-License-Identifier: MIT
-- Networks and latencies of the H100, dense and sparse, and the other questions of the paper and its code: months, shapes,
-- sequences, zero-bubble pipelines (sections 3.1 and 3.2 of the specification). The end of linear scaling and the largest
-- run, each with the published number; batch laws are in fig09.lua, older GPUs in generations.lua.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

local sparse = { sparse = "yes" }
local function h100(title, item, changes, more)
  local one = { title = title, item = item, case = erdil24.case("h100_sxm5", changes) }
  for key, value in pairs(more or {}) do one[key] = value end
  return one
end

local function of_network(gpu, item, changes, printed)
  return { title = erdil24.titles[gpu], item = item, case = erdil24.case(gpu, changes), util = printed }
end

local dense = { of_network("h100_sxm5", "E3.1-3", nil, true), of_network("h100_sxm5_low_latency", "E3.1-4", nil, true),
  of_network("h100_sxm5_global_nvlink", "E3.1-5", nil, true), of_network("h100_sxm5_superpod", "E3.2-8"),
  of_network("h100_sxm5_global_nvlink_low_latency", "E3.1-6", nil, true),
  of_network("h100_sxm5_infinite_network_low_latency", "E3.1-7", nil, true), of_network("h100_sxm5_scaled", "E3.2-9") }
local experts = { of_network("h100_sxm5", "E3.2-3", sparse), of_network("h100_sxm5_low_latency", "E3.2-4", sparse),
  of_network("h100_sxm5_global_nvlink", "E3.2-5", sparse),
  of_network("h100_sxm5_global_nvlink_low_latency", "E3.2-6", sparse),
  of_network("h100_sxm5_infinite_network_low_latency", "E3.2-7", sparse),
  of_network("h100_sxm5_scaled", "E3.2-10", sparse) }

erdil24.utilisation("networks_sparse_utilisation", experts, { panels = "name", title = function(ends)
  return tw.format("For sparse models, low latency and NVLink move the end of linear scaling %.0f-fold",
    ends["NVLink + low latency"] / ends.H100)
end, subtitle = "three months" })
local function title(t)
  local function times(case) return erdil24.of(t, case, "largest") / erdil24.of(t, "H100", "largest") end
  return tw.format("A tenth of the latencies moves the largest run %s, NVLink everywhere %s",
    erdil24.moved(times "Low latency"), erdil24.moved(times "Global NVLink"))
end
erdil24.ends("networks_dense_ends", erdil24.headlines("networks_dense", dense), dense, {
  title = title, subtitle = "H100, dense models, three months" })
erdil24.ends("networks_sparse_ends", erdil24.headlines("networks_sparse", experts), experts, {
  title = title, subtitle = "H100, sparse models, three months" })

local base = erdil24.case "h100_sxm5"
local variants = {
  { title = "H100 PCIe", item = "E3.2-11", case = erdil24.case "h100_pcie" },
  h100("1 month", "E3.2-12", { months = 1 }), h100("3 months", nil, nil, { printed = "E3.1-3" }),
  h100("6 months", "E3.2-13", { months = 6 }),
  h100("12 months", "E3.2-14", { months = 12 }),
  h100("Layers constant", "E3.2-24", { layer_exponent = 0 }, { note = "layer exponent 0, anchored at d = 12288" }),
  h100("Layer exponent 0.2", "E3.2-25", { layer_exponent = 0.2 }, { note = "layer exponent 0.2, anchored at d = 12288" }),
  h100("d_ff = 16 d_model", "E3.2-26", { ff_ratio = 16 }), h100("8192-token sequences", "E3.2-27", { sl = 8192 }),
  h100("No zero bubble", "E3.2-28", { zero_bubble = "no" }) }
erdil24.ends("networks_variants_ends", erdil24.headlines("networks_variants", variants), variants, {
  title = function(t)
    return tw.format("In four times the months the largest run is %.0f times as large",
      erdil24.of(t, "12 months", "largest") / erdil24.of(t, "3 months", "largest"))
  end,
  subtitle = tw.format("H100 SXM5 except the first; three months unless stated otherwise, d_ff = %.0f d_model and a "
    .. "layer exponent of %.3f", base.ff_ratio, base.layer_exponent) })

local most = (base:largest())
local free = erdil24.case "h100_sxm5_global_nvlink_low_latency"
study.conclude("networks", {
  paper = "more bandwidth and a tenth of the latencies allow training runs that are larger by a few orders of magnitude.",
  remains = tw.format("NVLink everywhere with low latency makes the largest run %.0f times as large (%s FLOP), by the "
    .. "paper's own model.", (free:largest()) / most, erdil24.flop((free:largest()))),
  turns = tw.format("NVLink everywhere alone leaves it as large: %.1f times.",
    (erdil24.case "h100_sxm5_global_nvlink":largest()) / most) })
