-- SPDX-License-Identifier: MIT
-- Comparisons as scripts write them, "<= 80 GB", in conditions of a sweep and of a table's :where. This is the only
-- definition of a comparison.
local mistake = require "twocs.common.mistake"

local compare = {}

-- The operators of core.compare, in the order of the engine's numbers for relations, from 0.
compare.order = { "<=", ">=", "<", ">", "==", "~=" }
local written = { ["="] = "==", ["!="] = "~=" }
local number = {}
for i, operator in ipairs(compare.order) do written[operator], number[operator] = operator, i - 1 end

--- The engine's number of an operator.
function compare.number(operator) return number[operator] end

--- The operator at the beginning of a text, and the rest of the text; nil if it begins with none. what: the beginning of
--- the error message for signs that are no comparison.
function compare.parse(what, text)
  local sign, rest = text:match("^%s*([<>=~!]+)%s*(.-)%s*$")
  if not sign then return nil end
  if not written[sign] then
    mistake.raise('%s: "%s" is not a comparison; expected <= >= < > = ~=', what, sign)
  end
  return written[sign], rest
end

return compare
