-- SPDX-License-Identifier: MIT
-- The studies from outside: `reproduce` in temporary folders, its data held against tests/golden, its pictures against a
-- second run, all of its numbers against the other interpreter. TWOCS names the executable (else the one that runs this),
-- TWOCS_OTHER the other interpreter's (else the one beside it). The one thing to know: that a constant of a device or a law
-- of the engine decides verdicts is shown on copies of the scripts in which just that was changed.
require "twocs"
local lu = require "luaunit"
local core = require "twocs.core"
local tables = require "twocs.table"

local relative = 1e-9 -- of a golden value: the last bits may differ with the C library
local absolute = 1e-12 -- of a column's largest value: what differences of such values may be off

local scratch = os.tmpname()
os.remove(scratch)
assert(core.folder(scratch))

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- What a command prints, both streams together, and whether it succeeded.
local function sh(command)
  local pipe = io.popen(core.format("{ %s\n} 2>&1; echo \"status $?\"", command))
  local text = pipe:read("*a")
  pipe:close()
  local said, status = text:match("^(.*)status (%d+)\n$")
  return said, status == "0"
end

local here = sh("pwd"):gsub("\n$", "")
local function whole_path(path) return path:sub(1, 1) == "/" and path or core.format("%s/%s", here, path) end
local root = whole_path(arg[0]):match("^(.*)/tests/lua/[^/]*$")
local golden = core.format("%s/tests/golden/pati23", root)
local twocs = whole_path(os.getenv "TWOCS" or arg[-1])

