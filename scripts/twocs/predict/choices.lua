-- SPDX-License-Identifier: MIT
-- What a file leaves out: what was taken instead, in how many rows, and the mean error had it been the other choice. The
-- one thing to know: the other choice is written into the rows' own cells and predicted anew, so that it does all that a
-- user's word would do. Of very many rows every so many are asked.
local cases = require "twocs.predict.cases"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local runs = require "twocs.runs.read"

local choices = {}

local most = 1000 -- rows that are predicted anew for each choice

local function empty(value) return value == nil or value ~= value or value == "" end

-- Rows that ran well, at most so many of them.
local function sample(list)
  local well, some = {}, {}
  for _, one in ipairs(list) do
    if not one.sick then well[#well + 1] = one end
  end
  local step = math.max(1, math.ceil(#well / most))
  for i = 1, #well, step do some[#some + 1] = well[i] end
  return some, step
end

-- What the fields of a case are called in columns.
local words = { attention = { fused = "yes", unfused = "no" }, zero = { none = "none", optimizer = "zero1",
  gradients = "zero2", weights = "zero3" } }

-- What was taken for a run, as its column would say it: the software's word where the row says none.
local function taken(self, choice, one)
  local made, name = self.stack.of_case[one.place].made, columns.field_of(choice.column)
  if choice.column == "software" then return made.software.name end
  local row = rows.by_name[name]
  if not row or choice.value then return choice.is end
  local value = made[row.record][name]
  if words[name] then value = words[name][value] end
  return value == nil and choice.is or tostring(core.format(type(value) == "number" and "%.15g" or "%s", value))
end

-- Does this run leave the choice open? A registered model leaves nothing of itself open.
local function is_open(choice, one)
  if choice.of_model and one.about.model then return false end
  return not (choice.where and not choice.where(one.row)) and empty(one.row[choice.column])
end

-- The same run with the other choice.
local function otherwise(choice, one, entry, other)
  local row = {}
  for key, value in pairs(one.row) do row[key] = value end
  row[choice.column] = choice.value and choice.value(row) or tonumber(other) or other
  return runs.case({ fixed = entry.fixed }, row)
end

-- Mean error over these rows, with times of their own where there are any.
local function mean_error(list, time_of)
  local sum = 0
  for _, one in ipairs(list) do sum = sum + math.abs((time_of[one] or one.predicted) / one.measured - 1) end
  return sum / #list
end

-- What was taken in the runs that leave a choice open, each word once.
local function kinds_of(self, choice, some)
  local of, order, seen = {}, {}, {}
  for _, one in ipairs(some) do
    if is_open(choice, one) then
      of[one] = taken(self, choice, one)
      if not seen[of[one]] then seen[of[one]], order[#order + 1] = true, of[one] end
    end
  end
  return order, of
end

-- Those of which `is` was taken, with the other choice; where the other one was taken, it is the first.
local function asked(self, choice, some, is, of)
  local list, back, count, instead = {}, {}, 0, is == choice.other and choice.is or choice.other
  for _, one in ipairs(some) do
    if of[one] == is then
      count = count + 1
      list[count] = otherwise(choice, one, self.entry, instead)
      list[count].row.step_time_s, back[list[count].row] = one.measured, one
    end
  end
  local stack, time_of, other = cases.of(self.name, list), {}, nil
  local predicted = stack:predicted(self.constants, nil, cases.brief)
  for _, one in ipairs(predicted) do time_of[back[one.row]] = one.predicted end
  if #predicted > 0 then other = mean_error(some, time_of) end
  return { name = choice.column, is = is, other = instead, rows = count, error = other }
end

--- of(self): a list of { name, is, other, rows, error }, by how much the other choice would change the mean error, the most
--- first; without error where the other choice is none for any row. Also the mean error as it is, and of how many rows one
--- was asked.
function choices.of(self)
  local some, step = sample(self.rows)
  if #some == 0 or not self.entry.choices then return {}, 0 / 0, 1 end
  local base, list = mean_error(some, {}), {}
  for _, choice in ipairs(self.entry.choices) do
    local kinds, of = kinds_of(self, choice, some)
    for _, is in ipairs(kinds) do
      local found = asked(self, choice, some, is, of)
      list[#list + 1] = found
      found.place, found.effect = #list, math.abs((found.error or base) - base)
    end
  end
  table.sort(list, function(a, b)
    if a.effect ~= b.effect then return a.effect > b.effect end
    return a.place < b.place
  end)
  return list, base, step
end

-- "40 rows", "1 row".
local function counted(n) return core.format("%d row%s", n, n == 1 and "" or "s") end

--- lines(self): those of the report, and the choice that would lower the mean error most, if that is a tenth of it or more.
function choices.lines(self)
  local list, base, step = choices.of(self)
  if #list == 0 then return {}, nil end
  local lines, idle, best = {}, {}, nil
  lines[1] = core.format("What rows leave out, what is taken instead, and the mean error with the other choice (now "
    .. "%.1f %%%s):", 100 * base, step > 1 and core.format("; asked of every %dth row", step) or "")
  for _, one in ipairs(list) do
    if one.effect < 0.0005 then
      idle[#idle + 1] = core.format("%s = %s", one.name, one.is)
    else
      lines[#lines + 1] = core.format("  %s = %s in %s; with %s the mean error is %.1f %%", one.name, one.is,
        counted(one.rows), one.other, 100 * one.error)
      if one.error < 0.9 * base and (not best or one.error < best.error) then best = one end
    end
  end
  if #idle > 0 then
    lines[#lines + 1] = core.format("  without a difference here: %s", table.concat(idle, ", "))
  end
  return lines, best, base
end

return choices
