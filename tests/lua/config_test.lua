-- SPDX-License-Identifier: MIT
-- Hugging Face's config.json to models: the meaning of each key, the defaults of a class for missing keys, properties that
-- a record cannot have and that the note reports, and one sentence for each refused file. The configurations are written
-- here; published ones are also counted if they are next to the project.
local lu = require "luaunit"
local tw = require "twocs"
local given = require "studies.given"
local core = require "twocs.core"

local scratch = os.tmpname()
local path = scratch .. "_config.json"
local a_config = require "a_config"
local model, refusal = a_config.at(path)
local holds = a_config.holds

local function llama(more)
  return '{"model_type": "llama", "num_hidden_layers": 2, "vocab_size": 100,\n"hidden_size": 32, "num_attention_heads": 4, '
    .. '"intermediate_size": 96' .. (more or "") .. "}"
end

TestKeys = {}

function TestKeys:test_a_llama()
  local m = model(llama())
  holds(m, "layers 2 cross_layers 0 h 32 heads 4 kv_heads 4 head_dim 8 ffn 96 gated yes norm rmsnorm vocab 100 tied no")
  lu.assertNil(m.note)
  lu.assertStrContains(m.source, "model_type llama")
  lu.assertStrContains(path, m.name)
  holds(model(llama(', "num_key_value_heads": 2, "head_dim": 16, "tie_word_embeddings": true')),
    "kv_heads 2 head_dim 16 tied yes")
  holds(model(llama(', "num_key_value_heads": null, "head_dim": null')), "kv_heads 4 head_dim 8")
end

function TestKeys:test_gpt2_and_the_meaning_of_null()
  local gpt2 = '{"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "n_inner": %s, "vocab_size": 50257}'
  local m, known = model(core.format(gpt2, "null")), tw.models.gpt2_xl
  for _, name in ipairs{ "layers", "h", "heads", "kv_heads", "head_dim", "ffn", "gated", "norm", "vocab", "tied" } do
    lu.assertEquals(m[name], known[name], name)
  end
  holds(model(core.format(gpt2, "1000")), "ffn 1000 tied yes")
  holds(model((gpt2:gsub('"n_inner": %%s, ', ""))), "ffn 6400")
end

function TestKeys:test_t5_has_two_stacks()
  local t5 = '{"model_type": "t5", "d_model": 16, "d_ff": 64, "d_kv": 8, "num_heads": 4, "num_layers": 3, '
    .. '"vocab_size": 50, "is_encoder_decoder": true%s}'
  holds(model(core.format(t5, "")), "layers 6 cross_layers 3 head_dim 8 heads 4 gated no norm rmsnorm tied yes")
  local more = ', "num_decoder_layers": 2, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false'
  holds(model(core.format(t5, more)), "layers 5 cross_layers 2 gated yes tied no")
  lu.assertStrContains(refusal((core.format(t5, ""):gsub('"d_kv": 8, ', ""))), "there is no head_dim, nor d_kv")
end

function TestKeys:test_falcon_has_another_count_of_key_heads()
  local falcon = '{"model_type": "falcon", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 8, '
    .. '"vocab_size": 50%s}'
  local m = model(core.format(falcon, ""))
  holds(m, "kv_heads 1 ffn 256 tied yes norm layernorm")
  lu.assertStrContains(m.note, "in parallel")
  holds(model(core.format(falcon, ', "multi_query": false')), "kv_heads 8")
  holds(model(core.format(falcon, ', "new_decoder_architecture": true, "num_kv_heads": 2')), "kv_heads 2")
  lu.assertNil(model(core.format(falcon, ', "parallel_attn": false')).note)
end

function TestKeys:test_others()
  holds(model('{"model_type": "bloom", "hidden_size": 64, "n_layer": 3, "n_head": 4, "vocab_size": 50}'),
    "layers 3 heads 4 ffn 256 gated no tied yes")
  holds(model('{"model_type": "distilbert", "dim": 64, "hidden_dim": 200, "n_layers": 3, "n_heads": 4, "vocab_size": 50}'),
    "h 64 ffn 200 layers 3 heads 4 kv_heads 4")
  holds(model('{"model_type": "gpt_bigcode", "n_embd": 64, "n_layer": 3, "n_head": 4, "vocab_size": 50}'), "kv_heads 1")
  local opt = model('{"model_type": "opt", "hidden_size": 64, "ffn_dim": 99, "num_hidden_layers": 3, '
    .. '"num_attention_heads": 4, "vocab_size": 50, "word_embed_proj_dim": 32}')
  holds(opt, "ffn 99 tied yes gated no")
  lu.assertStrContains(opt.note, "embeddings are 32 wide")
  holds(model('{"model_type": "qwen3", "hidden_size": 64, "intermediate_size": 99, "num_hidden_layers": 3, '
    .. '"num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 50, "sliding_window": 7}'), "head_dim 128")
  holds(model('{"model_type": "bert", "hidden_size": 64, "intermediate_size": 99, "num_hidden_layers": 3, '
    .. '"num_attention_heads": 4, "vocab_size": 50, "add_cross_attention": true}'), "cross_layers 3")
