-- SPDX-License-Identifier: MIT
-- Figure 11 (b): overlapped communication, against the compute that it hides behind, when compute outgrows the network by
-- 2x and 4x; SL * B = 4K, TP = 16, as Figure 10 (b). From 100 % on some of it is exposed.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

for _, cal in ipairs(pati23.overlap) do
  local find = pati23.finder(cal)
  local t = tw.sweep(pati23.case(cal, { layout = { tp = 16, dp = 4 }, over = { h = pati23.h, flop_vs_bw = { 1, 2, 4 } },
    want = { "f_ovl" } }))
  study.lines(tw.format("fig11b_%s", cal.name), t, { x = "h", y = "f_ovl", by = "flop_vs_bw", logx = true, percent = true,
    legend = "flop-vs-bw",
    hline = { at = 1, label = "compute time" }, title = "Overlapped communication as hardware evolves",
    subtitle = pati23.subtitle(cal, "SL·B = 4K, TP = 16, DP = 4"),
    xlabel = "Hidden size H", ylabel = "Share of the compute it hides behind", ymin = 0 })
  find("P1-7", t:where{ flop_vs_bw = 2 }, "f_ovl")
  find("P1-7b", t:where{ flop_vs_bw = 4 }, "f_ovl")
end
