-- SPDX-License-Identifier: MIT
-- Section 4.3.5: why overlapped communication has a larger share at small H. The paper gives two reasons: small all-reduces
-- do not saturate the network, while the compute of these sizes fills the device. Each reason is a rate at H = 1K relative
-- to that at H = 64K, for the region of Figure 10 (b): TP 16, four devices, SL * B = 4K.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local small, large = 1024, 65536
local function rates(cal, h)
  local r = tw.eval(pati23.case(cal, { model = cal.model{ h = h }, layout = { tp = 16, dp = 4 } }),
    { "roi_payload", "t_roi_call", "t_roi" })
  return r.roi_payload / r.t_roi_call, r.roi_payload / r.t_roi -- flop are proportional to weights at fixed tokens
end

local found = {}
-- Readings without latency have one bandwidth for all sizes; with any latency, smaller messages must have less.
local constant = "model: its all-reduces have no latency, and so one bandwidth for all sizes; an all-reduce of this size "
  .. "timed on MI210 would resolve it"
for _, cal in ipairs{ pati23.calibrations[1], pati23.bf16 } do
  local few, many = rates(cal, small), rates(cal, large)
  pati23.finder(cal)("P1-36", study.write(tw.format("sec435_%s", cal.name), tw.table{ names = { "network" },
    columns = { network = { few / many } }, units = { network = "1" },
    meanings = { network = "bandwidth at H = 1K over that at H = 64K" } }), "network", { cause = constant })
end
for _, cal in ipairs{ pati23.bf16_rccl, pati23.bf16_links, pati23.measured, pati23.calibrations[3] } do
  local network, compute = rates(cal, small)
  local full_network, full_compute = rates(cal, large)
  local t = study.write(tw.format("sec435_%s", cal.name), tw.table{ names = { "network", "compute" },
    columns = { network = { network / full_network }, compute = { compute / full_compute } },
    units = { network = "1", compute = "1" }, meanings = { network = "bandwidth at H = 1K over that at H = 64K",
      compute = "flop/s at H = 1K over those at H = 64K" } })
  local find = pati23.finder(cal)
  find("P1-36", t, "network", { basis = "construction" })
  find("P1-37", t, "compute", { cause = cal.basis == "calibrated" and "model: its law of tiles leaves much of the device "
    .. "idle in GEMMs of this size; their times in half precision would resolve it" or "measurement: times of GEMMs of "
    .. "these sizes are extrapolated from larger ones, and fall short in FP32, where they were measured; their times in "
    .. "half precision would resolve it" })
  found[cal.name] = t[1]
end

local order = {}
for _, cal in ipairs{ pati23.bf16_rccl, pati23.bf16_links, pati23.measured } do
  local one = found[cal.name]
  order[#order + 1] = tw.format("%s (%s)", one.network < one.compute and "so" or "not so", cal.label)
end
study.conclude("sec435", {
  paper = "small models hide less, because their all-reduces do not saturate the network but their GEMMs saturate the "
    .. "device.",
  remains = tw.format("neither is saturated: at H = 1K all-reduces reach %.0f %% of their bandwidth at 64K (RCCL's "
    .. "latencies), and GEMMs %.0f %% of their rate (MI210 measured in BF16, extrapolated to smaller sizes).",
    100 * found.bf16_rccl.network, 100 * found.bf16_rccl.compute),
  turns = tw.format("the overlapped share is higher at small H if the first is below the second: %s.",
    table.concat(order, ", ")) })
