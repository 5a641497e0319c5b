-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 64, zero = "weights" },
  run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
for _, name in ipairs{ "ideal", "pytorch", "torchtitan_compiled", "nanotron" } do
  case.software = name
  print(tw.format("%-20s %.2f s", name, tw.eval(case, "t_step")))
end
