-- SPDX-License-Identifier: MIT
-- Mixtures of experts and hybrids: published configurations with layers of several kinds (Kimi Linear, Nemotron-H), layers
-- that predict further tokens, and the weights of every stage of a layout string, counted tensor by tensor.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"

local scratch = os.tmpname()
local path = scratch .. "_config.json"
local a_config = require "a_config"
local model, refusal = a_config.at(path)
local holds = a_config.holds

local function changed(text, from, to)
  local at, last = text:find(from, 1, true)
  assert(at, from)
  return text:sub(1, at - 1) .. to .. text:sub(last + 1)
end

TestKimi = {}

-- config.json of moonshotai/Kimi-Linear-48B-A3B-Instruct.
local kimi = [[{"architectures": ["KimiLinearForCausalLM"], "first_k_dense_replace": 1, "head_dim": 72, "hidden_act":
  "silu", "hidden_size": 2304, "intermediate_size": 9216, "kv_lora_rank": 512, "linear_attn_config": {"full_attn_layers":
  [4, 8, 12, 16, 20, 24, 27], "head_dim": 128, "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19,
  21, 22, 23, 25, 26],
  "num_heads": 32, "short_conv_kernel_size": 4}, "mla_use_nope": true, "model_max_length": 1048576, "model_type":
  "kimi_linear", "moe_intermediate_size": 1024, "moe_layer_freq": 1, "moe_renormalize": true,
  "moe_router_activation_func": "sigmoid", "num_attention_heads": 32, "num_expert_group": 1, "num_experts": 256,
  "num_experts_per_token": 8, "num_hidden_layers": 27, "num_key_value_heads": 32, "num_nextn_predict_layers": 0,
  "num_shared_experts": 1, "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "rms_norm_eps": 1e-05,
  "rope_theta": 10000.0, "routed_scaling_factor": 2.446, "tie_word_embeddings": false, "topk_group": 1,
  "use_grouped_topk": true, "v_head_dim": 128, "vocab_size": 163840}]]

function TestKimi:test_the_published_one()
  local m = model(kimi)
  holds(m, "layers 27 h 2304 kv_lora_rank 512 q_lora_rank 0 experts 256 top_k 8 shared_ffn 1024 router biased")
  holds(m, "state_rule kimi state_heads 32 state_key_heads 32 state_key_dim 128 state_value_dim 128 state_conv 4")
  lu.assertEquals({ m.state_share, m.moe_share, m.full_every }, { 20 / 27, 26 / 27, 0 })
  lu.assertEquals(m.note, "layers with attention to all keys are spread evenly over the stages of a pipeline, as their "
    .. "distances differ")
  for _, one in ipairs{ m, "kimi_linear_48b_a3b" } do
    -- Queries, keys, values and their convolutions; decays and gate through 128 each; corrections; a rate for each head and
    -- a bias for each channel; norm of a head; output.
    local linear = 3 * 2304 * 4096 + 3 * 4096 * 4 + 2 * (2304 * 128 + 128 * 4096) + 2304 * 32 + 32 + 4096 + 128
      + 4096 * 2304
    lu.assertAlmostEquals(tw.eval({ model = one }, "state_param") / linear, 1, 1e-14)
    local latent = 2304 * 32 * 192 + 2304 * 576 + 512 + 512 * 32 * 256 + 32 * 128 * 2304
    local moe = 257 * 3 * 2304 * 1024 + 256 * 2304 + 256
    local all = 2 * 163840 * 2304 + 2304 + 20 * linear + 7 * latent + 26 * moe + 3 * 2304 * 9216 + 27 * 2 * 2304
    lu.assertEquals(all, 49122681728) -- 49.12 B, the count of llama.cpp
    lu.assertAlmostEquals(tw.eval({ model = one }, "param") / all, 1, 1e-14)
  end
end

