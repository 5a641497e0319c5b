-- SPDX-License-Identifier: MIT
-- twocs watch script.lua: runs a script again when it or a file that it read changes. A page from tw.report reloads itself.
-- A failing script is still watched; Ctrl-C ends it.
local core = require "twocs.core"
local script = require "twocs.report.script"
local unset = require "twocs.common.unset"
local watch = require "twocs.study.watch"

local watching = {}

local refresh = 2 -- seconds

local function say(...) io.stderr:write("twocs: ", core.format(...), "\n") end

-- Modules that the script loaded, except those of twocs.
local function own_modules(before)
  local names = {}
  for name in pairs(package.loaded) do
    if not before[name] and not watch.is_ours(name) then names[#names + 1] = name end
  end
  return names
end

local function loaded_now()
  local names = {}
  for name in pairs(package.loaded) do names[name] = true end
  return names
end

-- Runs the script once. Returns the files that it read, with their hashes at that time.
local function run(path, before)
  watch.forget()
  local seen = { [path] = watch.written(path) }
  local chunk, why = loadfile(path)
  if not chunk then
    say("%s", why)
    return seen
  end
  unset.watch(debug.getinfo(chunk, "S").source)
  local exit, ended = os.exit, {}
  os.exit = function() error(ended, 0) end
  local done, message, read = watch.call(chunk, function(text) return text end)
  os.exit = exit
  for _, thing in ipairs(read) do
    if thing.kind == "file" then seen[thing.name] = seen[thing.name] or thing.hash end
  end
  for _, name in ipairs(own_modules(before)) do
    local file = package.searchpath(name, package.path)
    if file then seen[file] = watch.written(file) end
    package.loaded[name] = nil
  end
  if not done and message ~= ended then
    if tostring(message):find("interrupted!?$") then error(message, 0) end
    say("%s", tostring(message))
  end
  return seen
end

local function changed(seen)
  for path, hash in pairs(seen) do
    if watch.written(path) ~= hash then return path end
  end
end

local function count(list)
  local n = 0
  for _ in pairs(list) do n = n + 1 end
  return n
end

--- The exit status of `twocs watch`.
function watching.start(path, ...)
  local file = path and io.open(path, "rb")
  if not file then
    say(path and "cannot open %s" or "watch needs a script: twocs watch SCRIPT.lua", path)
    return path and 1 or 2
  end
  file:close()
  _G.arg = { [0] = path, ... }
  script.refresh = refresh
  local before = loaded_now()
  while true do
    local seen = run(path, before)
    io.stdout:flush()
    say("watching %d files; Ctrl-C ends", count(seen))
    local which
    repeat
      core.sleep(0.3) -- unlike a child process, this ends with Ctrl-C
      which = changed(seen)
    until which
    say("%s changed", which)
  end
end

return watching
