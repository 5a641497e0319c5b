-- SPDX-License-Identifier: MIT
-- Shared code of tests that start twocs as a process. Such a test changes folders, so the executable that TWOCS names is
-- made absolute here. Tests wait for events and never for a time.
local core = require "twocs.core"
local lu = require "luaunit"

local outside = {}

function outside.quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- The output of a command of sh on both streams, and its status.
function outside.output(command)
  local pipe = io.popen(core.format("{ %s\n} 2>&1\necho \"status $?\"", command))
  local text = pipe:read("*a")
  pipe:close()
  local said, status = text:match("^(.*)status (%d+)\n$")
  return said, tonumber(status)
end

-- The path that sh would find, absolute.
local function executable(word)
  return (outside.output(core.format('realpath "$(command -v %s)"', outside.quoted(word))):gsub("\n$", ""))
end

--- The executable that is tested.
outside.twocs = executable(os.getenv "TWOCS" or arg[-1])

--- A new folder for this test; the caller removes it.
function outside.scratch()
  local folder = os.tmpname()
  os.remove(folder)
  assert(core.folder(folder))
  return folder
end

--- Ends a test with a line that ./bootstrap counts, if there is a reason.
function outside.skip_if(reason)
  if not reason then return end
  print("skipped: " .. reason)
  lu.skip(reason)
end

--- Skips a test for which one interpreter is sufficient: if both were built, the faster one runs it.
function outside.faster_only()
  local other = os.getenv "TWOCS_OTHER" or ""
  outside.skip_if(not jit and other ~= "" and "one interpreter is enough for this, and LuaJIT runs it sooner")
end

--- Skips a test if a program is missing.
function outside.need(program)
  local _, status = outside.output(core.format("command -v %s >/dev/null", program))
  outside.skip_if(status ~= 0 and program .. " is not there")
end

--- Skips a test if script(1) gets no pseudo-terminal.
function outside.need_terminal()
  outside.need "script"
  local said, status = outside.output "script -qec true /dev/null </dev/null"
  outside.skip_if(status ~= 0 and "no pseudo-terminal can be had: " .. said:gsub("%s+$", ""))
end

--- Runs a command in a folder and sends it Ctrl-C when `event`, a command of sh that knows its process as $pid, has
--- finished. Returns text and status. A process that does not end is killed after a long time, so that the test fails and
--- leaves nothing.
function outside.interrupted(folder, command, event)
  outside.need "timeout"
  return outside.output(core.format([[
cd %s && rm -f pid && mkfifo pid
(read -r pid <pid && { %s; } && kill -INT "$pid") >interrupter 2>&1 &
interrupter=$!
timeout --foreground -s KILL 200 sh -c 'echo $$ >pid && exec %s'
status=$?
kill "$interrupter" 2>/dev/null
rm -f pid
(exit $status)]], outside.quoted(folder), event, command))
end

return outside
