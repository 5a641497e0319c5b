-- SPDX-License-Identifier: MIT
-- The distribution of GPUs and layers in a configuration: the number of replicas, and the layers of the first, last and
-- middle stages.
local layout_string = require "twocs.data.layout_string"

local pipelines = {}

--- replicas(found, gpus, others): DP, the number of GPUs divided by the product of the other degrees; 1 if the number of
--- GPUs is not known.
function pipelines.replicas(found, gpus, others)
  if not gpus then
    found.needs_gpus = true
    return 1
  end
  local dp = gpus / others
  if dp < 1 or dp ~= math.floor(dp) then
    found:refuse("tp", "its TP x PP x CP of %d does not divide %d GPUs; set their number with gpus =", others, gpus)
  end
  return dp
end

local function by_string(found, l, n)
  local text = found.facts.stages
  local made, why = layout_string.stages(text, l.pp)
  if not made then found:refuse("stages", "pipeline_model_parallel_layout = %s: %s", text, why) end
  local predicts = found.facts.mtp or 0
  if made.predicts ~= predicts then
    found:refuse("stages", "pipeline_model_parallel_layout = %s has %d prediction layers (m), but there are %d", text,
      made.predicts, predicts)
  end
  if n and made.all ~= n then
    found:refuse("stages", "pipeline_model_parallel_layout = %s has %d layers, but there are %d", text,
      made.all - predicts, n - predicts)
  end
  local fields, uneven = layout_string.fields(made, l.pp)
  if uneven and not found.uneven then
    found.uneven = true
    found:miss(found.lines.stages,
      "pipeline_model_parallel_layout = %s: all middle stages get the number of layers of the largest one", text)
  end
  for name, value in pairs(fields) do l[name] = value end
end

-- Embedding and loss count as one layer each if the configuration says so; prediction layers are additional layers of the
-- last stage.
local function by_counts(found, l, n)
  local f = found.facts
  local extra, predicts = (f.with_embedding and 1 or 0) + (f.with_loss and 1 or 0), f.mtp or 0
  if n then n = n - predicts end
  local vp = f.vp
  if f.chunk and n then
    vp = (n + extra) / l.pp / f.chunk
    if vp ~= math.floor(vp) then
      found:refuse("chunk", "%d layers a chunk do not divide the %s layers of a stage", f.chunk, (n + extra) / l.pp)
    end
  end
  l.vp = vp and vp > 1 and vp or nil
  if l.pp == 1 then l.vp = nil end
  if l.pp == 1 or not (f.first_layers or f.last_layers or n and extra + predicts > 0) then return end
  if f.first_layers or f.last_layers then
    local rest = n and (n - (f.first_layers or 0) - (f.last_layers or 0))
    local others = l.pp - (f.first_layers and 1 or 0) - (f.last_layers and 1 or 0)
    local each = rest and others > 0 and rest / others
    l.first_layers, l.last_layers = f.first_layers or each, f.last_layers or each
    if l.pp > 2 then l.middle_layers = each or nil end
  else
    local each = (n + extra) / l.pp
    l.first_layers = each - (f.with_embedding and 1 or 0)
    l.last_layers = each - (f.with_loss and 1 or 0)
    l.middle_layers = l.pp > 2 and each or nil
  end
  if l.last_layers then l.last_layers = l.last_layers + predicts end
end

--- placed(found, l, n): sets vp and the layers of the stages in layout l, for a model of n layers (nil: not known).
function pipelines.placed(found, l, n)
  local text = found.facts.stages
  if text and text ~= "" and text ~= "null" and not text:find("^%$") then return by_string(found, l, n) end
  by_counts(found, l, n)
end

return pipelines
