-- SPDX-License-Identifier: MIT
-- Models with a vision encoder: how their config.json is read, one sentence for each that is refused, and the message if no
-- image is given. The configurations are written here. The counts are those of the published tensors, which also have
-- biases and norms outside of layers.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local stem = os.tmpname()
local path = stem .. "_config.json"
local a_config = require "a_config"
local model, refusal = a_config.at(path)
local holds = a_config.holds

local function changed(text, from, to)
  local made, count = text:gsub(from, to)
  lu.assertEquals(count, 1, from)
  return made
end

-- Biases and norms outside of layers.
local function siglip() return 27 * (5 * 1152 + 4304) + 1152 end
local function merger(joined, h, norm) return joined + h + norm end

local function counts(m, param, rest, like)
  lu.assertEquals(tw.eval({ model = m, illegal = "allow" }, "param") + rest, param)
  if not like then return end
  local known = tw.models[like]
  for _, row in ipairs(rows.list) do
    if row.record == "model" then lu.assertEquals(m[row.name], known[row.name], row.name) end
  end
end

local qwen2_5 = [[{"model_type": "qwen2_5_vl", "hidden_size": 3584, "intermediate_size": 18944, "num_attention_heads": 28,
  "num_hidden_layers": 28, "num_key_value_heads": 4, "sliding_window": 32768, "use_sliding_window": false,
  "max_window_layers": 28, "tie_word_embeddings": false, "vocab_size": 152064, "image_token_id": 151655,
  "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}, "vision_config": {"depth": 32, "hidden_act": "silu",
  "hidden_size": 1280, "intermediate_size": 3420, "num_heads": 16, "in_chans": 3, "out_hidden_size": 3584,
  "patch_size": 14, "spatial_merge_size": 2, "spatial_patch_size": 14, "window_size": 112,
  "fullatt_block_indexes": [7, 15, 23, 31], "tokens_per_second": 2, "temporal_patch_size": 2}}]]

local qwen3 = [[{"model_type": "qwen3_vl", "tie_word_embeddings": false, "text_config": {"model_type": "qwen3_vl_text",
  "hidden_size": 4096, "intermediate_size": 12288, "num_attention_heads": 32, "num_hidden_layers": 36,
  "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936}, "vision_config": {"model_type": "qwen3_vl",
  "deepstack_visual_indexes": [8, 16, 24], "depth": 27, "hidden_size": 1152, "in_channels": 3, "intermediate_size": 4304,
  "num_heads": 16, "num_position_embeddings": 2304, "out_hidden_size": 4096, "patch_size": 16, "spatial_merge_size": 2,
  "temporal_patch_size": 2}}]]

local gemma3 = [[{"model_type": "gemma3", "mm_tokens_per_image": 256, "image_token_index": 262144, "text_config":
  {"model_type": "gemma3_text", "hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34,
  "sliding_window": 1024}, "vision_config": {"hidden_size": 1152, "image_size": 896, "intermediate_size": 4304,
  "model_type": "siglip_vision_model", "num_attention_heads": 16, "num_hidden_layers": 27, "patch_size": 14,
  "vision_use_head": false}}]]

local llava = [[{"model_type": "llava", "text_config": {"model_type": "llama", "vocab_size": 32064}, "image_token_index":
  32000, "tie_word_embeddings": false, "vision_feature_layer": -2, "vision_feature_select_strategy": "default",
  "vision_config": {"hidden_size": 1024, "image_size": 336, "intermediate_size": 4096, "model_type": "clip_vision_model",
  "num_attention_heads": 16, "num_hidden_layers": 24, "patch_size": 14, "projection_dim": 768, "vocab_size": 32000}}]]

local llama4 = [[{"model_type": "llama4", "text_config": {"model_type": "llama4_text", "attention_chunk_size": 8192,
  "head_dim": 128, "hidden_size": 5120, "interleave_moe_layer_step": 1, "intermediate_size": 8192, "intermediate_size_mlp":
  16384, "num_attention_heads": 40, "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8,
  "num_local_experts": 16, "vocab_size": 202048}, "vision_config": {"hidden_size": 1408, "image_size": 336,
  "intermediate_size": 5632, "model_type": "llama4_vision_model", "num_attention_heads": 16, "num_channels": 3,
  "num_hidden_layers": 34, "patch_size": 14, "pixel_shuffle_ratio": 0.5, "projector_input_dim": 4096,
  "projector_output_dim": 4096, "vision_output_dim": 4096}}]]

