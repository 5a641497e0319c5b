-- SPDX-License-Identifier: MIT
-- Converts `over = {...}` to axes of the engine. An axis changes one field (h = { 4096, 8192 }), several fields together
-- (an item of the array part: a list of points), a whole record (device = { a = ..., b = ... }) or a choice of the plan
-- (all_reduce = { "ring", "tree" }). A Lua table has no order, so axes are sorted in the order of the rows files, with
-- choices of the plan last; the last axis changes fastest. `order` overrides this.
local core = require "twocs.core"
local case = require "twocs.ask.case"
local unsupported = require "twocs.data.unsupported"
local lists = require "twocs.common.lists"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"
local mistake = require "twocs.common.mistake"
local ordered = require "twocs.common.ordered"

local axes = {}

local function is_list(x) return core.is_column(x) or (type(x) == "table" and not core.kind(x)) end

-- The words of a choice's numbers.
local function words_of(row, numbers)
  local words = {}
  for i = 1, #numbers do words[i] = rows.words(row)[numbers[i] + 1] end
  return words
end

local function field_axis(name, values)
  local row = rows.find(name, "field")
  if not is_list(values) then values = { values } end
  if #values == 0 then mistake.raise("over.%s has no values", name) end
  local numbers = values
  if not core.is_column(values) then
    local seen = {}
    numbers = {}
    for i = 1, #values do
      numbers[i] = rows.value(name, values[i])
      if seen[numbers[i]] then mistake.raise("over.%s: %s occurs twice", name, mistake.show(values[i])) end
      seen[numbers[i]] = true
    end
    numbers = core.column(numbers)
  end
  return { name = name, place = rows.place[name], n = #numbers, moves = { { name, numbers } }, fields = { name },
    labels = row.choice and { { name, words_of(row, numbers) } } or {} }
end

