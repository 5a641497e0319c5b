-- SPDX-License-Identifier: MIT
-- One entry for each file of measured training runs: the meaning of its columns and words. An entry uses columns that any
-- user's file can have (runs/columns.lua), so a user's CSV with the same content gets the same predictions. The behaviour
-- of frameworks is in data/software.lua.
--   columns  our name = the file's name, for names of columns that runs/columns.lua does not know
--   fixed    cells that the file does not have, the same for all of its rows
--   cells    function(r): cells of one row, from the file's own words
--   assumed  sentences on facts that neither the file nor its source states
--   refuses  function(r): a sentence why the row is not a case, or nil
--   only     function(r): whether the row belongs to this stack
local core = require "twocs.core"
local software = require "twocs.data.software"
local unsupported = require "twocs.data.unsupported"

local files = {}

local function with(base, more)
  local all = {}
  for key, value in pairs(base) do all[key] = value end
  for key, value in pairs(more) do all[key] = value end
  return all
end

-- Its network is AWS's EFA, 400 Gb/s for each GPU.
files.nanotron = {
  path = "runs/train_nanotron_h100.csv", logs = "first",
  fixed = { software = "nanotron", network = "efa", gated = "yes", norm = "rmsnorm", flash_attn = "yes" },
  assumed = { "gathered inputs are kept as long as activations",
    "400 Gb/s of EFA for each GPU, as in p5 instances",
    "gradients are summed at the same time as the last backward pass, or, with ZeRO-1, after it" },
  -- Gradients without sharding are sent by hooks during the last backward pass.
  cells = function(r)
    return { tied = r.model == "3B" and "yes" or "no", dp_overlap = r.sharding == "zero0" and "gradients" or "none" }
  end,
}

files.korthikanti = {
  path = "train_korthikanti.csv", fixed = { software = "megatron_lm@2022", vocab = 51200 },
  assumed = { "Megatron's scatter and gather between stages (NARA21 4.1)", "vocabulary 51200, as Megatron pads GPT-2's",
    "gradients in FP16, as in Megatron with weights in FP16, added up for each microbatch",
    "sums of the gradients of a block's input are sent at the same time as the gradients of its weights "
      .. "(Megatron's default)" },
}

-- FSDP reduces gradients in FP32 with amp_..., and in BF16 without. Tables in amp are from a PyTorch that stops
-- recomputation early (2.1), tables in bf16 from an older one.
files.foundry = {
  path = "train_llm_foundry_a100.csv",
  fixed = { software = "llm_foundry", vocab = 50368, flash_attn = "yes", sharding = "fsdp" },
  cells = function(r)
    local amp = tostring(r.precision):find "^amp_" ~= nil
    return { grad_format = amp and "fp32" or "bf16", recompute_stop = amp and "yes" or "no" }
  end,
  assumed = { "vocabulary 50368", "FSDP reduces gradients in FP32 with amp_bf16, and in BF16 without",
    "its tables in amp_bf16 are from a PyTorch that stops recomputation early (2.1), those in bf16 from an older one" },
}

files.mlperf = {
  path = "runs/train_mlperf.csv", fixed = { software = "nemo", flash_attn = "yes" },
  assumed = { "transfers between stages overlap compute, Megatron-Core's default with interleaving",
    "gradients in BF16 (the submissions' configurations), activations and weights of 2 bytes too", "vocabulary 51200",
    "TP's collectives overlap GEMMs, gradients and new weights overlap compute, as MLPerf's configurations say" },
  refuses = function(r)
    if r.bench ~= "gpt3" then return "only GPT-3 is a full training run of which the layout is known" end
    if r.fp8 ~= "True" then return "its number format is not stated" end
  end,
  cells = function() return { precision = "fp8", vocab = 51200, tp_overlap = "", seq_parallel = "",
    network = "infiniband" } end,
}

-- Dimensions of models that the tables only name: arXiv:2307.09288 (Llama 2), 2407.21783 (Llama 3), 2005.14165 and NeMo's
-- recipes (GPT-3), 2402.16819 and 2406.11704 (Nemotron, Table 1).
local function dims(layers, hidden, heads, more)
  return with({ layers = layers, hidden = hidden, heads = heads, ffn = 4 * hidden, gated = "no" }, more)
end
local function llama2(layers, hidden, heads, kv_heads, ffn)
  return dims(layers, hidden, heads, { kv_heads = kv_heads, ffn = ffn, vocab = 32000, gated = "yes", norm = "rmsnorm",
    tied = "no" })
