-- SPDX-License-Identifier: MIT
-- Columns of a file of training runs: their names here and elsewhere, and the allowed cells. A column with the name of a
-- case's field is this field. Listed here are other names of fields, and columns of a run that are not fields (its time,
-- its GPUs).
--   field   the field with the value of the cell; without it runs/case.lua reads the column
--   decides the field that runs/case.lua sets from the column
--   also    other names (Megatron, torchtitan, Hugging Face, trackers), in small letters with _ for blanks
--   is      "count": a whole number from 1; "whole": from 0; "number": above 0; "text"; or words, separated by blanks
--   unit    the unit that a header may state
--   words   what --help prints about the words of a text
local core = require "twocs.core"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"

local columns = { list = {}, by_name = {} }

local group -- the heading of the following columns in --help
local yes_no = "yes no true false 1 0 1.0 0.0 on off"

local function add(name, is, more)
  local one = more or {}
  one.name, one.is, one.group = name, is, group
  columns.list[#columns.list + 1], columns.by_name[name] = one, one
  for _, other in ipairs(one.also or {}) do columns.by_name[other] = one end
end

group = "the model, or its name if twocs models lists it"
add("model", "text", { also = { "model_name", "model_id", "model_name_or_path", "base_model", "base_model_name" } })
add("layers", "count", { field = "layers", also = { "num_layers", "n_layers", "n_layer", "num_hidden_layers", "depth" } })
add("hidden", "count", { field = "h", also = { "hidden_size", "hidden_dim", "d_model", "n_embd", "dim", "h" } })
add("heads", "count", { field = "heads", also = { "num_attention_heads", "n_heads", "n_head", "attention_heads",
  "attn_heads" } })
add("kv_heads", "count", { field = "kv_heads", also = { "num_key_value_heads", "num_query_groups", "n_kv_heads",
  "kv_n_heads", "heads_kv", "kv_groups", "query_groups", "gqa_groups" } })
add("head_dim", "count", { field = "head_dim", also = { "kv_channels", "head_size", "d_head" } })
add("ffn", "count", { field = "ffn", also = { "ffn_hidden_size", "intermediate_size", "ffn_dim", "d_ff", "mlp_dim",
  "ff_dim" } })
add("vocab", "count", { field = "vocab", also = { "vocab_size", "padded_vocab_size" } })
add("gated", yes_no, { also = { "swiglu", "glu" } })
add("tied", yes_no, { also = { "tie_word_embeddings" } })
add("untie_embeddings", yes_no, { decides = "tied", also = { "untie_embeddings_and_output_weights" } })
add("norm", "layernorm rmsnorm", { field = "norm", also = { "normalization" } })
add("experts", "whole", { also = { "num_experts", "n_routed_experts", "num_local_experts", "n_experts" } })
add("top_k", "count", { field = "top_k", also = { "moe_router_topk", "num_experts_per_tok", "topk" } })
add("expert_ffn", "count", { field = "expert_ffn", also = { "moe_ffn_hidden_size", "moe_intermediate_size", "moe_ffn",
  "expert_hidden_size", "moe_inter_dim" } })
add("shared_ffn", "whole", { field = "shared_ffn", also = { "moe_shared_expert_intermediate_size", "shared_expert_ffn" } })
add("first_dense_layers", "whole", { also = { "first_k_dense_replace" } })
add("moe_layers", "whole", { decides = "moe_share" })
add("mtp_layers", "whole", { also = { "num_nextn_predict_layers", "mtp", "mtp_num_layers" } })
add("nope_dim", "count", { field = "nope_dim", also = { "qk_nope_head_dim" } })
add("rope_dim", "count", { field = "rope_dim", also = { "qk_rope_head_dim" } })
add("v_dim", "count", { field = "v_dim", also = { "v_head_dim" } })
add("window", "whole", { field = "window", also = { "sliding_window" } })
add("window_every", "count", { decides = "window_share" })
add("lora_rank", "whole", { field = "lora_rank", also = { "lora_r", "lora_dim" } })
add("lora", yes_no .. " lora none full qlora full_parameter full_finetuning full_finetune full_ft full_weight", {
  decides = "lora_rank", also = { "peft", "peft_type", "finetuning_type", "adapter", "use_lora",
    "tuner", "tuner_type", "train_type", "tuning_method" } })
add("task", "text", { words = "any; LoRA if it says so" })
add("weight_bits", "text", { words = "of frozen weights: no, 16", also = { "quantization_bit", "load_in_4bit",
  "load_in_8bit" } })
add("flavor", "text", { words = "8B of llama3, as torchtitan has it", also = { "model_flavor" } })
add("params_b", "number", { also = { "params", "parameters_b", "billion_params", "parameters",
  "total_params", "total_parameters", "param_count", "parameter_count", "model_params", "model_parameters" } })

group = "the run"
add("seq", "count", { field = "sl", also = { "seq_length", "sequence_length", "seq_len", "max_seq_len", "max_seq_length",
  "seqlen", "cutoff_len", "block_size", "max_target_length", "sequence_len", "max_length",
  "tokens_per_sequence", "tokens_per_sample", "model_max_length",
  "encoder_seq_length", "max_sequence_length",
  "seqlength", "context", "context_length", "context_len", "ctx_len", "sl" } })
add("global_batch", "count", { field = "global_batch", also = { "global_batch_size", "gbs", "train_batch_size",
  "total_train_batch_size", "total_batch_size", "effective_batch_size", "global_bs", "batch_size_(global)",
  "total_batch", "globalbatchsize", "global_train_batch_size" } })
add("global_batch_tokens", "number", { decides = "global_batch", also = { "tokens_per_batch",
  "tokens_per_global_batch", "batch_tokens",
  "tokens_per_step", "batch_size_tokens", "global_batch_size_tokens", "global_batch_size_(tokens)",
  "batch_size_(tokens)", "tokens_batch", "tokens_step", "tokens_per_optimizer_step" } })
add("microbatch", "count", { field = "micro_batch", also = { "micro_batch_size", "mbs", "micro_batch",
  "train_micro_batch_size_per_gpu", "per_device_train_batch_size", "per_device_batch_size", "microbatch_size",
  "device_train_microbatch_size", "micro_bs", "micro_bsz", "microbs", "microbatchsize", "batch_per_gpu",
  "batch_size_per_gpu", "batch_size_per_device", "bs_gpu", "batch_gpu", "per_device_batch", "batch_per_device",
  "batch_per_rank", "per_rank_batch", "rank_microbatch", "micro_batch_gpu", "micro_batch_per_gpu", "microbatch_per_gpu",
  "microbatch_gpu", "mbs_per_gpu", "micro_batch_size_per_gpu", "micro_batch_per_device", "per_device_bs", "per_gpu_bs",
  "per_gpu_batch", "per_gpu_batch_size", "batch_size_gpu", "batch_size_device", "bs_per_gpu", "bs_per_device",
  "bs_device" } })
add("local_batch", "count", { decides = "micro_batch", also = { "local_batch_size", "lbs", "local_bs",
  "local_batchsize" } })
add("pipeline_microbatch", "count", { decides = "micro_batch", also = { "pipeline_parallel_microbatch_size" } })
add("grad_accum", "count", { also = { "gradient_accumulation_steps", "grad_acc", "ga", "gas", "accumulation_steps",
  "grad_accum_steps", "gradient_accumulation",
  "accumulate_grad_batches", "num_microbatches", "num_micro_batches", "n_microbatches", "num_microbatch",
  "num_micro_batch", "micro_batch_num", "micro_num",
  "batch_accum", "batch_accumulation_per_replica", "number_of_microbatches", "number_of_micro_batches", "gradaccum",
  "gradaccm", "grad_accm", "gradient_accumulate_steps", "accumulative_counts", "accum_steps", "accum", "acc_steps" } })
add("precision", "text", { decides = "format", words = "bf16, fp16, fp8-cs, nvfp4, mixed ...", also = {
  "dtype", "compute_dtype", "compute_precision",
  "training_precision", "training_dtype", "train_precision", "data_type", "datatype", "mixed_precision",
  "mixed_precision_param" } })
add("precision_recipe", "text", { decides = "fp8_recipe", words = "tensorwise, rowwise, delayed, blockwise, mxfp8 ...",
  also = { "fp8_recipe", "fp8_recipe_name", "float8_recipe", "float8_recipe_name" } })
add("fp8", yes_no .. " hybrid e4m3 tensorwise rowwise blockwise delayed mxfp8", { decides = "format", also = { "use_fp8",
  "fp8_hybrid", "fp8_format", "float8" } })
add("fp4", yes_no, { decides = "format", also = { "use_fp4" } })
add("bf16", yes_no, { decides = "format", also = { "use_bf16", "bf16_enabled" } })
add("fp16", yes_no, { decides = "format", also = { "use_fp16", "fp16_enabled" } })
add("fp8_lm_head", yes_no, { decides = "fp8_head" })
add("fp8_attention", "text", { decides = "fp8_attention", words = "yes, no", also = { "fp8_dpa" } })
add("fp8_param_gather", yes_no, { decides = "weight_byte", also = { "fp8_param", "fp8_params" } })
add("recompute", "text", { words = "none, selective, full; as the software means it", also = { "activation_checkpoint",
  "activation_checkpointing", "activation_ckpt", "act_ckpt", "recompute_granularity", "activation_recomputation",
  "activation_recompute", "gradient_checkpointing", "recomputation", "ac", "ac_mode",
  "grad_ckpt", "grad_checkpointing", "activation_checkpoint_mode", "checkpoint_activations", "remat", "remat_policy",
  "ckpt_act", "act_recompute", "act_recomp", "recomp", "activation_recomp", "act_checkpointing",
  "act_checkpoint", "recompute_mode", "recompute_type" },
  none = true })
add("recompute_modules", "text", { words = "core_attn, moe, mlp, moe_act, layernorm, mla_up_proj, as Megatron names them",
  also = { "recompute_module" } })
add("recompute_method", "uniform block", { decides = "recompute_part" })
add("recompute_num_layers", "whole", { decides = "recompute_part", also = { "recompute_layers", "num_recompute_layers" } })
add("flash_attn", yes_no .. " fa1 fa2 fa3 fa4 cudnn sdpa eager flash_attention_2 flash_attention_3 flash_attention_4 flash "
  .. "fused unfused flash2 flash3 flash4 flash_attn flash_attn_2 flash_attn_3 flash_attn_4 flash_attention 2 3 4 auto te "
  .. "cudnn_flash_te cudnn_flash_jax",
  { decides = "attention", also = { "use_flash_attn", "flash_attention", "use_flash_attention", "attention",
    "attention_backend", "attn_implementation", "attn_impl" } })
add("grad_format", "run fp32 bf16 float32 bfloat16", { field = "grad_format", also = { "grad_dtype", "gradient_dtype",
  "gradient_format", "grad_precision", "gradient_precision", "grad_reduce_dtype", "gradient_reduce_dtype", "reduce_dtype",
  "main_grads_dtype", "grad_accum_dtype", "mixed_precision_reduce" } })
add("grad_reduce_in_bf16", yes_no, { decides = "grad_format" })
add("accumulate_allreduce_grads_in_fp32", yes_no, { decides = "grad_format" })
add("dropout", yes_no)
add("optimizer", "text", { also = { "optim" } })
add("offload_optimizer", yes_no .. " none cpu", { decides = "offload_opt", also = { "optimizer_cpu_offload",
  "optimizer_offload" } })
add("offload", "text", { decides = "offload_opt", words = "none, or what is kept on the host: optimizer, activations",
  also = { "cpu_offload", "offloading" } })
add("position", "text", { also = { "positional_encoding", "position_embedding_type" } })

add("images", "number", { field = "images", also = { "images_per_sequence", "images_per_sample", "num_images" } })

group = "the layout"
add("gpus", "count", { also = { "world_size", "num_gpus", "n_gpus", "gpu_count", "ngpu", "ngpus", "total_gpus",
  "n_devices", "world", "chips", "npus", "hpus", "tpus", "xpus", "cards", "accelerators", "num_processes", "gpu_num",
  "gpu_number", "num_devices" } })
add("devices", "count")
add("nodes", "count", { also = { "num_nodes", "nnodes", "n_nodes", "node_count", "instances", "num_instances" } })
add("tp", "count", { field = "tp", also = { "tensor_model_parallel_size", "tensor_parallel", "tensor_parallel_degree",
  "tp_size", "tp_degree" } })
add("pp", "count", { field = "pp", also = { "pipeline_model_parallel_size", "pipeline_parallel",
  "pipeline_parallel_degree", "pp_size", "pp_degree", "num_pipeline_stages", "pipeline_stages" } })
add("cp", "count", { field = "cp", also = { "context_parallel_size", "context_parallel_degree", "cp_size", "ring",
  "ring_size", "ring_degree" } })
-- Parallelism over parts of a sequence. ulysses_size means all-to-alls around attention, as in DeepSpeed's Ulysses; the
-- meaning of sequence_parallel_size depends on the software (runs/mesh.lua).
add("sequence_parallel_size", "count", { decides = "cp", also = { "sp_size", "sp_degree", "sequence_parallel_degree" } })
add("ulysses_size", "count", { decides = "cp", also = { "ulysses", "ulysses_degree", "ulysses_sequence_parallel_size",
  "ulysses_parallel_size", "ds_sequence_parallel_size" } })
add("cp_comm", "text", { decides = "cp_kind", words = "p2p, a2a, all_gather", also = { "cp_comm_type" } })
add("dp", "count", { also = { "data_parallel_size", "data_parallel", "data_parallel_degree", "dp_size" } })
add("dp_shard", "count", { decides = "shard", also = { "data_parallel_shard_degree", "fsdp_size", "shard_degree",
  "dp_fsdp" } })
add("dp_replicate", "count", { also = { "data_parallel_replicate_degree", "replicate_degree" } })
add("ep", "count", { field = "ep", also = { "expert_model_parallel_size", "expert_parallel", "expert_parallel_degree" } })
add("etp", "count", { field = "etp", also = { "expert_tensor_parallel_size" } })
add("vp", "count", { also = { "virtual_pipeline_model_parallel_size", "vpp", "virtual_pp", "interleave" } })
add("layers_per_chunk", "count", { decides = "vp", also = { "num_layers_per_virtual_pipeline_stage" } })
add("pipeline_layout", "text", { also = { "pipeline_model_parallel_layout" } })
add("seq_parallel", yes_no .. " all_reduce reduce_scatter", { decides = "sp", also = { "sequence_parallel", "sp",
  "tp_mode" } })
add("sharding", "text", { decides = "zero", words = "none, ddp, zero1 ... zero3, fsdp, hsdp", also = { "zero", "zero_stage",
  "zero_optimization_stage",
  "sharding_strategy", "fsdp_sharding_strategy", "fsdp_strategy", "shard_strategy", "deepspeed",
  "distributed_mode" }, none = true })
add("fsdp", "text", { decides = "zero", words = "yes, no, or those of sharding", none = true })
add("dist_opt", yes_no, { decides = "zero", also = { "use_distributed_optimizer", "distributed_optimizer" } })
add("zero_group", "count", { field = "shard", also = { "hybrid_shard_group", "fsdp_group" } })
add("schedule", "gpipe 1f1b interleaved1f1b interleaved zb_h1 zb_v dualpipe dualpipe_v afab", { field = "schedule",
  also = { "pipeline_schedule", "pp_engine" } })
add("tp_overlap", yes_no .. " backward", { also = { "tp_comm_overlap", "async_tp" } })
add("dp_overlap", yes_no .. " none gradients both", { also = { "overlap_grad_reduce" } })
add("ep_overlap", yes_no, { also = { "overlap_moe_expert_parallel_comm", "moe_a2a_overlap" } })
add("dispatcher", "text", { decides = "dispatch", words = "alltoall, deepep, hybridep", also = {
  "moe_token_dispatcher_type", "moe_dispatcher", "token_dispatcher" } })
add("capacity_factor", "number", { decides = "capacity", also = { "moe_capacity_factor", "expert_capacity_factor",
  "moe_expert_capacity_factor", "moe_train_capacity_factor" } })
add("pad_to_capacity", yes_no, { also = { "moe_pad_expert_input_to_capacity", "drop_and_pad" } })
add("paged_stash", "text", { words = "no; otherwise the capacity is that of buffers, and no token is dropped",
  also = { "moe_paged_stash" } })
add("cuda_graphs", "text", { decides = "graphs", words = "no, yes, full_iteration, or the parts of a layer",
  also = { "cuda_graph", "cuda_graph_scope", "cuda_graph_impl", "enable_cuda_graph", "graph" }, none = true })
add("route_nodes", "whole", { field = "route_nodes", also = { "topk_group", "moe_router_group_topk" } })

-- MaxText's axes. Each has one degree inside a slice (ici) and one between slices (dcn); here the column for the product of
-- both (runs/mesh.lua). A cell of -1 means all devices that other axes leave. The third word is the usual short name.
columns.axes = { { "data", "dp_replicate", "dp" }, { "fsdp", "dp_shard", "fsdp" }, { "tensor", "tp", "tp" },
  { "pipeline", "pp", "pp" }, { "context", "cp", "cp" }, { "expert", "ep", "ep" } }
for _, axis in ipairs(columns.axes) do
  for _, network in ipairs{ "ici", "dcn" } do
    local short, long = core.format("%s_%s", network, axis[3]), core.format("%s_%s", network, axis[1])
    add(core.format("%s_parallelism", long), "count", { decides = axis[2], left = true,
      also = short == long and { short } or { short, long } })
  end
end

-- Column names of one software, valid if all rows are from it: in other software the same name can mean another column.
columns.by_software = { torchtitan = { tps = "tokens_per_s_per_gpu" }, torchtune = { batch_size = "microbatch" } }

group = "the machine"
add("gpu_type", "text", { words = "H100, A100, or a name of twocs devices", also = { "gpu", "gpu_name", "gpu_model",
  "accelerator", "accelerator_type", "accelerator_model_name", "device_name", "hardware" } })
add("device", "text")
add("node_size", "count", { field = "net0_size", also = { "gpus_per_node", "devices_per_node",
  "accelerators_per_node", "gpus_node", "nproc_per_node", "gpu_node", "gpu_per_node", "gpus_per_host",
  "devices_node" } })
add("nvlink_domain", "count", { decides = "net0_size" })
add("net0_bw", "number", { field = "net0_bw", unit = "byte/s" })
add("net0_share", "number", { field = "net0_share" })
add("net1_bw", "number", { field = "net1_bw", unit = "byte/s" })
add("net1_share", "number", { field = "net1_share" })
add("mem_bw", "number", { field = "mem_bw", unit = "byte/s" })
add("power_w", "number", { unit = "W", also = { "power_limit" } })
add("network", "text", { words = "infiniband, roce, efa, slingshot", also = { "fabric" } })

group = "the software, and the measurements (a row without a time is only predicted)"
add("software", "text", { words = "Megatron, NeMo, torchtitan, llm-foundry ...", also = { "framework", "stack",
  "library" } })
add("compile", yes_no .. " default max_autotune reduce_overhead inductor eager", { also = { "torch_compile", "compiled" } })
add("step_time_s", "number", { unit = "s", also = { "step_time", "iteration_time", "iter_time", "time_step",
  "time_iter",
  "elapsed_time_per_iteration",
  "time_per_step", "time_per_iteration", "time_per_iter", "seconds_per_step",
  "seconds_per_iteration", "sec_per_iter", "sec_per_step", "train_step_timing", "avg_step_time",
  "mean_step_time", "median_step_time", "avg_iter_time", "time_per_batch",
  "time_per_global_step", "time_metrics_end_to_end" } })
add("tokens_per_s", "number", { also = { "tokens_per_sec", "tokens_s", "tok_s" } })
add("tokens_per_s_per_gpu", "number", { also = { "tokens_per_gpu_per_second", "tokens_per_sec_per_gpu", "tokens_s_gpu",
  "device_tokens_per_sec",
  "tgs", "tps_gpu" } })
add("samples_per_s", "number", { also = { "samples_per_sec", "sequences_per_s", "samples_per_second", "samples_s",
  "train_samples_per_second" } })
add("samples_per_s_per_gpu", "number", { also = { "samples_s_gpu", "samples_per_sec_per_gpu" } })
add("steps_per_s", "number", { also = { "train_steps_per_second", "steps_per_sec", "steps_s", "it_s" } })
add("tflops_per_gpu", "number", { also = { "tflops", "model_tflops_per_gpu", "tflop_s_per_gpu",
  "tflop_s_gpu", "tflops_s_gpu", "tflops_gpu_s", "mtflops" } })
add("mfu_pct", "number", { also = { "mfu", "mfu_percent", "mfu%", "mfu_%", "model_flops_utilization", "device_mfu" } })
add("hfu_pct", "number", { also = { "hfu", "hfu_percent" } })
add("peak_mem_gib", "number", { unit = "byte", also = { "peak_memory_gib", "max_memory_gib", "max_allocated_gib",
  "memory_allocated", "max_memory_allocated", "max_cuda_memory_allocated", "peak_memory_allocated", "mem_alloc",
  "allocated_memory" } })
add("reserved_mem_gib", "number", { unit = "byte", also = { "max_reserved_gib", "memory_reserved", "max_memory_reserved",
  "peak_memory_reserved", "mem_res", "reserved_memory", "max_reserved" } })
add("status", "text", { words = "ok, fail, OOM", also = { "state", "success" } })

group = "descriptions of a row that are not part of its case"
for _, name in ipairs{ "source", "address", "evidence", "notes", "note", "set", "case", "id", "name", "date", "run",
  "comment", "comments", "remark", "remarks", "author", "seed", "loss", "lr", "learning_rate", "run_id", "job_id", "job",
  "idx", "index", "rep", "last_loss", "final_loss" } do
  add(name, "text", { says_nothing = true })
end

--- The name of the field that a column of this name states or decides; its own name if there is no other.
function columns.field_of(name)
  local one = columns.by_name[name]
  return one and (one.field or one.decides) or name
end

--- The plain form of a header: small letters, _ for blanks and dashes.
function columns.plain(name) return (name:lower():gsub("[%s%-%./#?]+", "_"):gsub("^_+", ""):gsub("_+$", "")) end

-- Rates in one spelling: "Tokens / sec / GPU" and tok_s_gpu become tokens_s_gpu. Degrees without the words around them: TP
-- size, tp_degree. Counts without the words for a count: number_of_nodes.
local spelt = { per = "", sec = "s", second = "s", seconds = "s", tok = "tokens", token = "tokens", toks = "tokens",
  sample = "samples", seq = "samples", sequence = "samples", sequences = "samples",
  seqs = "samples", sent = "samples", sentence = "samples", sentences = "samples", iterations = "it", tflop = "tflops",
  gpus = "gpu",
  device = "gpu", dev = "gpu", chip = "gpu", card = "gpu", accelerator = "gpu", model = "", achieved = "",
  teraflop = "tflops", teraflops = "tflops", train = "" }
local short = { tp = "tp", pp = "pp", cp = "cp", dp = "dp", ep = "ep", etp = "etp", vp = "vp", vpp = "vp",
  virtual_pp = "vp" }
local long = { tensor = "tp", tensor_model = "tp", pipeline = "pp", pipeline_model = "pp", context = "cp", data = "dp",
  expert = "ep", expert_model = "ep", expert_tensor = "etp", virtual_pipeline = "vp", virtual_pipeline_model = "vp" }
local ends = { [""] = true, ism = true, _size = true, _degree = true, ism_size = true, ism_degree = true }

local function rate(plain)
  local words = {}
  for word in plain:gmatch "[^_]+" do
    word = spelt[word] or word
    if word ~= "" then words[#words + 1] = word end
  end
  return table.concat(words, "_")
end

local rates = {}
for _, name in ipairs{ "tokens_per_s", "tokens_per_s_per_gpu", "samples_per_s", "samples_per_s_per_gpu", "steps_per_s",
  "tflops_per_gpu" } do
  local one = columns.by_name[name]
  rates[rate(name)] = one
  for _, other in ipairs(one.also) do rates[rate(other)] = one end
end

-- "context_size" is not a degree: the long words need "parallel" after them.
local function degree(plain)
  local word, rest = plain:match "^(.-)_parallel([%a_]*)$"
  local name = word and ends[rest] and long[word] or short[plain:match "^(.+)_size$" or plain:match "^(.+)_degree$"]
  return name and columns.by_name[name]
end

-- Things that can be counted: "num_seq" is something else.
local numbered = {}
for name in ([[layers heads kv_heads experts gpus nodes params_b]]):gmatch "%S+" do
  numbered[columns.by_name[name]] = true
end

-- Rates of all GPUs together, the default for tokens and samples; a TFLOP/s is a rate of one GPU.
local all_of = { total = true, global = true, aggregate = true, aggregated = true, overall = true, cluster = true }

local function of_all(plain)
  local first, rest = plain:match "^(%a+)_(.+)$"
  local before, last = plain:match "^(.+)_%(?(%a+)%)?$"
  local one = all_of[first] and rates[rate(rest)] or all_of[last] and rates[rate(before)]
  return one and (one.name == "tokens_per_s" or one.name == "samples_per_s") and one or nil
end

-- Words that select one of several times: "avg step time", "train/step_time", "summary/mfu".
local of_which = { avg = true, average = true, mean = true, median = true, measured = true, train = true, perf = true,
  summary = true, throughput = true, metrics = true, timing = true, final = true, clean = true, stable = true,
  steady = true, approx = true, approximate = true, observed = true, sustained = true }

--- A header without the statistic in brackets behind it, "ms/iter" of "ms/iter (avg)", and without its median's other name.
function columns.without_statistic(name)
  name = name:gsub("[%s_]+[pP]50$", "")
  local rest, word = name:match "^(.-)%s*%(%s*(%a+)%s*%)%s*$"
  return rest and of_which[word:lower()] and rest or name
end

-- The meaning of other headers.
local function in_other_words(plain)
  local count = plain:match "^number_of_(.+)$" or plain:match "^no_of_(.+)$" or plain:match "^num_(.+)$"
    or plain:match "^of_(.+)$" -- "# of Nodes"
  local one = count and columns.by_name[count]
  one = one and numbered[one] and one or rates[rate(plain)] or degree(plain) or of_all(plain)
  if one then return one end
  local inner = plain:match "^config_(.+)$" -- trackers put "config/" and sections in front
  if inner then
    local section = inner:gsub("^%a+_", "")
    return columns.by_name[inner] or columns.by_name[section] or columns.by_name[(section:gsub("^args_", ""))]
  end
  local first, rest = plain:match "^(%a+)_(.+)$"
  while of_which[first] do
    one = columns.by_name[rest] or rates[rate(rest)]
    if one then -- "avg_power_w" was measured, and is no limit of the machine
      return one.is == "number" and not one.field and one.group ~= "the machine" and one or nil
    end
    first, rest = rest:match "^(%a+)_(.+)$"
  end
end

-- Sections of a configuration in front of a name, with points or slashes: "training.seq_len".
local sections = {}
for word in ([[training trainer parallelism parallel model activation_checkpoint memory args cfg hparams
  model_config]]):gmatch "%S+" do sections[word] = true end

local function in_section(name)
  local section, last = name:lower():match "^([%w_]+)[./].-([^./]+)$"
  local one = sections[section] and columns.by_name[columns.plain(last)]
  return one and not one.says_nothing and one.name ~= "status" and one or nil
end

-- Headers that can mean more than one column, or a column with a different name: the report asks about them.
local asked = {}
for words, names in pairs{
  ["batch batch_size bs bsz train_batch"] = { "global_batch", "microbatch" },
  ["time seconds duration latency runtime wall_time"] = { "step_time_s" },
  ["speed rate throughput performance perf wps"] = { "tokens_per_s", "tokens_per_s_per_gpu", "tflops_per_gpu" },
  throughput_per_gpu = { "tokens_per_s_per_gpu", "tflops_per_gpu" },
  ["tps t_s"] = { "tokens_per_s", "tokens_per_s_per_gpu" },
  throughput_gpu = { "tokens_per_s_per_gpu", "tflops_per_gpu" },
  ["mp mp_size model_parallel model_parallel_size"] = { "tp" },
  ["checkpointing"] = { "recompute" },
  ["adapter_type quantization"] = { "lora", "weight_bits" },
  ["tokens tok"] = { "tokens_per_s", "seq" },
  ["memory mem vram peak_memory gpu_memory memory_used used_memory mem_used"] = { "peak_mem_gib" },
  ["strategy parallel parallelism parallel_strategy"] = { "sharding", "tp", "pp" },
  ["attention_impl attn"] = { "flash_attn" },
  ["size model_size"] = { "params_b", "model" },
  ["method"] = { "lora", "sharding" }, ["bits"] = { "weight_bits" }, ["htflops"] = { "hfu_pct" },
  ["percentage_of_theoretical_peak_flop_s"] = { "mfu_pct", "hfu_pct" },
  ["model_tflop_s model_tflops"] = { "tflops_per_gpu" },
  count = { "gpus" }, ["instance instance_type"] = { "gpu_type" }, mlp_ratio = { "ffn" }, phase = { "mode" },
} do
  for word in words:gmatch "%S+" do asked[word] = table.concat(names, '" or "') end
end

-- SeqLen, GPUType and NumGPUs as seq_len, gpu_type and num_gpus.
local function apart(name)
  return (name:gsub("(%l)(%u)", "%1_%2"):gsub("(%u)(%u%l)", "%1_%2"):gsub("GP_Us", "GPUs"))
end

-- Records of a case; a column cannot state a field of another one.
local of_case = { model = true, layout = true, run = true, device = true, software = true }

local function found(name)
  name = columns.without_statistic(name):gsub("%s*[/&,]%s*[nN]otes?$", "") -- "precision / notes"
  local plain = columns.plain(name)
  local camel = columns.plain(apart(name))
  if name:find "^%s*#%s*[gGhHnNtTxX][pP][uU]s?%s*$" then return columns.by_name.gpus end -- a number of GPUs
  if name:lower():find "^%W*nodes?%s*[x*]%s*%W*gpus?[%s_/per]*n?o?d?e?s?%W*$" then -- "8x8" below "nodes x GPUs/node"
    return columns.by_name.gpus
  end
  if name:find "^%s*#%s*[dD]evs?%.?%s*$" then return columns.by_name.devices end
  if name:find "^%s*[tT]okens?/p/s%s*$" then return columns.by_name.tokens_per_s_per_gpu end -- per processor, FlagPerf
  if columns.by_name[plain] then return columns.by_name[plain] end
  if columns.by_name[camel] then return columns.by_name[camel] end
  if asked[plain] then return nil, asked[plain] end
  local row = rows.by_name[plain]
  local is_field = row and of_case[row.record]
  local other = not is_field
    and (in_other_words(plain) or in_other_words(camel) or in_section(name))
  if other then return other end
  if is_field then
    columns.by_name[plain] = { name = plain, field = plain, is = "field" }
    return columns.by_name[plain]
  end
  local known = {}
  for known_name in pairs(columns.by_name) do -- too many words are similar to three letters
    if #known_name > 3 and #plain > 3 and not plain:find "[()]" then known[#known + 1] = known_name end
  end
  table.sort(known)
  return nil, nearest.find(plain, known)
end

local found_before = {} -- every row of a file has the same headers

--- of(name): the column that this header means: an entry of the list, a field of a case { name =, field =, is = "field" },
--- or nil and the nearest name.
function columns.of(name)
  local before = found_before[name]
  if not before then
    before = { found(name) }
    found_before[name] = before
  end
  return before[1], before[2]
end

return columns
