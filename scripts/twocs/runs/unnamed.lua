-- SPDX-License-Identifier: MIT
-- The software of a row that names none. What a row states is a hint: of the published sets of runs (data/chances.lua), all
-- in FP8 or FP4 without FSDP are of NeMo or Megatron, and most that split a model by TP, PP or CP without FSDP. Rows with
-- FSDP, torch.compile or torchao's scales for rows, and plain data parallelism in 16 bits, are mostly of PyTorch's
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

--- of(c): the name of an entry of software for a row's cells.
function unnamed.of(c)
  -- VP and FP8-CS are words of Megatron-Core's users: PyTorch's pipelines state their schedule, torchao its granularity.
  if (c.vp or 1) > 1 or words.is_megatrons(c.precision) then return "megatron_core" end
  if of_pytorch(c) then return software.default end
  if is_narrow(c) and not is_amd(c) then return "nemo" end
  return (is_narrow(c) or is_split(c)) and "megatron_core" or software.default
end

return unnamed
