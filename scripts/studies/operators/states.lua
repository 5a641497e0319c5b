-- SPDX-License-Identifier: MIT
-- Linear attention compared with measured kernels of four devices: prefill with the gated delta rule, and its decode, with
-- the heads of Qwen3.5. twocs scripts/studies/operators/states.lua. One number is fitted to these rows, the rate of a unit
-- for a head's state (state_rate of data/software/frameworks.lua). The model states that a unit processes one head of a
-- sequence at a time, and what decode reads.
local data = require "studies.operators"
local tw = require "twocs"

local states = {}

states.systems = { { "h100_sxm", "h100_sxm" }, { "h200_sxm", "h200_sxm" }, { "b200_sxm", "b200_sxm" },
  { "gb200", "gb200_nvl72" } }

-- A layer of linear attention only, with these heads.
local function model(r)
  return tw.models.qwen3_8b{ layers = 1, state_share = 1, state_heads = r.heads, state_key_heads = r.key_heads }
end

-- Predicted times of the work on states; for each pair of heads, all lengths and batches at once.
local function predicted(t, device, phase)
  local by, kinds, batches = {}, {}, data.distinct(t, "batch")
  for r in t:rows() do
    local name = tw.format("%d %d", r.heads, r.key_heads)
    if not kinds[name] then
      kinds[name] = true
      local over = phase == "prefill" and { sl = data.distinct(t, "sl"), micro_batch = batches }
        or { micro_batch = batches }
      local run = { mode = "inference" }
      if phase == "decode" then run.sl = 1 end
      local swept = tw.sweep({ model = model(r), device = device, software = "pytorch", run = run },
        { over = over, want = "t_state_f" })
      for one in swept:rows() do
        by[tw.format("%s %d %d", name, phase == "decode" and 1 or one.sl, one.micro_batch)] = one.t_state_f
      end
    end
  end
  return by
end

--- table(): a row for each device and phase: number of rows, and the median and mean error of predictions.
function states.table()
  local found = { device = {}, phase = {}, rows = {}, median = {}, mean = {} }
  for _, system in ipairs(states.systems) do
    for _, phase in ipairs{ "prefill", "decode" } do
      local t, sentence = data.kernel_states(system[1], phase)
      if not t then return nil, sentence end
      local by, off, sum = predicted(t, system[2], phase), {}, 0
      for r in t:rows() do
        off[#off + 1] = math.abs(by[tw.format("%d %d %d %d", r.heads, r.key_heads, r.sl, r.batch)] / r.t - 1)
        sum = sum + off[#off]
      end
      table.sort(off)
      local at = #found.device + 1
      found.device[at], found.phase[at], found.rows[at] = system[2], phase, t.n
      found.median[at], found.mean[at] = off[math.ceil(t.n / 2)], sum / t.n
    end
  end
  return tw.table{ n = #found.device, names = { "device", "phase", "rows", "median", "mean" }, columns = found,
    units = { rows = "1", median = "1", mean = "1" },
    meanings = { median = "error of the time", mean = "error of the time" } }
end

if arg and arg[0] and arg[0]:match "states%.lua$" then
  local t, sentence = states.table()
  print(t or "skipped: " .. sentence)
end

return states
