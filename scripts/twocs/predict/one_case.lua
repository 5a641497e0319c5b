-- SPDX-License-Identifier: MIT
-- tw.band: the band of a training step of one case, the same as in `twocs predict` for a row with the same fields. Bands
-- exist for the step time and for results that are proportional to its inverse; the errors of other results are unknown.
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local constants = require "twocs.predict.constants"
local parts = require("twocs.ask.case").parts
local core = require "twocs.core"
local is_ideal = require("twocs.ask.software").is_ideal
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"
local sweep = require "twocs.ask.sweep"

local one_case = {}

-- Exponents: each result is proportional to this power of the step time.
local powers = { t_step = 1, token_rate = -1, device_token_rate = -1, mfu = -1, hfu = -1 }
local names = { "t_step", "token_rate", "device_token_rate", "mfu", "hfu" }

local shown = {}

local function text_of(value, unit)
  local label, divisor = core.scale(value, unit)
  return unit == "1" and core.format("%.4g", value) or core.format("%.4g %s", value / divisor, label)
end

function shown.__tostring(self)
  local unit = rows.by_name[self.name].unit
  return core.format("%s %s, 90 %% of runs from %s to %s", self.name, text_of(self.value, unit),
    text_of(self.low, unit), text_of(self.high, unit))
end

-- The predicted run of a case, or nil and the reason why it has no band.
local function predicted(case)
  local stack = cases.of("band", { { row = {}, case = case, about = {} } })
  local why = next(stack.reasons)
  if why then return nil, why end
  local made = stack.of_case[1].made
  if is_ideal(made.software) then return nil, 'its software is "ideal", which no measured run matches' end
  if made.run.mode ~= "training" then return nil, "bands are for training runs, but this is inference" end
  local _, reasons = stack:predicted(constants.values(), bands.without().sd)
  if not stack.answers[1] then return nil, (next(reasons)) end
  return stack.answers[1]
end

--- of(case, name): { name =, value =, low =, high =, share = 0.9 } of t_step or a result derived from it; nil and a
--- sentence if the case has no band.
function one_case.of(case, name)
  local power = powers[name or "t_step"]
  if not power then
    mistake.raise('band: "%s" has no band, only %s%s', mistake.word(name), table.concat(names, ", "),
      nearest.hint(tostring(name), names))
  end
  local value = sweep.eval(case, name or "t_step") -- reports mistakes in the case
  local one, why = predicted(case)
  if not one then return nil, core.format("band: %s", why) end
  local low, high = bands.of(one)
  if power < 0 then low, high = one.predicted * one.predicted / high, one.predicted * one.predicted / low end
  return setmetatable({ name = name or "t_step", value = value, low = value * low / one.predicted,
    high = value * high / one.predicted, share = bands.share }, shown)
end

--- line(made): the printed line on a step, or nil if it has no band.
function one_case.line(made)
  local case = {}
  for _, part in ipairs(parts) do case[part] = made[part] end
  local band = one_case.of(case)
  return band and core.format("band: %s", tostring(band))
end

return one_case
