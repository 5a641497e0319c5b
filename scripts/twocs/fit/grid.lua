-- SPDX-License-Identifier: MIT
-- The residuals of a law as a compact table: the logarithm of measured over predicted time at the knots of a grid of sizes
-- (engine/laws/grid.h). The values minimise squared errors with a robust loss, and neighbours are kept similar. A value is
-- one letter, in steps of 1 % or more, so a table of two thousand values has two kilobytes.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local grid = {}

local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/!#$%&()*,-.:;<=>?@[]^_{|}~"
local middle, finest = 45, 0.005
local place_of = {}
for i = 1, #letters do place_of[letters:sub(i, i)] = i end

-- The step of a letter, in units of `finest`, for which the letters cover all values but one in two hundred.
local function steps_of(values)
  local sizes = {}
  for i, value in ipairs(values) do sizes[i] = math.abs(value) end
  table.sort(sizes)
  local reach = sizes[math.max(1, math.ceil(0.995 * #sizes))]
  return math.max(2, math.min(#letters, math.ceil(reach / (middle - 1) / finest)))
end

--- The text of a list of values: a letter for the step, then a letter for each value. A value beyond the range gets the
--- last letter at that end.
function grid.text(values)
  local steps = steps_of(values)
  local list = { letters:sub(steps, steps) }
  for i, value in ipairs(values) do
    local place = math.max(1, math.min(#letters, math.floor(value / (steps * finest) + 0.5) + middle))
    list[i + 1] = letters:sub(place, place)
  end
  return table.concat(list)
end

--- The values of such a text, as a column.
function grid.values(text)
  local column = core.column(#text - 1)
  local steps = place_of[text:sub(1, 1)]
  for i = 1, #text - 1 do
    local place = place_of[text:sub(i + 1, i + 1)]
    if not place or not steps then mistake.raise("grid: value %d of %d has an unknown letter", i, #text - 1) end
    column[i] = (place - middle) * steps * finest
  end
  return column
end

local function columns_of(knots)
  local list = {}
  for d, own in ipairs(knots) do
    list[d] = core.column(#own)
    for i, size in ipairs(own) do list[d][i] = size end
  end
  return list
end

local function count_of(knots)
  local count = 1
  for _, own in ipairs(knots) do count = count * #own end
  return count
end

--- The correction for a plan. knots: a list of lists of sizes; text: the values.
function grid.made(knots, text)
  if #text - 1 ~= count_of(knots) then mistake.raise("grid: %d values, expected %d", #text - 1, count_of(knots)) end
  return core.grid{ knots = columns_of(knots), ratio = grid.values(text) }
end

local function list_of(column)
  local list = {}
  for i = 1, #column do list[i] = column[i] end
  return list
end

-- ---- Least squares: conjugate gradients on the normal equations, whose rows couple only neighbouring knots.

local function power(base, times)
  local product = 1
  for _ = 1, times do product = product * base end
  return product
end

-- For two corners of a cell: the number, from 1 to 3^dims, of the band with their distance in the list of values; and the
-- distances of all bands.
local function bands_of(knots)
  local dims, strides, distance = #knots, {}, {}
  local stride = 1
  for d = dims, 1, -1 do
    strides[d] = stride
    stride = stride * #knots[d]
  end
  for band = 0, power(3, dims) - 1 do
    local rest, sum = band, 0
    for d = dims, 1, -1 do
      local digit = rest % 3
      sum = sum + (digit - 1) * strides[d]
      rest = (rest - digit) / 3
    end
    distance[band + 1] = sum
  end
  local corners, band_of = power(2, dims), {}
  for a = 0, corners - 1 do
    band_of[a] = {}
    for b = 0, corners - 1 do
      local band, bit = 0, corners / 2
      for _ = 1, dims do
        band = band * 3 + math.floor(b / bit) % 2 - math.floor(a / bit) % 2 + 1
        bit = bit / 2
      end
      band_of[a][b] = band + 1
    end
  end
  return band_of, distance, strides
end

-- The normal equations of the weighted rows: bands[k][i] couples value i with the value at the distance of band k; right[i]
-- is the right-hand side.
local function normal(rows, count, weight, corners, band_of, bands_count)
  local bands, right = {}, {}
  for k = 1, bands_count do
    local band = {}
    for i = 1, count do band[i] = 0 end
    bands[k] = band
  end
  for i = 1, count do right[i] = 0 end
  local at, share, y = rows.at, rows.share, rows.y
  for r = 1, #y do
    local first = (r - 1) * corners
    for a = 0, corners - 1 do
      local i, w = at[first + a + 1], weight[r] * share[first + a + 1]
      if w ~= 0 then
        right[i] = right[i] + w * y[r]
        for b = 0, corners - 1 do
          local band = bands[band_of[a][b]]
          band[i] = band[i] + w * share[first + b + 1]
        end
      end
    end
  end
  return bands, right
end

-- Adds the penalty of second differences along every size, times `alike`: neighbours on a straight line have no penalty.
local function add_bends(knots, strides, alike, x, out)
  for d, own in ipairs(knots) do
    local stride, n = strides[d], #own
    for i = 1, #x do
      local place = math.floor((i - 1) / stride) % n
      if place > 0 and place < n - 1 then
        local bend = alike * (x[i - stride] - 2 * x[i] + x[i + stride])
        out[i - stride], out[i], out[i + stride] = out[i - stride] + bend, out[i] - 2 * bend, out[i + stride] + bend
      end
    end
  end
end

local function times(system, x)
  local out, count = {}, #x
  for i = 1, count do out[i] = system.pull * x[i] end
  for k, band in ipairs(system.bands) do
    local distance = system.distance[k]
    for i = math.max(1, 1 - distance), math.min(count, count - distance) do
      out[i] = out[i] + band[i] * x[i + distance]
    end
  end
  add_bends(system.knots, system.strides, system.alike, x, out)
  return out
end

local function dot(a, b)
  local sum = 0
  for i = 1, #a do sum = sum + a[i] * b[i] end
  return sum
end

local function conjugate(system, right, x, rounds)
  local product, r, p = times(system, x), {}, {}
  for i = 1, #x do
    r[i] = right[i] - product[i]
    p[i] = r[i]
  end
  local squares = dot(r, r)
  local enough = 1e-12 * dot(right, right)
  for _ = 1, rounds do
    if squares <= enough then break end
    local along = times(system, p)
    local length = squares / dot(p, along)
    for i = 1, #x do
      x[i] = x[i] + length * p[i]
      r[i] = r[i] - length * along[i]
    end
    local next_squares = dot(r, r)
    for i = 1, #x do p[i] = r[i] + next_squares / squares * p[i] end
    squares = next_squares
  end
end

local alike, pull = 0.09, 1e-4 -- penalty of a second difference and of a value, relative to a squared residual
local width = 0.05             -- of Huber's loss

--- learn(knots, sizes, ratio): the text of the values that fit the logarithms `ratio` best, from columns of sizes.
function grid.learn(knots, sizes, ratio)
  local count, zero = count_of(knots), {}
  for i = 1, count do zero[i] = 0 end
  local at, share = grid.made(knots, grid.text(zero)):around(sizes)
  local rows = { at = list_of(at), share = list_of(share), y = list_of(ratio) }
  local corners = power(2, #knots)
  local band_of, distance, strides = bands_of(knots)
  local x, weight = zero, {}
  for r = 1, #rows.y do weight[r] = 1 end
  for _ = 1, 4 do
    local bands, right = normal(rows, count, weight, corners, band_of, #distance)
    conjugate({ bands = bands, distance = distance, strides = strides, knots = knots, alike = alike, pull = pull }, right,
      x, 200)
    for r = 1, #rows.y do
      local said = 0
      for c = (r - 1) * corners + 1, r * corners do said = said + rows.share[c] * x[rows.at[c]] end
      weight[r] = 1 / math.max(1, math.abs(rows.y[r] - said) / width)
    end
  end
  return grid.text(x)
end

return grid
