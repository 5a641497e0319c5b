-- SPDX-License-Identifier: MIT
-- What tests expect of a mistake, and of a number. A mistake is one sentence after the position of the wrong line, which is
-- checked too: in the test, or in this file if the verb itself is passed.
local core = require "twocs.core"
local lu = require "luaunit"

local expect = {}

local ours = { [arg[0]:match("[^/]*$")] = true, ["expect.lua"] = true }

-- The text after "SCRIPT:LINE: ".
local function said_by(f, ...)
  local done, text = pcall(f, ...)
  lu.assertFalse(done, "no mistake was noticed")
  local at, said = tostring(text):match("([^/]*):%d+: (.*)$")
  lu.assertTrue(ours[at], tostring(text))
  return said
end

--- f(...) raises a mistake with exactly this sentence.
function expect.sentence(sentence, f, ...) lu.assertEquals(said_by(f, ...), sentence) end

--- f(...) raises a mistake with a sentence that contains these words.
function expect.words(words, f, ...) lu.assertStrContains(said_by(f, ...), words) end

--- Within a relative tolerance.
function expect.near(got, want, tolerance, what)
  lu.assertTrue(math.abs(got - want) <= tolerance * math.abs(want),
    core.format("%s: %.17g is not near %.17g", what or "value", got, want))
end

return expect
