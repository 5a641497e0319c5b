-- SPDX-License-Identifier: MIT
-- Parts of sentences: counted nouns; titles and subtitles as captions, a sequence of sentences without the markup of
-- figures.
local core = require "twocs.core"

local sentence = {}

--- counted(2, "row"): "2 rows", or "1 row".
function sentence.counted(n, noun) return core.format("%d %s%s", n, noun, n == 1 and "" or "s") end

--- The text with a full stop, unless it ends with a punctuation mark.
function sentence.ended(text) return text:find("[.!?]$") and text or text .. "." end

--- A text as a sentence after another: its first word gets a capital, unless it is a symbol or a name with digits or
--- capitals ("p / s", "abci2.0").
function sentence.after(text)
  if text:find("^%l%l+[%s,;:.]") or text:find("^%l%l+$") then text = text:gsub("^%l", string.upper) end
  return sentence.ended(text)
end

local raised = { ["0"] = "⁰", ["1"] = "¹", ["2"] = "²", ["3"] = "³", ["4"] = "⁴", ["5"] = "⁵", ["6"] = "⁶", ["7"] = "⁷",
  ["8"] = "⁸", ["9"] = "⁹", ["−"] = "⁻", ["-"] = "⁻", ["+"] = "⁺" }

--- A text without the markup of figures, for plain text: "10^{28}" as 10²⁸, "$H$" as H.
function sentence.unmarked(text)
  local kept = {}
  text = text:gsub("\\(.)", function(character)
    kept[#kept + 1] = character
    return "\1"
  end)
  text = text:gsub("%^{([^}]*)}", function(part)
    local all = true
    local out = part:gsub("[^\128-\191][\128-\191]*", function(character)
      all = all and raised[character] ~= nil
      return raised[character]
    end)
    return all and out or "^" .. part
  end):gsub("_{([^}]*)}", "%1"):gsub("%$", "")
  local i = 0
  return (text:gsub("\1", function()
    i = i + 1
    return kept[i]
  end))
end

return sentence
