-- SPDX-License-Identifier: MIT
-- Shards from outside. Each shard is computed by its own process, and the joined file has the same bytes as one process
-- writes. Finished shards are not computed again. Files that do not belong together are refused.
local lu = require "luaunit"
local core = require "twocs.core"
local outside = require "outside"
local shard = require "twocs.common.shard"

local scratch = outside.scratch()

local function sh(command)
  local twocs, mpirun = outside.quoted(outside.twocs), "mpirun --allow-run-as-root --oversubscribe"
  return outside.output(core.format('T() { %s "$@"; }\nM() { n=$1; shift; %s -n "$n" %s "$@"; }\ncd %s\n%s', twocs, mpirun,
    twocs, outside.quoted(scratch), command))
end

local function write(name, text)
  local out = assert(io.open(core.format("%s/%s", scratch, name), "wb"))
  out:write(text)
  out:close()
end

local script = [[
local tw = require "twocs"
print(tw.sweep{ model = "gpt3_175b", device = "h100_sxm", over = { tp = { 1, 5 }, dp = tw.double(1, 4), sl = { 2048, 4096 },
  recompute = { "none", "full" }, all_reduce = { "ring", "tree" } }, want = { "t_step", "mfu" }, to = arg[1] })
]]
write("s.lua", script)
write("other.lua", script:gsub('"mfu"', '"mem_byte"'))

local every = tonumber(os.getenv "TWOCS_EVERY") or 1 -- one process of so many, if each takes long

-- Checks the output and the status of a command.
local function says(command, part, status)
  local text, number = sh(command)
  lu.assertStrContains(text, part)
  lu.assertEquals(number, status or 0, text)
end

TestShards = {}

function TestShards.setUp() sh "rm -f a.csv* one.csv; T s.lua one.csv" end

local three = "for i in 1 2 3; do T --shard $i/3 s.lua a.csv; done; "

function TestShards.test_the_join_has_the_bytes_of_one_process()
  for _, count in ipairs{ 3, 50 } do -- with 50, some shards have no piece
    says(core.format("for i in $(seq %d); do T --shard $i/%d s.lua a.csv; done; T join a.csv && cmp a.csv one.csv && " ..
      "echo the same", count, count), "the same")
    sh "rm -f a.csv*"
  end
end

-- A file that was not written again still has the same inode.
function TestShards.test_what_is_done_is_not_done_again()
  says(three .. "rm a.csv.shard-2-of-3; ls -i a.csv.shard-[13]* >before; " .. three ..
    "ls -i a.csv.shard-[13]* | cmp - before && T join a.csv && cmp a.csv one.csv && echo the same", "the same")
end

function TestShards.test_another_question_is_not_taken_for_this_one()
  says("T --shard 1/3 other.lua a.csv; " .. three .. "T join a.csv && cmp a.csv one.csv && echo the same", "the same")
  says("T --shard 2/3 other.lua a.csv; T join a.csv", "a.csv.shard-2-of-3: its question differs", 1)
end

function TestShards.test_what_does_not_belong_together_is_refused()
  says("T join none.csv", "there are no files of shards", 1)
  says(three .. "rm a.csv.shard-2-of-3; T join a.csv", "1 of 3 shards are not done: 2", 1)
  says(three .. "T --shard 1/2 s.lua a.csv; T join a.csv", "files of", 1)
  says("rm a.csv*; " .. three .. "sed -i 's/^version .*/version 0.0.1/' a.csv.shard-3-of-3; T join a.csv",
    "written by twocs 0.0.1", 1)
  says("rm a.csv*; " .. three .. "cp a.csv.shard-1-of-3 a.csv.shard-2-of-3; T join a.csv", "it contains shard 1 of 3", 1)
  says("test ! -e a.csv && echo nothing is written", "nothing is written")
end

-- A file that was cut off at any byte is not complete: it is neither joined nor skipped.
function TestShards.test_a_file_that_was_cut_off()
  sh(three)
  local whole = tonumber((sh "wc -c <a.csv.shard-2-of-3"))
  for _, bytes in ipairs{ 0, 60, whole - 12, whole - 2, whole - 1 } do
    says(core.format("head -c %d a.csv.shard-2-of-3 >cut; cp a.csv.shard-2-of-3 kept; cp cut a.csv.shard-2-of-3; " ..
      "T join a.csv; cp kept a.csv.shard-2-of-3", bytes), "not done: 2")
    says(core.format("cp cut a.csv.shard-2-of-3; %s T join a.csv && cmp a.csv one.csv && echo the same", three), "the same")
  end
