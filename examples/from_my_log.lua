-- SPDX-License-Identifier: MIT
-- Use a log of nccl-tests for a figure and in a plan: from_my_log.lua my.log. Without an argument it reads the synthetic
-- log in its folder.
local tw = require "twocs"

local folder = arg[0]:match("^.*/") or ""
local log = assert(tw.read(arg[1] or folder .. "all_reduce.log"))
local device = "a100_80g" -- the log's device; for other devices the curve is scaled by data sheets, with a note
local curve = tw.curve(log, { device = device }) -- through every size that was measured
local line = tw.curve(log, { device = device, correct = false }) -- a few coefficients
print(line)
line:parameters():print()

local t = log:with("t_line", (line:predict(log)), "s", "time by the coefficients"):derive(
  "measured", { function(r) return r.busbw end, unit = "byte/s", meaning = "measured" },
  "fitted", { function(r) return r.busbw * r.t_out / r.t_line end, unit = "byte/s", meaning = "fitted" })
print(tw.lines("from_my_log", t, { x = "bytes", y = { "measured", "fitted" }, logx = true, ylabel = "Bus bandwidth",
  title = "A fit with few coefficients matches the log" }))

local case = { model = "gpt3_175b", device = device, layout = { tp = log[1].ranks } }
print("by the data sheet", tw.eval(case, "f_ser"))
case.plan = { all_reduce = curve }
print("as measured      ", tw.eval(case, "f_ser"))
