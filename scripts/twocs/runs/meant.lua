-- SPDX-License-Identifier: MIT
-- What a user's words mean in the software that the row names, and what frameworks do where a row says nothing. The one
-- thing to know: each of these follows the framework's documentation or a kernel's paper, and a column of the row wins.
local core = require "twocs.core"
local aliases = require "twocs.data.aliases"
local stages = require "twocs.runs.stages"

local meant = {}

local function lower(value) return tostring(value or ""):lower() end
local function empty(value) return value == nil or value ~= value or value == "" end

local formats = { { "fp8", "fp8" }, { "float8", "fp8" }, { "bfloat16", "bf16" }, { "float16", "fp16" } }

--- precision(word): the number format that a framework's name of one stands for ("amp_fp8", "fp8-cs", "float8"): FP8 with
--- any scaling is FP8; or the word itself.
function meant.precision(word)
  local text = lower(word)
  for _, one in ipairs(formats) do
    if text:find(one[1], 1, true) then return one[2] end
  end
  return text
end

-- FlashAttention-2 made the first kernel around twice as fast on A100, and reaches 35 % of the peak of H100 (abstracts of
-- arXiv:2307.08691 and 2407.08608), as much as the first kernel reaches on A100: there the share is what is calibrated, and
-- on devices after it the first kernel, which knows nothing of their instructions, takes twice as long.
local first_kernel = 2

-- Is it a device of NVIDIA later than A100? For kernels that were made for A100.
local function is_after_a100(name)
  local known = aliases.find("devices", name)
  return known ~= nil and (known:find "^[hb]%d" or known:find "^g[bh]%d") ~= nil
end

--- flash(r): fields of fused attention: which kernel it is, where the row or the software's name tells it.
function meant.flash(r)
  local software = lower(r.software) .. lower(r.source)
  local first = lower(r.flash_attn) == "fa1" or software:find("foundry", 1, true) or software:find("composer", 1, true)
  return first and is_after_a100(r.gpu_type) and { flash_pace = first_kernel } or {}
end

-- TorchTitan's "selective" keeps the outputs of every second matrix product, or every second layer whole
-- (torchtitan/distributed/activation_checkpoint.py): half of full recomputation, which stops early.
local function recompute(r)
  if lower(r.recompute) ~= "selective" or not lower(r.software):find("titan", 1, true) then return {} end
  return { recompute = "full", recompute_part = 0.5, recompute_stop = "yes" }
end

-- Megatron drops out a tenth of what leaves attention and FC unless it is told otherwise (megatron/training/arguments.py:
-- attention-dropout, hidden-dropout), as models do whose attention is not fused; newer recipes tell it.
local function dropout(r)
  local word = lower(r.dropout)
  if word == "yes" or word == "true" or word == "1" then return { dropout = "yes" } end
  if word == "no" or word == "false" or word == "0" then return { dropout = "no" } end
  local unfused = not empty(r.flash_attn) and (lower(r.flash_attn) == "no" or tonumber(r.flash_attn) == 0
    or lower(r.flash_attn) == "false")
  return unfused and lower(r.software):find("megatron", 1, true) and { dropout = "yes" } or {}
end

-- DeepSpeed's BF16_Optimizer brings each gradient into FP32 and adds it there, each by a kernel: 2 + 4 and 4 + 4 + 4 bytes
-- (deepspeed/runtime/bf16_optimizer.py).
local function gradients(r)
  local sums = lower(r.software):find("deepspeed", 1, true) and lower(r.precision) == "bf16"
  return sums and { accumulate_byte = 18 } or {}
end

--- run(r): fields of a run.
function meant.run(r)
  local all = {}
  for _, part in ipairs{ recompute(r), dropout(r), meant.flash(r), gradients(r) } do
    for key, value in pairs(part) do all[key] = value end
  end
  return all
end

-- Of a device's limit a quarter is drawn while it waits, as data/devices.lua assumes of nodes of eight, and full speed
-- draws the limit of its sheet: below that its clock gives way as power.def has it.
local waiting = 0.25
local function clock(entry, limit)
  local exponent = require("twocs.data.rows").by_name.cap_exponent.initial
  local margin = math.max(limit / entry.power - waiting, 0.05) / (1 - waiting)
  return margin < 1 and core.pow(margin, 1 / exponent) or 1
end

-- Of a rack of 72 a job of a power of two takes 64.
local rack = { 72, 64 }
local peaks = { "peak_fp32", "peak_tf32", "peak_fp16", "peak_bf16", "peak_fp8", "peak_fp4" }

--- device(r, name): fields of a device that is not quite the registered one of that name: slower memory, a lower limit of
--- its power.
function meant.device(r, name)
  local own = { mem_bw = r.mem_bw }
  local entry = require("twocs.data.packs").entry("devices", name)
  if not entry then return own end
  if entry.net0_size == rack[1] and r.gpus > rack[1] and r.gpus % rack[2] == 0 then own.net0_size = rack[2] end
  if not r.power_w then return own end
  local kept = clock(entry, r.power_w)
  for _, peak in ipairs(peaks) do own[peak] = kept < 1 and entry[peak] and kept * entry[peak] or nil end
  return own
end

--- etp(r): the experts' own TP: as Megatron has it that of the other matrices, or none where EP takes all GPUs.
function meant.etp(r)
  if not r.experts or r.etp then return r.etp end
  return r.gpus / r.pp % (r.tp * (r.ep or 1)) == 0 and r.tp or 1
end

--- layout(r): fields of a layout: layers that PP does not divide.
function meant.layout(r) return stages.even({ layers = r.layers }, r.pp) end

return meant
