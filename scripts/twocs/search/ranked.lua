-- SPDX-License-Identifier: MIT
-- The layouts that a search kept, best first. There are tens of thousands, so they are columns that the engine sorts; a
-- layout becomes a table when it is first used.
local core = require "twocs.core"

local ranked, methods = {}, {}
local class = { __index = methods }

--- worse_by(q, score, best): by which share of the best score another score is worse.
function ranked.worse_by(q, score, best) return (q.most and best / score or score / best) - 1 end

-- The layouts that were kept for each part and kind: a list of { part = its number, kind, place, score }. Second: the best
-- score of all. Third: whether some layouts were left out.
local function kept_of(parts, q)
  local list, best, left = {}, nil, false
  for p, part in ipairs(parts) do
    for k, kind in ipairs(part.words) do
      local place, score, more = core.kinds_best(part.kinds, k)
      local first = score[1]
      if first and (not best or q.most and first > best or not q.most and first < best) then best = first end
      list[#list + 1] = { part = p, kind = kind, place = place, score = score }
      left = left or more
    end
  end
  return list, best, left
end

local function first_of(parts)
  local first = 0
  for _, part in ipairs(parts) do first = math.max(first, part.asked.first) end
  return first
end

-- The number of layouts of one kind that an answer can use; their scores get worse. These are at most the first ones of all
-- or of the kind, and those within the tolerance. All of them if `first` is 0 or the scores are not positive.
local function most_asked(q, score, best, first, sure)
  local n = #score
  if first == 0 or n == 0 or not (best > 0 and score[n] > 0) then return n end
  n = math.min(n, math.max(first, sure))
  while n < #score and ranked.worse_by(q, score[n + 1], best) <= q.tolerance do n = n + 1 end
  return n
end

-- The same as columns; `cost` is the score, negated if most is best. Third: whether some layouts were left out.
local function columns_of(parts, q)
  local columns, n, first = { cost = {}, place = {}, score = {}, kind = {}, part = {} }, 0, first_of(parts)
  local kept, best, left = kept_of(parts, q)
  for _, one in ipairs(kept) do
    local part, score, place = parts[one.part], one.score, one.place
    local asked = most_asked(q, score, best, first, part.asked.sure)
    left = left or asked < #score
    for i = 1, asked do
      n = n + 1
      columns.cost[n], columns.place[n] = q.most and -score[i] or score[i], part.first + place[i]
      columns.score[n], columns.kind[n], columns.part[n] = score[i], one.kind, one.part
    end
  end
  return columns, n, left
end

-- The rows that an answer uses, in their order. Other rows are dropped because they depend on the order in which a part
-- received its rows.
local function asked_for(parts, q, columns, order, n)
  local list, first, seen = {}, first_of(parts), {}
  for p in ipairs(parts) do seen[p] = {} end
  for i = 1, n do
    local row = order[i]
    local kind, of = columns.kind[row], seen[columns.part[row]]
    of[kind] = (of[kind] or 0) + 1
    if first == 0 or i <= first or of[kind] <= parts[columns.part[row]].asked.sure
      or ranked.worse_by(q, columns.score[row], columns.score[order[1]]) <= q.tolerance then list[#list + 1] = row end
  end
  return list
end

--- of(parts, q): the layouts that a search kept, best score first; equal scores in the order of the space. parts: a list of
--- { kinds = of core.kinds, words = names of the kinds, asked = { first = how many of all, sure = how many of each kind },
--- first = number of its first layout, devices, made, layout = a function from a number to a layout }. The field `left` of
--- the result says whether more layouts exist that no answer uses.
function ranked.of(parts, q)
  local columns, n, left = columns_of(parts, q)
  local order = asked_for(parts, q, columns, core.sorted{ core.column(columns.cost), core.column(columns.place) }, n)
  return setmetatable({ n = #order, left = left or #order < n, parts = parts, columns = columns, order = order, made = {} },
    class)
end

function methods:score(i) return self.columns.score[self.order[i]] end
function methods:kind(i) return self.columns.kind[self.order[i]] end

--- at(i): the i-th layout, { score, place = in the space, kind, devices, made = its case, decode = returns its fields }, or
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

--- first(n): the first n layouts, or all if there are fewer.
function methods:first(n)
  local list = {}
  for i = 1, math.min(n, self.n) do list[i] = self:at(i) end
  return list
end

-- The first layout for each value of of(i).
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
