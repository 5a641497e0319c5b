-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 8 }, run = { mode = "inference", sl = 1,
  kv_len = 8192 } }
tw.sweep(case, { over = { b = { 1, 8, 32 } }, want = { "t_step", "token_rate", "cache_mem", "fits" } }):print()
