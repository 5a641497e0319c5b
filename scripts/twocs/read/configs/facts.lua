-- SPDX-License-Identifier: MIT
-- Walks the arguments of a framework's configuration; all formats use this engine. Each format is a list of rows "argument
-- fact kind meaning". An argument without a row is never dropped: it goes into the list of settings that were not
-- understood, which the case keeps.
--   kinds  count, number: a whole number, any number        flag, off: true if present, false if present
--          text: unchanged text                             bytes: the bytes of a number format by its name
--          list: an unchanged list                          lack: no field exists; the meaning explains the setting
local core = require "twocs.core"
local keys = require "twocs.read.keys"

local facts = {}

local widths = { float32 = 4, fp32 = 4, float = 4, float16 = 2, fp16 = 2, half = 2, bfloat16 = 2, bf16 = 2, uint8 = 1,
  fp8 = 1,
  float8 = 1 }

--- rows(text): from lines "argument fact kind meaning", a table from argument to { fact =, kind =, meaning = }. Several
--- arguments of one row are separated by commas.
function facts.rows(text)
  local rows = {}
  for line in text:gmatch("[^\n]+") do
    local names, fact, kind, meaning = line:match("^%s*(%S+)%s+(%S+)%s+(%a+)%s*(.*)$")
    for name in (names or ""):gmatch("[^,]+") do rows[name] = { fact = fact, kind = kind, meaning = meaning } end
  end
  return rows
end

-- Values ---------------------------------------------------------------------------------------------------------------

local function is_nothing(value)
  if value == nil or value == core.null or value == false or value == 0 then return true end
  if type(value) == "table" then return next(value) == nil end
  local word = type(value) == "string" and value:lower()
  return word == "" or word == "none" or word == "null" or word == "false" or word == "0" or word == "0.0" or word == "no"
end

--- Whether a value is filled in when the script runs: "$NAME", "${...}".
function facts.is_open(value) return type(value) == "string" and value:find("%$[%w_{@*]") ~= nil end

local function shown(value)
  if value == true or value == nil then return "" end
  return core.format(" = %s", type(value) == "string" and value or keys.shown(value))
end

local function refuse(entry, ...)
  keys.refuse(entry.line, "%s%s: %s", entry.shown, shown(entry.value), core.format(...))
end

local convert = {}
local most_count = 1e12 -- larger than any real count

function convert.number(entry, value)
  if type(value) == "number" then return value end
  local text = tostring(value)
  if text:find("^[+-]?%d+,%d+$") then refuse(entry, "numbers have a decimal point, not a comma") end
  local plain = text:gsub("_", "")
  local number = plain:find("^[+-]?[%d.]+[eE]?[+-]?%d*$") and tonumber(plain)
  if not number then refuse(entry, "expected a number") end
  return number
end

function convert.count(entry, value)
  local number = convert.number(entry, value)
  if number ~= math.floor(number) then refuse(entry, "expected a whole number") end
  if number < 0 or number > most_count then refuse(entry, "expected a whole number from 0 to %.0e", most_count) end
  return number
end

local truths = { ["true"] = true, yes = true, ["1"] = true, on = true, ["false"] = false, no = false, ["0"] = false,
  off = false, none = false, null = false }

function convert.flag(entry, value)
  if value == nil or type(value) == "boolean" then return value ~= false end
  if type(value) == "number" then return value ~= 0 end
  local truth = truths[tostring(value):lower()]
  if truth == nil then refuse(entry, "expected true or false") end
  return truth
end

function convert.off(entry, value) return not convert.flag(entry, value) end

function convert.text(_, value) return tostring(value) end

function convert.list(_, value) return value end

function convert.bytes(entry, value)
  if type(value) == "table" then value = value._target_ or "" end -- a type as Megatron-Bridge writes it
  local width = widths[tostring(value):gsub("^torch%.", ""):lower()]
  if not width then refuse(entry, "expected the name of a number format, such as bf16") end
  return width
end

-- Walking --------------------------------------------------------------------------------------------------------------

local found = {}
found.__index = found

--- Adds a sentence to the list of settings that were not understood.
function found:miss(line, ...)
  local text = core.format(...)
  self.missed[#self.missed + 1] = line and core.format("%s (line %d)", text, line) or text
end

--- Adds a sentence to the list of assumptions, for a setting that the file does not state.
function found:assume(...) self.assumed[#self.assumed + 1] = core.format(...) end

--- Refuses the file at the line of a fact, or at line 1.
function found:refuse(fact, ...) keys.refuse(self.lines[fact] or 1, ...) end

--- The first of these facts that exists.
function found:first(...)
  for i = 1, select("#", ...) do
    local fact = select(i, ...)
    if self.facts[fact] ~= nil then return self.facts[fact], fact end
  end
end

function found:put(entry, row)
  local fact = row.fact
  if facts.is_open(entry.value) and row.kind ~= "text" then
    self.open[fact] = entry.value
    return self:miss(entry.line, "%s%s, which is not stated", entry.shown, shown(entry.value))
  end
  local value = convert[row.kind](entry, entry.value)
  local before = self.facts[fact]
  if self.strict and before ~= nil and before ~= value then
    refuse(entry, "line %d contradicts it", self.lines[fact])
  elseif entry.of_command and before ~= nil and before ~= value then -- the last one is used, as in the framework
    self:miss(entry.line, "%s%s: it occurs twice, and the last one is used", entry.shown, shown(entry.value))
  end
  self.facts[fact], self.lines[fact] = value, entry.line
end

local function matches(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then return true end
  end
  return false
end

--- The row of an argument, by its whole path or by its last name, or nil; and whether the argument has no effect on a step.
function facts.row_of(format, entry)
  local row = format.rows[entry.path]
  if row then return row end
  if matches(entry.path, format.aside) then return nil, true end
  return format.rows[entry.key], matches(entry.key, format.aside)
end

--- gather(format, entries): the facts of the entries, { facts =, lines =, missed =, assumed =, open = }. format: { rows =,
--- aside = patterns of arguments without an effect on a step, strict = whether a fact may not be given twice }.
function facts.gather(format, entries)
  local self = setmetatable({ facts = {}, lines = {}, missed = {}, assumed = {}, open = {}, strict = format.strict }, found)
  for _, entry in ipairs(entries) do
    local row, aside = facts.row_of(format, entry)
    if entry.value == core.null then -- as if the entry did not exist
    elseif row and row.kind == "lack" then
      if not is_nothing(entry.value) then self:miss(entry.line, "%s%s: %s", entry.shown, shown(entry.value),
        row.meaning) end
    elseif row then self:put(entry, row)
    elseif not aside then self:miss(entry.line, "%s%s", entry.shown, shown(entry.value)) end
  end
  return self
end

--- Entries from the nested tables of a parser, in the order of their lines.
function facts.flat(values, lines)
  local list = {}
  local function visit(table, path)
    for key, value in pairs(table) do
      local name = tostring(key)
      local whole = path == "" and name or core.format("%s.%s", path, name)
      if type(value) == "table" and value[1] == nil and next(value) ~= nil and value._target_ == nil then
        visit(value, whole)
      elseif type(value) == "table" and value._target_ ~= nil and (value._call_ == nil) then
        visit(value, whole)
      else
        list[#list + 1] = { path = whole, key = name, shown = whole, value = value, line = (lines[table] or {})[key] or 1 }
      end
    end
  end
  visit(values, "")
  table.sort(list, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.path < b.path
  end)
  return list
end

return facts
