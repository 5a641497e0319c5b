-- SPDX-License-Identifier: MIT
-- One entry for each file of measured training runs: how its columns are called, and what it does not say. The one
-- thing to know: what stands here is what the file, the framework's documentation or its code says of all its rows;
-- constants that were fitted are given to runs.case by the study that fitted them.
--   columns  ours = theirs, where they differ
--   model, run, layout  fields that the file leaves out; assumed: sentences on those that nobody states
--   row      function(r): further fields of one row, { model =, run =, layout =, device =, of = a model's name or record,
--            gpu =, network =, polls = }, or nil and a sentence why it is no case
--   polls    of a row, "always" or "short": its release polls for messages between stages, always or where memory is short
--            (predict/constants.lua)
--   network  its class of network between nodes (data/networks.lua); where none is named, infiniband
--   only     function(r): is the row of this stack? choices: what is tried in place of what the file leaves out
local checked = require "twocs.runs.checked"
local classes = require "twocs.data.networks"
local aliases = require "twocs.data.aliases"
local meant = require "twocs.runs.meant"
local stages = require "twocs.runs.stages"

-- PyTorch's cross-entropy, and Megatron's, over logits in FP32: cast (2 + 4 bytes), maximum (4), difference,
-- exponential and sum (8 + 8), and backward (8): 34 bytes where the least count has 6.
local loss_rho = 34 / 6

-- nanotron's: cast (2 + 4), maximum (4), difference, exponential and quotient, each a tensor of its own or rewritten
-- (8 + 8 + 8), sum (4), and backward product (8) and cast (4 + 2): 52 bytes.
local eager_loss_rho = 52 / 6

-- Where attention is fused, what a causal mask hides is left out; the loss and row operators are those of the
-- framework.
local flash = { loss_rho = loss_rho, attention = "fused", causal = "yes", dropout = "no" }
local function with(base, more)
  local all = {}
  for key, value in pairs(base) do all[key] = value end
  for key, value in pairs(more) do all[key] = value end
  return all
end

-- In FP16 Megatron has its gradients in FP16 too (its docs, dist_optimizer: 20 bytes a weight), and adds each to their sum:
-- 2 + 2 + 2 bytes. An update brings them into FP32 (2 + 4), unscales them and looks for overflow (8), takes the norm (4),
-- clips (8), reads them in FP32 (2 more), writes zeros (2), and the FP16 weights out of those in FP32 (4): 34.
local half_gradients = { grad_byte = 2, accumulate_byte = 6, update_byte = 34 }
-- Of a dropout that is fused into the residual addition only the mask is left.
local megatron = with(half_gradients, { loss_rho = loss_rho, drop_rho = 0.25 })

-- What adds up gradients in the GEMM that makes them reads the sum and writes it. NeMo's configurations of speed have sums
-- and network in BF16 (grad_sync_dtype: bf16); some of Nemotron's say nothing, and then it is FP32. GPT's have dropout
-- (hidden_dropout: 0.1), but MLPerf's have none.
local gradients_32 = { grad_byte = 4, accumulate_byte = 8 }
local gradients_16 = { grad_byte = 2, accumulate_byte = 4 }
local nemo = with(flash, with(gradients_16, { weight_byte = 2, act_byte = 2, drop_rho = 0.25 }))
local function nemo_run(is_gpt, wide)
  return with(is_gpt and { dropout = "yes" } or {}, wide and gradients_32 or {})
end

local files = {}

-- nanotron's runs are of two releases of its pipeline. One polls for messages between stages, a tenth of a second at a
-- time (a version of nanotron/parallel/pipeline_parallel/p2p.py, _send_meta and _recv_meta with COMMS_TIMEOUT). It was
-- repaired, and scripts/scaling_benchmarks.py (huggingface/nanotron@0e0a27e) submits a run with a pipeline again where its
-- job is of before. The benchmark's table (eyao600/Rapid-LLM@24ef24c, validation_scripts/huggingface_data/
-- bench_final2_mod_add.csv) tells for each run its job, after_pp_fix, whether it ran out of memory, and the bandwidth
-- inside a node just before. In some 300 of its rows, those that were read, of all models and of 8 to 512 GPUs,
--   - those with a pipeline and TP over more than two nodes are all of before the repair: none was submitted again;
--   - those that ran out of memory and yet have a time are of jobs in which NCCL reached 45 GB/s inside a node, and not
--     425: tried once more in that release, as it looks.
-- It is no complete account: other runs of before it, and some of behind it, wait as long. Most are sick by measurement.
local function polls_of(r)
  return r.pp > 1 and (r.tp > 2 * 8 and "always" or "short") or nil
