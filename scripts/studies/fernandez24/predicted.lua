-- SPDX-License-Identifier: MIT
-- The paper's magnitudes, predicted claim by claim with today's calibrated model: PyTorch with GEMMs as measured on each
-- device, and links as measured with collectives on networks of the same class in other clusters. It contains nothing of
-- the paper, not even its all-reduces. The set-up below was written down and committed before this study ran for the first
-- time. Our sources do not state what the paper ran; the band covers what they leave open: model, sequences per GPU,
-- framework, and whether the weights are kept after the forward pass.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local stated = { model = "llama2_7b", batch = 2, software = "pytorch", zero = "weights" }
local few, many = 128, 2048 -- GPUs of P2-1 and P2-2; MFU is that on the few
local said = "Llama-2 7B, FSDP over all GPUs, 2 sequences of 4096 on each, BF16, nothing recomputed, PyTorch; written "
  .. "down before the first run"

local open = { model = fernandez24.models, batch = fernandez24.batches,
  software = { "pytorch", "pytorch_compiled", "megatron_core" }, zero = { "weights", "gradients" } }
local called = { pytorch = "PyTorch", pytorch_compiled = "compiled PyTorch", megatron_core = "Megatron-Core" }
local leaves_open = "model, sequences of a GPU, framework, weights kept or gathered again"

local gpus = tw.double(8, many)

local function rows_of(device, one, recompute)
  local case = fernandez24.today(one.model, device, { recompute = recompute }, one.software)
  return tw.scaling(case, { gpus = gpus, per_gpu = one.batch, layout = { zero = one.zero } })
end

-- A model that does not fit on the few GPUs recomputes everything; if it still does not fit, there is no such set-up.
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
  { model = "Model", batch = "sequences of a GPU", software = "framework", zero = "sharded",
    recompute = "computed again", stated = "1: the set-up written down",
    rate = "throughput of a GPU from 128 to 2048", power = "power of a GPU",
    joule = "tokens per joule", mfu_a100 = "MFU on 128 A100", mfu_h100 = "MFU on 128 H100",
    exposed_few = "exposed on 128", exposed_many = "exposed on 2048",
    onset = "GPUs from which gathering outlasts the forward pass" }))

-- Throughput and power may be those of strong scaling: a step has `batch` sequences for each of the many GPUs. Only set-ups
-- that fit on the few GPUs count, with the best microbatch and recomputation.
local strong = fernandez24.columns{ "model", "rate", "power" }
local function add_strong(one)
  local grid = {}
  for name, values in pairs(fernandez24.pure) do grid[name] = values end
  grid.zero = { one.zero }
  local own = tw.scaling(fernandez24.today(one.model, "h100_sxm", { global_batch = one.batch * many }, one.software),
    { gpus = { few, many }, grid = grid })
  if own[1].gpu_rate ~= own[1].gpu_rate then return end
  local i = #strong.model + 1
  strong.model[i], strong.rate[i] = fernandez24.titles[one.model], own[2].gpu_rate / own[1].gpu_rate - 1
  strong.power[i] = own[2].device_power / own[1].device_power - 1
end
for _, model in ipairs(open.model) do
  for _, batch in ipairs(open.batch) do
    for _, software in ipairs(open.software) do
      for _, zero in ipairs(open.zero) do
        add_strong{ model = model, batch = batch, software = software, zero = zero }
      end
    end
  end
end
local by_strong = study.write("predicted_strong", fernandez24.table({ "model", "rate", "power" }, strong, { rate = "1",
  power = "1" }, { model = "Model", rate = "throughput of a GPU from 128 to 2048, by strong scaling",
  power = "power of a GPU" }))
local both = t:select{ "model", "rate", "power" }:append(by_strong)

-- The printed values, compared with the set-up written down before and with all open set-ups.
local own, seven = t:where{ stated = 1 }, t:where{ model = "7B" }
local given = "set-up: our sources do not give model, sequences of a GPU and framework, and the band holds the number; "
  .. "they would resolve it"
