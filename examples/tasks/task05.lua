-- SPDX-License-Identifier: MIT
-- 5. A log of nccl-tests: a fit, its error, its use in a plan, and its use outside the measured range.
local tw = require "twocs"
local folder = arg[0]:match("^.*/") or ""
local log = assert(tw.read(arg[1] or folder .. "../all_reduce.log"))
local fit = tw.curve(log, { device = "a100_80g", correct = false })
fit:parameters():print()
fit:errors():print()
local case = { model = "gpt3_175b", device = "a100_80g", layout = { tp = log[1].ranks }, plan = { all_reduce = fit } }
print("with the log", tw.eval(case, "f_ser"))
case.plan = nil
print("with the data sheet", tw.eval(case, "f_ser"))
case.plan, case.layout = { all_reduce = fit }, { tp = 32 } -- more ranks than were measured
print(tw.explain(case, "f_ser", 1))
