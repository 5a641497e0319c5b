-- SPDX-License-Identifier: MIT
-- Ctrl-C during a long verb, from outside: finished results are written or printed, one sentence reports the stop, the
-- status is 130 and the script does not continue. The signal comes after a number of rows (core.interrupt_after), never
-- after a time, at places that a seed determines.
local lu = require "luaunit"
local core = require "twocs.core"
local outside = require "outside"

local scratch = outside.scratch()

local function sh(command)
  return outside.output(core.format('T() { %s "$@"; }\ncd %s\n%s', outside.quoted(outside.twocs), outside.quoted(scratch),
    command))
end

local function write(name, text)
  local out = assert(io.open(core.format("%s/%s", scratch, name), "wb"))
  out:write(text)
  out:close()
end

local every = tonumber(os.getenv "TWOCS_EVERY") or 1 -- one place of so many, if each takes long

-- Ten whole numbers from 1 to most, or count of them, the same in every run.
local function places(most, count)
  local list, seed = {}, 20261126
  for i = 1, count or 10 do
    seed = (seed * 16807) % 2147483647
    if i % math.min(every, count or 10) == 0 then list[#list + 1] = seed % most + 1 end
  end
  return list
end

local grid = [[
local tw = require "twocs"
local core = require "twocs.core"
local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8, tp_overlap = "backward" } }
local over = { flop_vs_bw = tw.linear(1, 64, 50), mem_vs_bw = tw.linear(1, 6, 40), interference = tw.linear(1, 2, 30) }
core.interrupt_after(tonumber(arg[1]))
]]
local points = 60000

-- The output of a script that is stopped after a number of rows. It ends with 130 and does not continue. The script has a
-- fixed file name, because the head of its output contains it.
local function stopped(script, after, larger)
  write("stopped.lua", (larger or grid) .. script .. '\nprint "went on"')
  local said, status = sh(core.format("T stopped.lua %.0f; s=$?; ls | grep part$; (exit $s)", after))
  lu.assertEquals(status, 130, said)
  lu.assertNotStrContains(said, "went on")
  lu.assertNotStrContains(said, ".part")
  lu.assertStrContains(said, "twocs: stopped by Ctrl-C after ")
  return said
end

