-- SPDX-License-Identifier: MIT
-- From a script's description of a pipeline to the numbers that the core takes. The times of a stage are for all its
-- layers. If the schedule splits the stage into chunks, each chunk has an equal part unless the script lists them.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local schedules = core.timeline_names()
local two_chunks = { zb_v = true, dualpipe_v = true }
local keys = { "stages", "stage", "pp", "vp", "microbatches", "schedule", "hop", "blocking", "forward_only", "buckets" }
local of_pass, of_once = { "f", "b", "w" }, { "reduce", "tail", "optimizer", "gather" }
local of_stage = { "f", "b", "w", "reduce", "tail", "optimizer", "gather", "chunks" }

local function known(where, t, names)
  if type(t) ~= "table" then mistake.raise("timeline: %s is %s, expected a table", where, mistake.show(t)) end
  local is = {}
  for _, name in ipairs(names) do is[name] = true end
  for key in pairs(t) do
    if not is[key] then mistake.raise("timeline: %s has no %s%s", where, mistake.word(key), nearest.hint(key, names)) end
  end
end

local function whole(given, key, initial)
  local value = given[key]
  if value == nil then value = initial end
  if type(value) ~= "number" or not (value >= 1 and value <= 1e9) or value ~= math.floor(value) then
    mistake.raise("timeline: %s is %s, expected a whole number of at least 1", key, mistake.show(value))
  end
  return value
end

local function time(where, value)
  if value == nil then return 0 end
  if type(value) == "string" then
    local number, sentence = core.quantity(value, "s", nil)
    if not number then mistake.raise("timeline: %s: %s", where, sentence) end
    value = number
  end
  if type(value) ~= "number" or not (value >= 0 and value < math.huge) then
    mistake.raise("timeline: %s is %s, expected a time of at least 0", where, mistake.show(value))
  end
  return value
end

local function flag(given, key)
  if given[key] ~= nil and type(given[key]) ~= "boolean" then
    mistake.raise("timeline: %s is %s, expected true or false", key, mistake.show(given[key]))
  end
  return given[key] and 1 or 0
end

-- One table for each stage. For identical stages the script gives one table, and their number as pp.
local function stages_of(given)
  if (given.stages == nil) == (given.stage == nil) then
    mistake.raise("timeline: expected stages = { { f =, b =, w = }, ... }, or stage = { f =, b =, w = } and pp = %s",
      "their number")
  end
  if given.stages == nil then
    local list = {}
    for s = 1, whole(given, "pp", 1) do list[s] = given.stage end
    return list
  end
  if type(given.stages) ~= "table" or #given.stages == 0 then
    mistake.raise("timeline: stages is %s, expected a list of tables, one for each stage",
      type(given.stages) == "table" and "an empty list" or mistake.show(given.stages))
  end
  if given.pp ~= nil and given.pp ~= #given.stages then
    mistake.raise("timeline: pp is %s, but there are %.0f stages", mistake.show(given.pp), #given.stages)
  end
  return given.stages
end

local function put_chunks(to, where, stage, vp)
  if stage.chunks == nil then
    for _, key in ipairs(of_pass) do
      local each = time(core.format("%s of %s", key, where), stage[key]) / vp
      for _ = 1, vp do table.insert(to[key], each) end
    end
    return
  end
  if type(stage.chunks) ~= "table" or #stage.chunks ~= vp or stage.f or stage.b or stage.w then
    mistake.raise("timeline: %s: expected f, b and w of the stage, or chunks = a list of %.0f tables with them", where, vp)
  end
  for c, chunk in ipairs(stage.chunks) do
    local here = core.format("chunk %.0f of %s", c, where)
    known(here, chunk, of_pass)
    for _, key in ipairs(of_pass) do table.insert(to[key], time(core.format("%s of %s", key, here), chunk[key])) end
  end
end

local function schedule_of(given)
  local name = given.schedule == nil and "1f1b" or given.schedule
  for _, schedule in ipairs(schedules) do
    if schedule == name then return name end
  end
  mistake.raise("timeline: there is no schedule %s%s", mistake.show(name), nearest.hint(name, schedules))
end

return function(given)
  known("a pipeline", given, keys)
  local stages, schedule = stages_of(given), schedule_of(given)
  local vp = whole(given, "vp", two_chunks[schedule] and 2 or 1)
  local to = { schedule = schedule, pp = #stages, vp = vp, microbatches = whole(given, "microbatches", 1),
    hop = time("hop", given.hop), blocking = flag(given, "blocking"),
    forward_only = flag(given, "forward_only"), buckets = whole(given, "buckets", 1) }
  for _, key in ipairs(of_pass) do to[key] = {} end
  for _, key in ipairs(of_once) do to[key] = {} end
  for s, stage in ipairs(stages) do
    local where = core.format("stage %.0f", s)
    known(where, stage, of_stage)
    put_chunks(to, where, stage, vp)
    for _, key in ipairs(of_once) do to[key][s] = time(core.format("%s of %s", key, where), stage[key]) end
  end
  return to
end