local kimi = [[{"model_type": "kimi_vl", "vision_config": {"model_type": "moonvit", "patch_size": 14, "num_attention_heads":
  16, "num_hidden_layers": 27, "hidden_size": 1152, "intermediate_size": 4304, "merge_kernel_size": [2, 2]}, "text_config":
  {"vocab_size": 163840, "hidden_size": 2048, "intermediate_size": 11264, "moe_intermediate_size": 1408,
  "num_hidden_layers": 27, "num_attention_heads": 16, "n_shared_experts": 2, "n_routed_experts": 64, "kv_lora_rank": 512,
  "q_lora_rank": null, "qk_rope_head_dim": 64, "v_head_dim": 128, "qk_nope_head_dim": 128, "topk_method": "noaux_tc",
  "num_experts_per_tok": 6, "moe_layer_freq": 1, "first_k_dense_replace": 1, "tie_word_embeddings": false}}]]

local internvl = [[{"model_type": "internvl", "downsample_ratio": 0.5, "image_seq_length": 256, "text_config": {
  "model_type": "qwen2", "hidden_size": 896, "intermediate_size": 4864, "num_attention_heads": 14, "num_hidden_layers": 24,
  "num_key_value_heads": 2, "vocab_size": 151674, "tie_word_embeddings": true}, "vision_config": {"model_type":
  "internvl_vision", "hidden_size": 1024, "image_size": [448, 448], "patch_size": [14, 14], "intermediate_size": 4096,
  "num_attention_heads": 16, "num_hidden_layers": 24, "num_channels": 3, "norm_type": "layer_norm", "attention_bias":
  true}}]]

TestEncoders = {}

function TestEncoders:test_qwen2_5_vl()
  local m = model(qwen2_5)
  holds(m, "vision_layers 32 vision_h 1280 vision_heads 16 vision_ffn 3420 vision_gated yes vision_norm rmsnorm "
    .. "vision_pixels 1176 vision_window 64 vision_window_share 0.875 vision_merge 4 vision_patches 0 vision_mid 5120")
  lu.assertNil(m.note)
  counts(m, 8292166656, 28 * (3584 + 2 * 512) + 32 * (5 * 1280 + 2 * 3420) + merger(5120, 3584, 1280), "qwen2_5_vl_7b")
  -- The same with a nested object for the text model, as in later files.
  local text, rest = qwen2_5:match '^{"model_type": "qwen2_5_vl", (.-), ("image_token_id.*)$'
  local nested = model(core.format('{"model_type": "qwen2_5_vl", "text_config": {"model_type": "qwen2_5_vl_text", %s}, %s',
    text, rest))
  counts(nested, 8292166656, 28 * (3584 + 2 * 512) + 32 * (5 * 1280 + 2 * 3420) + merger(5120, 3584, 1280),
    "qwen2_5_vl_7b")
end

function TestEncoders:test_qwen2_vl()
  local first = changed(changed(changed(qwen2_5, '"qwen2_5_vl"', '"qwen2_vl"'),
    '"hidden_size": 1280, "intermediate_size": 3420', '"hidden_size": 3584, "embed_dim": 1280, "mlp_ratio": 4'),
    '"out_hidden_size": 3584,', "")
  local m = model(first)
  holds(m, "vision_h 1280 vision_ffn 5120 vision_gated no vision_norm layernorm vision_window 0 vision_mid 5120")
  counts(m, 8291375616, 28 * (3584 + 2 * 512) + 32 * (5 * 1280 + 5120) + merger(5120, 3584, 2 * 1280))
  lu.assertStrContains(refusal(changed(first, '"hidden_size": 3584, "embed', '"hidden_size": 3000, "embed')),
    "but the text is 3584 wide")
end

