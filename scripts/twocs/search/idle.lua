-- SPDX-License-Identifier: MIT
-- Where in a product a field is of no account (data/account.lua). The one thing to know: which other fields decide that is
-- found by watching which are read, so that it is asked once for each combination of their values and not for each point.
local account = require "twocs.data.account"
local rows = require "twocs.data.rows"

local idle = {}

-- The fields of one point by name, words for choices, as account.lua reads them: at[f] is the value of factor f. `read`
-- gets the names of those that a factor has.
local function view_of(made, product, at, read)
  return setmetatable({}, { __index = function(_, name)
    local row = rows.by_name[name]
    for f, factor in ipairs(product) do
      local column = factor.columns[name]
      if column then
        read[name] = f
        return row.choice and rows.words(row)[column[at[f]] + 1] or column[at[f]]
      end
    end
    return row and row.record ~= "result" and made[row.record][name]
  end })
end

-- The values of a factor that differ in some fields: one of each, and by value which.
local function groups_of(factor, names)
  local first, of, seen = {}, {}, {}
  for k = 1, factor.n do
    local key = {}
    for i, name in ipairs(names) do key[i] = factor.columns[name][k] end
    key = table.concat(key, " ")
    if not seen[key] then
      first[#first + 1] = k
      seen[key] = #first
    end
    of[k] = seen[key]
  end
  return first, of
end

-- Of a product, by factor the values that differ in the fields read so far; factors without such a field have one.
local function asked_of(product, read)
  local asked = {}
  for f, factor in ipairs(product) do
    local names = {}
    for name, of in pairs(read) do
      if of == f then names[#names + 1] = name end
    end
    asked[f] = { counts = #names > 0 }
    asked[f].first, asked[f].of = groups_of(factor, names)
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

--- at(made, product, name, own): a function of a list of places of values, by factor of a product, that says whether the
--- field of that name is of no account there, and so all values of its factor `own` are one layout. Second, where that
--- is not so in the whole product, or nowhere in it: by factor { counts = whether that factor decides it }.
function idle.at(made, product, name, own)
  if own.n == 1 or not account.may_idle(name) then return never end
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
      for g, k in ipairs(asked[f].first) do
        at[f] = k
        ask(f + 1, key * #asked[f].first + g - 1)
      end
    end
    ask(1, 0)
  until size(read) == before
  if not any[true] then return never end
  if not any[false] then return always end
  return function(at)
    local key = 0
    for f, one in ipairs(asked) do key = key * #one.first + (one.counts and one.of[at[f]] or 1) - 1 end
    return found[key]
  end, asked
end

return idle
