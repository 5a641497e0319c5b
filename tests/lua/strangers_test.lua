-- SPDX-License-Identifier: MIT
-- Files written by people of other projects: headers, cells and words that are read, those that cause a question, and those
-- whose row is refused. Each of these cases was once ignored without a message, misread, or refused although its meaning is
-- clear.
local lu = require "luaunit"
local a_row = require "a_row"
local cells = require "twocs.runs.cells"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local headers = require "twocs.runs.headers"
local joined = require "twocs.runs.joined"
local reader = require "twocs.runs.read"
local tw = require "twocs"
local words = require "twocs.runs.words"

local row, read, case, field = a_row.cells, a_row.read, a_row.case, a_row.field

local function word(more, record, name) return case(more)[record][name] end

local function why(more) return read(more).why or "accepted" end

-- The meaning of one header in a file of its own.
local function meant(header)
  local bare = header:gsub("%s*%[[^%]]*%]$", "")
  return headers.meant{ { cell = header, name = bare } }[1]
end

local function means(header)
  local one = columns.of(meant(header):gsub("%s*%[[^%]]*%]$", ""))
  return one and one.name
end

TestHeaders = {}

function TestHeaders:test_headers_of_other_tools()
  for name, list in pairs{
    model = { "base_model" }, sharding = { "ShardStrategy", "deepspeed", "Distributed Mode" },
    recompute = { "ActCkpt", "ckpt act" }, nodes = { "# of Nodes", "# instances" },
      hidden = { "config/model_args.hidden_size" }, local_batch = { "training.local_batch_size" },
    dp_shard = { "parallelism.data_parallel_shard_degree" }, flavor = { "model.flavor" },
    reserved_mem_gib = { "Memory reserved (GB)", "Mem Res (GB)", "max_reserved_gib", "memory/max_reserved(GiB)" },
    schedule = { "pp_engine" },
    peak_mem_gib = { "Max CUDA memory allocated (MB)", "Memory allocated (GB)", "Mem Alloc (GB)", "max_allocated_gib" },
    params_b = { "NumParams" },
    seq = { "SequenceLength", "SeqLen (T)", "seqlength", "Sequence length (tokens)", "sequence_len", "model_max_length",
      "encoder_seq_length" },
    gpu_type = { "GPUType", "Accelerator Type" },
    gpus = { "#HPU", "# of Accelerators", "# Accelerators", "#GPUs", "#GPU", "NPUs", "Cards", "num_processes", "GPU Num",
      "num_gpus", "NumGPUs" },
    node_size = { "GPUs/node", "accelerators_per_node", "nproc_per_node" },
    grad_accum = { "num_micro_batch", "Number of microbatches", "num_microbatches",
      "accumulative_counts", "gradient_accumulate_steps" },
    global_batch = { "Global Batch Size (sequences)", "Batch size (global)", "GBS (seqs)" },
    samples_per_s = { "Global throughput (samples/sec)", "Throughput (S/s)", "Throughput (sent/s)" },
    layers = { "config/model.num_layers" },
    global_batch_tokens = { "GlobalBatchSize (T)", "Global batch (tokens)", "tokens/batch", "tokens/step" },
    microbatch = { "Micro BS", "MicroBatchSize", "batch per GPU", "Batch/GPU", "bs/gpu" },
    local_batch = { "local_batch_size", "LBS", "local_batchsize" }, ffn = { "FF Dim" },
    lora = { "tuner", "Tuning Method" }, ulysses_size = { "ulysses_sequence_parallel_size", "Ulysses" },
    sequence_parallel_size = { "sp_size", "sequence-parallel-size" }, cp = { "context_parallel_size", "CP size" },
    tokens_per_s_per_gpu = { "TPS/GPU", "TPS per GPU", "tokens/s (per GPU)", "tokens/s/card", "token/p/s",
      "Throughput [tokens/s/GPU]",
      "Throughput per GPU (tokens/s)", "TGS (tokens/gpu/s)", "tps (per gpu)", "Throughput (T/s/GPU)" },
    tokens_per_s = { "total tokens/s", "Total throughput (tokens/s)", "tokens/s (total)", "Global tokens per second",
      "throughput/tokens_per_sec", "train_tokens_per_second", "Throughput [tokens/s]",
      "summary/tokens_per_s" },
    tflops_per_gpu = { "teraFLOP/s per GPU", "Achieved TFLOP/s per GPU", "TFLOP/chip/sec",
      "Model FLOP/s per GPU (TFLOP/s)", "Throughput per GPU (TFLOP/s/GPU)",
      "Throughput [TFLOP/s/GPU]" },
    step_time_s = { "summary/perf/step_time_ms", "time_metrics/end_to_end(s)", "Time (s/step)" },
    mfu_pct = { "Model flops utilization (MFU)", "throughput/device/mfu", "mfu%", "MFU [%]", "Model FLOPs utilization",
      "summary/mfu" },
    step_time_s = { "time per batch", "Average step time (s)", "Mean iteration time [s]", "time/iter (ms)",
      "ms per step", "step time, s", "Time per Global Step (s)", "train_step_timing in s",
      "train/step_time" },
    steps_per_s = { "iterations/s", "it/s", "train speed (iter/s)" }, status = { "State" }, fp8 = { "float8" },
    pp = { "num_pipeline_stages" }, layers_per_chunk = { "num_layers_per_virtual_pipeline_stage" },
  } do
    for _, header in ipairs(list) do lu.assertEquals(means(header), name, header) end
  end
  lu.assertEquals(meant "ms per step", "step_time_s [ms]")
  lu.assertEquals(meant "Speed [bananas]", "Speed (bananas) [text]") -- the file has no mistake here
  lu.assertEquals(meant "step_time_s [ms]", "step_time_s [ms]")
  lu.assertEquals(headers.meant{ { cell = "", name = "" }, { cell = "gpus", name = "gpus" }, { cell = " ", name = " " } },
    { "(no name) [text]", "gpus", "(no name 2) [text]" })
end

-- Headers with two meanings, or which could be confused with another header.
function TestHeaders:test_ambiguous_headers_are_questioned()
  for _, header in ipairs{ "throughput", "throughput per GPU", "Throughput/GPU", "tps", "wps", "MP", "model_parallel_size",
    "checkpointing", "Model size", "Method", "Bits", "hTFLOPs",
    "Percentage of theoretical peak FLOP/s", "Model TFLOP/s" } do
    local one, near = columns.of(header)
    lu.assertNil(one, header)
    lu.assertNotNil(near, header)
  end
  lu.assertNil(means "Performance (gpus)")
  lu.assertEquals(means "Throughput per GPU (samples/s)", "samples_per_s_per_gpu") -- not the throughput of all GPUs
  lu.assertNil(means "tps (tokens/s)")
  lu.assertNil(means "Global throughput (tokens/s/GPU)") -- of all GPUs or of one: ambiguous
  for _, header in ipairs{ "Total TFLOPS", "TFLOP/s (total)", "total steps/s", "Data loading (ms/step)" } do
    lu.assertNil(means(header), header) -- these columns mean one GPU, or the whole step
  end
  lu.assertNil(means "iter_s") -- seconds per iteration, or iterations per second
  lu.assertEquals(means "TGS (tokens/s)", "tokens_per_s_per_gpu")
  for _, header in ipairs{ "num_seq", "num_microbatch_size", "num_tp", "param_dtype", "arch", "train/gpus",
    "training.state", "eval.seq_len", "optimizer.name" } do
    lu.assertNil(columns.of(header), header)
  end
