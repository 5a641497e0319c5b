-- SPDX-License-Identifier: MIT
-- Bands of predicted steps. The width of a band comes from the uncertainty of the constants, from the residuals of runs
-- after their stack's own constants are fitted, and from the errors of stacks that no constant was fitted on. None of these
-- uses the stack of the predicted run.
--   sd     of each constant: the spread of its logarithm between the stacks whose runs determine it (random coefficients,
--          Swamy 1970), from mean absolute deviations, so that a distant stack does not count with its square (Huber
--          1981, 1.1). A constant that fewer than two stacks determine is as uncertain as others of its kind; an
--          unmeasured network is as uncertain as collectives elsewhere (fit/spread.lua)
--   down, up   each constant is moved by its sd in both directions, and the changes of the step are added in squares (JCGM
--          100:2008, 5.1.3): the more a step depends on uncertain constants, the wider its band
--   rows   residuals with a stack's own constants, which grow with the distance from one node (predict/residuals.lua)
--   parts  added if a run's framework or device is not among the calibrated ones, or if it has experts
--          (predict/unfamiliar.lua)
--   open   what its row does not state: the band is that of the mixture over what the run may have used (predict/open.lua,
--          predict/mixture.lua)
--   z      how many of these widths contain nine of ten errors of the other stacks, all stacks with equal weight (scores of
--          split conformal prediction scaled by the expected error, Lei et al. 2018, 5.2; over groups, Dunn et al. 2023),
--          and wider for few groups, as for a new draw compared with the mean of this number of draws
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local defaults = require "twocs.fit.defaults"
local groups_of = require "twocs.predict.groups"
local mixture = require "twocs.predict.mixture"
local rank = require "twocs.predict.rank"
local residuals = require "twocs.predict.residuals"
local scatter = require "twocs.fit.spread"
local support = require "twocs.ask.support"
local unfamiliar = require "twocs.predict.unfamiliar"

local bands = {}

bands.share = 0.9

--- What varies: all constants, and the speed of the network between nodes, whose spread comes from collectives elsewhere.
bands.moved = { "net_speed" }
for i, name in ipairs(constants.names) do bands.moved[i + 1] = name end

local normal = 1.645 -- standard deviations of half of a 90 % band
local repeated = scatter.repeated / normal -- no constant is more certain than a repeated measurement
local network = core.log(scatter.elsewhere.collective) / normal
local of_mean = 1.2533 -- standard deviation over mean absolute deviation, of a normal distribution: sqrt(pi / 2)

-- The sd of constants that two or more stacks determine, and the number of these stacks. The mean was computed from the
-- same stacks, so one degree of freedom is subtracted.
local function counted(names, own, mean, start)
  local sd, count = {}, {}
  for _, name in ipairs(names) do
    local sum, all, n = 0, 0, 0
    for _, c in ipairs(own) do
      if constants.known[name] and not constants.waits[name] or math.abs(core.log(c[name] / start[name])) > 1e-6 then
        local w = groups_of.weight(c)
        sum, all, n = sum + w * math.abs(core.log(c[name] / mean[name])), all + w, n + 1
      end
    end
    if n >= 2 and all > 1 then sd[name] = math.max(repeated, of_mean * sum / all * math.sqrt(all / (all - 1))) end
    count[name] = n
  end
  return sd, count
end

-- The sd of a constant with known bounds only: uniform in the logarithm.
local function of_bounds(name)
  local low, high = constants.bounds[name][1], constants.bounds[name][2]
  return core.log(high / low) / math.sqrt(12)
end

--- spreads(names, own, mean, start): the sd of each constant. own: a list of the sets of single stacks, with their
--- `weight`; mean: the set used to predict. If a stack's constant is still at the start of the search, the stack does not
--- determine it, unless operators' data give the start. Unknown speeds of a device get the sd of known speeds. Waits, which
--- no table of operators contains, get the sd of the most uncertain constant if one stack determines them, and the sd of a
--- uniform distribution over their bounds if none does. A few stacks can agree by chance, so the usual sd counts as one
--- more of them (shrinkage of variances, Smyth 2004, 3).
function bands.spreads(names, own, mean, start)
  local sd, count = counted(names, own, mean, start)
  local squares, n, most = 0, 0, nil
  for _, name in ipairs(names) do
    local one = sd[name]
    if one then
      most = math.max(most or 0, one)
      if not constants.waits[name] then squares, n = squares + one * one, n + 1 end
    end
  end
  local usual = n > 0 and math.sqrt(squares / n) or most or network
  for _, name in ipairs(names) do
    local one, stacks = sd[name], count[name]
    local wait = constants.waits[name] and (stacks == 0 and of_bounds(name) or most)
    if one and not (constants.waits[name] or constants.known[name]) then
      one = math.sqrt((stacks * one * one + usual * usual) / (stacks + 1))
    end
    sd[name] = one or wait or usual
  end
  sd.net_speed = network
  return sd
end

-- The operators of a constant.
local family_of = { train_gemm = "gemm", fp8_gemm = "gemm", fused_rho = "stream", eager_rho = "stream",
  flash = "attention" }

local function wider(sd, factors)
  local wide = {}
  for name, value in pairs(sd) do
    local family = family_of[name]
    local more = family and core.log(factors[family]) / normal or 0
    wide[name] = math.sqrt(value * value + more * more)
  end
  return wide
end

local wide_of = setmetatable({}, { __mode = "k" }) -- by sd and basis: cases of one basis share a table

