-- SPDX-License-Identifier: MIT
-- One row of a file of training runs as a case, or one sentence with the reason why it is not a case. A row states the same
-- fields as a script's case, by its columns (runs/columns.lua) and words (runs/words.lua). Missing fields come from the
-- software, a known model, or the default, as in any case. A field that is stated twice must agree.
local aliases = require "twocs.data.aliases"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local counted = require "twocs.runs.counted"
local layout_string = require "twocs.data.layout_string"
local mesh = require "twocs.runs.mesh"
local models = require "twocs.runs.model"
local offloads = require "twocs.runs.offloads"
local registry = require "twocs.data.registry"
local remarks = require "twocs.runs.remarks"
local rows = require "twocs.data.rows"
local slips = require "twocs.runs.slips"
local software = require "twocs.data.software"
local unnamed = require "twocs.runs.unnamed"
local usual = require "twocs.runs.usual"
local words = require "twocs.runs.words"

local cases = {}

-- ---- Cells that state fields.

local function yes_word(value) return words.yes(value) and "yes" or "no" end

local function yes(field) return function(value) return { [field] = yes_word(value) } end end

-- Whether experts are padded to their capacity. If the software pads only on request, a capacity above 1 drops few tokens
-- and changes nothing.
local function is_padded(capacity, c, entry)
  if c.pad_to_capacity then return words.yes(c.pad_to_capacity) end
  return capacity <= 1 or entry.pads_experts ~= "on_request"
end

-- By column: the fields that its cell states. c: the other cells of the row, and entry: the entry of its software, which
-- some of these columns depend on.
local said = {
  gated = yes "gated", tied = yes "tied",
  untie_embeddings = function(value) return { tied = words.yes(value) and "no" or "yes" } end,
  dropout = yes "dropout", ep_overlap = yes "ep_overlap",
  fp8_lm_head = yes "fp8_head",
  grad_format = function(value) return { grad_format = value } end,
  grad_reduce_in_bf16 = function(value) return { grad_format = words.yes(value) and "bf16" or "fp32" } end,
  accumulate_allreduce_grads_in_fp32 = function(value)
    return words.yes(value) and { grad_format = "fp32" } or {} -- otherwise another option decides
  end,
  fp8_param_gather = function(value, c)
    return { weight_byte = words.yes(value) and words.format(c.precision) == "fp8" and 1 or nil }
  end,
  window_every = function(value) return { window_share = 1 / value } end,
  lora = function(value, c) return { lora_rank = not words.yes(value) and 0 or c.lora_rank or models.usual_rank } end,
  offload = function(value) return { offload_opt = offloads.optimizer(value) and 1 or nil } end,
  offload_optimizer = function(value) return { offload_opt = (value == "cpu" or words.yes(value)) and 1 or 0 } end,
  tp_overlap = function(value) return { tp_overlap = value == "backward" and "backward" or yes_word(value) } end,
  dp_overlap = function(value)
    local both = value == "both" or value == "gradients" or value == "none"
    return { dp_overlap = both and value or words.yes(value) and "gradients" or "none" }
  end,
  dist_opt = function(value, c)
    local other = c.sharding and (words.fields("sharding", c.sharding) or {}).zero
    if words.yes(value) then return (not other or other == "none") and { zero = "optimizer" } or {} end
    return other and {} or { zero = "none" }
  end,
  capacity_factor = function(value, c, entry)
    local stash = tostring(c.paged_stash or "no"):lower() -- a stash: this is the size of buffers, without padding
    return { capacity = (stash == "no" or stash == "false" or stash == "0") and is_padded(value, c, entry) and value
      or nil }
  end,
  vp = function(value, c) return { vp = (value > 1 or c.pipeline_layout) and value or nil } end,
  seq_parallel = function(value, c) return { sp = words.yes(value) and (c.tp or 1) > 1 and "yes" or "no" } end,
  flash_attn = function(value)
    return { attention = words.yes(value) and "fused" or "unfused",
      flash_kernel = value:match "^fa%d$" or value:match "^cudnn$" }
  end,
}

-- ---- The layout and the run.

