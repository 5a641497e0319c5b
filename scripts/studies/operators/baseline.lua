-- SPDX-License-Identifier: MIT
-- The error of one baseline row for GEMMs of NVIDIA in BF16: by the size of the baseline, projected by flop to large GEMMs
-- (1e11 flop or more, all dimensions 1024 or more); and the share of measurements inside the interval of tw.baseline when
-- only the rows of the input (SL * B) grow. Missing data sets are skipped with a message.
local tw = require "twocs"
local core = require "twocs.core"
local case = require "twocs.ask.case"
local errors = require "twocs.fit.errors"
local knee = require "twocs.baseline.knee"
local study = require "twocs.study"
local data = require "studies.operators"

local systems = { { "a100", "A100", tw.devices.a100_80g }, { "h100", "H100", tw.devices.h100_sxm } }
local bases = {
  { "1e9 to 1e10 flop", 1e9, 1e10, 1 }, { "1e9 to 1e10 flop, all dims >= 1024", 1e9, 1e10, 1024 },
  { "1e10 to 1e11 flop", 1e10, 1e11, 1 }, { "1e10 to 1e11 flop, all dims >= 1024", 1e10, 1e11, 1024 },
  { "1e11 flop and more", 1e11, 1e99, 1 }, { "1e11 flop and more, all dims >= 1024", 1e11, 1e99, 1024 },
}
local drawn = 300 -- random rows of each kind

local function some(list, seed)
  local picked = {}
  for place, i in ipairs(errors.shuffled(#list, seed)) do
    if place <= drawn then picked[#picked + 1] = list[i] end
  end
  return picked
end

-- Rows with work in this range and no dimension below `dim`.
local function rows_of(g, least, most, dim)
  local list = {}
  for i = 1, #g.t do
    local narrowest = math.min(g.m[i], g.n[i], g.k[i])
    if g.flop[i] >= least and g.flop[i] < most and narrowest >= dim then list[#list + 1] = i end
  end
  return list
end

local function reached(g, list)
  local shares = {}
  for k, i in ipairs(list) do shares[k] = g.flop[i] / g.t[i] / g.peak end
  table.sort(shares)
  return shares[math.ceil(#shares / 2)]
end

local function to_large(g, base)
  local from = some(rows_of(g, base[2], base[3], base[4]), 1)
  local projected, measured = {}, {}
  for _, i in ipairs(from) do
    for _, j in ipairs(g.large) do
      projected[#projected + 1], measured[#measured + 1] = g.t[i] * g.flop[j] / g.flop[i], g.t[j]
    end
  end
  local found = errors.summary(projected, measured)
  found.share = reached(g, from)
  return found
end

-- Pairs of rows that differ in m only, the base first.
local function each_pair(g, least, most, run)
  local by_width = {}
  for i = 1, #g.t do
    local key = core.format("%.0f %.0f", g.n[i], g.k[i])
    by_width[key] = by_width[key] or {}
    table.insert(by_width[key], i)
  end
  for _, i in ipairs(some(rows_of(g, least, most, 1), 2)) do
    for _, j in ipairs(by_width[core.format("%.0f %.0f", g.n[i], g.k[i])]) do
      if g.m[j] > g.m[i] then run(i, j) end
    end
  end
end

local function covered(g, base)
  local interval, inside, n = knee.new(g.device, core.record("law")), 0, 0
  each_pair(g, base[2], base[3], function(i, j)
    local growth = g.flop[j] / g.flop[i]
    local low, high = interval:interval(g.t[i] * growth, growth, g.law[j] / g.law[i], false)
    n = n + 1
    if g.t[j] >= low and g.t[j] <= high then inside = inside + 1 end
  end)
  return inside / n
end

local function measured(system)
  local t, sentence = data.nvidia_gemm(system[1])
  if not t then return nil, sentence end
  local g = { device = system[3], peak = system[3].peak_bf16 }
  for _, name in ipairs{ "m", "n", "k", "t", "flop" } do g[name] = t:column(name) end
  local made = case.split({ device = system[3], run = { format = "bf16" }, plan = { gemm = "waves" } }, {})
  g.law = core.run(made, { { { "op_m", g.m }, { "op_n", g.n }, { "op_k", g.k } } }, { "t_op_gemm" })[1]
  g.large = some(rows_of(g, 1e11, 1e99, 1024), 3)
  return g
end

local names = { "device", "base", "reached", "median", "p90", "interval" }
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
for _, system in ipairs(systems) do
  local g, sentence = measured(system)
  if g then
    for _, base in ipairs(bases) do
      local found = to_large(g, base)
      local row = { device = system[2], base = base[1], reached = 100 * found.share, median = 100 * found.median,
        p90 = 100 * found.p90, interval = base[4] == 1 and 100 * covered(g, base) or 0 / 0 }
      for _, name in ipairs(names) do table.insert(columns[name], row[name]) end
    end
  else
    print(tw.format("skipped: GEMMs of %s: %s", system[2], sentence))
  end
end
local t = tw.table{ n = #columns.base, names = names, columns = columns,
  units = { reached = "%", median = "%", p90 = "%", interval = "%" },
  meanings = { device = "device", base = "work of the baseline row", reached = "its median share of the peak",
    median = "median error of large GEMMs projected from it", p90 = "90th percentile of that",
    interval = "measurements within the interval, projected to larger m" } }
if t.n > 0 then
  t:print()
  study.write("baseline", t)
end
