-- SPDX-License-Identifier: MIT
-- Time and memory of any run of layers on any stage of a pipeline, for each kind of recomputation. The engine says what a
-- first stage takes with the first layers of the model, and a last one with its last layers, for each number of them. What
-- a layer takes is the difference of two such numbers, so layers may be of several kinds (without experts and with them,
-- with a window and without). A middle stage has its layers' sum, and the transfers and the workspace of a stage.
local case = require "twocs.ask.case"
local core = require "twocs.core"

local costs = {}
local class = { __index = {} }

local of_ends = { "t_first", "t_first_f", "first_mem", "t_last", "t_last_f", "last_mem", "first_weight_mem",
  "first_grad_mem", "first_opt_mem", "first_held_mem", "first_flight", "t_hop_slow", "work_act", "late_act" }
local of_case = { "gather_less", "flight", "flight_less", "microbatches", "workspace_mem", "mem_size", "t_hop",
  "hops_hidden", "pp", "layers", "mtp" }

--- fields(first, middle, last): these layers of stages as an axis of the engine.
function costs.fields(first, middle, last)
  return { { "first_layers", core.column(first) }, { "middle_layers", core.column(middle) },
    { "last_layers", core.column(last) } }
end

-- For one kind of recomputation, lists by the layers ahead, from 0: of the first stage with these layers, and of the last
-- one with the others.
local function of_kind(made, layers)
  local ahead, none, behind = {}, {}, {}
  for a = 0, layers do ahead[a + 1], none[a + 1], behind[a + 1] = a, 0, layers - a end
  local got = core.run(made, { costs.fields(ahead, none, behind) }, of_ends)
  local one = { made = made }
  for k, name in ipairs(of_ends) do one[name] = core.list(got[k]) end
  one.hop_slow, one.work, one.late = one.t_hop_slow[1], one.work_act[1], one.late_act[1]
  one.state, one.held = {}, {} -- both linear in the layers: what is there once a stage, and of one microbatch
  for a = 1, layers + 1 do
    one.state[a] = one.first_weight_mem[a] + one.first_grad_mem[a] + one.first_opt_mem[a]
    one.held[a] = one.first_held_mem[a] / one.first_flight[a]
  end
  return one
end

-- At most the sum of the times of all stages: each layer, and each end of the model, with the kind that is the fastest.
local function floor_of(self)
  local sum = 0
  local function add(of)
    local least = math.huge
    for _, one in ipairs(self.kinds) do least = math.min(least, of(one)) end
    sum = sum + least
  end
  add(function(one) return one.t_first[1] end)
  add(function(one) return one.t_last[self.layers + 1] end)
  for _ = 2, self.stages - 1 do add(function(one) return 2 * one.hop_slow end) end
  for a = 1, self.layers do add(function(one) return one.t_first[a + 1] - one.t_first[a] end) end
  return sum
end

--- of(made, words, reserve): the costs of a case with a pipeline, for these words of `recompute`; reserve: bytes of each
--- device that no stage may use. The object is a pipeline as shortest_deal.lua takes it.
function costs.of(made, words, reserve)
  local self = setmetatable({ words = words, kinds = {}, least = {}, known = {} }, class)
  for k, column in ipairs(core.run(made, {}, of_case)) do self[of_case[k]] = column[1] end
  self.stages, self.limit = self.pp, self.mem_size - reserve - self.workspace_mem
  for k, word in ipairs(words) do self.kinds[k] = of_kind(case.with(made, "run", { recompute = word }), self.layers) end
  -- A stage without layers is possible at the end only, with the LM head. Prediction layers are on the last stage.
  for s = 1, self.stages do self.least[s] = s < self.stages and 1 or self.mtp end
  self.floor = floor_of(self)
  function self.time(s, i, j) return self:fastest(s, i, j) end
  function self.quick(s, i, j)
    local least = math.huge
    for k in ipairs(words) do least = math.min(least, (self:passes(k, s, i, j))) end
    return least
  end
  return self
end

--- passes(k, s, i, j): seconds of a microbatch of the layers i + 1 to j on stage s with the k-th kind of recomputation, and
--- those of its forward pass.
function class.__index:passes(k, s, i, j)
  local one = self.kinds[k]
  if s == 1 then return one.t_first[j + 1], one.t_first_f[j + 1] end
  if s == self.stages then return one.t_last[i + 1], one.t_last_f[i + 1] end
  return one.t_first[j + 1] - one.t_first[i + 1] + 2 * one.hop_slow,
    one.t_first_f[j + 1] - one.t_first_f[i + 1] + one.hop_slow
end

--- memory(k, s, i, j): its memory in byte, without the workspace of the framework.
function class.__index:memory(k, s, i, j)
  local one = self.kinds[k]
  if s == 1 then return one.first_mem[j + 1] end
  if s == self.stages then return one.last_mem[i + 1] end
  local flight = math.min(self.microbatches, self.flight - self.flight_less * (s - 1))
  local mem = one.state[j + 1] - one.state[i + 1] + flight * (one.held[j + 1] - one.held[i + 1]) + one.work
  local late = (j - i) * one.late * math.max(0, flight - self.gather_less) -- freed late, if all of it fits
  return mem + late + self.workspace_mem <= self.mem_size and mem + late or mem
end

--- fastest(s, i, j): seconds of the fastest kind that fits, and its place in `words`; nil if none fits.
function class.__index:fastest(s, i, j)
  local key = (s * (self.layers + 1) + i) * (self.layers + 1) + j
  local known = self.known[key]
  if known == nil then
    local least
    known = false
    for k in ipairs(self.words) do
      local t = self:passes(k, s, i, j)
      if (not known or t < least) and self:memory(k, s, i, j) <= self.limit then known, least = k, t end
    end
    self.known[key] = known
  end
  if not known then return nil end
  return (self:passes(known, s, i, j)), known
end

return costs
