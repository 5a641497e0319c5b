-- SPDX-License-Identifier: MIT
-- Where do data movement and latency stop a three-month training run, and what moves the wall? (Erdil & Schneider-Joseph)
local tw = require "twocs"

local base = tw.limits{ gpu = "h100_sxm5", months = 3 }
local cases = { H100 = base, ["latency / 10"] = base:times{ latency = 0.1 }, ["network x 2"] = base:times{ bw = 2 } }
print(tw.lines("wall", tw.limits.sweep(cases), { x = "c_flop", y = "util", panels = "name", columns = 1,
  logx = true, steps = true, markers = false, ymin = 0,
  xlabel = "Training compute", ylabel = "Utilisation of the peak",
  title = "Lower latency moves the wall, a faster network does not" }))
print(tw.format("linear up to %.3g flop, at most %.3g flop", base:linear_end(), (base:largest())))
print(tw.format("1e32 flop takes %.2f of the latency", tw.solve(base, { find = "latency", so_that = { largest = 1e32 } })))
