-- SPDX-License-Identifier: MIT
-- The meaning of words in a file of training runs as fields of a case: number formats, recomputation, sharding, networks,
-- status. A row with an unknown word is not a case; no word is replaced by a similar one.
local core = require "twocs.core"
local modules = require "twocs.data.modules"
local nearest = require "twocs.common.nearest"

local words = {}

local function lower(value) return tostring(value):lower():gsub("[%s_%-]+", "") end

-- Lists of { pattern, meaning }. A word, in small letters without blanks, has the meaning of the first pattern that matches
-- and is not denied ("no fp8"): fields by name, or false if this word is not supported.
local formats = {
  { "nvfp4", { format = "fp4" } }, { "mxfp4", { format = "fp4" } }, { "fp4", { format = "fp4" } },
  { "mxfp8", { format = "fp8" } }, { "fp8", { format = "fp8" } }, { "float8", { format = "fp8" } },
  { "bf16", { format = "bf16" } }, { "bfloat16", { format = "bf16" } },
  { "fp16", { format = "fp16" } }, { "float16", { format = "fp16" } }, { "^half$", { format = "fp16" } },
  { "^16mixed$", { format = "fp16" } }, { "^16true$", { format = "fp16" } }, { "^16$", { format = "fp16" } }, -- Lightning's
  { "^32true$", { format = "fp32" } }, { "^32$", { format = "fp32" } }, { "^e4m3$", { format = "fp8" } },
  { "^mixed$", { format = "bf16" } }, { "tf32", { format = "tf32" } }, { "fp32", { format = "fp32" } },
  { "float32", { format = "fp32" } },
}
-- Words of torchao, Transformer Engine and Megatron (fp8_recipe): delayed and current scaling have one scale per tensor.
local recipes = {
  { "fp4", { format = "fp4" } },
  { "row", { fp8_recipe = "row" } }, { "tensor", { fp8_recipe = "tensor" } }, { "delayed", { fp8_recipe = "tensor" } },
  { "current", { fp8_recipe = "tensor" } }, { "dynamic", { fp8_recipe = "tensor" } }, { "mx", { fp8_recipe = "block" } },
  { "block", { fp8_recipe = "block" } }, { "bf16", { format = "bf16" } }, { "^none$", {} },
}
-- NeMo's letters after FP8: current and delayed scaling, scaling of subchannels.
local letters = { { "fp8cs", { fp8_recipe = "tensor" } }, { "fp8ds", { fp8_recipe = "tensor" } },
  { "fp8sc", { fp8_recipe = "block" } } }