function TestEncoders:test_qwen3_vl()
  local m, rest = model(qwen3), siglip() + 3 * merger(4608, 4096, 2 * 4608) + merger(4608, 4096, 2 * 1152)
  holds(m, "vision_pixels 1536 vision_positions 2304 vision_projectors 4 vision_matrices 2 vision_ffn 4304 qk_norm yes")
  counts(m, 8767123696, rest, "qwen3_vl_8b")
  lu.assertNil(m.note)
  local moe = changed(changed(changed(changed(changed(qwen3, '"qwen3_vl", "tie', '"qwen3_vl_moe", "tie'), "qwen3_vl_text",
    "qwen3_vl_moe_text"), '"hidden_size": 4096, "intermediate_size": 12288, "num_attention_heads": 32, '
    .. '"num_hidden_layers": 36,%s+"num_key_value_heads": 8', '"hidden_size": 2048, "intermediate_size": 6144, '
    .. '"num_attention_heads": 32, "num_hidden_layers": 48, "num_key_value_heads": 4, "num_experts": 128, '
    .. '"num_experts_per_tok": 8, "moe_intermediate_size": 768, "decoder_sparse_step": 1, "mlp_only_layers": []'),
    '"out_hidden_size": 4096', '"out_hidden_size": 2048'), '"qwen3_vl",', '"qwen3_vl_moe",')
  counts(model(moe), 31070754032, siglip() + 3 * merger(4608, 2048, 2 * 4608) + merger(4608, 2048, 2 * 1152))
end

function TestEncoders:test_gemma3()
  local m = model(gemma3)
  holds(m, "vision_patches 4096 vision_class 0 vision_positions 4096 vision_merge 16 vision_joined 1152 vision_matrices 1 "
    .. "heads 8 kv_heads 4 head_dim 256 window 1024 tied yes qk_norm yes vocab 262208")
  counts(m, 4300079472, 34 * 2 * 2560 + siglip() + 2 * 1152 + 1152, "gemma3_4b")
  lu.assertStrContains(refusal(changed(gemma3, '"mm_tokens_per_image": 256', '"mm_tokens_per_image": 250')),
    "mm_tokens_per_image = 250: not a divisor of the 4096 patches")
  holds(model(changed(gemma3, '"sliding_window": 1024', '"sliding_window": 1024, "sliding_window_pattern": 2')),
    "window_share 0.5")
end

function TestEncoders:test_llava()
  local m = model(llava)
  holds(m, "vision_patches 576 vision_class 1 vision_positions 577 vision_merge 1 vision_mid 4096 layers 32 ffn 11008")
  counts(m, 7063427072, 24 * (5 * 1024 + 4096) + 4 * 1024 + 2 * 4096)
  local siglip_like = changed(llava, "clip_vision_model", "siglip_vision_model")
  holds(model(siglip_like), "vision_class 0 vision_positions 576")
  lu.assertStrContains(refusal(changed(llava, "clip_vision_model", "dinov2")), "expected clip_vision_model or siglip")
  lu.assertStrContains(refusal(changed(llava, '"vision_feature_layer": %-2', '"vision_feature_layer": [-2, -5]')),
    "features of several layers")
  lu.assertStrContains(model(changed(llava, '"default"', '"full"')).note, "class token also goes")
  holds(model(changed(changed(llava, '"model_type": "llava"', '"model_type": "llava_next"'),
    '"model_type": "llama"', '"model_type": "mistral"')), "kv_heads 8 ffn 14336")
end

function TestEncoders:test_llama4()
  local m = model(llama4)
  holds(m, "vision_patches 576 vision_class 1 vision_merge 4 vision_matrices 3 vision_mid 4096 experts 16 top_k 1 "
    .. "shared_ffn 8192 moe_share 1")
  counts(m, 108641793536, 34 * (5 * 1408 + 5632) + 4 * 1408)
  holds(m, "window 8192 window_share 0.75 full_every 4")
  lu.assertStrContains(m.note, "chunks of 8192 tokens")
  local function chunks(more) return model((changed(llama4, '"attention_chunk_size": 8192', more))) end
  holds(chunks '"hidden_act": "silu"', "window 8192 full_every 4") -- the default of its class
  holds(chunks '"attention_chunk_size": null', "window 0 full_every 0")
  holds(chunks '"attention_chunk_size": 4096, "no_rope_layer_interval": 6', "window 4096 full_every 6")
  local rope = {}
  for i = 1, 48 do rope[i] = i % 3 == 1 and 0 or 1 end
  holds(chunks('"no_rope_layers": [' .. table.concat(rope, ",") .. "]"), "full_every 3 full_first 1")
  holds(chunks('"no_rope_layers": []'), "full_every 4")
  lu.assertStrContains(refusal(changed(llama4, '"attention_chunk_size": 8192', '"no_rope_layers": [1, 0]')),
    "has 2 entries, and there are 48 layers")
  local sparse = model(changed(llama4, '"interleave_moe_layer_step": 1', '"interleave_moe_layer_step": 2'))
  holds(sparse, "moe_share 0.5 ffn 16384 dense_at spread")
  lu.assertStrContains(refusal(changed(llama4, '"vision_output_dim": 4096', '"vision_output_dim": 7680')),
    "but projector_input_dim = 4096")
  lu.assertStrContains(refusal(changed(llama4, '"pixel_shuffle_ratio": 0.5', '"pixel_shuffle_ratio": 0.4')),
    "pixel_shuffle_ratio = 0.4: expected 1, 1/2, 1/3")
