-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", layout = { tp = 8, dp = 8, zero = "optimizer" },
  run = { sl = 8192, global_batch = 64, micro_batch = 1 } }
tw.compare(case, { device = { "h100_sxm", "mi300x" }, want = { "t_step", "step_inside", "step_beyond", "step_transferred",
  "step_assumed" } }):print()
