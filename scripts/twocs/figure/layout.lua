-- SPDX-License-Identifier: MIT
-- The frame of every figure: margins from measured texts, axes, grid, titles, legend, note. A spec says what
-- to show (x, y: scales; xlabel, ylabel, title, subtitle, note, legend, groups, grid, colour bar) and its
-- data(pen, box) draws inside. The height grows with titles and legend, so that the axes keep their size,
-- unless the spec fixes it.

local style = require "twocs.figure.style"
local legend = require "twocs.figure.legend"
local words = require "twocs.figure.words"
local shapes = require "twocs.figure.shapes"
local layout = {}

local margin, tick_length, axes_height, least_height = 7, 4, 188, 70
local turn, turn_cos, turn_sin = 35, math.cos(math.rad(35)), math.sin(math.rad(35))

local function named(ticks)
  local out = {}
  for _, tick in ipairs(ticks) do if tick.text then out[#out + 1] = tick end end
  return out
end

-- Whether texts of these widths stand clear of each other along a length.
local function clear(pen, ticks, length)
  local edge
  for _, tick in ipairs(named(ticks)) do
    local half = pen:extent(tick.text, style.tick) / 2
    if edge and tick.at * length - half < edge + 5 then return false end
    edge = tick.at * length + half
  end
  return true
end

local function in_order(ticks)
  table.sort(ticks, function(a, b)
    if a.at ~= b.at then return a.at < b.at end
    return a.text ~= nil and b.text == nil
  end)
  return ticks
end

local function number_ticks(pen, axis, length, spacing)
  local n = math.max(1, math.min(9, math.floor(length / spacing + 0.5)))
  while n > 1 and not clear(pen, in_order(axis.ticks(axis, n)), length) do n = n - 1 end
  return in_order(axis.ticks(axis, n))
end

-- Places of a category axis: every text, every second, ... where they are numbers; wrapped or turned where
-- they are names.
local function place_ticks(pen, axis, length)
  local ticks, slot = axis.ticks(axis), length * (axis.slot or 1)
  if clear(pen, ticks, length) then return ticks, "flat" end
  if axis.numeric then
    for every = 2, #ticks do
      local thin = {}
      for i, tick in ipairs(ticks) do thin[i] = { at = tick.at, text = (i - 1) % every == 0 and tick.text or nil } end
      if clear(pen, thin, length) then return thin, "flat" end
    end
  end
  local rows = 1
  for _, tick in ipairs(ticks) do
    tick.lines = words.wrap(pen, tick.text, style.tick, slot - 5)
    rows = math.max(rows, #tick.lines)
    if words.widest(pen, tick.lines, style.tick) > slot - 4 then rows = 99 end
  end
  if rows <= 3 then return ticks, "rows", rows end
  local every = math.ceil(11.5 / slot)
  for i, tick in ipairs(ticks) do
    tick.text = (i - 1) % every == 0 and words.shorten(pen, tick.text, style.tick, 110) or nil
  end
  return ticks, "turned"
end

-- Places up the y axis: every text, every second, ... so that lines of text do not touch.
local function upright_places(axis, length)
  local ticks, every = axis.ticks(axis), math.max(1, math.ceil(11.5 / (axis.slot * length)))
  for i, tick in ipairs(ticks) do tick.text = (i - 1) % every == 0 and tick.text or nil end
  return ticks
end

local function plan_x(pen, spec, length)
  local plan = { down = 0, over = 0, back = 0 }
  if spec.x.kind ~= "category" then
    plan.ticks, plan.mode = number_ticks(pen, spec.x, length, 50), "flat"
  else
    plan.ticks, plan.mode, plan.rows = place_ticks(pen, spec.x, length)
  end
  local shown = named(plan.ticks)
  local first, last = shown[1], shown[#shown]
  if plan.mode == "turned" then
    for _, tick in ipairs(shown) do
      local width = pen:extent(tick.text, style.tick)
      plan.down = math.max(plan.down, width * turn_sin + style.tick * turn_cos - 3)
      plan.back = math.max(plan.back, width * turn_cos + 4 - tick.at * length)
    end
  else
    plan.down = (plan.rows or 1) * 12.5
    if last then plan.over = pen:extent(last.text, style.tick) / 2 - (1 - last.at) * length end
    if first then plan.back = pen:extent(first.text, style.tick) / 2 - first.at * length end
  end
  if spec.groups then plan.down = plan.down + 15 end
  return plan
end

-- Titles begin at the canvas' edge where they are longer than the axes.
local function plan_head(pen, spec, width)
  local head = { title = {}, subtitle = {}, height = margin + 2 }
  if spec.title then head.title = words.wrap(pen, spec.title, style.title, width) end
  if spec.subtitle then head.subtitle = words.wrap(pen, spec.subtitle, style.subtitle, width) end
  head.height = head.height + 15.5 * #head.title + 12.5 * #head.subtitle + (#head.title + #head.subtitle > 0 and 3 or 0)
  return head
end

local function foot_height(box, spec)
  local label = #box.xlabel > 0 and 14.5 * #box.xlabel + 2 or 0
  return margin + (spec.note and 11 or 0) + label + box.xplan.down + tick_length
end

-- A label along an axis: a little smaller before it is broken into lines.
local function upright_label(pen, text, length)
  if not text then return {}, style.label end
  local size = pen:extent(text, style.label) > length and style.tick or style.label
  return words.wrap(pen, text, size, length), size
end
layout.upright_label = upright_label

local function plan_sides(pen, spec, box)
  local right_room = box.legend.side == "right" and box.legend.width + 14 or 0
  if spec.bar then right_room = right_room + spec.bar.plan(pen, axes_height) end
  box.yticks = spec.y.kind == "category" and upright_places(spec.y, box.tall) or number_ticks(pen, spec.y, box.tall, 32)
  local ytexts = {}
  for i, tick in ipairs(named(box.yticks)) do
    tick.text = words.shorten(pen, tick.text, style.tick, 0.3 * box.width)
    ytexts[i] = tick.text
  end
  box.ylabel, box.ylabel_size = upright_label(pen, spec.ylabel, box.tall + 4)
  box.left = margin + 14.5 * #box.ylabel + words.widest(pen, ytexts, style.tick) + tick_length + 5
  box.right = box.width - margin - right_room
  box.xplan = plan_x(pen, spec, box.right - box.left)
  box.left = math.max(box.left, margin + box.xplan.back)
  local over = math.max(0, box.xplan.over - (right_room > 0 and 8 or 0))
  box.right = math.min(box.right, box.width - margin - right_room - over)
  box.xlabel = spec.xlabel and words.wrap(pen, spec.xlabel, style.label, box.right - box.left + 30) or {}
end

local function on_pixel(v) return math.floor(2 * v + 0.5) / 2 end

-- The box of a figure: all that drawing needs to know. Its height is the canvas' height.
function layout.plan(pen, spec)
  local box = { width = spec.width or style.width, tall = axes_height }
  box.head = plan_head(pen, spec, box.width - 2 * margin)
  box.legend = legend.plan(pen, spec.legend, box.width - 2 * margin, axes_height + 40)
  local top_legend = box.legend.side == "top" and box.legend.height + 8 or 0
  plan_sides(pen, spec, box)
  local around = box.head.height + top_legend + foot_height(box, spec)
  if spec.square and not spec.height then
    box.tall = box.right - box.left
  elseif spec.height then
    box.tall = math.max(least_height, spec.height - around)
  else
    box.tall = math.max(axes_height, box.legend.side == "right" and box.legend.height or 0)
  end
  if box.tall ~= axes_height then plan_sides(pen, spec, box) end
  box.height = math.ceil(box.tall + box.head.height + top_legend + foot_height(box, spec))
  -- On the pixels of the PNG, so that the axes are crisp.
  box.left, box.right, box.bottom = on_pixel(box.left), on_pixel(box.right), on_pixel(foot_height(box, spec))
  box.top = on_pixel(box.bottom + box.tall)
  box.legend_top = box.legend.side == "top" and box.top + top_legend or box.top
  function box.x(v) return box.left + spec.x.at(v) * (box.right - box.left) end
  function box.y(v) return box.bottom + spec.y.at(v) * (box.top - box.bottom) end
  return box
end

local function draw_grid(pen, spec, box)
  local wide, tall = box.right - box.left, box.top - box.bottom
  if spec.grid ~= "none" then
    for _, tick in ipairs(named(box.yticks)) do
      local y = box.bottom + tick.at * tall
      shapes.line(pen, box.left, y, box.right, y, style.grid, 0.7)
    end
  end
  if spec.grid == "both" then
    for _, tick in ipairs(named(box.xplan.ticks)) do
      local x = box.left + tick.at * wide
      shapes.line(pen, x, box.bottom, x, box.top, style.grid, 0.7)
    end
  end
end

-- The middle of a label: an axis' middle, shifted where the label is longer than the axis, so that it stays
-- on the canvas.
local function centred(middle, half, length) return math.max(half + 2, math.min(middle, length - half - 2)) end

local function draw_x_axis(pen, spec, box)
  local plan, base = box.xplan, box.bottom - tick_length - 9
  for _, tick in ipairs(plan.ticks) do
    local x = box.left + tick.at * (box.right - box.left)
    if spec.x.kind ~= "category" or spec.grid == "none" then
      shapes.line(pen, x, box.bottom, x, box.bottom - (tick.text and tick_length or 2.4), style.ink, style.spine)
    end
    if tick.text and plan.mode == "turned" then
      pen:text(x + 3, box.bottom - tick_length - 5, tick.text, style.tick, style.ink, 1, turn)
    elseif tick.text and plan.mode == "rows" then
      for i, line in ipairs(tick.lines) do pen:text(x, base - 12.5 * (i - 1), line, style.tick, style.ink, 0.5) end
    elseif tick.text then
      pen:text(x, base, tick.text, style.tick, style.ink, 0.5)
    end
  end
  for i, group in ipairs(spec.groups or {}) do
    local half = spec.x.slot * (1 + spec.x.gap) / 2 * (box.right - box.left)
    local from, to = box.x(group.from) - half, box.x(group.to) + half
    if i > 1 then shapes.line(pen, from, box.bottom, from, base - plan.down + 8, style.rule, 0.6) end
    local text = words.shorten(pen, group.text, style.tick, to - from - 4)
    pen:text((from + to) / 2, base - plan.down + 15, text, style.tick, style.ink, 0.5)
  end
  local y = box.bottom - tick_length - 12.5 - plan.down
  for i, line in ipairs(box.xlabel) do
    local half = pen:extent(line, style.label) / 2
    pen:text(centred((box.left + box.right) / 2, half, box.width), y - 14.5 * (i - 1), line, style.label, style.ink, 0.5)
  end
end

local function draw_y_axis(pen, box)
  for _, tick in ipairs(box.yticks) do
    local y = box.bottom + tick.at * (box.top - box.bottom)
    shapes.line(pen, box.left, y, box.left - (tick.text and tick_length or 2.4), y, style.ink, style.spine)
    if tick.text then pen:text(box.left - tick_length - 3.5, y, tick.text, style.tick, style.ink, 1) end
  end
  for i, line in ipairs(box.ylabel) do
    local half = pen:extent(line, box.ylabel_size) / 2
    local middle = centred((box.bottom + box.top) / 2, half, box.height)
    pen:text(margin + 5 + 14.5 * (i - 1), middle, line, box.ylabel_size, style.ink, 0.5, 90)
  end
end

local function draw_head(pen, box)
  local widest = words.widest(pen, box.head.title, style.title)
  widest = math.max(widest, words.widest(pen, box.head.subtitle, style.subtitle))
  local x = box.left + widest <= box.width - margin and box.left or math.max(margin, box.width - margin - widest)
  local y = box.height - margin - 5
  for _, line in ipairs(box.head.title) do
    pen:text(x, y, line, style.title, style.ink, 0)
    y = y - 15.5
  end
  for _, line in ipairs(box.head.subtitle) do
    pen:text(x, y + 1, line, style.subtitle, style.quiet, 0)
    y = y - 12.5
  end
end

local function draw_legend(pen, box)
  if box.legend.side == "right" then return legend.draw(pen, box.legend, box.width - margin - box.legend.width, box.top) end
  local wide = 0
  for _, entry in ipairs(box.legend.entries or {}) do wide = wide + entry.wide + 14 end
  if not box.legend.flow then wide = (box.legend.columns or 0) * (box.legend.pitch or 0) end
  local x = math.max(margin, math.min(box.left, box.width - margin - wide + 14))
  legend.draw(pen, box.legend, x, box.legend_top)
end

-- Draws a spec in its box with an open pen of the box's size.
function layout.draw(pen, spec, box)
  draw_grid(pen, spec, box)
  local empty = spec.x.empty or spec.y.empty or spec.empty
  if empty then
    pen:text((box.left + box.right) / 2, (box.bottom + box.top) / 2, "no finite values", style.label, style.quiet, 0.5)
  else
    spec.data(pen, box)
  end
  pen:clip()
  shapes.line(pen, box.left, box.bottom, box.right, box.bottom, style.ink, style.spine)
  shapes.line(pen, box.left, box.bottom, box.left, box.top, style.ink, style.spine)
  draw_x_axis(pen, spec, box)
  draw_y_axis(pen, box)
  if spec.overlay and not empty then spec.overlay(pen, box) end
  draw_head(pen, box)
  draw_legend(pen, box)
  if spec.bar then spec.bar.draw(pen, box) end
  if spec.note then
    pen:text(box.width - margin, margin + 2, words.shorten(pen, spec.note, style.note, box.width - 2 * margin), style.note,
      style.quiet, 1)
  end
end

return layout
