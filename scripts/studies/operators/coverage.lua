-- SPDX-License-Identifier: MIT
-- The share of measurements inside the 90 % band, for rows that a fit has not seen: other shapes, other numbers of nodes
-- and ranks, other devices. Nine in ten of them are within `factor`, up or down. The widest factor of each kind is in
-- scripts/twocs/fit/spread.lua, for fits without such rows of their own. Inside a fit's sizes its band is its own scatter;
-- these factors are used only beyond its sizes and on other devices.
local tw = require "twocs"
local core = require "twocs.core"
local data = require "studies.operators"
local errors = require "twocs.fit.errors"
local study = require "twocs.study"

local coverage = { list = {} }

local function note(kind, what, fit, t)
  local times, low, high, outside = fit:predict(t)
  local measured, logs, inside, beyond = t:column "t", {}, 0, 0
  for i = 1, t.n do
    logs[i] = math.abs(core.log(measured[i] / times[i]))
    if measured[i] >= low[i] and measured[i] <= high[i] then inside = inside + 1 end
    beyond = beyond + outside[i]
  end
  table.sort(logs)
  coverage.list[#coverage.list + 1] = { kind = kind, what = what, n = t.n, beyond = beyond / t.n, covered = inside / t.n,
    factor = core.exp(logs[math.ceil(0.9 * t.n)]) }
end

local function skipped(what, sentence) print(tw.format("skipped: %s: %s", what, sentence)) end

