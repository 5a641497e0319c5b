-- SPDX-License-Identifier: MIT
-- Measured choices of a plan along axes of devices or number formats. The parameters of a fit or a baseline depend on the
-- device (case.plan), so every point of such an axis is a separate case. The engine computes the rest of the grid.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local gate = require "twocs.ask.gate"
local legal = require "twocs.ask.legal"
local rows = require "twocs.data.rows"
local software = require "twocs.ask.software"
local stop = require "twocs.common.stop"
local support = require "twocs.ask.support"

local follow = {}

-- Fields on which a transfer depends (fit/transfer.lua).
local hardware = { format = true, mem_bw = true, units = true, flop_eff = true, attn_eff = true, net0_bw = true,
  net1_bw = true, nics = true, net0_size = true, net1_over = true, act_byte = true, comm_byte = true }

local function moves_hardware(axis)
  if axis.records and (axis.name == "device" or axis.name == "software") then return true end
  for _, move in ipairs(axis.moves) do
    if move[2] and (hardware[move[1]] or move[1]:match("^peak_")) then return true end
  end
  return false
end

-- Whether the settings and the plan of the software differ between points of an axis.
local function moves_software(base, axis)
  if axis.records then return axis.name == "software" or axis.name == "device" and not software.is_ideal(base.software) end
  for _, move in ipairs(axis.moves) do
    if move[2] and software.goes_by(base, move[1]) then return true end
  end
  return false
end

local function is_measured(choice) return type(choice) == "table" and choice.choice ~= nil end

--- Whether a plan, or an axis of laws, has a choice that depends on the device.
function follow.has_measured(plan, list)
  for _, choice in pairs(type(plan) == "table" and plan or {}) do
    if is_measured(choice) then return true end
  end
  for _, axis in ipairs(list) do
    for _, choice in ipairs(axis.laws or {}) do
      if is_measured(choice) then return true end
    end
  end
  return false
end

-- Sets the records and the plan of a case to point i of an axis.
local function move(made, axis, i)
  if axis.family then
    made.plan = made.plan or {}
    made.plan[axis.family] = axis.laws[i]
  elseif axis.records then
    made[axis.name] = axis.records[i]
  else
    for _, one in ipairs(axis.moves) do
      local row = rows.by_name[one[1]]
      local value = one[2][i]
      made[row.record] = made[row.record]({ [row.name] = row.choice and rows.words(row)[value + 1] or value }, true)
    end
  end
end

-- The case at one point of these axes; its plan is not resolved. Record axes come first, because a field axis changes a
-- field of the current record.
local function moved_to(base, outer, point)
  local made = {}
  for key, value in pairs(base) do made[key] = value end
  if type(base.plan) == "table" then
    made.plan = {}
    for family, law in pairs(base.plan) do made.plan[family] = law end
  end
  for _, first in ipairs{ true, false } do
    for k, axis in ipairs(outer) do
      if (axis.records ~= nil) == first then move(made, axis, point[k]) end
    end
  end
  return made
end

--- stated(base, list, point): the case at one point of these axes, as a script would state it.
function follow.stated(base, list, point)
  local made = moved_to(base, list, point)
  local stated = { plan = made.plan }
  for _, part in ipairs(case.parts) do stated[part] = made[part] end
  return stated
end

