-- SPDX-License-Identifier: MIT
-- How nanotron assigns layers to pipeline stages, as fields of a layout. Other frameworks follow the default of
-- first_layers.
local stages = {}

-- Layers of each stage: blocks are taken in order, and the next stage begins after the block with which the flop so far
-- are more than the stages' share. Only GEMMs' weights count, so that the LM head can have a stage alone.
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

--- As nanotron does, and whether a stage after that of the LM head and of layers has the loss only, and is not counted
--- as one. After an LM head without layers it is counted with the head, as the logits go from one to the other.
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
