-- SPDX-License-Identifier: MIT
-- The plateau of a search: the layouts that cannot be distinguished from the best one, the probability of each to be the
-- best, and the robust choice. Uncertain inputs are drawn (predict/draws.lua) only for the first layouts of a search and
-- for the best layouts of each kind, where a layout with a longer predicted time may still be the fastest.
local core = require "twocs.core"
local draws = require "twocs.predict.draws"
local evaluated = require "twocs.search.evaluated"
local odds = require "twocs.predict.odds"

local plateau = { sure = 0.95 }

local most = 100 -- layouts that are drawn
plateau.looked, plateau.of_each_kind = 2 * most, 2 -- layouts that are compared: in all, and at least of each kind
plateau.timed = { t_step = true, token_rate = true, mfu = true } -- scores that are a time or an inverse time

--- candidates(q, ranked): different layouts, the first of all and the first of each kind, ordered by score; and the last of
--- the first ones if there are more.
function plateau.candidates(q, ranked)
  local chosen, n = {}, {}
  for i = 1, ranked.n do
    local kind = ranked:kind(i)
    n[kind] = (n[kind] or 0) + 1
    if i <= plateau.looked or n[kind] <= plateau.of_each_kind then chosen[#chosen + 1] = ranked:at(i) end
  end
  local all, kept = evaluated.distinct(q, chosen, #chosen), {}
  n = {}
  for i, one in ipairs(all) do
    n[one.kind] = (n[one.kind] or 0) + 1
    if i <= most or n[one.kind] <= plateau.of_each_kind then kept[#kept + 1] = one end
  end
  return kept, all[most + 1] and all[most]
end

-- For each layout, the logarithm of its cost in each draw; nil if the case has no draws.
local function logs_of(q, list)
  local logs, sign = {}, q.most and -1 or 1
  for _, part in ipairs(evaluated.by_case(list)) do
    local axis = draws.axis(part.made)
    if not axis then return nil end
    local column = core.run(part.made, { part.axis, axis }, { q.score })[1]
    for r, i in ipairs(part.places) do
      local own, left = {}, draws.left(part.made, list[i].layout, list[i].devices)
      for s = 1, draws.count do own[s] = sign * core.log(column[(r - 1) * draws.count + s]) + left[s] end
      logs[i] = own
    end
  end
  return logs
end

local function kinds_of(list)
  local by, kinds = {}, {}
  for _, one in ipairs(list) do
    if not by[one.kind] then
      by[one.kind] = { kind = one.kind, best = 0 }
      kinds[#kinds + 1] = by[one.kind]
    end
    by[one.kind].best = by[one.kind].best + one.odds.best
  end
  return kinds
end

--- of(found): { best =, robust =, list = the plateau, kinds = of the plateau { kind, best }, more = whether the plateau may
--- have more layouts }. Each layout has `odds` (predict/odds.lua), `better` (the probability that it beats the best one)
--- and `assumed`. nil and a sentence if the uncertainty of the score is not known.
function plateau.of(found)
  local q = found.q
  if not plateau.timed[q.score] then
    return nil, core.format("probabilities exist for times only (t_step, token_rate, mfu), not for %s", q.score)
  end
  local list, last = plateau.candidates(q, found.ranked)
  local logs = logs_of(q, list)
  if not logs then return nil, "there are no probabilities: this software has no calibrated constants" end
  local all, robust = odds.of(logs)
  local assumed = evaluated.results(list, { "step_assumed" })
  local on, low = {}, 1 - plateau.sure
  for i, one in ipairs(list) do
    one.odds, one.assumed, one.better = all[i], assumed[i].step_assumed, i == 1 and 0.5 or odds.below(logs[i], logs[1])
    if one.better >= low then on[#on + 1] = one end
  end
  return { best = list[1], robust = list[robust], list = on, kinds = kinds_of(on), more = last and last.better >= low }
end

return plateau
