-- SPDX-License-Identifier: MIT
-- Lists of predicted runs, one for each held-out stack. Each stack counts with its weight, however many runs it has.
local groups = {}

--- The quantile at that share of the weights, of a list of { value, weight }.
function groups.quantile(list, q)
  table.sort(list, function(a, b) return a[1] < b[1] end)
  local all, sum = 0, 0
  for _, one in ipairs(list) do all = all + one[2] end
  for _, one in ipairs(list) do
    sum = sum + one[2]
    if sum >= q * all then return one[1] end
  end
  return list[#list][1]
end

--- The weight of a stack: the same as in the fit of the constants.
function groups.weight(group) return group.weight or 1 end

return groups
