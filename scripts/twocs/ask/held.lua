-- SPDX-License-Identifier: MIT
-- The smallest or largest value of a field that meets conditions: solve{ so_that = { fits = true, f_com = "< 0.4" } }. Only
-- legal values are answers. Without an answer, the sentence names the nearest value, its distance from the condition, and
-- the rule that excludes other values.
local core = require "twocs.core"
local crossings = require "twocs.ask.crossings"
local legal = require "twocs.ask.legal"
local probe = require "twocs.ask.probe"
local rows = require "twocs.data.rows"

local held = {}

local points, narrow, rounds = 257, 17, 14
local signs = { [0] = "<=", ">=", "<", ">", "=", "~=" }
local tests = { [0] = function(a, b) return a <= b end, function(a, b) return a >= b end, function(a, b) return a < b end,
  function(a, b) return a > b end, function(a, b) return a == b end, function(a, b) return a < b or a > b end }

-- A condition { name, relation, number }, with the two quantities that show how far it is from being met. For fits = 1,
-- with the formula mem_byte <= mem_size, these are mem_byte and mem_size.
local function measured(one)
  local row = rows.by_name[one[1]]
  local low, high = (row.formula or ""):match("^is_most%(([%w_]+), ([%w_]+)%)$")
  local truth = low and one[2] == 4 and one[3] == 1
  return { name = one[1], holds = tests[one[2]], number = one[3], unit = row.unit, is_fit = truth or nil,
    of = truth and low or one[1], limit = truth and high or nil, sign = truth and "<=" or signs[one[2]] }
end

-- The conditions, and the columns that have to be computed.
local function prepared(list)
  local conditions, names, place = {}, {}, {}
  local function put(name)
    if not place[name] then names[#names + 1], place[name] = name, #names + 1 end
    return place[name]
  end
  for i, one in ipairs(list) do
    local c = measured(one)
    c.at, c.of_at, c.limit_at = put(c.name), put(c.of), c.limit and put(c.limit)
    conditions[i] = c
  end
  return conditions, names
end

local function all_hold(conditions, columns, i)
  for _, c in ipairs(conditions) do
    if not c.holds(columns[c.at][i], c.number) then return false end
  end
  return true
end

local function limit_of(c, columns, i) return c.limit_at and columns[c.limit_at][i] or c.number end

-- How far a row is from meeting the conditions, and the condition that is missed most.
local function miss(conditions, columns, i)
  local most, worst = 0, nil
  for _, c in ipairs(conditions) do
    if not c.holds(columns[c.at][i], c.number) then
      local goal = limit_of(c, columns, i)
      local off = math.abs(columns[c.of_at][i] - goal) / math.max(math.abs(goal), 1e-300)
      if off >= most then most, worst = off, c end
    end
  end
  return most, worst
end

local function text_of(c, goal)
  if c.is_fit then return core.format("%s = true", c.name) end
  return core.format("%s %s %s", c.name, c.sign, probe.shown(goal, c.unit))
end

local function texts(conditions)
  local list = {}
  for i, c in ipairs(conditions) do list[i] = text_of(c, c.number) end
  return table.concat(list, " and ")
end

-- "mem_byte is 94.2 GB at tp = 64, against 80 GB"
local function nearest_text(one, conditions, values, columns, why)
  local best, least, worst
  for i = 1, #values do
    if not why or why[i] == 0 then
      local off, c = miss(conditions, columns, i)
      if c and (not least or off < least) then best, least, worst = i, off, c end
    end
  end
  if not best then return "no value is a legal layout" end
  local unit = rows.by_name[worst.of].unit
  local against = worst.limit and core.format(", compared with %s = %s", worst.limit,
    probe.shown(limit_of(worst, columns, best), unit)) or ""
  return core.format("the nearest is %s = %s, where %s is %s%s", one.name, probe.shown(values[best], one.unit), worst.of,
    probe.shown(columns[worst.of_at][best], unit), against)
end

local function refused(one, conditions, values, columns, why, illegal)
  local broken = false
  for i = 1, why and #values or 0 do broken = broken or why[i] > 0 end
  local more = illegal and core.format("; %s = %s would, but its layout is illegal: %s", one.name,
    probe.shown(values[illegal], one.unit), legal.sentence(why[illegal])) or ""
  return nil, core.format("no %s%s from %s to %s meets %s: %s%s", broken and "legal " or "", one.name,
    probe.shown(one.from, one.unit), probe.shown(one.to, one.unit), texts(conditions),
    nearest_text(one, conditions, values, columns, why), more)
end

-- Narrows a crossing from a value at which the conditions do not hold to one at which they do. Returns the value at which
-- they hold.
local function boundary(one, conditions, names, crossing)
  for _ = 1, rounds do
    local out, inside = crossing[1], crossing[2]
    local values = probe.spread(one, math.min(out, inside), math.max(out, inside), narrow)
    local columns = one.run(values, names)
    local first, last, step = 1, narrow, 1
    if out > inside then first, last, step = narrow, 1, -1 end
    for i = first, last, step do
      if all_hold(conditions, columns, i) then
        crossing[1], crossing[2] = i ~= first and values[i - step] or out, values[i]
        break
      end
    end
  end
  return crossing[2]
end

-- For a count: the first value at which they hold.
local function first_whole(one, conditions, names, crossing)
  return probe.first_whole(crossing, function(values)
    local columns, why = one.run(values, names)
    for i = 1, #values do
      if all_hold(conditions, columns, i) and (not why or why[i] == 0) then return i end
    end
  end)
end

-- list: conditions made by sinks.conditions. from_above: takes the largest value instead of the least. Returns the value
-- and a list of every value at which the conditions begin or cease to hold; nil and a sentence if they never hold.
function held.solve(one, list, from_above)
  local conditions, names = prepared(list)
  local values = one.count and probe.whole_values(one) or probe.spread(one, one.from, one.to, points)
  local columns, why = one.run(values, names)
  local answers, illegal, before = {}, nil, nil
  for i = 1, #values do
    local holds, is_legal = all_hold(conditions, columns, i), not why or why[i] == 0
    if holds and not is_legal then illegal = illegal or i end
    holds = holds and is_legal
    local at, last = values[i], values[i - 1]
    if holds and (before == nil or one.count and before) then answers[#answers + 1] = at
    elseif holds and not before then answers[#answers + 1] = crossings.add(one, last, at)
    elseif before and not holds and not one.count then answers[#answers + 1] = crossings.add(one, at, last) end
    before = holds
  end
  local narrowed = one.count and first_whole or boundary
  for i, at in ipairs(answers) do
    if type(at) == "table" then answers[i] = narrowed(one, conditions, names, at) end
  end
  if #answers == 0 then return refused(one, conditions, values, columns, why, illegal) end
  if not one.count and from_above and before then answers[#answers + 1] = values[#values] end
  local value = from_above and answers[#answers] or answers[1]
  one.tell({ value }, names)
  return value, probe.answers(answers)
end

return held