end

-- The last line of the file counts more bytes than the file has.
function TestShards.test_a_file_that_lacks_its_middle()
  says(three .. [[f=a.csv.shard-2-of-3; at=$(sed -n 's/^end .* at //p' $f); short="s/ at $at/ at $((at - 40))/"
    { head -c $((at - 40)) $f; tail -c +$((at + 1)) $f | sed "$short" | sed 's/^piece 2 .*/piece 2 200 90000/'; } >cut
    mv cut $f; T join a.csv]], "a.csv.shard-2-of-3: it ends before piece 2 does", 1)
  says("test ! -e a.csv && echo nothing is written", "nothing is written")
end

-- A disk that is full from the start, a file-size limit in the middle of the second piece, and a pipe, into which the
-- kernel cannot copy a file.
function TestShards.test_where_the_join_is_written()
  sh(three)
  says("mkfifo p.csv; for i in 1 2 3; do cp a.csv.shard-$i-of-3 p.csv.shard-$i-of-3; done; cat p.csv >got & " ..
    "T join p.csv; wait; cmp got one.csv && echo the same; rm p.csv*", "p.csv: 48 rows\nthe same")
  says("ln -s /dev/full a.csv; T join a.csv", "a.csv: No space left", 1)
  says("rm a.csv; trap '' XFSZ; ulimit -f 1; T join a.csv", "a.csv: File too large", 1)
  says("ls a.csv*", "a.csv.shard-1-of-3\na.csv.shard-2-of-3\na.csv.shard-3-of-3\n")
  says("T join a.csv && cmp a.csv one.csv && echo the same", "the same")
end

-- Copies parts of an open file between written texts, and checks the position after each.
function TestShards.test_a_copy_between_texts()
  write("source", "0123456789")
  local source, path = assert(io.open(scratch .. "/source", "rb")), scratch .. "/copied"
  local to = assert(core.whole(path))
  local places = {}
  for i, step in ipairs{ function() return to:write "a" end, function() return to:copy(source, 3, 4) end,
    function() return to:write "\nb" end, function() return to:copy(source, 0, 1) end } do
    lu.assertTrue(step())
    places[i] = to:at()
  end
  lu.assertEquals(places, { 1, 5, 7, 8 })
  lu.assertFalse(to:copy(source, 9, 2))
  source:close()
  assert(to:close(true))
  lu.assertEquals((sh "cat copied"), "a3456\nb09")
end

-- The process is killed after a number of Lua instructions, wherever it is then, and started again until the shard is
-- complete. No single start completes it: each start computes one to six of 16 pieces.
function TestShards.test_it_goes_on_where_it_was_killed()
  write("killed.lua", [[
local begun = require "twocs.table.begun"
begun.seconds, begun.share = 0, 0
require("twocs").sweep({ model = "bert", device = "h100_sxm" }, { over = { sl = { 128 } }, to = "/dev/null" }) -- loads all
local after = tonumber(os.getenv "AFTER")
if after and jit then jit.off() end
if after then debug.sethook(function() io.popen("kill -9 $PPID"):close() end, "", after) end
]] .. script)
  local seed = 20261126
  sh "T killed.lua whole.csv"
  for _ = 1, math.ceil(6 / every) do
    seed = (seed * 16807) % 2147483647
    local said = sh(core.format("for i in $(seq 40); do AFTER=%d T --shard 2/3 killed.lua a.csv && echo $i starts && "
      .. "break\ndone 2>/dev/null; ls a.csv*", 69000 + seed % 40000))
    lu.assertStrMatches(said, "a.csv.shard%-2%-of%-3\t16\n%d+ starts\na.csv.shard%-2%-of%-3\n")
    lu.assertTrue(tonumber(said:match "(%d+) starts") > 1, said)
    says("for i in 1 3; do T --shard $i/3 killed.lua a.csv; done; T join a.csv && cmp a.csv whole.csv && echo the same; "
      .. "rm a.csv*", "the same")
  end
end

