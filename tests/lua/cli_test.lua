-- SPDX-License-Identifier: MIT
-- The executable from outside: its output, the stream, and its exit status. TWOCS names the executable; the default is the
-- one that runs this test. Commands run in sh; `T` in them is the executable, and the last line prints the status.
local lu = require "luaunit"
local core = require "twocs.core"

local outside = require "outside"

local twocs, quoted, need, scratch = outside.twocs, outside.quoted, outside.need, outside.scratch()

-- The text of both streams (or what the command does with them), and the status.
local function sh(command)
  return outside.output(core.format('T() { %s "$@"; }\ncd %s\n%s', quoted(twocs), quoted(scratch), command))
end

local function file(name, text)
  local path = core.format("%s/%s", scratch, name)
  local out = assert(io.open(path, "wb"))
  out:write(text)
  out:close()
  return name
end

local function check(command, said, status)
  local text, number = sh(command)
  lu.assertEquals(text, said, command)
  lu.assertEquals(number, status or 0, command)
end

local function check_part(command, part, status)
  local text, number = sh(command)
  lu.assertStrContains(text, part)
  lu.assertEquals(number, status or 0, core.format("%s: %s", command, text))
end

TestRun = {}

function TestRun:test_both_interpreters_print_numbers_alike()
  check("T -e 'print(16.0, 10/2, 2^53, 1/3, 0/0, -(0/0), 1/0, -1/0, 1e15, 1e16, 1e100, -0.5)'",
    "16\t5\t9.00719925474099e+15\t0.333333333333333\tnan\tnan\tinf\t-inf\t1e+15\t1e+16\t1e+100\t-0.5\n")
  check("T -e 'print(tostring(4096.0), tostring(nil), tostring(true), tostring([[x]]), nil, false)'",
    "4096\tnil\ttrue\tx\tnil\tfalse\n")
  check("T -e 'print() print(setmetatable({}, { __tostring = function() return [[mine]] end }))'", "\nmine\n")
  check_part("T -e 'tostring()'", "twocs: ", 1)
end

function TestRun:test_chunk()
  check("T -e ''", "")
  check("T -e 'print(#arg, ...)' a 'b c'", "2\ta\tb c\n")
  check("T -e 'print(tw.version)'", core.version .. "\n")
  check("T -e", "twocs: -e needs a chunk of Lua after it\n", 2)
end

function TestRun:test_script()
  file("args.lua", "print(arg[0], #arg, arg[1], ...)")
  check("T args.lua", "args.lua\t0\tnil\n")
  check("T args.lua x 'y z'", "args.lua\t2\tx\tx\ty z\n")
  check("T ./args.lua -e", "./args.lua\t1\t-e\t-e\n")
  file("plain", "print 'plain'")
  check("T ./plain", "plain\n")
  check("T plain", "twocs: 'plain' is not a command; to run the file, write ./plain\n", 2)
end

function TestRun:test_standard_input()
  check("echo 'print(1 + 1, ...)' | T - a b", "2\ta\tb\n")
  check("echo 'print(1 + 1)' | T", "2\n")
  check("T </dev/null", "")
  check("T - </dev/null", "")
  check_part("T - <&-", "twocs: cannot read stdin", 1)
end

function TestRun:test_modules()
  check("T -e 'print(require [[twocs]] == tw, require [[twocs.core]].version == tw.version)'", "true\ttrue\n")
  for _, name in ipairs{ "table", "figure", "models", "devices", "help" } do
    check(core.format("T -e 'print(package.loaded[ [[twocs.%s]] ])'", name), "nil\n")
  end
  file("core_only.lua", "print(require('twocs.core').version)")
  check("T core_only.lua", core.version .. "\n")
end

-- LuaJIT would throw all of them away at the thousandth and compile again.
function TestRun:test_thousands_of_traces_are_kept()
  file("traces.lua", [[
local made, thrown = 0, 0
if jit then
  jit.attach(function(what)
    made, thrown = made + (what == "stop" and 1 or 0), thrown + (what == "flush" and 1 or 0)
  end, "trace")
  for _ = 1, 1500 do loadstring "local x = 0 for i = 1, 200 do x = x + i end"() end
end
print(not jit or made >= 1500, thrown)]])
  check("T traces.lua", "true\t0\n")
end

TestMistakes = {}

function TestMistakes:test_messages()
  check("T -e 'error [[mine]]'", "twocs: -e:1: mine\n", 1)
  check("T -e 'error([[mine]], 0)'", "twocs: mine\n", 1)
  check("T -e 'error({})'", "twocs: the script raised a table, not a text\n", 1)
  check("T -e 'error()'", "twocs: the script raised a nil, not a text\n", 1)
  check("T -e 'error(16.0, 0)'", "twocs: 16\n", 1)
  check("T -e 'error(setmetatable({}, { __tostring = function() return [[mine]] end }))'", "twocs: mine\n", 1)
  check_part("T -e 'error(setmetatable({}, { __tostring = function() error [[again]] end }))'", "twocs: ", 1)
  check_part("T -e 'error(setmetatable({}, { __tostring = function() return 4 end }))'", "twocs: ", 1)
