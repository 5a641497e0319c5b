-- SPDX-License-Identifier: MIT
-- The models of twocs and of ERDI24 for the same machine, MLP stack and degrees: where do they differ, and why? An H100
-- with the paper's rates, latencies and links; d_model = 12288, 192 layers, the batch of its law; TP 8 fills a node, the
-- rest is DP, and there is no pipeline. They differ in three things, which are changed one after the other:
-- fills a node, DP is what remains, no pipeline. They differ in three things, which are changed one after the other:
--   GEMMs        a roofline of tiles over the memory hierarchy (1.2); whole tiles in whole waves (the law tiles, whose
--                large GEMMs reach the same share of the peak)
--   collectives  bandwidth pooled, two hops of latency a level, one reduction of all gradients (1.4); a ring inside the
--                node, every step with its latency, and halving and doubling between nodes, layer by layer
--   overlap      TP's bytes during the GEMMs, DP after everything (1.6); TP on the critical path, DP during the backward
--                pass
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local law, tp = "tiles", 8
local base = erdil24.case("h100_sxm5", { d = 12288 })
local device = tw.devices.h100_sxm{ peak_fp16 = base.peak, flop_eff = base.rate / base.peak, mem_bw = base.mem_bw,
  launch = base.launch, comm_launch = 0, net0_bw = base.net0_bw, net1_bw = base.net1_bw, net0_lat = base.net0_lat,
  net1_lat = base.net0_lat }
local plan = { gemm = law }

local assumed = { device = device, software = "ideal", run = { format = "fp16" }, plan = plan }

-- The six GEMMs of a layer with n tokens at once, each as often as a batch needs: forward, activation gradients, weight
-- gradients.
local function gemms(n, how)
  local d, f = base.d, base.f / tp
  local shapes, times = { { n, f, d }, { n, d, f }, { n, d, f }, { n, f, d }, { d, f, n }, { f, d, n } }, {}
  for i, shape in ipairs(shapes) do shapes[i] = { gemm = shape, back = 0 } end
  local t = tw.operators(shapes):table(how):column "t_op_cmp"
  for i = 1, 6 do times[i] = t[i] * base.depth end
  return times[1] + times[2], times[3] + times[4] + times[5] + times[6]
end

-- The time of an all-reduce with this algorithm in two parts: bytes and latency. inside: within a node, otherwise between
-- nodes.
local function all_reduce(algorithm, byte, ranks, inside)
  local own = inside and device or device{ net0_size = 1 }
  local function time(machine)
    return tw.operators{ { all_reduce = byte, ranks = ranks, back = 0 } }:table{ device = machine, software = "ideal",
      run = { format = "fp16" },
      plan = { all_reduce = algorithm } }[1].t_op_ser
  end
  local wire = time(own{ net0_lat = 0, net1_lat = 0 })
  return wire, time(own) - wire
end

-- The terms of a batch: GEMMs of both passes, TP and DP as bytes and as latency.
local function of_twocs(run)
  local forward, backward = gemms(run.nano, assumed)
  local tp_wire, tp_lat = all_reduce("ring", run.nano * base.d * 2, tp, true)
  local dp_wire, dp_lat = all_reduce("halving_doubling", 2 * base.stack_param / base.depth / tp, run.dp, false)
  local calls = 2 * base.depth
  return { gemm = forward + backward, backward = backward, tp = calls * tp_wire, tp_lat = calls * tp_lat,
    dp = base.depth * dp_wire, dp_lat = base.depth * dp_lat }
end

local function of_erdil(run)
  return { gemm = run.t_mm, backward = run.t_mm * 2 / 3, tp = run.t_tp_net, tp_lat = run.lat_tp, dp = run.t_dp_net,
    dp_lat = run.lat_dp }
end

-- The terms on the critical path, if communication of TP or of DP overlaps with compute.
local function beside_tp(x) return x.gemm, math.max(0, x.tp - x.gemm), x.tp_lat, x.dp + x.dp_lat end
local function beside_dp(x) return x.gemm, x.tp, x.tp_lat, math.max(0, x.dp + x.dp_lat - x.backward) end

local names = { "gpus", "model", "gemm", "tp", "tp_lat", "dp", "dp_lat", "x_gemm", "x_tp", "x_lat", "x_dp", "util" }
local columns, units = {}, { gpus = "1", util = "1" }
for k, name in ipairs(names) do
  columns[name] = {}
  if k > 2 and k < 8 then units[name] = "s" elseif k > 7 then units[name] = "1" end
