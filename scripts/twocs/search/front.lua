-- SPDX-License-Identifier: MIT
-- Pareto fronts of a search: the layouts that no other layout beats in two or three columns. The space is searched once
-- more, because a search keeps only the best by one score. The engine returns the front of each kind; layouts beaten by
-- another kind or number of devices are removed here.
local evaluated = require "twocs.search.evaluated"
local gate = require "twocs.ask.gate"
local sinks = require "twocs.ask.sinks"

local front = {}

--- of(found, again, columns): the answer of the repeated search, and the list of the layouts on the front with their
--- results.
function front.of(found, again, columns)
  local names, flags = sinks.directions(columns)
  gate.own(found.q.made, names)
  local q = {}
  for key, value in pairs(found.q) do q[key] = value end
  q.front = { names = names, flags = flags }
  local all, list, want = again(q), {}, { q.score }
  table.sort(all.front, function(a, b)
    for c, most in ipairs(flags) do
      if a[c] ~= b[c] then return (a[c] < b[c]) ~= most end
    end
    return a.number < b.number
  end)
  for _, one in ipairs(all.front) do -- sorted, so a layout can only be beaten by an earlier one
    if not sinks.beaten(one, list, flags) then
      one.layout = one.decode()
      list[#list + 1] = one
    end
  end
  for _, more in ipairs{ evaluated.shown, names } do
    for _, name in ipairs(more) do want[#want + 1] = name end
  end
  for i, of in ipairs(evaluated.results(list, want)) do list[i].of = of end
  return all, list
end

return front
