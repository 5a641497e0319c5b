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

--- Operators and links as they were measured: of(made) is { plan = { family = choice }, fields = { name = value } } for the
--- device and format of a case (fit/defaults.lua, which twocs/init.lua sets).
software.measured = nil

--- record(given): the record from whatever a script may write: a name; fields, which change the default one or that named
--- by `like`; or a record.
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

--- The entry that a record comes from, or nil: of a record of a script's own.
function software.entry(record) return record.name and data().entry(record.name) or nil end

--- Whether it has no friction: then nothing is filled in.
function software.is_ideal(record)
  local entry = software.entry(record)
  return entry == nil or entry.ideal == true
end

-- Of an entry, or of its fields for unfused attention, those of one kind of record: the entries of packs stay as they are.
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

-- Fields of that kind of record where it states none of its own.
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

-- Where a framework deals layers by flop, and the case does not say which stage has which.
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

-- Whether a case leaves it to its software how many ranks cut an expert.
local function leaves_etp(made)
  return (software.entry(made.software) or {}).etp_by == "tp" and made.model.experts > 0
    and made.model.experts < data().etp_stated_from and not core.states(made.layout, "etp")
end

-- Experts are cut by all TP ranks if CP and DP alone hold EP, as they have to then; else the run was another one.
local function cut(made)
  local layout = made.layout
  if layout.tp > 1 and layout.cp * layout.dp % layout.ep == 0 and made.model.expert_ffn % layout.tp == 0 then
    made.layout = layout({ etp = layout.tp }, true)
  end
end

--- fill(made): what the software sets in the run and the layout of a case that do not say it.
function software.fill(made)
  local entry = software.entry(made.software)
  if not entry then return end
  made.run, made.layout = filled(made.run, "run", entry), filled(made.layout, "layout", entry)
  if entry.unfused and made.run.attention == "unfused" then made.run = filled(made.run, "run", entry.unfused) end
  if entry.deal == "flop" then dealt(made) end
  if leaves_etp(made) then cut(made) end
end

-- Fields besides those of a layout by which something else is set or planned.
local decides = { format = true, mode = true, attention = true, net0_share = true, net0_half = true }

--- Whether all that the software sets and plans stays as it is where the case states this field in addition.
function software.stays(made, name)
  local record = rows.by_name[name].record
  if record == "layout" then
    return (software.entry(made.software) or {}).deal ~= "flop" and not (name == "tp" and leaves_etp(made))
  end
  return record ~= "model" and not decides[name]
end

-- A plan, and whose families are not the script's. Where the script plans nothing, the default one itself, which nobody
-- changes.
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

--- plan(made, plan): the plan of a case with what the script leaves out of it, and a table of fields that go with that.
--- made.by_software says which families are not the script's.
function software.plan(made, plan)
  made.by_software = nil
  if software.is_ideal(made.software) or not software.measured then return plan, nil end
  local found = software.measured(made, plan)
  plan, made.by_software = merged(plan, found.plan)
  return plan, found.fields
end

--- line(made): what a number of that case rests on by its software, in one line; nil where nothing is filled in.
function software.line(made)
  if software.is_ideal(made.software) then return nil end
  local gemm = made.by_software and made.by_software.gemm and (made.rests or {}).gemm
  local default = made.software.name == data().default and not core.states(made.software)
  return core.format("software %s%s, calibrated%s", made.software.name or "of the script",
    default and " (default)" or software.entry(made.software).assumed and " (without measured runs)" or "",
    gemm and core.format("; GEMMs %s", gemm.word == "inside" and core.format("measured on %s", made.device.name)
      or gemm.word) or "; GEMMs from the device's data sheet")
end

--- measured_by(made): which of a device's operators a default plan takes, in a text: that of a format, of training or
--- inference, there of attention with many queries or one, plain or latent.
function software.measured_by(made)
  local run = made.run
  if run.mode ~= "inference" then return run.format end
  return core.format("%s inference %s %s", run.format, run.sl == 1 and "decode" or "prefill",
    made.model.kv_lora_rank > 0 and "latent" or "plain")
end

-- What default plans go by: a device's operators, and which of them.
local hardware = { format = true, mode = true, mem_bw = true, units = true, flop_eff = true, attn_eff = true,
  kv_lora_rank = true }

--- Whether the software deals layers to stages by that field.
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
