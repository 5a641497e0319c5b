-- SPDX-License-Identifier: MIT
-- The limits through Lua: the published headlines, given layouts, maps, inverse questions, and one sentence for each
-- mistake. The engine's results are tested in C; this test checks that scripts get them.
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
  { "h100_sxm5", { ff_ratio = 16 }, "4.48e+28", "2.71e+31" }, { "h100_sxm5", { sl = 8192 }, "2.05e+28", "2.71e+31" },
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

function TestHeadlines:test_the_reason_for_the_end_of_a_sweep()
  lu.assertNil((select(3, base:largest())))
  lu.assertStrContains((select(3, base{ batch_law = "deepseek" }:largest())), "no wider model")
  lu.assertStrContains((select(3, base{ util_least = 0.2 }:largest())), "utilisation falls below 0.2")
  local none, why = base{ d_most = 16384 }:linear_end()
  lu.assertNil(none)
  lu.assertStrContains(why, "linear up to the end of the sweep, 3.63e+25 flop")
  none, why = base{ months = 1e-9 }:largest()
  lu.assertNil(none)
  lu.assertStrContains(why, "no cluster trains")
end

TestCases = {}

function TestCases:test_a_copy_changes_and_the_first_stays()
  local mine = base{ net0_lat = "0.1 us", net1_bw = "400 Gb/s", name = "mine" }
  lu.assertAlmostEquals(mine.net0_lat, 1e-7, 1e-20)
  lu.assertEquals(mine.net1_bw, 50e9)
  lu.assertEquals(base.net0_lat, 1.125e-6)
  lu.assertAlmostEquals(mine.net1_lat, 1e-7, 1e-20) -- follows from the other field
  lu.assertEquals(base{ d = 24576 }.f, 98304)
  lu.assertEquals(base{ d = 24576 }.c_flop, base:fit{ d = 24576 }.c_flop)
end

function TestCases:test_a_gpu_is_a_whole_machine()
  local case = tw.limits{ gpu = "h100_sxm5_low_latency", launch = "1 us" }
  lu.assertAlmostEquals(case.launch, 1e-6, 1e-20) -- for any order of the keys
  lu.assertEquals(case{ gpu = "a100" }.launch, 4.5e-6)
  lu.assertEquals(case{ gpu = "a100" }.gpu, "a100")
  lu.assertEquals(case{ months = 6 }{ gpu = "a100" }.months, 6)
end

function TestCases:test_factors()
  local twice = tw.limits{ gpu = "h100_sxm5_superpod" }:times{ bw = 2, latency = 0.5, mem_bw = 3 }
  lu.assertEquals({ twice.net0_bw, twice.net1_bw, twice.net2_bw }, { 900e9, 450e9, 100e9 })
  lu.assertEquals({ twice.launch, twice.net0_lat, twice.mem_bw }, { 2.25e-6, 0.5625e-6, 3 * 3352e9 })
  lu.assertAlmostEquals(base:times{ compute = 2 }.rate, 2 * base.rate, 1)
  says('"bwx" is not a field of the limits', function() base:times{ bwx = 2 } end)
end

function TestCases:test_a_new_device_and_three_levels()
  local clock = 1.8e9
  local mine = tw.limits{ peak_fp16 = 64 * 128 * 148 * clock, units = 148, clock = clock, flop_eff = 0.7,
    launch = "4.5 us", l2_bw = "10 TB/s", l2_size = "126 MiB", mem_bw = "8 TB/s", mem_size = "192 GB", net0_size = 8,
    net0_bw = "900 GB/s", net0_lat = "1.125 us", net1_size = 64, net1_bw = "100 GB/s", net2_size = 1e6,
    net2_bw = "50 GB/s", d_most = 24576 }
  local c, point = mine:largest()
  lu.assertTrue(c > 1e26)
  lu.assertEquals(point.feasible, 1)
  says("device.clock is not given", function() tw.limits{ device = "mi210" }:largest() end)
end

