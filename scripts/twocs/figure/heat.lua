-- SPDX-License-Identifier: MIT
-- A heat map: one cell for each pair of values of x and y. Its colour and its number show z; the colour bar is to the
-- right.

local contour = require "twocs.figure.contour"
local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local layout = require "twocs.figure.layout"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

local numbered = 400 -- cells; with more, their numbers would be unreadable
local bar_width, strips = 11, 128

local function share(z, v) return math.max(0, math.min(1, z.at(v))) end

-- On a linear scale, the numbers of all cells have the same number of decimals. On a logarithmic scale, each has two
-- digits, so there is no common form.
local function cell_form(z, column)
  if z.percent then return "%.0f" end
  return z.kind == "linear" and pile.form({ column }, z.factor) or nil
end

-- Edge i of cells of this size, rounded to a pixel of the PNG: an edge inside a pixel would mix the colours of two cells.
local function snapped(start, size, i)
  if size < 2 then return start + size * i end
  return math.floor((start + size * i) * 2 + 0.5) / 2
end

-- Neighbouring cells of one colour are one box, so large maps are small files. A box extends half a cell below the next
-- boxes, which are drawn over it, so no gap is visible between cells.
local function draw_row(pen, box, cells, j, nx, z)
  local bottom = snapped(box.bottom, box.cell_height, j - 1)
  local top = math.min(box.top, box.bottom + (j + 0.5) * box.cell_height)
  local from, colour = 1, nil
  for i = 1, nx + 1 do
    local v = cells[i]
    local now = i <= nx and (data.finite(v) and z.at(v) == z.at(v) and style.at(share(z, v)) or style.missing) or nil
    if now ~= colour then
      if colour then
        local right = math.min(box.right, box.left + (i - 0.5) * box.cell_width)
        shapes.box(pen, snapped(box.left, box.cell_width, from - 1), bottom, right, top, colour)
      end
      from, colour = i, now
    end
  end
end

local function draw_numbers(pen, box, rows, nx, ny, z, spec)
  for j = 1, ny do
    for i = 1, nx do
      local v = rows[j] and rows[j][i] and spec.z[rows[j][i]]
      local left, bottom = snapped(box.left, box.cell_width, i - 1), snapped(box.bottom, box.cell_height, j - 1)
      local right, top = snapped(box.left, box.cell_width, i), snapped(box.bottom, box.cell_height, j)
      if data.finite(v) and z.at(v) == z.at(v) then
        local text = spec.form and data.signed(spec.form, v / z.factor) or data.short(v / z.factor)
        pile.inside(pen, text, left, bottom, right, top, style.at(share(z, v)))
      end
      if rows[j] and rows[j][i] and spec.hollow[rows[j][i]] then shapes.cornered(pen, left, bottom, right, top) end
    end
  end
end

-- If values lie beyond an end of the bar, the tick at that end gets ≥ or ≤, because these values have the colour of the
-- end.
local function say_beyond(ticks, z, values)
  local above, below = false, false
  for _, v in ipairs(values) do
    local at = data.finite(v) and z.at(v) or 0.5
    above, below = above or at > 1 + 1e-9, below or at < -1e-9
  end
  for _, tick in ipairs(ticks) do
    if tick.text and above and math.abs(tick.at - 1) < 1e-6 then tick.text = "≥ " .. tick.text end
    if tick.text and below and math.abs(tick.at) < 1e-6 then tick.text = "≤ " .. tick.text end
  end
end

