-- SPDX-License-Identifier: MIT
-- twocs scripts/reproduce.lua [--again] [--style NAME] [paper ...]: runs the studies of the papers and holds what they
-- found against what the papers print. A study is not run again while nothing that it read or wrote has changed, the
-- style of its figures included. Ctrl-C loses the study that runs and no other.
require "twocs"
local claims = require "twocs.study.claims"
local core = require "twocs.core"
local figure = require "twocs.figure"
local gate = require "twocs.ask.gate"
local progress = require "twocs.common.progress"
local stamps = require "twocs.study.stamps"
local study = require "twocs.study"
local tables = require "twocs.table"
local watch = require "twocs.study.watch"

-- What is known of devices, models and fits is a large heap that stays: to look through it less often takes a quarter off.
collectgarbage("setpause", 400)

local home = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/studies/"
local interrupted = 130 -- the exit status of what Ctrl-C ended
local terminal = core.is_terminal(2)

local function say(...)
  io.stderr:write(terminal and "\r\27[K" or "", core.format(...), "\n")
end

local function fail(...)
  say("reproduce: %s", core.format(...))
  os.exit(1)
end

local function must(value, sentence)
  if not value then fail("%s", sentence) end
  return value
end

-- Called where an error is raised. No other script runs after Ctrl-C, so this one says what it leaves.
local function on_error(why)
  if tostring(why):find("interrupted!?$") then
    say("reproduce: interrupted; run it again to continue")
    os.exit(interrupted)
  end
  why = tostring(why)
  return why:find("^[^\n]*:%d+: ") and debug.traceback(why, 2) or why -- a sentence without a place needs no more
end

-- Folders of studies are papers, whose scripts are its tables and figures; others hold no claims, and run when they are
-- asked for. The report has the papers that twocs was made for first, then the others by name.
local first = { "pati23", "fernandez24", "erdil24", "neighbours" }

