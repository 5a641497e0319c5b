-- SPDX-License-Identifier: MIT
-- A table with a line for each column and a column for each run, "Parameter | run A | run B", as a table with a line for
-- each run. The first cells of its lines name columns, those of its first line do not.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local headers = require "twocs.runs.headers"
local joined = require "twocs.runs.joined"

local turned = {}

local fewest = 4 -- columns that the first cells must name
local widest = 64 -- runs in such a table

local function named(cell)
  local bare = cell:gsub("%s*%[[^%]]*%]$", "")
  local here = headers.meant{ { cell = cell, name = bare } }[1]:gsub("%s*%[[^%]]*%]$", "")
  return columns.of(here) ~= nil or joined.is_header(here)
end

-- The lines of a text as lists of cells, without comments and empty lines; nil if they differ in length.
local function lines_of(csv)
  local list = {}
  for line in csv:gmatch "[^\r\n]+" do
    if line:find "%S" and not line:find "^%s*#" then
      local cells = {}
      for k, one in ipairs(core.csv_header(line) or {}) do cells[k] = one.cell end
      if #cells < 2 or #cells > widest or list[1] and #cells ~= #list[1] then return nil end
      list[#list + 1] = cells
    end
  end
  return list
end

local function count(n, cell_of)
  local found = 0
  for k = 1, n do found = found + (named(cell_of(k)) and 1 or 0) end
  return found
end

--- csv(csv): the text with a line for each run, or the same text.
function turned.csv(csv)
  local list = lines_of(csv)
  if not list or #list <= fewest or named(list[1][1]) then return csv end
  if count(#list[1] - 1, function(k) return list[1][k + 1] end) > 1 then return csv end
  local down = count(#list - 1, function(k) return list[k + 1][1] end)
  if down < fewest or 2 * down < #list - 1 then return csv end
  local made = {}
  for k = 1, #list[1] do
    local line = {}
    for i, cells in ipairs(list) do
      local cell = i == 1 and k == 1 and "run" or cells[k]
      line[i] = core.format('"%s"', (cell:gsub('"', '""')))
    end
    made[k] = table.concat(line, ",")
  end
  return table.concat(made, "\n") .. "\n"
end

return turned
