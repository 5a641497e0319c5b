-- SPDX-License-Identifier: MIT
-- Table 2: parameters and set-up of the models studied, and how many points they make. B is factored out of the serialized
-- analysis (4.2.1); of its points some do not divide evenly with heads as wide as BERT's, 64.
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
  set = { "B factored out", "of these, shapes that divide", "with B" },
  points = { points.n, points:where{ legal = 1 }.n, points.n * #pati23.b },
} })

local factored = counts:where{ set = "B factored out" }
study.finding{ "P1-12c", t:where{ parameter = "tp" }, "most", basis = "construction" }
study.finding{ "P1-13", factored, "points", basis = "exact" }
study.finding{ "P1-13b", factored, "points", basis = "exact" }
study.finding{ "P1-17b", factored, "points", basis = "exact" }

-- The width of heads with which every point divides.
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
