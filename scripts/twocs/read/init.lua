-- SPDX-License-Identifier: MIT
-- Files to tables. Each format is one entry of `formats`; a file without a certain format is read as CSV.
--   text     function(text, path, options): a table, or nil, "line N: sentence", code; the text is already inflated
--   file     function(path, options): the same, instead of `text`, for files that are too large for one text
--   options  names of its options, in addition to `as`
--   certain  function(text, path): whether the file is certainly in this format; text: the first bytes, inflated
local core = require "twocs.core"
local opened = require "twocs.common.opened"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local most_looked_at = 65536 -- bytes of a file that are used to recognise its format
local piece_size = 16777216

local read, formats = {}, {}

formats["csv"] = {
  options = { "columns", "only" },
  text = function(text, path, options)
    if not options.as and path:find "%.log$" and not (text:match "^[^\n]*"):find "[,;\t|]" then
      return nil, 'line 1: not a known log of a training run or benchmark; as = "csv" reads it as a table', 0
    end
    local csv, sentence = require("twocs.read.pasted").csv(text)
    if not csv then return nil, sentence, 0 end
    return require("twocs.read.columns").read(csv, options)
  end,
}

formats["config"] = {
  options = { "like", "mtp" },
  text = function(text, path, options) return require("twocs.read.config").read(text, path, options) end,
  certain = function(text) return require("twocs.read.config").certain(text) end,
}

for _, name in ipairs{ "nccl-tests", "rccl-tests" } do
  formats[name] = {
    options = { "op", "ranks", "failed" },
    text = function(...) return require("twocs.read.nccl").reader(name)(...) end,
  }
end
formats["nccl-tests"].certain = function(text)
  return text:find("busbw", 1, true) ~= nil and text:find("#[ \t]+size[ \t]+count[ \t]+type[ \t]") ~= nil
end

formats["osu"] = {
  options = { "ranks", "failed" },
  text = function(...) return require("twocs.read.osu").read(...) end,
  certain = function(text) return text:find("# OSU [^\n]+ Test v%d") ~= nil end,
}

for _, name in ipairs{ "nsys", "rocprof" } do
  formats[name] = {
    text = function(...) return require("twocs.read.kernels").reader(name)(...) end,
    certain = function(text) return require("twocs.read.kernels").certain(name, text) end,
  }
end

formats["json"] = {
  text = function(text) return require("twocs.read.schema").read(text) end,
  certain = function(text) return text:find('^%s*{%s*"schema"%s*:') ~= nil end,
}

formats["netcdf"] = {
  text = function(text) return require("twocs.read.classic").read(text) end,
  certain = function(text) return text:find("^CDF[\1\2]") ~= nil end,
}

formats["trace"] = {
  file = function(path) return require("twocs.read.trace").open(path) end,
  certain = function(text) return text:find('"traceEvents"', 1, true) ~= nil end,
}

-- Configurations of frameworks become cases; their logs become a table with one row.
local signs = require "twocs.read.configs.signs"

for name in pairs(signs.configs) do
  formats[name] = {
    options = { "device", "gpus", "layout", "model", "run", "set" },
    text = function(...) return require("twocs.read.configs").reader(name)(...) end,
    certain = function(text) return signs.config(name, text) end,
  }
end

for name in pairs(signs.logs) do
  formats[name] = {
    options = { "global_batch", "gpus", "sl", "warm_up" },
    text = function(...) return require("twocs.read.configs.training_logs").reader(name)(...) end,
    certain = function(text) return signs.log(name, text) end,
  }
end

local function names_of_formats()
  local names = {}
  for name in pairs(formats) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Which format ---------------------------------------------------------------------------------------------------------

