-- SPDX-License-Identifier: MIT
-- A table as a netCDF classic file, which xarray, R, Julia and ncdump read: CDF-1, or CDF-2 above 2 GB. If the first
-- columns of the table run through a complete grid, as after a sweep, they become the dimensions, and the other columns
-- become N-dimensional variables over them. Otherwise there is one dimension, `row`.
--   the format: "NetCDF Classic Format Specification", Unidata; numbers are big-endian, parts are multiples of 4 bytes
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local remarks = require "twocs.table.remarks"

local dimension_tag, variable_tag, attribute_tag = 10, 11, 12
local char, double = 2, 6
local rows_at_once = 65536
local most_of_classic = 2147483647

local function int(x) return core.big_endian(core.column{ x }, 1, 1, 4) end
local function padded(text) return text .. ("\0"):rep(-#text % 4) end
local function named(text) return int(#text) .. padded(text) end

-- Axes -------------------------------------------------------------------------------------------------------------------

local function distinct(column, n)
  local list, place = {}, {}
  for i = 1, n do
    local value = column[i]
    if value ~= value then return nil end -- an axis cannot have a missing number
    if not place[value] then list[#list + 1], place[value] = value, #list end
  end
  return list, place
end

-- The values of the first k columns if the rows run through their complete grid, the last column fastest; otherwise nil.
local function grid(t, names, k)
  local axes, size = {}, 1
  for a = 1, k do
    local list, place = distinct(t:column(names[a]), t.n)
    if not list then return nil end
    axes[a] = { name = names[a], values = list, place = place, column = t:column(names[a]) }
    size = size * #list
    if size > t.n then return nil end
  end
  if size ~= t.n then return nil end
  for i = 1, t.n do
    local number = 0
    for _, axis in ipairs(axes) do number = number * #axis.values + axis.place[axis.column[i]] end
    if number ~= i - 1 then return nil end
  end
  return axes
end

local function axes_of(t, asked)
  local names = t:names()
  if asked then
    for i, name in ipairs(asked) do
      if names[i] ~= name then
        mistake.raise("netcdf: axes: column %d of the table is not %s", i, mistake.word(name))
      end
    end
    return #asked > 0 and grid(t, names, #asked)
      or mistake.raise("netcdf: axes: the rows are not in the order of the grid of %s", table.concat(asked, ", "))
  end
  for k = 1, t.n > 0 and #names - 1 or 0 do
    local axes = grid(t, names, k)
    if axes then return axes end
  end
  return nil
end

-- Variables --------------------------------------------------------------------------------------------------------------

-- A legal name: letters, digits and a few signs. The attribute original_name keeps a name that was changed.
local function legal(name)
  local text = name:gsub("[%c/ ]", "_")
  return text:find("^[%a_\128-\255]") and text or "_" .. text
end

local function attribute(name, text) return named(name) .. int(char) .. int(#text) .. padded(text) end

local function attributes(list)
  if #list == 0 then return int(0) .. int(0) end
  local out = { int(attribute_tag), int(#list) }
  for _, one in ipairs(list) do out[#out + 1] = attribute(one[1], one[2]) end
  return table.concat(out)
end

local function about(t, name)
  local list = {}
  if t:meaning(name) ~= "" then list[#list + 1] = { "long_name", t:meaning(name) } end
  if not t:is_text(name) and t:unit(name) ~= "" then list[#list + 1] = { "units", t:unit(name) } end
  if t:is_text(name) then list[#list + 1] = { "_Encoding", "utf-8" } end -- xarray needs this
  if legal(name) ~= name then list[#list + 1] = { "original_name", name } end
  return list
end

local function longest(values, n)
  local most = 1
  for i = 1, n do most = math.max(most, #values[i]) end
  return most
end

-- A description of the file: dimensions, and variables { name, dims, type, count, width, values, about }.
local function layout(t, options)
  local axes, file = axes_of(t, options.axes), { dimensions = {}, variables = {} }
  local function dimension(name, size)
    file.dimensions[#file.dimensions + 1] = { name, size }
    return #file.dimensions - 1
  end
  local used = {}
  local function own_name(name)
    local free, number = legal(name), 1
    while used[free] do free, number = core.format("%s_%d", legal(name), number + 1), number + 1 end
    used[free] = true
    return free
  end
  local function variable(name, dims, values, n)
    local width = t:is_text(name) and longest(values, n) or nil
    local own = {}
    for i, d in ipairs(dims) do own[i] = d end
    if width then own[#own + 1] = dimension(legal(name) .. "_length", width) end
    file.variables[#file.variables + 1] = { name = own_name(name), dims = own, type = width and char or double, count = n,
      width = width or 8, values = values, about = about(t, name) }
  end
  local dims, is_axis = {}, {}
  if not axes then dims[1] = dimension("row", t.n) end
  for i, axis in ipairs(axes or {}) do
    dims[i], is_axis[axis.name] = dimension(legal(axis.name), #axis.values), true
  end
  for i, axis in ipairs(axes or {}) do variable(axis.name, { dims[i] }, axis.values, #axis.values) end
  for _, name in ipairs(t:names()) do
    if not is_axis[name] then variable(name, dims, t:column(name), t.n) end
  end
  return file
end

-- The bytes of a variable. In a table without rows `row` is the record dimension (size 0), and the format then expects the
-- size of one record.
local function size_of(variable) return math.max(variable.count, 1) * variable.width end

-- The header, if the first variable begins at byte `first`. wide: offsets have 8 bytes.
local function header(t, file, first, wide)
  local out = { wide and "CDF\2" or "CDF\1", int(0) } -- no records
  local function add(...) for _, text in ipairs{ ... } do out[#out + 1] = text end end
  if #file.dimensions == 0 then add(int(0), int(0)) else add(int(dimension_tag), int(#file.dimensions)) end
  for _, one in ipairs(file.dimensions) do add(named(one[1]), int(one[2])) end
  local global = { { "Conventions", "CF-1.8" } }
  if t.head then global[#global + 1] = { "history", t.head } end
  local notes = table.concat(remarks(t), "\n")
  if notes ~= "" then global[#global + 1] = { "comment", notes } end
  add(attributes(global))
  if #file.variables == 0 then add(int(0), int(0)) else add(int(variable_tag), int(#file.variables)) end
  local at = first
  for _, one in ipairs(file.variables) do
    add(named(one.name), int(#one.dims))
    for _, d in ipairs(one.dims) do add(int(d)) end
    local size = size_of(one) + -size_of(one) % 4
    add(attributes(one.about), int(one.type), int(math.min(size, most_of_classic - 3)),
      wide and int(math.floor(at / 4294967296)) .. int(at % 4294967296) or int(at))
    at = at + size
  end
  return table.concat(out), at
end

local function values_written(one, put)
  for first = 1, one.count, rows_at_once do
    local last = math.min(first + rows_at_once - 1, one.count)
    local piece
    if one.type == double then
      piece = core.big_endian(core.is_column(one.values) and one.values or core.column(one.values), first, last, 8)
    else
      local texts = {}
      for i = first, last do texts[#texts + 1] = one.values[i] .. ("\0"):rep(one.width - #one.values[i]) end
      piece = table.concat(texts)
    end
    if not put(piece) then return false end
  end
  return one.count == 0 or put(("\0"):rep(-size_of(one) % 4))
end

return function(t, options, put)
  local file = layout(t, options)
  local head, size = header(t, file, 0, false)
  local wide = size + #head > most_of_classic
  head = header(t, file, 0, wide)
  if not put((header(t, file, #head, wide))) then return end
  for _, one in ipairs(file.variables) do
    if not values_written(one, put) then return end
  end
end
