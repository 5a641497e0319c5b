-- SPDX-License-Identifier: MIT
-- How tokens are sent to their experts: a copy for each expert or for each node, after compute or during it.
local lu = require "luaunit"
local core = require "twocs.core"
local tw = require "twocs"

TestExperts = {}

local function case(layout, run)
  local all = { tp = 1, pp = 4, ep = 32, dp = 32 }
  for key, value in pairs(layout or {}) do all[key] = value end
  return { model = "qwen3_235b", device = "h100_sxm", layout = all, illegal = "allow", software = "megatron_core",
    run = run or { sl = 4096, global_batch = 1024, micro_batch = 1 } }
end

-- 8 experts of a token on 4 nodes: on average 4 (1 - (3 / 4)^8) nodes.
function TestExperts:test_a_copy_for_each_node()
  local each = tw.eval(case(), { "token_copies", "ep_dispatch_payload", "t_ep_dispatch" })
  local nodes = tw.eval(case{ dispatch = "nodes" }, { "token_nodes", "token_copies", "ep_dispatch_payload",
    "t_ep_dispatch" })
  lu.assertEquals(each.token_copies, 8)
  lu.assertAlmostEquals(nodes.token_nodes, 4 * (1 - core.pow(0.75, 8)), 1e-12)
  lu.assertAlmostEquals(nodes.ep_dispatch_payload / each.ep_dispatch_payload, nodes.token_copies / 8, 1e-12)
  lu.assertTrue(nodes.t_ep_dispatch < each.t_ep_dispatch)
  lu.assertEquals(tw.eval(case{ dispatch = "nodes", route_nodes = 2 }, "token_nodes"), 2)
  lu.assertTrue(tw.eval(case{ dispatch = "nodes", route_nodes = 2 }, "token_copies") >= 2)
end

-- Megatron-Core adds the experts' bias by operators of its own: 28 bytes for each element of the output in the forward
-- pass, 40 in the backward pass. In a kernel with the GEMM it takes no time.
function TestExperts:test_bias_of_experts()
  local function times(more)
    local software = { like = "megatron_core" }
    for key, value in pairs(more or {}) do software[key] = value end
    return tw.eval({ model = "gpt_oss_20b", device = "h100_sxm", layout = { ep = 8, dp = 8 }, software = software,
      run = { sl = 4096, global_batch = 64, micro_batch = 1 } },
      { "t_permute_f", "t_permute_b", "routed_tokens", "h", "mem_pace", "row_rho", "permute_rho", "stream_rho" })
  end
  local apart, fused = times(), times{ bias_byte = 0, bias_back_byte = 0 }
  local byte = apart.routed_tokens * apart.h * apart.mem_pace * apart.row_rho * apart.permute_rho * apart.stream_rho
  lu.assertAlmostEquals((apart.t_permute_f - fused.t_permute_f) / (28 * byte), 1, 1e-9)
  lu.assertAlmostEquals((apart.t_permute_b - fused.t_permute_b) / (40 * byte), 1, 1e-9)
end

-- Inside a node both methods send the same bytes.
function TestExperts:test_inside_a_node_both_are_one()
  local inside = { ep = 8, dispatch = "nodes" }
  lu.assertEquals(tw.eval(case(inside), "t_step"), tw.eval(case{ ep = 8 }, "t_step"))
end

-- The hidden time is at most the time of the exchange, compute does not change, and microbatches must overlap.
function TestExperts:test_overlapped_with_another_microbatch()
  local names = { "t_step", "t_sync", "t_cmp", "t_ep_hidden_f", "t_ep_hidden_b", "t_ep_dispatch_layer",
    "t_ep_combine_layer" }
  local apart, overlapped = tw.eval(case(), names), tw.eval(case{ ep_overlap = "yes" }, names)
  local hidden = overlapped.t_ep_hidden_f + overlapped.t_ep_hidden_b
  lu.assertTrue(hidden > 0 and hidden <= overlapped.t_ep_dispatch_layer + overlapped.t_ep_combine_layer)
  lu.assertAlmostEquals(apart.t_sync - overlapped.t_sync, hidden, 1e-9)
  lu.assertEquals(apart.t_cmp, overlapped.t_cmp)
  lu.assertTrue(overlapped.t_step < apart.t_step)
  local few = { sl = 4096, global_batch = 128, micro_batch = 1 } -- as many microbatches as stages
  lu.assertEquals(tw.eval(case({ ep_overlap = "yes" }, few), "t_step"), tw.eval(case(nil, few), "t_step"))
