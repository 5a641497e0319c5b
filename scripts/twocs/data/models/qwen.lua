-- SPDX-License-Identifier: MIT
-- Qwen: queries and keys are normalised by head. Counts are the sums of the shapes of the published tensors; gpt.lua says
-- what the words mean.

local qwen3 = {
  cross_layers = 0, head_dim = 128, gated = 1, norm = "rmsnorm", tied = 0, qk_norm = "yes", vocab = 151936, year = 2025,
  setup = "degrees not given",
}

return { models = {
  { name = "qwen3_8b", like = qwen3,
    published_param = 8190735360,
    layers = 36, h = 4096, heads = 32, kv_heads = 8, ffn = 12288, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1; config.json of Qwen/Qwen3-8B; SL of most of the pre-training (3.2)" },

  { name = "qwen3_32b", like = qwen3,
    published_param = 32762123264,
    layers = 64, h = 5120, heads = 64, kv_heads = 8, ffn = 25600, sl = 4096,
    source = "Qwen team, arXiv:2505.09388, Table 1; config.json of Qwen/Qwen3-32B; SL of most of the pre-training (3.2)" },

  { name = "qwen3_235b", like = qwen3,
    published_param = 235093634560,
    layers = 94, h = 4096, heads = 64, kv_heads = 4, ffn = 12288, sl = 4096,
    experts = 128, top_k = 8, expert_ffn = 1536,
    source = "Qwen team, arXiv:2505.09388, Table 2 (22 B activated); config.json of Qwen/Qwen3-235B-A22B; SL of most of "
      .. "the pre-training (3.2)" },
} }
