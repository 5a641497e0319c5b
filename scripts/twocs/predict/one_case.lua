-- SPDX-License-Identifier: MIT
-- tw.band: the band of a training step of one case, the same as in `twocs predict` for a row with the same fields; and the
-- bands of the rows of a sweep. Bands exist for the step time and for results that are proportional to its inverse; the
-- errors of other results are unknown.
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

-- Why a case has no band, although it is valid.
local function excluded(made)
  if is_ideal(made.software) then return 'its software is "ideal", which no measured run matches' end
  if made.run.mode ~= "training" then return "bands are for training runs, but this is inference" end
end

-- The predicted runs of a list of cases, by their place; nil for a case without a band; and a reason of such a case.
local function predicted(list)
  local own, runs, why = {}, {}, nil
  for i, case in ipairs(list) do own[i] = { row = {}, case = case, about = {} } end
  local stack = cases.of("band", own)
  local _, reasons = stack:predicted(constants.values(), bands.without().sd)
  for _, one in ipairs(stack.answers) do
    local reason = excluded(one.made)
    if reason then why = why or reason else runs[one.at] = one end
  end
  for i = 1, #stack.cases do why = why or excluded(stack.of_case[i].made) end
  return runs, why or next(reasons)
end

-- The ends of the band of a predicted run, as factors of a result that is proportional to this power of the step.
local function ends(one, power)
  local low, high = bands.of(one)
  low, high = low / one.predicted, high / one.predicted
  if power > 0 then return low, high end
  return 1 / high, 1 / low
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
  local runs, why = predicted{ case }
  if not runs[1] then return nil, core.format("band: %s", why) end
  local low, high = ends(runs[1], power)
  return setmetatable({ name = name or "t_step", value = value, low = value * low, high = value * high,
    share = bands.share }, shown)
end

local most = 20000 -- cases of a table: some seconds

--- check(share, want, n): the columns of `want` that have a band; raises unless it is the share of the bands, one of the
--- columns has a band, and the n rows are not too many.
function one_case.check(share, want, n)
  local with = {}
  if share ~= bands.share and share ~= true then
    mistake.raise("band is %s: bands are calibrated to contain 90 %% of runs; write band = 0.9", mistake.show(share))
  end
  for _, name in ipairs(want) do
    if powers[name] then with[#with + 1] = name end
  end
  if #with == 0 then
    mistake.raise("band: no wanted column has a band; those that have one: %s", table.concat(names, ", "))
  end
  if n > most then
    mistake.raise("band: %.0f rows, at most %d; with keep = 20 or pareto, bands are computed only for the rows that are "
      .. "kept", n, most)
  end
  return with
end

--- banded(t, list, with): a table with the columns NAME_low and NAME_high for these columns. list: the case of each row. A
--- row without a band, such as an illegal layout, has none; raises if no row has one.
function one_case.banded(t, list, with)
  local runs, why = predicted(list)
  if next(runs) == nil and t.n > 0 then mistake.raise("band: %s", why) end
  for _, name in ipairs(with) do
    local values, lows, highs = t:column(name), core.column(t.n), core.column(t.n)
    for i = 1, t.n do
      local low, high = 0 / 0, 0 / 0
      if runs[i] then low, high = ends(runs[i], powers[name]) end
      lows[i], highs[i] = values[i] * low, values[i] * high
    end
    local unit, meaning = t:unit(name), t:meaning(name)
    t = t:with(core.format("%s_low", name), lows, unit, core.format("low end of the 90 %% band of %s", meaning))
      :with(core.format("%s_high", name), highs, unit, core.format("high end of the 90 %% band of %s", meaning))
  end
  return t
end

--- line(made): the printed line on a step, or nil if it has no band.
function one_case.line(made)
  local case = {}
  for _, part in ipairs(parts) do case[part] = made[part] end
  local band = one_case.of(case)
  return band and core.format("band: %s", tostring(band))
end

return one_case
