-- SPDX-License-Identifier: MIT
-- Parts of predictions, each by hand and at its limits: which side of a band counts, weights, kinds of runs, and how two
-- columns of a file relate. Mutants of one line each survived here before these tests.
local lu = require "luaunit"
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local files = require "files"
local memory = require "twocs.predict.memory"
local reader = require "twocs.runs.read"
local regimes = require "twocs.predict.regimes"
local score = require "twocs.predict.score"
local titles = require "twocs.predict.titles"
local tw = require "twocs"

TestParts = {}

local function run(measured, pp, microbatches, vp)
  return { measured = measured, predicted = measured, row = { model = "m", gpus = 8, microbatch = 1 },
    fields = { tp = 2, pp = pp, vp = vp }, v = { microbatches = microbatches, step_flop = 1, peak = 1 } }
end

-- Four chunks leave a half or a quarter of the three waits of a pipeline; the time that the bubble explains is not an
-- error.
function TestParts:test_the_bubble_of_chunks()
  local list = { run(1, 1, 8), run(1 + 3 / 8, 4, 8), run(1 + 3 / 16, 4, 8, 2), run(1 + 3 / 32, 4, 8, 4) }
  local flat, bubble = score.baselines(list)
  lu.assertTrue(flat.mean > 0.05)
  lu.assertAlmostEquals(bubble.mean, 0, 1e-15)
end

-- With 4 stages, a step takes as many slots as microbatches, plus three. Exactly twice is not faulty.
function TestParts:test_a_slot_counts_the_bubble()
  local list = { run(16, 4, 13), run(8, 4, 1), run(8.1, 4, 1), run(100, 2, 1) }
  lu.assertEquals(score.mark_sick(list), 1)
  lu.assertEquals({ list[2].sick, list[3].sick, list[4].sick }, { false, true, false })
  lu.assertEquals(score.healthy(list), { list[1], list[2], list[4] })
end

-- A run faster than predicted is compared with `down`, a slower one with `up`.
function TestParts:test_each_side_of_a_band()
  local rows = { sd = 0.1, nodes = 0, span = 0 }
  local function off(measured)
    return bands.score_of({ predicted = 1, measured = measured, down = 1, up = 0, fields = {}, v = { devices = 8 } },
      { rows = rows })
  end
  lu.assertTrue(off(0.5) < 0.7 and off(2) > 5)
end

-- Of ten equal weights, the ninth is the first that reaches nine tenths.
function TestParts:test_nine_of_ten()
  local groups = { { weight = 5 }, { weight = 5 } }
  for i = 1, 10 do groups[i % 2 + 1][math.ceil(i / 2)] = { predicted = 1, measured = 1 + i / 16 } end
  lu.assertEquals(bands.constant(groups), 9 / 16)
end

-- A stack has the same weight in the spread of a constant as in its fit.
function TestParts:test_weights_of_a_spread()
  local one = { a = 1 }
  local sd = bands.spreads({ "a" }, { { a = 2, weight = 3 }, { a = 4, weight = 1 } }, one, one)
  lu.assertAlmostEquals(sd.a, 1.2533 * math.log(2) * (3 + 2) / 4 * math.sqrt(4 / 3), 1e-12)
  -- If stacks agree, the constant is as certain as a repeated measurement, and not more.
  lu.assertTrue(bands.spreads({ "a" }, { { a = 2 }, { a = 2 } }, { a = 2 }, one).a > 0.01)
end

-- The memory that stays on a device: weights, gradients and optimizer state of the largest stage.
function TestParts:test_memory_that_stays()
  local v = { fits = 1 }
  for i, name in ipairs(memory.wanted) do
    if name:find "^%l+_%l+_mem$" and name ~= "stage_mem" then v[name] = i end
  end
  local function static(stage)
    return v[stage .. "_weight_mem"] + v[stage .. "_grad_mem"] + v[stage .. "_opt_mem"]
  end
  v.middle_opt_mem = 1000
  local one = memory.of({ model = "m" }, {}, v)
  lu.assertEquals(one.static, math.max(static "first", static "middle", static "last"))
  lu.assertEquals(one.need, v.last_need_mem)