end

files.nanotron = {
  path = "runs/train_nanotron_h100.csv",
  -- A bfloat16 gradient is added to one in FP32 by a kernel of its own: 2 + 4 + 4 bytes, and 2 to write the first.
  run = with(flash, { loss_rho = eager_loss_rho, grad_byte = 4, grad_copy_byte = 2, accumulate_byte = 12,
    gather_kept = "yes", kernels = "eager" }),
  logs = "first", network = "proxied",
  model = { gated = "yes", norm = "rmsnorm" },
  assumed = { "gathered inputs are kept as long as activations",
    "400 Gb/s of EFA for each GPU, as p5 instances have it",
    "gradients are summed beside the last backward pass, or, with ZeRO-1, behind it",
    "runs with a pipeline and TP over more than two nodes are of a release that polls for messages between stages, and so "
      .. "are runs that memory does not hold" },
  row = function(r)
    local model = { layers = r.layers, h = r.hidden, ffn = r.ffn, vocab = r.vocab, gated = true }
    -- Gradients that are not sharded leave from hooks beside the last backward pass.
    local placed, apart = stages.by_flop(model, r.pp)
    return { model = { tied = r.model == "3B" and "yes" or "no" }, run = { loss_rho = apart and 0 or nil },
      layout = with(placed, { dp_overlap = r.sharding == "zero0" and "gradients" or "none" }), polls = polls_of(r) }
  end,
}

files.korthikanti = {
  path = "train_korthikanti.csv",
  framework = "Megatron", run = megatron,
  model = { vocab = 51200 }, layout = { p2p_scatter = "yes", tp_overlap = "backward" },
  assumed = { "Megatron's scatter and gather between stages (NARA21 4.1)", "vocabulary 51200, as Megatron pads GPT-2's",
    "gradients in FP16, as Megatron has them with weights in FP16, added up for each microbatch",
    "sums of the gradients of a block's input are sent beside the gradients of its weights (Megatron's default)" },
}

files.foundry = {
  path = "train_llm_foundry_a100.csv",
  run = { loss_rho = loss_rho, dropout = "no", causal = "yes", kernels = "native" }, model = { vocab = 50368 },
    layout = { zero = "weights" },
  assumed = { "vocabulary 50368", "FSDP reduces gradients in FP32 with amp_bf16, and in BF16 without",
    "its tables in amp_bf16 are of a PyTorch that stops recomputation early (2.1), those in bf16 of one before" },
  row = function(r)
    local amp = r.precision == "amp_bf16" or r.precision == "amp_fp8"
    local flash = meant.flash{ software = "llm-foundry", gpu_type = r.gpu_type }
    local narrow = meant.precision(r.precision) == "fp8" -- beside activations, weights and an LM head of 16 bits
    return { run = { flash_pace = flash.flash_pace, format = narrow and "fp8" or "bf16", act_byte = narrow and 2 or nil,
      weight_byte = narrow and 2 or nil, fp8_head = narrow and "no" or nil, grad_byte = amp and 4 or 2,
      recompute_stop = amp and "yes" or nil } }
  end,
}

files.mlperf = {
  path = "runs/train_mlperf.csv",
  run = with(nemo, { fp8_head = "no" }),
  layout = { zero = "optimizer", sp = "yes", p2p_hidden = "yes", tp_overlap = "yes", dp_overlap = "both" },
  assumed = { "transfers between stages run beside compute, as is Megatron-Core's default with interleaving",
    "gradients in BF16 (the submissions' configurations), activations and weights of 2 bytes too", "vocabulary 51200",
    "TP's collectives run beside GEMMs, gradients and new weights beside compute, as MLPerf's configurations say" },
  row = function(r)
    if r.bench ~= "gpt3" then return nil, "only GPT-3 is a full training run of which the layout is known" end
    if r.fp8 ~= "True" then return nil, "its number format is not stated" end
    return { run = { format = "fp8" }, model = { vocab = 51200 } }
  end,
}

-- Models that the file names, by the first pattern that fits. nemotron: arXiv:2402.16819 and 2406.11704, Table 1.
local nemotron = { head_dim = 128, kv_heads = 8, vocab = 256000, gated = "no", tied = "no" }
local function of_nemotron(layers, h, heads)
  local m = { layers = layers, h = h, heads = heads, ffn = 4 * h, head_dim = h / heads }
  for key, value in pairs(nemotron) do m[key] = m[key] or value end
  return m