--- split(base, list): the axes that are looped over outside of the engine, and those that it runs over.
function follow.split(base, list)
  local measured, outer, inner = follow.has_measured(base.plan, list), {}, {}
  for _, axis in ipairs(list) do
    local into = (axis.family or measured and moves_hardware(axis) or moves_software(base, axis)) and outer or inner
    into[#into + 1] = axis
  end
  return outer, inner
end

--- cases(base, outer): a list of { made =, point = }, one for each point of the outer axes. The last axis changes fastest.
function follow.cases(base, outer)
  local list, point = {}, {}
  for k = 1, #outer do point[k] = 1 end
  while true do
    local own = {}
    for k = 1, #outer do own[k] = point[k] end
    list[#list + 1] = { made = case.resolve(moved_to(base, outer, own)), point = own }
    local k = #outer
    while k > 0 and point[k] == outer[k].n do point[k], k = 1, k - 1 end
    if k == 0 then return list end
    point[k] = point[k] + 1
  end
end

-- The axes of the whole grid for core.woven: for each its size, and whether it is looped over outside of the engine.
local function weave_of(list, outer)
  local is_outer, weave = {}, {}
  for _, axis in ipairs(outer) do is_outer[axis] = true end
  for k, axis in ipairs(list) do weave[k] = { axis.n, is_outer[axis] or false } end
  return weave
end

-- Joins the columns of several runs into columns of the whole grid.
local function woven(parts, weave, columns)
  if #parts == 1 then return parts[1] end
  local all = {}
  for k = 1, columns do
    local column = {}
    for p, part in ipairs(parts) do column[p] = part[k] end
    all[k] = core.woven(column, weave)
  end
  return all
end

-- The same for the columns of broken rules. A run in which no row breaks a rule has no such column.
local function woven_why(parts, weave, rows_of_run)
  local any = false
  for _, why in ipairs(parts) do any = any or why end
  if not any then return false end
  if #parts == 1 then return any end
  for p, why in ipairs(parts) do parts[p] = why or core.column(rows_of_run) end
  return core.woven(parts, weave)
end

-- An axis of equal records moves nothing: it repeats a field's own value.
local function moves_of(axis, made)
  local moves = {}
  for i, one in ipairs(axis.moves) do
    local name, column = one[1], one[2]
    if not column then
      local row = rows.by_name[name]
      local value = made[row.record][name]
      column = core.column(axis.n)
      for r = 1, axis.n do column[r] = row.choice and rows.word(row, value) or value end
    end
    moves[i] = { name, column }
  end
  return moves
end

--- engine_axes(inner, made): the axes of the list as the engine takes them.
function follow.engine_axes(inner, made)
  local list = {}
  for i, axis in ipairs(inner) do list[i] = moves_of(axis, made) end
  return list
end

-- The part of a plan that no axis changes.
local function still_part(plan, outer)
  local still = {}
  for family, law in pairs(plan or {}) do still[family] = law end
  for _, axis in ipairs(outer) do
    if axis.family then still[axis.family] = nil end
  end
  return still
end

-- After Ctrl-C: the numbers of the finished rows in the whole grid. Runs that had not started get empty columns.
local function filled_up(parts, whys, rows_done, cases, weave, rows_of_run, columns)
  local done = {}
  if cases == 1 and rows_done[1] then return rows_done[1] end
  for p = 1, cases do
    done[p] = core.column(rows_of_run, parts[p] and not rows_done[p] and 1 or 0)
    for _, row in ipairs(rows_done[p] and core.list(rows_done[p]) or {}) do done[p][row] = 1 end
    if not parts[p] then
      parts[p], whys[p] = {}, false
      for k = 1, columns do parts[p][k] = core.column(rows_of_run) end
    end
  end
  return core.compare(cases == 1 and done[1] or core.woven(done, weave), "==", 1)
end

--- run(base, list, names, keeps) returns the columns of these names over the whole grid, the number of its rows, notes on
--- their basis (support.lua), the part of the plan that no axis changes, and a column with the first rule that each row
--- breaks: false if no row breaks a rule, nil if rules were not checked. base: a case whose plan is open. keeps: after
--- Ctrl-C, the last result is the numbers of the finished rows; otherwise nil.
function follow.run(base, list, names, keeps)
  gate.own(base, names)
  local outer, inner = follow.split(base, list)
  local parts, whys, rows_done, notes, n, plan, checked = {}, {}, {}, support.none(), 1, nil, true
  for _, axis in ipairs(list) do n = n * axis.n end
  local cases, weave = follow.cases(base, outer), weave_of(list, outer)
  local function all()
    for i, one in ipairs(cases) do
      local moved = follow.engine_axes(inner, one.made)
      local results, why
      if one.made.searches then results = case.run(one.made, moved, names)
      else results, why, rows_done[i] = legal.run(one.made, moved, names, keeps) end
      checked, whys[i] = checked and why ~= nil, why or false
      parts[i], plan = results, plan or one.made.plan
      support.add(notes, one.made, moved, names)
      gate.tell(one.made, moved, names)
    end
  end
  local done
  if not keeps then all()
  elseif stop.keeping(all) then done = filled_up(parts, whys, rows_done, #cases, weave, n / #cases, #names) end
  local why
  if checked then why = woven_why(whys, weave, n / #cases) end
  return woven(parts, weave, #names), n, notes, still_part(plan, outer), why, done
end

--- summary(base, list, names) returns the least, largest and mean value of each column, notes on their basis, the plan, and
--- a line about illegal layouts, or nil. After Ctrl-C, the last result is the number of points that the values cover.
function follow.summary(base, list, names)
  gate.own(base, names)
  local outer, inner = follow.split(base, list)
  local cases, notes = follow.cases(base, outer), support.none()
  local least, most, mean, illegal
  local runs = 0 -- number of cases in the mean
  local points = stop.keeping(function()
    for _, one in ipairs(cases) do
      local moved = follow.engine_axes(inner, one.made)
      local low, high, middle = case.summary(one.made, moved, names)
      runs = runs + 1
      if not least then least, most, mean = low, high, middle
      else
        for k = 1, #names do
          least[k], most[k] = math.min(least[k], low[k]), math.max(most[k], high[k])
          mean[k] = mean[k] + middle[k]
        end
      end
      illegal = illegal or legal.line_of_grid(one.made, moved)
      support.add(notes, one.made, moved, names)
      gate.tell(one.made, moved, names)
    end
  end)
  for k = 1, runs > 1 and #names or 0 do mean[k] = mean[k] / runs end
  return least, most, mean, notes, cases[1].made.plan, illegal, points
end

return follow
