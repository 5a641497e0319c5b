-- SPDX-License-Identifier: MIT
-- How well the fits of one device predict another: a matrix of median errors for each kind of operator, from each of six
-- devices (rows) to each (columns). twocs scripts/studies/operators/transfers.lua. The diagonal was fitted on the same
-- rows; a device's own error on held-out rows is in twocs/data/fits.lua.
local errors = require "twocs.fit.errors"
local data = require "studies.operators"
local tw = require "twocs"

local systems = { { "a100", "a100_sxm", "a100_80g" }, { "h100", "h100_sxm", "h100_sxm" },
  { "h200", "h200_sxm", "h200_sxm" }, { "b200", "b200_sxm", "b200_sxm" }, { "gb200", "gb200", "gb200_nvl72" },
  { "l40s", "l40s", "l40s" } }

-- An even selection of rows: thousands of errors add no information.
local function some(t, most)
  if t.n <= most then return t end
  local rows = {}
  for i, row in ipairs(errors.shuffled(t.n, 2)) do
    if i <= most then rows[#rows + 1] = row end
  end
  return t:pick(rows)
end

local function gemms(system)
  local t, sentence = data.kernel_gemm(system, "bfloat16")
  return t and t:where(function(r) return r.m >= 1024 and r.n >= 1024 and r.k >= 1024 end), sentence
end
local function prefills(system)
  local t, sentence = data.kernel_prefill(system)
  return t and t:where(function(r) return r.flop >= 2e8 end), sentence
end
local function calls(kind)
  return function(system)
    local t, sentence = data.kernel_nccl(system, kind)
    return t and t:where(function(r) return r.byte >= 1e6 end), sentence
  end
end

local function experts(system)
  local t, sentence = data.kernel_experts(system, "bfloat16")
  return t and t:where(function(r) return r.flop >= 1e8 end), sentence
end

local kinds = {
  { "GEMMs in BF16, all dimensions 1,024 and more", "%s_bf16", "gemm", gemms },
  { "experts in BF16, 1e8 flop and more", "%s_experts_bf16", "grouped", experts },
  { "prefill", "%s_prefill", "attention", prefills },
  { "all-reduces inside a node from 1 MB", "%s_nccl", "all_reduce", calls "all_reduce" },
  { "all-gathers inside a node from 1 MB", "%s_nccl", "all_gather", calls "all_gather" },
}

local function off(fit, device, t)
  local time, low, high = fit:on(tw.devices[device]):predict(t)
  local found, held = errors.summary(time, t:column "t"), 0
  for i = 1, t.n do
    if low[i] <= t:column("t")[i] and t:column("t")[i] <= high[i] then held = held + 1 end
  end
  return found, held / t.n, math.sqrt(high[1] / low[1]) - 1
end

for _, kind in ipairs(kinds) do
  local tables, sentence = {}, nil
  for i, system in ipairs(systems) do
    local t
    t, sentence = kind[4](system[2])
    if not t then break end
    tables[i] = some(t, 1500)
  end
  if sentence then
    print("skipped: " .. sentence)
    break
  end
  print(tw.format("%s: median, 90th percentile of the errors, share in the band of 90 %%, half its width", kind[1]))
  for _, from in ipairs(systems) do
    local fit, cells = tw.fits[tw.format(kind[2], from[1])]:of(kind[3]), {}
    for i, to in ipairs(systems) do
      local found, held, half = off(fit, to[3], tables[i])
      cells[i] = tw.format("%-5s %4.1f %3.0f %3.0f %2.0f", to[1], 100 * found.median, 100 * found.p90, 100 * held,
        100 * half)
    end
    print(tw.format("  %-6s %s", from[1], table.concat(cells, " | ")))
  end
end