local recomputes = {
  { "^none$", { recompute = "none" } }, { "^null$", { recompute = "none" } }, { "^no$", { recompute = "none" } },
  { "^false$", { recompute = "none" } }, { "^off$", { recompute = "none" } }, { "^0$", { recompute = "none" } },
  { "^selective", { recompute = "selective" } }, { "^sele?c?t?%.?$", { recompute = "selective" } },
  { "^yes$", { recompute = "full" } },
  { "^full", { recompute = "full" } }, { "^sac$", { recompute = "selective" } },
  { "^norecompute$", { recompute = "none" } }, { "^norecomputation$", { recompute = "none" } },
  { "^perop", { recompute = "selective" } }, { "^everyother%a*$", { recompute = "full", recompute_part = 0.5 } },
  { "^op$", { recompute = "selective" } }, { "^ac:?full$", { recompute = "full" } }, { "^on$", { recompute = "full" } },
  { "^1%.?0?$", { recompute = "full" } }, { "^y$", { recompute = "full" } }, { "^n$", { recompute = "none" } },
  { "^enabled$", { recompute = "full" } }, { "^disabled$", { recompute = "none" } }, { "^all$", { recompute = "full" } },
  { "^alllayers$", { recompute = "full" } }, { "^\226\156[\147\148\133]$", { recompute = "full" } },
  { "^\226\156[\151\152]$", { recompute = "none" } }, { "^\226\157\140$", { recompute = "none" } },
  { "^nothingsaveable$", { recompute = "full" } },
  { "^true$", { recompute = "full" } }, { "^uniform$", { recompute = "full" } }, { "^block$", { recompute = "full" } },
}
-- Words of PyTorch, DeepSpeed, and Megatron's data_parallel_sharding_strategy; the strategy may be next to FSDP.
local shardings = {
  { "^none$", { zero = "none" } }, { "^ddp$", { zero = "none" } }, { "^noshard$", { zero = "none" } },
  { "^no$", { zero = "none" } }, { "^false$", { zero = "none" } },
  { "^zero0$", { zero = "none" } }, { "^stage0$", { zero = "none" } }, { "^0%.?0?$", { zero = "none" } },
  { "^zero1$", { zero = "optimizer" } }, { "^stage1$", { zero = "optimizer" } }, { "^1%.?0?$", { zero = "optimizer" } },
  { "^distopt", { zero = "optimizer" } }, { "^distributedoptimizer$", { zero = "optimizer" } },
  { "^zerostage0$", { zero = "none" } }, { "^zerostage1$", { zero = "optimizer" } },
  { "^zerostage2$", { zero = "gradients" } }, { "^zerostage3$", { zero = "weights" } },
  { "^zero1%W*distributedoptimizer%W*$", { zero = "optimizer" } },
  { "^zero2%W*offload%W*$", { zero = "gradients", offload_opt = 1 } },
  { "^zero3%W*offload%W*$", { zero = "weights", offload_opt = 1 } },
  { "^zero2%W*cpuoffload%W*$", { zero = "gradients", offload_opt = 1 } },
  { "^zero3%W*cpuoffload%W*$", { zero = "weights", offload_opt = 1 } },
  { "^optim$", { zero = "optimizer" } },
  { "^zero2$", { zero = "gradients" } }, { "^stage2$", { zero = "gradients" } }, { "^2%.?0?$", { zero = "gradients" } },
  { "^shardgradop$", { zero = "gradients" } }, { "^optimgrads$", { zero = "gradients" } },
  { "^zero3$", { zero = "weights" } }, { "^stage3$", { zero = "weights" } }, { "^3%.?0?$", { zero = "weights" } },
  { "^optimgradsparams$", { zero = "weights" } },
  { "^fsdp[12]?$", { zero = "weights" } }, { "^fsdp[12]?%W*zero3%W*$", { zero = "weights" } },
  { "^fsdp[12]?%W*fullshard%W*$", { zero = "weights" } }, { "^fsdp[12]?%W*zero2%W*$", { zero = "gradients" } },
  { "^fsdp[12]?%W*shardgradop%W*$", { zero = "gradients" } },
  { "^hsdp$", { zero = "weights", hybrid = true } }, { "^hybridshardzero2$", { zero = "gradients", hybrid = true } },
  { "^hybridshard$", { zero = "weights", hybrid = true } }, { "^fullshard$", { zero = "weights" } },
  { "^fullshard%W+zero3%W*$", { zero = "weights" } }, { "^shardgradop%W+zero2%W*$", { zero = "gradients" } },
  { "^fullyshard$", { zero = "weights" } },
  { "^fullshardautowrap$", { zero = "weights" } }, { "^off$", { zero = "none" } }, { "^n$", { zero = "none" } },
  { "^disabled$", { zero = "none" } },
}
-- The column fsdp has the words of sharding, but its numbers 0 and 1 are a flag, not a stage of ZeRO, and yes means full
-- sharding (in the column sharding, yes names no stage). No means only that weights are not sharded (no_fsdp): other
-- columns state whether optimizer state or gradients are.
local fsdps = { { "^1%.?0?$", { zero = "weights" } }, { "^on$", { zero = "weights" } }, { "^0%.?0?$", { no_fsdp = true } },
  { "^yes$", { zero = "weights" } }, { "^true$", { zero = "weights" } }, { "^y$", { zero = "weights" } },
  { "^enabled$", { zero = "weights" } } }
