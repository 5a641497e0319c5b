-- SPDX-License-Identifier: MIT
--[[
The vision encoder of a Hugging Face config.json: the object vision_config next to the text's object, its meaning in the
class of each model_type, and the keys of its projectors. The facts are from the configuration and modelling files of
huggingface/transformers (4.45 to 5.0) and of the models. The number of images of a sequence depends on the run, and the
number of patches of an image depends on the data if images have no fixed size. Neither is in the file; vision_patches is
read only if all images have one size.
]]
local architectures = require "twocs.read.architectures"
local core = require "twocs.core"
local keys = require "twocs.read.keys"

local vision = { list = {} }
local shown = keys.shown

-- Numbers of a vision_config and their keys.
local fields = {}
local function field(name, about)
  about.name, about.least, about.most = name, about.least or 1, about.most or 1e7
  fields[name] = about
end
field("layers", { meaning = "layers of the encoder", "depth", "num_hidden_layers", "vt_num_hidden_layers" })
field("h", { meaning = "hidden size of the encoder", "hidden_size", "vt_hidden_size" })
field("embed", { meaning = "hidden size of the encoder", "embed_dim" })
field("heads", { meaning = "attention heads of the encoder", "num_heads", "num_attention_heads",
  "vt_num_attention_heads" })
field("ffn", { meaning = "FC width of the encoder", "intermediate_size", "vt_intermediate_size" })
field("ratio", { meaning = "FC width over the hidden size", "mlp_ratio" })
field("channels", { meaning = "channels of an image", "in_channels", "in_chans", "num_channels" })
field("frames", { meaning = "frames of a patch", "temporal_patch_size" })
field("merge", { meaning = "patches of a token in each direction", "spatial_merge_size" })
field("out", { meaning = "width of the projector's output", "out_hidden_size", "text_hidden_size" })
field("positions", { meaning = "learned positions", "num_position_embeddings" })
field("rows", { meaning = "rows of learned positions", "init_pos_emb_height" })
field("columns", { meaning = "columns of learned positions", "init_pos_emb_width" })
field("window", { least = 0, meaning = "pixels of a window", "window_size" })
field("mid", { meaning = "width between the matrices of a projector", "projector_input_dim" })
field("mid_out", { meaning = "width between the matrices of a projector", "projector_output_dim" })
field("mid_last", { meaning = "width between the matrices of a projector", "vision_output_dim" })