end

-- Defaults of the classes of transformers for missing keys (configuration_*.py there).
function TestKeys:test_defaults_of_classes()
  for kind, tied in pairs{ mistral = "no", qwen2 = "no", qwen3 = "no", phi3 = "no", olmo2 = "no", gptj = "no", phi = "no",
    gpt_neox = "no", gemma = "yes", gemma2 = "yes" } do
    holds(model((llama():gsub('"llama"', '"' .. kind .. '"'))), "tied " .. tied)
  end
  local function neox(more) return model((llama(more):gsub('"llama"', '"gpt_neox"'))).note or "" end
  lu.assertStrContains(neox "", "attention and FFN run in parallel")
  lu.assertStrContains(neox ', "use_parallel_residual": true', "attention and FFN run in parallel")
  lu.assertNotStrContains(neox ', "use_parallel_residual": false', "in parallel")
end

-- Layers with experts are counted in the encoder and in the decoder; together they must not exceed all layers.
function TestKeys:test_switch()
  local switch = '{"model_type": "switch_transformers", "d_model": 16, "d_ff": 64, "d_kv": 8, "num_heads": 4, '
    .. '"num_layers": 3, "num_decoder_layers": 2, "vocab_size": 50, "num_experts": 4, "num_sparse_encoder_layers": 3, '
    .. '"num_sparse_decoder_layers": %s}'
  holds(model(switch:format "2"), "layers 5 moe_share 1")
  lu.assertStrContains(refusal(switch:format "3"),
    "num_sparse_encoder_layers = 3: with those of the decoder more than the 5 layers")
end

function TestKeys:test_like_reads_an_unknown_type_as_a_known_one()
  local text = llama():gsub('"llama"', '"lama"')
  lu.assertEquals(refusal(text), 'line 1: model_type = "lama" is not a known architecture; did you mean "llama"?')
  holds(model(text, { like = "mistral" }), "ffn 96 gated yes")
  local done, sentence = pcall(function() return tw.read(path, { as = "config", like = "lama" }) end)
  lu.assertFalse(done)
  lu.assertStrContains(sentence, 'config_test.lua:')
  lu.assertStrContains(sentence, 'like = "lama" is not an architecture; did you mean "llama"?')
end

function TestKeys:test_the_model_serves()
  local t = tw.sweep{ model = model(llama()), device = "mi210_paper", over = { tp = { 1, 2, 4 } }, want = { "param" } }
  lu.assertEquals(t:column("param")[3], 2 * (32 * 8 * 16 + 3 * 32 * 96 + 2 * 32) + 2 * 100 * 32 + 32)
end

function TestKeys:test_it_is_known_by_its_looks()
  require("files").write(path, "\239\187\191" .. llama())
  lu.assertEquals(core.kind(tw.read(path)), "model")
end

-- Which layers have a window in each class: all, those after the first so many, or those of a list.
function TestKeys:test_windows()
  local function windows(kind, more) return model((llama(more or ""):gsub('"llama"', '"' .. kind .. '"'))) end
  holds(windows("mistral"), "window 4096 window_share 1")
  holds(windows("mistral", ', "sliding_window": null'), "window 0")
  holds(windows("llama", ', "sliding_window": 0'), "window 0")
  local used = ', "sliding_window": 64, "use_sliding_window": true'
  holds(windows("qwen2", ', "sliding_window": 64'), "window 0")
  holds(windows("qwen2", used), "window 0") -- a class whose first 28 layers have no window
  holds(windows("qwen2", used .. ', "max_window_layers": 1'), "window 64 window_share 0.5")
  local gpt_oss = windows("gpt_oss", ', "num_local_experts": 4, "num_experts_per_tok": 2')
  holds(gpt_oss, "window 128 window_share 0.5")
  local list = ', "sliding_window": 64, "layer_types": [%s]'
  holds(windows("llama", list:format '"sliding_attention", "full_attention"'), "window 64 window_share 0.5")
  holds(windows("llama", list:format '"full_attention", "full_attention"'), "window 0")
  local other = refusal(llama(list:format '"sliding_attention"'))
  lu.assertStrContains(other, "layer_types = a list: has 1 entries, and there are 2 layers")
