-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each means), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all stacks;
-- those found without a stack, by which twocs says how far to trust it, are read where somebody asks (held_out.lua).
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  "none" is for runs of a stack that is not known here (predict/bands.lua): z, the constant band that would do as
--          well, what is left of rows, what is added where a run is unfamiliar (predict/unfamiliar.lua), and the sd of each
--          constant's logarithm
--   stacks frameworks of each stack, and peaks in BF16 of its devices, which are their generations
local sets, bands = {}, {}

sets["pooled"] = { -- cost 3.6 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.09, fused_rho = 1.024, eager_rho = 4.576,
  flash = 0.3419, comm_passes = 3.121, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
bands["none"] = { z = 1.800, constant = 0.310, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "none",
  parts = { up = { framework = 0.1869, release = 0, device = 0, experts = 0.1455 },
    down = { framework = 0.06886, release = 0.06709, device = 0, experts = 0.1597 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
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
