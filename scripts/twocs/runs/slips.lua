-- SPDX-License-Identifier: MIT
-- Wrong units in a row of a file of training runs: numbers that the column allows but no such run has. The row is then not
-- a case, and a sentence asks for the intended unit. Nothing is corrected automatically.
local core = require "twocs.core"

local slips = {}

local gib = 1073741824
local least_power, most_power = 0.1, 2 -- of the data sheet's; no device runs with less, and more is not one device's
local most_memory = 1.2 -- over the size of the device: sheets count GB, tools GiB

-- A measured step longer than this multiple of the predicted one has a wrong unit: no prediction has so large an error.
local farthest = 1e4
local most_share = 20 -- of the peak of its devices; smaller ratios are reported for the file as a whole
local most_ratio = 3 -- between a stated share and the share from its time: definitions of FLOPs differ
local most_peak = 1.1 -- of the peak in the stated or assumed format
local least_memory = 1e-3 -- of the memory of the device

local function power(c, entry)
  if not (c.power_w and entry and entry.power) then return nil end
  if c.power_w < least_power * entry.power then
    return core.format('power_w is "%.6g", but its data sheet states %.0f W: is it in kW?', c.power_w, entry.power)
  elseif c.power_w > most_power * entry.power then
    return core.format('power_w is "%.6g", but its data sheet states %.0f W: is it in mW, or of a whole node?',
      c.power_w, entry.power)
  end
end

local function memory(c, device)
  if c.peak_mem_gib and c.peak_mem_gib * gib > most_memory * device.mem_size then
    return core.format('peak_mem_gib is "%.6g", and its device has %.0f GB: is it in MiB, or of a whole node?',
      c.peak_mem_gib, device.mem_size / 1e9)
  elseif c.peak_mem_gib and c.peak_mem_gib * gib < least_memory * device.mem_size then
    return core.format('peak_mem_gib is "%.6g", almost nothing: is it in TiB?', c.peak_mem_gib)
  end
end

-- A batch in tokens looks like a batch of many sequences; with short sequences, such large batches exist.
local function tokens(c)
  if c.global_batch and c.seq and c.seq >= 1024 and c.global_batch >= 65536 and c.global_batch % c.seq == 0 then
    return core.format('global_batch is "%.0f", a multiple of its seq: is it in tokens? then call it global_batch_tokens',
      c.global_batch)
  end
end

-- Measurements that state the step time without a share of the peak.
local speeds = { "step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "samples_per_s", "steps_per_s" }
local function has_speed(c)
  for _, name in ipairs(speeds) do
    if c[name] then return true end
  end
  return false
end

-- Shares are checked if the step time is computed from them; next to another measurement 0.4 can only be 40 % (share).
local function shares(c)
  for _, name in ipairs{ "mfu_pct", "hfu_pct" } do
    if not has_speed(c) and c[name] and c[name] <= 1 then
      return core.format('%s is "%.6g": is it a share? then write percent, %.6g', name, c[name], 100 * c[name])
    elseif c[name] and c[name] > 100 then
      return core.format('%s is "%.6g": more than 100 %%', name, c[name])
    end
  end
end

-- No measured run has more than this multiple of the data sheet's bandwidth; a row without a measured time may be a plan.
local most_bandwidth = 7 -- Gb/s are an eighth of GB/s, and most nodes have eight GPUs
local function sheets(c, device)
  local measured = false
  for _, name in ipairs{ "step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "samples_per_s", "tflops_per_gpu",
    "mfu_pct", "hfu_pct" } do measured = measured or c[name] ~= nil end
  local function times(name) return measured and (tonumber(c[name]) or 0) / device[name] or 0 end
  for _, name in ipairs{ "net0_bw", "net1_bw", "mem_bw" } do
    local of_sheet = times(name)
    local question = of_sheet > most_bandwidth and "in Gb/s, or of a whole node"
      or name == "net0_bw" and math.abs(of_sheet - 2) < 0.01 and "of both directions"
    if question then
      return core.format("%s is %.4g GB/s, but the data sheet of its device states %.4g: is it %s?", name, c[name] / 1e9,
        device[name] / 1e9, question)
    end
  end
  for _, name in ipairs{ "peak_bf16", "peak_fp16", "peak_fp8" } do
    if device[name] and math.abs(times(name) - 2) < 0.01 then
      return core.format("%s is %.4g TFLOP/s, but the data sheet of its device states %.4g: is it with sparsity?", name,
        c[name] / 1e12, device[name] / 1e12)
    end
  end
end

--- of(c, device, entry): a sentence, or nil. device: the record; entry: its entry in data/devices.lua.
function slips.of(c, device, entry)
  return power(c, entry) or memory(c, device) or tokens(c) or shares(c) or sheets(c, device)
end

--- time(measured, predicted, mfu): a sentence if no step can be so long or so short; mfu: of the predicted step.
function slips.time(measured, predicted, mfu)
  local share = mfu * predicted / measured
  if measured > farthest * predicted then
    return "its measured step is more than 10000 times as long as the predicted one: is its unit wrong?"
  elseif share > most_share then
    return "its measured step is more than 20 times faster than the peak of its devices allows: are the units "
      .. "of its time, batch or gpus wrong?"
  end
end

--- share(c, v, measured, device): a sentence if a row states its time twice, once as a share of the peak, and the two
--- disagree. c: its cells; v: its prediction; device: its record.
function slips.share(c, v, measured, device)
  local times, said = v.t_step / measured, c.step_time_s and "step time"
  local wide = device and v.peak / device.peak_bf16 or 1 -- many state the share of the BF16 peak in other formats too
  for _, pair in ipairs{ { "mfu_pct", 100 * v.mfu, wide }, { "tflops_per_gpu", v.mfu * v.peak / 1e12, 1 },
    { "hfu_pct", 100 * v.hfu, wide } } do
    local name, of_time, most = pair[1], pair[2] * times, most_ratio * math.max(1, pair[3])
    local function far(stated) return stated > most * of_time or stated < of_time / most_ratio end
    local as_share = name ~= "tflops_per_gpu" and c[name] and c[name] < 1 and not far(100 * c[name]) -- .4 is 40 %
    if said and c[name] and far(c[name]) and not as_share then
      return core.format("its %s and %s contradict each other", said, name)
    end
    said = said or c[name] and name
  end
  if c.tflops_per_gpu and c.tflops_per_gpu * 1e12 > most_peak * v.peak then
    return "its tflops_per_gpu is above the peak of its device in the format of the row: is the precision wrong, or is it "
      .. "the sum of all its GPUs?"
  end
end

return slips
