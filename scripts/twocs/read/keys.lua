-- SPDX-License-Identifier: MIT
-- Access to the keys of a configuration: values are looked up by any of their names, checked, and refused with their line.
-- A refusal is thrown and caught in keys.try, so rules can stop anywhere.
local architectures = require "twocs.read.architectures"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local fields = architectures.fields
local keys = {}

-- Refusals -------------------------------------------------------------------------------------------------------------

local refusal = {} -- the metatable of a refusal, which is about the file, unlike a mistake of a script

--- Refuses the file: a line, and a reason in the form of core.format.
function keys.refuse(line, ...)
  error(setmetatable({ text = core.format("line %d: %s", line, core.format(...)) }, refusal), 0)
end

--- The result of the function, or nil, sentence, code if it refused.
function keys.try(run)
  local done, result = pcall(run)
  if done then return result end
  if getmetatable(result) == refusal then return nil, result.text, 0 end
  error(result, 0)
end

--- The text of a JSON value in a sentence.
function keys.shown(value)
  if value == core.null then return "null" end
  if type(value) == "table" then
    return value[1] ~= nil and "a list" or next(value) ~= nil and "an object" or "an empty list or object"
  end
  if type(value) == "string" then return core.format('"%s"', #value > 40 and value:sub(1, 37) .. "..." or value) end
  if type(value) == "number" then return core.format("%.15g", value) end
  return tostring(value)
end

-- Values ---------------------------------------------------------------------------------------------------------------

local shown, reading = keys.shown, {}
reading.__index = reading

--- A configuration that is being read, or an object in it. about: values, their lines, kind (model_type), about (the
--- architecture), title and source of the model; for an object inside a file also its own fields and first line. notes
--- collects remarks.
function keys.reading(about)
  about.notes = {}
  return setmetatable(about, reading)
end

--- The value of a key; nil if it is null or missing.
function reading:value(key)
  local value = self.values[key]
  if value ~= core.null then return value end
end

--- Refuses the value of a key.
function reading:refuse_key(key, ...)
  keys.refuse(self.lines[key] or 1, "%s = %s: %s", key, shown(self.values[key]), core.format(...))
end

local function bounds(field)
  local row = field.row and rows.by_name[field.row] or field
  return row.least, row.most, row.meaning
end

function reading:checked(key, field)
  local value, least, most, meaning = self.values[key], bounds(field)
  if type(value) ~= "number" or value ~= math.floor(value) or value < least or value > most then
    self:refuse_key(key, "expected a whole number from %s to %s (%s)", least, most, meaning)
  end
  return value
end

--- The number of a field and the key under which it was found, or nil. Keys that contradict each other are refused.
function reading:number(name)
  local field, found, under = (self.fields or fields)[name], nil, nil
  for _, key in ipairs(field) do
    if self:value(key) ~= nil then
      local value = self:checked(key, field)
      if found and found ~= value then self:refuse_key(key, "but %s = %s", under, found) end
      found, under = found or value, under or key
    end
  end
  return found, under
end

--- The same for a number that the configuration must have.
function reading:must(name)
  local value, key = self:number(name)
  if value then return value, key end
  local field = (self.fields or fields)[name]
  local _, _, meaning = bounds(field)
  keys.refuse(self.first or 1, "there is no %s (%s) for model_type %s", table.concat(field, ", nor "), meaning,
    shown(self.kind))
end

--- Whether a key is true; `otherwise` is the default of the class.
function reading:flag(key, otherwise)
  local value = self:value(key)
  if value == nil then return otherwise end
  if type(value) ~= "boolean" then self:refuse_key(key, "expected true or false") end
  return value
end

--- Adds a sentence, in the form of core.format, to the model's note.
function reading:say(...) self.notes[#self.notes + 1] = core.format(...) end

keys.methods = reading -- config.lua adds its rules as methods

return keys
