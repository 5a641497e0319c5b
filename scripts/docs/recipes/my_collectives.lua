-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local folder = arg[0]:match "^.*/" or "./"
local log = assert(tw.read(folder .. "../../../examples/all_reduce.log"))
local case = { model = "gpt3_175b", device = "a100_80g", layout = { tp = log[1].ranks }, run = { sl = 2048, b = 1 } }
print(tw.format("with twocs's own data  %.1f %%", 100 * tw.eval(case, "f_ser")))
case.plan = { all_reduce = tw.curve(log, { device = "a100_80g" }) }
print(tw.format("with your log          %.1f %%", 100 * tw.eval(case, "f_ser")))
