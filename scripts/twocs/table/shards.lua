-- SPDX-License-Identifier: MIT
-- Shards of a long table: one file per shard, each written by one process of many, and the join of all of them. A finished
-- shard is skipped, an unfinished shard continues (begun.lua), and shards that do not belong together are not joined.
local begun = require "twocs.table.begun"
local core = require "twocs.core"
local pieces = require "twocs.table.pieces"

local shards = {}

--- The path of one shard's file.
function shards.path(path, index, count) return core.format("%s.shard-%.0f-of-%.0f", path, index, count) end

local function about_of(mine, n, question)
  return { number = mine.index, count = mine.count, pieces = n, question = question }
end

--- The number of rows of this shard if its file exists and answers this question with so many pieces; otherwise nil.
function shards.done(path, mine, n, question)
  local own = shards.path(path, mine.index, mine.count)
  local one = pieces.found(own, about_of(mine, n, question))
  if not one then return nil end
  one.file:close()
  begun.remove(own) -- saved files remain if the process was killed before it removed them
  return one.rows
end

--- Writes this shard of a table of n pieces. body(has, take) calls take(number, t) for each piece that does not exist yet
--- and returns true; false if it stops early; or nil, sentence, code. Returns the path and the number of rows; false and
--- the number of finished pieces; or nil, sentence, code.
function shards.write(path, mine, n, question, body)
  local shard = begun.shard(shards.path(path, mine.index, mine.count), about_of(mine, n, question))
  local well, done, sentence, code = pcall(body, function(number) return shard:has(number) end,
    function(number, t) return shard:take(number, t) end)
  local kept, why, number = shard:put_away()
  if well and done and kept then return shard:finish() end
  if not well then error(done, 0) end
  if done == nil then return nil, sentence, code end
  if not kept then return nil, why, number end
  return false, shard.n
end

-- ---- The join.

-- The number of shards according to the names of the files next to the path, or nil and a sentence.
local function count_of(path)
  local folder, name = begun.folder_and_name(path)
  local files, sentence = core.files(folder)
  if not files then return nil, sentence end
  local count, other
  for _, file in ipairs(files) do
    local rest = file:sub(1, #name + 7) == name .. ".shard-" and file:sub(#name + 8)
    local of = tonumber((rest or ""):match("^%d+%-of%-(%d+)$") or (rest or ""):match("^%d+%-of%-(%d+)%.from%-%d+$"))
    if of and count and of ~= count then other = of end
    count = count or of
  end
  if not count then
    return nil, core.format("%s: there are no files of shards, such as %s", path, shards.path(path, 1, 64))
  end
  if other then
    return nil, core.format("%s: there are files of %.0f shards and of %.0f shards: remove the wrong ones", path, count,
      other)
  end
  return count
end

local function close_all(list)
  for _, one in ipairs(list) do one.file:close() end
end

-- The reason why a shard does not belong to the first one, or nil.
local function misfit(one, first, number, count)
  if one.version ~= core.version then
    return core.format("it was written by twocs %s, and this is %s", one.version, core.version)
  end
  if one.number ~= number or one.count ~= count then
    return core.format("it contains shard %.0f of %.0f", one.number, one.count)
  end
  if one.question ~= first.question or one.pieces ~= first.pieces then
    return core.format("its question differs from that of %s", first.path)
  end
  for _, piece in ipairs(pieces.numbers(one)) do
    if (piece - 1) % count + 1 ~= number then return core.format("it contains piece %.0f of another shard", piece) end
  end
end

local function all_opened(path, count)
  local list, missing = {}, {}
  for number = 1, count do
    local one = pieces.opened(shards.path(path, number, count))
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

--- Joins the files of all shards into one table, with the same bytes as from one process. Returns the path and the number
--- of rows, or nil, sentence, code.
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
  local rows, done = 0, nil
  done, reason, code = pieces.copied(to, list[1], "head")
  for piece = 1, done and list[1].pieces or 0 do
    done, reason, code = pieces.copied(to, list[(piece - 1) % count + 1], core.format("piece %.0f", piece))
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
