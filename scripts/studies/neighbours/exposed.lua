-- SPDX-License-Identifier: MIT
-- Exposed communication in production (MAD-Max, arXiv:2310.02784), by its abstract: 14 to 32 % of GPU-hours, and what
-- better parallelization buys. It does not say of which runs: computed is what four models under pure FSDP span on 128 to
-- 2048 A100 and H100, two sequences of 4096 on each, and the best layout of a grid over pure FSDP.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local names = { "device", "model", "gpus", "exposed", "gain" }
local c = fernandez24.columns(names)
for _, device in ipairs{ "a100_80g", "h100_sxm" } do
  for _, model in ipairs(fernandez24.models) do
    local case = fernandez24.case(model, device)
    local pure = tw.scaling(case, { gpus = tw.double(128, 2048), per_gpu = 2, grid = fernandez24.pure })
    local best = tw.scaling(case, { gpus = tw.double(128, 2048), per_gpu = 2 })
    for k = 1, pure.n do
      local i = #c.gpus + 1
      c.device[i], c.model[i] = fernandez24.titles[device], fernandez24.titles[model]
      c.gpus[i], c.exposed[i], c.gain[i] = pure[k].gpus, pure[k].exposed, best[k].token_rate / pure[k].token_rate
    end
  end
end
local t = study.write("exposed", fernandez24.table(names, c, { gpus = "1", exposed = "1", gain = "1" },
  { device = "generation",
  model = "Model", gpus = "GPUs", exposed = "share of the step exposed, pure FSDP", gain = "best layout over pure FSDP" }))
study.finding{ "N2-1", t, "exposed", basis = "predicted", percent = true, span = "runs",
  note = "pure FSDP, four models, 128 to 2048 A100 and H100" }
study.finding{ "N2-2", t, "gain", basis = "predicted", span = "runs", note = "best layout of the grid over pure FSDP" }
