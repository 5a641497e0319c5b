-- SPDX-License-Identifier: MIT
-- What a baseline reports about itself, as tables and sentences: all measured operators, and all operators without a
-- measurement.
local core = require "twocs.core"
local knee = require "twocs.baseline.knee"
local tables = require "twocs.table"
local transfer = require "twocs.fit.transfer"
local work = require "twocs.ask.work"

-- far: a projection gets a note beyond this multiple of the baseline's flop or bytes.
local reports = { methods = {}, far = 4 }
local Baseline = reports.methods

local nan = 0 / 0

local meanings = {
  operator = "operator", family = "family of laws", per = "of one layer, or of one step where it is outside the layers",
  flop = "flop, all passes", byte = "memory traffic, all passes", t = "time, all passes",
  t_measured = "measured time, all passes",
  reached = "share of the reachable speed: peak or memory bandwidth, times its efficiency",
  excess = "largest overestimate of large shapes that are projected from it", note = "note",
  growth = "flop or bytes, over those of the baseline", low = "lower end of the interval of the measurement",
  high = "upper end of that interval",
  outside = "1 where growth is more than 4, or less than a quarter", projected = "projected time, all passes",
  measured = "measured time, all passes", error = "projected over measured, less 1",
  inside = "1 where the measurement is between low and high", name = "what ran", why = "why it belongs to no operator",
  share = "share of all time",
}
local units = { flop = "flop", byte = "byte", t = "s", t_measured = "s", reached = "1", excess = "1", growth = "1",
  low = "s", high = "s", outside = "1", projected = "s", measured = "s", error = "1", inside = "1", share = "1" }

