-- SPDX-License-Identifier: MIT
-- OpenAI's open models. Every second layer attends to a window of 128 tokens. Parameter counts are from the published
-- tensors; our counts omit biases and sinks.

local gpt_oss = {
  year = 2025, cross_layers = 0, h = 2880, head_dim = 64, heads = 64, kv_heads = 8, ffn = 2880, gated = 1, vocab = 201088,
  norm = "rmsnorm", tied = 0, top_k = 4, router = "biased", expert_bias = "yes", window = 128, full_every = 2, sl = 4096,
  setup = "degrees not given",
}

return { models = {
  { name = "gpt_oss_20b", like = gpt_oss, also = { "gpt-oss-20b", "GPT OSS 20B" }, published_param = 20914757184,
    layers = 24, experts = 32,
    source = "OpenAI, gpt-oss model card (2025): 20.9 B, 3.6 B activated; config.json of openai/gpt-oss-20b as in "
      .. "EchoCog/gpt-oss-20b docs" },
  { name = "gpt_oss_120b", like = gpt_oss, also = { "gpt-oss-120b", "GPT OSS 120B" }, published_param = 116829156672,
    layers = 36, experts = 128,
    source = "OpenAI, gpt-oss model card (2025): 116.8 B, 5.1 B activated; 36 layers of 128 experts, the rest as "
      .. "gpt-oss-20b" },
} }
