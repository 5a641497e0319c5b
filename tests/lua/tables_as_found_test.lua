-- SPDX-License-Identifier: MIT
-- Files of training runs as people paste them from their reports: a header or a cell of the everyday kind is read as its
-- author means it, and a similar one with another meaning is refused or named.
local lu = require "luaunit"
local columns = require "twocs.runs.columns"
local counted = require "twocs.runs.counted"
local headers = require "twocs.runs.headers"
local joined = require "twocs.runs.joined"
local models = require "twocs.runs.model"
local reader = require "twocs.runs.read"
local text = require "twocs.runs.text"
local words = require "twocs.runs.words"

-- The rows of a text: { row = cells, case =, why =, about = } each.
local function rows(...)
  local t = assert(text.table(assert(text.plain(table.concat({ ... }, "\n") .. "\n", {}))))
  return reader.rows(t, reader.entry "own")
end

-- The first row of a plain run with one more column.
local function run(header, cell)
  return rows("model,gpu_type,GPUs,Seq,GBS,MBS,step_time_s," .. header, "llama3_8b,H100,8,8192,128,1,9," .. cell)[1]
end

-- The first row of a run whose measurement is in the last column.
local function measured(header, cell)
  return rows("model,gpu_type,GPUs,Seq,GBS,MBS," .. header, "llama3_8b,H100,8,8192,128,1," .. cell)[1]
end

local function layout(header, cell)
  local one = run(header, cell)
  assert(one.case, one.why)
  local l = one.case.layout
  return { tp = l.tp, pp = l.pp, cp = l.cp, ep = l.ep, zero = l.zero, shard = l.shard }
end

TestHeaders = {}

