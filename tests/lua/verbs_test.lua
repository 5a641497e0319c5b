-- SPDX-License-Identifier: MIT
-- What scripts can ask: records, sweeps, solve, explain, operators, laws written by the user, and one sentence for each
-- mistake.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"

local base = { model = "gpt3_175b", device = "mi210_paper", layout = { tp = 8, dp = 4 }, software = "ideal" }
local function case(more)
  local made = {}
  for key, value in pairs(base) do made[key] = value end
  for key, value in pairs(more) do made[key] = value end
  return made
end

-- The sentence of a mistake, without its place, which must be in this file.
local function sentence(f, ...)
  local done, text = pcall(f, ...)
  lu.assertFalse(done, "no mistake was noticed")
  lu.assertStrContains(text, "verbs_test.lua:")
  return text:match("verbs_test%.lua:%d+: (.*)$")
end
local function says(expected, f, ...) lu.assertStrContains(sentence(f, ...), expected) end

TestRecords = {}

function TestRecords:test_a_copy_changes_and_the_first_stays()
  local now = tw.devices.h100_sxm
  local mine = now{ name = "mine", net1_bw = "800 Gb/s", mem_size = "192 GB" }
  lu.assertEquals(mine.net1_bw, 100e9)
  lu.assertEquals(mine.mem_size, 192e9)
  lu.assertEquals(now.net1_bw, 50e9)
  lu.assertEquals(mine.name, "mine")
  lu.assertEquals(mine.source, now.source)
end

function TestRecords:test_fields_follow_until_set()
  local m = tw.model{ h = 4096, head_dim = 64 }
  lu.assertEquals(m.heads, 64)
  m.h = 8192
  lu.assertEquals(m.heads, 128)
  lu.assertEquals(m.ffn, 32768)
  m.ffn = 10
  m.h = 4096
  lu.assertEquals(m.ffn, 10)
  m.ffn = nil
  lu.assertEquals(m.ffn, 16384)
end

function TestRecords:test_times_scales_the_given_fields()
  local d = tw.devices.mi210:times{ peak = 4, net0_bw = 2 }
  lu.assertEquals(d.peak_fp16, 4 * 181e12)
  lu.assertEquals(d.net0_bw, 300e9)
  says('"netbw"', function() tw.devices.mi210:times{ netbw = 2 } end)
end

function TestRecords:test_mistakes()
  says('did you mean "sl"', function() tw.run{ ssl = 1 } end)
  says("sl = 2.5: expected a whole number", function() tw.run{ sl = 2.5 } end)
  says("sl = -1: expected a whole number in [1, 1000000000]", function() tw.run{ sl = -1 } end)
  says("nan", function() tw.run{ sl = 0 / 0 } end)
  says("expected a number", function() tw.device{ mem_bw = 1 / 0 } end)
  says("expected a number", function() tw.device{ mem_bw = 1e308 } end)
  says("mem_bw is a table, expected a number or a quantity", function() tw.device{ mem_bw = {} } end)
  says("is in byte, but net0_bw is in byte/s", function() tw.device{ net0_bw = "4 GB" } end)
  says("expected one of fp32 tf32 fp16 bf16 fp8", function() tw.run{ format = "fp12" } end)
  says("tp is a boolean, expected a number", function() tw.layout{ tp = true } end)
  says("zero is a boolean, expected one of none optimizer", function() tw.layout{ zero = true } end)
  says("format is a boolean", tw.sweep, case{ over = { format = { false } } })
  lu.assertEquals(tw.layout{ sp = true, tp_overlap = false }.sp, "yes")
  says("cannot be changed", function() tw.devices.mi210.net0_bw = 4 end)
  says('there is no device "mi21"; did you mean "mi210"?', function() return tw.devices.mi21 end)
  lu.assertEquals(tw.devices.a100.name, "a100_80g") -- the usual name
  says('did you mean "a100_', function() return tw.devices["A100 Ultra"] end)
  says("the registered ones are in tw.devices", function() return tw.device.mi210 end)
  says('did you mean "sweep"', function() return tw.swep end)
end

TestSweep = {}

