-- SPDX-License-Identifier: MIT
-- What the software of a case sets where the case states nothing, and which of these values follow an axis. Two faults
-- would give wrong results without an error: the framework overrides a value of the script, or a point of a sweep keeps a
-- value that the software set for another point.
local lu = require "luaunit"
local software = require "twocs.ask.software"
local split = require("twocs.ask.case").split
local stages = require "twocs.data.stages"
local tw = require "twocs"

local function case(name, more)
  local made = { model = "llama3_8b", device = "h100_sxm", layout = { tp = 2, dp = 4 }, software = name,
    run = { sl = 2048, global_batch = 64, micro_batch = 1 } }
  for record, fields in pairs(more or {}) do
    if type(fields) ~= "table" or type(made[record]) ~= "table" then made[record] = fields
    else for key, value in pairs(fields) do made[record][key] = value end end
  end
  return made
end

local function eval(name, more, wants) return tw.eval(case(name, more), wants) end

TestSoftware = {}

function TestSoftware:test_names_of_software_in_any_spelling()
  for _, name in ipairs{ "NeMo 24.05", "nemo", "Megatron-Bridge" } do
    lu.assertEquals(software.record(name).name, "nemo", name)
  end
  local own = software.record{ like = "nanotron", polling = 0.25 }
  lu.assertEquals({ own.name, own.polling }, { "nanotron", 0.25 })
  lu.assertErrorMsgContains('software is 3, expected a name such as "pytorch"', software.record, 3)
end

-- NeMo's recipes shard the optimizer. Megatron uses dropout where attention is not fused. A value that the case states
-- takes precedence.
function TestSoftware:test_a_stated_value_takes_precedence()
  lu.assertEquals({ eval("nemo", nil, "zero"), eval("nemo", { layout = { zero = "none" } }, "zero") }, { 1, 0 })
  local unfused = { run = { attention = "unfused" } }
  lu.assertEquals({ eval("megatron_core", unfused, "dropout"), eval("megatron_core", nil, "dropout"),
    eval("pytorch", unfused, "dropout") }, { 1, 0, 0 })
  unfused.run.dropout = "no"
  lu.assertEquals(eval("megatron_core", unfused, "dropout"), 0)
  local plan = { all_reduce = "tree" }
  local made = split(case("pytorch", { plan = plan }), {})
  lu.assertNil(made.by_software.all_reduce)
  lu.assertTrue(made.by_software.all_gather and made.by_software.gemm)
  lu.assertNotEquals(eval("pytorch", { plan = plan }, "t_step"), eval("pytorch", nil, "t_step"))
  lu.assertNil(split(case "ideal", {}).by_software)
end

-- nanotron divides blocks among stages by FLOPs. On 16 stages the loss is alone after the LM head and costs no stage of its
-- own.
function TestSoftware:test_layers_are_dealt()
  local model = { layers = 32, h = 4096, ffn = 14336, vocab = 131072, gated = "yes", heads = 32 }
  local function made(pp, more)
    return split(case("nanotron", { model = model, layout = { pp = pp, dp = 1, first_layers = more and more[1],
      middle_layers = more and more[2], last_layers = more and more[3] } }), {})
  end
  local own = made(4).layout
  lu.assertEquals({ own.first_layers, own.middle_layers, own.last_layers }, { 9, 9, 6 })
  lu.assertEquals(made(4, { nil, nil, 5 }).layout.last_layers, 5)
  local dealt = stages.by_flop({ layers = 32, h = 4096, ffn = 14336, vocab = 131072, gated = true }, 4)
  lu.assertNotEquals(made(4, { nil, nil, 5 }).layout.first_layers, dealt.first_layers)
  lu.assertEquals(made(16).software.loss_rho, 0)
  lu.assertEquals(made(4).software.loss_rho, tw.software.nanotron.loss_rho)
end

