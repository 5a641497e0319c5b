-- SPDX-License-Identifier: MIT
-- Helper for tests: texts of Hugging Face's config.json read as models, the sentences of refused texts, and checks of a
-- model's fields.
local core = require "twocs.core"
local lu = require "luaunit"

local a_config = {}

--- at(path): functions model and refusal for texts in the file of this path; refusal returns the sentence without the
--- file's name in front.
function a_config.at(path)
  local _, read, refuse = require "reading"(path)
  local function model(text, options)
    options = options or {}
    options.as = "config"
    local m = read(text, options)
    lu.assertEquals(core.kind(m), "model")
    return m
  end

  local function refusal(text)
    local sentence, code = refuse(text, { as = "config" })
    lu.assertEquals(code, 0)
    return sentence
  end

  return model, refusal
end

--- holds(m, "h 4096 tied no"): checks that the named fields of the record have these values.
function a_config.holds(m, wanted)
  for name, value in wanted:gmatch("(%S+) (%S+)") do
    lu.assertEquals(tostring(core.format("%s", m[name])), value, name)
  end
end

return a_config
