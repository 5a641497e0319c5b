-- SPDX-License-Identifier: MIT
-- What a sweep can return instead of all its rows: the best rows, a Pareto front, counts, or a CSV file that is written
-- piece by piece. The engine returns the numbers of rows; their contents are then evaluated as a list of points, with
-- bit-identical results. After Ctrl-C a sink contains the rows that it has received.
local axes = require "twocs.ask.axes"
local case = require "twocs.ask.case"
local compare = require "twocs.common.compare"
local core = require "twocs.core"
local csv = require "twocs.table.csv"
local follow = require "twocs.ask.follow"
local gate = require "twocs.ask.gate"
local legal = require "twocs.ask.legal"
local from_one = require("twocs.common.numbers").from_one
local mistake = require "twocs.common.mistake"
local rows = require "twocs.data.rows"
local shard = require "twocs.common.shard"
local shards = require "twocs.table.shards"
local stop = require "twocs.common.stop"
local support = require "twocs.ask.support"
local unmet = require "twocs.ask.unmet"

local sinks = { options = { "keep", "least", "most", "where", "pareto", "capacity", "count", "to" } }

local front_most = 10000 -- rows of a Pareto front, unless `capacity` says otherwise
local piece = 131072 -- rows written at a time

-- ---- Conditions: { mem_byte = "<= 80 GB", legal = 1 }.

local function number_of(row, text)
  if row.words and row.words ~= "" then
    local word = rows.word(row, text)
    if word then return word end
  end
  local value, sentence = core.quantity(text, row.unit ~= "" and row.unit or "1", row.name)
  if not value then mistake.raise("%s", sentence) end
  return value
end

local function condition(what, name, wanted)
  if type(name) ~= "string" then
    mistake.raise("%s: expected column = condition, got %s as a name", what, mistake.show(name))
  end
  local row = rows.find(name)
  if type(wanted) == "boolean" then wanted = wanted and 1 or 0 end
  if type(wanted) == "number" then return { name, compare.number "==", wanted } end
  if type(wanted) ~= "string" then
    mistake.raise('%s.%s is %s: expected a number, or a text such as "<= 80 GB"', what, name, mistake.show(wanted))
  end
  local operator, rest = compare.parse(core.format("%s.%s", what, name), wanted)
  return { name, compare.number(operator or "=="), number_of(row, rest or wanted) }
end

