-- SPDX-License-Identifier: MIT
-- The legend is outside the axes, to the right or on top, so it never covers data. It is planned from measured texts before
-- the axes are placed. An entry is {text, colour, form (of a marker), dash, hollow, box, marked, line}.

local style = require "twocs.figure.style"
local shapes = require "twocs.figure.markers"
local words = require "twocs.figure.words"
local legend = {}

local row, key_line, key_box, gap, between = 15, 22, 9.5, 5, 14
local many = 12 -- entries

local function key_width(entry) return entry.box and key_box or key_line end

local function key(pen, entry, x, y)
  local width = key_width(entry)
  if entry.published then
    local middle = x + width / 2
    shapes.published(pen, middle, not entry.range and y or nil, entry.range and y - 4.5, entry.range and y + 4.5, false, 3)
    return
  end
  if entry.upright then return shapes.line(pen, x + width / 2, y - 5, x + width / 2, y + 5, entry.colour, 1, entry.dash) end
  if entry.framed then return shapes.framed(pen, x + width / 2 - 5, y - 4, x + width / 2 + 5, y + 4) end
  if entry.box and entry.alpha then
    local half = width / 2
    return pen:area({ x, x + width, x + width, x }, { y - half, y - half, y + half, y + half }, entry.colour, entry.alpha)
  end
  if entry.box then
    local half, pale = width / 2, style.on(entry.colour) == style.ink
    shapes.hatched(pen, x, y - half, x + width, y + half, entry.colour, entry.hatch, 0)
    if pale then
      pen:line({ x, x + width, x + width, x, x }, { y - half, y - half, y + half, y + half, y - half }, style.rule, 0.4)
    end
    if entry.corner then shapes.cornered(pen, x - 1, y - half - 1, x + width + 1, y + half + 1) end
    return
  end
  if entry.line ~= false then shapes.line(pen, x, y, x + width, y, entry.colour, entry.width or style.line, entry.dash) end
  if entry.marked then return shapes.marked(pen, x + width / 2, y) end
  if entry.form then shapes.marker(pen, entry.form, x + width / 2, y, style.marker, entry.colour, entry.hollow) end
end

-- Sets the text and the width of each entry for one side; returns the largest width.
local function measure(pen, entries, side, most)
  local widest = 0
  for _, entry in ipairs(entries) do
    local shown = words.shorten(pen, entry.text, style.legend, most)
    entry[side] = { shown = shown, wide = key_width(entry) + gap + pen:extent(shown, style.legend) }
    widest = math.max(widest, entry[side].wide)
  end
  return widest
end

local function plan_right(pen, l, width, height)
  local widest = measure(pen, l.entries, "right", 0.3 * width)
  local head = l.header and words.wrap(pen, l.header, style.subtitle, math.max(widest, 0.2 * width)) or {}
  for _, line in ipairs(head) do widest = math.max(widest, pen:extent(line, style.subtitle)) end
  local tall = row * #l.entries + 12 * #head
  -- A column next to the axes takes at most a fifth of the width; more only if a legend on top would need many rows.
  local most = #l.entries > many and 0.36 or 0.2
  return { side = "right", width = widest, height = tall, head = head, fits = widest <= most * width and tall <= height }
end

-- The row of each entry if they follow each other like words; returns the number of rows.
local function flowed(entries, width)
  local row, along = 1, 0
  for _, entry in ipairs(entries) do
    if along > 0 and along + entry.top.wide > width then row, along = row + 1, 0 end
    entry.row, entry.along = row, along
    along = along + entry.top.wide + between
  end
  return row
end

-- Entries from left to right: in even columns, or one after the other if that takes fewer rows.
local function plan_top(pen, l, width)
  local widest = measure(pen, l.entries, "top", width - 40) + between
  local head = l.header and words.wrap(pen, l.header, style.subtitle, width) or {}
  local columns = math.max(1, math.floor((width + between) / widest))
  local rows, in_flow = math.ceil(#l.entries / columns), flowed(l.entries, width)
  local flow = in_flow < rows or in_flow == 1
  if flow then rows = in_flow end
  columns = math.ceil(#l.entries / rows)
  return { side = "top", flow = flow, columns = columns, pitch = widest, rows = rows, head = head,
    height = row * rows + 12 * #head, fits = true }
end

-- l: entries, header, at (wanted: "right" or "top").
function legend.plan(pen, l, width, height)
  if not l or #l.entries == 0 then return { side = "none", width = 0, height = 0 } end
  local right, top = l.at ~= "top" and plan_right(pen, l, width, height), l.at ~= "right" and plan_top(pen, l, width)
  local plan = right and (right.fits or not top) and right or top
  -- A column for one name would take its width from the axes.
  if right and top and #l.entries == 1 and top.rows == 1 and not l.header then plan = top end
  -- A few long names take less space in a row above than in a column.
  if right and top and top.flow and top.rows == 1 and #l.entries <= 3 and right.width > 0.2 * width then plan = top end
  for _, entry in ipairs(l.entries) do entry.shown, entry.wide = entry[plan.side].shown, entry[plan.side].wide end
  plan.entries = l.entries
  return plan
end

-- x, top: the upper left corner of the space that was planned.
function legend.draw(pen, plan, x, top)
  if plan.side == "none" then return end
  local y = top - 6
  for _, line in ipairs(plan.head) do
    pen:text(x, y, line, style.subtitle, style.quiet, 0)
    y = y - 12
  end
  y = y - 1.5
  for i, entry in ipairs(plan.entries) do
    local column, down = (i - 1) % (plan.columns or 1), math.floor((i - 1) / (plan.columns or 1))
    local left = x + column * (plan.pitch or 0)
    if plan.flow then left, down = x + entry.along, entry.row - 1 end
    key(pen, entry, left, y - row * down)
    pen:text(left + key_width(entry) + gap, y - row * down, entry.shown, style.legend, style.ink, 0)
  end
end

return legend
