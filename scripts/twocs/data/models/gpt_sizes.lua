-- SPDX-License-Identifier: MIT
-- Further sizes of BERT, GPT-2, GPT-3 and OPT, and models of EleutherAI, MosaicML and TII with the same layers. Our counts
-- omit biases, learned positions and BERT's pooler. gpt.lua explains the words.

local gpt = { cross_layers = 0, gated = 0, norm = "layernorm", tied = 1, setup = "degrees not given" }

local function with(more)
  local of = {}
  for key, value in pairs(gpt) do of[key] = value end
  for key, value in pairs(more) do of[key] = value end
  return of
end

local gpt2 = with{ year = 2019, head_dim = 64, vocab = 50257, sl = 1024,
  setup = "Radford et al. (2019), 2.3: global batch 512, hardware and degrees not given" }
local gpt3 = with{ year = 2020, vocab = 50257, sl = 2048,
  setup = "arXiv:2005.14165, 2.3: V100, degrees not given" }
local opt = with{ year = 2022, vocab = 50272, sl = 2048 }
local pythia = with{ year = 2023, vocab = 50304, tied = 0, sl = 2048 }

local function of_gpt2(size, count)
  return "karpathy/nanoGPT, model.py (" .. size .. "); parameter count of keras-team/keras-hub, gpt2_presets.py (" .. count
    .. ")"
end

-- Table 2.1 gives the XL model 24 heads of 128, which are not 2,048 wide, and the 13B model a width of 5,140; programs that
-- train these sizes have 16 heads, and 5,120.
local of_gpt3 = "Brown et al., arXiv:2005.14165, Table 2.1, as in saforem2/Megatron-DeepSpeed gpt-sizes.sh and in "
  .. "facebookresearch/metaseq, opt_job_constants.py"
local of_opt = "Zhang et al., arXiv:2205.01068, Table 1, as in facebookresearch/metaseq, opt_job_constants.py; vocabulary "
  .. "as in cli99/llm-analysis, facebook_opt-13b.json"
local of_pythia = "Biderman et al., arXiv:2304.01373; Lightning-AI/litgpt, litgpt/config.py; parameter count of the model "
  .. "card of EleutherAI/pythia-12b"

