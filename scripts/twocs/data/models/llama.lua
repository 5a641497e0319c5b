-- SPDX-License-Identifier: MIT
-- Llama, and Mistral's models with the same architecture. Parameter counts are from the published tensors; gpt.lua explains
-- the words.

local llama = { cross_layers = 0, head_dim = 128, gated = 1, norm = "rmsnorm", tied = 0 }

return { models = {
  -- Llama 2 has no model of this size; TinyLlama has its architecture and its tokens.
  { name = "tinyllama_1b", also = { "TinyLlama", "TinyLlama 1.1B", "TinyLlama 1.1B Chat v1.0",
    "TinyLlama 1.1B intermediate step 1431k 3T" },
    year = 2024, published_param = 1100048384,
    layers = 22, cross_layers = 0, h = 2048, head_dim = 64, heads = 32, kv_heads = 4, ffn = 5632, gated = 1, vocab = 32000,
    norm = "rmsnorm", tied = 0, sl = 2048,
    source = "Zhang et al., arXiv:2401.02385, Table 2; config.json and parameter count of TinyLlama-1.1B",
    setup = "degrees not given" },

  { name = "llama_33b", like = llama, also = { "LLaMA 33B", "LLaMA 30B" },
    year = 2023, published_param = 32.5e9,
    layers = 60, h = 6656, heads = 52, kv_heads = 52, ffn = 17920, vocab = 32000, sl = 2048,
    source = "Touvron et al., arXiv:2302.13971, Table 2; the FFN is two thirds of 4 H, in steps of 256 (2.2)",
    setup = "degrees not given" },

  { name = "llama_65b", like = llama, also = { "LLaMA 65B" },
    year = 2023, published_param = 65.2e9,
    layers = 80, h = 8192, heads = 64, kv_heads = 64, ffn = 22016, vocab = 32000, sl = 2048,
    source = "Touvron et al., arXiv:2302.13971, Table 2; the FFN is two thirds of 4 H, in steps of 256 (2.2)",
    setup = "arXiv:2302.13971, 2.4: 2,048 A100 of 80 GB; degrees not given" },

  -- CodeLlama of 7B, 13B and 70B has these sizes, with 16 tokens more.
  { name = "llama2_7b", like = llama, also = { "LLaMA 7B", "CodeLlama 7B" },
    year = 2023, published_param = 6738415616,
    layers = 32, h = 4096, heads = 32, kv_heads = 32, ffn = 11008, vocab = 32000, sl = 4096,
    source = "Touvron et al., arXiv:2307.09288, Table 1; config.json and parameter count of meta-llama/Llama-2-7b-hf",
    setup = "degrees not given" },

  { name = "llama2_13b", like = llama, also = { "LLaMA 13B", "CodeLlama 13B" },
    year = 2023, published_param = 13015864320,
    layers = 40, h = 5120, heads = 40, kv_heads = 40, ffn = 13824, vocab = 32000, sl = 4096,
    source = "Touvron et al., arXiv:2307.09288, Table 1; config.json and parameter count of meta-llama/Llama-2-13b-hf",
    setup = "degrees not given" },

  { name = "codellama_34b", like = llama, also = { "CodeLlama 34B Python", "Llama 2 34B" },
    year = 2023, published_param = 33743970304,
    layers = 48, h = 8192, heads = 64, kv_heads = 8, ffn = 22016, vocab = 32000, sl = 16384,
    source = "Roziere et al., arXiv:2308.12950; Lightning-AI/litgpt, litgpt/config.py; parameter count of "
      .. "meta-llama/CodeLlama-34b-Instruct-hf; Llama 2 of 34B, which was not released, has its sizes (arXiv:2307.09288)",
    setup = "degrees not given" },

  { name = "llama2_70b", like = llama, also = { "CodeLlama 70B" },
    year = 2023, published_param = 68976648192,
    layers = 80, h = 8192, heads = 64, kv_heads = 8, ffn = 28672, vocab = 32000, sl = 4096,
    source = "Touvron et al., arXiv:2307.09288, Table 1; config.json and parameter count of meta-llama/Llama-2-70b-hf",
    setup = "degrees not given" },

  { name = "llama3_8b", like = llama,
    year = 2024, published_param = 8030261248,
    layers = 32, h = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 128256, sl = 8192,
    source = "Llama team, arXiv:2407.21783, Table 3; config.json and parameter count of meta-llama/Llama-3.1-8B",
    setup = "degrees not given" },

  { name = "llama3_2_1b", like = llama, also = { "Llama 3.2 1B", "Llama-3.2-1B" },
    year = 2024, published_param = 1235814400,
    layers = 16, h = 2048, head_dim = 64, heads = 32, kv_heads = 8, ffn = 8192, vocab = 128256, tied = 1, sl = 8192,
    source = "config.json and parameter count of meta-llama/Llama-3.2-1B; its embedding is shared",
    setup = "degrees not given" },

  { name = "llama3_2_3b", like = llama, also = { "Llama 3.2 3B", "Llama-3.2-3B" },
    year = 2024, published_param = 3212749824,
    layers = 28, h = 3072, heads = 24, kv_heads = 8, ffn = 8192, vocab = 128256, tied = 1, sl = 8192,
    source = "config.json of meta-llama/Llama-3.2-3B, as in THUDM/slime scripts/models/llama3.2-3B.sh; its embedding is "
      .. "shared",
    setup = "degrees not given" },

  { name = "llama3_70b", like = llama,
    year = 2024, published_param = 70553706496,
    layers = 80, h = 8192, heads = 64, kv_heads = 8, ffn = 28672, vocab = 128256, sl = 8192,
    source = "Llama team, arXiv:2407.21783, Table 3; config.json and parameter count of meta-llama/Llama-3.1-70B",
    setup = "degrees not given" },

  { name = "llama3_405b", like = llama,
    year = 2024, published_param = 405853388800,
    layers = 126, h = 16384, heads = 128, kv_heads = 8, ffn = 53248, vocab = 128256, sl = 8192, tp = 8,
    source = "Llama team, arXiv:2407.21783, Table 3; config.json and parameter count of meta-llama/Llama-3.1-405B",
    setup = "arXiv:2407.21783, Table 4: TP 8, PP 16 on H100; micro-batch not given" },

  { name = "mistral_7b", like = llama, also = { "Mistral 7B", "Mistral 7B v0.1" },
    year = 2023, published_param = 7241732096,
    layers = 32, h = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 32000, window = 4096, sl = 8192,
    source = "Jiang et al., arXiv:2310.06825, Table 1; huggingface/transformers, configuration_mistral.py; parameter count "
      .. "of mistralai/Mistral-7B-v0.1",
    setup = "degrees not given" },

  { name = "mixtral_8x7b", like = llama,
    year = 2023, published_param = 46702792704,
    layers = 32, h = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 32000, sl = 32768, experts = 8, top_k = 2,
    source = "Jiang et al., arXiv:2401.04088, Table 1; config.json of mistralai/Mixtral-8x7B-v0.1 (46.7 B, 12.9 B "
      .. "activated)",
    setup = "degrees not given" },

  { name = "mixtral_8x22b", like = llama,
    year = 2024, published_param = 140620634112,
    layers = 56, h = 6144, heads = 48, kv_heads = 8, ffn = 16384, vocab = 32000, sl = 65536, experts = 8, top_k = 2,
    source = "Mistral AI, Cheaper, Better, Faster, Stronger, 17 April 2024 (141 B, 39 B activated); config.json of "
      .. "mistralai/Mixtral-8x22B-v0.1",
    setup = "degrees not given" },

  -- The models of text, without the vision encoder (871,932,416). One layer in four attends to all keys, the others inside
  -- chunks of 8,192 tokens, here a window of as many.
  { name = "llama4_scout", like = llama, also = { "Llama 4 Scout", "Llama 4 Scout 17B 16E", "Llama 4 Scout 109B" },
    year = 2025, published_param = 107769861120,
    layers = 48, h = 5120, heads = 40, kv_heads = 8, ffn = 16384, vocab = 202048, sl = 8192,
    experts = 16, top_k = 1, expert_ffn = 8192, shared_ffn = 8192, window = 8192, full_every = 4,
    source = "Meta, Llama 4 model card (109 B, 17 B activated); config.json and parameter count of "
      .. "meta-llama/Llama-4-Scout-17B-16E-Instruct (108,641,793,536 with the vision encoder); huggingface/transformers, "
      .. "modeling_llama4.py",
    note = "attention in chunks is a window here: in sequences of more than 8,192 tokens a query has up to twice the keys",
    setup = "degrees not given" },

  { name = "llama4_maverick", like = llama, also = { "Llama 4 Maverick", "Llama 4 Maverick 17B 128E",
    "Llama 4 Maverick 400B" },
    year = 2025, published_param = 400711848960,
    layers = 48, h = 5120, heads = 40, kv_heads = 8, ffn = 16384, vocab = 202048, sl = 8192,
    experts = 128, top_k = 1, expert_ffn = 8192, shared_ffn = 8192, moe_share = 0.5, dense_at = "spread", window = 8192,
    full_every = 4,
    source = "Meta, Llama 4 model card (400 B, 17 B activated); config.json and parameter count of "
      .. "meta-llama/Llama-4-Maverick-17B-128E-Instruct (401,583,781,376 with the vision encoder)",
    note = "attention in chunks is a window here: in sequences of more than 8,192 tokens a query has up to twice the keys",
    setup = "degrees not given" },
} }
