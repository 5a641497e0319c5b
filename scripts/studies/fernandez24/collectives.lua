-- SPDX-License-Identifier: MIT
-- Collectives by kind. All-reduce: the bus bandwidth that the paper measured on 4 to 512 nodes of eight H100, digitised
-- from its figure, and a law with three numbers fitted to it, as for the engine's law `measured`. Next to it, for one
-- payload over the ranks, the all-gather of FSDP: a ring, whose latency grows with the ranks, while that of a tree grows
-- with their logarithm.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local seen = fernandez24.digitised()
local points = {}
for i = 1, seen.n do points[i] = { op_ranks = 8 * seen[i].nodes, op_all_reduce = seen[i].byte } end
local law = fernandez24.law "h100_sxm"
local timed = tw.sweep{ device = fernandez24.machine "h100_sxm", software = "ideal", law = law, plan = fernandez24.plan,
  over = { points },
  want = "t_op_all_reduce" }
local at = {}
for i = 1, timed.n do
  local r = timed[i]
  at[tw.format("%.0f %.0f", r.op_ranks, r.op_all_reduce)] = 2 * (1 - 1 / r.op_ranks) * r.op_all_reduce / r.t_op_all_reduce
end

local names = { "nodes", "byte", "busbw", "law", "off" }
local units = { byte = "byte", busbw = "byte/s", law = "byte/s", off = "byte/s", nodes = "1" }
local c = fernandez24.columns(names)
for i = 1, seen.n do
  c.nodes[i], c.byte[i], c.busbw[i] = seen[i].nodes, seen[i].byte, seen[i].busbw
  c.law[i] = at[tw.format("%.0f %.0f", 8 * seen[i].nodes, seen[i].byte)]
  c.off[i] = c.law[i] - c.busbw[i]
end
local t = study.write("collectives_points", fernandez24.table(names, c, units, { nodes = "Nodes", byte = "Payload",
  busbw = "digitised from the paper's figure", law = "law of three numbers", off = "law less digitised" }))

local each, worst_of_all = fernandez24.columns{ "nodes", "rms", "worst" }, 0
for i, nodes in ipairs(fernandez24.measured_nodes) do
  local sum, worst, n = 0, 0, 0
  for row in t:rows() do
    if row.nodes == nodes then
      sum, n, worst = sum + row.off * row.off, n + 1, math.max(worst, math.abs(row.off))
    end
  end
  each.nodes[i], each.rms[i], each.worst[i] = nodes, tw.pow(sum / n, 0.5) / 1e9, worst / 1e9
  worst_of_all = math.max(worst_of_all, worst / 1e9)
end
local off = study.write("collectives_off", fernandez24.table({ "nodes", "rms", "worst" }, each, { nodes = "1", rms = "1",
  worst = "1" }, { rms = "root mean square over the sizes, GB/s", worst = "worst size, GB/s" }))
local three = fernandez24.all_reduce()
local numbers = study.write("collectives_law", fernandez24.table({ "bandwidth", "half", "grow" },
  { bandwidth = { three.bandwidth / 1e9 }, half = { three.half / fernandez24.mib },
    grow = { three.grow / fernandez24.mib } },
  { bandwidth = "1", half = "1", grow = "1" }, { bandwidth = "bandwidth of large payloads, GB/s",
    half = "payload at half of it on 4 nodes, MiB",
    grow = "increase of this payload with each doubling of the nodes, MiB" }))
print(tw.format(
  "one law for all node counts: %.0f GB/s, %.1f MiB, %.1f MiB a doubling; off by %.1f GB/s (rms), at worst by %.0f GB/s",
  three.bandwidth / 1e9, three.half / fernandez24.mib, three.grow / fernandez24.mib, off:top(1, "rms")[1].rms,
  worst_of_all))

local shown = t:where(function(r) return r.nodes == 4 or r.nodes == 32 or r.nodes == 512 end)
local both = fernandez24.columns{ "byte", "busbw", "series" }
for row in shown:rows() do
  for _, kind in ipairs{ "busbw", "law" } do
    local i = #both.byte + 1
    both.byte[i], both.busbw[i] = row.byte, row[kind]
    both.series[i] = tw.format("%.0f nodes, %s", row.nodes, kind == "law" and "law" or "measured")
  end
