-- SPDX-License-Identifier: MIT
-- A stack: runs of one file as cases, evaluated together with one set of constants. The one thing to know: a row
-- becomes one prediction or one sentence why not, and rows that repeat another's configuration and time count once.
local bands = require "twocs.predict.bands"
local case = require "twocs.ask.case"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local evaluate = require "twocs.predict.evaluate"
local legal = require "twocs.ask.legal"
local memory = require "twocs.predict.memory"
local rows = require "twocs.data.rows"
local score = require "twocs.predict.score"

local cases = {}
local Stack = {}
Stack.__index = Stack

local wanted = { "t_step", "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle", "microbatches", "step_flop", "peak",
  "mem_byte", "mem_size", "first_mem", "stage_mem", "fits", "h", "devices", "stage_layers", "t_layer_host", "t_layer_cmp",
  "t_stream_f", "t_stream_b", "t_accumulate", "t_hops", "why", "step_inside", "step_beyond", "step_transferred",
  "step_assumed" }

local timed = { "t_step", "fits", "microbatches" }

local function is_number(x) return type(x) == "number" and x == x end

-- Counts a reason, and keeps the first row of the file that it is about.
local function count(reasons, why, first, at)
  reasons[why] = (reasons[why] or 0) + 1
  first[why] = math.min(first[why] or at, at)
end

-- nil, or why no record can be made of a case: a field out of its range.
local function refused(one)
  local done, sentence = pcall(case.split, one, {}, nil, true)
  if not done then return (tostring(sentence):gsub("^[^\n]-:%d+: ", "")) end
end

-- Fields of each case of these jobs, by its place.
local function placed(jobs)
  local of = {}
  for _, job in ipairs(jobs) do
    for i, place in ipairs(job.place) do of[place] = { made = job.made_of[i], fields = job.fields[i] } end
  end
  return of
end

