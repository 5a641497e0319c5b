-- SPDX-License-Identifier: MIT
-- A heat map: one cell per pair of values of x and y, its colour and its number the value of z; the colour
-- bar stands to the right.

local data = require "twocs.figure.data"
local layout = require "twocs.figure.layout"
local mistake = require "twocs.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.shapes"
local style = require "twocs.figure.style"

local numbered = 400 -- cells beyond which nobody reads their numbers
local bar_width, strips = 11, 128

local function share(z, v) return math.max(0, math.min(1, z.at(v))) end

-- Three digits for people; all cells of a linear scale have as many decimals.
local function cell_form(z, column)
  if z.percent then return "%.0f" end
  return z.kind == "linear" and pile.form({ column }, z.factor) or "%.3g"
end

-- Edge i of cells of this size, on the pixels of the PNG: half a pixel would mix the colours of two cells.
local function snapped(start, size, i)
  if size < 2 then return start + size * i end
  return math.floor((start + size * i) * 2 + 0.5) / 2
end

-- Neighbours of one colour are one box, so large maps stay small files. A box reaches half a cell under the
-- next ones, which are drawn over it: so no seam of the paper shows between cells.
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
        local text = data.signed(spec.form, v / z.factor)
        pile.inside(pen, text, left, bottom, right, top, style.at(share(z, v)))
      end
      if rows[j] and rows[j][i] and spec.hollow[rows[j][i]] then shapes.cornered(pen, left, bottom, right, top) end
    end
  end
end

-- The colour bar's measures and drawing, as layout wants them.
local function colour_bar(z, label)
  local bar = { ticks = {} }
  function bar.plan(pen, length)
    bar.label, bar.size = layout.upright_label(pen, label, length)
    bar.ticks, bar.wide = z.ticks(z, 5), 0
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

local function axis(t, key, name)
  local column = data.column("heat", t, key, name)
  local values, place = data.distinct(column)
  local most = 0
  for _, v in ipairs(values) do if data.finite(v) then most = math.max(most, math.abs(v)) end end
  local factor, unit = data.prefix(column.unit, most)
  if column.text or column.unit == "1" or column.unit == "" then factor, unit = 1, "" end
  return column, place, scale.category(data.value_texts(values, factor), not column.text), unit
end

return function(t, o)
  local x, xplace, xscale, xunit = axis(t, "x", o.x)
  local y, yplace, yscale, yunit = axis(t, "y", o.y)
  local z = data.numbers("heat", t, "z", o.z)
  local percent = o.percent
  if percent == nil then percent = data.is_share{ z } end
  local range = { unit = z.unit, percent = percent, least = o.zmin, most = o.zmax, pad = 0,
    factor_free = series.free(o.zlabel) }
  local zscale = scale.numeric({ z }, range, o.logz, false)
  local rows = pile.places("heat", t.n, function(row) return yplace[y[row]] end, function(row) return xplace[x[row]] end,
    function(row) return data.format("%s = %s, %s = %s", o.x, mistake.show(x[row]), o.y, mistake.show(y[row])) end)
  local nx, ny = #xscale.texts, #yscale.texts
  local hollow, any_hollow = series.hollow("heat", t, o.hollow)
  local spec = { z = z, form = cell_form(zscale, z), hollow = hollow }
  local entries = {}
  if any_hollow then
    entries[1] = { text = o.hollow_label or "not " .. data.plain(o.hollow), corner = true, box = true,
      colour = style.at(0.45) }
  end
  return {
    x = xscale, y = yscale, grid = "none", empty = zscale.empty,
    xlabel = series.axis_text(o.xlabel, { x }, xunit), ylabel = series.axis_text(o.ylabel, { y }, yunit),
    legend = { entries = entries, at = o.legend_at or "top" },
    bar = colour_bar(zscale, series.axis_text(o.zlabel, { z }, zscale.unit) or ""),
    data = function(pen, box)
      box.cell_width, box.cell_height = (box.right - box.left) / nx, (box.top - box.bottom) / ny
      for j = 1, ny do
        local cells = {}
        for i = 1, nx do cells[i] = rows[j] and rows[j][i] and z[rows[j][i]] or 0 / 0 end
        draw_row(pen, box, cells, j, nx, zscale)
      end
      if o.labels ~= false and nx * ny <= numbered then draw_numbers(pen, box, rows, nx, ny, zscale, spec) end
    end,
  }
end
