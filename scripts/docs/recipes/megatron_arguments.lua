-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local folder = arg[0]:match "^.*/" or "./"
local case = assert(tw.read(folder .. "pretrain.sh", { as = "megatron", gpus = 64, device = "h100_sxm",
  model = { vocab = 50304 } }))
print(case)
print(tw.format("%.2f s a step", tw.eval(case, "t_step")))
