-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 4, pp = 4, dp = 8, sp = "yes",
  zero = "optimizer" }, run = { sl = 8192, global_batch = 256, micro_batch = 1 }, software = "nemo" }
tw.sweep(case, { over = { format = { "bf16", "fp8" } }, want = { "t_step", "f_step_cmp", "mfu", "step_support" } }):print()