end

function TestEncoders:test_kimi()
  local m = model(kimi)
  holds(m, "vision_positions 4096 vision_merge 4 vision_mid 4608 kv_lora_rank 512 experts 64 router biased")
  counts(m, 16407657776, siglip() + 2 * 1152 + merger(4608, 2048, 2 * 1152) + 27 * 64, "kimi_vl_a3b")
  -- Kimi-K2.5 has the same encoder, under other keys, in front of Kimi-K2.
  local own = changed(changed(kimi, '"kimi_vl"', '"kimi_k25"'), '"num_attention_heads":%s+16, "num_hidden_layers": 27, '
    .. '"hidden_size": 1152, "intermediate_size": 4304', '"vt_num_attention_heads": 16, "vt_num_hidden_layers": 27, '
    .. '"vt_hidden_size": 1152, "vt_intermediate_size": 4304, "init_pos_emb_height": 64, "init_pos_emb_width": 64, '
    .. '"init_pos_emb_time": 4, "mm_projector_type": "patchmerger", "text_hidden_size": 2048')
  local k25 = model(own)
  lu.assertNil(k25.note)
  counts(k25, 16407657776, siglip() + 2 * 1152 + merger(4608, 2048, 2 * 1152) + 27 * 64, "kimi_vl_a3b")
  lu.assertStrContains(refusal(changed(own, '"text_hidden_size": 2048', '"text_hidden_size": 7168')),
    "text_hidden_size = 7168: but the text is 2048 wide")
end

function TestEncoders:test_internvl()
  local m = model(internvl)
  holds(m, "vision_patches 1024 vision_class 1 vision_positions 1025 vision_merge 4 vision_mid 896 tied yes")
  lu.assertEquals(tw.eval({ model = m }, "vision_param"), 24 * (12 * 1024 * 1024 + 4 * 1024)
    + (588 + 1025 + 1) * 1024 + 4096 * 896 + 896 * 896)
  lu.assertStrContains(model(changed(internvl, '"attention_bias":', '"use_qk_norm": true, "attention_bias":')).note,
    "norms of queries and keys")
  local chat = changed(changed(internvl, '"internvl",', '"internvl_chat",'), "text_config", "llm_config")
  holds(model(chat), "vision_layers 24 h 896")
end

TestWhatIsRefused = {}

function TestWhatIsRefused:test_objects()
  lu.assertStrContains(refusal(changed(qwen3, '"vision_config"', '"visual_config"')), "there is no vision_config")
  lu.assertStrContains(refusal(changed(qwen3, '"text_config"', '"words_config"')), "there is no text_config")
  lu.assertStrContains(refusal('{"model_type": "llava", "vision_config": 3, "text_config": {"model_type": "llama"}}'),
    "vision_config = 3: expected an object")
  lu.assertStrContains(refusal('{"model_type": "llava", "text_config": "llama", "vision_config": {}}'),
    'text_config = "llama": expected an object')
  lu.assertStrContains(refusal(changed(llava, '"model_type": "llama"', '"model_type": "lama"')),
    'its model_type "lama" is not a known architecture')
  lu.assertStrContains(refusal(changed(llava, '"model_type": "llama"', '"model_type": "gemma3"')),
    'its model_type "gemma3" is not a known architecture')
  -- A text model has no vision encoder.
  lu.assertStrContains(refusal('{"model_type": "llama", "vision_config": {"depth": 3}}'), "vision_config")
end

function TestWhatIsRefused:test_sizes()
  lu.assertStrContains(refusal(changed(qwen3, '"num_heads": 16', '"num_heads": 17')),
    "num_heads = 17: not a divisor of the encoder's hidden size 1152")
  lu.assertStrContains(refusal(changed(qwen3, '"depth": 27', '"depth": 2.5')), "depth = 2.5: expected a whole number")
  lu.assertStrContains(refusal(changed(qwen3, '"depth": 27, ', "")), "there is no depth, nor num_hidden_layers")
  lu.assertStrContains(refusal(changed(qwen3, '"patch_size": 16', '"patch_size": "16"')), "patch_size")
  lu.assertStrContains(refusal(changed(qwen3, '"out_hidden_size": 4096', '"out_hidden_size": 2048')),
    "out_hidden_size = 2048: but the text is 4096 wide")
  lu.assertStrContains(refusal(changed(gemma3, '"image_size": 896, ', "")), "there is no image_size in vision_config")
  lu.assertStrContains(refusal(changed(qwen2_5, '%[7, 15, 23, 31%]', "7")), "expected a list of layers")
