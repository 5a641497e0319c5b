-- SPDX-License-Identifier: MIT
-- Measurements of others that the project uses for comparison and does not contain: their files and the meaning of their
-- columns.
local core = require "twocs.core"
local given = require "studies.given"
local tw = require "twocs"

local data = {}

local function read(name, options)
  local path, sentence = given.path(name)
  if not path then return nil, sentence end
  return assert(tw.read(path, options))
end

--- NVIDIA's GEMMs in BF16 (ai-dynamo/aiconfigurator@095f58a, Apache-2.0): m, n, k, t. system: "a100" or "h100".
function data.nvidia_gemm(system)
  local name = ({ a100 = "gemm_a100_sxm_trtllm_1.0.0", h100 = "gemm_h100_sxm_vllm_0.24.0" })[system]
  local t, sentence = read(tw.format("aiconfigurator/%s.csv.gz", name), { columns = { latency_ms = "t [ms]" } })
  if not t then return nil, sentence end
  return t:where{ dtype = "bfloat16" }:derive("flop", { unit = "flop", meaning = "work", function(r)
    return 2 * r.m * r.n * r.k
  end })
end

-- ---- Kernels of six devices (aiconfigurator/kernels, Apache-2.0; see its PROVENANCE.md): names are those of its files.

local vllm = { a100_sxm = "vllm_0.14.0" }
local files = { nccl = { a100_sxm = "nccl_2.27.3", l40s = "nccl_2.27.3", other = "nccl_2.29.2" },
  context_mla = { other = "vllm_0.14.0" }, generation_mla = { other = "vllm_0.14.0" } }

--- The name of such a file without its ending.
function data.kernel_file(kind, system)
  local own = files[kind] and (files[kind][system] or files[kind].other) or vllm[system] or "vllm_0.24.0"
  return tw.format("%s_%s_%s", kind, system, own)
end

--- Rows of such a file with times in seconds as t; or nil and a sentence.
local function kernels(kind, system)
  return read(tw.format("aiconfigurator/kernels/%s.csv.gz", data.kernel_file(kind, system)),
    { columns = { latency = "t [ms]" } })
end

--- GEMMs: m, n, k, t, flop. dtype: bfloat16, fp8, fp8_block, nvfp4.
function data.kernel_gemm(system, dtype)
  local t, sentence = kernels("gemm", system)
  if not t then return nil, sentence end
  return (t:has("gemm_dtype") and t:where{ gemm_dtype = dtype } or t):select{ "m", "n", "k", "t" }:derive("flop",
    { unit = "flop", meaning = "work", function(r) return 2 * r.m * r.n * r.k end })
end

-- Grid points of the tables that correct laws, by size: about where the tables have rows, and closer where tiles fill a
-- device.
data.knots = {
  gemm = {
    m = { 1, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768 },
    n = { 32, 128, 256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 51200, 65536 },
    k = { 32, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536 },
    ragged = { 1, 2 },
  },
}
data.knots.prefill = { keys = { 16, 64, 256, 512, 1024, 2048, 4096, 8192, 16384 },
  heads = { 1, 4, 16, 32, 64, 128, 256, 512, 2048, 16384 }, shared = { 1, 2, 4, 8, 16, 64 }, dim = { 64, 128, 256 } }
data.knots.decode = { keys = { 16, 64, 256, 1024, 4096, 16384, 65536 },
  heads = { 1, 4, 16, 64, 128, 256, 512, 2048, 16384 }, shared = { 1, 2, 4, 8, 16, 64 }, dim = { 64, 128, 256 } }
data.knots.latent_prefill = { keys = data.knots.prefill.keys, heads = { 1, 4, 16, 64, 128, 256, 512, 2048, 16384 } }
data.knots.latent_decode = { keys = data.knots.decode.keys, heads = { 1, 4, 16, 64, 128, 256, 512, 2048, 16384, 131072 },
  shared = { 1, 4, 16, 64, 128 } }
data.knots.nccl = { byte = {}, ranks = { 2, 4, 8 } }
for i = 1, 22 do data.knots.nccl.byte[i] = i == 1 and 512 or 2 * data.knots.nccl.byte[i - 1] end
-- For devices on which at most four ranks were measured.
data.knots.nccl_four = { byte = data.knots.nccl.byte, ranks = { 2, 4 } }
data.knots.experts = { m = { 1, 16, 64, 128, 256, 512, 1024, 2048, 8192 }, n = { 1024, 2048, 4096, 7168 },
  k = { 32, 256, 1024, 4096, 16384 }, x = { 1, 4, 16, 64, 512 } }
