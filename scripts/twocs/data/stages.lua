-- SPDX-License-Identifier: MIT
-- How nanotron assigns layers to pipeline stages, as fields of a layout. Other frameworks follow the default of
-- first_layers.
local stages = {}

-- The layers of each stage. Blocks are assigned in order. The next stage begins after the block with which the flop so far
-- exceed the share of the stages so far. Only weights of GEMMs count, so the LM head can be alone on a stage.
local function by_flop(m, pp)
  local layer, head = 4 * m.h * m.h + (m.gated and 3 or 2) * m.h * m.ffn, m.vocab * m.h
  local total, sum, stage, list = m.layers * layer + head, 0, 1, {}
  for i = 1, pp do list[i] = 0 end
  for _ = 1, m.layers do
    list[stage] = list[stage] + 1
    sum = sum + layer
    if stage < pp and sum > total * stage / pp then stage = stage + 1 end
  end
  return list, stage
end

--- The fields of a layout as in nanotron; and whether the loss is alone on a stage after the stage of the LM head and of
--- layers: that stage is not counted. If the LM head is on a stage without layers, the stage of the loss is counted with
--- it, because the logits go from one to the other.
function stages.by_flop(m, pp)
  if pp == 1 then return {}, false end
  local list, head = by_flop(m, pp)
  local most = 0
  for i = 2, head - 1 do most = math.max(most, list[i]) end
  if head == 1 then return {}, false end
  return { first_layers = list[1], middle_layers = pp > 2 and most or nil, last_layers = list[head] },
    head < pp and list[head] > 0
end

return stages
