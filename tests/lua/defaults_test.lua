-- SPDX-License-Identifier: MIT
-- The defaults of a case without a plan: the fits of measured devices, for other devices the fits of a similar one, and the
-- basis of each.
local lu = require "luaunit"
local defaults = require "twocs.fit.defaults"
local tw = require "twocs"

TestDefaults = {}

local function made(device, run)
  return { device = device, run = tw.run(run or {}), model = tw.models.llama3_8b, software = tw.software.megatron_core }
end

local function of(device, run) return defaults.of(made(tw.devices[device], run)) end

local function step(device, run)
  run.global_batch, run.micro_batch = 16, 1
  return tw.eval({ model = "llama3_8b", device = device, layout = { tp = 4, dp = 2 }, run = run },
    { "t_step", "gemm_support", "step_assumed" })
end

function TestDefaults:test_measured_devices_have_their_own_tables()
  for device, like in pairs{ a100_80g = "a100", h100_sxm = "h100", h200_sxm = "h200", b200_sxm = "b200" } do
    lu.assertEquals(of(device, {}).plan.gemm.name, like .. "_large")
    lu.assertEquals(defaults.basis(made(tw.devices[device])), "own")
    lu.assertTrue(step(device, {}).gemm_support <= 1) -- 0 inside, 1 beyond, 2 transferred, 3 assumed
    local link = tw.fits[like .. "_link"]:of("all_gather").given
    local fields = of(device, {}).fields
    lu.assertAlmostEquals(fields.net0_share * tw.devices[device].net0_bw, link.net0_bw, 1)
    lu.assertEquals(fields.net0_half, link.net0_half)
  end
  lu.assertEquals(of("h100_sxm", { format = "fp8" }).plan.gemm.name, "h100_fp8_large")
  lu.assertEquals(defaults.basis(made(tw.devices.b200_sxm, { format = "fp8" })), "elsewhere")
end

-- In inference, experts use the measured grouped GEMMs; a script's own plan and ideal software do not.
function TestDefaults:test_experts_are_grouped()
  local device = tw.devices.h100_sxm
  lu.assertEquals(of("h100_sxm", { mode = "inference" }).plan.grouped.name, "h100_experts_bf16")
  lu.assertNil(defaults.of(made(device, { mode = "inference" }), { gemm = "roofline" }).plan.grouped)
  lu.assertNil(of("h100_sxm").plan.grouped)
  local want = { "group_law", "t_experts_f", "t_expert1_f" }
  local function ask(run, software)
    run.sl = 1024
    return tw.eval({ model = "qwen3_235b", device = "h100_sxm", run = run, software = software }, want)
  end
  lu.assertEquals(ask{ global_batch = 16 }.group_law, 0) -- for one device and software: first training, then inference
  local grouped = ask{ mode = "inference" }
  lu.assertTrue(grouped.group_law == 1 and grouped.t_experts_f > 0 and grouped.t_expert1_f == 0)
  local ideal = ask({ mode = "inference" }, "ideal")
  lu.assertTrue(ideal.group_law == 0 and ideal.t_experts_f == 0 and ideal.t_expert1_f > 0)
  local t = tw.sweep{ model = "qwen3_235b", device = "h100_sxm", over = { mode = { "training", "inference" } },
    want = "group_law" }
  lu.assertEquals({ t:column("group_law")[1], t:column("group_law")[2] }, { 0, 1 })
end

