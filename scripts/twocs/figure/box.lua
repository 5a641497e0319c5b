-- SPDX-License-Identifier: MIT
-- Boxes: for each name a box from the first to the third quartile of its rows, with a line at the median, whiskers to the
-- 5th and 95th percentile, and the number of rows. Quantiles are interpolated linearly between sorted values.

local data = require "twocs.figure.data"
local flat = require "twocs.figure.flat"
local guides = require "twocs.figure.guides"
local pile = require "twocs.figure.pile"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

local function quantile(sorted, share)
  local at = 1 + share * (#sorted - 1)
  local low = math.floor(at)
  if low >= #sorted then return sorted[#sorted] end
  return sorted[low] + (at - low) * (sorted[low + 1] - sorted[low])
end

return function(t, o, view)
  local g = guides.of(o)
  local y, x = data.column("box", t, "y", o.y), data.numbers("box", t, "x", o.x)
  local names, place, list = flat.names(y, view)
  local groups, shown = {}, {}
  for _, row in ipairs(view.rows) do
    groups[y[row]] = groups[y[row]] or {}
    if data.finite(x[row]) then table.insert(groups[y[row]], x[row]) end
  end
  local counts = {}
  for i, name in ipairs(list) do
    local values = groups[name]
    table.sort(values)
    counts[i] = #values
    if #values > 0 then
      for _, share in ipairs{ 0.05, 0.95 } do shown[#shown + 1] = quantile(values, share) end
    end
  end
  local ranged = guides.with_x(g, { shown }, true)
  local xs, xlabel = flat.values("box", o, { x }, {}, { tight = true, pad = 0.05 }, ranged)
  local colour = o.colours and pile.colour(o, nil, 1) or style.parts[1]
  local entries = { { text = "middle half", colour = colour, box = true }, { text = "median", colour = style.ink,
    upright = true },
    { text = "5 to 95 %", colour = style.ink, width = 1 } }
  guides.explain(g, entries)
  return guides.put("box", g, {
    x = xs, y = names, grid = "x", tall = flat.tall(#list, 21), xlabel = xlabel, ylabel = o.ylabel ~= "" and o.ylabel
      or nil,
    empty = #shown == 0, legend = { entries = entries, header = o.legend, at = o.legend_at or "top" },
    data = function(pen, panel)
      pen:clip(panel.left, panel.bottom, panel.right, panel.top)
      local half = math.min(7, 0.3 * (panel.top - panel.bottom) / math.max(#list, 1))
      for _, name in ipairs(list) do
        local v, at = groups[name], panel.y(place[name])
        if #v > 0 then
          local q = {}
          for i, share in ipairs{ 0.05, 0.25, 0.5, 0.75, 0.95 } do q[i] = panel.x(quantile(v, share)) end
          shapes.line(pen, q[1], at, q[5], at, style.ink, 1)
          for _, i in ipairs{ 1, 5 } do shapes.line(pen, q[i], at - half * 0.6, q[i], at + half * 0.6, style.ink, 1) end
          shapes.box(pen, q[2], at - half, q[4], at + half, colour, style.ink, 0.6)
          shapes.line(pen, q[3], at - half, q[3], at + half, style.ink, 1.8)
        end
      end
    end,
    overlay = function(pen, panel)
      for i, name in ipairs(list) do
        pen:text(panel.right + 4, panel.y(place[name]), data.format("%.0f", counts[i]), style.value, style.quiet, 0)
      end
    end,
    bar = { plan = function(pen) return pen:extent("00000", style.value) + 4 end, draw = function(pen, box)
      pen:text(box.right + 4, box.top + 5, "rows", style.note, style.quiet, 0)
    end },
  })
end