end
local function gpt3(layers, hidden, heads) return dims(layers, hidden, heads, { vocab = 51200, dropout = "yes" }) end
local function nemotron(layers, hidden, heads, kv_heads)
  return dims(layers, hidden, heads, { kv_heads = kv_heads, vocab = 256000, tied = "no" })
end
-- Gradients are in FP32 if a configuration does not state them.
local in_fp32 = { grad_format = "fp32" }

-- Models that the file names, by the first matching pattern. GPT's configurations have dropout (hidden_dropout: 0.1).
local named = {
  { "405b", { model = "llama3_405b" } }, { "70b", { model = "llama3_70b" } }, { "8b", { model = "llama3_8b" } },
  { "NeMo Megatron", { model = "gpt3_175b", dropout = "yes" } }, { "15b", with(nemotron(32, 6144, 48, 8), in_fp32) },
  { "340b", nemotron(96, 18432, 96, 8) },
}

files.dgxc = {
  path = "runs/train_dgxc.csv", fixed = { software = "nemo", flash_attn = "yes" },
  assumed = { "transfers between stages overlap compute, Megatron-Core's default with interleaving",
    "gradients in BF16 (Nemotron 15B: FP32) and dropout in GPT-3, as in the configurations",
    "optimizer state over all replicas; sequence parallelism wherever there is TP",
    "where PP does not divide the layers, embedding and LM head count as one each",
    "TP's collectives overlap GEMMs, gradients and new weights overlap compute, as in NeMo's recipes" },
  refuses = function(r)
    if r.check ~= 1 then return "its step time and tokens per second contradict each other, or are missing" end
    if r.model:find("LORA", 1, true) then return "a run with adapters" end
    if r.model:find("Maxtext", 1, true) or r.model:find("Paxml", 1, true) then
      return "its recomputation is not stated"
    end
    for _, one in ipairs(named) do
      if r.model:find(one[1], 1, true) then return nil end
    end
    return "the dimensions of its model are unknown"
  end,
  cells = function(r)
    for _, one in ipairs(named) do
      if r.model:find(one[1], 1, true) then
        local cut = r.layers_run == r.layers_run and r.layers_run or nil
        return with(one[2], { layers = cut or one[2].layers, fsdp = "", tokens_per_s = "", grad_accum = "", ep = "",
          etp = "", dp = "" }) -- the DP of one row is for half of its GPUs
      end
    end
  end,
}

local of_nemo = {
  ["GPT3-5B"] = gpt3(24, 4096, 32), ["GPT3-20B"] = gpt3(44, 6144, 48), ["GPT3-175B"] = gpt3(96, 12288, 96),
  ["LLAMA2-7B"] = llama2(32, 4096, 32, 32, 11008), ["LLAMA2-13B"] = llama2(40, 5120, 40, 40, 13824),
  ["LLAMA2-34B"] = llama2(48, 8192, 64, 8, 22016), ["LLAMA2-70B"] = llama2(80, 8192, 64, 8, 28672),
  ["LLAMA3-8B"] = { model = "llama3_8b" }, ["LLAMA3-70B"] = { model = "llama3_70b" },
  ["Nemotron-340B"] = nemotron(96, 18432, 96, 8), ["Nemotron-8B"] = with(nemotron(32, 4096, 32, 32), in_fp32),
  ["Nemotron-22B"] = with(nemotron(40, 6144, 48, 48), in_fp32),
}

files.nemo = {
  path = "runs/train_nemo_h100.csv", fixed = { software = "nemo", gpu_type = "H100 SXM", flash_attn = "yes" },
  assumed = { "H100 SXM of DGX H100", "sequence parallelism wherever there is TP; overlap as in NeMo's recipes",
    "dimensions of Nemotron 8B and 22B from their reports; activations and weights of 2 bytes",
    "gradients in BF16 (Nemotron 8B and 22B: FP32) and dropout in GPT-3, as in the launcher's scripts" },
  refuses = function(r)
    if r.task == "LoRA" then return "a run with adapters" end
    if r.task == "SFT" then return "a fine-tuning run, whose interleaving and packing are not stated" end
    if not of_nemo[r.model] then return "the dimensions of its model are unknown" end
  end,
  cells = function(r)
    return with(of_nemo[r.model], { precision = "fp8", tokens_per_s_per_gpu = "", model_tflops_per_gpu = "" })
  end,
}

