-- SPDX-License-Identifier: MIT
-- Minimises a cost over a few positive numbers with bounds: one number after the other is multiplied by a factor, and the
-- factors shrink if none helps (Hooke and Jeeves 1961). The costs have kinks (the larger of two times, medians), which do
-- not disturb a search without slopes. Its path is the same on every machine.
local core = require "twocs.core"

local search = {}

local first, last = 0.25, 0.004 -- steps of the logarithm: from a quarter to less than half a percent

local function moved(values, name, by, bounds)
  local other = {}
  for key, value in pairs(values) do other[key] = value end
  local bound = bounds[name] or { 1e-300, 1e300 }
  other[name] = math.min(bound[2], math.max(bound[1], other[name] * by))
  return other
end

-- Moves each number once, from a point with known cost.
local function around(cost, from, least, names, bounds, step)
  local best, up = from, core.pow(2.718281828459045, step)
  for _, name in ipairs(names) do
    for _, by in ipairs{ up, 1 / up } do
      local other = moved(best, name, by, bounds)
      local found = other[name] ~= best[name] and cost(other) or math.huge
      if found < least then
        best, least = other, found
        break
      end
    end
  end
  return best, least
end

-- The same distance again in the direction of the last round.
local function beyond(before, after, names, bounds)
  local other = after
  for _, name in ipairs(names) do other = moved(other, name, after[name] / before[name], bounds) end
  return other
end

--- least(cost, start, names, bounds, finest): the values with the smallest cost, and this cost. names: the numbers that
--- move, in this order; finest: the final step of the logarithm, if less precision than half a percent is enough.
function search.least(cost, start, names, bounds, finest)
  local best, least, step = start, cost(start), first
  while step > (finest or last) do
    local before, was = best, least
    best, least = around(cost, best, least, names, bounds, step)
    if best ~= before then
      local further = beyond(before, best, names, bounds)
      local point, found = around(cost, further, cost(further), names, bounds, step)
      if found < least then best, least = point, found end
    end
    if not (least < was * (1 - 1e-4)) then step = step / 2 end
  end
  return best, least
end

return search
