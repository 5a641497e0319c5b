-- SPDX-License-Identifier: MIT
-- Checks of every case. A stated field without effect is reported once on stderr. Where a number is printed, one line names
-- the missing fields with the largest effect. Fields of the limits are accepted only in cases of the limits. No list says
-- which fields have an effect: the engine tries each field in the given case (core.idle).
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local proportions = require "twocs.ask.proportions"
local registry = require "twocs.data.registry"
local rows = require "twocs.data.rows"
local say = require "twocs.common.say"
local software = require "twocs.ask.software"
local unsupported = require "twocs.data.unsupported"

local gate = {}

local chief = { "t_step", "mem_byte", "fits" }
local seen, named = {}, {} -- statements already checked; fields already reported
local looks, looks_most = 0, 300 -- checks in one run: random cases would need a check each

-- The case, with a default device if it has none, so that a step can be timed.
local function with_device(made)
  if core.given(made.device, "peak_fp16") then return made end
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy.device = registry.devices.h100_sxm
  return copy
end

local function can_be(made, moved, names)
  if #moved == 0 then return (pcall(core.eval, made, names)) end -- a NaN counts as computed
  local done, can = pcall(core.can, made, moved, names)
  return done and can
end

-- Which of these results can be computed over the axes.
local function computable(made, moved, names)
  local list = {}
  if can_be(made, moved, names) then return names end -- the usual case
  for _, name in ipairs(names) do
    if can_be(made, moved, { name }) then list[#list + 1] = name end
  end
  return list
end

local function idle_sentence(one)
  local name, could, other, value = one[1], one[2], one[3], one[4]
  local row = rows.by_name[name]
  local what = core.format("%s = { %s = ... }", one[5] and "over" or row.record, name)
  if not could then return core.format("%s changes no result of this case under its plan (%s)", what, row.meaning) end
  local would = other and core.format("; it would with %s = %s", other, value) or ""
  return core.format("%s changes neither the time nor the memory of a step in this case, nor the wanted results%s (%s)",
    what, would, row.meaning)
end

-- Whether the layout is legal only with the stated value of this field. Example: EP lies inside DP, so a legal EP may need
-- a dp that changes no result.
local function makes_legal(made, name)
  local row, without = rows.by_name[name], {}
  if row.follows or row.must then return false end
  for key, value in pairs(made) do without[key] = value end
  without[row.record] = made[row.record]{ [name] = row.choice and rows.words(row)[row.initial + 1] or row.initial }
  local done, legal = pcall(core.eval, without, "legal")
  return done and legal == 0 and core.eval(made, "legal") == 1
end

-- Whether axes are checked: only those that a script wrote, and only if no law is a Lua function, which may do anything.
local function looks_at_axes(made)
  for _, law in pairs(made.own_axes and made.plan or {}) do
    if type(law) == "function" then return false end
  end
  return made.own_axes == true
end

local function look(made, moved, wants)
  local case, names, known = with_device(made), {}, {}
  for _, list in ipairs{ chief, wants } do
    for _, name in ipairs(list) do
      if not known[name] then names[#names + 1], known[name] = name, true end
    end
  end
  local done, list = pcall(core.idle, case, moved, computable(case, moved, names), named)
  for _, one in ipairs(done and list or {}) do
    local asked = not one[5] or looks_at_axes(made)
    if asked and not software.deals_by(made, one[1]) and not makes_legal(case, one[1]) then
      named[one[1]] = true
      say("%s", idle_sentence(one))
    end
  end
  for _, one in ipairs(proportions.of(made, moved)) do
    local name, sentence = one[1], one[2]
    if not named[name] then say("%s", sentence) end
    named[name] = true
  end
end

-- Whether only results of listed operators are wanted. Then there is no step, and only the device fields that they read
-- matter.
local function of_operators(wants)
  for _, name in ipairs(wants) do
    if not (name:find "^op_" or name:find "^t_op_") then return false end
  end
  return #wants > 0
end

local silent = 0 -- how many calls of gate.silently are under way

--- silently(f, ...): calls f(...) without reports on fields that have no effect. This serves questions with many cases,
--- each of which uses only a part of the stated fields.
function gate.silently(f, ...)
  silent = silent + 1
  local function back(done, ...)
    silent = silent - 1
    if not done then error(..., 0) end
    return ...
  end
  return back(pcall(f, ...))
end

-- A key for the fields that a case states and those that its axes change; nil if there are none.
local function statement_of(made, moved)
  local stated = core.statement(made)
  if #moved == 0 or not looks_at_axes(made) then return stated ~= 0 and stated or nil end
  local names = { core.format("%.0f", stated) }
  for i, axis in ipairs(moved) do names[i + 1] = axis[1] and axis[1][1] or "" end
  return table.concat(names, " ")
end

--- Reports on stderr, once for each field: fields that a case states, or that these axes of the engine change, without
--- effect on a step or on the wanted results; and implausible values (proportions.lua). A case that states the same fields
--- as an earlier one, with the same words and values of the same class (0, 1 or more), is not checked again.
function gate.tell(made, moved, wants)
  if silent > 0 or looks == looks_most then return end
  local statement = statement_of(made, moved)
  if not statement or seen[statement] or made.of_wall or of_operators(wants) then return end
  seen[statement], looks = true, looks + 1
  look(made, moved, wants)
end

--- Forgets all reports, as at the start of a script.
function gate.forget()
  seen, looks = {}, 0
  for name in pairs(named) do named[name] = nil end
end

-- The model of the wall and that of a step ----------------------------------------------------------------------------

local of_step, of_wall = {}, {} -- the name in one model of the other's fields and results
for _, pair in ipairs(core.counterparts()) do
  of_step[pair[1]], of_wall[pair[2]] = of_step[pair[1]] or pair[2], of_wall[pair[2]] or pair[1]
end

local held = core.wall_columns()

-- The columns that the results of the wall read, for any values. They are collected once.
local reached
local function wall_reads(name)
  if not reached then
    local list = {}
    reached = {}
    for result in pairs(held) do list[#list + 1] = result end
    while #list > 0 do
      local one = table.remove(list)
      if not reached[one] then
        reached[one] = true
        for _, read in ipairs(core.reads({}, one)) do list[#list + 1] = read end
      end
    end
  end
  return reached[name]
end

--- Raises if a name belongs to the wall but this is a case of a step, or if it belongs to a step but this is a case of the
--- wall.
function gate.own(made, names)
  local wall = made.of_wall
  for _, name in ipairs(names) do
    local row = rows.by_name[name]
    if row.of_wall and not wall then
      mistake.raise("%s belongs to cases of tw.limits, but this is a case of a step%s (%s)", name, of_step[name]
        and core.format(": use %s", of_step[name]) or "", row.meaning)
    elseif wall and not gate.of_wall(row) then
      mistake.raise("%s belongs to cases of a step, but this is a case of tw.limits%s (%s)", name, of_wall[name]
        and core.format(": use %s", of_wall[name]) or ", which does not use it", row.meaning)
    end
  end
end

--- Whether a case of the wall has this field or result: those of the wall, and the fields that its results read.
function gate.of_wall(row)
  if row.of_wall or held[row.name] ~= nil then return true end
  return row.record ~= "result" and (wall_reads(row.name) == true)
end

--- Raises where a case of a step has a record of the wall.
function gate.no_wall(record)
  if record ~= nil then
    mistake.raise("wall belongs to a case of tw.limits{ months = 3, device = ... }; a case of a step has no wall")
  end
end

-- What is left out ----------------------------------------------------------------------------------------------------

local worth = 0.05 -- share of the result; a smaller effect is not reported
local looked_at = { "attention", "causal", "dropout", "format" } -- often forgotten fields of the run with large effects

-- Among the other words of a field that the case does not state: the word with the smallest effect on the result that is
-- still larger than `worth`, { word, change }.
local function moved_by(made, name, result, base)
  local row, best = rows.by_name[name], nil
  local now = made.run[name]
  for _, word in ipairs(rows.words(row)) do
    local copy = {}
    for key, value in pairs(made) do copy[key] = value end
    copy.run = made.run({ [name] = word }, true)
    local done, value = pcall(core.eval, copy, result)
    local change = done and value / base - 1 or 0
    local much = word ~= now and change == change and math.abs(change) > worth
      and not (name == "format" and unsupported.lacks(made.device, word))
    if much and (not best or math.abs(change) < math.abs(best[2])) then best = { word, change } end
  end
  return best
end

--- One line with the fields that a case does not state and that change this result by more than 5 %; nil if there are none.
function gate.left_out(made, result)
  local done, base = pcall(core.eval, made, result)
  if not done or made.searches or type(base) ~= "number" or base == 0 then return nil end
  local parts = {}
  if not core.states(made.model) and not made.model.name then parts[1] = "model (sizes of GPT-3)" end
  for _, name in ipairs(looked_at) do
    local best = not core.states(made.run, name) and moved_by(made, name, result, base)
    if best then
      parts[#parts + 1] = core.format('%s "%s" ("%s": %+.0f %%)', name, made.run[name], best[1], 100 * best[2])
    end
  end
  return #parts > 0 and core.format("assumed for %s: %s", result, table.concat(parts, ", ")) or nil
end

return gate
