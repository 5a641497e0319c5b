-- SPDX-License-Identifier: MIT
-- Contour lines over the cells of a map, between the centres of the cells (marching squares), each with its value. In a
-- square with alternating corners, the mean of the four corners decides which two are connected.

local data = require "twocs.figure.data"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"
local contour = {}

-- The place of a level between two neighbouring values, as a share of the distance, on the scale of the colours.
local function crossing(at, a, b) return (at - a) / (b - a) end

-- The segments of one level: pairs of points in cells, from (1, 1).
local function segments(places, at)
  local out = {}
  for j = 1, #places - 1 do
    for i = 1, #places[j] - 1 do
      local a, b, c, d = places[j][i], places[j][i + 1], places[j + 1][i + 1], places[j + 1][i]
      if a == a and b == b and c == c and d == d then
        local found = {}
        local function edge(v, w, x1, y1, x2, y2)
          if (v < at) ~= (w < at) then
            local u = crossing(at, v, w)
            found[#found + 1] = { x1 + u * (x2 - x1), y1 + u * (y2 - y1) }
          end
        end
        edge(a, b, i, j, i + 1, j)
        edge(b, c, i + 1, j, i + 1, j + 1)
        edge(c, d, i + 1, j + 1, i, j + 1)
        edge(d, a, i, j + 1, i, j)
        if #found == 2 then out[#out + 1] = { found[1], found[2] } end
        if #found == 4 then
          local first = ((a + b + c + d) / 4 < at) == (a < at)
          out[#out + 1] = first and { found[1], found[2] } or { found[1], found[4] }
          out[#out + 1] = first and { found[3], found[4] } or { found[2], found[3] }
        end
      end
    end
  end
  return out
end

-- The place of a level's value: on the segment nearest to the middle of the map where it does not overlap other texts.
local function label_place(panel, list, taken, wide)
  local best, least
  local mx, my = (panel.left + panel.right) / 2, (panel.bottom + panel.top) / 2
  for _, s in ipairs(list) do
    local x, y = (s[1] + s[3]) / 2, (s[2] + s[4]) / 2
    local off = math.abs(x - mx) + math.abs(y - my)
    local inside = x - wide / 2 > panel.left + 2 and x + wide / 2 < panel.right - 2 and y > panel.bottom + 7
      and y < panel.top - 7
    for _, other in ipairs(taken) do
      if math.abs(other[1] - x) < (other[3] + wide) / 2 + 3 and math.abs(other[2] - y) < 12 then inside = false end
    end
    if inside and (not least or off < least) then best, least = { x, y, wide }, off end
  end
  return best
end

--- Draws the levels: a list in the column's unit, or true for the ticks of the colour bar. z: the scale of the colours.
--- bare: without values, because the cells have numbers.
function contour.draw(pen, panel, cells, z, levels, bare)
  local places, taken, drawn = {}, {}, {}
  for j = 1, #cells do
    places[j] = {}
    for i = 1, #cells[j] do places[j][i] = data.finite(cells[j][i]) and z.at(cells[j][i]) or 0 / 0 end
  end
  if levels == true then
    for _, tick in ipairs(z.ticks(z, 5)) do
      if tick.text and tick.at > 0.02 and tick.at < 0.98 then drawn[#drawn + 1] = { at = tick.at, text = tick.text } end
    end
  else
    for _, v in ipairs(levels) do
      drawn[#drawn + 1] = { at = z.at(v), text = data.number(v / z.factor) .. (z.percent and "%" or "") }
    end
  end
  for _, level in ipairs(drawn) do
    local list = {}
    for k, s in ipairs(segments(places, level.at)) do
      list[k] = { panel.left + (s[1][1] - 0.5) * panel.cell_width, panel.bottom + (s[1][2] - 0.5) * panel.cell_height,
        panel.left + (s[2][1] - 0.5) * panel.cell_width, panel.bottom + (s[2][2] - 0.5) * panel.cell_height }
      shapes.line(pen, list[k][1], list[k][2], list[k][3], list[k][4], style.paper, 1.3)
    end
    local place = not bare and label_place(panel, list, taken, pen:extent(level.text, style.value))
    if place then
      taken[#taken + 1] = place
      local back = style.at(math.max(0, math.min(1, level.at)))
      shapes.box(pen, place[1] - place[3] / 2 - 2.5, place[2] - 6.5, place[1] + place[3] / 2 + 2.5, place[2] + 7, back)
      pen:text(place[1], place[2], level.text, style.value, style.on(back), 0.5)
    end
  end
end

return contour
