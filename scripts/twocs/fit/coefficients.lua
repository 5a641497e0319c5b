-- SPDX-License-Identifier: MIT
-- The coefficients of a law: by least squares if the law is linear in them, else by a search over its fields until the
-- engine's times match the measurements.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local solve = {}

--- The name in the family of a coefficient. The engine evaluates listed operators, which use the coefficients of the
--- family, not those of an operator.
function solve.family_field(fit, name)
  local own = fit.prefix .. "_"
  return name:sub(1, #own) == own and fit.family .. name:sub(#own) or name
end

-- Whether these rows cannot determine a term: it is zero, or a multiple of a term before it.
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

-- A law that is zero without its coefficients is linear in them: a term is the law with one coefficient 1 and the others 0.
local function linear(fit, axes, measured, parameters)
  local terms = {}
  for _, name in ipairs(parameters) do
    local fields = {}
    for _, other in ipairs(parameters) do fields[solve.family_field(fit, other)] = other == name and 1 or 0 end
    fit.case.law = core.record("law", fields)
    fit.case.plan = { [fit.family] = fit.law }
    local column = core.run(fit.case, axes, { fit.of.column })[1]
    if not tells_nothing(column, terms) then terms[#terms + 1] = { name, column } end
  end
  if #measured <= #terms then
    mistake.raise("fit: %d rows cannot determine %d coefficients and their errors: expected %d rows or more", #measured,
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

--- { value, error, correlation, sigma } of the parameters, in their order.
function solve.coefficients(fit, axes, measured, parameters)
  if #parameters == 0 then return { value = {}, error = {} } end
  if fit.law == "measured" then return linear(fit, axes, measured, parameters) end
  fit.case.plan = { [fit.family] = fit.law }
  return core.calibrate(fit.case, axes, { fit.of.column }, measured, parameters, 0.1, 0)
end

return solve
