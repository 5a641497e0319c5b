-- SPDX-License-Identifier: MIT
-- A timeline as a Gantt chart. It distinguishes forward passes, backward passes, gradients of weights, communication
-- (hidden or not), and waiting.

local mistake = require "twocs.common.mistake"
local tables = require "twocs.table"

-- In the order of the legend. Communication has the same colours as in every figure (figure/style.lua). The colours of
-- passes alternate between dark and light, so that they differ in grey print.
local classes = {
  { "forward", 0x0072b2 }, { "backward", 0x7fd1b9 }, { "weight gradients", 0xcc79a7 }, { "optimizer", 0x4d4d4d },
  { "serialized comm.", "serialized" }, { "exposed comm.", "exposed" }, { "overlapped comm.", "overlapped" },
}
local compute_of = { forward = 1, backward = 2, weight = 3, optimizer = 4 }
local serialized, exposed, overlapped = 5, 6, 7
local kept = { "stage", "lane", "microbatch", "chunk", "critical" }
local lanes = { compute = 1, transfer = 2, gradients = 3 }

-- Calls put(class, begin, finish) for each part of a communication, with or without concurrent compute. from: the first
-- compute event of the stage that may still overlap it. Returns this event for the next communication.
local function parts_of(events, i, from, last, put)
  local at, finish = events.begin[i], events.finish[i]
  while from <= last and events.finish[from] <= at do from = from + 1 end
  local k = from
  while at < finish do
    local begins, ends = finish, finish
    if k <= last then begins, ends = math.min(events.begin[k], finish), math.min(events.finish[k], finish) end
    if begins > at then put(exposed, at, begins) end
    if ends > math.max(begins, at) then put(overlapped, math.max(begins, at), ends) end
    at, k = math.max(at, ends), k + 1
  end
  return from
end

-- Calls put for every event with its class; a communication is split into its parts.
local function classed(events, put)
  local first, last, from = 1, 0, 1
  for i = 1, events.n do
    if events.lane[i] == 1 then
      if i == 1 or events.stage[i] ~= events.stage[i - 1] then first = i end
      last = i
      put(i, compute_of[events.event[i]] or serialized, events.begin[i], events.finish[i])
    else
      if events.lane[i] ~= events.lane[i - 1] then from = first end
      from = parts_of(events, i, from, last, function(...) put(i, ...) end)
    end
  end
end

local function read(t)
  local events = { n = t.n, lane = {} }
  for _, name in ipairs(t:names()) do events[name] = t:column(name) end
  for i = 1, t.n do events.lane[i] = lanes[events.stream[i]] end
  return events
end

-- The table for the figure, one class after the other, and the colours of the classes.
local function drawn(t)
  local events, by_class = read(t), {}
  classed(events, function(i, class, begin, finish)
    by_class[class] = by_class[class] or {}
    table.insert(by_class[class], { i, begin, finish })
  end)
  local names, colours = { "stage", "lane", "what", "microbatch", "chunk", "begin", "finish", "critical" }, {}
  local columns = {}
  for _, name in ipairs(names) do columns[name] = {} end
  for class = 1, #classes do
    if by_class[class] then colours[#colours + 1] = classes[class][2] end
    for _, part in ipairs(by_class[class] or {}) do
      local n = #columns.what + 1
      for _, name in ipairs(kept) do columns[name][n] = events[name][part[1]] end
      columns.what[n], columns.begin[n], columns.finish[n] = classes[class][1], part[2], part[3]
    end
  end
  return tables.new{ n = #columns.what, names = names, columns = columns, units = { begin = "s", finish = "s" } }, colours
end

--- The table for the figure, and the options of tw.gantt that draw it.
return function(verb, timeline, options)
  if options ~= nil and type(options) ~= "table" then
    mistake.raise("%s: expected a table of options, not %s", verb, mistake.show(options))
  end
  local t, colours = drawn(timeline:events())
  local o = { x = "begin", to = "finish", y = "stage", by = "what", lane = "lane", label = "microbatch",
    marked = "critical", marked_label = "critical path", colours = colours, ylabel = "Stage", xmin = 0 }
  for key, value in pairs(options or {}) do o[key] = value end
  return t, o
end