-- A header that begins with "#" names columns; a comment with commas does not.
function TestHeaders:test_number_signs()
  local found = rows("# Params (B),model,GPUs,gpu,Seq,GBS,step_time_s", "8.0,llama3_8b,8,H100,8192,128,9")
  lu.assertEquals({ #found, found[1].row.params_b, found[1].row.gpus }, { 1, 8, 8 })
  found = rows("#,model,GPUs,gpu,Seq,GBS,step_time_s", "3,llama3_8b,8,H100,8192,128,9")
  lu.assertEquals({ #found, found[1].row.step_time_s }, { 1, 9 })
  found = rows("# model, gpus and seq: of one cluster", "model,GPUs,gpu,Seq,GBS,step_time_s", "llama3_8b,8,H100,8192,128,9")
  lu.assertEquals({ #found, found[1].row.step_time_s }, { 1, 9 })
end

function TestHeaders:test_units_in_names()
  for header, name in pairs{ ["tokens/s (16 GPUs)"] = "tokens_per_s", ["Tok/s/dev"] = "tokens_per_s_per_gpu",
    ["MFU (H200 BF16 peak)"] = "mfu_pct", ["Params (B)"] = "params_b", ["micro-batch / GPU"] = "microbatch",
    ["GPUs/node"] = "node_size", ["Per-device BS"] = "microbatch",
    ["Act. recomp."] = "recompute" } do
    local meant = headers.meant{ { cell = header, name = header } }[1]
    lu.assertEquals((columns.of(meant) or {}).name, name, header)
  end
  lu.assertNil(columns.of(headers.meant{ { cell = "tokens/s (16 users)", name = "tokens/s (16 users)" } }[1]))
  lu.assertEquals(measured("Speed (s/iter)", "9.5").row.step_time_s, 9.5)
  lu.assertNil(measured("Speed (s)", "9.5").row.step_time_s)
end

function TestHeaders:test_chinese()
  local one = rows("模型,GPU,卡数,序列长度,全局批大小,并行（TP/PP）,单步耗时（ms）",
    "llama3_8b,H100,8,8192,128,2/1,9000")[1]
  lu.assertEquals({ one.row.gpus, one.case.layout.tp, one.row.step_time_s }, { 8, 2, 9 })
  local other = "模型参数" -- parameters of the model: the term for "model" is a part of it
  lu.assertEquals(headers.meant{ { cell = other, name = other } }[1], other)
end

-- A header without a meaning, and cells that have one.
function TestHeaders:test_meant_by_cells()
  local function at(name, value) return rows(name .. ",gpu,GPUs,Seq,GBS,step_time_s", value .. ",H100,8,8192,128,9")[1] end
  lu.assertEquals(at("Workload", "llama3.1 8B").row.model, "llama3.1 8B")
  lu.assertStrContains(at("Workload", "chat").why, "no column states")
  lu.assertStrContains(at("tokenizer", "llama3_8b").why, "no column states model") -- it is not the model of the run
  local one = rows("model,GPUs,Seq,GBS,step_time_s", "llama3_8b,64x NVIDIA H100,8192,128,9")[1]
  lu.assertEquals({ one.row.gpus, one.case.device.name }, { 64, "h100_sxm" })
  one = rows("model,Cluster,Seq,GBS,step_time_s", 'llama3_8b,"2x H200 SXM nodes, 8 GPUs each",8192,128,9')[1]
  lu.assertEquals({ one.row.gpus, one.case.device.name }, { 16, "h200_sxm" })
  lu.assertEquals(measured("Throughput", '"~116,500 tokens/sec"').row.tokens_per_s, 116500)
  lu.assertEquals(measured("Throughput", "14000 tokens/s/GPU").row.tokens_per_s_per_gpu, 14000)
  lu.assertNil(measured("Throughput", "14000").row.tokens_per_s)
  lu.assertEquals(layout("Distribution type", "DeepSpeed ZeRO-2").zero, "gradients")
  lu.assertEquals(run("Peak memory", "~61.5 GiB").row.peak_mem_gib, 61.5)
  lu.assertNil(run("GPU memory", "80 GB").row.peak_mem_gib) -- perhaps the size of the device
  local function length(name, value)
    return rows("model,gpu,GPUs,GBS,step_time_s," .. name, "llama3_8b,H100,8,128,9," .. value)[1]
  end
  for name, value in pairs{ ctx = "8k", Sequence = "8192", ["Context size"] = '"8,192"' } do
    lu.assertEquals(length(name, value).case.run.sl, 8192, name)
    lu.assertStrContains(length(name, "4").why, "seq", name) -- perhaps a degree
  end
end

TestCells = {}

function TestCells:test_numbers()
  lu.assertEquals(measured("TFLOP/s/GPU", '"1,012"').row.tflops_per_gpu, 1012) -- not 1.012
  lu.assertEquals(measured("TFLOP/s/GPU", '"451,5"').row.tflops_per_gpu, 451.5)
  lu.assertEquals(measured("ms / step", "**9250**").row.step_time_s, 9.25) -- bold text has the unit of the header
  lu.assertEquals(measured("Step time", '"9,250 ms"').row.step_time_s, 9.25)
  lu.assertEquals(measured("Step time", "9.25s/it").row.step_time_s, 9.25)
  lu.assertStrContains(measured("Step time", '"9,250 s"').why, "step_time_s is")
  lu.assertAlmostEquals(run("Params", "~8030M").row.params_b, 8.03, 1e-12)
  for _, cell in ipairs{ "8.03B (1B active)", "8.03B-A1B", "8.03 (1 active parameters)" } do
    lu.assertEquals(run("Params", cell).row.params_b, 8.03, cell)
  end
  lu.assertStrContains(run("Params", "8.03B (1B frozen)").why, "params_b is")
  lu.assertEquals({ run("MFU", "--").why, run("MFU", "---").why, run("MFU", "?").why }, {})
  lu.assertEquals(run("Act. ckpt", "`full`").case.run.recompute, "full")
end

-- 0.41 next to another measurement can only be a share; alone it could be percent.
function TestCells:test_shares()
  local one = measured("MFU,tok/s/GPU", "0.41,14000")
  lu.assertEquals({ one.row.mfu_pct, one.why }, { 0.41 })
  lu.assertStrContains(measured("MFU", "0.41").why, "is it a share?")
end

function TestCells:test_words()
  lu.assertEquals(words.fields("status", "OK (comm-bound)"), { failed = false })
  lu.assertNil(run("Status", "profiler run").why) -- it has a time
  lu.assertStrContains(rows("model,gpu,GPUs,Seq,GBS,MBS,Status", "llama3_8b,H100,8,8192,128,1,profiler run")[1].why,
    "status is")
  for _, word in ipairs{ "running", "still running well", "slow" } do
    lu.assertStrContains(run("status", word).why, "status is")
  end
  lu.assertTrue(run("status", "OOM (at step 3)").about.failed)
  lu.assertEquals(run("compile", "max-autotune").row.compile, "yes")
  lu.assertEquals({ words.fields("recompute", "select"), words.fields("recompute", "sel.") },
    { { recompute = "selective" }, { recompute = "selective" } })
  lu.assertEquals(rows("model,gpu,GPUs,Seq,GBS,MBS,Step,Step time", "llama3_8b,H100,8,8192,128,1,0 (warm-up),19 s")[1].why,
    "it is a warm-up step")
  lu.assertNil(rows("model,gpu,GPUs,Seq,GBS,MBS,Note,Step time", "llama3_8b,H100,8,8192,128,1,5 warm-up steps,19 s")[1].why)
end

function TestCells:test_names_of_models()
  for name, own in pairs{ ["Qwen3-30B-A3B (best configuration)"] = "qwen3_30b_a3b", ["deepseek3-671b"] = "deepseek_v3",
    ["Qwen3MoE-235B-A22B"] = "qwen3_235b", TinyLlama = "tinyllama_1b", ["Qwen2-7B-Instruct"] = "qwen2_5_7b",
    ["Qwen2.5-Coder-7B"] = "qwen2_5_7b", ["deepseek-ai/DeepSeek-R1-Distill-Llama-8B"] = "llama3_8b",
    ["QwQ-32B"] = "qwen2_5_32b", ["Qwen3-Coder-30B-A3B-Instruct"] = "qwen3_30b_a3b", DSV3 = "deepseek_v3",
    ["unsloth/gpt-oss-20b-BF16"] = "gpt_oss_20b", ["DeepSeek-R1-Distill-Qwen-7B"] = "qwen2_5_7b" } do
    lu.assertEquals(models.named(name), own, name)
  end
  for _, name in ipairs{ "Qwen3-30B-A3B (4 layers)", "Qwen3-30B-A3B (pruned)", "Qwen3-30B-A3B (FP8)",
    "Moonlight-V9-16B-A3B", "Qwen-7B", "DeepSeek-R1-Distill-Qwen-1.5B", "Qwen1.5-7B", "Llama-70B",
    "DeepSeek-R1-Distill-Yi-34B", "Qwen2.5-Audio-7B" } do
    lu.assertNil(models.named(name), name)
  end
end

function TestCells:test_numbers_of_devices()
  lu.assertEquals({ counted.of "2\195\151 H100 SXM nodes, 4 GPUs each" }, { 8, 2 })
  lu.assertEquals({ counted.of "8x B200 per node", counted.without "8x B200 per node" }, { 8, "B200" })
  local function at(nodes) -- devices of each node: of how many nodes?
    return rows("model,gpu,Seq,GBS,step_time_s" .. (nodes and ",nodes" or ""),
      "llama3_8b,8x B200 per node,8192,128,9" .. (nodes and ",2" or ""))[1]
  end
  lu.assertEquals(at(true).row.gpus, 16)
  lu.assertStrContains(at(false).why, "gpus")
end

TestLayouts = {}

function TestLayouts:test_degrees()
  lu.assertEquals(layout('"Parallelism (TP, PP)"', '"TP=2, PP=4"'), { tp = 2, pp = 4 })
  for _, cell in ipairs{ "FSDP2", "FSDP2 full-shard", "TP1 FSDP2", "TP1 FSDP2 full-shard" } do
    lu.assertEquals({ layout("Parallelism", cell).zero, layout("Parallelism", cell).shard }, { "weights" }, cell)
  end
  lu.assertEquals(layout("Parallelism", "DP_shard=4 (inside a node) \195\151 DP_replicate=2"),
    { zero = "weights", shard = 4 })
  lu.assertEquals(layout("Parallel", '"tp=2, recompute=full"').tp, 2)
  lu.assertEquals(run("Parallelism", '"tp=2, recompute=full"').case.run.recompute, "full")
  for _, cell in ipairs{ '"tp=2, bs=4"', '"tp=2, lr=3e-4"', "tp2 (no PP)", "tp2 (fp8)", '"tp=2, step_time=9"' } do
    lu.assertStrContains(run("Parallelism", cell).why, "expected only degrees")
  end
  lu.assertEquals(layout("Strategy", "DeepSpeed ZeRO-2"), { zero = "gradients" })
  lu.assertEquals(layout("Strategy", "FSDP2 (full shard)"), { zero = "weights" })
  lu.assertEquals(run("Strategy", "ZeRO-3 + CPU offload").case.layout.offload_opt, 1)
  lu.assertEquals(run("Strategy", "LoRA r=8").case.model.lora_rank, 8) -- among degrees, adapters are not ignored either
  lu.assertEquals({ layout("Strategy", "TP2 + LoRA").tp, run("Strategy", "TP2 + LoRA").case.model.lora_rank }, { 2, 16 })
  lu.assertStrContains(run("Strategy", "LoRA + DualPipe").why, "expected only degrees")
  lu.assertStrContains(run("Strategy", "QLoRA").why, "QLoRA")
  for _, header in ipairs{ "Exp", "exp.", "Exp #" } do lu.assertNil(run(header, "1").why, header) end -- not E x P
  lu.assertEquals(layout("ici_fsdp,ici_tp", "4,2"), { tp = 2, zero = "weights", shard = 4 }) -- MaxText's axes
  lu.assertEquals(layout("PxT", "2x4"), { pp = 2, tp = 4 })
  lu.assertEquals(joined.mentions "EP8, lr 3e-4, tp1", { ep = true })
  lu.assertEquals({ layout("Parallelism", "CP4 (all-to-all) + TP2") }, { { cp = 4, tp = 2 } })
  lu.assertEquals(run("Parallelism", "CP4 (a2a)").case.layout.cp_kind, "all_to_all")
  lu.assertEquals(run("Parallelism", "CP4 (Ulysses)").case.layout.cp_kind, "all_to_all")
end

-- The device and the model next to degrees are the run's, and a different device or model in another column is a mistake.
function TestLayouts:test_names_next_to_degrees()
  local function at(cell) return rows("Config,Seq,GBS,MBS,Step time", '"' .. cell .. '",8192,128,1,9 s')[1] end
  local one = at "16x H100, Llama-3-70B, TP8 PP2"
  lu.assertEquals({ one.case.device.name, one.case.model.name, one.row.gpus, one.case.layout.tp, one.case.layout.pp },
    { "h100_sxm", "llama3_70b", 16, 8, 2 })
  lu.assertStrContains(at("16x H100, Llama-3-70B, TP8, DualPipe").why, "expected only degrees")
  lu.assertStrContains(at("16x H100, Llama-3-70B").why, "no column states")
  lu.assertStrContains(run("Parallelism", '"A100, TP2"').why, "gpu_type")
  lu.assertStrContains(run("Parallelism", '"Llama-3-70B, TP2"').why, "model")
end

-- Under any header, a degree or adapters that no other column states are read or refused, never ignored.
function TestLayouts:test_unknown_headers()
  lu.assertEquals(layout("配置", '"tp=2, pp=2"'), { tp = 2, pp = 2 })
  lu.assertStrContains(run("Variant", '"tp=2, old"').why, 'layout of Variant is "tp=2, old"')
  lu.assertEquals(layout("Speedup over baseline", "TP8"), {}) -- of another run
  lu.assertEquals(run("Run ID", "tp8-a").about.remarks,
    { "its Run ID mentions TP, but no column states it: it is not used (tp)" })
  lu.assertEquals(run("note", "LoRA").about.remarks,
    { "its note mentions LoRA, but no column states it: it is not used (lora)" })
  lu.assertEquals(run("note", "in NVFP4").about.remarks,
    { "its note mentions FP4, but no column states it: it is not used (precision)" })
  lu.assertEquals(run("note,precision", "in FP8,fp8").about.remarks, {})
  lu.assertEquals(run("Way", "LoRA r=32").case.model.lora_rank, 32)
  for name, rank in pairs{ ["Llama-3-8B LoRA r=64"] = 64, ["Llama-3-8B-LoRA-r8"] = 8, ["Llama-3-8B (LoRA)"] = 16 } do
    local one = rows("model,gpu,GPUs,Seq,GBS,MBS,step_time_s", name .. ",H100,8,8192,128,1,9")[1]
    lu.assertEquals({ one.row.model, one.case and one.case.model.lora_rank }, { name, rank })
  end
  lu.assertEquals(run("Way", "no LoRA").case.model.lora_rank or 0, 0)
  lu.assertStrContains(run("Way", "Q-LoRA").why, "QLoRA")
  lu.assertEquals(run("Way", "LoRA + DeepSpeed ZeRO-3").case.layout.zero, "weights")
  lu.assertEquals(run("train type", "Full-parameter").case.model.lora_rank, 0)
end

-- Some count the ranks of EP apart from those of DP.
function TestLayouts:test_dp_of_experts()
  local header = "model,gpu,GPUs,Seq,GBS,step_time_s,TP/PP/CP/EP/DP"
  local one = rows(header .. ",MBS", "qwen3_30b_a3b,H100,32,4096,256,9,1/1/4/8/1,1")[1]
  lu.assertEquals({ one.case.layout.dp, one.about.remarks },
    { 8, { "its dp of 1 does not count the ranks of ep: dp 8 is used" } })
  lu.assertEquals(rows(header .. ",MBS", "qwen3_30b_a3b,H100,32,4096,256,9,1/1/4/8/8,1")[1].about.remarks, {})
  lu.assertStrContains(rows(header, "qwen3_30b_a3b,H100,32,4096,256,9,1/1/4/8/2")[1].why, "differ from its GPUs")
end

-- The batch of one device decides the step alone if its software accumulates nothing by default.
function TestLayouts:test_accumulation()
  local function at(header) return rows("model,gpu,GPUs,Seq,step_time_s," .. header, "llama3_8b,H100,8,8192,9,2")[1] end
  local one = at "per_device_train_batch_size"
  lu.assertEquals(one.case.run.global_batch, 16)
  lu.assertStrContains(one.about.remarks[1], "no column states the gradient accumulation: 1 is used")
  lu.assertStrContains(at("MBS").why, "global_batch or grad_accum")
  one = rows("model,gpu,GPUs,Seq,PP,step_time_s,local_batch_size", "llama3_8b,H100,8,8192,2,9,2")[1]
  lu.assertStrContains(one.why, "global_batch or grad_accum") -- a pipeline has several microbatches
  local function batch(software) -- the eight sequences of a rank are one microbatch, or several of usual size
    local row = rows("model,gpu,GPUs,Seq,GBS,step_time_s,software", "llama3_8b,H200,8,8192,64,9," .. software)[1]
    return row.case.run.micro_batch
  end
  lu.assertTrue(batch "MaxText" >= 8)
  lu.assertEquals(batch "PyTorch", 2)
end

-- FP8-CS is a word of Megatron's users.
function TestLayouts:test_software_by_words()
  local function software(precision) return run("precision", precision).case.software.name end
  lu.assertEquals({ software "FP8-CS", software "fp8", software "bf16" }, { "megatron_core", "nemo", "pytorch" })
  local find = require("twocs.data.software").find
  lu.assertEquals({ find "Unsloth", find "MS-SWIFT 3.5", find "Megatron-SWIFT" },
    { "transformers_compiled", "transformers", "megatron_core" })
end

os.exit(lu.LuaUnit.run(), true)