-- In inference each device has its own GEMMs, from one token on, and attention with many queries and with one, after any
-- earlier question, and also along an axis. Latent attention has its own fit, which Blackwell reuses; training has none.
function TestDefaults:test_operators_of_inference()
  for device, like in pairs{ a100_80g = "a100", h100_sxm = "h100", h200_sxm = "h200", b200_sxm = "b200",
    gb200_nvl72 = "gb200", l40s = "l40s" } do
    local many = of(device, { mode = "inference", sl = 4096 }).plan
    lu.assertEquals({ many.gemm.name, many.attention.name }, { like .. "_bf16", like .. "_prefill" })
    lu.assertEquals(of(device, { mode = "inference", sl = 1 }).plan.attention.name, like .. "_decode")
    lu.assertNil(of(device, { sl = 4096 }).plan.attention)
  end
  lu.assertEquals(of("b200_sxm", { mode = "inference", format = "fp4" }).plan.gemm.name, "b200_nvfp4")
  local function latent(device, run, software)
    local one = made(tw.devices[device], run)
    one.model = tw.models.deepseek_v3
    if software then one.software = one.software(software) end
    return defaults.of(one).plan
  end
  for _, device in ipairs{ "h100_sxm", "b200_sxm" } do
    local like = device == "h100_sxm" and "h100" or "h200"
    lu.assertEquals(latent(device, { mode = "inference", sl = 4096 }).attention.name, like .. "_latent_prefill")
    lu.assertEquals(latent(device, { mode = "inference", sl = 1 }).attention.name, like .. "_latent_decode")
  end
  lu.assertNil(latent("h100_sxm", { sl = 4096 }).attention)
  -- Experts in FP8 by the recipe, after any earlier question.
  for _, recipe in ipairs{ "tensor", "block", "tensor" } do
    lu.assertEquals(latent("h100_sxm", { mode = "inference", format = "fp8" }, { fp8_recipe = recipe }).grouped.name,
      recipe == "block" and "h100_experts_fp8_block" or "h100_experts_fp8")
  end
  local function time(sl)
    return tw.eval({ model = "llama3_8b", device = "h100_sxm", layout = { tp = 4 },
      run = { mode = "inference", b = 32, sl = sl, kv_len = 8192 } }, "t_attention_f")
  end
  local prefill, decode = time(8192), time(1)
  local t = tw.sweep{ model = "llama3_8b", device = "h100_sxm", layout = { tp = 4 },
    run = { mode = "inference", b = 32, kv_len = 8192 }, over = { sl = { 8192, 1 } }, want = "t_attention_f" }
  lu.assertEquals({ t:column("t_attention_f")[1], t:column("t_attention_f")[2] }, { prefill, decode })
  -- Keys and values of 32 sequences are read once, between half and all of the memory bandwidth.
  local least = 32 * 8192 * 2 * (2 * 128) * 2 / tw.devices.h100_sxm.mem_bw
  lu.assertTrue(decode > least and decode < 2 * least, tw.format("%g of %g", decode, least))
end

-- Ranks of context parallelism divide the attention time of one device by a law, up to whole blocks.
function TestDefaults:test_attention_by_law_is_shared_out()
  local function core(layout)
    layout.tp = 8
    return tw.eval({ model = "llama3_70b", device = "h100_sxm", layout = layout, run = { sl = 131072, micro_batch = 1 },
      plan = { attention = tw.fits.h100_prefill } }, "t_attention_f")
  end
  local alone = core{}
  for _, kind in ipairs{ "all_gather", "ring" } do
    lu.assertAlmostEquals(8 * core{ cp = 8, cp_kind = kind } / alone, 1.05, 0.07)
  end
end

-- Collectives are based on the fit of the link if their ranks are in a node and within its table, and if the script does
-- not change the link.
function TestDefaults:test_collectives_rest_on_links()
  local function support(device, layout, software)
    layout.sp = "yes"
    return tw.eval({ model = "llama3_8b", device = device, layout = layout, software = software,
      run = { global_batch = 64, micro_batch = 1 } }, { "all_gather_support", "all_reduce_support" })
  end
  local inside, transferred, assumed = 0, 2, 3
  lu.assertEquals(support("h100_sxm", { tp = 8 }).all_gather_support, inside)
  lu.assertEquals(support("h100_sxm", { tp = 8, dp = 8 }).all_reduce_support, assumed)
  lu.assertEquals(support("gb200_nvl72", { tp = 4 }).all_gather_support, inside)
  lu.assertEquals(support("gb200_nvl72", { tp = 8 }).all_gather_support, assumed)
  lu.assertEquals(support("h800_sxm", { tp = 8 }).all_gather_support, transferred)
  lu.assertEquals(support("l40s", { tp = 8 }).all_gather_support, assumed)
  lu.assertEquals(support("dgx_v100", { tp = 8 }).all_gather_support, assumed) -- the steps of its ring are its own
  lu.assertEquals(support(tw.devices.h100_sxm{ net0_bw = 225e9 }, { tp = 8 }).all_gather_support, transferred)
  lu.assertEquals(support("h100_sxm", { tp = 8 }, tw.software.pytorch{ net0_share = 0.5 }).all_gather_support, assumed)
