-- SPDX-License-Identifier: MIT
-- Methods of a case and of a run of the limits: answer, change by factors, print. The first result of an answer is a
-- number, which can be printed and compared; the second is the run with this number. Without an answer the results are nil
-- and a sentence.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local factors = require "twocs.ask.factors"
local part = require "twocs.limits.part"
local rows = require "twocs.data.rows"
local ordered = require "twocs.common.ordered"

local case, run = part.methods, {}
core.own_methods["limits run"] = run

local function changed(self, changes)
  if changes == nil then return self end
  if type(changes) ~= "table" then mistake.raise("expected a table of changes, got %s", mistake.show(changes)) end
  return self(changes)
end

-- Changing ---------------------------------------------------------------------------------------------------------------

--- base:times{ bw = 2, mem_bw = 2 }: a copy with these fields multiplied by factors; bw, latency and compute change several
--- fields at once.
function case:times(given)
  if type(given) ~= "table" then mistake.raise("times: expected a table of factors, such as { bw = 2 }") end
  local changes = {}
  for name, factor in pairs(given) do
    if type(factor) ~= "number" then
      mistake.raise("times: %s is %s, expected a factor", mistake.word(name), mistake.show(factor))
    end
    for _, field in ipairs(factors.by_name[name] and factors.scaled(self, name)
      or { factors.find(name, "field").name }) do
      local value = self[field]
      if type(value) ~= "number" then mistake.raise("times: %s is not a number", field) end
      changes[field] = (changes[field] or value) * factor
    end
  end
  return self(changes, true)
end

-- Answers -----------------------------------------------------------------------------------------------------------------

local function feasible(answer) return answer.feasible == 1 end

local function untrainable(self)
  return core.format("d = %.15g: no cluster trains %.3g flop in %.4g months", self.d, self.c_flop, self.months)
end

--- The end of linear scaling: the compute of the first run of a sweep that reaches at most linear_share of the sustained
--- peak, and that run.
function case:linear_end(changes)
  local asked = changed(self, changes)
  local point = core.wall_ask("linear_end", asked)
  if feasible(point) then return point.c_flop, point end
  local last = core.wall_ask("largest", asked)
  if not feasible(last) then return nil, untrainable(asked{ d = asked.d_least }) end
  return nil, core.format("linear up to the end of the sweep, %.3g flop", last.c_flop)
end