function TestSweep:test_a_sweep_is_its_points()
  local t = tw.sweep(case{ over = { tp = tw.double(1, 16), sl = { 1024, 4096 } }, want = { "t_layer", "f_ser" } })
  lu.assertEquals(t.n, 10)
  lu.assertEquals(t:names(), { "sl", "tp", "t_layer", "f_ser" })
  for row in t:rows() do
    lu.assertEquals(tw.eval(case{ layout = { tp = row.tp, dp = 4 }, run = { sl = row.sl } }, "t_layer"), row.t_layer)
  end
end

function TestSweep:test_axes_run_in_the_order_of_the_rows()
  local a = tw.sweep(case{ over = { tp = { 1, 2 }, sl = { 1024, 2048 }, h = { 4096, 8192 } }, want = "f_ser" })
  lu.assertEquals(a:names(), { "h", "sl", "tp", "f_ser" })
  local b = tw.sweep(case{ over = { tp = { 1, 2 }, sl = { 1024, 2048 }, h = { 4096, 8192 } }, want = "f_ser",
    order = { "tp", "h", "sl" } })
  lu.assertEquals({ b[1].h, b[2].h, b[2].sl, b[3].h }, { 4096, 4096, 2048, 8192 })
end

function TestSweep:test_points_records_choices_and_words()
  local words = tw.sweep(case{ want = "t_layer",
    over = { { { attention = "fused", tp = 2 }, { attention = "unfused", tp = 4 } } } })
  lu.assertEquals({ words[1].attention, words[2].attention, words[1].tp, words[2].tp }, { "fused", "unfused", 2, 4 })
  lu.assertEquals(words:where{ attention = "fused" }.n, 1)
  local t = tw.sweep(case{ over = { { { h = 4096, tp = 16 }, { h = 8192, tp = 32 } },
    device = { a = tw.devices.mi210, b = tw.devices.mi100 },
    all_reduce = { "ring", "in_network" }, format = { "fp16", "fp32" } }, want = { "t_ser" } })
  lu.assertEquals(t.n, 16)
  lu.assertEquals({ t[1].device, t[1].all_reduce, t[2].all_reduce, t[1].format }, { "a", "ring", "in_network", "fp16" })
  local one = t:where{ device = "b", all_reduce = "in_network", format = "fp32", h = 8192 }
  lu.assertEquals(one.n, 1)
  lu.assertEquals(one[1].t_ser, tw.eval({ model = tw.models.gpt3_175b{ h = 8192 }, device = "mi100",
    layout = { tp = 32, dp = 4 }, run = { format = "fp32" }, plan = { all_reduce = "in_network" }, illegal = "allow",
    software = "ideal" },
    "t_ser"))
end

