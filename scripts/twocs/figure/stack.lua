-- SPDX-License-Identifier: MIT
-- Stacked bars: one per row, in the table's order, its parts the y columns from the bottom up; rows may be
-- grouped by a second column. Parts below 0 hang down. With share = true every bar is the whole.

local data = require "twocs.figure.data"
local mistake = require "twocs.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.shapes"
local style = require "twocs.figure.style"

-- Rows in the order of their groups' first appearance, and the groups as runs of places.
local function grouped(t, group)
  local rows, groups = {}, {}
  if not group then
    for i = 1, t.n do rows[i] = i end
    return rows, nil
  end
  local texts, members, order = data.value_texts(group, 1), {}, {}
  for i = 1, t.n do
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
          data.number(y[row]), row)
      end
      sum = sum + y[row]
    end
    for k, y in ipairs(ys) do out[k][row] = sum > 0 and y[row] / sum or 0 / 0 end
  end
  return out
end

-- How far the bars reach up and down: what the axis must show.
local function reach(ys, n)
  local ends = {}
  for row = 1, n do
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
      shapes.box(pen, from, bottom, from + slot, top, colour, style.paper, 0.5)
      if spec.labels then
        local text = data.signed(spec.form, v / spec.factor)
        pile.inside(pen, text, from, math.max(bottom, box.bottom), from + slot, math.min(top, box.top), colour)
      end
    end
  end
end

local function legend_of(o, ys, levels, colours)
  local entries, names = {}, pile.names(o, ys)
  if #ys > 1 then
    for k, name in ipairs(names) do entries[k] = { text = name, colour = colours[k], box = true } end
  end
  series.explain_levels(levels, entries)
  return { entries = entries, header = o.legend, at = o.legend_at or "top" }
end

return function(t, o)
  local x = data.column("stack", t, "x", o.x)
  local group = o.group and data.column("stack", t, "group", o.group)
  local ys, rows, groups = pile.columns("stack", t, o), grouped(t, group)
  if o.share then ys = shares(ys, t.n) end
  local percent = o.percent
  if percent == nil then percent = o.share or data.is_share(ys) end
  local levels = series.levels(o)
  local axis = { unit = ys[1].unit, percent = percent, zero = true, least = o.ymin, most = o.ymax,
    factor_free = series.free(o.ylabel) }
  local yscale = scale.linear(series.with_levels({ reach(ys, t.n) }, levels), axis)
  local all, texts = data.value_texts(x, 1), {}
  for i, row in ipairs(rows) do texts[i] = all[row] end
  local xscale = scale.category(texts, false, groups)
  local labels = o.labels
  if labels == nil then labels = o.share == true or percent end
  local colours = {}
  for k in ipairs(ys) do colours[k] = pile.colour(o, style.parts, k) end
  local drawn = { ys = ys, colours = colours, labels = labels, factor = yscale.factor,
    form = percent and "%.0f" or pile.form(ys, yscale.factor) }
  local head = o.share and not o.ylabel and "Share of the whole" or series.axis_text(o.ylabel, ys, yscale.unit)
  return {
    x = xscale, y = yscale, grid = "y", groups = groups,
    xlabel = series.axis_text(o.xlabel, { x }, ""), ylabel = head,
    legend = legend_of(o, ys, levels, colours),
    data = function(pen, box)
      local wide = (box.right - box.left) * xscale.slot * (groups and 0.84 or 0.74)
      wide = math.min(wide, pile.widest)
      pen:clip(box.left, box.bottom, box.right, box.top)
      for i, row in ipairs(rows) do draw_bar(pen, box, wide, drawn, row, box.x(i) - wide / 2) end
      series.draw_levels(pen, box, levels)
      local zero = box.y(0)
      if yscale.low < 0 and yscale.high > 0 then
        shapes.line(pen, box.left, zero, box.right, zero, style.ink, style.spine)
      end
    end,
  }
end
