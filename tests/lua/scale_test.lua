-- SPDX-License-Identifier: MIT
-- Where an axis has its ticks.
local lu = require "luaunit"
local scale = require "twocs.figure.scale"

-- The labels next to the ticks of a linear axis over these values, each at its own place (to 1e-9 of the axis).
local function labelled(values, options)
  local s = scale.linear({ values }, options or {})
  local found = {}
  for _, tick in ipairs(s:ticks(5)) do
    if tick.text then
      local value = tonumber((tick.text:gsub("−", "-"):gsub("%%", "")))
      lu.assertNotNil(value, tick.text)
      lu.assertAlmostEquals(s.low + tick.at * (s.high - s.low), value, 1e-9 * (s.high - s.low))
      found[#found + 1] = value
    end
  end
  return found, s
end

local function ten(power) return tonumber(string.format("1e%d", power)) end

TestTicks = {}

-- Counts have whole numbers only, although a step of a half would fit better from 1 to 3.
function TestTicks:test_counts_have_whole_ticks()
  for _, values in ipairs{ { 1, 2, 3 }, { 1, 2 }, { 4, 5 }, { 0, 1 }, { -1, 1 }, { 7, 8, 9, 10 } } do
    for _, value in ipairs((labelled(values))) do lu.assertEquals(value % 1, 0) end
  end
end

function TestTicks:test_values_that_are_not_counts_have_fractional_ticks()
  local halves = 0
  for _, value in ipairs((labelled{ 1, 2.5, 3 })) do halves = halves + (value % 1 ~= 0 and 1 or 0) end
  lu.assertTrue(halves > 0)
end

-- Steps are 1, 2 or 5 times a power of ten, all equal, three to eight of them, and the data are between the ends.
function TestTicks:test_steps_are_round()
  for power = -6, 9 do
    for _, top in ipairs{ 1, 1.7, 2.3, 3.9, 5.2, 7.7, 9.9 } do
      local values = { 0, 0.123 * top * ten(power), top * ten(power) }
      local at, s = labelled(values, { factor_free = true })
      local step = at[2] - at[1]
      local mantissa = step / ten(math.floor(math.log(step) / math.log(10) + 1e-9))
      lu.assertTrue(math.abs(mantissa - 1) < 1e-6 or math.abs(mantissa - 2) < 1e-6 or math.abs(mantissa - 5) < 1e-6)
      for i = 2, #at do lu.assertAlmostEquals(at[i] - at[i - 1], step, 1e-9 * step * #at) end
      lu.assertTrue(#at >= 3 and #at <= 8)
      lu.assertTrue(s.at(0) >= -1e-9 and s.at(values[3]) <= 1 + 1e-9)
    end
  end
end

local function names(s, n)
  local list = {}
  for _, tick in ipairs(s:ticks(n)) do list[#list + 1] = tick.text end
  return table.concat(list, " ")
end

-- An axis of times uses a part of a second as its unit if the labels then have no powers of ten.
function TestTicks:test_short_times_are_parts_of_a_second()
  local s = scale.log({ { 3e-5, 1.7e-3 } }, { unit = "s" }, 10)
  lu.assertEquals(s.unit, "ms")
  lu.assertEquals(names(s, 5), "0.05 0.1 0.2 0.5 1")
  lu.assertEquals(names(s, 2), "0.1 1")
  lu.assertAlmostEquals(s.at(1e-3) - s.at(1e-4), 1 / (s.high - s.low), 1e-9)
  lu.assertEquals(scale.log({ { 0.01, 100 } }, { unit = "s" }, 10).unit, "s") -- seconds need no other unit
  lu.assertEquals(scale.log({ { 1e-10, 0.01 } }, { unit = "s" }, 10).unit, "s") -- no unit covers the whole range
  lu.assertEquals(scale.log({ { 1e-7, 1e-4 } }, { unit = "flop" }, 10).unit, "flop")
end

-- Half, one and two times have three labels even if there is space for only two.
function TestTicks:test_doublings_have_three_names()
  lu.assertEquals(names(scale.log({ { 0.5, 2 } }, { pad = 0 }, 2), 1), "1/2 1 2")
end

os.exit(lu.LuaUnit.run() == 0, true)
