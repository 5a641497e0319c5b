-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", layout = { tp = 8, pp = 4, dp = 8, sp = "yes", zero = "optimizer" },
  run = { sl = 8192, global_batch = 256, micro_batch = 1 } }
tw.compare(case, { device = { "a100_80g", "h100_sxm", "b200_sxm" },
  want = { "t_step", "f_step_cmp", "f_step_ser", "f_step_exp", "f_step_idle" } }):print()