end

-- Inside a node collectives take the times of NCCL 2.29.2 measured on eight H100 (nccl_h100_sxm of
-- ai-dynamo/aiconfigurator@095f58a), between nodes those of their law.
function TestDefaults:test_collectives_of_a_node()
  local function time(kind, ranks, byte, plan)
    return tw.eval({ model = "gpt3_175b", device = "h100_sxm", software = "megatron_core", plan = plan,
      op = { op_ranks = ranks, ["op_" .. kind] = byte } }, "t_op_" .. kind)
  end
  for byte, t in pairs{ [134217728] = 0.57874e-3, [268435456] = 1.0921e-3, [536870912] = 2.11106e-3 } do
    lu.assertAlmostEquals(time("all_reduce", 8, byte) / t, 1, 0.05)
  end
  local laws = { all_reduce = "nccl", all_gather = "lockstep", reduce_scatter = "lockstep", all_to_all = "auto" }
  for kind, law in pairs(laws) do
    local alone = { [kind] = law }
    lu.assertNotEquals(time(kind, 8, 1e7), time(kind, 8, 1e7, alone), kind)
    lu.assertEquals(time(kind, 64, 1e7), time(kind, 64, 1e7, alone), kind)
  end
end

-- GB200's own table is of a throttled board, so its runs use B200's table, scaled by data sheets.
function TestDefaults:test_others_are_carried_over()
  for device, basis in pairs{ b300_sxm = "alike", gb200_nvl72 = "alike", mi300x = "elsewhere" } do
    lu.assertEquals(step(device, {}).gemm_support, 2)
    lu.assertEquals(defaults.basis(made(tw.devices[device])), basis)
  end
  for device, fit in pairs{ gb200_nvl4 = "b200_large", a100_64g = "a100_large", h100_64g = "h100_large",
    h100_96g = "h100_large" } do -- modules of supercomputers
    lu.assertEquals({ of(device, {}).plan.gemm.name, defaults.basis(made(tw.devices[device])) }, { fit, "alike" })
  end
  lu.assertEquals({ of("mi250_gcd", {}).plan.gemm.name, defaults.basis(made(tw.devices.mi250_gcd)) },
    { "mi210_large", "elsewhere" })
end

-- By hand: the reachable bandwidth of a link inside a node scales with the bus bandwidth if both have one, otherwise with
-- the data sheet's.
function TestDefaults:test_links_are_carried_over()
  local b200, h100 = tw.fits.b200_link:of("all_gather").given, tw.fits.h100_link:of("all_gather").given
  local function bw(device) return of(device, {}).fields.net0_share * tw.devices[device].net0_bw end
  lu.assertAlmostEquals(bw "gh200" / h100.net0_bw, 450 / 450, 1e-12)
  lu.assertAlmostEquals(bw "h800_sxm" / h100.net0_bw, 200 / 450, 1e-12)
  lu.assertAlmostEquals(bw "b300_sxm" / b200.net0_bw, 700 / 700, 1e-12)
  lu.assertAlmostEquals(bw "mi300x" / h100.net0_bw, 307 / 370, 1e-12)
  lu.assertAlmostEquals(bw "dgx_v100" / tw.fits.a100_link:of("all_gather").given.net0_bw, 135 / 229, 1e-12)
  lu.assertAlmostEquals(bw "mi250x_gcd", 4 * 36e9 * 307 / 336, 1)
  lu.assertAlmostEquals(bw "mi250_gcd", 4 * 36e9 * 307 / 336, 1)
  lu.assertAlmostEquals(bw "a100_64g", bw "a100_80g", 1)
  lu.assertAlmostEquals(bw "h100_64g", bw "h100_sxm", 1)
