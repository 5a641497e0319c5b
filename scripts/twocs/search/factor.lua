-- SPDX-License-Identifier: MIT
-- A factor: values of a few axes that go together. The one thing to know: each value has a place, what it adds to the
-- number of a layout in the space, and a weight, how many points of the space it is one for; two factors with the same
-- places and weights are one object, so that products that share them are seen to.
local core = require "twocs.core"

local factor = {}

--- A maker of factors; those that one makes are the same where they hold the same.
function factor.maker()
  local known, made = {}, 0
  --- names: of the fields; columns: by name, a list of numbers; place, weight: lists.
  return function(names, columns, place, weight)
    -- The group of all is one place, of as many ranks as there are.
    local key = core.signature(table.concat(names, " "), place, weight, columns.shard or {})
    if not known[key] then
      local moves, total = {}, 0
      for i = 1, #weight do total = total + weight[i] end
      for i, name in ipairs(names) do moves[i] = { name, core.column(columns[name]) } end
      made = made + 1
      known[key] = { id = made, n = #place, names = names, columns = columns, moves = moves, place = place, weight = weight,
        total = total }
    end
    return known[key]
  end
end

--- has(of, fields): whether one of the fields of a set, names of a table, is its own.
function factor.has(of, fields)
  for _, name in ipairs(of.names) do
    if fields[name] then return true end
  end
  return false
end

--- groups(of, fields): the values of a factor that have the same numbers in the fields of a set, a list of lists of
--- their places in it; in the order of the first of each.
function factor.groups(of, fields)
  local group, groups = {}, {}
  for k = 1, of.n do group[k] = 1 end
  for _, name in ipairs(of.names) do
    local column, seen, n = fields[name] and of.columns[name] or {}, {}, 0
    for k = 1, #column do
      local before, number = group[k], column[k]
      seen[before] = seen[before] or {}
      if not seen[before][number] then
        n = n + 1
        seen[before][number] = n
      end
      group[k] = seen[before][number]
    end
  end
  for k = 1, of.n do
    local g = group[k]
    groups[g] = groups[g] or {}
    table.insert(groups[g], k)
  end
  return groups
end

--- part(make, of, chosen): the factor with the chosen ones of its values, a list of their places in it, which rise.
function factor.part(make, of, chosen)
  if #chosen == of.n then return of end
  local columns, place, weight = {}, {}, {}
  for _, name in ipairs(of.names) do columns[name] = {} end
  for i, k in ipairs(chosen) do
    for name, column in pairs(columns) do column[i] = of.columns[name][k] end
    place[i], weight[i] = of.place[k], of.weight[k]
  end
  return make(of.names, columns, place, weight)
end

--- joined(make, of, other, list): the factor of the axes of both, of a list of { place of a value of one, of the other,
--- weight of the two together }.
function factor.joined(make, of, other, list)
  local names, columns, place, weight = {}, {}, {}, {}
  for _, one in ipairs{ of, other } do
    for _, name in ipairs(one.names) do names[#names + 1], columns[name] = name, {} end
  end
  for i, pair in ipairs(list) do
    for k, one in ipairs{ of, other } do
      for _, name in ipairs(one.names) do columns[name][i] = one.columns[name][pair[k]] end
    end
    place[i], weight[i] = of.place[pair[1]] + other.place[pair[2]], pair[3]
  end
  return make(names, columns, place, weight)
end

--- union(make, list): the factor with the values of all of these, which have none in common.
function factor.union(make, list)
  local names, columns, place, weight, order = list[1].names, {}, {}, {}, {}
  for p, one in ipairs(list) do
    for k = 1, one.n do order[#order + 1] = { p, k } end
  end
  table.sort(order, function(a, b) return list[a[1]].place[a[2]] < list[b[1]].place[b[2]] end)
  for _, name in ipairs(names) do columns[name] = {} end
  for i, at in ipairs(order) do
    local one, k = list[at[1]], at[2]
    for _, name in ipairs(names) do columns[name][i] = one.columns[name][k] end
    place[i], weight[i] = one.place[k], one.weight[k]
  end
  return make(names, columns, place, weight)
end

return factor
