-- SPDX-License-Identifier: MIT
-- The end of a sentence about an unknown name: the name that was probably meant, else the known names.
local core = require "twocs.core"

local listed = 12 -- names worth listing when none is near

local nearest = {}

--- The name of the list that the word may have meant, or nil.
function nearest.find(word, names)
  return type(word) == "string" and core.nearest(word, names) or nil
end

--- The end of a sentence about an unknown field: the record that has it, or the name here for the name in another tool,
--- else the nearest name.
function nearest.field(word, names)
  local hint = type(word) == "string" and core.hint(word)
  if hint then return hint end
  local name = nearest.find(word, names)
  return name and core.format('; did you mean "%s"?', name) or ""
end

--- The end of a sentence about an unknown name: the nearest name, else the known names.
function nearest.hint(word, names)
  local name = nearest.find(word, names)
  if name then return core.format('; did you mean "%s"?', name) end
  if #names == 0 then return "; there is none" end
  if #names <= listed then return core.format("; known: %s", table.concat(names, ", ")) end
  return core.format("; known: %s, ...", table.concat(names, ", ", 1, listed))
end

return nearest
