-- SPDX-License-Identifier: MIT
-- What a case without a plan may take: of measured devices their own fits, of others those of their like, and what each of
-- them rests on.
local lu = require "luaunit"
local defaults = require "twocs.fit.defaults"
local tw = require "twocs"

TestDefaults = {}

local function plan(device, run, software) return defaults.plan(tw.devices[device], tw.run(run), software) end

local function step(device, run)
  run.b, run.micro_batch = 8, 1
  return tw.eval({ model = "llama3_8b", device = device, layout = { tp = 4, dp = 2 }, run = run,
    plan = plan(device, run) }, { "t_step", "gemm_support", "all_reduce_support", "step_assumed" })
end

function TestDefaults:test_measured_devices_have_their_own()
  for device, like in pairs{ a100_80g = "a100", h100_sxm = "h100", h200_sxm = "h200", b200_sxm = "b200",
    gb200_nvl72 = "gb200", l40s = "l40s" } do
    local own = plan(device, { format = "bf16", mode = "inference" })
    lu.assertEquals(own.gemm.name, like .. "_bf16")
    lu.assertEquals(own.attention.name, like .. "_decode")
    lu.assertTrue(defaults.measured(tw.devices[device]))
  end
  lu.assertEquals(plan("b200_sxm", { format = "fp4" }).gemm.name, "b200_nvfp4")
  lu.assertEquals(plan("h200_sxm", { format = "fp8", mode = "inference" }, { fp8 = "blocks" }).gemm.name, "h200_fp8_block")
  lu.assertEquals(plan("a100_80g", { format = "fp8", mode = "inference" }).gemm.name, "a100_bf16")
  lu.assertEquals(plan("h100_sxm", { format = "bf16", mode = "training" }).gemm.name, "h100_large")
end

-- 0 inside, 1 beyond, 2 transferred, 3 assumed.
function TestDefaults:test_measured_devices_rest_on_their_measurements()
  for _, device in ipairs{ "h200_sxm", "b200_sxm" } do
    for _, mode in ipairs{ "training", "inference" } do
      local found = step(device, { format = "bf16", mode = mode })
      lu.assertTrue(found.gemm_support <= 1, device .. mode .. found.gemm_support)
      lu.assertTrue(found.all_reduce_support <= 1, device .. mode .. found.all_reduce_support)
    end
  end
end

function TestDefaults:test_others_are_carried_over()
  local found = step("b300_sxm", { format = "bf16", mode = "training" })
  lu.assertEquals(found.gemm_support, 2)
  lu.assertFalse(defaults.measured(tw.devices.b300_sxm))
  lu.assertNil(defaults.plan(tw.devices.p100_sxm, tw.run()))
end

os.exit(lu.LuaUnit.run() == 0, true)
