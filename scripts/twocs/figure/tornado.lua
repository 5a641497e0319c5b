-- SPDX-License-Identifier: MIT
-- A tornado: for each name two bars from the base value to the result with the input lowered and with it raised; the
-- longest is on top. If both bars are on one side, the shorter one is in front.

local data = require "twocs.figure.data"
local flat = require "twocs.figure.flat"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

local filled = 0.72 -- of a row's height
local coarse = 10 -- percent: bars that are all shorter differ in less than their whole percents
local beside = 0.2 -- of the values' range, on either side: space for the value next to the longest bar

local function reach(t, low, high, base, names, view)
  local far = {}
  for _, row in ipairs(view.rows) do
    local v = 0
    for _, column in ipairs{ low, high } do
      if data.finite(column[row]) then v = math.max(v, math.abs(column[row] - base)) end
    end
    if far[names[row]] then mistake.raise("tornado: %s occurs twice in the table", mistake.show(names[row])) end
    far[names[row]] = v
  end
  return far
end

-- The value next to a bar's end, on the side that it points to.
local function put_value(pen, panel, v, at, base, y, spec)
  local shown = v / spec.factor
  local digits = spec.fine and data.format("%.1f", shown) or data.short(shown, spec.percent)
  local text = (spec.sign and v > 0 and "+" or "") .. digits .. (spec.percent and "%" or "")
  local left = at < base
  local wide = pen:extent(text, style.value)
  local x = left and at - 3 or at + 3
  if left and x - wide < panel.left or not left and x + wide > panel.right + 3 then return end
  pen:text(x, y, text, style.value, style.quiet, left and 1 or 0)
end

return function(t, o, view)
  local g = guides.of(o)
  local y = data.column("tornado", t, "y", o.y)
  local low, high = data.numbers("tornado", t, "x", o.x[1]), data.numbers("tornado", t, "x", o.x[2])
  series.one_unit("tornado", { low, high })
  local base = o.base or 0
  local far = reach(t, low, high, base, y, view)
  local longest = 0
  for _, v in pairs(far) do longest = math.max(longest, v) end
  local order = o.sort ~= false and function(a, b)
    if far[a] ~= far[b] then return far[a] > far[b] end
    return tostring(a) < tostring(b)
  end or nil
  local names, place, list = flat.names(y, view, order)
  local xscale, xlabel, percent = flat.values("tornado", o, { low, high }, guides.with_x(g, { { base } }, true),
    { tight = true, pad = beside })
  local texts = pile.names(o, { low, high })
  local colours, hatches, entries = {}, {}, {}
  for k = 1, 2 do
    if o.colours then colours[k], hatches[k] = pile.colour(o, nil, k) else colours[k], hatches[k] = style.series[k], k end
    entries[k] = { text = texts[k], colour = colours[k], hatch = hatches[k], box = true }
  end
  guides.explain(g, entries)
  local function each(panel, draw)
    local slot = (panel.top - panel.bottom) / math.max(#list, 1)
    for _, row in ipairs(view.rows) do
      local middle = panel.y(place[y[row]])
      local ends = { { low[row], 1 }, { high[row], 2 } }
      if data.finite(low[row]) and data.finite(high[row]) and math.abs(high[row] - base) > math.abs(low[row] - base) then
        ends = { ends[2], ends[1] }
      end
      for _, one in ipairs(ends) do
        if data.finite(one[1]) and one[1] ~= base then draw(one[1], one[2], middle, filled * slot / 2, ends) end
      end
    end
  end
  return guides.put("tornado", g, {
    x = xscale, y = names, grid = "x", tall = flat.tall(#list), xlabel = xlabel,
    ylabel = o.ylabel ~= "" and o.ylabel or nil, legend = { entries = entries, header = o.legend, at = o.legend_at
      or "top" },
    data = function(pen, panel)
      pen:clip(panel.left, panel.bottom, panel.right, panel.top)
      local from = panel.x(base)
      each(panel, function(v, k, middle, half)
        local at = panel.x(v)
        shapes.hatched(pen, math.min(from, at), middle - half, math.max(from, at), middle + half, colours[k], hatches[k])
      end)
      pen:clip()
      shapes.line(pen, from, panel.bottom, from, panel.top, style.ink, style.spine)
    end,
    overlay = o.labels ~= false and function(pen, panel)
      local from = panel.x(base)
      each(panel, function(v, k, middle, _, ends)
        local second = ends[2][2] == k -- it is no longer than the first
        local hidden = second and data.finite(ends[1][1]) and (ends[1][1] - base) * (v - base) > 0
        if not hidden then
          put_value(pen, panel, v, panel.x(v), from, middle, { factor = xscale.factor, percent = percent,
            sign = base == 0, fine = percent and longest / xscale.factor < coarse })
        end
      end)
    end or nil,
  })
end
