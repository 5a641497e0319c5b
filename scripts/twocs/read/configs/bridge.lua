-- SPDX-License-Identifier: MIT
-- Configurations of Megatron-Bridge and NeMo: YAML with or without sections, or overrides such as model.num_layers=32.
-- Names are Megatron's (megatron.lua). This file defines the meaning of each section, and the assumed settings of a
-- recipe's Python code, which is never run, for a file that only overrides it.
local core = require "twocs.core"
local facts = require "twocs.read.configs.facts"
local keys = require "twocs.read.keys"
local megatron = require "twocs.read.configs.megatron"

local bridge = { strict = true }
local sort = table.sort

-- Sections of which only a few names matter, or whose names have another meaning.
local own = facts.rows[[
optimizer.use_precision_aware_optimizer  precise        flag
optimizer.optimizer                      optimizer      text
optimizer.use_distributed_optimizer      distributed    flag
dataset.packed_sequence_specs.packed_sequence_size - lack the sequence has one length
transformer_engine                       te             flag
mixed_precision.fp8_recipe               recipe         text
optimizer.exp_avg_dtype                  first_moment   bytes
optimizer.exp_avg_sq_dtype               second_moment  bytes
optimizer.main_params_dtype              master         bytes
optimizer.main_grads_dtype               grads          bytes
optimizer.optimizer_cpu_offload          cpu_optimizer  flag
optimizer.optimizer_offload_fraction     offload_part   number
dataset.sequence_length                  sl             count
dataset.seq_length                       sl             count
mixed_precision                          precision      text
precision                                precision      text
trainer.precision                        precision      text
trainer.devices                          per_node       count
trainer.num_nodes                        nodes          text
model.optim.name                         optimizer_name text
model.optim.overlap_grad_sync            grad_overlap   flag
model.optim.overlap_param_sync           param_overlap  flag
model.optim.grad_sync_dtype              grad_bytes     bytes
model.data.seq_length                    sl             count
use_flash_attention                      flash          flag
moe_latent_size                          - lack no field has experts in a latent width
tp                                       tp             count
pp                                       pp             count
cp                                       cp             count
vp                                       vp             count
ep                                       ep             count
etp                                      etp            count
mbs                                      micro_batch    count
gbs                                      global_batch   count
fsdp                                     fsdp           flag
cuda_graphs                              graphs         flag
]]
bridge.rows = setmetatable(own, { __index = megatron.rows })

bridge.aside = { "^checkpoint", "^logger", "^profiling", "^rng", "^scheduler", "^tokenizer", "^validation", "^rerun",
  "^straggler",
  "^ft%f[%W]", "^nvrx", "^inprocess", "^dist%.", "^optimizer", "^dataset%.", "^ENV_VARS", "^tensor_inspect", "^run%.",
    "^exp_manager",
  "^model%.tokenizer", "^model%.data%.", "^model%.optim%.", "^model%.nsys", "^trainer%.", "_target_$", "_partial_$",
    "_args_$",
  "_call_$", "_name_$", "^model%.fp8_hybrid", "^model%.fp8_e4m3", "^model%.precision", "^model%.resume",
    "^mixed_precision%.fp8_",
  "^moe_hybridep", "^moe_flex", "^mscale", "^linear_", "^mup_", "^yarn", "^beta_", "^barrier", "^clone_scatter", "^kitchen",
  "^parallel_output", "^autocast", "^params_dtype", "^pipeline_dtype", "^hf_model", "^softmax_type", "^scatter_embedding",
  "^cpu_offloading_", "^activation_func", "^num_layers_at_", "^mamba_", "^seq_len_interp", "^cuda_graph_", "^inference_",
  "^min_offloaded", "^use_mamba", "^mlp_chunks", "^generation", "^gradient_reduce_div", "^average_in", "^grad_div",
    "^sync_batch",
  "^apex_", "^onnx", "^megatron_amp", "^gradient_as", "^grad_allreduce", "^use_emha", "^pre_process", "^post_process",
  "^transformer_engine", "^mcore_gpt", "^experimental", "^distrib", "^fsdp_all_gather", "^outer_dp", "^store_param",
  "^enable_megatron_core", "^use_te", "^use_transformer_engine_op", "^train_", "^eval", "^exit", "^attention_output",
    "^sgd_",
  "^moe_router_group", "^position", "^megatron_fsdp_main", "^batch_", "^skip_", "^use_gloo" }
