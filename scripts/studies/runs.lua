-- SPDX-License-Identifier: MIT
-- Measured training runs that the project uses for comparison and does not contain, and shared code of their studies:
-- halves of layouts, and errors in one line.
local given = require "studies.given"
local errors = require "twocs.fit.errors"
local reader = require "twocs.runs.read"
local tw = require "twocs"

local runs = { gib = 1073741824 }

--- The rows of a file (runs/files.lua) as cases: a list of { row =, case = } or { row =, why = }; nil and a sentence if the
--- file is missing.
function runs.read(name, more)
  local path, sentence = given.path(reader.entry(name).path)
  if not path then return nil, sentence end
  return assert(reader.read(path, name, more))
end

--- Whether a layout is in the half to which constants are fitted, by a hash of its words.
function runs.fitted(...)
  local hash = 0
  for _, word in ipairs{ ... } do
    local text = tostring(word)
    for i = 1, #text do hash = (hash * 31 + text:byte(i)) % 65521 end
  end
  return hash * 40503 % 65536 >= 32768 -- the upper half, because the product mixes the low bits of the sum into it
end

--- A summary of errors as cells of a line: n, MAPE, median, p90, share within 15 %, bias, worst; in percent.
function runs.cells(s)
  return tw.format("%4d rows, MAPE %5.1f %%, median %5.1f, p90 %5.1f, within 15 %% %5.1f, bias %+6.1f, worst %6.1f", s.n,
    100 * s.mean, 100 * s.median, 100 * s.p90, 100 * s.within15, 100 * s.bias, 100 * s.max)
end

--- The same from predictions and measurements, and their summary.
function runs.errors(predicted, measured)
  local s = errors.summary(predicted, measured)
  return runs.cells(s), s
end

--- The same for the rows { predicted, measured } for which where(row) holds.
function runs.errors_of(list, where)
  local predicted, measured = {}, {}
  for _, one in ipairs(list) do
    if not where or where(one) then
      predicted[#predicted + 1], measured[#measured + 1] = one.predicted, one.measured
    end
  end
  return runs.errors(predicted, measured)
end

--- The sorted distinct values of key(one), for the rows for which where(one) holds.
function runs.values(list, key, where)
  local seen, values = {}, {}
  for _, one in ipairs(list) do
    local value = key(one)
    if not seen[value] and (not where or where(one)) then
      seen[value] = true
      values[#values + 1] = value
    end
  end
  table.sort(values)
  return values
end

return runs