end

-- FP8 uses H100's table, and FP4 that of Blackwell on Blackwell devices. Only H100's is related to kernels of training by
-- runs.
function TestDefaults:test_narrow_formats()
  local function has(device, format)
    local one = made(tw.devices[device], { format = format })
    return { defaults.of(one).plan.gemm.name, defaults.basis(one) }
  end
  lu.assertEquals(has("h100_sxm", "fp8"), { "h100_fp8_large", "own" })
  lu.assertEquals(has("h200_sxm", "fp8"), { "h100_fp8_large", "alike" })
  lu.assertEquals(has("gb300_nvl72", "fp8"), { "h100_fp8_large", "elsewhere" })
  lu.assertEquals(has("b200_sxm", "fp4"), { "b200_nvfp4_large", "elsewhere" })
  lu.assertEquals(has("gb300_nvl72", "fp4"), { "b200_nvfp4_large", "elsewhere" })
  lu.assertEquals(has("mi355x", "fp4"), { "h100_fp8_large", "elsewhere" })
end

-- Settings of the case have priority, and a device that is not registered has rings and no table.
function TestDefaults:test_settings_of_the_case_have_priority()
  local own = made(tw.devices.h100_sxm{ net0_half = 1e6 })
  local found = defaults.of(own)
  lu.assertNil(found.fields.net0_half)
  lu.assertEquals(found.fields.net0_share, of("h100_sxm", {}).fields.net0_share)
  lu.assertEquals(found.plan.gemm.name, "h100_large")
  lu.assertNil(defaults.of(own, { gemm = "roofline" }).fields.gemm_heat)
  own.software = own.software{ net0_share = 0.5 }
  lu.assertNil(defaults.of(own).fields.net0_share)
  found = defaults.of(made(tw.devices.h100_sxm{ name = "mine" }))
  lu.assertNil(found.plan.gemm)
  lu.assertEquals(found.plan.all_reduce, "nccl")
end

-- A fit in the script's plan defines the reachable bandwidth inside nodes alone; no share of the data sheet is multiplied.
function TestDefaults:test_links_are_counted_once()
  local link = tw.fits.a100_link:of("all_gather")
  lu.assertTrue(link.given.net0_bw > 0)
  lu.assertNil(defaults.of(made(tw.devices.a100_80g), { all_gather = link }).fields.net0_share)
end

-- Blackwell Ultra's attention reaches more of the same peak, because its rate of exponentials is twice as high.
function TestDefaults:test_attention_of_a_device()
  local function slow(device)
    return tw.eval({ model = "llama3_8b", device = device, run = { sl = 8192, format = "bf16" } }, "core_exp")
  end
  lu.assertAlmostEquals(slow "gb300_nvl72" / slow "gb200_nvl72", 0.5, 1e-9)
  lu.assertAlmostEquals(slow "b300_sxm" / slow "b200_sxm", 0.5, 1e-9)
end

-- The step time is a continuous function of the bandwidth inside a node, also at the data sheet's value.
function TestDefaults:test_bandwidth_has_no_jump()
  local case = { model = "llama3_8b", layout = { tp = 4, dp = 2 }, run = { global_batch = 16, micro_batch = 1 },
    device = "h100_sxm", over = { net0_bw = {} }, want = "t_step" }
  local sheet = tw.devices.h100_sxm.net0_bw
  for i, factor in ipairs{ 0.9, 0.999, 1, 1.001, 1.1 } do case.over.net0_bw[i] = factor * sheet end
  local steps = tw.sweep(case):column("t_step")
  for i = 2, 5 do lu.assertTrue(steps[i] < steps[i - 1], tw.format("%d", i)) end
  lu.assertTrue(steps[2] - steps[4] < 0.03 * (steps[1] - steps[5]))
  case.over, case.want, case.device = nil, nil, tw.devices.h100_sxm{ net0_bw = 0.9 * sheet }
  lu.assertEquals(tw.eval(case, "t_step"), steps[1])
end

os.exit(lu.LuaUnit.run() == 0, true)
