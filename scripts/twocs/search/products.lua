-- SPDX-License-Identifier: MIT
-- The legal layouts of a space as a union of products: lists of values of a few factors, of which every combination is
-- legal. The one thing to know: millions of legal layouts are a few hundred products, so no step looks at a single layout.
-- Axis by axis each product is extended by all values. Where a rule breaks, or a field is of no account next to others
-- (data/account.lua: then its first legal value stays, and is one for all), only the combinations of those factors that
-- decide it are looked at, and core.products finds the products that are left.
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local degrees = require "twocs.search.degrees"
local factor = require "twocs.search.factor"
local idle = require "twocs.search.idle"
local rows = require "twocs.data.rows"
local space = require "twocs.search.space"

local products = {}

-- Axes whose values make one factor, since the same rows of the engine read them: it evaluates those rows once for each
-- value of a factor. Any other axis is a factor by itself.
local together = { sp = "kernels", cp_kind = "kernels", vp = "pipeline", schedule = "pipeline", zero = "sharding",
  shard = "sharding" }

-- The values of an axis as a factor; of those that are one number the first, with the weight of all. `whole` is the number
-- of ranks of the group of all.
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

-- A product by the number of ranks of a whole group, DP x CP: a list of { product, ranks }.
local function by_ranks(make, product)
  local of, by, parts = product[1], {}, {}
  for k = 1, of.n do
    local ranks = of.columns.dp[k] * of.columns.cp[k]
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

local function moved_of(list)
  local moved = {}
  for i, one in ipairs(list) do moved[i] = one.moves end
  return moved
end

