-- SPDX-License-Identifier: MIT
-- Configurations of training frameworks as cases: { model =, run =, layout =, device = }, the input of every verb, with a
-- list of the settings that were not understood. Nothing is run, and nothing important is guessed. If a file does not state
-- the GPUs, the model or the sequences, one sentence asks for them. Settings without a field are printed once and stay with
-- the case, as not_understood and in the head of every table.
local core = require "twocs.core"
local facts = require "twocs.read.configs.facts"
local keys = require "twocs.read.keys"
local mistake = require "twocs.common.mistake"
local registry = require "twocs.data.registry"
local rows = require "twocs.data.rows"

local configs = {}

-- The software of a case for each format. The simulators model runs of Megatron.
local software_of = { megatron = "megatron_core", ["megatron-bridge"] = "megatron_core", nemo = "megatron_core",
  mlperf = "megatron_core", torchtitan = "torchtitan", deepspeed = "deepspeed", nanotron = "nanotron",
    accelerate = "pytorch",
  trainer = "transformers", simumax = "megatron_core", calculon = "megatron_core" }

local modules = {
  megatron = function() return require "twocs.read.configs.megatron" end,
  ["megatron-bridge"] = function() return require "twocs.read.configs.bridge" end,
  nemo = function() return require "twocs.read.configs.bridge" end,
  torchtitan = function() return require "twocs.read.configs.torchtitan" end,
  deepspeed = function() return require "twocs.read.configs.deepspeed" end,
  nanotron = function() return require "twocs.read.configs.nanotron" end,
  accelerate = function() return require "twocs.read.configs.accelerate" end,
  trainer = function() return require "twocs.read.configs.trainer" end,
  mlperf = function() return require "twocs.read.configs.mlperf" end,
  simumax = function() return require("twocs.read.configs.simulators").simumax end,
  calculon = function() return require("twocs.read.configs.simulators").calculon end,
}

-- The parts of a case --------------------------------------------------------------------------------------------------

local records = { "model", "run", "layout", "software" }

local function check_options(options)
  local gpus = options.gpus
  if gpus ~= nil and (type(gpus) ~= "number" or gpus < 1 or gpus ~= math.floor(gpus)) then
    mistake.raise("read: gpus = %s: expected a whole number", mistake.show(gpus))
  end
  if type(options.device) == "string" then options.device = registry.devices[options.device].name end
  for _, part in ipairs{ "run", "layout", "set" } do
    if options[part] ~= nil and type(options[part]) ~= "table" then
      mistake.raise("read: %s = %s: expected a table", part, mistake.show(options[part]))
    end
  end
end

-- The model that the script gives in addition to the file: a record, or nil if it only adds fields to the file's model.
local function given_model(given)
  if type(given) == "string" then return registry.models[given] end
  if core.kind(given) == "model" then return given end
  if given ~= nil and type(given) ~= "table" then mistake.raise("read: model = %s: expected a model",
    mistake.show(given)) end
  return given and given.layers and given.h and core.record("model", given) or nil
end

local function merged(fields, more)
  local all = {}
  for _, from in ipairs{ fields or {}, more or {} } do
    for name, value in pairs(from) do all[name] = value end
  end
  return all
end

local function has_word(row, word) return (" " .. row.words .. " "):find(" " .. word .. " ", 1, true) ~= nil end

-- Checks each field against its bounds, because a combination of arguments can exceed them.
local function checked(part, fields, found)
  for name, value in pairs(fields) do
    local row = rows.by_name[name]
    if row and row.record == part and row.choice and type(value) == "string" and not has_word(row, value) then
      keys.refuse(found.lines[name] or 1, "%s = %s follows from its arguments: expected one of %s", name, value, row.words)
    end
    if row and row.record == part and type(value) == "number"
      and (value < row.least or value > row.most or row.count and value ~= math.floor(value)) then
      keys.refuse(found.lines[name] or 1, "%s = %s follows from its arguments: expected %s to %s (%s)", name, value,
        row.least,
        row.most, row.meaning)
    end
  end
  return fields
end

