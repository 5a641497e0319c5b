-- SPDX-License-Identifier: MIT
-- Density for points that are too many to distinguish: small square cells, darker with more points. The scale of counts is
-- logarithmic, because a linear scale would show only the densest cells.

local core = require "twocs.core"
local layout_label = require("twocs.figure.panel").upright_label
local scale = require "twocs.figure.scale"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"
local density = { from = 4000 } -- points; as many or more are drawn as density

local cell, bar_width, strips = 2.5, 11, 64

-- Counts by cell of the panel, and the greatest.
local function counted(panel, x, y, rows)
  local chosen = core.numbers(rows, #rows)
  local xs, ys = panel.xs(core.pick(x.values, chosen)), panel.ys(core.pick(y.values, chosen))
  local columns, counts, most = math.ceil((panel.right - panel.left) / cell), {}, 0
  for i = 1, #rows do
    local px, py = xs[i], ys[i]
    if px >= panel.left and px <= panel.right and py >= panel.bottom and py <= panel.top then
      local place = math.floor((py - panel.bottom) / cell) * columns + math.floor((px - panel.left) / cell)
      local now = (counts[place] or 0) + 1
      counts[place] = now
      if now > most then most = now end
    end
  end
  return counts, columns, most
end

-- A cell with one point has a colour that is clearly distinct from the paper; the largest count has the darkest colour.
local function shade(count, most)
  local share = most > 1 and math.log(count) / math.log(most) or 1
  return style.at(0.86 * (1 - share))
end

--- Draws the rows' points; returns the greatest count of a cell.
function density.draw(pen, panel, x, y, rows)
  local counts, columns, most = counted(panel, x, y, rows)
  local places = {}
  for place in pairs(counts) do places[#places + 1] = place end
  table.sort(places)
  for _, place in ipairs(places) do
    local left, bottom = panel.left + place % columns * cell, panel.bottom + math.floor(place / columns) * cell
    shapes.box(pen, left, bottom, math.min(left + cell, panel.right), math.min(bottom + cell, panel.top),
      shade(counts[place], most))
  end
  return most
end

--- The bar that explains the colours; the greatest count is known once the points are drawn (bar.most).
function density.bar()
  local bar = { text = "Points", most = 1 }
  function bar.plan(pen, length)
    bar.label, bar.size = layout_label(pen, "Points in a cell", length)
    return 16 + bar_width + 7 + pen:extent("1000", style.tick) + 4 + 14.5 * #bar.label
  end
  function bar.draw(pen, box)
    local left, tall = box.right + 16, box.top - box.bottom
    for i = 1, strips do
      shapes.box(pen, left, box.bottom + tall * (i - 1) / strips, left + bar_width,
        math.min(box.top, box.bottom + tall * (i + 0.5) / strips), style.at(0.86 * (1 - (i - 0.5) / strips)))
    end
    local axis = scale.log({ { 1, math.max(bar.most, 2) } }, { pad = 0 }, 10)
    for _, tick in ipairs(axis.ticks(axis, 5)) do
      local y = box.bottom + tick.at * tall
      if tick.at >= -1e-9 and tick.at <= 1 + 1e-9 then
        shapes.line(pen, left + bar_width, y, left + bar_width + (tick.text and 4 or 2.4), y, style.ink, style.spine)
        if tick.text then pen:text(left + bar_width + 7, y, tick.text, style.tick, style.ink, 0) end
      end
    end
    local x = left + bar_width + 7 + pen:extent("1000", style.tick) + 9
    for i, line in ipairs(bar.label) do
      pen:text(x + 14.5 * (i - 1), (box.bottom + box.top) / 2, line, bar.size, style.ink, 0.5, 90)
    end
  end
  return bar
end

return density
