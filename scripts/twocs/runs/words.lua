-- SPDX-License-Identifier: MIT
-- What words in a file of training runs mean as fields of a case: number formats, recomputation, sharding, networks,
-- status. The one thing to know: a word that nobody here knows makes its row no case; nothing is read as something near it.
local core = require "twocs.core"
local modules = require "twocs.data.modules"
local nearest = require "twocs.common.nearest"

local words = {}

local function lower(value) return tostring(value):lower():gsub("[%s_%-]+", "") end

-- By the first pattern that a word fits, in small letters without blanks: fields by name.
local formats = {
  { "nvfp4", { format = "fp4" } }, { "mxfp4", { format = "fp4" } }, { "fp4", { format = "fp4" } },
  { "mxfp8", { format = "fp8", fp8_recipe = "block" } }, { "fp8", { format = "fp8" } }, { "float8", { format = "fp8" } },
  { "bf16", { format = "bf16" } }, { "bfloat16", { format = "bf16" } },
  { "fp16", { format = "fp16" } }, { "float16", { format = "fp16" } }, { "^half$", { format = "fp16" } },
  { "^mixed$", { format = "bf16" } }, { "tf32", { format = "tf32" } }, { "fp32", { format = "fp32" } },
  { "float32", { format = "fp32" } },
}
-- torchao's words, Transformer Engine's and Megatron's (fp8_recipe): delayed and current scaling have one scale a tensor.
local recipes = {
  { "row", { fp8_recipe = "row" } }, { "tensor", { fp8_recipe = "tensor" } }, { "delayed", { fp8_recipe = "tensor" } },
  { "current", { fp8_recipe = "tensor" } }, { "dynamic", { fp8_recipe = "tensor" } }, { "mx", { fp8_recipe = "block" } },
  { "block", { fp8_recipe = "block" } }, { "nvfp4", {} }, { "bf16", {} }, { "^none$", {} },
}
local recomputes = {
  { "^none$", { recompute = "none" } }, { "^null$", { recompute = "none" } }, { "^no$", { recompute = "none" } },
  { "^false$", { recompute = "none" } }, { "^off$", { recompute = "none" } }, { "^0$", { recompute = "none" } },
  { "^selective", { recompute = "selective" } }, { "^yes$", { recompute = "full" } },
  { "^full$", { recompute = "full" } }, { "^full%W", { recompute = "full" } }, { "^fulluniform", { recompute = "full" } },
  { "^fullblock", { recompute = "full" } }, { "^fulllayer", { recompute = "full" } },
  { "^fullrecompute", { recompute = "full" } }, { "^fullactivation", { recompute = "full" } },
  { "^true$", { recompute = "full" } }, { "^uniform$", { recompute = "full" } }, { "^block$", { recompute = "full" } },
}
local shardings = {
  { "^none$", { zero = "none" } }, { "^ddp$", { zero = "none" } }, { "^noshard$", { zero = "none" } },
  { "^no$", { zero = "none" } }, { "^false$", { zero = "none" } },
  { "^zero0$", { zero = "none" } }, { "^stage0$", { zero = "none" } }, { "^0%.?0?$", { zero = "none" } },
  { "^zero1$", { zero = "optimizer" } }, { "^stage1$", { zero = "optimizer" } }, { "^1%.?0?$", { zero = "optimizer" } },
  { "^distopt", { zero = "optimizer" } }, { "^distributedoptimizer$", { zero = "optimizer" } },
  { "^zero2$", { zero = "gradients" } }, { "^stage2$", { zero = "gradients" } }, { "^2%.?0?$", { zero = "gradients" } },
  { "^shardgradop$", { zero = "gradients" } },
  { "^zero3$", { zero = "weights" } }, { "^stage3$", { zero = "weights" } }, { "^3%.?0?$", { zero = "weights" } },
  { "^fsdp", { zero = "weights" } }, { "^hsdp$", { zero = "weights", hybrid = true } },
  { "^hybridshard$", { zero = "weights", hybrid = true } }, { "^fullshard$", { zero = "weights" } },
  { "^yes$", { zero = "weights" } }, { "^true$", { zero = "weights" } },
}
local networks = {
  { "efa", { network = "efa" } }, { "proxied", { network = "efa" } }, { "infiniband", { network = "infiniband" } },
  { "^ib", { network = "infiniband" } }, { "ndr", { network = "infiniband" } }, { "hdr", { network = "infiniband" } },
  { "roce", { network = "roce" } }, { "ethernet", { network = "roce" } }, { "spectrum", { network = "roce" } },
  { "slingshot", { network = "slingshot" } }, { "omnipath", { network = "omni_path" } }, { "opa",
    { network = "omni_path" } },
}
-- HybridEP is DeepEP's branch for racks; Megatron's "flex" starts either.
local dispatchers = {
  { "deepep", { dispatch = "nodes" } }, { "hybridep", { dispatch = "nodes" } }, { "flex", { dispatch = "nodes" } },
  { "alltoall", { dispatch = "copies" } }, { "a2a", { dispatch = "copies" } },
}
-- Muon keeps one moment, in FP32; SGD with momentum too; 8-bit Adam two of a byte each; Lion one; without momentum none.
local optimizers = {
  { "adam.*8bit", { moment_byte = 2 } }, { "8bit.*adam", { moment_byte = 2 } }, { "adam", {} }, { "lamb", {} },
  { "muon", { moment_byte = 4 } }, { "lion", { moment_byte = 4 } }, { "sgd", { moment_byte = 4 } },
  { "adafactor", { moment_byte = 0 } },
}
-- Graphs of kernels: whether, or of which parts of a layer, as Megatron's cuda_graph_scope lists them.
local graphs = {
  { "^no", { graphs = "none" } }, { "^false$", { graphs = "none" } }, { "^off$", { graphs = "none" } },
  { "^0$", { graphs = "none" } }, { "^disabled", { graphs = "none" } }, { "full", { graphs = "all" } },
  { ".", { graphs = "dense" } },
}
local statuses = {
  { "^ok$", { failed = false } }, { "^done$", { failed = false } }, { "^finished$", { failed = false } },
  { "^success", { failed = false } }, { "^completed$", { failed = false } }, { "^fail", { failed = true } },
  { "^oom$", { failed = true } }, { "outofmemory", { failed = true } }, { "^error$", { failed = true } },
  { "^crash", { failed = true } },
}
-- Scores with ALiBi: the biases are written where the scores will be, and the GEMM reads them; dropout writes a mask of one
-- byte, and reads it. With recomputation 2 x (2 + 2 + 2.5) + 3 + 2.5 passes where 13 are the least. It is of scores that go
-- through memory; fused kernels add the biases on the chip.
local positions = {
  { "alibi", { softmax_rho = 18.5 / 13 } }, { "rope", {} }, { "rotary", {} }, { "learned", {} }, { "absolute", {} },
  { "none", {} }, { "nope", {} },
}

