-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 8, zero = "weights" }, run = { sl = 8192 } }
local t = tw.sweep(case, { over = { global_batch = { 8, 16, 32 } }, want = { "t_step", "mfu" } })
print(t:latex{ caption = "Time of a step", label = "tab:step" })
