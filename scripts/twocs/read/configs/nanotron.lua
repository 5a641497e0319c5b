-- SPDX-License-Identifier: MIT
-- nanotron's YAML. Names as in examples/config_tiny_llama.yaml (huggingface/nanotron, commit 09fd0ec). nanotron assigns
-- layers and the LM head to stages by their FLOPs; this reader does not, and reports it.
local facts = require "twocs.read.configs.facts"
local pipelines = require "twocs.read.configs.pipelines"

local nanotron = { strict = true }

nanotron.rows = facts.rows[[
parallelism.dp                              dp         count
parallelism.tp                              tp         count
parallelism.pp                              pp         count
parallelism.context_parallel_size           cp         count
parallelism.expert_parallel_size            ep         count
parallelism.pp_engine                       engine     text
parallelism.tp_mode                         tp_mode    text
parallelism.tp_linear_async_communication   -          lack no field has this order of TP's collectives
parallelism.tp_recompute_allgather          -          lack gathered inputs are gathered again for the weights' gradients
parallelism.recompute_layer                 recompute  flag
tokens.micro_batch_size                     micro_batch count
tokens.batch_accumulation_per_replica       accumulation count
tokens.sequence_length                      sl         count
optimizer.zero_stage                        stage      count
optimizer.optimizer_factory.name            optimizer  text
optimizer.accumulate_grad_in_fp32           wide       flag
model.dtype                                 dtype      text
model.make_vocab_size_divisible_by          vocab_multiple count
model.model_config.hidden_size              h          count
model.model_config.intermediate_size        ffn        count
model.model_config.num_attention_heads      heads      count
model.model_config.num_key_value_heads      kv_heads   count
model.model_config.num_hidden_layers        layers     count
model.model_config.vocab_size               vocab      count
model.model_config.tie_word_embeddings      tied       flag
model.model_config.hidden_act               act        text
model.model_config.is_llama_config          llama      flag
model.model_config.is_qwen2_config          qwen       flag
model.model_config.moe_config               -          lack experts of nanotron are not read here
model.model_config.moe_config.num_experts   -          lack experts of nanotron are not read here
model.model_config.sliding_window_size      -          lack which layers have a window is not read (a model has window)
model.model_config._attn_implementation     attention  text
]]

nanotron.aside = { "^checkpoints%.", "^data_stages", "^general%.", "^lighteval", "^logging%.", "^profiler", "^tokenizer%.",
  "^optimizer%.", "^s3_upload", "^metrics_logging", "^model%.ddp_bucket", "^model%.init_method",
    "^model%.model_config%.[a-z]*_token_id",
  "^model%.model_config%.initializer", "^model%.model_config%.max_position", "^model%.model_config%.pretraining_tp",
  "^model%.model_config%.r[om][ps]", "^model%.model_config%.use_cache", "^model%.model_config%.attention_bias",
  "^model%.model_config%.moe_config%.", "^tokens%.", "^model%.model_config%.no_rope", "^model%.model_config%.z_loss" }

function nanotron.entries(text)
  local values, lines = require("twocs.read.configs.yaml").read(text)
  return facts.flat(values, lines)
end

local formats = { bfloat16 = "bf16", float16 = "fp16", float32 = "fp32" }

local function model(found, tp)
  local f = found.facts
  if not f.layers or not f.h or not f.heads then return nil end
  local multiple = (f.vocab_multiple or 1) * tp
  return { layers = f.layers, h = f.h, heads = f.heads, head_dim = f.h / f.heads, kv_heads = f.kv_heads or f.heads,
    ffn = f.ffn or 4 * f.h, gated = (f.llama or f.qwen or f.act == "silu") and "yes" or "no", norm = "rmsnorm",
    tied = f.tied and "yes" or "no", vocab = f.vocab and math.ceil(f.vocab / multiple) * multiple or nil }
end

function nanotron.parts(found, about)
  local f = found.facts
  local tp, pp, cp = f.tp or 1, f.pp or 1, f.cp or 1
  local dp = f.dp or pipelines.replicas(found, about.gpus, tp * pp * cp)
  local mode = (f.tp_mode or "ALL_REDUCE"):upper()
  if mode ~= "ALL_REDUCE" and mode ~= "REDUCE_SCATTER" then
    found:refuse("tp_mode", "parallelism.tp_mode = %s: expected ALL_REDUCE or REDUCE_SCATTER", f.tp_mode)
  end
  local l = { tp = tp, pp = pp, cp = cp, dp = dp, sp = tp > 1 and mode == "REDUCE_SCATTER" and "yes" or nil }
  if (f.ep or 1) > 1 then l.ep = f.ep end
  if cp > 1 then l.cp_kind = "ring" end
  if pp > 1 then
    local engine = f.engine or "1f1b"
    if engine ~= "1f1b" and engine ~= "afab" then found:refuse("engine", "pp_engine = %s: expected 1f1b or afab",
      engine) end
    l.schedule = engine == "afab" and "gpipe" or "1f1b"
    found:miss(found.lines.pp, "parallelism.pp = %d: nanotron places layers by their FLOPs; here all stages have the same "
      .. "number", pp)
  end
  if f.optimizer and f.optimizer:lower() ~= "adamw" then
    found:miss(found.lines.optimizer, "optimizer_factory.name = %s: the state of Adam is assumed", f.optimizer)
  end
  if (f.stage or 0) > 1 then found:refuse("stage", "optimizer.zero_stage = %d: nanotron has 0 and 1", f.stage) end
  l.zero = (f.stage or 0) > 0 and "optimizer" or "none"
  local format = formats[f.dtype or "bfloat16"]
  if not format then found:refuse("dtype", "model.dtype = %s is not a known number format", f.dtype) end
  local r = { sl = f.sl, micro_batch = f.micro_batch, format = format, grad_byte = f.wide and 4 or 2,
    recompute = f.recompute and "full" or "none", attention = "fused", causal = "yes", dropout = "no",
    global_batch = f.micro_batch and f.micro_batch * (f.accumulation or 1) * dp }
  return { model = model(found, tp), layout = l, run = r }
end

return nanotron
