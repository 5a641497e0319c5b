-- SPDX-License-Identifier: MIT
-- A study of a paper: where its figures go, and what it found for the claims that the paper prints. The one thing to know:
-- a claim's computed value is read from a table that the study also draws or writes; the published value, its tolerance and
-- the verdict are none of the study's business (claims.csv, verdict.lua).
local case = require "twocs.case"
local core = require "twocs.core"
local figure = require "twocs.figure"
local tables = require "twocs.table"
local mistake = require "twocs.mistake"

local study = { findings = {}, files = {} }

--- Where this study's files go: out/<paper>/<name>.
function study.path(name) return core.format("%s/%s", study.folder or "out", name) end

local function ends(t, column, scale)
  local low, high
  local values = t:column(column)
  for i = 1, t.n do
    local x = values[i] * scale
    if x == x then
      if not low or x < low then low = x end
      if not high or x > high then high = x end
    end
  end
  return low, high
end

local bases = { exact = true, predicted = true, calibrated = true }

--- finding{ "P1-1", t, "f_ser", basis = "predicted", label = "Cal-0", percent = true, note = "..." }: least and largest of
--- the column. low = true or high = true keeps one end. not_yet = "what is missing" stands for a finding that cannot be
--- made.
function study.finding(f)
  if not f.not_yet and not bases[f.basis] then
    mistake.raise("finding %s: basis is exact, predicted or calibrated", tostring(f[1]))
  end
  local low, high
  if not f.not_yet then
    if f[2].n == 0 then mistake.raise("finding %s: the table has no rows", f[1]) end
    low, high = ends(f[2], f[3], f.percent and 100 or 1)
  end
  if f.low then high = low elseif f.high then low = high end
  study.findings[#study.findings + 1] = { item = f[1], low = low, high = high, basis = f.basis or "exact",
    label = f.label or "", note = f.note or "", not_yet = f.not_yet }
end

-- A table that a study made by hand says where it comes from, as the engine's do.
local function headed(t)
  if t.head then return t end
  local from = { n = t.n, names = t:names(), columns = {}, units = {}, meanings = {},
    head = core.format("%s, twocs %s", case.script(), core.version) }
  for _, name in ipairs(from.names) do
    from.columns[name], from.units[name], from.meanings[name] = t:column(name), t:unit(name), t:meaning(name)
  end
  return tables.new(from)
end

--- Writes a table that is no figure, as CSV.
function study.write(name, t)
  t = headed(t)
  local path = study.path(core.format("%s.csv", name))
  core.folder(study.folder or "out")
  local done, sentence = t:csv(path)
  if not done then error(sentence, 0) end
  study.files[#study.files + 1] = path
  return t
end

for _, kind in ipairs{ "lines", "stack", "bars", "heat", "scatter" } do
  --- Like tw.lines and its kin, into the study's folder; what cannot be written ends the study.
  study[kind] = function(name, t, options)
    figure.out = study.folder or "out"
    local fig, sentence = figure[kind](name, headed(t), options)
    if not fig then error(sentence, 0) end
    study.files[#study.files + 1] = fig.csv
    return fig
  end
end

return study