end

-- DeepSeek-V2 with four layers, the first of them dense, on two stages; by hand, in BF16: the first stage has the
-- embedding, a dense layer and one with experts, the last stage two with experts and the LM head.
function TestExperts:test_leading_dense_layers_are_where_they_are()
  local m = tw.models.deepseek_v2{ layers = 4, moe_share = 3 / 4 }
  local lead = { model = m, device = "h100_sxm", layout = { pp = 2, ep = 4, dp = 4 }, software = "ideal",
    run = { sl = 4096, global_batch = 64, micro_batch = 1 } }
  local v = tw.eval(lead, { "first_weight_mem", "last_weight_mem", "attn_param" })
  local norms, table_param = 2 * m.h, m.vocab * m.h
  local dense, expert = 3 * m.h * m.ffn, 3 * m.h * m.expert_ffn
  local sparse = 40 * expert + 3 * m.h * m.shared_ffn + 160 * m.h -- a device has 40 of 160 experts, and the router
  local each = v.attn_param + norms
  lu.assertAlmostEquals(v.first_weight_mem / (2 * (table_param + 2 * each + dense + sparse)), 1, 1e-12)
  lu.assertAlmostEquals(v.last_weight_mem / (2 * (table_param + m.h + 2 * each + 2 * sparse)), 1, 1e-12)
  lead.model = tw.models.deepseek_v2{ layers = 4, moe_share = 3 / 4, dense_at = "spread" }
  local w = tw.eval(lead, { "first_weight_mem", "last_weight_mem" })
  lu.assertAlmostEquals(w.first_weight_mem + w.last_weight_mem, v.first_weight_mem + v.last_weight_mem, 1)
  lu.assertAlmostEquals(w.first_weight_mem, w.last_weight_mem - 2 * m.h, 1)
end

-- The layers with experts of all stages add up to those of the model, and with one stage the mean layer is used.
function TestExperts:test_layers_with_experts_add_up()
  for _, dense in ipairs{ 1, 3, 5, 9, 20 } do
    for _, layout in ipairs{ { pp = 4 }, { pp = 4, vp = 2 }, { pp = 4, vp = 4 }, { pp = 4, schedule = "zb_v" },
      { pp = 4, schedule = "dualpipe" }, { pp = 1 }, { pp = 2 } } do
      layout.ep, layout.dp = 8, 8
      local v = tw.eval({ model = tw.models.deepseek_v3{ layers = 32, moe_share = 1 - dense / 32 }, device = "h100_sxm",
        layout = layout, run = { sl = 4096, global_batch = 256, micro_batch = 1 } },
        { "first_more", "middle_more", "last_more", "middle_count", "first_dense", "middle_dense", "last_dense" })
      local others = dense - v.first_dense - v.middle_count * v.middle_dense - v.last_dense -- of other middle stages
      if layout.pp == 1 then others = 0 end
      lu.assertTrue(others > -1e-12)
      lu.assertAlmostEquals(v.first_more + v.middle_count * v.middle_more - others + v.last_more, 0, 1e-12)
      if layout.pp > 1 and dense < 32 / layout.pp / 2 then lu.assertTrue(v.first_more < 0) end
    end
  end
end

-- Hidden between nodes only: inside a node nothing is hidden, and between nodes at most as much as another microbatch's
-- compute takes.
function TestExperts:test_exchanges_hidden_between_nodes()
  local function beside(overlap, ep)
    return tw.eval({ model = "deepseek_v3", device = "h100_sxm", software = "ideal",
      layout = { ep = ep, dp = 64, ep_overlap = overlap }, run = { sl = 1024, b = 8, micro_batch = 1 }, illegal = "allow" },
      "ep_beside")
  end
  lu.assertEquals({ beside("between", 8), beside("between", 16), beside("yes", 8), beside("no", 16) },
    { 0, 7 / 8, 7 / 8, 0 })
