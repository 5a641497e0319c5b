-- SPDX-License-Identifier: MIT
-- Shared code of the horizontal kinds (tornado, dumbbell, box): rows of names from top to bottom, each with its own part of
-- the height, and values along x.

local data = require "twocs.figure.data"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local flat = { slot = 19, least = 5 } -- height of a row in points; rows for which a canvas always has space

--- The names of a column, in the order of the view or sorted by the comparison `order`, as an axis from the top down.
--- Returns the axis, and name -> its index on it.
function flat.names(column, view, order)
  local seen, names = {}, {}
  for _, row in ipairs(view.rows) do
    local v = column[row]
    if not seen[v] then names[#names + 1], seen[v] = v, true end
  end
  if order then table.sort(names, order) end
  local texts, place = data.value_texts(names, 1), {}
  local upside, n = {}, #names
  for i, v in ipairs(names) do upside[n + 1 - i], place[v] = texts[i], n + 1 - i end
  local axis = scale.category(upside)
  axis.most_wide = 0.42 -- share of the canvas, since readers look for names
  return axis, place, names
end

--- The height of the axes for n rows.
function flat.tall(n, each) return math.max(flat.least * 12, n * (each or flat.slot) + 6) end

--- The x axis of value columns. ranged: the columns that determine its range, if not these.
function flat.values(verb, o, columns, more, wants, ranged)
  local named = series.unit(verb, o, "x", columns[1])
  local percent = o.percent
  if percent == nil then percent = data.is_share(columns) end
  local axis = { unit = columns[1].unit, percent = percent, least = o.xmin, most = o.xmax, named = named,
    zero = wants.zero, tight = wants.tight, pad = wants.pad }
  local all = {}
  for i, column in ipairs(ranged or columns) do all[i] = column end
  for _, column in ipairs(more or {}) do all[#all + 1] = column end
  local x = scale.numeric(all, axis, o.logx, false)
  return x, series.axis_text(o.xlabel, columns, x.unit, x.power, named and named.added), percent
end

return flat
