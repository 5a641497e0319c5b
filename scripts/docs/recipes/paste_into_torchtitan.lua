-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 32, tp = 2, sp = "yes", zero = "weights" },
  run = { sl = 8192, global_batch = 64, micro_batch = 1 } }
print((assert(tw.config(case, "torchtitan"))))
