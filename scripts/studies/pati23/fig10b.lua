-- SPDX-License-Identifier: MIT
-- Figure 10 (b): overlapped communication, relative to the compute that hides it, over SL * B for each H; TP = 16. The
-- region is one FC: the gradients of its weights and inputs, and the all-reduce of its weights among the node's four
-- devices, for which both readings of the ring (exact, and N = 4 at every N) are equal. The common SL * B = 4K is marked.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local inputs = {} -- every SL * B of Table 2, once
for _, sl in ipairs(pati23.sl) do inputs[#inputs + 1] = { sl = sl, b = 1 } end
for _, sl in ipairs{ 4096, 8192 } do inputs[#inputs + 1] = { sl = sl, b = 4 } end

local function over_input(cal)
  return tw.sweep(pati23.case(cal, { layout = { tp = 16, dp = 4 }, over = { inputs, h = pati23.h },
    want = { "tokens", "f_ovl" } }))
end

local all = pati23.together(pati23.overlap, over_input)
-- If all H are on one line, text says so instead of seven entries of the legend.
local said = {}
for reading, part in all:where{ tokens = 4096 }:by "reading" do
  local least, most = part:top(1, "f_ovl", "ascending")[1].f_ovl, part:top(1, "f_ovl")[1].f_ovl
  if least == most then
    said[#said + 1] = { panel = reading, x = 4096, y = 0.86, align = "middle", text = "every H: one line" }
  end
end
local drawn = all:where{ h = { 1024, 2048, 4096, 65536 } }
study.lines("fig10b", drawn, { x = "tokens", y = "f_ovl", by = "h",
  panels = "reading", values = pati23.outermost(drawn:where{ tokens = 4096 }, "f_ovl", { "h", "tokens" }),
  logx = true, percent = true, ymin = 0, annotate = #said > 0 and said or nil,
  published = pati23.published("P1-6", { x = 4096 }),
  published_label = tw.format("published at SL·B = 4K, over all H: %s", study.published_text "P1-6"),
  title = tw.format("At SL·B = 4K overlapped communication takes from %s %% of its compute; published: %s",
    pati23.spread_text(all:where{ tokens = 4096 }, "f_ovl"), study.published_text "P1-6"),
  subtitle = tw.format("MI210, TP = 16, DP = 4; H of 8K to 32K lie near 64K; %s",
    pati23.calibrated_text(all:where{ tokens = 4096 }, "f_ovl")),
  xlabel = "Input size SL·B (tokens)", ylabel = "Share of the compute that hides it" })

for _, cal in ipairs(pati23.overlap) do
  local find = pati23.finder(cal)
  local t = over_input(cal)
  local common = t:where{ tokens = 4096 }
  local largest = common:where{ h = 65536 }[1].f_ovl
  common = study.write(tw.format("fig10b_common_%s", cal.name),
    common:derive("above", { unit = "1", meaning = "over the share at H = 64K", function(r) return r.f_ovl - largest end }))
  local drops = pati23.doubling(t, { "h", "tokens" }, "tokens", "f_ovl")
  drops = drops:derive("drop", { unit = "1", meaning = "fall of f_ovl when SL * B is doubled",
    function(r) return -r.d_tokens end })
  study.write(tw.format("fig10b_drops_%s", cal.name), drops)
  find("P1-5", t:where{ tokens = pati23.sl }, "f_ovl",
    { note = "SL*B of 1K to 8K, the span of the published 140 to 17; at the 32K of Table 2 it is lower still" })
  find("P1-5b", drops, "drop", { low = true, edges = true })
  find("P1-6", common, "f_ovl")
  find("P1-6b", common:where{ h = 1024 }, "above")
  -- The effect of the model's size alone, with today's hardware and tokens.
  find("P1-17d", common:where{ h = 65536 }, "f_ovl", { cause = "paper: its own 4.3.5 has less than 100 % at every H "
    .. "(P1-6), and more at smaller H (P1-6b); faster compute (P1-7b), slower links (P1-9) or fewer tokens (P1-49) "
    .. "expose communication, not the size of the model" })
end

local least, most = math.huge, 0
for _, h in ipairs(pati23.h) do
  local case = pati23.today(h, { tp = 16, dp = 4 })
  local share = 100 * tw.eval(case, "f_ovl")
  least, most = math.min(least, share), math.max(most, share)
end
study.conclude("fig10b", {
  paper = tw.format("overlapped communication takes %s of the compute that hides it at 4K tokens, and more if H is "
    .. "small.", study.published_text "P1-6"),
  remains = tw.format("it takes %.0f to %.0f %% at TP 16 (MI210 in BF16, PyTorch).", least, most),
  turns = pati23.turns(pati23.today(65536, { tp = 16, dp = 4 }), "flop_vs_bw", "f_ovl", 1, 1,
    "at H = 64K it is exposed with compute %.1f times as fast.") })