for _, pattern in ipairs(megatron.aside) do bridge.aside[#bridge.aside + 1] = pattern end

-- Texts ----------------------------------------------------------------------------------------------------------------

-- Replaces "${.hidden_size}", "${model.hidden_size}" and "${multiply:4, ${.hidden_size}}" if the file has these values.
local function resolved(text, entry, by_path)
  local section = entry.path:match("^(.*%.)[^.]*$") or ""
  local done = text:gsub("%${(%.?)([%w_.]+)}", function(dot, name)
    local other = by_path[dot == "." and section .. name or name] or by_path[(name:gsub("^training%.", ""))]
    return other and type(other.value) == "number" and core.format("%.17g", other.value) or nil
  end)
  local a, b = done:match("^%${multiply:%s*([%d.]+)%s*,%s*([%d.]+)%s*}$")
  if a then return tonumber(a) * tonumber(b) end
  return tonumber(done) or text
end

-- An unknown setting that is off has no effect.
local function is_off(value)
  return value == core.null or value == false or value == 0 or value == "" or type(value) == "table" and next(value) == nil
end

local function tidy(list, set)
  local by_path, kept = {}, {}
  for _, entry in ipairs(list) do
    entry.path = entry.path:gsub("^ConfigContainer%.", ""):gsub("^cfg%.", ""):gsub("^(%a[%w_]-)_config%.", "%1.")
    by_path[entry.path] = entry
  end
  for _, entry in ipairs(list) do
    if facts.is_open(entry.value) then
      entry.value = entry.value:gsub("^%${([%w_]+)}$", function(name) return set and set[name] and tostring(set[name]) end)
      entry.value = resolved(entry.value, entry, by_path)
    end
    local row = facts.row_of(bridge, entry)
    if row or not is_off(entry.value) then kept[#kept + 1] = entry end
  end
  return kept
end

-- Overrides such as "model.tensor_model_parallel_size=4", one or several on a line, as they follow a command.
local function overrides(text)
  local list, number = {}, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    for path, value in line:gsub("#.*$", ""):gmatch("%+*([%a_][%w_.]*)=(%S+)") do
      value = value:gsub("^['\"]", ""):gsub("['\"]$", "")
      local plain = value == "null" and core.null or value == "true" and true or value
      if value == "false" then plain = false end
      list[#list + 1] = { path = path, key = path:match("[^.]+$"), shown = path, value = tonumber(plain) or plain,
        line = number }
    end
  end
  return list
end

local function is_overrides(text) return not text:find("\n%s*[%w_]+:%s") and not text:find("^%s*[%w_]+:%s")
  and text:find("[%a_][%w_.]*=%S") ~= nil
end

-- The matrix of measured layouts ---------------------------------------------------------------------------------------

local precisions = { bf16 = "bf16", fp8_cs = "fp8", fp8_ds = "fp8", fp8_mx = "fp8", fp8_ss = "fp8", fp8_sc = "fp8",
  nvfp4 = "fp4" }
local recipes = { fp8_cs = "tensorwise", fp8_ds = "delayed", fp8_mx = "mxfp8", fp8_sc = "blockwise" }
local devices = { h100 = "h100_sxm", b200 = "b200_sxm", gb200 = "gb200_nvl72", gb300 = "gb300_nvl72", b300 = "b300_sxm" }

local function names_of(table)
  local names = {}
  for name in pairs(table) do if name ~= "common" then names[#names + 1] = name end end
  sort(names)
  return names
end

local function pick(from, name, what, line)
  if type(from) ~= "table" then keys.refuse(line, "perf_matrix has no %s: is the file truncated?", what) end
  if type(from[name]) == "table" or from[name] == core.null then return from[name] end
  keys.refuse(line, "it has several %s: set = { %s = ... } names one of %s", what, what, table.concat(names_of(from), ", "))
end

-- One layout of perf_matrix, selected by set = { gpu =, gpus =, precision = }.
local function of_matrix(values, lines, set)
  local matrix, line = values.perf_matrix, lines[values].perf_matrix
  local gpu = pick(matrix, set.gpu, "gpu", line)
  local group = pick(gpu, core.format("num_gpus_%s", set.gpus or ""), "gpus", line)
  local chosen = pick(group, set.precision, "precision", line)
  local list = {}
  for _, part in ipairs{ type(group.common) == "table" and group.common or {}, chosen } do
    for name, value in pairs(type(part) == "table" and part or {}) do
      if name ~= "fsdp" or value then
        list[#list + 1] = { path = name, key = name, shown = name, value = value, line = (lines[part] or {})[name] or line }
      end
    end
  end
  local format = precisions[set.precision]
  if not format then keys.refuse(line, "%s is an unknown precision", set.precision) end
  -- recompute_num_layers means whole layers of each stage.
  for _, entry in ipairs(list) do
    if entry.key == "recompute_num_layers" and entry.value ~= core.null then
      for name, word in pairs{ recompute_granularity = "full", recompute_method = "block" } do
        list[#list + 1] = { path = name, key = name, shown = entry.shown, value = word, line = entry.line }
      end
      break
    end
  end
  list[#list + 1] = { path = "bf16", key = "bf16", shown = "bf16", value = true, line = line }
  if format ~= "bf16" then
    list[#list + 1] = { path = format, key = format, shown = format, value = "yes", line = line }
  end
  if recipes[set.precision] then
    list[#list + 1] = { path = "fp8_recipe", key = "fp8_recipe", shown = set.precision, value = recipes[set.precision],
      line = line }
  end
  values.perf_matrix = nil
  table.sort(list, function(a, b) return a.line < b.line or a.line == b.line and a.path < b.path end)
  return list, { gpus = tonumber(set.gpus), device = devices[set.gpu] }
end

--- entries(text, options): the arguments of a configuration, in the order of their lines.
function bridge.entries(text, options)
  local about = { recipe = true, yaml = true }
  local set = options.set or {}
  if is_overrides(text) then
    about.overrides, about.no_dropout = true, true
    return tidy(overrides(text), set), about
  end
  local values, lines = require("twocs.read.configs.yaml").read(text)
  if type(values) ~= "table" or not lines[values] or values[1] ~= nil then keys.refuse(1, "expected keys and values") end
  local more = {}
  if type(values.perf_matrix) == "table" then more, about.matrix = of_matrix(values, lines, set) end
  local list = facts.flat(values, lines)
  for _, entry in ipairs(more) do list[#list + 1] = entry end
  about.nemo = type(values.trainer) == "table"
  about.no_dropout = not about.nemo
  return tidy(list, set), about
end

-- The whole ------------------------------------------------------------------------------------------------------------

-- Defaults for a file that only overrides a recipe, whose Python code sets these.
local function as_recipes_have_it(found)
  local f = found.facts
  local said = {}
  local function otherwise(fact, value, sentence)
    if f[fact] == nil then f[fact], said[#said + 1] = value, sentence end
  end
  otherwise("distributed", true, "a distributed optimizer")
  otherwise("grad_overlap", true, "gradients reduced during the backward pass")
  otherwise("param_overlap", true, "new weights gathered during the forward pass")
  if (f.tp or 1) > 1 then otherwise("sp", true, "sequence parallelism") end
  if f.bf16 == nil and f.fp16 == nil and f.precision == nil then otherwise("bf16", true, "BF16") end
  if f.backend == nil and f.flash == nil and f.implementation ~= "local" then
    otherwise("backend", "auto", "fused attention")
  end
  if #said > 0 then
    found:assume("settings in the recipe's Python code are not read; defaults are assumed: %s", table.concat(said, ", "))
  end
end

function bridge.parts(found, about)
  local f, matrix = found.facts, found.about.matrix or {}
  if found.about.nemo then
    f.optimizer = f.optimizer or f.optimizer_name
    if f.optimizer_name then f.distributed = f.optimizer_name:find("distributed") ~= nil end
    if f.te == false then f.implementation = "local" end
    if f.backend == nil and f.flash == nil and f.implementation ~= "local" then
      f.backend = "auto"
      found:assume("attention is fused, as in Transformer Engine")
    end
  elseif not (f.layers and f.distributed ~= nil and f.grad_overlap ~= nil) then as_recipes_have_it(found)
  elseif f.backend == nil and f.implementation ~= "local" then f.backend = "auto" end
  about.gpus = about.gpus or matrix.gpus
  local parts = megatron.parts(found, about)
  if f.grad_bytes then parts.run.grad_byte = f.grad_bytes end
  parts.device = matrix.device
  return parts
end

return bridge
