-- SPDX-License-Identifier: MIT
-- Writes one sentence with the script's line to stderr about something that the script may not intend. As in a mistake, the
-- line is the line of the nearest caller outside this folder, but the script continues.
local core = require "twocs.core"

-- "script.lua:7: ": the current line of the script, as in error messages.
local function place()
  local _, text = pcall(core.raise, "")
  return text
end

return function(text, ...) io.stderr:write("twocs: ", place(), core.format(text, ...), "\n") end
