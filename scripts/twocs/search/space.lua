-- SPDX-License-Identifier: MIT
-- The space of layouts of a search: its axes and their values. DP is not an axis: it is the number of devices divided by
-- the product of the other degrees. A field that the case states is an axis with this one value. `over` gives an axis other
-- values or adds another field. Every axis is printed, narrowed or not.
local core = require "twocs.core"
local lists = require "twocs.common.lists"
local mistake = require "twocs.common.mistake"
local ordered = require "twocs.common.ordered"
local rows = require "twocs.data.rows"

local space = {}

-- Divisors of n up to `most`.
local function divisors(n, most)
  local list = {}
  for i = 1, math.min(n, most) do
    if n % i == 0 then list[#list + 1] = i end
  end
  return list
end

local function words(name)
  return function() return rows.words(rows.by_name[name]) end
end

local small = 1e10 -- models with fewer parameters are trained with up to 64 sequences in a microbatch

-- In the order of the walk: degrees first, because most rules read them; then each field after the fields that decide
-- whether it has an effect. The function returns the values for a number of devices and a model.
local axes = {
  { "tp", function(devices) return divisors(devices, 64) end },
  { "pp", function(devices, model) return divisors(devices, model.layers + 4) end }, -- nanotron also places other parts
  { "cp", function(devices) return divisors(devices, 64) end },
  { "ep", function(devices, model) return model.experts > 0 and divisors(model.experts, devices) or { 1 } end },
  { "etp", function(_, model) return model.experts > 0 and { 1, 2, 4, 8 } or { 1 } end },
  { "micro_batch", function(_, model)
    return core.eval({ model = model }, "param") < small and { 1, 2, 3, 4, 8, 16, 32, 64 } or { 1, 2, 3, 4, 8, 16 }
  end },
  { "sp", words "sp" }, { "cp_kind", words "cp_kind" },
  { "vp", function() return { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12 } end },
  { "schedule", words "schedule" }, { "zero", words "zero" },
  { "shard", function() return { "all", 8, 64, 512 } end },
  { "recompute", words "recompute" },
}

space.whole_group = "all" -- a sharding group of all replicas

local own = {}
space.names = {} -- names of the axes
for place, axis in ipairs(axes) do own[axis[1]], space.names[place] = place, axis[1] end

--- Whether a field is an axis by default.
function space.is_axis(name) return own[name] ~= nil end

local function record_of(name) return rows.by_name[name].record end

local function value_of(name, value)
  if name == "shard" and value == space.whole_group then return value end
  local number = rows.value(name, value)
  if rows.by_name[name].choice then return rows.words(rows.by_name[name])[number + 1] end
  return number == math.floor(number) and math.floor(number) or number -- a whole number prints as 2, not as 2.0
end

-- The values that a script wrote for an axis: a list, or a single value.
local function values_of(name, given)
  if type(given) ~= "table" then given = { given } end
  if #given == 0 then mistake.raise("over.%s has no values", name) end
  lists.whole(core.format("over.%s", name), given)
  local values, seen = {}, {}
  for i = 1, #given do
    local value = value_of(name, given[i])
    if seen[value] then mistake.raise("over.%s: %s occurs twice", name, mistake.show(given[i])) end
    values[i], seen[value] = value, true
  end
  return values
end

local function check_name(name)
  local row = rows.find(name, "field")
  if name == "dp" then mistake.raise("over.dp: not an axis; DP follows from the number of devices and the other "
    .. "degrees") end
  if row.record ~= "layout" and row.record ~= "run" then
    mistake.raise("over.%s: a search varies fields of the layout and the run, but this is one of the %s", name, row.record)
  end
end

--- The axes of a search: a list of { name =, values =, why = "of the script", "stated by the case" or nil }, in the order
--- of the walk.
function space.axes(made, over, devices)
  local list = {}
  if type(over) ~= "table" then mistake.raise("over is %s, expected a table of axes", mistake.show(over)) end
  local asked = ordered.words(over)
  for _, name in ipairs(asked) do check_name(name) end
  local function add(name, values, why) list[#list + 1] = { name = name, values = values, why = why } end
  for _, axis in ipairs(axes) do
    local name = axis[1]
    local record = made[record_of(name)]
    if over[name] ~= nil then add(name, values_of(name, over[name]), "of the script")
    elseif core.states(record, name) then add(name, { value_of(name, record[name]) }, "stated by the case")
    else add(name, axis[2](devices, made.model)) end
  end
  for _, name in ipairs(asked) do
    if not own[name] then add(name, values_of(name, over[name]), "of the script") end
  end
  return list
end

--- The axis with its default values, if a script narrowed it.
function space.widened(made, axis, devices)
  local place = own[axis.name]
  return { name = axis.name, values = place and axes[place][2](devices, made.model) or axis.values }
end

return space