for _, one in ipairs(shardings) do
  local no = one[2].zero == "none"
  if not one[1]:find "%^%d" then fsdps[#fsdps + 1] = no and { one[1], { no_fsdp = true } } or one end
end
local networks = {
  { "^default$", {} }, { "^none$", {} }, { "^nvlink$", {} }, { "^efa", { network = "efa" } },
  { "%Aefa", { network = "efa" } }, { "awsefa", { network = "efa" } },
  { "%d[gt]b?i?t?p?/?s?efa", { network = "efa" } }, -- with a speed in front
  { "proxied", { network = "efa" } },
  { "infiniband", { network = "infiniband" } },
  { "^ib", { network = "infiniband" } }, { "ndr", { network = "infiniband" } }, { "hdr", { network = "infiniband" } },
  { "roce", { network = "roce" } }, { "ethernet", { network = "roce" } }, { "spectrum", { network = "roce" } },
  { "slingshot", { network = "slingshot" } }, { "omnipath", { network = "omni_path" } }, { "opa",
    { network = "omni_path" } }, { "%dg%a*ib$", { network = "infiniband" } }, { "%dgbe$", { network = "roce" } },
  { "^[%dx]*%dgb?i?t?p?/?s?$", {} }, -- only a speed
  { "tcpx", {} }, -- Google's; its share is not known here (runs/remarks.lua)
}
-- Whether the products of attention are in FP8; people write the reason next to it.
local in_fp8 = { { "^yes", { fp8_attention = "yes" } }, { "^true", { fp8_attention = "yes" } },
  { "^on", { fp8_attention = "yes" } }, { "^1", { fp8_attention = "yes" } }, { "^no", { fp8_attention = "no" } },
  { "^false", { fp8_attention = "no" } }, { "^off", { fp8_attention = "no" } }, { "^0", { fp8_attention = "no" } },
  { "^unknown", {} } }
-- Megatron's words; combinations of several levels are not supported.
local rings = {
  { "%+", false }, { "p2p", { cp_kind = "ring" } }, { "ring", { cp_kind = "ring" } },
  { "a2a", { cp_kind = "all_to_all" } }, { "alltoall", { cp_kind = "all_to_all" } }, { "ulysses",
    { cp_kind = "all_to_all" } },
  { "allgather", { cp_kind = "all_gather" } },
}
-- HybridEP is DeepEP's branch for racks; Megatron's "flex" starts either.
local dispatchers = {
  { "deepep", { dispatch = "nodes" } }, { "hybridep", { dispatch = "nodes" } }, { "flex", { dispatch = "nodes" } },
  { "alltoall", { dispatch = "copies" } }, { "a2a", { dispatch = "copies" } },
}
-- Optimizer state: Muon keeps one FP32 moment for most weights and Adam's for the others; SGD with momentum one; 8-bit Adam
-- two of one byte each; Lion one; SGD without momentum none. State in host memory and smaller state are not supported.
local optimizers = {
  { "cpu", false }, { "offload", false }, { "mini", false }, { "galore", false }, { "1bit", false }, { "fp8", false },
  { "lion.*8bit", { moment_byte = 1 } }, { "8bit.*lion", { moment_byte = 1 } },
  { "distributed.*adam", { zero = "optimizer" } }, { "adam.*zero1$", { zero = "optimizer" } }, { "zero", false },
  { "muon", { moment_byte = 4 } },
  { "adam.*8bit", { moment_byte = 2 } }, { "8bit.*adam", { moment_byte = 2 } },
  { "adam.*bf16", { moment_byte = 4 } }, { "bf16.*adam", { moment_byte = 4 } }, { "adam", {} }, { "lamb", {} },
  { "lion", { moment_byte = 4 } }, { "sgd.*nomomentum", { moment_byte = 0 } },
  { "sgd.*withoutmomentum", { moment_byte = 0 } }, { "sgd", { moment_byte = 4 } }, { "adafactor", { moment_byte = 0 } },
}
-- CUDA graphs: none, all, or the parts of a layer, as Megatron's cuda_graph_scope lists them.
local graphs = {
  { "^no", { graphs = "none" } }, { "^false$", { graphs = "none" } }, { "off%W*$", { graphs = "none" } },
  { "^0%.?0?$", { graphs = "none" } }, { "disabled", { graphs = "none" } }, { "^eager$", { graphs = "none" } },
  { "full", { graphs = "all" } },
  { "^yes", { graphs = "dense" } }, { "^true$", { graphs = "dense" } }, { "^on$", { graphs = "dense" } },
  { "^1%.?0?$", { graphs = "dense" } }, { "cg", { graphs = "dense" } }, { "partial", { graphs = "dense" } },
  { "transformerengine", { graphs = "dense" } }, { "^local", { graphs = "dense" } }, { "att", { graphs = "dense" } },
  { "moe", { graphs = "dense" } }, { "mlp", { graphs = "dense" } }, { "mamba", { graphs = "dense" } },
  { "layer", { graphs = "dense" } },
}
local statuses = {
  { "^ok$", { failed = false } }, { "^done$", { failed = false } }, { "^finished$", { failed = false } },
  { "^success", { failed = false } }, { "^completed$", { failed = false } }, { "^fail", { failed = true } },
  { "^oom$", { failed = true } }, { "outofmemory", { failed = true } }, { "^error$", { failed = true } },
  { "^pass", { failed = false } }, { "^yes$", { failed = false } }, { "^no$", { failed = true } },
  { "^no%W", { failed = true } }, { "^oom", { failed = true } }, { "^crash", { failed = true } },
  { "^killed", { failed = true } }, { "timeout", { failed = true } }, { "^ok%W", { failed = false } },
}
-- Scores with ALiBi: the biases are written to the place of the scores, and the GEMM reads them; dropout writes and reads a
-- mask of one byte. With recomputation 2 x (2 + 2 + 2.5) + 3 + 2.5 passes, over a minimum of 13. This is for scores that go
-- through memory; fused kernels add the biases on the chip.
local positions = {
  { "alibi", { softmax_rho = 18.5 / 13 } }, { "rope", {} }, { "rotary", {} }, { "learned", {} }, { "absolute", {} },
  { "none", {} }, { "nope", {} },
}

local lists = { precision = formats, precision_recipe = recipes, recompute = recomputes, sharding = shardings,
  fsdp = fsdps, network = networks, optimizer = optimizers, dispatcher = dispatchers, cp_comm = rings,
  fp8_attention = in_fp8,
  cuda_graphs = graphs, status = statuses, position = positions }

local function modules_known()
  local known = {}
  for i, module in ipairs(modules.list) do known[i] = module.name end
  return known
end

-- A cell with names of recomputed modules; an unknown word is named in a sentence.
local function of_modules(value)
  local names, others = modules.named(tostring(value))
  if #others == 0 then return (modules.fields(names)) end
  return nil, core.format('recompute_modules is "%s"%s', tostring(value), nearest.hint(others[1], modules_known()))
end

-- Whether the text next to a word denies it: "no fp8", "fp8 off", "dist_opt=false".
local function denied(plain, first, last)
  local before, after = plain:sub(1, first - 1), plain:sub(last + 1)
  return before:find "no$" or before:find "not$" or before:find "non$" or before:find "without$" or after:find "^%W?off"
    or after:find "^%W?disabled" or after:find "^%W?false"
end

local function first_of(list, plain)
  for _, one in ipairs(list) do
    local first, last = plain:find(one[1])
    if first and not denied(plain, first, last) then return one[2] or nil end
  end
end

--- Whether a cell of precision is a name of a recipe that only Megatron's users have: "FP8-CS".
function words.is_megatrons(value)
  local plain = lower(value or "")
  for _, one in ipairs(letters) do
    if plain:find(core.format("^%s$", one[1])) then return true end
  end
  return false
end

--- The number format in a cell of precision, or nil.
function words.format(value)
  local fields = value and first_of(formats, lower(value))
  return fields and fields.format
end

-- Words next to "selective" that name no part of a layer.
local aside = {}
for word in ([[selective and of the with only every k th kth block blocks layer layers recompute recomputation activation
  activations checkpointing op ops ac sac checkpoint ckpt]]):gmatch "%S+" do aside[word] = true end

-- "selective (moe, layernorm)" and "selective attention": the fields; or nil and the first word that is not a part.
local function selected(text)
  text = text:gsub("^%s*selective[_%-]", "selective ") -- selective_moe
  local names, others = modules.named(text)
  if #others == 1 then return #names > 0 and modules.fields(names) or { recompute = "selective" } end
  names, others = modules.named(text, true)
  for _, word in ipairs(others) do
    if not aside[word] then return nil, word end
  end
  return #names > 0 and modules.fields(names) or { recompute = "selective" }
end

-- Words next to "full" that do not change its meaning.
local all_of_it = {}
for word in ([[full recompute recomputation activation activations checkpoint checkpointing ckpt ac uniform block layer
  layers every each all granularity method of the 1]]):gmatch "%S+" do all_of_it[word] = true end

-- The first word next to "full" that may mean less than all layers.
local function less_than_all(text)
  for word in text:lower():gmatch "%w+" do
    if not all_of_it[word] and not word:match "^full" then return word end
  end
end

-- A number of layers restricts "full": "full, block 10" is not "full".
local function counted(text)
  local n = text:match "%d+"
  return n and not (n == "1" and not text:find "block")
end

-- Every n-th layer is recomputed, as in "every 4 blocks" and OLMo's one_in_four, or a percentage of all; else nil.
local ordinals = { two = 2, three = 3, four = 4, eight = 8 }
local function share_of_layers(plain)
  local one = ordinals[plain:match "^onein(%a+)$"]
  if one then return { recompute = "full", recompute_part = 1 / one } end
  local each, what = plain:match "^every(%d+)(%a*)$"
  each = each and (what == "" or what:find "layers?$" or what:find "blocks?$") and each
  each = each or plain:match "^selectiveopt%a*[=:]?(%d+)$" -- torchtitan's selective_ac_option
  local percent = plain:match "^(%d+)%%%a*$"
  local part = each and 1 / tonumber(each) or percent and tonumber(percent) / 100
  return part and part > 0 and part <= 1 and { recompute = "full", recompute_part = part } or nil
end

-- Only parts of a layer, without "selective" in front; else nil.
local function parts_alone(text)
  local names = modules.named(text, true)
  return #names > 0 and selected(text) or nil
end

-- Whether two formats are named without saying which is the format of the GEMMs. "fp8 (bf16 master weights)" says it.
local function two_formats(plain)
  if plain:find "mixed" then return false end
  local wide = plain:match "^bf16(.*)$" or plain:match "^bfloat16(.*)$" or plain:match "^fl?o?a?t?p?16(.*)$"
  local first, last = plain:find "fp[48]"
  if first and denied(plain, first, last) then return false end
  if first then return wide and wide:find "^[/+(,|]" or plain:find "fp[48]%a*[/|]b?f" end
  return plain:find "bf" and plain:find "fp16"
end

--- has(column): whether words of this column mean fields of a case.
function words.has(column) return lists[column] ~= nil or column == "recompute_modules" end

--- fields(column, value): the fields that a word of this column means, or nil and a sentence.
function words.fields(column, value)
  if column == "recompute_modules" then return of_modules(value) end
  local plain, text = lower(value), tostring(value)
  if column == "precision" and (plain:find "^nf4" or plain:find "int[48]") then
    return nil, core.format('precision is "%s": expected the number format of the GEMMs of a training step, bf16, '
      .. "fp16, fp8 or fp4", text)
  elseif column == "precision" and two_formats(plain) then
    return nil, core.format('precision is "%s": two formats; write only the format of the GEMMs', text)
  elseif column == "sharding" or column == "fsdp" then -- without the library and other degrees
    plain = plain:gsub("^deepspeed", ""):gsub("^pytorch", ""):gsub("%+[tpc]p%f[%W]", ""):gsub("^fsdpv", "fsdp")
  end
  local degree = column == "fsdp" and plain:find "^%d+$" and tonumber(plain)
  if degree and degree > 1 then return { zero = "weights", shard = degree } end
  if column == "sharding" and (plain == "yes" or plain == "true" or plain == "on" or plain == "y") then
    return nil, core.format('sharding is "%s", which names no stage: write zero1, zero2, zero3 or fsdp', text)
  end
  local fields, other = first_of(lists[column], plain), plain
  if fields and column == "recompute" and plain:find "^selective" then
    fields, other = share_of_layers(plain), nil
    if not fields then fields, other = selected(text:lower()) end
    if fields then return fields end
  elseif column == "recompute" and plain:find "^%d+$" and tonumber(plain) > 1
    or fields and fields.recompute == "full" and (counted(plain) or plain:find "^full" and less_than_all(text)) then
    return nil, core.format('recompute is "%s": write full here, and the share of the layers in recompute_part', text)
  elseif fields and fields.format == "fp8" then
    local recipe = first_of(letters, plain) or first_of(recipes, plain) or {}
    return { format = "fp8", fp8_recipe = recipe.fp8_recipe }
  end
  if not fields and column == "recompute" then fields = share_of_layers(plain) or parts_alone(text:lower()) end
  if fields then return fields end
  local known = {}
  for _, one in ipairs(lists[column]) do
    local word = one[2] and one[1]:match "^%^?(%w+)%$?$" -- nil for a pattern that is more than a word
    if word then known[#known + 1] = word end
  end
  if plain:find "^selective" then known = modules_known() end
  return nil, core.format('%s is "%s"%s', column, text, nearest.hint(other, known))
end

--- sharding(text): the cell of the column sharding from the name of a software, as in "DeepSpeed ZeRO-3", and true if it is
--- a stage of ZeRO; nil if the name contains none, or several.
function words.sharding(text)
  local plain, stages = lower(text), {}
  for stage in plain:gmatch "zero%a*(%d)" do stages[#stages + 1] = stage end
  if stages[1] then
    local more = stages[2] or plain:find "zero%a*%d[/,|]%d"
    return not more and tonumber(stages[1]) <= 3 and core.format("zero%s", stages[1]) or nil, true
  end
  for _, word in ipairs{ "hsdp", "fsdp", "ddp" } do
    local first, last = plain:find(word, 1, true)
    if first then return not denied(plain, first, last) and word or nil end
  end
end

--- Whether the name of a software says that PyTorch compiles: "yes", "no" or nil. Liger's kernels count as compiled: they
--- fuse the same operators.
function words.compiles(text)
  local plain = lower(text):gsub("torch%.compile", "compile"):gsub("liger%W?kernels?", "compile"):gsub("liger", "compile")
  local first, last = plain:find "compiled?"
  if not first then return nil end
  return (denied(plain, first, last) or plain:find "uncompile") and "no" or "yes"
end

local infiniband = { edr = 100, hdr = 200, ndr = 400, xdr = 800 }

--- rate(text): the Gb/s in the name of a network, and of all its ports if their number is stated; nil if it states none, or
--- several, as in a list of all networks of a node.
function words.rate(text)
  local plain, n = tostring(text):lower(), nil
  for each in plain:gmatch "%f[%d](%d+)%s*g" do
    if n and n ~= tonumber(each) then return nil end
    n = tonumber(each)
  end
  local ports, each = plain:match "[ehnx]dr%s*(%d+)%s*x%s*(%d+)"
  ports = ports or plain:match "(%d+)%s*x%s*%d+%s*g"
  n = n or tonumber(each or plain:match "[ehnx]dr%s*(%d+)")
  for word, rate in pairs(infiniband) do
    if not n and plain:find(word, 1, true) then n = rate end
  end
  return n, n and n * tonumber(ports or 1)
end

--- Whether a cell of yes and no means yes. "fa2" in flash_attn does.
function words.yes(value)
  local text = tostring(value):lower()
  return text == "yes" or text == "true" or text == "1" or text == "1.0" or text == "on" or text == "cudnn"
    or text:find "^fa%d$" ~= nil
end

return words
