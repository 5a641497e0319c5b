-- SPDX-License-Identifier: MIT
-- Remarks on a row that is a case, about cells that could have been meant differently. A remark changes no prediction; it
-- names the column that would change it.
local aliases = require "twocs.data.aliases"
local core = require "twocs.core"
local offloads = require "twocs.runs.offloads"
local words = require "twocs.runs.words"

local remarks = {}

-- A sentence if the columns give another number of GPUs per node than the device, whose number is used; a rack or a pod
-- contains several nodes.
local most_in_node = 16
local function nodes_otherwise(c, device, stated)
  local own, taken = c.nodes and c.gpus / c.nodes, tonumber(stated.net0_size) or device.net0_size
  if own and not c.node_size and (own > taken or c.nodes > 1 and own < taken and taken <= most_in_node) then
    return core.format("its nodes have %.0f GPUs each by the columns nodes and gpus, but %.0f are used, the node size of "
      .. "its device: node_size overrides it", own, taken)
  end
end

-- A sentence if the name of its network states another rate than the device for a GPU, or for a node.
local function rate_otherwise(c, device, stated)
  local each, all = words.rate(c.network or "")
  local node, taken = tonumber(stated.net0_size) or device.net0_size, device.net1_bw * 8 / 1e9
  if not each or stated.net1_bw or c.gpus <= node then return nil end
  for _, rate in ipairs{ each, all } do
    if math.abs(rate / taken - 1) < 0.01 or math.abs(rate / (taken * node) - 1) < 0.01 then return nil end
  end
  return core.format('network "%s" means %.0f Gb/s, but %.0f Gb/s are used for each GPU, as in the data of its device; '
    .. "state net1_bw to change this", c.network, all, taken)
end

-- A sentence if only the name of a network is known.
local function network_unknown(c, device, stated)
  if (c.network or ""):lower():find "tcpx" and not stated.net1_bw and c.gpus > device.net0_size then
    return core.format('what network "%s" reaches is not known here: the bandwidth of its device is used; net1_bw and '
      .. "net1_share override it", c.network)
  end
end

-- A sentence if an FP8 recipe has no effect, because one scale per tensor is assumed anyway.
local function recipe_alone(c, of)
  if c.precision_recipe and of.software.fp8_recipe and of.run.format ~= "fp8" and of.run.format ~= "fp4" then
    return core.format('precision_recipe "%s" is for FP8, but the row is %s: it has no effect', c.precision_recipe,
      of.run.format and core.format("in %s", of.run.format) or "assumed as in bf16")
  end
end

-- A sentence if a row has two devices: one may be an entry of a user's own.
local function device_otherwise(c)
  if c.device and c.gpu_type and aliases.device(c.device) ~= aliases.device(c.gpu_type) then
    return core.format('device "%s" and gpu_type "%s" differ: device is used', c.device, c.gpu_type)
  end
end

-- A sentence if the model's name mentions adapters, but no column states the rank.
local function rank_taken(c, of)
  if of.model.lora_rank and of.model.lora_rank > 0 and not c.lora_rank then
    return core.format("its model is tuned by LoRA, but no column states the rank: %.0f is used (lora_rank)",
      of.model.lora_rank)
  end
end

-- A sentence if devices are counted per node, as in Lightning.
local function devices_of_each(c)
  if c.devices and c.nodes and c.gpus == c.devices * c.nodes and c.nodes > 1 then
    return core.format("its devices, %.0f, are read as devices of each of its %.0f nodes; if they are the total, call the "
      .. "column gpus", c.devices, c.nodes)
  end
end

-- A sentence if the batch of a rank is split into microbatches of an unstated size.
local function microbatch_taken(c)
  if c.local_batch and c.local_batch > 1 and not c.microbatch and not c.pipeline_microbatch then
    return "its local_batch runs in microbatches of one sequence, as torchtitan does with pipeline stages; state "
      .. "pipeline_microbatch to change this"
  end
end

-- A sentence if memory is stated twice, or is the reserved memory of an allocator.
local function memory_of(c, is_twice)
  if is_twice then
    return "its allocated memory is compared with the prediction; its reserved memory is not used"
  end
  return c.reserved_mem_gib and "its reserved memory is compared with the prediction, which is of the allocated memory "
    .. "and therefore smaller" or nil
end

