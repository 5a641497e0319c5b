-- SPDX-License-Identifier: MIT
-- The same million-point sweep from Lua and from C, both allocating their columns:
-- build/release/twocs tests/bench/sweep.lua build/release/bench. Prints the ratio of the best of several runs, taken in
-- turn.
local core = require "twocs.core"
local tw = require "twocs"

local bench = arg[1] or "build/release/bench"
local runs, side = 7, 32

local function spaced(first, step)
  local list = {}
  for i = 1, side do list[i] = first + step * (i - 1) end
  return tw.column(list)
end

local case = { model = tw.models.transformer{ head_dim = 64 }, device = tw.devices.a100_80g, layout = { dp = 4 },
  over = { h = spaced(1024, 1024), sl = spaced(512, 512), tp = spaced(1, 1), flop_vs_bw = spaced(1, 0.25) },
  want = { "f_ser", "t_layer" } }

local function best_of_lua()
  local best = 1 / 0
  for _ = 1, runs do
    collectgarbage()
    local start = core.clock()
    tw.sweep(case)
    best = math.min(best, core.clock() - start)
  end
  return best
end

local function best_of_c()
  local pipe = assert(io.popen(bench .. " --same-as-lua"))
  local seconds = pipe:read("*n")
  pipe:close()
  return seconds
end

local from_lua, from_c = best_of_lua(), best_of_c()
if not from_c then error("the bench program does not know --same-as-lua", 0) end
from_lua = math.min(from_lua, best_of_lua())
from_c = math.min(from_c, best_of_c())
print(tw.format("the same sweep, six columns allocated: from Lua %.1f ms, from C %.1f ms, ratio %.2f (goal: within 1.1)",
  from_lua * 1e3, from_c * 1e3, from_lua / from_c))
