-- SPDX-License-Identifier: MIT
-- The cells of a table's columns for reading: in a terminal, Markdown and LaTeX. A column has one unit, one prefix and one
-- number of decimals, chosen from its values, so that its numbers can be compared by eye. Only a column that spans more
-- than four decades shows the unit in each cell.
local core = require "twocs.core"
local is_share = require "twocs.data.shares"

local function exponent(x) return tonumber(core.format("%.3e", x):match("e(.+)$")) end

-- The smallest and the largest absolute value of a column's finite nonzero numbers, and whether all its numbers are whole.
local function extent(column, rows, factor)
  local least, most, whole = math.huge, 0, true
  for i = 1, rows do
    local x = math.abs(column[i] * factor)
    if x > 0 and x < math.huge then
      least, most = math.min(least, x), math.max(most, x)
      whole = whole and x == math.floor(x)
    elseif x ~= 0 then
      whole = whole and x ~= math.huge
    end
  end
  return least, most, whole
end

local function number_cells(column, rows, factor, format)
  local cells = {}
  for i = 1, rows do
    local x = column[i] * factor
    cells[i] = x ~= x and "-" or core.format(math.abs(x) == math.huge and "%g" or format, x)
  end
  return cells
end

-- Drops the trailing decimal zeros that all cells have in common.
local function trim_zeros(cells)
  local spare = math.huge
  for _, cell in ipairs(cells) do
    local zeros, decimals = cell:match("(0*)$"), cell:match("%.(%d*)$")
    if decimals then spare = math.min(spare, #zeros == #decimals and #zeros + 1 or #zeros) end
  end
  if spare == 0 or spare == math.huge then return cells end
  for i, cell in ipairs(cells) do
    if cell:find(".", 1, true) then cells[i] = cell:sub(1, -spare - 1) end
  end
  return cells
end

local function cells_with_units(column, rows, unit)
  local cells = {}
  for i = 1, rows do
    local x = column[i]
    local label, divisor = core.scale(x, unit)
    cells[i] = x ~= x and "-" or core.format("%.4g %s", x / divisor, label)
  end
  return cells
end

local function show_numbers(column, rows, unit, share)
  if share then
    return trim_zeros(number_cells(column, rows, 100, "%.1f")), "%"
  end
  local least, most, whole = extent(column, rows, 1)
  local label, divisor = "", 1
  if unit ~= "" and unit ~= "1" and not (unit == "token" and whole and most < 1e9) then
    if least < most * 1e-4 then return cells_with_units(column, rows, unit), "" end
    label, divisor = core.scale(most, unit)
  end
  if divisor == 1 and whole and most < 1e15 then return number_cells(column, rows, 1, "%.0f"), label end
  -- Division keeps 4e9 / 1e9 whole; multiplication by 1e-9 may not.
  local scaled = {}
  for i = 1, rows do scaled[i] = column[i] / divisor end
  least, most = extent(scaled, rows, 1)
  local decimals = least == math.huge and 0 or math.max(0, 3 - exponent(least))
  if decimals > 6 or most >= 1e9 then return number_cells(scaled, rows, 1, "%.4g"), label end
  return trim_zeros(number_cells(scaled, rows, 1, core.format("%%.%.0ff", decimals))), label
end

local function show_text(column, rows)
  local cells = {}
  for i = 1, rows do cells[i] = core.printable(column[i]) end
  return cells
end

--- The cells of a column's first rows, and their common unit, or "" if they have none. Shares are in percent.
return function(t, name, rows)
  if t:is_text(name) then return show_text(t:column(name), rows), "" end
  local unit = t:unit(name)
  return show_numbers(t:column(name), rows, unit, is_share(name, unit, t:meaning(name)))
end
