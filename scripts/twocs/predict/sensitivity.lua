-- SPDX-License-Identifier: MIT
-- tw.sensitivity: the inputs that cause the uncertainty of a result, as Sobol's indices. An input varies in a range or over
-- values that the script states, or ("band") with the uncertainty of its calibrated constant (predict/bands.lua). A field
-- that changes the software's plan of kernels needs a case for each point, so it gets fewer points.
local bands = require "twocs.predict.bands"
local case = require "twocs.ask.case"
local core = require "twocs.core"
local defaults = require "twocs.fit.defaults"
local draws = require "twocs.predict.draws"
local follow = require "twocs.ask.follow"
local legal = require "twocs.ask.legal"
local lists = require "twocs.common.lists"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local normal = require "twocs.common.normal"
local numbers = require "twocs.common.numbers"
local ordered = require "twocs.common.ordered"
local rows = require "twocs.data.rows"
local sobol = require "twocs.predict.sobol"
local stop = require "twocs.common.stop"
local support = require "twocs.ask.support"

local sensitivity = {}

local usual, few = 4096, 256 -- points of a sample: if the engine runs them at once, and if each needs its own case
-- The indices have converged if none changes by more than this from half of the points to all, and if no interval is wider
-- than twice this.
local close = 0.05

-- ---- Inputs: { name, from, to = in words, of(u) = the value where a uniform number is u }.

local function of_band(made, name, band)
  local known = false
  for _, one in ipairs(bands.moved) do known = known or one == name end
  if not known then
    mistake.raise('sensitivity: over.%s = "band": only calibrated constants have one (%s); state a range, { low, high }',
      name, table.concat(bands.moved, ", "))
  end
  local value = made.software[name]
  if not (value > 0) then mistake.raise('sensitivity: over.%s = "band": it is 0 in this software', name) end
  local sd = bands.spread_of(made, band.sd)[name]
  return { name = name, from = value * core.exp(-1.645 * sd), to = value * core.exp(1.645 * sd),
    of = function(u) return draws.bounded(name, value * core.exp(sd * normal.quantile(math.max(u, 1e-12)))) end }
end

