-- SPDX-License-Identifier: MIT
-- Where in a product a field has no effect (data/account.lua). The fields that decide this are found by recording reads, so
-- account.lua is called once for each combination of their values and not for each point.
local account = require "twocs.data.account"
local factor = require "twocs.search.factor"
local rows = require "twocs.data.rows"

local idle = {}

-- The fields of one point by name, with words for choices, as account.lua reads them. at[f] is the index of the value of
-- factor f. The names of fields that are read from a factor are added to `read`.
local function view_of(made, product, at, read)
  return setmetatable({}, { __index = function(_, name)
    local row = rows.by_name[name]
    for f, one in ipairs(product) do
      local column = one.columns[name]
      if column then
        read[name] = true
        return row.choice and rows.words(row)[column[at[f]] + 1] or column[at[f]]
      end
    end
    return row and row.record ~= "result" and made[row.record][name]
  end })
end

-- For each factor, the groups of values that differ in the fields read so far, and the group of each value. A factor
-- without such a field has one group.
local function asked_of(product, read)
  local asked = {}
  for f, one in ipairs(product) do
    local groups, of = { { 1 } }, nil
    if factor.has(one, read) then
      groups, of = factor.groups(one, read), {}
      for g, places in ipairs(groups) do
        for _, k in ipairs(places) do of[k] = g end
      end
    end
    asked[f] = { groups = groups, of = of }
  end
  return asked
end

local function size(read)
  local n = 0
  for _ in pairs(read) do n = n + 1 end
  return n
end

local function never() return false end
local function always() return true end

-- Whether the results do not depend on the group of factor f, for all groups of the other factors.
local function makes_no_difference(found, asked, f)
  local n, step, size = #asked[f].groups, 1, 1
  for other = f + 1, #asked do step = step * #asked[other].groups end
  for _, one in ipairs(asked) do size = size * #one.groups end
  for key = 0, size - 1 do
    if found[key] ~= found[key - math.floor(key / step) % n * step] then return false end
  end
  return true
end

-- A function that takes the indices of the values of a product's factors and returns whether the field `name` has no
-- effect there. Second: the fields that decide this, names as keys; empty if the answer is the same in the whole product.
-- Third: the places of the factors that were looked at.
local function found_at(made, product, name)
  local read, asked, found, any = {}, nil, nil, nil
  repeat
    local before, at = size(read), {}
    asked, found, any = asked_of(product, read), {}, {}
    local view = view_of(made, product, at, read)
    local function ask(f, key)
      if f > #product then
        found[key] = account.without(view, name)
        any[found[key]] = true
        return
      end
      for g, places in ipairs(asked[f].groups) do
        at[f] = places[1]
        ask(f + 1, key * #asked[f].groups + g - 1)
      end
    end
    ask(1, 0)
  until size(read) == before
  local looked = {}
  for f, one in ipairs(asked) do
    if one.of then looked[#looked + 1] = f end
  end
  if not any[true] then return never, {}, looked end
  if not any[false] then return always, {}, looked end
  for f, one in ipairs(asked) do
    if one.of and makes_no_difference(found, asked, f) then
      one.of = nil
      for _, field in ipairs(product[f].names) do read[field] = nil end
    end
  end
  return function(at)
    local key = 0
    for f, one in ipairs(asked) do key = key * #one.groups + (one.of and one.of[at[f]] or 1) - 1 end
    return found[key]
  end, read, looked
end

-- The factors of a product at some places, as a key.
local function key_of(product, places)
  local ids = {}
  for i, f in ipairs(places) do ids[i] = product[f].id end
  return table.concat(ids, " ")
end

--- asker(made, name): a function that takes a product and `own`, the factor of the field `name`, and returns a function
--- that takes the indices of the values of the product's factors and returns whether the field has no effect there, so that
--- all values of `own` are one layout. Second: the fields that decide this, names as keys; empty if the answer is the same
--- in the whole product. All products must have their factors in the same order, from one maker. Products that agree in the
--- factors that were looked at are asked once.
function idle.asker(made, name)
  if not account.may_idle(name) then return function() return never, {} end end
  local known = {} -- { places = of the factors that were looked at, by = key_of these: the answer }
  return function(product, own)
    if own.n == 1 then return never, {} end
    for _, one in ipairs(known) do
      local answer = one.by[key_of(product, one.places)]
      if answer then return answer.at, answer.read end
    end
    local at, read, places = found_at(made, product, name)
    local words = table.concat(places, " ")
    if not known[words] then
      known[words] = { places = places, by = {} }
      known[#known + 1] = known[words]
    end
    known[words].by[key_of(product, places)] = { at = at, read = read }
    return at, read
  end
end

return idle
