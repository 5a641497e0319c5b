-- SPDX-License-Identifier: MIT
-- Maps of the limits: one question over a grid of cases, on all cores. Each cell is a separate case with the same answer as
-- alone.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local factors = require "twocs.ask.factors"
local rows = require "twocs.data.rows"
local sweep = require "twocs.limits.sweep"

local most = 100000 -- cells
local of_run = { "d", "util", "gpus", "run_months" }

local function rank(name)
  if name == "gpu" or name == "device" then return 0 end
  for i, factor in ipairs(factors.order) do
    if factor == name then return 1e6 + i end
  end
  return rows.place[factors.find(name, "field").name]
end

-- The axes of `over` in the order in which they change a case: the GPU first, then fields, then factors.
local function axes_of(over)
  local list = {}
  if type(over) ~= "table" then mistake.raise("over is %s, expected a table of axes", mistake.show(over)) end
  for name, values in pairs(over) do
    if type(values) ~= "table" and not core.is_column(values) then values = { values } end
    if #values == 0 then mistake.raise("over.%s has no values", mistake.word(name)) end
    list[#list + 1] = { name = name, values = values, rank = rank(name) }
  end
  table.sort(list, function(a, b) return a.rank < b.rank end)
  return list
end

-- The order in which axes run, the last one fastest: first the names of `order`, then the rest.
local function ordered(axes, order)
  local first, list = {}, {}
  for i, name in ipairs(order or {}) do first[name] = i end
  for i, axis in ipairs(axes) do
    list[i], axis.turn = axis, first[axis.name] or 1e6 + i
    first[axis.name] = nil
  end
  for _, name in ipairs(order or {}) do
    if first[name] then mistake.raise('order names "%s", which over lacks', mistake.word(name)) end
  end
  table.sort(list, function(a, b) return a.turn < b.turn end)
  return list
end

-- Each case at every point of the grid; shown[name][i] is the value of an axis at cell i.
local function cells_of(cases, names, axes, running)
  local cells, shown, stride = {}, { name = {} }, 1
  for k = #running, 1, -1 do
    running[k].stride, shown[running[k].name], stride = stride, {}, stride * #running[k].values
  end
  if stride * #cases > most then mistake.raise("%.15g cells: at most %.15g", stride * #cases, most) end
  for i = 1, stride * #cases do
    local from = math.floor((i - 1) / stride) + 1
    local case = cases[from]
    shown.name[i] = names[from]
    for _, axis in ipairs(axes) do
      local value = axis.values[math.floor((i - 1) / axis.stride) % #axis.values + 1]
      case = factors.moved(case, axis.name, value)
      shown[axis.name][i] = factors.by_name[axis.name] and value or axis.name == "device" and case.gpu or case[axis.name]
    end
    cells[i] = case
  end
  return cells, shown
end

local function kept(list, answered)
  local out = {}
  for i = 1, #list do
    if answered[i] == 1 then out[#out + 1] = list[i] end
  end
  return out
end

local questions = { linear_end = "compute at which linear scaling ends", -- NaN if scaling is linear in the whole sweep
  largest = "compute of the largest run", fit = "" }

local function map_table(shown, axes, several, find, want, columns, n)
  local all, names, units, meanings = {}, several and { "name" } or {}, {}, {}
  meanings.name = several and "the case" or nil
  for _, axis in ipairs(axes) do
    local row, factor = rows.by_name[axis.name], factors.by_name[axis.name]
    names[#names + 1] = axis.name
    units[axis.name] = row and not row.choice and row.unit or factor and "1" or ""
    meanings[axis.name] = row and row.meaning or factor and factor.meaning or "the device"
  end
  for _, name in ipairs(names) do all[name] = shown[name] end
  if find ~= "fit" then
    names[#names + 1], all[find], units[find], meanings[find] = find, columns.c_flop, "flop", questions[find]
  end
  for _, name in ipairs(want) do
    if not all[name] then
      local row = rows.by_name[name]
      names[#names + 1], all[name], units[name], meanings[name] = name, columns[name], row.unit, row.meaning
    end
  end
  return require("twocs.table").new{ n = n, names = names, columns = all, units = units, meanings = meanings,
    head = sweep.head() }
end

--- map{ base, over = { lam = { ... }, bw = { 0.5, 1, 2 } }, find = "linear_end", want = { ... } }: a row for each cell of
--- the grid. find: "linear_end", "largest", or "fit", the run of the case's own width. After Ctrl-C: the finished cells,
--- and a sentence.
return function(given)
  if type(given) ~= "table" then mistake.raise("map: expected { base, over = { ... }, find = \"linear_end\" }") end
  sweep.check(given, { over = true, find = true, want = true, order = true })
  local find = given.find or "linear_end"
  if not questions[find] then
    mistake.raise('find = "%s": expected "linear_end", "largest" or "fit"', mistake.word(find))
  end
  local cases, names = sweep.cases(given)
  local axes = axes_of(given.over or {})
  local running = ordered(axes, given.order)
  local cells, shown = cells_of(cases, names, axes, running)
  for _, cell in ipairs(cells) do
    local sentence = core.wall_check(cell)
    if sentence then mistake.raise("%s", sentence) end
  end
  local want, asked = factors.wanted(given.want, find == "fit" and sweep.principal or of_run), { "c_flop" }
  for _, name in ipairs(want) do asked[#asked + 1] = name end
  local found, answered, wrong = core.wall_each(find, cells, asked, true)
  if wrong then mistake.raise("%s", wrong) end
  local columns, n = {}, #kept(answered, answered)
  for k, name in ipairs(asked) do columns[name] = n == #cells and found[k] or kept(found[k], answered) end
  for name, list in pairs(shown) do shown[name] = kept(list, answered) end
  local t = map_table(shown, running, #cases > 1, find, want, columns, n)
  if n == #cells then return t end
  local sentence = core.format("stopped: %.15g of %.15g cells are done and kept", n, #cells)
  io.stderr:write("twocs: ", sentence, "; Ctrl-C again ends the script\n")
  return t, sentence
end
