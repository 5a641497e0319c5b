-- SPDX-License-Identifier: MIT
-- Section 3.5, equation (10): the TP that a model needs, as printed (base TP 8, 3.9 B parameters, 32 GB), on the paper's
-- devices of 64 GB. Next to it, the smallest power of two for which the exact memory count fits: Adam in mixed precision,
-- SL = 2K, B = 1, everything recomputed. It is not proportional, because TP does not divide everything (the residual
-- stream, PaLM's shared keys and values).
local papers = require "studies.papers"
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local names = { "bert", "gpt2_xl", "megatron_lm_8b", "t5_11b", "t_nlg", "gpt3_175b", "mt_nlg_530b", "palm_540b" }
local rows = { model = names, param = {}, printed = {}, counted = {} }
for i, name in ipairs(names) do
  local t = tw.sweep{ model = name, run = papers.run{ sl = 2048, b = 1, recompute = "full" }, software = papers.software,
    device = tw.devices.mi210_paper,
    over = { tp = tw.double(1, 4096) }, want = { "param", "p10_tp", "fits" } }
  rows.param[i], rows.printed[i], rows.counted[i] = t[1].param, t[1].p10_tp, t:where{ fits = 1 }[1].tp
end
local t = study.write("sec35", tw.table{ names = { "model", "param", "printed", "counted" }, columns = rows,
  units = { param = "1", printed = "1", counted = "1" },
  meanings = { param = "Parameters", printed = "Equation (10)", counted = "Exact memory count" } })
local drawn = t:derive("title", { meaning = "model", function(r) return pati23.titles[r.model] end },
  "rounded", { unit = "1", meaning = "Equation (10), rounded up", function(r) return math.max(1,
    math.ceil(r.printed)) end })
local most = 0
for row in drawn:rows() do most = math.max(most, row.rounded / row.counted) end
study.dumbbell("sec35_tp", drawn, { y = "title", x = { "rounded", "counted" }, logx = 2, labels = true, xmin = 0.6,
  title = tw.format("Equation (10) requires up to %.1f times the TP that memory needs", most),
  subtitle = "64 GB a device; models of Table 4, by size", xlabel = "Tensor parallel degree TP" })

-- The same count with the calibrated model, and the number of replicas over which PaLM's state must be sharded to fit at
-- Figure 10's TP.
local function counted(name, recompute)
  local own = tw.sweep{ model = name, run = { sl = 2048, b = 1, recompute = recompute }, device = "mi210",
    over = { tp = tw.double(1, 4096) }, want = "fits", illegal = "allow" }:where{ fits = 1 }
  return own.n > 0 and own[1].tp or 0 / 0
end
local asked, largest = 0, drawn[drawn.n]
for row in drawn:rows() do asked = math.max(asked, row.rounded / counted(row.model, "full")) end
local point = pati23.blue[2]
local cut = tw.sweep{ model = largest.model, run = { sl = 2048, b = 1, recompute = "full" }, device = "mi210",
  layout = { tp = point.tp, zero = "weights" }, over = { dp = tw.double(1, 1024) }, want = "fits", illegal = "allow" }
  :where{ fits = 1 }
study.conclude("sec35", {
  paper = "the TP that a model needs is proportional to its size over device memory.",
  remains = tw.format("equation (10) requires up to %.1f times the TP that fits in PyTorch with full recomputation. %s "
    .. "needs TP %.0f by it; it fits at %.0f, and at %.0f without recomputation.", asked, largest.title,
    largest.rounded, counted(largest.model, "full"), counted(largest.model, "none")),
  turns = tw.format("it fits at TP %.0f if weights and all state are sharded over %.0f replicas (ZeRO 3).", point.tp,
    cut.n > 0 and cut[1].dp or 0 / 0) })
