-- SPDX-License-Identifier: MIT
-- Runs as JSON: a list of objects, an object in each line, or an object with one list of objects, whose other values apply
-- to all of them. Values of an object inside a run are columns with its name in front: "model.layers".
local core = require "twocs.core"

local records = {}

local deepest = 3 -- objects inside a run

local function is_list(value) return type(value) == "table" and value[1] ~= nil end
local function is_object(value) return type(value) == "table" and value[1] == nil end

-- Puts the plain values of an object into a row. A list is a text, so that the report names its column as unused.
local function put(row, object, before, depth)
  for key, value in pairs(object) do
    local name = before .. tostring(key)
    if is_object(value) and depth < deepest then
      put(row, value, name .. ".", depth + 1)
    elseif type(value) == "table" then
      row[name] = is_list(value) and "(a list)" or "(an object)"
    elseif value ~= core.null then
      row[name] = type(value) == "number" and core.format("%.15g", value) or tostring(value)
    end
  end
end

-- The list of objects in a document, and the object around it; nil if there is none, or more than one.
local function runs_in(document)
  if is_list(document) then return document, {} end
  local found, others = nil, {}
  for key, value in pairs(document) do
    if is_list(value) and is_object(value[1]) then
      if found then return nil end
      found = value
    else
      others[key] = value
    end
  end
  if not found then return { document }, {} end
  return found, others
end

local function quoted(text) return '"' .. text:gsub('"', '""'):gsub("[\r\n]+", " ") .. '"' end

local function csv_of(rows)
  local names, seen, lines = {}, {}, {}
  for _, row in ipairs(rows) do
    for name in pairs(row) do
      if not seen[name] then names[#names + 1], seen[name] = name, true end
    end
  end
  table.sort(names)
  for i = 0, #rows do
    local line = {}
    for k, name in ipairs(names) do line[k] = quoted(i == 0 and name or rows[i][name] or "") end
    lines[#lines + 1] = table.concat(line, ",")
  end
  return table.concat(lines, "\n") .. "\n"
end

-- The text as one document: a list of the objects of lines, if each line is one.
local function document_of(text)
  local lines = {}
  for line in text:gmatch "[^\r\n]+" do
    if line:find "%S" then
      if not line:find "^%s*{.*}%s*$" then return text end
      lines[#lines + 1] = line
    end
  end
  return #lines > 1 and core.format("[%s]", table.concat(lines, ",\n")) or text
end

--- is(text): whether a text is JSON.
function records.is(text)
  return text:find '^%s*{%s*"' ~= nil or text:find '^%s*{%s*}' ~= nil or text:find "^%s*%[%s*{" ~= nil
end

--- csv(text): the runs of a JSON text as CSV with a line for each run; or nil and a sentence.
function records.csv(text)
  local document, why = core.json(document_of(text))
  if document == nil then return nil, why end
  local runs, others = runs_in(document)
  if not runs then
    return nil, "line 1: this JSON contains several lists of objects: expected one, with an object for each run"
  end
  local rows = {}
  for i, run in ipairs(runs) do
    if not is_object(run) then return nil, core.format("line 1: entry %d of the list is not an object", i) end
    rows[i] = {}
    put(rows[i], others, "", 1)
    put(rows[i], run, "", 1)
  end
  return csv_of(rows)
end

return records
