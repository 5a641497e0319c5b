-- SPDX-License-Identifier: MIT
-- The scoreboard: a row for each run, with its error and whether it is inside its band. The numbers are pinned elsewhere
-- (published_test.lua); here only their counts and places are checked.
local lu = require "luaunit"
local bands = require "twocs.predict.bands"
local scoreboard = require "studies.runs.scoreboard"
local tw = require "twocs"

local root = (arg[0]:match("^(.*)/lua/[^/]*$") or "tests") .. "/../"

TestScoreboard = {}

function TestScoreboard:test_a_row_for_each_run()
  local published = tw.predict{ file = root .. "scripts/studies/runs/published.csv" }
  local t = scoreboard.rows{ { title = "Published", file = "published", runs = published.rows, band = published.band } }
  lu.assertEquals(t.n, 429)
  local first, run = t[1], published.rows[1]
  lu.assertEquals({ first.stack, first.file, first.device, first.kind }, { "Published", "published", run.device, "dense" })
  lu.assertEquals(first.format, run.made.run.format)
  lu.assertEquals({ first.measured, first.predicted }, { run.measured, run.predicted })
  lu.assertAlmostEquals(first.error, run.predicted / run.measured - 1, 1e-12)
  lu.assertEquals({ first.low, first.high }, { bands.of(run, published.band) })
  local own = scoreboard.rows{ { title = "Published", file = "published", runs = { run } } }[1]
  lu.assertEquals({ own.low, own.high }, { bands.of(run, bands.without(run.row.set)) })
  lu.assertNotEquals(own.high, first.high) -- its set has no part in its own band
  local experts = 0
  for row in t:rows() do
    lu.assertEquals(row.held == 1, row.measured >= row.low and row.measured <= row.high)
    experts = experts + (row.kind == "experts" and 1 or 0)
  end
  lu.assertTrue(experts > 0 and experts < t.n)
end

os.exit(lu.LuaUnit.run() == 0, true)