end

-- The layers without a window: a distance and a first layer, or a remark that they are spread evenly.
function TestKeys:test_distances_of_full_attention()
  local function windows(kind, more, layers)
    return model((llama(more or ""):gsub('"llama"', '"' .. kind .. '"'):gsub('"num_hidden_layers": 2',
      '"num_hidden_layers": ' .. (layers or 2))))
  end
  local function places(m)
    return core.format("%s %s %s", m.full_every, m.full_first,
      (m.note or ""):find "spread evenly over the stages" and "spread" or "")
  end
  local function listed(kinds)
    local names, list = { F = "full_attention", s = "sliding_attention" }, {}
    for kind in kinds:gmatch "." do list[#list + 1] = '"' .. names[kind] .. '"' end
    return places(windows("llama", ', "sliding_window": 64, "layer_types": [' .. table.concat(list, ",") .. "]", #kinds))
  end
  lu.assertEquals({ places(windows("gpt_oss", ', "num_local_experts": 4, "num_experts_per_tok": 2', 6)),
    places(windows("gemma2", nil, 6)), places(windows("gemma3_text", nil, 13)),
    places(windows("gemma3_text", ', "sliding_window_pattern": 4', 13)), places(windows "mistral") },
    { "2 2 ", "2 2 ", "6 6 ", "4 4 ", "0 0 " })
  lu.assertEquals({ listed "sFsFsF", listed "FsFsFs", listed "ssFssFs", listed "sFssFs", listed "ssss", listed "FFFF",
    listed "sssF", listed "sFss" },
    { "2 2 ", "2 1 ", "3 3 ", "3 2 ", "0 0 ", "0 0 ", "4 4 ", "4 2 " })
  lu.assertEquals({ listed "FFss", listed "sFsFF", listed "sFFsFF", listed "FssssFs", listed "ssFsF" },
    { "0 0 spread", "0 0 spread", "0 0 spread", "5 1 ", "0 0 spread" })
  local used = ', "sliding_window": 64, "use_sliding_window": true, "max_window_layers": %d'
  lu.assertEquals({ places(windows("qwen2", core.format(used, 2), 6)), places(windows("qwen2", core.format(used, 1), 6)),
    places(windows("qwen2", core.format(used, 0), 6)) }, { "0 0 spread", "6 1 ", "0 0 " })
end

function TestKeys:test_classes_near_to_llama()
  local function of(kind, more) return model((llama(more or ""):gsub('"llama"', '"' .. kind .. '"'))) end
  holds(of("granite", ', "embedding_multiplier": 12.0, "logits_scaling": 16.0'), "tied no gated yes")
  lu.assertNil(of("granite", ', "embedding_multiplier": 12.0').note)
  lu.assertStrContains(of("granite", ', "ffn_dim_multiplier": 1.3').note, "ffn_dim_multiplier") -- it is a size
  holds(of "smollm3", "tied yes")
  holds(of "olmo2", "qk_norm yes")
  holds(of("gemma2", ', "final_logit_softcapping": 30.0'), "head_dim 256 window 4096 window_share 0.5 tied yes")
  holds(of "nemotron", "gated no norm layernorm tied no")
end

-- Linear attention in all layers except every so many-th, or in those of a list.
function TestKeys:test_linear_attention()
  local text = llama(', "num_key_value_heads": 2, "head_dim": 8, "num_experts": 4, "num_experts_per_tok": 2, '
    .. '"moe_intermediate_size": 16, "shared_expert_intermediate_size": 16, "linear_num_value_heads": 4, '
    .. '"linear_num_key_heads": 2, "linear_key_head_dim": 16, "linear_value_head_dim": 8, "linear_conv_kernel_dim": 3%s')
  local function hybrid(more)
    return (text:format(more or ""):gsub('"llama"', '"qwen3_next"'):gsub('"num_hidden_layers": 2',
      '"num_hidden_layers": 4'))
  end
  holds(model(hybrid()), "state_share 0.75 state_heads 4 state_key_heads 2 state_key_dim 16 state_value_dim 8 state_conv 3")
  holds(model(hybrid()), "attn_gate yes qk_norm yes shared_gate yes")
  holds(model(hybrid()), "full_every 4")
  holds(model(hybrid ', "full_attention_interval": 2'), "state_share 0.5 full_every 2")
  holds(model(hybrid ', "layer_types": ["linear_attention", "full_attention", "full_attention", "full_attention"]'),
    "state_share 0.25")
  local width = 32 * (2 * 2 * 16 + 2 * 4 * 8 + 2 * 4) + 3 * (2 * 2 * 16 + 4 * 8) + 2 * 4 + 8 + 4 * 8 * 32
  lu.assertEquals(tw.eval({ model = model(hybrid()) }, "state_param"), width)
  lu.assertStrContains(refusal(llama(', "linear_num_value_heads": 4')), "not a key of model_type")
  lu.assertStrContains(refusal(llama(', "layer_types": ["linear_attention", "full_attention"]')), "is not known here")
end

TestWhatARecordCannotHold = {}

local mixtral = llama(', "num_local_experts": 8, "num_experts_per_tok": 2'):gsub('"llama"', '"mixtral"')

function TestWhatARecordCannotHold:test_experts()
  local m = model(mixtral)
  holds(m, "ffn 96 experts 8 top_k 2 expert_ffn 96 shared_ffn 0 moe_share 1 router plain")
  lu.assertNil(m.note)
  -- Attention, eight experts, a router, norms; embedding, LM head, norm.
  local all = 2 * (32 * 8 * 16 + 8 * 3 * 32 * 96 + 8 * 32 + 2 * 32) + 2 * 100 * 32 + 32
  lu.assertEquals(tw.eval({ model = m }, "param"), all)
  lu.assertEquals(tw.eval({ model = m }, "active_param"), all - 2 * 6 * 3 * 32 * 96)
  lu.assertStrContains(refusal((mixtral:gsub('_tok": 2', '_tok": 9'))),
    "num_experts_per_tok = 9: more than there are experts (8)")
  lu.assertStrContains(refusal((mixtral:gsub(', "num_local_experts": 8', ""))), "no num_local_experts, nor num_experts")
end

function TestWhatARecordCannotHold:test_experts_in_some_layers()
  local qwen = llama(', "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 10, '
    .. '"shared_expert_intermediate_size": 30, "decoder_sparse_step": %d, "mlp_only_layers": [%s]')
    :gsub('"llama"', '"qwen2_moe"'):gsub('"num_hidden_layers": 2', '"num_hidden_layers": 6')
  holds(model(core.format(qwen, 1, "")), "ffn 96 expert_ffn 10 shared_ffn 30 shared_gate yes moe_share 1")
  local m = model(core.format(qwen, 2, "1, 4")) -- layers 3 and 5 have experts
  lu.assertEquals({ m.moe_share, m.dense_at }, { 2 / 6, "spread" })
  lu.assertEquals(model(core.format(qwen, 1, "0, 1")).dense_at, "first")
  lu.assertEquals(tw.eval({ model = m }, "moe_layers"), 2)
  lu.assertEquals(tw.eval({ model = m }, "dense_layers"), 4)
  local none = model(core.format(qwen, 1, "0, 1, 2, 3, 4, 5"))
  holds(none, "ffn 96 experts 0")
end

local latent = llama(', "num_key_value_heads": 4, "q_lora_rank": 24, "kv_lora_rank": 16, "qk_nope_head_dim": 8, '
  .. '"qk_rope_head_dim": 4, "v_head_dim": 8, "n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1, '
  .. '"moe_intermediate_size": 10, "first_k_dense_replace": 1, "num_nextn_predict_layers": 1')
  :gsub('"llama"', '"deepseek_v3"')

function TestWhatARecordCannotHold:test_latent_attention()
  local m = model(latent)
  holds(m, "heads 4 head_dim 8 kv_heads 4 ffn 96 kv_lora_rank 16 q_lora_rank 24")
  holds(m, "nope_dim 8 rope_dim 4 v_dim 8 moe_share 0.5")
  local own = 24 * (32 + 4 * 12) + 32 * 20 + 16 * 4 * 16 + 4 * 8 * 32 + 24 + 16 -- with the norms of latent vectors
  lu.assertEquals(tw.eval({ model = m }, "attn_param"), own)
  lu.assertStrContains(m.note, "1 further layer")
  lu.assertNotStrContains(m.note, "groups")
  local more = '"n_group": 4, "topk_group": 2, "topk_method": "noaux_tc", "v_head_dim"'
  local grouped = model((latent:gsub('"v_head_dim"', more)))
  lu.assertStrContains(grouped.note, "2 of 4 groups")
  holds(grouped, "router biased")
end

-- With an indexer: only in its own classes, and with all keys that it needs.
function TestWhatARecordCannotHold:test_an_indexer()
  local keys = ', "index_topk": 16, "index_n_heads": 2, "index_head_dim": 8}'
  local sparse = latent:gsub('"deepseek_v3"', '"deepseek_v32"'):gsub("}$", keys)
  local m = model(sparse)
  holds(m, "index_top_k 16 index_heads 2 index_dim 8 router biased kv_lora_rank 16")
  local dense = tw.eval({ model = model(latent) }, "attn_param")
  lu.assertEquals(tw.eval({ model = m }, "attn_param"), dense + 24 * 2 * 8 + 32 * (8 + 2) + 2 * 8)
  lu.assertStrContains(refusal((sparse:gsub('"index_topk": 16, ', ""))), "no index_topk")
  lu.assertStrContains(refusal((latent:gsub("}$", keys))), "not a key of model_type")
end

TestRefusals = {}

function TestRefusals:test_values()
  local function h(value) return refusal((llama():gsub('"hidden_size": 32', '"hidden_size": ' .. value))) end
  local whole = "expected a whole number from 1 to 10000000 (hidden size H)"
  lu.assertEquals(h('"big"'), 'line 2: hidden_size = "big": ' .. whole)
  lu.assertEquals(h("-1"), "line 2: hidden_size = -1: " .. whole)
  lu.assertEquals(h("2.5"), "line 2: hidden_size = 2.5: " .. whole)
  lu.assertEquals(h("0"), "line 2: hidden_size = 0: " .. whole)
  lu.assertEquals(h("true"), "line 2: hidden_size = true: " .. whole)
  lu.assertEquals(h("[32]"), "line 2: hidden_size = a list: " .. whole)
  lu.assertEquals(h("{}"), "line 2: hidden_size = an empty list or object: " .. whole)
  lu.assertEquals(h("12345678901234567891"), 'line 2: hidden_size = "12345678901234567891": ' .. whole)
  lu.assertEquals(h("1e400"), "line 2: 1e400 is too large for a number")
  lu.assertEquals(h("030"), "line 2: 030 is not a JSON number")
  lu.assertEquals(h("30"), "line 2: hidden_size = 30: not a multiple of num_attention_heads = 4, and there is no head_dim")
  lu.assertEquals(h("1e7"),
    "line 1: head_dim = 2500000 follows from its keys: expected 1 to 100000 (width of an attention head)")
end

function TestRefusals:test_keys()
  local types = { "tie_word_embeddings", "is_encoder_decoder", "add_cross_attention" }
  for _, key in ipairs(types) do
    lu.assertEquals(refusal(llama(',\n"' .. key .. '": "yes"')), "line 3: " .. key .. ' = "yes": expected true or false')
  end
  lu.assertEquals(refusal(llama(',\n"hidden_size": 32')), 'line 3: "hidden_size" occurs twice in one object')
  lu.assertEquals(refusal(llama(',\n"n_embd": 33')), "line 3: n_embd = 33: but hidden_size = 32")
  holds(model(llama(', "n_embd": 32')), "h 32")
  lu.assertEquals(refusal(llama(',\n"num_key_value_heads": 3')),
    "line 3: num_key_value_heads = 3: not a divisor of the 4 attention heads")
  lu.assertEquals(refusal(llama(',\n"num_experts": 8')),
    'line 3: num_experts = 8: not a key of model_type "llama" (experts of a layer)')
  holds(model(llama(', "num_experts": 0, "kv_lora_rank": null, "mamba_d_state": null')), "h 32")
  lu.assertEquals(refusal(llama(',\n"num_decoder_layers": 8')),
    'line 3: num_decoder_layers = 8: not a key of model_type "llama" (layers of the decoder)')
  lu.assertEquals(refusal(llama(',\n"text_config": {"hidden_size": 1}')),
    'line 3: text_config = an object: not a known key of model_type "llama"')
  lu.assertEquals(refusal(llama(',\n"is_encoder_decoder": true')),
    'line 3: is_encoder_decoder = true: model_type "llama" has no encoder')
  lu.assertEquals(refusal(llama(',\n"layer_types": ["full_attention", "linear_attention"]')),
    'line 3: layer_types = a list: "linear_attention" is not known here')
  for _, key in ipairs{ "model_type", "num_hidden_layers", "vocab_size", "hidden_size", "num_attention_heads",
    "intermediate_size" } do
    lu.assertStrContains(refusal((llama():gsub('"' .. key .. '"', '"other"'))), "line 1: there is no " .. key)
  end
end

function TestRefusals:test_texts()
  lu.assertEquals(refusal(""), "line 1: is empty; expected JSON")
  lu.assertEquals(refusal("[]"), "line 1: is a list; expected an object of keys and values")
  lu.assertEquals(refusal("null"), "line 1: is null; expected an object of keys and values")
  lu.assertEquals(refusal("false"), "line 1: is false; expected an object of keys and values")
  lu.assertEquals(refusal("{}"), "line 1: there is no model_type (name of the architecture)")
  lu.assertEquals(refusal('{"model_type": []}'),
    "line 1: model_type = an empty list or object: expected the name of an architecture")
  lu.assertEquals(refusal(("["):rep(1e5)), "line 1: objects and lists are nested more than 64 deep")
  lu.assertEquals(refusal(llama(',\n"x": "\0"')), "line 3: byte 0x00 must be escaped in a string")
  lu.assertStrContains(refusal("\255\254{\0}\0"), "UTF-16")
  lu.assertStrContains(refusal((" "):rep(4194305)), "line 1: contains 4194305 bytes")
  holds(model("\239\187\191" .. llama():gsub("\n", "\r\n")), "h 32")
end

-- For any change of a text, the result is a model or a sentence, and never an internal error.
function TestRefusals:test_a_text_cut_or_changed_anywhere()
  local text = latent
  local function tried(changed)
    local values, sentence = core.json(changed)
    if values == nil then return lu.assertStrMatches(sentence, "line %d+: .+") end
    local m, said, code = require("twocs.read.config").read(changed, "config.json", {})
    if m == nil then
      lu.assertStrMatches(said, "line %d+: .+")
      lu.assertEquals(code, 0)
    end
  end
  for at = 0, #text - 1 do
    local values = core.json(text:sub(1, at))
    lu.assertNil(values)
  end
  for at = 1, #text do
    for _, byte in ipairs{ "", "0", "9", "-", '"', "{", "]", ",", "\n", "\0", "\255", "e" } do
      tried(text:sub(1, at - 1) .. byte .. text:sub(at + 1))
    end
  end
end

function TestRefusals:test_a_file_that_is_not_there()
  local m, sentence, code = tw.read("no/such/config.json", { as = "config" })
  lu.assertNil(m)
  lu.assertStrContains(sentence, "no/such/config.json")
  lu.assertEquals(code, 2)
end

TestJson = {}

function TestJson:test_values()
  local value, lines = core.json('{"a": [1, null, "x", {"b": 12345678901234567890}],\n"c": false}')
  lu.assertEquals(value.a[1], 1)
  lu.assertTrue(value.a[2] == core.null)
  lu.assertEquals(value.a[3], "x")
  lu.assertEquals(value.a[4].b, "12345678901234567890")
  lu.assertEquals(value.c, false)
  lu.assertEquals(lines[value], { a = 1, c = 2 })
  lu.assertNil(lines[value.a])
  lu.assertEquals(core.json("7"), 7)
end

-- The published configurations, if the data are next to the project.

TestPublished = {}

-- Weights as given by the authors or by the weight files; biases and position embeddings are not counted.
local published = {
  { "model_configs/meta-llama--Meta-Llama-3.1-8B", 8030261248, 0 },
  { "model_configs/meta-llama--Meta-Llama-3.1-70B", 70553706496, 0 },
  { "model_configs/meta-llama--Meta-Llama-3.1-405B", 405853388800, 0 },
  { "model_configs/handwritten/llama-2-7b", 6738415616, 0 },
  { "model_configs/handwritten/llama-2-70b", 68976648192, 0 },
  { "model_configs/Qwen--Qwen3-8B", 8190735360, 0 },
  { "model_configs/Qwen--Qwen3-32B", 32762123264, 0 },
  { "model_configs/handwritten/gpt2-xl", 1557611200, 0.005 },
  { "model_configs/handwritten/bert-large", 335141888, 0.006 },
  { "model_configs/handwritten/bloom-176b", 176247271424, 0.001 },
  { "model_configs/handwritten/falcon-7b", 6921720704, 0.001 }, -- 7.22e9 with a separate LM head
  { "model_configs/handwritten/falcon-40b", 41303293952, 0.001 },
  { "model_configs/handwritten/t5-11b", 11307321344, 0.001 },
  { "neusight/DLmodel_configs/gpt2_large", 774030080, 0.005 },
  { "neusight/DLmodel_configs/gpt2_med", 354823168, 0.005 },
  { "neusight/DLmodel_configs/gpt2_xl", 1557611200, 0.005 },
  { "neusight/DLmodel_configs/opt_13", 1315758080, 0.005 },
  { "neusight/DLmodel_configs/bert", 109482240, 0.011 },
  { "neusight/DLmodel_configs/bert_large", 335141888, 0.006 },
  { "neusight/DLmodel_configs/gpt3_13", 12.85e9, 0.002 },
  { "neusight/DLmodel_configs/gpt3_27", 2.65e9, 0.004 },
  { "neusight/DLmodel_configs/gpt3_67", 6.66e9, 0.003 },
}

local experts = { -- the sums of the shapes of their tensors, the weights used by a token, and the name in the registry
  { "mistralai--Mixtral-8x7B-v0.1", 46702792704, 12879925248, "mixtral_8x7b" },
  { "mistralai--Mixtral-8x22B-v0.1", 140620634112, 39152031744, "mixtral_8x22b" },
  { "Qwen--Qwen3-8B", 8190735360, 8190735360, "qwen3_8b" },
  { "Qwen--Qwen3-32B", 32762123264, 32762123264, "qwen3_32b" },
  { "Qwen--Qwen3-235B-A22B", 235093634560, 22190763520, "qwen3_235b" },
  { "deepseek-ai--DeepSeek-V3", 671026419200, 37552297472, "deepseek_v3" },
}

local function published_model(name)
  local path, sentence = given.path(name .. "_config.json")
  path = path or given.path(name .. ".json")
  if path then return assert(tw.read(path, { as = "config" })) end
  print("skipped: " .. sentence)
  lu.skip(sentence)
end

function TestPublished:test_the_weights_of_each()
  for _, entry in ipairs(published) do
    local m = published_model(entry[1])
    lu.assertEquals(m.note ~= nil, entry[1]:find("falcon") ~= nil, entry[1])
    local ratio = tw.eval({ model = m }, "param") / entry[2]
    if math.abs(ratio - 1) > entry[3] then lu.fail(core.format("%s: %.5f times its weights", entry[1], ratio)) end
  end
end

function TestPublished:test_families()
  for _, entry in ipairs(experts) do
    local m = published_model("model_configs/" .. entry[1])
    for _, one in ipairs{ m, entry[4] } do
      lu.assertEquals(tw.eval({ model = one }, "param"), entry[2], entry[1])
      lu.assertEquals(tw.eval({ model = one }, "active_param"), entry[3], entry[1])
    end
    local function time(model_of) return tw.eval({ model = model_of, device = "h100_sxm" }, "t_layer") end
    lu.assertEquals(time(m), time(entry[4]), entry[1])
  end
  local switch = published_model("neusight/DLmodel_configs/switchxl4")
  holds(switch, "layers 48 cross_layers 24 ffn 16384 heads 32 head_dim 128 gated no experts 4 top_k 1 moe_share 0.5")
end

-- The texts that a function writes to stderr, as a list and as one text.
local function said(run)
  local stderr, parts = io.stderr, {}
  io.stderr = { write = function(_, ...) for _, part in ipairs{ ... } do parts[#parts + 1] = part end end }
  local done, text = pcall(run)
  io.stderr = stderr
  if not done then error(text, 0) end
  return table.concat(parts)
end

local function times(text, part) return select(2, text:gsub(part, "")) end

TestLacks = {}

local lacking = '{"model_type": "mistral", "num_hidden_layers": 2, "vocab_size": 100, "hidden_size": 32, '
  .. '"num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 96, "streams_%d": 2}'

-- A key that is not understood is reported when the model is read and whenever it is used; keys without an effect are not.
function TestLacks:test_every_unread_key_is_reported()
  local plain = '{ "model_type": "llama", "hidden_size": 512, "num_hidden_layers": 2, "num_attention_heads": 8, '
    .. '"intermediate_size": 2048, "vocab_size": 1000, "rope_theta": 1e4, "attention_bias": true, "eos_token_id": 2%s }'
  local m
  lu.assertEquals(said(function() m = model(core.format(plain, "")) end), "")
  lu.assertNil(m.unsupported)
  lu.assertEquals(said(function() model(core.format(plain, ', "kv_share_every": 0, "residual_streams": null')) end), "")
  local text = said(function() m = model(core.format(plain, ', "residual_streams": 4, "kv_share_every": 2')) end)
  lu.assertStrContains(text, "not understood, without effect: kv_share_every, residual_streams")
  lu.assertStrContains(m.unsupported, "residual_streams")
  lu.assertStrContains(tostring(tw.sweep{ model = m, device = "h100_sxm", over = { sl = { 64 } }, want = "t_layer" }),
    "kv_share_every")
end

function TestLacks:test_it_is_said_at_read_and_once()
  local m
  local text = said(function() m = model(core.format(lacking, 96)) end)
  lu.assertEquals(times(text, "\n"), 1)
  lu.assertStrContains(text, "twocs: ")
  lu.assertStrContains(text, "without effect: streams_96")
  lu.assertEquals(said(function() tw.eval({ model = m, device = "h100_sxm" }, "t_layer") end), "")
  lu.assertStrContains(tostring(m), "no field holds: not understood")
  lu.assertStrContains(tostring(m{ layers = 3 }), "no field holds: not understood")
  lu.assertEquals(said(function() lu.assertNotStrContains(tostring(model(llama())), "no field holds") end), "")
end

-- A model whose sentence was not printed yet: the first use prints it, for every verb.
function TestLacks:test_no_result_goes_without_it()
  local m
  said(function() m = model(core.format(lacking, 100)) end)
  local uses = {
    function(case) tw.eval(case, "t_layer") end, function(case) tw.sweep(case, { want = "t_layer" }) end,
    function(case) tw.explain(case, "t_layer", 1) end, function(case) tw.summary(case, { want = "t_layer" }) end,
    function(case) tw.solve(case, { find = "net0_bw", so_that = { f_ser = 0.1 } }) end,
    function(case) tw.compare({ device = "h100_sxm" }, { model = { a = "bert", b = case.model }, want = "t_layer" }) end,
    function(case) tw.baseline({ { operator = "qkv", t = 1 } }, case) end,
  }
  for i, use in ipairs(uses) do
    local fresh = m{ name = "fresh" }
    fresh.unsupported = core.format("use %d: experts are missing\27[2J", i)
    lu.assertEquals(said(function() use{ model = fresh, device = "h100_sxm" } end),
      core.format("twocs: use %d: experts are missing?[2J\n", i))
    lu.assertEquals(said(function() use{ model = fresh, device = "h100_sxm" } end), "")
  end
end

function TestLacks:test_tables_carry_it()
  local m, t
  said(function()
    m = model(core.format(lacking, 104))
    t = tw.sweep{ model = m, device = "h100_sxm", over = { sl = { 64, 128 } }, want = "t_layer" }
  end)
  for _, one in ipairs{ t, t:where{ sl = 64 }, t:select{ "t_layer" }, t:sort("sl", "descending"),
    tw.compare({ device = "h100_sxm" }, { model = { a = "bert", b = m }, want = "t_layer" }),
    tw.summary{ model = m, device = "h100_sxm", want = "t_layer" } } do
    lu.assertStrContains(one:csv(), "\n# note: ")
    lu.assertStrContains(one:csv(), "without effect: streams_104")
    lu.assertStrContains(tostring(one), "without effect: streams_104")
  end
  lu.assertStrContains(tw.explain({ model = m, device = "h100_sxm" }, "t_layer", 1), "note: ")
end

-- The published models, if they are next to the project: Qwen3 and Mixtral have no remarks left.
function TestLacks:test_published_mixtures_have_no_remarks()
  local m
  local text = said(function() m = published_model("model_configs/deepseek-ai--DeepSeek-V3") end)
  for _, part in ipairs{ "further layer", "groups" } do
    lu.assertStrContains(text .. m.unsupported, part) -- it was printed before if another test has read the file
    lu.assertStrContains(tostring(m), part)
  end
  for _, name in ipairs{ "Qwen--Qwen3-235B-A22B", "mistralai--Mixtral-8x22B-v0.1" } do
    lu.assertNil(published_model("model_configs/" .. name).unsupported)
  end
end

local result = lu.LuaUnit.run()
os.remove(scratch)
os.remove(path)
os.exit(result == 0, true)
