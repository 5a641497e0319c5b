-- SPDX-License-Identifier: MIT
-- A study of a paper: the place of its figures, and its results for the claims of the paper. The computed value of a claim
-- is read from a table that the study also draws or writes. The study does not know the published value, its tolerance or
-- the verdict (claims.csv, verdict.lua).
local case = require "twocs.ask.case"
local claims = require "twocs.study.claims"
local core = require "twocs.core"
local export = require "twocs.table.export"
local figure = require "twocs.figure"
local tables = require "twocs.table"
local mistake = require "twocs.common.mistake"
local sentence = require "twocs.common.sentence"
local verdict = require "twocs.study.verdict"

-- figures: a list of { name, title, subtitle, note, svg, csv, txt, caption }; several CSVs are separated by ";".
local study = { findings = {}, files = {}, figures = {} }

--- The path of a file of this study: out/<paper>/<name>.
function study.path(name) return core.format("%s/%s", study.folder or "out", name) end

-- Smallest and largest value of a column. A NaN makes both NaN, which agrees with no claim. With `edges`, NaN is skipped:
-- rows at the edges of a grid have no neighbour and therefore no number.
local function ends(t, column, edges)
  local low, high = math.huge, -math.huge
  local values = t:column(column)
  for i = 1, t.n do
    local x = values[i]
    if x ~= x and not edges then return x, x end
    if x < low then low = x end
    if x > high then high = x end
  end
  return low, high
end

-- The ends of one column, or of several columns together.
local function ends_of(f)
  if f[2].n == 0 then mistake.raise("finding %s: the table has no rows", f[1]) end
  local low, high
  for _, column in ipairs(type(f[3]) == "table" and f[3] or { f[3] }) do
    local least, most = ends(f[2], column, f.edges)
    if not low or least ~= least or least < low then low = least end
    if not high or most ~= most or most > high then high = most end
  end
  local scale = f.percent and 100 or 1
  return low * scale, high * scale
end