end

-- Hugging Face's model cards use the same name for the batch of a device as DeepSpeed for the global batch. "System" means
-- the GPU if no other column does.
function TestHeaders:test_headers_next_to_others()
  local function both(...)
    local list = {}
    for i, name in ipairs{ ... } do list[i] = { cell = name, name = name } end
    return headers.meant(list)
  end
  lu.assertEquals(both("train_batch_size", "total_train_batch_size"), { "microbatch", "total_train_batch_size" })
  lu.assertEquals(both "train_batch_size", { "train_batch_size" })
  lu.assertEquals(both("Batch Size", "GBS"), { "microbatch", "GBS" })
  lu.assertEquals(both("Batch Size", "GBS", "MBS"), { "Batch Size", "GBS", "MBS" })
  -- The meaning of the batch size is unknown.
  lu.assertEquals(both("Batch Size", "GBS", "LBS"), { "Batch Size", "GBS", "LBS" })
  lu.assertEquals(both("Batch Size", "grad_accum"), { "Batch Size", "grad_accum" })
  lu.assertEquals(both("System", "model"), { "gpu_type", "model" })
  lu.assertEquals(both("System", "GPU"), { "System", "GPU" })
  lu.assertEquals(both("container", "gpus"), { "software", "gpus" })
  lu.assertEquals(both("container", "framework"), { "container", "framework" })
end

-- Sequence parallelism with a degree is a form of attention parallelism: Ulysses where the name or the software says so.
function TestHeaders:test_sequence_parallelism()
  local function layout(more)
    more.tp, more.pp = "", ""
    local l = case(more).layout
    return { l.cp, l.cp_kind, l.dp }
  end
  lu.assertEquals(layout{ sequence_parallel_size = 4, software = "XTuner (DeepSpeed)" }, { 4, "all_to_all", 4 })
  lu.assertEquals(layout{ sp_size = 4, software = "DeepSpeed" }, { 4, "all_to_all", 4 })
  lu.assertEquals(layout{ sp_size = 4, software = "DeepSpeed", cp_comm = "ring" }, { 4, "ring", 4 })
  lu.assertEquals(layout{ ulysses_size = 4 }, { 4, "all_to_all", 4 })
  lu.assertEquals(layout{ sp_size = 1, software = "DeepSpeed" }, { 1, nil, 16 })
  lu.assertEquals(layout{ sequence_parallel_size = 4, cp = 4 }, { 4, nil, 4 })
  lu.assertEquals(why{ ulysses_size = 4, cp = 2 }, "its cp and ulysses_size contradict each other")
end

-- MaxText's axes: a degree is the product of the axes of both networks. Experts are divided over DP ranks.
function TestHeaders:test_axes_of_two_networks()
  local function of(more, ...)
    more.tp, more.pp, more.software = more.tp or "", "", "MaxText"
    local list = {}
    for i, name in ipairs{ ... } do list[i] = field(more, name) end
    return list
  end
  lu.assertEquals(of({ dcn_data_parallelism = 2, ici_fsdp_parallelism = 8 }, "dp", "shard", "zero"), { 16, 8, 3 })
  lu.assertEquals(of({ ici_tensor_parallelism = 2, dcn_pipeline_parallelism = 2, ici_pipeline_parallelism = 2,
    ici_context_parallelism = 2 }, "tp", "pp", "cp", "dp"), { 2, 4, 2, 1 })
  lu.assertEquals(of({ ici_fsdp_parallelism = -1, ici_tensor_parallelism = 4 }, "tp", "dp"), { 4, 4 })
  lu.assertEquals(of({ experts = 8, top_k = 2, ici_fsdp_parallelism = 4, ici_expert_parallelism = 4 }, "ep", "dp", "shard"),
    { 4, 16, 16 })
  lu.assertEquals(why{ ici_tensor_parallelism = 4 }, "its ici_tensor_parallelism and tp contradict each other")
end

function TestHeaders:test_joined_degrees()
  for header, of in pairs{ TPxPPxDP = { ["4x4x4"] = { tp = "4", pp = "4", dp = "4" } },
    ["TP\195\151PP"] = { ["8\195\1514"] = { tp = "8", pp = "4" } }, ["D/T/P"] = { ["4/2/1"] = { dp = "4", tp = "2",
      pp = "1" } }, ["TP/PP/CP/VP/EP"] = { ["1/1/2/-/-"] = { tp = "1", pp = "1", cp = "2" } },
    ["(TP, PP, DP)"] = { ["(4, 4, 2)"] = { tp = "4", pp = "4", dp = "2" } },
    ["Parallelism (TP/PP)"] = { ["2/4"] = { tp = "2", pp = "4" } },
    parallelism = { ["TP4 PP4 FSDP"] = { tp = "4", pp = "4", sharding = "fsdp" },
      ["DP4 TP4 ZeRO-1"] = { dp = "4", tp = "4", sharding = "zero1" }, FSDP = { sharding = "fsdp" },
      ["ddp (AMP)"] = { sharding = "ddp" },
      ["FSDP 32, TP 8"] = { dp_shard = "32", tp = "8" }, ["HSDP 4x8"] = { dp_replicate = "4", dp_shard = "8" },
      ["TP4 PP2 SP"] = { tp = "4", pp = "2", seq_parallel = "yes" },
      ["4-way TP, 2-way PP"] = { tp = "4", pp = "2" } } } do
    for cell, said in pairs(of) do lu.assertEquals((joined.cells(header, cell)), said, cell) end
  end
  lu.assertNil(joined.cells("T/P/DP", "1/2/3")) -- letters and names mixed
  lu.assertNil(joined.cells("parallelism", "3D"))
  lu.assertStrContains(select(2, joined.cells("parallelism", "FSDP DDP")), "expected only degrees")
  lu.assertEquals(joined.share("parallelism", { "TP4", "3D", "-" }, 3), 0.5)
  lu.assertEquals(field({ tp = "", pp = "", parallelism = "TP4 PP2" }, "tp"), 4)
end

TestCellsAsWritten = {}

