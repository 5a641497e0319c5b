-- SPDX-License-Identifier: MIT
-- A question about layouts that reads few fields (does a rule break, has a field no effect?), answered once for all values
-- of these fields and not for each product. Values with the same answers in all combinations are one class. Each class adds
-- a number, and the sum of a layout's numbers decides.
local core = require "twocs.core"
local factor = require "twocs.search.factor"

local classes = {}

--- asked(factors, read): the factors with a field of `read` (names as keys), in their order: a list of { f = place in
--- `factors`, one = the factor, groups = of its values that differ in these fields }.
function classes.asked(factors, read)
  local asked = {}
  for f, one in ipairs(factors) do
    if factor.has(one, read) then asked[#asked + 1] = { f = f, one = one, groups = factor.groups(one, read) } end
  end
  return asked
end

-- The classes of the groups of the factor whose groups change slowest, by the answers: lists of groups. n: the number of
-- groups. Second: a function that returns the answers in the order in which this factor's groups change fastest.
local function classes_of(answers, n)
  local lists = core.turned(answers, #answers / n)
  return core.alike(lists, n), function()
    local turned = {}
    for i = 1, #lists do
      local list, at = lists[i], (i - 1) * n
      for g = 1, n do turned[at + g] = list[g] end
    end
    return turned
  end
end

-- The place of row k's values in nested tables, one level for each name; `put` is what to keep there, or nil.
local function at_values(tree, names, columns, k, put)
  for d = 1, #names - 1 do
    local value = columns[names[d]][k]
    tree[value] = tree[value] or put and {}
    tree = tree[value]
  end
  local value = columns[names[#names]][k]
  if put then tree[value] = put end
  return tree[value]
end

-- What the classes of a factor add: { names = of the fields that decide, tree = the number by the values of these fields,
-- place = the number by place, for parts of the same factor }.
local function deciding(of, read, alike, radix)
  local one, names, tree, place = of.one, {}, {}, {}
  for _, name in ipairs(one.names) do
    if read[name] then names[#names + 1] = name end
  end
  for c, groups in ipairs(alike) do
    for _, g in ipairs(groups) do
      at_values(tree, names, one.columns, of.groups[g][1], radix * (c - 1))
      for _, k in ipairs(of.groups[g]) do place[one.place[k]] = radix * (c - 1) end
    end
  end
  return { names = names, tree = tree, whole = one.names, place = place }
end

-- What the values of a product's factor add, or false.
local function added(list, one)
  local adds
  for _, of in ipairs(list) do
    if one.names == of.whole then return core.picked(of.place, one.place) end
    if one.columns[of.names[1]] then
      adds = adds or {}
      for k = 1, one.n do adds[k] = (adds[k] or 0) + at_values(of.tree, of.names, one.columns, k) end
    end
  end
  return adds or false
end

--- question(read, asked, answers): a question. asked: of asked(). answers: a list of numbers, for all combinations of their
--- groups; those of the last factor change fastest. Returns { adds(one): for each value of a product's factor the number
--- that it adds, or nil if the factor decides nothing; by = the answer by the sum of these numbers }.
function classes.question(read, asked, answers)
  local list, by, radix, step, turned = {}, {}, 1, #answers, function() return answers end
  local at = { [0] = 1 } -- the place among the answers, by the sum
  for _, of in ipairs(asked) do
    local alike
    step = step / #of.groups
    alike, turned = classes_of(turned(), #of.groups)
    if #alike > 1 then
      list[#list + 1] = deciding(of, read, alike, radix)
      local longer = {}
      for sum, place in pairs(at) do
        for c, groups in ipairs(alike) do longer[sum + radix * (c - 1)] = place + (groups[1] - 1) * step end
      end
      at, radix = longer, radix * #alike
    end
  end
  for sum, place in pairs(at) do by[sum] = answers[place] end
  local known = {}
  local function adds(one)
    if known[one.id] == nil then known[one.id] = added(list, one) end
    return known[one.id] or nil
  end
  return { adds = adds, by = by }
end

return classes
