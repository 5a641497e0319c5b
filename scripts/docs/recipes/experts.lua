-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "mixtral_8x7b", device = "h100_sxm", layout = { dp = 64, zero = "optimizer" },
  run = { sl = 4096, global_batch = 128, micro_batch = 1 } }
tw.sweep(case, { over = { ep = { 1, 2, 4, 8 } },
  want = { "t_step", "f_step_ser", "f_step_exp", "mem_byte", "fits" } }):print()
