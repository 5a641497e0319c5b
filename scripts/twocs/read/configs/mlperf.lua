-- SPDX-License-Identifier: MIT
-- MLPerf's configurations of GPT-3 and Llama: shell files that export variables, read as text. Names as in config_*.sh of
-- mlcommons/training_results_v3.1 (NVIDIA/benchmarks/gpt3). MINIBS is the number of sequences of a step on one replica.
-- Sourced files are not read.
local core = require "twocs.core"
local facts = require "twocs.read.configs.facts"
local megatron = require "twocs.read.configs.megatron"
local shellscript = require "twocs.read.configs.shellscript"

local mlperf = {}

mlperf.rows = facts.rows[[
TENSOR_MODEL_PARALLEL     tp          count
PIPELINE_MODEL_PARALLEL   pp          count
CONTEXT_PARALLEL          cp          count
EXPERT_PARALLEL           ep          count
INTERLEAVED_PIPELINE      vp          count
SEQ_PARALLEL              sp          flag
MINIBS                    minibatch   count
GBS,GLOBAL_BATCH_SIZE     global_batch count
MICRO_BATCH_SIZE          micro_batch count
DGXNNODES                 nodes       text
DGXNGPU                   per_node    count
TP_COMM_OVERLAP           tp_overlap  flag
FP8                       fp8         text
FP8_PARAMS                fp8_weights flag
SEQ_LENGTH,ENCODER_SEQ_LENGTH sl      count
OVERLAP_GRAD_REDUCE       grad_overlap flag
OVERLAP_PARAM_GATHER      param_overlap flag
USE_DIST_OPTIMIZER        distributed flag
HIDDEN_DROPOUT            hidden_dropout number
ATTENTION_DROPOUT         attention_dropout number
ACT_CKPT_GRANULARITY      granularity text
LORA_RANK                 -           lack adapters are said by lora_rank of a model
SHARP,NCCL_SHARP          -           lack switches that reduce are said by net0_reduce, net1_reduce of a device
]]

mlperf.aside = { "^WALLTIME", "^DGXSYSTEM", "^NEXP", "^SEED", "^MAX_STEPS", "^LR", "^WARMUP", "^MLPERF", "^DATADIR",
  "^LOGDIR", "^CONT",
  "^NCCL_", "^OMP_", "^CUDA_", "^SLURM", "^VAL_", "^LIMIT_", "^TARGET", "^LOAD", "^USE_SYNTHETIC", "^DGXHT", "^DGXSOCKET",
    "^DGXNSOCKET",
  "^SBATCH", "^CHECK", "^PROFILE", "^NVTX", "^MC_", "^TP_PP_DP", "^NVTE_", "^UCX", "^NPROC", "^HYDRA", "^WALL", "^EVAL",
    "^SKIP",
  "^MODEL_SIZE", "^CP_", "^START", "^EXTRA" }

function mlperf.entries(text, options)
  local script = shellscript.read(text, options.set)
  local entries, missed = {}, {}
  for _, one in ipairs(script.assigned) do
    entries[#entries + 1] = { path = one.name, key = one.name, shown = one.name, value = one.value, line = one.line }
  end
  for _, command in ipairs(script.commands) do
    if command.words[1] == "source" or command.words[1] == "." then
      missed[#missed + 1] = core.format("%s, another file (line %d)", command.words[#command.words], command.line)
    end
  end
  return entries, { unknown = script.unknown, missed = missed, recipe = true, no_dropout = true }
end

function mlperf.parts(found, about)
  local f = found.facts
  if not f.per_node then
    f.per_node = 8
    found:assume("8 GPUs per node, as in DGX")
  end
  for _, one in ipairs{ { "bf16", true }, { "backend", "auto" }, { "distributed", true }, { "grad_overlap", true },
    { "param_overlap", true }, { "sp", (f.tp or 1) > 1 } } do
    if f[one[1]] == nil then f[one[1]] = one[2] end
  end
  found:assume("BF16, fused attention, a distributed optimizer whose gradients and new weights are sent during "
    .. "compute, and sequence parallelism with TP, unless the file sets it")
  local parts = megatron.parts(found, about)
  if f.minibatch and not f.global_batch then
    parts.run.global_batch = f.minibatch * parts.layout.dp
    if not f.micro_batch then parts.run.micro_batch = nil end
  end
  return parts
end

return mlperf
