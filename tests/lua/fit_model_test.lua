-- SPDX-License-Identifier: MIT
-- Fits of laws: coefficients with which the engine computed times are found again, a fit and the same fit in a plan give
-- the same bits, curves pass through the measured points, and a mistake is one sentence. Nothing here was measured: the
-- engine computes the times, so the expected coefficients are known.
local lu = require "luaunit"
local expect = require "expect"
local tw = require "twocs"
local case = require "twocs.ask.case"
local core = require "twocs.core"
local errors = require "twocs.fit.errors"

local says = expect.words

local near = expect.near

-- Times of the engine. moves: { field, list of values } of the op record and of other fields of a row.
local function times(given, plan, column, moves)
  local made = case.split(given, {})
  made.plan = plan
  for _, move in ipairs(moves) do move[2] = core.column(move[2]) end
  return core.run(made, { moves }, { column })[1]
end

local h100 = tw.devices.h100_sxm
local waves = { wave_launch = 5e-6, wave_eff = 0.8, wave_mem_eff = 0.7, wave_depth = 100, wave_split = 1.5,
  wave_rest = 0.05, wave_tile1 = 0.9, wave_tile2 = 0.8, wave_tile3 = 0.7, wave_tile4 = 0.4 }

local function draw_sizes(count, seed)
  local draw, m, n, k = errors.random(seed), {}, {}, {}
  local function size(octaves) return 64 * math.floor(core.exp2(octaves * draw()) + 0.5) end
  for i = 1, count do m[i], n[i], k[i] = size(7), size(7), size(7) end
  return m, n, k
end

local function gemms(count, seed, law, plan)
  local m, n, k = draw_sizes(count, seed)
  local t = times({ device = h100, run = { format = "bf16" }, law = law }, { gemm = plan }, "t_op_gemm",
    { { "op_m", m }, { "op_n", n }, { "op_k", k } })
  return tw.table{ names = { "m", "n", "k", "t" }, columns = { m = m, n = n, k = k, t = t }, units = { t = "s" } }
end

local function value_of(fit, name)
  for row in fit:parameters():rows() do
    if row.parameter == name then return row.value end
  end
end

local function coefficients(fit, wanted, tolerance)
  for name, value in pairs(wanted) do near(value_of(fit, name), value, tolerance, name) end
end

TestLaws = {}

function TestLaws:test_waves_are_found_again()
  local fit = tw.fit(gemms(150, 1, waves, "waves"), { gemm = "waves", device = h100, run = { format = "bf16" },
    correct = false })
  local tolerances = { wave_launch = 0.05, wave_eff = 0.05, wave_mem_eff = 0.05, wave_tile1 = 0.12, wave_tile2 = 0.12,
    wave_tile3 = 0.12 }
  for name, tolerance in pairs(tolerances) do near(value_of(fit, name), waves[name], tolerance, name) end
  local others = gemms(60, 2, waves, "waves")
  local found = errors.summary((fit:predict(others)), others:column "t")
  lu.assertTrue(found.median < 0.01 and found.p90 < 0.04, core.format("%g %g", found.median, found.p90))
end

-- One row in eight takes four times as long, as if something else had run. Least squares would follow these rows to a
-- median error of 17 %.
function TestLaws:test_outliers_count_little()
  local clean, times_of = gemms(160, 4, waves, "waves"), {}
  for i = 1, clean.n do times_of[i] = clean:column("t")[i] * (i % 8 == 0 and 4 or 1) end
  local contaminated = clean:select{ "m", "n", "k" }:with("t", times_of, "s")
  local fit = tw.fit(contaminated, { gemm = "waves", device = h100, run = { format = "bf16" }, correct = false })
  local found = errors.summary((fit:predict(clean)), clean:column "t")
  lu.assertTrue(found.median < 0.06, core.format("%g", found.median))
end

function TestLaws:test_measured_gemms_are_exact()
  local law = { gemm_c0 = 4e-6, gemm_c1 = 2e-15, gemm_c2 = 5e-13 }
  local fit = tw.fit(gemms(40, 3, law, "measured"), { gemm = "measured", device = h100, run = { format = "bf16" } })
  coefficients(fit, law, 1e-9)
  lu.assertTrue(fit.inside.max < 1e-9)
