-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, run = { sl = 2048, b = 1 },
  software = "ideal" }
tw.elasticities(case, "f_ser"):print{ "field", "elasticity", "value", rows = 6 }
