-- SPDX-License-Identifier: MIT
-- Where predictions are far off: which term is missing, in a sentence for each stack, and which measurement would tell. The
-- one thing to know: what would mend a stack is told here, and is used nowhere.
local held = require "studies.runs.held"
local operations = require "studies.runs.operations"
local score = require "twocs.predict.score"
local tw = require "twocs"

local values = held.values
local sentences = {}

-- Where nanotron's p90 comes from: rows that are far off, and how long those with TP over four nodes and a pipeline wait
-- beyond what is predicted with each microbatch for each neighbour.
function sentences.nanotron()
  local list, sick = held.predicted("nanotron", values.nanotron)
  local far, wide, waits = 0, 0, {}
  for _, one in ipairs(list) do
    local tp, pp = one.fields.tp or 1, one.fields.pp or 1
    local wait = tp >= 32 and pp > 1
    if wait then
      waits[#waits + 1] = (one.measured - one.predicted) / (one.v.microbatches + pp - 1) / math.min(pp - 1, 2)
    end
    if math.abs(one.predicted / one.measured - 1) > 0.18 then far, wide = far + 1, wide + (wait and 1 or 0) end
  end
  return tw.format("Of nanotron's rows %d are sick by measurement alone and left out. Of %d others that are more than "
    .. "18 %% off %d have TP over four nodes and a pipeline: with each microbatch and for each neighbour they wait %.2f s "
    .. "(median) more than predicted, as rows that memory does not hold do (%.2f s); none of them has a healthy twin.",
    sick, far, wide, score.median(waits), values.nanotron.allocator)
end

-- Rows of fms-fsdp on H100 are too fast on a network of which nothing was measured: with what of it, or of GEMMs, they
-- would be right.
function sentences.fms()
  local c = held.without "fms"
  local function on(device, constants)
    return score.errors((held.predicted("fms", constants, function(_, one) return one.device:find(device, 1, true) end)))
  end
  local function least(name, from, to)
    local best, value = math.huge, nil
    for step = 0, 40 do
      local other = {}
      for key, constant in pairs(c) do other[key] = constant end
      local factor = from + (to - from) * step / 40
      other[name] = (c[name] or 1) * factor
      local mean = on("h100", other).mean
      if mean < best then best, value = mean, factor end
    end
    return value, 100 * best
  end
  local speed, with_network = least("network", 1, 0.3)
  local longer, with_gemm = least("train_gemm", 1, 1.6)
  return tw.format("fms-fsdp: bias %+.1f %% on A100, %+.1f on H100. There either a network at %.2f of the speed that "
    .. "InfiniBand's share gives (the mean is then %.1f %%) or GEMMs that take %.2f times as long (%.1f) is missing; the "
    .. "rows do not tell which, and all-gathers over its nodes (nccl-tests) would.", 100 * on("a100", c).bias,
    100 * on("h100", c).bias, speed, with_network, longer, with_gemm)
end

function sentences.lumi()
  local own = held.of "lumi"
  local time, inside, sent = operations.missing(own, values.pooled)
  if not time then return nil end
  return tw.format("LUMI: of %.0f s that are missing on %d nodes gradients are %.1f (below), and TP's sums %.1f if they "
    .. "are as much slower than predicted as gatherings inside a node; the rest is compute: a table of GEMMs on this die "
    .. "would tell.", time, own.rows[1].nodes, sent, inside)
end

--- sentences(): those of the stacks that are here.
local missing = {}
function missing.sentences()
  local list = {}
  for _, name in ipairs{ "nanotron", "fms", "lumi" } do
    if held.of(name) then list[#list + 1] = sentences[name]() end
  end
  return list
end

return missing
