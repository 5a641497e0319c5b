-- SPDX-License-Identifier: MIT
-- The options of a fit of a law, and their defaults.
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
        mistake.raise("fit: %s and %s: fit one of them at a time", first, second)
      end
      named, law = key, value
    else
      check_key(key)
    end
  end
  if not named then mistake.raise('fit: what is fitted? Write gemm = "waves" or all_reduce = "measured"') end
  return named, law
end

local function check_knots(name, list)
  if type(list) ~= "table" or #list < 2 then
    mistake.raise("fit: correct.%s = %s: expected two sizes or more", name, mistake.show(list))
  end
  for i, size in ipairs(list) do
    if type(size) ~= "number" or not (size > (i > 1 and list[i - 1] or 0)) then
      mistake.raise("fit: correct.%s: %s is not larger than the size before it", name, mistake.show(size))
    end
  end
end

--- The knots of the table that corrects a law, { m = { sizes } ... }, for sizes of the family from the first on; nil if the
--- script does not ask for a table.
function options.knots(given, of, family)
  local knots = given.correct
  if type(knots) ~= "table" then return nil end
  local known, open = {}, false
  for _, name in ipairs(of.table) do
    known[name] = true
    if knots[name] and open then mistake.raise("fit: correct.%s also requires correct.%s", name, of.table[1]) end
    open = open or not knots[name]
  end
  for name, list in pairs(knots) do
    if not known[name] then
      mistake.raise('fit: correct: "%s" is not a size of %s%s', mistake.word(name), family,
        nearest.hint(mistake.word(name), of.table))
    end
    check_knots(name, list)
  end
  return knots
end

--- The confidence of an interval, { interval = 0.9 }.
function options.confidence(given)
  local confidence = given and given.interval or 0.9
  if type(confidence) ~= "number" or not (confidence > 0 and confidence < 1) then
    mistake.raise("predict: interval = %s: expected a number between 0 and 1", mistake.show(confidence))
  end
  return confidence
end

--- The fields to find: those that the script names, else those of the law. The script may name none if a table of
--- corrections describes everything else.
function options.parameters(given, of, family, law, prefix)
  local usual = families.parameters(of, family, law, prefix)
  local find = given.find
  if find == nil then return usual end
  if type(find) ~= "table" or #find == 0 and not options.knots(given, of, family) then
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
