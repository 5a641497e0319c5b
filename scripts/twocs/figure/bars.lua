-- SPDX-License-Identifier: MIT
-- Bars side by side: one group per value of x, in it one bar per value of `by` or per y column.

local data = require "twocs.figure.data"
local mistake = require "twocs.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.shapes"
local style = require "twocs.figure.style"

-- bars[k]: {text, y, rows[place of x]}.
local function collect(t, o, x, ys, place)
  local bars = {}
  if o.by and #ys > 1 then
    mistake.raise("bars: by and several y columns at once are too much for one figure: give one of them")
  end
  if not o.by then
    local rows = pile.places("bars", t.n, function() return 1 end, function(row) return place[x[row]] end,
      function(row) return o.x .. " = " .. mistake.show(x[row]) end)[1] or {}
    local names = pile.names(o, ys)
    for k, y in ipairs(ys) do bars[k] = { text = names[k], y = y, rows = rows } end
    return bars, nil
  end
  local cuts, header = series.cut("bars", t, o.by)
  local which = {}
  for k, cut in ipairs(cuts) do for _, row in ipairs(cut.rows) do which[row] = k end end
  local rows = pile.places("bars", t.n, function(row) return which[row] end, function(row) return place[x[row]] end,
    function(row)
      return data.format("%s = %s, %s = %s", o.x, mistake.show(x[row]), o.by, mistake.show(cuts[which[row]].value))
    end)
  for k, cut in ipairs(cuts) do bars[k] = { text = cut.text, y = ys[1], rows = rows[k] or {} } end
  return bars, header
end

-- The value above a bar, or below one that hangs; left out where it is wider than its bar and a neighbour
-- stands there.
local function put_value(pen, box, bar, v, left, right, alone)
  local text = data.short(v / bar.factor, bar.percent)
  local size = style.value
  while size > style.value - 3 and pen:extent(text, size) > (right - left) * (alone and 1.6 or 1.1) do size = size - 1 end
  if pen:extent(text, size) > (right - left) * (alone and 1.8 or 1.25) then return end
  local y = box.y(v) + (v < 0 and -1 or 1) * size * 0.62
  if y > box.bottom and y < box.top + size then pen:text((left + right) / 2, y, text, size, style.ink, 0.5) end
end

-- The texts on the highest and lowest bars stay inside the axes.
local function with_headroom(ranged, ys)
  local out, ends = {}, {}
  for i, column in ipairs(ranged) do out[i] = column end
  for _, y in ipairs(ys) do
    for i = 1, y.n do ends[#ends + 1] = y[i] * 1.07 end
  end
  out[#out + 1] = ends
  return out
end

return function(t, o)
  local x = data.column("bars", t, "x", o.x)
  local values, place = data.distinct(x)
  local ys = pile.columns("bars", t, o)
  local percent = o.percent
  if percent == nil then percent = data.is_share(ys) end
  local bars, header = collect(t, o, x, ys, place)
  local levels = series.levels(o)
  local ranged = series.with_levels(ys, levels)
  if o.labels ~= false and not percent then ranged = with_headroom(ranged, ys) end
  local axis = { unit = ys[1].unit, percent = percent, zero = true, least = o.ymin, most = o.ymax,
    factor_free = series.free(o.ylabel) }
  local yscale = o.logy and scale.log(ranged, axis, o.logy == 2 and 2 or 10) or scale.linear(ranged, axis)
  local entries = {}
  for k, bar in ipairs(bars) do
    bar.colour = o.colours and pile.colour(o, nil, k) or style.of(k, #bars)
    bar.factor, bar.percent = yscale.factor, percent
    if #bars > 1 then entries[k] = { text = bar.text, colour = bar.colour, box = true } end
  end
  series.explain_levels(levels, entries)
  return {
    x = scale.category(data.value_texts(values, 1)), y = yscale, grid = "y",
    xlabel = series.axis_text(o.xlabel, { x }, ""), ylabel = series.axis_text(o.ylabel, ys, yscale.unit),
    legend = { entries = entries, header = o.legend or header, at = o.legend_at or "top" },
    data = function(pen, box)
      local slot = (box.right - box.left) / math.max(#values, 1)
      local wide = math.min(slot * (#bars > 1 and 0.82 or 0.66) / #bars, pile.widest)
      local zero = yscale.kind == "linear" and box.y(0) or box.bottom
      pen:clip(box.left, box.bottom, box.right, box.top)
      for i = 1, #values do
        for k, bar in ipairs(bars) do
          local v = bar.rows[i] and bar.y[bar.rows[i]]
          local left, top = box.left + slot * (i - 0.5) + wide * (k - 1 - #bars / 2), v and box.y(v) or 0 / 0
          if top == top then
            shapes.box(pen, left, math.min(zero, top), left + wide, math.max(zero, top), bar.colour, style.paper, 0.5)
          end
        end
      end
      series.draw_levels(pen, box, levels)
      if yscale.kind == "linear" and yscale.low < 0 and yscale.high > 0 then
        shapes.line(pen, box.left, zero, box.right, zero, style.ink, style.spine)
      end
    end,
    overlay = o.labels ~= false and function(pen, box)
      local slot = (box.right - box.left) / math.max(#values, 1)
      local wide = math.min(slot * (#bars > 1 and 0.82 or 0.66) / #bars, pile.widest)
      for i = 1, #values do
        for k, bar in ipairs(bars) do
          local v = bar.rows[i] and bar.y[bar.rows[i]]
          local left = box.left + slot * (i - 0.5) + wide * (k - 1 - #bars / 2)
          if v and data.finite(v) then put_value(pen, box, bar, v, left, left + wide, #bars == 1) end
        end
      end
    end or nil,
  }
end
