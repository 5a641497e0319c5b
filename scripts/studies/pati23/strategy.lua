-- SPDX-License-Identifier: MIT
-- Section 4.3.8, the strategy on an available machine: one baseline layer is profiled, 196 configurations are projected, a
-- sample of them is measured, and the time of all configurations is compared with that of the baseline. Without an argument
-- it reads the recorded profiles (scripts/measured); strategy.lua FILE.csv continues a profile of this machine (twocs
-- profile --quick --out FILE.csv) and measures what is missing.
local papers = require "studies.papers"
local tw = require "twocs"
local errors = require "twocs.fit.errors"
local layers = require "studies.layers"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local own = arg and arg[1] and arg[1]:match("%.csv$") and arg[1]
local recorded = (arg[0]:match("^(.*)/studies/") or "scripts") .. "/measured/cpu_fp32.csv"

-- Table 2 of the paper with H and SL sixteen times smaller, because a CPU is slower than a GPU by a factor of a thousand.
local h, sl, tp = tw.double(64, 4096), tw.double(64, 512), tw.double(1, 64)
local profiled = { h = 512, sl = 128 }
local sampled, longest = 10, 0.6 -- configurations that are measured, and the longest time of their layers in seconds

local function case_of(point, device)
  return { model = tw.model{ h = point.h, head_dim = 64 }, layout = { tp = point.tp or 1 }, device = device,
    run = papers.run{ sl = point.sl, b = 1, format = "fp32", dropout = "no" }, software = papers.software }
end

-- The best rates of the profile replace the data sheet, which the profile of a CPU lacks.
local function device_of(profile)
  local flop, byte = 0, 0
  for row in profile:rows() do
    if row.op == "gemm" then flop = math.max(flop, row.flop / row.t) end
    if row.op == "copy" then byte = math.max(byte, row.byte / row.t) end
  end
  return tw.device{ peak_fp32 = flop, peak_fp16 = flop, mem_bw = byte, mem_size = 8e9, flop_eff = 1, mem_eff = 1,
    launch = 0, units = 2, comm_launch = 0, net0_size = 1, net0_bw = 1e9, net0_lat = 0, net0_half = 0,
    net1_size = 1e6 }
end

local function read(path)
  local t, sentence = tw.read(path)
  if not t then error(tw.format("%s; twocs profile --quick --out %s makes one", sentence, path), 0) end
  return t
end

