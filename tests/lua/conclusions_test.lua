-- SPDX-License-Identifier: MIT
-- The changes that would invert a study's conclusion are computed: two studies of Erdil and Schneider-Joseph run here with
-- other inputs, and their sentences must change. The expected numbers are computed by hand from the ends of linear scaling
-- that the authors' own program printed (claims.csv, E3.1-3 and E3.2-13), or from the limits one by one.
local lu = require "luaunit"
local tw = require "twocs"
local gate = require "twocs.ask.gate"
local study = require "twocs.study"

local root = (arg[0]:match "^(.*)/tests/lua/[^/]*$" or "../..")
package.path = root .. "/scripts/?.lua;" .. package.path
local own_limits, own_published = tw.limits, study.published

-- Studies draw and write nothing here.
study.write = function(_, t) return t end
for _, kind in ipairs(require("twocs.figure.options").kinds) do study[kind] = function() end end

-- The limits with these fields in every case.
local function turned(changes)
  return setmetatable({}, { __index = own_limits, __call = function(_, given) return own_limits(given)(changes) end })
end

-- The sentence `turns` of a study, with changed fields of the limits.
local function turns_of(name, changes)
  for module in pairs(package.loaded) do
    if module:find "^studies%." then package.loaded[module] = nil end
  end
  local said
  study.findings, study.conclude = {}, function(_, parts) said = parts.turns end
  rawset(tw, "limits", changes and turned(changes) or own_limits)
  local own_arg, own_print = arg[0], print
  arg[0], print = root .. "/scripts/studies/erdil24/" .. name .. ".lua", function() end
  local done, why = pcall(gate.silently, assert(loadfile(arg[0])))
  arg[0], print = own_arg, own_print
  rawset(tw, "limits", own_limits)
  lu.assertTrue(done, why)
  return said
end

TestConclusions = {}

function TestConclusions.tearDown() study.published = own_published end

-- The root, by the printed years, of the ratio of the end to 1e26 FLOP: 204.84 and 4065.4.
function TestConclusions.test_when()
  local cube = turns_of "when"
  lu.assertStrContains(cube, "in 3 years at 5.9-fold growth a year from 1e26 FLOP, or from 1.6·10^{26} FLOP at 5-fold")
  local half_a_year = turns_of("when", { months = 6 })
  lu.assertStrContains(half_a_year, "at 16.0-fold growth a year from 1e26 FLOP, or from 3.3·10^{27} FLOP at 5-fold growth")
  study.published = function(item) -- 204.84 to the power 1/4, and over 5 to the power 4
    if item == "E-when" then return 4, 4 end
    return own_published(item)
  end
  lu.assertStrContains(turns_of "when", "at 3.8-fold growth a year from 1e26 FLOP, or from 3.3·10^{25} FLOP")
end

-- The printed exponent permits ten times the largest run, and an exponent that is smaller by 0.01 does not; with GEMMs that
-- take ten times as long to start, the exponent changes.
function TestConclusions.test_fig09()
  local named = {}
  for i, changes in ipairs{ {}, { launch = 4.5e-5 } } do
    local exponent = tonumber(turns_of("fig09", changes):match "from (%d%.%d%d) on in place of 0%.17 ")
    local known = require("studies.erdil24").known("h100_sxm5", changes)
    local goal = 10 * known:largest()
    lu.assertTrue(known{ batch_exponent = exponent }:largest() >= goal)
    lu.assertTrue(known{ batch_exponent = exponent - 0.01 }:largest() < goal)
    named[i] = exponent
  end
  lu.assertNotEquals(named[1], named[2])
end

os.exit(lu.LuaUnit.run(), true)
