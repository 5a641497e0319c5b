-- SPDX-License-Identifier: MIT
-- The fields that the rows of a file do not state, and the effect of another choice on each row. The other choice is
-- written into the row's cells and predicted again, so it has every effect that the user's own cell would have. A band is
-- that of the mixture over all choices, with their probabilities (predict/chances.lua) and effects. In a very large file,
-- only every n-th row is evaluated.
local cases = require "twocs.predict.cases"
local cells = require "twocs.runs.cells"
local chances = require "twocs.predict.chances"
local columns = require "twocs.runs.columns"
local case_of_row = require "twocs.runs.case"
local core = require "twocs.core"
local rank = require "twocs.predict.rank"
local rows = require "twocs.data.rows"
local runs = require "twocs.runs.read"
local score = require "twocs.predict.score"
local software = require "twocs.ask.software"

local open = {}

local most = 300 -- rows that are predicted again for each choice

local function empty(value) return value == nil or value ~= value or value == "" end

-- At most this number of rows, evenly spread; no faulty rows.
local function sample(list)
  local well, some = score.healthy(list), {}
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

-- The alternatives of a choice to the value that was used: { other =, chance = } each.
local function alternatives(choice, is)
  local list, all = {}, choice.others or { { choice.other, chance = choice.chance } }
  for i, one in ipairs(all) do
    list[i] = { other = one[1] == is and choice.is or one[1], chance = one.chance, where = one.where }
  end
  return list
end

-- Adds the runs that used `is`, with another choice, to a list.
local function asked(self, choice, some, is, alternative, of, list)
  local found = { choice = choice, is = is, other = alternative.other, alternative = alternative, rows = 0,
    change_of = {}, taken = of }
  for _, one in ipairs(some) do
    if of[one] == is and (not alternative.where or alternative.where(one.made)) then
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
    for _, is in ipairs(kinds) do
      for _, alternative in ipairs(alternatives(choice, is)) do
        local one = asked(self, choice, some, is, alternative, of, others)
        if one.rows > 0 then found[#found + 1] = one end
      end
    end
  end
  changes(self, others)
  return found, step
end

-- The median change of the evaluated rows, used for the others.
local function usual(one)
  local list = {}
  for _, change in pairs(one.change_of) do list[#list + 1] = change end
  return rank.quantile(list, 0.5) or 0
end

-- The choices that each run leaves open: { { choice =, is =, { alternative =, change = }, ... }, ... }.
local function choices_of(found, list, stack)
  local by = {}
  for _, one in ipairs(found) do
    local choice, middle = one.choice, usual(one)
    for _, run in ipairs(list) do
      local word = one.taken[run]
      if word == nil then word = is_open(choice, run) and taken(stack, choice, run) end
      if word == one.is and (not one.alternative.where or one.alternative.where(run.made)) then
        by[run] = by[run] or {}
        local own = by[run]
        if #own == 0 or own[#own].choice ~= choice then own[#own + 1] = { choice = choice, is = word } end
        table.insert(own[#own], { alternative = one.alternative, change = one.change_of[run.place] or middle })
      end
    end
  end
  return by
end

-- The alternatives of one choice with their probabilities, if the software is of this kind.
local function likely(own, made, library, counts)
  local list = {}
  for i, one in ipairs(own) do
    list[i] = { p = chances.of(own.choice, one.alternative, own.is, made, library, counts), change = one.change,
      other = one.alternative.other }
  end
  return list
end

-- The choices of a run as a mixture over its software (predict/mixture.lua).
local function mixed(own, made, counts)
  local by_library = setmetatable({}, { __index = function(self, library)
    local list = {}
    for _, one in ipairs(own) do
      if one.choice.column ~= "software" then list[#list + 1] = likely(one, made, library, counts) end
    end
    self[library] = list
    return list
  end })
  local open = { choices = by_library[chances.library(made)] }
  for _, one in ipairs(own) do
    if one.choice.column == "software" then
      for i, other in ipairs(likely(one, made, "", counts)) do
        other.choices, open[i] = by_library[chances.library_of(other.other)], other
      end
    end
  end
  return open
end

--- widen(found, list, stack, counts): what each run leaves open, as `open` (predict/mixture.lua); nil if it states all.
--- found: the result of open.of. counts: for predict/chances.lua.
function open.widen(found, list, stack, counts)
  local by = choices_of(found, list, stack)
  for _, run in ipairs(list) do run.open = by[run] and mixed(by[run], run.made, counts) end
end

--- stated(stack, choice, one): the word of a choice that this run states.
function open.stated(stack, choice, one)
  local made = stack.of_case[one.place].made
  if choice.used then return choice.used(made) end
  return taken(stack, choice, one)
end

--- assumed(stack, choice, one): the word that is used for this run; nil if it states the choice.
function open.assumed(stack, choice, one) return is_open(choice, one) and taken(stack, choice, one) or nil end

return open
