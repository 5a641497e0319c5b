-- SPDX-License-Identifier: MIT
-- The keys of a table in a fixed order: pairs() has another one in each interpreter and in each process, so messages and
-- results must not depend on it.
local mistake = require "twocs.common.mistake"

local ordered = {}

--- The keys of a table, sorted by their text.
function ordered.keys(map)
  local list = {}
  for key in pairs(map) do list[#list + 1] = key end
  table.sort(list, function(a, b) return mistake.word(a) < mistake.word(b) end)
  return list
end

--- The texts of the keys of a table that a script wrote, sorted. A key that is no string has no value under its text, so a
--- check of the names reports it.
function ordered.words(map)
  local list = {}
  for key in pairs(map) do list[#list + 1] = mistake.word(key) end
  table.sort(list)
  return list
end

return ordered