local function of_values(name, given)
  if type(given) ~= "table" or #given == 0 then
    mistake.raise("sensitivity: over.%s.values is not a list of values", name)
  end
  lists.whole(core.format("over.%s.values", name), given)
  local values = {}
  for i, value in ipairs(given) do values[i] = rows.value(name, value) end
  return { name = name, from = values[1], to = values[#values],
    of = function(u) return values[math.floor(u * #values) + 1] end }
end

local function of_range(name, given)
  local row = rows.by_name[name]
  if row.choice or row.count then
    mistake.raise("sensitivity: over.%s: numbers between its two values are not allowed: expected { values = { ... } }",
      name)
  end
  if type(given) ~= "table" or #given ~= 2 then
    mistake.raise('sensitivity: over.%s is %s, expected { low, high }, { values = { ... } } or "band"', name,
      mistake.show(given))
  end
  local from, to = rows.value(name, given[1]), rows.value(name, given[2])
  if not (from < to) then
    mistake.raise("sensitivity: over.%s: the low end, %s, is not below the high one, %s", name, mistake.show(given[1]),
      mistake.show(given[2]))
  end
  if given.log and not (from > 0) then mistake.raise("sensitivity: over.%s: a range with log must be above 0", name) end
  return { name = name, from = from, to = to, of = function(u)
    return given.log and from * core.pow(to / from, u) or from + (to - from) * u
  end }
end

-- The range or values of one field.
local function input(made, name, given, band)
  rows.find(name, "field")
  if given == "band" then return of_band(made, name, band) end
  if type(given) == "table" and given.values ~= nil then return of_values(name, given.values) end
  return of_range(name, given)
end

-- Without named inputs: all constants of this case that are calibrated and that its bands vary.
local function all_bands(made)
  local over = {}
  for _, move in ipairs(draws.axis(made) or {}) do
    if made.software[move[1]] > 0 then over[move[1]] = "band" end
  end
  if next(over) == nil then
    mistake.raise("sensitivity: this software has no calibrated constant; name inputs: over = { net1_bw = { low, high } }")
  end
  return over
end

local function inputs_of(made, over)
  local list, band = {}, bands.without()
  if over ~= nil and type(over) ~= "table" then
    mistake.raise("sensitivity: over is %s, expected fields with a range each", mistake.show(over))
  end
  over = over or all_bands(made)
  local names = ordered.words(over)
  if #names == 0 then mistake.raise("sensitivity: over has no inputs") end
  for i, name in ipairs(names) do list[i] = input(made, name, over[name], band) end
  return list
end

-- ---- The evaluation.

local function axis_of(inputs, columns)
  local moves, fields = {}, {}
  for i, one in ipairs(inputs) do
    local column = core.column(#columns[i])
    for r = 1, #columns[i] do column[r] = one.of(columns[i][r]) end
    moves[i], fields[i] = { one.name, column }, one.name
  end
  return { name = fields[1], n = #columns[1], moves = moves, fields = fields, labels = {} }
end

local function points_of(asked, made, inputs)
  if asked ~= nil then
    local n = numbers.whole("points = ", asked, 128, 1048576)
    return math.ceil(n / 128) * 128
  end
  local outer = follow.split(made, { axis_of(inputs, sobol.design(#inputs, 1)) })
  return #outer > 0 and few or usual
end

local function refuse_illegal(why, n)
  local broken, first = 0, nil
  for r = 1, why and n or 0 do
    if why[r] > 0 then broken, first = broken + 1, first or why[r] end
  end
  if first then
    mistake.raise("sensitivity: %.0f of %.0f points are illegal layouts, the first because %s", broken, n,
      legal.sentence(first))
  end
end

local names = { "input", "from", "to", "first", "first_low", "first_high", "total", "total_low", "total_high" }
local meanings = { input = "what varies", from = "from", to = "high end of the range (of a band: 90 %)",
  first = "share of the variance that the input explains alone",
  first_low = "share of the variance explained alone, low end of the interval (90 %)",
  first_high = "share of the variance explained alone, high end of the interval",
  total = "share of the variance that remains when all other inputs are known",
  total_low = "share of the variance that remains, low end of the interval (90 %)",
  total_high = "share of the variance that remains, high end of the interval" }

local function table_of(inputs, found, head, notes)
  local order, columns, units = {}, {}, {}
  for i = 1, #inputs do order[i] = i end
  table.sort(order, function(a, b)
    if found.total[a] ~= found.total[b] then return found.total[a] > found.total[b] end
    return a < b
  end)
  for _, name in ipairs(names) do columns[name], units[name] = {}, "1" end
  units.input = nil
  for place, i in ipairs(order) do
    local of = found.of[i]
    local values = { inputs[i].name, inputs[i].from, inputs[i].to, found.first[i], of.first[1], of.first[2], found.total[i],
      of.total[1], of.total[2] }
    for k, name in ipairs(names) do columns[name][place] = values[k] end
  end
  return require("twocs.table").new{ n = #inputs, names = names, columns = columns, units = units, meanings = meanings,
    head = head, notes = notes }
end

-- Whether the number of points is sufficient, as a sentence.
local function converged(found, is_part)
  local widest, n = 0, found.n
  for _, one in ipairs(found.of) do
    widest = math.max(widest, one.first[2] - one.first[1], one.total[2] - one.total[1])
  end
  local good = found.moved <= close and widest <= 2 * close
  return core.format("%s: from %.0f points to %.0f no index moved by more than %.3f, and the widest interval is %.3f%s",
    good and "converged" or "not converged", n / 2, n, found.moved, widest,
    (good or is_part) and "" or core.format("; use more points, points = %.0f", 4 * n))
end

local options = { over = true, points = true }

--- sensitivity(case, "t_step", { over = { net1_bw = { "25 GB/s", "100 GB/s" }, flash = "band", tp = { values = { 4, 8 } }
--- }, points = 4096 }): a table with Sobol's first-order and total indices of each input, intervals of 90 % by bootstrap,
--- the largest total first. Without over: all calibrated constants of the case's software, by their bands. log = true in
--- a range: uniform in its logarithm.
function sensitivity.sensitivity(given, result, asked)
  asked = asked or {}
  if type(asked) ~= "table" then mistake.raise("sensitivity: expected { over = { ... } }, got %s", mistake.show(asked)) end
  for key in pairs(asked) do
    if not options[key] then
      mistake.raise('sensitivity: unknown key "%s"%s', mistake.word(key), nearest.hint(key, { "over", "points" }))
    end
  end
  if case.of_limits(given) then mistake.raise("sensitivity: a case of tw.limits has no bands") end
  local made, row = case.split(given, {}, nil, true), rows.find(result)
  if row.record ~= "result" then mistake.raise('sensitivity: "%s" is a field, expected a result', row.name) end
  local here = follow.cases(made, {})[1].made
  legal.must_be(here, "sensitivity")
  local inputs = inputs_of(here, asked.over)
  local n = points_of(asked.points, made, inputs)
  local axis = axis_of(inputs, sobol.design(#inputs, n))
  local got, all, rests, _, why, done = follow.run(made, { axis }, { row.name }, true)
  local chosen = done and sobol.whole_blocks(done, #inputs, n)
  if done and #chosen == 0 then stop.with(nil, stop.share(0, n, "points")) end
  refuse_illegal(why, done and #done or all)
  local found = sobol.indices(got[1], #inputs, n, chosen)
  if not found then mistake.raise("sensitivity: none of these inputs changes %s", row.name) end
  local notes = support.tell(rests) or {}
  table.insert(notes, 1, core.format("%s: mean %.4g, standard deviation %.3g", row.name, found.mean,
    math.sqrt(found.variance)))
  table.insert(notes, 2, converged(found, chosen))
  local t = table_of(inputs, found, case.head(made), notes)
  if chosen then stop.with(t, stop.share(found.n, n, "points")) end
  return t
end

return sensitivity
