-- SPDX-License-Identifier: MIT
-- The legal layouts of a space as a union of products: lists of values of a few factors, of which every combination is
-- legal. Millions of legal layouts are a few hundred products, so no step handles single layouts. The walk goes axis by
-- axis and checks each rule as soon as all axes that it reads have a value (extend.lua).
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local degrees = require "twocs.search.degrees"
local extend = require "twocs.search.extend"
local factor = require "twocs.search.factor"
local idle = require "twocs.search.idle"
local known = require "twocs.search.known"
local rows = require "twocs.data.rows"
local space = require "twocs.search.space"

local products = {}

-- Axes that join one factor because the same rows of the engine read them: these rows are then evaluated once for each
-- value of the factor. Every other axis is a factor of its own.
local together = { sp = "kernels", cp_kind = "kernels", vp = "pipeline", schedule = "pipeline", zero = "sharding",
  shard = "sharding" }

-- The values of an axis as a factor. Equal values are kept once, with the sum of their weights. `whole` is the number of
-- ranks of the whole group.
local function values_of(make, axis, stride, whole)
  local numbers, place, weight, seen = {}, {}, {}, {}
  for k, value in ipairs(axis.values) do
    local number = value == space.whole_group and whole or rows.value(axis.name, value)
    if seen[number] then weight[seen[number]] = weight[seen[number]] + 1
    else
      local n = #numbers + 1
      numbers[n], place[n], weight[n], seen[number] = number, (k - 1) * stride, 1, n
    end
  end
  return make({ axis.name }, { [axis.name] = numbers }, place, weight)
end

-- The ranks of the whole group for a value of the degrees.
local function ranks_of(degrees, k) return degrees.columns.dp[k] * degrees.columns.cp[k] end

-- Splits a product by the number of ranks of the whole group, DP x CP: a list of { product, ranks }.
local function by_ranks(make, product)
  local of, by, parts = product[1], {}, {}
  for k = 1, of.n do
    local ranks = ranks_of(of, k)
    if not by[ranks] then
      by[ranks] = {}
      parts[#parts + 1] = ranks
    end
    table.insert(by[ranks], k)
  end
  for i, ranks in ipairs(parts) do
    local part = { factor.part(make, of, by[ranks]) }
    for f = 2, #product do part[f] = product[f] end
    parts[i] = { part, ranks }
  end
  return parts
end

-- For each factor position, the identities of the factors of these products.
local function ids_of(list, factors)
  local ids = {}
  for f = 1, factors do
    ids[f] = {}
    for i, product in ipairs(list) do ids[f][i] = product[f].id end
  end
  return ids
end

-- Unites products that differ in one factor only.
local function united(make, list)
  for f = list[1] and #list[1] or 0, 1, -1 do
    local others, left = ids_of(list, #list[1]), {}
    table.remove(others, f)
    for i, places in ipairs(core.alike(others, #list)) do
      local parts = core.picked(list, places)
      left[i] = parts[1]
      if parts[2] then
        for k, product in ipairs(parts) do parts[k] = product[f] end
        left[i][f] = factor.union(make, parts)
      end
    end
    list = left
  end
  return list
end

-- The degrees and an axis as known.of takes them. For `shard`, the number of ranks of the whole group depends on the
-- degrees.
local function parts_of(make, first, axis, stride)
  if not first then return {} end
  if axis.name ~= "shard" then return { { degrees = first, own = values_of(make, axis, stride) } } end
  local parts = {}
  for i, part in ipairs(by_ranks(make, { first })) do
    parts[i] = { degrees = part[1][1], own = values_of(make, axis, stride, part[2]) }
  end
  return parts
end

--- legal(made, axes, devices): the products of the layouts that break no rule. Each product is a list of factors
--- (factor.lua) that together have all axes. Second: the number of points of the space that each rule excluded, by the
--- rule's number or "devices".
function products.legal(made, axes, devices)
  local fell, stride, size = {}, {}, 1
  for i = #axes, 1, -1 do stride[i], size = size, size * #axes[i].values end
  local function fall(i, rule, n) fell[rule] = (fell[rule] or 0) + n * stride[i] end
  local make = factor.maker()
  local by, closing = asked.rules(made, axes)
  local first = degrees.factor(make, made, axes, stride, by, closing, devices, fall)
  local list, whole = { first and { first } }, { first }
  for i = degrees.count(axes) + 1, #axes do
    local axis, longer = axes[i], {}
    local found, rules = known.of(made, by[i], axis.name, parts_of(make, first, axis, stride[i]))
    -- A rule that no combination of values can break is not checked for each product.
    if axis.name ~= "shard" then whole[#whole + 1] = values_of(make, axis, stride[i]) end
    local step = { made = made, make = make, idle = idle.asker(made, axis.name), known = found,
      rules = rules or extend.breakable(made, by[i], whole),
      joins = together[axis.name] ~= nil and together[axis.name] == together[axes[i - 1].name],
      fall = function(rule, n) fall(i, rule, n) end }
    local own = {}
    local function own_of(ranks)
      local key = ranks or 0
      own[key] = own[key] or values_of(make, axis, stride[i], ranks)
      return own[key]
    end
    for _, product in ipairs(list) do
      for _, part in ipairs(axis.name == "shard" and by_ranks(make, product) or { { product } }) do
        for _, one in ipairs(extend.extend(step, part[1], own_of(part[2]))) do
          longer[#longer + 1] = one
        end
      end
    end
    list = united(make, longer)
  end
  return list, fell
end

products.moved = extend.moved

--- row(product, row): for a row of a product's grid, counted from 0: its place in the space, and its fields' numbers by
--- name.
function products.row(product, row)
  local place, values = 0, {}
  for f = #product, 1, -1 do
    local one = product[f]
    local k = row % one.n + 1
    row, place = math.floor(row / one.n), place + one.place[k]
    for name, column in pairs(one.columns) do values[name] = column[k] end
  end
  return place, values
end

--- values(axes, devices, place): the layout at a place of the space: numbers, and words for choices.
function products.values(axes, devices, place)
  local values = {}
  for i = #axes, 1, -1 do
    local n = #axes[i].values
    values[axes[i].name], place = axes[i].values[place % n + 1], math.floor(place / n)
  end
  values.dp = math.floor(devices / (values.tp * values.pp * values.cp))
  if values.shard == space.whole_group then values.shard = values.dp * values.cp end
  return values
end

return products