-- The colour bar, with the functions that layout calls: plan measures it, draw draws it.
local function colour_bar(z, label, values)
  local bar = { ticks = {}, text = label }
  function bar.plan(pen, length)
    bar.label, bar.size = layout.upright_label(pen, label, length)
    bar.ticks, bar.wide = z.ticks(z, 5), 0
    say_beyond(bar.ticks, z, values)
    for _, tick in ipairs(bar.ticks) do
      if tick.text then bar.wide = math.max(bar.wide, pen:extent(tick.text, style.tick)) end
    end
    return 16 + bar_width + 7 + bar.wide + 4 + 14.5 * #bar.label
  end
  function bar.draw(pen, box)
    local left, tall = box.right + 16, box.top - box.bottom
    for i = 1, strips do
      local top = math.min(box.top, box.bottom + tall * (i + 0.5) / strips)
      shapes.box(pen, left, box.bottom + tall * (i - 1) / strips, left + bar_width, top, style.at((i - 0.5) / strips))
    end
    local right = left + bar_width
    for _, tick in ipairs(bar.ticks) do
      local y = box.bottom + tick.at * tall
      if tick.at >= -1e-9 and tick.at <= 1 + 1e-9 then
        shapes.line(pen, right, y, right + (tick.text and 4 or 2.4), y, style.ink, style.spine)
        if tick.text then pen:text(right + 7, y, tick.text, style.tick, style.ink, 0) end
      end
    end
    for i, line in ipairs(bar.label) do
      pen:text(right + 7 + bar.wide + 9 + 14.5 * (i - 1), (box.bottom + box.top) / 2, line, bar.size, style.ink, 0.5, 90)
    end
  end
  return bar
end

-- An axis of cells, with the ticks of a line's axis over the same values.
local function axis(t, o, key)
  local column = data.column("heat", t, key, o[key])
  local values, place = data.distinct(column)
  local own, named = o[key .. "label"], series.unit("heat", o, key, column)
  local factor, unit, power = series.value_unit(column, values, named)
  local texts = data.value_texts(values, factor)
  local of_cells = not column.text and scale.cells(values, texts, factor, o["log" .. key])
  return column, place, of_cells or scale.category(texts, not column.text),
    series.axis_text(own, { column }, unit, power, named and named.added)
end