-- Along an axis, the software sets the same values as for each point alone.
function TestSoftware:test_defaults_of_the_software_along_an_axis()
  for axis, values in pairs{ pp = { 2, 4, 8 }, layers = { 32, 48 }, peak_bf16 = { 5e14, 9e14 }, net0_bw = { 1e11, 4.5e11 },
    device = { "a100_80g", "h100_sxm", "mi300x" }, format = { "bf16", "fp8" } } do
    local given = case("nanotron", { layout = { dp = 2, pp = 4 }, over = { [axis] = values }, want = "t_step",
      illegal = "allow" })
    local t = tw.sweep(given)
    local row = require("twocs.data.rows").by_name[axis]
    for i, value in ipairs(values) do
      local one = case("nanotron", { layout = { dp = 2, pp = 4 }, illegal = "allow" })
      if not row then one[axis] = value
      elseif row.record == "device" then one.device = tw.devices.h100_sxm{ [axis] = value }
      elseif row.record == "model" then one.model = tw.models.llama3_8b{ [axis] = value }
      else one[row.record][axis] = value end
      lu.assertEquals(t:column("t_step")[i], tw.eval(one, "t_step"), tw.format("%s %s", axis, tostring(value)))
    end
  end
end

-- If whole gradients are accumulated, they are sent once per step and each device keeps them whole. With one microbatch
-- nothing changes.
function TestSoftware:test_gradients_added_up_whole()
  local names = { "fsdp_grad_calls", "zero_grad_calls", "zero_grad_payload", "fsdp_grad_payload", "grad_mem", "weight_mem",
    "opt_mem", "t_step" }
  for _, zero in ipairs{ "gradients", "weights" } do
    local function at(sync, batch)
      -- Too slow to hide the gradients.
      return tw.eval({ model = "llama3_8b", device = tw.devices.h100_sxm{ net0_bw = 1e10 },
        software = tw.software.ideal{ grad_sync = sync },
        layout = { dp = 8, zero = zero }, run = { sl = 4096, global_batch = batch, micro_batch = 1 } }, names)
    end
    local each, last = at("each", 32), at("last", 32)
    lu.assertEquals({ each.fsdp_grad_calls, each.zero_grad_calls }, { 1, 0 })
    lu.assertEquals({ last.fsdp_grad_calls, last.zero_grad_calls }, { 0, 1 })
    lu.assertEquals(last.zero_grad_payload, each.fsdp_grad_payload)
    lu.assertAlmostEquals(last.grad_mem / each.grad_mem, 8, 1e-12)
    lu.assertEquals({ last.weight_mem, last.opt_mem }, { each.weight_mem, each.opt_mem })
    lu.assertTrue(last.t_step < each.t_step)
    lu.assertEquals(at("last", 8), at("each", 8))
  end
end

-- With whole logits, each TP rank keeps as many bytes as a model without TP.
function TestSoftware:test_whole_logits()
  local function at(whole)
    return tw.eval({ model = "llama3_8b", device = "h100_sxm", layout = { tp = 4 },
      software = tw.software.ideal{ whole_logits = whole }, run = { sl = 4096, micro_batch = 1 } }, "head_act")
  end
  lu.assertEquals(at "yes" - at "no", tw.software.ideal.logit_byte * 4096 * 128256 * 3 / 4)
end

-- Queries, keys, values, gate and expansion: in a gated layer, five GEMMs read the inputs of the two blocks. Counted by
-- hand: the forward pass has 5 all-gathers and 2 sums. The backward pass gathers the gradients of 2 outputs and sums those
-- of 5 inputs. Recomputation repeats the forward pass without its last sum.
function TestSoftware:test_inputs_that_each_gemm_gathers()
  local names = { "tp_ag_forward", "tp_rs_forward", "tp_ag_backward", "tp_rs_backward", "tp_again_backward" }
  local function at(inputs, model, recompute, wants)
    return tw.eval({ model = model, device = "h100_sxm", layout = { tp = 4, sp = "yes" },
      software = tw.software.ideal{ tp_inputs = inputs }, run = { sl = 4096, micro_batch = 1, recompute = recompute } },
      wants or names)
  end
  local function counts(...)
    local v, list = at(...), {}
    for i, name in ipairs(names) do list[i] = v[name] end
    return list
  end
  lu.assertEquals(counts("once", "llama3_8b", "none"), { 2, 2, 2, 2, 2 })
  lu.assertEquals(counts("each", "llama3_8b", "none"), { 5, 2, 2, 5, 0 })
  lu.assertEquals(counts("each", "gpt3_175b", "none"), { 4, 2, 2, 4, 0 })
  lu.assertEquals(counts("each", "llama3_8b", "full")[4] - counts("once", "llama3_8b", "full")[4], 3)
  lu.assertEquals(counts("each", "llama3_8b", "full")[3] - counts("once", "llama3_8b", "full")[3], 3)
  local gathered = 2 * 4096 * 4096 * 3 / 4 -- bytes per number, tokens, width, share of the other ranks
  lu.assertEquals(at("each", "llama3_8b", "none", "late_act"), 5 * gathered)
  lu.assertEquals({ at("each", "llama3_8b", "full", "late_act"), at("once", "llama3_8b", "none", "late_act") }, { 0, 0 })
