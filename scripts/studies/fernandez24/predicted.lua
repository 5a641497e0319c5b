-- SPDX-License-Identifier: MIT
-- The paper's magnitudes, predicted claim by claim by the calibrated model of today: PyTorch with GEMMs as they were
-- measured on each device, links as collectives on networks of that class were measured on other clusters. Nothing of the
-- paper is in it, its own all-reduces included. The one thing to know: the set-up below was written down, and committed,
-- before this study ran for the first time; the paper does not say what it ran, and what its sources leave open is the
-- band: model, sequences of a GPU, framework, and whether the weights are kept after the forward pass.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local stated = { model = "llama2_7b", batch = 2, software = "pytorch", zero = "weights" }
local few, many = 128, 2048 -- GPUs of P2-1 and P2-2; MFU is that of the few
local said = "Llama-2 7B, FSDP over all GPUs, 2 sequences of 4096 on each, BF16, nothing recomputed, PyTorch; written down "
  .. "before the first run"

local open = { model = fernandez24.models, batch = fernandez24.batches,
  software = { "pytorch", "pytorch_compiled", "megatron_core" }, zero = { "weights", "gradients" } }
local leaves_open = "model, sequences of a GPU, framework, weights kept or gathered again"

local gpus = tw.double(8, many)

local function rows_of(device, one, recompute)
  local case = fernandez24.today(one.model, device, { recompute = recompute }, one.software)
  return tw.scaling(case, { gpus = gpus, per_gpu = one.batch, layout = { zero = one.zero } })
end

-- A model that does not fit on the few recomputes everything; what does not fit then either is no set-up.
local function run_of(device, one)
  for _, recompute in ipairs{ "none", "full" } do
    local t = rows_of(device, one, recompute)
    if t:where{ gpus = few }[1].fits == 1 then return t, recompute end
  end
end

-- The first number of GPUs on which gathering the weights of a layer takes longer than its forward pass.
local function onset(device, one, recompute)
  for _, n in ipairs(tw.double(8, 131072)) do
    local case = fernandez24.today(one.model, device, { recompute = recompute, global_batch = one.batch * n },
      one.software)
    case.layout = { dp = n, zero = one.zero }
    local r = tw.eval(case, { "t_fsdp_f", "t_fwd" })
    if r.t_fsdp_f > r.t_fwd then return n end
  end
  return 0 / 0
end

local names = { "model", "batch", "software", "zero", "recompute", "stated", "rate", "power", "joule", "mfu_a100",
  "mfu_h100", "exposed_few", "exposed_many", "onset" }
local c = fernandez24.columns(names)
local curve = fernandez24.columns{ "gpus", "model", "setup", "relative", "exposed", "mfu" }

local function add_curve(title, setup, t)
  local base = t:where{ gpus = few }[1].gpu_rate
  for row in t:rows() do
    local i = #curve.gpus + 1
    curve.gpus[i], curve.model[i], curve.setup[i], curve.mfu[i] = row.gpus, title, setup, row.mfu
    curve.relative[i], curve.exposed[i] = row.gpu_rate / base, row.exposed
  end
end

local function add(one)
  local t, recompute = run_of("h100_sxm", one)
  local older = run_of("a100_80g", one)
  if not t or not older then return end
  local i, first, last = #c.model + 1, t:where{ gpus = few }[1], t:where{ gpus = many }[1]
  local is_stated = true
  for key, value in pairs(stated) do is_stated = is_stated and one[key] == value end
  c.model[i], c.batch[i], c.software[i] = fernandez24.titles[one.model], one.batch, one.software
  c.zero[i], c.recompute[i], c.stated[i] = one.zero, recompute, is_stated and 1 or 0
  c.rate[i], c.power[i] = last.gpu_rate / first.gpu_rate - 1, last.device_power / first.device_power - 1
  c.joule[i] = last.joule_tokens / first.joule_tokens - 1
  c.mfu_h100[i], c.mfu_a100[i] = first.mfu, older:where{ gpus = few }[1].mfu
  c.exposed_few[i], c.exposed_many[i] = first.exposed, last.exposed
  c.onset[i] = onset("h100_sxm", one, recompute)
  add_curve(fernandez24.titles[one.model], is_stated and "as written down" or tw.format("%s, %.0f, %s, %s",
    c.model[i], one.batch, one.software, one.zero), t)
end

for _, model in ipairs(open.model) do
  for _, batch in ipairs(open.batch) do
    for _, software in ipairs(open.software) do
      for _, zero in ipairs(open.zero) do add{ model = model, batch = batch, software = software, zero = zero } end
    end
  end
end
local t = study.write("predicted", fernandez24.table(names, c, { batch = "1", stated = "1", rate = "1", power = "1",
  joule = "1", mfu_a100 = "1", mfu_h100 = "1", exposed_few = "1", exposed_many = "1", onset = "1" },
  { model = "Model", batch = "sequences of a GPU", software = "framework", zero = "sharded", recompute = "computed again",
    stated = "1: the set-up written down", rate = "throughput of a GPU from 128 to 2048", power = "power of a GPU",
    joule = "tokens per joule", mfu_a100 = "MFU on 128 A100", mfu_h100 = "MFU on 128 H100",
    exposed_few = "exposed on 128", exposed_many = "exposed on 2048",
    onset = "GPUs from which gathering outlasts the forward pass" }))
