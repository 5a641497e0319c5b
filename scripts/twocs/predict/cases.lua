-- SPDX-License-Identifier: MIT
-- A stack: runs of one file as cases, evaluated together with one set of constants. The one thing to know: a row
-- becomes one prediction or one sentence why not, and rows that repeat another's configuration and time count once.
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local evaluate = require "twocs.predict.evaluate"
local legal = require "twocs.ask.legal"
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

local function count(reasons, why) reasons[why] = (reasons[why] or 0) + 1 end

-- A case that says the same as an earlier one, its time and memory included.
local function repeated(seen, one)
  local parts = { core.format("%.9g %s %s", one.measured, tostring(one.row.peak_mem_gib), one.device) }
  for name, value in pairs(one.fields) do parts[#parts + 1] = core.format("%s=%.15g", name, value) end
  table.sort(parts)
  local key = table.concat(parts, "|")
  if seen[key] then return true end
  seen[key] = true
end

--- of(name, list): list holds { row =, case = } or { row =, why = } (runs/read.lua).
function cases.of(name, list)
  local self = setmetatable({ name = name, rows = {}, cases = {}, networks = {}, failed = {}, reasons = {} }, Stack)
  for _, one in ipairs(list) do
    local r = one.row
    if not one.case then
      count(self.reasons, one.why)
    elseif not (is_number(r.step_time_s) and r.step_time_s > 0) then
      if tostring(r.status) == "fail" then self.failed[#self.failed + 1] = one end
      count(self.reasons, tostring(r.status) == "fail" and "it failed" or "it states no time of a step")
    else
      local at = #self.rows + 1
      self.rows[at], self.cases[at], self.networks[at] = r, one.case, one.network
    end
  end
  self.jobs = evaluate.jobs(self.cases, constants.plan)
  self.of_case = {}
  for _, job in ipairs(self.jobs) do
    for i, place in ipairs(job.place) do self.of_case[place] = { made = job.made_of[i], fields = job.fields[i] } end
  end
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

--- Of rows that failed, how many are predicted to fit the memory and how many not.
function Stack:failed_fits(c)
  local list, fit, not_fit = {}, 0, 0
  for i, one in ipairs(self.failed) do list[i] = one.case end
  if #list == 0 then return 0, 0 end
  local jobs, of = evaluate.jobs(list, constants.plan), {}
  for _, job in ipairs(jobs) do
    for i, place in ipairs(job.place) do of[place] = { made = job.made_of[i], fields = job.fields[i] } end
  end
  local set = function(i) return constants.fields(c, of[i].made, of[i].fields, self.failed[i].network) end
  local fits = evaluate.run(jobs, #list, { "fits" }, set)[1]
  for i = 1, #list do
    if fits[i] == 1 then fit = fit + 1 else not_fit = not_fit + 1 end
  end
  return fit, not_fit
end

--- predicted(c): a list of { row, case, fields, v, predicted, measured, sick }; illegal rows go to `reasons`. c:
--- constants.
function Stack:predicted(c)
  local columns, list, reasons = evaluate.run(self.jobs, #self.cases, wanted, setter(self, c)), {}, {}
  local seen = {}
  for why, n in pairs(self.reasons) do reasons[why] = n end
  for i, row in ipairs(self.rows) do
    local v = {}
    for k, name in ipairs(wanted) do v[name] = columns[k][i] end
    local retry = constants.retry(c, self.of_case[i].fields, v.fits, v.microbatches)
    v.t_step, v.t_step_idle = v.t_step + retry, v.t_step_idle + retry
    local one = { row = row, case = self.cases[i], fields = self.of_case[i].fields, v = v, predicted = v.t_step,
      measured = row.step_time_s, place = i, device = self.of_case[i].made.device.name }
    if v.why ~= 0 then
      count(reasons, "no legal layout: " .. legal.sentence(v.why))
    elseif repeated(seen, one) then
      count(reasons, "it repeats another row, its time included")
    else
      list[#list + 1] = one
    end
  end
  self.sick = score.mark_sick(list)
  return list, reasons
end

return cases