end

-- Without sequence parallelism nothing is gathered: there are two sums of outputs, and one sum for the gradients of each
-- input.
function TestSoftware:test_gradients_of_separate_inputs_are_summed()
  local function sums(inputs, model)
    local v = tw.eval({ model = model, device = "h100_sxm", layout = { tp = 4, sp = "no" },
      software = tw.software.ideal{ tp_inputs = inputs }, run = { sl = 4096, micro_batch = 1, recompute = "none" } },
      { "tp_ar_forward", "tp_ar_backward" })
    return { v.tp_ar_forward, v.tp_ar_backward }
  end
  lu.assertEquals(sums("once", "llama3_8b"), { 2, 2 })
  lu.assertEquals(sums("each", "llama3_8b"), { 2, 5 })
  lu.assertEquals(sums("each", "gpt3_175b"), { 2, 4 })
end

-- FP8, counted by hand. With one scale per tensor, each rank casts its part of a block's input once, for both GEMMs of the
-- block (2 bytes read, 1 byte written twice), and gathers 1 byte. With one scale per row, it gathers 16 bits and casts the
-- result for each GEMM that reads it: one GEMM of the forward pass, three of the backward pass.
function TestSoftware:test_casts_of_fp8_before_and_after_tp_gathers()
  local names = { "quantize_byte", "quantize_back_byte", "tp_ag_payload", "tp_again_payload" }
  local function at(gather, format, recipe)
    local v = tw.eval({ model = "llama3_8b", device = "h100_sxm", layout = { tp = 4, sp = "yes" },
      software = tw.software.ideal{ tp_gather = gather, quantize_rho = 1, act_byte = 2, fp8_recipe = recipe },
      run = { sl = 4096, micro_batch = 1, format = format } }, names)
    return { v.quantize_byte, v.quantize_back_byte, v.tp_ag_payload, v.tp_again_payload }
  end
  local cut, token, whole = 4096 * (4096 + 14336) / 4, 2 * 4096, 4096 * 4096
  local tensor, row = cut + 1024 * token, cut + 4096 * token
  lu.assertEquals(at("narrow", "fp8", "tensor"), { 4 * tensor, 4 * tensor, whole, whole })
  lu.assertEquals(at("narrow", "fp8", "block"), { 4 * tensor, 4 * tensor, whole, whole })
  lu.assertEquals(at("wide", "fp8", "tensor"), { 4 * tensor, 4 * tensor, 2 * whole, 2 * whole })
  lu.assertEquals(at("narrow", "fp8", "row"), { 3 * row, 9 * row, 2 * whole, 2 * whole })
  lu.assertEquals(at("narrow", "bf16"), { 0, 0, 2 * whole, 2 * whole })
  for _, name in ipairs{ "torchtitan", "torchtitan_compiled", "megatron_core", "nemo" } do
    lu.assertEquals(tw.software[name].tp_gather, "narrow", name)
  end
end

-- A misspelled name does not match the names that it contains. A text may contain more than a name, in other words.
function TestSoftware:test_a_slip_in_a_name_is_refused()
  local function named(text)
    return pcall(tw.eval, { model = "llama3_8b", device = "h100_sxm", layout = { tp = 4 }, software = text,
      run = { sl = 4096 } }, "t_step")
  end
  for _, text in ipairs{ "ttorchtitan", "orchtitan", "torcztitan", "xnemo", "megatronlmx" } do
    local done, sentence = named(text)
    lu.assertFalse(done, text)
    lu.assertStrContains(sentence, 'there is no software "' .. text .. '"')
  end
  for _, text in ipairs{ "NeMo 24.05", "Megatron-LM", "torchtitan compile", "KempnerForge (PyTorch FSDP2)" } do
    lu.assertTrue((named(text)), text)
  end
