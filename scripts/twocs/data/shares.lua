-- SPDX-License-Identifier: MIT
-- Which columns are shares of a whole; tables and figures show them in percent. This follows from the unit, and from the
-- name or meaning of the column. A field keeps the form that its user typed: flop_eff = 0.8.

local rows = require "twocs.data.rows"

--- Whether a column of this name, unit and meaning is a share.
return function(name, unit, meaning)
  if unit ~= "1" then return false end
  local row = rows.by_name[name]
  if row and row.record ~= "result" then return false end
  local says = (row and row.meaning or meaning or ""):lower()
  return name:find "^f_" ~= nil or says:find "utilisation" ~= nil or says:find "^share of" ~= nil
end
