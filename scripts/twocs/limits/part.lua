-- SPDX-License-Identifier: MIT
-- A case of the limits: the records that every verb takes, with fields that are read and changed by name. It is a plain
-- table of records, so verbs need no special code; calling it with changes makes a copy.
local core = require "twocs.core"
local case_of = require "twocs.ask.case"
local gate = require "twocs.ask.gate"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"
local ordered = require "twocs.common.ordered"

local part = { methods = {} }
local meta = {}
local is_record = {}
local is_layout_or_run = { model = true, run = true, layout = true } -- a device may be any
for _, name in ipairs(case_of.parts) do is_record[name] = true end

--- Whether x is such a case.
function part.is(x) return type(x) == "table" and getmetatable(x) == meta end

local published_list

--- Machines as ERDI24 publishes them: a list of { gpu, device }; gpu is the name in its simulator.
function part.published()
  if published_list then return published_list end
  published_list = {}
  local packs = require "twocs.data.packs"
  for _, name in ipairs(packs.names "devices") do
    local gpu = packs.given("devices", name, "gpu")
    if gpu then published_list[#published_list + 1] = { gpu = gpu, device = name } end
  end
  return published_list
end

local function published(gpu)
  if type(gpu) ~= "string" then mistake.raise("gpu is a %s, expected the name of a published GPU", type(gpu)) end
  local known = {}
  for i, one in ipairs(part.published()) do
    if one.gpu == gpu then return require("twocs.data.registry").devices[one.device] end
    known[i] = one.gpu
  end
  mistake.raise('there is no published GPU "%s"%s; any other device is device = "..."', gpu, nearest.hint(gpu, known))
end

-- The name of the device among the published GPUs, or its own name.
local function gpu_of(device)
  for _, one in ipairs(part.published()) do
    if one.device == device.name then return one.gpu end
  end
  return device.name
end

-- A field that the limits do not read can be shown, but not set.
local function check_set(row)
  if gate.of_wall(row) or not is_layout_or_run[row.record] then return end
  gate.own({ of_wall = true }, { row.name })
end

-- Of a model, the limits read only the width, so other fields would be misleading here.
local function check_read(self, row)
  if row.record == "model" and row.name ~= "h" and rawget(self, "model") == core.record "model" then
    mistake.raise("%s is a field of the model, but tw.limits reads only h of a model; its stack has d, f and depth",
      row.name)
  end
end

local function unknown(key)
  local known = { "gpu", "name", "plan" }
  for _, row in ipairs(rows.list) do
    if row.record ~= "result" then known[#known + 1] = row.name end
  end
  for name in pairs(part.methods) do known[#known + 1] = name end
  for name in pairs(is_record) do known[#known + 1] = name end
  table.sort(known)
  mistake.raise('"%s" is not a field of a limits case%s', mistake.word(key), nearest.hint(key, known))
end

-- Sets one field in a copy of its record. quiet: the value is computed, so a check for a wrong unit is not needed.
local function set_field(made, key, value, quiet)
  local row = rows.by_name[key]
  if not row then unknown(key) end
  if row.record == "result" then
    mistake.raise("%s follows from the fields of the case and is not set (%s)", key, row.meaning)
  end
  check_set(row)
  rawset(made, row.record, rawget(made, row.record)({ [key] = value }, quiet))
end

-- Whole records are set first, so that fields in the same table change them.
local function change(made, changes, quiet)
  local changed = ordered.keys(changes)
  if changes.gpu ~= nil and changes.device ~= nil then mistake.raise "gpu and device are both given: remove one of them" end
  for _, key in ipairs(changed) do
    local value = changes[key]
    if key == "gpu" then rawset(made, "device", published(value))
    elseif is_record[key] then rawset(made, key, case_of.record(key, value))
    elseif key == "name" or key == "plan" then rawset(made, key, value) end
  end
  for _, key in ipairs(changed) do
    local is_field = key ~= "gpu" and key ~= "name" and key ~= "plan" and not is_record[key]
    if is_field then set_field(made, key, changes[key], quiet) end
  end
  return made
end

--- A case with these fields and records; the others have their initial values.
function part.new(fields)
  local made = {}
  for _, name in ipairs(case_of.parts) do made[name] = core.record(name) end
  return change(setmetatable(made, meta), fields or {})
end

function meta.__call(self, changes, quiet)
  if changes ~= nil and type(changes) ~= "table" then
    mistake.raise("a limits case is called with a table of changes, not a %s", type(changes))
  end
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  return change(setmetatable(copy, meta), changes or {}, quiet)
end

function meta.__newindex(self, key, value)
  if type(key) ~= "string" then unknown(key) end
  if key == "name" or key == "plan" then rawset(self, key, value)
  else change(self, { [key] = value }) end
end

-- The value of a field that follows from the other fields of the case.
local function followed(self, row)
  local value = core.run({ model = self.model, run = self.run, layout = self.layout, device = self.device,
    law = self.law, op = self.op, wall = self.wall }, {}, { row.name })[1][1]
  if value == value then return value end
end

function meta.__index(self, key)
  if part.methods[key] then return part.methods[key] end
  if key == "name" or key == "plan" then return nil end
  if key == "gpu" then return gpu_of(rawget(self, "device")) end
  local row = rows.by_name[key]
  if not row then unknown(key) end
  check_read(self, row)
  if row.record == "result" or (row.follows and not core.given(rawget(self, row.record), key)) then
    return followed(self, row)
  end
  return rawget(self, row.record)[key]
end

function meta.__eq(a, b)
  for _, name in ipairs(case_of.parts) do
    if rawget(a, name) ~= rawget(b, name) then return false end
  end
  return true
end

function meta.__tostring(self) return self:text() end

--- Whether this field of the case was set.
function part.methods.given(self, name)
  if not rows.by_name[name] or rows.by_name[name].record == "result" then unknown(name) end
  return core.given(rawget(self, rows.by_name[name].record), name)
end

case_of.limits = { is = part.is, principal = function() return require("twocs.limits.sweep").principal end,
  solve = function(given, question) return require "twocs.limits.solve"(given, question) end }

return part
