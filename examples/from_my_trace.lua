-- SPDX-License-Identifier: MIT
-- The parts of a step's time, from a trace of PyTorch's profiler: from_my_trace.lua my_trace.json.gz. Without an argument
-- it reads the synthetic trace in its folder.
local tw = require "twocs"

local folder = arg[0]:match("^.*/") or ""
local trace = assert(tw.read(arg[1] or folder .. "trace.json", { as = "trace" }))
print(trace)
trace:overlap():print{ "device", "span", "compute", "communication", "exposed", "idle" }
trace:operators():top(8, "t_total"):print{ "class", "op", "shapes", "calls", "t_mean", "share" }
local gemms = trace:operators():where(function(row) return row.m == row.m end)
local function rate(row) return 2 * row.m * row.n * row.k * row.batch / row.t_mean end
gemms:derive("rate", { rate, unit = "flop/s" }):print{ "m", "n", "k", "calls", "t_mean", "rate" }
print(tw.bars("from_my_trace", trace:classes(), { x = "class", y = "share",
  title = "GEMMs take half of the time, collectives a third" }))
