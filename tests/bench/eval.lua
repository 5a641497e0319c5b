-- SPDX-License-Identifier: MIT
-- How long tw.eval takes, of one column and of all: build/release/twocs tests/bench/eval.lua, and with twocs-luajit. The
-- best of several rounds, in the time of this process alone; the goals are those of a script that asks a question ten
-- thousand times.
local tw = require "twocs"

local function best(n, run)
  local least = 1 / 0
  for _ = 1, 9 do
    collectgarbage()
    local start = os.clock()
    for _ = 1, n do run() end
    least = math.min(least, (os.clock() - start) / n)
  end
  return 1e6 * least
end

local function report(what, time, goal)
  print(tw.format("  %-58s %9.3g us     %s", what, time, goal))
end

local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }
local made = { model = tw.models.gpt3_175b, run = tw.run(), layout = tw.layout{ tp = 8 }, device = tw.devices.h100_sxm }
print(tw.format("tw.eval, %s", jit and jit.version or _VERSION))
report("one column, a case of names and tables", best(2000, function() return tw.eval(case, "f_ser") end), "goal: 10")
report("one column, a case of records", best(2000, function() return tw.eval(made, "f_ser") end), "goal: 10")
report("three columns", best(2000, function() return tw.eval(made, { "f_ser", "t_step", "mem_byte" }) end), "")
report('"all" columns', best(500, function() return tw.eval(made, "all") end), "goal: 60")
