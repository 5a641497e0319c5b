-- SPDX-License-Identifier: MIT
-- What does the next doubling of my cluster buy? Llama 2 7B with 4 million tokens in a step, on H100 nodes, each size with
-- its best layout. The plan selects the ring of NCCL; the default is the fastest algorithm.
local tw = require "twocs"

local case = { model = "llama2_7b", device = "h100_sxm", plan = { all_gather = "rings", reduce_scatter = "rings" },
  run = { sl = 4096, global_batch = 1024, format = "bf16", attention = "fused", dropout = "no" } }
local t = tw.scaling(case, { gpus = tw.double(256, 8192), layout = "best" })
t:print{ "gpus", "token_rate", "gain", "mfu", "device_power", "joule_tokens", "gpu_hours", "rent_low", "energy_low" }
local least = t:where(function(r) return r.gain == r.gain end):sort("gain")[1]
tw.lines("next_doubling", t, { x = "gpus", y = "gain", logx = 2, ymin = 0, ymax = 1.05, xlabel = "GPUs",
  title = tw.format("A doubling adds least to %.0f GPUs: %.0f %%", least.gpus, 100 * least.gain),
  ylabel = "Gain of the next doubling" })
