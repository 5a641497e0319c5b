-- SPDX-License-Identifier: MIT
-- Megatron-LM's arguments, and their names in Megatron-Bridge and NeMo, as rows with the fact that each one states. An
-- argument without a row that matches no pattern of `aside` is listed as not understood.
local facts = require "twocs.read.configs.facts"

local arguments = {}

arguments.rows = facts.rows[[
num_layers,encoder_num_layers                     layers          count
mtp_num_layers                                    mtp             count
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
moe_pad_expert_input_to_capacity                  padded          flag
moe_train_capacity_factor                         train_capacity  number
disable_moe_token_dropping                        kept_tokens     flag
multi_latent_attention                            latent          flag
q_lora_rank                                       q_lora_rank     count
kv_lora_rank                                      kv_lora_rank    count
qk_head_dim,qk_nope_head_dim                      nope_dim        count
qk_pos_emb_head_dim,qk_rope_head_dim              rope_dim        count
v_head_dim                                        v_dim           count
window_size                                       window          text
window_attn_skip_freq                             window_skips    list
attention_output_gate                             attn_gate       flag
experimental_attention_variant                    variant         text
dsa_indexer_topk                                  index_top_k     count
dsa_indexer_n_heads                               index_heads     count
dsa_indexer_head_dim                              index_dim       count
linear_attention_freq                             state_skips     list
linear_conv_kernel_dim                            state_conv      count
linear_key_head_dim                               state_key_dim   count
linear_value_head_dim                             state_value_dim count
linear_num_key_heads                              state_key_heads count
linear_num_value_heads                            state_heads     count

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
no_async_tensor_model_parallel_allreduce          tp_async        off
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
fp8_recipe                                        recipe          text
fp8_param_gather,fp8_param                        fp8_weights     flag
grad_reduce_in_bf16                               grad_in_bf16    flag
grad_reduce_in_fp32,accumulate_allreduce_grads_in_fp32 grad_in_fp32 flag
optimizer                                         optimizer       text
no_gradient_accumulation_fusion                   grad_fused      off
gradient_accumulation_fusion                      grad_fused      flag
ddp_bucket_size,bucket_size                       bucket          count
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
transformer_impl                                  implementation  text
data_impl,ddp_impl                                old             text
use_flash_attn                                    flash           flag
attention_dropout                                 attention_dropout number
hidden_dropout                                    hidden_dropout  number

nproc_per_node,nproc-per-node,gpus_per_node,devices,num_gpus,num_gpus_per_node per_node count
nnodes,num_nodes                                  nodes           text

moe_router_group_topk      route_nodes     count
moe_token_dispatcher_type  dispatcher      text
moe_enable_deepep          deepep          flag
moe_shared_expert_overlap  - lack shared experts do not run during the exchange of tokens
overlap_moe_expert_parallel_comm,moe_a2a_overlap ep_overlap flag
delay_wgrad_compute        - lack no field delays the gradients of the weights
defer_embedding_wgrad_compute - lack no field delays the gradients of the LM head
cpu_offloading,cpu_offloading_num_layers  - lack offload_kept says what is kept in the host's memory, as a share
fine_grained_activation_offloading - lack offload_kept says what is kept in the host's memory, as a share
distribute_saved_activations - lack no field spreads what recomputation keeps over TP
first_last_layers_bf16     - lack all layers have one number format
fp8_dot_product_attention,fp8_multi_head_attention  fp8_attention flag
enable_cuda_graph,external_cuda_graph,use_cuda_graph graphs flag
cuda_graph_impl            graphs text
cuda_graph_scope           graph_scope list
heterogeneous_layers_config_path - lack all layers have one shape
retro_add_retriever,add_retriever - lack a retriever has no field
rampup_batch_size          - lack the batch is that of its end
fp32_residual_connection   - lack residuals have the bytes of the other activations
hierarchical_context_parallel_sizes - lack CP has one level
main_grads_dtype           grads bytes
lora_rank,lora_alpha,peft  - lack adapters are said by lora_rank of a model
use_sharp                  - lack switches that reduce are said by net0_reduce, net1_reduce of a device
deepspeed_config           deepspeed_file text
disable_tp_comm_overlap_ag,disable_tp_comm_overlap_rs - lack one field says whether TP's collectives overlap
variable_seq_lengths       - lack the sequence has one length
no_bias_swiglu_fusion,no_bias_gelu_fusion,no_rope_fusion - lack row operators are as kernels of a software says
is_hybrid_model,mamba_num_heads  - lack layers that are no attention and FFN have no field
hybrid_override_pattern,hybrid_layer_pattern - lack layers that are no attention and FFN have no field
]]

