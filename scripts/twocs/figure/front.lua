-- SPDX-License-Identifier: MIT
-- The Pareto front of points: the points that no other point beats in both coordinates, and the staircase between them.

local data = require "twocs.figure.data"
local front = {}

--- The rows on the front, in the order of x. senses: { "least" or "most" for x, the same for y }.
function front.rows(rows, x, y, senses)
  local sx, sy = senses[1] == "most" and -1 or 1, senses[2] == "most" and -1 or 1
  local order = {}
  for _, row in ipairs(rows) do
    if data.finite(x[row]) and data.finite(y[row]) then order[#order + 1] = row end
  end
  table.sort(order, function(a, b)
    if x[a] ~= x[b] then return sx * x[a] < sx * x[b] end
    if y[a] ~= y[b] then return sy * y[a] < sy * y[b] end
    return a < b
  end)
  local kept, best = {}, math.huge
  for _, row in ipairs(order) do
    if sy * y[row] < best then kept[#kept + 1], best = row, sy * y[row] end
  end
  return kept
end

--- The staircase that bounds all dominated points: from point to point, first along x.
function front.stairs(panel, kept, x, y)
  local xs, ys = {}, {}
  for i, row in ipairs(kept) do
    local px, py = panel.x(x[row]), panel.y(y[row])
    if i > 1 then xs[#xs + 1], ys[#ys + 1] = px, ys[#ys] end
    xs[#xs + 1], ys[#ys + 1] = px, py
  end
  return xs, ys
end

--- Boxes along the staircase that texts avoid.
function front.boxes(xs, ys)
  local boxes, off = {}, 2
  for i = 2, #xs do
    boxes[i - 1] = { math.min(xs[i - 1], xs[i]) - off, math.min(ys[i - 1], ys[i]) - off,
      math.max(xs[i - 1], xs[i]) + off, math.max(ys[i - 1], ys[i]) + off }
  end
  return boxes
end

return front
