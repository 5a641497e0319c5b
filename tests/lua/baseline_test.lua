-- SPDX-License-Identifier: MIT
-- One measured baseline and its projections: numbers computed by hand, the engine's sweep compared with the table, warnings
-- about what is not known, and a trace that is made here.
local lu = require "luaunit"
local expect = require "expect"
local tw = require "twocs"
local core = require "twocs.core"
local scatter = require "twocs.fit.spread"

local function near(got, want, relative) lu.assertAlmostEquals(got, want, (relative or 1e-12) * math.abs(want)) end

local says = expect.words

-- A simple device: 100 Tflop/s and 1 TB/s, all of which is reached.
local device = tw.device{ peak_fp16 = 1e14, peak_fp32 = 2.5e13, mem_bw = 1e12, mem_size = 8e10, flop_eff = 1, mem_eff = 1,
  launch = 0, units = 100, comm_launch = 0, net0_size = 8, net0_bw = 1e11, net0_lat = 0, net0_half = 0, net1_size = 1 }
local function model(h)
  return tw.model{ h = h, head_dim = 64, heads = h / 64, kv_heads = h / 64, ffn = 4 * h, layers = 2 }
end
local function case(h, sl, more)
  local made = { model = model(h), run = tw.run{ sl = sl, b = 1, format = "fp16", dropout = "no", attention = "unfused" },
    device = device }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

-- Milliseconds of a layer with H = 2048 and SL = 2048, all passes together.
local times = { qkv = 1.2, scores = 0.3, context = 0.3, proj = 0.4, fc1 = 1.6, fc2 = 1.6, softmax = 0.5, activation = 0.4,
  norms = 0.2, residual = 0.1 }
local order = { "qkv", "scores", "context", "proj", "fc1", "fc2", "softmax", "activation", "norms", "residual" }
local function rows()
  local list = {}
  for i, name in ipairs(order) do list[i] = { operator = name, t = times[name] / 1e3 } end
  return list
end
local function made(more)
  local given = case(2048, 2048)
  for key, value in pairs(more or {}) do given[key] = value end
  return tw.baseline(rows(), given)
end

local function by_operator(t, column)
  local found = {}
  for row in t:rows() do found[row.operator] = row[column] end
  return found
end

TestBaseline = {}

function TestBaseline:test_coefficients_by_hand()
  local _, gemm = made():choice("gemm")
  local _, stream = made():choice("stream")
  -- fc1: three passes of 2 x 2048 x 8192 x 2048 flop.
  near(gemm.fc1_c1, 1.6e-3 / (3 * 2 * 2048 * 8192 * 2048))
  -- scores: 32 heads, 2048 x 2048 x 64.
  near(gemm.scores_c1, 0.3e-3 / (3 * 2 * 32 * 2048 * 2048 * 64))
  -- norms: two of them; 2 passes forward and 3 backward over 2048 x 2048 numbers of 2 bytes.
  near(stream.norms_c2, 0.2e-3 / (2 * 5 * 2 * 2048 * 2048))
  lu.assertEquals(gemm.fc1_c0, 0)
  lu.assertEquals(gemm.fc1_c2, 0)
end

function TestBaseline:test_projected_to_itself_gives_the_measured_times()
  local base = made()
  local t = base:project{}
  local found, low, high = by_operator(t, "t"), by_operator(t, "low"), by_operator(t, "high")
  local sum = 0
  for _, name in ipairs(order) do
    near(found[name], times[name] / 1e3)
    near(low[name], found[name] * (1 - scatter.repeated)) -- like repeated measurements
    near(high[name], found[name] * (1 + scatter.repeated))
    sum = sum + times[name] / 1e3
  end
  near(found.layer, sum)
  near(tw.eval(case(2048, 2048, { plan = base:plan() }), "t_cmp"), sum)
  local errors = base:errors(base)
  for row in errors:rows() do
    lu.assertAlmostEquals(row.error, 0, 1e-12)
    lu.assertEquals(row.inside, 1)
  end
  lu.assertEquals(errors[errors.n].operator, "layer")
end

