-- SPDX-License-Identifier: MIT
-- Sections 2.1, 3.2, 3.3 and 3.5: assumptions of the paper about sizes, as numbers that could turn out otherwise. Layers,
-- heads and replicas do not change the size of operations; a mask costs training nothing; GEMMs are most of compute, and
-- compute-bound; weights grow with the square of H, activations with SL. Shapes are the highlighted ones of Figure 10 (a),
-- with the paper's own unfused attention unless stated otherwise.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local cal = pati23.calibrations[1]
local function at(point, model, layout)
  return pati23.case(cal, { model = cal.model{ h = point.h }(model or {}),
    layout = { tp = layout.tp or point.tp, dp = layout.dp } })
end
local function one(name, meaning, values)
  return study.write("sec32_" .. name, tw.table{ names = { "value" }, columns = { value = values }, units = { value = "1" },
    meanings = { value = meaning } })
end

-- The growth of a result when one field is doubled, for each highlighted shape.
local function growth(before, after, result)
  local list = {}
  for i, point in ipairs(pati23.blue) do
    list[i] = tw.eval(after(point), result) / tw.eval(before(point), result) - 1
  end
  return list
end
local function own(layout)
  return function(point) return at(point, nil, layout or { dp = 4 }) end
end
local function twice(field)
  return function(point)
    return at(point, { [field] = 2 * tw.eval(own()(point), field), head_dim = field == "heads" and 32 or 64 }, { dp = 4 })
  end
end
study.finding{ "P1-29", one("layers", "growth of the serialized share with twice the layers",
  growth(own(), twice "layers", "f_ser")), "value", percent = true, basis = "construction",
  note = "the share is that of a layer" }
local scores = growth(own(), twice "heads", "score_act")
study.finding{ "P1-29b", one("heads", "growth of attention's scores with twice the heads", scores), "value",
  percent = true, basis = "exact", note = "H stays, heads are half as wide; GEMMs keep their flop",
  cause = "paper: a head has scores of its own, which softmax and dropout read; a count" }
study.finding{ "P1-29c", one("replicas", "growth of a device's GEMMs from 4 to 256 replicas",
  growth(own(), own{ dp = 256 }, "layer_flop")), "value", percent = true, basis = "construction",
  note = "each replica has its own sequences" }
local slices = {}
for i, point in ipairs(pati23.blue) do
  slices[i] = tw.eval(at(point, nil, { tp = 1, dp = 4 }), "layer_flop") / tw.eval(own()(point), "layer_flop") / point.tp
end
study.finding{ "P1-29d", one("slices", "GEMMs of one device over those of TP devices and TP", slices), "value",
  basis = "exact" }

-- Exponents: the slope of a result between two sizes.
local function slope(x0, x1, y0, y1) return tw.log2(y1 / y0) / tw.log2(x1 / x0) end
local small, large = tw.eval(own{ tp = 1, dp = 4 }(pati23.blue[1]), "layer_param"), tw.eval(own{ tp = 1,
  dp = 4 }(pati23.blue[3]), "layer_param")
study.finding{ "P1-30", one("weights", "exponent of a layer's weights over H", { slope(4096, 65536, small, large) }),
  "value", basis = "exact" }
local function kept(attention)
  local list = {}
  for i, sl in ipairs{ 1024, 8192 } do
    list[i] = tw.eval(pati23.case(cal, { model = cal.model{ h = 4096 },
      run = cal.run{ sl = sl, attention = attention } }), "layer_act")
  end
  return slope(1024, 8192, list[1], list[2])
end
local unfused, fused = kept "unfused", kept "fused"
study.finding{ "P1-30b", one("activations", "exponent of a layer's activations over SL, unfused", { unfused }), "value",
  basis = "exact", label = "unfused", note = "SL = 1K to 8K, heads of 64",
  cause = "paper: attention's scores grow with the square of SL and are kept where no kernel fuses them, as in 2023; a "
    .. "profile of memory over SL would resolve it" }
study.finding{ "P1-30b", one("activations_fused", "the same, fused", { fused }), "value", basis = "exact", label = "fused",
  note = "fused attention keeps no scores" }
local function trained(name)
  local record = tw.models[name]
  local size = tw.eval(pati23.case(cal, { model = record, layout = { dp = 1 } }), { "param", "step_flop", "tokens" })
  return size.param, size.step_flop / size.tokens * size.param -- tokens in proportion to parameters
