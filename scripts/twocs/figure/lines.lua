-- SPDX-License-Identifier: MIT
-- Lines over an axis: one for each value of `by`, distinguished by colour and marker. Several y columns are distinguished
-- by dashes if `by` uses the colours.

local core = require "twocs.core"
local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local labels = require "twocs.figure.labels"
local mistake = require "twocs.common.mistake"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"
local words = require "twocs.figure.words"

local dashes = { 0, 5, 2, 8, 3.5 }
local many = 48 -- points of a line; with more, markers would overlap

-- The rows of a series in the order of x. A row without y stays and splits the line. Two rows at one x raise, because the
-- line would not be a function.
local function ordered(x, y, cut, by)
  local rows, last = core.numbers(cut.rows, #cut.rows), nil
  rows = core.list(core.pick(rows, core.sorted({ core.pick(x.values, rows) }, false)))
  while #rows > 0 and x[rows[#rows]] ~= x[rows[#rows]] do rows[#rows] = nil end -- NaN goes last
  for _, row in ipairs(rows) do
    if y[row] == y[row] then
      if last and x[row] == x[last] then
        mistake.raise("lines: rows %.0f and %.0f share %s = %s in one line: %s", last, row, x.name, mistake.show(x[row]),
          by and "select rows first" or "give by = the column that distinguishes them")
      end
      last = row
    end
  end
  return rows
end

local function entry_of(line, by, y_count)
  return { text = line.text, colour = line.colour, form = line.markers and line.form or nil,
    dash = (by and y_count > 1) and 0 or line.dash }
end

local function collect(t, o, x, ys, view)
  local cuts, header = series.cut("lines", t, o.by, o, view)
  local palette, lines = o.colours, {}
  for k, y in ipairs(ys) do
    for i, cut in ipairs(cuts) do
      local at, n = o.by and i or k, o.by and #cuts or #ys
      lines[#lines + 1] = {
        rows = ordered(x, y, cut, o.by), y = y, form = at, text = cut.text or data.label(y),
        colour = palette and palette[(at - 1) % #palette + 1] or style.of(at, n),
        dash = o.by and dashes[(k - 1) % #dashes + 1] or 0,
      }
      local line = lines[#lines]
      line.markers = o.markers == nil and #line.rows <= many or o.markers == true
      -- Lines without markers differ in print without colours, too.
      if not line.markers and n > 1 and not (o.by and #ys > 1) and o.legend_at ~= "direct" then
        line.dash = dashes[(at - 1) % #dashes + 1]
      end
    end
  end
  return lines, header
end

local function legend_of(o, lines, header, ys)
  local entries = {}
  local per_y = o.by and #lines / #ys or #lines -- those of a second axis come last
  if o.by or #ys > 1 or o.y2 then
    for i = 1, per_y do entries[i] = entry_of(lines[i], o.by, #ys) end
  end
  if o.by and #ys > 1 then
    for k, y in ipairs(ys) do
      entries[#entries + 1] = { text = data.label(y), colour = style.ink, dash = dashes[(k - 1) % #dashes + 1] }
    end
  end
  return entries, header or o.legend
end

-- Draws a band in pieces of a hundred steps. Each piece is a polygon along the low values and back along the high values.
local function draw_band(pen, box, x, low, high, line)
  for from = 1, #line.rows - 1, 100 do
    local xs, ys, to = {}, {}, math.min(from + 100, #line.rows)
    for i = from, to do xs[#xs + 1], ys[#ys + 1] = box.x(x[line.rows[i]]), box.y(low[line.rows[i]]) end
    for i = to, from, -1 do xs[#xs + 1], ys[#ys + 1] = box.x(x[line.rows[i]]), box.y(high[line.rows[i]]) end
    pen:area(xs, ys, line.colour, 0.2)
  end
end

local function draw_markers(pen, box, line, hollow, marked)
  if not line.markers and #line.rows > 1 and next(hollow) == nil and next(marked) == nil then return end
  for i, row in ipairs(line.rows) do
    local x, y = line.xs[i], line.ys[i]
    local inside = y >= box.bottom - 0.01 and y <= box.top + 0.01 and x >= box.left - 0.01 and x <= box.right + 0.01
    if inside and marked[row] then
      shapes.marked(pen, x, y, hollow[row])
    elseif inside and (line.markers or hollow[row] or #line.rows == 1) then
      shapes.marker(pen, line.form, x, y, style.marker, line.colour, hollow[row])
    end
  end
end

-- Texts on x are categories in the order of the table.
local function x_scale(t, o, g, view)
  local x = data.column("lines", t, "x", o.x)
  if not x.text then
    local axis = { unit = x.unit, least = o.xmin, most = o.xmax, tight = true, named = series.unit("lines", o, "x", x) }
    return x, scale.numeric(guides.with_x(g, { series.seen(x, view) }), axis, o.logx, true)
  end
  local values, place = data.distinct(x)
  local index = { name = x.name, n = x.n, unit = "1", meaning = x.meaning }
  for i = 1, x.n do index[i] = place[x[i]] end
  index.values = core.numbers(index, x.n)
  return index, scale.category(data.value_texts(values, 1))
end

-- A step keeps its value up to the middle between two points (on the scale of the axis).
local function stepped(xs, ys)
  local sx, sy, n = {}, {}, #xs
  for i = 1, n do
    local from = i == 1 and xs[1] or (xs[i - 1] + xs[i]) / 2
    local to = i == n and xs[n] or (xs[i] + xs[i + 1]) / 2
    sx[#sx + 1], sy[#sy + 1], sx[#sx + 2], sy[#sy + 2] = from, ys[i], to, ys[i]
  end
  return sx, sy
end

local function draw_line(pen, panel, x, line, steps)
  local rows = core.numbers(line.rows, #line.rows)
  local xs, ys = panel.xs(core.pick(x.values, rows)), panel.ys(core.pick(line.y.values, rows))
  line.xs, line.ys = xs, ys
  if steps then xs, ys = stepped(xs, ys) end
  line.along = { xs, ys }
  pen:line(xs, ys, line.colour, style.line, line.dash)
end

local apart = 5 -- points between the boxes along a line, which values avoid

-- Boxes on lines, on their markers and on published values.
local function taken_by(panel, lines, published)
  local taken = {}
  local function box(x, y, r)
    if x == x and y == y then taken[#taken + 1] = { x - r, y - r, x + r, y + r } end
  end
  for _, line in ipairs(lines) do
    local xs, ys = line.along[1], line.along[2]
    for i = 2, #line.along[1] do
      local dx, dy = xs[i] - xs[i - 1], ys[i] - ys[i - 1]
      local pieces = math.min(200, math.ceil(math.max(math.abs(dx), math.abs(dy)) / apart))
      for k = 1, pieces == pieces and pieces or 0 do box(xs[i - 1] + dx * k / pieces, ys[i - 1] + dy * k / pieces, 1.2) end
    end
    if line.markers then for i = 1, #line.rows do box(line.xs[i], line.ys[i], style.marker) end end
  end
  for _, one in ipairs(published) do
    local x = type(one.x) == "number" and panel.x(one.x) or 0 / 0
    if one.at then box(x, panel.y(one.at), 1.9 * style.marker) end
    for y = one.from and panel.y(one.from) or 1, one.to and panel.y(one.to) or 0, apart do box(x, y, 2) end
  end
  return taken
end

-- Writes the values of rows next to their points, with a dot if the line has no markers.
local function write_values(pen, panel, lines, chosen, published, marked)
  local points, clear = {}, taken_by(panel, lines, published)
  for _, line in ipairs(lines) do
    local axis = panel.spec[line.second and "y2" or "y"]
    for i, row in ipairs(line.rows) do
      local x, y = line.xs[i], line.ys[i]
      if chosen[row] and y >= panel.bottom - 0.01 and y <= panel.top + 0.01 and x == x then
        if not line.markers and not marked[row] then shapes.marker(pen, 1, x, y, 2.4, line.colour) end
        points[#points + 1] = { x = x, y = y, text = data.written(line.y[row] / axis.factor, axis.percent),
          colour = line.colour, off = style.marker + (marked[row] and 4.5 or 2) }
        local r = style.marker + (marked[row] and 3 or 0)
        clear[#clear + 1] = { x - r, y - r, x + r, y + r }
      end
    end
  end
  for _, one in ipairs(published) do
    if one.text and one.at then
      points[#points + 1] = { x = panel.x(one.x), y = panel.y(one.at), text = one.text, colour = style.ink, off = 8 }
    end
  end
  labels.write(pen, panel, points, clear)
end

-- The names of lines at their right ends, moved apart if they would overlap.
local function direct_labels(lines, x, y)
  local bar = {}
  function bar.plan(pen)
    local texts = {}
    for i, line in ipairs(lines) do texts[i] = line.text end
    return 8 + words.widest(pen, texts, style.legend)
  end
  function bar.draw(pen, box)
    local ends = {}
    for _, line in ipairs(lines) do
      local row = line.rows[#line.rows]
      for k = #line.rows, 1, -1 do
        if data.finite(line.y[line.rows[k]]) then row = line.rows[k] break end
      end
      local at = row and box.bottom + y.at(line.y[row]) * (box.top - box.bottom)
      if at and at == at then ends[#ends + 1] = { at = math.max(box.bottom, math.min(box.top, at)), line = line } end
    end
    table.sort(ends, function(a, b) return a.at < b.at end)
    for _ = 1, 40 do
      for i = 2, #ends do
        local lack = 12 - (ends[i].at - ends[i - 1].at)
        if lack > 0 then ends[i].at, ends[i - 1].at = ends[i].at + lack / 2, ends[i - 1].at - lack / 2 end
      end
    end
    local limit = box.top + 2
    for i = #ends, 1, -1 do
      ends[i].at = math.min(ends[i].at, limit)
      limit = ends[i].at - 12
    end
    for _, each in ipairs(ends) do
      pen:text(box.right + 7, each.at, each.line.text, style.legend, style.darker(each.line.colour), 0)
    end
  end
  return bar
end

-- A second y axis, to the right. Its lines are dashed and have the next colours.
local function second(t, o, lines, view)
  if not o.y2 then return nil end
  local columns = {}
  for i, name in ipairs(series.list(o.y2)) do columns[i] = data.numbers("lines", t, "y2", name) end
  series.one_unit("lines", columns)
  local seen = {}
  for i, column in ipairs(columns) do seen[i] = series.seen(column, view) end
  local named = series.unit("lines", { ylabel = o.y2label }, "y", columns[1])
  local axis = scale.numeric(seen, { unit = columns[1].unit, percent = data.is_share(columns), named = named }, o.logy2,
    false)
  local first = #lines
  for k, y in ipairs(columns) do
    lines[#lines + 1] = { rows = view.rows, y = y, form = first + k, text = data.label(y), second = true,
      colour = style.of(first + k, math.max(first + #columns, 2)), dash = 4, markers = #view.rows <= many }
  end
  return axis, series.axis_text(o.y2label, columns, axis.unit, axis.power)
end

local function checked_second(o, x, lines)
  if not o.y2 then return end
  if o.by then mistake.raise("lines: y2 and by cannot be combined in one figure: use panels") end
  for _, line in ipairs(lines) do
    if line.second then line.rows = ordered(x, line.y, { rows = line.rows }, nil) end
  end
end

return function(t, o, view)
  local g = guides.of(o)
  local x, xs = x_scale(t, o, g, view)
  local ys = {}
  for i, name in ipairs(series.list(o.y)) do ys[i] = data.numbers("lines", t, "y", name) end
  local low = o.band and data.numbers("lines", t, "band", o.band[1])
  local high = o.band and data.numbers("lines", t, "band", o.band[2])
  local ranged, seen = { low, high }, {}
  for _, y in ipairs(ys) do ranged[#ranged + 1] = y end
  series.one_unit("lines", ranged)
  for i, column in ipairs(ranged) do seen[i] = series.seen(column, view) end
  local percent = o.percent
  if percent == nil then percent = data.is_share(ys) end
  local named = series.unit("lines", o, "y", ys[1])
  local y_axis = { unit = ys[1].unit, percent = percent, least = o.ymin, most = o.ymax, named = named }
  local yscale = scale.numeric(guides.with_y(g, seen, true), y_axis, o.logy, false)
  local lines, header = collect(t, o, x, ys, view)
  local y2, y2label = second(t, o, lines, view)
  checked_second(o, x, lines)
  local hollow, any_hollow = series.hollow("lines", t, o.hollow)
  local marked, chosen = series.marked("lines", t, o.mark), series.marked("lines", t, o.values, "values")
  local entries, head = legend_of(o, lines, header, ys)
  local direct = o.legend_at == "direct" and #entries > 0 and direct_labels(lines, x, yscale)
  if direct then entries, head = {}, nil end
  series.explain(o, any_hollow, entries)
  guides.explain(g, entries)
  local named_x = series.unit("lines", o, "x", x)
  local spec = guides.put("lines", g, {
    x = xs, y = yscale, y2 = y2, y2label = y2label, grid = "both", bar = direct or nil,
    xlabel = series.axis_text(o.xlabel, { x }, xs.unit, xs.power, named_x and named_x.added),
    ylabel = series.axis_text(o.ylabel, ys, yscale.unit, yscale.power, named and named.added),
    legend = { entries = entries, header = #entries > 0 and head or nil, at = direct and "top" or o.legend_at },
    data = function(pen, panel)
      pen:clip(panel.left, panel.bottom, panel.right, panel.top)
      if o.band then for _, line in ipairs(lines) do draw_band(pen, panel, x, low, high, line) end end
      for _, line in ipairs(lines) do
        local place = line.second and { xs = panel.xs, ys = panel.ys2 } or panel
        draw_line(pen, place, x, line, o.steps)
      end
      pen:clip()
    end,
    overlay = function(pen, box)
      for _, line in ipairs(lines) do draw_markers(pen, box, line, hollow, {}) end
      if o.mark then for _, line in ipairs(lines) do
        local only = { rows = {}, xs = {}, ys = {}, form = line.form, colour = line.colour, y = line.y }
        for i, row in ipairs(line.rows) do
          if marked[row] then
            only.rows[#only.rows + 1], only.xs[#only.xs + 1], only.ys[#only.ys + 1] = row, line.xs[i], line.ys[i]
          end
        end
        draw_markers(pen, box, only, hollow, marked)
      end end
    end,
  })
  local texts = false
  for _, one in ipairs(g.published) do texts = texts or one.text ~= nil end
  if not o.values and not texts then return spec end
  local above = spec.above
  function spec.above(pen, panel)
    above(pen, panel)
    write_values(pen, panel, lines, chosen, g.published, marked)
  end
  return spec
end
