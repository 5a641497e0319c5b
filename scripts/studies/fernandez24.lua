-- SPDX-License-Identifier: MIT
-- Shared code of the studies of Fernandez et al.: the models and generations that the paper compares, its runs as far as
-- they are known, and the times of collectives. All-gather and reduce-scatter are rings through all ranks, as in the
-- paper's library, so their latency grows with the ranks. All-reduce is a law with three numbers, which is fitted here to
-- the paper's own measurement. Our sources do not include the full text of the paper: if they do not state a set-up, a
-- study covers all set-ups that the paper may have used. Two items of the web page on which the studies are based are not
-- claims: its scope (P2-5, which the studies run) and the remark that it scales strongly first and weakly later
-- (P2-9; both are run).
local papers = require "studies.papers"
local study = require "twocs.study"
local tw = require "twocs"

local fernandez24 = {}

fernandez24.models = { "tinyllama_1b", "llama2_7b", "llama2_13b", "llama2_70b" }
fernandez24.generations = { "dgx_v100", "a100_80g", "h100_sxm" }
fernandez24.titles = { tinyllama_1b = "1B", llama2_7b = "7B", llama2_13b = "13B", llama2_70b = "70B", dgx_v100 = "V100",
  a100_80g = "A100", h100_sxm = "H100" }
fernandez24.batches = { 1, 2, 4, 8 } -- sequences per GPU; the sources do not state them
fernandez24.fsdp = { zero = "weights" }
fernandez24.measured_nodes = { 4, 8, 16, 32, 64, 128, 256, 512 }
fernandez24.computed = "computed, without software overheads" -- basis of `fernandez24.case`, for subtitles
fernandez24.setup = "SL 4096, BF16, Adam, fused attention, nothing recomputed"

-- Changes of the paper's machines: steps of a ring have the latencies of NCCL's table for its protocol for large messages
-- (Simple: src/graph/tuning.cc), so no other saturation is assumed. dgx_v100 states these values itself.
local large_messages = { comm_launch = 8.4e-6, net0_lat = 3.4e-6, net1_lat = 14e-6, net0_half = 0 }

--- A machine of the paper.
function fernandez24.machine(name) return tw.devices[name](large_messages) end

local mib = 1048576
local home = arg[0]:match("^(.*)/studies/") or "scripts"

--- The table of the paper's figure: nodes, byte, busbw.
function fernandez24.digitised()
  return assert(tw.read(home .. "/studies/fernandez24/all_reduce.csv"))
end

-- busbw = B S / (S + half + grow log2(nodes / 4)) = S / (p1 S + p2 + p3 log2(nodes / 4)), fitted by least squares of the
-- bandwidth with eight Gauss-Newton steps. The last steps change nothing.
local function fitted(t)
  local p = { 1 / 350e9, 40 * mib / 350e9, 15 * mib / 350e9 }
  for _ = 1, 8 do
    local c = { off = {}, a = {}, b = {}, c = {} }
    for i = 1, t.n do
      local size, log = t[i].byte, tw.log2(t[i].nodes / 4)
      local now = size / (p[1] * size + p[2] + p[3] * log)
      local slope = -now * now / size
      c.off[i], c.a[i], c.b[i], c.c[i] = t[i].busbw - now, slope * size, slope, slope * log
    end
    local step = tw.fit(tw.table{ names = { "off", "a", "b", "c" }, columns = c }, "off ~ a + b + c",
      { relative = false, free = true }).value
    for k = 1, 3 do p[k] = p[k] + step[k] end
  end
  return { bandwidth = 1 / p[1], half = p[2] / p[1], grow = p[3] / p[1] }
end

local law
--- The three numbers of the all-reduce: bandwidth (byte/s); half: the bytes at which 4 nodes reach half of this bandwidth;
--- grow: the bytes that each doubling of the nodes adds to `half`.
function fernandez24.all_reduce()
  law = law or fitted(fernandez24.digitised())
  return law
end

--- The same as fields of the law `measured`, for nodes of another device with the bandwidth of its network.
function fernandez24.law(device)
  local three, link = fernandez24.all_reduce(), tw.devices.h100_sxm.net1_bw / tw.devices[device].net1_bw
  return { all_reduce_c0 = 2 * (three.half - 2 * three.grow) / three.bandwidth, all_reduce_near = 0,
    all_reduce_c2 = 2 / three.bandwidth * link, all_reduce_far = 2 * three.grow / three.bandwidth, all_reduce_fill = 0 }
end

fernandez24.plan = { all_gather = "rings", reduce_scatter = "rings", all_reduce = "measured" }