-- Why a sweep has no wider model; nil if the latency wall ends it.
local function why_last(asked, point)
  if point.util < asked.util_least then return core.format("there utilisation falls below %.4g", asked.util_least) end
  local widths = require("twocs.limits.sweep").widths(asked)
  if point.d == widths[#widths] then return "the sweep has no wider model" end
end

--- The compute of the largest run that meets the time limit, and that run. Third: the reason why the sweep ends, if it is
--- not the wall.
function case:largest(changes)
  local asked = changed(self, changes)
  local point = core.wall_ask("largest", asked)
  if not feasible(point) then return nil, untrainable(asked{ d = asked.d_least }) end
  return point.c_flop, point, why_last(asked, point)
end

--- The run of this width on the smallest cluster that meets the time limit.
function case:fit(changes)
  local asked = changed(self, changes)
  local point = core.wall_ask("fit", asked)
  if feasible(point) then return point end
  return nil, untrainable(asked)
end

--- The fastest run of this width on so many GPUs, without a time limit.
function case:best(gpus, changes)
  if type(gpus) == "string" then gpus = require("twocs.common.lists").quantity(gpus, "1") end
  if type(gpus) ~= "number" then mistake.raise("best: gpus is %s, expected a number of GPUs", mistake.show(gpus)) end
  local asked = changed(self, changes)
  local point = core.wall_best(asked, gpus)
  if feasible(point) then return point end
  return nil, core.format("no layout of d = %.15g on %.15g GPUs divides the model and fits into memory", asked.d, gpus)
end

--- The width of a sweep whose run is nearest to this compute.
function case:width(flop)
  if type(flop) == "string" then flop = require("twocs.common.lists").quantity(flop, "flop") end
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
  return asked.crit_flop, asked.limit_flop
end

--- The time [s] of one matmul on one GPU. rows, columns: of the weights; tokens: their number; gradient: whether it
--- computes the gradient of the weights.
function case:matmul(m)
  for _, name in ipairs{ "rows", "columns", "tokens" } do
    if type(m) ~= "table" or type(m[name]) ~= "number" or not (m[name] > 0) then
      mistake.raise("matmul: expected { rows =, columns =, tokens =, gradient = }, numbers above 0")
    end
  end
  return core.wall_matmul(self, m.rows, m.columns, m.tokens, m.gradient)
end

-- A given layout ----------------------------------------------------------------------------------------------------------

local degrees = { "dp", "tp_d", "tp_f", "pp", "ep" }
local settings = { "micro", "interleave", "zb" }
local is_degree = {}
for _, name in ipairs(degrees) do is_degree[name] = true end

local function layout_unknown(key)
  mistake.raise('eval: "%s" is not a part of a layout%s', mistake.word(key),
    nearest.hint(key, ordered.keys(factors.layout)))
end

local function number(key, value)
  if type(value) == "boolean" then value = value and 1 or 0 end
  if type(value) ~= "number" then mistake.raise("eval: %s is %s, expected a number", key, mistake.show(value)) end
  return value
end

-- Sets the members of a degree at each level; the default is 1.
local function set_members(fields, name, members)
  for l = 0, 3 do fields[core.format("%s_l%.0f", name, l)] = members[l + 1] or 1 end
end

-- The layout as fields, and whether its members still have to be placed on levels. dp = 64 is a degree; dp = { 8, 8 } and
-- dp_l1 = 8 also state the level of its members.
local function layout(given)
  local fields, members, placed = {}, {}, true
  for _, name in ipairs(degrees) do fields[name], members[name] = 1, {} end
  for _, key in ipairs(ordered.words(given)) do
    local value, name, level = given[key], key:match "^(.*)_l([0-3])$"
    if not factors.layout[key] then layout_unknown(key) end
    if name then
      members[name][tonumber(level) + 1], placed = number(key, value), false
    elseif is_degree[key] and type(value) == "table" then
      if #value == 0 then number(key, value) end
      if #value > 4 then mistake.raise("eval: %s has %.0f levels, a network has at most 4", key, #value) end
      for l = 1, #value do members[key][l] = number(key, value[l]) end
      placed = false
    else
      fields[key] = number(key, value)
    end
  end
  if placed then return fields, true end
  for _, name in ipairs(degrees) do
    local of = members[name]
    if next(of) == nil then of[1] = fields[name] end
    set_members(fields, name, of)
    fields[name] = (of[1] or 1) * (of[2] or 1) * (of[3] or 1) * (of[4] or 1)
  end
  return fields, false
end

--- base:eval{ dp = 256, tp_d = 8, tp_f = 64, pp = 64, micro = 128, zb = 1 }: the run of this layout, and the reason if it
--- is not feasible. Degrees are placed at the levels where they are fastest, unless the members of one degree are given by
--- level.
function case:eval(given, changes)
  if type(given) ~= "table" then mistake.raise("eval: expected a layout, such as { dp = 64, pp = 8 }") end
  local asked = changed(self, changes)
  local fields, placed = layout(given)
  for _, name in ipairs(settings) do fields[name] = fields[name] or (name == "zb" and 0 or 1) end
  local point, why = core.wall_eval(asked(fields), placed)
  if why then return point, why end
  if feasible(point) then return point end
  if not point.cluster_byte then return point, "it cannot be placed on the levels" end
  return point, core.format("memory: %s for weights and optimizer, %s on %.15g GPUs",
    factors.shown(point.cluster_byte, "byte"), factors.shown(point.gpus * point.mem_size, "byte"), point.gpus)
end

-- Shown -------------------------------------------------------------------------------------------------------------------

--- The fields that differ from the case `from`: { { row, value }, ... }.
function case:differences(from)
  if not part.is(from) then
    mistake.raise("differences: %s is not a case; expected tw.limits{ ... }", mistake.show(from))
  end
  local list = {}
  for _, row in ipairs(rows.list) do
    if row.record ~= "result" and row.record ~= "model" and self:given(row.name) then
      if not from:given(row.name) or self[row.name] ~= from[row.name] then
        list[#list + 1] = { row = row, value = self[row.name] }
      end
    end
  end
  return list
end

-- The levels as text, innermost first: "8 GPUs at 450 GB/s, then 50 GB/s".
local function network(self)
  local parts = {}
  for l = 0, self.net_levels - 1 do
    local size, bw = self[core.format("net%.0f_size", l)], factors.shown(self[core.format("net%.0f_bw", l)], "byte/s")
    parts[l + 1] = l == self.net_levels - 1 and bw or core.format("%.15g at %s", size, bw)
  end
  return table.concat(parts, ", then ")
end

local function machine(self)
  return core.format("  %s, %s sustained; memory %s at %s; network %s; %s a hop, %s a matmul",
    factors.shown(self.peak, "flop/s"), factors.shown(self.rate, "flop/s"), factors.shown(self.mem_size, "byte"),
    factors.shown(self.mem_bw, "byte/s"), network(self), factors.shown(self.net0_lat, "s"), factors.shown(self.launch, "s"))
end

function case:text()
  local name = self.device.name
  local like = part.new{ device = name and require("twocs.data.packs").entry("devices", name) and name or self.device }
  local lines = { core.format("limits %s", self.name or self.gpu or "of your own device") }
  if not core.wall_check(self) then lines[2] = machine(self) end
  for _, one in ipairs(case.differences(self, like)) do
    lines[#lines + 1] = core.format("  %-15s %-14s %s", one.row.name, factors.shown(one.value, one.row.unit),
      one.row.meaning)
  end
  return table.concat(lines, "\n")
end

function run:text()
  if not feasible(self) and not self.gpus then return core.format("%.4g flop, d = %.15g: no run", self.c_flop, self.d) end
  return core.format("%.4g flop, d = %.15g, %.15g layers: utilisation %.4f, %.4g months on %.15g GPUs%s\n"
    .. "  TP %.15g x %.15g, PP %.15g%s, DP %.15g, EP %.15g; batch %.4g tokens, %.15g microbatches%s", self.c_flop, self.d,
    self.depth, self.util, self.run_months, self.gpus, feasible(self) and "" or " (infeasible)", self.tp_d, self.tp_f,
    self.pp, self.zb == 1 and " zero-bubble" or core.format(" x %.15g", self.interleave), self.dp, self.ep, self.b_tokens,
    self.micro, self.ties > 0 and core.format("; %.15g other layout%s equally fast", self.ties,
      self.ties == 1 and " is" or "s are") or "")
end

function case:sweep(options) return require("twocs.limits.sweep").sweep(self, options) end

local guard = require "twocs.common.guard"
guard.class("limits case", case, part.is, "base:")
guard.class("limits run", run, function(x) return core.kind(x) == "limits run" end, "run:")

return case