--- of(name, list): list holds { row =, case = } or { row =, why = } (runs/read.lua).
function cases.of(name, list)
  local self = setmetatable({ name = name, rows = {}, cases = {}, networks = {}, failed = {}, reasons = {}, first = {},
    at = {} }, Stack)
  for number, one in ipairs(list) do
    local r, why = one.row, one.why or refused(one.case)
    if why then
      count(self.reasons, why, self.first, number)
    elseif not (is_number(r.step_time_s) and r.step_time_s > 0) then
      if tostring(r.status) == "fail" then self.failed[#self.failed + 1] = one end
      count(self.reasons, tostring(r.status) == "fail" and "it failed" or "it states no time of a step", self.first, number)
    else
      local at = #self.rows + 1
      self.rows[at], self.cases[at], self.networks[at], self.at[at] = r, one.case, one.network, number
    end
  end
  self.jobs = evaluate.jobs(self.cases, constants.plan)
  self.of_case = placed(self.jobs)
  return self
end

local function setter(self, c)
  return function(i) return constants.fields(c, self.of_case[i].made, self.of_case[i].fields, self.networks[i]) end
end

--- times(c, more, of): a step's time for each case, a column. For fits: nothing else is computed. more: fields that win
--- where of[case] holds.
function Stack:times(c, more, of)
  local set = setter(self, c)
  local found = evaluate.run(self.jobs, #self.cases, timed, not more and set or function(i, fields)
    local own = set(i)
    for name, value in pairs(more) do
      local row = rows.by_name[name]
      own[name] = of[i] and value or fields[name] or (type(row.initial) == "number" and row.initial) or value
    end
    return own
  end)
  local times, fits, microbatches = found[1], found[2], found[3]
  for i = 1, #self.cases do
    times[i] = times[i] + constants.retry(c, self.of_case[i].fields, fits[i], microbatches[i])
  end
  return times
end

-- Adds squares of what moving each constant by its sd, both ways and within its bounds, does to the steps where of[i].
local function moved(self, c, sd, of, down, up)
  local base = self:times(c)
  for _, name in ipairs(bands.moved) do
    local ends, bound = {}, constants.bounds[name] or { 1e-3, 1e3 }
    for k, by in ipairs{ -sd[name], sd[name] } do
      local other = {}
      for key, value in pairs(c) do other[key] = value end
      other[name] = math.max(bound[1], math.min(bound[2], (c[name] or 1) * core.exp(by)))
      ends[k] = self:times(other)
    end
    for i = 1, #self.cases do
      if of[i] then
        local a, b = core.log(ends[1][i] / base[i]), core.log(ends[2][i] / base[i])
        local less, more = math.min(0, a, b), math.max(0, a, b)
        down[i], up[i] = down[i] + less * less, up[i] + more * more
      end
    end
  end
end

--- swing(c, sd, unmeasured): how much less and more each step may take, in logarithms. unmeasured: the sd where no operator
--- of the device was measured.
function Stack:swing(c, sd, unmeasured)
  local known, unknown, down, up, any = {}, {}, {}, {}, false
  for i = 1, #self.cases do
    down[i], up[i], known[i] = 0, 0, not unmeasured or constants.measured(self.of_case[i].made)
    unknown[i], any = not known[i], any or not known[i]
  end
  moved(self, c, sd, known, down, up)
  if any then moved(self, c, unmeasured, unknown, down, up) end
  for i = 1, #self.cases do down[i], up[i] = math.sqrt(down[i]), math.sqrt(up[i]) end
  return down, up
end

-- What memory says of cases, added to `found`; not of illegal ones.
local function remembered(found, jobs, of, rows_of, networks, c)
  local columns = evaluate.run(jobs, #rows_of, memory.wanted, function(i)
    return constants.fields(c, of[i].made, of[i].fields, networks[i])
  end)
  for i, row in ipairs(rows_of) do
    local v = {}
    for k, name in ipairs(memory.wanted) do v[name] = columns[k][i] end
    if v.why == 0 then found[#found + 1] = memory.of(row, of[i].fields, v) end
  end
end

--- memory(c): of all runs, those that failed too (predict/memory.lua).
function Stack:memory(c)
  local found, list, failed, networks = {}, {}, {}, {}
  remembered(found, self.jobs, self.of_case, self.rows, self.networks, c)
  for i, one in ipairs(self.failed) do list[i], failed[i], networks[i] = one.case, one.row, one.network end
  local jobs = evaluate.jobs(list, constants.plan)
  remembered(found, jobs, placed(jobs), failed, networks, c)
  memory.mark(found)
  return found
end

--- predicted(c, sd): a list of { row, case, fields, v, predicted, measured, sick }; illegal rows go to `reasons`. c:
--- constants; sd: how uncertain they are, for `down` and `up` of each (predict/bands.lua).
function Stack:predicted(c, sd)
  local columns, list, reasons = evaluate.run(self.jobs, #self.cases, wanted, setter(self, c)), {}, {}
  local seen, down, up = {}, nil, nil
  if sd then down, up = self:swing(c, sd, bands.unmeasured(sd)) end
  for why, n in pairs(self.reasons) do reasons[why] = n end
  for i, row in ipairs(self.rows) do
    local v = {}
    for k, name in ipairs(wanted) do v[name] = columns[k][i] end
    local retry = constants.retry(c, self.of_case[i].fields, v.fits, v.microbatches)
    v.t_step, v.t_step_idle = v.t_step + retry, v.t_step_idle + retry
    local one = { row = row, case = self.cases[i], fields = self.of_case[i].fields, v = v, predicted = v.t_step,
      measured = row.step_time_s, place = i, at = self.at[i], device = self.of_case[i].made.device.name,
      down = down and down[i], up = up and up[i] }
    if v.why ~= 0 then
      count(reasons, "no legal layout: " .. legal.sentence(v.why), self.first, one.at)
    elseif score.repeated(seen, one) then
      count(reasons, "it repeats another row, its time included", self.first, one.at)
    else
      list[#list + 1] = one
    end
  end
  self.sick = score.mark_sick(list)
  return list, reasons
end

return cases