local function readable(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local function other_interpreter()
  local named = os.getenv "TWOCS_OTHER"
  if named then return named ~= "" and whole_path(named) or nil end
  local folder, name = twocs:match("^(.*)/([^/]*)$")
  local beside = core.format("%s/%s", folder, name == "twocs" and "twocs-luajit" or "twocs")
  return readable(beside) and beside or nil
end

local function content(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- Files of a folder whose names end so, sorted.
local function files(folder, suffix)
  local names = {}
  for _, name in ipairs(assert(core.files(folder))) do
    if name:sub(-#suffix) == suffix then names[#names + 1] = name end
  end
  return names
end

-- Runs reproduce once for each name: its folder of studies, what it said, and the verdicts by "item label".
local runs = {}
local function reproduced(name, executable, scripts)
  if runs[name] then return runs[name] end
  local run = { folder = core.format("%s/%s", scratch, name) }
  assert(core.folder(run.folder))
  run.command = core.format("cd %s && TWOCS_HOME=%s %s %s/reproduce.lua pati23", quoted(run.folder), quoted(scripts),
    quoted(executable), quoted(scripts))
  local said, done = sh(run.command)
  assert(done, said)
  run.said, run.out, run.verdicts = said, run.folder .. "/out/pati23", {}
  run.table = assert(tables.read(content(run.folder .. "/out/reproduce.csv")))
  for row in run.table:rows() do
    local label = row.note:match("^(Cal[^:]*)")
    run.verdicts[label and core.format("%s %s", row.item, label) or row.item] = row.verdict
  end
  runs[name] = run
  return run
end

local function first() return reproduced("first", twocs, root .. "/scripts") end

-- A copy of the scripts in which `old`, which stands in the file exactly once, is `new`.
local function changed_scripts(name, file, old, new)
  local scripts = core.format("%s/%s-scripts", scratch, name)
  local said, done = sh(core.format("cp -R %s %s", quoted(root .. "/scripts"), quoted(scripts)))
  assert(done, said)
  local path = core.format("%s/%s", scripts, file)
  local text = content(path)
  local from, to = text:find(old, 1, true)
  assert(from and not text:find(old, to, true), core.format("%s does not have '%s' exactly once", file, old))
  local out = assert(io.open(path, "wb"))
  out:write(text:sub(1, from - 1), new, text:sub(to + 1))
  out:close()
  return scripts
end

local function largest(column)
  local most = 0
  for i = 1, #column do
    local size = math.abs(column[i])
    if size > most then most = size end
  end
  return most
end

local function same_number(value, want, most)
  if want ~= want or value ~= value then return want ~= want and value ~= value end
  return math.abs(value - want) <= relative * math.abs(want) + absolute * most
end

local function compare_column(file, name, got, want, text)
  local most = text and 0 or largest(want)
  for i = 1, #want do
    local same = text and got[i] == want[i] or not text and same_number(got[i], want[i], most)
    lu.assertTrue(same, core.format("%s: %s in row %d is %s, golden %s", file, name, i,
      tostring(got[i]), tostring(want[i])))
  end
end

local function compare(file, got, want)
  lu.assertEquals(got:names(), want:names(), file)
  lu.assertEquals(got.n, want.n, file)
  for _, name in ipairs(want:names()) do
    lu.assertEquals(got:unit(name), want:unit(name), core.format("%s: unit of %s", file, name))
    lu.assertEquals(got:is_text(name), want:is_text(name), core.format("%s: kind of %s", file, name))
    compare_column(file, name, got:column(name), want:column(name), want:is_text(name))
  end
end

TestStudies = {}

function TestStudies:test_every_study_runs()
  local studies = #files(root .. "/scripts/studies/pati23", ".lua")
  lu.assertStrContains(first().said, core.format("%d studies, %d run", studies, studies))
end

function TestStudies:test_data_is_golden()
  local out = first().out
  lu.assertEquals(files(out, ".csv"), files(golden, ".csv"), "tests/golden/README.md tells how to renew them")
  for _, name in ipairs(files(golden, ".csv")) do
    compare(name, assert(tables.read(content(core.format("%s/%s", out, name)))),
      assert(tables.read(content(core.format("%s/%s", golden, name)))))
  end
end

function TestStudies:test_data_says_where_it_comes_from()
  for _, name in ipairs(files(first().out, ".csv")) do
    local line = content(core.format("%s/%s", first().out, name)):match("^[^\n]*")
    lu.assertStrMatches(line, "# scripts/studies/pati23/%w+%.lua, twocs %d+%.%d+%.%d+.*", nil, nil, name)
  end
end

function TestStudies:test_pictures_are_whole()
  local names = files(first().out, ".png")
  lu.assertTrue(#names > 0)
  for _, name in ipairs(names) do
    local stem = core.format("%s/%s", first().out, name:gsub("%.png$", ""))
    local svg, png, pdf = content(stem .. ".svg"), content(stem .. ".png"), content(stem .. ".pdf")
    lu.assertStrMatches(svg, "<%?xml .*<svg .*</svg>%s*", nil, nil, name)
    lu.assertEquals(png:sub(1, 8), "\137PNG\r\n\26\n", name)
    lu.assertEquals(png:sub(-8, -5), "IEND", name)
    lu.assertEquals(pdf:sub(1, 5), "%PDF-", name)
    lu.assertStrMatches(pdf:sub(-8), ".*%%%%EOF%s*", nil, nil, name)
    lu.assertTrue(readable(stem .. ".csv"), name)
  end
end

-- The PDF has a date in it.
function TestStudies:test_two_runs_give_the_same_bytes()
  local second = reproduced("second", twocs, root .. "/scripts")
  for _, suffix in ipairs{ ".csv", ".svg", ".png" } do
    lu.assertEquals(files(second.out, suffix), files(first().out, suffix))
    for _, name in ipairs(files(second.out, suffix)) do
      lu.assertTrue(content(core.format("%s/%s", second.out, name))
        == content(core.format("%s/%s", first().out, name)), name)
    end
  end
end

function TestStudies:test_both_interpreters_give_the_same_data()
  local other = other_interpreter()
  lu.skipIf(not other, "there is no other interpreter")
  local run = reproduced("other", other, root .. "/scripts")
  lu.assertEquals(files(run.out, ".csv"), files(first().out, ".csv"))
  for _, name in ipairs(files(run.out, ".csv")) do
    lu.assertTrue(content(core.format("%s/%s", run.out, name)) == content(core.format("%s/%s", first().out, name)), name)
  end
  lu.assertTrue(content(run.folder .. "/out/reproduce.csv") == content(first().folder .. "/out/reproduce.csv"))
end

function TestStudies:test_nothing_is_run_twice()
  local run = first()
  local before = content(run.folder .. "/out/reproduce.csv")
  local said, done = sh(run.command)
  lu.assertTrue(done, said)
  lu.assertStrContains(said, " studies, 0 run")
  lu.assertTrue(content(run.folder .. "/out/reproduce.csv") == before)
end

-- A study alone is a script like any other; its files go to out/.
function TestStudies:test_a_study_runs_alone()
  local alone = scratch .. "/alone"
  assert(core.folder(alone))
  for _, name in ipairs(files(root .. "/scripts/studies/pati23", ".lua")) do
    if name:match("^tab") then
      local said, done = sh(core.format("cd %s && %s %s/scripts/studies/pati23/%s",
        quoted(alone), quoted(twocs), quoted(root), name))
      lu.assertTrue(done, said)
      local csv = name:gsub("lua$", "csv")
      lu.assertTrue(content(core.format("%s/out/%s", alone, csv)) == content(core.format("%s/%s", first().out, csv)), name)
    end
  end
end

TestVerdicts = {}

function TestVerdicts:test_every_claim_has_one()
  local claims = assert(tables.read(content(root .. "/scripts/studies/claims.csv")))
  local seen = {}
  for row in first().table:rows() do
    seen[row.item] = true
    lu.assertTrue(row.verdict == "reproduced" or row.verdict == "calibrated" or row.verdict:find("^differs: ") ~= nil
      or row.verdict:find("^calibrated, differs: ") ~= nil or row.verdict:find("^not yet: ") ~= nil
      or row.verdict:find("^known inconsistent in the paper %(E%d+%)$") ~= nil,
      core.format("%s: %s", row.item, row.verdict))
    lu.assertNotEquals(row.verdict, "not yet: no study asks for it", row.item)
    lu.assertFalse(row.basis == "calibrated" and row.verdict == "reproduced", row.item)
  end
  for row in claims:rows() do lu.assertTrue(seen[row.item], row.item) end
end

-- Rows of two runs side by side; f(item and label, before, after).
local function both(before, after, f)
  lu.assertEquals(after.table.n, before.table.n)
  for i = 1, before.table.n do
    lu.assertEquals(after.table[i].item, before.table[i].item)
    f(before.table[i], after.table[i])
  end
end

-- Twice the bandwidth for Cal-0's machine: its rows move, Cal-1's and those of the data sheets stay as they are.
function TestVerdicts:test_a_constant_of_a_device_decides()
  local scripts = changed_scripts("device", "twocs/devices.lua", "net0_size = unlimited, net0_bw = 150e9,",
    "net0_size = unlimited, net0_bw = 300e9,")
  local run = reproduced("device", twocs, scripts)
  lu.assertEquals(first().verdicts["P1-8 Cal-0, N=4"], "calibrated")
  lu.assertStrContains(run.verdicts["P1-8 Cal-0, N=4"], "calibrated, differs: ")
  lu.assertEquals(first().verdicts["P1-8b Cal-0, N=4"], "calibrated")
  lu.assertStrContains(run.verdicts["P1-8b Cal-0, N=4"], "calibrated, differs: ")
  local moved = 0
  both(first(), run, function(before, after)
    if before.note:match("^Cal%-0") then
      if before.computed_low ~= after.computed_low then moved = moved + 1 end
    else
      lu.assertEquals(tostring(after.computed_low), tostring(before.computed_low), before.item)
      lu.assertEquals(after.verdict, before.verdict, before.item)
    end
  end)
  lu.assertTrue(moved > 20, core.format("%d rows moved", moved))
end

-- The algorithmic GEMM law written in Lua: as it is, no row moves; half as fast, Cal-0's do.
local function gemm_law(factor)
  return core.format([[gemm = function(c, n)
      local t = {}
      for i = 1, n do t[i] = %.0f * (2 * c.m[i] * c.n[i] * c.k[i] * c.x[i] / (c.eff[i] * c.peak[i])) end
      return t
    end, stream = "none", all_reduce = "measured4"]], factor)
end

function TestVerdicts:test_a_law_decides()
  local place = 'gemm = "algorithmic", stream = "none", all_reduce = "measured4"'
  local same = reproduced("law", twocs, changed_scripts("law", "studies/pati23.lua", place, gemm_law(1)))
  both(first(), same, function(before, after)
    lu.assertEquals(after.verdict, before.verdict, before.item)
    lu.assertEquals(tostring(after.computed_low), tostring(before.computed_low), before.item)
    lu.assertEquals(tostring(after.computed_high), tostring(before.computed_high), before.item)
  end)
  local slow = reproduced("slow_law", twocs, changed_scripts("slow_law", "studies/pati23.lua", place, gemm_law(2)))
  lu.assertEquals(first().verdicts["P1-8 Cal-0, N=4"], "calibrated")
  lu.assertStrContains(slow.verdicts["P1-8 Cal-0, N=4"], "calibrated, differs: ")
  lu.assertEquals(slow.verdicts["P1-8 Cal-0"], first().verdicts["P1-8 Cal-0"])
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. quoted(scratch))
os.exit(result == 0)
