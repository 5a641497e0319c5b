-- SPDX-License-Identifier: MIT
-- Answers that a person can work out on paper, with the numbers written here. They cover places where a mistake in a row of
-- the engine failed no other test: two schedules, the rule of uneven stages, laws with their initial coefficients, the
-- effect of a default, and the effects of faster memory and a faster network. No test here uses a second formula of the
-- engine, except tw.timeline, which runs passes one by one.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local expect = require "expect"

-- 2 Tflop/s, a hundred units, memory and network nearly free.
local fields = { peak_fp32 = 1e12, peak_fp16 = 2e12, mem_bw = 1e18, mem_size = 1e18, flop_eff = 1, mem_eff = 1, launch = 0,
  units = 100, comm_launch = 0, net0_size = 64, net0_bw = 1e24, net0_lat = 0, net0_half = 0 }
local device = tw.device(fields)

TestWorkedPipelines = {}

-- The time of a step with equal stages whose three passes take the same time, over that of a step without bubbles.
local function step(schedule, pp, microbatches)
  local r = tw.eval({ model = tw.model{ layers = 2 * pp, h = 256, head_dim = 64, vocab = 1 }, device = device,
    software = "ideal", plan = { gemm = "algorithmic", stream = "none" }, layout = { pp = pp, schedule = schedule },
    run = { sl = 128, b = microbatches, micro_batch = 1, format = "fp16", attention = "unfused", dropout = "no" } },
    { "t_step", "t_slot" })
  return r.t_step / (microbatches * r.t_slot)
end

-- ZB-V on paper, in thirds of a microbatch's time. One microbatch goes forward and back through p stages, which takes 2 p,
-- and one gradient of weights remains. With many microbatches the bubble is (p - 1) / 2.
function TestWorkedPipelines:test_zb_v()
  for _, pp in ipairs{ 2, 4, 6 } do
    expect.near(step("zb_v", pp, 1), (2 * pp + 1) / 3, 1e-3)
    expect.near(step("zb_v", pp, 24), 1 + (pp - 1) / 2 / 3 / 24, 1e-3)
    for _, microbatches in ipairs{ 2, 3, 4, 6, 8, 12 } do
      local stages = {}
      for s = 1, pp do stages[s] = { f = 1, b = 1, w = 1 } end
      local played = tw.timeline{ stages = stages, microbatches = microbatches, schedule = "zb_v", vp = 2 }.step
      expect.near(step("zb_v", pp, microbatches), played / (3 * microbatches), 1e-3)
    end
  end
end

-- DualPipeV has a bubble of p - 1 passes of one direction, if there are at least twice as many microbatches as stages.
function TestWorkedPipelines:test_dualpipe_v()
  for _, pp in ipairs{ 2, 4, 6 } do
    for _, microbatches in ipairs{ 2 * pp, 4 * pp } do
      expect.near(step("dualpipe_v", pp, microbatches), 1 + (pp - 1) / 3 / microbatches, 1e-3)
    end
  end
end

-- Ten layers, eight of them on the first and the last stage: the two stages between can have one layer each, or both
-- together two.
function TestWorkedPipelines:test_stages_between_hold_no_more_than_is_left()
  local function why(middle)
    local _, sentence = pcall(tw.eval, { model = { layers = 10, h = 256, head_dim = 64 }, device = device,
      layout = { pp = 4, first_layers = 4, last_layers = 4, middle_layers = middle } }, "t_step")
    return core.format("%s", sentence)
  end
  for _, middle in ipairs{ 1, 2 } do lu.assertNotNil(tonumber(why(middle)), why(middle)) end
  for _, middle in ipairs{ 0, 3, 4 } do lu.assertStrContains(why(middle), "middle_layers") end
end

TestWorkedLaws = {}

-- One wave of a hundred tiles of 256 x 128 at 0.877 of the peak, with K of 1000 extended by 200. A GEMM of duration t is
-- slower by a factor of 1 + 0.088 t / (t + 0.56 ms); the overhead is 2.8 us.
function TestWorkedLaws:test_gemm_by_depth()
  local cold = 2 * 2560 * 1280 * 1000 / (2e12 * 0.877) * (1 + 200 / 1000)
  local t = tw.eval({ device = device, plan = { gemm = "depth" }, op = { op_m = 2560, op_n = 1280, op_k = 1000 },
    run = { format = "fp16" }, software = "ideal" }, "t_op_gemm")
  expect.near(t, cold * (1 + 0.088 * cold / (cold + 5.6e-4)) + 2.8e-6, 1e-9)
