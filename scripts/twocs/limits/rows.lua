-- SPDX-License-Identifier: MIT
-- The rows of the limits by name, and the handful of names that stand for several fields at once: factors on them. Names
-- are not those of twocs.rows, where a device may have other fields called alike.
local core = require "twocs.core"
local mistake = require "twocs.mistake"
local nearest = require "twocs.nearest"

local rows = { list = core.limits_columns(), by_name = {}, place = {}, layout = {}, factors = {} }
for i, row in ipairs(rows.list) do
  rows.by_name[row.name], rows.place[row.name] = row, i
  if row.record == "layout" then rows.layout[#rows.layout + 1] = row end
end

-- Every level of the network; a matmul and every hop; the compute of a GPU.
rows.factor_order = { "bw", "latency", "compute" }
rows.factors.bw = { meaning = "factor on network bandwidth",
  fields = { "net0_bw", "net1_bw", "net2_bw", "net3_bw" } }
rows.factors.latency = { meaning = "factor on latency",
  fields = { "tau", "lam", "net0_lat", "net1_lat", "net2_lat", "net3_lat", "closed_lat" } }
rows.factors.compute = { meaning = "factor on compute", fields = { "lane_flop", "peak", "rate" } }

local function is_field(row) return row.record == "limits" end

--- The row of that name; raises with the nearest name. what: "field" or "column".
function rows.find(name, what)
  local row = rows.by_name[name]
  if row and (what ~= "field" or is_field(row)) then return row end
  local known = {}
  for _, other in ipairs(rows.list) do
    if what ~= "field" or is_field(other) then known[#known + 1] = other.name end
  end
  if what == "field" then
    for _, factor in ipairs(rows.factor_order) do known[#known + 1] = factor end
  end
  mistake.raise('"%s" is no %s of the limits%s', tostring(name), what or "column", nearest.hint(name, known))
end

--- Names of columns as a list: one name, several, or "all".
function rows.wanted(want, default)
  if want == nil then return default end
  if want == "all" then
    local names = {}
    for i, row in ipairs(rows.list) do names[i] = row.name end
    return names
  end
  if type(want) == "string" then return { rows.find(want).name } end
  if type(want) ~= "table" then mistake.raise("want is %s, expected names of columns", mistake.show(want)) end
  local names = {}
  for i, name in ipairs(want) do names[i] = rows.find(name).name end
  return names
end

--- The fields behind a factor that hold a value of their own; those that follow do so afterwards too.
function rows.scaled(case, factor)
  local names = {}
  for _, name in ipairs(rows.factors[factor].fields) do
    if core.given(case, name) then names[#names + 1] = name end
  end
  return names
end

--- The case at a value of a field, or with the fields of a factor so many times as large.
function rows.moved(case, name, value)
  if not rows.factors[name] then return case{ [name] = value } end
  if type(value) ~= "number" then mistake.raise("%s = %s: expected a factor", name, mistake.show(value)) end
  local changes = {}
  for _, field in ipairs(rows.scaled(case, name)) do changes[field] = case[field] * value end
  return case(changes)
end

--- A number with its unit, for a sentence.
function rows.shown(value, unit)
  if type(value) ~= "number" then return tostring(value) end
  if value ~= value then return "none" end
  if unit == "flop" or unit == "1" or unit == "" then
    return core.format(unit == "flop" and "%.4g flop" or "%.6g", value)
  end
  local label, divisor = core.scale(value, unit)
  return core.format("%.4g%s", value / divisor, label ~= "" and core.format(" %s", label) or "")
end

return rows