end
study.lines("collectives", fernandez24.table({ "byte", "busbw", "series" }, both, { byte = "byte", busbw = "byte/s" },
  { byte = "Payload", busbw = "Bus bandwidth", series = "" }), { x = "byte", y = "busbw", by = "series", logx = 2,
    legend = "",
  title = tw.format("One law with three coefficients has an error of at most %.0f GB/s (rms) on 4 to 512 nodes",
    off:top(1, "rms")[1].rms),
  subtitle = "NCCL, nodes of eight H100; measured: arXiv:2411.13055",
  colours = { 0x0072b2, 0x7fb8d8, 0x009e73, 0x7fceb9, 0xd55e00, 0xeaae7f }, xlabel = "Payload", ylabel = "Bus bandwidth" })

-- One payload over the ranks: the weights of a layer of 7B.
local payload = 2 * tw.eval({ model = "llama2_7b" }, "dev_layer_param")
local kinds = fernandez24.columns{ "gpus", "t", "kind" }
local function add(kind, family, plan)
  for _, gpus in ipairs(tw.double(16, 16384)) do
    local device = fernandez24.machine "h100_sxm"
    local field = family == "all_reduce" and "op_all_reduce" or "op_all_gather"
    local case = { device = device, software = "ideal", law = law, plan = plan, op = { op_ranks = gpus,
      [field] = payload } }
    local i = #kinds.t + 1
    kinds.gpus[i], kinds.t[i], kinds.kind[i] = gpus, tw.eval(case, tw.format("t_%s", field)), kind
  end
end
add("all-gather, ring", "all_gather", { all_gather = "rings" })
add("all-gather, recursive", "all_gather", { all_gather = "recursive" })
add("all-reduce", "all_reduce", { all_reduce = "measured" })
-- The time on the most GPUs over that on the fewest.
local function grown(first) return kinds.t[first + 10] / kinds.t[first] end
study.lines("collectives_kinds", fernandez24.table({ "gpus", "t", "kind" }, kinds, { gpus = "1", t = "s" },
  { gpus = "GPUs", t = "Time of one", kind = "" }), { x = "gpus", y = "t", by = "kind", logx = 2, logy = true, legend = "",
  title = tw.format("From 16 to 16K GPUs FSDP's ring takes %.0f times as long, an all-reduce %.1f times", grown(1),
    grown(23)), xlabel = "GPUs",
  subtitle = tw.format("%.0f MB, the weights of a layer of 7B, on nodes of eight H100; computed", payload / 1e6),
  ylabel = "Time of one collective (ms)", note = "Recursive doubling sends through one adapter of each node." })

-- NCCL's collectives with the calibrated model and the same payload; and up to how many GPUs an all-gather is faster.
local function taken(family, gpus, plan)
  return tw.eval({ device = "h100_sxm", plan = plan, op = { op_ranks = gpus, ["op_" .. family] = payload } },
    tw.format("t_op_%s", family))
end
local least, most, up_to = 16, 16384, nil
for _, gpus in ipairs(tw.double(least, most)) do
  if taken("all_gather", gpus) > taken("all_reduce", gpus) then break end
  up_to = gpus
end
study.conclude("collectives", {
  paper = "an all-reduce is bound by bandwidth on any number of nodes, FSDP's all-gather by the latency of its ring.",
  remains = tw.format("with NCCL as calibrated an all-gather of %.0f MB, a layer of 7B, takes %.1f ms on %.0f H100 and "
    .. "%.0f ms on %.0f; an all-reduce takes %.1f and %.1f ms.", payload / 1e6, 1e3 * taken("all_gather", least), least,
    1e3 * taken("all_gather", most), most, 1e3 * taken("all_reduce", least), 1e3 * taken("all_reduce", most)),
  turns = tw.format("up to %.0f GPUs the all-gather is faster than the all-reduce; on %.0f it takes %.0f ms by recursive "
    .. "doubling and %.0f ms level by level.", up_to or 0 / 0, most, 1e3 * taken("all_gather", most,
    { all_gather = "recursive" }), 1e3 * taken("all_gather", most, { all_gather = "two_level" })) })
