-- SPDX-License-Identifier: MIT
-- DeepSeek, Kimi, GLM: latent attention and experts. Parameter counts are sums over the shapes of the published tensors,
-- without the layer that predicts the token after the next. gpt.lua explains the words.

return { models = {
  { name = "deepseek_v3", also = { "DeepSeek V3 671B", "DeepSeek 671B", "DeepSeek3 671B" },
    year = 2024, published_param = 671026419200,
    layers = 61, cross_layers = 0, h = 7168, head_dim = 128, heads = 128, kv_heads = 128, ffn = 18432, gated = 1,
    vocab = 129280, norm = "rmsnorm", tied = 0,
    experts = 256, top_k = 8, expert_ffn = 2048, shared_ffn = 2048, moe_share = 58 / 61, router = "biased",
    kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64, v_dim = 128,
    source = "DeepSeek-AI, arXiv:2412.19437, 4.2 (671 B, 37 B activated; first three layers dense); config.json of "
      .. "deepseek-ai/DeepSeek-V3",
    note = "the layer for the token after the next (MTP) is not modelled",
    sl = 4096,
    setup = "arXiv:2412.19437, 3.2.1 and 4.2: PP 16, EP 64 over 8 nodes, ZeRO-1 on 2,048 H800, no TP; batch up to 15,360" },

  { name = "deepseek_v3_2", also = { "DeepSeek V3.2", "DeepSeek V3.2 Exp", "DeepSeek V3.2 671B" },
    year = 2025, published_param = 671877944064,
    layers = 61, cross_layers = 0, h = 7168, head_dim = 128, heads = 128, kv_heads = 128, ffn = 18432, gated = 1,
    vocab = 129280, norm = "rmsnorm", tied = 0,
    experts = 256, top_k = 8, expert_ffn = 2048, shared_ffn = 2048, moe_share = 58 / 61, router = "biased",
    kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64, v_dim = 128,
    index_top_k = 2048, index_heads = 64, index_dim = 128,
    source = "DeepSeek-AI, arXiv:2512.02556, 2.1 (DeepSeek-V3 with an indexer); config.json of "
      .. "deepseek-ai/DeepSeek-V3.2-Exp; the indexer is what its count of tensors has more than that of DeepSeek-V3",
    note = "the layer for the token after the next (MTP) is not modelled",
    sl = 4096,
    setup = "degrees not given" },

  { name = "deepseek_v2", also = { "DeepSeek V2", "DeepSeek2 236B" }, year = 2024, published_param = 235741434880,
    layers = 60, cross_layers = 0, h = 5120, head_dim = 128, heads = 128, kv_heads = 128, ffn = 12288, gated = 1,
    vocab = 102400, norm = "rmsnorm", tied = 0, experts = 160, top_k = 6, expert_ffn = 1536, shared_ffn = 3072,
    moe_share = 59 / 60, kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64, v_dim = 128,
    source = "DeepSeek-AI, arXiv:2405.04434, 3.1.2 (236 B, 21 B activated; the first layer dense)", sl = 4096,
    setup = "degrees not given" },

  { name = "deepseek_v2_lite", also = { "DeepSeek V2 Lite", "DeepSeek V2 Lite 16B", "DeepSeek2 16B" }, year = 2024,
    published_param = 15706484224,
    layers = 27, cross_layers = 0, h = 2048, head_dim = 128, heads = 16, kv_heads = 16, ffn = 10944, gated = 1,
    vocab = 102400, norm = "rmsnorm", tied = 0, experts = 64, top_k = 6, expert_ffn = 1408, shared_ffn = 2816,
    moe_share = 26 / 27, kv_lora_rank = 512, q_lora_rank = 0, nope_dim = 128, rope_dim = 64, v_dim = 128,
    source = "DeepSeek-AI, arXiv:2405.04434, B.1 (15.7 B, 2.4 B activated; the first layer dense); config.json and "
      .. "parameter count of deepseek-ai/DeepSeek-V2-Lite", sl = 4096, setup = "degrees not given" },

  { name = "kimi_k2", also = { "Kimi K2", "Kimi K2 Instruct", "Kimi K2 Base" }, year = 2025,
    published_param = 1026408232448,
    layers = 61, cross_layers = 0, h = 7168, head_dim = 128, heads = 64, kv_heads = 64, ffn = 18432, gated = 1,
    vocab = 163840, norm = "rmsnorm", tied = 0, experts = 384, top_k = 8, expert_ffn = 2048, shared_ffn = 2048,
    moe_share = 60 / 61, router = "biased", kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64,
    v_dim = 128,
    source = "Kimi team, arXiv:2507.20534 (1.04 T, 32 B activated; the first layer dense); config.json of "
      .. "moonshotai/Kimi-K2-Instruct, as in ai-dynamo/aiconfigurator@821eb9a model_configs", sl = 4096,
    setup = "degrees not given" },

  { name = "moonlight_16b", also = { "Moonlight 16B A3B", "Moonlight" }, year = 2025, published_param = 15960111936,
    layers = 27, cross_layers = 0, h = 2048, head_dim = 128, heads = 16, kv_heads = 16, ffn = 11264, gated = 1,
    vocab = 163840, norm = "rmsnorm", tied = 0, experts = 64, top_k = 6, expert_ffn = 1408, shared_ffn = 2816,
    moe_share = 26 / 27, router = "biased", kv_lora_rank = 512, q_lora_rank = 0, nope_dim = 128, rope_dim = 64, v_dim = 128,
    source = "config.json of moonshotai/Moonlight-16B-A3B, as in THUDM/slime scripts/models/moonlight.sh", sl = 8192,
    setup = "degrees not given" },

  { name = "kimi_vl_a3b", also = { "Kimi-VL A3B", "Kimi VL 16B A3B", "Kimi VL A3B Instruct" }, year = 2025,
    published_param = 16407657776,
    layers = 27, cross_layers = 0, h = 2048, head_dim = 128, heads = 16, kv_heads = 16, ffn = 11264, gated = 1,
    vocab = 163840, norm = "rmsnorm", tied = 0, experts = 64, top_k = 6, expert_ffn = 1408, shared_ffn = 2816,
    moe_share = 26 / 27, router = "biased", kv_lora_rank = 512, q_lora_rank = 0, nope_dim = 128, rope_dim = 64, v_dim = 128,
    vision_layers = 27, vision_h = 1152, vision_heads = 16, vision_ffn = 4304, vision_pixels = 588,
    vision_positions = 4096, vision_merge = 4,
    source = "Kimi team, arXiv:2504.07491, 2.1 (MoonViT of 400 M, 2.8 B activated); config.json and parameter count of "
      .. "moonshotai/Kimi-VL-A3B-Instruct", sl = 8192, setup = "degrees not given" },

  { name = "glm_5", also = { "GLM 5", "GLM-5", "GLM 5 744B", "GLM 5 744B A40B" }, year = 2026, published_param = 744e9,
    layers = 78, cross_layers = 0, h = 6144, head_dim = 256, heads = 64, kv_heads = 64, ffn = 12288, gated = 1,
    vocab = 154880, norm = "rmsnorm", tied = 0, experts = 256, top_k = 8, expert_ffn = 2048, shared_ffn = 2048,
    moe_share = 75 / 78, router = "biased", kv_lora_rank = 512, q_lora_rank = 2048, nope_dim = 192, rope_dim = 64,
    v_dim = 256, index_top_k = 2048, index_heads = 32, index_dim = 128,
    source = "GLM-5 team, arXiv:2602.15763 (744 B, 40 B activated); config.json of zai-org/GLM-5, as in "
      .. "ai-dynamo/aiconfigurator@691ec90 model_configs, and its index_n_heads, index_head_dim and index_topk",
    sl = 4096,
    note = "the layer for the token after the next (MTP) is not modelled", setup = "degrees not given" },

  -- Biases of queries, keys and values are left out.
  { name = "glm4_5_air", also = { "GLM 4.5 Air", "GLM-4.5-Air" }, year = 2025, published_param = 106852245504,
    layers = 46, cross_layers = 0, h = 4096, head_dim = 128, heads = 96, kv_heads = 8, ffn = 10944, gated = 1,
    vocab = 151552, norm = "rmsnorm", tied = 0, experts = 128, top_k = 8, expert_ffn = 1408, shared_ffn = 1408,
    moe_share = 45 / 46, router = "biased",
    source = "GLM-4.5 team, arXiv:2508.06471 (106 B, 12 B activated); config.json as in THUDM/slime scripts/models",
    sl = 4096,
    note = "the layer for the token after the next (MTP) is not modelled", setup = "degrees not given" },

  { name = "glm4_5", also = { "GLM 4.5", "GLM-4.5", "GLM 4.5 355B A32B" }, year = 2025, published_param = 352797829024,
    layers = 92, cross_layers = 0, h = 5120, head_dim = 128, heads = 96, kv_heads = 8, ffn = 12288, gated = 1,
    vocab = 151552, norm = "rmsnorm", tied = 0, qk_norm = "yes", experts = 160, top_k = 8, expert_ffn = 1536,
    shared_ffn = 1536, moe_share = 89 / 92, router = "biased",
    source = "GLM-4.5 team, arXiv:2508.06471 (355 B, 32 B activated); config.json and parameter count of zai-org/GLM-4.5 "
      .. "(358,337,791,296), without its layer for the token after the next and this layer's embedding and LM head",
    sl = 4096,
    note = "the layer for the token after the next (MTP) is not modelled", setup = "degrees not given" },

  -- Three of four layers have linear attention, and the last one has not; decays and the gate come from narrow vectors.
  { name = "kimi_linear_48b_a3b", also = { "Kimi Linear", "Kimi Linear 48B A3B", "Kimi Linear 48B A3B Instruct" },
    year = 2025, published_param = 49.12e9,
    layers = 27, cross_layers = 0, h = 2304, head_dim = 128, heads = 32, kv_heads = 32, ffn = 9216, gated = 1,
    vocab = 163840, norm = "rmsnorm", tied = 0, experts = 256, top_k = 8, expert_ffn = 1024, shared_ffn = 1024,
    moe_share = 26 / 27, router = "biased", kv_lora_rank = 512, q_lora_rank = 0, nope_dim = 128, rope_dim = 64, v_dim = 128,
    state_share = 20 / 27, state_rule = "kimi", state_heads = 32, state_key_heads = 32, state_key_dim = 128,
    state_value_dim = 128, state_conv = 4,
    source = "Kimi team, arXiv:2510.26692 (48 B, 3 B activated); config.json and modelling file of "
      .. "moonshotai/Kimi-Linear-48B-A3B-Instruct; its parameters as llama.cpp counts them (49.12 B)", sl = 4096,
    note = "layers with attention to all keys are the 4th, 8th ... 24th and 27th; here they are spread evenly",
    setup = "degrees not given" },
} }
