-- SPDX-License-Identifier: MIT
--[[
Models whose layers are of several kinds in Hugging Face's config.json: linear attention by a rate for each layer or by
lists of layers (Kimi Linear), layers with either a mixer or an FC (Nemotron-H), and layers that predict further tokens.
The facts are from the modelling files of huggingface/transformers and of the models. A layer of a model record has a mixer
and an FC; the model's note states the effect on layers with only one of them.
]]
local core = require "twocs.core"
local keys = require "twocs.read.keys"

local reading, shown, hybrids = keys.methods, keys.shown, {}

-- Linear attention by lists of layers (Kimi Linear) --------------------------------------------------------------------

local kimi_fields = {
  heads = { row = "state_heads", "num_heads" },
  width = { row = "state_value_dim", "head_dim" },
  conv = { row = "state_conv", "short_conv_kernel_size" },
}
local kimi_lists = { full_attn_layers = true, kda_layers = true }
-- Keys that affect no size; gate_lower_bound is the lower bound of a head's decay.
local kimi_known = { num_heads = true, head_dim = true, short_conv_kernel_size = true, gate_lower_bound = true }

-- The object linear_attn_config as a separate reading.
local function kimi_config(self)
  local key = "linear_attn_config"
  local values = self:value(key)
  if values == nil then
    keys.refuse(self.first or 1, "there is no %s (layers with linear attention) for model_type %s", key, shown(self.kind))
  end
  if type(values) ~= "table" or not self.all[values] then self:refuse_key(key, "expected an object of keys and values") end
  local of = keys.reading{ values = values, lines = self.all[values], kind = self.kind, fields = kimi_fields,
    first = self.lines[key] }
  of.notes = self.notes
  if of:flag("use_full_rank_gate", false) then
    of:refuse_key("use_full_rank_gate", "the gate of linear attention is made of a vector as wide as a head here")
  end
  return of
end

-- Sets `full` of the layers of a list, which are counted from 1. Returns whether the list exists.
local function mark(of, key, layers, full, value)
  local list = of:value(key)
  if list == nil then return end
  if type(list) ~= "table" then of:refuse_key(key, "expected a list of layers") end
  for _, layer in ipairs(list) do
    if type(layer) ~= "number" or layer ~= math.floor(layer) or layer < 1 or layer > layers then
      of:refuse_key(key, "%s is not a layer from 1 to %s", shown(layer), layers)
    end
    if full[layer] ~= nil then of:refuse_key(key, "layer %s is named twice", layer) end
    full[layer] = value
  end
  return true
end

