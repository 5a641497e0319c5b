-- SPDX-License-Identifier: MIT
-- The JSON files of two other performance models: SimuMax (MooreThreads/SimuMax, configs/models and configs/strategy) and
-- Calculon (calculon-ai/calculon, models and executions). Each has one file for the model and one for the layout. A model
-- file becomes a model; a layout file takes this model as model =.
local core = require "twocs.core"
local facts = require "twocs.read.configs.facts"
local keys = require "twocs.read.keys"
local pipelines = require "twocs.read.configs.pipelines"

local simulators = {}

local function entries(text)
  local values, lines = core.json(text)
  if values == nil then keys.refuse(tonumber(lines:match("^line (%d+)")) or 1, "%s", (lines:gsub("^line %d+: ", ""))) end
  if type(values) ~= "table" or not lines[values] then keys.refuse(1, "expected an object of keys and values") end
  return facts.flat(values, lines)
end

-- A model without a layout: a record with the settings that were not understood.
local function model_of(fields, found, title)
  local model = core.record("model", fields)
  local parts = {}
  for _, text in ipairs(found.missed) do parts[#parts + 1] = text end
  if #parts > 0 then
    model.unsupported = core.format("%s: not understood: %s", title, table.concat(parts, "; "))
    require("twocs.data.unsupported").tell(model.unsupported)
  end
  return model
end

-- SimuMax --------------------------------------------------------------------------------------------------------------

local simumax = { strict = true, entries = entries }
simulators.simumax = simumax

simumax.rows = facts.rows[[
model_name             title       text
hidden_size            h           count
head_num               heads       count
kv_head_num            kv_heads    count
head_size              head_dim    count
intermediate_size      ffn         count
layer_num              layers      count
vocab_size             vocab       count
use_swiglu             gated       flag
attention_type         attention   text
expert_num             experts     count
topk                   top_k       count
moe_ffn_hidden_size    expert_ffn  count
moe_shared_expert_intermediate_size shared_ffn count
dense_layers           dense       count
q_lora_rank            q_lora_rank count
kv_lora_rank           kv_lora_rank count
qk_head_dim            nope_dim    count
qk_pos_emb_head_dim    rope_dim    count
v_head_dim             v_dim       count
seq_len                sl          count
micro_batch_size       micro_batch count
micro_batch_num        micro_batches count
dtype                  dtype       text
fp8                    fp8         flag
world_size             gpus        count
tp_size                tp          count
pp_size                pp          count
cp_size                cp          count
ep_size                ep          count
etp_size               etp         count
enable_sequence_parallel sp        flag
interleaving_size      vp          count
num_layers_in_first_pipeline_stage first_layers count
num_layers_in_last_pipeline_stage  last_layers  count
account_for_embedding_in_pipeline_split with_embedding flag
account_for_loss_in_pipeline_split      with_loss      flag
zero_state             stage       count
enable_dropout         dropout     flag
use_flash_sdp          flash       flag
use_math_sdp           math        flag
use_fp32_accum_grad    wide        flag
enable_recompute       recompute   flag
recompute_granularity  granularity text
recompute_layer_num    recomputed  count
attn_recompute         - lack selective recomputation is of attention's core
mla_rms_recompute      - lack selective recomputation is of attention's core
mlp_recompute          - lack selective recomputation is of attention's core
mlp_rms_recompute      - lack selective recomputation is of attention's core
skip_ckpt_micro_batch_num - lack all microbatches are recomputed alike
offload_groups         - lack what is kept outside is said by offload_kept
]]

simumax.aside = { "^model_type", "^moe_dispatcher", "^no_sync", "^use_fused", "^mem_factor", "^net$", "_net$",
  "^order_of_paral", "^use_fp32_norm",
  "^use_post", "^use_accm", "^dispatch_probs", "^make_vocab", "^model_kind", "^expert_capacity", "^capacity$",
    "^padded_vocab",
  "^grad_reduce_in_bf16", "^attention_sparse", "^moe_capacity", "^group_linear_mode", "^enable_straggler", "^valid_vp" }

local function simumax_model(found)
  local f = found.facts
  local m = { name = f.title or "model", source = "a model of SimuMax", layers = f.layers, h = f.h, heads = f.heads,
    kv_heads = f.kv_heads or f.heads, head_dim = f.head_dim or f.h / f.heads, ffn = f.ffn or 4 * f.h,
    gated = f.gated and "yes" or "no", norm = "rmsnorm", vocab = f.vocab, tied = "no" }
  if f.attention == "mla" then
    m.kv_lora_rank, m.q_lora_rank, m.nope_dim, m.rope_dim = f.kv_lora_rank, f.q_lora_rank or 0, f.nope_dim, f.rope_dim
    m.v_dim, m.head_dim, m.kv_heads = f.v_dim, f.v_dim, f.heads
  end
  if (f.experts or 1) > 1 then
    m.experts, m.top_k, m.expert_ffn = f.experts, f.top_k or 1, f.expert_ffn or m.ffn
    m.shared_ffn = f.shared_ffn or 0
    m.moe_share = (f.layers - (f.dense or 0)) / f.layers
  end
  return m
end

local stages = { [0] = "none", "optimizer", "gradients", "weights" }

local function simumax_run(found, l, n)
  local f = found.facts
  local r = { sl = f.sl, micro_batch = f.micro_batch, dropout = f.dropout and "yes" or "no" }
  r.global_batch = f.micro_batch and f.micro_batch * (f.micro_batches or 1) * l.dp
  r.format = f.fp8 and "fp8" or f.dtype or "bf16"
  if r.format == "fp8" then r.weight_byte, r.act_byte, r.fp8_head = 2, 2, "no" end
  r.grad_byte = f.wide and 4 or 2
  r.attention = f.math and "unfused" or "fused"
  if r.attention == "fused" then r.causal = "yes" end
  r.recompute = "none"
  if f.recompute then
    local word = f.granularity or "full_block"
    r.recompute = word:find("full") and "full" or "selective"
    local part = f.recomputed and n and f.recomputed * l.pp * (l.vp or 1) / n
    if part and part < 1 then r.recompute_part = part end
    if part and part <= 0 then r.recompute, r.recompute_part = "none", nil end
  end
  return r
end

function simumax.parts(found, about)
  local f = found.facts
  if f.layers and f.h and not f.tp then return model_of(simumax_model(found), found, f.title or "model") end
  local tp, pp, cp = f.tp or 1, f.pp or 1, f.cp or 1
  local l = { tp = tp, pp = pp, cp = cp, dp = pipelines.replicas(found, about.gpus or f.gpus, tp * pp * cp) }
  l.sp = f.sp and tp > 1 and "yes" or nil
  if (f.ep or 1) > 1 or (f.etp or 1) > 1 then l.ep, l.etp = f.ep or 1, f.etp or 1 end
  pipelines.placed(found, l, about.layers)
  l.zero = stages[f.stage or 0]
  if not l.zero then found:refuse("stage", "zero_state = %s: expected 0 to 3", f.stage) end
  return { layout = l, run = simumax_run(found, l, about.layers) }
end

-- Calculon -------------------------------------------------------------------------------------------------------------

local calculon = { strict = true, entries = entries }
simulators.calculon = calculon

calculon.rows = facts.rows[[
hidden                 h            count
feedforward            ffn          count
seq_size               sl           count
attn_heads             heads        count
attn_size              head_dim     count
num_blocks             layers       count
num_procs              gpus         count
tensor_par             tp           count
pipeline_par           pp           count
data_par               dp           count
batch_size             global_batch count
microbatch_size        micro_batch  count
datatype               dtype        text
attention_type         attention    text
activation_recompute   recompute    text
pipeline_interleaving  vp           count
optimizer_sharding     sharded      flag
tensor_par_comm_type   comm         text
sequence_parallel      sp           flag
tensor_par_overlap     tp_overlap   text
data_par_overlap       dp_overlap   flag
optimizer_offload      optimizer_out flag
activations_offload    kept_out     flag
weight_offload         - lack weights are not kept outside of the device
training               training     flag
]]
calculon.aside = { "^fused_activation", "_net$", "^seq_par_ag_redo", "^fused_act", "^name$" }

local formats = { float16 = "fp16", bfloat16 = "bf16", float32 = "fp32", float8 = "fp8" }

local function calculon_model(found)
  local f = found.facts
  found:miss(nil, "Calculon has no vocabulary: the default of 51200 is assumed")
  return { name = "model", source = "a model of Calculon", layers = f.layers, h = f.h, heads = f.heads,
    head_dim = f.head_dim or f.h / f.heads, ffn = f.ffn or 4 * f.h }
end

local function calculon_run(found)
  local f = found.facts
  local r = { sl = f.sl, global_batch = f.global_batch, micro_batch = f.micro_batch, format = formats[f.dtype
    or "float16"] }
  if not r.format then found:refuse("dtype", "datatype = %s is not a known number format", f.dtype) end
  local word = f.recompute or "none"
  r.attention, r.dropout = "unfused", "yes" -- its layer has separate kernels for the softmax and the dropout of the scores
  r.recompute = word == "attn_only" and "selective" or word
  if r.recompute ~= "none" and r.recompute ~= "selective" and r.recompute ~= "full" then
    found:refuse("recompute", "activation_recompute = %s: expected none, attn_only or full", word)
  end
  if f.attention and f.attention ~= "multihead" then
    found:miss(found.lines.attention, "attention_type = %s: kv_heads of the model defines it", f.attention)
  end
  if f.training == false then r.mode = "inference" end
  return r
end

function calculon.parts(found, about)
  local f = found.facts
  if f.layers and f.h and not f.tp then return model_of(calculon_model(found), found, "model") end
  local l = { tp = f.tp or 1, pp = f.pp or 1, cp = 1 }
  l.dp = f.dp or pipelines.replicas(found, about.gpus or f.gpus, l.tp * l.pp)
  if f.gpus and l.dp * l.tp * l.pp ~= f.gpus then
    found:refuse("gpus", "num_procs = %d is not %d x %d x %d", f.gpus, l.tp, l.pp, l.dp)
  end
  if l.tp > 1 and (f.sp or f.comm == "rs_ag") then l.sp = "yes"
  elseif l.tp > 1 and l.pp > 1 and f.comm == "p2p_rs_ag" then l.p2p_scatter = "yes" end
  if (f.vp or 1) > 1 then l.vp = f.vp end
  l.zero = f.sharded and "optimizer" or "none"
  if l.tp > 1 then l.tp_overlap = (f.tp_overlap or "none") ~= "none" and "yes" or "no" end
  l.dp_overlap = f.dp_overlap and "gradients" or "none"
  if f.optimizer_out then l.offload_opt = 1 end
  if f.kept_out then l.offload_kept = 1 end
  return { layout = l, run = calculon_run(found) }
end

return simulators
