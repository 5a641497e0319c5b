-- SPDX-License-Identifier: MIT
-- The model of a row of a file of training runs: from its name, its sizes, or both. Sizes that the row does not state come
-- from the registered model that it names, unless the widths contradict this model.
local aliases = require "twocs.data.aliases"
local core = require "twocs.core"
local layout_string = require "twocs.data.layout_string"
local registry = require "twocs.data.registry"
local usual = require "twocs.runs.usual"
local words = require "twocs.runs.words"

local models = {}

local function plain(text) return (aliases.sized(text):gsub("%+", "plus"):gsub("[^%w]", "")) end

-- Suffixes of tuned models and of releases; the sizes stay the same.
local tails = { "hf$", "lora$", "deduped$", "instruct$", "thinking$", "base$", "chat$", "sft$", "pretrain$", "bf16$",
  "v0%d$", "%d+k$" }
local dated = { "instruct%d%d%d%d$", "thinking%d%d%d%d$", "v30324$", "r10528$" }

local function without_tails(plain_text)
  local before
  repeat
    before = plain_text
    for _, one in ipairs(dated) do
      if plain_text:find(one) then plain_text = plain_text:sub(1, -5) end
    end
    for _, one in ipairs(tails) do plain_text = plain_text:gsub(one, "") end
  until plain_text == before
  return plain_text
end

-- Releases with the sizes of another one.
local sizes_of = {}
for release, other in pairs{
  ["DeepSeek R1"] = "DeepSeek V3", ["DeepSeek V3.1"] = "DeepSeek V3", DSV3 = "DeepSeek V3", ["Qwen2 0.5B"] = "Qwen2.5 0.5B",
  ["Qwen2 1.5B"] = "Qwen2.5 1.5B", ["Qwen2 7B"] = "Qwen2.5 7B", ["Qwen2 72B"] = "Qwen2.5 72B",
  ["QwQ 32B"] = "Qwen2.5 32B", ["Qwen3 Coder 30B A3B"] = "Qwen3 30B A3B", ["Llama 8B"] = "Llama 3 8B",
  ["Llama 405B"] = "Llama 3 405B", ["DeepSeek R1 Distill Llama 8B"] = "Llama 3 8B",
  ["DeepSeek R1 Distill Llama 70B"] = "Llama 3 70B",
  ["DeepSeek R1 Distill Qwen 7B"] = "Qwen2.5 7B", ["DeepSeek R1 Distill Qwen 14B"] = "Qwen2.5 14B",
  ["DeepSeek R1 Distill Qwen 32B"] = "Qwen2.5 32B", ["Vicuna 7B"] = "Llama 2 7B",
  ["Vicuna 13B"] = "Llama 2 13B" } do
  sizes_of[plain(release)] = plain(other)
end

-- Cache of the models that texts mean (by), and registered names by their letters; rebuilt when a model is added.
local found = { n = 0 }

