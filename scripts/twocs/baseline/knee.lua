-- SPDX-License-Identifier: MIT
-- The possible error of projecting by FLOPs or bytes: what a law with saturation predicts for the same change of shape. It
-- never changes a projected time; it only gives the interval of a possible measurement.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local scatter = require "twocs.fit.spread"
local work = require "twocs.ask.work"

local knee = {}
local Knee = {}
Knee.__index = Knee

-- Nine in ten GEMMs of A100 and H100 with 1e9 flop or more are between the projection by flop and that by the law "waves",
-- or within this share of one of them (scripts/studies/operators/baseline.lua).
knee.margin = 0.15
knee.larger = 4 -- how many times as large, in each dimension, the GEMM is with which a baseline is compared

--- new(device, law, like): estimates for a device; like: a fit of GEMMs that is better for this device than the law's own
--- coefficients.
function knee.new(device, law, like)
  local self = setmetatable({ device = device, law = law, like = like, margin = knee.margin }, Knee)
  if like then
    if like.fits then self.like = like:of "gemm" end -- a fit that comes with twocs
    local function off(q) return math.abs(self.like:at(q).factor - 1) end
    self.margin = math.max(off(0.05), off(0.95))
  end
  return self
end

local function with_law(self, made)
  local copy = { model = made.model, run = made.run, layout = made.layout, op = made.op, law = self.law,
    device = self.device{ flop_vs_bw = 1, mem_vs_bw = 1 } }
  copy.plan = case.plan(copy, { gemm = self.like or "waves" })
  return copy
end

--- Seconds of each GEMM by the law; empty if the device lacks a field that the law needs.
function Knee:times(made, of)
  local here = { case = { mode = of.case.mode, gemm_growth = 1, mem_vs_bw = 1 } }
  for _, operator in ipairs(work.list) do here[operator.name] = of[operator.name] end
  local there, found = pcall(work.times, with_law(self, made), here, "gemm")
  return there and found or {}
end

--- Seconds of a stream that took t for `was`, if the time beyond its bytes at the reachable memory bandwidth stays
--- constant; nil if the device does not state this bandwidth.
function Knee:stream(t, was, one)
  local pace = work.known({ device = self.device }, "mem_pace")
  if not pace then return nil end
  local rest = math.max(0, t / was.often - was.once * pace)
  return one.often * (rest + one.once * pace)
end

-- The three GEMMs of an operator with each dimension enlarged, except the width of a head.
local function larger_shapes(one, head_dim)
  local function grown(size) return (one.x > 1 and size == head_dim) and size or knee.larger * size end
  local m, n, k = grown(one.m), grown(one.n), grown(one.k)
  return { { m, n, k }, { m, k, n }, { n, k, m } }, one.x > 1 and one.x * knee.larger or one.x
end

-- Seconds per flop of the enlarged GEMMs.
local function pace_when_larger(self, made, one, head_dim, mode)
  local shapes, x = larger_shapes(one, head_dim)
  local columns, passes = {}, mode == 1 and 3 or 1
  for d = 1, 3 do
    columns[d] = core.column(passes)
    for i = 1, passes do columns[d][i] = shapes[i][d] end
  end
  local times = core.column(passes)
  for i = 1, passes do times[i] = x end
  local there, found = pcall(core.run, with_law(self, made),
    { { { "op_m", columns[1] }, { "op_n", columns[2] }, { "op_k", columns[3] }, { "op_x", times } } }, { "t_op_gemm" })
  if not there then return nil end
  local t = 0
  for i = 1, passes do t = t + found[1][i] end
  return t / (passes * 2 * shapes[1][1] * shapes[1][2] * shapes[1][3] * x)
end

--- The overestimate of times that are projected from this operator to large ones: 0.3 is 30 %. For a GEMM by the law; for a
--- stream that took t, if the time that memory does not explain stays constant; nil if the device lacks the fields.
function Knee:excess(made, of, name, t, by_law)
  local one = of[name]
  if one.family == "stream" then
    local pace = work.known({ device = self.device }, "mem_pace")
    return pace and math.max(0, t / (one.amount * pace) - 1)
  end
  if not by_law then return nil end
  local pace = pace_when_larger(self, made, one, of.case.head_dim, of.case.mode)
  return pace and by_law / one.amount / pace - 1
end

--- The interval of a time that was projected by an operator's amount: low, high.
function Knee:interval(t, growth, by_law, same)
  if t == 0 then return t, t end
  if same then return t * (1 - scatter.repeated), t * (1 + scatter.repeated) end
  if not by_law then return 0 / 0, 0 / 0 end
  local other = t * by_law / growth
  return math.min(t, other) * (1 - self.margin), math.max(t, other) * (1 + self.margin)
end

return knee