--- A case of one of the models on one of the generations.
function fernandez24.case(model, device, run)
  local all = papers.run{ sl = 4096, format = device == "dgx_v100" and "fp16" or "bf16", attention = "fused",
    dropout = "no" }
  for key, value in pairs(run or {}) do all[key] = value end
  return { model = model, device = fernandez24.machine(device), run = all, software = papers.software,
    law = fernandez24.law(device), plan = fernandez24.plan }
end

--- The same run with today's calibrated model: an unchanged device, no law of the paper, and a framework.
function fernandez24.today(model, device, run, software)
  local all = { sl = 4096, format = device == "dgx_v100" and "fp16" or "bf16", attention = "fused", dropout = "no" }
  for key, value in pairs(run or {}) do all[key] = value end
  return { model = model, device = device, run = all, software = software }
end

-- For one model and this recomputation, every batch that fits on the first number of GPUs.
local function weak_of(model, device, gpus, recompute)
  local list = {}
  for _, batch in ipairs(fernandez24.batches) do
    local case = fernandez24.case(model, device, { recompute = recompute })
    local t = tw.scaling(case, { gpus = gpus, per_gpu = batch, layout = fernandez24.fsdp })
    if t[1].fits == 1 then
      list[#list + 1] = { model = model, title = fernandez24.titles[model], batch = batch, recompute = recompute, t = t }
    end
  end
  return list
end

--- FSDP with weak scaling: { { model =, batch =, recompute =, t = rows of tw.scaling }, ... } for all models and the
--- batches that fit on the first number of GPUs. If no batch fits, the model recomputes everything.
function fernandez24.weak(device, gpus)
  local list = {}
  for _, model in ipairs(fernandez24.models) do
    local own = weak_of(model, device, gpus, "none")
    if #own == 0 then own = weak_of(model, device, gpus, "full") end
    for _, one in ipairs(own) do list[#list + 1] = one end
  end
  return list
end

--- FSDP over all replicas with strong scaling: the same list. A step has `batch` sequences for each GPU of the largest
--- number; microbatch and recomputation are the best ones.
function fernandez24.strong(device, gpus)
  local list = {}
  for _, model in ipairs(fernandez24.models) do
    for _, batch in ipairs(fernandez24.batches) do
      local case = fernandez24.case(model, device, { global_batch = batch * gpus[#gpus] })
      local t = tw.scaling(case, { gpus = gpus, grid = fernandez24.pure })
      if t[1].gpu_rate == t[1].gpu_rate then
        list[#list + 1] = { model = model, title = fernandez24.titles[model], batch = batch, t = t }
      end
    end
  end
  return list
end

--- The smallest speed-up [%] that counts in a claim: the largest mean error of the step time on published collections,
--- without nanotron's (scripts/docs/accuracy.md).
fernandez24.noise = 8

--- TP x PP of a layout that is faster than pure FSDP by `gain`; 1 if the gain is less than the error of the model.
function fernandez24.clear_degree(degree, gain) return gain > fernandez24.noise / 100 and degree or 1 end

--- Findings for the claims on the degree of the fastest layout and on its gain. readings: a list of { label, rows } with a
--- row for each model and the columns `degree` and `gain`.
function fernandez24.judge_degrees(readings, note, cause)
  for _, one in ipairs(readings) do
    local clear = one[2]:derive("clear", { unit = "1", meaning = "TP x PP that is faster beyond the model's error",
      function(r) return fernandez24.clear_degree(r.degree, r.gain) end })
    study.finding{ "P2-4", clear, "clear", basis = "predicted", label = one[1], note = note, span = one[3],
      cause = cause }
    study.finding{ "P2-4b", clear, "gain", basis = "predicted", percent = true, label = one[1], note = note,
      cause = cause, noise = fernandez24.noise }
  end
end

--- A table of numbers and texts: names in order, units and meanings by name.
function fernandez24.table(names, columns, units, meanings)
  local n = 0
  for _ in ipairs(columns[names[1]]) do n = n + 1 end
  return tw.table{ n = n, names = names, columns = columns, units = units, meanings = meanings }
end

--- Empty columns with these names.
function fernandez24.columns(names)
  local columns = {}
  for _, name in ipairs(names) do columns[name] = {} end
  return columns
end

--- A grid of layouts other than pure FSDP, sharded over all replicas: TP and PP, and their possible microbatches.
fernandez24.mixes = { tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16 }, cp = { 1 }, zero = { "weights" }, shard = {},
  micro_batch = { 1, 2, 4, 8 }, vp = { 1 }, schedule = { "1f1b" }, recompute = { "none", "full" } }

--- The same grid without TP and PP.
fernandez24.pure = {}
for name, values in pairs(fernandez24.mixes) do fernandez24.pure[name] = values end
fernandez24.pure.tp, fernandez24.pure.pp = { 1 }, { 1 }

fernandez24.mib = mib
return fernandez24
