-- SPDX-License-Identifier: MIT
-- Recomputed parts of a layer, by Megatron's names of modules: the activations that are not kept and the additional time,
-- by hand; and how Transformer Engine stores inputs of GEMMs in FP8.
local tw = require "twocs"
local lu = require "luaunit"
local modules = require "twocs.data.modules"

TestModules = {}

local model = tw.models.deepseek_v3{ layers = 64, moe_share = 61 / 64 }
local sl, h, ffn, part = 4096, 7168, 18432, 61 / 64
local names = { "kept_act", "t_bwd", "t_fwd", "redo_flop", "step_redo_flop", "work_act", "t_norms_f", "t_expert_act_f",
  "t_query_up_f", "t_kv_up_f", "t_head_norm_f", "t_fc1_f", "t_fc2_f", "t_activation_f", "t_step", "mem_byte" }

local function at(run, over)
  over = over or {}
  local all = { sl = sl, global_batch = 256, micro_batch = 1 }
  for key, value in pairs(run) do all[key] = value end
  return tw.eval({ model = over.model or model, device = "h100_sxm", software = over.software or "ideal",
    layout = over.layout or { pp = 4, ep = 8, dp = 8 }, run = all, illegal = "allow" }, names)
end

local function near(a, b, text) lu.assertAlmostEquals(a / b, 1, 1e-9, text) end

-- For each module: bytes of a layer in BF16, flop, and seconds.
local function expected(v)
  return {
    recompute_norms = { 2 * 2 * sl * h, 0, 2 * v.t_norms_f },
    recompute_activation = { part * 2 * sl * 9 * 2048, 0, part * v.t_expert_act_f },
    recompute_latent = { 2 * sl * (128 * (192 + 192 + 128) + 1536 + 512), 2 * sl * 128 * (1536 * 192 + 512 * 256),
      v.t_query_up_f + v.t_kv_up_f + v.t_head_norm_f },
    recompute_fc = { (1 - part) * 2 * sl * 3 * ffn, (1 - part) * 2 * sl * h * 3 * ffn,
      (1 - part) * (v.t_fc1_f + v.t_fc2_f + v.t_activation_f) },
  }
end

function TestModules:test_each_alone()
  local kept = at{}
  for field, by_hand in pairs(expected(kept)) do
    local again = at{ [field] = "yes" }
    near(kept.kept_act - again.kept_act, by_hand[1], field)
    lu.assertAlmostEquals(again.redo_flop - kept.redo_flop, by_hand[2], 1e-9 * kept.redo_flop, field)
    lu.assertAlmostEquals(again.step_redo_flop, 32 / 4 * 64 * by_hand[2], 1e-9 * again.step_redo_flop, field)
    near(again.t_bwd - kept.t_bwd, by_hand[3], field)
    lu.assertEquals(again.t_fwd, kept.t_fwd)
    lu.assertTrue(again.t_step > kept.t_step and again.work_act > kept.work_act, field)
    -- The fullest stage has no layers without experts.
    lu.assertTrue(again.mem_byte < kept.mem_byte or field == "recompute_fc", field)
  end
end

-- If whole layers, or whole experts, are recomputed, their parts are not recomputed again.
function TestModules:test_parts_of_recomputed_layers_are_not_recomputed_again()
  local full, experts = at{ recompute = "full" }, at{ recompute_experts = "yes" }
  for field in pairs(expected(full)) do
    lu.assertEquals(at{ recompute = "full", [field] = "yes" }, full, field)
  end
  lu.assertEquals(at{ recompute_experts = "yes", recompute_activation = "yes" }, experts)
end

-- A model without experts has its activation function in the FC, and no latent vectors.
function TestModules:test_dense()
  local over = { model = tw.models.llama2_70b, layout = { tp = 8, dp = 4, sp = "yes" } }
  local kept, act, fc = at({}, over), at({ recompute_activation = "yes" }, over), at({ recompute_fc = "yes" }, over)
  near(kept.kept_act - act.kept_act, 2 * sl * 28672 / 8)
  near(act.t_bwd - kept.t_bwd, kept.t_activation_f)
  near(kept.kept_act - fc.kept_act, 3 * 2 * sl * 28672 / 8)
  near(fc.t_bwd - kept.t_bwd, kept.t_fc1_f + kept.t_fc2_f + kept.t_activation_f)
  lu.assertEquals(at({ recompute_latent = "yes" }, over), kept)
  lu.assertEquals(at({ recompute_fc = "yes", recompute_activation = "yes" }, over), fc)
  -- A recomputed module gathers its input and scatters its output once more.
  local function calls(run)
    run.sl, run.global_batch, run.micro_batch = sl, 4, 1
    return tw.eval({ model = over.model, device = "h100_sxm", software = "ideal", layout = over.layout, run = run },
      { "t_tp_ag_b", "t_tp_rs_b" })
  end
  local once, twice = calls{}, calls{ recompute_fc = "yes" }
  near(twice.t_tp_ag_b / once.t_tp_ag_b, 3 / 2)
  near(twice.t_tp_rs_b / once.t_tp_rs_b, 3 / 2)
end

