-- SPDX-License-Identifier: MIT
-- How the pace of fused attention depends on the width of heads and the length of sequences: predicted and measured,
-- relative to heads of 128 and 8,192 tokens, on four devices. twocs scripts/studies/operators/heads.lua. The time of
-- exponentials follows from the rate of a unit (exp_rate of a device); the additional keys of causal attention (causal_edge
-- of data/software/frameworks.lua) are fitted to these rows.
local data = require "studies.operators"
local tw = require "twocs"

local heads = {}

heads.systems = { { "h100_sxm", "h100_sxm" }, { "h200_sxm", "h200_sxm" }, { "b200_sxm", "b200_sxm" },
  { "gb200", "gb200_nvl72" } }
local widths, lengths = { 64, 128, 256 }, { 2048, 4096, 8192, 16384 }
local least = 2e12 -- flop of a kernel that fills the device

-- Median pace, in flop per second of unmasked scores, by width and length.
local function measured(t)
  local lists, paces = {}, {}
  for r in t:where(function(r) return r.flop / 2 >= least end):rows() do
    local key = tw.format("%d %d", r.dim, r.keys)
    lists[key] = lists[key] or {}
    table.insert(lists[key], r.flop / 2 / r.t)
  end
  for key, list in pairs(lists) do
    table.sort(list)
    paces[key] = list[math.ceil(#list / 2)]
  end
  return paces
end

local function predicted(device, width, length, law)
  local software, made = tw.software.megatron_core, tw.devices[device]
  if not law then software, made = software{ causal_edge = 0 }, made{ exp_rate = 0 } end
  local model = tw.model{ layers = 1, h = 4096, head_dim = width, heads = 32, kv_heads = 8 }
  return (tw.eval({ model = model, device = made, software = software, run = { sl = length, micro_batch = 1 } },
    "core_eff"))
end

--- table(): a row for each device, width and length: pace relative to that of 128 and 8192, measured, predicted, and
--- predicted from products only; or nil and a sentence without the tables.
function heads.table()
  local found = { device = {}, width = {}, length = {}, measured = {}, predicted = {}, products = {} }
  for _, system in ipairs(heads.systems) do
    local t, sentence = data.kernel_prefill(system[1])
    if not t then return nil, sentence end
    local paces = measured(t)
    for _, width in ipairs(widths) do
      for _, length in ipairs(lengths) do
        local at = #found.device + 1
        found.device[at], found.width[at], found.length[at] = system[2], width, length
        found.measured[at] = paces[tw.format("%d %d", width, length)] / paces["128 8192"]
        for name, law in pairs{ predicted = true, products = false } do
          found[name][at] = predicted(system[2], width, length, law) / predicted(system[2], 128, 8192, law)
        end
      end
    end
  end
  return tw.table{ n = #found.device, names = { "device", "width", "length", "measured", "predicted", "products" },
    columns = found, units = { width = "1", length = "token", measured = "1", predicted = "1", products = "1" },
    meanings = { products = "predicted without exponentials and tiles on the diagonal" } }
end

--- off(t, name): mean relative error of a column.
function heads.off(t, name)
  local sum = 0
  for r in t:rows() do sum = sum + math.abs(r[name] / r.measured - 1) end
  return sum / t.n
end

if arg and arg[0] and arg[0]:match "heads%.lua$" then
  local t, sentence = heads.table()
  print(t or "skipped: " .. sentence)
  if t then
    print(tw.format("mean error %.1f %%, with products alone %.1f %%", 100 * heads.off(t, "predicted"),
      100 * heads.off(t, "products")))
  end
end

return heads