end

-- name, fields, v, whether it is of this kind; each at its limit
local kinds = {
  { "small GEMMs", { tp = 4 }, { h = 4096 }, false }, { "small GEMMs", { tp = 5 }, { h = 4096 }, true },
  { "TP-heavy", { tp = 2 }, { t_step_ser = 16, t_step = 100 }, true },
  { "TP-heavy", { tp = 2 }, { t_step_ser = 14, t_step = 100 }, false },
  { "TP-heavy", {}, { t_step_ser = 16, t_step = 100 }, false }, -- of experts, or of context
  { "TP over nodes", { tp = 8 }, {}, false }, { "TP over nodes", { tp = 16 }, {}, true },
  { "TP over nodes", { tp = 8, net0_size = 4 }, {}, true },
  { "PP-heavy", {}, { t_step_idle = 16, t_step = 100 }, true },
  { "PP-heavy", {}, { t_step_idle = 14, t_step = 100 }, false },
  { "few microbatches", { pp = 4 }, { microbatches = 8 }, false },
  { "few microbatches", { pp = 4 }, { microbatches = 7 }, true },
  { "few microbatches", {}, { microbatches = 1 }, true }, { "few microbatches", {}, { microbatches = 2 }, false },
  { "FSDP", { zero = 3 }, {}, true }, { "FSDP", { zero = 2 }, {}, false },
  { "near the memory limit", {}, { mem_byte = 91, mem_size = 100 }, true },
  { "near the memory limit", {}, { mem_byte = 89, mem_size = 100 }, false },
  { "host-bound", {}, { t_layer_host = 1, stage_layers = 4, microbatches = 4, t_step = 100 }, true },
  { "host-bound", {}, { t_layer_host = 1, stage_layers = 7, microbatches = 2, t_step = 100 }, false },
  { "256 GPUs and more", {}, { devices = 256 }, true }, { "256 GPUs and more", {}, { devices = 255 }, false },
}

function TestParts:test_kinds_of_runs()
  local of, seen = {}, {}
  for _, kind in ipairs(regimes.list) do of[kind[1]] = kind[2] end
  for i, one in ipairs(kinds) do
    lu.assertEquals(of[one[1]]{ fields = one[2], v = one[3] }, one[4], tw.format("%d %s", i, one[1]))
    seen[one[1]] = true
  end
  for name in pairs(of) do lu.assertTrue(seen[name], name) end
end

