-- SPDX-License-Identifier: MIT
-- Many cases at once: rows that share a device and a plan are one job of the engine, over one axis that moves every
-- field in which they differ. The one thing to know: what a case says is what it gets, as with tw.eval; this is only
-- faster, so that constants can be fitted to thousands of runs.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local software = require "twocs.ask.software"

local evaluate = {}

-- Fields that a case states otherwise than they are initially, as numbers; a text that is the same for two cases exactly
-- where these are; and one of those whose value an axis cannot take away.
local function fields_of(made)
  local fields, same, decided = core.space(128), {}, {} -- some hundred
  for i, part in ipairs(case.parts) do same[i], decided[i] = core.held(made[part], fields) end
  return fields, table.concat(same), table.concat(decided)
end

-- What an axis cannot move is the same for all cases of a job: device and plan, and which of the fields that follow
-- others are stated.
local function key_of(made, plan, decided)
  local parts = { made.device.name or "", made.run.format, software.is_ideal(made.software) and "ideal" or "" }
  for family, law in pairs(plan or {}) do parts[#parts + 1] = family .. " " .. tostring(law) end
  table.sort(parts)
  return table.concat(parts, "|") .. "|" .. decided
end

--- jobs(cases, split): groups of cases that the engine evaluates together. A case has its software's plan and fields, as
--- in any verb (ask/case.lua). split: the cases as case.split has made them, where it has.
function evaluate.jobs(cases, split)
  local by, list = {}, {}
  for i, one in ipairs(cases) do
    local made = split and split[i] or case.split(one, {}, nil, true)
    local plan = case.fill(made)
    local fields, same, decided = fields_of(made)
    local key = key_of(made, plan, decided)
    local job = by[key]
    if not job then
      job = { key = key, plan = plan, place = {}, fields = {}, made_of = {}, same = {}, first = made }
      by[key], list[#list + 1] = job, job
    end
    local at = #job.place + 1
    job.place[at], job.fields[at], job.made_of[at], job.same[at] = i, fields, made, same
  end
  return list
end

local function column_of(job, name, value_of)
  local initial = rows.by_name[name].initial or 0 / 0 -- a number: what follows is stated by all of a job, or by none
  return core.column_of(name, initial, job.fields, value_of)
end

-- Once for a job: the case that all of its rows share, its plan resolved, and the columns of the fields that cases
-- state.
local function prepared(job)
  if job.made then return end
  local made, named = {}, {}
  for _, part in ipairs(case.parts) do made[part] = job.first[part] end
  made.plan = case.plan(made, job.plan)
  for _, fields in ipairs(job.fields) do
    for name in pairs(fields) do named[name] = true end
  end
  job.made, job.columns = made, {}
  for name in pairs(named) do job.columns[name] = column_of(job, name) end
end

-- Names of these columns in the order of the rows; a job is asked for the same ones again and again.
local function ordered(job, columns)
  local known, count, same = job.names or {}, 0, true
  for name in pairs(columns) do count, same = count + 1, same and known[name] end
  if same and count == #known then return known end
  local names = {}
  for name in pairs(columns) do names[#names + 1], names[name] = name, true end
  table.sort(names, function(a, b) return rows.place[a] < rows.place[b] end)
  job.names = names
  return names
end

local function axis_of(job, set)
  local columns, own = {}, {}
  for name, column in pairs(job.columns) do columns[name] = column end
  if set then
    for i, fields in ipairs(job.fields) do own[i] = set(job.place[i], fields) end
    for name in pairs(own[1]) do columns[name] = column_of(job, name, own) end
  end
  local axis = {}
  for i, name in ipairs(ordered(job, columns)) do axis[i] = { name, columns[name] } end
  return axis
end

--- run(jobs, n, want, set): a column of n numbers for each name of `want`. set(i, fields): fields of case i that win
--- over its own { name = number }, of the same names for all cases of a job.
function evaluate.run(jobs, n, want, set)
  local found = {}
  for k = 1, #want do found[k] = core.column(n) end
  for _, job in ipairs(jobs) do
    prepared(job)
    local columns = core.run(job.made, { axis_of(job, set) }, want)
    for k = 1, #want do
      core.placed(columns[k], found[k], job.place)
    end
  end
  return found
end

return evaluate