function TestSweep:test_everything_and_principal()
  lu.assertTrue(#tw.sweep(case{ want = "all" }):names() > 250)
  lu.assertEquals(tw.sweep(case{}).n, 1)
  lu.assertTrue(tw.eval(base).t_step > 0)
end

function TestSweep:test_summary_is_the_table_in_three_numbers()
  local over = { tp = tw.double(1, 64), b = tw.double(1, 8) }
  local t, s = tw.sweep(case{ over = over, want = "t_layer" }), tw.summary(case{ over = over, want = { "t_layer" } })
  local least, most, sum = 1 / 0, 0, 0
  for row in t:rows() do
    least, most, sum = math.min(least, row.t_layer), math.max(most, row.t_layer), sum + row.t_layer
  end
  lu.assertEquals(s[1].least, least)
  lu.assertEquals(s[1].most, most)
  lu.assertAlmostEquals(s[1].mean, sum / t.n, 1e-14 * most) -- added in another order
end

function TestSweep:test_mistakes()
  says('did you mean "tp"', tw.sweep, case{ over = { tpp = { 1 } } })
  says('did you mean "device"', tw.sweep, case{ over = { devices = { 1 } } })
  says("tp = 0: expected a whole number", tw.sweep, case{ over = { tp = { 0 } } })
  says("{ model = ..., device = ... }, got nil", tw.eval)
  says('{ model = ..., device = ... }, got "gpt3_175b"', tw.eval, "gpt3_175b")
  says("fit: expected a table of columns, got a table", tw.fit, {}, { gemm = "waves" })
  says("over.tp has no values", tw.sweep, case{ over = { tp = {} } })
  says('did you mean "f_ser"', tw.sweep, case{ want = { "f_serr" } })
  says("this law does not exist; known: roofline", tw.eval, case{ plan = { gemm = "roof" } }, "t_layer")
  says('is not a part of a plan; did you mean "gemm"', tw.eval, case{ plan = { gem = "roofline" } }, "t_layer")
  says("a case needs a device", tw.eval, { layout = { tp = 2 } }, "t_layer")
  says('unknown key "modell"', tw.eval, { modell = 1 }, "t_layer")
  says("but point 1 does", tw.sweep, case{ over = { { { h = 1, tp = 1 }, { h = 2 } } } })
  says("over.tp: value 2 is nil", tw.sweep, case{ over = { tp = { 1, nil, 4 } } })
  says("over.recompute: value 1 is nil", tw.sweep, case{ over = { recompute = { nil, "full" } } })
  says("over.device: value 2 is nil", tw.sweep, case{ over = { device = { "a100_80g", nil, "h100_sxm" } } })
  says("over.all_reduce: value 2 is nil", tw.sweep, case{ over = { all_reduce = { "ring", nil, "tree" } } })
  says("over: value 2 is nil", tw.sweep, case{ over = { { { tp = 1, sl = 4 }, nil, { tp = 2, sl = 4 } } } })
  says("over.tp: value 2 is nil", tw.sweep, case{ over = { tp = { 1, [1e15] = 2 } } })
  says("expected a case", tw.sweep, 7)
  says("keep = 20", tw.sweep, case{ over = { h = tw.linear(1, 1e5, 1e5), sl = tw.linear(1, 1e5, 1e5),
    b = tw.linear(1, 1e5, 1e5) }, want = "f_ser" })
end

-- Layouts that break a rule: TP 7 and 5 do not divide 96 heads.
TestLegal = {}

local crooked = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 7 }, software = "ideal",
  run = { format = "fp16", attention = "unfused", dropout = "yes" } }
local function allowed(more)
  local made = { illegal = "allow" }
  for _, from in ipairs{ crooked, more or {} } do
    for key, value in pairs(from) do made[key] = value end
  end
  return made
end

function TestLegal:test_one_point_is_refused_with_the_reason()
  local why = "this layout is illegal: TP must divide the heads (heads = 96, tp = 7)"
  says(why, tw.eval, crooked, "t_step")
  says(why, tw.eval, crooked)
  says(why, tw.eval, crooked, { "t_step", "legal" })
  says(why, tw.eval, { model = "gpt3_175b", layout = { tp = 7 } }, "param") -- also without a device
  says("(tp = 4, dp = 1024, net0_size = 4", tw.eval, { model = "gpt3_175b", device = tw.devices.mi210{ net1_size = 1 },
    layout = { tp = 4, dp = 1024 } }, "t_step")
  lu.assertEquals(tw.eval(crooked, "legal"), 0)
  lu.assertEquals(tw.eval(crooked, { "why", "legal" }), { why = 19, legal = 0 })
  lu.assertTrue(tw.eval(allowed(), "t_step") > 0)
  lu.assertEquals(crooked.illegal, nil)
  says('illegal = true: expected "allow"', tw.eval, allowed{ illegal = true }, "t_step")
  says('illegal = "alow": expected "allow"', tw.sweep, allowed{ illegal = "alow" })
end

