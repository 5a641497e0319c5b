-- SPDX-License-Identifier: MIT
-- The part `software` of a case: the entry of the framework, the defaults that it sets, and the plan of operators and
-- collectives for the case's device. Fields that the case states always win. Only missing fields are filled in, separately
-- for each device and number format (case.lua, follow.lua).
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local registry = require "twocs.data.registry"
local rows = require "twocs.data.rows"
local stages = require "twocs.data.stages"

local software = {}

local known_data -- loaded by the first case, not before
local function data()
  known_data = known_data or require "twocs.data.software"
  return known_data
end

--- measured(made, plan): the measured operators and links for the device and format of a case, { plan = { family = choice
--- }, fields = { name = value } }. twocs/init.lua sets this function (fit/defaults.lua).
software.measured = nil

--- record(given): the record, from any form that a script may use: nil for the default one; a name; fields, which change
--- the default one or the one named by `like`; or a record.
function software.record(given)
  if given == nil then return registry.software[data().default] end
  if type(given) == "string" then return registry.software[data().find(given, true) or given] end
  if core.kind(given) == "software" then return given end
  if type(given) ~= "table" then
    mistake.raise('software is %s, expected a name such as "%s", or fields that change one', mistake.show(given),
      data().default)
  end
  local name = type(given.name) == "string" and data().named(given.name)
  if name then
    mistake.raise('software = { name = "%s", ... }: name is only a label; to change the registered one, write '
      .. '{ like = "%s", ... }',
      mistake.word(given.name), name)
  end
  local changes = {}
  for key, value in pairs(given) do
    if key ~= "like" then changes[key] = value end
  end
  return software.record(given.like)(changes)
end

--- The entry that a record comes from; nil for a record that a script defined.
function software.entry(record) return record.name and data().entry(record.name) or nil end

--- Whether a record is ideal or has no entry. Then nothing is filled in.
function software.is_ideal(record)
  local entry = software.entry(record)
  return entry == nil or entry.ideal == true
end

-- The fields of an entry, or of its part for unfused attention, that belong to one kind of record. They are cached, because
-- the entries of packs never change.
local weak = { __mode = "k" }
local of_kind = { run = setmetatable({}, weak), layout = setmetatable({}, weak) }
local function fields_of(kind, entry)
  local known = of_kind[kind][entry]
  if known then return known end
  known = {}
  for name, value in pairs(entry) do
    local row = rows.by_name[name]
    if row and row.record == kind then known[name] = value end
  end
  of_kind[kind][entry] = known
  return known
end

-- Fills in the fields of this kind that the record does not state.
local function filled(record, kind, entry)
  local fields, missing = fields_of(kind, entry), nil
  if not next(fields) then return record end
  for name, value in pairs(fields) do
    if not core.states(record, name) then
      missing = missing or {}
      missing[name] = value
    end
  end
  return missing and record(missing, true) or record
end

-- Assigns layers to stages by flop, as some frameworks do, unless the case states the layers of a stage.
local function dealt(made)
  local layout, model = made.layout, made.model
  if layout.pp == 1 then return end
  for _, name in ipairs{ "first_layers", "middle_layers", "last_layers" } do
    if core.states(layout, name) then return end
  end
  local placed, apart = stages.by_flop({ layers = model.layers, h = model.h, ffn = model.ffn, vocab = model.vocab,
    gated = model.gated == "yes" }, layout.pp)
  if next(placed) then made.layout = layout(placed, true) end
  if apart then made.software = made.software({ loss_rho = 0 }, true) end
end

-- Whether the software of a case decides how many ranks share an expert (etp).
local function leaves_etp(made)
  return (software.entry(made.software) or {}).etp_by == "tp" and made.model.experts > 0
    and made.model.experts < data().etp_stated_from and not core.states(made.layout, "etp")
end

-- All TP ranks share each expert. This requires that EP divides CP x DP; a run in which it does not used another ETP.
local function cut(made)
  local layout = made.layout
  if layout.tp > 1 and layout.cp * layout.dp % layout.ep == 0 and made.model.expert_ffn % layout.tp == 0 then
    made.layout = layout({ etp = layout.tp }, true)
  end
