-- SPDX-License-Identifier: MIT
-- The scatter of measurements around a fit: the interval of a new measurement at a given confidence. Few rows say little
-- about the ends of the interval, and no measurement repeats exactly, so a band has a minimum width from these two effects.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local scatter = {}
local Scatter = {}
Scatter.__index = Scatter

--- Half of a band of nine in ten that repeating one measurement makes: 1.8 % is the median spread of a repeated kernel in
--- scripts/measured/cpu_fp32.csv (its column spread: the interquartile range over the median, which is 1.35 standard
--- deviations, of which 1.64 are half a band).
scatter.repeated = 0.018 / 1.35 * 1.64

--- What is not known where nothing was measured comes on top of a law's own scatter: within this factor, up or down, nine
--- in ten measurements lie of GEMMs, streams and collectives on another device, beyond the sizes, on ranks that were not
--- measured, and over nodes where all was measured within one (or the other way round). Worst cases of
--- scripts/studies/operators/coverage.lua: H100 to A100; MI100 to MI210 softmax; A100 to H100; the largest quarter of
--- MI210's GEMMs and softmax; V100 (vtrain); MI300X. Experts' hold 83 % and more of any other device's rows, and 91 % and
--- more of one of the same architecture (transfers.lua). more_nodes: on another number of nodes, where as many ranks of a
--- node were measured over nodes: nine in ten of all sizes on counts that were left out, each count as much as the next
--- (arXiv:2411.13055, 4 to 512 nodes, the others from the two smallest; ABCI).
scatter.elsewhere = { gemm = 1.35, grouped = 1.8, attention = 1.7, stream = 2, collective = 1.8 }
scatter.beyond = { gemm = 1.75, grouped = 1.75, attention = 1.75, stream = 2.1, collective = 2.1, nodes = 17,
  more_nodes = 1.2 }

--- The same of a device of the same architecture (scripts/studies/operators/transfers.lua, which the others of `elsewhere`
--- but streams are of too).
scatter.alike = { gemm = 1.15, grouped = 1.4, attention = 1.2, stream = 2, collective = 1.08 }

-- Standard errors to the share q of a normal distribution, or of Student's with that freedom.
local function errors_at(q, freedom)
  if q == 0.5 then return 0 end
  local half = core.student(math.abs(2 * q - 1), freedom or 1e6)
  return q < 0.5 and -half or half
end

-- Never narrower than a repeated measurement.
local function floored(x, q)
  local least = scatter.repeated / 1.645 * errors_at(q)
  if q < 0.5 then return math.min(x, least) end
  if q > 0.5 then return math.max(x, least) end
  return x
end

--- Measured over what the fit says that the share q of new measurements stays below.
function Scatter:factor(q) return core.exp(floored(self.at(q), q)) end

local function moments(list)
  local sum, squares = 0, 0
  for _, x in ipairs(list) do sum = sum + x end
  local mean = sum / #list
  for _, x in ipairs(list) do squares = squares + (x - mean) * (x - mean) end
  return mean, squares
end

-- Of n rows the one that the share q of new ones stays below, if n is enough to tell; beyond the last one Student's
-- distribution goes on.
local function rank_or_tail(list, q, freedom)
  local n = #list
  local place = q < 0.5 and math.floor((n + 1) * q) or math.ceil((n + 1) * q)
  if place >= 1 and place <= n then return list[place] end
  local mean, squares = moments(list)
  local tail = mean + errors_at(q, math.max(1, freedom)) * math.sqrt(squares / math.max(1, freedom) * (1 + 1 / n))
  return q < 0.5 and math.min(list[1], tail) or math.max(list[n], tail)
end

--- of_rows(logs, terms): from logarithms of measured over predicted. terms: how many coefficients these very rows gave,
--- which follow them as far as that; 0 where each row was left out. NaN (nothing predicts that row) is left out.
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
scatter.shares = shares -- whose factors stand in twocs/data/fits.lua

--- of_shares{ factors }: from the factors at scatter.shares. Beyond the outer ones the tails of a normal distribution go
--- on.
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

--- widened(own, factor): its own scatter, and that factor, which holds in nine of ten cases. Which side its own
--- middle lies on says nothing there.
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
