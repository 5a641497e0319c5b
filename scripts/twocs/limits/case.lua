-- SPDX-License-Identifier: MIT
-- What a case and a run of the limits can do beside holding fields: answer, change by factors, show themselves. The one
-- thing to know: an answer is a number first, so that it can be printed and compared, and then the run that it is of; where
-- there is none it is nil and a sentence.
local core = require "twocs.core"
local mistake = require "twocs.mistake"
local nearest = require "twocs.nearest"
local rows = require "twocs.limits.rows"

local case, run = {}, {}
core.own_methods["limits case"], core.own_methods["limits run"] = case, run

local function changed(self, changes)
  if changes == nil then return self end
  if type(changes) ~= "table" then mistake.raise("expected a table of changes, got %s", mistake.show(changes)) end
  return self(changes)
end

-- Changing ---------------------------------------------------------------------------------------------------------------

--- base:times{ bw = 2, mem_bw = 2 }: a copy with these fields so many times as large; bw, latency and compute stand for
--- several fields at once.
function case:times(factors)
  if type(factors) ~= "table" then mistake.raise("times: expected a table of factors, such as { bw = 2 }") end
  local changes = {}
  for name, factor in pairs(factors) do
    if type(factor) ~= "number" then
      mistake.raise("times: %s is %s, expected a factor", tostring(name), mistake.show(factor))
    end
    for _, field in ipairs(rows.factors[name] and rows.scaled(self, name) or { rows.find(name, "field").name }) do
      local value = self[field]
      if type(value) ~= "number" then mistake.raise("times: %s holds no number", field) end
      changes[field] = (changes[field] or value) * factor
    end
  end
  return self(changes)
end

-- Answers -----------------------------------------------------------------------------------------------------------------

local function feasible(answer) return answer.feasible == 1 end

local function untrainable(self)
  return core.format("d = %.15g: no cluster trains %.3g flop in %.4g months", self.d, self.c_flop, self.months)
end

--- Where linear scaling ends: the compute of the first run of a sweep with at most linear_share of the sustained peak, and
--- that run.
function case:linear_end(changes)
  local asked = changed(self, changes)
  local point = core.limits_ask("linear_end", asked)
  if feasible(point) then return point.c_flop, point end
  local last = core.limits_ask("largest", asked)
  if not feasible(last) then return nil, untrainable(asked{ d = asked.d_least }) end
  return nil, core.format("linear as far as a sweep goes, %.3g flop", last.c_flop)
end

