-- SPDX-License-Identifier: MIT
-- A fit of a law of operators to measurements: its coefficients, what the nearest rows correct, and how far off it is. The
-- one thing to know: everything is evaluated by the engine, as points of the op record, so a fit in a plan and a fit asked
-- for a table give the same bits.
local core = require "twocs.core"
local case = require "twocs.case"
local errors = require "twocs.fit.errors"
local families = require "twocs.fit.families"
local measurements = require "twocs.fit.measured"
local mistake = require "twocs.mistake"
local nearest = require "twocs.nearest"
local rows = require "twocs.rows"

local model = {}
local Fit = { methods = {} }
Fit.__index = Fit.methods

local own = { device = true, run = true, law = true, time = true, find = true, correct = true, by = true, near = true,
  neighbours = true, rows = true }

local many_nodes = 1e6 -- a group larger than a node spreads over nodes, whatever the device says
local usual_rows = 600 -- of a calibration, whose cost grows with them while its coefficients hardly change

local function check_key(key)
  if own[key] then return end
  local known = families.names()
  for option in pairs(own) do known[#known + 1] = option end
  table.sort(known)
  mistake.raise('fit: unknown key "%s"%s', tostring(key), nearest.hint(key, known))
end

-- { gemm = "waves", device = ... }: the family, the law and the rest.
local function read_options(given)
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

-- What the script wants to be found, or what the law has.
local function parameters_of(given, of, family, law, prefix)
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

-- The engine evaluates listed operators, which have the family's coefficients, not an operator's.
local function family_field(fit, name)
  local own = fit.prefix .. "_"
  return name:sub(1, #own) == own and fit.family .. name:sub(#own) or name
end

-- What these rows cannot tell apart: a term that is nothing, or a multiple of one before it.
local function tells_nothing(column, terms)
  local largest = 1
  for i = 2, #column do
    if column[i] > column[largest] then largest = i end
  end
  if column[largest] == 0 then return true end
  for _, term in ipairs(terms) do
    local share, same = term[2][largest] / column[largest], true
    for i = 1, #column do same = same and math.abs(term[2][i] - share * column[i]) <= 1e-9 * term[2][i] end
    if same then return true end
  end
  return false
end

-- A law is linear in its coefficients where it is nothing without them: a term is the law with its coefficient 1 and the
-- others 0.
local function solve_linear(fit, axes, measured, parameters)
  local terms = {}
  for _, name in ipairs(parameters) do
    local fields = {}
    for _, other in ipairs(parameters) do fields[family_field(fit, other)] = other == name and 1 or 0 end
    fit.case.law = core.record("law", fields)
    local column = evaluate(fit.case, { [fit.family] = fit.law }, axes, fit.of.column)
    if not tells_nothing(column, terms) then terms[#terms + 1] = { name, column } end
  end
  if #measured <= #terms then
    mistake.raise("fit: %d rows cannot give %d coefficients and how far off they are: expected %d rows or more", #measured,
      #terms, #terms + 1)
  end
  local found = require("twocs.fit.linear").solve(terms, measured, { relative = true, robust = 0.05 })
  local by_name = {}
  for j, term in ipairs(terms) do by_name[term[1]] = j end
  local value, error = {}, {}
  for i, name in ipairs(parameters) do
    local j = by_name[name]
    value[i], error[i] = j and found.value[j] or 0, j and found.error[j] or 0 / 0
  end
  return { value = value, error = error, correlation = found.correlation, sigma = found.sigma }
end

local function solve(fit, axes, measured, parameters)
  if fit.law == "measured" then return solve_linear(fit, axes, measured, parameters) end
  fit.case.plan = { [fit.family] = fit.law }
  return core.calibrate(fit.case, axes, { fit.of.column }, measured, parameters, 0.1, 0)
end

local function unit_of(name) return rows.by_name[name].unit end

local function with_fields(fit, made)
  local changes = {}
  for name, value in pairs(fit.given) do
    local field = family_field(fit, name)
    local kind = rows.by_name[field].record
    changes[kind] = changes[kind] or {}
    changes[kind][field] = value
  end
  for kind, fields in pairs(changes) do made[kind] = made[kind](fields) end
end

local function log_ratios(measured, predicted)
  local ratio = core.column(#measured)
  for i = 1, #measured do ratio[i] = core.log(measured[i] / predicted[i]) end
  return ratio
end

-- Groups of rows as numbers, for what is left out together; nil: each row alone.
local function groups(t, by)
  if not by then return nil end
  local made = core.column(t.n)
  for i, list in ipairs((require("twocs.group").rows_by(t, type(by) == "table" and by or { by }))) do
    for _, row in ipairs(list) do made[row] = i - 1 end
  end
  return made
end

-- Where the rows of a table stand among those measured: by the shape that the law sees, or by the columns that the fit was
-- told to look at.
local function places_of(fit, t, columns)
  local list = {}
  if not fit.near then
    for i, name in ipairs(fit.of.place) do list[i] = columns[name] end
    return core.places(fit.family, list)
  end
  for i, name in ipairs(fit.near) do
    local column = core.column(t.n)
    for r = 1, t.n do column[r] = core.log2(math.max(1, t:column(name)[r])) end
    list[i] = column
  end
  return list
end

-- Learns what rows nearby say about the law's ratio, and returns what they say about each row without it.
local function learn_nearby(fit, t, columns, measured, base)
  local places, tied = places_of(fit, t, columns), groups(t, fit.by)
  fit.correction = core.nearby{ places = places, ratio = log_ratios(measured, base), group = tied, k = fit.neighbours }
  if not tied then
    tied = core.column(t.n)
    for i = 1, t.n do tied[i] = i - 1 end
  end
  return fit.correction:log_ratio(places, tied)
end

-- A curve for each group of ranks, and what each says about its knots without them.
local function learn_curves(fit, columns, measured, base)
  local byte, ranks, per_node = columns.byte, columns.ranks, columns.per_node
  local lists, keys, correction = {}, {}, core.column(#measured)
  for i = 1, #measured do
    local key = core.format("%.15g %.15g", ranks[i], per_node[i])
    if not lists[key] then
      lists[key] = {}
      keys[#keys + 1] = key
    end
    lists[key][#lists[key] + 1] = i
  end
  local curves = {}
  for k, key in ipairs(keys) do
    local rows = lists[key]
    local x, y = core.column(#rows), core.column(#rows)
    for j, i in ipairs(rows) do x[j], y[j] = byte[i], measured[i] end
    local curve = core.curve(x, y)
    local sizes, _, left_out = curve:leave_one_out()
    local without = {}
    for j = 1, #sizes do without[sizes[j]] = left_out[j] end
    for _, i in ipairs(rows) do correction[i] = core.log(without[byte[i]] / base[i]) end
    local first = rows[1]
    curves[k] = { per_node[first], ranks[first] / per_node[first], 1, 1, curve }
  end
  fit.correction = core.surface(curves)
  return correction
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
  local named, law = read_options(given)
  local of, family, prefix = families.find(named)
  t = measurements.rows(t, of, family)
  local measured, time = measurements.times(t, given.time)
  local fit = setmetatable({ of = of, family = family, prefix = prefix, law = law, named = named, by = given.by,
    neighbours = given.neighbours, near = given.near, rows = given.rows, start = given.law, n = t.n, time = time }, Fit)
  fit.case = case.split({ device = given.device, run = given.run, law = given.law }, {})
  if of.collective then fit.case.device = fit.case.device{ net1_size = many_nodes } end
  local axes, columns = shapes(fit, t)
  fit.parameter_names = parameters_of(given, of, family, law, prefix)
  local some = law == "measured" and t or fewer(t, given.rows or usual_rows, fit.time)
  fit.found = solve(fit, some == t and axes or shapes(fit, some), some:column(fit.time), fit.parameter_names)
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
  local left_out = log_ratios(measured, base)
  fit.inside = errors.summary(base, measured, "the law, rows it was fitted on")
  if given.correct ~= false then
    local correction = of.collective and learn_curves(fit, columns, measured, base)
      or learn_nearby(fit, t, columns, measured, base)
    local predicted = core.column(t.n)
    for i = 1, t.n do
      predicted[i] = base[i] * core.exp(correction[i])
      left_out[i] = left_out[i] - correction[i]
    end
    fit.left_out = errors.summary(predicted, measured, "corrected, each row left out")
  end
  fit.spread = sorted_copy(left_out)
  return fit
end

-- As in a plan; but columns that the engine does not know are looked at here.
local function times_of(fit, t)
  local axes, columns = shapes(fit, t)
  local correction = not fit.near and fit.correction or nil
  local plan = { [fit.family] = { base = fit.law, correction = correction, factor = fit.factor } }
  local times = evaluate(fit.case, plan, axes, fit.of.column)
  if fit.near and fit.correction then
    local ratio = fit.correction:log_ratio(places_of(fit, t, columns))
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
function Fit.methods:predict(t, options)
  local confidence = options and options.interval or 0.9
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
function Fit.methods:held_out(t, options)
  options = options or {}
  t = measurements.rows(t, self.of, self.family)
  local fold_of, k = errors.folds(t, options.by or self.by, options.folds, options.seed or 1)
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

-- What a coefficient of this unit becomes on other hardware.
local function transfer_of(unit, collective, from, to)
  local function ratio(name)
    return require("twocs.sweep").eval({ device = from.device, run = from.run }, name)
      / require("twocs.sweep").eval({ device = to, run = from.run }, name)
  end
  if unit == "s/flop" then return ratio("peak") end
  local bandwidth = collective and "net0_bw" or "mem_bw"
  if unit == "s/byte" then return ratio(bandwidth) end
  if unit == "s/byte^0.5" then return math.sqrt(ratio(bandwidth)) end
  return 1
end

-- Measured from A100 to H100 (scripts/studies/operators/accuracy.lua): nine in ten GEMMs are within this.
local transfer_p90 = 0.22

--- The fit on a device that was never measured, through its spec sheet: shares of its peak and bandwidth stay, coefficients
--- per flop and byte follow them, rows measured elsewhere correct nothing.
function Fit.methods:on(device)
  device = case.record("device", device)
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  copy.correction, copy.given = nil, {}
  for name, value in pairs(self.given) do
    copy.given[name] = value * transfer_of(unit_of(name), self.of.collective, self.case, device)
  end
  copy.case = case.split({ device = device, run = self.case.run, law = self.case.law }, {})
  with_fields(copy, copy.case)
  copy.spread = { core.log(1 - transfer_p90), core.log(1 + transfer_p90) }
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
  return core.format("fit of %s %s to %d rows: median error %.1f %%, 90th percentile %.1f %% (%s)", self.named, self.law,
    self.n, 100 * best.median, 100 * best.p90, best.name)
end

function model.is(value) return getmetatable(value) == Fit end

return model