end

-- The coefficients of one operator carry its name.
function TestLaws:test_an_operator_has_its_own_coefficients()
  local byte, t = { 1e5, 1e6, 1e7, 1e8 }, {}
  for i = 1, 4 do t[i] = 3e-6 + 1e-12 * byte[i] end
  local rows = tw.table{ names = { "byte", "t" }, columns = { byte = byte, t = t } }
  local fit = tw.fit(rows, { softmax = "measured" })
  coefficients(fit, { softmax_c0 = 3e-6, softmax_c2 = 1e-12 }, 1e-9)
  local given = { model = "bert", device = h100, plan = { stream = "measured", softmax = fit },
    run = { attention = "unfused" }, software = "ideal" }
  local got = tw.eval(given, { "t_softmax_f", "softmax_byte", "t_norms_f" })
  near(got.t_softmax_f, 3e-6 + 1e-12 * got.softmax_byte, 1e-12)
  lu.assertEquals(got.t_norms_f, 0)
  given.plan = { stream = tw.fit(rows, { stream = "measured" }), softmax = fit:at(0.95) }
  lu.assertTrue(tw.eval(given, "t_norms_f") > 3e-6)
end

function TestLaws:test_roofline_parameters()
  local device = h100{ launch = 7e-6, flop_eff = 0.55, mem_eff = 0.6 }
  local m, n, k = draw_sizes(60, 5)
  local t = times({ device = device, run = { format = "bf16" } }, { gemm = "roofline" }, "t_op_gemm",
    { { "op_m", m }, { "op_n", n }, { "op_k", k } })
  local rows = tw.table{ names = { "m", "n", "k", "t" }, columns = { m = m, n = n, k = k, t = t } }
  local fit = tw.fit(rows, { gemm = "roofline", device = h100, run = { format = "bf16" } })
  coefficients(fit, { launch = 7e-6, flop_eff = 0.55, mem_eff = 0.6 }, 0.01)
  local only = tw.fit(rows, { gemm = "roofline", device = h100{ launch = 7e-6, mem_eff = 0.6 }, run = { format = "bf16" },
    find = { "flop_eff" } })
  lu.assertEquals(only:parameters().n, 1)
  near(value_of(only, "flop_eff"), 0.55, 0.01)
end

-- Collectives of three groups; one of them is over two nodes.
local comm = { comm_c0 = 9e-6, comm_near = 2e-6, comm_c2 = 7e-12, comm_far = 4e-6, comm_fill = 1e-8 }
local groups = { { 2, 1 }, { 8, 1 }, { 16, 2 } }

local function collectives(law)
  local byte, ranks, nodes, per_node = {}, {}, {}, {}
  for _, group in ipairs(groups) do
    for _, size in ipairs(tw.double(1024, 1024 * 1024 * 256)) do
      local i = #byte + 1
      byte[i], ranks[i], nodes[i], per_node[i] = size, group[1], group[2], group[1] / group[2]
    end
  end
  local t = times({ device = h100{ net1_size = 64 }, law = law }, { all_reduce = "measured" }, "t_op_all_reduce",
    { { "op_all_reduce", byte }, { "op_ranks", ranks }, { "net0_size", per_node } })
  return tw.table{ names = { "byte", "ranks", "nodes", "t" },
    columns = { byte = byte, ranks = ranks, nodes = nodes, t = t }, units = { byte = "byte", t = "s" } }
end

function TestLaws:test_measured_collectives_are_exact()
  local fit = tw.fit(collectives(comm), { all_reduce = "measured", correct = false })
  for name, value in pairs(fit.given) do
    local known = comm[name] or comm[name:gsub("^all_reduce", "comm")]
    near(value, known, 1e-6, name)
  end
end

TestCorrection = {}

