-- SPDX-License-Identifier: MIT
-- tw.timeline: a training step through a pipeline, event by event. The core simulates the order of passes of the schedule;
-- here its columns become tables, a file for Perfetto and a figure. Stages, microbatches and chunks are numbered from 0, as
-- in the papers' figures.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local tables = require "twocs.table"

local _, kinds, streams = core.timeline_names()

local timeline = {}
local Timeline = {} -- methods
local class = {} -- metatable

local meanings = {
  stage = "stage of the pipeline", stream = "stream of the stage", event = "what it is", microbatch = "microbatch",
  chunk = "chunk of the stage's layers", begin = "when it begins", finish = "when it ends", t = "time on the critical path",
  critical = "1 on the critical path", busy = "busy", compute = "compute",
  serialized = "transfers that block compute",
  exposed = "communication without concurrent compute", idle = "idle", overlapped = "communication during compute",
  in_flight = "largest number of microbatches with stored activations", share = "share of the step",
}
local units = { busy = "s", begin = "s", finish = "s", t = "s", compute = "s", serialized = "s", exposed = "s", idle = "s",
  overlapped = "s", in_flight = "1", stage = "1", microbatch = "1", chunk = "1", critical = "1", share = "1" }

local function table_of(names, columns, n)
  local unit, meaning = {}, {}
  for _, name in ipairs(names) do unit[name], meaning[name] = units[name], meanings[name] end
  return tables.new{ n = n, names = names, columns = columns, units = unit, meanings = meaning }
end

local function counted(n)
  local list = {}
  for i = 1, n do list[i] = i - 1 end
  return list
end

