-- SPDX-License-Identifier: MIT
-- What Transformer Engine's own benchmark of GEMMs says about B300: times of the twelve GEMMs of a layer, 100 of each one
-- after another (NVIDIA/TransformerEngine@8f2e635 docs/examples/gemm_profiling/gemm_profiling.rst, and @3329417
-- docs/features/low_precision_training/gemm_profiling/gemm_profiling.rst, another release). From them come the heat of B300
-- (gemm_warm) and the share of the FP4 peak that it reaches (fp4_eff), both in data/devices/nvidia.lua. FP8 and the time to
-- cast operands are checks. twocs scripts/studies/operators/ultra.lua. It needs no files.
local tw = require "twocs"

local ultra = {}

-- Seconds for a layer of two releases: operands in the format ("ready"), or cast from 16 bits first.
ultra.measured = {
  bf16 = { ready = { 12.835e-3, 13.102e-3 }, cast = { 12.227e-3, 12.758e-3 } },
  fp8 = { ready = { 6.812e-3 }, cast = { 9.147e-3 } }, -- current scaling, a scale for each tensor
  mxfp8 = { ready = { 7.324e-3, 7.161e-3 }, cast = { 8.507e-3, 8.984e-3 } },
  fp4 = { ready = { 3.754e-3, 3.764e-3 }, cast = { 6.439e-3, 6.453e-3 } },
}

local function mean(list)
  local sum = 0
  for _, value in ipairs(list) do sum = sum + value end
  return sum / #list
end
ultra.mean = mean

-- The GEMMs of a layer with 4,096 numbers for a token, 16,384 in the FC and 31 x 512 tokens.
local tokens, linear = 31 * 512, { { 4096, 12288 }, { 4096, 4096 }, { 4096, 16384 }, { 16384, 4096 } }
local function shapes()
  local of = { m = {}, n = {}, k = {}, x = {} }
  local function add(m, n, k)
    local at = #of.m + 1
    of.m[at], of.n[at], of.k[at], of.x[at] = m, n, k, 1
  end
  for _, sides in ipairs(linear) do
    local from, to = sides[1], sides[2]
    add(tokens, to, from)
    add(tokens, from, to)
    add(from, to, tokens)
  end
  return tw.table{ n = #of.m, names = { "m", "n", "k", "x" }, columns = of }
end

--- Flop of these GEMMs.
function ultra.flop()
  local sum = 0
  for r in shapes():rows() do sum = sum + 2 * r.m * r.n * r.k end
  return sum
end

--- predicted(name, device, format): seconds for these GEMMs by an included fit of the law depth, on a device that is not
--- warm.
function ultra.predicted(name, device, format)
  local fit, gemms, sum = tw.fits[name], {}, 0
  if fit.entry.device ~= device then fit = fit:on(tw.devices[device], { format = format }) end
  for r in shapes():rows() do gemms[#gemms + 1] = { gemm = { r.m, r.n, r.k }, back = 0 } end
  local law, given = { depth_heat = 0 }, fit:of("gemm").given
  for _, own in ipairs{ "depth_launch", "depth_eff", "depth_start", "depth_round" } do law[own] = given[own] end
  local times = tw.operators(gemms):table{ device = tw.devices[device], run = { format = format },
    plan = { gemm = "depth" }, law = law, software = "ideal" }:column "t_op_cmp"
  for i = 1, #gemms do sum = sum + times[i] end
  return sum
end

--- heat(): the time of BF16 GEMMs on the warm board over that of the law on a cold one, less 1. Both ways of calling
--- the benchmark run the same GEMMs in BF16.
function ultra.heat()
  local of = ultra.measured.bf16
  return (mean(of.ready) + mean(of.cast)) / 2 / ultra.predicted("b200_large", "b300_sxm", "bf16") - 1
end

--- fp4_eff(device): share of the FP4 peak in these GEMMs: of B200 by its fit, of B300 as measured, at the clock of a cold
--- board.
function ultra.fp4_eff(device)
  local time = device == "b200_sxm" and ultra.predicted("b200_nvfp4_large", device, "fp4")
    or mean(ultra.measured.fp4.ready) / (1 + ultra.heat())
  return ultra.flop() / time / tw.devices[device].peak_fp4
end

--- cast(format): seconds to cast the operands of these GEMMs.
function ultra.cast(format) return mean(ultra.measured[format].cast) - mean(ultra.measured[format].ready) end

local function main()
  local b300 = require("twocs.data.packs").entry("devices", "b300_sxm")
  print(tw.format("heat of B300 %.3f (gemm_warm %.3f)", ultra.heat(), b300.gemm_warm))
  print(tw.format("share of the FP4 peak: B200 %.3f, B300 %.3f (fp4_eff %.3f)", ultra.fp4_eff "b200_sxm",
    ultra.fp4_eff "b300_sxm", b300.fp4_eff))
  local pace = tw.software.nemo.fp8_gemm
  for _, format in ipairs{ "fp8", "mxfp8" } do
    local warm = (1 + ultra.heat()) * ultra.predicted("h100_fp8_large", "b300_sxm", "fp8") * pace
    print(tw.format("%s on B300, predicted with fp8_gemm: %+.1f %%", format,
      100 * (warm / mean(ultra.measured[format].ready) - 1)))
  end
  for _, format in ipairs{ "fp8", "mxfp8", "fp4" } do
    print(tw.format("casts of %s on B300: %.2f ms", format, 1e3 * ultra.cast(format)))
  end
end

if arg and arg[0] and arg[0]:match "ultra%.lua$" then main() end

return ultra
