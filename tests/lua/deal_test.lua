-- SPDX-License-Identifier: MIT
-- tw.deal: layers and recomputation by stage (search/deal.lua), compared with trying every deal.
local lu = require "luaunit"
local core = require "twocs.core"
local deal = require "twocs.search.deal"
local errors = require "twocs.fit.errors"
local expect = require "expect"
local tw = require "twocs"

TestDeal = {}

-- The shortest step of all deals, or nil.
local function by_trying(options, total, microbatches)
  local best
  local function try(s, left, most, sum)
    if s > #options then
      local step = (microbatches - 1) * most + sum
      if left == 0 and (not best or step < best) then best = step end
      return
    end
    for _, one in ipairs(options[s]) do
      if one.fits and one.layers <= left then try(s + 1, left - one.layers, math.max(most, one.t), sum + one.t) end
    end
  end
  try(1, total, 0, 0)
  return best
end

-- 200 instances: one to five stages, up to eight options of each, some of which do not fit.
function TestDeal:test_it_finds_what_trying_finds()
  local random, none = errors.random(7), 0
  for _ = 1, 200 do
    local options, total, microbatches = {}, 1 + math.floor(12 * random()), 1 + math.floor(9 * random())
    for s = 1, 1 + math.floor(5 * random()) do
      options[s] = {}
      for k = 1, 2 + math.floor(7 * random()) do
        local layers = 1 + math.floor(5 * random())
        options[s][k] = { layers = layers, t = layers * (0.5 + random()), fits = random() < 0.8 }
      end
    end
    local picked, step = deal.best(options, total, microbatches)
    local best = by_trying(options, total, microbatches)
    if not best then
      lu.assertNil(picked)
      none = none + 1
    else
      lu.assertAlmostEquals(step, best, 1e-12 * best)
      local layers, most, sum = 0, 0, 0
      for s, k in ipairs(picked) do
        local one = options[s][k]
        lu.assertTrue(one.fits)
        layers, most, sum = layers + one.layers, math.max(most, one.t), sum + one.t
      end
      lu.assertEquals(layers, total)
      lu.assertAlmostEquals((microbatches - 1) * most + sum, step, 1e-12 * step)
    end
  end
  lu.assertTrue(none > 10 and none < 150)
end

local case = { model = "llama3_70b", device = "a100_80g", layout = { tp = 4, pp = 8, dp = 1, sp = "yes" },
  run = { sl = 16384, global_batch = 64, micro_batch = 1 }, software = "megatron_core" }

-- The stages that hold the most microbatches recompute, if all must not.
function TestDeal:test_a_case()
  local t, step = assert(tw.deal(case))
  local layers = 0
  for i = 1, t.n do layers = layers + t:column "layers"[i] end
  lu.assertEquals({ t.n, layers }, { 8, 80 })
  lu.assertNotEquals(t:column "recompute"[1], "none")
  lu.assertEquals(t:column "recompute"[8], "none")
  local size, most = tw.eval(case, "mem_size"), 0
  for i = 1, t.n do most = math.max(most, t:column "mem"[i]) end
  lu.assertTrue(most <= size and most > 0.8 * size)
  for _, kind in ipairs{ "none", "selective", "full" } do -- no even deal with one kind is shorter
    local one = { model = case.model, device = case.device, layout = case.layout, software = case.software,
      run = tw.run(case.run){ recompute = kind } }
    local v = tw.eval(one, { "t_first", "t_middle", "t_last", "fits" })
    local even = 63 * math.max(v.t_first, v.t_middle, v.t_last) + v.t_first + 6 * v.t_middle + v.t_last
    if v.fits == 1 then lu.assertTrue(step <= 1.001 * even, kind) end
  end
  local tight, slower = assert(tw.deal(case, { reserve = "10 GB" }))
  lu.assertEquals(tight.n, 8)
  lu.assertTrue(slower >= step)
end