-- A list of points, each a table of the same fields.
local function joint_axis(points)
  local names = {}
  if type(points) ~= "table" or type(points[1]) ~= "table" then
    mistake.raise("over[1]: expected a list of points, such as { { h = 4096, tp = 16 }, ... }")
  end
  for i, point in ipairs(points) do
    if type(point) ~= "table" then mistake.raise("over: point %d is %s, expected a table", i, mistake.show(point)) end
  end
  for name in pairs(points[1]) do names[#names + 1] = rows.find(name, "field").name end
  table.sort(names, function(a, b) return rows.place[a] < rows.place[b] end)
  local axis = { name = names[1], place = rows.place[names[1]], n = #points, moves = {}, fields = names, labels = {} }
  for k, name in ipairs(names) do
    local column = core.column(#points)
    for i, point in ipairs(points) do
      if point[name] == nil then mistake.raise("over: point %d does not set %s, but point 1 does", i, name) end
      column[i] = rows.value(name, point[name])
    end
    axis.moves[k] = { name, column }
    local row = rows.by_name[name]
    if row.choice then axis.labels[#axis.labels + 1] = { name, words_of(row, column) } end
  end
  for i, point in ipairs(points) do
    for name in pairs(point) do
      if points[1][name] == nil then mistake.raise("over: point %d sets %s, but point 1 does not", i,
        mistake.word(name)) end
    end
  end
  return axis
end

local function record_list(kind, given, order)
  if #given > 0 then
    local names, records = {}, {}
    for i, item in ipairs(given) do
      records[i] = case.record(kind, item)
      names[i] = records[i].name or core.format("%d", i)
    end
    return names, records
  end
  local names, records = ordered.keys(given), {}
  if order then
    local listed = {}
    for _, name in ipairs(order) do listed[name] = true end
    for _, name in ipairs(names) do
      if not listed[name] then mistake.raise("order lacks '%s' of over.%s", mistake.word(name), kind) end
    end
    names = order
  end
  for i, name in ipairs(names) do
    if given[name] == nil then mistake.raise("order contains '%s', but over.%s does not", mistake.word(name), kind) end
    records[i] = case.record(kind, given[name])
  end
  return names, records
end

-- A record axis changes the fields in which its variants differ. The other fields have the values of the first variant.
local function record_axis(kind, given, base, order)
  if not is_list(given) then mistake.raise("over.%s: expected a table of %ss", kind, kind) end
  local names, records = record_list(kind, given, order)
  if #records == 0 then mistake.raise("over.%s names no %s", kind, kind) end
  local axis = { name = kind, n = #records, moves = {}, fields = {}, labels = { { kind, names } }, records = records }
  local unset = {}
  for _, row in ipairs(rows.list) do
    if row.record == kind then
      axis.place = axis.place or rows.place[row.name]
      local differs = false
      for i = 2, #records do
        differs = differs or core.given(records[i], row.name) ~= core.given(records[1], row.name)
          or records[i][row.name] ~= records[1][row.name]
      end
      local missing = false
      for i = 1, #records do missing = missing or records[i][row.name] == nil end
      if differs and missing and (row.asked or row.follows) then
        unset[#unset + 1] = row.name -- some variants lack it: it is missing, or follows its formula
      elseif differs then
        local column = core.column(#records)
        for i, record in ipairs(records) do
          local value = record[row.name]
          if value == nil then mistake.raise("%s %s lacks %s (%s)", kind, names[i], row.name, row.meaning) end
          column[i] = row.choice and rows.word(row, value) or value
        end
        axis.moves[#axis.moves + 1] = { row.name, column }
      end
    end
  end
  base[kind] = #unset > 0 and records[1]{} or records[1]
  for _, name in ipairs(unset) do base[kind][name] = nil end
  axis.models = kind == "model" and records or nil
  for _, record in ipairs(axis.models or {}) do unsupported.note(base, record) end
  if #axis.moves == 0 then axis.moves[1] = { rows.list[axis.place].name, false } end
  return axis
end

local function choice_axis(family, laws)
  if type(laws) ~= "table" or laws.choice then laws = { laws } end
  if #laws == 0 then mistake.raise("over.%s has no values", family) end
  local names = {}
  for i, law in ipairs(laws) do
    local fitted = type(law) == "table" and (law.name or law.law and core.format("%s fitted", law.law))
    names[i] = type(law) == "string" and law or fitted or core.format("function %d", i)
  end
  return { name = family, place = 1e6, n = #laws, family = family, laws = laws, fields = {}, moves = {},
    labels = { { family, names } } }
end

local function is_family(name)
  for _, family in ipairs(core.families()) do
    if family.name == name then return true end
  end
end

local function is_record(name)
  for _, record in ipairs(core.records()) do
    if record == name then return true end
  end
end

local function unknown_axis(key, value)
  local known = {}
  for _, row in ipairs(rows.list) do
    if row.record ~= "result" then known[#known + 1] = row.name end
  end
  for _, name in ipairs(core.records()) do known[#known + 1] = name end
  for _, family in ipairs(core.families()) do known[#known + 1] = family.name end
  local parts = type(value) == "table" and next(value)
  mistake.raise('over: "%s" is not a field, record or part of the plan%s', mistake.word(key), is_record(parts)
    and core.format("; variants are named inside the part of the case that differs: %s = { %s = ... }", parts,
      mistake.word(key))
    or nearest.field(key, known))
end

local function axis_made(key, value, base, order)
  if is_list(value) and not core.is_column(value) then
    lists.whole(type(key) == "number" and "over" or core.format("over.%s", key), value)
  end
  if type(key) == "number" then return joint_axis(value) end
  if is_record(key) then return record_axis(key, value, base, order and order[key]) end
  local row = rows.by_name[key]
  if is_family(key) and not (row and row.record ~= "result") then return choice_axis(key, value) end -- a field wins
  if not rows.by_name[key] or rows.by_name[key].record == "result" then unknown_axis(key, value) end
  return field_axis(key, value)
end

-- Sorts the axes in the order of the script, which has to name all of them. The variants of a record have their own order.
local function reordered(list, order)
  local first, has = {}, {}
  for i, name in ipairs(order) do first[name] = i end
  for _, axis in ipairs(list) do
    has[axis.name] = true
    if #order > 0 and not first[axis.name] then mistake.raise("order lacks the axis %s", axis.name) end
  end
  for key, value in pairs(order) do
    local name = type(key) == "string" and key or value
    if not has[name] then mistake.raise("order: %s is not an axis of over", mistake.show(name)) end
    if type(key) == "string" and not is_record(key) then
      mistake.raise("order.%s: only variants of a record have an order of their own", key)
    end
  end
  if #order == 0 then return end
  table.sort(list, function(a, b) return first[a.name] < first[b.name] end)
end

--- The number of points in the grid of these axes.
function axes.points(list)
  local n = 1
  for _, axis in ipairs(list) do n = n * axis.n end
  return n
end

--- The axes of `over`, in the order in which they run. base is the case: a record axis replaces its part. order: a list of
--- axis names, or { device = { "first", "second" } } for the variants of a record.
function axes.made(over, base, order)
  local list = {}
  if order ~= nil and type(order) ~= "table" then
    mistake.raise("order is %s, expected a list of axes", mistake.show(order))
  end
  if type(over) ~= "table" then mistake.raise("over is a %s, expected a table of axes", type(over)) end
  for _, key in ipairs(ordered.keys(over)) do list[#list + 1] = axis_made(key, over[key], base, order) end
  table.sort(list, function(a, b)
    if a.place ~= b.place then return a.place < b.place end
    return a.name < b.name
  end)
  if order then reordered(list, order) end
  if base.device then require("twocs.ask.power").check_axes(list, base.device) end
  for _, axis in ipairs(base.run and list or {}) do
    for _, model in ipairs(axis.models or {}) do unsupported.images(base, over, model) end
  end
  return list
end

return axes
