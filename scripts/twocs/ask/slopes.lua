-- SPDX-License-Identifier: MIT
-- The slope of a result at the value of a field, for elasticities. A slope is taken between the two nearest legal values,
-- and only if a second pair, farther away, confirms it. The reason: a step of one percent can cross the edge of a tile,
-- where the time jumps.
local core = require "twocs.core"

local slopes = {}

local little, tiny = 0.01, 1e-6
local few = 100 -- below it a count is halved and doubled
local jumps_by = 1e-4 -- larger than the effect of any slope over a tiny step
local rounding = 1e-11
local apart, apart_share = 0.02, 0.1 -- two slopes that confirm each other differ by no more than this

local function whole(x) return math.floor(x + 0.5) end

-- A pair of values within the bounds of the field, one below x and one above; nil for a value that is not.
local function pair_of(row, x, low, high, word)
  if row.count then low, high = low and whole(low), whole(high) end
  low, high = low and math.max(low, row.least), math.min(high, row.most)
  return { low = low and low < x and low or nil, high = high > x and high or nil, word = word }
end

--- The pairs of values around x, in the order in which they are tried. A pair without a word is too close to x to be shown
--- in a table. For a small count each pair is accepted (`sure`); for other fields a pair needs the next one to confirm it.
function slopes.pairs_about(row, x, by)
  local near = pair_of(row, x, x * (1 - little), x * (1 + little))
  local far = pair_of(row, x, x * (1 - by), x * (1 + by), core.format("± %.3g %%", 100 * by))
  if not row.count then return { near, far } end
  local double = pair_of(row, x, x % 2 == 0 and x / 2 or nil, 2 * x, "x 2")
  if x >= few then return { near, far, double } end
  local one = pair_of(row, x, x - 1, x + 1, "± 1")
  double.sure, one.sure = true, true
  return { double, one }
end

--- The values that are a tiny step from x.
function slopes.nearby(row, x) return { pair_of(row, x, x * (1 - tiny), x * (1 + tiny)) } end

--- The values of all pairs as one list.
function slopes.values(list)
  local values = {}
  for _, pair in ipairs(list) do
    if pair.low then values[#values + 1] = pair.low end
    if pair.high then values[#values + 1] = pair.high end
  end
  return values
end

--- Stores the results at these values in the pairs: at_low and at_high, nil if the value is illegal. why: for each value
--- the rule that it breaks, 0 for none; nil if rules are not checked.
function slopes.take(list, got, why)
  local i = 0
  local function next_one()
    i = i + 1
    return not (why and why[i] > 0) and got[i] or nil
  end
  for _, pair in ipairs(list) do
    pair.at_low, pair.at_high = pair.low and next_one(), pair.high and next_one()
  end
end

-- The slope between the values of a pair. x replaces a value that is illegal or out of bounds.
local function slope_of(pair, x, here)
  local low, high = pair.at_low and pair.low or x, pair.at_high and pair.high or x
  local at_low, at_high = pair.at_low or here, pair.at_high or here
  if low == high or not (at_low > 0 and at_high > 0) then return nil end
  return core.log2(at_high / at_low) / core.log2(high / low)
end

local function agree(one, other)
  return math.abs(one - other) <= apart + apart_share * math.max(math.abs(one), math.abs(other))
end

local function encloses(pair, here)
  local low, high = pair.at_low or here, pair.at_high or here
  return low ~= high and math.min(low, high) <= here and here <= math.max(low, high)
end

--- Whether the result changes at any of the pairs, by more than rounding.
function slopes.moves(list, here)
  local function moves(at) return math.abs(at / here - 1) > rounding end
  for _, pair in ipairs(list) do
    if moves(pair.at_low or here) or moves(pair.at_high or here) then return true end
  end
  return false
end

--- Whether any pair has a legal value.
function slopes.any(list)
  for _, pair in ipairs(list) do
    if pair.at_low or pair.at_high then return true end
  end
  return false
end

--- The slope at x, the pair to show, and whether another pair confirms the slope. The results of this pair enclose `here`,
--- the result at x. nil if there is no such slope: no value is legal, or the result at x is a minimum or maximum.
function slopes.found(list, x, here)
  for i, pair in ipairs(list) do
    local slope, after = slope_of(pair, x, here), list[i + 1]
    local other = after and slope_of(after, x, here)
    local confirmed = slope and (pair.sure or other and agree(slope, other))
    local shown = pair.word and pair or after
    if confirmed and encloses(pair, here) and encloses(shown, here) then return slope, shown, true end
  end
  local widest = list[#list] -- nothing is confirmed
  local slope = slope_of(widest, x, here)
  if slope and encloses(widest, here) then return slope, widest, false end
end

--- If the result jumps at x, for example because a law was measured at exactly this value, the results of each side are
--- divided by its jump. nearby: the pair a tiny step away. Returns the jump of the higher side, or of the lower one, as a
--- factor; nil if there is none.
function slopes.without_jump(list, nearby, here)
  local below, above = (nearby.at_low or here) / here, (nearby.at_high or here) / here
  local function is_jump(factor) return math.abs(factor - 1) > jumps_by end
  if not (is_jump(below) or is_jump(above)) then return nil end
  for _, pair in ipairs(list) do
    pair.at_low, pair.at_high = pair.at_low and pair.at_low / below, pair.at_high and pair.at_high / above
  end
  return is_jump(above) and above or below
end

return slopes
