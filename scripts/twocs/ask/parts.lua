-- SPDX-License-Identifier: MIT
-- The parts of a step as tables: its messages, the stages of its pipeline, the operators of a layer. The parts are found
-- among the engine's columns (a message has a payload and a number of calls), so a new part gets a row without a change
-- here.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local dealt = require "twocs.ask.dealt"
local gate = require "twocs.ask.gate"
local legal = require "twocs.ask.legal"
local rows = require "twocs.data.rows"

local parts = {}

-- Values of these columns in a case.
local function values_of(made, names)
  local results, values = core.run(made, {}, names), {}
  for k, name in ipairs(names) do values[name] = results[k][1] end
  return values
end

local function made_of(given, verb)
  local made = case.split(given, {})
  gate.own(made, { "t_step" })
  legal.must_be(made, verb)
  return made
end

-- A table of these columns, { name, unit, meaning }, from a list of rows by name.
local function sheet(columns, list, head, notes)
  local from = { n = #list, names = {}, columns = {}, units = {}, meanings = {}, head = head, notes = notes }
  for k, column in ipairs(columns) do
    local name, cells = column[1], {}
    for i, row in ipairs(list) do cells[i] = row[name] end
    from.names[k], from.columns[name], from.units[name], from.meanings[name] = name, cells, column[2], column[3]
  end
  return require("twocs.table").new(from)
end

-- Names before `suffix` of results that have the other suffixes too.
local function stems(suffix, ...)
  local list = {}
  for _, row in ipairs(rows.list) do
    local stem = row.record == "result" and row.name:match("^(.+)" .. suffix .. "$")
    for _, other in ipairs{ ... } do stem = stem and rows.by_name[core.format(other, stem)] and stem end
    if stem then list[#list + 1] = stem end
  end
  return list
end

local function meaning(name) return rows.by_name[name].meaning:match "^[^:]+" end

-- For each level of the network, the column with the ranks of a message there, { column, level }: columns that its bytes
-- read.
local function levels_of(message)
  local names = {}
  for _, read in ipairs(core.reads({}, core.format("%s_byte", message))) do
    local level = read:match "_n([0-3])$"
    if level then names[#names + 1] = { read, tonumber(level) } end
  end
  return names
end

--- calls(case): the messages of a layer that this case sends.
function parts.calls(given)
  local made, list = made_of(given, "calls"), {}
  for _, message in ipairs(stems("_payload", "%s_calls", "t_%s_layer")) do
    local names = { message .. "_payload", message .. "_calls", "t_" .. message, core.format("t_%s_layer", message) }
    local levels = levels_of(message)
    for _, one in ipairs(levels) do names[#names + 1] = one[1] end
    local v, ranks, outermost = values_of(made, names), 1, 0
    for _, one in ipairs(levels) do
      ranks = ranks * v[one[1]]
      if v[one[1]] > 1 then outermost = math.max(outermost, one[2]) end
    end
    if ranks > 1 and v[names[2]] > 0 then
      list[#list + 1] = { message = message, payload = v[names[1]], ranks = ranks, level = outermost, calls = v[names[2]],
        t = v[names[3]], t_layer = v[names[4]], meaning = meaning(names[1]) }
    end
  end
  return sheet({ { "message", "", "message" }, { "payload", "byte", "payload of one call" },
    { "ranks", "1", "ranks of its group" },
    { "level", "1", "outermost level of the network that it crosses; 0: inside a node" },
    { "calls", "1", "calls in a layer, both passes" }, { "t", "s", "time of one call" },
    { "t_layer", "s", "time in a layer, both passes, hidden or not" }, { "meaning", "", "meaning" } }, list,
    case.head(made))
end

--- stages(case): each kind of pipeline stage: how many there are, its layers, its times of a microbatch, its memory.
function parts.stages(given)
  local made, list = made_of(given, "stages"), {}
  local columns, seen = { { "stage", "", "stage" }, { "layers", "1", "layers of it" } }, {}
  for _, row in ipairs(rows.list) do
    local before, after = row.name:match "^(t_)first(.*)$"
    if not before then before, after = "", row.name:match "^first(_.+)$" end
    local both = after and rows.by_name[before .. "middle" .. after] and rows.by_name[before .. "last" .. after]
    if row.record == "result" and both and not seen[before .. after] then
      local name = (before .. after):gsub("^_", ""):gsub("__", "_"):gsub("^t_$", "t")
      seen[before .. after], columns[#columns + 1] = true, { name, row.unit, row.meaning:gsub("^first stage: ", ""),
        before = before, after = after }
    end
  end
  for _, stage in ipairs{ "first", "middle", "fewer", "last" } do
    -- Middle stages with the fewest layers of full attention have as many layers as the other middle stages.
    local names, v = { stage:gsub("fewer", "middle") .. "_layers", stage .. "_runs" }, nil
    for k = 3, #columns do names[k] = columns[k].before .. stage .. columns[k].after end
    v = values_of(made, names)
    if v[names[2]] > 0 then
      local row = { stage = stage, layers = v[names[1]] }
      for k = 3, #columns do row[columns[k][1]] = v[names[k]] end
      list[#list + 1] = row
    end
  end
  return sheet(columns, list, case.head(made), dealt.lines(made))
end

--- operators(case): the operators of a layer and of the ends of the model, with their work and times.
function parts.operators(given)
  local made, list = made_of(given, "operators"), {}
  for _, operator in ipairs(stems("_each", "%s_step", "%s_flop", "%s_byte", "t_%s_f")) do
    local names = { operator .. "_each", operator .. "_step", operator .. "_flop", operator .. "_byte",
      core.format("t_%s_f", operator) }
    for _, back in ipairs{ "b", "i", "w" } do
      local name = core.format("t_%s_%s", operator, back)
      if rows.by_name[name] then names[#names + 1] = name end
    end
    local v, back = values_of(made, names), 0
    for k = 6, #names do back = back + v[names[k]] end
    if v[names[1]] > 0 or v[names[2]] > 0 then
      list[#list + 1] = { operator = operator, each = v[names[1]], step = v[names[2]], flop = v[names[3]],
        byte = v[names[4]], t_f = v[names[5]], t_b = back, meaning = meaning(names[3]) }
    end
  end
  return sheet({ { "operator", "", "operator" }, { "each", "1", "occurrences in a layer" },
    { "step", "1", "occurrences in the model" }, { "flop", "flop", "flop of one, forward" },
    { "byte", "byte", "memory traffic of one, forward" }, { "t_f", "s", "time of one, forward" },
    { "t_b", "s", "time of one, backward" }, { "meaning", "", "meaning" } }, list, case.head(made))
end

return parts
