-- SPDX-License-Identifier: MIT
-- Widths, counts and batches that no known model, machine or run has, such as those with a typing error or a wrong factor
-- of a thousand. They are never refused, because they may be intended; they are reported once on stderr with the value.
local core = require "twocs.core"

local rows = require "twocs.data.rows"

local proportions = {}

-- Each entry is { field, largest usual value, field of which this value is a multiple }. Published models, machines and
-- runs stay well below.
local list = {
  { "layers", 2000 }, { "vocab", 4e6 }, { "heads", 4096 }, { "experts", 16384 }, { "h", 262144 },
  { "ffn", 64, "h" }, { "expert_ffn", 64, "h" }, { "shared_ffn", 64, "h" },
  { "q_lora_rank", 4, "h" }, { "kv_lora_rank", 4, "h" }, { "lora_rank", 4, "h" },
  { "nope_dim", 8192 }, { "rope_dim", 8192 }, { "v_dim", 8192 }, { "head_dim", 8192 }, { "sl", 1.1e8 },
  { "units", 5000 }, { "shared_width", 4096 }, { "net0_bw", 1e14 }, { "net1_bw", 5e12 },
  { "net2_bw", 5e12 }, { "net3_bw", 5e12 },
  { "host_bw", 1e13 }, { "nvme_bw", 1e13 }, { "mem_bw", 1e15 }, { "l2_bw", 5e15 }, { "shared_bw", 1e16 },
  { "peak_fp32", 1e16 }, { "peak_tf32", 1e17 }, { "peak_fp16", 3e17 }, { "peak_bf16", 8, "peak_fp16" },
  { "peak_fp8", 8, "peak_fp16" }, { "peak_fp4", 8, "peak_fp8" },
  { "clock", 1e11 }, { "mem_size", 1e13 }, { "l2_size", 5e9 }, { "workspace", 2e11 },
  { "base_mem", 1e13 }, { "launch", 1e-3 }, { "comm_launch", 3e-3 }, { "net0_lat", 5e-4 }, { "net1_lat", 2e-3 },
  { "host_power", 1e5 }, { "energy_low", 1e-6 }, { "energy_high", 1e-6 },
  { "net1_over", 100 }, { "net2_over", 100 }, { "net3_over", 100 },
  { "flop_vs_bw", 100 }, { "mem_vs_bw", 100 },
  { "capacity", 16 }, { "imbalance", 64 }, { "step_spread", 1 }, -- relative to the mean, not in percent
}

local least_between_failures = 1e6 -- s, eleven days for one device; published values are years

local without_limit = 1e18 -- the largest value of a field; studies write it for a link or memory without a limit
local tokens_most = 2.5e8 -- per step; the largest published step has about half
local keys_most = 64 -- keys per query in training, relative to the tokens of a sequence
local heads_most = 16 -- width of all heads together, relative to the hidden size

-- Does the case state the field, and does no axis move it?
local function states(made, moved, name)
  return not moved[name] and core.states(made[rows.by_name[name].record], name)
end

-- A sentence for each field that the case states and that is out of proportion.
local function widths(made, moved, found)
  for _, one in ipairs(list) do
    local name, most, of = one[1], one[2], one[3]
    local x = states(made, moved, name) and made[rows.by_name[name].record][name]
    local base = of and made[rows.by_name[of].record][of] or 1
    if x and x > most * base and not (x >= without_limit and x == rows.by_name[name].most) then
      found[#found + 1] = { name, core.format("%s = %.15g%s is larger than any known value: is it a typing error?", name, x,
        of and core.format(", %.3g times %s,", x / base, of) or "") }
    end
  end
end

local function heads(made, moved, found)
  local m = made.model
  if not (states(made, moved, "heads") or states(made, moved, "head_dim")) or moved.h then return end
  local ratio = m.heads * m.head_dim / m.h
  if ratio > heads_most or ratio < 1 / heads_most then
    found[#found + 1] = { "heads", core.format("heads x head_dim is %.15g, but h is %.15g: is one of them wrong?",
      m.heads * m.head_dim, m.h) }
  end
end

local function batch(made, moved, found)
  local run = made.run
  if not states(made, moved, "global_batch") or moved.sl then return end
  local tokens = run.global_batch * run.sl
  if tokens > tokens_most then
    found[#found + 1] = { "global_batch", core.format("global_batch = %.15g sequences are %.3g tokens in a step, more than "
      .. "any run has: is it in tokens?", run.global_batch, tokens) }
  end
end

-- Training attends to the tokens of its sequences, or to a few of them.
local function keys(made, moved, found)
  local run = made.run
  if run.mode ~= "training" or not states(made, moved, "kv_len") or moved.sl then return end
  if run.kv_len > keys_most * run.sl then
    found[#found + 1] = { "kv_len", core.format("kv_len = %.15g, but sl is %.15g: is one of them wrong?", run.kv_len,
      run.sl) }
  end
end

-- Schedules that need more than one stage.
local function schedule(made, moved, found)
  local layout = made.layout
  if not states(made, moved, "schedule") or moved.pp then return end
  if layout.pp == 1 and layout.schedule ~= "gpipe" and layout.schedule ~= "1f1b" then
    found[#found + 1] = { "schedule", core.format('schedule = "%s" changes nothing without a pipeline (pp = 1)',
      layout.schedule) }
  end
end

-- Hours that were written as seconds.
local function failures(made, moved, found)
  local x = states(made, moved, "mtbf") and made.device.mtbf or 0
  if x > 0 and x < least_between_failures then
    found[#found + 1] = { "mtbf", core.format('mtbf = %.15g s is shorter than that of any known device: is it a typing '
      .. 'error? Hours are written "%.15g h"', x, x) }
  end
end

--- of(made, axes): a list of { field, sentence }. Fields that an axis changes are not checked.
function proportions.of(made, axes)
  local found, moved = {}, {}
  for _, axis in ipairs(axes) do
    for _, move in ipairs(axis) do moved[move[1]] = true end
  end
  for _, look in ipairs{ widths, heads, batch, keys, schedule, failures } do look(made, moved, found) end
  return found
end

return proportions
