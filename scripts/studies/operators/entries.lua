-- SPDX-License-Identifier: MIT
-- How each fit that comes with twocs is made (scripts/generate/fits.lua writes them). It needs the measurements of
-- scripts/studies/operators.lua, of which coefficients, errors, ranges and reduced tables are kept.
local tw = require "twocs"
local errors = require "twocs.fit.errors"
local data = require "studies.operators"
local over_nodes = require "studies.operators.over_nodes"

local aiconfigurator = "ai-dynamo/aiconfigurator@095f58a (Apache-2.0)"
local neusight = "sitar-lab/NeuSight@6945927 (MIT)"

-- Start values of the search. They are not the found values, so that the result does not depend on itself.
local start = { wave_launch = 3e-6, wave_eff = 0.9, wave_mem_eff = 0.65, wave_depth = 150, wave_split = 1, wave_rest = 0.1,
  wave_tile1 = 0.85, wave_tile2 = 0.75, wave_tile3 = 0.65, wave_tile4 = 0.5, wave_heat = 0.1, wave_warm = 1e-3 }
local attended = { flash_launch = 1e-5, flash_share = 0.6, flash_start = 100, flash_fill = 0.5, flash_mem_eff = 0.6 }
local cold = {} -- for a law without heat
for name, value in pairs(start) do cold[name] = value end
cold.wave_heat, cold.wave_warm = nil, nil
local waves = { "wave_launch", "wave_eff", "wave_mem_eff", "wave_depth", "wave_split", "wave_rest", "wave_tile1",
  "wave_tile2", "wave_tile3", "wave_tile4", "wave_heat" }

local shares = { 0.05, 0.25, 0.5, 0.75, 0.95 } -- quantiles of measured over predicted that are kept

local function must(t, sentence)
  if t then return t end
  io.stderr:write("fits: ", sentence, "\n")
  os.exit(3)
end

