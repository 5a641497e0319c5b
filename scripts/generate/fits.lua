-- SPDX-License-Identifier: MIT
-- The fits of twocs: twocs scripts/generate/fits.lua scripts/twocs/data/fits.lua. The one thing to know: it needs
-- the measurements of scripts/studies/operators.lua, of which nothing but coefficients, errors and ranges is kept.
local tw = require "twocs"
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local data = require "studies.operators"
local over_nodes = require "studies.operators.over_nodes"

local aiconfigurator = "ai-dynamo/aiconfigurator@095f58a (Apache-2.0)"
local neusight = "sitar-lab/NeuSight@6945927 (MIT)"

-- Where the search begins: what it finds must not depend on initial values that are themselves what it found.
local start = { wave_launch = 3e-6, wave_eff = 0.9, wave_mem_eff = 0.65, wave_depth = 150, wave_split = 1, wave_rest = 0.1,
  wave_tile1 = 0.85, wave_tile2 = 0.75, wave_tile3 = 0.65, wave_tile4 = 0.5 }

local shares = { 0.05, 0.25, 0.5, 0.75, 0.95 } -- of measured over predicted, whose quantiles are kept

local function must(t, sentence)
  if t then return t end
  io.stderr:write("fits: ", sentence, "\n")
  os.exit(3)
end

-- Quantiles of measured over predicted of rows that were held out.
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

-- All rows give the coefficients; 200 at random, as in scripts/studies/operators/accuracy.lua, the error on the others.
local function by_sample(t, options)
  local inside, outside = {}, {}
  for place, row in ipairs(errors.shuffled(t.n, 1)) do
    local list = place <= 200 and inside or outside
    list[#list + 1] = row
  end
  local rest = t:pick(outside)
  local predicted = tw.fit(t:pick(inside), options):predict(rest)
  return entry_of(tw.fit(t, options), t, tw.format("200 rows fitted, the other %d predicted", rest.n),
    errors.summary(predicted, rest:column("t")), predicted, rest:column("t"))
end

local function by_folds(t, options, what)
  local fit = tw.fit(t, options)
  local summary, predicted = fit:held_out(t)
  return entry_of(fit, t, tw.format("five folds by %s", what), summary, predicted, t:column("t"))
end

local function nvidia_gemm(system, device)
  local t = must(data.nvidia_gemm(system)):where(function(r) return r.flop >= 1e8 end)
  return { by_sample(t, { gemm = "waves", device = tw.devices[device], run = { format = "bf16" }, law = start,
    correct = false }) }
end

-- Of an operator that was not measured: the one that is most like it. Residual, dropouts and the rest are additions, whose
-- coefficients are the family's.
local operators = { { "stream", "add" }, { "softmax", "softmax" }, { "norms", "ln" }, { "activation", "gelu" } }

-- As large as training has them, by the law that is enough there. Shapes of an N are left out together: how well an N fills
-- the device is what a law may get wrong. unknown: what these rows do not tell, as if it were not.
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

-- FP8's scatter hides waves and heat; a record of the best solution that tuning found knows no heat.
local scattered, best = { "depth_round", "depth_split", "depth_heat", "depth_warm" }, { "depth_heat", "depth_warm" }

local function nvidia_large(system, device) return of_large(must(data.nvidia_gemm(system)), device, "bf16") end

local function amd(name)
  local device, run = tw.devices[name:lower()], { format = "fp32" }
  local list = { by_folds(must(data.amd_gemm(name)), { gemm = "waves", device = device, run = run, law = start,
    correct = false, by = { "x", "m", "n", "k" } }, "shape") }
  for _, operator in ipairs(operators) do
    list[#list + 1] = by_folds(must(data.amd_row_operator(name, operator[2])), { [operator[1]] = "measured",
      device = device, run = run, correct = false, by = { "rows", "width" } }, "shape")
  end
  return list
end

local function nvidia_collectives(system, device)
  local list = {}
  for _, kind in ipairs{ "all_reduce", "all_gather", "reduce_scatter", "all_to_all" } do
    list[#list + 1] = by_folds(must(data.nvidia_collective(system, kind)), { [kind] = "measured",
      device = tw.devices[device], correct = false, by = { "ranks", "byte" } }, "size")
  end
  return list
end

-- A cluster's all-reduces over its nodes, each count of ranks left out in turn.
local function cluster(source, device)
  local t = must(over_nodes.rows(source))
  return { by_folds(t, { all_reduce = "measured", device = tw.devices[device], correct = false, by = { "ranks" } },
    "ranks") }
end