end
local named = {
  { "405b", "llama3_405b" }, { "70b", "llama3_70b" }, { "8b", "llama3_8b" }, { "NeMo Megatron", "gpt3_175b" },
  { "15b", of_nemotron(32, 6144, 48) }, { "340b", of_nemotron(96, 18432, 96) },
}

local function cut_to(layers)
  if layers ~= layers or layers == nil then return {} end
  return { layers = layers }
end

files.dgxc = {
  path = "runs/train_dgxc.csv",
  run = nemo,
  layout = { zero = "optimizer", p2p_hidden = "yes", tp_overlap = "yes", dp_overlap = "both", cp_kind = "ring" },
  assumed = { "transfers between stages run beside compute, as is Megatron-Core's default with interleaving",
    "gradients in BF16, of Nemotron 15B in FP32, and dropout in GPT-3, as the configurations have them",
    "optimizer state over all replicas; sequence parallelism wherever there is TP",
    "where PP does not divide the layers, embedding and LM head count as one each",
    "TP's collectives run beside GEMMs, gradients and new weights beside compute, as NeMo's recipes have it" },
  row = function(r)
    if r.check ~= 1 then return nil, "its step time and tokens per second contradict each other, or are missing" end
    if r.model:find("LORA", 1, true) then return nil, "a run with adapters" end
    if r.model:find("Maxtext", 1, true) or r.model:find("Paxml", 1, true) then
      return nil, "what it recomputes is not stated"
    end
    for _, one in ipairs(named) do
      if r.model:find(one[1], 1, true) then
        return { of = one[2], model = cut_to(r.layers_run), layout = "even",
          run = nemo_run(one[2] == "gpt3_175b", one[1] == "15b") }
      end
    end
    return nil, "its model's dimensions are not known here"
  end,
}

-- Dims that the tables name by model only: arXiv:2307.09288 (Llama 2), 2407.21783 (Llama 3), 2005.14165 and NeMo's
-- recipes (GPT-3), 2402.16819 and 2406.11704 (Nemotron).
local function llama2(layers, h, heads, kv_heads, ffn)
  return { layers = layers, h = h, heads = heads, head_dim = h / heads, kv_heads = kv_heads, ffn = ffn, vocab = 32000,
    gated = "yes", norm = "rmsnorm", tied = "no" }
end
local function gpt3(layers, h, heads)
  return { layers = layers, h = h, heads = heads, head_dim = h / heads, kv_heads = heads, ffn = 4 * h, vocab = 51200 }
end
local of_nemo = {
  ["GPT3-5B"] = gpt3(24, 4096, 32), ["GPT3-20B"] = gpt3(44, 6144, 48), ["GPT3-175B"] = gpt3(96, 12288, 96),
  ["LLAMA2-7B"] = llama2(32, 4096, 32, 32, 11008), ["LLAMA2-13B"] = llama2(40, 5120, 40, 40, 13824),
  ["LLAMA2-34B"] = llama2(48, 8192, 64, 8, 22016), ["LLAMA2-70B"] = llama2(80, 8192, 64, 8, 28672),
    ["LLAMA3-8B"] = "llama3_8b", ["LLAMA3-70B"] = "llama3_70b",
  ["Nemotron-340B"] = of_nemotron(96, 18432, 96),
  ["Nemotron-8B"] = with(of_nemotron(32, 4096, 32), { kv_heads = 32 }),
  ["Nemotron-22B"] = with(of_nemotron(40, 6144, 48), { kv_heads = 48 }),
}

files.nemo = {
  path = "runs/train_nemo_h100.csv",
  run = with(nemo, { fp8_head = "no" }),
  layout = { zero = "optimizer", p2p_hidden = "yes", tp_overlap = "yes", dp_overlap = "both", cp_kind = "ring" },
  assumed = { "H100 SXM of DGX H100", "sequence parallelism wherever there is TP; overlap as NeMo's recipes have it",
    "dimensions of Nemotron 8B and 22B as their reports have them; activations and weights of 2 bytes",
    "gradients in BF16, of Nemotron 8B and 22B in FP32, and dropout in GPT-3, as the launcher's scripts have them" },
  row = function(r)
    if r.task == "LoRA" then return nil, "a run with adapters" end
    if r.task == "SFT" then return nil, "a fine-tuning run, whose interleaving and packing are not stated" end
    local model = of_nemo[r.model]
    if not model then return nil, "its model's dimensions are not known here" end
    return { of = model, gpu = "H100 SXM",
      run = with(nemo_run(r.model:find "^GPT3", r.model == "Nemotron-8B" or r.model == "Nemotron-22B"),
        { format = "fp8" }) }
  end,
}