function TestBaseline:test_scaling_rules()
  local base = made()
  local longer = by_operator(base:project{ run = tw.run{ sl = 4096, b = 1, dropout = "no", attention = "unfused" } }, "t")
  for _, name in ipairs{ "qkv", "proj", "fc1", "fc2", "activation", "norms", "residual" } do
    near(longer[name], 2 * times[name] / 1e3)
  end
  for _, name in ipairs{ "scores", "context", "softmax" } do near(longer[name], 4 * times[name] / 1e3) end
  local wider = by_operator(base:project{ model = model(4096) }, "t")
  for _, name in ipairs{ "qkv", "proj", "fc1", "fc2" } do near(wider[name], 4 * times[name] / 1e3) end
  for _, name in ipairs{ "scores", "context", "softmax", "activation", "norms", "residual" } do
    near(wider[name], 2 * times[name] / 1e3)
  end
  local split = by_operator(base:project{ layout = { tp = 4 } }, "t")
  for _, name in ipairs{ "qkv", "fc1", "scores", "softmax", "activation" } do near(split[name], times[name] / 4e3) end
  for _, name in ipairs{ "norms", "residual" } do near(split[name], times[name] / 1e3) end
end

function TestBaseline:test_a_plan_is_the_loop()
  local base = made()
  local t = tw.sweep(case(2048, 2048, { plan = base:plan(), over = { sl = { 1024, 2048, 8192 }, tp = { 1, 8 } },
    want = { "t_cmp" } }))
  for row in t:rows() do
    local one = base:project{ run = tw.run{ sl = row.sl, b = 1, dropout = "no", attention = "unfused" },
      layout = { tp = row.tp } }
    near(row.t_cmp, by_operator(one, "t").layer)
  end
  lu.assertStrContains(t.head, "gemm measured, stream measured")
  -- Evolved hardware makes only GEMMs faster.
  local today = by_operator(base:project{}, "t")
  local evolved = by_operator(base:project{ device = device{ flop_vs_bw = 4 } }, "t")
  near(evolved.fc1, today.fc1 / 4)
  near(evolved.norms, today.norms)
end

function TestBaseline:test_other_devices()
  local base = made()
  local faster = device:times{ peak = 2, mem_bw = 4 }
  local t = by_operator(base:project{ device = faster }, "t")
  near(t.fc1, times.fc1 / 2e3)
  near(t.norms, times.norms / 4e3)
  near(by_operator(base:on(faster):project{}, "t").layer, t.layer)
  near(tw.eval(case(2048, 2048, { device = faster, plan = base:plan() }), "t_cmp"), t.layer)
  local both, formats = { a = device, b = faster }, { "fp16", "fp32" }
  local swept = tw.compare(case(2048, 2048, { plan = base:plan() }), { device = both, want = { "t_cmp" } })
  near(swept[1].t_cmp, by_operator(base:project{}, "t").layer)
  near(swept[2].t_cmp, t.layer)
  -- FP32 is four times slower here and moves twice the bytes.
  local wide = tw.sweep(case(2048, 2048, { plan = base:plan(), over = { format = formats },
    want = { "t_fc1_f", "t_norms_f" } }))
  near(wide[2].t_fc1_f, 4 * wide[1].t_fc1_f)
  near(wide[2].t_norms_f, 2 * wide[1].t_norms_f)
  -- Each point of a grid over both equals the same case alone.
  local grid = tw.sweep(case(2048, 2048, { plan = base:plan(), over = { device = both, format = formats },
    want = { "t_fc1_f", "t_norms_f" } }))
  lu.assertEquals(grid.n, 4)
  for row in grid:rows() do
    local alone = case(2048, 2048, { device = both[row.device], plan = base:plan() })
    alone.run = tw.run(alone.run){ format = row.format }
    lu.assertEquals(row.t_fc1_f, tw.eval(alone, "t_fc1_f"))
    lu.assertEquals(row.t_norms_f, tw.eval(alone, "t_norms_f"))
  end
  lu.assertStrContains(base:on(faster):warnings()[1], "times are scaled to another device")
end

