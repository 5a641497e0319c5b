-- SPDX-License-Identifier: MIT
-- The figures of the bands' reliability, on runs whose places in their bands are known.
local lu = require "luaunit"
local normal = require "twocs.common.normal"
local reliability = require "studies.runs.reliability"

TestReliability = {}

-- Runs whose places are those of a normal distribution with this many times the stated width.
local function runs(name, times)
  local list = { name = name }
  for i = 1, 1000 do list[i] = times * normal.quantile((i - 0.5) / 1000) / normal.quantile(0.95) end
  return list
end

function TestReliability:test_exact_bands()
  local list = { runs("exact", 1) }
  local t = reliability.table(list)
  lu.assertEquals(t.n, 20) -- the runs, and what is stated
  for i = 1, t.n do lu.assertAlmostEquals(t:column "inside"[i], t:column "stated"[i], 0.0015) end
  local tenths = reliability.histogram(list)
  lu.assertEquals(tenths.n, 10)
  for i = 1, 10 do lu.assertAlmostEquals(tenths:column "share"[i], 0.1, 0.0015) end
end

function TestReliability:test_bands_of_half_the_width()
  local t = reliability.table{ runs("half", 2), { name = "none" } }
  lu.assertEquals(t.n, 20)
  local at = t:where{ group = "half", stated = 0.9 }
  lu.assertAlmostEquals(at:column "inside"[1], 0.589, 0.002) -- 2 Phi(1.645 / 2) - 1
  local tenths = reliability.histogram{ runs("half", 2) }
  lu.assertAlmostEquals(tenths:column "share"[1], 0.261, 0.002) -- Phi(-1.2816 / 2)
  lu.assertAlmostEquals(tenths:column "share"[10], 0.261, 0.002)
end

os.exit(lu.LuaUnit.run(), true)
