-- SPDX-License-Identifier: MIT
-- The limits through Lua: the published headlines, given layouts, maps, inverse questions, and one sentence for each
-- mistake. What the engine computes is tested in C; here it is that scripts get it.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"

local base = tw.limits{ gpu = "h100_sxm5", months = 3 }

local function sentence(f, ...)
  local done, text = pcall(f, ...)
  lu.assertFalse(done, "no mistake was noticed")
  lu.assertStrContains(text, "limits_test.lua:")
  return text:match("limits_test%.lua:%d+: (.*)$")
end
local function says(expected, f, ...) lu.assertStrContains(sentence(f, ...), expected) end

local function flop(x) return core.format("%.2e", x) end

TestHeadlines = {}

-- Sections 3.1 and 3.2 of the specification: scenario, end of linear scaling, largest run.
local published = {
  { "v100_sxm2", {}, "2.85e+27", "2.71e+31" }, { "a100", {}, "3.40e+28", "2.71e+31" },
  { "h100_sxm5", {}, "2.05e+28", "2.71e+31" }, { "h100_sxm5_low_latency", {}, "1.34e+29", "5.48e+33" },
  { "h100_sxm5_global_nvlink", {}, "4.07e+29", "2.71e+31" },
  { "h100_sxm5_global_nvlink_low_latency", {}, "5.08e+31", "5.48e+33" },
  { "h100_sxm5_infinite_network_low_latency", {}, "9.00e+31", "5.48e+33" },
  { "h100_sxm5", { batch_law = "fixed" }, "2.85e+27", "2.04e+29" },
  { "h100_sxm5", { batch_law = "deepseek" }, "3.21e+33", "2.42e+36" },
  { "h100_sxm5", { sparse = "yes" }, "6.83e+28", "1.00e+32" },
  { "h100_sxm5", { months = 1 }, "8.30e+27", "3.01e+30" }, { "h100_sxm5", { layer_exponent = 0 }, "7.84e+29", "1.73e+33" },
  { "h100_sxm5", { batch_exponent = 0.25 }, "1.04e+30", "1.20e+33" },
  { "h100_sxm5", { ff_ratio = 16 }, "4.48e+28", "2.71e+31" }, { "h100_sxm5", { seq = 8192 }, "2.05e+28", "2.71e+31" },
}

function TestHeadlines:test_as_published()
  for _, one in ipairs(published) do
    local case = tw.limits{ gpu = one[1] }(one[2])
    lu.assertEquals(flop(case:linear_end()), one[3], one[1])
    lu.assertEquals(flop(case:largest()), one[4], one[1])
  end
end

function TestHeadlines:test_closed_forms()
  local crit, limit = base:closed()
  lu.assertEquals(flop(crit), "1.92e+28")
  lu.assertEquals(flop(limit), "2.31e+31")
  lu.assertEquals(flop(base:closed{ alpha = 0.2 }), "1.94e+31")
  lu.assertEquals(flop(base{ gpu = "v100_sxm2" }:closed()), "1.30e+27")
end

function TestHeadlines:test_a_point_has_everything()
  local c, point = base:linear_end()
  lu.assertEquals(c, point.c_flop)
  lu.assertEquals({ point.tp_d * point.tp_f, point.pp, point.dp, point.gpus, point.zb }, { 512, 64, 256, 8388608, 1 })
  lu.assertAlmostEquals(point.util, 0.5527, 5e-5)
  lu.assertAlmostEquals(point.run_months, 1.699, 5e-4)
  lu.assertStrContains(tostring(point), "8388608 GPUs")
  says("a limits run is a result", function() point.util = 1 end)
  says("a limits run is a result", function() return point{ d = 1 } end)
end

function TestHeadlines:test_what_ends_a_sweep()
  lu.assertNil((select(3, base:largest())))
  lu.assertStrContains((select(3, base{ batch_law = "deepseek" }:largest())), "no wider model")
  lu.assertStrContains((select(3, base{ util_least = 0.2 }:largest())), "utilisation falls below 0.2")
  local none, why = base{ d_most = 16384 }:linear_end()
  lu.assertNil(none)
  lu.assertStrContains(why, "linear as far as a sweep goes, 3.63e+25 flop")
  none, why = base{ months = 1e-9 }:largest()
  lu.assertNil(none)
  lu.assertStrContains(why, "no cluster trains")