-- Recalled from the public configuration: InternLM-7B's dimensions, and that the reduction of gradients overlaps while the
-- gathering of new weights does not. The network, 4 x 100 Gb/s, is shared by a node.
files.internevo = {
  path = "runs/train_zero_fsdp.csv", only = function(r) return r.model == "InternLM-7B" end,
  fixed = { software = "internevo", heads = 32, kv_heads = 32, ffn = 10944, vocab = 103168, gated = "yes", norm = "rmsnorm",
    tied = "no", flash_attn = "yes", net1_bw = 4 * 12.5e9 / 8 },
  assumed = { "32 heads, an FC of 10944 and a vocabulary of 103168 (public configuration, recalled)",
    "the network of 4 x 100 Gb/s is shared by a node; sequences are packed to one length",
    "gradients in BF16, reduced at the same time as the last backward pass; new weights are gathered after the step" },
  refuses = function(r)
    if not (tonumber(r.step_time_s) and r.step_time_s == r.step_time_s) then return "a row of memory only" end
    if tostring(r.notes):find("packed", 1, true) and r.grad_accum == 4 then
      return "the same run as an unpacked row"
    end
  end,
  cells = function() return { network = "infiniband", grad_accum = "", tokens_per_s_per_gpu = "", params_b = "" } end,
}

-- "selective (every k-th block)" is every second block; for 70B, which would not fit, two of three. The network of 400 and
-- 800 Gb/s is shared by a node, and a sharding group of hsdp is a node.
files.fms = {
  path = "runs/train_zero_fsdp.csv", only = function(r) return tostring(r.model):find("Llama", 1, true) ~= nil end,
  fixed = { software = "fms_fsdp", flash_attn = "yes" },
  assumed = { "the network of 400 and 800 Gb/s is shared by a node", "torch.compile fuses row operators",
    "\"selective (every k-th block)\" is every second block; for 70B, which would not fit, two of three" },
  cells = function(r)
    local size = tostring(r.model):match "(%d+)B"
    local cells = with(of_nemo["LLAMA2-" .. size .. "B"], { network = "infiniband",
      net1_bw = (tonumber(tostring(r.network):match "(%d+)G") or 400) * 1e9 / 8 / 8, sharding = "fsdp",
      zero_group = r.sharding == "hsdp" and 8 or "", tokens_per_s_per_gpu = "", params_b = "", recompute = "none" })
    if tostring(r.recompute):find("every", 1, true) then
      cells.recompute, cells.recompute_stop = "full", "yes"
      cells.recompute_part = size == "70" and 2 / 3 or 1 / 2
    end
    return cells
  end,
}

-- A device is one of the two dies of a module. The log prints its arguments (175B-scaling-comms/16-node.out): ALiBi,
-- dropout of 0.1; softmax, norm, GeLU and dropout fused, attention not; PyTorch 1.13, RCCL over libfabric; 9 of 70 layers
-- on the first stage. The message sizes show that gradients are sent in BF16, and that the vocabulary is 51200 (gradient of
-- the embedding).
files.lumi = {
  path = "runs/train_lumi_mi250x.csv",
  fixed = { software = "megatron_deepspeed", network = "slingshot", position = "alibi", vocab = 51200, flash_attn = "no",
    dropout = "yes", grad_format = "bf16", first_layers = 9, middle_layers = 9, last_layers = 8 },
  cells = function() return { zero = "", sharding = "none", tflops_per_gpu = "", samples_per_s = "" } end,
  assumed = { "GEMMs as in the tuning records of rocBLAS on MI210, at the share of these records that PyTorch reaches" },
}

local function has_fp8(_, made) return not unsupported.lacks(made.device, "fp8") end
local function has_fp4(made) return not unsupported.lacks(made.device, "fp4") end
local function narrowest(made) return has_fp4(made) and "fp4" or "fp8" end
local function length(made) return made.run.sl < 4096 and "short sequences" or "long sequences" end
local function microbatch_used(made) return core.format("%.0f", made.run.micro_batch) end