end
local function add(gpus, model, ideal, terms, overlap)
  local i, parts = #columns.gpus + 1, { overlap(terms) }
  columns.gpus[i], columns.model[i] = gpus, model
  for k = 3, 7 do columns[names[k]][i] = terms[names[k]] end
  local sum = 0
  for k = 1, 4 do
    columns[names[k + 7]][i], sum = parts[k] / ideal, sum + parts[k]
  end
  columns.util[i] = ideal / sum
end
for k = 4, 13 do
  local dp = tw.pow(2, k)
  local run = base:eval{ dp = { 1, dp }, tp_f = { tp, 1 }, micro = 1 }
  local ideal = run.util * run.t_batch
  local erdil, ours = of_erdil(run), of_twocs(run)
  local mixed = { gemm = ours.gemm, backward = ours.backward, tp = erdil.tp, tp_lat = erdil.tp_lat, dp = erdil.dp,
    dp_lat = erdil.dp_lat }
  add(run.gpus, "Erdil (2024)", ideal, erdil, beside_tp)
  add(run.gpus, "and GEMMs in waves", ideal, mixed, beside_tp)
  add(run.gpus, "and collectives in steps", ideal, ours, beside_tp)
  add(run.gpus, "twocs: and its overlap", ideal, ours, beside_dp)
end
local t = study.write("compare", tw.table{ names = names, columns = columns, units = units, meanings = { model = "model",
  gpus = "GPUs", util = "Utilisation of the peak", gemm = "GEMMs of a batch", tp = "TP, bytes", tp_lat = "TP, latency",
  dp = "DP, bytes", dp_lat = "DP, latency", x_gemm = "GEMMs", x_tp = "TP, exposed", x_lat = "TP, latency",
  x_dp = "DP, exposed" } })
local apart, where = 0, 0 / 0
for gpus, part in t:by "gpus" do
  local a, b = part:where{ model = "Erdil (2024)" }[1].util, part:where{ model = "twocs: and its overlap" }[1].util
  if gpus and 100 * math.abs(a - b) > apart then apart, where = 100 * math.abs(a - b), gpus end
end
study.lines("compare_util", t:where{ model = { "Erdil (2024)", "twocs: and its overlap" } }:derive("whose", { unit = "",
  meaning = "model", function(r) return r.model == "Erdil (2024)" and r.model or "twocs" end }), { x = "gpus", y = "util",
  by = "whose", logx = 2, percent = true, ymin = 0, ymax = 0.8,
  title = tw.format("On %.0f GPUs the two models differ most, by %.0f points of utilisation", where, apart),
    subtitle = "H100 SXM5, d_model = 12288, 192 layers, TP 8, the rest DP; both computed",
  xlabel = "GPUs", ylabel = "Utilisation of the peak", legend = "", legend_at = "top" })

local some = t:where{ gpus = { 512, 4096, 16384 } }:derive("cluster", { unit = "", meaning = "GPUs",
  function(r) return tw.format("%.0f GPUs", r.gpus) end })
local function on_16k(model) return some:where{ gpus = 16384, model = model }[1] end
local first, last = on_16k "Erdil (2024)", on_16k "twocs: and its overlap"
study.stack("compare_terms", some, { x = "model", panels = "cluster", columns = 1,
  y = { "x_gemm", "x_tp", "x_lat", "x_dp" }, percent = false,
  colours = { "compute", "serialized", "interference", "exposed" }, totals = true, labels = true,
  title = tw.format("On 16K GPUs DP takes %.1f of %.1f times the ideal by Erdil (2024), %.1f of %.1f by twocs",
    first.x_dp, 1 / first.util, last.x_dp, 1 / last.util),
  subtitle = "from one model to the other, a term at a time", xlabel = "", ylabel = "Time over ideal",
  legend = "", legend_at = "top" })

-- Collectives over several levels: one all-reduce of TP with 512 tokens, inside a node and then across nodes. In the pooled
-- model the levels run at once and each costs two hops; level by level they run one after the other, and a ring has a step
-- for each rank.
local tokens = 512
local calls = { tp = {}, as = {}, t = {} }
local function call(as, ranks, t)
  local i = #calls.tp + 1
  calls.tp[i], calls.as[i], calls.t[i] = ranks, as, t
