-- SPDX-License-Identifier: MIT
-- Markers and boxes as polygons in points: exactly centred, of like area, with a white rim that sets them off
-- from the lines they lie on.

local style = require "twocs.figure.style"
local shapes = {}

local function ring(corners, radius, turn)
  local xs, ys = {}, {}
  for i = 1, corners do
    local angle = (turn + (i - 1) / corners) * 2 * math.pi
    xs[i], ys[i] = radius * math.cos(angle), radius * math.sin(angle)
  end
  return { xs, ys }
end

local forms = {
  ring(24, 1, 0), ring(4, 1.22, 0.125), ring(3, 1.4, 0.25), ring(4, 1.28, 0), ring(3, 1.4, -0.25), ring(5, 1.2, 0.25),
  { { -0.42, 0.42, 0.42, 1.2, 1.2, 0.42, 0.42, -0.42, -0.42, -1.2, -1.2, -0.42 },
    { 1.2, 1.2, 0.42, 0.42, -0.42, -0.42, -1.2, -1.2, -0.42, -0.42, 0.42, 0.42 } },
}

-- Form 1 is a circle; there are seven, then they begin again.
function shapes.marker(pen, form, x, y, radius, colour, hollow)
  if x ~= x or y ~= y then return end
  local shape = forms[(form - 1) % #forms + 1]
  local xs, ys = {}, {}
  for i = 1, #shape[1] do xs[i], ys[i] = x + radius * shape[1][i], y + radius * shape[2][i] end
  if hollow then
    pen:area(xs, ys, style.paper, 1, colour, 1.1)
  else
    pen:area(xs, ys, colour, 1, style.paper, 0.6)
  end
end

-- A marked point: filled, with a ring around it that shows without colour too.
function shapes.marked(pen, x, y, hollow)
  shapes.marker(pen, 1, x, y, style.marker + 3, style.marked, true)
  shapes.marker(pen, 1, x, y, style.marker + 0.5, style.marked, hollow)
end

function shapes.box(pen, left, bottom, right, top, colour, edge, edge_width)
  pen:area({ left, right, right, left }, { bottom, bottom, top, top }, colour, 1, edge or style.paper, edge_width or 0)
end

-- What "hollow" is on a coloured cell: a white rim with one corner filled.
function shapes.cornered(pen, left, bottom, right, top)
  local rim, corner = 1.4, math.min(6, (right - left) / 2, (top - bottom) / 2)
  left, bottom, right, top = left + rim, bottom + rim, right - rim, top - rim
  pen:line({ left, right, right, left, left }, { bottom, bottom, top, top, bottom }, style.paper, 1)
  pen:area({ right - corner, right, right }, { top, top, top - corner }, style.paper, 1)
end

function shapes.line(pen, x1, y1, x2, y2, colour, width, dash) pen:line({ x1, x2 }, { y1, y2 }, colour, width, dash) end

return shapes
