-- SPDX-License-Identifier: MIT
-- Examples in a page of documentation, brought up to date: what a block of Lua shows is what its file holds, and the text
-- below it is what it prints. The one thing to know: in a page
--   a block ```lua whose first line is "-- path.lua" holds that file, without its licence;
--   a block ```text right below a block ```lua holds what this prints; a block of Lua without one is not run;
--   a block ```python with a block ```text right below it is run too, where Python finds the package that was built;
--   a block ```text that begins with "$ twocs words" holds what this command prints.
-- Blocks of a page and of one language share their globals, as lines at a prompt do.
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

--- The folder of the build that runs this.
function executed.build() return (assert(core.place "twocs"):gsub("/lib/[^/]*/twocs%.so$", "")) end

-- The output of Python for a script, which sees the package of this build.
local function python(script)
  local path = os.tmpname()
  assert(core.write(path, script))
  local pipe = io.popen(core.format("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='%s/python' /usr/bin/python3 '%s' 2>&1",
    executed.build(), path))
  local said = pipe:read "*a"
  pipe:close()
  os.remove(path)
  return said
end

--- Whether Python is there and finds the package. It is not where the build has sanitizers.
function executed.has_python() return python "import twocs; print('here')" == "here\n" end

-- The text with each block of this language as `change` makes it: change(block, answered) gives the block, and the text
-- below it where it is answered.
local function with_blocks(text, language, change)
  local out, at = {}, 1
  while true do
    local first, last, block = text:find(core.format("```%s\n(.-)```\n", language), at)
    if not first then break end
    local _, answered = text:find("^```text\n.-```\n", last + 1)
    local now, said = change(block, answered ~= nil)
    out[#out + 1] = core.format("%s```%s\n%s```\n", text:sub(at, first - 1), language, now)
    if answered then out[#out + 1] = core.format("```text\n%s\n```\n", said) end
    at = (answered or last) + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

local function with_lua(text, page)
  local globals = setmetatable({ tw = require "twocs" }, { __index = _G })
  return with_blocks(text, "lua", function(block, answered)
    local now, from = filled(block, page)
    if not answered then return now end
    globals.arg = { [0] = from }
    return now, said_by(assert(load(now, core.format("=%s", from), "t", globals)), from)
  end)
end

-- One process runs all blocks of a page.
local function with_python(text, page)
  local blocks, at = {}, 0
  with_blocks(text, "python", function(block, answered)
    if answered then blocks[#blocks + 1] = core.format("%s\nprint(end='\\0')\n", block) end
    return block, ""
  end)
  if #blocks == 0 or not executed.has_python() then return text end
  local all, said = python(table.concat(blocks)), {}
  for part in all:gmatch "(%Z*)%z" do said[#said + 1] = part:gsub("[ \t]+\n", "\n"):gsub("\n+$", "") end
  if #said ~= #blocks then error(core.format("%s: %s", page, all), 0) end
  return with_blocks(text, "python", function(block, answered)
    at = answered and at + 1 or at
    return block, said[at]
  end)
end

--- renewed(text, page): the text of a page with its examples as they are now. The current folder is the project's root.
function executed.renewed(text, page)
  return (with_python(with_lua(text, page), page):gsub("```text\n%$ twocs ([^\n]*)\n.-```\n", function(line)
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