function TestKimi:test_lists()
  local every = model((changed(kimi, "24, 27]", "24]"):gsub('"kda_layers": %[.-%],%s*', "")))
  holds(every, "full_every 4 full_first 4")
  lu.assertEquals(every.state_share, 21 / 27)
  lu.assertNil(every.note)
  local only = model((kimi:gsub('"full_attn_layers":%s*%[.-%],%s*', "")))
  lu.assertEquals(only.state_share, 20 / 27)
  local function said(from, to) return refusal(changed(kimi, from, to)) end
  lu.assertStrContains(said('"kda_layers": [1, 2', '"kda_layers": [2'), "kda_layers = a list: layer 1 is in no list")
  lu.assertStrContains(said("24, 27]", "24, 27, 26]"), "layer 26 is named twice")
  lu.assertStrContains(said("24, 27]", "24, 28]"), "full_attn_layers = a list: 28 is not a layer from 1 to 27")
  lu.assertStrContains(said("24, 27]", '24, "27"]'), '"27" is not a layer from 1 to 27')
  lu.assertStrContains(said("[4, 8, 12, 16, 20, 24, 27]", "4"),
    "full_attn_layers = 4: expected a list of layers")
  lu.assertStrContains(said('"num_heads": 32', '"heads": 32'), "there is no num_heads")
  lu.assertStrContains(said('"num_heads": 32', '"num_heads": 32, "use_full_rank_gate": true'), "use_full_rank_gate = true")
  lu.assertStrContains(refusal((kimi:gsub('"linear_attn_config": %b{}', '"linear_attn_config": 3'))),
    "linear_attn_config = 3: expected an object")
  lu.assertStrContains(refusal((kimi:gsub('"linear_attn_config": %b{}, ', ""))),
    "line 1: there is no linear_attn_config")
  lu.assertStrContains(refusal((kimi:gsub('"full_attn_layers":%s*%[.-%],', ""):gsub('"kda_layers": %[.-%],', ""))),
    "there is no full_attn_layers, nor kda_layers")
  lu.assertStrContains(model(changed(kimi, '"num_heads"', '"decay_rank": 64, "num_heads"')).note,
    "not understood in linear_attn_config, without effect: decay_rank")
  lu.assertStrContains(said('"hidden_size"', '"routed_expert_hidden_size": 512, "hidden_size"'), "not a known key")
end

TestNemotron = {}

-- config.json of nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.
local nano = [[{"chunk_size": 128, "conv_kernel": 4, "expand": 2, "head_dim": 128, "hidden_dropout": 0.0, "hidden_size":
  2688,
  "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME", "intermediate_size": 1856,
  "layer_norm_epsilon": 1e-05, "mamba_head_dim": 64, "mamba_hidden_act": "silu", "mamba_num_heads": 64, "mamba_proj_bias":
  false, "mamba_ssm_cache_dtype": "float32", "mlp_bias": false, "mlp_hidden_act": "relu2", "model_type": "nemotron_h",
  "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712, "n_group": 1, "n_groups": 8,
  "n_routed_experts": 128, "n_shared_experts": 1, "norm_eps": 1e-05, "norm_topk_prob": true, "num_attention_heads": 32,
  "num_experts_per_tok": 6, "num_hidden_layers": 52, "num_key_value_heads": 2, "num_logits_to_keep": 1,
  "partial_rotary_factor": 1.0, "rescale_prenorm_residual": true, "residual_in_fp32": false, "routed_scaling_factor": 2.5,
  "ssm_state_size": 128, "tie_word_embeddings": false, "time_step_floor": 0.0001, "time_step_max": 0.1, "topk_group": 1,
  "use_bias": false, "use_conv_bias": true, "use_mamba_kernels": true, "vocab_size": 131072}]]

