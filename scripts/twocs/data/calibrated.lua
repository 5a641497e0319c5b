-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (their meanings are in predict/constants.lua), calibrated by
-- scripts/generate/constants.lua to runs that others measured. "pooled" is one set for all stacks. Sets that were fitted
-- without one stack, which show the accuracy of predictions, are in held_out.lua, which is read only when it is used.
--   cost   of the fitted rows: their mean error, in which small errors count less than in proportion, plus the cost of
--          moved constants
--   bands  "none" is for runs of an unknown stack (predict/bands.lua): z; the equivalent constant band; the residuals of
--          rows; what unfamiliar properties of a run add (predict/unfamiliar.lua); and the sd of the logarithm of each
--          constant
--   stacks frameworks of each stack, and the BF16 peaks of its devices, which distinguish generations
local sets, bands = {}, {}

sets["pooled"] = { -- cost 3.6 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1.107, fused_rho = 1.099, eager_rho = 4.541,
  flash = 0.3419, comm_passes = 3.62, fp8_gemm = 0.8728, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
bands["none"] = { z = 1.903, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "none",
  parts = { up = { framework = 0.23, release = 0, assumed = 0.2126, device = 0, experts = 0.1997 },
    down = { framework = 0.1024, release = 0.07372, assumed = 0.2183, device = 0, experts = 0.0724 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }

local stacks = {
  korthikanti = { software = { "megatron_lm@2022" }, peaks = { 3.12e+14 } },
  foundry = { software = { "llm_foundry" }, peaks = { 3.12e+14 } },
  internevo = { software = { "internevo" }, peaks = { 3.12e+14 } },
  dgxc = { software = { "nemo" }, peaks = { 9.894e+14 } },
  mlperf = { software = { "nemo" }, peaks = { 9.894e+14 } },
  nemo = { software = { "nemo" }, peaks = { 9.894e+14 } },
  nanotron = { software = { "nanotron" }, peaks = { 9.894e+14 } },
  fms = { software = { "fms_fsdp" }, peaks = { 3.12e+14, 9.894e+14 } },
}

local function others(list, kind)
  return setmetatable(list, { __index = function(_, name) return require("twocs.data.held_out")[kind][name] end })
end

return { sets = others(sets, "sets"), bands = others(bands, "bands"), stacks = stacks }
