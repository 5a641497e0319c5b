-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, run = { sl = 2048, b = 1 } }
print(tw.explain(case, "f_ser", 1))
