-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", run = { sl = 8192, global_batch = 256, micro_batch = 1 },
  layout = { tp = 8, pp = 4, dp = 8, sp = "yes", zero = "optimizer" } }
tw.sensitivity(case, "t_step"):print{ "input", "from", "to", "first", "total", "total_low", "total_high", rows = 6 }
