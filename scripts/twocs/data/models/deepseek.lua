-- SPDX-License-Identifier: MIT
-- DeepSeek: latent attention and experts. Counts are the sums of the shapes of the published tensors, those of the layer
-- for the token after the next left out; gpt.lua says what the words mean.

return { models = {
  { name = "deepseek_v3",
    year = 2024, published_param = 671026419200,
    layers = 61, cross_layers = 0, h = 7168, head_dim = 128, heads = 128, kv_heads = 128, ffn = 18432, gated = 1,
    vocab = 129280, norm = "rmsnorm", tied = 0,
    experts = 256, top_k = 8, expert_ffn = 2048, shared_ffn = 2048, moe_share = 58 / 61, router = "biased",
    kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64, v_dim = 128,
    source = "DeepSeek-AI, arXiv:2412.19437, 4.2 (671 B, 37 B activated; first three layers dense); config.json of "
      .. "deepseek-ai/DeepSeek-V3",
    note = "the layer for the token after the next (MTP) is left out",
    sl = 4096,
    setup = "arXiv:2412.19437, 3.2.1 and 4.2: PP 16, EP 64 over 8 nodes, ZeRO-1 on 2,048 H800, no TP; batch up to 15,360" },
} }
