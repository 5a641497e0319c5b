-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", run = { mode = "inference", b = 1, sl = 8192 } }
tw.sweep(case, { over = { tp = { 2, 4, 8 } }, want = { "t_step", "f_step_ser", "fits" } }):print()
