-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local model = tw.models.llama3_8b
tw.compare({ device = "h100_sxm", run = { mode = "inference", sl = 1, kv_len = 32768, b = 8 } },
  { model = { as_is = model, every_head = model{ kv_heads = 32 } }, want = { "t_step", "cache_mem", "fits" } }):print()