-- A sentence if a schedule has several chunks per stage, but no column states their number.
local function chunks_taken(c, interleaved)
  if interleaved and (c.pp or 1) > 1 and not c.vp and not c.layers_per_chunk and not c.pipeline_layout then
    return "its schedule is interleaved, but no column states the chunks of each stage: 1 is used (vp)"
  end
end

-- A sentence if a row states that it has no experts, but the model that it names has some.
local function experts_of(c, own)
  return own and core.format('it states no experts, but its model "%s" has %.0f, which are used', c.model, own) or nil
end

-- A sentence if a library sends tokens to experts, but no column states how many GPUs share them.
local function experts_apart(c)
  if c.dispatcher and words.fields("dispatcher", c.dispatcher) and not c.ep and c.gpus > 1 then
    return core.format('its dispatcher is "%s", but no column states ep: 1 is used, with all experts on each GPU',
      c.dispatcher)
  end
end

-- A sentence if a row states a format for which its device has no separate peak.
local function format_of(of, device)
  if of.run.format == "bf16" and not of.device.peak_bf16 and not core.given(device, "peak_bf16") then
    return core.format("it states bf16, but %s has no bf16 peak: its fp16 peak is used", device.name or "its device")
  end
end

-- A sentence if a row's DP counts the copies of its experts.
local function dp_taken(c, filled)
  return filled.dp_of_experts and core.format("its dp of %.0f does not count the ranks of ep: dp %.0f is used",
    filled.dp_of_experts, c.dp) or nil
end

-- A sentence if the number of microbatches is the default of the name of the batch.
local function accumulation_taken(filled)
  return filled.grad_accum and core.format("no column states the gradient accumulation: 1 is used, the default of software "
    .. "that calls the batch %s (grad_accum)", filled.grad_accum) or nil
end

-- Sentences on sizes that were filled in.
local function heads_taken(c, filled)
  return filled.heads and core.format("its heads are not stated: heads of %.0f are used (heads)", c.hidden / c.heads) or nil
end
local function seq_taken(c, filled)
  return filled.seq and core.format("its sequence length is not stated: %.0f is used, which matters little for its rate "
    .. "(seq)", c.seq) or nil
end
local function batch_taken(c, filled)
  return filled.global_batch and core.format("its global batch is not stated: %.0f is used, which matters little for its "
    .. "rate (global_batch)", c.global_batch) or nil
end

local function microbatch_assumed(filled)
  return filled.microbatch and core.format("its microbatch is not stated: %.0f is used (microbatch)", filled.microbatch)
    or nil
end

-- A sentence on a length or a batch that was computed.
local function size_computed(c, filled)
  local name = filled.computed.seq and "seq" or filled.computed.global_batch and "global_batch"
  return name and core.format("its %s is not stated: %.0f is computed from its time and rate", name, c[name]) or nil
end

-- A sentence if attention is assumed without FlashAttention, because of the device.
local function attention_taken(c, of, device)
  return of.run.attention == "unfused" and not c.flash_attn and core.format("FlashAttention does not support %s: unfused "
    .. "attention is assumed (flash_attn)", device.name or "its device") or nil
end

-- The sentences that are not nil.
local function listed(...)
  local list = {}
  for i = 1, select("#", ...) do list[#list + 1] = (select(i, ...)) end
  return list
end

--- of(c, of, device, more): sentences on a row's cells c. of: the fields that it states, by record; device: the record of
--- its device; more: { sentence = another one, memory_twice = allocated and reserved memory are stated, interleaved = its
--- schedule, own_experts = the experts of its model if it states none, filled = names of cells
--- that were filled in }.
function remarks.of(c, of, device, more)
  return listed(more.sentence, offloads.remark(c.offload), memory_of(c, more.memory_twice),
    chunks_taken(c, more.interleaved), nodes_otherwise(c, device, of.device), rate_otherwise(c, device, of.device),
    network_unknown(c, device, of.device), recipe_alone(c, of), device_otherwise(c),
    rank_taken(c, of), devices_of_each(c), microbatch_taken(c), experts_of(c, more.own_experts), experts_apart(c),
    format_of(of, device), heads_taken(c, more.filled), seq_taken(c, more.filled), batch_taken(c, more.filled),
    dp_taken(c, more.filled), accumulation_taken(more.filled), size_computed(c, more.filled),
    microbatch_assumed(more.filled), attention_taken(c, of, device))
end

return remarks