return { models = {
  { name = "bert_base", like = gpt, also = { "bert-base-uncased", "BERT base" }, year = 2018, published_param = 109482240,
    layers = 12, h = 768, head_dim = 64, heads = 12, kv_heads = 12, ffn = 3072, vocab = 30522, sl = 512,
    source = "Devlin et al., arXiv:1810.04805, section 3 (110 M); cli99/llm-analysis, bert-base-uncased.json; parameter "
      .. "count of keras-team/keras-hub, bert_presets.py" },

  { name = "gpt2", like = gpt2, also = { "GPT2 124M", "GPT2 small", "GPT2 117M" }, published_param = 124439808,
    layers = 12, h = 768, heads = 12, kv_heads = 12, ffn = 3072, source = of_gpt2("gpt2", "124 M") },
  { name = "gpt2_medium", like = gpt2, also = { "GPT2 355M", "GPT2 345M" }, published_param = 354823168,
    layers = 24, h = 1024, heads = 16, kv_heads = 16, ffn = 4096, source = of_gpt2("gpt2-medium", "355 M") },
  { name = "gpt2_large", like = gpt2, also = { "GPT2 774M" }, published_param = 774030080,
    layers = 36, h = 1280, heads = 20, kv_heads = 20, ffn = 5120, source = of_gpt2("gpt2-large", "774 M") },

  { name = "gpt3_1_3b", like = gpt3, also = { "GPT3 1.3B", "GPT 1.3B", "GPT3 XL", "GPT3 XL 1.3B" }, published_param = 1.3e9,
    layers = 24, h = 2048, head_dim = 128, heads = 16, kv_heads = 16, ffn = 8192, source = of_gpt3 },
  { name = "gpt3_2_7b", like = gpt3, also = { "GPT3 2.7B", "GPT 2.7B" }, published_param = 2.7e9,
    layers = 32, h = 2560, head_dim = 80, heads = 32, kv_heads = 32, ffn = 10240, source = of_gpt3 },
  { name = "gpt3_6_7b", like = gpt3, also = { "GPT3 6.7B", "GPT 6.7B" }, published_param = 6.7e9,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 16384, source = of_gpt3 },
  { name = "gpt3_13b", like = gpt3, also = { "GPT 13B" }, published_param = 13e9,
    layers = 40, h = 5120, head_dim = 128, heads = 40, kv_heads = 40, ffn = 20480, source = of_gpt3 },

  { name = "opt_1_3b", like = opt, also = { "OPT 1.3B" }, published_param = 1315753984,
    layers = 24, h = 2048, head_dim = 64, heads = 32, kv_heads = 32, ffn = 8192,
    source = of_opt .. "; parameter count of keras-team/keras-hub, opt_presets.py" },
  { name = "opt_2_7b", like = opt, also = { "OPT 2.7B" }, published_param = 2.7e9,
    layers = 32, h = 2560, head_dim = 80, heads = 32, kv_heads = 32, ffn = 10240, source = of_opt },
  { name = "opt_6_7b", like = opt, also = { "OPT 6.7B" }, published_param = 6.7e9,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 16384, source = of_opt },
  { name = "opt_13b", like = opt, published_param = 13e9,
    layers = 40, h = 5120, head_dim = 128, heads = 40, kv_heads = 40, ffn = 20480, source = of_opt },
  { name = "opt_30b", like = opt, published_param = 30e9,
    layers = 48, h = 7168, head_dim = 128, heads = 56, kv_heads = 56, ffn = 28672, source = of_opt },
  { name = "opt_66b", like = opt, published_param = 66e9,
    layers = 64, h = 9216, head_dim = 128, heads = 72, kv_heads = 72, ffn = 36864, source = of_opt },

  -- Attention and FFN run in parallel in a layer of the models from here to Falcon; here one after the other. GPT-J and
  -- Falcon 7B have one norm a layer.
  { name = "gptj_6b", like = gpt, also = { "GPT-J" }, year = 2021, published_param = 6050882784,
    layers = 28, h = 4096, head_dim = 256, heads = 16, kv_heads = 16, ffn = 16384, vocab = 50400, tied = 0, sl = 2048,
    source = "kingoflolz/mesh-transformer-jax, README.md; cli99/llm-analysis, EleutherAI_gpt-j-6b.json (vocabulary padded "
      .. "to 50,400); parameter count as huggingface/transformers loads it" },

  { name = "pythia_410m", like = pythia, published_param = 405334016,
    layers = 24, h = 1024, head_dim = 64, heads = 16, kv_heads = 16, ffn = 4096, source = of_pythia },
  { name = "pythia_1b", like = pythia, published_param = 1011781632,
    layers = 16, h = 2048, head_dim = 256, heads = 8, kv_heads = 8, ffn = 8192, source = of_pythia },
  { name = "pythia_1_4b", like = pythia, also = { "Pythia 1.4B" }, published_param = 1414647808,
    layers = 24, h = 2048, head_dim = 128, heads = 16, kv_heads = 16, ffn = 8192, source = of_pythia },
  { name = "pythia_2_8b", like = pythia, also = { "Pythia 2.8B" }, published_param = 2775208960,
    layers = 32, h = 2560, head_dim = 80, heads = 32, kv_heads = 32, ffn = 10240, source = of_pythia },
  { name = "pythia_6_9b", like = pythia, also = { "Pythia 6.9B" }, published_param = 6857302016,
    layers = 32, h = 4096, head_dim = 128, heads = 32, kv_heads = 32, ffn = 16384, vocab = 50432, source = of_pythia },
  { name = "pythia_12b", like = pythia, published_param = 11846072320,
    layers = 36, h = 5120, head_dim = 128, heads = 40, kv_heads = 40, ffn = 20480, vocab = 50688, source = of_pythia },

  { name = "falcon_7b", like = gpt, year = 2023, published_param = 7217189760 - 65024 * 4544,
    layers = 32, h = 4544, head_dim = 64, heads = 71, kv_heads = 1, ffn = 18176, vocab = 65024, sl = 2048,
    source = "Almazrouei et al., arXiv:2311.16867; Lightning-AI/litgpt, litgpt/config.py; parameter count of "
      .. "tiiuae/falcon-7b-instruct, less the second copy of its shared embedding" },

  -- LayerNorm without shifts, scores with ALiBi. The recipe of llm-foundry has 56 heads.
  { name = "mpt_30b", like = gpt, year = 2023, published_param = 29.95e9,
    layers = 48, h = 7168, head_dim = 112, heads = 64, kv_heads = 64, ffn = 28672, vocab = 50432, sl = 8192,
    source = "model card of mosaicml/mpt-30b; mosaicml/llm-foundry, scripts/train/yamls/pretrain/mpt-30b.yaml" },
} }
