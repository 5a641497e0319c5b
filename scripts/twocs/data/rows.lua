-- SPDX-License-Identifier: MIT
-- The engine's rows by name: all that other scripts need to know about a field or a result. They are read from the core
-- once. A row is made when it is first used, and all rows only when a list is needed, because most questions are about a
-- few of two thousand rows.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local rows = { by_name = setmetatable({}, { __index = function(known, name)
  local row = core.row(name)
  if row then known[name] = row end
  return row
end }) }

-- The order of rows in scripts: the run before the layout. In the engine, fields of a run come after the degrees that they
-- depend on.
local function in_order(columns)
  local first = { model = {}, run = {}, layout = {} }
  local others, list = {}, {}
  for _, row in ipairs(columns) do
    local own = first[row.record] or others
    own[#own + 1] = rows.by_name[row.name]
  end
  for _, own in ipairs{ first.model, first.run, first.layout, others } do
    for _, row in ipairs(own) do list[#list + 1] = row end
  end
  return list
end

-- rows.list: all rows in order. rows.names: their names. rows.place: the place of each by name.
local listed = { list = true, names = true, place = true }
setmetatable(rows, { __index = function(_, key)
  if not listed[key] then return nil end
  setmetatable(rows, nil)
  rows.list, rows.names, rows.place = in_order(core.columns()), {}, {}
  for i, row in ipairs(rows.list) do rows.names[i], rows.place[row.name] = row.name, i end
  return rows[key]
end })

--- The row of that name; raises with the nearest name. what: "field" or "column".
function rows.find(name, what)
  local row = rows.by_name[name]
  if row and (what ~= "field" or row.record ~= "result") then return row end
  if type(name) ~= "string" then
    mistake.raise("expected the name of a %s, got %s", what or "field or a result", mistake.show(name))
  end
  local known = {}
  for _, other in ipairs(rows.list) do
    if what ~= "field" or other.record ~= "result" then known[#known + 1] = other.name end
  end
  mistake.raise('"%s" is not a %s%s', mistake.word(name), what or "column", nearest.field(name, known))
end

--- The number that the engine uses for a value of a field: a number, a quantity string, or a word.
function rows.value(name, value)
  local row = rows.find(name, "field")
  local probe = core.record(row.record)
  probe[name] = value
  local got = probe[name]
  return row.choice and rows.word(row, got) or got
end

-- known_power: the fields of power and prices that a data sheet may omit (engine/rows/power_device.def). asking: the
-- results that depend on them, found in one pass, because a formula comes after the columns that it reads.
local known_power, asking
local function power_fields()
  if known_power then return known_power end
  known_power = {}
  for _, row in ipairs(rows.list) do
    if row.record == "device" and row.asked and (row.unit:find "^[WJ]" or row.unit:find "^USD") then
      known_power[#known_power + 1] = row.name
    end
  end
  return known_power
end

--- Whether a result depends, directly or through others, on power or prices that a data sheet may omit.
function rows.asks_power(name)
  if not asking then
    asking = {}
    for _, field in ipairs(power_fields()) do asking[field] = true end
    for _, row in ipairs(rows.list) do
      for word in (row.formula or ""):gmatch("[%a_][%w_]*") do asking[row.name] = asking[row.name] or asking[word] end
    end
  end
  return asking[name] == true
end

--- The names of those fields that a device does not state.
function rows.power_left_out(device)
  local names = {}
  for _, field in ipairs(power_fields()) do
    if not core.given(device, field) then names[#names + 1] = field end
  end
  return names
end

--- Whether a device states all of those fields.
function rows.states_power(device) return core.given(device, (table.unpack or unpack)(power_fields())) end

--- The number of a choice's word, counted from 0.
function rows.word(row, word)
  local i = 0
  for known in row.words:gmatch("%S+") do
    if known == word then return i end
    i = i + 1
  end
end

--- Words of a choice in order.
function rows.words(row)
  local words = {}
  for word in row.words:gmatch("%S+") do words[#words + 1] = word end
  return words
end

return rows
