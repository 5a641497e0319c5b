-- SPDX-License-Identifier: MIT
-- How tokens go to their experts: a copy for each expert or for each node, in a row with compute or beside it.
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

-- 8 experts of a token on 4 nodes: 4 (1 - (3 / 4)^8) nodes in the mean.
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

-- Inside a node there is nothing to spare.
function TestExperts:test_inside_a_node_both_are_one()
  local inside = { ep = 8, dispatch = "nodes" }
  lu.assertEquals(tw.eval(case(inside), "t_step"), tw.eval(case{ ep = 8 }, "t_step"))
end

-- What hides is no more than there is, leaves compute as it is, and needs microbatches that meet.
function TestExperts:test_beside_another_microbatch()
  local names = { "t_step", "t_sync", "t_cmp", "t_ep_hidden_f", "t_ep_hidden_b", "t_ep_dispatch_layer",
    "t_ep_combine_layer" }
  local apart, beside = tw.eval(case(), names), tw.eval(case{ ep_overlap = "yes" }, names)
  local hidden = beside.t_ep_hidden_f + beside.t_ep_hidden_b
  lu.assertTrue(hidden > 0 and hidden <= beside.t_ep_dispatch_layer + beside.t_ep_combine_layer)
  lu.assertAlmostEquals(apart.t_sync - beside.t_sync, hidden, 1e-9)
  lu.assertEquals(apart.t_cmp, beside.t_cmp)
  lu.assertTrue(beside.t_step < apart.t_step)
  local few = { sl = 4096, global_batch = 128, micro_batch = 1 } -- as many as stages
  lu.assertEquals(tw.eval(case({ ep_overlap = "yes" }, few), "t_step"), tw.eval(case(nil, few), "t_step"))
end

os.exit(lu.LuaUnit.run() == 0, true)