end

-- A bucket holds the gradients of several layers, at most all of them. The bytes stay the same. The part of a message's
-- cost that does not depend on its length is paid once for each message.
function TestSoftware:test_gradients_go_by_buckets()
  local wants = { "layer_sent", "dp_byte", "zero_grad_calls", "t_zero_grad", "t_zero_grad_layer", "trained_layer_param" }
  local function at(bucket, of_rank, layout)
    local made = case({ like = "ideal", bucket = bucket, bucket_rank = of_rank }, { layout = layout or { tp = 1,
      dp = 64, zero = "optimizer" } })
    made.device = tw.devices.h100_sxm{ net0_half = 0, net1_half = 0 }
    made.plan = { reduce_scatter = "ring" }
    return tw.eval(made, wants)
  end
  local one = at(0)
  local layer = one.trained_layer_param
  lu.assertEquals({ one.layer_sent, one.zero_grad_calls, at(layer).layer_sent }, { 1, 1, 1 })
  local four, half = at(4 * layer), at(layer / 2)
  lu.assertEquals({ four.layer_sent, four.zero_grad_calls, half.zero_grad_calls }, { 4, 0.25, 2 })
  for _, v in ipairs{ four, half } do lu.assertAlmostEquals(v.dp_byte, one.dp_byte, 1e-9 * one.dp_byte) end
  lu.assertAlmostEquals(half.t_zero_grad_layer - one.t_zero_grad_layer,
    4 / 3 * (one.t_zero_grad_layer - four.t_zero_grad_layer), 1e-9)
  lu.assertTrue(half.t_zero_grad_layer > 1.01 * one.t_zero_grad_layer)
  lu.assertEquals(at(1e12).layer_sent, 32)
  lu.assertEquals(at(1e12, 0, { tp = 1, dp = 8, pp = 4, vp = 2, zero = "optimizer" }).layer_sent, 4)
  lu.assertAlmostEquals(at(1, 1e6).layer_sent, 64e6 / layer, 1e-9)
  local function megatron(dp)
    return tw.eval(case("megatron_core", { layout = { tp = 1, dp = dp, zero = "optimizer" } }), wants)
  end
  for dp, weights in pairs{ [8] = 40e6, [64] = 64e6 } do
    local v = megatron(dp)
    lu.assertAlmostEquals(v.layer_sent * v.trained_layer_param, weights, 1, dp)
  end
  -- Experts have their own buckets.
  local experts = tw.eval({ model = "mixtral_8x7b", device = "h100_sxm", software = { like = "ideal", bucket = 1e9 },
    layout = { dp = 8, ep = 2, zero = "optimizer" }, run = { sl = 2048, global_batch = 8 } },
    { "layer_sent", "expert_sent", "edp_zero_grad_calls", "trained_expert_param" })
  lu.assertAlmostEquals(experts.expert_sent, 1e9 / experts.trained_expert_param, 1e-9)
  lu.assertAlmostEquals(experts.edp_zero_grad_calls, 1 / experts.expert_sent, 1e-9)
  lu.assertTrue(experts.layer_sent > 5 * experts.expert_sent)
end