data.knots.order = { "gemm", "prefill", "decode", "latent_prefill", "latent_decode", "experts", "nccl", "nccl_four" }
local sizes = { gemm = { "m", "n", "k", "ragged" }, experts = { "m", "n", "k", "x" },
  prefill = { "keys", "heads", "shared", "dim" },
  decode = { "keys", "heads", "shared", "dim" }, latent_prefill = { "keys", "heads" },
  latent_decode = { "keys", "heads", "shared" }, nccl = { "byte", "ranks" }, nccl_four = { "byte", "ranks" } }
data.knots.lists = {}
for name, list in pairs(sizes) do
  data.knots.lists[name] = {}
  for i, size in ipairs(list) do data.knots.lists[name][i] = data.knots[name][size] end
end

-- Rows of attention in the form of the law: queries of a sequence and the keys that each query attends to.
local function attention(t, queries, keys)
  local dims = t:has("head_dim")
  local function derived(name, f) return { unit = "1", meaning = name, f } end
  return t:derive("queries", derived("queries", queries), "keys", derived("keys", keys),
    "heads", derived("heads of queries", function(r) return r.batch_size * r.num_heads end),
    "shared", derived("heads of queries for one of keys", function(r) return r.num_heads / r.num_key_value_heads end),
    "dim", derived("width of a head", function(r) return dims and r.head_dim or 128 end))
    :derive("flop", { unit = "flop", meaning = "work", function(r) return 4 * r.heads * r.queries * r.keys * r.dim end })
    :select{ "queries", "keys", "heads", "shared", "dim", "flop", "t" }
end

-- Rows with attention to all keys, keys stored in 16 bits, and head widths that training kernels support.
local function plain(t)
  return t:where(function(r)
    return (not t:has("window_size") or r.window_size == 0)
      and (not t:has("kv_cache_dtype") or r.kv_cache_dtype == "bfloat16")
      and (not t:has("head_dim") or r.head_dim <= 256)
  end)
end

--- Prefill: fused attention forward under a causal mask. queries, keys, heads, shared, dim, t.
function data.kernel_prefill(system)
  local t, sentence = kernels("context_attention", system)
  if not t then return nil, sentence end
  local function length(r) return r.isl end
  return attention(plain(t), length, length):derive("masked",
    { unit = "1", meaning = "1: under a mask", function() return 1 end })
end

--- Decode: one query of each sequence with all stored keys.
function data.kernel_decode(system)
  local t, sentence = kernels("generation_attention", system)
  if not t then return nil, sentence end
  return attention(plain(t), function() return 1 end, function(r) return r.step + 1 end)
    :derive("masked", { unit = "1", meaning = "0: all keys", function() return 0 end })
end

--- Prefill with a window of keys that is shorter than its sequences: keys, window and ratio, the time divided by that
--- without a window. Only times without a window of a millisecond or more are used.
function data.kernel_windows(system)
  local t, sentence = kernels("context_attention", system)
  if not t then return nil, sentence end
  local whole, found = {}, { keys = {}, window = {}, ratio = {} }
  local function name(r)
    return tw.format("%d %d %d %d %d %s %s", r.batch_size, r.isl, r.num_heads, r.num_key_value_heads, r.head_dim,
      r.kernel_source, r.kv_cache_dtype)
  end
  for r in t:where{ window_size = 0 }:rows() do whole[name(r)] = r.t >= 1e-3 and r.t or nil end
  for r in t:where(function(r) return r.window_size > 0 and r.window_size < r.isl end):rows() do
    local other = whole[name(r)]
    if other then
      local at = #found.keys + 1
      found.keys[at], found.window[at], found.ratio[at] = r.isl, r.window_size, r.t / other
    end
  end
  return tw.table{ n = #found.keys, names = { "keys", "window", "ratio" }, columns = found,
    units = { keys = "token", window = "token", ratio = "1" } }
end

