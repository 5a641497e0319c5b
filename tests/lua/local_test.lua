-- SPDX-License-Identifier: MIT
-- Measurements as scripts see them: rows near a place, curves, surfaces. The numbers are checked in C (test_nearby.c,
-- test_curve.c); this test checks arguments, results, and every mistake with its sentence. Values agree to 1e-14.
local lu = require "luaunit"
local expect = require "expect"
local core = require "twocs.core"

local function near(value, expected) lu.assertAlmostEquals(value, expected, 1e-14 * math.max(1, math.abs(expected))) end

local function list(column)
  local values = {}
  for i = 1, #column do values[i] = column[i] end
  return values
end

local says = expect.sentence

TestNearby = {}

local function rows(more)
  local given = { places = { { 0, 1, 2, 3 }, core.column{ 0, 0, 1, 1 } }, ratio = { 0.1, 0.2, 0.3, 0.4 } }
  for key, value in pairs(more or {}) do given[key] = value end
  return given
end

function TestNearby:test_a_measured_row_gets_its_own_ratio()
  local measured = core.nearby(rows{ k = 1 })
  local ratio, nearest = measured:log_ratio{ { 0, 1, 2, 3, 2 }, { 0, 0, 1, 1, 4 } }
  for i = 1, 4 do
    near(ratio[i], i / 10 / 1.02)
    lu.assertEquals(nearest[i], 0)
  end
  lu.assertEquals(nearest[5], 3)
end

function TestNearby:test_groups_are_left_out_together()
  local places = { { 0, 1, 2, 3 }, { 0, 0, 1, 1 } }
  local each = core.nearby(rows())
  local _, nearest = each:log_ratio(places, { 0, 1, 2, 3 })
  near(nearest[1], 1)
  near(nearest[3], 1)
  local pairs_of = core.nearby(rows{ group = core.column{ 7, 7, 9, 9 } })
  _, nearest = pairs_of:log_ratio(places, { 7, 7, 9, 9 })
  near(nearest[1], core.pow(5, 0.5))
  near(nearest[2], core.pow(2, 0.5))
  local ratio
  ratio, nearest = core.nearby(rows{ group = { 1, 1, 1, 1 } }):log_ratio(places, { 1, 1, 1, 1 })
  lu.assertEquals(list(ratio), { 0, 0, 0, 0 })
  lu.assertEquals(nearest[1], math.huge)
end

