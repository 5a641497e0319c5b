-- SPDX-License-Identifier: MIT
-- The value of five rows: for each set of runs that was not used for the constants, five random rows calibrate an entry of
-- software (predict/calibrate.lua), which predicts the others. Each draw is seeded by its number; `five.lua 200` makes 200
-- draws of each set.
local tw = require "twocs"
local bands = require "twocs.predict.bands"
local calibrate = require "twocs.predict.calibrate"
local cases = require "twocs.predict.cases"
local errors = require "twocs.fit.errors"
local goals = require "studies.runs.goals"
local held = require "studies.runs.held"
local unseen = require "studies.runs.unseen"

local draws, few, least = tonumber(arg[1]) or 20, 5, 12
local scores = goals.new()

-- Predictions for a run of a stack with the constants of a calibrated entry: its time and its uncertainty.
local function predicted_with(stack, c, sd, beyond)
  local times = stack:times(c)
  local down, up = stack:swing(c, sd)
  return function(one)
    return { made = one.made, fields = one.fields, v = one.v, measured = one.measured, predicted = times[one.place],
      down = down[one.place], up = up[one.place], found = { beyond = beyond } }
  end
end

-- One draw: the mean error before and after for the rows that did not calibrate, and how many of them are inside their new
-- bands.
local function drawn(set, number)
  local order = errors.shuffled(#set.list, number)
  local some, own = {}, {}
  for i = 1, few do some[i] = set.list[order[i]] end
  local stack = cases.again(set.name, some)
  for _, one in ipairs((stack:predicted(set.constants))) do own[#own + 1] = one end
  local c, sd, beyond = calibrate.fitted(stack, own, set.constants, set.band)
  local with, before, after, hold, n = predicted_with(set.stack, c, sd, beyond), 0, 0, 0, #set.list - few
  for i = few + 1, #set.list do
    local one = set.list[order[i]]
    local now = with(one)
    local low, high = bands.of(now, set.band)
    before = before + math.abs(one.predicted / one.measured - 1) / n
    after = after + math.abs(now.predicted / now.measured - 1) / n
    if one.measured >= low and one.measured <= high then hold = hold + 1 / n end
  end
  return before, after, hold
end

local function sets()
  local list = {}
  for _, one in ipairs(held.stacks) do
    if held.of(one.name) then
      local rows, band = held.left_out(one.name)
      list[#list + 1] = { name = one.name, title = one.title, stack = held.of(one.name), list = rows, band = band,
        constants = held.without(one.name) }
    end
  end
  for _, one in ipairs(unseen.list) do
    local rows, band = unseen.predicted(one[1])
    if rows then
      list[#list + 1] = { name = one[1], title = one[2], stack = unseen.read(one[1]), list = rows, band = band,
        constants = held.values.pooled }
    end
  end
  return list
end

print(tw.format("| %d rows calibrate, %d draws | rows | mean before | after | worse in | bands hold |", few, draws))
print "| --- | --- | --- | --- | --- | --- |"
local all, worse_all, hold_all, good, count = 0, 0, 0, 0, 0
for _, set in ipairs(sets()) do
  if #set.list >= least then
    for _, one in ipairs(set.list) do bands.found(one, set.band) end
    local before, after, worse, hold = 0, 0, 0, 0
    for number = 1, draws do
      local was, is, held_share = drawn(set, number)
      before, after, hold = before + was / draws, after + is / draws, hold + held_share / draws
      if is > was then worse = worse + 1 / draws end
    end
    print(tw.format("| %s | %d | %.1f | %.1f | %.0f %% | %.0f %% |", set.title, #set.list, 100 * before, 100 * after,
      100 * worse, 100 * hold))
    count, worse_all, hold_all = count + 1, worse_all + worse, hold_all + hold
    all = all + after
    if after <= 0.5 * before or after <= 0.035 then good = good + 1 end
  end
end
if count > 0 then
  print ""
  scores:share(tw.format("Calibrated on %d rows, sets whose error is halved or at most 3.5 %%", few), good / count,
    goals.percent(nil, 100))
  scores:share("Calibrated draws that are worse than before", worse_all / count, goals.percent(5))
  scores:share("Rows that bands of calibrated entries hold", hold_all / count, goals.percent(97, 85))
  print(tw.format("mean of the sets' errors after: %.1f %%\n", 100 * all / count))
  print(table.concat(scores:lines(), "\n"))
end
