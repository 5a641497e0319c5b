-- SPDX-License-Identifier: MIT
-- sweep, compare, eval, summary. Each is one job of the engine, or one job for each point of the axes that the engine
-- cannot change itself (follow.lua).
local core = require "twocs.core"
local answer = require "twocs.ask.answer"
local axes = require "twocs.ask.axes"
local case = require "twocs.ask.case"
local follow = require "twocs.ask.follow"
local gate = require "twocs.ask.gate"
local rows = require "twocs.data.rows"
local legal = require "twocs.ask.legal"
local registry = require "twocs.data.registry"
local lists = require "twocs.common.lists"
local mistake = require "twocs.common.mistake"
local stop = require "twocs.common.stop"
local support = require "twocs.ask.support"

local sweep = {}

local principal = { "t_layer", "t_cmp", "t_ser", "t_exp", "f_ser", "f_com", "t_step", "mfu", "mem_byte", "legal" }

-- The results for want = "all". Cases of the limits have their own results. Those of the wall need clocks and caches, which
-- few devices state, so all other cases leave them out. Power and prices are left out if the device does not state all of
-- them.
local all_listed = {} -- by kind of case; all cases of a kind share the list
local powered_devices = setmetatable({}, { __mode = "k" }) -- of devices that never change
local function is_powered(device)
  local known = powered_devices[device]
  if known ~= nil then return known end
  known = rows.states_power(device)
  if core.is_frozen(device) then powered_devices[device] = known end
  return known
end

