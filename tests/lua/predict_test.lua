-- SPDX-License-Identifier: MIT
-- Predictions of measured runs: 38 rows transcribed from public tables, so that no change of an equation, a law or a
-- constant changes them unnoticed; many cases at once equal each case alone; rankings, faulty rows and baselines by hand;
-- bad files.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local constants = require "twocs.predict.constants"
local defaults = require "twocs.fit.defaults"
local evaluate = require "twocs.predict.evaluate"
local residuals = require "twocs.predict.residuals"
local score = require "twocs.predict.score"
local search = require "twocs.predict.search"
local tw = require "twocs"

local folder = (arg[0]:match("^(.*)/lua/[^/]*$") or "tests") .. "/data/runs/"
local measured = folder .. "measured.csv"

TestPredict = {}

-- Today's mean absolute errors, by source. A change here is either intended or a mistake.
local expected = { ["Korthikanti"] = 0.0201, ["mosaicml"] = 0.0489, ["nanotron"] = 0.0880, ["mlcommons"] = 0.0556 }

function TestPredict:test_measured_runs()
  local runs = assert(tw.predict(measured)) -- the same as tw.predict{ file = measured }
  lu.assertEquals(#runs.rows, 38)
  for who, mean in pairs(expected) do
    local list = {}
    for _, one in ipairs(runs.rows) do
      if one.row.source:find(who, 1, true) then list[#list + 1] = one end
    end
    lu.assertAlmostEquals(score.errors(list).mean, mean, 5e-4, who)
  end
  lu.assertTrue(score.gain(runs.rows) > 2) -- compared with the better of two baselines, which are fitted to these very rows
end

-- One axis over many cases, and tw.eval of each: the same bits.
function TestPredict:test_together_as_alone()
  local run, list = { sl = 2048, global_batch = 64, micro_batch = 1, format = "bf16", attention = "fused" }, {}
  for _, layout in ipairs{ { tp = 8, dp = 2 }, { tp = 4, pp = 4, dp = 4, vp = 2 }, { tp = 1, dp = 16,
    zero = "weights" } } do
    for _, model in ipairs{ "gpt3_175b", "llama3_8b" } do
      for _, device in ipairs{ "h100_sxm", "a100_80g" } do
        list[#list + 1] = { model = model, device = device, run = run, layout = layout }
      end
    end
  end
  local found = evaluate.run(evaluate.jobs(list), #list, { "t_step", "mem_byte" })
  for i, one in ipairs(list) do
    local alone = tw.eval(one, { "t_step", "mem_byte" })
    lu.assertEquals({ found[1][i], found[2][i] }, { alone.t_step, alone.mem_byte }, i)
  end
end

-- The other choices of a file, each as additional fields of its rows, and as cells that are read again: the same bits for
-- the same rows.
function TestPredict:test_other_choices_as_fields_and_as_cells()
  local row = require "twocs.runs.case"
  local alone, asked, with_fields = row.alone, 0, nil
  local function changes()
    local found = {}
    for i, one in ipairs(assert(tw.predict{ file = measured }).open) do
      found[i] = { one.choice.column, one.is, one.other, one.rows, one.change_of }
    end
    return found
  end
  row.alone = function(...)
    local fields = alone(...)
    if fields then asked = asked + 1 end
    return fields
  end
  with_fields = changes()
  row.alone = function() end
  lu.assertEquals(changes(), with_fields)
  row.alone = alone
  lu.assertTrue(asked > 100)
end

function TestPredict:test_constants_are_fields_of_the_case()
  local one = { { model = "llama3_8b", device = "h100_sxm", run = { sl = 2048, b = 4 }, software = { kernels = "eager" } } }
  local jobs = evaluate.jobs(one)
  local function step(more) return evaluate.run(jobs, 1, { "t_step" }, function() return more end)[1][1] end
  local before = step{}
  for _, more in ipairs{ { train_gemm = 1.1 }, { eager_rho = 20 }, { loss_rho = 20 }, { host = 1 } } do
    lu.assertTrue(step(more) > before * 1.001, tw.format("%s", next(more)))
  end
  lu.assertEquals(step{ fused_rho = 2 }, before) -- eager kernels do not read it
  lu.assertErrorMsgContains("is not one of train_gemm", constants.values, { train_gem = 1 })
  lu.assertErrorMsgContains("without korthi", constants.values, "without korthi")
end

TestRows = {}

local field_rows = require("twocs.data.rows").by_name
local function with(changes)
  local case = { model = { layers = 24, h = 4096, vocab = 51200 }, device = "h100_sxm",
    run = { sl = 2048, global_batch = 128, micro_batch = 1, format = "bf16", attention = "fused" },
    layout = { tp = 4, dp = 16, sp = "yes", zero = "optimizer" }, plan = { gemm = "roofline" },
    software = { like = "ideal" } }
  for _, fields in pairs(changes or {}) do
    for key, value in pairs(fields) do case[field_rows[key].record][key] = value end
  end
  return case
end

-- By hand: 4096 cubed at 0.8 of the peak, with K extended by 200 of 4096; 512 tiles of 256 x 128 in four waves of 132, of
-- which the time of 16 units is lost; half a millisecond to warm up by a tenth.
function TestRows:test_gemms_by_depth()
  local law = { depth_eff = 0.8, depth_start = 200, depth_launch = 3e-6, depth_mem_eff = 0.5, depth_round = 1,
    depth_split = 10, depth_heat = 0.1, depth_warm = 5e-4 }
  local case = { device = "h100_sxm", run = { format = "bf16" }, law = law, plan = { gemm = "depth" },
    op = { op_m = 4096, op_n = 4096, op_k = 4096 } }
  local flop, peak = 2 * 4096 * 4096 * 4096, tw.devices.h100_sxm.peak_bf16
  local cold = flop * 528 / 512 * (1 + 200 / 4096) / (peak * 0.8)
  lu.assertAlmostEquals(tw.eval(case, "t_op_gemm") / (3e-6 + cold * (1 + 0.1 * cold / (cold + 5e-4))), 1, 1e-12)
  law.depth_heat = 0
  case.op = { op_m = 4096, op_n = 4096, op_k = 64 } -- memory is the bound
  local byte = 2 * (2 * 4096 * 64 + 4096 * 4096)
  lu.assertAlmostEquals(tw.eval(case, "t_op_gemm") / (3e-6 + byte / (3.35e12 * 0.5)), 1, 1e-12)
end

-- In a layer, GEMMs have the temperature that follows from their share of its time; a listed operator has that of its law.
function TestRows:test_heat_of_a_layer()
  local names = { "gemm_share", "gemm_clock", "t_gemm_f", "t_gemm_b", "t_flash_f", "t_flash_b", "t_pass_f", "t_pass_b",
    "t_ser", "t_fwd", "t_tail_f", "t_head_f", "t_op_cmp" }
  local cold, warm = tw.eval(with(), names), tw.eval(with{ run = { gemm_heat = 0.2 } }, names)
  local gemms, flash = cold.t_gemm_f + cold.t_gemm_b, cold.t_flash_f + cold.t_flash_b
  lu.assertTrue(flash > 0.05 * gemms)
  lu.assertAlmostEquals(cold.gemm_share, (gemms - flash) / (gemms + cold.t_pass_f + cold.t_pass_b + cold.t_ser), 1e-12)
  lu.assertTrue(cold.gemm_share > 0.3 and cold.gemm_share < 1)
  lu.assertAlmostEquals(warm.gemm_clock, 1 + 0.2 * cold.gemm_share, 1e-12)
  lu.assertAlmostEquals(warm.t_fwd - cold.t_fwd, 0.2 * cold.gemm_share * (cold.t_gemm_f - cold.t_flash_f), 1e-12)
  lu.assertAlmostEquals(warm.t_tail_f - cold.t_tail_f, 0.2 * cold.gemm_share * cold.t_head_f, 1e-12)
  lu.assertEquals({ cold.gemm_clock, warm.t_op_cmp }, { 1, cold.t_op_cmp })
  -- Attention with its own law is time in which no GEMM runs.
  local case = with()
  case.plan.attention = tw.fits.h100_prefill
  local law = tw.eval(case, { "gemm_share", "t_gemm_f", "t_gemm_b",
    "t_attention_f", "t_attention_b", "t_pass_f", "t_pass_b", "t_ser" })
  local own = law.t_gemm_f + law.t_gemm_b
  lu.assertTrue(law.t_attention_f > 0)
  lu.assertAlmostEquals(law.gemm_share, own / (own + law.t_attention_f + law.t_attention_b + law.t_pass_f + law.t_pass_b
    + law.t_ser), 1e-12)
end

-- Constants that operators' tables determine are not calibrated: all predictions use the tables' values; heat is part of
-- the table, and no GEMM of a step counts it twice.
local function fields_of(device, format)
  return defaults.of{ device = tw.devices[device], run = { format = format }, model = tw.models.gpt3_175b,
    software = tw.software.megatron_core }.fields
end
function TestPredict:test_known_constants()
  local sets = require("twocs.data.calibrated").sets
  for name, c in pairs(sets) do
    local predicts = name == "pooled" or name:find "^without" or name == "A100" or name == "H100"
    if predicts then lu.assertEquals(c.train_gemm, 1) end
  end
  local a100 = fields_of("a100_80g", "bf16")
  lu.assertEquals(a100.gemm_heat, tw.fits.a100_large:of().given.depth_heat)
  lu.assertTrue(a100.gemm_heat > 0.05 and a100.gemm_heat < 0.2)
  lu.assertEquals({ a100.depth_heat, fields_of("mi100", "fp16").gemm_heat or 0 }, { 0, 0 })
  local hot = fields_of("h100_sxm", "bf16").gemm_heat -- the same for a board in any format
  lu.assertTrue(hot > 0.05 and fields_of("h100_sxm", "fp8").gemm_heat == hot)
  -- The mean of two boards, of 1,000 and 1,200 W, each at the clock that the board's own power allows.
  local cool, warm = tw.fits.b200_large:of().given.depth_heat, tw.fits.gb200_large:of().given.depth_heat
  local faster = tw.pow(1.2, 1 / 2.54)
  local both = fields_of("b200_sxm", "bf16").gemm_heat
  lu.assertAlmostEquals(both, (cool + (1 + warm) * faster - 1) / 2, 1e-12)
  local stronger = fields_of("gb200_nvl72", "bf16").gemm_heat
  lu.assertAlmostEquals(stronger, (math.max(0, (1 + cool) / faster - 1) + warm) / 2, 1e-12)
  lu.assertTrue(fields_of("gb300_nvl72", "bf16").gemm_heat < stronger)
  for _, format in ipairs{ "fp8", "fp4" } do lu.assertEquals(fields_of("b200_sxm", format).gemm_heat, both) end
end

-- In a run in FP8 or FP4 whose LM head is in 16 bits, the head takes the time that it takes in a run in 16 bits, except for
-- the launch of its kernel and the waves of its tiles.
function TestPredict:test_head_in_16_bits()
  local function head(device, format, own)
    local v = tw.eval({ model = "llama3_8b", device = device, layout = { dp = 8 },
      software = { like = "nemo", fp8_head = own, gemm_heat = 0 },
      run = { format = format, sl = 8192, global_batch = 64, micro_batch = 1 } }, { "t_head_f", "head_time", "gemm_clock" })
    return v.t_head_f * v.head_time / v.gemm_clock
  end
  for device, formats in pairs{ h100_sxm = { "fp8" }, b200_sxm = { "fp8", "fp4" } } do
    local wide = head(device, "bf16", "no")
    for _, format in ipairs(formats) do
      lu.assertAlmostEquals(head(device, format, "no") / wide, 1, 0.1, device .. format)
      lu.assertTrue(head(device, format, "yes") < 0.8 * wide)
    end
  end
end

function TestRows:test_overlap_of_tp()
  local names = { "t_ser", "t_sync", "t_tp_hidden_f", "t_tp_hidden_b", "t_layer", "t_step", "t_tp_ag_f", "t_tp_rs_f",
    "t_gemm_f" }
  local off, on = tw.eval(with(), names), tw.eval(with{ layout = { tp_overlap = "yes" } }, names)
  lu.assertEquals(off.t_sync, off.t_ser)
  lu.assertAlmostEquals(on.t_tp_hidden_f, math.min(on.t_tp_ag_f + on.t_tp_rs_f, on.t_gemm_f), 1e-15)
  lu.assertAlmostEquals(off.t_layer - on.t_layer, on.t_tp_hidden_f + on.t_tp_hidden_b, 1e-12)
  lu.assertTrue(on.t_step < off.t_step)
  -- During communication GEMMs run at half their speed: half of the hidden time is lost again.
  local slow = tw.eval(with{ layout = { tp_overlap = "yes" }, run = { interference = 2 } }, names)
  lu.assertAlmostEquals(slow.t_tp_hidden_f, on.t_tp_hidden_f / 2, 1e-15)
end

function TestRows:test_work_once_per_step()
  local names = { "t_once", "t_rest", "t_once_exp", "t_after", "t_gather", "first_layers", "t_hide_f" }
  local function step(word) return tw.eval(with{ layout = { dp_overlap = word } }, names) end
  local none, gradients, both = step "none", step "gradients", step "both"
  lu.assertAlmostEquals(none.t_once_exp, 24 * none.t_once + none.t_rest, 1e-15)
  lu.assertTrue(gradients.t_once_exp < none.t_once_exp)
  lu.assertAlmostEquals(gradients.t_gather, 24 * gradients.t_after, 1e-15)
  lu.assertAlmostEquals(both.t_gather, 24 * both.t_after - 23 * math.min(both.t_after, both.t_hide_f), 1e-15)
end

function TestRows:test_row_operators_attention_and_head()
  local names = { "norms_byte", "loss_byte", "softmax_byte", "t_scores_f", "t_head_f", "t_tail_f", "t_norms_f",
    "t_loss_f" }
  local function step(run) return tw.eval(with{ run = run }, names) end
  local plain = step{ causal = "no" }
  lu.assertEquals(plain.loss_byte, 2 * 2048 * 51200 / 4)
  lu.assertAlmostEquals(step{ kernels = "eager", eager_rho = 4 }.norms_byte / plain.norms_byte, 4, 1e-12)
  lu.assertAlmostEquals(step{ kernels = "native", eager_rho = 4, fused_rho = 1 }.norms_byte / plain.norms_byte, 2,
    1e-12)
  lu.assertEquals(step{ kernels = "eager", eager_rho = 4 }.loss_byte, plain.loss_byte)
  local launch = tw.devices.h100_sxm.launch
  lu.assertAlmostEquals((step{ causal = "yes" }.t_scores_f - launch) / (plain.t_scores_f - launch),
    0.5, 1e-9)
  local fp8 = { format = "fp8", act_byte = 2, weight_byte = 2, grad_byte = 4 }
  local eight = step(fp8)
  fp8.fp8_head = "no"
  local sixteen = step(fp8)
  lu.assertAlmostEquals(sixteen.t_tail_f - eight.t_tail_f, eight.t_head_f
    * (tw.devices.h100_sxm.peak_fp8 / tw.devices.h100_sxm.peak_bf16 - 1), 1e-12)
end

-- The host of an eager framework: a constant for any layer, and one for each rank of TP if a pipeline crosses nodes; a ring
-- of TP over nodes has a step for each rank but one, ten times in a layer, with a wait between hosts and rings.
function TestPredict:test_host_and_rings_over_nodes()
  local own = { host = 4e-3, host_rank = 2e-3, node_lat = 1e-5 }
  local function field(name, tp, pp, dp, software, network)
    return tw.eval({ model = "gpt3_175b", device = tw.devices.h100_sxm{ network = network or "infiniband" },
      layout = { tp = tp, pp = pp, dp = dp }, run = { sl = 2048, micro_batch = 1, format = "bf16" }, illegal = "allow",
      software = tw.software[software or "nanotron"](own) }, name)
  end
  local function host(...) return field("host_layer", ...) end
  lu.assertEquals(host(4, 2, 1), 4e-3)
  lu.assertEquals(host(1, 1, 8), 4e-3)
  lu.assertAlmostEquals(host(4, 2, 2), 4e-3 + 4 * 2e-3, 1e-15)
  lu.assertEquals(host(4, 2, 2, "megatron_core"), 4e-3 * tw.software.megatron_core.host_own) -- not for each rank
  lu.assertEquals(host(16, 1, 1), 4e-3)
  lu.assertAlmostEquals(host(16, 2, 1, nil, "efa"), 4e-3 + 16 * 2e-3 + 10 * 15 * 1e-5, 1e-15)
  lu.assertAlmostEquals(host(16, 2, 1), 4e-3 + 16 * 2e-3 + 10 * 15 * 5.2e-6, 1e-15)
  lu.assertAlmostEquals(field("net1_share", 8, 1, 1), 0.81, 1e-12)
  lu.assertEquals({ field("gather_less", 4, 2, 2), field("gather_less", 4, 2, 1), field("eager_byte", 4, 2, 2, "nemo") },
    { 2, 0, 0 })
end

local function case_of(more)
  local r = { model = "m", layers = 8, hidden = 4096, heads = 32, seq = 4096, gpus = 64, gpu_type = "H100", tp = 8, pp = 1,
    microbatch = 1, global_batch = 64, step_time_s = 1 }
  for key, value in pairs(more) do r[key] = value end
  local reader = require "twocs.runs.read"
  return reader.case(reader.entry "own", r)
end

-- A release that polls: each microbatch waits for each neighbour, of which an inner stage has two, and filling and draining
-- wait once at each border; there is no wait without a pipeline, nor in another release.
function TestPredict:test_waiting_of_a_release_that_polls()
  local function step(pp, software)
    local v = tw.eval(case_of{ pp = pp, tp = 1, microbatch = 1, global_batch = 10 * 64 / pp, software = software,
      layers = 64 }.case, { "t_step", "microbatches" })
    lu.assertEquals(v.microbatches, 10)
    return v.t_step
  end
  local wait = require("twocs.data.software").entry("nanotron@polling").polling
  for pp, times in pairs{ [1] = 0, [2] = 11, [4] = 23 } do
    lu.assertAlmostEquals(step(pp, "nanotron@polling") - step(pp, "nanotron"), times * wait, 1e-9)
  end
end

-- Such rows of a file are found by their times alone: two kinds, whose wait the report states; with a single kind there is
-- nothing to find.
function TestPredict:test_rows_that_wait_are_found()
  local populations = require "twocs.predict.populations"
  local function list(waits)
    local rows = {}
    for i = 1, 20 do
      rows[i] = { place = i, predicted = 10, measured = 10 + 0.01 * (i % 3) + (waits(i) and 0.5 * 11 or 0),
        fields = { pp = 2 }, v = { microbatches = 10 } }
    end
    return rows
  end
  local found = populations.of(list(function(i) return i > 12 end))
  lu.assertEquals({ #found.rows, found.of }, { 8, 20 })
  lu.assertAlmostEquals(found.wait, 0.5, 0.01)
  lu.assertNil(populations.of(list(function() return false end)))
  lu.assertNil(populations.of(list(function() return true end))) -- all of one kind, with any wait
end

-- By hand: a wait for each neighbour of an inner stage, of which there are at most two; a kind has at least five rows; two
-- kinds must differ by 10 % of a step and by 5 times their widths, and take longer than predicted.
function TestPredict:test_conditions_for_two_groups_of_rows()
  local populations = require "twocs.predict.populations"
  local function of(waits, pp, longer, predicted)
    local rows, pp = {}, pp or 2
    local times = math.min(pp - 1, 2) * 10 + pp - 1
    for i, wait in ipairs(waits) do
      rows[i] = { place = i, predicted = predicted or 10, measured = (predicted or 10) + (longer or 0) + wait * times,
        fields = { pp = pp }, v = { microbatches = 10 } }
    end
    return populations.of(rows)
  end
  local function kinds(low, high, many)
    local list = {}
    for i = 1, 20 do list[i] = i > 20 - many and high or low end
    return list
  end
  lu.assertAlmostEquals(of(kinds(0, 0.5, 8), 4).wait, 0.5, 1e-12)
  lu.assertEquals(#of(kinds(0, 0.5, 5)).rows, 5)
  lu.assertNil(of(kinds(0, 0.5, 4)))
  lu.assertNil(of(kinds(0, 0.05, 8))) -- 0.55 s of 10.55 s
  lu.assertAlmostEquals(of(kinds(0, 0.11, 8)).wait, 0.11, 1e-12) -- 1.21 s of 11.21 s
  lu.assertNil(of(kinds(0, 0.5, 8), 2, -6)) -- both are shorter than predicted
  -- Half of each kind waits 0.2 s longer than the other half: each kind is 0.1 s wide, and a distance of 0.9 s is less than
  -- 5 x 0.2 s.
  local spread = {}
  for i = 1, 20 do spread[i] = (i > 10 and 0.9 or 0) + (i % 2 == 0 and 0.2 or 0) end
  lu.assertNil(of(spread))
  for i = 11, 20 do spread[i] = spread[i] + 0.2 end
  lu.assertAlmostEquals(of(spread).wait, 1.1, 1e-12)
end

-- A user's file names its class of network, which determines a ring's steps; an unknown word gives a row without a case.
function TestPredict:test_a_network_by_its_name()
  local function made(network) return case_of{ network = network, tp = 16, software = "nanotron", gpus = 128 } end
  local classes = {}
  for i, word in ipairs{ "EFA", "RoCE", "" } do classes[i] = made(word).case.device.network end
  lu.assertEquals(classes, { "efa", "roce", "infiniband" })
  lu.assertStrContains(made("token ring").why, 'network is "token ring"')
  local function step(network) return tw.eval(made(network).case, "t_step") end
  lu.assertTrue(step "efa" > 1.02 * step "infiniband")
  lu.assertEquals(step "infiniband", step "")
end

-- A measured share of the adapters' bandwidth replaces that of the class, and is then certain.
function TestPredict:test_a_network_that_was_measured()
  local function band_of(more)
    local own = cases.of("x", { case_of(more) })
    local sd = bands.without().sd
    local only = {}
    for name in pairs(sd) do only[name] = name == "net_speed" and sd.net_speed or 0 end
    return own:swing(constants.values(), only)[1]
  end
  lu.assertTrue(band_of{} > 0.01)
  lu.assertEquals(band_of{ net1_share = 0.4 }, 0)
  lu.assertEquals(tw.eval(case_of{ net1_share = 0.4 }.case, "net1_share"), 0.4)
  lu.assertStrContains(tostring(case_of{ net1_share = 1.2 }.why or cases.of("x", { case_of{ net1_share = 1.2 } }).reasons),
    "net1_share")
end

-- Defaults of a user's file: gradients are as wide as weights in FP16 and in NeMo, otherwise FP32. Megatron reduces
-- gradients over TP while it computes those of weights, PyTorch does not; a cell of the file has priority.
function TestPredict:test_defaults_of_a_users_file()
  local function of(precision, tp_overlap, software)
    local v = tw.eval(case_of{ precision = precision, tp_overlap = tp_overlap, software = software or "PyTorch" }.case,
      { "grad_byte", "accumulate_byte", "update_byte", "tp_overlap" })
    return { v.grad_byte, v.accumulate_byte, v.update_byte }, v.tp_overlap
  end
  lu.assertEquals((of "fp16"), { 2, 6, 34 })
  lu.assertEquals((of "bf16"), { 4, 8, 12 })
  lu.assertEquals((of("fp8", nil, "NeMo 24.07")), { 2, 4, 6 })
  lu.assertEquals(select(2, of "fp16"), (select(2, of("fp16", "no"))))
  lu.assertNotEquals(select(2, of("fp16", nil, "Megatron")), (select(2, of("fp16", "no", "Megatron"))))
end

-- GEMMs in FP8 have their own table, without calibrated traffic of casts.
function TestPredict:test_fp8_has_a_separate_table()
  local function plan(format) return defaults.of{ device = tw.devices.h100_sxm, run = { format = format },
    model = tw.models.gpt3_175b, software = tw.software.megatron_core }.plan.gemm end
  lu.assertEquals({ plan("fp8").name, plan("bf16").name }, { "h100_fp8_large", "h100_large" })
  lu.assertEquals(plan("fp8").entry.format, "fp8")
end

local function row(predicted, time, more)
  local one = { predicted = predicted, measured = time, row = { model = "m", gpus = 8, microbatch = 1 },
    fields = { pp = 1 },
    v = { microbatches = 10, step_flop = 1, peak = 1 } }
  for key, value in pairs(more or {}) do one[key] = value end
  return one
end

function TestPredict:test_ranking_by_hand()
  -- Two of three pairs are in the right order; the predicted best takes 1.2 while 1.0 is possible.
  local found = score.ranking{ row(1, 1.2), row(2, 1), row(3, 2) }
  lu.assertAlmostEquals(found.tau, 1 / 3, 1e-12)
  lu.assertAlmostEquals(found.regret, 0.2, 1e-12)
  lu.assertNil(score.ranking{ row(1, 1), row(2, 2) })
end

function TestPredict:test_sick_by_measurement_alone()
  local list = { row(1, 1), row(9, 1.99), row(1, 2.01) }
  lu.assertEquals(score.mark_sick(list), 1)
  lu.assertEquals({ list[1].sick, list[2].sick, list[3].sick }, { false, false, true })
end

function TestPredict:test_baselines_by_hand()
  -- One efficiency: the median of 2, 3 and 4 seconds for the same work is 3.
  local flat = score.baselines{ row(0, 2), row(0, 3), row(0, 4) }
  lu.assertAlmostEquals(flat.mean, (0.5 + 0 + 0.25) / 3, 1e-12)
end

function TestPredict:test_search_finds_the_least_of_a_cost_with_kinks()
  local best, least = search.least(function(c) return math.abs(math.log(c.a * c.b / 6)) + math.abs(math.log(c.a / 2)) end,
    { a = 1, b = 1 }, { "a", "b" }, { b = { 0.1, 100 } })
  lu.assertAlmostEquals(best.a, 2, 0.05)
  lu.assertAlmostEquals(best.b, 3, 0.1)
  lu.assertTrue(least < 0.03)
  local bound = search.least(function(c) return c.a end, { a = 1 }, { "a" }, { a = { 0.5, 2 } })
  lu.assertEquals(bound.a, 0.5)
end

local rows_of_nothing = { sd = 0.02, nodes = 0, span = 0 }

-- A predicted run with so many GPUs and ranks of TP, and a measured time.
local function run_of(measured_time, gpus, tp, swing)
  return { predicted = 1, measured = measured_time, down = swing or 0, up = swing or 0, fields = { tp = tp or 1 },
    v = { devices = gpus or 8 } }
end

-- A group with the same scatter but many rows has no larger weight; few groups make a band wider; if constants were fitted
-- to the groups themselves, a band is never narrower than from the constants.
function TestPredict:test_bands_by_groups()
  local function group(n, off)
    local list = { band = { rows = { sd = 0.01, nodes = 0, span = 0 } } }
    for i = 1, n do list[i] = run_of(1 + off) end
    return list
  end
  local few, many = bands.z{ group(10, 0.2), group(10, 0) }, bands.z{ group(10, 0.2), group(1000, 0) }
  lu.assertEquals(few, many)
  lu.assertTrue(few > bands.z{ group(10, 0.1), group(10, 0) })
  lu.assertAlmostEquals(few, math.log(1.2) / 0.01 * math.sqrt(1.5), 1e-9)
  lu.assertEquals(bands.z{ group(5, 0), group(5, 0) }, 0) -- left out, without any error
  local exact = bands.z({ group(5, 0), group(5, 0) }, true)
  lu.assertAlmostEquals(exact, 1.645 * math.sqrt(1.5), 1e-12)
  lu.assertTrue(bands.z({ group(5, 0) }, true) > exact)
  lu.assertNil(bands.z{})
  local third = group(10, 0.2)
  third.weight = 0.05 -- a stack with a small weight counts little: nine in ten are now among the others
  lu.assertTrue(bands.z{ third, group(10, 0) } < few)
end

-- Stacks differ from each other more than their rows do: with ten other stacks, nine in ten rows of a left-out stack are
-- inside.
function TestPredict:test_bands_contain_held_out_rows()
  local draw = require("twocs.fit.errors").random(7)
  local function normal()
    local sum = 0
    for _ = 1, 12 do sum = sum + draw() end
    return sum - 6
  end
  local held, n = 0, 0
  for _ = 1, 200 do
    local groups = {}
    for g = 1, 11 do
      local bias = 0.05 * normal()
      groups[g] = { band = { rows = rows_of_nothing } }
      for i = 1, 20 do groups[g][i] = run_of(math.exp(bias + 0.03 * normal()), 8, 1, 0.02) end
    end
    local test = table.remove(groups)
    local band = { z = bands.z(groups), constant = 0.1, rows = rows_of_nothing }
    held, n = held + 20 * bands.score(test, band).held, n + 20
  end
  lu.assertAlmostEquals(held / n, 0.9, 0.03)
end

-- By hand: spreads of constants, and of constants that two stacks do not determine: a speed has the spread of other speeds,
-- a wait that of the most uncertain constant if one stack determines it, and its whole range (1e-3 to 21.25e-3 s) if none
-- does.
function TestPredict:test_spreads_of_constants()
  local names, start = { "a", "b", "c", "d", "host" }, { a = 1, b = 1, c = 1, d = 1, host = 1 }
  local function set(a, b, c, d) return { a = a, b = b, c = c, d = d, host = 1 } end
  local sd = bands.spreads(names, { set(2, 3, 1, 4), set(0.5, 1, 1, 0.25) }, start, start)
  local a = 1.2533 * math.log(2) * math.sqrt(2) -- both have the same distance; the mean of two was found with both
  local usual = 2.5 * a * a -- d has twice the distance; the usual spread counts as a third stack
  lu.assertAlmostEquals(sd.a, math.sqrt((2 * a * a + usual) / 3), 1e-12)
  lu.assertAlmostEquals(sd.d, math.sqrt((8 * a * a + usual) / 3), 1e-12)
  lu.assertAlmostEquals(sd.b, math.sqrt(usual), 1e-12)
  local anywhere = math.log(21.25) / math.sqrt(12)
  lu.assertEquals(sd.c, sd.b)
  lu.assertAlmostEquals(sd.host, anywhere, 1e-12)
  local once = set(0.5, 1, 1, 0.25)
  once.host = 2
  lu.assertEquals(bands.spreads(names, { set(2, 3, 1, 4), once }, start, start).host, 2 * a)
  local none = bands.spreads(names, { start, start }, start, start)
  lu.assertTrue(none.a > 0.3) -- no stack determines it: as for a collective elsewhere
  lu.assertAlmostEquals(none.host, anywhere, 1e-12)
  lu.assertAlmostEquals(sd.net_speed, math.log(1.8) / 1.645, 1e-12)
  -- One of eight stacks with a large error counts with its distance, not its square; with a smaller weight less.
  local many = {}
  for i = 1, 7 do many[i] = set(i % 2 == 0 and 1.05 or 1 / 1.05, 1, 1, 1) end
  many[8] = set(1.5, 1, 1, 1)
  local far = bands.spreads({ "a" }, many, start, start).a
  local squares = math.sqrt((7 * tw.pow(math.log(1.05), 2) + tw.pow(math.log(1.5), 2)) / 8)
  lu.assertTrue(far < 0.9 * squares and far > 1.3 * math.log(1.05), tw.format("%.3f %.3f", far, squares))
  many[8].weight = 0.3
  lu.assertTrue(bands.spreads({ "a" }, many, start, start).a < 0.8 * far)
end

-- Residuals of rows grow with nodes and with the nodes that TP spans, as constructed; but not if stacks of larger runs are
-- worse for other reasons, and they never shrink.
function TestPredict:test_rows_grow_with_distance()
  local function made(nodes, span, bias)
    local list = {}
    for i, gpus in ipairs{ 8, 16, 32, 64, 128 } do
      for k, tp in ipairs{ 2, 8, 16, 32 } do
        if tp <= gpus then
          local n, s = math.max(0, gpus / 8), math.max(1, tp / 8)
          for sign = -1, 1, 2 do
            list[#list + 1] = run_of(math.exp(sign * (0.04 * bias * tw.pow(n, nodes) * tw.pow(s, span))), gpus, tp)
          end
        end
      end
    end
    return list
  end
  local rows = residuals.of{ made(0.5, 1, 1) }
  lu.assertAlmostEquals(rows.nodes, 0.5, 0.1)
  lu.assertAlmostEquals(rows.span, 1, 0.1)
  lu.assertAlmostEquals(rows.sd, 0.04, 0.01)
  local near, far = residuals.sd(run_of(1, 8), rows), residuals.sd(run_of(1, 512, 64), rows)
  lu.assertAlmostEquals(far / near, tw.pow(2, 6 * rows.nodes + 3 * rows.span), 1e-9)
  lu.assertEquals(residuals.sd(run_of(1, 4), rows), near) -- within a node the distance is zero
  local by_nodes, by_span = {}, {} -- if only one of the two varies, it gets the slope
  for _, one in ipairs(made(0.5, 0, 1)) do
    if one.fields.tp == 2 then by_nodes[#by_nodes + 1] = one end
  end
  for _, one in ipairs(made(0, 1, 1)) do
    if one.v.devices == 128 then by_span[#by_span + 1] = one end
  end
  local alone, both = residuals.of{ by_nodes }, residuals.of{ by_span }
  lu.assertAlmostEquals(alone.nodes, 0.5, 0.1)
  lu.assertAlmostEquals(both.span, 1, 0.2)
  lu.assertEquals({ alone.span, both.nodes }, { 0, 0 })
  local shrinks = residuals.of{ made(-0.5, 0, 1) }
  lu.assertEquals(shrinks.nodes, 0)
  local small, large = { run_of(1.01, 8), run_of(0.99, 8) }, { run_of(1.2, 1024), run_of(0.8, 1024) }
  local apart = residuals.of{ small, large }
  lu.assertEquals({ apart.nodes, apart.span }, { 0, 0 })
  lu.assertTrue(residuals.of{ { run_of(1), run_of(1) } }.sd > 0.01) -- never a width of zero: repeats differ by more
  local low, high = bands.of(run_of(1), { z = 1.7, rows = residuals.of{ small } })
  lu.assertTrue(low < 0.99 and high > 1.01)
end

-- TP over nodes, which only nanotron's runs determine, has no part in nanotron's own band, and widens that of other runs.
function TestPredict:test_the_one_left_out_has_no_part_in_its_rows()
  lu.assertEquals(bands.without("nanotron").rows.span, 0)
  lu.assertTrue(bands.without().rows.span > 0)
  local one = run_of(1, 64, 8, 0.02)
  one.found = { framework = 0, release = 0, device = 0, experts = 0 }
  local _, near = bands.of(one)
  one.fields.tp = 32
  local _, far = bands.of(one)
  lu.assertTrue(far > near)
end

-- For a device without measured operators, a band is wider by the errors of operators on other devices; less if they are of
-- the same architecture.
function TestPredict:test_bands_on_devices_without_measurements()
  local own = { train_gemm = 0.03, host = 0.2, flash = 0.1 }
  local function of(device)
    return bands.spread_of({ device = tw.devices[device], run = { format = "bf16" }, model = tw.models.llama3_8b }, own)
  end
  local function with(sd, factor) return math.sqrt(sd * sd + math.log(factor) / 1.645 * math.log(factor) / 1.645) end
  lu.assertIs(of "h100_sxm", own)
  lu.assertAlmostEquals(of("mi300x").train_gemm, with(0.03, 1.35), 1e-12)
  lu.assertAlmostEquals(of("mi300x").flash, with(0.1, 1.7), 1e-12)
  lu.assertAlmostEquals(of("gb300_nvl72").train_gemm, with(0.03, 1.15), 1e-12)
  lu.assertEquals({ of("mi300x").host, of("mi300x").fused_rho }, { 0.2 })
  lu.assertIs(of "mi300x", of "mi325x") -- one table, by which cases are evaluated together
  local run, list = { sl = 8192, global_batch = 64, micro_batch = 4, format = "bf16" }, {}
  for i, device in ipairs{ "b200_sxm", "gb300_nvl72", "mi300x" } do
    list[i] = { row = { model = "m", gpus = 8, step_time_s = 1 }, about = {}, case = { model = "llama3_8b",
      device = device, run = run,
      layout = { tp = 2, dp = 4 } } }
  end
  local rows = require("twocs.predict.cases").of("three", list):predicted(constants.values(), bands.without().sd)
  lu.assertTrue(rows[2].up > 1.2 * rows[1].up, tw.format("%.3f %.3f", rows[2].up, rows[1].up))
  lu.assertTrue(rows[3].up > 1.2 * rows[2].up, tw.format("%.3f %.3f", rows[3].up, rows[2].up))
end

-- GEMMs of one die of an MI250X are MI210's, scaled by data sheets: transferred, and as uncertain as on a device without
-- measurements.
function TestPredict:test_a_die_takes_over_gemms()
  local made = { device = tw.devices.mi250x_gcd, run = { format = "bf16" }, model = tw.models.gpt3_175b,
    software = tw.software.megatron_core }
  lu.assertEquals(defaults.of(made).plan.gemm.name, "mi210_large")
  lu.assertEquals(defaults.basis(made), "elsewhere")
  -- Four rings over links of 36 GB/s, of which 91 % is reached.
  lu.assertAlmostEquals(defaults.of(made).fields.net0_share * made.device.net0_bw, 144e9 * 307 / 336, 1)
  local case = { model = { layers = 8, h = 8192, heads = 64, vocab = 51200 }, device = "mi250x_gcd", layout = { tp = 8 },
    run = { sl = 2048, global_batch = 8, micro_batch = 2, format = "bf16" } }
  local own = cases.of("x", { { row = { step_time_s = 1, model = "m", gpus = 8, microbatch = 2 }, about = {},
    case = case } })
  local one = own:predicted(constants.values(), bands.without().sd)[1]
  lu.assertTrue(one.v.step_transferred > 0.6 and one.v.step_inside == 0, one.v.step_transferred)
end

-- LUMI's two rows, to which nothing was fitted, if they are available.
function TestPredict:test_lumi()
  local list, sentence = require("studies.runs").read "lumi"
  if not list then return print("skipped: " .. sentence) end
  local band = bands.without "lumi"
  local rows = cases.of("lumi", list):predicted(constants.values(), band.sd)
  lu.assertEquals(#rows, 2)
  for _, one in ipairs(rows) do
    local low, high = bands.of(one, band)
    lu.assertTrue(math.abs(one.predicted / one.measured - 1) < 0.17 and one.measured > low and one.measured < high)
  end
end

-- A band is found without its own stack.
function TestPredict:test_bands()
  local all, rest = bands.without(), bands.without "foundry"
  lu.assertTrue(all.z > 1 and all.constant > 0)
  lu.assertNotEquals({ all.z, all.sd.flash }, { rest.z, rest.sd.flash })
  lu.assertEquals(bands.without "nobody", all)
  local one = row(10, 10, { down = 0, up = math.log(1.2) })
  one.v.devices = 8
  local rows = { sd = 0.011, nodes = 0, span = 0 }
  local low, high = bands.of(one, { z = 1, rows = rows })
  lu.assertTrue(low > 9.8 and low < 10 and high > 12 and high < 12.1) -- each side separately
  -- For a row outside, twenty times its distance from the band is added to the width (Gneiting and Raftery's rule at 90 %).
  local band = { z = 1, constant = 0.2, rows = rows }
  lu.assertAlmostEquals(bands.score({ one }, band).score, (high - low) / 10, 1e-12)
  one.measured = 13
  local found = bands.score({ one }, band)
  lu.assertAlmostEquals(found.score, (high - low + 20 * (13 - high)) / 13, 1e-12)
  lu.assertAlmostEquals(found.constant, (4 + 20) / 13, 1e-12)
  lu.assertEquals(found.held, 0)
  local runs = assert(tw.predict{ file = measured })
  local shares = bands.support(runs.rows)
  lu.assertAlmostEquals(shares.inside + shares.beyond + shares.transferred + shares.assumed, 1, 1e-9)
  lu.assertTrue(shares.inside > 0 and shares.transferred > shares.inside) -- most rows are long, FP16 or FP8
  for _, run in ipairs(runs.rows) do lu.assertTrue(run.down > 0 and run.up > 0) end
end

-- The swing of a step is the sum of changes of one constant each, by hand.
function TestPredict:test_swing_by_hand()
  local runs = assert(tw.predict{ file = measured })
  local c, sd = constants.values(), {}
  for _, name in ipairs(bands.moved) do sd[name] = name == "train_gemm" and 0.1 or 0 end
  local down, up = runs.stack:swing(c, sd)
  local more = {}
  for key, value in pairs(c) do more[key] = value end
  more.train_gemm = c.train_gemm * math.exp(0.1)
  local base, slow = runs.stack:times(c), runs.stack:times(more)
  lu.assertAlmostEquals(up[1], math.log(slow[1] / base[1]), 1e-12)
  lu.assertTrue(up[1] > 0.03 and down[1] > 0.03 and up[1] < 0.1)
  -- A constant at its upper bound goes down only.
  more.train_gemm = constants.bounds.train_gemm[2]
  local below = {}
  for key, value in pairs(more) do below[key] = value end
  below.train_gemm = more.train_gemm * math.exp(-0.1)
  down, up = runs.stack:swing(more, sd)
  lu.assertAlmostEquals(down[1], math.log(runs.stack:times(more)[1] / runs.stack:times(below)[1]), 1e-12)
  lu.assertTrue(down[1] > 0.03 and up[1] == 0)
end

-- A failed run, although a run with the same or larger needs succeeded: the microbatch is the same and its ZeRO group is
-- smaller.
function TestPredict:test_failures_that_memory_does_not_explain()
  local memory = require "twocs.predict.memory"
  local function run(ok, static, need, key)
    return { ok = ok, fits = ok, key = key or "m 1", static = static, need = need, late = 0, ["end"] = 0 }
  end
  local list = { run(true, 10, 5), run(true, 4, 9), run(false, 10, 5), run(false, 4, 4), run(false, 11, 4),
    run(false, 5, 9), run(false, 1, 1, "m 2") }
  lu.assertEquals(memory.mark(list), 2)
  local marked = {}
  for i, one in ipairs(list) do marked[i] = one.unexplained end
  lu.assertEquals(marked, { false, false, true, true, false, false, false })
  local c = memory.counts(list, function(one) return not one.unexplained end)
  lu.assertEquals({ c.n, c.ran_fit, c.failed_not, c.right }, { 5, 2, 3, 1 })
end

local header = "model,layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,step_time_s,dp"
local good = "m,32,4096,32,2048,8,H100,2,1,1,64,1.0,4"

local function said(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  local runs, sentence = tw.predict{ file = path }
  os.remove(path)
  return runs, sentence
end

function TestPredict:test_bad_files()
  lu.assertStrContains(select(2, tw.predict{ file = "no/such.csv" }), "no/such.csv")
  local slipped = assert(said((header:gsub("hidden", "hiden")) .. "\n" .. good .. "\n"))
  lu.assertEquals({ #slipped.rows, slipped.reasons["no column states hidden"] }, { 0, 1 })
  lu.assertStrContains(tostring(slipped), 'unused columns: hiden (is it "hidden"?)')
  lu.assertStrContains(select(2, said(header .. "\n")), "contains no run")
  for _, rows_below in ipairs{ "", "llama3_8b,h100,128,2,8192,4,128,1.1\n" } do -- the header is missing
    lu.assertStrContains(select(2, said("llama3_8b,h100,64,1,8192,4,128,2.2\n" .. rows_below)),
      'its header has no known column name, only "llama3_8b" ...: is the header missing?')
  end
  lu.assertNil(select(2, said "tp/pp,foo\n2/1,3\n")) -- a column that joins two
  lu.assertNotNil(select(2, said(header .. ",tp\n" .. good .. ",2\n")))
  lu.assertErrorMsgContains("expected the path of a CSV", tw.predict, { file = 3 })
  lu.assertErrorMsgContains('unknown key "flie"; did you mean "file"?', tw.predict, { flie = "x" })
  lu.assertErrorMsgContains("not a file of training runs", tw.predict, { file = measured, as = "nanotrom" })
end

-- Cells with wrong values: the row is marked and counted, and the next one is predicted.
function TestPredict:test_wrong_cells()
  local columns = {}
  for name in header:gmatch "[^,]+" do columns[#columns + 1] = name end
  local function changed(name, value)
    local cells, i, extra = {}, 0, true
    for cell in good:gmatch "[^,]+" do
      i = i + 1
      cells[i] = columns[i] == name and value or cell
      extra = extra and columns[i] ~= name
    end
    local head = extra and tw.format("%s,%s", header, name) or header
    local plain = extra and tw.format("%s,", good) or good
    local row = extra and tw.format("%s,%s", good, value) or table.concat(cells, ",")
    return assert(said(table.concat({ head, row, plain, "" }, "\n")))
  end
  for _, one in ipairs{ { "tp", "two", 'tp is "two": expected a whole number from 1' }, { "tp", "0", "tp is" },
    { "tp", "1.5", "tp is" }, { "tp", "-2", "tp is" }, { "layers", "1e300", "layers is" },
    { "layers", "", "layers is empty" },
    { "heads", "33", "its heads do not divide its hidden size" }, { "global_batch", "0", "global_batch is" },
    { "hidden", '"4,09"', 'hidden is "4,09"' }, { "microbatch", "0", "microbatch is" },
    { "step_time_s", "fast", 'step_time_s is "fast": expected a number above 0' },
    { "step_time_s", "inf", "step_time_s is" },
    { "step_time_s", "-1", "step_time_s is" }, { "gpus", "12", "TP x PP x CP x DP differ from its GPUs" },
    { "recompute", "sometimes", 'recompute is "sometimes"; known: none, null' },
    { "sharding", "zero9", "sharding is" }, { "norm", "batch", "norm is" },
    { "precision", "fp17", 'did you mean "fp16"?' },
    { "tp_overlap", "maybe", "tp_overlap is" }, { "seq_parallel", "perhaps", "seq_parallel is" },
    { "status", "running", "status is" }, { "ffn", "big", "ffn is" }, { "vocab", "-5", "vocab is" },
    { "cp", "-1", "cp is" },
    { "node_size", "0", "node_size is" }, { "grad_accum", "3", "microbatch x DP x grad_accum differ from its global "
      .. "batch" },
    { "peak_mem_gib", "abc", "peak_mem_gib" },
    { "params_b", "175", "its params_b and its dimensions contradict each other" },
    { "schedule", "fancy", "schedule is" },
    { "tokens_per_s", "5", "its step time and tokens_per_s contradict each other" } } do
    local runs = changed(one[1], one[2])
    lu.assertEquals(#runs.rows, 1, tw.format("%s %s", one[1], one[2]))
    local why, n = next(runs.reasons)
    lu.assertStrContains(why, one[3])
    lu.assertEquals({ n, next(runs.reasons, why) }, { 1 })
  end
end

-- Correct cells in full words are not refused, and change the step as they should.
function TestPredict:test_cells_that_are_read()
  local function step(name, value)
    local runs = assert(said(tw.format("%s,%s,software\n%s,%s,PyTorch\n", header, name, good, value)))
    lu.assertEquals(#runs.rows, 1, tw.format("%s %s", name, value))
    return runs.rows[1].predicted, runs.rows[1]
  end
  local before = step("notes", "")
  lu.assertEquals((step("recompute", "null")), before)
  lu.assertTrue(step("recompute", "FULL") > before * 1.1)
  lu.assertTrue(step("sharding", "FULL_SHARD") > before and step("sharding", "full_shard") > before)
  lu.assertTrue(step("net0_bw [GB/s]", "100") > before * 1.1)
  lu.assertTrue(step("net0_share", "0.3") > before * 1.05) -- a share in the file has priority over the measured one
  local _, run = step("peak_mem_gib [GB]", "60")
  lu.assertAlmostEquals(run.row.peak_mem_gib, 60e9 / 1073741824, 1e-9)
end

-- The report names the class of each network once, and nothing for runs in one node or on a measured network.
function TestPredict:test_the_class_of_the_network_is_reported()
  local function noted(more)
    local row = "m,32,4096,32,2048,64,H100,2,1,1,256,1.0,32"
    local lines = {}
    for line in tostring(assert(said(tw.format("%s,%s\n%s,%s\n", header, more[1], row, more[2])))):gmatch "[^\n]+" do
      if line:find("network between nodes", 1, true) then lines[#lines + 1] = line end
    end
    return lines
  end
  local none, efa = noted{ "notes", "" }, noted{ "network", "EFA" }
  lu.assertEquals({ #none, #efa, #noted{ "net1_share", "0.5" }, #noted{ "node_size", "64" } }, { 1, 1, 0, 0 })
  lu.assertStrContains(none[1], "infiniband is assumed in 1 row; its collectives are assumed to reach 81 % of the adapters")
  lu.assertStrContains(none[1], "net1_share")
  lu.assertStrContains(efa[1], "efa is stated in 1 row;")
  lu.assertTrue(tonumber(none[1]:match "would be (%d+) %%") > 1)
end

function TestPredict:test_wrong_files()
  local commas = header .. "\n" .. good .. "\n"
  for _, separator in ipairs{ ";", "\t", "|" } do
    lu.assertEquals(assert(said((commas:gsub(",", separator)))).rows[1].predicted, assert(said(commas)).rows[1].predicted)
  end
  lu.assertStrContains(select(2, said((header:gsub("tp", "tp [s]")) .. "\n" .. good .. "\n")),
    "column tp is in s: expected a number without a unit")
  lu.assertStrContains(select(2, said((header:gsub("step_time_s", "step_time_s [GB]")) .. "\n" .. good .. "\n")),
    "column step_time_s is in byte: expected s")
  for _, text in ipairs{ "\239\187\191" .. header .. "\n" .. good .. "\n", header .. "\r\n" .. good .. "\r\n",
    header .. "\n" .. good:gsub("^m", '"m\232le, 2"') .. "\n" } do -- a byte order mark, CRLF, quotes and Latin-1
    lu.assertEquals(#assert(said(text)).rows, 1)
  end
  local rows = { header }
  for i = 1, 50001 do rows[i + 1] = good end
  lu.assertStrContains(select(2, said(table.concat(rows, "\n") .. "\n")), "50001 rows; the limit is 50000")
  rows = { header }
  for i = 1, 40 do rows[i + 1] = (good:gsub("H100", tw.format("X%d", i))) end
  lu.assertStrContains(tostring((said(table.concat(rows, "\n") .. "\n"))),
    '40 rows are not: "X1" is not a known device (row 1, others alike)')
  local names = { "layers", "hidden", "heads", "seq", "gpus", "tp", "pp", "microbatch", "global_batch", "step_time_s",
    "dp" }
  for _, name in ipairs{ "ffn", "kv_heads", "vocab", "vp", "cp", "ep", "node_size", "zero_group", "grad_accum", "net0_bw",
    "net1_bw", "precision", "norm" } do names[#names + 1] = name end
  rows = { table.concat(names, ",") .. ",model,gpu_type" }
  for i = 1, #names do -- one wrong cell in each row, always in another column
    local cells = {}
    for k, name in ipairs(names) do
      cells[k] = k == i and "wrong" or k <= 11 and ({ layers = 32, hidden = 4096, heads = 32, seq = 2048, gpus = 8, tp = 2,
        pp = 1, microbatch = 1, global_batch = 64, step_time_s = 1, dp = 4 })[name] or ""
    end
    rows[i + 1] = table.concat(cells, ",") .. ",m,H100"
  end
  lu.assertStrContains(tostring((said(table.concat(rows, "\n") .. "\n"))), "4 rows are not, for 4 other reasons")
end

-- Counted pair by pair.
function TestPredict:test_tau_of_many_rows()
  local draw, list, more, all = require("twocs.fit.errors").random(3), {}, 0, 0
  for i = 1, 300 do list[i] = row(math.floor(20 * draw()), 1 + math.floor(20 * draw())) end
  for i = 1, 300 do
    for j = i + 1, 300 do
      local a, b = list[i].predicted - list[j].predicted, list[i].measured - list[j].measured
      if b ~= 0 then all, more = all + 1, more + (a * b > 0 and 1 or a * b < 0 and -1 or 0) end
    end
  end
  lu.assertAlmostEquals(score.ranking(list).tau, more / all, 1e-12)
end

function TestPredict:test_rows_that_are_no_case_are_counted()
  local runs = assert(said(table.concat({ header .. ",colour", good .. ",red", (good:gsub("4$", "5")) .. ",red",
    "m,32,4096,32,2048,8,H100,2,1,3,64,1.0,4,red", "m,32,4096,32,2048,8,TPU,2,1,1,64,1.0,4,red",
    "m,32,4096,32,2048,8,H100,2,1,1,64,,4,red", "" }, "\n")))
  lu.assertEquals(#runs.rows, 1)
  lu.assertEquals(runs.reasons["TP x PP x CP x DP differ from its GPUs"], 1)
  lu.assertEquals(#runs.answers, 1)
  lu.assertEquals(runs.reasons['"TPU" is not a known device'], 1)
  local text = tostring(runs)
  lu.assertStrContains(text, "unused columns: colour")
  lu.assertStrContains(text, "the microbatch must divide")
  lu.assertStrContains(text, "sharding = none in 2 rows; with zero1 the mean error is")
end

function TestPredict:test_repeats_and_failures()
  local runs = assert(said(table.concat({ header .. ",status", good .. ",ok", good .. ",ok",
    (good:gsub("1.0,4$", "1.1,4")) .. ",ok", (good:gsub("1.0,4$", ",4")) .. ",fail",
    "m,320,16384,128,2048,8,H100,2,1,1,64,,4,fail", "" }, "\n")))
  lu.assertEquals(#runs.rows, 2) -- the same time twice counts once; another time of the same run is a repeat
  lu.assertEquals(runs.reasons["it repeats another row, including its time"], 1)
  lu.assertEquals(runs.reasons["it failed"], 2)
  local text = tostring(runs)
  lu.assertStrContains(text, "Repeats of a configuration differ by 10.0 % (median of 1)")
  lu.assertStrContains(text, "1 of the 2 rows that failed are predicted not to fit; 1 failed although a run of the same "
    .. "model")
end

function TestPredict:test_units_in_the_header()
  local runs = assert(said((header:gsub("step_time_s", "step_time_s [min]")) .. "\n" .. good .. "\n"))
  lu.assertEquals(runs.rows[1].measured, 60)
end

function TestPredict:test_predictions_with_a_weak_basis_are_refused()
  local runs, sentence = tw.predict{ file = measured, at_least = "transferred" }
  lu.assertNil(runs)
  lu.assertStrContains(sentence, 'of the predicted time is assumed, weaker than "transferred"')
  lu.assertErrorMsgContains("expected \"inside\"", tw.predict, { file = measured, at_least = "sure" })
  lu.assertNotNil(tw.predict{ file = measured, at_least = "assumed" })
end

os.exit(gate.silently(lu.LuaUnit.run) == 0, true)
