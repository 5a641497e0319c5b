-- SPDX-License-Identifier: MIT
-- 7. Which input moves the share of serialized communication most: a ranked list and a tornado.
local tw = require "twocs"
local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, run = { sl = 2048, b = 1, format = "bf16" } }
local t = tw.elasticities(case, "f_ser", { by = 0.2 })
t:print{ "field", "elasticity", "value", "step", rows = 12 }
local part = t:where{ step = "± 20 %" }:pick{ 1, 2, 3, 4, 5, 6, 7, 8 }
tw.tornado("task07", part, { y = "field", x = { "low", "high" }, base = tw.eval(case, "f_ser"), percent = true,
  names = { "20 % lower", "20 % higher" }, title = "The bandwidth inside a node moves the share most",
  subtitle = "Share of serialized communication, GPT-3 175B, H100, TP = 8" })