-- Quantiles of measured over predicted for rows that were held out.
local function scatter_of(predicted, measured)
  local list, found = {}, {}
  for i = 1, #predicted do list[i] = measured[i] / predicted[i] end
  table.sort(list)
  for i, share in ipairs(shares) do found[i] = list[math.max(1, math.ceil(share * #list))] end
  return found
end

local function entry_of(fit, t, how, summary, predicted, measured)
  local found, values = { of = fit.named, law = fit.law, rows = t.n, how = how, median = summary.median, p90 = summary.p90,
    range = fit.range, groups = fit.groups, scatter = scatter_of(predicted, measured) }, {}
  for row in fit:parameters():rows() do values[#values + 1] = { row.parameter, row.value, row.error } end
  found.value = values
  return found
end

-- The coefficients and the table are from all rows; the error is that of a random half, fitted on the other half.
local function by_halves(t, options, compared)
  local inside, outside = {}, {}
  for place, row in ipairs(errors.shuffled(t.n, 1)) do table.insert(place % 2 == 0 and inside or outside, row) end
  local rest = t:pick(outside):where(compared)
  local predicted = tw.fit(t:pick(inside), options):predict(rest)
  local fit = tw.fit(t, options)
  local found = entry_of(fit, t, tw.format("half of the rows fitted, %d of the others predicted", rest.n),
    errors.summary(predicted, rest:column("t")), predicted, rest:column("t"))
  found.text = fit.table_text
  return found
end

local function by_folds(t, options, what)
  local fit = tw.fit(t, options)
  local summary, predicted = fit:held_out(t)
  return entry_of(fit, t, tw.format("five folds by %s", what), summary, predicted, t:column("t"))
end

-- GEMMs of all sizes with the law of waves and a table of its residuals. Errors count from 1e8 flop on, because smaller
-- GEMMs take only the time of a launch.
local function gemm(system, dtype, device, format)
  local law, find = {}, {}
  for name, value in pairs(start) do law[name] = value end
  for i, name in ipairs(waves) do find[i] = name end
  if format ~= "bf16" then law.wave_quant, find[#find + 1] = 1e-12, "wave_quant" end
  local t = must(data.kernel_gemm(system, dtype)):where(function(r) return r.flop >= 1e7 end)
  local found = by_halves(t, { gemm = "waves", device = tw.devices[device], run = { format = format }, law = law,
    find = find, correct = data.knots.gemm }, function(r) return r.flop >= 1e8 end)
  found.grid = "gemm"
  table.insert(found.value, { "wave_warm", start.wave_warm, 0 / 0 })
  return { found }
end

-- Fused attention with its law and a table. Errors count for prefill from 1e8 flop and for decode from 1 MB of reads on.
local function attention(read, system, device, knots, compared)
  local t = must(read(system)):where(function(r) return r.flop >= 1e5 and r.keys >= 2 end)
  local found = by_halves(t, { attention = "fused", device = tw.devices[device], run = { format = "bf16" }, law = attended,
    correct = data.knots[knots] }, compared)
  found.grid = knots
  return { found }
end

-- Experts with the law of grouped GEMMs and a table. Errors count from 1e8 flop or 1 MB of weights on, which includes
-- nearly all rows.
local groups = { grouped_launch = 3e-5, grouped_eff = 0.6, grouped_mem_eff = 0.8, grouped_round = 0.5, grouped_rest = 0.3,
  grouped_tile1 = 0.8, grouped_tile2 = 0.5, grouped_tile3 = 0.15, grouped_move = 2 }
local function experts(system, dtype, device, format)
  local t = must(data.kernel_experts(system, dtype)):select{ "m", "n", "k", "x", "matrices", "moved", "flop", "t" }
  local found = by_halves(t, { grouped = "tiles", device = tw.devices[device], run = { format = format }, law = groups,
    correct = data.knots.experts, rows = 1200 }, function(r) return r.flop >= 1e8 or r.x * r.n * r.k >= 5e5 end)
  found.grid = "experts"
  return { found }
end

local function prefill(system, device)
  return attention(data.kernel_prefill, system, device, "prefill", function(r) return r.flop >= 2e8 end)
end
local function decode(system, device)
  return attention(data.kernel_decode, system, device, "decode", function(r)
    return 4 * r.heads / r.shared * r.keys * r.dim >= 1e6
  end)
end

-- Latent attention was measured without a graph, so a call takes at least the 0.11 to 0.33 ms of the host, whatever the
-- device does. Rows count if the device would take 0.1 ms at the speeds of its data sheet, and the launch time is that of
-- graphs.
-- In decode, keys and values are one vector, but the law counts both: therefore flash_mem_eff is above 1.
local function latent(phase, knots)
  return function(system, device)
    local sheet = tw.devices[device]
    local t = must(data.kernel_latent(system, phase)):where(function(r)
      local byte = 4 * r.heads * r.dim * (r.queries + r.keys / r.shared)
      return math.max(r.flop / sheet.peak_bf16, byte / sheet.mem_bw) >= 1e-4
    end)
    local found = by_halves(t, { attention = "fused", device = sheet, run = { format = "bf16" }, law = attended,
      find = { "flash_share", "flash_start", "flash_fill", "flash_mem_eff" }, correct = data.knots[knots] },
      function() return true end)
    found.grid = knots
    table.insert(found.value, 1, { "flash_launch", attended.flash_launch, 0 / 0 })
    return { found }
  end
end

-- An operator that was not measured uses the coefficients of the most similar one. Residual, dropouts and the rest are
-- additions, whose coefficients are those of the family.
local operators = { { "stream", "add" }, { "softmax", "softmax" }, { "norms", "ln" }, { "activation", "gelu" } }

-- Sizes as in training, with the simpler law that is sufficient there. Shapes with the same N are left out together,
-- because a law may be wrong about how well an N fills the device. unknown: coefficients that these rows cannot determine,
-- without effect.
local deep = { depth_launch = 3e-6, depth_eff = 0.9, depth_start = 150, depth_mem_eff = 0.65, depth_round = 0.3,
  depth_split = 1, depth_heat = 0.1, depth_warm = 1e-3 }
local coefficients = { "depth_launch", "depth_eff", "depth_start", "depth_mem_eff", "depth_round", "depth_split",
  "depth_heat", "depth_warm" }
local none = { depth_round = 1e-9, depth_split = 1, depth_heat = 0, depth_warm = 1e-3 }
local function of_large(t, device, format, unknown)
  local large = t:where(function(r) return r.m >= 1024 and r.n >= 512 and r.k >= 512 and r.flop >= 2e9 end)
  local options, fixed = { gemm = "depth", device = tw.devices[device], run = { format = format }, law = deep,
    correct = false, by = { "n" }, rows = 1000 }, {}
  for _, name in ipairs(unknown or {}) do fixed[name] = none[name] end
  options.find, options.law = {}, {}
  for _, name in ipairs(coefficients) do
    if not fixed[name] then table.insert(options.find, name) end
    options.law[name] = fixed[name] or deep[name]
  end
  local found = by_folds(large, options, "N")
  for _, name in ipairs(unknown or {}) do table.insert(found.value, { name, fixed[name], 0 / 0 }) end
  return { found }
end

-- FP8's scatter hides waves and heat; records of the best solution of a tuning contain no heat.
local scattered, best = { "depth_round", "depth_split", "depth_heat", "depth_warm" }, { "depth_heat", "depth_warm" }

local function nvidia_large(system, device) return of_large(must(data.nvidia_gemm(system)), device, "bf16") end

local function amd(name)
  local device, run = tw.devices[name:lower()], { format = "fp32" }
  local list = { by_folds(must(data.amd_gemm(name)), { gemm = "waves", device = device, run = run, law = cold,
    correct = false, by = { "x", "m", "n", "k" } }, "shape") }
  for _, operator in ipairs(operators) do
    list[#list + 1] = by_folds(must(data.amd_row_operator(name, operator[2])), { [operator[1]] = "measured",
      device = device, run = run, correct = false, by = { "rows", "width" } }, "shape")
  end
  return list
end

-- Errors of collectives count from 1 MB on.
local function collectives(system, device, knots)
  local list = {}
  for _, kind in ipairs{ "all_reduce", "all_gather", "reduce_scatter", "all_to_all" } do
    local found = by_halves(must(data.kernel_nccl(system, kind)), { [kind] = "measured", device = tw.devices[device],
      correct = data.knots[knots] }, function(r) return r.byte >= 1e6 end)
    found.grid = knots
    list[#list + 1] = found
  end
  return list
end

-- The bandwidth that rings inside a node reach, and the payload at which they reach half of it: from all-gathers and
-- reduce-scatters among all measured GPUs, from 10 MB on. half: the start value of the search, below the measured payloads.
local function link(system, device, ranks, half)
  local t = must(data.kernel_nccl(system, "all_gather", "reduce_scatter")):where(function(r)
    return r.ranks == ranks and r.byte >= 1e7
  end)
  local start = tw.devices[device]{ net0_bw = 0.7 * tw.devices[device].net0_bw, net0_half = half or 1e7 }
  return { by_halves(t, { all_gather = "rings", device = start, find = { "net0_bw", "net0_half" },
    correct = false }, function() return true end) }
end

-- The same collectives as cases have them by default: by a law over this link, which also holds between nodes, and a table
-- of its residuals inside a node for numbers of two bytes. Errors count from 1 MB on.
local laws = { { "all_reduce", "nccl" }, { "all_gather", "lockstep" }, { "reduce_scatter", "lockstep" },
  { "all_to_all", "auto" } }
local function node(system, device, knots, ranks, half)
  local reached, list = {}, {}
  for _, value in ipairs(link(system, device, ranks, half)[1].value) do reached[value[1]] = value[2] end
  for _, one in ipairs(laws) do
    local t = must(data.kernel_nccl(system, one[1])):where(function(r) return r.half == 1 end)
    local found = by_halves(t, { [one[1]] = one[2],
      device = tw.devices[device](reached), find = {}, correct = data.knots[knots] }, function(r) return r.byte >= 1e6 end)
    found.grid = knots
    list[#list + 1] = found
  end
  return list
end

-- A cluster's all-reduces over its nodes, with each number of ranks left out in turn.
local function cluster(source, device)
  local t = must(over_nodes.rows(source))
  return { by_folds(t, { all_reduce = "measured", device = tw.devices[device], correct = false, by = { "ranks" } },
    "ranks") }
end

-- Six devices, each in the formats that were measured, for all sizes.
local systems = {
  { "a100", "a100_sxm", "a100_80g", "A100 SXM" }, { "h100", "h100_sxm", "h100_sxm", "H100 SXM" },
  { "h200", "h200_sxm", "h200_sxm", "H200 SXM" }, { "b200", "b200_sxm", "b200_sxm", "B200 SXM" },
  { "gb200", "gb200", "gb200_nvl72", "GB200" }, { "l40s", "l40s", "l40s", "L40S", half = 1e6 },
}
local formats = {
  { "bf16", "bfloat16", "bf16", "BF16" },
  { "fp8", "fp8", "fp8", "FP8 scaled by tensors, with bringing the left operand into it" },
  { "fp8_block", "fp8_block", "fp8", "FP8 scaled by blocks, with bringing the left operand into it" },
  { "nvfp4", "nvfp4", "fp4", "NVFP4, with bringing the left operand into it" },
}
-- Formats and files that do not exist.
local lacking = { a100 = { fp8 = true, fp8_block = true, nvfp4 = true }, h100 = { nvfp4 = true }, h200 = { nvfp4 = true },
  b200 = { context_mla = true, generation_mla = true }, gb200 = { context_mla = true, generation_mla = true },
  l40s = { nvfp4 = true } }

local large = {
  { "a100_large", "a100_80g", "bf16", "GEMMs of A100 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
    "gemm_a100_sxm_trtllm_1.0.0, " .. aiconfigurator, function() return nvidia_large("a100", "a100_80g") end },
  { "h100_large", "h100_sxm", "bf16", "GEMMs of H100 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
    "gemm_h100_sxm_vllm_0.24.0, " .. aiconfigurator, function() return nvidia_large("h100", "h100_sxm") end },
  { "h100_fp8_large", "h100_sxm", "fp8", "GEMMs of H100 SXM in FP8, scaled by rows, without bringing operands "
    .. "into FP8: M 1024, N and K 512 and more", "gemm_h100_sxm_vllm_0.24.0, " .. aiconfigurator,
    function() return of_large(must(data.kernel_gemm_alone("h100_sxm", "fp8")), "h100_sxm", "fp8", scattered) end },
  { "mi210_large", "mi210", "bf16", "Large GEMMs of MI210 in BF16: rocBLAS's own records, at the share "
    .. "that PyTorch reaches in FP32", "Tensile's tables, ROCm/rocBLAS@b520bc8 (MIT); dataset_amd, " .. neusight,
    function() return of_large(must(data.amd_gemm_bf16()), "mi210", "bf16", best) end },
  { "mi210_fp32", "mi210", "fp32", "GEMMs and row operators of MI210 in FP32, each measured alone",
    "dataset_amd, PyTorch 2.4.1, " .. neusight, function() return amd "MI210" end },
  { "mi100_fp32", "mi100", "fp32", "GEMMs and row operators of MI100 in FP32, each measured alone",
    "dataset_amd, PyTorch 2.4.1, " .. neusight, function() return amd "MI100" end },
  { "abci_a100", "a100_40g", "fp32", "all-reduces of NCCL 2.8.4 on ABCI: 16 and 32 A100, nodes of 8 with 4 x 200 Gb/s",
    "aistabci/abci2.0benchmark@f0aa27f (MIT)", function() return cluster("abci2.0 A100", "a100_40g") end },
  { "abci_v100", "v100_sxm", "fp32", "all-reduces of NCCL 2.8.4 on ABCI: 8 and 16 V100, nodes of 4 with 2 x 100 Gb/s",
    "aistabci/abci2.0benchmark@f0aa27f (MIT)", function() return cluster("abci2.0 V100", "v100_sxm") end },
  { "h100_infiniband", "h100_sxm", "fp32", "all-reduces of NCCL on 4 to 512 nodes of 8 H100 with 8 x 400 Gb/s",
    "a figure of arXiv:2411.13055, digitised", function() return cluster("arXiv:2411.13055 H100", "h100_sxm") end },
}

local entries = {}
local function add(name, device, format, about, source, make)
  entries[#entries + 1] = { name = name, device = device, format = format, about = about, source = source, make = make }
end

-- Adds a fit of a device's kernels; about: a sentence that contains the device's name.
local function of_kernels(system, suffix, format, kind, about, make)
  add(tw.format("%s_%s", system[1], suffix), system[3], format, (about:gsub("DEVICE", system[4])),
    tw.format("%s, %s", data.kernel_file(kind, system[2]), aiconfigurator), make)
end

-- The same for each format that was measured on the device.
local function of_formats(system, prefix, kind, about, make)
  for _, format in ipairs(formats) do
    if not (lacking[system[1]] or {})[format[1]] then
      of_kernels(system, prefix .. format[1], format[3], kind, tw.format("%s in %s", about, format[4]),
        function() return make(system[2], format[2], system[3], format[3]) end)
    end
  end
end

-- In 16 bits: suffix, file, about, make.
local attentions = {
  { "prefill", "context_attention", "fused attention of DEVICE, forward, under a causal mask, 16 bits", prefill },
  { "decode", "generation_attention", "attention of DEVICE, one query of each sequence, keys in 16 bits", decode },
  { "latent_prefill", "context_mla", "fused latent attention of DEVICE, forward, under a causal mask, 16 bits",
    latent("context", "latent_prefill") },
  { "latent_decode", "generation_mla",
    "latent attention of DEVICE, one query of each sequence, latent vectors in 16 bits",
    latent("generation", "latent_decode") },
}

for _, system in ipairs(systems) do of_formats(system, "", "gemm", "GEMMs of DEVICE", gemm) end
for _, system in ipairs(systems) do
  for _, one in ipairs(attentions) do
    if not (lacking[system[1]] or {})[one[2]] then
      of_kernels(system, one[1], "bf16", one[2], one[3], function() return one[4](system[2], system[3]) end)
    end
  end
  local knots = system[1] == "gb200" and "nccl_four" or "nccl"
  local ranks = knots == "nccl" and 8 or 4
  of_kernels(system, "nccl", "fp16", "nccl", tw.format("collectives of NCCL among 2 to %d DEVICE of one node", ranks),
    function() return collectives(system[2], system[3], knots) end)
  of_kernels(system, "link", "fp16", "nccl",
    "rings of NCCL inside a node of DEVICE: their bandwidth, and the size that reaches half of it",
    function() return link(system[2], system[3], ranks, system.half) end)
  of_kernels(system, "node", "fp16", "nccl", "collectives of NCCL inside a node of DEVICE, over that link",
    function() return node(system[2], system[3], knots, ranks, system.half) end)
end
for _, system in ipairs(systems) do
  of_formats(system, "experts_", "moe", "experts of a layer on DEVICE, forward,", experts)
end
for _, i in ipairs{ 3, 4, 5 } do
  local system = systems[i]
  of_kernels(system, "large", "bf16", "gemm",
    "GEMMs of DEVICE in BF16 as large as in training: M 1024, N and K 512 and more",
    function() return of_large(must(data.kernel_gemm(system[2], "bfloat16")), system[3], "bf16") end)
end
of_kernels(systems[4], "nvfp4_large", "fp4", "gemm",
  "GEMMs of DEVICE in NVFP4, without bringing operands into it: M 1024, N and K 512 and more",
  function() return of_large(must(data.kernel_gemm_alone("b200_sxm", "nvfp4")), "b200_sxm", "fp4", scattered) end)
for _, one in ipairs(large) do add(one[1], one[2], one[3], one[4], one[5], one[6]) end

return entries
