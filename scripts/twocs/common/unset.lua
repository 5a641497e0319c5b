-- SPDX-License-Identifier: MIT
-- Variables that a script reads but never sets: device = H100 means device = nil. Each one is named once on stderr, with
-- its line. Exceptions: the line tests the variable, as in `N or 5`, or nil is an error anyway, as in f() and t.x.
local unset = {}

-- Line n of the running file or chunk; "" if its text is not available.
local function line_of(source, n)
  local file = source:sub(1, 1) == "@" and io.open(source:sub(2))
  local text = file and file:read "*a" or source == "=-e" and arg and arg[0] or ""
  if file then file:close() end
  for line in (text .. "\n"):gmatch "(.-)\n" do
    n = n - 1
    if n == 0 then return line end
  end
  return ""
end

local before = { "or%s+", "and%s+", "not%s+", "if%s+", "[=~]=%s*", "type%s*%(%s*" }
local after = { "%s+or%f[%W]", "%s+and%f[%W]", "%s+then%f[%W]", "%s*[=~]=", "%s*[%(%.%[:\"'{]" }

--- asks(line, name): whether a line of a script tests if this variable exists, or raises an error if it does not.
function unset.asks(line, name)
  for _, word in ipairs(before) do
    if line:find("%f[%w=~]" .. word .. name .. "%f[^%w_]") then return true end
  end
  for _, word in ipairs(after) do
    if line:find("%f[%w_]" .. name .. word) then return true end
  end
  return false
end

-- Variables that the script sets itself: its own globals, and the locals of the function at that level of the stack.
local function own_names(given, level)
  local names, i = {}, 1
  for name in pairs(_G) do
    if type(name) == "string" and not given[name] then names[#names + 1] = name end
  end
  local name = debug.getlocal(level + 1, 1)
  while name do
    names[#names + 1], i = name, i + 1
    name = debug.getlocal(level + 1, i)
  end
  table.sort(names)
  return names
end

local said = {}
-- By line number: the names that the line tests. In a loop, the file is then read only once for a line.
local asked = {}

--- read(name, source, given): __index of the globals calls it for a variable that does not exist. It reports the variable
--- once, if the chunk of this source (as in debug.getinfo) reads it. given: the variables that existed before, as keys.
function unset.read(name, source, given)
  local reader = 3 -- above this function and __index
  local at = not said[name] and type(name) == "string" and debug.getinfo(reader, "Sl")
  if not at or at.source ~= source then return end
  if name == "tw" then
    said[name] = true
    require "twocs.common.say" 'the variable tw is nil: begin the script with local tw = require "twocs"'
    return
  end
  local names = asked[at.currentline] or {}
  asked[at.currentline] = names
  if names[name] or unset.asks(line_of(source, at.currentline), name) then
    names[name] = true
    return
  end
  said[name] = true
  local near = require("twocs.common.nearest").find(name, own_names(given, reader))
  require "twocs.common.say" ("the variable %s is nil: nothing sets it%s", name,
    near and require("twocs.core").format("; did you mean %s?", near) or "")
end

--- watch(source): from now on, each variable that the chunk of this source reads without a value is reported once.
function unset.watch(source)
  local given = {}
  said, asked = {}, {}
  for name in pairs(_G) do given[name] = true end
  setmetatable(_G, { __index = function(_, name)
    unset.read(name, source, given)
    return nil
  end })
end

return unset
