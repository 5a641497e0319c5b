-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local function at(year) -- compute doubles every two years, links stay as they are
  return { model = "gpt3_175b", device = tw.devices.h100_sxm:times{ peak = tw.exp2((year - 2024) / 2) },
    layout = { tp = 8 }, run = { sl = 2048, b = 1 }, software = "ideal" }
end
print(tw.format("%.1f", assert(tw.solve(at, { find = "year", from = 2024, to = 2044, so_that = { f_ser = 0.25 } }))))
