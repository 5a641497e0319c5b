-- SPDX-License-Identifier: MIT
-- Bands of predicted steps. The one thing to know: a band comes from what is not known of the constants, and from how far
-- stacks lay off that no constant was fitted on; the stack that it is for has a part in neither.
--   sd     of each constant, how much stacks differ in it (random coefficients, Swamy 1970): of its logarithm, over the
--          stacks of which the runs tell it. One that fewer than two tell is as uncertain as the most uncertain other one;
--          a network that was not measured is not known better than collectives elsewhere (fit/spread.lua)
--   down, up   each constant is moved by its sd both ways, and what this does to a step is added in squares (JCGM
--          100:2008, 5.1.3): a step that rests on what is not known has a wider band, the wider the more of it does
--   z      how many of these hold nine in ten errors of the other stacks, each counting as much as the next (scores of
--          split conformal prediction scaled by what is expected, Lei et al. 2018, 5.2; over groups, Dunn et al. 2023),
--          and wider for few groups, as for a new draw beside the mean of so many
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local scatter = require "twocs.fit.spread"
local support = require "twocs.ask.support"

local bands = {}

bands.share = 0.9

--- What is moved: all constants, and the speed of the network between nodes, which is read off collectives elsewhere.
bands.moved = { "network" }
for i, name in ipairs(constants.names) do bands.moved[i + 1] = name end

local normal = 1.645 -- standard deviations of half of a band of nine in ten
local repeated = scatter.repeated / normal -- of a measurement that is repeated: no band is narrower
local network = core.log(scatter.elsewhere.collective) / normal

-- The value behind that share of the weights, of a list of { value, weight }.
local function quantile(list, q)
  table.sort(list, function(a, b) return a[1] < b[1] end)
  local all, sum = 0, 0
  for _, one in ipairs(list) do all = all + one[2] end
  for _, one in ipairs(list) do
    sum = sum + one[2]
    if sum >= q * all then return one[1] end
  end
  return list[#list][1]
end

-- What a stack counts: as much as in the fit of the constants.
local function weight_of(group) return group.weight or 1 end

--- spreads(names, own, mean, start): the sd of each constant. own: a list of the sets that stacks have for themselves, with
--- their `weight`; mean: what is predicted with. A constant that a stack has left where the search began is not told by it,
--- but where operators' data say where that is.
function bands.spreads(names, own, mean, start)
  local sd, most = {}, nil
  for _, name in ipairs(names) do
    local sum, all, n = 0, 0, 0
    for _, c in ipairs(own) do
      local off, w = core.log(c[name] / mean[name]), weight_of(c)
      if constants.known[name] or math.abs(core.log(c[name] / start[name])) > 1e-6 then
        sum, all, n = sum + w * off * off, all + w, n + 1
      end
    end
    if n >= 2 then
      sd[name] = math.sqrt(sum / all)
      most = math.max(most or 0, sd[name])
    end
  end
  for _, name in ipairs(names) do sd[name] = sd[name] or most or network end
  sd.network = network
  return sd
end

--- unmeasured(sd): those of a device of which no operator was measured: its GEMMs and row operators are as uncertain as
--- others' elsewhere (fit/spread.lua), besides.
function bands.unmeasured(sd)
  local wide = {}
  for name, value in pairs(sd) do wide[name] = value end
  for name, family in pairs{ train_gemm = "gemm", fp8_gemm = "gemm", fused_rho = "stream", eager_rho = "stream",
    flash = "stream" } do
    if sd[name] then
      local more = core.log(scatter.elsewhere[family]) / normal
      wide[name] = math.sqrt(sd[name] * sd[name] + more * more)
    end
  end
  return wide
end

local function sigma(swing) return math.sqrt(repeated * repeated + swing * swing) end

--- How far off a predicted run was, in what was expected.
function bands.score_of(one)
  local e = core.log(one.measured / one.predicted)
  return math.abs(e) / sigma(e < 0 and one.down or one.up)
end

--- z(groups): of lists of predicted runs, one for each stack, model or number of nodes that was left out. Never less than
--- what was expected of the constants alone.
function bands.z(groups)
  local list, all = {}, 0
  for _, group in ipairs(groups) do
    all = all + weight_of(group)
    for _, one in ipairs(group) do list[#list + 1] = { bands.score_of(one), weight_of(group) / #group } end
  end
  if #list == 0 then return nil end
  return math.max(normal, quantile(list, bands.share)) * math.sqrt(1 + 1 / all)
end

--- The constant band that another would be: the share x such that +- x holds nine in ten of these groups' runs.
function bands.constant(groups)
  local list = {}
  for _, group in ipairs(groups) do
    for _, one in ipairs(group) do
      list[#list + 1] = { math.abs(one.measured / one.predicted - 1), weight_of(group) / #group }
    end
  end
  return #list > 0 and quantile(list, bands.share) or nil
end

--- The band for runs of a stack of this name, or of none of the known ones: { z =, constant =, sd = { ... } }.
function bands.without(name)
  local known = require("twocs.data.calibrated").bands
  return known[name or "none"] or known.none
end

--- Least and most time of a predicted run.
function bands.of(one, band)
  local z = (band or bands.without()).z
  return one.predicted * core.exp(-z * sigma(one.down)), one.predicted * core.exp(z * sigma(one.up))
end

-- Width, and twice what lies outside over the share that may (Gneiting and Raftery 2007, 6.2), over the measured time.
local function interval_score(low, high, measured)
  local outside = math.max(0, low - measured, measured - high)
  return (high - low + 2 / (1 - bands.share) * outside) / measured
end

local function median(list)
  table.sort(list)
  return list[math.ceil(#list / 2)]
end

--- score(list, band): the share of rows that their bands hold, the median of half their widths over the predicted time,
--- that over the median error (`times`), their mean interval score, and that of a constant +- x %.
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
  local half = median(halves)
  return { held = held / #list, score = sum / #list, constant = constant / #list, half = half, times = half / median(off) }
end

--- Shares of all predicted time by what it rests on: { inside =, beyond =, transferred =, assumed = } (ask/support.lua).
function bands.support(rows)
  local found, all = {}, 0
  for _, word in ipairs(support.words) do found[word] = 0 end
  for _, one in ipairs(rows) do
    all = all + one.predicted
    for _, word in ipairs(support.words) do
      found[word] = found[word] + one.predicted * one.v[core.format("step_%s", word)]
    end
  end
  for _, word in ipairs(support.words) do found[word] = found[word] / all end
  return found
end

return bands
