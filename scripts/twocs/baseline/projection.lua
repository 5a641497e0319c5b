-- SPDX-License-Identifier: MIT
-- Projections of other cases from a baseline. Each projected time has an interval of possible measurements and a note on
-- its basis.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local reports = require "twocs.baseline.reports"
local transfer = require "twocs.fit.transfer"
local work = require "twocs.ask.work"

local Baseline = reports.methods
local nan = 0 / 0
local rounding = 1e-12
local far = reports.far

-- The case of a projection. Parts that it does not state are those of the baseline.
local function target_of(self, given)
  if type(given) ~= "table" then
    mistake.raise("project: expected a case, { model = ..., run = ... }, got %s", mistake.show(given))
  end
  local all = {}
  for _, part in ipairs(case.parts) do all[part] = self.case[part] end
  for key, value in pairs(given) do all[key] = value end
  if all.plan ~= nil then mistake.raise("project: the baseline is the plan; do not give one") end
  all.plan = self:plan()
  return (case.split(all, {}))
end

local function other_device(self, made) return self.transferred or transfer.is_other(self.case, made, "gemm") end

local function projected_note(self, name, one, growth, low)
  local parts = {}
  local from = reports.origin(self, name, self.of[name])
  if from ~= "" then parts[#parts + 1] = from end
  if low ~= 0 and (growth > far or growth < 1 / far) then
    parts[#parts + 1] = core.format("%.3g times the %s of the baseline", growth, one.family == "gemm" and "flop" or "bytes")
  end
  if low ~= low then parts[#parts + 1] = "no interval, as the device lacks saturation" end
  return table.concat(parts, "; ")
end

-- Rows by operator, and a row with their sum over a layer.
local function projected(self, given)
  local made = target_of(self, given)
  local of = work.of(made)
  local by_law, widened = self.knee:times(made, of), other_device(self, made) and transfer.p90 or 0
  local times = { gemm = work.times(made, of, "gemm"), stream = work.times(made, of, "stream") }
  local list, sum = {}, { operator = "layer", family = "", per = "layer", growth = nan, t = 0, low = 0, high = 0,
    outside = 0, note = "sum of the operators of a layer" }
  for _, operator in ipairs(work.list) do
    local name = operator.name
    local one, was = of[name], self.of[name]
    if one.amount > 0 then
      local growth, t = one.amount / was.amount, times[one.family][name]
      local law = by_law[name] and self.expected[name] and by_law[name] / self.expected[name]
      if one.family == "stream" and t > 0 then
        local before = self.rates[name] * was.amount * self.of_device.stream
        law = self.knee:stream(before, was, one)
        law = law and law / before
      end
      local low, high = self.knee:interval(t, growth, law, work.same(one, was))
      local row = { operator = name, family = one.family, per = one.per, growth = growth, t = t, low = low * (1 - widened),
        high = high * (1 + widened), outside = t > 0 and (growth > far or growth < 1 / far) and 1 or 0,
        note = projected_note(self, name, one, growth, low) }
      list[#list + 1] = row
      if one.per == "layer" then
        for _, item in ipairs{ "t", "low", "high" } do sum[item] = sum[item] + row[item] end
        sum.outside = math.max(sum.outside, row.outside)
      end
    end
  end
  list[#list + 1] = sum
  return list
end

--- project{ model =, run =, layout =, device = }: one row for each operator, and their sum over a layer: operator, family,
--- per, growth, t, low, high, outside, note. Parts that the case does not state are those of the baseline.
function Baseline:project(given)
  local list = projected(self, given)
  return reports.table_of({ "operator", "family", "per", "growth", "t", "low", "high", "outside", "note" }, list)
end

--- errors(other baseline), or errors(its rows, its case): the projections from this baseline next to the other one's
--- measured operators.
function Baseline:errors(other, given)
  local module = require "twocs.baseline"
  if not module.is(other) then
    local options = {}
    for _, part in ipairs(case.parts) do options[part] = self.case[part] end
    for key, value in pairs(given or {}) do options[key] = value end
    other = module.baseline(other, options)
  end
  local parts = {}
  for _, part in ipairs(case.parts) do parts[part] = other.case[part] end
  local list = {}
  local sum = { operator = "layer", projected = 0, measured = 0, low = 0, high = 0,
    note = "sum of the operators of a layer above" }
  for _, row in ipairs(projected(self, parts)) do
    local rate = other.rates[row.operator]
    if rate then
      row.projected, row.measured = row.t, rate * other.of[row.operator].amount
      if row.per == "layer" then
        for _, item in ipairs{ "projected", "measured", "low", "high" } do sum[item] = sum[item] + row[item] end
      end
      list[#list + 1] = row
    end
  end
  list[#list + 1] = sum
  for _, row in ipairs(list) do
    row.error = row.projected / row.measured - 1
    local inside = row.measured >= row.low * (1 - rounding) and row.measured <= row.high * (1 + rounding)
    row.inside = row.low ~= row.low and nan or inside and 1 or 0
  end
  return reports.table_of({ "operator", "projected", "measured", "error", "low", "high", "inside", "note" }, list)
end

return Baseline