-- GPUs of all nodes and of each node; nil, or a sentence if columns contradict each other.
local most_in_node = 8
local function nodes_of(c)
  if c.devices and not c.gpus then -- of each node, as in Lightning, or of all nodes
    local each = c.nodes and c.nodes > 1 and c.devices <= most_in_node
    c.gpus = each and c.nodes * c.devices or c.devices
  end
  if not c.nodes then return nil end
  if c.node_size then
    c.gpus = c.gpus or c.nodes * c.node_size
    return c.nodes * c.node_size ~= c.gpus and "its nodes x node_size differ from its GPUs" or nil
  end
  return c.gpus and c.gpus % c.nodes ~= 0 and "its nodes do not divide its GPUs" or nil
end

-- DP as the number of ranks over which one copy is sharded, times the number of copies.
local function replicas_of(c, set)
  if not c.dp_shard and not c.dp_replicate then return nil end
  local copies = c.dp_replicate or 1
  local dp = c.dp_shard and c.dp_shard * copies or c.dp
  if c.dp and c.dp ~= dp then return "its dp_shard x dp_replicate differ from its dp" end
  c.dp = dp
  if c.dp_shard and c.dp_shard > 1 then
    set("shard", c.dp_shard * (c.cp or 1), "dp_shard")
    if not c.sharding then set("zero", "weights", "dp_shard") end
  end
end

-- GPUs from the rate of all and the rate of one, which are rounded.
local function counted_by_rates(c)
  if c.gpus or not (c.tokens_per_s and c.tokens_per_s_per_gpu) then return end
  local n = c.tokens_per_s / c.tokens_per_s_per_gpu
  local whole = math.floor(n + 0.5)
  if whole >= 1 and math.abs(n / whole - 1) < 0.01 then c.gpus = whole end
end

local function layout_of(c, set, base, filled)
  counted_by_rates(c)
  local why = nodes_of(c) or replicas_of(c, set)
  if why then return nil, why end
  local inner = (c.tp or 1) * (c.pp or 1) * (c.cp or 1)
  local all = c.gpus or c.dp and c.dp * inner
  if not all then return nil, c.nodes and "gpus is empty, and so is gpus_per_node" or "gpus is empty" end
  if c.samples_per_s_per_gpu then c.samples_per_s = c.samples_per_s or c.samples_per_s_per_gpu * all end
  local dp = all / inner
  if dp ~= math.floor(dp) then
    return nil, core.format("TP x PP x CP (%d) does not divide its %d GPUs", inner, all)
  end
  -- Some count the ranks of EP apart from those of DP.
  if c.dp and c.dp ~= dp and c.dp * (c.ep or 1) == dp then c.dp, filled.dp_of_experts = dp, c.dp end
  if c.dp and c.dp ~= dp then return nil, "TP x PP x CP x DP differ from its GPUs" end
  c.gpus = all
  set("dp", dp)
  if c.layers_per_chunk and (c.pp or 1) > 1 then
    local chunks = (c.layers or base.layers) / (c.pp * c.layers_per_chunk)
    if chunks ~= math.floor(chunks) then return nil, "its pp x layers_per_chunk do not divide its layers" end
    set("vp", chunks, "layers_per_chunk")
  end
  if not c.seq_parallel and (c.experts or base.experts) > 0 and (c.tp or 1) > 1 then -- experts with TP need it
    set("sp", "yes")
  end
  return dp
end

-- Converts a batch in tokens to a batch in sequences.
local function batch_of(c)
  if not c.global_batch_tokens or not c.seq then return nil end
  local n = c.global_batch_tokens / c.seq
  if n ~= math.floor(n) then return "its global_batch_tokens are not a multiple of its seq" end
  if c.global_batch and c.global_batch ~= n then return "its global_batch_tokens and global_batch differ" end
  c.global_batch = n
end

-- The batch of a rank. With pipeline stages it is split into microbatches if a row states both; in torchtitan into
-- microbatches of one sequence by default. Otherwise it is one microbatch.
local function local_batch_of(c, dp, set)
  if not c.local_batch then return nil end
  local torchtitan = (software.find(c.software or "") or ""):find "^torchtitan"
  local both = c.microbatch and c.microbatch < c.local_batch and c.local_batch % c.microbatch == 0
  local in_parts = c.pipeline_microbatch or (c.pp or 1) > 1 and (torchtitan or both)
  if in_parts then
    set("micro_batch", c.pipeline_microbatch or c.microbatch or 1, "pipeline_microbatch")
    c.global_batch = c.global_batch or c.local_batch * dp * (c.grad_accum or 1)
    c.grad_accum = nil
  else
    c.microbatch = c.microbatch or c.local_batch
    set("micro_batch", c.local_batch, "local_batch")
    if torchtitan and not c.global_batch then c.grad_accum = c.grad_accum or 1 end -- its own default
  end