local entries = {
  { "a100_bf16", "a100_80g", "bf16", "GEMMs of A100 SXM in BF16, 1e8 flop and more",
    "gemm_a100_sxm_trtllm_1.0.0, " .. aiconfigurator, function() return nvidia_gemm("a100", "a100_80g") end },
  { "h100_bf16", "h100_sxm", "bf16", "GEMMs of H100 SXM in BF16, 1e8 flop and more",
    "gemm_h100_sxm_vllm_0.24.0, " .. aiconfigurator, function() return nvidia_gemm("h100", "h100_sxm") end },
  { "a100_large", "a100_80g", "bf16", "GEMMs of A100 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
    "gemm_a100_sxm_trtllm_1.0.0, " .. aiconfigurator, function() return nvidia_large("a100", "a100_80g") end },
  { "h100_large", "h100_sxm", "bf16", "GEMMs of H100 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
    "gemm_h100_sxm_vllm_0.24.0, " .. aiconfigurator, function() return nvidia_large("h100", "h100_sxm") end },
  { "h100_fp8", "h100_sxm", "fp8", "GEMMs of H100 SXM in FP8, scaled by rows, without bringing operands into FP8: M 1024, "
    .. "N and K 512 and more", "gemm_h100_sxm_vllm_0.24.0, " .. aiconfigurator,
    function() return of_large(must(data.nvidia_fp8()), "h100_sxm", "fp8", scattered) end },
  { "mi210_large", "mi210", "bf16", "Large GEMMs of MI210 in BF16: rocBLAS's own records, at the share "
    .. "that PyTorch reaches in FP32", "Tensile's tables, ROCm/rocBLAS@b520bc8 (MIT); dataset_amd, " .. neusight,
    function() return of_large(must(data.amd_gemm_bf16()), "mi210", "bf16", best) end },
  { "mi210_fp32", "mi210", "fp32", "GEMMs and row operators of MI210 in FP32, each measured alone",
    "dataset_amd, PyTorch 2.4.1, " .. neusight, function() return amd "MI210" end },
  { "mi100_fp32", "mi100", "fp32", "GEMMs and row operators of MI100 in FP32, each measured alone",
    "dataset_amd, PyTorch 2.4.1, " .. neusight, function() return amd "MI100" end },
  { "a100_nccl", "a100_80g", "fp16", "collectives of NCCL 2.27.3 among 2 to 8 A100 SXM of one node",
    "nccl_latency, " .. aiconfigurator, function() return nvidia_collectives("a100", "a100_80g") end },
  { "h100_nccl", "h100_sxm", "fp16", "collectives of NCCL 2.29.2 among 2 to 8 H100 SXM of one node",
    "nccl_latency, " .. aiconfigurator, function() return nvidia_collectives("h100", "h100_sxm") end },
  { "abci_a100", "a100_40g", "fp32", "all-reduces of NCCL 2.8.4 on ABCI: 16 and 32 A100, nodes of 8 with 4 x 200 Gb/s",
    "aistabci/abci2.0benchmark@f0aa27f (MIT)", function() return cluster("abci2.0 A100", "a100_40g") end },
  { "abci_v100", "v100_sxm", "fp32", "all-reduces of NCCL 2.8.4 on ABCI: 8 and 16 V100, nodes of 4 with 2 x 100 Gb/s",
    "aistabci/abci2.0benchmark@f0aa27f (MIT)", function() return cluster("abci2.0 V100", "v100_sxm") end },
  { "h100_infiniband", "h100_sxm", "fp32", "all-reduces of NCCL on 4 to 512 nodes of 8 H100 with 8 x 400 Gb/s",
    "a figure of arXiv:2411.13055, digitised", function() return cluster("arXiv:2411.13055 H100", "h100_sxm") end },
}

-- Writing ----------------------------------------------------------------------------------------------------------------

local lines = {}
local function line(...) lines[#lines + 1] = core.format(...) end

local function numbers(list, how)
  local texts = {}
  for i, x in ipairs(list) do texts[i] = core.format(how, x) end
  return table.concat(texts, ", ")
end

local function value_text(value) return value == value and core.format("%.2g", value) or "0 / 0" end

local function fit_lines(one)
  line('    { of = "%s", law = "%s", rows = %d, how = "%s",', one.of, one.law, one.rows, one.how)
  line("      median = %.3f, p90 = %.3f,", one.median, one.p90)
  line("      scatter = { %s },", numbers(one.scatter, "%.3f"))
  local ranges = {}
  for i, range in ipairs(one.range) do ranges[i] = core.format('{ "%s", %.15g, %.15g }', range[1], range[2], range[3]) end
  local last = #ranges > 4 and table.remove(ranges)
  line("      range = { %s%s", table.concat(ranges, ", "), last and "," or " },")
  if last then line("        %s },", last) end
  if one.groups then
    local groups = {}
    for i, group in ipairs(one.groups) do groups[i] = core.format("{ %.15g, %.15g }", group[1], group[2]) end
    line("      groups = { %s },", table.concat(groups, ", "))
  end
  line("      value = {")
  for _, value in ipairs(one.value) do
    line('        { "%s", %.4g, %s },', value[1], value[2], value_text(value[3]))
  end
  line("      } },")
end

line [[-- SPDX-License-Identifier: MIT
-- Fits that come with twocs, made by scripts/generate/fits.lua from measurements of others: coefficients, how far off they
-- are on rows that were not fitted, and nothing else of the data. The one thing to know: an error holds for the device, the
-- format and the sizes that stand beside it.
--   value    field of the law, coefficient, standard error (0 / 0: the rows do not determine it)
--   scatter  measured over predicted, rows held out: 5, 25, 50, 75 and 95 of 100 are below
--   range    what was measured: a size, its least and its most; groups: ranks of a node and nodes of a collective
local order, list = {}, {}

local function fits(name, entry)
  entry.name = name
  order[#order + 1] = name
  list[name] = entry
end
]]
for _, entry in ipairs(entries) do
  line('fits("%s", {', entry[1])
  line('  device = "%s", format = "%s",', entry[2], entry[3])
  line('  about = "%s",', entry[4])
  line('  source = "%s",', entry[5])
  line("  fits = {")
  for _, one in ipairs(entry[6]()) do fit_lines(one) end
  line("  } })\n")
end
line("return { order = order, list = list }")

local text = table.concat(lines, "\n") .. "\n"
if arg[1] then
  local file = assert(io.open(arg[1], "w"))
  assert(file:write(text))
  file:close()
else
  io.write(text)
end