local function check_options(name, options)
  local known = { "as" }
  for _, option in ipairs(formats[name].options or {}) do known[#known + 1] = option end
  table.sort(known)
  local given = {}
  for option in pairs(options) do given[#given + 1] = mistake.word(option) end
  table.sort(given)
  for _, option in ipairs(given) do
    local found = false
    for _, one in ipairs(known) do found = found or one == option end
    if not found then mistake.raise('read: "%s" is not an option of %s%s', option, name, nearest.hint(option, known)) end
  end
end

local function format_asked(name)
  if formats[name] then return name end
  mistake.raise("read: as = %s is not a format%s", mistake.show(name), nearest.hint(name, names_of_formats()))
end

local function format_seen(text, path)
  for _, name in ipairs(names_of_formats()) do
    local certain = formats[name].certain
    if certain and certain(text, path) then return name end
  end
  return "csv"
end

-- Contents of a file ---------------------------------------------------------------------------------------------------

local function is_gzip(text) return text:sub(1, 2) == "\31\139" end

local function wrong_encoding(text)
  local two = text:sub(1, 2)
  if two == "\255\254" or two == "\254\255" then return "line 1: this is UTF-16; save it as UTF-8", 0 end
  if text:sub(1, 4) == "PK\3\4" then return "this is a zip file, such as a spreadsheet; save the sheet as CSV", 0 end
end

-- The first bytes, inflated, for recognising the format. No more of a gzip file is inflated.
local function looked_at(head) return is_gzip(head) and core.inflate_beginning(head) or head end

-- The whole text; or nil, and whether it is too large. A file with a known size is read at once. A pipe has no size and
-- cannot be read twice.
local function whole(head, file)
  local all = head == "" and file:read "*a"
  if head == "" then return all end -- nil: a folder
  local size = file:seek "end" or 0
  if size > core.most_read then return nil, true end
  if size > #head and file:seek "set" == 0 then return file:read(size) end
  if size > 0 then file:seek("set", #head) end
  local pieces, length = { head }, #head
  while length <= core.most_read do
    local piece = file:read(piece_size)
    if not piece then return table.concat(pieces) end
    pieces[#pieces + 1], length = piece, length + #piece
  end
  return nil, true
end

-- The whole text, inflated, from the first bytes and the open file that continues them.
local function content(head, file, path)
  local text, too_much = whole(head, file)
  if too_much then
    return nil, core.format("%s: larger than the limit of %.0f MB", path, core.most_read / 1e6), 27
  end
  if not text then return nil, core.format("%s: this is a folder, not a file", path), 21 end
  local what, number
  if is_gzip(text) then text, what, number = core.inflate(text) end
  if text then what, number = wrong_encoding(text) end
  if what then return nil, core.format("%s: %s", path, what), number end
  return text
end

-- The result of a format for an open file, or nil, sentence, code.
local function parsed(file, path, options, name)
  local head = file:read(most_looked_at) or "" -- empty for an empty file or a folder; reading on reports this
  name = name or format_seen(looked_at(head), path)
  check_options(name, options)
  local format, found, why, what = formats[name], nil, nil, nil
  if format.file then
    found, why, what = format.file(path, options)
  else
    local text, sentence, code = content(head, file, path)
    if not text then return nil, sentence, code end
    found, why, what = format.text(text, path, options)
  end
  if not found then return nil, core.format("%s: %s", path, why), what end
  return found
end

--- text(path): the whole text of a file, inflated; or nil, sentence, code.
function read.text(path)
  local file, sentence, code = opened.open(path)
  if not file then return nil, core.printable(sentence), code end
  local text, why, what = content(file:read(most_looked_at) or "", file, path)
  file:close()
  return text, why, what
end

--- read("runs.csv", { as = "csv", columns = { ["# GPUs"] = "gpus", ["time(ns)"] = "t [ns]" }, only = true }): a table, or
--- nil, sentence, code.
function read.read(path, options)
  if type(path) ~= "string" then mistake.raise("read: expected a file's name, got %s", mistake.show(path)) end
  if options ~= nil and type(options) ~= "table" then
    mistake.raise('read: expected options such as { as = "csv" }, got %s', mistake.show(options))
  end
  options = options or {}
  local name = options.as ~= nil and format_asked(options.as) or nil
  if name then check_options(name, options) end
  local file, sentence, code = opened.open(path)
  if not file then return nil, core.printable(sentence), code end
  local results = { pcall(parsed, file, path, options, name) }
  file:close()
  if not results[1] then error(results[2], 0) end
  if results[2] == nil then return nil, core.printable(results[3]), results[4] end -- it may quote the file
  return results[2], results[3], results[4]
end

return read
