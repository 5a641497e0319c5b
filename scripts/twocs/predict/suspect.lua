-- SPDX-License-Identifier: MIT
-- Which term of the predicted step is wrong, if one is: each term is made longer and shorter in all rows, and the factor
-- with the least squared errors of the logarithm is compared with no change and with one factor for the whole step. A
-- term that is a fixed share of every step cannot be distinguished from the whole step, so rows with different layouts
-- tell more than many rows of one layout.
local cases = require "twocs.predict.cases"
local core = require "twocs.core"
local scatter = require "twocs.fit.spread"
local tables = require "twocs.table"
local terms = require "twocs.predict.terms"

local suspect = {}

local least, most = 5, 64 -- rows: fewer are not sufficient, more take too long

--- Factors of a term's time. Between two factors, the step is interpolated linearly.
suspect.factors = { 0.5, 0.8, 1, 1.25, 1.6, 2.5 }
local factors, unchanged = suspect.factors, 3 -- place of the factor 1

local steps = 40 -- between two factors
local noise = scatter.repeated / 1.645 -- sd of a repeated measurement: no file has less
local clear = 9 -- fall of the squared errors over their variance; 1.645 squared is a 90 % range
local range = 1.645 * 1.645
local material = 0.9 -- of the mean error: a smaller improvement is not reported

-- Squared errors of the logarithm for steps between the columns a and b, and the mean absolute error.
local function errors(measured, a, b, share)
  local sum, off = 0, 0
  for i, m in ipairs(measured) do
    local step = a[i] + share * (b[i] - a[i])
    local e = core.log(m / step)
    sum, off = sum + e * e, off + math.abs(step / m - 1) / #measured
  end
  return sum, off
end

-- The factor of a term with the least squared errors, from its steps by factor; and all tried ones, { factor, squares }.
local function best_of(measured, columns)
  local best, tried = { squares = math.huge }, {}
  for j = 1, #factors - 1 do
    for k = 0, steps do
      local share = k / steps
      local factor = factors[j] + share * (factors[j + 1] - factors[j])
      local sum, off = errors(measured, columns[j], columns[j + 1], share)
      tried[#tried + 1] = { factor, sum }
      if sum < best.squares then best = { squares = sum, factor = factor, error = off } end
    end
  end
  return best, tried
end

-- The least squared errors with one factor for the whole step.
local function of_all(measured, base)
  local sum, squares = 0, 0
  for i, m in ipairs(measured) do
    local e = core.log(m / base[i])
    sum, squares = sum + e, squares + e * e
  end
  return squares - sum * sum / #measured
end

--- ranked(times, measured): times[k][j] is the column of the steps with term k at factor j. A list of { term = k, factor =,
--- low =, high = (its 90 % range; nil if it has no end among the factors), error = the mean absolute error with it, gain =
--- the fall of the squared errors over their variance }, the largest gain first; the error without a change; and whether
--- the first one is clear: its gain is not a matter of chance, it is better than one factor for the whole step, and it
--- explains a material part of the error.
function suspect.ranked(times, measured)
  local base, n = times[1][unchanged], #measured
  local without, error = errors(measured, base, base, 0)
  local list = {}
  for k, columns in ipairs(times) do
    local best, tried = best_of(measured, columns)
    list[k] = { term = k, factor = best.factor, error = best.error, squares = best.squares, tried = tried }
  end
  table.sort(list, function(a, b)
    if a.squares ~= b.squares then return a.squares < b.squares end
    return a.term < b.term
  end)
  local variance = math.max(noise * noise, list[1].squares / (n - 1))
  for _, one in ipairs(list) do
    one.gain = (without - one.squares) / variance
    for _, pair in ipairs(one.tried) do
      if pair[2] <= one.squares + range * variance then
        one.low, one.high = math.min(one.low or pair[1], pair[1]), math.max(one.high or pair[1], pair[1])
      end
    end
    if one.low == factors[1] then one.low = nil end
    if one.high == factors[#factors] then one.high = nil end
    one.tried = nil
  end
  return list, error, list[1].gain > clear and list[1].squares < of_all(measured, base)
    and list[1].error < material * error
end

-- At most `most` rows, evenly spread.
local function sample(list)
  local some, step = {}, math.max(1, math.ceil(#list / most))
  for i = 1, #list, step do some[#some + 1] = list[i] end
  return some
end

--- of(name, list, constants): the results of suspect.ranked for predicted runs, each with an entry of terms.list as `term`;
--- nil for too few rows.
function suspect.of(name, list, constants)
  if #list < least then return nil end
  local some, measured = sample(list), {}
  for i, one in ipairs(some) do measured[i] = one.measured end
  local stack = cases.again(name, some)
  if #stack.cases < #some then return nil end
  local found, error, is_clear = suspect.ranked(terms.steps(stack, constants, factors), measured)
  for _, one in ipairs(found) do one.term = terms.list[one.term] end
  return found, error, is_clear
end

local function percent(x) return core.format("%.1f %%", 100 * x) end

local function times_said(one)
  local low, high = one.low, one.high
  if low and high then return core.format("at %.2g (%.2g to %.2g) times", one.factor, low, high) end
  return low and core.format("at least %.2g times", low) or high and core.format("at most %.2g times", high)
    or core.format("at %.2g times", one.factor)
end

--- table(found): a row for each term.
function suspect.table(found)
  local names = { "term", "factor", "low", "high", "error", "gain" }
  local columns, units, none = {}, {}, 0 / 0
  for _, name in ipairs(names) do columns[name], units[name] = {}, name ~= "term" and "1" or nil end
  for i, one in ipairs(found or {}) do
    columns.term[i], columns.factor[i], columns.error[i], columns.gain[i] = one.term.name, one.factor, one.error, one.gain
    columns.low[i], columns.high[i] = one.low or none, one.high or none
  end
  return tables.new{ n = #columns.term, names = names, columns = columns, units = units, meanings = {
    factor = "of the term's time, with the least squared errors", low = "low end of its 90 % range", high = "its high end",
    error = "mean error with this factor", gain = "fall of the squared errors over their variance" } }
end

--- line(found, error): the sentence on the first one of a clear list.
function suspect.line(found, error)
  local first, second = found[1], found[2]
  return core.format("One term explains the errors best: %s, %s the predicted time; the mean error is then %s, not %s "
    .. "(with %s, the second best, %s).", first.term.name, times_said(first), percent(first.error), percent(error),
    second.term.name, percent(second.error))
end

return suspect
