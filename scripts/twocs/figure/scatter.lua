-- SPDX-License-Identifier: MIT
-- Points, one per row; with diagonal = true both axes have one range and the line y = x shows, for
-- predictions against measurements. Points may carry texts, which are put where they cover least.

local data = require "twocs.figure.data"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.shapes"
local style = require "twocs.figure.style"

local label_size = 9

local function overlap(a, b)
  local wide = math.min(a[3], b[3]) - math.max(a[1], b[1])
  local tall = math.min(a[4], b[4]) - math.max(a[2], b[2])
  return wide > 0 and tall > 0 and wide * tall or 0
end

-- The places around a point, best first: right, left, above, below, and the corners.
local function candidates(x, y, wide)
  local tall, off = label_size * 0.9, style.marker + 2.5
  local out = {}
  for _, at in ipairs{
    { off, -tall / 2 }, { -off - wide, -tall / 2 }, { -wide / 2, off - 1 }, { -wide / 2, -off - tall + 1 },
    { off - 2, off - 3 }, { off - 2, -off - tall + 3 }, { -off - wide + 2, off - 3 }, { -off - wide + 2, -off - tall + 3 },
    { off - 4, 2 * off }, { off - 4, -2 * off - tall }, { -off - wide + 4, 2 * off }, { -off - wide + 4, -2 * off - tall },
  } do
    out[#out + 1] = { x + at[1], y + at[2], x + at[1] + wide, y + at[2] + tall }
  end
  return out
end

local function cost(room, taken, box)
  local sum = 0
  for _, other in ipairs(taken) do sum = sum + overlap(room, other) end
  local out = math.max(0, box.left + 2 - room[1]) + math.max(0, room[3] - box.right - 2)
    + math.max(0, box.bottom + 2 - room[2]) + math.max(0, room[4] - box.top)
  return sum + 50 * out
end

local function put_labels(pen, box, points, texts)
  local taken = {}
  for i, point in ipairs(points) do
    local r = style.marker + 0.5
    taken[i] = { point.x - r, point.y - r, point.x + r, point.y + r }
  end
  for _, point in ipairs(points) do
    local text, best, least = data.plain(tostring(texts[point.row])), nil, nil
    for k, room in ipairs(candidates(point.x, point.y, pen:extent(text, label_size))) do
      local price = cost(room, taken, box) + k * 0.01
      if not least or price < least then best, least = room, price end
    end
    -- A text that would lie across others says nothing: it is left out, its point stays.
    if text ~= "" and least < 6 then
      taken[#taken + 1] = best
      pen:text(best[1], (best[2] + best[4]) / 2, text, label_size, style.quiet, 0)
    end
  end
end

local function scales(o, x, y, percent, levels)
  local function axis(column, least, most, own) return { unit = column.unit, least = least, most = most, percent = percent,
    tight = true, pad = 0.05, factor_free = series.free(own) } end
  local ys = series.with_levels({ y }, levels)
  if not o.diagonal then
    local xs = scale.numeric({ x }, axis(x, o.xmin, o.xmax, o.xlabel), o.logx, false)
    return xs, scale.numeric(ys, axis(y, o.ymin, o.ymax, o.ylabel), o.logy, false)
  end
  -- One range for both: prefixes and ticks must agree, or the diagonal would not be one.
  local log = o.logx
  if log == nil then log = o.logy end
  local least, most = o.xmin or o.ymin, o.xmax or o.ymax
  local both = scale.numeric({ x, y }, axis(y, least, most, o.ylabel or o.xlabel), log, false)
  return both, both
end

return function(t, o)
  local x, y = data.numbers("scatter", t, "x", o.x), data.numbers("scatter", t, "y", o.y)
  local texts = o.label and data.column("scatter", t, "label", o.label)
  if texts and not texts.text then texts = data.value_texts(texts, 1) end
  local percent = o.percent
  if percent == nil then percent = data.is_share{ x, y } end
  local levels = series.levels(o)
  local xs, ys = scales(o, x, y, percent, levels)
  local cuts, header = series.cut("scatter", t, o.by)
  local hollow, any_hollow = series.hollow("scatter", t, o.hollow)
  local marked = series.marked("scatter", t, o.mark)
  local entries = {}
  for i, cut in ipairs(cuts) do
    cut.colour = o.colours and o.colours[(i - 1) % #o.colours + 1] or style.of(i, #cuts)
    if o.by then entries[i] = { text = cut.text, colour = cut.colour, form = i, line = false } end
  end
  series.explain(o, any_hollow, entries)
  if o.diagonal and #entries > 0 then
    entries[#entries + 1] = { text = "equal", colour = style.quiet, dash = 4, width = 1 }
  end
  series.explain_levels(levels, entries)
  return {
    x = xs, y = ys, grid = "both", square = o.diagonal,
    xlabel = series.axis_text(o.xlabel, { x }, xs.unit), ylabel = series.axis_text(o.ylabel, { y }, ys.unit),
    legend = { entries = entries, header = o.by and (o.legend or header) or o.legend, at = o.legend_at },
    data = function(pen, box)
      if o.diagonal then shapes.line(pen, box.left, box.bottom, box.right, box.top, style.quiet, 1, 4) end
      series.draw_levels(pen, box, levels)
    end,
    overlay = function(pen, box)
      local points, last = {}, {}
      for i, cut in ipairs(cuts) do
        for _, row in ipairs(cut.rows) do
          local px, py = box.x(x[row]), box.y(y[row])
          if px >= box.left and px <= box.right and py >= box.bottom and py <= box.top then
            points[#points + 1] = { x = px, y = py, row = row }
            if marked[row] then last[#last + 1] = points[#points]
            else shapes.marker(pen, i, px, py, style.marker, cut.colour, hollow[row]) end
          end
        end
      end
      for _, point in ipairs(last) do shapes.marked(pen, point.x, point.y, hollow[point.row]) end
      if texts then put_labels(pen, box, points, texts) end
    end,
  }
end
