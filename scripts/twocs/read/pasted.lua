-- SPDX-License-Identifier: MIT
-- Converts pasted tables to CSV: cells between tabs or bars, and Markdown tables with text around them. Every line stays a
-- line, so that messages name the lines of the file.
local core = require "twocs.core"

local pasted = {}

local function lines_of(text)
  local lines = {}
  for line in core.format("%s\n", text:gsub("^\239\187\191", "")):gmatch "(.-)\r?\n" do lines[#lines + 1] = line end
  if lines[#lines] == "" then lines[#lines] = nil end
  return lines
end

local function quoted(cell)
  cell = cell:match "^%s*(.-)%s*$"
  if cell:find '^".*"$' then return cell end
  return cell:find '[,;"\t]' and core.format('"%s"', (cell:gsub('"', '""'))) or cell
end

-- Removes the Markdown around a cell's text: emphasis, code, links, breaks, footnotes.
local function unmarked(cell)
  return (cell:gsub("<br%s*/?>", " "):gsub("</?%a+>", ""):gsub("!?%[(.-)%]%(.-%)", "%1"):gsub("`", "")
    :gsub("%*%*", ""):gsub("%[%^[^%]]*%]", ""):gsub("\1", "|"))
end

-- A row of Markdown as CSV. A bar after a backslash is text.
local function row_of(line)
  local cells = {}
  line = line:gsub("\\|", "\1"):match "^%s*|?(.-)|?%s*$"
  for cell in core.format("%s|", line):gmatch "(.-)|" do cells[#cells + 1] = quoted(unmarked(cell)) end
  return table.concat(cells, ",")
end

-- |---|:-:| in Markdown, or +---+---+ as databases print it.
local function is_rule(line)
  return line ~= nil and line:find "%-" ~= nil and line:find "[|+]" ~= nil and not line:find "[^%s|:+%-]"
end

-- Only the rows of the Markdown table in a text; nil and a sentence if there are several tables.
local function of_markdown(lines)
  local first, inside = nil, false
  for k, line in ipairs(lines) do
    local begins = is_rule(lines[k + 1]) and line:find("|", 1, true)
    if begins and first and not inside then
      return nil, core.format("line %d: a second table, after that of line %d: expected one; in a common table, what their "
        .. "headings say is a column", k, first)
    end
    first, inside = first or begins and k or nil, begins or inside and (is_rule(line) or line:find("|", 1, true) ~= nil)
    lines[k] = inside and not is_rule(line) and row_of(line) or ""
  end
  return table.concat(lines, "\n")
end

-- Cells that are separated by tabs or bars, as CSV.
local function separated(lines, separator)
  for k, line in ipairs(lines) do
    if not line:find "^%s*#" or k == 1 then
      local cells = {}
      for cell in (line .. separator):gmatch(core.format("([^%s]*)%s", separator, separator)) do
        cells[#cells + 1] = quoted(cell)
      end
      lines[k] = table.concat(cells, ",")
    end
  end
  return table.concat(lines, "\n")
end

--- csv(text): the text as CSV, unchanged if it is CSV; or nil and a sentence.
function pasted.csv(text)
  local lines, head = lines_of(text), nil
  if text:find '^%s*{%s*"' or text:find "^%s*%[%s*{" then return nil, "line 1: this is JSON, not a table of cells" end
  for k, line in ipairs(lines) do
    if is_rule(line) and k > 1 then return of_markdown(lines) end
    if not head and line:find "%S" and not line:find "^%s*#%s" then head = line end
  end
  local other = head and not head:find "[,;\"]" and head:match "[\t|]"
  return other and separated(lines, other) or text
end

return pasted
