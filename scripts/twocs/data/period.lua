-- SPDX-License-Identifier: MIT
-- Layers with attention to all keys, among layers with a window or with linear attention. A model has such a layer at a
-- constant distance (full_every, full_first), or spreads them evenly over the stages of a pipeline.
local period = {}

--- of(full): full[i] is true for a layer with attention to all keys. Returns the distance from one such layer to the next,
--- and the place of the first; or nil, and whether there are both kinds of layers. For a single such layer, the distance is
--- the length of the list.
function period.of(full)
  local first, second
  for i, is in ipairs(full) do
    if is and not first then first = i elseif is then second = second or i end
  end
  if not first then return nil, false end
  local every, as_listed, all = second and second - first or #full, true, true
  for i, is in ipairs(full) do
    all = all and is
    as_listed = as_listed and is == (i >= first and (i - first) % every == 0)
  end
  if all then return nil, false end
  if not as_listed or first > every then return nil, true end
  return every, first
end

--- places(every, first, layers): a list with true for each of these layers that has attention to all keys.
function period.places(every, first, layers)
  local full = {}
  for i = 1, layers do full[i] = i >= first and (i - first) % every == 0 end
  return full
end

--- set(m, full): sets full_every and full_first of the model m from the list of its layers. Returns true if the two fields
--- cannot express the list.
function period.set(m, full)
  local every, first = period.of(full)
  if not every then return first end
  m.full_every, m.full_first = every, first ~= every and first or nil
  return false
end

return period
