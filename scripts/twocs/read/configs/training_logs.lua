-- SPDX-License-Identifier: MIT
-- Logs of training frameworks as a table with one row: step time, tokens and memory of a run. The first steps are warm-up
-- as long as they take longer than every step of the log's second half; they are left out, and the head of the table states
-- their number. An incomplete last line is left out and reported in the head.
local core = require "twocs.core"
local keys = require "twocs.read.keys"
local mistake = require "twocs.common.mistake"
local signs = require "twocs.read.configs.signs"
local tables = require "twocs.table"

local training_logs = {}

-- Numbers --------------------------------------------------------------------------------------------------------------

local scales = { [""] = 1, K = 1e3, M = 1e6, G = 1e9, B = 1e9, T = 1e12 }

-- The number after a pattern, or nil. with_commas: whether commas separate thousands.
local function number(line, pattern, place, with_commas)
  local _, stop = line:find(pattern)
  if not stop then return nil end
  local text, suffix = line:match("^%s*([%d.,eE+-]+)(%a?)", stop + 1)
  if not text then return nil end
  text = text:gsub("[.,]$", "")
  if with_commas then text = text:gsub(",(%d%d%d)", "%1") end
  if text:find("%d,%d") then
    keys.refuse(place, "%s: numbers have a decimal point, not a comma", text)
  end
  local value = tonumber(text)
  if not value then keys.refuse(place, "%s is not a number", text) end
  return value * (with_commas and 1 or scales[suffix] or 1)
end

local function gibibytes(text) return text and tonumber(text) and tonumber(text) * 1073741824 or nil end

-- Formats --------------------------------------------------------------------------------------------------------------
-- step(line, place, state): the values of a line, { step =, time =, tokens =, tokens_gpu =, samples =, batch =, memory = },
-- or nil.

local logs = {}

logs["megatron-log"] = { software = "megatron_core",
  step = function(line, place, state)
    local most = number(line, "max allocated:", place)
    if most then state.memory = math.max(state.memory or 0, most * 1048576) end -- MB of report_memory
    local step = line:match("iteration%s+(%d+)%s*/")
    if not step then return nil end
    local time = number(line, "elapsed time per iteration %(ms%):", place)
    return time and { step = tonumber(step), time = time / 1e3, batch = number(line, "global batch size:", place) }
  end }

logs["nemo-log"] = { software = "megatron_core",
  step = function(line, place)
    local time = number(line, "train_step_timing in s[:=]", place)
    if not time then return nil end
    return { time = time, step = number(line, "global_step[:=]", place) or number(line, "iteration ", place),
      batch = number(line, "global_batch_size[:=]", place),
      memory = number(line, "max_memory_allocated[:=]", place) or number(line, "peak_memory_usage[:=]", place) }
  end }

logs["torchtitan-log"] = { software = "torchtitan",
  step = function(line, place)
    local plain = line:gsub("\27%[[%d;]*m", "")
    local tokens = number(plain, "tps:", place, true)
    local step = number(plain, "step:", place)
    if not tokens or not step then return nil end
    return { step = step, tokens_gpu = tokens, memory = gibibytes(plain:match("memory:%s*([%d.]+)GiB")) }
  end }

logs["nanotron-log"] = { software = "nanotron",
  step = function(line, place)
    local time = number(line, "elapsed_time_per_iteration_ms:", place)
    if not time then return nil end
    return { step = number(line, "iteration:", place), time = time / 1e3, tokens = number(line, "tokens_per_sec:", place),
      batch = number(line, "global_batch_size:", place), memory = number(line, "cuda_max_memory_reserved:", place) }
  end }

logs["deepspeed-log"] = { software = "deepspeed",
  step = function(line, place)
    local samples = number(line, "CurrSamplesPerSec=", place)
    if not samples then return nil end
    return { step = number(line, "global_step=", place), samples = samples, -- its GB have 1024^3 bytes
      memory = gibibytes(line:match("MaxMemAllocated=([%d.]+)GB")) }
  end }

