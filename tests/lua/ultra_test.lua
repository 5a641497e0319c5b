-- SPDX-License-Identifier: MIT
-- Blackwell Ultra: what its entries state about warm GEMMs and FP4 agrees with the published benchmark, and cases use it.
local lu = require "luaunit"
local tw = require "twocs"
local defaults = require "twocs.fit.defaults"
local packs = require "twocs.data.packs"
local ultra = require "studies.operators.ultra"

local function fields_of(device, format)
  return defaults.of{ device = tw.devices[device], run = { format = format }, model = tw.models.gpt3_175b,
    software = tw.software.nemo }.fields
end

TestUltra = {}

function TestUltra:test_the_sheet_is_what_was_measured()
  local b300, b200 = packs.entry("devices", "b300_sxm"), packs.entry("devices", "b200_sxm")
  lu.assertAlmostEquals(ultra.heat(), b300.gemm_warm, 5e-4)
  lu.assertAlmostEquals(ultra.fp4_eff "b300_sxm", b300.fp4_eff, 5e-4)
  lu.assertAlmostEquals(ultra.fp4_eff "b200_sxm", b200.fp4_eff, 5e-4)
  lu.assertAlmostEquals(ultra.flop(), 3 * 2 * 15872 * (4096 * 12288 + 4096 * 4096 + 2 * 4096 * 16384), 1)
  -- A board of the same power has the heat of its own measurement, one with more power less, and Blackwell its own.
  lu.assertAlmostEquals(fields_of("b300_sxm", "bf16").gemm_heat, b300.gemm_warm, 1e-12)
  local stronger = (1 + b300.gemm_warm) / tw.pow(1400 / 1100, 1 / 2.54) - 1
  lu.assertAlmostEquals(fields_of("gb300_nvl72", "fp8").gemm_heat, stronger, 1e-12)
  lu.assertTrue(fields_of("b200_sxm", "fp8").gemm_heat > 3 * b300.gemm_warm)
end

-- FP8 was not used for the numbers above: its GEMMs on B300, from the table of H100 and the calibrated fp8_gemm.
function TestUltra:test_fp8_is_predicted()
  local time = (1 + ultra.heat()) * ultra.predicted("h100_fp8_large", "b300_sxm", "fp8") * tw.software.nemo.fp8_gemm
  lu.assertAlmostEquals(time / ultra.mean(ultra.measured.fp8.ready), 1, 0.05)
  lu.assertAlmostEquals(time / ultra.mean(ultra.measured.mxfp8.ready), 1, 0.1)
  -- GEMMs in FP4 on a warm board, with the fit of B200.
  local fp4 = (1 + ultra.heat()) * ultra.predicted("b200_nvfp4_large", "b300_sxm", "fp4")
  lu.assertAlmostEquals(fp4 / ultra.mean(ultra.measured.fp4.ready), 1, 0.02)
end

-- Only FP4 scales by fp4_eff, and only between devices that both state it.
function TestUltra:test_fp4_between_devices()
  local fit = tw.fits.b200_nvfp4_large
  local function share(device, format)
    return fit:on(tw.devices[device], { format = format }):of().given.depth_eff / fit:of().given.depth_eff
  end
  local b200, b300 = packs.entry("devices", "b200_sxm").fp4_eff, packs.entry("devices", "b300_sxm").fp4_eff
  lu.assertAlmostEquals(share("b300_sxm", "fp4"), b300 / b200, 1e-9)
  lu.assertEquals(share("b300_sxm", "fp8"), 1)
  lu.assertEquals(share("gb200_nvl72", "fp4"), 1)
  local mi355x = tw.devices.mi355x.flop_eff / tw.devices.b200_sxm.flop_eff
  lu.assertAlmostEquals(share("mi355x", "fp4"), mi355x, 1e-9)
  -- GB300 computes in FP4 as fast as B300 at its own clock.
  local function pace(device) return share(device, "fp4") * tw.devices[device].peak_fp4 end
  local clock = tw.devices.gb300_nvl72.peak_fp8 / tw.devices.b300_sxm.peak_fp8
  lu.assertAlmostEquals(pace "gb300_nvl72" / pace "b300_sxm", clock, 1e-9)
end

os.exit(lu.LuaUnit.run(), true)