--- finding{ "P1-1", t, "f_ser", basis = "predicted", label = "Cal-0", percent = true, note = "..." }: the smallest and
--- largest value of a column, or of a list of columns.
--- low = true or high = true: only this end. edges = true: rows at the edges of a grid have no number.
--- span = "the set-up that our sources do not give": the rows cover all possible set-ups. unknown = "the constant of our
--- model that was not measured; the measurement that would resolve it": the rows cover all its plausible values.
--- basis: exact, predicted, calibrated (fitted to the paper's own numbers), or construction (no other result was possible).
--- not_yet = "what is missing" replaces a finding that cannot be computed. other = "FP32, where the paper has FP16":
--- hardware or a format that differs from the paper's.
--- cause = "model: reason; what would resolve it", for a finding that differs; it begins with paper, reading, set-up,
--- model, measurement or not known. noise: in the claim's unit, the smallest difference that counts as a direction.
function study.finding(f)
  if f.cause and not verdict.is_cause(f.cause) then
    mistake.raise("finding %s: cause begins with paper, reading, set-up, model, measurement or not known: %s",
      mistake.word(f[1]), mistake.show(f.cause))
  end
  if not f.not_yet and not verdict.knows_basis(f.basis) then
    mistake.raise("finding %s: basis is exact, predicted, calibrated or construction", mistake.word(f[1]))
  end
  local low, high
  if not f.not_yet then low, high = ends_of(f) end
  if f.low then high = low elseif f.high then low = high end
  study.findings[#study.findings + 1] = { item = f[1], low = low, high = high, basis = f.basis or "exact",
    label = f.label or "", note = f.note or "", span = f.span, unknown = f.unknown, other = f.other,
    cause = f.cause, noise = f.noise, not_yet = f.not_yet }
end

-- Adds a head to a table that a study made by hand, which names its script, like the head of the engine's tables.
local function headed(t)
  if t.head then return t end
  local from = { n = t.n, names = t:names(), columns = {}, units = {}, meanings = {},
    head = core.format("%s, twocs %s", case.script(), core.version) }
  for _, name in ipairs(from.names) do
    from.columns[name], from.units[name], from.meanings[name] = t:column(name), t:unit(name), t:meaning(name)
  end
  return tables.new(from)
end

--- Writes a table that is not a figure, as CSV.
function study.write(name, t)
  t = headed(t)
  local path = study.path(core.format("%s.csv", name))
  core.folder(study.folder or "out")
  local done, sentence = export.run("csv", t, path)
  if not done then error(sentence, 0) end
  study.files[#study.files + 1] = path
  return t
end

-- A caption in print appears without the report, so the study's conclusion is added to it as a paragraph.
local function captions_concluded(said)
  local text = sentence.unmarked(core.format("\nThe paper: %s What remains: %s What would change it: %s\n", said.paper,
    said.remains, said.turns))
  for _, one in ipairs(study.figures) do
    if one.txt then
      local done, why = core.write(one.txt, core.format("%s\n%s", sentence.unmarked(one.caption), text))
      if not done then error(why, 0) end
    end
    one.txt, one.caption = nil, nil -- each caption is completed only once
  end
end

--- conclude("fig10a", { paper = "...", remains = "...", turns = "..." }): the conclusion of a study: the paper's
--- conclusion, what remains of it under the calibrated model, and the input that would change it. The study computes its
--- numbers. It is written to <name>_conclusion.csv, which the report shows below the claims of that study, and is added to
--- the captions of figures in print.
function study.conclude(name, said)
  local columns = {}
  for _, part in ipairs(study.conclusion_parts) do
    if type(said[part]) ~= "string" or said[part] == "" then mistake.raise("conclude: %s is left out", part) end
    columns[part] = { said[part] }
  end
  captions_concluded(said)
  return study.write(name .. "_conclusion", tables.new{ n = 1, names = study.conclusion_parts, columns = columns,
    units = {}, meanings = {} })
end
study.conclusion_parts = { "paper", "remains", "turns" }

-- Adds a figure's files to the study; a figure that cannot be written ends the study.
local function kept(fig, why)
  if not fig then error(why, 0) end
  study.figures[#study.figures + 1] = { name = fig.name, title = fig.title or "", subtitle = fig.subtitle or "",
    note = fig.note or "", svg = fig.svg, csv = table.concat(fig.csvs, ";"), txt = fig.txt, caption = fig.caption }
  for _, path in ipairs(fig.csvs) do study.files[#study.files + 1] = path end
  for _, form in ipairs{ "png", "svg", "pdf", "txt" } do study.files[#study.files + 1] = fig[form] end
  return fig
end

for _, kind in ipairs(require("twocs.figure.options").kinds) do
  --- Like tw.lines and the other figure verbs, but writes into the study's folder.
  study[kind] = function(name, t, options)
    figure.out = study.folder or "out"
    return kept(figure[kind](name, headed(t), options))
  end
end

--- Like tw.panels.
function study.panels(name, list, options)
  figure.out = study.folder or "out"
  for _, entry in ipairs(list) do entry[2] = headed(entry[2]) end
  return kept(figure.panels(name, list, options))
end

-- A claim of claims.csv, which is next to the studies. The file is read at each call, so that the study's stamp records it.
local function claim_of(item)
  local home = core.place "twocs.study" or package.searchpath("twocs.study", package.path)
  local file = assert(io.open((home:gsub("twocs/study/init%.lua$", "studies/claims.csv")), "rb"))
  local text = file:read "*a"
  file:close()
  return claims.read(text)[item]
end

--- The printed value of an item of claims.csv: smallest and largest, percentages as shares. So a figure draws the value
--- that the verdict uses, and no number is written twice.
function study.published(item)
  local claim = claim_of(item)
  if not claim then mistake.raise("published: claims.csv has no item %s", mistake.show(item)) end
  local scale = claim.unit == "%" and 0.01 or 1
  return claim.low and claim.low * scale, claim.high and claim.high * scale
end

--- The same as text: "20 to 50 %".
function study.published_text(item)
  local claim = claim_of(item)
  if not claim then mistake.raise("published: claims.csv has no item %s", mistake.show(item)) end
  local words = { ["1"] = "", x = " times" }
  local low, high, unit = claim.printed_low, claim.printed_high, words[claim.unit] or " " .. claim.unit
  if low == high then return low .. unit end
  return core.format("%s to %s%s", low, high, unit)
end

return study
