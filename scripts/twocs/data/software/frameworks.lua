-- SPDX-License-Identifier: MIT
-- The behaviour of frameworks, by name, as a pack (data/packs.lua). An entry sets fields of the record `software`
-- (engine/rows/software.def), and fields of a run and a layout that a case does not state. Values come from the framework's
-- documentation or code. Values that nobody documents are calibrated: one set of numbers for all frameworks
-- (data/calibrated.lua, `pooled`). "ideal" has no overheads. Each release is a separate entry, "name@release".
--   also      other names, in small letters without blanks and punctuation; the longest name in a text decides
--   libraries names of libraries on which other frameworks are built too: they decide if a text names no framework
--   assumed   true: no measured run with this framework is known;  ideal  true: it uses no calibrated number
--   means     words of its users with another meaning in a case: means.recompute.selective = { fields of any record }
--   unfused   fields that it sets in a run with unfused attention
--   calibrated  results of tw.calibrate: { rows =, peaks = of its devices, sd = { of each constant } }
--   deal      "flop": layers and LM head are assigned to pipeline stages by their FLOPs
--   etp_by    "tp": ETP is TP, unless the run states ETP or has 128 experts or more
--   adapters  fields of a model tuned by LoRA, for measured runs that do not state them
--   accumulates  "on_request": the batch of a rank is one microbatch, unless the run states the accumulation
--   pads_experts  "on_request": experts are padded to a capacity above 1 only if a run says so; else always

-- Traffic of cross-entropy over logits in FP32, relative to the minimum of 6 bytes per logit.
-- PyTorch and Megatron, 34 bytes: cast (2 + 4), maximum (4), difference, exponential and sum (8 + 8), backward (8).
-- nanotron, 52 bytes: cast (2 + 4), maximum (4), difference, exponential and quotient, each written out (8 + 8 + 8),
-- sum (4), backward product (8) and backward cast (4 + 2).
local loss_rho, eager_loss_rho = 34 / 6, 52 / 6
local gib = 1073741824

-- An eager framework. Bytes are for BF16.
local eager = { kernels = "eager", host_own = 1, tp_copies = "no",
  eager_byte = 4, -- rotated copies of Q and K, 2 bytes each
  eager_fc_byte = 2, -- the activation function's output is stored as well as its product with the gate
  -- Counted with knowledge of the residuals of all nanotron layouts:
  table_grad_byte = 6, -- in each microbatch a dense gradient of the embedding (2) and its FP32 copy (4)
  eager_work_byte = 8, -- gathered gradients, and sums before the reduce-scatter, of both blocks; 6 to 12 fit as well
  -- Calibrated to half of these layouts by scripts/studies/runs/memory.lua:
  logit_byte = 10, gather_freed = 2, workspace = 1 * gib, fragments = 12 * gib }
local function with(base, more)
  local all = {}
  for key, value in pairs(base) do all[key] = value end
  for key, value in pairs(more) do all[key] = value end
  return all
end

-- torchtitan's "selective" keeps the outputs of every second matrix product, or all of every second layer
-- (torchtitan/distributed/activation_checkpoint.py). It is modelled as half of full recomputation, which stops early.
local torchtitan_source = "pytorch/torchtitan, torchtitan/distributed/activation_checkpoint.py, "
  .. "torchtitan/models/llama3/infra/parallelize.py (SequenceParallel); pytorch/ao, "
  .. "torchao/float8/float8_tensor_parallel.py (FP8 is gathered)"
local half_again = { recompute = { selective = { recompute = "full", recompute_part = 0.5, recompute_stop = "yes" } } }

