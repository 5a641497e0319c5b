-- SPDX-License-Identifier: MIT
-- A fit of a law of operators to measurements: its coefficients, what the nearest rows correct, and how far off it is. The
-- one thing to know: everything is evaluated by the engine, as points of the op record, so a fit in a plan and a fit asked
-- for a table give the same bits.
local core = require "twocs.core"
local case = require "twocs.case"
local correction = require "twocs.fit.correction"
local errors = require "twocs.fit.errors"
local families = require "twocs.fit.families"
local measurements = require "twocs.fit.measured"
local mistake = require "twocs.mistake"
local options = require "twocs.fit.options"
local rows = require "twocs.rows"
local solve = require "twocs.fit.solve"
local transfer = require "twocs.fit.transfer"

local model = {}
local Fit = { methods = {} }
Fit.__index = Fit.methods

local many_nodes = 1e6 -- a group larger than a node spreads over nodes, whatever the device says
local usual_rows = 600 -- of a calibration, whose cost grows with them while its coefficients hardly change

local function shapes(fit, t)
  local moves, columns = {}, {}
  for i, item in ipairs(fit.of.shape) do
    columns[item[1]] = measurements.shape(t, item, fit.family)
    moves[i] = { item[2], columns[item[1]] }
  end
  return { moves }, columns
end

local function evaluate(made, plan, axes, column)
  made.plan = plan
  return core.run(made, axes, { column })[1]
end

local function unit_of(name) return rows.by_name[name].unit end

local function with_fields(fit, made)
  local changes = {}
  for name, value in pairs(fit.given) do
    local field = solve.family_field(fit, name)
    local kind = rows.by_name[field].record
    changes[kind] = changes[kind] or {}
    changes[kind][field] = value
  end
  for kind, fields in pairs(changes) do made[kind] = made[kind](fields) end
end

-- Coefficients come from some of the rows where there are many, spread evenly over the times.
local function fewer(t, most, time)
  if t.n <= most then return t end
  local rows = {}
  local sorted = t:sort(time)
  for i = 1, most do rows[i] = math.floor((i - 0.5) * t.n / most) + 1 end
  return sorted:pick(rows)
end

local function sorted_copy(column)
  local list = {}
  for i = 1, #column do list[i] = column[i] end
  table.sort(list)
  return list
end

