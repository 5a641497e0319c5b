-- SPDX-License-Identifier: MIT
-- Reports a misspelt option, an option of the wrong type, or a missing option in one sentence. options.lua lists the
-- options.

local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local options = require "twocs.figure.options"
local ordered = require "twocs.common.ordered"

local check = {}

--- Raises on an option that verb does not have, that has the wrong kind, or that is missing.
function check.options(verb, given)
  if type(given) ~= "table" then
    mistake.raise('%s: the third argument is a table of options such as {x = "tp", y = "f_ser"}, not %s', verb,
      mistake.show(given))
  end
  local known, order, rows = {}, {}, options.of(verb)
  for i, row in ipairs(rows) do known[row.name], order[i] = row, row.name end
  table.sort(order)
  for _, key in ipairs(ordered.words(given)) do
    if not known[key] then mistake.raise("%s: there is no option %s%s", verb, key, nearest.hint(key, order)) end
    if not known[key].check(given[key]) then
      mistake.raise("%s: %s = %s: expected %s", verb, key, mistake.show(given[key]), known[key].type)
    end
  end
  for _, row in ipairs(rows) do
    if row.needed and given[row.name] == nil then
      mistake.raise("%s: the option %s is missing: it is %s", verb, row.name, row.type)
    end
  end
end

return check