-- Counted by hand, in bytes per weight and microbatch over 4 ranks. FSDP2 in BF16 copies each weight twice (2 + 2) and
-- converts its gradient to FP32 (2 + 4); a rank then accumulates a fourth of it (of 4 + 4). FSDP1 joins gradients in BF16
-- (2 + 2). Without other ranks, or with less sharding, there is less to copy.
function TestSoftware:test_copies_of_fsdp()
  local function bytes(name, layout, mode)
    local v = tw.eval({ model = "llama3_8b", device = "h100_sxm", layout = layout, software = name,
      run = { sl = 2048, global_batch = 64, micro_batch = 1, mode = mode } },
      { "t_weights", "dev_layer_param", "mem_pace" })
    return v.t_weights / v.mem_pace / v.dev_layer_param
  end
  for _, one in ipairs{ { "torchtitan", { dp = 4, zero = "weights" }, 2 * 4 + 6 + 8 / 4 },
    { "torchtitan", { dp = 4, zero = "gradients" }, 6 + 8 / 4 }, { "torchtitan", { dp = 4, zero = "optimizer" }, 8 },
    { "torchtitan", { dp = 4, shard = 1, zero = "weights" }, 8 },
    { "torchtitan", { dp = 8, shard = 4, zero = "weights" }, 2 * 4 + 6 + 8 / 4 },
    { "fms_fsdp", { dp = 4, zero = "weights" }, 4 + 4 / 4 },
    -- Accumulates whole gradients over its microbatches.
    { "kempnerforge", { dp = 4, zero = "weights" }, 2 * 4 + 2 + 2 * 4 },
    { "megatron_core", { dp = 4, zero = "weights" }, 8 / 4 } } do
    lu.assertAlmostEquals(bytes(one[1], one[2]), one[3], 1e-9, one[1])
  end
  lu.assertAlmostEquals(bytes("torchtitan", { dp = 4, zero = "weights" }, "inference"), 4, 1e-9) -- gathered once
  local function update(name, zero)
    local v = tw.eval(case(name, { layout = { tp = 1, dp = 4, zero = zero } }), { "optimizer_back_byte", "dev_update" })
    return v.optimizer_back_byte / v.dev_update
  end
  -- Adam, in FP32 except for the weights: the gradient, three numbers read and written, and the weight; clipping takes
  -- three passes.
  lu.assertAlmostEquals(update("torchtitan", "none"), 4 + 2 * 12 + 2 + 3 * 4, 1e-9)
  lu.assertAlmostEquals(update("maxtext", "none"), 4 + 2 * 12 + 2 + 4, 1e-9)
end

-- PyTorch's collectives copy what they gather and scatter along the tokens of a sequence: four times in the forward pass
-- and four times in the backward pass of a layer, each with 2 bytes read and 2 written for 2048 x 4096 numbers. With
-- overlap in chunks there are no copies.
function TestSoftware:test_copies_of_tp_collectives()
  local function at(layout) return eval("torchtitan", { layout = layout }, { "t_tp_copies", "mem_vs_bw", "mem_pace" }) end
  local own = at{}
  lu.assertAlmostEquals(own.t_tp_copies, 8 * 4 * 2048 * 4096 * own.mem_pace / own.mem_vs_bw, 1e-12)
  for _, layout in ipairs{ { sp = "no" }, { tp = 1 }, { tp_overlap = "yes" } } do
    lu.assertEquals(at(layout).t_tp_copies, 0)
  end
  lu.assertEquals(eval("megatron_core", { layout = { sp = "yes" } }, { "t_tp_copies", "t_step" }).t_tp_copies, 0)
end

-- If weights stay gathered on pipeline stages, only the optimizer state is sharded. Without stages each pass gathers the
-- weights, whatever the layout states.
function TestSoftware:test_weights_stay_gathered_on_stages()
  local names = { "t_step", "shares_weight", "first_mem", "last_mem" }
  for model, layout in pairs{ llama3_8b = { pp = 4, dp = 4 }, mixtral_8x7b = { pp = 4, dp = 4, tp = 1, ep = 2 } } do
    local function values(more)
      for key, value in pairs(layout) do more[key] = more[key] or value end
      return eval("torchtitan", { model = model, layout = more }, names)
    end
    local once, each = values{ zero = "weights" }, values{ zero = "weights", stage_gather = "each" }
    local flat = values{ zero = "weights", pp = 1 }
    lu.assertEquals({ once.shares_weight, each.shares_weight, flat.shares_weight }, { 0, 1, 1 })
    lu.assertTrue(each.t_step > 1.01 * once.t_step and each.first_mem < 0.95 * once.first_mem, model)
    local same = values{ zero = "optimizer", dp_overlap = "both" }
    for _, name in ipairs(names) do lu.assertAlmostEquals(once[name], same[name], 1e-9 * same[name], name) end
  end
  lu.assertEquals(eval("megatron_core", { layout = { pp = 4, zero = "weights" } }, names).shares_weight, 1)
