-- SPDX-License-Identifier: MIT
-- A stack: runs of one file as cases, evaluated together with one set of constants. A row becomes one prediction or one
-- sentence with the reason. Rows that repeat the configuration and the time of another row count once.
local bands = require "twocs.predict.bands"
local case = require "twocs.ask.case"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local defaults = require "twocs.fit.defaults"
local evaluate = require "twocs.predict.evaluate"
local legal = require "twocs.ask.legal"
local memory = require "twocs.predict.memory"
local rows = require "twocs.data.rows"
local score = require "twocs.predict.score"
local slips = require "twocs.runs.slips"
local unsupported = require "twocs.data.unsupported"

local entry_of = require("twocs.ask.software").entry
local is_ideal = require("twocs.ask.software").is_ideal

local cases = {}
local Stack = {}
Stack.__index = Stack

local wanted = { "t_step", "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle", "microbatches", "step_flop", "peak",
  "mem_byte", "mem_size", "first_mem", "stage_mem", "fits", "h", "devices", "stage_layers", "t_layer_host", "t_layer_cmp",
  "t_stream_f", "t_stream_b", "t_weights", "t_hops", "mfu", "hfu", "net1_share", "why", "step_inside", "step_beyond",
    "step_transferred",
  "step_assumed" }

--- The microbatch size of a predicted row, as text, stated or not.
function cases.microbatch(one)
  return core.format("%.0f", one.row.microbatch or one.fields.global_batch / (one.fields.dp or 1) / one.v.microbatches)
end

--- Results that decide whether a row counts, and its time: sufficient for rows with a measured step time. With a measured
--- share or rate of FLOPs, these are needed too.
cases.brief = { "t_step", "microbatches", "why" }
cases.brief_of_flops = { "t_step", "microbatches", "why", "step_flop", "peak", "hfu" }

-- The measured step time: the row's time, or computed from its MFU or its FLOP/s per device; nil if the row has none of
-- them.
local function measured_of(row, v)
  if row.step_time_s then return row.step_time_s end
  if row.mfu_pct then return v.step_flop / (v.peak * row.mfu_pct / 100) end
  if row.tflops_per_gpu then return v.step_flop / (row.tflops_per_gpu * 1e12) end
  if row.hfu_pct then return v.t_step * v.hfu * 100 / row.hfu_pct end
end

-- Counts a reason, and keeps the first row of the file with it.
local function count(reasons, why, first, at)
  reasons[why] = (reasons[why] or 0) + 1
  first[why] = math.min(first[why] or at, at)
end

-- The case of a run with more fields: from the completed case if its plan stays, else from the case that its row states.
local function with_more(one)
  local made = {}
  for key, value in pairs(one.plan and one.like.made or case.split(one.like.case, {}, nil, true)) do made[key] = value end
  for name, value in pairs(one.fields) do
    local record = rows.by_name[name].record
    made[record] = made[record]{ [name] = value }
  end
  if not one.plan then unsupported.format(made) end
  return made
end

-- The case as case.split makes it; nil and the reason if it is not valid: a field out of its range.
local function split(one)
  local done, made
  if one.like then done, made = pcall(with_more, one) else done, made = pcall(case.split, one.case, {}, nil, true) end
  if done then return made end
  return nil, (tostring(made):gsub("^[^\n]-:%d+: ", ""))
end

-- Fields of each case of these jobs, by its place. `software` is equal for two cases with the same constants.
local function placed(jobs)
  local of = {}
  for _, job in ipairs(jobs) do
    for i, place in ipairs(job.place) do
      local made = job.made_of[i]
      local software = made.software
      of[place] = { made = made, plan = job.plan, fields = job.fields[i],
        software = core.states(software) and software or software.name or software }
    end
  end
  return of
end

