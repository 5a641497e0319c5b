-- SPDX-License-Identifier: MIT
-- Shared code of stack and bars: colours and names of the parts, texts inside or on top of bars, and rows at one place.

local data = require "twocs.figure.data"
local mistake = require "twocs.common.mistake"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"
local pile = { widest = 46 } -- largest width of a bar, in points

function pile.columns(verb, t, o)
  local ys = {}
  for i, name in ipairs(series.list(o.y)) do ys[i] = data.numbers(verb, t, "y", name) end
  if o.names and #o.names ~= #ys then
    mistake.raise("%s: names has %.0f texts for %.0f columns of y", verb, #o.names, #ys)
  end
  return ys
end

-- Names of several y columns. A beginning or end that all meanings share stays, because a reader sees them side by side.
function pile.names(o, ys)
  local out = {}
  for i, y in ipairs(ys) do out[i] = o.names and o.names[i] or data.label(y) end
  return out
end

-- Colour and hatching of part i. A colour that the script names by its meaning has the hatching of that meaning; any other
-- colour has hatching i.
function pile.colour(o, palette, i)
  local list = o.colours or palette
  local colour = list[(i - 1) % #list + 1]
  if style.meaning[colour] then return style.meaning[colour][1], style.meaning[colour][2] end
  return colour, i
end

-- The meanings (style.meaning) of y columns with known names: compute is grey, exposed is orange.
local known = { t_cmp = "compute", t_ser = "serialized", t_ovl = "overlapped", t_exp = "exposed", t_hide = "overlapped",
  t_slow = "interference", t_bubble = "bubble", t_idle = "idle", compute = "compute", serialized = "serialized",
  overlapped = "overlapped", exposed = "exposed", idle = "idle", bubble = "bubble", interference = "interference" }
function pile.known(ys)
  local out = {}
  for i, y in ipairs(ys) do
    out[i] = known[y.name] or known[(y.name:gsub("^t_step_", "t_"))] -- of a layer, or of a step
    if not out[i] then return nil end
  end
  return out
end

-- A text centred in a box; one that does not fit is left out, as a smaller one could not be read in print.
function pile.inside(pen, text, left, bottom, right, top, colour, hatch)
  local size, wide = style.value, pen:extent(text, style.value)
  if size * 0.9 > top - bottom or wide > right - left - 1 then return false end
  local x, y = (left + right) / 2, (bottom + top) / 2
  if (hatch or 1) > 1 then
    local half = wide / 2 + 0.8
    shapes.box(pen, x - half, math.max(bottom, y - size * 0.47), x + half, math.min(top, y + size * 0.47), colour)
  end
  pen:text(x, y, text, size, style.on(colour), 0.5)
  return true
end

-- One form for all values of a figure: the fewest decimals, at most two, that keep two digits of the largest value.
function pile.form(columns, factor)
  local most, whole = 0, true
  for _, column in ipairs(columns) do
    for i = 1, #column do
      if data.finite(column[i]) then
        most = math.max(most, math.abs(column[i] / factor))
        whole = whole and column[i] / factor % 1 == 0
      end
    end
  end
  return (whole or most >= 9.95) and "%.0f" or most >= 0.995 and "%.1f" or "%.2f"
end

-- The rows of the view by two indices. Two rows at one place raise, because they would hide each other.
function pile.places(verb, view, first, second, describe)
  local rows = {}
  for _, row in ipairs(view.rows) do
    local a, b = first(row), second(row)
    if a and b then
      rows[a] = rows[a] or {}
      if rows[a][b] then
        mistake.raise("%s: rows %.0f and %.0f are both at %s: select rows first", verb, rows[a][b], row, describe(row))
      end
      rows[a][b] = row
    end
  end
  return rows
end

return pile
