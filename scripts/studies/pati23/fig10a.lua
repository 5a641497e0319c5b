-- SPDX-License-Identifier: MIT
-- Figure 10 (a): serialized communication, share of training time, over TP for several H; SL = 4K, B = 1. The three points
-- that the paper highlights are marked; hollow points are shapes that do not divide.
local pati23 = require "studies.pati23"
local study = require "twocs.study"
local tw = require "twocs"

for _, cal in ipairs(pati23.calibrations) do
  local t = tw.sweep(pati23.case(cal, { over = { h = pati23.h, tp = pati23.tp }, want = { "f_ser", "legal" } }))
  study.lines(tw.format("fig10a_%s", cal.name), t:where{ h = tw.double(4096, 65536) }, { x = "tp", y = "f_ser", by = "h", logx = true, percent = true,
    hollow = "legal", mark = pati23.blue, title = "Serialized communication", subtitle = pati23.subtitle(cal, "SL = 4K, B = 1"),
    xlabel = "Tensor parallel degree TP", ylabel = "Share of training time", ymin = 0 })

  local blue = t:where(function(r)
    for _, point in ipairs(pati23.blue) do
      if r.h == point.h and r.tp == point.tp then return true end
    end
  end)
  local function find(item, part, keys)
    local f = { item, part, "f_ser", percent = true, basis = cal.basis, label = cal.label, note = cal.note }
    for key, value in pairs(keys or {}) do f[key] = value end
    study.finding(f)
  end
  find("P1-1", blue)
  find("P1-1b", blue:where{ h = 65536 })
  find("P1-1d", blue)
end