function TestBaseline:test_passes_counts_and_groups()
  local function fields(list)
    local base = tw.baseline(list, case(2048, 2048))
    local _, gemm = base:choice("gemm")
    local _, stream = base:choice("stream")
    return gemm, stream, base
  end
  local flop = 2 * 2048 * 8192 * 2048
  near(fields{ { operator = "fc1", t_f = 1e-3, t_b = 3e-3 } }.fc1_c1, 4e-3 / (3 * flop))
  near(fields{ { operator = "fc1", t_f = 1e-3 } }.fc1_c1, 1e-3 / flop)
  near(fields{ { operator = "fc1", t = 1e-3, count = 2 }, { operator = "fc1", t = 1e-3 } }.fc1_c1, 3e-3 / (3 * flop))
  local gemm, stream, base = fields{ { operator = "attention", t = 1e-3 }, { operator = "elementwise", t = 2e-3 } }
  near(gemm.scores_c1, gemm.context_c1)
  near(gemm.scores_c1, 1e-3 / (2 * 3 * 2 * 32 * 2048 * 2048 * 64))
  lu.assertEquals(stream.softmax_c2, 0)
  -- 5 passes over 4 H, and 2 x 6 over H, of 2048 tokens and 2 bytes.
  near(stream.activation_c2, 2e-3 / (2 * 2048 * 2048 * (5 * 4 + 12)))
  near(stream.residual_c2, stream.activation_c2)
  -- GEMMs without a measurement run at the mean rate of the others; streams without one take no time. Warnings report both.
  near(gemm.fc1_c1, gemm.scores_c1)
  local warnings = table.concat(base:warnings(), "\n")
  lu.assertStrContains(warnings, "no time for qkv, proj, fc1, fc2: projected at the mean rate of the measured GEMMs")
  lu.assertStrContains(warnings, "no time for norms: projected as zero")
  lu.assertNotStrContains(warnings, "softmax")
  local notes = by_operator(base:operators(), "note")
  lu.assertEquals(notes.softmax, "inside attention")
  lu.assertEquals(notes.scores, "measured together with context")
end

function TestBaseline:test_a_small_baseline_warns_and_a_large_one_does_not()
  local list = { { operator = "fc1", t = 1e-3 }, { operator = "fc2", t = 1e-3 } }
  local function about(base, part)
    for _, sentence in ipairs(base:warnings()) do
      if sentence:find(part, 1, true) then return sentence end
    end
  end
  local small, large = tw.baseline(list, case(256, 128)), tw.baseline(list, case(16384, 8192))
  lu.assertStrMatches(about(small, "fc1 (128 x 1024 x 256) is below saturation"), ".*runs at [%d.]+ times its rate, so "
    .. "times of large ones are overestimated by up to %d+ %%")
  lu.assertNil(about(large, "is below saturation"))
  local t = small:project(case(4096, 128))
  local row = t:where{ operator = "fc1" }[1]
  lu.assertEquals(row.outside, 1)
  lu.assertEquals(row.note, "256 times the flop of the baseline")
  lu.assertTrue(row.low < 0.5 * row.t)
  near(row.high, 1.15 * row.t)
  row = large:project(case(16384, 16384)):where{ operator = "fc1" }[1]
  lu.assertEquals(row.outside, 0)
  lu.assertTrue(row.low > 0.7 * row.t and row.low <= 0.85 * row.t)
  for _, one in ipairs{ { 4, 0 }, { 5, 1 } } do -- up to four times the baseline is near, more is far
    lu.assertEquals(large:project(case(16384, one[1] * 8192)):where{ operator = "fc1" }[1].outside, one[2])
  end
end

-- The time that memory does not explain may stay or may grow: t, or rest + bytes / bandwidth, 15 % wider.
function TestBaseline:test_the_interval_of_a_stream_by_hand()
  local base = tw.baseline({ { operator = "norms", t = 1e-3 } }, case(2048, 2048))
  local byte = 2 * 5 * 2 * 2048 * 2048
  local row = base:project(case(2048, 8192)):where{ operator = "norms" }[1]
  near(row.t, 4e-3)
  near(row.low, 0.85 * (1e-3 - byte / 1e12 + 4 * byte / 1e12))
  near(row.high, 1.15 * 4e-3)
  near(base:operators():where{ operator = "norms" }[1].reached, byte / 1e12 / 1e-3)
