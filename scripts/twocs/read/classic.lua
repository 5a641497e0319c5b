-- SPDX-License-Identifier: MIT
-- Reads a table from a netCDF classic file (CDF-1, CDF-2), as t:netcdf and other programs write it. A row is a point of the
-- grid of the variable with the most dimensions. A variable over some of these dimensions is repeated along the others. A
-- variable over other dimensions, or with records, is refused.
local core = require "twocs.core"
local tables = require "twocs.table"

local classic = {}

local dimension_tag, variable_tag, attribute_tag = 10, 11, 12
local kinds = { { 1 }, { 1, text = true }, { 2 }, { 4 }, { 4, float = true }, { 8, float = true } } -- bytes of each type
local most = 100000 -- dimensions, attributes, variables

-- A reader of the header. An error raises a sentence, which classic.read returns.
local reading = {}
reading.__index = reading

local function fail(...) error({ sentence = core.format(...) }, 0) end

function reading:int()
  local got = core.from_big_endian(self.text, self.at, 1, 4)
  if not got then fail("byte %d: the file ends in its header", #self.text) end
  self.at = self.at + 4
  return got[1]
end

function reading:count()
  local n = self:int()
  if n < 0 or n > most then fail("byte %d: a count of %d", self.at - 4, n) end
  return n
end

function reading:bytes(n)
  if n < 0 or self.at + n - 1 > #self.text then fail("byte %d: the file ends in its header", #self.text) end
  local text = self.text:sub(self.at, self.at + n - 1)
  self.at = self.at + n + -n % 4
  return text
end

function reading:name() return self:bytes(self:count()) end

-- A list after its tag; one(self) reads each item.
function reading:list(tag, one)
  local found, n = self:int(), self:count()
  if found ~= tag and (found ~= 0 or n ~= 0) then fail("byte %d: expected tag %d, found %d", self.at - 8, tag, found) end
  local list = {}
  for i = 1, n do list[i] = one(self) end
  return list
end

function reading:kind()
  local code = self:int()
  return kinds[code] or fail("byte %d: %d is not a type of netCDF classic", self.at - 4, code)
end

function reading:attributes()
  local by_name = {}
  self:list(attribute_tag, function()
    local name, kind = self:name(), self:kind()
    local value = self:bytes(self:count() * kind[1])
    by_name[name] = kind.text and value or nil
  end)
  return by_name
end

function reading:offset(wide)
  local high = wide and self:int() or 0
  local low = self:int() % 4294967296
  return high * 4294967296 + low
end

function reading:variable(wide)
  local one = { name = self:name(), dims = {} }
  for i = 1, self:count() do one.dims[i] = self:int() + 1 end
  one.about, one.kind = self:attributes(), self:kind()
  self:int() -- skips the size, which follows from the dimensions
  one.begin = self:offset(wide)
  return one
end

-- Variables --------------------------------------------------------------------------------------------------------------

local function size_of(file, dims, last)
  local n = 1
  for i = 1, last or #dims do
    local d = file.dimensions[dims[i]] or fail("a variable has a dimension that the file lacks")
    n = n * d.size
  end
  return n
end

-- The last dimension of a text variable is the text's length.
local function shape(one)
  local dims = {}
  for i = 1, #one.dims - (one.kind.text and 1 or 0) do dims[i] = one.dims[i] end
  return dims
end

local function values_of(file, one)
  local n = size_of(file, one.shape)
  if not one.kind.text then
    if n == 0 then return {} end
    local column = core.from_big_endian(file.text, one.begin + 1, n, one.kind[1], one.kind.float)
    return column or fail('variable "%s": the file ends in its values', one.name)
  end
  local width, texts = size_of(file, one.dims) / math.max(n, 1), {}
  if n > 0 and one.begin + n * width > #file.text then fail('variable "%s": the file ends in its values', one.name) end
  for i = 1, n do
    texts[i] = file.text:sub(one.begin + (i - 1) * width + 1, one.begin + i * width):gsub("%z+$", "")
  end
  return texts
end

-- The values, repeated along the dimensions of the table that the variable does not have.
local function spread(file, one, axes, n)
  local values, stride, whole = values_of(file, one), {}, 1
  for i = #one.shape, 1, -1 do
    stride[one.shape[i]], whole = whole, whole * file.dimensions[one.shape[i]].size
  end
  if #one.shape == #axes then return values end
  local out = {}
  for r = 1, n do
    local rest, at = r - 1, 0
    for a = #axes, 1, -1 do
      local size = file.dimensions[axes[a]].size
      at = at + rest % size * (stride[axes[a]] or 0)
      rest = math.floor(rest / size)
    end
    out[r] = values[at + 1]
  end
  return out
end

local function header(text)
  local self = setmetatable({ text = text, at = 5 }, reading)
  local wide = text:byte(4) == 2
  local file = { text = text, records = self:int() }
  file.dimensions = self:list(dimension_tag, function() return { name = self:name(), size = self:count() } end)
  file.about = self:attributes()
  file.variables = self:list(variable_tag, function() return self:variable(wide) end)
  return file
end

-- The dimensions of the table: those of the variable with the most dimensions.
local function axes_of(file)
  local axes = {}
  for _, one in ipairs(file.variables) do
    one.shape = shape(one)
    if #one.shape > #axes then axes = one.shape end
  end
  local is = {}
  for _, d in ipairs(axes) do is[d] = true end
  for _, one in ipairs(file.variables) do
    local seen = {}
    for _, d in ipairs(one.shape) do
      if seen[d] then fail('variable "%s" has a dimension twice', one.name) end
      seen[d] = true
      if not is[d] then fail('variable "%s" has a dimension that the largest one lacks', one.name) end
      if file.dimensions[d].size == 0 and file.records ~= 0 then
        fail('variable "%s" has records, which are not read', one.name)
      end
    end
  end
  return axes
end

local function unit_of(about)
  local unit = about.units or ""
  return (unit == "" or unit == "1" or core.quantity("1 " .. unit)) and unit or ""
end

-- Variables named after an axis come first, in the order of the axes.
local function in_order(file, axes)
  local list, placed = {}, {}
  for _, d in ipairs(axes) do
    for _, one in ipairs(file.variables) do
      if one.name == file.dimensions[d].name and not placed[one] then list[#list + 1], placed[one] = one, true end
    end
  end
  for _, one in ipairs(file.variables) do
    if not placed[one] then list[#list + 1] = one end
  end
  return list
end

-- The notes of a table written by twocs (table/remarks.lua), or nil.
local function notes_of(comment)
  local notes = {}
  for note in ((comment or "") .. "\n"):gmatch "note: ([^\n]*)\n" do notes[#notes + 1] = note end
  return #notes > 0 and notes or nil
end

local function table_made(text)
  local file = header(text)
  local axes = axes_of(file)
  local n = #axes > 0 and size_of(file, axes) or 0
  require("twocs.common.lists").affordable("read", n, #file.variables)
  local t = tables.new{ n = n, names = {}, columns = {}, head = file.about.history,
    notes = notes_of(file.about.comment) }
  for _, one in ipairs(in_order(file, axes)) do
    local name, unit = one.about.original_name or one.name, unit_of(one.about)
    local meaning = one.about.long_name or ""
    if unit ~= (one.about.units or "") then meaning = core.format("%s [%s]", meaning, one.about.units) end
    if name == "" or name:find("%c") or name:find("%s%[.*%]$") then fail('"%s" is not a name of a column', name) end
    if t:has(name) then fail('two variables are called "%s"', name) end
    t = t:with(name, spread(file, one, axes, n), unit, meaning, one.kind.text)
  end
  return t
end

--- A table from the bytes of a file, or nil, sentence, code.
function classic.read(text)
  local done, got = pcall(table_made, text)
  if done then return got end
  if type(got) == "table" and got.sentence then return nil, got.sentence, 0 end
  error(got, 0)
end

return classic
