-- SPDX-License-Identifier: MIT
-- A roofline: operators as points, with their reached rate over their arithmetic intensity, below the roofs of the machine.
-- Flat roofs are compute peaks, slanted roofs are bandwidths of a memory or a link. Both axes are logarithmic.

local core = require "twocs.core"
local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local labels = require "twocs.figure.labels"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

-- Roofs as { value in the unit of the axes, label }.
local function roofs_of(key, given, unit)
  local out = {}
  if type(given) == "number" or type(given) == "string" or given.at then given = { given } end
  for i, roof in ipairs(given) do
    local at = type(roof) == "table" and roof.at or roof
    local v = type(at) == "string" and core.quantity(at, unit) or at
    if type(v) ~= "number" or not (v > 0) then
      mistake.raise("roofline: %s = %s is not a quantity in %s", key, mistake.show(at), unit)
    end
    out[i] = { at = v, label = type(roof) == "table" and roof.label or key }
  end
  table.sort(out, function(a, b) return a.at > b.at end)
  return out
end

-- A slanted roof ends where the highest flat one cuts it; a flat one begins where the steepest slanted one reaches it.
local function draw_roofs(pen, panel, low, high, flats, slants)
  for i, slant in ipairs(slants) do
    local to = math.min(high, flats[1].at / slant.at)
    shapes.line(pen, panel.x(low), panel.y(slant.at * low), panel.x(to), panel.y(slant.at * to), style.ink, 1.3,
      i > 1 and 3 * (i - 1) or 0)
  end
  for i, flat in ipairs(flats) do
    local from = math.max(low, flat.at / slants[1].at)
    shapes.line(pen, panel.x(from), panel.y(flat.at), panel.x(high), panel.y(flat.at), style.ink, 1.3, i > 1 and 3 * (i - 1)
      or 0)
  end
end

-- Writes the names along the roofs: at the right end of a flat roof, above the lower end of a slanted roof.
local function name_roofs(pen, panel, low, flats, slants)
  local taken = {}
  for i, flat in ipairs(flats) do
    local y = panel.y(flat.at) + 6.5
    pen:text(panel.right - 3, y, flat.label, style.value, style.ink, 1)
    taken[i] = { panel.right - 3 - pen:extent(flat.label, style.value), y - 6, panel.right, y + 6 }
  end
  for _, slant in ipairs(slants) do
    local x1, y1 = panel.x(low), panel.y(slant.at * low)
    local x2, y2 = panel.x(low * 10), panel.y(slant.at * low * 10)
    local angle = math.deg(math.atan2 and math.atan2(y2 - y1, x2 - x1) or math.atan(y2 - y1, x2 - x1)) -- luacheck: ignore
    local start = math.max(0, (panel.bottom + 6 - y1) / (y2 - y1) * (x2 - x1)) + 8
    local px, py = x1 + start, y1 + start * (y2 - y1) / (x2 - x1)
    local turn = math.rad(angle)
    pen:text(px - 6.5 * math.sin(turn), py + 6.5 * math.cos(turn), slant.label, style.value, style.ink, 0, angle)
    for along = 0, pen:extent(slant.label, style.value), 6 do
      local x, y = px - 6.5 * math.sin(turn) + along * math.cos(turn), py + 6.5 * math.cos(turn) + along * math.sin(turn)
      taken[#taken + 1] = { x - 5, y - 5, x + 5, y + 5 }
    end
  end
  return taken
end

return function(t, o, view)
  local g = guides.of(o)
  local x, y = data.numbers("roofline", t, "x", o.x), data.numbers("roofline", t, "y", o.y)
  local texts = o.label and data.column("roofline", t, "label", o.label)
  local rate, feed = y.unit, y.unit:gsub("flop", "byte")
  local flats, slants = roofs_of("peak", o.peak, rate), roofs_of("bandwidth", o.bandwidth, feed)
  local ridge, lowest = {}, {}
  for i, slant in ipairs(slants) do ridge[i] = flats[1].at / slant.at * 2 end
  for i = 1, x.n do lowest[i] = x[i] / 1.6 end
  local tops = { flats[1].at * 1.9 }
  local xs = scale.log(guides.with_x(g, { series.seen(x, view), ridge, lowest }),
    { unit = x.unit, least = o.xmin, most = o.xmax, pad = 0 }, 10)
  local named = series.unit("roofline", o, "y", y)
  local ys = scale.log(guides.with_y(g, { series.seen(y, view), tops }), { unit = rate, least = o.ymin, most = o.ymax,
    named = named, pad = 0.03 }, 10)
  if not named then ys = scale.log(guides.with_y(g, { y, tops }), { unit = rate, least = o.ymin, most = o.ymax, pad = 0.03,
    named = scale.rate(rate, flats[1].at) }, 10) end
  local cuts, header = series.cut("roofline", t, o.by, o, view)
  local entries = {}
  for i, cut in ipairs(cuts) do
    cut.colour = o.colours and pile.colour(o, nil, i) or style.of(i, #cuts)
    if o.by then entries[i] = { text = cut.text, colour = cut.colour, form = i, line = false } end
  end
  guides.explain(g, entries)
  return guides.put("roofline", g, {
    x = xs, y = ys, grid = "both",
    xlabel = series.axis_text(o.xlabel or x.meaning == "" and "Arithmetic intensity (flop/byte)" or nil, { x }, xs.unit,
      xs.power),
    ylabel = series.axis_text(o.ylabel, { y }, ys.unit, ys.power, named and named.added),
    legend = { entries = entries, header = header or o.legend, at = o.legend_at },
    data = function(pen, panel)
      pen:clip(panel.left, panel.bottom, panel.right, panel.top)
      draw_roofs(pen, panel, xs.value(0), xs.value(1), flats, slants)
    end,
    overlay = function(pen, panel)
      local points = {}
      for i, cut in ipairs(cuts) do
        for _, row in ipairs(cut.rows) do
          local px, py = panel.x(x[row]), panel.y(y[row])
          if px >= panel.left and px <= panel.right and py >= panel.bottom and py <= panel.top then
            points[#points + 1] = { x = px, y = py, row = row }
            shapes.marker(pen, i, px, py, style.marker + 0.4, cut.colour)
          end
        end
      end
      local taken = name_roofs(pen, panel, xs.value(0), flats, slants)
      if texts then labels.put(pen, panel, points, points, texts, taken) end
    end,
  })
end
