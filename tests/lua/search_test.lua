-- SPDX-License-Identifier: MIT
-- tw.search finds the same as plain enumeration. A silent error would be a layout that was wrongly pruned or merged; so
-- fifty random small spaces are swept point by point, without the order, merging and conditions of the search, and winner,
-- order and counts are compared.
local lu = require "luaunit"
local expect = require "expect"
local tw = require "twocs"
local core = require "twocs.core"

local state = 77
local function any(list)
  state = (state * 1103515245 % 2147483648 + 12345) % 2147483648
  return list[math.floor(state / 65536) % #list + 1]
end

local function fails(sentence, question)
  local done, why = pcall(tw.search, question)
  lu.assertFalse(done)
  lu.assertStrContains(tostring(why), sentence)
  lu.assertStrContains(tostring(why), "search_test.lua:") -- the script's own line
end

local function random_question()
  local experts = any{ 0, 0, 4 }
  local model = tw.models.transformer{ h = any{ 1024, 2048 }, head_dim = 64, layers = any{ 6, 8, 12 }, vocab = 32000,
    experts = experts, top_k = experts > 0 and 2 or nil, moe_share = experts > 0 and 1 or nil }
  local device = tw.devices.a100_80g{ mem_size = any{ "12 GB", "24 GB", "80 GB" } }
  return { model = model, device = device, devices = any{ 4, 8, 16 }, software = "ideal", keep = 20,
    run = { sl = any{ 1024, 2048 }, global_batch = any{ 16, 32 }, format = "bf16" },
    over = { tp = any{ { 1, 2 }, { 2, 4 }, { 1, 8 } }, pp = any{ { 1, 2 }, { 1, 4 }, { 2, 3 } },
      cp = any{ { 1, 2 }, { 1 } },
      ep = experts > 0 and { 1, 2 } or { 1 }, etp = { 1 }, micro_batch = any{ { 1, 2 }, { 1, 3 } },
      vp = any{ { 1, 2 }, { 1 } },
      sp = any{ { "no", "yes" }, { "yes" } }, zero = any{ { "none", "weights" }, { "optimizer", "gradients" } },
      shard = any{ { "all", 2 }, { "all" }, { 2, "all", 4 } }, cp_kind = any{ { "all_gather", "ring" }, { "all_to_all" } },
      schedule = any{ { "1f1b", "zb_h1" }, { "dualpipe", "1f1b" } },
      recompute = any{ { "none", "full" }, { "selective" } } } }
end

-- Every combination of the values of these axes.
local function combinations(over)
  local names, list = {}, { {} }
  for name in pairs(over) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local longer = {}
    for _, one in ipairs(list) do
      for _, value in ipairs(over[name]) do
        local copy = { [name] = value }
        for key, other in pairs(one) do copy[key] = other end
        longer[#longer + 1] = copy
      end
    end
    list = longer
  end
  return list
end

-- A text for the effect of a layout, which is equal for layouts whose differences have no effect: written here a second
-- time, by hand.
local function name_of(x, experts)
  local replicas = x.dp * x.cp
  local zero = replicas == 1 and not experts and (x.schedule ~= "dualpipe" or x.pp == 1) and "" or x.zero
  return table.concat({ x.tp, x.pp, x.cp, core.format("%.0f", x.dp), x.ep, x.etp, x.micro_batch, x.vp,
    x.tp > 1 and x.sp or "", zero, core.format("%.0f", (zero == "" or zero == "none") and 0 or x.shard),
    x.cp > 1 and x.cp_kind or "", x.pp > 1 and x.schedule or "", x.recompute }, " ")
end

-- Plain enumeration: the counts, and the names of layouts that fit with their times.
local function enumerate(question)
  local all, points = combinations(question.over), {}
  for _, x in ipairs(all) do
    x.dp = question.devices / (x.tp * x.pp * x.cp)
    if x.dp >= 1 and x.dp == math.floor(x.dp) then
      if x.shard == "all" then x.shard = x.dp * x.cp end
      points[#points + 1] = x
    end
  end
  local counts, seen, times, fits = { all = #all, legal = 0, effective = 0, fits = 0 }, {}, {}, {}
  if #points == 0 then return counts, times, fits end
  local t = tw.sweep({ model = question.model, device = question.device, software = question.software,
    run = question.run }, { over = { points }, want = { "t_step", "mem_byte", "legal", "fits" } })
  local step, memory, legal, fit = t:column "t_step", t:column "mem_byte", t:column "legal", t:column "fits"
  for i, x in ipairs(points) do
    local name = name_of(x, question.model.experts > 0)
    if legal[i] == 1 then counts.legal = counts.legal + 1 end
    if legal[i] == 1 and seen[name] then -- fields without effect: the same bits
      lu.assertEquals({ step[i], memory[i] }, seen[name], name)
    elseif legal[i] == 1 then
      seen[name], counts.effective = { step[i], memory[i] }, counts.effective + 1
      counts.fits = counts.fits + fit[i]
      if fit[i] == 1 then times[#times + 1], fits[name] = step[i], memory[i] end
    end
  end
  table.sort(times)
  return counts, times, fits
end

TestSearch = {}

function TestSearch:test_it_finds_the_same_as_enumeration()
  local won, spaces = 0, jit and 15 or 50 -- the slower interpreter tests only the first ones
  for _ = 1, spaces do
    local question = random_question()
    local found, counts, times, fits = tw.search(question), enumerate(question)
    lu.assertEquals(found.counts, counts)
    local fell, seen = counts.legal, {}
    for _, n in pairs(found.found.fell) do fell = fell + n end
    lu.assertEquals(fell, counts.all) -- every point is legal, or was excluded by one rule
    if #times > 0 then
      won = won + 1
      lu.assertEquals(found.kept[1].of.t_step, times[1])
      local place, alike = 1, found.alike
      for _, one in ipairs(found.kept) do
        while times[place] < one.of.t_step and alike > 0 do place, alike = place + 1, alike - 1 end
        lu.assertEquals(one.of.t_step, times[place])
        lu.assertEquals(one.of.mem_byte, fits[name_of(one.layout, question.model.experts > 0)])
        local key = core.format("%.17g %.17g", one.of.t_step, one.of.mem_byte)
        lu.assertNil(seen[key], key) -- no two layouts are alike
        seen[key], place = true, place + 1
      end
    else
      lu.assertEquals(#found.kept, 0)
      lu.assertStrContains(tostring(found), "layout")
    end
  end
  lu.assertTrue(won > 0.4 * spaces, won)
end

-- The bounds by which a search excludes layouts: no step is faster than its bounds, of which the second is tighter.
local bounds = { "t_step_floor", "t_step_slots", "t_step" }
local ceilings = { { "mfu", "mfu_slots", "mfu_ceiling" }, { "token_rate", "token_rate_slots", "token_rate_ceiling" } }

local function never_falls(t, names, legal)
  local times = {}
  for k, name in ipairs(names) do times[k] = t:column(name) end
  local apart = 0
  for i = 1, t.n do
    for k = 2, legal[i] == 1 and #names or 0 do
      lu.assertTrue(times[1][i] > 0 and times[k - 1][i] <= times[k][i] * (1 + 1e-12), names[k])
      if times[k - 1][i] < times[k][i] * 0.99 then apart = apart + 1 end
    end
  end
  return apart
end

local bounded = {
  { model = "gpt3_175b", devices = 512 }, { model = "deepseek_v3", devices = 2048 },
  { model = "llama3_405b", devices = 1024 }, { model = "qwen3_30b_a3b", devices = 64 },
}

function TestSearch:test_no_step_is_faster_than_its_bounds()
  for _, one in ipairs(bounded) do
    for _, software in ipairs{ "ideal", "pytorch", "megatron" } do
      local points = {}
      for i = 1, 400 do
        local x = { tp = any{ 1, 2, 4, 8 }, pp = any{ 1, 2, 4, 8, 16 }, cp = any{ 1, 1, 2, 4 }, etp = 1,
          ep = any{ 1, 1, 8 }, micro_batch = any{ 1, 2, 4 }, vp = any{ 1, 1, 2, 3 }, sp = any{ "no", "yes" },
          cp_kind = any{ "all_gather", "ring", "all_to_all" }, zero = any{ "none", "optimizer", "gradients", "weights" },
          schedule = any{ "gpipe", "1f1b", "zb_h1", "zb_v", "dualpipe", "dualpipe_v" },
          recompute = any{ "none", "selective", "full" } }
        x.dp = math.max(1, one.devices / (x.tp * x.pp * x.cp))
        x.shard = any{ x.dp * x.cp, 8 }
        points[i] = x
      end
      local want = { "legal" }
      for _, names in ipairs{ bounds, ceilings[1], ceilings[2] } do
        for _, name in ipairs(names) do want[#want + 1] = name end
      end
      local t = tw.sweep({ model = one.model, device = "h100_sxm", software = software,
        run = { global_batch = 4 * one.devices } }, { over = { points }, want = want })
      local legal = t:column "legal"
      lu.assertTrue(never_falls(t, bounds, legal) > 5) -- and the bounds are useful
      for _, names in ipairs(ceilings) do never_falls(t, names, legal) end
    end
  end
end

local small = { model = "llama2_7b", device = "h100_sxm", devices = 16, software = "ideal",
  run = { sl = 4096, global_batch = 64, format = "bf16" }, over = { cp = 1, schedule = "1f1b", shard = "all" } }

local function with(change)
  local made = {}
  for key, value in pairs(small) do made[key] = value end
  for key, value in pairs(change) do made[key] = value end
  return made
end

-- A stated DP is kept: the other degrees multiply to the rest of the devices.
function TestSearch:test_a_stated_dp()
  local found = tw.search(with{ layout = tw.layout{ dp = 2 }, keep = 100 })
  lu.assertTrue(#found.kept > 10)
  for _, one in ipairs(found.kept) do lu.assertEquals(one.layout.tp * one.layout.pp * one.layout.cp, 8) end
end

-- Layouts with equal scores are in the order of the space: for a choice without effect, its first word.
function TestSearch:test_equal_scores()
  local found, ties = tw.search(with{ over = { cp = 1, schedule = "1f1b", shard = "all",
    recompute = { "selective", "none" } } }).found.ranked:first(math.huge), 0
  for i = 2, #found do
    if found[i].score == found[i - 1].score then
      ties = ties + 1
      lu.assertTrue(found[i].place > found[i - 1].place)
    end
  end
  lu.assertTrue(ties > 5, ties)
end

-- Two layouts can have the same time and memory and still differ in what they do. Sharded gradients spare a stage of n
-- layers n (1 - 1 / shard) layers' gradients, but one layer's are whole while it runs: with two layers and two ranks this
-- is the same, and if all of their communication is hidden, so is the time. Both are kept: they send unequal amounts, and
-- another number of layers tells them apart.
function TestSearch:test_sharded_gradients_that_spare_nothing_are_kept()
  local function of(layers, zero)
    return tw.eval({ model = tw.models.transformer{ h = 2048, head_dim = 64, layers = layers, vocab = 32000 },
      device = "a100_80g", software = "ideal", layout = { pp = 4, dp = 2, zero = zero },
      run = { sl = 2048, global_batch = 16, micro_batch = 1 } },
      { "t_step", "mem_byte", "grad_mem", "act_mem", "t_step_ovl", "middle_layers" })
  end
  local less, more = of(6, "gradients"), of(6, "optimizer")
  lu.assertEquals({ less.middle_layers, less.t_step, less.mem_byte }, { 2, more.t_step, more.mem_byte })
  lu.assertTrue(less.grad_mem < more.grad_mem and less.act_mem > more.act_mem)
  lu.assertTrue(less.t_step_ovl > 2 * more.t_step_ovl)
  lu.assertTrue(of(10, "gradients").mem_byte < of(10, "optimizer").mem_byte) -- three layers
end

-- The values of the best layout equal the results of every verb for its case.
function TestSearch:test_the_head_of_its_axes()
  lu.assertEquals(tostring(tw.search(with{})):match "^[^\n]*", "axes:")
end

function TestSearch:test_the_answer_is_a_case()
  local found = tw.search(small)
  local best = found.kept[1]
  lu.assertEquals(tw.eval(found:case(), "t_step"), best.of.t_step)
  lu.assertEquals(tw.eval(found:case(2), "t_step"), found.kept[2].of.t_step)
  local why = found:why()
  local before, after = 0, 0
  for row in why:rows() do before, after = before + row.best, after + row.other end
  lu.assertAlmostEquals(before, best.of.t_step, 1e-12)
  lu.assertTrue(after >= before)
  for row in found:neighbours():rows() do
    lu.assertTrue(row.times >= 1 or row.why ~= "", row.field) -- otherwise it would be the best
  end
  lu.assertTrue(found:memory("20 GB").counts.fits > found.counts.fits)
end

-- The front of all layouts that fit, found by comparing all pairs.
function TestSearch:test_a_front_has_no_dominated_layout()
  local question = with{ keep = 900, devices = { 8, 16 }, over = { cp = 1, schedule = "1f1b", shard = "all", vp = { 1, 2 },
    micro_batch = { 1, 2 } } }
  local found = tw.search(question)
  lu.assertTrue(#found.kept < 900) -- so no layout is left out
  local left = {}
  for _, one in ipairs(found.kept) do
    local beaten = false
    for _, other in ipairs(found.kept) do
      local a, b = other.of, one.of
      beaten = beaten or a.t_step <= b.t_step and a.mem_byte <= b.mem_byte
        and (a.t_step < b.t_step or a.mem_byte < b.mem_byte)
    end
    if not beaten then left[#left + 1] = one.of end
  end
  table.sort(left, function(a, b) return a.t_step < b.t_step end)
  local t = found:front{ "t_step", "mem_byte" }
  lu.assertTrue(t.n > 3)
  lu.assertEquals(t.n, #left)
  for i = 1, t.n do lu.assertEquals({ t[i].t_step, t[i].mem_byte }, { left[i].t_step, left[i].mem_byte }) end
  local sizes = found:front{ devices = "least", token_rate = "most" }
  lu.assertEquals({ sizes[1].devices, sizes[2].devices }, { 8, 16 })
  lu.assertErrorMsgContains("expected 2 or 3", function() found:front{ "t_step" } end)
end

function TestSearch:test_the_least_devices_in_time()
  local found = tw.search(with{ devices = { 8, 16, 32 } })
  lu.assertEquals(tostring(found):match "^[^\n]*", "axes on 32 devices:")
  local rate = tw.eval(found:case(), "token_rate") -- on 32 devices, the fastest
  local tokens = rate * 86400 * 10
  local t = found:deadline("12 days", tokens)
  lu.assertAlmostEquals(t[3].days, 10, 1e-9)
  lu.assertEquals({ t[1].in_time, t[2].in_time, t[3].in_time }, { 0, 0, 1 })
  lu.assertAlmostEquals(t[3].gpu_hours, 32 * 240, 1e-6)
  lu.assertStrContains(tostring(t), "fewest devices that meet the deadline: 32")
  lu.assertStrContains(tostring(found:deadline("1 h", tokens)),
    "no number of devices meets the deadline; the fastest takes 10 days")
  local plain = tostring(tw.search(with{ device = "h200_sxm" }):deadline("12 days", tokens))
  lu.assertStrContains(plain, "not given: power and prices of h200_sxm")
  lu.assertErrorMsgContains("tokens is nil", function() found:deadline "12 days" end)
  lu.assertErrorMsgContains('"apples" is not a known unit', function() found:deadline("12 apples", tokens) end)
end

-- The text is read back as a case with the same time.
function TestSearch:test_text_to_paste()
  local found = tw.search(with{ keep = 20 })
  local text, remark = found:config "megatron"
  lu.assertStrContains(text, "--tensor-model-parallel-size")
  local place = tonumber(remark:match "^layout (%d+) of")
  lu.assertStrContains(text, core.format("--tensor-model-parallel-size %d", found.kept[place].layout.tp))
  lu.assertStrContains(text, core.format("--pipeline-model-parallel-size %d", found.kept[place].layout.pp))
end

-- Meta's layout of Llama 3 405B, whose first and last stage have one layer less, is in the space.
function TestSearch:test_unequal_stages_are_in_the_space()
  local found = tw.search{ model = "llama3_405b", device = "h100_sxm", devices = 1024, software = "ideal",
    run = { sl = 8192, global_batch = 512, micro_batch = 1, format = "bf16" }, keep = 1,
    layout = { tp = 8, pp = 16, cp = 1, sp = "yes", zero = "optimizer", schedule = "1f1b", vp = 8 } }
  lu.assertEquals(found.counts.effective > 0, true)
  lu.assertEquals(tw.eval(found:case(), { "first_layers", "middle_layers", "last_layers" }).first_layers, 7)
end

-- It takes at most 5 % more than the best of many, with the calibrated model (scripts/studies/runs/makers.lua: of all 1.1
-- M).
function TestSearch:test_a_makers_layout_is_on_the_plateau()
  local found = tw.search{ model = "llama3_405b", device = "h100_sxm", devices = 16384, software = "megatron_core",
    run = { sl = 8192, global_batch = 2048, format = "bf16" }, keep = 1, over = { tp = { 4, 8 }, pp = { 8, 16, 32 },
      cp = { 1, 2, 4 }, micro_batch = 1, schedule = "1f1b", sp = "yes", cp_kind = "ring" } }
  local theirs = found:case{ tp = 8, pp = 16, cp = 1, vp = 8, zero = "optimizer", shard = 128, recompute = "none" }
  local over = tw.eval(theirs, "t_step") / found.kept[1].of.t_step
  lu.assertTrue(over > 0.95 and over < 1.05, over)
end

-- A batch of 24 sequences on 8 devices can be cut into three of each device, as no power of two can.
-- A constant at the reported value makes the reported layout faster than the best one; a little before, it does not.
function TestSearch:test_constants_that_change_the_choice()
  local question = { model = "llama2_7b", device = "h100_sxm", devices = 16, run = { sl = 4096, global_batch = 64 },
    over = { cp = 1, schedule = "1f1b" } }
  local found = tw.search(question)
  local flips = found:flip()
  lu.assertEquals(flips:column("constant")[1], "net_speed")
  lu.assertStrContains(tostring(flips), core.format("note: %d constants were moved", #require("twocs.predict.bands").moved))
  local value, moved, sds = flips:column("value")[1], flips:column("moved")[1], flips:column("sds")[1]
  lu.assertTrue(moved < value and sds < 0 and sds >= -1.645)
  local function best_with(speed)
    question.software = tw.software.pytorch{ net_speed = speed }
    local again = tw.search(question)
    local words = tostring(again):match "best: ([^\n]*)"
    return words, again
  end
  local before, now = tostring(found):match "best: ([^\n]*)", flips:column("layout")[1]
  lu.assertStrContains((best_with(moved)), now)
  lu.assertEquals((best_with(value * core.exp(core.log(moved / value) * (sds + 1.645 / 16) / sds))), before)
  question.software = "ideal"
  local none = tw.search(question):flip()
  lu.assertEquals(none.n, 0)
  lu.assertStrContains(tostring(none), "note: 0 constants were moved") -- "ideal" has none
  question.least, question.software = "mem_byte", nil
  expect.words("search: flip compares times", function() tw.search(question):flip() end)
end

-- If a framework can express none of the layouts, the answer says why.
function TestSearch:test_no_layout_can_be_expressed()
  local found = tw.search{ model = "llama3_8b", device = "h100_sxm", devices = 8, keep = 3,
    run = { sl = 8192, mode = "inference" } }
  lu.assertTrue(#found.kept > 1)
  local text, sentence = found:config "megatron"
  lu.assertNil(text)
  lu.assertStrContains(sentence, "megatron cannot express mode = inference")
end

-- Points that are none are named, with the form that they need.
function TestSearch:test_points_are_tables()
  for _, points in ipairs{ { 16 }, { "tp" } } do
    expect.words("over[1]: expected a list of points, such as", tw.sweep, { model = "llama3_8b", device = "h100_sxm" },
      { over = { points }, want = "t_step" })
  end
end

-- Rules that read this axis but none of the degrees: the degrees are then one point.
function TestSearch:test_an_axis_apart_from_the_degrees()
  local function legal_of(offload)
    local found = tw.search{ model = "gpt3_175b", device = "h100_sxm", devices = 8, software = "ideal",
      run = { global_batch = 8, sl = 2048, micro_batch = 1 },
      over = { schedule = "1f1b", recompute = "none", cp = 1, offload_opt = offload } }
    return found.counts.all, found.counts.legal
  end
  local all, legal = legal_of{ 0, 1 }
  local all_0, legal_0 = legal_of(0)
  local all_1, legal_1 = legal_of(1)
  lu.assertTrue(legal_0 > 0)
  lu.assertEquals({ all, legal }, { all_0 + all_1, legal_0 + legal_1 })
end

function TestSearch:test_microbatches_that_are_tried()
  local found = tostring(tw.search{ model = "llama3_8b", device = "h100_sxm", devices = 8,
    over = { tp = 1, pp = 1, cp = 1 }, run = { sl = 1024, global_batch = 24 } })
  local seen = {}
  for size in found:match("micro_batch +([^\n]*)"):gmatch "%d+" do
    lu.assertNil(seen[size], size)
    seen[size] = true
  end
  for _, size in ipairs{ "1", "2", "3", "4" } do lu.assertTrue(seen[size], size) end
end

function TestSearch:test_an_empty_answer_has_reasons()
  local none = tostring(tw.search(with{ over = { tp = 7 } }))
  lu.assertStrContains(none, "3456000 excluded: TP must divide the heads")
  lu.assertStrContains(none, "with other values of tp this one is")
  for _, one in ipairs{ { over = { tp = 7 } }, { layout = { tp = 7 } },
    { model = "llama3_70b", devices = 64, over = { tp = { 7, 11 } } } } do
    local tp, others = tostring(tw.search(with(one))):match "with other values of tp this one is: tp = (%d+)([^\n]*)"
    lu.assertTrue(tp and tp ~= "7" and tp ~= "11" and not others:find " tp = ") -- the field to change is named once
  end
  local full = tostring(tw.search(with{ reserve = "79 GB" }))
  lu.assertStrContains(full, "no layout fits; the least memory is")
  lu.assertErrorMsgContains("no layout is legal and fits", function() tw.search(with{ over = { tp = 7 } }):case() end)
end

function TestSearch:test_mistakes()
  local nowhere = with{ keep = 1 }
  nowhere.devices = nil
  fails("on how many devices", nowhere)
  fails("devices is 2.5, expected a whole number from 1", with{ devices = 2.5 })
  fails("keep is 0, expected a whole number from 1", with{ keep = 0 })
  fails('"h" is a field, expected a result', with{ least = "h" })
  fails("over.dp: not an axis; DP follows", with{ over = { dp = 4 } })
  fails("over.tp: 2 occurs twice", with{ over = { tp = { 2, 2 } } })
  fails("this is one of the device", with{ over = { mem_bw = 1e12 } })
  fails("give least or most", with{ least = "t_step", most = "mfu" })
  fails("tolerance is 2", with{ tolerance = 2 })
  local many = {}
  for i = 1, 100000 do many[i] = i end
  fails("at most 9.01e+15; narrow an axis", with{ over = { sl = many, global_batch = many } })
end

-- No bound is known for the token rate of a device, so a search for it leaves nothing out. With one global batch, searches
-- by the step time and the other rates use a bound, and must give the same order.
function TestSearch:test_bounds_do_not_exclude_the_best_layouts()
  local question = { model = "llama2_7b", device = "h100_sxm", devices = 32,
    run = { sl = 4096, global_batch = 256 }, over = { shard = "all" } }
  question.most = "device_token_rate"
  local unbound = tw.search(question)
  lu.assertTrue(unbound.counts.fits > 40000, unbound.counts.fits) -- far more than are kept
  local rates = unbound.found.ranked:first(math.huge)
  for _, score in ipairs{ "t_step", "token_rate", "mfu" } do
    question.least, question.most = score == "t_step" and score or nil, score ~= "t_step" and score or nil
    local bound = tw.search(question)
    local list = bound.found.ranked:first(math.huge)
    lu.assertEquals(bound.counts, unbound.counts)
    lu.assertEquals(#list, #rates)
    for i, one in ipairs(list) do
      local ratio = score == "t_step" and list[1].score / one.score or one.score / list[1].score
      lu.assertAlmostEquals(ratio, rates[i].score / rates[1].score, 1e-9, core.format("%s %d", score, i))
    end
  end
end

-- If the search keeps more layouts than an answer asks for, nothing that the answer needs is left out: the answers are the
-- same.
function TestSearch:test_a_shorter_answer_is_a_part_of_a_longer_one()
  local fewer = 0
  local narrow = { tp = 2, pp = { 2, 4 }, cp = 1, zero = "optimizer" }
  for _, one in ipairs{ { 0.05 }, { 0.6 }, { 0.2, narrow }, { 0.99, narrow }, { 0.02, nil, "mfu" } } do
    local some, all = { keep = 10, tolerance = one[1], over = one[2], most = one[3],
      run = { sl = 4096, global_batch = 240 } }, { keep = 300 }
    for key, value in pairs(some) do all[key] = all[key] or value end
    some, all = tw.search(with(some)), tw.search(with(all))
    local left, whole = some.found.ranked, all.found.ranked
    fewer = fewer + (left.n < whole.n and 1 or 0)
    lu.assertEquals(some.plateau, all.plateau)
    lu.assertEquals(some.counts, all.counts)
    lu.assertEquals(tostring(some.kinds), tostring(all.kinds))
    for i = 1, math.min(200, left.n) do lu.assertEquals(left:at(i).place, whole:at(i).place) end
  end
  lu.assertTrue(fewer > 2)
end

-- A rule can be replaced by another column that is asked first. The rule must hold wherever that column does, also where
-- the number of ranks is not whole.
function TestSearch:test_a_faster_check_of_a_rule_implies_the_rule()
  local asked, space, case = require "twocs.search.asked", require "twocs.search.space", require "twocs.ask.case"
  local made = case.split({ model = "deepseek_v3", device = "h100_sxm" }, {}, nil, true)
  local by, moved, apart, broken = asked.rules(made, space.axes(made, {}, 64)), {}, 0, 0
  for name, values in pairs{ tp = { 1, 2, 3 }, cp = { 1, 2, 3 }, dp = { 1, 3, 8 }, ep = { 1, 3 }, shard = { 1, 2, 3 },
    zero = { 0, 1, 3 }, sp = { 0, 1 } } do
    moved[#moved + 1] = { { name, core.column(values) } }
  end
  for _, list in ipairs(by) do
    for _, rule in ipairs(list) do
      local got = rule.first ~= rule.name and core.run(made, moved, { rule.name, rule.first }) or { {}, {} }
      for i = 1, #got[1] do
        if got[2][i] > 0 then lu.assertTrue(got[1][i] > 0, rule.name) else apart = apart + 1 end
        if not (got[1][i] > 0) then broken = broken + 1 end
      end
    end
  end
  lu.assertTrue(apart > broken and broken > 100, core.format("%d %d", apart, broken))
end

-- A column reaches everything that it reads, directly or through other columns, down to the fields.
function TestSearch:test_reach()
  local made, names = { model = tw.models.llama2_7b }, { "t_step", "rule_sharding", "tp", "tp_ar_whole", "legal" }
  local rows = require "twocs.data.rows"
  local function reach(name, found, seen)
    if seen[name] then return found end
    seen[name] = true
    if rows.by_name[name].record ~= "result" then found[name] = true end
    for _, read in ipairs(core.reads(made, name)) do reach(read, found, seen) end
    return found
  end
  local got = core.reach(made, names)
  for i, name in ipairs(names) do lu.assertEquals(got[i], reach(name, {}, {}), name) end
end

-- A search cannot keep more layouts than there are.
function TestSearch:test_more_is_kept_than_there_is()
  local some, all = tw.search(with{ keep = 3 }), tw.search(with{ keep = 1e12 })
  lu.assertEquals(all.layout, some.layout)
  lu.assertEquals(all.counts, some.counts)
end

os.exit(lu.LuaUnit.run() == 0, true)