end

local function run_of(c, dp, set, filled, entry)
  usual.seq(c, dp, filled)
  if c.seq then set("sl", c.seq) end
  local why = batch_of(c) or local_batch_of(c, dp, set)
  if why then return why end
  if not c.seq then return "seq is empty" end
  usual.batch(c, dp, filled)
  if not (c.global_batch or c.grad_accum) and c.microbatch and c.batch_called and (c.pp or 1) == 1 then
    c.grad_accum, filled.grad_accum = 1, c.batch_called
  end
  if c.grad_accum and not c.global_batch and c.microbatch then c.global_batch = c.microbatch * dp * c.grad_accum end
  if not c.global_batch then
    return c.microbatch and not c.grad_accum and "global_batch is empty, and so is grad_accum" or "global_batch is empty"
  end
  if c.grad_accum and not c.microbatch then
    local own = c.global_batch / (dp * c.grad_accum)
    if own ~= math.floor(own) then return "DP x grad_accum do not divide its global batch" end
    set("micro_batch", own)
  end
  if c.grad_accum and c.microbatch and c.microbatch * dp * c.grad_accum ~= c.global_batch then
    return "microbatch x DP x grad_accum differ from its global batch"
  end
  set("global_batch", c.global_batch)
  if entry.accumulates ~= "on_request" then set("micro_batch", usual.microbatch(c, dp, filled)) end
end

-- Columns of words that mean fields.
local meaning = { "precision", "precision_recipe", "recompute", "recompute_modules", "sharding", "fsdp", "network",
  "optimizer", "dispatcher", "cp_comm", "fp8_attention", "cuda_graphs", "status", "position" }
local means = {}
for _, name in ipairs(meaning) do means[name] = true end

-- The meaning of a word for a software, whose entry can redefine it; or nil and a sentence.
local function meant_by(entry, name, value)
  local fields, why = words.fields(name, value)
  if not fields then return nil, why end
  local own = entry.means and entry.means[name]
  if not own then return fields end
  -- Text next to "selective" that names no part of a layer means the software's own kind.
  local plain = name == "recompute" and fields.recompute == "selective" and next(fields, next(fields)) == nil
  return own[tostring(value):lower()] or plain and own.selective or fields
end

-- Meanings of words that are not fields of a case.
local aside = { failed = true, hybrid = true, no_fsdp = true }

-- Selective recomputation recomputes modules; next to another word they are an unused default.
local function counts(c, name)
  local kind = name == "recompute_modules" and c.recompute and words.fields("recompute", c.recompute)
  return c[name] and (not kind or kind.recompute == "selective")
end

-- Whether the status of a run with a measurement is a comment of several words, and none of them says that it did not end.
local unended = { "running", "pending", "queue", "abort", "hang", "hung", "partial", "progress" }
local function is_comment(status)
  for _, word in ipairs(unended) do
    if status:lower():find(word, 1, true) then return false end
  end
  return status:find "%S%s+%S" ~= nil
end

local function measured(c)
  for _, name in ipairs{ "step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "samples_per_s", "tflops_per_gpu",
    "samples_per_s_per_gpu", "mfu_pct" } do
    if c[name] then return true end
  end
  return false
end

local function meant(c, entry, set, found)
  for _, name in ipairs(meaning) do
    if counts(c, name) then
      local fields, why = meant_by(entry, name, c[name])
      if not fields and name == "status" and is_comment(c.status) and measured(c) then fields = {} end
      if not fields then return why end
      for key, value in pairs(fields) do
        if aside[key] then found[key] = value else set(key, value, name ~= "recompute_modules" and name or nil) end
      end
    end
  end
end

-- Without FSDP nothing is sharded if the software would shard weights or has no default. Otherwise its default remains, or
-- another column decides.
local function unsharded(of, entry, set)
  local zero = of.layout.zero or entry.zero or "weights"
  if zero == "weights" then set("zero", "none", "fsdp") end
end

