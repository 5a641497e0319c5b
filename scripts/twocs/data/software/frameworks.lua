-- SPDX-License-Identifier: MIT
-- What frameworks do, by name, as a pack (data/packs.lua): fields of the record `software` (engine/rows/software.def), and
-- of a run and a layout, which a case takes where it does not say them. The one thing to know: an entry says what the
-- framework's documentation or code says; what nobody writes down is calibrated, one set of numbers for all of them
-- (data/calibrated.lua, `pooled`). "ideal" has no friction at all. A release is an entry of its own, "name@release".
--   also      other names, in small letters without blanks and punctuation; the longest that a text contains decides
--   libraries names of what other frameworks are built on too: they decide where a text names no framework
--   assumed   true: no measured run of it is known here;  ideal  true: it takes no calibrated number
--   means     words of its users for which a case has others: means.recompute.selective = { fields of any record }
--   unfused   what it sets in a run where attention is not fused
--   calibrated  what tw.calibrate found: { rows =, peaks = of its devices, sd = { of each constant } }
--   deal      "flop": layers and LM head are dealt to pipeline stages by their flop
--   etp_by    "tp": experts are cut by as many ranks as TP has where nobody says otherwise and there are fewer than 128

-- PyTorch's cross-entropy, and Megatron's, over logits in FP32: cast (2 + 4 bytes), maximum (4), difference, exponential
-- and sum (8 + 8), and backward (8): 34 bytes where the least count has 6. nanotron's: cast (2 + 4), maximum (4),
-- difference, exponential and quotient, each a tensor of its own or rewritten (8 + 8 + 8), sum (4), and backward product
-- (8) and cast (4 + 2): 52 bytes.
local loss_rho, eager_loss_rho = 34 / 6, 52 / 6
local gib = 1073741824

-- A bfloat16 gradient is added to one in FP32 by a kernel of its own: 2 + 4 + 4 bytes, and 2 to write the first. What an
-- eager framework holds, in bytes of BF16: rotated copies of Q and K (2 each), and the activation function's output and
-- its product with the gate (2). Counted with the residuals of all of nanotron's layouts in view: of each microbatch a
-- dense gradient of the embedding (2) and its copy in FP32 (4), gathered gradients and sums before they are scattered, of
-- both blocks (8 together; 6 to 12 do as well). Calibrated to half of these layouts by scripts/studies/runs/memory.lua:
-- bytes of a logit, microbatches in flight whose gathered inputs are gone where a pipeline crosses nodes, context and
-- libraries, and with TP what is lost to fragments, as gathered tensors are freed late.
local eager = { kernels = "eager", tp_copies = "no", host_own = 1, eager_byte = 4, eager_fc_byte = 2, table_grad_byte = 6,
  eager_work_byte = 8, logit_byte = 10, gather_freed = 2, workspace = 1 * gib, fragments = 12 * gib }
local function with(base, more)
  local all = {}
  for key, value in pairs(base) do all[key] = value end
  for key, value in pairs(more) do all[key] = value end
  return all
end

-- torchtitan's "selective" keeps the outputs of every second matrix product, or every second layer whole
-- (torchtitan/distributed/activation_checkpoint.py): half of full recomputation, which stops early.
local torchtitan_source = "pytorch/torchtitan, torchtitan/distributed/activation_checkpoint.py, "
  .. "torchtitan/models/llama3/infra/parallelize.py (SequenceParallel); pytorch/ao, "
  .. "torchao/float8/float8_tensor_parallel.py (FP8 is gathered)"
local half_again = { recompute = { selective = { recompute = "full", recompute_part = 0.5, recompute_stop = "yes" } } }

