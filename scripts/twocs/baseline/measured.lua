-- SPDX-License-Identifier: MIT
-- Measured times by operator, from a table or a list of rows. Each row is assigned to an operator or to the list of
-- leftovers with a reason. No row is dropped.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local tables = require "twocs.table"
local work = require "twocs.ask.work"

local measured = {}

-- Names of several operators that were measured together. `share`: operators that share the time in proportion to their
-- work; `inside`: operators that are included without a time of their own.
measured.groups = {
  attention = { share = { "scores", "context" }, inside = { "softmax", "score_drop" } },
  elementwise = { share = { "activation", "residual", "hidden_drop", "score_drop" }, inside = {} },
}

local known = {}
for _, operator in ipairs(work.list) do known[#known + 1] = operator.name end
for name in pairs(measured.groups) do known[#known + 1] = name end
table.sort(known)

local columns = { operator = true, t = true, t_f = true, t_b = true, count = true }

local function rows_of(given)
  if not tables.is(given) then return given end
  local list, there = {}, {}
  for _, name in ipairs(given:names()) do
    there[#there + 1] = columns[name] and name or nil
    if columns[name] and name:match("^t") and given:unit(name) ~= "s" and given:unit(name) ~= "" then
      mistake.raise("baseline: column %s is in %s, expected s", name, given:unit(name))
    end
  end
  for row in given:rows() do
    local copy = {}
    for _, name in ipairs(there) do copy[name] = row[name] end
    list[#list + 1] = copy
  end
  return list
end

local function number(row, i, name)
  local value = row[name]
  if value == nil or value ~= value then return nil end
  if type(value) ~= "number" or not (value >= 0 and value < math.huge) then
    mistake.raise("baseline: row %d, %s: %s = %s, expected 0 or more", i, mistake.word(row.operator), name,
      mistake.show(value))
  end
  return value
end

--- The seconds of a row, and true if it contains only the forward pass.
local function time_of(row, i, training)
  local t, t_f, t_b = number(row, i, "t"), number(row, i, "t_f"), number(row, i, "t_b")
  if t and (t_f or t_b) then
    mistake.raise("baseline: row %d, %s: give t, or t_f with t_b, not both", i, mistake.word(row.operator))
  end
  if not (t or t_f or t_b) then
    mistake.raise("baseline: row %d, %s: there is no time: give t, or t_f with t_b, in seconds", i,
      mistake.word(row.operator))
  end
  local count = number(row, i, "count") or 1
  if t then return count * t, false end
  if not training then return count * (t_f or 0), false end
  return count * ((t_f or 0) + (t_b or 0)), t_f ~= nil and t_b == nil
end

--- A store of times: add(names, seconds, ...) distributes a time over operators, leave(name, seconds, why) lists it as a
--- leftover.
function measured.store(of)
  local store = { times = {}, forward = {}, together = {}, inside = {}, left = {} }

  function store.leave(name, t, why) store.left[#store.left + 1] = { name = name, t = t, why = why } end

  -- Operators that were measured together share their time in proportion to their flop or bytes.
  function store.add(names, t, forward)
    local whole = 0
    for _, name in ipairs(names) do whole = whole + of[name].amount end
    for _, name in ipairs(names) do
      if of[name].amount > 0 then
        store.times[name] = (store.times[name] or 0) + t * of[name].amount / whole
        store.forward[name] = store.forward[name] or forward
        if #names > 1 then store.together[name] = names end
      end
    end
    return whole > 0
  end

  -- Adds the time of an operator or of a group by its name.
  function store.named(name, t, forward)
    local group = measured.groups[name]
    if not store.add(group and group.share or { name }, t, forward) then
      return store.leave(name, t, "the case does not have this operator")
    end
    for _, inner in ipairs(group and group.inside or {}) do store.inside[inner] = name end
  end
  return store
end

local function check_row(row, i)
  if type(row) ~= "table" then
    mistake.raise("baseline: row %d is %s, expected { operator =, t = }", i, mistake.show(row))
  end
  for key in pairs(row) do
    if not columns[key] then
      mistake.raise('baseline: row %d: unknown key "%s"%s', i, mistake.word(key),
        nearest.hint(mistake.word(key), { "operator", "t", "t_f", "t_b", "count" }))
    end
  end
  if not work.by_name[row.operator] and not measured.groups[row.operator] then
    mistake.raise('baseline: row %d: "%s" is not an operator of a layer%s', i, mistake.word(row.operator),
      nearest.hint(mistake.word(row.operator), known))
  end
end

--- from_rows(given, of): the store of a table with the columns operator and t, or t_f with t_b, and count.
function measured.from_rows(given, of)
  local list, store = rows_of(given), measured.store(of)
  if type(list) ~= "table" or #list == 0 then
    mistake.raise("baseline: expected a trace, a table or a list of rows { operator =, t = }, got %s", mistake.show(given))
  end
  for i, row in ipairs(list) do
    check_row(row, i)
    local t, forward = time_of(row, i, of.case.mode == 1)
    store.named(row.operator, t, forward)
  end
  store.from = core.format("%d rows", #list)
  return store
end

return measured
