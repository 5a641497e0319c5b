-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "deepseek_v3", device = "h800_sxm",
  software = { like = "megatron_core", fp8_recipe = "block", dispatch_byte = 1.03, weight_byte = 1 },
  run = { mode = "inference", sl = 1, kv_len = 4096, b = 128, micro_batch = 64, format = "fp8" },
  layout = { dispatch = "nodes", route_nodes = 4, ep_overlap = "yes" } }
tw.sweep(case, { over = { { { ep = 32, dp = 32 }, { ep = 64, dp = 64 }, { ep = 128, dp = 128 } } },
  want = { "t_step", "device_token_rate", "mem_byte", "fits" } }):print()
