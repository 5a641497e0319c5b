-- SPDX-License-Identifier: MIT
-- Networks and latencies of the H100, dense and sparse, and what else the paper and its code were asked: months, shapes,
-- sequences, zero-bubble pipelines (sections 3.1 and 3.2 of the specification). Where linear scaling ends and how large the
-- largest run is, each with the published number; batch laws are in fig09, the GPUs before the H100 in generations.
local erdil24 = require "studies.erdil24"

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

erdil24.utilisation("networks_sparse_utilisation", experts, { title = "Innovations on the H100",
  subtitle = "sparse models, three months" })
erdil24.bars("networks_dense_bars", erdil24.headlines("networks_dense", dense), {
  title = "Networks and latencies of the H100", subtitle = "dense models, three months" })
erdil24.bars("networks_sparse_bars", erdil24.headlines("networks_sparse", experts), {
  title = "Networks and latencies of the H100", subtitle = "sparse models, three months" })

local variants = erdil24.headlines("networks_variants", {
  { title = "H100 PCIe", item = "E3.2-11", case = erdil24.case "h100_pcie" },
  h100("1 month", "E3.2-12", { months = 1 }), h100("3 months"), h100("6 months", "E3.2-13", { months = 6 }),
  h100("12 months", "E3.2-14", { months = 12 }),
  h100("L constant", "E3.2-24", { layer_exponent = 0 }, { note = "layer exponent 0, anchored at d = 12288" }),
  h100("L exponent 0.2", "E3.2-25", { layer_exponent = 0.2 }, { note = "layer exponent 0.2, anchored at d = 12288" }),
  h100("f = 16 d", "E3.2-26", { ff_ratio = 16 }), h100("s = 8192", "E3.2-27", { seq = 8192 }),
  h100("No zero bubble", "E3.2-28", { zero_bubble = "no" }) })
erdil24.bars("networks_variants_bars", variants, { title = "Time, shape and pipeline",
  subtitle = "H100 SXM5 but for the first; three months where none is said" })