end

-- A hundred and fifty experts with 64 tokens each, 128 wide. Each GEMM has one tile of 64 x 128 per expert, together one
-- and a half waves; half of the idle half wave is lost. The speed is 0.4 of that of large tiles, at 0.6 of the peak. The
-- overhead is 30 us.
function TestWorkedLaws:test_experts_in_tiles()
  local one = (1.5 + 0.5 * 0.5) * 2 * 64 * 128 * 128 / (2e12 / 100 * 0.6) / 0.4
  local t = tw.eval({ device = device, plan = { grouped = "tiles" }, run = { format = "fp16" }, software = "ideal",
    op = { op_matrices = 2, op_x = 150, op_m = 64, op_n = 128, op_k = 128 } }, "t_op_grouped")
  expect.near(t, 2 * one + 3e-5, 1e-6)
end

TestWorkedDefaults = {}

-- The attention of an operator has one head by default. It has 132 blocks of 128 queries, one for each unit of an H100, so
-- a second head would take as long again.
function TestWorkedDefaults:test_attention_of_an_operator()
  local function t(heads)
    local op = { op_queries = 132 * 128, op_keys = 4096, op_dim = 64, op_masked = 0, op_heads = heads }
    return tw.eval({ device = "h100_sxm", op = op, software = "ideal" }, "t_op_attention")
  end
  lu.assertEquals(t(nil), t(1))
  lu.assertTrue(t(2) > 1.5 * t(1), core.format("%g s, %g s", t(1), t(2)))
end

-- A device that states nothing about its data centre costs nothing for it. A PUE of 1.3 adds three tenths of everything
-- else.
function TestWorkedDefaults:test_a_data_centre_costs_its_pue()
  local function joules(changes)
    local draws = device{ wait_power = 100, cap_power = 400, host_power = 800, flop_energy = 5e-13, move_energy = 4e-11,
      send_energy = 1e-10 }
    return tw.eval({ model = "llama3_8b", device = draws(changes), layout = { dp = 8 }, run = { sl = 4096, b = 1 },
      software = "ideal" }, { "building_joule", "wait_joule", "cap_joule", "host_joule" })
  end
  lu.assertEquals(joules{}.building_joule, 0)
  local more = joules{ pue = 1.3 }
  expect.near(more.building_joule, 0.3 * (more.wait_joule + more.cap_joule + more.host_joule), 1e-9)
end

TestWorkedSpeeds = {}

-- If memory bandwidth grows to twice its value, work that is limited by memory takes half as long, and a collective takes
-- half as much from compute that runs next to it.
function TestWorkedSpeeds:test_memory_that_has_grown()
  local function at(growth, want)
    local software = tw.software.ideal{ comm_passes = 0.01 }
    return tw.eval({ model = "llama3_8b", device = tw.devices.h100_sxm{ mem_vs_bw = growth }, software = software,
      layout = { tp = 4 }, run = { sl = 4096, b = 1 } }, want)
  end
  for _, name in ipairs{ "t_embed_f", "f_slow_tp" } do
    lu.assertTrue(at(1, name) > 0, name)
    expect.near(at(1, name), 2 * at(2, name), 1e-9, name)
  end
end

-- A ring of keys and values: the part that attention hides and the exposed part add up to what is sent. Attention hides at
-- most its own time. Tested on a fast network and on a slow one.
function TestWorkedSpeeds:test_a_ring_hides_the_shorter_of_two()
  local want = { "t_core_own_b", "t_core_hide_b", "t_core_hid_b", "t_core_exp_b", "t_core_hid_f", "t_core_exp_f" }
  local seen = {}
  for _, speed in ipairs{ 1e24, 1e9 } do
    for _, recompute in ipairs{ "none", "full" } do
      local r = tw.eval({ model = "llama3_8b", device = tw.devices.h100_sxm{ net0_bw = speed, net1_bw = speed },
        software = "ideal", layout = { cp = 8, cp_kind = "ring" }, run = { sl = 32768, b = 1, recompute = recompute } },
        want)
      local again = recompute == "full" and 1 or 0
      local hid, left = r.t_core_hid_b - again * r.t_core_hid_f, r.t_core_exp_b - again * r.t_core_exp_f
      expect.near(hid + left, r.t_core_own_b, 1e-9)
      lu.assertTrue(hid <= r.t_core_hide_b * (1 + 1e-9))
      seen[r.t_core_own_b < r.t_core_hide_b and "fast" or "slow"] = true
      if r.t_core_own_b < r.t_core_hide_b then expect.near(hid, r.t_core_own_b, 1e-9) end
    end
  end
  lu.assertTrue(seen.fast and seen.slow)
