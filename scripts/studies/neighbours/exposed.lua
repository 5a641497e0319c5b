-- SPDX-License-Identifier: MIT
-- Exposed communication in production (MAD-Max, arXiv:2310.02784), from its abstract: 14 to 32 % of GPU-hours, and the gain
-- of better parallelization. It does not state the runs, so the results cover four models with pure FSDP on 128 to 2048
-- A100 and H100, two sequences of 4096 on each, and the gain of the best layout of a grid over pure FSDP.
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

-- The same range with the calibrated model.
local low, high = math.huge, 0
local function exposed(device, model, batch)
  local found = tw.scaling(fernandez24.today(model, device, { recompute = model == "llama2_70b" and "full" or "none" },
    "pytorch"), { gpus = { 128, 2048 }, per_gpu = batch, layout = fernandez24.fsdp })
  return 100 * found[1].exposed, 100 * found[2].exposed
end
for _, device in ipairs{ "a100_80g", "h100_sxm" } do
  for _, model in ipairs(fernandez24.models) do
    local few, many = exposed(device, model, 2)
    low, high = math.min(low, few, many), math.max(high, few, many)
  end
end
study.conclude("exposed", {
  paper = tw.format("exposed communication takes %s of the GPU-hours.", study.published_text "N2-1"),
  remains = tw.format("it takes %.0f to %.0f %% of a step under pure FSDP, 1B to 70B on 128 to 2048 A100 and H100 "
    .. "(PyTorch).",
    low, high),
  turns = tw.format("with four times the sequences 7B on H100 exposes %.0f %% on 128 and %.0f %% on 2048 GPUs.",
    exposed("h100_sxm", "llama2_7b", 8)) })
