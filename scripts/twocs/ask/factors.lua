-- SPDX-License-Identifier: MIT
-- Columns of the limits (tw.limits), and the few names that stand for a factor on several fields. A case of the limits
-- contains the fields of all records directly.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"

local factors = { order = { "bw", "latency", "compute" }, by_name = {
  bw = { meaning = "factor on network bandwidth", fields = { "net0_bw", "net1_bw", "net2_bw", "net3_bw" } },
  latency = { meaning = "factor on latency",
    fields = { "launch", "net0_lat", "net1_lat", "net2_lat", "net3_lat", "closed_lat" } },
  compute = { meaning = "factor on compute",
    fields = { "peak_fp32", "peak_tf32", "peak_fp16", "peak_bf16", "peak_fp8" } },
} }

-- What the search finds: the fields of a layout of the stack.
local laid = { dp = true }
for _, row in ipairs(rows.list) do
  if row.record == "wall" and (row.name:find "_l[0-3]$" or row.name:find "^tp_[df]$") then laid[row.name] = true end
end
for _, name in ipairs{ "pp", "ep", "micro", "interleave", "zb" } do laid[name] = true end

local held = core.wall_columns()

--- Whether a column needs a layout of the stack. The search finds the layout if the script states none.
function factors.searched(name) return laid[name] or held[name] == true end

--- Whether a run of the limits has this column.
function factors.held(name) return rows.by_name[name].record ~= "result" or held[name] ~= nil end

factors.layout = laid

--- Columns of the limits in the order of the rows: the fields of the wall, the degrees dp, pp and ep, and the results of a
--- run.
function factors.columns()
  local list = {}
  for _, row in ipairs(rows.list) do
    local degree = row.name == "dp" or row.name == "pp" or row.name == "ep"
    if row.record == "wall" or degree or held[row.name] ~= nil then list[#list + 1] = row end
  end
  return list
end

--- The row of that name; raises with the nearest name. what: "field" or "column".
function factors.find(name, what)
  local row = rows.by_name[name]
  if row and row.record ~= "result" then return row end
  if row and what ~= "field" and held[name] ~= nil then return row end
  local known = {}
  for _, other in ipairs(rows.list) do
    if other.record ~= "result" or (what ~= "field" and held[other.name] ~= nil) then known[#known + 1] = other.name end
  end
  if what == "field" then
    for _, factor in ipairs(factors.order) do known[#known + 1] = factor end
  end
  mistake.raise('"%s" is not a %s of the limits%s', mistake.word(name), what or "column", nearest.hint(name, known))
end

--- Names of columns as a list: one name, several, or "all".
function factors.wanted(want, default)
  if want == nil then return default end
  if want == "all" then
    local names = {}
    for i, row in ipairs(factors.columns()) do names[i] = row.name end
    return names
  end
  if type(want) == "string" then return { factors.find(want).name } end
  if type(want) ~= "table" then mistake.raise("want is %s, expected names of columns", mistake.show(want)) end
  local names = {}
  for i, name in ipairs(want) do names[i] = factors.find(name).name end
  return names
end

--- The fields of a factor that the case states. Fields that follow others still follow them after the scaling.
function factors.scaled(case, factor)
  local names = {}
  for _, name in ipairs(factors.by_name[factor].fields) do
    if case:given(name) then names[#names + 1] = name end
  end
  return names
end

--- The case with another value of a field, on another device, or with the fields of a factor multiplied by `value`.
function factors.moved(case, name, value)
  if not factors.by_name[name] then return case{ [name] = value } end
  if type(value) ~= "number" then mistake.raise("%s = %s: expected a factor", name, mistake.show(value)) end
  local changes = {}
  for _, field in ipairs(factors.scaled(case, name)) do changes[field] = case[field] * value end
  return case(changes, true)
end

--- A number with its unit, for a sentence.
function factors.shown(value, unit)
  if type(value) ~= "number" then return tostring(value) end
  if value ~= value then return "none" end
  if unit == "flop" or unit == "1" or unit == "" then
    return core.format(unit == "flop" and "%.4g flop" or "%.6g", value)
  end
  local label, divisor = core.scale(value, unit)
  return core.format("%.4g%s", value / divisor, label ~= "" and core.format(" %s", label) or "")
end

return factors
