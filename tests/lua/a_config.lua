-- SPDX-License-Identifier: MIT
-- Texts of Hugging Face's config.json as models, for tests: what one becomes, what is said where it is refused, and which
-- fields a model has.
local core = require "twocs.core"
local lu = require "luaunit"

local a_config = {}

--- at(path): model and refusal of texts that stand in the file of this path; refusal is the sentence without the file's
--- name in front.
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

--- holds(m, "h 4096 tied no"): the fields named, as the record has them.
function a_config.holds(m, wanted)
  for name, value in wanted:gmatch("(%S+) (%S+)") do
    lu.assertEquals(tostring(core.format("%s", m[name])), value, name)
  end
end

return a_config
