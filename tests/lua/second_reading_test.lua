-- SPDX-License-Identifier: MIT
-- A second reading of the papers: every statement in them that a number or a sign could contradict, section by section
-- (tests/data/seeds/claims.csv), each with the claims that cover it. The list follows the texts of the papers, not
-- claims.csv. So a statement that the list names and claims.csv lacks is a claim without a row.
local lu = require "luaunit"
local core = require "twocs.core"
local claims = require "twocs.study.claims"
local tables = require "twocs.table"

local root = (arg[0]:match "^(.*)/tests/lua/[^/]*$" or "../..")
local content = require("files").content
local by_item = claims.read(content(core.format("%s/scripts/studies/claims.csv", root)))
local list = assert(tables.read(content(core.format("%s/tests/data/seeds/claims.csv", root))))

TestSecondReading = {}

function TestSecondReading:test_every_statement_has_a_row_or_a_reason()
  local without, with = {}, 0
  for row in list:rows() do
    local items = 0
    for item in row.items:gmatch "%S+" do
      items = items + 1
      if not by_item[item] then without[#without + 1] = core.format("%s %s: no claim %s", row.paper, row.section,
        item) end
    end
    if items > 0 then with = with + 1
    elseif row.reason == "" then
      without[#without + 1] = core.format("%s %s: %s", row.paper, row.section, row.said)
    end
  end
  lu.assertEquals(without, {})
  lu.assertTrue(with > 80, tostring(with))
end

-- Every claim of the first paper states its source. The second reading must have found it again, in a section that its list
-- names.
function TestSecondReading:test_every_claim_of_the_first_paper_was_found_again()
  local found, missing = {}, {}
  for row in list:rows() do
    for item in row.items:gmatch "%S+" do found[item] = true end
  end
  local own = { ["P1-8e"] = true, ["P1-21c"] = true } -- arithmetic on printed numbers, not printed itself
  for item, claim in pairs(by_item) do
    if claim.paper == "pati23" and not found[item] and not own[item] then missing[#missing + 1] = item end
  end
  table.sort(missing)
  lu.assertEquals(missing, {})
end

os.exit(lu.LuaUnit.run(), true)
