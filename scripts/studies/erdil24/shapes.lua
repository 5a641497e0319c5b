-- SPDX-License-Identifier: MIT
-- "Shorter and fatter" shapes (abstract): the effect of two parameters on the end of linear scaling and on the latency
-- wall: the exponent by which layers grow with d_model x d_ff, and the ratio of d_ff to d_model. The published law has
-- 0.3751 and 4; for any exponent the layers are those of the law at d_model = 12288 and d_ff = 4 d_model. Utilisation is
-- not monotone over the widths of a sweep, so the last run above 80 % of the sustained peak is listed with the first one at
-- or below it. The widest model has d_model = 1.57 million: a hollow point is a run that no wall ended. Fatter models are
-- swept over the same d_model x d_ff, so that they have the same layers and compute at each width.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local base = erdil24.case "h100_sxm5"

-- The case with another ratio d_ff / d_model, and widths that are smaller accordingly, so that d_model x d_ff is the same.
local function fatter(case, ff_ratio)
  local less = math.sqrt(ff_ratio / case.ff_ratio)
  return case{ ff_ratio = ff_ratio, d_step = case.d_step / less, d_least = case.d_least / less,
    d_most = case.d_most / less }
end

local function shorter(case, exponent) return case{ layer_exponent = exponent } end

-- Compute of the last run above linear_share of the sustained peak.
local function last_linear(case)
  local last
  for row in case:sweep{ want = { "c_flop", "util_rel" } }:rows() do
    if row.util_rel > case.linear_share then last = row.c_flop end
  end
  return last
end

local function largest(case)
  local c, _, open = case:largest()
  return c, open
end

local headlines = { { "Linear scaling ends", function(case) return (case:linear_end()) end },
  { "Last linear run", last_linear }, { "Largest run", largest } }

-- Headlines over one field in one table.
local function over(field, change, values)
  local columns, n = { [field] = {}, headline = {}, c_flop = {}, walled = {} }, 0
  for _, headline in ipairs(headlines) do
    for _, value in ipairs(values) do
      local c, open = headline[2](change(base, value))
      if c then
        n = n + 1
        columns[field][n], columns.headline[n], columns.c_flop[n] = value, headline[1], c
        columns.walled[n] = open and 0 or 1
      end
    end
  end
  return tw.table{ names = { field, "headline", "c_flop", "walled" }, columns = columns, units = { c_flop = "flop" },
    meanings = { c_flop = "Training compute", headline = "which end", walled = "0: no wall ended it" } }
end

local function draw(name, field, change, values, options)
  local o = { x = field, y = "c_flop", by = "headline", logy = true, steps = true, hollow = "walled",
    hollow_label = "at least: the sweep ends",
    subtitle = "H100 SXM5, three months, dense; by the equations of the authors' program", ylabel = erdil24.axis,
    legend = "", legend_at = "top" }
  for key, value in pairs(options) do o[key] = value end
  local t = over(field, change, values)
  local runs = t:where{ headline = "Largest run" }
  local span = runs:top(1, "c_flop")[1].c_flop / runs:top(1, "c_flop", "ascending")[1].c_flop
  o.title = span > 1.5 and tw.format("%s move the largest run, up to %.0f-fold", o.title, span)
    or tw.format("%s leave the largest run where it is", o.title)
  study.lines(name, t, o)
end

draw("shapes_layers", "layer_exponent", shorter, { 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.3751, 0.45, 0.5 },
  { title = "Shorter models", vline = { at = base.layer_exponent, label = "the paper's law" },
    xlabel = "Exponent of the layers in d_model x d_ff" })
draw("shapes_ff", "ff_ratio", fatter, { 1, 4, 16, 64, 256, 1024 },
  { title = "Fatter models", vline = { at = base.ff_ratio, label = "the paper's 4" }, xlabel = "d_ff over d_model",
    logx = 2 })

local both = { layer_exponent = {}, ff_ratio = {}, linear_end = {} }
for _, ff_ratio in ipairs{ 1, 4, 16, 64, 256 } do
  for _, exponent in ipairs{ 0, 0.1, 0.2, 0.3, 0.3751 } do
    local i = #both.ff_ratio + 1
    both.ff_ratio[i], both.layer_exponent[i] = ff_ratio, exponent
    both.linear_end[i] = shorter(fatter(base, ff_ratio), exponent):linear_end() or 0 / 0
  end
end
local most, least = 0, math.huge
for i, c in ipairs(both.linear_end) do
  if both.layer_exponent[i] == 0 then most = math.max(most, c) end
  if both.layer_exponent[i] == base.layer_exponent and both.ff_ratio[i] == base.ff_ratio then least = c end
end
study.heat("shapes_both", tw.table{ names = { "layer_exponent", "ff_ratio", "linear_end" }, columns = both,
  units = { linear_end = "flop" }, meanings = { linear_end = "linear scaling ends" } }, { x = "layer_exponent",
  y = "ff_ratio", z = "linear_end", logz = true, mark = { { layer_exponent = base.layer_exponent,
    ff_ratio = base.ff_ratio } },
  mark_label = "as published", title = tw.format("Constant layers move the end of linear scaling up to %.0f-fold",
    most / least),
  subtitle = "H100 SXM5, three months, dense; by the equations of the authors' program",
  xlabel = "Exponent of the layers in d_model x d_ff",
  ylabel = "d_ff over d_model", zlabel = "Linear scaling ends at (FLOP)" })

-- The abstract's two words separately.
local as_published = (base:largest())
local function over_published(name, what, change, values)
  local columns = { value = values, times = {} }
  for i, value in ipairs(values) do columns.times[i] = largest(change(base, value)) / as_published end
  return study.write(name, tw.table{ names = { "value", "times" }, columns = columns, units = { times = "1" },
    meanings = { value = what, times = "largest run over that of the published shape" } })
end
study.finding{ "E-short", over_published("shapes_shorter", "exponent of the layers", shorter, { 0, 0.1, 0.2, 0.3 }),
  "times", basis = "exact", note = "layers with an exponent of 0 to 0.3; with 0 no wall ended it" }
study.finding{ "E-fat", over_published("shapes_fatter", "d_ff over d_model", fatter, { 16, 64 }), "times", basis = "exact",
  note = "d_ff of 16 and 64 d_model",
  cause = "paper: by its own program latency and the number of layers set the largest run, and d_ff moves neither; its own "
    .. "numbers on shapes would resolve it" }

local known = erdil24.known "h100_sxm5"
local walled = (known:largest())
local short, fat = 0.2, 64
local exponent = erdil24.first(known, "layer_exponent", erdil24.steps(0.35, 0, 0.05), "largest", 10 * walled)
study.conclude("shapes", {
  paper = "shallower and wider models allow much larger runs.",
  remains = tw.format("%s shorter ones make the largest run %.1f times as large (layers with an exponent of %.1f), fatter "
    .. "ones %.1f times (d_ff of %.0f d_model).", erdil24.knowing, largest(shorter(known, short)) / walled, short,
    largest(fatter(known, fat)) / walled, fat),
  turns = tw.format("the run is ten times as large if layers grow with an exponent of %.2f instead of %.2f; whether "
    .. "such models learn as well is not studied here.", exponent, known.layer_exponent) })
