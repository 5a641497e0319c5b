-- SPDX-License-Identifier: MIT
-- Points, one for each row. With diagonal = true both axes have the same range and the line y = x is drawn, for predictions
-- against measurements. Points may have texts (labels.lua); thousands of points are drawn as density (density.lua); the
-- Pareto front can be drawn (front.lua).

local data = require "twocs.figure.data"
local density = require "twocs.figure.density"
local front = require "twocs.figure.front"
local guides = require "twocs.figure.guides"
local labels = require "twocs.figure.labels"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

local function scales(o, x, y, percent, g, view)
  local function axis(key, column, least, most)
    local named = series.unit("scatter", o, key, column)
    return { unit = column.unit, least = least, most = most, percent = percent, tight = true, pad = 0.05, named = named,
      added = named and named.added }
  end
  local xa, ya = axis("x", x, o.xmin, o.xmax), axis("y", y, o.ymin, o.ymax)
  local seen_x, seen_y = series.seen(x, view), series.seen(y, view)
  local ys = guides.with_y(g, { seen_y }, true)
  if not o.diagonal then
    return scale.numeric(guides.with_x(g, { seen_x }), xa, o.logx, false), scale.numeric(ys, ya, o.logy, false), xa, ya
  end
  -- One range for both axes: prefixes and ticks must agree, otherwise the diagonal would not be y = x.
  local log = o.logx
  if log == nil then log = o.logy end
  local shared = ya.named and ya or xa
  local both = scale.numeric({ seen_x, seen_y }, { unit = y.unit, least = o.xmin or o.ymin, most = o.xmax or o.ymax,
    percent = percent, tight = true, pad = 0.05, named = shared.named }, log, false)
  return both, both, xa, ya
end

-- Which rows are drawn as points: those inside the axes, the marked ones last.
local function points_of(panel, cuts, x, y, marked)
  local points, last = {}, {}
  for i, cut in ipairs(cuts) do
    for _, row in ipairs(cut.rows) do
      local px, py = panel.x(x[row]), panel.y(y[row])
      if px >= panel.left and px <= panel.right and py >= panel.bottom and py <= panel.top then
        local point = { x = px, y = py, row = row, form = i, colour = cut.colour }
        if marked[row] then last[#last + 1] = point else points[#points + 1] = point end
      end
    end
  end
  return points, last
end

-- With a front, dominated points are pale, and only the points on the front have texts.
local function draw_points(pen, panel, d)
  local points, last = points_of(panel, d.cuts, d.x, d.y, d.marked)
  local taken -- boxes that texts avoid
  if d.front then
    local xs, ys = front.stairs(panel, d.front, d.x, d.y)
    pen:line(xs, ys, style.ink, 1)
    taken = front.boxes(xs, ys)
  end
  local all, texted = {}, {}
  for _, point in ipairs(points) do
    local pale = d.front and not d.on_front[point.row]
    shapes.marker(pen, point.form, point.x, point.y, style.marker * (pale and 0.75 or 1), pale and style.rule
      or point.colour,
      d.hollow[point.row])
    all[#all + 1] = point
    if not pale then texted[#texted + 1] = point end
  end
  for _, point in ipairs(last) do
    shapes.marked(pen, point.x, point.y, d.hollow[point.row])
    all[#all + 1], texted[#texted + 1] = point, point
  end
  if d.texts then labels.put(pen, panel, all, texted, d.texts, taken) end
end

return function(t, o, view)
  local g = guides.of(o)
  local x, y = data.numbers("scatter", t, "x", o.x), data.numbers("scatter", t, "y", o.y)
  local texts = o.label and data.column("scatter", t, "label", o.label)
  if texts and not texts.text then texts = data.value_texts(texts, 1) end
  local percent = o.percent
  if percent == nil then percent = data.is_share{ x, y } end
  local xs, ys, xa, ya = scales(o, x, y, percent, g, view)
  local cuts, header = series.cut("scatter", t, o.by, o, view)
  local hollow, any_hollow = series.hollow("scatter", t, o.hollow)
  local dense = o.density or o.density == nil and #view.rows >= density.from and not o.by and not o.label
  local entries = {}
  for i, cut in ipairs(cuts) do
    cut.colour = o.colours and pile.colour(o, nil, i) or style.of(i, #cuts)
    if o.by then entries[i] = { text = cut.text, colour = cut.colour, form = i, line = false } end
  end
  local d = { cuts = cuts, x = x, y = y, marked = series.marked("scatter", t, o.mark), hollow = hollow, texts = texts }
  if o.front then
    d.front, d.on_front = front.rows(view.rows, x, y, o.front), {}
    for _, row in ipairs(d.front) do d.on_front[row] = true end
    entries[#entries + 1] = { text = o.front_label or "Pareto front", colour = style.ink, width = 1 }
  end
  series.explain(o, any_hollow, entries)
  if o.diagonal and #entries > 0 then
    entries[#entries + 1] = { text = "equal", colour = style.quiet, dash = 4, width = 1 }
  end
  guides.explain(g, entries)
  local bar = dense and density.bar() or nil
  return guides.put("scatter", g, {
    x = xs, y = ys, grid = "both", square = o.diagonal, bar = bar,
    xlabel = series.axis_text(o.xlabel, { x }, xs.unit, xs.power, xa.added),
    ylabel = series.axis_text(o.ylabel, { y }, ys.unit, ys.power, ya.added),
    legend = { entries = entries, header = header or o.legend, at = o.legend_at },
    data = function(pen, panel)
      if dense then bar.most = math.max(bar.most, density.draw(pen, panel, x, y, view.rows)) end
      if o.diagonal then shapes.line(pen, panel.left, panel.bottom, panel.right, panel.top, style.quiet, 1, 4) end
    end,
    overlay = not dense and function(pen, panel) draw_points(pen, panel, d) end or nil,
  })
end
