-- SPDX-License-Identifier: MIT
-- Table 4 of Pati et al. as printed. The entry without the prefix is the network as its own authors describe it; only
-- studies of this paper need the entries here. The table does not print vocabularies, so they are taken from the networks.
-- T5's 24 layers of encoder and decoder are two stacks of 24. The table's "FC dim (4 x H)" is wrong for T5 (E14) and its
-- number of layers for Mega-LM (E13); it lacks PaLM's gated FFN and single K/V head (E15).

local printed = {
  cross_layers = 0, gated = 0, norm = "layernorm", tied = 1,
  source = "Pati et al., arXiv:2302.02825v1, Appendix A, Table 4, as printed",
}

return { models = {
  { name = "pati23_bert", like = printed, year = 2018, published_param = 0.34e9, architecture = "En.", erratum = "",
    layers = 24, h = 1024, head_dim = 64, heads = 16, kv_heads = 16, ffn = 4096, vocab = 30522, sl = 512 },
  { name = "pati23_t5_11b", like = printed, year = 2019, published_param = 11e9, architecture = "En.-Dec.", erratum = "E14",
    layers = 48, cross_layers = 24, h = 1024, head_dim = 8, heads = 128, kv_heads = 128, ffn = 4096, vocab = 32128,
    sl = 512 },
  { name = "pati23_gpt2_xl", like = printed, year = 2019, published_param = 1.54e9, architecture = "Dec.", erratum = "",
    layers = 48, h = 1600, head_dim = 64, heads = 25, kv_heads = 25, ffn = 6400, vocab = 50257, sl = 1024 },
  { name = "pati23_megatron_lm_8b", like = printed, year = 2019, published_param = 8.3e9, architecture = "Dec.",
    erratum = "E13",
    layers = 74, h = 3072, head_dim = 128, heads = 24, kv_heads = 24, ffn = 12288, vocab = 51200, sl = 1024 },
  { name = "pati23_t_nlg", like = printed, year = 2020, published_param = 17e9, architecture = "Dec.", erratum = "",
    layers = 78, h = 4256, head_dim = 152, heads = 28, kv_heads = 28, ffn = 17024, vocab = 50257, sl = 1024 },
  { name = "pati23_gpt3_175b", like = printed, year = 2020, published_param = 175e9, architecture = "Dec.", erratum = "",
    layers = 96, h = 12288, head_dim = 128, heads = 96, kv_heads = 96, ffn = 49152, vocab = 50257, sl = 2048 },
  { name = "pati23_mt_nlg_530b", like = printed, year = 2021, published_param = 530e9, architecture = "Dec.", erratum = "",
    layers = 105, h = 20480, head_dim = 160, heads = 128, kv_heads = 128, ffn = 81920, vocab = 51200, sl = 2048 },
  { name = "pati23_palm_540b", like = printed, year = 2022, published_param = 540e9, architecture = "Dec.", erratum = "E15",
    layers = 118, h = 18432, head_dim = 384, heads = 48, kv_heads = 48, ffn = 73728, vocab = 256000, sl = 2048 },
}, table4 = {
  { printed = "pati23_bert", real = "bert" },
  { printed = "pati23_t5_11b", real = "t5_11b" },
  { printed = "pati23_gpt2_xl", real = "gpt2_xl" },
  { printed = "pati23_megatron_lm_8b", real = "megatron_lm_8b" },
  { printed = "pati23_t_nlg", real = "t_nlg" },
  { printed = "pati23_gpt3_175b", real = "gpt3_175b" },
  { printed = "pati23_mt_nlg_530b", real = "mt_nlg_530b" },
  { printed = "pati23_palm_540b", real = "palm_540b" },
} }
