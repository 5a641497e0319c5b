-- SPDX-License-Identifier: MIT
-- Quantiles without interpolation: always a value of the list.
local rank = {}

--- The smallest value of the list that at least the share q of the list does not exceed; nil of an empty list. Sorts the
--- list.
function rank.quantile(list, q)
  table.sort(list)
  return list[math.max(1, math.ceil(q * #list))]
end

return rank
