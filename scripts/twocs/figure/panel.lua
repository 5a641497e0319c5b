-- SPDX-License-Identifier: MIT
-- One pair of axes: the ticks that fit, the widths of the parts left, below and right of the axes, and their drawing. A
-- figure has one pair or a grid of them (layout.lua). A panel is {spec =, tall =, wide =, show_x =, show_y =}; layout adds
-- left, right, bottom and top.

local style = require "twocs.figure.style"
local words = require "twocs.figure.words"
local shapes = require "twocs.figure.markers"
local axes = { tick_length = 4, line = 14.5 }

local tick_length = axes.tick_length
local low = 150 -- axes below this height have closer ticks; they would have only two texts
local turn, turn_cos, turn_sin = 35, math.cos(math.rad(35)), math.sin(math.rad(35))

local function named(ticks)
  local out = {}
  for _, tick in ipairs(ticks) do if tick.text then out[#out + 1] = tick end end
  return out
end

-- Whether texts do not overlap along a length. upright: their heights lie along it.
local function clear(pen, ticks, length, upright)
  local edge
  for _, tick in ipairs(named(ticks)) do
    local tall = style.tick + style.raised(tick.text)
    local half = (upright and tall or pen:extent(tick.text, style.tick)) / 2
    if edge and tick.at * length - half < edge + (upright and 3 or 5) then return false end
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

local function number_ticks(pen, axis, length, spacing, upright)
  local n = math.max(1, math.min(9, math.floor(length / spacing + 0.5)))
  while n > 1 and not clear(pen, in_order(axis.ticks(axis, n)), length, upright) do n = n - 1 end
  return in_order(axis.ticks(axis, n))
end

-- The ticks of a category axis: every text, every second, ... if they are numbers; wrapped or turned if they are names.
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

-- The ticks of a category axis along y: every text, every second, ... so that lines of text do not touch.
local function upright_places(axis, length)
  local ticks, every = axis.ticks(axis), math.max(1, math.ceil(11.5 / (axis.slot * length)))
  for i, tick in ipairs(ticks) do tick.text = (i - 1) % every == 0 and tick.text or nil end
  return ticks
end

-- A label along an axis. One that is too long is first made smaller, then wrapped into lines.
function axes.upright_label(pen, text, length)
  if not text then return {}, style.label end
  local size = pen:extent(text, style.label) > length and style.tick or style.label
  return words.balanced(pen, text, size, length), size
end

-- The x axis: its ticks, the space that their texts need below it (down), and how far they extend beyond its ends (back,
-- over).
local function plan_x(pen, panel)
  local spec, length, plan = panel.spec, panel.wide, { down = 0, over = 0, back = 0, raised = 0 }
  if spec.x.kind ~= "category" then
    plan.ticks, plan.mode = number_ticks(pen, spec.x, length, 50), "flat"
  else
    plan.ticks, plan.mode, plan.rows = place_ticks(pen, spec.x, length)
  end
  if not panel.show_x then return plan end
  local shown = named(plan.ticks)
  local first, last = shown[1], shown[#shown]
  if plan.mode == "turned" then
    for _, tick in ipairs(shown) do
      local width = pen:extent(tick.text, style.tick)
      plan.down = math.max(plan.down, width * turn_sin + style.tick * turn_cos - 3)
      plan.back = math.max(plan.back, width * turn_cos + 4 - tick.at * length)
    end
  else
    for _, tick in ipairs(shown) do
      plan.raised = math.max(plan.raised, style.raised(tick.text)) -- clear of the ticks
    end
    plan.down = (plan.rows or 1) * 12.5 + plan.raised
    if last then plan.over = pen:extent(last.text, style.tick) / 2 - (1 - last.at) * length end
    if first then plan.back = pen:extent(first.text, style.tick) / 2 - first.at * length end
  end
  if spec.groups then plan.down = plan.down + 15 end
  return plan
end

-- The y axis along its length: ticks, label, and the space they take left of the axes; a second axis to the right.
function axes.plan_y(pen, panel, canvas_width)
  local spec = panel.spec
  local function ticks_of(axis)
    local ticks = axis.kind == "category" and upright_places(axis, panel.tall)
      or number_ticks(pen, axis, panel.tall, panel.tall < low and 26 or 32, true)
    for _, tick in ipairs(named(ticks)) do
      tick.text = words.shorten(pen, tick.text, style.tick, (axis.most_wide or 0.3) * canvas_width)
    end
    local texts = {}
    for i, tick in ipairs(named(ticks)) do texts[i] = tick.text end
    return ticks, words.widest(pen, texts, style.tick)
  end
  local widest
  panel.yticks, widest = ticks_of(spec.y)
  panel.ylabel, panel.ylabel_size = axes.upright_label(pen, panel.show_y and spec.ylabel or nil, panel.tall + 4)
  panel.left_width = panel.show_y and axes.line * #panel.ylabel + widest + tick_length + 5 or 0
  panel.right_width = 0
  if spec.y2 then
    panel.y2ticks, widest = ticks_of(spec.y2)
    panel.y2label, panel.y2label_size = axes.upright_label(pen, spec.y2label, panel.tall + 4)
    panel.y2wide = widest
    panel.right_width = axes.line * #panel.y2label + widest + tick_length + 5
  end
end

--- The parts below the axes: ticks, and the label if the panel has its own.
function axes.plan_x(pen, panel)
  panel.xplan = plan_x(pen, panel)
  local own = panel.show_x and panel.own_xlabel and panel.spec.xlabel
  panel.xlabel = own and words.balanced(pen, own, style.label, panel.wide + 30) or {}
  panel.foot = (panel.show_x and panel.xplan.down or 0) + tick_length + (#panel.xlabel > 0 and axes.line * #panel.xlabel + 2
    or 0)
end

--- The functions that data and guides use: from values to places on the canvas.
function axes.place(panel)
  local spec = panel.spec
  function panel.x(v) return panel.left + spec.x.at(v) * (panel.right - panel.left) end
  function panel.y(v) return panel.bottom + spec.y.at(v) * (panel.top - panel.bottom) end
  function panel.xs(column) return spec.x.among(column, panel.left, panel.right) end
  function panel.ys(column) return spec.y.among(column, panel.bottom, panel.top) end
  if spec.y2 then
    function panel.ys2(column) return spec.y2.among(column, panel.bottom, panel.top) end
  end
end

local function draw_grid(pen, panel)
  local wide, tall, grid = panel.right - panel.left, panel.top - panel.bottom, panel.spec.grid
  if grid == "y" or grid == "both" then
    for _, tick in ipairs(named(panel.yticks)) do
      local y = panel.bottom + tick.at * tall
      shapes.line(pen, panel.left, y, panel.right, y, style.grid, 0.7)
    end
  end
  if grid == "x" or grid == "both" then
    for _, tick in ipairs(named(panel.xplan.ticks)) do
      local x = panel.left + tick.at * wide
      shapes.line(pen, x, panel.bottom, x, panel.top, style.grid, 0.7)
    end
  end
end

-- The middle of a label: the middle of the axis, shifted if the label is longer than the axis, so that it stays on the
-- canvas.
function axes.centred(middle, half, length) return math.max(half + 2, math.min(middle, length - half - 2)) end

local function draw_x_texts(pen, panel, base)
  local plan = panel.xplan
  for _, tick in ipairs(plan.ticks) do
    local x = panel.left + tick.at * (panel.right - panel.left)
    if tick.text and plan.mode == "turned" then
      pen:text(x + 3, panel.bottom - tick_length - 5, tick.text, style.tick, style.ink, 1, turn)
    elseif tick.text and plan.mode == "rows" then
      for i, line in ipairs(tick.lines) do pen:text(x, base - 12.5 * (i - 1), line, style.tick, style.ink, 0.5) end
    elseif tick.text then
      pen:text(x, base, tick.text, style.tick, style.ink, 0.5)
    end
  end
end

local function draw_groups(pen, panel, base)
  local spec = panel.spec
  for i, group in ipairs(spec.groups or {}) do
    local half = spec.x.slot * (1 + spec.x.gap) / 2 * (panel.right - panel.left)
    local from, to = panel.x(group.from) - half, panel.x(group.to) + half
    if i > 1 then shapes.line(pen, from, panel.bottom, from, base - panel.xplan.down + 8, style.rule, 0.6) end
    local text = words.shorten(pen, group.text, style.tick, to - from - 4)
    pen:text((from + to) / 2, base - panel.xplan.down + 15, text, style.tick, style.ink, 0.5)
  end
end

local function draw_x_axis(pen, panel, canvas)
  local spec, base = panel.spec, panel.bottom - tick_length - 9 - panel.xplan.raised
  for _, tick in ipairs(panel.xplan.ticks) do
    if spec.x.kind ~= "category" or spec.grid == "none" then
      local x = panel.left + tick.at * (panel.right - panel.left)
      shapes.line(pen, x, panel.bottom, x, panel.bottom - (tick.text and tick_length or 2.4), style.ink, style.spine)
    end
  end
  if not panel.show_x then return end
  draw_x_texts(pen, panel, base)
  draw_groups(pen, panel, base)
  local y = panel.bottom - tick_length - 12.5 - panel.xplan.down
  for i, line in ipairs(panel.xlabel) do
    local half = pen:extent(line, style.label) / 2
    pen:text(axes.centred((panel.left + panel.right) / 2, half, canvas.width), y - axes.line * (i - 1), line, style.label,
      style.ink, 0.5)
  end
end

local function draw_upright(pen, lines, size, x, panel, canvas)
  for i, line in ipairs(lines) do
    local middle = axes.centred((panel.bottom + panel.top) / 2, pen:extent(line, size) / 2, canvas.height)
    pen:text(x + axes.line * (i - 1), middle, line, size, style.ink, 0.5, 90)
  end
end

local function draw_y_axis(pen, panel, canvas)
  for _, tick in ipairs(panel.yticks) do
    local y = panel.bottom + tick.at * (panel.top - panel.bottom)
    shapes.line(pen, panel.left, y, panel.left - (tick.text and tick_length or 2.4), y, style.ink, style.spine)
    if tick.text and panel.show_y then
      pen:text(panel.left - tick_length - 3.5, y, tick.text, style.tick, style.ink, 1)
    end
  end
  draw_upright(pen, panel.ylabel, panel.ylabel_size, panel.label_left + 5, panel, canvas)
end

local function draw_second_axis(pen, panel, canvas)
  for _, tick in ipairs(panel.y2ticks) do
    local y = panel.bottom + tick.at * (panel.top - panel.bottom)
    shapes.line(pen, panel.right, y, panel.right + (tick.text and tick_length or 2.4), y, style.ink, style.spine)
    if tick.text then pen:text(panel.right + tick_length + 3.5, y, tick.text, style.tick, style.ink, 0) end
  end
  shapes.line(pen, panel.right, panel.bottom, panel.right, panel.top, style.ink, style.spine)
  draw_upright(pen, panel.y2label, panel.y2label_size, panel.right + tick_length + 3.5 + panel.y2wide + 9, panel, canvas)
end

--- Draws a panel: grid, data, spines, ticks, labels and what lies above the data.
function axes.draw(pen, panel, canvas)
  local spec = panel.spec
  draw_grid(pen, panel)
  local empty = spec.x.empty or spec.y.empty or spec.empty
  if spec.below and not empty then spec.below(pen, panel) end
  if empty then
    pen:text((panel.left + panel.right) / 2, (panel.bottom + panel.top) / 2, "no finite values", style.label, style.quiet,
      0.5)
  else
    spec.data(pen, panel)
  end
  pen:clip()
  shapes.line(pen, panel.left, panel.bottom, panel.right, panel.bottom, style.ink, style.spine)
  shapes.line(pen, panel.left, panel.bottom, panel.left, panel.top, style.ink, style.spine)
  draw_x_axis(pen, panel, canvas)
  draw_y_axis(pen, panel, canvas)
  if spec.y2 then draw_second_axis(pen, panel, canvas) end
  if spec.overlay and not empty then spec.overlay(pen, panel) end
  if spec.above and not empty then spec.above(pen, panel) end
end

return axes
