-- SPDX-License-Identifier: MIT
-- twocs profile with a simulated machine: what it measures and writes, and how it continues. No test checks a time; the few
-- that measure this machine only check that there is a result.
local lu = require "luaunit"
local outside = require "outside"
local tw = require "twocs"
local core = require "twocs.core"
local file = require "twocs.profile.file"
local layer = require "twocs.profile.layer"
local profile = require "twocs.profile"
local progress = require "twocs.common.progress"
local sets = require "twocs.profile.sets"
local shapes = require "twocs.profile.shapes"

local real = pcall(require, "twocs_profile")
local scratch = outside.scratch()

local operators = { { name = "gemm", takes = "gemm" }, { name = "batched_gemm", takes = "gemm" },
  { name = "softmax", takes = "rows" }, { name = "layernorm", takes = "rows" }, { name = "gelu", takes = "rows" },
  { name = "residual_add", takes = "rows" }, { name = "copy", takes = "rows" }, { name = "softmax_back", takes = "rows" },
  { name = "layernorm_back", takes = "rows" }, { name = "gelu_back", takes = "rows" },
  { name = "all_reduce", takes = "byte" }, { name = "launch", takes = "none" } }

-- A machine on which each shape takes 0.2 s by a simulated clock. busy: cores that others keep busy; stop: the measurement
-- at which Ctrl-C comes, not counting the warm-up; small: it has no memory for a gemm with a larger m.
local function machine(m)
  m = m or {}
  m.now, m.calls, m.others_busy, m.asked = 0, -1, 0, {}
  m.name = m.name or "fake"
  function m.open() return true end
  function m.facts()
    return { { name = "device", value = m.device or "made; up" }, { name = "threads", value = m.threads or "1" },
      { name = "clock", value = "now and then" }, { name = "advice", value = "none" } }
  end
  function m.operators() return operators end
  function m.count(shape) return 2 * (shape.m or 0), shape.byte or 10 end
  local function pass(seconds)
    m.now, m.others_busy = m.now + seconds, m.others_busy + seconds * (m.busy or 0)
  end
  function m.measure(list)
    m.calls = m.calls + 1
    if m.calls == m.stop then return nil, "interrupted" end
    if m.small and (list[1].m or 0) > m.small then return nil, "it needs more memory than is free" end
    pass(0.2)
    m.asked[m.calls] = list
    return { t = 0.001 * #list, t_least = 0.0005 * #list, spread = 0.01, repeats = 9 }
  end
  function m.load() return { clock = m.now, others = m.others_busy } end
  function m.others(before, after)
    local others = (after.others - before.others) / (after.clock - before.clock)
    return others, others > 0.1 and 1 or 0
  end
  function m.rest(seconds) pass(seconds) end
  function m.rank() return 0 end
  function m.ranks() return m.processes or 1 end
  function m.terminal() return false end
  function m.caught() return false end
  for _, name in ipairs{ "catch", "release", "wait", "close", "again" } do m[name] = function() end end
  return m
end

local three = { { op = "gemm", m = 64, n = 32, k = 16 }, { op = "softmax", rows = 4, width = 8 },
  { op = "batched_gemm", x = 2, m = 3, n = 4, k = 5 } }

local count = 0
local function path()
  count = count + 1
  return core.format("%s/%d.csv", scratch, count)
end

local function start(m, changes)
  local spec = { machine = m, shapes = three, quiet = true }
  for key, value in pairs(changes or {}) do spec[key] = value end
  return profile.start(spec)
end

local text_of, write = require("files").content, require("files").write

local function fails(part, f, ...)
  local done, why = pcall(f, ...)
  lu.assertFalse(done, part)
  lu.assertStrContains(tostring(why), part)
end

TestRows = {}

function TestRows:test_columns_units_and_values()
  local out = path()
  local t, came = start(machine(), { out = out })
  lu.assertEquals(t:names(), { "op", "dtype", "x", "m", "n", "k", "rows", "width", "byte", "flop", "t", "t_least", "spread",
    "repeats", "contaminated", "ranks" })
  lu.assertEquals({ t:unit "t", t:unit "byte", t:unit "flop", t:unit "m" }, { "s", "byte", "flop", "1" })
  lu.assertEquals({ came.done, came.had, came.contaminated, came.wanted }, { 3, 0, 0, 3 })
  local read = assert(tw.read(out))
  lu.assertEquals(read:csv(), t:csv())
  local row = read[1]
  lu.assertEquals({ row.op, row.dtype, row.x, row.m, row.n, row.k }, { "gemm", "fp32", 1, 64, 32, 16 })
  lu.assertEquals({ row.flop, row.byte, row.t, row.repeats, row.ranks }, { 128, 10, 0.001, 9, 1 })
  lu.assertTrue(row.rows ~= row.rows and read[2].m ~= read[2].m)
end

function TestRows:test_head_tells_where_it_is_from()
  local out = path()
  start(machine(), { out = out, command = "twocs profile --quick" })
  local first = text_of(out):match("^([^\n]*)\n")
  for _, part in ipairs{ "# twocs profile; backend: fake; device: made up; threads: 1; clock: now and then; twocs: " ..
    core.version, "; date: 20", "; command: twocs profile --quick" } do lu.assertStrContains(first, part) end
  lu.assertNotStrContains(first, "advice")
end

function TestRows:test_one_row_as_text()
  lu.assertEquals(file.line{ op = "gelu", dtype = "fp32", rows = 2, width = 3, byte = 48, flop = 6, t = 1 / 3,
    t_least = 0.25, spread = 0.5, repeats = 7, contaminated = 0 / 0, ranks = 1 },
    "gelu,fp32,nan,nan,nan,nan,2,3,48,6,0.333333,0.25,0.5,7,nan,1")
end

function TestRows:test_each_shape_once()
  local t = start(machine(), { shapes = { three[1], three[2], three[1] } })
  lu.assertEquals(t.n, 2)
end

function TestRows:test_shapes_that_do_not_fit_are_skipped()
  local t, came = start(machine{ small = 32 })
  lu.assertEquals(t.n, 2)
  lu.assertEquals(came.skipped, { { label = "gemm 64 x 32 x 16", why = "it needs more memory than is free" } })
end

TestGoesOn = {}

function TestGoesOn:test_after_an_interrupt()
  local out, m = path(), machine{ stop = 3 }
  local t, came = start(m, { out = out })
  lu.assertTrue(came.interrupted)
  lu.assertEquals({ t.n, came.done }, { 2, 2 })
  lu.assertEquals(assert(tw.read(out)).n, 2) -- the row was flushed
  local again = machine()
  t, came = start(again, { out = out })
  lu.assertEquals({ t.n, came.done, came.had, again.calls }, { 3, 1, 2, 1 })
  lu.assertEquals(again.asked[1][1].op, "batched_gemm")
  again = machine()
  t = start(again, { out = out })
  lu.assertEquals({ t.n, again.calls }, { 3, -1 })
end

function TestGoesOn:test_after_an_interrupt_at_once()
  local out = path()
  local t, came = start(machine{ stop = 0 }, { out = out })
  lu.assertEquals({ t.n, came.done, came.interrupted }, { 0, 0, true })
  t = start(machine(), { out = out })
  lu.assertEquals(t.n, 3)
end

function TestGoesOn:test_behind_a_line_that_was_cut()
  local out = path()
  start(machine(), { out = out })
  local whole = text_of(out)
  for _, cut in ipairs{ 1, 20, #whole:match("[^\n]*\n$") + 3 } do
    write(out, whole:sub(1, -1 - cut))
    local t = start(machine(), { out = out })
    lu.assertEquals({ t.n, t[3].op }, { 3, "batched_gemm" })
    lu.assertEquals(assert(tw.read(out)):csv(), t:csv())
  end
  for cut = 1, #whole:match("^[^\n]*\n[^\n]*\n"), 11 do -- within the head or the header
    write(out, whole:sub(1, cut - 1))
    local t, why = start(machine(), { out = out })
    lu.assertEquals(t and t.n or why, 3, core.format("cut at %d", cut))
  end
end

function TestGoesOn:test_not_with_another_machine()
  local out = path()
  start(machine(), { out = out })
  local before = text_of(out)
  local t, why = start(machine{ device = "another" }, { out = out })
  lu.assertNil(t)
  lu.assertEquals(why, core.format(
    "%s was measured elsewhere (device is made up in the file and another here): give another --out, or remove it", out))
  t, why = start(machine{ threads = "2" }, { out = out })
  lu.assertNil(t)
  lu.assertStrContains(why, "threads is 1 in the file and 2 here")
  lu.assertEquals(text_of(out), before)
end

function TestGoesOn:test_not_with_a_file_of_others()
  local out = path()
  for _, text in ipairs{ "a,b\n1,2\n", "hello", "# a remark\nop,t [s]\n" } do
    write(out, text)
    local t, why = start(machine(), { out = out })
    lu.assertNil(t)
    lu.assertStrContains(why, "exists and is not a profile")
    lu.assertEquals(text_of(out), text)
  end
end

function TestGoesOn:test_other_ranks_are_other_rows()
  local out = path()
  local reduce = { shapes = { { op = "all_reduce", byte = 1024 } }, out = out }
  start(machine{ processes = 2 }, reduce)
  local t = start(machine{ processes = 4 }, reduce)
  lu.assertEquals({ t.n, t[1].ranks, t[2].ranks, t[1].byte }, { 2, 2, 4, 1024 })
end

function TestGoesOn:test_a_folder_that_is_not_there()
  local t, why = start(machine(), { out = scratch .. "/nowhere/x.csv" })
  lu.assertNil(t)
  lu.assertStrContains(why, "nowhere/x.csv")
end

TestLoad = {}

function TestLoad:test_rows_are_flagged()
  local t, came = start(machine{ busy = 0.5 })
  for row in t:rows() do lu.assertEquals(row.contaminated, 1) end
  lu.assertEquals(came.contaminated, 3)
  t, came = start(machine{ busy = 0.05 })
  for row in t:rows() do lu.assertEquals(row.contaminated, 0) end
  lu.assertEquals(came.contaminated, 0)
end

function TestLoad:test_unknown_stays_unknown()
  local m = machine()
  function m.others() return 0 / 0, 0 / 0 end
  local t, came = start(m)
  lu.assertTrue(t[1].contaminated ~= t[1].contaminated)
  lu.assertEquals(came.contaminated, 0)
end

function TestLoad:test_flagged_rows_are_measured_again_on_request()
  local out = path()
  start(machine(), { out = out, shapes = { three[1] } })
  start(machine{ busy = 1 }, { out = out })
  local t, came = start(machine(), { out = out })
  lu.assertEquals({ t.n, came.done, came.contaminated }, { 3, 0, 2 })
  t, came = start(machine(), { out = out, again = true })
  lu.assertEquals({ t.n, came.done, came.had, came.contaminated }, { 3, 2, 1, 0 })
  lu.assertEquals(assert(tw.read(out)):csv(), t:csv())
end

TestShapes = {}

local function items(spec) return shapes.items(shapes.grid(spec), operators) end

function TestShapes:test_grid()
  local list = items{ op = "gemm", n = 8, over = { k = { 5, 6 }, m = tw.double(1, 2) } }
  local keys = {}
  for i, item in ipairs(list) do keys[i] = item.key end
  lu.assertEquals(keys, { "gemm fp32 x=1 m=1 n=8 k=5", "gemm fp32 x=1 m=1 n=8 k=6", "gemm fp32 x=1 m=2 n=8 k=5",
    "gemm fp32 x=1 m=2 n=8 k=6" })
end

function TestShapes:test_table_of_a_profile()
  local t = start(machine())
  local list = shapes.items(shapes.of_table(t:select{ "op", "x", "m", "n", "k", "rows", "width" }), operators)
  lu.assertEquals(#list, 3)
  lu.assertEquals(list[2].key, "softmax fp32 rows=4 width=8")
end

function TestShapes:test_mistakes()
  local m = machine()
  local function one(shape) return start, m, { shapes = { shape } } end
  fails('op = "gem" is not an operator; did you mean "gemm"?', one{ op = "gem" })
  fails("gemm: k = nil, expected a whole number in [1, 1e12]", one{ op = "gemm", m = 1, n = 1 })
  fails("gemm: k = 1.5, expected", one{ op = "gemm", m = 1, n = 1, k = 1.5 })
  fails("softmax has no size m; it has rows, width", one{ op = "softmax", rows = 1, width = 1, m = 1 })
  fails("h = 100 is not a multiple of heads = 3", one{ op = "layer_forward", h = 100, sl = 8, heads = 3 })
  fails('unknown option "shape"; did you mean "shapes"?', profile.start, { shape = {} })
  fails('over: "mm" is not a size', shapes.grid, { op = "gemm", over = { mm = { 1 } } })
  fails('set = "quikc"; did you mean "quick"?', profile.start, { machine = m, set = "quikc" })
end

TestLayer = {}

-- Twice the forward flop, and as many more rows as the forward pass has.
function TestLayer:test_backward_has_two_gemms_for_each()
  local size = { h = 256, sl = 32, b = 2 }
  local function flop_of(list)
    local flop, gemms = 0, 0
    for _, part in ipairs(list) do
      if part.k then flop, gemms = flop + part.x * part.m * part.n * part.k, gemms + 1 end
    end
    return flop, gemms
  end
  local forward, gemms = flop_of(layer.forward(size))
  local backward, back_gemms = flop_of(layer.backward(size))
  -- Of one layer: 12 H^2 for each token, and 2 SL H for its attention.
  lu.assertEquals(forward, 64 * (12 * 256 * 256 + 2 * 32 * 256))
  lu.assertEquals({ backward, gemms, back_gemms }, { 2 * forward, 6, 12 })
end

function TestLayer:test_is_measured_as_one()
  local m = machine()
  local both = { { op = "layer_forward", h = 128, sl = 16 }, { op = "layer_backward", h = 128, sl = 16 } }
  local t = start(m, { shapes = both })
  lu.assertEquals({ t.n, #m.asked[1], #m.asked[2] }, { 2, 12, 18 })
  local row = t[1]
  lu.assertEquals({ row.op, row.x, row.m, row.n, row.k, row.rows, row.width },
    { "layer_forward", 2, 16, 16, 64, 16, 128 })
end

function TestLayer:test_sets_are_measurable()
  for _, name in ipairs{ "quick", "full", "quick_gpu", "full_gpu", "collectives" } do
    local list = shapes.items(sets[name](), operators)
    lu.assertTrue(#list >= 10, name)
  end
  local gemms = 0
  for _, item in ipairs(shapes.items(sets.quick(), operators)) do gemms = gemms + (item.op == "gemm" and 1 or 0) end
  lu.assertTrue(gemms >= 60)
end

TestProgress = {}

local function bar(terminal)
  local said, now = {}, 0
  local p = progress.new{ total = 10, terminal = terminal, clock = function() return now end,
    write = function(text) said[#said + 1] = text end }
  return p, said, function(seconds) now = now + seconds end
end

function TestProgress:test_lines_now_and_then()
  local p, said, wait = bar(false)
  for i = 0, 9 do
    p:show(i, "gemm", 80 - i)
    wait(2)
  end
  lu.assertEquals(said, { "twocs profile: 3 of 10  gemm  77 s left\n", "twocs profile: 6 of 10  gemm  74 s left\n",
    "twocs profile: 9 of 10  gemm  71 s left\n" })
end

function TestProgress:test_bar_on_a_terminal()
  local p, said = bar(true)
  p:show(5, "copy 4 x 8", 600)
  lu.assertStrContains(said[1], "\r[############............] 5 of 10  copy 4 x 8")
  lu.assertStrContains(said[1], "10 min left")
  p:clear()
  lu.assertEquals(said[2], "\r\27[K")
end

TestThisMachine = {}

function TestThisMachine:test_measures_something()
  outside.skip_if(not real and "there is no twocs_profile")
  local t = assert(tw.profile{ quiet = true, budget = 0.001, shapes = { three[1], three[2],
    { op = "layer_forward", h = 64, sl = 8 }, { op = "layer_backward", h = 64, sl = 8 } } })
  lu.assertEquals(t.n, 4)
  for row in t:rows() do lu.assertTrue(row.t > 0 and row.t >= row.t_least and row.flop > 0 and row.byte > 0) end
end

function TestThisMachine:test_unsupported_requests_are_refused()
  outside.skip_if(not real and "there is no twocs_profile")
  local t, came = profile.start{ quiet = true, shapes = { { op = "gemm", m = 8, n = 8, k = 8, dtype = "fp16" } } }
  lu.assertEquals({ t.n, came.skipped[1].why }, { 0, "the CPU backend measures fp32 only" })
end

TestCommand = {}

local function sh(command)
  return outside.output(core.format("cd %s; T=%s; %s", outside.quoted(scratch), outside.quoted(outside.twocs), command))
end

function TestCommand:test_mistakes()
  for words, said in pairs{
    ["--quikc"] = "'--quikc' is not an option; did you mean \"--quick\"?",
    ["--out"] = "--out needs a value",
    ["--threads=0"] = "--threads 0: expected a whole number in [1, 1024]",
    ["--budget x"] = "--budget x: expected seconds in (0, 3600]",
    ["--dtype fp7"] = "--dtype fp7: expected fp32, bf16, fp16 or fp8",
  } do
    local text, status = sh(core.format('"$T" profile %s', words))
    lu.assertEquals({ text, status }, { core.format("twocs profile: %s\n", said), 2 })
  end
end

function TestCommand:test_help()
  local text, status = sh'"$T" profile --help'
  lu.assertStrContains(text, "usage: twocs profile")
  lu.assertEquals(status, 0)
end

function TestCommand:test_measures_a_grid_and_finds_it_again()
  outside.skip_if(not real and "there is no twocs_profile")
  local command = '"$T" profile --shapes "gemm m=8..16 n=8 k=8" --budget 0.001 --out grid.csv --allow-load'
  local text, status = sh(command)
  lu.assertStrContains(text, "grid.csv: 2 rows, 2 measured now, 0 before\n")
  lu.assertEquals(status, 0)
  lu.assertStrContains(sh(command), "grid.csv: 2 rows, 0 measured now, 2 before\n")
  lu.assertEquals(assert(tw.read(scratch .. "/grid.csv")):column("m")[2], 16)
  text, status = sh(command .. " --threads 2")
  lu.assertStrContains(text, "grid.csv was measured elsewhere (threads is 1 in the file and 2 here)")
  lu.assertEquals(status, 1)
end

function TestCommand:test_ctrl_c_keeps_finished_rows()
  outside.skip_if(not real and "there is no twocs_profile")
  -- Ctrl-C is sent when the first row is in the file; a hundred more rows would follow.
  local command = core.format('"%s" profile --full --budget 0.01 --out full.csv --allow-load', outside.twocs)
  local text, status = outside.interrupted(scratch, command,
    "until [ -e full.csv ] && grep -q ^gemm, full.csv; do kill -0 $pid || exit; sleep 0.01; done")
  lu.assertStrContains(text, "the same command continues\n")
  lu.assertEquals(status, 130)
  lu.assertTrue(tw.read(scratch .. "/full.csv").n >= 1)
end

function TestCommand:test_collectives()
  outside.skip_if(not pcall(require, "twocs_mpi") and "there is no twocs_mpi")
  outside.need "mpirun"
  local text, status = sh[[
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0
    mpirun -n 2 --oversubscribe "$T" profile --collectives --budget 0.001 --out ranks.csv --allow-load]]
  lu.assertStrContains(text, "ranks.csv: 17 rows, 17 measured now, 0 before\n")
  lu.assertEquals(status, 0)
  local t = assert(tw.read(scratch .. "/ranks.csv"))
  lu.assertEquals({ t[1].op, t[1].byte, t[1].ranks }, { "all_reduce", 1024, 2 })
end

local result = lu.LuaUnit.run()
os.execute("rm -rf '" .. scratch .. "'")
os.exit(result == 0, true)
