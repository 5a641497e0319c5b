-- SPDX-License-Identifier: MIT
-- solve(case, { find = "net0_bw", so_that = { f_com = 0.4 } }): where a result crosses a value. The field is scanned over
-- its range, evenly in its logarithm, and each crossing is narrowed by further scans: a result need not be monotone, so all
-- crossings in the range are returned. A field that counts is tried at whole values, and answers the first that is enough.
local core = require "twocs.core"
local case = require "twocs.case"
local rows = require "twocs.rows"
local mistake = require "twocs.mistake"

local solve = {}

local points, narrow, rounds = 257, 17, 14
local widest = 1e6 -- factor around the field's own value that is scanned when no range is given

local function only(so_that)
  local name, value, more
  for k, v in pairs(so_that) do name, value, more = k, v, name end
  if not name or more then mistake.raise("so_that: expected one condition, such as { f_com = 0.4 }") end
  return rows.find(name).name, value
end

local function range(row, made, chosen)
  local own = made[row.record][row.name]
  if type(own) ~= "number" or own <= 0 then own = 1 end
  local from = chosen.from and rows.value(row.name, chosen.from) or math.max(row.least, own / widest)
  local to = chosen.to and rows.value(row.name, chosen.to) or math.min(row.most, own * widest)
  if from <= 0 then from = math.max(row.least, own / widest, 1e-12) end
  if not (from < to) then mistake.raise("solve: from %s to %s is no range", from, to) end
  return from, to
end

local function scan(made, field, values, result)
  local column = core.column(values)
  return core.run(made, { { { field, column } } }, { result })[1]
end

local function spread(from, to, count)
  local list = {}
  for i = 1, count do
    list[i] = i == 1 and from or i == count and to or from * core.pow(to / from, (i - 1) / (count - 1))
  end
  return list
end

local function crosses(a, b, goal) return (a - goal) * (b - goal) <= 0 and a ~= b end

-- Between two neighbours where the result crosses the goal, down to what doubles can tell.
local function narrowed(made, field, low, high, result, goal)
  for _ = 1, rounds do
    local values = spread(low, high, narrow)
    local got = scan(made, field, values, result)
    for i = 2, narrow do
      if crosses(got[i - 1], got[i], goal) then
        low, high = values[i - 1], values[i]
        break
      end
    end
  end
  return (low + high) / 2
end

local function whole_values(from, to)
  local list, value = {}, math.ceil(from)
  while value <= to and #list < 4096 do
    list[#list + 1] = value
    value = math.max(value + 1, math.floor(value * 1.001))
  end
  return list
end

-- Counts: the smallest value, legal if it can be, on the far side of the goal from where the scan starts.
local function solve_count(made, row, from, to, result, goal)
  local values = whole_values(from, to)
  local got = core.run(made, { { { row.name, core.column(values) } } }, { result, "legal" })
  local first = got[1][1]
  for i = 1, #values do
    if (first <= goal and got[1][i] >= goal or first >= goal and got[1][i] <= goal) and got[2][i] == 1 then
      return values[i]
    end
  end
end

local function shown(value, unit)
  local label, divisor = core.scale(value, unit)
  return core.format("%.4g%s", value / divisor, label ~= "" and core.format(" %s", label) or "")
end

local function shown_range(column, unit)
  local low, high = column[1], column[1]
  for i = 2, #column do
    low, high = math.min(low, column[i]), math.max(high, column[i])
  end
  return shown(low, unit), shown(high, unit)
end

--- The first crossing and a list of all; nil and a sentence when there is none.
function solve.solve(given, question)
  if core.kind(given) == "limits case" then return require("twocs.limits.solve")(given, question) end
  local made, chosen = case.split(given, { find = true, so_that = true, from = true, to = true }, question)
  if not chosen.find or type(chosen.so_that) ~= "table" then
    mistake.raise('solve: expected { find = "a field", so_that = { a_result = value } }')
  end
  local row = rows.find(chosen.find, "field")
  local result, goal = only(chosen.so_that)
  if type(goal) == "string" then goal = require("twocs.lists").quantity(goal, rows.by_name[result].unit) end
  if type(goal) ~= "number" then mistake.raise("so_that.%s is a %s, expected a number", result, type(goal)) end
  local from, to = range(row, made, chosen)
  local got
  if row.count then
    local value = solve_count(made, row, from, to, result, goal)
    if value then return value, { value } end
  else
    local values, all = spread(from, to, points), {}
    got = scan(made, row.name, values, result)
    for i = 2, points do
      if crosses(got[i - 1], got[i], goal) then
        all[#all + 1] = narrowed(made, row.name, values[i - 1], values[i], result, goal)
      end
    end
    if #all > 0 then return all[1], all end
  end
  local reached = got and core.format(": it stays between %s and %s", shown_range(got, rows.by_name[result].unit)) or ""
  return nil, core.format("%s does not become %s for any %s from %s to %s%s", result,
    shown(goal, rows.by_name[result].unit), row.name, shown(from, row.unit), shown(to, row.unit), reached)
end

return solve
