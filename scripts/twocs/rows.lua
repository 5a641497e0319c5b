-- SPDX-License-Identifier: MIT
-- The engine's rows by name: what every other script asks about a field or a result. Read from the core once.
local core = require "twocs.core"
local mistake = require "twocs.mistake"
local nearest = require "twocs.nearest"

local rows = { list = core.columns(), by_name = {}, names = {}, place = {} }
for i, row in ipairs(rows.list) do
  rows.by_name[row.name], rows.names[i], rows.place[row.name] = row, row.name, i
end

--- The row of that name; raises with the nearest name. what: "field" or "column".
function rows.find(name, what)
  local row = rows.by_name[name]
  if row and (what ~= "field" or row.record ~= "result") then return row end
  local known = {}
  for _, other in ipairs(rows.list) do
    if what ~= "field" or other.record ~= "result" then known[#known + 1] = other.name end
  end
  local near = nearest.find(name, known)
  mistake.raise('"%s" is no %s%s', tostring(name), what or "column",
    near and core.format('; did you mean "%s"?', near) or "")
end

--- A value of a field as the engine takes it: a number, a quantity string, a word.
function rows.value(name, value)
  local row = rows.find(name, "field")
  local probe = core.record(row.record)
  probe[name] = value
  local got = probe[name]
  return row.choice and rows.word(row, got) or got
end

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