-- Times that no law can describe: a bump at large k.
local function bump_rows(count, seed)
  local t = gemms(count, seed, waves, "waves")
  local shape, bump = t:select{ "m", "n", "k" }, {}
  for i = 1, t.n do bump[i] = t:column("t")[i] * (1 + 0.3 * core.log2(t:column("k")[i] / 64) / 7) end
  return shape:with("t", bump, "s", "measured time")
end

function TestCorrection:test_neighbours_help_rows_that_were_not_seen()
  local t, options = bump_rows(150, 7), { gemm = "waves", device = h100, run = { format = "bf16" }, find = { "wave_eff" },
    law = waves }
  local fit = tw.fit(t, options)
  options.correct = false
  local bare = tw.fit(t, options)
  lu.assertTrue(fit:held_out(t).median < 0.8 * bare:held_out(t).median)
  lu.assertTrue(fit.left_out.median < bare.inside.median)
  lu.assertEquals(fit:errors().n, 2)
  lu.assertEquals(bare:errors().n, 1)
end

-- Noise that differs from row to row cannot be learnt: if the error without the row were smaller than the law's, the row
-- would have been used.
function TestCorrection:test_a_row_left_out_is_not_seen()
  local clean, draw, noisy = gemms(200, 6, waves, "waves"), errors.random(7), {}
  for i = 1, clean.n do noisy[i] = clean:column("t")[i] * (0.7 + 0.6 * draw()) end
  local t = clean:select{ "m", "n", "k" }:with("t", noisy, "s")
  local fit = tw.fit(t, { gemm = "waves", device = h100, run = { format = "bf16" } })
  lu.assertTrue(fit.left_out.median > 0.95 * fit.inside.median,
    core.format("%g %g", fit.left_out.median, fit.inside.median))
  local seen = errors.summary((fit:predict(t)), t:column "t")
  lu.assertTrue(seen.median < 0.8 * fit.left_out.median)
end

function TestCorrection:test_predict_and_a_plan_give_the_same_bits()
  local fit = tw.fit(bump_rows(60, 8), { gemm = "waves", device = h100, run = { format = "bf16" }, find = { "wave_eff" } })
  for _, choice in ipairs{ fit, fit:at(0.9), fit:on(h100) } do
    for _, h in ipairs{ 1024, 5120, 12288 } do
      local got = tw.eval({ model = { h = h, heads = h / 64 }, device = h100, software = "ideal",
        run = { format = "bf16", sl = 512, attention = "unfused" }, plan = { gemm = choice } }, { "t_fc1_f", "fc1_m",
          "fc1_n", "fc1_k", "t_scores_f", "scores_m", "scores_n",
        "scores_k", "scores_x" })
      local asked = choice:predict(tw.table{ names = { "m", "n", "k", "x" }, columns = { m = { got.fc1_m, got.scores_m },
        n = { got.fc1_n, got.scores_n }, k = { got.fc1_k, got.scores_k }, x = { 1, got.scores_x } } })
      lu.assertEquals(asked[1], got.t_fc1_f)
      lu.assertEquals(asked[2], got.t_scores_f)
    end
  end
end

function TestCorrection:test_intervals_and_shares()
  local t = bump_rows(80, 9)
  local fit = tw.fit(t, { gemm = "waves", device = h100, run = { format = "bf16" }, find = { "wave_eff" },
    correct = false })
  local value, low, high, outside = fit:predict(t)
  local inside = 0
  for i = 1, t.n do
    lu.assertTrue(low[i] <= value[i] * 1.3 and low[i] < high[i])
    if low[i] <= t:column("t")[i] and t:column("t")[i] <= high[i] then inside = inside + 1 end
    lu.assertEquals(outside[i], 0)
  end
  lu.assertTrue(inside >= 0.85 * t.n, inside)
  local _, narrow = fit:predict(t, { interval = 0.5 })
  lu.assertTrue(narrow[1] >= low[1])
  local beyond = tw.table{ names = { "m", "n", "k" }, columns = { m = { 1e6 }, n = { 64 }, k = { 64 } } }
  lu.assertEquals(select(4, fit:predict(beyond))[1], 1)
  local at = {}
  for i, q in ipairs{ 0.05, 0.5, 0.95 } do at[i] = fit:at(q):predict(t)[1] end
  lu.assertTrue(at[1] < at[2] and at[2] < at[3])