end

-- The values of layers with experts and of those without, weighted by their shares, add up to those of the mean layer.
function TestExperts:test_the_mean_is_made_of_both()
  local names = { "t_fwd", "t_layer_cmp", "t_ser", "layer_act", "with_act", "lead_act", "t_with_f", "t_lead_f",
    "t_with_cmp", "t_lead_cmp", "t_with_ser", "t_lead_ser", "dev_layer_param", "dev_expert_param", "with_param",
    "lead_param", "own_expert_param" }
  for _, recompute in ipairs{ "none", "full" } do
    for _, shared in ipairs{ 0, 2048 } do
      local function at(with)
        return tw.eval({ model = tw.models.deepseek_v3{ layers = 60, moe_share = with / 60, shared_ffn = shared },
          device = "h100_sxm", layout = { tp = 2, sp = "yes", pp = 4, ep = 8, dp = 8 }, software = "ideal",
          run = { sl = 4096, global_batch = 64, micro_batch = 1, recompute = recompute } }, names)
      end
      local few, many = at(20), at(50)
      local function same(mean, with, lead)
        local own = few[with] - few[lead]
        lu.assertAlmostEquals((many[mean] - few[mean]) / (0.5 * own), 1, 1e-9, mean)
      end
      same("t_fwd", "t_with_f", "t_lead_f")
      same("t_layer_cmp", "t_with_cmp", "t_lead_cmp")
      same("t_ser", "t_with_ser", "t_lead_ser")
      same("layer_act", "with_act", "lead_act")
      same("dev_layer_param", "with_param", "lead_param")
      lu.assertAlmostEquals((many.dev_expert_param - few.dev_expert_param) / (0.5 * few.own_expert_param), 1, 1e-9)
    end
  end
end

-- The work of a model does not depend on its layout. The weights of a layer with experts are those of DeepSeek-V3's report:
-- 256 experts of 2048 and a shared one, where a dense layer has a width of 18432.
function TestExperts:test_work_and_weights_of_the_model()
  local function eval(model, layout, name)
    layout.dp, layout.ep = 8, 8
    return tw.eval({ model = model, device = "h100_sxm", layout = layout, software = "ideal", illegal = "allow",
      run = { sl = 4096, global_batch = 64, micro_batch = 1 } }, name)
  end
  for _, name in ipairs{ "deepseek_v3", "qwen3_235b" } do
    local whole = eval(name, { tp = 1 }, "step_flop")
    for _, tp in ipairs{ 2, 4 } do
      for _, sp in ipairs{ "no", "yes" } do
        lu.assertAlmostEquals(tp * eval(name, { tp = tp, sp = sp }, "step_flop") / whole, 1, 1e-9, name)
      end
    end
  end
  local function weights(model) return eval(model, {}, "layer_param") end
  local of = tw.models.deepseek_v3{ layers = 64 } -- moe_share must give whole layers
  local few, all = weights(of{ moe_share = 0.25 }), weights(of{ moe_share = 1 })
  local h, experts = 7168, 256 * (3 * 7168 * 2048 + 7168 + 1) -- each with its row of the router and the bias of this row
  lu.assertAlmostEquals((all - few) / (0.75 * (experts + 3 * h * 2048 - 3 * h * 18432)), 1, 1e-9)
end