end

-- The number of expert layers in a bucket changes no byte of a step, whatever the ranks shard.
function TestSoftware:test_buckets_of_experts_hold_the_same_bytes()
  for _, zero in ipairs{ "none", "optimizer", "gradients" } do
    local function sent(bucket)
      return tw.eval({ model = "mixtral_8x7b", device = "h100_sxm", software = { like = "ideal", bucket = bucket },
        layout = { dp = 8, ep = 2, zero = zero }, run = { sl = 2048, global_batch = 8 } }, "dp_byte")
    end
    local alone = sent(0)
    lu.assertTrue(alone > 0)
    lu.assertAlmostEquals(sent(4e9) / alone, 1, 1e-9, zero)
  end
end

-- Full recomputation launches the kernels of the forward pass twice, as Megatron's own tests show (6.35 ms instead of 4.17
-- on one H100, studies/runs/host.lua), but not FSDP's all-gathers. Recomputation of experts alone launches their kernels
-- twice.
function TestSoftware:test_recomputation_starts_kernels_again()
  local long = 10 -- in seconds: longer than any pass
  local wants = { "t_layer_host", "t_host_f", "t_layer_f", "t_layer_cmp", "t_layer_ser", "t_layer_exp", "host_layer" }
  local function waits(model, run, shard)
    run.sl, run.b = 1024, 1
    local software = { like = "ideal", kernels = "eager", host = long, host_own = 1, host_experts = 0.5, host_shard = 0.25 }
    local layout = { dp = 2, zero = shard and "weights" or nil }
    local v = tw.eval({ model = model, device = "b200_sxm", layout = layout, run = run, software = software }, wants)
    return (v.t_layer_host + v.t_layer_cmp + v.t_layer_ser + v.t_layer_exp) / long, (v.t_host_f + v.t_layer_f) / long
  end
  local function holds(all, forward, ...)
    local a, f = waits(...)
    lu.assertAlmostEquals(a, all, 1e-9)
    if forward then lu.assertAlmostEquals(f, forward, 1e-9) end
  end
  holds(1, nil, "llama3_8b", {})
  holds(1.5, nil, "llama3_8b", { recompute = "full" })
  holds(1.25, nil, "llama3_8b", { recompute = "full", recompute_part = 0.5 })
  holds(1.75, nil, "llama3_8b", { recompute = "full" }, true)
  holds(1.5, 0.75, "mixtral_8x7b", {})
  holds(2.25, 0.75, "mixtral_8x7b", { recompute = "full" })
  holds(1.75, 0.75, "mixtral_8x7b", { recompute_experts = "yes" })
end

