-- SPDX-License-Identifier: MIT
-- The deal of the layers of a model, in their order, to the stages of a pipeline with the shortest step, by dynamic
-- programming over stages and layers.
--
-- The step of 1F1B with hidden transfers is the sum of the stages' times of one microbatch, plus the slowest stage's time
-- for each further microbatch (Narayanan et al. 2021, 2.2, for stages that differ). Two costs count, the sum and the
-- slowest, so the least sum is found below a limit of the slowest, and the limit is lowered until no lower one can help.
--
-- A pipeline here is { stages, layers, microbatches, least = by stage its fewest layers, time(s, i, j) = seconds of the
-- layers i + 1 to j on stage s, nil if they do not fit, quick(s, i, j) = the same if everything fitted, which must not get
-- less with more layers, floor = at most the sum of the times of any deal }.
local shortest_deal = {}

local same = 1e-12 -- times that differ by less than this share are equal

-- The least sum of times with all times at most `limit`: nil, or the sum and the last layer of each stage. even: weight of
-- the squares of the times, which prefers equal stages.
local function below(p, limit, even)
  local best, from, after = { [0] = 0 }, {}, 0
  for s = 2, p.stages do after = after + p.least[s] end
  for s = 1, p.stages do
    local now, chosen = {}, {}
    for i = 0, p.layers do
      local sum = best[i]
      for j = sum and (s == p.stages and math.max(p.layers, i + p.least[s]) or i + p.least[s]) or 1, p.layers - after do
        if not sum or p.quick(s, i, j) > limit then break end
        local t = p.time(s, i, j)
        if t and t <= limit then
          local cost = sum + t + even * t * t
          if not now[j] or cost < now[j] then now[j], chosen[j] = cost, i end
        end
      end
    end
    best, from[s], after = now, chosen, after - (p.least[s + 1] or 0)
  end
  if not best[p.layers] then return nil end
  local ends, last = {}, p.layers
  for s = p.stages, 1, -1 do ends[s], last = last, from[s][last] end
  return best[p.layers], ends
end

--- step(p, ends): seconds of a step by the sum and the slowest stage, and the slowest stage's time. ends: the last layer of
--- each stage.
function shortest_deal.step(p, ends)
  local most, sum, i = 0, 0, 0
  for s, j in ipairs(ends) do
    local t = p.time(s, i, j)
    most, sum, i = math.max(most, t), sum + t, j
  end
  return (p.microbatches - 1) * most + sum, most
end

-- A limit of the slowest stage above which no deal is shorter than this step, which some deal has.
local function useful(p, step)
  return p.microbatches > 1 and (step - p.floor) / (p.microbatches - 1) * (1 + same) or math.huge
end

-- A first deal: the limit grows from the mean time of a stage until there is one.
local function first(p)
  for _, times in ipairs{ 1.1, 1.5, 2.5, 5, math.huge } do
    local sum, ends = below(p, times * p.floor / p.stages, 0)
    if sum then return ends end
  end
end

--- best(p): the last layer of each stage in the deal with the shortest step, and this step; nil if no deal fits.
function shortest_deal.best(p)
  local picked = first(p)
  if not picked then return nil end
  local best = shortest_deal.step(p, picked)
  local limit = useful(p, best)
  while true do
    local sum, ends = below(p, limit, 0)
    if not sum then break end
    local step, most = shortest_deal.step(p, ends)
    if step < best then best, picked = step, ends end
    -- Deals with a slowest stage between `most` and the limit have no smaller sum; below `most` the sum only grows.
    if (p.microbatches - 1) * p.floor / p.stages + sum >= best then break end
    limit = most * (1 - same)
  end
  return picked, best
end

--- more_even(p, ends, near): among deals without a slower stage than this one, the one with the least squares of times,
--- if its step is longer by no more than the share `near`; or this one.
function shortest_deal.more_even(p, ends, near)
  local step, most = shortest_deal.step(p, ends)
  local _, even = below(p, most * (1 + same), 1 / most)
  return shortest_deal.step(p, even) <= (1 + near) * step and even or ends
end

return shortest_deal
