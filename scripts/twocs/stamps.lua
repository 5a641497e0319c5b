-- SPDX-License-Identifier: MIT
-- Whether a study has to run again. Its stamp holds a hash over the executable and all that it read (its script, the
-- scripts of the house that were loaded), and the names of what it wrote. Its findings lie beside the stamp.
local core = require "twocs.core"
local tables = require "twocs.table"

local stamps = {}

local finding_columns = { "item", "low", "high", "basis", "label", "note", "not_yet" }
local numbers = { low = true, high = true }

--- The text of a file; "" where there is none.
function stamps.content(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("*a")
  file:close()
  return text or ""
end

local function hash_of(paths)
  local parts = { core.hash(stamps.content("/proc/self/exe")) }
  for _, path in ipairs(paths) do parts[#parts + 1] = core.hash(stamps.content(path)) end
  return core.hash(table.concat(parts, " "))
end

local function loaded_scripts()
  local paths = {}
  for name in pairs(package.loaded) do
    local ours = name:match("^twocs%.") or name:match("^studies%.")
    local path = ours and package.searchpath(name, package.path)
    if path then paths[#paths + 1] = path end
  end
  table.sort(paths)
  return paths
end

-- Lines "r path" were read, "w path" were written; the first line is the hash.
local function stamp_parts(text)
  local hash, read, wrote = text:match("^(%x+)\n"), {}, {}
  for kind, path in text:gmatch("\n(%a) ([^\n]*)") do
    local list = kind == "w" and wrote or read
    list[#list + 1] = path
  end
  return hash, read, wrote
end

--- The findings of the study's last run if nothing that it read or wrote has changed since, else nil.
function stamps.findings(stamp)
  local hash, read, wrote = stamp_parts(stamps.content(stamp))
  if not hash or hash ~= hash_of(read) then return nil end
  for _, path in ipairs(wrote) do
    if stamps.content(path) == "" then return nil end
  end
  local t = tables.read(stamps.content(stamp .. ".csv"))
  if not t then return nil end
  local list = {}
  for row in t:rows() do
    local f = { label = "", note = "" }
    for _, name in ipairs(finding_columns) do
      local value = row[name]
      -- A column of nothing but empty texts is read back as one of missing numbers.
      local there = value == value and value ~= "" and (numbers[name] or type(value) == "string")
      if there then f[name] = value end
    end
    list[#list + 1] = f
  end
  return list
end

local function findings_table(findings)
  local columns = {}
  for _, name in ipairs(finding_columns) do
    columns[name] = {}
    for i, f in ipairs(findings) do columns[name][i] = f[name] or (numbers[name] and 0 / 0 or "") end
  end
  return tables.new{ n = #findings, names = finding_columns, columns = columns, units = {}, meanings = {} }
end

--- Keeps what a study found: script is its own file, files what it wrote. true, or nil and a sentence.
function stamps.keep(stamp, script, files, findings)
  local read = loaded_scripts()
  read[#read + 1] = script
  local lines = { hash_of(read) }
  for _, path in ipairs(read) do lines[#lines + 1] = "r " .. path end
  for _, path in ipairs(files) do lines[#lines + 1] = "w " .. path end
  local done, sentence = findings_table(findings):csv(stamp .. ".csv")
  if not done then return nil, sentence end
  local file, why = io.open(stamp, "w")
  if not file then return nil, why end
  file:write(table.concat(lines, "\n"), "\n")
  return file:close()
end

return stamps
