-- SPDX-License-Identifier: MIT
-- Converts headers with the unit in their name, "Step time (ms)" or step_time_ms, to the form used here: step_time_s [ms].
-- Ambiguous headers are not renamed; the report asks about them.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"

local headers = {}

local spellings = { sec = "s", secs = "s", second = "s", seconds = "s", msec = "ms", millisecond = "ms",
  milliseconds = "ms", gb = "GB", gib = "GiB", mb = "MB", mib = "MiB" }
local percents = { mfu_pct = true, hfu_pct = true }
local steps = { it = true, iter = true, iteration = true, step = true }

-- Names of the peak memory if the header has a unit of memory. "GPU memory" is not among them: it may be the size of a
-- device, so the report asks.
local memories = {}
for word in ("peak_memory peak_mem peak_gpu_memory max_memory max_mem max_gpu_memory"):gmatch "%S+" do
  memories[word] = columns.by_name.peak_mem_gib
end

-- Names of a step time if the unit is per step: "Time (s/step)". Names of a step time if they have a unit of time: "Step
-- (s)"; without a unit they may count steps.
local durations = { time = true, duration = true, training_time = true, train_time = true, speed = true,
  train_speed = true, training_speed = true, pace = true }
local paces = { step = true, iter = true, iteration = true }

-- The name and the unit of a header with both, else nil.
local function parted(text)
  text = columns.without_statistic(text)
  local unit, each = text:match "^(%a+)%s*/%s*(%a+)$" -- "ms/step", "s/it"
  if unit and steps[each:lower()] then return "step_time_s", unit end
  unit, each = text:lower():match "^(%a+)[%s_]per[%s_](%a+)$" -- "ms per step"
  if unit and steps[each] then return "step_time_s", unit end
  local name, inside = text:match "^(.-)%s*%(%s*([^()]+)%s*%)$"
  if not name then name, inside = text:match "^(.-)%s*%[%s*([^%[%]]+)%s*%]$" end
  unit, each = (inside or ""):match "^(%a+)%s*/%s*(%a+)$"
  if unit and steps[each:lower()] and durations[columns.plain(name)] then return "step_time_s", unit end
  if name then return name, (inside:gsub("%s*/%s*(%a+)$", function(one) return steps[one:lower()] and "" or nil end)) end
  name, inside = text:match "^(.-)%s*,%s*(%a+)$" -- "step time, s"
  if name then return name, inside end
  name, inside = text:match "^(.-)[%s_]+in[%s_]+(%a+)$" -- NeMo's "train_step_timing in s"
  if name then return name, inside end
  return text:match "^(.-)[%s_]+([%a]+)$"
end

-- Counted things in place of a unit, which do not change the meaning of the column: "Sequence length (tokens)".
local counted = { global_batch_tokens = { tokens = true, toks = true }, seq = { tokens = true, token = true, t = true },
  global_batch = { sequences = true, seqs = true, samples = true, seq = true, global = true },
  microbatch = { sequences = true, seqs = true, samples = true, seq = true }, gpus = { total = true },
  params_b = { b = true, bn = true, billion = true, billions = true } }

-- Words for a rate with its unit: "Throughput (tokens/s/GPU)".
local speeds = { throughput = true, speed = true, performance = true, perf = true, rate = true, throughput_per_gpu = true,
  throughput_gpu = true, tgs = true, tps = true, train_speed = true, training_speed = true, model_flop_s_per_gpu = true,
  flop_s_per_gpu = true }

-- Words for the rate of all GPUs.
local all_gpus = { global = true, total = true, cluster = true, aggregate = true, overall = true }

local function of_all_gpus(plain)
  local first, rest = plain:match "^(%a+)_(.+)$"
  return all_gpus[first] and rest or nil
end

-- A rate of one GPU by its name, its unit, or both: "Throughput per GPU (tokens/s)". "tps" alone does not say whose tokens.
local function speed_of(plain, unit)
  local whole = of_all_gpus(plain) -- as tokens and samples are
  if whole then
    local name = not whole:find "gpu" and speed_of(whole, unit)
    return (name == "tokens_per_s" or name == "samples_per_s") and name or nil
  end
  local rate = columns.of(unit:lower() == "per gpu" and plain .. "_per_gpu"
    or (unit:gsub("^[tT]/", "tokens/"):gsub("^[sS]/", "samples/"):gsub("^iters?/", "it/")))
  if not rate and plain:find "_per_gpu$" then rate = columns.of(core.format("%s/GPU", unit)) end
  if not (rate and rate.name:find "_per_") then return nil end
  if rate.name:find "_per_gpu$" then return rate.name end
  if plain == "tps" then return nil end
  if not (plain:find "gpu" or plain == "tgs") then return rate.name end
  local of_one = columns.of(core.format("%s_per_gpu", rate.name))
  return of_one and of_one.name or nil
