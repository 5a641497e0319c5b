-- SPDX-License-Identifier: MIT
-- DeepSpeed's JSON. It contains no model and no sequence length, and the number of GPUs only through the batch: microbatch
-- x accumulation steps x replicas. "auto" gives no information.
local core = require "twocs.core"
local facts = require "twocs.read.configs.facts"
local keys = require "twocs.read.keys"
local pipelines = require "twocs.read.configs.pipelines"

local deepspeed = { strict = true }

deepspeed.rows = facts.rows[[
train_batch_size                             global_batch count
train_micro_batch_size_per_gpu               micro_batch  count
gradient_accumulation_steps                  accumulation count
zero_optimization.stage                      stage        count
zero_optimization.overlap_comm               overlap      flag
zero_optimization.offload_optimizer.device   optimizer_to text
zero_optimization.cpu_offload                cpu          flag
zero_optimization.offload_param.device       - lack weights are not kept outside of the device
zero_optimization.cpu_offload_params         - lack weights are not kept outside of the device
zero_optimization.zero_hpz_partition_size    - lack no field has a second sharding group for the backward pass (ZeRO++)
zero_optimization.zero_quantized_weights     - lack gathered weights have their own bytes
zero_optimization.zero_quantized_gradients   - lack gradients are sent as they are
zero_optimization.mics_shard_size            shard        count
fp16.enabled                                 fp16         flag
bf16.enabled                                 bf16         flag
bfloat16.enabled                             bf16         flag
amp.enabled                                  amp          flag
torch_autocast.enabled                       autocast     flag
torch_autocast.dtype                         autocast_to  text
compile.deepcompile                          - lack kernels of a software says what is compiled
data_types.grad_accum_dtype                  grad_byte    bytes
communication_data_type                      - lack the gradients' bytes on the network are those of a gradient
activation_checkpointing.cpu_checkpointing   kept_outside flag
activation_checkpointing.partition_activations - lack no field spreads what recomputation keeps over TP
sequence_parallel_size                       ulysses      count
tensor_parallel.autotp_size                  tp           count
tensor_parallel.tp.tp_size                   tp           count
optimizer.type                               optimizer    text
sparse_attention.mode                        - lack no field has attention with holes
curriculum_learning.enabled                  - lack the sequence has one length
compression_training.enabled                 - lack no field has compression
elasticity.enabled                           - lack the batch is that of the file
progressive_layer_drop.enabled               - lack all layers are trained
]]

deepspeed.aside = { "^steps_per_print", "^wall_clock", "^gradient_clipping", "^prescale_grad", "^gradient_predivide",
  "^optimizer%.",
  "^scheduler%.", "^fp16%.", "^bf16%.", "^zero_optimization%.stage3_", "^zero_optimization%.[a-z]*_?bucket",
    "^zero_optimization%.allgather",
  "^zero_optimization%.reduce", "^zero_optimization%.contiguous", "^zero_optimization%.sub_group",
    "^zero_optimization%.offload_",
  "^zero_optimization%.cpu_offload_use", "^zero_optimization%.round_robin", "^zero_optimization%.load_from",
    "^zero_optimization%.ignore",
  "^zero_optimization%.memory_eff", "^zero_allow", "^zero_force", "^aio%.", "^activation_checkpointing%.", "^tensorboard",
    "^wandb",
  "^csv_monitor", "^comms_logger", "^flops_profiler", "^dump_state", "^memory_breakdown", "^checkpoint",
    "^communication_log", "^amp%.",
  "^sparse_attention%.", "^curriculum_learning%.", "^elasticity%.", "^autotuning%.", "^data_efficiency%.",
    "^zero_optimization%.gather_16",
  "^zero_optimization%.param_persist", "^seed$", "^dataloader", "^train_steps", "^torch_autocast%.", "^compile%." }