--- fit(t, { gemm = "waves", device =, run =, [time = "t"], [find = { fields }], [correct = false], [by = columns whose
--- equal rows are left out together], [neighbours = 6] })
function model.fit(t, given)
  local named, law = options.read(given)
  local of, family, prefix = families.find(named)
  t = measurements.rows(t, of, family)
  local measured, time = measurements.times(t, given.time)
  local fit = setmetatable({ of = of, family = family, prefix = prefix, law = law, named = named, by = given.by,
    neighbours = given.neighbours, near = given.near, rows = given.rows, start = given.law, n = t.n, time = time }, Fit)
  fit.case = case.split({ device = given.device, run = given.run, law = given.law }, {})
  if of.collective then fit.case.device = fit.case.device{ net1_size = many_nodes } end
  local axes, columns = shapes(fit, t)
  fit.parameter_names = options.parameters(given, of, family, law, prefix)
  local some = law == "measured" and t or fewer(t, given.rows or usual_rows, fit.time)
  fit.found = solve.coefficients(fit, some == t and axes or shapes(fit, some), some:column(fit.time), fit.parameter_names)
  fit.given = {}
  for i, name in ipairs(fit.parameter_names) do fit.given[name] = fit.found.value[i] end
  fit.case.law = given.law and fit.case.law or core.record("law")
  with_fields(fit, fit.case)
  fit.range = {}
  for i, item in ipairs(of.shape) do
    local list = sorted_copy(columns[item[1]])
    fit.range[i] = { item[1], list[1], list[#list] }
  end
  local base = evaluate(fit.case, { [family] = law }, axes, of.column)
  local left_out = correction.log_ratios(measured, base)
  fit.inside = errors.summary(base, measured, "the law, rows it was fitted on")
  if given.correct ~= false then
    local ratio, predicted = correction.learn(fit, t, columns, measured, base), core.column(t.n)
    for i = 1, t.n do
      predicted[i] = base[i] * core.exp(ratio[i])
      left_out[i] = left_out[i] - ratio[i]
    end
    fit.left_out = errors.summary(predicted, measured, "corrected, each row left out")
  end
  fit.spread = sorted_copy(left_out)
  return fit
end

-- As in a plan; but columns that the engine does not know are looked at here.
local function times_of(fit, t)
  local axes, columns = shapes(fit, t)
  local plan = { [fit.family] = { base = fit.law, correction = not fit.near and fit.correction or nil,
    factor = fit.factor } }
  local times = evaluate(fit.case, plan, axes, fit.of.column)
  if fit.near and fit.correction then
    local ratio = fit.correction:log_ratio(correction.places(fit, t, columns))
    for i = 1, t.n do times[i] = times[i] * core.exp(ratio[i]) end
  end
  return times, columns
end

--- One row for each parameter: its name, value, standard error and unit.
function Fit.methods:parameters()
  local units = {}
  for i, name in ipairs(self.parameter_names) do units[i] = unit_of(name) end
  return require("twocs.table").new{ n = #units, names = { "parameter", "value", "error", "unit" }, units = {},
    columns = { parameter = self.parameter_names, value = self.found.value, error = self.found.error, unit = units },
    meanings = { parameter = "field that was found",
      error = "standard error; missing where the rows do not determine it" } }
end

--- Its errors on the rows that it was fitted on, and with each row left out.
function Fit.methods:errors() return errors.table{ self.inside, self.left_out } end

-- The share q of the rows were measured at less than this factor times what the fit says.
local function factor_at(fit, q)
  local list = fit.spread
  return core.exp(list[math.max(1, math.min(#list, math.ceil(q * #list)))])
end

--- What it says about the rows of a table, as columns: time, low and high (a new measurement lies between them with the
--- confidence { interval = 0.9 }, as far as the rows that were left out tell), and 1 for a row beyond those that were
--- fitted.
function Fit.methods:predict(t, wanted)
  local confidence = wanted and wanted.interval or 0.9
  if type(confidence) ~= "number" or not (confidence > 0 and confidence < 1) then
    mistake.raise("predict: interval = %s: expected a number between 0 and 1", mistake.show(confidence))
  end
  local times, columns = times_of(self, t)
  local low, high, outside = core.column(t.n), core.column(t.n), core.column(t.n)
  local below, above = factor_at(self, (1 - confidence) / 2), factor_at(self, (1 + confidence) / 2)
  for i = 1, t.n do
    low[i], high[i], outside[i] = times[i] * below, times[i] * above, 0
    for _, range in ipairs(self.range) do
      local value = columns[range[1]][i]
      if value < range[2] or value > range[3] then outside[i] = 1 end
    end
  end
  return times, low, high, outside
end

--- The errors of predictions of rows that were held out: fitted anew without each of `folds` parts, whose rows are equal in
--- the columns `by`.
function Fit.methods:held_out(t, wanted)
  wanted = wanted or {}
  t = measurements.rows(t, self.of, self.family)
  local fold_of, k = errors.folds(t, wanted.by or self.by, wanted.folds, wanted.seed or 1)
  local predicted, measured = core.column(t.n), t:column(self.time)
  for fold = 1, k do
    local inside, outside, places = {}, {}, {}
    for i = 1, t.n do
      if fold_of[i] == fold then outside[#outside + 1], places[#places + 1] = i, i else inside[#inside + 1] = i end
    end
    local part = model.fit(t:pick(inside), self:options()):predict(t:pick(outside))
    for j, i in ipairs(places) do predicted[i] = part[j] end
  end
  return errors.summary(predicted, measured, core.format("held out, %d parts", k)), predicted
end

--- What made this fit, to make another.
function Fit.methods:options()
  return { [self.named] = self.law, device = self.case.device, run = self.case.run, time = self.time,
    find = self.parameter_names, correct = self.correction ~= nil, by = self.by, near = self.near,
    neighbours = self.neighbours, rows = self.rows, law = self.start }
end

-- The fields of a fit whose law is nothing but its coefficients: all times change as these do.
local function scaled(fit)
  if not fit.factor then return fit.given end
  if fit.law ~= "measured" then
    mistake.raise("plan.%s: a share of a fit of one operator needs the law measured, not %s", fit.named, fit.law)
  end
  local fields = {}
  for name, value in pairs(fit.given) do fields[name] = fit.factor * value end
  return fields
end

--- What a case takes from a fit in its plan under that name: the law, the fields that were found, the law's family.
function Fit.methods:choice(name)
  if name ~= self.named and name ~= self.family then
    mistake.raise("plan.%s: this is a fit of %s", name, self.named)
  end
  if self.near or self.prefix ~= self.family then return self.law, scaled(self), self.family end
  return { base = self.law, correction = self.correction, factor = self.factor,
    label = core.format("%s fitted", self.law) }, self.given, self.family
end

--- The fit on a device that was never measured, through its spec sheet: shares of its peak and bandwidth stay, coefficients
--- per flop and byte follow them, rows measured elsewhere correct nothing.
function Fit.methods:on(device)
  device = case.record("device", device)
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  copy.correction, copy.given = nil, {}
  for name, value in pairs(self.given) do
    copy.given[name] = value * transfer.of(unit_of(name), self.of.collective, self.case, device)
  end
  copy.case = case.split({ device = device, run = self.case.run, law = self.case.law }, {})
  with_fields(copy, copy.case)
  copy.spread = { core.log(1 - transfer.p90), core.log(1 + transfer.p90) }
  copy.transferred = true
  return setmetatable(copy, Fit)
end

--- The same fit with every time at the share q of what measurements scatter to: 0.05 and 0.95 are the ends of a band.
function Fit.methods:at(q)
  if type(q) ~= "number" or not (q > 0 and q < 1) then
    mistake.raise("at(%s): expected a share between 0 and 1", mistake.show(q))
  end
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  copy.factor = factor_at(self, q)
  return setmetatable(copy, Fit)
end

function Fit.__tostring(self)
  local best = self.left_out or self.inside
  return core.format("fit of %s %s to %d rows: median error %.1f %%, 90th percentile %.1f %% (%s)%s", self.named, self.law,
    self.n, 100 * best.median, 100 * best.p90, best.name,
    self.transferred and core.format("; taken over by a device that was not measured, where nine in ten are within %.0f %%",
      100 * transfer.p90) or "")
end

return model
