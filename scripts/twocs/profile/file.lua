-- SPDX-License-Identifier: MIT
-- The CSV of a profile. Each row is written and flushed at once, so measured rows are always kept. When the file is opened
-- again, it continues after its last complete row if its head names the same machine.
local core = require "twocs.core"
local csv = require "twocs.table.csv"
local opened = require "twocs.common.opened"
local ordered = require "twocs.common.ordered"
local shapes = require "twocs.profile.shapes"
local tables = require "twocs.table"

local file = {}
file.__index = file

file.columns = { { "op" }, { "dtype" }, { "x", "1" }, { "m", "1" }, { "n", "1" }, { "k", "1" }, { "rows", "1" },
  { "width", "1" }, { "byte", "byte" }, { "flop", "flop" }, { "t", "s" }, { "t_least", "s" }, { "spread", "1" },
  { "repeats", "1" }, { "contaminated", "1" }, { "ranks", "1" } }

local measured = { t = true, t_least = true, spread = true }
-- Facts that may change on one machine. For example, its CPU and its processes (MPI) are different backends.
local changing = { backend = true, date = true, command = true, clock = true, twocs = true }
local opening = "# twocs profile"

local function header()
  local cells = {}
  for i, column in ipairs(file.columns) do
    cells[i] = column[2] and core.format("%s [%s]", column[1], column[2]) or column[1]
  end
  return table.concat(cells, ",")
end

--- A row as a CSV line.
function file.line(row)
  local cells = {}
  for i, column in ipairs(file.columns) do
    local value = row[column[1]]
    if type(value) == "string" then cells[i] = value
    elseif value == nil or value ~= value then cells[i] = "nan"
    else cells[i] = core.format(measured[column[1]] and "%.6g" or "%.15g", value) end
  end
  return table.concat(cells, ",")
end

--- The head of a file, from a list of facts.
function file.head(facts)
  local words = { opening:sub(3) }
  for _, fact in ipairs(facts) do
    local value = fact.value:gsub("[%c;]", " "):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
    if fact.name ~= "advice" then words[#words + 1] = core.format("%s: %s", fact.name, value) end
  end
  return table.concat(words, "; ")
end

local function facts_of(head)
  local facts = {}
  for name, value in head:gmatch("; ([%w_]+): ([^;]*)") do facts[name] = value end
  return facts
end

-- The reason why rows of one machine must not follow rows of the other, or nil.
local function difference(old_head, head)
  local old, new = facts_of(old_head), facts_of(head)
  for _, name in ipairs(ordered.keys(old)) do
    if new[name] and new[name] ~= old[name] and not changing[name] then
      return core.format("%s is %s in the file and %s here", name:gsub("_", " "), old[name], new[name])
    end
  end
end

-- The text of a file up to the last complete line, and its whole text.
local function content(path)
  local stream = opened.open(path)
  local all = stream and stream:read("*a") or ""
  if stream then stream:close() end
  return all:match("^.*\n") or "", all
end

local function lacking(t)
  local there = {}
  for _, name in ipairs(t:names()) do there[name] = true end
  for _, column in ipairs(file.columns) do
    if not there[column[1]] then return column[1] end
  end
end

-- The keys of a table's rows, the lines of its clean rows, and the number of contaminated rows.
local function sorted_out(t)
  local keys, clean, contaminated = {}, {}, 0
  for row in t:rows() do
    keys[shapes.key(row)] = row.contaminated == 1 and "contaminated" or "clean"
    if row.contaminated == 1 then contaminated = contaminated + 1 else clean[#clean + 1] = file.line(row) end
  end
  return keys, clean, contaminated
end

local nothing = { text = "", keys = {}, rows = 0, contaminated = 0, cut = true }

-- The contents of an earlier run, or nil and the reason why they cannot be continued.
local function earlier(path, head)
  local text, all = content(path)
  local first, rest = text:match("^# ([^\n]*)\n(.*)$")
  if all:sub(1, #opening) ~= opening:sub(1, #all) then return nil, core.format("%s exists and is not a profile", path) end
  if not rest or rest == "" then return nothing end -- it was cut off in its first two lines
  local other = difference(first, head)
  if other then
    return nil, core.format("%s was measured elsewhere (%s): give another --out, or remove it", path, other)
  end
  local t, why = tables.read(text)
  if not t then return nil, core.format("%s: %s", path, why) end
  local lacks = lacking(t)
  if lacks then return nil, core.format("%s lacks the column %s", path, lacks) end
  local keys, clean, contaminated = sorted_out(t)
  return { text = text, head = first, cut = #text < #all, keys = keys, clean = clean, rows = t.n,
    contaminated = contaminated }
end

-- The same without contaminated rows, so that they are measured again.
local function cleaned(found)
  if found.contaminated == 0 then return found end
  local lines, keys = { "# " .. found.head, header() }, {}
  for _, line in ipairs(found.clean) do lines[#lines + 1] = line end
  for key, what in pairs(found.keys) do keys[key] = what == "clean" and what or nil end
  return { text = table.concat(lines, "\n") .. "\n", keys = keys, rows = #found.clean, contaminated = 0, cut = true }
end

--- open(path, facts, again): a file to which rows are appended, or nil, sentence. Without a path its rows stay in memory.
--- Nothing is written before `begin` is called. again: contaminated rows are dropped.
function file.open(path, facts, again)
  local head = file.head(facts)
  local f = { path = path, text = "", keys = {}, rows = 0, contaminated = 0 }
  if path then
    local found, why = earlier(path, head)
    if not found then return nil, why end
    if again then found = cleaned(found) end
    f.text, f.cut, f.keys, f.rows, f.contaminated = found.text, found.cut, found.keys, found.rows, found.contaminated
  end
  f.new = f.text == ""
  f.head = core.format("# %s\n%s\n", head, header())
  return setmetatable(f, file)
end

--- From now on rows stay in memory.
function file:keep() self.path = nil end

--- Whether an item was measured before.
function file:has(item) return self.keys[item.key] end

local function put(self, text)
  self.text = self.text .. text
  if not self.stream then return true end
  local done, why, code = self.stream:write(text)
  if done then done, why, code = self.stream:flush() end
  if not done then return nil, core.format("%s: %s", self.path, why), code end
  return true
end

--- Starts to write; true, or nil, sentence, code.
function file:begin()
  if self.path then
    local done, why, code = true, nil, nil
    if self.cut then done, why, code = csv.write(self.path, self.text) end
    if done then self.stream, why, code = io.open(self.path, "ab") end
    if not self.stream then return nil, why, code end
  end
  return put(self, self.new and self.head or "")
end

--- Appends a row; true, or nil, sentence, code.
function file:append(row)
  self.rows = self.rows + 1
  if row.contaminated == 1 then self.contaminated = self.contaminated + 1 end
  return put(self, file.line(row) .. "\n")
end

function file:close()
  if self.stream then self.stream:close() end
  self.stream = nil
end

--- All rows as a table.
function file:table() return tables.read(self.text) end

return file
