-- SPDX-License-Identifier: MIT
-- Where a number comes from: its equations, with values, units and references.
local tw = require "twocs"

local case = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 8 } }
print(tw.explain(case, "t_tp", 2))
