-- SPDX-License-Identifier: MIT
-- A factor: values of a few axes that belong together. Each value has a place (its contribution to the number of a layout
-- in the space) and a weight (the number of points of the space that it represents). Two factors with the same places and
-- weights are one object, so that products with common factors are recognised.
local core = require "twocs.core"

local factor = {}

--- A maker of factors. A maker returns the same object for the same contents.
function factor.maker()
  local known, made = {}, 0
  --- names: of the fields; columns: by name, a list of numbers; place, weight: lists.
  return function(names, columns, place, weight)
    -- A whole group has one place but, by the degrees, different numbers of ranks, so the key includes `shard`.
    local key = core.signature(table.concat(names, " "), place, weight, columns.shard or {})
    if not known[key] then
      local total = 0
      for i = 1, #weight do total = total + weight[i] end
      made = made + 1
      known[key] = { id = made, n = #place, names = names, columns = columns, place = place, weight = weight, total = total,
        groups = {} }
    end
    return known[key]
  end
end

--- moves(of): a factor's values as an axis of the engine.
function factor.moves(of)
  if not of.moves then
    of.moves = {}
    for i, name in ipairs(of.names) do of.moves[i] = { name, core.column(of.columns[name]) } end
  end
  return of.moves
end

--- has(of, fields): whether the factor has a field of a set (names as keys).
function factor.has(of, fields)
  for _, name in ipairs(of.names) do
    if fields[name] then return true end
  end
  return false
end

--- singles(of): one group for each value.
function factor.singles(of)
  local groups = {}
  for k = 1, of.n do groups[k] = { k } end
  return groups
end

-- The factor's fields that are in a set: their names and columns.
local function own_of(of, fields)
  local names, columns = {}, {}
  for _, name in ipairs(of.names) do
    if fields[name] then names[#names + 1], columns[#columns + 1] = name, of.columns[name] end
  end
  return names, columns
end

--- groups(of, fields): the values of a factor grouped by equal numbers in the fields of a set: lists of the values'
--- indices, in the order of the first value of each group. The result is shared: do not change it.
function factor.groups(of, fields)
  local names, columns = own_of(of, fields)
  local key = table.concat(names, " ")
  of.groups[key] = of.groups[key] or #names == #of.names and factor.singles(of) or core.alike(columns, of.n)
  return of.groups[key]
end

--- moves_of(one, groups, fields): one value of each group, in the fields of a set, as an axis of the engine.
function factor.moves_of(one, groups, fields)
  local moves = {}
  for _, name in ipairs(one.names) do
    if fields[name] then moves[#moves + 1] = { name, core.firsts(one.columns[name], groups) } end
  end
  return moves
end

--- part(make, of, chosen): the factor with some of its values; chosen: their indices in increasing order.
function factor.part(make, of, chosen)
  if #chosen == of.n then return of end
  local columns = {}
  for _, name in ipairs(of.names) do columns[name] = core.picked(of.columns[name], chosen) end
  return make(of.names, columns, core.picked(of.place, chosen), core.picked(of.weight, chosen))
end

--- joined(make, of, other, list): one factor with the axes of both; list: { index of a value of `of`, index of a value of
--- `other`, weight of this pair }.
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

--- union(make, list): one factor with the values of all factors of a list, which must not have values in common.
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