--- A list of conditions { column, relation, number }, in the order of their columns.
local function conditions(what, wanted)
  local list = {}
  if wanted ~= nil and type(wanted) ~= "table" then
    mistake.raise('%s is %s, expected conditions such as { mem_byte = "<= 80 GB", legal = 1 }', what, mistake.show(wanted))
  end
  for name, value in pairs(wanted or {}) do list[#list + 1] = condition(what, name, value) end
  table.sort(list, function(a, b) return rows.place[a[1]] < rows.place[b[1]] end)
  return list
end

sinks.conditions = conditions

-- The columns of a job, the keys first and then those of the conditions; and the conditions in the form of the engine.
local function wants_of(grid, keys, sets)
  local want, place, placed = {}, {}, {}
  local function put(name)
    if not place[name] then want[#want + 1], place[name] = name, #want + 1 end
    return place[name]
  end
  for _, name in ipairs(keys) do put(name) end
  for s, set in ipairs(sets) do
    placed[s] = {}
    for i, one in ipairs(set) do placed[s][i] = { put(one[1]), one[2], one[3] } end
  end
  gate.own(grid.made, want)
  return want, placed
end

-- ---- Rows by number, from 0, in the order of the list of axes. The engine runs over some of the axes, once for each point
-- of the others (follow.lua).

local function grid_made(grid)
  grid.outer, grid.inner = follow.split(grid.made, grid.list)
  grid.cases, grid.fields, grid.stride, grid.moved = follow.cases(grid.made, grid.outer), {}, {}, {}
  local n = 1
  for i = #grid.list, 1, -1 do grid.stride[grid.list[i]], n = n, n * grid.list[i].n end
  for _, axis in ipairs(grid.list) do
    for _, name in ipairs(axis.fields) do grid.fields[#grid.fields + 1] = name end
  end
  for p, one in ipairs(grid.cases) do
    grid.moved[p] = follow.engine_axes(grid.inner, one.made)
    gate.tell(one.made, grid.moved[p], {})
  end
  grid.head = case.head(grid.made, grid.cases[1].made.plan)
  return grid
end

local function number_of_row(grid, p, row)
  local number = 0
  for k, axis in ipairs(grid.outer) do number = number + (grid.cases[p].point[k] - 1) * grid.stride[axis] end
  for k = #grid.inner, 1, -1 do
    local axis = grid.inner[k]
    number, row = number + row % axis.n * grid.stride[axis], math.floor(row / axis.n)
  end
  return number
end

local function place_on(grid, axis, number) return math.floor(number / grid.stride[axis]) % axis.n + 1 end

local function case_of(grid, number)
  local p = 0
  for _, axis in ipairs(grid.outer) do p = p * axis.n + place_on(grid, axis, number) - 1 end
  return p + 1
end

-- One axis through the rows of those numbers, all under case p.
local function axis_through(grid, p, numbers, places)
  local moves = {}
  for i, axis in ipairs(grid.inner) do
    for _, move in ipairs(grid.moved[p][i]) do
      local column = core.column(#places)
      for r, at in ipairs(places) do column[r] = move[2][place_on(grid, axis, numbers[at])] end
      moves[#moves + 1] = { move[1], column }
    end
  end
  return #moves > 0 and { moves } or {}
end

-- Evaluates the rows of those numbers, case by case, into a table in the order of the numbers.
local function table_at(grid, numbers, want)
  local all, by_case, results, notes = {}, {}, {}, support.none()
  for _, name in ipairs(grid.fields) do all[#all + 1] = name end
  for _, name in ipairs(want) do all[#all + 1] = name end
  for i, number in ipairs(numbers) do
    local p = case_of(grid, number)
    by_case[p] = by_case[p] or {}
    table.insert(by_case[p], i)
  end
  for k = 1, #all do results[k] = core.column(#numbers) end
  for p = 1, #grid.cases do
    local places = by_case[p]
    if places then
      local moved = axis_through(grid, p, numbers, places)
      local got = core.run(grid.cases[p].made, moved, all)
      support.add(notes, grid.cases[p].made, moved, all)
      for k = 1, #all do
        for r, at in ipairs(places) do results[k][at] = got[k][r] end
      end
    end
  end
  return grid.table(grid.list, grid.fields, want, results, #numbers, grid.head, support.tell(notes), function(axis, texts)
    local column = {}
    for i, number in ipairs(numbers) do column[i] = texts[place_on(grid, axis, number)] end
    return column
  end)
end

-- The same with the bands that are asked for (predict/one_case.lua).
local function banded_at(grid, numbers, want)
  local t = table_at(grid, numbers, want)
  if not grid.banded then return t end
  local stated = {}
  for i, number in ipairs(numbers) do
    local point = {}
    for k, axis in ipairs(grid.list) do point[k] = place_on(grid, axis, number) end
    stated[i] = follow.stated(grid.made, grid.list, point)
  end
  return grid.banded(t, stated)
end

-- ---- The sinks.

local function one_column(what, name)
  if type(name) ~= "string" then mistake.raise("%s is %s, expected the name of a column", what, mistake.show(name)) end
  return rows.find(name).name
end

-- Calls visit for each case of the grid, which fills a sink; shown() makes a table of the sink. where: conditions on all
-- rows.
local function taken(grid, where, visit, shown)
  local points = stop.keeping(function()
    for p = 1, #grid.cases do visit(grid.cases[p].made, grid.moved[p], p) end
  end)
  local t = shown()
  if points then stop.with(points > 0 and t or nil, stop.share(points, axes.points(grid.list), "points")) end
  if t.n == 0 then unmet.tell(grid, where) end
  return t
end

local function keep(grid, chosen, want)
  if (chosen.least == nil) == (chosen.most == nil) then
    mistake.raise('keep = %s: by which column? Write least = "t_step" or most = "mfu"', mistake.show(chosen.keep))
  end
  local most = chosen.most ~= nil
  local key = one_column(most and "most" or "least", most and chosen.most or chosen.least)
  local where = conditions("where", chosen.where)
  local needed, placed = wants_of(grid, { key }, { where })
  local found, count = {}, from_one("keep", chosen.keep)
  return taken(grid, where, function(made, moved, p)
    local row, value = core.best(made, moved, needed, placed[1], count, most)
    for i = 1, #row do found[#found + 1] = { number_of_row(grid, p, row[i]), value[i] } end
  end, function()
    table.sort(found, function(a, b)
      if a[2] ~= b[2] then return (a[2] < b[2]) ~= most end
      return a[1] < b[1]
    end)
    local numbers = {}
    for i = 1, math.min(count, #found) do numbers[i] = found[i][1] end
    return banded_at(grid, numbers, want)
  end)
end

--- directions(given): the names of the columns, and for each whether the largest value is the best. given: { "t_step",
--- "mem_byte" } for the least of both, or { t_step = "least", mfu = "most" }.
function sinks.directions(given)
  local names, most = {}, {}
  if type(given) ~= "table" then mistake.raise("pareto is %s, expected two or three columns", mistake.show(given)) end
  for key, value in pairs(given) do
    local name = one_column("pareto", type(key) == "number" and value or key)
    if type(key) ~= "number" and value ~= "least" and value ~= "most" then
      mistake.raise('pareto.%s is %s, expected "least" or "most"', name, mistake.show(value))
    end
    names[#names + 1], most[name] = name, type(key) ~= "number" and value == "most"
  end
  if #names < 2 or #names > 3 then mistake.raise("pareto: %d columns: expected 2 or 3", #names) end
  table.sort(names, function(a, b) return rows.place[a] < rows.place[b] end)
  local flags = {}
  for i, name in ipairs(names) do flags[i] = most[name] end
  return names, flags
end

--- beaten(one, all, flags): whether another entry of the list is no worse in any column, and is better in one column or
--- earlier by its `number`.
function sinks.beaten(one, all, flags)
  for _, other in ipairs(all) do
    local no_worse, better = true, other.number < one.number
    for c, most in ipairs(flags) do
      local a, b = other[c], one[c]
      if most then a, b = b, a end
      no_worse = no_worse and a <= b
      better = better or a < b
    end
    if no_worse and better and other ~= one then return true end
  end
  return false
end

local function pareto(grid, chosen, want)
  local names, flags = sinks.directions(chosen.pareto)
  local where = conditions("where", chosen.where)
  local needed, placed = wants_of(grid, names, { where })
  local capacity, found = from_one("capacity", chosen.capacity or front_most), {}
  return taken(grid, where, function(made, moved, p)
    local got = { core.pareto(made, moved, needed, placed[1], flags, capacity) }
    if not got[1] then
      mistake.raise("pareto: the front has more than %d rows; set capacity = %d, or use fewer "
        .. "columns", capacity, 10 * capacity)
    end
    for i = 1, #got[1] do
      local one = { number = number_of_row(grid, p, got[1][i]) }
      for c = 1, #names do one[c] = got[1 + c][i] end
      found[#found + 1] = one
    end
  end, function()
    table.sort(found, function(a, b)
      for c, most in ipairs(flags) do
        if a[c] ~= b[c] then return (a[c] < b[c]) ~= most end
      end
      return a.number < b.number
    end)
    local numbers = {}
    for _, one in ipairs(found) do
      if #grid.cases == 1 or not sinks.beaten(one, found, flags) then numbers[#numbers + 1] = one.number end
    end
    return banded_at(grid, numbers, want)
  end)
end

-- A row for each named set of conditions, in the order of the names, then "all": the rows that meet `where`.
local function count(grid, chosen)
  local names, sets, where = {}, {}, conditions("where", chosen.where)
  if type(chosen.count) ~= "table" then
    mistake.raise('count is %s, expected named conditions such as { fits = { mem_byte = "<= 80 GB" } }',
      mistake.show(chosen.count))
  end
  for name in pairs(chosen.count) do
    if type(name) ~= "string" then
      mistake.raise("count: expected name = conditions, got %s as a name", mistake.show(name))
    end
    names[#names + 1] = name
  end
  table.sort(names)
  for s, name in ipairs(names) do
    if type(chosen.count[name]) ~= "table" then
      mistake.raise('count.%s is %s, expected conditions such as { legal = 1 }', name, mistake.show(chosen.count[name]))
    end
    sets[s] = conditions("count." .. name, chosen.count[name])
    for _, one in ipairs(where) do table.insert(sets[s], one) end
  end
  names[#names + 1], sets[#sets + 1] = "all", where
  local needed, placed = wants_of(grid, {}, sets)
  if #needed == 0 then needed[1] = grid.fields[1] or "layers" end
  local counts, shares = {}, {}
  for s in ipairs(sets) do counts[s] = 0 end
  return taken(grid, where, function(made, moved)
    for s, n in ipairs(core.count(made, moved, needed, placed)) do counts[s] = counts[s] + n end
  end, function()
    for s, n in ipairs(counts) do shares[s] = counts[#counts] > 0 and n / counts[#counts] or 0 / 0 end
    return require("twocs.table").new{ n = #names, names = { "count", "rows", "share" }, head = grid.head,
      columns = { count = names, rows = core.column(counts), share = core.column(shares) }, units = {}, meanings = {} }
  end)
end

-- The values first ... last of an axis.
local function slice(axis, first, last)
  local part = { n = last - first + 1, moves = {}, labels = {} }
  for key, value in pairs(axis) do
    if part[key] == nil then part[key] = value end
  end
  if axis.records then
    part.records = {}
    for r = 1, part.n do part.records[r] = axis.records[first + r - 1] end
  end
  for i, move in ipairs(axis.moves) do
    local column = move[2]
    if column then
      column = core.column(part.n)
      for r = 1, part.n do column[r] = move[2][first + r - 1] end
    end
    part.moves[i] = { move[1], column }
  end
  for i, label in ipairs(axis.labels) do
    part.labels[i] = { label[1], {} }
    for r = 1, part.n do part.labels[i][2][r] = label[2][first + r - 1] end
  end
  if axis.laws then
    part.laws = {}
    for r = 1, part.n do part.laws[r] = axis.laws[first + r - 1] end
  end
  return part
end

-- The length of the next piece, for `left` remaining values in pieces of at most `most` values. The lengths of the pieces
-- differ by at most one value, so that shards have equal work.
local function even(left, most) return math.ceil(left / math.ceil(left / most)) end

-- Cuts the grid into pieces of about rows_of_piece rows, and calls visit with the axes of each piece and its number from 1,
-- in the order of the rows. is_mine(number): whether the piece is visited. grows: the first pieces are small and become
-- larger while they take little time, so that Ctrl-C loses little if rows take long. Returns the number of pieces.
local function each_piece(list, rows_of_piece, is_mine, visit, grows)
  local cut, below, number = #list, 1, 0
  while cut > 1 and below * list[cut].n < rows_of_piece do below, cut = below * list[cut].n, cut - 1 end
  local most = math.max(1, math.floor(rows_of_piece / below))
  local length = grows and math.ceil(most / 64) or most
  local function timed(part)
    local begun = core.clock()
    local done, sentence, code = visit(part, number)
    if grows and core.clock() - begun < 0.1 then length = math.min(most, 2 * length) end
    return done, sentence, code
  end
  local function walk(i, made)
    if i > #list then
      number = number + 1
      if not is_mine(number) then return true end
      local part = {}
      for k, axis in ipairs(list) do part[k] = slice(axis, made[k][1], made[k][2]) end
      return timed(part)
    end
    local first = 1
    while first <= list[i].n do
      local step = i < cut and 1 or i == cut and even(list[i].n - first + 1, length) or list[i].n
      made[i] = { first, math.min(list[i].n, first + step - 1) }
      local done, sentence, code = walk(i + 1, made)
      if not done then return done, sentence, code end
      first = first + step
    end
    return true
  end
  local done, sentence, code = walk(1, {})
  if not done then return done, sentence, code end
  return number
end

local function none() return false end
local function every() return true end

-- A column as numbers, for conditions. Words are replaced by their index from 0 in the list of words.
local function numbers_of(t, name)
  if not t:is_text(name) then return t:column(name) end
  local place = {}
  for i, word in ipairs(rows.words(rows.by_name[name])) do place[word] = i - 1 end
  return core.recoded(t.inside.columns[name], place)
end

-- The rows of a table that meet all conditions of a set. NaN meets no condition.
local function meeting(t, set)
  for _, one in ipairs(set) do
    local column, operator = numbers_of(t, one[1]), compare.order[one[2] + 1]
    local found = core.compare(column, operator, one[3])
    if operator == "~=" then found = core.compare(column, "==", column, found) end
    t = t:pick(found)
  end
  return t
end

-- Whether any row of the grid is illegal. If so, all pieces get the columns `legal` and `why`, so that they have the same
-- columns.
local function is_marked(grid)
  local broken = { { { 1, compare.number ">", 0 } } }
  for p, one in ipairs(grid.cases) do
    local made, moved = one.made, grid.moved[p]
    if not made.searches and made.illegal ~= "allow" then
      local done, can = pcall(core.can, made, moved, { "why" })
      if done and can then
        if core.count(made, moved, { "why" }, broken)[1] > 0 then return true end
      elseif legal.line_of_grid(made, moved) then -- without a device, only some rules can be computed
        return true
      end
    end
  end
  return false
end

local function with_marks(t)
  for _, mark in ipairs{ { "legal", 1 }, { "why", 0 } } do
    local row = rows.by_name[mark[1]]
    if not t:has(row.name) then t = t:with(row.name, core.column(t.n, mark[2]), row.unit, row.meaning) end
  end
  return t
end

-- A function that makes the table of a piece from its axes: the rows that meet the conditions, in the columns of the whole
-- file.
local function piece_maker(grid, chosen, want)
  local where = conditions("where", chosen.where)
  local needed = wants_of(grid, want, { where })
  local wanted, extra = {}, {} -- extra: columns that only conditions read
  for _, name in ipairs(want) do wanted[name] = true end
  for i = #want + 1, #needed do extra[needed[i]] = true end
  for _, name in ipairs(grid.fields) do extra[name] = nil end
  local marked = not extra.legal and not extra.why and is_marked(grid)
  return function(list)
    local t, shown = grid.run(grid.made, list, needed), {}
    if marked then t = with_marks(t) end
    for _, name in ipairs(t:names()) do
      local asked = marked or (name ~= "legal" and name ~= "why") or wanted[name]
      if asked and not extra[name] then shown[#shown + 1] = name end
    end
    collectgarbage("step", 1000)
    return meeting(t, where):select(shown)
  end
end

-- A hash of everything that determines the bytes of the file: the script (its functions may be laws), the case and its
-- plan, the axes, the columns and the conditions.
local function question_of(grid, chosen, want)
  local script = arg and arg[0] and io.open(arg[0], "rb")
  local parts = { script and core.hash(script:read "*a") or "", grid.head or "", table.concat(want, ",") }
  if script then script:close() end
  local function say(...)
    local words = { ... }
    for i, x in ipairs(words) do words[i] = type(x) == "number" and core.format("%.17g", x) or tostring(x) end
    parts[#parts + 1] = table.concat(words, " ")
  end
  say(core.version, grid.made.illegal or "", grid.made.at_least or "")
  for _, row in ipairs(rows.list) do
    local record = row.record ~= "result" and grid.made[row.record]
    if record and core.given(record, row.name) then say(row.name, record[row.name]) end
  end
  for _, one in ipairs(conditions("where", chosen.where)) do say(one[1], one[2], one[3]) end
  for _, axis in ipairs(grid.list) do
    say("axis", axis.name, axis.n)
    for _, move in ipairs(axis.moves) do
      for i = 1, move[2] and axis.n or 0 do say(move[2][i]) end
    end
    for _, label in ipairs(axis.labels) do say(label[1], table.concat(label[2], ",")) end
  end
  return core.hash(table.concat(parts, "\n"))
end

-- With shards: writes the pieces of this shard to a file of its own. If one program started all processes, the first
-- process waits for the others and joins their files.
local function to_shard(grid, chosen, want, mine)
  local n = 1
  for _, axis in ipairs(grid.list) do n = n * axis.n end
  local length = math.min(piece, math.max(1, math.ceil(n / (16 * mine.count))))
  local pieces, question = each_piece(grid.list, length, none), question_of(grid, chosen, want)
  local own = shards.path(chosen.to, mine.index, mine.count)
  local count = shards.done(chosen.to, mine, pieces, question)
  if not count then
    local make, points = piece_maker(grid, chosen, want), nil
    local path, sentence, code = shards.write(chosen.to, mine, pieces, question, function(has, take)
      local done, why, number
      points = stop.keeping(function()
        done, why, number = each_piece(grid.list, length,
          function(place) return (place - 1) % mine.count + 1 == mine.index and not has(place) end,
          function(list, place) return take(place, make(list)) end)
      end)
      if points then return false end
      return done, why, number
    end)
    if path == false then
      stop.with(nil, core.format("%.0f of %.0f pieces of shard %.0f of %.0f", sentence,
        math.ceil((pieces - mine.index + 1) / mine.count), mine.index, mine.count), "; the same command continues")
    end
    if not path then return nil, sentence, code end
    count = sentence
  end
  if not mine.joins or mine.index > 1 then return own, count end
  for index = 2, mine.count do
    local other = { index = index, count = mine.count }
    while not shards.done(chosen.to, other, pieces, question) do core.sleep(0.05) end
  end
  local path, total, code = shards.join(chosen.to)
  if not path then return nil, total, code end
  shards.remove(chosen.to, mine.count)
  return path, total
end

-- Writes piece by piece; memory does not grow with the rows. Returns the path and the number of rows, or nil, sentence,
-- code.
local function to_file(grid, chosen, want)
  if type(chosen.to) ~= "string" or chosen.to == "" then
    mistake.raise('to is %s, expected the path of a CSV file', mistake.show(chosen.to))
  end
  local mine, n = shard.mine(), 0
  if mine then return to_shard(grid, chosen, want, mine) end
  local points, points_done = nil, 0
  local path, sentence, code = csv.pieces(chosen.to, function(write)
    local done, why, number
    points = stop.keeping(function()
      local make = piece_maker(grid, chosen, want)
      done, why, number = each_piece(grid.list, piece, every, function(list)
        local t = make(list)
        local written, rows_or_why, what = write(t)
        if not written then return nil, rows_or_why, what end
        n = n + rows_or_why
        points_done = points_done + axes.points(list) * (t.n > 0 and rows_or_why / t.n or 1)
        return true
      end, true)
    end)
    if points then return n > 0 end
    return done, why, number
  end)
  if points then
    stop.with(nil, stop.share(math.floor(points_done), axes.points(grid.list), "points"), core.format(path
      and "; rows so far are in %s" or sentence and "; %s" or "; %s is not written", path or sentence or chosen.to))
  end
  if not path then return nil, sentence, code end
  return path, n
end

--- The name of the sink that the options choose, or nil if they choose none.
function sinks.chosen(chosen)
  local asked = {}
  for _, name in ipairs{ "keep", "pareto", "count", "to" } do
    if chosen[name] ~= nil then asked[#asked + 1] = name end
  end
  if #asked > 1 then mistake.raise("%s and %s: a sweep takes only one of them", asked[1], asked[2]) end
  if #asked == 0 then
    for _, name in ipairs{ "least", "most", "where", "capacity" } do
      if chosen[name] ~= nil then
        mistake.raise("%s needs keep, pareto, count or to in addition; without them, the table that the sweep returns "
          .. "has :where, :sort and :top", name)
      end
    end
  end
  return asked[1]
end

local run = { keep = keep, pareto = pareto, count = count, to = to_file }

--- grid: { made = a case whose plan is open, list = its axes, run =, table = } of sweep.lua.
function sinks.run(grid, chosen, want) return run[sinks.chosen(chosen)](grid_made(grid), chosen, want) end

return sinks