-- A random sample of `count` rows, and all other rows.
local function sampled(t, count)
  local inside, outside = {}, {}
  for place, row in ipairs(errors.shuffled(t.n, 1)) do
    local list = place <= count and inside or outside
    list[#list + 1] = row
  end
  return t:pick(inside), t:pick(outside)
end

-- The three quarters of the rows with the smallest values of a column, and the quarter with the largest.
local function cut(t, by)
  local sorted, least, most = t:sort(by), {}, {}
  for i = 1, t.n do
    local list = i <= 0.75 * t.n and least or most
    list[#list + 1] = i
  end
  return sorted:pick(least), sorted:pick(most)
end

local nvidia = { { "a100", "a100_80g" }, { "h100", "h100_sxm" } }
local amd = { { "MI210", "mi210" }, { "MI100", "mi100" } }

local function gemm_options(device, format, more)
  local options = { gemm = "waves", device = tw.devices[device], run = { format = format } }
  for key, value in pairs(more or {}) do options[key] = value end
  return options
end

local function with_flop(t)
  return t:has "flop" and t or t:derive("flop", { unit = "flop", function(r) return 2 * r.x * r.m * r.n * r.k end })
end

local function gemms_of(list, format, read)
  local tables = {}
  for i, one in ipairs(list) do
    local t, sentence = read(one[1])
    if not t then return skipped("GEMMs of " .. one[2], sentence) end
    tables[i] = with_flop(t)
    local inside, outside = sampled(tables[i], 300)
    note("shape", "GEMMs of " .. one[2], tw.fit(inside, gemm_options(one[2], format)), outside)
    local small, large = cut(tables[i], "flop")
    note("gemm beyond", "GEMMs of " .. one[2] .. ", the largest quarter", tw.fit((sampled(small, 300)),
      gemm_options(one[2], format)), large)
  end
  for i, one in ipairs(list) do
    local other = list[3 - i]
    local fit = tw.fit((sampled(tables[i], 300)), gemm_options(one[2], format))
    note("gemm elsewhere", core.format("GEMMs, %s to %s", one[2], other[2]), fit:on(tw.devices[other[2]]), tables[3 - i])
  end
end

local function streams()
  for _, operator in ipairs(data.row_operators) do
    local tables = {}
    for i, one in ipairs(amd) do
      local t, sentence = data.amd_row_operator(one[1], operator)
      if not t then return skipped("row operators of " .. one[2], sentence) end
      tables[i] = t
      local function options() return { stream = "measured", device = one[2], run = { format = "fp32" } } end
      local inside, outside = sampled(t, 300)
      note("shape", core.format("%s of %s", operator, one[2]), tw.fit(inside, options()), outside)
      local small, large = cut(t, "byte")
      note("stream beyond", core.format("%s of %s, the largest quarter", operator, one[2]), tw.fit(small, options()), large)
    end
    for i, one in ipairs(amd) do
      local other = amd[3 - i]
      note("stream elsewhere", core.format("%s, %s to %s", operator, one[2], other[2]), tw.fit(tables[i],
        { stream = "measured", device = one[2], run = { format = "fp32" } }):on(tw.devices[other[2]]), tables[3 - i])
    end
  end
end

local function collective_options(kind, device)
  return { [kind] = "measured", device = device, run = { format = "fp16" } }
end

-- Groups of one source and kind, with each number of ranks and nodes left out in turn.
local function by_groups()
  local sources, order = {}, {}
  for _, one in ipairs(data.collectives()) do
    local name = core.format("%s %s", one.source, one.kind)
    if not sources[name] then sources[name], order[#order + 1] = {}, name end
    local t = one.rows:derive("nodes", { unit = "1", meaning = "nodes", function() return one.nodes end })
    table.insert(sources[name], { t = t, kind = one.kind, ranks = one.ranks, nodes = one.nodes })
  end
  if #order == 0 then return skipped("collectives", "no log is here") end
  for _, name in ipairs(order) do
    for _, left in ipairs(sources[name]) do
      local rest
      for _, one in ipairs(sources[name]) do
        if one.ranks ~= left.ranks or one.nodes ~= left.nodes then
          rest = rest and rest:append(one.t) or one.t
        end
      end
      if rest then
        note("collective beyond", core.format("%s, %.0f ranks on %.0f nodes left out", name, left.ranks, left.nodes),
          tw.fit(rest, collective_options(left.kind, "a100_80g")), left.t)
      end
    end
  end
end

local function collectives_elsewhere()
  for _, kind in ipairs{ "all_reduce", "all_gather", "reduce_scatter", "all_to_all" } do
    local tables = {}
    for i, one in ipairs(nvidia) do
      local t, sentence = data.nvidia_collective(one[1], kind)
      if not t then return skipped("collectives of " .. one[2], sentence) end
      tables[i] = t
      local inside, outside = sampled(t, math.floor(t.n / 2))
      note("shape", core.format("%s of %s", kind, one[2]), tw.fit(inside, collective_options(kind, one[2])), outside)
    end
    for i, one in ipairs(nvidia) do
      local other = nvidia[3 - i]
      note("collective elsewhere", core.format("%s, %s to %s", kind, one[2], other[2]),
        tw.fit(tables[i], collective_options(kind, one[2])):on(tw.devices[other[2]]), tables[3 - i])
    end
  end
end

--- The whole table: kind, what, n, beyond (share of the rows that the fit calls so), covered, factor.
function coverage.table()
  gemms_of(nvidia, "bf16", data.nvidia_gemm)
  gemms_of(amd, "fp32", data.amd_gemm)
  streams()
  by_groups()
  collectives_elsewhere()
  local names, columns = { "kind", "what", "n", "beyond", "covered", "factor" }, {}
  for _, name in ipairs(names) do
    columns[name] = {}
    for i, row in ipairs(coverage.list) do columns[name][i] = row[name] end
  end
  return tw.table{ n = #coverage.list, names = names, columns = columns, units = { n = "1", beyond = "1", covered = "1",
    factor = "1" }, meanings = { kind = "held-out part", what = "of what", n = "rows predicted",
    beyond = "share of them outside the fitted sizes or ranks", covered = "share within the band of nine in ten",
    factor = "factor that contains 90 % of them, up or down" } }
end

if arg and arg[0] and arg[0]:match "coverage%.lua$" then
  local t = coverage.table()
  if t.n > 0 then
    t:print{ "kind", "what", "n", "beyond", "covered", "factor", rows = 200 }
    study.write("coverage", t)
  end
end

return coverage
