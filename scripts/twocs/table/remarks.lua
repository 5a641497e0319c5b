-- SPDX-License-Identifier: MIT
-- Remarks on a table's rows, as sentences: illegal layouts, missing features of the model, the basis of the evaluations.
-- They are printed below the table.
local core = require "twocs.core"

return function(t)
  local lines = {}
  local illegal = require("twocs.table.illegal").line_of(t)
  if illegal then lines[1] = core.format("(%s)", illegal) end
  for note in (t.head or ""):gmatch("\nnote: ([^\n]*)") do lines[#lines + 1] = core.format("(%s)", note) end
  for _, note in ipairs(t.inside.notes or {}) do lines[#lines + 1] = core.format("note: %s", note) end
  return lines
end
