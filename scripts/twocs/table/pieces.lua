-- SPDX-License-Identifier: MIT
-- A file with pieces of a long table, written by one process of many. It gets its name only when it is complete, and states
-- the question that it answers; `about` is { number, count, pieces, question } of the shard.
--   Its lines: the first line; the version; the shard; the number of pieces; a hash of the question; the CSV; for each
--   piece "piece NUMBER FROM BYTES", and "head FROM BYTES"; then "end ROWS rows, parts at BYTE". Piece p belongs to shard
--   (p - 1) % count + 1.
local core = require "twocs.core"
local csv = require "twocs.table.csv"

local pieces = {}
local File = {}
File.__index = File

local first_line = "twocs shard of a table, cut evenly"
local last_line = 80 -- bytes

-- ---- Reading.

-- The parts of an open file by name, { place, size }, and its number of rows; nil if the file is incomplete.
local function parts_of(file)
  local parts, size = {}, file:seek "end"
  file:seek("set", math.max(0, size - last_line))
  local rows, place = (file:read "*a"):match("\nend (%d+) rows, parts at (%d+)\n$")
  if not rows or tonumber(place) > size then return nil end
  file:seek("set", tonumber(place))
  for line in file:lines() do
    local what, from, bytes = line:match("^(.+) (%d+) (%d+)$")
    if what then parts[what] = { tonumber(from), tonumber(bytes) } end
  end
  return parts, tonumber(rows)
end

--- An open file and its description; nil if it is not such a file or is incomplete.
function pieces.opened(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local one = { path = path, file = file }
  local known = file:read "*l" == first_line
  for _, key in ipairs{ "version", "shard", "pieces", "question" } do
    one[key] = (file:read "*l" or ""):match("^" .. key .. " (.+)$")
    known = known and one[key] ~= nil
  end
  local number, count = (one.shard or ""):match("^(%d+) of (%d+)$")
  one.number, one.count, one.pieces = tonumber(number), tonumber(count), tonumber(one.pieces)
  if known and one.number and one.pieces then one.parts, one.rows = parts_of(file) end
  if one.parts then return one end
  file:close()
end

--- The same, if it belongs to this version, shard and question.
function pieces.found(path, about)
  local one = pieces.opened(path)
  if not one then return nil end
  if one.question == about.question and one.version == core.version and one.number == about.number
    and one.count == about.count and one.pieces == about.pieces then return one end
  one.file:close()
end

--- The numbers of its pieces in increasing order.
function pieces.numbers(one)
  local list = {}
  for what in pairs(one.parts) do list[#list + 1] = tonumber(what:match("^piece (%d+)$")) end
  table.sort(list)
  return list
end

--- Copies a part of one file into an open file; nil, sentence, code if that fails.
function pieces.copied(to, one, what)
  local part = one.parts[what]
  if not part then return nil, core.format("%s: it lacks %s", one.path, what), 0 end
  local done, sentence, code = to:copy(one.file, part[1], part[2])
  if done == false then return nil, core.format("%s: it ends before %s does", one.path, what), 0 end
  return done, sentence, code
end

-- ---- Writing.

--- A new file, or nil, sentence, code.
function pieces.new(path, about)
  local file, sentence, code = core.whole(path)
  if not file then return nil, sentence, code end
  local self, done = setmetatable({ file = file, parts = {}, rows = 0 }, File), nil
  done, sentence, code = file:write(core.format("%s\nversion %s\nshard %.0f of %.0f\npieces %.0f\nquestion %s\n",
    first_line, core.version, about.number, about.count, about.pieces, about.question))
  if done then return self end
  file:close(false)
  return nil, sentence, code
end

-- Records the part that was written since byte `from`. A part that Ctrl-C cut off is not recorded, so its bytes are never
-- read.
function File:note(what, from, rows)
  self.parts[#self.parts + 1] = { core.format("%s %.0f %.0f\n", what, from, self.file:at() - from), rows }
end

--- Writes a table as the piece with this number; the head is written before piece 1. false if Ctrl-C came before its end;
--- nil, sentence, code if writing fails.
function File:put(number, t)
  local from, done, rows, code = self.file:at(), true, nil, nil
  if number == 1 then
    done, rows, code = csv.put_head(self.file, t)
    if not done then return nil, rows, code end
    self:note("head", from, 0)
    from = self.file:at()
  end
  done, rows, code = csv.put_rows(self.file, t)
  if not done then return nil, rows, code end
  if rows < t.n then return false end
  self:note(core.format("piece %.0f", number), from, rows)
  return true
end

--- Copies a part of an open file. The caller counts the rows.
function File:copy(one, what)
  local from = self.file:at()
  local done, sentence, code = pieces.copied(self.file, one, what)
  self:note(what, from, 0)
  return done, sentence, code
end

--- Completes the file under its name. Returns the path and the number of rows, or nil, sentence, code.
function File:finish()
  local place, lines = self.file:at(), {}
  for i, part in ipairs(self.parts) do lines[i], self.rows = part[1], self.rows + part[2] end
  local done, sentence, code = self.file:write(core.format("%s\nend %.0f rows, parts at %.0f\n",
    table.concat(lines), self.rows, place))
  local path, why, number = self.file:close(done and true or false)
  if not done then return nil, sentence, code end
  if not path then return nil, why, number end
  return path, self.rows
end

--- Removes the incomplete file.
function File:drop() self.file:close(false) end

return pieces
