-- SPDX-License-Identifier: MIT
-- How a sentence shows the wrong value.
local lu = require "luaunit"
local mistake = require "twocs.common.mistake"

TestShow = {}

-- A text of up to 60 bytes is unchanged; a longer one is cut to 60 bytes including its dots.
function TestShow:test_texts()
  for length = 0, 70 do
    local text = ("a"):rep(length)
    local shown = mistake.show(text)
    if length <= 60 then
      lu.assertEquals(shown, '"' .. text .. '"')
    else
      lu.assertEquals(shown, '"' .. ("a"):rep(57) .. '..."')
      lu.assertEquals(#shown, 62)
    end
  end
end

function TestShow:test_other_values()
  lu.assertEquals(mistake.show(5), "5")
  lu.assertEquals(mistake.show(0.1), "0.1")
  lu.assertEquals(mistake.show(1 / 3), "0.333333333333333")
  lu.assertEquals(mistake.show(nil), "nil")
  lu.assertEquals(mistake.show(false), "false")
  lu.assertEquals(mistake.show{}, "a table")
  lu.assertEquals(mistake.show(print), "a function")
end

TestOperators = {}

function TestOperators:test_a_list_has_operators()
  local tw = require "twocs"
  for _, list in ipairs{ {}, 5, "conv1" } do
    local done, sentence = pcall(tw.operators, list)
    lu.assertFalse(done)
    lu.assertStrContains(sentence, "operators: expected a list of operators")
  end
end

os.exit(lu.LuaUnit.run() == 0, true)
