-- SPDX-License-Identifier: MIT
-- Weak scaling of pure FSDP on H100, 128 to 2048 GPUs: throughput and power of a GPU, and the number of GPUs from which a
-- step is communication-bound. The sources state neither model nor batch, so the results cover four models and 1 to 8
-- sequences per GPU, if they fit (70B with full recomputation); the figure shows 7B. They also do not state whether scaling
-- is weak or strong, so claims on throughput and power are also compared with strong scaling. The GPU is our reading.
-- Latencies of a ring's steps are from NCCL's own table. Only the all-reduce is fitted to the paper, and, where a row says
-- so, the power of waiting.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local gpus = tw.double(128, 2048)
local runs = fernandez24.weak("h100_sxm", gpus)

local names = { "model", "batch", "recompute", "rate", "power", "efficiency", "onset" }
local c = fernandez24.columns(names)

-- The first number of GPUs, of the doublings from 8, at which gathering a layer takes longer than its forward pass.
local function onset(one)
  for _, n in ipairs(tw.double(8, 131072)) do
    local run = { global_batch = one.batch * n, recompute = one.recompute }
    local case = fernandez24.case(one.model, "h100_sxm", run)
    case.layout = { dp = n, zero = "weights" }
    local r = tw.eval(case, { "t_fsdp_f", "t_fwd" })
    if r.t_fsdp_f > r.t_fwd then return n end
  end
end

for i, one in ipairs(runs) do
  local first, last = one.t[1], one.t[one.t.n]
  c.model[i], c.batch[i], c.recompute[i] = one.title, one.batch, one.recompute
  c.rate[i], c.power[i] = last.gpu_rate / first.gpu_rate - 1, last.device_power / first.device_power - 1
  c.efficiency[i], c.onset[i] = last.joule_tokens / first.joule_tokens - 1, onset(one)
end
local t = study.write("weak", fernandez24.table(names, c, { batch = "1", rate = "1", power = "1", efficiency = "1",
  onset = "1" },
  { model = "Model", batch = "sequences of a GPU", recompute = "computed again",
    rate = "throughput of a GPU from 128 to 2048",
    power = "power of a GPU", efficiency = "tokens per joule",
      onset = "GPUs from which gathering outlasts the forward pass" }))