function TestNemotron:test_the_published_one()
  local m = model(nano)
  holds(m, "layers 29 ffn 1 experts 128 top_k 6 expert_ffn 1856 shared_ffn 3712 dense_at spread gated no router plain")
  holds(m, "state_rule sum state_heads 64 state_key_heads 8 state_key_dim 128 state_value_dim 64 kv_heads 2")
  lu.assertEquals({ m.state_share, m.moe_share }, { 23 / 29, 23 / 29 })
  lu.assertEquals(m.note, "52 layers with a mixer or an FC are read as 29 layers with both; 6 of these have no FC: "
    .. "each gets one of width 1, whose norm and messages are counted in excess; layers with attention to all keys "
    .. "are spread evenly over the stages of a pipeline, as their distances differ")
  for _, one in ipairs{ m, "nemotron_3_nano_30b_a3b" } do
    lu.assertEquals(tw.eval({ model = one }, "param") - 6 * (2688 + 2 * 2688), 31577937344)
  end
  local listed = {}
  local words = { M = "mamba", ["*"] = "attention", E = "moe" }
  for letter in nano:match 'pattern": "(.-)"':gmatch "." do listed[#listed + 1] = '"' .. words[letter] .. '"' end
  local same = model((nano:gsub('"hybrid_override_pattern": ".-"',
    function() return '"layers_block_type": [' .. table.concat(listed, ", ") .. "]" end)))
  lu.assertEquals({ same.layers, same.moe_share, same.state_share }, { 29, 23 / 29, 23 / 29 })
end

-- Nemotron-H as NVIDIA/NeMo has it, nemo/collections/llm/gpt/model/ssm.py: layers one by one, which are those of the models
-- by name.
function TestNemotron:test_nemotron_h()
  for name, of in pairs{ nemotron_h_8b = { h = 4096, ffn = 21504, heads = 32, state = 128, mamba = 128, attention = 4 },
    nemotron_h_56b = { h = 8192, ffn = 32768, heads = 64, state = 256, mamba = 256, attention = 10 } } do
    local pattern = "M-M-M-M*-" .. ("M-M-M-M-M*-"):rep(of.attention - 1) .. "M-M-M-M-M-"
    local m = model(core.format([[{"model_type": "nemotron_h", "hidden_size": %.0f, "intermediate_size": %.0f,
      "head_dim": 128, "num_attention_heads": %.0f, "num_key_value_heads": 8, "vocab_size": 131072, "ssm_state_size": %.0f,
      "mamba_num_heads": %.0f, "mamba_head_dim": 64, "n_groups": 8, "conv_kernel": 4, "num_hidden_layers": %.0f,
      "hybrid_override_pattern": "%s"}]], of.h, of.ffn, of.heads, of.state, of.mamba, #pattern, pattern))
    local registered = tw.models[name]
    for _, row in ipairs(require("twocs.data.rows").list) do
      if row.record == "model" then lu.assertEquals(registered[row.name], m[row.name], name .. "." .. row.name) end
    end
  end
end

function TestNemotron:test_patterns()
  local function pattern(text, layers)
    return (changed(nano:gsub('"hybrid_override_pattern": ".-"', '"hybrid_override_pattern": "' .. text .. '"'),
      '"num_hidden_layers": 52', '"num_hidden_layers": ' .. (layers or #text)))
  end
  local dense = model(pattern "M-M-M-*M-")
  holds(dense, "layers 5 experts 0 full_every 5 full_first 4")
  lu.assertEquals({ dense.ffn, dense.state_share }, { math.floor(1856 * 4 / 5 + 0.5), 4 / 5 })
  lu.assertStrContains(dense.note, "1 of these have no FC")
  local each = model(pattern "M-M-M-*-")
  holds(each, "layers 4 ffn 1856 full_every 4")
  lu.assertEquals(each.note, "8 layers with a mixer or an FC are read as 4 layers with both")
  local both = model(pattern "M-MEM*EM-")
  lu.assertEquals({ both.layers, both.moe_share, both.ffn }, { 5, 2 / 5, math.floor(1856 * 2 / 3 + 0.5) })
  holds(model(pattern "MEME"), "layers 2 moe_share 1 state_share 1")
  lu.assertStrContains(refusal(pattern "ME-"), "2 FC layers and 1 mixers: more FC layers than mixers")
  lu.assertStrContains(refusal(pattern "MxM"), 'hybrid_override_pattern = "MxM": "x" is not one of M, *, - and E')
  lu.assertStrContains(refusal(pattern("ME", 3)), "has 2 layers, and num_hidden_layers is 3")
  lu.assertStrContains(refusal((nano:gsub('"hybrid_override_pattern": ".-", ', ""))), "there is no hybrid_override_pattern")
  lu.assertStrContains(refusal((nano:gsub('"hybrid_override_pattern": ".-"', '"layers_block_type": ["rwkv"]'))),
    'layers_block_type = a list: "rwkv" is not known here')
  lu.assertStrContains(refusal(changed(nano, '"n_groups": 8', '"moe_latent_size": 1024, "n_groups": 8')),
    "moe_latent_size = 1024: not a known key")
  lu.assertStrContains(refusal(changed(nano, '"ssm_state_size": 128, ', "")), "there is no ssm_state_size")
end

TestPredictions = {}

-- The sizes from the config.json of zai-org/GLM-4.5.
local glm = [[{"model_type": "glm4_moe", "hidden_size": 5120, "num_hidden_layers": 92, "num_attention_heads": 96,
  "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 12288, "moe_intermediate_size": 1536, "n_routed_experts":
  160, "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 3, "use_qk_norm": true, "vocab_size":
  151552, "num_nextn_predict_layers": 1}]]

-- The published count includes an embedding and an LM head of the last layer, and biases of queries, keys and values.
function TestPredictions:test_the_published_count()
  local with, without = model(glm, { mtp = true }), model(glm)
  holds(with, "layers 93 mtp 1")
  lu.assertAlmostEquals(with.moe_share, 90 / 93, 1e-15)
  lu.assertNil(with.note)
  lu.assertStrContains(without.note, "1 further layer for MTP (num_nextn_predict_layers) is not modelled")
  lu.assertEquals(tw.eval({ model = with }, "param") + 2 * 151552 * 5120 + 93 * (96 + 2 * 8) * 128, 358337791296)
  lu.assertEquals(tw.eval({ model = without }, "param"), tw.eval({ model = "glm4_5" }, "param"))
end

function TestPredictions:test_mtp_on_request()
  lu.assertEquals(model(glm, { mtp = false }).mtp, 0)
  for _, text in ipairs{ kimi, (glm:gsub(',%s*"num_nextn_predict_layers": 1', "")) } do
    model(text) -- without mtp it is read as a model
    local m, sentence = tw.read(path, { as = "config", mtp = true })
    lu.assertNil(m)
    lu.assertStrContains(sentence, "no num_nextn_predict_layers from 1, so that mtp = true finds no layer")
  end
end

-- In hybrids this layer has attention, and experts if the model has experts.
function TestPredictions:test_hybrids()
  local m = model(changed(nano, '"n_groups": 8', '"num_nextn_predict_layers": 1, "mtp_hybrid_override_pattern": "*E", '
    .. '"n_groups": 8'), { mtp = true })
  lu.assertEquals({ m.layers, m.mtp, m.full_every }, { 30, 1, 0 })
  lu.assertAlmostEquals(m.state_share, 23 / 30, 1e-15)
  lu.assertAlmostEquals(m.moe_share, 24 / 30, 1e-15)
  lu.assertStrContains(m.note, "with those that predict further tokens")
end

-- Weights of stages ----------------------------------------------------------------------------------------------------

TestStages = {}

-- Tensors of a layer; v: the values of a model; whether the layer has linear attention.
local function mixer(v, linear)
  local h = v.h
  if linear and v.state_rule == "kimi" then
    local width = v.state_heads * v.state_value_dim
    return 3 * h * width + 3 * width * v.state_conv + 2 * v.state_value_dim * (h + width) + h * v.state_heads
      + v.state_heads + width + v.state_value_dim + width * h
  elseif linear then
    local keys, values = v.state_key_heads * v.state_key_dim, v.state_heads * v.state_value_dim
    return h * (2 * keys + 2 * values + 2 * v.state_heads) + v.state_conv * (2 * keys + values) + 2 * v.state_heads
      + v.state_value_dim + values * h
  elseif v.kv_lora_rank > 0 then
    local query, made = v.nope_dim + v.rope_dim, v.kv_lora_rank + v.rope_dim
    local queries = v.q_lora_rank > 0 and v.q_lora_rank * (h + 1 + v.heads * query) or h * v.heads * query
    local indexer = v.index_top_k > 0 and v.q_lora_rank * v.index_heads * v.index_dim + h * (v.index_dim + v.index_heads)
      + 2 * v.index_dim or 0
    return queries + h * made + v.kv_lora_rank * (1 + v.heads * (v.nope_dim + v.v_dim)) + v.heads * v.v_dim * h + indexer
  end
  local gate = v.attn_gate == "yes" and h * v.heads * v.head_dim or 0
  return 2 * h * v.heads * v.head_dim + 2 * h * v.kv_heads * v.head_dim + gate
    + (v.qk_norm == "yes" and 2 * v.head_dim or 0)
end

local function fc(v, sparse)
  local matrices = v.gated == "yes" and 3 or 2
  if not sparse then return matrices * v.h * v.ffn end
  return matrices * v.h * (v.experts * v.expert_ffn + v.shared_ffn) + v.experts * v.h
    + (v.shared_gate == "yes" and v.h or 0) + (v.router == "biased" and v.experts or 0)
end

-- Layers without experts come first, or are every second layer; layers with attention to all keys are every fourth, or
-- those of a list.
local function layer(v, i, of)
  local sparse = v.experts > 0
  if of.dense then sparse = i > of.dense elseif of.second then sparse = i % 2 == 0 end
  local linear = v.state_share > 0 and i <= v.layers - v.mtp and i % 4 > 0 and i ~= of.full
  return mixer(v, linear) + fc(v, sparse) + 2 * v.h
end

-- The letters of each chunk of a layout string: "(t*2|)*2" is "tt|tt|".
local function chunks_of(text)
  local plain = text:gsub("(%b())%*(%d+)", function(part, n) return part:sub(2, -2):rep(tonumber(n)) end)
    :gsub("(%a)%*(%d+)", function(letter, n) return letter:rep(tonumber(n)) end)
  local list = {}
  for chunk in (plain .. "|"):gmatch "([^|]*)|" do list[#list + 1] = chunk end
  return list
end

local function stages_of(v, text, pp, of)
  local list, chunks, at = {}, chunks_of(text), 0
  for stage = 1, pp do list[stage] = 0 end
  for i, chunk in ipairs(chunks) do
    local stage, sum = (i - 1) % pp + 1, 0
    for letter in chunk:gmatch "." do
      if letter == "E" then
        sum = sum + v.vocab * v.h
      elseif letter == "L" then
        sum = sum + v.vocab * v.h + v.h
      else
        at = at + 1
        sum = sum + layer(v, at, of) + (letter == "m" and 2 * v.h * v.h + 3 * v.h or 0)
      end
    end
    list[stage] = list[stage] + sum
  end
  assert(at == v.layers, text .. " has " .. at)
  return list
end

local v3_mtp = tw.models.deepseek_v3{ layers = 62, mtp = 1, moe_share = 59 / 62 }
local strings = {
  { v3_mtp, "Et*4|(t*4|)*14tmL", 16, { dense = 3 } },
  { v3_mtp, "Et*16|(t*16|)*2t*13mL", 4, { dense = 3 } },
  { v3_mtp, "Et*8|(t*8|)*6t*5mL", 4, { dense = 3 }, 2 },
  { "deepseek_v3", "Et*4|(t*4|)*14tL", 16, { dense = 3 } },
  { "deepseek_v3_2", "Et*8|(t*8|)*6t*5L", 8, { dense = 3 } },
  { "deepseek_v2", "Et*15|(t*15|)*2t*15L", 4, { dense = 1 } },
  { "deepseek_v2", "Et*8|(t*8|)*6t*4L", 4, { dense = 1 }, 2 },
  { "deepseek_v2_lite", "Et*13|t*14L", 2, { dense = 1 } },
  { "kimi_k2", "Et*7|(t*8|)*6t*6L", 8, { dense = 1 } },
  { "moonlight_16b", "Et*9|t*9|t*9L", 3, { dense = 1 } },
  { "glm_5", "Et*19|(t*20|)*2t*19L", 4, { dense = 3 } },
  { "glm4_5", "Et*11|(t*12|)*6t*9L", 8, { dense = 3 } },
  { "glm4_5_air", "Et*11|(t*12|)*2t*11L", 4, { dense = 1 } },
  { "qwen3_30b_a3b", "Et*12|(t*12|)*2t*12L", 4, {} },
  { "qwen3_235b", "Et*11|(t*12|)*6t*11L", 8, {} },
  { "qwen3_235b", "Et*5|(t*6|)*14t*5L", 8, {}, 2 },
  { "qwen3_next_80b_a3b", "Et*10|(t*12|)*2t*14L", 4, {} },
  { "qwen3_next_80b_a3b", "Et*5|(t*6|)*6t*7L", 8, {} },
  { "gpt_oss_20b", "Et*5|(t*6|)*2t*7L", 4, {} },
  { "gpt_oss_120b", "Et*8|(t*9|)*2t*10L", 4, {} },
  { "mixtral_8x7b", "Et*8|(t*8|)*2t*8L", 4, {} },
  { "mixtral_8x22b", "Et*6|(t*7|)*6t*8L", 8, {} },
  { "llama4_scout", "Et*11|(t*12|)*2t*13L", 4, {} },
  { "llama4_maverick", "Et*12|(t*12|)*2t*12L", 4, { second = true } },
  { "kimi_linear_48b_a3b", "Et*6|(t*7|)*2t*7L", 4, { dense = 1, full = 27 }, 1, 0.004 }, -- of two kinds, spread evenly
}

local function laid(one)
  local vp, chunks, first, last = one[5] or 1, chunks_of(one[2]), 0, 0
  for i, chunk in ipairs(chunks) do
    local n = select(2, chunk:gsub("[tm]", ""))
    if (i - 1) % one[3] == 0 then first = first + n end
    if i % one[3] == 0 then last = last + n end
  end
  return { model = one[1], device = "h100_sxm", illegal = "allow", run = { sl = 4096, global_batch = 64, micro_batch = 1 },
    layout = { pp = one[3], vp = vp, first_layers = first, last_layers = last } }
end

function TestStages:test_weights_of_each()
  for _, one in ipairs(strings) do
    local case = laid(one)
    local m = type(one[1]) == "string" and tw.models[one[1]] or one[1]
    local by_hand, got, t = stages_of(m, one[2], one[3], one[4]), {}, tw.stages(case)
    local kinds, counts, params = t:column "stage", t:column "count", t:column "param"
    local middle = {}
    for i = 1, t.n do
      if kinds[i] == "first" or kinds[i] == "last" then
        got[kinds[i] == "first" and 1 or one[3]] = params[i]
      else
        for _ = 1, counts[i] do middle[#middle + 1] = params[i] end
      end
    end
    local rest = {}
    for stage = 2, one[3] - 1 do rest[#rest + 1] = by_hand[stage] end
    table.sort(middle)
    table.sort(rest)
    local what = core.format("%s of %s", one[2], m.name)
    lu.assertEquals(#middle, #rest, what)
    for i = 1, #rest do lu.assertAlmostEquals(middle[i] / rest[i], 1, one[6] or 1e-9, what) end
    lu.assertAlmostEquals(got[1] / by_hand[1], 1, one[6] or 1e-9, what)
    lu.assertAlmostEquals(got[one[3]] / by_hand[one[3]], 1, one[6] or 1e-9, what)
  end
  lu.assertTrue(#strings >= 20)
end

local result = lu.LuaUnit.run()
os.remove(scratch)
os.remove(path)
os.exit(result == 0, true)