function deepspeed.entries(text)
  local values, lines = core.json(text)
  if values == nil then keys.refuse(tonumber(lines:match("^line (%d+)")) or 1, "%s", (lines:gsub("^line %d+: ", ""))) end
  if type(values) ~= "table" or not lines[values] then keys.refuse(1, "expected an object of keys and values") end
  local kept = {}
  for _, entry in ipairs(facts.flat(values, lines)) do
    if entry.value ~= "auto" then kept[#kept + 1] = entry end
  end
  return kept
end

local stages = { [0] = "none", "optimizer", "gradients", "weights" }

-- zero(found, l): sets ZeRO and its offloading in layout l.
local function zero(found, l)
  local f = found.facts
  l.zero = stages[f.stage or 0]
  if not l.zero then found:refuse("stage", "zero_optimization.stage = %s: expected 0 to 3", f.stage) end
  if f.shard and f.shard > 0 then l.shard = f.shard end
  local to = f.optimizer_to
  if f.cpu or to == "cpu" or to == "nvme" then
    l.offload_opt, l.offload_to = 1, to == "nvme" and "nvme" or nil
  end
  if f.kept_outside then l.offload_kept = 1 end
  if l.zero ~= "none" then
    local overlaps = f.overlap
    if overlaps == nil then overlaps = l.zero == "weights" end
    l.dp_overlap = overlaps and "gradients" or "none"
  end
end
deepspeed.zero = zero

local function format(found)
  local f = found.facts
  if f.bf16 and f.fp16 then found:refuse("fp16", "fp16 and bf16 are both enabled") end
  if f.autocast and not (f.bf16 or f.fp16) then
    return (f.autocast_to or "bfloat16"):find "bf" and "bf16" or "fp16"
  end
  return f.bf16 and "bf16" or (f.fp16 or f.amp) and "fp16" or "fp32"
end

-- Bytes of the optimizer's moments per weight, for optimizers that do not have Adam's two moments in FP32.
local moments = { lion = 4, fusedlion = 4, muon = 4 }

local function optimizer(found, r)
  local name = found.facts.optimizer
  local word = name and name:lower() or "adam"
  if word:find "onebit" or word:find "zeroone" then
    found:miss(found.lines.optimizer, "optimizer.type = %s: gradients are assumed to be sent uncompressed", name)
  elseif not word:find "adam" and not word:find "lamb" then
    r.moment_byte = moments[word]
    if not r.moment_byte then
      found:miss(found.lines.optimizer, "optimizer.type = %s: the state of Adam is assumed", name)
    end
  end
end

local function replicas(found, gpus, others)
  local f = found.facts
  if gpus then return pipelines.replicas(found, gpus, others) end
  if f.global_batch and f.micro_batch then
    local dp = f.global_batch / (f.micro_batch * (f.accumulation or 1))
    if f.accumulation and dp == math.floor(dp) and dp >= 1 then return dp end
    if f.accumulation then
      found:refuse("global_batch", "train_batch_size = %d is not a multiple of train_micro_batch_size_per_gpu x "
        .. "gradient_accumulation_steps = %d", f.global_batch, f.micro_batch * f.accumulation)
    end
  end
  found.needs_gpus = true
  return 1
end

function deepspeed.parts(found, about)
  local f = found.facts
  local tp, cp = f.tp or 1, f.ulysses or 1
  local l = { tp = tp, pp = 1, cp = cp, dp = replicas(found, about.gpus, tp * cp) }
  if cp > 1 then l.cp_kind = "all_to_all" end
  zero(found, l)
  local r = { format = format(found), grad_byte = f.grad_byte, global_batch = f.global_batch, micro_batch = f.micro_batch }
  if not r.micro_batch and r.global_batch and not found.needs_gpus then
    r.micro_batch = r.global_batch / l.dp / (f.accumulation or 1)
    if r.micro_batch ~= math.floor(r.micro_batch) or r.micro_batch < 1 then
      found:refuse("global_batch", "train_batch_size = %d is not a multiple of %d replicas", r.global_batch, l.dp)
    end
  end
  if not r.global_batch and r.micro_batch then r.global_batch = r.micro_batch * (f.accumulation or 1) * l.dp end
  if f.global_batch and f.micro_batch and f.accumulation and about.gpus
    and f.global_batch ~= f.micro_batch * f.accumulation * l.dp then
    found:refuse("global_batch", "train_batch_size = %d is not %d x %d x %d replicas", f.global_batch, f.micro_batch,
      f.accumulation, l.dp)
  end
  optimizer(found, r)
  return { layout = l, run = r }
end

return deepspeed
