-- SPDX-License-Identifier: MIT
-- gc_stress.lua TEST: runs another test while the garbage collector works, so that an object that the binding does not keep
-- alive is collected before it is used. Lua 5.4 then collects everything at each allocation, which makes a test a hundred
-- times as slow; so it does this for one in ten of the instructions, a thousand at a time. LuaJIT, whose collector is
-- incremental, is under stress all the time; with a larger step it does not finish. It interprets here: compiling took most
-- of its time, and what is compiled calls the same C.
local script = table.remove(arg, 1)
arg[0] = script

local function busy()
  collectgarbage("setpause", 0)
  collectgarbage("setstepmul", 400)
end

local function calm() collectgarbage("setpause", 200) end

busy()
if jit then
  jit.off()
else
  local window = 0
  debug.sethook(function()
    window = (window + 1) % 10
    if window == 0 then busy() elseif window == 1 then calm() end
  end, "", 1000)
end
dofile(script)
