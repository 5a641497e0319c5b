-- SPDX-License-Identifier: MIT
-- Shards from outside: each part by a process of its own, joined to the bytes of one process; what is done is not done
-- again; what does not belong together is refused.
local lu = require "luaunit"
local core = require "twocs.core"
local outside = require "outside"
local shard = require "twocs.common.shard"

local scratch = outside.scratch()

local function sh(command)
  return outside.output(core.format('T() { %s "$@"; }\nM() { mpirun --allow-run-as-root --oversubscribe -n "$1" %s s.lua "$2"; }\n'
    .. "cd %s\n%s", outside.quoted(outside.twocs), outside.quoted(outside.twocs), outside.quoted(scratch), command))
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

-- The lines and the status of a command.
local function says(command, part, status)
  local text, number = sh(command)
  lu.assertStrContains(text, part)
  lu.assertEquals(number, status or 0, text)
end

TestShards = {}

function TestShards.setUp() sh "rm -f a.csv* one.csv; T s.lua one.csv" end

local three = "for i in 1 2 3; do T --shard $i/3 s.lua a.csv; done; "

function TestShards.test_the_join_has_the_bytes_of_one_process()
  for _, count in ipairs{ 3, 50 } do -- of 50, some have no piece
    says(core.format("for i in $(seq %d); do T --shard $i/%d s.lua a.csv; done; T join a.csv && cmp a.csv one.csv && " ..
      "echo the same", count, count), "the same")
    sh "rm -f a.csv*"
  end
end

-- A file that was not written again is the same file.
function TestShards.test_what_is_done_is_not_done_again()
  says(three .. "rm a.csv.shard-2-of-3; ls -i a.csv.shard-[13]* >before; " .. three ..
    "ls -i a.csv.shard-[13]* | cmp - before && T join a.csv && cmp a.csv one.csv && echo the same", "the same")
end

function TestShards.test_another_question_is_not_taken_for_this_one()
  says("T --shard 1/3 other.lua a.csv; " .. three .. "T join a.csv && cmp a.csv one.csv && echo the same", "the same")
  says("T --shard 2/3 other.lua a.csv; T join a.csv", "a.csv.shard-2-of-3: it answers another question", 1)
end

function TestShards.test_what_does_not_belong_together_is_refused()
  says("T join none.csv", "there are no files of shards", 1)
  says(three .. "rm a.csv.shard-2-of-3; T join a.csv", "1 of 3 shards are not done: 2", 1)
  says(three .. "T --shard 1/2 s.lua a.csv; T join a.csv", "files of", 1)
  says("rm a.csv*; " .. three .. "sed -i 's/^version .*/version 0.0.1/' a.csv.shard-3-of-3; T join a.csv",
    "written by twocs 0.0.1", 1)
  says("rm a.csv*; " .. three .. "cp a.csv.shard-1-of-3 a.csv.shard-2-of-3; T join a.csv", "it holds shard 1 of 3", 1)
  says("test ! -e a.csv && echo nothing is written", "nothing is written")
end

-- What was cut off anywhere is not done: neither joined nor skipped.
function TestShards.test_a_file_that_was_cut_off()
  sh(three)
  local whole = tonumber((sh "wc -c <a.csv.shard-2-of-3"))
  for _, bytes in ipairs{ 0, 60, whole - 12, whole - 2 } do
    says(core.format("head -c %d a.csv.shard-2-of-3 >cut; cp a.csv.shard-2-of-3 kept; cp cut a.csv.shard-2-of-3; " ..
      "T join a.csv; cp kept a.csv.shard-2-of-3", bytes), "not done: 2")
    says(core.format("cp cut a.csv.shard-2-of-3; %s T join a.csv && cmp a.csv one.csv && echo the same", three), "the same")
  end
end

function TestShards.test_a_number_that_is_none()
  says("T --shard 0/3 s.lua a.csv", "there is no shard 0 of 3: they count from 1", 2)
  says("T --shard 4/3 s.lua a.csv", "there is no shard 4 of 3", 2)
  says("T --shard three s.lua a.csv", "expected a number and a count, as 3/64", 2)
  says("T --shard 1/3", "and a script", 2)
  says("SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 T s.lua a.csv",
    "SLURM_ARRAY_TASK_ID = 9 is no number", 1)
  says("SLURM_PROCID=x SLURM_STEP_NUM_TASKS=3 T s.lua a.csv", "SLURM_PROCID is 'x'", 1)
  lu.assertNil((shard.read "1/2/3"))
end

function TestShards.test_launchers_give_the_number()
  says("for i in 4 6 8; do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_STEP=2 " ..
    "T s.lua a.csv; done; T join a.csv && cmp a.csv one.csv && echo the same", "the same")
  sh "rm a.csv*"
  says("for i in 0 1; do SLURM_PROCID=$i SLURM_STEP_NUM_TASKS=2 T s.lua a.csv; done; T join a.csv && cmp a.csv one.csv && " ..
    "echo the same", "the same")
  sh "rm a.csv*"
  says("SLURM_PROCID=0 SLURM_NTASKS=4 T s.lua a.csv && cmp a.csv one.csv && echo a batch script does all of it", "does all")
end

function TestShards.test_mpirun_is_one_program()
  lu.skipIf(select(2, sh "command -v mpirun") ~= 0, "there is no mpirun")
  local text, status = sh "M 3 a.csv 2>/dev/null; cmp a.csv one.csv && ls a.csv*"
  lu.assertEquals({ text, status }, { "a.csv\t48\na.csv\n", 0 })
  write("fails.lua", 'require "twocs"\nif os.getenv "OMPI_COMM_WORLD_RANK" == "1" then error("the second fails") end\n' .. script)
  says("mpirun --allow-run-as-root --oversubscribe -n 2 $TWOCS fails.lua a.csv || echo ended", "the second fails")
end

os.exit(lu.LuaUnit.run(), true)
