-- SPDX-License-Identifier: MIT
-- For every verb, a change of the question whose effect on the answer is known without the answer itself. No number here
-- was computed by twocs before.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local tw = require "twocs"
local core = require "twocs.core"
local expect = require "expect"
local outside = require "outside"
local files = require "files"

local scratch = outside.scratch()
local machine = tw.devices.h100_sxm
local function case(more)
  local made = { model = "llama2_7b", device = machine, layout = { tp = 4, pp = 2, dp = 4, sp = "yes" },
    run = { sl = 4096, global_batch = 32, micro_batch = 1, format = "bf16", attention = "unfused", dropout = "yes" },
    software = "ideal" }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

-- A machine on which everything takes half the time: rates are doubled, waits are halved.
local function twice(device)
  local change = {}
  for _, name in ipairs{ "peak_fp32", "peak_tf32", "peak_fp16", "peak_bf16", "peak_fp8", "peak_fp4", "mem_bw", "net0_bw",
    "net1_bw", "host_bw", "cap_power", "wait_power" } do change[name] = 2 * device[name] end
  for _, name in ipairs{ "launch", "comm_launch", "net0_lat", "net1_lat" } do change[name] = device[name] / 2 end
  return device(change)
end

local times = { "t_step", "t_layer", "t_cmp", "t_ser", "t_exp", "t_bubble", "t_tp_ag", "t_dp_grad" }

TestEval = {}

function TestEval:test_a_machine_twice_as_fast_halves_every_time()
  for _, layout in ipairs{ { tp = 8 }, { tp = 2, pp = 4, dp = 2 }, { dp = 16, zero = "weights" }, { cp = 4, dp = 2 } } do
    local slow = case{ layout = layout }
    local fast = case{ layout = layout, device = twice(machine) }
    for _, name in ipairs(times) do expect.near(2 * tw.eval(fast, name), tw.eval(slow, name), 1e-12, name) end
    expect.near(tw.eval(fast, "f_ser"), tw.eval(slow, "f_ser"), 1e-12, "f_ser")
    expect.near(tw.eval(fast, "mfu"), tw.eval(slow, "mfu"), 1e-12, "mfu") -- its peak doubled too
  end
end

function TestEval:test_twice_the_layers_are_twice_the_work()
  local one, two = tw.models.llama2_7b, tw.models.llama2_7b{ layers = 64 }
  for _, name in ipairs{ "t_layer", "layer_flop", "tp_ag_byte" } do
    lu.assertEquals(tw.eval(case{ model = two }, name), tw.eval(case{ model = one }, name))
  end
  local function outside_of_layers(model)
    local own = tw.eval(case{ model = model }, { "param", "layer_param" })
    return own.param - model.layers * own.layer_param
  end
  expect.near(outside_of_layers(two), outside_of_layers(one), 1e-9)
end

-- Dropout of attention to an encoder takes the time of that dropout, and nothing without dropout.
function TestEval:test_dropout_of_attention_to_an_encoder()
  local function of(dropout, attention)
    return tw.eval(case{ model = tw.models.llama2_7b{ cross_layers = 8 },
      run = { sl = 512, b = 2, dropout = dropout, attention = attention } }, { "t_cross_f", "t_score_drop_f",
      "t_hidden_drop_f", "t_cross_b" })
  end
  for _, attention in ipairs{ "fused", "unfused" } do
    local with, without = of("yes", attention), of("no", attention)
    lu.assertEquals({ without.t_score_drop_f, without.t_hidden_drop_f }, { 0, 0 })
    lu.assertTrue(with.t_hidden_drop_f > 0 and with.t_cross_b > without.t_cross_b)
    expect.near(with.t_cross_f - without.t_cross_f, with.t_score_drop_f + with.t_hidden_drop_f, 1e-9)
  end
end

TestSweep = {}

local over = { tp = { 1, 2, 4 }, sl = { 1024, 2048 }, device = { "a100_80g", "h100_sxm" } }

