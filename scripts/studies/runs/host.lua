-- SPDX-License-Identifier: MIT
-- What a host takes to start the kernels of a layer: Megatron-Core's own tests train models so small (hidden 512) that
-- nothing else takes time. Their clusters are shared, so of each layout the fastest repeat counts, and of all layouts the
-- least time for a pass of a layer, forward and backward: host_own of data/software/frameworks.lua times host where there
-- are no experts, and host_experts in addition where there are. Skips where the runs are not here.
local runs = require "studies.runs"
local tw = require "twocs"

local list, sentence = runs.read("mcore")
if not list then return print("skipped: " .. sentence) end

local function number(value, otherwise)
  local n = tonumber(value)
  return n and n == n and n or otherwise
end

-- A run as { sparse =, layout =, calls =, step = }; nil where more than its host may take time, or a count is missing.
local function run_of(r)
  local layers, step, batch, gpus = number(r.layers), number(r.step_time_s), number(r.global_batch), number(r.gpus)
  if not (layers and step and batch and gpus) or r.gpu_type ~= "H100" or number(r.hidden) ~= 512 then return nil end
  if number(r.pp, 1) > 1 or number(r.cp, 1) > 1 or r.recompute_granularity ~= "" or r.fsdp ~= "" then return nil end
  local tp, ep, sparse = number(r.tp, 1), number(r.ep, 1), number(r.experts) ~= nil
  local calls = layers * batch / (gpus / tp) / number(r.microbatch, 1)
  return { sparse = sparse, step = step, calls = calls,
    layout = tw.format("%s, TP %.0f, EP %.0f, %.0f layers, %3.0f passes of a layer", sparse and "experts" or "dense", tp,
      ep, layers, calls) }
end

local by, layouts = {}, {}
for _, one in ipairs(list) do
  local run = run_of(one.raw)
  if run then
    local known = by[run.layout]
    if not known then
      known = { run = run, repeats = 0 }
      by[run.layout], layouts[#layouts + 1] = known, known
    end
    known.run = run.step < known.run.step and run or known.run
    known.repeats = known.repeats + 1
  end
end
table.sort(layouts, function(a, b) return a.run.layout < b.run.layout end)

local least = {}
for _, one in ipairs(layouts) do
  local each, sparse = one.run.step / one.run.calls, one.run.sparse
  least[sparse] = math.min(least[sparse] or math.huge, each)
  print(tw.format("%s: %2.0f repeats, the fastest %6.1f ms, %5.2f ms each", one.run.layout, one.repeats, 1e3 * one.run.step,
    1e3 * each))
end
local entry = tw.software.megatron_core
print(tw.format("host_own %.2f ms (%.2f in the entry), host_experts %.2f (%.2f)", 1e3 * least[false],
  1e3 * entry.host_own * entry.host, 1e3 * (least[true] - least[false]), 1e3 * entry.host_experts * entry.host))
