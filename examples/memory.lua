-- SPDX-License-Identifier: MIT
-- Does it fit, and what would make it fit? Llama 3 70B on eight H100: training, training with adapters, and serving.
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 8, sp = "yes" },
  run = { sl = 4096, b = 1 } }
print(tw.explain(case, "mem_byte", 1))

-- Adapters of rank 16: frozen weights have neither gradients nor optimizer state.
local terms = { "mem_byte", "weight_mem", "grad_mem", "opt_mem", "act_mem", "fits", "t_step", "mfu" }
tw.compare(case, { lora_rank = { 0, 16 }, recompute = { "none", "full" }, want = terms }):print()

-- Decode one token for each of b sequences with 8,192 tokens: weights, keys and values are read once.
tw.sweep(case, { run = { mode = "inference", sl = 1, kv_len = 8192, format = "bf16", attention = "fused" },
  layout = { tp = 8 }, over = { b = { 16, 64, 256 }, cache_byte = { 2, 1 } },
  want = { "mem_byte", "cache_mem", "fits", "t_step", "token_rate" } }):print()
