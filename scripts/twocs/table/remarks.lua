-- SPDX-License-Identifier: MIT
-- What is to be known of a table's rows, as sentences: illegal layouts, what the model lacks, what evaluations rest on.
-- They stand below the table wherever people read it.
local core = require "twocs.core"

return function(t)
  local lines = {}
  local illegal = require("twocs.table.illegal").line_of(t)
  if illegal then lines[1] = core.format("(%s)", illegal) end
  for note in (t.head or ""):gmatch("\nnote: ([^\n]*)") do lines[#lines + 1] = core.format("(%s)", note) end
  for _, note in ipairs(t.inside.notes or {}) do lines[#lines + 1] = core.format("note: %s", note) end
  return lines
end
