-- SPDX-License-Identifier: MIT
-- Reads a Hugging Face config.json as a model. Properties that a model record cannot represent (further layers, groups of
-- experts, an unknown key) are never dropped silently: the model's note states what replaces them. A configuration with
-- another meaning than these rules is refused, with the key that causes it.
local architectures = require "twocs.read.architectures"
local core = require "twocs.core"
local hybrids = require "twocs.read.hybrids"
local keys = require "twocs.read.keys"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local period = require "twocs.data.period"
local rows = require "twocs.data.rows"
local vision = require "twocs.read.vision"

local refuse, shown, reading, config = keys.refuse, keys.shown, keys.methods, {}

-- What the architecture does not have ----------------------------------------------------------------------------------

local function is_nothing(value, one)
  return value == nil or value == false or value == 0 or value == one or (type(value) == "table" and next(value) == nil)
end

-- Refuses keys of other architectures, because they would change the meaning of the known keys.
function reading:refuse_strange()
  for _, entry in ipairs(architectures.keys) do
    local group = entry.field.group
    if group and not self.about[group] and not is_nothing(self:value(entry.key), group ~= "latent" and 1 or nil) then
      self:refuse_key(entry.key, "not a key of model_type %s (%s)", shown(self.kind),
        entry.field.meaning or rows.by_name[entry.field.row].meaning)
    end
  end
  local strange = {}
  for key in pairs(architectures.strange) do strange[#strange + 1] = key end
  table.sort(strange)
  for _, key in ipairs(strange) do
    if not is_nothing(self:value(key), architectures.strange[key]) then
      self:refuse_key(key, "not a known key of model_type %s", shown(self.kind))
    end
  end
  if self:flag("is_encoder_decoder", false) and not self.about.decoder then
    self:refuse_key("is_encoder_decoder", "model_type %s has no encoder", shown(self.kind))
  end
end

-- Attention ------------------------------------------------------------------------------------------------------------

function reading:kv_heads(heads)
  local value, key = self:number("kv_heads")
  if self.about.kv == "multi_query" and self:flag("multi_query", self.about.kv_default)
    and not self:flag("new_decoder_architecture", false) then
    return 1
  end
  value = value or heads
  if heads % value ~= 0 then self:refuse_key(key, "not a divisor of the %s attention heads", heads) end
  return value
end

function reading:plain_attention(m)
  local heads_key, h_key, key
  m.heads, heads_key = self:must("heads")
  m.kv_heads = self:kv_heads(m.heads)
  m.head_dim, key = self:number("head_dim")
  m.head_dim = m.head_dim or self.about.head_dim or m.h / m.heads
  if m.head_dim ~= math.floor(m.head_dim) then
    _, h_key = self:number("h")
    self:refuse_key(h_key, "not a multiple of %s = %s, and there is no head_dim", heads_key, m.heads)
  end
  if not key and self.about.decoder then self:must("head_dim") end
end

-- Keys and values are computed from one latent vector.
function reading:latent_attention(m)
  m.kv_lora_rank, m.q_lora_rank = self:must("kv_rank"), self:number("q_rank") or 0
  m.nope_dim, m.rope_dim, m.v_dim = self:must("nope"), self:must("rope"), self:must("v")
  m.heads, m.head_dim = self:must("heads"), m.v_dim
  m.kv_heads = m.heads
end

-- An indexer selects so many keys for each query.
function reading:sparse_attention(m)
  for _, field in ipairs{ "index_top_k", "index_heads", "index_dim" } do m[field] = self:must(field) end
end

-- The share of layers of the kind `wanted` in layer_types, and for each layer whether it has attention to all keys; nil
-- without this list.
function reading:listed_share(wanted, layers)
  local list, count, full = self:value("layer_types"), 0, {}
  if type(list) ~= "table" then return nil end
  local known = { full_attention = true, sliding_attention = true, linear_attention = self.about.linear,
    chunked_attention = self.about.chunks,
    deepseek_sparse_attention = self.about.sparse }
  for _, kind in ipairs(list) do
    if not known[kind] then self:refuse_key("layer_types", "%s is not known here", shown(kind)) end
    if kind == wanted then count = count + 1 end
    full[#full + 1] = kind ~= "sliding_attention" and kind ~= "linear_attention" and kind ~= "chunked_attention"
  end
  if #list ~= layers then self:refuse_key("layer_types", "has %s entries, and there are %s layers", #list, layers) end
  return count / layers, full
end

-- Sets which layers have attention to all keys: every so many layers, or the layers of a list.
function reading:full_layers(m, where)
  if type(where) == "number" then m.full_every = where return end
  if where and period.set(m, where) then
    self:say("layers with attention to all keys are spread evenly over the stages of a pipeline, as their distances "
      .. "differ")
  end
end

-- The share of layers with attention inside chunks, if layer_types is missing, and the other layers, which have no position
-- encoding: those of no_rope_layers, or every so many-th layer.
function reading:chunked(layers)
  local list, interval, full = self:value("no_rope_layers"), self:number("no_rope_interval") or 4, {}
  if type(list) == "table" and #list > 0 and #list ~= layers then
    self:refuse_key("no_rope_layers", "has %s entries, and there are %s layers", #list, layers)
  end
  local count = 0
  for i = 1, layers do
    if type(list) == "table" and #list > 0 then full[i] = list[i] == 0 else full[i] = i % interval == 0 end
    if not full[i] then count = count + 1 end
  end
  return count / layers, full
end

-- Attention inside chunks of tokens, represented as a window of this size.
function reading:chunks(m)
  local chunk = self:number("chunk") or self.values.attention_chunk_size == nil and self.about.chunks
  if not chunk then return end
  local share, full = self:listed_share("chunked_attention", m.layers)
  if not share then share, full = self:chunked(m.layers) end
  if share == 0 then return end
  m.window, m.window_share = chunk, share
  self:full_layers(m, full)
  self:say("attention in chunks of %d tokens (attention_chunk_size) is read as a window of as many tokens, so that in "
    .. "longer sequences a query has up to twice the keys", chunk)
end

-- The share of layers with a window, from layer_types or from the defaults of the class, and the layers without a window.
function reading:window_share(layers)
  local listed, full = self:listed_share("sliding_attention", layers)
  if listed then return listed, full end
  local step = self.about.window_step and (self:number("window_step") or self.about.window_step)
  if step then return (layers - math.floor(layers / step)) / layers, step end
  if not self.about.window_key then return 1 end
  if not self:flag(self.about.window_key, false) then return 0 end
  local first = math.min(layers, self:number("window_first") or self.about.window_first) -- the first layers have no window
  full = {}
  for i = 1, layers do full[i] = i <= first end
  return (layers - first) / layers, full
end

function reading:window(m)
  if self.about.chunks then return self:chunks(m) end
  local window, share, full = self:number("window"), self:window_share(m.layers)
  if self.values.sliding_window == nil then window = self.about.window end
  if (window or 0) <= 0 or share == 0 then return end
  m.window, m.window_share = window, share
  self:full_layers(m, full)
end

-- Linear attention: in all layers but every so many-th, or as layer_types says.
function reading:linear_attention(m)
  local other = self.about.linear ~= true and hybrids[self.about.linear]
  if other then return self:full_layers(m, other(self, m)) end
  local interval = self:number("interval") or 4
  local share, full = self:listed_share("linear_attention", m.layers)
  m.state_share = share or (m.layers - math.floor(m.layers / interval)) / m.layers
  if m.state_share > 0 and not m.window then self:full_layers(m, full or interval) end
  for _, field in ipairs{ "state_heads", "state_key_heads", "state_key_dim", "state_value_dim", "state_conv" } do
    m[field] = self:must(field)
  end
end

-- FFN and experts ------------------------------------------------------------------------------------------------------

function reading:dense_width(m)
  if self.about.ffn ~= "4h" then return (self:must("ffn")) end
  return self:number("ffn") or 4 * m.h
end

-- The number of layers with experts, for each kind of architecture, and whether some layers without experts come after
-- layers with experts.
local sparse_layers = {}

function sparse_layers.mixtral(_, m) return m.layers end

function sparse_layers.qwen(self, m)
  local step, dense, count, apart = self:number("step") or 1, {}, 0, false
  local list = self:value("mlp_only_layers")
  if list ~= nil and type(list) ~= "table" then self:refuse_key("mlp_only_layers", "expected a list of layers") end
  for _, layer in ipairs(list or {}) do dense[layer] = true end
  for layer = 0, m.layers - 1 do
    if (layer + 1) % step == 0 and not dense[layer] then count = count + 1 else apart = apart or count > 0 end
  end
  return count, apart
end

-- Every so many-th layer has experts, or the layers of a list.
function sparse_layers.llama4(self, m)
  local list = self:value("moe_layers")
  if list ~= nil then
    if type(list) ~= "table" then self:refuse_key("moe_layers", "expected a list of layers") end
    return #list, #list < m.layers
  end
  local step = self:number("step") or 1
  return math.floor(m.layers / step), step > 1
end

function sparse_layers.deepseek(self, m)
  local first, step, count = self:must("dense_first"), self:number("step") or 1, 0
  for layer = first, m.layers - 1 do
    if layer % step == 0 then count = count + 1 end
  end
  return count, step > 1
end

function sparse_layers.pattern(self, m)
  return self.pattern.count.E, self.pattern.count.E < m.layers
end

function sparse_layers.switch(self, m)
  local encoder, decoder = self:must("sparse_encoder"), self:must("sparse_decoder")
  if encoder + decoder > m.layers then
    local _, key = self:number("sparse_encoder")
    self:refuse_key(key, "with those of the decoder more than the %s layers", m.layers)
  end
  return encoder + decoder, true
end

-- Width of the shared expert, which processes every token.
function reading:shared_width(width)
  if self.about.experts == "qwen" then return self:number("shared_ffn") or 0 end
  if self.about.experts == "llama4" then return width end
  if self.about.experts == "pattern" then
    return self:number("shared_ffn") or (self:number("shared") or 0) * width
  end
  if self.about.experts ~= "deepseek" then return 0 end
  return self.values.n_shared_experts == core.null and 0 or self:must("shared") * width
end

function reading:experts(m)
  if self.pattern then
    m.ffn = hybrids.pattern_ffn(self, m)
    if self.pattern.count.E == 0 then return end
  end
  local experts, top = self:must("experts"), 1
  if self.about.experts ~= "switch" then
    local key
    top, key = self:must("top_k")
    if top > experts then self:refuse_key(key, "more than there are experts (%s)", experts) end
  end
  local own = self.about.experts == "qwen" or self.about.experts == "deepseek" or self.about.experts == "pattern"
  local width = own and self:must("expert_ffn") or self:must("ffn")
  local sparse, apart = sparse_layers[self.about.experts](self, m)
  local shared = self:shared_width(width)
  m.ffn = m.ffn or sparse < m.layers and self:must(self.about.experts == "llama4" and "dense_ffn" or "ffn")
    or self:number("ffn") or width
  if sparse == 0 then return end
  m.experts, m.top_k, m.expert_ffn, m.shared_ffn, m.moe_share = experts, top, width, shared, sparse / m.layers
  m.dense_at = apart and sparse < m.layers and "spread" or nil
  m.shared_gate = self.about.shared_gate and shared > 0 and "yes" or nil
  m.router = (self:value("topk_method") == "noaux_tc" or self.about.biased) and "biased" or nil
  m.expert_bias = self.about.expert_bias and "yes" or nil
  local groups, some = self:number("groups"), self:number("top_groups")
  if groups and some and some < groups then
    self:say("a token's experts are in %d of %d groups (topk_group), which is not represented: it may cross nodes less "
      .. "often than dispatch and combine count", some, groups)
  end
end

function reading:gated()
  local gated = self.about.gated
  if gated ~= "feed_forward_proj" then return gated end
  local value = self:value(gated) or "relu"
  if type(value) ~= "string" then self:refuse_key(gated, "expected the name of an activation") end
  return value:match("^gated%-") and "yes" or "no"
end

-- The whole ------------------------------------------------------------------------------------------------------------

function reading:layers(m)
  if self.about.experts == "pattern" then return hybrids.pattern(self, m) end
  m.layers, m.cross_layers = self:must("layers"), 0
  if self.about.decoder then
    m.cross_layers = self:number("decoder_layers") or m.layers
    m.layers = m.layers + m.cross_layers
  elseif self:flag("add_cross_attention", false) then
    m.cross_layers = m.layers
  end
end

function reading:remarks(m)
  local parallel = self.about.parallel
  if parallel and parallel ~= true then
    parallel = self:flag(parallel, self.about.parallel_default) or self:flag("new_decoder_architecture", false)
  end
  if parallel then
    self:say("attention and FFN run in parallel in a layer, which is not represented: a forward pass needs one "
      .. "all-reduce a layer, not two")
  end
  local projected = self:number("projected")
  if projected and projected ~= m.h then
    self:say("embeddings are %s wide and projected to h (word_embed_proj_dim), which is not represented", projected)
  end
end

local function is_understood(key, about)
  if architectures.strange[key] ~= nil then return true end -- a value with an effect was refused before
  for _, entry in ipairs(architectures.keys) do
    if entry.key == key then return true end
  end
  for _, patterns in ipairs{ architectures.understood, about.understood or {} } do
    for _, pattern in ipairs(patterns) do
      if key:find(pattern) then return true end
    end
  end
end

-- Keys that are not understood are reported, never ignored silently.
function reading:unread()
  local names = {}
  for key, value in pairs(self.values) do
    if not is_understood(key, self.about) and not is_nothing(value) and value ~= core.null then names[#names + 1] = key end
  end
  if #names == 0 then return end
  table.sort(names)
  self:say("not understood, without effect: %s", table.concat(names, ", "))
end

-- The fields of the record, each checked against its bounds, because a combination of keys can exceed them.
function reading:checked_fields(m)
  local given = { name = self.title, source = self.source }
  for _, row in ipairs(rows.list) do
    local value = row.record == "model" and m[row.name] or nil
    if type(value) == "number" and (value < row.least or value > row.most) then
      refuse(1, "%s = %s follows from its keys: expected %s to %s (%s)", row.name, value, row.least, row.most, row.meaning)
    end
    given[row.name] = value
  end
  return given
end

function reading:model()
  self:refuse_strange()
  local m = {}
  m.h = self:must("h")
  self:layers(m)
  if self.about.latent then self:latent_attention(m) else self:plain_attention(m) end
  if self.about.experts then self:experts(m) else m.ffn = self:dense_width(m) end
  local qk_norm = self.about.qk_norm
  if self.about.qk_norm_key then qk_norm = self:flag(self.about.qk_norm_key, false) end
  m.qk_norm = qk_norm and "yes" or nil
  m.gated, m.norm, m.vocab = self:gated(), self.about.norm, self:must("vocab")
  m.tied = self:flag("tie_word_embeddings", self.about.tied) and "yes" or "no"
  self:window(m)
  if self.about.linear then self:linear_attention(m) end
  if self.about.sparse then self:sparse_attention(m) end
  m.attn_gate = self.about.gate and "yes" or nil
  self:predictions(m)
  self:remarks(m)
  self:unread()
  if self.whole then vision.fill(self.whole, m, self.notes, self.nested) end
  local model = core.record("model", self:checked_fields(m), true)
  if #self.notes > 0 then
    model.note = table.concat(self.notes, "; ")
    model.unsupported = core.format("%s: %s", self.title, model.note)
    require("twocs.data.unsupported").tell(model.unsupported)
  end
  return model
end

local function architecture_of(values, lines, like)
  local kind = values.model_type
  local line = lines.model_type or 1
  if like ~= nil then
    if not architectures.list[like] then
      mistake.raise('read: like = %s is not an architecture%s', shown(like),
        nearest.hint(like, architectures.order))
    end
    return like
  end
  if kind == nil or kind == core.null then refuse(line, "there is no model_type (name of the architecture)") end
  if type(kind) ~= "string" then refuse(line, "model_type = %s: expected the name of an architecture", shown(kind)) end
  if not architectures.list[kind] then
    refuse(line, "model_type = %s is not a known architecture%s", shown(kind), nearest.hint(kind, architectures.order))
  end
  return kind
end

-- "models/llama/config.json" is llama, "Qwen3-8B_config.json" is Qwen3-8B.
local function title_of(path)
  local folder, file = path:match("([^/]*)/([^/]*)$")
  local stem = (file or path):gsub("%.gz$", ""):gsub("%.json$", ""):gsub("[_%-%.]?config$", "")
  if stem ~= "" then return stem end
  return folder and folder ~= "" and folder or "config"
end

--- read(text, path, { like = "llama", mtp = true }): a model, or nil, sentence, code.
function config.read(text, path, options)
  local values, lines, code = core.json(text)
  if values == nil then return nil, lines, code end
  if type(values) ~= "table" or not lines[values] then
    local what = type(values) == "table" and "a list" or shown(values)
    return nil, core.format("line 1: is %s; expected an object of keys and values", what), 0
  end
  return keys.try(function()
    local kind = architecture_of(values, lines[values], options and options.like)
    local found = keys.reading{ values = values, lines = lines[values], kind = kind, about = architectures.list[kind],
      title = title_of(path), source = core.format("%s, model_type %s", path:match("[^/]*$"), kind), all = lines,
      mtp = options and options.mtp }
    if not found.about.vision then return found:model() end
    local text, at, text_kind, nested = vision.text(found)
    return keys.reading{ values = text, lines = at, kind = text_kind, about = architectures.list[text_kind],
      title = found.title, source = found.source, whole = found, nested = nested, all = lines, mtp = found.mtp }:model()
  end)
end

--- Whether a text can only be such a configuration.
function config.certain(text)
  local plain = text:gsub("^\239\187\191", "")
  return plain:find "^%s*{" ~= nil and (text:find '"model_type"%s*:' or text:find '"num_hidden_layers"%s*:') ~= nil
end

return config