local function joined_list(list, most)
  local parts = {}
  for i = 1, math.min(#list, most) do parts[i] = list[i] end
  if #list > most then parts[#parts + 1] = core.format("and %d more", #list - most) end
  return table.concat(parts, "; ")
end

-- The sentence that the case keeps.
local function remark(title, found)
  local parts = {}
  if #found.missed > 0 then parts[#parts + 1] = core.format("not understood: %s", joined_list(found.missed, 12)) end
  if #found.assumed > 0 then parts[#parts + 1] = core.format("assumed: %s", joined_list(found.assumed, 12)) end
  return #parts > 0 and core.format("%s: %s", title, table.concat(parts, "; ")) or nil
end

local function model_record(parts, options, title, source, found)
  local base = given_model(options.model)
  local text = remark(title, found)
  local model
  base = base or core.kind(parts.model) == "model" and parts.model or nil
  if base then
    local fields = merged(parts.changes)
    fields.name, fields.source = base.name or title, base.source or source
    model = base(checked("model", fields, found))
  else
    local fields = merged(parts.model, type(options.model) == "table" and options.model or nil)
    fields.name, fields.source = title, source
    model = core.record("model", checked("model", fields, found))
  end
  if base then for _, key in ipairs{ "note", "unsupported" } do model[key] = base[key] end end
  if text then
    model.unsupported = model.unsupported and core.format("%s; %s", model.unsupported, text) or text
    if not options.silent then require("twocs.data.unsupported").tell(model.unsupported) end
  end
  return model
end

-- The missing settings, each with the way to give it in a script.
local function missing(parts, options, found)
  local list = {}
  local own = type(options.model) == "table" and options.model or {}
  if core.kind(parts.model) == "model" then -- a registered model has all its fields
  elseif not parts.model and not given_model(options.model) then list[#list + 1] = "the model (model = a name or fields)"
  elseif parts.model and not parts.model.vocab and not own.vocab and not given_model(options.model) then
    list[#list + 1] = "the vocabulary (model = { vocab = ... })"
  end
  local run = merged(parts.run, options.run)
  if not run.sl then list[#list + 1] = "the length of a sequence (run = { sl = ... })" end
  if not run.micro_batch then list[#list + 1] = "the microbatch (run = { micro_batch = ... })" end
  if found.needs_gpus and not (options.layout and options.layout.dp) then list[#list + 1] = "the GPUs (gpus = ...)" end
  return list
end

-- A field that neither the file nor the script gives keeps the default of a run.
local function initial_ones(run, found)
  local list = {}
  for _, name in ipairs{ "attention", "dropout", "format", "recompute" } do
    if run[name] == nil then list[#list + 1] = core.format("%s = %s", name, core.record("run")[name]) end
  end
  if #list > 0 then found:assume("not given: %s, the default of such a run", table.concat(list, ", ")) end
end

-- Separates the settings of the software from those of the run.
local function parted(name, parts)
  local software, run = { like = parts.software or software_of[name] }, {}
  for field, value in pairs(parts.run or {}) do
    local row = rows.by_name[field]
    local into = row and row.record == "software" and software or run
    into[field] = value
  end
  return software, run
end

local function check_gpus(layout, gpus)
  local own = (layout.tp or 1) * (layout.pp or 1) * (layout.cp or 1) * (layout.dp or 1)
  if gpus and own ~= gpus then keys.refuse(1, "its layout uses %.0f GPUs, but gpus = %.0f", own, gpus) end
end

local case_class = {}

function case_class.__tostring(case)
  local lines = { core.format("case of %s", case.source) }
  for _, part in ipairs(records) do lines[#lines + 1] = core.format("%s: %s", part, case.said[part]) end
  if case.device then lines[#lines + 1] = core.format("device: %s", case.device.name or case.device) end
  for _, text in ipairs(case.not_understood) do lines[#lines + 1] = core.format("not understood: %s", text) end
  for _, text in ipairs(case.assumed) do lines[#lines + 1] = core.format("assumed: %s", text) end
  return table.concat(lines, "\n")
end

-- "tp = 8, pp = 16": the values that the file gives or that follow from it.
local function said(fields)
  local names, list = {}, {}
  for name in pairs(fields or {}) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    if rows.by_name[name] then list[#list + 1] = core.format("%s = %s", name, fields[name]) end
  end
  return table.concat(list, ", ")
end

local function said_of(software)
  local fields = said(software)
  return fields == "" and software.like or core.format("%s; %s", software.like, fields)
end

-- A case is a plain table of its parts, because verbs take only parts; the other facts are in its metatable.
local function made_case(parts, about)
  return setmetatable(parts, { __tostring = case_class.__tostring, __index = about })
end

local function finished(name, parts, options, path, found)
  local title = path:match("[^/]*$")
  local lacking = missing(parts, options, found)
  if #lacking > 0 then
    local open = #found.missed > 0 and core.format("; not understood: %s", joined_list(found.missed, 6)) or ""
    keys.refuse(1, "it does not state %s%s", table.concat(lacking, ", nor "), open)
  end
  local layout = merged(parts.layout, options.layout)
  local software, said_of_run = parted(name, parts)
  local run = merged(said_of_run, options.run)
  check_gpus(layout, options.gpus)
  initial_ones(run, found)
  if not run.global_batch or run.global_batch == 0 then run.global_batch = run.micro_batch * (layout.dp or 1) end
  local model = model_record(parts, options, title, core.format("%s, a configuration of %s", title, name), found)
  return made_case({ model = model, run = core.record("run", checked("run", run, found)),
    layout = core.record("layout", checked("layout", layout, found)), device = options.device or parts.device,
    software = checked("software", software, found) },
    { not_understood = found.missed, assumed = found.assumed, source = title, format = name,
      said = { model = core.kind(parts.model) ~= "model" and parts.model and said(parts.model)
        or model.name, run = said(run), layout = said(layout), software = said_of(software) } })
end

-- Reading --------------------------------------------------------------------------------------------------------------

local function gathered(format, text, options)
  local entries, about = format.entries(text, options)
  local found = facts.gather(format, entries)
  about = about or {}
  found.script, found.from_recipe, found.no_dropout = about.program, about.recipe, about.no_dropout
  found.about = about
  for _, line in ipairs(about.unknown or {}) do
    found:miss(line, "a condition or loop of the script: its settings are ignored")
  end
  for _, sentence in ipairs(about.missed or {}) do found:miss(nil, "%s", sentence) end
  return found
end

--- reader(name)(text, path, options): a case, or nil, sentence, code.
function configs.reader(name)
  return function(text, path, options)
    check_options(options)
    local base = given_model(options.model)
    return keys.try(function()
      local format = modules[name]()
      local found = gathered(format, text, options)
      local parts = format.parts(found, { gpus = options.gpus, layers = base and base.layers, model = base,
        options = options })
      if core.kind(parts) then return parts end
      return finished(name, parts, options, path, found)
    end)
  end
end

return configs
