-- SPDX-License-Identifier: MIT
-- Bars side by side: one group for each value of x, with one bar for each value of `by` or for each y column.

local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

-- bars[k]: {text, y, rows[place of x]}.
local function collect(t, o, x, ys, place, view)
  local bars = {}
  if o.by and #ys > 1 then
    mistake.raise("bars: by and several y columns cannot be combined in one figure: give one of them")
  end
  if not o.by then
    local rows = pile.places("bars", view, function() return 1 end, function(row) return place[x[row]] end,
      function(row) return o.x .. " = " .. mistake.show(x[row]) end)[1] or {}
    local names = pile.names(o, ys)
    for k, y in ipairs(ys) do bars[k] = { text = names[k], y = y, rows = rows } end
    return bars, nil
  end
  local cuts, header = series.cut("bars", t, o.by, o, view)
  local which = {}
  for k, cut in ipairs(cuts) do for _, row in ipairs(cut.rows) do which[row] = k end end
  local rows = pile.places("bars", view, function(row) return which[row] end, function(row) return place[x[row]] end,
    function(row)
      return data.format("%s = %s, %s = %s", o.x, mistake.show(x[row]), o.by, mistake.show(cuts[which[row]].value))
    end)
  for k, cut in ipairs(cuts) do bars[k] = { text = cut.text, value = cut.value, y = ys[1], rows = rows[k] or {} } end
  return bars, header
end

-- Whether a neighbouring bar is clearly shorter than a bar of value v, so that there is space for the text of v.
local function stands_out(box, bar, place, v)
  local row = bar and bar.rows[place]
  local other = row and bar.y[row]
  if not other or not data.finite(other) then return true end
  if v < 0 then return box.y(other) - box.y(v) > 1.25 * style.value end
  return box.y(v) - box.y(other) > 1.25 * style.value
end

-- Writes the value above a bar, or below a negative bar.
local function put_value(pen, box, text, v, left, right)
  local size = style.value
  local y = box.y(v) + (v < 0 and -1 or 1) * size * 0.62
  if y > box.bottom and y < box.top + size then pen:text((left + right) / 2, y, text, size, style.ink, 0.5) end
end

-- Extends the range, so that the texts on the highest and lowest bars stay inside the axes.
local function with_margin(ranged, ys)
  local out, ends = {}, {}
  for i, column in ipairs(ranged) do out[i] = column end
  for _, y in ipairs(ys) do
    for i = 1, y.n do ends[#ends + 1] = y[i] * 1.07 end
  end
  out[#out + 1] = ends
  return out
end

-- The place of a published value: above the bar of its x, and of its `by` if it has one, else next to the group.
local function spot(panel, one, width_of, bars, place, values)
  local slot, wide = width_of(panel)
  local i = place[one.x]
  for k, text in ipairs(data.value_texts(values, 1)) do if not i and text == one.x then i = k end end
  if not i then mistake.raise("bars: published = {x = %s}: no bar is at this x", mistake.show(one.x)) end
  local middle = panel.left + slot * (i - 0.5)
  for k, bar in ipairs(bars) do
    if one.by ~= nil and (bar.text == one.by or bar.value == one.by) then return middle + wide * (k - 0.5 - #bars / 2) end
  end
  return #bars > 1 and middle + wide * #bars / 2 + 5 or middle -- next to a group, since its values are above it
end

return function(t, o, view)
  local x = data.column("bars", t, "x", o.x)
  local values, place = data.distinct(x)
  local ys = pile.columns("bars", t, o)
  series.one_unit("bars", ys)
  local g = guides.of(o)
  local named_x, named = series.unit("bars", o, "x", x), series.unit("bars", o, "y", ys[1])
  local factor, unit, power = series.value_unit(x, values, named_x)
  local percent = o.percent
  if percent == nil then percent = data.is_share(ys) end
  local bars, header = collect(t, o, x, ys, place, view)
  local seen = {}
  for i, y in ipairs(ys) do seen[i] = series.seen(y, view) end
  local ranged = guides.with_y(g, seen, true)
  if o.labels ~= false and not percent then ranged = with_margin(ranged, seen) end
  local axis = { unit = ys[1].unit, percent = percent, zero = true, least = o.ymin, most = o.ymax, named = named }
  local yscale = o.logy and scale.log(ranged, axis, o.logy == 2 and 2 or 10) or scale.linear(ranged, axis)
  local entries = {}
  for k, bar in ipairs(bars) do
    if o.colours then bar.colour, bar.hatch = pile.colour(o, nil, k) else bar.colour, bar.hatch = style.of(k, #bars), k end
    if o.hatch == false or #bars == 1 then bar.hatch = nil end
    bar.factor, bar.percent = yscale.factor, percent
    if #bars > 1 then entries[k] = { text = bar.text, colour = bar.colour, hatch = bar.hatch, box = true } end
  end
  guides.explain(g, entries)
  local function width_of(box)
    local slot = (box.right - box.left) / math.max(#values, 1)
    return slot, math.min(slot * (#bars > 1 and (#g.published > 0 and 0.72 or 0.82) or 0.66) / #bars, pile.widest)
  end
  return guides.put("bars", g, {
    x = scale.category(data.value_texts(values, factor)), y = yscale, grid = "y",
    xlabel = series.axis_text(o.xlabel, { x }, unit, power, named_x and named_x.added),
    ylabel = series.axis_text(o.ylabel, ys, yscale.unit, yscale.power, named and named.added),
    spot = function(panel, one) return spot(panel, one, width_of, bars, place, values) end,
    legend = { entries = entries, header = header or o.legend, at = o.legend_at or "top" },
    data = function(pen, box)
      local slot, wide = width_of(box)
      local zero = yscale.kind == "linear" and box.y(0) or box.bottom
      pen:clip(box.left, box.bottom, box.right, box.top)
      for i = 1, #values do
        for k, bar in ipairs(bars) do
          local v = bar.rows[i] and bar.y[bar.rows[i]]
          local left, top = box.left + slot * (i - 0.5) + wide * (k - 1 - #bars / 2), v and box.y(v) or 0 / 0
          if top == top then
            shapes.hatched(pen, left, math.min(zero, top), left + wide, math.max(zero, top), bar.colour, bar.hatch)
          end
        end
      end
      if yscale.kind == "linear" and yscale.low < 0 and yscale.high > 0 then
        shapes.line(pen, box.left, zero, box.right, zero, style.ink, style.spine)
      end
    end,
    overlay = o.labels ~= false and function(pen, box)
      local slot, wide = width_of(box)
      -- A value that is wider than its bar needs shorter neighbours. If most bars have no space for their values, none has
      -- a value.
      local fitting, all = {}, 0
      for i = 1, #values do
        for k, bar in ipairs(bars) do
          local v = bar.rows[i] and bar.y[bar.rows[i]]
          if v and data.finite(v) then
            all = all + 1
            local text = data.short(v / bar.factor, bar.percent)
            local free = stands_out(box, bars[k - 1], i, v) and stands_out(box, bars[k + 1], i, v)
            if pen:extent(text, style.value) <= wide * (free and 1.8 or 1.02) then
              fitting[#fitting + 1] = { text, v, box.left + slot * (i - 0.5) + wide * (k - 1 - #bars / 2) }
            end
          end
        end
      end
      if 2 * #fitting < all then return end
      for _, one in ipairs(fitting) do put_value(pen, box, one[1], one[2], one[3], one[3] + wide) end
    end or nil,
  })
end
