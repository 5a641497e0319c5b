-- SPDX-License-Identifier: MIT
-- Figure 11 (b): overlapped communication, relative to the compute that hides it, when compute outgrows the network by 2x
-- and 4x; SL * B = 4K, TP = 16, as in Figure 10 (b). Above 100 % a part of it is exposed.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local function evolved(cal)
  return tw.sweep(pati23.case(cal, { layout = { tp = 16, dp = 4 }, over = { h = pati23.h, flop_vs_bw = { 1, 2, 4 } },
    want = { "f_ovl" } }))
end

local all = pati23.together(pati23.overlap, evolved)
local drawn = all:where{ h = { 1024, 2048, 4096, 65536 } }
study.lines("fig11b", drawn, { x = "flop_vs_bw", y = "f_ovl", by = "h",
  panels = "reading", values = pati23.outermost(drawn:where{ flop_vs_bw = 4 }, "f_ovl", { "h", "flop_vs_bw" }),
  logx = 2, percent = true, ymin = 0, hline = { at = 1, label = "as long as the compute" },
  published = { pati23.published("P1-6", { x = 1 }), pati23.published("P1-7", { x = 2 }), pati23.published("P1-7b",
    { x = 4 }) },
  published_label = "published, over all H",
  title = tw.format("With compute 4x faster, overlapped communication takes from %s %% of its compute; published: %s",
    pati23.spread_text(all:where{ flop_vs_bw = 4 }, "f_ovl"), study.published_text "P1-7b"),
  subtitle = tw.format("MI210, SL·B = 4K, TP = 16, DP = 4; above 100 %% it is exposed; %s",
    pati23.calibrated_text(all:where{ flop_vs_bw = 4 }, "f_ovl")),
  xlabel = "Compute over network, against today (flop-vs-bw)", ylabel = "Share of the compute that hides it" })

for _, cal in ipairs(pati23.overlap) do
  local find, t = pati23.finder(cal), evolved(cal)
  find("P1-7", t:where{ flop_vs_bw = 2 }, "f_ovl")
  find("P1-7b", t:where{ flop_vs_bw = 4 }, "f_ovl")
  local exposed = t:where(function(r) return r.flop_vs_bw == 4 and r.f_ovl >= 1 end)
  find("P1-7c", study.write(tw.format("fig11b_exposed_%s", cal.name), tw.table{ names = { "cases" },
    columns = { cases = { exposed.n } }, meanings = { cases = "H with communication as long as compute, or longer" } }),
    "cases", { percent = false, note = tw.format("of %.0f H, flop-vs-bw 4x", #pati23.h) })
end

local least, most = math.huge, 0
for _, h in ipairs(pati23.h) do
  local case = pati23.today(h, { tp = 16, dp = 4 })
  case.device = case.device{ flop_vs_bw = 4 }
  local share = 100 * tw.eval(case, "f_ovl")
  least, most = math.min(least, share), math.max(most, share)
end
study.conclude("fig11b", {
  paper = tw.format("with compute four times as fast overlapped communication takes %s of the compute that hides "
    .. "it, so "
    .. "that it is exposed.", study.published_text "P1-7b"),
  remains = tw.format("it takes %.0f to %.0f %% at TP 16 (MI210 in BF16, PyTorch).", least, most),
  turns = pati23.turns(pati23.today(65536, { tp = 16, dp = 4 }), "flop_vs_bw", "f_ovl", 1, 1,
    "at H = 64K it is exposed with compute %.1f times as fast.") })
