-- SPDX-License-Identifier: MIT
-- The studies from outside: `reproduce` in temporary folders, for each paper that has golden data. Its data is compared
-- with tests/golden, and its data and pictures with a run by the other interpreter. TWOCS names the executable (default:
-- the one that runs this test), TWOCS_OTHER the other interpreter's (default: the one next to it). No test here uses data
-- of others, because TWOCS_DATA names a folder that does not exist. Some tests run copies of the scripts in which only a
-- constant of a device or a law of the engine has changed. They show that these decide the verdicts.
require "twocs"
local lu = require "luaunit"
local outside = require "outside"
local core = require "twocs.core"
local tables = require "twocs.table"
local claims = require "twocs.study.claims"
local study = require "twocs.study"

local relative = 1e-9 -- of a golden value: the last bits can differ between C libraries
local absolute = 1e-12 -- of a column's largest value: the allowed error where such values are subtracted

local scratch = os.tmpname()
os.remove(scratch)
assert(core.folder(scratch))

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- The output of a command, both streams together, and whether it succeeded.
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
  local other = core.format("%s/%s", folder, name == "twocs" and "twocs-luajit" or "twocs")
  return readable(other) and other or nil
end

local content = require("files").content

-- Files of a folder whose names end with a suffix, sorted.
local function files(folder, suffix)
  local names = {}
  for _, name in ipairs(assert(core.files(folder))) do
    if name:sub(-#suffix) == suffix then names[#names + 1] = name end
  end
  return names
end

-- TWOCS_PAPERS lists the wanted papers: with sanitizers a search takes twenty times as long.
local papers, wanted = {}, os.getenv "TWOCS_PAPERS" or ""
for _, name in ipairs(assert(core.files(root .. "/tests/golden"))) do
  local known = wanted == "" or (" " .. wanted .. " "):find(" " .. name .. " ", 1, true)
  if known and not name:find(".", 1, true) then papers[#papers + 1] = name end
end
local function golden(paper) return core.format("%s/tests/golden/%s", root, paper) end

-- Runs reproduce once for each name and paper. A run has its folder of studies, its output, and the verdicts by "item
-- label".
local runs = {}
local function reproduced(name, executable, scripts, paper)
  paper = paper or "pati23"
  local key = core.format("%s_%s", name, paper)
  if runs[key] then return runs[key] end
  local run = { folder = core.format("%s/%s", scratch, key) }
  assert(core.folder(run.folder))
  run.command = core.format("cd %s && TWOCS_DATA=%s TWOCS_HOME=%s %s %s/reproduce.lua %s", quoted(run.folder),
    quoted(scratch .. "/no-data"), quoted(scripts), quoted(executable), quoted(scripts), paper)
  local said, done = sh(run.command)
  assert(done, said)
  run.said, run.out, run.verdicts = said, core.format("%s/out/%s", run.folder, paper), {}
  run.table = assert(tables.read(content(run.folder .. "/out/reproduce.csv")))
  for row in run.table:rows() do
    local label = row.note:match("^(Cal[^:]*)")
    run.verdicts[label and core.format("%s %s", row.item, label) or row.item] = row.verdict
  end
  runs[key] = run
  return run
end

local function first(paper) return reproduced("first", twocs, root .. "/scripts", paper) end

-- A copy of the scripts in which `old`, which must occur exactly once in the file, is replaced by `new`.
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

-- Calls f(paper, its first run) for each paper.
local function each_paper(f)
  lu.assertTrue(#papers > (wanted == "" and 1 or 0))
  for _, paper in ipairs(papers) do f(paper, first(paper)) end
end

function TestStudies:test_every_study_runs()
  each_paper(function(paper, run)
    local studies = #files(core.format("%s/scripts/studies/%s", root, paper), ".lua")
    lu.assertStrContains(run.said, core.format("%d studies, %d run", studies, studies))
  end)
end

-- Folders whose studies each end with a conclusion on the paper, and the studies in them that have none.
local concluded = { erdil24 = {}, fernandez24 = {}, neighbours = {}, pati23 = {
  tab01 = "names of hyperparameters and their bounds: the paper says nothing with them that could be wrong" } }

function TestStudies:test_every_study_ends_with_a_conclusion()
  each_paper(function(paper, run)
    local nothing = concluded[paper] or {}
    for _, file in ipairs(concluded[paper] and files(core.format("%s/scripts/studies/%s", root, paper), ".lua") or {}) do
      local name = file:match "^(.*)%.lua$"
      local path = core.format("%s/%s_conclusion.csv", run.out, name)
      lu.assertEquals(readable(path), nothing[name] == nil, core.format("%s/%s: study.conclude, or a line above", paper,
        name))
      local said = readable(path) and assert(tables.read(content(path)))[1] or {}
      for _, part in ipairs(readable(path) and study.conclusion_parts or {}) do
        lu.assertStrMatches(said[part], ".*%.", nil, nil, core.format("%s: %s ends with a full stop", path, part))
        lu.assertNil(said[part]:find "%f[%w]nan%f[%W]", core.format("%s: %s has no number", path, part))
      end
    end
    for name in pairs(nothing) do
      lu.assertTrue(readable(core.format("%s/scripts/studies/%s/%s.lua", root, paper, name)), name)
    end
  end)
end

function TestStudies:test_data_is_golden()
  each_paper(function(paper, run)
    lu.assertEquals(files(run.out, ".csv"), files(golden(paper), ".csv"), "tests/golden/README.md tells how to renew them")
    for _, name in ipairs(files(golden(paper), ".csv")) do
      compare(name, assert(tables.read(content(core.format("%s/%s", run.out, name)))),
        assert(tables.read(content(core.format("%s/%s", golden(paper), name)))))
    end
  end)
end

function TestStudies:test_data_files_name_their_study()
  each_paper(function(paper, run)
    for _, name in ipairs(files(run.out, ".csv")) do
      local line = content(core.format("%s/%s", run.out, name)):match("^[^\n]*")
      lu.assertStrMatches(line, core.format("# scripts/studies/%s/%%w+%%.lua, twocs %%d+%%.%%d+%%.%%d+.*", paper), nil, nil,
        name)
    end
  end)
end

local function whole_picture(stem)
  local svg, png, pdf = content(stem .. ".svg"), content(stem .. ".png"), content(stem .. ".pdf")
  lu.assertStrMatches(svg, "<%?xml .*<svg .*</svg>%s*", nil, nil, stem)
  lu.assertEquals(png:sub(1, 8), "\137PNG\r\n\26\n", stem)
  lu.assertEquals(png:sub(-8, -5), "IEND", stem)
  lu.assertEquals(pdf:sub(1, 5), "%PDF-", stem)
  lu.assertStrMatches(pdf:sub(-8), ".*%%%%EOF%s*", nil, nil, stem)
  lu.assertTrue(readable(stem .. ".csv") or readable(stem .. "_1.csv"), stem) -- with several panels, each has its own file
end

function TestStudies:test_pictures_are_whole()
  each_paper(function(_, run)
    local names = files(run.out, ".png")
    lu.assertTrue(#names > 0)
    for _, name in ipairs(names) do whole_picture(core.format("%s/%s", run.out, name:gsub("%.png$", ""))) end
  end)
end

local function assert_same_files(run, other, suffix)
  lu.assertEquals(files(other.out, suffix), files(run.out, suffix))
  for _, name in ipairs(files(run.out, suffix)) do
    lu.assertTrue(content(core.format("%s/%s", other.out, name)) == content(core.format("%s/%s", run.out, name)), name)
  end
end

-- A second run by the other interpreter, which visits the keys of a table in another order, or by this one if there is no
-- other. The PDF is left out because it contains a date.
function TestStudies:test_two_runs_give_the_same_bytes()
  local other = other_interpreter()
  each_paper(function(paper, run)
    local second = reproduced("second", other or twocs, root .. "/scripts", paper)
    for _, suffix in ipairs{ ".csv", ".svg", ".png" } do assert_same_files(run, second, suffix) end
    lu.assertTrue(content(second.folder .. "/out/reproduce.csv") == content(run.folder .. "/out/reproduce.csv"), paper)
  end)
end

function TestStudies:test_a_second_run_starts_no_study()
  each_paper(function(_, run)
    local before = content(run.folder .. "/out/reproduce.csv")
    local said, done = sh(run.command)
    lu.assertTrue(done, said)
    lu.assertStrContains(said, " studies, 0 run")
    lu.assertTrue(content(run.folder .. "/out/reproduce.csv") == before)
  end)
end

local function runs_alone(paper, script)
  local alone = core.format("%s/alone_%s", scratch, script)
  assert(core.folder(alone))
  local said, done = sh(core.format("cd %s && %s %s/scripts/studies/%s/%s.lua", quoted(alone), quoted(twocs), quoted(root),
    paper, script))
  lu.assertTrue(done, said)
  local names = files(alone .. "/out", ".csv")
  lu.assertTrue(#names > 0, script)
  for _, name in ipairs(names) do
    local again, before = core.format("%s/out/%s", alone, name), core.format("%s/%s", first(paper).out, name)
    lu.assertTrue(content(again) == content(before), name)
  end
end

-- A study can run alone like any other script. Its files go to out/.
function TestStudies:test_a_study_runs_alone()
  local scripts = { pati23 = { "tab01", "tab02", "tab04" }, erdil24 = { "fig01" }, fernandez24 = { "collectives" },
    neighbours = { "bounds" } }
  each_paper(function(paper)
    for _, script in ipairs(scripts[paper]) do runs_alone(paper, script) end
  end)
end

TestVerdicts = {}

local kinds_of_verdict = {}
for _, kind in ipairs{ "reproduced", "reproduced to one digit", "reproduced to an order of magnitude",
  "reproduced as corrected", "calibrated", "calibrated as corrected", "calibrated, differs", "by construction",
  "by construction as corrected", "by construction, differs", "set-up not given", "not known", "other set-up",
  "differs", "not yet" } do
  kinds_of_verdict[kind] = true
end

local function assert_verdict(row)
  lu.assertTrue(kinds_of_verdict[claims.kind_of(row.verdict)], core.format("%s: %s", row.item, row.verdict))
  lu.assertNotEquals(row.verdict, "not yet: no study uses it", row.item)
  local proves = row.basis == "exact" or row.basis == "predicted"
  lu.assertTrue(proves or not row.verdict:find "^reproduced", row.item)
  local plain = row.verdict:find "^reproduced" and not row.verdict:find "as corrected"
  lu.assertTrue((row.cause == "") == (plain ~= nil and plain ~= false), core.format("%s: %s", row.item, row.cause))
end

function TestVerdicts:test_every_claim_has_one()
  local seen, ran = {}, {}
  for _, paper in ipairs(papers) do
    ran[paper] = true
    for row in first(paper).table:rows() do
      seen[row.item] = true
      assert_verdict(row)
    end
  end
  for row in assert(tables.read(content(root .. "/scripts/studies/claims.csv"))):rows() do
    lu.assertTrue(seen[row.item] or not ran[row.paper], row.item)
  end
end

-- Two texts are the same if their words are equal and their numbers differ by at most one in the last printed digit.
local function same_text(got, want)
  local function words(text)
    return (text:gsub("[+-]?%d+%.?%d*[eE]?[+-]?%d*", "#"))
  end
  if words(got) ~= words(want) then return false end
  local numbers = want:gmatch "[+-]?%d+%.?%d*[eE]?[+-]?%d*"
  for number in got:gmatch "[+-]?%d+%.?%d*[eE]?[+-]?%d*" do
    local a, b = tonumber(number), tonumber((numbers()))
    if a ~= b and not (a and b and math.abs(a - b) <= 2e-5 * math.abs(b)) then return false end
  end
  return true
end

-- Every verdict and its basis must be as in the golden file, where a person last checked them.
function TestVerdicts:test_verdicts_are_golden()
  local golden_table = assert(tables.read(content(root .. "/tests/golden/reproduce.csv")))
  for _, paper in ipairs(papers) do
    local want, got = golden_table:where{ paper = paper }, first(paper).table
    lu.assertEquals(got:names(), want:names())
    lu.assertEquals(got.n, want.n, paper)
    for i = 1, want.n do
      for _, name in ipairs(want:names()) do
        local a, b = core.format("%s", got[i][name]), core.format("%s", want[i][name])
        lu.assertTrue(a == b or same_text(a, b), core.format("%s, %s: %s, golden %s", want[i].item, name, a, b))
      end
    end
  end
end

-- Visits the rows of two runs side by side: f(item and label, before, after).
local function both(before, after, f)
  lu.assertEquals(after.table.n, before.table.n)
  for i = 1, before.table.n do
    lu.assertEquals(after.table[i].item, before.table[i].item)
    f(before.table[i], after.table[i])
  end
end

-- Doubles the bandwidth of Cal-0's machine: its rows change; those of Cal-1 and of the data sheets stay the same.
function TestVerdicts:test_a_constant_of_a_device_decides()
  outside.faster_only()
  local scripts = changed_scripts("device", "twocs/data/devices/published.lua", "net0_bw = 150e9, source",
    "net0_bw = 300e9, source")
  local run = reproduced("device", twocs, scripts)
  lu.assertEquals(first().verdicts["P1-8 Cal-0, N=4"], "calibrated")
  lu.assertStrContains(run.verdicts["P1-8 Cal-0, N=4"], "calibrated, differs: ")
  lu.assertEquals(first().verdicts["P1-8b Cal-0, N=4"], "calibrated")
  lu.assertStrContains(run.verdicts["P1-8b Cal-0, N=4"], "calibrated, differs: ")
  local moved = 0
  both(first(), run, function(before, after)
    if before.note:match("^Cal%-0") or before.note:match("^Measured BF16:") then
      if before.computed_low ~= after.computed_low then moved = moved + 1 end
    else
      lu.assertEquals(tostring(after.computed_low), tostring(before.computed_low), before.item)
      lu.assertEquals(after.verdict, before.verdict, before.item)
    end
  end)
  lu.assertTrue(moved > 20, core.format("%d rows moved", moved))
end

-- The algorithmic GEMM law written in Lua. With factor 1 no row changes. At half the speed Cal-0's rows change.
local function gemm_law(factor)
  return core.format([[gemm = function(c, n)
      local t = {}
      for i = 1, n do t[i] = %.0f * (2 * c.m[i] * c.n[i] * c.k[i] * c.x[i] / (c.eff[i] * c.peak[i])) end
      return t
    end, stream = "none", all_reduce = "measured4"]], factor)
end

function TestVerdicts:test_a_law_decides()
  outside.faster_only()
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
os.exit(result == 0, true)
