-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, run = { sl = 2048, b = 1 } }
print(tw.format("now %.1f %% of the time at %.0f GB/s", 100 * tw.eval(case, "f_ser"), tw.devices.h100_sxm.net0_bw / 1e9))
local bandwidth = assert(tw.solve(case, { find = "net0_bw", so_that = { f_ser = 0.1 } }))
print(tw.format("a tenth at %.0f GB/s", bandwidth / 1e9))