function TestCellsAsWritten:test_numbers()
  for name, list in pairs{
    step_time_s = { ["20,500.3"] = 20500.3, ["20.500,3"] = 20500.3, ["1,234,567"] = 1234567,
      ["~19"] = 19, ["19.2 s"] = 19.2,
      ["190 ms"] = 0.19, ["19.0\194\1770.3"] = 19, ["19,5"] = 19.5,
      ["19.0 (\194\1770.3)"] = 19, [" 19.5 "] = 19.5, ["19.5\194\160"] = 19.5 },
    mfu_pct = { ["40\194\160%"] = 40, ["41.5%"] = 41.5 }, tokens_per_s = { ["55,188"] = 55188, ["1,499,321"] = 1499321 },
    global_batch_tokens = { ["4M"] = 4194304, ["1,048,576"] = 1048576, ["512k"] = 524288, ["1048576 tokens"] = 1048576 },
    peak_mem_gib = { ["115792977920"] = 115792977920 / 1073741824, ["47.65GiB(59.5%)"] = 47.65, ["47.65 GiB"] = 47.65 },
    gpus = { ["64 GPUs"] = 64, ["8x8"] = 64,
      ["8\195\1518"] = 64, ["1,024"] = 1024 }, nodes = { ["8 nodes"] = 8 },
    tp = { TP4 = 4, ["4"] = 4 }, seq = { ["8k"] = 8192 },
    tflops_per_gpu = { ["415 TFLOP/s"] = 415, ["415 TFLOPS"] = 415 }, experts = { ["8"] = 8, None = 0, null = 0 } } do
    for text, value in pairs(list) do lu.assertAlmostEquals(cells.cell(columns.of(name), text), value, 1e-9, text) end
  end
  for name, list in pairs{ vp = { "0", "None" }, cp = { "0", "\226\128\148", "N.A." }, experts = { "-", "" },
    lora_rank = { "None" }, compile = { "None" }, step_time_s = { "0", "-" } } do
    for _, text in ipairs(list) do lu.assertEquals({ cells.cell(columns.of(name), text) }, {}, text) end
  end
  for _, name in ipairs{ "network", "optimizer", "dispatcher", "precision", "status", "software" } do
    lu.assertEquals({ cells.cell(columns.of(name), "None") }, {}, name)
  end
  lu.assertEquals({ cells.cell(columns.of "sharding", "null"), cells.cell(columns.of "recompute", "None") },
    { "none", "none" })
  for name, list in pairs{ tp = { "0", "PP4", "4x2" }, step_time_s = { "1,500", "1234,567.1", "19 x", "12/13" },
    gpus = { "64 nodes", "4M", "0" }, seq = { "8.2k" }, vocab = { "128k" }, tokens_per_s = { "5,51,88" } } do
    for _, text in ipairs(list) do
      lu.assertStrContains(select(2, cells.cell(columns.of(name), text)) or "accepted", name .. ' is "', false, false)
    end
  end
end

function TestCellsAsWritten:test_words()
  for text, value in pairs{ ["FlashAttention-2"] = "fa2", ["flash-attention-3"] = "fa3", ["FA-3"] = "fa3", ["FA 2"] = "fa2",
    ["flash_attention_4"] = "fa4", FA4 = "fa4",
    cudnn_flash_te = "cudnn", ["flash-attn"] = "yes", ["Flash Attention"] = "yes", ["Flash-2"] = "fa2", Y = "yes",
    enabled = "yes", N = "no" } do
    lu.assertEquals(cells.cell(columns.of "attention backend", text), value, text)
  end
  lu.assertEquals(word({ flash_attn = "FlashAttention-2" }, "run", "attention"), "fused")
  lu.assertEquals({ cells.cell(columns.of "schedule", "ZB-H1"), cells.cell(columns.of "norm", "RMS Norm"),
    cells.cell(columns.of "schedule", "Interleaved1F1B") }, { "zb_h1", "rmsnorm", "interleaved1f1b" })
  lu.assertEquals({ cells.cell(columns.of "compile", "\226\156\147"), cells.cell(columns.of "compile", "\226\156\151") },
    { "yes", "no" })
  lu.assertStrContains(select(2, cells.cell(columns.of "compile", "perhaps")), "compile is")
  lu.assertStrContains(select(2, cells.cell(columns.of "schedule", "Y")), "schedule is")
end

TestRows = {}

function TestRows:test_required_columns()
  lu.assertEquals(why{ seq = "" }, "no column states seq")
  lu.assertEquals(why{ global_batch = "" }, "no column states global_batch or grad_accum")
  lu.assertStrContains(why{ model = "Mixtral 8x9B", layers = "", hidden = "", heads = "" }, "is not a known model")
end

-- Names as they are written on the Hugging Face hub and by people who fine-tune models.
function TestRows:test_names_of_models()
  local named = require("twocs.runs.model").named
  for text, name in pairs{ ["mistralai/Mixtral-8x7B-v0.1"] = "mixtral_8x7b", ["Mistral-7B-v0.3"] = "mistral_7b",
    ["deepseek-v3-0324"] = "deepseek_v3", ["Llama-3-70B SFT"] = "llama3_70b", llama3_8b_pretrain = "llama3_8b",
    ["google/gemma-2-9b-it"] = "gemma2_9b", ["Phi-3-mini-4k-instruct"] = "phi3_mini", 
    ["Qwen2.5-72B-Instruct"] = "qwen2_5_72b",
    ["Mistral-Nemo-Base-2407"] = "mistral_nemo_12b", ["allenai/OLMo-2-1124-7B"] = "olmo2_7b", ["Yi-34B-Chat"] = "yi_34b",
    ["Nemotron3-8B"] = "nemotron3_8b", ["Nemotron-4 15B"] = "nemotron4_15b", ["Nemotron-22B"] = "nemotron4_22b",
    ["Qwen3-30B-A3B-Instruct-2507"] = "qwen3_30b_a3b", ["Qwen3-235B-A22B-Thinking-2507"] = "qwen3_235b",
    ["Mistral-7B-Instruct-v0.3"] = "mistral_7b", ["Mixtral-8x7B-Instruct-v0.1"] = "mixtral_8x7b",
    ["deepseek-ai/DeepSeek-R1-0528"] = "deepseek_v3", ["DeepSeek-V3.1-Base"] = "deepseek_v3",
    ["Kimi-K2-Instruct-0905"] = "kimi_k2", ["GLM-5"] = "glm_5", ["DeepSeek-V3.2"] = "deepseek_v3_2",
    ["facebook/opt-13b"] = "opt_13b", ["OPT 66B"] = "opt_66b", ["GPT-3 13B"] = "gpt3_13b", gpt3_13b = "gpt3_13b",
    ["GPT3-13B"] = "gpt3_13b", ["GPT-3 XL"] = "gpt3_1_3b", gpt2 = "gpt2", ["GPT-2 124M"] = "gpt2",
    ["openai-community/gpt2-medium"] = "gpt2_medium", ["google-bert/bert-base-uncased"] = "bert_base",
    ["bert-base"] = "bert_base", BERTbase = "bert_base",
    ["bert-large-uncased"] = "bert", ["EleutherAI/pythia-12b-deduped"] = "pythia_12b", ["EleutherAI/gpt-j-6B"] = "gptj_6b",
    ["tiiuae/falcon-7b-instruct"] = "falcon_7b", ["tiiuae/falcon-40b"] = "falcon_40b", ["mosaicml/mpt-30b"] = "mpt_30b",
    ["meta-llama/CodeLlama-34b-hf"] = "codellama_34b", ["codellama/CodeLlama-34b-Python-hf"] = "codellama_34b",
    ["Llama-2-34B"] = "codellama_34b", ["CodeLlama-7b-Instruct-hf"] = "llama2_7b", ["databricks/dbrx-base"] = "dbrx",
    ["TinyLlama/TinyLlama-1.1B-Chat-v1.0"] = "tinyllama_1b", ["google/gemma-3-27b-it"] = "gemma3_27b",
    ["google/gemma-3-12b-pt"] = "gemma3_12b", ["allenai/OLMo-7B-hf"] = "olmo_7b",
    ["allenai/OLMoE-1B-7B-0924-Instruct"] = "olmoe_1b_7b", ["HuggingFaceTB/SmolLM3-3B-Base"] = "smollm3_3b",
    ["nvidia/Nemotron-H-56B-Base-8K"] = "nemotron_h_56b", ["Nemotron-H 8B"] = "nemotron_h_8b",
    ["internlm/internlm2_5-20b-chat"] = "internlm2_20b",
    ["InternLM-7B"] = "internlm_7b", ["ibm-granite/granite-3.3-8b-instruct"] = "granite3_8b",
    ["swiss-ai/Apertus-70B-Instruct-2509"] = "apertus_70b", ["swiss-ai/Apertus-8B-2509"] = "apertus_8b",
    ["Megatron-Turing NLG 530B"] = "mt_nlg_530b", ["CohereForAI/c4ai-command-r-plus"] = "command_r_plus",
    ["Command R+"] = "command_r_plus", ["MiniMaxAI/MiniMax-M2"] = "minimax_m2" } do
    lu.assertEquals(named(text), name, text)
  end
  for _, text in ipairs{ "Qwen1.5-7B", "gemma-2-9b-4bit", "Phi-3-small", "Mistral-7B-v2", "llama3_4k",
    "DeepSeek-R1-Distill-Yi-7B", "Llama-3-70B-2507", "GPT-Neo 1.3B", "OPT-350m", "Command R", "c4ai-command-r-v01",
    "OLMo-1B", "Nemotron-H-47B", "internlm-20b", "Baichuan-13B", "MiniMax-Text-01", "MiniMax-M1", "Falcon-H1-7B",
    "falcon-mamba-7b", "LLaMA-34B", "Llama 3 34B", "granite-3.3-2b", "bert-base-chinese", "roberta-base", "gemma-3-1b-it",
    "SmolLM-1.7B", "Apertus-8B-2510" } do
    lu.assertNil(named(text), text)
  end
