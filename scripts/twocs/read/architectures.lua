-- SPDX-License-Identifier: MIT
--[[
The meaning of a Hugging Face config.json: the possible keys of each number, and the defaults in the class of each
model_type. The facts are from the configuration and modelling files of huggingface/transformers (4.31 to 5.0); config.lua
has the rules. An architecture is listed only if its numbers fill a model record as these rows define. Any other model_type
is refused, because a size with another meaning would be worse than an error.
]]
local architectures = { fields = {}, keys = {}, order = {}, list = {}, texts = {}, defaults = {} }

-- A number of a configuration and its keys. `row` is the field of the model record that has its bounds; other numbers have
-- their own bounds. group: only architectures of this kind have the keys; in other architectures they are an error.
local function field(name, about)
  about.name = name
  about.least, about.most = about.least or 1, about.most or 1e7
  architectures.fields[name] = about
  for _, key in ipairs(about) do architectures.keys[#architectures.keys + 1] = { key = key, field = about } end
end

field("h", { row = "h", "hidden_size", "n_embd", "d_model", "n_embed", "dim" })
field("layers", { row = "layers", "num_hidden_layers", "n_layer", "num_layers", "n_layers" })
field("heads", { row = "heads", "num_attention_heads", "n_head", "num_heads", "n_heads" })
field("kv_heads", { row = "kv_heads", "num_key_value_heads", "num_kv_heads", "n_head_kv" })
field("head_dim", { row = "head_dim", "head_dim", "d_kv", "attention_head_dim" })
field("ffn", { row = "ffn", "intermediate_size", "n_inner", "d_ff", "ffn_dim", "ffn_hidden_size", "hidden_dim" })
field("vocab", { row = "vocab", "vocab_size" })

field("window", { least = 0, most = 1e9, meaning = "tokens in the attention window", "sliding_window" })
field("window_first", { least = 0, meaning = "first layers without a window", "max_window_layers" })
field("window_step", { group = "window_step", meaning = "distance in layers between layers without a window",
  "sliding_window_pattern", "_sliding_window_pattern" })
field("chunk", { group = "chunks", meaning = "tokens of a chunk of attention", "attention_chunk_size" })
field("no_rope_interval", { group = "chunks", meaning = "distance in layers between layers without chunks",
  "no_rope_layer_interval" })
field("projected", { meaning = "width of the embeddings", "word_embed_proj_dim" })
field("further", { least = 0, meaning = "layers that predict further tokens (MTP)", "num_nextn_predict_layers" })

field("decoder_layers", { group = "decoder", meaning = "layers of the decoder", "num_decoder_layers", "decoder_layers" })

field("experts", { group = "experts", meaning = "experts of a layer", "num_local_experts", "num_experts",
  "n_routed_experts" })
field("top_k", { group = "experts", meaning = "experts of each token (top-k)", "num_experts_per_tok", "experts_per_token",
  "num_experts_per_token" })
field("expert_ffn", { group = "experts", meaning = "width of an expert", "moe_intermediate_size" })
field("shared", { group = "experts", least = 0, meaning = "shared experts of every token", "n_shared_experts",
  "num_shared_experts" })
field("shared_ffn", { group = "experts", least = 0, meaning = "width of the shared expert",
  "shared_expert_intermediate_size", "moe_shared_expert_intermediate_size" })
field("dense_first", { group = "experts", least = 0, meaning = "first layers without experts", "first_k_dense_replace" })
field("groups", { group = "experts", meaning = "groups of experts", "n_group", "num_expert_group" })
field("top_groups", { group = "experts", meaning = "groups that a token's experts may belong to", "topk_group" })
field("step", { group = "experts", meaning = "distance in layers between layers with experts", "decoder_sparse_step",
  "moe_layer_freq", "interleave_moe_layer_step" })
field("dense_ffn", { group = "experts", row = "ffn", "intermediate_size_mlp" })
field("sparse_encoder", { group = "experts", least = 0, meaning = "layers of the encoder with experts",
  "num_sparse_encoder_layers" })
field("sparse_decoder", { group = "experts", least = 0, meaning = "layers of the decoder with experts",
  "num_sparse_decoder_layers" })

field("q_rank", { group = "latent", meaning = "rank of the queries", "q_lora_rank" })
field("kv_rank", { group = "latent", meaning = "rank of keys and values", "kv_lora_rank" })
field("nope", { group = "latent", meaning = "width of a query without position", "qk_nope_head_dim" })
field("rope", { group = "latent", meaning = "width of a query's position", "qk_rope_head_dim" })
field("v", { group = "latent", meaning = "width of a value", "v_head_dim" })

field("index_top_k", { group = "sparse", row = "index_top_k", "index_topk" })
field("index_heads", { group = "sparse", row = "index_heads", "index_n_heads" })
field("index_dim", { group = "sparse", row = "index_dim", "index_head_dim" })

field("state_heads", { group = "linear", row = "state_heads", "linear_num_value_heads" })
field("state_key_heads", { group = "linear", row = "state_key_heads", "linear_num_key_heads" })
field("state_key_dim", { group = "linear", row = "state_key_dim", "linear_key_head_dim" })
field("state_value_dim", { group = "linear", row = "state_value_dim", "linear_value_head_dim" })
field("state_conv", { group = "linear", row = "state_conv", "linear_conv_kernel_dim" })
field("interval", { group = "linear", meaning = "distance in layers between layers with attention to keys",
  "full_attention_interval" })
field("mamba_heads", { group = "mamba", row = "state_heads", "mamba_num_heads" })
field("mamba_groups", { group = "mamba", row = "state_key_heads", "n_groups", "mamba_num_groups" })
field("mamba_state", { group = "mamba", row = "state_key_dim", "ssm_state_size", "mamba_state_dim" })
field("mamba_dim", { group = "mamba", row = "state_value_dim", "mamba_head_dim" })
field("mamba_conv", { group = "mamba", row = "state_conv", "conv_kernel" })

-- Keys that change the meaning of a known model_type: refused unless null, false, 0, empty, or the value given here.
architectures.strange = {
  text_config = false, vision_config = false, num_hidden_groups = 1, block_configs = false, attn_layer_period = 1,
  mamba_d_state = false, ssm_cfg = false, moe_latent_size = false, routed_expert_hidden_size = false,
}

-- Keys that config.lua reads directly, and keys that do not affect any size or time: tokens, positions, biases (never
-- counted), dropout rates (a run states whether dropout is used), storage of numbers. Each is a Lua pattern of a whole key.
-- Any other key is reported when a configuration is read, because it may matter.
local function patterns(text)
  local list = {}
  for pattern in text:gmatch "%S+" do list[#list + 1] = "^" .. pattern .. "$" end
  return list
end

architectures.understood = patterns[[
  model_type layer_types mlp_only_layers topk_method use_sliding_window tie_word_embeddings is_encoder_decoder multi_query
  new_decoder_architecture add_cross_attention parallel_attn use_parallel_residual feed_forward_proj
  architectures auto_map torch_dtype dtype transformers_version _name_or_path tokenizer_class use_cache id2label label2id
  task_specific_params pretraining_tp ep_size quantization_config output_router_logits output_attentions
  output_hidden_states return_dict gradient_checkpointing .*_token_id .*_token_ids initializer_range initializer_factor
  .*norm_eps .*norm_epsilon layer_norm_eps hidden_act hidden_activation activation_function dense_act_fn
  is_gated_act max_position_embeddings n_positions n_ctx seq_length max_sequence_length initial_context_length
  original_max_position_embeddings rope_.* rotary_.* partial_rotary_factor relative_attention_.*
  position_embedding_type alibi type_vocab_size .*_bias bias .*dropout.* .*_drop .*_pdrop scoring_func
  routed_scaling_factor norm_topk_prob
  router_.*_coef router_dtype router_bias router_jitter_noise router_ignore_padding_tokens .*aux_loss.* seq_aux swiglu_limit
  add_router_probs expert_capacity scale_attn.* reorder_and_upcast_attn summary_.* do_layer_norm_before
  padded_vocab_size init_std prefix router_type encoder_sparse_step decoder_sparse_step
  apply_residual_connection_post_layernorm attention_softmax_in_fp32 use_qk_norm qk_head_dim indexer_rope_interleave
  moe_layers attn_temperature_tuning floor_scale attn_scale cache_implementation attn_implementation _attn_.* mrope_.*
  query_pre_attn_scalar .*_softcapping embedding_multiplier residual_multiplier attention_multiplier logits_scaling
  no_rope_layers
]]

--[[
gated     whether the FFN has a gate: "yes", "no", or the key whose value "gated-..." says so
norm      of the model record
tied      the default of the class for tie_word_embeddings
ffn       "4h": 4 h if the key is null or missing
head_dim  the default of the class for head_dim; otherwise h / heads
kv        "multi_query": the key multi_query decides; kv_default is its default
parallel  attention and FFN run in parallel: true, or the key that says so, with the default parallel_default
window    the default of the class for sliding_window; window_step: without layer_types, the distance between layers without
          a window; window_key: the window is used only if this key is true, and only from the layer max_window_layers on
          (window_first)
experts   "mixtral": every layer, experts as wide as the FFN; "qwen": by step and mlp_only_layers; "deepseek": after the
          first dense layers; "llama4": every step-th layer, with a shared expert as wide as the others; "switch": some
          layers of encoder and decoder, one expert per token; "pattern": a letter for each layer gives its kind
decoder   an encoder of `layers` and a decoder
qk_norm   queries and keys are normalised over each head; qk_norm_key: only if this key is true
shared_gate, biased: the shared experts have their own gate; the router has a bias for each expert
expert_bias: each expert adds a bias to its output
latent    keys and values are stored as one latent vector (MLA)
sparse    an indexer selects the keys of a query (DSA)
chunks    the default for attention_chunk_size: some layers have attention only inside chunks of so many tokens
vision    the kind of vision encoder in vision.lua; text: the default architecture of the language model;
          flat: keys of the language model may be next to vision_config
linear    most layers have linear attention by the gated delta rule, or by a rule of hybrids.lua; gate: the output of
          attention has a gate; mamba: the keys of Mamba-2 exist
understood  keys of only this architecture that affect no size
]]
local function architecture(names, about)
  for name in names:gmatch("%S+") do
    architectures.order[#architectures.order + 1] = name
    architectures.list[name] = about
  end
end

architecture("bert roberta distilbert", { gated = "no", norm = "layernorm", tied = true })
architecture("gpt2", { gated = "no", norm = "layernorm", tied = true, ffn = "4h" })
architecture("gpt_bigcode", { gated = "no", norm = "layernorm", tied = true, ffn = "4h", kv = "multi_query",
  kv_default = true })
architecture("gptj", { gated = "no", norm = "layernorm", tied = false, ffn = "4h", parallel = true })
architecture("gpt_neox", { gated = "no", norm = "layernorm", tied = false, parallel = "use_parallel_residual",
  parallel_default = true })
architecture("opt", { gated = "no", norm = "layernorm", tied = true })
architecture("bloom", { gated = "no", norm = "layernorm", tied = true, ffn = "4h" })
architecture("falcon", { gated = "no", norm = "layernorm", tied = true, ffn = "4h",
  kv = "multi_query", kv_default = true, parallel = "parallel_attn", parallel_default = true })
architecture("phi", { gated = "no", norm = "layernorm", tied = false, parallel = true })
architecture("nemotron", { gated = "no", norm = "layernorm", tied = false })
architecture("starcoder2", { gated = "no", norm = "layernorm", tied = true })

architecture("t5", { gated = "feed_forward_proj", norm = "rmsnorm", tied = true, decoder = true })
architecture("switch_transformers", { gated = "no", norm = "rmsnorm", tied = true, decoder = true, experts = "switch" })

architecture("llama", { gated = "yes", norm = "rmsnorm", tied = false })
architecture("mistral", { gated = "yes", norm = "rmsnorm", tied = false, window = 4096 })
architecture("qwen2", { gated = "yes", norm = "rmsnorm", tied = false, window = 4096, window_key = "use_sliding_window",
  window_first = 28 })
architecture("qwen3", { gated = "yes", norm = "rmsnorm", tied = false, head_dim = 128, qk_norm = true,
  window = 4096, window_key = "use_sliding_window", window_first = 28 })
architecture("phi3", { gated = "yes", norm = "rmsnorm", tied = false })
architecture("granite", { gated = "yes", norm = "rmsnorm", tied = false })
architecture("smollm3", { gated = "yes", norm = "rmsnorm", tied = true })
architecture("olmo2", { gated = "yes", norm = "rmsnorm", tied = false, qk_norm = true })
architecture("gemma2", { gated = "yes", norm = "rmsnorm", tied = true, head_dim = 256, window = 4096, window_step = 2 })
architecture("gemma", { gated = "yes", norm = "rmsnorm", tied = true, head_dim = 256 })

architecture("mixtral", { gated = "yes", norm = "rmsnorm", tied = false, experts = "mixtral" })
architecture("olmoe", { gated = "yes", norm = "rmsnorm", tied = false, experts = "mixtral" })
architecture("gpt_oss", { gated = "yes", norm = "rmsnorm", tied = false, head_dim = 64, window = 128, window_step = 2,
  experts = "mixtral", biased = true, expert_bias = true })
architecture("qwen2_moe", { gated = "yes", norm = "rmsnorm", tied = false, experts = "qwen", shared_gate = true,
  window = 4096, window_key = "use_sliding_window", window_first = 28 })
architecture("qwen3_moe", { gated = "yes", norm = "rmsnorm", tied = false, experts = "qwen", qk_norm = true,
  window = 4096, window_key = "use_sliding_window", window_first = 28 })
architecture("qwen3_next", { gated = "yes", norm = "rmsnorm", tied = false, head_dim = 256, experts = "qwen",
  qk_norm = true, shared_gate = true, linear = true, gate = true })
architecture("glm4_moe", { gated = "yes", norm = "rmsnorm", tied = false, experts = "deepseek", biased = true,
  qk_norm_key = "use_qk_norm" })
architecture("deepseek_v2 deepseek_v3 kimi_k2", { gated = "yes", norm = "rmsnorm", tied = false, experts = "deepseek",
  latent = true })
architecture("deepseek_v32 glm_moe_dsa", { gated = "yes", norm = "rmsnorm", tied = false, experts = "deepseek",
  latent = true, sparse = true, biased = true })

architecture("kimi_linear", { gated = "yes", norm = "rmsnorm", tied = false, experts = "deepseek", latent = true,
  biased = true, linear = "kimi", understood = patterns[[linear_attn_config mla_use_nope model_max_length moe_renormalize
    moe_router_activation_func use_grouped_topk]] })
architecture("nemotron_h", { gated = "no", norm = "rmsnorm", tied = false, head_dim = 128, experts = "pattern",
  linear = "mamba", mamba = true, understood = patterns[[hybrid_override_pattern layers_block_type mtp_layers_block_type
    mtp_hybrid_override_pattern expand mamba_expand chunk_size mamba_chunk_size mamba_hidden_act mlp_hidden_act
    mamba_ssm_cache_dtype mamba_proj_bias use_mamba_kernels time_step_.* rescale_prenorm_residual residual_in_fp32
    num_logits_to_keep norm_eps]] })

architecture("gemma3_text", { gated = "yes", norm = "rmsnorm", tied = true, head_dim = 256, qk_norm = true, window = 4096,
  window_step = 6 })
architecture("llama4_text", { gated = "yes", norm = "rmsnorm", tied = false, experts = "llama4", chunks = 8192 })

-- Architectures with a vision encoder; vision.lua has its keys.
architecture("qwen2_vl", { vision = "qwen2", text = "qwen2", flat = true })
architecture("qwen2_5_vl", { vision = "qwen2_5", text = "qwen2", flat = true })
architecture("qwen3_vl", { vision = "qwen3", text = "qwen3" })
architecture("qwen3_vl_moe", { vision = "qwen3", text = "qwen3_moe" })
architecture("llava llava_next", { vision = "llava", text = "llama" })
architecture("gemma3", { vision = "gemma3", text = "gemma3_text" })
architecture("internvl internvl_chat", { vision = "internvl", text = "qwen2" })
architecture("kimi_vl kimi_k25", { vision = "kimi", text = "deepseek_v3" })
architecture("llama4", { vision = "llama4", text = "llama4_text" })

-- Names of the language models inside such files, and the defaults of their classes for missing keys.
architectures.texts = { qwen2_vl_text = "qwen2", qwen2_5_vl_text = "qwen2", qwen3_vl_text = "qwen3",
  qwen3_vl_moe_text = "qwen3_moe" }
architectures.defaults = {
  llama = { hidden_size = 4096, num_hidden_layers = 32, num_attention_heads = 32, intermediate_size = 11008,
    vocab_size = 32000 },
  mistral = { hidden_size = 4096, num_hidden_layers = 32, num_attention_heads = 32, num_key_value_heads = 8,
    intermediate_size = 14336, vocab_size = 32000 },
  gemma3_text = { hidden_size = 2304, num_hidden_layers = 26, num_attention_heads = 8, num_key_value_heads = 4,
    intermediate_size = 9216, vocab_size = 262208 },
  llama4_text = { hidden_size = 5120, num_hidden_layers = 48, num_attention_heads = 40, num_key_value_heads = 8,
    head_dim = 128, intermediate_size = 8192, intermediate_size_mlp = 16384, num_local_experts = 16,
    num_experts_per_tok = 1, vocab_size = 202048 },
}

return architectures
