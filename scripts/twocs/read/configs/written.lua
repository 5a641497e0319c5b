-- SPDX-License-Identifier: MIT
-- A case as the settings of a framework: Megatron-LM's command line, torchtitan's TOML, DeepSpeed's JSON. The output is
-- read again. If a field comes back with another value, the format cannot express it, and the case is refused.
local account = require "twocs.data.account"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local modules = require "twocs.data.modules"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"

local written = {}

-- Values ---------------------------------------------------------------------------------------------------------------

-- Fields of a run that a configuration can express. It cannot express the speed of the software.
local said_of_run = { "sl", "global_batch", "micro_batch", "mode", "format", "grad_byte", "weight_byte", "act_byte",
  "master_byte", "moment_byte", "attention", "recompute_part", "dropout", "capacity", "fp8_recipe", "fp8_attention" }
for _, name in ipairs(modules.fields_of_run) do said_of_run[#said_of_run + 1] = name end

local function fields_of(part)
  if part == "run" then return said_of_run end
  local names = {}
  for _, row in ipairs(rows.list) do
    if row.record == part and not row.name:find("^base_") then names[#names + 1] = row.name end
  end
  return names
end

local function word_of(row, code)
  local i = 0
  for word in row.words:gmatch("%S+") do
    if i == code then return word end
    i = i + 1
  end
end

--- values(case): the value of every field of model, run and layout of a case: numbers, and words for choices.
local function values(case)
  local names = {}
  for _, part in ipairs{ "model", "layout", "run" } do
    for _, name in ipairs(fields_of(part)) do names[#names + 1] = name end
  end
  local given = { illegal = "allow" }
  for _, part in ipairs{ "model", "layout", "run", "software" } do given[part] = case[part] end
  -- The software's settings are not applied, because the case does not state them.
  local made, v = require("twocs.ask.case").split(given, {}, nil, true), {}
  for i, column in ipairs(core.run(made, {}, names)) do
    local row = rows.by_name[names[i]]
    v[names[i]] = row.choice and word_of(row, column[1]) or column[1]
  end
  if v.format ~= "fp8" then v.fp8_recipe = "tensor" end -- the recipe exists only for FP8
  if v.format ~= "fp8" and v.format ~= "fp4" then v.fp8_attention = "no" end
  return v
end

local function same(a, b)
  if type(a) ~= "number" or type(b) ~= "number" then return a == b end
  return a == b or a ~= a and b ~= b or math.abs(a - b) <= 1e-12 * math.max(math.abs(a), math.abs(b))
end

-- Fields that a framework sets in its own way if a case does not state them. A difference is a remark and no reason to
-- refuse.
local own_way = { tp_overlap = true, dp_overlap = true, p2p_hidden = true, p2p_scatter = true, attention = true,
  dropout = true, full_every = true, full_first = true,
  grad_byte = true, weight_byte = true, act_byte = true }

local function is_initial(row, value)
  if row.follows or row.initial == nil then return row.follows end
  return value == (row.choice and word_of(row, row.initial) or row.initial)
end

-- The first field that is read back with another value, its value, and the value that was read back. If there is none: nil
-- and the remarks.
local function lost(v, back)
  local remarks = {}
  for _, part in ipairs{ "layout", "run", "model" } do
    for _, name in ipairs(fields_of(part)) do
      if not same(v[name], back[name]) and not account.without(v, name) then
        local row = rows.by_name[name]
        if not own_way[name] or not is_initial(row, v[name]) then return name, v[name], back[name] end
        remarks[#remarks + 1] = core.format("%s = %s, but the case has %s", name, back[name], v[name])
      end
    end
  end
  return nil, remarks
end

local writers = {}

writers.megatron = { reads = {}, write = require("twocs.read.configs.to_megatron").write }

-- torchtitan -----------------------------------------------------------------------------------------------------------

local function flavor_of(model, v)
  local torchtitan = require "twocs.read.configs.torchtitan"
  for name, flavors in pairs(torchtitan.models) do
    for flavor, registered in pairs(flavors) do
      local same_shape = values{ model = registered, run = {}, layout = {} }
      local equal = true
      for _, field in ipairs(fields_of "model") do
        equal = equal and (same(same_shape[field], v[field]) or account.without(v, field))
      end
      if equal then return name, flavor end
    end
  end
  return nil, model.name
end

local titan_schedules = { ["1f1b"] = "1F1B", gpipe = "GPipe", zb_v = "ZBVZeroBubble", dualpipe_v = "DualPipeV" }

local function titan_batch(v)
  -- local_batch_size is one microbatch without a pipeline, and all sequences of a step on a replica with one.
  return v.pp > 1 and v.global_batch / v.dp or v.micro_batch
end

writers.torchtitan = { reads = {}, write = function(v, _, case)
  local name, flavor = flavor_of(case.model, v)
  if not name then return nil, core.format("model %s has no known flavor in torchtitan", flavor or "") end
  local groups = v.zero == "none" and v.dp or v.dp * v.cp / v.shard
  local every = v.recompute == "full" and v.recompute_part < 1 and 1 / v.recompute_part
  if not core.states(case.layout, "stage_gather") then v.stage_gather = v.pp > 1 and "once" or "each" end
  local lines = { "[model]", core.format('name = "%s"', name), core.format('flavor = "%s"', flavor) }
  local function add(...) lines[#lines + 1] = core.format(...) end
  if v.format == "fp8" then add('converters = ["float8"]') end
  add("\n[training]\nlocal_batch_size = %s", titan_batch(v))
  add("global_batch_size = %s\nseq_len = %s", v.global_batch, v.sl)
  if v.grad_byte == 2 then add('mixed_precision_reduce = "bfloat16"') end
  if v.format == "fp32" or v.format == "fp16" then
    add('mixed_precision_param = "%s"', v.format == "fp32" and "float32" or "float16")
  end
  add("\n[parallelism]\ndata_parallel_replicate_degree = %s\ndata_parallel_shard_degree = %s", groups, v.dp / groups)
  add("tensor_parallel_degree = %s\npipeline_parallel_degree = %s\ncontext_parallel_degree = %s", v.tp, v.pp, v.cp)
  if v.cp > 1 then add('context_parallel_rotate_method = "%s"', v.cp_kind == "all_gather" and "allgather" or "alltoall") end
  if v.tp > 1 and v.tp_overlap == "yes" then add("enable_async_tensor_parallel = true") end
  if v.pp > 1 then
    add('pipeline_parallel_schedule = "%s"', v.vp > 1 and v.schedule == "1f1b" and "Interleaved1F1B"
      or titan_schedules[v.schedule] or v.schedule)
    if v.vp > 2 then add("pipeline_parallel_layers_per_stage = %s", v.layers / v.pp / v.vp) end
    add("pipeline_parallel_microbatch_size = %s", v.micro_batch)
    if v.zero == "weights" and v.stage_gather == "each" then add('fsdp_reshard_after_forward = "always"') end
  end
  if v.experts > 0 then
    add("expert_parallel_degree = %s\nexpert_tensor_parallel_degree = %s", v.ep, v.etp)
  end
  add("\n[activation_checkpoint]\nmode = \"%s\"", every and "selective" or v.recompute)
  if every then add('selective_ac_option = "%.0f"', every) end
  if v.format == "fp8" then add("\n[float8]\nenable_fsdp_float8_all_gather = %s", tostring(v.weight_byte == 1)) end
  if v.format == "fp8" and v.fp8_recipe == "row" then add('recipe_name = "rowwise"') end
  if v.kernels == "fused" then add("\n[compile]\nenable = true") end
  return table.concat(lines, "\n") .. "\n"
end }

-- DeepSpeed ------------------------------------------------------------------------------------------------------------

local stage_numbers = { none = 0, optimizer = 1, gradients = 2, weights = 3 }

-- Fields that are not in DeepSpeed's JSON: the script and the model state them.
local of_script = { "sl", "attention", "recompute_part", "dropout", "capacity" }
for _, name in ipairs(modules.fields_of_run) do of_script[#of_script + 1] = name end
local elsewhere = { model = true }
for _, name in ipairs(of_script) do elsewhere[name] = true end

writers.deepspeed = { reads = elsewhere, write = function(v)
  if v.pp > 1 then return nil, core.format("deepspeed cannot express pp = %s: its JSON has no stages", v.pp) end
  local lines = { core.format('{\n  "train_batch_size": %s', v.global_batch),
    core.format('  "train_micro_batch_size_per_gpu": %s', v.micro_batch),
    core.format('  "gradient_accumulation_steps": %s', v.global_batch / v.dp / v.micro_batch) }
  local zero = { core.format('"stage": %s', stage_numbers[v.zero]) }
  if v.zero ~= "none" then zero[#zero + 1] = core.format('"overlap_comm": %s', tostring(v.dp_overlap ~= "none")) end
  if v.shard < v.dp * v.cp and v.zero ~= "none" then zero[#zero + 1] = core.format('"mics_shard_size": %s', v.shard) end
  if v.offload_opt > 0 then
    zero[#zero + 1] = core.format('"offload_optimizer": { "device": "%s" }', v.offload_to == "nvme" and "nvme" or "cpu")
  end
  lines[#lines + 1] = core.format('  "zero_optimization": { %s }', table.concat(zero, ", "))
  if v.format == "bf16" or v.format == "fp16" then
    lines[#lines + 1] = core.format('  "%s": { "enabled": true }', v.format)
  end
  local natural = v.format == "fp32" and 4 or 2
  if v.grad_byte ~= natural then
    lines[#lines + 1] = core.format('  "data_types": { "grad_accum_dtype": "%s" }', v.grad_byte == 4 and "fp32" or "bf16")
  end
  if v.tp > 1 then lines[#lines + 1] = core.format('  "tensor_parallel": { "autotp_size": %s }', v.tp) end
  if v.cp > 1 then lines[#lines + 1] = core.format('  "sequence_parallel_size": %s', v.cp) end
  if v.offload_kept > 0 then lines[#lines + 1] = '  "activation_checkpointing": { "cpu_checkpointing": true }' end
  return table.concat(lines, ",\n") .. "\n}\n"
end }

-- The whole ------------------------------------------------------------------------------------------------------------

local function names()
  local list = {}
  for name in pairs(writers) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- Reads the written text again; silent, because warnings were printed when the case was read.
local function read_back(as, text, case, v, writer)
  local configs = require "twocs.read.configs"
  local options = { gpus = v.tp * v.pp * v.cp * v.dp, silent = true }
  if writer.reads.model then
    options.model = case.model
    options.run = {}
    for _, name in ipairs(of_script) do options.run[name] = v[name] end
  end
  return configs.reader(as)(text, "written", options)
end

--- write(case, as): the case as text of the format "megatron", "torchtitan" or "deepspeed", and the settings that this
--- framework chooses itself (or nil); or nil and the reason why the format cannot express the case.
function written.write(case, as)
  local writer = writers[as]
  if not writer then mistake.raise("config: %s is not a format%s", mistake.show(as), nearest.hint(as, names())) end
  local whole = require("twocs.ask.case").split(case, {}, nil, true)
  local v = values(whole)
  v.kernels = whole.software.kernels
  if v.global_batch == 0 then v.global_batch = require("twocs.ask.sweep").eval({ model = whole.model, run = whole.run,
    layout = whole.layout, illegal = "allow" }, "b") * v.dp end
  local node = core.given(whole.device, "net0_size") and whole.device.net0_size or 8
  local text, why = writer.write(v, node, whole)
  if not text then return nil, why end
  local back, sentence = read_back(as, text, whole, v, writer)
  if not back then return nil, core.format("%s cannot express this case: %s", as, sentence) end
  local name, own, other = lost(v, values(back))
  if name then
    return nil, core.format("%s cannot express %s = %s (%s): it would be %s", as, name, own, rows.by_name[name].meaning,
      other)
  end
  return text, #own > 0 and core.format("%s has %s", as, table.concat(own, ", ")) or nil
end

return written
