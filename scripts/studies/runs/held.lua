-- SPDX-License-Identifier: MIT
-- The stacks of runs with which predictions are compared, each with the constants that were found without it. For nanotron,
-- only the half that was not fitted is scored, without rows whose measurements are faulty.
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local runs = require "studies.runs"
local values = require("twocs.data.calibrated").sets
local tw = require "twocs"

local held = { values = values }

-- File, title, and the goals for leave-one-stack-out and for one set of constants: mean error in percent.
held.stacks = {
  { name = "korthikanti", title = "Korthikanti et al., Megatron, A100", left_out = 9, one_set = 3 },
  { name = "foundry", title = "llm-foundry, FSDP, A100", left_out = 9, one_set = 3.5 },
  { name = "internevo", title = "InternEvo, ZeRO-1, A100", left_out = 9, one_set = 4 },
  { name = "dgxc", title = "dgxc, NeMo in BF16, H100", left_out = 9, one_set = 3 },
  { name = "mlperf", title = "MLPerf GPT-3, FP8, H100", left_out = 9, one_set = 5 },
  { name = "nemo", title = "NeMo's tables, FP8, H100", left_out = 9, one_set = 6 },
  { name = "fms", title = "fms-fsdp, A100 and H100", one_set = 5 },
  { name = "lumi", title = "LUMI, Megatron-DeepSpeed, MI250X, held out of all fits", one_set = 12 },
  { name = "nanotron", title = "nanotron, H100, held-out half" },
}

local function tested(name, one)
  local r = one.row
  return name ~= "nanotron" or not one.sick and not runs.fitted(r.model, r.tp, r.pp, r.dp)
end

local loaded = {}
--- of(name): the cases of a stack's rows (predict/cases.lua); nil if its file is missing, which is printed once.
function held.of(name)
  if loaded[name] == nil then
    local list, sentence = runs.read(name)
    if not list then print(tw.format("skipped: %s: %s", name, sentence)) end
    loaded[name] = list and cases.of(name, list) or false
  end
  return loaded[name] or nil
end

--- predicted(name, c, where, band): the rows of a stack with the constants c for which where(name, row) holds (by default
--- the scored rows), with columns for the band if one is given. Second: the number of faulty rows. The file of the stack
--- must exist.
function held.predicted(name, c, where, band)
  local kept, sick = {}, 0
  for _, one in ipairs(held.of(name):predicted(c, band and band.sd)) do
    if (where or tested)(name, one) then kept[#kept + 1] = one end
    sick = sick + (one.sick and 1 or 0)
  end
  return kept, sick
end

--- The constants that were found without this stack.
function held.without(name) return values["without " .. name] or values.pooled end

--- left_out(name): its rows with the constants and the band that were found without it; and this band.
function held.left_out(name)
  local band = bands.without(name)
  return held.predicted(name, held.without(name), nil, band), band
end

--- The rows of nanotron that are not faulty and for which holds(row of the file) is true.
function held.nanotron(c, holds, band)
  return held.predicted("nanotron", c, function(_, one) return not one.sick and holds(one.row) end, band)
end

return held
