-- SPDX-License-Identifier: MIT
-- A case as Megatron-LM's command line, with a layout string if stages differ. The output is read again before it is
-- returned (written.lua), so that nothing is lost silently.
local core = require "twocs.core"
local layout_string = require "twocs.data.layout_string"
local modules = require "twocs.data.modules"
local period = require "twocs.data.period"

local to_megatron = {}

local arguments = {}
arguments.__index = arguments

function arguments:add(name, value)
  self.list[#self.list + 1] = value == nil and core.format("--%s", name) or core.format("--%s %s", name, value)
end

function arguments:when(condition, name, value) if condition then self:add(name, value) end end

-- A list of n ones and zeros as text, with the ones spread evenly.
local function spread(ones, n)
  local list = {}
  for i = 1, n do list[i] = math.floor(i * ones / n) - math.floor((i - 1) * ones / n) end
  return core.format('"[%s]"', table.concat(list, ","))
end

-- A frequency for a feature that `with` of v.layers layers have: a number N if every N-th layer lacks it and there are no
-- prediction layers; otherwise a list. In a spread list the last layer has the feature, and so the prediction layers have
-- it too.
local function frequency(v, with)
  local predicts, n = v.mtp, v.layers - v.mtp
  if v.full_every > 0 and predicts == 0 then
    if v.full_first == v.full_every then return v.full_every end
    local list = {}
    for i, full in ipairs(period.places(v.full_every, v.full_first, n)) do list[i] = full and 0 or 1 end
    return core.format('"[%s]"', table.concat(list, ","))
  end
  local every = n / (n - with)
  return every == math.floor(every) and every or spread(with - predicts, n)
end

local function megatron_model(to, v)
  local layers = v.layers - v.mtp -- prediction layers are of the kind of the last layer
  to:add("num-layers", layers)
  to:when(v.mtp > 0, "mtp-num-layers", v.mtp)
  to:add("hidden-size", v.h)
  to:add("ffn-hidden-size", v.ffn)
  to:add("num-attention-heads", v.heads)
  to:when(v.kv_lora_rank == 0, "kv-channels", v.head_dim)
  if v.kv_heads < v.heads then
    to:add("group-query-attention")
    to:add("num-query-groups", v.kv_heads)
  end
  to:when(v.gated == "yes", "swiglu")
  to:add("normalization", v.norm == "rmsnorm" and "RMSNorm" or "LayerNorm")
  to:when(v.tied == "no", "untie-embeddings-and-output-weights")
  to:when(v.qk_norm == "yes", "qk-layernorm")
  to:when(v.attn_gate == "yes", "attention-output-gate")
  local states = math.floor(v.state_share * v.layers + 0.5)
  if states > 0 and v.state_rule == "delta" then
    to:add("experimental-attention-variant", "gated_delta_net")
    to:when(states < v.layers, "linear-attention-freq", frequency(v, states))
    to:add("linear-num-value-heads", v.state_heads)
    to:add("linear-num-key-heads", v.state_key_heads)
    to:add("linear-key-head-dim", v.state_key_dim)
    to:add("linear-value-head-dim", v.state_value_dim)
    to:add("linear-conv-kernel-dim", v.state_conv)
  end
  if v.index_top_k > 0 then
    to:add("experimental-attention-variant", "dsa")
    to:add("dsa-indexer-topk", v.index_top_k)
    to:add("dsa-indexer-n-heads", v.index_heads)
    to:add("dsa-indexer-head-dim", v.index_dim)
  end
  local windows = v.window > 0 and math.floor(v.window_share * v.layers + 0.5) or 0
  to:when(windows > 0, "window-size", core.format("%d,0", v.window - 1))
  to:when(windows > 0 and windows < v.layers, "window-attn-skip-freq", frequency(v, windows))
  local each, multiple = v.vocab / v.tp, 128
  while multiple > 1 and each % multiple ~= 0 do multiple = multiple / 2 end
  to:add("vocab-size", v.vocab)
  to:add("make-vocab-size-divisible-by", multiple)
  if v.kv_lora_rank > 0 then
    to:add("multi-latent-attention")
    to:add("kv-lora-rank", v.kv_lora_rank)
    to:when(v.q_lora_rank > 0, "q-lora-rank", v.q_lora_rank)
    to:add("qk-head-dim", v.nope_dim)
    to:add("qk-pos-emb-head-dim", v.rope_dim)
    to:add("v-head-dim", v.v_dim)
  end
end

local function megatron_experts(to, v, node)
  if v.experts == 0 then return end
  to:add("num-experts", v.experts)
  to:add("moe-router-topk", v.top_k)
  to:add("moe-ffn-hidden-size", v.expert_ffn)
  to:when(v.shared_ffn > 0, "moe-shared-expert-intermediate-size", v.shared_ffn)
  to:when(v.shared_gate == "yes", "moe-shared-expert-gate")
  to:when(v.router == "biased", "moe-router-enable-expert-bias")
  to:when(v.capacity > 0, "moe-expert-capacity-factor", v.capacity)
  to:when(v.capacity > 0, "moe-pad-expert-input-to-capacity")
  local with, layers = math.floor(v.moe_share * v.layers + 0.5) - v.mtp, v.layers - v.mtp
  if v.dense_at == "spread" and with < layers then
    to:add("moe-layer-freq", spread(with, layers))
  else
    to:when(with < layers, "moe-layer-freq", core.format('"([0]*%d+[1]*%d)"', layers - with, with))
  end
  to:add("expert-model-parallel-size", v.ep)
  to:add("expert-tensor-parallel-size", v.etp)
  if v.dispatch == "nodes" then
    to:add("moe-token-dispatcher-type", "flex")
    to:add("moe-enable-deepep")
  end
  to:when(v.ep_overlap == "yes", "overlap-moe-expert-parallel-comm")
  if v.route_nodes > 0 then
    to:add("moe-router-num-groups", math.max(1, math.floor(v.ep / node)))
    to:add("moe-router-group-topk", v.route_nodes)
  end
end

local strategies = { gradients = "optim_grads", weights = "optim_grads_params" }
local cp_words = { ring = "p2p", all_to_all = "a2a", all_gather = "allgather" }

local function megatron_layout(to, v)
  to:add("tensor-model-parallel-size", v.tp)
  to:add("pipeline-model-parallel-size", v.pp)
  to:add("context-parallel-size", v.cp)
  to:when(v.cp > 1, "cp-comm-type", cp_words[v.cp_kind])
  to:when(v.sp == "yes" and v.tp > 1, "sequence-parallel")
  local each, text = (v.layers - v.mtp) / v.pp, nil
  if v.pp > 1 and (v.first_layers ~= each or v.last_layers ~= each + v.mtp) then text = layout_string.of(v) end
  if text then to:add("pipeline-model-parallel-layout", core.format('"%s"', text))
  else to:when(v.vp > 1, "num-virtual-stages-per-pipeline-rank", v.vp) end
  if strategies[v.zero] then
    to:add("use-megatron-fsdp")
    to:add("data-parallel-sharding-strategy", strategies[v.zero])
  else to:when(v.zero == "optimizer", "use-distributed-optimizer") end
  local groups = v.dp * v.cp / v.shard
  to:when(v.zero ~= "none" and groups > 1, "num-distributed-optimizer-instances", groups)
  to:when(v.dp_overlap ~= "none", "overlap-grad-reduce")
  to:when(v.dp_overlap == "both", "overlap-param-gather")
  to:when(v.tp > 1 and v.tp_overlap == "yes", "tp-comm-overlap")
  to:when(v.pp > 1 and v.vp > 1 and v.p2p_hidden == "no", "no-overlap-p2p-communication")
  to:when(v.pp > 1 and v.tp > 1 and v.sp == "no" and v.p2p_scatter == "no", "no-scatter-gather-tensors-in-pipeline")
  to:when(v.placement == "tp_cp_pp_dp", "use-tp-pp-dp-mapping")
  if v.offload_opt > 0 then
    to:add("optimizer-cpu-offload")
    to:add("optimizer-offload-fraction", v.offload_opt)
  end
end

local type_of_bytes = { [1] = "fp8", [2] = "bf16", [4] = "fp32" }

local function megatron_formats(to, v)
  local narrow = v.format == "fp8" or v.format == "fp4"
  to:when(narrow or v.format == "bf16", "bf16")
  to:when(v.format == "fp16", "fp16")
  to:when(v.format == "fp8", "fp8-format", "hybrid")
  to:when(v.format == "fp8" and v.fp8_recipe == "block", "fp8-recipe", "blockwise")
  to:when(v.format == "fp4", "fp4-format", "e2m1")
  to:when(narrow and v.weight_byte == 1, "fp8-param-gather")
  to:when(narrow and v.fp8_attention == "yes", "fp8-dot-product-attention")
  to:when(v.format ~= "fp16" and v.format ~= "fp32" and v.grad_byte == 2, "grad-reduce-in-bf16")
  to:when(v.format == "fp16" and v.grad_byte == 4, "accumulate-allreduce-grads-in-fp32")
  local moment = type_of_bytes[v.moment_byte / 2]
  if v.moment_byte ~= 8 or v.master_byte ~= 4 then
    to:add("use-precision-aware-optimizer")
    if moment then
      to:add("exp-avg-dtype", moment)
      to:add("exp-avg-sq-dtype", moment)
    end
    to:when(type_of_bytes[v.master_byte] and v.master_byte ~= 4, "main-params-dtype", v.master_byte == 2 and "fp16"
      or "fp8")
  end
end

local function megatron_run(to, v)
  to:add("seq-length", v.sl)
  to:add("max-position-embeddings", v.sl)
  to:add("micro-batch-size", v.micro_batch)
  to:add("global-batch-size", v.global_batch)
  megatron_formats(to, v)
  local names = modules.names(v)
  if v.recompute == "full" or #names > 0 then
    to:add("recompute-granularity", v.recompute == "full" and "full" or "selective")
  end
  if #names > 1 or names[1] and names[1] ~= "core_attn" then to:add("recompute-modules", table.concat(names, " ")) end
  if v.recompute == "full" then
    local part = v.recompute_part * v.layers / (v.pp * v.vp)
    to:add("recompute-method", v.recompute_part < 1 and "block" or "uniform")
    to:add("recompute-num-layers", v.recompute_part < 1 and math.floor(part + 0.5) or 1)
  end
  to:add("attention-backend", v.attention == "fused" and "flash" or "unfused")
  to:add("attention-dropout", v.dropout == "yes" and 0.1 or "0.0")
  to:add("hidden-dropout", v.dropout == "yes" and 0.1 or "0.0")
end

--- write(v, node): the command line for the values of a case, on nodes with so many devices.
function to_megatron.write(v, node)
  local gpus = v.tp * v.pp * v.cp * v.dp
  local per = gpus % node == 0 and node or gpus
  local to = setmetatable({ list = {} }, arguments)
  megatron_model(to, v)
  megatron_experts(to, v, node)
  megatron_layout(to, v)
  megatron_run(to, v)
  local head = core.format("torchrun --nproc-per-node %d --nnodes %d pretrain_gpt.py", per, gpus / per)
  return core.format("%s \\\n    %s\n", head, table.concat(to.list, " \\\n    "))
end

return to_megatron