-- The Trainer prints one mean over all steps.
logs["trainer-log"] = { software = "", mean = true,
  step = function(line, place, state)
    state.last = tonumber(line:match("%s(%d+)/%d+ %[[%d:]+<") or "") or state.last
    local per_second = number(line, "'train_steps_per_second':", place)
    if not per_second then return nil end
    local runtime = number(line, "'train_runtime':", place)
    local time = state.last and runtime and runtime / state.last or per_second > 0 and 1 / per_second or nil
    return time and { step = state.last or 1, time = time }
  end }

local function mllog_value(event, name)
  local from = event[name]
  return type(from) == "table" and from or {}
end

-- MLPerf: the tracked step time, or otherwise blocks of samples.
logs["mllog"] = { software = "megatron_core",
  step = function(line, place, state)
    local text = line:match(":::MLLOG%s+({.*})")
    if not text then return nil end
    local event = core.json(text)
    if type(event) ~= "table" then keys.refuse(place, "the event is not JSON: is the line truncated?") end
    local about, value = mllog_value(event, "metadata"), event.value
    if event.key == "global_batch_size" and type(value) == "number" then state.batch = value end
    local tracked = mllog_value(event, "value")
    local time = tracked.train_step_time or tracked.train_step_timing
    if event.key == "tracked_stats" and type(time) == "number" then
      return { step = about.step, time = time, batch = state.batch }
    end
    local samples = about.samples_count
    if type(samples) ~= "number" or type(event.time_ms) ~= "number" then return nil end
    if event.key == "block_start" then state.start = { event.time_ms, samples } end
    if event.key ~= "block_stop" or not state.start or not state.batch then return nil end
    local steps, took = (samples - state.start[2]) / state.batch, (event.time_ms - state.start[1]) / 1e3
    state.start = nil
    return steps > 0 and { step = samples / state.batch, time = took / steps, batch = state.batch } or nil
  end }

-- Steps ----------------------------------------------------------------------------------------------------------------

