-- SPDX-License-Identifier: MIT
-- `reproduce` from outside, on copies of the scripts and of the build with three studies of an invented paper: what makes a
-- study run again, two processes in one folder, a killed process, Ctrl-C, and the written files. TWOCS names the executable
-- (default: the one that runs this test). Each file that a study reads or writes is changed separately, and this change
-- alone must be noticed.
require "twocs"
local lu = require "luaunit"
local core = require "twocs.core"
local tables = require "twocs.table"

local scratch = os.tmpname()
os.remove(scratch)
assert(core.folder(scratch))

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- The output of a command on both streams, and its exit status.
local function sh(...)
  local pipe = io.popen(core.format("{ %s\n} 2>&1; echo \"status $?\"", core.format(...)))
  local text = pipe:read("*a")
  pipe:close()
  local said, status = text:match("^(.*)status (%d+)\n$")
  return said, tonumber(status)
end

local function done(...)
  local said, status = sh(...)
  assert(status == 0, said)
  return said
end

local here = sh("pwd"):gsub("\n$", "")
local function whole_path(path) return path:sub(1, 1) == "/" and path or core.format("%s/%s", here, path) end
local root = whole_path(arg[0]):match("^(.*)/tests/lua/[^/]*$")
local twocs = whole_path(os.getenv "TWOCS" or arg[-1])
local build, name = twocs:match("^(.*)/([^/]*)$")
local stock = name == "twocs" and "lua5.4" or "luajit"

local content = require("files").content

local write = require("files").write

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

-- The project ----------------------------------------------------------------------------------------------------------

local claims = "paper,item,claim,unit,published_low,published_high,printed_low,printed_high,approx,kind,bases,standing,"
  .. [[erratum,corrected,where,note
mini,M-1,the sum of what was read,1,6,6,6.0 x,6.0 x,0,value,exact,primary,,,1,
mini,M-2,the largest,1,,3,,3 x,0,count,exact,primary,,,1,
mini,M-3,nothing,1,3,3,3.0 x,3.0 x,0,value,exact,primary,,,1,
]]