-- The stages of an even deal have the times and memory of tw.stages.
function TestDeal:test_stages_are_those_of_the_engine()
  local roomy = { model = "llama2_7b", device = "h200_sxm", layout = { pp = 4, dp = 1 }, software = "megatron_core",
    run = { sl = 4096, global_batch = 16, micro_batch = 1 } }
  local t = assert(tw.deal(roomy))
  local own = tw.stages{ model = "llama2_7b", device = "h200_sxm", software = "megatron_core", run = roomy.run,
    layout = { pp = 4, dp = 1, first_layers = t:column "layers"[1], last_layers = t:column "layers"[4],
      middle_layers = math.max(t:column "layers"[2], t:column "layers"[3]) } }
  lu.assertEquals(t:column "recompute"[1], "none")
  -- A middle stage holds one microbatch less than the one before it.
  local middle = own:where{ stage = "middle" }
  lu.assertEquals(t:column "layers"[2], t:column "layers"[3])
  lu.assertAlmostEquals(t:column "mem"[2] - t:column "mem"[3],
    middle:column "held_mem"[1] / middle:column "flight"[1], 1e-6 * middle:column "mem"[1])
  for _, pair in ipairs{ { 1, "first" }, { 4, "last" } } do
    local one = own:where{ stage = pair[2] }
    lu.assertAlmostEquals(t:column "t"[pair[1]], one:column "t"[1], 1e-3 * one:column "t"[1])
    lu.assertAlmostEquals(t:column "mem"[pair[1]], one:column "mem"[1], 1e-3 * one:column "mem"[1])
  end
end

-- With memory to spare, layers are spread evenly: a deal with longer stages in the middle is as fast, but no better. The
-- step is that of the stages in the table, and a stage may have one layer.
function TestDeal:test_even_stages()
  local function dealt(layers, pp)
    local t, step = assert(tw.deal{ model = tw.models.llama2_7b{ layers = layers }, device = "h200_sxm",
      layout = { pp = pp, dp = 1 }, software = "megatron_core", run = { sl = 4096, global_batch = 16, micro_batch = 1 } })
    local longest, sum, all, least, most = 0, 0, 0, math.huge, 0
    for i = 1, pp do
      local time, n = t:column "t"[i], t:column "layers"[i]
      longest, sum = math.max(longest, time), sum + time
      all, least, most = all + n, math.min(least, n), math.max(most, n)
    end
    lu.assertEquals(all, layers)
    lu.assertAlmostEquals(step, 15 * longest + sum, 1e-12 * step)
    return least, most
  end
  for _, pp in ipairs{ 5, 6, 7 } do
    local least, most = dealt(32, pp)
    lu.assertTrue(most - least <= 1, core.format("%d stages with %d to %d layers", pp, least, most))
  end
  lu.assertEquals({ dealt(4, 4) }, { 1, 1 })
end

function TestDeal:test_mistakes()
  local function says(words, change, options)
    local made = {}
    for key, value in pairs(case) do made[key] = value end
    for key, value in pairs(change) do made[key] = value end
    expect.words(words, function() tw.deal(made, options) end)
  end
  says("deal: PP is 1", { layout = { tp = 4 } })
  says("only for the schedule 1f1b without chunks", { layout = { tp = 4, pp = 8, vp = 2 } })
  says("only for the schedule 1f1b without chunks", { layout = { tp = 4, pp = 8, schedule = "zb_h1" } })
  for _, model in ipairs{ "deepseek_v3", "gemma3_27b", "gpt_oss_20b", "qwen3_next_80b_a3b" } do
    says("models whose layers are all equal", { model = model, layout = { pp = 2 } })
  end
  for _, other in ipairs{ { mtp = 1 }, { cross_layers = 1 }, { full_every = 4, window = 1024 } } do
    says("models whose layers are all equal", { model = tw.models.llama2_7b(other), layout = { pp = 2 } })
  end
  says("deal: only for training", { run = { mode = "inference", sl = 8192 } })
  says('unknown key "keep"', {}, { keep = 3 })
  says("reserve", {}, { reserve = "4 s" })
  local none, sentence = tw.deal(case, { reserve = "80 GB" })
  lu.assertNil(none)
  lu.assertStrContains(sentence, core.format("no deal of 80 layers to 8 stages fits into %.1f GB", 5.9))
end

os.exit(lu.LuaUnit.run(), true)