-- TP that fills a node does not cross it; a network that is twice as fast also has half of the latency; compute lacks the
-- multiprocessors of collectives.
function TestParts:test_software_at_the_edge_of_a_node()
  local own = tw.software.nanotron
  local function fields(more, speed)
    local layout = { dp = 1 }
    for key, value in pairs(more) do layout[key] = value end
    return tw.eval({ model = "gpt3_175b", device = "h100_sxm", software = own{ net_speed = speed or 1 }, layout = layout,
      illegal = "allow", run = { sl = 2048, micro_batch = 1, format = "bf16" } },
      { "host_layer", "net1_step", "interference", "t_pp_hop" })
  end
  lu.assertAlmostEquals(fields{ tp = 8, pp = 2 }.host_layer, own.host + 8 * own.host_rank, 1e-15)
  lu.assertAlmostEquals(fields{ tp = 4, pp = 2 }.host_layer, own.host, 1e-15)
  -- Without experts, and with sharded weights: relative to the time of eager code.
  local function host(more)
    local case = { model = "llama3_8b", device = "h100_sxm", software = "pytorch", run = { sl = 512, b = 1 },
      layout = { dp = 8 } }
    for key, value in pairs(more) do case[key] = value end
    return tw.eval(case, "host_layer") / tw.software.pytorch.host
  end
  local torch, mixtral = tw.software.pytorch, { model = "mixtral_8x7b" }
  lu.assertAlmostEquals(host{}, torch.host_own, 1e-12)
  lu.assertAlmostEquals(host(mixtral), torch.host_own + torch.host_experts, 1e-12)
  for _, format in ipairs{ "fp8", "fp4" } do
    lu.assertAlmostEquals(host{ device = "b200_sxm", run = { sl = 512, b = 1, format = format } },
      torch.host_own + torch.host_narrow, 1e-12)
  end
  lu.assertAlmostEquals(host{ layout = { dp = 8, zero = "weights" } }, torch.host_own + torch.host_shard, 1e-12)
  lu.assertAlmostEquals(host{ software = torch{ graphs = "all" } }, 0, 1e-12)
  lu.assertAlmostEquals(host{ run = { sl = 512, b = 1, mode = "inference" } }, 0, 1e-12)
  lu.assertAlmostEquals(host{ software = "transformers" }, 1, 1e-12)
  lu.assertEquals(host{ software = "maxtext" }, 0) -- XLA has one program for a step
  lu.assertAlmostEquals(fields({ tp = 16 }).net1_step / fields({ tp = 16 }, 2).net1_step, 2, 1e-12)
  local faster = fields({ tp = 8, pp = 2 }).t_pp_hop / fields({ tp = 8, pp = 2 }, 2).t_pp_hop
  lu.assertTrue(faster > 1.9 and faster <= 2) -- the start of a message does not depend on the network
  lu.assertAlmostEquals(fields{ tp = 16 }.interference, 132 / (132 - 16), 1e-12)
end

local function cells(more)
  local r = { layers = 8, hidden = 4096, heads = 32, seq = 2048, gpus = 16, gpu_type = "H100", tp = 2, pp = 2,
    microbatch = 1, global_batch = 64, vocab = 1024, step_time_s = 2 }
  for key, value in pairs(more) do r[key] = value end
  return r
end

-- GPUs are TP x PP x CP x DP; weights are counted with grouped keys and with a gate; rates are of all GPUs, or of one.
function TestParts:test_consistency_of_columns()
  local function agrees(more, says)
    local why = reader.case(reader.entry "own", cells(more)).why
    if says then lu.assertStrContains(tostring(why), says) else lu.assertNil(why) end
  end
  agrees{ cp = 2, dp = 2 }
  agrees({ cp = 2, dp = 4 }, "differ from its GPUs")
  agrees{ cp = 2, dp = 2, grad_accum = 32 }
  -- 8 layers of 4096 squared are 0.134 B parameters: with an FC of the same width 6 of these, or 4.06 if all heads share
  -- their keys; with an FC of 4 x 4096 12, or 16 with a gate. Twice or half as many contradict.
  agrees({ ffn = 4096, kv_heads = 1, params_b = 1.2 }, "contradict")
  agrees{ ffn = 4096, params_b = 1.2 }
  agrees({ gated = "yes", params_b = 0.95 }, "contradict")
  agrees{ params_b = 0.95 }
  agrees({ params_b = 0.7 }, "contradict")
  agrees{ ffn = 4096, params_b = 1.5 }
  agrees({ ffn = 4096, params_b = 0.37 }, "contradict")
  agrees{ ffn = 4096, kv_heads = 1, params_b = 1.05 }
  -- Eight experts of the same width have 16 of it, and attention has 4; latent attention is not checked.
  local experts = { experts = 8, top_k = 2, expert_ffn = 4096 }
  experts.params_b = 2.6
  agrees(experts)
  experts.params_b = 5.5
  agrees(experts, "contradict")
  agrees{ kv_lora_rank = 512, rope_dim = 64, nope_dim = 128, v_dim = 128, params_b = 100 }
  agrees{ tokens_per_s = 65536 * 1.04 }
  agrees({ tokens_per_s = 65536 * 1.06 }, "contradict")
  agrees{ tokens_per_s_per_gpu = 4096, tokens_per_s = 65536 }
  agrees({ tokens_per_s_per_gpu = 65536 }, "tokens_per_s_per_gpu contradict")
  agrees({ tokens_per_s = 4096 }, "tokens_per_s contradict")
