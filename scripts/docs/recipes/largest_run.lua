-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local base = tw.limits{ gpu = "h100_sxm5", months = 3 }
print(tw.format("linear to %.2e FLOP, at most %.2e", base:linear_end(), (base:largest())))
