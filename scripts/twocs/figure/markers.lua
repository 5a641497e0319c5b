-- SPDX-License-Identifier: MIT
-- Markers and boxes as polygons in points: exactly centred, of similar area, with a white rim that separates them from
-- lines.

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

-- Form 1 is a circle. There are seven forms, which repeat.
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

-- A marked point: filled, with a ring around it that is visible without colour too.
function shapes.marked(pen, x, y, hollow)
  shapes.marker(pen, 1, x, y, style.marker + 3, style.marked, true)
  shapes.marker(pen, 1, x, y, style.marker + 0.5, style.marked, hollow)
end

function shapes.box(pen, left, bottom, right, top, colour, edge, edge_width)
  pen:area({ left, right, right, left }, { bottom, bottom, top, top }, colour, 1, edge or style.paper, edge_width or 0)
end

-- The hollow form of a coloured cell: a white rim with one corner filled.
function shapes.cornered(pen, left, bottom, right, top)
  local rim, corner = 1.4, math.min(6, (right - left) / 2, (top - bottom) / 2)
  left, bottom, right, top = left + rim, bottom + rim, right - rim, top - rim
  pen:line({ left, right, right, left, left }, { bottom, bottom, top, top, bottom }, style.paper, 1)
  pen:area({ right - corner, right, right }, { top, top, top - corner }, style.paper, 1)
end

-- A marked cell with a number: a frame around it.
function shapes.framed(pen, left, bottom, right, top)
  local xs, ys = { left, right, right, left, left }, { bottom, bottom, top, top, bottom }
  pen:line(xs, ys, style.paper, 3.4)
  pen:line(xs, ys, style.marked, 1.8)
end

function shapes.line(pen, x1, y1, x2, y2, colour, width, dash) pen:line({ x1, x2 }, { y1, y2 }, colour, width, dash) end

-- A value that a paper published: a bracket from low to high, or an open diamond, both in ink with a rim of paper. at: its
-- place on the other axis; flat: the bracket lies along x.
function shapes.published(pen, at, value, low, high, flat, cap)
  local function stroke(a1, b1, a2, b2, colour, width)
    if flat then shapes.line(pen, b1, a1, b2, a2, colour, width) else shapes.line(pen, a1, b1, a2, b2, colour, width) end
  end
  if low and high then
    for _, pass in ipairs{ { style.paper, 3.2, cap + 1 }, { style.ink, 1.3, cap } } do
      stroke(at, low, at, high, pass[1], pass[2])
      stroke(at - pass[3], low, at + pass[3], low, pass[1], pass[2])
      stroke(at - pass[3], high, at + pass[3], high, pass[1], pass[2])
    end
  end
  if value then
    local x, y = flat and value or at, flat and at or value
    local r = 1.9 * style.marker -- larger than a marker, which stays visible inside if both agree
    for _, pass in ipairs{ { style.paper, 2.6 }, { style.ink, 1.2 } } do
      pen:line({ x - r, x, x + r, x, x - r }, { y, y + r, y, y - r, y }, pass[1], pass[2])
    end
  end
end

-- An arrow from a text to its subject; the head ends a little before the point.
function shapes.arrow(pen, x1, y1, x2, y2, colour)
  local dx, dy = x2 - x1, y2 - y1
  local length = math.sqrt(dx * dx + dy * dy)
  if not (length > 8) then return end
  local ux, uy = dx / length, dy / length
  local tx, ty = x2 - 4 * ux, y2 - 4 * uy
  shapes.line(pen, x1, y1, tx - 4 * ux, ty - 4 * uy, colour, 0.9)
  pen:area({ tx, tx - 5.5 * ux - 2.2 * uy, tx - 5.5 * ux + 2.2 * uy }, { ty, ty - 5.5 * uy + 2.2 * ux,
    ty - 5.5 * uy - 2.2 * ux }, colour, 1)
end

-- The hatching of box k of a pile, so that parts differ in grey print too: patterns 1 to 6, which repeat. The first has no
-- lines.
local hatches = { {}, { 1 }, { -1 }, { 0 }, { 1, -1 }, {} }
local pitch = 4.2

local function hatch_lines(pen, left, bottom, right, top, slope, colour)
  if slope == 0 then
    for y = math.ceil(bottom / pitch) * pitch, top, pitch do
      if y > bottom + 0.6 and y < top - 0.6 then pen:line({ left, right }, { y, y }, colour, 0.6, 0, 0.6) end
    end
    return
  end
  -- y = slope * x + c, so that the lines continue in neighbouring boxes.
  local c1, c2 = bottom - slope * (slope > 0 and right or left), top - slope * (slope > 0 and left or right)
  for c = math.ceil(c1 / pitch / 1.4) * pitch * 1.4, c2, pitch * 1.4 do
    local xa, xb = (bottom - c) / slope, (top - c) / slope
    if xa > xb then xa, xb = xb, xa end
    xa, xb = math.max(xa, left), math.min(xb, right)
    if xb - xa > 0.3 then pen:line({ xa, xb }, { slope * xa + c, slope * xb + c }, colour, 0.6, 0, 0.6) end
  end
end

function shapes.hatched(pen, left, bottom, right, top, colour, k, edge_width)
  shapes.box(pen, left, bottom, right, top, colour, style.paper, edge_width or 0.5)
  local ink = style.on(colour) == style.ink and 0x4d4d4d or style.paper
  local inset = 0.6 -- lines end inside the box, including their caps
  if right - left < 3 or top - bottom < 3 then return end
  for _, slope in ipairs(k and hatches[(k - 1) % #hatches + 1] or {}) do
    hatch_lines(pen, left + inset, bottom + inset, right - inset, top - inset, slope, ink)
  end
end

return shapes
