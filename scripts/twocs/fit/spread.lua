-- SPDX-License-Identifier: MIT
-- The scatter of measurements around a fit: the interval of a new measurement at a given confidence. Few rows say little
-- about the ends of the interval, and no measurement repeats exactly, so a band has a minimum width from these two effects.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local scatter = {}
local Scatter = {}
Scatter.__index = Scatter

--- Half of the 90 % band of a repeated measurement. 1.8 % is the median spread of a repeated kernel in
--- scripts/measured/cpu_fp32.csv. Its column spread is the interquartile range over the median, 1.35 standard deviations;
--- half of the band is 1.64 standard deviations.
scatter.repeated = 0.018 / 1.35 * 1.64

--- Factors for cases without measurements, in addition to the scatter of a law itself: nine in ten measurements lie within
--- this factor, up or down. elsewhere: on another device. beyond: beyond the measured sizes, on numbers of ranks that were
--- not measured, and (nodes) between nodes if all was measured within one, or the reverse. Worst cases of
--- scripts/studies/operators/coverage.lua: H100 to A100; MI100 to MI210 softmax; A100 to H100; the largest quarter of
--- MI210's GEMMs and softmax; V100 (vtrain); MI300X. The factors of experts include at least 83 % of the rows of any other
--- device, and at least 91 % for a device of the same architecture (transfers.lua). more_nodes: on another number of nodes,
--- if the same number of ranks per node was measured over several nodes: nine in ten of all sizes on numbers of nodes that
--- were left out, each with the same weight (arXiv:2411.13055, 4 to 512 nodes, the others from the two smallest; ABCI).
scatter.elsewhere = { gemm = 1.35, grouped = 1.8, attention = 1.7, stream = 2, collective = 1.8 }
scatter.beyond = { gemm = 1.75, grouped = 1.75, attention = 1.75, stream = 2.1, collective = 2.1, nodes = 17,
  more_nodes = 1.2 }

--- The same for a device of the same architecture (scripts/studies/operators/transfers.lua; the other values of
--- `elsewhere`, except streams, come from there too).
scatter.alike = { gemm = 1.15, grouped = 1.4, attention = 1.2, stream = 2, collective = 1.08 }

-- The quantile q of a normal distribution in standard errors, or of Student's with this number of degrees of freedom.
local function errors_at(q, freedom)
  if q == 0.5 then return 0 end
  local half = core.student(math.abs(2 * q - 1), freedom or 1e6)
  return q < 0.5 and -half or half
end

-- A band is never narrower than that of a repeated measurement.
local function floored(x, q)
  local least = scatter.repeated / 1.645 * errors_at(q)
  if q < 0.5 then return math.min(x, least) end
  if q > 0.5 then return math.max(x, least) end
  return x
end

--- The quantile q of measured over predicted time for new measurements.
function Scatter:factor(q) return core.exp(floored(self.at(q), q)) end

local function moments(list)
  local sum, squares = 0, 0
  for _, x in ipairs(list) do sum = sum + x end
  local mean = sum / #list
  for _, x in ipairs(list) do squares = squares + (x - mean) * (x - mean) end
  return mean, squares
end

-- The quantile q of new rows: one of the n sorted rows if n is large enough, else from Student's distribution beyond the
-- last row.
local function rank_or_tail(list, q, freedom)
  local n = #list
  local place = q < 0.5 and math.floor((n + 1) * q) or math.ceil((n + 1) * q)
  if place >= 1 and place <= n then return list[place] end
  local mean, squares = moments(list)
  local tail = mean + errors_at(q, math.max(1, freedom)) * math.sqrt(squares / math.max(1, freedom) * (1 + 1 / n))
  return q < 0.5 and math.min(list[1], tail) or math.max(list[n], tail)
end

--- of_rows(logs, terms): the scatter from logarithms of measured over predicted time. terms: the number of coefficients
--- that were fitted to these same rows, which makes the logarithms too small; 0 if each row was left out. NaN (the row has
--- no prediction) is ignored.
function scatter.of_rows(logs, terms)
  local list = {}
  for i = 1, #logs do
    if logs[i] == logs[i] then list[#list + 1] = logs[i] end
  end
  local n = #list
  local freedom = n - math.max(1, terms)
  local wider = freedom >= 1 and terms > 0 and math.sqrt(n / freedom) or 1
  for i = 1, n do list[i] = list[i] * wider end
  table.sort(list)
  return setmetatable({ rows = list, at = function(q)
    if freedom < 1 then
      mistake.raise("the fit has as many coefficients as rows, so its error cannot be estimated: measure more rows")
    end
    return rank_or_tail(list, q, freedom)
  end }, Scatter)
end

local shares = { 0.05, 0.25, 0.5, 0.75, 0.95 }
scatter.shares = shares -- twocs/data/fits.lua contains the factors at these shares

--- of_shares{ factors }: the scatter from the factors at scatter.shares, with the tails of a normal distribution beyond the
--- outer ones.
function scatter.of_shares(factors)
  local logs = {}
  for i, factor in ipairs(factors) do logs[i] = core.log(factor) end
  return setmetatable({ at = function(q)
    if q < shares[1] then return logs[1] * errors_at(q) / errors_at(shares[1]) end
    for i = 2, #shares do
      if q <= shares[i] then
        return logs[i - 1] + (q - shares[i - 1]) / (shares[i] - shares[i - 1]) * (logs[i] - logs[i - 1])
      end
    end
    return logs[#shares] * errors_at(q) / errors_at(shares[#shares])
  end }, Scatter)
end

--- widened(own, factor): the scatter `own`, widened by a factor that holds in nine of ten cases. The median of `own` does
--- not apply there, so it is ignored.
function scatter.widened(own, factor)
  local width = core.log(factor) / 1.645
  return setmetatable({ at = function(q)
    local added, x = width * errors_at(q), own.at(q)
    if q == 0.5 then return 0 end
    if q < 0.5 then return -math.sqrt(added * added + math.min(x, 0) * math.min(x, 0)) end
    return math.sqrt(added * added + math.max(x, 0) * math.max(x, 0))
  end }, Scatter)
end

return scatter