end

function TestBaseline:test_without_a_device_there_is_no_interval()
  local given = case(2048, 2048)
  given.device = nil
  local base = tw.baseline(rows(), given)
  local row = base:project{ model = model(4096) }:where{ operator = "fc1" }[1]
  near(row.t, 4 * times.fc1 / 1e3)
  lu.assertTrue(row.low ~= row.low)
  lu.assertStrContains(row.note, "no interval")
  lu.assertStrContains(table.concat(base:warnings(), "\n"), "projected times of qkv")
end

function TestBaseline:test_errors_of_other_measurements()
  local base = made()
  local target = { { operator = "fc1", t = 3.0e-3 }, { operator = "norms", t = 0.4e-3 } }
  local t = base:errors(target, { run = tw.run{ sl = 4096, b = 1, dropout = "no", attention = "unfused" } })
  lu.assertEquals(t:column("operator")[1], "fc1")
  near(t[1].error, 3.2 / 3.0 - 1, 1e-9)
  near(t[2].projected, 0.4e-3)
  near(t[3].error, 3.6 / 3.4 - 1, 1e-9)
  lu.assertEquals(t.n, 3)
end

function TestBaseline:test_mistakes()
  local base = made()
  says('baseline: row 1: "fc3" is not an operator of a layer; did you mean "fc1"?', function()
    tw.baseline({ { operator = "fc3", t = 1 } }, case(2048, 2048))
  end)
  says("baseline: row 2, fc1: there is no time: give t, or t_f with t_b, in seconds", function()
    tw.baseline({ { operator = "qkv", t = 1 }, { operator = "fc1" } }, case(2048, 2048))
  end)
  says("baseline: row 1, fc1: give t, or t_f with t_b, not both", function()
    tw.baseline({ { operator = "fc1", t = 1, t_f = 1 } }, case(2048, 2048))
  end)
  says("baseline: row 1, fc1: t = -1, expected 0 or more", function()
    tw.baseline({ { operator = "fc1", t = -1 } }, case(2048, 2048))
  end)
  says('baseline: row 1: unknown key "time"', function()
    tw.baseline({ { operator = "fc1", time = 1 } }, case(2048, 2048))
  end)
  says("baseline: expected a trace, a table or a list of rows", function() tw.baseline(7, case(2048, 2048)) end)
  says('unknown key "modle"; did you mean "model"?', function() tw.baseline(rows(), { modle = 1 }) end)
  says("plan.all_reduce: a baseline has laws for gemm and stream only", function()
    tw.eval(case(2048, 2048, { plan = { all_reduce = base } }), "t_cmp")
  end)
  says('a baseline has no "projct"; did you mean "project"?', function() return base.projct end)
  local t = tw.table{ names = { "operator", "t" }, columns = { operator = { "fc1" }, t = { 1 } }, units = { t = "ms" } }
  says("baseline: column t is in ms, expected s", function() tw.baseline(t, case(2048, 2048)) end)
end

function TestBaseline:test_what_the_case_does_none_of_is_left()
  local base = tw.baseline({ { operator = "fc1", t = 3e-3 }, { operator = "score_drop", t = 1e-3 } }, case(2048, 2048))
  local left = base:left()
  lu.assertEquals({ left[1].name, left[1].why }, { "score_drop", "the case does not have this operator" })
  near(left[1].share, 0.25)
  lu.assertStrContains(table.concat(base:warnings(), "\n"), "25 % of the time belongs to no operator")
end