-- The events of a window. Their columns are created only now, because they need more memory than the simulation.
local function events_of(self, window)
  local columns = core.timeline_events(self.inside.played, window)
  return table_of({ "stage", "stream", "event", "microbatch", "chunk", "begin", "finish", "critical" }, columns,
    #columns.stage)
end

local function window_of(verb, given, self) return given and require "twocs.timeline.window"(verb, given, self.inside) end

--- One row for each event, by stage, stream and begin: all events, or those of a window, such as
--- { stages = { 0, 3 }, microbatches = 7 }.
function Timeline:events(window) return events_of(self, window_of("events", window, self)) end

--- One row for each stage: compute + serialized + exposed + idle = the step; overlapped is a part of compute.
function Timeline:stages()
  local stages = self.inside.stages
  stages.stage = stages.stage or counted(#stages.compute)
  return table_of({ "stage", "compute", "serialized", "exposed", "idle", "overlapped", "in_flight" }, stages,
    #stages.compute)
end

--- One row for each stream of a stage that has events: its busy and idle time, which add up to the step.
function Timeline:streams()
  local columns = core.timeline_streams(self.inside.played)
  return table_of({ "stage", "stream", "busy", "idle" }, columns, #columns.stage)
end

--- The critical path, event by event from 0 to the end of the step. Its times add up to the step.
function Timeline:path()
  local columns = core.timeline_path(self.inside.played)
  return table_of({ "stage", "stream", "event", "microbatch", "chunk", "begin", "finish", "t" }, columns, #columns.stage)
end

local function path_given(verb, path)
  if type(path) ~= "string" or path == "" then mistake.raise("%s: expected a path, got %s", verb, mistake.show(path)) end
  return path
end

-- Writes the events of a window stage by stage, so that only the columns of one stage are in memory.
local function csv_write(self, path, window)
  local first, last = window and window[1] or 0, window and window[2] or self.inside.pp - 1
  return require("twocs.table.csv").pieces(path, function(write)
    for stage = first, last do
      local done, sentence, code = write(events_of(self, { stage, stage, window and window[3], window and window[4] }))
      if not done then return nil, sentence, code end
    end
    return true
  end)
end

--- The events, or those of a window, as CSV text; with a path, writes them there and returns the path, or nil, sentence,
--- code.
function Timeline:csv(path, window)
  if type(path) == "table" and window == nil then path, window = nil, path end
  window = window_of("csv", window, self)
  if path == nil then return events_of(self, window):csv() end
  return csv_write(self, path_given("csv", path), window)
end

--- Writes the events, or those of a window, in the format of Perfetto and chrome://tracing; returns the path, or nil,
--- sentence, code.
function Timeline:chrome(path, window)
  path_given("chrome", path)
  window = window_of("chrome", window, self)
  local file, sentence, code = core.whole(path)
  if not file then return nil, sentence, code end
  local done, reason, number = core.timeline_chrome(self.inside.played, file, window)
  local closed
  closed, sentence, code = file:close(done and true or false)
  if not done then return nil, reason, number end
  return closed, sentence, code
end

--- The table and the options from which tw.gantt draws the timeline. The given options come first.
function Timeline:picture(options) return require "twocs.timeline.picture"("picture", self, options) end

--- Draws the timeline: a figure, or nil, sentence, code.
function Timeline:draw(name, options)
  return require("twocs.figure").gantt(name, require "twocs.timeline.picture"("draw", self, options))
end

function class.__index(t, name)
  local method = Timeline[name]
  if method == nil then
    local names = { "step" }
    for each in pairs(Timeline) do names[#names + 1] = each end
    table.sort(names)
    mistake.raise("a timeline has no %s%s", mistake.show(name), require("twocs.common.nearest").hint(name, names))
  end
  return method
end

function class.__newindex(_, name) mistake.raise("a timeline cannot be changed (%s)", mistake.show(name)) end

local function quantity(seconds)
  local label, divisor = core.scale(seconds, "s")
  return core.format("%.4g %s", seconds / divisor, label)
end

-- The parts of the critical path by kind of event, the longest first.
function class.__tostring(t)
  local given, idle = t.inside, 0
  local stages, lines = t:stages(), {}
  for i = 1, stages.n do idle = idle + stages[i].idle / stages.n end
  lines[1] = core.format("%s, pp = %.0f, vp = %.0f, %.0f microbatches: a step of %s, of which stages are idle %.1f %%",
    given.schedule, given.pp, given.vp, given.microbatches, quantity(t.step), t.step > 0 and 100 * idle / t.step or 0)
  local path = t:path():group("event", { t = { "t", "sum" }, events = { "count" } }):sort("t", "descending")
  for row in path:rows() do
    lines[#lines + 1] = core.format("  critical path: %-13s %10s in %.0f events", row.event, quantity(row.t), row.events)
  end
  return table.concat(lines, "\n")
end

require("twocs.common.guard").objects("timeline", Timeline, class, "timeline:")

local function object(inside) return setmetatable({ step = inside.step, inside = inside }, class) end

-- The timeline of a legal case. Warnings about the range of laws are printed as for tw.eval.
local function of_case(given)
  local made = require("twocs.ask.case").split(given, {})
  if made.searches then mistake.raise("timeline: the layout is not given: expected tp, dp, pp ... as numbers") end
  require("twocs.ask.legal").must_be(made, "timeline")
  local inside = core.timeline_of(made)
  require("twocs.ask.gate").tell(made, {}, {})
  local support = require "twocs.ask.support"
  support.tell(support.of(made, {}, { "t_step" }))
  return inside
end

--- timeline{ stages = { { f =, b =, w = }, ... }, microbatches =, schedule =, vp =, hop = }: from given times.
--- timeline(case): from the columns of a case.
function timeline.timeline(given)
  if type(given) ~= "table" then
    mistake.raise("timeline: expected a case, or a table with stages, not %s", mistake.show(given))
  end
  if given.microbatches ~= nil and (given.model ~= nil or given.device ~= nil) then
    mistake.raise "timeline: the microbatches of a case follow from its global_batch, micro_batch and DP"
  end
  if given.stages == nil and given.stage == nil and given.pp == nil and given.microbatches == nil then
    return object(of_case(given))
  end
  return object(core.timeline(require "twocs.timeline.given"(given)))
end

return timeline