local shared = [[
local mini = { folder = (arg[0]:match("^(.*)/studies/") or "scripts") .. "/measured" }
local core = require "twocs.core"
function mini.values()
  local list = {}
  for _, name in ipairs(core.files(mini.folder)) do
    if name:match "%.csv$" then list[#list + 1] = require("twocs").read(mini.folder .. "/" .. name):column("v") end
  end
  return list[1]
end
mini.extra = io.open((os.getenv "MINI_EXTRA" or "none") .. "/extra.txt")
if mini.extra then mini.extra:close() end
return mini
]]

local one = [[
local tw = require "twocs"
local study = require "twocs.study"
local mini = require "studies.mini"
local v = mini.values()
local t = tw.table{ names = { "i", "v" }, columns = { i = { 1, 2, 3 }, v = v } }
study.lines("one", t, { x = "i", y = "v", title = "One" })
study.write("one_sum", tw.table{ names = { "sum" }, columns = { sum = { v[1] + v[2] + v[3] } } })
study.finding{ "M-1", tw.table{ names = { "sum" }, columns = { sum = { v[1] + v[2] + v[3] } } }, "sum", basis = "exact",
  label = "L", note = "N", cause = "paper: C" }
study.finding{ "M-1", t, "v", basis = "exact", span = "not said",
  cause = "paper: C" }
study.finding{ "M-2", t, "v", high = true, basis = "exact", cause = "paper: C" }
study.conclude("one", { paper = "three make six.", remains = "they do, to 10^{-3}.", turns = "a fourth." })
]]

-- This study draws nothing, and runs first, because modules that an earlier study loaded count as read.
local alone = [[
local tw = require "twocs"
local study = require "twocs.study"
study.write("alone", tw.table{ names = { "a" }, columns = { a = { 1, 2 } } })
study.finding{ "M-3", not_yet = "nobody knows" }
]]

local zero = alone:gsub('"alone"', '"zero"')

local made = 0

-- A separate project: a copy of the build and of the scripts, with two studies, run once.
local function project(studies)
  made = made + 1
  local p = { folder = core.format("%s/%d", scratch, made), environment = "" }
  p.scripts, p.build = p.folder .. "/scripts", p.folder .. "/build"
  done("mkdir -p %s/lib %s/studies/mini %s/measured %s/run", p.build, p.scripts, p.scripts, p.folder)
  done("cp -R %s/scripts/twocs %s/", quoted(root), p.scripts)
  done("cp %s/scripts/reproduce.lua %s/", quoted(root), p.scripts)
  done("cp %s %s/%s && cp -R %s/lib/%s %s/lib/", quoted(twocs), p.build, name, quoted(build), stock, p.build)
  write(p.build .. "/CMakeCache.txt", "") -- twocs recognises a build by this file
  write(p.scripts .. "/measured/a.csv", "v\n1\n2\n3\n")
  write(p.scripts .. "/studies/claims.csv", claims)
  write(p.scripts .. "/studies/glossary.csv", "term,meaning\nbasis,what a number was made of\n")
  write(p.scripts .. "/studies/findings.csv", "paper,figure\nmini,one\n")
  write(p.scripts .. "/studies/mini.lua", shared)
  for script, text in pairs(studies or { one = one, alone = alone }) do
    write(core.format("%s/studies/mini/%s.lua", p.scripts, script), text)
  end
  function p.command(words, interpreter)
    return core.format("cd %s/run && TWOCS_HOME=%s %s %s %s/reproduce.lua %s", p.folder, p.scripts, p.environment,
      interpreter or core.format("%s/%s", p.build, name), p.scripts, words or "")
  end
  function p.run(words, interpreter) return sh("%s", p.command(words, interpreter)) end
  function p.ran(interpreter)
    local said, status = p.run("", interpreter)
    lu.assertEquals(status, 0, said)
    return tonumber((said:match("mini: %d+ studies, (%d+) run")))
  end
  function p.out(file) return core.format("%s/run/out/%s", p.folder, file) end
  return p
end

local function change(path, from, to)
  local text = content(path)
  local changed, n = text:gsub(from, to, 1)
  assert(n == 1 and changed ~= text, path .. " does not have " .. from)
  write(path, changed)
end

-- The visible files of a folder, without folders.
local function files(folder)
  local list = {}
  for line in done("cd %s && find . -type f | sort", folder):gmatch("%./([^\n]+)") do list[#list + 1] = line end
  return list
end

TestCache = {}

local mini

function TestCache:setUp()
  if not mini then
    mini = project()
    lu.assertEquals(mini.ran(), 2)
  end
  lu.assertEquals(mini.ran(), mini.dirty or 0, "before the test")
  mini.dirty = nil
  lu.assertEquals(mini.ran(), 0)
end

function TestCache:test_no_change_runs_no_study()
  local before = content(mini.out "reproduce.csv")
  for _ = 1, 2 do lu.assertEquals(mini.ran(), 0) end
  lu.assertEquals(content(mini.out "reproduce.csv"), before)
  local said = mini.run "--again"
  lu.assertStrContains(said, "mini: 2 studies, 2 run")
  lu.assertEquals(content(mini.out "reproduce.csv"), before)
end

-- The report is written again if it, the claims, the glossary or the findings have changed, and only then.
function TestCache:test_the_report_is_made_once()
  local function made_again()
    local before = done("ls -i %s", mini.out "report.html")
    local said = mini.run()
    lu.assertStrContains(said, "M%-1", true)
    return done("ls -i %s", mini.out "report.html") ~= before
  end
  lu.assertFalse(made_again())
  for _, file in ipairs{ mini.scripts .. "/studies/glossary.csv", mini.scripts .. "/studies/claims.csv",
    mini.scripts .. "/studies/findings.csv" } do
    local kept = content(file)
    write(file, kept .. "\n")
    lu.assertTrue(made_again(), file)
    lu.assertFalse(made_again())
    write(file, kept)
    lu.assertTrue(made_again(), file)
  end
  for _, file in ipairs{ mini.out "report.html", mini.out "reproduce.csv" } do
    write(file, "")
    lu.assertTrue(made_again(), file)
    lu.assertFalse(made_again())
  end
end

-- In another style, figures are drawn again; for print as wide as a column.
function TestCache:test_a_style()
  lu.assertStrContains(mini.run "--style paper", "mini: 2 studies, 2 run")
  lu.assertStrContains(content(mini.out "mini/one.pdf"), "/MediaBox [ 0 0 237.6")
  lu.assertEquals(content(mini.out "mini/one.txt"),
    "One.\n\nThe paper: three make six. What remains: they do, to 10⁻³. What would change it: a fourth.\n")
  lu.assertStrContains(mini.run "--style paper", "mini: 2 studies, 0 run")
  lu.assertStrContains(mini.run(), "mini: 2 studies, 2 run")
  os.remove(mini.out "mini/one.txt") -- the caption, which exists only for print
  lu.assertStrContains(mini.run "--style newspaper", "figures come in the styles screen, paper and slide")
end

-- Findings are read back unchanged from the stamp.
function TestCache:test_unchanged_findings_are_read_back()
  for _ = 1, 2 do
    local t, list = assert(tables.read(content(mini.out "reproduce.csv"))), {}
    for row in t:rows() do
      list[#list + 1] = core.format("%s|%s|%s", row.item, row.verdict, row.note)
    end
    lu.assertEquals(list, { "M-1|reproduced|L: N", "M-1|differs: 6 is not within 1 to 3 for any set-up|not said",
      "M-2|reproduced|", "M-3|not yet: nobody knows|" })
    lu.assertEquals(mini.ran(), 0)
  end
end

-- The page has the figure, each claim with its verdict, and the glossary; it is the same from stamps as from a run.
function TestCache:test_the_page()
  for _ = 1, 2 do
    local page = content(mini.out "report.html")
    for _, part in ipairs{ '<img alt="One"', 'loading="lazy"', 'src="mini/one.png"', "<strong>One</strong>",
      "mini/one.csv", "the sum of what was read",
      '<h2 id="summary">', '>One</a> (mini)', 'id="show-differs"', "tr:not(.is-differs)",
      ">differs: 6 is not within", ">not yet: nobody knows", "what a number was made of", "./bootstrap reproduce" } do
      lu.assertStrContains(page, part)
    end
    lu.assertEquals(select(2, page:gsub("<figure>", "")), 1)
    lu.assertEquals(mini.ran(), 0)
  end
end

-- Each thing that was read, how it is changed, and how many studies must notice the change.
local reads = {
  { "the script", function(p) change(p.scripts .. "/studies/mini/alone.lua", "{ 1, 2 }", "{ 1, 3 }") end, 1 },
  { "what studies share", function(p) change(p.scripts .. "/studies/mini.lua", "return mini", "return mini ") end, 1 },
  { "a module of both", function(p) change(p.scripts .. "/twocs/study/init.lua", "$", "\n") end, 2 },
  { "a module of one", function(p) change(p.scripts .. "/twocs/figure/lines.lua", "$", "\n") end, 1 },
  { "data", function(p) change(p.scripts .. "/measured/a.csv", "3", "4") end, 1 },
  { "data of the same length and sum", function(p) change(p.scripts .. "/measured/a.csv", "1\n2", "2\n1") end, 1 },
  { "a file that comes", function(p) write(p.scripts .. "/measured/b.csv", "v\n9\n9\n9\n") end, 1 },
  { "a file that goes", function(p) os.remove(p.scripts .. "/measured/b.csv") end, 1 },
  { "a file that was looked for",
    function(p) done("mkdir %s/run/none && touch %s/run/none/extra.txt", p.folder, p.folder) end, 1 },
  { "its disappearance", function(p) done("rm -r %s/run/none", p.folder) end, 1 },
  { "the environment", function(p) p.environment = "MINI_EXTRA=elsewhere" end, 1 },
  { "the environment as it was", function(p) p.environment = "" end, 1 },
  { "the drawing module", function(p) change(core.format("%s/lib/%s/twocs_draw.so", p.build, stock), "$", "\n") end, 2 },
  { "the executable", function(p) change(core.format("%s/%s", p.build, name), "$", "\n") end, 2 },
}

function TestCache:test_when_an_input_changes_a_study_runs_again()
  for i, row in ipairs(reads) do
    row[2](mini)
    lu.assertEquals(mini.ran(), row[3], row[1])
    lu.assertEquals(mini.ran(), 0, core.format("%d: after %s", i, row[1]))
  end
end

-- Every file in the folder was written by a study and is named by its stamp.
function TestCache:test_every_file_is_covered()
  local named = {}
  for _, stamp in ipairs{ "alone", "one" } do
    for path in content(mini.out("mini/.stamps/" .. stamp)):gmatch("wrote %S+ out/mini/([^\n]*)") do named[path] = true end
  end
  local list = files(mini.out "mini")
  lu.assertEquals(#list, 6 + 1 + 6, table.concat(list, " "))
  for _, file in ipairs(list) do
    lu.assertTrue(named[file] or file:match("^%.stamps/%w+$") ~= nil, file)
  end
end

local function spoil(path, how)
  local text = content(path)
  if how == "gone" then os.remove(path)
  elseif how == "empty" then write(path, "")
  elseif how == "cut" then write(path, text:sub(1, -2))
  elseif how == "longer" then write(path, text .. "\n")
  else
    local at = math.floor(#text / 2)
    write(path, text:sub(1, at - 1) .. string.char((text:byte(at) + 1) % 256) .. text:sub(at + 1))
  end
end

local every = tonumber(os.getenv "TWOCS_EVERY") or 1 -- one way of so many to spoil a file, each file in another way

-- Every written file that was changed is written again with its old content.
function TestCache:test_written_files_are_restored()
  for i, file in ipairs(files(mini.out "mini")) do
    local path = mini.out("mini/" .. file)
    local before = content(path)
    for k, how in ipairs{ "gone", "empty", "cut", "longer", "one byte" } do
      if (i + k) % every == 0 then
        spoil(path, how)
        lu.assertEquals(mini.ran(), 1, core.format("%s: %s", file, how))
        lu.assertTrue(exists(path), file)
        if not file:match("^%.stamps") then lu.assertTrue(content(path) == before, core.format("%s: %s", file, how)) end
      end
    end
  end
end

-- Files that a shared script reads when it is loaded count as read by each study.
function TestCache:test_the_shared_files_count_for_each_study()
  local p = project{ one = one, other = 'require "studies.mini"\n' .. alone }
  lu.assertEquals(p.ran(), 2)
  p.environment = "MINI_EXTRA=elsewhere"
  lu.assertEquals(p.ran(), 2)
end

-- A stamp without any one of its lines is invalid.
function TestCache:test_an_edited_stamp()
  local path = mini.out "mini/.stamps/one"
  local whole, lines = content(path), {}
  for line in whole:gmatch("[^\n]*\n") do lines[#lines + 1] = line end
  lu.assertTrue(#lines > 30)
  for _, i in ipairs{ 1, 2, 3, math.floor(#lines / 2), #lines } do
    local text = {}
    for k, line in ipairs(lines) do text[#text + 1] = k ~= i and line or nil end
    write(path, table.concat(text))
    lu.assertEquals(mini.ran(), 1, lines[i])
  end
  write(path, (whole:gsub("took %- [%d.]+", "took - 7777")))
  lu.assertEquals(mini.ran(), 1)
end

-- A stamp is not valid for other scripts, even with the same text.
function TestCache:test_other_scripts()
  local p = project()
  lu.assertEquals(p.ran(), 2)
  done("cp -R %s %s/other", p.scripts, p.folder)
  p.scripts = p.folder .. "/other"
  lu.assertEquals(p.ran(), 2)
  lu.assertEquals(p.ran(), 0)
end

-- With a stock interpreter the module counts, in any place.
function TestCache:test_stock_interpreters()
  local p = project()
  local function with(folder) return core.format("env LUA_CPATH='%s/lib/%s/?.so;;' %s", folder, stock, stock) end
  local said, status = sh([[%s -e 'require "twocs"']], with(p.build))
  lu.skipIf(status ~= 0, "no " .. stock .. " that loads the module: " .. said)
  local interpreter = with(p.build)
  lu.assertEquals(p.ran(interpreter), 2)
  lu.assertEquals(p.ran(interpreter), 0)
  change(core.format("%s/lib/%s/twocs.so", p.build, stock), "$", "\n")
  lu.assertEquals(p.ran(interpreter), 2)
  change(core.format("%s/lib/%s/twocs_draw.so", p.build, stock), "$", "\n")
  lu.assertEquals(p.ran(interpreter), 2)
  lu.assertEquals(p.ran(interpreter), 0)
  done("cp -R %s %s/other", p.build, p.folder)
  change(core.format("%s/other/lib/%s/twocs.so", p.folder, stock), "$", "\n")
  lu.assertEquals(p.ran(with(p.folder .. "/other")), 2)
  lu.assertEquals(p.ran(), 2, "another interpreter")
end

TestTogether = {}

-- Files in the folder with a temporary name.
local function parts(p)
  local list = {}
  for _, file in ipairs(files(p.folder .. "/run")) do
    if file:match("%.part$") then list[#list + 1] = file end
  end
  return list
end

function TestTogether:test_several_in_one_folder()
  local p = project()
  lu.assertEquals(p.ran(), 2)
  local names = files(p.folder .. "/run")
  local before, wanted = {}, 6
  for _, file in ipairs(names) do before[file] = content(core.format("%s/run/%s", p.folder, file)) end
  local command = {}
  for k = 1, wanted do
    command[k] = core.format("( %s >%s/said%d 2>&1; echo $? >%s/status%d ) &", p.command "--again", p.folder, k,
      p.folder, k)
  end
  done("%s wait", table.concat(command, "\n"))
  for k = 1, wanted do
    lu.assertEquals(content(core.format("%s/status%d", p.folder, k)), "0\n", content(core.format("%s/said%d", p.folder, k)))
  end
  lu.assertEquals(files(p.folder .. "/run"), names)
  for _, file in ipairs(names) do
    local varies = file:match("provenance") or file:match("report%.html$") or file:match("%.stamps/%w+$")
    lu.assertTrue(varies ~= nil or content(core.format("%s/run/%s", p.folder, file)) == before[file], file)
  end
  lu.assertEquals(p.ran(), 0)
end

-- A study that kills its own process while a file is open, as in a crash of the machine.
function TestTogether:test_a_killed_study_leaves_no_files()
  local p = project()
  lu.assertEquals(p.ran(), 2)
  local left = { "out/x.csv.12-0.part", "out/mini/one.png.999999-3.part", "out/mini/.stamps/one.4711-0.part" }
  local kept = { "out/mini/mine.part", "out/mini/mine.csv.part", "out/mini/x.12.part", "out/mini/12-0.part" }
  for _, file in ipairs(left) do write(core.format("%s/run/%s", p.folder, file), "half") end
  for _, file in ipairs(kept) do write(core.format("%s/run/%s", p.folder, file), "whole") end
  lu.assertEquals(p.ran(), 0)
  table.sort(kept)
  lu.assertEquals(parts(p), kept)
  write(p.scripts .. "/studies/mini/alone.lua", 'io.popen("kill -9 $PPID"):close()\n' .. alone)
  local _, status = p.run()
  lu.assertEquals(status, 137)
  write(p.scripts .. "/studies/mini/alone.lua", alone .. "\n")
  lu.assertEquals(p.ran(), 1)
  lu.assertEquals(parts(p), kept)
end

-- No temporary file is written outside the folder.
function TestTogether:test_links_are_not_followed()
  local victim = core.format("%s/victim", scratch)
  write(victim, "mine")
  local path = core.format("%s/linked.csv", scratch)
  local pid = done([[%s -e 'local f = io.open("/proc/self/stat") io.write((f:read("*n")))']], quoted(twocs))
  lu.assertTrue(tonumber(pid) > 0)
  done([[%s -e 'local core = require "twocs.core"
    local f = io.open("/proc/self/stat") local pid = f:read("*n") f:close()
    for i = 0, 2 do os.execute(core.format("ln -s %%s %%s.%%d-%%d.part", arg[1], arg[2], pid, i)) end
    assert(core.write(arg[2], "text") == arg[2])' %s %s]], quoted(twocs), victim, path)
  lu.assertEquals(content(victim), "mine")
  lu.assertEquals(content(path), "text")
end

TestInterrupt = {}

-- An interrupted process frees nothing, and the leak sanitizer does not see LuaJIT's memory.
local unfreed = 'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"'

local interrupts = 'io.popen("kill -INT $PPID"):close()\nfor _ = 1, 1e7 do tostring{} end\n'

function TestInterrupt:test_one_sentence()
  local p = project{ one = one, two = interrupts .. alone, zero = zero }
  p.environment = unfreed
  local said, status = p.run()
  lu.assertEquals(said, "reproduce: interrupted; run it again to continue\n")
  lu.assertEquals(status, 130)
  lu.assertEquals(parts(p), {})
  write(p.scripts .. "/studies/mini/two.lua", alone)
  lu.assertEquals(p.ran(), 2, "what was done before is kept")
end

-- A map keeps its finished cells after Ctrl-C, but these are not a figure.
function TestInterrupt:test_an_interrupted_map_is_not_a_figure()
  local p = project{ two = [[
local tw, list = require "twocs", {}
require "twocs.core".interrupt_after(3000)
for i = 1, 300 do list[i] = 1e-6 + 1e-9 * i end
for _ = 1, 200 do tw.limits.map{ tw.limits{ gpu = "h100_sxm5", months = 3 }, over = { net0_lat = list } } end
]] .. alone }
  p.environment = unfreed
  local said, status = p.run()
  lu.assertEquals(said, "reproduce: interrupted; run it again to continue\n")
  lu.assertEquals(status, 130)
  lu.assertFalse(exists(p.out "mini/.stamps/two"))
end

function TestInterrupt:test_a_mistake_is_reported_with_its_line()
  local p = project{ two = 'error("no such thing")' }
  local said, status = p.run()
  lu.assertEquals(status, 1)
  lu.assertStrContains(said, "two.lua:1: no such thing")
  lu.assertNotStrContains(said, "run again")
  write(p.scripts .. "/studies/mini/two.lua", "study = ")
  said, status = p.run()
  lu.assertEquals(status, 1)
  lu.assertStrContains(said, "two.lua:1: ")
  write(p.scripts .. "/studies/mini/two.lua", (alone:gsub("M%-3", "M-4")))
  said, status = p.run()
  lu.assertStrMatches(said, "mini: [^\n]*\nreproduce: a study reports M%-4, which is not in claims.csv\n")
  lu.assertEquals(status, 1)
  said, status = p.run "nothing"
  lu.assertEquals(said, 'reproduce: there are no studies "nothing"; there are mini\n')
  lu.assertEquals(status, 1)
end

TestProgress = {}

function TestProgress:test_no_progress_bar_without_a_terminal()
  local p = project()
  local said = p.run()
  lu.assertNotStrContains(said, "\27")
  lu.assertNotStrContains(said, "\r")
  lu.assertStrMatches(said, "mini: 2 studies, 2 run, figures and their data in out/mini\nitem .*")
end

function TestProgress:test_time_left_on_a_terminal()
  local p = project{ one = one, two = alone, zero = zero }
  local _, status = sh("script -qec true /dev/null </dev/null")
  lu.skipIf(status ~= 0, "no terminal can be had here")
  local function watched(words)
    return (sh("script -qec %s /dev/null </dev/null", quoted(core.format("sh -c %s", quoted(p.command(words))))))
  end
  local first, again = watched(), watched "--again"
  lu.assertStrContains(first, "0 of 3  mini one ")
  lu.assertStrContains(first, "2 of 3  mini zero")
  lu.assertStrMatches(first, ".*1 of 3  mini two +%d+ s left.*")
  lu.assertStrMatches(again, ".*0 of 3  mini one +%d+ s left.*", nil, nil, "known from the last run")
  local cached = watched()
  lu.assertStrContains(cached, "3 studies, 0 run")
  lu.assertNotStrContains(cached, "left")
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. quoted(scratch))
os.exit(result == 0, true)
