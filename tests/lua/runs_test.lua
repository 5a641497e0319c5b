-- SPDX-License-Identifier: MIT
-- Measured training runs of others as cases: a row becomes a case or one sentence with the reason why not, devices are
-- recognised in any spelling, layers are placed as by the framework; and the memory peaks that others measured, if they are
-- available.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local aliases = require "twocs.data.aliases"
local reader = require "twocs.runs.read"
local stages = require "twocs.data.stages"
local tw = require "twocs"

TestRuns = {}

local function row(more)
  local r = { model = "GPT-3-175B", layers = 96, hidden = 12288, ffn = 49152, heads = 96, kv_heads = 96, seq = 2048,
    gpus = 64, gpu_type = "A100-80GB", precision = "fp16", tp = 8, pp = 8, vp = 3, cp = 1, sharding = "", microbatch = 1,
    global_batch = 64, recompute = "full", flash_attn = 0, seq_parallel = 0, step_time_s = 18.13 }
  for key, value in pairs(more or {}) do r[key] = value end
  return r
end

function TestRuns:test_devices_by_any_spelling()
  for name, device in pairs{ ["NVIDIA H100-SXM5-80GB"] = "h100_sxm", H100 = "h100_sxm", a100_40gb = "a100_40g",
    ["A100-SXM4-40GB"] = "a100_40g", ["A100 80 GB"] = "a100_80g", ["nvidia a100"] = "a100_80g",
    ["NVIDIA H200-SXM5-141GB"] = "h200_sxm", B200 = "b200_sxm", ["NVIDIA GB200"] = "gb200_nvl72", b300 = "b300_sxm",
    GB300 = "gb300_nvl72", ["AMD Instinct MI300X"] = "mi300x", mi355x = "mi355x", ["Tesla V100-SXM2-32GB"] = "dgx_v100",
    ["NVIDIA H100 80GB HBM3"] = "h100_sxm", ["H100 SXM"] = "h100_sxm", H800 = "h800_sxm", ["NVIDIA L40S"] = "l40s",
    ["A800-SXM4-80GB"] = "a800_sxm", ["NVIDIA H20"] = "h20_sxm", ["NVIDIA GeForce RTX 4090"] = "rtx_4090",
    ["RTX 4090"] = "rtx_4090", A6000 = "rtx_a6000", ["NVIDIA GH200 480GB"] = "gh200", ["TPU v5p"] = "tpu_v5p",
    ["NVIDIA A100-PCIE-40GB"] = "a100_pcie_40g", ["NVIDIA A100 80GB PCIe"] = "a100_pcie_80g", ["H100 PCIe"] = "h100_pcie",
    ["NVIDIA H100 NVL"] = "h100_nvl", ["TPU v6e"] = "tpu_v6e", Trainium2 = "trainium2", ["Intel Gaudi 3"] = "gaudi3",
    ["MI300A"] = "mi300a", ["NVIDIA RTX PRO 6000 Blackwell Server Edition"] = "rtx_pro_6000",
    ["NVIDIA A100-SXM-64GB"] = "a100_64g", ["A100 64GB"] = "a100_64g", ["H100 64GB"] = "h100_64g",
    ["NVIDIA H100 96GB HBM3"] = "h100_96g", ["GB200 NVL4"] = "gb200_nvl4", ["NVIDIA GeForce RTX 3090"] = "rtx_3090",
    ["RTX 5090"] = "rtx_5090", ["NVIDIA RTX 6000 Ada Generation"] = "rtx_6000_ada", ["RTX 6000 Ada"] = "rtx_6000_ada",
    ["NVIDIA A40"] = "a40", ["NVIDIA A10"] = "a10", ["NVIDIA A10G"] = "a10g", A30 = "a30", ["NVIDIA L4"] = "l4",
    ["NVIDIA L40"] = "l40", ["Tesla T4"] = "t4", ["Tesla V100-PCIE-32GB"] = "v100_pcie_32g",
    ["V100 PCIe"] = "v100_pcie_32g", ["V100-PCIE-16GB"] = "v100_pcie_16g", ["TPU v3"] = "tpu_v3", ["TPU v7"] = "tpu_v7x",
    Ironwood = "tpu_v7x",
    Trainium = "trainium", Trn1 = "trainium", ["Intel Data Center GPU Max 1550 tile"] = "max1550_tile",
    ["PVC tile"] = "max1550_tile", v5p = "tpu_v5p", ["p6-b200.48xlarge"] = "b200_sxm",
    ["Standard_ND96isr_H100_v5"] = "h100_sxm", ["ND96isr_H100_v5"] = "h100_sxm",
    ["Standard_ND96amsr_A100_v4"] = "a100_80g" } do
    lu.assertEquals(aliases.device(name), device, name)
  end
  for _, name in ipairs{ "NVIDIA H200-NVL-141GB", "H100 CNX", "A100 Ultra", "V100S-PCIE-32GB", "MI250X", "MI250", "PVC",
    "RTX 6000", "H100 94GB", "Ascend 910B", "" } do
    local device, sentence = aliases.device(name)
    lu.assertNil(device)
    lu.assertStrContains(sentence, "is not a known device")
  end
