-- SPDX-License-Identifier: MIT
-- Table 4: the models, as printed and as their own authors describe them, and for both the number of parameters that the
-- engine counts next to the published one. Errata: E10 (2.1 gives MT-NLG PaLM's 540 B, Table 4 530 B), E13
-- (Mega-LM has 72 layers), E14 (T5's widths of FC and attention), E15 (PaLM's attention width, single K/V head and gate).
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local said = { mt_nlg_530b = { erratum = "E10", param = 540e9 } } -- from section 2.1

local shape = { "layers", "cross_layers", "h", "heads", "kv_heads", "head_dim", "ffn", "gated" }
local names, columns = { "model", "as", "year", "published_param", "text_param", "erratum" }, {}
for _, name in ipairs(shape) do names[#names + 1] = name end
for _, name in ipairs{ "sl", "param" } do names[#names + 1] = name end
for _, name in ipairs(names) do columns[name] = {} end

local n = 0
for _, pair in ipairs(pati23.table4) do
  for _, as in ipairs{ "printed", "real" } do
    local record = tw.models[pair[as]]
    local text = as == "printed" and said[pair.real] or {}
    n = n + 1
    local cells = { model = pati23.titles[pair.real], as = as == "real" and "as its authors describe it" or "as printed",
      year = record.year, published_param = record.published_param, text_param = text.param or 0 / 0,
      erratum = text.erratum or (as == "printed" and record.erratum) or "", sl = record.sl,
      param = tw.eval({ model = record }, "param") }
    for _, name in ipairs(shape) do cells[name] = record[name] end
    for name, cell in pairs(cells) do columns[name][n] = cell end
  end
end

local t = tw.table{ names = names, columns = columns, n = n,
  units = { published_param = "1", text_param = "1", param = "1" } }
local smallest = t:where{ as = "as printed" }:top(1, "published_param", "ascending")[1].published_param
t = study.write("tab04", t:derive(
  "counted", { unit = "1", meaning = "parameters counted over published",
    function(r) return r.param / r.published_param end },
  "growth", { unit = "1", meaning = "published parameters over the smallest model's",
    function(r) return r.published_param / smallest end }))
local off = t:where{ as = "as printed" }:where(function(r) return math.abs(r.counted - 1) > 0.05 end)
local wrong = {}
for row in off:rows() do wrong[#wrong + 1] = row.model end
study.dumbbell("tab04_parameters", t, { y = "model", x = "counted", by = "as", percent = true, legend = "Shape",
  labels = true,
  xmin = 0, vline = { at = 1, label = "published" },
  title = tw.format("With the shapes of Table 4, %s differ from their published size by more than 5 %%", table.concat(wrong,
    " and ")),
  subtitle = "parameters counted from the shape", xlabel = "Counted over published" })

-- Each model's parameters, by both shapes; and the number of section 2.1.
t = t:derive("param_9", { unit = "1", meaning = "parameters counted, 10^9", function(r) return r.param / 1e9 end })
-- For these two every weight is published, so the difference is known.
local listed = {
  bert = "model: it counts no positions, biases and pooler; with them the shape has 335,141,888, which the print "
    .. "rounds, and a column that counts them would resolve it",
  gpt2_xl = "paper: its source counted wrongly; the weights that were published are 1,557,611,200, which resolves it" }
local said_of = { E15 = "Table 4 has no column for the gate and the K/V heads" }
for i, pair in ipairs(pati23.table4) do
  local own = t:where{ model = pati23.titles[pair.real] }
  for _, as in ipairs{ "as printed", "as its authors describe it" } do
    local one = own:where{ as = as }
    local erratum = own:where{ as = "as printed" }[1].erratum
    study.finding{ tw.format("P1-28%s", ("abcdefgh"):sub(i, i)), one, "param_9", basis = "exact", label = as,
      cause = listed[pair.real] or as == "as printed" and erratum ~= "" and erratum ~= "E10"
        and tw.format("paper: %s (%s)", said_of[erratum] or "a wrong shape of the model", erratum)
        or "paper: embeddings and rounding of the published size are not stated; a list of its weights would resolve it" }
  end
  if pair.real == "mt_nlg_530b" then
    study.finding{ "P1-27", own:where{ as = "as printed" }, "param_9", basis = "exact",
      cause = "paper: two sizes of one model (E10)" }
  end
end
study.finding{ "P1-27b", t:where{ model = pati23.titles.bert, as = "as printed" }, "param_9", basis = "exact" }
-- Entries that differ from those of the models' own authors.
local entries, otherwise = { "layers", "h", "heads", "sl", "ffn" }, {}
for _, pair in ipairs(pati23.table4) do
  local printed, real = tw.models[pair.printed], tw.models[pair.real]
  for _, name in ipairs(entries) do
    if printed[name] ~= real[name] then
      otherwise[#otherwise + 1] = tw.format("%s of %s", name, pati23.titles[pair.real])
    end
  end
end
study.finding{ "P1-28i", study.write("tab04_otherwise", tw.table{ names = { "entries" },
  columns = { entries = { #otherwise } },
  meanings = { entries = "entries for which the models' authors state other values" } }),
  "entries", basis = "exact", note = table.concat(otherwise, ", "),
  cause = "paper: errata E13 and E14; what its sources print would resolve each" }
local orders = t:where{ as = "as printed" }:derive("orders", { unit = "1", meaning = "power of ten of the growth",
  function(r) return tw.log2(r.growth) / tw.log2(10) end })
study.finding{ "P1-22", orders, "orders", high = true, note = "Table 4 as printed, PaLM over BERT", basis = "exact" }

local real = t:where{ as = "as its authors describe it" }
local met = real:where(function(r) return math.abs(r.counted - 1) <= 0.05 end)
study.conclude("tab04", {
  paper = "eight models have the shapes and sizes of Table 4.",
  remains = tw.format("%.0f of the shapes differ from their size by more than 5 %%: %s. A count, which no calibration "
    .. "moves.", off.n,
    table.concat(wrong, ", ")),
  turns = tw.format("by the shapes that their own authors give %.0f of %.0f meet it.", met.n, real.n) })