end

--- Whether a word counts steps: "iter".
function headers.is_step(word) return steps[word:lower()] == true end

-- Words of a statistic over some steps, in front of the unit of a rate: "Iter 3-9 Avg (TFLOPS/GPU)".
local statistics = {}
for word in ([[iter iters iteration iterations step steps last avg average mean median steady state measured result results
  value]]):gmatch "%S+" do
  statistics[word] = true
end

local function is_statistic(plain)
  for word in plain:gmatch "%a+" do
    if not statistics[word] then return false end
  end
  return plain:find "%a" ~= nil
end

-- Rates of all GPUs, whose number may be in the header.
local totals = { tokens_per_s = true, samples_per_s = true }

-- A header of a column with a unit; nil if the column cannot have this unit.
local function with_unit(one, unit)
  if percents[one.name] then return (unit == "%" or unit:find "peak$") and one.name or nil end -- "MFU (BF16 peak)"
  if counted[one.name] and counted[one.name][unit:lower()] then return one.name end
  if one.name == "global_batch" and (unit:lower() == "tokens" or unit:lower() == "t") then return "global_batch_tokens" end
  if one.name == "seq" and unit:lower():find "^k$" or unit:lower():find "^k%s*tokens?$" then return "seq [k]" end
  if totals[one.name] and unit:lower():find "^%d+%s*[%a%s]*[gxn]pus?$" then return one.name end -- "tokens/s (8 GPUs)"
  local per = unit:lower():match "^per (%a+)$" -- "tokens/s (per GPU)"
  local own = per and columns.of(core.format("%s_per_%s", one.name, per))
  if own and own.name:find "_per_gpu$" then return own.name end
  unit = spellings[unit:lower()] or unit
  if one.unit and core.quantity(core.format("1 %s", unit), one.unit) then
    return core.format("%s [%s]", one.name, unit)
  end
end

local batches = { batch_size = true, batch = true, bs = true, bsz = true }

-- Thousands and millions of tokens per second: "ktok/s/GPU", "Throughput (K tokens/s)"; the rate and its letter.
local function in_thousands(cell)
  local letter, rate = cell:match "^%s*([kKM])%s?([tT]ok%a*%s*/.*)$"
  if not letter then letter, rate = cell:match "^%a+%s*[%(%[]%s*([kKM])%s?([tT]ok%a*%s*/[^%)%]]*)[%)%]]$" end
  local one = letter and speeds[columns.plain(cell:match "^%a+")] ~= false and columns.of((rate:gsub("%s+$", "")))
  return one and one.name:find "^tokens_per_s" and core.format("%s [%s]", one.name, letter == "M" and "M" or "k") or nil
end

-- The name of a header here, if its name contains the unit of a known column; else nil.
local function meant(cell)
  local thousands = in_thousands(cell)
  if thousands then return thousands end
  local name, unit = parted(cell)
  if not name then return nil end
  local plain = columns.plain(name):gsub("^median_", ""):gsub("^mean_", ""):gsub("^avg_", ""):gsub("^average_", "")
  local of_all = of_all_gpus(plain)
  if speeds[of_all or plain] then return speed_of(plain, unit) end
  if unit:find "/" and is_statistic(plain) then return speed_of("rate", unit) end
  local is_pace = paces[plain] and (unit ~= "s" or cell:find "[%(%[,]") -- "iter_s" may be iterations per second
  if batches[plain] and counted.global_batch_tokens[unit:lower()] then return "global_batch_tokens" end -- "Batch (tokens)"
  local one = columns.of(name) or memories[plain] or is_pace and columns.by_name.step_time_s
  if one and columns.of(unit) == one and not unit:find "^%l+$" then return one.name end -- "Model FLOPs Utilization (MFU)"
  return one and with_unit(one, unit) or nil
end

