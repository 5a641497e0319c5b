-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { tp = 2, dp = 32, sp = "yes", zero = "optimizer" },
  run = { sl = 4096, global_batch = 512 } }
tw.sweep(case, { over = { micro_batch = { 1, 2, 4, 8 } }, want = { "t_step", "mfu", "act_mem", "fits" } }):print()
