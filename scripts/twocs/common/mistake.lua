-- SPDX-License-Identifier: MIT
-- Raises one sentence about a mistake in a script. Its position is the line of the nearest caller outside this folder,
-- however deep inside twocs the mistake was found.
local core = require "twocs.core"

local mistake = {}

--- How a sentence shows a value.
function mistake.show(value)
  if value ~= value then return "nan" end -- whatever its sign
  if type(value) == "number" then return core.format("%.15g", value) end
  if type(value) == "string" then return core.format('"%s"', #value > 60 and value:sub(1, 57) .. "..." or value) end
  if value == nil or type(value) == "boolean" then return tostring(value) end
  return core.format("a %s", type(value))
end

--- The text of a name in a sentence: a string unchanged, any other value as in mistake.show.
function mistake.word(value) return type(value) == "string" and value or mistake.show(value) end

--- Raises core.format(format, ...).
function mistake.raise(format, ...) core.raise(core.format(format, ...)) end

return mistake
