-- SPDX-License-Identifier: MIT
-- From a table to the data of a figure: columns, distinct values, labels from meaning and unit, numbers as text.

local core = require "twocs.core"
local is_share = require "twocs.data.shares"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local data = { format = core.format }

function data.finite(v) return type(v) == "number" and v == v and v ~= math.huge and v ~= -math.huge end

-- A column as a plain array of numbers or of texts. text = true if any value is a text. values: the same numbers as a
-- column of the core, if all values are numbers.
function data.column(verb, t, key, name)
  local names, known = t:names(), false
  for _, other in ipairs(names) do known = known or other == name end
  if not known then
    mistake.raise('%s: %s = "%s": the table has no such column%s', verb, key, name, nearest.hint(name, names))
  end
  local column = t:column(name)
  local of_core = core.is_column(column)
  local out = of_core and core.list(column) or {}
  out.name, out.text, out.n = name, false, t.n
  for i = 1, of_core and 0 or t.n do
    local v = column[i]
    if type(v) == "boolean" then v = v and 1 or 0 end
    if type(v) ~= "number" then v, out.text = tostring(v == nil and "" or v), true end
    out[i] = v
  end
  if out.text then
    for i = 1, t.n do if type(out[i]) == "number" then out[i] = data.number(out[i]) end end
  end
  out.values = of_core and column or not out.text and core.numbers(out, t.n) or nil
  out.unit, out.meaning = t:unit(name) or "", t:meaning(name) or ""
  return out
end

function data.numbers(verb, t, key, name)
  local column = data.column(verb, t, key, name)
  if column.text then mistake.raise('%s: %s = "%s": the column contains text, expected numbers', verb, key, name) end
  return column
end

-- "2.5e+28" as 2.5·10^{28}, "1e-07" as 10^{−7}: the form on axes.
local function with_power(text)
  local digits, sign, power = text:match("^([^e]*)e([+-])0*(%d+)$")
  if not digits then return text end
  return data.format("%s10^{%s%s}", digits == "1" and "" or digits .. "·", sign == "-" and "−" or "", power)
end

-- A number for people: six digits at most.
function data.number(v)
  if v ~= v then return "–" end
  return (with_power(data.format("%.6g", v)):gsub("^%-", "−"))
end

-- A formatted number with a typographic minus sign, and without a sign before a zero.
function data.signed(form, v)
  local text = data.format(form, v)
  if text:find("^%-[0.]*$") then return text:sub(2) end
  return (text:gsub("^%-", "−"))
end

-- A value written on its bar: two digits if it is small, else a whole number.
function data.short(v, percent)
  local size = math.abs(v)
  if percent or v % 1 == 0 and size < 1e5 or size >= 9.95 and size < 1e5 then return data.signed("%.0f", v) end
  if size >= 0.995 and size < 9.95 then return data.signed("%.1f", v) end
  return with_power(data.signed("%.2g", v))
end

-- A value written next to its point: at least two digits, so that a reader knows it within a tenth.
function data.written(v, percent)
  local size = math.abs(v)
  if v == 0 or size >= 9.95 and size < 1e5 then return data.signed("%.0f", v) .. (percent and "%" or "") end
  if size >= 1e5 or size < 9.95e-4 then return with_power(data.signed("%.1e", v)) .. (percent and "%" or "") end
  local decimals = 1 - math.floor(math.log(size * 1.005) / math.log(10))
  return data.signed(data.format("%%.%.0ff", decimals), v) .. (percent and "%" or "")
end

local function is_power_of_two(v)
  if not data.finite(v) or v <= 0 then return false end
  while v >= 2 do v = v / 2 end
  while v < 1 do v = v * 2 end
  return v == 1
end
data.is_power_of_two = is_power_of_two

-- 4096 as 4K, 0.25 as 1/4; any other number as in data.number.
function data.binary(v)
  local names = { { 1099511627776, "T" }, { 1073741824, "G" }, { 1048576, "M" }, { 1024, "K" } }
  for _, each in ipairs(names) do
    if v >= each[1] and v % each[1] == 0 then return data.number(v / each[1]) .. each[2] end
  end
  if v > 0 and v < 1 and is_power_of_two(v) and v >= 1 / 1024 then return "1/" .. data.number(1 / v) end
  return data.number(v)
end

-- The distinct values of a column: numbers ascending, texts in their order in the table.
function data.distinct(column)
  local seen, out = {}, {}
  for i = 1, column.n do
    local v = column[i]
    if v == v and not seen[v] then
      seen[v] = true
      out[#out + 1] = v
    end
  end
  if not column.text then table.sort(out) end
  local place = {}
  for i, v in ipairs(out) do place[v] = i end
  return out, place
end

-- Texts for the distinct values: doublings from 1024 on as 1K, 2K, ...
function data.value_texts(values, factor)
  local binary, most = factor == 1, 0
  for _, v in ipairs(values) do
    binary = binary and type(v) == "number" and v % 1 == 0 and (v < 1024 or v % 1024 == 0 and #data.binary(v) <= 5)
    most = type(v) == "number" and math.max(most, v) or most
  end
  local out = {}
  for i, v in ipairs(values) do
    if type(v) ~= "number" then out[i] = data.plain(v)
    elseif binary and most >= 1024 then out[i] = data.binary(v)
    else out[i] = data.number(v / factor) end
  end
  return out
end

-- A text from data: characters that the pen reads as markup are escaped.
function data.plain(text) return (text:gsub("[\\$^_]", "\\%0")) end

-- The power of ten by which values are divided, so that the largest has few digits, and its text; 1 and "" if it already
-- has few.
function data.power(most)
  if not (data.finite(most) and most > 0) or most < 1e5 and most >= 1e-3 then return 1, "" end
  local power = 3 * math.floor(math.floor(math.log(most) / math.log(10) + 1e-9) / 3)
  local text = core.format("×10^{%s}", (core.format("%.0f", power):gsub("%-", "−")))
  return tonumber(core.format("1e%.0f", power)), text
end

-- The divisor of values, so that the largest has few digits, and the text of the unit: with a prefix or, for counts, a
-- power of ten.
function data.prefix(unit, most)
  if not (data.finite(most) and most > 0) then most = 1 end
  if unit ~= "1" and unit ~= "" then
    local label, divisor = core.scale(most, unit)
    label = label:gsub("^u(%a)", "µ%1")
    if divisor ~= 1 or most < 1e5 and most >= 1e-3 then return divisor, label end
    unit = label
  end
  local symbol = unit == "1" and "" or unit
  local factor, text = data.power(most)
  if text == "" then return 1, symbol end
  return factor, symbol == "" and text or text .. " " .. symbol
end

-- Meaning as the label of an axis: capitalised, with single letters such as H set as symbols.
function data.label(column)
  if column.meaning == "" then return data.plain(column.name) end
  local text = data.plain(column.meaning):gsub("^%l", string.upper)
  return ((" " .. text .. " "):gsub("([%s(])([B-HJ-Z])([%s),;])", "%1$%2$%3"):gsub("^ ", ""):gsub(" $", ""))
end

-- Whether the columns are shares to be shown in percent when the script does not say.
function data.is_share(columns)
  for _, column in ipairs(columns) do
    if not is_share(column.name, column.unit, column.meaning) then return false end
  end
  return true
end

return data