function TestLegal:test_tables_keep_mark_and_count()
  local over = { tp = { 1, 5, 7, 8 } }
  local t = tw.sweep(crooked, { over = over, want = "f_ser" })
  lu.assertEquals(t:names(), { "tp", "f_ser", "legal", "why" })
  lu.assertEquals({ t[1].legal, t[2].legal, t[3].legal, t[4].legal }, { 1, 0, 0, 1 })
  lu.assertEquals({ t[1].why, t[2].why }, { 0, 19 })
  lu.assertStrContains(tostring(t), "(no legal layout in 2 of 4 rows: TP must divide the heads (2))")
  lu.assertStrContains(tostring(t:where{ tp = { 5, 8 } }), "(no legal layout in 1 of 2 rows: TP must divide the heads (1))")
  lu.assertNotStrContains(tostring(t:where{ legal = 1 }), "no legal layout")
  lu.assertStrContains(tostring(t:select{ "tp", "legal" }), "(no legal layout in 2 of 4 rows)")
  local asked = tw.sweep(crooked, { over = over, want = { "legal", "f_ser" } })
  lu.assertEquals(asked:names(), { "tp", "legal", "f_ser", "why" })
  local free = tw.sweep(allowed{ over = over, want = "f_ser" })
  lu.assertEquals(free:names(), { "tp", "f_ser" })
  lu.assertEquals(free[3].f_ser, t[3].f_ser)
  lu.assertEquals(tw.sweep(crooked, { over = { tp = { 1, 8 } }, want = "f_ser" }):names(), { "tp", "f_ser" })
  local choices = tw.sweep(crooked, { over = { tp = { 1, 7 }, all_reduce = { "ring", "tree" } }, want = "f_ser" })
  lu.assertEquals({ choices[2].why, choices[3].why, choices[4].why }, { 0, 19, 19 })
end

function TestLegal:test_other_verbs()
  local both = tw.compare(crooked, { device = { a = "h100_sxm", b = "a100_80g" }, want = "f_ser" })
  lu.assertEquals({ both[1].legal, both[2].why }, { 0, 19 })
  lu.assertEquals(tw.compare(crooked, { device = { a = "h100_sxm", b = "a100_80g" }, want = "f_ser", illegal = "allow" })
    :names(), { "device", "f_ser" })
  local s = tw.summary(crooked, { over = { tp = { 1, 2, 5, 7, 8 } }, want = "f_ser" })
  lu.assertStrContains(tostring(s), "(no legal layout in 2 of 5 points: TP must divide the heads (2); ")
  lu.assertStrContains(s:csv(), "\n# note: no legal layout in 2 of 5 points")
  lu.assertNotStrContains(tostring(tw.summary(allowed{ over = { tp = { 1, 5 } }, want = "f_ser" })), "legal")
  lu.assertNotStrContains(tostring(tw.summary(crooked, { over = { tp = { 1, 8 } }, want = "f_ser" })), "legal")
  lu.assertStrContains(tostring(tw.summary({ model = "gpt3_175b" }, { over = { tp = { 1, 7 } }, want = "param" })),
    "no legal layout in at least 1 of 2 points")
  lu.assertStrContains(tw.explain(crooked, "t_cmp", 1):match("^[^\n]*"), "not a legal layout: TP must divide the heads")
  lu.assertNotStrContains(tw.explain(allowed(), "t_cmp", 1), "legal layout")
end

function TestLegal:test_solve()
  says("solve: this layout is illegal", tw.solve, crooked, { find = "net0_bw", so_that = { f_ser = 0.1 } })
  lu.assertTrue(tw.solve(allowed(), { find = "net0_bw", so_that = { f_ser = 0.1 } }) > 0)
  local question = { find = "tp", so_that = { f_ser = 0.12 }, from = 5, to = 7 }
  local none, sentence = tw.solve(crooked, question)
  lu.assertEquals({ none, sentence }, { nil,
    "f_ser does not reach 0.12 with any legal layout: it would at tp = 7, but TP must divide the heads" })
  lu.assertEquals((tw.solve(allowed(), question)), 7)
  lu.assertEquals((tw.solve(crooked, { find = "tp", so_that = { f_ser = 0.12 } })), 8)
end

TestLaws = {}

local function algorithmic(c, n)
  local t = tw.column(n)
  for i = 1, n do t[i] = 2 * c.m[i] * c.n[i] * c.k[i] * c.x[i] / (c.peak[i] * c.eff[i]) end
  return t
end

