-- SPDX-License-Identifier: MIT
-- Tables: every method on a small table whose answers can be checked by eye, then every mistake with its sentence, then a
-- round trip through CSV. Without the core, a stand-in formats numbers, and tests that need the core's parsers are skipped.
local lu = require "luaunit"
local expect = require "expect"
local present, core = pcall(require, "twocs.core")
local parses = present and core.csv ~= nil
if not present then
  core = { format = string.format, quantity = function(text) return tonumber(text), text end,
    scale = function(_, unit) return unit == "1" and "" or unit, 1 end }
  package.loaded["twocs.core"] = core
end
local table_of = require "twocs.table"
local nearest = require "twocs.common.nearest"

local nan = 0 / 0
local scratch = os.tmpname()

local function sample()
  return table_of.new{
    names = { "model", "h", "tp", "t_layer", "f_ser" },
    columns = {
      model = { "BERT", "GPT-3", "BERT", "PaLM, 540B", "GPT-3" },
      h = { 1024, 12288, 1024, 18432, 12288 },
      tp = { 1, 8, 2, 64, 16 },
      t_layer = { 0.5e-3, 4e-3, 0.3e-3, nan, 2.5e-3 },
      f_ser = { 0, 0.25, 0.125, 0.5, 0.4312 },
    },
    units = { h = "1", tp = "1", t_layer = "s", f_ser = "1" },
    meanings = { h = "hidden size H" },
    head = "sample, 1.0",
  }
end

local function values(t, name)
  local list, column = {}, t:column(name)
  for i = 1, t.n do list[i] = column[i] end
  return list
end

local says = expect.sentence

TestRows = {}

