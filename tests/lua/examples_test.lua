-- SPDX-License-Identifier: MIT
-- The examples are the acceptance test of the interface: each runs in its own folder, writes nothing to stderr, prints the
-- same bytes on both interpreters, and writes files only into out/. TWOCS is the executable (default: the one that runs
-- this test); TWOCS_OTHER, if set, is the other interpreter's.
local lu = require "luaunit"

local function command_output(...)
  local pipe = assert(io.popen((string.format(...)), "r"))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

local function quoted(path) return "'" .. path:gsub("'", "'\\''") .. "'" end

local here = command_output("pwd"):gsub("\n$", "")
local function absolute(path) return path:match("^/") and path or here .. "/" .. path end

local home = absolute((arg[0]:match("^(.*)/tests/lua/[^/]*$") or "."))
local interpreters = { os.getenv("TWOCS") or arg[-1], os.getenv("TWOCS_OTHER") }
local made = { case_study = true, fit_gemm = true, from_my_log = true, from_my_trace = true,
  next_doubling = true, tp_sweep = true, wall = true,
  what_if = true,
  step = { "csv", "json", "pdf", "png", "svg" }, timeline = { "csv", "json", "pdf", "png", "svg" } }

-- The output of an example and its files. Fails on any exit status other than 0, and on stderr, except for the basis of its
-- evaluations and its progress, which is printed every half minute.
local function run(interpreter, name)
  local folder = command_output("mktemp -d"):gsub("\n$", "")
  local text = command_output("cd %s && %s %s 2>stderr; printf '\\nstatus %%s' $?", quoted(folder),
    quoted(absolute(interpreter)), quoted(home .. "/examples/" .. name .. ".lua"))
  local said = command_output("cat %s", quoted(folder .. "/stderr"))
  local left = command_output("cd %s && rm stderr && find . -type f | sort", quoted(folder))
  os.execute("rm -r " .. quoted(folder))
  said = said:gsub("twocs %l+: %d+ of %d+ [^\n]*\n", "")
  for line in said:gmatch("[^\n]+") do lu.assertStrMatches(line, "twocs: beyond: .*", nil, nil, name) end
  lu.assertStrContains(text, "\nstatus 0")
  return text, left
end

TestExamples = {}

-- Left out if TWOCS_SEARCHES is "no": under sanitizers a search takes twenty times as long, and search_test.lua has smaller
-- ones.
local searches = { next_doubling = true, search = true }

for name in command_output("cd %s && ls *.lua", quoted(home .. "/examples")):gmatch("([%w_]+)%.lua") do
  TestExamples["test_" .. name] = function()
    lu.skipIf(searches[name] and os.getenv "TWOCS_SEARCHES" == "no", "a search, under sanitizers")
    local text, left = run(interpreters[1], name)
    lu.assertStrContains(text, "%d", true, name)
    local expected = ""
    for _, format in ipairs(made[name] == true and { "csv", "pdf", "png", "svg" } or made[name] or {}) do
      expected = expected .. "./out/" .. name .. "." .. format .. "\n"
    end
    lu.assertEquals(left, expected)
    if interpreters[2] then
      local other_text, other_left = run(interpreters[2], name)
      lu.assertEquals(other_text, text)
      lu.assertEquals(other_left, left)
    end
  end
end

function TestExamples:test_there_are_examples() lu.assertTrue(TestExamples.test_first ~= nil) end

os.exit(lu.LuaUnit.run() == 0, true)
