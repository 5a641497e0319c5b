-- SPDX-License-Identifier: MIT
-- Megatron-LM's arguments, and the same names in the configurations of Megatron-Bridge and NeMo. Facts of
-- megatron/training/arguments.py (NVIDIA/Megatron-LM, commit 000c4ac): names, defaults, and what follows from what. The one
-- thing to know: only what an argument says is read; how fast the framework is besides is not its arguments' business.
local facts = require "twocs.read.configs.facts"
local layers = require "twocs.read.configs.pipelines"

local megatron = { example = "--num-layers, --hidden-size ..." }

megatron.rows = facts.rows[[
num_layers,encoder_num_layers                     layers          count
hidden_size                                       h               count
num_attention_heads                               heads           count
kv_channels                                       head_dim        count
num_query_groups                                  groups          count
group_query_attention                             grouped         flag
ffn_hidden_size                                   ffn             count
swiglu,quick_geglu,gated_linear_unit              gated           flag
activation                                        activation      text
normalization                                     norm            text
vocab_size                                        vocab           count
padded_vocab_size,pad_vocab_size_to               padded_vocab    count
make_vocab_size_divisible_by                      vocab_multiple  count
should_pad_vocab                                  vocab_padded    flag
tokenizer_type                                    tokenizer       text
untie_embeddings_and_output_weights               untied          flag
share_embeddings_and_output_weights               tied            flag
qk_layernorm                                      qk_norm         flag
num_experts,num_moe_experts                       experts         count
moe_router_topk                                   top_k           count
moe_ffn_hidden_size                               expert_ffn      count
moe_shared_expert_intermediate_size               shared_ffn      count
num_shared_experts                                shared          count
enable_shared_expert                              with_shared     flag
moe_shared_expert_gate                            shared_gate     flag
moe_layer_freq                                    moe_layers      list
moe_router_enable_expert_bias                     biased          flag
moe_expert_capacity_factor                        capacity        number
moe_train_capacity_factor                         capacity        number
disable_moe_token_dropping                        kept_tokens     flag
multi_latent_attention                            latent          flag
q_lora_rank                                       q_lora_rank     count
kv_lora_rank                                      kv_lora_rank    count
qk_head_dim,qk_nope_head_dim                      nope_dim        count
qk_pos_emb_head_dim,qk_rope_head_dim              rope_dim        count
v_head_dim                                        v_dim           count

tensor_model_parallel_size                        tp              count
pipeline_model_parallel_size                      pp              count
context_parallel_size                             cp              count
expert_model_parallel_size,moe_expert_parallel_size ep            count
expert_tensor_parallel_size                       etp             count
sequence_parallel                                 sp              flag
virtual_pipeline_model_parallel_size,num_virtual_stages_per_pipeline_rank vp count
num_layers_per_virtual_pipeline_stage             chunk           count
decoder_first_pipeline_num_layers,num_layers_in_first_pipeline_stage first_layers count
decoder_last_pipeline_num_layers,num_layers_in_last_pipeline_stage   last_layers  count
account_for_embedding_in_pipeline_split           with_embedding  flag
account_for_loss_in_pipeline_split                with_loss       flag
pipeline_model_parallel_layout                    stages          text
no_pipeline_parallel                              no_pipeline     flag
use_distributed_optimizer                         distributed     flag
data_parallel_sharding_strategy                   sharding        text
use_megatron_fsdp,use_custom_fsdp                 fsdp            flag
use_torch_fsdp2                                   torch_fsdp      flag
zero_stage                                        zero_stage      count
deepspeed                                         deepspeed       flag
num_distributed_optimizer_instances               instances       count
overlap_grad_reduce,overlap_grad_sync             grad_overlap    flag
overlap_param_gather,overlap_param_sync           param_overlap   flag
tp_comm_overlap,ub_tp_comm_overlap                tp_overlap      flag
overlap_p2p_comm                                  p2p_overlap     flag
no_overlap_p2p_communication                      p2p_overlap     off
no_scatter_gather_tensors_in_pipeline             scattered       off
cp_comm_type                                      cp_comm         list
use_tp_pp_dp_mapping                              pp_inside       flag
optimizer_cpu_offload,cpu_optimizer               cpu_optimizer   flag
optimizer_offload_fraction                        offload_part    number

seq_length,encoder_seq_length                     sl              count
micro_batch_size                                  micro_batch     count
global_batch_size                                 global_batch    count
fp16                                              fp16            flag
bf16                                              bf16            flag
precision                                         precision       text
fp8_format,fp8,fp8_hybrid                         fp8             text
fp4_format,fp4                                    fp4             text
fp8_param_gather,fp8_param                        fp8_weights     flag
grad_reduce_in_bf16                               grad_in_bf16    flag
grad_reduce_in_fp32,accumulate_allreduce_grads_in_fp32 grad_in_fp32 flag
exp_avg_dtype                                     first_moment    bytes
exp_avg_sq_dtype                                  second_moment   bytes
main_params_dtype                                 master          bytes
use_precision_aware_optimizer                     precise         flag
recompute_granularity,activations_checkpoint_granularity granularity text
recompute_activations                             selective       flag
checkpoint_activations                            full            flag
activations_checkpoint_method                     old_method      text
recompute_method                                  method          text
recompute_num_layers,activations_checkpoint_num_layers recomputed  count
recompute_modules                                 modules         list
attention_backend                                 backend         text
data_impl,ddp_impl                                old             text
use_flash_attn                                    flash           flag
attention_dropout                                 attention_dropout number
hidden_dropout                                    hidden_dropout  number

nproc_per_node,nproc-per-node,gpus_per_node,devices,num_gpus,num_gpus_per_node per_node count
nnodes,num_nodes                                  nodes           text

mtp_num_layers             - lack no field counts layers for the token after the next
window_size,window_attn_skip_freq - lack no field limits attention to a window
moe_router_group_topk,moe_router_num_groups - lack no field keeps a token's experts in some groups
moe_shared_expert_overlap  - lack shared experts are not run beside the exchange of tokens
overlap_moe_expert_parallel_comm - lack no field hides the exchange of tokens with experts
delay_wgrad_compute        - lack no field delays the gradients of the weights
defer_embedding_wgrad_compute - lack no field delays the gradients of the LM head
cpu_offloading,cpu_offloading_num_layers  - lack offload_kept says what is kept in the host's memory, as a share
fine_grained_activation_offloading - lack offload_kept says what is kept in the host's memory, as a share
distribute_saved_activations - lack no field spreads what recomputation keeps over TP
first_last_layers_bf16     - lack all layers have one number format
fp8_dot_product_attention,fp8_multi_head_attention - lack attention's core in FP8 has no field
enable_cuda_graph,external_cuda_graph,cuda_graph_impl,use_cuda_graph - lack graphs of kernels have no field
heterogeneous_layers_config_path - lack all layers have one shape
retro_add_retriever,add_retriever - lack a retriever has no field
rampup_batch_size          - lack the batch is that of its end
fp32_residual_connection   - lack residuals have the bytes of the other activations
hierarchical_context_parallel_sizes - lack CP has one level
main_grads_dtype           grads bytes
lora_rank,lora_alpha,peft  - lack adapters are said by lora_rank of a model
use_sharp                  - lack switches that reduce are said by net0_reduce, net1_reduce of a device
is_hybrid_model,mamba_num_heads  - lack layers that are no attention and FFN have no field
hybrid_override_pattern,hybrid_layer_pattern - lack layers that are no attention and FFN have no field
]]

