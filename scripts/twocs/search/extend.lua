-- SPDX-License-Identifier: MIT
-- One step of a search's walk: extends a product of legal layouts by all values of one axis. If no rule breaks and the axis
-- has an effect (data/account.lua), the result is a product again. Otherwise only the combinations of the deciding fields
-- are checked one by one, and core.products finds the remaining products. If the axis has no effect, only its first legal
-- value is kept, and it represents all values.
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local factor = require "twocs.search.factor"

local extend = {}

-- A copy of a list with one more item.
local function with(list, last)
  local longer = {}
  for i, one in ipairs(list) do longer[i] = one end
  longer[#longer + 1] = last
  return longer
end

--- A product as axes of the engine.
function extend.moved(product)
  local moved = {}
  for f, one in ipairs(product) do moved[f] = factor.moves(one) end
  return moved
end

-- The fields that rules read: `reads` is "reads", or "first_reads" for the stricter columns.
local function read_by(list, reads)
  local fields = {}
  for _, rule in ipairs(list) do
    for name in pairs(rule[reads]) do fields[name] = true end
  end
  return fields
end

-- These factors as axes of the engine, reduced to what decides whether a rule can break: factors that no rule reads are
-- left out, and of values that look the same to all rules only one is used.
local function first_axes(list, factors)
  local axes, fields = {}, read_by(list, "first_reads")
  for _, one in ipairs(factors) do
    if factor.has(one, fields) then axes[#axes + 1] = factor.moves_of(one, factor.groups(one, fields), fields) end
  end
  return axes
end

-- The fields that decide which combinations remain: the rules read them, or the axis has an effect or not because of them.
local function deciding_fields(failing, idle_by)
  local fields = read_by(failing, "reads")
  for name in pairs(idle_by) do fields[name] = true end
  return fields
end

-- The factors that decide which combinations remain, and the last factor if the axis joins it: a list of { f = place in the
-- product, groups = lists of values with the same decision, weight = of all values of a group }. If `known` is given,
-- degrees of the same class are one group.
local function deciding(product, fields, joins, known)
  local list = {}
  for f, one in ipairs(product) do
    local by_class = f == 1 and known
    if by_class or joins and f == #product or factor.has(one, fields) then
      local groups = by_class and factor.classes(one, known.class, fields) or factor.groups(one, fields)
      list[#list + 1] = { f = f, groups = groups, weight = core.sums(one.weight, groups) }
    end
  end
  return list
end

-- Calls take(at) for each combination of groups of these factors; at[i] is the number of the group of factor i.
local function each(chosen, take)
  local at = {}
  local function go(i)
    if i > #chosen then return take(at) end
    for g = 1, #chosen[i].groups do
      at[i] = g
      go(i + 1)
    end
  end
  go(1)
end

-- The number of points of the space that one combination of the chosen factors represents: the weight of all other factors.
local function outside(product, chosen)
  local weight, inside = 1, {}
  for _, one in ipairs(chosen) do inside[one.f] = true end
  for f, one in ipairs(product) do weight = inside[f] and weight or weight * one.total end
  return weight
end

-- The combinations of the chosen factors' groups and the axis's values that remain: lists of the groups' numbers by factor;
-- of the axis's values; and of the number of axis values that each represents. broken(row, at) returns a list of the rule
-- that each value of the axis breaks with these groups, or 0, and the index before the first of them; nil if no rule
-- breaks. `row` is the number of combinations before this one. is_idle(places): whether the axis has no effect at these
-- values of the product's factors.
local function sifted(step, product, chosen, own, broken, is_idle)
  local kept, row, all, places, fell = { n = 0, own = {}, weight = {} }, 0, outside(product, chosen), {}, {}
  local by_own = own.weight
  for c = 1, #chosen do kept[c] = {} end
  each(chosen, function(at)
    local weight, first = all, nil
    for c, one in ipairs(chosen) do
      weight, places[one.f] = weight * one.weight[at[c]], one.groups[at[c]][1]
    end
    local alike, rules, before = is_idle(places), broken(row, at)
    row = row + own.n
    for k = 1, own.n do
      local rule = rules and rules[before + k] or 0
      if rule > 0 then fell[rule] = (fell[rule] or 0) + weight * by_own[k]
      elseif first then kept.weight[first] = kept.weight[first] + by_own[k]
      else
        local n = kept.n + 1
        for c = 1, #chosen do kept[c][n] = at[c] end
        kept.own[n], kept.weight[n], kept.n = k, by_own[k], n
        first = alike and n or nil
      end
    end
  end)
  for rule, n in pairs(fell) do step.fall(rule, n) end
  return kept
end

-- Splits the remaining combinations into products. Each product has one level { places in `kept`, ... } for each factor,
-- and the axis as its last level, unless it joins the last factor.
local function levels_of(kept, n, joins)
  local columns, ends = {}, {}
  for c = 1, n do columns[c], ends[c] = core.column(kept[c]), c end
  columns[n + 1], columns[n + 2] = core.column(kept.own), core.column(kept.weight)
  ends[joins and n or n + 1] = n + 2
  return core.products(kept.n, columns, ends)
end

-- The values of some groups.
local function members(groups, numbers)
  local values = {}
  for _, g in ipairs(numbers) do
    for _, k in ipairs(groups[g]) do values[#values + 1] = k end
  end
  table.sort(values)
  return values
end

-- The remaining values of the axis as a factor of its own.
local function alone(make, own, kept, places)
  local part = factor.part(make, own, core.picked(kept.own, places))
  return make(part.names, part.columns, part.place, core.picked(kept.weight, places))
end

-- The last factor and the axis as one factor.
local function joined(make, last, own, groups, of_last, kept, places)
  local list = {}
  for i = 1, #places do
    local p = places[i]
    for _, k in ipairs(groups[of_last[p]]) do list[#list + 1] = { k, kept.own[p], last.weight[k] * kept.weight[p] } end
  end
  table.sort(list, function(a, b)
    if a[1] ~= b[1] then return a[1] < b[1] end
    return a[2] < b[2]
  end)
  return factor.joined(make, last, own, list)
end

--- breakable(made, rules, factors): the rules that some combination of these factors' values can break. All rules if they
--- also read a field that no factor has.
function extend.breakable(made, rules, factors)
  local reads, has = read_by(rules, "first_reads"), {}
  for _, one in ipairs(factors) do
    for _, name in ipairs(one.names) do has[name] = true end
  end
  for name in pairs(reads) do
    if not has[name] then return rules end
  end
  local _, failing = asked.broken(made, first_axes(rules, factors), rules)
  return failing
end

local function unbroken() end

-- The function `broken` of sifted: from the known results for the degrees and the axis, or from the engine's rows.
local function broken_of(known, chosen, product, rows)
  if known then
    local first, by = product[1], {}
    for g, places in ipairs(chosen[1].groups) do by[g] = known.broken[known.class[first.place[places[1]]]] end
    return function(_, at) return by[at[1]], 0 end
  end
  return rows and function(row) return rows, row end or unbroken
end

--- extend(step, product, own): extends a product by `own`, the factor of one axis, and returns the legal products.
--- step: { made, make = a maker (factor.maker), idle = of the axis (idle.asker), known = the rules that break with the
--- degrees alone (known.lua), or rules = the rules to check at this axis (asked.rules), joins = whether the axis joins the
--- last factor, fall = called with a rule and the weight of the points that break it }.
function extend.extend(step, product, own)
  local breaks, failing = asked.broken(step.made, first_axes(step.rules, with(product, own)), step.rules)
  local is_idle, idle_by = step.idle(product, own)
  local fields = deciding_fields(failing, idle_by)
  local chosen, axes, left = deciding(product, fields, step.joins, step.known), {}, {}
  for _, one in ipairs(breaks and chosen or {}) do
    local moves = factor.moves_of(product[one.f], one.groups, fields)
    if moves[1] then axes[#axes + 1] = moves end
  end
  local broken = broken_of(step.known, chosen, product, breaks and breaks(with(axes, factor.moves(own))))
  local kept = sifted(step, product, chosen, own, broken, is_idle)
  for p, levels in ipairs(levels_of(kept, #chosen, step.joins)) do
    local one, places = with(product), levels[#levels][1]
    for c, of in ipairs(chosen) do
      if levels[c + 1] then
        one[of.f] = factor.part(step.make, product[of.f], members(of.groups, core.picked(kept[c], levels[c][1])))
      end
    end
    if step.joins then
      one[#product] = joined(step.make, product[#product], own, chosen[#chosen].groups, kept[#chosen], kept, places)
    else one[#product + 1] = alone(step.make, own, kept, places) end
    left[p] = one
  end
  return left
end

return extend
