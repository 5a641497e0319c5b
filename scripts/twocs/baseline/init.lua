-- SPDX-License-Identifier: MIT
-- One profiled baseline from which other models, layouts and devices are projected (PATI23 4.2.2). The time of each
-- operator grows with its FLOPs, or with its bytes if it has no FLOPs. A baseline consists of coefficients of the law
-- "measured" and can be used in a plan; sweeps, axes and figures need nothing more.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local knee = require "twocs.baseline.knee"
local match = require "twocs.baseline.match"
local measured = require "twocs.baseline.measured"
local mistake = require "twocs.common.mistake"
local ordered = require "twocs.common.ordered"
local projection = require "twocs.baseline.projection"
local reports = require "twocs.baseline.reports"
local transfer = require "twocs.fit.transfer"
local work = require "twocs.ask.work"

local baseline = {}
local Baseline = { methods = projection }
Baseline.__index = function(_, name)
  local method = Baseline.methods[name]
  if method then return method end
  if type(name) ~= "string" then return nil end
  mistake.raise("a baseline has no %s%s", mistake.show(name),
    require("twocs.common.nearest").hint(name, ordered.keys(Baseline.methods)))
end

local own = { like = true, steps = true }

-- Profiled times include the overheads of the software's kernels, so a plan with a baseline takes these fields from the
-- baseline's software.
local frictions = { gemm = { "train_gemm", "fp8_gemm" },
  stream = { "fused_rho", "eager_rho", "softmax_rho", "act_rho", "row_rho", "drop_rho", "loss_rho" } }

-- Seconds per flop or byte of each operator, and the mean rate of each family, which is used for GEMMs that were not
-- measured.
local function coefficients(of, store)
  local rates, sums = {}, { gemm = { t = 0, amount = 0 }, stream = { t = 0, amount = 0 } }
  for _, operator in ipairs(work.list) do
    local one, t = of[operator.name], store.times[operator.name]
    if t then
      local amount = store.forward[operator.name] and one.often * (one.flop or one.byte) or one.amount
      if amount == 0 then mistake.raise("baseline: %s has a forward time, but no forward pass", operator.name) end
      rates[operator.name] = t / amount
      local sum = sums[operator.family]
      sum.t, sum.amount = sum.t + t, sum.amount + amount
    end
  end
  local mean = {}
  for family, sum in pairs(sums) do mean[family] = sum.amount > 0 and sum.t / sum.amount or 0 end
  return rates, mean
end

--- baseline(operators, { model =, run =, layout =, device =, [like = a fit of GEMMs], [steps = of a trace] }). operators: a
--- trace, a table or a list of rows { operator =, t = seconds of all passes in a layer | t_f =, t_b =, [count =] }.
--- Profiled times include the overheads of their software, so the software of the case is "ideal" unless the case states
--- another.
function baseline.baseline(operators, options)
  local ideal = type(options) ~= "table" or options.software == nil
  local made, chosen = case.split(options or {}, own, ideal and { software = "ideal" } or nil)
  if made.plan ~= nil then mistake.raise("baseline: the baseline makes the plan; do not give one") end
  local of = work.of(made)
  local store
  if match.is_trace(operators) then store = match.from_trace(operators, of, chosen.steps)
  else store = measured.from_rows(operators, of) end
  local self = setmetatable({ case = made, of = of, store = store, device = made.device,
    like = chosen.like or false, transferred = false, measured_at = false, origin = false,
    of_device = { gemm = 1, stream = 1 } }, Baseline)
  self.overlap = match.is_trace(operators) and operators:overlap() or false
  self.rates, self.mean = coefficients(of, store)
  self.peak, self.mem_bw = work.known(made, "peak") or false, work.known(made, "mem_bw") or false
  self.knee = knee.new(made.device, made.law, chosen.like)
  self.expected = self.knee:times(made, of)
  return self
end

--- The factors from the baseline's device and number format to those of a case, for the seconds per flop (of large GEMMs,
--- of attention's core) and per byte; 1 if a factor is not known.
local function growth_on(self, made)
  local growth = transfer.growth(self.case, made)
  return { gemm = growth.flop or 1, core = growth.core or 1, stream = growth.byte or 1 }
end

local function growth_of(name, family, growth)
  return (name == "scores" or name == "context") and growth.core or growth[family]
end

