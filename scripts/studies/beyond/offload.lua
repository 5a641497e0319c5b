-- SPDX-License-Identifier: MIT
-- Offload (section 6.1.3 of Pati et al.): with optimizer state, and possibly activations, in the host's memory, a model
-- fits on fewer devices, but the link to the host becomes part of the critical path. Llama-3 70B on nodes of 8 H100: how
-- many devices are needed, and what does it cost?
local tw = require "twocs"
local beyond = require "studies.beyond"
local study = require "twocs.study"

local kinds = { { "Nothing offloaded", {} }, { "Optimizer state", { offload_opt = 1 } },
  { "Optimizer state and activations", { offload_opt = 1, offload_kept = 1 } } }

-- The fastest layout that fits, on H100 or on a device with other links.
local function fastest(kind, devices, record)
  local layout = { zero = "optimizer" }
  for key, value in pairs(kind[2]) do layout[key] = value end
  local case = beyond.training("llama3_70b", 8192, 256, { layout = layout })
  case.device = record or case.device
  return tw.sweep(case, {
    over = { tp = { 2, 4, 8 }, pp = { 1, 2, 4, 8 }, dp = tw.double(1, 128), recompute = { "none", "full" },
      zero = { "optimizer", "gradients", "weights" } },
    where = { devices = devices, legal = 1, fits = 1 }, keep = 1, least = "t_step",
    want = { "t_step", "mfu", "mem_byte" } })
end

local rows = {}
for _, kind in ipairs(kinds) do
  for _, devices in ipairs(tw.double(8, 256)) do
    local t = fastest(kind, devices)
    if t.n > 0 then
      rows[#rows + 1] = { devices = devices, kind = kind[1], rate = devices * t[1].t_step, mfu = t[1].mfu,
        mem_byte = t[1].mem_byte }
    end
  end
end
local t = beyond.table(rows, { { "devices", "1", "Devices" }, { "kind", nil, "In the host's memory" },
  { "mfu", "1", "Model FLOP utilisation" }, { "rate", "s", "Device seconds of a step" },
  { "mem_byte", "byte", "Memory of a device" } })
local function fewest(kind)
  local least = math.huge
  for r in t:where{ kind = kind }:rows() do least = math.min(least, r.devices) end
  return least
end
local few = fewest(kinds[2][1])
local slower = tw.devices.h100_sxm:times{ host_bw = 0.5 }
study.lines("offload_mfu", t, { x = "devices", y = "mfu", by = "kind", logx = 2, percent = true, ymin = 0, legend = "",
  legend_at = "top", title = tw.format("With offloaded state Llama-3 70B fits on %.0f H100, without offloading on %.0f "
    .. "or more",
    few, fewest(kinds[1][1])),
  note = tw.format("What would change it: at half the bandwidth to the host optimizer state offloaded on %.0f H100 reaches "
    .. "%.0f %%.", few, 100 * fastest(kinds[2], few, slower)[1].mfu),
  subtitle = "256 sequences of 8,192 tokens; the fastest TP, PP, DP and ZeRO that fit; Megatron-Core as calibrated",
  xlabel = "GPUs (H100)" })
