-- SPDX-License-Identifier: MIT
-- Guides that a script draws over its data: lines and bands across, values published by a paper, texts and arrows. Guides
-- extend the range of their axis, appear in the legend if they have a label, and look the same in every kind of figure. On
-- an axis of names a place is a name; `panel` limits a guide to the panel with that title.

local data = require "twocs.figure.data"
local mistake = require "twocs.common.mistake"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"
local guides = {}

local dashes = { 4, 2, 7, 1.2 }
local tint = { 0x666666, 0x0072b2, 0xd55e00, 0x009e73 }
local cap = 3.4 -- half the width of a bracket's ends, in points

local function listed(given, single) return given == nil and {} or single(given) and { given } or given end

-- {at, label, dash, panel, again} for each line of an option. Lines with the same label, such as one in each panel, mean
-- the same: they have the same dash, and all but the first are `again`.
local function lines_of(given)
  local out, dash_of, kinds = {}, {}, 0
  for i, level in ipairs(listed(given, function(v) return type(v) == "number" or v.at end)) do
    local one = type(level) == "table" and level or { at = level }
    local again = one.label and dash_of[one.label]
    if not again then kinds = kinds + 1 end
    local dash = again or dashes[(kinds - 1) % #dashes + 1]
    if one.label then dash_of[one.label] = dash end
    out[i] = { at = one.at, label = one.label, dash = dash, panel = one.panel, again = again and true }
  end
  return out
end

local function bands_of(given, after)
  local out = {}
  for i, band in ipairs(listed(given, function(v) return v.from end)) do
    out[i] = { from = band.from, to = band.to, label = band.label, panel = band.panel,
      colour = tint[(after + i - 1) % #tint + 1] }
  end
  return out
end

--- The guides of a figure's options, ready to be ranged, explained and drawn.
function guides.of(o)
  local g = { hlines = lines_of(o.hline), vlines = lines_of(o.vline), hbands = bands_of(o.hband, 0),
    texts = listed(o.annotate, function(v) return v.text end), published = listed(o.published, function(v) return v.from
      or v.at end),
    published_label = o.published_label or "published" }
  g.vbands = bands_of(o.vband, #g.hbands)
  return g
end

local function with(columns, lines, bands, more)
  local values, out = {}, {}
  for i, column in ipairs(columns) do out[i] = column end
  for _, line in ipairs(lines) do values[#values + 1] = line.at end
  for _, band in ipairs(bands) do values[#values + 1], values[#values + 2] = band.from, band.to end
  for _, each in ipairs(more) do
    for _, key in ipairs{ "at", "from", "to" } do
      if data.finite(each[key]) then values[#values + 1] = each[key] end
    end
  end
  if #values > 0 then out[#out + 1] = values end
  return out
end

--- The columns that an axis shows, and the guides' values on it. along = true: published values lie along this axis.
function guides.with_y(g, columns, along) return with(columns, g.hlines, g.hbands, along and g.published or {}) end
function guides.with_x(g, columns, along) return with(columns, g.vlines, g.vbands, along and g.published or {}) end

--- Adds the entries of the guides to the legend.
function guides.explain(g, entries)
  for _, list in ipairs{ g.hlines, g.vlines } do
    for _, line in ipairs(list) do
      if line.label and not line.again then
        entries[#entries + 1] = { text = line.label, colour = style.quiet, dash = line.dash, width = 1,
          upright = list == g.vlines }
      end
    end
  end
  for _, list in ipairs{ g.hbands, g.vbands } do
    for _, band in ipairs(list) do
      if band.label then entries[#entries + 1] = { text = band.label, colour = band.colour, box = true, alpha = 0.22 } end
    end
  end
  if #g.published > 0 then
    entries[#entries + 1] = { text = g.published_label, published = true, range = g.published[1].from ~= nil,
      colour = style.ink, line = false }
  end
end

local function belongs(guide, spec) return guide.panel == nil or guide.panel == spec.panel_title end

-- A place on an axis: a number, or the name of a category.
local function spot(verb, scale, place, v)
  if scale.kind ~= "category" then return place(v) end
  for i, text in ipairs(scale.texts) do
    if text == v or data.plain(tostring(v)) == text or type(v) == "number" and data.value_texts({ v }, 1)[1] == text then
      return place(i)
    end
  end
  mistake.raise("%s: %s is not on the axis", verb, mistake.show(v))
end

local function below(verb, g, spec, pen, panel)
  pen:clip(panel.left, panel.bottom, panel.right, panel.top)
  for _, band in ipairs(g.hbands) do
    if belongs(band, spec) then
      local a, b = spot(verb, spec.y, panel.y, band.from), spot(verb, spec.y, panel.y, band.to)
      pen:area({ panel.left, panel.right, panel.right, panel.left }, { a, a, b, b }, band.colour, 0.16)
    end
  end
  for _, band in ipairs(g.vbands) do
    if belongs(band, spec) then
      local a, b = spot(verb, spec.x, panel.x, band.from), spot(verb, spec.x, panel.x, band.to)
      pen:area({ a, b, b, a }, { panel.bottom, panel.bottom, panel.top, panel.top }, band.colour, 0.16)
    end
  end
  pen:clip()
end

-- Lines must be visible over bars and cells, so they are drawn after the data and before texts. On a map they have a rim in
-- the colour of the paper.
local function across(verb, g, spec, pen, panel)
  local rim = spec.grid == "none"
  local function stroke(x1, y1, x2, y2, dash)
    if rim then shapes.line(pen, x1, y1, x2, y2, style.paper, 2.6) end
    shapes.line(pen, x1, y1, x2, y2, style.quiet, 1, dash)
  end
  for _, line in ipairs(g.hlines) do
    local y = belongs(line, spec) and spot(verb, spec.y, panel.y, line.at)
    if y and y >= panel.bottom and y <= panel.top then stroke(panel.left, y, panel.right, y, line.dash) end
  end
  for _, line in ipairs(g.vlines) do
    local x = belongs(line, spec) and spot(verb, spec.x, panel.x, line.at)
    if x and x >= panel.left and x <= panel.right then stroke(x, panel.bottom, x, panel.top, line.dash) end
  end
end

-- A published value: a bracket for a range, a diamond for one value; upright, or horizontal if values lie along x.
local function draw_published(verb, g, spec, pen, panel)
  local flat = spec.y.kind == "category"
  for _, one in ipairs(g.published) do
    if belongs(one, spec) then
      local at = spec.spot and spec.spot(panel, one) or
        (flat and spot(verb, spec.y, panel.y, one.y) or spot(verb, spec.x, panel.x, one.x))
      local value = flat and panel.x or panel.y
      shapes.published(pen, at, one.at and value(one.at), one.from and value(one.from), one.to and value(one.to), flat, cap)
    end
  end
end

-- Texts begin, end or have their middle at the place that the script states, and may have an arrow to a point.
local function draw_texts(verb, g, spec, pen, panel)
  for _, one in ipairs(g.texts) do
    if belongs(one, spec) then
      local x, y = spot(verb, spec.x, panel.x, one.x), spot(verb, spec.y, panel.y, one.y)
      local align = one.align == "right" and 1 or one.align == "middle" and 0.5 or 0
      local wide = pen:extent(one.text, style.value)
      y = math.max(panel.bottom + style.value * 0.6, math.min(y, panel.top - style.value * 0.6))
      if one.to then
        local tx, ty = spot(verb, spec.x, panel.x, one.to.x), spot(verb, spec.y, panel.y, one.to.y)
        local sx, sy = x + (0.5 - align) * wide, y + (ty < y and -1 or 1) * style.value * 0.75
        shapes.arrow(pen, sx, sy, tx, ty, style.ink)
      end
      -- The text stays inside the axes, whatever the script says.
      local left = math.max(panel.left + 2, math.min(x - align * wide, panel.right - wide - 1))
      pen:text(left, y, one.text, style.value, style.ink, 0)
    end
  end
end

--- Puts the drawing of the guides into a spec.
function guides.put(verb, g, spec)
  spec.below = function(pen, panel) below(verb, g, spec, pen, panel) end
  local overlay = spec.overlay
  spec.overlay = function(pen, panel)
    across(verb, g, spec, pen, panel)
    if overlay then overlay(pen, panel) end
  end
  spec.above = function(pen, panel)
    draw_published(verb, g, spec, pen, panel)
    draw_texts(verb, g, spec, pen, panel)
  end
  return spec
end

return guides
