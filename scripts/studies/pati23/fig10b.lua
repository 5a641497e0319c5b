-- SPDX-License-Identifier: MIT
-- Figure 10 (b): overlapped communication, against the compute that it hides behind, over SL * B for each H; TP = 16. The
-- region is one FC: the gradients of its weights and inputs against the all-reduce of its weights among the node's four
-- devices, so that both readings of the ring (exact, and N = 4 at every N) are one here. The common SL * B = 4K is marked.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local inputs = {} -- every SL * B of Table 2, once
for _, sl in ipairs(pati23.sl) do inputs[#inputs + 1] = { sl = sl, b = 1 } end
for _, sl in ipairs{ 4096, 8192 } do inputs[#inputs + 1] = { sl = sl, b = 4 } end

for _, cal in ipairs(pati23.overlap) do
  local find = pati23.finder(cal)
  local t = tw.sweep(pati23.case(cal, { layout = { tp = 16, dp = 4 }, over = { inputs, h = pati23.h },
    want = { "tokens", "f_ovl" } }))
  local common = t:where{ tokens = 4096 }
  local largest = common:where{ h = 65536 }[1].f_ovl
  common = study.write(tw.format("fig10b_common_%s", cal.name),
    common:derive("above", { unit = "1", meaning = "over the share at H = 64K", function(r) return r.f_ovl - largest end }))
  study.lines(tw.format("fig10b_%s", cal.name), t, { x = "tokens", y = "f_ovl", by = "h", logx = true, percent = true,
    mark = { { tokens = 4096 } }, mark_label = "SL·B = 4K", title = "Overlapped communication",
    subtitle = pati23.subtitle(cal, "TP = 16, DP = 4"),
    note = common:where(function(r) return r.above ~= 0 end).n == 0
      and "All H lie on one line: no cost here depends on size." or nil,
    xlabel = "Input size SL·B (tokens)", ylabel = "Share of the compute it hides behind", ymin = 0 })

  local drops = pati23.doubling(t, { "h", "tokens" }, "tokens", "f_ovl")
  drops = drops:derive("drop", { unit = "1", meaning = "fall of f_ovl when SL * B is doubled",
    function(r) return -r.d_tokens end })
  study.write(tw.format("fig10b_drops_%s", cal.name), drops)
  find("P1-5", t:where{ tokens = pati23.sl }, "f_ovl",
    { note = "SL*B of 1K to 8K, the span of the published 140 to 17; at the 32K of Table 2 it is lower still" })
  find("P1-5b", drops, "drop", { low = true })
  find("P1-6", common, "f_ovl")
  find("P1-6b", common:where{ h = 1024 }, "above")
end