function TestRows:test_the_contents_of_a_table()
  local t = sample()
  lu.assertEquals(t.n, 5)
  lu.assertEquals(t:names(), { "model", "h", "tp", "t_layer", "f_ser" })
  lu.assertEquals(t:unit("t_layer"), "s")
  lu.assertEquals(t:unit("model"), "")
  lu.assertEquals(t:meaning("h"), "hidden size H")
  lu.assertEquals(#t:column("h"), 5)
  lu.assertTrue(t:is_text("model"))
  lu.assertFalse(t:is_text("h"))
  lu.assertTrue(table_of.is(t))
  lu.assertFalse(table_of.is({}))
end

function TestRows:test_rows_and_cells()
  local t, kept = sample(), {}
  for row in t:rows() do kept[#kept + 1] = row end
  lu.assertEquals(#kept, 5)
  lu.assertEquals(kept[2].h, 12288)
  lu.assertEquals(kept[4].model, "PaLM, 540B")
  lu.assertEquals(t[5].tp, 16)
  lu.assertEquals(t:row(1).t_layer, 0.5e-3)
  lu.assertEquals(tostring(t[2]), "model = GPT-3, h = 12288, tp = 8, t_layer = 0.004, f_ser = 0.25")
end

function TestRows:test_where()
  local t = sample()
  lu.assertEquals(values(t:where{ model = "BERT" }, "tp"), { 1, 2 })
  lu.assertEquals(values(t:where{ h = { 1024, 18432 }, tp = { 2, 64, 7 } }, "tp"), { 2, 64 })
  lu.assertEquals(values(t:where(function(row) return row.tp > 4 and row.f_ser < 0.5 end), "tp"), { 8, 16 })
  lu.assertEquals(values(t:where{ t_layer = function(x) return x < 1e-3 end }, "tp"), { 1, 2 })
  lu.assertEquals(values(t:where{ t_layer = nan }, "tp"), { 64 })
  lu.assertEquals(t:where{ h = 1 }.n, 0)
  lu.assertEquals(t:where{ model = "none" }:where{ model = "BERT" }.n, 0) -- without rows a text column is still text
  lu.assertEquals(t:where{}.n, 5)
end

function TestRows:test_where_takes_quantities()
  lu.skipIf(not parses, "needs the core")
  lu.assertEquals(values(sample():where{ t_layer = "4 ms" }, "tp"), { 8 })
  says('"4 GB" is in byte, but t_layer is in s', function() sample():where{ t_layer = "4 GB" } end)
end

function TestRows:test_by_and_split()
  local seen, sizes = {}, {}
  for value, part in sample():by "model" do seen[#seen + 1], sizes[#sizes + 1] = value, part.n end
  lu.assertEquals(seen, { "BERT", "GPT-3", "PaLM, 540B" })
  lu.assertEquals(sizes, { 2, 2, 1 })
  local parts = sample():split "t_layer" -- NaN is a value of its own
  lu.assertEquals(#parts, 5)
  lu.assertEquals(parts[4][1].tp, 64)
end

function TestRows:test_sort_and_top()
  local t = sample()
  lu.assertEquals(values(t:sort "h", "tp"), { 1, 2, 8, 16, 64 })
  lu.assertEquals(values(t:sort("h", "descending"), "tp"), { 64, 8, 16, 1, 2 })
  lu.assertEquals(values(t:sort "t_layer", "tp"), { 2, 1, 16, 8, 64 })
  lu.assertEquals(values(t:sort("t_layer", "descending"), "tp"), { 8, 16, 1, 2, 64 })
  lu.assertEquals(values(t:sort{ "model", "f_ser" }, "tp"), { 1, 2, 8, 16, 64 })
  lu.assertEquals(values(t:top(2, "f_ser"), "tp"), { 64, 16 })
  lu.assertEquals(values(t:top(2, "t_layer", "ascending"), "tp"), { 2, 1 })
  lu.assertEquals(t:top(99, "h").n, 5)
  lu.assertEquals(t:top(0, "h").n, 0)
end

TestColumns = {}

function TestColumns:test_derive()
  local t = sample():derive("t_model", { unit = "s", meaning = "96 layers", function(row) return row.t_layer * 96 end },
    "slow", function(row) return row.t_model > 0.1 end, "source", "PATI23", "row", function(_, i) return i end)
  lu.assertEquals(t:unit "t_model", "s")
  lu.assertEquals(t:meaning "t_model", "96 layers")
  lu.assertEquals(values(t, "slow"), { 0, 1, 0, 0, 1 })
  lu.assertEquals(values(t, "source")[5], "PATI23")
  lu.assertEquals(values(t, "row"), { 1, 2, 3, 4, 5 })
  lu.assertEquals(#sample():names(), 5)
  lu.assertIsNaN(sample():derive("x", function() return nil end):column("x")[1])
end

-- In Lua 5.4 this product of integers would wrap around.
function TestColumns:test_integers_become_floats()
  local t = table_of.new{ names = { "n" }, columns = { n = { 4294967296 } } }
  lu.assertEquals(t:derive("n3", function(row) return row.n * row.n * row.n end):column("n3")[1], 7.9228162514264338e28)
end

function TestColumns:test_append()
  local a = table_of.new{ names = { "x", "t", "only" }, units = { t = "s" },
    columns = { x = { "a", "b" }, t = { 1, 2 }, only = { 7, 8 } } }
  local b = table_of.new{ names = { "t", "x" }, units = { t = "s" }, columns = { t = { 3 }, x = { "c" } } }
  local both = a:append(b)
  lu.assertEquals(both:names(), { "x", "t" })
  lu.assertEquals({ both.n, both[3].x, both[3].t, both:unit("t"), both:has("only") }, { 3, "c", 3, "s", false })
  lu.assertEquals(a.n, 2)
  says('append: column "t" is not of one kind and unit in both tables', function()
    a:append(table_of.new{ names = { "t" }, columns = { t = { 3 } }, units = { t = "byte" } })
  end)
  says('append: column "x" is not of one kind and unit in both tables', function()
    a:append(table_of.new{ names = { "x" }, columns = { x = { 3 } } })
  end)
  says("append: expected a table of columns, got 5", function() a:append(5) end)
  says("append: expected a table of columns, got a table", function() a:append{ n = 1 } end)
end

-- Every cell of both tables, in order. Neither table changes, and later writes to one of them do not change the result.
function TestColumns:test_append_copies_every_cell()
  local function rows(from, to)
    local x, word = {}, {}
    for i = from, to do x[#x + 1], word[#word + 1] = i, "w" .. i end
    return table_of.new{ names = { "x", "word" }, columns = { x = x, word = word }, units = { x = "byte" },
      meanings = { x = "count" } }
  end
  for first = 1, 3 do
    for second = 1, 3 do
      local a, b = rows(1, first), rows(first + 1, first + second)
      local both, want_x, want_word = a:append(b), {}, {}
      for i = 1, first + second do want_x[i], want_word[i] = i, "w" .. i end
      lu.assertEquals(both.n, first + second)
      lu.assertEquals(values(both, "x"), want_x)
      lu.assertEquals(values(both, "word"), want_word)
      lu.assertEquals({ both:unit "x", a.n, b.n }, { "byte", first, second })
    end
  end
  local t = rows(1, 2)
  lu.assertEquals(values(t:append(t), "x"), { 1, 2, 1, 2 })
  local empty = t:where(function() return false end)
  lu.assertEquals({ empty:append(t).n, t:append(empty).n, empty:append(empty).n }, { 2, 2, 0 })
  lu.assertEquals(values(empty:append(t), "word"), { "w1", "w2" })
  local none = t:append(table_of.new{ names = { "y" }, columns = { y = { 1 } } })
  lu.assertEquals(none:names(), {})
end

function TestColumns:test_median()
  local t = table_of.new{ names = { "g", "v" },
    columns = { g = { "a", "b", "a", "a", "b", "c" }, v = { 9, 4, 1, 2, 8, 0 / 0 } } }
  local m = t:group("g", { m = { "v", "median" } })
  lu.assertEquals({ m[1].m, m[2].m }, { 2, 6 })
  lu.assertTrue(m[3].m ~= m[3].m)
end

function TestColumns:test_select_and_rename()
  local t = sample():select{ "tp", "h" }:rename("tp", "degree")
  lu.assertEquals(t:names(), { "degree", "h" })
  lu.assertEquals(t:unit "degree", "1")
  lu.assertEquals(t[3].degree, 2)
end

function TestColumns:test_group()
  local t = sample():group("model", { worst = { "f_ser", "max" }, least = { "t_layer", "min" }, rows = { "count" },
    timed = { "t_layer", "count" }, mean = { "tp", "mean" }, all = { "tp", "sum" }, first = { "h", "first" } })
  lu.assertEquals(t:names(), { "model", "all", "first", "least", "mean", "rows", "timed", "worst" })
  lu.assertEquals(values(t, "worst"), { 0.125, 0.4312, 0.5 })
  lu.assertEquals(values(t, "rows"), { 2, 2, 1 })
  lu.assertEquals(values(t, "timed"), { 2, 2, 0 })
  lu.assertEquals(values(t, "mean"), { 1.5, 12, 64 })
  lu.assertEquals(values(t, "all"), { 3, 24, 64 })
  lu.assertIsNaN(t:column("least")[3])
  lu.assertEquals(t:unit "least", "s")
  lu.assertEquals(sample():group({ "model", "h" }, { rows = { "count" } }).n, 3)
end

function TestColumns:test_join()
  local measured = table_of.new{ names = { "tp", "t_measured", "by", "h" }, units = { t_measured = "s" },
    columns = { tp = { 16, 1, 99 }, h = { 12288, 1024, 1 }, t_measured = { 0.002, 0.001, 9 }, by = { "us", "them", "x" } } }
  local t = sample():join(measured, { "h", "tp" })
  lu.assertEquals(t.n, 5)
  lu.assertEquals(values(t, "by"), { "them", "", "", "", "us" })
  lu.assertEquals(t:column("t_measured")[1], 0.001)
  lu.assertIsNaN(t:column("t_measured")[2])
  lu.assertEquals(t:unit "t_measured", "s")
end

TestMistakes = {}

function TestMistakes:test_sentences()
  local t = sample()
  says('there is no column "hh"; did you mean "h"?', function() t:column "hh" end)
  says('there is no column "T_layer"; did you mean "t_layer"?', function() t:sort "T_layer" end)
  says('there is no column "wombat"; known: model, h, tp, t_layer, f_ser', function() t:where{ wombat = 1 } end)
  says('there is no column "fser"; did you mean "f_ser"?', function() return t[1].fser, 1 end)
  says('expected the name of a column, got nil', function() t:by() end)
  says('expected the name of a column, got nil', function() t:top(1) end)
  says("row 0: expected a whole number in [1, 5]", function() return t[0], 1 end)
  says("row 6: expected a whole number in [1, 5]", function() t:row(6) end)
  says("row 6.5: expected a whole number in [1, 5]", function() return t[6.5], 1 end)
  says("row 1.5: expected a whole number in [1, 5]", function() t:row(1.5) end)
  says('a table has no "sotr"; did you mean "sort"?', function() t:sotr() end)
  says('column "h" of a table is t:column("h"), a cell is t[1].h', function() return t.h, 1 end)
  says('a table cannot be changed ("h"): use :derive', function() t.h = 1 end)
  says('a row cannot be changed ("h"): use :derive', function() t[1].h = 1 end)
  says("tp = a table: the column contains numbers", function() t:where{ tp = { {} } } end)
  says("model = 4: the column contains texts", function() t:where{ model = 4 } end)
  says("where: expected a table of conditions or a function of a row, got 3", function() t:where(3) end)
  says('sort: expected "ascending" or "descending", got "down"', function() t:sort("h", "down") end)
  says("top: expected a number of rows, got 1.5", function() t:top(1.5, "h") end)
end

function TestMistakes:test_sentences_about_columns()
  local t = sample()
  says('there is a column "h" already', function() t:derive("h", 1) end)
  says("derive: expected pairs of a name and a function of a row", function() t:derive("x") end)
  says('derive: "x" is made by one function of a row, a number or a text, not by nil', function() t:derive("x", nil) end)
  says('derive: "x" is made by one function of a row, a number or a text, not by a table',
    function() t:derive("x", { 1, 2 }) end)
  says('column "x": row 2 is "two", but the column contains numbers',
    function() t:derive("x", function(row) return row.h == 12288 and "two" or 1 end) end)
  says('select: "h" is named twice', function() t:select{ "h", "h" } end)
  says('"x [s]": give the unit separately from the name', function() t:rename("h", "x [s]") end)
  says('group: x: there is no statistic "maen"; did you mean "mean"?',
    function() t:group("h", { x = { "tp", "maen" } }) end)
  says('group: x: column "model" is text, which has only count and first',
    function() t:group("h", { x = { "model", "sum" } }) end)
  says('join: the other table has two rows with h = 1024', function() t:join(t:select "h", "h") end)
  says('join: both tables have a column "tp": :rename one', function() t:join(t:select{ "tp", "h" }:top(1, "h"), "h") end)
  says("join: expected a table of columns, got 4", function() t:join(4, "h") end)
end

function TestMistakes:test_sentences_of_the_constructor()
  says("a table is made from { names = {...}, columns = {...} }", function() table_of.new{} end)
  says('column "b" has 3 values, but the table has 2 rows',
    function() table_of.new{ names = { "a", "b" }, columns = { a = { 1, 2 }, b = { 1, 2, 3 } } } end)
  says('column "b": expected a list or a column, got nil',
    function() table_of.new{ names = { "b" }, columns = {}, n = 1 } end)
  says('units: there is no column "aa"; did you mean "a"?',
    function() table_of.new{ names = { "a" }, columns = { a = { 1 } }, units = { aa = "s" } } end)
end

function TestMistakes:test_nearest()
  local names = { "h", "net0_bw", "net1_bw", "mem_size", "t_layer" }
  lu.assertEquals(nearest.find("mem_siez", names), "mem_size")
  lu.assertEquals(nearest.find("NET1_BW", names), "net1_bw")
  lu.assertEquals(nearest.find("net_bw", names), "net0_bw")
  lu.assertNil(nearest.find("x", names))
  lu.assertNil(nearest.find("", names))
  lu.assertNil(nearest.find(("h"):rep(1e6), names))
  lu.assertEquals(nearest.hint("x", {}), "; there is none")
end

TestText = {}

local expected_csv = [[
# sample, 1.0
model,h [1],tp [1],t_layer [s],f_ser [1]
BERT,1024,1,0.0005,0
GPT-3,12288,8,0.004,0.25
BERT,1024,2,0.0003,0.125
"PaLM, 540B",18432,64,nan,0.5
GPT-3,12288,16,0.0025,0.4312
]]

function TestText:test_csv()
  lu.assertEquals(sample():csv(), expected_csv)
  lu.assertEquals(sample():csv(scratch), scratch)
  lu.assertEquals(require("files").content(scratch), expected_csv)
end

-- The error of a full disk is reported with the name of the file. tests/c/test_whole.c shows that no file is left.
function TestText:test_a_full_disk()
  lu.skipIf(not core.is_device "/dev/full", "there is no /dev/full")
  local done, sentence, code = sample():csv "/dev/full"
  lu.assertNil(done)
  lu.assertEquals(sentence, "/dev/full: No space left on device")
  lu.assertEquals(code, 28)
end

function TestText:test_csv_quotes()
  local t = table_of.new{ names = { "a,b" }, columns = { ["a,b"] = { 'say "x"', "", " y", "#z", "two\nlines" } } }
  lu.assertEquals(t:csv(), '"a,b"\n"say ""x"""\n""\n" y"\n"#z"\n"two\nlines"\n')
  says("csv: a text of the table contains a NUL byte",
    function() table_of.new{ names = { "a" }, columns = { a = { "x\0y" } } }:csv() end)
end

function TestText:test_a_folder_that_cannot_be_written()
  local path = "no such folder/x.csv"
  local done, sentence, code = sample():csv(path)
  lu.assertNil(done)
  lu.assertEquals(sentence, "no such folder/x.csv: No such file or directory")
  lu.assertEquals(code, 2)
end

function TestText:test_csv_comes_back()
  lu.skipIf(not parses, "needs the core")
  local t = assert(table_of.read(expected_csv))
  lu.assertEquals(t:csv(), expected_csv)
  lu.assertEquals(t:unit "t_layer", "s")
  lu.assertTrue(t:is_text "model")
  local empty = assert(table_of.read "model,h [1]\n")
  lu.assertTrue(empty:where{ model = "BERT" }:is_text "model")
  local odd = '"a,b"\n"say ""x"""\n""\n" y"\n"#z"\n"two\nlines"\n'
  lu.assertEquals(assert(table_of.read(odd)):csv(), odd)
end

-- A number is written with as few digits, but at least 15, as restore its bits.
function TestText:test_csv_brings_back_the_bits()
  if not parses then return end
  local x, state = {}, 1
  for i = 1, 3000 do
    state = (state * 16807) % 2147483647
    x[i] = (state - 1e9) / 3 * core.pow(10, i % 37 - 18)
  end
  x[1], x[2], x[3], x[4] = 0.1, 1 / 3, 1e15 + 0.5, 5e-324
  local t = table_of.new{ n = #x, names = { "x" }, columns = { x = core.column(x) }, units = { x = "1" } }
  local text = t:csv()
  lu.assertStrContains(text, "\n0.1\n0.3333333333333333\n1.0000000000000005e+15\n4.94065645841247e-324\n")
  lu.assertEquals(core.list(table_of.read(text):column "x"), x)
end

function TestText:test_csv_that_is_malformed()
  lu.skipIf(not parses, "needs the core")
  local t, sentence = table_of.read "a,b [s]\n1,2\n1,soon\n"
  lu.assertNil(t)
  lu.assertEquals(sentence, 'line 3: b: "soon" is not a number')
  t, sentence = table_of.read "a,a\n1,2\n"
  lu.assertNil(t)
  lu.assertEquals(sentence, 'line 1: two columns are called "a"')
  says("read: expected a text, got 4", function() table_of.read(4) end)
end

function TestText:test_print()
  lu.skipIf(not parses, "needs the core's prefixes")
  local printed, write = {}, io.write
  io.write = function(text) printed[#printed + 1] = text end
  sample():print{ "model", "h", "t_layer", "f_ser" }
  sample():print{ "tp", rows = 1 }
  sample():where{ h = 1 }:print "h"
  io.write = write
  lu.assertEquals(printed[1], [[
model           h  t_layer  f_ser
                      [ms]    [%]
BERT         1024      0.5    0.0
GPT-3       12288      4.0   25.0
BERT         1024      0.3   12.5
PaLM, 540B  18432        -   50.0
GPT-3       12288      2.5   43.1
]])
  lu.assertEquals(printed[2], "tp\n 1\n... 4 more rows\n")
  lu.assertEquals(printed[3], "h\n(no rows)\n")
end

function TestText:test_print_of_wide_columns()
  lu.skipIf(not parses, "needs the core's prefixes")
  local t = table_of.new{ names = { "t", "n", "x" }, units = { t = "s", n = "flop", x = "1" },
    columns = { t = { 1e-6, 2, nan }, n = { 312e12, 1.5e12, 4e9 }, x = { 1e-9, 1 / 0, -2.5 } } }
  lu.assertEquals(tostring(t), [[
   t          n      x
1 us  312 TFLOP  1e-09
 2 s  1.5 TFLOP    inf
   -    4 GFLOP   -2.5
]])
end

local result = lu.LuaUnit.run()
os.remove(scratch)
os.exit(result == 0, true)
