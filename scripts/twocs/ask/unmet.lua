-- SPDX-License-Identifier: MIT
-- Reports once on stderr why no row of a sweep meets its conditions, so that a wrong unit is not taken for a result. Each
-- condition is tried alone; a condition that no row meets is reported with the range of its column.
local axes = require "twocs.ask.axes"
local compare = require "twocs.common.compare"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local say = require "twocs.common.say"

local unmet = {}

local most = 1e6 -- points; evaluating more of them again would take long

local function shown(name, value)
  local row = rows.by_name[name]
  if row.words and row.words ~= "" and rows.words(row)[value + 1] then return rows.words(row)[value + 1] end
  local label, divisor = core.scale(value, row.unit)
  return row.unit == "1" and core.format("%.4g", value) or core.format("%.4g %s", value / divisor, label)
end

-- For each condition the number of rows that meet it, and the smallest and largest value of its column.
local function looked_at(grid, set)
  local names, alone, low, high, counts = {}, {}, {}, {}, {}
  for i, one in ipairs(set) do names[i], alone[i], counts[i] = one[1], { { i, one[2], one[3] } }, 0 end
  for p, one in ipairs(grid.cases) do
    local least, largest = core.summary(one.made, grid.moved[p], names)
    for i, n in ipairs(core.count(one.made, grid.moved[p], names, alone)) do
      counts[i] = counts[i] + n
      low[i], high[i] = math.min(low[i] or least[i], least[i]), math.max(high[i] or largest[i], largest[i])
    end
  end
  return counts, low, high
end

--- tell(grid, set): reports the conditions { column, relation, number } that no row meets, or that no row meets all of
--- them.
function unmet.tell(grid, set)
  if #set == 0 or axes.points(grid.list) > most then return end
  local parts, counts, low, high = {}, looked_at(grid, set)
  for i, one in ipairs(set) do
    if counts[i] == 0 then
      local name = one[1]
      local least, largest = shown(name, low[i]), shown(name, high[i])
      parts[#parts + 1] = core.format("%s %s %s (it is %s)", name, compare.order[one[2] + 1], shown(name, one[3]),
        least == largest and least or core.format("from %s to %s", least, largest))
    end
  end
  say("no row meets %s", #parts > 0 and table.concat(parts, ", nor ") or "all conditions of where, but some meet each one")
end

return unmet
