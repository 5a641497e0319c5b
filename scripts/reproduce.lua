-- SPDX-License-Identifier: MIT
-- twocs scripts/reproduce.lua [--again] [paper ...]: runs every study of the papers, then holds what they found against what
-- the papers print. A study whose inputs (its script, the house's scripts and engine) did not change is not run again.
require "twocs"
local core = require "twocs.core"
local tables = require "twocs.table"
local study = require "twocs.study"
local verdict = require "twocs.verdict"

local home = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/studies/"
local known = {}
for _, name in ipairs(assert(core.files(home))) do
  if not name:match("%.") then known[#known + 1] = name end
end

local function fail(...)
  io.stderr:write("reproduce: ", core.format(...), "\n")
  os.exit(1)
end

local function options()
  local again, chosen = false, {}
  for _, word in ipairs(arg) do
    if word == "--again" then again = true
    else
      local found
      for _, paper in ipairs(known) do found = found or paper == word end
      if not found then fail("there is no paper '%s'; there is %s", word, table.concat(known, ", ")) end
      chosen[#chosen + 1] = word
    end
  end
  return again, #chosen > 0 and chosen or known
end

local function content(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("*a")
  file:close()
  return text
end

local function claims_read()
  local t = assert(tables.read(content(home .. "claims.csv")))
  local claims, order = {}, {}
  for row in t:rows() do
    local low, high = row.published_low, row.published_high
    claims[row.item] = { paper = row.paper, item = row.item, claim = row.claim, unit = row.unit, low = low == low and low or nil,
      high = high == high and high or nil, printed_low = core.format("%s", row.printed_low), printed_high = core.format("%s", row.printed_high),
      approximate = row.approx == 1, kind = row.kind, standing = row.standing, erratum = row.erratum }
    order[#order + 1] = row.item
  end
  return claims, order
end

-- The stamp of a study: the files that it read when it last ran, and a hash over them and the executable.
local function inputs_hash(paths)
  local parts = { core.hash(content("/proc/self/exe")) }
  for _, path in ipairs(paths) do parts[#parts + 1] = core.hash(content(path)) end
  return core.hash(table.concat(parts, " "))
end

local function house_files()
  local paths = {}
  for name in pairs(package.loaded) do
    local path = (name:match("^twocs%.") or name:match("^studies%.")) and package.searchpath(name, package.path)
    if path then paths[#paths + 1] = path end
  end
  table.sort(paths)
  return paths
end

local function is_fresh(stamp_text)
  local lines = {}
  for line in stamp_text:gmatch("[^\n]+") do lines[#lines + 1] = line end
  local hash = table.remove(lines, 1)
  local produced, read = {}, {}
  for _, line in ipairs(lines) do
    local kind, path = line:match("^(%a) (.*)$")
    if kind == "w" then produced[#produced + 1] = path else read[#read + 1] = path end
  end
  for _, path in ipairs(produced) do
    if content(path) == "" then return false end
  end
  return #read > 0 and hash == inputs_hash(read)
end

local finding_columns = { "item", "low", "high", "basis", "label", "note", "not_yet" }

local function findings_write(path, findings)
  local columns = {}
  for _, name in ipairs(finding_columns) do
    columns[name] = {}
    for i, f in ipairs(findings) do
      local value = f[name]
      if name == "low" or name == "high" then columns[name][i] = value or 0 / 0 else columns[name][i] = value or "" end
    end
  end
  return tables.new{ n = #findings, names = finding_columns, columns = columns, units = {}, meanings = {} }:csv(path)
end

local function findings_read(path)
  local list = {}
  local t = tables.read(content(path))
  if not t then return nil end
  local text = { item = true, basis = true, label = true, note = true, not_yet = true }
  for row in t:rows() do
    local f = {}
    for _, name in ipairs(finding_columns) do
      local value = row[name]
      if text[name] then value = type(value) == "string" and value or "" end
      if value == value and value ~= "" then f[name] = value end
    end
    f.label, f.note = f.label or "", f.note or ""
    list[#list + 1] = f
  end
  return list
end

local function study_run(paper, name, folder)
  study.folder, study.findings, study.files = folder, {}, {}
  local path = home .. paper .. "/" .. name .. ".lua"
  local chunk, sentence = loadfile(path)
  if not chunk then fail("%s", sentence) end
  local script = arg[0]
  arg[0] = path
  local done, why = xpcall(chunk, debug.traceback)
  arg[0] = script
  if not done then fail("%s", why) end
  local stamp = house_files()
  stamp[#stamp + 1] = path
  local lines = { inputs_hash(stamp) }
  for _, read in ipairs(stamp) do lines[#lines + 1] = "r " .. read end
  for _, made in ipairs(study.files) do lines[#lines + 1] = "w " .. made end
  local wrote, what = findings_write(folder .. "/.stamps/" .. name .. ".csv", study.findings)
  local file = wrote and io.open(folder .. "/.stamps/" .. name, "w")
  if not file then fail("%s", what or "cannot write the stamp") end
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  return study.findings
end

local function studies_of(paper)
  local names = {}
  for _, file in ipairs(assert(core.files(home .. paper))) do
    if file:match("%.lua$") then names[#names + 1] = file:match("^(.*)%.lua$") end
  end
  return names
end

local function paper_run(paper, again, out)
  local folder, all, ran = out .. "/" .. paper, {}, 0
  local made, sentence = core.folder(folder .. "/.stamps")
  if not made then fail("%s", sentence) end
  local names = studies_of(paper)
  for i, name in ipairs(names) do
    local stamp = folder .. "/.stamps/" .. name
    local findings = not again and is_fresh(content(stamp)) and findings_read(stamp .. ".csv")
    io.stderr:write(core.format("\r\27[K%s: %d of %d, %s", paper, i, #names, name))
    if not findings then findings, ran = study_run(paper, name, folder), ran + 1 end
    for _, f in ipairs(findings) do all[#all + 1] = f end
  end
  io.stderr:write(core.format("\r\27[K%s: %d studies, %d run, figures and their data in %s\n", paper, #names, ran, folder))
  return all
end

local result_columns = { "paper", "item", "claim", "unit", "published_low", "published_high", "computed_low", "computed_high", "band_low", "band_high",
  "basis", "standing", "verdict", "note" }

local function result_table(claims, order, findings)
  local columns, n = {}, 0
  for _, name in ipairs(result_columns) do columns[name] = {} end
  local function add(claim, f)
    local note = f.label ~= "" and f.note ~= "" and f.label .. ": " .. f.note or f.label .. f.note
    local row = { paper = claim.paper, item = claim.item, claim = claim.claim, unit = claim.unit, published_low = claim.low, published_high = claim.high,
      computed_low = f.low, computed_high = f.high, basis = f.basis, standing = claim.standing, verdict = verdict.of(claim, f), note = note }
    n = n + 1
    for _, name in ipairs(result_columns) do
      local value = row[name]
      columns[name][n] = type(value) == "number" and core.format("%.6g", value) or value or ""
    end
  end
  local by_item = {}
  for _, f in ipairs(findings) do
    if not claims[f.item] then fail("a study found %s, which claims.csv does not have", f.item) end
    by_item[f.item] = by_item[f.item] or {}
    table.insert(by_item[f.item], f)
  end
  for _, item in ipairs(order) do
    for _, f in ipairs(by_item[item] or { { label = "", note = "", basis = "", not_yet = "no study asks for it" } }) do add(claims[item], f) end
  end
  return tables.new{ n = n, names = result_columns, columns = columns, units = {}, meanings = {} }
end

local function ends(low, high)
  if low == high then return low end
  return (low == "" and "..." or low) .. " - " .. (high == "" and "..." or high)
end

local function report(t)
  local counts, kinds = {}, {}
  print(core.format("%-7s %-58s %-12s %-17s %s", "item", "claim", "published", "computed", "verdict"))
  for row in t:rows() do
    local label = row.note:match("^(Cal[^:]*)")
    local claim = label and core.format("%s [%s]", row.claim, label) or row.claim
    print(core.format("%-7s %-58s %-12s %-17s %s", row.item, #claim > 58 and claim:sub(1, 55) .. "..." or claim, ends(row.published_low, row.published_high),
      ends(row.computed_low, row.computed_high), row.verdict))
    local kind = row.verdict:match("^[^:(]*"):gsub("%s+$", "")
    if not counts[kind] then kinds[#kinds + 1], counts[kind] = kind, 0 end
    counts[kind] = counts[kind] + 1
  end
  table.sort(kinds)
  local parts = {}
  for i, kind in ipairs(kinds) do parts[i] = core.format("%s %d", kind, counts[kind]) end
  print(core.format("\n%d rows: %s", t.n, table.concat(parts, ", ")))
end

local again, chosen = options()
local claims, order = claims_read()
local findings, wanted = {}, {}
for _, paper in ipairs(chosen) do
  for _, f in ipairs(paper_run(paper, again, "out")) do findings[#findings + 1] = f end
  for _, item in ipairs(order) do
    if claims[item].paper == paper then wanted[#wanted + 1] = item end
  end
end
local t = result_table(claims, wanted, findings)
local wrote, sentence = t:csv("out/reproduce.csv")
if not wrote then fail("%s", sentence) end
-- What may differ between two runs stands here and in no CSV.
local provenance = io.open("out/provenance.txt", "w")
if provenance then
  provenance:write(core.format("twocs %s, %s, %d threads, %s\n", core.version, jit and jit.version or _VERSION, core.threads(), os.date("!%Y-%m-%d %H:%M:%S UTC")))
  provenance:close()
end
report(t)
print(core.format("\nThe same, with units and notes: out/reproduce.csv"))
