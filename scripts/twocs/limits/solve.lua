-- SPDX-License-Identifier: MIT
-- Inverse questions of the limits: the value of a field at which an answer reaches a goal. Answers are on the discrete
-- widths of a sweep and are not monotone. The range is therefore scanned, each crossing of the goal is narrowed to the
-- precision of doubles, and the side that reaches the goal is returned.
local core = require "twocs.core"
local crossings = require "twocs.ask.crossings"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local numbers = require "twocs.common.numbers"
local factors = require "twocs.ask.factors"
local part = require "twocs.limits.part"
local rows = require "twocs.data.rows"

local points, narrow = 129, 4
local keys = { find = true, so_that = true, from = true, to = true, points = true }
local most_points = 1e6
local widest = 1e4 -- without a range, the field's own value is divided and multiplied by this factor
local close = 1e-12

-- Answers -----------------------------------------------------------------------------------------------------------------

-- The answers, and a column that is 2 for an invalid case, whose clusters do not fill its levels.
local function each(question, cases, name)
  local found, state = core.wall_each(question, cases, { name })
  return found[1], state
end

local function missing(got, state, i) return got[i] ~= got[i] and state[i] == 1 end

-- If linear scaling has no end, the largest run replaces it.
local function linear_ends(cases)
  local got, state = each("linear_end", cases, "c_flop")
  local open, at = {}, {}
  for i = 1, #cases do
    if missing(got, state, i) then open[#open + 1], at[#at + 1] = cases[i], i end
  end
  local most = each("largest", open, "c_flop")
  for k, i in ipairs(at) do got[i] = most[k] == most[k] and most[k] or 0 end
  return got, state
end

local function largest(cases)
  local got, state = each("largest", cases, "c_flop")
  for i = 1, #cases do
    if missing(got, state, i) then got[i] = 0 end
  end
  return got, state
end

local function answers(cases, name)
  if name == "linear_end" then return linear_ends(cases) end
  if name == "largest" then return largest(cases) end
  if factors.searched(name) then return each("fit", cases, name) end
  local got = {}
  for i, case in ipairs(cases) do got[i] = case[name] end
  return got, {}
end

-- The question ------------------------------------------------------------------------------------------------------------

local function goal_of(so_that)
  local name, value, more
  for k, v in pairs(so_that) do name, value, more = k, v, name end
  if not name or more then mistake.raise("so_that: expected one condition, such as { largest = 1e32 }") end
  local unit = "flop"
  if name ~= "linear_end" and name ~= "largest" then
    if not rows.by_name[name] then
      local known = { "linear_end", "largest" }
      for _, row in ipairs(factors.columns()) do known[#known + 1] = row.name end
      mistake.raise('so_that: "%s" is not an answer of the limits%s', mistake.word(name), nearest.hint(name, known))
    end
    unit = rows.by_name[name].unit
  end
  if type(value) == "string" then value = require("twocs.common.lists").quantity(value, unit) end
  return name, numbers.finite(core.format("so_that.%s is ", name), value, ", expected a number"), unit
end

-- The field or factor that is searched, and the range that is scanned.
local function searched(base, chosen)
  local find, factor = chosen.find, factors.by_name[chosen.find]
  local row = factor and { name = find, unit = "1", least = 0, most = math.huge } or factors.find(find, "field")
  if row.choice then mistake.raise("find: %s is a choice of %s; try each", find, row.words) end
  local function value(given)
    if given == nil then return nil end
    if not factor then return base{ [find] = given }[find] end
    return numbers.finite(core.format("solve: %s is a factor, not ", find), given, "")
  end
  local own = factor and 1 or base[find]
  if type(own) ~= "number" or own == math.huge then own = 1 end
  local from = value(chosen.from) or (row.least < 0 and row.least) or math.max(row.least, math.abs(own) / widest)
  local to = value(chosen.to) or (row.least < 0 and row.most) or math.min(row.most, math.max(own, 1e-30) * widest)
  if not (from < to) then mistake.raise("solve: from %.15g to %.15g is not a range", from, to) end
  return row, from, to
end

-- Values from low to high in equal ratios, or in equal steps if low is not positive. Counts are rounded, each value once.
local function spread(low, high, count, whole)
  local list, seen = {}, {}
  for i = 1, count do
    local share = (i - 1) / (count - 1)
    local value = i == 1 and low or i == count and high or low > 0 and low * core.pow(high / low, share)
      or low + (high - low) * share
    if whole then value = math.floor(value + 0.5) end
    if not seen[value] then list[#list + 1], seen[value] = value, true end
  end
  return list
end

-- Crossings ---------------------------------------------------------------------------------------------------------------

-- The valid values and their answers. A value is left out if a level of its case is faster than the level inside it, or if
-- its clusters do not fill a level.
local function scan(one, values, name)
  local base, row = one.base, one.row
  local cases, legal, sentence = {}, {}, nil
  for _, value in ipairs(values) do
    local case = factors.moved(base, row.name, value)
    local wrong = core.wall_check(case)
    if wrong then sentence = wrong else cases[#cases + 1], legal[#legal + 1] = case, value end
  end
  if #cases == 0 then mistake.raise("%s", sentence) end
  local found, state = answers(cases, name)
  local kept, got = {}, {}
  crossings.tried(one, #values)
  for i = 1, #legal do
    if state[i] ~= 2 then kept[#kept + 1], got[#got + 1] = legal[i], found[i] end
  end
  if #kept == 0 then
    mistake.raise("%s = %.15g to %.15g: no cluster fills the levels", row.name, values[1], values[#values])
  end
  return kept, got
end

local function passes(a, b, goal) return a == a and b == b and (a >= goal) ~= (b >= goal) end

local function near(low, high, whole)
  if whole then return high - low <= 1 end
  return high - low <= close * math.max(math.abs(low), math.abs(high))
end

local function narrowed(one, crossing, name, goal)
  local whole = one.row.count
  while not near(crossing[1], crossing[2], whole) do
    local values, got = scan(one, spread(crossing[1], crossing[2], narrow, whole), name)
    local before = { crossing[1], crossing[2] }
    for i = 2, #values do
      if passes(got[i - 1], got[i], goal) and (got[i] >= goal) == crossing.rises then
        crossing[1], crossing[2] = values[i - 1], values[i]
        break
      end
    end
    if crossing[1] == before[1] and crossing[2] == before[2] then break end
  end
  return crossing.rises and crossing[2] or crossing[1]
end

local function reached(got, unit)
  local least, most = math.huge, -math.huge
  for i = 1, #got do
    if got[i] == got[i] then least, most = math.min(least, got[i]), math.max(most, got[i]) end
  end
  if least > most then return "; there is no run at all" end
  return core.format(": it stays between %s and %s", factors.shown(least, unit), factors.shown(most, unit))
end

-- The first value at which the answer crosses the goal, and a list of all; nil and a sentence if there is none.
local function answered(one, from, to, looked, name, goal, unit)
  local row = one.row
  local values, got = scan(one, spread(from, to, looked, row.count), name)
  local found, all = {}, {}
  for i = 2, #values do
    if passes(got[i - 1], got[i], goal) then
      found[#found + 1] = crossings.add(one, values[i - 1], values[i])
      found[#found].rises = got[i] >= goal
    end
  end
  for i, crossing in ipairs(found) do all[i] = narrowed(one, crossing, name, goal) end
  if #all > 0 then return all[1], require("twocs.ask.probe").answers(all) end
  return nil, core.format("%s does not cross %s for any %s from %s to %s%s", name, factors.shown(goal, unit), row.name,
    factors.shown(values[1], row.unit), factors.shown(values[#values], row.unit), reached(got, unit))
end

--- solve(base, { find = "net0_lat", so_that = { largest = 1e32 }, from =, to =, points = 129 }): evaluates so many values
--- between from and to, and refines each interval in which the answer crosses the goal. Returns the first value and a list
--- of all in increasing order; nil and a sentence if there is none. so_that names linear_end, largest, or a result of the
--- run of the case's own width on the smallest cluster that meets the time limit.
return function(base, question)
  if not part.is(base) then
    mistake.raise("solve: %s is not a case; expected tw.limits{ ... }", mistake.show(base))
  end
  if question ~= nil and type(question) ~= "table" then
    mistake.raise('solve: expected { find = "a field", so_that = { largest = 1e32 } }, got %s', mistake.show(question))
  end
  local chosen = question or {}
  for key in pairs(chosen) do
    if not keys[key] then
      mistake.raise('unknown key "%s"%s', mistake.word(key), nearest.hint(key, { "find", "so_that", "from", "to",
        "points" }))
    end
  end
  if not chosen.find or type(chosen.so_that) ~= "table" then
    mistake.raise('solve: expected { find = "a field", so_that = { largest = 1e32 } }')
  end
  local name, goal, unit = goal_of(chosen.so_that)
  local row, from, to = searched(base, chosen)
  local looked = numbers.whole("points = ", chosen.points or points, 2, most_points)
  local one, first, rest = { base = base, row = row, name = row.name, unit = row.unit }, nil, nil
  crossings.keeping(one, function() first, rest = answered(one, from, to, looked, name, goal, unit) end)
  return first, rest
end