-- A trace of two steps of a small model with two layers: the GEMMs of a layer, and other kernels.
local stem = os.tmpname()
local path = stem .. ".json"
local function trace_of(list, steps)
  local events, id, now = {}, 0, 1000
  local function event(cat, name, ts, dur, args)
    events[#events + 1] = core.format('{"ph": "X", "cat": "%s", "name": "%s", "pid": 0, "tid": 7, "ts": %.3f, "dur": %.3f, '
      .. '"args": {%s}}', cat, name, ts, dur, args)
  end
  for step = 1, steps do
    local start = now
    for _, item in ipairs(list) do
      for _ = 1, item.calls do
        id = id + 1
        event("cpu_op", item.op, now - 900, 1, core.format('"External id": "%d", "Input Dims": %s, '
          .. '"Input type": ["c10::Half"]', id, item.dims or "[]"))
        event("kernel", item.name, now, item.dur, core.format('"External id": "%d", "stream": "7", "device": "0"', id))
        now = now + item.dur
      end
    end
    event("gpu_user_annotation", core.format("ProfilerStep#%d", step), start, now - start, "")
  end
  local file = assert(io.open(path, "wb"))
  file:write('{"deviceProperties": [{"name": "GPU"}],\n"traceEvents": [\n' .. table.concat(events, ",\n") .. "\n]}\n")
  file:close()
  local trace = assert(tw.read(path, { as = "trace" }))
  os.remove(path)
  return trace
end

local function mm(m, n, k, calls, dur)
  local dims = core.format("[[%d, %d], [%d, %d]]", m, k, k, n)
  return { op = "aten::mm", name = "a_gemm", dims = dims, calls = calls, dur = dur }
end

function TestBaseline:test_a_trace()
  local h, sl = 512, 256
  local given = case(h, sl)
  given.run = tw.run{ sl = sl, b = 1, format = "fp16", dropout = "no", attention = "unfused" }
  local trace = trace_of({
    -- Qkv; each gradient has its sizes in its own order.
    mm(sl, 3 * h, h, 2, 30), mm(sl, h, 3 * h, 2, 40), mm(3 * h, h, sl, 2, 50),
    mm(sl, h, h, 6, 10), -- proj
    mm(sl, 4 * h, h, 6, 20), mm(sl, h, 4 * h, 6, 24), -- fc1 and fc2, which cannot be distinguished
    mm(7, 11, 13, 1, 5), -- not an operator of the case
    { op = "aten::native_layer_norm", name = "vectorized_layer_norm_kernel", calls = 5, dur = 8 },
    { op = "aten::softmax", name = "softmax_warp_forward", calls = 2, dur = 6 },
    { op = "aten::gelu", name = "vectorized_elementwise_kernel gelu", calls = 2, dur = 3 },
    { op = "aten::copy_", name = "Memcpy DtoD", calls = 1, dur = 9 },
  }, 2)
  local base = tw.baseline(trace, given)
  local t = by_operator(base:operators(), "t_measured")
  near(t.qkv, (30 + 40 + 50) * 1e-6)
  near(t.proj, 3 * 10e-6)
  near(t.fc1, (6 * 20 + 6 * 24) / 2 / 2 * 1e-6)
  near(t.fc2, t.fc1)
  near(t.softmax, 6e-6)
  near(t.norms, 2 * 8e-6) -- five of them in a step with two layers
  near(t.activation + t.residual, 3e-6)
  local left = base:left()
  local whole = 2 * (2 * 120 + 6 * 10 + 6 * 44 + 5 + 40 + 12 + 6 + 9)
  local share = 0
  for row in left:rows() do share = share + row.share end
  near(share, 2 * 14 / whole, 1e-9)
  lu.assertStrContains(table.concat(left:column("name"), "\n"), "gemm 7 x 11 x 13")
  lu.assertStrContains(table.concat(base:warnings(), "\n"), "no time for scores, context")
  lu.assertEquals(base:communication().n, 1)
  lu.assertStrContains(tostring(base), "2 passes over the model")
  -- One step with separate Q, K and V: twelve products of one size, of which nine are projections of attention.
  local apart = trace_of({ mm(sl, h, h, 24, 10) }, 1)
  t = by_operator(tw.baseline(apart, given):operators(), "t_measured")
  near(t.qkv, 9 * 10e-6)
  near(t.proj, 3 * 10e-6)
end

local result = lu.LuaUnit.run()
os.remove(stem)
os.exit(result == 0, true)
