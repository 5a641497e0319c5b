-- SPDX-License-Identifier: MIT
-- Panels: the rows of one table are split by a column, and each part is drawn by the same kind with the same axes, colours
-- and legend; or several figures of any kind on one canvas. Both become a spec with `panels`, which layout.lua draws.

local data = require "twocs.figure.data"
local mistake = require "twocs.common.mistake"
local panels = {}

local most = 24 -- panels on one canvas

--- Every row of a table, as the one view of a figure without panels.
function panels.whole(t)
  local rows = {}
  for i = 1, t.n do rows[i] = i end
  return { rows = rows }
end

--- The number of panels side by side: two by default, because three in a column of a paper would be too small to read.
function panels.columns(o, n)
  if o.columns then return math.min(o.columns, n) end
  return math.min(n, 2)
end

-- One legend: the entries of all panels, each once.
local function one_legend(specs, at)
  local entries, seen, header = {}, {}, nil
  for _, spec in ipairs(specs) do
    local own = spec.legend or { entries = {} }
    header = header or own.header
    for _, entry in ipairs(own.entries) do
      local key = data.format("%s|%s|%s", entry.text, tostring(entry.colour), tostring(entry.form))
      if not seen[key] then entries[#entries + 1], seen[key] = entry, true end
    end
  end
  return { entries = entries, header = header, at = at or "top" }
end

-- The text of a field if it is the same in all specs, or nil.
local function same(specs, field)
  for _, spec in ipairs(specs) do
    if spec[field] ~= specs[1][field] then return nil end
  end
  return specs[1][field]
end

local function same_places(specs, axis)
  for _, spec in ipairs(specs) do
    local a, b = specs[1][axis], spec[axis]
    if a.kind ~= b.kind or a.low ~= b.low or a.high ~= b.high or a.factor ~= b.factor then return false end
    if table.concat(a.texts or {}, "|") ~= table.concat(b.texts or {}, "|") then return false end
    if a.kind == "category" and #(specs[1].groups or {}) ~= #(spec.groups or {}) then return false end
  end
  return true
end

-- The canvas for specs in a grid.
local function canvas_of(specs, o, legend_at)
  local spec = { panels = specs, columns = panels.columns(o, #specs), legend = one_legend(specs, legend_at) }
  spec.shared_x = same_places(specs, "x") and same(specs, "xlabel") == specs[1].xlabel
  spec.shared_y = same_places(specs, "y") and same(specs, "ylabel") == specs[1].ylabel
  for _, one in ipairs(specs) do spec.shared_y = spec.shared_y and not one.y2 end
  if spec.columns > 1 and #specs % spec.columns == 0 or #specs > spec.columns then
    spec.shared_xlabel = spec.shared_x and specs[1].xlabel or nil
  end
  spec.bar = specs[#specs].bar
  return spec
end

--- A spec for each value of the column o.panels.
function panels.by_column(verb, kind, t, o)
  local column = data.column(verb, t, "panels", o.panels)
  local values, place = data.distinct(column)
  if #values > most then
    mistake.raise('%s: panels = "%s" has %.0f values, at most %.0f fit: select rows first', verb, o.panels, #values,
      most)
  end
  local texts, views, specs = data.value_texts(values, 1), {}, {}
  for i in ipairs(values) do views[i] = { rows = {}, free = o.own_axes } end
  for i = 1, t.n do
    local at = place[column[i]]
    if at then table.insert(views[at].rows, i) end
  end
  if #views == 0 then return kind(t, o, panels.whole(t)) end
  for i, view in ipairs(views) do
    specs[i] = kind(t, o, view)
    specs[i].panel_title = column.text and texts[i] or data.format("%s = %s", data.plain(column.name), texts[i])
  end
  return canvas_of(specs, o, o.legend_at)
end

--- A spec for each entry { kind, table, options }; `spec_of` makes it.
function panels.of_list(list, o, spec_of)
  local specs = {}
  for i, entry in ipairs(list) do
    specs[i] = spec_of(entry)
    specs[i].panel_title = entry[3].title
  end
  return canvas_of(specs, o, nil)
end

return panels
