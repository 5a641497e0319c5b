-- SPDX-License-Identifier: MIT
-- Our measurements on one H100 (scripts/measured/h100) next to predictions. From these measurements come only the host's
-- times, permute_rho, cuDNN's pace, and the list of tensors that are kept.
local lu = require "luaunit"
local own = require "studies.operators.own"
local tw = require "twocs"

TestOwn = {}

local function median(list)
  table.sort(list)
  return list[math.ceil(#list / 2)]
end

-- The fit of others' table of GEMMs on this card: errors of 5.5 and 4.3 %.
function TestOwn:test_gemms()
  for least, most in pairs{ [1e10] = 0.07, [1e11] = 0.06 } do
    local off, count = own.gemms(least)
    lu.assertTrue(off.median < most, off.median)
    lu.assertTrue(count >= 9)
  end
end

-- Layers whose bottleneck is the device; only their GEMMs were measured: a median error of 4.1 %. FSDP on one GPU has
-- copies that no case of one GPU has.
function TestOwn:test_layers()
  local off, others = {}, {}
  for _, one in ipairs(own.layers()) do
    if one.busy and not one.row.code:find "fsdp" then
      off[#off + 1] = math.abs(one.predicted.all / one.measured.all - 1)
      others[#others + 1] = math.abs(math.log(one.predicted.others / one.measured.others))
    end
  end
  lu.assertEquals(#off, 23)
  lu.assertTrue(median(off) < 0.045, median(off))
  lu.assertTrue(off[#off] < 0.16, off[#off])
  lu.assertTrue(median(others) < 0.3, median(others))
end

-- The stored activations of a layer agree within 0.2 % with PyTorch's operators, and within 3 % with its compiler or a
-- short sequence.
function TestOwn:test_stored_activations_of_a_layer()
  local count = 0
  for _, one in ipairs(own.layers()) do
    local r, off = one.row, math.abs(one.predicted.kept / one.measured.kept - 1)
    if r.code == "torch" or r.code == "torch compiled" then
      lu.assertTrue(off < (r.seq == 256 and 0.03 or r.code == "torch" and 2e-3 or 0.03), r.code)
      if off < 2e-4 then count = count + 1 end
    elseif r.code == "transformers" then
      lu.assertTrue(off < 0.12, r.code)
    end
  end
  lu.assertTrue(count >= 10, count)
  local function kept(qk_norm, software)
    return tw.eval({ model = tw.models.llama3_8b{ qk_norm = qk_norm }, device = "h100_sxm", software = software,
      run = { sl = 4096, b = 1 } }, "layer_act")
  end
  lu.assertEquals(kept("yes", "nemo") - kept("no", "nemo"), 2 * 4096 * (4096 + 1024)) -- as before
  lu.assertEquals(kept("no", "transformers") - kept("no", tw.software.transformers{ norm_byte = 0 }), 8 * 4096 * 4096)
end

-- A run that names cuDNN has the measured attention, with scores under the mask counted once.
function TestOwn:test_attention()
  local torch = tw.software.pytorch
  local reached = tw.eval({ model = "llama3_8b", device = "h100_sxm", software = torch{ flash_kernel = "cudnn" },
    run = { sl = 8192 } }, "core_eff")
  lu.assertAlmostEquals(reached / 2, own.attention(), 0.02)
  local function pace(kernel, device)
    return tw.eval({ model = "llama3_8b", device = device or "h100_sxm", software = torch{ flash_kernel = kernel } },
      "flash_pace")
  end
  lu.assertEquals({ pace "fa3", pace "fa2", pace "fa1", pace("fa1", "a100_80g") }, { pace "cudnn", 1, 2, 1 })
  -- On A100 the first kernel has the calibrated share, and all later kernels are as fast as the second.
  for _, kernel in ipairs{ "fa2", "cudnn", "te" } do lu.assertAlmostEquals(pace(kernel, "a100_80g"), 65 / 123, 1e-12) end
  -- Transformer Engine's kernel is that of cuDNN on Blackwell, and between both on Hopper.
  lu.assertEquals({ pace("te", "b200_sxm"), pace("fa2", "b200_sxm") }, { pace "cudnn", 1 })
  lu.assertTrue(pace "te" < 1 and pace "te" > pace "cudnn")
end

-- Attention in 16 bits takes the same time in a run of FP8 as in one of BF16, for all callers of GEMMs; with products in
-- FP8 it takes less.
function TestOwn:test_the_format_of_attention_is_independent_of_the_run()
  local function core(format, software)
    return tw.eval({ model = "llama3_8b", device = "h100_sxm", software = software or "nemo",
      run = { sl = 8192, format = format } }, { "t_core_f", "gemm_own" })
  end
  local wide, narrow = core "bf16", core "fp8"
  lu.assertAlmostEquals(narrow.t_core_f / wide.t_core_f, 1, 0.02) -- each law of GEMMs has its own kernel start time
  lu.assertTrue(narrow.gemm_own < 0.95 * wide.gemm_own)
  lu.assertTrue(core("fp8", tw.software.nemo{ fp8_attention = "yes" }).t_core_f < 0.8 * wide.t_core_f)
  local torch = tw.software.pytorch
  local slow = core("bf16", torch{ torch_gemm = 2, wide_gemm = 1 })
  lu.assertEquals(slow.gemm_own, 2)
  lu.assertAlmostEquals(slow.t_core_f / core("bf16", torch{ torch_gemm = 1 }).t_core_f, 1, 1e-12)
end

-- GEMMs in 16 bits take longer in training on a device with FP8, for all callers, and so does the LM head of a run in FP8;
-- but no GEMM in FP8, none on A100, and none in inference.
function TestOwn:test_wide_gemms()
  local function result(name, wide, format, device, mode)
    return tw.eval({ model = "llama3_8b", device = device or "h100_sxm",
      software = tw.software.nemo{ wide_gemm = wide, fp8_gemm = 1, train_gemm = 1 },
      run = { sl = 8192, format = format, mode = mode } }, name)
  end
  lu.assertEquals({ result("gemm_own", 2, "bf16"), result("gemm_own", 2, "fp8"), result("gemm_own", 2, "bf16", "a100_80g"),
    result("gemm_own", 2, "bf16", "h100_sxm", "inference") }, { 2, 1, 1, 1 })
  lu.assertAlmostEquals(result("head_time", 2, "fp8") / result("head_time", 1, "fp8"), 2, 0.02) -- except for the clock
end

-- The host times of the entries are those of the table: of PyTorch's operators, experts, FP8 and FSDP, each relative to
-- eager code, whose time is that of nanotron, calibrated on another machine.
function TestOwn:test_host()
  local entry, eager = tw.software.pytorch, own.host("transformers", false)
  local plain = own.host("torch", false)
  lu.assertAlmostEquals(plain / eager, entry.host_own, 0.005)
  lu.assertAlmostEquals((own.host("torch", true) - plain) / eager, entry.host_experts, 0.005)
  lu.assertAlmostEquals(own.narrow() / eager, entry.host_narrow, 0.005)
  lu.assertAlmostEquals((own.host("torch fsdp", false) - plain) / eager, entry.host_shard, 0.01)
  lu.assertAlmostEquals(eager / tw.software.transformers.host, 1, 0.1)
  lu.assertAlmostEquals(own.host("transformers compiled", false) / eager, tw.software.pytorch_compiled.host_own, 0.05)
end

-- A layer for one short sequence takes the time of its host, with experts and without.
function TestOwn:test_a_layer_that_waits_for_its_host()
  local waits = 0
  for _, one in ipairs(own.layers()) do
    if one.row.seq == 256 and not one.row.code:find "fsdp" then
      waits = waits + 1
      lu.assertTrue(one.predicted.host > one.predicted.all)
      lu.assertTrue(math.abs(math.log(one.predicted.host / one.measured.all)) < 0.3,
        one.predicted.host / one.measured.all)
    end
  end
  lu.assertEquals(waits, 5)
end

-- Whole steps without FSDP; one of them waits for the host.
function TestOwn:test_steps()
  local of = own.steps()
  lu.assertEquals({ #of.none, #of.fsdp }, { 7, 18 })
  local sum = 0
  for _, error in ipairs(of.none) do sum = sum + math.abs(error) end
  lu.assertTrue(sum / 7 < 0.095, sum / 7)
end

os.exit(lu.LuaUnit.run(), true)
