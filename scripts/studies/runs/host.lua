-- SPDX-License-Identifier: MIT
-- The time in which a host starts the kernels of a layer. Megatron-Core's own tests train models so small (hidden 512) that
-- only the host takes time. Their clusters are shared, so the fastest repeat of each layout counts, and of all layouts the
-- smallest time for a pass of a layer, forward and backward. Without experts it is host_own of data/software/frameworks.lua
-- times host; host_experts is the additional time with experts; host_narrow is the additional time of FP8 over BF16 with
-- the same degrees. host_latent is the additional time of latent attention over other attention with the same degrees, both
-- without the time of a step outside its passes. Full recomputation starts the kernels of the forward pass, half of all,
-- twice (t_host_redo of engine/rows/layer.def). Skipped if the runs are missing.
local runs = require "studies.runs"
local tw = require "twocs"

local list, sentence = runs.read("mcore")
if not list then return print("skipped: " .. sentence) end

local function number(value, otherwise)
  local n = tonumber(value)
  return n and n == n and n or otherwise
end

-- A run as { kind =, degrees =, layout =, calls =, step = }; nil if something other than its host may take time, or a count
-- is missing. A stage runs its layers once for each microbatch, and waits for each other stage once.
local function run_of(r)
  local layers, step, batch, gpus = number(r.layers), number(r.step_time_s), number(r.global_batch), number(r.gpus)
  if not (layers and step and batch and gpus) or r.gpu_type ~= "H100" or number(r.hidden) ~= 512 then return nil end
  if number(r.vp, 1) > 1 or r.recompute_granularity == "selective" or r.fsdp ~= "" then return nil end
  local tp, pp, cp, ep = number(r.tp, 1), number(r.pp, 1), number(r.cp, 1), number(r.ep, 1)
  local full = r.recompute_granularity == "full"
  local kind = r.precision == "fp8" and "FP8" or number(r.experts) and "experts" or full and "recomputed"
    or r.case:find "_mla" and "latent" or "dense"
  if number(r.experts) and (full or kind == "FP8") then return nil end
  local microbatches = batch / (gpus / (tp * pp * cp)) / number(r.microbatch, 1)
  local calls = layers / pp * (microbatches + pp - 1)
  return { kind = kind, plain = pp == 1 and cp == 1, degrees = tw.format("TP %.0f, PP %.0f, CP %.0f", tp, pp, cp),
    step = step, calls = calls, layout = tw.format("%s, TP %.0f, PP %.0f, CP %.0f, EP %.0f, %.0f layers, %3.0f passes of a "
      .. "layer", kind, tp, pp, cp, ep, layers, calls) }
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

-- The smallest time of a pass by kind.
local least = {}
local function count(key, each) least[key] = math.min(least[key] or math.huge, each) end
for _, one in ipairs(layouts) do
  local run, each = one.run, one.run.step / one.run.calls
  if run.plain then count(run.kind, each) end
  count(run.kind .. run.degrees, each)
  print(tw.format("%s: %2.0f repeats, the fastest %6.1f ms, %5.2f ms each", run.layout, one.repeats, 1e3 * run.step,
    1e3 * each))
end
-- The time of a step outside the passes of its layers: the intercept of a line through plain layouts at zero passes.
local function besides()
  local n, x, y, xx, xy = 0, 0, 0, 0, 0
  for _, one in ipairs(layouts) do
    local run = one.run
    if run.kind == "dense" and run.degrees:find "CP 1" then
      n, x, y, xx, xy = n + 1, x + run.calls, y + run.step, xx + run.calls * run.calls, xy + run.calls * run.step
    end
  end
  return (y * xx - x * xy) / (n * xx - x * x)
end

local narrow, again, latent
local fixed = besides()
for _, one in ipairs(layouts) do
  local run, degrees = one.run, one.run.degrees
  local wide, own, twice = least["dense" .. degrees], least["FP8" .. degrees], least["recomputed" .. degrees]
  if wide and own then narrow = math.min(narrow or math.huge, own - wide) end
  if wide and twice then again = math.min(again or math.huge, twice / wide) end
  if run.kind == "latent" then
    for _, other in ipairs(layouts) do
      local plain = other.run
      if plain.kind == "dense" and plain.degrees == degrees then
        local more = (run.step - fixed) / run.calls - (plain.step - fixed) / plain.calls
        latent = math.min(latent or math.huge, more)
      end
    end
  end
end
local entry = tw.software.megatron_core
print(tw.format("host_own %.2f ms (%.2f in the entry), host_experts %.2f (%.2f), host_narrow %.2f (%.2f), "
  .. "host_latent %.2f (%.2f)",
  1e3 * least.dense, 1e3 * entry.host_own * entry.host, 1e3 * (least.experts - least.dense),
  1e3 * entry.host_experts * entry.host, 1e3 * narrow, 1e3 * entry.host_narrow * entry.host,
  1e3 * latent, 1e3 * entry.host_latent * entry.host))
print(tw.format("full recomputation: %.2f times the host time (the rows take 1.5)", again))
