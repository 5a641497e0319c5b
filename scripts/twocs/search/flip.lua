-- SPDX-License-Identifier: MIT
-- Which uncertain constant would change the choice of a search: each calibrated constant alone is moved through its 90 %
-- band, and the first value at which another layout is better than the best one is reported. Only the layouts that a
-- plateau looks at (plateau.lua) are compared.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local draws = require "twocs.predict.draws"
local evaluated = require "twocs.search.evaluated"
local plateau = require "twocs.search.plateau"

local flip = {}

-- Multiples of a constant's sd, the nearest first, on both sides, to the ends of a band of 90 %.
local steps, reach = 16, 1.645
local by = { 0 }
for i = 1, steps do
  by[2 * i], by[2 * i + 1] = -reach * i / steps, reach * i / steps
end

-- The scores of all layouts at these multiples, lower is better: scores[layout][place in by]; nil if the constant is not
-- open in any of the cases. Second: the constant's values there.
local function scores_of(q, list, name)
  local scores, values, sign = {}, nil, q.most and -1 or 1
  for _, part in ipairs(evaluated.by_case(list)) do
    local axis = draws.moved(part.made, name, by)
    if not axis then return nil end
    values = values or axis[1][2]
    local column = core.run(part.made, { part.axis, axis }, { q.score })[1]
    for r, i in ipairs(part.places) do
      scores[i] = {}
      for k = 1, #by do scores[i][k] = sign * column[(r - 1) * #by + k] end
    end
  end
  return scores, values
end

-- The first place at which another layout is better than the first one, and the best layout there.
local function changed(scores)
  for k = 2, #by do
    local best = 1
    for i = 2, #scores do
      if scores[i][k] < scores[best][k] then best = i end
    end
    if best ~= 1 then return k, best end
  end
end

--- of(found): a list of { name = of a constant, value =, moved = the value at which another layout is the best, by = the
--- same in sd, layout = this layout }, the smallest move first. Second: the number of constants that were moved.
function flip.of(found)
  local list, moved = {}, 0
  local candidates = plateau.candidates(found.q, found.ranked)
  for _, name in ipairs(bands.moved) do
    local scores, values = scores_of(found.q, candidates, name)
    local at, best
    if scores then at, best = changed(scores) end
    moved = moved + (scores and 1 or 0)
    if at then
      list[#list + 1] = { name = name, value = values[1], moved = values[at], by = by[at],
        layout = candidates[best].layout }
    end
  end
  table.sort(list, function(a, b)
    if math.abs(a.by) ~= math.abs(b.by) then return math.abs(a.by) < math.abs(b.by) end
    return a.name < b.name
  end)
  return list, moved
end

return flip
