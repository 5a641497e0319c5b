-- SPDX-License-Identifier: MIT
-- Figure 5: compute's slack over overlapped communication (a) and edge over serialized communication (b) by model, relative
-- to BERT: in the order of magnitude that the paper prints, SL * B and (H + SL) / TP, and counted exactly. TP and B are
-- those of each model's own paper. Without a published TP, equation 10 gives one, rounded up (memory: the model's own
-- accelerator if its size is known, otherwise that of the base model). Without a published B, it is 1, the minimum, and
-- slack is a lower bound. The columns tp_from and b_from state the source; hollow points use one of these.
local papers = require "studies.papers"
local tw = require "twocs"
local memory_by_year = require "studies.memory_by_year"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local wanted = { "p9_slack", "slack", "p6_edge", "edge" }

local memory = {}
for _, entry in ipairs(memory_by_year.trained_on) do memory[entry.model] = entry.mem_size end

local function equation10(model)
  local device = tw.devices.v100_sxm{ mem_size = memory[model.name] or tw.layout{}.base_mem }
  return math.max(1, math.ceil(tw.eval({ model = model, device = device, software = papers.software, run = papers.run() },
    "p10_tp")))
end

local names, columns = { "model", "year", "h", "sl", "tp", "tp_from", "b", "b_from", "tp_published", "b_published" }, {}
for _, name in ipairs(wanted) do names[#names + 1] = name end
for _, name in ipairs(names) do columns[name] = {} end
for i, pair in ipairs(pati23.table4) do
  local model = tw.models[pair.real]
  local cells = { model = pati23.titles[pair.real], year = model.year, h = model.h, sl = model.sl,
    tp = model.tp or equation10(model), b = model.b or 1,
    tp_from = model.tp and "its paper" or "equation 10", b_from = model.b and "its paper" or "the least",
    tp_published = model.tp and 1 or 0, b_published = model.b and 1 or 0 }
  local results = tw.eval({ model = model, run = papers.run{ sl = cells.sl, b = cells.b }, software = papers.software,
    layout = { tp = cells.tp },
    illegal = "allow" }, wanted)
  for name, value in pairs(results) do cells[name] = value end
  for name, cell in pairs(cells) do columns[name][i] = cell end
end
local t = tw.table{ names = names, columns = columns }
local first = t[1]
for _, name in ipairs(wanted) do
  t = t:derive(tw.format("%s_rel", name), { unit = "1", meaning = name:match("^p%d") and "as printed" or "counted exactly",
    function(r) return r[name] / first[name] end })
end
study.write("fig05", t)
local function least(column) return 100 * t:top(1, column, "ascending")[1][column] end
local names_of = { "as printed", "counted exactly" }
study.panels("fig05_models", {
  { "dumbbell", t, { y = "model", x = { "p9_slack_rel", "slack_rel" }, logx = 2, hollow = "b_published", names = names_of,
    labels = true,
    hollow_label = "B or TP not published", title = "(a) slack over overlapped", xlabel = "SL·B, BERT = 1" } },
  { "dumbbell", t, { y = "model", x = { "p6_edge_rel", "edge_rel" }, logx = 2, hollow = "tp_published", names = names_of,
    labels = true,
    hollow_label = "B or TP not published", title = "(b) edge over serialized", xlabel = "(H + SL) / TP, BERT = 1" } } },
  { columns = 1, title = tw.format("By exact counts, compute's slack falls to %.0f %% of BERT's and its edge to %.0f %%",
      least "slack_rel", least "edge_rel"),
    subtitle = "order of magnitude as printed, and flop per byte counted exactly; B not published: 1; TP: equation 10" })

-- "Stresses" is taken as: less in over half of the models. A minimum B is ours and not the paper's, and so is a TP from
-- equation 10; each claim is therefore also compared with the models that state theirs.
local later = t:where(function(r) return r.model ~= first.model end)
local function fallen(name, rows, column)
  local falls = rows:where(function(r) return r[column] < 1 end)
  return study.write(tw.format("fig05_%s", name), tw.table{ names = { "falls" }, columns = { falls = { falls.n / rows.n } },
    units = { falls = "1" }, meanings = { falls = "share of the models with less than BERT" } })
end
local causes = { slack = "set-up: our sources do not give the B of Figure 5; they would resolve it",
  edge = "set-up: the largest models' own papers keep TP small by pipelines, and our sources do not give Figure 5's TP; "
    .. "they would resolve it" }
for _, one in ipairs{ { "P1-49", "slack", "b", "B" }, { "P1-49b", "edge", "tp", "TP" } } do
  local own = later:where{ [one[3] .. "_published"] = 1 }
  local column = one[2] .. "_rel"
  study.finding{ one[1], fallen(one[2], later, column), "falls", percent = true, basis = "exact", cause = causes[one[2]],
    label = tw.format("%.0f models", later.n), note = one[3] == "b" and "B is 1 where it is not published"
      or "TP is equation 10's where it is not published" }
  study.finding{ one[1], fallen(one[2] .. "_published", own, column), "falls", percent = true, basis = "exact",
    cause = causes[one[2]], label = tw.format("%.0f models that publish %s", own.n, one[4]) }
end

-- Only models with a published TP; and the TP at which models with more edge than BERT would have the same edge.
local named = t:where{ tp_published = 1 }:where(function(r) return r.model ~= first.model end)
local less = named:where(function(r) return r.edge_rel < 1 end)
local slack = t:where(function(r) return r.slack_rel < 1 end)
local above, degrees = {}, {}
for i, pair in ipairs(pati23.table4) do
  local row = t[i]
  if row.tp_published == 1 and row.edge_rel > 1 then
    local found = tw.solve({ model = tw.models[pair.real], run = papers.run{ sl = row.sl, b = row.b },
      software = papers.software, illegal = "allow" }, { find = "tp", so_that = { edge = first.edge } })
    above[#above + 1] = tw.format("%s %.1f times", row.model, row.edge_rel)
    degrees[#degrees + 1] = tw.format("%s to TP %.0f in place of %.0f", row.model, found or 0 / 0, row.tp)
  end
end
study.conclude("fig05", {
  paper = "larger models have less slack and less edge than BERT, since memory requires a small B and a large "
    .. "TP on them.",
  remains = tw.format("by exact counts, %.0f of %.0f models have less slack (B is 1 if it is not given), and %.0f of the "
    .. "%.0f whose own papers give a TP less edge. The largest of these have more: %s. A count, which no calibration "
    .. "moves.", slack.n, t.n - 1, less.n, named.n, #above > 0 and table.concat(above, ", ") or "none"),
  turns = tw.format("their edge falls below BERT's if TP grows as the paper expects: %s.",
    table.concat(degrees, ", ")) })
