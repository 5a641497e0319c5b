-- SPDX-License-Identifier: MIT
-- Results as a function of one unknown, for solve. The unknown is a field of a case, or the parameter of a Lua function
-- that returns a case. A probe is { name, unit, count, from, to, even, run = function(values, results) }. run returns a
-- column for each result and, for each value, the number of the first broken rule (nil if rules are not checked).
local core = require "twocs.core"
local case = require "twocs.ask.case"
local crossings = require "twocs.ask.crossings"
local follow = require "twocs.ask.follow"
local gate = require "twocs.ask.gate"
local legal = require "twocs.ask.legal"
local lists = require "twocs.common.lists"
local rows = require "twocs.data.rows"
local mistake = require "twocs.common.mistake"
local support = require "twocs.ask.support"

local probe = {}

local widest = 1e6 -- factor around the field's own value that is scanned when no range is given
local few = 10 -- a range whose ends differ by a smaller factor is scanned linearly

local function checked_range(from, to)
  if not (from < to) then mistake.raise("solve: from %s to %s is not a range", from, to) end
  return from, to
end

local function range(row, made, chosen)
  local own = made[row.record][row.name]
  if type(own) ~= "number" or own <= 0 then own = 1 end
  local from = chosen.from and rows.value(row.name, chosen.from) or math.max(row.least, own / widest)
  local to = chosen.to and rows.value(row.name, chosen.to) or math.min(row.most, own * widest)
  if from <= 0 then from = math.max(row.least, own / widest, 1e-12) end
  return checked_range(from, to)
end

local function axis_of(field, values)
  return { name = field, n = #values, moves = { { field, core.column(values) } }, fields = { field }, labels = {} }
end

--- A probe of a field of a case. The plan of the case is open, because a field of the hardware can change a measured plan.
function probe.of_field(made, chosen)
  local row = rows.find(chosen.find, "field")
  local one = { name = row.name, unit = row.unit, count = row.count, made = made }
  one.from, one.to = range(row, made, chosen)
  function one.run(values, results)
    local got, _, _, _, why = follow.run(made, { axis_of(row.name, values) }, results)
    crossings.tried(one, #values)
    return got, why or why == false and core.column(#values) or nil
  end
  -- Raises where no value of the field could make the layout legal.
  function one.check()
    local wrong = not row.count and legal.wrong(follow.cases(made, {})[1].made)
    if wrong then legal.refuse("solve", wrong) end
  end
  --- Reports the basis of the answers on stderr.
  function one.tell(answers, results)
    local _, _, notes = follow.run(made, { axis_of(row.name, answers) }, results)
    support.tell(notes)
  end
  return one
end

local function end_of(chosen, key)
  local value = chosen[key]
  if type(value) ~= "number" or value ~= value or math.abs(value) == math.huge then
    mistake.raise("solve: %s is %s; a parameter of a function needs from = and to = as numbers", key, mistake.show(value))
  end
  return value
end

--- A probe of the parameter of a function that returns a case. `find` is the name of the parameter; whole = true limits it
--- to whole numbers.
function probe.of_function(f, chosen)
  if type(chosen.find) ~= "string" then mistake.raise('solve: expected find = "year" or another name of the parameter') end
  local one = { name = chosen.find, unit = "1", count = chosen.whole == true }
  one.from, one.to = checked_range(end_of(chosen, "from"), end_of(chosen, "to"))
  one.even = one.from <= 0 or one.to < few * one.from
  local function case_at(x)
    local made = f(x)
    if type(made) ~= "table" then
      mistake.raise("solve: the function gave %s for %s = %s, expected a case", mistake.show(made), one.name, x)
    end
    return (case.split(made, { over = true, want = true }))
  end
  function one.run(values, results)
    gate.own(case_at(values[1]), results)
    local columns, why = {}, {}
    for k = 1, #results do columns[k] = core.column(#values) end
    for i = 1, #values do
      local made = case_at(values[i])
      local got, broken
      if made.searches then got = case.run(made, {}, results) else got, broken = legal.run(made, {}, results) end
      for k = 1, #results do columns[k][i] = got[k][1] end
      why[i] = broken and broken[1] or 0
      crossings.tried(one, 1)
    end
    return columns, core.column(why)
  end
  function one.check() end
  function one.tell(answers, results)
    for _, x in ipairs(answers) do support.tell(support.of(case_at(x), {}, results)) end
  end
  return one
end

--- `count` values between `from` and `to`, evenly spaced in their logarithm, or linearly if one.even.
function probe.spread(one, from, to, count)
  if one.even then return lists.linear(from, to, count) end
  local list = {}
  for i = 1, count do
    list[i] = i == 1 and from or i == count and to or from * core.pow(to / from, (i - 1) / (count - 1))
  end
  return list
end

local whole_most = 4096 -- values that are tried

--- The whole values of the range if they are few. Otherwise steps of a thousandth, and the round numbers of layouts (powers
--- of two, and 3, 5, 7, 9 times these), which such steps could miss.
function probe.whole_values(one)
  local first, last = math.ceil(one.from), math.floor(one.to)
  local list, known, value = {}, {}, first
  local function add(x)
    if x >= first and x <= last and not known[x] then list[#list + 1], known[x] = x, true end
  end
  local all = last - first < whole_most
  while value <= last and #list < whole_most do
    add(value)
    value = all and value + 1 or math.max(value + 1, math.floor(value * 1.001))
  end
  for _, odd in ipairs(all and {} or { 1, 3, 5, 7, 9 }) do
    local round = odd
    while round <= last do
      add(round)
      round = round * 2
    end
  end
  table.sort(list)
  return list
end

--- The first whole value of a crossing that is sufficient; the second end of the crossing is. first(values): the index of
--- the first sufficient value of a list, or nil. Wide gaps are searched in steps that become finer.
function probe.first_whole(crossing, first)
  while crossing[2] > crossing[1] + 1 do
    local low, high = crossing[1], crossing[2]
    local values, step = {}, math.ceil((high - low) / whole_most)
    for value = low + step, high - 1, step do values[#values + 1] = value end
    values[#values + 1] = high
    local i = first(values) or #values
    crossing[1], crossing[2] = i > 1 and values[i - 1] or low, values[i]
    if step == 1 then break end
  end
  crossing[1] = crossing[2]
  return crossing[2]
end

local printed_most = 8

-- Printed as a list of numbers, the same on both interpreters.
local printed = { __tostring = function(list)
  local texts = {}
  for i = 1, math.min(#list, printed_most) do texts[i] = core.format("%.10g", list[i]) end
  if #list > printed_most then texts[#texts + 1] = core.format("... %d in all", #list) end
  return core.format("{ %s }", table.concat(texts, ", "))
end }

--- All answers of solve, as a list that prints its values.
function probe.answers(list) return setmetatable(list, printed) end

--- A number with its unit, as text for a sentence.
function probe.shown(value, unit)
  if unit == "1" and value == math.floor(value) and math.abs(value) < 1e6 then return core.format("%d", value) end
  local label, divisor = core.scale(value, unit)
  return core.format("%.4g%s", value / divisor, label ~= "" and core.format(" %s", label) or "")
end

return probe
