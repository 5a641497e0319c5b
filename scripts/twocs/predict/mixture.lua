-- SPDX-License-Identifier: MIT
-- The distribution of a step whose row leaves choices open: a mixture over what the run may have used. Each open choice
-- adds the change of the step's logarithm by one of its alternatives, or nothing. Choices are independent, except of the
-- software. The error of the prediction is added to their sum: half of it is on each side, and each side is half of a
-- normal distribution.
--
-- The sum is kept on a grid of logarithms. A change between two points is divided between both, which keeps the mean. Of
-- choices that change less than the distance of two points, only mean and variance are kept.
local normal = require "twocs.common.normal"

local mixture = {}

local per_unit = 16 -- points of the grid in a unit of the logarithm
local farthest = 4 * per_unit -- of one change, in points
local least = 3e-5 -- a smaller weight at a point is dropped
local most = 0.98 -- of the alternatives of a choice together: the value that twocs uses is never excluded

-- A list of alternatives as moves { points, weight } on the grid, nothing changed among them, and the least and the largest
-- move.
local function moves_of(alternatives)
  local all, list, low, high = 0, {}, 0, 0
  for _, one in ipairs(alternatives) do all = all + one.p end
  local scale = all > most and most / all or 1
  for _, one in ipairs(alternatives) do
    local at = math.max(-farthest, math.min(farthest, per_unit * one.change))
    local point = math.floor(at)
    list[#list + 1] = { point, scale * one.p * (point + 1 - at), one }
    if at > point then list[#list + 1] = { point + 1, scale * one.p * (at - point), one } end
    low, high = math.min(low, point), math.max(high, at > point and point + 1 or point)
  end
  list[#list + 1] = { 0, 1 - scale * all }
  return list, low, high
end

-- Adds one choice to the sum: list[k] is the weight at point first + k - 1.
local function added(list, first, alternatives)
  local moves, low, high = moves_of(alternatives)
  if low == high then return list, first end
  local sum = {}
  for k = 1, #list + high - low do sum[k] = 0 end
  for _, move in ipairs(moves) do
    local by, p = move[1] - low, move[2]
    for k = 1, p > 0 and #list or 0 do sum[k + by] = sum[k + by] + list[k] * p end
  end
  return sum, first + low
end

local function is_small(alternatives)
  for _, one in ipairs(alternatives) do
    if math.abs(one.change) > 1 / per_unit then return false end
  end
  return true
end

-- Mean and variance of one choice.
local function moments(alternatives)
  local mean, square = 0, 0
  for _, one in ipairs(alternatives) do
    mean, square = mean + one.p * one.change, square + one.p * one.change * one.change
  end
  return mean, square - mean * mean
end

-- The sum of these choices as weights by point of the grid, and the mean and the variance of small ones.
local function sum_of(choices)
  local list, first, weights = { 1 }, 0, { mean = 0, variance = 0 }
  for _, alternatives in ipairs(choices) do
    if is_small(alternatives) then
      local mean, variance = moments(alternatives)
      weights.mean, weights.variance = weights.mean + mean, weights.variance + variance
    else
      list, first = added(list, first, alternatives)
    end
  end
  for k, weight in ipairs(list) do
    if weight > least then weights[#weights + 1] = { first + k - 1, weight } end
  end
  return weights
end

-- The points of the mixture with their weights, in order: { { x, weight }, ..., variance = of small choices }.
local function points_of(open)
  local sums, by, points, all = {}, {}, { variance = 0 }, 0
  local low, high, mean = math.huge, -math.huge, 0
  for _, move in ipairs((moves_of(open))) do
    local choices = (move[3] or open).choices
    local sum = sums[choices] or sum_of(choices)
    sums[choices] = sum
    mean, points.variance = mean + move[2] * sum.mean, points.variance + move[2] * sum.variance
    for _, one in ipairs(sum) do
      local point = one[1] + move[1]
      by[point], low, high = (by[point] or 0) + one[2] * move[2], math.min(low, point), math.max(high, point)
    end
  end
  for point = low, high do
    local weight = by[point]
    if weight and weight > least then
      points[#points + 1], all = { point / per_unit + mean, weight }, all + weight
    end
  end
  for _, one in ipairs(points) do one[2] = one[2] / all end
  return points
end

local certain = 4 -- standard deviations: beyond, a probability is 0 or 1 within 4e-5
local steps = 64 -- in a standard deviation; the probability between two of them is interpolated within 8e-6

-- The probability below each step from -certain to certain.
local normal_below
local function table_of_normal()
  local list = {}
  for i = 0, 2 * certain * steps + 1 do list[i] = normal.below(i / steps - certain) end
  return list
end

-- The probability that the logarithm is below x.
local function below(points, down, up, x)
  normal_below = normal_below or table_of_normal()
  local list, sum = normal_below, 0
  for k = 1, #points do
    local one = points[k]
    local far = x - one[1]
    local at = (far / (far < 0 and down or up) + certain) * steps
    if at >= 2 * certain * steps then
      sum = sum + one[2]
    elseif at > 0 then
      local i = at - at % 1
      sum = sum + one[2] * (list[i] + (at - i) * (list[i + 1] - list[i]))
    end
  end
  return sum
end

local near = 1e-3 -- of a probability

-- The x below which the logarithm lies with this probability: false position, in which an end that does not move counts
-- half (Dowell and Jarratt 1971).
local function quantile(points, down, up, share)
  down, up = math.sqrt(down * down + points.variance), math.sqrt(up * up + points.variance)
  local far = normal.quantile(share)
  local by = far * (far < 0 and down or up)
  local a, b = points[1][1] + by, points[#points][1] + by
  if a == b then return a end
  local fa, fb, side = below(points, down, up, a) - share, below(points, down, up, b) - share, 0
  if fa >= 0 then return a elseif fb <= 0 then return b end
  local x
  for _ = 1, 60 do
    x = (a * fb - b * fa) / (fb - fa)
    local f = below(points, down, up, x) - share
    if math.abs(f) < near then break end
    if f > 0 then
      b, fb, fa, side = x, f, side > 0 and fa / 2 or fa, 1
    else
      a, fa, fb, side = x, f, side < 0 and fb / 2 or fb, -1
    end
  end
  return x
end

--- ends(open, down, up, share): the ends of the middle `share` of the mixture, as logarithms over the prediction, which is
--- always inside. open: a list of alternatives { p = probability, change = of the logarithm, choices = } to the software,
--- empty if it is stated, and `choices` without them; choices: a list of independent choices, each a list of alternatives {
--- p =, change = }. down, up: the standard deviations of the error on both sides.
function mixture.ends(open, down, up, share)
  local points = points_of(open)
  local low, high = quantile(points, down, up, (1 - share) / 2), quantile(points, down, up, (1 + share) / 2)
  return math.min(0, low), math.max(0, high)
end

--- variance(open): what the choices add to the variance of the logarithm, by side: { up =, down = }.
function mixture.variance(open)
  local sum = { up = 0, down = 0 }
  local function add(alternatives)
    for _, one in ipairs(alternatives) do
      local side = one.change > 0 and "up" or "down"
      sum[side] = sum[side] + one.p * (1 - one.p) * one.change * one.change
    end
  end
  add(open or {})
  for _, alternatives in ipairs(open and open.choices or {}) do add(alternatives) end
  return sum
end

--- multiple(open, e, down, up, share): how many times as wide the error must be for e to be an end of the band; 0 if the
--- choices alone reach it.
function mixture.multiple(open, e, down, up, share)
  local points, low, high = points_of(open), 0, 1
  local function reaches(by)
    local wide = math.max(by, 1e-6)
    local end_of = quantile(points, wide * down, wide * up, (e < 0 and 1 - share or 1 + share) / 2)
    if e < 0 then return end_of <= e end
    return end_of >= e
  end
  while not reaches(high) and high < 1024 do low, high = high, 2 * high end
  for _ = 1, 30 do
    local middle = (low + high) / 2
    if reaches(middle) then high = middle else low = middle end
  end
  return high < 1e-6 and 0 or high
end

return mixture