local function with(list, last)
  local longer = {}
  for i, one in ipairs(list) do longer[i] = one end
  longer[#longer + 1] = last
  return longer
end

-- The places of the factors that have one of these fields.
local function add_readers(deciding, product, fields)
  for f, one in ipairs(product) do
    for _, name in ipairs(one.names) do deciding[f] = deciding[f] or fields[name] or nil end
  end
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

-- The combinations of the deciding factors' values and of one axis that stay: columns of the values' places, those of the
-- axis and of their weights last. fall(rule, n) gets what falls.
local function kept_of(product, chosen, own, broken, is_idle, fall)
  local kept, outside, row = { n = 0 }, 1, 0
  local inside = {}
  for c, f in ipairs(chosen) do kept[c], inside[f] = {}, true end
  kept.own, kept.weight = {}, {}
  for f, one in ipairs(product) do outside = inside[f] and outside or outside * one.total end
  each(product, chosen, function(at)
    local weight, first = outside, nil
    for _, f in ipairs(chosen) do weight = weight * product[f].weight[at[f]] end
    local alike = is_idle == true or is_idle and is_idle(at)
    for k = 1, own.n do
      row = row + 1
      local rule = broken and broken[row] or 0
      if rule > 0 then fall(rule, weight * own.weight[k])
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

-- The products of what stays, as lists of places in `kept`, of each level one place for each value.
local function levels_of(kept, n, joins)
  local columns, ends = {}, {}
  for c = 1, n do columns[c], ends[c] = core.column(kept[c]), c end
  columns[n + 1], columns[n + 2] = core.column(kept.own), core.column(kept.weight)
  ends[joins and n or n + 1] = n + 2
  return core.products(kept.n, columns, ends)
end

-- A new axis next to the last factor, or one factor with it.
local function last_of(make, last, own, kept, places, joins)
  local pairs_of, chosen, weight = {}, {}, {}
  for i = 1, #places do
    local p = places[i]
    chosen[i], weight[i] = kept.own[p], kept.weight[p]
    if joins then pairs_of[i] = { joins[p], kept.own[p], last.weight[joins[p]] * kept.weight[p] } end
  end
  if joins then return factor.joined(make, last, own, pairs_of) end
  local part = factor.part(make, own, chosen)
  return make(part.names, part.columns, part.place, weight)
end

-- A product, one axis longer: the products that are left of it. joins: the axis makes one factor with the last one.
local function extended(walk, product, own, name, joins, list, fall)
  local broken, failing = asked.broken(walk.made, moved_of(with(product, own)), list)
  local deciders, is_idle = false, nil
  if own.n > 1 then deciders, is_idle = idle.at(walk.made, product, name) end
  local deciding, chosen = {}, {}
  for _, rule in ipairs(failing) do add_readers(deciding, product, rule.reads) end
  for f, one in ipairs(type(deciders) == "table" and deciders or {}) do deciding[f] = deciding[f] or one.counts or nil end
  if joins then deciding[#product] = true end
  for f = 1, #product do
    if deciding[f] then chosen[#chosen + 1] = f end
  end
  local axes = {}
  for c, f in ipairs(chosen) do axes[c] = product[f].moves end
  local kept = kept_of(product, chosen, own, broken and broken(with(axes, own.moves)), is_idle or deciders == true, fall)
  local left = {}
  for p, levels in ipairs(levels_of(kept, #chosen, joins)) do
    left[p] = with(product)
    for c, f in ipairs(chosen) do
      if not (joins and f == #product) then
        local places, places_of = {}, levels[c][1]
        for i = 1, #places_of do places[i] = kept[c][places_of[i]] end
        left[p][f] = factor.part(walk.make, product[f], places)
      end
    end
    local last = last_of(walk.make, product[#product], own, kept, levels[#levels][1], joins and kept[#chosen])
    left[p][joins and #product or #product + 1] = last
  end
  return left
end

-- Products that differ in one factor alone are one.
local function united(make, list)
  for f = list[1] and #list[1] or 0, 1, -1 do
    local by, left = {}, {}
    for _, product in ipairs(list) do
      local key = {}
      for k, one in ipairs(product) do key[k] = k == f and "" or one.id end
      key = table.concat(key, " ")
      if not by[key] then
        by[key] = { product }
        left[#left + 1] = by[key]
      else table.insert(by[key], product) end
    end
    list = {}
    for i, alike in ipairs(left) do
      list[i] = with(alike[1])
      if #alike > 1 then
        local parts = {}
        for k, product in ipairs(alike) do parts[k] = product[f] end
        list[i][f] = factor.union(make, parts)
      end
    end
  end
  return list
end

--- legal(made, axes, devices): the products of the layouts that break no rule, each a list of factors (factor.lua) with
--- all axes among them; and how many points of the space fell to each rule, by its number and "devices".
function products.legal(made, axes, devices)
  local fell, stride, size = {}, {}, 1
  for i = #axes, 1, -1 do stride[i], size = size, size * #axes[i].values end
  local function fall(i, rule, n) fell[rule] = (fell[rule] or 0) + n * stride[i] end
  local walk = { made = made, make = factor.maker() }
  local by, closing = asked.rules(made, axes)
  local first = degrees.factor(walk.make, made, axes, stride, by, closing, devices, fall)
  local list = { first and { first } }
  for i = degrees.count(axes) + 1, #axes do
    local axis, longer = axes[i], {}
    local joins = together[axis.name] ~= nil and together[axis.name] == together[axes[i - 1].name]
    for _, product in ipairs(list) do
      local parts = axis.name == "shard" and by_ranks(walk.make, product) or { { product } }
      for _, part in ipairs(parts) do
        local own = values_of(walk.make, axis, stride[i], part[2])
        local left = extended(walk, part[1], own, axis.name, joins, by[i], function(rule, n) fall(i, rule, n) end)
        for _, one in ipairs(left) do longer[#longer + 1] = one end
      end
    end
    list = united(walk.make, longer)
  end
  return list, fell
end

--- The axes of the engine of a product.
function products.moved(product) return moved_of(product) end

--- row(product, row): the place in the space of a row of a product's grid, from 0, and the numbers of its fields by name.
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

--- values(axes, devices, place): the layout at a place of the space: numbers, and words of choices.
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
