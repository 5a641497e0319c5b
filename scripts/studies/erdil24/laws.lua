-- SPDX-License-Identifier: MIT
-- Exponents of the laws of shape and batch, and of the closed forms. First the stack over compute, dense and with experts:
-- width, layers, active and all parameters, by least squares over the widths from 2^11 to 2^24, because layers and experts
-- are rounded. Then the two limits over each of their inputs, by doubling one field of the closed form.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local base = erdil24.case "h100_sxm5"

-- The slope of a straight line through the logarithms.
local function slope(xs, ys)
  local sx, sy, sxx, sxy, n = 0, 0, 0, 0, #xs
  for i, x in ipairs(xs) do
    local u, v = tw.log2(x), tw.log2(ys[i])
    sx, sy, sxx, sxy = sx + u, sy + v, sxx + u * u, sxy + u * v
  end
  return (n * sxy - sx * sy) / (n * sxx - sx * sx)
end

local results = { "c_flop", "d", "depth", "stack_experts", "stack_param", "b_tokens" }
local names = { "kind", "d", "layers", "experts", "active", "total", "batch" }
local columns, batch_of_experts = {}, nil
for _, name in ipairs(names) do columns[name] = {} end
for k, kind in ipairs{ "dense", "sparse" } do
  local list = {}
  for _, name in ipairs(results) do list[name] = {} end
  list.active = {}
  for i = 0, 52 do
    local case = base{ sparse = kind == "sparse" and "yes" or "no", d = math.floor(2048 * tw.pow(2, i / 4)) }
    local r = tw.eval(case, results)
    for _, name in ipairs(results) do list[name][i + 1] = r[name] end
    list.active[i + 1] = r.stack_param / r.stack_experts
  end
  local function of(name) return slope(list.c_flop, list[name]) end
  columns.kind[k], columns.d[k], columns.layers[k], columns.experts[k] = kind, of "d", of "depth", of "stack_experts"
  columns.active[k], columns.total[k], columns.batch[k] = of "active", of "stack_param", of "b_tokens"
end
local t = study.write("laws", tw.table{ names = names, columns = columns, units = { d = "1", layers = "1", experts = "1",
  active = "1", total = "1", batch = "1" }, meanings = { d = "exponent of the width in compute", layers = "of the layers",
  experts = "of the experts", active = "of the active parameters", total = "of all parameters",
  batch = "of the critical batch" } })
local dense, sparse = t:where{ kind = "dense" }, t:where{ kind = "sparse" }
local note = "least squares over 53 widths; layers and experts are rounded"
for item, of in pairs{ ["E1.1-1"] = { dense, "d" }, ["E1.1-2"] = { dense, "layers" },
  ["E1.1-4"] = { sparse, "d" }, ["E1.1-5"] = { sparse, "layers" }, ["E1.1-6"] = { sparse, "experts" },
  ["E1.1-7"] = { sparse, "active" }, ["E1.1-8"] = { sparse, "total" } } do
  study.finding{ item, of[1], of[2], basis = "exact", note = note }
end
-- Twenty tokens for each parameter: this does not depend on the law of shape. The sixth root is the input of the batch law.
study.finding{ "E1.1-3", dense, "total", basis = "construction", note = note }
study.finding{ "E1.1-9", dense, "batch", basis = "construction", note = note }

-- The exponents of the two closed forms for one field of the machine or the run, from its doubling.
local function power(result, field, more)
  local case = base(more or {})
  local value = case[field]
  return tw.log2(case{ [field] = 2 * value }[result] / case[result])
end
local grown = { { "E1.9-1", "limit_flop", "closed_lat" }, { "E1.9-2", "limit_flop", "closed_t" },
  { "E1.9-3", "limit_flop", "closed_lat", { alpha = 0.2 } }, { "E1.9-4", "crit_flop", "net1_bw" },
  { "E1.9-5", "crit_flop", "mem_bw" }, { "E1.9-6", "crit_flop", "peak_fp16" }, { "E1.9-7", "crit_flop", "closed_t" },
  { "E1.9-8", "limit_flop", "closed_batch" } }
local limits = { result = {}, field = {}, alpha = {}, power = {} }
for i, one in ipairs(grown) do
  limits.result[i], limits.field[i] = one[2], one[3]
  limits.alpha[i], limits.power[i] = one[4] and one[4].alpha or 0, power(one[2], one[3], one[4])
end
local powers = study.write("laws_limits", tw.table{ names = { "result", "field", "alpha", "power" }, columns = limits,
  units = { alpha = "1", power = "1" }, meanings = { result = "closed form", field = "what is doubled",
    alpha = "exponent of batch over layers", power = "power by which it grows" } })
-- The published exponents follow from the same closed forms; the paper does not print them.
for i, one in ipairs(grown) do study.finding{ one[1], powers:pick{ i }, "power", basis = "construction" } end

-- The same for the search: ten times the latency or bandwidth, within the widths of the sweep.
local known = erdil24.known "h100_sxm5"
local function searched(field, answer)
  local more = known:times{ [field] = 0.1 }
  local before = answer == "largest" and (known:largest()) or (known:linear_end())
  local after = answer == "largest" and (more:largest()) or (more:linear_end())
  return tw.log2(after / before) / tw.log2(0.1)
end
local function with_alpha(alpha) return power("limit_flop", "closed_lat", { alpha = alpha }) end
study.conclude("laws", {
  paper = "width, layers and parameters grow as powers of compute, the limits as powers of latency, bandwidth and time.",
  remains = tw.format("layers grow as compute to the %.3f for dense models and %.3f for sparse ones; the largest run of "
    .. "the search goes with latency to the %.1f where the closed form says %.1f, %s.", columns.layers[1],
    columns.layers[2], searched("latency", "largest"), limits.power[1], erdil24.knowing),
  turns = tw.format("the power of latency is %.1f where batch grows slower than layers by 0.2, and %.1f where faster.",
    with_alpha(-0.2), with_alpha(0.2)) })
