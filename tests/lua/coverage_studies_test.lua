-- SPDX-License-Identifier: MIT
-- Bands of nine in ten hold what they say, on measurements of others: of whatever was left out, by shape, by number of
-- ranks and nodes, by device, at least eight in ten are inside.
local lu = require "luaunit"
local core = require "twocs.core"
local data = require "studies.given"

TestCoverage = {}

function TestCoverage:test_of_what_was_left_out()
  for _, name in ipairs{ "collectives.csv", "aiconfigurator/nccl_latency.csv", "abci2.0/inter_anode/job02.sh.7194279.nccl",
    "neusight/slim/amd_gemm_fp32.csv" } do
    local path, sentence = data.path(name)
    if not path then return print("skipped: " .. sentence) end
  end
  local kinds = {}
  for row in require("studies.operators.coverage").table():rows() do
    kinds[row.kind] = (kinds[row.kind] or 0) + 1
    lu.assertTrue(row.covered >= 0.8, core.format("%s: %s: %g of %g", row.kind, row.what, row.covered, row.n))
  end
  for kind, least in pairs{ shape = 12, ["gemm beyond"] = 4, ["stream beyond"] = 8, ["collective beyond"] = 40,
    ["gemm elsewhere"] = 4, ["stream elsewhere"] = 8, ["collective elsewhere"] = 8 } do
    lu.assertTrue((kinds[kind] or 0) >= least, kind)
  end
end

os.exit(lu.LuaUnit.run() == 0, true)