-- The column network, byte/s of a GPU: "4x100G RoCE" and "400G" are a node's.
local function of_zero(r, sharding)
  if r.step_time_s == nil or r.step_time_s ~= r.step_time_s then return nil, "a row of memory only" end
  local shard = tonumber(r.zero_group)
  return { layout = { shard = shard, zero = sharding } }
end

-- InternLM-7B's dimensions, and that gradients' reduction overlaps while new weights' gathering does not, are recalled
-- from its public configuration. RMSNorm, SwiGLU and casts run one by one.
files.internevo = {
  path = "runs/train_zero_fsdp.csv", only = function(r) return r.model == "InternLM-7B" end,
  run = with(flash, { kernels = "eager", grad_byte = 2, accumulate_byte = 6 }),
  model = { heads = 32, kv_heads = 32, head_dim = 128, ffn = 10944, vocab = 103168, gated = "yes", norm = "rmsnorm",
    tied = "no" },
  device = { net1_bw = 4 * 12.5e9 / 8 },
  assumed = { "32 heads, an FC of 10944 and a vocabulary of 103168 (public configuration, recalled)",
    "the network of 4 x 100 Gb/s is a node's; its sequences are packed to one length",
    "gradients in BF16, reduced beside the last backward pass; new weights are gathered behind the step" },
  row = function(r)
    if tostring(r.notes):find("packed", 1, true) and r.grad_accum == 4 then
      return nil, "the same run as one that is not packed"
    end
    return of_zero(r, "optimizer")
  end,
}

files.fms = {
  path = "runs/train_zero_fsdp.csv", only = function(r) return tostring(r.model):find("Llama", 1, true) ~= nil end,
  run = with(flash, { grad_byte = 2 }),
  layout = { zero = "weights" },
  assumed = { "the network of 400 and 800 Gb/s is a node's", "torch.compile fuses row operators",
    "\"selective (every k-th block)\" is every other block, but of 70B, which does not fit then, two of three" },
  row = function(r)
    local size = tostring(r.model):match("(%d+)B")
    local own = of_zero(r, "weights")
    own.of, own.device = of_nemo["LLAMA2-" .. size .. "B"],
      { net1_bw = (tonumber(tostring(r.network):match("(%d+)G")) or 400) * 1e9 / 8 / 8 }
    own.layout.shard = r.sharding == "hsdp" and 8 or nil
    if tostring(r.recompute):find("every", 1, true) then
      own.run = { recompute = "full", recompute_part = size == "70" and 2 / 3 or 1 / 2, recompute_stop = "yes" }
    end
    return own
  end,
}

-- Scores with ALiBi in BigScience's Megatron: torch.baddbmm writes the biases where the scores will be, and its GEMM reads
-- them; dropout writes a mask of one byte, and reads it. With recomputation 2 x (2 + 2 + 2.5) + 3 + 2.5 passes where 13 are
-- the least.
local alibi_rho = 18.5 / 13

-- A device is one of a module's two dies. The log prints its arguments (175B-scaling-comms/16-node.out): ALiBi, dropout of
-- 0.1; softmax, norm, GeLU and dropout fused, attention not; PyTorch 1.13, RCCL over libfabric. DeepSpeed's BF16_Optimizer
-- brings each gradient into FP32 and adds it there, each by a kernel (2 + 4, 4 + 4 + 4 bytes), and sends the sum in BF16:
-- so the size of the messages says, and that the first stage has 9 of 70 layers; that of the embedding's, a vocabulary of
-- 51200; that of the gatherings between stages, Megatron's scatter and gather.
files.lumi = {
  path = "runs/train_lumi_mi250x.csv",
  run = { loss_rho = loss_rho, drop_rho = 0.25, softmax_rho = alibi_rho, grad_byte = 2, accumulate_byte = 18 },
  model = { vocab = 51200 },
  layout = { p2p_scatter = "yes", dp_overlap = "none", first_layers = 9, middle_layers = 9, last_layers = 8 },
  network = "slingshot",
  assumed = { "GEMMs as rocBLAS's tuning recorded them on MI210, at the share of such records that PyTorch reaches there" },
}

