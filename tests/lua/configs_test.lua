-- SPDX-License-Identifier: MIT
-- Configurations of frameworks to cases and back; logs to tables. Each example has the facts of a named public file in a
-- text of our own, and a case written by hand; all fields must agree.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local expect = require "expect"
local rows = require("twocs.data.rows")

-- The sentences that are printed once on stderr, as a list.
local printed = {}
require("twocs.data.unsupported").tell = function(text) printed[#printed + 1] = text end

local scratch = os.tmpname()
local write, _, refuse = require "reading"(scratch)

-- Every field of model, run and layout, as numbers.
local function fields_of(case)
  local names = {}
  for _, row in ipairs(tw.fields) do
    if row.record == "model" or row.record == "run" or row.record == "layout"
      or row.record == "software" then names[#names + 1] = row.name end
  end
  return tw.eval({ model = case.model, run = case.run, layout = case.layout, software = case.software, device = "h100_sxm",
    illegal = "allow" }, names), names
end

-- A case as written below in the form of a case: fields of the software belong to the framework that was read, and the
-- defaults that the reader assumes for missing settings of attention and dropout are removed.
local function parted(wanted, like)
  if core.kind(wanted.run) or wanted.software then return wanted end
  local run, software = {}, { like = like }
  if like and like ~= "deepspeed" and like ~= "pytorch" and like ~= "transformers" then
    run.attention, run.dropout = "unfused", "yes"
  end
  for name, value in pairs(wanted.run) do
    if rows.by_name[name].record == "software" then software[name] = value else run[name] = value end
  end
  return { model = wanted.model, run = run, layout = wanted.layout, software = software }
end

local function equal(case, wanted)
  local got, names = fields_of(case)
  local want = fields_of(parted(wanted, (case.software or {}).like))
  for _, name in ipairs(names) do
    if want[name] == want[name] or got[name] == got[name] then
      lu.assertAlmostEquals(got[name], want[name], 1e-12 * math.max(1, math.abs(want[name])), name)
    end
  end
end

local function read(text, as, options)
  write(text)
  local all = { as = as }
  for key, value in pairs(options or {}) do all[key] = value end
  local case, sentence = tw.read(scratch, all)
  lu.assertNotNil(case, sentence)
  return case
end

-- A text that is cut anywhere, or has something else instead of a number, is read as far as possible or refused with one
-- sentence; it never causes an error of the reader.
local strange = { "-1", "x", "99999999999999999999", "null", "1,5", "[]", "0", "{", "'" }

local function survives(text, as, options)
  write(text)
  local all = { as = as }
  for key, value in pairs(options or {}) do all[key] = value end
  local done, case, sentence = pcall(tw.read, scratch, all)
  if not done then lu.fail(core.format("%s\n%s", tostring(case), text)) end
  lu.assertTrue(case ~= nil or sentence:find("line %d+: ") ~= nil, sentence)
end

local function survives_all(text, as, options)
  for k = 1, 12 do survives(text:sub(1, math.floor(#text * k / 13)), as, options) end
  local at, k = 1, 0
  while true do
    local from, to = text:find("%d+", at)
    if not from then return end
    k = k + 1
    survives(text:sub(1, from - 1) .. strange[k % #strange + 1] .. text:sub(to + 1), as, options)
    at = to + 1
  end
end

-- An example: its text, the options of the script, the case by hand, and words in the list of settings that were not
-- understood.
local function check(as, example)
  local case = read(example.text, as, example.options)
  equal(case, example.case)
  local all = table.concat(case.not_understood, "\n")
  for _, words in ipairs(example.missed or {}) do lu.assertStrContains(all, words) end
  if not example.missed then lu.assertEquals(all, "") end
  survives_all(example.text, as, example.options)
  return case
end

local function with(base, more)
  local all = {}
  for _, from in ipairs{ base, more or {} } do
    for key, value in pairs(from) do all[key] = value end
  end
  return all
end

-- Megatron-LM ----------------------------------------------------------------------------------------------------------

local gpt3 = { layers = 96, h = 12288, heads = 96, kv_heads = 96, head_dim = 128, ffn = 49152, vocab = 51200 }
local mixtral = { layers = 32, h = 4096, heads = 32, kv_heads = 8, head_dim = 128, ffn = 14336, gated = "yes",
  norm = "rmsnorm",
  tied = "no", vocab = 32000, experts = 8, top_k = 2, expert_ffn = 14336 }
local half = { format = "fp16", grad_byte = 2 }
local fused = { attention = "fused", causal = "yes" }

TestMegatron = {}

-- NVIDIA/Megatron-LM, examples/gpt3/train_gpt3_175b_distributed.sh, 157006d
function TestMegatron:test_gpt3_175b()
  check("megatron", { options = { gpus = 1024 }, text = [[
GPUS=8
NODES=1
LAUNCH=( --nproc_per_node $GPUS --nnodes $NODES )
MODEL=(
    --num-layers 96   # as in the paper
    --hidden-size 12288
    --num-attention-heads 96
    --seq-length 2048
    --max-position-embeddings 2048
    --attention-backend auto
)
TRAIN=( --micro-batch-size 1 --global-batch-size 1536 --rampup-batch-size 16 16 5859375 --fp16 --lr 6.0e-5 )
SPREAD=( --tensor-model-parallel-size 8 --pipeline-model-parallel-size 16 )
torchrun ${LAUNCH[@]} pretrain_gpt.py ${MODEL[@]} ${TRAIN[@]} \
  ${SPREAD[@]} --save $1
]], case = { model = gpt3, run = with(with(half, fused), { sl = 2048, global_batch = 1536, micro_batch = 1 }),
    layout = { tp = 8, pp = 16, dp = 8, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } },
    missed = { "--rampup-batch-size = 16: the batch is that of its end" } })
end

-- examples/pretrain_gpt3_175B.sh, 090e141
function TestMegatron:test_gpt3_175b_of_2021()
  check("megatron", { text = [[
#!/bin/bash
#SBATCH <OPTIONS> --nodes=128 --exclusive --ntasks-per-node=8
DIR=`pwd`
options=" --tensor-model-parallel-size 8 --pipeline-model-parallel-size 16 \
  --num-layers 96 --hidden-size 12288 --num-attention-heads 96 --seq-length 2048 --max-position-embeddings 2048 \
  --micro-batch-size 1 --global-batch-size 1536 --rampup-batch-size 16 16 5859375 --train-samples 146484375 \
  --data-path ${DATASET} --fp16 --checkpoint-activations "
run_cmd="python -u ${DIR}/pretrain_gpt.py $@ ${options}"
srun -l --output=$DIR/logs/%x.log sh -c "${run_cmd}"
]], case = { model = gpt3, run = with(half, { sl = 2048, global_batch = 1536, micro_batch = 1, recompute = "full" }),
    layout = { tp = 8, pp = 16, dp = 8, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } },
    missed = { "--rampup-batch-size" } })
end

-- examples/llama/train_llama3_8b_h100_fp8.sh, 157006d; its tokenizer adds one to 128256, which is padded to 128 x 1003
function TestMegatron:test_llama3_8b_in_fp8()
  check("megatron", { text = [==[
TP=1
DTYPE="fp8"
WORLD=$((8*1))
LAUNCH=( --nproc_per_node 8 --nnodes 1 )
MODEL=( --use-mcore-models --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32
  --group-query-attention --num-query-groups 8 --kv-channels 128 --seq-length 8192 --max-position-embeddings 8192
  --attention-dropout 0.0 --hidden-dropout 0.0 --swiglu --attention-backend fused --apply-layernorm-1p
  --untie-embeddings-and-output-weights --disable-bias-linear )
TRAIN=( --micro-batch-size 1 --global-batch-size 128 --bf16 --grad-reduce-in-bf16 --cross-entropy-loss-fusion )
NARROW=()
if [[ "$DTYPE" == "fp8" ]]; then
  NARROW+=( "--fp8-format hybrid" "--fp8-amax-history-len 1024" "--fp8-param-gather" )
fi
DDP=( --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather )
TRAIN+=("${DDP[@]}")
if [[ "$TOKENIZER" == "MOCK" ]] || [[ -z "$TOKENIZER" ]]; then
  DATA=( "--mock-data" "--tokenizer-type NullTokenizer" "--vocab-size 128256" )
else
  DATA=( "--vocab-size 7" )
fi
torchrun ${LAUNCH[@]} pretrain_gpt.py ${MODEL[@]} ${TRAIN[@]} ${NARROW[@]} ${DATA[@]} \
  --tensor-model-parallel-size $TP --context-parallel-size 1 --sequence-parallel
]==], case = { model = { layers = 32, h = 4096, heads = 32, kv_heads = 8, head_dim = 128, ffn = 14336, gated = "yes",
      tied = "no", vocab = 128384 },
    run = with(fused, { sl = 8192, global_batch = 128, micro_batch = 1, format = "fp8", weight_byte = 1, act_byte = 2,
      grad_byte = 2, fp8_head = "no", dropout = "no" }),
    layout = { dp = 8, zero = "optimizer", dp_overlap = "both" } } })
end

local mixtral_model = [[ --use-mcore-models --disable-bias-linear --seq-length 4096 --max-position-embeddings 32768
  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 --attention-dropout 0.0
  --hidden-dropout 0.0 --normalization RMSNorm --position-embedding-type rope --swiglu
  --untie-embeddings-and-output-weights --group-query-attention --num-query-groups 8 --no-masked-softmax-fusion ]]

-- examples/mixtral/train_mixtral_8x7b_distributed.sh, 9b8acfd
function TestMegatron:test_mixtral_8x7b()
  check("megatron", { options = { set = { SLURM_NNODES = 8 } }, text = [[
PER=8
NNODES=${SLURM_NNODES:-"1"}
MODEL=(]] .. mixtral_model .. [[)
torchrun --nproc_per_node $PER --nnodes $NNODES pretrain_gpt.py ${MODEL[@]} \
  --num-experts 8 --moe-router-topk 2 --moe-grouped-gemm --overlap-param-gather --overlap-grad-reduce \
  --tokenizer-type Llama2Tokenizer --micro-batch-size 1 --global-batch-size 256 --bf16 \
  --tensor-model-parallel-size 1 --pipeline-model-parallel-size 4 --expert-model-parallel-size 8 \
  --use-distributed-optimizer --sequence-parallel
]], case = { model = mixtral, run = with(fused, { sl = 4096, global_batch = 256, micro_batch = 1, format = "bf16",
      grad_byte = 4, dropout = "no" }),
    layout = { pp = 4, dp = 16, ep = 8, zero = "optimizer", dp_overlap = "both" } } })
end

-- megatron/core/transformer/moe/README.md, 022bcb5
function TestMegatron:test_mixtral_of_the_guide()
  check("megatron", { options = { set = { NNODES = 4 } }, text = [[
NNODES=${NNODES:-"1"}
MODEL=(]] .. mixtral_model .. [[)
torchrun --nproc_per_node 8 --nnodes $NNODES pretrain_gpt.py ${MODEL[@]} --num-experts 8 --expert-model-parallel-size 8 \
  --moe-router-topk 2 --tokenizer-type Llama2Tokenizer --micro-batch-size 1 --global-batch-size 128 --bf16 \
  --overlap-grad-reduce --overlap-param-gather --tensor-model-parallel-size 1 --pipeline-model-parallel-size 4 \
  --num-layers-per-virtual-pipeline-stage 8 --sequence-parallel --use-distributed-optimizer
]], case = { model = mixtral, run = with(fused, { sl = 4096, global_batch = 128, micro_batch = 1, format = "bf16",
      grad_byte = 4, dropout = "no" }),
    layout = { pp = 4, dp = 8, ep = 8, zero = "optimizer", dp_overlap = "both" } } })
end

-- examples/mixtral/train_mixtral_8x7b_distributed.sh, 0a40979
function TestMegatron:test_a_small_mixtral()
  check("megatron", { text = [[
torchrun --nproc_per_node 2 --nnodes 1 pretrain_gpt.py --seq-length 256 --max-position-embeddings 2048 --num-layers 2 \
  --hidden-size 256 --ffn-hidden-size 896 --num-attention-heads 2 --attention-dropout 0.0 --hidden-dropout 0.0 \
  --normalization RMSNorm --swiglu --untie-embeddings-and-output-weights --group-query-attention --num-query-groups 2 \
  --num-experts 2 --moe-router-topk 2 --overlap-param-gather --overlap-grad-reduce --tokenizer-type Llama2Tokenizer \
  --micro-batch-size 1 --global-batch-size 4 --tensor-model-parallel-size 1 --pipeline-model-parallel-size 1 \
  --expert-model-parallel-size 2 --use-distributed-optimizer --sequence-parallel
]], case = { model = with(mixtral, { layers = 2, h = 256, heads = 2, kv_heads = 2, ffn = 896, expert_ffn = 896,
    experts = 2 }),
    run = with(fused, { sl = 256, global_batch = 4, micro_batch = 1, format = "fp32", dropout = "no" }),
    layout = { dp = 2, ep = 2, zero = "optimizer", dp_overlap = "both" } } })
end

local bert = { layers = 24, h = 1024, heads = 16, kv_heads = 16, head_dim = 64, ffn = 4096 }

-- examples/bert/train_bert_340m_distributed.sh, 157006d: 24 layers on 16 stages, as in the file
function TestMegatron:test_bert_340m()
  check("megatron", { options = { gpus = 128, model = { vocab = 30720 } }, text = [[
torchrun --nproc_per_node 8 --nnodes 1 examples/classes/pretrain_bert.py --num-layers 24 --hidden-size 1024 \
  --num-attention-heads 16 --seq-length 512 --max-position-embeddings 512 --attention-backend auto --micro-batch-size 4 \
  --global-batch-size 32 --fp16 --tensor-model-parallel-size 8 --pipeline-model-parallel-size 16
]], case = { model = with(bert, { vocab = 30720 }), run = with(half, { sl = 512, global_batch = 32, micro_batch = 4,
      attention = "fused", causal = "no" }),
    layout = { tp = 8, pp = 16, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } } })
end

-- examples/pretrain_bert_distributed_with_mp.sh, 090e141: it names no --seq-length
function TestMegatron:test_bert_of_2021()
  check("megatron", { options = { model = { vocab = 30592 }, run = { sl = 512 } }, text = [[
GPUS_PER_NODE=${GPUS_PER_NODE:-8}
NNODES=${NNODES:-1}
ARGS="--nproc_per_node $GPUS_PER_NODE --nnodes $NNODES --node_rank $NODE_RANK"
python -m torch.distributed.launch $ARGS pretrain_bert.py --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 \
  --num-layers 24 --hidden-size 1024 --num-attention-heads 16 --micro-batch-size 2 --global-batch-size 16 \
  --max-position-embeddings 512 --data-impl mmap --distributed-backend nccl --fp16
]], case = { model = with(bert, { vocab = 30592 }), run = with(half, { sl = 512, global_batch = 16, micro_batch = 2 }),
    layout = { tp = 2, pp = 2, dp = 2, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } } })
end

-- examples/pretrain_gpt_distributed_with_mp.sh, 090e141
function TestMegatron:test_gpt_345m()
  check("megatron", { text = [[
GPUS_PER_NODE=${GPUS_PER_NODE:-8}
DATA_PATH=${DATA_PATH:-<Specify path and file prefix>_text_document}
python -m torch.distributed.launch --nproc_per_node $GPUS_PER_NODE --nnodes ${NNODES:-1} pretrain_gpt.py \
  --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 --num-layers 24 --hidden-size 1024 \
  --num-attention-heads 16 --micro-batch-size 4 --global-batch-size 16 --seq-length 1024 --data-path $DATA_PATH \
  --checkpoint-activations --fp16
]], case = { model = with(bert, { vocab = 50432 }), run = with(half, { sl = 1024, global_batch = 16, micro_batch = 4,
      recompute = "full" }),
    layout = { tp = 2, pp = 2, dp = 2, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } } })
end

-- bigscience-workshop/bigscience, train/tr11-176B-ml/tr11-176B-ml.slurm, 003b250: DeepSpeed's optimizer for BF16 is one of
-- ZeRO 1, as its comment says
function TestMegatron:test_bloom_176b()
  check("megatron", { text = [[
#SBATCH --nodes=48
#SBATCH --ntasks-per-node=1          # one task a node
#SBATCH --gres=gpu:8                 # number of gpus
MASTER=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
NNODES=$SLURM_NNODES
TRAIN_SAMPLES=220_000_000
GPT_ARGS=" \
    --pp-partition-method 'type:transformer|embedding' \
    --num-layers 70 --hidden-size 14336 --num-attention-heads 112 --seq-length 2048 --max-position-embeddings 2048 \
    --micro-batch-size 2 --rampup-batch-size 192 16 9_765_625 --global-batch-size 2048 --train-samples $TRAIN_SAMPLES \
    --tokenizer-type PretrainedFromHF --embed-layernorm --bf16 --position-embedding-type alibi --checkpoint-activations \
    --pad-vocab-size-to 250880 \
    "
ZERO_STAGE=0
cat <<EOT > $config_json
{ "train_micro_batch_size_per_gpu": 2 }
EOT
DEEPSPEED_ARGS=" --deepspeed --deepspeed_config ${config_json} --zero-stage ${ZERO_STAGE} "
export LAUNCHER="python -u -m torch.distributed.run --nproc_per_node 8 --nnodes $NNODES --rdzv_endpoint $MASTER:6000"
export CMD=" `pwd`/pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 12 \
  $GPT_ARGS $DEEPSPEED_ARGS "
echo $CMD
clear; srun --wait=60 --jobid $SLURM_JOB_ID bash -c "$LAUNCHER --node_rank \$SLURM_PROCID $CMD" 2>&1 | tee -a $LOGS/main.txt
]], case = { model = { layers = 70, h = 14336, heads = 112, kv_heads = 112, head_dim = 128, ffn = 57344, vocab = 250880 },
    run = { sl = 2048, global_batch = 2048, micro_batch = 2, format = "bf16", grad_byte = 4, recompute = "full" },
    layout = { tp = 4, pp = 12, dp = 8, zero = "optimizer", tp_overlap = "backward", p2p_scatter = "yes" } },
    missed = { "--rampup-batch-size" } })
end

-- bigscience-workshop/bigscience, experiments/gpt2-meg/meg_gpt2_base_n16.slurm, 1b92f33
function TestMegatron:test_a_size_by_a_condition()
  check("megatron", { text = [==[
NNODES=16
PP_SIZE=16 # layers must be a multiple
MICRO=1
CHUNKS=4
MSIZE=65
if   [[ ${MSIZE} == 7 ]];    then NHIDDEN=4096;  NLAYERS=36
elif [[ ${MSIZE} == 65 ]];   then NHIDDEN=9216;  NLAYERS=64
elif [[ ${MSIZE} == 81 ]];   then NHIDDEN=10240; NLAYERS=64
else echo "invalid MSIZE: $MSIZE"
fi
GLOBAL_BATCH_SIZE=$(($MICRO*$CHUNKS*1))
GPT_ARGS=" --num-layers $NLAYERS --hidden-size $NHIDDEN --num-attention-heads 32 --seq-length 1024 \
  --micro-batch-size $MICRO --global-batch-size $GLOBAL_BATCH_SIZE
  --lr 0.00015 --fp16 --checkpoint-activations "
export LAUNCHER="python -u -m torch.distributed.launch --nproc_per_node 4 --nnodes $NNODES "
export CMD=" `pwd`/pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size $PP_SIZE $GPT_ARGS "
srun --jobid $SLURM_JOBID bash -c '$LAUNCHER --node_rank $SLURM_PROCID $CMD'
# iteration 70/ 1000 | elapsed time per iteration (ms): 2738.6 | learning
]==], case = { model = { layers = 64, h = 9216, heads = 32, kv_heads = 32, head_dim = 288, ffn = 36864, vocab = 50688 },
    run = with(half, { sl = 1024, global_batch = 4, micro_batch = 1, recompute = "full" }),
    layout = { tp = 4, pp = 16, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } },
    options = { gpus = 64 } })
end

local function azure(model, more)
  return [[
MICRO=]] .. model.micro .. [[

GPN=8
GLOBAL=$(( ${GPN} * ${MICRO} * 1 ))
ds_args=" "
ds_args=" --deepspeed ${ds_args}"
ds_args=" --no-pipeline-parallel ${ds_args}"
ds_args=" --zero-stage=3 ${ds_args}"
ds_args=" --deepspeed-activation-checkpointing ${ds_args}"
deepspeed --force_multi --num_nodes=1 pretrain_gpt.py --tensor-model-parallel-size 1 --pipeline-model-parallel-size 1 \
  --num-layers ]] .. model.layers .. " --hidden-size " .. model.h .. " --num-attention-heads " .. model.heads .. [[ \
  --seq-length 1024 --loss-scale 15 --micro-batch-size $MICRO --global-batch-size $GLOBAL --fp16 \
  --checkpoint-activations ]] .. more .. [[ $ds_args --exit-interval 5000 | tee out.log
]]
end

-- examples/azure/run-175b.sh, 1d7011b
function TestMegatron:test_zero_3_of_175b()
  check("megatron", { options = { gpus = 8 }, text = azure({ micro = "4", layers = "96", h = "12288", heads = "96" }, ""),
    case = { model = with(gpt3, { vocab = 50304 }), run = with(half, { sl = 1024, global_batch = 32, micro_batch = 4,
      recompute = "full" }), layout = { dp = 8, zero = "weights" } } })
end

-- examples/azure/run-1t.sh, 62bc456
function TestMegatron:test_zero_3_of_1t_with_offloading()
  check("megatron", { options = { gpus = 8 }, text = azure({ micro = "1", layers = "128", h = "25600", heads = "160" },
    "--cpu-optimizer"),
    case = { model = { layers = 128, h = 25600, heads = 160, kv_heads = 160, head_dim = 160, ffn = 102400, vocab = 50304 },
      run = with(half, { sl = 1024, global_batch = 8, micro_batch = 1, recompute = "full" }),
      layout = { dp = 8, zero = "weights", offload_opt = 1 } } })
end

-- examples/deepseek_v2/train_deepseekv2.sh, 044c606
function TestMegatron:test_deepseek_v2_lite()
  check("megatron", { options = { model = { vocab = 102400 } }, text = [[
set -e
MODEL_SIZE=16B
TP=1
EP=8
AC=sel #full
PR=bf16
SP=true
DO=true
ENV=dsw
if [ $ENV = dsw ]; then
NNODES=1
GPUS_PER_NODE=8
elif [ $ENV = dlc ]; then
NNODES=${WORLD_SIZE}
fi
if [ -z ${MP_VP} ]; then
    vp_options=""
else
    vp_options=" --num-layers-per-virtual-pipeline-stage ${MP_VP}"
fi
if [ $MODEL_SIZE = 236B ]; then
HIDDEN_SIZE=5120
moe_options=" --num-experts 160 --q-lora-rank 1536"
elif [ $MODEL_SIZE = 16B ]; then
HIDDEN_SIZE=2048
moe_options=" \
    --moe-ffn-hidden-size 1408 --enable-shared-expert --moe-layer-freq 1 --num-shared-experts 2 --moe-router-topk 6 \
    --num-experts 64 --expert-model-parallel-size ${EP} --kv-lora-rank 512 --qk-nope-head-dim 128 --qk-rope-head-dim 64 \
    --v-head-dim 128 --moe-router-load-balancing-type aux_loss"
fi
OVERLAP=$(( ($TP > 1) ? 1 : 0 ))
if [ $OVERLAP -eq 1 ]; then comm=" --tp-comm-overlap"; fi
if [ $AC = full ]; then
    ac=" --recompute-granularity full --recompute-num-layers 27"
elif [ $AC = sel ]; then
    ac=" --recompute-activations"
fi
if [ $PR = bf16 ]; then pr=" --bf16"; fi
if [ $DO = true ]; then do_options=" --use-distributed-optimizer"; fi
if [ $SP = true ] && [ $TP -gt 1 ]; then sp=" --sequence-parallel"; fi
options=" --no-gradient-accumulation-fusion --attention-dropout 0.0 --hidden-dropout 0.0 --micro-batch-size 4 \
  --global-batch-size 256 --num-layers 27 --hidden-size ${HIDDEN_SIZE} --num-attention-heads 16 --ffn-hidden-size 10944 \
  --seq-length 2048 --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 1 --swiglu --normalization RMSNorm \
  --untie-embeddings-and-output-weights --tokenizer-type DeepSeekV2Tokenizer --eval-iters -1 "
run_cmd="torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NNODES pretrain_deepseek.py
 ${options} ${pr} ${ac} ${do_options} ${sp} ${moe_options} ${vp_options} --use-flash-attn"
echo ${run_cmd}
eval ${run_cmd}
]], case = { model = { layers = 27, h = 2048, heads = 16, kv_heads = 16, head_dim = 128, ffn = 10944, gated = "yes",
      norm = "rmsnorm", tied = "no", vocab = 102400, experts = 64, top_k = 6, expert_ffn = 1408, shared_ffn = 2816,
      kv_lora_rank = 512, q_lora_rank = 0, nope_dim = 128, rope_dim = 64, v_dim = 128 },
    run = with(fused, { sl = 2048, global_batch = 256, micro_batch = 4, format = "bf16", grad_byte = 4, dropout = "no",
      recompute = "selective", accumulate = "apart" }),
    layout = { dp = 8, ep = 8, zero = "optimizer", dp_overlap = "none" } } })
end

-- examples/academic_paper_scripts/sc21: CONFIG.sh, 1916693, with the parameters of one figure
local function sc21(figure)
  return figure .. [[

: "${SLURM_PARTITION:?Set SLURM_PARTITION, e.g. batch}"
export MEGATRON_PARAMS=" ${MEGATRON_EXTRA_PARAMS} \
  --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size ${PP} --micro-batch-size ${MBS} \
  --global-batch-size ${GBS} --num-layers ${NLS} --hidden-size ${HS} --num-attention-heads ${NAH} --DDP-impl ${DDP} \
  --data-path ${MEGATRON_DATA} --seq-length 2048 --max-position-embeddings 2048 --fp16 --loss-scale 8192 "
]]
end
local narrow = { layers = 32, h = 3840, heads = 32, kv_heads = 32, head_dim = 120, ffn = 15360 }

-- run_figure_13.sh, bae83e4
function TestMegatron:test_sc21_figure_13()
  check("megatron", { options = { gpus = 64 }, text = sc21[[
PP=2
GBS=32
TP=$((64/PP))
MBS=1
NLS=32
HS=20480
NAH=128
DDP=local
MEGATRON_EXTRA_PARAMS="--activations-checkpoint-method uniform "]],
    case = { model = { layers = 32, h = 20480, heads = 128, kv_heads = 128, head_dim = 160, ffn = 81920, vocab = 53248 },
      run = with(half, { sl = 2048, global_batch = 32, micro_batch = 1, recompute = "full" }),
      layout = { tp = 32, pp = 2, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes" } } })
end

-- run_figure_14.sh, d086a2e
function TestMegatron:test_sc21_figure_14()
  check("megatron", { options = { gpus = 64 }, text = sc21[[
PP=2
GBS=32
DP=$((64/PP))
TP=1
MBS=1
NLS=32
HS=3840
NAH=32
DDP=local
MEGATRON_EXTRA_PARAMS="--activations-checkpoint-method uniform "]],
    case = { model = with(narrow, { vocab = 50304 }), run = with(half, { sl = 2048, global_batch = 32, micro_batch = 1,
      recompute = "full" }), layout = { pp = 2, dp = 32, dp_overlap = "none" } } })
end

-- run_figure_15.sh, d086a2e
function TestMegatron:test_sc21_figure_15()
  check("megatron", { options = { gpus = 64 }, text = sc21[[
TP=2
GBS=32
PP=1
MBS=1
NLS=32
HS=3840
NAH=32
DDP=local
MEGATRON_EXTRA_PARAMS="--activations-checkpoint-method uniform "]],
    case = { model = with(narrow, { vocab = 50432 }), run = with(half, { sl = 2048, global_batch = 32, micro_batch = 1,
      recompute = "full" }), layout = { tp = 2, dp = 32, dp_overlap = "none", tp_overlap = "backward" } } })
end

-- run_figure_18.sh, 346696a
function TestMegatron:test_sc21_figure_18()
  check("megatron", { options = { gpus = 96 }, text = sc21[[
GBS=12
MEGATRON_EXTRA_PARAMS="--activations-checkpoint-method uniform --num-layers-per-virtual-pipeline-stage 2 "
TP=8
PP=12
MBS=1
NLS=96
HS=12288
NAH=96
DDP=local]],
    case = { model = gpt3, run = with(half, { sl = 2048, global_batch = 12, micro_batch = 1, recompute = "full" }),
      layout = { tp = 8, pp = 12, vp = 4, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes",
        p2p_hidden = "yes" } } })
end

local parrot = [[
GPT_ARGS="--num-layers 10
--hidden-size 4096
--num-attention-heads 32
--seq-length 1024
--micro-batch-size 2
--global-batch-size 4
--fp16
"
torchrun --nproc_per_node 2 pretrain_gpt.py --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 \
  --empty-unused-memory-level 2 --sequence-parallel --recompute-granularity selective --recompute-num-layers 1 \
  --use-distributed-optimizer --use-flash-attn $GPT_ARGS
]]

-- examples/code_parrot/pretrain_parrot_torchrun_seq_parallel.sh, 928f9f7: it asks for TP 2 x PP 2 on two GPUs
function TestMegatron:test_code_parrot()
  write(parrot)
  local case, sentence = tw.read(scratch, { as = "megatron" })
  lu.assertNil(case)
  lu.assertStrContains(sentence, "its TP x PP x CP of 4 does not divide 2 GPUs; set their number with gpus =")
  check("megatron", { options = { gpus = 4 }, text = parrot,
    case = { model = { layers = 10, h = 4096, heads = 32, kv_heads = 32, head_dim = 128, ffn = 16384, vocab = 50432 },
      run = with(with(half, fused), { sl = 1024, global_batch = 4, micro_batch = 2, recompute = "selective" }),
      layout = { tp = 2, pp = 2, sp = "yes", zero = "optimizer", dp_overlap = "none", tp_overlap = "backward" } } })
end

-- recompute_modules applies to selective recomputation; with full recomputation it is a default without effect. A module
-- without a field is reported.
function TestMegatron:test_modules_that_run_again()
  local function run_of(arguments)
    local case = read(parrot:gsub("%-%-recompute%-granularity selective", arguments), "megatron", { gpus = 4 })
    return case.run, table.concat(case.not_understood, "\n")
  end
  local run, missed = run_of "--recompute-granularity selective --recompute-modules layernorm moe_act"
  lu.assertEquals({ run.recompute, run.recompute_norms, run.recompute_activation, missed }, { "none", "yes", "yes", "" })
  run = run_of "--recompute-granularity full --recompute-method uniform --recompute-modules layernorm"
  lu.assertEquals({ run.recompute, run.recompute_norms }, { "full", "no" })
  run, missed = run_of "--recompute-granularity selective --recompute-modules core_attn shared_experts"
  lu.assertEquals(run.recompute, "selective")
  lu.assertStrContains(missed, "recompute_modules = shared_experts: a run has no such field")
end

-- examples/MoE/ds_pretrain_gpt_6.7B_dense.sh, 0c6bd28: one expert is none
function TestMegatron:test_deepspeed_6_7b()
  check("megatron", { options = { gpus = 64 }, text = [==[
EP_SIZE=1
NUM_GPUS=64
if [[ $EP_SIZE -gt $NUM_GPUS ]]; then
    EP=$NUM_GPUS
else
    EP=$EP_SIZE
fi
megatron_options=" --tensor-model-parallel-size 8 --moe-expert-parallel-size ${EP} --num-experts ${EP_SIZE} \
  --moe-loss-coeff 0.01 --moe-train-capacity-factor 1.0 --micro-batch-size 4 --rampup-batch-size 32 32 4882812 \
  --global-batch-size 1024 --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 2048 \
  --train-tokens 300000000000 --hysteresis 2 --fp16 "
if [ "true" = "true" ]; then
megatron_options="${megatron_options} \
        --checkpoint-activations"
fi
deepspeed_options=" --deepspeed --deepspeed_config x.json --pipeline-model-parallel-size 1"
run_cmd="deepspeed ${DIR}/../../pretrain_gpt.py ${megatron_options} ${deepspeed_options} &> out.log"
eval ${run_cmd}
]==], case = { model = { layers = 32, h = 4096, heads = 32, kv_heads = 32, head_dim = 128, ffn = 16384, vocab = 51200 },
    run = with(half, { sl = 2048, global_batch = 1024, micro_batch = 4, recompute = "full" }),
    layout = { tp = 8, dp = 8, tp_overlap = "backward" } },
    missed = { "--rampup-batch-size" } })
end

function TestMegatron:test_arguments_alone_and_stages()
  local case = check("megatron", { options = { gpus = 16 }, text = [[
--num-layers 61
--hidden-size 7168
--num-attention-heads 128
--vocab-size 129280
--seq-length 4096
--micro-batch-size=1
--global-batch-size 64
--bf16
--attention-backend flash
--attention-dropout 0 --hidden-dropout 0
--pipeline-model-parallel-size 8
--pipeline-model-parallel-layout "Et|(tt|)*30mL"
--moe-layer-freq ([0]*3+[1]*58)
--num-experts 256 --moe-router-topk 8 --expert-model-parallel-size 2 --moe-ffn-hidden-size 2048
--mtp-num-layers 1 --recompute-granularity full --recompute-method block --recompute-num-layers 1
]], case = { model = { layers = 62, mtp = 1, h = 7168, heads = 128, kv_heads = 128, head_dim = 56, ffn = 28672,
      vocab = 129280, experts = 256, top_k = 8, expert_ffn = 2048, moe_share = 59 / 62 },
    run = with(fused, { sl = 4096, global_batch = 64, micro_batch = 1, format = "bf16", grad_byte = 4, dropout = "no",
      recompute = "full", recompute_part = 32 / 62 }),
    layout = { pp = 8, vp = 4, dp = 2, ep = 2, first_layers = 7, middle_layers = 8, last_layers = 7, dp_overlap = "none",
      p2p_hidden = "yes" } } })
  lu.assertEquals(case.software.like, "megatron_core")
end

-- Every so many-th layer has no window; or a list states which layers have one.
function TestMegatron:test_windows()
  local plain = "torchrun pretrain_gpt.py --num-layers 6 --hidden-size 64 --num-attention-heads 4 --seq-length 64 "
    .. "--micro-batch-size 1 --global-batch-size 8 --vocab-size 1000 "
  local function windows(more)
    local model = read(plain .. more, "megatron", { gpus = 1 }).model
    return core.format("%s of %s", model.window, model.window_share)
  end
  local function places(more)
    local model = read(plain .. "--window-size 127,0 --window-attn-skip-freq " .. more, "megatron", { gpus = 1 }).model
    return core.format("%s %s", model.full_every, model.full_first)
  end
  lu.assertEquals({ places "3", places "([1]*2+[0])*2", places "[0,1]*3", places "([1]*3+[0]*3)",
    places "3 --mtp-num-layers 1", places "4" }, { "3 3", "3 3", "2 1", "0 0", "0 0", "6 4" })
  lu.assertEquals({ windows "", windows "--window-size -1,0", windows "--window-size 127,0",
    windows '--window-size "(15,16)"', windows "--window-size 127,0 --window-attn-skip-freq 3",
    windows "--window-size 127,0 --window-attn-skip-freq ([1]*3+[0]*3)" },
    { "0 of 1", "0 of 1", "128 of 1", "32 of 1", core.format("128 of %s", 4 / 6), "128 of 0.5" })
  -- The prediction layer is of the kind of the last layer.
  lu.assertEquals({ windows "--window-size 127,0 --window-attn-skip-freq 3 --mtp-num-layers 1",
    windows "--window-size 127,0 --window-attn-skip-freq [0]*3+[1]*3 --mtp-num-layers 2" },
    { core.format("128 of %s", 4 / 7), core.format("128 of %s", 5 / 8) })
  -- The last of each three layers has no window: of seven layers, five have a window.
  lu.assertEquals(windows "--window-size 127,0 --window-attn-skip-freq 3 --num-layers 7", core.format("128 of %s", 5 / 7))
  for more, sentence in pairs{ ["--window-size 127"] = "window_size = 127: expected two numbers, as 128,0",
    ["--window-size 127,0 --window-attn-skip-freq 0"] = "window_attn_skip_freq = 0: expected a number from 1 or a list",
    ["--window-size 127,0 --window-attn-skip-freq [1]"] = "window_attn_skip_freq has 1 layers, but there are 6" } do
    write(plain .. more)
    lu.assertStrContains(select(2, tw.read(scratch, { as = "megatron", gpus = 1 })), sentence)
  end
end

-- Linear attention in all layers except every so many-th.
function TestMegatron:test_linear_attention()
  local plain = "torchrun pretrain_gpt.py --num-layers 8 --hidden-size 64 --num-attention-heads 4 --seq-length 64 "
    .. "--micro-batch-size 1 --global-batch-size 8 --vocab-size 1000 --attention-output-gate "
  local model = read(plain .. "--experimental-attention-variant gated_delta_net --linear-attention-freq 4 "
    .. "--linear-num-value-heads 8 --linear-num-key-heads 4 --linear-key-head-dim 16 --linear-value-head-dim 32 "
    .. "--linear-conv-kernel-dim 3", "megatron", { gpus = 1 }).model
  lu.assertEquals({ model.state_share, model.state_heads, model.state_key_heads, model.state_key_dim, model.state_value_dim,
    model.state_conv, model.attn_gate }, { 0.75, 8, 4, 16, 32, 3, "yes" })
  model = read(plain .. "--experimental-attention-variant gated_delta_net", "megatron", { gpus = 1 }).model
  lu.assertEquals({ model.state_share, model.state_heads, model.state_key_heads, model.state_key_dim }, { 1, 32, 16, 128 })
  write(plain .. "--experimental-attention-variant dsv4")
  lu.assertStrContains(select(2, tw.read(scratch, { as = "megatron", gpus = 1 })),
    "experimental_attention_variant = dsv4: expected dsa or gated_delta_net")
end

-- Attention to keys that an indexer selects, read and written.
function TestMegatron:test_sparse_attention()
  local plain = "torchrun pretrain_gpt.py --num-layers 8 --hidden-size 64 --num-attention-heads 4 --seq-length 64 "
    .. "--micro-batch-size 1 --global-batch-size 8 --vocab-size 1000 --multi-latent-attention --kv-lora-rank 32 "
    .. "--experimental-attention-variant dsa"
  local case = read(plain .. " --dsa-indexer-topk 16 --dsa-indexer-n-heads 2 --dsa-indexer-head-dim 8", "megatron",
    { gpus = 1 })
  lu.assertEquals({ case.model.index_top_k, case.model.index_heads, case.model.index_dim }, { 16, 2, 8 })
  local written = tw.config(case, "megatron")
  lu.assertStrContains(written, "--experimental-attention-variant dsa")
  local again = read(written, "megatron", { gpus = 1 }).model
  lu.assertEquals({ again.index_top_k, again.index_heads, again.index_dim }, { 16, 2, 8 })
  write(plain)
  lu.assertStrContains(select(2, tw.read(scratch, { as = "megatron", gpus = 1 })), "dsa needs dsa_indexer_topk")
end

function TestMegatron:test_arguments_in_yaml()
  check("megatron", { options = { gpus = 4 }, text = [[
ENV_VARS:
  CUDA_DEVICE_MAX_CONNECTIONS: 1
MODEL_ARGS:
  --num-layers: 12
  --hidden-size: 512
  --num-attention-heads: 8
  --log-params-norm: true
  --micro-batch-size: 4
  --global-batch-size: 32
  --seq-length: 1024
  --tensor-model-parallel-size: 2
  --sequence-parallel: true
  --swiglu: false
  --vocab-size: 1000
  --untie-embeddings-and-output-weights: true
  --attention-backend: unfused
  --bf16: true
TEST_TYPE: regular
]], case = { model = { layers = 12, h = 512, heads = 8, kv_heads = 8, head_dim = 64, ffn = 2048, tied = "no",
      vocab = 1024 },
    run = { sl = 1024, global_batch = 32, micro_batch = 4, format = "bf16", grad_byte = 4 },
    layout = { tp = 2, dp = 2, sp = "yes", dp_overlap = "none", tp_overlap = "backward" } } })
end

-- Megatron-Bridge and NeMo ---------------------------------------------------------------------------------------------

local recipe = with(fused, { dropout = "no", format = "bf16", grad_byte = 2 })
local spread = { zero = "optimizer", dp_overlap = "both" }

local function matrix(gpu, gpus, precision, common, own)
  return "ConfigContainer:\n  model:\n    cross_entropy_fusion_impl: \"te\"\n  mixed_precision:\n    "
    .. "grad_reduce_in_fp32: false\n"
    .. "perf_matrix:\n  " .. gpu .. ":\n    num_gpus_" .. gpus .. ":\n      common:\n        num_gpus_per_node: 8\n"
    .. common:gsub("(%S+) (%S+) ?", "        %1: %2\n") .. "      other:\n        pp: 99\n      " .. precision .. ":\n"
    .. own:gsub("(%S+) (%S+) ?", "        %1: %2\n")
end

local function of_matrix(model, gpu, gpus, precision, more)
  return with({ model = model, set = { gpu = gpu, gpus = gpus, precision = precision } }, more)
end

local llama_70b = "seq_length 8192 mbs 1 gbs 128 cuda_graphs false tp 4 vp 5 ep 1 etp null use_megatron_fsdp false"

TestBridge = {}

-- NVIDIA-NeMo/Megatron-Bridge, scripts/performance/configs/llama3/llama3_70b_llm_pretrain.yaml, 0aa7db3
function TestBridge:test_llama3_70b_on_h100()
  local case = check("megatron-bridge", { options = of_matrix("llama3_70b", "h100", 64, "bf16"),
    text = matrix("h100", "64", "bf16", llama_70b, "pp 4 cp 2"),
    case = { model = "llama3_70b", run = with(recipe, { sl = 8192, global_batch = 128, micro_batch = 1 }),
      layout = with(spread, { tp = 4, pp = 4, cp = 2, dp = 2, vp = 5, sp = "yes", cp_kind = "ring", tp_overlap = "backward",
        p2p_hidden = "yes" }) } })
  lu.assertEquals(case.device, "h100_sxm")
  lu.assertStrContains(case.assumed[1], "settings in the recipe's Python code are not read")
end

function TestBridge:test_llama3_70b_in_fp8()
  check("megatron-bridge", { options = of_matrix("llama3_70b", "h100", 64, "fp8_cs"),
    text = matrix("h100", "64", "fp8_cs", llama_70b, "pp 8 cp 1"),
    case = { model = "llama3_70b", run = with(recipe, { sl = 8192, global_batch = 128, micro_batch = 1, format = "fp8",
        weight_byte = 2, act_byte = 2, fp8_head = "no" }),
      layout = with(spread, { tp = 4, pp = 8, dp = 2, vp = 5, sp = "yes", tp_overlap = "backward",
        p2p_hidden = "yes" }) } })
end

function TestBridge:test_llama3_70b_on_b200_with_graphs()
  check("megatron-bridge", { options = of_matrix("llama3_70b", "b200", 64, "bf16"),
    text = matrix("b200", "64", "bf16", "seq_length 8192 mbs 1 gbs 128 ep 1 etp null",
      "tp 2 pp 4 cp 2 vp 5 use_megatron_fsdp false cuda_graphs true"),
    case = { model = "llama3_70b", run = with(recipe, { sl = 8192, global_batch = 128, micro_batch = 1, graphs = "dense" }),
      layout = with(spread, { tp = 2, pp = 4, cp = 2, dp = 4, vp = 5, sp = "yes", cp_kind = "ring", tp_overlap = "backward",
        p2p_hidden = "yes" }) } })
end

function TestBridge:test_llama3_70b_with_fsdp()
  check("megatron-bridge", { options = of_matrix("llama3_70b", "b200", 64, "fp8_cs"),
    text = matrix("b200", "64", "fp8_cs", "seq_length 8192 mbs 1 gbs 128 ep 1 etp null",
      "tp 1 pp 1 cp 1 vp 1 use_megatron_fsdp true cuda_graphs false recompute_num_layers 5"),
    case = { model = "llama3_70b", run = with(recipe, { sl = 8192, global_batch = 128, micro_batch = 1, format = "fp8",
        weight_byte = 2, act_byte = 2, fp8_head = "no", recompute = "full", recompute_part = 5 / 80 }),
      layout = { dp = 64, zero = "weights", dp_overlap = "both" } } })
end

-- scripts/performance/configs/llama31/llama31_405b_llm_pretrain.yaml, 0cfe9a4
function TestBridge:test_llama31_405b()
  check("megatron-bridge", { options = of_matrix("llama3_405b", "h100", 1024, "bf16"),
    text = matrix("h100", "1024", "bf16", "seq_length 8192 mbs 1 gbs 512 tp 8 pp 8 cp 2 vp 8 ep 1 etp null", ""),
    case = { model = "llama3_405b", run = with(recipe, { sl = 8192, global_batch = 512, micro_batch = 1 }),
      layout = with(spread, { tp = 8, pp = 8, cp = 2, dp = 8, vp = 8, sp = "yes", cp_kind = "ring", tp_overlap = "backward",
        p2p_hidden = "yes" }) } })
end

-- scripts/performance/configs/deepseek/deepseek_v3_llm_pretrain.yaml, 0aa7db3
function TestBridge:test_deepseek_v3()
  check("megatron-bridge", { options = of_matrix("deepseek_v3", "h100", 1024, "fp8_cs"),
    text = matrix("h100", "1024", "fp8_cs", "seq_length 4096 mbs 1 gbs 8192 tp 2 pp 8 cp 1 vp 2 ep 64 etp 1", ""),
    case = { model = "deepseek_v3", run = with(recipe, { sl = 4096, global_batch = 8192, micro_batch = 1, format = "fp8",
        weight_byte = 2, act_byte = 2, fp8_head = "no" }),
      layout = with(spread, { tp = 2, pp = 8, dp = 64, vp = 2, ep = 64, etp = 1, sp = "yes", tp_overlap = "backward",
        p2p_hidden = "yes" }) } })
end

-- A prediction layer for a recipe's model is one more layer on the last stage; the number of layers without experts does
-- not change.
function TestBridge:test_a_prediction_layer_of_a_model()
  write("model_config:\n  mtp_num_layers: 1\n  pipeline_model_parallel_size: 61\ntrain_config:\n  global_batch_size: 64\n"
    .. "  micro_batch_size: 1\n")
  local case = assert(tw.read(scratch, { as = "megatron-bridge", model = "deepseek_v3", gpus = 61, run = { sl = 4096 } }))
  lu.assertEquals(tw.eval({ model = case.model, device = "h100_sxm", layout = case.layout, run = case.run,
    software = case.software, illegal = "allow" }, { "layers", "mtp", "dense_layers", "first_layers", "last_layers" }),
    { layers = 62, mtp = 1, dense_layers = 3, first_layers = 1, last_layers = 2 })
end

-- scripts/performance/configs/qwen3/qwen3_235b_a22b_llm_pretrain.yaml, 11d3a36
function TestBridge:test_qwen3_235b()
  check("megatron-bridge", { options = of_matrix("qwen3_235b", "h100", 256, "bf16"),
    text = matrix("h100", "256", "bf16", "seq_length 4096 mbs 1 gbs 2048 tp 2 pp 8 cp 1 vp 4 ep 32 etp 1 fsdp false", ""),
    case = { model = "qwen3_235b", run = with(recipe, { sl = 4096, global_batch = 2048, micro_batch = 1 }),
      layout = with(spread, { tp = 2, pp = 8, dp = 16, vp = 4, ep = 32, etp = 1, sp = "yes", tp_overlap = "backward",
        p2p_hidden = "yes" }) } })
end

-- examples/llm/llama3_8b/conf/llama3_8b_pretrain_override_example.yaml, c776162
function TestBridge:test_overrides_of_llama3_8b()
  check("megatron-bridge", { options = { model = "llama3_8b", gpus = 16, run = { sl = 8192 } }, text = [[
model_config:
  tensor_model_parallel_size: 2
  pipeline_model_parallel_size: 2
  context_parallel_size: 1

train_config:
  train_iters: 500000
  global_batch_size: 256
  micro_batch_size: 4
optimizer_config:
  lr: 0.00025
dataset_config:
  num_workers: 4
ddp_config:
  grad_reduce_in_fp32: true
profiling_config:
  profile_ranks: [0, 1]
]], case = { model = "llama3_8b", run = with(recipe, { sl = 8192, global_batch = 256, micro_batch = 4, grad_byte = 4 }),
    layout = with(spread, { tp = 2, pp = 2, dp = 4, sp = "yes", tp_overlap = "backward" }) } })
end

-- examples/recipes/kimi/conf/kimi_k2_pretrain_l8.yaml, 87107da: it changes a model, here a registered one
function TestBridge:test_overrides_of_a_model()
  check("megatron-bridge", { options = { model = "deepseek_v3", gpus = 8 }, text = [[
model:
  seq_length: 4096
  num_layers: 8
  num_moe_experts: 48
  tensor_model_parallel_size: 2
  pipeline_model_parallel_size: 1
  expert_model_parallel_size: 8
  apply_rope_fusion: false
  moe_layer_freq: [0, 1, 1, 1, 1, 1, 1, 1]
  pipeline_model_parallel_layout: null
  qk_clip: true
train:
  global_batch_size: 16
  micro_batch_size: 1
dist:
  use_megatron_fsdp: false
ddp:
  grad_reduce_in_fp32: false  # as the recipe of V3
]], case = { model = tw.models.deepseek_v3{ layers = 8, experts = 48, moe_share = 7 / 8 },
    run = with(recipe, { sl = 4096, global_batch = 16, micro_batch = 1 }),
    layout = with(spread, { tp = 2, dp = 4, ep = 8, etp = 2, sp = "yes", tp_overlap = "backward" }) } })
end

local qwen3 = { layers = 94, h = 4096, heads = 64, kv_heads = 4, head_dim = 128, ffn = 12288, gated = "yes",
  norm = "rmsnorm",
  tied = "no", qk_norm = "yes", vocab = 151936, experts = 128, top_k = 8, expert_ffn = 1536 }

-- scripts/performance/dryrun_configs/qwen/qwen3_235b_a22b_pretrain_gb200_nvfp4_v1.yaml, a9497c6: a whole configuration
function TestBridge:test_a_whole_configuration()
  check("megatron-bridge", { options = { gpus = 64 }, text = [[
_target_: megatron.bridge.training.config.ConfigContainer
checkpoint:
  async_save: false
  save_interval: 2000
comm_overlap: null
ddp:
  _target_: megatron.core.distributed.DistributedDataParallelConfig
  average_in_collective: true
  grad_reduce_in_fp32: true
  overlap_grad_reduce: true
  overlap_param_gather: true
  use_distributed_optimizer: true
  use_megatron_fsdp: false
mixed_precision:
  bf16: true
  fp16: false
  fp4: e2m1
  fp4_recipe: nvfp4
  fp8: null
  fp8_amax_history_len: 1
  grad_reduce_in_fp32: true
  params_dtype:
    _call_: false
    _target_: torch.bfloat16
model:
  _target_: megatron.bridge.models.gpt_provider.GPTModelProvider
  account_for_embedding_in_pipeline_split: true
  account_for_loss_in_pipeline_split: true
  activation_func:
    _call_: false
    _target_: torch.nn.functional.silu
  attention_backend: null
  attention_dropout: 0.0
  bf16: true
  context_parallel_size: 1
  cuda_graph_impl: transformer_engine
  cuda_graph_scope:
  - attn
  - moe_router
  expert_model_parallel_size: 8
  expert_tensor_parallel_size: 1
  ffn_hidden_size: 12288
  gated_linear_unit: true
  hidden_dropout: 0.0
  hidden_size: 4096
  kv_channels: 128
  make_vocab_size_divisible_by: 128
  moe_ffn_hidden_size: 1536
  moe_layer_freq: 1
  moe_router_topk: 8
  mtp_num_layers: null
  normalization: RMSNorm
  num_attention_heads: 64
  num_layers: 94
  num_moe_experts: 128
  num_query_groups: 4
  overlap_p2p_comm: false
  pipeline_model_parallel_size: 8
  qk_layernorm: true
  recompute_granularity: null
  rotary_base: 1000000.0
  seq_length: 4096
  sequence_parallel: false
  share_embeddings_and_output_weights: false
  should_pad_vocab: false
  tensor_model_parallel_size: 1
  tp_comm_overlap: false
  virtual_pipeline_model_parallel_size: null
  vocab_size: 151936
optimizer:
  exp_avg_dtype:
    _call_: false
    _target_: torch.float32
  overlap_param_gather: false
  use_precision_aware_optimizer: false
tokenizer:
  vocab_size: 32000
train:
  global_batch_size: 1024
  micro_batch_size: 1
  exit_signal:
    _args_:
    - 15
    _call_: true
]], case = { model = qwen3,
    run = with(recipe, { sl = 4096, global_batch = 1024, micro_batch = 1, format = "fp4", grad_byte = 4,
      weight_byte = 2, act_byte = 2, fp8_head = "no", graphs = "dense" }),
    layout = with(spread, { pp = 8, dp = 8, ep = 8, etp = 1, first_layers = 11, middle_layers = 12, last_layers = 11 }) } })
end

-- scripts/moe_model_zoo/model_configs/Qwen3-235B-A22B.yaml, 216a65f: values of the launcher are given here
function TestBridge:test_a_configuration_with_variables()
  check("megatron-bridge", { options = { gpus = 256, model = { vocab = 151936 },
    set = { TP = 2, PP = 8, EP = 32, CP = 1, VPP = 4, SEQ_LEN = 4096, MBS = 1, GBS = 2048, MOE_GROUPED_GEMM = "true" } },
    text = [[
ENV_VARS:
  NVTE_FLASH_ATTN: 1
model:
  attention_backend: AttnBackend.flash
  share_embeddings_and_output_weights: false
  gated_linear_unit: true
  tensor_model_parallel_size: ${TP}
  pipeline_model_parallel_size: ${PP}
  expert_model_parallel_size: ${EP}
  context_parallel_size: ${CP}
  virtual_pipeline_model_parallel_size: ${VPP}
  expert_tensor_parallel_size: 1
  account_for_embedding_in_pipeline_split: true
  account_for_loss_in_pipeline_split: true
  sequence_parallel: true
  normalization: RMSNorm
  num_layers: 94
  hidden_size: 4096
  ffn_hidden_size: 12288
  num_attention_heads: 64
  kv_channels: 128
  num_query_groups: 4
  qk_layernorm: true
  seq_length: ${SEQ_LEN}
  attention_dropout: 0.0
  hidden_dropout: 0.0
  num_moe_experts: 128 # num_moe_experts
  moe_ffn_hidden_size: 1536
  moe_router_topk: 8
  moe_grouped_gemm: ${MOE_GROUPED_GEMM}
  moe_enable_deepep: true
  bf16: true
ddp:
  use_distributed_optimizer: true
train:
  micro_batch_size: ${MBS}
  global_batch_size: ${GBS}
tokenizer:
  tokenizer_type: HuggingFaceTokenizer
checkpoint:
  save: ${OUTPUT_PATH}/checkpoints
]], case = { model = qwen3, run = with(recipe, { sl = 4096, global_batch = 2048, micro_batch = 1, grad_byte = 4 }),
    layout = with(spread, { tp = 2, pp = 8, dp = 16, vp = 4, ep = 32, etp = 1, sp = "yes", tp_overlap = "backward",
      p2p_hidden = "yes", first_layers = 11, middle_layers = 12, last_layers = 11, dispatch = "nodes" }) } })
end

function TestBridge:test_overrides_on_a_line()
  check("megatron-bridge", { options = { model = "llama3_8b", gpus = 8 }, text =
    "train.micro_batch_size=1 train.global_batch_size=128 model.seq_length=8192 model.context_parallel_size=2\n",
    case = { model = "llama3_8b", run = with(recipe, { sl = 8192, global_batch = 128, micro_batch = 1, grad_byte = 4 }),
      layout = with(spread, { cp = 2, dp = 4, cp_kind = "ring" }) } })
end

-- NVIDIA/NeMo-Framework-Launcher, launcher_scripts/conf/training/gpt3/175b.yaml, 056a90e
function TestBridge:test_nemo_gpt3_175b()
  check("nemo", { text = [[
run:
  name: gpt3_175b
  time_limit: "26-00:00:00"
trainer:
  num_nodes: 128
  devices: 8
  precision: bf16
  max_steps: 75000 # consumed_samples = global_step * global_batch_size
model:
  micro_batch_size: 1
  global_batch_size: 2048
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 8
  virtual_pipeline_model_parallel_size: 12 # interleaved
  encoder_seq_length: 2048
  num_layers: 96
  hidden_size: 12288
  ffn_hidden_size: ${multiply:4, ${.hidden_size}}  # 4 * hidden_size.
  num_attention_heads: 96
  hidden_dropout: 0.1  # as in the paper's code
  kv_channels: null
  activations_checkpoint_granularity: selective # 'selective' or 'full'
  activations_checkpoint_method: block
  activations_checkpoint_num_layers: 0
  sequence_parallel: True
  tokenizer:
    type: 'GPT2BPETokenizer'
  fp8: False
  fp8_hybrid: True
  ub_tp_comm_overlap: True
  overlap_p2p_comm: True
  optim:
    name: distributed_fused_adam
    overlap_grad_sync: True
    overlap_param_sync: true
    betas:
    - 0.9
    - 0.95
  data:
    seq_length: 2048
]], case = { model = with(gpt3, { vocab = 50688 }), run = with(fused, { sl = 2048, global_batch = 2048, micro_batch = 1,
      format = "bf16", grad_byte = 4, recompute = "selective" }),
    layout = with(spread, { tp = 4, pp = 8, dp = 32, vp = 12, sp = "yes", tp_overlap = "yes", p2p_hidden = "yes" }) } })
end

-- torchtitan -----------------------------------------------------------------------------------------------------------

local titan = with(fused, { format = "bf16", grad_byte = 4, dropout = "no", recompute = "full",
  recompute_stop = "yes" })

local function old_titan(model, flavor, batch, sl, tp, ac)
  return core.format('# a preset\n[job]\ndump_folder = "./outputs"\n[model]\nname = "%s"\nflavor = "%s"\n'
    .. 'norm_type = "rmsnorm"  # layernorm / rmsnorm\n[optimizer]\nlr = 3e-4\n[training]\nbatch_size = %s\nseq_len = %s\n'
    .. 'data_parallel_degree = -1\ntensor_parallel_degree = %s  # TP\ncompile = false\ndataset = "c4"\n[experimental]\n'
    .. "pipeline_parallel_degree = 1\n[checkpoint]\nenable_checkpoint = false\n[activation_checkpoint]\n%s\n", model,
      flavor,
    batch, sl, tp, ac)
end

TestTorchtitan = {}

-- pytorch/torchtitan, train_configs/llama3_405b.toml, 057f64d
function TestTorchtitan:test_llama3_405b()
  check("torchtitan", { options = { gpus = 128 }, text = old_titan("llama3", "405B", "1", "8192", "8",
    "mode = 'full' # or 'none'"),
    case = { model = "llama3_405b", run = with(titan, { sl = 8192, global_batch = 16, micro_batch = 1 }),
      layout = { tp = 8, dp = 16, sp = "yes", zero = "weights", tp_overlap = "no" } } })
end

-- train_configs/llama3_70b.toml, 08e5379
function TestTorchtitan:test_llama3_70b()
  check("torchtitan", { options = { gpus = 64 }, text = old_titan("llama3", "70B", "8", "8192", "8", "mode = 'full'"),
    case = { model = "llama3_70b", run = with(titan, { sl = 8192, global_batch = 64, micro_batch = 8 }),
      layout = { tp = 8, dp = 8, sp = "yes", zero = "weights", tp_overlap = "no" } } })
end

-- train_configs/llama2_7b.toml, 08e5379
function TestTorchtitan:test_llama2_7b()
  check("torchtitan", { options = { gpus = 8 },
    text = old_titan("llama2", "7B", "8", "2048", "1", "mode = 'selective'\nselective_ac_option = 'op'"),
    case = { model = "llama2_7b", run = with(titan, { sl = 2048, global_batch = 64, micro_batch = 8,
      recompute_part = 0.5 }),
      layout = { dp = 8, zero = "weights" } } })
end

-- train_configs/llama3_8b.toml, 0011fb9
function TestTorchtitan:test_llama3_8b()
  check("torchtitan", { options = { gpus = 64 }, text = [[
[model]
name = "llama3"
flavor = "8B"
[training]
seed=2020
batch_size = 1
seq_len = 8192
data_parallel_replicate_degree = 1
data_parallel_shard_degree = -1
tensor_parallel_degree = 1
compile = false
[experimental]
pipeline_parallel_degree = 1
[activation_checkpoint]
mode = 'selective'  # ['none', 'selective', 'full']
selective_ac_option = 'op'  # 'int' or 'op'
[float8]
enable_float8_linear = false
]], case = { model = "llama3_8b",
    run = with(titan, { sl = 8192, global_batch = 64, micro_batch = 1, recompute_part = 0.5 }),
    layout = { dp = 64, zero = "weights" } } })
end

-- torchtitan/models/deepseek_v3/train_configs/deepseek_v3_16b.toml, 00f785a; shape of its __init__.py, 0014ac2
function TestTorchtitan:test_deepseek_16b()
  check("torchtitan", { options = { gpus = 8 }, text = [[
[metrics]
log_freq = 10
[model]
name = "deepseek_v3"
flavor = "16B"
# converters = ["float8"]
[training]
local_batch_size = 8
seq_len = 4096
compile = false
[parallelism]
data_parallel_replicate_degree = 1
data_parallel_shard_degree = -1
fsdp_reshard_after_forward = "default" # default / never / always
tensor_parallel_degree = 1
enable_async_tensor_parallel = false
pipeline_parallel_degree = 1
pipeline_parallel_schedule = "Interleaved1F1B"
expert_parallel_degree = 1
expert_tensor_parallel_degree = 1
[activation_checkpoint]
mode = "full"  # ["none", "selective", "full"]
[float8]
filter_fqns = ["output",
  "router.gate"]
]], case = { model = { layers = 27, h = 2048, heads = 16, kv_heads = 16, head_dim = 128, ffn = 10944, gated = "yes",
      norm = "rmsnorm", tied = "no", vocab = 102400, experts = 64, top_k = 6, expert_ffn = 1408, shared_ffn = 2816,
      moe_share = 26 / 27, kv_lora_rank = 512, nope_dim = 128, rope_dim = 64, v_dim = 128 },
    run = with(titan, { sl = 4096, global_batch = 64, micro_batch = 8 }), layout = { dp = 8, zero = "weights" } } })
end

function TestTorchtitan:test_a_pipeline_copies_and_fp8()
  check("torchtitan", { text = [[
[model]
name = "llama3"
flavor = "70B"
converters = ["float8", "quantum"]
[training]
local_batch_size = 8
global_batch_size = 64
seq_len = 8192
[compile]
enable = true
[parallelism]
data_parallel_replicate_degree = 2
data_parallel_shard_degree = 4
tensor_parallel_degree = 4
enable_async_tensor_parallel = true
pipeline_parallel_degree = 4
pipeline_parallel_schedule = "Interleaved1F1B"
pipeline_parallel_microbatch_size = 2
context_parallel_degree = 2
fsdp_reshard_after_forward = "always"
[activation_checkpoint]
mode = "none"
[float8]
enable_fsdp_float8_all_gather = true
]], case = { model = "llama3_70b", run = with(titan, { sl = 8192, global_batch = 64, micro_batch = 2, format = "fp8",
      act_byte = 2, weight_byte = 1, fp8_head = "no", recompute = "none" }),
    layout = { tp = 4, pp = 4, cp = 2, dp = 8, vp = 2, sp = "yes", zero = "weights", stage_gather = "each", shard = 8,
      tp_overlap = "yes" } }, missed = { "model.converters: quantum" } })
end

-- On pipeline stages weights stay gathered unless the file requests resharding; without a pipeline the engine has no field
-- for gathered weights.
function TestTorchtitan:test_weights_that_stay_gathered()
  local function layout(pp, word)
    return read(core.format('[model]\nname = "llama3"\nflavor = "8B"\n[training]\nlocal_batch_size = 8\nseq_len = 4096\n'
      .. "[parallelism]\ndata_parallel_shard_degree = 4\npipeline_parallel_degree = %d\n%s", pp,
      word and core.format('fsdp_reshard_after_forward = "%s"\n', word) or ""), "torchtitan", { gpus = 4 * pp }).layout
  end
  for word, gathered in pairs{ default = "once", never = "once", always = "each" } do
    lu.assertEquals(layout(2, word).stage_gather, gathered, word)
    lu.assertFalse(core.states(layout(1, word), "stage_gather"))
  end
  lu.assertEquals(layout(2).stage_gather, "once")
end

-- DeepSpeed ------------------------------------------------------------------------------------------------------------

TestDeepspeed = {}

local zero = "microsoft/DeepSpeedExamples"

-- Megatron-LM-v1.1.5-ZeRO3/examples/ds_zero_stage_3_config_release.json, bdf8e59
function TestDeepspeed:test_stage_3()
  check("deepspeed", { options = { gpus = 16, model = "gpt2_xl", run = { sl = 1024 } }, text = [[
{ "train_batch_size": 64, "gradient_accumulation_steps": 1, "steps_per_print": 1,
  "zero_optimization": { "stage": 3, "stage3_max_live_parameters": 1e9, "stage3_prefetch_bucket_size": 5e7,
    "cpu_offload": true, "cpu_offload_params": true, "overlap_comm": true, "sub_group_size": 4e8 },
  "gradient_clipping": 1.0, "fp16": { "enabled": true, "loss_scale": 1024 } }
]], case = { model = "gpt2_xl", run = { sl = 1024, global_batch = 64, micro_batch = 4, format = "fp16" },
    layout = { dp = 16, zero = "weights", offload_opt = 1 } },
    missed = { "zero_optimization.cpu_offload_params: weights are not kept outside of the device (line 3)" } })
end

-- Megatron-LM-v1.1.5-ZeRO3/examples/ds_zero_stage_infinity_config.json, 7d936b3
function TestDeepspeed:test_infinity()
  check("deepspeed", { options = { gpus = 16, model = "gpt2_xl", run = { sl = 1024 } }, text = [[
{ "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 1,
  "zero_optimization": { "stage": 3, "overlap_comm": true, "reduce_bucket_size": 90000000,
    "offload_optimizer": { "device": "nvme", "nvme_path": "/nvme_data", "buffer_count": 4 },
    "offload_param": { "device": "nvme", "nvme_path": "/nvme_data" } },
  "fp16": { "enabled": true }, "aio": { "block_size": 1048576 } }
]], case = { model = "gpt2_xl", run = { sl = 1024, global_batch = 64, micro_batch = 4, format = "fp16" },
    layout = { dp = 16, zero = "weights", offload_opt = 1, offload_to = "nvme" } },
      missed = { "offload_param.device = nvme" } })
end

-- autotuning/hf/dsconfigs/ds_config_fp16_z3.json, f9dc4de: "auto" gives no information
function TestDeepspeed:test_auto()
  local text = '{ "train_micro_batch_size_per_gpu": "auto", "zero_optimization": { "stage": 3 }, "fp16": { '
    .. '"enabled": true } }'
  check("deepspeed", { options = { gpus = 16, model = "gpt2_xl", run = { sl = 1024, micro_batch = 2 } }, text = text,
    case = { model = "gpt2_xl", run = { sl = 1024, global_batch = 32, micro_batch = 2, format = "fp16" },
      layout = { dp = 16, zero = "weights" } } })
  lu.assertStrContains(refuse(text, { as = "deepspeed" }), "it does not state the model (model = a name or fields), nor "
    .. "the length of a sequence (run = { sl = ... }), nor the microbatch (run = { micro_batch = ... }), nor the GPUs "
    .. "(gpus = ...)")
end

-- bing_bert/deepspeed_bsz64k_lamb_config_seq128.json, 0d011b5
function TestDeepspeed:test_a_large_batch()
  check("deepspeed", { options = { gpus = 64, model = "bert", run = { sl = 128 } }, text = [[
{ "train_batch_size": 65536, "train_micro_batch_size_per_gpu": 64, "prescale_gradients": false,
  "optimizer": { "type": "Lamb", "params": { "lr": 11e-3 } }, "fp16": { "enabled": true, "loss_scale": 0 },
  "sparse_attention": { "mode": "fixed", "block": 16 } }
]], case = { model = "bert",
    run = { sl = 128, global_batch = 65536, micro_batch = 64, format = "fp16" }, layout = { dp = 64 } },
    missed = { "sparse_attention.mode = fixed: no field has attention with holes" } })
end

-- Megatron-LM/scripts/ds_zero2_config.json, 26b89cc
function TestDeepspeed:test_stage_2()
  check("deepspeed", { options = { gpus = 8, model = "gpt2_xl", run = { sl = 1024 } }, text = [[
{ "train_batch_size":16, "gradient_accumulation_steps": 1, "zero_optimization": { "stage":2 },
  "optimizer": { "type": "Adam", "params": { "lr": 0.00015 } }, "fp16": { "enabled": true },
  "activation_checkpointing": { "partition_activations":true, "contiguous_memory_optimization":false } }
]], case = { model = "gpt2_xl", run = { sl = 1024, global_batch = 16, micro_batch = 2, format = "fp16" },
    layout = { dp = 8, zero = "gradients", dp_overlap = "none" } }, missed = { "partition_activations" } })
end

function TestDeepspeed:test_the_batch_gives_the_number_of_gpus()
  local text = '{ "train_batch_size": %d, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2,\n'
    .. '"bf16": { "enabled": true } }'
  local options = { as = "deepspeed", model = "gpt2_xl", run = { sl = 1024 } }
  lu.assertEquals(read(core.format(text, 64), "deepspeed", options).layout.dp, 8)
  lu.assertEquals(refuse(core.format(text, 65), options), "line 1: train_batch_size = 65 is not a multiple of "
    .. "train_micro_batch_size_per_gpu x gradient_accumulation_steps = 8")
end

-- Others ---------------------------------------------------------------------------------------------------------------

TestOthers = {}

-- huggingface/nanotron, examples/config_tiny_llama.yaml, 09fd0ec
function TestOthers:test_nanotron()
  check("nanotron", { text = [[
checkpoints:
  checkpoint_interval: 10
data_stages:
- data:
    dataset:
      hf_dataset_or_datasets: stas/openwebtext-10k
    seed: 42
  name: Stable Training Stage
  start_training_step: 1
- data:
    seed: 42
  name: Annealing Phase
lighteval: null
model:
  dtype: bfloat16
  init_method:
    std: 0.025
  make_vocab_size_divisible_by: 1
  model_config:
    bos_token_id: 1
    hidden_act: silu
    hidden_size: 16
    intermediate_size: 64
    is_llama_config: true
    num_attention_heads: 4
    num_hidden_layers: 2
    num_key_value_heads: 4
    pad_token_id: null
    rms_norm_eps: 1.0e-05
    rope_scaling: null
    tie_word_embeddings: true
    vocab_size: 256
optimizer:
  accumulate_grad_in_fp32: true
  zero_stage: 0
parallelism:
  dp: 2
  expert_parallel_size: 1
  pp: 2
  pp_engine: 1f1b
  tp: 2
  tp_linear_async_communication: true
  tp_mode: REDUCE_SCATTER
tokens:
  batch_accumulation_per_replica: 1
  micro_batch_size: 2
  sequence_length: 256
]], case = { model = { layers = 2, h = 16, heads = 4, kv_heads = 4, head_dim = 4, ffn = 64, gated = "yes", norm = "rmsnorm",
      tied = "yes", vocab = 256 },
    run = with(fused, { sl = 256, global_batch = 4, micro_batch = 2, format = "bf16", grad_byte = 4, dropout = "no" }),
    layout = { tp = 2, pp = 2, dp = 2, sp = "yes" } },
    missed = { "nanotron places layers by their FLOPs", "tp_linear_async_communication" } })
end

-- huggingface/trl, examples/accelerate_configs/fsdp2.yaml, a91c73c, and deepspeed_zero3.yaml, 7d75884
function TestOthers:test_accelerate()
  local options = { model = "llama2_7b", run = { sl = 2048, micro_batch = 2 } }
  local rest = "machine_rank: 0\nmixed_precision: bf16\nnum_machines: 1\nnum_processes: 8\ntpu_env: []\nuse_cpu: false\n"
  local case = { model = "llama2_7b", run = { sl = 2048, global_batch = 16, micro_batch = 2, format = "bf16",
    grad_byte = 4 },
    layout = { dp = 8, zero = "weights" } }
  check("accelerate", { options = options, case = case, text = "compute_environment: LOCAL_MACHINE\n"
    .. "distributed_type: FSDP\ndowncast_bf16: 'no'\nfsdp_config:\n  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\n"
    .. "  fsdp_activation_checkpointing: false\n  fsdp_offload_params: false\n  fsdp_reshard_after_forward: true\n"
    .. "  fsdp_version: 2\n" .. rest })
  check("accelerate", { options = options, case = case, text = "compute_environment: LOCAL_MACHINE\ndeepspeed_config:\n"
    .. "  gradient_accumulation_steps: 1\n  offload_optimizer_device: none\n  offload_param_device: none\n  zero_stage: 3\n"
    .. "distributed_type: DEEPSPEED\n" .. rest })
  local shared = read("distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: "
    .. "HYBRID_SHARD\nmixed_precision: fp16\nnum_machines: 4\nnum_processes: 32\n", "accelerate", options)
  lu.assertEquals({ shared.layout.shard, shared.layout.zero }, { 8, "weights" })
end

function TestOthers:test_the_trainer()
  check("trainer", { text = [[
torchrun --nproc_per_node=4 --master_port=1234 train.py \
    --model_name_or_path meta-llama/Llama-2-7b-hf \
    --bf16 True --output_dir out --per_device_train_batch_size 4 --gradient_accumulation_steps 8 \
    --save_strategy "steps" --learning_rate 2e-5 --fsdp "full_shard auto_wrap" --tf32 True --model_max_length 512 \
    --gradient_checkpointing
]], case = { model = "llama2_7b", run = { sl = 512, global_batch = 128, micro_batch = 4, format = "bf16",
      recompute = "full", recompute_stop = "yes" }, layout = { dp = 4, zero = "weights" } } })
end

-- mlcommons/training_results_v3.1, NVIDIA/benchmarks/gpt3/implementations/pytorch/config_DGXH100_512x8x16x4x8_mbs1.sh,
-- f33f944
function TestOthers:test_mlperf()
  check("mlperf", { options = { model = "gpt3_175b", run = { sl = 2048 } }, text = [[
export MINIBS=16
export TENSOR_MODEL_PARALLEL=4   #  training.model.tensor_model_parallel_size
export PIPELINE_MODEL_PARALLEL=8
export DGXNNODES=512
export DGXSYSTEM=$(basename $(readlink -f ${BASH_SOURCE[0]}) | sed 's/^config_//' )
export WALLTIME_MINUTES=190
export WALLTIME=$(( (${NEXP:-1} * WALLTIME_MINUTES) ))
source $(dirname ${BASH_SOURCE[0]})/config_common.sh
export MICRO_BATCH_SIZE=1
export TP_COMM_OVERLAP=True
]], case = { model = "gpt3_175b", run = with(recipe, { sl = 2048, global_batch = 2048, micro_batch = 1, grad_byte = 4 }),
    layout = with(spread, { tp = 4, pp = 8, dp = 128, sp = "yes", tp_overlap = "yes" }) },
    missed = { "config_common.sh, another file (line 8)" } })
end

-- MooreThreads/SimuMax, configs/strategy/ep4_pp2_dp4_mbs1_selective_recompute.json and configs/models/deepseekv3.json,
-- 3005b17
function TestOthers:test_simumax()
  write[[
{ "model_type": "moe", "model_name": "deepseek_v3", "attention_type": "mla", "hidden_size": 7168, "head_num": 128,
  "kv_head_num": 128, "head_size": 128, "intermediate_size": 18432, "moe_ffn_hidden_size": 2048,
  "moe_shared_expert_intermediate_size": 2048, "layer_num": 61, "dense_layers": 3, "expert_num": 256, "v_head_dim": 128,
  "qk_head_dim": 128, "qk_pos_emb_head_dim": 64, "q_lora_rank": 1536, "kv_lora_rank": 512, "topk": 8, "vocab_size": 129280,
  "use_swiglu": true }]]
  local model = tw.read(scratch, { as = "simumax" })
  equal({ model = model, run = {}, layout = {} }, { model = tw.models.deepseek_v3{ router = "plain" }, run = {},
    layout = {} })
  check("simumax", { options = { model = model }, text = [[
{ "seq_len": 4096, "micro_batch_size": 1, "micro_batch_num": 8, "dtype": "bf16",
  "world_size": 8, "tp_size": 1, "pp_size": 2,
  "ep_size": 4, "etp_size": 1, "enable_sequence_parallel": true, "interleaving_size": 1, "zero_state": 1,
  "enable_dropout": false, "use_math_sdp": false, "use_flash_sdp": true, "use_fp32_accum_grad": true,
  "enable_recompute": true, "mem_factor": 0.94, "recompute_granularity": "selective_recompute", "mlp_recompute": true }]],
    case = { model = model, run = with(fused, { sl = 4096, global_batch = 32, micro_batch = 1, format = "bf16",
      grad_byte = 4,
        dropout = "no", recompute = "selective" }), layout = { pp = 2, dp = 4, ep = 4, zero = "optimizer" } },
    missed = { "mlp_recompute: selective recomputation is of attention's core" } })
end

-- calculon-ai/calculon, validation/seqsel/fig7/gpt3-175B_seqsel.json, 33a5aab
function TestOthers:test_calculon()
  check("calculon", { options = { model = "gpt3_175b", run = { sl = 2048 } }, text = [[
{ "num_procs": 64, "tensor_par": 8, "pipeline_par": 8, "data_par": 1, "tensor_par_net": 0, "pipeline_par_net": 1,
  "batch_size": 64, "microbatch_size": 1, "datatype": "float16", "fused_activation": false, "attention_type": "multihead",
  "activation_recompute": "attn_only", "pipeline_interleaving": 3, "optimizer_sharding": false,
  "tensor_par_comm_type": "rs_ag", "tensor_par_overlap": "none", "seq_par_ag_redo": true, "data_par_overlap": false,
  "weight_offload": false, "activations_offload": false, "optimizer_offload": false, "training": true }]],
    case = { model = "gpt3_175b", run = { sl = 2048, global_batch = 64, micro_batch = 1, format = "fp16",
        recompute = "selective" }, layout = { tp = 8, pp = 8, vp = 3, sp = "yes", tp_overlap = "no",
          dp_overlap = "none" } } })
end

-- Back -----------------------------------------------------------------------------------------------------------------

TestWritten = {}

local function back(case, as, options)
  case = parted(case, as == "megatron" and "megatron_core" or as)
  local text, remark = tw.config(case, as)
  lu.assertNotNil(text, remark)
  lu.assertNil(remark)
  equal(read(text, as, options), case)
  return text
end

function TestWritten:test_megatron()
  local base = with(fused, { sl = 4096, global_batch = 256, micro_batch = 1, format = "bf16", grad_byte = 4,
    dropout = "no" })
  local layouts = {
    { tp = 2, pp = 4, dp = 8, cp = 2, cp_kind = "ring", sp = "yes", zero = "optimizer", dp_overlap = "both",
      tp_overlap = "yes", vp = 2, p2p_hidden = "yes" },
    { tp = 4, pp = 4, dp = 4, dp_overlap = "none", tp_overlap = "backward", p2p_scatter = "yes",
      placement = "tp_cp_pp_dp" },
    { tp = 4, pp = 2, dp = 4, dp_overlap = "none", tp_overlap = "backward", vp = 2 },
    { pp = 4, dp = 4, first_layers = 7, middle_layers = 9, last_layers = 7, dp_overlap = "none" },
    { dp = 64, zero = "weights", dp_overlap = "gradients", shard = 8 },
    { dp = 64, zero = "gradients", dp_overlap = "both", offload_opt = 0.5 },
  }
  for _, layout in ipairs(layouts) do back({ model = "llama3_8b", run = base, layout = layout }, "megatron") end
  local plain = { dp = 8, zero = "optimizer", dp_overlap = "both" }
  for _, run in ipairs{ { format = "fp16", grad_byte = 2 }, { format = "fp16", grad_byte = 4 }, { grad_byte = 2 },
    { format = "fp8", weight_byte = 1, act_byte = 2, fp8_head = "no" },
    { format = "fp8", act_byte = 2, fp8_head = "no", fp8_attention = "yes" }, { moment_byte = 4, master_byte = 4 },
    { recompute = "full" }, { recompute = "full", recompute_part = 0.25 }, { recompute = "selective", dropout = "yes" } } do
    back({ model = "llama3_8b", run = with(base, run), layout = plain }, "megatron")
  end
  back({ model = "gpt3_175b", run = base, layout = plain }, "megatron")
  lu.assertStrContains(back({ model = "mixtral_8x7b", run = with(base, { capacity = 1.5 }),
    layout = with(plain, { ep = 8 }) }, "megatron"), "--moe-pad-expert-input-to-capacity")
  back({ model = "deepseek_v3", run = base, layout = with(plain, { ep = 8 }) }, "megatron")
  local few = tw.models.deepseek_v3{ layers = 8, moe_share = 5 / 8, dense_at = "spread" }
  lu.assertStrContains(back({ model = few, run = base, layout = with(plain, { ep = 8 }) }, "megatron"),
    '--moe-layer-freq "[0,1,0,1,1,0,1,1]"')
  -- A prediction layer is one more layer on the last stage, or has a place in the layout string.
  for _, one in ipairs{ { 61, 1 }, { 60, 4, 15, 15, 16 }, { 61, 2, 30, 0, 32, text = "Et*30|t*31mL" },
    { 61, 4, 16, 16, 14, text = "Et*16|(t*16|)*2t*13mL" } } do
    local v3 = tw.models.deepseek_v3{ layers = one[1] + 1, mtp = 1, moe_share = 1 - 3 / (one[1] + 1) }
    local said = back({ model = v3, run = base, layout = with(plain, { ep = 8, pp = one[2], first_layers = one[3],
      middle_layers = one[4], last_layers = one[5] }) }, "megatron")
    lu.assertStrContains(said, core.format("--num-layers %d ", one[1]))
    lu.assertStrContains(said, "--mtp-num-layers 1 ")
    lu.assertEquals(said:match '%-%-pipeline%-model%-parallel%-layout "(.-)"', one.text)
  end
  for share, said in pairs{ [1] = "--window-size 127,0 ", [0.5] = "--window-attn-skip-freq 2 ",
    [0.25] = '--window-attn-skip-freq "[0,0,0,1]"' } do
    local windowed = tw.models.llama3_8b{ layers = 4, window = 128, window_share = share,
      full_every = share == 0.5 and 2 or 0 }
    lu.assertStrContains(back({ model = windowed, run = base, layout = plain }, "megatron"), said)
  end
  lu.assertStrContains(back({ model = tw.models.llama3_8b{ layers = 6, window = 128, full_every = 3, full_first = 2 },
    run = base, layout = plain }, "megatron"), '--window-attn-skip-freq "[1,0,1,1,0,1]"')
  lu.assertNotStrContains(back({ model = "llama3_8b", run = base, layout = plain }, "megatron"), "--window") -- it has none
  -- Megatron has them at a fixed distance; a model that spreads them evenly gets a remark.
  local text, remark = tw.config(parted({ model = tw.models.llama3_8b{ layers = 4, window = 128, window_share = 0.5 },
    run = base, layout = plain }, "megatron_core"), "megatron")
  lu.assertStrContains(text, "--window-attn-skip-freq 2 ")
  lu.assertStrContains(remark, "full_every = 2, but the case has 0")
  lu.assertStrContains(back({ model = "qwen3_next_80b_a3b", run = base, layout = with(plain, { ep = 8 }) }, "megatron"),
    "--linear-attention-freq 4 ")
  for _, recompute in ipairs{ "none", "selective" } do
    for _, field in ipairs{ "recompute_experts", "recompute_fc", "recompute_activation", "recompute_norms",
      "recompute_latent" } do
      back({ model = "deepseek_v3", run = with(base, { recompute = recompute, [field] = "yes" }),
        layout = with(plain, { ep = 8 }) }, "megatron")
    end
  end
  lu.assertStrContains(back({ model = "qwen3_235b", run = base, layout = with(plain, { ep = 8 }) }, "megatron"),
    "torchrun --nproc-per-node 8 --nnodes 1 pretrain_gpt.py")
end

function TestWritten:test_a_configuration_survives_writing_and_reading()
  equal(read(tw.config(read(parrot, "megatron", { gpus = 4 }), "megatron"), "megatron"), read(parrot, "megatron",
    { gpus = 4 }))
  local toml = old_titan("llama3", "70B", "8", "8192", "8", "mode = 'full'")
  local titan_case = read(toml, "torchtitan", { gpus = 64 })
  equal(read(tw.config(titan_case, "torchtitan"), "torchtitan"), titan_case)
  local json = '{ "train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4,\n'
    .. '"zero_optimization": { "stage": 2, "overlap_comm": true, "offload_optimizer": { "device": "nvme" } },\n'
    .. '"bf16": { "enabled": true } }'
  local options = { model = "gpt2_xl", run = { sl = 1024 } }
  local zero_case = read(json, "deepspeed", options)
  equal(read(tw.config(zero_case, "deepspeed"), "deepspeed", options), zero_case)
end

function TestWritten:test_torchtitan()
  local base = with(titan, { sl = 8192, global_batch = 64, micro_batch = 2 })
  for _, one in ipairs{ { layout = { dp = 8, zero = "weights" } }, { layout = { dp = 8, zero = "weights", shard = 4 } },
    { layout = { tp = 2, dp = 4, sp = "yes", zero = "weights", tp_overlap = "no" }, run = { recompute_part = 0.5 } },
    { layout = { pp = 2, dp = 4, vp = 2, zero = "weights" } }, { layout = { pp = 2, dp = 4, vp = 4, zero = "weights" } },
    { layout = { pp = 2, dp = 4, zero = "weights", stage_gather = "each" } },
    { layout = { pp = 2, dp = 4, schedule = "gpipe" } },
    { layout = { dp = 4, cp = 2, zero = "weights", cp_kind = "all_gather" }, run = { format = "fp8", act_byte = 2,
      weight_byte = 1, fp8_head = "no", recompute = "none" } } } do
    back({ model = "llama3_8b", run = with(base, one.run), layout = one.layout }, "torchtitan")
  end
  local narrow = back({ model = "llama3_8b", run = with(base, { grad_byte = 2 }), layout = { dp = 8, zero = "weights" } },
    "torchtitan")
  lu.assertStrContains(narrow, 'mixed_precision_reduce = "bfloat16"')
end

-- How tokens are sent to experts, and graphs, are read, and written in a form that is read as the same.
function TestWritten:test_exchanges_of_experts()
  local text, sentence = tw.config({ model = "deepseek_v3", device = "h100_sxm", software = { grad_byte = 4 },
    run = { sl = 4096, global_batch = 512, micro_batch = 1, format = "bf16" },
    layout = { pp = 8, dp = 64, ep = 64, zero = "optimizer", dispatch = "nodes", route_nodes = 4, ep_overlap = "yes",
      first_layers = 8, last_layers = 5, middle_layers = 8 } }, "megatron")
  lu.assertNotNil(text, sentence)
  for _, argument in ipairs{ "--moe-token-dispatcher-type flex", "--moe-enable-deepep", "--moe-router-num-groups 8",
    "--moe-router-group-topk 4", "--overlap-moe-expert-parallel-comm" } do
    lu.assertStrContains(text, argument)
  end
  local function read_with(more) return read(text:gsub("%s+$", "") .. more, "megatron", { gpus = 512 }) end
  local case = read_with ""
  lu.assertEquals({ case.layout.dispatch, case.layout.route_nodes, case.layout.ep_overlap }, { "nodes", 4, "yes" })
  for arguments, graphs in pairs{ [" --enable-cuda-graph"] = "dense", [" --cuda-graph-impl none"] = "none",
    [" --cuda-graph-impl local --cuda-graph-scope full_iteration"] = "all",
    [" --cuda-graph-impl transformer_engine --cuda-graph-scope attn moe_router"] = "dense" } do
    lu.assertEquals(read_with(arguments).software.graphs, graphs, arguments)
  end
  local without = text:gsub("%-%-moe%-enable%-deepep", "")
  lu.assertEquals(read(without, "megatron", { gpus = 512 }).layout.dispatch, "nodes")
end

function TestWritten:test_a_default_layout_can_be_pasted()
  local text, remark = tw.config({ model = "llama3_8b", run = { sl = 8192, global_batch = 64, micro_batch = 1,
    format = "bf16" },
    layout = { tp = 2, dp = 8, sp = "yes", zero = "optimizer" } }, "megatron")
  lu.assertStrContains(text, "--tensor-model-parallel-size 2")
  lu.assertStrContains(remark, "megatron has tp_overlap = backward, but the case has no")
end

local function cannot(case, as)
  local text, sentence = tw.config(case, as)
  lu.assertNil(text)
  return sentence
end

function TestWritten:test_a_case_that_a_format_cannot_express_is_refused()
  local run = { sl = 8192, global_batch = 64, micro_batch = 1, format = "bf16" }
  lu.assertEquals(cannot({ model = "llama3_8b", run = run, layout = { dp = 4, pp = 2 } }, "deepspeed"),
    "deepspeed cannot express pp = 2: its JSON has no stages")
  lu.assertStrContains(cannot({ model = "llama3_8b", run = run, layout = { pp = 4, dp = 2, schedule = "zb_v" } },
    "megatron"),
    "megatron cannot express schedule = zb_v")
  lu.assertStrContains(cannot({ model = "gpt3_175b", run = run, layout = { dp = 8 } }, "torchtitan"),
    "model gpt3_175b has no known flavor in torchtitan")
  lu.assertStrContains(cannot({ model = "llama3_8b", run = run, layout = { pp = 4, dp = 2, schedule = "dualpipe" } },
    "torchtitan"),
    "torchtitan cannot express schedule = dualpipe")
  lu.assertStrContains(cannot({ model = "llama3_8b", run = with(run, { mode = "inference" }), layout = { dp = 8 } },
    "megatron"),
    "megatron cannot express mode = inference")
  lu.assertStrContains(cannot({ model = "llama3_8b", run = run, layout = { dp = 8, placement = "dp_tp_cp_pp" } },
    "megatron"),
    "megatron cannot express placement = dp_tp_cp_pp")
  expect.sentence('config: "zzz" is not a format; known: deepspeed, megatron, torchtitan', tw.config, { model = "bert" },
    "zzz")
  expect.sentence('config: "megatron-lm" is not a format; did you mean "megatron"?', tw.config, { model = "bert" },
    "megatron-lm")
end

-- The formats are listed in alphabetical order for any order of pairs(); here pairs() is reversed.
function TestWritten:test_formats_are_listed_in_the_order_of_their_names()
  local any_order = pairs
  local function reversed(t)
    local keys, i = {}, 0
    for key in any_order(t) do keys[#keys + 1] = key end
    table.sort(keys, function(a, b) return tostring(a) > tostring(b) end)
    return function()
      i = i + 1
      return keys[i], t[keys[i]]
    end
  end
  _G.pairs = reversed
  local done, message = pcall(tw.config, { model = "bert" }, "zzz")
  _G.pairs = any_order
  lu.assertFalse(done)
  lu.assertStrContains(tostring(message), "known: deepspeed, megatron, torchtitan")
end

-- Logs -----------------------------------------------------------------------------------------------------------------

TestLogs = {}

local function row_of(text, as, options)
  write(text)
  local all = with({ as = as }, options)
  local t, sentence = tw.read(scratch, all)
  lu.assertNotNil(t, sentence)
  lu.assertEquals(t.n, 1)
  return t[1], t
end

local function megatron_line(i, ms)
  return core.format(" [2026-01-01 00:00:0%d] iteration %8d/     100 | consumed samples: %d | elapsed time per "
    .. "iteration (ms): %s "
    .. "| learning rate: 1.0E-04 | global batch size:    16 | lm loss: 1.0E+01 |\n", i % 10, i, 16 * i, ms)
end

function TestLogs:test_megatron()
  local lines = {}
  for i, ms in ipairs{ "9000.0", "3000.0", "1000.0", "1020.0", "980.0", "1010.0", "990.0", "1030.0" } do
    lines[i] = megatron_line(i, ms)
  end
  lines[2] = lines[2] .. "[Rank 0] (after 2 iterations) memory (MB) | allocated: 3.0 | max allocated: 2048.0 | "
    .. "reserved: 9.0\n"
  local row, t = row_of(table.concat(lines), nil, { sl = 1024 }) -- recognised by its contents
  lu.assertEquals({ row.software, row.steps, row.warm_up }, { "megatron_core", 8, 2 })
  lu.assertAlmostEquals(row.t_step, 1.005, 1e-12)
  lu.assertAlmostEquals(row.spread, (1.0175 - 0.9925) / 1.005, 1e-12)
  lu.assertAlmostEquals(row.token_rate, 16 * 1024 / 1.005, 20)
  lu.assertEquals(row.mem_byte, 2048 * 1048576)
  lu.assertEquals(t:unit "t_step", "s")
  lu.assertEquals(t.head, "megatron-log, 8 steps, the first 2 left out as warm-up")
  lu.assertEquals(row_of(table.concat(lines), "megatron-log", { warm_up = 0 }).warm_up, 0)
end

function TestLogs:test_a_log_cut_in_the_middle()
  local text = megatron_line(1, "1000.0") .. megatron_line(2, "1000.0") .. megatron_line(3, "10"):match("^(.-ms%): 10)")
  local row, t = row_of(text, "megatron-log")
  lu.assertEquals({ row.steps, row.t_step }, { 2, 1 })
  lu.assertStrContains(t.head, "line 3 is incomplete and left out")
  lu.assertStrContains(refuse(megatron_line(1, "10"):match("^(.-ms%): 10)"), { as = "megatron-log" }),
    "it has no step of a megatron-log: its only step is incomplete")
end

function TestLogs:test_decimal_commas_and_empty_logs()
  lu.assertStrContains(refuse(megatron_line(1, "1000.0") .. megatron_line(2, "1000,5"), { as = "megatron-log" }),
    "line 2: 1000,5: numbers have a decimal point, not a comma")
  lu.assertStrContains(refuse("hello\n", { as = "nemo-log" }), "line 1: it has no step of a nemo-log")
  lu.assertStrContains(refuse(megatron_line(1, "1000.0"), { as = "megatron-log", warm_up = 1 }), "all of them warm-up")
end

function TestLogs:test_nemo()
  local text = ""
  for i, s in ipairs{ "22.1", "6.06", "6.08", "6.07" } do
    text = text .. core.format("Training epoch 0, iteration %d/99 | lr: 6.897e-06 | global_batch_size: 128 | "
      .. "global_step: %d | max_memory_allocated: 115792977920 | reduced_train_loss: 11.96 | train_step_timing in s: %s | "
      .. "consumed_samples: 1\n",
      i, i, s)
  end
  local row = row_of(text, nil, { sl = 8192, gpus = 8 })
  lu.assertEquals({ row.warm_up, row.t_step, row.mem_byte }, { 1, 6.07, 115792977920 })
  lu.assertAlmostEquals(row.device_token_rate, 128 * 8192 / 6.07 / 8, 1e-6)
end

function TestLogs:test_torchtitan()
  local text = ""
  for i, tps in ipairs{ "3,502", "177,138", "189,694" } do
    text = text .. core.format("[rank0]:[titan] 2025-10-30 14:32:58,897 - root - INFO - \27[31mstep: %2d  "
      .. "\27[32mloss:  8.1661  "
      .. "\27[33mmemory:  2.47GiB(3.12%%)  \27[34mtps: %s  \27[36mtflops: 1.90  mfu: 0.19%%\27[39m\n", i, tps)
  end
  local row, t = row_of(text)
  lu.assertEquals({ row.warm_up, row.device_token_rate }, { 1, (177138 + 189694) / 2 })
  lu.assertIsNaN(row.t_step)
  lu.assertAlmostEquals(row.mem_byte, 2.47 * 1073741824, 1)
  lu.assertStrContains(t.head, "it has no step time")
  local whole = row_of(text, nil, { gpus = 8, sl = 2048, global_batch = 64 })
  lu.assertAlmostEquals(whole.t_step, (1 / 177138 + 1 / 189694) / 2 * 64 * 2048 / 8, 1e-9)
end

function TestLogs:test_nanotron_deepspeed_and_the_trainer()
  local nano = "08/31/2024 14:37:31 [INFO|DP=0|PP=0|TP=0]: iteration: %d / 15 | consumed_tokens: 512 | "
    .. "elapsed_time_per_iteration_ms: %s | tokens_per_sec: %s | global_batch_size: 2 | cuda_max_memory_reserved: 520M |\n"
  local row = row_of(core.format(nano, 1, "4.71K", "109") .. core.format(nano, 2, "512", "1K") .. core.format(nano, 3,
    "514", "996"))
  lu.assertEquals({ row.software, row.warm_up, row.mem_byte }, { "nanotron", 1, 520e6 })
  lu.assertAlmostEquals(row.t_step, 0.513, 1e-12)
  local speed = "[2024-03-07 15:27:02,646] [INFO] [timer.py:260:stop] epoch=0/micro_step=%d/global_step=%d, "
    .. "RunningAvgSamplesPerSec=58.7, CurrSamplesPerSec=%s, MemAllocated=6.01GB, MaxMemAllocated=19.5GB\n"
  row = row_of(core.format(speed, 1, 1, "64.0") .. core.format(speed, 2, 2, "64.0"), nil, { global_batch = 128 })
  lu.assertEquals({ row.t_step, row.mem_byte }, { 2, 19.5 * 1073741824 })
  local t
  row, t = row_of("{'loss': 1.1, 'epoch': 0.3}\n{'train_runtime': 225.8, 'train_samples_per_second': 3.543, "
    .. "'train_steps_per_second': 0.886, 'train_loss': 1.2}\n")
  lu.assertAlmostEquals(row.t_step, 1 / 0.886, 1e-12)
  lu.assertStrContains(t.head, "one mean over all steps, warm-up included")
end

function TestLogs:test_mllog()
  local function event(ms, key, value, about)
    return core.format('0: :::MLLOG {"namespace": "", "time_ms": %d, "event_type": "POINT_IN_TIME", "key": "%s", '
      .. '"value": %s, '
      .. '"metadata": {"lineno": 1%s}}\n', ms, key, value, about or "")
  end
  local text = event(0, "global_batch_size", "16") .. event(1000, "block_start", "null", ', "samples_count": 0')
    .. event(17000, "block_stop", "null", ', "samples_count": 128') .. event(20000, "block_start", "null",
      ', "samples_count": 128')
    .. event(36000, "block_stop", "null", ', "samples_count": 256')
  lu.assertEquals(row_of(text).t_step, 2)
  lu.assertStrContains(refuse(text .. ':::MLLOG {"key": "block_st\n:::MLLOG {"a": }\n', { as = "mllog" }),
    "is the line truncated?")
end

-- Bad input ------------------------------------------------------------------------------------------------------------

TestMistakes = {}

function TestMistakes:test_unknown_arguments_are_listed_and_stay()
  local case = read(parrot:gsub("%-%-use%-flash%-attn", "--use-flash-attn --warp-speed 9 --new-flag"), "megatron",
    { gpus = 4 })
  lu.assertEquals(case.not_understood, { "--warp-speed = 9 (line 11)", "--new-flag (line 11)" })
  lu.assertStrContains(printed[#printed], "not understood: --warp-speed = 9 (line 11)")
  lu.assertStrContains(case.model.unsupported, "not understood: --warp-speed = 9 (line 11); --new-flag (line 11)")
  case.device = "a100_80g"
  lu.assertStrContains(tw.sweep(with(case, { over = { sl = { 1024 } }, want = { "t_layer" } })).head, "--warp-speed = 9")
  lu.assertStrContains(tostring(case), "not understood: --warp-speed = 9 (line 11)")
  read(parrot:gsub("%-%-use%-flash%-attn", "--use-flash-attn --warp-speed 9"), "megatron", { gpus = 4 })
  lu.assertStrContains(printed[#printed], "not understood: --warp-speed = 9 (line 11)") -- a single option is reported too
end

-- An unknown setting that is off, in any form of YAML, is not reported.
function TestMistakes:test_unknown_settings_that_are_off_are_not_listed()
  local known = "model:\n  num_layers: 32\n  hidden_size: 4096\n  num_attention_heads: 32\n  seq_length: 4096\n"
  local case = read(known .. "  warp_a: null\n  warp_b: false\n  warp_c: 0\n  warp_d: ''\n  warp_e: []\n  warp_f: 7\n",
    "megatron-bridge", { gpus = 8, run = { micro_batch = 1, global_batch = 8 } })
  lu.assertEquals(table.concat(case.not_understood, "; "), "model.warp_f = 7 (line 11)")
end

-- Formats are recognised without as =, and no format's test accepts files of another format.
function TestMistakes:test_formats_are_known_by_their_look()
  local function seen(text, options)
    write(text)
    local case, sentence = tw.read(scratch, options)
    lu.assertNotNil(case, sentence)
    return case.format
  end
  lu.assertEquals(seen(parrot, { gpus = 4 }), "megatron")
  lu.assertEquals(seen(parrot:gsub("^", "# iteration 7/ 9 | elapsed time per iteration (ms): 7.0 |\n"), { gpus = 4 }),
    "megatron")
  lu.assertEquals(seen(old_titan("llama3", "8B", "1", "8192", "1", "mode = 'full'"), { gpus = 8 }), "torchtitan")
  lu.assertEquals(seen('{ "train_batch_size": 8, "zero_optimization": { "stage": 1 } }', { gpus = 8, model = "bert",
    run = { sl = 128 } }), "deepspeed")
  lu.assertEquals(seen("run:\n  name: x\ntrainer:\n  num_nodes: 1\n  devices: 8\nmodel:\n  tensor_model_parallel_size: 1\n"
    .. "  micro_batch_size: 1\n  num_layers: 2\n  hidden_size: 64\n  num_attention_heads: 4\n  encoder_seq_length: "
    .. "128\n"), "nemo")
  local row = row_of("+ torchrun pretrain_gpt.py --num-layers 2 --hidden-size 64\n" .. megatron_line(1, "1000.0"))
  lu.assertEquals(row.software, "megatron_core")
end

function TestMistakes:test_values()
  local function megatron(more) return refuse("x pretrain.py --num-layers 2 --hidden-size 8 " .. more,
    { as = "megatron" }) end
  lu.assertEquals(megatron("--num-attention-heads 2,5"),
    "line 1: --num-attention-heads = 2,5: numbers have a decimal point, not a comma")
  lu.assertEquals(megatron("--num-attention-heads two"), "line 1: --num-attention-heads = two: expected a number")
  lu.assertEquals(megatron("--num-attention-heads 2.5"), "line 1: --num-attention-heads = 2.5: expected a whole number")
  lu.assertEquals(megatron("--num-attention-heads --bf16"), "line 1: --num-attention-heads has no value")
  lu.assertStrContains(megatron("--num-attention-heads $HEADS"),
    "--num-attention-heads = $HEADS, which is not stated (line 1)")
  lu.assertStrContains(megatron('--num-attention-heads "2'), "quotes are not closed: is the text truncated?")
  lu.assertStrContains(refuse("ls -l\n", { as = "megatron" }), "there is no command with known arguments")
end

function TestMistakes:test_yaml_and_toml()
  local function yaml(text) return refuse(text, { as = "nanotron" }) end
  lu.assertStrContains(yaml("a: &x 1\n"), "line 1: &x 1: anchors and tags are not supported")
  lu.assertStrContains(yaml("a: 1\n\tb: 2\n"), "line 2: it is indented by a tab")
  lu.assertStrContains(yaml("a: 1\na: 2\n"), "line 2: a is already in line 1")
  lu.assertStrContains(yaml("a: [1, 2\n"), "line 1: [ is not closed on its line")
  lu.assertStrContains(yaml("a: 'b\n"), "line 1: quotes are not closed")
  lu.assertStrContains(yaml("a: 1\n---\nb: 2\n"), "line 2:")
  lu.assertStrContains(yaml("just words\n"), "line 1: expected \"key: value\"")
  lu.assertStrContains(yaml(""), "line 1: it is empty")
  local function toml(text) return refuse(text, { as = "torchtitan" }) end
  lu.assertStrContains(toml("[training]\nseq_len = 1979-05-27\n"),
    "line 2: 1979-05-27 is not a supported TOML value")
  lu.assertStrContains(toml("[training]\nseq_len = 8192\nseq_len = 1\n"), "line 3: seq_len is already in line 2")
  lu.assertStrContains(toml("[[x]]\na = 1\n"), "line 1: lists of tables are not supported")
  lu.assertStrContains(toml("[training]\nseq_len = 8192 7\n"), "line 2: unexpected text at the end of the line")
  lu.assertStrContains(toml("[training]\nseq_len = \"8192\n"), "line 2: quotes are not closed")
  lu.assertStrContains(refuse("{ \"fp16\": ", { as = "deepspeed" }), "line 1:")
end

function TestMistakes:test_logs_survive()
  for name, text in pairs{
    ["megatron-log"] = megatron_line(1, "1000.0") .. megatron_line(2, "900.0"),
    ["torchtitan-log"] = "step:  1  loss:  8.1  memory:  2.47GiB(3.12%)  tps: 3,502  tflops: 1.90\n",
    ["deepspeed-log"] = "global_step=2, RunningAvgSamplesPerSec=5.7, CurrSamplesPerSec=6.1, MaxMemAllocated=19.5GB\n",
    ["nanotron-log"] = "iteration: 1 | elapsed_time_per_iteration_ms: 4.71K | tokens_per_sec: 9 | global_batch_size: 2\n",
    ["nemo-log"] = "iteration 1/99 | global_batch_size: 128 | global_step: 1 | train_step_timing in s: 6.0 | x: 1\n",
    ["trainer-log"] = "200/200 [03:45<00:00,  1.13s/it]\n{'train_runtime': 225.8, 'train_steps_per_second': 0.886}\n",
    mllog = ':::MLLOG {"time_ms": 5, "key": "tracked_stats", "value": {"train_step_time": 2}, "metadata": {"step": 3}}\n',
  } do survives_all(text, name) end
end

function TestMistakes:test_other_programs()
  local text = "torchrun --nproc_per_node 8 %s --num-layers 2 --hidden-size 64 --num-attention-heads 4 --vocab-size 100 "
    .. "--seq-length 64 --micro-batch-size 1 --bf16 --attention-backend flash\n"
  lu.assertStrContains(refuse(core.format(text, "pretrain_t5.py"), { as = "megatron" }),
    "line 1: pretrain_t5.py trains an architecture that is not")
  local twice = read(core.format(text, "pretrain_gpt.py") .. core.format(text, "x/pretrain_gpt.py"), "megatron")
  lu.assertEquals(twice.not_understood, { "another command with the same number of arguments (line 1); the last one is "
    .. "read" })
  lu.assertEquals(#read(core.format(text, "pretrain_gpt.py"), "megatron").not_understood, 0)
end

function TestMistakes:test_missing_settings_are_reported()
  local json = '{ "train_batch_size": 8, "zero_optimization": { "stage": 1 } }'
  local case = read(json, "deepspeed", { gpus = 8, model = "bert", run = { sl = 128, dropout = "no" },
    device = "h100_sxm" })
  lu.assertEquals(case.assumed,
    { "not given: attention = fused, recompute = none, the default of such a run" })
  lu.assertTrue(tw.eval(case, "t_step") > 0)
  lu.assertStrContains(tw.explain(case, "t_step"), "t_step")
  expect.words('there is no device "h100_sxn"; did you mean "h100_sxm"?', tw.read, scratch, { as = "deepspeed",
    device = "h100_sxn" })
end

function TestMistakes:test_gpus_that_are_not_those_of_the_layout()
  lu.assertEquals(refuse("parallelism:\n  dp: 4\n  tp: 2\n  pp: 1\nmodel:\n  dtype: bfloat16\ntokens:\n"
    .. "  micro_batch_size: 1\n  sequence_length: 128\n", { as = "nanotron", model = "llama2_7b", gpus = 16 }),
    "line 1: its layout uses 8 GPUs, but gpus = 16")
end

function TestMistakes:test_contradictory_settings_are_refused()
  lu.assertStrContains(refuse("model:\n  bf16: true\nmixed_precision:\n  bf16: false\ntrain:\n  micro_batch_size: 1\n",
    { as = "megatron-bridge", model = "llama3_8b", gpus = 8 }),
      "line 4: mixed_precision.bf16 = false: line 2 contradicts it")
  expect.words("read: gpus = 0: expected a whole number", tw.read, scratch, { as = "megatron", gpus = 0 })
end

local result = lu.LuaUnit.run()
os.remove(scratch)
os.exit(result, true)