end
local least, of_least = trained "bert"
local most, of_most = trained "mt_nlg_530b"
study.finding{ "P1-31", one("training", "exponent of training compute over parameters", { slope(least, most, of_least,
  of_most) }), "value", basis = "exact", note = "BERT to MT-NLG, tokens in proportion to parameters" }

-- A decoder's mask: how much less compute a layer has with it.
local function masked(case_of)
  local list = {}
  for i, point in ipairs(pati23.blue) do
    list[i] = tw.eval(case_of(point, "yes"), "t_cmp") / tw.eval(case_of(point, "no"), "t_cmp") - 1
  end
  return list
end
local today = masked(function(point, causal)
  return pati23.today(point.h, { tp = point.tp, dp = 4 }, { run = { sl = 4096, b = 1, format = "bf16", causal = causal } })
end)
study.finding{ "P1-32", one("mask", "compute of a masked layer over that of one without a mask, less 1", masked(
  function(point, causal)
    return pati23.case(cal, { model = cal.model{ h = point.h }, layout = { tp = point.tp, dp = 4 },
      run = cal.run{ causal = causal } })
  end)), "value", percent = true, basis = "construction", label = "unfused",
  note = "unfused attention computes all scores" }
study.finding{ "P1-32", one("mask_fused", "the same, fused", today), "value", percent = true, basis = "predicted",
  label = "fused", note = "the current calibrated model: a fused kernel skips masked scores",
  cause = "set-up: kernels of 2023 computed masked scores and current ones do not; the kernel is not stated" }

-- GEMMs: their share of compute, and how many of the layer's six are compute-bound over the whole of Table 2.
local gemms = { "t_gemm_f", "t_gemm_i", "t_gemm_w" }
local function share(reading)
  local list = {}
  for i, point in ipairs(pati23.blue) do
    local case = pati23.case(reading, { model = reading.model{ h = point.h }, layout = { tp = point.tp, dp = 4 } })
    local sum = 0
    for _, name in ipairs(gemms) do sum = sum + tw.eval(case, name) end
    list[i] = sum / tw.eval(case, "t_cmp")
  end
  return list
end
local lowest = math.huge
for _, reading in ipairs{ pati23.bf16, pati23.bf16_rccl, pati23.measured } do
  local shares = share(reading)
  for _, x in ipairs(shares) do lowest = math.min(lowest, x) end
  study.finding{ "P1-33", one(tw.format("gemms_%s", reading.name), "share of GEMMs in compute", shares), "value",
    low = true, percent = true, basis = "predicted", label = reading.label, other = reading.other, cause = reading.cause,
    note = "least of the highlighted points" }
end
local device = tw.devices.mi210
local operators, wanted = { "qkv", "scores", "context", "proj", "fc1", "fc2" }, {}
for _, name in ipairs(operators) do
  for _, size in ipairs{ "x", "m", "n", "k" } do wanted[#wanted + 1] = tw.format("%s_%s", name, size) end
end
local bound, all = 0, 0
for r in tw.sweep(pati23.case(cal, { over = { h = pati23.h, sl = pati23.sl, tp = pati23.tp },
  want = wanted })):rows() do
  for _, name in ipairs(operators) do
    local x, m, n, k = r[name .. "_x"], r[name .. "_m"], r[name .. "_n"], r[name .. "_k"]
    local moved = 2 * x * (m * k + k * n + m * n) / device.mem_bw
    all, bound = all + 1, bound + (2 * x * m * n * k / device.peak_fp16 > moved and 1 or 0)
  end
end
study.finding{ "P1-33b", one("bound", "share of Table 2's GEMMs that compute bounds", { bound / all }), "value",
  percent = true, basis = "exact", note = "six GEMMs of each point with B = 1, by the MI210's data sheet",
  cause = "paper: attention's GEMMs over heads of 64 are bound by memory, and so are thin slices; a count by roofline" }

study.conclude("sec32", {
  paper = "H, SL and B set the size of operations; layers, heads, masks and replicas do not.",
  remains = tw.format("twice the heads is %.0f %% more scores, and a mask saves %.1f to %.1f %% of a layer's compute in "
    .. "fused attention (MI210 in BF16, PyTorch). GEMMs are at least %.0f %% of compute, as predicted, and compute "
    .. "bounds %.0f %% of them.", 100 * scores[1], -100 * today[3], -100 * today[1], 100 * lowest, 100 * bound / all),
  turns = tw.format("activations grow with SL to the power of %.1f where attention is unfused, and %.1f where it is "
    .. "fused.", unfused, fused) })
