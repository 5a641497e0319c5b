-- SPDX-License-Identifier: MIT
-- A fit of a law of operators to measurements: its coefficients, the correction by the nearest rows, and its error. The
-- engine evaluates everything as points of the op record, so a fit in a plan and a fit that predicts a table give the same
-- bits.
local core = require "twocs.core"
local case = require "twocs.ask.case"
local families = require "twocs.fit.families"
local grid = require "twocs.fit.grid"
local mistake = require "twocs.common.mistake"
local rows = require "twocs.data.rows"
local scatter = require "twocs.fit.spread"
local solve = require "twocs.fit.coefficients"
local stop = require "twocs.common.stop"
local transfer = require "twocs.fit.transfer"

-- Loaded only for fits and predictions: a case whose plan is an included fit does not need them.
local function correction() return require "twocs.fit.correction" end
local function errors() return require "twocs.fit.errors" end
local function measurements() return require "twocs.fit.sample" end
local function options() return require "twocs.fit.settings" end

local model = {}
local Fit = { methods = {} }
Fit.__index = Fit.methods

local many_nodes = 1e6 -- a group larger than a node spreads over nodes, whatever the device says
local usual_rows = 600 -- of a calibration: more rows cost time and hardly change its coefficients

-- Adds values that no column contains and that a fit needs: the nodes of a collective, the work of a GEMM.
local function with_derived(of, columns)
  if of.collective then
    columns.nodes = core.column(#columns.ranks)
    for i = 1, #columns.ranks do columns.nodes[i] = columns.ranks[i] / columns.per_node[i] end
  elseif columns.m then
    columns.flop = core.column(#columns.m)
    columns.ragged = core.column(#columns.m)
    for i = 1, #columns.m do
      local matrices = columns.matrices and columns.matrices[i] or 1
      columns.flop[i] = 2 * columns.m[i] * columns.n[i] * columns.k[i] * columns.x[i] * matrices
      columns.ragged[i] = columns.m[i] % 4 == 0 and 1 or 2 -- as in laws/corrected.c
    end
  end
end

-- The groups that a collective was measured on: ranks of a node, nodes.
local function groups_of(of, columns)
  if not of.collective then return nil end
  local list, seen = {}, {}
  for i = 1, #columns.ranks do
    local key = core.format("%.15g %.15g", columns.per_node[i], columns.nodes[i])
    if not seen[key] then seen[key], list[#list + 1] = true, { columns.per_node[i], columns.nodes[i] } end
  end
  return list
end

local function shapes(fit, t)
  local moves, columns = {}, {}
  for i, item in ipairs(fit.of.shape) do
    columns[item[1]] = measurements().shape(t, item, fit.family)
    moves[i] = { item[2], columns[item[1]] }
  end
  with_derived(fit.of, columns)
  return { moves }, columns
end

local function evaluate(made, plan, axes, column)
  made.plan = plan
  return core.run(made, axes, { column })[1]
end

local function unit_of(name) return rows.by_name[name].unit end

-- The fields that make a layer use the law of a family, or another part of it the coefficients of a law. A fit in the plan
-- sets them.
local by_law = { attention = "core_by_law", grouped = "experts_by_law" }
local by_coefficients = { depth = "experts_by_depth" }

local function with_fields(fit, made)
  local changes = {}
  local asks = by_law[fit.family] or by_coefficients[fit.law]
  if asks then fit.given[asks] = 1 end
  for name, value in pairs(fit.given) do
    local field = solve.family_field(fit, name)
    local kind = rows.by_name[field].record
    changes[kind] = changes[kind] or {}
    changes[kind][field] = value
  end
  for kind, fields in pairs(changes) do made[kind] = made[kind](fields) end
end

-- If there are many rows, coefficients are found from a part of them, spread evenly over the times.
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

-- Least and most of each column of shapes.
local function ranges_of(of, columns)
  local list = {}
  local function add(name)
    local sorted = sorted_copy(columns[name])
    list[#list + 1] = { name, sorted[1], sorted[#sorted] }
  end
  for _, item in ipairs(of.shape) do
    if not item.flag then add(item[1]) end
  end
  if of.collective then add "nodes" end
  if columns.flop then add "flop" end
  return list
end

-- The case that a fit was measured in. A group larger than a node spreads over nodes, whatever the device says.
local function measured_in(of, device, run, law)
  local made = case.split({ device = device, run = run, law = law, software = "ideal" }, {})
  if of.collective then made.device = made.device{ net1_size = many_nodes } end
  return made
end

-- The coefficients; after Ctrl-C the best until then.
local function find(fit, axes, measured)
  local stopped = stop.keeping(function()
    fit.found = solve.coefficients(fit, axes, measured, fit.parameter_names)
    stop.check() -- a part of a search gives no fit
  end)
  local trials = fit.found and fit.found.evaluations or 0
  if stopped then stop.with(trials > 0 and fit:parameters() or nil, core.format("%.0f trials of coefficients", trials)) end
end

--- fit(t, { gemm = "waves", device =, run =, [time = "t"], [find = { fields }], [correct = false, or knots of a table:
--- { m = { sizes }, n = { sizes }, k = { sizes } }], [by = columns whose equal rows are left out together],
--- [neighbours = 6] })
function model.fit(t, given)
  local named, law = options().read(given)
  local of, family, prefix = families.find(named)
  t = measurements().rows(t, of, family)
  local measured, time = measurements().times(t, given.time)
  local fit = setmetatable({ of = of, family = family, prefix = prefix, law = law, named = named, by = given.by,
    neighbours = given.neighbours, near = given.near, rows = given.rows, start = given.law, n = t.n, time = time,
    knots = options().knots(given, of, family), asked_knots = options().knots(given, of, family),
    knows_device = given.device ~= nil, knows_run = given.run ~= nil }, Fit)
  fit.case = measured_in(of, given.device, given.run, given.law)
  fit.home = { device = fit.case.device, run = fit.case.run } -- as in the data sheet, whatever the fit finds
  local axes, columns = shapes(fit, t)
  fit.parameter_names = options().parameters(given, of, family, law, prefix)
  local some = law == "measured" and t or fewer(t, given.rows or usual_rows, fit.time)
  find(fit, some == t and axes or shapes(fit, some), some:column(fit.time))
  fit.given = {}
  for i, name in ipairs(fit.parameter_names) do fit.given[name] = fit.found.value[i] end
  fit.case.law = given.law and fit.case.law or core.record("law")
  with_fields(fit, fit.case)
  fit.range, fit.groups = ranges_of(of, columns), groups_of(of, columns)
  local base = evaluate(fit.case, { [family] = law }, axes, of.column)
  local left_out = correction().log_ratios(measured, base)
  fit.alone = scatter.of_rows(left_out, #fit.parameter_names)
  fit.inside = errors().summary(base, measured, "the law, rows it was fitted on")
  if given.correct ~= false then
    local ratio, predicted = correction().learn(fit, t, columns, measured, base), core.column(t.n)
    for i = 1, t.n do
      predicted[i] = base[i] * core.exp(ratio[i])
      left_out[i] = left_out[i] - ratio[i]
    end
    fit.left_out = errors().summary(predicted, measured, fit.knots and "corrected, the other half's rows"
      or "corrected, each row held out")
  end
  fit.spread = scatter.of_rows(left_out, fit.left_out and 0 or #fit.parameter_names)
  return fit
end

--- A fit that is included in twocs. entry: an entry of twocs/data/fits.lua; one: one of its fits.
function model.stored(entry, one)
  local of, family, prefix = families.find(one.of)
  local fit = setmetatable({ of = of, family = family, prefix = prefix, law = one.law, named = one.of, n = one.rows,
    range = one.range, groups = one.groups, label = entry.name, knows_device = true, knows_run = true, given = {},
    parameter_names = {},
    found = { value = {}, error = {} }, spread = scatter.of_shares(one.scatter) }, Fit)
  fit.alone = fit.spread
  fit.case = measured_in(of, entry.device, { format = entry.format })
  fit.home = { device = fit.case.device, run = fit.case.run }
  for i, value in ipairs(one.value) do
    fit.parameter_names[i], fit.found.value[i], fit.found.error[i] = value[1], value[2], value[3]
    fit.given[value[1]] = value[2]
  end
  fit.left_out = { name = one.how, n = one.rows, median = one.median, p90 = one.p90 }
  with_fields(fit, fit.case)
  if one.grid then
    local data = require "twocs.data.grids"
    fit.table_text = data.texts[core.format("%s %s", entry.name, one.of)]
    fit.correction = grid.made(data.knots[one.grid], fit.table_text)
  end
  return fit
end

-- Times as in a plan. A correction by columns that the engine does not know is applied here.
local function times_of(fit, t)
  local axes, columns = shapes(fit, t)
  local plan = { [fit.family] = { base = fit.law, correction = not fit.near and fit.correction or nil,
    factor = fit.factor } }
  local times = evaluate(fit.case, plan, axes, fit.of.column)
  if fit.near and fit.correction then
    local ratio = fit.correction:log_ratio(correction().places(fit, t, columns))
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
      error = "standard error; missing if the rows do not determine it" } }
end

--- Its errors on the rows that it was fitted on, and with each row left out.
function Fit.methods:errors() return errors().table{ self.inside or self.left_out, self.inside and self.left_out } end

local function outside_of(fit, columns, i)
  for _, range in ipairs(fit.range) do
    local value = columns[range[1]][i]
    if value < range[2] or value > range[3] then return true end
  end
  return false
end

-- The factor by which a row is less certain than measured rows (scatter.beyond); nil if it is like them.
local function farther(fit, columns, i, outside)
  if not fit.of.collective then return outside and scatter.beyond[fit.family] end
  local per_node, nodes, likewise, full = columns.per_node[i], columns.nodes[i], false, false
  for _, group in ipairs(fit.groups) do
    if group[1] == per_node and group[2] == nodes then return outside and scatter.beyond.collective end
    likewise = likewise or (group[2] > 1) == (nodes > 1)
    full = full or group[1] == per_node and group[2] > 1
  end
  if nodes > 1 and full then return scatter.beyond.more_nodes end
  return likewise and scatter.beyond.collective or scatter.beyond.nodes
end

local function band_of(fit, by, confidence)
  local spread = by == 1 and fit.spread or scatter.widened(fit.alone, by)
  return { spread:factor((1 - confidence) / 2), spread:factor((1 + confidence) / 2) }
end

--- The predictions for the rows of a table, as columns: time, low and high, and 1 for a row outside the fitted range. A new
--- measurement lies between low and high with the confidence { interval = 0.9 }, estimated from the rows that were left
--- out.
function Fit.methods:predict(t, wanted)
  local confidence = options().confidence(wanted)
  local times, columns = times_of(self, t)
  local low, high, outside = core.column(t.n), core.column(t.n), core.column(t.n)
  local factors = {}
  for i = 1, t.n do
    outside[i] = outside_of(self, columns, i) and 1 or 0
    local by = farther(self, columns, i, outside[i] == 1) or 1
    factors[by] = factors[by] or band_of(self, by, confidence)
    low[i], high[i] = times[i] * factors[by][1], times[i] * factors[by][2]
  end
  return times, low, high, outside
end

--- The errors of held-out rows: a new fit without each of `folds` parts predicts the rows of this part. Rows that are equal
--- in the columns `by` are in the same part.
function Fit.methods:held_out(t, wanted)
  wanted = wanted or {}
  t = measurements().rows(t, self.of, self.family)
  local fold_of, k = errors().folds(t, wanted.by or self.by, wanted.folds, wanted.seed or 1)
  local predicted, measured, done = core.column(t.n, 0 / 0), t:column(self.time), 0
  local stopped = stop.keeping(function()
    for fold = 1, k do
      local inside, outside, places = {}, {}, {}
      for i = 1, t.n do
        if fold_of[i] == fold then outside[#outside + 1], places[#places + 1] = i, i else inside[#inside + 1] = i end
      end
      local part = model.fit(t:pick(inside), self:options()):predict(t:pick(outside))
      for j, i in ipairs(places) do predicted[i] = part[j] end
      done = fold
    end
  end)
  if stopped then
    local some = done > 0 and errors().summary(predicted, measured, core.format("held out, %d of %d parts", done, k))
    stop.with(some and errors().table{ some } or nil, stop.share(done, k, "parts"))
  end
  return errors().summary(predicted, measured, core.format("held out, %d parts", k)), predicted
end

--- The options of this fit, to make the same fit of other rows.
function Fit.methods:options()
  return { [self.named] = self.law, device = self.case.device, run = self.case.run, time = self.time,
    find = self.parameter_names, correct = self.asked_knots or self.correction ~= nil, by = self.by, near = self.near,
    neighbours = self.neighbours, rows = self.rows, law = self.start }
end

-- The fields of a fit, times its factor. The law must be linear in its coefficients, so that all times change by this
-- factor.
local function scaled(fit)
  if not fit.factor then return fit.given end
  if fit.law ~= "measured" then
    mistake.raise("plan.%s: a share of a fit of one operator requires the law measured, not %s", fit.named, fit.law)
  end
  local fields = {}
  for name, value in pairs(fit.given) do fields[name] = fit.factor * value end
  return fields
end

-- The hardware that determines the times of a family: for collectives, the links that were measured.
local function kind_of(fit)
  if not fit.of.collective then return fit.family end
  for _, range in ipairs(fit.range) do
    if range[1] == "nodes" and range[3] > 1 then return "far" end
  end
  return "link"
end

--- "a100_nccl all_reduce": its name in sentences.
function Fit.methods:title()
  return self.label and core.format("%s %s", self.label, self.named) or core.format("the fit of %s", self.named)
end

-- The fit for a case: unchanged on the device where it was measured, else scaled by data sheets. Returns its word too, and
-- the reason.
local function in_case(fit, made)
  if not fit.knows_device then
    return fit, "assumed", core.format("%s does not state the device on which it was measured: %s is assumed", fit:title(),
      transfer.where(made))
  end
  local kind = kind_of(fit)
  local device = transfer.other_device(fit.home, made, kind)
  if device or (fit.knows_run and transfer.other_format(fit.home, made, kind)) then
    local there = fit:on(made.device, fit.knows_run and made.run or nil)
    return there, "transferred", there.why
  end
  return fit, fit.transferred and "transferred" or "inside", fit.why
end

--- The fit for a case, and its basis (support.lua): { of, family, word, why, range, title, object }.
function model.rests(fit, made)
  local own, word, why = in_case(fit, made)
  return own, { of = fit.named, family = fit.family, word = word, why = why, range = fit.range, title = fit:title(),
    object = fit.origin or fit }
end

--- The parts of a fit that a case uses if its plan has the fit under this name: the law, the fields that were found, the
--- law's family, and their basis.
function Fit.methods:choice(name, made)
  if name ~= self.named and name ~= self.family then
    mistake.raise("plan.%s: this is a fit of %s", name, self.named)
  end
  local own, basis = model.rests(self, made or self.case)
  if own.near or own.prefix ~= own.family then return own.law, scaled(own), own.family, { basis } end
  return { base = own.law, correction = own.correction, factor = own.factor,
    label = core.format("%s fitted", own.law) }, own.given, own.family, { basis }
end

local function copy_of(fit)
  local copy = {}
  for key, value in pairs(fit) do copy[key] = value end
  copy.origin = fit.origin or fit
  return setmetatable(copy, Fit)
end

--- The fit for a device (and a number format) that was never measured, scaled by data sheets: shares of peak and bandwidth
--- stay constant, coefficients per flop and byte scale with peak and bandwidth, the other device keeps the shares that it
--- states itself, and a correction is kept only for the same kernels.
function Fit.methods:on(device, run)
  if device == nil then mistake.raise("on: expected a device, fit:on(tw.devices.h100_sxm)") end
  local to = { device = case.record("device", device), run = run and case.record("run", run) or self.home.run }
  local kind, copy = kind_of(self), copy_of(self)
  if not transfer.is_other(self.home, to, kind) then return copy end
  local growth = transfer.growth(self.home, to)
  copy.measured_at = self.measured_at or transfer.where(self.home)
  copy.why = core.format("%s was measured on %s and is scaled by data sheets to %s", self:title(), copy.measured_at,
    transfer.where(to, self.home))
  copy.given = {}
  if not (self.table_text and transfer.same_kernels(self.home, to)) then copy.correction = nil end
  for name, value in pairs(self.given) do
    copy.given[name] = transfer.field(rows.by_name[name], value, growth, self.of.collective and kind,
      core.format("%s was measured on %s, but is used for %s", self:title(), copy.measured_at,
        transfer.where(to, self.home)))
  end
  copy.case, copy.home = measured_in(self.of, to.device, to.run, self.case.law), to
  with_fields(copy, copy.case)
  copy.spread = scatter.widened(self.alone,
    (transfer.alike(self.home, to) and scatter.alike or scatter.elsewhere)[self.of.collective and "collective"
      or self.family])
  copy.alone = copy.spread
  if self.share then copy.factor = copy.spread:factor(self.share) end
  copy.transferred = true
  return copy
end

--- The same fit with every time at the quantile q of the scatter of measurements: 0.05 and 0.95 are the ends of a band.
function Fit.methods:at(q)
  if type(q) ~= "number" or not (q > 0 and q < 1) then
    mistake.raise("at(%s): expected a share between 0 and 1", mistake.show(q))
  end
  local copy = copy_of(self)
  copy.share, copy.factor = q, self.spread:factor(q)
  return copy
end

function Fit.__tostring(self)
  local best = self.left_out or self.inside
  local text = core.format("fit of %s %s to %d rows: median error %.1f %%, 90th percentile %.1f %% (%s)",
    self.named, self.law,
    self.n, 100 * best.median, 100 * best.p90, best.name)
  if not self.transferred then return text end
  return core.format("%s; %s, where 90 %% of the times are between %.2f and %.2f times the prediction", text, self.why,
    self.spread:factor(0.05), self.spread:factor(0.95))
end

--- Whether a value is a fit.
function model.is(value) return getmetatable(value) == Fit end
require("twocs.common.guard").objects("fit", Fit.methods, Fit, "fit:", {
  predict = "fun(self: table, t: twocs.Table, options?: table)",
    held_out = "fun(self: table, t: twocs.Table, options?: table)" })

return model
