-- SPDX-License-Identifier: MIT
-- The part of a timeline that a script asks for: { stages = { 0, 3 }, microbatches = 7 }. A window of microbatches excludes
-- events that occur once per step.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local keys = { "stages", "microbatches" }

local function is_place(value, count)
  return type(value) == "number" and value >= 0 and value < count and value == math.floor(value)
end

-- A number, or a list of the first and the last number.
local function range(verb, key, value, count)
  local list = type(value) == "table" and value or { value, value }
  if #list == 2 and is_place(list[1], count) and is_place(list[2], count) and list[1] <= list[2] then
    return list[1], list[2]
  end
  mistake.raise("%s: %s = %s: expected a number from 0 to %.0f, or a list of the first and the last", verb, key,
    type(value) == "table" and core.format("{ %s, %s }", mistake.show(value[1]), mistake.show(value[2]))
    or mistake.show(value), count - 1)
end

--- The window in the form of the core: first and last stage, first and last microbatch; nil for the whole timeline.
return function(verb, given, of)
  if given == nil then return nil end
  if type(given) ~= "table" then
    mistake.raise("%s: expected { stages =, microbatches = }, got %s", verb, mistake.show(given))
  end
  for key in pairs(given) do
    if key ~= "stages" and key ~= "microbatches" then
      mistake.raise("%s: a window has no field %s%s", verb, mistake.word(key), nearest.hint(key, keys))
    end
  end
  local window = {}
  if given.stages ~= nil then window[1], window[2] = range(verb, "stages", given.stages, of.pp) end
  if given.microbatches ~= nil then
    window[3], window[4] = range(verb, "microbatches", given.microbatches, of.microbatches)
  end
  return window
end
