-- SPDX-License-Identifier: MIT
-- Continues a shard after a stop or a crash. Finished pieces are saved every few seconds in separate files, such as
-- x.csv.shard-3-of-64.from-17 (the number of its first piece). Such a file is complete or does not exist. The shard's own
-- file is made from these files, which are then removed.
local core = require "twocs.core"
local pieces = require "twocs.table.pieces"

local begun = {}
local Shard = {}
Shard.__index = Shard

--- Finished pieces are saved to a file after this time: so many seconds plus this share of the time since the start. So
--- there are few files, and a short shard needs only one, which is renamed at the end.
begun.seconds, begun.share = 5, 1 / 32

--- Folder and name of a path.
function begun.folder_and_name(path)
  local folder, name = path:match("^(.*/)([^/]*)$")
  return folder or "./", name or path
end

-- The shard's saved files, sorted by the number of their first piece: a list of { number, path }.
local function files_of(own)
  local folder, name = begun.folder_and_name(own)
  local list = {}
  for _, file in ipairs(core.files(folder) or {}) do
    local first = file:sub(1, #name) == name and file:sub(#name + 1):match("^%.from%-(%d+)$")
    if first then list[#list + 1] = { tonumber(first), own .. file:sub(#name + 1) } end
  end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

--- Removes the saved files of a finished shard.
function begun.remove(own)
  for _, one in ipairs(files_of(own)) do os.remove(one[2]) end
end

-- Marks the pieces of a file as done, unless one of them is already done.
function Shard:add(one)
  local numbers = pieces.numbers(one)
  one.file:close()
  if #numbers == 0 then return end
  for _, number in ipairs(numbers) do
    if self.by_piece[number] then return end
  end
  for _, number in ipairs(numbers) do self.by_piece[number] = one end
  self.files[#self.files + 1], self.n = one, self.n + #numbers
end

--- A shard that is not finished, with the pieces that are already saved.
function begun.shard(own, about)
  local self = setmetatable({ own = own, about = about, files = {}, by_piece = {}, n = 0, start = core.clock() }, Shard)
  for _, file in ipairs(files_of(own)) do
    local one = pieces.found(file[2], about)
    if one then self:add(one) end
  end
  return self
end

--- Whether this piece is done.
function Shard:has(number) return self.by_piece[number] ~= nil end

--- Saves the pieces of the open file; nil, sentence, code if that fails.
function Shard:put_away()
  local file = self.file
  self.file = nil
  if not file then return true end
  local path, sentence, code = file:finish()
  if not path then return nil, sentence, code end
  local one = pieces.opened(path)
  if not one then return nil, core.format("%s: the file was removed while it was in use", path), 0 end
  self:add(one)
  return true
end

--- Takes a piece, a table. false if Ctrl-C came before its end; nil, sentence, code if writing fails: then the pieces that
--- are not yet saved are lost.
function Shard:take(number, t)
  local done, sentence, code
  if not self.file then
    self.path, self.since = core.format("%s.from-%.0f", self.own, number), core.clock()
    self.file, sentence, code = pieces.new(self.path, self.about)
    if not self.file then return nil, sentence, code end
  end
  done, sentence, code = self.file:put(number, t)
  if done == nil then
    self.file:drop()
    self.file = nil
  end
  if not done then return done, sentence, code end
  local now = core.clock()
  if now - self.since >= begun.seconds + begun.share * (now - self.start) then return self:put_away() end
  return true
end

-- Copies a part of one saved file; only one of them is open at a time.
local function copy(self, whole, one, what)
  if self.reading ~= one then
    if self.reading then self.reading.file:close() end
    local file, sentence, code = io.open(one.path, "rb")
    self.reading = file and one
    if not file then return nil, sentence, code end
    one.file = file
  end
  return whole:copy(one, what)
end

-- Copies the head and all pieces in order.
local function copy_all(self, whole)
  local about, done, sentence, code = self.about, true, nil, nil
  if about.number == 1 then done, sentence, code = copy(self, whole, self.by_piece[1], "head") end
  for number = about.number, done and about.pieces or 0, about.count do
    done, sentence, code = copy(self, whole, self.by_piece[number], core.format("piece %.0f", number))
    if not done then break end
  end
  if self.reading then self.reading.file:close() end
  return done, sentence, code
end

-- Makes the shard's own file from several saved files: its path, or nil, sentence, code.
local function made_of_all(self)
  local whole, reason, number = pieces.new(self.own, self.about)
  if not whole then return nil, reason, number end
  local done, sentence, code = copy_all(self, whole)
  if not done then
    whole:drop()
    return nil, sentence, code
  end
  for _, one in ipairs(self.files) do whole.rows = whole.rows + one.rows end
  return whole:finish()
end

--- Makes the shard's own file from all of its pieces; a single saved file is only renamed. Returns its path and its number
--- of rows, or nil, sentence, code.
function Shard:finish()
  local path, rows, code = self.own, nil, nil
  if #self.files == 1 then
    local done, sentence, number = os.rename(self.files[1].path, self.own)
    if not done then return nil, sentence, number end
    rows = self.files[1].rows
  else
    path, rows, code = made_of_all(self)
  end
  if path then begun.remove(self.own) end
  return path, rows, code
end

return begun