-- What makes no difference to the time of a step or its memory, as far as a model of it goes: where data lie, how often is
-- saved, the learning rate, kernels that a case takes as good anyway.
megatron.aside = {
  "^lr$", "^lr_", "^min_lr", "^decoupled_", "^adam_", "^weight_decay", "^start_weight", "^end_weight", "^clip_grad",
  "^init_method", "^embedding_init", "^seed$", "^save", "^load", "^no_load", "^no_save", "^ckpt", "^log_", "^eval",
    "^exit_",
  "^tensorboard", "^wandb", "^timing_", "^train_iters", "^train_samples", "^train_tokens", "^data_path", "^data_cache", "^data_args", "^data_sharding", "^data_parallel_random", "^data_parallel_size", "^mock_data", "^split",
  "^dataset", "^dataloader", "^num_workers", "^vocab_file", "^merge_file", "^vocab_extra", "^extra_vocab", "^tokenizer_",
  "^patch_tokenizer", "_data_path$", "^max_position", "^max_padding", "^position_embedding", "^add_position",
    "^no_position",
  "^rotary", "^rope", "^use_rotary", "^use_rope", "^no_rope", "^norm_epsilon", "^layernorm", "^apply_layernorm",
  "^apply_query", "^attention_softmax_in", "^distributed_", "^master_", "^node_rank", "^rdzv", "^local_rank",
    "^max_restarts",
  "^tee$", "^use_cpu_init", "^perform_init", "^ddp_num", "^ddp_av", "^ddp_pad", "^ddp_bucket", "^disable_straggler", "^squared_relu", "^cuda_graph_scope",
    "^legacy_tok", "^sft$", "^use_mcore", "^use_legacy", "^manual_gc",
  "^empty_unused", "^check_for", "^calculate_per_token", "^loss_scale", "^initial_loss", "^min_loss", "^hysteresis",
  "^native_amp", "^profile", "^nsys", "^use_pytorch_prof", "^record_", "^memory_snapshot", "^no_create_attention",
  "^create_attention", "^no_mmap", "^mmap", "^num_dataset", "^moe_aux", "^moe_z_loss", "^moe_loss", "^moe_router_load",
  "^moe_router_score", "^moe_router_pre", "^moe_router_topk_", "^moe_router_bias", "^moe_router_dtype",
    "^moe_router_fusion",
  "^moe_router_force_load", "^moe_grouped", "^moe_permute", "^moe_token_dis", "^moe_token_drop", "^moe_enable_deepep",
  "^moe_deepep", "^moe_pad", "^moe_per_layer", "^moe_eval", "^moe_min", "^moe_use_legacy", "^create_moe", "^reset_",
  "^eod_mask", "^transformer_impl", "^no_masked", "^no_bias", "^masked_softmax", "^bias_", "^disable_bias", "^add_bias",
  "^add_qkv", "^cross_entropy", "^no_gradient_acc", "^gradient_accumulation_fusion", "^no_async_tensor", "^no_persist",
  "^persist_", "^fp8_amax", "^fp8_margin", "^fp8_interval", "^fp8_recipe", "^fp4_recipe", "^fp8_wgrad", "^no_fp8",
  "^overlap_param_gather_with", "^no_align", "^align_", "^batch_p2p", "^deepspeed_", "^override_", "^use_checkpoint",
  "^finetune$", "^optimizer$", "^kill_switch", "^abort_on", "^embed_layernorm", "^pp_partition", "^train_weighted",
  "^valid_", "^test_", "^tiktoken", "^te_rng", "^use_te_", "^enable_experimental", "^disable_gloo", "^high_priority",
  "^create_all", "^curriculum", "^inference", "^bert_", "^mtp_loss", "^qk_clip", "^deterministic", "^openai_gelu",
  "^train_mode", "^one_logger", "^no_one_logger", "^enable_one", "^app_tag", "^rerun", "^error_inj", "^async_",
    "^auto_detect",
  "^deallocate", "^variable_seq", "^force_multi", "^hostfile", "^tp_comm_overlap_", "^tp_comm_bulk", "^tp_comm_split",
  "^tp_comm_boot", "^tp_comm_atomic", "^disable_tp_comm", "^microbatch_group", "^average_in", "^bucket_size", "^_",
    "^moe_ep",
}