end

TestWorkedLimits = {}

-- Numbers without a unit: the last value that is accepted, the first that is not, and the unit that was probably meant.
local believed = { { "net0_bw", 1e9, "GB/s" }, { "mem_bw", 1e10, "TB/s" }, { "peak_fp16", 1e10, "Tflop/s" },
  { "mem_size", 5e8, "GB" }, { "launch", 0.01, "us", true }, { "net1_lat", 0.4, "us", true }, { "clock", 1e8, "GHz" },
  { "host_bw", 1e8, "GB/s" }, { "wait_power", 2e4, "kW", true }, { "comm_chunk", 2e8, "MiB", true } }

function TestWorkedLimits:test_plausible_values_without_a_unit()
  for _, one in ipairs(believed) do
    local name, bound, unit, is_most = one[1], one[2], one[3], one[4]
    local inside, outside = is_most and bound * 0.995 or bound * 1.005, is_most and bound * 1.005 or bound * 0.995
    lu.assertTrue(pcall(tw.devices.h100_sxm, { [name] = inside }), name)
    local done, why = pcall(tw.devices.h100_sxm, { [name] = outside })
    lu.assertFalse(done, name)
    lu.assertStrContains(core.format("%s", why), unit)
  end
end

TestParts = {}

local function parted(layout, software)
  return { model = "llama3_8b", device = "h100_sxm", layout = layout, software = software,
    run = { sl = 4096, global_batch = 64, micro_batch = 1 } }
end

-- The framework's own memory and, with TP, the memory lost to fragments.
function TestParts:test_memory_of_the_framework()
  local software = tw.software.pytorch{ workspace = 2e9, fragments = 3e9 }
  lu.assertEquals(tw.eval(parted({ tp = 1, dp = 8 }, software), "workspace_mem"), 2e9)
  lu.assertEquals(tw.eval(parted({ tp = 2, dp = 8 }, software), "workspace_mem"), 5e9)
end

-- DualPipeV where the gradients of the inputs, which recompute layers, take twice as long as the forward pass: equal to the
-- timeline.
function TestParts:test_inputs_that_take_longer_than_the_forward_pass()
  for _, batch in ipairs{ 8, 16 } do
    local case = { model = "gpt3_175b", device = "h100_sxm", software = "ideal", illegal = "allow",
      layout = { pp = 4, schedule = "dualpipe_v" },
      run = { sl = 4096, global_batch = batch, micro_batch = 1, recompute = "full" } }
    local v = tw.eval(case, { "t_step", "t_slot_f", "t_slot_i" })
    lu.assertTrue(v.t_slot_i > 1.5 * v.t_slot_f)
    local ratio = v.t_step / tw.timeline(case).step
    lu.assertTrue(ratio > 0.999 and ratio < 1.015, ratio)
  end
end

-- Gradients of the last layer are sent while the last backward pass computes. This holds for those of experts too, which
-- are most of them here.
function TestParts:test_gradients_behind_the_last_pass()
  local v = tw.eval({ model = "deepseek_v3", device = "h100_sxm", layout = { ep = 4, dp = 64, zero = "weights" },
    illegal = "allow", run = { sl = 4096, global_batch = 256, micro_batch = 1 } },
    { "t_last_scatter", "t_fsdp_grad_b", "t_edp_fsdp_grad_b", "t_once", "t_hide" })
  local all = v.t_fsdp_grad_b + v.t_edp_fsdp_grad_b
  lu.assertEquals(v.t_once, 0)
  lu.assertTrue(v.t_edp_fsdp_grad_b > v.t_fsdp_grad_b)
  lu.assertAlmostEquals(v.t_last_scatter, math.min(all, v.t_hide), 1e-12)
end

-- Upper bounds of the token rate are the tokens of a step divided by lower bounds of its time.
function TestParts:test_bounds_of_the_rate()
  local v = tw.eval(parted{ pp = 2, dp = 4 }, { "token_rate", "token_rate_slots", "t_step_slots" })
  lu.assertAlmostEquals(v.token_rate_slots / (64 * 4096 / v.t_step_slots), 1, 1e-12)
  lu.assertTrue(v.token_rate_slots >= v.token_rate)
end

os.exit(lu.LuaUnit.run(), true)
