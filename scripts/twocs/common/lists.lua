-- SPDX-License-Identifier: MIT
-- Lists of values for axes.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local plain = require("twocs.common.numbers").plain

local lists = {}

local function numbers(what, ...)
  for i = 1, select("#", ...) do
    local x = (select(i, ...))
    if type(x) ~= "number" or x ~= x or x - x ~= 0 then
      mistake.raise("%s: argument %d is %s, expected a number", what, i, mistake.word(x))
    end
  end
end

local most_rows = 2.5e8 -- a column of them is 2 GB, the most that LuaJIT holds in one piece

--- Raises if `rows` is not a number of rows, or if they need more memory than this machine has. instead: the end of the
--- message, about other ways.
function lists.affordable(what, rows, columns, instead)
  if type(rows) ~= "number" or rows < 0 or rows ~= math.floor(rows) then
    mistake.raise("%s: %s rows: expected a whole number of them", what, mistake.show(rows))
  end
  if rows > most_rows then
    mistake.raise("%s: %.15g rows: at most %.15g%s", what, rows, most_rows, instead or "")
  end
  local bytes, memory = 8 * rows * columns, core.memory()
  if bytes > memory then
    mistake.raise("%s: %.15g rows of %.15g columns are %.3g GB, and this machine has %.3g GB%s", what, rows, columns,
      bytes / 1e9, memory / 1e9, instead or "")
  end
end

local function counted(what, count)
  if count < 0 or count ~= math.floor(count) then
    mistake.raise("%s: %s values: expected a whole number of them", what, mistake.show(count))
  end
  lists.affordable(what, count, 2) -- a list takes twice the memory of a column
end

--- Raises if a list of a script has a hole, as in { 1, nil, 2 } or after a misspelt name: Lua may end the list there.
function lists.whole(what, list)
  local last = 0
  for key in pairs(list) do
    if type(key) == "number" then last = math.max(last, key) end
  end
  for i = 1, last do -- ends at the first hole, however far the last value lies
    if list[i] == nil then mistake.raise("%s: value %d is nil", what, i) end
  end
end

--- double(4, 256): 4, 8, 16 ... up to 256.
function lists.double(first, last)
  numbers("double", first, last)
  if first <= 0 then mistake.raise("double: starts at %s, expected a number above 0", first) end
  local list, x = {}, first + 0.0 -- a float never wraps around
  while x <= last do
    list[#list + 1] = plain(x)
    x = x * 2
  end
  return list
end

--- linear(0, 1, 11): 11 values in equal steps.
function lists.linear(first, last, count)
  numbers("linear", first, last, count)
  counted("linear", count)
  local list = {}
  local width = last - (first + 0.0) -- in floats: the difference of two integers can wrap around
  for i = 1, count do list[i] = count == 1 and first or first + width * (i - 1) / (count - 1) end
  return list
end

--- geometric(1, 1000, 4): 1, 10, 100, 1000.
function lists.geometric(first, last, count)
  numbers("geometric", first, last, count)
  counted("geometric", count)
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
