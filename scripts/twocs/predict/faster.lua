-- SPDX-License-Identifier: MIT
-- tw.faster: which of two cases has the shorter step, and its probability. Uncertain inputs are drawn for both cases at
-- once (predict/draws.lua), so shared uncertainty cancels.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local draws = require "twocs.predict.draws"
local follow = require "twocs.ask.follow"
local legal = require "twocs.ask.legal"
local mistake = require "twocs.common.mistake"
local odds = require "twocs.predict.odds"
local say = require "twocs.common.say"

local faster = {}

local certain, tossed = 0.995, 0.65 -- above the first it is nearly certain, below the second not reliable

-- The probability that the step with the shorter prediction is shorter.
local function sureness(p)
  if p > certain then return "nearly certain" end
  return core.format("%.0f %% sure%s", 100 * p, p < tossed and ", not a reliable difference" or "")
end

-- The case, its step, and the logarithms of this step over the draws; false if nothing is drawn.
local function drawn(given, which)
  if case.of_limits(given) then mistake.raise("faster: the %s case is one of tw.limits, which has no t_step", which) end
  local made = case.split(given, {}, nil, true)
  local here = follow.cases(made, {})[1].made
  legal.must_be(here, "faster")
  local step = follow.run(made, {}, { "t_step" })[1][1]
  local axis = draws.axis(here)
  local tokens = core.eval(here, "tokens") * here.layout.dp
  if not axis then return step, false, tokens end
  local layout, logs = here.layout, {}
  local column = core.run(here, { axis }, { "t_step" })[1]
  local left = draws.left(here, {}, layout.tp * layout.pp * layout.cp * layout.dp)
  for s = 1, draws.count do logs[s] = core.log(column[s]) + left[s] end
  return step, logs, tokens
end

--- faster(a, b): a sentence that says which of two cases is faster, by how much and with which probability; and the
--- probability that it is the first one. Software without overheads has no probability.
function faster.faster(a, b)
  if a == nil or b == nil then mistake.raise("faster: expected two cases") end
  local one, logs, tokens = drawn(a, "first")
  local two, others, of_second = drawn(b, "second")
  if tokens ~= of_second then
    say("faster: a step of the first case has %.15g tokens, one of the second %.15g: set the same global_batch and sl in "
      .. "both", tokens, of_second)
  end
  local text
  if one == two then text = core.format("both take %.4g s", one)
  else
    local less, more, name = one, two, "first"
    if two < one then less, more, name = two, one, "second" end
    text = core.format("the %s is faster: %.4g s, the other %.4g s (%.1f %% more)", name, less, more,
      100 * (more / less - 1))
  end
  if not logs or not others then
    return core.format("%s; its probability is unknown: this software has no calibrated constants", text)
  end
  local p = odds.below(logs, others)
  if one == two then return text, p end
  return core.format("%s; %s", text, sureness(one < two and p or 1 - p)), p
end

return faster
