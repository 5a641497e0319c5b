-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
tw.sweep(case, { over = { tp = tw.double(1, 8), pp = { 1, 2, 4, 8 }, dp = tw.double(1, 64),
  zero = { "optimizer", "weights" }, recompute = { "none", "full" } }, keep = 5, least = "t_step",
  where = { devices = 64, legal = 1, fits = 1 }, want = { "t_step", "mem_byte", "mfu" } }):print()