end

function TestRuns:test_a_row_is_a_case()
  local case = reader.case(reader.entry("korthikanti"), row()).case
  lu.assertEquals(case.device.name, "a100_80g")
  lu.assertEquals({ case.layout.tp, case.layout.pp, case.layout.dp, case.layout.vp }, { 8, 8, 1, 3 })
  lu.assertEquals({ case.run.format, case.run.recompute, case.run.attention }, { "fp16", "full", "unfused" })
  local v = tw.eval(case, { "microbatches", "legal", "t_step" })
  lu.assertEquals({ v.microbatches, v.legal }, { 64, 1 })
  lu.assertTrue(v.t_step > 9 and v.t_step < 36) -- 18.13 s measured
end

-- NeMo's runs: gradients in BF16, or in FP32 if the configuration does not state it; dropout in GPT-3, but not in MLPerf's.
function TestRuns:test_gradients_and_dropout_of_nemo()
  local function run(name, more)
    more.vp, more.gpu_type, more.check, more.flash_attn, more.kv_heads = 1, "H100", 1, "", ""
    more.precision = "BF16"
    local one = reader.case(reader.entry(name), row(more))
    local v = tw.eval(assert(one.case, one.why), { "grad_byte", "accumulate_byte", "dropout" })
    return { v.grad_byte, v.accumulate_byte, v.dropout == 1 and "yes" or "no" }
  end
  lu.assertEquals(run("nemo", { model = "LLAMA2-70B" }), { 2, 4, "no" })
  lu.assertEquals(run("nemo", { model = "Nemotron-22B" }), { 4, 8, "no" })
  lu.assertEquals(run("nemo", { model = "Nemotron-340B" }), { 2, 4, "no" })
  lu.assertEquals(run("nemo", { model = "GPT3-5B" }), { 2, 4, "yes" })
  lu.assertEquals(run("dgxc", { model = "Nemotron4 15b 24.11 BF16" }), { 4, 8, "no" })
  lu.assertEquals(run("dgxc", { model = "NeMo Megatron BF16" }), { 2, 4, "yes" })
  lu.assertEquals(run("mlperf", { bench = "gpt3", fp8 = "True" }), { 2, 4, "no" })
end

-- Models that a file has by name only. Nemotron-4 (arXiv:2402.16819, 2406.11704, Table 1): 96 layers of 18432 with 96 heads
-- and 8 of keys, 32 of 6144 with 48 and 8; a layer has 2 + 2 x 8 / heads + 8 times H H weights and two norms of 2 H; in
-- addition one norm and two tables of 256000 words.
function TestRuns:test_models_by_their_names()
  for name, count in pairs{ ["340b"] = 341029195776, ["15b"] = 15628775424 } do
    local more = { model = "NEMOTRON4_" .. name, gpu_type = "H100", check = 1, flash_attn = "", precision = "BF16", vp = 1 }
    local model = assert(reader.case(reader.entry "dgxc", row(more)).case).model
    lu.assertEquals(tw.eval({ model = model }, "param"), count)
    lu.assertEquals(model.h % model.heads, 0)
  end
end

function TestRuns:test_a_refused_row_has_a_reason()
  local function why(more, name) return reader.case(reader.entry(name or "korthikanti"), row(more)).why end
  lu.assertStrContains(why{ gpus = 60 }, "does not divide its 60 GPUs")
  lu.assertStrContains(why{ layers = "", model = "own" }, "layers is empty")
  lu.assertStrContains(why{ gpus = "" }, "gpus is empty")
  lu.assertStrContains(why{ global_batch = 0 / 0 }, "global_batch is empty")
  lu.assertStrContains(why{ gpu_type = "TPU" }, "TPU")
  lu.assertStrContains(why({ check = 1.176 }, "dgxc"), "contradict")
  lu.assertStrContains(why({ check = 1, model = "Llama3 8b LORA BF16" }, "dgxc"), "adapters")
  lu.assertStrContains(why({ bench = "llama2_70b_lora" }, "mlperf"), "GPT-3")
  lu.assertErrorMsgContains('"nanotrom" is not a file of training runs', reader.entry, "nanotrom")
end