-- Words of old releases, whose own attention was not fused; today's Transformer Engine fuses it.
local old = { "full", "old_method", "deepspeed", "old" }

-- Model ----------------------------------------------------------------------------------------------------------------

local most_layers = 100000 -- of a list

-- A list of layers as Python writes it, "([0]*3+[1]*58)", as a list of numbers; nil where it is none.
local function python_list(text)
  local at, sum = 1, nil
  local function blank() at = text:match("^%s*()", at) end
  local function atom()
    blank()
    local result = {}
    local c = text:sub(at, at)
    if c == "(" then
      at = at + 1
      result = sum()
      blank()
      if text:sub(at, at) ~= ")" then return nil end
      at = at + 1
    elseif c == "[" then
      local inside, behind = text:match("^%[([%d%s,]*)%]()", at)
      if not inside then return nil end
      for number in inside:gmatch("%d+") do result[#result + 1] = tonumber(number) end
      at = behind
    else return nil end
    blank()
    local times, behind = text:match("^%*%s*(%d+)()", at)
    if result and times and tonumber(times) * #result <= most_layers then
      at = behind
      local all = {}
      for _ = 1, tonumber(times) do
        for _, one in ipairs(result) do all[#all + 1] = one end
      end
      return all
    end
    return result
  end
  function sum()
    local all = atom()
    blank()
    while all and text:sub(at, at) == "+" do
      at = at + 1
      local more = atom()
      if not more then return nil end
      for _, one in ipairs(more) do all[#all + 1] = one end
      blank()
    end
    return all
  end
  local list = sum()
  blank()
  return at > #text and list or nil
end

-- Which share of the layers has experts.
local function moe_share(found, n)
  local given = found.facts.moe_layers
  if given == nil then return 1 end
  local every = tonumber(given)
  if n > most_layers then found:refuse("layers", "num_layers = %s: more layers than are read here", n) end
  local list = type(given) == "table" and given or (not every and python_list(tostring(given)))
  if not every and not list then found:refuse("moe_layers", "moe_layer_freq = %s: expected a number or a list", given) end
  local count = 0
  if list and #list ~= n then found:refuse("moe_layers", "moe_layer_freq has %d layers, but there are %d", #list, n) end
  for i = 0, n - 1 do
    if list and list[i + 1] == 1 or every and i % every == 0 then count = count + 1 end
  end
  return count / n
end

local vocabularies = { GPT2BPETokenizer = 50257, GPTSentencePieceTokenizer = nil, Llama2Tokenizer = 32000 }

-- The vocabulary as Megatron pads it, to a multiple of 128 TP.
local function vocab(found, tp)
  local f = found.facts
  if f.padded_vocab then return f.padded_vocab end
  local size = f.vocab
  if not size then
    size = vocabularies[f.tokenizer or "GPT2BPETokenizer"]
    if f.tokenizer == nil and found.script and not found.script:find("gpt") then size = nil end
    if not size then return nil end
    found:assume("a vocabulary of %d, that of %s", size, f.tokenizer or "GPT2BPETokenizer")
  end
  if f.vocab and f.tokenizer == "NullTokenizer" then size = size + 1 end -- the end of a document
  if f.vocab_padded == false then return size end
  local multiple = (f.vocab_multiple or 128) * tp
  return math.ceil(size / multiple) * multiple
end

local function is_gated(f)
  if f.gated ~= nil then return f.gated end
  return f.activation ~= nil and f.activation:find("glu") ~= nil
end

local function latent(f, m)
  m.kv_lora_rank, m.q_lora_rank = f.kv_lora_rank or 512, f.q_lora_rank or 0
  m.nope_dim, m.rope_dim, m.v_dim = f.nope_dim or 128, f.rope_dim or 64, f.v_dim or 128
  m.head_dim, m.kv_heads = m.v_dim, f.heads
end

local function experts(found, m)
  local f = found.facts
  if (f.experts or 0) <= 1 then return end
  m.experts, m.top_k, m.expert_ffn = f.experts, f.top_k or 2, f.expert_ffn or m.ffn
  m.shared_ffn = f.shared_ffn or (f.with_shared or f.shared) and (f.shared or 1) * m.expert_ffn or 0
  m.shared_gate = f.shared_gate and m.shared_ffn > 0 and "yes" or nil
  m.moe_share = moe_share(found, m.layers)
  m.router = f.biased and "biased" or nil
end

--- model(found, tp): fields of a model, or nil where the configuration has none.
function megatron.model(found, tp)
  local f = found.facts
  if not f.layers or not f.h or not f.heads then return nil end
  local gated = is_gated(f)
  local m = { layers = f.layers, h = f.h, heads = f.heads, head_dim = f.head_dim or f.h / f.heads }
  local grouped = f.groups and (f.grouped or found.from_recipe)
  m.kv_heads = grouped and f.groups or f.heads
  -- A gated FC that nobody sizes is two thirds as wide, in steps of 64.
  m.ffn = f.ffn or (gated and not found.from_recipe and math.floor(4 * f.h * 2 / 3 / 64) * 64) or 4 * f.h
  m.gated = gated and "yes" or "no"
  m.norm = f.norm and f.norm:lower():find("rms") and "rmsnorm" or "layernorm"
  m.tied = (f.untied or f.tied == false) and "no" or "yes"
  m.vocab = vocab(found, tp)
  if f.latent or (f.kv_lora_rank and f.latent == nil) then latent(f, m)
  elseif f.qk_norm then m.qk_norm = "yes" end
  experts(found, m)
  return m
end

-- Layout ---------------------------------------------------------------------------------------------------------------

local strategies = { no_shard = "none", optim = "optimizer", optim_grads = "gradients", optim_grads_params = "weights" }
local stages_of_zero = { [0] = "none", "optimizer", "gradients", "weights" }

local function zero(found)
  local f = found.facts
  if f.torch_fsdp then return "weights" end
  if f.fsdp then
    local kind = strategies[f.sharding or "optim_grads_params"]
    if not kind then found:refuse("sharding", "data_parallel_sharding_strategy = %s is not known here", f.sharding) end
    return kind
  end
  -- DeepSpeed's optimizer for BF16 shares out its state although the stage is 0.
  if f.deepspeed and f.bf16 and (f.zero_stage or 0) == 0 then return "optimizer" end
  if f.deepspeed or f.zero_stage then return stages_of_zero[f.zero_stage or 0] end
  return f.distributed and "optimizer" or "none"
end

local rings = { p2p = "ring", a2a = "all_to_all", allgather = "all_gather", all_gather = "all_gather" }

local function cp_kind(found)
  local word = found.facts.cp_comm or "p2p"
  if type(word) == "table" then word = #word == 1 and word[1] or table.concat(word, " ") end
  if not rings[word] then
    found:miss(found.lines.cp_comm, "cp_comm_type = %s: one kind of CP for all layers has a field", word)
  end
  return rings[word] or "ring"
end

--- layout(found, gpus, n): fields of a layout of a model of n layers.
function megatron.layout(found, gpus, n)
  local f = found.facts
  local tp, pp, cp = f.tp or 1, f.no_pipeline and 1 or f.pp or 1, f.cp or 1
  local l = { tp = tp, pp = pp, cp = cp, dp = layers.replicas(found, gpus, tp * pp * cp) }
  l.sp = f.sp and tp > 1 and "yes" or nil
  if (f.experts or 0) > 1 or (f.ep or 1) > 1 and found.facts.experts == nil then
    l.ep, l.etp = f.ep or 1, f.etp or tp
  end
  layers.placed(found, l, n)
  l.zero = zero(found)
  if (f.instances or 1) > 1 then l.shard = l.dp * cp / f.instances end
  l.dp_overlap = f.grad_overlap and (f.param_overlap and "both" or "gradients") or "none"
  if f.deepspeed then l.dp_overlap = nil end
  if tp > 1 then l.tp_overlap = f.tp_overlap and "yes" or "backward" end
  if pp > 1 and f.p2p_overlap ~= false and (l.vp or 1) > 1 then l.p2p_hidden = "yes" end
  if tp > 1 and pp > 1 and not l.sp and f.scattered ~= false then l.p2p_scatter = "yes" end
  if cp > 1 then l.cp_kind = cp_kind(found) end
  if f.pp_inside then l.placement = "tp_cp_pp_dp" end
  if f.cpu_optimizer then l.offload_opt = f.offload_part or 1 end
  return l
end

-- Run ------------------------------------------------------------------------------------------------------------------

local function is_set(word)
  local lower = type(word) == "string" and word:lower() or nil
  return lower ~= nil and lower ~= "" and lower ~= "false" and lower ~= "none" and lower ~= "null" or false
end
megatron.is_set = is_set

local function says(f, word) return f.precision ~= nil and f.precision:find(word) ~= nil end

local function wide(f)
  if f.bf16 or says(f, "bf16") or says(f, "fp8") then return "bf16" end
  if f.fp16 or says(f, "16") then return "fp16" end
  return "fp32"
end

-- FP8 and FP4 are of GEMMs: weights and activations beside them have 16 bits, and so has the LM head.
local function formats(f, r)
  local narrow = (is_set(f.fp4) or says(f, "fp4")) and "fp4" or (is_set(f.fp8) or says(f, "fp8")) and "fp8" or nil
  local base = wide(f)
  if narrow and base == "fp32" then base = "bf16" end
  r.format = narrow or base
  if narrow then
    r.weight_byte, r.act_byte, r.fp8_head = f.fp8_weights and 1 or 2, 2, "no"
  end
  if base == "bf16" then r.grad_byte = (f.grad_in_bf16 or f.grad_in_fp32 == false) and 2 or 4
  elseif base == "fp16" then r.grad_byte = f.grad_in_fp32 and 4 or 2 end
  if f.precise then
    if f.first_moment or f.second_moment then r.moment_byte = (f.first_moment or 4) + (f.second_moment or 4) end
    if f.master then r.master_byte = f.master end
    if f.grads then r.grad_byte = f.grads end
  end
end

local function recomputed(found, l, n, r)
  local f = found.facts
  local kind = is_set(f.granularity) and f.granularity or f.selective and "selective"
    or (f.full or is_set(f.old_method) and not f.granularity) and "full" or "none"
  if kind ~= "none" and kind ~= "selective" and kind ~= "full" then
    found:refuse("granularity", "recompute_granularity = %s: expected selective or full", kind)
  end
  r.recompute = kind
  local method = is_set(f.method) and f.method or f.old_method
  if kind == "full" and method == "block" then
    local part = (f.recomputed or 1) * l.pp * (l.vp or 1) / n
    if part <= 0 then r.recompute = "none" elseif part < 1 then r.recompute_part = part end
  elseif kind == "full" and (f.recomputed or 1) > 1 then
    found:miss(found.lines.recomputed, "recompute_num_layers = %d: a layer's input is kept for each, not for %d",
      f.recomputed,
      f.recomputed)
  end
  local modules = f.modules
  if type(modules) == "string" then modules = { modules } end
  if kind == "selective" and type(modules) == "table" and not (#modules == 1 and modules[1] == "core_attn") then
    found:miss(found.lines.modules, "recompute_modules = %s: selective recomputation is of attention's core",
      table.concat(modules, " "))
  end
end

local function attention(found, r)
  local f = found.facts
  local word = f.backend and f.backend:gsub("^AttnBackend%.", "")
  local fused
  if word and word ~= "" then fused = word ~= "unfused" and word ~= "local"
  elseif f.flash ~= nil then fused = f.flash
  else
    fused = true
    for _, fact in ipairs(old) do
      if f[fact] then fused = false end
    end
    found:assume(fused and "attention is fused, as Transformer Engine has it"
      or "attention is not fused, as in the releases of these arguments")
  end
  r.attention = fused and "fused" or "unfused"
  local decoder = not (found.script and found.script:find("bert"))
  if fused then r.causal = decoder and "yes" or "no" end
end

local function dropout(found, r)
  local f = found.facts
  local usual = found.no_dropout and 0 or 0.1
  local first, second = f.attention_dropout or usual, f.hidden_dropout or usual
  r.dropout = (first > 0 or second > 0) and "yes" or "no"
  if (first > 0) ~= (second > 0) then
    found:miss(found.lines.attention_dropout or found.lines.hidden_dropout,
      "attention_dropout = %s, hidden_dropout = %s: dropout is in both places or in none", first, second)
  end
end

--- run(found, l, n): fields of a run with layout l of a model of n layers.
function megatron.run(found, l, n)
  local f, r = found.facts, {}
  r.sl, r.micro_batch = f.sl, f.micro_batch
  r.global_batch = f.global_batch or (f.micro_batch and f.micro_batch * l.dp)
  formats(f, r)
  recomputed(found, l, n, r)
  attention(found, r)
  dropout(found, r)
  if (f.capacity or 0) > 0 and (f.experts or 0) > 1 and not f.kept_tokens then r.capacity = f.capacity end
  return r
end

-- The whole ------------------------------------------------------------------------------------------------------------

--- gpus(found): how many GPUs the launcher is asked for, or nil.
function megatron.gpus(found)
  local nodes, per = tonumber(found.facts.nodes), found.facts.per_node
  if per and not found.facts.nodes then nodes = 1 end
  return nodes and per and nodes * per or nil
end

-- Programs of other architectures, whose arguments would be read as those of a GPT.
local others = { "t5", "mamba", "vlm", "ict", "retro", "realm", "vit", "vision", "hybrid" }

local function refuse_others(found)
  local program = found.script and found.script:match("[^/]*$") or ""
  for _, word in ipairs(others) do
    if program:find("%f[%a]" .. word .. "%f[^%w]") then
      found:refuse("layers", "%s trains another architecture than a stack of attention and FFN, which alone is read here", program)
    end
  end
end

-- What a configuration that only overrides says of a model that was given.
local function changes(found, base)
  local f, c = found.facts, {}
  for _, name in ipairs{ "layers", "h", "heads", "head_dim", "ffn", "experts", "top_k", "expert_ffn", "shared_ffn" } do
    c[name] = f[name]
  end
  c.kv_heads = f.groups
  if f.moe_layers ~= nil then c.moe_share = moe_share(found, f.layers or base.layers) end
  return next(c) and c or nil
end

--- parts(found, about): { model =, layout =, run = }: fields of each, and changes of a model that was given (about.model).
function megatron.parts(found, about)
  refuse_others(found)
  local gpus, f = about.gpus or megatron.gpus(found), found.facts
  local m = not about.model and megatron.model(found, f.tp or 1) or nil
  local n = m and m.layers or f.layers or about.layers
  if about.model and not f.experts and about.model.experts > 0 then f.experts = about.model.experts end
  local l = megatron.layout(found, gpus, n)
  return { model = m, layout = l, run = megatron.run(found, l, n or 1), changes = about.model and changes(found,
    about.model) }
end

-- Text -----------------------------------------------------------------------------------------------------------------

--- entries(text, options): the arguments of a script or a pasted command line.
function megatron.entries(text, options)
  return require("twocs.read.configs.commands").entries(megatron, text, options)
end

return megatron
