-- SPDX-License-Identifier: MIT
-- Accelerate's YAML, with its FSDP and DeepSpeed parts. Names as in examples/accelerate_configs (huggingface/trl). It
-- defines the sharding of weights, but no model, sequences or batch; the script adds these.
local deepspeed = require "twocs.read.configs.deepspeed"
local facts = require "twocs.read.configs.facts"
local pipelines = require "twocs.read.configs.pipelines"

local accelerate = { strict = true }

accelerate.rows = facts.rows[[
distributed_type                              kind         text
num_processes                                 gpus         count
num_machines                                  nodes        count
mixed_precision                               precision    text
gradient_accumulation_steps                   accumulation count
fsdp_config.fsdp_sharding_strategy            strategy     text
fsdp_config.fsdp_version                      version      count
fsdp_config.fsdp_reshard_after_forward        reshard      text
fsdp_config.fsdp_activation_checkpointing     recompute    flag
fsdp_config.fsdp_offload_params               - lack weights are not kept outside of the device
fsdp_config.fsdp_cpu_offload                  - lack weights are not kept outside of the device
deepspeed_config.zero_stage                   stage        count
deepspeed_config.gradient_accumulation_steps  accumulation count
deepspeed_config.offload_optimizer_device     optimizer_to text
deepspeed_config.offload_param_device         - lack weights are not kept outside of the device
deepspeed_config.deepspeed_config_file        - lack the batch and ZeRO are in another file
parallelism_config.parallelism_config_dp_replicate_size replicate count
parallelism_config.parallelism_config_dp_shard_size     shard_size count
parallelism_config.parallelism_config_tp_size  tp          count
parallelism_config.parallelism_config_cp_size  cp          count
parallelism_config.parallelism_config_sp_size  ulysses     count
dynamo_config.dynamo_backend                  dynamo       text
]]

accelerate.aside = { "^compute_env", "^debug", "^downcast", "^enable_cpu_aff", "^machine_rank", "^main_", "^rdzv",
  "^same_network",
  "^tpu_", "^use_cpu", "^gpu_ids", "^fsdp_config%.", "^deepspeed_config%.", "^dynamo_config%.", "^parallelism_config%.",
  "^deepspeed_hostfile", "^mpirun", "^ipex", "^megatron_lm_config%.megatron_lm_[rw]", "^max_restarts", "^monitor",
    "^commands" }

function accelerate.entries(text)
  local values, lines = require("twocs.read.configs.yaml").read(text)
  return facts.flat(values, lines)
end

-- FSDP's strategies by name and number: what is sharded, and whether only within a machine.
local strategies = { full_shard = { "weights" }, ["1"] = { "weights" }, shard_grad_op = { "gradients" },
  ["2"] = { "gradients" },
  no_shard = { "none" }, ["3"] = { "none" }, hybrid_shard = { "weights", true }, ["4"] = { "weights", true },
  hybrid_shard_zero2 = { "gradients", true }, ["5"] = { "gradients", true } }

--- fsdp(found, l, word, gpus, nodes): sets the sharding of layout l for FSDP's strategy of this name.
function accelerate.fsdp(found, l, word, gpus, nodes)
  local known = strategies[word:lower()]
  if not known then found:refuse("strategy", "fsdp_sharding_strategy = %s is unknown", word) end
  l.zero = known[1]
  if known[2] and gpus then l.shard = gpus / (nodes or 1) end
end

local function sharded(found, l, gpus)
  local f = found.facts
  local kind = (f.kind or "NO"):upper()
  if kind == "FSDP" then
    local reshard = f.reshard and f.reshard:lower()
    if f.strategy and reshard == "false" and f.version ~= 2 then
      found:miss(found.lines.reshard, "fsdp_reshard_after_forward = false next to fsdp_sharding_strategy = %s", f.strategy)
    end
    local word = not (f.version == 2 and reshard) and f.strategy or (reshard == "false" and "shard_grad_op")
      or (reshard and reshard ~= "true" and reshard) or "full_shard"
    accelerate.fsdp(found, l, word, gpus, f.nodes)
  elseif kind == "DEEPSPEED" then deepspeed.zero(found, l)
  elseif kind == "MULTI_GPU" or kind == "NO" then l.zero = "none"
  else found:miss(found.lines.kind, "distributed_type = %s", f.kind) end
end

local formats = { bf16 = "bf16", fp16 = "fp16", fp8 = "fp8", no = "fp32" }

function accelerate.parts(found, about)
  local f = found.facts
  local gpus = about.gpus or f.gpus
  local tp, cp = f.tp or 1, f.cp or 1
  local l = { tp = tp, pp = 1, cp = cp, dp = pipelines.replicas(found, gpus, tp * cp) }
  if cp > 1 then l.cp_kind = "all_gather" end
  sharded(found, l, gpus)
  if (f.replicate or 1) > 1 and f.shard_size then l.shard = f.shard_size * cp
  elseif (f.replicate or 1) > 1 then
    found:miss(found.lines.replicate, "parallelism_config_dp_replicate_size = %d without a dp_shard_size", f.replicate)
  end
  local format = formats[(f.precision or "no"):lower()]
  if not format then found:refuse("precision", "mixed_precision = %s is unknown", f.precision) end
  local r = { format = format, grad_byte = format ~= "fp32" and 4 or nil }
  if format == "fp8" then r.weight_byte, r.act_byte = 2, 2 end
  if f.dynamo and f.dynamo:lower() ~= "no" then r.kernels = "fused" end
  if (f.ulysses or 1) > 1 then found:miss(found.lines.ulysses, "parallelism_config_sp_size = %d", f.ulysses) end
  if f.recompute then r.recompute, r.recompute_stop = "full", "yes" end
  local micro = about.options.run and about.options.run.micro_batch
  if micro then r.global_batch = micro * l.dp * (f.accumulation or 1) end
  return { layout = l, run = r }
end

return accelerate