end

TestTransfer = {}

function TestTransfer:test_a_law_follows_the_sheet()
  local a100 = tw.devices.a100_80g
  local law = { gemm_c0 = 4e-6, gemm_c1 = 4e-15, gemm_c2 = 6e-13 }
  local m, n, k = draw_sizes(40, 11)
  local t = times({ device = a100, run = { format = "bf16" }, law = law }, { gemm = "measured" }, "t_op_gemm",
    { { "op_m", m }, { "op_n", n }, { "op_k", k } })
  local rows = tw.table{ names = { "m", "n", "k", "t" }, columns = { m = m, n = n, k = k, t = t } }
  local fit = tw.fit(rows, { gemm = "measured", device = a100, run = { format = "bf16" } })
  local there = fit:on(h100)
  near(there.given.gemm_c0, 4e-6, 1e-6)
  near(there.given.gemm_c1, 4e-15 * a100.peak_bf16 * a100.flop_eff / (h100.peak_bf16 * h100.flop_eff), 1e-6)
  near(there.given.gemm_c2, 6e-13 * a100.mem_bw / h100.mem_bw, 1e-6)
  near(fit.given.gemm_c1, 4e-15, 1e-6)
  local _, low, high = there:predict(rows)
  lu.assertTrue(high[1] / low[1] > 1.5) -- there are no measurements there
end

TestCurves = {}

-- The same, a quarter slower from 1 MB on: no coefficients can describe this.
local function stepped()
  local t = collectives(comm)
  local slower = {}
  for i = 1, t.n do slower[i] = t:column("t")[i] * (t:column("byte")[i] >= 1048576 and 1.25 or 1) end
  return t:select{ "byte", "ranks", "nodes" }:with("t", slower, "s", "measured time")
end

function TestCurves:test_curves_pass_through_the_measurements()
  local t = stepped()
  local fit = tw.curve(t, { op = "all_reduce", device = h100 })
  local value, _, _, outside = fit:predict(t)
  for i = 1, t.n do
    near(value[i], t:column("t")[i], 1e-12)
    lu.assertEquals(outside[i], 0)
  end
end

function TestCurves:test_in_a_plan()
  local fit = tw.curve(stepped(), { op = "all_reduce", device = h100 })
  for _, choice in ipairs{ fit, fit:at(0.9) } do
    local got = tw.eval({ model = "gpt3_175b", device = h100, layout = { tp = 8 }, plan = { all_reduce = choice },
      software = "ideal" },
      { "t_tp_ar", "tp_ar_payload" })
    local asked = choice:predict(tw.table{ names = { "byte", "ranks" },
      columns = { byte = { got.tp_ar_payload }, ranks = { 8 } } })
    lu.assertEquals(asked[1], got.t_tp_ar)
  end
end

function TestCurves:test_between_and_beyond_the_groups_measured()
  local fit = tw.curve(stepped(), { op = "all_reduce", device = h100 })
  local function at(ranks, nodes, byte)
    return fit:predict(tw.table{ names = { "byte", "ranks", "nodes" },
      columns = { byte = { byte }, ranks = { ranks }, nodes = { nodes } } })[1]
  end
  for _, byte in ipairs{ 2048, 8e6 } do
    lu.assertTrue(at(2, 1, byte) < at(4, 1, byte) and at(4, 1, byte) < at(8, 1, byte))
    lu.assertTrue(at(16, 2, byte) < at(64, 8, byte))
  end
end

TestLogs = {}

local function log(op, size)
  return tw.table{ names = { "op", "ranks", "nodes", "bytes", "t_out" }, units = { bytes = "byte", t_out = "s" },
    columns = { op = { op, op, op, op, op }, ranks = { 8, 8, 8, 8, 8 }, nodes = { 1, 1, 1, 0 / 0, 1 },
      bytes = { size or 0, 1e5, 1e6, 1e7, 1e8 }, t_out = { 1e-5, 1.1e-5, 2e-5, 1e-4, 8e-4 } } }
