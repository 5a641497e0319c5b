-- SPDX-License-Identifier: MIT
-- Efficient parallelization layouts (arXiv:2311.05610), from its abstract: a microbatch of one sequence is usually best,
-- and a Llama 13B reaches 70.5 % of the peak. The abstract names no machine; we compute 16 to 256 A100 in nodes, with TP,
-- PP and a sharded optimizer (ZeRO 1), a context of 2048, and 2048 sequences per step.
local papers = require "studies.papers"
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local names = { "model", "gpus", "micro_batch", "tp", "pp", "recompute", "mfu" }
local c = {}
for _, name in ipairs(names) do c[name] = {} end
for _, model in ipairs{ "llama2_7b", "llama2_13b", "llama2_70b" } do
  local t = tw.scaling({ model = model, device = fernandez24.machine "a100_80g", software = papers.software,
    run = papers.run{ sl = 2048, global_batch = 2048, format = "bf16", attention = "fused", dropout = "no" } },
    { gpus = tw.double(16, 256), grid = { tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16 }, cp = { 1 },
      zero = { "optimizer" }, shard = {}, vp = { 1 }, schedule = { "1f1b" } } })
  for row in t:rows() do
    if row.mfu == row.mfu then
      local i = #c.gpus + 1
      for _, name in ipairs(names) do c[name][i] = name == "model" and model or row[name] end
    end
  end
end
local t = study.write("layouts", tw.table{ names = names, columns = c, units = { gpus = "1", micro_batch = "1", tp = "1",
  pp = "1", mfu = "1" }, meanings = { gpus = "GPUs", micro_batch = "sequences of a microbatch", mfu = "MFU" } })
local note = "nodes of eight A100, 16 to 256; 2048 sequences of 2048 a step"
local usual = study.write("layouts_usual", tw.table{ names = { "share" }, columns = {
  share = { t:where{ micro_batch = 1 }.n / t.n } }, units = { share = "1" },
  meanings = { share = "cases whose fastest layout has a microbatch of one sequence" } })
study.finding{ "N1-1", usual, "share", basis = "predicted", percent = true,
  cause = "model: larger microbatches gain more than the bubble costs; the paper's machine and table would resolve it",
  note = note .. "; 7B, 13B, 70B; usually: more than half" }
study.finding{ "N1-2", t:where{ model = "llama2_13b" }, "mfu", basis = "predicted", percent = true,
  cause = "set-up: its machine, GPUs, batch and layout are not in the abstract; they would resolve it",
  note = note }

-- The same with the calibrated model and Megatron-Core, the framework of these layouts.
local function calibrated(model, micro_batch)
  return tw.scaling({ model = model, device = "a100_80g", software = "megatron_core",
    run = { sl = 2048, global_batch = 2048, format = "bf16" } }, { gpus = tw.double(16, 256), grid = {
      tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16 }, cp = { 1 }, zero = { "optimizer" }, shard = {}, vp = { 1 },
      schedule = { "1f1b" }, micro_batch = micro_batch } }):where(function(r) return r.mfu == r.mfu end)
end
local ones, all = 0, 0
for _, model in ipairs{ "llama2_7b", "llama2_13b", "llama2_70b" } do
  local found = calibrated(model)
  ones, all = ones + found:where{ micro_batch = 1 }.n, all + found.n
end
local share = study.write("layouts_calibrated", tw.table{ names = { "share" }, columns = { share = { ones / all } },
  units = { share = "1" }, meanings = { share = "cases whose fastest layout has a microbatch of one sequence" } })
local more_note = note .. "; Megatron-Core"
study.finding{ "N1-1", share, "share", basis = "predicted", percent = true, label = "calibrated", note = more_note,
  cause = "model: kernels of two sequences gain more than the bubble costs; the paper's machine and table "
    .. "resolve it" }
study.finding{ "N1-2", study.write("layouts_13b", calibrated "llama2_13b":select{ "gpus", "micro_batch", "tp", "pp",
  "mfu" }),
  "mfu", basis = "predicted", percent = true, label = "calibrated", note = more_note,
  cause = "set-up: its machine, GPUs, batch and layout are not in the abstract; they would resolve it" }
local function most(micro_batch) return 100 * calibrated("llama2_13b", micro_batch):top(1, "mfu")[1].mfu end
study.conclude("layouts", {
  paper = tw.format("a microbatch of one sequence is usually best, and a Llama 13B reaches %s of the peak.",
    study.published_text "N1-2"),
  remains = tw.format("in %.0f of %.0f cases one sequence is best, with which the 13B model reaches %.0f %%.", ones,
    all,
    most{ 1 }),
  turns = tw.format("with two sequences the 13B model reaches %.0f %%, with four %.0f %%.", most{ 2 }, most{ 4 }) })
