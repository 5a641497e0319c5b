-- SPDX-License-Identifier: MIT
-- elasticities(case, "f_ser"): what moves this result most. Every field of the case is moved a little, and d log result /
-- d log field is the row's elasticity: -1 halves the result where the field doubles. The one thing to know: a field that
-- counts, and is small, has no "little": it is halved and doubled instead, and the column `step` says so. Fields that
-- follow the one that is moved (heads follow h) move with it.
local core = require "twocs.core"
local case = require "twocs.ask.case"
local follow = require "twocs.ask.follow"
local mistake = require "twocs.common.mistake"
local probe = require "twocs.ask.probe"
local rows = require "twocs.data.rows"
local support = require "twocs.ask.support"

local elasticities = {}

local little = 0.01
local few = 100 -- below it a count is halved and doubled
local nothing = 1e-9

local function whole(x) return math.floor(x + 0.5) end

-- A value below and one above x, inside the bounds of the field and other than x where they can be; and the word for it.
local function steps(row, x, by)
  local low, high, word = x * (1 - by), x * (1 + by), nil
  if row.count then
    low, high = math.min(whole(low), x - 1), math.max(whole(high), x + 1)
    if x < few then low, high, word = x % 2 == 0 and x / 2 or x, 2 * x, "x 2" end
  end
  return math.min(math.max(low, row.least), x), math.max(math.min(high, row.most), x), word
end

local function axis_of(moves, n)
  local fields = {}
  for i, move in ipairs(moves) do fields[i] = move[1] end
  return { name = fields[1], n = n, moves = moves, fields = fields, labels = {} }
end

-- One field at its four values: a job of its own, in which others may follow it.
local function move_alone(made, one, result)
  local axis = axis_of({ { one.row.name, core.column(one.values) } }, #one.values)
  one.got = follow.run(made, { axis }, { result })[1]
end

-- Fields with a value of their own, each moved in rows of its own of one job, where the others stay as they are.
local function move_together(made, list, result)
  local moves, n = {}, 0
  for _, one in ipairs(list) do n = n + #one.values end
  local at = 0
  for i, one in ipairs(list) do
    local column = core.column(n, one.x)
    for k, value in ipairs(one.values) do column[at + k] = value end
    moves[i], one.at, at = { one.row.name, column }, at, at + #one.values
  end
  if n == 0 then return end
  local all = follow.run(made, { axis_of(moves, n) }, { result })[1]
  for _, one in ipairs(list) do
    one.got = {}
    for k = 1, #one.values do one.got[k] = all[one.at + k] end
  end
end

-- What follows another is moved alone, and so is everything under a measured law, which sets fields by itself.
local function move_all(made, list, result)
  local together, measured = {}, follow.has_measured(made.plan, {})
  for _, one in ipairs(list) do
    if not measured and core.given(made[one.row.record], one.row.name) then together[#together + 1] = one
    else move_alone(made, one, result) end
  end
  move_together(made, together, result)
end

local function field_of(made, row, by)
  local x = made[row.record][row.name]
  local near_low, near_high, word = steps(row, x, little)
  local far_low, far_high = steps(row, x, by)
  return { row = row, x = x, word = word, values = { near_low, near_high, far_low, far_high } }
end

local function row_of(one, by)
  local row, got, near_low, near_high, slope = one.row, one.got, one.values[1], one.values[2], 0
  if near_high > near_low and got[1] > 0 and got[2] > 0 then
    slope = core.log2(got[2] / got[1]) / core.log2(near_high / near_low)
  end
  return { field = row.name, elasticity = slope, low = got[3], high = got[4], value = probe.shown(one.x, row.unit),
    step = one.word or core.format("± %.3g %%", 100 * by), meaning = row.meaning, moves = math.abs(slope) > nothing
      or got[3] ~= got[4] }
end

-- Fields that are numbers above zero, and how many are zero.
local function fields_of(made)
  local list, zero = {}, 0
  for _, row in ipairs(rows.list) do
    local record = row.record ~= "result" and not row.choice and made[row.record]
    local value = record and record[row.name]
    if type(value) == "number" and value > 0 and value < math.huge then list[#list + 1] = row
    elseif value == 0 then zero = zero + 1 end
  end
  return list, zero
end

local function table_of(list, result, head, notes)
  local names, columns = { "field", "elasticity", "value", "low", "high", "step", "meaning" }, {}
  for _, name in ipairs(names) do
    columns[name] = {}
    for i, one in ipairs(list) do columns[name][i] = one[name] end
  end
  local unit = rows.by_name[result].unit
  return require("twocs.table").new{ n = #list, names = names, columns = columns, head = head, notes = notes,
    units = { elasticity = "1", low = unit, high = unit }, meanings = { field = "field",
      elasticity = core.format("d log %s / d log field", result), value = "value of the field",
      low = core.format("%s below the value of the field", result), high = core.format("%s above it", result),
      step = "how far below and above", meaning = "meaning of the field" } }
end

--- elasticities(case, result, { by = 0.1 }): a row for each field that moves the result, the strongest first. by: how far
--- the field is moved for the columns low and high.
function elasticities.elasticities(given, result, options)
  local by = type(options) == "table" and options.by or options == nil and 0.1
  if type(by) ~= "number" or not (by > 0 and by < 1) then
    mistake.raise("elasticities: by = %s: expected a share between 0 and 1", mistake.show(by or nil))
  end
  if type(result) ~= "string" then
    mistake.raise("elasticities: expected the name of a result, got %s", mistake.show(result))
  end
  local row = rows.find(result)
  if row.record ~= "result" then mistake.raise('elasticities: "%s" is a field, expected a result', result) end
  if case.of_limits(given) then mistake.raise("elasticities: a case of the limits is searched; tw.limits.map moves it") end
  local made = case.split(given, { over = true, want = true }, nil, true)
  require("twocs.ask.legal").must_be(follow.cases(made, {})[1].made, "elasticities")
  made.illegal = "allow" -- beside a legal point lie illegal ones, and the slope is that of the algebra
  local here, _, rests = follow.run(made, {}, { row.name })
  if not (here[1][1] > 0) then
    mistake.raise("elasticities: %s is %s here, and has no logarithm", row.name, mistake.show(here[1][1]))
  end
  local fields, zero = fields_of(made)
  local list, still = {}, 0
  for i, field in ipairs(fields) do fields[i] = field_of(made, field, by) end
  move_all(made, fields, row.name)
  for place, field in ipairs(fields) do
    local one = row_of(field, by)
    one.place = place
    if one.moves then list[#list + 1] = one else still = still + 1 end
  end
  table.sort(list, function(a, b)
    local x, y = math.abs(a.elasticity), math.abs(b.elasticity)
    if x ~= y then return x > y end
    return a.place < b.place
  end)
  local notes = support.tell(rests) or {}
  notes[#notes + 1] = core.format("%d other fields do not move %s; %d are 0, which has no logarithm", still, row.name, zero)
  return table_of(list, row.name, case.head(made), notes)
end

return elasticities
