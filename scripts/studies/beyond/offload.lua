-- SPDX-License-Identifier: MIT
-- Offload (section 6.1.3 of Pati et al.): with optimizer state, or activations too, in the host's memory a model fits on
-- fewer devices, and the link to the host joins the critical path. Llama-3 70B on nodes of 8 H100: what fits on how many
-- devices, and what does it cost?
local tw = require "twocs"
local beyond = require "studies.beyond"
local study = require "twocs.study"

local kinds = { { "Nothing offloaded", {} }, { "Optimizer state", { offload_opt = 1 } },
  { "Optimizer state and activations", { offload_opt = 1, offload_kept = 1 } } }

local rows = {}
for _, kind in ipairs(kinds) do
  for _, devices in ipairs(tw.double(8, 256)) do
    local layout = { zero = "optimizer" }
    for key, value in pairs(kind[2]) do layout[key] = value end
    local t = tw.sweep(beyond.training("llama3_70b", 8192, 256, { layout = layout }), {
      over = { tp = { 2, 4, 8 }, pp = { 1, 2, 4, 8 }, dp = tw.double(1, 128), recompute = { "none", "full" },
        zero = { "optimizer", "gradients", "weights" } },
      where = { devices = devices, legal = 1, fits = 1 }, keep = 1, least = "t_step",
      want = { "t_step", "mfu", "mem_byte" } })
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
study.lines("offload_mfu", t, { x = "devices", y = "mfu", by = "kind", logx = 2, percent = true, ymin = 0, legend = "",
  legend_at = "top", title = tw.format("With offloaded state Llama-3 70B trains on %.0f H100, without it from %.0f on",
    fewest(kinds[2][1]), fewest(kinds[1][1])),
  subtitle = "256 sequences of 8,192 tokens; the fastest TP, PP, DP and ZeRO that fit; Megatron-Core as calibrated",
  xlabel = "GPUs (H100)" })
