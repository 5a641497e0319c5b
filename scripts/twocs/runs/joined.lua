-- SPDX-License-Identifier: MIT
-- Several degrees in one cell: "2/4/1" under "TP/PP/CP", or "TP8 PP2" and "tp=8, pp=2" under "parallelism". The one thing
-- to know: a cell is taken whole or not at all, and a word next to the degrees is no part of one.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"

local joined = {}

local degrees = { tp = true, pp = true, cp = true, dp = true, ep = true, etp = true, vp = true }
local loose = {} -- headers whose cells name the degrees
for word in ([[parallelism parallel parallel_strategy parallelism_strategy parallel_config parallel_layout strategy layout
  topology mesh]]):gmatch "%S+" do loose[word] = true end

local function degree(text)
  local one = columns.of(text)
  return one and degrees[one.name] and one.name or nil
end

-- The degrees that a header joins, in their order; nil where it is another.
local function header(name)
  local list = {}
  for word in name:gmatch "%a+" do
    if word:lower() ~= "x" then
      local one = degree(word)
      if not one then return nil end
      list[#list + 1] = one
    end
  end
  return #list > 1 and list or nil
end

-- "TP8 PP2" as { tp = "8", pp = "2" }; nil where it has no degree; or nil and what is wrong where it has more than degrees.
local function pairs_of(name, text)
  local cells, n = {}, 0
  local rest = text:gsub("(%a+)%s*[=:_]?%s*(%d+)", function(word, number)
    local one = degree(word)
    if not one or cells[one] then return nil end
    cells[one], n = number, n + 1
    return ""
  end)
  if n == 0 then return nil end
  if not rest:find "[^%s,;/x|+_%-]" then return cells end
  return nil, core.format('%s is "%s": expected nothing but degrees, as in TP8 PP2', name, text)
end

--- cells(name, value): the cells by column that a cell under this header joins; nil where it joins none; or nil and a
--- sentence where the header does, and the cell is not of it.
function joined.cells(name, value)
  if columns.of(name) or columns.is_empty(value) then return nil end
  if loose[columns.plain(name)] then return pairs_of(name, tostring(value)) end
  local list = header(name)
  if not list then return nil end
  local cells, i = {}, 0
  for number in tostring(value):gmatch "%d+" do
    i = i + 1
    if list[i] then cells[list[i]] = number end
  end
  if i == #list and not tostring(value):find "[^%d%s,;/x|+_:%-]" then return cells end
  return nil, core.format('%s is "%s": expected %d numbers', name, tostring(value), #list)
end

--- all(name, values, n): whether every cell under this header joins degrees, or says what is wrong with it.
function joined.all(name, values, n)
  local some = false
  for i = 1, n do
    if not columns.is_empty(values[i]) then
      local cells, why = joined.cells(name, values[i])
      if not cells and not why then return false end
      some = true
    end
  end
  return some
end

return joined
