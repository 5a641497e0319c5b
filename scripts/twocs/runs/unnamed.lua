-- SPDX-License-Identifier: MIT
-- The software of rows that name none. What they state is a hint: of the published sets of runs in FP8 or FP4 without FSDP,
-- 94 % are of NeMo or Megatron, and 85 % of those that split a model by TP, PP or CP without FSDP (data/chances.lua). Rows
-- with FSDP, torch.compile or torchao's scales for rows, and plain data parallelism in 16 bits, are mostly of PyTorch's
-- frameworks. The other software stays an open choice (runs/files.lua).
local software = require "twocs.data.software"
local words = require "twocs.runs.words"

local unnamed = {}

-- Whether weights or gradients are sharded, as PyTorch's FSDP and DeepSpeed do it.
local function shards_weights(c)
  for _, column in ipairs{ "sharding", "fsdp" } do
    local fields = c[column] and words.fields(column, c[column])
    if fields and (fields.zero == "weights" or fields.zero == "gradients") then return true end
  end
  return c.dp_shard ~= nil or c.zero_group ~= nil
end

local function of_pytorch(c)
  local recipe = tostring(c.precision_recipe or ""):lower()
  return shards_weights(c) or words.yes(c.compile) or recipe:find "row" ~= nil
end

local function is_narrow(c)
  local format = words.format(c.precision)
  return format == "fp8" or format == "fp4"
end

local function is_amd(c) return tostring(c.gpu_type or ""):lower():find "mi%d%d" ~= nil end

local function is_split(c) return (c.tp or 1) > 1 or (c.pp or 1) > 1 or (c.cp or 1) > 1 end

--- hint(c): the name of the entry of software that a row's cells suggest; nil if they suggest none.
function unnamed.hint(c)
  -- VP and FP8-CS are words of Megatron-Core's users: PyTorch's pipelines state their schedule, torchao its granularity.
  if (c.vp or 1) > 1 or words.is_megatrons(c.precision) then return "megatron_core" end
  if of_pytorch(c) then return software.default end
  if is_narrow(c) and not is_amd(c) then return "nemo" end
  return (is_narrow(c) or is_split(c)) and "megatron_core" or nil
end

--- common(hints): the entry for all rows of a file that name no software, from the hints of its rows: a file is usually of
--- one framework, of which some rows show more than others. Nil if rows contradict each other, or suggest nothing.
function unnamed.common(hints)
  if hints[software.default] then return nil end
  return hints.nemo and "nemo" or hints.megatron_core and "megatron_core" or nil
end

return unnamed
