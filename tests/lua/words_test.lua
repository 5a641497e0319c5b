-- SPDX-License-Identifier: MIT
-- Columns of words: codes inside, texts outside; the operations that group rows by them; the verdict of a sweep.
local core = require "twocs.core"
local lu = require "luaunit"
local tables = require "twocs.table"
local tw = require "twocs"

local nan = 0 / 0

local function table_of(texts, x)
  return tables.new{ n = #texts, names = { "w", "x" }, columns = { w = texts, x = x } }
end

-- The same rows twice: with a list of texts and with words.
local function both(texts, x)
  local plain = table_of(texts, x)
  return plain, table_of(core.words(texts, #texts), x)
end

local function list(c) return core.is_column(c) and core.list(c) or c end

TestWords = {}

function TestWords.test_texts_are_what_a_script_sees()
  local plain, coded = both({ "b", "a", "", "b" }, { 1, 2, 3, 4 })
  lu.assertTrue(coded:is_text "w")
  lu.assertEquals(coded:column "w", plain:column "w")
  lu.assertEquals(coded[4].w, "b")
  lu.assertEquals(coded:csv(), plain:csv())
  lu.assertEquals(coded:json(), plain:json())
  lu.assertEquals(coded:markdown(), plain:markdown())
  lu.assertEquals(tostring(coded), tostring(plain))
end

function TestWords.test_along_an_axis()
  lu.assertEquals(core.texts(core.words_along({ "a", "b" }, 3, 8)), { "a", "a", "a", "b", "b", "b", "a", "a" })
  lu.assertEquals(core.texts(core.words_at({ "a", "b" }, core.column{ 2, 1, 2 })), { "b", "a", "b" })
  lu.assertErrorMsgContains("place 3", core.words_at, { "a", "b" }, core.column{ 3 })
end

function TestWords.test_choosing_is_that_of_texts()
  local plain, coded = both({ "b", "a", "c", "b", "" }, { 1, 2, 3, 4, 5 })
  for _, ask in ipairs{ function(t) return t:where{ w = "b" } end, function(t) return t:where{ w = { "a", "none" } } end,
    function(t) return t:sort "w" end, function(t) return t:top(2, "w") end, function(t) return t:pick{ 5, 1 } end,
    function(t) return t:append(plain) end, function(t) return plain:append(t) end,
    function(t) return t:where{ w = function(w) return w > "a" end } end } do
    lu.assertEquals(ask(coded):csv(), ask(plain):csv())
  end
end

-- After two tables are appended, each text is in the list of texts twice. The groups must not be.
function TestWords.test_groups_of_what_was_appended()
  local _, a = both({ "x", "y" }, { 1, 2 })
  local _, b = both({ "y", "z", "x" }, { 4, 8, 16 })
  local t = a:append(b):group("w", { sum = { "x", "sum" }, rows = { "count" } })
  lu.assertEquals(t:column "w", { "x", "y", "z" })
  lu.assertEquals(list(t:column "sum"), { 17, 6, 8 })
  lu.assertEquals(list(t:column "rows"), { 2, 2, 1 })
end

function TestWords.test_statistics_leave_out_what_is_missing()
  local t = tables.new{ n = 6, names = { "k", "x", "w" }, columns = { k = { 0, -0.0, nan, nan, 1, 1 },
    x = { 3, nan, nan, nan, 5, 2 }, w = { "", "p", "q", "", "r", "s" } } }
  local g = t:group("k", { n = { "x", "count" }, sum = { "x", "sum" }, mean = { "x", "mean" }, least = { "x", "min" },
    most = { "x", "max" }, middle = { "x", "median" }, texts = { "w", "count" }, one = { "w", "first" } })
  lu.assertEquals(g.n, 3) -- 0 and -0 are one key, and all NaN are one key
  lu.assertEquals(list(g:column "n"), { 1, 0, 2 })
  lu.assertEquals(list(g:column "texts"), { 1, 1, 2 })
  lu.assertEquals(g:column "one", { "", "q", "r" })
  for _, name in ipairs{ "sum", "mean", "least", "most", "middle" } do lu.assertNaN(g[2][name]) end
  lu.assertEquals({ g[3].sum, g[3].mean, g[3].least, g[3].most, g[3].middle }, { 7, 3.5, 2, 5, 3.5 })
end

-- Keys that differ only in the second column, more than the initial size of the key table.
function TestWords.test_many_groups()
  local n, a, b = 3000, {}, {}
  for i = 1, n do a[i], b[i] = i % 7, i % 1500 end
  local t = tables.new{ n = n, names = { "a", "b" }, columns = { a = a, b = b } }
  local seen, count = {}, 0
  for i = 1, n do
    local key = a[i] * 1e4 + b[i]
    if not seen[key] then seen[key], count = true, count + 1 end
  end
  lu.assertEquals(t:group({ "a", "b" }, { rows = { "count" } }).n, count)
end

function TestWords.test_join_by_texts()
  local _, t = both({ "b", "none", "a" }, { 1, 2, 3 })
  local other = tables.new{ n = 2, names = { "w", "y", "z" },
    columns = { w = { "a", "b" }, y = { 10, 20 }, z = { "one", "two" } } }
  local j = t:join(other, "w")
  lu.assertEquals({ j[1].y, j[3].y }, { 20, 10 })
  lu.assertNaN(j[2].y)
  lu.assertEquals(j:column "z", { "two", "", "one" })
  lu.assertErrorMsgContains('two rows with w = "b"', t.join, t, other:append(other:pick{ 2 }), "w")
end

local case = { model = "gpt3_175b", device = "a100_80g" }

local function sweep(over, want)
  return tw.sweep{ model = case.model, device = case.device, over = over, want = want or "t_layer" }
end

function TestWords.test_words_of_a_joined_axis()
  local t = sweep{ { { tp = 2, recompute = "full" }, { tp = 4, recompute = "none" } } }
  lu.assertEquals(t:column "recompute", { "full", "none" })
  lu.assertEquals(list(t:column "tp"), { 2, 4 })
end

function TestWords.test_a_table_is_marked_where_a_row_is_illegal_and_only_there()
  lu.assertFalse(sweep{ tp = { 1, 2 } }:has "why")
  local t = sweep{ tp = { 1, 5, 2 }, recompute = { "none", "full" } }
  lu.assertEquals(list(t:column "legal"), { 1, 0, 1, 1, 0, 1 })
  for i = 1, t.n do lu.assertEquals(t[i].why > 0, t[i].legal == 0) end
end

-- Each device is a run of its own. Rules are broken in only one of them.
function TestWords.test_verdicts_of_several_runs()
  local over = { all_reduce = { "ring", "tree" }, tp = { 1, 5 }, h = { 12288, 24576 } }
  local t = sweep(over, { "t_layer", "why" })
  local expected = {}
  for i = 1, t.n do expected[i] = t[i].tp == 5 and 0 or 1 end
  lu.assertEquals(list(t:column "legal"), expected)
  for i = 1, t.n do
    local one = tw.sweep{ model = case.model, device = case.device, plan = { all_reduce = t[i].all_reduce },
      over = { tp = { t[i].tp }, h = { t[i].h } }, want = "t_layer" }
    lu.assertEquals(t[i].t_layer, one[1].t_layer)
  end
end

os.exit(lu.LuaUnit.run(), true)