end

TestCases = {}

function TestCases:test_a_copy_changes_and_the_first_stays()
  local mine = base{ lam = "0.1 us", net1_bw = "400 Gb/s", name = "mine" }
  lu.assertAlmostEquals(mine.lam, 1e-7, 1e-20)
  lu.assertEquals(mine.net1_bw, 50e9)
  lu.assertEquals(base.lam, 1.125e-6)
  lu.assertAlmostEquals(mine.net1_lat, 1e-7, 1e-20) -- follows
  lu.assertEquals(base{ d = 24576 }.f, 98304)
  lu.assertEquals(base{ d = 24576 }.c_flop, base:fit{ d = 24576 }.c_flop)
end

function TestCases:test_a_gpu_is_a_whole_machine()
  local case = tw.limits{ gpu = "h100_sxm5_low_latency", tau = "1 us" }
  lu.assertAlmostEquals(case.tau, 1e-6, 1e-20) -- whatever the order of the keys
  lu.assertEquals(case{ gpu = "a100" }.tau, 4.5e-6)
  lu.assertEquals(case{ gpu = "a100" }.gpu, "a100")
  lu.assertEquals(case{ months = 6 }{ gpu = "a100" }.months, 6)
end

function TestCases:test_factors()
  local twice = tw.limits{ gpu = "h100_sxm5_superpod" }:times{ bw = 2, latency = 0.5, mem_bw = 3 }
  lu.assertEquals({ twice.net0_bw, twice.net1_bw, twice.net2_bw }, { 900e9, 450e9, 100e9 })
  lu.assertEquals({ twice.tau, twice.lam, twice.mem_bw }, { 2.25e-6, 0.5625e-6, 3 * 3352e9 })
  lu.assertAlmostEquals(base:times{ compute = 2 }.rate, 2 * base.rate, 1)
  says('"bwx" is no field of the limits', function() base:times{ bwx = 2 } end)
end

function TestCases:test_a_gpu_of_ones_own_and_three_levels()
  local mine = tw.limits{ lane_flop = 64, sms = 148, clock = "1.8e9", sustained = 0.7, l2_bw = "10 TB/s",
    l2_size = "126 MiB", mem_bw = "8 TB/s", mem_size = "192 GB", levels = 3, net0_size = 8, net0_bw = "900 GB/s",
    net1_size = 64, net1_bw = "100 GB/s", net2_bw = "50 GB/s", d_most = 24576 }
  local c, point = mine:largest()
  lu.assertTrue(c > 1e26)
  lu.assertEquals(point.feasible, 1)
  says("l2_bw is not given", function() tw.limits{ lane_flop = 32, sms = 1, clock = 1e9, sustained = 1 }:largest() end)
end

