-- SPDX-License-Identifier: MIT
-- CSV with other names: columns = { ["# GPUs"] = "gpus", ["time(ns)"] = "t [ns]" }. A key is a header of the file, with or
-- without its unit. Its value is the new name, with a unit if the file has none. A header that occurs several times gets a
-- list: { "t [ns]", "t_in [ns]" }; false removes a column.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local tables = require "twocs.table"

local looked_for = 65536 -- a header that begins with "#" must be in these first bytes

local columns = {}

local function sorted(map)
  local keys = {}
  for key in pairs(map) do
    if type(key) ~= "string" or key == "" then
      mistake.raise("columns: expected headers of the file as keys, got %s", mistake.show(key))
    end
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

local function check_target(key, target)
  if target == false then return end
  if type(target) ~= "string" or not target:find("%S") or target:find("%c") then
    mistake.raise('columns: %s: expected a name such as "t [ns]", or false, got %s', key, mistake.show(target))
  end
  local unit = target:match("%s%[([^%[%]]*)%]$")
  if unit and unit ~= "1" and unit ~= "text" then
    local known, sentence = core.quantity("1 " .. unit)
    if not known then mistake.raise('columns: %s = "%s": %s', key, target, sentence) end
  end
end

-- The mapping with a list for every key.
local function checked(map)
  if type(map) ~= "table" then
    mistake.raise('columns: expected a table such as { ["time(ns)"] = "t [ns]" }, got %s', mistake.show(map))
  end
  local lists, keys = {}, sorted(map)
  for _, key in ipairs(keys) do
    lists[key] = type(map[key]) == "table" and map[key] or { map[key] }
    if #lists[key] == 0 then mistake.raise("columns: %s: the list is empty", key) end
    for _, target in ipairs(lists[key]) do check_target(key, target) end
  end
  return lists, keys
end

-- The place of a header line that begins with "#". Such a line is a comment unless one of its whole cells is a key that
-- also begins with "#".
local function header_place(text, keys)
  local head = "\n" .. text:sub(1, looked_for):gsub("^\239\187\191", "\n\n\n")
  for _, key in ipairs(keys) do
    local from, to = head:find("\n" .. key, 1, true)
    if from and key:sub(1, 1) == "#" and head:find("^%s*,", to + 1) then return from end
  end
end

-- The names in a first line that begins with "#", if it were the header.
local function commented(text)
  local names, line = {}, text:gsub("^\239\187\191", ""):match("^(#[^\r\n]*,[^\r\n]*)")
  for name in (line or ""):gmatch("[^,]+") do names[#names + 1] = name end
  return names
end

-- The replacement of each header cell, or nil, sentence. others: more names among which a missing key may have its nearest
-- match.
local function renamed(found, line, lists, keys, only, others)
  local headers, times, names = {}, {}, {}
  for k, cell in ipairs(found) do
    local key = lists[cell.cell] and cell.cell or lists[cell.name] and cell.name
    names[k] = cell.name
    if key then
      times[key] = (times[key] or 0) + 1
      headers[k] = lists[key][times[key]]
    else
      headers[k] = not only and cell.cell
    end
  end
  for _, key in ipairs(keys) do
    local there, wanted = times[key] or 0, #lists[key]
    if there == 0 then
      local near = nearest.find(key, names) or nearest.find(key, others)
      return nil, core.format('line %d: there is no column "%s"%s', line, key,
        near and core.format('; did you mean "%s"?', near) or nearest.hint(key, names))
    elseif there ~= wanted then
      return nil, core.format('line %d: "%s" occurs %d times in the header, but is given %d name%s', line, key, there,
        wanted, wanted == 1 and "" or "s")
    end
  end
  return headers
end

-- Headers as a list of { cell =, name = }.
local function cells_of(headers)
  local cells = {}
  for k, header in ipairs(headers) do
    cells[k] = { cell = header or "", name = header and header:gsub("%s*%[[^%[%]]*%]$", "") or "" }
  end
  return cells
end

--- A table from CSV text, or nil, sentence, code. options.columns: the mapping, or a function from a list of
--- { cell =, name = } to a list of new headers; options.then_named: such a function, applied after the mapping;
--- options.only: drops columns that the mapping does not name.
function columns.read(text, options, at)
  if options.only ~= nil and type(options.only) ~= "boolean" then
    mistake.raise("only: expected true or false, got %s", mistake.show(options.only))
  end
  if options.columns == nil then
    if options.only then mistake.raise("only: there are no columns that it could keep") end
    return tables.read(text, at)
  end
  if type(options.columns) == "function" then
    local found, line, code = core.csv_header(text, at)
    if not found then return nil, line, code end
    return tables.read(text, at, options.columns(found))
  end
  local lists, keys = checked(options.columns)
  at = at or header_place(text, keys)
  local found, line, code = core.csv_header(text, at)
  if not found then return nil, line, code end
  local headers, sentence = renamed(found, line, lists, keys, options.only, commented(text))
  if not headers then return nil, sentence, 0 end
  return tables.read(text, at, options.then_named and options.then_named(cells_of(headers)) or headers)
end

return columns