--- A user's own file; only its own columns describe it. chance: the assumed percentage of today's runs that have the other
--- choice if they do not state this column; a number, or a function of the case. others: several alternatives, each with
--- its chance, and `where` a case may have it. counted: published runs were counted too (data/chances.lua), for each `kind`
--- of case, perhaps by library, without the columns by which the choice is also `stated_by`; used(made): the word of a run
--- that states the column. taken(made): which of the choices a case has, if the column is not a field. filled: the choice
--- is open only where the size was filled in (runs/usual.lua).
files.own = {
  choices = {
    { column = "gated", counted = true, chance = 30, of_model = true, is = "no", other = "yes" },
    { column = "ffn", chance = 30, of_model = true, is = "4 hidden", other = "3.5 hidden",
      value = function(r) return math.floor(3.5 * r.hidden) end, where = function(r) return r.hidden ~= nil end },
    { column = "kv_heads", chance = 30, of_model = true, is = "heads", other = "heads / 8",
      where = function(r) return r.heads and r.heads % 8 == 0 end, value = function(r) return r.heads / 8 end },
    { column = "vocab", chance = 50, of_model = true, is = "51200", other = "128256" },
    { column = "tied", counted = true, chance = 30, of_model = true, is = "yes", other = "no" },
    { column = "heads", filled = true, chance = 15, is = "hidden / 128", other = "hidden / 64",
      taken = function(made) return core.format("hidden / %.0f", made.model.head_dim) end,
      value = function(r, other) return r.hidden / tonumber(other:match "%d+") end },
    { column = "seq", filled = true, chance = 50, is = "4096", other = "8192" },
    { column = "global_batch", filled = true, chance = 50, is = "the fewest", other = "4 times as many",
      taken = function() return "the fewest" end,
      value = function(_, _, made) return 4 * made.run.global_batch end },
    { column = "microbatch", counted = true, kind = length, used = microbatch_used, is = "up to 16384 tokens",
      other = "1", chance = 50, value = function() return 1 end,
      where = function(r) return (r.pp or 1) == 1 and not r.grad_accum end },
    { column = "microbatch", counted = true, kind = length, used = microbatch_used, is = "1", other = "2", chance = 40,
      where = function(r) return (r.pp or 1) > 1 and not (r.grad_accum or r.local_batch) end },
    { column = "precision", counted = "by library", is = "bf16", kind = narrowest, where = has_fp8,
      stated_by = { "precision_recipe" },
      others = { { "fp8", chance = 15 }, { "fp4", chance = 5, where = has_fp4 } } },
    { column = "recompute", counted = "by library", chance = 30, is = "none", other = "full" },
    { column = "flash_attn", is = "yes", other = "no", -- a mask of padded batches excludes FlashAttention
      chance = function(made) return made.software.name == "transformers" and 40 or 5 end },
    { column = "flash_attn", chance = 30, is = "yes", other = "fa3", -- libraries have newer kernels than PyTorch
      where = function(_, made)
        return made.software.flash_kernel == "fa2" and not unsupported.lacks(made.device, "fp8")
      end },
    { column = "software", counted = true, is = "pytorch",
      others = { { "megatron_core", chance = 40 }, { "nemo", chance = 10 } },
      where = function(_, made) return made.software.name:find "^pytorch" ~= nil end },
    { column = "software", counted = true, is = "megatron_core", other = "nemo", chance = 50, -- runs/unnamed.lua
      where = function(_, made) return made.software.name == "megatron_core" end },
    { column = "software", counted = true, is = "nemo", other = "megatron_core", chance = 50,
      where = function(_, made) return made.software.name == "nemo" end },
    { column = "sharding", counted = "by library", is = "none",
      others = { { "zero1", chance = 30 }, { "zero3", chance = 30 } } },
    { column = "seq_parallel", counted = "by library", chance = 50, is = "no", other = "yes",
      where = function(r) return (r.tp or 1) > 1 and not r.experts end },
    { column = "tp_overlap", counted = "by library", chance = 30, is = "backward", other = "yes",
      where = function(r) return (r.tp or 1) > 1 end },
    { column = "vp", chance = 50, is = "1", other = "a chunk for each layer",
      where = function(r, made) return (r.pp or 1) > 1 and made.layout.p2p_hidden ~= "no" and not r.layers_per_chunk
        and not r.pipeline_layout end,
      value = function(r, _, made) return math.ceil(made.model.layers / r.pp) end },
    { column = "etp", is = "1", other = "TP",
      chance = function(made) return made.model.experts < software.etp_stated_from and 50 or 10 end,
      where = function(r, made) return (r.tp or 1) > 1 and made.model.experts > 0 end,
      taken = function(made) return made.layout.etp == 1 and "1" or "TP" end,
      value = function(r, other) return other == "TP" and r.tp or 1 end },
    { column = "cuda_graphs", chance = 30, is = "no", other = "yes", -- as in recipes for racks
      where = function(_, made)
        return made.model.experts > 0 and made.software.graphs == "none" and not unsupported.lacks(made.device, "fp4")
      end, taken = function() return "no" end },
    { column = "dp_overlap", chance = 30, is = "gradients", other = "none" },
    { column = "network", chance = 30, is = "infiniband", other = "efa",
      where = function(r) return r.gpus > (r.node_size or 8) end },
    { column = "accumulate", chance = 20, is = "fused", other = "copied" },
    { column = "grad_format", chance = 40, is = "fp32", other = "bf16" },
    { column = "dropout", chance = 10, is = "no", other = "yes" },
    { column = "lora_on", chance = 50, is = "linear", other = "attention",
      where = function(_, made) return made.model.lora_rank > 0 end } },
}

