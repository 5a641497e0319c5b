-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 8, dp = 8 },
  run = { sl = 8192, global_batch = 64, micro_batch = 1 } }
print(tw.explain(case, "mem_byte", 2))
