-- SPDX-License-Identifier: MIT
--[[
Models with their sources. Plain tables: field names are those of the model record, and the rest describes
(name, year, source, published_param, note, and the training set-up: sl, tp, b, setup).
The one thing to know: a shape may stand here twice. `pati23_*` is what Table 4 of Pati et al. prints; the
entry without the prefix is the network as its own authors describe it, and what all but studies of that
paper want. `b` is sequences per model replica and pass (global batch over data-parallel degree, or the
micro-batch of a pipeline). `tp` and `b` are left out where the model's own paper does not give them;
`setup` says what it gives.
]]

local order, list = {}, {}

local function model(name, entry)
  entry.name = name
  order[#order + 1] = name
  list[name] = entry
end

-- A free shape: every field follows the defaults of the model record.
model("transformer", { source = "the plain transformer of Pati et al. (arXiv:2302.02825v1), section 3.2" })

-- The eight models of Table 4 as they are

model("bert", {
  year = 2018, published_param = 336e6,
  layers = 24, cross_layers = 0, h = 1024, head_dim = 64, heads = 16, kv_heads = 16, ffn = 4096, gated = 0,
  vocab = 30522, norm = "layernorm", tied = 1,
  source = "Devlin et al., arXiv:1810.04805, section 3 (BERT-large, there rounded to 340 M); the same shape "
    .. "is counted as 336 M in arXiv:1909.08053, Table 4",
  sl = 512, tp = 1, b = 4,
  setup = "arXiv:1810.04805, A.2: 256 sequences on 64 TPU chips, no model parallelism named; nine steps in "
    .. "ten at SL 128",
})

model("t5_11b", {
  year = 2019, published_param = 11e9,
  layers = 48, cross_layers = 24, h = 1024, head_dim = 128, heads = 128, kv_heads = 128, ffn = 65536,
  gated = 0, vocab = 32128, norm = "rmsnorm", tied = 1,
  source = "Raffel et al., arXiv:1910.10683, section 3.7 (d_ff 65536, 128 heads) and 2.1; 24 + 24 layers, "
    .. "heads of 128 and a vocabulary padded to 32128 in the released configuration; 11.3 B printed as 11 B",
  sl = 512,
  setup = "arXiv:1910.10683, 2.1 and 3.1.2: model and data parallel on TPU v3 pod slices, degrees not given; "
    .. "baseline batch 128 sequences",
})

model("gpt2_xl", {
  year = 2019, published_param = 1542e6,
  layers = 48, cross_layers = 0, h = 1600, head_dim = 64, heads = 25, kv_heads = 25, ffn = 6400, gated = 0,
  vocab = 50257, norm = "layernorm", tied = 1,
  source = "Radford et al., Language Models are Unsupervised Multitask Learners (2019), Table 2; heads from "
    .. "the released configuration",
  sl = 1024,
  setup = "Radford et al. (2019), 2.3: global batch 512, hardware and degrees not given",
})

model("megatron_lm_8b", {
  year = 2019, published_param = 8.3e9,
  layers = 72, cross_layers = 0, h = 3072, head_dim = 128, heads = 24, kv_heads = 24, ffn = 12288, gated = 0,
  vocab = 51200, norm = "layernorm", tied = 1,
  source = "Shoeybi et al., arXiv:1909.08053, Table 2 and section 5.1 (vocabulary padded to 51200 for TP 8)",
  sl = 1024, tp = 8, b = 8,
  setup = "arXiv:1909.08053, 4.2 and 5.1: global batch 512, 8-way model x 64-way data parallel on 512 V100 "
    .. "of 32 GB",
})

model("t_nlg", {
  year = 2020, published_param = 17e9,
  layers = 78, cross_layers = 0, h = 4256, head_dim = 152, heads = 28, kv_heads = 28, ffn = 17024, gated = 0,
  vocab = 50257, norm = "layernorm", tied = 1,
  source = "Rosset, Turing-NLG: A 17-billion-parameter language model by Microsoft, Microsoft Research blog, "
    .. "10 February 2020; GPT-2's vocabulary and a 4h FFN are assumed",
  sl = 1024, tp = 4,
  setup = "the same blog: tensor slicing over 4 V100 of DGX-2, 256 GPUs, so 64 replicas; no batch size was "
    .. "found to cite",
})

model("gpt3_175b", {
  year = 2020, published_param = 175e9,
  layers = 96, cross_layers = 0, h = 12288, head_dim = 128, heads = 96, kv_heads = 96, ffn = 49152, gated = 0,
  vocab = 50257, norm = "layernorm", tied = 1,
  source = "Brown et al., arXiv:2005.14165, Table 2.1 and section 2.1",
  sl = 2048,
  setup = "arXiv:2005.14165, 2.3: V100; parallel within matrix products and across layers, degrees not "
    .. "given; global batch 3.2 M tokens (Table 2.1)",
})

model("mt_nlg_530b", {
  year = 2021, published_param = 530e9,
  layers = 105, cross_layers = 0, h = 20480, head_dim = 160, heads = 128, kv_heads = 128, ffn = 81920,
  gated = 0, vocab = 51200, norm = "layernorm", tied = 1,
  source = "Smith et al., arXiv:2201.11990, section 3.1 (padded vocabulary 51200 assumed, as in Megatron-LM)",
  sl = 2048, tp = 8, b = 1,
  setup = "arXiv:2201.11990, 2.2 and 3.1: 8-way tensor, 35-way pipeline, 280 A100 80 GB a replica, global "
    .. "batch 1920; B = 1 a pass as Pati et al. (arXiv:2302.02825v1, 4.3.2) say",
})

model("palm_540b", {
  year = 2022, published_param = 540e9,
  layers = 118, cross_layers = 0, h = 18432, head_dim = 256, heads = 48, kv_heads = 1, ffn = 73728, gated = 1,
  vocab = 256000, norm = "layernorm", tied = 1,
  source = "Chowdhery et al., arXiv:2204.02311, Table 1 and section 2 (multi-query attention, SwiGLU, shared "
    .. "embeddings, no biases, 256k tokens); its 540.35 B is reached with heads of 256",
  note = "attention and FFN run in parallel in a layer, so a forward pass needs one all-reduce a layer, not "
    .. "two",
  sl = 2048, tp = 12, b = 1,
  setup = "arXiv:2204.02311, sections 4 and 5: 12-way model x 256-way sharded data parallel x 2 pods of TPU "
    .. "v4; global batch 512 at first (B = 1), 2048 at last (B = 4)",
})

-- The first tensor-parallel model: base of equation 10 of Pati et al.

model("megatron_3_9b", {
  year = 2019, published_param = 3.9e9,
  layers = 48, cross_layers = 0, h = 2560, head_dim = 64, heads = 40, kv_heads = 40, ffn = 10240, gated = 0,
  vocab = 30522, norm = "layernorm", tied = 1,
  source = "Shoeybi et al., arXiv:1909.08053, Table 4 (Megatron BERT)",
  sl = 512, tp = 8, b = 16,
  setup = "arXiv:1909.08053, 4.2 and Table 4: global batch 1024 on 512 V100 32 GB; TP 8 as Pati et al. "
    .. "(arXiv:2302.02825v1, 4.3.2) give it, so 64 replicas",
})

-- Llama

local function llama(name, entry)
  entry.cross_layers, entry.head_dim, entry.gated, entry.norm, entry.tied = 0, 128, 1, "rmsnorm", 0
  model(name, entry)
end

-- Llama 2 has no model of this size; TinyLlama has its architecture and its tokens.
model("tinyllama_1b", {
  year = 2024, published_param = 1100048384,
  layers = 22, cross_layers = 0, h = 2048, head_dim = 64, heads = 32, kv_heads = 4, ffn = 5632, gated = 1, vocab = 32000,
  norm = "rmsnorm", tied = 0, sl = 2048,
  source = "Zhang et al., arXiv:2401.02385, Table 2; config.json and parameter count of TinyLlama-1.1B",
  setup = "degrees not given",
})

llama("llama2_7b", {
  year = 2023, published_param = 6738415616,
  layers = 32, h = 4096, heads = 32, kv_heads = 32, ffn = 11008, vocab = 32000, sl = 4096,
  source = "Touvron et al., arXiv:2307.09288, Table 1; config.json and parameter count of "
    .. "meta-llama/Llama-2-7b-hf",
  setup = "degrees not given",
})

llama("llama2_13b", {
  year = 2023, published_param = 13015864320,
  layers = 40, h = 5120, heads = 40, kv_heads = 40, ffn = 13824, vocab = 32000, sl = 4096,
  source = "Touvron et al., arXiv:2307.09288, Table 1; config.json and parameter count of "
    .. "meta-llama/Llama-2-13b-hf",
  setup = "degrees not given",
})

llama("llama2_70b", {
  year = 2023, published_param = 68976648192,
  layers = 80, h = 8192, heads = 64, kv_heads = 8, ffn = 28672, vocab = 32000, sl = 4096,
  source = "Touvron et al., arXiv:2307.09288, Table 1; config.json and parameter count of "
    .. "meta-llama/Llama-2-70b-hf",
  setup = "degrees not given",
})

llama("llama3_8b", {
  year = 2024, published_param = 8030261248,
  layers = 32, h = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 128256, sl = 8192,
  source = "Llama team, arXiv:2407.21783, Table 3; config.json and parameter count of "
    .. "meta-llama/Llama-3.1-8B",
  setup = "degrees not given",
})

llama("llama3_70b", {
  year = 2024, published_param = 70553706496,
  layers = 80, h = 8192, heads = 64, kv_heads = 8, ffn = 28672, vocab = 128256, sl = 8192,
  source = "Llama team, arXiv:2407.21783, Table 3; config.json and parameter count of "
    .. "meta-llama/Llama-3.1-70B",
  setup = "degrees not given",
})

llama("llama3_405b", {
  year = 2024, published_param = 405853388800,
  layers = 126, h = 16384, heads = 128, kv_heads = 8, ffn = 53248, vocab = 128256, sl = 8192, tp = 8,
  source = "Llama team, arXiv:2407.21783, Table 3; config.json and parameter count of "
    .. "meta-llama/Llama-3.1-405B",
  setup = "arXiv:2407.21783, Table 4: TP 8, PP 16 on H100; micro-batch not given",
})

-- Queries and keys normalised by head, experts, latent attention: the counts are the sums of the shapes of the published
-- tensors, those of the layer for the token after the next left out.

local function qwen3(name, entry)
  entry.cross_layers, entry.head_dim, entry.gated, entry.norm, entry.tied, entry.qk_norm = 0, 128, 1, "rmsnorm", 0, "yes"
  entry.vocab, entry.year, entry.setup = 151936, 2025, "degrees not given"
  model(name, entry)
end

qwen3("qwen3_8b", {
  published_param = 8190735360,
  layers = 36, h = 4096, heads = 32, kv_heads = 8, ffn = 12288, sl = 4096,
  source = "Qwen team, arXiv:2505.09388, Table 1; config.json of Qwen/Qwen3-8B; SL of most of the pre-training (3.2)",
})

qwen3("qwen3_32b", {
  published_param = 32762123264,
  layers = 64, h = 5120, heads = 64, kv_heads = 8, ffn = 25600, sl = 4096,
  source = "Qwen team, arXiv:2505.09388, Table 1; config.json of Qwen/Qwen3-32B; SL of most of the pre-training (3.2)",
})

qwen3("qwen3_235b", {
  published_param = 235093634560,
  layers = 94, h = 4096, heads = 64, kv_heads = 4, ffn = 12288, sl = 4096,
  experts = 128, top_k = 8, expert_ffn = 1536,
  source = "Qwen team, arXiv:2505.09388, Table 2 (22 B activated); config.json of Qwen/Qwen3-235B-A22B; SL of most of the "
    .. "pre-training (3.2)",
})

llama("mixtral_8x7b", {
  year = 2023, published_param = 46702792704,
  layers = 32, h = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 32000, sl = 32768, experts = 8, top_k = 2,
  source = "Jiang et al., arXiv:2401.04088, Table 1; config.json of mistralai/Mixtral-8x7B-v0.1 (46.7 B, 12.9 B activated)",
  setup = "degrees not given",
})

llama("mixtral_8x22b", {
  year = 2024, published_param = 140620634112,
  layers = 56, h = 6144, heads = 48, kv_heads = 8, ffn = 16384, vocab = 32000, sl = 65536, experts = 8, top_k = 2,
  source = "Mistral AI, Cheaper, Better, Faster, Stronger, 17 April 2024 (141 B, 39 B activated); config.json of "
    .. "mistralai/Mixtral-8x22B-v0.1",
  setup = "degrees not given",
})

model("deepseek_v3", {
  year = 2024, published_param = 671026419200,
  layers = 61, cross_layers = 0, h = 7168, head_dim = 128, heads = 128, kv_heads = 128, ffn = 18432, gated = 1,
  vocab = 129280, norm = "rmsnorm", tied = 0,
  experts = 256, top_k = 8, expert_ffn = 2048, shared_ffn = 2048, moe_share = 58 / 61, router = "biased",
  kv_lora_rank = 512, q_lora_rank = 1536, nope_dim = 128, rope_dim = 64, v_dim = 128,
  source = "DeepSeek-AI, arXiv:2412.19437, 4.2 (671 B, 37 B activated; first three layers dense); config.json of "
    .. "deepseek-ai/DeepSeek-V3",
  note = "the layer for the token after the next (MTP) is left out",
  sl = 4096,
  setup = "arXiv:2412.19437, 3.2.1 and 4.2: PP 16, EP 64 over 8 nodes, ZeRO-1 on 2,048 H800, no TP; batch up to 15,360",
})

-- Table 4 of Pati et al. as printed
-- Vocabularies are not printed and are those of the networks. The table's "FC dim (4 x H)" is wrong for T5
-- (E14) and its number of layers for Mega-LM (E13); PaLM's gated FFN and single K/V head are not in it (E15).

local table4 = {}

local function printed(real, layers, h, heads, param, sl, year, architecture, erratum)
  local name = "pati23_" .. real
  model(name, {
    year = year, published_param = param, architecture = architecture, erratum = erratum,
    layers = layers, cross_layers = 0, h = h, head_dim = h / heads, heads = heads, kv_heads = heads,
  ffn = 4 * h,
    gated = 0, vocab = list[real].vocab, norm = "layernorm", tied = 1, sl = sl,
    source = "Pati et al., arXiv:2302.02825v1, Appendix A, Table 4, as printed",
  })
  table4[#table4 + 1] = { printed = name, real = real }
end

printed("bert", 24, 1024, 16, 0.34e9, 512, 2018, "En.", "")
printed("t5_11b", 24, 1024, 128, 11e9, 512, 2019, "En.-Dec.", "E14")
printed("gpt2_xl", 48, 1600, 25, 1.54e9, 1024, 2019, "Dec.", "")
printed("megatron_lm_8b", 74, 3072, 24, 8.3e9, 1024, 2019, "Dec.", "E13")
printed("t_nlg", 78, 4256, 28, 17e9, 1024, 2020, "Dec.", "")
printed("gpt3_175b", 96, 12288, 96, 175e9, 2048, 2020, "Dec.", "")
printed("mt_nlg_530b", 105, 20480, 128, 530e9, 2048, 2021, "Dec.", "")
printed("palm_540b", 118, 18432, 48, 540e9, 2048, 2022, "Dec.", "E15")

return { order = order, list = list, table4 = table4 }
