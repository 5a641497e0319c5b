-- SPDX-License-Identifier: MIT
-- Measured training runs of others as cases: one row of a file becomes one case, or one sentence why it is none. The
-- one thing to know: nothing is guessed here; what a file leaves out stands in its entry of runs/files.lua.
local core = require "twocs.core"
local files = require "twocs.runs.files"
local aliases = require "twocs.data.aliases"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local stages = require "twocs.runs.stages"

local runs = {}

--- The registered device that a file's name stands for, or nil and a sentence.
runs.device = aliases.device

local recomputes = { none = "none", ["null"] = "none", [""] = "none", selective = "selective", full = "full" }
local shardings = { zero0 = "none", zero1 = "optimizer", zero2 = "gradients", zero3 = "weights", FULL_SHARD = "weights",
  full_shard = "weights", fsdp = "weights", hsdp = "weights", ddp = "none", none = "none", [""] = nil }
local formats = { fp16 = "fp16", amp_fp16 = "fp16", bf16 = "bf16", amp_bf16 = "bf16" }

local function merged(...)
  local all = {}
  for i = 1, select("#", ...) do
    for key, value in pairs((select(i, ...)) or {}) do all[key] = value end
  end
  return all
end

-- A cell as a number, or nil where it holds none ("", "n/a", "NA").
local function number(value)
  if type(value) == "string" then value = tonumber(value) end
  if value == nil or value ~= value then return nil end
  return value
end

local function yes(value)
  local text = tostring(value):lower()
  return text == "1" or text == "1.0" or text == "true" or text == "yes" or text:find "^fa%d$" ~= nil
end

-- Fields that every file names alike.
local function model_of(r)
  local h, heads = number(r.hidden), number(r.heads)
  if not h or not heads then return { layers = number(r.layers), h = h } end
  return { layers = number(r.layers), h = h, heads = heads, head_dim = number(r.head_dim) or h / heads,
    kv_heads = number(r.kv_heads), ffn = number(r.ffn), vocab = number(r.vocab) }
end

local function layout_of(r)
  local tp, pp, cp = number(r.tp), number(r.pp), number(r.cp) or 1
  if not tp or not pp then return nil, "its layout is not stated" end
  local dp = number(r.gpus) / (tp * pp * cp)
  if dp ~= math.floor(dp) then
    return nil, core.format("TP x PP x CP (%d) does not divide its %d GPUs", tp * pp * cp, number(r.gpus))
  end
  return { tp = tp, pp = pp, cp = cp, dp = dp, vp = number(r.vp) or 1,
    sp = (r.seq_parallel ~= nil and yes(r.seq_parallel) and tp > 1) and "yes" or nil, zero = shardings[r.sharding] }
end

local function run_of(r)
  local batch, micro = number(r.global_batch), number(r.microbatch)
  if not batch or not micro then return nil, "its batch is not stated" end
  return { sl = number(r.seq), global_batch = batch, micro_batch = micro, recompute = recomputes[r.recompute],
    attention = r.flash_attn ~= nil and (yes(r.flash_attn) and "fused" or "unfused") or nil,
    format = r.precision ~= nil and formats[tostring(r.precision):lower()] or nil }
end

-- The layout of a run that names its model, which twocs then knows.
local function of_named(own, layout)
  local models = require("twocs.data.registry").models
  local base = type(own.of) == "string" and models[own.of] or core.record("model", own.of)
  local model = base(own.model)
  local placed = own.layout == "even" and stages.even({ layers = model.layers }, layout.pp) or own.layout
  return model, merged({ sp = layout.tp > 1 and "yes" or nil }, placed)
end

--- case(entry, r, more): the case of one row, nil, and, where they are told, its class of network and when its release
--- polls; or nil and a sentence.
--- more: { run =, layout = }, which win.
function runs.case(entry, r, more)
  local own, sentence = {}, nil
  if entry.row then own, sentence = entry.row(r) end
  if not own then return nil, sentence end
  local device, layout, run
  device, sentence = runs.device(own.gpu or r.gpu_type)
  if device then layout, sentence = layout_of(r) end
  if layout then run, sentence = run_of(r) end
  if not run then return nil, sentence end
  local model, placed = nil, own.layout
  if own.of then model, placed = of_named(own, layout) else model = merged(model_of(r), entry.model, own.model) end
  local extra = more or {}
  if type(extra) == "function" then extra = extra(r) end
  local link = merged(entry.device, own.device)
  if next(link) then device = require("twocs.data.registry").devices[device](link) end
  return { device = device, model = model, layout = merged(entry.layout, layout, placed, extra.layout),
    run = merged(entry.run, run, own.run, extra.run) }, nil, own.network or entry.network, own.polls
end

--- The entry of a file by its name in runs/files.lua.
function runs.entry(name)
  local known = {}
  for key in pairs(files) do known[#known + 1] = key end
  table.sort(known)
  if files[name] then return files[name] end
  mistake.raise('runs: "%s" is no file of training runs%s', mistake.word(name), nearest.hint(name, known))
end

--- read(path, name, more): for each row of the file { row =, case = } or { row =, why = "sentence" }; or nil, sentence.
function runs.read(path, name, more)
  local entry = runs.entry(name)
  local t, sentence = require("twocs.read").read(path, entry.columns and { columns = entry.columns } or nil)
  if not t then return nil, sentence end
  return runs.rows(t, entry, more)
end

--- rows(t, entry, more): the same of a table.
function runs.rows(t, entry, more)
  local list, names = {}, t:names()
  for i = 1, t.n do
    local r = {} -- a plain table: a column that a file lacks is nil
    for _, column in ipairs(names) do r[column] = t:column(column)[i] end
    if not entry.only or entry.only(r) then
      local made, why, network, polls = runs.case(entry, r, more)
      list[#list + 1] = { row = r, case = made, why = why, network = network, polls = polls }
    end
  end
  return list
end

return runs
