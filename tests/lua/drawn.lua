-- SPDX-License-Identifier: MIT
-- Shared code of tests of figures: tables by hand, the place of every text of a figure, and the colours of a drawing.
local lu = require "luaunit"
local drawable, draw = pcall(require, "twocs_draw")
local tables = require "twocs.table"

local drawn = { can = drawable, why = drawable or tostring(draw) }

--- {name, values, unit, meaning} for each column.
function drawn.sheet(...)
  local from = { names = {}, columns = {}, units = {}, meanings = {}, head = "figure_test" }
  for i, column in ipairs{ ... } do
    local name = column[1]
    from.names[i], from.columns[name], from.units[name], from.meanings[name] =
      name, column[2], column[3] or "1", column[4] or ""
  end
  return tables.new(from)
end

-- Draws a figure again, with `noting` called before the drawing calls, and returns the result of `use`.
local function again(fig, noting, use)
  local pen = draw.open(fig.width, fig.height, fig.zoom)
  local through = setmetatable({}, { __index = function(_, method)
    return function(_, ...)
      if noting[method] then noting[method](pen, ...) end
      return pen[method](pen, ...)
    end
  end })
  require("twocs.figure.layout").draw(through, fig.spec, fig.box)
  pen:close()
  local found = use and use(pen)
  pen:free() -- a pen that is not freed here is a leak if the script ends before a collection
  return found
end

--- Every text of a figure as {left, bottom, right, top, text, size}; slanted texts are left out.
function drawn.texts(fig)
  local found = {}
  again(fig, { text = function(pen, x, y, text, size, _, align, angle)
    local wide, tall = pen:extent(text, size), size * 0.72
    align = align or 0
    if not angle or angle == 0 then
      found[#found + 1] = { x - align * wide, y - tall / 2, x + (1 - align) * wide, y + tall / 2, text, size }
    elseif angle == 90 then
      found[#found + 1] = { x - tall / 2, y - align * wide, x + tall / 2, y + (1 - align) * wide, text, size }
    end
  end })
  return found
end

--- Every line and area of a figure as {left, bottom, right, top, colour}.
function drawn.strokes(fig)
  local found = {}
  local function note(_, xs, ys, colour)
    local at = { 1 / 0, 1 / 0, -1 / 0, -1 / 0, colour }
    for i = 1, #xs do
      local x, y = xs[i], ys[i]
      at[1], at[2], at[3], at[4] = math.min(at[1], x), math.min(at[2], y), math.max(at[3], x), math.max(at[4], y)
    end
    found[#found + 1] = at
  end
  again(fig, { line = note, area = note })
  return found
end

local column = 3.3 * 72 -- points; the width of a column in a paper

--- The faults of a figure's texts: outside the canvas, on top of each other, or smaller than `least` points when the figure
--- is as wide as a column of a paper. A list of sentences.
function drawn.faults(fig, least)
  local found, out = drawn.texts(fig), {}
  for i, a in ipairs(found) do
    if not (a[1] >= 0 and a[2] >= 0 and a[3] <= fig.width and a[4] <= fig.height) then
      out[#out + 1] = fig.name .. ": outside: " .. a[5]
    end
    if least and a[6] * column / fig.width < least - 1e-9 then out[#out + 1] = fig.name .. ": too small: " .. a[5] end
    for k = 1, i - 1 do
      local b = found[k]
      if not (a[1] >= b[3] or b[1] >= a[3] or a[2] >= b[4] or b[2] >= a[4]) then
        out[#out + 1] = fig.name .. ": " .. a[5] .. " on " .. b[5]
      end
    end
  end
  return out
end

function drawn.clear(fig)
  lu.assertEquals(drawn.faults(fig), {})
  local inside = {}
  for _, text in ipairs(drawn.texts(fig)) do inside[text[5]] = (inside[text[5]] or 0) + 1 end
  return inside
end

local side = 24 -- samples along each side of a box

local function lightness(colour)
  local b = colour % 256
  local g = (colour - b) / 256 % 256
  return 0.299 * ((colour - b - 256 * g) / 65536) + 0.587 * g + 0.114 * b
end

-- The variance of the means of groups of samples.
local function spread(light, group_of)
  local sums, counts, n, sum, squares = {}, {}, 0, 0, 0
  for i, v in ipairs(light) do
    local group = group_of(math.floor((i - 1) / side), (i - 1) % side)
    sums[group], counts[group] = (sums[group] or 0) + v, (counts[group] or 0) + 1
  end
  for group, total in pairs(sums) do
    local mean = total / counts[group]
    n, sum, squares = n + 1, sum + mean, squares + mean * mean
  end
  return math.sqrt(math.max(0, squares / n - sum / n * (sum / n)))
end

--- The lightness of the drawing in grey print, 0 to 255, averaged over a box of the canvas; its variation: in total, from
--- row to row, and along each diagonal, in which hatching shows; and the sampled colours.
function drawn.grey(fig, left, bottom, right, top)
  local xs, ys, light, sum = {}, {}, {}, 0
  local step = math.min(right - left, top - bottom) / side
  for i = 0, side - 1 do
    for k = 0, side - 1 do
      xs[#xs + 1], ys[#ys + 1] = (left + right) / 2 + (i + 0.5 - side / 2) * step,
        bottom + (k + 0.5) / side * (top - bottom)
    end
  end
  local colours = again(fig, {}, function(pen) return assert(pen:sample(xs, ys)) end)
  for i, colour in ipairs(colours) do
    light[i] = lightness(colour)
    sum = sum + light[i]
  end
  return sum / #colours, { spread(light, function(i, k) return i * side + k end), spread(light, function(_,
    k) return k end),
    spread(light, function(i, k) return (i - k) % 9 end), spread(light, function(i, k) return (i + k) % 9 end) }, colours
end

return drawn
