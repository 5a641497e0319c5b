-- SPDX-License-Identifier: MIT
-- Linear least squares over the columns of a table: linear.fit(t, "t ~ 1 + flop + byte"). By default errors are relative to
-- the measurement, coefficients are not negative, and rows with an error above 5 % count less. Each of these can be turned
-- off.
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local formula = require "twocs.fit.formula"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local numbers = require "twocs.common.numbers"
local options_of = require "twocs.fit.settings"
local tables = require "twocs.table"

local linear = {}
local Fit = { methods = {} }
Fit.__index = Fit.methods

local usual_width = 0.05 -- of the robust loss, if errors are relative
local refitted = 500     -- rows; up to this number, a new fit is made without each row
local said = { "value", "error", "pinned", "correlation", "sigma", "r2", "n", "freedom", "settled" }
local own = { "by", "folds", "free", "refit", "relative", "robust", "seed" }

local function check_options(options)
  local known = {}
  for _, name in ipairs(own) do known[name] = true end
  for name in pairs(options) do
    if not known[name] then mistake.raise("fit: there is no option %s%s", mistake.show(name), nearest.hint(name, own)) end
  end
end

local function width_of(options, relative)
  local robust = options.robust
  if robust == nil then return relative and usual_width or 0 end
  if robust == false then return 0 end
  if numbers.finite("fit: robust = ", robust, ": expected the width of the loss") < 0 then
    mistake.raise("fit: robust = %s: expected a width above 0, or 0 for none", mistake.show(robust))
  end
  return robust
end

--- Fits columns: terms is a list of { name, column }, measured a column. Returns the result of core.least_squares: value,
--- error, pinned (lists), correlation, sigma, r2, n, freedom, left_out (a column).
function linear.solve(terms, measured, options)
  options = options or {}
  local relative, names, x = options.relative ~= false, {}, {}
  for j, term in ipairs(terms) do names[j], x[j] = term[1], term[2] end
  local refit = options.refit
  if refit == nil then refit = #measured <= refitted end
  return core.least_squares{ x = x, y = measured, names = names, relative = relative, free = options.free,
    robust = width_of(options, relative), refit = refit }
end

local function columns_of(terms, n)
  local list = {}
  for j, term in ipairs(terms) do list[j] = { term.name, formula.column(term, n) } end
  return list
end

--- fit(t, "t ~ 1 + flop + byte", { relative = true, robust = 0.05, free = false, by = columns whose equal rows are held out
--- together, folds = 5, refit = a new fit without each row }): { formula, terms, value, error, pinned, correlation, r2,
--- sigma, n, freedom, inside, left_out (summaries of errors) }.
function linear.fit(t, text, options)
  options = options or {}
  if not tables.is(t) then mistake.raise("fit: expected a table of columns, got %s", mistake.show(t)) end
  check_options(options)
  local measured, terms = formula.read(t, text)
  local y, columns = formula.column(measured, t.n), columns_of(terms, t.n)
  local found = linear.solve(columns, y, options)
  local fit = setmetatable({ formula = text, terms = {}, unit = measured.unit, measured = measured.name, table = t,
    options = options, found = found.fit }, Fit)
  for _, name in ipairs(said) do fit[name] = found[name] end
  for j, term in ipairs(terms) do fit.terms[j] = { name = term.name, unit = term.unit } end
  fit.inside = errors.summary(fit:predict(t), y, "fitted rows")
  fit.left_out = errors.summary(found.left_out, y, "each row held out")
  return fit
end

--- The predictions for the rows of a table: columns value, low and high. A new measurement lies between low and high with
--- the confidence { interval = 0.9 }.
function Fit.methods:predict(t, options)
  local x = {}
  for j, term in ipairs(formula.terms(t, self.formula)) do x[j] = formula.column(term, t.n) end
  local value, _, half = core.predict(self.found, x, options_of.confidence(options))
  local low, high = core.column(t.n), core.column(t.n)
  for i = 1, t.n do low[i], high[i] = value[i] - half[i], value[i] + half[i] end
  return value, low, high
end

--- One row for each term: its coefficient with unit and standard error. pinned: 1 if the coefficient would be negative and
--- is fixed at zero.
function Fit.methods:parameters()
  local names, units, pinned = {}, {}, {}
  for j, term in ipairs(self.terms) do
    names[j], units[j], pinned[j] = term.name, term.unit, self.pinned[j] and 1 or 0
  end
  return tables.new{ n = #names, names = { "term", "unit", "value", "error", "pinned" },
    columns = { term = names, unit = units, value = self.value, error = self.error, pinned = pinned },
    meanings = { error = "standard error; missing if the coefficient is fixed", pinned = "1: fixed at zero" } }
end

--- Its errors as a table: on its own rows, with each row left out, and with groups of rows held out if the option `by`
--- names them.
function Fit.methods:errors()
  local list = { self.inside, self.left_out }
  if self.options.by then list[3] = self:held_out() end
  return errors.table(list)
end

local function picked(column, rows)
  local some = core.column(#rows)
  for k, i in ipairs(rows) do some[k] = column[i] end
  return some
end

-- Predicts some rows from a fit to the others.
local function predict_rows(columns, y, inside, outside, options, predicted)
  local terms, x = {}, {}
  for j, term in ipairs(columns) do terms[j], x[j] = { term[1], picked(term[2], inside) }, picked(term[2], outside) end
  local found = linear.solve(terms, picked(y, inside),
    { relative = options.relative, robust = options.robust, free = options.free, refit = false })
  local values = core.predict(found.fit, x)
  for k, i in ipairs(outside) do predicted[i] = values[k] end
end

--- The errors of held-out rows: a new fit without each of `folds` parts predicts the rows of this part. Rows that are equal
--- in the columns `by` are in the same part. Options that are not given are those of the fit. Returns the summary and the
--- predictions.
function Fit.methods:held_out(options)
  local t, predicted, given = self.table, core.column(self.n), {}
  for _, name in ipairs{ "by", "folds", "seed" } do given[name] = (options or {})[name] or self.options[name] end
  local fold_of, folds = errors.folds(t, given.by, given.folds, given.seed)
  local measured, terms = formula.read(t, self.formula)
  local y, columns = formula.column(measured, t.n), columns_of(terms, t.n)
  for fold = 1, folds do
    local inside, outside = {}, {}
    for i = 1, t.n do
      local list = fold_of[i] == fold and outside or inside
      list[#list + 1] = i
    end
    predict_rows(columns, y, inside, outside, self.options, predicted)
  end
  return errors.summary(predicted, y, core.format("held out, %d parts", folds)), predicted
end

require("twocs.common.guard").objects("formula fit", Fit.methods, Fit, "formula:", {
  predict = "fun(self: table, t: twocs.Table, options?: table)", held_out = "fun(self: table, options?: table)" })

return linear