local strong = fernandez24.columns{ "model", "batch", "rate", "power" }
for i, one in ipairs(fernandez24.strong("h100_sxm", { gpus[1], gpus[#gpus] })) do
  strong.model[i], strong.batch[i] = one.title, one.batch
  strong.rate[i] = one.t[2].gpu_rate / one.t[1].gpu_rate - 1
  strong.power[i] = one.t[2].device_power / one.t[1].device_power - 1
end
local both = t:select{ "model", "batch", "rate", "power" }:append(study.write("weak_strong", fernandez24.table({ "model",
  "batch", "rate", "power" }, strong, { batch = "1", rate = "1", power = "1" }, { model = "Model",
    batch = "sequences of a GPU of 2048; by strong scaling", rate = "throughput of a GPU from 128 to 2048",
    power = "power of a GPU" })))
local seven, span = t:where{ model = "7B" }, "model, batch, weak or strong scaling"
local assumed = "H100, 1 to 8 sequences of 4096 a GPU (of 2048, by strong scaling) where they fit; BF16, Adam, gathering "
  .. "in both passes, prefetched"
for _, one in ipairs{ { both, "four models" }, { both:where{ model = "7B" }, "7B" } } do
  study.finding{ "P2-1", one[1], "rate", basis = "predicted", percent = true, span = span, label = one[2], note = assumed }
  study.finding{ "P2-2", one[1], "power", basis = "predicted", percent = true, span = span, label = one[2],
    note = "the power of waiting and energies of h100_sxm, all assumed" }
end
-- No span: the meaning of "bound" is also open, and other meanings are not computed.
local onset = "set-up: our sources do not give the criterion of a communication-bound step, model and batch; the figure "
  .. "would resolve it"
study.finding{ "P2-6", t, "onset", basis = "predicted", cause = onset, label = "four models",
  note = "the first doubling at which gathering a layer outlasts its forward pass; over models and batches" }
study.finding{ "P2-6", seven, "onset", basis = "predicted", cause = onset, label = "7B", note = "as above" }

-- The power of a waiting GPU that would give the paper's value: 7B with the batch whose loss of throughput is nearest to
-- the paper's, with the assumed power at 128 GPUs. Two constants are fitted: wait_power and dynamic_scale.
local nearest, off
for row in seven:rows() do
  local by = math.abs(row.rate + 0.3722)
  if not off or by < off then nearest, off = row.batch, by end
end
local function power_at(n, wait, scale)
  local case = fernandez24.case("llama2_7b", "h100_sxm", { global_batch = nearest * n })
  case.layout = { dp = n, zero = "weights" }
  case.device = fernandez24.machine "h100_sxm"{ wait_power = wait, dynamic_scale = scale }
  return tw.eval(case, "device_power")
end
local assumed_wait = fernandez24.machine "h100_sxm".wait_power
local few, many = power_at(128, assumed_wait, 1), power_at(2048, assumed_wait, 1)
local scale = 0.0587 * few / (few - many)
local wait = few - scale * (few - assumed_wait)
local needed = study.write("weak_wait", fernandez24.table({ "batch", "wait", "scale", "few", "many", "power" }, {
  batch = { nearest }, wait = { wait }, scale = { scale }, few = { power_at(128, wait, scale) },
  many = { power_at(2048, wait, scale) }, power = { power_at(2048, wait, scale) / power_at(128, wait, scale) - 1 } },
  { batch = "1", wait = "W", scale = "1", few = "W", many = "W", power = "1" }, { batch = "sequences of a GPU",
    wait = "waiting power required by the paper's figure", scale = "factor on the energies of flop, traffic and messages",
    few = "power of a GPU of 128", many = "power of a GPU of 2048", power = "power of a GPU from 128 to 2048" }))
study.finding{ "P2-2", needed, "power", basis = "calibrated", percent = true, label = "7B, waiting fitted",
  note = tw.format("two constants: %.0f W of waiting against %.0f assumed, and %.2f of the assumed energies; %.0f "
    .. "sequences a GPU, the batch whose throughput is nearest to P2-1", wait, assumed_wait, scale, nearest) }

-- Values that follow from the printed numbers alone.
local derived = study.write("weak_derived", fernandez24.table({ "throughput", "step", "joule", "kept" }, {
  throughput = { 16 * (1 - 0.3722) }, step = { 1 / (1 - 0.3722) }, joule = { (1 - 0.3722) / (1 - 0.0587) - 1 },
  kept = { 40.77 / 59.67 } }, { throughput = "1", step = "1", joule = "1", kept = "1" },
    { throughput = "on 16 times the GPUs",
  step = "step time in weak scaling", joule = "tokens per joule", kept = "MFU of H100 over A100" }))
local follows = "arithmetic on the printed numbers: not counted as agreement"
study.finding{ "P2-15", derived, "throughput", basis = "construction", note = follows }
study.finding{ "P2-15b", derived, "step", basis = "construction", note = follows }
study.finding{ "P2-15c", derived, "joule", basis = "construction", percent = true, note = follows }
study.finding{ "P2-15d", derived, "kept", basis = "construction", note = follows }

-- The figure: throughput per GPU over the number of GPUs, relative to 128, with two sequences each.
local drawn = fernandez24.columns{ "gpus", "relative", "exposed", "model" }
for _, one in ipairs(fernandez24.weak("h100_sxm", tw.double(128, 16384))) do
  if one.batch == 2 then
    for row in one.t:rows() do
      local i = #drawn.gpus + 1
      drawn.gpus[i], drawn.relative[i], drawn.exposed[i] = row.gpus, row.gpu_rate / one.t[1].gpu_rate, row.exposed
      drawn.model[i] = one.title
    end
  end
end
local d = fernandez24.table({ "gpus", "model", "relative", "exposed" }, drawn, { gpus = "1", relative = "1",
  exposed = "1" },
  { gpus = "GPUs", model = "Model", relative = "throughput of a GPU, against 128", exposed = "share of the step exposed" })
-- For a column on 2048 GPUs: the models with the smallest and the largest value.
local function on_2k(column)
  local at = d:where{ gpus = 2048 }
  local least, most = at:top(1, column, "ascending")[1], at:top(1, column)[1]
  return 100 * least[column], least.model, 100 * most[column], most.model
end
study.lines("weak_rate", d, { x = "gpus", y = "relative", by = "model", logx = 2, percent = true, ymin = 0, ymax = 1.05,
  published = { x = 2048, at = 1 - 0.3722 }, published_label = "published, model not given",
  title = tw.format("On 2K GPUs pure FSDP keeps %.0f %% (%s) to %.0f %% (%s) of a GPU's throughput", on_2k "relative"),
  subtitle = tw.format("Weak scaling, two sequences of 4096 on each H100; %s", fernandez24.computed),
  legend = "Model", xlabel = "GPUs",
  ylabel = "Throughput of a GPU, against 128" })
study.lines("weak_exposed", d, { x = "gpus", y = "exposed", by = "model", logx = 2, percent = true, ymin = 0, ymax = 1,
  title = tw.format("Without software overheads exposed communication of FSDP takes %.0f %% (%s) to %.0f %% (%s) of a "
    .. "step on 2K GPUs",
    on_2k "exposed"),
  subtitle = tw.format("Weak scaling, two sequences of 4096 on each H100; %s", fernandez24.computed),
  legend = "Model", xlabel = "GPUs",
  ylabel = "Exposed, share of the step" })

study.conclude("weak", {
  paper = tw.format("from 128 to 2048 GPUs throughput of a GPU changes by %s and its power by %s.",
    study.published_text "P2-1",
    study.published_text "P2-2"),
  remains = tw.format("without software overheads 7B loses %.0f to %.0f %%, by the batch; the study of "
    .. "predictions has the calibrated model's.",
    -100 * seven:top(1, "rate")[1].rate, -100 * seven:top(1, "rate", "ascending")[1].rate),
  turns = tw.format("power agrees if waiting takes %.0f W.", wait) })
