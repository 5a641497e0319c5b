-- SPDX-License-Identifier: MIT
-- A Gantt chart: a row for each value of y, from top to bottom, with a box from x to `to` for each row of the table,
-- coloured by `by`. Rows have lanes: the first value of `lane` takes most of the height, the others run below it. Uncovered
-- time is idle.

local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

local filled, first_lane = 0.86, 0.7 -- share of a row's height; share of that for the first of several lanes
local idle = style.meaning.idle[1]
local strip = 0.16 -- share of a lane: the strip of marked boxes

-- For numbers and texts: a function from a row to the index of its value, and the number of distinct values.
local function places_of(t, key, name)
  if not name then return function() return 1 end, 1 end
  local column = data.column("gantt", t, key, name)
  local values, place = data.distinct(column)
  return function(row) return place[column[row]] end, #values
end

-- Where lane i of n begins and ends, as shares of the height of a row from its top.
local function lane_at(i, n)
  if n == 1 then return 0, 1 end
  local rest = (1 - first_lane) / (n - 1)
  if i == 1 then return 0, first_lane end
  return first_lane + (i - 2) * rest, first_lane + (i - 1) * rest
end

local function check_times(t, from, to)
  for i = 1, t.n do
    if not (data.finite(from[i]) and data.finite(to[i]) and from[i] <= to[i]) then
      mistake.raise("gantt: row %.0f goes from %s to %s", i, mistake.show(from[i]), mistake.show(to[i]))
    end
  end
end

-- The width of a box is exactly its time, so the next box begins at its end. A box of no width is a hairline.
local function draw_boxes(pen, box, g)
  for i = 1, g.n do
    local top, bottom = g.edges(box, i)
    local left, right = box.x(g.from[i]), box.x(g.to[i])
    g.right[i], g.left[i], g.top[i], g.bottom[i] = right, left, top, bottom
    shapes.box(pen, left, bottom, right, top, g.colours[g.kind(i)], style.paper, right - left > 3 and 0.35 or 0)
    if g.mark and g.mark[i] ~= 0 then
      shapes.box(pen, left, bottom, right, bottom + strip * (top - bottom), style.ink)
    end
  end
end

-- Texts are drawn only if every box of the first lane has space for its own: a part of the texts would be of no use.
local function draw_labels(pen, g)
  local size = style.value
  for i = 1, g.n do
    local wide, tall = g.right[i] - g.left[i], g.top[i] - g.bottom[i]
    if g.lane(i) == 1 and wide > 0 and g.label[i] ~= "" then
      if pen:extent(g.label[i], size) > wide - 1 or size * 0.9 > tall * (1 - strip) then return end
    end
  end
  for i = 1, g.n do
    local middle = (g.top[i] + g.bottom[i] + strip * (g.top[i] - g.bottom[i])) / 2
    if g.lane(i) == 1 and g.right[i] > g.left[i] then
      pen:text((g.left[i] + g.right[i]) / 2, middle, g.label[i], size, style.on(g.colours[g.kind(i)]), 0.5)
    end
  end
end

local function labels_of(t, name)
  local column, texts = data.column("gantt", t, "label", name), {}
  for i = 1, t.n do
    local v = column[i]
    texts[i] = type(v) == "number" and (v < 0 and "" or data.number(v)) or v
  end
  return texts
end

-- Whether any of the rows is on the axis: a part of a long chart need not have every kind of box.
local function any_seen(rows, from, to, xscale)
  for _, row in ipairs(rows) do
    local left, right = xscale.at(from[row]), xscale.at(to[row])
    if right >= 0 and left <= 1 then return true end
  end
  return false
end

local function legend_of(t, o, colours, view, seen)
  local entries, cuts, header = {}, series.cut("gantt", t, o.by, o, view)
  for i, cut in ipairs(cuts) do
    colours[i] = pile.colour(o, style.parts, i)
    if o.by and seen(cut.rows) then entries[#entries + 1] = { text = cut.text, colour = colours[i], box = true } end
  end
  entries[#entries + 1] = { text = "idle", colour = idle, box = true }
  if o.marked then
    entries[#entries + 1] = { text = o.marked_label or data.plain(o.marked), colour = style.ink, width = 2.2 }
  end
  return { entries = entries, header = o.legend and header, at = o.legend_at or "top" }
end

return function(t, o, view)
  local from, to = data.numbers("gantt", t, "x", o.x), data.numbers("gantt", t, "to", o.to)
  check_times(t, from, to)
  series.one_unit("gantt", { from, to })
  local y = data.column("gantt", t, "y", o.y)
  local values, place = data.distinct(y)
  local texts, rows = data.value_texts(values, 1), #values
  local upside = {}
  for i, text in ipairs(texts) do upside[rows + 1 - i] = text end
  local named = series.unit("gantt", o, "x", from)
  local first, last = math.huge, -math.huge
  for i = 1, t.n do first, last = math.min(first, from[i]), math.max(last, to[i]) end
  local xscale = scale.linear({ from, to }, { unit = from.unit, least = o.xmin or first, most = o.xmax or last,
    named = named })
  local lane, lanes = places_of(t, "lane", o.lane)
  local kind = places_of(t, "by", o.by)
  local colours = {}
  local g = { n = t.n, from = from, to = to, lane = lane, kind = kind, colours = colours, left = {}, right = {}, top = {},
    bottom = {}, label = o.label and labels_of(t, o.label) }
  g.mark = o.marked and data.numbers("gantt", t, "marked", o.marked)
  local legend = legend_of(t, o, colours, view, function(rows) return any_seen(rows, from, to, xscale) end)
  local yscale = scale.category(upside)
  function g.edges(box, i)
    local slot = (box.top - box.bottom) / rows
    local upper = box.top - (place[y[i]] - 1 + (1 - filled) / 2) * slot
    local a, b = lane_at(lane(i), lanes)
    return upper - a * filled * slot, upper - b * filled * slot
  end
  return guides.put("gantt", guides.of(o), {
    x = xscale, y = yscale, grid = "none", legend = legend, empty = t.n == 0,
    xlabel = series.axis_text(o.xlabel or "Time", { from }, xscale.unit, xscale.power, named and named.added),
    ylabel = series.axis_text(o.ylabel, { y }, ""),
    data = function(pen, box)
      pen:clip(box.left, box.bottom, box.right, box.top)
      local slot = (box.top - box.bottom) / rows
      for i = 1, rows do
        local top = box.top - (i - 1 + (1 - filled) / 2) * slot
        shapes.box(pen, box.left, top - filled * slot, box.right, top, idle)
      end
      draw_boxes(pen, box, g)
      if g.label then draw_labels(pen, g) end
    end,
  })
end
