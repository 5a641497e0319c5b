-- SPDX-License-Identifier: MIT
-- Section 6.3: inference. A forward pass (the prompt phase: all SL tokens at once) has half of training's all-reduces for a
-- third of its compute, so that communication weighs half as much again. H = 16K, TP 64, SL = 1K, over the batch; no DP.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

for _, cal in ipairs(pati23.calibrations) do
  local t = tw.sweep(pati23.case(cal, { model = cal.model{ h = 16384 }, run = cal.run{ sl = 1024 }, layout = { tp = 64 },
    over = { b = tw.double(1, 64), mode = { "inference", "training" } }, want = { "t_cmp", "t_ser", "f_ser" } }))
  study.lines(tw.format("sec63_%s", cal.name), t, { x = "b", y = "f_ser", by = "mode", logx = true, percent = true,
    ymin = 0, ymax = 0.7, title = "Serialized communication in inference",
    subtitle = pati23.subtitle(cal, "H = 16K, TP 64, SL = 1K"), xlabel = "Batch B (prompts)",
    ylabel = "Share of time", legend = "", legend_at = "top" })
end
