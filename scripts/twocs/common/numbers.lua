-- SPDX-License-Identifier: MIT
-- Checks numbers of a script before they reach a loop, an index or math.min. Results with NaN are unpredictable (LuaJIT's
-- interpreter and its compiled code even differ), and a loop to infinity does not end.
local mistake = require "twocs.common.mistake"

local numbers = {}

local exact = 9007199254740992 -- 2^53: doubles hold all whole numbers below it exactly

local function is_finite(x) return type(x) == "number" and x - x == 0 end

--- The number if it is finite; raises otherwise. what: the beginning of the message, such as "points = "; expected: its
--- end.
function numbers.finite(what, x, expected)
  if not is_finite(x) then mistake.raise("%s%s%s", what, mistake.show(x), expected) end
  return x
end

--- The number, if it is whole and in [least, most].
function numbers.whole(what, x, least, most)
  if not (is_finite(x) and x == math.floor(x) and x >= least and x <= most) then
    mistake.raise("%s%s: expected a whole number in [%.15g, %.15g]", what, mistake.show(x), least, most)
  end
  return x
end

--- The number, if it is whole and at least 1. what: the name of the value.
function numbers.from_one(what, x)
  if type(x) ~= "number" or x < 1 or x ~= math.floor(x) then
    mistake.raise("%s is %s, expected a whole number from 1", what, mistake.show(x))
  end
  return x
end

--- The number in the form with the shortest text: both interpreters print whole numbers without a point.
function numbers.plain(x)
  return math.tointeger and math.abs(x) < exact and math.tointeger(x) or x
end

--- A number of rows to show, 0 or more; infinity means all.
function numbers.rows(what, x)
  if type(x) ~= "number" or not (x >= 0) then mistake.raise("%s%s: expected a number", what, mistake.show(x)) end
  return math.floor(x)
end

return numbers
