-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8, pp = 8, dp = 8, sp = "yes",
  zero = "optimizer" }, run = { sl = 2048, micro_batch = 1 } }
tw.sweep(case, { over = { global_batch = { 128, 512, 2048 }, vp = { 1, 4 } }, want = { "t_step", "f_step_idle" } }):print()
