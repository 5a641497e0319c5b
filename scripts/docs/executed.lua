-- SPDX-License-Identifier: MIT
-- Examples in a page of documentation, brought up to date: what a block of Lua shows is what its file holds, and the text
-- below it is what it prints. The one thing to know: in a page
--   a block ```lua whose first line is "-- path.lua" holds that file, without its licence;
--   a block ```text right below a block ```lua holds what this prints; a block of Lua without one is not run;
--   a block ```text that begins with "$ twocs words" holds what this command prints.
-- Blocks of a page share their globals, as lines at the prompt do.
local core = require "twocs.core"

local executed = {}

--- The text of a file.
function executed.content(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- What a function prints, by print and by io.write; a mistake in it is the page's.
local function said_by(run, where)
  local said = {}
  local write, print_before = io.write, print
  local function put(...)
    for i = 1, select("#", ...) do said[#said + 1] = tostring((select(i, ...))) end
  end
  io.write = put
  print = function(...) -- luacheck: ignore
    for i = 1, select("#", ...) do put(i > 1 and "\t" or "", (select(i, ...))) end
    put "\n"
  end
  local done, message = pcall(run)
  io.write, print = write, print_before -- luacheck: ignore
  if not done then error(core.format("%s: %s", where, tostring(message)), 0) end
  return (table.concat(said):gsub("[ \t]+\n", "\n"):gsub("\n+$", ""))
end

-- A block as it is in its file, and the file; or the block as it is, and the page.
local function filled(block, page)
  local path = block:match "^%-%- ([%w_/]+%.lua)\n"
  if not path then return block, page end
  return core.format("-- %s\n%s", path, (executed.content(path):gsub("^%-%- SPDX[^\n]*\n", ""))), path
end

local function command(line)
  local words = {}
  for word in line:gmatch "%S+" do words[#words + 1] = word end
  return function() require "twocs.help.command"((table.unpack or unpack)(words)) end
end

--- renewed(text, page): the text of a page with its examples as they are now. The current folder is the project's root.
function executed.renewed(text, page)
  local globals = setmetatable({ tw = require "twocs" }, { __index = _G })
  local function run(block, from)
    globals.arg = { [0] = from }
    local chunk = assert(load(block, core.format("=%s", from), "t", globals))
    return said_by(chunk, from)
  end
  local out, at = {}, 1
  while true do
    local first, last, block = text:find("```lua\n(.-)```\n", at)
    if not first then break end
    local from
    block, from = filled(block, page)
    out[#out + 1] = core.format("%s```lua\n%s```\n", text:sub(at, first - 1), block)
    at = last + 1
    local _, answered = text:find("^```text\n.-```\n", at)
    if answered then
      out[#out + 1] = core.format("```text\n%s\n```\n", run(block, from))
      at = answered + 1
    end
  end
  out[#out + 1] = text:sub(at)
  return (table.concat(out):gsub("```text\n%$ twocs ([^\n]*)\n.-```\n", function(line)
    return core.format("```text\n$ twocs %s\n%s\n```\n", line, said_by(command(line), page))
  end))
end

--- The pages of the project: paths from its root, which is the current folder.
function executed.pages()
  local pages = { "README.md" }
  for _, name in ipairs(assert(core.files "scripts/docs")) do
    local file = name:match "([^/]+%.md)$"
    if file then pages[#pages + 1] = core.format("scripts/docs/%s", file) end
  end
  return pages
end

return executed
