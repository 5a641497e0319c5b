-- SPDX-License-Identifier: MIT
-- Lines over an axis: one per value of `by`, told apart by colour and marker; several y columns are told
-- apart by dashes where `by` has the colours.

local data = require "twocs.figure.data"
local mistake = require "twocs.mistake"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.shapes"
local style = require "twocs.figure.style"

local dashes = { 0, 5, 2, 8, 3.5 }
local many = 48 -- points of a line from which on markers would run into each other

-- The rows of a series in the order of x. A row without y stays and splits the line; two rows at one x would
-- make a line that is no function.
local function ordered(x, y, cut, by)
  local rows, last = {}, nil
  for _, row in ipairs(cut.rows) do if x[row] == x[row] then rows[#rows + 1] = row end end
  table.sort(rows, function(a, b)
    if x[a] ~= x[b] then return x[a] < x[b] end
    return a < b
  end)
  for _, row in ipairs(rows) do
    if y[row] == y[row] then
      if last and x[row] == x[last] then
        mistake.raise("lines: rows %.0f and %.0f share %s = %s in one line: %s", last, row, x.name, data.number(x[row]),
          by and "select rows first" or "give by = the column that tells them apart")
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

local function collect(t, o, x, ys)
  local cuts, header = series.cut("lines", t, o.by)
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
    end
  end
  return lines, header
end

local function legend_of(o, lines, header, ys)
  local entries = {}
  local per_y = o.by and #lines / #ys or #lines
  if o.by or #ys > 1 then
    for i = 1, per_y do entries[i] = entry_of(lines[i], o.by, #ys) end
  end
  if o.by and #ys > 1 then
    for k, y in ipairs(ys) do
      entries[#entries + 1] = { text = data.label(y), colour = style.ink, dash = dashes[(k - 1) % #dashes + 1] }
    end
  end
  return entries, o.legend or header
end

-- A band in pieces of a hundred steps, each a polygon there and back.
local function draw_band(pen, box, x, low, high, line)
  for from = 1, #line.rows - 1, 100 do
    local xs, ys, to = {}, {}, math.min(from + 100, #line.rows)
    for i = from, to do xs[#xs + 1], ys[#ys + 1] = box.x(x[line.rows[i]]), box.y(low[line.rows[i]]) end
    for i = to, from, -1 do xs[#xs + 1], ys[#ys + 1] = box.x(x[line.rows[i]]), box.y(high[line.rows[i]]) end
    pen:area(xs, ys, line.colour, 0.2)
  end
end

local function draw_line(pen, box, x, line)
  local xs, ys = {}, {}
  for i, row in ipairs(line.rows) do xs[i], ys[i] = box.x(x[row]), box.y(line.y[row]) end
  pen:line(xs, ys, line.colour, style.line, line.dash)
  line.xs, line.ys = xs, ys
end

local function draw_markers(pen, box, line, hollow, marked)
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

-- Texts on x are places in the order of the table.
local function x_scale(t, o)
  local x = data.column("lines", t, "x", o.x)
  if not x.text then
    local axis = { unit = x.unit, least = o.xmin, most = o.xmax, tight = true, factor_free = series.free(o.xlabel) }
    return x, scale.numeric({ x }, axis, o.logx, true)
  end
  local values, place = data.distinct(x)
  local index = { name = x.name, n = x.n, unit = "1", meaning = x.meaning }
  for i = 1, x.n do index[i] = place[x[i]] end
  return index, scale.category(data.value_texts(values, 1))
end

return function(t, o)
  local x, xs = x_scale(t, o)
  local ys = {}
  for i, name in ipairs(series.list(o.y)) do ys[i] = data.numbers("lines", t, "y", name) end
  local low = o.band and data.numbers("lines", t, "band", o.band[1])
  local high = o.band and data.numbers("lines", t, "band", o.band[2])
  local ranged = { low, high }
  for _, y in ipairs(ys) do ranged[#ranged + 1] = y end
  local percent = o.percent
  if percent == nil then percent = data.is_share(ys) end
  local levels = series.levels(o)
  local y_axis = { unit = ys[1].unit, percent = percent, least = o.ymin, most = o.ymax,
    factor_free = series.free(o.ylabel) }
  local yscale = scale.numeric(series.with_levels(ranged, levels), y_axis, o.logy, false)
  local lines, header = collect(t, o, x, ys)
  local hollow, any_hollow = series.hollow("lines", t, o.hollow)
  local marked = series.marked("lines", t, o.mark)
  local entries, head = legend_of(o, lines, header, ys)
  series.explain(o, any_hollow, entries)
  series.explain_levels(levels, entries)
  return {
    x = xs, y = yscale, grid = "both",
    xlabel = series.axis_text(o.xlabel, { x }, xs.unit), ylabel = series.axis_text(o.ylabel, ys, yscale.unit),
    legend = { entries = entries, header = #entries > 0 and head or nil, at = o.legend_at },
    data = function(pen, box)
      pen:clip(box.left, box.bottom, box.right, box.top)
      if o.band then for _, line in ipairs(lines) do draw_band(pen, box, x, low, high, line) end end
      series.draw_levels(pen, box, levels)
      for _, line in ipairs(lines) do draw_line(pen, box, x, line) end
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
  }
end