-- A layer takes at least as long as its host. Each pass of a layer with experts takes at least half of that, because the
-- host waits for the device there. CUDA graphs remove the host time; graphs of all but the experts remove that of the rest
-- of the layer. Serving engines always use graphs.
function TestSoftware:test_a_layer_waits_for_its_host()
  local wants = { "host_layer", "t_layer_f", "t_host_f", "t_layer_host", "t_layer_cmp", "t_layer_ser", "t_layer_exp" }
  local function at(model, host, graphs, mode, device)
    return tw.eval({ model = model, device = device or "b200_sxm", layout = { tp = 2, sp = "yes" },
      run = { sl = 1024, b = 1, mode = mode },
      software = { like = "ideal", host = host, host_own = 1, host_experts = 0.25, graphs = graphs } }, wants)
  end
  local function narrow(graphs, kernels, format, mode)
    return tw.eval({ model = "llama3_8b", device = "h100_sxm",
      run = { sl = 1024, b = 1, format = format or "fp8", mode = mode },
      software = { like = "ideal", kernels = kernels, host = 1, host_own = 0.5, host_narrow = 0.25, graphs = graphs } },
      "host_layer")
  end
  lu.assertEquals({ narrow(), narrow("dense"), narrow(nil, nil, "bf16"), narrow(nil, nil, "fp8", "inference") },
    { 0.75, 0, 0.5, 0 })
  lu.assertEquals(narrow(nil, "eager"), 0.75)
  local function latent(model, graphs)
    return tw.eval({ model = model, device = "h100_sxm", run = { sl = 1024, b = 1 },
      software = { like = "ideal", host = 1, host_own = 0.5, host_latent = 0.25, graphs = graphs } }, "host_layer")
  end
  lu.assertEquals({ latent "llama3_8b", latent "deepseek_v2_lite", latent("deepseek_v2_lite", "dense") }, { 0.5, 0.75, 0 })
  for _, model in ipairs{ "llama3_8b", "mixtral_8x7b" } do
    local free, sparse = at(model, 0), model == "mixtral_8x7b"
    local layer = free.t_layer_cmp + free.t_layer_ser + free.t_layer_exp
    local forward, all = free.t_layer_f, sparse and 1.25 or 1
    lu.assertTrue(layer > 2.2 * forward, model)
    lu.assertEquals({ free.t_layer_host, at(model, 1.9 * forward / all).t_layer_host }, { 0, 0 }, model)
    local between = at(model, layer / all) -- half of this time is longer than the forward pass alone
    lu.assertAlmostEquals(between.t_layer_host, sparse and layer / 2 - forward or 0, 1e-12, model)
    lu.assertAlmostEquals(between.t_host_f, between.t_layer_host, 1e-12, model)
    local long = at(model, 8 * layer / all)
    lu.assertAlmostEquals(layer + long.t_layer_host, 8 * layer, 1e-9, model)
    lu.assertAlmostEquals((forward + long.t_host_f) / (8 * layer), sparse and 0.5 or forward / layer, 1e-9, model)
    lu.assertAlmostEquals(at(model, 4, "dense").host_layer, sparse and 1 or 0, 1e-12, model)
    lu.assertAlmostEquals(at(model, 4, "none").host_layer, 4 * all, 1e-12, model)
    lu.assertEquals(at(model, 4, "dense_fp4", nil, "gb200_nvl72").host_layer, at(model, 4, "dense").host_layer, model)
    lu.assertEquals(at(model, 4, "dense_fp4").host_layer, at(model, 4, sparse and "none" or "dense").host_layer, model)
    lu.assertEquals(at(model, 4, "dense_fp4", nil, "h200_sxm").host_layer, at(model, 4, "none").host_layer, model)
    lu.assertEquals({ at(model, 4, "all").host_layer, at(model, 4, "none", "inference").host_layer }, { 0, 0 }, model)
  end
end

-- If GEMMs heat a board, GEMMs run slower and fused attention keeps its speed. Unfused attention also slows down, because
-- its scores are GEMMs.
function TestSoftware:test_fused_attention_heats_no_board()
  local wants = { "t_core_f", "t_core_b", "t_fwd", "t_bwd", "t_gemm_f", "t_gemm_b", "t_layer_w", "t_gemm_w", "gemm_clock" }
  local function at(attention, heat)
    return tw.eval({ model = "llama3_8b", device = "b200_sxm", software = tw.software.ideal{ gemm_heat = heat },
      run = { sl = 8192, micro_batch = 1, attention = attention } }, wants)
  end
  local hot, cool = at("fused", 0.5), at("fused", 0)
  lu.assertTrue(hot.gemm_clock > 1.2 and hot.gemm_clock < 1.5)
  lu.assertEquals({ hot.t_core_f, hot.t_core_b }, { cool.t_core_f, cool.t_core_b })
  -- Of all but two products in the forward pass and five in the backward pass, two of these for the weights.
  local more = hot.gemm_clock - 1
  lu.assertAlmostEquals(hot.t_fwd - cool.t_fwd, more * (cool.t_gemm_f - cool.t_core_f), 1e-12)
  lu.assertAlmostEquals(hot.t_bwd - cool.t_bwd, more * (cool.t_gemm_b - cool.t_core_b), 1e-12)
  lu.assertAlmostEquals(hot.t_layer_w - cool.t_layer_w, more * (cool.t_gemm_w - cool.t_core_f), 1e-12)
  local hot_unfused, unfused = at("unfused", 0.5), at("unfused", 0)
  lu.assertTrue(hot_unfused.t_core_f > unfused.t_core_f and hot_unfused.t_core_b > unfused.t_core_b)
end

os.exit(lu.LuaUnit.run(), true)
