-- SPDX-License-Identifier: MIT
-- Updates the examples in a page of documentation: blocks of Lua from their files, and the outputs below the blocks.
--   A block ```lua whose first line is "-- path.lua" contains that file, without its licence line.
--   A block ```text directly below a block ```lua contains the output of this block. A block of Lua without one is not run.
--   A block ```python with a block ```text directly below it is also run, if Python finds the package of this build.
--   A block ```text that begins with "$ twocs words" contains the output of this command.
-- The blocks of a page in one language share their globals, like lines at a prompt.
local core = require "twocs.core"

local executed = {}

--- The text of a file.
function executed.content(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- The output of a function by print and io.write. The message of an error in it begins with `where`, a file or a page.
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

-- A block with the present text of the file that it names, and this file; or the block unchanged, and the page.
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

-- The output of a Python script, which can import the package of this build.
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

--- Whether Python is installed and can import the package. It cannot if the build has sanitizers.
function executed.has_python() return python "import twocs; print('here')" == "here\n" end

-- The text with each block of a language replaced by change(block, answered), which returns the new block and the new
-- output below it. answered: whether there is an output below the block.
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

--- renewed(text, page): the text of a page with updated examples. The current folder must be the project's root.
function executed.renewed(text, page)
  return (with_python(with_lua(text, page), page):gsub("```text\n%$ twocs ([^\n]*)\n.-```\n", function(line)
    return core.format("```text\n$ twocs %s\n%s\n```\n", line, said_by(command(line), page))
  end))
end

--- The pages of the project, as paths from its root, which must be the current folder.
function executed.pages()
  local pages = { "README.md" }
  for _, name in ipairs(assert(core.files "scripts/docs")) do
    local file = name:match "([^/]+%.md)$"
    if file then pages[#pages + 1] = core.format("scripts/docs/%s", file) end
  end
  return pages
end

return executed