--- A table with these columns from rows.
function reports.table_of(names, list)
  local columns, unit, meaning = {}, {}, {}
  for _, name in ipairs(names) do
    columns[name], unit[name], meaning[name] = {}, units[name], meanings[name]
    for i, row in ipairs(list) do columns[name][i] = row[name] end
  end
  return tables.new{ n = #list, names = names, columns = columns, units = unit, meanings = meaning }
end

local function words(names) return table.concat(names, ", ") end

local function percent(x) return core.format(math.abs(x) < 0.1 and "%.1f %%" or "%.0f %%", 100 * x) end

--- A note on the source of an operator's time.
function reports.origin(self, name, one)
  local store = self.store
  if store.inside[name] then return core.format("inside %s", store.inside[name]) end
  if not self.rates[name] then
    if one.family == "stream" then return "not measured: counted as zero" end
    return "not measured: at the mean rate of the measured GEMMs"
  end
  if store.forward[name] then return "forward measured, backward at its rate" end
  if store.together[name] then
    local others = {}
    for _, other in ipairs(store.together[name]) do
      if other ~= name and self.of[other].amount > 0 then others[#others + 1] = other end
    end
    if #others > 0 then return core.format("measured together with %s", words(others)) end
  end
  return ""
end

--- Seconds per flop or byte of an operator.
function reports.rate(self, name)
  return self.rates[name] or (self.of[name].family == "gemm" and not self.store.inside[name] and self.mean.gemm) or 0
end

local function reach(self, name, one)
  local made, rate = self.case, reports.rate(self, name)
  local most = one.family == "gemm" and self.peak or self.mem_bw
  local attention = name == "scores" or name == "context"
  local share = work.known(made, one.family == "stream" and "mem_eff" or attention and "attn_eff" or "flop_eff")
  if not (most and share and self.rates[name]) or rate == 0 then return nan end
  return 1 / (rate * most * share)
end

local function excess_of(self, name)
  local rate, one = self.rates[name], self.of[name]
  if not rate then return nil end
  local before = rate * one.amount * self.of_device[one.family]
  return self.knee:excess(self.case, self.of, name, before, self.expected[name])
end

--- One row for each operator of the baseline's case: operator, family, per, flop, byte, t_measured, reached, excess, note.
function Baseline:operators()
  local list = {}
  for _, operator in ipairs(work.list) do
    local one = self.of[operator.name]
    if one.amount > 0 then
      local name = operator.name
      list[#list + 1] = { operator = name, family = one.family, per = one.per,
        flop = one.family == "gemm" and one.amount or nan, byte = one.traffic,
        t_measured = self.rates[name] and self.rates[name] * one.amount or nan, reached = reach(self, name, one),
        excess = excess_of(self, name) or nan,
        note = reports.origin(self, name, one) }
    end
  end
  return reports.table_of({ "operator", "family", "per", "flop", "byte", "t_measured", "reached", "excess", "note" }, list)
end

--- Times that belong to no operator: name, t, share, why; the longest first.
function Baseline:left()
  local whole = self.store.whole
  if not whole then
    whole = 0
    for _, t in pairs(self.store.times) do whole = whole + t end
    for _, item in ipairs(self.store.left) do whole = whole + item.t end
  end
  local list = {}
  for _, item in ipairs(self.store.left) do
    list[#list + 1] = { name = item.name, t = item.t, share = whole > 0 and item.t / whole or 0, why = item.why }
  end
  return reports.table_of({ "name", "t", "share", "why" }, list):sort("t", "descending")
end

local function unmeasured(self, say)
  local gemms, streams, outside = {}, {}, {}
  for _, operator in ipairs(work.list) do
    local name, one = operator.name, self.of[operator.name]
    if one.amount > 0 and not self.rates[name] and not self.store.inside[name] then
      local list = one.per == "step" and outside or one.family == "gemm" and gemms or streams
      list[#list + 1] = name
    end
  end
  if #gemms > 0 then say("no time for %s: projected at the mean rate of the measured GEMMs", words(gemms)) end
  if #streams > 0 then say("no time for %s: projected as zero", words(streams)) end
  if #outside > 0 then say("no time for %s, which are outside the layers: the step time omits them", words(outside)) end
end

local function shape_text(one)
  local text = core.format("%.0f x %.0f x %.0f", one.m, one.n, one.k)
  return one.x > 1 and core.format("%s, %.0f times", text, one.x) or text
end

local function gemm_below_the_knee(self, row, say)
  say('%s (%s) is below saturation: by the law "waves" a GEMM %.0f times as large in each dimension runs at %.2f times its '
    .. "rate, so times of large ones are overestimated by up to %s", row.operator, shape_text(self.of[row.operator]),
    knee.larger, 1 + row.excess, percent(row.excess))
end

local function below_the_knee(self, t, say)
  local streams, least = {}, nil
  for row in t:rows() do
    if row.excess > self.knee.margin then
      if row.family == "gemm" then gemm_below_the_knee(self, row, say)
      else
        streams[#streams + 1] = core.format("%s (%s)", row.operator, percent(row.excess))
        least = math.min(least or row.reached, row.reached)
      end
    end
  end
  if #streams > 0 then
    say("these use only %s of the reachable memory bandwidth; if the rest is constant overhead, times of large ones "
      .. "are overestimated, at most by: %s", percent(least), words(streams))
  end
end

--- Warnings about a baseline: a list of sentences.
function Baseline:warnings()
  local list = {}
  local function say(...) list[#list + 1] = core.format(...) end
  if self.transferred then
    say("times are scaled to another device by the ratio of peaks and memory bandwidths, with an error of up to %s",
      percent(transfer.p90))
  end
  unmeasured(self, say)
  local t, silent = self:operators(), { gemm = {}, stream = {} }
  for row in t:rows() do
    local same = self.store.together[row.operator]
    if row.reached > 1.02 and (not same or same[1] == row.operator) then
      say("%s reach%s %s of the speed of the device: does the time include all passes, and is the number "
        .. "format that of the run%s?",
        same and words(same) or row.operator, same and "" or "es", percent(row.reached),
        row.family == "stream" and ", and does it move the counted bytes" or "")
    end
    if self.rates[row.operator] and row.excess ~= row.excess then
      local names = silent[row.family]
      names[#names + 1] = row.operator
    end
  end
  below_the_knee(self, t, say)
  for _, family in ipairs{ "gemm", "stream" } do
    if #silent[family] > 0 then
      say("the device does not give %s, so projected times of %s have no interval",
        family == "gemm" and "its peak, mem_bw or units" or "its mem_bw or mem_eff", words(silent[family]))
    end
  end
  for _, sentence in ipairs(self.store.fewer or {}) do say("%s", sentence) end
  local left, share = self:left(), 0
  for row in left:rows() do share = share + row.share end
  if left.n > 0 then
    say("%s of the time belongs to no operator (left() lists it), most of it %s", percent(share), left[1].name)
  end
  return list
end

--- The communication of the trace: its overlap(); nil for other baselines.
function Baseline:communication() return self.overlap or nil end

return reports