local span_of = tw.format("all %.0f set-ups that fit on %.0f A100 and H100", t.n, few)
local function claim(item, column, cause, scaled)
  local all, seven_of = scaled or t, scaled and scaled:where{ model = "7B" } or seven
  local left = scaled and tw.format("%s, weak or strong scaling", leaves_open) or leaves_open
  local of = scaled and tw.format("%s, and %.0f of strong scaling", span_of, by_strong.n) or span_of
  local function find(rows, more)
    local f = { item, rows, column, basis = "predicted", percent = true, cause = cause or given }
    for key, value in pairs(more) do f[key] = value end
    study.finding(f)
  end
  find(own, { label = "calibrated, as written down", note = said })
  find(seven_of, { label = "calibrated, 7B", span = left, note = "7B of " .. of })
  find(all, { label = "calibrated, four models", span = left, note = of })
end
claim("P2-1", "rate", nil, both)
local waiting = "the power of a GPU that waits in a collective, assumed as a quarter of its limit; the power of a GPU that "
  .. "runs an all-gather alone would resolve it"
local not_known = "not known: " .. waiting
claim("P2-2", "power", not_known, both)
claim("P2-3", "mfu_a100")
claim("P2-3b", "mfu_h100")

-- The same set-up for different powers of a waiting GPU. This power was not measured; it is between the assumed quarter of
-- the limit and the limit itself.
local waits = { watt = {}, power = {} }
local case = fernandez24.today(stated.model, "h100_sxm", nil, stated.software)
local h100 = tw.devices.h100_sxm
for _, watt in ipairs(tw.linear(h100.wait_power, 0.99 * h100.cap_power, 21)) do
  case.device = h100{ wait_power = watt }
  local two = tw.scaling(case, { gpus = { few, many }, per_gpu = stated.batch, layout = { zero = stated.zero } })
  local i = #waits.watt + 1
  waits.watt[i], waits.power[i] = watt, two[2].device_power / two[1].device_power - 1
end
local wait = study.write("predicted_wait", fernandez24.table({ "watt", "power" }, waits, { watt = "W", power = "1" },
  { watt = "power of a waiting GPU", power = "power of a GPU from 128 to 2048" }))
