-- SPDX-License-Identifier: MIT
-- Layers with attention to all keys at a fixed distance: registered models, and the layers of their stages.
local lu = require "luaunit"
local tw = require "twocs"

TestPeriod = {}

local run = { sl = 4096, global_batch = 64, micro_batch = 1 }

-- Layers from one with attention to all keys to the next, of all models by name that have both kinds.
local every = { gpt_oss_20b = 2, gpt_oss_120b = 2, gemma2_9b = 2, gemma2_27b = 2, gemma3_4b = 6, gemma3_12b = 6,
  gemma3_27b = 6, qwen3_next_80b_a3b = 4 }

function TestPeriod:test_models_by_name()
  for name, distance in pairs(every) do
    local m = tw.models[name]
    local v = tw.eval({ model = m, device = "h100_sxm", run = run }, { "full_layers", "soft_layers", "window_share" })
    local full = 0
    for i = 1, m.layers do full = full + (i % distance == 0 and 1 or 0) end
    local windows = m.window > 0 and v.window_share * m.layers or 0
    lu.assertEquals({ v.full_layers, v.soft_layers - windows }, { full, full }, name)
  end
end

-- 48 layers, of which every fourth has attention to all keys: every third of 16 stages has no such layer.
function TestPeriod:test_stages_of_three_layers()
  local case = { model = "qwen3_next_80b_a3b", device = "h100_sxm", run = run, layout = { pp = 16, ep = 8, dp = 8 } }
  local v = tw.eval(case, { "first_full_more", "middle_full_more", "fewer_full_more", "last_full_more", "middle_count",
    "fewer_count", "first_weight_mem", "last_weight_mem", "attn_param", "state_param", "t_slot", "legal" })
  lu.assertEquals({ v.first_full_more, v.middle_full_more, v.fewer_full_more, v.last_full_more, v.middle_count,
    v.fewer_count, v.legal }, { -0.75, 0.25, -0.75, 0.25, 11, 3, 1 })
  -- The first stage has three layers with linear attention, the last stage two: in BF16, with the last norm.
  lu.assertAlmostEquals(v.first_weight_mem - v.last_weight_mem, 2 * (v.state_param - v.attn_param - 2048), 1)
  local even = tw.models.qwen3_next_80b_a3b{ full_every = 0 }
  case.model = even
  lu.assertTrue(v.t_slot ~= tw.eval(case, "t_slot"))
  -- With four stages, all stages are equal.
  case.layout = { pp = 4, ep = 8, dp = 8 }
  local names = { "t_step", "mem_byte", "first_mem", "last_mem" }
  local spread = tw.eval(case, names)
  case.model = "qwen3_next_80b_a3b"
  local placed = tw.eval(case, names)
  for _, name in ipairs(names) do lu.assertAlmostEquals(placed[name] / spread[name], 1, 1e-12, name) end
end

-- With a distance, the share of windows follows; a contradiction is refused.
function TestPeriod:test_shares_follow()
  local function at(fields)
    return tw.eval({ model = tw.models.llama3_8b(fields), device = "h100_sxm", run = run, illegal = "allow" },
      { "window_share", "legal" })
  end
  lu.assertEquals(at{ window = 128 }, { window_share = 1, legal = 1 })
  lu.assertEquals(at{ window = 128, full_every = 4 }, { window_share = 0.75, legal = 1 })
  lu.assertEquals(at{ window = 128, full_every = 5, full_first = 2 }, { window_share = 1 - 7 / 32, legal = 1 })
  lu.assertEquals(at{ window = 128, full_every = 4, window_share = 0.5 }.legal, 0)
  lu.assertEquals(at{ window = 128, full_every = 4, full_first = 5 }.legal, 0)
  local _, why = pcall(tw.eval, { model = tw.models.gpt_oss_20b{ window_share = 0.25 }, device = "h100_sxm", run = run },
    "t_step")
  lu.assertStrContains(tostring(why), "window_share and state_share must leave the same number of layers")
end

os.exit(lu.LuaUnit.run() == 0, true)