return { software = {
  { name = "ideal", title = "no overheads", source = "definition: kernels, links and host at the speed of their sheets",
    ideal = true },

  -- quantize_rho: 2.65 ps an element that is read in 16 bits and written in 8, at H100's mem_bw and mem_eff; narrow GEMMs
  -- of the table that has h100_fp8 tell it (kernel_gemm_alone of scripts/studies/operators.lua). channels: NCCL's, of which
  -- it takes 16 and more on these devices. permute_rho: a gather, two casts, a product in FP32 and a scatter. It, and what
  -- the host takes over what it takes for Transformers' layers, were measured (scripts/studies/operators/own.lua). It keeps
  -- the output of the activation function next to its product with the gate, and experts' outputs in FP32, as they are
  -- weighed: with these, what a layer keeps agrees with the same measurements within 0.1 %. clip_passes: torch.nn.utils.
  -- clip_grad_norm_ multiplies gradients in any case. shard_copies: torch/distributed/fsdp/_fully_shard/
  -- _fsdp_collectives.py, split_with_sizes_copy and chunk_cat on the stream of compute. window_edge: measured kernels of
  -- H100, H200, B200 and GB200 ask for 550 to 800 (scripts/studies/operators/windows.lua). causal_edge: as
  -- H100 to GB200 ask for (scripts/studies/operators/heads.lua). tp_copies: torch/distributed/_functional_collectives.py,
  -- all_gather_tensor and reduce_scatter_tensor. stage_gather: the default of fsdp_reshard_after_forward in
  -- torchtitan/models/llama3/infra/parallelize.py keeps gathered weights on pipeline stages. state_rate: read off
  -- kernels of the same devices (scripts/studies/operators/states.lua), which are of inference.
  { name = "pytorch", title = "PyTorch: row operators in kernels of their own, data parallelism or FSDP",
    libraries = { "pytorch", "torch", "ddp", "fsdp" },
    source = "kernels of torch.nn.functional; gradients in FP32 with mixed precision (torch.amp's documentation)",
    kernels = "native", kept_byte = 2, grad_format = "fp32", accumulate = "fused", fp8_head = "no",
      loss_rho = loss_rho, quantize_rho = 2.07, channels = 16, links = "measured",
    p2p_scatter = "no", tp_overlap = "no", tp_copies = "yes", p2p_hidden = "interleaved", gemm_calls = "torch",
    host_own = 0.57, host_experts = 0.53, host_narrow = 0.53, host_shard = 1.06, permute_rho = 2, eager_fc_byte = 2,
    routed_byte = 6, recompute_stop = "yes", clip_passes = 3, shard_copies = "apart", stage_gather = "once",
    window_edge = 650, causal_edge = 600, state_rate = 2.1e12 },

  -- From 2.11 on, with the cuDNN that comes with it, it prefers cuDNN's attention on Hopper and Blackwell
  -- (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention).
  { name = "pytorch@2_11", like = "pytorch", title = "PyTorch from 2.11 on: attention by cuDNN",
    also = { "pytorch211", "torch211" }, source = "pytorch/pytorch#162073 and #138522", flash_kernel = "cudnn" },

  { name = "pytorch_compiled", like = "pytorch", title = "PyTorch with torch.compile, which fuses row operators",
    libraries = { "compile", "inductor" }, source = "torch.compile's documentation", kernels = "fused",
    permute_rho = 1, eager_fc_byte = 0, routed_byte = false },

  -- FSDP1: torch/distributed/fsdp/_runtime_utils.py, _post_backward_hook and _reduce_grad.
  { name = "llm_foundry", like = "pytorch", title = "llm-foundry of MosaicML: Composer and FSDP",
    also = { "llmfoundry", "composer", "mosaic" },
    source = "mosaicml/llm-foundry, scripts/train/benchmarking: FSDP over all ranks, the first FlashAttention",
    shard_copies = "joined", flash_kernel = "fa1",
    zero = "weights" },

  { name = "fms_fsdp", like = "pytorch_compiled", title = "fms-fsdp of the foundation-model-stack: FSDP with torch.compile",
    also = { "fmsfsdp" }, source = "foundation-model-stack/fms-fsdp, README: gradients reduced in BF16",
    shard_copies = "joined", grad_format = "bf16",
    zero = "weights" },

  { name = "torchtitan", like = "pytorch", title = "torchtitan: FSDP2, TP, PP and CP of PyTorch", also = { "torchtitan",
    "titan" },
    source = torchtitan_source, sp = "yes", tp_gather = "narrow", means = half_again },
  { name = "torchtitan_compiled", like = "pytorch_compiled", title = "torchtitan with torch.compile",
    also = { "torchtitancompile", "torchtitancompiled", "titancompile" },
    source = torchtitan_source, sp = "yes", tp_gather = "narrow", means = half_again },
  -- KempnerForge trains weights and moments in BF16, gathers FSDP's gradients in FP32, adds them up whole over microbatches
  -- (no_sync), and takes the loss of whole logits in BF16: these, the logarithms of their shares, and the gradients of both
  -- are four tensors of 2 bytes.
  { name = "kempnerforge", like = "pytorch_compiled", title = "KempnerForge of the Kempner Institute: FSDP2, TP, PP",
    also = { "kempnerforge" },
    source = "KempnerInstitute/KempnerForge@01b461a, kempnerforge/distributed/parallel.py and tensor_parallel.py, "
      .. "training/grad.py and loss.py",
    stage_gather = "each", master_byte = 0, moment_byte = 4, grad_sync = "last", accumulate = "apart", whole_logits = "yes",
    logit_byte = 8, tp_inputs = "each" },
  { name = "olmo_core", like = "pytorch_compiled", title = "OLMo-core of the Allen Institute for AI", also = { "olmo" },
    source = "allenai/OLMo-core, README: FSDP and torch.compile" },
  { name = "modded_nanogpt", like = "pytorch_compiled", title = "modded-nanogpt: data parallelism with torch.compile",
    also = { "nanogpt", "moddednanogpt" }, source = "KellerJordan/modded-nanogpt, train_gpt2.py" },
  { name = "maxtext", like = "pytorch_compiled", title = "MaxText: XLA fuses row operators", also = { "maxtext" },
    libraries = { "jax", "xla" },
    source = "AI-Hypercomputer/maxtext, README and configs/base.yml (remat_policy full, ici_fsdp_parallelism -1)",
    recompute = "full", zero = "weights", stage_gather = "each", tp_overlap = "backward", tp_copies = "no",
    gemm_calls = "tuned", host_own = 0, host_experts = 0, host_narrow = 0, host_latent = 0, host_shard = 0,
    recompute_stop = "no", shard_copies = "none", clip_passes = 1 }, -- XLA clips as the optimizer reads

  -- Megatron drops out a tenth of what leaves attention and FC unless it is asked not to (megatron/training/arguments.py:
  -- attention-dropout, hidden-dropout), as models do whose attention is not fused; newer recipes ask. Of a dropout that is
  -- fused into the residual addition only the mask is left. In FP16 its gradients are in FP16 too (its documentation,
  -- dist_optimizer: 20 bytes a weight). The gradient of the embedding is made in BF16, whole, before a hook adds it to the
  -- sum (megatron/core/distributed/distributed_data_parallel.py); those of other weights are added by the GEMM. In FP8
  -- Transformer Engine keeps the inputs of linear layers as its GEMMs read them (transformer_engine/pytorch/module/
  -- linear.py); router weights are part of the experts' activation (megatron/core/transformer/moe/experts.py). Gradients
  -- are sent by the 40 million weights, or by a million for each rank (megatron/core/distributed/
  -- distributed_data_parallel.py, bucket_size). Its host's times, over the calibrated one of eager code, are those of its
  -- own tests on H100, of models too small for anything else to take time (scripts/studies/runs/host.lua). etp_by: its
  -- megatron/core/parallel_state.py, expert_tensor_parallel_size; recipes for models of 128 experts and more, all newer
  -- than that word, set it to 1 (yanring/Megatron-MoE-ModelZoo@0993e66, model_configs).
  { name = "megatron_core", like = "pytorch", title = "Megatron-LM on Megatron-Core",
    also = { "megatron", "megatroncore", "megatronlm", "mcore" },
    source = "NVIDIA/Megatron-LM, megatron/training/arguments.py and docs/source/api-guide/dist_optimizer.md",
    kernels = "fused", permute_rho = 1, eager_fc_byte = 0, routed_byte = false, drop_rho = 0.25, table_grad_byte = 2,
    unfused = { dropout = "yes" },
    p2p_scatter = "yes", tp_overlap = "backward", tp_copies = "no",
    gemm_calls = "tuned", tp_gather = "narrow", inputs_kept = "narrow", router_scales = "activations",
    bucket = 40e6, bucket_rank = 1e6, host_own = 0.91, host_experts = 1.14, host_narrow = 0.43, host_latent = 1.1,
    recompute_stop = "no", shard_copies = "none", stage_gather = "each", etp_by = "tp", flash_kernel = "te" },
  { name = "megatron_lm@2022", like = "megatron_core",
    title = "Megatron-LM of 2022, before Megatron-Core: attention in parts",
    also = { "megatronlm2022" }, source = "arXiv:2205.05198 and its code, NVIDIA/Megatron-LM v3.0",
    attention = "unfused", causal = "no", dropout = "yes" },
  -- DeepSpeed's BF16_Optimizer brings each gradient into FP32 and adds it there, each by a kernel: 2 + 4 and 4 + 4 + 4
  -- bytes (deepspeed/runtime/bf16_optimizer.py), and sends the sum in BF16. TP cuts experts where one asks for it only
  -- (deepspeed/moe/layer.py, enable_expert_tensor_parallelism).
  { name = "megatron_deepspeed", like = "megatron_core", title = "Megatron-DeepSpeed", also = { "megatrondeepspeed",
    "megatronds" },
    source = "deepspeedai/DeepSpeed, deepspeed/runtime/bf16_optimizer.py", accumulate = "converted",
    flash_kernel = "fa2", etp_by = false,
    attention = "unfused", causal = "no", -- --use-flash-attn is off by default (megatron/arguments.py)
    bucket = 5e8, bucket_rank = 0, dp_overlap = "none", tp_overlap = "no" }, -- its Megatron is of before that overlap

  -- What adds up gradients in the GEMM that makes them reads the sum and writes it. NeMo's configurations of speed have
  -- sums and network in BF16 (grad_sync_dtype: bf16); TP's collectives overlap GEMMs, gradients and new weights overlap
  -- compute, as its recipes have it. So do exchanges of experts that cross nodes, and on Blackwell attention and router are
  -- graphs (scripts/performance/configs/qwen/qwen3_workload_base_configs.py, moe_a2a_overlap and cuda_graph_scope). Its
  -- recipes of experts set an ETP of 1.
  { name = "nemo", like = "megatron_core", title = "NeMo and Megatron-Bridge with Transformer Engine",
    also = { "nemo", "megatronbridge" }, libraries = { "transformerengine" },
    source = "NVIDIA/NeMo, its performance recipes (grad_sync_dtype: bf16, overlap of TP, DP and PP on)",
    grad_format = "bf16", graphs = "dense_fp4", ep_overlap = "between", etp_by = false,
    zero = "optimizer", sp = "yes", p2p_hidden = "yes", tp_overlap = "yes", dp_overlap = "both", cp_kind = "ring" },

  -- NeMo Megatron is what NeMo's models of language were called in 2022, before FlashAttention was part of it.
  { name = "nemo@2022", like = "nemo", title = "NeMo Megatron of 2022: attention in parts",
    also = { "nemomegatron", "nemo2022" },
    source = "EleutherAI/NeMo#1; NVIDIA/Megatron-LM#267", attention = "unfused", causal = "no", dropout = "yes" },

  -- AutoModel is PyTorch's FSDP, stages and experts over kernels of Transformer Engine, whatever it shares a name with.
  -- stage_gather: nemo_automodel/components/distributed/parallelizer.py, apply_fsdp2_sharding_recursively.
  { name = "nemo_automodel", like = "pytorch_compiled", title = "NeMo AutoModel: FSDP2, EP and PP of PyTorch",
    also = { "automodel", "nemoautomodel" }, flash_kernel = "te", stage_gather = "each",
    source = "NVIDIA-NeMo/Automodel@01926a5, docs/performance-summary.md (norms, linear layers, attention of TE)" },

  with(eager, { name = "nanotron", like = "pytorch", title = "nanotron of Hugging Face", also = { "nanotron" },
    source = "huggingface/nanotron: gradients accumulated in FP32 by kernels of their own, hooks, blocks dealt by flop",
    loss_rho = eager_loss_rho, accumulate = "copied", grad_copy_byte = 2, gather_kept = "yes",
    p2p_hidden = "no", deal = "flop" }),
  -- A version of nanotron/parallel/pipeline_parallel/p2p.py (_send_meta and _recv_meta with COMMS_TIMEOUT): it asks every
  -- tenth of a second whether each of two messages that tell a tensor's shape has gone, for activations and for gradients:
  -- at least four such waits for a neighbour, and 0.51 s as calibrated to runs with TP over more than two nodes, which were
  -- all of that release (0.50 to 0.52 with either half of the models).
  { name = "nanotron@polling", like = "nanotron", title = "nanotron of a release that polls for messages between stages",
    also = { "nanotronpolling" }, source = "huggingface/nanotron@0e0a27e, p2p.py before its repair", polling = 0.51 },
  with(eager, { name = "internevo", like = "pytorch", title = "InternEvo", also = { "internevo", "internlm" },
    source = "InternLM/InternEvo: RMSNorm, SwiGLU and casts run one by one; gradients in BF16",
    accumulate = "apart", grad_format = "bf16",
    zero = "optimizer", p2p_hidden = "no" }),
  -- Its Trainer computes in BF16 under autocast over weights in FP32: gradients are brought into FP32, then added. Its
  -- norms keep what they read in FP32, and what they make before the gain (4 + 2 bytes, where one kernel keeps 2).
  -- LLaMA-Factory's and Axolotl's trainers inherit from it (src/llamafactory/train/sft/trainer.py,
  -- src/axolotl/core/trainers/base.py).
  with(eager, { name = "transformers", like = "pytorch", title = "Hugging Face Transformers",
    also = { "transformers", "trl", "hftrainer", "llamafactory", "axolotl" }, libraries = { "huggingface" },
    accumulate = "converted", eager_byte = 0, norm_byte = 4,
    source = "huggingface/transformers, modeling files: operators of PyTorch one by one; torch.amp's documentation",
    assumed = true }),
  -- Compiled, or with Liger's kernels, each of which does a norm, a rotation or an activation at once, its layers take and
  -- keep what compiled ones of PyTorch do (scripts/studies/operators/own.lua).
  { name = "transformers_compiled", like = "pytorch_compiled", accumulate = "converted", assumed = true,
    title = "Hugging Face Transformers with torch.compile or Liger's kernels",
    source = "torch.compile's documentation; linkedin/Liger-Kernel, README" },
  { name = "deepspeed", like = "pytorch", title = "DeepSpeed alone", also = { "deepspeed" }, assumed = true,
    source = "deepspeedai/DeepSpeed, deepspeed/runtime/bf16_optimizer.py", accumulate = "converted" },
  { name = "paddlenlp", like = "megatron_core", title = "PaddleNLP", also = { "paddle" }, assumed = true,
    source = "PaddlePaddle/PaddleNLP, README: fused kernels, Megatron's parallelisms" },
  { name = "pax", like = "maxtext", title = "Pax", also = { "paxml", "pax" }, assumed = true,
    source = "google/paxml, README, and C4SpmdAdam of its configurations (CHECKPOINT_POLICY SAVE_NOTHING)" },
  { name = "megatron_amd", like = "megatron_core", title = "AMD's Megatron-LM", also = { "rocmmegatron", "primus",
    "amdmegatron" },
    assumed = true, source = "ROCm/Megatron-LM, README" },
} }