function TestCases:test_sweeps()
  local t = tw.limits.sweep{ base, base{ net0_lat = "0.1 us", launch = "0.45 us" },
    base{ batch_law = "deepseek", name = "many" } }
  local names, rows = {}, {}
  for name, part in t:by "name" do names[#names + 1], rows[#rows + 1] = name, part.n end
  lu.assertEquals(names, { "h100_sxm5", "launch 450 ns, net0_lat 100 ns", "many" })
  lu.assertEquals(rows, { 31, 43, 55 })
  lu.assertEquals(t:unit "c_flop", "flop")
  lu.assertEquals(t[1].gpus, 2048)
  local one = base:sweep{ want = { "c_flop", "t_mm", "dp_l1" } }
  lu.assertEquals(one:names(), { "c_flop", "t_mm", "dp_l1" })
  lu.assertEquals(one.n, 31)
  lu.assertEquals(base:sweep{ want = "all" }:column("util")[31], (select(2, base:largest())).util)
end

-- Lua iterates over keys in any order; cases with names are sorted by name.
function TestCases:test_cases_come_in_the_order_of_their_names()
  local given, want = { base }, { "h100_sxm5" }
  for letter = ("a"):byte(), ("z"):byte() do
    local name = string.char(letter)
    given[name], want[#want + 1] = base{ months = letter }, name
  end
  given.want = "c_flop"
  local cases, names = require("twocs.limits.sweep").cases(given)
  lu.assertEquals(names, want)
  for i = 2, #cases do lu.assertEquals(cases[i].months, want[i]:byte()) end
  lu.assertEquals(#cases, 27)
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
  lu.assertAlmostEquals(m.t_mm, math.max(m.t_mem, m.t_l2, m.t_shared, m.t_flop) + base.launch, 1e-15)
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
  for _, row in ipairs(tw.fields) do
    if row.name:find "_l[0-3]$" then levels[row.name] = found[row.name] end
  end
  lu.assertEquals(base:eval(levels, { d = 53248 }).t_run, found.t_run)
  lu.assertEquals(base:eval({ dp = { 1, 256 }, tp_d = { 2, 8 }, tp_f = { 4, 8 }, pp = { 1, 64 }, micro = 128, zb = true },
    { d = 53248 }).feasible, 1)
end

function TestLayouts:test_an_infeasible_layout_has_a_reason()
  local point, why = base:eval({ dp = 256, pp = 7 }, { d = 53248 })
  lu.assertEquals(point.feasible, 0)
  lu.assertNil(point.util)
  lu.assertEquals(why, "pp = 7 does not divide depth = 576")
  point, why = base:eval({ tp_d = 8 }, { d = 53248 })
  lu.assertEquals(point.feasible, 0)
  lu.assertStrContains(why, "memory: ")
  says("dp = 2.5: expected a whole number", function() base:eval({ dp = 2.5 }, { d = 53248 }) end)
  says('"tpd" is not a part of a layout; did you mean "tp_d"?', function() base:eval{ tpd = 8 } end)
  says("dp is a table", function() base:eval{ dp = { {} } } end)
end

TestVerbs = {}

-- All verbs of twocs accept these cases; results include searched numbers and those of the rows.
function TestVerbs:test_every_verb_takes_a_case()
  local wide = base{ d = 53248 }
  local run = wide:fit()
  lu.assertEquals(tw.eval(wide, "util"), run.util)
  lu.assertEquals(tw.eval(wide, { "gpus", "crit_flop", "tp_d" }),
    { gpus = run.gpus, crit_flop = wide.crit_flop, tp_d = run.tp_d })
  local t = tw.sweep(base, { over = { d = { 12288, 53248 }, months = { 1, 3 } }, want = { "util", "gpus", "c_flop" } })
  lu.assertEquals({ t.n, t[4].util, t[4].gpus, t[4].c_flop }, { 4, run.util, run.gpus, run.c_flop })
  lu.assertEquals(t[1].util, base{ d = 12288, months = 1 }:fit().util)
  local c = tw.compare(base, { device = { old = "erdil24_a100", new = "erdil24_h100_sxm5" }, want = "util" })
  lu.assertEquals({ c[1].util, c[2].util }, { base:fit().util, tw.limits{ gpu = "a100" }:fit().util })
  local s = tw.summary(base, { over = { d = { 12288, 53248 } }, want = { "util" } })
  lu.assertEquals({ s[1].least, s[1].most }, { run.util, base:fit().util })
  lu.assertStrContains(tw.explain(wide, "util", 1), core.format("t_batch = %.6g", run.t_batch * 1e3))
  lu.assertEquals(tw.eval(run, "util"), run.util)
  lu.assertStrContains(require("twocs.help").text "util", "utilisation of the peak")
end

-- Any device is a case; missing fields are reported by name.
function TestVerbs:test_any_device()
  local own = tw.limits{ device = "h100_sxm", months = 3 }
  lu.assertTrue(own:largest() > 1e31)
  lu.assertEquals(own.net0_lat, tw.devices.h100_sxm.net0_lat)
  lu.assertTrue(own.crit_flop > 1e28)
  says("but tw.limits reads only h of a model", function() return own.layers end)
  says("device.clock", function() tw.eval(tw.limits{ device = "mi210" }, "util") end)
  lu.assertTrue(tw.eval(own{ d = 53248 }, "crit_flop") == own.crit_flop)
end

-- A step and the limits have different results and fields: if they are used with the other's case, the message names the
-- right one.
function TestVerbs:test_wall_and_step_are_apart()
  local step = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 8, dp = 4 },
    run = { global_batch = 64, sl = 4096 } }
  local wall = tw.limits{ device = "erdil24_h100_sxm5", months = 3 }
  local rows = require "twocs.data.rows"
  local taken = 0
  for _, pair in ipairs(core.counterparts()) do
    local of_wall, of_step = rows.by_name[pair[1]], rows.by_name[pair[2]]
    if of_wall.of_wall then
      says("this is a case of a step", function() tw.eval(step, of_wall.name) end)
      taken = taken + 1
    end
    if of_step.record == "result" and of_step.name ~= "peak" then
      says("this is a case of tw.limits", function() tw.eval(wall, of_step.name) end)
    end
  end
  lu.assertTrue(taken > 30, taken)
  for _, row in ipairs(rows.list) do
    if row.of_wall then says(row.name .. " belongs to cases of tw.limits", function() tw.eval(step, row.name) end) end
  end
  says("use mfu", function() tw.eval(step, "util") end)
  says("use devices", function() tw.eval(step, "gpus") end)
  says("use util", function() tw.eval(wall, "mfu") end)
  says("wall belongs to a case of tw.limits", function() tw.eval({ device = "h100_sxm", wall = { d = 53248 } }, "mfu") end)
  says("micro belongs to cases of tw.limits", function()
    tw.sweep{ device = "h100_sxm", over = { micro = { 1, 2 } }, want = "mfu" }
  end)
end

-- A given layout is evaluated, not searched.
function TestVerbs:test_a_given_layout_is_evaluated()
  local wide = base{ d = 53248, dp = 256, tp_d = 16, tp_f = 32, pp = 64, micro = 128, zb = 1 }
  lu.assertEquals(tw.eval(wide, "gpus"), 256 * 512 * 64)
  local t = tw.sweep(base, { over = { tp_f = { 1, 8 } }, want = { "gpus", "t_tp_net" } })
  lu.assertEquals({ t[1].gpus, t[2].gpus, t[1].t_tp_net }, { 1, 8, 0 })
  lu.assertTrue(t[2].t_tp_net > 0)
end

-- Members without a given level fill the levels from the inside out: TP, then EP, PP and DP.
function TestVerbs:test_members_fill_the_levels()
  local members = { "tp_f_l0", "tp_d_l0", "ep_l0", "pp_l0", "pp_l1", "dp_l0", "dp_l1" }
  local function placed(layout)
    local values, found = tw.eval(base(layout), members), {}
    for i, name in ipairs(members) do found[i] = values[name] end
    return found
  end
  lu.assertEquals(placed{ tp_f = 2, tp_d = 2, ep = 2, pp = 4, dp = 4 }, { 2, 2, 2, 1, 4, 1, 4 })
  lu.assertEquals(placed{ tp_f = 2, tp_d = 2, pp = 2, dp = 4 }, { 2, 2, 1, 2, 1, 1, 4 })
  lu.assertEquals(placed{ tp_f = 2, dp = 8 }, { 2, 1, 1, 1, 1, 4, 2 })
end

-- A V100 node has 16 GPUs in one paper and 8 in the other: both exist, each with its source.
function TestVerbs:test_published_machines_are_devices()
  lu.assertEquals({ tw.devices.v100_sxm.net0_size, tw.devices.erdil24_v100_sxm2.net0_size }, { 16, 8 })
  lu.assertStrContains(tw.devices.erdil24_v100_sxm2.source, "2411.01137")
  lu.assertStrContains(require("twocs.help").text "erdil24_h100_sxm5", "2411.01137")
  local columns = { max_flop_per_s = "peak", num_sms = "units", max_clock_Hz = "clock", sustained_fraction = "flop_eff",
    flop_per_s = "rate", shared_Bps = "shared_bw", l2_Bps = "l2_bw", l2_bytes = "l2_size", global_Bps = "mem_bw",
    memory_bytes = "mem_size", matmul_latency_s = "launch" }
  local sample = tw.read "tests/data/wall/gpus.csv" or tw.read "data/wall/gpus.csv" -- from the root, or from tests
  for row in sample:rows() do
    local case = tw.limits{ gpu = row.scenario_name:lower() }
    for theirs, ours in pairs(columns) do lu.assertEquals(case[ours], row[theirs], row.scenario_name) end
    lu.assertEquals(case.dsmem, row.dsmem == 1 and "yes" or "no")
    local bw, size, l = tostring(row.network_Bps_bidir), tostring(row.level_sizes), 0
    for text in bw:gmatch "[^|]+" do
      local both = math.min(tonumber(text) or math.huge, 2e24)
      lu.assertEquals(2 * case[core.format("net%.0f_bw", l)], both, row.scenario_name)
      l = l + 1
    end
    local levels = 1
    for text in size:gmatch "%d+" do
      lu.assertEquals(case[core.format("net%.0f_size", levels - 1)], tonumber(text))
      levels = levels + 1
    end
    lu.assertEquals(case.net_levels, levels)
    lu.assertEquals(case.net0_lat, tonumber(tostring(row.network_latency_s):match "[^|]+"))
  end
end

-- The differences of each scenario from the H100; gpus.csv does not contain all of them.
function TestVerbs:test_scenarios_differ_as_published()
  local set = { { "h100_sxm5_scaled_first", "net0_lat", 1.125e-7 }, { "h100_sxm5_scaled", "net0_lat", 5e-7 },
    { "h100_sxm5_superpod_singleton_mended", "units", 256 * 132 }, { "h100_sxm5_superpod_singleton", "net_levels", 1 },
    { "h100_sxm5_superpod_singleton_mended", "mem_size", 256 * 80e9 }, { "h100_sxm5_superpod", "net_levels", 3 },
    { "h100_sxm5_superpod_singleton", "peak", base.peak }, { "h100_sxm5_superpod_singleton", "rate", base.rate },
    { "h100_sxm5_superpod_singleton", "shared_bw", base.shared_bw } }
  for _, one in ipairs(set) do lu.assertAlmostEquals(tw.limits{ gpu = one[1] }[one[2]] / one[3], 1, 1e-15) end
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

-- A GPU is a whole machine, so it changes a case before a latency does, in any order of the axes.
function TestMaps:test_the_order_of_axes_changes_no_answer()
  local over = { gpu = { "a100", "h100_sxm5" }, net0_lat = { "0.1 us", "5 us" }, bw = { 1, 4 } }
  local t = tw.limits.map{ base, over = over }
  local u = tw.limits.map{ base, over = over, order = { "bw", "net0_lat", "gpu" } }
  lu.assertEquals(t:names()[1], "gpu")
  lu.assertEquals({ u:names()[1], u:names()[3] }, { "bw", "gpu" })
  lu.assertEquals(u[2].gpu, "h100_sxm5")
  for row in t:rows() do
    local same = u:where{ gpu = row.gpu, net0_lat = row.net0_lat, bw = row.bw }
    lu.assertEquals({ same.n, same[1].linear_end }, { 1, row.linear_end })
  end
end

function TestMaps:test_mistakes()
  says("1000000 cells: at most 100000", tw.limits.map, { base, over = { net0_lat = tw.geometric(1e-7, 1e-5, 1000),
    launch = tw.geometric(1e-7, 1e-5, 1000) } })
  says('bw = "2": expected a factor', tw.limits.map, { base, over = { bw = "2" } })
  says('order names "net0_lat", which over lacks', tw.limits.map, { base, over = { launch = 0 }, order = { "net0_lat" } })
  says('"monts" is not a field of the limits; did you mean "months"?', tw.limits.map, { base, over = { monts = { 1 } } })
  says('find = "liner_end"', tw.limits.map, { base, find = "liner_end" })
  says("net1_bw = 900000000000: levels are listed innermost first", tw.limits.map,
    { base, over = { net1_bw = { "50 GB/s", "900 GB/s" } } })
  says("does not fill levels of 3 GPUs", tw.limits.map, { base, over = { net0_size = { 8, 3 } } })
  says('unknown key "ovr"; did you mean "over"?', tw.limits.map, { base, ovr = {} })
  says("case 1 is", tw.limits.map, { 3 })
end

TestSolve = {}

function TestSolve:test_latency_and_months_that_move_the_wall()
  local value, all = tw.solve(base, { find = "latency", so_that = { largest = 1e32 }, from = 0.3, to = 1 })
  lu.assertEquals(all, { value })
  lu.assertTrue(base:times{ latency = value }:largest() >= 1e32)
  lu.assertTrue(base:times{ latency = value * 1.000001 }:largest() < 1e32)
  local none, why = tw.limits.solve{ base, find = "net0_lat", so_that = { largest = 1e32 }, from = "1 ns", to = "1 us" }
  lu.assertNil(none)
  lu.assertStrContains(why, "largest does not cross 1e+32 flop for any net0_lat from 1 ns to 1 us: it stays between 2.7")
end

-- Utilisation is not monotone: it jumps between the widths of the grid.
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

-- If a whole sweep is linear, it is linear up to its largest run, and not further.
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
  lu.assertEquals(size, 16) -- sizes between powers of two fill no cluster
  local bw = assert(tw.solve(base{ d = 53248 }, { find = "net1_bw", so_that = { util = 0.6 }, from = "30 GB/s" }))
  lu.assertTrue(base{ d = 53248, net1_bw = bw }:fit().util >= 0.6)
  lu.assertTrue(base{ d = 53248, net1_bw = bw * (1 - 1e-9) }:fit().util < 0.6)
end

function TestSolve:test_mistakes()
  says("is not an answer of the limits", tw.solve, base, { find = "net0_lat", so_that = { larges = 1 } })
  says("is a choice", tw.solve, base, { find = "sparse", so_that = { largest = 1e32 } })
  says("one condition", tw.solve, base, { find = "net0_lat", so_that = { largest = 1, util = 1 } })
  says("is not a range", tw.solve, base, { find = "net0_lat", so_that = { largest = 1e32 }, from = "2 us", to = "1 us" })
  says("is not a case", tw.limits.solve, { find = "net0_lat" })
end

TestMistakes = {}

function TestMistakes:test_fields()
  says('did you mean "months"?', tw.limits, { monts = 1 })
  says("net0_lat = -1: expected a number in [0, 10] (latency of one step inside a node)", base, { net0_lat = -1 })
  says("net1_bw = 0: expected a number in [1, 1e+24]", base, { net1_bw = 0 })
  says("net0_bw = nan", base, { net0_bw = 0 / 0 })
  says("net1_bw = 1e+24: levels are listed innermost first", function() base{ net1_bw = 1e24 }:linear_end() end)
  says("net1_size = 2.5: expected a whole number", base, { net1_size = 2.5 })
  says("no published GPU \"h100_sxm\"; did you mean \"h100_sxm5\"?", tw.limits, { gpu = "h100_sxm" })
  says("gpu is a table", tw.limits, { gpu = {} })
  says("c_flop follows from the fields", base, { c_flop = 1e30 })
  says("takes a table of fields", tw.limits, "h100_sxm5")
  says('tw.limits has no "swep"; did you mean "sweep"?', function() return tw.limits.swep end)
  says('"linear_ned" is not a field of a limits case', function() return base.linear_ned end)
end

-- Infinite bandwidth is a published scenario; 1e40 flop is a width that no cluster trains.
function TestMistakes:test_extreme_values_are_accepted()
  local infinite = base{ net0_size = 1e6, net1_size = 1, net0_bw = 1e24, d_most = 24576 }
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

os.exit(lu.LuaUnit.run(), true)