end

-- A row without payload shows the cost of a call, but no law uses it.
function TestLogs:test_as_they_were_read()
  local fit = tw.curve(log "all_gather")
  lu.assertEquals(fit.n, 4)
  lu.assertEquals(fit.named, "all_gather")
  lu.assertEquals(fit.time, "t_out")
  local both = log("all_gather"):append(log "all_reduce")
  says("the table contains all_gather and all_reduce", tw.curve, both)
  lu.assertEquals(tw.curve(both, { op = "all_reduce" }).n, 4)
  says("no row has op = broadcast; the column op contains all_gather, all_reduce", tw.fit, both, { broadcast = "measured" })
  says("name the collective", tw.curve, log "")
end

-- OSU prints the bytes that one rank sends to one other.
function TestLogs:test_osu_counts_otherwise()
  local t = log("all_to_all", 1e4)
  local osu = t:with("test", { "x", "x", "x", "x", "x" }, "", "title")
  near(tw.curve(osu).range[1][3], 8 * tw.curve(t).range[1][3], 0)
end

TestMistakes = {}

function TestMistakes:test_sentences()
  local t = gemms(20, 13, nil, "roofline")
  says('unknown key "gem"; did you mean "gemm"?', tw.fit, t, { gem = "waves" })
  says('unknown key "devise"; did you mean "device"?', tw.fit, t, { gemm = "waves", devise = h100 })
  says("what is fitted? Write", tw.fit, t, { device = h100 })
  says("gemm and stream: fit one of them at a time", tw.fit, t, { stream = "measured", gemm = "waves" })
  says('gemm has no law "wave"; did you mean "waves"?', tw.fit, t, { gemm = "wave" })
  says("gemm has no law true", tw.fit, t, { gemm = true })
  says("expected a formula", tw.fit, t, 3)
  says("expected a table", tw.fit, { 1, 2 }, { gemm = "waves" })
  says('there is no column "byte" (bytes of memory traffic, or of payload)', tw.fit, t, { stream = "measured" })
  says('there is no column "t" (measured time in seconds)', tw.fit, t:select{ "m", "n", "k" }, { gemm = "waves" })
  says("the table has no rows", tw.fit, t:pick{}, { gemm = "measured" })
  says("2 rows cannot determine", tw.fit, t:pick{ 1, 2 }, { gemm = "measured" })
  says("10 fields cannot be found from 4 rows", tw.fit, t:pick{ 1, 2, 3, 4 }, { gemm = "waves" })
  says("expected a list of fields", tw.fit, t, { gemm = "waves", find = "wave_eff" })
  says('"wave_ef" is not a field; did you mean "wave_eff"?', tw.fit, t, { gemm = "waves", find = { "wave_ef" } })
  says('the law "measured" has no wave_eff', tw.fit, t, { gemm = "measured", find = { "wave_eff" } })
  says('the column "m" is in byte, expected s', tw.fit, t:select{ "n", "k" }:with("m", t:column "m", "byte", ""),
    { gemm = "measured", time = "m" })
  local slow = t:select{ "m", "n", "k" }:with("t", core.column(20), "s", "")
  says("row 1 of t is 0, expected above 0", tw.fit, slow, { gemm = "measured" })
end

function TestMistakes:test_of_a_fit()
  local fit = tw.fit(gemms(20, 13, nil, "roofline"), { gemm = "measured" })
  says("expected a share between 0 and 1", fit.at, fit, 1)
  says("expected a number between 0 and 1", fit.predict, fit, gemms(1, 1, nil, "roofline"), { interval = 2 })
  says("plan.stream: this is a fit of gemm", tw.eval, { plan = { stream = fit } }, "t_layer")
  says("a plan's keys are names of families", tw.eval, { plan = { fit } }, "t_layer")
end

TestShipped = {}