-- The process ends in the middle of a piece, for example by Ctrl-C: earlier pieces are kept, with all of their rows.
function TestShards.test_a_piece_that_was_cut_off()
  local begun = require "twocs.table.begun"
  local own, about = scratch .. "/b.csv.shard-1-of-3", { number = 1, count = 3, pieces = 6, question = "q" }
  local t = require("twocs").table{ names = { "x" }, columns = { x = { 1, 2 } }, units = {} }
  local shard = begun.shard(own, about)
  lu.assertTrue(shard:take(1, t))
  lu.assertFalse((pcall(shard.take, shard, 4, {})))
  lu.assertTrue(shard:put_away())
  lu.assertEquals({ shard:has(1), shard:has(4) }, { true, false })
  shard = begun.shard(own, about)
  lu.assertEquals({ shard:has(1), shard:has(4) }, { true, false })
  lu.assertTrue(shard:take(4, t) and shard:put_away())
  lu.assertEquals({ shard:finish() }, { own, 4 })
end

-- A begun file of another question, or one that was cut off, is not used. It is deleted when the shard is complete.
function TestShards.test_what_was_begun_and_does_not_do()
  for _, spoil in ipairs{ "sed -i 's/^question .*/question 1/'", "truncate -s -20", "sed -i 's/^pieces .*/pieces 4/'" } do
    local first = "T --shard 2/3 s.lua a.csv; mv a.csv.shard-2-of-3 a.csv.shard-2-of-3.from-2; "
    says(core.format("%s %s a.csv.shard-2-of-3.from-2; T join a.csv", first, spoil), "3 of 3 shards are not done", 1)
    says(three .. "T join a.csv && cmp a.csv one.csv && ls a.csv.shard-2* && rm a.csv*", "a.csv.shard-2-of-3\n")
  end
end

-- The state of a shard that was killed between the last two steps.
function TestShards.test_a_shard_that_is_done_has_one_file()
  says("T --shard 2/3 s.lua a.csv; cp a.csv.shard-2-of-3 a.csv.shard-2-of-3.from-2; T --shard 2/3 s.lua a.csv; "
    .. "ls a.csv.shard-2* | grep -c .", "\n1\n")
end

-- A file with all pieces next to a file with some of them: no row occurs twice.
function TestShards.test_pieces_that_are_there_twice()
  sh("T --shard 2/3 s.lua a.csv; cp a.csv.shard-2-of-3 a.csv.shard-2-of-3.from-2; "
    .. "mv a.csv.shard-2-of-3 a.csv.shard-2-of-3.from-5")
  says(three .. "T join a.csv && cmp a.csv one.csv && ls a.csv.shard-2*", "a.csv: 48 rows\na.csv.shard-2-of-3\n")
end

function TestShards.test_a_number_that_is_none()
  says("T --shard 0/3 s.lua a.csv", "there is no shard 0 of 3: numbers start at 1", 2)
  says("T --shard 4/3 s.lua a.csv", "there is no shard 4 of 3", 2)
  says("T --shard three s.lua a.csv", "expected a number and a count, as 3/64", 2)
  says("T --shard 1/3", "and a script", 2)
  says("SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 T s.lua a.csv",
    "SLURM_ARRAY_TASK_ID = 9 is not a rank", 1)
  says("SLURM_PROCID=x SLURM_STEP_NUM_TASKS=3 T s.lua a.csv", "SLURM_PROCID is 'x'", 1)
  lu.assertNil((shard.read "1/2/3"))
end

function TestShards.test_launchers_give_the_number()
  says("for i in 4 6 8; do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=4 " ..
    "SLURM_ARRAY_TASK_STEP=2 T s.lua a.csv; done; T join a.csv && cmp a.csv one.csv && echo the same", "the same")
  sh "rm a.csv*"
  says("for i in 0 1; do SLURM_PROCID=$i SLURM_STEP_NUM_TASKS=2 T s.lua a.csv; done; " ..
    "T join a.csv && cmp a.csv one.csv && echo the same", "the same")
  sh "rm a.csv*"
  says("SLURM_PROCID=0 SLURM_NTASKS=4 T s.lua a.csv && cmp a.csv one.csv && echo a batch script does all of it", "does all")
end

function TestShards.test_mpirun_is_one_program()
  lu.skipIf(select(2, sh "command -v mpirun") ~= 0, "there is no mpirun")
  local text, status = sh "M 3 s.lua a.csv 2>/dev/null; cmp a.csv one.csv && ls a.csv*"
  lu.assertEquals({ text, status }, { "a.csv\t48\na.csv\n", 0 })
  write("fails.lua", 'if os.getenv "OMPI_COMM_WORLD_RANK" == "1" then error("the second fails") end\n' .. script)
  says("rm a.csv*; M 2 fails.lua a.csv || echo ended", "the second fails")
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. outside.quoted(scratch))
os.exit(result, true)