function TestNearby:test_no_rows_give_no_ratios()
  local ratio, nearest = core.nearby(rows()):log_ratio{ {}, {} }
  lu.assertEquals(#ratio, 0)
  lu.assertEquals(#nearest, 0)
end

function TestNearby:test_mistakes()
  local nan = 0 / 0
  says("nearby: places is a nil, expected a list of columns", function() core.nearby{} end)
  says("nearby: places: 0 columns, expected 1 to 10", function() core.nearby{ places = {} } end)
  says("nearby: places: column 2 has 3 rows, expected 4",
    function() core.nearby{ places = { { 1, 2, 3, 4 }, { 1, 2, 3 } } } end)
  says("nearby: ratio is a nil, expected a column or a list of numbers",
    function() core.nearby{ places = { { 1 } } } end)
  says("nearby: ratio has 1 rows, expected 4", function() core.nearby(rows{ ratio = { 1 } }) end)
  says("nearby: row 3 has a feature or a ratio that is not finite",
    function() core.nearby(rows{ ratio = { 1, 2, nan, 4 } }) end)
  says("nearby: group: row 2 is 1.5, expected a whole number from 0",
    function() core.nearby(rows{ group = { 1, 1.5, 2, 3 } }) end)
  says("nearby: k = 0, expected a whole number from 1 to 32", function() core.nearby(rows{ k = 0 }) end)
  says("nearby: 0 rows, expected 1 to 16777216", function() core.nearby{ places = { {} }, ratio = {} } end)
  says("log_ratio: 1 features, expected 2", function() core.nearby(rows()):log_ratio{ { 1 } } end)
  says("log_ratio: group has 2 rows, expected 1", function() core.nearby(rows()):log_ratio({ { 1 }, { 2 } }, { 1, 2 }) end)
end

TestCurve = {}

function TestCurve:test_it_passes_its_knots_and_tells_where_it_ends()
  local curve = core.curve({ 4096, 1024, 2048 }, { 4e-6, 1e-6, 2e-6 })
  lu.assertEquals(#curve, 3)
  local time, beyond = curve:at{ 1024, 2048, 3000, 4096, 512, 8192, 0 }
  near(time[1], 1e-6)
  near(time[2], 2e-6)
  near(time[3], 3000 / 1024 * 1e-6)
  near(time[4], 4e-6)
  near(time[5], 1e-6)
  near(time[6], 8e-6)
  near(time[7], 1e-6)
  lu.assertEquals(list(beyond), { 0, 0, 0, 0, 1, 1, 1 })
end

function TestCurve:test_leave_one_out()
  local curve = core.curve({ 1, 2, 4, 8, 8, 8 }, { 1, 2, 4, 8, 9, 7 })
  local byte, time, predicted, beyond = curve:leave_one_out()
  lu.assertEquals(list(byte), { 1, 2, 4, 8 })
  lu.assertEquals(list(time), { 1, 2, 4, 8 })
  near(predicted[1], 2)
  near(predicted[2], 2)
  near(predicted[3], 4)
  near(predicted[4], 8)
  lu.assertEquals(list(beyond), { 1, 0, 0, 1 })
  local _, _, alone = core.curve({ 1 }, { 1 }):leave_one_out()
  lu.assertTrue(alone[1] ~= alone[1])
end

function TestCurve:test_mistakes()
  says("curve: bytes is a nil, expected a column or a list of numbers", function() core.curve() end)
  says("curve: times has 1 rows, expected 2", function() core.curve({ 1, 2 }, { 1 }) end)
  says("curve: no measurement, expected one at least", function() core.curve({}, {}) end)
  says("curve: row 2 is 0 byte in 5 s, expected finite numbers above 0",
    function() core.curve({ 1, 0 }, { 1, 5 }) end)
  says("expected a value of core.curve, not a table", function() core.curve({ 1 }, { 1 }).at({}, { 1 }) end)
end

TestSurface = {}

local function flat(time) return core.curve({ 512, 1024 }, { time, 2 * time }) end
local function surface()
  return core.surface{ { 2, 1, 1, 1, flat(1) }, { 8, 1, 1, 1, flat(4) }, { 8, 2, 1, 1, flat(16) } }
end

function TestSurface:test_order_of_curves_same_group_interpolated_nearest()
  local time, beyond, used = surface():at({ { 2, 4, 8, 8, 16, 8 }, { 1, 1, 1, 2, 1, 4 }, { 1, 1, 1, 1, 1, 1 },
    { 1, 1, 1, 1, 1, 1 } }, { 512, 512, 512, 2048, 512, 256 })
  local expected = { 1, 2, 4, 64, 4, 16 }
  for i = 1, 6 do near(time[i], expected[i]) end
  lu.assertEquals(list(beyond), { 0, 0, 0, 1, 2, 3 })
  lu.assertEquals(list(used[1]), { 2, 4, 8, 8, 8, 8 })
  lu.assertEquals(list(used[2]), { 1, 1, 1, 2, 1, 2 })
  lu.assertEquals(#used, 4)
end

-- The surface holds copies of its curves, which may be collected.
function TestSurface:test_a_surface_keeps_its_curves()
  local made = surface()
  collectgarbage()
  collectgarbage()
  local time = made:at({ { 8 }, { 2 }, { 1 }, { 1 } }, { 512 })
  near(time[1], 16)
end

function TestSurface:test_mistakes()
  says("surface: 0 curves, expected 1 to 100000", function() core.surface{} end)
  says("surface: item 1 is a number, expected { n0, n1, n2, n3, curve }", function() core.surface{ 8 } end)
  says("surface: item 1: n2 is a nil, expected a number of ranks", function() core.surface{ { 8, 1 } } end)
  says("expected a value of core.curve, not a nil", function() core.surface{ { 8, 1, 1, 1 } } end)
  says("surface: the ranks of item 2 are below 1, or an earlier item has the same ranks",
    function() core.surface{ { 8, 1, 1, 1, flat(1) }, { 8, 1, 1, 1, flat(1) } } end)
  says("surface: expected the ranks at four levels", function() surface():at({ { 8 } }, { 1 }) end)
end

os.exit(lu.LuaUnit.run(), true)
