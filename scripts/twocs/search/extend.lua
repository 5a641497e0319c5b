-- SPDX-License-Identifier: MIT
-- One step of a search's walk: extends a product of legal layouts by all values of one axis. If no rule breaks and the axis
-- has an effect (data/account.lua), the result is a product again. Otherwise only the combinations of classes of values
-- (classes.lua) are checked one by one, and core.products finds the remaining products. If the axis has no effect, only its
-- first legal value is kept, and it represents all values.
local core = require "twocs.core"
local factor = require "twocs.search.factor"

local extend = {}

--- A product as axes of the engine.
function extend.moved(product)
  local moved = {}
  for f, one in ipairs(product) do moved[f] = factor.moves(one) end
  return moved
end

-- What each question's first values of some groups add: a list by question, of lists by group.
local function adds_of(step, one, groups)
  local all = {}
  for q, question in ipairs(step.questions) do
    local adds, own = question.adds(one), {}
    for g, places in ipairs(groups) do own[g] = adds and adds[places[1]] or 0 end
    all[q] = own
  end
  return all
end

-- Factor f of a product as the axis sees it: { groups = lists of values that all questions see alike, weight = of all
-- values of a group, adds = of adds_of, key = its part of a key }; and `f` if it decides, or if the axis joins it.
local function seen(step, one, f, joins)
  local columns, of = {}, {}
  for _, question in ipairs(step.questions) do columns[#columns + 1] = question.adds(one) end
  of.groups = (columns[1] or joins) and core.alike(columns, one.n) or { { 1 } }
  of.adds = adds_of(step, one, of.groups)
  if joins or #of.groups > 1 then
    of.f, of.weight, of.key = f, core.sums(one.weight, of.groups), core.format("=%d", one.id)
  else
    local firsts = {}
    for q, own in ipairs(of.adds) do firsts[q] = core.format("%.0f", own[1]) end
    of.key = table.concat(firsts, ",")
  end
  return of
end

-- The factors that decide which combinations remain, and the last factor if the axis joins it, as seen() returns them.
-- Second: for each question, what all other factors add. Third: the number of points of the space that one combination of
-- the deciding factors represents. Fourth: a key; products with the same key are split alike. It has the identity of each
-- factor that decides, and of the others only what they add.
local function deciding(step, product, own)
  local list, base, around, key = {}, {}, 1, { own.id }
  for q = 1, #step.questions do base[q] = 0 end
  for f, one in ipairs(product) do
    local of = step.seen[one.id]
    if not of then
      of = seen(step, one, f, step.joins and f == #product)
      step.seen[one.id] = of
    end
    if of.f then list[#list + 1] = of
    else
      around = around * one.total
      for q, adds in ipairs(of.adds) do base[q] = base[q] + adds[1] end
    end
    key[#key + 1] = of.key
  end
  return list, base, around, table.concat(key, ";")
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

-- The first rule that a value of the axis breaks, or 0: by the questions after the first one. sums: by question, of the
-- other factors. adds: by question, of the axis's values.
local function broken(step, sums, adds, k)
  local first = 0
  for q = 2, #step.questions do
    local rule = step.questions[q].by[sums[q] + adds[q][k]]
    if rule > 0 and (first == 0 or rule < first) then first = rule end
  end
  return first
end

-- The combinations of the chosen factors' groups and the axis's values that remain: lists of the groups' numbers by factor;
-- of the axis's values; and of the number of axis values that each represents. base: what the other factors add to each
-- question. Second: by rule, how many points break it, for each point of the other factors.
local function sifted(step, chosen, base, own)
  local kept, fell, sums = { n = 0, own = {}, weight = {} }, {}, {}
  local by_own, adds = own.weight, adds_of(step, own, factor.singles(own))
  for c = 1, #chosen do kept[c] = {} end
  each(chosen, function(at)
    local weight, first = 1, nil
    for q = 1, #base do sums[q] = base[q] end
    for c, one in ipairs(chosen) do
      weight = weight * one.weight[at[c]]
      for q = 1, #base do sums[q] = sums[q] + one.adds[q][at[c]] end
    end
    local alike = step.questions[1].by[sums[1]] > 0
    for k = 1, own.n do
      local rule = broken(step, sums, adds, k)
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
  return kept, fell
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

-- How products like this one are split: parts = a list of { [f] = the values of factor f that remain, last = the factor
-- with the axis }; fell = by rule, how many points break it for each point of the factors that decide nothing.
local function split_of(step, product, own, chosen, base)
  local kept, fell = sifted(step, chosen, base, own)
  local parts = {}
  for p, levels in ipairs(levels_of(kept, #chosen, step.joins)) do
    local part, places = {}, levels[#levels][1]
    for c, of in ipairs(chosen) do
      if levels[c + 1] then
        part[of.f] = factor.part(step.make, product[of.f], members(of.groups, core.picked(kept[c], levels[c][1])))
      end
    end
    if step.joins then
      part.last = joined(step.make, product[#product], own, chosen[#chosen].groups, kept[#chosen], kept, places)
    else part.last = alone(step.make, own, kept, places) end
    parts[p] = part
  end
  return { parts = parts, fell = fell }
end

--- step(make, questions, joins, fall): what all calls of extend for one axis share. make: a maker (factor.maker).
--- questions: whether the axis has no effect (idle.question), then which rules break (asked.questions). joins: whether the
--- axis joins the last factor. fall: called with a rule and the weight of the points that break it.
function extend.step(make, questions, joins, fall)
  return { make = make, questions = questions, joins = joins, fall = fall, seen = {}, splits = {} }
end

--- extend(step, product, own): extends a product by `own`, the factor of one axis, and returns the legal products. Products
--- that agree in what decides are split once.
function extend.extend(step, product, own)
  local chosen, base, around, key = deciding(step, product, own)
  local split = step.splits[key]
  if not split then
    split = split_of(step, product, own, chosen, base)
    step.splits[key] = split
  end
  local left = {}
  for rule, n in pairs(split.fell) do step.fall(rule, n * around) end
  for p, part in ipairs(split.parts) do
    local one = {}
    for f, of in ipairs(product) do one[f] = part[f] or of end
    one[step.joins and #product or #product + 1] = part.last
    left[p] = one
  end
  return left
end

return extend
