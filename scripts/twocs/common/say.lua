-- SPDX-License-Identifier: MIT
-- Says on stderr, in one sentence with the script's line, what a script may not mean. The one thing to know: the position
-- is that of the nearest caller outside this folder, as in a mistake, but the script goes on.
local core = require "twocs.core"

-- "script.lua:7: " of the script's own line, as mistakes have it.
local function place()
  local _, text = pcall(core.raise, "")
  return text
end

return function(text, ...) io.stderr:write("twocs: ", place(), core.format(text, ...), "\n") end