end

-- The ranks of CP are not replicas; each stage of ZeRO is distinct; sequence parallelism needs TP; a cell of a row has
-- priority over the settings of its file.
function TestParts:test_layouts_that_rows_state()
  local function layout(more, name)
    local r = cells{ gpu_type = "H100", precision = "bf16", bench = "gpt3", fp8 = "True" }
    for key, value in pairs(more) do r[key] = value end
    local one = reader.case(reader.entry(name or "foundry"), r)
    assert(one.case, one.why)
    return tw.eval(one.case, { "zero", "sp", "dp" })
  end
  lu.assertEquals({ layout{ cp = 2 }.dp, layout{}.dp }, { 2, 4 })
  local zero = {}
  for i, word in ipairs{ "zero0", "zero1", "zero2", "zero3", "FULL_SHARD", "ddp" } do
    zero[i] = layout{ sharding = word }.zero
  end
  lu.assertEquals(zero, { 0, 1, 2, 3, 3, 0 })
  lu.assertEquals({ layout{ sharding = "zero3" }.zero, layout({ sharding = "zero3" }, "mlperf").zero,
    layout({}, "mlperf").zero }, { 3, 3, 1 })
  lu.assertEquals({ layout{ seq_parallel = 1 }.sp, layout{ seq_parallel = 1, tp = 1 }.sp }, { 1, 0 })
end

-- A file whose times and peaks equal the predicted ones has no error; if it took twice as long, half was predicted.
-- A column counts if one row uses it; SP has no effect with TP 1, recomputation has one in every row.
function TestParts:test_columns_without_effect()
  local unread = require "twocs.predict.unread"
  local function rows_of(tp_of)
    local list = {}
    for i = 1, 3 do
      list[i] = { at = i, row = { model = "llama3_8b", gpus = 8, tp = tp_of[i], seq_parallel = "yes", recompute = "full" },
        case = { model = "llama3_8b", device = "h100_sxm", layout = { tp = tp_of[i], sp = "yes",
          dp = 8 / tp_of[i] }, run = { global_batch = 8, sl = 1024, recompute = "full" } } }
    end
    return list
  end
  local function named(name) return name end
  lu.assertEquals(unread.lines(rows_of{ 1, 1, 1 }, named),
    { "columns without effect on the predictions of these rows: seq_parallel" })
  lu.assertEquals(unread.lines(rows_of{ 1, 1, 2 }, named), {})
  lu.assertEquals(unread.lines(rows_of{ 2, 1, 1 }, named), {})
end

function TestParts:test_a_report_of_predictions()
  local function predicted(time, peak)
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write("model,layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,step_time_s,peak_mem_gib\n",
      tw.format("m,32,4096,32,2048,8,H100,2,1,1,64,%.17g,%.17g\n", time, peak))
    file:close()
    local runs = assert(tw.predict{ file = path })
    os.remove(path)
    return runs
  end
  local first = predicted(1, 1).rows[1]
  local again = predicted(2 * first.predicted, first.v.stage_mem / 1073741824)
  lu.assertAlmostEquals(again:table()[1].error, -0.5, 1e-12)
  lu.assertStrContains(tostring(again), "measured peaks: 1 rows, median 0.0 %, mean 0.0")
  -- Below the header, the table of errors begins with all rows: one line for each kind, in its own place.
  local table_of_errors = tostring(again):match "| 1 MFU bubble\n(.-)\n[^\n]*measured peaks"
  lu.assertEquals(table_of_errors:match "^(%S+) +1 +50.0", "all")
