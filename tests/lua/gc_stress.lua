-- SPDX-License-Identifier: MIT
-- gc_stress.lua TEST: runs another test while the garbage collector is at work all the time, so that whatever the binding
-- forgot to hold on to is gone before it is used. The setting is the one that both interpreters spell alike; LuaJIT does
-- not come to an end with a larger step.
collectgarbage("setpause", 0)
collectgarbage("setstepmul", 400)

local script = table.remove(arg, 1)
arg[0] = script
dofile(script)
