-- SPDX-License-Identifier: MIT
-- A table as Markdown, with cells as they are printed: one unit and one number of decimals per column.
local cells_of = require "twocs.table.cells"
local core = require "twocs.core"
local remarks = require "twocs.table.remarks"

local function escaped(text) return (text:gsub("[\\|`*_<]", "\\%0")) end

return function(t, _, put)
  local heads, rules, columns = {}, {}, {}
  for k, name in ipairs(t:names()) do
    local cells, unit = cells_of(t, name, t.n)
    columns[k] = cells
    heads[k] = escaped(unit ~= "" and core.format("%s (%s)", name, unit) or name)
    rules[k] = t:is_text(name) and ":--" or "--:"
  end
  put(core.format("| %s |\n| %s |\n", table.concat(heads, " | "), table.concat(rules, " | ")))
  for i = 1, t.n do
    local line = {}
    for k, cells in ipairs(columns) do line[k] = escaped(cells[i]) end
    if not put(core.format("| %s |\n", table.concat(line, " | "))) then return end
  end
  for _, line in ipairs(remarks(t)) do put(core.format("\n%s\n", escaped(line))) end
end