end

function TestMistakes:test_messages_go_to_stderr()
  check("T -e 'print(1) error [[mine]]' 2>/dev/null", "1\n", 1)
  check("T -e 'print(1) error [[mine]]'", "1\ntwocs: -e:1: mine\n", 1)
end

function TestMistakes:test_the_traceback_shows_only_the_script()
  file("deep.lua", [[
local tw = require 'twocs'
local function inner()
  tw.model{ h = -5 }
end
function outer()
  inner()
  return 1
end
outer()
]])
  local text, status = sh "T deep.lua"
  lu.assertEquals(status, 1)
  lu.assertEquals(text:match("^twocs: (deep.lua:3: h = %-5)"), "deep.lua:3: h = -5")
  lu.assertStrContains(text, "\n  deep.lua:3: in inner\n  deep.lua:6: in outer\n  deep.lua:9: in the main chunk\n")
  lu.assertNotStrContains(text, "init.lua")
  lu.assertNotStrContains(text, "[C]")
end

function TestMistakes:test_endless_recursion()
  local text, status = sh "T -e 'local function f() return 1 + f() end f()'"
  lu.assertEquals(status, 1)
  lu.assertStrContains(text, "stack overflow")
  lu.assertTrue(#text < 2000)
end

function TestMistakes:test_broken_scripts()
  check_part("T -e 'x ='", "twocs: -e:1: ", 1)
  check_part("T -e 'for'", "<eof>", 1)
  file("broken.lua", "print 'before'\nif then\n")
  check_part("T broken.lua", "twocs: broken.lua:2: ", 1)
  file("binary.lua", "\27Lua\84\0\25\147\r\n\26\n")
  check_part("T binary.lua", "twocs: ", 1)
  file("zeros.lua", ("\0"):rep(100))
  check_part("T zeros.lua", "twocs: zeros.lua:1: ", 1)
end

function TestMistakes:test_missing_files()
  check("T nowhere.lua", "twocs: cannot open nowhere.lua: No such file or directory\n", 1)
  check_part("T ./nowhere/at/all", "twocs: cannot open ./nowhere/at/all", 1)
  check_part("T ./", "twocs: cannot read ./", 1)
end

function TestMistakes:test_unknown_words()
  check("T feilds", "twocs: 'feilds' is not a command; did you mean 'fields'?\n", 2)
  check("T search", "twocs: 'search' is not a command; tw.search is a verb of scripts: twocs help search\n", 2)
  check("T qqqqqqqqqq", "twocs: 'qqqqqqqqqq' is not a command; twocs --help lists all commands\n", 2)
  check("T --hepl", "twocs: '--hepl' is not an option; did you mean '--help'?\n", 2)
  check("T ''", "twocs: '' is not a command; twocs --help lists all commands\n", 2)
  check("T fields a b", "twocs: fields takes one word at most\n", 2)
end

function TestMistakes:test_exit_status()
  check("T -e 'os.exit(3)'", "", 3)
  check("T -e 'os.exit(true)'", "")
  check("T -e 'io.write([[x]]) os.exit(false)'", "x", 1)
end

function TestMistakes:test_without_scripts()
  file("home.lua", "print 'ran'")
  check("TWOCS_HOME=/nowhere T --version", core.format("twocs %s\n", core.version))
  check("TWOCS_HOME=/nowhere T home.lua", "ran\n")
end

TestOutput = {}

function TestOutput:test_closed()
  check("T -e 'print(1)' >&-", "twocs: cannot write the output: Bad file descriptor\n", 1)
  check("T -e '' >&-", "")
  file("writes.lua", "local f = io.open('made', 'w') f:write('kept') print(1) f:close()")
  check("T writes.lua >&- 2>/dev/null; cat made", "kept")
  check("T -e 'error [[mine]]' 2>&-", "", 1)
end

function TestOutput:test_full()
  local full = io.open("/dev/full")
  outside.skip_if(not full and "/dev/full is not there")
  full:close()
  for _, words in ipairs{ "-e 'print(1)'", "-e 'print(1) os.exit(0)'", "-e 'for i = 1, 1e5 do print(i) end'", "fields" } do
    check(core.format("T %s >/dev/full", words), "twocs: cannot write the output: No space left on device\n", 1)
  end
end

function TestOutput:test_reader_that_leaves() check("T fields | head -n 1 | cut -c 1-6", "record\n") end

TestLists = {}

function TestLists:test_version_and_help()
  check("T --version", core.format("twocs %s\n", core.version))
  local text, status = sh "T --help"
  lu.assertEquals(status, 0)
  for _, word in ipairs{ "fields", "devices", "models", "software", "laws", "help", "-e CHUNK" } do
    lu.assertStrContains(text, word)
  end
  check("T -h", text)
end

function TestLists:test_lists()
  check_part("T fields", "hidden size H")
  check_part("T fields layout", "degree of tensor parallelism TP")
  check_part("T fields result", "f_ser")
  check_part("T fields LATENCY", "net0_lat")
  check_part("T devices", "mi210_paper")
  check_part("T devices mi210", "mi210")
  check_part("T models", "gpt3_175b")
  check_part("T software", "megatron_lm@2022")
  check_part("T software inductor", "pytorch_compiled") -- another name of it
  check_part("T laws all_reduce", "halving_doubling")
  check_part("T help f_ser", "PATI23 (4.3.4)")
  check_part("T help", "help \"f_ser\"")
end

function TestLists:test_no_dot_zero()
  for _, command in ipairs{ "fields", "models", "laws" } do
    local text = sh("T " .. command)
    lu.assertNil(text:match("%f[%d]%d+%.0%f[%s]"), command)
    lu.assertStrContains(text, "\n")
  end
end

function TestLists:test_a_word_without_a_match_is_an_error()
  check("T fields qqqqqqqqqq", "twocs: no field or result mentions 'qqqqqqqqqq'\n", 1)
  check("T devices mi211", "twocs: no devices are called 'mi211'; did you mean 'mi210'?\n", 1)
  check("T models brt", "twocs: no models are called 'brt'; did you mean 'bert'?\n", 1)
  check("T software nenotron", "twocs: no software is called 'nenotron'; did you mean 'nanotron'?\n", 1)
  check("T help stp_time", "twocs: help: there is nothing named 'stp_time'; did you mean 'step_time'?\n", 1)
  check("T help f_sre", "twocs: help: there is nothing named 'f_sre'; did you mean 'f_ser'?\n", 1)
end

TestInterrupt = {}

-- Ctrl-C is sent when the script has called ready(). The rest of the script never ends by itself.
local function interrupted(chunk)
  file("endless.lua", [[
local function ready()
  local pipe = io.open("ready", "w")
  pipe:write("\n")
  pipe:close()
end
]] .. chunk)
  sh "rm -f ready && mkfifo ready"
  return outside.interrupted(scratch, core.format('"%s" endless.lua', twocs), "read -r line <ready")
end

function TestInterrupt:test_script()
  for _, chunk in ipairs{
    "ready() while true do end",
    "while true do pcall(function() ready() while true do end end) end",
    "local x = 0 for i = 1, 1e5 do x = x + math.sin(x) end ready() while true do x = x + math.sin(x) end",
    "local i = 0 while true do i = i + 1 if i == 1e6 then ready() end end",
    "coroutine.wrap(function() ready() while true do end end)()",
    "ready() local t = {} while true do t[#t % 100 + 1] = tostring(#t) end",
  } do
    local text, status = interrupted(chunk)
    lu.assertEquals(status, 130, core.format("%s: %s", chunk, text))
    lu.assertStrContains(text, "twocs: interrupted\n")
  end
end

-- More points than any machine can compute. The signal may come before the first of them.
function TestInterrupt:test_sweep()
  local text, status = interrupted[[
    local tw = require "twocs"
    local many = { flop_vs_bw = tw.linear(1, 64, 200000), mem_vs_bw = tw.linear(1, 6, 200000),
      interference = tw.linear(1, 2, 200000) }
    ready()
    tw.summary({ model = "bert", device = "mi210_paper" }, { want = { "f_ser" }, over = many })]]
  lu.assertEquals(status, 130, text)
  local said = text:find("twocs: stopped by Ctrl-C after ", 1, true) or text:find("twocs: interrupted\n", 1, true)
  lu.assertNotNil(said, text)
end

-- Lua 5.4 has no hook in a coroutine, LuaJIT has.
function TestInterrupt:test_just_before_a_job()
  file("before.lua", [[
    local tw, latencies = require "twocs", {}
    for i = 1, 300 do latencies[i] = 1e-6 + 1e-9 * i end
    local case = tw.limits{ gpu = "h100_sxm5", months = 3 }
    coroutine.wrap(function()
      io.popen("kill -INT $PPID"):close()
      print("cells: " .. tw.limits.map{ case, over = { net0_lat = latencies } }.n)
    end)()
    print "not reached"]])
  local said, status = sh "T before.lua"
  lu.assertEquals(said:match "cells: (%d+)" or "0", "0")
  lu.assertNotStrContains(said, "not reached")
  lu.assertEquals(status, 130)
end

-- A script that waits for another program is ended by the clock a second later.
function TestInterrupt:test_a_waiting_child_process_is_ended()
  file("sleeps.lua", [[
    local kills = "(sleep 0.2; kill -INT %s) >&- 2>&- &"
    io.popen((kills:gsub("%%s", io.open("/proc/self/stat"):read "*n"))):close()
    io.popen("exec sleep 20 >&- 2>&-"):close()
    print "not reached"]])
  lu.assertEquals({ sh "T sleeps.lua" }, { "twocs: interrupted\n", 130 })
end

TestPrompt = {}

-- A terminal made by script(1); the typed text is there before the prompt.
local function typed(text, setting)
  outside.need_terminal()
  file("typed", text .. "\4")
  local command = "TERM=dumb XDG_STATE_HOME=%s script -qec %s /dev/null <typed"
  local said, status = sh(core.format(command, setting or "state", quoted(twocs)))
  return said:gsub("\r", ""), status
end

function TestPrompt:test_results_and_lines()
  local text, status = typed('1 + 1\nx = 16.0\nx, "y"\nfor i = 1, 2 do\nprint(i * 100)\nend\nf(\n7\n)\n"after"\n')
  lu.assertEquals(status, 0)
  lu.assertStrContains(text, "\n2\n")
  lu.assertStrContains(text, "\n16\ty\n")
  lu.assertStrContains(text, "\n100\n200\n")
  lu.assertStrContains(text, "attempt to call")
  lu.assertStrContains(text, "\nafter\n")
end

function TestPrompt:test_mistakes_do_not_end_it()
  local text, status = typed('error({})\nx = = 1\ntw.model{ h = -5 }\nhelp "f_sre"\n"after"\n')
  lu.assertEquals(status, 0)
  lu.assertStrContains(text, "raised a table")
  lu.assertStrContains(text, "h = -5")
  lu.assertStrContains(text, "did you mean 'f_ser'?")
  lu.assertStrContains(text, "\nafter\n")
end

function TestPrompt:test_house_is_there()
  local text = typed('help "f_ser"\ntw.double(4, 16)[3]\nhelp(tw.devices.mi210)\n')
  lu.assertStrContains(text, "PATI23 (4.3.4)")
  lu.assertStrContains(text, "\n16\n")
  lu.assertStrContains(text, "device mi210")
end

function TestPrompt:test_lengths_lists_and_leaving()
  local text, status = typed('t = tw.table{ names = { "x" }, columns = { x = { 1, 2, 3 } } }\n#t\ntw.double(4, 16)\n'
    .. '16 + 16\nquit\nprint("after")\n')
  lu.assertEquals(status, 0)
  lu.assertStrContains(text, "\n3\n")
  lu.assertStrContains(text, "\n{ 4, 8, 16 }\n")
  lu.assertStrContains(text, "\n32\n")
  lu.assertNotStrContains(text, "\nbehind\n")
end

function TestPrompt:test_history()
  local state = scratch .. "/state"
  typed("first_line = 1\n", state)
  local kept = io.open(state .. "/twocs/history")
  outside.skip_if(not kept and "without libedit there is no history")
  lu.assertStrContains(kept:read("*a"), "first_line")
  kept:close()
  local text, status = typed("16 + 16\n", "/proc/nowhere")
  lu.assertEquals(status, 0)
  lu.assertStrContains(text, "\n32\n")
end

TestKeep = {}

-- The first Ctrl-C ends a map and keeps the finished cells; the script continues. It is sent while the map runs, which is
-- when there is a second thread. If the map finishes before, the test repeats.
function TestKeep:test_a_map_keeps_finished_cells()
  file("map.lua", [[
local tw = require "twocs"
local base = tw.limits{ gpu = "h100_sxm5_superpod" }
local many = tw.geometric(0.01, 100, 200)
local t, why
repeat t, why = tw.limits.map{ base, over = { latency = many, bw = many } } until why
print(t.n < 40000, why)
print(base:linear_end() > 1e29)]])
  local said, status = outside.interrupted(scratch, core.format('env OMP_NUM_THREADS=2 "%s" map.lua', twocs),
    "until [ -e /proc/$pid/task ] && [ $(ls /proc/$pid/task | wc -l) -gt 1 ]; do kill -0 $pid || exit; done")
  lu.assertEquals(status, 0, said)
  lu.assertStrContains(said, "true\tstopped: %d+ of 40000 cells are done and kept\ntrue\n", true)
  lu.assertStrContains(said, "twocs: stopped: ")
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. quoted(scratch))
os.exit(result == 0, true)
