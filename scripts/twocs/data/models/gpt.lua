-- SPDX-License-Identifier: MIT
-- Models before Llama: BERT, T5, GPT and similar models, each as its authors describe it. Field names are fields of the
-- model record; the others are descriptions (name, year, source, published_param, note, and the training set-up: sl, tp, b,
-- setup). `b` is the number of sequences per model replica and pass (global batch over the data-parallel degree, or the
-- microbatch of a pipeline). `tp` and `b` are missing if the model's paper does not give them; `setup` states what the
-- paper gives.

return { models = {
  -- A free shape: every field follows the defaults of the model record.
  { name = "transformer", source = "the plain transformer of Pati et al. (arXiv:2302.02825v1), section 3.2" },

  { name = "bert", also = { "bert-large-uncased", "BERT large" },
    year = 2018, published_param = 336e6,
    layers = 24, cross_layers = 0, h = 1024, head_dim = 64, heads = 16, kv_heads = 16, ffn = 4096, gated = 0,
    vocab = 30522, norm = "layernorm", tied = 1,
    source = "Devlin et al., arXiv:1810.04805, section 3 (BERT-large, there rounded to 340 M); the same shape is counted "
      .. "as 336 M in arXiv:1909.08053, Table 4",
    sl = 512, tp = 1, b = 4,
    setup = "arXiv:1810.04805, A.2: 256 sequences on 64 TPU chips, no model parallelism named; nine steps in "
      .. "ten at SL 128" },

  { name = "t5_11b",
    year = 2019, published_param = 11e9,
    layers = 48, cross_layers = 24, h = 1024, head_dim = 128, heads = 128, kv_heads = 128, ffn = 65536,
    gated = 0, vocab = 32128, norm = "rmsnorm", tied = 1,
    source = "Raffel et al., arXiv:1910.10683, section 3.7 (d_ff 65536, 128 heads) and 2.1; 24 + 24 layers, heads of 128 "
      .. "and a vocabulary padded to 32128 in the released configuration; 11.3 B printed as 11 B",
    sl = 512,
    setup = "arXiv:1910.10683, 2.1 and 3.1.2: model and data parallel on TPU v3 pod slices, degrees not given; baseline "
      .. "batch 128 sequences" },

  { name = "gpt2_xl", also = { "GPT2 1.5B" },
    year = 2019, published_param = 1542e6,
    layers = 48, cross_layers = 0, h = 1600, head_dim = 64, heads = 25, kv_heads = 25, ffn = 6400, gated = 0,
    vocab = 50257, norm = "layernorm", tied = 1,
    source = "Radford et al., Language Models are Unsupervised Multitask Learners (2019), Table 2; heads from the released "
      .. "configuration",
    sl = 1024,
    setup = "Radford et al. (2019), 2.3: global batch 512, hardware and degrees not given" },

  { name = "megatron_lm_8b",
    year = 2019, published_param = 8.3e9,
    layers = 72, cross_layers = 0, h = 3072, head_dim = 128, heads = 24, kv_heads = 24, ffn = 12288, gated = 0,
    vocab = 51200, norm = "layernorm", tied = 1,
    source = "Shoeybi et al., arXiv:1909.08053, Table 2 and section 5.1 (vocabulary padded to 51200 for TP 8)",
    sl = 1024, tp = 8, b = 8,
    setup = "arXiv:1909.08053, 4.2 and 5.1: global batch 512, 8-way model x 64-way data parallel on 512 V100 of 32 GB" },

  { name = "t_nlg",
    year = 2020, published_param = 17e9,
    layers = 78, cross_layers = 0, h = 4256, head_dim = 152, heads = 28, kv_heads = 28, ffn = 17024, gated = 0,
    vocab = 50257, norm = "layernorm", tied = 1,
    source = "Rosset, Turing-NLG: A 17-billion-parameter language model by Microsoft, Microsoft Research blog, 10 February "
      .. "2020; GPT-2's vocabulary and a 4h FFN are assumed",
    sl = 1024, tp = 4,
    setup = "the same blog: tensor slicing over 4 V100 of DGX-2, 256 GPUs, so 64 replicas; no batch size was found "
      .. "to cite" },

  { name = "gpt3_175b", also = { "GPT 175B" },
    year = 2020, published_param = 175e9,
    layers = 96, cross_layers = 0, h = 12288, head_dim = 128, heads = 96, kv_heads = 96, ffn = 49152, gated = 0,
    vocab = 50257, norm = "layernorm", tied = 1,
    source = "Brown et al., arXiv:2005.14165, Table 2.1 and section 2.1",
    sl = 2048,
    setup = "arXiv:2005.14165, 2.3: V100; parallel within matrix products and across layers, degrees not given; global "
      .. "batch 3.2 M tokens (Table 2.1)" },

  -- NeMo's recipes of GPT at other sizes; they pad the vocabulary to 51,200.
  { name = "nemo_gpt3_5b", also = { "GPT3 5B", "NeMo GPT3 5B" }, year = 2022,
    layers = 24, cross_layers = 0, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 16384, gated = 0,
    vocab = 51200, norm = "layernorm", tied = 1, sl = 2048,
    source = "NVIDIA/NeMo-Framework-Launcher, conf/training/gpt3/5b.yaml", setup = "degrees not given" },

  { name = "nemo_gpt3_20b", also = { "GPT3 20B", "NeMo GPT3 20B" }, year = 2022,
    layers = 44, cross_layers = 0, h = 6144, head_dim = 128, heads = 48, kv_heads = 48, ffn = 24576, gated = 0,
    vocab = 51200, norm = "layernorm", tied = 1, sl = 2048,
    source = "NVIDIA/NeMo-Framework-Launcher, conf/training/gpt3/20b.yaml", setup = "degrees not given" },

  { name = "mt_nlg_530b", also = { "Megatron-Turing NLG 530B", "Megatron-Turing NLG", "Megatron-Turing 530B", "MT-NLG" },
    year = 2021, published_param = 530e9,
    layers = 105, cross_layers = 0, h = 20480, head_dim = 160, heads = 128, kv_heads = 128, ffn = 81920,
    gated = 0, vocab = 51200, norm = "layernorm", tied = 1,
    source = "Smith et al., arXiv:2201.11990, section 3.1 (padded vocabulary 51200 assumed, as in Megatron-LM)",
    sl = 2048, tp = 8, b = 1,
    setup = "arXiv:2201.11990, 2.2 and 3.1: 8-way tensor, 35-way pipeline, 280 A100 80 GB a replica, global batch 1920; B "
      .. "= 1 a pass as Pati et al. (arXiv:2302.02825v1, 4.3.2) say" },

  -- Attention and FFN run in parallel in a layer, which is not represented.
  { name = "gpt_neox_20b", also = { "GPT NeoX 20B" },
    year = 2022, published_param = 20554567680,
    layers = 44, cross_layers = 0, h = 6144, head_dim = 96, heads = 64, kv_heads = 64, ffn = 24576, gated = 0,
    vocab = 50432, norm = "layernorm", tied = 0,
    source = "Black et al., arXiv:2204.06745, section 2 and Table 1; huggingface/transformers, configuration_gpt_neox.py",
    sl = 2048, tp = 2,
    setup = "arXiv:2204.06745, 3.1: 96 A100 of 40 GB, TP 2, PP 4" },

  { name = "bloom_176b", also = { "BLOOM", "BLOOM 176B" },
    year = 2022, published_param = 176247271424,
    layers = 70, cross_layers = 0, h = 14336, head_dim = 128, heads = 112, kv_heads = 112, ffn = 57344, gated = 0,
    vocab = 250880, norm = "layernorm", tied = 1,
    source = "BigScience, arXiv:2211.05100, Table 3 and section 3.2.3; parameter count of bigscience/bloom",
    sl = 2048, tp = 4,
    setup = "arXiv:2211.05100, 3.4.2: 384 A100 of 80 GB, TP 4, PP 12, DP 8" },

  { name = "opt_175b", also = { "OPT 175B" },
    year = 2022, published_param = 175e9,
    layers = 96, cross_layers = 0, h = 12288, head_dim = 128, heads = 96, kv_heads = 96, ffn = 49152, gated = 0,
    vocab = 50272, norm = "layernorm", tied = 1,
    source = "Zhang et al., arXiv:2205.01068, Table 1 and section 2.2",
    sl = 2048,
    setup = "arXiv:2205.01068, 2.4: 992 A100 of 80 GB, FSDP with TP of a degree that is not given" },

  { name = "palm_540b",
    year = 2022, published_param = 540e9,
    layers = 118, cross_layers = 0, h = 18432, head_dim = 256, heads = 48, kv_heads = 1, ffn = 73728, gated = 1,
    vocab = 256000, norm = "layernorm", tied = 1,
    source = "Chowdhery et al., arXiv:2204.02311, Table 1 and section 2 (multi-query attention, SwiGLU, shared embeddings, "
      .. "no biases, 256k tokens); its 540.35 B is reached with heads of 256",
    note = "attention and FFN run in parallel in a layer, so a forward pass needs one all-reduce a layer, not two",
    sl = 2048, tp = 12, b = 1,
    setup = "arXiv:2204.02311, sections 4 and 5: 12-way model x 256-way sharded data parallel x 2 pods of TPU v4; global "
      .. "batch 512 at first (B = 1), 2048 at last (B = 4)" },

  -- The first tensor-parallel model: base of equation 10 of Pati et al.
  { name = "megatron_3_9b", also = { "Megatron 3.9B" },
    year = 2019, published_param = 3.9e9,
    layers = 48, cross_layers = 0, h = 2560, head_dim = 64, heads = 40, kv_heads = 40, ffn = 10240, gated = 0,
    vocab = 30522, norm = "layernorm", tied = 1,
    source = "Shoeybi et al., arXiv:1909.08053, Table 4 (Megatron BERT)",
    sl = 512, tp = 8, b = 16,
    setup = "arXiv:1909.08053, 4.2 and Table 4: global batch 1024 on 512 V100 32 GB; TP 8 as Pati et al. "
      .. "(arXiv:2302.02825v1, 4.3.2) give it, so 64 replicas" },
} }
