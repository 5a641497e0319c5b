-- SPDX-License-Identifier: MIT
-- Sobol's indices: the share of a result's variance that an input explains alone (first order), and the share that remains
-- when all other inputs are known (total, with all interactions). Two samples A and B are drawn. For each input, the points
-- of A are evaluated again with this input taken from B: n (k + 2) points. First-order indices follow Saltelli et al.
-- (2010, Table 2 b), total indices Jansen (1999); both samples are Latin hypercubes with a fixed seed. Points are evaluated
-- in complete blocks, so that some blocks give indices after Ctrl-C.
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local rank = require "twocs.predict.rank"

local sobol = {}

local blocks, resamples = 64, 400 -- of the bootstrap, which draws blocks of points
local low, high = 0.05, 0.95

-- n numbers, one in each of n equal parts of 0 to 1, in random order. Seeds are drawn, because seeds that are small
-- multiples of each other give correlated numbers.
local function pieces(n, draw)
  local order, list = errors.shuffled(n, math.floor(2147483646 * draw())), {}
  for i, place in ipairs(order) do list[i] = math.min((place - 1 + draw()) / n, 1 - 1e-12) end
  return list
end

-- The number of points of A in a block, and the place where a block begins in a design. A block has points of A, then of B,
-- then of A with each input of B.
local function size_of(n) return math.max(1, math.floor(n / blocks)) end
local function begin_of(block, k, n) return (block - 1) * (k + 2) * size_of(n) end

--- design(k, n): a column of numbers above 0 and below 1 for each of k inputs: A, B, and A with each input of B, n points
--- each, block by block.
function sobol.design(k, n)
  local columns, draw, size = {}, errors.random(1), size_of(n)
  for i = 1, k do
    local a, b, column = pieces(n, draw), pieces(n, draw), core.column(n * (k + 2))
    for r = 1, n do
      local place = begin_of(math.ceil(r / size), k, n) + (r - 1) % size + 1
      column[place], column[place + size] = a[r], b[r]
      for j = 1, k do column[place + (j + 1) * size] = i == j and b[r] or a[r] end
    end
    columns[i] = column
  end
  return columns
end

--- The numbers of the blocks whose rows are all in the list, an even number of blocks. done: numbers of rows.
function sobol.whole_blocks(done, k, n)
  local found, list, rows = {}, {}, (k + 2) * size_of(n)
  for i = 1, #done do
    local block = math.ceil(done[i] / rows)
    found[block] = (found[block] or 0) + 1
  end
  for block = 1, blocks do
    if found[block] == rows then list[#list + 1] = block end
  end
  if #list % 2 == 1 then list[#list] = nil end
  return list
end

-- Sums of one block of points for each estimate: { n, sum of f, of f squared, { of each input first, total } }.
local function sums_of(f, mean, k, n, block)
  local size, from = size_of(n), begin_of(block, k, n)
  local one = { n = size, sum = 0, squares = 0, first = {}, total = {} }
  for i = 1, k do one.first[i], one.total[i] = 0, 0 end
  for r = from + 1, from + size do
    local a, b = f[r] - mean, f[r + size] - mean
    one.sum, one.squares = one.sum + a + b, one.squares + a * a + b * b
    for i = 1, k do
      local mixed = f[r + (i + 1) * size] - mean
      one.first[i], one.total[i] = one.first[i] + b * (mixed - a), one.total[i] + (a - mixed) * (a - mixed) / 2
    end
  end
  return one
end

-- The indices of these blocks; nil if nothing varies.
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

-- Intervals of 90 %, from resampled blocks.
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
    of[i] = { first = { rank.quantile(seen.first[i], low), rank.quantile(seen.first[i], high) },
      total = { rank.quantile(seen.total[i], low), rank.quantile(seen.total[i], high) } }
  end
  return of
end

-- The mean over the points of A and B.
local function mean_of(f, k, n, chosen)
  local mean, size = 0, size_of(n)
  for part = 0, 1 do
    for _, block in ipairs(chosen) do
      local from = begin_of(block, k, n) + part * size
      for r = from + 1, from + size do mean = mean + f[r] / (2 * size * #chosen) end
    end
  end
  return mean
end

local function all_blocks()
  local list = {}
  for block = 1, blocks do list[block] = block end
  return list
end

--- indices(f, k, n, chosen): from the values of a design, a column: { first = by input, total =, variance =, mean =, n =
--- points, of = by input { first = { low, high }, total = }, moved = the largest change of an index from the first half of
--- the points to all }; nil if nothing varies. n: a multiple of 128; chosen: use only these blocks, an even number.
function sobol.indices(f, k, n, chosen)
  chosen = chosen or all_blocks()
  local list, half, mean = {}, {}, mean_of(f, k, n, chosen)
  for b, block in ipairs(chosen) do
    list[b] = sums_of(f, mean, k, n, block)
    if b <= #chosen / 2 then half[b] = list[b] end
  end
  local found, before = indices_of(list, k), indices_of(half, k)
  if not found or not before then return nil end
  found.n = size_of(n) * #chosen
  found.mean, found.of, found.moved = mean, intervals(list, k), 0
  for i = 1, k do
    found.moved = math.max(found.moved, math.abs(found.first[i] - before.first[i]),
      math.abs(found.total[i] - before.total[i]))
  end
  return found
end

return sobol
