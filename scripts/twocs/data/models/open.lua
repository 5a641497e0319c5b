-- SPDX-License-Identifier: MIT
-- Models with open weights from other makers, with Llama's architecture or a similar one. Parameter counts are from the
-- published tensors; gpt.lua explains the words. Our counts omit norms after a block, norms over all heads and biases: less
-- than .02 % of any of these models.

local plain = { cross_layers = 0, gated = 1, norm = "rmsnorm", tied = 0, year = 2024, setup = "degrees not given" }

-- Gemma 3's vision encoder: an image becomes 256 tokens, means of 16 patches each.
local gemma3 = { cross_layers = 0, gated = 1, norm = "rmsnorm", tied = 1, year = 2025, setup = "degrees not given",
  vocab = 262208, sl = 32768, qk_norm = "yes", window = 1024, full_every = 6,
  vision_layers = 27, vision_h = 1152, vision_heads = 16, vision_ffn = 4304, vision_pixels = 588, vision_patches = 4096,
  vision_positions = 4096, vision_merge = 16, vision_joined = 1152, vision_matrices = 1,
}

local function hub(id) return "config.json and parameter count of " .. id end

return { models = {
  { name = "gemma_7b", like = plain, published_param = 8537680896,
    layers = 28, h = 3072, head_dim = 256, heads = 16, kv_heads = 16, ffn = 24576, vocab = 256000, tied = 1, sl = 8192,
    source = "Gemma team, arXiv:2403.08295, Table 1; " .. hub "google/gemma-7b" },

  -- Every second layer attends to a window of 4,096 tokens.
  { name = "gemma2_9b", like = plain, also = { "Gemma 2 9B" }, published_param = 9241705984,
    layers = 42, h = 3584, head_dim = 256, heads = 16, kv_heads = 8, ffn = 14336, vocab = 256000, tied = 1, sl = 8192,
    window = 4096, full_every = 2, source = "Gemma team, arXiv:2408.00118, Table 1; " .. hub "google/gemma-2-9b" },

  { name = "gemma2_27b", like = plain, also = { "Gemma 2 27B" }, published_param = 27227128320,
    layers = 46, h = 4608, head_dim = 128, heads = 32, kv_heads = 16, ffn = 36864, vocab = 256000, tied = 1, sl = 8192,
    window = 4096, full_every = 2, source = "Gemma team, arXiv:2408.00118, Table 1; " .. hub "google/gemma-2-27b" },

  -- Five of six layers attend to a window of 1,024 tokens.
  { name = "gemma3_4b", like = gemma3, also = { "Gemma 3 4B" }, published_param = 4300079472,
    layers = 34, h = 2560, head_dim = 256, heads = 8, kv_heads = 4, ffn = 10240,
    source = "Gemma team, arXiv:2503.19786, 2 and Table 1 (the encoder is frozen: vision_frozen); "
      .. hub "google/gemma-3-4b-it" },

  { name = "gemma3_12b", like = gemma3, published_param = 12187325040,
    layers = 48, h = 3840, head_dim = 256, heads = 16, kv_heads = 8, ffn = 15360,
    source = "Gemma team, arXiv:2503.19786, 2 and Table 1; Lightning-AI/litgpt, litgpt/config.py; parameter count of "
      .. "google/gemma-3-12b-it" },

  { name = "gemma3_27b", like = gemma3, published_param = 27432406640,
    layers = 62, h = 5376, head_dim = 128, heads = 32, kv_heads = 16, ffn = 21504,
    source = "Gemma team, arXiv:2503.19786, 2 and Table 1; Lightning-AI/litgpt, litgpt/config.py; parameter count of "
      .. "google/gemma-3-27b-it" },

  { name = "mistral_nemo_12b", like = plain, also = { "Mistral Nemo 12B", "Mistral Nemo", "Mistral Nemo Base 2407",
    "Mistral Nemo Instruct 2407" }, published_param = 12247782400,
    layers = 40, h = 5120, head_dim = 128, heads = 32, kv_heads = 8, ffn = 14336, vocab = 131072, sl = 8192,
    source = hub "mistralai/Mistral-Nemo-Base-2407" },

  { name = "mistral_small_24b", like = plain, also = { "Mistral Small 24B" }, year = 2025, published_param = 23572403200,
    layers = 40, h = 5120, head_dim = 128, heads = 32, kv_heads = 8, ffn = 32768, vocab = 131072, sl = 8192,
    source = hub "mistralai/Mistral-Small-24B-Base-2501" },

  { name = "mistral_large_123b", like = plain, also = { "Mistral Large 123B", "Mistral Large 2" },
    published_param = 122610069504,
    layers = 88, h = 12288, head_dim = 128, heads = 96, kv_heads = 8, ffn = 28672, vocab = 32768, sl = 8192,
    source = hub "mistralai/Mistral-Large-Instruct-2407" },

  { name = "phi3_mini", like = plain, also = { "Phi 3 mini", "Phi 3 3.8B", "Phi 3 mini 3.8B" },
    published_param = 3821079552,
    layers = 32, h = 3072, head_dim = 96, heads = 32, kv_heads = 32, ffn = 8192, vocab = 32064, sl = 4096,
    source = "Abdin et al., arXiv:2404.14219, 2; " .. hub "microsoft/Phi-3-mini-4k-instruct" },

  { name = "phi3_medium", like = plain, also = { "Phi 3 medium", "Phi 3 14B", "Phi 3 medium 14B" },
    published_param = 13960238080,
    layers = 40, h = 5120, head_dim = 128, heads = 40, kv_heads = 10, ffn = 17920, vocab = 32064, sl = 4096,
    source = "Abdin et al., arXiv:2404.14219, 2; " .. hub "microsoft/Phi-3-medium-4k-instruct" },

  { name = "phi4", like = plain, also = { "Phi 4", "Phi 4 14B" }, published_param = 14659507200,
    layers = 40, h = 5120, head_dim = 128, heads = 40, kv_heads = 10, ffn = 17920, vocab = 100352, sl = 4096,
    source = "Abdin et al., arXiv:2412.08905, 3; " .. hub "microsoft/phi-4" },

  { name = "yi_6b", like = plain, also = { "Yi 6B" }, year = 2023, published_param = 6061035520,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 4, ffn = 11008, vocab = 64000, sl = 4096,
    source = "01.AI, arXiv:2403.04652, Table 3; " .. hub "01-ai/Yi-6B" },

  { name = "yi_34b", like = plain, also = { "Yi 34B" }, year = 2023, published_param = 34388917248,
    layers = 60, h = 7168, head_dim = 128, heads = 56, kv_heads = 8, ffn = 20480, vocab = 64000, sl = 4096,
    source = "01.AI, arXiv:2403.04652, Table 3; " .. hub "01-ai/Yi-34B" },

  { name = "deepseek_7b", like = plain, also = { "DeepSeek LLM 7B", "DeepSeek 7B" }, published_param = 6910365696,
    layers = 30, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 11008, vocab = 102400, sl = 4096,
    source = "DeepSeek-AI, arXiv:2401.02954, Table 2; " .. hub "deepseek-ai/deepseek-llm-7b-base" },

  { name = "olmo2_7b", like = plain, also = { "OLMo 2 7B", "OLMo-2 1124 7B" }, published_param = 7298617344,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 11008, vocab = 100352, qk_norm = "yes",
    sl = 4096, source = "OLMo team, arXiv:2501.00656, Table 3; " .. hub "allenai/OLMo-2-1124-7B" },

  { name = "olmo2_13b", like = plain, also = { "OLMo 2 13B", "OLMo-2 1124 13B" }, published_param = 13716198400,
    layers = 40, h = 5120, head_dim = 128, heads = 40, kv_heads = 40, ffn = 13824, vocab = 100352, qk_norm = "yes",
    sl = 4096, source = "OLMo team, arXiv:2501.00656, Table 3; " .. hub "allenai/OLMo-2-1124-13B" },

  { name = "olmo2_32b", like = plain, also = { "OLMo 2 32B", "OLMo-2 0325 32B" }, year = 2025,
    published_param = 32234279936,
    layers = 64, h = 5120, head_dim = 128, heads = 40, kv_heads = 8, ffn = 27648, vocab = 100352, qk_norm = "yes",
    sl = 4096, source = hub "allenai/OLMo-2-0325-32B" },

  -- LayerNorm without weights.
  { name = "olmo_7b", like = plain, also = { "OLMo 7B 0724" }, published_param = 6888095744,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 11008, vocab = 50304, norm = "layernorm",
    sl = 2048,
    source = "Groeneveld et al., arXiv:2402.00838; allenai/OLMo, configs/official/OLMo-7B.yaml; parameter count of "
      .. "allenai/OLMo-7B" },

  { name = "olmoe_1b_7b", like = plain, also = { "OLMoE", "OLMoE 1B 7B 0924", "OLMoE 1B 7B 0125" },
    published_param = 6919161856,
    layers = 16, h = 2048, head_dim = 128, heads = 16, kv_heads = 16, ffn = 1024, vocab = 50304, qk_norm = "yes",
    experts = 64, top_k = 8, expert_ffn = 1024, sl = 4096,
    source = "Muennighoff et al., arXiv:2409.02060 (6.9 B, 1.3 B activated); " .. hub "allenai/OLMoE-1B-7B-0924" },

  { name = "smollm3_3b", like = plain, also = { "SmolLM3" }, year = 2025, published_param = 3075098624,
    layers = 36, h = 2048, head_dim = 128, heads = 16, kv_heads = 4, ffn = 11008, vocab = 128256, tied = 1,
    source = "huggingface/transformers, configuration_smollm3.py; parameter count of HuggingFaceTB/SmolLM3-3B" },

  { name = "smollm2_1_7b", like = plain, also = { "SmolLM2 1.7B" }, published_param = 1711376384,
    layers = 24, h = 2048, head_dim = 64, heads = 32, kv_heads = 32, ffn = 8192, vocab = 49152, tied = 1, sl = 2048,
    source = "Ben Allal et al., arXiv:2502.02737; " .. hub "HuggingFaceTB/SmolLM2-1.7B" },

  { name = "falcon3_7b", like = plain, also = { "Falcon 3 7B" }, published_param = 7455550464,
    layers = 28, h = 3072, head_dim = 256, heads = 12, kv_heads = 4, ffn = 23040, vocab = 131072, sl = 8192,
    source = hub "tiiuae/Falcon3-7B-Base" },

  { name = "granite3_8b", like = plain, also = { "Granite 3 8B", "Granite 3.0 8B", "Granite 3.1 8B",
    "Granite 3.2 8B", "Granite 3.3 8B" },
    published_param = 8170848256,
    layers = 40, h = 4096, head_dim = 128, heads = 32, kv_heads = 8, ffn = 12800, vocab = 49155, tied = 1, sl = 4096,
    source = hub "ibm-granite/granite-3.1-8b-base" },

  { name = "internlm_7b", like = plain, also = { "InternLM Chat 7B" }, year = 2023, published_param = 7e9,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 11008, vocab = 103168, sl = 2048,
    source = "configuration as in inclusionAI/Ling, atb_llm/models/internlm/config_internlm.py" },

  { name = "internlm2_7b", like = plain, also = { "InternLM2.5 7B" }, published_param = 7737708544,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 8, ffn = 14336, vocab = 92544,
    source = "InternLM team, arXiv:2403.17297; " .. hub "internlm/internlm2_5-7b-chat" },

  { name = "internlm2_20b", like = plain, also = { "InternLM2.5 20B" }, published_param = 19861149696,
    layers = 48, h = 6144, head_dim = 128, heads = 48, kv_heads = 8, ffn = 16384, vocab = 92544,
    source = "InternLM team, arXiv:2403.17297; " .. hub "internlm/internlm2_5-20b-chat" },

  { name = "apertus_8b", like = plain, also = { "Apertus 8B 2509", "Apertus 8B Instruct 2509" }, year = 2025,
    published_param = 8e9,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 8, ffn = 21504, vocab = 131072, gated = 0,
    qk_norm = "yes",
    source = "Apertus project, arXiv:2509.14233, as summaries give its sizes; huggingface/transformers, "
      .. "configuration_apertus.py" },

  { name = "apertus_70b", like = plain, also = { "Apertus 70B 2509", "Apertus 70B Instruct 2509" },
    year = 2025, published_param = 70e9,
    layers = 80, h = 8192, head_dim = 128, heads = 64, kv_heads = 8, ffn = 43008, vocab = 131072, gated = 0,
    qk_norm = "yes",
    source = "Apertus project, arXiv:2509.14233, as summaries give its sizes; huggingface/transformers, "
      .. "configuration_apertus.py" },

  -- LayerNorm without shifts.
  { name = "dbrx", like = plain, also = { "DBRX 132B" }, published_param = 132e9,
    layers = 40, h = 6144, head_dim = 128, heads = 48, kv_heads = 8, ffn = 10752, vocab = 100352, norm = "layernorm",
    experts = 16, top_k = 4, expert_ffn = 10752, sl = 4096,
    source = "databricks/dbrx, MODEL_CARD_dbrx_base.md (132 B, 36 B activated); config.json of databricks/dbrx-instruct; "
      .. "cli99/llm-analysis, dbrx.json" },

  { name = "minimax_m2", like = plain, also = { "MiniMax M2.1", "MiniMax M2 230B A10B" }, year = 2025,
    published_param = 228689764864,
    layers = 62, h = 3072, head_dim = 128, heads = 48, kv_heads = 8, ffn = 1536, vocab = 200064, qk_norm = "yes",
    experts = 256, top_k = 8, expert_ffn = 1536, router = "biased",
    source = "huggingface/transformers, configuration_minimax_m2.py; parameter count of MiniMaxAI/MiniMax-M2 (230 B, 10 B "
      .. "activated)",
    note = "the layers for further tokens (MTP) are not modelled" },

  -- Attention and FC of a layer side by side, with one norm; here one after the other.
  { name = "command_r_plus", like = plain, also = { "c4ai-command-r-plus", "c4ai-command-r-plus-08-2024",
    "Command R plus 104B" },
    published_param = 104e9,
    layers = 64, h = 12288, head_dim = 128, heads = 96, kv_heads = 8, ffn = 33792, vocab = 256000, norm = "layernorm",
    tied = 1, qk_norm = "yes",
    source = "model card of CohereForAI/c4ai-command-r-plus (104 B) and its config.json as others copy it; "
      .. "ggml-org/llama.cpp, llama-model.cpp (norms of queries and keys)" },

  -- Attention and FC of a layer side by side; here one after the other.
  { name = "falcon_40b", like = plain, also = { "Falcon 40B" }, year = 2023, published_param = 41303293952,
    layers = 60, h = 8192, head_dim = 64, heads = 128, kv_heads = 8, ffn = 32768, vocab = 65024, gated = 0,
    norm = "layernorm", tied = 1, sl = 2048,
    source = "Almazrouei et al., arXiv:2311.16867, Table 1; " .. hub "tiiuae/falcon-40b" },

  -- LayerNorm without shifts, scores with ALiBi.
  { name = "mpt_7b", like = plain, also = { "MPT 7B" }, year = 2023, published_param = 6649286656,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 16384, vocab = 50432, gated = 0,
    norm = "layernorm", tied = 1, sl = 2048, source = hub "mosaicml/mpt-7b" },

  { name = "nemotron4_340b", like = plain, also = { "Nemotron 4 340B", "Nemotron 340B" }, published_param = 340e9,
    layers = 96, h = 18432, head_dim = 192, heads = 96, kv_heads = 8, ffn = 73728, vocab = 256000, gated = 0,
    norm = "layernorm", sl = 4096, tp = 8,
    source = "NVIDIA, arXiv:2406.11704, Table 1 (9.4 B of embeddings, 331.6 B of others)",
    setup = "arXiv:2406.11704, 2.3: TP 8, PP 12 with interleaving on 768 DGX H100" },

  { name = "nemotron4_15b", like = plain, also = { "Nemotron 4 15B", "Nemotron 15B" }, published_param = 15.6e9,
    layers = 32, h = 6144, head_dim = 128, heads = 48, kv_heads = 8, ffn = 24576, vocab = 256000, gated = 0,
    norm = "layernorm", sl = 4096, tp = 8,
    source = "NVIDIA, arXiv:2402.16819, Table 1 (3.2 B of embeddings, 12.5 B of others)",
    setup = "arXiv:2402.16819, 2.2: TP 8 on 384 DGX H100" },

  -- NeMo's configurations: squared ReLU, so no gate; the vocabulary is that of Nemotron-4.
  { name = "nemotron3_8b", like = plain, also = { "Nemotron 3 8B", "Nemotron 8B" }, year = 2023,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 16384, vocab = 256000, gated = 0,
    norm = "layernorm", sl = 4096, source = "NVIDIA/NeMo-Framework-Launcher, conf/training/nemotron/nemotron_8b.yaml" },

  { name = "nemotron4_22b", like = plain, also = { "Nemotron 4 22B", "Nemotron 3 22B", "Nemotron 22B" },
    layers = 40, h = 6144, head_dim = 128, heads = 48, kv_heads = 48, ffn = 24576, vocab = 256000, gated = 0,
    norm = "layernorm", sl = 4096, source = "NVIDIA/NeMo-Framework-Launcher, conf/training/nemotron/nemotron_22b.yaml" },

  -- Layers of Mamba-2, of attention, and of FC or experts, each alone; here a layer has a mixer and an FC. Six mixers have
  -- no FC behind them.
  { name = "nemotron_3_nano_30b_a3b", like = plain, also = { "Nemotron 3 Nano", "Nemotron 3 Nano 30B A3B" }, year = 2025,
    published_param = 31577937344,
    layers = 29, h = 2688, head_dim = 128, heads = 32, kv_heads = 2, ffn = 1, vocab = 131072, gated = 0,
    experts = 128, top_k = 6, expert_ffn = 1856, shared_ffn = 3712, moe_share = 23 / 29, dense_at = "spread",
    state_share = 23 / 29, state_rule = "sum", state_heads = 64, state_key_heads = 8, state_key_dim = 128,
    state_value_dim = 64, state_conv = 4,
    source = "NVIDIA, arXiv:2512.20848 (31.6 B, 3.2 B activated without embeddings); "
      .. hub "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
    note = "23 layers of Mamba-2, 6 of attention and 23 of experts are read as 29 layers that have both; 6 of these have "
      .. "an FC of width 1, whose norm and messages are too many" },

  { name = "nemotron_h_8b", like = plain, year = 2025, published_param = 8.10e9,
    layers = 28, h = 4096, head_dim = 128, heads = 32, kv_heads = 8, ffn = 18432, vocab = 131072, gated = 0,
    full_every = 6, full_first = 5, state_share = 24 / 28, state_rule = "sum", state_heads = 128, state_key_heads = 8,
    state_key_dim = 128, state_value_dim = 64, state_conv = 4, sl = 8192,
    source = "NVIDIA, arXiv:2504.03624; NVIDIA/NeMo, nemo/collections/llm/gpt/model/ssm.py; huggingface/transformers, "
      .. "configuration_nemotron_h.py; parameter count of nvidia/Nemotron-H-8B-Base-8K",
    note = "24 layers of Mamba-2, 4 of attention and 24 of FC, 21,504 wide, are read as 28 layers that have both, with the "
      .. "mean width: 4 norms and their messages are too many" },

  { name = "nemotron_h_56b", like = plain, year = 2025, published_param = 56e9,
    layers = 64, h = 8192, head_dim = 128, heads = 64, kv_heads = 8, ffn = 27648, vocab = 131072, gated = 0,
    full_every = 6, full_first = 5, state_share = 54 / 64, state_rule = "sum", state_heads = 256, state_key_heads = 8,
    state_key_dim = 256, state_value_dim = 64, state_conv = 4, sl = 8192,
    source = "NVIDIA, arXiv:2504.03624; NVIDIA/NeMo, nemo/collections/llm/gpt/model/ssm.py (56 B)",
    note = "54 layers of Mamba-2, 10 of attention and 54 of FC, 32,768 wide, are read as 64 layers that have both, with "
      .. "the mean width: 10 norms and their messages are too many" },

  { name = "nemotron_nano_9b_v2", like = plain, also = { "Nemotron Nano 9B v2" }, year = 2025,
    published_param = 8888227328,
    layers = 31, h = 4480, head_dim = 128, heads = 40, kv_heads = 8, ffn = 12645, vocab = 131072, gated = 0,
    state_share = 27 / 31, state_rule = "sum", state_heads = 128, state_key_heads = 8, state_key_dim = 128,
    state_value_dim = 80, state_conv = 4,
    source = "NVIDIA, arXiv:2508.14444; " .. hub "nvidia/NVIDIA-Nemotron-Nano-9B-v2",
    note = "27 layers of Mamba-2, 4 of attention and 25 of FC, 15,680 wide, are read as 31 layers that have both, with the "
      .. "mean width: 6 norms and their messages are too many" },
} }
