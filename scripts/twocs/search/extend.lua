-- SPDX-License-Identifier: MIT
-- One step of a search's walk: a product of legal layouts, longer by all values of one axis. The one thing to know: where
-- no rule breaks and the axis is of account (data/account.lua), that is a product again; else the combinations of those
-- factors alone that decide it are looked at one by one, and core.products finds the products that are left. Where the axis
-- is of no account its first legal value stays, and is one for all.
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local factor = require "twocs.search.factor"
local idle = require "twocs.search.idle"

local extend = {}

-- A list with one more.
local function with(list, last)
  local longer = {}
  for i, one in ipairs(list) do longer[i] = one end
  longer[#longer + 1] = last
  return longer
end

--- The axes of the engine of a product.
function extend.moved(product)
  local moved = {}
  for f, one in ipairs(product) do moved[f] = one.moves end
  return moved
end

-- Whether a rule of this list reads a field of a factor.
local function is_read(one, list)
  for _, rule in ipairs(list) do
    for _, name in ipairs(one.names) do
      if rule.reads[name] then return true end
    end
  end
  return false
end

-- Those of these factors that a rule reads: what breaks one breaks it whatever the others are.
local function read_by(list, factors)
  local read = {}
  for _, one in ipairs(factors) do
    if is_read(one, list) then read[#read + 1] = one end
  end
  return read
end

-- The places of the factors of which these fields are, those that the rules read or that decide whether the axis is of
-- account; of an axis that joins the last factor that one too.
local function deciding(product, failing, idle_by, joins)
  local chosen = {}
  for f, one in ipairs(product) do
    if joins and f == #product or idle_by and idle_by[f].counts or is_read(one, failing) then chosen[#chosen + 1] = f end
  end
  return chosen
end

-- Calls take(at) for each combination of values of these factors of a product, at = place of the value by factor.
local function each(product, chosen, take)
  local at = {}
  local function go(i)
    if i > #chosen then return take(at) end
    for k = 1, product[chosen[i]].n do
      at[chosen[i]] = k
      go(i + 1)
    end
  end
  go(1)
end

-- How many points of the space one combination of the chosen factors' values is one for, whatever these are: the weight of
-- all other factors.
local function outside(product, chosen)
  local weight, inside = 1, {}
  for _, f in ipairs(chosen) do inside[f] = true end
  for f, one in ipairs(product) do weight = inside[f] and weight or weight * one.total end
  return weight
end

-- The combinations that stay of the chosen factors' values and the axis's: lists of the values' places by factor; of those
-- of the axis; and of how many values of the axis each is one for. broken: by combination the rule that it breaks, or nil;
-- is_idle(at): whether the axis is of no account there.
local function sifted(step, product, chosen, own, broken, is_idle)
  local kept, row, all = { n = 0, own = {}, weight = {} }, 0, outside(product, chosen)
  for c = 1, #chosen do kept[c] = {} end
  each(product, chosen, function(at)
    local weight, first, alike = all, nil, is_idle(at)
    for _, f in ipairs(chosen) do weight = weight * product[f].weight[at[f]] end
    for k = 1, own.n do
      row = row + 1
      local rule = broken and broken[row] or 0
      if rule > 0 then step.fall(rule, weight * own.weight[k])
      elseif first then kept.weight[first] = kept.weight[first] + own.weight[k]
      else
        local n = kept.n + 1
        for c, f in ipairs(chosen) do kept[c][n] = at[f] end
        kept.own[n], kept.weight[n], kept.n = k, own.weight[k], n
        first = alike and n or nil
      end
    end
  end)
  return kept
end

-- The products of what stays: of each and by level { places in `kept`, ... }, the axis last, or one level with the factor
-- that it joins.
local function levels_of(kept, n, joins)
  local columns, ends = {}, {}
  for c = 1, n do columns[c], ends[c] = core.column(kept[c]), c end
  columns[n + 1], columns[n + 2] = core.column(kept.own), core.column(kept.weight)
  ends[joins and n or n + 1] = n + 2
  return core.products(kept.n, columns, ends)
end

-- The items of a list at these places, a column.
local function picked(list, places)
  local items = {}
  for i = 1, #places do items[i] = list[places[i]] end
  return items
end

-- The axis as a factor of its own, of the values that are left.
local function alone(make, own, kept, places)
  local part = factor.part(make, own, picked(kept.own, places))
  return make(part.names, part.columns, part.place, picked(kept.weight, places))
end

-- One factor of the last one and the axis.
local function joined(make, last, own, of_last, kept, places)
  local list = {}
  for i = 1, #places do
    local p = places[i]
    list[i] = { of_last[p], kept.own[p], last.weight[of_last[p]] * kept.weight[p] }
  end
  return factor.joined(make, last, own, list)
end

--- extend(step, product, own): the products that are left of a product that is longer by the factor `own` of one axis.
--- step: { made, make = of factor.maker, name = of the axis, rules = of asked.rules at this axis, joins = whether the axis
--- makes one factor with the last one, fall = called with a rule and the weight of what breaks it }.
function extend.extend(step, product, own)
  local read = read_by(step.rules, with(product, own))
  local breaks, failing = asked.broken(step.made, extend.moved(read), step.rules)
  local is_idle, idle_by = idle.at(step.made, product, step.name, own)
  local chosen, axes, left = deciding(product, failing, idle_by, step.joins), {}, {}
  for c, f in ipairs(chosen) do axes[c] = product[f].moves end
  local kept = sifted(step, product, chosen, own, breaks and breaks(with(axes, own.moves)), is_idle)
  for p, levels in ipairs(levels_of(kept, #chosen, step.joins)) do
    local one, places = with(product), levels[#levels][1]
    for c, f in ipairs(chosen) do
      if levels[c + 1] then one[f] = factor.part(step.make, product[f], picked(kept[c], levels[c][1])) end
    end
    if step.joins then one[#product] = joined(step.make, product[#product], own, kept[#chosen], kept, places)
    else one[#product + 1] = alone(step.make, own, kept, places) end
    left[p] = one
  end
  return left
end

return extend
