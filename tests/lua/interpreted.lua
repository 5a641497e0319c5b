-- SPDX-License-Identifier: MIT
-- interpreted.lua TEST: runs another test, and LuaJIT compiles none of it. Compiled code calls the same C, and to compile a
-- test takes longer than to run it. The tests of preset release are compiled, as a user's scripts are.
jit.off()
arg[0] = table.remove(arg, 1)
dofile(arg[0])
