-- SPDX-License-Identifier: MIT
-- Efficient parallelization layouts (arXiv:2311.05610), by its abstract: a microbatch of one sequence is usually best,
-- and a Llama 13B reaches 70.5 % of the peak. The abstract names no machine: computed are nodes of A100, 16 to 256 of
-- them, with TP, PP and an optimizer that is shared out (ZeRO 1), context of 2048, 2048 sequences a step.
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
  cause = "model: larger microbatches gain it more than the bubble costs; the paper's machine and table settle it",
  note = note .. "; 7B, 13B, 70B; usually: more than half" }
study.finding{ "N1-2", t:where{ model = "llama2_13b" }, "mfu", basis = "predicted", percent = true, span = "machine, GPUs",
  cause = "model: nothing that a framework adds is in it; measured steps of one layout would settle it",
  note = note }
