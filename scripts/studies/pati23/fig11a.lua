-- SPDX-License-Identifier: MIT
-- Figure 11 (a): serialized communication at the three highlighted points when compute outgrows the network by 2x and 4x;
-- SL = 4K, B = 1. Only GEMMs become faster: the ranges that the paper prints leave a part of compute unscaled (E16).
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

-- Points and hardware as text.
local function evolved(cal)
  local t = tw.sweep(pati23.case(cal, { over = { pati23.blue, flop_vs_bw = { 1, 2, 4 } }, want = { "f_ser" } }))
  return t:derive("point", { meaning = "highlighted point", pati23.point_text },
    "hardware", { meaning = "flop-vs-bw",
      function(r) return r.flop_vs_bw == 1 and "today" or tw.format("%.0fx", r.flop_vs_bw) end })
end

local all = pati23.together(pati23.figures, evolved)
study.bars("fig11a", all, { x = "hardware", y = "f_ser", by = "point", panels = "reading", percent = true, ymin = 0,
  ymax = 1,
  legend = "", published = { pati23.published("P1-1", { x = "today" }), pati23.published("P1-2", { x = "2x" }),
    pati23.published("P1-3", { x = "4x" }) }, published_label = "published, over the three points",
  title = tw.format("With compute 4x faster, predictions of communication go from %s %%; published: %s",
    pati23.spread_text(all:where{ flop_vs_bw = 4 }, "f_ser"), study.published_text "P1-3"),
  subtitle = tw.format("MI210, SL = 4K, B = 1, half precision; %s", pati23.calibrated_text(all:where{ flop_vs_bw = 4 },
    "f_ser")),
  xlabel = "Compute over network, against today (flop-vs-bw)", ylabel = "Serialized communication" })

for _, cal in ipairs(pati23.figures) do
  local find = pati23.finder(cal)
  local t = evolved(cal)
  local scaled = { [2] = t:where{ flop_vs_bw = 2 }, [4] = t:where{ flop_vs_bw = 4 } }
  find("P1-2", scaled[2], "f_ser")
  for _, item in ipairs{ "P1-3", "P1-17" } do find(item, scaled[4], "f_ser") end
  for _, item in ipairs{ "P1-3b", "P1-3c" } do find(item, scaled[4], "f_ser", { high = true }) end
end

study.conclude("fig11a", {
  paper = tw.format("with compute four times as fast against the network, communication takes %s.",
    study.published_text "P1-3"),
  remains = tw.format("it takes %.0f to %.0f %% (MI210 in BF16, PyTorch).", pati23.today_ends("f_ser",
    { flop_vs_bw = 4 })),
  turns = pati23.turns(pati23.today(65536, { tp = 256, dp = 4 }), "flop_vs_bw", "f_ser", 0.75, 1,
    "at H = 64K and TP 256 it takes 75 % with compute %.1f times as fast.",
    "it never reaches 75 % at H = 64K and TP 256, since only GEMMs become faster.") })
