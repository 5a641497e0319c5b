-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "gpt3_175b", device = "h100_sxm", run = { sl = 2048, b = 1 } }
tw.sweep(case, { over = { tp = { 6, 7, 8 } }, want = { "t_layer", "legal", "why" } }):print()
