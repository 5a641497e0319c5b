-- SPDX-License-Identifier: MIT
-- Draws of the uncertain inputs of predicted steps, for comparisons of two or more steps. Inputs that two layouts share are
-- drawn once for both, so they cancel in a comparison. A draw depends on the name of its input, not on its position, so it
-- is the same in every list and with any number of threads.
--   constants  each calibrated constant (predict/constants.lua) and the speed of the network is lognormal about its value,
--              with the sd of the bands, within its bounds; one number for all layouts
--   residuals  the residual of a run with its own stack's constants (predict/residuals.lua) is split into four parts of
--              equal variance: kernels, pipeline, replicas, and the run itself. Layouts with the same fields of a part
--              share the draw of this part. The equal variances are an assumption: nobody measured the parts
-- The z of the bands is not used here: it describes errors of single runs, in which nothing cancels.
local bands = require "twocs.predict.bands"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local defaults = require "twocs.fit.defaults"
local errors = require "twocs.fit.errors"
local normal = require "twocs.common.normal"
local residuals = require "twocs.predict.residuals"
local rows = require "twocs.data.rows"
local is_ideal = require("twocs.ask.software").is_ideal

local draws = { count = 256 }

local parts = {
  { "kernels", "tp", "sp", "cp", "cp_kind", "micro_batch", "recompute", "recompute_part", "etp" },
  { "pipeline", "pp", "vp", "schedule", "first_layers", "middle_layers", "last_layers", "micro_batch" },
  { "replicas", "dp", "zero", "shard", "cp", "ep" },
}

-- A number from a text, as the seed of its generator.
local function seed_of(text)
  local hash = 7
  for i = 1, #text do hash = (hash * 31 + text:byte(i)) % 2147483629 end
  return hash
end

local known = {} -- by name

--- normals(name): draws of a standard normal number, one from each of equally likely intervals (a Latin hypercube, McKay et
--- al. 1979), in an order that depends on the name.
function draws.normals(name)
  if known[name] then return known[name] end
  local list, order = {}, errors.shuffled(draws.count, seed_of(name))
  for i, place in ipairs(order) do list[i] = normal.quantile((place - 0.5) / draws.count) end
  known[name] = list
  return list
end

--- factors(sd): for each constant, the list of its factors.
function draws.factors(sd)
  local of = {}
  for _, name in ipairs(bands.moved) do
    local list = {}
    for i, x in ipairs(draws.normals(name)) do list[i] = core.exp(sd[name] * x) end
    of[name] = list
  end
  return of
end

--- bounded(name, value): a drawn constant within its bounds.
function draws.bounded(name, value)
  local bound = constants.bounds[name] or { 1e-3, 1e3 }
  return math.max(bound[1], math.min(bound[2], value))
end

-- Whether only the calibration sets this constant of a case.
local function is_open(made, name)
  if core.states(made.software, name) then return false end
  return name ~= "net_speed" or not core.states(made.software, "net1_share") -- its network was measured
end

--- axis(made, band): the constants of a case over the draws, as one axis of the engine; nil if nothing is drawn: the
--- software has no overheads, or the script states everything.
function draws.axis(made, band)
  if is_ideal(made.software) then return nil end
  band = band or bands.without()
  local factors, moves = draws.factors(bands.spread_of(made, band.sd)), {}
  for _, name in ipairs(bands.moved) do
    if is_open(made, name) then
      local column, value = core.column(draws.count), made.software[name]
      for i, factor in ipairs(factors[name]) do column[i] = draws.bounded(name, value * factor) end
      moves[#moves + 1] = { name, column }
    end
  end
  return #moves > 0 and moves or nil
end

--- moved(made, name, by): one constant of a case as an axis of the engine, moved by these multiples of its sd, within its
--- bounds; nil if the script states it, or the software has no overheads.
function draws.moved(made, name, by)
  if is_ideal(made.software) or not is_open(made, name) then return nil end
  local sd, column = bands.spread_of(made, bands.without().sd)[name], core.column(#by)
  for i, times in ipairs(by) do column[i] = draws.bounded(name, made.software[name] * core.exp(sd * times)) end
  return { { name, column } }
end

--- of_stack(stack, c, band): logarithms of the predicted times of a stack's cases (predict/cases.lua) over the draws, by
--- place, with the constants c and without residuals.
function draws.of_stack(stack, c, band)
  local logs, cases_of = {}, {}
  for i = 1, #stack.cases do
    local sd = bands.spread_of(stack.of_case[i].made, band.sd)
    cases_of[sd] = cases_of[sd] or {}
    table.insert(cases_of[sd], i)
    logs[i] = {}
  end
  for sd, places in pairs(cases_of) do
    local factors = draws.factors(sd)
    for s = 1, draws.count do
      local drawn = {}
      for _, name in ipairs(bands.moved) do drawn[name] = draws.bounded(name, (c[name] or 1) * factors[name][s]) end
      local times = stack:times(drawn)
      for _, i in ipairs(places) do logs[i][s] = core.log(times[i]) end
    end
  end
  return logs
end

local function word(value) return type(value) == "number" and core.format("%.15g", value) or tostring(value) end

-- The residual of one layout. of: other properties that distinguish runs, such as model and device, as text; fields: of the
-- layout and the run, by name.
local function left(of, fields, devices, band)
  local sd = residuals.sd({ fields = fields, v = { devices = devices } }, band.rows)
  local names, own, list = {}, { core.format("run of %.0f", devices) }, {}
  for i, part in ipairs(parts) do
    local words = { of, part[1] }
    for k = 2, #part do words[k + 1] = word(fields[part[k]]) end
    names[i] = table.concat(words, " ")
    own[i + 1] = names[i]
  end
  names[#names + 1] = table.concat(own, " ")
  for i = 1, draws.count do list[i] = 0 end
  local each = sd / math.sqrt(#names)
  for _, name in ipairs(names) do
    for i, x in ipairs(draws.normals(name)) do list[i] = list[i] + each * x end
  end
  return list
end

--- left_of_row(of, fields, devices, band): the residual of a row of a file, as logarithms over the draws.
function draws.left_of_row(of, fields, devices, band) return left(of, fields, devices, band) end

-- By default the layers of stages follow from the number of stages; the values of a case do not apply to another layout of
-- it.
local dealt = { first_layers = true, middle_layers = true, last_layers = true }

--- left(made, layout, devices): the same for a case with these fields of a layout.
function draws.left(made, layout, devices)
  local fields = setmetatable({ net0_size = made.device.net0_size }, { __index = function(_, name)
    local value = layout[name]
    local own = made[rows.by_name[name].record]
    if value == nil and (not dealt[name] or core.states(own, name)) then value = own[name] end
    return value
  end })
  local of = core.format("%s %s %s", made.model.name or "", made.device.name or "", made.software.name or "")
  return left(of, fields, devices, bands.without())
end

return draws
