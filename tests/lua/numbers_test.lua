-- SPDX-License-Identifier: MIT
-- Every number that a script can give, as NaN, infinite, huge and negative, 200 times if that is fast, so that LuaJIT's
-- compiled code is tested as well as its interpreter. Each is refused in a sentence that names the script's line, or has a
-- defined meaning; none causes an error of the interpreter, and none takes long.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local expect = require "expect"

local nan, inf = 0 / 0, math.huge
local every = tonumber(os.getenv "TWOCS_EVERY") or 1 -- slow tests make only every so many-th call
local t = tw.table{ names = { "h", "t" }, columns = { h = { 1, 2, 4 }, t = { 1e-3, 2e-3, 4.1e-3 } } }
local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }
local base = tw.limits{ device = "erdil24_h100_sxm5", months = 3 }

local function solve_limits(change)
  local question = { find = "latency", so_that = { largest = 1e32 } }
  for key, value in pairs(change) do question[key] = value end
  return tw.solve(base, question)
end

-- Output of functions that print is discarded.
local function silent(f)
  local own = io.write
  io.write = function() end
  local done, why = pcall(f)
  io.write = own
  if not done then error(why, 0) end
end

-- Each takes a number: how many calls, the call, and which of the special numbers are valid.
local asked = {
  ["device:times"] = { 200, function(x) return tw.devices.h100_sxm:times{ mem_bw = x } end },
  ["base:times"] = { 200, function(x) return base:times{ bw = x } end },
  ["base:best"] = { 200, function(x) return base:best(x) end },
  ["limits, months"] = { 200, function(x) return tw.limits{ device = "h100_sxm5", months = x } end },
  ["solve, points"] = { 200, function(x) return solve_limits{ points = x } end },
  ["solve, so_that"] = { 3, function(x) return solve_limits{ so_that = { largest = x } } end, { 1e300, -1 } },
  ["solve, from"] = { 3, function(x) return solve_limits{ from = x } end },
  ["solve, to"] = { 3, function(x) return solve_limits{ to = x } end },
  ["solve of a case"] = { 3, function(x) return tw.solve(case, { find = "net0_bw", so_that = { f_ser = x } }) end,
    { 1e300, -1 } },
  ["scaling, gpus"] = { 20, function(x) return tw.scaling(case, { gpus = { x }, layout = { tp = 8 } }) end },
  ["scaling, per_gpu"] = { 20, function(x) return tw.scaling(case, { gpus = { 8 }, per_gpu = x }) end },
  ["explain, depth"] = { 3, function(x) return tw.explain(case, "t_sync", x) end, { inf, 1e300 } },
  ["fit, robust"] = { 200, function(x) return tw.fit(t, "t ~ 1 + h", { robust = x }) end, { 1e300 } },
  ["elasticities, by"] = { 20, function(x) return tw.elasticities(case, "t_layer", { by = x }) end },
  ["keep"] = { 3, function(x)
    return tw.sweep(case, { over = { tp = { 1, 2 } }, keep = x, least = "t_layer", want = "t_layer" })
  end, { inf, 1e300 } },
  ["print, rows"] = { 200, function(x) silent(function() t:print{ rows = x } end) end, { inf, 1e300 } },
  ["top"] = { 200, function(x) return t:top(x, "h") end, { inf, 1e300 } },
  ["row"] = { 200, function(x) return t:row(x) end },
  ["pick"] = { 200, function(x) return t:pick{ x } end },
  ["linear"] = { 200, function(x) return tw.linear(0, 1, x) end },
  ["geometric"] = { 200, function(x) return tw.geometric(1, 2, x) end },
  ["double, first"] = { 200, function(x) return tw.double(x, 8) end, { 1e300 } },
  ["double, last"] = { 3, function(x) return tw.double(1, x) end, { 1e300, -1 } },
  ["table, n"] = { 200, function(x) return tw.table{ names = {}, columns = {}, n = x } end },
  ["an axis"] = { 200, function(x) return tw.sweep(case, { over = { tp = { x } }, want = "t_layer" }) end },
  ["layer"] = { 200, function(x) return require("twocs.profile.layer").forward{ h = x, sl = 8, heads = 1 } end },
}

TestNumbers = {}

-- One call: refused in a sentence with this file's line, or done if the number is valid.
local function ask(name, f, x, fine)
  local done, why = pcall(f, x)
  local what = core.format("%s = %.15g: %s", name, x, tostring(why))
  if fine then return lu.assertTrue(done, what) end
  lu.assertFalse(done, what)
  lu.assertStrMatches(why, "[^\n]*numbers_test.lua:%d+: [^\n]*", nil, nil, what)
  lu.assertNil(why:find("attempt to", 1, true) or why:find("an argument is not", 1, true), what)
end

function TestNumbers:test_every_number_is_checked_first()
  for name, how in pairs(asked) do
    local fine = {}
    for _, x in ipairs(how[3] or {}) do fine[x] = true end
    for _, x in ipairs{ nan, inf, -inf, 1e300, -1 } do
      for _ = 1, math.ceil(how[1] / every) do ask(name, how[2], x, x == x and fine[x]) end
    end
  end
end

-- A check gives the same words before and after LuaJIT has compiled the code.
function TestNumbers:test_nan_rows_are_refused_in_the_same_words()
  for _ = 1, 400 do
    expect.sentence("print: rows = nan: expected a number", function() t:print{ rows = nan } end)
  end
end

TestLists = {}

-- Doubling ends for any representation of numbers, and gives exact powers of two.
function TestLists:test_doubling_ends()
  local list = tw.double(1, 1e20)
  lu.assertEquals(#list, 67)
  for i, x in ipairs(list) do lu.assertTrue(x == tw.pow(2, i - 1)) end
  lu.assertEquals(tw.double(3, 100), { 3, 6, 12, 24, 48, 96 })
  lu.assertEquals(tostring(tw.double(4, 8)[2]), "8") -- on both interpreters
  lu.assertEquals(#tw.double(tw.pow(2, 62), tw.pow(2, 64)), 3)
  lu.assertEquals(tw.double(5, 4), {})
end

function TestLists:test_far_ends_do_not_wrap_around()
  local list = tw.linear(-9007199254740992, 9223372036854775807, 3)
  lu.assertTrue(list[1] < list[2] and list[2] < list[3])
  expect.near(list[3], tw.pow(2, 63), 1e-12)
end

TestLength = {}

-- A table has an end: t[n + 1] is nil, and a loop over it stops. `#t` uses __len if the interpreter does.
function TestLength:test_rows_past_the_end()
  lu.assertNil(t[4])
  lu.assertNil(t[1e15])
  lu.assertEquals(t[3].h, 4)
  local honours = #setmetatable({}, { __len = function() return 5 end }) == 5
  lu.assertEquals(#t, honours and 3 or 0)
  if honours then
    local sum = 0
    for _, row in ipairs(t) do sum = sum + row.h end
    lu.assertEquals(sum, 7)
  end
end

os.exit(lu.LuaUnit.run(), true)
