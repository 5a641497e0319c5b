-- SPDX-License-Identifier: MIT
-- Titles of the figures of predicted runs: the findings in the data that pictures.lua collects.
local core = require "twocs.core"
local titles = {}

local function any() return true end

--- The median of the absolute errors, in percent, of the rows of pictures.points with of(row) (default: all).
function titles.median(t, of)
  local off = {}
  for row in t:where(of or any):rows() do off[#off + 1] = math.abs(row.error) end
  table.sort(off)
  return #off > 0 and off[math.ceil(#off / 2)] or 0 / 0
end

--- For predicted against measured steps.
function titles.predicted(t)
  if t.n == 1 then return core.format("The predicted step time is within %.0f %% of the measurement", titles.median(t)) end
  return core.format("Half of %d predicted step times are within %.0f %% of the measurement", t.n, titles.median(t))
end

--- For errors over GPUs: runs on at least this number (default: a third of the runs have it) against runs on fewer.
function titles.over_scale(t, many)
  local devices = {}
  for row in t:rows() do devices[#devices + 1] = row.devices end
  table.sort(devices, function(a, b) return a > b end)
  local least, most = devices[#devices], devices[1]
  many = many or devices[math.ceil(#devices / 3)]
  if least >= many or many > most then
    return core.format("The median error is %.0f %%, on %d GPUs and more", titles.median(t), least)
  end
  return core.format("The median error on %d GPUs%s is %.0f %%, on fewer GPUs %.0f %%", many,
    many < most and " and more" or "", titles.median(t, function(r) return r.devices >= many end),
    titles.median(t, function(r) return r.devices < many end))
end

--- For the errors of kinds of runs, in the table of pictures.by_regime.
function titles.by_regime(t)
  local own = t.n > 0 and t:where{ kind = "twocs" } -- a column without rows has no type
  if not own or own.n == 0 then return "Error by kind of run" end
  local best, worst = own:top(1, "error", "ascending")[1], own:top(1, "error")[1]
  if own.n == 1 then return core.format("The median error of %s is %.0f %%", best.regime, 100 * best.error) end
  return core.format("Median errors by kind of run are smallest for %s, %.0f %%, and largest for %s, %.0f %%", best.regime,
    100 * best.error, worst.regime, 100 * worst.error)
end

--- For the steps of the runs with the largest errors, in the table of pictures.worst: the sum of the terms of each. whose:
--- the description of a row, such as "In the worst run of".
function titles.worst(t, parts, whose)
  local sums = {}
  for row in t:rows() do
    local sum = 0
    for _, part in ipairs(parts) do sum = sum + row[part] end
    sums[#sums + 1] = { run = row.run, off = math.abs(core.log(sum)), sum = 100 * sum }
  end
  table.sort(sums, function(a, b) return a.off > b.off end)
  local first = table.remove(sums, 1)
  if not first then return "The rows with the largest errors, by term" end
  local said = core.format("%s %s the terms add up to %.0f %% of the step", whose, first.run, first.sum)
  if #sums == 0 then return said end
  table.sort(sums, function(a, b) return a.sum < b.sum end)
  if core.format("%.0f", sums[1].sum) == core.format("%.0f", sums[#sums].sum) then
    return core.format("%s, in the others to %.0f %%", said, sums[1].sum)
  end
  return core.format("%s, in the others to %.0f to %.0f %%", said, sums[1].sum, sums[#sums].sum)
end

return titles
