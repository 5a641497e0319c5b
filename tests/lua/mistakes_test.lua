-- SPDX-License-Identifier: MIT
-- Every verb and every method, called with arguments that make no sense. The list of functions is read from the module
-- itself, so a new verb is covered at once. An error must be one sentence after the position of this file's line, in words
-- of twocs and not of the interpreter; results are not checked.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local guard = require "twocs.common.guard"

local drawable = pcall(require, "twocs_draw")
local nan = 0 / 0

-- The only line that calls the tested functions; messages must name its number.
local function call(f, ...)
  local first = f(...)
  return first
end

-- Other operations on an object.
local function index(x, key) local value = x[key] return value end
local function set(x, key, value) x[key] = value end
local function apply(x, ...) local value = x(...) return value end

-- The lines that messages may name.
local lines = { [core.format("mistakes_test.lua:%d", debug.getinfo(call, "S").linedefined + 1)] = true }
for _, f in ipairs{ index, set, apply } do
  lines[core.format("mistakes_test.lua:%d", debug.getinfo(f, "S").linedefined)] = true
end

local phrases = { "an argument has the wrong type", "attempt to", "bad argument", "stack traceback", "invalid ",
  "nil value",
  "table: 0x", "function: 0x", "userdata: 0x", "stack overflow", "not enough memory", "\n" }

-- The fault of a message, or nil.
local function fault(text)
  if type(text) ~= "string" then return core.format("raised a %s", type(text)) end
  local place, sentence = text:match("^(.-:%d+): (.+)$")
  if not place then return core.format("names no line: %s", text) end
  if not lines[place:match("([^/]+)$")] then
    return core.format("names another line: %s", text)
  end
  for _, phrase in ipairs(phrases) do
    if sentence:find(phrase, 1, true) then return core.format("says %q: %s", phrase, text) end
  end
  if #sentence > 600 then return core.format("is too long: %s", text) end
end

-- Things to call with
-- -------------------------------------------------------------------------------------------------------

local t = tw.table{ names = { "h", "t", "op", "name" }, units = { t = "s" },
  columns = { h = { 1, 2, 4 }, t = { 1e-3, 2e-3, 4.1e-3 }, op = { "all_reduce", "", "" }, name = { "a", "b", "c" } } }
local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }

