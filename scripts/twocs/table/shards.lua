-- SPDX-License-Identifier: MIT
-- Files of shards: the pieces of a long table that one process of many wrote, and the join of all of them. The one thing to
-- know: a shard's file appears under its name only when it is whole, and says which question it answers; so a shard that is
-- done is skipped, and what does not belong together is not joined.
--   its lines: what it is; the version; which shard; how many pieces there are; a hash of the question; then "head BYTES"
--   or "piece NUMBER BYTES", each followed by so many bytes of CSV and an end of line; and "end ROWS rows". Piece p is in
--   shard (p - 1) % count + 1.
local core = require "twocs.core"
local csv = require "twocs.table.csv"

local shards = {}

local first_line = "twocs shard of a table"
local at_once = 1048576 -- bytes

--- The path of one shard's file.
function shards.path(path, index, count) return core.format("%s.shard-%.0f-of-%.0f", path, index, count) end

-- The parts of an open file by name, { place, size }, and its rows; nil where it is not whole.
local function parts_of(file)
  local parts, size = {}, file:seek "end"
  file:seek "set"
  for _ = 1, 5 do file:read "*l" end
  while true do
    local line = file:read "*l" or ""
    local rows = line:match("^end (%d+) rows$")
    if rows then return parts, tonumber(rows) end
    local what, bytes = line:match("^(.+) (%d+)$")
    if not what or file:seek() + tonumber(bytes) >= size then return nil end
    parts[what] = { file:seek(), tonumber(bytes) }
    file:seek("cur", tonumber(bytes) + 1)
  end
end

-- What the file of a shard says of itself; nil where it is none or not whole.
local function opened(path)
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

--- The rows of this shard, where its file is there and answers this question; else nil.
function shards.done(path, mine, question)
  local one = opened(shards.path(path, mine.index, mine.count))
  if not one then return nil end
  one.file:close()
  local same = one.question == question and one.version == core.version and one.number == mine.index
    and one.count == mine.count
  return same and one.rows or nil
end

--- Writes this shard: body(write) calls write(number, t) for each of its pieces, and returns true, or nil, sentence, code.
--- pieces: how many there are in all shards. Returns its path and its rows, or nil, sentence, code.
function shards.write(path, mine, pieces, question, body)
  local file, sentence, code = core.whole(shards.path(path, mine.index, mine.count))
  if not file then return nil, sentence, code end
  local rows = 0
  local function part(what, text) return file:write(core.format("%s %.0f\n%s\n", what, #text, text)) end
  local function all()
    local done, why, number = file:write(core.format("%s\nversion %s\nshard %.0f of %.0f\npieces %.0f\nquestion %s\n",
      first_line, core.version, mine.index, mine.count, pieces, question))
    if not done then return nil, why, number end
    done, why, number = body(function(place, t)
      if place == 1 then
        local headed, reason, what = part("head", csv.head(t))
        if not headed then return nil, reason, what end
      end
      rows = rows + t.n
      return part(core.format("piece %.0f", place), csv.body(t))
    end)
    if not done then return nil, why, number end
    return file:write(core.format("end %.0f rows\n", rows))
  end
  local well, kept, why, number = pcall(all)
  local closed
  closed, sentence, code = file:close(well and kept and true or false)
  if not well then error(kept, 0) end
  if not kept then return nil, why, number end
  if not closed then return nil, sentence, code end
  return closed, rows
end

-- ---- The join.

local function folder_and_name(path)
  local folder, name = path:match("^(.*/)([^/]*)$")
  return folder or "./", name or path
end

-- The number of shards that files next to the path belong to, or nil and a sentence.
local function count_of(path)
  local folder, name = folder_and_name(path)
  local files, sentence = core.files(folder)
  if not files then return nil, sentence end
  local count, other
  for _, file in ipairs(files) do
    local rest = file:sub(1, #name + 7) == name .. ".shard-" and file:sub(#name + 8)
    local of = tonumber((rest or ""):match("^%d+%-of%-(%d+)$"))
    if of and count and of ~= count then other = of end
    count = count or of
  end
  if not count then
    return nil, core.format("%s: there are no files of shards, such as %s", path, shards.path(path, 1, 64))
  end
  if other then
    return nil, core.format("%s: there are files of %.0f shards and of %.0f: remove those that are not meant", path, count,
      other)
  end
  return count
end

local function close_all(list)
  for _, one in ipairs(list) do one.file:close() end
end

-- Why a shard does not belong to the first one, or nil.
local function misfit(one, first, number, count)
  if one.version ~= core.version then
    return core.format("it was written by twocs %s, and this is %s", one.version, core.version)
  end
  if one.number ~= number or one.count ~= count then
    return core.format("it holds shard %.0f of %.0f", one.number, one.count)
  end
  if one.question ~= first.question or one.pieces ~= first.pieces then
    return core.format("it answers another question than %s", first.path)
  end
  for what in pairs(one.parts) do
    local piece = tonumber(what:match("^piece (%d+)$"))
    local owner = piece and (piece - 1) % count + 1 or number
    if owner ~= number then return core.format("it holds piece %.0f of another shard", piece) end
  end
end

local function all_opened(path, count)
  local list, missing = {}, {}
  for number = 1, count do
    local one = opened(shards.path(path, number, count))
    if one then list[#list + 1] = one else missing[#missing + 1] = core.format("%.0f", number) end
    local why = one and misfit(one, list[1], number, count)
    if why then
      close_all(list)
      return nil, core.format("%s: %s", one.path, why)
    end
  end
  if #missing == 0 then return list end
  close_all(list)
  local named = table.concat(missing, ", ", 1, math.min(#missing, 12))
  return nil, core.format("%s: %.0f of %.0f shards are not done: %s%s", path, #missing, count, named,
    #missing > 12 and " ..." or "")
end

-- Copies a part of a shard's file; nil, sentence, code where that fails.
local function copied(to, one, what)
  local part = one.parts[what]
  if not part then return nil, core.format("%s: it lacks %s", one.path, what), 0 end
  one.file:seek("set", part[1])
  local left = part[2]
  while left > 0 do
    local text = one.file:read(math.min(left, at_once))
    if not text then return nil, core.format("%s: it ends before %s does", one.path, what), 0 end
    local done, sentence, code = to:write(text)
    if not done then return nil, sentence, code end
    left = left - #text
  end
  return true
end

--- Makes one table of the files of its shards, with the bytes that one process would have written. Returns the path and the
--- rows, or nil, sentence, code.
function shards.join(path)
  local count, why = count_of(path)
  if not count then return nil, why, 0 end
  local list, sentence = all_opened(path, count)
  if not list then return nil, sentence, 0 end
  local to, reason, code = core.whole(path)
  if not to then
    close_all(list)
    return nil, reason, code
  end
  local done, rows = copied(to, list[1], "head"), 0
  if not done then done, reason, code = nil, core.format("%s: it lacks the head", list[1].path), 0 end
  for piece = 1, done and list[1].pieces or 0 do
    done, reason, code = copied(to, list[(piece - 1) % count + 1], core.format("piece %.0f", piece))
    if not done then break end
  end
  for _, one in ipairs(list) do rows = rows + one.rows end
  close_all(list)
  local closed, closing, number = to:close(done and true or false)
  if not done then return nil, reason, code end
  if not closed then return nil, closing, number end
  return path, rows
end

--- Removes the files of all shards.
function shards.remove(path, count)
  for number = 1, count do os.remove(shards.path(path, number, count)) end
end

return shards