local function steps_of(name, text)
  local log, sign = logs[name], signs.logs[name]
  local list, state, place, cut = {}, {}, 0, nil
  for line, stop in text:gmatch("([^\r\n]*)(\r?\n?)") do
    if line ~= "" or stop ~= "" then place = place + 1 end
    local found = (stop ~= "" or not line:find(sign, 1, true)) and line ~= "" and log.step(line, place, state)
    if stop == "" and line:find(sign, 1, true) then cut = place end
    if found then
      if type(found.step) ~= "number" then found.step = nil end
      list[#list + 1] = found
    end
  end
  return list, state, cut
end

local function quantile(sorted, q)
  local at = 1 + (#sorted - 1) * q
  local low = math.floor(at)
  local high = math.min(low + 1, #sorted)
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low)
end

-- The number of leading steps that take longer than every step of the second half.
local function warm_up_of(times)
  local most = 0
  for i = math.floor(#times / 2) + 1, #times do most = math.max(most, times[i]) end
  local cut = 0
  while cut < #times and times[cut + 1] > most do cut = cut + 1 end
  return cut
end

local function check_options(options)
  for _, name in ipairs{ "global_batch", "gpus", "sl", "warm_up" } do
    local value = options[name]
    if value ~= nil and (type(value) ~= "number" or value ~= math.floor(value) or
      value < (name == "warm_up" and 0 or 1)) then
      mistake.raise("read: %s = %s: expected a whole number", name, mistake.show(value))
    end
  end
end

-- The step time: from the log, or computed from samples or tokens and the batch.
local function time_of(one, options)
  local batch = options.global_batch or one.batch
  if one.time then return one.time end
  if one.samples and batch and one.samples > 0 then return batch / one.samples end
  local tokens = one.tokens or one.tokens_gpu and options.gpus and one.tokens_gpu * options.gpus
  return tokens and tokens > 0 and batch and options.sl and batch * options.sl / tokens or nil
end

local function rate_of(one, time, options)
  local batch = options.global_batch or one.batch
  if one.tokens then return one.tokens end
  if one.tokens_gpu and options.gpus then return one.tokens_gpu * options.gpus end
  return batch and options.sl and time and batch * options.sl / time or 0 / 0
end

-- The number of steps that one line covers: the difference between the last two lines.
local function stride(list)
  local a, b = list[#list - 1], list[#list]
  return a and a.step and b.step and b.step > a.step and b.step - a.step or 1
end

local function median(values)
  if #values == 0 then return 0 / 0 end
  table.sort(values)
  return quantile(values, 0.5)
end

local function row_of(log, list, state, options)
  local times, all, memory = {}, true, state.memory or 0
  for i, one in ipairs(list) do
    times[i] = time_of(one, options) or one.tokens_gpu and 1 / one.tokens_gpu or one.samples and 1 / one.samples
    all = all and time_of(one, options) ~= nil
    memory = math.max(memory, one.memory or 0)
  end
  local cut = options.warm_up or (log.mean and 0) or warm_up_of(times)
  if cut >= #times then keys.refuse(1, "it has %d steps, all of them warm-up", #times) end
  local kept, rates, gpu_rates = {}, {}, {}
  for i = cut + 1, #times do
    if all then kept[#kept + 1] = times[i] end
    local rate = rate_of(list[i], all and times[i], options)
    if rate == rate then rates[#rates + 1] = rate end
    if list[i].tokens_gpu then gpu_rates[#gpu_rates + 1] = list[i].tokens_gpu end
  end
  table.sort(kept)
  local middle = #kept > 0 and quantile(kept, 0.5) or 0 / 0
  local several = #kept > 1 and not log.mean
  local low, high = several and quantile(kept, 0.25) or 0 / 0, several and quantile(kept, 0.75) or 0 / 0
  local rate = median(rates)
  local per_gpu = #gpu_rates > 0 and median(gpu_rates) or options.gpus and rate / options.gpus or 0 / 0
  return { steps = #times, warm_up = cut, t_step = middle, t_low = low, t_high = high, spread = (high - low) / middle,
    token_rate = rate, device_token_rate = per_gpu, mem_byte = memory > 0 and memory or 0 / 0 }
end

local columns = {
  { "steps", "1", "lines of the log with a step" },
  { "warm_up", "1", "warm-up lines of these, left out" },
  { "t_step", "s", "time of a step, median" },
  { "t_low", "s", "its lower quartile" },
  { "t_high", "s", "its upper quartile" },
  { "spread", "1", "interquartile range over the median" },
  { "token_rate", "token/s", "tokens a second of all devices, median" },
  { "device_token_rate", "token/s", "tokens a second of one device, median" },
  { "mem_byte", "byte", "largest reported memory of a device" },
}

local function head_of(name, log, row, list, cut)
  local parts = { core.format("%s, %d steps, the first %d left out as warm-up", name, row.steps, row.warm_up) }
  local each = stride(list)
  if log.mean then parts[1] = core.format("%s, one mean over all steps, warm-up included", name)
  elseif each > 1 then parts[#parts + 1] = core.format("each line is a mean of %d steps", each) end
  if cut then parts[#parts + 1] = core.format("line %d is incomplete and left out", cut) end
  local again = 0
  for i = 2, #list do
    if list[i].step and list[i - 1].step and list[i].step <= list[i - 1].step then again = again + 1 end
  end
  if again > 0 then parts[#parts + 1] = core.format("it restarts %d times", again) end
  if row.t_step ~= row.t_step then
    parts[#parts + 1] = "it has no step time: set the tokens of a step with global_batch =, sl = and gpus ="
  end
  return table.concat(parts, "; ")
end

--- reader(name)(text, path, { sl =, gpus =, global_batch =, warm_up = }): a table with one row, or nil, sentence, code.
function training_logs.reader(name)
  local log = logs[name]
  return function(text, _, options)
    check_options(options)
    return keys.try(function()
      local list, state, cut = steps_of(name, text)
      if #list == 0 then
        keys.refuse(1, "it has no step of a %s%s", name, cut and ": its only step is incomplete" or "")
      end
      local row = row_of(log, list, state, options)
      local t = tables.new{ n = 1, names = {}, columns = {}, head = head_of(name, log, row, list, cut) }
      t = t:with("software", { log.software }, "", "framework", true)
      for _, column in ipairs(columns) do t = t:with(column[1], { row[column[1]] }, column[2], column[3]) end
      return t
    end)
  end
end

return training_logs
