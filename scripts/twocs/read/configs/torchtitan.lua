-- SPDX-License-Identifier: MIT
-- torchtitan's TOML. Names, defaults and the meaning of -1 are from torchtitan/config/job_config.py (pytorch/torchtitan,
-- commit 000204a) and its older train_configs. local_batch_size is the number of sequences that a data-parallel rank
-- processes at once. Only a pipeline splits it, and only a larger global_batch_size repeats it.
local facts = require "twocs.read.configs.facts"
local pipelines = require "twocs.read.configs.pipelines"
local registry = require "twocs.data.registry"

local torchtitan = { strict = true }

torchtitan.rows = facts.rows[[
model.name                                   model       text
model.flavor                                 flavor      text
model.converters                             converters  list
training.local_batch_size,training.batch_size local_batch count
training.global_batch_size                   global_batch number
training.gradient_accumulation_steps         accumulation count
training.seq_len                             sl          count
training.compile,compile.enable              compile     flag
training.mixed_precision_param               param_byte  text
training.mixed_precision_reduce              grad_byte   bytes
training.enable_cpu_offload                  - lack weights are not kept in the host's memory
training.tensor_parallel_degree,parallelism.tensor_parallel_degree tp count
training.data_parallel_degree,parallelism.data_parallel_shard_degree,training.data_parallel_shard_degree shard number
training.data_parallel_replicate_degree,parallelism.data_parallel_replicate_degree replicate count
experimental.pipeline_parallel_degree,parallelism.pipeline_parallel_degree pp count
experimental.pipeline_parallel_schedule,parallelism.pipeline_parallel_schedule schedule text
experimental.pipeline_parallel_microbatches  microbatches count
parallelism.pipeline_parallel_microbatch_size micro_batch count
parallelism.pipeline_parallel_layers_per_stage chunk     count
experimental.pipeline_parallel_split_points,parallelism.pipeline_parallel_split_points splits list
experimental.context_parallel_degree,parallelism.context_parallel_degree cp count
experimental.context_parallel_rotate_method,parallelism.context_parallel_rotate_method rotate text
experimental.enable_async_tensor_parallel,parallelism.enable_async_tensor_parallel async flag
parallelism.fsdp_reshard_after_forward       reshard     text
parallelism.expert_parallel_degree           ep          count
parallelism.expert_tensor_parallel_degree    etp         count
activation_checkpoint.mode                   mode        text
activation_checkpoint.selective_ac_option    option      text
float8.enable_float8_linear,training.enable_float8_linear,training.enable_fp8_linear float8 flag
float8.enable_fsdp_float8_all_gather         float8_weights flag
float8.recipe_name,quantize.linear.float8.recipe_name recipe text
mx.recipe_name,quantize.linear.mx.recipe_name mx_recipe  text
compile.components                           components  list
training.dtype                               dtype       text
optimizer.name                               optimizer   text
parallelism.module_fqns_per_model_part       - lack stages have the same number of layers
optimizer.early_step_in_backward             - lack the optimizer steps after the backward pass
]]

torchtitan.aside = { "^job%.", "^profiling%.", "^metrics%.", "^optimizer%.", "^lr_scheduler%.", "^checkpoint%.", "^comm%.",
  "^dataset%.", "^validation%.", "^memory_estimation%.", "^fault_tolerance%.", "^debug%.", "^experimental%.custom", "^mx%.",
  "^model%.tokenizer", "^model%.norm_type", "^model%.hf_assets", "^model%.print", "^training%.warmup",
    "^training%.max_norm",
  "^training%.steps", "^training%.dataset", "^training%.seed", "^training%.gc_", "^training%.deterministic",
  "^float8%.", "^quantize%.", "^parallelism%.disable_loss", "^compile%.", "^training%.data_",
  "^activation_checkpoint%.per_op", "^activation_checkpoint%.early", "^training%.debug" }

-- Models by name and flavor, and their names in the registry.
local models = {
  llama3 = { ["8B"] = "llama3_8b", ["70B"] = "llama3_70b", ["405B"] = "llama3_405b" },
  llama2 = { ["7B"] = "llama2_7b", ["13B"] = "llama2_13b", ["70B"] = "llama2_70b" },
  deepseek_v3 = { ["671B"] = "deepseek_v3" },
}