-- As code, so that a message can show the given value.
local values = { "nil", "true", "5", "-1", "2.5", "0/0", "1/0", '""', '"zzz"', '"h"', '"t ~ 1 + zzz"', "{}", "{ 1 }",
  "{ {} }",
  "{ zzz = 1 }", "{ n = {} }", '{ "h", 7 }', "{ h = 2, t = { {} } }", "{ names = 5 }", "{ x = 5, y = {} }",
  '{ x = "h", y = "zzz" }', "{ over = 5 }", "{ over = { tp = true } }", '{ want = 5 }', "{ gemm = 7 }", '{ gemm = {} }',
  "{ find = 5, so_that = 7 }", '{ find = "tp", so_that = { f_ser = true } }', "{ device = true }", '{ device = { a = 1 } }',
  "{ model = { h = {} } }", "{ layout = 5 }", "{ plan = 5 }", "{ plan = { gemm = {} } }", "{ columns = 5 }", "{ as = {} }",
  "{ over = { gemm = {} } }", "{ over = { gemm = { 5, {} } } }", "{ over = { device = {} } }",
  "{ over = { device = { 5 } } }",
  "{ over = { { { h = 1 }, 5 } } }", "{ over = { { 5 } } }", "{ over = { h = { {} } } }",
  "{ over = { h = function() end } }",
  "{ over = { [true] = 5 } }", "{ order = { {} } }", "{ order = { device = 5 } }", "{ want = { {} } }",
  "{ want = { 0/0 } }",
  '{ names = { "h", 5 }, columns = { h = { 1 } } }', '{ names = { "h" }, columns = { h = 5 } }',
  '{ names = { "h" }, columns = { h = { 1 } }, units = 5 }', '{ names = { "h" }, columns = { h = { 1 } }, n = 0/0 }',
  '{ names = { "h" }, columns = { h = { 1 } }, n = 2.5 }', '{ names = { "h" }, columns = { h = { 1 } }, n = {} }',
  '{ names = { "h" }, columns = { h = { 1 } }, units = { h = 5 } }',
  '{ names = { "h" }, columns = { h = { 1 } }, head = {} }',
  '{ gemm = "waves", device = 5 }', '{ gemm = "waves", find = 5, device = "a100_80g" }', '{ gemm = "waves", time = {} }',
  '{ gemm = "waves", run = {}, by = 5, device = "a100_80g" }', '{ op = "gemm", over = 5 }',
  '{ op = {}, over = { m = { 5 } } }',
  '{ shapes = { 5 } }', '{ set = {} }', "{ { operator = 5 } }", "{ { operator = {}, t = 5 } }",
  "{ { gemm = { 1, 2, {} } } }",
  "{ { name = {}, gemm = { 1, 2, 3 } } }", "{ { stream = {} } }", '{ x = "h", y = "t", mark = 5 }', "{ interval = 5 }",
  '{ x = "h", y = "t", band = "h" }', '{ x = "h", y = "t", by = 5 }', '{ x = "h", y = "t", hline = {} }',
  '{ h = { "h", 5 } }',
  '{ new = { "name", "sum" } }', '{ new = { "t", 5 } }', "{ tp = {} }", "{ rows = 0/0 }", '{ as = "trace", columns = 5 }',
  '{ columns = { [5] = 5 } }', '{ as = "csv", only = 5 }', "{ illegal = 5 }",
  '{ find = "tp", so_that = { f_ser = 0.1 }, from = {} }',
  '{ find = "tp", so_that = { f_ser = {} } }', '{ find = {}, so_that = { f_ser = 1 } }',
  '{ find = "tp", so_that = { [5] = 1 } }',
  '{ find = "lam", so_that = { largest = {} } }', '{ find = "lam", so_that = { largest = 1e32 }, points = {} }',
  '{ dp = {} }', '{ dp = { {} } }', "{ d = {} }", "{ rows = 5, columns = {}, tokens = 1 }", "{ model = 5 }",
  "{ run = print }",
  '{ plan = { gemm = 5 } }', '{ plan = { [5] = "waves" } }', '{ plan = { gemm = "zzz" } }', "{ rows = {} }",
  '{ interval = "zzz" }', "{ folds = {} }", "{ order = 5 }", "print", "function() error('mine', 0) end",
  "t", "case", "tw.devices.a100_80g", "tw.column{ 1, 2 }", "io.stdout" }
local environment = { t = t, case = case, tw = tw, print = function() end, io = io, error = error }

local function made(text)
  local load_it = loadstring or load
  local chunk = assert(load_it("return " .. text))
  if setfenv then setfenv(chunk, environment) return chunk() end
  return assert(load("return " .. text, "value", "t", environment))()
end

-- Pseudo-random, the same on both interpreters.
local state = 1
local function draw(n)
  state = state * 48271 % 2147483647
  return state % n + 1
end

-- Functions that write a file use names in this test's own folder, which is removed at the end.
local scratch = os.tmpname()
os.remove(scratch)
assert(core.folder(scratch))
local writing = { write = true, csv = true, json = true, markdown = true, latex = true, netcdf = true,
  lines = true, stack = true, bars = true, heat = true, scatter = true }
local function placed(what, value)
  if type(value) ~= "string" or value == "" or not writing[what:match("%w*$")] then return value end
  return scratch .. "/" .. value
end

