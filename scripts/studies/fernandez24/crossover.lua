-- SPDX-License-Identifier: MIT
-- Where TP or PP begins to beat pure FSDP: the throughput of the best mix of TP, PP and FSDP over that of pure FSDP, both
-- with the best microbatch and recomputation, sharded over all replicas, in weak scaling. Three maps over the GPUs: model,
-- context length, generation. A cell shows the gain of the better layout and its degree TP x PP.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local gpus = tw.double(64, 16384)
local columns = { "what", "gpus", "tp", "pp", "degree", "gain" }

-- Adds the rows of one case, distinguished by `what`.
local function add(c, what, case, per_gpu)
  local pure = tw.scaling(case, { gpus = gpus, per_gpu = per_gpu, grid = fernandez24.pure })
  local best = tw.scaling(case, { gpus = gpus, per_gpu = per_gpu, grid = fernandez24.mixes })
  for k = 1, best.n do
    local i = #c.gpus + 1
    c.what[i], c.gpus[i], c.tp[i], c.pp[i] = what, best[k].gpus, best[k].tp, best[k].pp
    c.degree[i], c.gain[i] = best[k].tp * best[k].pp, best[k].token_rate / pure[k].token_rate - 1
  end
end

local function written(name, c, unit, meaning)
  return study.write(name, fernandez24.table(columns, c, { what = unit, gpus = "1", tp = "1", pp = "1", degree = "1",
    gain = "1" },
    { what = meaning, gpus = "GPUs", tp = "TP", pp = "PP", degree = "TP x PP of the fastest",
      gain = "throughput over pure FSDP" }))
end

local added = "Throughput added to that of pure FSDP" -- above 200 % all cells have the same colour, with the value as text

-- The number of GPUs from which the mix adds a tenth, for two rows of a map, as text for its title.
local function begins(t, what)
  for row in t:where{ what = what }:rows() do
    if row.gain >= 0.1 then return tw.format("from %.0f GPUs on", row.gpus) end
  end
  return "nowhere"
end
local function compared(t, one, of_one, other, of_other)
  return tw.format("Without software overheads TP or PP adds a tenth to FSDP %s for %s, %s for %s",
    begins(t, one), of_one, begins(t, other), of_other)
end

local function map(name, t, ylabel, title, subtitle, note)
  study.heat(name, t, { x = "gpus", y = "what", z = "gain", percent = true, labels = true, zmin = 0, zmax = 2,
    title = title, subtitle = tw.format("%s; %s", subtitle, fernandez24.computed), xlabel = "GPUs", ylabel = ylabel,
    zlabel = added, note = note })
end

local c = fernandez24.columns(columns)
for _, model in ipairs(fernandez24.models) do
  add(c, fernandez24.titles[model], fernandez24.case(model, "h100_sxm"), 2)
end
local models = written("crossover_models", c, "", "Model")
map("crossover_models_map", models, "Model", compared(models, "1B", "1B", "13B", "13B"),
  "H100, weak scaling, two sequences of 4096 on each GPU", "On few GPUs 70B has to recompute under FSDP.")

c = fernandez24.columns(columns)
for _, sl in ipairs(tw.double(1024, 32768)) do
  local case = fernandez24.case("llama2_7b", "h100_sxm", { sl = sl })
  add(c, sl, case, math.max(1, 8192 / sl))
end
local contexts = written("crossover_context", c, "token", "Context length")
map("crossover_context_map", contexts, "Context length", compared(contexts, 1024, "contexts of 1K", 16384, "those of 16K"),
  "Llama 7B, H100, weak scaling, 8192 tokens or one sequence on each GPU",
  "At 32K FSDP has to recompute: the gain there is memory.")

c = fernandez24.columns(columns)
for _, device in ipairs(fernandez24.generations) do
  add(c, fernandez24.titles[device], fernandez24.case("llama2_7b", device), 2)
end
local generations = written("crossover_generations", c, "", "generation")
map("crossover_generations_map", generations, "Generation", compared(generations, "V100", "V100",
  "H100", "H100"), "Llama 7B, weak scaling, two sequences of 4096 on each GPU")

local at = models:where{ gpus = 2048 }
fernandez24.judge_degrees({ { "four models", at, "which models" }, { "7B", at:where{ what = "7B" } } },
  "weak scaling, two sequences of 4096 a GPU; four models",
  "set-up: our sources do not name the models with 2 to 4; the figure would resolve it")

local gains = {}
for row in at:rows() do gains[#gains + 1] = tw.format("%s %.0f %%", row.what, 100 * row.gain) end
study.conclude("crossover", {
  paper = tw.format("TP or PP of %s beats pure FSDP at scale.", study.published_text "P2-4"),
  remains = tw.format("without software overheads the best mix adds on 2048 GPUs: %s; the study of layouts has "
    .. "the calibrated model's.",
    table.concat(gains, ", ")),
  turns = tw.format("with a context of 32K it adds %.0f %% to 7B, with 1K %.0f %%.",
    100 * contexts:where{ gpus = 2048, what = 32768 }[1].gain, 100 * contexts:where{ gpus = 2048,
      what = 1024 }[1].gain) })
