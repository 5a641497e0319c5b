-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local folder = arg[0]:match "^.*/" or "./"
local model = assert(tw.read(folder .. "../../../examples/tasks/llama3_70b.json", { as = "config" }))
print(tw.eval({ model = model, device = "h100_sxm", layout = { tp = 8 } }, { "param", "t_layer", "f_ser" }))