return { software = {
  { name = "ideal", title = "no overheads", source = "definition: kernels, links and host at the speed of their sheets",
    ideal = true },

  -- Measured on one H100 (scripts/studies/operators/own.lua): host_own, host_experts, host_narrow and host_shard, relative
  -- to the host time of eager code, and permute_rho. With eager_fc_byte and routed_byte, the predicted memory of a layer's
  -- activations agrees with the same measurements within 0.1 %.
  { name = "pytorch", title = "PyTorch: row operators in kernels of their own, data parallelism or FSDP",
    libraries = { "pytorch", "torch", "ddp", "fsdp" },
    source = "kernels of torch.nn.functional; gradients in FP32 with mixed precision (torch.amp's documentation)",
    kernels = "native", kept_byte = 2, grad_format = "fp32", accumulate = "fused", fp8_head = "no", loss_rho = loss_rho,
    -- 2.65 ps for each element that is read in 16 bits and written in 8, at the mem_bw and mem_eff of H100. The time comes
    -- from narrow GEMMs in the table of h100_fp8 (kernel_gemm_alone of scripts/studies/operators.lua).
    quantize_rho = 2.07,
    channels = 16, -- NCCL uses 16 channels or more on these devices
    links = "measured", p2p_scatter = "no", tp_overlap = "no", p2p_hidden = "interleaved", gemm_calls = "torch",
    -- all_gather_tensor and reduce_scatter_tensor (torch/distributed/_functional_collectives.py)
    tp_copies = "yes",
    host_own = 0.57, host_experts = 0.53, host_narrow = 0.53, host_shard = 1.06,
    permute_rho = 2, -- a gather, two casts, a product in FP32 and a scatter
    eager_fc_byte = 2, -- the activation function's output is stored as well as its product with the gate
    routed_byte = 6, -- experts' outputs are stored in FP32, because router weights multiply them
    recompute_stop = "yes",
    clip_passes = 3, -- torch.nn.utils.clip_grad_norm_ always multiplies the gradients
    -- split_with_sizes_copy and chunk_cat run on the compute stream:
    -- torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py
    shard_copies = "apart",
    -- On pipeline stages, weights stay gathered by default (fsdp_reshard_after_forward):
    -- torchtitan/models/llama3/infra/parallelize.py
    stage_gather = "once",
    -- The kernels of H100, H200, B200 and GB200 give 550 to 800 (scripts/studies/operators/windows.lua).
    window_edge = 650,
    causal_edge = 600, -- kernels of H100 to GB200 (scripts/studies/operators/heads.lua)
    state_rate = 2.1e12 }, -- inference kernels of the same devices (scripts/studies/operators/states.lua)

  -- PyTorch 2.11 and later, with the cuDNN that it includes, prefers cuDNN's attention on Hopper and Blackwell
  -- (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention).
  { name = "pytorch@2_11", like = "pytorch", title = "PyTorch from 2.11 on: attention by cuDNN",
    also = { "pytorch211", "torch211" }, source = "pytorch/pytorch#162073 and #138522", flash_kernel = "cudnn" },

  { name = "pytorch_compiled", like = "pytorch", title = "PyTorch with torch.compile, which fuses row operators",
    libraries = { "compile", "inductor" }, source = "torch.compile's documentation", kernels = "fused",
    permute_rho = 1, eager_fc_byte = 0, routed_byte = false },

  -- shard_copies: FSDP1 (torch/distributed/fsdp/_runtime_utils.py, _post_backward_hook and _reduce_grad).
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
  -- KempnerForge keeps weights and moments in BF16 (master_byte, moment_byte), reduces FSDP's gradients in FP32, and
  -- accumulates whole gradients over microbatches (no_sync: grad_sync, accumulate). Each rank computes the loss of the
  -- whole vocabulary in BF16; logit_byte counts the logits, their log-softmax and the gradients of both, 2 bytes each.
  { name = "kempnerforge", like = "pytorch_compiled", title = "KempnerForge of the Kempner Institute: FSDP2, TP, PP",
    also = { "kempnerforge" },
    source = "KempnerInstitute/KempnerForge@01b461a, kempnerforge/distributed/parallel.py and tensor_parallel.py, "
      .. "training/grad.py and loss.py",
    master_byte = 0, moment_byte = 4, grad_sync = "last", accumulate = "apart", whole_logits = "yes", logit_byte = 8,
    tp_inputs = "each", stage_gather = "each" },
  { name = "olmo_core", like = "pytorch_compiled", title = "OLMo-core of the Allen Institute for AI", also = { "olmo" },
    source = "allenai/OLMo-core, README: FSDP and torch.compile" },
  { name = "modded_nanogpt", like = "pytorch_compiled", title = "modded-nanogpt: data parallelism with torch.compile",
    also = { "nanogpt", "moddednanogpt" }, source = "KellerJordan/modded-nanogpt, train_gpt2.py" },
  { name = "maxtext", like = "pytorch_compiled", title = "MaxText: XLA fuses row operators", also = { "maxtext" },
    libraries = { "jax", "xla" },
    source = "AI-Hypercomputer/maxtext, README and configs/base.yml (remat_policy full, ici_fsdp_parallelism -1, "
      .. "gradient_accumulation_steps 1)",
    accumulates = "on_request", recompute = "full", zero = "weights", stage_gather = "each", tp_overlap = "backward",
    tp_copies = "no",
    gemm_calls = "tuned", host_own = 0, host_experts = 0, host_narrow = 0,
    host_latent = 0, host_shard = 0, recompute_stop = "no", shard_copies = "none",
    clip_passes = 1 }, -- XLA fuses clipping into the optimizer's read of the gradient

  -- In FP16 runs, gradients are in FP16 too (docs of dist_optimizer: 20 bytes per weight).
  { name = "megatron_core", like = "pytorch", title = "Megatron-LM on Megatron-Core",
    also = { "megatron", "megatroncore", "megatronlm", "mcore", "flagscale" }, -- flagos-ai/FlagScale merges Megatron-LM
    source = "NVIDIA/Megatron-LM, megatron/training/arguments.py and docs/source/api-guide/dist_optimizer.md",
    kernels = "fused", permute_rho = 1, eager_fc_byte = 0, routed_byte = false,
    drop_rho = 0.25, -- dropout is fused into the residual addition: only its mask remains
    -- The gradient of the embedding is written whole in BF16, and a hook then adds it to the sum
    -- (megatron/core/distributed/distributed_data_parallel.py). The GEMMs add the gradients of other weights.
    table_grad_byte = 2,
    -- The default of attention-dropout and hidden-dropout is 0.1 (megatron/training/arguments.py). Runs with unfused
    -- attention keep this default; newer recipes set it to 0.
    unfused = { dropout = "yes" },
    p2p_scatter = "yes", tp_overlap = "backward", tp_copies = "no", gemm_calls = "tuned", tp_gather = "narrow",
    -- In FP8, Transformer Engine keeps the inputs of linear layers in the format that its GEMMs read
    -- (transformer_engine/pytorch/module/linear.py).
    inputs_kept = "narrow",
    router_scales = "activations", -- router weights are part of the experts' activation (core/transformer/moe/experts.py)
    -- PyTorch's operators add the bias in FP32, weighted by the router (core/transformer/moe/experts.py, _apply_bias):
    -- product (4 bytes), sum (2 + 4 + 4), concatenation (4 + 4), cast (4 + 2). Backward: cast (2 + 4), gradient of the
    -- output (4 + 2), of the bias (4 + 4 + 4) and of the router's weight (4 + 4 + 4), joined (2 + 2).
    bias_byte = 28, bias_back_byte = 40,
    -- A message has 40 million gradients, or one million for each rank if that is more
    -- (megatron/core/distributed/distributed_data_parallel.py, bucket_size).
    bucket = 40e6, bucket_rank = 1e6,
    -- Host times over the calibrated time of eager code, from Megatron's own tests on H100, with models so small that only
    -- the host takes time (scripts/studies/runs/host.lua).
    host_own = 0.91, host_experts = 1.14, host_narrow = 0.43, host_latent = 1.1,
    recompute_stop = "no", shard_copies = "none", stage_gather = "each",
    -- megatron/core/parallel_state.py, expert_tensor_parallel_size. Recipes for models of 128 experts and more are newer
    -- than this argument, and set it to 1 (yanring/Megatron-MoE-ModelZoo@0993e66, model_configs).
    -- --moe-pad-expert-input-to-capacity (megatron/training/arguments.py): without it, tokens beyond the capacity are only
    -- dropped.
    etp_by = "tp", pads_experts = "on_request", flash_kernel = "te" },
  { name = "megatron_lm@2022", like = "megatron_core",
    title = "Megatron-LM of 2022, before Megatron-Core: attention in parts",
    also = { "megatronlm2022" }, source = "arXiv:2205.05198 and its code, NVIDIA/Megatron-LM v3.0",
    attention = "unfused", causal = "no", dropout = "yes" },
  -- accumulate: DeepSpeed's BF16_Optimizer converts each gradient to FP32 (2 + 4 bytes) and adds it (4 + 4 + 4), one kernel
  -- each (deepspeed/runtime/bf16_optimizer.py). It sends the sum in BF16. etp_by: TP splits experts only on request
  -- (deepspeed/moe/layer.py, enable_expert_tensor_parallelism).
  { name = "megatron_deepspeed", like = "megatron_core", title = "Megatron-DeepSpeed", also = { "megatrondeepspeed",
    "megatronds", "gptneox" }, -- EleutherAI/gpt-neox, README: based on Megatron-LM, with techniques from DeepSpeed
    source = "deepspeedai/DeepSpeed, deepspeed/runtime/bf16_optimizer.py", accumulate = "converted",
    flash_kernel = "fa2", etp_by = false, pads_experts = false, -- DeepSpeed's experts have buffers of the capacity
    attention = "unfused", causal = "no", -- --use-flash-attn is off by default (megatron/arguments.py)
    bucket = 5e8, bucket_rank = 0, dp_overlap = "none", tp_overlap = "no" }, -- its Megatron is older than these overlaps

  -- From NeMo's performance recipes: gradients are summed and reduced in BF16 (grad_sync_dtype: bf16), TP's collectives
  -- overlap GEMMs (tp_overlap), and gradients and new weights overlap compute (dp_overlap). All-to-alls of experts that
  -- cross nodes overlap compute too (ep_overlap), and on Blackwell attention and router run in CUDA graphs (graphs):
  -- scripts/performance/configs/qwen/qwen3_workload_base_configs.py, moe_a2a_overlap and cuda_graph_scope. Recipes with
  -- experts set ETP to 1 (etp_by). The GEMM that makes a gradient reads the sum and writes it.
  { name = "nemo", like = "megatron_core", title = "NeMo and Megatron-Bridge with Transformer Engine",
    also = { "nemo", "megatronbridge" }, libraries = { "transformerengine" },
    source = "NVIDIA/NeMo, its performance recipes (grad_sync_dtype: bf16, overlap of TP, DP and PP on)",
    grad_format = "bf16", graphs = "dense_fp4", ep_overlap = "between", etp_by = false,
    -- Its recipes add one adapter to Q, K and V together: peft.target_modules = ["linear_qkv"]
    -- (NVIDIA-NeMo/Megatron-Bridge, scripts/performance/configs/llama/llama3_llm_finetune.py)
    adapters = { lora_on = "attention", lora_joined = "yes" },
    zero = "optimizer", sp = "yes", p2p_hidden = "yes", tp_overlap = "yes", dp_overlap = "both", cp_kind = "ring" },

  -- In the recipes of this release, all-to-alls inside a rack overlap compute too: moe_a2a_overlap of the MXFP8 recipes in
  -- scripts/performance/configs (deepseek, qwen, kimi, gpt_oss).
  { name = "nemo@26_06", like = "nemo", title = "NeMo and Megatron-Bridge of June 2026",
    also = { "megatronbridge2606", "nemo2606" },
    source = "NVIDIA-NeMo/Megatron-Bridge, scripts/performance/configs (moe_a2a_overlap)", ep_overlap = "yes" },

  -- NeMo Megatron was the name of NeMo's language models in 2022, before NeMo used FlashAttention.
  { name = "nemo@2022", like = "nemo", title = "NeMo Megatron of 2022: attention in parts",
    also = { "nemomegatron", "nemo2022" },
    source = "EleutherAI/NeMo#1; NVIDIA/Megatron-LM#267", attention = "unfused", causal = "no", dropout = "yes" },

  -- In spite of its name, AutoModel uses PyTorch's FSDP, pipeline stages and experts, with Transformer Engine's kernels.
  -- stage_gather: nemo_automodel/components/distributed/parallelizer.py, apply_fsdp2_sharding_recursively.
  { name = "nemo_automodel", like = "pytorch_compiled", title = "NeMo AutoModel: FSDP2, EP and PP of PyTorch",
    also = { "automodel", "nemoautomodel" }, flash_kernel = "te", stage_gather = "each",
    source = "NVIDIA-NeMo/Automodel@01926a5, docs/performance-summary.md (norms, linear layers, attention of TE)" },

  -- accumulate: a separate kernel adds a BF16 gradient to the FP32 sum (2 + 4 + 4 bytes). grad_copy_byte: the backward pass
  -- writes the BF16 gradient first.
  with(eager, { name = "nanotron", like = "pytorch", title = "nanotron of Hugging Face", also = { "nanotron" },
    source = "huggingface/nanotron: gradients accumulated in FP32 by kernels of their own, hooks, blocks dealt by flop",
    loss_rho = eager_loss_rho, accumulate = "copied", grad_copy_byte = 2, gather_kept = "yes",
    p2p_hidden = "no", deal = "flop" }),
  -- A release of nanotron/parallel/pipeline_parallel/p2p.py (_send_meta and _recv_meta with COMMS_TIMEOUT). It sends two
  -- messages with the shape of a tensor and polls every 0.1 s until each is sent, for activations and for gradients: at
  -- least four waits for each neighbour. The 0.51 s are calibrated to runs with TP over more than two nodes, all of which
  -- used this release (0.50 to 0.52 s with either half of the models).
  { name = "nanotron@polling", like = "nanotron", title = "nanotron of a release that polls for messages between stages",
    also = { "nanotronpolling" }, source = "huggingface/nanotron@0e0a27e, p2p.py before its repair", polling = 0.51 },
  with(eager, { name = "internevo", like = "pytorch", title = "InternEvo", also = { "internevo", "internlm" },
    source = "InternLM/InternEvo: RMSNorm, SwiGLU and casts run one by one; gradients in BF16; doc/en/install.md "
      .. "(flash-attention 1.0.5)", flash_kernel = "fa1",
    accumulate = "apart", grad_format = "bf16",
    zero = "optimizer", p2p_hidden = "no" }),
  -- accumulate: the Trainer computes in BF16 under autocast with weights in FP32, so gradients are converted to FP32 and
  -- added. norm_byte: a norm keeps its input in FP32 and its output before the gain (4 + 2 bytes; a fused kernel keeps 2).
  -- The trainers of LLaMA-Factory and Axolotl inherit from this Trainer (src/llamafactory/train/sft/trainer.py,
  -- src/axolotl/core/trainers/base.py).
  with(eager, { name = "transformers", like = "pytorch", title = "Hugging Face Transformers",
    also = { "transformers", "trl", "hftrainer", "llamafactory", "axolotl", "msswift" }, -- all run its Trainer
    libraries = { "huggingface", "accelerate" },
    accumulate = "converted", eager_byte = 0, norm_byte = 4,
    source = "huggingface/transformers, modeling files: operators of PyTorch one by one; torch.amp's documentation",
    assumed = true }),
  -- With torch.compile, or with Liger's fused kernels for norms, rotations and activations, the time and memory of a layer
  -- are those of a compiled PyTorch layer (scripts/studies/operators/own.lua).
  { name = "transformers_compiled", like = "pytorch_compiled", accumulate = "converted", assumed = true,
    title = "Hugging Face Transformers with torch.compile or Liger's kernels", also = { "unsloth" }, -- fused kernels too
    source = "torch.compile's documentation; linkedin/Liger-Kernel, README; unslothai/unsloth, README" },
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