local mine = { ["mine"] = true } -- errors of a function of the script itself
local function try(report, what, f, ...)
  local given, count = { ... }, select("#", ...)
  local arguments = {}
  for k = 1, count do
    if given[k] == "self" then arguments[k] = report.self else arguments[k] = placed(what, made(given[k])) end
  end
  local done, text = pcall(call, f, (table.unpack or unpack)(arguments, 1, count))
  report.calls = report.calls + 1
  if done then return end
  report.raised = report.raised + 1
  local wrong = not mine[text] and fault(text)
  if wrong then
    report.faults[#report.faults + 1] = core.format("%s(%s) %s", what, table.concat(given, ", "), (wrong:gsub("\n", "\\n")))
  end
end

-- One, two and three arguments: every single one, every one after a valid first one, and a sample of the others.
local every = tonumber(os.getenv "TWOCS_EVERY") or 1 -- slow tests make only every so many-th call
local calls = 0
local function attack(report, what, f, good)
  local function go(...)
    calls = calls + 1
    if calls % every == 0 then try(report, what, f, ...) end
  end
  local self = report.self ~= nil and { "self" } or {}
  local function with(...)
    local list = { self[1] }
    for k = 1, select("#", ...) do list[#list + 1] = (select(k, ...)) end
    go((table.unpack or unpack)(list))
  end
  with()
  for _, value in ipairs(values) do
    with(value)
    for _, first in ipairs(good) do
      with(first, value)
      with(first, '"h"', value)
    end
  end
  for _ = 1, 120 do with(values[draw(#values)], values[draw(#values)], values[draw(#values)]) end
end

local function check(reports)
  local faults = {}
  for _, report in ipairs(reports) do
    for _, text in ipairs(report.faults) do faults[#faults + 1] = text end
  end
  if #faults > 0 then
    if os.getenv "TWOCS_FAULTS" then io.stderr:write(table.concat(faults, "\n"), "\n") end -- all of them
    lu.fail(core.format("%d messages:\n%s", #faults, table.concat(faults, "\n", 1, math.min(#faults, 12))))
  end
end

local function report_of(self) return { self = self, calls = 0, raised = 0, faults = {} } end

-- Nothing is printed or drawn during the tests.
local function quietly(run)
  local before, print_before = io.output(), print
  io.output(assert(io.open("/dev/null", "w")))
  _G.print = function() end
  local done, text = pcall(run)
  _G.print = print_before
  io.output():close()
  io.output(before)
  if not done then error(text, 0) end
end

TestMistakes = {}

-- Functions that accept any argument, or for which no argument is wrong.
local tolerant = { verbs = true, models = true, devices = true, fits = true, version = true, fields = true, help = true }
local drawing = { lines = true, stack = true, bars = true, heat = true, scatter = true, show = true }

function TestMistakes:test_every_verb()
  local reports = {}
  quietly(function()
    for _, name in ipairs(tw.verbs()) do
      local callable = (drawable or not drawing[name]) and tw[name]
      if type(callable) == "function" or (getmetatable(callable) or {}).__call then
        local report = report_of()
        attack(report, name, callable, { "t", "case" })
        if type(callable) == "function" then
          lu.assertTrue(tolerant[name] or report.raised > 0, core.format("%s accepts whatever it is given", name))
        end
        reports[#reports + 1] = report
      end
    end
    for _, name in ipairs{ "gpus", "sweep", "map", "solve" } do
      local report = report_of()
      attack(report, "limits." .. name, tw.limits[name], { 'tw.limits{ gpu = "h100_sxm5" }' })
      reports[#reports + 1] = report
    end
  end)
  check(reports)
end
-- An object of every class with methods.
local function trace_made()
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write('{"deviceProperties": [{"name": "GPU"}],\n"traceEvents": [\n{"ph": "X", "cat": "kernel", "name": "a_gemm", '
    .. '"pid": 0, "tid": 7, "ts": 1, "dur": 2, "args": {"device": 0, "stream": 7}}\n]}\n')
  file:close()
  local trace = assert(tw.read(path, { as = "trace" }))
  os.remove(path)
  return trace
end

local function objects()
  local sizes, times = {}, {}
  for i = 1, 24 do sizes[i], times[i] = 256 * i, 1e-5 + 1e-10 * i * i * i * (7 + i % 3) end
  local gemms = tw.table{ names = { "m", "n", "k", "t" }, units = { t = "s" },
    columns = { m = sizes, n = sizes, k = sizes, t = times } }
  local limits = tw.limits{ gpu = "h100_sxm5" }
  local _, run = limits:largest()
  return { table = t, trace = trace_made(), network = tw.operators{ { name = "fc", gemm = { 64, 64, 64 } } },
    ["formula fit"] = tw.fit(t, "t ~ 1 + h"), ["shipped fit"] = tw.fits.a100_bf16, record = tw.devices.a100_80g,
    fit = tw.fit(gemms, { gemm = "waves", device = "a100_80g", run = { format = "bf16" } }),
    baseline = tw.baseline({ { operator = "qkv", t = 1e-3 } }, { model = "gpt3_175b", device = "a100_80g" }),
    ["limits case"] = limits, ["limits run"] = run }
end

local function sorted(map)
  local names = {}
  for name in pairs(map) do names[#names + 1] = name end
  table.sort(names)
  return names
end

function TestMistakes:test_every_method()
  local reports, of = {}, objects()
  lu.assertEquals(sorted(of), sorted(guard.classes), "a class without an object here")
  quietly(function()
    for _, class in ipairs(sorted(guard.classes)) do
      for _, name in ipairs(sorted(guard.classes[class])) do
        local method = guard.classes[class][name]
        if type(method) == "function" and name:sub(1, 2) ~= "__" then
          local report, lost = report_of(of[class]), report_of(nil)
          attack(report, class .. ":" .. name, method, { '"h"', "t" })
          attack(lost, class .. "." .. name, method, {}) -- a dot instead of the colon
          reports[#reports + 1], reports[#reports + 2] = report, lost
          lu.assertTrue(lost.raised > 0, core.format("%s.%s needs no object", class, name))
        end
      end
    end
  end)
  check(reports)
end

-- Rows, columns, registries and records: reading and setting fields, and calls.
function TestMistakes:test_mistakes_in_indexing()
  local reports, of = {}, objects()
  of.row, of.column, of.models, of.fits, of.tw = t[1], tw.column{ 1, 2 }, tw.models, tw.fits, tw
  of.free, of.make, of["limits verb"] = tw.device{ mem_bw = 1e12 }, tw.device, tw.limits
  quietly(function()
    for _, name in ipairs(sorted(of)) do
      local meta = getmetatable(of[name]) or {}
      local ways = { index = index, set = set, call = (meta.__call or name == "free") and apply or nil }
      for _, way in ipairs(sorted(ways)) do
        if not (way == "set" and type(of[name]) == "table" and not meta.__newindex) then
          local report = report_of(of[name])
          attack(report, name .. " " .. way, ways[way], {})
          reports[#reports + 1] = report
        end
      end
    end
  end)
  check(reports)
end

local function sentence(f, ...)
  local done, text = pcall(call, f, ...)
  lu.assertFalse(done, "no mistake was noticed")
  lu.assertNil(fault(text))
  return text:match(":%d+: (.*)$")
end
local function says(expected, f, ...) lu.assertStrContains(sentence(f, ...), expected) end

-- Messages name the given value, and what was expected.
function TestMistakes:test_messages_name_the_value_and_the_expectation()
  local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }
  for sentence, call in pairs{
    ['"eight" is not a number: expected a number for tp (degree of tensor parallelism TP)'] = function()
      tw.eval({ model = "gpt3_175b", device = "h100_sxm", layout = { tp = "eight" } }, "f_ser")
    end,
    ['column "b" has 1 values, but the table has 2 rows; with n = 2 the others are missing'] = function()
      tw.table{ names = { "a", "b" }, columns = { a = { 1, 2 }, b = { 1 } } }
    end,
    ["compare: the second argument looks like a case; tw.faster(a, b) compares the times of two cases"] = function()
      tw.compare(case, case)
    end,
    ["compare: there are no variants: expected some, such as { device = { a = ..., b = ... } }"] = function()
      tw.compare(case, {})
    end,
    ['explain: expected the name of a result, such as "t_step", got nil'] = function() tw.explain(case) end,
  } do
    local done, said = pcall(call)
    lu.assertFalse(done, sentence)
    lu.assertEquals(said:match "^%S+mistakes_test.lua:%d+: (.*)$", sentence)
  end
  lu.assertEquals(tw.table{ n = 2, names = { "a", "b" }, columns = { a = { 1, 2 }, b = { 1 } } }.n, 2)
end

function TestMistakes:test_messages_of_mistakes()
  says("compare: expected variants, such as { device = { a = ..., b = ... } }, got 5", tw.compare, case, 5)
  says("table:pick: rows is true, expected a list", t.pick, t, true)
  says("pick: row 4: expected whole numbers in [1, 3]", t.pick, t, { 1, 4 })
  says("pick: row 1.5:", t.pick, t, { 1.5 })
  says("pick: row 0:", t.pick, t, { 0 })
  says("quantity: text is nil, expected a text", tw.quantity)
  says("curve: options is 5, expected a table", tw.curve, t, 5)
  says("where: expected a table before the colon, got nil", t.where)
  says("top: expected a number of rows, got nil", t.top, t)
  says("order is 5, expected a list of axes", tw.sweep, { order = 5 })
  says("plan is 5, expected a table", tw.sweep, { plan = 5 })
  says("pow: argument 2 is a nil, expected a number", tw.pow, 2, nil)
end

-- Numbers of rows that are not numbers, or more than a machine can hold.
function TestMistakes:test_how_many()
  local one = { names = { "h" }, columns = { h = { 1 } } }
  local function of(n) return { names = one.names, columns = one.columns, n = n } end
  says("table: nan rows: expected a whole number", tw.table, of(nan))
  says("table: 2.5 rows: expected a whole number", tw.table, of(2.5))
  says("table: a table rows: expected a whole number", tw.table, { names = {}, columns = {}, n = {} })
  says("table: -1 rows: expected a whole number", tw.table, of(-1))
  says("table: 1000000000 rows: at most 250000000", tw.table, of(1e9))
  says("linear: 1000000000 rows: at most 250000000", tw.linear, 0, 1, 1e9)
  says("linear: 2.5 values: expected a whole number", tw.linear, 0, 1, 2.5)
  says("geometric: 1000000000 rows: at most 250000000", tw.geometric, 1, 2, 1e9)
  says("expected a whole number from 0 to 2.5e8", tw.column, 1e9)
  says("expected a whole number from 0 to 2.5e8", tw.column, 2.5)
  local thousand = tw.linear(1, 1000, 1000)
  says("sweep: 1000000000 rows: at most 250000000; keep = 20, pareto, count and tw.summary keep few rows", tw.sweep,
    { model = "gpt3_175b", device = "h100_sxm", over = { sl = thousand, b = thousand, h = thousand } })
  local memory = core.memory
  core.memory = function() return 8e9 end
  says("sweep: 100000000 rows of 13 columns are 10.4 GB, and this machine has 8 GB; keep = 20", tw.sweep,
    { model = "gpt3_175b", device = "h100_sxm", over = { sl = thousand, b = thousand, h = tw.linear(1, 100, 100) } })
  core.memory = memory
  lu.assertTrue(core.memory() > 1e8)
  lu.assertEquals(tw.table(of(3)).n, 3)
end

-- An error of a script's own function is unchanged, and names its own line.
function TestMistakes:test_errors_of_the_script_are_unchanged()
  local own = function(row) return row.h.x.y end
  local done, text = pcall(call, t.derive, t, "new", own)
  lu.assertFalse(done)
  lu.assertStrContains(text, core.format("mistakes_test.lua:%d: attempt to index", debug.getinfo(own, "S").linedefined))
  local thrown = {}
  done, text = pcall(call, t.derive, t, "new", function() error(thrown) end)
  lu.assertFalse(done)
  lu.assertTrue(text == thrown)
end

-- Quoted text in a sentence cannot control a terminal or break the line.
function TestMistakes:test_control_characters()
  local text = sentence(t.column, t, "a\27[31mred\n\194\155 end\195\169")
  lu.assertStrContains(text, "a?[31mred?? end\195\169")
end

local result = lu.LuaUnit.run()
os.execute(core.format("rm -rf '%s'", scratch))
os.exit(result, true)