--- spread_of(made, sd): the sd of a case's constants. If no operator of its device was measured, the uncertainty of
--- operators of another device is added (fit/spread.lua), of the same architecture or of any.
function bands.spread_of(made, sd)
  local basis = defaults.basis(made)
  if basis == "own" then return sd end
  wide_of[sd] = wide_of[sd] or {}
  wide_of[sd][basis] = wide_of[sd][basis] or wider(sd, scatter[basis])
  return wide_of[sd][basis]
end

local function known() return require("twocs.data.calibrated") end

--- The unfamiliar properties of a predicted run (predict/unfamiliar.lua). A row that names no software is of a framework
--- that nobody knows, whatever was assumed.
function bands.found(one, band)
  if not one.found then
    one.found = unfamiliar.of(one.made, band.stacks or known().stacks, band.gone)
    if one.about and one.about.unnamed then one.found.framework, one.found.release, one.found.assumed = 1, 0, 1 end
  end
  return one.found
end

-- The standard deviation of the logarithm of a step, on one side. band: { rows =, parts =, gone = }.
local function sigma(one, side, band)
  local own, swing, sum = residuals.sd(one, band.rows), one[side], 0
  if band.parts then sum = unfamiliar.variance(bands.found(one, band), band.parts[side]) end
  return math.sqrt(own * own + swing * swing + sum)
end

--- The error of a predicted run, in units of the expected error; without the part that the choices explain that its row
--- leaves open.
function bands.score_of(one, band)
  local e = core.log(one.measured / one.predicted)
  if one.open then
    return normal * mixture.multiple(one.open, e, sigma(one, "down", band), sigma(one, "up", band), bands.share)
  end
  return math.abs(e) / sigma(one, e < 0 and "down" or "up", band)
end

--- z(groups, least): groups are lists of predicted runs, one for each stack, model or number of nodes, each with the
--- expected error of its rows (`group.band`). least: set if the constants were fitted on these runs, which then do not show
--- the errors of others; z is then at least the z of a normal distribution.
function bands.z(groups, least)
  local list, all = {}, 0
  for _, group in ipairs(groups) do
    all = all + groups_of.weight(group)
    for _, one in ipairs(group) do
      list[#list + 1] = { bands.score_of(one, group.band), groups_of.weight(group) / #group }
    end
  end
  if #list == 0 then return nil end
  return math.max(least and normal or 0, groups_of.quantile(list, bands.share)) * math.sqrt(1 + 1 / all)
end

--- The equivalent constant band: the share x such that +- x contains 90 % of the runs of these groups.
function bands.constant(groups)
  local list = {}
  for _, group in ipairs(groups) do
    for _, one in ipairs(group) do
      list[#list + 1] = { math.abs(one.measured / one.predicted - 1), groups_of.weight(group) / #group }
    end
  end
  return #list > 0 and groups_of.quantile(list, bands.share) or nil
end

--- The band for runs of a stack of this name, or of an unknown stack: { z =, constant =, sd = { ... }, rows = { sd =, nodes
--- =, span = }, parts = { up =, down = }, gone = the stack }.
function bands.without(name)
  local known = require("twocs.data.calibrated").bands
  return known[name or "none"] or known.none
end

-- The ends as logarithms over the prediction. Those of a mixture are kept with it, because a report asks several times.
local function ends(one, band)
  local down, up = band.z * sigma(one, "down", band), band.z * sigma(one, "up", band)
  local open = one.open
  if not open then return -down, up end
  if open.down ~= down or open.up ~= up then
    open.low, open.high = mixture.ends(open, down / normal, up / normal, bands.share)
    open.down, open.up = down, up
  end
  return open.low, open.high
end

--- Low and high end of the time of a predicted run.
function bands.of(one, band)
  local low, high = ends(one, band or bands.without())
  return one.predicted * core.exp(low), one.predicted * core.exp(high)
end

-- The interval score (Gneiting and Raftery 2007, 6.2) over the measured time: the width of the band, plus, for a value
-- outside, twice its distance from the band over the share that may be outside.
local function interval_score(low, high, measured)
  local outside = math.max(0, low - measured, measured - high)
  return (high - low + 2 / (1 - bands.share) * outside) / measured
end

--- score(list, band): the share of rows inside their bands, the median half-width over the predicted time, this median over
--- the median error (`times`), the mean interval score, and the score of a constant band of +- x %.
function bands.score(list, band)
  local held, sum, constant, halves, off = 0, 0, 0, {}, {}
  for i, one in ipairs(list) do
    local low, high = bands.of(one, band)
    if one.measured >= low and one.measured <= high then held = held + 1 end
    sum = sum + interval_score(low, high, one.measured)
    constant = constant + interval_score(one.predicted * (1 - band.constant), one.predicted * (1 + band.constant),
      one.measured)
    halves[i], off[i] = (high - low) / 2 / one.predicted, math.abs(one.predicted / one.measured - 1)
  end
  local half = rank.quantile(halves, 0.5)
  return { held = held / #list, score = sum / #list, constant = constant / #list, half = half,
    times = half / rank.quantile(off, 0.5) }
end

local column_of = {}
for _, word in ipairs(support.words) do column_of[word] = core.format("step_%s", word) end

--- Shares of all predicted time by its basis: { inside =, beyond =, transferred =, assumed = } (ask/support.lua).
function bands.support(rows)
  local found, all = {}, 0
  for _, word in ipairs(support.words) do found[word] = 0 end
  for _, one in ipairs(rows) do
    all = all + one.predicted
    for _, word in ipairs(support.words) do
      found[word] = found[word] + one.predicted * one.v[column_of[word]]
    end
  end
  for _, word in ipairs(support.words) do found[word] = found[word] / all end
  return found
end

return bands
