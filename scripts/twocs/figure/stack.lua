-- SPDX-License-Identifier: MIT
-- Stacked bars: one for each row, in the table's order, with the y columns as parts from bottom to top. Rows can be grouped
-- by a second column. Negative parts extend below 0. With share = true every bar is 100 %.

local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

-- Rows in the order of their groups' first appearance, and the groups as runs of places.
local function grouped(view, group)
  local rows, groups = {}, {}
  if not group then
    return view.rows, nil
  end
  local texts, members, order = data.value_texts(group, 1), {}, {}
  for _, i in ipairs(view.rows) do
    if not members[texts[i]] then members[texts[i]], order[#order + 1] = {}, texts[i] end
    table.insert(members[texts[i]], i)
  end
  for i, text in ipairs(order) do
    groups[i] = { text = text, from = #rows + 1, to = #rows + #members[text] }
    for _, row in ipairs(members[text]) do rows[#rows + 1] = row end
  end
  return rows, groups
end

local function shares(ys, n)
  local out = {}
  for k, y in ipairs(ys) do out[k] = { unit = "1", meaning = y.meaning, name = y.name, n = n } end
  for row = 1, n do
    local sum = 0
    for _, y in ipairs(ys) do
      if y[row] < 0 then
        mistake.raise("stack: share = true needs parts of at least 0, but %s is %s in row %.0f", y.name,
          mistake.show(y[row]), row)
      end
      sum = sum + y[row]
    end
    for k, y in ipairs(ys) do out[k][row] = sum > 0 and y[row] / sum or 0 / 0 end
  end
  return out
end

-- The upper and lower ends of the bars, which the axis must show.
local function reach(ys, rows)
  local ends = {}
  for _, row in ipairs(rows) do
    local up, down = 0, 0
    for _, y in ipairs(ys) do
      if data.finite(y[row]) then
        if y[row] > 0 then up = up + y[row] else down = down + y[row] end
      end
    end
    local any = false
    for _, y in ipairs(ys) do any = any or data.finite(y[row]) end
    if any then ends[#ends + 1], ends[#ends + 2] = up, down end
  end
  return ends
end

local function draw_bar(pen, box, slot, spec, row, from)
  local up, down = 0, 0
  for k, y in ipairs(spec.ys) do
    local v = y[row]
    if data.finite(v) and v ~= 0 then
      local base = v > 0 and up or down
      local bottom, top = box.y(base), box.y(base + v)
      if v > 0 then up = up + v else down = down + v end
      if bottom > top then bottom, top = top, bottom end
      local colour = spec.colours[k]
      shapes.hatched(pen, from, bottom, from + slot, top, colour, spec.hatches[k])
      if spec.labels then
        local text = data.signed(spec.form, v / spec.factor)
        pile.inside(pen, text, from, math.max(bottom, box.bottom), from + slot, math.min(top, box.top), colour,
          spec.hatches[k])
      end
    end
  end
  if spec.totals and up > 0 then
    local text = data.signed(spec.form, (up + down) / spec.factor)
    pen:text(from + slot / 2, box.y(up) + style.value * 0.62, text, style.value, style.ink, 0.5)
  end
end

local function legend_of(o, ys, g, drawn)
  local entries, names = {}, pile.names(o, ys)
  if #ys > 1 then
    for k, name in ipairs(names) do entries[k] = { text = name, colour = drawn.colours[k], hatch = drawn.hatches[k],
      box = true } end
  end
  guides.explain(g, entries)
  return { entries = entries, header = o.legend, at = o.legend_at or "top" }
end

return function(t, o, view)
  local x = data.column("stack", t, "x", o.x)
  local group = o.group and data.column("stack", t, "group", o.group)
  local ys, rows, groups = pile.columns("stack", t, o), grouped(view, group)
  series.one_unit("stack", ys)
  local g = guides.of(o)
  local named_x, named = series.unit("stack", o, "x", x), series.unit("stack", o, "y", ys[1])
  local factor, unit, power = series.value_unit(x, x, named_x)
  if o.share then ys = shares(ys, t.n) end
  local percent = o.percent
  if percent == nil then percent = o.share or data.is_share(ys) end
  local axis = { unit = ys[1].unit, percent = percent, zero = true, least = o.ymin, most = o.ymax, named = named }
  local everything = {}
  for i = 1, t.n do everything[i] = i end
  local ends = reach(ys, view.free and rows or everything)
  if o.totals then for i, v in ipairs(ends) do ends[i] = v * 1.06 end end
  local yscale = scale.linear(guides.with_y(g, { ends }, true), axis)
  local all, texts = data.value_texts(x, factor), {}
  for i, row in ipairs(rows) do texts[i] = all[row] end
  local xscale = scale.category(texts, false, groups)
  local labels = o.labels
  if labels == nil then labels = o.share == true or percent end
  local colours, hatches = {}, {}
  local palette = pile.known(ys) or style.parts
  for k in ipairs(ys) do colours[k], hatches[k] = pile.colour(o, palette, k) end
  if o.hatch == false or #ys == 1 then hatches = {} end
  local drawn = { ys = ys, colours = colours, hatches = hatches, totals = o.totals, labels = labels, factor = yscale.factor,
    form = percent and "%.0f" or pile.form(ys, yscale.factor) }
  local head = o.share and not o.ylabel and "Share of the whole" or series.axis_text(o.ylabel, ys, yscale.unit,
    yscale.power, named and named.added)
  return guides.put("stack", g, {
    x = xscale, y = yscale, grid = "y", groups = groups,
    xlabel = series.axis_text(o.xlabel, { x }, unit, power, named_x and named_x.added), ylabel = head,
    legend = legend_of(o, ys, g, drawn),
    -- A published value is next to its bar, because the parts of the bar have numbers.
    spot = function(panel, one)
      for i, text in ipairs(texts) do
        if text == one.x or data.plain(tostring(one.x)) == text then
          local wide = math.min((panel.right - panel.left) * xscale.slot * (groups and 0.84 or 0.74), pile.widest)
          return panel.x(i) + wide / 2 + 5
        end
      end
      mistake.raise("stack: published = {x = %s}: no bar is at this x", mistake.show(one.x))
    end,
    data = function(pen, box)
      local wide = (box.right - box.left) * xscale.slot * (groups and 0.84 or 0.74)
      wide = math.min(wide, pile.widest)
      pen:clip(box.left, box.bottom, box.right, box.top)
      for i, row in ipairs(rows) do draw_bar(pen, box, wide, drawn, row, box.x(i) - wide / 2) end
      local zero = box.y(0)
      if yscale.low < 0 and yscale.high > 0 then
        shapes.line(pen, box.left, zero, box.right, zero, style.ink, style.spine)
      end
    end,
  })
end
