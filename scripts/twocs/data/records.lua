-- SPDX-License-Identifier: MIT
-- Methods of records: change by factors, and print.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local function given_fields(record)
  local fields = {}
  for _, row in ipairs(require("twocs.data.rows").list) do
    if row.record == core.kind(record) and core.given(record, row.name) then fields[#fields + 1] = row end
  end
  return fields
end

-- "peak" means every peak_... that the record states.
local function fields_of(record, name)
  local found = {}
  for _, row in ipairs(given_fields(record)) do
    if row.name == name or row.name:sub(1, #name + 1) == name .. "_" then found[#found + 1] = row.name end
  end
  if #found == 0 then found[1] = name end
  return found
end

--- device:times{ peak = 4, net0_bw = 2 }: a copy with these fields multiplied by factors.
function core.methods.times(record, factors)
  if type(factors) ~= "table" then mistake.raise("times: expected a table of factors, such as { peak = 4 }") end
  local changes = {}
  for name, factor in pairs(factors) do
    if type(factor) ~= "number" then mistake.raise("times: %s is a %s, expected a factor", mistake.word(name),
      type(factor)) end
    for _, field in ipairs(fields_of(record, tostring(name))) do
      local value = record[field]
      if type(value) ~= "number" then mistake.raise("times: %s holds no number", field) end
      changes[field] = value * factor
    end
  end
  return record(changes, true) -- one name may mean several fields, and some of them may have no effect
end

local function shown(record, row)
  local value = record[row.name]
  if type(value) ~= "number" then return value end
  local label, divisor = core.scale(value, row.unit)
  return core.format("%.6g%s", value / divisor, label ~= "" and core.format(" %s", label) or "")
end

function core.record_meta.__tostring(record)
  local own = core.own_methods[core.kind(record)]
  if own and own.text then return own.text(record) end
  local lines = { core.format("%s%s", core.kind(record), record.name and core.format(" %s", record.name) or "") }
  for _, row in ipairs(given_fields(record)) do
    lines[#lines + 1] = core.format("  %-13s %-14s %s", row.name, shown(record, row), row.meaning)
  end
  if record.source then lines[#lines + 1] = core.format("  source: %s", record.source) end
  if record.unsupported then lines[#lines + 1] = core.format("  no field holds: %s", record.note or record.unsupported) end
  for i, line in ipairs(lines) do lines[i] = core.printable(line) end
  return table.concat(lines, "\n")
end

require("twocs.common.guard").class("record", core.methods, function(x) return core.kind(x) ~= nil end, "r:")