-- A die of a module: half of the data sheet, eight in a node, and 70 layers, of which the first stage has 9.
function TestRuns:test_a_die_of_a_module()
  local case = reader.case(reader.entry("lumi"), row{ gpu_type = "MI250X-GCD", layers = 70, hidden = 14336, ffn = 57344,
    heads = 112, kv_heads = 112, gpus = 128, vp = 1, microbatch = 2, global_batch = 1024 }).case
  local v = tw.eval(case, { "legal", "peak", "mem_size", "first_layers", "last_layers", "microbatches" })
  lu.assertEquals(v.peak, tw.devices.mi250x.peak_bf16 / 2)
  lu.assertEquals({ tw.eval(case, "dropout"), tw.eval(case, "accumulate_byte") }, { 1, 18 }) -- its log: dropout of 0.1
  lu.assertEquals({ v.mem_size, v.legal, v.first_layers, v.last_layers, v.microbatches }, { 64e9, 1, 9, 8, 256 })
  lu.assertEquals({ (aliases.device "MI250X-GCD"), (aliases.device "MI250 GCD") }, { "mi250x_gcd", "mi250_gcd" })
  lu.assertNil((aliases.device "MI250X")) -- it is not guessed whether a user counts dies or modules
  -- In a file, eight of them in a node are dies.
  local reader = require "twocs.runs.read"
  local function device(cells)
    local row = { model = "llama2_7b", gpus = 16, gpu_type = "MI250X", seq = 2048, global_batch = 64, step_time_s = 9 }
    for name, value in pairs(cells) do row[name] = value end
    local one = reader.case(reader.entry "own", row)
    return one.case and one.case.device.name or one.why
  end
  lu.assertEquals({ device{ nodes = 2 }, device{ node_size = 8 }, device{ nodes = 2, gpu_type = "MI250" } },
    { "mi250x_gcd", "mi250x_gcd", "mi250_gcd" })
  lu.assertStrContains(device{ nodes = 4 }, "it is two")
  lu.assertStrContains(device{}, "it is two")
end

-- 32 layers of 4096 with a vocabulary of 131072: 9, 9, 8, and 6 with the LM head. With 28 layers of 3072 on eight stages,
-- the head has its own stage.
function TestRuns:test_layers_where_the_framework_puts_them()
  local large = { layers = 32, h = 4096, ffn = 14336, vocab = 131072, gated = true }
  local small = { layers = 28, h = 3072, ffn = 8192, vocab = 131072, gated = true }
  lu.assertEquals(stages.by_flop(large, 4), { first_layers = 9, middle_layers = 9, last_layers = 6 })
  lu.assertEquals(stages.by_flop(large, 2), { first_layers = 18, last_layers = 14 })
  lu.assertEquals(stages.by_flop(small, 8), { first_layers = 4, middle_layers = 4, last_layers = 0 })
  lu.assertEquals(stages.by_flop(small, 1), {})
  -- On 16 stages, two layers and the head are on the 15th, and the loss is on the 16th; in the small model only the head is
  -- there.
  local function apart(model, pp) return (select(2, stages.by_flop(model, pp))) end
  lu.assertEquals({ apart(large, 16), apart(small, 16), apart(large, 4), apart(small, 1) }, { true, false, false, false })
end

-- Meanings of words in the software of a row, and cells that a row may omit.
function TestRuns:test_words_of_frameworks()
  local base = { model = "x", hidden = 4096, heads = 32, layers = 32, gpus = 8, tp = 1, pp = 1, microbatch = 1,
    global_batch = 8, seq = 2048, gpu_type = "H100", precision = "bf16", step_time_s = 1 }
  local function made(more)
    local r = {}
    for key, value in pairs(base) do r[key] = value end
    for key, value in pairs(more) do r[key] = value end
    local one = reader.case(reader.entry "own", r)
    return assert(one.case, one.why)
  end
  local function field(more, name) return tw.eval(made(more), name) end
  lu.assertEquals(field({ software = "Megatron-LM", flash_attn = 0 }, "dropout"), 1)
  lu.assertEquals(field({ software = "Megatron-LM", flash_attn = 0, dropout = "no" }, "dropout"), 0)
  lu.assertEquals(field({ software = "Megatron-LM", flash_attn = 1 }, "dropout"), 0)
  lu.assertEquals(field({ software = "Megatron-DeepSpeed" }, "accumulate_byte"), 18)
  lu.assertEquals(field({ software = "Megatron" }, "accumulate_byte"), 8)
  -- The first kernel of fused attention is half as fast as the next one on Hopper; on A100 it is the calibrated one.
  lu.assertEquals(field({ software = "llm-foundry" }, "flash_pace"), 2)
  lu.assertEquals(field({ flash_attn = "fa1", gpu_type = "B200" }, "flash_pace"), 2)
  lu.assertEquals(field({ flash_attn = "fa2" }, "flash_pace"), 1)
  lu.assertEquals(field({ software = "llm-foundry", gpu_type = "A100-80GB" }, "flash_pace"), 1)
  -- Layers that PP does not divide: embedding and LM head count as one layer each.
  local many = { layers = 126, pp = 8, vp = 8, global_batch = 64, gpus = 64, heads = 128, hidden = 16384 }
  local v = tw.eval(made(many), { "legal", "first_layers", "middle_layers", "last_layers" })
  lu.assertEquals({ v.legal, v.first_layers, v.middle_layers, v.last_layers }, { 1, 15, 16, 15 })
  many.vp = 5
  lu.assertEquals(field(many, "legal"), 0)
