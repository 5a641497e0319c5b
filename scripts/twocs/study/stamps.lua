-- SPDX-License-Identifier: MIT
-- Whether a study must run again. Its stamp contains hashes of everything that it read (the interpreter, its script,
-- modules of Lua and of C, data files, folders, the environment), of everything that it wrote, including its results, and
-- of itself. All comparisons are by content, and modules are located again, so a stamp from another build or other scripts
-- is invalid.
local core = require "twocs.core"
local export = require "twocs.table.export"
local tables = require "twocs.table"
local watch = require "twocs.study.watch"

local stamps = {}

local finding_columns = { "item", "low", "high", "basis", "label", "note", "span", "unknown", "other", "cause", "noise",
  "not_yet" }
local figure_columns = { "name", "title", "subtitle", "note", "svg", "csv" }
local numbers = { low = true, high = true, noise = true }
local interpreter = "/proc/self/exe"

--- The text of a file; "" if it does not exist.
function stamps.content(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("*a")
  file:close()
  return text or ""
end

-- The lines of a stamp: "kind hash name", below the hash of all these lines.
local function text_of(things)
  local lines = {}
  for i, thing in ipairs(things) do lines[i] = core.format("%s %s %s\n", thing.kind, thing.hash, thing.name) end
  table.sort(lines)
  local body = table.concat(lines)
  return core.format("%s\n%s", core.hash(body), body)
end

-- The entries of a stamp, or nil if it is not a stamp or was edited.
local function things_of(text)
  local hash, body = text:match("^(%x+)\n(.*)$")
  if not hash or core.hash(body) ~= hash then return nil end
  local things = {}
  for kind, at, name in body:gmatch("(%a+) (%S+) ([^\n]*)\n") do
    things[#things + 1] = { kind = kind, hash = at, name = name }
  end
  return things
end

local function is_current(thing, script)
  if thing.kind == "script" then return thing.name == script and thing.hash == watch.hash("file", script) end
  if thing.kind == "took" then return true end
  if thing.kind == "wrote" then return thing.hash == watch.written(thing.name) end
  return thing.hash == watch.hash(thing.kind, thing.name)
end

local function findings_of(text)
  local t = tables.read(text)
  if not t then return nil end
  local list = {}
  for row in t:rows() do
    local f = { label = "", note = "" }
    for _, name in ipairs(finding_columns) do
      local value = row[name]
      -- A column of empty texts is read back as missing numbers.
      local there = value == value and value ~= "" and (numbers[name] or type(value) == "string")
      if there then f[name] = value end
    end
    list[#list + 1] = f
  end
  return list
end

--- The findings of a study's last run if nothing that it read or wrote has changed since, otherwise nil. Second: the
--- duration of that run in seconds, or nil.
function stamps.findings(stamp, script)
  local things, took = things_of(stamps.content(stamp)), nil
  if not things then return nil end
  local current = true
  for _, thing in ipairs(things) do
    current = current and is_current(thing, script)
    if thing.kind == "took" then took = tonumber(thing.name) end
  end
  return current and findings_of(stamps.content(stamp .. ".csv")) or nil, took
end

--- Whether nothing that a script read or wrote has changed.
function stamps.is_current(stamp, script)
  local things = things_of(stamps.content(stamp))
  for _, thing in ipairs(things or {}) do
    if not is_current(thing, script) then return false end
  end
  return things ~= nil
end

--- Writes the stamp for stamps.is_current. read: the result of watch.call; sources, files: paths of other files that it
--- read and wrote. true, or nil and a sentence.
function stamps.note(stamp, script, read, sources, files)
  local things = { { kind = "script", hash = watch.hash("file", script), name = script },
    { kind = "file", hash = watch.hash("file", interpreter), name = interpreter } }
  for _, thing in ipairs(read) do things[#things + 1] = thing end
  for _, path in ipairs(sources) do things[#things + 1] = { kind = "wrote", hash = watch.written(path), name = path } end
  for _, path in ipairs(files) do things[#things + 1] = { kind = "wrote", hash = watch.written(path), name = path } end
  local done, why = core.write(stamp, text_of(things))
  return done and true, why
end

local function table_of(list, names)
  local columns = {}
  for _, name in ipairs(names) do
    columns[name] = {}
    for i, f in ipairs(list) do columns[name][i] = f[name] or (numbers[name] and 0 / 0 or "") end
  end
  return tables.new{ n = #list, names = names, columns = columns, units = {}, meanings = {} }
end

--- The figures of the last run of a study: a list of { name, title, subtitle, note, svg, csv }.
function stamps.figures(stamp)
  local t, list = tables.read(stamps.content(stamp .. ".figures.csv")), {}
  for row in t and t:rows() or function() end do
    local figure = {}
    for _, name in ipairs(figure_columns) do figure[name] = type(row[name]) == "string" and row[name] or "" end
    list[#list + 1] = figure
  end
  return list
end

--- Writes the stamp and the findings of a study. run = { script =, read = (result of watch.call), files = that it wrote,
--- figures =, findings =, seconds = }. true, or nil and a sentence.
function stamps.keep(stamp, run)
  local kept, sentence = export.run("csv", table_of(run.findings, finding_columns), stamp .. ".csv")
  if not kept then return nil, sentence end
  local drawn
  drawn, sentence = export.run("csv", table_of(run.figures, figure_columns), stamp .. ".figures.csv")
  if not drawn then return nil, sentence end
  local things = { { kind = "script", hash = watch.hash("file", run.script), name = run.script },
    { kind = "file", hash = watch.hash("file", interpreter), name = interpreter },
    { kind = "took", hash = "-", name = core.format("%.3f", run.seconds) },
    { kind = "wrote", hash = watch.written(kept), name = kept },
    { kind = "wrote", hash = watch.written(drawn), name = drawn } }
  for _, thing in ipairs(run.read) do things[#things + 1] = thing end
  for _, path in ipairs(run.files) do things[#things + 1] = { kind = "wrote", hash = watch.written(path), name = path } end
  local done, why = core.write(stamp, text_of(things))
  return done and true, why
end

return stamps
