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

-- The number of ranks of the whole group, DP x CP, by the place of the degrees.
local function ranks_of(degrees)
  local ranks = {}
  for k = 1, degrees.n do ranks[degrees.place[k]] = degrees.columns.dp[k] * degrees.columns.cp[k] end
  return ranks
end

-- Splits degrees by the number of ranks of the whole group: a list of { degrees = , ranks = }.
local function by_ranks(make, degrees, ranks)
  local parts = {}
  for i, values in ipairs(core.alike({ core.picked(ranks, degrees.place) }, degrees.n)) do
    parts[i] = { degrees = factor.part(make, degrees, values), ranks = ranks[degrees.place[values[1]]] }
  end
  return parts
end

-- The same for a product: a list of { product, ranks }. known: the parts of degrees by their identity.
local function split_by_ranks(make, product, ranks, known)
  local of, list = product[1], {}
  known[of.id] = known[of.id] or by_ranks(make, of, ranks)
  for i, part in ipairs(known[of.id]) do
    local one = { part.degrees }
    for f = 2, #product do one[f] = product[f] end
    list[i] = { one, part.ranks }
  end
  return list
end

-- For each factor position but one, the identities of the factors of these products.
local function ids_of(list, but)
  local ids = {}
  for f = 1, #list[1] do
    local own = {}
    for i, product in ipairs(f ~= but and list or {}) do own[i] = product[f].id end
    if f ~= but then ids[#ids + 1] = own end
  end
  return ids
end

-- Unites products that differ in one factor only.
local function united(make, list)
  for f = list[1] and #list[1] or 0, 1, -1 do
    local alike, left = core.alike(ids_of(list, f), #list), {}
    for i, places in ipairs(#alike < #list and alike or {}) do
      local parts = core.picked(list, places)
      left[i] = parts[1]
      if parts[2] then
        for k, product in ipairs(parts) do parts[k] = product[f] end
        left[i][f] = factor.union(make, parts)
      end
    end
    list = left[1] and left or list
  end
  return list
end

-- All values that an axis has with some degrees. For `shard`, the ranks of the whole group depend on the degrees.
local function whole_of(make, axis, stride, ranks)
  if axis.name ~= "shard" then return values_of(make, axis, stride) end
  local numbers, place, seen = {}, {}, {}
  for _, whole in pairs(ranks) do
    for _, number in ipairs(values_of(make, axis, stride, whole).columns.shard) do
      if not seen[number] then
        numbers[#numbers + 1], place[#place + 1], seen[number] = number, #place, true
      end
    end
  end
  return make({ axis.name }, { shard = numbers }, place, place)
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
  if not first then return {}, fell end
  local list, whole, ranks = { { first } }, { first }, ranks_of(first)
  for i = degrees.count(axes) + 1, #axes do
    local axis, longer = axes[i], {}
    local questions = { idle.question(made, axis.name, whole) }
    whole[#whole + 1] = whole_of(make, axis, stride[i], ranks)
    for _, question in ipairs(asked.questions(made, by[i], whole)) do questions[#questions + 1] = question end
    local step = extend.step(make, questions,
      together[axis.name] ~= nil and together[axis.name] == together[axes[i - 1].name],
      function(rule, n) fall(i, rule, n) end)
    local own, known = {}, {}
    local function own_of(ranks)
      local key = ranks or 0
      own[key] = own[key] or values_of(make, axis, stride[i], ranks)
      return own[key]
    end
    for _, product in ipairs(list) do
      for _, part in ipairs(axis.name == "shard" and split_by_ranks(make, product, ranks, known) or { { product } }) do
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
