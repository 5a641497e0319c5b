-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 8, zero = "weights" },
  run = { sl = 8192, global_batch = 8, micro_batch = 1 } }
tw.sweep(case, { over = { recompute = { "none", "selective", "full" } },
  want = { "t_step", "act_mem", "mem_byte", "fits" } }):print()
