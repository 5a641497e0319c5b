-- SPDX-License-Identifier: MIT
-- Why layouts were excluded, and the nearest layout if none is left. If some layouts are legal, the nearest is the one with
-- the least memory. If none is legal, the axes that the script or the case narrowed are widened, one at a time.
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local space = require "twocs.search.space"

local empty = {}

local most = 5 -- the number of rules that are printed

--- Lines with the number of layouts that each rule excluded, largest first.
function empty.fallen(found)
  local list, lines, rest = {}, {}, 0
  for rule, n in pairs(found.fell) do list[#list + 1] = { asked.sentence(rule), n } end
  table.sort(list, function(a, b)
    if a[2] ~= b[2] then return a[2] > b[2] end
    return a[1] < b[1]
  end)
  for i, one in ipairs(list) do
    if i <= most then lines[i] = core.format("  %.0f excluded: %s", one[2], one[1]) else rest = rest + one[2] end
  end
  if rest > 0 then lines[#lines + 1] = core.format("  %.0f broke %d other rules", rest, #list - most) end
  if found.counts.effective > found.counts.fits then
    lines[#lines + 1] = core.format("  %.0f do not fit into memory or do not meet the conditions", found.counts.effective
      - found.counts.fits)
  end
  return lines
end

local function changed(q, changes)
  local other = {}
  for key, value in pairs(q) do other[key] = value end
  for key, value in pairs(changes) do other[key] = value end
  return other
end

local function first_of(found)
  local one = found.ranked:at(1)
  return one and (one.layout or one.decode()), one
end

-- The best layout after one narrowed axis gets its default values, and the name of this axis.
local function widened(found, again)
  local q, best, by = found.q, nil, nil
  for k, axis in ipairs(found.axes[#found.axes]) do
    if axis.why then
      local over = {}
      for name, values in pairs(q.over) do over[name] = values end
      over[axis.name] = space.widened(q.made, found.axes[#found.axes][k], q.devices[#q.devices]).values
      local other = again(changed(q, { over = over, devices = { q.devices[#q.devices] } }))
      local one = other.ranked:at(1)
      if one and (not best or (one.score < best.score) ~= q.most) then best, by = one, axis.name end
    end
  end
  return best and (best.layout or best.decode()), by
end

--- Lines about the nearest layout. words(layout, name): the layout as text, which always includes the axis `name`.
function empty.nearest(found, again, words)
  local q = found.q
  if found.counts.legal > 0 then
    local layout, one = first_of(again(changed(q, { score = "mem_byte", most = false, reserve = -math.huge, where = {} })))
    local line = core.format("no layout fits; the least memory is %.4g GB: %s", one.score / 1e9, words(layout))
    return { #q.where > 0 and core.format("%s; or no layout meets a condition of `where`", line) or line }
  end
  local layout, name = widened(found, again)
  if layout then
    return { core.format("no layout is legal; with other values of %s this one is: %s", name, words(layout, name)) }
  end
  return { "no layout is legal, even if one axis is widened" }
end

return empty