-- The rows that a script prints as "row: ...".
local function rows_of(said)
  local list = {}
  for line in said:gmatch "row: ([^\n]*)" do list[#list + 1] = line end
  return list
end

TestFile = {}

local to_file = 'print(tw.sweep(case, { over = over, want = { "t_step", "f_ser" }, to = "x.csv" }))'

local function whole(larger)
  write("stopped.lua", (larger or grid) .. to_file)
  return sh "T stopped.lua 0 && mv x.csv whole.csv"
end

-- First the rules are checked, which visits each point once. Then there are pieces of the engine and pieces of the file.
function TestFile:test_it_has_the_first_rows()
  lu.assertEquals(whole(), core.format("x.csv\t%d\n", points))
  for _, after in ipairs(places(2 * points)) do
    local said = stopped(to_file, points + after)
    lu.assertStrContains(said, "; rows so far are in x.csv\n")
    local n = tonumber((sh "wc -l <x.csv")) - 2
    lu.assertAlmostEquals(tonumber(said:match "after ([%d.]+) of 60 k points"), n / 1000, 0.01)
    lu.assertEquals(sh 'head -n "$(wc -l <x.csv)" whole.csv | cmp - x.csv && rm x.csv', "")
  end
end

-- During the check of the rules no row is finished, and an existing file stays unchanged.
function TestFile:test_an_early_stop_changes_no_file()
  write("x.csv", "mine\n")
  lu.assertStrContains(stopped(to_file, 1000), "after 0 of 60 k points; x.csv is not written\n")
  lu.assertEquals(sh "cat x.csv; rm x.csv", "mine\n")
end

-- More rows than are written at a time: finished pieces are written, and a part of the last one.
function TestFile:test_long_files()
  local larger = grid:gsub("50%)", "200)")
  whole(larger)
  for _, more in ipairs{ 131072 + 1, 131072 + 70000, 262144 + 1, 262144 + 70000, 400000 } do
    lu.assertStrContains(stopped(to_file, 240000 + more, larger), "; rows so far are in x.csv\n")
    lu.assertEquals(sh 'head -n "$(wc -l <x.csv)" whole.csv | cmp - x.csv && rm x.csv', "")
  end
end

-- There are no half files, neither where the caller raises the received error, nor where only an alarm reaches the script.
function TestFile:test_no_half_files()
  local said = stopped([[
local file = core.whole "half.csv"
local law = function(items, n)
  io.popen("kill -INT $PPID"):close()
  return items.m * 0 + 1
end
local given = { model = "bert", device = "h100_sxm", plan = { gemm = law }, over = over, to = "x.csv" }
while true do pcall(tw.sweep, given) end]], 0)
  lu.assertStrContains(said, "x.csv is not written")
  write("endless.lua", grid .. [[
local file = core.whole "half.csv"
local x = 0
for i = 1, 1e5 do x = x + math.sin(x) end
io.popen "{ sleep 0.2; kill -INT $PPID; } &"
while true do x = x + math.sin(x) end]])
  local text, status = sh "T endless.lua 0; s=$?; ls | grep part$; (exit $s)"
  lu.assertEquals({ text:match "^twocs: interrupted\n", status }, { "twocs: interrupted\n", 130 })
  lu.assertNotStrContains(text, ".part")
end

TestShard = {}

-- Each start computes some more pieces, and together they finish: there are 25 pieces of 1200 rows each.
function TestShard:test_it_goes_on()
  local shard = "sh -c 'TWOCS_SHARD=$1 \"$2\" stopped.lua $3' - "
  whole()
  for _, after in ipairs(places(20000, 3)) do
    local before, starts = 0, 0
    repeat
      local said, status = sh(core.format('%s 2/2 %s %d', shard, outside.quoted(outside.twocs), points + after + 2000))
      local done = tonumber(said:match "twocs: stopped by Ctrl%-C after (%d+) of 25 pieces of shard 2 of 2; the same ")
      lu.assertEquals(status, done and 130 or 0, said)
      lu.assertTrue((done or 25) > before, said)
      before, starts = done or 25, starts + 1
    until not done
    lu.assertTrue(starts > 1)
    sh(core.format('%s 1/2 %s 0', shard, outside.quoted(outside.twocs)))
    lu.assertEquals(sh "T join x.csv >/dev/null && cmp x.csv whole.csv && rm x.csv && ls x.csv*; rm x.csv*",
      "x.csv.shard-1-of-2\nx.csv.shard-2-of-2\n")
  end
end

TestTables = {}

-- The printed table is marked as incomplete, and its rows are equal to those of the whole table.
function TestTables:test_the_rows_that_are_done()
  local script = 'print(tw.sweep(case, { over = over, want = { "t_step" } }))'
  for _, after in ipairs(places(points)) do
    local said = stopped(script, after)
    lu.assertStrContains(said, "# stopped by Ctrl-C after ")
    lu.assertStrContains(said, "of 60 k points; so far:\n")
    lu.assertStrContains(said, "more rows")
  end
end

-- The rows are equal to those of the whole table. The script prints the table that stop.with receives.
function TestTables:test_rows_are_those_of_the_whole()
  local script = [[
local function told(t)
  for i = 1, t.n do
    io.write("row: ", core.format("%.17g %.17g %.17g %.17g\n", t:column"flop_vs_bw"[i], t:column"mem_vs_bw"[i],
      t:column"interference"[i], t:column"t_step"[i]))
  end
end
local stop = require "twocs.common.stop"
local with = stop.with
stop.with = function(t, ...) told(t) return with(nil, ...) end
told(tw.sweep(case, { over = over, want = { "t_step" }, illegal = ILLEGAL }))]]
  write("all.lua", grid .. script:gsub("ILLEGAL", "nil"))
  local all = {}
  for _, row in ipairs(rows_of(sh "T all.lua 0")) do all[row] = true end
  for _, illegal in ipairs{ "nil", '"allow"' } do
    local rows = rows_of(stopped(script:gsub("ILLEGAL", illegal), 31234))
    lu.assertTrue(#rows >= 31234 and #rows < points, #rows)
    for _, row in ipairs(rows) do lu.assertTrue(all[row], row) end
  end
end

-- Each software is a case of its own: a case that has begun is kept, the others are left out.
function TestTables:test_several_cases()
  local said = stopped('over.software = { "pytorch", "megatron", "ideal" }\n'
    .. 'tw.sweep(case, { over = over, want = { "t_step" } })', 70000)
  lu.assertStrContains(said, "# stopped by Ctrl-C after 70 of 180 k points; so far:\n")
  lu.assertStrContains(said, "... 69990 more rows\n")
end

function TestTables:test_sinks()
  for _, after in ipairs(places(points)) do
    for options, part in pairs{ ['keep = 3, least = "t_step"'] = "t_step",
      ['pareto = { "t_step", "mem_byte" }'] = "mem_byte", ['count = { some = { t_step = "< 1 ms" } }'] = "some" } do
      local said = stopped(core.format("print(tw.sweep(case, { over = over, %s }))", options), after)
      lu.assertStrContains(said, "of 60 k points; so far:\n")
      lu.assertStrContains(said, part)
    end
  end
end

-- The best row so far is one of the finished rows. The first of the last rows, which are not finished, does not count.
function TestTables:test_the_best_so_far()
  local script = 'print(tw.sweep(case, { over = { layers = tw.linear(96, 1, 96), sl = tw.linear(1, 300, 300) }, keep = 1, '
    .. 'most = "t_step", want = { "layers" } }))'
  lu.assertStrContains(stopped(script, 20000), "\n    96 ")
end

function TestTables:test_summary()
  local said = stopped('print(tw.summary(case, { over = over, want = { "t_step", "f_ser" } }))', 30000)
  lu.assertStrContains(said, "of 60 k points; so far:\n")
  lu.assertStrContains(said, "t_step  s ")
end

TestVerbs = {}

local llama = [[
case = { model = "llama3_70b", device = "h100_sxm", run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
]]

function TestVerbs:test_search()
  local said = stopped(llama .. "case.devices, case.most = { 32, 64, 128 }, 'token_rate'\nprint(tw.search(case))", 90000)
  lu.assertStrContains(said, " layouts, 2 of 3 numbers of devices; so far:\n")
  lu.assertStrContains(said, "\n    128  ")
  local done = tonumber(said:match "Ctrl%-C after (%d+) layouts") -- layouts of an interrupted job are not counted
  local all = require("twocs").search{ model = "llama3_70b", device = "h100_sxm", devices = { 32, 64, 128 },
    run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
  lu.assertTrue(done > 0 and done < all.counts.legal, said)
  lu.assertStrContains(stopped(llama .. "case.devices = 64\nprint(tw.search(case))", 100), "after 0 layouts\n")
end

-- A row whose search was stopped is left out.
function TestVerbs:test_scaling()
  for _, after in ipairs(places(115000)) do
    local said = stopped(llama .. "print(tw.scaling(case, { gpus = tw.double(8, 4096), grid = {\n"
      .. "micro_batch = { 1, 2, 4, 8, 16 } } }))", after)
    local n = tonumber(said:match "stopped by Ctrl%-C after (%d+) of 10 rows")
    local shown = select(2, said:gsub("\n *%d+ +[%d-]", ""))
    lu.assertEquals(shown, n, said)
  end
end

-- The table that a script's verb returns, or has when it is stopped, as "row: ..." with these columns.
local function telling(columns, call)
  return core.format([[
local function told(t)
  for i = 1, t.n do
    local cells = {}
    for k, name in ipairs{ %s } do cells[k] = tostring(t:column(name)[i]) end
    io.write("row: ", table.concat(cells, " "), "\n")
  end
end
local stop = require "twocs.common.stop"
local with = stop.with
stop.with = function(t, ...) if t then told(t) end return with(nil, ...) end
told(%s)]], columns, call)
end

-- A field has all of its numbers, or it is left out.
function TestVerbs:test_elasticities()
  for _, software in ipairs{ "pytorch", "ideal" } do
    local script = telling('"field", "elasticity", "low", "high"',
      core.format('tw.elasticities({ model = "bert", device = "h100_sxm", software = "%s" }, "t_step")', software))
    write("all.lua", grid .. script)
    local all, most = {}, 0
    for _, row in ipairs(rows_of(sh "T all.lua 0")) do all[row] = true end
    for _, after in ipairs(places(600, 5)) do
      local said = stopped(script, after)
      local rows, judged = rows_of(said), tonumber(said:match "Ctrl%-C after (%d+) of %d+ fields")
      for _, row in ipairs(rows) do lu.assertTrue(all[row], row) end
      lu.assertTrue(judged >= #rows, said)
      most = math.max(most, #rows)
    end
    lu.assertTrue(most > 10, most)
  end
end

-- Indices from the finished points are near those of all points, and the report on their convergence is correct.
function TestVerbs:test_sensitivity()
  local script = [[print(tw.sensitivity(case, "t_step", { over = { flash = "band", tp = { values = { 4, 8 } } } }))]]
  for _, after in ipairs(places(4 * 4096, 5)) do
    local said = stopped(script, after)
    local n = 1000 * tonumber(said:match "Ctrl%-C after ([%d.]+) of 4.096 k points")
    lu.assertTrue(math.abs(4 * n - after) <= 4 * 512, said) -- one block of rows at a time
    local first = said:match "\ntp +[%d.]+ +[%d.]+ +([%d.]+)"
    lu.assertAlmostEquals(n > 0 and tonumber(first) or 97.1, 97.1, 15) -- the widest interval at these places has this width
    lu.assertEquals(tonumber(said:match "converged: from %d+ points to (%d+)") or 0, n)
    lu.assertNotStrContains(said, "ask for more")
  end
end

-- Each crossing is reported as far as it was narrowed: the answer lies between its ends. scan: number of values in the
-- first job, which finds the crossings; narrow: how near the two ends must come at one of the places.
local function narrows(script, name, most, scan, narrow)
  local answers, narrowest = {}, math.huge
  write("whole.lua", grid .. script)
  local said = sh "T whole.lua 0" -- "3.2e+11  { 3.2e+11, 4.4e+11 }"
  for number in said:match "{ (.-) }":gmatch "[^, ]+" do answers[#answers + 1] = tonumber(number) end
  for _, after in ipairs(places(most)) do
    said = stopped(script, after)
    local tried, lines = tonumber(said:match(core.format("Ctrl%%-C after (%%d+) values of %s", name))), 0
    lu.assertTrue(tried <= after, said)
    for ends in said:gmatch(core.format("\n%s ([^\n]*)", name)) do -- "from 1.2 GB/s to 1.3 GB/s", or "= 1.25 GB/s"
      lines = lines + 1
      local from, to = ends:match "from ([%d.]+).- to ([%d.]+)"
      to = to or ends:match "= ([%d.]+)"
      from, to = tonumber(from or to), tonumber(to)
      -- The scale of its unit.
      local scale = core.pow(1000, math.floor(core.log2(answers[lines] / to) / core.log2(1000) + 0.5))
      lu.assertTrue(from * scale <= answers[lines] * (1 + 1e-9) and to * scale >= answers[lines] * (1 - 1e-9), said)
      if to > from then narrowest = math.min(narrowest, to / from - 1) end
    end
    lu.assertEquals(lines, tried >= scan and #answers or 0, said)
  end
  lu.assertTrue(every > 1 or narrowest < (narrow or 0.01), narrowest) -- of few places none may be a late one
end

function TestVerbs:test_solve()
  narrows('print(tw.solve(case, { find = "net0_bw", so_that = { f_ser = 0.2 } }))', "net0_bw", 450, 257)
  narrows('print(tw.solve(case, { find = "net0_bw", so_that = { f_ser = "< 0.2", t_step = "> 1 s" } }))',
    "net0_bw", 450, 257)
  narrows('print(tw.solve(case, { find = "sl", so_that = { f_ser = 0.01 }, from = 1, to = 1e7 }))', "sl", 8250, 4158, 0.2)
  narrows('print(tw.solve(tw.limits{ gpu = "h100_sxm5" }, { find = "net0_lat", so_that = { largest = 2e31 } }))',
    "net0_lat", 200, 129)
end

local runs = { "model,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,step_time_s\n" }
for i = 1, 300 do
  runs[#runs + 1] = core.format("llama3_8b,4096,64,h100_sxm,%d,%d,%d,128,%.3f\n", core.pow(2, i % 4), core.pow(2, i % 3),
    1 + i % 2, 3 + i / 100)
end
write("runs.csv", table.concat(runs))

function TestVerbs:test_predict()
  local shell = 'require "twocs.predict.shell"("runs.csv", "--out", "rows.csv")'
  lu.assertStrContains(stopped(shell, 100), "after 0 of 300 rows\n")
  lu.assertStrContains(stopped(shell, 301), "after 300 of 300 rows; their bands and the report are not done; rows are in "
    .. "rows.csv\n")
  lu.assertEquals(sh "wc -l <rows.csv; rm rows.csv", "301\n")
  local script = 'tw.predict{ file = "runs.csv" }:print()'
  lu.assertStrContains(stopped(script, 301), "row  model ")
end

-- Constants from the finished trials. The first trial changes none of them.
function TestVerbs:test_calibrate()
  local few = table.concat(runs, "", 1, 13)
  write("few.csv", few)
  local script = 'print(tw.calibrate{ file = "few.csv" })'
  local most = 0
  for _, after in ipairs(places(38000, 5)) do
    local said = stopped(script, after)
    local done = tonumber(said:match "Ctrl%-C after (%d) of 3 trials of the range of constants")
    lu.assertEquals(said:find "so far:\nsoftware mine, like" ~= nil, done > 0, said)
    lu.assertEquals(said:find "was 1" ~= nil, done > 1, said)
    most = math.max(most, done)
  end
  lu.assertEquals(most, 2)
end

local law = [[
local m, n, k, t = {}, {}, {}, {}
for i = 1, 300 do
  m[i], n[i], k[i] = 64 + 1000 * (i % 7), 128 + 700 * (i % 11), 256 + 300 * (i % 13)
  t[i] = 1e-5 + 2 * m[i] * n[i] * k[i] / 5e14
end
local rows = tw.table{ names = { "m", "n", "k", "t" }, columns = { m = m, n = n, k = k, t = t }, units = { t = "s" } }
local given = { gemm = "roofline", device = "h100_sxm", run = { format = "bf16" } }
]]

-- The best coefficients so far, without errors: they come nearer to those that the times were made from.
function TestVerbs:test_fit()
  for _, after in ipairs(places(300 * 100)) do
    local said = stopped(law .. "tw.fit(rows, given)", after)
    lu.assertEquals(tonumber(said:match "Ctrl%-C after (%d+) trials of coefficients"), math.ceil(after / 300))
    local value = tonumber(said:match "\nflop_eff +([%d.]+) +%- ")
    if after > 300 then lu.assertTrue(value > 0.4 and value < 0.9, said) end
    if after > 300 * 80 then lu.assertAlmostEquals(value, 5e14 / 989.5e12, 0.02) end
  end
end

-- Only complete held-out parts are reported.
function TestVerbs:test_held_out()
  local said = stopped(law .. "local fit = tw.fit(rows, given)\ncore.interrupt_after(4e5)\nprint(fit:held_out(rows))", 0)
  lu.assertStrMatches(said, "# stopped by Ctrl%-C after %d of 5 parts; so far:\nname .*held out, %d of 5 parts .*")
end

TestTwice = {}

-- The second Ctrl-C comes while the finished results are printed.
function TestTwice:test_it_ends_at_once()
  write("twice.lua", grid .. [[
print = function()
  io.popen("kill -INT $PPID"):close()
  while true do end
end
tw.sweep(case, { over = over, keep = 3, least = "t_step" })]])
  lu.assertEquals({ sh "T twice.lua 1000 2>&1 | sed 's/\\n.*//' | head -n 1" }, { "twocs: interrupted\n", 0 })
  lu.assertEquals(select(2, sh "T twice.lua 1000"), 130)
end

TestPrompt = {}

function TestPrompt:test_it_stays()
  outside.need_terminal()
  write("typed", 'core = require "twocs.core"\nover = { flop_vs_bw = tw.linear(1, 64, 50), sl = tw.linear(1, 900, 900) }\n'
    .. 'case = { model = "bert", device = "h100_sxm", over = over, keep = 1, least = "t_step" }\n'
    .. 'core.interrupt_after(20000)\nt = tw.sweep(case)\n"after"\ntw.sweep(case).n\n\4')
  local said = sh(core.format("TERM=dumb XDG_STATE_HOME=state script -qec %s /dev/null <typed",
    outside.quoted(outside.twocs))):gsub("\r", "")
  lu.assertStrContains(said, "of 45 k points; so far:\n")
  lu.assertStrContains(said, "twocs: stopped by Ctrl-C after ")
  lu.assertStrContains(said, "\nafter\n")
  lu.assertStrContains(said, "\n1\n")
end

TestWatch = {}

-- The signal comes while the program waits for a change.
function TestWatch:test_it_ends_while_it_waits()
  write("watched.lua", 'io.popen "{ until grep -q watching log; do sleep 0.1; done; sleep 0.2; kill -INT $PPID; } &"')
  local said, status = sh(core.format("timeout 300 %s watch watched.lua >log 2>&1; s=$?; cat log; (exit $s)",
    outside.quoted(outside.twocs)))
  lu.assertStrContains(said, "watching 1 files; Ctrl-C ends\n")
  lu.assertEquals(status, 130, said)
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. outside.quoted(scratch))
os.exit(result == 0, true)
