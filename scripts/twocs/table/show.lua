-- SPDX-License-Identifier: MIT
-- A table as aligned text for a terminal; cells.lua makes the cells.
local cells_of = require "twocs.table.cells"
local core = require "twocs.core"
local remarks = require "twocs.table.remarks"

-- Characters, not bytes: continuation bytes of UTF-8 take no width.
local function width(text) return #text - select(2, text:gsub("[\128-\191]", "")) end

local function pad(text, wide, left)
  local blanks = (" "):rep(wide - width(text))
  return left and text .. blanks or blanks .. text
end

--- The text of the named columns and at most `limit` rows, with the remarks below.
return function(table_shown, names, limit)
  local rows = math.min(table_shown.n, limit)
  local columns, labelled = {}, false
  for k, name in ipairs(names) do
    local c = { text = table_shown:is_text(name) }
    c.heading = core.printable(name)
    c.cells, c.label = cells_of(table_shown, name, rows)
    if c.label ~= "" then c.label, labelled = core.format("[%s]", c.label), true end
    c.wide = math.max(width(c.heading), width(c.label))
    for _, cell in ipairs(c.cells) do c.wide = math.max(c.wide, width(cell)) end
    columns[k] = c
  end
  local lines = {}
  local function line(cell_of)
    local cells = {}
    for k, c in ipairs(columns) do cells[k] = pad(cell_of(c), c.wide, c.text) end
    lines[#lines + 1] = (table.concat(cells, "  "):gsub("%s+$", ""))
  end
  line(function(c) return c.heading end)
  if labelled then line(function(c) return c.label end) end
  for i = 1, rows do line(function(c) return c.cells[i] end) end
  if table_shown.n == 0 then lines[#lines + 1] = "(no rows)" end
  if rows < table_shown.n then lines[#lines + 1] = core.format("... %.0f more rows", table_shown.n - rows) end
  for _, remark in ipairs(remarks(table_shown)) do lines[#lines + 1] = remark end
  lines[#lines + 1] = ""
  return table.concat(lines, "\n")
end