local function all_results(made)
  local powered = made.searches or is_powered(made.device)
  local kind = made.searches and "searches" or powered and "powered" or "layout"
  if all_listed[kind] then return all_listed[kind] end
  local of_wall, list = core.wall_columns(), {}
  for _, row in ipairs(rows.list) do
    local wanted = not row.of_wall and (powered or not rows.asks_power(row.name))
    if made.searches then wanted = of_wall[row.name] ~= nil end
    if row.record == "result" and wanted then list[#list + 1] = row.name end
  end
  all_listed[kind] = core.keep_wants(list)
  return list
end

local function columns_wanted(want, made)
  if want == nil then return made.searches and case.limits.principal() or principal end
  if want == "all" then return all_results(made) end
  if type(want) == "string" then return { rows.find(want).name } end
  local list = {}
  if type(want) ~= "table" then mistake.raise("want is a %s, expected names of columns", type(want)) end
  for i, name in ipairs(want) do list[i] = rows.find(name).name end
  if #list == 0 then mistake.raise 'the list of wanted results is empty: name some, such as { "t_step", "mfu" }' end
  return list
end

-- Texts of a labelled axis, row by row.
local function label_column(list, axis, texts, n)
  local stride, after = 1, false
  for _, other in ipairs(list) do
    if after then stride = stride * other.n end
    after = after or other == axis
  end
  return core.words_along(texts, stride, n)
end

-- labels(axis, texts): a text for each row; if it is nil, the rows are all rows of the grid. Fields that have words show
-- them.
local function table_made(list, fields, want, results, n, head, notes, labels)
  local names, columns, units, meanings, place = {}, {}, {}, {}, {}
  for k, name in ipairs(fields) do place[name] = k end
  local function add(name, column, unit, meaning)
    if columns[name] then return end
    names[#names + 1], columns[name], units[name], meanings[name] = name, column, unit, meaning
  end
  local function add_texts(axis, name, texts)
    local row = rows.by_name[name]
    add(name, labels and labels(axis, texts) or label_column(list, axis, texts, n), "", row and row.meaning or name)
  end
  for _, axis in ipairs(list) do
    local words = {}
    for _, label in ipairs(axis.labels) do
      if place[label[1]] then words[label[1]] = label[2] else add_texts(axis, label[1], label[2]) end
    end
    for _, name in ipairs(axis.fields) do
      if words[name] then add_texts(axis, name, words[name])
      else add(name, results[place[name]], rows.by_name[name].unit, rows.by_name[name].meaning) end
    end
  end
  for k, name in ipairs(want) do add(name, results[#fields + k], rows.by_name[name].unit, rows.by_name[name].meaning) end
  return require("twocs.table").new{ n = n, names = names, columns = columns, units = units, meanings = meanings,
    head = head, notes = notes }
end

-- Adds the columns `legal` and `why` to those of a table unless the script wants them already, and returns the names of all
-- columns. why: the first rule that each row breaks.
local function marked(want, results, why)
  local names, given = {}, {}
  for k, name in ipairs(want) do names[k], given[name] = name, true end
  local function add(name, column)
    if not given[name] then names[#names + 1], results[#results + 1] = name, column end
  end
  add("legal", core.is_zero(why))
  add("why", why)
  return names
end

-- keeps: after Ctrl-C the finished rows are printed and the script ends; otherwise they are lost.
local function run(made, list, want, keeps)
  local fields, all, n = {}, {}, 1
  for _, axis in ipairs(list) do
    local words = {} -- fields shown as words need no numbers
    for _, label in ipairs(axis.labels) do words[label[1]] = true end
    n = n * axis.n
    for _, name in ipairs(axis.fields) do
      if not words[name] then fields[#fields + 1] = name end
    end
  end
  lists.affordable("sweep", n, #fields + #want, "; keep = 20, pareto, count and tw.summary keep few rows, "
    .. 'and to = "file.csv" writes them piece by piece')
  for _, name in ipairs(fields) do all[#all + 1] = name end
  for _, name in ipairs(want) do all[#all + 1] = name end
  local results, _, notes, plan, why, done = follow.run(made, list, all, keeps)
  if why then want = marked(want, results, why) end
  local t = table_made(list, fields, want, results, n, case.head(made, plan), support.tell(notes))
  if done then stop.with(#done > 0 and t:pick(done) or nil, stop.share(#done, n, "points")) end
  return t
end

local none = {} -- no options and no axes

-- The function that adds bands to a table whose rows are these cases, if the options ask for bands (predict/one_case.lua);
-- nil otherwise. n: rows.
local function bander(chosen, want, n)
  if chosen.band == nil then return nil end
  local bands = answer.bands()
  local with = bands.check(chosen.band, want, n)
  return function(t, list) return bands.banded(t, list, with) end
end

-- The case of each row of a grid.
local function stated(made, list)
  local cases, point, n = {}, {}, axes.points(list)
  for i = 1, n do
    local left = i - 1
    for k = #list, 1, -1 do point[k], left = left % list[k].n + 1, math.floor(left / list[k].n) end
    cases[i] = follow.stated(made, list, point)
  end
  return cases
end

-- The table of a grid, with bands if the options ask for them.
local function with_bands(made, list, want, chosen)
  local banded = bander(chosen, want, axes.points(list))
  local t = run(made, list, want, true)
  return banded and banded(t, stated(made, list)) or t
end

--- sweep{ model =, run =, layout =, device =, plan =, over = { ... }, want = { ... }, order = { ... } }: a table with a row
--- for each point of the grid. sweep(case, { over =, want = }) takes a case made before. want: the columns; nil means the
--- principal ones, "all" means every one. If the grid is too large for a table: keep = 20, least = "t_step" (or most =)
--- returns its best rows, pareto = { "t_step", "mem_byte" } a Pareto front, count = { fits = { mem_byte = "<= 80 GB" } }
--- counts; each accepts where = { legal = 1 }. to = "file.csv" writes the rows to a file and returns its path and the
--- number of rows. band = 0.9 adds the ends of the 90 % band of t_step, mfu, hfu, token_rate and device_token_rate, as
--- tw.band returns them, to all rows, or to those that keep and pareto return.
function sweep.sweep(given, changes)
  local sinks, options = require "twocs.ask.sinks", { over = true, want = true, order = true, band = true }
  for _, name in ipairs(sinks.options) do options[name] = true end
  local made, chosen = case.split(given, options, changes, true)
  local list, want = axes.made(chosen.over or {}, made, chosen.order), columns_wanted(chosen.want, made)
  made.own_axes = true
  local sink = sinks.chosen(chosen)
  if not sink then return with_bands(made, list, want, chosen) end
  if chosen.band ~= nil and (sink == "count" or sink == "to") then
    mistake.raise("band: %s has none; bands are for keep, pareto, and a sweep that returns all its rows", sink)
  end
  return sinks.run({ made = made, list = list, run = run, table = table_made, banded = bander(chosen, want, 0) }, chosen,
    want)
end

--- compare(case, { device = { today = ..., mine = ... }, order = { "today", "mine" } }): one row for each variant; want and
--- band as in sweep.
function sweep.compare(given, changes)
  local made, chosen = case.split(given, { want = true, order = true, band = true }, nil, true)
  if type(changes) ~= "table" then
    mistake.raise("compare: expected variants, such as { device = { a = ..., b = ... } }, got %s", mistake.show(changes))
  end
  local first = changes[1] -- a list of points, or a mistake
  if first ~= nil and (type(first) ~= "table" or first[1] == nil) then
    mistake.raise "compare: expected variants of something, such as { device = { a = ..., b = ... } }, got a list"
  end
  local over, order = {}, nil
  for key, value in pairs(changes) do
    if key == "want" or key == "band" then chosen[key] = value
    elseif key == "order" then order = value
    elseif key == "illegal" then made.illegal = value
    else over[key] = value end
  end
  legal.check(made.illegal)
  made.own_axes = true
  if type(over.model) == "string" or type(over.device) == "string" then
    mistake.raise("compare: the second argument looks like a case; tw.faster(a, b) compares the times of two cases")
  end
  local variants, several
  for key in pairs(over) do variants, several = key, variants ~= nil end
  if not variants then
    mistake.raise("compare: there are no variants: expected some, such as { device = { a = ..., b = ... } }")
  end
  if type(order) == "table" and #order > 0 and several then
    mistake.raise "compare: order of which variants? Write order = { device = { ... } }"
  end
  if type(order) == "table" and #order > 0 and variants then order = { [variants] = order } end
  return with_bands(made, axes.made(over, made, order), columns_wanted(chosen.want, made), chosen)
end

local named = { model = registry.models, device = registry.devices, record = core.record }

local function only_reasons(list)
  for _, name in ipairs(list) do
    if not legal.is_reason(name) then return false end
  end
  return true
end

--- eval(case, "f_ser"): a number. eval(case, { ... }) or eval(case): a table of name and number. An illegal layout is
--- refused, unless only `legal` or `why` is asked or the case says illegal = "allow".
function sweep.eval(given, want)
  local plain = want ~= nil and want ~= "all" and core.eval_plain(given, want, named)
  if plain then return type(plain) == "table" and answer.of(plain) or plain end
  local made = case.split(given, none)
  local one = type(want) == "string" and want ~= "all"
  local list = columns_wanted(want, made)
  if want ~= "all" or made.of_wall then gate.own(made, list) end -- "all" contains only names of the kind of case
  local result
  if made.searches then
    legal.must_be(made, "eval")
    local columns = case.run(made, {}, list)
    result = one and columns[1][1] or {}
    for k, name in ipairs(one and {} or list) do result[name] = columns[k][1] end
  else
    local lazily = want == "all" and answer.lazy
    result = legal.eval(made, one and list[1] or list, want ~= "all" and only_reasons(list), lazily)
    if lazily then result = answer.lazy(list, result, made) end
  end
  if support.says(made) then support.tell(support.of(made, {}, list)) end
  gate.tell(made, none, list)
  return (one or want == "all" and answer.lazy) and result or answer.of(result, made)
end

--- summary{ ..., over =, want = }: least, mean and most of each column, without keeping the rows.
function sweep.summary(given, changes)
  local made, chosen = case.split(given, { over = true, want = true }, changes, true)
  local list, want = axes.made(chosen.over or {}, made), columns_wanted(chosen.want, made)
  made.own_axes = true
  for _, axis in ipairs(list) do
    if axis.family then mistake.raise("summary: choices of the plan cannot be combined; sweep them separately") end
  end
  local least, most, mean, notes, plan, illegal, points = follow.summary(made, list, want)
  if points == 0 then stop.with(nil, "0 points") end
  local units, head = {}, case.head(made, plan)
  for i, name in ipairs(want) do units[i] = rows.by_name[name].unit end
  if illegal then head = core.format("%s\nnote: %s", head, illegal) end
  local t = require("twocs.table").new{ n = #want, names = { "column", "unit", "least", "mean", "most" },
    head = head, notes = support.tell(notes),
    columns = { column = want, unit = units, least = least, mean = mean, most = most }, units = {}, meanings = {} }
  if points then stop.with(t, stop.share(points, axes.points(list), "points")) end
  return t
end

return sweep
