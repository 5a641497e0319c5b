-- SPDX-License-Identifier: MIT
-- Serialized communication over the degree of tensor parallelism, as in Figure 10 (a) of Pati et al.
local tw = require "twocs"

local t = tw.sweep{
  model = tw.models.transformer{ head_dim = 64 },
  run = { sl = 4096, b = 1, format = "fp16" },
  device = tw.devices.mi210_paper,
  plan = { all_reduce = "ring" },
  over = { h = tw.double(4096, 65536), tp = tw.double(4, 256) },
  want = { "f_ser", "legal" },
}
t:where{ tp = 64 }:print()
print(tw.lines("tp_sweep", t, { x = "tp", y = "f_ser", by = "h", logx = true, hollow = "legal",
  mark = { { h = 4096, tp = 16 }, { h = 16384, tp = 64 }, { h = 65536, tp = 256 } },
    mark_label = "TP in use",
  title = "At the same TP a wider model waits less", ylabel = "Serialized communication" }))