end

-- The point of a size says which model it is: a tenth of the size, with the same digits, is another.
function TestRows:test_points_of_sizes()
  local named = require("twocs.runs.model").named
  for text, name in pairs{ ["facebook/opt-1.3b"] = "opt_1_3b", ["opt-6.7b"] = "opt_6_7b", opt_6_7b = "opt_6_7b",
    ["GPT-3 1.3B"] = "gpt3_1_3b", ["gpt3-1.3b"] = "gpt3_1_3b", ["gpt3_1.3b"] = "gpt3_1_3b", gpt3_1_3b = "gpt3_1_3b",
    ["GPT 1.3B"] = "gpt3_1_3b", ["GPT-3 2.7B"] = "gpt3_2_7b", ["GPT-3 6.7 B"] = "gpt3_6_7b", ["GPT-2 1.5B"] = "gpt2_xl",
    ["EleutherAI/pythia-6.9b"] = "pythia_6_9b", ["pythia-1.4b-deduped"] = "pythia_1_4b",
    ["Qwen2.5-1.5B-Instruct"] = "qwen2_5_1_5b", qwen2_5_1_5b = "qwen2_5_1_5b", ["Qwen3-1.7B"] = "qwen3_1_7b",
    ["TinyLlama-1.1B"] = "tinyllama_1b", ["SmolLM2-1.7B"] = "smollm2_1_7b", ["Megatron 3.9B"] = "megatron_3_9b" } do
    lu.assertEquals(named(text), name, text)
  end
  for _, text in ipairs{ "OPT-27B", "OPT 67B", "GPT-3 27B", "GPT-3 67B", "GPT-2 15B", "Pythia-69B", "pythia-14b",
    "Qwen2.5-15B", "Qwen3-17B", "TinyLlama-11B", "SmolLM2-17B", "Megatron 39B", "OPT-1.75B", "GPT-3 17.5B", "Yi-3.4B" } do
    lu.assertNil(named(text), text)
  end
  lu.assertEquals(tw.models["Qwen2.5 1.5B"].name, "qwen2_5_1_5b")
  lu.assertEquals(tw.models["OPT 1.3B"].name, "opt_1_3b")
  lu.assertNil(require("twocs.data.aliases").find("models", "Qwen2.5 15B"))
end

-- Columns that say the same in other words are one; those that differ are named.
function TestRows:test_columns_with_the_same_content()
  lu.assertEquals(word({ precision = "bfloat16", mixed_precision = "bf16" }, "run", "format"), "bf16")
  lu.assertNotNil(case{ gpu_type = "H100", gpu_name = "NVIDIA H100 80GB HBM3" })
  lu.assertEquals(word({ recompute = "full", gradient_checkpointing = "True" }, "run", "recompute"), "full")
  lu.assertEquals(word({ sharding = "zero1", zero_stage = "1" }, "layout", "zero"), "optimizer")
  lu.assertNotNil(case{ software = "Megatron-LM", framework = "Megatron" })
  lu.assertEquals(word({ flash_attn = "yes", attn_implementation = "flash_attention_2" }, "run", "attention"), "fused")
  lu.assertStrContains(why{ flash_attn = "no", attn_implementation = "flash_attention_2" }, "two of its columns state")
  lu.assertNotNil(case{ step_time_s = 19, mean_step_time = 19.02 })
  lu.assertStrContains(why{ step_time_s = 19, mean_step_time = 21 }, "two of its columns state step_time_s: ")
  lu.assertStrContains(why{ recompute = "full", gradient_checkpointing = "False" }, "two of its columns state recompute: ")
  lu.assertStrContains(why{ gpu_type = "H100", gpu_name = "A100" }, "two of its columns state gpu_type: ")
  lu.assertEquals(read{ model = "llama2_7b", model_name_or_path = "/data/checkpoints/x", layers = "", hidden = "",
    heads = "" }.about.model, "llama2_7b")
  lu.assertStrContains(why{ ["attention backend"] = "GQA" }, 'flash_attn is "GQA"; ')
  lu.assertStrContains(why{ ["attention backend"] = "GQA" }, "(column attention backend)")
end

function TestRows:test_the_header_once_more()
  local r = {}
  for name in pairs(row{}) do r[name] = name end
  lu.assertEquals(reader.case(reader.entry "own", r).why, "it repeats the header")
  lu.assertNotNil(case{ model = "model" })
end

