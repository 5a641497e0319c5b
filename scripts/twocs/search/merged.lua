-- SPDX-License-Identifier: MIT
-- The products of a space as fewer jobs of the engine. Products differ mostly in their first factors: the degrees, and what
-- depends on the degrees. A job with few layouts takes the engine longer to prepare than to evaluate. So small products
-- that agree in their last factors become one, in which the combinations of their first factors are the values of one
-- factor.
local merged = {}

local few = 10000 -- a product with more layouts stays as it is: its first factors should each be evaluated alone
local most = 64 -- values of a merged factor: of more of them bounds differ more, and fewer whole blocks are left out
local last = "cp_kind" -- the last of the axes whose factors are merged

-- The number of factors up to the one with the last of these axes.
local function factors_to_merge(product)
  for f, one in ipairs(product) do
    if one.columns[last] then return f end
  end
  return 0
end

-- The number of combinations of the factors from one place to another.
local function size(product, from, to)
  local n = 1
  for f = from, to do n = n * product[f].n end
  return n
end

-- A factor without values for the axes of the first `cut` factors of a product.
local function empty(product, cut)
  local one = { n = 0, names = {}, columns = {}, place = {}, total = 0 }
  for f = 1, cut do
    for _, name in ipairs(product[f].names) do one.names[#one.names + 1], one.columns[name] = name, {} end
  end
  return one
end

-- Appends each value `each` times in a row, and all of this `times` times.
local function spread(to, values, times, each)
  local n = #to
  for _ = 1, times do
    for k = 1, #values do
      for i = n + 1, n + each do to[i] = values[k] end
      n = n + each
    end
  end
end

local function zeros(n)
  local list = {}
  for k = 1, n do list[k] = 0 end
  return list
end

-- The sums of each number of a list and each of another.
local function sums_of(list, others)
  local sums, n = {}, 0
  for i = 1, #list do
    for k = 1, #others do
      n = n + 1
      sums[n] = list[i] + others[k]
    end
  end
  return sums
end

-- Appends the combinations of the first `cut` factors of a product to a factor, and what each adds to a kind to a list.
local function append(to, kinds, product, cut, adds)
  local place, kind, total, before = { 0 }, { 0 }, 1, 1
  for f = 1, cut do
    local one, after = product[f], size(product, f + 1, cut)
    for name, column in pairs(one.columns) do spread(to.columns[name], column, before, after) end
    place, total, before = sums_of(place, one.place), total * one.total, before * one.n
    kind = sums_of(kind, adds[one] or zeros(one.n))
  end
  spread(to.place, place, 1, 1)
  spread(kinds, kind, 1, 1)
  to.n, to.total = to.n + before, to.total + total
end

-- The product to which this one is added: a new one, or one with the same last factors and room.
local function target(open, found, product, cut)
  local ids = {}
  for f = cut + 1, #product do ids[#ids + 1] = product[f].id end
  local key = table.concat(ids, " ")
  if not open[key] or open[key][1].n + size(product, 1, cut) > most then
    local longer = { empty(product, cut) }
    for f = cut + 1, #product do longer[#longer + 1] = product[f] end
    found[#found + 1], open[key] = longer, longer
  end
  return open[key][1]
end

--- of(list, adds): the same layouts in fewer products. adds: by factor, a list of what each of its values adds to the
--- number of a layout's kind, or false; merged factors are added to it.
function merged.of(list, adds)
  local found, open, cut = {}, {}, list[1] and factors_to_merge(list[1]) or 0
  for _, product in ipairs(list) do
    if cut < 2 or size(product, 1, #product) > few or size(product, 1, cut) > most then
      found[#found + 1] = product
    else
      local to = target(open, found, product, cut)
      adds[to] = adds[to] or {}
      append(to, adds[to], product, cut, adds)
    end
  end
  return found
end

return merged