end

--- fill(made): sets the values of the software in the run and the layout of a case, for fields that they do not state.
function software.fill(made)
  local entry = software.entry(made.software)
  if not entry then return end
  made.run, made.layout = filled(made.run, "run", entry), filled(made.layout, "layout", entry)
  if entry.unfused and made.run.attention == "unfused" then made.run = filled(made.run, "run", entry.unfused) end
  if entry.deal == "flop" then dealt(made) end
  if leaves_etp(made) then cut(made) end
end

-- Fields outside the layout on which other settings or the plan depend.
local decides = { format = true, mode = true, attention = true, net0_share = true, net0_half = true }

--- Whether all settings and plans of the software stay the same if the case also states this field.
function software.stays(made, name)
  local record = rows.by_name[name].record
  if record == "layout" then
    return (software.entry(made.software) or {}).deal ~= "flop" and not (name == "tp" and leaves_etp(made))
  end
  return record ~= "model" and not decides[name]
end

-- A plan, and the set of its families that the script did not choose. If the script plans nothing, the default plan itself
-- is returned, because it is never changed.
local own_of = setmetatable({}, weak)
local function whole(default)
  local own = own_of[default]
  if not own then
    own = {}
    for family in pairs(default) do own[family] = true end
    own_of[default] = own
  end
  return default, own
end

local function merged(plan, default)
  if plan == nil then return whole(default) end
  if type(plan) ~= "table" then return plan, {} end
  local all, own = {}, {}
  for family, choice in pairs(plan or {}) do all[family] = choice end
  for family, choice in pairs(default) do
    if all[family] == nil then all[family], own[family] = choice, true end
  end
  return all, own
end

--- plan(made, plan): the plan of a case, completed for the families that the script leaves out, and a table of fields that
--- belong to these choices. made.by_software is the set of families that the script did not choose.
function software.plan(made, plan)
  made.by_software = nil
  if software.is_ideal(made.software) or not software.measured then return plan, nil end
  local found = software.measured(made, plan)
  plan, made.by_software = merged(plan, found.plan)
  return plan, found.fields
end

--- line(made): one line about the software as a basis of the results of a case; nil if the software fills in nothing.
function software.line(made)
  if software.is_ideal(made.software) then return nil end
  local gemm = made.by_software and made.by_software.gemm and (made.rests or {}).gemm
  local default = made.software.name == data().default and not core.states(made.software)
  return core.format("software %s%s, calibrated%s", made.software.name or "of the script",
    default and " (default)" or software.entry(made.software).assumed and " (without measured runs)" or "",
    gemm and core.format("; GEMMs %s", gemm.word == "inside" and core.format("measured on %s", made.device.name)
      or gemm.word) or "; GEMMs from the device's data sheet")
end

--- measured_by(made): a text that identifies the measured operators of a device that a default plan uses. They depend on
--- the format, on training or inference and, for inference, on attention with many queries or one, plain or latent.
function software.measured_by(made)
  local run = made.run
  if run.mode ~= "inference" then return run.format end
  return core.format("%s inference %s %s", run.format, run.sl == 1 and "decode" or "prefill",
    made.model.kv_lora_rank > 0 and "latent" or "plain")
end

-- Fields on which default plans depend: those of the device's operators, and those that choose among the operators.
local hardware = { format = true, mode = true, mem_bw = true, units = true, flop_eff = true, attn_eff = true,
  kv_lora_rank = true }

--- Whether this field affects how the software assigns layers to stages.
function software.deals_by(made, name)
  return (name == "pp" or name == "layers") and (software.entry(made.software) or {}).deal == "flop"
end

--- Whether moving that field changes what the software sets or plans.
function software.goes_by(made, name)
  if software.is_ideal(made.software) then return false end
  if name == "pp" or name == "layers" then return software.deals_by(made, name) end
  if name == "tp" then return leaves_etp(made) end
  if name == "sl" then return made.run.mode == "inference" end
  return hardware[name] or name:match "^peak_" ~= nil
end

return software
