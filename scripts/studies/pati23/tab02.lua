-- SPDX-License-Identifier: MIT
-- Table 2: parameters and set-up of the studied models, and the number of their points. B is factored out of the serialized
-- analysis (4.2.1); some of its points do not divide evenly with heads as wide as BERT's, 64.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local parameters, columns = { "h", "b", "sl", "tp" }, { parameter = {}, values = {}, least = {}, most = {}, list = {} }
for i, name in ipairs(parameters) do
  local values, texts = pati23[name], {}
  for k, value in ipairs(values) do
    texts[k] = value >= 1024 and tw.format("%.0fK", value / 1024) or tw.format("%.0f", value)
  end
  columns.parameter[i], columns.values[i], columns.least[i], columns.most[i] = name, #values, values[1], values[#values]
  columns.list[i] = table.concat(texts, " ")
end
local t = study.write("tab02", tw.table{ names = { "parameter", "values", "least", "most", "list" }, columns = columns })

local cal = pati23.calibrations[1]
local points = tw.sweep(pati23.case(cal, { over = { h = pati23.h, sl = pati23.sl, tp = pati23.tp }, want = { "legal" } }))
study.write("tab02_points", points)
local counts = study.write("tab02_counts", tw.table{ names = { "set", "points" }, columns = {
  set = { "B factored out", "of these, shapes that TP divides", "with B" },
  points = { points.n, points:where{ legal = 1 }.n, points.n * #pati23.b },
} })

local factored = counts:where{ set = "B factored out" }
study.finding{ "P1-12c", t:where{ parameter = "tp" }, "most", basis = "construction" }
study.finding{ "P1-13", factored, "points", basis = "exact" }
study.finding{ "P1-13b", factored, "points", basis = "exact" }
study.finding{ "P1-17b", factored, "points", basis = "exact" }

-- The models of Table 4 whose H and SL are both in the swept ranges.
local covered = 0
for _, pair in ipairs(pati23.table4) do
  local model = tw.models[pair.printed]
  local inside = model.h >= pati23.h[1] and model.h <= pati23.h[#pati23.h] and model.sl >= pati23.sl[1]
    and model.sl <= pati23.sl[#pati23.sl]
  covered = covered + (inside and 1 or 0)
end
study.finding{ "P1-48", study.write("tab02_covered", tw.table{ names = { "models" }, columns = { models = { covered } },
  meanings = { models = "models of Table 4 whose H and SL are in the sweep" } }), "models", basis = "exact",
  cause = "reading: all of Table 4; the text says a range of models, and BERT and T5 have SL of 512, below the smallest in "
    .. "the sweep; which models it means would resolve it" }

-- Sequences of a replica in the largest models of that time. MT-NLG's are known from this paper only; PaLM's run begins
-- with 512 sequences per step and ends with 2048, on 256 replicas in each of two pods (arXiv:2204.02311, sections 4 and 5).
local replicas, palm = 2 * 256, { 512, 2048 }
study.finding{ "P1-52", study.write("tab02_mt_nlg", tw.table{ names = { "b" },
  columns = { b = { tw.models.mt_nlg_530b.b } }, meanings = { b = "sequences of a pass" } }), "b", basis = "construction",
  label = "MT-NLG", note = "our data have it from this paper" }
study.finding{ "P1-52", study.write("tab02_palm", tw.table{ names = { "sequences", "b" }, columns = { sequences = palm,
  b = { palm[1] / replicas, palm[2] / replicas } }, meanings = { sequences = "sequences of a step",
    b = "sequences of a replica" } }), "b", basis = "exact", label = "PaLM",
  note = "at the beginning and at the end of its run",
  cause = "paper: PaLM's batch grows while it trains; what its own paper prints resolves it" }

-- The width of heads for which every point divides evenly.
local bert = tw.models.bert.head_dim
local width, whole = bert, nil
while width >= 1 and not whole do
  local legal = tw.sweep(pati23.case(cal, { model = cal.model{ head_dim = width }, over = { h = pati23.h, sl = pati23.sl,
    tp = pati23.tp }, want = { "legal" } })):where{ legal = 1 }.n
  if legal == points.n then whole = width end
  width = width / 2
end
study.conclude("tab02", {
  paper = tw.format("with B factored out, Table 2 makes %s configurations (4.2.4) or %s (4.3.8).",
    study.published_text "P1-13", study.published_text "P1-13b"),
  remains = tw.format("it makes %.0f, and in %.0f of them TP divides the heads, where these are as wide as BERT's: a "
    .. "count, which no calibration moves.", points.n, points:where{ legal = 1 }.n),
  turns = tw.format("TP divides the heads in all of them where heads are %.0f wide in place of %.0f.", whole or 0 / 0,
    bert) })
