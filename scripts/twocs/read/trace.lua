-- SPDX-License-Identifier: MIT
-- A trace of a GPU program: the result of tw.read(path, { as = "trace" }). The kernels stay in the core, a few bytes each,
-- and every method makes a table. A step or a device of a trace is a trace too, with the same methods. Times are in seconds
-- from the first kernel of the whole trace.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local tables = require "twocs.table"

local nan = 0 / 0

local trace = {}
local Trace = {} -- methods
local class = {} -- metatable

local meanings = {
  name = "name of the kernel, the longest of a group", class = "class of the kernels",
  collective = "which collective", op = "operator that launched it", shapes = "shapes of the operator's inputs",
  dtype = "number format", m = "rows of a matrix product", n = "its columns", k = "its inner size",
  batch = "number of products in a batch", bytes = "size of a message or a copy", ranks = "ranks of the collective",
  start = "when it began", t = "duration", stream = "its stream", device = "its device",
  rank = "rank that wrote the trace", kernels = "number of kernels", calls = "number of calls of the operator",
  t_total = "time of all calls", t_mean = "mean time of a call", t_min = "time of the fastest call",
  share = "share of the time of all kernels", span = "from the first kernel's start to the last one's end",
  compute = "some kernel computed", communication = "some collective ran",
  overlapped = "a collective ran during computation", exposed = "a collective ran and nothing computed",
  copy = "nothing but copies ran", idle = "nothing ran", step = "number of the step",
  seen_by = "view of the step: the device's, or the launching host's",
}

local units = { start = "s", t = "s", t_total = "s", t_mean = "s", t_min = "s", span = "s", compute = "s",
  communication = "s", overlapped = "s", exposed = "s", copy = "s", idle = "s", bytes = "B", m = "1", n = "1", k = "1",
  batch = "1", ranks = "1", rank = "1", device = "1", stream = "1", kernels = "1", calls = "1", step = "1", share = "1" }

local function table_of(names, columns, n)
  local unit, meaning, kept = {}, {}, {}
  for _, name in ipairs(names) do unit[name], meaning[name], kept[name] = units[name], meanings[name], columns[name] end
  return tables.new{ n = n, names = names, columns = kept, units = unit, meanings = meaning }
end

local function filled(n, value)
  local column = {}
  for i = 1, n do column[i] = value end
  return column
end

local function part(of, step, device)
  local inside = { core = of.core, path = of.path, facts = of.facts, steps = of.steps, step = step, device = device }
  return setmetatable({ inside = inside }, class)
end

--- A trace from a file, or nil, sentence, code.
function trace.open(path)
  local found, sentence, code = core.trace(path)
  if not found then return nil, sentence, code end
  return part({ core = found, path = path, facts = core.trace_facts(found), steps = core.trace_steps(found) }, 0, 0)
end

--- One row for each kernel and copy, in the order of their starts.
function Trace:kernels()
  local inside = self.inside
  local columns, n = core.trace_kernels(inside.core, inside.step, inside.device)
  columns.rank = filled(n, inside.facts.rank or nan)
  return table_of({ "class", "collective", "start", "t", "stream", "device", "rank", "op", "shapes", "dtype", "m", "n",
    "k", "batch", "bytes", "ranks", "name" }, columns, n)
end

--- One row for each kind of work, the longest first: an operator with its shapes, including all kernels that it launched;
--- without known shapes, a kernel by its name. The kernels of one call count as one call.
function Trace:operators()
  local inside = self.inside
  local columns, n = core.trace_groups(inside.core, inside.step, inside.device)
  local mean, share, whole = {}, {}, 0
  for i = 1, n do whole = whole + columns.t_total[i] end
  for i = 1, n do
    mean[i] = columns.t_total[i] / columns.calls[i]
    share[i] = whole > 0 and columns.t_total[i] / whole or 0
  end
  columns.t_mean, columns.share = mean, share
  return table_of({ "class", "collective", "op", "shapes", "dtype", "m", "n", "k", "batch", "bytes", "ranks", "calls",
    "kernels", "t_total", "t_mean", "t_min", "share", "name" }, columns, n):sort("t_total", "descending")
end