-- torchtitan divides the batch of a rank into microbatches if there are pipeline stages.
function TestRows:test_a_local_batch()
  local function micro(more) return { field(more, "micro_batch"), field(more, "global_batch") } end
  lu.assertEquals(micro{ microbatch = "", local_batch = 8, global_batch = "", software = "torchtitan" }, { 1, 32 })
  lu.assertEquals(micro{ microbatch = "", local_batch = 8, global_batch = "", software = "torchtitan",
    pipeline_microbatch = 2 }, { 2, 32 })
  lu.assertEquals(micro{ microbatch = "", local_batch = 8, software = "torchtitan", pp = 1 }, { 8, 64 })
  lu.assertEquals(micro{ microbatch = "", local_batch = 8, grad_accum = 2, global_batch = "", software = "torchtitan" },
    { 1, 64 })
  lu.assertEquals(micro{ microbatch = 2, local_batch = 8, global_batch = "", software = "torchtitan" }, { 2, 32 })
  local function said(more) return table.concat(read(more).about.remarks, "; ") end
  lu.assertStrContains(said{ microbatch = "", local_batch = 8, global_batch = "", software = "torchtitan" },
    "its local_batch runs in microbatches of one sequence")
  lu.assertNotStrContains(said{ microbatch = "", local_batch = 8, software = "torchtitan", pp = 1 }, "local_batch runs")
  lu.assertEquals(micro{ microbatch = "", local_batch = 2, software = "megatron" }, { 2, 64 })
  -- The same holds for other software if a row states both.
  lu.assertEquals(micro{ microbatch = 2, local_batch = 8, global_batch = "", software = "NeMo AutoModel" }, { 2, 32 })
  lu.assertEquals(micro{ microbatch = 2, local_batch = 8, global_batch = 64, grad_accum = 2, software = "pytorch" },
    { 2, 64 })
  local pp1 = read{ microbatch = 2, local_batch = 8, pp = 1, software = "pytorch" }
  lu.assertStrContains(tostring(pp1.why), "local_batch")
end

-- The number of devices next to their name: all devices, or those of a node.
function TestRows:test_devices_that_their_name_counts()
  for text, more in pairs{ ["16x H100"] = {}, ["H100 x16"] = {}, ["2x8 H100"] = {}, ["8 x H100"] = { nodes = 2 },
    ["H100 SXM (16x)"] = {}, ["16\195\151H100"] = {} } do
    more.gpus, more.gpu_type = "", text
    lu.assertEquals(field(more, "devices"), 16, text)
  end
  lu.assertEquals(field({ gpu_type = "8x H100" }, "devices"), 16) -- the number of devices of a node
  lu.assertEquals(why{ gpu_type = "32x H100" }, '"32x H100" counts 32 devices, but gpus is 16')
  lu.assertEquals(why{ gpu_type = "2x4 H100" }, '"2x4 H100" counts 8 devices, but gpus is 16')
  lu.assertEquals(why{ gpu_type = "4x H100", nodes = 2 }, '"4x H100" counts 4 devices, but gpus is 16')
  lu.assertStrContains(why{ gpu_type = "RTX 4090 x", gpus = "" }, "no column states gpus")
  lu.assertStrContains(why{ gpu_type = "MI250X" }, 'it is two; did you mean "mi250x_gcd", one of them?')
  lu.assertStrContains(why{ gpu_type = "PVC" }, 'it is two; did you mean "max1550_tile", one of them?')
end

-- Memory is stated as allocated, which is what twocs predicts, and as reserved.
function TestRows:test_memory_stated_twice()
  local function said(more) return table.concat(read(more).about.remarks, "; ") end
  lu.assertEquals(read{ peak_mem_gib = 50, max_reserved_gib = 60 }.row.peak_mem_gib, 50)
  lu.assertStrContains(said{ peak_mem_gib = 50, max_reserved_gib = 60 }, "its reserved memory is not used")
  lu.assertEquals(read{ max_reserved_gib = 60 }.row.peak_mem_gib, 60)
  lu.assertStrContains(said{ max_reserved_gib = 60 }, "its reserved memory is compared")
  lu.assertEquals(said{ peak_mem_gib = 50 }, "")
  local routed = { experts = 8, top_k = 2, expert_ffn = 1024, dispatcher = "deepep" }
  lu.assertStrContains(said(routed), 'its dispatcher is "deepep", but no column states ep')
  routed.ep = 2
  lu.assertEquals(said(routed), "")
end

-- An interleaved schedule without a column for the number of chunks.
function TestRows:test_interleaved()
  local function said(more) return table.concat(read(more).about.remarks, "; ") end
  lu.assertStrContains(said{ schedule = "Interleaved 1F1B" }, "1 is used (vp)")
  lu.assertNotStrContains(said{ schedule = "Interleaved 1F1B", vp = 2 }, "1 is used (vp)")
  lu.assertNotStrContains(said{ schedule = "1F1B" }, "1 is used (vp)")
  lu.assertEquals(word({ schedule = "Interleaved 1F1B" }, "layout", "schedule"), "1f1b")
  lu.assertEquals(word({ schedule = "AFAB" }, "layout", "schedule"), "gpipe")
end

