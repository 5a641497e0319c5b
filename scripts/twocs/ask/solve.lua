-- SPDX-License-Identifier: MIT
-- solve(case, { find = "net0_bw", so_that = { f_com = 0.4 } }): the value of a field at which a result reaches a value. The
-- range of the unknown is scanned at values evenly spaced in the logarithm, and further scans narrow each crossing. A
-- result need not be monotone, so all crossings in the range are returned. A count is tried at whole values; the answer is
-- the first value that is sufficient and legal. A layout that no other field can make legal is refused. illegal = "allow"
-- removes both checks. held.lua handles conditions such as so_that = { fits = true, f_com = "< 0.4" }. The unknown can be
-- the parameter of a function (probe.lua).
local core = require "twocs.core"
local case = require "twocs.ask.case"
local crossings = require "twocs.ask.crossings"
local held = require "twocs.ask.held"
local legal = require "twocs.ask.legal"
local probe = require "twocs.ask.probe"
local rows = require "twocs.data.rows"
local mistake = require "twocs.common.mistake"
local numbers = require "twocs.common.numbers"
local sinks = require "twocs.ask.sinks"

local solve = {}

local points, narrow, rounds = 257, 17, 14
local jump = 1e-3 -- relative jump of a result; a smaller one, too small to show, counts as a crossing
local options = { find = true, so_that = true, from = true, to = true, take = true, whole = true }

local shown = probe.shown

-- Whether a value is a condition, such as "< 0.4" or true, and not a value to be reached.
local function is_condition(value)
  return type(value) == "boolean" or type(value) == "string" and value:find("^%s*[<>=~!]") ~= nil
end

-- The one result and its value, or a list of conditions.
local function wanted(so_that)
  local name, value, count, conditional = nil, nil, 0, false
  for k, v in pairs(so_that) do
    name, value, count = k, v, count + 1
    conditional = conditional or is_condition(v)
  end
  if count == 0 then mistake.raise('so_that: expected one condition, such as { f_com = 0.4 } or { f_com = "< 0.4" }') end
  if conditional then return nil, nil, sinks.conditions("so_that", so_that) end
  if count > 1 then
    mistake.raise('so_that: expected one condition, or several as comparisons, such as { fits = true, f_com = "< 0.4" }')
  end
  local row = rows.find(name)
  if type(value) == "string" then value = require("twocs.common.lists").quantity(value, row.unit) end
  return row, numbers.finite(core.format("so_that.%s is ", row.name), value, ", expected a number")
end

local function crosses(a, b, goal) return (a - goal) * (b - goal) <= 0 and a ~= b end

-- The value at which the result crosses the goal, to the precision of doubles. If the result jumps over the goal, there is
-- no such value; the second result is then the two ends of the jump.
local function narrowed(one, crossing, result, goal)
  local below, above
  for _ = 1, rounds do
    local values = probe.spread(one, crossing[1], crossing[2], narrow)
    local got = one.run(values, { result })[1]
    for i = 2, narrow do
      if crosses(got[i - 1], got[i], goal) then
        crossing[1], crossing[2], below, above = values[i - 1], values[i], got[i - 1], got[i]
        break
      end
    end
  end
  if below == goal then return crossing[1] end
  if above == goal then return crossing[2] end
  local middle, gap = (crossing[1] + crossing[2]) / 2, math.abs(above - below)
  return middle, gap > jump * math.max(math.abs(below), math.abs(above)) and { below, above } or nil
end

local function beyond(first, x, goal) return first <= goal and x >= goal or first >= goal and x <= goal end

-- The first legal value that is sufficient: values[i], or a value before it that the steps of the scan skipped.
local function first_of_gap(one, row, goal, first, values, i)
  return i == 1 and values[1] or probe.first_whole(crossings.add(one, values[i - 1], values[i]), function(between)
    local got, why = one.run(between, { row.name })
    for k = 1, #between do
      if beyond(first, got[1][k], goal) and (not why or why[k] == 0) then return k end
    end
  end)