--- One row for each class of kernels, the longest first. Times of concurrent kernels are added.
function Trace:classes()
  local inside = self.inside
  local found, n = core.trace_groups(inside.core, inside.step, inside.device)
  local names, of, whole = {}, {}, 0
  for i = 1, n do
    local name = found.class[i]
    if not of[name] then
      names[#names + 1] = name
      of[name] = { kernels = 0, t_total = 0 }
    end
    of[name].kernels = of[name].kernels + found.kernels[i]
    of[name].t_total = of[name].t_total + found.t_total[i]
    whole = whole + found.t_total[i]
  end
  local columns = { class = names, kernels = {}, t_total = {}, share = {} }
  for i, name in ipairs(names) do
    columns.kernels[i], columns.t_total[i] = of[name].kernels, of[name].t_total
    columns.share[i] = whole > 0 and of[name].t_total / whole or 0
  end
  return table_of({ "class", "kernels", "t_total", "share" }, columns, #names):sort("t_total", "descending")
end

--- One row for each device: the parts of its time. compute + exposed + copy + idle = span.
function Trace:overlap()
  local inside = self.inside
  local names = { "device", "rank", "kernels", "span", "compute", "communication", "overlapped", "exposed", "copy", "idle" }
  local rows, columns = core.trace_overlap(inside.core, inside.step, inside.device), {}
  for _, name in ipairs(names) do
    columns[name] = {}
    for i, row in ipairs(rows) do columns[name][i] = row[name] or inside.facts.rank or nan end
  end
  return table_of(names, columns, #rows)
end

--- One row for each ProfilerStep# of the trace.
function Trace:steps()
  local columns = { step = {}, start = {}, t = {}, kernels = {}, seen_by = {} }
  for i, step in ipairs(self.inside.steps) do
    columns.step[i], columns.start[i], columns.t[i] = step.number, step.start, step.t
    columns.kernels[i], columns.seen_by[i] = step.kernels, step.on_device and "device" or "host"
  end
  return table_of({ "step", "start", "t", "kernels", "seen_by" }, columns, #self.inside.steps)
end

local function counted(n, what) return core.format("%.0f %s%s", n, what, n == 1 and "" or "s") end

local function place_of(list, value, what)
  local shown = {}
  for i, one in ipairs(list) do
    if one == value then return i end
    shown[i] = core.format("%.15g", one)
  end
  if #list == 0 then mistake.raise("%s: the trace marks no %ss", what, what) end
  if #list > 12 then
    mistake.raise("the trace has no %s %s; it has %s to %s", what, mistake.show(value), shown[1], shown[#list])
  end
  mistake.raise("the trace has no %s %s; it has %s", what, mistake.show(value), table.concat(shown, ", "))
end

--- The part of the trace in one step, by the number in its ProfilerStep#: the kernels that start in this step.
function Trace:step(number)
  local numbers = {}
  for i, step in ipairs(self.inside.steps) do numbers[i] = step.number end
  return part(self.inside, place_of(numbers, number, "step"), self.inside.device)
end

--- The part of the trace that ran on one device, by its number.
function Trace:device(number)
  return part(self.inside, self.inside.step, place_of(self.inside.facts.devices, number, "device"))
end

--- Facts about the whole trace: kernels, events, gpu, rank, world, devices (their numbers).
function Trace:facts()
  local facts = {}
  for name, value in pairs(self.inside.facts) do facts[name] = value end
  return facts
end

require("twocs.common.guard").objects("trace", Trace, class, "trace:")

local methods = {}
for name in pairs(Trace) do methods[#methods + 1] = name end
table.sort(methods)

function class.__index(_, name)
  local method = Trace[name]
  if method then return method end
  mistake.raise("a trace has no %s%s", mistake.show(name), nearest.hint(name, methods))
end

function class.__newindex() mistake.raise("a trace cannot be changed") end

function class.__tostring(self)
  local inside = self.inside
  local facts, words = inside.facts, {}
  words[1] = "trace of " .. counted(facts.kernels, "kernel")
  if facts.gpu ~= "" then words[#words + 1] = core.format("on %s", facts.gpu) end
  if facts.rank then words[#words + 1] = core.format("rank %.0f", facts.rank) end
  if #inside.steps > 0 then words[#words + 1] = counted(#inside.steps, "step") end
  if inside.step > 0 then words[#words + 1] = core.format("only step %.0f", inside.steps[inside.step].number) end
  if inside.device > 0 then words[#words + 1] = core.format("only device %.0f", facts.devices[inside.device]) end
  return core.printable(table.concat(words, ", "))
end

return trace