--- alone(c, column, cell, entry): the fields that a row would state in addition with another cell in an empty column,
--- regardless of its other cells; nil if these matter. The cell comes from cells.cell; entry: the entry of the row's
--- software.
function cases.alone(c, column, cell, entry)
  local one = columns.of(column)
  if one.is == "field" then return { [one.field] = cell } end
  if said[column] then return said[column](cell, c, entry) end
  local fields = means[column] and meant_by(entry, column, cell) or nil
  for key in pairs(fields or {}) do
    if aside[key] then return nil end
  end
  return fields
end

-- Megatron's number of recomputed layers: with "block" the layers of each chunk of a stage; else this number of layers
-- share one stored input. A sentence if the number is not used.
local function recomputed(c, of, base, set)
  local n, by_blocks = c.recompute_num_layers, (c.recompute_method or c.recompute) == "block"
  if not n or of.run.recompute ~= "full" then return nil end
  if not by_blocks then
    return n > 1 and core.format("its recompute_num_layers is %.0f, but the input of every layer is kept, not of every "
      .. "%.0f", n, n) or nil
  end
  local part = n * (c.pp or 1) * (of.layout.vp or 1) / (of.model.layers or base.layers)
  if n == 0 then set("recompute", "none") elseif part < 1 then set("recompute_part", part, "recompute_num_layers") end
end

-- Layers of the first stage, of the last stage, and the largest number of the stages between them, and chunks, from the
-- row's layout string; a sentence if the string cannot be used.
local function dealt(c, set)
  local pp = c.pp or 1
  if not c.pipeline_layout or pp == 1 then return end
  local made, why = layout_string.stages(c.pipeline_layout, pp)
  if not made then
    return core.format('pipeline_layout "%s" is not used (%s): layers are distributed as without it',
      c.pipeline_layout, why)
  end
  if c.vp then set("vp", made.chunks, "pipeline_layout") end
  for name, value in pairs((layout_string.fields(made, pp))) do set(name, value, "pipeline_layout") end
end

-- ---- The device.

local clash = mesh.clash

-- A waiting device draws a quarter of its power limit, as data/devices.lua assumes for nodes of eight; full speed draws the
-- limit of its data sheet. Below that its clock is reduced as in power.def.
local waiting = 0.25
local function clock(entry, limit)
  local margin = math.max(limit / entry.power - waiting, 0.05) / (1 - waiting)
  return margin < 1 and core.pow(margin, 1 / rows.by_name.cap_exponent.initial) or 1
end

-- A job on a rack of 72 with a power-of-two size uses 64 devices.
local rack = { 72, 64 }
local peaks = { "peak_fp32", "peak_tf32", "peak_fp16", "peak_bf16", "peak_fp8", "peak_fp4" }

-- The format that flags state: fp8 or fp4 is the format of GEMMs, whatever the format of the rest.
local function flagged(c)
  local stated, narrow = words.format(c.precision), nil
  local function on(name) return c[name] and c[name] ~= "no" and name end
  if on "bf16" and on "fp16" then return clash("bf16", "fp16") end
  narrow = on "fp4" or on "fp8"
  if c.fp8 and c.fp8 ~= "yes" and c.fp8 ~= "no" and c.fp8 ~= "hybrid" and c.fp8 ~= "e4m3" then
    c.precision_recipe = c.precision_recipe or c.fp8 -- "rowwise"
  end
  local wide = on "bf16" or on "fp16"
  if narrow and stated and stated ~= narrow and stated ~= "bf16" and stated ~= "fp16" then
    return clash(narrow, "precision")
  elseif wide and not narrow and stated and stated ~= wide and stated ~= "fp8" and stated ~= "fp4" then
    return clash(wide, "precision")
  end
  if narrow and stated ~= narrow then c.precision = narrow end
  if wide and not c.precision then c.precision = wide end
  local format = words.format(c.precision)
  for _, name in ipairs{ "fp4", "fp8", "bf16", "fp16" } do
    if c[name] == "no" and name == format then return clash(name, "precision") end
  end
  if c.bf16 == "no" and not c.precision then return "its bf16 is no, and precision is empty" end
end