-- The basis of a projection: the flop of GEMMs, or the bytes of streams, within the factor `far` of the baseline's.
local function basis_of(self, name, made)
  local function range(slot)
    local one = self.of[slot:match("^t_(.*)_%a$") or ""]
    if not one or not one.amount or one.amount == 0 then return nil end
    local low, high = one.flop, one.flop
    if name == "stream" then
      low, high = math.min(one.byte, one.back_byte), math.max(one.byte, one.back_byte)
      if low == 0 then low = high end -- it has one pass
    end
    return { { name == "gemm" and "flop" or "byte", low / reports.far, high * reports.far } }
  end
  local basis = { of = name, family = name, word = "inside", title = core.format("the baseline's %s", name), range = range,
    object = self.origin or self }
  if not (self.peak and self.mem_bw) then
    basis.word, basis.why = "assumed", core.format("%s does not state the device on which it was measured: %s is assumed",
      basis.title, transfer.where(made))
  elseif self.transferred or transfer.is_other(self.case, made, name) then
    basis.word, basis.why = "transferred", core.format("%s was measured on %s and is scaled by data sheets to %s",
      basis.title, self.measured_at or transfer.where(self.case), transfer.where(made, self.case))
  end
  return basis
end

--- The contribution of a baseline to the plan of a case: the law, its coefficients on the device of the case, the family,
--- and its basis.
function Baseline.methods:choice(name, made)
  if name ~= "gemm" and name ~= "stream" then
    mistake.raise("plan.%s: a baseline has laws for gemm and stream only", mistake.word(name))
  end
  made = made or self.case
  local growth, item = growth_on(self, made), name == "gemm" and "c1" or "c2"
  local fields = { [core.format("%s_c0", name)] = 0, [core.format("%s_%s", name, item)] = self.mean[name] * growth[name] }
  if name == "gemm" then fields.gemm_c2 = 0 end
  for _, friction in ipairs(frictions[name]) do fields[friction] = self.case.software[friction] end
  for _, operator in ipairs(work.list) do
    if operator.family == name then
      local rate = reports.rate(self, operator.name)
      fields[core.format("%s_c0", operator.name)] = 0
      fields[core.format("%s_%s", operator.name, item)] = rate * growth_of(operator.name, name, growth)
      if name == "gemm" then fields[core.format("%s_c2", operator.name)] = 0 end
    end
  end
  return "measured", fields, name, { basis_of(self, name, made) }
end

--- { gemm = base, stream = base }
function Baseline.methods:plan() return { gemm = self, stream = self } end

--- The baseline as if it had been measured on another device: times are scaled by the ratio of peaks and their
--- efficiencies, or of memory bandwidths.
function Baseline.methods:on(device)
  if device == nil then mistake.raise("on: expected a device, base:on(tw.devices.h100_sxm)") end
  device = case.record("device", device)
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  copy.case = {}
  for key, value in pairs(self.case) do copy.case[key] = value end
  copy.case.device = device
  local growth = growth_on(self, copy.case)
  if not (self.peak and self.mem_bw and work.known(copy.case, "peak") and work.known(copy.case, "mem_bw")) then
    mistake.raise("on: both devices must give their peak and memory bandwidth")
  end
  copy.rates, copy.mean = {}, { gemm = self.mean.gemm * growth.gemm, stream = self.mean.stream * growth.stream }
  for name, rate in pairs(self.rates) do copy.rates[name] = rate * growth_of(name, self.of[name].family, growth) end
  copy.peak, copy.mem_bw = work.known(copy.case, "peak"), work.known(copy.case, "mem_bw")
  copy.of_device = { gemm = self.of_device.gemm / growth.gemm, stream = self.of_device.stream / growth.stream }
  copy.transferred, copy.origin, copy.measured_at = true, self.origin or self, self.measured_at or transfer.where(self.case)
  return setmetatable(copy, Baseline)
end

function Baseline.__tostring(self)
  local count = 0
  for _ in pairs(self.rates) do count = count + 1 end
  return core.format("baseline of %d operators (%s)%s", count, self.store.from,
    self.transferred and ", on a device that was not measured" or "")
end

--- Whether a value is a baseline.
function baseline.is(value) return getmetatable(value) == Baseline end

require("twocs.common.guard").objects("baseline", Baseline.methods, Baseline, "baseline:", {
  errors = "fun(self: table, operators: any, options: table)" })

return baseline