end
for k = 1, 9 do
  local ranks = tw.pow(2, k)
  local inside = math.min(ranks, 8)
  local run = base:eval{ tp_f = { inside, ranks / inside }, dp = 1, micro = 1 }
  call("Erdil (2024), pooled", ranks, (run.t_tp_net * tokens / run.b_tokens + run.lat_tp) / (2 * run.depth))
  for _, algorithm in ipairs{ "two_level", "ring" } do
    local wire, lat = all_reduce(algorithm, tokens * base.d * 2, ranks, true)
    call(algorithm == "ring" and "twocs, one ring" or "twocs, level by level", ranks, wire + lat)
  end
end
local pooled, ring
for i, as in ipairs(calls.as) do
  if calls.tp[i] == 512 and as == "Erdil (2024), pooled" then pooled = calls.t[i] end
  if calls.tp[i] == 512 and as == "twocs, one ring" then ring = calls.t[i] end
end
study.lines("compare_calls", tw.table{ names = { "tp", "as", "t" }, columns = calls, units = { t = "s" },
  meanings = { tp = "TP", as = "algorithm", t = "Time of one all-reduce" } }, { x = "tp", y = "t", by = "as", logx = 2,
  logy = true, title = tw.format("On %.0f GPUs one ring takes %.0f times as long as pooled bandwidth", 512, ring / pooled),
    subtitle = "H100 SXM5, 12.6 MB: 512 tokens of d_model = 12288",
  xlabel = "GPUs of the group, eight to a node", ylabel = "Time", legend = "", legend_at = "top" })

-- The same terms with the calibrated model: PyTorch, GEMMs as measured on H100, NCCL's collectives, one rank of DP on each
-- node.
local h100, bf16 = tw.devices.h100_sxm, { format = "bf16" }
local function reduced(byte, ranks, machine)
  return tw.operators{ { all_reduce = byte, ranks = ranks, back = 0 } }:table{ device = machine, run = bf16 }[1].t_op_ser
end
local function of_today(run)
  local forward, backward = gemms(run.nano, { device = h100, run = bf16 })
  return { gemm = forward + backward, backward = backward, tp_lat = 0, dp_lat = 0,
    tp = 2 * base.depth * reduced(run.nano * base.d * 2, tp, h100),
    dp = base.depth * reduced(2 * base.stack_param / base.depth / tp, run.dp, h100{ net0_size = 1 }) }
end

-- Utilisation with this number of replicas and a batch `larger` times as large.
local function today(dp, larger, overlap)
  local run, sum = base:times{ batch_anchor = larger }:eval{ dp = { 1, dp }, tp_f = { tp, 1 }, micro = 1 }, 0
  for _, time in ipairs{ overlap(of_today(run)) } do sum = sum + time end
  return run.util * run.t_batch / sum
end
local least, most, share = 16, 8192, 0.8
local function kept(util)
  local gpus
  for k = 4, 13 do
    local dp = tw.pow(2, k)
    if util(dp) < share * util(least) then break end
    gpus = dp * tp
  end
  return gpus
end
local function of_paper(dp) return t:where{ model = "Erdil (2024)", gpus = dp * tp }[1].util end
local function of_own(dp) return today(dp, 1, beside_dp) end
local larger, most_larger = 1, 1024
while larger < most_larger and today(most, larger, beside_dp) < share * of_own(least) do larger = 2 * larger end
study.conclude("compare", {
  paper = tw.format("a fixed model loses utilisation on more GPUs: by the equations of the authors' program %.0f %% "
    .. "on %.0f GPUs and %.0f %% on %.0f, since DP's all-reduces follow the backward pass; four fifths remain up to %.0f "
    .. "GPUs.", 100 * of_paper(least), least * tp, 100 * of_paper(most), most * tp, kept(of_paper)),
  remains = tw.format("with measured GEMMs and collectives (PyTorch, NCCL) and DP's all-reduces during the backward pass "
    .. "it is %.0f %% and %.0f %%, and four fifths remain up to %.0f GPUs.", 100 * of_own(least), 100 * of_own(most),
    kept(of_own)),
  turns = tw.format("with all-reduces after the backward pass this model also keeps four fifths up to %.0f GPUs; on %.0f "
    .. "GPUs "
    .. "it keeps them with a batch %.0f times as large.", kept(function(dp) return today(dp, 1, beside_tp) end), most * tp,
    larger) })