-- The device that a text means. A module of two dies, as MI250X, is its die if nodes have eight: frameworks count dies, and
-- a node has four modules.
local function named_device(c, said)
  local name, _, reason = aliases.device(said)
  local in_node = c.node_size or c.nodes and c.gpus / c.nodes
  if not name and in_node == 8 then name = aliases.find("devices", core.format("%s GCD", said)) end
  return name, reason
end

local function device_of(c, set, stated)
  local said = c.device or c.gpu_type
  if not said then return nil, "gpu_type is empty" end
  local name, sentence = named_device(c, counted.without(said))
  if not name then return nil, sentence end
  local entry = require("twocs.data.packs").entry("devices", name)
  sentence = slips.of(c, registry.devices[name], entry)
  if sentence then return nil, sentence end
  if c.nvlink_domain and c.nvlink_domain ~= entry.net0_size then set("net0_size", c.nvlink_domain) end
  if entry.net0_size == 1 and c.nodes and c.gpus > c.nodes and not stated.net0_size then -- modules of one GPU, as GH200
    set("net0_size", c.gpus / c.nodes)
  end
  if entry.net0_size == rack[1] and c.gpus > rack[1] and c.gpus % rack[2] == 0 and not stated.net0_size then
    set("net0_size", rack[2])
  end
  if c.power_w and entry.power then
    local kept = clock(entry, c.power_w)
    for _, peak in ipairs(peaks) do
      local full = not stated[peak] and entry[peak] or tonumber(stated[peak])
      if kept < 1 and full then set(peak, kept * full) end
    end
  end
  return registry.devices[name]
end

-- ---- Facts that a row states twice.

-- Tokens per second, from each column that states the speed of a run.
local rates = {
  { "step_time_s", function(c, sl) return c.global_batch * sl / c.step_time_s end },
  { "tokens_per_s", function(c) return c.tokens_per_s end },
  { "tokens_per_s_per_gpu", function(c) return c.tokens_per_s_per_gpu * c.gpus end },
  { "samples_per_s", function(c, sl) return c.samples_per_s * sl end },
  { "steps_per_s", function(c, sl) return c.global_batch * sl * c.steps_per_s end },
}

local function contradiction(c, made)
  local m = made.model
  if c.params_b and not (m.kv_lora_rank > 0) then
    local kv, gated = m.kv_heads / m.heads, m.gated == "yes"
    local wide = m.experts > 0 and m.experts * m.expert_ffn + m.shared_ffn or m.ffn
    local layer = m.h * (m.heads * m.head_dim * (2 + 2 * kv) + (gated and 3 or 2) * wide)
    local params = (m.layers * layer + m.vocab * m.h) / 1e9
    -- A factor of two is larger than rounding, an unstated gate, or an untied LM head can explain.
    if c.params_b > 2 * params or c.params_b < params / 2 then
      return "its params_b and its dimensions contradict each other"
    end
  end
  local said, rate -- the first column that states the speed, and its tokens per second
  for _, one in ipairs(rates) do
    local own = c[one[1]] and one[2](c, made.run.sl)
    if own and not rate then
      said, rate = one[1], own
    elseif own and math.abs(own / rate - 1) > 0.05 then
      return core.format("its %s and %s contradict each other", said == "step_time_s" and "step time" or said, one[1])
    end
  end
end

-- The step time from a rate, if the row has no time.
local function timed(c, made, filled)
  if c.step_time_s then return end
  for _, one in ipairs(rates) do
    if c[one[1]] then
      c.step_time_s = c.global_batch * made.run.sl / one[2](c, made.run.sl)
      filled.computed.step_time_s = true
      return
    end
  end
end

-- Fields by record; the function that sets a field, unless the value is nil, with the column that states it; and the
-- function that checks whether two columns contradict each other in a field.
local function collector()
  local of = { model = {}, layout = {}, run = {}, device = {}, software = {} }
  local stated, why = {}, nil
  return of, function(name, value, column)
    if value == nil then return end
    local fields, before = of[rows.by_name[name].record], column and stated[name]
    if before and (tonumber(fields[name]) or fields[name]) ~= (tonumber(value) or value) then
      local sentence = clash(before, column)
      why = (not why or sentence < why) and sentence or why
    end
    stated[name] = column or stated[name]
    fields[name] = value
  end, function() return why end
end