end

function TestWhatIsRefused:test_no_word_is_left_unread()
  local m = model(changed(qwen3, '"depth": 27', '"depth": 27, "octaves": 3'))
  lu.assertStrContains(m.note, "not understood in vision_config, without effect: octaves")
  m = model(changed(qwen3, '"tie_word_embeddings": false', '"tie_word_embeddings": false, "audio_config": {"a": 1}'))
  lu.assertStrContains(m.note, "not understood in the file, without effect: audio_config")
  m = model(changed(qwen3, '"head_dim": 128', '"head_dim": 128, "tempo": 2'))
  lu.assertStrContains(m.note, "not understood, without effect: tempo")
end

TestCases = {}

local function case(run, model_of)
  return { model = model_of or "qwen3_vl_8b", device = "h100_sxm", layout = { dp = 8, tp = 2, zero = "optimizer" },
    run = { sl = 4096, global_batch = 64, micro_batch = 1, images = run.images, vision_frozen = run.frozen } }
end

local function dressed(fields) return tw.models.qwen3_vl_8b(fields) end

function TestCases:test_a_model_that_is_given_no_image_says_so()
  local t = tw.sweep(case{}, { over = { tp = { 1, 2 } }, want = "t_step" })
  lu.assertStrContains(tostring(t), "qwen3_vl_8b has a vision encoder, which does nothing here")
  t = tw.sweep(case({ images = 2 }, dressed{ vision_patches = 1024 }), { over = { tp = { 1, 2 } }, want = "t_step" })
  lu.assertNotStrContains(tostring(t), "does nothing here")
  t = tw.sweep(case({}, dressed{ vision_patches = 1024 }), { over = { images = { 0, 1 } }, want = "t_step" })
  lu.assertNotStrContains(tostring(t), "does nothing here")
  lu.assertTrue(t[2].t_step > t[1].t_step)
  t = tw.sweep(case{ images = 0 }, { over = { tp = { 1, 2 } }, want = "t_step" }) -- zero images on purpose
  lu.assertNotStrContains(tostring(t), "does nothing here")
  t = tw.sweep({ device = "h100_sxm" }, { over = { model = { "qwen3_8b", "qwen3_vl_8b" } }, want = "t_layer" })
  lu.assertStrContains(tostring(t), "qwen3_vl_8b has a vision encoder, which does nothing here")
  local pair = { "qwen3_8b", dressed{ vision_patches = 64 } }
  t = tw.sweep({ device = "h100_sxm" }, { over = { model = pair, images = { 0, 1 } }, want = "t_step", illegal = "allow" })
  lu.assertNotStrContains(tostring(t), "does nothing here")
  t = tw.sweep({ model = "qwen3_8b", device = "h100_sxm" }, { over = { tp = { 1, 2 } }, want = "t_layer" })
  lu.assertNotStrContains(tostring(t), "vision encoder")
end

function TestCases:test_patches_are_asked_for()
  local done, sentence = pcall(tw.eval, case{ images = 1 }, "t_step")
  lu.assertFalse(done)
  lu.assertStrContains(sentence, "vision_patches (patches of an image) must be given")
end

-- Each additional image costs the same work. A frozen encoder costs less time and less memory.
function TestCases:test_images_and_frozen_encoders()
  local seen = dressed{ vision_patches = 1024 }
  local none, one, two = tw.eval(case({ images = 0 }, seen), "step_flop"), tw.eval(case({ images = 1 }, seen), "step_flop"),
    tw.eval(case({ images = 2 }, seen), "step_flop")
  lu.assertAlmostEquals((two - one) / (one - none), 1, 1e-12)
  local trained = tw.eval(case({ images = 2 }, seen), { "t_step", "mem_byte", "step_flop" })
  local frozen = tw.eval(case({ images = 2, frozen = "yes" }, seen), { "t_step", "mem_byte", "step_flop" })
  for name, value in pairs(trained) do lu.assertTrue(frozen[name] < value, name) end
end

local result = lu.LuaUnit.run()
os.remove(stem)
os.remove(path)
os.exit(result, true)
