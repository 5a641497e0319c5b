-- SPDX-License-Identifier: MIT
-- elasticities(case, "f_ser"): the fields with the largest effect on this result. Each field of the case is changed a
-- little; its elasticity is d log result / d log field: -1 halves the result when the field doubles. A field is changed
-- around its value in this case, to values with a legal layout (slopes.lua). Small counts cannot be changed a little: they
-- are halved and doubled, and the column `step` says so. Fields that follow the changed field (heads follow h) change with
-- it.
local core = require "twocs.core"
local case = require "twocs.ask.case"
local follow = require "twocs.ask.follow"
local mistake = require "twocs.common.mistake"
local probe = require "twocs.ask.probe"
local rows = require "twocs.data.rows"
local slopes = require "twocs.ask.slopes"
local stop = require "twocs.common.stop"
local support = require "twocs.ask.support"

local elasticities = {}

local function axis_of(moves, n)
  local fields = {}
  for i, move in ipairs(moves) do fields[i] = move[1] end
  return { name = fields[1], n = n, moves = moves, fields = fields, labels = {} }
end

-- Evaluates the result at the values of one field. This is a separate job, because other fields may follow this field.
local function move_alone(made, row, list, result)
  local values = slopes.values(list)
  if #values == 0 then return end
  local got, _, _, _, why = follow.run(made, { axis_of({ { row.name, core.column(values) } }, #values) }, { result })
  slopes.take(list, got[1], why)
end

-- Evaluates the fields that the case states itself in one job. Each field has its own rows, in which the other fields keep
-- their values. Returns true after Ctrl-C; then a field counts as moved only if all of its rows are done.
local function move_together(made, fields, result)
  local moves, n, at = {}, 0, 0
  for _, one in ipairs(fields) do
    one.values = slopes.values(one.pairs)
    n = n + #one.values
  end
  if n == 0 then return end
  for i, one in ipairs(fields) do
    local column = core.column(n, one.x)
    for k, value in ipairs(one.values) do column[at + k] = value end
    moves[i], one.at, at = { one.row.name, column }, at, at + #one.values
  end
  local all, _, _, _, why, rows_done = follow.run(made, { axis_of(moves, n) }, { result }, true)
  local done = core.column(n, rows_done and 0 or 1)
  for i = 1, rows_done and #rows_done or 0 do done[rows_done[i]] = 1 end
  for _, one in ipairs(fields) do
    local got, broken, whole = {}, why and {}, true
    for k = 1, #one.values do
      got[k], whole = all[1][one.at + k], whole and done[one.at + k] == 1
      if broken then broken[k] = why[one.at + k] end
    end
    one.moved = whole
    slopes.take(one.pairs, got, broken)
  end
  return rows_done ~= nil
end

-- The fields that are positive numbers in this case, each with its pairs of values; and the number of fields that are zero.
-- A field that follows fields of another record (b follows dp) gets its value from the engine, because its own record does
-- not know it.
local function fields_of(made, by)
  local list, names, zero = {}, {}, 0
  for _, row in ipairs(rows.list) do
    local record = row.record ~= "result" and not row.choice and made[row.record]
    if record and type(record[row.name]) == "number" then list[#list + 1], names[#names + 1] = row, row.name end
  end
  local resolved, fields = follow.cases(made, {})[1].made, {}
  local done, values = pcall(core.run, resolved, {}, names)
  for i, row in ipairs(list) do
    local record = made[row.record]
    local x = done and not core.given(record, row.name) and values[i][1] or record[row.name]
    if x > 0 and x < math.huge then
      fields[#fields + 1] = { row = row, x = x, place = i, pairs = slopes.pairs_about(row, x, by) }
    elseif x == 0 then zero = zero + 1 end
  end
  return fields, zero
end

-- Finds the slope of a field and the pair of values to show, and returns a word: "moves", "still", "turns" or "illegal". A
-- law that was measured at exactly this value may jump there. Therefore, if no second pair confirms the slope, a tiny step
-- checks for a jump.
local function judge(made, one, here, result)
  local confirmed
  if not slopes.any(one.pairs) then return "illegal" end
  if not slopes.moves(one.pairs, here) then return "still" end
  one.slope, one.shown, confirmed = slopes.found(one.pairs, one.x, here)
  if not confirmed and not one.row.count then
    local nearby = slopes.nearby(one.row, one.x)
    move_alone(made, one.row, nearby, result)
    one.jumps = slopes.without_jump(one.pairs, nearby[1], here)
    if one.jumps then one.slope, one.shown = slopes.found(one.pairs, one.x, here) end
  end
  if one.slope and one.slope ~= 0 then return "moves" end
  return one.jumps and "still" or "turns"
end

-- Moves all fields and gives each its word. A field that follows others is moved in its own job. Under a measured law,
-- which sets fields itself, every field is. Returns true after Ctrl-C; the remaining fields then have no word.
local function judge_all(made, list, here, result)
  local together, alone, measured = {}, {}, follow.has_measured(made.plan, {})
  for _, one in ipairs(list) do
    local is_own = not measured and core.given(made[one.row.record], one.row.name)
    table.insert(is_own and together or alone, one)
  end
  local function judge_together()
    for _, one in ipairs(together) do one.word = one.moved and judge(made, one, here, result) end
  end
  if move_together(made, together, result) then
    judge_together()
    return true
  end
  return stop.keeping(function()
    judge_together()
    for _, one in ipairs(alone) do
      move_alone(made, one.row, one.pairs, result)
      one.word = judge(made, one, here, result)
    end
  end) ~= nil
end

local function row_of(one, here)
  local row, shown = one.row, one.shown
  return { field = row.name, elasticity = one.slope, low = shown.at_low or here, high = shown.at_high or here,
    value = probe.shown(one.x, row.unit), step = shown.word, meaning = row.meaning, place = one.place }
end

local function table_of(list, result, head, notes)
  local names, columns = { "field", "elasticity", "value", "low", "high", "step", "meaning" }, {}
  for _, name in ipairs(names) do
    columns[name] = {}
    for i, one in ipairs(list) do columns[name][i] = one[name] end
  end
  local unit = rows.by_name[result].unit
  return require("twocs.table").new{ n = #list, names = names, columns = columns, head = head, notes = notes,
    units = { elasticity = "1", low = unit, high = unit }, meanings = { field = "field",
      elasticity = core.format("d log %s / d log field", result), value = "value of the field",
      low = core.format("%s below the value of the field", result), high = core.format("%s above it", result),
      step = "how far below and above", meaning = "meaning of the field" } }
end

-- "b, first_layers": the names of fields.
local function names_of(list)
  local names = {}
  for i, one in ipairs(list) do names[i] = one.row.name end
  return table.concat(names, ", ")
end

-- Notes on the fields that are not ranked, with the reason. by: lists of fields by their word.
local function notes_of(by, result, zero)
  local notes = {}
  local function note(...) notes[#notes + 1] = core.format(...) end
  local jumps = {}
  for _, one in ipairs(by.moves) do
    if one.jumps then jumps[#jumps + 1] = core.format("%s (%+.2g %%)", one.row.name, 100 * (one.jumps - 1)) end
  end
  if #jumps > 0 then
    note("the law was measured at this value only; low, high and slope exclude the jump to other values: %s",
      table.concat(jumps, ", "))
  end
  if #by.turns > 0 then
    note("%s has a minimum or maximum at this value, or changes in steps of tiles only: %s", result, names_of(by.turns))
  end
  if #by.illegal > 0 then note("no legal value near this one: %s", names_of(by.illegal)) end
  note("%d other fields do not change %s; %d are 0, which has no logarithm", #by.still, result, zero)
  return notes
end

local function check(given, result, by)
  if type(by) ~= "number" or not (by > 0 and by < 1) then
    mistake.raise("elasticities: by = %s: expected a share between 0 and 1", mistake.show(by or nil))
  end
  if type(result) ~= "string" then
    mistake.raise("elasticities: expected the name of a result, got %s", mistake.show(result))
  end
  if rows.find(result).record ~= "result" then
    mistake.raise('elasticities: "%s" is a field, expected a result', result)
  end
  if case.of_limits(given) then mistake.raise("elasticities: not for a case of tw.limits; use tw.limits.map") end
end

--- elasticities(case, result, { by = 0.1 }): a row for each field that changes the result, the strongest first. by: the
--- relative change of the field for the columns low and high, which enclose the result of the case. A count without a legal
--- value there is halved and doubled. If a law was measured only at exactly this value, then low, high and slope come from
--- the law that applies next to it, and a note states the difference between the two laws.
function elasticities.elasticities(given, result, options)
  local by = type(options) == "table" and options.by or options == nil and 0.1
  check(given, result, by)
  local made, row = case.split(given, { over = true, want = true }, nil, true), rows.find(result)
  require("twocs.ask.legal").must_be(follow.cases(made, {})[1].made, "elasticities")
  local found, _, rests = follow.run(made, {}, { row.name })
  local here = found[1][1]
  if not (here > 0) then
    mistake.raise("elasticities: %s is %s here, and has no logarithm", row.name, mistake.show(here))
  end
  local fields, zero = fields_of(made, by)
  local by_word, list, judged = { moves = {}, turns = {}, illegal = {}, still = {} }, {}, 0
  local stopped = judge_all(made, fields, here, row.name)
  for _, one in ipairs(fields) do
    if one.word then judged = judged + 1 end
    table.insert(by_word[one.word] or {}, one)
    if one.word == "moves" then list[#list + 1] = row_of(one, here) end
  end
  table.sort(list, function(a, b)
    local x, y = math.abs(a.elasticity), math.abs(b.elasticity)
    if x ~= y then return x > y end
    return a.place < b.place
  end)
  local notes = support.tell(rests) or {}
  for _, note in ipairs(notes_of(by_word, row.name, zero)) do notes[#notes + 1] = note end
  local t = table_of(list, row.name, case.head(made), notes)
  if stopped then stop.with(judged > 0 and t or nil, stop.share(judged, #fields, "fields")) end
  return t
end

return elasticities
