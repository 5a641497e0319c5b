-- SPDX-License-Identifier: MIT
-- Tables in other formats: the written text, a bit-exact round trip where a format permits it, and reading by other
-- programs. A silent error would be a wrong number, a lost name or unit, or a row in another place; so the round trip
-- compares all cells, and one hash pins the bytes on both interpreters.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local outside = require "outside"

local scratch = outside.scratch()
local function path(name) return core.format("%s/%s", scratch, name) end

local nan = 0 / 0
local every = tonumber(os.getenv "TWOCS_EVERY") or 1 -- slow tests take only every so many-th row and damage
local grid = tw.table{ names = { "tp", "device", "f_ser", "t/x" }, units = { f_ser = "1", ["t/x"] = "s" },
  meanings = { f_ser = "share, \"serialized\"", tp = "degree" }, head = "test, a | b\nsecond line",
  columns = { tp = { 1, 1, 2, 2, 4, 4 }, device = { "a", "µ_2", "a", "µ_2", "a", "µ_2" },
    f_ser = { 0.1, 1 / 3, nan, 1 / 0, -1 / 0, 1e-300 }, ["t/x"] = { 1, 2, 3, 4, 5, 6 } } }

-- Cell by cell, names, units and meanings.
local function assert_same(a, b)
  lu.assertEquals(a:names(), b:names())
  lu.assertEquals(a.n, b.n)
  for _, name in ipairs(a:names()) do
    lu.assertEquals(a:unit(name), b:unit(name), name)
    lu.assertEquals(a:meaning(name), b:meaning(name), name)
    lu.assertEquals(a:is_text(name), b:is_text(name), name)
    for i = 1, a.n do
      local x, y = a:column(name)[i], b:column(name)[i]
      lu.assertTrue(x == y or x ~= x and y ~= y, core.format("%s[%d]: %s, %s", name, i, tostring(x), tostring(y)))
    end
  end
end

TestRoundTrips = {}

function TestRoundTrips:test_json_and_netcdf()
  local sweep = tw.sweep{ model = "gpt3_175b", over = { device = { "a100_80g", "h100_sxm" }, tp = { 4, 8, 16 } },
    want = { "f_ser", "t_layer", "mem_byte" } }
  local few = tw.sweep{ model = "gpt3_175b", device = "h100_sxm", over = { tp = { 4, 8 } }, want = "f_ser" }
  local other = grid:sort{ "device", "tp" } -- a complete grid whose rows run in another order
  for _, t in ipairs{ grid, other, sweep, few, grid:where{ tp = 3 }, grid:pick{ 6, 1, 1 } } do
    for _, format in ipairs{ "json", "netcdf" } do
      lu.assertEquals(t[format](t, path(format)), path(format))
      local back = assert(tw.read(path(format)))
      assert_same(t, back)
      lu.assertEquals(back.head, t.head)
      lu.assertEquals(back[format](back), t[format](t))
    end
  end
end

-- Many rows: the pieces of a file join correctly.
function TestRoundTrips:test_pieces()
  local n, a, b = math.ceil(70001 / every), {}, {}
  for i = 1, n do a[i], b[i] = i / 7, core.format("row %d", i) end
  local t = tw.table{ names = { "a", "b" }, columns = { a = a, b = b } }
  for _, format in ipairs{ "json", "netcdf", "csv" } do
    assert(t[format](t, path "long"))
    local back = assert(tw.read(path "long"))
    lu.assertEquals(back.n, n)
    for _, i in ipairs{ 1, 1024, 1025, 2048, 2049, 65536, 65537, n } do
      if i <= n then
        lu.assertAlmostEquals(back[i].a, a[i], 1e-14 * a[i])
        lu.assertEquals(back[i].b, b[i])
      end
    end
  end
end

TestNetcdf = {}

