-- SPDX-License-Identifier: MIT
-- Lists of values for axes.
local core = require "twocs.core"
local mistake = require "twocs.mistake"

local lists = {}

local function numbers(what, ...)
  for i = 1, select("#", ...) do
    local x = (select(i, ...))
    if type(x) ~= "number" or x ~= x or x - x ~= 0 then
      mistake.raise("%s: argument %d is %s, expected a number", what, i, tostring(x))
    end
  end
end

--- double(4, 256): 4, 8, 16 ... up to 256.
function lists.double(first, last)
  numbers("double", first, last)
  if first <= 0 then mistake.raise("double: starts at %s, expected a number above 0", first) end
  local list = {}
  while first <= last do
    list[#list + 1] = first
    first = first * 2
  end
  return list
end

--- linear(0, 1, 11): 11 values in equal steps.
function lists.linear(first, last, count)
  numbers("linear", first, last, count)
  local list = {}
  for i = 1, count do list[i] = count == 1 and first or first + (last - first) * (i - 1) / (count - 1) end
  return list
end

--- geometric(1, 1000, 4): 1, 10, 100, 1000.
function lists.geometric(first, last, count)
  numbers("geometric", first, last, count)
  if first <= 0 or last <= 0 then mistake.raise("geometric: both ends must be above 0") end
  local list = {}
  for i = 1, count do list[i] = count == 1 and first or first * core.pow(last / first, (i - 1) / (count - 1)) end
  return list
end

--- quantity("400 Gb/s", "byte/s"): the number in that unit.
function lists.quantity(text, unit)
  local value, sentence = core.quantity(text, unit, nil)
  if not value then mistake.raise("%s", sentence) end
  return value
end

return lists