--- The distinct values of a column in the order of their first rows.
function data.distinct(t, name)
  local list, seen, column = {}, {}, t:column(name)
  for i = 1, t.n do
    local value = column[i]
    if not seen[value] then seen[value], list[#list + 1] = true, value end
  end
  return list
end

local state_kernels = { prefill = "chunk_gated_delta_rule", decode = "fused_recurrent_gated_delta_rule" }

--- Linear attention by the gated delta rule, "prefill" or "decode", with times of a tenth of a millisecond or more: sl,
--- batch, heads, key_heads, t.
function data.kernel_states(system, phase)
  local t, sentence = kernels("gdn", system)
  if not t then return nil, sentence end
  local function derived(name, f) return { unit = "1", meaning = name, f } end
  return t:where(function(r) return r.t >= 1e-4 and r.kernel_source:find(state_kernels[phase], 1, true) ~= nil end)
    :derive("sl", derived("tokens of a sequence", function(r) return r.seq_len end),
      "batch", derived("sequences", function(r) return r.batch_size end),
      "heads", derived("heads of values", function(r) return r.num_v_heads end),
      "key_heads", derived("heads of keys", function(r) return r.num_k_heads end))
    :select{ "sl", "batch", "heads", "key_heads", "t" }
end

-- Latent attention of DeepSeek-V3. In prefill, queries and keys have a width of 192 and values of 128. In decode, all heads
-- use one latent vector with a width of 512, and 64 for the position; its 512 are also the values.
local latent = {
  context = { dim = (192 + 128) / 2, masked = 1, shared = function() return 1 end,
    queries = function(r) return r.isl end, keys = function(r) return r.isl end },
  generation = { dim = (576 + 512) / 2, masked = 0, shared = function(r) return r.num_heads end,
    queries = function() return 1 end, keys = function(r) return r.step + 1 end },
}

--- Latent attention with several queries ("context") or one ("generation"), keys in 16 bits: the columns of kernel_prefill.
function data.kernel_latent(system, phase)
  local t, sentence = kernels(phase .. "_mla", system)
  if not t then return nil, sentence end
  local one = latent[phase]
  local function derived(name, f) return { unit = "1", meaning = name, f } end
  return attention(plain(t):derive("head_dim", derived("width of a head", function() return one.dim end),
    "num_key_value_heads", derived("heads of keys", function(r) return r.num_heads / one.shared(r) end)),
    one.queries, one.keys)
    :derive("masked", derived("1: under a mask, 0: all keys", function() return one.masked end))
end

-- Experts without a gate, by hidden size and width: those of Nemotron, whose activation is the square of ReLU.
local plain_experts = { ["1024 2688"] = true, ["2688 1856"] = true, ["2048 5120"] = true }

-- How the tables draw uneven loads (aiconfigurator's collector): the tokens of an expert follow a power law from 1 to 0.8
-- of all tokens, or from 0.01 to 2 if there are fewer copies of tokens than experts; they are then scaled to the total and
-- rounded. Returns the share of experts with a token, and the load of the busiest EP rank over the mean: the largest of
-- `ep` sums, each treated as Gamma-distributed (Wilson and Hilferty) at the expected position of the largest (Blom).
local function drawn(r)
  local exponent = tonumber(r.distribution:match "power_law_(.*)")
  if not exponent then return 1, 1 end
  local least, most, e = 1, math.max(1.01, 0.8 * r.num_tokens), 1 - exponent
  if r.num_tokens * r.topk <= r.num_experts then least, most = 0.01, 2 end
  local low, high = core.pow(least, e), core.pow(most, e)
  local function moment(power)
    return e / (e + power) * (core.pow(most, e + power) - core.pow(least, e + power)) / (high - low)
  end
  local half = math.max(least, math.min(most, 0.5 * moment(1) * r.num_experts / (r.num_tokens * r.topk)))
  local hit = (high - core.pow(half, e)) / (high - low)
  if r.moe_ep_size <= 1 then return hit, 1 end
  local experts = r.num_experts / r.moe_ep_size
  local spread = (moment(2) / (moment(1) * moment(1)) - 1) / experts
  local place = core.student(2 * (r.moe_ep_size - 0.375) / (r.moe_ep_size + 0.25) - 1, 1e6)
  local side = 1 - spread / 9 + place * math.sqrt(spread) / 3
  return hit, math.max(1, math.min(side * side * side, r.moe_ep_size * math.min(r.topk, experts) / r.topk))
end

--- Experts of a layer on one device, forward: m tokens of each of x experts, hidden size n, width k, matrices
--- (3 with a gate), moved (bytes of all copies of tokens of the whole group), t; and the EP degree, tokens of the group and
--- load from the table. dtype: bfloat16, fp8, fp8_block, nvfp4.
function data.kernel_experts(system, dtype)
  local t, sentence = kernels("moe", system)
  if not t then return nil, sentence end
  local function derived(name, f) return { unit = "1", meaning = name, f } end
  local own = t:has "moe_dtype" and t:where{ moe_dtype = dtype } or t
  return own:derive("sent", derived("copies of tokens for the busiest device", function(r)
    local _, busiest = drawn(r)
    return r.num_tokens * r.topk / r.moe_ep_size * busiest
  end)):derive("x", derived("its experts that have a token", function(r)
    return math.max(1, math.min(r.num_experts / r.moe_ep_size * drawn(r), r.sent))
  end)):derive("m", derived("tokens of each", function(r) return math.max(1, r.sent / r.x) end),
    "n", derived("hidden size", function(r) return r.hidden_size end),
    "k", derived("width", function(r) return r.inter_size / r.moe_tp_size end),
    "matrices", derived("matrices of an expert", function(r)
      return plain_experts[tw.format("%.0f %.0f", r.hidden_size, r.inter_size)] and 2 or 3
    end),
    "moved", { unit = "byte", meaning = "copies of the group's tokens", function(r)
      return 2 * r.num_tokens * r.topk * r.hidden_size
    end }):derive("flop", { unit = "flop", meaning = "work", function(r)
      return 2 * r.m * r.n * r.k * r.x * r.matrices
    end })
end

local nccl_names = { all_to_all = "alltoall" }
--- Collectives of NCCL inside a node: byte (the whole payload), ranks, per_node, t, and whether its numbers are half
--- precision, for which additions are faster than for bytes. ...: all_reduce and other kinds.
function data.kernel_nccl(system, ...)
  local t, sentence = kernels("nccl", system)
  if not t then return nil, sentence end
  local function ranks(r) return r.num_gpus end
  local wanted = {}
  for _, kind in ipairs{ ... } do wanted[nccl_names[kind] or kind] = true end
  return t:where(function(r) return wanted[r.op_name] end):derive(
    "byte", { unit = "byte", meaning = "payload", function(r)
      return r.message_size * (r.nccl_dtype == "half" and 2 or 1)
    end },
    "ranks", { unit = "1", meaning = "ranks", ranks }, "per_node", { unit = "1", meaning = "ranks of a node", ranks },
    "half", { unit = "1", meaning = "1 where it is of halves", function(r) return r.nccl_dtype == "half" and 1 or 0 end })
    :select{ "byte", "ranks", "per_node", "half", "t" }
end

-- Seconds per element for the conversion of the left operand into a narrow format. It is computed from GEMMs with N of 32
-- and 64, whose time is only that of their operands; the rest of their time is that of the same GEMM in BF16, scaled by the
-- bytes of an operand.
local of_bf16 = { fp8 = 1 / 2, nvfp4 = 9 / 32 } -- NVFP4 has a scale of one byte for 16 numbers
local function quantization(fp8, bf16, share)
  local other, list = {}, {}
  local function key(r) return tw.format("%.0f %.0f %.0f", r.m, r.n, r.k) end
  local function narrow(r) return r.n <= 64 and r.m >= 1024 and r.m * r.k >= 3e7 end
  for r in bf16:rows() do
    if narrow(r) then other[key(r)] = r.t end
  end
  for r in fp8:rows() do
    local twin = narrow(r) and other[key(r)]
    if twin then list[#list + 1] = (r.t - twin * share) / (r.m * r.k) end
  end
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

--- GEMMs in a narrow format ("fp8", "nvfp4") without the conversion of the left operand: m, n, k, t, whole (with the
--- conversion), flop; second, the seconds of the conversion per element. t is at least a tenth of `whole`, because short
--- times are rounded.
function data.kernel_gemm_alone(system, dtype)
  local t, sentence = data.kernel_gemm(system, dtype)
  if not t then return nil, sentence end
  local each = quantization(t, data.kernel_gemm(system, "bfloat16"), of_bf16[dtype])
  return t:rename("t", "whole"):derive("t", { unit = "s", meaning = "time of the GEMM alone", function(r)
    return math.max(r.whole - each * r.m * r.k, 0.1 * r.whole)
  end }), each
end

--- AMD's GEMMs in FP32 (sitar-lab/NeuSight@6945927, MIT): x, m, n, k, t. device: "MI210" or "MI100".
function data.amd_gemm(device)
  local t, sentence = read("neusight/slim/amd_gemm_fp32.csv",
    { columns = { Latency = "t [ms]", B = "x", M = "m", N = "n", K = "k" } })
  return t and t:where{ Device = "AMD Instinct " .. device }, sentence
end

-- Shapes as large as in training, for which both the records of rocBLAS's tuning and a measurement in PyTorch exist.
local function as_in_training(r)
  return r.x == 1 and r.m >= 1024 and r.n >= 512 and r.k >= 512 and 2 * r.m * r.n * r.k >= 2e9
end

-- Records of rocBLAS's tuning for one kind of die and one format: x, m, n, k, and the share of the peak.
local function rocblas(folder, format)
  local t, sentence = read("rocblas/tensile_exact_gemm_eff.csv.gz", { columns = { batch = "x" } })
  return t and t:where{ dir = folder, dtype = format }, sentence
end

-- The median of the speed of MI210 in PyTorch over the speed in rocBLAS's tuning for the same GEMMs in FP32, transposed or
-- not.
local function reached()
  local records, sentence = rocblas("aldebaran_104cu", "SB")
  if not records then return nil, sentence end
  local of, list = {}, {}
  local function key(m, n, k) return tw.format("%.0f %.0f %.0f", m, n, k) end
  for r in records:rows() do
    if as_in_training(r) then of[key(r.m, r.n, r.k)] = r.pct_of_peak / 100 end
  end
  local measured = data.amd_gemm "MI210"
  if not measured then return nil, "no GEMMs of MI210" end
  local peak = tw.devices.mi210.peak_fp32
  for r in measured:rows() do
    local record = r.x == 1 and (of[key(r.m, r.n, r.k)] or of[key(r.n, r.m, r.k)])
    if record then list[#list + 1] = 2 * r.m * r.n * r.k / r.t / peak / record end
  end
  table.sort(list)
  return list[math.ceil(#list / 2)], #list
end

--- GEMMs of MI210 in BF16 as large as in training: m, n, k, t, from the records of rocBLAS's tuning (ROCm/rocBLAS@b520bc8,
--- MIT), slowed down by the ratio of PyTorch to these records in FP32. Second and third: this ratio, and the number of
--- shapes of its median.
function data.amd_gemm_bf16()
  local t, sentence = rocblas("aldebaran_104cu", "BBS")
  if not t then return nil, sentence end
  local share, count = reached()
  if not share then return nil, count end
  local peak = tw.devices.mi210.peak_bf16
  local function flop(r) return 2 * r.m * r.n * r.k end
  return t:where(as_in_training):derive("flop", { unit = "flop", meaning = "work", flop },
    "t", { unit = "s", meaning = "time in PyTorch", function(r)
      return flop(r) / (peak * r.pct_of_peak / 100 * share)
    end }), share, count
end

-- How many times a row operator reads or writes its tensor.
local passes = { add = 3, gelu = 2, ln = 2, softmax = 2 }

--- AMD's row operators in FP32 (as above): rows, width, byte, t. operator: add, gelu, ln, softmax.
function data.amd_row_operator(device, operator)
  local t, sentence = read("neusight/slim/amd_vector_fp32.csv",
    { columns = { Latency = "t [ms]", B = "rows", H = "width" } })
  if not t then return nil, sentence end
  return t:where{ Device = "AMD Instinct " .. device, OPName = operator }:derive("byte", { unit = "byte",
    meaning = "memory traffic", function(r) return 4 * passes[operator] * r.rows * r.width end })
end

data.row_operators = { "add", "gelu", "ln", "softmax" }

-- Sizes of a collective that studies compare, in bytes: smaller calls have only latency, and larger ones are not used.
local least, most = 1024, 1024 * 1024 * 1024

local function curve(source, kind, ranks, nodes, t)
  local rows = t:where(function(r) return r.byte >= least and r.byte <= most end):select{ "byte", "t" }
  local function same(value) return { unit = "1", meaning = "of the group", function() return value end } end
  return { source = source, kind = kind, ranks = ranks, nodes = nodes,
    rows = rows:derive("ranks", same(ranks), "per_node", same(ranks / nodes)) }
end

-- One curve for each set of rows with equal values in these columns, with the median of repeated sizes.
local function curves_of(t, source, names, make, list)
  for _, rows in ipairs((require("twocs.table.group").rows_by(t, names))) do
    local part = t:pick(rows)
    local found = make(part:row(1))
    list[#list + 1] = curve(source, found[1], found[2], found[3],
      part:group({ "byte" }, { t = { "t", "median" } }):sort("byte"))
  end
end

local kinds = { alltoall = "all_to_all" }

local function aiconfigurator(list)
  local t = read("aiconfigurator/nccl_latency.csv", { columns = { latency_ms = "t [ms]", num_gpus = "ranks" } })
  if not t then return end
  t = t:derive("byte", { unit = "byte", meaning = "payload", function(r)
    return r.message_elems * (r.dtype == "half" and 2 or 1)
  end })
  curves_of(t, "aiconfigurator", { "system", "op", "dtype", "ranks" }, function(r)
    return { kinds[r.op] or r.op, r.ranks, 1 }
  end, list)
end

--- Collectives inside a node of NVIDIA devices in half precision (like the GEMMs): byte, ranks, per_node, t. system: "a100"
--- or "h100". The tables also have INT8, which uses another algorithm if the switch adds.
function data.nvidia_collective(system, kind)
  local t, sentence = read("aiconfigurator/nccl_latency.csv", { columns = { latency_ms = "t [ms]", num_gpus = "ranks" } })
  if not t then return nil, sentence end
  local own = t:where(function(r)
    return r.system == system .. "_sxm" and (kinds[r.op] or r.op) == kind and r.dtype == "half"
  end)
  return own:derive("byte", { unit = "byte", meaning = "payload", function(r) return 2 * r.message_elems end },
    "per_node", { unit = "1", meaning = "ranks of a node", function(r) return r.ranks end })
    :select{ "byte", "ranks", "per_node", "t" }
end

local function vtrain(list)
  for _, device in ipairs{ "a100", "v100" } do
    for ranks = 2, 8 do
      local t = read(tw.format("vtrain/%s/AR_GPU%d_1M_1024M_LUT.csv.gz", device, ranks), { only = true,
        columns = { ["size(B)"] = "byte [byte]", ["time(ns)"] = { "t [ns]", false } } })
      if t then list[#list + 1] = curve(tw.format("vtrain %s", device), "all_reduce", ranks, 1, t) end
    end
  end
end

local abci_logs = { "intra_anode/job04.sh.7280520", "intra_anode/job08.sh.7280517", "inter_anode/job02.sh.7194279",
  "inter_anode/job04.sh.7194285", "intra_vnode/job04.sh.7280532", "inter_vnode/job02.sh.7194532",
  "inter_vnode/job04.sh.7194533" }

local function abci(list)
  for _, name in ipairs(abci_logs) do
    local t = read(tw.format("abci2.0/%s.nccl", name), { as = "nccl-tests", op = "all_reduce" })
    if t then
      local first = t:row(1)
      list[#list + 1] = curve(name:match("anode") and "abci2.0 A100" or "abci2.0 V100", "all_reduce", first.ranks,
        first.nodes, t:rename("bytes", "byte"):rename("t_out", "t"))
    end
  end
end

local function transcribed(list)
  local t = read("collectives.csv", { columns = { bytes = "byte [byte]", time_us = "t [us]" } })
  if t then
    curves_of(t, "collectives.csv", { "gpu", "ranks", "nodes" }, function(r) return { r.op, r.ranks, r.nodes } end, list)
  end
end

--- Measured collectives from 1 KB to 1 GB: a list of { source, kind, ranks, nodes, rows = table of byte and t }; empty
--- without the data.
function data.collectives()
  local list = {}
  aiconfigurator(list)
  vtrain(list)
  abci(list)
  transcribed(list)
  return list
end

return data