end

-- Models are distinguished in a picture if there are several: not if one is repeated, or if there are more than six.
function TestParts:test_models_in_pictures()
  local figure, pictures = require "twocs.figure", require "twocs.predict.pictures"
  local path, lines = os.tmpname(), { "model,layers,hidden,heads,seq,gpus,gpu_type,tp,microbatch,global_batch,step_time_s" }
  for i = 1, 7 do lines[i + 1] = core.format("m%d,4,1024,16,2048,8,H100,2,1,64,%d", i, i) end
  files.write(path, table.concat(lines, "\n"))
  local rows = assert(tw.predict{ file = path }).rows
  os.remove(path)
  lu.assertEquals(#rows, 7)
  local kept, by = { scatter = figure.scatter, bars = figure.bars, stack = figure.stack }, nil
  local function told(first, last, again)
    for name in pairs(kept) do
      figure[name] = function(path, _, options)
        if path:find "predicted$" then by = options.by end
        return path
      end
    end
    local list = { again }
    for i = first, last do list[#list + 1] = rows[i] end
    local done, why = pcall(pictures.draw, list, "folder")
    for name, f in pairs(kept) do figure[name] = f end
    assert(done, why)
    return by
  end
  lu.assertNil(told(1, 1, rows[1])) -- two runs: no kind has three
  lu.assertEquals(told(1, 2), "model")
  lu.assertEquals(told(1, 6, rows[1]), "model")
  lu.assertNil(told(1, 7))
end

local function sheet(names, columns)
  return tw.table{ n = #columns[names[1]], names = names, columns = columns }
end

-- Titles of the figures state their results; the median of four errors is the second one.
function TestParts:test_titles_state_the_results()
  local t = sheet({ "error", "devices" }, { error = { -2, 4, -6, 30 }, devices = { 8, 8, 16, 64 } })
  lu.assertEquals(titles.predicted(t), "Half of 4 predicted step times are within 4 % of the measurement")
  lu.assertEquals(titles.over_scale(t), titles.over_scale(t, 16))
  lu.assertEquals(titles.over_scale(t, 64),
    "The median error on 64 GPUs is 30 %, on fewer GPUs 4 %")
  lu.assertEquals(titles.over_scale(t, 16),
    "The median error on 16 GPUs and more is 6 %, on fewer GPUs 2 %")
  lu.assertEquals(titles.over_scale(t:where{ devices = 8 }), "The median error is 2 %, on 8 GPUs and more")
  local one = t:where{ devices = 64 }
  lu.assertEquals(titles.predicted(one), "The predicted step time is within 30 % of the measurement")
  local kinds = sheet({ "regime", "kind", "error" }, { regime = { "FSDP", "FSDP", "TP-heavy", "TP-heavy" },
    kind = { "twocs", "better baseline", "twocs", "better baseline" }, error = { 0.03, 0.01, 0.24, 0.77 } })
  lu.assertEquals(titles.by_regime(kinds),
    "Median errors by kind of run are smallest for FSDP, 3 %, and largest for TP-heavy, 24 %")
  lu.assertEquals(titles.by_regime(kinds:where{ regime = "FSDP" }), "The median error of FSDP is 3 %")
  -- A predicted step that is too long by a factor has the same error as one that is too short by this factor.
  local worst = sheet({ "run", "a", "b" }, { run = { "row 1", "row 2", "row 3" }, a = { 0.5, 0.1, 1 },
    b = { 0.25, 0.1, 0.06 } })
  lu.assertEquals(titles.worst(worst, { "a", "b" }, "In"),
    "In row 2 the terms add up to 20 % of the step, in the others to 75 to 106 %")
  lu.assertEquals(titles.worst(worst:where{ run = "row 3" }, { "a", "b" }, "In"),
    "In row 3 the terms add up to 106 % of the step")
end

os.exit(lu.LuaUnit.run() == 0, true)
