-- SPDX-License-Identifier: MIT
-- Statements of the paper's figure of all-reduces and of its reviews, in addition to the headlines: the bandwidth that
-- all-reduces keep as nodes are added, which the calibrated model predicts from other clusters; all-gathers that keep less;
-- algorithms that the text omits or overestimates; sharding within groups; and the run that reviewers compare with the
-- paper's decline.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local few, many, ranks = 8, 256, 2048 -- nodes that the figure shows at every size; GPUs of the paper's largest run

local function one(name, columns, meanings)
  local names, units = {}, {}
  for key in pairs(columns) do names[#names + 1], units[key] = key, "1" end
  table.sort(names)
  return study.write("reviews_" .. name, tw.table{ names = names, columns = columns, units = units, meanings = meanings })
end
local function taken(family, gpus, size, algorithm)
  return tw.eval({ device = "h100_sxm", plan = algorithm and { [family] = algorithm },
    op = { op_ranks = gpus, ["op_" .. family] = size } }, tw.format("t_op_%s", family))
end

-- Bandwidth on many nodes over that on few; the rate counts (n - 1) / n of the payload in both collectives.
local function kept(family, size, algorithm)
  local function rate(nodes)
    local n = 8 * nodes
    return (n - 1) / n / taken(family, n, size, algorithm)
  end
  return rate(many) / rate(few)
end
local mib, layer = fernandez24.mib, 2 * tw.eval({ model = "llama2_7b" }, "layer_param")
local columns = { large = { kept("all_reduce", 16384 * mib) - 1 }, small = { kept("all_reduce", 64 * mib) - 1 },
  layer = { kept("all_reduce", layer) - kept("all_gather", layer) } }
local bandwidth = one("bandwidth", columns, { large = "bandwidth lost by an all-reduce of 16 GiB, 8 to 256 nodes",
  small = "lost by one of 64 MiB", layer = "kept by an all-reduce of a layer of 7B, above that of an all-gather" })
local note = "H100 of the calibrated model, whose collectives were fitted on other clusters"
local cause = "model: its all-reduces grow with nodes as on other clusters; which release and tuning of the library the "
  .. "figure has would resolve it"
study.finding{ "P2-8", bandwidth, "large", percent = true, basis = "predicted", note = note, cause = cause }
study.finding{ "P2-8b", bandwidth, "small", percent = true, basis = "predicted", note = note, cause = cause }
study.finding{ "P2-16", bandwidth, "layer", percent = true, basis = "predicted", note = note }

-- Algorithms: a ring compared with the best known algorithm of an all-gather, and the bytes of an all-reduce by halving and
-- doubling; the text counts one whole payload for each level of a tree.
local gather = taken("all_gather", ranks, mib, "rings") / math.min(taken("all_gather", ranks, mib, "recursive"),
  taken("all_gather", ranks, mib, "two_level"))
local flat = tw.devices.h100_sxm{ net0_size = 1048576, net0_lat = 0, net0_half = 0, comm_launch = 0 }
local size = 1048576 * mib
local sent = tw.eval({ device = flat, software = "ideal", plan = { all_reduce = "halving_doubling" },
  op = { op_ranks = ranks, op_all_reduce = size } }, "t_op_all_reduce") * flat.net0_bw / size
local algorithms = one("algorithms", { gather = { gather }, sent = { sent } }, {
  gather = "time of a ring all-gather of 1 MiB over that of the best algorithm, 2048 GPUs",
  sent = "bytes sent for each byte reduced by halving and doubling, 2048 GPUs" })
study.finding{ "P2-17", algorithms, "gather", basis = "predicted", note = "rings against recursive doubling and two levels",
  cause = "paper: recursive doubling and Bruck's algorithm gather as well; that libraries chose rings then is another "
    .. "statement" }
study.finding{ "P2-17b", algorithms, "sent", basis = "exact", note = "time of a large payload without latencies",
  cause = "paper: a tree that sends pieces, or halving and doubling, sends 2 (p - 1) / p of the payload; its formula is "
    .. "of one that sends all of it at each level" }

-- Sharding within nodes of eight, which reviewers call the practice, compared with sharding over all GPUs.
local function sharded(shard)
  local case = fernandez24.today("llama2_7b", "h100_sxm", {}, "pytorch")
  return tw.scaling(case, { gpus = { ranks }, per_gpu = 2, layout = { zero = "weights", shard = shard } })[1]
end
local all, group = sharded(ranks), sharded(8)
study.finding{ "P2-19", one("hybrid", { gain = { group.token_rate / all.token_rate - 1 } }, {
  gain = "throughput of groups of eight over sharding over all" }), "gain", percent = true, basis = "predicted",
  noise = fernandez24.noise, note = "Llama-2 7B, two sequences of 4096 on each of 2048 H100, PyTorch" }

-- Llama-3 405B on 16,384 H100, which reviewers round to 20,000. Its report states TP 8, 16 stages and a microbatch of one
-- sequence; framework and schedule are open.
local mfu = {}
for _, software in ipairs{ "pytorch", "pytorch_compiled", "megatron_core" } do
  for _, chunks in ipairs{ 1, 8 } do
    mfu[#mfu + 1] = tw.eval({ model = "llama3_405b", device = "h100_sxm", software = software,
      layout = { tp = 8, pp = 16, vp = chunks, dp = 128, sp = "yes", zero = "optimizer", first_layers = 7,
        last_layers = 7 }, run = { sl = 8192, global_batch = 2048, micro_batch = 1 }, illegal = "allow" }, "mfu")
  end
end
local span = study.write("reviews_llama3", tw.table{ names = { "mfu" }, columns = { mfu = mfu }, units = { mfu = "1" },
  meanings = { mfu = "MFU of Llama-3 405B on 16,384 H100" } })
study.finding{ "P2-18", span, "mfu", percent = true, basis = "predicted", span = "framework and pipeline schedule",
  note = "three frameworks, one or eight chunks a stage",
  cause = "model: it has no failures, data loading and stragglers of such a cluster; a trace of a step would resolve it" }

local least, most = span:top(1, "mfu", "ascending")[1].mfu, span:top(1, "mfu")[1].mfu
study.conclude("reviews", {
  paper = "all-reduces scale with nodes and all-gathers do not, which rings force; reviewers name other algorithms, "
    .. "groups of sharding, and a run that kept its MFU.",
  remains = tw.format("from %.0f to %.0f nodes an all-reduce of a layer of 7B keeps %.0f %% of its bandwidth and an "
    .. "all-gather %.0f %%; sharding in groups of eight is %.0f %% faster on %.0f GPUs; Llama-3 405B has an MFU of %.0f to "
    .. "%.0f %%.", few, many, 100 * kept("all_reduce", layer), 100 * kept("all_gather", layer),
    100 * (group.token_rate / all.token_rate - 1), ranks, 100 * least, 100 * most),
  turns = tw.format("by two levels the all-gather keeps %.0f %%.", 100 * kept("all_gather", layer, "two_level")) })
