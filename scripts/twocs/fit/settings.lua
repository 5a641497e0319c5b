-- SPDX-License-Identifier: MIT
-- What a script may say of a fit of a law, and what is found where it says nothing.
local families = require "twocs.fit.families"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"

local options = {}

local own = { device = true, run = true, law = true, time = true, find = true, correct = true, by = true, near = true,
  neighbours = true, rows = true }

local function check_key(key)
  if own[key] then return end
  local known = families.names()
  for option in pairs(own) do known[#known + 1] = option end
  table.sort(known)
  mistake.raise('fit: unknown key "%s"%s', mistake.word(key), nearest.hint(key, known))
end

--- { gemm = "waves", device = ... }: what is fitted, and the law.
function options.read(given)
  local named, law
  for key, value in pairs(given) do
    if families.is(key) then
      if named then
        local first, second = named < key and named or key, named < key and key or named
        mistake.raise("fit: %s and %s: one fit is of one of them", first, second)
      end
      named, law = key, value
    else
      check_key(key)
    end
  end
  if not named then mistake.raise('fit: say what is fitted, such as gemm = "waves" or all_reduce = "measured"') end
  return named, law
end

--- The confidence of an interval, { interval = 0.9 }.
function options.confidence(given)
  local confidence = given and given.interval or 0.9
  if type(confidence) ~= "number" or not (confidence > 0 and confidence < 1) then
    mistake.raise("predict: interval = %s: expected a number between 0 and 1", mistake.show(confidence))
  end
  return confidence
end

--- The fields that the script wants to be found, or those that the law has.
function options.parameters(given, of, family, law, prefix)
  local usual = families.parameters(of, family, law, prefix)
  local find = given.find
  if find == nil then return usual end
  if type(find) ~= "table" or #find == 0 then
    mistake.raise('fit: find = %s: expected a list of fields such as { "%s" }', mistake.show(find), usual[1])
  end
  for _, name in ipairs(find) do
    rows.find(name, "field")
    local known = law ~= "measured"
    for _, parameter in ipairs(usual) do known = known or parameter == name end
    if not known then mistake.raise('fit: the law "measured" has no %s%s', name, nearest.hint(name, usual)) end
  end
  return find
end

return options