--- of(name, list, own): list contains { row =, case =, about = } or { row =, why = } (runs/read.lua). In place of a case it
--- may contain a predicted run that it is `like`, the additional `fields`, and the `plan` if this stays; and the list that
--- it is `among`, because only rows of one list can repeat each other. own: a user's own file, whose rows may state a time
--- and an MFU that contradict each other.
function cases.of(name, list, own)
  local self = setmetatable({ name = name, own = own, rows = {}, cases = {}, failed = {}, reasons = {}, first = {}, at = {},
    about = {}, among = {}, raw = {} }, Stack)
  local made_of, plans = {}, {}
  for number, one in ipairs(list) do
    local r, why, made = one.row, one.why, nil
    if not why then made, why = split(one) end
    if why then
      count(self.reasons, why, self.first, number)
    elseif one.about.failed then
      self.failed[#self.failed + 1] = one
      count(self.reasons, "it failed", self.first, number)
    else
      local at = #self.rows + 1
      self.rows[at], self.cases[at], self.at[at], self.about[at] = r, one.case or made, number, one.about
      self.raw[at], self.among[at], made_of[at], plans[at] = one.raw or r, one.among or self, made, one.plan
    end
  end
  self.jobs = evaluate.jobs(self.cases, made_of, plans)
  self.of_case = placed(self.jobs)
  return self
end

--- again(name, list): a stack of some predicted runs of another stack.
function cases.again(name, list)
  local some = {}
  for i, one in ipairs(list) do some[i] = { row = one.row, case = one.case, about = one.about } end
  return cases.of(name, some)
end

-- Constants as fields that override a case's own fields, except fields that the row or its software entry states. None for
-- software without overheads.
local function constants_of(software, c)
  if is_ideal(software) then return {} end
  local said = entry_of(software)
  if not core.states(software) and not said then return c end
  local own = {}
  for name, value in pairs(c) do
    own[name] = (core.states(software, name) or said and said[name]) and software[name] or value
  end
  if core.states(software, "net1_share") then own.net_speed = 1 end -- its network was measured
  return own
end

-- The setter (predict/evaluate.lua) of these constants. Cases of one software whose record states nothing but its name
-- share one table, which callers must not change.
local function setter(of, c)
  local known = {}
  return function(i)
    local one = of[i]
    local own = known[one.software]
    if not own then
      own = constants_of(one.made.software, c)
      known[one.software] = own
    end
    return own
  end
end

--- columns(wanted, c): a column for each of these names, with the constants c.
function Stack:columns(wanted_names, c)
  return evaluate.run(self.jobs, #self.cases, wanted_names, setter(self.of_case, c))
end

--- times(c, more, of): the step time of each case, a column. For fits: nothing else is computed. more: fields that override
--- others if of[case] is true.
function Stack:times(c, more, of)
  local set = setter(self.of_case, c)
  return evaluate.run(self.jobs, #self.cases, { "t_step" }, not more and set or function(i, fields)
    local own = {}
    for name, value in pairs(set(i)) do own[name] = value end
    for name, value in pairs(more) do
      local row = rows.by_name[name]
      own[name] = of[i] and value or fields[name] or (type(row.initial) == "number" and row.initial) or value
    end
    return own
  end)[1]
end

--- times_of(list): the same for each set of constants in a list; the sets are evaluated together.
function Stack:times_of(list)
  local sets, times = {}, {}
  for s, c in ipairs(list) do sets[s] = setter(self.of_case, c) end
  for s, columns in ipairs(evaluate.runs(self.jobs, #self.cases, { "t_step" }, sets)) do times[s] = columns[1] end
  return times
end

-- The constants, then for each of these names a set with the constant lowered and a set with it raised by its sd, within
-- its bounds.
local function ends_of(c, sd)
  local list = { c }
  for _, name in ipairs(bands.moved) do
    local bound = constants.bounds[name] or { 1e-3, 1e3 }
    for _, by in ipairs{ -sd[name], sd[name] } do
      local other = {}
      for key, value in pairs(c) do other[key] = value end
      other[name] = math.max(bound[1], math.min(bound[2], (c[name] or 1) * core.exp(by)))
      list[#list + 1] = other
    end
  end
  return list
end

-- Adds the squared changes of the steps by each constant to `down` and `up`, for cases with of[i].
local function moved(self, c, sd, of, down, up)
  local times = self:times_of(ends_of(c, sd))
  local base = times[1]
  for k = 1, #bands.moved do
    local lower, upper = times[2 * k], times[2 * k + 1]
    for i = 1, #self.cases do
      local step, low, high = base[i], lower[i], upper[i]
      if of[i] and (low ~= step or high ~= step) then -- most steps depend on few of the constants
        local a, b = core.log(low / step), core.log(high / step)
        local less, more = math.min(0, a, b), math.max(0, a, b)
        down[i], up[i] = down[i] + less * less, up[i] + more * more
      end
    end
  end
end

--- swing(c, sd): how much shorter and longer each step may be, in logarithms. A software entry that a user calibrated has
--- its own sd.
function Stack:swing(c, sd)
  local down, up, rows_of = {}, {}, {}
  for i = 1, #self.cases do
    local made = self.of_case[i].made
    local calibrated = (entry_of(made.software) or {}).calibrated
    local own = calibrated and calibrated.sd or bands.spread_of(made, sd)
    rows_of[own] = rows_of[own] or {}
    down[i], up[i], rows_of[own][i] = 0, 0, true
  end
  for own, of in pairs(rows_of) do moved(self, c, own, of, down, up) end
  for i = 1, #self.cases do down[i], up[i] = math.sqrt(down[i]), math.sqrt(up[i]) end
  return down, up
end

-- Adds the predicted memory of legal cases to `found`.
local function remembered(found, jobs, of, rows_of, c)
  local columns = evaluate.run(jobs, #rows_of, memory.wanted, setter(of, c))
  for i, row in ipairs(rows_of) do
    local v = {}
    for k, name in ipairs(memory.wanted) do v[name] = columns[k][i] end
    if v.why == 0 then found[#found + 1] = memory.of(row, of[i].fields, v) end
  end
end

--- memory(c): the predicted memory of all runs, including failed ones (predict/memory.lua).
function Stack:memory(c)
  local found, list, failed = {}, {}, {}
  remembered(found, self.jobs, self.of_case, self.rows, c)
  for i, one in ipairs(self.failed) do list[i], failed[i] = one.case, one.row end
  local jobs = evaluate.jobs(list)
  remembered(found, jobs, placed(jobs), failed, c)
  memory.mark(found)
  return found
end

-- A table of tables; each is made when it is first used.
local of_each = { __index = function(self, key)
  self[key] = {}
  return self[key]
end }

--- widen(c, sd, list): `down` and `up` of each predicted run, from the uncertainty of the constants (predict/bands.lua).
function Stack:widen(c, sd, list)
  local down, up = self:swing(c, sd)
  for _, one in ipairs(list) do one.down, one.up = down[one.place], up[one.place] end
end

--- predicted(c, sd, names): a list of { row, case, fields, v, predicted, measured, sick }; illegal rows go to `reasons`. c:
--- constants; sd: their uncertainty, for `down` and `up` of each run. names: the results in `v`, if not all are needed
--- (cases.brief); faulty rows are then not detected. Rows without a time go to self.answers.
function Stack:predicted(c, sd, names)
  names = names or wanted
  local columns, list, reasons = evaluate.run(self.jobs, #self.cases, names, setter(self.of_case, c)), {}, {}
  local seen = setmetatable({}, of_each)
  self.answers = {} -- rows without a time
  for why, n in pairs(self.reasons) do reasons[why] = n end
  for i, row in ipairs(self.rows) do
    local v = {}
    for k, name in ipairs(names) do v[name] = columns[k][i] end
    local one = { row = row, raw = self.raw[i], about = self.about[i], case = self.cases[i],
      fields = self.of_case[i].fields, v = v, predicted = v.t_step,
      measured = measured_of(row, v), place = i, at = self.at[i],
      made = self.of_case[i].made, device = self.of_case[i].made.device.name }
    local slip = names == wanted and one.measured and (slips.time(one.measured, one.predicted, v.mfu)
      or self.own and slips.share(row, v, one.measured, one.case.device))
    if v.why ~= 0 then
      count(reasons, "no legal layout: " .. legal.sentence(v.why), self.first, one.at)
    elseif not one.measured then
      self.answers[#self.answers + 1] = one
    elseif slip then
      count(reasons, slip, self.first, one.at)
    elseif score.repeated(seen[self.among[i]], one) then
      count(reasons, "it repeats another row, including its time", self.first, one.at)
    else
      list[#list + 1] = one
    end
  end
  self.sick = names == wanted and score.mark_sick(list) or nil
  for _, some in ipairs(sd and { list, self.answers } or {}) do self:widen(c, sd, some) end
  return list, reasons
end

return cases