-- In a column of degrees, 1 means none. In a column of yes and no, it means yes.
function TestRows:test_degrees_of_sequence_parallelism()
  local function sp_of(...)
    local t = { names = {}, columns = {} }
    for name, value in pairs(row{ tp = 2 }) do
      t.names[#t.names + 1], t.columns[name] = name, { value, value }
    end
    t.names[#t.names + 1], t.columns.sp = "sp", { ... }
    return reader.rows(tw.table(t), reader.entry "own")
  end
  local both = sp_of(1, 4)
  lu.assertEquals(tw.eval(both[1].case, "sp"), 0)
  lu.assertStrContains(both[2].why, 'seq_parallel is "4", a degree')
  lu.assertEquals(tw.eval(sp_of(1, 2)[1].case, "sp"), 0)
  lu.assertEquals(tw.eval(sp_of(1, 0)[1].case, "sp"), 1)
  lu.assertEquals(word({ tp_mode = "REDUCE_SCATTER" }, "layout", "sp"), "yes")
end

-- The devices of a node, as Lightning counts them, or all devices.
function TestRows:test_devices()
  lu.assertEquals(field({ gpus = "", devices = 8, nodes = 4 }, "dp"), 8)
  lu.assertEquals(field({ gpus = "", devices = 32, nodes = 4 }, "dp"), 8)
  lu.assertEquals(field({ gpus = "", devices = 16, nodes = 2 }, "dp"), 4)
  local function said(more) return table.concat(read(more).about.remarks, "; ") end
  lu.assertStrContains(said{ gpus = "", devices = 8, nodes = 4 },
    "its devices, 8, are read as devices of each of its 4 nodes")
  lu.assertNotStrContains(said{ gpus = "", devices = 16, nodes = 2 }, "devices are taken")
  lu.assertEquals(field({ gpus = "", devices = 8 }, "dp"), 2)
end

function TestRows:test_tuning()
  lu.assertEquals(field({ lora = "full", lora_rank = 8 }, "lora_rank"), 0) -- LLaMA-Factory states both
  lu.assertEquals(field({ finetuning_type = "lora", lora_rank = 8 }, "lora_rank"), 8)
  lu.assertEquals({ field({ task = "SFT" }, "lora_rank"), field({ task = "LoRA" }, "lora_rank") }, { 0, 16 })
  lu.assertEquals(field({ task = "language modeling" }, "lora_rank"), 0)
  lu.assertStrContains(why{ task = "QLoRA" }, "tuned by QLoRA")
  lu.assertStrContains(why{ adapter = "qlora" }, "tuned by QLoRA")
  lu.assertStrContains(why{ lora = "yes", lora_rank = 0 }, "its lora and lora_rank contradict each other")
  lu.assertStrContains(why{ lora = "yes", quantization_bit = "4" }, "weights of so few bits")
  lu.assertStrContains(why{ load_in_4bit = "True" }, "weights of so few bits")
  lu.assertNotNil(case{ load_in_4bit = "False" })
end

function TestRows:test_words_of_programs()
  lu.assertEquals(field({ experts = 1 }, "experts"), 0)
  lu.assertEquals(field({ layers_per_chunk = 2 }, "vp"), 2)
  lu.assertStrContains(why{ layers_per_chunk = 3 }, "do not divide its layers")
  lu.assertEquals(field({ offload_optimizer = "cpu" }, "offload_opt"), 1)
  lu.assertEquals(word({ optimizer = "distributed_fused_adam" }, "layout", "zero"), "optimizer")
  lu.assertEquals(field({ optimizer = "lion8bit" }, "moment_byte"), 1)
  lu.assertStrContains(why{ optimizer = "1-bit Adam" }, "optimizer is")
  lu.assertEquals({ word({ float8 = "rowwise" }, "run", "format"), word({ float8 = "rowwise" }, "software", "fp8_recipe") },
    { "fp8", "row" })
  lu.assertEquals(words.fields("network", "default"), {})
  lu.assertEquals(words.fields("network", "AWS EFA").network, "efa")
end

function TestRows:test_ambiguous_cells_are_questioned()
  for _, text in ipairs{ "BF16 / FP8", "bf16 + fp8 all-gather", "bf16 (fp8 comm)", "fp8/bf16" } do
    lu.assertStrContains(why{ precision = text }, ": two formats; write only the format of the GEMMs")
  end
  for text, format in pairs{ ["fp8 (bf16 master weights)"] = "fp8", ["bf16-mixed"] = "bf16", ["fp8 mixed bf16"] = "fp8" } do
    lu.assertEquals(word({ precision = text }, "run", "format"), format)
  end
  for _, text in ipairs{ "full (half of the layers)", "full (last stage only)", "full:attn", "full/selective",
    "full, cpu offload", "every 500 steps" } do lu.assertStrContains(why{ recompute = text }, "recompute is") end
  lu.assertEquals(word({ recompute = "every 4 blocks" }, "run", "recompute_part"), 0.25)
  lu.assertEquals(word({ recompute = "one_in_four" }, "run", "recompute_part"), 0.25)
  lu.assertEquals(word({ sharding = "FULL_SHARD (ZeRO-3)" }, "layout", "zero"), "weights")
end

-- A format that is not used in training is not read as one of two formats.
function TestRows:test_formats_of_inference()
  for _, text in ipairs{ "int8", "NF4 + bf16" } do
    lu.assertStrContains(why{ precision = text }, "expected the number format of the GEMMs of a training step")
  end
end

-- Megatron logs arguments that it does not use, for example top_k without experts. A model with experts keeps them.
function TestRows:test_no_experts()
  for _, none in ipairs{ "None", 0, 1 } do
    lu.assertEquals(field({ experts = none, top_k = 2 }, "experts"), 0)
    local one = read{ model = "mixtral_8x7b", layers = "", hidden = "", heads = "", vocab = "", experts = none, tp = 1,
      pp = 4, top_k = 1 }
    lu.assertEquals({ one.case.model.experts, one.case.model.top_k }, { 8, 1 })
    lu.assertNil(one.row.experts) -- the report does not claim that this value is used
    lu.assertEquals(one.about.remarks, { 'it states no experts, but its model "mixtral_8x7b" has 8, which are used' })
  end
  lu.assertEquals(why{ top_k = 2 }, "it has top_k, but experts is empty")
  lu.assertEquals(read{ experts = "None" }.row.model, "8 layers of 4096")
end

-- Megatron's number of recomputed layers: out of the four layers on each of two stages, or out of the two layers in each of
-- two chunks.
function TestRows:test_a_count_of_recomputed_layers()
  local function part(more)
    more.recompute = more.recompute or "full"
    return field(more, "recompute_part")
  end
  lu.assertEquals(part{ recompute_method = "block", recompute_num_layers = 1 }, 1 / 4)
  lu.assertEquals(part{ recompute_method = "block", recompute_num_layers = 1, vp = 2 }, 1 / 2)
  lu.assertEquals(part{ recompute = "block", recompute_num_layers = 3 }, 3 / 4)
  lu.assertEquals(part{ recompute_method = "block", recompute_num_layers = 9 }, 1)
  lu.assertEquals(part{ recompute_method = "uniform", recompute_num_layers = 1 }, 1)
  lu.assertEquals(part{ recompute = "none", recompute_method = "block", recompute_num_layers = 1 }, 1)
  lu.assertEquals(case{ recompute = "full", recompute_method = "block", recompute_num_layers = 0 }.run.recompute, "none")
  local function said(more) return read(more).about.remarks end
  lu.assertEquals(said{ recompute = "full", recompute_num_layers = 2 },
    { "its recompute_num_layers is 2, but the input of every layer is kept, not of every 2" })
  lu.assertEquals(said{ recompute = "full", recompute_num_layers = 1 }, {})
  lu.assertEquals(why{ recompute = "full", recompute_method = "block", recompute_num_layers = 1, recompute_part = 0.5 },
    "its recompute_num_layers and recompute_part contradict each other")
end

-- Megatron's flag covers gradients; "both" covers weights too.
function TestRows:test_overlaps_of_dp()
  for text, overlap in pairs{ yes = "gradients", ["True"] = "gradients", gradients = "gradients", both = "both",
    no = "none", none = "none" } do
    lu.assertEquals(word({ overlap_grad_reduce = text }, "layout", "dp_overlap"), overlap, text)
  end
  lu.assertStrContains(why{ dp_overlap = "weights" }, "dp_overlap is")
end

function TestRows:test_images()
  local function images(text)
    return read{ model = "qwen2_5_vl_7b", layers = "", hidden = "", heads = "", vocab = "", tp = 1, pp = 1,
      ["Images per sequence"] = text }
  end
  lu.assertEquals(images(2).case.run.images, 2)
  lu.assertStrContains(images "-2".why, 'images is "-2": expected a number above 0')
end

-- Flags whose meaning is the opposite of a column here, and the configuration file of DeepSpeed, which is not read.
function TestRows:test_arguments_of_frameworks()
  lu.assertEquals(word({ untie_embeddings_and_output_weights = "True" }, "model", "tied"), "no")
  lu.assertEquals(word({ untie_embeddings_and_output_weights = "False" }, "model", "tied"), "yes")
  lu.assertEquals(why{ untie_embeddings_and_output_weights = "True", tied = "yes" },
    "its tied and untie_embeddings contradict each other")
  lu.assertEquals(why{ deepspeed = "ds_z3.json" },
    'sharding is "ds_z3.json", a file that is not read: write the stage of ZeRO, as in zero2')
  lu.assertEquals(word({ deepspeed = "ds_z3.json", ["zero_optimization.stage"] = 2 }, "layout", "zero"), "gradients")
  lu.assertEquals(word({ ["bf16.enabled"] = "true" }, "run", "format"), "bf16")
end

-- torchtitan: the family and the size of a model in two columns, and one microbatch for each rank by default.
function TestRows:test_torchtitan()
  local function titan(more)
    more.layers, more.hidden, more.heads, more.vocab = "", "", "", ""
    return read(more)
  end
  lu.assertEquals(titan{ ["model.name"] = "llama3", ["model.flavor"] = "8B" }.about.model, "llama3_8b")
  lu.assertEquals(titan{ model = "llama3_8b", flavor = "small" }.about.model, "llama3_8b")
  lu.assertEquals(titan{ model = "llama3_8b", flavor = "instruct" }.row.model, "llama3_8b")
  lu.assertStrContains(titan{ model = "llama3", flavor = "9B" }.why, '"llama3" is not a known model')
  local local_batch = { pp = 1, tp = 1, global_batch = "", microbatch = "", local_batch = 2, software = "torchtitan" }
  lu.assertEquals(field(local_batch, "global_batch"), 32)
  lu.assertEquals(field(local_batch, "micro_batch"), 2)
  local_batch.software = "nemo"
  lu.assertEquals(why(local_batch), "no column states global_batch or grad_accum")
end

-- A row is compiled if the name of its software says so.
function TestRows:test_compiled_by_name()
  local function compiled(name, cell) return field({ software = name, compile = cell }, "kernels") end
  lu.assertEquals(compiled("torchtitan + torch.compile", ""), compiled("torchtitan", "yes"))
  lu.assertNotEquals(compiled("torchtitan + torch.compile", ""), compiled("torchtitan", ""))
  lu.assertEquals(compiled("torchtitan (no compile)", ""), compiled("torchtitan", ""))
  lu.assertEquals({ words.compiles "PyTorch, uncompiled", words.compiles "PyTorch" }, { "no" })
end

function TestRows:test_remarks()
  local function said(more) return table.concat(read(more).about.remarks, "; ") end
  lu.assertStrContains(said{ nodes = 1 }, "its nodes have 16 GPUs each")
  local slips = require "twocs.runs.slips"
  local v = { t_step = 2, mfu = 0.4, hfu = 0.4, peak = 989e12 }
  -- With a step time in the row, .38 is a share.
  for mfu, sentence in pairs{ [0.38] = false, [38] = false, [0.02] = true, [95] = false, [13] = true, [1.05] = true } do
    lu.assertEquals(slips.share({ step_time_s = 2, mfu_pct = mfu }, v, 2) ~= nil, sentence, mfu)
  end
  lu.assertStrContains(slips.share({ tflops_per_gpu = 1200 }, v, 2), "above the peak of its device")
  lu.assertStrContains(said{ precision_recipe = "rowwise" },
    "is for FP8, but the row is assumed as in bf16: it has no effect")
  lu.assertStrContains(said{ gpu_type = "V100", precision = "bf16", step_time_s = "" },
    "it states bf16, but dgx_v100 has no bf16 peak: its fp16 peak is used")
  lu.assertEquals(said{ gpu_type = "V100", step_time_s = "", flash_attn = "no" }, "")
  lu.assertEquals(said{ gpu_type = "V100", precision = "bf16", step_time_s = "", flash_attn = "no",
    peak_bf16 = "100 TFLOP/s" }, "")
  lu.assertEquals(said{ gpu_type = "A100", precision = "bf16" }, "")
end

TestFiles = {}

-- The prediction for a file with this text, or nil and an error sentence.
local function predicted(text, columns)
  local path = os.tmpname()
  require("files").write(path, text)
  local runs, why = tw.predict{ file = path, columns = columns }
  os.remove(path)
  return runs, why and why:gsub("^.-: ", "", 1)
end

local plain = [[
model,gpu_type,gpus,tp,microbatch,global_batch,seq,step_time_s
llama2_7b,H100,8,2,1,64,4096,9.25
llama2_7b,"H100, SXM",8,1,1,64,4096,8.5
]]

-- A file whose header uses names of Megatron's arguments is still a table.
function TestFiles:test_a_table_with_names_of_a_framework()
  local runs = assert(predicted("model,gpu_type,gpus,tensor_model_parallel_size,micro_batch_size,global_batch,seq,"
    .. "step_time_s\nllama2_7b,H100,8,2,1,64,4096,9.1\n"))
  lu.assertEquals(#runs.rows, 1)
  lu.assertStrContains(tostring(runs), "no column states pp: 1 is used")
end

-- Tabs, bars, Markdown, a title, decimal commas: all give the same result.
function TestFiles:test_other_separators()
  local bare = plain:gsub('"H100, SXM"', "H100")
  local markdown = "## Runs\n\nOur cluster, of 2024:\n\n" .. bare:gsub(",", " | "):gsub("([^\n]+)", "| %1 |")
    :gsub("\n", "\n|---|:--|--:|---|---|---|---|---|\n", 1):gsub("llama2_7b", "**[llama2_7b](http://x.org/a|b)**", 1)
    .. "\n[1] a | note\n"
  local grid = "+--+--+\n" .. bare:gsub(",", " | "):gsub("([^\n]+)", "| %1 |"):gsub("\n", "\n+--+--+\n", 1) .. "+--+--+\n"
  for what, text in pairs{ plain = plain, grid = grid, tabs = bare:gsub(",", "\t"), bars = bare:gsub(",", "|"),
    markdown = markdown:gsub("a|b", "a"):gsub("9%.25", "**9.25**"), title = "Table 3: H100, BF16\n\n" .. plain,
    points = bare:gsub(",", ";"):gsub("9%.25", "9,25"):gsub("8%.5", "8,5") } do
    local runs, why = predicted((text))
    lu.assertNil(why, what)
    lu.assertEquals({ #runs.rows, runs.rows[1].measured }, { 2, 9.25 }, what)
  end
  lu.assertStrContains(select(2, predicted("|a|b|\n|-|-|\n|1|2|\n\n|c|d|\n|-|-|\n|3|4|\n")),
    "line 5: a second table, after that of line 1")
  lu.assertStrContains(select(2, predicted ('{ "model": "llama2_7b" }\n')), "its header names one column")
  lu.assertStrContains(select(2, predicted((bare:gsub(",", "  ")))), "its header names one column")
end

-- Groups of three digits may be thousands. A comma counts as a decimal point only where it must be one.
function TestFiles:test_commas_that_are_no_points()
  local csv = require("twocs.runs.text").plain
  lu.assertEquals(csv("a;b\n55,188;9.5\n", {}), "a;b\n55,188;9.5\n")
  lu.assertEquals(csv("a;b\n55,188;9,5\n-1.234,5;x\n", {}), "a;b\n55.188;9.5\n-1234.5;x\n")
  lu.assertEquals(csv("a;b\n8.192;9,5\n1.048.576;1.234\n", {}), "a;b\n8192;9.5\n1048576;1234\n")
  lu.assertEquals(csv("a;b\n1.2.3;9,5\n0.1234;1.2345\n", {}), "a;b\n1.2.3;9.5\n0.1234;1.2345\n")
  lu.assertEquals(csv("a;b\n1234.567;9,5\n", {}), "a;b\n1234.567;9.5\n")
  lu.assertEquals(csv("a;b\n55,188;9\n", {}), "a;b\n55,188;9\n")
  lu.assertEquals(csv("a;b\n1,5;9.5\n", {}), "a;b\n1,5;9.5\n") -- both are used, so the meaning is unknown
  lu.assertEquals(csv("a,b\n1,5\n", {}), "a,b\n1,5\n")
  lu.assertEquals(csv("Runs\na,tp,pp\n1,5,6\n", {}), "# Runs\na,tp,pp\n1,5,6\n")
  lu.assertEquals(csv("Runs of x, y\nu,v\n1,5\n", { u = "tp", v = "pp" }), "# Runs of x, y\nu,v\n1,5\n")
  lu.assertEquals(csv("x\ny\n", {}), "x\ny\n")
end

-- A number with both a thousands separator and a point has one meaning only, and is read below a header with a unit. A
-- comma alone means the same in the same file, or next to a decimal point; otherwise it is ambiguous and refused.
function TestFiles:test_thousands_below_a_unit()
  local text = plain:gsub("step_time_s", "Step time (ms)"):gsub("9%.25", '"9,250.5"'):gsub("8%.5", '"8,500"')
  local runs = assert(predicted(text))
  lu.assertEquals({ #runs.rows, runs.rows[1].measured, runs.rows[2].measured }, { 2, 9.2505, 8.5 })
  lu.assertEquals(assert(predicted((text:gsub('"9,250.5"', "9250.5")))).rows[2].measured, 8.5)
  runs = assert(predicted((text:gsub('"9,250.5"', "9"):gsub("%(ms%)", "(s)"))))
  lu.assertStrContains(tostring(runs), 'step_time_s is "8,500": expected a number above 0; write 1.5, not 1,5')
end

-- A missing column is reported once for the file. An empty cell is reported for its row.
function TestFiles:test_missing_columns_and_empty_cells()
  local function refused(text) return tostring(assert(predicted(text))) end
  lu.assertStrContains(refused((plain:gsub("step_time_s", "time"):gsub("seq", "sq"))), "no column states seq")
  lu.assertStrContains(refused((plain:gsub("4096", ""))), "seq is empty")
end

-- Words among measurements whose header has a unit, and rows without any cell.
function TestFiles:test_words_among_numbers()
  local text = plain:gsub("step_time_s", "Step time (ms),Peak memory (GB)"):gsub("9%.25", "9250,60")
    :gsub("8%.5", "OOM,OOM") .. ",,,,,,,,\n" .. "llama2_7b,H100,8,4,1,64,4096,(9300),70\n"
  local runs = assert(predicted(text))
  lu.assertEquals({ #runs.rows, runs.rows[1].measured }, { 1, 9.25 })
  lu.assertAlmostEquals(runs.rows[1].row.peak_mem_gib, 60e9 / 1073741824, 1e-9)
  local said = tostring(runs)
  for _, part in ipairs{ "it failed (row 2)", "it is empty (row 3)", 'step_time_s is "(9300)"' } do
    lu.assertStrContains(said, part)
  end
  lu.assertEquals(assert(predicted(text, { gpus = "gpus" })).rows[1].measured, 9.25)
  lu.assertStrContains(select(2, predicted((plain:gsub("gpus", "gpus [s]")))), "column gpus is in s")
end

-- Names that the user gives do not change how the other headers are read. They must be names of columns.
function TestFiles:test_names_of_the_user()
  local text = plain:gsub("step_time_s", "Step time (ms)"):gsub("gpus", "size"):gsub("9%.25", "9250"):gsub("8%.5", "8500")
  lu.assertEquals(assert(predicted(text, { size = "gpus" })).rows[1].measured, 9.25)
  lu.assertErrorMsgContains('columns: size = "gpuss": there is no such column; did you mean "gpus"?', predicted, text,
    { size = "gpuss" })
  lu.assertNotNil(predicted(plain:gsub(",tp,", ",x,"), { x = "TP/PP" })) -- one column may hold several degrees
end

-- A column named after a field accepts yes and no like any other.
function TestFiles:test_yes_and_no_of_fields()
  local function causal(value) return word({ causal = value }, "run", "causal") end
  lu.assertEquals({ causal "false", causal "TRUE", causal "No", causal "1" }, { "no", "yes", "no", "yes" })
  lu.assertEquals(word({ cp_kind = "Ring", cp = 2 }, "layout", "cp_kind"), "ring")
  lu.assertStrContains(why{ causal = "perhaps" }, "expected one of no yes")
end

-- "yes" does not name a stage of ZeRO, and "off" means none. FSDP is stage 3.
function TestFiles:test_sharding_by_yes()
  lu.assertEquals(why{ sharding = "yes" }, 'sharding is "yes", which names no stage: write zero1, zero2, zero3 or fsdp')
  lu.assertEquals({ word({ sharding = "off" }, "layout", "zero"), word({ fsdp = "yes" }, "layout", "zero") },
    { "none", "weights" })
end

-- A column whose meaning depends on the software. If the rows name several, the meaning is unknown.
function TestFiles:test_columns_of_a_software()
  local function runs_of(header, software, other)
    return assert(predicted(core.format("model,gpu_type,gpus,tp,microbatch,global_batch,seq,software,%s\n"
      .. "llama2_7b,H100,8,2,1,64,4096,%s,3500\nllama2_7b,H100,8,1,1,64,4096,%s,3800\n", header, software,
      other or software)))
  end
  lu.assertAlmostEquals(runs_of("tps", "torchtitan 0.2").rows[1].measured, 64 * 4096 / 8 / 3500, 1e-9)
  for _, other in ipairs{ "NeMo", "" } do
    local runs = runs_of("tps", "torchtitan", other)
    lu.assertEquals({ runs.ignored[1]:find "^tps %(is it" }, { 1, 10 })
  end
  lu.assertEquals(runs_of("tps,tokens_per_s_per_gpu", "torchtitan,3500").ignored[1]:match "^tps", "tps")
end

function TestFiles:test_more_headers()
  lu.assertEquals({ means "grad checkpointing", means "attn impl", means "recompute layers" },
    { "recompute", "flash_attn", "recompute_num_layers" })
  for header, asked in pairs{ latency = "step_time_s", count = "gpus",
    ["memory used"] = "peak_mem_gib" } do
    lu.assertEquals({ columns.of(header) }, { nil, asked })
  end
  lu.assertTrue(columns.of "seed".says_nothing and columns.of "loss".says_nothing)
end

os.exit(lu.LuaUnit.run(), true)
