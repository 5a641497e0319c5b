-- SPDX-License-Identifier: MIT
-- Scripts that the build has compiled: all of them are loaded in this form, and an edited script runs in its edited form. T
-- is a copy of the executable in a folder that looks like a build, with its own files that can be changed.
local lu = require "luaunit"
local core = require "twocs.core"
local outside = require "outside"

local quoted, scratch = outside.quoted, outside.scratch()
local interpreter = jit and "luajit" or "lua5.4"
local home = core.place("twocs.data.rows"):match "^(.*)twocs/data/rows.lua$"
local build = outside.twocs:match "^(.*)/[^/]*$"

local function sh(command)
  return (outside.output(core.format("cd %s && export TWOCS_HOME=$PWD/scripts && %s", quoted(scratch), command)))
end

local function copied(script)
  return sh(core.format([[rm -rf scripts lib && mkdir -p scripts lib/%s && cp %s T && cp -r %s/twocs scripts/
    : > CMakeCache.txt
    cp %s/lib/%s/scripts.code lib/%s/ && { %s
    }]], interpreter, quoted(outside.twocs), quoted(home), quoted(build), interpreter, interpreter, script))
end

local ask = [[./T -e 'local core = require "twocs.core"
  print(core.is_compiled "twocs/common/lists.lua", #require("twocs.common.lists").double(1, 8))']]

TestCompiled = {}

function TestCompiled:test_every_script_is_loaded_so()
  require("twocs").eval({ model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }, "f_ser")
  local loaded = 0
  for name in pairs(package.loaded) do
    local place = name:match "^twocs%." and core.place(name)
    if place then
      lu.assertTrue(core.is_compiled(place:sub(#home + 1)), name)
      loaded = loaded + 1
    end
  end
  lu.assertTrue(loaded > 40)
end

function TestCompiled:test_compiled_code_is_used_only_for_an_unchanged_script()
  lu.assertEquals(copied(ask), "true\t4\n")
  lu.assertEquals(copied("echo 'return { double = function() return {} end }' > scripts/twocs/common/lists.lua\n" .. ask),
    "false\t0\n")
  local as_long = "sed -i '1s/SPDX/SPDY/' scripts/twocs/common/lists.lua\n"
  lu.assertEquals(copied(as_long .. ask), "false\t4\n")
end

function TestCompiled:test_a_missing_or_truncated_file_of_code_is_ignored()
  lu.assertEquals(copied("rm lib/*/scripts.code\n" .. ask), "false\t4\n")
  for _, size in ipairs{ 0, 8, 11, 12, 4000, 100000 } do
    lu.assertEquals(copied(core.format("truncate -s %d lib/*/scripts.code\n%s", size, ask)), "false\t4\n", size)
  end
end

-- Recompiled code is a new file, so a process that has mapped the old one keeps it.
function TestCompiled:test_code_is_replaced_and_not_written_over()
  lu.assertEquals(copied(core.format([[ln lib/*/scripts.code old && cp old same
    ./T %s lib/*/scripts.code scripts scripts/twocs/common/lists.lua
    cmp old same && [ "$(wc -c <old)" -gt "$(cat lib/*/scripts.code | wc -c)" ] && echo kept]],
    quoted(home .. "generate/compiled.lua"))), "kept\n")
end

-- Each process has its own order of hash tables.
function TestCompiled:test_the_same_scripts_give_the_same_bytes()
  lu.assertEquals(copied(core.format([[for i in 1 2 3
    do ./T %s code.$i scripts $(find scripts/twocs -name "*.lua"); cmp code.1 code.$i; done]],
    quoted(home .. "generate/compiled.lua"))), "")
end

-- Messages contain the position in the script, as without compilation; lines of twocs itself are skipped.
function TestCompiled:test_messages_are_the_same()
  local wrong = [[cat > s.lua <<'END'
local tw = require "twocs"
print(debug.getinfo(require("twocs.common.lists").double, "S").source == "@" .. os.getenv "TWOCS_HOME"
  .. "/twocs/common/lists.lua")
tw.eval({ model = "gpt9" }, "f_ser")
END
./T s.lua 2>&1]]
  local compiled = copied(wrong)
  lu.assertStrContains(compiled, "true\n")
  lu.assertStrContains(compiled, "s.lua:4: ")
  lu.assertEquals(copied("rm lib/*/scripts.code\n" .. wrong), compiled)
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. quoted(scratch))
os.exit(result == 0, true)
