-- SPDX-License-Identifier: MIT
-- What a case without a plan may take: of measured devices their own fits, of others those of their like, and what each of
-- them rests on.
local lu = require "luaunit"
local defaults = require "twocs.fit.defaults"
local tw = require "twocs"

TestDefaults = {}

local function of(device, run) return defaults.of{ device = tw.devices[device], run = tw.run(run),
  model = tw.models.llama3_8b } end

local function step(device, run)
  run.global_batch, run.micro_batch = 16, 1
  return tw.eval({ model = "llama3_8b", device = device, layout = { tp = 4, dp = 2 }, run = run },
    { "t_step", "gemm_support", "step_assumed" })
end

function TestDefaults:test_measured_devices_have_their_own()
  for device, like in pairs{ a100_80g = "a100", h100_sxm = "h100", h200_sxm = "h200", b200_sxm = "b200" } do
    lu.assertEquals(of(device, {}).plan.gemm.name, like .. "_large")
    lu.assertTrue(defaults.measured{ device = tw.devices[device], run = tw.run{}, model = tw.models.llama3_8b })
    lu.assertTrue(step(device, {}).gemm_support <= 1) -- 0 inside, 1 beyond, 2 transferred, 3 assumed
    local link = tw.fits[like .. "_link"]:of("all_gather").given
    lu.assertEquals({ of(device, {}).fields.net0_bw, of(device, {}).fields.net0_half }, { link.net0_bw, link.net0_half })
  end
  lu.assertEquals(of("h100_sxm", { format = "fp8" }).plan.gemm.name, "h100_fp8_large")
  lu.assertFalse(defaults.measured{ device = tw.devices.b200_sxm, run = tw.run{ format = "fp8" },
    model = tw.models.llama3_8b })
end

-- Experts take grouped GEMMs as they were measured, dense models and plans of a script's own do not.
function TestDefaults:test_experts_are_grouped()
  local made = { device = tw.devices.h100_sxm, run = tw.run{}, model = tw.models.qwen3_235b }
  lu.assertEquals(defaults.of(made).plan.grouped.name, "h100_experts_bf16")
  lu.assertNil(defaults.of(made, { gemm = "roofline" }).plan.grouped)
  lu.assertNil(of("h100_sxm", {}).plan.grouped)
  local case = { model = made.model, device = "h100_sxm", run = { global_batch = 16, micro_batch = 1 } }
  local with = tw.eval(case, { "group_law", "t_experts_f", "t_expert1_f", "grouped_support" })
  lu.assertTrue(with.group_law == 1 and with.t_experts_f > 0 and with.t_expert1_f == 0 and with.grouped_support <= 1)
  case.software = "ideal"
  local ideal = tw.eval(case, { "group_law", "t_experts_f", "t_expert1_f" })
  lu.assertTrue(ideal.group_law == 0 and ideal.t_experts_f == 0 and ideal.t_expert1_f > 0)
end

-- GB200's own table is of a throttled board: its runs take B200's, by the sheets.
function TestDefaults:test_others_are_carried_over()
  for _, device in ipairs{ "b300_sxm", "gb200_nvl72", "mi300x" } do
    lu.assertEquals(step(device, {}).gemm_support, 2)
    lu.assertFalse(defaults.measured{ device = tw.devices[device], run = tw.run{}, model = tw.models.llama3_8b })
  end
end

-- What a case says itself wins, and a device that nobody registered has rings and no table.
function TestDefaults:test_what_a_case_says()
  local own = tw.devices.h100_sxm{ net0_bw = "100 GB/s" }
  local found = defaults.of{ device = own, run = tw.run{}, model = tw.models.llama3_8b }
  lu.assertNil(found.fields.net0_bw)
  lu.assertEquals(found.plan.gemm.name, "h100_large")
  found = defaults.of({ device = own, run = tw.run{}, model = tw.models.llama3_8b }, { gemm = "roofline" })
  lu.assertNil(found.fields.gemm_heat)
  found = defaults.of{ device = tw.devices.h100_sxm{ name = "mine" }, run = tw.run{}, model = tw.models.llama3_8b }
  lu.assertNil(found.plan.gemm)
  lu.assertEquals(found.plan.all_reduce, "lockstep")
end

os.exit(lu.LuaUnit.run() == 0, true)
