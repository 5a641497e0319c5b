-- SPDX-License-Identifier: MIT
-- Figure 10 (a): serialized communication, share of training time, over TP for several H; SL = 4K, B = 1. The three points
-- that the paper highlights are marked; hollow points are shapes that do not divide evenly. Then the whole of Table 2: the
-- change of the share when TP, H or SL alone is doubled.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local keys = { "h", "sl", "b", "tp" }

-- The number of steps in which the share rises with H or SL, as text.
local function rising(t)
  local steps, up = 0, 0
  for row in t:rows() do
    for _, d in ipairs{ row.d_h, row.d_sl } do
      if d == d then steps = steps + 1 end
      if d >= 0 then up = up + 1 end
    end
  end
  return tw.format("all steps of H and SL in Table 2, of which %d in %d rise", up, steps)
end

local function over_tp(cal)
  return tw.sweep(pati23.case(cal, { over = { h = pati23.h, tp = pati23.tp }, want = { "f_ser", "legal" } }))
end

local drawn = pati23.together(pati23.figures, over_tp):where{ h = tw.double(4096, 65536) }
local least, most = pati23.widths(pati23.blue_of(drawn), "f_ser")
study.lines("fig10a", drawn, { x = "tp", y = "f_ser", by = "h", panels = "reading", logx = true, percent = true, ymin = 0,
  hollow = "legal", hollow_label = "uneven split", mark = pati23.blue, values = pati23.blue,
  hband = pati23.published("P1-1", { label = tw.format("published: %s where highlighted", study.published_text "P1-1") }),
  published = pati23.published("P1-1b", { x = 256 }),
  published_label = tw.format("published, H = 64K: %s", study.published_text "P1-1b"),
  title = tw.format("Predictions spread by %.0f to %.0f points at the highlighted points, from %s %%; published: %s",
    least, most, pati23.spread_text(pati23.blue_of(drawn), "f_ser"), study.published_text "P1-1"),
  subtitle = tw.format("MI210, SL = 4K, B = 1, half precision; %s", pati23.calibrated_text(pati23.blue_of(drawn), "f_ser")),
  xlabel = "Tensor parallel degree TP", ylabel = "Share of training time" })

for _, cal in ipairs(pati23.figures) do
  local find = pati23.finder(cal)
  local t = over_tp(cal)
  local blue = pati23.blue_of(t)
  local least = blue:where{ h = pati23.blue[1].h }[1].f_ser
  blue = study.write(tw.format("fig10a_blue_%s", cal.name), blue:derive("growth", { unit = "1",
    meaning = "over the first highlighted point", function(r) return r.f_ser - least end }))
  find("P1-1", blue, "f_ser")
  find("P1-1b", blue:where{ h = 65536 }, "f_ser")
  find("P1-1c", blue:where{ h = 65536 }, "growth")
  find("P1-1d", blue, "f_ser", { high = true })

  local all = tw.sweep(pati23.case(cal, { over = { h = pati23.h, sl = pati23.sl, b = pati23.b, tp = pati23.tp },
    want = { "f_ser", "legal" } }))
  for _, axis in ipairs{ "tp", "h", "sl" } do all = pati23.doubling(all, keys, axis, "f_ser") end
  all = study.write(tw.format("fig10a_table2_%s", cal.name), all)
  find("P1-1e", all, "d_tp", { low = true, edges = true, note = "smallest step over the whole of Table 2" })
  find("P1-1f", all, { "d_h", "d_sl" }, { edges = true, note = rising(all), cause = cal.small_gemms })
end

local largest = pati23.today(65536, { tp = 256, dp = 4 })
study.conclude("fig10a", {
  paper = tw.format("communication takes %s of training time today, and more for larger models.",
    study.published_text "P1-1"),
  remains = tw.format("it takes %.0f to %.0f %% at the highlighted points (MI210 in BF16, PyTorch), and %.0f %% at the "
    .. "largest.", pati23.ends_and_last("f_ser", 100 * tw.eval(largest, "f_ser"))),
  turns = pati23.turns(largest, "net0_bw", "f_ser", 0.5, 1e-9,
    "at H = 64K and TP 256 it takes half of the time with links of "
    .. "%.0f GB/s in place of 150.") })