local lists = { precision = formats, precision_recipe = recipes, recompute = recomputes, sharding = shardings,
  network = networks, optimizer = optimizers, dispatcher = dispatchers,
  cuda_graphs = graphs, status = statuses, position = positions }

-- A cell with names of modules that run again; one with a word that is none says which.
local function of_modules(value)
  local names, others = modules.named(tostring(value))
  if #others == 0 then return (modules.fields(names)) end
  local known = {}
  for i, module in ipairs(modules.list) do known[i] = module.name end
  return nil, core.format('recompute_modules is "%s"%s', tostring(value), nearest.hint(others[1], known))
end

--- fields(column, value): the fields that a word of that column means, or nil and a sentence.
function words.fields(column, value)
  if column == "recompute_modules" then return of_modules(value) end
  local plain = lower(value)
  if column == "recompute" and plain:find "^selective" then -- "selective (moe, layernorm)"
    local names = modules.named(tostring(value), true)
    if #names > 0 then return (modules.fields(names)) end
  end
  for _, one in ipairs(lists[column]) do
    if plain:find(one[1]) then return one[2] end
  end
  local known = {}
  for _, one in ipairs(lists[column]) do known[#known + 1] = (one[1]:gsub("[%^%$%%%?%.%*]", "")) end
  return nil, core.format('%s is "%s"%s', column, tostring(value), nearest.hint(plain, known))
end

--- Is a cell of yes and no yes? "fa2" of flash_attn is.
function words.yes(value)
  local text = tostring(value):lower()
  return text == "yes" or text == "true" or text == "1" or text == "1.0" or text == "on" or text:find "^fa%d$" ~= nil
end

return words
