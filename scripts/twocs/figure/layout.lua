-- SPDX-License-Identifier: MIT
-- The canvas of every figure: titles, legend, colour bar, note, and one panel or a grid of panels with axes of one size
-- (panel.lua). Margins are computed from measured texts. The height grows with titles and legend, so that the axes keep
-- their size, unless the spec fixes the height. A spec lists what to show (x, y: scales; xlabel, ylabel, title, subtitle,
-- note, legend, groups, grid, colour bar), and its data(pen, panel) draws inside the axes. A spec with `panels` contains a
-- list of such specs.

local axes = require "twocs.figure.panel"
local legend = require "twocs.figure.legend"
local style = require "twocs.figure.style"
local words = require "twocs.figure.words"
local layout = {}

local margin, axes_height, least_height = 7, 188, 70
local note_line, note_lines_most = 11.5, 3
local panel_title, title_line, between_columns, between_rows = 15, 12, 13, 12 -- points

-- Titles begin at the edge of the canvas if they are longer than the axes.
local function plan_head(pen, spec, width)
  local head = { title = {}, subtitle = {}, height = margin + 2, line = 15.5, above = 0 }
  if spec.title then head.title = words.balanced(pen, spec.title, style.title, width) end
  if spec.subtitle then head.subtitle = words.balanced(pen, spec.subtitle, style.subtitle, width) end
  if (spec.title or ""):find("^{", 1, true) then head.line, head.above = 19, 5 end -- an exponent is above its line
  head.height = head.height + head.above + head.line * #head.title + 12.5 * #head.subtitle
    + (#head.title + #head.subtitle > 0 and 3 or 0)
  return head
end

-- A note takes a few lines; what does not fit into them is cut.
local function note_lines(pen, text, width)
  local lines = words.balanced(pen, text, style.note, width)
  if #lines > note_lines_most then
    lines = words.wrap(pen, text, style.note, width)
    lines[note_lines_most] = table.concat(lines, " ", note_lines_most)
    for i = #lines, note_lines_most + 1, -1 do lines[i] = nil end
  end
  for i, line in ipairs(lines) do lines[i] = words.shorten(pen, line, style.note, width) end
  return lines
end

-- The panels in the grid. With shared axes only the first column has texts on y, and only the lowest panel of a column has
-- texts on x.
local function plan_grid(spec)
  local list, out = spec.panels or { spec }, {}
  local columns = math.min(spec.columns or 1, #list)
  local grid = { columns = columns, rows = math.ceil(#list / columns), panels = out }
  for i, one in ipairs(list) do
    local column = (i - 1) % columns + 1
    out[i] = { spec = one, title = spec.panels and one.panel_title, row = math.ceil(i / columns), column = column,
      show_x = not spec.shared_x or i + columns > #list, show_y = not spec.shared_y or column == 1,
      own_xlabel = not spec.shared_xlabel }
  end
  return grid
end

-- The widest in each column, or the tallest in each row.
local function most(grid, by, key)
  local out = {}
  for _, panel in ipairs(grid.panels) do
    out[panel[by]] = math.max(out[panel[by]] or 0, type(key) == "function" and key(panel) or panel[key])
  end
  return out
end

local function sum(list)
  local total = 0
  for _, v in ipairs(list) do total = total + v end
  return total
end

-- The widths of the parts left and right of each column's axes, and of the axes, which are equal. Texts of x ticks that
-- extend beyond the axes widen the space between the columns.
local function plan_widths(pen, grid, box, spec)
  for _, panel in ipairs(grid.panels) do axes.plan_y(pen, panel, box.width) end
  grid.left, grid.right = most(grid, "column", "left_width"), most(grid, "column", "right_width")
  grid.right[grid.columns] = grid.right[grid.columns] + box.side_width
  local function share()
    local free = box.width - 2 * margin - sum(grid.left) - sum(grid.right) - between_columns * (grid.columns - 1)
    for _, panel in ipairs(grid.panels) do
      panel.wide = math.max(free / grid.columns, 30)
      axes.plan_x(pen, panel)
    end
  end
  share()
  local back, over = most(grid, "column", function(p) return p.xplan.back end),
    most(grid, "column", function(p) return p.xplan.over end)
  for c = 1, grid.columns do
    local before = c > 1 and between_columns - 6 - over[c - 1] or 0
    grid.left[c] = math.max(grid.left[c], back[c] - math.max(before, 0))
  end
  local last = grid.columns
  grid.right[last] = grid.right[last] + math.max(0, over[last] - (grid.right[last] > 0 and 8 or 0))
  share()
  local first = grid.panels[1]
  box.xlabel = spec.shared_xlabel and words.balanced(pen, spec.shared_xlabel, style.label, box.width - 2 * margin) or {}
  return first.wide
end

-- The height that a row of panels needs outside its axes: titles, texts below, and the gap to the next row.
local function plan_heights(pen, grid, box)
  for _, panel in ipairs(grid.panels) do
    panel.title_lines = panel.title and words.phrased(pen, panel.title, style.tick, panel.wide + 8) or {}
  end
  local title = most(grid, "row", function(p) return p.title and panel_title + title_line * (#p.title_lines - 1) or 0 end)
  grid.foot, grid.title = most(grid, "row", "foot"), title
  box.xlabel_height = #box.xlabel > 0 and axes.line * #box.xlabel + 2 or 0
  return sum(grid.foot) + sum(title) + between_rows * (grid.rows - 1) + box.xlabel_height
end

local function on_pixel(v) return math.floor(2 * v + 0.5) / 2 end

-- Axes lie on pixels of the PNG, so that they are sharp.
local function place_panels(grid, box, foot)
  local top = box.axes_top
  local tops, lefts, x = {}, {}, margin
  for r = 1, grid.rows do
    tops[r] = top - grid.title[r]
    top = tops[r] - box.tall - grid.foot[r] - between_rows
  end
  for c = 1, grid.columns do
    lefts[c] = { label = x, axis = x + grid.left[c] }
    x = lefts[c].axis + grid.panels[1].wide + grid.right[c] + between_columns
  end
  for _, panel in ipairs(grid.panels) do
    panel.label_left = lefts[panel.column].label
    panel.left, panel.right = on_pixel(lefts[panel.column].axis), on_pixel(lefts[panel.column].axis + panel.wide)
    panel.bottom = on_pixel(tops[panel.row] - box.tall)
    if grid.rows == 1 then panel.bottom = on_pixel(foot) end
    panel.top = on_pixel(panel.bottom + box.tall)
    axes.place(panel)
  end
end

-- The height of the axes: from the spec, square, or the default for this number of columns.
local function tall_of(spec, grid, box, wide, around)
  if spec.height then return math.max(least_height, (spec.height - around) / grid.rows) end
  if spec.square then return wide end
  if spec.tall then return spec.tall end
  if grid.columns == 1 and grid.rows > 1 then return math.max(least_height, wide * 0.38) end
  if grid.columns > 1 or grid.rows > 1 then return math.max(88, math.min(axes_height, wide * 0.8)) end
  return math.max(axes_height, box.legend.side == "right" and box.legend.height or 0)
end

--- The box of a figure: all measures that drawing needs. Its height is the canvas' height. left, right, bottom and top are
--- those of all axes together.
function layout.plan(pen, spec)
  local box, grid = { width = spec.width or style.width, tall = spec.tall or axes_height }, plan_grid(spec)
  box.head, box.grid, box.panels = plan_head(pen, spec, box.width - 2 * margin), grid, grid.panels
  box.legend = legend.plan(pen, spec.legend, box.width - 2 * margin, axes_height + 40)
  local top_legend = box.legend.side == "top" and box.legend.height + 8 or 0
  box.note = spec.note and note_lines(pen, spec.note, box.width - 2 * margin) or {}
  box.note_height = note_line * #box.note
  box.side_width = box.legend.side == "right" and box.legend.width + 14 or 0
  for _ = 1, 2 do
    for _, panel in ipairs(grid.panels) do panel.tall = box.tall end
    local side = box.side_width
    if spec.bar then box.side_width = side + spec.bar.plan(pen, grid.rows * box.tall) end
    local wide = plan_widths(pen, grid, box, spec)
    box.side_width = side
    box.around = plan_heights(pen, grid, box) + box.head.height + top_legend + margin + box.note_height
    box.tall = tall_of(spec, grid, box, wide, box.around)
  end
  box.height = math.ceil(grid.rows * box.tall + box.around)
  box.axes_top = box.height - box.head.height - top_legend
  place_panels(grid, box, margin + box.note_height + box.xlabel_height + grid.foot[grid.rows])
  local first, last = grid.panels[1], grid.panels[#grid.panels]
  box.left, box.right, box.bottom, box.top = first.left, grid.panels[grid.columns].right, last.bottom, first.top
  box.legend_top = box.legend.side == "top" and first.top + grid.title[1] + top_legend or box.top
  if not spec.panels then box.x, box.y, box.xplan, box.yticks = first.x, first.y, first.xplan, first.yticks end
  return box
end

local function draw_head(pen, box)
  local widest = words.widest(pen, box.head.title, style.title)
  widest = math.max(widest, words.widest(pen, box.head.subtitle, style.subtitle))
  local x = box.left + widest <= box.width - margin and box.left or math.max(margin, box.width - margin - widest)
  local y = box.height - margin - 5 - box.head.above
  for _, line in ipairs(box.head.title) do
    pen:text(x, y, line, style.title, style.ink, 0)
    y = y - box.head.line
  end
  for _, line in ipairs(box.head.subtitle) do
    pen:text(x, y + 1, line, style.subtitle, style.quiet, 0)
    y = y - 12.5
  end
end

local function draw_legend(pen, box)
  if box.legend.side == "right" then return legend.draw(pen, box.legend, box.width - margin - box.legend.width, box.top) end
  local wide = box.legend.flow and 0 or (box.legend.columns or 0) * (box.legend.pitch or 0)
  for _, entry in ipairs(box.legend.flow and box.legend.entries or {}) do
    wide = math.max(wide, entry.along + entry.wide + 14)
  end
  local x = math.max(margin, math.min(box.left, box.width - margin - wide + 14))
  legend.draw(pen, box.legend, x, box.legend_top)
end

--- Draws a spec in its box with an open pen of the box's size.
function layout.draw(pen, spec, box)
  for _, panel in ipairs(box.panels) do
    axes.draw(pen, panel, box)
    for i, line in ipairs(panel.title_lines) do
      local text = words.shorten(pen, line, style.tick, panel.wide + 8)
      pen:text((panel.left + panel.right) / 2, panel.top + 8 + title_line * (#panel.title_lines - i), text, style.tick,
        style.ink, 0.5)
    end
  end
  for i, line in ipairs(box.xlabel) do
    local half = pen:extent(line, style.label) / 2
    pen:text(axes.centred((box.left + box.right) / 2, half, box.width),
      margin + box.note_height + box.xlabel_height - 12.5 - axes.line * (i - 1), line, style.label, style.ink, 0.5)
  end
  draw_head(pen, box)
  draw_legend(pen, box)
  if spec.bar then spec.bar.draw(pen, box) end
  for i, line in ipairs(box.note) do
    pen:text(box.width - margin, margin + 2 + note_line * (#box.note - i), line, style.note, style.quiet, 1)
  end
end

layout.upright_label = axes.upright_label
return layout