function TestLaws:test_a_function_is_a_law()
  local over = { tp = tw.double(1, 16), sl = tw.double(512, 4096) }
  local by_name = tw.sweep(case{ plan = { gemm = "algorithmic" }, over = over, want = "t_layer" })
  local by_function = tw.sweep(case{ plan = { gemm = algorithmic }, over = over, want = "t_layer" })
  for i = 1, by_name.n do lu.assertEquals(by_function[i].t_layer, by_name[i].t_layer) end
end

function TestLaws:test_mistakes_of_a_law()
  local function fails(law) return select(2, pcall(tw.eval, case{ plan = { gemm = law } }, "t_layer")) end
  lu.assertStrContains(fails(function() error "no such table" end), "no such table")
  lu.assertStrContains(fails(function() return { 1, 2, 3 } end), "returned 3 values for 1 rows")
  lu.assertStrContains(fails(function() return { 0 / 0 } end), "expected seconds")
  lu.assertStrContains(fails(function() return "fast" end), "expected a column or a list")
  for _, law in ipairs{ function() return { 1, 2, 3 } end, function() return { -1 } end, function() error{} end } do
    lu.assertStrContains(fails(law), "verbs_test.lua:") -- the line of the script
  end
  says("a law raised an error that is not text", tw.eval, case{ plan = { gemm = function() error{} end } }, "t_layer")
  lu.assertEquals(tw.eval(base, "tp"), 8) -- no case is lost
end

TestSolve = {}

