-- SPDX-License-Identifier: MIT
-- Qwen: queries and keys are normalised per head. Parameter counts are sums over the shapes of the published tensors;
-- gpt.lua explains the words.

local qwen3 = {
  cross_layers = 0, head_dim = 128, gated = 1, norm = "rmsnorm", tied = 0, qk_norm = "yes", vocab = 151936, year = 2025,
  setup = "degrees not given",
}

local qwen3_5 = {
  cross_layers = 0, head_dim = 256, kv_heads = 2, gated = 1, norm = "rmsnorm", tied = 0, qk_norm = "yes", vocab = 248320,
  year = 2026, setup = "degrees not given", attn_gate = "yes", shared_gate = "yes", sl = 4096,
  state_share = 0.75, full_every = 4, state_key_heads = 16, state_key_dim = 128, state_value_dim = 128, state_conv = 4,
}

local slime = "; config.json as in THUDM/slime scripts/models"

return { models = {
  { name = "qwen3_0_6b", like = qwen3, also = { "Qwen3 0.6B" }, published_param = 596049920,
    layers = 28, h = 1024, heads = 16, kv_heads = 8, ffn = 3072, tied = 1, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1" .. slime },

  { name = "qwen3_1_7b", like = qwen3, also = { "Qwen3 1.7B" }, published_param = 1720574976,
    layers = 28, h = 2048, heads = 16, kv_heads = 8, ffn = 6144, tied = 1, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1" .. slime },

  { name = "qwen3_4b", like = qwen3, also = { "Qwen3 4B" }, published_param = 4022468096,
    layers = 36, h = 2560, heads = 32, kv_heads = 8, ffn = 9728, tied = 1, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1" .. slime },

  { name = "qwen3_8b", like = qwen3,
    published_param = 8190735360,
    layers = 36, h = 4096, heads = 32, kv_heads = 8, ffn = 12288, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1; config.json of Qwen/Qwen3-8B; SL of most of the pre-training (3.2)" },

  { name = "qwen3_14b", like = qwen3, also = { "Qwen3 14B" }, published_param = 14768307200,
    layers = 40, h = 5120, heads = 40, kv_heads = 8, ffn = 17408, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1" .. slime },

  { name = "qwen3_30b_a3b", like = qwen3, also = { "Qwen3 30B", "Qwen3 30B A3B", "Qwen3 MoE 30B", "Qwen3 MoE 30B A3B" },
    published_param = 30532122624,
    layers = 48, h = 2048, heads = 32, kv_heads = 4, ffn = 6144, experts = 128, top_k = 8, expert_ffn = 768, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 2" .. slime },

  { name = "qwen3_32b", like = qwen3,
    published_param = 32762123264,
    layers = 64, h = 5120, heads = 64, kv_heads = 8, ffn = 25600, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1; config.json of Qwen/Qwen3-32B; SL of most of the pre-training (3.2)" },

  { name = "qwen3_235b", like = qwen3, also = { "Qwen3 235B A22B", "Qwen3 MoE 235B", "Qwen3 MoE 235B A22B" },
    published_param = 235093634560,
    layers = 94, h = 4096, heads = 64, kv_heads = 4, ffn = 12288, sl = 4096,
    experts = 128, top_k = 8, expert_ffn = 1536,
    source = "Qwen team, arXiv:2505.09388, Table 2 (22 B activated); config.json of Qwen/Qwen3-235B-A22B; SL of most of "
      .. "the pre-training (3.2)" },

  -- Three of four layers have linear attention; its layer for the token after the next is not counted.
  { name = "qwen3_next_80b_a3b", like = qwen3, also = { "Qwen3 Next 80B", "Qwen3 Next 80B A3B", "Qwen3 Coder Next" },
    published_param = 79674391296,
    layers = 48, h = 2048, head_dim = 256, heads = 16, kv_heads = 2, attn_gate = "yes", ffn = 5120, sl = 4096,
    state_share = 0.75, full_every = 4, state_heads = 32, state_key_heads = 16, state_key_dim = 128, state_value_dim = 128,
    state_conv = 4,
    experts = 512, top_k = 10, expert_ffn = 512, shared_ffn = 512, shared_gate = "yes",
    source = "config.json and parameter count of Qwen/Qwen3-Next-80B-A3B-Instruct; huggingface/transformers, "
      .. "docs/source/en/model_doc/qwen3_next.md (3 B activated)" },

  -- Qwen3-Next's layers; the vision encoder and the layer for further tokens (MTP) are left out.
  { name = "qwen3_5_35b_a3b", like = qwen3_5, also = { "Qwen3.5 35B", "Qwen3.5 35B A3B", "Qwen3.6 35B A3B" },
    published_param = 35e9,
    layers = 40, h = 2048, heads = 16, state_heads = 32, ffn = 512, experts = 256, top_k = 8, expert_ffn = 512,
    shared_ffn = 512, source = "sizes of Qwen/Qwen3.5-35B-A3B as in THUDM/slime, scripts/models/qwen3.5-35B-A3B.sh" },

  { name = "qwen3_5_122b_a10b", like = qwen3_5, also = { "Qwen3.5 122B", "Qwen3.5 122B A10B" }, published_param = 122e9,
    layers = 48, h = 3072, heads = 32, state_heads = 64, ffn = 1024, experts = 256, top_k = 8, expert_ffn = 1024,
    shared_ffn = 1024, source = "sizes of Qwen/Qwen3.5-122B-A10B as its users' configurations give them" },

  { name = "qwen3_5_397b_a17b", like = qwen3_5, also = { "Qwen3.5 397B", "Qwen3.5 397B A17B" }, published_param = 397e9,
    layers = 60, h = 4096, heads = 32, state_heads = 64, ffn = 1024, experts = 512, top_k = 10, expert_ffn = 1024,
    shared_ffn = 1024, source = "sizes of config.json of Qwen/Qwen3.5-397B-A17B as its users' configurations give them" },

  -- Biases of queries, keys and values are left out of a count here: that of the tensors is 5e-6 to 2e-5 larger.
  { name = "qwen2_5_7b", like = qwen3, also = { "Qwen2.5 7B" }, year = 2024, qk_norm = "no", published_param = 7615616512,
    layers = 28, h = 3584, heads = 28, kv_heads = 4, ffn = 18944, vocab = 152064, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1" .. slime },

  { name = "qwen2_5_0_5b", like = qwen3, also = { "Qwen2.5 0.5B" }, year = 2024, qk_norm = "no",
    published_param = 494032768,
    layers = 24, h = 896, head_dim = 64, heads = 14, kv_heads = 2, ffn = 4864, vocab = 151936, tied = 1, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1; config.json and parameter count of Qwen/Qwen2.5-0.5B" },

  { name = "qwen2_5_1_5b", like = qwen3, also = { "Qwen2.5 1.5B" }, year = 2024, qk_norm = "no",
    published_param = 1543714304,
    layers = 28, h = 1536, heads = 12, kv_heads = 2, ffn = 8960, vocab = 151936, tied = 1, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1; config.json and parameter count of Qwen/Qwen2.5-1.5B" },

  { name = "qwen2_5_3b", like = qwen3, also = { "Qwen2.5 3B" }, year = 2024, qk_norm = "no",
    published_param = 3085938688,
    layers = 36, h = 2048, heads = 16, kv_heads = 2, ffn = 11008, vocab = 151936, tied = 1, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1; config.json and parameter count of Qwen/Qwen2.5-3B" },

  { name = "qwen2_5_14b", like = qwen3, also = { "Qwen2.5 14B" }, year = 2024, qk_norm = "no",
    published_param = 14770033664,
    layers = 48, h = 5120, heads = 40, kv_heads = 8, ffn = 13824, vocab = 152064, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1; config.json and parameter count of Qwen/Qwen2.5-14B" },

  { name = "qwen2_5_72b", like = qwen3, also = { "Qwen2.5 72B" }, year = 2024, qk_norm = "no",
    published_param = 72706203648,
    layers = 80, h = 8192, heads = 64, kv_heads = 8, ffn = 29568, vocab = 152064, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1; config.json and parameter count of Qwen/Qwen2.5-72B" },

  { name = "qwen2_5_32b", like = qwen3, also = { "Qwen2.5 32B" }, year = 2024, qk_norm = "no",
    published_param = 32763876352,
    layers = 64, h = 5120, heads = 40, kv_heads = 8, ffn = 27648, vocab = 152064, sl = 4096,
    source = "Qwen team, arXiv:2412.15115, Table 1" .. slime },

  -- With a vision encoder. Its biases and its norms outside of layers are left out.
  { name = "qwen2_5_vl_7b", like = qwen3, also = { "Qwen2.5-VL 7B", "Qwen2.5 VL 7B Instruct" }, year = 2025, qk_norm = "no",
    published_param = 8292166656,
    layers = 28, h = 3584, heads = 28, kv_heads = 4, ffn = 18944, vocab = 152064, sl = 8192,
    vision_layers = 32, vision_h = 1280, vision_heads = 16, vision_ffn = 3420, vision_gated = "yes",
    vision_norm = "rmsnorm", vision_pixels = 1176, vision_window = 64, vision_window_share = 28 / 32, vision_merge = 4,
    source = "Qwen team, arXiv:2502.13923, Table 1 (windows of 112 x 112 pixels, four layers without); config.json and "
      .. "parameter count of Qwen/Qwen2.5-VL-7B-Instruct; SL of its pre-training (Table 2)" },

  { name = "qwen3_vl_8b", like = qwen3, also = { "Qwen3-VL 8B", "Qwen3 VL 8B Instruct" }, published_param = 8767123696,
    layers = 36, h = 4096, heads = 32, kv_heads = 8, ffn = 12288, sl = 8192,
    vision_layers = 27, vision_h = 1152, vision_heads = 16, vision_ffn = 4304, vision_pixels = 1536,
    vision_positions = 2304, vision_merge = 4, vision_projectors = 4,
    source = "Qwen team, arXiv:2511.21631; config.json and parameter count of Qwen/Qwen3-VL-8B-Instruct" },

  { name = "qwen3_vl_30b_a3b", like = qwen3, also = { "Qwen3-VL 30B A3B", "Qwen3 VL 30B" }, published_param = 31070754032,
    layers = 48, h = 2048, heads = 32, kv_heads = 4, ffn = 6144, experts = 128, top_k = 8, expert_ffn = 768, sl = 8192,
    vision_layers = 27, vision_h = 1152, vision_heads = 16, vision_ffn = 4304, vision_pixels = 1536,
    vision_positions = 2304, vision_merge = 4, vision_projectors = 4,
    source = "Qwen team, arXiv:2511.21631; config.json and parameter count of Qwen/Qwen3-VL-30B-A3B-Instruct" },
} }