-- Stages with both kinds of layers count their own layers: the first stage has all three without experts, of 16.
function TestModules:test_kinds_of_layers()
  local names = { "t_with_cmp", "t_lead_cmp", "t_with_ser", "t_lead_ser", "t_expert_act_f", "t_lead_f", "first_act_mem",
    "work_act", "t_tp_ag_b", "t_tp_ag", "t_tp_rs" }
  local function of(run, layout)
    run.sl, run.global_batch, run.micro_batch = sl, 256, 1
    return tw.eval({ model = model, device = "h100_sxm", software = "ideal", run = run, layout = layout }, names)
  end
  local plain = { pp = 4, ep = 8, dp = 8 }
  local kept, act, fc = of({}, plain), of({ recompute_activation = "yes" }, plain), of({ recompute_fc = "yes" }, plain)
  near(act.t_with_cmp - kept.t_with_cmp, kept.t_expert_act_f)
  lu.assertEquals(act.t_lead_cmp, kept.t_lead_cmp)
  near(fc.t_lead_cmp - kept.t_lead_cmp, kept.t_lead_f)
  lu.assertEquals(fc.t_with_cmp, kept.t_with_cmp)
  local function freed(less) return kept.first_act_mem - kept.work_act - (less.first_act_mem - less.work_act) end
  near(freed(act), 4 * 13 * 2 * sl * 9 * 2048) -- four microbatches in flight
  near(freed(fc), 4 * 3 * 3 * 2 * sl * ffn)
  local cut = { pp = 4, ep = 8, dp = 8, tp = 2, sp = "yes" }
  kept, fc = of({}, cut), of({ recompute_fc = "yes" }, cut)
  near(fc.t_tp_ag_b - kept.t_tp_ag_b, (1 - part) * kept.t_tp_ag)
  near(fc.t_lead_ser - kept.t_lead_ser, kept.t_tp_ag + kept.t_tp_rs)
  lu.assertEquals(fc.t_with_ser, kept.t_with_ser)
end

-- If all layers have experts there is no FC to recompute, and a case can omit the field.
function TestModules:test_where_a_module_is_not_there()
  local function of(which, field)
    local case = { model = which, device = "h100_sxm", layout = { dp = 8, ep = 8 }, software = "ideal",
      run = { sl = sl, global_batch = 8, micro_batch = 1, [field] = "yes" }, illegal = "allow" }
    return tw.eval(case, { "t_step", "mem_byte" })
  end
  local account = require "twocs.data.account"
  for _, one in ipairs{ { "mixtral_8x7b", "recompute_fc", true }, { "deepseek_v3", "recompute_fc", false },
    { "llama3_8b", "recompute_latent", true }, { "deepseek_v3", "recompute_latent", false } } do
    local m = tw.models[one[1]]
    local values = { experts = m.experts, moe_share = m.moe_share, kv_lora_rank = m.kv_lora_rank }
    lu.assertEquals(account.without(values, one[2]), one[3], one[1])
    if m.experts > 0 then
      lu.assertEquals(of(one[1], one[2]).t_step == of(one[1], "causal").t_step, one[3], one[1])
    end
  end
end

-- Stages with both kinds of layers: rows and timeline.
function TestModules:test_rows_and_timeline_agree()
  local case = { model = tw.models.deepseek_v3{ layers = 64, moe_share = 58 / 64 }, device = "h100_sxm", software = "ideal",
    layout = { pp = 4, vp = 2, ep = 8, dp = 8, tp = 2, sp = "yes" }, run = { sl = sl, global_batch = 512, micro_batch = 1,
    recompute_fc = "yes", recompute_activation = "yes", recompute_norms = "yes", recompute_latent = "yes" } }
  lu.assertAlmostEquals(tw.timeline(case).step / tw.eval(case, "t_step"), 1, 0.01)
end

-- Transformer Engine in FP8: inputs of the four linear GEMMs have one byte, attention's output has two bytes for attention
-- and one for the projection; PyTorch keeps them in BF16.
function TestModules:test_inputs_in_fp8()
  local function kept(software)
    return tw.eval({ model = tw.models.llama2_70b, device = "h100_sxm", software = software, layout = { tp = 1, dp = 8 },
      run = { sl = sl, global_batch = 8, micro_batch = 1, format = "fp8" } }, { "cut_act", "whole_act" })
  end
  local wide, narrow = kept{ like = "megatron_core", inputs_kept = "wide" }, kept "megatron_core"
  lu.assertEquals(narrow.cut_act, wide.cut_act - sl * 28672 + sl * 8192)
  lu.assertEquals(narrow.whole_act, wide.whole_act - 2 * sl * 8192)
  lu.assertEquals(kept "torchtitan_compiled", wide)
end

-- Router weights that multiply experts' outputs need these outputs in the backward pass: eight times the model's width per
-- token.
function TestModules:test_outputs_of_experts()
  local after = at({}, { software = { like = "ideal", router_scales = "outputs" } })
  local before = at({}, { software = { like = "ideal", router_scales = "activations" } })
  near(after.kept_act - before.kept_act, part * 2 * sl * 8 * h)
  lu.assertEquals(after.t_step, before.t_step)
end

function TestModules:test_names()
  lu.assertEquals(modules.fields{ "moe_act", "layernorm" },
    { recompute = "none", recompute_activation = "yes", recompute_norms = "yes" })
  local fields, missed = modules.fields{ "core_attn", "shared_experts" }
  lu.assertEquals(fields, { recompute = "selective" })
  lu.assertEquals(missed, { "shared_experts" })
  for _, module in ipairs(modules.list) do
    if module.field then lu.assertEquals(modules.names((modules.fields{ module.name })), { module.name }) end
  end
  lu.assertEquals(modules.names{ recompute = "full", recompute_norms = "yes" }, {})
end

os.exit(lu.LuaUnit.run() == 0, true)
