-- SPDX-License-Identifier: MIT
-- Sobol indices. An estimator with a wrong sign or swapped samples would give wrong results without an error. So the
-- indices of functions with closed forms from textbooks are compared with these forms, and the intervals must contain them.
local core = require "twocs.core"
local lu = require "luaunit"
local sobol = require "twocs.predict.sobol"
local tw = require "twocs"
local unpack = table.unpack or unpack

local function indices(f, k, n)
  local u, values = sobol.design(k, n), {}
  for r = 1, n * (k + 2) do
    local x = {}
    for i = 1, k do x[i] = u[i][r] end
    values[r] = f(x)
  end
  return sobol.indices(values, k, n)
end

-- Indices from some blocks: rows of other blocks are not read, and a block with a missing row is not used.
function TestParts()
  local k, n = 2, 256
  local u, values, done, rows = sobol.design(k, n), {}, {}, 4 * 256 / 64
  for r = n * (k + 2), 1, -1 do
    local block = math.ceil(r / rows)
    values[r] = block % 3 == 0 and 3 * u[1][r] + u[2][r] or 0 / 0
    if block % 3 == 0 or r % rows ~= 1 then done[#done + 1] = r end
  end
  local chosen = sobol.whole_blocks(done, k, n)
  lu.assertEquals(#chosen, 20) -- 20 of 21 complete blocks: halves are compared
  lu.assertEquals({ chosen[1], chosen[20] }, { 3, 60 })
  local found = sobol.indices(values, k, n, chosen)
  lu.assertEquals(found.n, 20 * 4)
  lu.assertAlmostEquals(found.total[1], 0.9, 0.1)
  lu.assertAlmostEquals(found.mean, 2, 0.15)
end

-- How far the indices move from the first half of the points to all, by hand. Each block has the four points of A and B
-- from +-1: an input whose points are B's explains all of the result, one whose points are A's nothing. With -B for B the
-- first-order index is -1, with -A for A the total one is 2.
function TestMoved()
  local k, n = 1, 256
  local a, b = { 1, 1, -1, -1 }, { 1, -1, 1, -1 }
  local function moved(first_half, second_half)
    local values, rows = {}, 3 * 4
    for block = 0, 63 do
      local mixed, sign = unpack(block < 32 and first_half or second_half)
      for i = 1, 4 do
        local at = block * rows + i
        values[at], values[at + 4], values[at + 8] = a[i], b[i], sign * mixed[i]
      end
    end
    local found = sobol.indices(values, k, n)
    return { found.first[1], found.total[1], found.moved }
  end
  lu.assertEquals(moved({ b, 1 }, { b, 1 }), { 1, 1, 0 })
  lu.assertEquals(moved({ b, 1 }, { b, -1 }), { 0, 1, 1 }) -- only the first-order index falls
  lu.assertEquals(moved({ b, -1 }, { b, 1 }), { 0, 1, 1 }) -- or rises
  lu.assertEquals(moved({ a, 1 }, { a, -1 }), { 0, 1, 1 }) -- only the total index rises
  lu.assertEquals(moved({ a, -1 }, { a, 1 }), { 0, 1, 1 }) -- or falls
end

-- Compares first and total indices with their closed forms: within 0.03, and most of them inside their own interval.
local function compare(found, first, total)
  local inside, all = 0, 0
  for i = 1, #first do
    for name, exact in pairs{ first = first[i], total = total[i] } do
      lu.assertAlmostEquals(found[name][i], exact, 0.03, core.format("%s of input %d", name, i))
      local interval = found.of[i][name]
      lu.assertTrue(interval[1] <= found[name][i] and found[name][i] <= interval[2])
      all, inside = all + 1, inside + (interval[1] <= exact and exact <= interval[2] and 1 or 0)
    end
  end
  lu.assertTrue(inside >= 0.75 * all, core.format("%d of %d", inside, all)) -- nine in ten, but there are few of them
end

TestSensitivity = {}

-- Ishigami and Homma 1990: sin x1 + a sin^2 x2 + b x3^4 sin x1, inputs from -pi to pi.
function TestSensitivity:test_ishigami()
  local pi, a, b = math.pi, 7, 0.1
  local found = indices(function(u)
    local x, y, z = pi * (2 * u[1] - 1), pi * (2 * u[2] - 1), pi * (2 * u[3] - 1)
    return math.sin(x) + a * math.sin(y) * math.sin(y) + b * z * z * z * z * math.sin(x)
  end, 3, 8192)
  local p4, alone = pi * pi * pi * pi, 1 + b * pi * pi * pi * pi / 5
  local v1, v2, v13 = alone * alone / 2, a * a / 8, 8 * b * b * p4 * p4 / 225
  local v = v1 + v2 + v13
  lu.assertAlmostEquals(found.variance, v, 0.02 * v)
  lu.assertAlmostEquals(found.mean, a / 2, 0.05)
  compare(found, { v1 / v, v2 / v, 0 }, { (v1 + v13) / v, v2 / v, v13 / v })
end

-- Sobol's g-function: the product of (|4 u - 2| + a) / (1 + a).
function TestSensitivity:test_g_function()
  local a = { 0, 1, 4.5, 9, 99, 99 }
  local found = indices(function(u)
    local product = 1
    for i = 1, #a do product = product * (math.abs(4 * u[i] - 2) + a[i]) / (1 + a[i]) end
    return product
  end, #a, 8192)
  local own, all, first, total = {}, 1, {}, {}
  for i = 1, #a do
    own[i] = 1 / (3 * (1 + a[i]) * (1 + a[i]))
    all = all * (1 + own[i])
  end
  for i = 1, #a do
    first[i], total[i] = own[i] / (all - 1), own[i] * all / (1 + own[i]) / (all - 1)
  end
  lu.assertAlmostEquals(found.variance, all - 1, 0.05 * all)
  compare(found, first, total)
end

-- A sum has no interactions. A product of two factors with mean zero has nothing but an interaction.
function TestSensitivity:test_sum_and_product()
  local sum = indices(function(u) return 3 * u[1] + 2 * u[2] + u[3] end, 3, 4096)
  compare(sum, { 9 / 14, 4 / 14, 1 / 14 }, { 9 / 14, 4 / 14, 1 / 14 })
  local product = indices(function(u) return (u[1] - 0.5) * (u[2] - 0.5) end, 2, 8192)
  compare(product, { 0, 0 }, { 1, 1 })
  lu.assertNil(indices(function() return 4 end, 2, 128))
end

local case = { model = "llama3_70b", device = "h100_sxm",
  layout = { tp = 8, pp = 4, dp = 8, sp = "yes", zero = "optimizer" },
  run = { sl = 8192, global_batch = 256, micro_batch = 1 } }

local function rows_of(t)
  local by = {}
  for row in t:rows() do by[row.input] = row end
  return by
end

-- If a result depends on one input only, this input has a total index of 1. An input without an effect has 0.
function TestSensitivity:test_of_a_case()
  local by = rows_of(tw.sensitivity(case, "t_step", { over = { flash = "band", host = "band",
    net1_bw = { "45 GB/s", "50 GB/s" } } }))
  lu.assertEquals(by.host.total, 0) -- this constant applies to eager frameworks only, and this case has none
  lu.assertTrue(by.flash.total > 0.5, by.flash.total)
  local flash = require("twocs.data.calibrated").sets.pooled.flash
  lu.assertTrue(by.flash.from < flash and by.flash.to > flash)
  local alone = rows_of(tw.sensitivity(case, "t_step", { over = { flash = { 0.3, 0.5 } } }))
  lu.assertAlmostEquals(alone.flash.total, 1, 0.03)
  local by_values = rows_of(tw.sensitivity(case, "mem_byte", { points = 256,
    over = { tp = { values = { 4, 8 } }, zero = { values = { "none", "optimizer" } } } }))
  lu.assertTrue(by_values.tp.total > 0.2 and by_values.zero.total > 0.02)
end

function TestSensitivity:test_all_bands_and_convergence()
  local t = tw.sensitivity(case, "t_step")
  local sum = 0
  for row in t:rows() do sum = sum + row.first end
  lu.assertAlmostEquals(sum, 1, 0.05) -- a step is nearly a sum of terms, one for each constant
  lu.assertEquals(t.n, 12)
  lu.assertStrContains(tostring(t), "converged: from 2048 points to 4096")
  local few = tostring(tw.sensitivity(case, "t_step", { points = 128 }))
  lu.assertStrContains(few, "not converged")
  lu.assertStrContains(few, "points = 512")
end

-- If the software plans by a field, each point is a case of its own: the mean is that of the steps from tw.eval.
function TestSensitivity:test_fields_that_the_software_depends_on()
  local function step(bandwidth)
    return tw.eval({ model = case.model, layout = case.layout, run = case.run,
      device = tw.devices.h100_sxm{ mem_bw = bandwidth } }, "t_step")
  end
  local t = tw.sensitivity(case, "t_step", { over = { mem_bw = { values = { "2 TB/s", "4 TB/s" } } }, points = 128 })
  local mean = tonumber(tostring(t):match "mean ([%d.]+)")
  lu.assertAlmostEquals(mean, (step "2 TB/s" + step "4 TB/s") / 2, 0.01)
  -- Each point is a case, so by default there are fewer points.
  local by_itself = tw.sensitivity(case, "t_step", { over = { mem_bw = { values = { "2 TB/s", "4 TB/s" } } } })
  lu.assertStrContains(tostring(by_itself), "from 128 points to 256")
end

function TestSensitivity:test_mistakes()
  local function fails(sentence, asked, result)
    lu.assertErrorMsgContains(sentence, tw.sensitivity, case, result or "t_step", asked)
  end
  fails("expected { values = { ... } }", { over = { tp = { 2, 8 } } })
  fails("is not below the high one", { over = { flash = { 0.5, 0.2 } } })
  fails("only calibrated constants have one", { over = { net1_bw = "band" } })
  fails("over has no inputs", { over = {} })
  fails('"flsh" is not a field; did you mean "flash"?', { over = { flsh = { 1, 2 } } })
  fails('did you mean "points"', { poits = 1 })
  fails("is a field, expected a result", {}, "h")
  fails("illegal layouts", { over = { tp = { values = { 8, 7 } } }, points = 128 })
  fails("none of these inputs changes", { over = { host = "band" } })
  fails("points = 2: expected a whole number", { points = 2 })
  lu.assertErrorMsgContains("no calibrated constant", tw.sensitivity, { model = case.model, device = case.device,
    layout = case.layout, run = case.run, software = "ideal" }, "t_step")
end

os.exit(lu.LuaUnit.run() == 0, true)
