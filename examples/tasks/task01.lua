-- SPDX-License-Identifier: MIT
-- 1. Llama-3 70B from its config.json on H100 nodes of 8: the share of serialized communication over TP.
local tw = require "twocs"
local folder = arg[0]:match("^.*/") or ""
local model = assert(tw.read(folder .. "llama3_70b.json"))
local t = tw.sweep{ model = model, device = "h100_sxm", run = { sl = 8192, b = 1, format = "bf16" },
  over = { tp = tw.double(1, 64) }, want = "f_ser" }
t:print()
tw.lines("task01", t, { x = "tp", y = "f_ser", logx = true,
  vline = { at = tw.devices.h100_sxm.net0_size, label = "one node" },
  title = "Beyond one node the share more than doubles", subtitle = "Llama-3 70B, H100, SL = 8K, B = 1" })
