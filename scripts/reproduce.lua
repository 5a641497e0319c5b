-- SPDX-License-Identifier: MIT
-- twocs scripts/reproduce.lua [--again] [paper ...]: runs the studies of the papers and holds what they found against what
-- the papers print. A study is not run again while nothing that it reads has changed.
require "twocs"
local claims = require "twocs.claims"
local core = require "twocs.core"
local stamps = require "twocs.stamps"
local study = require "twocs.study"

local home = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/studies/"

local function fail(...)
  io.stderr:write("reproduce: ", core.format(...), "\n")
  os.exit(1)
end

local function must(value, sentence)
  if not value then fail("%s", sentence) end
  return value
end

-- Folders of studies are papers, whose scripts are its tables and figures; others hold no claims, and run when they are
-- asked for.
local function folders(claimed)
  local names, papers = {}, {}
  for _, file in ipairs(must(core.files(home))) do
    if not file:match("%.") then
      names[#names + 1] = file
      if claimed[file] then papers[#papers + 1] = file end
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

local function options(by_item)
  local claimed, is_folder = {}, {}
  for _, item in pairs(by_item) do claimed[item.paper] = true end
  local again, chosen, known, papers = false, {}, folders(claimed)
  for _, name in ipairs(known) do is_folder[name] = true end
  for _, word in ipairs(arg) do
    if word == "--again" then again = true
    elseif is_folder[word] then chosen[#chosen + 1] = word
    else fail('there are no studies "%s"; there are %s', word, table.concat(known, ", ")) end
  end
  return again, #chosen > 0 and chosen or papers
end

local function study_run(script, folder, stamp)
  study.folder, study.findings, study.files = folder, {}, {}
  local chunk, sentence = loadfile(script)
  must(chunk, sentence)
  local own = arg[0]
  arg[0] = script -- the head of its CSVs names it
  local done, why = xpcall(chunk, debug.traceback)
  arg[0] = own
  must(done, why)
  must(stamps.keep(stamp, script, study.files, study.findings))
  return study.findings
end

local function paper_run(paper, again)
  local folder, all, ran = "out/" .. paper, {}, 0
  must(core.folder(folder .. "/.stamps"))
  local names = studies_of(paper)
  for i, name in ipairs(names) do
    io.stderr:write(core.format("\r\27[K%s: %d of %d, %s", paper, i, #names, name))
    local stamp = core.format("%s/.stamps/%s", folder, name)
    local findings = not again and stamps.findings(stamp)
    if not findings then
      findings, ran = study_run(core.format("%s%s/%s.lua", home, paper, name), folder, stamp), ran + 1
    end
    for _, f in ipairs(findings) do all[#all + 1] = f end
  end
  io.stderr:write(core.format("\r\27[K%s: %d studies, %d run, figures and their data in %s\n", paper, #names, ran, folder))
  return all
end

-- What may differ between two runs stands here and in no CSV.
local function provenance_write()
  local file = must(io.open("out/provenance.txt", "w"))
  file:write(core.format("twocs %s, %s, %d threads, %s\n", core.version, jit and jit.version or _VERSION, core.threads(),
    os.date("!%Y-%m-%d %H:%M:%S UTC")))
  file:close()
end

local by_item, order = claims.read(stamps.content(home .. "claims.csv"))
local again, chosen = options(by_item)
local findings, items = {}, {}
for _, paper in ipairs(chosen) do
  for _, f in ipairs(paper_run(paper, again)) do findings[#findings + 1] = f end
  for _, item in ipairs(order) do
    if by_item[item].paper == paper then items[#items + 1] = item end
  end
end
local t = claims.table(by_item, items, findings)
must(t:csv("out/reproduce.csv"))
provenance_write()
print(claims.text(t))
print("\nThe same, with units and notes: out/reproduce.csv")
