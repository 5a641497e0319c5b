-- SPDX-License-Identifier: MIT
-- The valid name nearest to a mistyped one, for messages. The distance counts insertions, deletions, substitutions and swaps of
-- neighbours; a name that differs only in case is at distance 0. Ties go to the name that stands first.
local core = require "twocs.core"

local longest, listed = 48, 12 -- letters compared; names worth listing when none is near

local nearest = {}

local function distance(a, b)
  local before, last, row = {}, {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    row[0] = i
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      local least = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        least = math.min(least, before[j - 2] + 1)
      end
      row[j] = least
    end
    before, last, row = last, row, before
  end
  return last[#b]
end

--- The name of the list that the word may have meant, or nil.
function nearest.find(word, names)
  if type(word) ~= "string" or #word > longest then return nil end
  local found, least = nil, math.floor(#word / 3) + 2
  for _, name in ipairs(names) do
    if #name <= longest and math.abs(#name - #word) < least then
      local far = distance(word:lower(), name:lower())
      if far < least and far < math.max(#word, #name) then found, least = name, far end
    end
  end
  return found
end

--- The end of a sentence about an unknown name: what was meant, else what there is.
function nearest.hint(word, names)
  local name = nearest.find(word, names)
  if name then return core.format('; did you mean "%s"?', name) end
  if #names == 0 then return "; there is none" end
  if #names <= listed then return core.format("; there is %s", table.concat(names, ", ")) end
  return core.format("; there is %s, ...", table.concat(names, ", ", 1, listed))
end

return nearest