-- Headers whose meaning depends on the other headers. In Hugging Face's model cards, train_batch_size next to the batch of
-- all devices is the batch of one device; so is "batch" next to a global batch. "system" means the GPU, "container" the
-- software, and "benchmark" the model, if no other column states them.
local function by_others(cell, taken)
  local plain = columns.plain(cell.name)
  if taken.total_train_batch_size and plain == "train_batch_size" then return "microbatch" end
  local unsaid = not (taken.microbatch or taken.local_batch or taken.train_batch_size)
  if batches[plain] and taken.global_batch and unsaid then return "microbatch" end
  if plain == "system" and not taken.gpu_type and not taken.device then return "gpu_type" end
  if plain == "container" and not taken.software then return "software" end
  if plain == "benchmark" and not taken.model then return "model" end
end

-- "tokens/s [total]", whose brackets contain no unit, without them.
local function without_total(cell)
  local name, inside = cell.cell:match "^(.-)%s*%[%s*(%a+)%s*%]%s*$"
  local one = name and columns.of(name)
  return one and totals[one.name] and all_gpus[inside:lower()] and core.format("%s [1]", one.name) or nil
end

-- A column with an unknown unit becomes a column of texts, which is not used: it must not make the whole file invalid.
local function without_unit(cell)
  local unit = cell.cell:match "%[([^%[%]]*)%]%s*$"
  if not unit or unit == "text" or unit == "1" or core.quantity(core.format("1 %s", unit)) then return cell.cell end
  return core.format("%s (%s) [text]", cell.name, unit)
end

-- Chinese headers and brackets. The longest of these terms in a header is translated, the rest of it stays: "吞吐（tokens/s）".
local chinese = {
  ["模型"] = "model", ["卡数"] = "gpus", ["GPU数"] = "gpus", ["GPU 数"] = "gpus", ["GPU数量"] = "gpus", ["节点数"] = "nodes",
  ["显卡"] = "gpu", ["精度"] = "precision", ["序列长度"] = "seq", ["全局批大小"] = "gbs", ["全局batch"] = "gbs",
  ["微批大小"] = "mbs", ["并行"] = "parallelism", ["并行策略"] = "parallelism", ["重计算"] = "recompute", ["框架"] = "software",
  ["分布式策略"] = "parallelism", ["速度"] = "speed",
  ["吞吐"] = "throughput", ["吞吐量"] = "throughput", ["迭代时间"] = "iteration time", ["单步时间"] = "step time",
  ["单步耗时"] = "step time", ["显存"] = "memory", ["显存峰值"] = "peak memory", ["备注"] = "notes", ["状态"] = "status",
}

local function translated(text)
  if not text:find "[\128-\255]" then return text end
  text = text:gsub("\239\188\136", " ("):gsub("\239\188\137", ")")
  local longest = ""
  for term in pairs(chinese) do
    if #term > #longest and text:find(term, 1, true) then longest = term end
  end
  if longest == "" then return text end
  local from, to = text:find(longest, 1, true)
  local whole = text:sub(1, from - 1) .. chinese[longest] .. text:sub(to + 1)
  return whole:find "[\128-\255]" and text or whole -- a term that is only a part of another word means something else
end

--- meant(cells): the headers of a file, a list of { cell =, name = }, with their names here; unchanged if no column, or
--- more than one, matches. A column without a name gets one.
function headers.meant(cells)
  local list, taken, unnamed = {}, {}, 0
  for k, cell in ipairs(cells) do
    local name = translated(cell.name)
    if name ~= cell.name then cells[k] = { cell = translated(cell.cell), name = name } end
  end
  for _, cell in ipairs(cells) do
    local one = columns.of(cell.name)
    if one then taken[one.name] = true end
    taken[columns.plain(cell.name)] = true
  end
  for k, cell in ipairs(cells) do
    local name = by_others(cell, taken) or not columns.of(cell.name) and meant(cell.cell)
    local of = name and name:match "^[%w_]+"
    list[k] = of and not taken[of] and name or without_total(cell) or without_unit(cell)
    if of then taken[of] = true end
    if not cell.cell:find "%S" then
      unnamed = unnamed + 1
      list[k] = unnamed == 1 and "(no name) [text]" or core.format("(no name %d) [text]", unnamed)
    end
  end
  return list
end

--- suggested(cell): the same, if the name is only similar to a column's name.
function headers.suggested(cell)
  local name, unit = parted(cell)
  if not name then return nil end
  local one, near = columns.of(name)
  one = one or near and columns.of(near)
  return one and with_unit(one, unit) or nil
end

return headers
