-- SPDX-License-Identifier: MIT
-- Which code runs: the parts of twocs come from its own folder, a script's modules from the script's folder, and a file of
-- a stranger in the current folder never runs. TWOCS names the executable, as in cli_test.lua. Every planted file prints
-- "HOSTILE" when it runs, and so does a planted shared library when it is loaded.
local lu = require "luaunit"
local core = require "twocs.core"

local outside = require "outside"

local twocs, quoted, output, scratch = outside.twocs, outside.quoted, outside.output, outside.scratch()
local scripts = core.place("twocs.init"):match("^(.*)/twocs/init%.lua$")
local hostile, safe, own = scratch .. "/hostile", scratch .. "/safe", scratch .. "/own folder"

local function file(folder, name, text)
  local path = core.format("%s/%s", folder, name)
  assert(core.folder(path:match("^(.*)/")))
  local out = assert(io.open(path, "wb"))
  out:write(text)
  out:close()
  return path
end

-- Every part of twocs, by the name that `require` knows.
local function parts()
  local names = {}
  for path in output(core.format("cd %s && find twocs studies -name '*.lua'", quoted(scripts))):gmatch("[^\n]+") do
    names[#names + 1] = path:gsub("%.lua$", ""):gsub("/", ".")
  end
  for _, name in ipairs{ "twocs", "twocs.core", "twocs_draw", "twocs_profile", "twocs_mpi", "twocs_cuda" } do
    names[#names + 1] = name
  end
  return names
end

local says = 'io.stderr:write("HOSTILE ", ..., "\\n") os.exit(66)'

-- A shared library that prints when it is loaded; without a compiler there is none.
local function library()
  local source = file(scratch, "hostile.c", [[
#include <unistd.h>
__attribute__((constructor)) static void run(void) { if (write(2, "HOSTILE library\n", 16) > 0) _exit(66); }
]])
  local path = scratch .. "/hostile.so"
  local _, status = output(core.format("cc -shared -fPIC -o %s %s", quoted(path), quoted(source)))
  if status ~= 0 then
    print "skipped: there is no C compiler to make a hostile library with"
    return nil
  end
  local input = assert(io.open(path, "rb"))
  local bytes = input:read("*a")
  input:close()
  return bytes
end

local function plant()
  local bytes = library()
  for _, name in ipairs(parts()) do
    local path = name:gsub("%.", "/")
    file(hostile, path .. ".lua", says)
    file(hostile, path .. "/init.lua", says)
    if bytes then file(hostile, path .. ".so", bytes) end
  end
  -- As if the current folder were a build or an installation.
  for _, folder in ipairs{ "scripts", "share/twocs", "build/scripts" } do
    file(hostile, folder .. "/twocs/init.lua", says)
    file(hostile, folder .. "/twocs/help/command.lua", says)
  end
  file(hostile, "CMakeCache.txt", "")
  file(hostile, "lib/CMakeCache.txt", "")
  for _, name in ipairs{ "lib/lua5.4", "lib/luajit", "lib/twocs/lib/lua5.4", "lib/twocs/lib/luajit" } do
    for _, part in ipairs{ "twocs", "twocs_draw", "twocs_profile" } do
      if bytes then file(hostile, core.format("%s/%s.so", name, part), bytes) end
    end
  end
  -- Files that the loader and PLplot look for. Fonts and colours are not code, but may mislead their reader.
  for _, name in ipairs{ "libmpi.so.40", "libopenblas.so.0", "libplplot.so.17" } do
    if bytes then file(hostile, name, bytes) end
  end
  for _, name in ipairs{ "cmap0_default.pal", "cmap1_default.pal", "plxtnd5.fnt", "plstnd5.fnt" } do
    file(hostile, name, "HOSTILE")
  end
  file(hostile, "mine.lua", says)
  file(hostile, "mine/init.lua", says)
  if bytes then file(hostile, "mine.so", bytes) end
end

plant()
assert(core.folder(safe))

-- Modules of studies are programs, except one.
local modules = {}
for _, name in ipairs(parts()) do
  if name == "studies.given" or not name:match("^studies%.") then modules[#modules + 1] = core.format("'%s'", name) end
end

-- Uses all parts of twocs: every module, figures and a measurement.
local uses = file(own, "uses.lua", core.format([[
local tw = require "twocs"
for _, name in ipairs{ %s } do
  local there, why = pcall(require, name)
  if not there and not why:match("this twocs has no module") then error(why) end
end
local t = tw.sweep{ model = "bert", device = "mi210_paper", over = { tp = { 1, 2 } }, want = { "f_ser" } }
if pcall(require, "twocs_draw") then assert(tw.lines(arg[1], t, { x = "tp", y = "f_ser" })) end
require("twocs.profile").machine("cpu")
package.loaded.twocs, package.preload.twocs = nil, nil
assert(require("twocs") == tw)
print(tw.format("%%.6f", tw.eval({ device = "mi210_paper", layout = { tp = 16 } }, "f_ser")))
]], table.concat(modules, ", ")))
local mine = file(own, "asks.lua", "print((require 'mine'), (require 'deep.down'))")
file(own, "mine.lua", "return 'mine'")
file(own, "deep/down/init.lua", "return 'down'")
local answer = core.format("%s\n", output(core.format("cd %s && %s -e %s", quoted(safe), quoted(twocs), quoted(
  "io.write(tw.format('%.6f', tw.eval({ device = 'mi210_paper', layout = { tp = 16 } }, 'f_ser')))"))))

-- Runs in the folder of strangers, with search paths that a careless user may have set.
local paths = { "", "LUA_PATH='?.lua;./?/init.lua;;' LUA_CPATH='?.so;;'",
  core.format("LUA_PATH='%s/?.lua;%s/?/init.lua;;' LUA_CPATH='%s/?.so;;'", hostile, hostile, hostile) }

local function check(setting, command, said)
  local text, status = output(core.format("cd %s && %s %s", quoted(hostile), setting, command))
  lu.assertNotStrContains(text, "HOSTILE", false, core.format("%s %s", setting, command))
  lu.assertEquals(status, 0, core.format("%s %s: %s", setting, command, text))
  if said then lu.assertEquals(text, said, command) end
end

local function figure() return quoted(scratch .. "/figure") end

TestStrangers = {}

function TestStrangers:test_a_planted_module_would_run_in_lua54()
  local text, status = output(core.format("cd %s && lua5.4 -e 'require [[twocs_draw]]'", quoted(hostile)))
  outside.skip_if(status == 127 and "lua5.4 is not there")
  lu.assertStrContains(text, "HOSTILE twocs_draw")
end

function TestStrangers:test_executable()
  for _, setting in ipairs(paths) do
    check(setting, core.format("%s %s %s", quoted(twocs), quoted(uses), figure()), answer)
    check(setting, core.format("%s - %s <%s", quoted(twocs), figure(), quoted(uses)), answer)
    check(setting, core.format("%s -e 'dofile \"%s\"' %s", quoted(twocs), uses, figure()), answer)
    check(setting, core.format("%s fields >/dev/null", quoted(twocs)))
    check(setting, core.format("%s help f_ser >/dev/null", quoted(twocs)))
  end
end

-- If it is found through PATH, the executable knows only its bare name; here this is also the name of a folder and of a
-- file.
function TestStrangers:test_executable_by_its_name()
  local folder, name = twocs:match("^(.*)/([^/]*)$")
  for _, planted in ipairs{ "twocs", "twocs-luajit" } do
    if not core.files(hostile .. "/" .. planted) then file(hostile, planted, says) end
  end
  check("PATH=" .. quoted(folder) .. ":$PATH", core.format("%s %s %s", name, quoted(uses), figure()), answer)
end

-- Silent, and with the same bytes as elsewhere.
function TestStrangers:test_figure()
  outside.skip_if(not pcall(require, "twocs_draw") and "there is no twocs_draw")
  local function drawn(folder, name)
    local text = output(core.format("cd %s && %s %s %s/%s && cat %s/%s.svg", quoted(folder), quoted(twocs), quoted(uses),
      quoted(scratch), name, quoted(scratch), name))
    lu.assertStrContains(text, "</svg>")
    return text
  end
  lu.assertEquals(drawn(hostile, "there"), drawn(safe, "here"))
end

function TestStrangers:test_linked_executable()
  local link = scratch .. "/linked"
  output(core.format("ln -sf %s %s", quoted(twocs), quoted(link)))
  check("", core.format("%s %s %s", quoted(link), quoted(uses), figure()), answer)
end

-- The reason why a stock interpreter cannot be tested, or nil.
local function obstacle(interpreter, module)
  local _, status = output("command -v " .. interpreter)
  if status ~= 0 then return interpreter .. " is not there" end
  local built = io.open(module)
  if not built then return "there is no module for " .. interpreter end
  built:close()
  local text = output(core.format("LUA_PATH= LUA_CPATH=%s %s -e 'require [[twocs]]'", quoted(module), interpreter))
  return text:match "ASan runtime" and "a module with sanitizers needs an interpreter with sanitizers"
end

-- README's line for the stock interpreters.
function TestStrangers:test_stock_interpreters()
  for _, interpreter in ipairs{ "lua5.4", "luajit" } do
    local module = core.place("twocs"):gsub("/[^/]*/twocs%.so$", "/" .. interpreter .. "/twocs.so")
    local why = obstacle(interpreter, module)
    if why then
      print("skipped: " .. why)
    else
      for _, setting in ipairs(paths) do
        local line = core.format("eval \"$(%s paths)\"; ", quoted(twocs))
        local run = core.format("%s %s %s", interpreter, quoted(uses), figure())
        check(setting:gsub("^(LUA.*)$", "export %1;") .. line, run, answer)
      end
      -- Only the module is found by a search path; its parts are not.
      local found = core.format("LUA_PATH= LUA_CPATH=%s", quoted((module:gsub("twocs%.so$", "?.so"))))
      check(found, core.format("%s %s %s", interpreter, quoted(uses), figure()), answer)
    end
  end
end

TestOwnFolder = {}

function TestOwnFolder:test_modules_are_found_in_the_folder_of_the_script()
  check("", core.format("%s %s", quoted(twocs), quoted(mine)), "mine\tdown\n")
  check(paths[2], core.format("%s %s", quoted(twocs), quoted(mine)), "mine\tdown\n")
  check(paths[3], core.format("%s %s", quoted(twocs), quoted(mine)), "mine\tdown\n")
  local link = scratch .. "/linked.lua"
  output(core.format("ln -sf %s %s", quoted(mine), quoted(link)))
  check("", core.format("%s %s", quoted(twocs), quoted(link)), "mine\tdown\n")
  local text = output(core.format("cd %s && %s asks.lua", quoted(own), quoted(twocs)))
  lu.assertEquals(text, "mine\tdown\n")
end

function TestOwnFolder:test_modules_are_not_found_in_the_current_folder()
  for i, command in ipairs{ "-e \"require 'mine'\"", "- <<'END'\nrequire 'mine'\nEND", "-e \"require 'mine'\"" } do
    local setting = i == 3 and paths[2] or ""
    local text, status = output(core.format("cd %s && %s %s %s", quoted(hostile), setting, quoted(twocs), command))
    lu.assertEquals(status, 1, text)
    lu.assertStrContains(text, "module 'mine' not found")
    lu.assertNotStrContains(text, "HOSTILE")
  end
end

function TestOwnFolder:test_absolute_paths_stay()
  local setting = core.format("LUA_PATH='%s/?.lua'", own)
  check(setting, core.format("%s -e \"print((require 'mine'))\"", quoted(twocs)), "mine\n")
end

-- TWOCS_HOME names another folder of scripts; without it, the scripts of the executable's own place are used.
function TestOwnFolder:test_named_home()
  file(scratch, "home/twocs/init.lua", "return { version = 'named' }")
  local command = core.format("%s -e 'print(tw.version)'", quoted(twocs))
  check(core.format("TWOCS_HOME=%s/home", quoted(scratch)), command, "named\n")
  check(core.format("TWOCS_HOME=%s", quoted(scratch)), command, core.format("%s\n", core.version))
end

function TestOwnFolder:test_an_unknown_module_is_refused()
  lu.assertNil(core.place "mine")
  lu.assertNil(core.place "twocs.nothing")
  lu.assertErrorMsgContains("this twocs has no module 'twocs.nothing'", require, "twocs.nothing")
  lu.assertErrorMsgContains("this twocs has no module 'twocs_nothing'", require, "twocs_nothing")
  lu.assertErrorMsgContains("module 'studies.nothing' not found", require, "studies.nothing")
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. quoted(scratch))
os.exit(result == 0, true)