-- Arguments without an effect on the modelled time or memory of a step: paths, saving, the learning rate, and kernels that
-- a case assumes anyway.
arguments.aside = {
  "^lr$", "^lr_", "^min_lr", "^decoupled_", "^adam_", "^weight_decay", "^start_weight", "^end_weight", "^clip_grad",
  "^init_method", "^embedding_init", "^seed$", "^save", "^load", "^no_load", "^no_save", "^ckpt", "^log_", "^eval",
    "^exit_",
  "^tensorboard", "^wandb", "^timing_", "^train_iters", "^train_samples", "^train_tokens", "^data_path", "^data_cache",
    "^data_args", "^data_sharding", "^data_parallel_random", "^data_parallel_size", "^mock_data", "^split",
  "^dataset", "^dataloader", "^num_workers", "^vocab_file", "^merge_file", "^vocab_extra", "^extra_vocab", "^tokenizer_",
  "^patch_tokenizer", "_data_path$", "^max_position", "^max_padding", "^position_embedding", "^add_position",
    "^no_position",
  "^rotary", "^rope", "^use_rotary", "^use_rope", "^no_rope", "^norm_epsilon", "^layernorm", "^apply_layernorm",
  "^apply_query", "^attention_softmax_in", "^distributed_", "^master_", "^node_rank", "^rdzv", "^local_rank",
    "^max_restarts",
  "^tee$", "^use_cpu_init", "^perform_init", "^ddp_num", "^ddp_av", "^ddp_pad", "^disable_straggler",
    "^squared_relu",
    "^legacy_tok", "^sft$", "^use_mcore", "^use_legacy", "^manual_gc",
  "^empty_unused", "^check_for", "^calculate_per_token", "^loss_scale", "^initial_loss", "^min_loss", "^hysteresis",
  "^native_amp", "^profile", "^nsys", "^use_pytorch_prof", "^record_", "^memory_snapshot", "^no_create_attention",
  "^create_attention", "^no_mmap", "^mmap", "^num_dataset", "^moe_aux", "^moe_z_loss", "^moe_loss", "^moe_router_load",
  "^moe_router_score", "^moe_router_pre", "^moe_router_topk_", "^moe_router_bias", "^moe_router_dtype",
    "^moe_router_fusion",
  "^moe_router_force_load", "^moe_grouped", "^moe_permute", "^moe_token_drop", "^moe_router_num_groups", "^moe_flex",
  "^moe_deepep", "^moe_pad", "^moe_per_layer", "^moe_eval", "^moe_min", "^moe_use_legacy", "^create_moe", "^reset_",
  "^eod_mask", "^no_masked", "^no_bias_dropout", "^masked_softmax", "^bias_", "^disable_bias", "^add_bias",
  "^add_qkv", "^cross_entropy", "^no_persist",
  "^persist_", "^fp8_amax", "^fp8_margin", "^fp8_interval", "^fp4_recipe", "^fp8_wgrad", "^no_fp8",
  "^overlap_param_gather_with", "^no_align", "^align_", "^batch_p2p", "^deepspeed_", "^override_", "^use_checkpoint",
  "^finetune$", "^kill_switch", "^abort_on", "^embed_layernorm", "^pp_partition", "^train_weighted",
  "^valid_", "^test_", "^tiktoken", "^te_rng", "^use_te_", "^enable_experimental", "^disable_gloo", "^high_priority",
  "^create_all", "^curriculum", "^inference", "^bert_", "^mtp_loss", "^qk_clip", "^deterministic", "^openai_gelu",
  "^train_mode", "^one_logger", "^no_one_logger", "^enable_one", "^app_tag", "^rerun", "^error_inj", "^async_",
    "^auto_detect",
  "^deallocate", "^force_multi", "^hostfile", "^tp_comm_overlap_", "^tp_comm_bulk", "^tp_comm_split",
  "^tp_comm_boot", "^tp_comm_atomic", "^disable_tp_comm", "^microbatch_group", "^average_in", "^_",
    "^moe_ep",
}

return arguments