-- Keys of a vision_config that the rules below read directly, and keys that affect no size and no time.
local understood = {}
for pattern in ([[
  model_type architectures torch_dtype dtype transformers_version _name_or_path auto_map base_config_key _attn_.*
  hidden_act activation_func initializer_.* .*norm_eps .*norm_epsilon .*_ln_eps .*dropout.* drop_path_rate .*_bias bias
  patch_size image_size spatial_patch_size fullatt_block_indexes deepstack_visual_indexes merge_kernel_size
  pixel_shuffle_ratio norm_type use_qk_norm qk_normalization layer_scale_init_value use_mask_token use_mean_pooling
  use_absolute_position_embeddings use_flash_attn tokens_per_second init_pos_emb_time pos_emb_type rope_.* vocab_size
  projection_dim vision_use_head vision_feature_select_strategy vision_feature_layer projector_hidden_act mm_projector_type
  mm_hidden_size video_attn_type merge_type num_classes use_return_dict use_bfloat16 output_hidden_states
  output_attentions return_dict gradient_checkpointing .*_token_id
]]):gmatch "%S+" do understood[#understood + 1] = "^" .. pattern .. "$" end

-- Keys next to text_config and vision_config.
local outer = {}
for pattern in ([[
  model_type architectures torch_dtype dtype transformers_version _name_or_path auto_map _attn_.* text_config llm_config
  vision_config
  tie_word_embeddings .*_token_id .*_token_ids .*_token_index ignore_index image_seq_length projector_hidden_act
  vision_feature_layer vision_feature_select_strategy .*_bias image_grid_pinpoints use_image_newline_parameter
  downsample_ratio mm_tokens_per_image initializer_range use_cache quantization_config pad2square dynamic_image_size
  force_image_size max_dynamic_patch min_dynamic_patch ps_version select_layer template use_thumbnail use_backbone_lora
  use_llm_lora output_attentions output_hidden_states return_dict .*vocab_size hidden_size system_message video_.*
]]):gmatch "%S+" do outer[#outer + 1] = "^" .. pattern .. "$" end

local function matches(key, patterns)
  for _, pattern in ipairs(patterns) do
    if key:find(pattern) then return true end
  end
end

-- Sizes ----------------------------------------------------------------------------------------------------------------

-- The area of a size in pixels, which is one number or a list of two.
local function area(of, key)
  local value = of:value(key)
  if value == nil then return nil end
  local high, wide = value, value
  if type(value) == "table" then high, wide = value[1], value[2] or value[1] end
  if type(high) ~= "number" or type(wide) ~= "number" or high < 1 or wide < 1 or high % 1 ~= 0 or wide % 1 ~= 0 then
    of:refuse_key(key, "expected a whole number, or a list of two")
  end
  return high * wide
end

local function must_area(of, key)
  return area(of, key) or keys.refuse(of.first, "there is no %s in vision_config for model_type %s", key, shown(of.kind))
end

-- The patches of an image, if all images have one size.
local function patches_of(of)
  local all, one = must_area(of, "image_size"), must_area(of, "patch_size")
  local side = math.floor(math.sqrt(all / one) + 1e-9)
  return side * side -- a remainder of a row is not a patch
end

local function whole_squared(of, key, value)
  if type(value) ~= "number" or value <= 0 or value > 1 or (1 / value) % 1 ~= 0 then
    of:refuse_key(key, "expected 1, 1/2, 1/3 ... (patches of a token in each direction)")
  end
  return (1 / value) * (1 / value)
end

local function list_length(of, key)
  local list = of:value(key)
  if list == nil then return 0 end
  if type(list) ~= "table" then of:refuse_key(key, "expected a list of layers") end
  return #list
end

-- Encoders -------------------------------------------------------------------------------------------------------------

-- For each kind of encoder, a function that reads its keys into fields of the model; m already has the common sizes.
local kinds = vision.list

local function merged(of, m)
  local side = of:must "merge"
  m.vision_merge = side * side
end

function kinds.qwen2(of, m)
  m.vision_h = of:must("embed")
  m.vision_ffn = of:must("ratio") * m.vision_h
  merged(of, m)
end

function kinds.qwen2_5(of, m)
  merged(of, m)
  m.vision_gated, m.vision_norm = "yes", "rmsnorm"
  local window, side = of:number("window") or 0, math.floor(math.sqrt(must_area(of, "patch_size")) + 0.5)
  local whole = list_length(of, "fullatt_block_indexes")
  if window > 0 and whole < m.vision_layers then
    local across = math.floor(window / side)
    m.vision_window, m.vision_window_share = across * across, (m.vision_layers - whole) / m.vision_layers
  end
end

function kinds.qwen3(of, m)
  merged(of, m)
  m.vision_positions = of:must("positions")
  m.vision_projectors = 1 + list_length(of, "deepstack_visual_indexes")
end

-- CLIP has a class token; SigLIP has none.
local function fixed(of, m)
  local class = of:value("model_type") == "siglip_vision_model" and 0 or 1
  m.vision_patches, m.vision_class = patches_of(of), class
  m.vision_positions = m.vision_patches + class
end

function kinds.llava(of, m)
  local known = { clip_vision_model = true, siglip_vision_model = true }
  if not known[of:value("model_type")] then
    of:refuse_key("model_type", "expected clip_vision_model or siglip_vision_model as the encoder of %s", of.kind)
  end
  fixed(of, m)
  m.vision_mid = m.h
  if type(of.outer:value("vision_feature_layer")) == "table" then
    of.outer:refuse_key("vision_feature_layer", "features of several layers side by side are not supported")
  end
  if of.outer:value("vision_feature_select_strategy") == "full" then
    of:say("the class token also goes to the language model (vision_feature_select_strategy = full), which is not modelled")
  end
end

function kinds.gemma3(of, m)
  fixed(of, m)
  m.vision_class = 0
  m.vision_positions = m.vision_patches
  local tokens = of.outer:value("mm_tokens_per_image") or 256
  if type(tokens) ~= "number" or tokens < 1 or (m.vision_patches / tokens) % 1 ~= 0 then
    of.outer:refuse_key("mm_tokens_per_image", "not a divisor of the %s patches of an image", m.vision_patches)
  end
  m.vision_merge, m.vision_joined, m.vision_matrices = m.vision_patches / tokens, m.vision_h, 1
end

function kinds.internvl(of, m)
  m.vision_patches, m.vision_class = patches_of(of), 1
  m.vision_positions = of:flag("use_absolute_position_embeddings", true) and m.vision_patches + 1 or 0
  m.vision_merge = whole_squared(of.outer, "downsample_ratio", of.outer:value("downsample_ratio") or 0.5)
  m.vision_mid = m.h
  m.vision_norm = of:value("norm_type") == "rms_norm" and "rmsnorm" or "layernorm"
  if of:flag("use_qk_norm", false) or of:flag("qk_normalization", false) then
    of:say("the encoder's norms of queries and keys are not modelled")
  end
end

function kinds.kimi(of, m)
  m.vision_positions = (of:number("rows") or 64) * (of:number("columns") or 64)
  local merge = of:value("merge_kernel_size") or { 2, 2 }
  if type(merge) ~= "table" or type(merge[1]) ~= "number" or type(merge[2]) ~= "number" then
    of:refuse_key("merge_kernel_size", "expected a list of two")
  end
  m.vision_merge = merge[1] * merge[2]
end

function kinds.llama4(of, m)
  m.vision_patches, m.vision_class = patches_of(of), 1
  m.vision_positions = m.vision_patches + 1
  m.vision_merge = whole_squared(of, "pixel_shuffle_ratio", of:value("pixel_shuffle_ratio") or 0.5)
  m.vision_matrices, m.vision_mid = 3, of:must("mid")
  for _, name in ipairs{ "mid_out", "mid_last" } do
    local value, key = of:must(name)
    if value ~= m.vision_mid then of:refuse_key(key, "but projector_input_dim = %s", m.vision_mid) end
  end
end

-- The whole ------------------------------------------------------------------------------------------------------------

local function sizes(of, m)
  m.vision_layers, m.vision_heads = of:must("layers"), of:must("heads")
  if of.encoder ~= "qwen2" then m.vision_h, m.vision_ffn = of:must("h"), of:must("ffn") end
  m.vision_norm = "layernorm"
  kinds[of.encoder](of, m)
  m.vision_pixels = (of:number("channels") or 3) * must_area(of, "patch_size") * (of:number("frames") or 1)
  if m.vision_h % m.vision_heads ~= 0 then
    of:refuse_key(select(2, of:number("heads")), "not a divisor of the encoder's hidden size %s", m.vision_h)
  end
  if m.vision_patches and m.vision_patches % (m.vision_merge or 1) ~= 0 then
    of:refuse_key("image_size", "%s patches of an image are not a multiple of the %s of a token", m.vision_patches,
      m.vision_merge)
  end
  local out, key = of:number("out")
  if of.encoder == "qwen2" then out, key = of:number("h") end
  if out and out ~= m.h then of:refuse_key(key, "but the text is %s wide", m.h) end
end

-- Reports keys that are not understood, as for the language model.
local function unread(of, patterns, notes, where)
  local names, known = {}, {}
  for _, one in pairs(fields) do
    for _, key in ipairs(one) do known[key] = true end
  end
  for key, value in pairs(of.values) do
    local read = where == "vision_config" and known[key] or matches(key, patterns)
    if not read and value ~= core.null and value ~= false then names[#names + 1] = key end
  end
  if #names == 0 then return end
  table.sort(names)
  notes[#notes + 1] = core.format("not understood in %s, without effect: %s", where, table.concat(names, ", "))
end

--- Adds the fields of the encoder to a model. whole: the reading of the file; notes: collects remarks.
function vision.fill(whole, m, notes, nested)
  local values = whole:value("vision_config")
  if values == nil then
    keys.refuse(1, "there is no vision_config (the vision encoder) for model_type %s", shown(whole.kind))
  end
  if type(values) ~= "table" or not whole.all[values] then
    whole:refuse_key("vision_config", "expected an object of keys and values")
  end
  local of = keys.reading{ values = values, lines = whole.all[values], kind = whole.kind, fields = fields,
    encoder = whole.about.vision, outer = whole, first = whole.lines.vision_config }
  of.notes = notes
  sizes(of, m)
  unread(of, understood, notes, "vision_config")
  if nested then unread(whole, outer, notes, "the file") end
end

-- Text -----------------------------------------------------------------------------------------------------------------

local function filled(values, lines, about)
  local all, at = {}, {}
  for key, value in pairs(about.defaults or {}) do all[key] = value end
  for key, value in pairs(values) do all[key], at[key] = value, lines[key] end
  return all, at
end

--- The values and the kind of the language model in a file, and whether they are in an object of their own: files from
--- before 2025 have its keys next to vision_config.
function vision.text(whole)
  local key = whole:value("text_config") ~= nil and "text_config" or "llm_config"
  local values, about = whole:value(key), whole.about
  if values ~= nil and (type(values) ~= "table" or not whole.all[values]) then
    whole:refuse_key(key, "expected an object of keys and values")
  end
  if values == nil then
    if not about.flat then keys.refuse(1, "there is no text_config (the model) for model_type %s", shown(whole.kind)) end
    local rest, lines = filled(whole.values, whole.lines, {})
    for name in pairs(rest) do
      if name == "vision_config" or name:find "_token_id$" or name:find "_token_index$" then rest[name] = nil end
    end
    return rest, lines, about.text
  end
  local kind = values.model_type
  if kind == nil or kind == core.null then kind = about.text end
  kind = architectures.texts[kind] or kind
  if not architectures.list[kind] or architectures.list[kind].vision then
    whole:refuse_key(key, "its model_type %s is not a known architecture", shown(values.model_type))
  end
  local own, lines = filled(values, whole.all[values], { defaults = architectures.defaults[kind] })
  if own.tie_word_embeddings == nil then
    own.tie_word_embeddings, lines.tie_word_embeddings = whole.values.tie_word_embeddings, whole.lines.tie_word_embeddings
  end
  return own, lines, kind, true
end

return vision
