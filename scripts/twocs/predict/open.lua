-- SPDX-License-Identifier: MIT
-- The fields that the rows of a file do not state, and the effect of another choice on each row. The other choice is
-- written into the row's cells and predicted again, so it has every effect that the user's own cell would have. Missing
-- fields widen a band, by the probability of the other choice and its effect. In a very large file, only every n-th row is
-- evaluated.
local cases = require "twocs.predict.cases"
local cells = require "twocs.runs.cells"
local columns = require "twocs.runs.columns"
local case_of_row = require "twocs.runs.case"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local runs = require "twocs.runs.read"
local software = require "twocs.ask.software"

local open = {}

local most = 300 -- rows that are predicted again for each choice

local function empty(value) return value == nil or value ~= value or value == "" end

-- At most this number of rows, evenly spread; no faulty rows.
local function sample(list)
  local well, some = {}, {}
  for _, one in ipairs(list) do
    if not one.sick then well[#well + 1] = one end
  end
  local step = math.max(1, math.ceil(#well / most))
  for i = 1, #well, step do some[#some + 1] = well[i] end
  return some, step
end

-- The columns of the fields of a case.
local words = { attention = { fused = "yes", unfused = "no" }, zero = { none = "none", optimizer = "zero1",
  gradients = "zero2", weights = "zero3" } }

-- The value that was used for a run, as its column would state it; the software's word if the row states none.
local function taken(stack, choice, one)
  local made, name = stack.of_case[one.place].made, columns.field_of(choice.column)
  if choice.taken then return choice.taken(made) end
  if choice.column == "software" then return made.software.name end
  local row = rows.by_name[name]
  if not row or choice.value then return choice.is end
  local value = made[row.record][name]
  if words[name] then value = words[name][value] end
  if value == nil then return choice.is end
  return type(value) == "number" and core.format("%.15g", value) or tostring(value)
end

-- Whether this run leaves the choice open. A registered model leaves none of its own fields open, and of some columns only
-- what was filled in is open (runs/usual.lua).
local function is_open(choice, one)
  if choice.filled then return one.about.filled[choice.column] or false end
  if choice.of_model and one.about.model or not empty(one.row[choice.column]) then return false end
  return not choice.where or choice.where(one.row, one.made)
end

-- The fields that this run states in addition with another cell, and whether its software then sets and plans everything
-- else as before; nil if other cells matter too, or if one of these fields is already stated.
local function added(one, column, value)
  local cell = cells.cell(columns.of(column), value)
  local fields = cell ~= nil and case_of_row.alone(one.row, column, cell, software.entry(one.made.software))
  if not fields then return nil end
  local stays = true
  for name in pairs(fields) do
    if core.states(one.made[rows.by_name[name].record], name) then return nil end
    stays = stays and software.stays(one.made, name)
  end
  return fields, stays
end

-- Cells of a run's measured speed.
local measured_cells = { "step_time_s", "mfu_pct", "hfu_pct", "tflops_per_gpu" }

-- The same run with the other choice: a case like it with more fields, if the row's other cells mean the same with them. A
-- measured rate means another time where the other choice changes the tokens or FLOPs of a step.
local function otherwise(self, choice, one, other)
  local value = choice.value and choice.value(one.row, other, one.made) or tonumber(other) or other
  local fields, stays = added(one, choice.column, value)
  if fields then
    local row = { peak_mem_gib = one.row.peak_mem_gib }
    for _, name in ipairs(measured_cells) do row[name] = one.row[name] end
    return { row = row, about = one.about, fields = fields, like = one,
      plan = stays and self.stack.of_case[one.place].plan }
  end
  local row = {}
  for key, cell in pairs(one.row) do row[key] = cell end
  for name in pairs(one.about.filled.computed) do row[name] = nil end -- they may be others with this value
  row[choice.column] = value
  return runs.case({ fixed = self.entry.fixed }, row)
end

-- The values that were used in the runs that leave a choice open, each word once; and by run, false if it is not open.
local function kinds_of(stack, choice, some)
  local of, order, seen = {}, {}, {}
  for _, one in ipairs(some) do
    local word = is_open(choice, one) and taken(stack, choice, one)
    of[one] = word
    if word and not seen[word] then seen[word], order[#order + 1] = true, word end
  end
  return order, of
end

-- Adds the runs that used `is`, with the other choice, to a list; for runs that used the other choice, the first one.
local function asked(self, choice, some, is, of, list)
  local found = { choice = choice, is = is, other = is == choice.other and choice.is or choice.other, rows = 0,
    change_of = {}, taken = of }
  for _, one in ipairs(some) do
    if of[one] == is then
      local other = otherwise(self, choice, one, found.other)
      other.among, other.before = found, one
      list[#list + 1], found.rows = other, found.rows + 1
    end
  end
  return found
end

-- The results that are needed for these runs.
local function names_of(list)
  for _, one in ipairs(list) do
    if not one.row.step_time_s then return cases.brief_of_flops end
  end
  return cases.brief
end

-- Predicts all of these runs together, and stores the change of each step.
local function changes(self, list)
  local stack = cases.of(self.name, list)
  local measured = stack:predicted(self.constants, nil, names_of(list))
  for _, predicted in ipairs{ measured, stack.answers } do
    for _, one in ipairs(predicted) do
      local before = list[one.at].before
      local change = core.log(one.predicted / before.predicted)
      if before.measured then change = change - core.log(one.measured / before.measured) end
      list[one.at].among.change_of[before.place] = change
    end
  end
end

--- of(self, list): for each choice that some of these predicted runs leave open { choice =, is =, other =, rows =,
--- change_of = { [place] = change of the step's logarithm with the other choice, less that of the measured step } }, and
--- every how many rows were evaluated. self: { name =, stack =, constants =, entry = }. A run for which the other choice is
--- not a valid case has no change.
function open.of(self, list)
  local some, step = sample(list)
  local found, others = {}, {}
  for _, choice in ipairs(self.entry.choices or {}) do
    local kinds, of = kinds_of(self.stack, choice, some)
    for _, is in ipairs(kinds) do found[#found + 1] = asked(self, choice, some, is, of, others) end
  end
  changes(self, others)
  return found, step
end

-- For a choice with this probability in percent: the standard deviation of the change over the change itself.
local function share_of(chance) return math.sqrt(chance / 100 * (1 - chance / 100)) end

-- The median change of the evaluated rows, used for the others.
local function usual(one)
  local list = {}
  for _, change in pairs(one.change_of) do list[#list + 1] = change end
  table.sort(list)
  return list[math.ceil(#list / 2)] or 0
end

--- widen(found, list, stack): adds the uncertainty from missing fields to `up` and `down` of each run. found: the result of
--- open.of.
function open.widen(found, list, stack)
  for _, one in ipairs(found) do
    local chance, middle = one.choice.chance, usual(one)
    for _, run in ipairs(list) do
      local word = one.taken[run]
      if word == nil then word = is_open(one.choice, run) and taken(stack, one.choice, run) end
      if word == one.is then
        local share = share_of(type(chance) == "function" and chance(run.made) or chance)
        local change = share * (one.change_of[run.place] or middle)
        local side = change > 0 and "up" or "down"
        run[side] = math.sqrt(run[side] * run[side] + change * change)
      end
    end
  end
end

return open
