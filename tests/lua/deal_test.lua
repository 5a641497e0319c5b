-- SPDX-License-Identifier: MIT
-- tw.deal: layers and recomputation by stage (search/deal.lua), compared with trying every deal. Silent errors would be: a
-- deal that is not the shortest; layers of another kind than the stage has; a stage that the engine says does not fit; a
-- step that is not the engine's where the engine has one.
local lu = require "luaunit"
local case_of = require "twocs.ask.case"
local core = require "twocs.core"
local costs = require "twocs.search.stage_costs"
local deal = require "twocs.search.deal"
local errors = require "twocs.fit.errors"
local expect = require "expect"
local layout_string = require "twocs.data.layout_string"
local shortest_deal = require "twocs.search.shortest_deal"
local tw = require "twocs"

TestDeal = {}

local random = errors.random(7)
local function any(list) return list[1 + math.floor(#list * random())] end

-- ---- The dynamic programming.

-- A random pipeline: each layer has a time and a memory for each of two kinds of recomputation, a stage also its own.
local function pipeline()
  local p = { stages = 1 + math.floor(5 * random()), layers = 1 + math.floor(9 * random()),
    microbatches = 1 + math.floor(9 * random()), least = {} }
  local t, mem, own, size = { {}, {} }, { {}, {} }, {}, 2 + 3 * random()
  for i = 1, p.layers do
    t[1][i], mem[1][i] = 0.5 + random(), 0.2 + random()
    t[2][i], mem[2][i] = 1.3 * t[1][i], 0.3 * mem[1][i]
  end
  for s = 1, p.stages do own[s], p.least[s] = 0.4 * random(), s < p.stages and 1 or any{ 0, 1, 2 } end
  function p.each(s, i, j, k) -- time and whether it fits
    local time, held = own[s], 0
    for l = i + 1, j do time, held = time + t[k][l], held + mem[k][l] * (p.stages - s + 1) / 2 end
    return time, held <= size
  end
  function p.quick(s, i, j) return (p.each(s, i, j, 1)) end
  function p.time(s, i, j)
    for k = 1, 2 do
      local time, fits = p.each(s, i, j, k)
      if fits then return time end
    end
  end
  p.floor = 0
  for s = 1, p.stages do p.floor = p.floor + own[s] end
  for i = 1, p.layers do p.floor = p.floor + t[1][i] end
  return p
end

-- The shortest step of all deals and of both kinds on each stage, or nil.
local function by_trying(p)
  local best
  local function try(s, i, most, sum)
    if s > p.stages then
      local step = (p.microbatches - 1) * most + sum
      if i == p.layers and (not best or step < best) then best = step end
      return
    end
    for j = i + p.least[s], p.layers do
      for k = 1, 2 do
        local time, fits = p.each(s, i, j, k)
        if fits then try(s + 1, j, math.max(most, time), sum + time) end
      end
    end
  end
  try(1, 0, 0, 0)
  return best
end

function TestDeal:test_it_finds_what_trying_finds()
  local none, alone = 0, 0
  for _ = 1, 300 do
    local p = pipeline()
    local ends, step = shortest_deal.best(p)
    local best = by_trying(p)
    if not best then
      lu.assertNil(ends)
      none = none + 1
    else
      lu.assertAlmostEquals(step, best, 1e-11 * best)
      lu.assertAlmostEquals(shortest_deal.step(p, ends), step, 1e-12 * step)
      lu.assertEquals({ #ends, ends[#ends] }, { p.stages, p.layers })
      local even = shortest_deal.step(p, shortest_deal.more_even(p, ends, 1e-3))
      lu.assertTrue(even <= (1 + 1e-3) * step)
      alone = alone + (p.microbatches == 1 and 1 or 0)
    end
  end
  lu.assertTrue(none > 20 and none < 200 and alone > 5)
end

-- ---- The costs of stages are those of the engine.

local software = { "megatron_core", "pytorch", "ideal", "torchtitan_compiled" }

local function random_case(model)
  local l = { tp = any{ 1, 2, 4 }, pp = any{ 2, 3, 4, 6, 8 }, dp = any{ 1, 2, 8 }, sp = any{ "yes", "no" },
    zero = any{ "none", "optimizer", "weights" } }
  return { model = model, device = "h100_sxm", layout = l, software = any(software), illegal = "allow",
    run = { sl = any{ 2048, 8192 }, global_batch = any{ 16, 64 }, micro_batch = 1 } }
end

-- The layers of stages with these layers at the ends, as the engine deals the others.
local function dealt(p, first, last)
  local middle = p.stages > 2 and math.ceil((p.layers - first - last) / (p.stages - 2)) or 0
  return layout_string.layers_of{ pp = p.stages, layers = p.layers, first_layers = first, middle_layers = middle,
    last_layers = last }, middle
end

-- Models of one kind of layers, with experts after dense layers, with windows, with linear attention. Where the layers
-- without experts end within the first stage, the engine's fullest stage has the same memory; else it takes the middle
-- stage with the most for the one that holds the most microbatches, so that it has more.
function TestDeal:test_stages_cost_what_the_engine_says()
  local less = 0
  for _, name in ipairs{ "llama3_8b", "deepseek_v3", "gemma3_27b", "gpt_oss_20b", "qwen3_next_80b_a3b" } do
    for _ = 1, 6 do
      local p = costs.of((case_of.split(random_case(name), {})), { "none", "selective", "full" }, 0)
      for _ = 1, 4 do
        local most = math.floor(1.3 * p.layers / p.stages)
        local first = p.stages == 2 and 1 + math.floor((p.layers - 1) * random()) or 1 + math.floor(most * random())
        local last = p.stages == 2 and p.layers - first or math.floor(most * random())
        local list, middle = dealt(p, first, last)
        local k, slot, mem, i = any{ 1, 2, 3 }, 0, 0, 0
        for s, n in ipairs(list) do
          slot, mem = math.max(slot, (p:passes(k, s, i, i + n))), math.max(mem, p:memory(k, s, i, i + n))
          i = i + n
        end
        local got = core.run(p.kinds[k].made, { costs.fields({ first }, { middle }, { last }) },
          { "t_slot", "mem_byte", "dense_layers", "leads", "full_apart", "t_middle_f", "middle_mem" })
        lu.assertAlmostEquals(slot, got[1][1], 1e-12 * slot)
        if p.stages > 2 and got[4][1] + got[5][1] == 0 then -- all middle stages have layers of one kind
          local _, f = p:passes(k, 2, first, first + middle)
          lu.assertAlmostEquals(f, got[6][1], 1e-9 * f)
          lu.assertAlmostEquals(p:memory(k, 2, first, first + middle), got[7][1], 1e-9 * got[7][1])
        end
        if got[4][1] == 0 or first >= got[3][1] then
          lu.assertAlmostEquals(mem + p.workspace_mem, got[2][1], 1e-9 * got[2][1])
        else
          lu.assertTrue(mem + p.workspace_mem <= (1 + 1e-9) * got[2][1])
          less = less + 1
        end
      end
    end
  end
  lu.assertTrue(less > 0)
end

-- An allocator frees inputs late if all of them fit: a stage with few layers keeps them, one with many does not.
function TestDeal:test_inputs_that_are_freed_late()
  local p = costs.of((case_of.split({ model = "llama3_8b", device = "h100_sxm",
    layout = { tp = 4, pp = 4, dp = 1, sp = "yes" }, software = tw.software.ideal{ gather_kept = "yes", gather_freed = 2 },
    run = { sl = 65536, global_batch = 16, micro_batch = 1 } }, {})), { "none" }, 0)
  local kept, freed = 0, 0
  for middle = 1, 12 do
    local got = core.run(p.kinds[1].made, { costs.fields({ 8 }, { middle }, { 24 - 2 * middle }) },
      { "middle_mem", "middle_left_mem" })
    lu.assertAlmostEquals(p:memory(1, 2, 8, 8 + middle), got[1][1], 1e-9 * got[1][1])
    kept, freed = kept + (got[2][1] > 0 and 1 or 0), freed + (got[2][1] == 0 and 1 or 0)
  end
  lu.assertTrue(kept > 0 and freed > 0)
end

-- Prediction layers are the last ones: a stage with fewer layers than these cannot be the last.
function TestDeal:test_prediction_layers_are_on_the_last_stage()
  local small = tw.models.transformer{ h = 1024, head_dim = 64, layers = 9, vocab = 256000, mtp = 2 }
  local t = assert(tw.deal{ model = small, device = "h100_sxm", layout = { pp = 4 }, software = "ideal",
    run = { sl = 2048, global_batch = 64, micro_batch = 1 } })
  lu.assertTrue(t:column "layers"[4] >= 2)
  lu.assertStrContains(tostring(t), "mmL")
end

-- ---- The step is the engine's.

-- With three stages the engine knows every deal of one kind of recomputation: all of them are tried.
function TestDeal:test_it_is_the_best_of_all_that_the_engine_knows()
  for _, kind in ipairs{ "alike", "experts", "windows" } do
    local fields = { h = 2048, head_dim = 64, layers = 9, vocab = 128000 }
    if kind == "experts" then
      fields.experts, fields.top_k, fields.moe_share, fields.expert_ffn = 8, 2, 6 / 9, 4096
    elseif kind == "windows" then fields.window, fields.full_every = 256, 3 end
    local asked = { model = tw.models.transformer(fields), device = "h100_sxm", layout = { pp = 3, dp = 1 },
      software = "ideal", run = { sl = 16384, global_batch = 24, micro_batch = 1 } }
    local t, step = assert(tw.deal(asked))
    local best, of_best
    for first = 1, 8 do
      for last = 0, 8 - first do
        local one = { layout = { pp = 3, dp = 1, first_layers = first, last_layers = last } }
        for key, value in pairs(asked) do one[key] = one[key] or value end
        local v = tw.eval(one, { "t_step", "fits" })
        if v.fits == 1 and (not best or v.t_step < best) then
          best, of_best = v.t_step, { first, 9 - first - last, last }
        end
      end
    end
    local layers = {}
    for s = 1, 3 do layers[s] = t:column "layers"[s] end
    lu.assertTrue(step <= (1 + 1e-3) * best, kind)
    lu.assertTrue(step >= (1 - 1e-3) * best, kind) -- all fit without recomputation, so the engine knows the best deal
    if step > best * (1 + 1e-9) then lu.assertNotEquals(layers, of_best) end
    local own = { layout = { pp = 3, dp = 1, first_layers = layers[1], last_layers = layers[3] } }
    for key, value in pairs(asked) do own[key] = own[key] or value end
    lu.assertAlmostEquals(step, tw.eval(own, "t_step"), 1e-12 * step)
    lu.assertTrue(step < tw.eval(asked, "t_step"), kind) -- the head is as long as layers, so an even deal is not the best
  end
end

-- A long step is played in part: the rest goes on as the second half of it.
function TestDeal:test_a_long_step_goes_on_as_before()
  for _ = 1, 3 do
    local p, list = { stages = 2 + math.floor(3 * random()), t_hop = 0.1 * random(), hops_hidden = any{ 0, 1 } }, {}
    for s = 1, p.stages do
      local f = 0.5 + random()
      list[s] = { f = f, t = f * (2 + random()) }
    end
    p.microbatches = math.floor(4e5 / p.stages)
    local f, b = {}, {}
    for s, one in ipairs(list) do f[s], b[s] = one.f, one.t - one.f end
    local whole = core.timeline{ schedule = "1f1b", pp = p.stages, vp = 1, microbatches = p.microbatches, hop = p.t_hop,
      blocking = 1 - p.hops_hidden, forward_only = 0, buckets = 1, f = f, b = b }.step
    lu.assertAlmostEquals(deal.played(p, list), whole, 1e-6 * whole)
  end
end

-- ---- The verb.

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
  local fitting = 0
  for _, kind in ipairs{ "none", "selective", "full" } do -- no even deal with one kind is shorter
    local v = tw.eval({ model = case.model, device = case.device, layout = case.layout, software = case.software,
      run = tw.run(case.run){ recompute = kind } }, { "t_step", "fits" })
    if v.fits == 1 then lu.assertTrue(step < v.t_step, kind) end
    fitting = fitting + v.fits
  end
  lu.assertTrue(fitting > 0)
  local tight, slower = assert(tw.deal(case, { reserve = "10 GB" }))
  lu.assertEquals(tight.n, 8)
  lu.assertTrue(slower > step)
  for i = 1, 8 do lu.assertTrue(tight:column "mem"[i] <= size - 10e9) end
end

-- The framework's workspace is part of what must fit: of a device that a deal fills, no byte may be taken.
function TestDeal:test_the_workspace_must_fit()
  local t = assert(tw.deal(case))
  local most, size = 0, tw.eval(case, "mem_size")
  for i = 1, t.n do most = math.max(most, t:column "mem"[i]) end
  local other = assert(tw.deal(case, { reserve = size - most + 1e6 }))
  for i = 1, other.n do lu.assertTrue(other:column "mem"[i] <= most - 1e6) end
  local wide = { software = tw.software.megatron_core{ workspace = "16 GB" } }
  for key, value in pairs(case) do wide[key] = wide[key] or value end
  other = assert(tw.deal(wide))
  for i = 1, other.n do lu.assertTrue(other:column "mem"[i] <= size) end
  local one = { layout = { tp = 4, pp = 8, dp = 1, sp = "yes", first_layers = 10, last_layers = 10 } }
  for key, value in pairs(case) do one[key] = one[key] or value end
  local p = costs.of((case_of.split(one, {})), { "none" }, 0)
  lu.assertAlmostEquals(p:memory(1, 1, 0, 10) + p.workspace_mem, tw.eval(one, "mem_byte"), 1)
end

function TestDeal:test_only_the_stated_recomputation()
  local t, step = assert(tw.deal(case, { recompute = { "none", "full" } }))
  for i = 1, 8 do lu.assertNotEquals(t:column "recompute"[i], "selective") end
  local all, of_all = assert(tw.deal(case, { recompute = "full" }))
  for i = 1, 8 do lu.assertEquals(all:column "recompute"[i], "full") end
  lu.assertTrue(step < of_all)
  local kept, of_kept = assert(tw.deal(case, { recompute = "none" })) -- of which no even deal fits
  lu.assertStrContains(tostring(kept), "the even deal does not fit")
  lu.assertTrue(kept:column "layers"[1] < kept:column "layers"[8] and of_kept > of_all)
  local none, sentence = tw.deal(case, { recompute = "none", reserve = "20 GB" })
  lu.assertNil(none)
  lu.assertStrContains(sentence, "with recomputation none")
end

-- An even deal may be illegal, or not fit: a dealt one has its own layers.
function TestDeal:test_without_an_even_deal()
  local small = { model = tw.models.transformer{ h = 1024, head_dim = 64, layers = 7, vocab = 32000 }, device = "h100_sxm",
    layout = { pp = 4 }, run = { sl = 2048, global_batch = 16, micro_batch = 1 }, software = "ideal" }
  lu.assertError(tw.eval, small, "t_step")
  lu.assertStrContains(tostring((assert(tw.deal(small)))), "the even deal is illegal")
end

function TestDeal:test_mistakes()
  local function says(words, change, options)
    local made = {}
    for key, value in pairs(case) do made[key] = value end
    for key, value in pairs(change) do made[key] = value end
    expect.words(words, function() tw.deal(made, options) end)
  end
  says("deal: PP is 1", { layout = { tp = 4 } })
  says("deal: only without chunks", { layout = { tp = 4, pp = 8, vp = 2 } })
  says("deal: only for the schedule 1f1b", { layout = { tp = 4, pp = 8, schedule = "zb_h1" } })
  says("the case states first_layers", { layout = { tp = 4, pp = 8, first_layers = 8 } })
  local function spread(fields)
    fields.h, fields.head_dim, fields.layers, fields.vocab = 2048, 128, 80, 32000
    return tw.models.transformer(fields)
  end
  says("without places", { model = spread{ experts = 8, moe_share = 0.5, dense_at = "spread" } })
  says("without places", { model = spread{ window = 512, window_share = 0.5 } })
  says("without places", { model = spread{ cross_layers = 20 } })
  says("deals the layers itself", { software = "nanotron" })
  says("deal: only for training", { run = { mode = "inference", sl = 8192 } })
  says("deal: this layout is illegal", { run = { sl = 16384, global_batch = 64, micro_batch = 3 } })
  says("deal: 90 stages for 80 layers", { layout = { pp = 90 } })
  says('unknown key "keep"', {}, { keep = 3 })
  says('"none" occurs twice', {}, { recompute = { "none", "none" } })
  says("recompute has no words", {}, { recompute = {} })
  says("recompute", {}, { recompute = "some" })
  says("reserve", {}, { reserve = "4 s" })
  local none, sentence = tw.deal(case, { reserve = "80 GB" })
  lu.assertNil(none)
  lu.assertStrContains(sentence, core.format("no deal of 80 layers to 8 stages fits into %.1f GB", 5.9))
end

os.exit(lu.LuaUnit.run(), true)