-- Shapes from torchtitan/models/deepseek_v3/__init__.py (commit 0014ac2) that are not in the registry.
local shapes = {
  ["deepseek_v3 16B"] = { layers = 27, h = 2048, heads = 16, kv_heads = 16, head_dim = 128, ffn = 10944, gated = "yes",
    norm = "rmsnorm", tied = "no", vocab = 102400, kv_lora_rank = 512, q_lora_rank = 0, nope_dim = 128, rope_dim = 64,
      v_dim = 128,
    experts = 64, top_k = 6, expert_ffn = 1408, shared_ffn = 2816, moe_share = 26 / 27 },
  ["deepseek_v3 236B"] = { layers = 60, h = 5120, heads = 128, kv_heads = 128, head_dim = 128, ffn = 12288, gated = "yes",
    norm = "rmsnorm", tied = "no", vocab = 102400, kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64,
    v_dim = 128, experts = 160, top_k = 6, expert_ffn = 1536, shared_ffn = 3072, moe_share = 59 / 60 },
}

-- Schedules and their names in the engine. The second item is the number of stages of a rank, unless the layers of a stage
-- give another number.
local schedules = { ["1f1b"] = { "1f1b" }, gpipe = { "gpipe" }, interleaved1f1b = { "1f1b", 2 }, zbvzerobubble = { "zb_v" },
  dualpipev = { "dualpipe_v" } }

function torchtitan.entries(text)
  local values, lines = require("twocs.read.configs.toml").read(text)
  return facts.flat(values, lines)
end

local function schedule(found, l, n)
  local f = found.facts
  if l.pp == 1 then return end
  local word = f.schedule or "1F1B"
  local known = schedules[word:lower()]
  if not known then
    return found:miss(found.lines.schedule, "pipeline_parallel_schedule = %s: unknown schedule", word)
  end
  l.schedule = known[1]
  local vp = known[2]
  if vp and f.chunk and n then vp = math.ceil(n / f.chunk) / l.pp end
  if vp and type(f.splits) == "table" and #f.splits > 0 then vp = (#f.splits + 1) / l.pp end
  if vp and vp ~= math.floor(vp) then found:refuse("chunk", "%s stages a rank: expected a whole number", vp) end
  l.vp = vp
  if type(f.splits) == "table" and #f.splits > 0 then
    found:miss(found.lines.splits, "pipeline_parallel_split_points: stages have the same number of layers")
  end
end

local function layout(found, gpus, n)
  local f = found.facts
  local tp, pp, cp, replicate = f.tp or 1, f.pp or 1, f.cp or 1, f.replicate or 1
  local shard = f.shard or -1
  local dp
  if shard > 0 then dp = shard * replicate
  else
    dp = pipelines.replicas(found, gpus, tp * pp * cp)
    shard = dp / replicate
    if shard ~= math.floor(shard) then found:refuse("replicate", "%d copies do not divide DP = %d", replicate, dp) end
  end
  local l = { tp = tp, pp = pp, cp = cp, dp = dp, sp = tp > 1 and "yes" or nil }
  l.zero = shard * cp > 1 and "weights" or "none"
  if replicate > 1 and shard > 1 then l.shard = shard * cp end
  if cp > 1 then l.cp_kind = (f.rotate or "allgather") == "allgather" and "all_gather" or "ring" end
  if tp > 1 then l.tp_overlap = f.async and f.compile and "yes" or "no" end
  if f.async and not f.compile then found:miss(found.lines.async, "enable_async_tensor_parallel without compile") end
  if (f.ep or 1) > 1 then l.ep, l.etp = f.ep, f.etp or 1 end
  if l.zero == "weights" then
    if pp > 1 then l.stage_gather = f.reshard == "always" and "each" or "once"
    elseif f.reshard == "never" then
      found:miss(found.lines.reshard, "weights stay gathered after the forward pass (fsdp_reshard_after_forward = never)")
    end
  end
  schedule(found, l, n)
  return l
end