function TestShipped:test_every_included_fit_works_in_a_plan()
  local names = tw.fits()
  lu.assertTrue(#names >= 6)
  for _, name in ipairs(names) do
    local fit = tw.fits[name]
    lu.assertNotNil(tw.devices[fit.entry.device])
    lu.assertTrue(#fit.entry.source > 20)
    lu.assertStrContains(tostring(fit), fit.entry.source)
    for row in fit:errors():rows() do
      lu.assertTrue(row.median > 0 and row.median < 0.25 and row.median < row.p90, name)
      local family = fit.entry.fits[1].of
      local function compute(choice)
        local sp = (family == "all_gather" or family == "grouped") and "yes" or "no"
        return tw.eval({ model = family == "grouped" and "qwen3_30b_a3b" or "gpt3_175b", device = fit.entry.device,
          run = { format = fit.entry.format, attention = "fused" }, layout = { tp = 4, sp = sp },
          plan = { [family] = choice } }, "t_layer")
      end
      lu.assertTrue(compute(fit:at(0.05)) < compute(fit), name)
      lu.assertTrue(compute(fit) < compute(fit:at(0.95)), name)
    end
    local t = fit:parameters()
    lu.assertTrue(t.n > 0 or fit.entry.fits[1].grid ~= nil, name) -- an unchanged law with a table of its residuals
    for row in t:rows() do
      local device = row.parameter:match "^net"
      local law = device and tw.devices[fit.entry.device]{ [row.parameter] = row.value }
        or tw.law{ [row.parameter] = row.value } -- inside the field's bounds
      near(law[row.parameter], row.value, 0)
    end
  end
end

function TestShipped:test_a_fit_of_an_operator_takes_precedence_over_its_family()
  local given = { model = "bert", device = "mi210", run = { format = "fp32", attention = "unfused" } }
  local function softmax(plan)
    given.plan = plan
    return tw.eval(given, "t_softmax_f")
  end
  local mi210, mi100 = tw.fits.mi210_fp32, tw.fits.mi100_fp32
  lu.assertEquals(softmax{ stream = mi210, softmax = mi100 }, softmax{ stream = mi100 })
  lu.assertNotEquals(softmax{ stream = mi210 }, softmax{ stream = mi100 })
  lu.assertEquals(softmax(mi210:plan()), softmax{ stream = mi210 })
end

-- Each kind of collective has its own coefficients.
function TestShipped:test_several_collectives_in_a_plan()
  local t = tw.operators{ { name = "a", all_reduce = "2 MB", ranks = 8 }, { name = "b", all_gather = "2 MB", ranks = 8 } }
  local function time(plan) return t:sweep{ device = tw.devices.a100_80g, plan = plan }[1].t_ser end
  local nccl = tw.fits.a100_nccl
  local ring = time{ all_reduce = "ring", all_gather = "ring" }
  near(time(nccl:plan()), time{ all_reduce = nccl, all_gather = "ring" } + time{ all_reduce = "ring", all_gather = nccl }
    - ring, 1e-9)
end

-- Along an axis each choice sets only its own fields.
function TestShipped:test_choices_along_an_axis()
  local given = { model = "bert", device = "a100_80g", run = { format = "bf16" } }
  local laws = { tw.fits.h100_bf16, "roofline", tw.fits.a100_bf16, "waves" }
  local t = tw.sweep(given, { over = { gemm = laws, b = { 1, 8 } }, want = "t_gemm_f" })
  lu.assertEquals({ t[1].gemm, t[2].gemm, t[3].gemm }, { "h100_bf16", "roofline", "a100_bf16" })
  for i, law in ipairs(laws) do
    given.plan = { gemm = law }
    lu.assertEquals(t[i].t_gemm_f, tw.eval(given, "t_gemm_f"))
  end
end

function TestShipped:test_mistakes()
  says('there is no fit "a100_bf15"; did you mean "a100_bf16"?', function() return tw.fits.a100_bf15 end)
  says("plan.stream: a100_bf16 contains gemm", tw.eval, { plan = { stream = tw.fits.a100_bf16 } }, "t_layer")
  says("expected a share between 0 and 1", tw.fits.a100_bf16.at, tw.fits.a100_bf16, 1)
end

os.exit(lu.LuaUnit.run() == 0, true)
