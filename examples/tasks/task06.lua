-- SPDX-License-Identifier: MIT
-- 6. A PyTorch trace: where the time goes, and a projection from it to twice the hidden size.
local tw = require "twocs"
local folder = arg[0]:match("^.*/") or ""
local trace = assert(tw.read(arg[1] or folder .. "../trace.json", { as = "trace" }))
trace:classes():print()
trace:overlap():print{ "device", "span", "compute", "communication", "exposed", "idle" }
local case = { model = tw.model{ h = 4096, layers = 2, head_dim = 128 }, run = { sl = 2048, b = 1, format = "bf16" },
  layout = { tp = 4 }, device = "a100_80g" }
local base = tw.baseline(trace, case)
local t = tw.compare({ run = case.run, layout = case.layout, device = case.device, plan = base:plan() },
  { model = { traced = case.model, twice = case.model{ h = 8192 } }, want = { "t_layer", "t_cmp", "t_ser", "f_ser" } })
t:print()