local function recomputed(found, r)
  local f = found.facts
  local mode = f.mode or "selective"
  if mode == "none" then r.recompute = "none"; return end
  if mode ~= "full" and mode ~= "selective" then
    found:refuse("mode", "activation_checkpoint.mode = %s: expected none, selective or full", mode)
  end
  r.recompute, r.recompute_stop = "full", "yes"
  if mode == "full" then return end
  -- Every n-th layer as a whole; or, with "op", every second matrix product.
  local option = f.option or "2"
  local every = tonumber(option) or option == "op" and 2
  if not every or every < 1 then found:refuse("option", "selective_ac_option = %s: expected a number or op", option) end
  r.recompute_part = 1 / every
end

local formats = { bfloat16 = "bf16", float16 = "fp16", float32 = "fp32" }

-- torchao's recipes: one scale per tensor or per row; MX has one per block.
local recipes = { tensorwise = "tensor", rowwise = "row", rowwise_with_gw_hp = "row" }

-- FP8 from the converters: the format and its recipe.
local function converted(found)
  local f, recipe = found.facts, nil
  local format = f.float8 and "fp8" or nil
  for _, name in ipairs(type(f.converters) == "table" and f.converters or {}) do
    if name == "float8" or name == "quantize.linear.float8" then format = "fp8"
    elseif name == "mx" or name == "quantize.linear.mx" then
      local four = f.mx_recipe and f.mx_recipe:find "fp4"
      format, recipe = four and "fp4" or "fp8", not four and "block" or nil
    else found:miss(found.lines.converters, "model.converters: %s", name) end
  end
  if format == "fp8" and not recipe and f.recipe then
    recipe = recipes[f.recipe]
    if not recipe then found:miss(found.lines.recipe, "float8.recipe_name = %s: unknown recipe", f.recipe) end
  end
  return format, recipe
end

-- Only FP32 state and Adam are supported.
local function kept(found)
  local f = found.facts
  if f.dtype and f.dtype ~= "float32" then
    found:miss(found.lines.dtype, "training.dtype = %s: weights and the optimizer's state are kept in FP32", f.dtype)
  end
  if f.optimizer and not f.optimizer:lower():find "^adam" then
    found:miss(found.lines.optimizer, "optimizer.name = %s: the state of Adam is assumed", f.optimizer)
  end
end

local function run(found, l)
  local f, r = found.facts, {}
  r.sl = f.sl
  local local_batch = f.local_batch
  r.micro_batch = local_batch
  if local_batch and l.pp > 1 then
    r.micro_batch = f.microbatches and local_batch / f.microbatches or f.micro_batch or 1
  end
  local global = (f.global_batch or -1) > 0 and f.global_batch
  r.global_batch = global or local_batch and local_batch * l.dp * (f.accumulation or 1)
  r.format, r.grad_byte, r.attention, r.causal, r.dropout = "bf16", f.grad_byte or 4, "fused", "yes", "no"
  kept(found)
  local format, recipe = converted(found)
  if format then
    r.format, r.act_byte, r.weight_byte, r.fp8_head = format, 2, f.float8_weights and 1 or 2, "no"
    r.fp8_recipe = recipe
  elseif f.param_byte then
    r.format = formats[f.param_byte]
    if not r.format then
      found:refuse("param_byte", "training.mixed_precision_param = %s: expected bfloat16, float16 or float32", f.param_byte)
    end
  end
  recomputed(found, r)
  return r
end

local function model(found, about)
  local f = found.facts
  if about.model or not f.model then return nil end
  local name = (models[f.model] or {})[f.flavor or ""]
  if name then return registry.models[name] end
  local shape = shapes[f.model .. " " .. (f.flavor or "")]
  if shape then return shape end
  found:miss(found.lines.flavor, "model %s, flavor %s: unknown shape", f.model, f.flavor or "")
end

-- Whether the model is compiled; `components` may name only the loss.
local function compiled(f)
  if not f.compile or type(f.components) ~= "table" then return f.compile end
  for _, name in ipairs(f.components) do
    if name == "model" then return true end
  end
  return false
end

function torchtitan.parts(found, about)
  found.facts.compile = compiled(found.facts)
  local m = model(found, about)
  local n = about.layers or m and m.layers
  local l = layout(found, about.gpus, n)
  return { model = m, layout = l, run = run(found, l), 
    software = found.facts.compile and "torchtitan_compiled" or nil }
end

torchtitan.models = models

return torchtitan
