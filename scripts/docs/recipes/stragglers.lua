-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { zero = "weights" },
  run = { sl = 8192, b = 2, micro_batch = 1 } }
tw.sweep(case, { over = { step_spread = { 0, 0.02 }, dp = { 64, 1024 } }, want = { "t_step", "t_straggle" } }):print()