-- The same bytes on both interpreters, which run this line alike.
function TestNetcdf:test_bytes()
  local bytes = grid:netcdf()
  lu.assertEquals(bytes:sub(1, 4), "CDF\1")
  lu.assertEquals(#bytes % 4, 0)
  lu.assertEquals(core.hash(bytes), "c9824664f39c534a")
  lu.assertEquals(core.hash(grid:json()), "43efd61276fa846d")
end

function TestNetcdf:test_axes()
  lu.assertErrorMsgContains("axes: column 1 of the table is not device", grid.netcdf, grid, { axes = { "device" } })
  lu.assertErrorMsgContains("are not in the order of the grid of tp", grid.netcdf, grid, { axes = { "tp" } })
  lu.assertEquals(grid:netcdf{ axes = { "tp", "device" } }, grid:netcdf())
end

-- Any damage must be reported in a sentence.
function TestNetcdf:test_damage()
  local bytes, said = grid:netcdf(), 0
  local function look(text)
    local file = assert(io.open(path "damaged.nc", "wb"))
    file:write(text)
    file:close()
    local t, sentence = tw.read(path "damaged.nc", { as = "netcdf" })
    if not t then
      lu.assertStrContains(sentence, "damaged.nc: ")
      lu.assertNotStrContains(sentence, ".lua")
      said = said + 1
    end
  end
  for length = 4, #bytes - 1, 3 * every do look(bytes:sub(1, length)) end
  lu.assertTrue(said > 100 / every)
  for at = 5, 600, every do
    for _, byte in ipairs{ "\0", "\127", "\255" } do look(bytes:sub(1, at - 1) .. byte .. bytes:sub(at + 1)) end
  end
end

-- A file by hand, of one variable of doubles. Along the same dimension twice it is no column.
function TestNetcdf:test_a_dimension_twice()
  local function int(n) return ("\0\0%c%c"):format(math.floor(n / 256), n % 256) end
  local function read(dimensions)
    local none, ids = int(0) .. int(0), ""
    for _ = 1, dimensions do ids = ids .. int(0) end
    local head = "CDF\1" .. int(0) .. int(10) .. int(1) .. int(1) .. "x\0\0\0" .. int(2) .. none .. int(11) .. int(1)
      .. int(1) .. "v\0\0\0" .. int(dimensions) .. ids .. none .. int(6) .. int(32)
    local file = assert(io.open(path "by_hand.nc", "wb"))
    file:write(head, int(#head + 4), ("\63\240\0\0\0\0\0\0"):rep(4)) -- the double 1
    file:close()
    return tw.read(path "by_hand.nc", { as = "netcdf" })
  end
  lu.assertEquals(core.list(read(1):column "v"), { 1, 1 })
  local t, sentence = read(2)
  lu.assertNil(t)
  lu.assertStrContains(sentence, 'variable "v" has a dimension twice')
end

function TestNetcdf:test_ncdump_reads_it()
  outside.need "ncdump"
  assert(grid:netcdf(path "grid.nc"))
  local said, status = outside.output(core.format("ncdump %s", outside.quoted(path "grid.nc")))
  lu.assertEquals(status, 0, said)
  for _, part in ipairs{ "tp = 3 ;", "device = 2 ;", "double f_ser(tp, device) ;", 't_x:units = "s"',
    't_x:original_name = "t/x"', "f_ser =\n  0.1, 0.333333333333333,\n  NaN, Infinity,\n  -Infinity, 1e-300 ;",
    ":history = \"test, a | b" } do
    lu.assertStrContains(said, part)
  end
end

function TestNetcdf:test_xarray_reads_it()
  local python = "/usr/bin/python3"
  local _, status = outside.output(core.format("%s -c 'import xarray, scipy'", python))
  outside.skip_if(status ~= 0 and "python3-xarray and python3-scipy are not there")
  assert(grid:netcdf(path "grid.nc"))
  local file = assert(io.open(path "look.py", "w"))
  file:write("import sys, xarray\nd = xarray.open_dataset(sys.argv[1], engine='scipy')\n",
    "print(d.f_ser.dims, d.f_ser.sel(tp=1, device='µ_2').item(), d.t_x.units, d.f_ser.long_name, list(d.device.values))\n")
  file:close()
  local said = outside.output(core.format("PYTHONIOENCODING=utf-8 %s %s %s", python, outside.quoted(path "look.py"),
    outside.quoted(path "grid.nc")))
  lu.assertEquals(said, "('tp', 'device') 0.3333333333333333 s share, \"serialized\" ['a', 'µ_2']\n")
end

TestText = {}

function TestText:test_plain_csv()
  local t = tw.table{ names = { "h", "t" }, units = { t = "s" }, head = "x",
    columns = { h = { "1", "2" }, t = { 0.5, 2 } } }
  lu.assertEquals(t:csv(), "# x\nh [text],t [s]\n1,0.5\n2,2\n")
  lu.assertEquals(t:csv{ plain = true }, "h,t\n1,0.5\n2,2\n")
  lu.assertEquals(t:csv(path "plain.csv", { plain = true }), path "plain.csv")
  lu.assertEquals(t:csv{ plain = true, path = path "plain.csv" }, path "plain.csv")
  lu.assertEquals(require("files").content(path "plain.csv"), "h,t\n1,0.5\n2,2\n")
end

local shown = tw.table{ names = { "a|b", "f_x", "t", "n" }, units = { f_x = "1", t = "s" },
  columns = { ["a|b"] = { "x_1", "50 % & more" }, f_x = { 0.25, 0.5 }, t = { 1e-3, nan }, n = { 1e20, 3 } } }

function TestText:test_markdown()
  lu.assertEquals(shown:markdown(), "| a\\|b | f\\_x (%) | t (ms) | n |\n| :-- | --: | --: | --: |\n"
    .. "| x\\_1 | 25 | 1 | 1e+20 |\n| 50 % & more | 50 | - | 3 |\n")
end

function TestText:test_latex()
  lu.assertEquals(shown:latex(), "\\begin{tabular}{l S[table-format=2.0] S[table-format=1.0] S[table-format=1.0]}\n"
    .. "\\toprule\n{a\\textbar{}b} & {f\\_x (\\si{\\percent})} & {t (\\si{ms})} & {n} \\\\\n\\midrule\n"
    .. "x\\_1 & 25 & 1 & {\\num{1e+20}} \\\\\n50 \\% \\& more & 50 & {--} & 3 \\\\\n\\bottomrule\n\\end{tabular}\n")
  local float = shown:latex{ caption = "50 %", label = "tab:x" }
  lu.assertStrContains(float, "\\caption{50 \\%}\n\\label{tab:x}\n")
  lu.assertStrContains(float, "\\end{table}\n")
end

-- The beginning of a cell must not be read as an option of the line before, characters that LaTeX's fonts lack are set in
-- mathematics, and hyphens stay hyphens.
local odd = tw.table{ names = { "[a] %_&#~^\\{}$|<>", "t", "rate" }, units = { t = "s", rate = "byte/s^0.5" },
  columns = { ["[a] %_&#~^\\{}$|<>"] = { "[x] first", "*star", "≤ ≥ ≈ ≠ − → ∞ · × ± é µ",
    "50 % & _x_ #1 ~ ^2 \\ {b} $c$",
    "--quick ---" }, t = { 1e-6, nan, 3e-6, -4e-6, 1 / 0 }, rate = { 1, 2, 3, 4, 1e20 } } }

function TestText:test_latex_of_odd_texts()
  local text = odd:latex{ caption = "[50 %] ≤ µ", label = "tab:x" }
  for _, part in ipairs{ "\n{[}x] first & 1 ", "\n{*}star & {--} ", "\n$\\leq$ $\\geq$ ", " $\\pm$ é µ &",
    "\n-{}-{}quick -{}-{}-{} &",
    "\\caption{{[}50 \\%] $\\leq$ µ}", "{t (\\si{us})}" } do
    lu.assertStrContains(text, part)
  end
end

function TestText:test_latex_takes_it()
  outside.need "pdflatex"
  local _, missing = outside.output "kpsewhich siunitx.sty booktabs.sty"
  outside.skip_if(missing ~= 0 and "LaTeX's packages siunitx and booktabs are not there")
  require("files").write(path "odd.tex", core.format("\\documentclass{article}\n\\usepackage{booktabs,siunitx}\n"
    .. "\\begin{document}\n%s\n%s\n\\end{document}\n", odd:latex{ caption = "[50 %] ≤ µ", label = "tab:x" },
      shown:latex()))
  local said, status = outside.output(core.format(
    "cd %s && pdflatex -halt-on-error -interaction=nonstopmode odd.tex </dev/null", outside.quoted(path "")))
  lu.assertEquals(status, 0, said)
end

-- The notes of a table are below it in every format for people.
function TestText:test_remarks()
  local t = tw.sweep{ model = "gpt3_175b", device = "h100_sxm", over = { tp = { 7, 8 } }, want = "f_ser" }
  for _, format in ipairs{ "markdown", "latex", "netcdf" } do
    lu.assertStrContains(t[format](t), "no legal layout in 1 of 2 rows")
  end
end

function TestText:test_json_escapes()
  local t = tw.table{ names = { "x" }, columns = { x = { 'a"b\\c\n\1' } } }
  lu.assertStrContains(t:json(), [["x": "a\"b\\c\n\u0001"]])
  local bad = tw.table{ names = { "x" }, columns = { x = { "\255" } } }
  lu.assertErrorMsgContains("json: a text of the table is not UTF-8", bad.json, bad)
end

TestSpreadsheets = {}

-- No cell begins like a formula of a spreadsheet, and the texts are read back unchanged.
function TestSpreadsheets:test_no_cell_becomes_a_formula_of_a_spreadsheet()
  local texts = { "=1+1", "+x", "@SUM(A1)", "'=x", "''@", "'x", "'", "-x", "a=b", "=a,b", '="q"', "", "+5", "=" }
  local t = tw.table{ names = { "=h", "n" }, columns = { ["=h"] = texts, n = tw.linear(1, #texts, #texts) } }
  local out = assert(t:csv(path "formulas.csv"))
  local file = assert(io.open(out, "rb"))
  local written = file:read "*a"
  file:close()
  for line in written:gmatch "[^\n]+" do
    if line:sub(1, 1) ~= "#" then
      lu.assertNil(line:match '^"?[=+@]', line)
      lu.assertNil(line:match ',"?[=+@]', line)
    end
  end
  local back = assert(tw.read(out))
  lu.assertEquals(back:names(), { "=h", "n" })
  for i, text in ipairs(texts) do lu.assertEquals(back[i]["=h"], text) end
end

-- A column whose name contains a semicolon stays one column.
function TestSpreadsheets:test_a_semicolon_in_a_name()
  local out = assert(tw.table{ names = { "a;b" }, columns = { ["a;b"] = { 1, 2 } } }:csv(path "semicolon.csv"))
  lu.assertEquals(assert(tw.read(out)):names(), { "a;b" })
end

-- A pipe without a writer is refused; one that a shell has connected is read.
function TestSpreadsheets:test_pipes()
  local pipe = path "pipe"
  outside.output("mkfifo " .. outside.quoted(pipe))
  local none, sentence, code = tw.read(pipe, { as = "csv" })
  lu.assertEquals({ none or "none", code }, { "none", 29 })
  lu.assertStrContains(sentence, "pipe: a named pipe without a certain writer; read /dev/stdin")
  local script = path "stdin.lua"
  assert(core.write(script, 'print(require("twocs").read("/dev/stdin", { as = "csv" }).n)\n'))
  lu.assertEquals((outside.output(core.format("printf 'a\\n1\\n2\\n' | %s %s", outside.quoted(outside.twocs),
    outside.quoted(script)))), "2\n")
end

TestMistakes = {}

function TestMistakes:test_options()
  lu.assertErrorMsgContains('csv: there is no option "plian"; did you mean "plain"?', grid.csv, grid, { plian = true })
  lu.assertErrorMsgContains("csv: plain = 5: expected a boolean", grid.csv, grid, { plain = 5 })
  lu.assertErrorMsgContains("json: expected a path, got 5", grid.json, grid, 5)
  lu.assertErrorMsgContains("latex: caption = 5: expected a string", grid.latex, grid, { caption = 5 })
end

function TestMistakes:test_environment()
  for _, format in ipairs{ "csv", "json", "markdown", "latex", "netcdf" } do
    local done, sentence, code = grid[format](grid, path "no/such/folder")
    lu.assertNil(done)
    lu.assertStrContains(sentence, "no/such/folder: ")
    lu.assertEquals(type(code), "number")
  end
  local full = io.open("/dev/full")
  outside.skip_if(not full and "/dev/full is not there")
  full:close()
  local values = {}
  for i = 1, 20000 do values[i] = i end
  local t = tw.table{ names = { "x" }, columns = { x = values } }
  for _, format in ipairs{ "csv", "json", "markdown", "latex", "netcdf" } do
    local done, sentence = t[format](t, "/dev/full")
    lu.assertNil(done, format)
    lu.assertStrContains(sentence, "/dev/full: No space left on device")
  end
end

-- A damaged document is reported in a sentence.
function TestMistakes:test_a_damaged_document_is_refused()
  local function refused(text, part)
    local file = assert(io.open(path "bad.json", "wb"))
    file:write(text)
    file:close()
    local t, sentence = tw.read(path "bad.json", { as = "json" })
    lu.assertNil(t)
    lu.assertStrContains(sentence, part)
  end
  refused("[1, 2]", 'expected {"schema"')
  refused('{"schema": {"fields": [{"name": 5}]}, "data": []}', "field 1 has no name, or one that another field has")
  refused('{"schema": {"fields": [{"name": "a", "type": "number"}]}, "data": [{"a": "x"}]}', 'row 1: "a" is not a number')
  refused('{"schema": {"fields": [{"name": "a", "type": "string"}]}, "data": [{"a": null}]}', 'row 1: "a" is not a text')
  refused('{"schema": {"fields": [{"name": "a"}, {"name": "a"}]}, "data": []}',
    "field 2 has no name, or one that another field has")
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. outside.quoted(scratch))
os.exit(result == 0, true)
