-- SPDX-License-Identifier: MIT
-- Sweep, compare, eval, summary: all of them one job of the engine, or one for each combination of the plan's choices.
local core = require "twocs.core"
local axes = require "twocs.axes"
local case = require "twocs.case"
local rows = require "twocs.rows"
local mistake = require "twocs.mistake"

local sweep = {}

local principal = { "t_layer", "t_cmp", "t_ser", "t_exp", "f_ser", "f_com", "t_step", "mfu", "mem_byte", "legal" }

local function wishes(want)
  if want == nil then return principal end
  if type(want) == "string" and want ~= "all" then return { rows.find(want).name } end
  local list = {}
  if want == "all" then
    for _, row in ipairs(rows.list) do
      if row.record == "result" then list[#list + 1] = row.name end
    end
    return list
  end
  if type(want) ~= "table" then mistake.raise("want is a %s, expected names of columns", type(want)) end
  for i, name in ipairs(want) do list[i] = rows.find(name).name end
  return list
end

-- The engine's axes and the fields that they move; choices are looped over outside.
local function split(list)
  local moved, choices, fields = {}, {}, {}
  for _, axis in ipairs(list) do
    if axis.family then choices[#choices + 1] = axis
    else
      local moves = {}
      for _, move in ipairs(axis.moves) do
        moves[#moves + 1] = { move[1], move[2] or false }
      end
      moved[#moved + 1] = moves
      for _, name in ipairs(axis.fields) do fields[#fields + 1] = name end
    end
  end
  return moved, choices, fields
end

-- An axis of equal records moves nothing: it repeats a field's own value.
local function fill_still(moved, list, made)
  for i, moves in ipairs(moved) do
    for _, move in ipairs(moves) do
      if move[2] == false then
        local row = rows.by_name[move[1]]
        local value, column = made[row.record][move[1]], core.column(list[i].n)
        for r = 1, list[i].n do column[r] = row.choice and rows.word(row, value) or value end
        move[2] = column
      end
    end
  end
end

-- Every combination of the plan's choices, the last fastest.
local function plans(base, choices)
  local list = { {} }
  for _, axis in ipairs(choices) do
    local more = {}
    for _, chosen in ipairs(list) do
      for i = 1, axis.n do
        local next_one = {}
        for k, v in pairs(chosen) do next_one[k] = v end
        next_one[axis] = i
        more[#more + 1] = next_one
      end
    end
    list = more
  end
  for i, chosen in ipairs(list) do
    local plan = {}
    for family, law in pairs(base or {}) do plan[family] = law end
    for axis, k in pairs(chosen) do plan[axis.family] = axis.laws[k] end
    list[i] = { plan = plan, chosen = chosen }
  end
  return list
end

-- One column out of several runs, interleaved so that choices run fastest.
local function woven(parts, k)
  if #parts == 1 then return parts[1][k] end
  local n = #parts[1][k]
  local out = core.column(n * #parts)
  for p, part in ipairs(parts) do
    local from = part[k]
    for r = 1, n do out[(r - 1) * #parts + p] = from[r] end
  end
  return out
end

-- Texts of a labelled axis, row by row.
local function label_column(list, axis, texts, n)
  local stride, after = 1, false
  for _, other in ipairs(list) do
    if after then stride = stride * other.n end
    after = after or other == axis
  end
  local column = {}
  for r = 1, n do column[r] = texts[math.floor((r - 1) / stride) % axis.n + 1] end
  return column
end

local function table_made(list, fields, want, results, n, head)
  local names, columns, units, meanings = {}, {}, {}, {}
  local function add(name, column, unit, meaning)
    if columns[name] then return end
    names[#names + 1], columns[name], units[name], meanings[name] = name, column, unit, meaning
  end
  for _, axis in ipairs(list) do
    for _, label in ipairs(axis.labels) do
      local row = rows.by_name[label[1]]
      add(label[1], label_column(list, axis, label[2], n), "", row and row.meaning or label[1])
    end
    for _, field in ipairs(axis.fields) do
      for k, name in ipairs(fields) do
        if name == field then add(name, results[k], rows.by_name[name].unit, rows.by_name[name].meaning) end
      end
    end
  end
  for k, name in ipairs(want) do add(name, results[#fields + k], rows.by_name[name].unit, rows.by_name[name].meaning) end
  return require("twocs.table").new{ n = n, names = names, columns = columns, units = units, meanings = meanings,
    head = head }
end

-- The case under one of its plans. A fit sets fields too, so they are set in a copy.
local function under(made, plan)
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy.plan = case.plan(copy, plan)
  return copy
end

local function run(made, list, want, head)
  local moved, choices, fields = split(list)
  fill_still(moved, list, made)
  local all, parts = {}, {}
  for _, name in ipairs(fields) do all[#all + 1] = name end
  for _, name in ipairs(want) do all[#all + 1] = name end
  for i, one in ipairs(plans(made.plan, choices)) do parts[i] = core.run(under(made, one.plan), moved, all) end
  local results = {}
  for k = 1, #all do results[k] = woven(parts, k) end
  local n = 1
  for _, axis in ipairs(list) do n = n * axis.n end
  return table_made(list, fields, want, results, n, head)
end

--- sweep{ model =, run =, layout =, device =, plan =, over = { ... }, want = { ... }, order = { ... } }: a table with a row
--- for each point of the grid. sweep(case, { over =, want = }) takes a case made before. want left out: the principal
--- columns; "all": every one.
function sweep.sweep(given, changes)
  local made, chosen = case.split(given, { over = true, want = true, order = true }, changes)
  local list = axes.made(chosen.over or {}, made, chosen.order)
  return run(made, list, wishes(chosen.want), case.head(made.plan))
end

--- compare(case, { device = { today = ..., mine = ... }, order = { "today", "mine" } }): one row for each variant.
function sweep.compare(given, changes)
  local made, chosen = case.split(given, { want = true, order = true })
  local over, order = {}, nil
  for key, value in pairs(changes or {}) do
    if key == "want" then chosen.want = value elseif key == "order" then order = value else over[key] = value end
  end
  local variants
  for key in pairs(over) do variants = key end
  if order and #order > 0 then order = { [variants] = order } end
  return run(made, axes.made(over, made, order), wishes(chosen.want), case.head(made.plan))
end

--- eval(case, "f_ser"): a number. eval(case, { ... }) or eval(case): a table of name and number.
function sweep.eval(given, want)
  local made = case.split(given, {})
  local list = wishes(want)
  local results = core.run(made, {}, list)
  if type(want) == "string" and want ~= "all" then return results[1][1] end
  local values = {}
  for k, name in ipairs(list) do values[name] = results[k][1] end
  return values
end

--- summary{ ..., over =, want = }: least, mean and most of each column, without keeping the rows.
function sweep.summary(given, changes)
  local made, chosen = case.split(given, { over = true, want = true }, changes)
  local list, want = axes.made(chosen.over or {}, made), wishes(chosen.want)
  local moved, choices = split(list)
  if #choices > 0 then mistake.raise("summary: choices of the plan cannot be summarised together; sweep them apart") end
  fill_still(moved, list, made)
  local least, most, mean = core.summary(made, moved, want)
  local units = {}
  for i, name in ipairs(want) do units[i] = rows.by_name[name].unit end
  return require("twocs.table").new{ n = #want, names = { "column", "unit", "least", "mean", "most" },
    head = case.head(made.plan),
    columns = { column = want, unit = units, least = least, mean = mean, most = most }, units = {}, meanings = {} }
end

return sweep
