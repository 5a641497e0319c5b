-- SPDX-License-Identifier: MIT
-- tw.search{ deal = true } (search/redealt.lua), compared with dealing every layout of small random spaces. Silent errors
-- would be: a layout that is not dealt though its deal is the best; a recomputation that the script excluded; a score that
-- is not the one of the deal; a layout that is called the best though it does not fit.
local lu = require "luaunit"
local errors = require "twocs.fit.errors"
local expect = require "expect"
local tw = require "twocs"

TestRedealt = {}

local random = errors.random(11)
local function any(list) return list[1 + math.floor(#list * random())] end

local function random_question()
  local experts = any{ 0, 0, 4 }
  local layers = any{ 6, 7, 9 }
  local model = tw.models.transformer{ h = 2048, head_dim = 64, layers = layers, vocab = any{ 64000, 256000 },
    experts = experts, top_k = experts > 0 and 2 or nil, moe_share = experts > 0 and (layers - 2) / layers or nil }
  return { model = model, device = tw.devices.a100_80g{ mem_size = any{ "2.5 GB", "3.5 GB", "5 GB", "8 GB" } },
    devices = any{ 4, 8 }, software = "ideal", keep = 4, deal = true,
    run = { sl = 4096, global_batch = 16, format = "bf16" },
    over = { tp = { 1, 2 }, pp = any{ { 1, 2, 4 }, { 2, 4 }, { 4 } }, cp = { 1 },
      ep = experts > 0 and { 1, 2 } or { 1 }, etp = { 1 }, micro_batch = { 1, 2 }, sp = { "yes" },
      vp = any{ { 1 }, { 1, 2 } }, schedule = { "1f1b", "zb_h1" },
      zero = any{ { "none", "optimizer" }, { "weights" } }, shard = { "all" }, cp_kind = { "all_gather" },
      recompute = any{ { "none", "selective", "full" }, { "none", "full" }, { "none" } } } }
end

-- Every combination of the axes as a case, with its recomputation; DP is what the devices leave.
local function cases_of(question)
  local names, list = {}, { {} }
  for name in pairs(question.over) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local longer = {}
    for _, one in ipairs(list) do
      for _, value in ipairs(question.over[name]) do
        local copy = { [name] = value }
        for key, other in pairs(one) do copy[key] = other end
        longer[#longer + 1] = copy
      end
    end
    list = longer
  end
  local cases = {}
  for _, x in ipairs(list) do
    local dp, l, run = question.devices / (x.tp * x.pp), {}, {}
    if dp == math.floor(dp) then
      for name, value in pairs(x) do
        if name == "micro_batch" or name == "recompute" then run[name] = value
        elseif name ~= "shard" then l[name] = value end
      end
      l.dp = dp
      cases[#cases + 1] = { model = question.model, device = question.device, software = question.software, layout = l,
        run = tw.run(question.run)(run) }
    end
  end
  return cases
end

-- The shortest step of all layouts, with deals and without. Second: the shortest without.
local function by_trying(question)
  local best, even
  for _, one in ipairs(cases_of(question)) do
    local legal, v = pcall(tw.eval, one, { "t_step", "fits" })
    if legal and v.fits == 1 then even = math.min(even or math.huge, v.t_step) end
    if one.layout.pp > 1 and one.layout.vp == 1 and one.layout.schedule == "1f1b"
      and one.run.recompute == question.over.recompute[1] then
      local done, t, step = pcall(tw.deal, one, { recompute = question.over.recompute })
      if done and t then best = math.min(best or math.huge, step) end
    end
  end
  if even and (not best or even < best) then best = even end
  return best, even
end

function TestRedealt:test_it_finds_what_trying_finds()
  local better, alone, none, illegal = 0, 0, 0, 0
  for _ = 1, 40 do
    local question = random_question()
    local found, best, even = tw.search(question), by_trying(question)
    local first = found.deals[1]
    if not best then
      lu.assertNil(first)
      none = none + 1
    else
      lu.assertAlmostEquals(first.of.t_step, best, 1e-9 * best)
      lu.assertTrue(first.of.mem_byte <= question.device.mem_size)
      better = better + (even and best < 0.999 * even and 1 or 0)
      alone = alone + (even and 0 or 1)
    end
    local words = {}
    for _, word in ipairs(question.over.recompute) do words[word] = true end
    for i, one in ipairs(found.deals) do
      lu.assertTrue(i == 1 or one.score >= found.deals[i - 1].score)
      if one.best and one.layout.pp == 4 and question.model.layers == 7 then
        lu.assertEquals(one.even, "illegal")
        illegal = illegal + 1
      end
      for _, stage in ipairs(one.best and one.best.stages or {}) do lu.assertTrue(words[stage.kind]) end
    end
  end
  lu.assertTrue(better > 3 and alone > 0 and none > 0 and illegal > 3)
end

local question = { model = "llama3_70b", device = "a100_80g", devices = 32, software = "megatron_core", keep = 5,
  run = { sl = 16384, global_batch = 64, micro_batch = 1 }, deal = true,
  over = { tp = { 4, 8 }, pp = { 4, 8 }, cp = 1, sp = "yes", vp = 1, schedule = "1f1b" } }

local function changed(changes)
  local made = {}
  for key, value in pairs(question) do made[key] = value end
  for key, value in pairs(changes) do made[key] = value end
  return made
end

function TestRedealt:test_a_case()
  local found = tw.search(question)
  local first, t = found.deals[1], found.dealt
  lu.assertTrue(first.of.t_step < found.kept[1].of.t_step)
  lu.assertEquals(t:column "t_step"[1], first.of.t_step)
  lu.assertAlmostEquals(t:column "gain"[1], t:column "even"[1] / first.of.t_step - 1, 1e-12)
  local stages, step = found:deal()
  lu.assertEquals({ stages.n, step }, { first.layout.pp, first.of.t_step })
  local text = tostring(found)
  lu.assertStrContains(text, "better than the best layout without a deal")
  lu.assertStrContains(text, first.layers)
  lu.assertEquals(first.layout.recompute, "none")
  lu.assertTrue(t:column "gain"[1] > 0.01)
  -- The same with another score of the same work.
  local by_rate = tw.search(changed{ most = "mfu" })
  lu.assertEquals(by_rate.deals[1].layers, first.layers)
  lu.assertAlmostEquals(by_rate.deals[1].of.t_step, first.of.t_step, 1e-12)
  lu.assertAlmostEquals(by_rate.deals[1].score / found.kept[1].of.mfu, found.kept[1].of.t_step / first.of.t_step, 1e-9)
  -- Without `deal` the rest of the answer is the same.
  local plain = tw.search(changed{ deal = false })
  lu.assertNil(plain.dealt)
  lu.assertEquals(tostring(plain.table), tostring(found.table))
  expect.words("set deal = true", function() plain:deal() end)
  expect.words("there is no dealt layout 9", function() found:deal(9) end)
end

-- The answer of a search in which nothing fits without a deal.
function TestRedealt:test_nothing_fits_without_a_deal()
  local found = tw.search(changed{ layout = { zero = "none" }, over = { tp = 4, pp = 8, cp = 1, sp = "yes", vp = 1,
    schedule = "1f1b", recompute = "none" } })
  lu.assertEquals({ #found.kept, #found.deals, found.counts.fits }, { 0, 1, 0 })
  lu.assertEquals(found.deals[1].even, "does not fit")
  lu.assertStrContains(tostring(found), "without a deal no layout is legal and fits")
  lu.assertTrue(found:deal():column "layers"[1] < 10)
  lu.assertNotEquals(found.dealt:column "gain"[1], found.dealt:column "gain"[1]) -- nan
end

-- A reserve holds for dealt stages too.
function TestRedealt:test_a_reserve()
  local found = tw.search(changed{ reserve = "12 GB" })
  local size = tw.eval(found:case(), "mem_size")
  for _, one in ipairs(found.deals) do lu.assertTrue(one.of.mem_byte <= size - 12e9) end
  lu.assertTrue(#found.deals > 0)
end

function TestRedealt:test_mistakes()
  local function says(words, changes) expect.words(words, function() tw.search(changed(changes)) end) end
  says("deal is 3, expected true or false", { deal = 3 })
  says("deal compares times", { least = "mem_byte" })
  says("deal has no conditions of where", { where = { mfu = ">= 0.3" } })
  says("deal chooses first_layers", { over = { first_layers = { 8, 9 } } })
  says("the case states last_layers", { layout = { last_layers = 9 } })
  says("deals the layers itself", { software = "nanotron" })
  says("of several kinds without places", { model = tw.models.transformer{ h = 2048, head_dim = 64, layers = 8,
    window = 512, window_share = 0.5 } })
end

os.exit(lu.LuaUnit.run(), true)