end

-- For a count: the smallest legal value at which the result has reached the goal, seen from the first value of the scan.
local function solve_count(one, row, goal)
  local values = probe.whole_values(one)
  local got, why = one.run(values, { row.name })
  local results, illegal = got[1], nil
  local first = results[1]
  for i = 1, #values do
    if beyond(first, results[i], goal) then
      if not why or why[i] == 0 then return { first_of_gap(one, row, goal, first, values, i) } end
      illegal = illegal or i
    end
  end
  if not illegal then return {}, results end
  return nil, core.format("%s does not reach %s with any legal layout: it would at %s = %s, but %s", row.name,
    shown(goal, row.unit), one.name, shown(values[illegal], one.unit), legal.sentence(why[illegal]))
end

local function solve_smooth(one, row, goal)
  one.check()
  local values, found, all, leap = probe.spread(one, one.from, one.to, points), {}, {}, nil
  local got = one.run(values, { row.name })[1]
  for i = 2, points do
    if crosses(got[i - 1], got[i], goal) then found[#found + 1] = crossings.add(one, values[i - 1], values[i]) end
  end
  for _, crossing in ipairs(found) do
    local at, ends = narrowed(one, crossing, row.name, goal)
    if not ends then all[#all + 1] = at
    else leap = leap or core.format(": it jumps at %s from %s to %s", shown(at, one.unit), shown(ends[1], row.unit),
      shown(ends[2], row.unit)) end
  end
  return all, got, leap
end

-- ": it stays between 0.1 and 0.3"
local function reached(column, unit)
  local low, high = math.huge, -math.huge
  for i = 1, #column do
    if column[i] == column[i] then low, high = math.min(low, column[i]), math.max(high, column[i]) end
  end
  return low <= high and core.format(": it stays between %s and %s", shown(low, unit), shown(high, unit)) or ""
end

local function checked(chosen)
  if not chosen.find or type(chosen.so_that) ~= "table" then
    mistake.raise('solve: expected { find = "a field", so_that = { a_result = value } }')
  end
  if chosen.take ~= nil and chosen.take ~= "least" and chosen.take ~= "largest" then
    mistake.raise('solve: take = %s: expected "least" or "largest"', mistake.show(chosen.take))
  end
  return chosen
end

local function probe_of(given, question)
  if type(given) ~= "function" then
    local made, chosen = case.split(given, options, question, true)
    return probe.of_field(made, checked(chosen)), chosen
  end
  if type(question) ~= "table" then mistake.raise("solve: expected a question, got %s", mistake.show(question)) end
  for key in pairs(question) do
    if not options[key] then case.unknown(key, options) end
  end
  return probe.of_function(given, checked(question)), question
end

-- The first answer and a list of all; nil and a sentence when there is none.
local function answered(one, chosen)
  local row, goal, conditions = wanted(chosen.so_that)
  if conditions then
    one.check()
    return held.solve(one, conditions, chosen.take == "largest")
  end
  if chosen.take then mistake.raise('solve: take needs a comparison, such as so_that = { %s = "< 1" }', row.name) end
  local all, got, leap = (one.count and solve_count or solve_smooth)(one, row, goal)
  if not all then return nil, got end
  if #all > 0 then
    one.tell(all, { row.name })
    return all[1], probe.answers(all)
  end
  return nil, core.format("%s does not reach %s for any %s from %s to %s%s", row.name, shown(goal, row.unit), one.name,
    shown(one.from, one.unit), shown(one.to, one.unit), leap or got and reached(got, row.unit) or "")
end

--- The first answer and a list of all; nil and a sentence when there is none. given: a case, or a function of the number
--- `find` that returns one.
function solve.solve(given, question)
  if case.of_limits(given) then return case.limits.solve(given, question) end
  local one, chosen = probe_of(given, question)
  local first, rest
  crossings.keeping(one, function() first, rest = answered(one, chosen) end)
  return first, rest
end

return solve
