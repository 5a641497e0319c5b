-- SPDX-License-Identifier: MIT
-- Pages: tw.report of a script, `twocs watch`, and the text of the page of `reproduce` (the page itself is in
-- reproduce_test.lua). A page must be self-contained, so the test reads its tags, and looks for every id that is
-- referenced, and for any reference to something outside.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local outside = require "outside"

local scratch = outside.scratch()
local drawn = pcall(require, "twocs_draw")
local figures
if drawn then
  figures = require "twocs.figure"
  figures.out = scratch
end

local content = require("files").content

local write = require("files").write

local void = { meta = true, br = true, input = true, img = true }

-- The fault of a page, or nil.
local function fault(page)
  if page:sub(1, 15) ~= "<!DOCTYPE html>" then return "no doctype" end
  local open, ids, targets = {}, {}, {}
  local body = page:gsub("<style>.-</style>", "<style></style>")
  for closing, name, attributes, single in body:sub(16):gmatch("<(/?)(%a[%w:]*)([^<>]-)(/?)>") do
    if closing == "/" then
      if open[#open] ~= name then return core.format("</%s> closes <%s>", name, open[#open] or "nothing") end
      open[#open] = nil
    elseif single ~= "/" and not void[name] then
      open[#open + 1] = name
    end
    local id = attributes:match(' id="([^"]*)"')
    if id and ids[id] then return core.format("id %s occurs twice", id) end
    if id then ids[id] = true end
    for target in attributes:gmatch('href="#([^"]*)"') do targets[target] = true end
    for target in attributes:gmatch("url%(#([^)]*)%)") do targets[target] = true end
    if name == "script" or name == "link" or attributes:find(" src=") then
      return core.format("<%s> needs another file", name)
    end
    local quotes = select(2, attributes:gsub('"', ""))
    if quotes % 2 == 1 then return core.format("<%s%s>: quotes", name, attributes) end
  end
  if #open > 0 then return core.format("<%s> is not closed", open[#open]) end
  for target in pairs(targets) do
    if not ids[target] then return core.format("nothing has the id %s", target) end
  end
  for address in body:gmatch("https?://[^%s\"<)]*") do
    if not address:find("^http://www%.w3%.org/") then return core.format("it names %s", address) end
  end
end

local t = tw.table{ names = { "x", "a<b", "f_y" }, units = { f_y = "1" },
  columns = { x = { 1, 2, 4 }, ["a<b"] = { "<i>", "&", '"' }, f_y = { 0.1, 0.2, 0.5 } } }

TestPage = {}

function TestPage:test_the_checker_itself()
  lu.assertNil(fault("<!DOCTYPE html><p>x</p>"))
  for _, wrong in ipairs{ "<p>x", "<p><b>x</p></b>", '<p id="a"></p><p id="a"></p>', '<a href="#b"></a>',
    '<img src="x.png">', "<script></script>", "<p>https://example.org</p>" } do
    lu.assertNotNil(fault("<!DOCTYPE html>" .. wrong), wrong)
  end
end

function TestPage:test_texts_and_tables()
  local name = scratch .. "/page"
  lu.assertEquals(tw.report{ title = 'A <title> & "more"', name = name, "# Part <1>", "A text & more.", t, "two\nlines",
    tw.devices.mi210 }, name .. ".html")
  local page = content(name .. ".html")
  lu.assertNil(fault(page))
  for _, part in ipairs{ "<title>A &lt;title&gt; &amp; &quot;more&quot;</title>", "<h2>Part &lt;1&gt;</h2>",
    "<p>A text &amp; more.</p>", "f_y [%]", ">&lt;i&gt;</td>", ">50</td>", "<pre>two\nlines</pre>", "device mi210",
    "prefers-color-scheme: dark", "max-width: 40rem" } do
    lu.assertStrContains(page, part)
  end
end

-- Two figures in one page: their ids differ, and the outline of a letter occurs once.
function TestPage:test_figures()
  outside.skip_if(not drawn and "there is no module that draws")
  local a = assert(tw.lines("a", t, { x = "x", y = "f_y", title = "The first" }))
  local b = assert(tw.lines("b", t, { x = "x", y = "f_y", title = "The second", subtitle = "Of two" }))
  local name = scratch .. "/figures"
  assert(tw.report{ title = "Figures", name = name, a, b })
  local page = content(name .. ".html")
  lu.assertNil(fault(page))
  lu.assertEquals(select(2, page:gsub("<svg ", "")), 2)
  lu.assertEquals(select(2, page:gsub('class="figures"', "")), 1)
  for _, part in ipairs{ "<strong>The first</strong>", "<strong>The second</strong>. Of two", 'href="a.csv"',
    'href="b.csv"', 'aria-label="The first"' } do
    lu.assertStrContains(page, part)
  end
  lu.assertTrue(#page < #content(a.svg) + #content(b.svg))
end

-- The outline of a letter is defined where it is first drawn, and no picture has empty definitions.
function TestPage:test_outlines_are_defined_once()
  local page = require("twocs.report.svg").page()
  local text = '<svg viewBox="0 0 4 3"><g id="glyph0-1"><path d="M 1"/></g><use href="#glyph0-1"/></svg>'
  local first, second = page:picture(text, "a"), page:picture(text, "b")
  lu.assertStrContains(first, '<defs><g id="g1"><path d="M 1"/></g></defs><use href="#g1"/>')
  lu.assertStrContains(second, 'aria-label="b"><use href="#g1"/></svg>')
end

function TestPage:test_many_rows_and_remarks()
  local list = {}
  for i = 1, 300 do list[i] = i end
  local long = tw.table{ names = { "x" }, columns = { x = list } }
  local crooked = tw.sweep{ model = "gpt3_175b", device = "h100_sxm", over = { tp = { 7, 8 } }, want = "f_ser" }
  assert(tw.report{ title = "Rows", name = scratch .. "/rows", long, crooked })
  local page = content(scratch .. "/rows.html")
  lu.assertStrContains(page, "100 more rows")
  lu.assertStrContains(page, "no legal layout in 1 of 2 rows")
end

function TestPage:test_mistakes()
  local function says(part, ...) lu.assertErrorMsgContains(part, tw.report, ...) end
  says('expected { title = "..."')
  says('expected { title = "..."', {})
  says('unknown key "titel"', { title = "x", titel = "y" })
  says("item 1 is 5, expected a text, a table or a figure", { title = "x", 5 })
  write(scratch .. "/file", "no folder")
  local none, sentence = tw.report{ title = "x", name = scratch .. "/file/x" }
  lu.assertNil(none)
  lu.assertStrContains(sentence, "/file")
end

TestWords = {}

-- The page of a paper with two claims: it contains every cell of a claim, and each button except the one for all claims has
-- a rule that hides the other rows.
function TestWords:test_a_page_of_claims()
  local claims = require "twocs.study.claims"
  local by_item, order = claims.read("paper,item,claim,unit,published_low,published_high,printed_low,printed_high,approx,"
    .. "kind,bases,standing,erratum,corrected,where,note\np,A,first claim,%,20,20,20,20,0,value,exact,primary,,,1,\n"
    .. "p,B,second claim,%,20,20,20,20,0,value,exact,primary,,,1,\n")
  local function finding(item, value)
    return { item = item, low = value, high = value, basis = "exact", label = "", note = "by hand", cause = "model: crude" }
  end
  local findings = { finding("A", 20), finding("B", 23) }
  local name = scratch .. "/claims.html"
  local empty = tw.table{ n = 0, names = { "term", "meaning" }, columns = { term = {}, meaning = {} } }
  assert(require("twocs.report.papers").write{ path = name, by_item = by_item, glossary = empty, provenance = "",
    table = claims.table(by_item, order, findings),
    chosen = tw.table{ n = 0, names = { "paper", "figure" }, columns = { paper = {}, figure = {} } },
    papers = { { name = "p", studies = { { name = "fig01", figures = {}, findings = findings } } } } })
  local page = content(name)
  lu.assertNil(fault(page))
  for _, part in ipairs{ ">A</td>", ">first claim</td>", ">20 %</td>", ">second claim</td>", ">23 %</td>",
    ">model: crude</td>", '>reproduced</strong>', '>differs: +3 points</strong>', ">by hand; basis: exact;" } do
    lu.assertStrContains(page, part)
  end
  for id in page:gmatch 'id="([^"]*)" name="choice"' do
    if id ~= "show-all" then lu.assertStrContains(page, "#" .. id .. ":checked) .claims tbody") end
  end
  lu.assertStrContains(page, "#show-main:not(:checked)) .claims p { display: none; }")
end

-- The glossary has all names of verdicts, bases, standings and errata.
function TestWords:test_the_glossary_has_every_word()
  local home = arg[0]:match("^(.*)/tests/lua/[^/]*$") or "."
  local known = {}
  for row in assert(tw.read(home .. "/scripts/studies/glossary.csv")):rows() do
    lu.assertNil(known[row.term], row.term)
    known[row.term] = true
    lu.assertTrue(#row.meaning > 10, row.term)
  end
  local function has(word) lu.assertTrue(known[word] ~= nil, word .. " is not in glossary.csv") end
  for row in assert(tw.read(home .. "/scripts/studies/claims.csv")):rows() do
    has(row.standing)
    if type(row.erratum) == "string" and row.erratum ~= "" then has(row.erratum) end
    for basis in row.bases:gmatch("[^|]+") do
      lu.assertTrue(known[basis] or known[basis .. " (basis)"], basis)
    end
  end
  for _, word in ipairs{ "reproduced", "differs", "by construction", "calibrated", "set-up not given", "not yet", "basis",
    "standing", "Cal-0", "Cal-0, N=4", "Cal-1" } do has(word) end
end

-- The page describes a paper by the text of the glossary, and only there, or by its reference: ERDI24 for the folder
-- erdil24. It is named by its authors and year, or by its topic. A folder without either keeps its name.
function TestWords:test_papers_have_references()
  local known = {}
  for _, reference in ipairs(core.references()) do known[reference.name] = reference.text end
  local glossary = tw.table{ names = { "term", "meaning" }, columns = {
    term = { "a", "fernandez24", "beyond" }, meaning = { "b", "Fernandez et al.", "three by hand: a, b and c" } } }
  local none = require("twocs.study.claims").table({}, {}, {})
  local list = {}
  for i, name in ipairs{ "pati23", "erdil24", "fernandez24", "neighbours", "beyond" } do
    list[i] = { name = name, studies = {} }
  end
  assert(require("twocs.report.papers").write{ path = scratch .. "/papers.html", papers = list, table = none, by_item = {},
    glossary = glossary, provenance = "test" })
  local page = content(scratch .. "/papers.html")
  lu.assertNil(fault(page))
  for _, part in ipairs{ known.PATI23, known.ERDI24, "<p>neighbours</p>", "<p>Fernandez et al.</p>",
    ">Pati et al. 2023</h2>", ">Erdil and Schneider-Joseph 2024</h2>", ">Fernandez et al. 2024</h2>", ">neighbours</h2>",
    ">Three by hand</h2>" } do
    lu.assertStrContains(page, part)
  end
  lu.assertNotStrContains(page, "<dd>Fernandez et al")
end

-- No file name of a study is a heading: it is a figure, table or section, or the glossary has a text for it.
function TestWords:test_no_study_is_headed_by_its_file()
  local home = arg[0]:match("^(.*)/tests/lua/[^/]*$") or "."
  local named, claimed = {}, {}
  for row in assert(tw.read(home .. "/scripts/studies/glossary.csv")):rows() do named[row.term] = true end
  for row in assert(tw.read(home .. "/scripts/studies/claims.csv")):rows() do claimed[row.paper] = true end
  for paper in pairs(claimed) do
    for _, file in ipairs(assert(core.files(core.format("%s/scripts/studies/%s", home, paper)))) do
      local study = file:match "^(.*)%.lua$"
      local is_printed = study and (study:find "^fig%d+%a?$" or study:find "^tab%d+$" or study:find "^sec%d+$")
      lu.assertTrue(not study or is_printed ~= nil or named[core.format("%s/%s", paper, study)], file)
    end
  end
end

-- Every reproduced folder of studies has its own sentence.
function TestWords:test_no_paper_is_nameless()
  local home = arg[0]:match("^(.*)/tests/lua/[^/]*$") or "."
  local named = {}
  for row in assert(tw.read(home .. "/scripts/studies/glossary.csv")):rows() do named[row.term] = true end
  for _, reference in ipairs(core.references()) do named[reference.name] = true end
  for row in assert(tw.read(home .. "/scripts/studies/claims.csv")):rows() do
    local name, year = row.paper:upper():match("^(%u+)(%d+)$")
    lu.assertTrue(named[row.paper] or name and named[core.format("%s%s", name:sub(1, 4), year)], row.paper)
  end
end

TestWatch = {}

-- The script runs again when it or a file that it reads changes; a mistake in between does not end the process.
function TestWatch:test_it_runs_again()
  outside.need "timeout"
  write(scratch .. "/data.csv", "x\n1\n")
  local script = 'local tw = require "twocs"\nlocal t = tw.read "data.csv"\n'
    .. 'tw.report{ title = "WORD " .. tw.format("%d", t[1].x), t }\n'
  write(scratch .. "/script.lua", (script:gsub("WORD", "first")))
  write(scratch .. "/second.lua", (script:gsub("WORD", "second")))
  write(scratch .. "/broken.lua", "x = = 1\n")
  local said = outside.output(core.format([[cd %s
wait_for() { n=0; until grep -q "$1" "$2" 2>/dev/null; do n=$((n + 1)); [ $n -lt 3000 ] || return 1; sleep 0.1; done; }
timeout 900 %s watch script.lua >log 2>&1 & pid=$!
wait_for "<title>first 1<" out/report.html && echo one
cp second.lua script.lua; wait_for "<title>second 1<" out/report.html && echo two
printf 'x\n7\n' >new.csv; mv new.csv data.csv; wait_for "<title>second 7<" out/report.html && echo three
cp broken.lua script.lua; wait_for "unexpected symbol" log && echo four
grep -q 'http-equiv="refresh"' out/report.html && echo five
[ "$(grep -c 'data.csv changed' log)" -eq 1 ] && echo six
kill $pid; wait $pid 2>/dev/null]], outside.quoted(scratch), outside.quoted(outside.twocs)))
  lu.assertEquals(said, "one\ntwo\nthree\nfour\nfive\nsix\n")
end

function TestWatch:test_mistakes()
  local function check(words, said, status)
    local text, number = outside.output(core.format("%s watch %s", outside.quoted(outside.twocs), words))
    lu.assertStrContains(text, said)
    lu.assertEquals(number, status)
  end
  check("", "watch needs a script: twocs watch SCRIPT.lua", 2)
  check("no_such.lua", "cannot open no_such.lua", 1)
end

TestTaken = {}

-- A page of another script, of no script, or a second one of this run is not replaced; one of an earlier run of this script
-- is.
function TestTaken:test_a_page_of_others_is_not_replaced()
  local script = require "twocs.report.script"
  local name = scratch .. "/taken"
  local function made() return tw.report{ title = "x", name = name } end
  lu.assertEquals(made(), name .. ".html")
  local before = content(name .. ".html")
  local none, sentence, code = made()
  lu.assertEquals({ none or "none", code }, { "none", 17 })
  lu.assertStrContains(sentence, "taken.html: this script has written it before; tw.report{ name = ")
  lu.assertEquals(content(name .. ".html"), before)
  script.written = {} -- as in the next run
  lu.assertEquals(made(), name .. ".html")
  script.written = {}
  write(name .. ".html", (before:gsub("Made by [^ ]+ ", "Made by other.lua ")))
  lu.assertStrContains(select(2, made()), "taken.html: the page there was written by other.lua; tw.report{ name = ")
  write(name .. ".html", "mine")
  lu.assertStrContains(select(2, made()), "taken.html: the page there was not written by a script")
  lu.assertEquals(content(name .. ".html"), "mine")
  script.refresh = 2 -- `twocs watch` writes its page again and again
  local first, second = made(), made()
  script.refresh = nil
  lu.assertEquals({ first, second }, { name .. ".html", name .. ".html" })
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. outside.quoted(scratch))
os.exit(result == 0, true)