--- Linear attention of Kimi Linear: sets fields of the model and returns which layers have attention to all keys.
function hybrids.kimi(self, m)
  local of, full = kimi_config(self), {}
  local some, others = mark(of, "full_attn_layers", m.layers, full, true), mark(of, "kda_layers", m.layers, full, false)
  if not some and not others then
    keys.refuse(of.first or 1, "there is no full_attn_layers, nor kda_layers for model_type %s", shown(self.kind))
  end
  local count = 0
  for i = 1, m.layers do
    if full[i] == nil then
      if some and others then of:refuse_key("kda_layers", "layer %s is in no list of layers", i) end
      full[i] = not some
    end
    if not full[i] then count = count + 1 end
  end
  m.state_share, m.state_rule = count / m.layers, "kimi"
  m.state_heads, m.state_value_dim, m.state_conv = of:must "heads", of:must "width", of:must "conv"
  m.state_key_heads, m.state_key_dim = m.state_heads, m.state_value_dim
  local names = {}
  for key, value in pairs(of.values) do
    local known = kimi_known[key] or kimi_lists[key] or key == "use_full_rank_gate"
    if not known and value ~= core.null and value ~= false then names[#names + 1] = key end
  end
  table.sort(names)
  if #names > 0 then
    self:say("not understood in linear_attn_config, without effect: %s", table.concat(names, ", "))
  end
  return full
end

-- Layers that are a mixer or an FC each (Nemotron-H) -------------------------------------------------------------------

-- Letters of hybrid_override_pattern, and their words in layers_block_type.
local letters = { mamba = "M", attention = "*", full_attention = "*", mlp = "-", moe = "E" }
local letter_of = { M = "M", ["*"] = "*", ["-"] = "-", E = "E" }

local function pattern_of(self)
  local text, list, key = self:value "hybrid_override_pattern", self:value "layers_block_type", "hybrid_override_pattern"
  if text == nil and list == nil then
    keys.refuse(self.first or 1, "there is no hybrid_override_pattern, nor layers_block_type for model_type %s",
      shown(self.kind))
  end
  if text ~= nil and type(text) ~= "string" then self:refuse_key(key, "expected letters of M, *, - and E") end
  local of = {}
  if text == nil then
    key = "layers_block_type"
    if type(list) ~= "table" then self:refuse_key(key, "expected a list of layers") end
    for i, word in ipairs(list) do
      of[i] = letters[word] or self:refuse_key(key, "%s is not known here", shown(word))
    end
  else
    for letter in text:gmatch "." do
      of[#of + 1] = letter_of[letter] or self:refuse_key(key, '"%s" is not one of M, *, - and E', letter)
    end
  end
  return of, key
end

--- Reads layers of Nemotron-H as layers with a mixer and an FC: sets m.layers and self.pattern, the number of layers of
--- each kind and whether each mixer is attention.
function hybrids.pattern(self, m)
  local of, key = pattern_of(self)
  local layers = self:number "layers"
  if layers and layers ~= #of then self:refuse_key(key, "has %s layers, and num_hidden_layers is %s", #of, layers) end
  local count, full = { M = 0, ["*"] = 0, ["-"] = 0, E = 0 }, {}
  for _, letter in ipairs(of) do
    count[letter] = count[letter] + 1
    if letter == "M" or letter == "*" then full[#full + 1] = letter == "*" end
  end
  local mixers, others = #full, count["-"] + count.E
  if others > mixers then
    self:refuse_key(key, "%s FC layers and %s mixers: more FC layers than mixers are not supported", others, mixers)
  end
  m.layers, m.cross_layers = mixers, 0
  self.pattern = { count = count, full = full }
  self:say("%d layers with a mixer or an FC are read as %d layers with both", #of, mixers)
end

--- Width of the FC of layers without experts: the mean width, or 1 if no mixer is followed by an FC.
function hybrids.pattern_ffn(self, m)
  local count = self.pattern.count
  local without = m.layers - count.E
  if without == 0 then return self:number "ffn" or 1 end
  if count["-"] == 0 then
    self:say("%d of these have no FC: each gets one of width 1, whose norm and messages are counted in excess",
      without)
    return 1
  end
  local ffn = self:must "ffn" * count["-"] / without
  if count["-"] < without then
    self:say("%d of these have no FC: each gets one of the mean width, and %d norms and their messages are "
      .. "counted in excess",
      without - count["-"], without - count["-"])
  end
  return math.floor(ffn + 0.5)
end

--- Mamba-2 of Nemotron-H: sets fields of the model and returns which layers have attention.
function hybrids.mamba(self, m)
  m.state_share, m.state_rule = self.pattern.count.M / m.layers, "sum"
  m.state_heads, m.state_key_heads = self:must "mamba_heads", self:must "mamba_groups"
  m.state_key_dim, m.state_value_dim = self:must "mamba_state", self:must "mamba_dim"
  m.state_conv = self:must "mamba_conv"
  return self.pattern.full
end

-- Layers that predict further tokens -----------------------------------------------------------------------------------

local function share_of(share, layers, more, all)
  return share and (math.floor(share * layers + 0.5) + more) / all
end

--- Adds the layers that predict further tokens if mtp = true: with attention to all keys, and with experts if the model has
--- experts. Otherwise a note says that they are left out.
function reading:predictions(m)
  local n = self:number "further" or 0
  if n == 0 then
    if self.mtp then
      keys.refuse(self.first or 1, "no num_nextn_predict_layers from 1, so that mtp = true finds no layer")
    end
    return
  end
  if not self.mtp then
    return self:say("%d further layer%s for MTP (num_nextn_predict_layers) %s not modelled; tw.read reads %s with "
      .. "mtp = true", n, n > 1 and "s" or "", n > 1 and "are" or "is", n > 1 and "them" or "it")
  end
  local layers, all = m.layers, m.layers + n
  m.layers, m.mtp = all, n
  m.moe_share = m.experts and share_of(m.moe_share, layers, n, all)
  if (m.state_share or 0) > 0 or (m.window or 0) > 0 then
    m.state_share, m.window_share = share_of(m.state_share, layers, 0, all), share_of(m.window_share, layers, 0, all)
    m.full_every, m.full_first = nil, nil
    self:say("layers with attention to all keys are spread evenly over the stages of a pipeline, with those that predict "
      .. "further tokens")
  end
end

return hybrids