-- Megatron-Core's own tests: GPT, BERT and MoE of 12 to 24 layers. FP32 gradients; the vocabulary is padded to a multiple
-- of 128 TP; a gated FC has two thirds of the width, in steps of 64 (megatron/training/arguments.py).
local function filled(vocab, tp) return math.ceil(vocab / (128 * tp)) * 128 * tp end
-- The file lacks two settings of tests whose name begins with gpt3_moe. They are in their model_config.yaml, in the folder
-- that the column source names: --moe-ffn-hidden-size 1024 in all, --moe-shared-expert-intermediate-size 512 in one.
local function expert_widths(r, ffn)
  if not r.case:find "^gpt3_moe_mcore_te_" then return ffn, "" end
  return 1024, r.case:find("tp4_ep2_etp2_pp2_resume", 1, true) and 512 or ""
end
local function width(r, h)
  if type(r.ffn) == "number" and r.ffn == r.ffn then return r.ffn end
  return r.swiglu == 1 and math.floor(4 * h * 2 / 3 / 64) * 64 or 4 * h
end

files.mcore = {
  path = "runs/train_mcore_golden.csv", fixed = { software = "ideal", accumulate = "fused", grad_byte = 4 },
  assumed = { "vocabulary 50257 (BERT: 30522), padded to a multiple of 128 TP",
    "biases, positions and BERT's pooler are left out",
    "without a distributed optimizer the number of replicas, if not stated, does not matter" },
  refuses = function(r)
    if tostring(r.flag):match("%S") and r.flag == r.flag then return "its values are flagged as values of another case" end
    if r.family ~= "gpt" and r.family ~= "bert" and r.family ~= "moe" then return "neither GPT, BERT nor MoE" end
    if r.precision ~= "bf16" then return "not in BF16" end
    for _, word in ipairs{ "offload", "memory_speed", "reshard", "multi_dist_optimizer", "muon" } do
      if r.case:find(word, 1, true) then return "its name states a setting that no column has" end
    end
    if tostring(r.fsdp):match("True") then return "Megatron's own FSDP" end
    if not tonumber(r.layers) or r.layers ~= r.layers then return "its layers are not stated" end
    if (not tonumber(r.gpus) or r.gpus ~= r.gpus) and r.dist_opt == 1 then return "its replicas are not stated" end
  end,
  cells = function(r)
    local gpus = tonumber(r.gpus) and r.gpus == r.gpus and r.gpus or r.tp * r.pp * r.cp * (tonumber(r.ep) or 1)
    local ffn, experts = width(r, r.hidden), tonumber(r.experts)
    local moe = experts and experts == experts and experts > 1
    local expert_ffn, shared_ffn = expert_widths(r, ffn)
    return { gpus = gpus, dp = "", ffn = ffn, gated = r.swiglu == 1 and "yes" or "no", dropout = "yes",
      tied = r.tie_emb == 1 and "yes" or "no", vocab = filled(r.family == "bert" and 30522 or 50257, r.tp),
      sharding = r.dist_opt == 1 and "zero1" or "none", dist_opt = "", fsdp = "", swiglu = "",
        global_batch = r.global_batch,
      experts = moe and experts or "", top_k = moe and (tonumber(r.topk) or 1) or "", topk = "",
        expert_ffn = moe and expert_ffn or "", shared_ffn = moe and shared_ffn or "",
      ep = moe and r.ep or "", etp = moe and (tonumber(r.etp) and r.etp == r.etp and r.etp or r.tp) or "",
      flash_attn = "no", recompute = r.recompute_granularity, case = r.case, run = "" }
  end,
}

return files
