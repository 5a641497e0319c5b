-- SPDX-License-Identifier: MIT
-- Figure 10 (a): serialized communication, share of training time, over TP for several H; SL = 4K, B = 1. The three points
-- that the paper highlights are marked; hollow points are shapes that do not divide. Then the whole of Table 2: how the
-- share moves when TP, H or SL alone is doubled.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local keys = { "h", "sl", "b", "tp" }

for _, cal in ipairs(pati23.figures) do
  local find = pati23.finder(cal)
  local t = tw.sweep(pati23.case(cal, { over = { h = pati23.h, tp = pati23.tp }, want = { "f_ser", "legal" } }))
  study.lines(tw.format("fig10a_%s", cal.name), t:where{ h = tw.double(4096, 65536) }, { x = "tp", y = "f_ser", by = "h",
    logx = true, percent = true, hollow = "legal", hollow_label = "uneven split", mark = pati23.blue,
    title = "Serialized communication", subtitle = pati23.subtitle(cal, "SL = 4K, B = 1"),
    xlabel = "Tensor parallel degree TP", ylabel = "Share of training time", ymin = 0 })

  local blue = pati23.blue_of(t)
  local least = blue:where{ h = pati23.blue[1].h }[1].f_ser
  blue = study.write(tw.format("fig10a_blue_%s", cal.name), blue:derive("growth", { unit = "1",
    meaning = "over the first highlighted point", function(r) return r.f_ser - least end }))
  find("P1-1", blue, "f_ser")
  find("P1-1b", blue:where{ h = 65536 }, "f_ser")
  find("P1-1c", blue:where{ h = 65536 }, "growth")
  find("P1-1d", blue, "f_ser")

  local all = tw.sweep(pati23.case(cal, { over = { h = pati23.h, sl = pati23.sl, b = pati23.b, tp = pati23.tp },
    want = { "f_ser" } }))
  for _, axis in ipairs{ "tp", "h", "sl" } do all = pati23.doubling(all, keys, axis, "f_ser") end
  all = study.write(tw.format("fig10a_table2_%s", cal.name), all:derive("d_least", { unit = "1",
    meaning = "smaller of d_h and d_sl", function(r) return (r.d_h ~= r.d_h or r.d_sl < r.d_h) and r.d_sl or r.d_h end }))
  find("P1-1e", all, "d_tp", { low = true, note = "smallest step over the whole of Table 2" })
  find("P1-1f", all, "d_least",
    { low = true, note = "smallest step over the whole of Table 2; the paper's own equation 6 says that it must fall" })
end
