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

sets["pooled"] = { -- cost 3.5 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.09, fused_rho = 1.032, eager_rho = 4.576,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
bands["none"] = { z = 1.903, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "none",
  parts = { up = { framework = 0.2468, release = 0, device = 0, experts = 0.2175 },
    down = { framework = 0.1319, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
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
