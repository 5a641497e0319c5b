-- SPDX-License-Identifier: MIT
-- Sobol's indices: which share of a result's variance an input explains alone (first order), and which share is left when
-- all others are known (total, with all interactions). The one thing to know: two samples A and B are drawn, and of each
-- input A's points are evaluated with that input taken from B: n (k + 2) points. First orders are Saltelli et al.'s (2010,
-- Table 2 b), totals Jansen's (1999); both samples are Latin hypercubes of a fixed seed.
local core = require "twocs.core"
local errors = require "twocs.fit.errors"

local sobol = {}

local blocks, resamples = 64, 400 -- of the bootstrap, which draws blocks of points
local low, high = 0.05, 0.95

-- n numbers, one in each nth of 0 to 1, in random order. Seeds are drawn: those of small multiples of one another give
-- numbers that are.
local function pieces(n, draw)
  local order, list = errors.shuffled(n, math.floor(2147483646 * draw())), {}
  for i, place in ipairs(order) do list[i] = math.min((place - 1 + draw()) / n, 1 - 1e-12) end
  return list
end

--- design(k, n): a column of numbers above 0 and below 1 for each of k inputs: A, B, and A with each input of B, n points
--- each.
function sobol.design(k, n)
  local columns, draw = {}, errors.random(1)
  for i = 1, k do
    local a, b, column = pieces(n, draw), pieces(n, draw), core.column(n * (k + 2))
    for r = 1, n do
      column[r], column[n + r] = a[r], b[r]
      for j = 1, k do column[(j + 1) * n + r] = i == j and b[r] or a[r] end
    end
    columns[i] = column
  end
  return columns
end

-- Sums of one block of points for each estimate: { n, sum of f, of f squared, { of each input first, total } }.
local function sums_of(f, mean, k, n, from, to)
  local one = { n = to - from + 1, sum = 0, squares = 0, first = {}, total = {} }
  for i = 1, k do one.first[i], one.total[i] = 0, 0 end
  for r = from, to do
    local a, b = f[r] - mean, f[n + r] - mean
    one.sum, one.squares = one.sum + a + b, one.squares + a * a + b * b
    for i = 1, k do
      local mixed = f[(i + 1) * n + r] - mean
      one.first[i], one.total[i] = one.first[i] + b * (mixed - a), one.total[i] + (a - mixed) * (a - mixed) / 2
    end
  end
  return one
end

-- The indices of these blocks; nil where nothing varies.
local function indices_of(list, k)
  local n, sum, squares, first, total = 0, 0, 0, {}, {}
  for i = 1, k do first[i], total[i] = 0, 0 end
  for _, one in ipairs(list) do
    n, sum, squares = n + one.n, sum + one.sum, squares + one.squares
    for i = 1, k do first[i], total[i] = first[i] + one.first[i], total[i] + one.total[i] end
  end
  local mean = sum / (2 * n)
  local variance = squares / (2 * n) - mean * mean
  if not (variance > 0) then return nil end
  for i = 1, k do first[i], total[i] = first[i] / n / variance, total[i] / n / variance end
  return { first = first, total = total, variance = variance }
end

local function quantile(list, q)
  table.sort(list)
  return list[math.max(1, math.ceil(q * #list))]
end

-- Intervals of nine in ten, from blocks drawn anew.
local function intervals(list, k)
  local draw, seen = errors.random(99), { first = {}, total = {} }
  for i = 1, k do seen.first[i], seen.total[i] = {}, {} end
  for _ = 1, resamples do
    local chosen = {}
    for b = 1, #list do chosen[b] = list[math.floor(draw() * #list) + 1] end
    local found = indices_of(chosen, k)
    for i = 1, found and k or 0 do
      table.insert(seen.first[i], found.first[i])
      table.insert(seen.total[i], found.total[i])
    end
  end
  local of = {}
  for i = 1, k do
    of[i] = { first = { quantile(seen.first[i], low), quantile(seen.first[i], high) },
      total = { quantile(seen.total[i], low), quantile(seen.total[i], high) } }
  end
  return of
end

--- indices(f, k, n): of the values of a design, a column: { first = by input, total =, variance =, mean =, of = by input
--- { first = { low, high }, total = }, moved = the most that an index is another from the first half of the points }; nil
--- where nothing varies. n: a multiple of 128.
function sobol.indices(f, k, n)
  local mean, list, half = 0, {}, {}
  for r = 1, 2 * n do mean = mean + f[r] / (2 * n) end
  for b = 1, blocks do
    list[b] = sums_of(f, mean, k, n, (b - 1) * n / blocks + 1, b * n / blocks)
    if b <= blocks / 2 then half[b] = list[b] end
  end
  local found, before = indices_of(list, k), indices_of(half, k)
  if not found or not before then return nil end
  found.mean, found.of, found.moved = mean, intervals(list, k), 0
  for i = 1, k do
    found.moved = math.max(found.moved, math.abs(found.first[i] - before.first[i]),
      math.abs(found.total[i] - before.total[i]))
  end
  return found
end

return sobol
