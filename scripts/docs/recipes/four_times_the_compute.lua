-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local now = tw.devices.h100_sxm
local case = { model = "llama3_70b", run = { sl = 8192, b = 1 }, layout = { tp = 8, dp = 64 }, software = "ideal" }
tw.compare(case, { device = { now = now, compute = now:times{ peak = 4 }, both = now:times{ peak = 4, net0_bw = 4,
  net1_bw = 4 } }, order = { device = { "now", "compute", "both" } }, want = { "t_step", "f_com", "mfu" } }):print()
