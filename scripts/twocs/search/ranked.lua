-- SPDX-License-Identifier: MIT
-- The layouts that a search kept, the best first. The one thing to know: there are tens of thousands of them, so they are
-- columns that the engine sorts, and one becomes a table when it is asked for.
local core = require "twocs.core"

local ranked, methods = {}, {}
local class = { __index = methods }

-- What is kept of each kind of each part, in columns; `cost` is the score, or what is less the better that is.
local function columns_of(parts, most)
  local columns, n = { cost = {}, place = {}, score = {}, kind = {}, part = {} }, 0
  for p, part in ipairs(parts) do
    for k, kind in ipairs(part.words) do
      local place, score = core.kinds_best(part.kinds, k)
      for i = 1, #place do
        n = n + 1
        columns.cost[n], columns.place[n] = most and -score[i] or score[i], part.first + place[i]
        columns.score[n], columns.kind[n], columns.part[n] = score[i], kind, p
      end
    end
  end
  return columns, n
end

--- of(parts, most): the layouts that parts of a search kept, a list of { kinds = of core.kinds, words = the kinds, first =
--- number of its first layout, devices, made, layout = the layout of a number }: those of least score first, or of most; of
--- equal ones that which comes first in the space.
function ranked.of(parts, most)
  local columns, n = columns_of(parts, most)
  local order = core.sorted{ core.column(columns.cost), core.column(columns.place) }
  return setmetatable({ n = n, parts = parts, columns = columns, order = order, made = {} }, class)
end

function methods:score(i) return self.columns.score[self.order[i]] end
function methods:kind(i) return self.columns.kind[self.order[i]] end

--- at(i): the i-th layout, { score, place = in the space, kind, devices, made = its case, decode = gives its fields }, or
--- nil.
function methods:at(i)
  if i > self.n then return nil end
  if not self.made[i] then
    local row = self.order[i]
    local part, place = self.parts[self.columns.part[row]], self.columns.place[row]
    self.made[i] = { score = self:score(i), place = place, kind = self:kind(i), devices = part.devices, made = part.made,
      decode = function() return part.layout(place - part.first) end }
  end
  return self.made[i]
end

--- first(n): the first n, or all.
function methods:first(n)
  local list = {}
  for i = 1, math.min(n, self.n) do list[i] = self:at(i) end
  return list
end

-- The first layouts that differ in what of(i) says.
local function firsts(self, of)
  local list, seen = {}, {}
  for i = 1, self.n do
    local key = of(i)
    if not seen[key] then list[#list + 1], seen[key] = self:at(i), true end
  end
  return list
end

--- best_by_kind(), best_by_devices(): the first layout of each, in the order of their scores.
function methods:best_by_kind() return firsts(self, function(i) return self:kind(i) end) end
function methods:best_by_devices()
  return firsts(self, function(i) return self.parts[self.columns.part[self.order[i]]].devices end)
end

return ranked
