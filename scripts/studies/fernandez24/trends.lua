-- SPDX-License-Identifier: MIT
-- The trends of the paper's section 5, as the reviews state them; each is one number that must have a certain sign. Weak
-- scaling, two sequences of 4096 on each H100, with the best layout of tw.scaling's grid: a large model compared with a
-- small one, a faster network inside the node, and whether the best layout on few GPUs, or on an older GPU, is still the
-- best on many, or on a newer one.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local few, many = 8, 2048

local function best(model, device, gpus, changes, grid)
  local case = fernandez24.case(model, device)
  if changes then case.device = fernandez24.machine(device)(changes) end
  return tw.scaling(case, { gpus = { gpus }, per_gpu = 2, grid = grid })[1]
end

-- The throughput of a row's layout on another number of GPUs; DP takes the remaining GPUs. It is sharded over the same
-- number of ranks, or over all if the row is sharded over all.
local function again(row, model, device, gpus)
  local dp = gpus / (row.tp * row.pp * row.cp)
  local all = row.shard == row.dp * row.cp
  local case = fernandez24.case(model, device, { micro_batch = row.micro_batch, recompute = row.recompute })
  local layout = { tp = row.tp, pp = row.pp, cp = row.cp, sp = row.tp > 1 and "yes" or "no", vp = row.vp, zero = row.zero,
    schedule = row.schedule, shard = all and dp * row.cp or row.shard }
  return tw.scaling(case, { gpus = { gpus }, per_gpu = 2, layout = layout })[1]
end

local names = { "trend", "value", "before", "after" }
local c = fernandez24.columns(names)
local function add(trend, before, after)
  local i = #c.trend + 1
  c.trend[i], c.before[i], c.after[i], c.value[i] = trend, before, after, after / before - 1
end

local function per_param(model, grid)
  return 1 / best(model, "h100_sxm", many, nil, grid).joule_tokens / tw.eval({ model = model }, "param")
end
local faster = { net0_bw = 2 * fernandez24.machine "h100_sxm".net0_bw }
add("energy of a token for each parameter, 70B over 7B", per_param "llama2_7b", per_param "llama2_70b")
local seven = best("llama2_7b", "h100_sxm", many)
add("throughput with twice the NVLink", seven.token_rate,
  best("llama2_7b", "h100_sxm", many, faster).token_rate)
add("gain of the best layout on 2048 GPUs over that of 8",
  again(best("llama2_7b", "h100_sxm", few), "llama2_7b", "h100_sxm", many).token_rate, seven.token_rate)
add("gain of the best layout on H100 over that of A100",
  again(best("llama2_7b", "a100_80g", many), "llama2_7b", "h100_sxm", many).token_rate, seven.token_rate)
local mixes = fernandez24.mixes
add("energy of a token for each parameter, 70B over 7B, sharded over all", per_param("llama2_7b", mixes),
  per_param("llama2_70b", mixes))
add("throughput with twice the NVLink, sharded over all", best("llama2_7b", "h100_sxm", many, nil, mixes).token_rate,
  best("llama2_7b", "h100_sxm", many, faster, mixes).token_rate)
local t = study.write("trends", fernandez24.table(names, c, { value = "1", before = "1", after = "1" },
  { trend = "Trend", value = "relative change", before = "before", after = "after" }))
local best_of_all = "model: the best layout of a large grid, hybrid groups among it, where the paper has pure FSDP and TP "
  .. "or PP; its layouts would resolve it"
local causes = { ["P2-11"] = best_of_all, ["P2-12"] = best_of_all,
  -- Without hybrid groups the difference is as large, so they are not the cause.
  ["P2-10"] = "set-up: our sources do not give models, GPUs, batch and layouts; they would resolve it",
  ["P2-12b"] = "set-up: our sources do not give models, batch and layouts, and the two differ by less than a "
    .. "repeated measurement; its own runs on both would resolve it" }
local items = { "P2-10", "P2-11", "P2-12", "P2-12b" }
for i, item in ipairs(items) do
  local little = t[i].value > 0 and t[i].value < 0.01 and tw.format("; only %.2f %%", 100 * t[i].value) or ""
  study.finding{ item, t:pick{ i }, "value", basis = "predicted", percent = true, noise = 1, cause = causes[item],
    note = "weak scaling, two sequences of 4096 a GPU, best layouts of the grid" .. little }
end

-- Again with only TP, PP and FSDP over all replicas, as in the paper. This was decided after the rows above were seen.
for i, item in ipairs{ "P2-10", "P2-11" } do
  study.finding{ item, t:pick{ #items + i }, "value", basis = "calibrated", percent = true, label = "no hybrid groups",
    cause = causes[item],
    note = "TP, PP and FSDP over all replicas only: the set-up was chosen after the row above was seen" }
end

local signs = {}
for i = 1, #items do signs[i] = tw.format("%s %+.1f %%", t[i].trend, 100 * t[i].value) end
study.conclude("trends", {
  paper = "large models cost more energy, NVLink helps scale-out, and the best layout changes with scale and "
    .. "generation.",
  remains = tw.format("without software overheads: %s; the study of layouts has the calibrated model's.",
    table.concat(signs, ", ")),
  turns = tw.format("without hybrid groups that energy is %+.1f %%, and twice the NVLink adds %+.1f %%.",
    100 * t[#items + 1].value, 100 * t[#items + 2].value) })
