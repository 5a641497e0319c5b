-- SPDX-License-Identifier: MIT
-- Statistics of draws of several times: the probability of each to be the shortest, the cost of choosing it, and the safe
-- choice. Regret is a time over the shortest time of the same draw, less 1. The robust choice has the smallest 90th
-- percentile of regret, so a choice whose time is uncertain must be much faster to be taken.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local rank = require "twocs.predict.rank"

local odds = {}

--- below(a, b): the share of draws in which the first of two lists of logarithms is smaller; equal draws count half.
function odds.below(a, b)
  local sum = 0
  for s = 1, #a do sum = sum + (a[s] < b[s] and 1 or a[s] == b[s] and 0.5 or 0) end
  return sum / #a
end

--- of(logs): logs contains for each choice a list of logarithms of times over the draws. Returns for each choice { best =
--- the probability that it is the shortest, regret = the expected regret, far = the 90th percentile of regret }; and the
--- place of the robust choice.
function odds.of(logs)
  local found, over, n = {}, {}, #logs[1]
  for i = 1, #logs do found[i], over[i] = { best = 0, regret = 0 }, {} end
  for s = 1, n do
    local least, at = math.huge, nil
    for i, list in ipairs(logs) do
      if list[s] < least then least, at = list[s], i end
    end
    found[at].best = found[at].best + 1 / n
    for i, list in ipairs(logs) do
      over[i][s] = core.exp(list[s] - least) - 1
      found[i].regret = found[i].regret + over[i][s] / n
    end
  end
  local robust = 1
  for i, one in ipairs(found) do
    one.far = rank.quantile(over[i], bands.share)
    if one.far < found[robust].far then robust = i end
  end
  return found, robust
end

return odds
