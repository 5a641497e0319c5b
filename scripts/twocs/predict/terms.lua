-- SPDX-License-Identifier: MIT
-- The terms of a predicted step, and which of them were not measured on its device. The share of a term is the relative
-- growth of the step over that of the term, so a term that other work hides has no share. The basis of GEMMs is a measured
-- table, and that of collectives inside a node a measured link, of this device or of another. The basis of attention is a
-- calibrated share of the peak, and that of every other term a law.
local core = require "twocs.core"
local defaults = require "twocs.fit.defaults"
local evaluate = require "twocs.predict.evaluate"
local links = require "twocs.fit.links"
local rows = require "twocs.data.rows"

local terms = {}

local growth = 1 / 1024

--- name; the fields that grow (up) or shrink (down) with its time; basis(made): "measured", "transferred" or "assumed" for
--- a case (without it always assumed); what a user could measure, and where to state the result.
terms.list = {
  { name = "GEMMs", up = { "train_gemm" }, basis = defaults.gemms,
    measure = "GEMMs of these shapes in your framework, at the clocks of training",
    say = "--constants train_gemm=X, their time over the time in the operator table" },
  { name = "attention", calibrated = true, down = { "flash", "exp_rate" },
    measure = "your attention kernel at this length, forward and backward",
    say = "--constants flash=X, its share of the 16-bit peak" },
  { name = "row operators and loss", up = { "fused_rho", "eager_rho", "loss_rho" },
    measure = "norms, activations, dropout and loss of one layer (a profiler's trace of one step)",
    say = "--constants fused_rho=X (eager_rho for eager kernels), their traffic over the minimum" },
  { name = "collectives inside a node", up = { "net0_lat", "net0_half", "comm_launch" }, down = { "net0_share" },
    basis = links.basis,
    measure = "all_gather_perf and reduce_scatter_perf of nccl-tests on one node, at the sizes of your messages",
    say = "the column net0_share, busbw over a GPU's bandwidth inside the node" },
  { name = "collectives between nodes", down = { "net_speed" },
    measure = "all_reduce_perf and sendrecv_perf of nccl-tests over your nodes, all GPUs of each node at once",
    say = "the columns network, net1_bw [GB/s], a GPU's share of its node's adapters, and net1_share, busbw over them" },
  { name = "the framework's host", up = { "host", "host_rank" },
    measure = "the time of one layer in a small run that the host limits (a profiler's trace)",
    say = "--constants host=X, its seconds over the software's host_own" },
  { name = "gradient accumulation, optimizer", up = { "accumulate_byte", "update_byte" },
    measure = "the optimizer's step, and the number format of gradients",
    say = "the column precision, and the formats that your framework keeps" },
}

-- The value of a field that the engine uses for one case, or nil.
local function value_of(name, own, fields)
  if own[name] ~= nil then return own[name] end
  if fields[name] ~= nil then return fields[name] end
  local initial = rows.by_name[name].initial
  return type(initial) == "number" and initial or nil
end

-- Constants with these fields multiplied, within the bounds of each. A field without a value, because it follows from
-- others, stays as it is.
local function multiplied(c, grown, fields)
  local own = {}
  for name, value in pairs(c) do own[name] = value end
  for name, by in pairs(grown) do
    local value, row = value_of(name, own, fields), rows.by_name[name]
    if value then own[name] = math.max(row.least, math.min(row.most, value * by)) end
  end
  return own
end

-- The setter (predict/evaluate.lua) of the multiplied fields. If all of them are constants, all cases share them.
local function setter(c, grown)
  for name in pairs(grown) do
    if c[name] == nil then return function(_, fields) return multiplied(c, grown, fields) end end
  end
  local own = multiplied(c, grown, {})
  return function() return own end
end

-- The factors of the fields that make a term this many times as long.
local function multiplied_by(term, factor)
  local grown = {}
  if factor == 1 then return grown end
  for _, name in ipairs(term.up or {}) do grown[name] = factor end
  for _, name in ipairs(term.down or {}) do grown[name] = 1 / factor end
  return grown
end

--- steps(stack, c, factors): the steps of a stack's cases with each term at each of these factors: steps[term][factor] is a
--- column.
function terms.steps(stack, c, factors)
  local sets, steps = {}, {}
  for _, term in ipairs(terms.list) do
    for _, factor in ipairs(factors) do sets[#sets + 1] = setter(c, multiplied_by(term, factor)) end
  end
  local found = evaluate.runs(stack.jobs, #stack.cases, { "t_step" }, sets)
  for k = 1, #terms.list do
    steps[k] = {}
    for j = 1, #factors do steps[k][j] = found[(k - 1) * #factors + j][1] end
  end
  return steps
end

-- By term and row: the growth of the step over the relative growth of the term, in seconds. Also the steps.
local function grown_by_term(self)
  local found, by = terms.steps(self.stack, self.constants, { 1 + growth }), {}
  local base = self.stack:times(self.constants)
  for k = 1, #terms.list do
    local after = found[k][1]
    by[k] = {}
    for i, one in ipairs(self.rows) do by[k][i] = (after[one.place] - base[one.place]) / growth end
  end
  return by, base
end

--- of(self): a list of { term =, share =, measured =, transferred =, assumed = }, the largest share of all predicted time
--- first; the last three are the parts of the share by their basis. Also the share of the time that grows with no term.
function terms.of(self)
  local by, base = grown_by_term(self)
  local all, list, rest = 0, {}, 1
  for _, one in ipairs(self.rows) do all = all + base[one.place] end
  for k, term in ipairs(terms.list) do
    local one = { term = term, share = 0, measured = 0, transferred = 0, assumed = 0, place = k }
    for i, row in ipairs(self.rows) do
      local basis = term.basis and term.basis(self.stack.of_case[row.place].made) or "assumed"
      one[basis] = one[basis] + by[k][i] / all
      one.share = one.share + by[k][i] / all
    end
    list[k], rest = one, rest - one.share
  end
  table.sort(list, function(a, b)
    if a.share ~= b.share then return a.share > b.share end
    return a.place < b.place
  end)
  return list, rest
end

--- The term with the largest share of time that was not measured on the case's device, and this share.
function terms.least_measured(list)
  local most
  for _, one in ipairs(list) do
    local unmeasured = one.share - one.measured
    if not most or unmeasured > most.share - most.measured then most = one end
  end
  return most, most.share - most.measured
end

local function basis_said(one)
  if one.term.calibrated then return " (calibrated)" end
  if one.assumed > 0.5 * one.share then return " (assumed)" end
  return one.transferred > 0.5 * one.share and " (transferred)" or ""
end

--- Lines of the report: shares by term, and their basis.
function terms.lines(list, rest)
  local parts = {}
  for _, one in ipairs(list) do
    if one.share >= 0.005 then
      parts[#parts + 1] = core.format("%s %.0f %%%s", one.term.name, 100 * one.share, basis_said(one))
    end
  end
  if rest >= 0.005 then parts[#parts + 1] = core.format("the rest %.0f %%", 100 * rest) end
  return core.format("Parts of the predicted time: %s.", table.concat(parts, ", "))
end

return terms