local function fields_of(c, entry)
  local of, set, contradicted = collector()
  local found, filled = {}, { computed = {} }
  if c.lora and not words.yes(c.lora) then c.lora_rank = nil end -- a rank that is not used
  local interleaved = c.schedule == "interleaved1f1b"
  c.schedule = interleaved and "1f1b" or c.schedule
  local both = c.peak_mem_gib ~= nil and c.reserved_mem_gib ~= nil
  c.peak_mem_gib = c.peak_mem_gib or c.reserved_mem_gib
  local why = flagged(c) or counted.gpus(c) or mesh.degrees(c, set)
  if why then return nil, why end
  for name, value in pairs(c) do
    local one = columns.by_name[name]
    local in_rack = name == "node_size" and c.nvlink_domain -- several nodes in one NVLink domain
    if one and one.field and not in_rack then set(one.field, value, name) end
    for key, word in pairs(said[name] and said[name](value, c, entry) or {}) do set(key, word, name) end
  end
  local base, known, dp
  base, why, known = models.of(c, set, filled)
  if not base then return nil, why end
  if (of.model.lora_rank or base.lora_rank) > 0 then
    for name, value in pairs(entry.adapters or {}) do
      if of.model[name] == nil then set(name, value) end
    end
  end
  local own_experts = c.experts == 0 and base.experts > 0
  if own_experts then c.experts = nil end -- it is not used
  dp, why = layout_of(c, set, base, filled)
  if not dp then return nil, why end
  local undealt = dealt(c, set)
  why = run_of(c, dp, set, filled, entry) or meant(c, entry, set, found)
  if found.no_fsdp then unsharded(of, entry, set) end
  local unused = not why and recomputed(c, of, base, set) or nil
  why = why or contradicted()
  if why then return nil, why end
  local device
  device, why = device_of(c, set, of.device)
  if not device then return nil, why end
  local unfused = usual.attention(c, of.device, device)
  if unfused then set("attention", unfused) end
  if found.hybrid and not of.layout.shard then
    local node = of.device.net0_size or device.net0_size
    if dp * (c.cp or 1) % node == 0 then set("shard", math.min(node, dp * (c.cp or 1))) end
  end
  return of, nil, { base = base, known = known, device = device, failed = found.failed,
    filled = filled, remarks = remarks.of(c, of, device, { filled = filled, sentence = undealt or unused,
      memory_twice = both, interleaved = interleaved,
      own_experts = own_experts and base.experts }) }
end

local function states(record, fields) return next(fields) and record(fields) or record end

local function made_of(of, base, entry)
  return { model = states(base.base, of.model), layout = of.layout, device = states(base.device, of.device),
    software = states(registry.software[entry.name], of.software), run = core.record("run")(of.run) }
end

-- The variant of a software entry with or without compilation; the same entry if there is no other.
local function compiled(name, says)
  local other = says == "yes" and core.format("%s_compiled", name) or says == "no" and name:gsub("_compiled$", "") or name
  return software.entry(other) or software.entry(name)
end

--- of(c): the case of a row's cells by the names of runs/columns.lua, and { software = is it known?, unnamed = is none
--- stated?, read_as = the entry of a software with another name, model = name of the model that completed the row, failed =
--- did the run fail?, filled = names of cells that were assumed, and in `computed` of those that were computed
--- (runs/usual.lua), remarks = sentences on cells that could be meant differently }; or nil and a sentence. `of_its_file`
--- is the entry of software that the other rows of its file suggest (runs/unnamed.lua).
function cases.of(c)
  local name = c.software and software.find(c.software)
  local unknown = c.software and not words.is_megatrons(c.precision) and software.default
  local hint = not name and not unknown and (c.of_its_file or unnamed.hint(c))
  local entry = compiled(name or unknown or hint or software.default,
    c.compile or c.software and words.compiles(c.software))
  local of, why, base = fields_of(c, entry)
  if not of then return nil, why end
  local done, made = pcall(made_of, of, base, entry)
  if not done then return nil, (tostring(made):gsub("^[^\n]-:%d+: ", "")) end
  why = contradiction(c, made)
  if why then return nil, why end
  timed(c, made, base.filled)
  return made, { software = not c.software or name ~= nil, unnamed = not c.software, hint = hint,
    model = base.known and base.known.name, failed = base.failed, filled = base.filled,
    read_as = name and not software.named(c.software) and entry.name or nil, remarks = base.remarks }
end

return cases
