-- SPDX-License-Identifier: MIT
-- The first paper's own method on six of today's devices: a few sizes of an operator are profiled, and all others are
-- projected from them. twocs scripts/studies/operators/profiled.lua. One size projects by its flop only, as in the paper;
-- several sizes fit the coefficients of the law, from start values of an A100, without a table of corrections.
local errors = require "twocs.fit.errors"
local data = require "studies.operators"
local tw = require "twocs"

local systems = { { "A100", "a100_sxm", "a100_80g" }, { "H100", "h100_sxm", "h100_sxm" },
  { "H200", "h200_sxm", "h200_sxm" },
  { "B200", "b200_sxm", "b200_sxm" }, { "GB200", "gb200", "gb200_nvl72" }, { "L40S", "l40s", "l40s" } }

-- The profiled rows, and enough of the others for the comparison.
local function split(t, count)
  local inside, outside = {}, {}
  for place, row in ipairs(errors.shuffled(t.n, 1)) do
    if place <= count then inside[#inside + 1] = row elseif #outside < 2000 then outside[#outside + 1] = row end
  end
  return t:pick(inside), t:pick(outside)
end

-- Projected by flop from one size of a layer of the paper's BERT: M, N, K of 4096, 1024, 1024 or near it.
local function by_flop(t, size)
  local known
  for r in t:rows() do
    local near = true
    for name, value in pairs(size) do near = near and r[name] == value end
    if near then known = r end
  end
  local predicted, measured = {}, t:column "t"
  for i = 1, t.n do predicted[i] = known.t / known.flop * t:column("flop")[i] end
  return errors.summary(predicted, measured)
end

local function by_law(t, count, options)
  local inside, outside = split(t, count)
  return errors.summary(tw.fit(inside, options):predict(outside), outside:column "t")
end

local few = { "wave_eff", "wave_mem_eff", "wave_launch" }
local function line_of(what, t, size, law)
  local parts = { tw.format("one by flop %3.0f %%", 100 * by_flop(t, size).median) }
  for _, count in ipairs{ 5, 20, 100, 500 } do
    parts[#parts + 1] = tw.format("%d by the law %4.1f %%", count, 100 * by_law(t, count, law(count)).median)
  end
  print(tw.format("  %-14s %s", what, table.concat(parts, ", ")))
end

for _, system in ipairs(systems) do
  local gemms, sentence = data.kernel_gemm(system[2], "bfloat16")
  if not gemms then
    print("skipped: " .. sentence)
    break
  end
  local device = tw.devices[system[3]]
  print(system[1] .. ": median error of sizes that were not profiled, by how many were")
  line_of("GEMMs", gemms:where(function(r) return r.flop >= 1e8 end), { m = 4096, n = 1024, k = 1024 }, function(count)
    return { gemm = "waves", device = device, run = { format = "bf16" }, correct = false, find = count < 20 and few or nil }
  end)
  line_of("prefill", data.kernel_prefill(system[2]):where(function(r) return r.flop >= 2e8 end),
    { queries = 512, heads = 64, shared = 1, dim = 128 }, function(count)
      return { attention = "fused", device = device, run = { format = "bf16" }, correct = false,
        find = count < 20 and { "flash_share", "flash_launch" } or nil }
    end)
end
