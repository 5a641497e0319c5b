-- SPDX-License-Identifier: MIT
-- Tables of thousands of rows: the C code that sorts, chooses, picks and writes them compared with the same in a few lines
-- of Lua, on numbers with ties, both zeros, infinities and NaN; then long CSV files written and read, and the bytes of the
-- other interpreter.
local lu = require "luaunit"
local expect = require "expect"
local core = require "twocs.core"
local tables = require "twocs.table"

local nan, inf = 0 / 0, math.huge
local state = 1

-- The same numbers on both interpreters.
local function random(below)
  state = (state * 16807) % 2147483647
  return state % below
end

local special = { nan, 0, -0.0, inf, -inf, 1, -1, 1e-300, 4096, nan }
local words = { "gemm", "all_reduce", "", "Zebra", "a,b", 'say "x"', "12", " x", "ä", "gemm2" }

local function number() return random(3) == 0 and special[random(#special) + 1] or (random(200) - 100) / 8 end

local function sample(n)
  local columns = { row = core.column(n), a = core.column(n), b = core.column(n), t = core.column(n), word = {} }
  for i = 1, n do
    columns.row[i], columns.a[i], columns.b[i], columns.t[i] = i, number(), random(4), random(1000) / 1e5
    columns.word[i] = i == 1 and "gemm" or words[random(#words) + 1]
  end
  return tables.new{ n = n, names = { "row", "a", "b", "t", "word" }, columns = columns, units = { t = "s", b = "s" } }
end

local function rows_of(t)
  local list, column = {}, t:column("row")
  for i = 1, t.n do list[i] = column[i] end
  return list
end

-- Whether i is before j, as in :sort: equal rows keep their order, NaN is last in both directions.
local function before(columns, down)
  return function(i, j)
    for _, column in ipairs(columns) do
      local a, b = column[i], column[j]
      if a ~= a or b ~= b then
        if a == a or b == b then return a == a end
      elseif a ~= b then
        return (a < b) ~= down
      end
    end
    return i < j
  end
end

local function sorted_by_hand(t, names, down)
  local rows, columns = {}, {}
  for i = 1, t.n do rows[i] = i end
  for k, name in ipairs(names) do columns[k] = t:column(name) end
  table.sort(rows, before(columns, down))
  return rows
end

local function chosen_by_hand(t, name, keeps)
  local rows, column = {}, t:column(name)
  for i = 1, t.n do
    if keeps(column[i], i) then rows[#rows + 1] = i end
  end
  return rows
end

TestOrder = {}

function TestOrder:test_sort()
  for _, n in ipairs{ 0, 1, 2, 3, 10, 257, 3000 } do
    local t = sample(n)
    for _, names in ipairs{ { "a" }, { "b" }, { "word" }, { "b", "a" }, { "word", "b", "a" }, { "a", "word" } } do
      lu.assertEquals(rows_of(t:sort(names)), sorted_by_hand(t, names, false))
      lu.assertEquals(rows_of(t:sort(names, "descending")), sorted_by_hand(t, names, true))
    end
  end
end

-- Equal keys keep the order of the table, in both directions.
function TestOrder:test_sort_is_stable()
  local t = sample(3000):sort("b")
  local b, row = t:column("b"), t:column("row")
  for i = 2, t.n do lu.assertTrue(b[i] > b[i - 1] or row[i] > row[i - 1]) end
end

function TestOrder:test_missing_numbers_go_last()
  local t = sample(500)
  for _, word in ipairs{ "ascending", "descending" } do
    local a, seen = t:sort("a", word):column("a"), 0
    for i = 1, t.n do
      if a[i] ~= a[i] then seen = seen + 1 else lu.assertEquals(seen, 0) end
    end
    lu.assertTrue(seen > 10)
  end
end

-- top is the beginning of sort, ties included.
function TestOrder:test_top()
  for _, n in ipairs{ 0, 1, 5, 900 } do
    local t = sample(n)
    for _, k in ipairs{ 0, 1, 2, 7, 10, 450, 899, 900, 1000 } do
      for _, name in ipairs{ "a", "b", "word" } do
        local down, up = sorted_by_hand(t, { name }, true), sorted_by_hand(t, { name }, false)
        for i = n, k + 1, -1 do down[i], up[i] = nil, nil end
        lu.assertEquals(rows_of(t:top(k, name)), down)
        lu.assertEquals(rows_of(t:top(k, name, "ascending")), up)
      end
    end
  end
end

TestWhere = {}

function TestWhere:test_every_comparison()
  local t = sample(2000)
  local comparisons = {
    ["<"] = function(x, y) return x < y end, ["<="] = function(x, y) return x <= y end,
    [">"] = function(x, y) return x > y end, [">="] = function(x, y) return x >= y end,
    ["=="] = function(x, y) return x == y end, ["~="] = function(x, y) return x ~= y end,
    ["="] = function(x, y) return x == y end, ["!="] = function(x, y) return x ~= y end,
  }
  for word, f in pairs(comparisons) do
    for _, other in ipairs{ "0", "-1", "1.5", "4K" } do
      local value = core.quantity(other, "1")
      local by_hand = chosen_by_hand(t, "a", function(x) return f(x, value) end)
      lu.assertEquals(rows_of(t:where{ a = word .. " " .. other }), by_hand)
      lu.assertEquals(rows_of(t:where{ a = word .. other }), by_hand)
      lu.assertEquals(rows_of(t:where{ a = function(x) return f(x, value) end }), by_hand)
    end
    local b = t:column("b")
    lu.assertEquals(rows_of(t:where{ a = word .. " b" }), chosen_by_hand(t, "a", function(x, i) return f(x, b[i]) end))
    lu.assertEquals(rows_of(t:where{ t = word .. " 2.5 ms" }), chosen_by_hand(t, "t", function(x) return f(x, 2.5e-3) end))
  end
end

function TestWhere:test_values_and_lists()
  local t = sample(2000)
  lu.assertEquals(rows_of(t:where{ a = 0 }), chosen_by_hand(t, "a", function(x) return x == 0 end)) -- and -0
  lu.assertEquals(rows_of(t:where{ a = nan }), chosen_by_hand(t, "a", function(x) return x ~= x end))
  lu.assertEquals(rows_of(t:where{ a = { 4096, inf, -1, nan } }),
    chosen_by_hand(t, "a", function(x) return x ~= x or x == 4096 or x == inf or x == -1 end))
  lu.assertEquals(rows_of(t:where{ a = {} }), {})
  lu.assertEquals(rows_of(t:where{ word = "gemm" }), chosen_by_hand(t, "word", function(x) return x == "gemm" end))
  lu.assertEquals(rows_of(t:where{ word = { "12", "" } }),
    chosen_by_hand(t, "word", function(x) return x == "12" or x == "" end))
  lu.assertEquals(rows_of(t:where{ word = "< gemm" }), {}) -- a text is a value, whatever it looks like
  lu.assertEquals(rows_of(t:where{}), rows_of(t))
end

function TestWhere:test_several_conditions()
  local t = sample(2000)
  local word, b, a = t:column("word"), t:column("b"), t:column("a")
  lu.assertEquals(rows_of(t:where{ word = "gemm", b = { 1, 2 }, a = "< 3", t = function(x) return x > 1e-3 end }),
    chosen_by_hand(t, "t", function(x, i)
      return x > 1e-3 and word[i] == "gemm" and (b[i] == 1 or b[i] == 2) and a[i] < 3
    end))
  lu.assertEquals(rows_of(t:where(function(row) return row.a > row.b end)),
    chosen_by_hand(t, "a", function(x, i) return x > b[i] end))
end

-- The sentence is the whole error after the position in this file.
local says = expect.sentence

function TestWhere:test_mistakes()
  local t = sample(5)
  says('"4 ms" is in s, but a is a pure number', function() t:where{ a = "< 4 ms" } end)
  says('"fast" is not a number: expected a number for a', function() t:where{ a = "< fast" } end)
  says('where: a: "=>" is not a comparison; expected <= >= < > = ~=', function() t:where{ a = "=> 4" } end)
  says('where: a = "< word": "word" contains text', function() t:where{ a = "< word" } end)
  says('where: t = "> f": "t" is in s and "f" in flop', function()
    t:with("f", core.column(5), "flop"):where{ t = "> f" }
  end)
end

TestCells = {}

function TestCells:test_a_pick_takes_numbers_and_texts()
  local t = sample(50)
  local picked = t:pick{ 7, 7, 1, 50 }
  lu.assertEquals(rows_of(picked), { 7, 7, 1, 50 })
  lu.assertEquals(picked:column("word")[3], t:column("word")[1])
  lu.assertEquals(rows_of(picked:append(t:pick{ 3 })), { 7, 7, 1, 50, 3 })
end

function TestCells:test_true_false_and_nil_become_numbers()
  local t = tables.new{ n = 4, names = { "x" }, columns = { x = { true, nil, false, 7 } } }
  local x = t:column("x")
  lu.assertEquals({ x[1], x[3], x[4] }, { 1, 0, 7 })
  lu.assertTrue(x[2] ~= x[2])
end

TestCsv = {}

-- The text in the form that was used before: each number with %.15g.
local function by_hand(t)
  local lines = { "row,a,b [s],t [s],word" }
  for i = 1, t.n do
    local cells = {}
    for k, name in ipairs{ "row", "a", "b", "t" } do
      local x = t:column(name)[i]
      cells[k] = x == x and core.format("%.15g", x) or "nan"
    end
    local word = t:column("word")[i]
    if word:find('[",]') or word:find("^ ") then word = '"' .. word:gsub('"', '""') .. '"' end
    lines[#lines + 1] = table.concat(cells, ",") .. "," .. word
  end
  return table.concat(lines, "\n") .. "\n"
end

-- Also near the number of rows that are written at once.
function TestCsv:test_long_tables_are_written_whole()
  for _, n in ipairs{ 0, 1, 2047, 2048, 2049, 4096, 5000 } do
    local t = sample(n)
    local text = by_hand(t)
    lu.assertTrue(t:csv() == text)
    local path = os.tmpname()
    lu.assertEquals(t:csv(path), path)
    lu.assertTrue(require("files").content(path) == text)
    os.remove(path)
  end
end

function TestCsv:test_it_comes_back()
  local t = sample(5000)
  local again = assert(tables.read(t:csv()))
  lu.assertTrue(again:csv() == t:csv())
  for _, name in ipairs{ "a", "t" } do
    local x, y = t:column(name), again:column(name)
    for i = 1, t.n do lu.assertTrue(x[i] == y[i] or (x[i] ~= x[i] and y[i] ~= y[i])) end
  end
end

-- A column is text if one cell is, however late.
function TestCsv:test_a_late_text()
  local lines = { "x,y" }
  for i = 1, 5000 do lines[#lines + 1] = core.format("%d,%d", i, i) end
  lines[5001] = "5000,none"
  local t = assert(tables.read(table.concat(lines, "\n")))
  lu.assertFalse(t:is_text("x"))
  lu.assertTrue(t:is_text("y"))
  lu.assertEquals({ t:column("y")[1], t:column("y")[4999], t:column("y")[5000] }, { "1", "4999", "none" })
end

-- A text that cannot be written stops the file in the middle, and nothing of it is left.
function TestCsv:test_a_text_that_cannot_be_written()
  local list = {}
  for i = 1, 5000 do list[i] = "x" end
  list[4000] = "a\0b"
  local t, path = tables.new{ names = { "w" }, columns = { w = list } }, os.tmpname()
  os.remove(path)
  says("csv: a text of the table contains a NUL byte", function() t:csv(path) end)
  lu.assertNil(io.open(path))
  lu.assertNil(io.open(path .. ".part"))
end

-- A text that both interpreters must print alike.
local function digest()
  state = 7
  local t = sample(3000)
  return core.hash(t:csv() .. t:sort{ "word", "a" }:csv() .. t:top(50, "a"):csv() .. t:where{ a = "<= 1" }:csv())
end

function TestCsv:test_the_other_interpreter()
  local other = os.getenv "TWOCS_OTHER"
  lu.skipIf(not other, "skipped: the tests name no other interpreter")
  local pipe = assert(io.popen(core.format("'%s' '%s' digest", other, arg[0])))
  local said = pipe:read("*l")
  pipe:close()
  lu.assertEquals(said, digest())
end

if arg[1] == "digest" then
  print(digest())
  os.exit(true)
end
os.exit(lu.LuaUnit.run() == 0, true)
