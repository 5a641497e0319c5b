-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", layout = { dp = 64, zero = "optimizer", sp = "yes" },
  run = { sl = 8192, global_batch = 64, micro_batch = 1, recompute = "full" } }
local tp, why = tw.solve(case, { find = "tp", so_that = { fits = true } })
print(tp and tw.format("TP %.0f", tp) or why)