local function folders(claimed)
  local names, papers, is_there = {}, {}, {}
  for _, file in ipairs(must(core.files(home))) do
    if not file:match("%.") then names[#names + 1], is_there[file] = file, claimed[file] end
  end
  for _, list in ipairs{ first, names } do
    for _, name in ipairs(list) do
      if is_there[name] then papers[#papers + 1], is_there[name] = name, nil end
    end
  end
  return names, papers
end

local function studies_of(paper)
  local names = {}
  for _, file in ipairs(must(core.files(home .. paper))) do
    names[#names + 1] = file:match("^(.*)%.lua$")
  end
  return names
end

local function style_of(name)
  if name ~= "screen" and name ~= "paper" and name ~= "slide" then
    fail('--style "%s": figures come in the styles screen, paper and slide', name or "")
  end
  return name
end

local function options(by_item)
  local claimed, is_folder = {}, {}
  for _, item in pairs(by_item) do claimed[item.paper] = true end
  local again, chosen, known, papers = false, {}, folders(claimed)
  for _, name in ipairs(known) do is_folder[name] = true end
  for i, word in ipairs(arg) do
    if word == "--again" then again = true
    elseif word == "--style" then figure.style = style_of(arg[i + 1])
    elseif arg[i - 1] == "--style" then -- its name
    elseif is_folder[word] then chosen[#chosen + 1] = word
    else fail('there are no studies "%s"; there are %s', word, table.concat(known, ", ")) end
  end
  return again, #chosen > 0 and chosen or papers
end

-- What studies share is loaded by each anew, so that each is seen to read what that reads.
local function forget_shared()
  for name in pairs(package.loaded) do
    if name:match("^studies%.") then package.loaded[name] = nil end
  end
end

local function study_run(one)
  study.folder, study.findings, study.files, study.figures = one.folder, {}, {}, {}
  os.remove(core.format("%s/%s_conclusion.csv", one.folder, one.name)) -- of a run before
  forget_shared()
  watch.hash("file", one.script)
  local began, chunk = core.clock(), must(loadfile(one.script))
  local own = arg[0]
  arg[0] = one.script -- the head of its CSVs names it
  -- A paper's set-up is stated once, for cases of which each needs a part of it.
  local done, why, read = gate.silently(watch.call, chunk, on_error)
  arg[0] = own
  must(done, why)
  read[#read + 1] = { kind = "style", name = "figures", hash = watch.hash("style", "figures") }
  must(stamps.keep(one.stamp, { script = one.script, read = read, files = study.files, figures = study.figures,
    findings = study.findings, seconds = core.clock() - began }))
  return study.findings
end

-- The studies of a paper, each with what it found if it need not run.
local function studies(paper, again)
  local folder, list, waiting = "out/" .. paper, {}, {}
  must(core.folder(folder .. "/.stamps"))
  for _, place in ipairs{ "out", folder, folder .. "/.stamps" } do core.sweep(place) end
  for i, name in ipairs(studies_of(paper)) do
    local one = { name = name, folder = folder, script = core.format("%s%s/%s.lua", home, paper, name),
      stamp = core.format("%s/.stamps/%s", folder, name) }
    one.findings, one.took = stamps.findings(one.stamp, one.script)
    if again then one.findings = nil end
    if not one.findings then waiting[#waiting + 1] = one end
    list[i] = one
  end
  return list, waiting
end

-- Seconds that the studies from the i-th on may take: as long as the last time, else as those before it did on average.
local function seconds_left(waiting, i, spent)
  local left = 0
  for k = i, #waiting do
    local guess = waiting[k].took or (i > 1 and spent / (i - 1))
    if not guess then return nil end
    left = left + guess
  end
  return left
end

local function paper_run(paper, again)
  local list, waiting = studies(paper, again)
  local bar = progress.new{ total = #waiting, terminal = true, clock = core.clock,
    write = function(text) io.stderr:write(text) end }
  local began = core.clock()
  for i, one in ipairs(waiting) do
    if terminal then
      bar:show(i - 1, core.format("%s %s", paper, one.name), seconds_left(waiting, i, core.clock() - began))
    end
    one.findings = study_run(one)
  end
  say("%s: %d studies, %d run, figures and their data in out/%s", paper, #list, #waiting, paper)
  return list, #waiting
end

-- What may differ between two runs is here and in no CSV.
local function provenance_write()
  local text = core.format("twocs %s, %s, %d threads, %s\n", core.version, jit and jit.version or _VERSION, core.threads(),
    os.date("!%Y-%m-%d %H:%M:%S UTC"))
  must(core.write("out/provenance.txt", text))
  return text
end

-- What a study ends with, or nil.
local function conclusion_of(one)
  local text = stamps.content(core.format("%s/%s_conclusion.csv", one.folder, one.name))
  local t = text ~= "" and tables.read(text)
  return t and t[1]
end

local function report_write(t, by_item, papers)
  for _, paper in ipairs(papers) do
    for _, one in ipairs(paper.studies) do
      one.figures, one.conclusion = stamps.figures(one.stamp), conclusion_of(one)
    end
  end
  local function read(name)
    local kept, sentence = tables.read(stamps.content(home .. name))
    if not kept then fail("%s%s: %s", home, name, sentence) end
    return kept
  end
  must(require("twocs.report.papers").write{ path = "out/report.html", table = t, by_item = by_item, papers = papers,
    glossary = read "glossary.csv",
    chosen = read "findings.csv", provenance = provenance_write() })
end

-- The report and the comparison of these papers, and what is printed of it.
local function papers_written(by_item, order, papers)
  local findings, items = {}, {}
  for _, one_paper in ipairs(papers) do
    local paper = one_paper.name
    for _, one in ipairs(one_paper.studies) do
      for _, f in ipairs(one.findings) do findings[#findings + 1] = f end
    end
    for _, item in ipairs(order) do
      if by_item[item].paper == paper then items[#items + 1] = item end
    end
  end
  local t = claims.table(by_item, items, findings)
  must(t:csv("out/reproduce.csv"))
  report_write(t, by_item, papers)
  return core.format("%s\n\nThe same, with units and notes: out/reproduce.csv; with the figures, in a browser: "
    .. "out/report.html\n", claims.text(t))
end

-- What the report is made of beyond what is read while it is: the claims, and the stamps of all studies, which change with
-- whatever the studies found or drew.
local function sources_of(papers)
  local list = { home .. "claims.csv", home .. "glossary.csv", home .. "findings.csv" }
  for _, paper in ipairs(papers) do
    for _, one in ipairs(paper.studies) do list[#list + 1] = one.stamp end
  end
  return list
end

local function reproduce()
  core.keep_jobs(false) -- half a map is not a figure
  local by_item, order = claims.read(stamps.content(home .. "claims.csv"))
  local again, chosen = options(by_item)
  local papers, ran = {}, 0
  for i, paper in ipairs(chosen) do
    local studies, count = paper_run(paper, again)
    papers[i], ran = { name = paper, studies = studies }, ran + count
  end
  must(core.folder("out/.stamps"))
  local stamp = core.format("out/.stamps/%s", core.hash(table.concat(chosen, " ")))
  local said = stamp .. ".txt"
  if ran > 0 or not stamps.is_current(stamp, arg[0]) then
    local text
    local done, why, read = watch.call(function() text = papers_written(by_item, order, papers) end, on_error)
    must(done, why)
    must(core.write(said, text))
    must(stamps.note(stamp, arg[0], read, sources_of(papers), { said, "out/reproduce.csv", "out/report.html" }))
  end
  io.write(stamps.content(said))
end

must(xpcall(reproduce, on_error))