-- A column of texts colours cells by its texts, for example the best algorithm or the limiting resource.
local function kinds_of(t, o, z)
  local values, place = data.distinct(z)
  local kept, colours, codes = {}, {}, { n = t.n, unit = "1", meaning = z.meaning, name = z.name }
  for _, v in ipairs(values) do if v ~= "" then kept[#kept + 1] = v end end
  for i, v in ipairs(kept) do place[v], colours[i] = i, o.colours and pile.colour(o, nil, i) or style.of(i, #kept) end
  for i = 1, t.n do codes[i] = z[i] ~= "" and place[z[i]] or 0 / 0 end
  return { texts = kept, colours = colours, hatch = o.hatch ~= false, codes = codes }
end

-- Cells coloured by text are drawn one by one, with the hatching of their text if they are large enough for it.
local function draw_kinds(pen, panel, rows, nx, ny, kinds, hollow)
  for j = 1, ny do
    for i = 1, nx do
      local row = rows[j] and rows[j][i]
      local code = row and kinds.codes[row]
      local left, bottom = snapped(panel.left, panel.cell_width, i - 1), snapped(panel.bottom, panel.cell_height, j - 1)
      local right, top = snapped(panel.left, panel.cell_width, i), snapped(panel.bottom, panel.cell_height, j)
      local known = code and code == code
      shapes.hatched(pen, left, bottom, right, top, known and kinds.colours[code] or style.missing,
        known and kinds.hatch and code or nil, 0)
      if row and hollow[row] then shapes.cornered(pen, left, bottom, right, top) end
    end
  end
end

-- The value of a cell next to its middle, on the cell's colour.
local function write_value(pen, panel, v, z, i, j, ring)
  local text = data.written(v / z.factor, z.percent)
  local half, back = pen:extent(text, style.value) / 2 + 2.5, style.at(share(z, v))
  local x = panel.left + (i - 0.5) * panel.cell_width
  x = math.max(panel.left + half, math.min(x, panel.right - half))
  local y = panel.bottom + (j - 0.5) * panel.cell_height
  local off = ring and 15 or 10
  y = y + (y + off + 7 > panel.top and -off or off)
  shapes.box(pen, x - half, y - 6.5, x + half, y + 7, back)
  pen:text(x, y, text, style.value, style.on(back), 0.5)
  if not ring then
    shapes.marker(pen, 1, panel.left + (i - 0.5) * panel.cell_width, panel.bottom + (j - 0.5) * panel.cell_height, 2.4,
      style.ink)
  end
end

local function cells_of(rows, z, nx, ny)
  local cells = {}
  for j = 1, ny do
    cells[j] = {}
    for i = 1, nx do cells[j][i] = rows[j] and rows[j][i] and z[rows[j][i]] or 0 / 0 end
  end
  return cells
end

return function(t, o, view)
  local g = guides.of(o)
  local x, xplace, xscale, xlabel = axis(t, o, "x")
  local y, yplace, yscale, ylabel = axis(t, o, "y")
  local z = data.column("heat", t, "z", o.z)
  local kinds = z.text and kinds_of(t, o, z) or nil
  if kinds and o.contours then z = data.numbers("heat", t, "z", o.z) end
  local rows = pile.places("heat", view, function(row) return yplace[y[row]] end, function(row) return xplace[x[row]] end,
    function(row) return data.format("%s = %s, %s = %s", o.x, mistake.show(x[row]), o.y, mistake.show(y[row])) end)
  local nx, ny = #xscale.texts, #yscale.texts
  local hollow, any_hollow = series.hollow("heat", t, o.hollow)
  local marked, chosen = series.marked("heat", t, o.mark), series.marked("heat", t, o.values, "values")
  local entries, zscale, bar, spec = {}, nil, nil, nil
  if kinds then
    for i, text in ipairs(kinds.texts) do
      entries[i] = { text = data.plain(text), colour = kinds.colours[i], hatch = kinds.hatch and i or nil, box = true }
    end
  else
    local percent = o.percent
    if percent == nil then percent = data.is_share{ z } end
    local named = series.unit("heat", o, "z", z)
    zscale = scale.numeric({ series.seen(z, view) }, { unit = z.unit, percent = percent, least = o.zmin, most = o.zmax,
      pad = 0, named = named }, o.logz, false)
    spec = { z = z, form = cell_form(zscale, z), hollow = hollow }
    bar = colour_bar(zscale, series.axis_text(o.zlabel, { z }, zscale.unit, zscale.power, named and named.added) or "",
      series.seen(z, view))
  end
  if any_hollow then
    entries[#entries + 1] = { text = o.hollow_label or "not " .. data.plain(o.hollow), corner = true, box = true,
      colour = style.at(0.45) }
  end
  local numbers = not kinds and (o.labels or o.labels == nil and not o.contours) and nx * ny <= numbered
  series.explain(o, false, entries)
  if o.mark and numbers then entries[#entries].framed = true end
  guides.explain(g, entries)
  return guides.put("heat", g, {
    x = xscale, y = yscale, grid = "none", empty = zscale and zscale.empty or nx * ny == 0,
    xlabel = xlabel, ylabel = ylabel, bar = bar, legend = { entries = entries, header = kinds and o.legend or nil,
      at = o.legend_at or "top" },
    data = function(pen, panel)
      panel.cell_width, panel.cell_height = (panel.right - panel.left) / nx, (panel.top - panel.bottom) / ny
      if kinds then return draw_kinds(pen, panel, rows, nx, ny, kinds, hollow) end
      local cells = cells_of(rows, z, nx, ny)
      for j = 1, ny do draw_row(pen, panel, cells[j], j, nx, zscale) end
      if o.contours then contour.draw(pen, panel, cells, zscale, o.contours, numbers) end
      if numbers then draw_numbers(pen, panel, rows, nx, ny, zscale, spec) end
    end,
    overlay = (next(marked) or next(chosen)) ~= nil and function(pen, panel)
      for row in pairs(marked) do
        local i, j = xplace[x[row]], yplace[y[row]]
        if numbers then
          shapes.framed(pen, snapped(panel.left, panel.cell_width, i - 1), snapped(panel.bottom, panel.cell_height, j - 1),
            snapped(panel.left, panel.cell_width, i), snapped(panel.bottom, panel.cell_height, j))
        else
          shapes.marked(pen, panel.left + (i - 0.5) * panel.cell_width, panel.bottom + (j - 0.5) * panel.cell_height)
        end
      end
      for row = 1, zscale and not numbers and t.n or 0 do -- in one order, whatever the interpreter
        local i, j = xplace[x[row]], yplace[y[row]]
        if chosen[row] and data.finite(z[row]) and rows[j] and rows[j][i] == row then -- of this panel
          write_value(pen, panel, z[row], zscale, i, j, marked[row])
        end
      end
    end or nil,
  })
end