-- Why a sweep has no wider model; nil where the wall stands.
local function why_last(asked, point)
  if point.util < asked.util_least then return core.format("utilisation falls below %.4g there", asked.util_least) end
  local widths = require("twocs.limits.sweep").widths(asked)
  if point.d == widths[#widths] then return "no wider model is looked at" end
end

--- The largest run that is done in time, its compute first; then, where it is not the wall that ends the sweep, what does.
function case:largest(changes)
  local asked = changed(self, changes)
  local point = core.limits_ask("largest", asked)
  if not feasible(point) then return nil, untrainable(asked{ d = asked.d_least }) end
  return point.c_flop, point, why_last(asked, point)
end

--- The run of this width on the smallest cluster that is done in time.
function case:fit(changes)
  local asked = changed(self, changes)
  local point = core.limits_ask("fit", asked)
  if feasible(point) then return point end
  return nil, untrainable(asked)
end

--- The fastest run of this width on so many GPUs, whatever its time.
function case:best(gpus, changes)
  if type(gpus) == "string" then gpus = require("twocs.lists").quantity(gpus, "1") end
  if type(gpus) ~= "number" then mistake.raise("best: gpus is %s, expected a number of GPUs", mistake.show(gpus)) end
  local asked = changed(self, changes)
  local point = core.limits_best(asked, gpus)
  if feasible(point) then return point end
  return nil, core.format("no layout of d = %.15g on %.15g GPUs divides the model and fits into memory", asked.d, gpus)
end

--- The width of a sweep whose run is nearest to this compute.
function case:width(flop)
  if type(flop) == "string" then flop = require("twocs.lists").quantity(flop, "flop") end
  if type(flop) ~= "number" or not (flop > 0) then
    mistake.raise("width: flop is %s, expected the compute of a run", mistake.show(flop))
  end
  local nearest_d, off
  for _, d in ipairs(require("twocs.limits.sweep").widths(self)) do
    local away = math.abs(core.log2(self{ d = d }.c_flop / flop))
    if not off or away < off then nearest_d, off = d, away end
  end
  return nearest_d
end

--- T_crit and T_limit, the closed forms' end of linear scaling and latency wall.
function case:closed(changes)
  local asked = changed(self, changes)
  local sentence = core.limits_check(asked)
  if sentence then mistake.raise("%s", sentence) end
  return asked.crit_flop, asked.limit_flop
end

--- What one matmul takes on one GPU: weights rows x columns, that many tokens; gradient: that of the weights.
function case:matmul(m)
  for _, name in ipairs{ "rows", "columns", "tokens" } do
    if type(m) ~= "table" or type(m[name]) ~= "number" or not (m[name] > 0) then
      mistake.raise("matmul: expected { rows =, columns =, tokens =, gradient = }, numbers above 0")
    end
  end
  return core.limits_matmul(self, m.rows, m.columns, m.tokens, m.gradient)
end

-- A given layout ----------------------------------------------------------------------------------------------------------

local degrees = { "dp", "tp_d", "tp_f", "pp", "ep" }

local function layout_unknown(key)
  local known = {}
  for _, name in ipairs(degrees) do known[#known + 1] = name end
  for _, row in ipairs(rows.layout) do known[#known + 1] = row.name end
  mistake.raise('eval: "%s" is no part of a layout%s', tostring(key), nearest.hint(key, known))
end

local function number(key, value)
  if type(value) == "boolean" then value = value and 1 or 0 end
  if type(value) ~= "number" then mistake.raise("eval: %s is %s, expected a number", key, mistake.show(value)) end
  return value
end

-- The layout record as a column, and whether members are left to be placed: dp = 64 is a degree, dp = { 8, 8 } and
-- dp_n1 = 8 say at which level its members stand.
local function layout(given)
  local values, places, placed = core.column(#rows.layout), {}, true
  for i, row in ipairs(rows.layout) do values[i], places[row.name] = row.initial, i end
  local keys = {}
  for key in pairs(given) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  for _, key in ipairs(keys) do
    local value = given[key]
    if places[key] then
      values[places[key]] = number(key, value)
      if key:find "_n%d$" then placed = false end
    elseif not places[core.format("%s_n0", key)] then
      layout_unknown(key)
    elseif type(value) == "table" then
      placed = false
      for l = 1, math.max(1, #value) do
        local level = places[core.format("%s_n%.0f", key, l - 1)]
        if not level then mistake.raise("eval: %s has %.0f levels, a network has at most 4", key, #value) end
        values[level] = number(key, value[l])
      end
    else
      values[places[core.format("%s_n0", key)]] = number(key, value)
    end
  end
  return values, placed
end

--- base:eval{ dp = 256, tp_d = 8, tp_f = 64, pp = 64, micro = 128, zb = 1 }: the run at that layout, and why it is not
--- feasible where it is not. Degrees are placed at the levels where they are fastest, unless members are given level by
--- level for one of them.
function case:eval(given, changes)
  if type(given) ~= "table" then mistake.raise("eval: expected a layout, such as { dp = 64, pp = 8 }") end
  local asked = changed(self, changes)
  local values, placed = layout(given)
  local point, why = core.limits_eval(asked, values, placed)
  if why then return point, why end
  if feasible(point) then return point end
  if not point.mem_byte then return point, "there is no way to place it on the levels" end
  return point, core.format("memory: %s for weights and optimizer, %s on %.15g GPUs", rows.shown(point.mem_byte, "byte"),
    rows.shown(point.gpus * point.mem_size, "byte"), point.gpus)
end

-- Shown -------------------------------------------------------------------------------------------------------------------

--- What is not as published, or not initial: { { row, value }, ... }.
function case:differences(from)
  local list = {}
  for _, row in ipairs(rows.list) do
    if row.record == "limits" and core.given(self, row.name) then
      if not core.given(from, row.name) or self[row.name] ~= from[row.name] then
        list[#list + 1] = { row = row, value = self[row.name] }
      end
    end
  end
  return list
end

-- "8 GPUs at 450 GB/s, then 50 GB/s": the levels, innermost first.
local function network(self)
  local parts = {}
  for l = 0, self.levels - 1 do
    local size, bw = self[core.format("net%.0f_size", l)], rows.shown(self[core.format("net%.0f_bw", l)], "byte/s")
    parts[l + 1] = l == self.levels - 1 and bw or core.format("%.15g at %s", size, bw)
  end
  return table.concat(parts, ", then ")
end

local function machine(self)
  return core.format("  %s, %s sustained; memory %s at %s; network %s; %s a hop, %s a matmul",
    rows.shown(self.peak, "flop/s"), rows.shown(self.rate, "flop/s"), rows.shown(self.mem_size, "byte"),
    rows.shown(self.mem_bw, "byte/s"), network(self), rows.shown(self.lam, "s"), rows.shown(self.tau, "s"))
end

function case:text()
  local like = core.record("limits case", { gpu = self.gpu })
  local lines = { core.format("limits %s", self.name or self.gpu or "of a GPU of one's own") }
  if not core.limits_check(self) then lines[2] = machine(self) end
  for _, one in ipairs(case.differences(self, like)) do
    lines[#lines + 1] = core.format("  %-15s %-14s %s", one.row.name, rows.shown(one.value, one.row.unit), one.row.meaning)
  end
  return table.concat(lines, "\n")
end

function run:text()
  if not feasible(self) and not self.gpus then return core.format("%.4g flop, d = %.15g: no run", self.c_flop, self.d) end
  return core.format("%.4g flop, d = %.15g, %.15g layers: utilisation %.4f, %.4g months on %.15g GPUs%s\n"
    .. "  TP %.15g x %.15g, PP %.15g%s, DP %.15g, EP %.15g; batch %.4g tokens, %.15g microbatches%s", self.c_flop, self.d,
    self.layers, self.util, self.run_months, self.gpus, feasible(self) and "" or " (infeasible)", self.tp_d, self.tp_f,
    self.pp, self.zb == 1 and " zero-bubble" or core.format(" x %.15g", self.interleave), self.dp, self.ep, self.b_tokens,
    self.micro, self.ties > 0 and core.format("; as fast in %.15g other ways", self.ties) or "")
end

function case:sweep(options) return require("twocs.limits.sweep").sweep(self, options) end

return case