function TestSolve:test_the_result_has_the_value_at_the_crossing()
  local bandwidth, all = tw.solve(base, { find = "net0_bw", so_that = { f_ser = 0.25 } })
  lu.assertEquals(#all, 1)
  lu.assertAlmostEquals(tw.eval(case{ device = tw.devices.mi210_paper{ net0_bw = bandwidth } }, "f_ser"), 0.25, 1e-9)
end

function TestSolve:test_counts_are_whole_and_legal()
  local tp = tw.solve(base, { find = "tp", so_that = { f_ser = 0.3 } })
  lu.assertEquals(tp, math.floor(tp))
  lu.assertTrue(tw.eval(case{ layout = { tp = tp, dp = 4 } }, "f_ser") >= 0.3)
  lu.assertEquals(tw.eval(case{ layout = { tp = tp, dp = 4 } }, "legal"), 1)
end

function TestSolve:test_no_solution_is_nil_and_a_sentence()
  local none, why = tw.solve(base, { find = "mem_size", so_that = { f_ser = 0.9 } })
  lu.assertNil(none)
  lu.assertStrContains(why, "f_ser does not reach 0.9")
  says("is not a field", tw.solve, base, { find = "f_ser", so_that = { f_com = 0.5 } })
  says("one condition", tw.solve, base, { find = "tp", so_that = {} })
end

-- The number of layers with experts is whole. So the weights change in steps, and no value lies between two of them.
function TestSolve:test_a_jump_is_not_a_crossing()
  local model = tw.model{ layers = 8, h = 1024, head_dim = 64, experts = 8, top_k = 2, expert_ffn = 1024 }
  local function weights(share) return tw.eval({ model = model{ moe_share = share }, device = "h100_sxm" }, "param") end
  local none, why = tw.solve({ model = model, device = "h100_sxm" },
    { find = "moe_share", so_that = { param = 0.5 * (weights(4 / 8) + weights(5 / 8)) } })
  lu.assertNil(none)
  lu.assertStrContains(why, core.format(": it jumps at 0.5625 from %.4g to %.4g", weights(4 / 8), weights(5 / 8)))
  local there, all = tw.solve({ model = model, device = "h100_sxm" },
    { find = "moe_share", so_that = { param = weights(5 / 8) } })
  lu.assertTrue(#all > 0)
  lu.assertEquals(weights(there), weights(5 / 8))
end

function TestSolve:test_explain_shows_the_tree()
  local text = tw.explain(base, "t_tp")
  lu.assertStrContains(text, "SUM of one x t over CALLS")
  lu.assertStrContains(text, "PATI23")
  lu.assertFalse(text:find("net2_bw", 1, true) ~= nil, "a level that the device does not have")
end

TestOperators = {}

-- A Transformer layer that is listed by hand costs the same as in the engine's own rows.
function TestOperators:test_a_listed_layer_is_the_layer()
  local h, sl, tp = 4096, 2048, 8
  local net = tw.operators{
    { name = "qkv", gemm = { sl, 3 * h / tp, h } }, { name = "scores", gemm = { sl, sl, 128 }, x = h / 128 / tp },
    { name = "context", gemm = { sl, 128, sl }, x = h / 128 / tp }, { name = "proj", gemm = { sl, h, h / tp } },
    { name = "fc1", gemm = { sl, 4 * h / tp, h } }, { name = "fc2", gemm = { sl, h, 4 * h / tp } },
    { name = "all-reduce", all_reduce = 2 * h * sl, ranks = tp, each = 4 } }
  local plan = { gemm = "algorithmic", stream = "none" }
  local t = net:sweep{ device = tw.devices.mi210_paper, plan = plan }
  local layer = { model = { h = h, head_dim = 128 }, run = { sl = sl, attention = "unfused" }, layout = { tp = tp },
    device = "mi210_paper",
    plan = plan, software = "ideal" }
  lu.assertAlmostEquals(t[1].t_cmp, tw.eval(layer, "t_cmp"), 1e-12 * t[1].t_cmp) -- added in another order
  lu.assertAlmostEquals(t[1].t_ser, tw.eval(layer, "t_ser"), 1e-12 * t[1].t_ser)
  says('did you mean "gemm"', tw.operators, { { gem = { 1, 2, 3 } } })
end

TestWorld = {}

function TestWorld:test_facts_are_returned()
  local none, why, code = tw.read "no/such/file.csv"
  lu.assertNil(none)
  lu.assertStrContains(why, "no/such/file.csv")
  lu.assertEquals(code, 2)
  local t = tw.sweep(case{})
  lu.assertNil((t:csv "/no/such/folder/t.csv"))
  if core.is_device "/dev/full" then
    local done, full, number = t:csv "/dev/full"
    lu.assertNil(done)
    lu.assertStrContains(full, "No space left")
    lu.assertEquals(number, 28)
    lu.assertTrue(core.is_device "/dev/full", "a file took the device's place")
  end
end

function TestWorld:test_formats_are_portable()
  lu.assertEquals(tw.format("%s %d %.3f %s%%", 16, 2.0, 0.5, "x"), "16 2 0.500 x%")
  lu.assertEquals(core.format("%s", 2146643402973.125), "2146643402973.12")
  lu.assertEquals(tw.quantity("400 Gb/s", "byte/s"), 50e9)
  lu.assertEquals(tw.double(4, 33), { 4, 8, 16, 32 })
end

-- Several results print as lines with unit and meaning, in the order of the registry. Of very many, only the main ones are
-- printed. The result stays a plain table.
function TestLegal:test_results_print()
  local given = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }
  local some = tw.eval(given, { "mem_byte", "f_ser" })
  local first, second, third, fourth = tostring(some):match "^([^\n]+)\n([^\n]+)\n([^\n]+)\n([^\n]+)$"
  lu.assertStrContains(first, "f_ser     0.15564          serialized communication, share of compute")
  lu.assertStrContains(second, "mem_byte  419.59 GB        memory used on one device")
  lu.assertEquals(third, "based on: software pytorch (default), calibrated; GEMMs measured on h100_sxm")
  lu.assertStrContains(fourth, 'assumed for f_ser: ')
  local count = 0
  for _ in pairs(some) do count = count + 1 end
  lu.assertEquals(count, 2)
  local lines = select(2, tostring(tw.eval(given, "all")):gsub("\n", "\n")) + 1
  lu.assertTrue(lines > 15 and lines < 25, lines)
  lu.assertStrContains(tostring(tw.eval(given, "all")), "more; twocs fields result lists them")
  lu.assertEquals(type(tw.eval(given, "f_ser")), "number")
  lu.assertStrContains(tostring(tw.eval(tw.limits{ gpu = "h100_sxm5", months = 3 }, { "util", "gpus" })), "utilisation")
end

os.exit(lu.LuaUnit.run(), true)
