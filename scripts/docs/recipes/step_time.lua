-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 64, zero = "weights" },
  run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
print(tw.eval(case, { "t_step", "mfu", "mem_byte", "fits" }))
