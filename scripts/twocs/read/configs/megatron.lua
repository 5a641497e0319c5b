-- SPDX-License-Identifier: MIT
-- Megatron-LM's arguments, and the same names in configurations of Megatron-Bridge and NeMo. Names, defaults and
-- dependencies are from megatron/training/arguments.py (NVIDIA/Megatron-LM, commit 000c4ac). Only arguments are read; the
-- speed of the framework is not an argument.
local arguments = require "twocs.read.configs.megatron_arguments"
local facts = require "twocs.read.configs.facts"
local layers = require "twocs.read.configs.pipelines"
local modules = require "twocs.data.modules"
local period = require "twocs.data.period"

local megatron = { rows = arguments.rows, aside = arguments.aside, example = "--num-layers, --hidden-size ..." }

-- Arguments of old releases, whose own attention was not fused; today's Transformer Engine fuses it.
local old = { "full", "old_method", "deepspeed", "old" }

-- Model ----------------------------------------------------------------------------------------------------------------

local most_layers = 100000 -- in a list

-- A Python list of layers, such as "([0]*3+[1]*58)", as a list of numbers; nil if the text is not such a list.
local function python_list(text)
  local at, sum = 1, nil
  local function blank() at = text:match("^%s*()", at) end
  local function atom()
    blank()
    local result = {}
    local c = text:sub(at, at)
    if c == "(" then
      at = at + 1
      result = sum()
      blank()
      if text:sub(at, at) ~= ")" then return nil end
      at = at + 1
    elseif c == "[" then
      local inside, after = text:match("^%[([%d%s,]*)%]()", at)
      if not inside then return nil end
      for number in inside:gmatch("%d+") do result[#result + 1] = tonumber(number) end
      at = after
    else return nil end
    blank()
    local times, after = text:match("^%*%s*(%d+)()", at)
    if result and times and tonumber(times) * #result <= most_layers then
      at = after
      local all = {}
      for _ = 1, tonumber(times) do
        for _, one in ipairs(result) do all[#all + 1] = one end
      end
      return all
    end
    return result
  end
  function sum()
    local all = atom()
    blank()
    while all and text:sub(at, at) == "+" do
      at = at + 1
      local more = atom()
      if not more then return nil end
      for _, one in ipairs(more) do all[#all + 1] = one end
      blank()
    end
    return all
  end
  local list = sum()
  blank()
  return at > #text and list or nil
end

-- For each of n layers, whether it is of a kind, from a Megatron frequency: a list of ones and zeros, or a number; for a
-- number, of_number(i, number) decides for layer i, counted from 0. The prediction layers that follow are of the kind of
-- the last layer.
local function layers_by(found, fact, argument, n, of_number)
  local given = found.facts[fact]
  local every = tonumber(given)
  if n > most_layers then found:refuse("layers", "num_layers = %s: more layers than supported", n) end
  local list = type(given) == "table" and given or (not every and python_list(tostring(given)))
  if not list and (not every or every < 1) then
    found:refuse(fact, "%s = %s: expected a number from 1 or a list", argument, given)
  end
  if list and #list ~= n then found:refuse(fact, "%s has %d layers, but there are %d", argument, #list, n) end
  local are = {}
  for i = 0, n - 1 do
    if list then are[i + 1] = list[i + 1] == 1 else are[i + 1] = of_number(i, every) end
  end
  for _ = 1, found.facts.mtp or 0 do are[#are + 1] = are[n] end
  return are
end

-- The share of layers with experts, and "spread" if some layers without experts come after layers with experts.
local function moe_share(found, n)
  if found.facts.moe_layers == nil then return 1 end
  local count, apart = 0, false
  local are = layers_by(found, "moe_layers", "moe_layer_freq", n, function(i, every) return i % every == 0 end)
  for _, has in ipairs(are) do
    if has then count = count + 1 else apart = apart or count > 0 end
  end
  return count / #are, apart and "spread" or nil
end

-- The share of n layers that have a feature, if every N-th layer lacks it; 1 without a frequency. The other layers have
-- attention to all keys.
local function skipping(found, m, fact, argument, n)
  if found.facts[fact] == nil then return 1 end
  local count, are = 0, layers_by(found, fact, argument, n, function(i, every) return (i + 1) % every ~= 0 end)
  local full = {}
  for i, has in ipairs(are) do
    if has then count = count + 1 end
    full[i] = not has
  end
  if period.set(m, full) then
    found:assume("layers with attention to all keys spread evenly over the stages of a pipeline, which %s does not do",
      argument)
  end
  return count / #are
end

-- The window: so many tokens before a query, the query itself, and so many tokens after it.
local function window(found, m)
  local given = found.facts.window
  if given == nil then return end
  if type(given) == "table" then given = table.concat(given, ",") end
  local before, after = tostring(given):match "^%(?%s*(%-?%d+)%s*,%s*(%-?%d+)%s*%)?$"
  if not before then found:refuse("window", "window_size = %s: expected two numbers, as 128,0", given) end
  before, after = tonumber(before), tonumber(after)
  if before < 0 then return end -- -1: no limit
  local share = skipping(found, m, "window_skips", "window_attn_skip_freq", found.facts.layers)
  if share > 0 then m.window, m.window_share = before + math.max(after, 0) + 1, share end
end

local variants = {}

-- Linear attention in all layers except those that its frequency excludes.
function variants.gated_delta_net(found, m)
  local f = found.facts
  m.state_share = skipping(found, m, "state_skips", "linear_attention_freq", f.layers)
  m.state_heads, m.state_key_heads = f.state_heads or 32, f.state_key_heads or 16
  m.state_key_dim, m.state_value_dim, m.state_conv = f.state_key_dim, f.state_value_dim, f.state_conv
end

-- Sparse attention to keys that an indexer selects.
function variants.dsa(found, m)
  local f = found.facts
  if not f.index_top_k then found:refuse("variant", "experimental_attention_variant = dsa needs dsa_indexer_topk") end
  m.index_top_k, m.index_heads, m.index_dim = f.index_top_k, f.index_heads, f.index_dim
end

local function variant(found, m)
  local kind = found.facts.variant
  if not kind then return end
  if not variants[kind] then
    found:refuse("variant", "experimental_attention_variant = %s: expected dsa or gated_delta_net", kind)
  end
  variants[kind](found, m)
end

local vocabularies = { GPT2BPETokenizer = 50257, GPTSentencePieceTokenizer = nil, Llama2Tokenizer = 32000 }

-- The vocabulary as Megatron pads it, to a multiple of 128 TP.
local function vocab(found, tp)
  local f = found.facts
  if f.padded_vocab then return f.padded_vocab end
  local size = f.vocab
  if not size then
    size = vocabularies[f.tokenizer or "GPT2BPETokenizer"]
    if f.tokenizer == nil and found.script and not found.script:find("gpt") then size = nil end
    if not size then return nil end
    found:assume("a vocabulary of %d, as in %s", size, f.tokenizer or "GPT2BPETokenizer")
  end
  if f.vocab and f.tokenizer == "NullTokenizer" then size = size + 1 end -- the token for the end of a document
  if f.vocab_padded == false then return size end
  local multiple = (f.vocab_multiple or 128) * tp
  return math.ceil(size / multiple) * multiple
end

local function is_gated(f)
  if f.gated ~= nil then return f.gated end
  return f.activation ~= nil and f.activation:find("glu") ~= nil
end

local function latent(f, m)
  m.kv_lora_rank, m.q_lora_rank = f.kv_lora_rank or 512, f.q_lora_rank or 0
  m.nope_dim, m.rope_dim, m.v_dim = f.nope_dim or 128, f.rope_dim or 64, f.v_dim or 128
  m.head_dim, m.kv_heads = m.v_dim, f.heads
end

local function experts(found, m)
  local f = found.facts
  if (f.experts or 0) <= 1 then return end
  m.experts, m.top_k, m.expert_ffn = f.experts, f.top_k or 2, f.expert_ffn or m.ffn
  m.shared_ffn = f.shared_ffn or (f.with_shared or f.shared) and (f.shared or 1) * m.expert_ffn or 0
  m.shared_gate = f.shared_gate and m.shared_ffn > 0 and "yes" or nil
  m.moe_share, m.dense_at = moe_share(found, f.layers)
  m.router = f.biased and "biased" or nil
end

--- model(found, tp): fields of a model, or nil if the configuration has none.
function megatron.model(found, tp)
  local f = found.facts
  if not f.layers or not f.h or not f.heads then return nil end
  local gated = is_gated(f)
  local m = { layers = f.layers + (f.mtp or 0), mtp = f.mtp, h = f.h, heads = f.heads,
    head_dim = f.head_dim or f.h / f.heads }
  local grouped = f.groups and (f.grouped or found.from_recipe)
  m.kv_heads = grouped and f.groups or f.heads
  -- A gated FC without a given width is two thirds as wide, rounded down to a multiple of 64.
  m.ffn = f.ffn or (gated and not found.from_recipe and math.floor(4 * f.h * 2 / 3 / 64) * 64) or 4 * f.h
  m.gated = gated and "yes" or "no"
  m.norm = f.norm and f.norm:lower():find("rms") and "rmsnorm" or "layernorm"
  m.tied = (f.untied or f.tied == false) and "no" or "yes"
  m.vocab = vocab(found, tp)
  if f.latent or (f.kv_lora_rank and f.latent == nil) then latent(f, m)
  elseif f.qk_norm then m.qk_norm = "yes" end
  experts(found, m)
  window(found, m)
  variant(found, m)
  m.attn_gate = f.attn_gate and "yes" or nil
  return m
end

-- Layout ---------------------------------------------------------------------------------------------------------------

local strategies = { no_shard = "none", optim = "optimizer", optim_grads = "gradients", optim_grads_params = "weights" }
local stages_of_zero = { [0] = "none", "optimizer", "gradients", "weights" }

local function zero(found)
  local f = found.facts
  if f.torch_fsdp then return "weights" end
  if not f.fsdp and f.sharding and f.sharding ~= "no_shard" then
    found:miss(found.lines.sharding, "data_parallel_sharding_strategy = %s without use_megatron_fsdp", f.sharding)
  end
  if f.fsdp then
    local kind = strategies[f.sharding or "optim_grads_params"]
    if not kind then found:refuse("sharding", "data_parallel_sharding_strategy = %s is unknown", f.sharding) end
    return kind
  end
  if f.deepspeed_file and not f.zero_stage then
    found:miss(found.lines.deepspeed_file, "deepspeed_config = %s: the sharding is defined in that file, which is not "
      .. "read", f.deepspeed_file)
  end
  -- DeepSpeed's BF16 optimizer shards its state even in stage 0.
  if f.deepspeed and f.bf16 and (f.zero_stage or 0) == 0 then return "optimizer" end
  if f.deepspeed or f.zero_stage then return stages_of_zero[f.zero_stage or 0] end
  return f.distributed and "optimizer" or "none"
end

local rings = { p2p = "ring", a2a = "all_to_all", allgather = "all_gather", all_gather = "all_gather" }

local function cp_kind(found)
  local word = found.facts.cp_comm or "p2p"
  if type(word) == "table" then word = #word == 1 and word[1] or table.concat(word, " ") end
  if not rings[word] then
    found:miss(found.lines.cp_comm, "cp_comm_type = %s: only one kind of CP for all layers is supported", word)
  end
  return rings[word] or "ring"
end

-- How tokens reach their experts. "flex" uses DeepEP or HybridEP, which send one copy to a node. A group of experts is a
-- node or a part of one, so a token needs no more nodes than groups.
local function exchanged(found, l)
  local f = found.facts
  if f.dispatcher == "flex" or f.deepep then l.dispatch = "nodes"
  elseif f.dispatcher and f.dispatcher ~= "alltoall" then
    found:miss(found.lines.dispatcher, "moe_token_dispatcher_type = %s: all-to-all is used instead", f.dispatcher)
  end
  if f.ep_overlap ~= nil then l.ep_overlap = f.ep_overlap and "yes" or "no" end
  if (f.route_nodes or 0) > 0 then l.route_nodes = f.route_nodes end
end

--- layout(found, gpus, n): fields of a layout for a model of n layers.
function megatron.layout(found, gpus, n)
  local f = found.facts
  local tp, pp, cp = f.tp or 1, f.no_pipeline and 1 or f.pp or 1, f.cp or 1
  local l = { tp = tp, pp = pp, cp = cp, dp = layers.replicas(found, gpus, tp * pp * cp) }
  l.sp = f.sp and tp > 1 and "yes" or nil
  if (f.experts or 0) > 1 or (f.ep or 1) > 1 and found.facts.experts == nil then
    l.ep, l.etp = f.ep or 1, f.etp or tp
    exchanged(found, l)
  end
  layers.placed(found, l, n)
  local several, chunks = found:first("chunk", "vp")
  if pp == 1 and (several or 0) > 1 then found:miss(found.lines[chunks], "interleaving without a pipeline: no effect") end
  l.zero = zero(found)
  if (f.instances or 1) > 1 then l.shard = l.dp * cp / f.instances end
  l.dp_overlap = f.grad_overlap and (f.param_overlap and "both" or "gradients") or "none"
  if found.lines.param_overlap and f.param_overlap and not f.grad_overlap then
    found:miss(found.lines.param_overlap, "overlap_param_gather without overlap_grad_reduce")
  end
  if f.deepspeed then l.dp_overlap = nil end
  if tp > 1 then l.tp_overlap = f.tp_overlap and "yes" or f.tp_async == false and not l.sp and "no" or "backward" end
  if pp > 1 and f.p2p_overlap ~= false and (l.vp or 1) > 1 then l.p2p_hidden = "yes" end
  if tp > 1 and pp > 1 and not l.sp and f.scattered ~= false then l.p2p_scatter = "yes" end
  if cp > 1 then l.cp_kind = cp_kind(found) end
  if f.pp_inside then l.placement = "tp_cp_pp_dp" end
  if f.cpu_optimizer then l.offload_opt = f.offload_part or 1 end
  return l
end

-- Run ------------------------------------------------------------------------------------------------------------------

local function is_set(word)
  local lower = type(word) == "string" and word:lower() or nil
  return lower ~= nil and lower ~= "" and lower ~= "false" and lower ~= "none" and lower ~= "null" or false
end
megatron.is_set = is_set

local function says(f, word) return f.precision ~= nil and f.precision:find(word) ~= nil end

local function wide(found)
  local f = found.facts
  if f.bf16 or says(f, "bf16") or says(f, "bfloat16") or says(f, "fp8") then return "bf16" end
  if f.fp16 or says(f, "16") then return "fp16" end
  if is_set(f.precision) and not says(f, "32") and not says(f, "fp4") then
    found:refuse("precision", "precision = %s is unknown", f.precision)
  end
  return "fp32"
end

-- Scales of FP8: delayed and current scales are per tensor, those of MXFP8 per block. The name of a precision may contain
-- the recipe.
local recipes = { delayed = "tensor", tensorwise = "tensor", blockwise = "block", mxfp8 = "block" }
local named_recipes = { { "mxfp8", "block" }, { "fp8_mx", "block" }, { "subchannel", "block" }, { "blockwise", "block" },
  { "fp8_sc", "block" } }

local function recipe(found)
  local f = found.facts
  if is_set(f.recipe) then
    local known = recipes[f.recipe:lower():match "[%w]+$"]
    if not known then found:miss(found.lines.recipe, "fp8_recipe = %s: unknown recipe", f.recipe) end
    return known
  end
  for _, one in ipairs(named_recipes) do
    if says(f, one[1]) then return one[2] end
  end
end

-- SGD keeps one moment in FP32, and so does Muon for most weights.
local moments = { sgd = 4, muon = 4, dist_muon = 4, lion = 4 }

local function optimizer(found, r)
  local word = found.facts.optimizer and found.facts.optimizer:lower()
  if not word or word:find "adam" or word:find "distributed_optim" then return end
  r.moment_byte = moments[word]
  if not r.moment_byte then
    found:miss(found.lines.optimizer, "optimizer = %s: the state of Adam is assumed", word)
  end
end

-- Only GEMMs use FP8 and FP4. Activations and the LM head have 16 bits, and so have stored weights unless fp8_param_gather
-- is set.
local function formats(found, r)
  local f = found.facts
  if f.fp16 and f.bf16 then found:refuse("fp16", "fp16 and bf16 are both on") end
  local narrow = (is_set(f.fp4) or says(f, "fp4")) and "fp4" or (is_set(f.fp8) or says(f, "fp8")) and "fp8" or nil
  local base = wide(found)
  if narrow and base == "fp32" then base = "bf16" end
  r.format = narrow or base
  if narrow then
    r.weight_byte, r.act_byte, r.fp8_head = f.fp8_weights and 1 or 2, 2, "no"
    r.fp8_attention = f.fp8_attention and "yes" or nil
  end
  if narrow == "fp8" then r.fp8_recipe = recipe(found) end
  if base == "bf16" then r.grad_byte = (f.grad_in_bf16 or f.grad_in_fp32 == false) and 2 or 4
  elseif base == "fp16" then r.grad_byte = f.grad_in_fp32 and 4 or 2 end
  if f.precise then
    if f.first_moment or f.second_moment then r.moment_byte = (f.first_moment or 4) + (f.second_moment or 4) end
    if f.master then r.master_byte = f.master end
    if f.grads then r.grad_byte = f.grads end
  else
    local _, fact = found:first("first_moment", "second_moment", "master", "grads")
    if fact and (f[fact] ~= 4) then
      found:miss(found.lines[fact], "a data type of the optimizer state without use_precision_aware_optimizer")
    end
  end
end

local function recomputed(found, l, n, r)
  local f = found.facts
  local kind = is_set(f.granularity) and f.granularity or f.selective and "selective"
    or (f.full or is_set(f.old_method) and not f.granularity) and "full" or "none"
  if kind ~= "none" and kind ~= "selective" and kind ~= "full" then
    found:refuse("granularity", "recompute_granularity = %s: expected selective or full", kind)
  end
  r.recompute = kind
  local _, alone = found:first("method", "recomputed", "modules")
  if kind == "none" and alone and is_set(tostring(f[alone])) and f[alone] ~= 0 then
    found:miss(found.lines[alone], "recomputation without recompute_granularity: nothing is recomputed")
  end
  local method = is_set(f.method) and f.method or f.old_method
  if kind == "full" and method == "block" then
    local part = (f.recomputed or 1) * l.pp * (l.vp or 1) / n
    if part <= 0 then r.recompute = "none" elseif part < 1 then r.recompute_part = part end
  elseif kind == "full" and (f.recomputed or 1) > 1 then
    found:miss(found.lines.recomputed, "recompute_num_layers = %d: the input of every layer is kept, not of every %d",
      f.recomputed,
      f.recomputed)
  end
  local names = type(f.modules) == "string" and { f.modules } or f.modules
  if kind ~= "selective" or type(names) ~= "table" then return end
  local fields, missed = modules.fields(names)
  for key, value in pairs(fields) do r[key] = value end
  if #missed > 0 then
    found:miss(found.lines.modules, "recompute_modules = %s: a run has no such field", table.concat(missed, " "))
  end
end

local function attention(found, r)
  local f = found.facts
  local word = f.backend and f.backend:gsub("^AttnBackend%.", "")
  local fused
  if word and word ~= "" then fused = word ~= "unfused" and word ~= "local"
  elseif f.flash ~= nil then fused = f.flash
  else
    fused = f.implementation ~= "local"
    for _, fact in ipairs(old) do
      if f[fact] then fused = false end
    end
    found:assume(fused and "attention is fused, as in Transformer Engine"
      or f.implementation == "local" and "attention is not fused, as without Transformer Engine"
      or "attention is not fused, as in the releases of these arguments")
  end
  r.attention = fused and "fused" or "unfused"
  local decoder = not (found.script and found.script:find("bert"))
  if fused then r.causal = decoder and "yes" or "no" end
end

-- Graphs of a whole iteration also contain the experts' kernels.
local function graphs_of(f)
  if f.graphs == nil then return nil end
  if f.graphs == false or f.graphs == "none" then return "none" end
  local scopes = type(f.graph_scope) == "table" and f.graph_scope or { f.graph_scope }
  for _, scope in ipairs(scopes) do
    if tostring(scope):find("full_iteration", 1, true) then return "all" end
  end
  return "dense"
end

local function dropout(found, r)
  local f = found.facts
  local usual = found.no_dropout and 0 or 0.1
  local first, second = f.attention_dropout or usual, f.hidden_dropout or usual
  r.dropout = (first > 0 or second > 0) and "yes" or "no"
  if (first > 0) ~= (second > 0) then
    found:miss(found.lines.attention_dropout or found.lines.hidden_dropout,
      "attention_dropout = %s, hidden_dropout = %s: dropout is in both places or in none", first, second)
  end
end

--- run(found, l, n): fields of a run with layout l, for a model of n layers.
function megatron.run(found, l, n)
  local f, r = found.facts, {}
  r.sl, r.micro_batch = f.sl, f.micro_batch
  r.global_batch = f.global_batch or (f.micro_batch and f.micro_batch * l.dp)
  optimizer(found, r)
  formats(found, r)
  recomputed(found, l, n, r)
  attention(found, r)
  dropout(found, r)
  r.graphs = graphs_of(f)
  if f.grad_fused == false then r.accumulate = "apart" end
  if (f.bucket or 0) > 0 then r.bucket, r.bucket_rank = f.bucket, 0 end
  -- Megatron pads experts to their capacity only on request, Megatron-DeepSpeed always.
  local capacity = f.padded and f.capacity or f.train_capacity or 0
  if capacity > 0 and (f.experts or 0) > 1 and not f.kept_tokens then r.capacity = capacity end
  return r
end

-- The whole ------------------------------------------------------------------------------------------------------------

--- gpus(found): the number of GPUs that the launcher requests, or nil.
function megatron.gpus(found)
  local nodes, per = tonumber(found.facts.nodes), found.facts.per_node
  if per and not found.facts.nodes then nodes = 1 end
  return nodes and per and nodes * per or nil
end

-- Programs of other architectures, whose arguments would be misread as those of a GPT.
local others = { "t5", "mamba", "vlm", "ict", "retro", "realm", "vit", "vision", "hybrid" }

local function refuse_others(found)
  local program = found.script and found.script:match("[^/]*$") or ""
  for _, word in ipairs(others) do
    if program:find("%f[%a]" .. word .. "%f[^%w]") then
      found:refuse("layers", "%s trains an architecture that is not a stack of attention and FFN; only such stacks are "
        .. "supported",
        program)
    end
  end
end

-- Changes of a given model by a configuration that only overrides.
local function changes(found, base)
  local f, c = found.facts, {}
  for _, name in ipairs{ "h", "heads", "head_dim", "ffn", "experts", "top_k", "expert_ffn", "shared_ffn" } do
    c[name] = f[name]
  end
  c.kv_heads = f.groups
  local layers = f.layers or base.layers - base.mtp
  if f.layers or f.mtp then c.layers, c.mtp = layers + (f.mtp or 0), f.mtp or 0 end
  if f.moe_layers ~= nil then c.moe_share, c.dense_at = moe_share(found, layers)
  elseif f.mtp and base.experts > 0 then -- the number of layers without experts does not change
    c.moe_share = 1 - (1 - base.moe_share) * base.layers / c.layers
  end
  return next(c) and c or nil
end

--- parts(found, about): { model =, layout =, run = }: the fields of each, and the changes of a given model (about.model).
function megatron.parts(found, about)
  refuse_others(found)
  local gpus, f = about.gpus or megatron.gpus(found), found.facts
  local m = not about.model and megatron.model(found, f.tp or 1) or nil
  local n = m and m.layers or f.layers or about.layers
  if f.mtp and about.model then n = (f.layers or about.model.layers - about.model.mtp) + f.mtp end
  if about.model and not f.experts and about.model.experts > 0 then f.experts = about.model.experts end
  local l = megatron.layout(found, gpus, n)
  return { model = m, layout = l, run = megatron.run(found, l, n or 1), changes = about.model and changes(found,
    about.model) }
end

-- Text -----------------------------------------------------------------------------------------------------------------

-- Arguments in the YAML of Megatron's own tests: "MODEL_ARGS:", with "--num-layers: 32" below it.
local function of_yaml(text)
  local values, lines = require("twocs.read.configs.yaml").read(text)
  local list = {}
  for _, entry in ipairs(facts.flat(values.MODEL_ARGS, lines)) do
    local name = entry.key:gsub("^%-+", ""):gsub("%-", "_"):lower()
    local row = megatron.rows[name]
    local off = entry.value == false and not (row and row.kind == "flag") -- a flag that is not given
    if not off then
      list[#list + 1] = { path = name, key = name, shown = entry.key, value = entry.value, line = entry.line }
    end
  end
  return list, {}
end

--- entries(text, options): the arguments of a script, of a pasted command line, or of MODEL_ARGS in YAML.
function megatron.entries(text, options)
  if ("\n" .. text):find("\nMODEL_ARGS:%s*\n%s+%S") then return of_yaml(text) end
  return require("twocs.read.configs.commands").entries(megatron, text, options)
end

return megatron
