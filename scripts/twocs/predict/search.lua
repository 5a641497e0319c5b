-- SPDX-License-Identifier: MIT
-- The least of a cost over a few numbers above 0, each between bounds: one after the other is moved by a factor, and
-- the factors shrink where none helps (Hooke and Jeeves 1961). The one thing to know: costs here have kinks (a larger
-- of two times, medians), which a search without slopes does not mind, and it goes the same way on every machine.
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

-- Each number once, from a point whose cost is known.
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

-- As far again in the direction in which the last round went.
local function beyond(before, after, names, bounds)
  local other = after
  for _, name in ipairs(names) do other = moved(other, name, after[name] / before[name], bounds) end
  return other
end

--- least(cost, start, names, bounds, finest): the values with the least cost, and that. names: what moves, in this order;
--- finest: the step of the logarithm at which it ends, where less than half a percent is not asked for.
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