-- If all dense layers are on the first stage, the last stage is that of a model without dense layers.
function TestExperts:test_a_stage_of_layers_with_experts_alone()
  local names = { "t_last_f", "t_last_w", "t_last_cmp", "t_last_ser", "t_last_floor" }
  for _, run in ipairs{ {}, { recompute = "full" }, { mode = "inference" } } do
    run.sl, run.global_batch, run.micro_batch = 4096, 64, 1
    local function last(share)
      return tw.eval({ model = tw.models.deepseek_v3{ layers = 8, moe_share = share }, device = "h100_sxm", run = run,
        layout = { tp = 2, sp = "yes", pp = 2, ep = 8, dp = 8 }, software = "ideal", illegal = "allow" }, names)
    end
    local half, all = last(0.5), last(1)
    for _, name in ipairs(names) do
      lu.assertAlmostEquals(half[name], all[name], 1e-9 * all[name], name)
    end
    lu.assertTrue(all.t_last_f > 0 and all.t_last_ser > 0)
  end
end

-- The engine's rows and the timeline, which counts the layers of each chunk itself.
function TestExperts:test_rows_and_timeline_agree_on_leading_dense_layers()
  for _, layout in ipairs{ { pp = 4 }, { pp = 4, vp = 2 }, { pp = 8, vp = 4 }, { pp = 8, schedule = "gpipe" } } do
    layout.ep, layout.dp = 8, 8
    local lead = { model = tw.models.deepseek_v3{ layers = 64, moe_share = 58 / 64 }, device = "h100_sxm", layout = layout,
      software = "ideal", run = { sl = 4096, global_batch = 512, micro_batch = 1 } }
    lu.assertAlmostEquals(tw.timeline(lead).step / tw.eval(lead, "t_step"), 1, 0.01)
    lead.run.recompute_experts = "yes"
    lu.assertAlmostEquals(tw.timeline(lead).step / tw.eval(lead, "t_step"), 1, 0.01)
  end
end

-- Layers assigned one by one to the chunks, as frameworks do: to the stages in turn, and back again for a V schedule.
local function dealt(dense, layers, schedule, vp)
  local pp, turns = #layers, schedule == "zb_v" or schedule == "dualpipe_v"
  local chunks, left, list = turns and 2 or vp, dense, {}
  for stage = 1, pp do list[stage] = 0 end
  for chunk = 1, chunks do
    for i = 1, pp do
      local stage = turns and chunk == 2 and pp + 1 - i or i
      local here = math.min(left, layers[stage] / chunks)
      list[stage], left = list[stage] + here, left - here
    end
  end
  return list
end

function TestExperts:test_stages_have_the_layers_that_are_assigned_to_them()
  local tried = 0
  for _, layers in ipairs{ { 8, 8, 8, 8 }, { 8, 8 }, { 4, 8, 8, 8, 4 }, { 12, 16, 16, 4 }, { 4, 4, 4, 4, 4, 4, 4, 4 } } do
    for _, schedule in ipairs{ "1f1b", "gpipe", "zb_v", "dualpipe_v" } do
      for _, vp in ipairs(schedule == "1f1b" and { 1, 2, 4 } or { 1 }) do
        local n = 0
        for _, count in ipairs(layers) do n = n + count end
        for dense = 1, n - 1, 3 do
          local by_hand, pp = dealt(dense, layers, schedule, vp), #layers
          local fewest = pp > 2 and math.huge or 0
          for stage = 2, pp - 1 do fewest = math.min(fewest, by_hand[stage]) end
          local v = tw.eval({ model = tw.models.deepseek_v3{ layers = n, moe_share = 1 - dense / n }, device = "h100_sxm",
            illegal = "allow", run = { sl = 4096, global_batch = 256, micro_batch = 1 },
            layout = { pp = pp, vp = vp, schedule = schedule, ep = 8, dp = 8, first_layers = layers[1],
              middle_layers = pp > 2 and layers[2] or nil, last_layers = layers[pp] } },
            { "first_dense", "middle_dense", "last_dense" })
          local what = tw.format("%d of %d, PP %d, VP %d, %s", dense, n, pp, vp, schedule)
          lu.assertAlmostEquals(v.first_dense, by_hand[1], 1e-9, what)
          lu.assertAlmostEquals(v.middle_dense, fewest, 1e-9, what)
          lu.assertAlmostEquals(v.last_dense, by_hand[pp], 1e-9, what)
          tried = tried + 1
        end
      end
    end
  end
  lu.assertTrue(tried > 200)
end

