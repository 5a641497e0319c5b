-- SPDX-License-Identifier: MIT
-- Evaluates many cases at once: rows with the same device and plan are one job of the engine, over one axis that changes
-- all fields in which they differ. The results are the same as with tw.eval, only faster, so that constants can be fitted
-- to thousands of runs. Several sets of constants are evaluated together, one after the other along the axis.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local software = require "twocs.ask.software"

local evaluate = {}

local rows_most = 32768 -- of one run of the engine, unless one set has more rows

-- The fields of a case that differ from their default, as numbers by name.
local Fields = { __index = function(self, name) return core.held(self[1], name) end }
local function fields_of(made) return setmetatable({ made }, Fields) end

-- A number for each law; equal laws have equal numbers. Names of laws are their own numbers.
local numbers, laws = setmetatable({}, { __mode = "k" }), 0
local function law_word(law)
  if type(law) == "string" then return law end
  if not numbers[law] then numbers[law], laws = laws + 1, laws + 1 end
  return numbers[law]
end

-- A plan as text. Most plans are the plan of the default software, which is the same table.
local function plan_word(plan, known)
  if not plan then return "" end
  if not known[plan] then
    local parts = {}
    for family, law in pairs(plan) do parts[#parts + 1] = core.format("%s %s", family, tostring(law_word(law))) end
    table.sort(parts)
    known[plan] = table.concat(parts, "|")
  end
  return known[plan]
end

-- Properties that an axis cannot change are equal for all cases of a job: device, plan, and which of the dependent fields
-- are stated.
local function key_of(made, plan, known)
  return table.concat({ made.device.name or "", made.run.format, software.is_ideal(made.software) and "ideal" or "",
    plan_word(plan, known), core.decided(made) }, "|")
end

--- jobs(cases, split): groups of cases that the engine evaluates together, { place = of each in the list, made_of =, fields
--- = for each case the numbers by name that differ from the default }. A case has its software's plan and fields, as in any
--- verb (ask/case.lua). split: the cases after case.split, if available; plans: the plans of completed cases.
function evaluate.jobs(cases, split, plans)
  local by, list, known = {}, {}, {}
  for i, one in ipairs(cases) do
    local made = split and split[i] or case.split(one, {}, nil, true)
    local plan = plans and plans[i] or case.fill(made)
    local key = key_of(made, plan, known)
    local job = by[key]
    if not job then
      job = { plan = plan, place = {}, fields = {}, made_of = {}, first = made }
      by[key], list[#list + 1] = job, job
    end
    local at = #job.place + 1
    job.place[at], job.fields[at], job.made_of[at] = i, fields_of(made), made
  end
  return list
end

-- Once for each job: the case that all of its rows share, with its plan resolved, and the columns of the fields in which
-- they differ.
local function prepared(job)
  if job.made then return end
  local made = {}
  for _, part in ipairs(case.parts) do made[part] = job.first[part] end
  made.plan = case.plan(made, job.plan)
  job.made, job.moves = made, core.moves(job.made_of, made)
end

-- The fields that each of these setters overrides, case by case, and their names.
local function own_of(job, sets, first, last)
  local own, names = {}, {}
  for s = first, last do
    local n = #own
    for i, fields in ipairs(job.fields) do own[n + i] = sets[s](job.place[i], fields) end
    for name in pairs(own[n + 1]) do names[name] = true end
  end
  return own, names
end

-- The overridden fields as moves over all cases, setter by setter; and over the setters alone, nil if cases differ in them.
local function won(job, sets, first, last)
  local own, names = own_of(job, sets, first, last)
  local moves, short = {}, {}
  for name in pairs(names) do
    local column = core.column_of(name, job.made_of, job.made, own)
    local one_each = short and core.one_each(column, #job.fields)
    moves[#moves + 1], short = { name, column }, one_each and short
    if short then short[#moves] = { name, one_each } end
  end
  return moves, short, names
end

-- The axes of a job's cases under the setters first to last. If all cases have the same constants, these are a separate
-- axis, so that columns that do not depend on them are computed once.
local function axes_of(job, sets, first, last)
  if not sets then return { job.moves } end
  local moves, short, names = won(job, sets, first, last)
  local others = {}
  for _, move in ipairs(job.moves) do
    if not names[move[1]] then others[#others + 1] = move end
  end
  if short and #short > 0 and #others > 0 then return { short, others } end
  for _, move in ipairs(others) do moves[#moves + 1] = { move[1], core.repeated(move[2], last - first + 1) } end
  return { moves }
end

local function columns_of(names, n)
  local columns = {}
  for k = 1, #names do columns[k] = core.column(n) end
  return columns
end

-- Evaluates a job under the setters first to last and stores the results in `found`, a list of columns for each setter.
local function put(job, want, sets, first, last, found)
  local columns = core.run(job.made, axes_of(job, sets, first, last), want)
  for s = first, last do
    for k = 1, #want do core.placed(columns[k], found[s][k], job.place, (s - first) * #job.place) end
  end
end

--- runs(jobs, n, want, sets): for each setter of a list, a column of n numbers for each name of `want`. A setter set(i,
--- fields) writes the fields that override case i, { name = number }, with the same names for all cases of a job.
function evaluate.runs(jobs, n, want, sets)
  local found, count = {}, sets and #sets or 1
  for s = 1, count do found[s] = columns_of(want, n) end
  for _, job in ipairs(jobs) do
    prepared(job)
    local together = math.max(1, math.floor(rows_most / #job.place))
    for first = 1, count, together do
      put(job, want, sets, first, math.min(count, first + together - 1), found)
    end
  end
  return found
end

--- run(jobs, n, want, set): the same for one setter, or for none.
function evaluate.run(jobs, n, want, set) return evaluate.runs(jobs, n, want, set and { set })[1] end

return evaluate
