-- SPDX-License-Identifier: MIT
-- Reads a table that t:json wrote, with names, units, meanings, head and notes. A cell that is missing or has another type
-- than its field is refused.
local core = require "twocs.core"
local tables = require "twocs.table"

local schema = {}

local function text_or(value, other) return type(value) == "string" and value or other end

-- A JSON value as a number of a column; nil if it is not a number.
local function number_of(value)
  if value == core.null then return 0 / 0 end
  if value == "inf" or value == "-inf" then return value == "inf" and math.huge or -math.huge end
  return type(value) == "number" and value or nil
end

local function fields_of(document)
  local own = type(document) == "table" and document.schema
  local fields = type(own) == "table" and own.fields
  if type(fields) ~= "table" or type(document.data) ~= "table" then
    return nil, 'line 1: expected {"schema": {"fields": [...]}, "data": [...]}, as t:json writes', 0
  end
  local seen = {}
  for k, field in ipairs(fields) do
    local name = type(field) == "table" and field.name
    if type(name) ~= "string" or name == "" or name:find("%c") or name:find("%s%[.*%]$") or seen[name] then
      return nil, core.format("schema: field %d has no name, or one that another field has", k), 0
    end
    seen[name] = true
  end
  return fields, own
end

local function column_of(field, data)
  local text, values = field.type == "string", {}
  for i, row in ipairs(data) do
    local value = type(row) == "table" and row[field.name]
    if text then values[i] = type(value) == "string" and value or nil else values[i] = number_of(value) end
    if values[i] == nil then
      return nil, core.format('data: row %d: "%s" is not a %s', i, field.name, text and "text" or "number"), 0
    end
  end
  return values
end

--- A table from the text, or nil, sentence, code.
function schema.read(text)
  local document, sentence, code = core.json(text)
  if document == nil then return nil, sentence, code end
  local fields, own, number = fields_of(document)
  if not fields then return nil, own, number end
  local t = tables.new{ n = #document.data, names = {}, columns = {}, head = text_or(own.head, nil),
    notes = type(own.notes) == "table" and own.notes or nil }
  for _, field in ipairs(fields) do
    local values, why, what = column_of(field, document.data)
    if not values then return nil, why, what end
    t = t:with(field.name, values, text_or(field.unit, ""), text_or(field.title, ""), field.type == "string")
  end
  return t
end

return schema