study.finding{ "P2-2", wait, "power", basis = "predicted", percent = true, unknown = waiting,
  label = "calibrated, waiting open", note = tw.format("as written down, with waiting from %.0f to %.0f W",
    waits.watt[1], waits.watt[#waits.watt]) }

study.finding{ "P2-6", own, "onset", basis = "predicted", label = "calibrated, as written down", note = tw.format(
    "the first doubling at which gathering a layer outlasts its forward pass; exposed are %.0f %% of a step on %.0f "
    .. "and %.0f %% on %.0f", 100 * own[1].exposed_few, few, 100 * own[1].exposed_many, many),
  cause = "set-up: our sources do not give the criterion of a communication-bound step; the figure would resolve it" }

-- Derived values from our magnitudes, as the derived claims follow from the printed ones; power is that of the GPUs only.
local follows = own:derive("throughput", { unit = "1", meaning = "on 16 times the GPUs",
  function(r) return many / few * (1 + r.rate) end }, "step", { unit = "1", meaning = "step time in weak scaling",
  function(r) return 1 / (1 + r.rate) end }, "per_watt", { unit = "1", meaning = "tokens per joule of the GPUs",
  function(r) return (1 + r.rate) / (1 + r.power) - 1 end }, "kept", { unit = "1", meaning = "MFU of H100 over A100",
  function(r) return r.mfu_h100 / r.mfu_a100 end })
study.write("predicted_follows", follows:select{ "throughput", "step", "per_watt", "kept" })
for _, one in ipairs{ { "P2-15", "throughput" }, { "P2-15b", "step" }, { "P2-15c", "per_watt", true },
  { "P2-15d", "kept" } } do
  study.finding{ one[1], follows, one[2], basis = "predicted", percent = one[3], label = "calibrated, as written down",
    note = said, cause = one[1] == "P2-15c" and not_known or given }
end

-- Figures: the magnitudes in one figure, and the growth of exposed time.
local magnitudes = { { "Throughput lost", "rate", "P2-1", -1 }, { "Power lost", "power", "P2-2", -1 },
  { "MFU of A100", "mfu_a100", "P2-3", 1 }, { "MFU of H100", "mfu_h100", "P2-3b", 1 } }
local m = fernandez24.columns{ "what", "least", "stated", "most", "published" }
for i, one in ipairs(magnitudes) do
  local low, high = math.huge, -math.huge
  for row in seven:rows() do
    low, high = math.min(low, one[4] * row[one[2]]), math.max(high, one[4] * row[one[2]])
  end
  m.what[i], m.least[i], m.stated[i], m.most[i] = one[1], low, one[4] * own[1][one[2]], high
  m.published[i] = one[4] * study.published(one[3])
end
local off = {}
for i, at in ipairs(m.published) do off[i] = 100 * math.abs(m.stated[i] - at) end
local drawn = fernandez24.table({ "what", "least", "stated", "most", "published" }, m, { least = "1", stated = "1",
  most = "1", published = "1" }, { what = "magnitude", least = "lowest of the 7B set-ups",
    stated = "set-up fixed beforehand", most = "highest of the 7B set-ups", published = "published" })
study.dumbbell("predicted_magnitudes", drawn, { y = "what", x = { "least", "stated", "most", "published" },
  percent = true, xmin = 0, legend = "", xlabel = "Share",
  title = tw.format("Errors without fitting: throughput %.0f points, power %.0f, MFU %.0f and %.0f", off[1],
    off[2], off[3], off[4]),
  subtitle = "7B, FSDP, two sequences of 4096 a GPU; losses from 128 to 2048 H100, MFU on 128" })
local curves = fernandez24.table({ "gpus", "model", "setup", "relative", "exposed", "mfu" }, curve, { gpus = "1",
  relative = "1", exposed = "1", mfu = "1" }, { gpus = "GPUs", model = "Model", setup = "set-up",
  relative = "throughput of a GPU, against 128", exposed = "exposed, share of the step", mfu = "MFU" })
local line = curves:where{ setup = "as written down" }
local steepest, at, second = 0, 0, 0 -- the two largest increases over a doubling
for i = 2, line.n do
  local step = line[i].exposed - line[i - 1].exposed
  if step > steepest then steepest, at, second = step, line[i].gpus, steepest
  elseif step > second then second = step end
end
study.lines("predicted_slope", line, { x = "gpus", y = { "relative", "exposed" }, logx = 2, percent = true, ymin = 0,
  ymax = 1.1, published = { x = many, at = 1 + study.published "P2-1" }, published_label = "published, model not given",
  title = tw.format("Exposed time grows by %.0f points from %.0f to %.0f GPUs, by %.0f at most with other doublings",
    100 * steepest, at / 2, at, 100 * second),
  subtitle = "7B, FSDP, two sequences of 4096 on each H100, calibrated model", legend = "", xlabel = "GPUs",
  ylabel = "Share" })

-- The set-ups that agree with throughput and both MFUs, and those among them that also agree with power.
local agree, with_power = {}, 0
for row in t:rows() do
  local function near(value, item, points) return math.abs(value - study.published(item)) <= points / 100 end
  if near(row.rate, "P2-1", 6) and near(row.mfu_a100, "P2-3", 5) and near(row.mfu_h100, "P2-3b", 5) then
    agree[#agree + 1] = tw.format("%s with %.0f sequence%s a GPU, %s, %s sharded", row.model, row.batch,
      row.batch == 1 and "" or "s", called[row.software], row.zero)
    if near(row.power, "P2-2", 3) then with_power = with_power + 1 end
  end
end
local paper_power, needed = study.published "P2-2", nil
for row in wait:rows() do
  if not needed and row.power > paper_power then needed = row.watt end
end
study.conclude("predicted", {
  paper = tw.format("from 128 to 2048 GPUs throughput of a GPU changes by %s and its power by %s, and MFU is %s on "
    .. "A100 and %s on H100.", study.published_text "P2-1", study.published_text "P2-2", study.published_text "P2-3",
    study.published_text "P2-3b"),
  remains = tw.format("throughput falls by %.0f %%, power by %.0f %%, MFU from %.0f to %.0f %% in the set-up "
    .. "written down; %.0f of %.0f open set-ups agree with throughput and both MFU (within 6 and 5 points): %s; %.0f "
    .. "of these with power.",
    -100 * own[1].rate, -100 * own[1].power, 100 * own[1].mfu_a100, 100 * own[1].mfu_h100, #agree, t.n,
    table.concat(agree, "; "), with_power),
  turns = tw.format("power agrees if a waiting GPU draws about %.0f W instead of the assumed %.0f; "
    .. "throughput has this loss as long as weights are gathered from all GPUs and each GPU has so few tokens.", needed,
    h100.wait_power) })