local function found_among(names)
  if found.n ~= #names then
    found = { n = #names, by = {}, name = {}, own = {} }
    for _, name in ipairs(names) do
      local own = aliases.own("models", name)
      found.name[name], found.own[own] = name, found.own[own] or name
    end
  end
  return found
end

-- Words in brackets that say nothing new.
local kinds = { moe = "", dense = "" }

-- Words in brackets that describe a run, not its model: "(best configuration)".
local of_runs = {}
for word in ([[best final default baseline base reference configuration config tuned optimized optimised accelerated turbo
  rerun repeat run our ours official recommended previous new old current pretrain pretraining training
  mlperf setup]]):gmatch "%S+" do
  of_runs[word] = true
end

local function without_run(text)
  return (text:gsub("%s*%(([%a%s%-]+)%)%s*$", function(inside)
    for word in inside:gmatch "%a+" do
      if not of_runs[word:lower()] then return nil end
    end
    return ""
  end))
end

-- A text without the rank of adapters at its end: "Llama 3 8B LoRA r=64".
local function without_rank(text)
  return (text:gsub("([lL][oO][rR][aA])[%s_,%-]*%(?[rR][ank]*[%s=:_%-]*%d+%)?$", "%1"))
end

-- Names on Hugging Face's hub begin with the organisation and end with the tuning; a folder's name may end with a slash.
-- The whole name is tried before the name without its suffix, because "bert-base" is not "bert".
local function of_text(text)
  text = without_rank(without_run(tostring(text)))
    :gsub("([lL][lL][aA][mM][aA])[%s_%-]*[vV]?1[%s_%-]+(%d+%.?%d*[bB])", "%1 %2") -- "LLaMA-1 7B"
    :gsub("/+$", ""):gsub("^.*/", "")
    :gsub("%s*%(%s*(%a+)%s*%)$", function(word) return kinds[word:lower()] end)
    :gsub("%s*%(%s*[%d.]+%s*[bBmM]%s*%)$", "") -- "GLM-4.5-Air (110B)"; other numbers may be layers
  local whole = plain(text):gsub("^meta", ""):gsub("llama31", "llama3"):gsub("llama33", "llama3")
  whole = whole:gsub("^qwen25coder", "qwen25"):gsub("^qwen25math", "qwen25") -- further training of Qwen2.5
    :gsub("^(qwen25%d+b)coder", "%1"):gsub("^(qwen25%d+b)math", "%1")
  local wanted = without_tails(whole):gsub("(%d)bit$", "%1b"):gsub("(%d)bpt$", "%1b")
  wanted = sizes_of[wanted] or wanted
  return found.name[(text:lower():gsub("[^%w]", "_"))] or found.own[whole] or found.own[wanted]
    or aliases.find("models", text) or aliases.find("models", wanted)
end

--- The name of the registered model that a text means, or nil. Llama 3.1 has the dimensions of Llama 3.
function models.named(text)
  local by = found_among(registry.models()).by
  local name = by[text]
  if name == nil then
    name = of_text(text) or false
    by[text] = name
  end
  return name or nil
end

-- The registered model that a row names, if no width in the row contradicts it.
local function base_of(c)
  local name = c.model and models.named(c.model)
  if not name then return nil end
  local base = registry.models[name]
  for _, one in ipairs{ { "hidden", "h" }, { "heads", "heads" }, { "head_dim", "head_dim" } } do
    local column, own = one[1], base[one[2]]
    if c[column] and c[column] ~= own then
      return nil, core.format("its %s is %.0f, but that of %s is %.0f, so its other sizes are not those of %s; ", column,
        c[column], name, own, name)
    end
  end
  return base
end

--- The default rank of adapters: MLPerf's, between Hugging Face's 8 and the 64 that many use; it changes a step by a few
--- percent.
models.usual_rank = 16

-- Adapters named in the model's name or in its tuning.
local function adapted(c, set)
  local name = core.format("%s %s", tostring(c.model or ""), c.task or ""):lower():gsub("q[%s_%-]+lora", "qlora")
    :gsub("%f[%a]no[nt]?[%s_%-]+lora", ""):gsub("without%s+lora", "")
  local bits = c.weight_bits and c.weight_bits:lower()
  if name:find "qlora" or c.lora == "qlora" then
    return "its model is tuned by QLoRA, and weights of 4 bits are not supported"
  end
  if bits and not (bits == "no" or bits == "false" or bits == "0" or bits == "none" or bits == "16") then
    return core.format('its weight_bits are "%s": weights of so few bits, as in QLoRA, are not supported', c.weight_bits)
  end
  if c.lora and words.yes(c.lora) and c.lora_rank == 0 then return "its lora and lora_rank contradict each other" end
  if name:find "lora" and not c.lora_rank and not c.lora then
    c.lora_rank = tonumber(name:match "lora.-%f[%a]r[ank]*[%s=:_%-]*(%d+)%f[%W]") -- "LoRA r=32"
    set("lora_rank", c.lora_rank or models.usual_rank)
  end
end

-- The number of layers without experts, without layers that predict further tokens; nil if it is not stated.
local function dense_layers(c, base)
  if not c.moe_layers then return c.first_dense_layers end
  local dense = (c.layers or base.layers) - c.moe_layers
  if dense < 0 then return nil, "it has more moe_layers than layers" end
  if c.first_dense_layers and c.first_dense_layers ~= dense then
    return nil, "its first_dense_layers and moe_layers differ from its layers"
  end
  return dense
end

-- Layers that predict further tokens: as stated, or from the layout string.
local function predicting(c)
  local made = not c.mtp_layers and c.pipeline_layout and layout_string.stages(c.pipeline_layout, c.pp or 1)
  return c.mtp_layers or made and made.predicts or 0
end

--- of(c, set, filled): the record on which a row's model is based, or nil; a sentence if the model is not valid; and the
--- registered model that the row names. set(field, value, column) receives the stated fields. c: cells by the names of
--- runs/columns.lua; filled: names of cells that were assumed (runs/usual.lua).
function models.of(c, set, filled)
  local base, otherwise = base_of(c)
  local why = adapted(c, set)
  if why then return nil, why end
  if not base then
    if c.model and not (c.layers or c.hidden or c.heads) then
      return nil, core.format('"%s" is not a known model, and layers, hidden and heads are empty',
        core.printable(tostring(c.model)))
    end
    usual.heads(c, filled)
    for _, name in ipairs{ "layers", "hidden", "heads" } do
      if not c[name] then return nil, core.format("%s%s is empty", otherwise or "", name) end
    end
    if not c.head_dim and c.hidden % c.heads ~= 0 then return nil, "its heads do not divide its hidden size" end
    if filled.heads then set("heads", c.heads) end
    set("head_dim", c.head_dim or c.hidden / c.heads)
  end
  local predicts = predicting(c)
  if predicts > 0 then -- a prediction layer is a layer, with experts if the layers have them
    set("layers", (c.layers or base.layers) + predicts)
    set("mtp", predicts)
  end
  if c.experts == 1 then c.experts = 0 end -- programs write 1 for no experts
  if c.experts == 0 then c.top_k = nil end -- a default: Megatron's is 2
  if c.experts and c.experts > 0 then
    if not c.top_k and not base then return nil, "it has experts, but top_k is empty" end
    set("experts", c.experts)
    local layers, dense = (c.layers or base.layers) + predicts, nil
    dense, why = dense_layers(c, base)
    if why then return nil, why end
    if dense and dense > 0 then
      if dense > layers then return nil, "it has more first_dense_layers than layers" end
      set("moe_share", 1 - dense / layers, c.first_dense_layers and "first_dense_layers" or "moe_layers")
    end
  elseif not (base and base.experts > 0) then
    for _, name in ipairs{ "ep", "etp", "top_k", "expert_ffn", "shared_ffn" } do
      if (c[name] or 1) > 1 then return nil, core.format("it has %s, but experts is empty", name) end
    end
    for _, name in ipairs{ "first_dense_layers", "moe_layers" } do
      if (c[name] or 0) > 0 then return nil, core.format("it has %s, but experts is empty", name) end
    end
  end
  return base or core.record "model", nil, base
end

return models
