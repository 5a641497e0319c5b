-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 64 },
  run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
tw.sweep(case, { over = { zero = { "none", "optimizer", "gradients", "weights" } },
  want = { "t_step", "f_step_exp", "mem_byte", "fits" } }):print()