-- A user's own file. What it may leave out has these values; `choices` are those of which the other word is tried too,
-- so that the report can say what it would change.
local software = { { "megatron", "fused" }, { "nemo", "fused" }, { "maxtext", "fused" }, { "compile", "fused" },
  { "nanotron", "eager" }, { "internevo", "eager" }, { "transformers", "eager" } }
local function kernels_of(name)
  local plain = tostring(name or ""):lower()
  for _, one in ipairs(software) do
    if plain:find(one[1], 1, true) then return one[2] end
  end
  return "native"
end

-- Unless the row is in FP16, whose gradients Megatron has in FP16 too: NeMo's, and those of anybody else.
local function gradients_of(r)
  if tostring(r.precision):lower() == "fp16" then return half_gradients end
  return tostring(r.software):lower():find("nemo", 1, true) and gradients_16 or gradients_32
end

local function stated(value) return value ~= nil and value == value and value ~= "" end
local function word(value, yes, no)
  if not stated(value) then return nil end
  local text = tostring(value):lower()
  if text == "1" or text == "true" or text == "yes" then return yes end
  if text == "0" or text == "false" or text == "no" then return no end
  return text
end

-- Its class of network, or what it measured of the adapters that collectives reach there, with the steps of its class.
local networks = { efa = "proxied", proxied = "proxied", infiniband = "infiniband", ib = "infiniband",
  roce = "infiniband", slingshot = "slingshot" }

local function network_of(r)
  local class = stated(r.network) and networks[tostring(r.network):lower()] or nil
  if stated(r.network) and not class then return nil, "its network is none of infiniband, roce, efa and slingshot" end
  if not r.net1_share then return class end
  if r.net1_share > 1 then return nil, "its net1_share, of the adapters between nodes, is above 1" end
  return { share = r.net1_share, step = classes[class or "infiniband"].step, measured = true }
end

files.own = {
  run = with(flash, with(gradients_32, { weight_byte = 2, act_byte = 2 })),
  layout = { p2p_scatter = "yes", tp_overlap = "backward" },
  required = { "model", "layers", "hidden", "heads", "seq", "gpus", "gpu_type", "tp", "pp", "microbatch",
    "global_batch", "step_time_s" },
  optional = { "source", "address", "evidence", "params_b", "ffn", "kv_heads", "precision", "vp", "dp", "cp", "ep",
    "sharding", "zero_group", "recompute", "flash_attn", "seq_parallel", "vocab", "head_dim", "dropout", "tied",
    "gated", "norm", "dp_overlap", "tp_overlap", "node_size", "net0_bw", "net1_bw", "net1_share", "mem_bw", "power_w",
    "network", "device", "status", "peak_mem_gib", "schedule", "software", "set", "optimizer", "tflops_per_gpu",
    "mfu_pct", "hfu_pct", "tokens_per_s_per_gpu", "tokens_per_s", "grad_accum", "notes", "experts", "top_k", "expert_ffn",
    "shared_ffn", "etp" },
  choices = {
    { column = "gated", is = "no", other = "yes" }, { column = "ffn", is = "4 hidden", other = "3.5 hidden",
      value = function(r) return math.floor(3.5 * r.hidden) end },
    { column = "kv_heads", is = "heads", other = "heads / 8", where = function(r) return r.heads % 8 == 0 end,
      value = function(r) return r.heads / 8 end },
    { column = "vocab", is = "51200", other = "128256" }, { column = "tied", is = "yes", other = "no" },
    { column = "precision", is = "fp16", other = "fp8" }, { column = "recompute", is = "none", other = "full" },
    { column = "flash_attn", is = "yes", other = "no" }, { column = "software", is = "PyTorch", other = "Megatron" },
    { column = "sharding", is = "none", other = "zero1" },
    { column = "seq_parallel", is = "no", other = "yes", where = function(r) return r.tp > 1 and not r.experts end },
    { column = "seq_parallel", is = "yes", other = "no", where = function(r) return r.tp > 1 and r.experts end },
    { column = "tp_overlap", is = "backward", other = "yes", where = function(r) return r.tp > 1 end },
    { column = "dp_overlap", is = "gradients", other = "none" },
    { column = "network", is = "infiniband", other = "efa", where = function(r) return r.gpus > (r.node_size or 8) end },
    { part = "run", field = "accumulate_byte", is = 8, other = 12 },
    { part = "run", field = "grad_byte", is = 4, other = 2 },
    { part = "run", field = "dropout", is = "no", other = "yes" } },
  row = function(r)
    local why = checked.row(r)
    if why then return nil, why end
    local network
    network, why = network_of(r)
    if why then return nil, why end
    local fp8 = tostring(r.precision):lower():find("fp8", 1, true) ~= nil
    local group = stated(r.zero_group) and tonumber(r.zero_group) or nil
    local gpu = stated(r.device) and r.device or r.gpu_type
    local device = meant.device(r, aliases.device(gpu))
    if stated(r.node_size) then device.net0_size = r.node_size end
    if stated(r.net0_bw) then device.net0_bw = r.net0_bw end
    if stated(r.net1_bw) then device.net1_bw = r.net1_bw end
    return { gpu = gpu, device = device, network = network,
      model = { tied = word(r.tied, "yes", "no"), gated = word(r.gated, "yes", "no"), norm = word(r.norm),
        experts = r.experts, top_k = r.top_k, expert_ffn = r.expert_ffn, shared_ffn = r.shared_ffn },
      run = with(with(gradients_of(r), meant.run(r)), { format = fp8 and "fp8" or nil, fp8_head = fp8 and "no" or nil,
        kernels = kernels_of(r.software) }),
      layout = with(meant.layout(r), { tp_overlap = word(r.tp_overlap, "yes", "no"),
        dp_overlap = word(r.dp_overlap, "gradients", "none"),
        schedule = word(r.schedule), shard = group, ep = r.ep, etp = meant.etp(r),
        sp = r.experts and r.tp > 1 and not stated(r.seq_parallel) and "yes" or nil, -- experts beside TP take it
        p2p_hidden = stated(r.vp) and tonumber(r.vp) and r.vp > 1 and "yes" or nil }) }
  end,
}