function TestCases:test_sweeps()
  local t = tw.limits.sweep{ base, base{ lam = "0.1 us", tau = "0.45 us" }, base{ batch_law = "deepseek", name = "many" } }
  local names, rows = {}, {}
  for name, part in t:by "name" do names[#names + 1], rows[#rows + 1] = name, part.n end
  lu.assertEquals(names, { "h100_sxm5", "tau 450 ns, lam 100 ns", "many" })
  lu.assertEquals(rows, { 31, 43, 55 })
  lu.assertEquals(t:unit "c_flop", "flop")
  lu.assertEquals(t[1].gpus, 2048)
  local one = base:sweep{ want = { "c_flop", "t_mm", "dp_n1" } }
  lu.assertEquals(one:names(), { "c_flop", "t_mm", "dp_n1" })
  lu.assertEquals(one.n, 31)
  lu.assertEquals(base:sweep{ want = "all" }:column("util")[31], (select(2, base:largest())).util)
end

function TestCases:test_best_and_fit()
  local fit = base:fit{ d = 53248 }
  local best = base:best(fit.gpus, { d = 53248 })
  lu.assertEquals(best.t_run, fit.t_run)
  lu.assertTrue(base:best(fit.gpus / 4, { d = 53248 }).run_months > 3)
  lu.assertEquals(base:width(fit.c_flop), 53248)
  local none, why = base:best(3, { d = 12288 })
  lu.assertNil(none)
  lu.assertStrContains(why, "no layout")
end

function TestCases:test_matmul()
  local m = base:matmul{ rows = 8192, columns = 8192, tokens = 8192 }
  lu.assertEquals(m.flop, 2 * 8192 * 8192 * 8192)
  lu.assertAlmostEquals(m.t_mm, math.max(m.t_mem, m.t_l2, m.t_shared, m.t_flop) + base.tau, 1e-15)
  says("rows", function() base:matmul{ rows = 0, columns = 1, tokens = 1 } end)
end

function TestCases:test_gpus()
  local t = tw.limits.gpus()
  lu.assertEquals(t[4].name, "h100_sxm5")
  lu.assertAlmostEquals(t[4].peak, 9.8943e14, 1e10)
end

TestLayouts = {}

local fast = { dp = 256, tp_d = 16, tp_f = 32, pp = 64, micro = 128, zb = 1 }

function TestLayouts:test_the_search_is_a_given_layout()
  local _, found = base:linear_end()
  local point, why = base:eval(fast, { d = 53248 })
  lu.assertNil(why)
  lu.assertEquals(point.t_run, found.t_run)
  local levels = { micro = found.micro, zb = found.zb }
  for _, row in ipairs(core.limits_columns()) do
    if row.record == "layout" then levels[row.name] = found[row.name] end
  end
  lu.assertEquals(base:eval(levels, { d = 53248 }).t_run, found.t_run)
  lu.assertEquals(base:eval({ dp = { 1, 256 }, tp_d = { 2, 8 }, tp_f = { 4, 8 }, pp = { 1, 64 }, micro = 128, zb = true },
    { d = 53248 }).feasible, 1)
end

function TestLayouts:test_infeasible_says_why()
  local point, why = base:eval({ dp = 256, pp = 7 }, { d = 53248 })
  lu.assertEquals(point.feasible, 0)
  lu.assertNil(point.util)
  lu.assertEquals(why, "pp = 7 does not divide layers = 576")
  point, why = base:eval({ tp_d = 8 }, { d = 53248 })
  lu.assertEquals(point.feasible, 0)
  lu.assertStrContains(why, "memory: ")
  point, why = base:eval({ dp = 2.5 }, { d = 53248 })
  lu.assertStrContains(why, "dp_n0 = 2.5: expected a whole number")
  says('"tpd" is no part of a layout; did you mean "tp_d"?', function() base:eval{ tpd = 8 } end)
  says("dp is a table", function() base:eval{ dp = { {} } } end)
end

TestMaps = {}

function TestMaps:test_cells_are_single_questions()
  local over = { latency = { 0.2, 1, 3 }, bw = { 0.5, 2 }, months = { 1, 3 } }
  for _, find in ipairs{ "linear_end", "largest" } do
    local t, stopped = tw.limits.map{ base, over = over, find = find, want = { "gpus", "util" } }
    lu.assertNil(stopped)
    lu.assertEquals(t:names(), { "months", "bw", "latency", find, "gpus", "util" })
    lu.assertEquals(t.n, 12)
    for row in t:rows() do
      local c, point = base{ months = row.months }:times{ latency = row.latency, bw = row.bw }[find](
        base{ months = row.months }:times{ latency = row.latency, bw = row.bw })
      lu.assertEquals(row[find], c)
      lu.assertEquals({ row.gpus, row.util }, { point.gpus, point.util })
    end
  end
end

function TestMaps:test_choices_gpus_and_several_cases()
  local over = { gpu = { "a100", "h100_sxm5" }, batch_law = { "power", "fixed" } }
  local t = tw.limits.map{ base, base{ sparse = "yes" }, over = over }
  lu.assertEquals(t:names(), { "name", "gpu", "batch_law", "linear_end", "d", "util", "gpus", "run_months" })
  lu.assertEquals({ t[1].name, t[1].gpu, t[1].batch_law, t[8].name }, { "h100_sxm5", "a100", "power", "sparse yes" })
  lu.assertEquals(flop(t[3].linear_end), "2.05e+28")
  local widths = tw.limits.map{ base, over = { d = { 12288, 1572864 } }, find = "fit" }
  lu.assertEquals({ widths[1].feasible, widths[2].feasible }, { 1, 0 })
  lu.assertTrue(widths[2].util ~= widths[2].util)
end

-- A GPU is a whole machine, so it changes a case before a latency does, wherever it runs.
function TestMaps:test_the_order_of_axes_changes_no_answer()
  local over = { gpu = { "a100", "h100_sxm5" }, lam = { "0.1 us", "5 us" }, bw = { 1, 4 } }
  local t = tw.limits.map{ base, over = over }
  local u = tw.limits.map{ base, over = over, order = { "bw", "lam", "gpu" } }
  lu.assertEquals(t:names()[1], "gpu")
  lu.assertEquals({ u:names()[1], u:names()[3] }, { "bw", "gpu" })
  lu.assertEquals(u[2].gpu, "h100_sxm5")
  for row in t:rows() do
    local same = u:where{ gpu = row.gpu, lam = row.lam, bw = row.bw }
    lu.assertEquals({ same.n, same[1].linear_end }, { 1, row.linear_end })
  end
end

function TestMaps:test_mistakes()
  says("1000000 cells: at most 100000", tw.limits.map, { base, over = { lam = tw.geometric(1e-7, 1e-5, 1000),
    tau = tw.geometric(1e-7, 1e-5, 1000) } })
  says('bw = "2": expected a factor', tw.limits.map, { base, over = { bw = "2" } })
  says('order names "lam", which over lacks', tw.limits.map, { base, over = { tau = 0 }, order = { "lam" } })
  says('"lamm" is no field of the limits; did you mean "lam"?', tw.limits.map, { base, over = { lamm = { 1 } } })
  says('find = "liner_end"', tw.limits.map, { base, find = "liner_end" })
  says("net1_bw = 900000000000: levels stand innermost first", tw.limits.map,
    { base, over = { net1_bw = { "50 GB/s", "900 GB/s" } } })
  says("does not fill levels of 3", tw.limits.map, { base, over = { net0_size = { 8, 3 } } })
  says('unknown key "ovr"; did you mean "over"?', tw.limits.map, { base, ovr = {} })
  says("case 1 is", tw.limits.map, { 3 })
end

TestSolve = {}

function TestSolve:test_what_moves_the_wall()
  local value, all = tw.solve(base, { find = "latency", so_that = { largest = 1e32 }, from = 0.3, to = 1 })
  lu.assertEquals(all, { value })
  lu.assertTrue(base:times{ latency = value }:largest() >= 1e32)
  lu.assertTrue(base:times{ latency = value * 1.000001 }:largest() < 1e32)
  local none, why = tw.limits.solve{ base, find = "lam", so_that = { largest = 1e32 }, from = "1 ns", to = "1 us" }
  lu.assertNil(none)
  lu.assertStrContains(why, "largest does not pass 1e+32 flop for any lam from 1 ns to 1 us: it stays between 2.7")
end

-- Utilisation is not monotone: between the widths of the shape's grid it jumps back and forth.
function TestSolve:test_every_crossing_is_reported()
  local wide = base{ d = 53248 }
  local value, all = tw.limits.solve{ wide, find = "token_ratio", so_that = { util = 0.65 }, from = 4, to = 20 }
  local function used(ratio) return wide:fit{ token_ratio = ratio }.util >= 0.65 end
  lu.assertEquals(#all, 3)
  lu.assertEquals(value, all[1])
  local reached = used(4)
  for _, at in ipairs(all) do
    lu.assertTrue(used(at))
    lu.assertEquals(used(at * (1 - 1e-9)), reached)
    lu.assertEquals(used(at * (1 + 1e-9)), not reached)
    reached = not reached
  end
  lu.assertEquals(used(20), reached)
end

-- Where all of a sweep is linear, it is so up to its largest run, and no further.
function TestSolve:test_linear_without_an_end()
  local small = base{ d_most = 24576 }
  lu.assertNil((small:linear_end()))
  local none, why = tw.solve(small, { find = "bw", so_that = { linear_end = 1e28 }, from = 0.9, to = 2 })
  lu.assertNil(none)
  lu.assertStrContains(why, core.format("between %.4g flop and %.4g flop", small:largest(), (small:largest())))
end

function TestSolve:test_counts_closed_forms_and_runs()
  local tokens = tw.solve(base, { find = "closed_batch", so_that = { limit_flop = 1e32 } })
  lu.assertAlmostEquals(base{ closed_batch = tokens }.limit_flop, 1e32, 1e23)
  local size = tw.solve(base, { find = "net0_size", so_that = { linear_end = 1e29 }, from = 1, to = 128 })
  lu.assertEquals(size, 16) -- those between powers of two fill no cluster
  local bw = assert(tw.solve(base{ d = 53248 }, { find = "net1_bw", so_that = { util = 0.6 }, from = "30 GB/s" }))
  lu.assertTrue(base{ d = 53248, net1_bw = bw }:fit().util >= 0.6)
  lu.assertTrue(base{ d = 53248, net1_bw = bw * (1 - 1e-9) }:fit().util < 0.6)
end

function TestSolve:test_mistakes()
  says("is no answer of the limits", tw.solve, base, { find = "lam", so_that = { larges = 1 } })
  says("is a choice", tw.solve, base, { find = "sparse", so_that = { largest = 1e32 } })
  says("one condition", tw.solve, base, { find = "lam", so_that = { largest = 1, util = 1 } })
  says("is no range", tw.solve, base, { find = "lam", so_that = { largest = 1e32 }, from = "2 us", to = "1 us" })
  says("is no case", tw.limits.solve, { find = "lam" })
end

TestMistakes = {}

function TestMistakes:test_fields()
  says('did you mean "lam"?', tw.limits, { lamm = 1 })
  says("lam = -1: expected a number in [0, 10] (latency of one hop)", base, { lam = -1 })
  says("net1_bw = 0: expected a number in [1, inf]", base, { net1_bw = 0 })
  says("net0_bw = nan", base, { net0_bw = 0 / 0 })
  says("net1_bw = inf: levels stand innermost first", function() base{ net1_bw = math.huge }:linear_end() end)
  says("levels = 2.5: expected a whole number in [1, 4]", base, { levels = 2.5 })
  says("no published GPU \"h100_sxm\" (did you mean h100_sxm5?)", tw.limits, { gpu = "h100_sxm" })
  says("gpu is a table", tw.limits, { gpu = {} })
  says("c_flop follows from the fields", base, { c_flop = 1e30 })
  says("takes a table of fields", tw.limits, "h100_sxm5")
  says('tw.limits has no "swep"; did you mean "sweep"?', function() return tw.limits.swep end)
  says('"linear_ned" is no field of a limits case', function() return base.linear_ned end)
end

-- Infinite bandwidth everywhere is a published scenario; 1e40 flop is a width that no cluster trains.
function TestMistakes:test_the_edge_is_no_mistake()
  local infinite = base{ levels = 1, net0_bw = math.huge, d_most = 24576 }
  lu.assertTrue(infinite:largest() > 1e26)
  local widest = base{ d = 16777216 }
  lu.assertTrue(widest.c_flop > 1e38)
  local none, why = widest:fit()
  lu.assertNil(none)
  lu.assertStrContains(why, "no cluster trains")
  lu.assertNil((base{ d_least = 16777216, d_most = 16777216 }:largest()))
  lu.assertEquals(base{ d_least = 16777216, d_most = 16777216 }:sweep().n, 0)
  says("expected a whole number in [1, 16777216] (d_model)", base, { d = 1e13 })
end

os.exit(lu.LuaUnit.run())