local function rows_of(t, names)
  local list = {}
  for row in t:rows() do
    local cells = {}
    for k, name in ipairs(names) do cells[k] = core.format("%s", tostring(row[name])) end
    list[#list + 1] = table.concat(cells, "|")
  end
  table.sort(list)
  return list
end

function TestSweep:test_a_grid_is_the_sum_of_its_parts_in_any_order()
  local names = { "tp", "sl", "device", "t_layer" }
  local question = { over = over, want = "t_layer", layout = {} }
  local whole = tw.sweep(case(question))
  local reordered = tw.sweep(case{ over = over, want = "t_layer", layout = {}, order = { "sl", "device", "tp" } })
  lu.assertEquals(rows_of(reordered, names), rows_of(whole, names))
  local parts
  for _, tp in ipairs(over.tp) do
    local part = tw.sweep(case{ over = { tp = { tp }, sl = over.sl, device = over.device }, want = "t_layer", layout = {} })
    parts = parts and parts:append(part) or part
  end
  lu.assertEquals(rows_of(parts, names), rows_of(whole, names))
  lu.assertEquals(rows_of(tw.sweep(case{ over = over, want = "t_layer", layout = {}, keep = 4, least = "t_layer" }), names),
    rows_of(whole:top(4, "t_layer", "ascending"), names))
  lu.assertEquals(tw.sweep(case{ over = over, want = "t_layer", layout = {}, keep = 99,
    least = "t_layer", where = { t_layer = "< 20 ms" } }).n, whole:where{ t_layer = "< 20 ms" }.n)
end

TestSolve = {}

function TestSolve:test_the_answer_answers()
  for _, share in ipairs{ 0.1, 0.2, 0.3 } do
    local bw = tw.solve(case(), { find = "net0_bw", so_that = { f_ser = share } })
    expect.near(tw.eval(case{ device = machine{ net0_bw = bw } }, "f_ser"), share, 1e-6)
  end
end

-- On a machine that is twice as fast in everything else, the bandwidth for the same share is twice as large.
function TestSolve:test_solutions_scale_with_the_machine()
  local function bw(device) return (tw.solve(case{ device = device }, { find = "net0_bw", so_that = { f_ser = 0.2 } })) end
  expect.near(bw(twice(machine)), 2 * bw(machine), 1e-6)
end

TestElasticities = {}

-- A time is inversely proportional to all rates, and proportional to all waits: their elasticities sum to -1.
function TestElasticities:test_of_a_time_they_sum_to_minus_one()
  local t = tw.elasticities(case(), "t_step")
  local rate = { peak_bf16 = -1, mem_bw = -1, net0_bw = -1, net1_bw = -1, launch = 1, comm_launch = 1, net0_lat = 1,
    net1_lat = 1 }
  local sum, found = 0, 0
  for row in t:rows() do
    if rate[row.field] then sum, found = sum + rate[row.field] * row.elasticity, found + 1 end
  end
  lu.assertTrue(found >= 6, core.format("%d fields", found))
  expect.near(sum, 1, 2e-3)
end

TestTimeline = {}

function TestTimeline:test_times_scale_and_stages_mirror()
  local function step(list, m) return tw.timeline{ stages = list, microbatches = m, schedule = "gpipe" }.step end
  local a, b, c = { f = 1, b = 2 }, { f = 3, b = 5 }, { f = 2, b = 2 }
  local function by(k, x) return { f = k * x.f, b = k * x.b } end
  expect.near(step({ by(7, a), by(7, b), by(7, c) }, 5), 7 * step({ a, b, c }, 5), 1e-14)
  lu.assertEquals(step({ a, b, c, { f = 0, b = 0 } }, 5), step({ a, b, c }, 5)) -- a stage without work
  lu.assertTrue(step({ a, b, c }, 6) > step({ a, b, c }, 5))
  -- Forward passes in one direction are backward passes in the other.
  local function turned(x) return { f = x.b, b = x.f } end
  lu.assertEquals(step({ turned(a), turned(b), turned(c) }, 5), step({ a, b, c }, 5))
end

TestScaling = {}

function TestScaling:test_sizes_do_not_know_of_each_other()
  local layout = { tp = 4, sp = "yes" }
  local function rates(list) return tw.scaling(case{ layout = {} }, { gpus = list, layout = layout }) end
  local all, one = rates{ 8, 16, 32 }, rates{ 32 }
  lu.assertEquals(all[3].token_rate, one[1].token_rate)
  local fast = tw.scaling(case{ layout = {}, device = twice(machine) }, { gpus = { 8, 16, 32 }, layout = layout })
  for i = 1, 3 do expect.near(fast[i].token_rate, 2 * all[i].token_rate, 1e-12) end
end

TestFit = {}

local function measured(scale, reversed)
  local n, x, y, t = 12, {}, {}, {}
  for i = 1, n do
    local k = reversed and n + 1 - i or i
    x[i], y[i] = k, (k * 7) % 5 + 1
    t[i] = scale * (2 + 3 * x[i] + 0.5 * y[i] + 0.01 * ((k * 13) % 7 - 3))
  end
  return tw.table{ names = { "x", "y", "t" }, columns = { x = x, y = y, t = t } }
end

function TestFit:test_order_and_units_of_the_rows_do_not_matter()
  local one, turned = tw.fit(measured(1), "t ~ 1 + x + y"), tw.fit(measured(1, true), "t ~ 1 + x + y")
  local larger = tw.fit(measured(1000), "t ~ 1 + x + y")
  for _, row in ipairs{ { 1, 1 }, { 5, 3 }, { 20, 2 } } do
    local at = tw.table{ names = { "x", "y" }, columns = { x = { row[1] }, y = { row[2] } } }
    local function said(fit) return fit:predict(at)[1] end
    expect.near(said(turned), said(one), 1e-9)
    expect.near(said(larger), 1000 * said(one), 1e-9)
  end
end

TestLimits = {}

-- Twice the months and half of all rates, with waits twice as long, give the same runs.
function TestLimits:test_slower_machines_and_more_time()
  local base = tw.limits{ device = "erdil24_h100_sxm5", months = 3 }
  local slow = base:times{ compute = 0.5, bw = 0.5, latency = 2 }{ months = 6 }
  expect.near((slow:largest()), (base:largest()), 1e-9)
  expect.near((slow:linear_end()), (base:linear_end()), 1e-9)
end

TestRead = {}

function TestRead:test_columns_and_rows_in_any_order()
  files.write(scratch .. "/a.csv", "x,t [ms],name\n1,2,a\n3,4,b\n")
  files.write(scratch .. "/b.csv", "name;t [us];x\nb;4000;3\na;2000;1\n")
  local a, b = assert(tw.read(scratch .. "/a.csv")), assert(tw.read(scratch .. "/b.csv"))
  lu.assertEquals(rows_of(a, { "x", "t", "name" }), rows_of(b, { "x", "t", "name" }))
end

TestTables = {}

function TestTables:test_parts_and_the_whole()
  local t = measured(1)
  for _, bound in ipairs{ 0, 3.5, 99 } do
    lu.assertEquals(t:where{ x = core.format("< %.1f", bound) }.n + t:where{ x = core.format(">= %.1f", bound) }.n, t.n)
  end
  local sum = 0
  for row in t:group("y", { total = { "t", "sum" } }):rows() do sum = sum + row.total end
  local whole = 0
  for row in t:rows() do whole = whole + row.t end
  expect.near(sum, whole, 1e-12)
  lu.assertEquals(rows_of(t:sort "t", { "x", "t" }), rows_of(t, { "x", "t" }))
  lu.assertEquals(t:sort("t", "descending")[1].t, t:top(1, "t")[1].t)
  local flags = tw.table{ names = { "legal" }, columns = { legal = { 1, 0, 1 } } }
  lu.assertEquals({ flags:where{ legal = true }.n, flags:where{ legal = false }.n }, { 2, 1 })
end

TestExplain = {}

-- The first line is the number of eval; a deeper tree begins like a shallower one.
function TestExplain:test_it_explains_the_number()
  local text = tw.explain(case(), "layer_flop", 0)
  lu.assertStrContains(text, core.format("layer_flop = %.6g GFLOP", tw.eval(case(), "layer_flop") / 1e9))
  lu.assertEquals(tw.explain(case(), "layer_flop", 2):match "[^\n]*", text:match "[^\n]*")
end

-- If a schedule's bubble is an approximate closed form, its difference from the timeline is reported; if it is exact,
-- nothing is.
function TestExplain:test_the_closed_form_is_compared_with_the_timeline()
  for _, schedule in ipairs{ "gpipe", "1f1b", "zb_h1", "zb_v", "dualpipe", "dualpipe_v" } do
    local one = { model = "gpt3_175b", device = machine, layout = { tp = 8, pp = 8, schedule = schedule },
      run = { global_batch = 32, micro_batch = 1 } }
    local off, way = tw.explain(one, "t_step", 0):match "closed form: t_step is (%S+) %% (%a+) than the timeline"
    local ratio = tw.eval(one, "t_step") / tw.timeline(one).step - 1
    if math.abs(ratio) < 5e-4 then lu.assertNil(off, schedule)
    else
      lu.assertEquals(off, core.format("%.2g", 100 * math.abs(ratio)), schedule)
      lu.assertEquals(way, ratio > 0 and "longer" or "shorter", schedule)
    end
    lu.assertNil(tw.explain(one, "t_layer", 0):find "closed form:")
  end
  -- A timeline of so many passes does not exist: the step is explained without it.
  local long = { model = "gpt3_175b", device = machine, layout = { tp = 8, pp = 8 },
    run = { global_batch = 2000000, micro_batch = 1 } }
  lu.assertFalse((pcall(tw.timeline, long)))
  local text = tw.explain(long, "t_step", 0)
  lu.assertStrContains(text, "t_step")
  lu.assertNil(text:find "closed form:")
end

local result = gate.silently(lu.LuaUnit.run)
os.execute("rm -rf " .. outside.quoted(scratch))
os.exit(result == 0, true)
