-- SPDX-License-Identifier: MIT
-- Raises one sentence about a mistake in a script. The one thing to know: the position in front of it is that of the nearest
-- caller outside this folder, however deep inside the house the mistake was noticed.
local core = require "twocs.core"

local source = debug.getinfo(1, "S").source
local here = source:match("^(.*[/\\])[^/\\]*$") or source

local mistake = {}

--- How a sentence shows a value.
function mistake.show(value)
  if type(value) == "number" then return core.format("%.15g", value) end
  if type(value) == "string" then return core.format('"%s"', #value > 60 and value:sub(1, 57) .. "..." or value) end
  if value == nil or type(value) == "boolean" then return tostring(value) end
  return core.format("a %s", type(value))
end

--- Raises core.format(format, ...).
function mistake.raise(format, ...)
  local text = core.format(format, ...)
  local level = 2
  while true do
    local frame = debug.getinfo(level, "S")
    if not frame then error(text, 0) end
    if frame.what ~= "C" and frame.what ~= "tail" and frame.source:sub(1, #here) ~= here then error(text, level) end
    level = level + 1
  end
end

return mistake