-- The profile with all of these shapes: missing shapes are measured if the file belongs to this machine.
local function with(profile, operators)
  local known, missing = layers.times(profile), {}
  for _, one in ipairs(operators) do
    if not known[layers.key(one.shape)] then missing[#missing + 1] = one.shape end
  end
  if #missing == 0 then return profile end
  if not own then error(tw.format("%s lacks %s", recorded, layers.key(missing[1])), 0) end
  local t, sentence = tw.profile{ shapes = missing, out = own }
  if not t then error(sentence, 0) end
  return read(own)
end

-- Laws of each kind of operator, fitted to the whole profile, with which the baseline is compared.
local function fitted(profile, device)
  local plan = {}
  local function of(op, more)
    return profile:where(function(r) return r.op == op or r.op == more end)
  end
  local gemms = of("gemm", "batched_gemm")
  plan.gemm = tw.fit(gemms, { gemm = "measured", device = device, run = { format = "fp32" }, by = { "x", "m", "n", "k" } })
  for name, ops in pairs{ softmax = { "softmax", "softmax_back" }, activation = { "gelu", "gelu_back" },
    norms = { "layernorm", "layernorm_back" }, residual = { "residual_add" } } do
    plan[name] = tw.fit(of(ops[1], ops[2]), { [name] = "measured", correct = false, device = device,
      run = { format = "fp32" } })
  end
  return plan
end

local profile = read(own or recorded)
local device = device_of(profile)
local operators = layers.operators(case_of(profiled, device))
profile = with(profile, operators)
local rows = layers.measured(operators, layers.times(profile))
local baseline = tw.baseline(rows, case_of(profiled, device))
baseline:operators():print()
for _, sentence in ipairs(baseline:warnings()) do print(sentence) end

local function projected(plan)
  return tw.sweep{ model = { head_dim = 64 }, run = papers.run{ b = 1, format = "fp32", dropout = "no" },
    software = papers.software, device = device,
    plan = plan, over = { h = h, sl = sl, tp = tp }, want = { "t_cmp", "legal" }, illegal = "allow" }
end

-- A sample of the legal configurations, spread over their times.
local all = projected(baseline:plan())
local candidates = all:where(function(r) return r.legal == 1 and r.t_cmp <= longest end):sort("t_cmp")
local picked = {}
for i = 1, math.min(sampled, candidates.n) do picked[i] = math.floor((i - 0.5) * candidates.n / sampled) + 1 end
local sample = candidates:pick(picked)

local lists, wanted = {}, {}
for i = 1, sample.n do
  lists[i] = layers.operators(case_of(sample:row(i), device))
  for _, one in ipairs(lists[i]) do wanted[#wanted + 1] = one end
end
profile = with(profile, wanted)
local contaminated = profile:where{ contaminated = 1 }.n
if contaminated > 0 then
  print(tw.format("%d of %d rows were measured while other processes were busy, which affects the errors below",
    contaminated, profile.n))
end
local times, measured = layers.times(profile), {}
for i, list in ipairs(lists) do
  local _, total = layers.measured(list, times)
  measured[i] = total
end
sample = sample:with("t_measured", measured, "s", "compute of a layer, measured"):rename("t_cmp", "t_baseline")
local by_fit = projected(fitted(profile, device)):select{ "h", "sl", "tp", "t_cmp" }:rename("t_cmp", "t_fitted")
sample = sample:join(by_fit, { "h", "sl", "tp" })
sample = study.write("strategy", sample:derive(
  "error_baseline", { unit = "1", meaning = "error, one baseline", function(r) return r.t_baseline / r.t_measured - 1 end },
  "error_fitted", { unit = "1", meaning = "error, fitted operators",
    function(r) return r.t_fitted / r.t_measured - 1 end }))
sample:print()
errors.table{ errors.summary(sample:column("t_baseline"), sample:column("t_measured"), "projected from one baseline"),
  errors.summary(sample:column("t_fitted"), sample:column("t_measured"), "from fitted operators") }:print()

-- The paper does not state the batch of its baseline profile: at least one sequence, and at most the 256 with which BERT's
-- own authors train (arXiv:1810.04805, A.2).
local batches = tw.double(1, 256)
local batch_unknown = "the batch of the baseline, here B of 1 to 256"

-- The time of all configurations over that of the profiled one; baseline(b): its time.
local function saved(t, column, baseline)
  local sum, ratios = 0, {}
  for i = 1, t.n do sum = sum + t:column(column)[i] end
  for i, b in ipairs(batches) do ratios[i] = sum / baseline(b) end
  return tw.table{ n = #batches, names = { "b", "saved" }, columns = { b = batches, saved = ratios },
    units = { b = "1", saved = "1" }, meanings = { b = "batch of the baseline",
      saved = "time of all configurations, over that of the profiled baseline" } }
end

-- One sequence was profiled; larger batches are projected from it.
local here = study.write("strategy_saved", saved(all, "t_cmp", function(b)
  local case = case_of(profiled, device)
  case.run.b, case.plan = b, baseline:plan()
  return tw.eval(case, "t_cmp")
end))
print(tw.format("%d configurations take %.0f times as long to profile as the baseline", all.n, here:column("saved")[1]))

study.finding{ "P1-14", here, "saved", basis = "predicted", label = "Measured CPU FP32",
  other = "a CPU in FP32 and sixteen times smaller; an MI210 in FP16 would resolve it",
  note = "H and SL of Table 2 sixteen times smaller; one layer of H = 512, SL = 128 profiled" }

-- The paper's own Table 2 in the model's time: all configurations over one layer of BERT, which the paper profiles.
for _, cal in ipairs(pati23.calibrations) do
  local find = pati23.finder(cal)
  local table2 = tw.sweep(pati23.case(cal, { over = { h = pati23.h, sl = pati23.sl, tp = pati23.tp },
    want = { "t_layer", "t_cmp", "t_bwd" } }))
  local t = study.write(tw.format("strategy_table2_%s", cal.name), saved(table2, "t_layer", function(b)
    return tw.eval(pati23.case(cal, { model = cal.model{ h = 1024 }, run = cal.run{ sl = 512, b = b } }), "t_layer")
  end))
  for _, item in ipairs{ "P1-14", "P1-17c" } do
    find(item, t, "saved", { percent = false, span = batch_unknown,
      note = "196 layers of Table 2 against one of BERT-large" })
  end
  find("P1-14c", t:derive("orders", { unit = "1", meaning = "power of ten of the savings",
    function(r) return tw.log2(r.saved) / tw.log2(10) end }), "orders", { percent = false, span = batch_unknown,
    note = "196 layers of Table 2 against one of BERT-large" })
  -- Without memory-bound operators, the backward pass is two thirds on any machine.
  find("P1-14b", table2:derive("ratio", { unit = "1", meaning = "both passes over the backward one",
    function(r) return r.t_cmp / r.t_bwd end }), "ratio", { percent = false, note = "the forward third is not run",
      basis = cal.plan.stream == "none" and "construction" or cal.basis,
      cause = "model: row operators do not spend a third of their time in the forward pass; their times resolve it" })
end

-- With the calibrated model: Table 2 over a layer of BERT with so many sequences.
local function of_bert(b) return pati23.today(1024, { dp = 4 }, { run = { sl = 512, b = b, format = "bf16" } }) end
local table2, whole = tw.sweep(pati23.today(1024, { dp = 4 }, { over = { h = pati23.h, sl = pati23.sl, tp = pati23.tp },
  want = "t_layer" })), 0
for row in table2:rows() do whole = whole + row.t_layer end
local function times(b) return whole / tw.eval(of_bert(b), "t_layer") end
local claimed = study.published "P1-14"
local batch = tw.solve(of_bert(1), { find = "b", so_that = { t_layer = whole / claimed } })
local function off(column)
  local sum, most = 0, 0
  for row in sample:rows() do sum, most = sum + math.abs(row[column]), math.max(most, math.abs(row[column])) end
  return 100 * sum / sample.n, 100 * most
end
local mean, most = off "error_baseline"
study.conclude("strategy", {
  paper = tw.format("one profiled layer of BERT is enough to project all of Table 2, in %s less time, and errors at small "
    .. "sizes do not affect the findings.", study.published_text "P1-14"),
  remains = tw.format("on a CPU, %.0f layers projected from one have errors of %.0f %% on average and at most %.0f %%; "
    .. "operators "
    .. "fitted to all profiles have %.0f %%. On MI210 in BF16 with PyTorch, Table 2 takes %.0f times the time of a layer "
    .. "of BERT with one sequence, and %.0f times one with %.0f.", sample.n, mean, most, (off "error_fitted"), times(1),
    times(batches[#batches]), batches[#batches]),
  turns = tw.format("it takes %.0f times the time of a layer of %.0f sequences: the saving depends on the batch, which "
    .. "the paper does not give.", claimed, batch or 0 / 0) })
