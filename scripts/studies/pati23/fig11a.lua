-- SPDX-License-Identifier: MIT
-- Figure 11 (a): serialized communication at the three highlighted points when compute outgrows the network by 2x and 4x;
-- SL = 4K, B = 1. Only GEMMs become faster: the ranges that the paper prints leave a part of compute unscaled (E16).
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

for _, cal in ipairs(pati23.figures) do
  local find = pati23.finder(cal)
  local t = tw.sweep(pati23.case(cal, { over = { pati23.blue, flop_vs_bw = { 1, 2, 4 } }, want = { "f_ser" } }))
  t = t:derive("point", { meaning = "highlighted point", pati23.point_text },
    "hardware", { meaning = "flop-vs-bw",
      function(r) return r.flop_vs_bw == 1 and "today" or tw.format("%.0fx flop-vs-bw", r.flop_vs_bw) end })
  study.bars(tw.format("fig11a_%s", cal.name), t, { x = "point", y = "f_ser", by = "hardware", percent = true,
    legend = "Hardware",
    title = "Serialized communication as hardware evolves", subtitle = pati23.subtitle(cal, "SL = 4K, B = 1"),
    xlabel = "Highlighted points", ylabel = "Share of training time", ymin = 0, ymax = 1 })
  local scaled = { [2] = t:where{ flop_vs_bw = 2 }, [4] = t:where{ flop_vs_bw = 4 } }
  find("P1-2", scaled[2], "f_ser")
  for _, item in ipairs{ "P1-3", "P1-3c", "P1-17" } do find(item, scaled[4], "f_ser") end
  find("P1-3b", scaled[4], "f_ser", { high = true })
end