end

-- A part that differs from the registered one: 500 of 700 W leave (500 - 175) / (700 - 175) of the power above waiting.
function TestRuns:test_slower_parts()
  local function device(more, gpu)
    local r = { model = "x", hidden = 4096, heads = 32, layers = 32, gpus = 8, tp = 1, pp = 1, microbatch = 1,
      global_batch = 576, seq = 2048, gpu_type = gpu or "H100", step_time_s = 1 }
    for key, value in pairs(more) do r[key] = value end
    local one = reader.case(reader.entry "own", r)
    return assert(one.case, one.why).device
  end
  local own, entry = device{ power_w = 500, mem_bw = 2.4e12 }, tw.devices.h100_sxm
  lu.assertEquals(own.mem_bw, 2.4e12)
  lu.assertAlmostEquals(own.peak_bf16 / entry.peak_bf16, tw.pow(325 / 525, 1 / 2.54), 1e-12)
  lu.assertEquals(own.peak_fp8 / entry.peak_fp8, own.peak_bf16 / entry.peak_bf16)
  lu.assertEquals(device{ power_w = 700 }.peak_bf16, entry.peak_bf16)
  lu.assertEquals(device({ gpus = 256 }, "GB200").net0_size, 64) -- a rack has 72
  lu.assertEquals({ device({ gpus = 64 }, "GB200").net0_size, device({ gpus = 144 }, "GB200").net0_size }, { 72, 72 })
  lu.assertEquals(device({ gpus = 256, node_size = 32 }, "GB200").net0_size, 32)
end

-- Without the framework's own memory, a measured peak is at least that of the rows, and less than twice that.
function TestRuns:test_measured_peaks()
  local list, sentence = require("studies.runs").read("nanotron")
  if not list then return print("skipped: " .. sentence) end
  local n, sum = 0, 0
  for _, one in ipairs(list) do
    if one.row.status == "ok" and one.row.tp == 2 then
      n = n + 1
      local case = {}
      for key, value in pairs(one.case) do case[key] = value end
      case.software = case.software{ workspace = 0, fragments = 0, eager_byte = 0, eager_fc_byte = 0, table_grad_byte = 0,
        eager_work_byte = 0, logit_byte = 4, gather_freed = 1e6 }
      sum = sum + tw.eval(case, { "first_mem" }).first_mem / 1073741824 / one.row.peak_mem_gib
    end
  end
  lu.assertEquals(n, 135)
  lu.assertTrue(sum / n > 0.6 and sum / n < 1, tw.format("%g", sum / n))
end

-- The goals of a figure: its limits are reached, NaN is missed, and a value without a goal is not counted.
function TestRuns:test_goals()
  local goals = require "studies.runs.goals"
  local scores = goals.new()
  for _, one in ipairs{ { 5, { most = 5 }, "reached" }, { 5.001, { most = 5 }, "missed" }, { -9, { most = 5 }, "reached" },
    { 94, { least = 94 }, "reached" }, { 93.9, { least = 94 }, "missed" }, { 0 / 0, { most = 5 }, "missed" },
    { 0 / 0, { least = 5 }, "missed" }, { -3.1, goals.percent(3, -3), "missed" },
    { 3, goals.percent(3, -3), "reached" } } do
    lu.assertEquals(scores:verdict(one[1], one[2]), one[3])
  end
  lu.assertEquals(scores:verdict(1, nil), "")
  scores:share("share", 0.0501, goals.percent(5))
  scores:add("between", "%.2f s", 0.4, { least = 0.37, most = 0.55, unit = "s" })
  local lines = scores:lines()
  lu.assertEquals(lines[3], "| share | 5.0 % | at most 5 % | missed |")
  lu.assertEquals(lines[4], "| between | 0.40 s | 0.37 to 0.55 s | reached |")
  lu.assertEquals(lines[#lines], "5 of 11 goals are reached, including those of the first table.")
end

os.exit(gate.silently(lu.LuaUnit.run) == 0, true)