-- A layer that predicts a further token joins two hidden states by a matrix of 2 H x H after two norms, and has its own
-- last norm and its own loss with the model's LM head.
function TestExperts:test_layers_that_predict_further()
  local names = { "param", "t_tail_f", "t_tail_w", "t_tail_b", "end_mem", "step_flop", "t_loss_ser", "t_step" }
  local function at(mtp)
    return tw.eval({ model = tw.models.deepseek_v3{ layers = 62, moe_share = 59 / 62, mtp = mtp }, device = "h100_sxm",
      software = "ideal", layout = { tp = 2, sp = "yes", pp = 2, ep = 8, dp = 8 }, illegal = "allow",
      run = { sl = 4096, global_batch = 64, micro_batch = 1 } }, names)
  end
  local none, one = at(0), at(1)
  local h, vocab = 7168, 129280
  lu.assertEquals(one.param - none.param, 2 * h * h + 3 * h)
  lu.assertAlmostEquals(one.end_mem / none.end_mem, 2, 1e-12)
  lu.assertAlmostEquals(one.t_loss_ser / none.t_loss_ser, 2, 1e-12)
  local more = 3 * 8 * 4096 * (2 * h * vocab + 4 * h * h) / 2 / 2 -- 8 microbatches, TP 2, PP 2, three passes
  lu.assertAlmostEquals((one.step_flop - none.step_flop) / more, 1, 1e-9)
  for _, name in ipairs{ "t_tail_f", "t_tail_w", "t_tail_b" } do
    lu.assertTrue(one[name] > 2 * none[name] and one[name] < 2.3 * none[name], name)
  end
  lu.assertTrue(one.t_step > none.t_step)
end

-- The kernel of a device's experts moves the tokens that the exchange delivered, for any EP degree; two microbatches of
-- inference hide each other's exchange, and a single one hides nothing.
function TestExperts:test_inference_with_ep()
  local function at(ep, micro, overlap)
    return tw.eval({ model = "deepseek_v3", device = "h100_sxm", software = "megatron_core",
      run = { mode = "inference", sl = 4096, b = 4, micro_batch = micro },
      layout = { dp = ep, ep = ep, dispatch = "nodes", ep_overlap = overlap } },
      { "group_moved", "t_sync_f", "t_ep_dispatch_f", "t_ep_combine_f", "t_fwd", "f_slow_ep", "t_step" })
  end
  local one, many = at(1, 4, "no"), at(32, 4, "no")
  lu.assertEquals(one.group_moved, 2 * 7168 * 4 * 4096 * 8)
  lu.assertEquals(many.group_moved, one.group_moved)
  lu.assertAlmostEquals(many.t_sync_f / (many.t_ep_dispatch_f + many.t_ep_combine_f), 1, 1e-9)
  lu.assertEquals(at(32, 4, "yes"), many)
  local alone, two = at(32, 2, "no"), at(32, 2, "yes")
  local sent, speed = two.t_ep_dispatch_f + two.t_ep_combine_f, 1 - two.f_slow_ep
  lu.assertAlmostEquals(two.t_sync_f / (sent * (1 - speed * math.min(1, two.t_fwd * speed / sent))), 1, 1e-9)
  lu.assertTrue(two.t_step < 0.8 * alone.t_step)
end

