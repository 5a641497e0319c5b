-- SPDX-License-Identifier: MIT
-- The outputs of a sweep other than a table: the best rows, a Pareto front, counts, a file. Each is equal, to the bit, to
-- the result of a loop over the rows of the whole table.
local lu = require "luaunit"
local expect = require "expect"
local tw = require "twocs"
local core = require "twocs.core"

local function case(changes)
  local made = { model = "gpt3_175b", device = "h100_sxm", over = { tp = tw.double(1, 16), dp = tw.double(1, 8),
    b = tw.double(1, 16), recompute = { "none", "selective", "full" }, sl = { 2048, 4096 } },
    want = { "t_step", "mem_byte", "mfu", "legal" } }
  for key, value in pairs(changes or {}) do made[key] = value end
  return made
end

local says = expect.words

-- The rows of a table as texts, with all digits.
local function lines(t, from, to)
  local list = {}
  for i = from or 1, to or t.n do
    local cells = {}
    for k, name in ipairs(t:names()) do
      local value = t[i][name]
      cells[k] = type(value) == "number" and core.format("%.17g", value) or value
    end
    list[#list + 1] = table.concat(cells, " ")
  end
  return list
end

TestKeep = {}

function TestKeep:test_the_best_are_those_of_the_sorted_table()
  local all = tw.sweep(case())
  local kept = tw.sweep(case{ keep = 20, least = "t_step" })
  lu.assertEquals(kept:names(), all:names())
  lu.assertEquals(lines(kept), lines(all:sort("t_step"), 1, 20))
  local most = tw.sweep(case{ keep = 7, most = "mfu", where = { mem_byte = "<= 400 GB", legal = 1 } })
  lu.assertEquals(lines(most), lines(all:where(function(r) return r.mem_byte <= 400e9 and r.legal == 1 end)
    :sort("mfu", "descending"), 1, 7))
  lu.assertEquals(tw.sweep(case{ keep = 1e6, least = "t_step" }).n, all.n)
  lu.assertEquals(tw.sweep(case{ keep = 5, least = "t_step", where = { mem_byte = "< 1 B" } }).n, 0)
end

function TestKeep:test_choices_and_records_are_axes_too()
  local over = { tp = tw.double(1, 16), all_reduce = { "ring", "tree" }, device = { a = "h100_sxm", b = "a100_80g" },
    format = { "fp16", "bf16" } }
  local all = tw.sweep(case{ over = over })
  local kept = tw.sweep(case{ over = over, keep = 9, least = "t_step" })
  lu.assertEquals(lines(kept), lines(all:sort("t_step"), 1, 9))
end

function TestKeep:test_conditions_read_well()
  local over = { tp = { 1, 2, 4 }, format = { "fp16", "fp32" } }
  local function kept(where) return tw.sweep(case{ over = over, keep = 10, least = "t_step", where = where }).n end
  lu.assertEquals(kept{ tp = 2 }, 2)
  lu.assertEquals(kept{ tp = "~= 2" }, 4)
  lu.assertEquals(kept{ tp = "> 1", format = "fp32" }, 2)
  lu.assertEquals(kept{ format = "~= fp32" }, 3)
  lu.assertEquals(kept{ legal = true }, kept{ legal = "= 1" })
end

TestPareto = {}

function TestPareto:test_the_front_is_that_of_a_loop()
  local all = tw.sweep(case())
  local front = tw.sweep(case{ pareto = { t_step = "least", mem_byte = "least" } })
  local rows, by_hand = {}, 0
  for row in all:rows() do rows[#rows + 1] = row end
  for i, row in ipairs(rows) do
    local beaten = false
    for j, other in ipairs(rows) do
      beaten = beaten or other.t_step <= row.t_step and other.mem_byte <= row.mem_byte
        and (other.t_step < row.t_step or other.mem_byte < row.mem_byte or j < i)
    end
    if not beaten then by_hand = by_hand + 1 end
  end
  lu.assertTrue(front.n > 1)
  lu.assertEquals(front.n, by_hand)
  for i = 2, front.n do
    lu.assertTrue(front[i].t_step > front[i - 1].t_step)
    lu.assertTrue(front[i].mem_byte < front[i - 1].mem_byte)
  end
  lu.assertEquals(lines(tw.sweep(case{ pareto = { "t_step", "mem_byte" } })), lines(front))
end

-- With three columns, a row is left out if another row is better in all three.
function TestPareto:test_three_columns()
  local of_two = tw.sweep(case{ pareto = { "t_step", "mem_byte" } })
  local of_three = tw.sweep(case{ pareto = { t_step = "least", mem_byte = "least", mfu = "most" } })
  lu.assertTrue(of_three.n >= of_two.n)
  for row in of_three:rows() do
    for other in of_three:rows() do
      lu.assertFalse(other.t_step < row.t_step and other.mem_byte < row.mem_byte and other.mfu > row.mfu)
    end
  end
  says("pareto: 4 columns: expected 2 or 3", tw.sweep, case{ pareto = { "t_step", "mem_byte", "mfu", "legal" } })
end

function TestPareto:test_choices_share_one_front()
  local over = { tp = tw.double(1, 16), b = tw.double(1, 8), all_reduce = { "ring", "tree" } }
  local both = tw.sweep(case{ over = over, pareto = { "t_step", "mem_byte" } })
  for i = 2, both.n do lu.assertTrue(both[i].mem_byte < both[i - 1].mem_byte) end
end

TestCount = {}

function TestCount:test_counts_are_those_of_the_table()
  local all = tw.sweep(case())
  local counts = tw.sweep(case{ count = {
    fits = { mem_byte = "<= 400 GB" }, sound = { mem_byte = "<= 400 GB", legal = 1 } } })
  lu.assertEquals({ counts[1].count, counts[2].count, counts[3].count }, { "fits", "sound", "all" })
  lu.assertEquals(counts[1].rows, all:where(function(r) return r.mem_byte <= 400e9 end).n)
  lu.assertEquals(counts[2].rows, all:where(function(r) return r.mem_byte <= 400e9 and r.legal == 1 end).n)
  lu.assertEquals(counts[3].rows, all.n)
  lu.assertEquals(tw.sweep(case{ count = {}, where = { tp = 2 } })[1].rows, all.n / 5)
end

TestFile = {}

local function text_of(path)
  local text = require("files").content(path)
  os.remove(path)
  return text
end

function TestFile:test_a_file_has_the_bytes_of_the_table()
  local path = os.tmpname()
  local wide = { sl = tw.linear(64, 64 * 700, 700), h = tw.linear(128, 128 * 200, 200), format = { "fp16", "bf16" } }
  for _, over in ipairs{ case().over, { tp = { 1, 2 }, all_reduce = { "ring", "tree" } }, wide } do
    local given = case{ over = over, want = { "t_step", "legal" } }
    local all = tw.sweep(given)
    given.to = path
    local got, n = tw.sweep(given)
    lu.assertEquals(got, path)
    lu.assertEquals(n, all.n)
    if all.n < 1e4 then
      lu.assertEquals(text_of(path), all:csv())
    else -- more than one piece
      local at = tw.read(path)
      os.remove(path)
      lu.assertEquals(at.n, all.n)
      for i = 1, all.n, 9973 do
        lu.assertEquals({ at[i].sl, at[i].h, at[i].format }, { all[i].sl, all[i].h, all[i].format })
      end
    end
  end
  local _, n = tw.sweep(case{ to = path, where = { legal = 1, mem_byte = "<= 400 GB" }, want = "t_step" })
  local kept = tw.sweep(case()):where(function(r) return r.mem_byte <= 400e9 and r.legal == 1 end)
  lu.assertEquals(n, kept.n)
  lu.assertEquals(text_of(path), kept:select{ "sl", "b", "recompute", "tp", "dp", "t_step" }:csv())
end

-- Conditions on axes, one with numbers and one with words. Neither axis is a wanted column.
function TestFile:test_conditions_on_axes()
  local path = os.tmpname()
  local _, n = tw.sweep(case{ to = path, where = { tp = "<= 4", recompute = "full" }, want = "t_step" })
  local kept = tw.sweep(case{ want = "t_step" }):where{ tp = "<= 4", recompute = "full" }
  lu.assertEquals(n, kept.n)
  lu.assertTrue(n > 0)
  lu.assertEquals(text_of(path), kept:csv())
end

-- All rows that break a rule are in the second piece, or all are in the first. Both pieces have the columns that report it.
function TestFile:test_pieces_have_the_same_columns()
  local path = os.tmpname()
  for _, tp in ipairs{ { 1, 5 }, { 5, 1 } } do
    local given = { model = "gpt3_175b", device = "h100_sxm", want = "t_layer",
      over = { tp = tp, flop_vs_bw = tw.linear(1, 2, 70000) } }
    local all = tw.sweep(given)
    given.to = path
    local _, n = tw.sweep(given)
    lu.assertEquals(n, all.n)
    local read = tw.read(path)
    os.remove(path)
    lu.assertEquals(read:names(), all:names())
    lu.assertEquals(read:group("tp", { legal = { "legal", "mean" } }):column "legal"[1], tp[1] == 5 and 0 or 1)
  end
end

function TestFile:test_a_path_that_cannot_be_written_is_a_fact()
  local path, sentence, code = tw.sweep(case{ to = "/nowhere/at/all.csv" })
  lu.assertNil(path)
  lu.assertStrContains(sentence, "/nowhere/at/all.csv")
  lu.assertEquals(type(code), "number")
end

-- The disk is full while rows are written, or when the file is closed: both cases report the same error.
function TestFile:test_a_full_disk_is_a_fact_however_many_rows()
  lu.skipIf(not core.is_device "/dev/full", "there is no /dev/full")
  for _, rows in ipairs{ 1, 200, 20000 } do
    local path, sentence, code = tw.sweep(case{ over = { sl = tw.linear(1, rows, rows) }, to = "/dev/full" })
    lu.assertNil(path)
    lu.assertEquals(sentence, "/dev/full: No space left on device")
    lu.assertEquals(code, 28)
  end
end

TestMistakes = {}

function TestMistakes:test_each_mistake_is_one_sentence()
  says('Write least = "t_step"', tw.sweep, case{ keep = 20 })
  says("keep is 0", tw.sweep, case{ keep = 0, least = "t_step" })
  says('did you mean "t_step"', tw.sweep, case{ keep = 2, least = "t_stepp" })
  says("a sweep takes only one of them", tw.sweep, case{ keep = 2, least = "t_step", to = "a.csv" })
  says("where needs keep, pareto, count or to", tw.sweep, case{ where = { legal = 1 } })
  says("\"=>\" is not a comparison", tw.sweep, case{ keep = 2, least = "t_step", where = { mem_byte = "=> 400 GB" } })
  says("mem_byte", tw.sweep, case{ keep = 2, least = "t_step", where = { mem_byte = "<= 80 s" } })
  says("expected 2 or 3", tw.sweep, case{ pareto = { "t_step" } })
  says('expected "least" or "most"', tw.sweep, case{ pareto = { t_step = "low", mfu = "most" } })
  says("capacity = 10, or", tw.sweep, case{ pareto = { "t_step", "mem_byte" }, capacity = 1 })
  says("expected named conditions", tw.sweep, case{ count = 3 })
  local long = tw.linear(1, 1e5, 1e5)
  says("keep = 20, pareto, count", tw.sweep, case{ over = { h = long, sl = long, b = long } })
end

os.exit(lu.LuaUnit.run(), true)
