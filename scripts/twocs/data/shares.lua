-- SPDX-License-Identifier: MIT
-- Which columns are shares of a whole, shown in percent in every table and figure alike. The one thing to know: it is read
-- off the unit, and off what the column's name or meaning says. A field stays as its user typed it: flop_eff = 0.8.

local rows = require "twocs.data.rows"

--- Whether a column of this name, unit and meaning is a share.
return function(name, unit, meaning)
  if unit ~= "1" then return false end
  local row = rows.by_name[name]
  if row and row.record ~= "result" then return false end
  local says = (row and row.meaning or meaning or ""):lower()
  return name:find "^f_" ~= nil or says:find "utilisation" ~= nil or says:find "^share of" ~= nil
end