-- Megatron-Core's tests of itself: GPT, BERT and MoE of 12 to 24 layers. FP32 gradients; the vocabulary is filled up to a
-- multiple of 128 TP; a gated FC is two thirds as wide, in steps of 64 (megatron/training/arguments.py).
local function filled(vocab, tp) return math.ceil(vocab / (128 * tp)) * 128 * tp end
local function width(r, h)
  if type(r.ffn) == "number" and r.ffn == r.ffn then return r.ffn end
  return r.swiglu == 1 and math.floor(4 * h * 2 / 3 / 64) * 64 or 4 * h
end

files.mcore = {
  path = "runs/train_mcore_golden.csv",
  run = { grad_byte = 4, accumulate_byte = 8 },
  assumed = { "vocabulary 50257, of BERT 30522, filled up to a multiple of 128 TP",
    "biases, positions and BERT's pooler are left out",
    "without a distributed optimizer the replicas, where the file leaves them out, do not matter" },
  row = function(r)
    if tostring(r.flag):match("%S") and r.flag == r.flag then
      return nil, "its values are flagged as those of another case"
    end
    if r.family ~= "gpt" and r.family ~= "bert" and r.family ~= "moe" then return nil, "neither GPT, BERT nor MoE" end
    if r.precision ~= "bf16" then return nil, "not in BF16" end
    for _, word in ipairs{ "offload", "memory_speed", "reshard", "multi_dist_optimizer" } do
      if r.case:find(word, 1, true) then return nil, "its name says what no column of the file holds" end
    end
    if tostring(r.fsdp):match("True") then return nil, "FSDP as Megatron has it" end
    local layers, h = tonumber(r.layers), tonumber(r.hidden)
    if not layers or layers ~= layers then return nil, "its layers are not stated" end
    if not tonumber(r.gpus) or r.gpus ~= r.gpus then
      if r.dist_opt == 1 then return nil, "its replicas are not stated" end
      r.gpus = r.tp * r.pp * r.cp * (tonumber(r.ep) or 1)
    end
    local model = { layers = layers, h = h, heads = r.heads, head_dim = h / r.heads, kv_heads = r.kv_heads,
      ffn = width(r, h), gated = r.swiglu == 1 and "yes" or "no", tied = r.tie_emb == 1 and "yes" or "no",
      vocab = filled(r.family == "bert" and 30522 or 50257, r.tp) }
    local layout = { zero = r.dist_opt == 1 and "optimizer" or "none" }
    local experts = tonumber(r.experts)
    if experts and experts == experts and experts > 1 then
      model.experts, model.top_k, model.expert_ffn = experts, tonumber(r.topk) or 1, model.ffn
      layout.ep, layout.etp = r.ep, tonumber(r.etp) and r.etp == r.etp and r.etp or r.tp
    end
    return { model = model, layout = layout, run = { format = "bf16" } }
  end,
}

return files