-- DeepSeek-V3 as its makers serve it: within a quarter of their measurements, with nothing fitted to them.
function TestExperts:test_serving()
  local said, print_before = {}, print
  print = function(text) said[#said + 1] = text end -- luacheck: ignore
  dofile((arg[0]:match("^(.*)/tests/lua/[^/]*$") or ".") .. "/scripts/studies/runs/serving.lua")
  print = print_before -- luacheck: ignore
  local text = table.concat(said, "\n")
  local prefill, decode = text:match "prefill.-%(([-+%d.]+) %%%).*decode.-%(([-+%d.]+) %%%)"
  for _, off in ipairs{ prefill, decode } do lu.assertTrue(math.abs(tonumber(off)) < 25, text) end
end

-- The whole FC of experts is recomputed: its activations are not kept, its tokens are sent once more, and nothing else
-- changes; with full recomputation of the layer nothing is added.
function TestExperts:test_experts_that_run_again()
  local names = { "kept_act", "with_act", "moe_part", "t_ep_dispatch_layer", "t_ep_dispatch_f", "redo_flop", "t_fwd",
    "t_bwd", "t_with_f", "t_with_cmp", "step_redo_flop", "first_act_mem", "work_act", "t_step", "mem_byte" }
  local function at(run)
    run.sl, run.global_batch, run.micro_batch = 4096, 256, 1
    return tw.eval({ model = tw.models.deepseek_v3{ layers = 64, moe_share = 61 / 64 }, device = "h100_sxm",
      software = "ideal", layout = { pp = 4, ep = 8, dp = 8 }, run = run, illegal = "allow" }, names)
  end
  local kept, again = at{}, at{ recompute_experts = "yes" }
  lu.assertAlmostEquals((kept.kept_act - again.kept_act) / (kept.moe_part * kept.with_act), 1, 1e-12)
  lu.assertAlmostEquals((again.work_act - kept.work_act) / kept.with_act, 1, 1e-12)
  lu.assertAlmostEquals(again.t_ep_dispatch_layer - kept.t_ep_dispatch_layer, kept.t_ep_dispatch_f, 1e-12)
  lu.assertEquals(again.t_fwd, kept.t_fwd)
  lu.assertAlmostEquals((again.t_bwd - kept.t_bwd) / (kept.moe_part * kept.t_with_f), 1, 1e-9)
  lu.assertAlmostEquals((again.t_with_cmp - kept.t_with_cmp) / kept.t_with_f, 1, 1e-9)
  -- 9 experts of width 2048 for a token, and the router.
  local flop = 61 / 64 * 4096 * (2 * 3 * 7168 * 9 * 2048 + 2 * 7168 * 256)
  lu.assertAlmostEquals((again.redo_flop - kept.redo_flop) / flop, 1, 1e-9)
  lu.assertAlmostEquals(again.step_redo_flop / (32 / 4 * 64 * flop), 1, 1e-9)
  -- The first stage has 16 layers, of which 3 are dense, and as many microbatches in flight as stages.
  lu.assertAlmostEquals((kept.first_act_mem - again.first_act_mem) / (4 * 13 * kept.with_act - kept.with_act), 1, 1e-9)
  local full, both = at{ recompute = "full" }, at{ recompute = "full", recompute_experts = "yes" }
  for _, name in ipairs(names) do lu.assertEquals(both[name], full[name], name) end
end

-- The default of ETP: TP in Megatron, one in other recipes.
local function mixtral(software, layout)
  local all = { tp = 4, sp = "yes", pp = 2, ep = 8, dp = 8 }
  for key, value in pairs(layout or {}) do all[key] = value end
  return { model = "mixtral_8x22b", device = "h100_sxm", layout = all, software = software,
    run = { sl = 4096, global_batch = 64, micro_batch = 1 } }
end

function TestExperts:test_the_software_sets_etp()
  lu.assertEquals(tw.eval(mixtral "megatron_core", "etp"), 4)
  for _, name in ipairs{ "nemo", "megatron_deepspeed", "torchtitan", "pytorch", "ideal" } do
    lu.assertEquals(tw.eval(mixtral(name), "etp"), 1)
  end
  lu.assertEquals(tw.eval(mixtral("megatron_core", { etp = 1 }), "etp"), 1)
  local many = mixtral "megatron_core"
  many.model = "qwen3_235b"
  lu.assertEquals(tw.eval(many, "etp"), 1)
  local said, left = mixtral("megatron_core", { etp = 4 }), mixtral "megatron_core"
  lu.assertEquals(tw.eval(left, "t_step"), tw.eval(said, "t_step"))
end

-- EP must divide the product of CP and DP, and ETP the width; otherwise the run had another ETP.
function TestExperts:test_etp_that_could_not_be_is_one()
  lu.assertEquals(tw.eval(mixtral("megatron_core", { dp = 2 }), "etp"), 1)
  lu.assertEquals(tw.eval(mixtral("megatron_core", { dp = 2, cp = 4 }), "etp"), 4)
  local odd = mixtral "megatron_core"
  odd.model = tw.models.mixtral_8x22b{ expert_ffn = 16382 }
  lu.assertEquals(tw.eval(odd, "etp"), 1)
end

function TestExperts:test_etp_follows_tp_along_an_axis()
  local case = mixtral "megatron_core"
  case.layout.tp = nil
  local t = tw.sweep{ model = case.model, device = case.device, layout = case.layout, software = case.software,
    run = case.run, over = { tp = { 2, 4, 8 } }, want = { "etp", "t_step" } }
  lu.assertEquals(#t:column "tp", 3)
  for i, tp in ipairs{ 2, 4, 8 } do
    lu.assertEquals(t:column "tp"[i], tp)
    lu.assertEquals(t:column "etp"[i], tp)
    lu.assertEquals(t:column "t_step"[i], tw.eval(mixtral("megatron_core", { tp = tp }), "t_step"))
  end
end

local function gemms(format, more)
  local run = { sl = 4096, global_batch = 1024, micro_batch = 1, format = format }
  local made = case({ dp = 8, ep = 8 }, run)
  for key, value in pairs(more or {}) do made[key] = value end
  return tw.eval(made, { "group_eff", "flop_eff", "depth_eff", "depth_start", "h", "dev_expert_ffn",
    "expert_rows", "fc1_count", "t_expert1_f", "t_expert1_i", "t_expert1_w", "t_expert2_f", "t_expert2_i", "t_expert2_w",
    "expert1_flop", "expert2_flop", "peak" })
end

-- Experts' GEMMs reach the share of the peak that the fit of other GEMMs has in this format, with the start and end of
-- their tiles in each of six products; without such a fit, the device's own share.
function TestExperts:test_gemms_of_experts_are_as_fast_as_others()
  for _, format in ipairs{ "bf16", "fp8" } do
    local v = gemms(format)
    local k = { v.h, 2 * v.dev_expert_ffn, v.expert_rows, v.dev_expert_ffn, v.h, v.expert_rows }
    local time, flop = 0, 0
    for i = 1, 6 do
      local own = i <= 3 and v.expert1_flop or v.expert2_flop
      time, flop = time + own / (v.peak * v.depth_eff) * (1 + v.depth_start / k[i]), flop + own
    end
    lu.assertAlmostEquals(v.group_eff, flop / time / v.peak, 1e-12)
    local sum = v.t_expert1_f + v.t_expert1_i + v.t_expert1_w + v.t_expert2_f + v.t_expert2_i + v.t_expert2_w
    lu.assertAlmostEquals(sum / time, 1, 0.1) -- launches
  end
  -- FP8 reaches a smaller share of its peak than BF16. The device's own share is that of BF16.
  lu.assertTrue(gemms("fp8").group_eff < 0.85 * gemms("bf16").group_eff)
  local plain = gemms("fp8", { plan = { gemm = "roofline" } })
  lu.assertEquals(plain.group_eff, plain.flop_eff)
end

-- One expert for a device is one GEMM, two are a batch: twice the work takes twice the time.
function TestExperts:test_one_expert_and_two()
  local function time(ep)
    local made = { model = { like = "qwen3_235b" }, device = "h100_sxm", software = "megatron_core", illegal = "allow",
      layout = { ep = ep, dp = 64 }, run = { sl = 4096, b = 8, format = "fp8" } }
    made.model = tw.models.qwen3_235b{ experts = 64, expert_ffn = 4096 }
    local v = tw.eval(made, { "t_expert1_f", "expert1_flop", "expert_batch" })
    return v.t_expert1_f / v.expert1_flop, v.expert_batch
  end
  local one, batch = time(64)
  local two, more = time(32)
  lu.assertEquals({ batch, more }, { 1, 2 })
  lu.assertAlmostEquals(two / one, 1, 0.05)
end

os.exit(lu.LuaUnit.run() == 0, true)
