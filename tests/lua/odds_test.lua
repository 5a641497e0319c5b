-- SPDX-License-Identifier: MIT
-- The certainty of a comparison of layouts. A silent error would be a probability in which common errors of two layouts do
-- not cancel, or that depends on the order or the number of the compared layouts.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local draws = require "twocs.predict.draws"
local lu = require "luaunit"
local normal = require "twocs.common.normal"
local odds = require "twocs.predict.odds"
local residuals = require "twocs.predict.residuals"
local tw = require "twocs"

local base = { model = "llama3_8b", device = "h100_sxm", run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
local function with(layout, changes)
  local one = { layout = layout }
  for key, value in pairs(base) do one[key] = value end
  for key, value in pairs(changes or {}) do one[key] = value end
  return one
end

TestOdds = {}

-- Printed values of tables of the normal distribution.
function TestOdds:test_quantiles()
  lu.assertAlmostEquals(normal.quantile(0.5), 0, 1e-16)
  lu.assertAlmostEquals(normal.quantile(0.975), 1.959963984540054, 1e-14)
  lu.assertAlmostEquals(normal.quantile(0.9), 1.2815515655446004, 1e-14)
  lu.assertAlmostEquals(normal.quantile(1e-10), -6.361340902404056, 1e-12)
  lu.assertAlmostEquals(normal.quantile(0.999), 3.090232306167813, 1e-13)
end

function TestOdds:test_draws_are_normal_and_go_by_their_name()
  local sum, squares, list = 0, 0, draws.normals "a name"
  for _, x in ipairs(list) do sum, squares = sum + x, squares + x * x end
  lu.assertEquals(#list, draws.count)
  lu.assertAlmostEquals(sum, 0, 1e-9)
  lu.assertAlmostEquals(squares / #list, 1, 0.02)
  local product = 0
  for s, x in ipairs(draws.normals "another name") do product = product + x * list[s] / #list end
  lu.assertTrue(math.abs(product) < 0.25, product) -- four standard errors
end

-- The residual of a layout has parts that other layouts share; their sum is as uncertain as a run of this size.
function TestOdds:test_residuals_are_as_large_as_those_of_a_run()
  local band, fields, squares = bands.without(), { tp = 2, pp = 4, net0_size = 8 }, 0
  for n = 1, 20 do
    for _, x in ipairs(draws.left_of_row(core.format("model %d", n), fields, 64, band)) do squares = squares + x * x end
  end
  local sd = residuals.sd({ fields = fields, v = { devices = 64 } }, band.rows)
  lu.assertAlmostEquals(math.sqrt(squares / (20 * draws.count)) / sd, 1, 0.1)
end

-- Three choices over four draws, by hand.
function TestOdds:test_regrets()
  local function logs(list)
    for i, x in ipairs(list) do list[i] = core.log(x) end
    return list
  end
  local found, robust = odds.of{ logs{ 1, 1, 1, 2 }, logs{ 1.1, 1.1, 1.1, 1.1 }, logs{ 3, 3, 3, 1 } }
  lu.assertAlmostEquals(found[1].best, 0.75, 1e-12)
  lu.assertAlmostEquals(found[2].best, 0, 1e-12)
  lu.assertAlmostEquals(found[3].best, 0.25, 1e-12)
  lu.assertAlmostEquals(found[1].regret, 0.25, 1e-12)
  lu.assertAlmostEquals(found[2].regret, 0.1, 1e-12)
  lu.assertAlmostEquals(found[1].far, 1, 1e-12)
  lu.assertEquals(robust, 2) -- rarely the best, but never far from it
  lu.assertAlmostEquals(odds.below(logs{ 1, 2, 3 }, logs{ 1, 3, 1 }), 0.5, 1e-12)
end

function TestOdds:test_shared_uncertainty_cancels()
  local layout = { tp = 4, dp = 16 }
  local longer = with(layout, { run = { sl = 8192, global_batch = 144, micro_batch = 1 } })
  local _, p = tw.faster(with(layout), longer) -- the same layout with a little more work: nothing is uncertain
  lu.assertEquals(p, 1)
  lu.assertStrContains(tw.faster(longer, with(layout)), "the second is faster: ")
  lu.assertStrContains(tw.faster(longer, with(layout)), " more); nearly certain")
  local other = with{ tp = 2, pp = 4, dp = 8 }
  local text, q = tw.faster(with(layout), other)
  lu.assertTrue(q > 0.5 and q < 1, q)
  lu.assertStrContains(text, "the first is faster")
  local doubt = q < 0.65 and ", not a reliable difference" or ""
  lu.assertStrContains(text, core.format(" more); %.0f %% sure%s", 100 * q, doubt))
  local _, back = tw.faster(other, with(layout))
  lu.assertAlmostEquals(back, 1 - q, 1e-12)
  lu.assertStrContains(tw.faster(with(layout, { software = "ideal" }), other), "its probability is unknown")
  lu.assertErrorMsgContains("faster: expected two cases", tw.faster, base)
end

-- A field that a script states is not drawn, and neither is a field of a measured network.
function TestOdds:test_stated_fields_are_not_drawn()
  local function names(software)
    local made = require("twocs.ask.case").split(with({ tp = 4, dp = 16 }, { software = software }), {}, nil, true)
    local seen = {}
    for _, move in ipairs(draws.axis(require("twocs.ask.follow").cases(made, {})[1].made)) do seen[move[1]] = move[2] end
    return seen
  end
  local all = names()
  lu.assertEquals(#all.flash, draws.count)
  lu.assertNotNil(all.net_speed)
  lu.assertNil(names{ flash = 0.5 }.flash)
  lu.assertNil(names{ net1_share = 0.9 }.net_speed)
  local ratio = 0
  for s = 1, draws.count do ratio = math.max(ratio, all.flash[s] / require("twocs.data.calibrated").sets.pooled.flash) end
  lu.assertTrue(ratio > core.exp(2.5 * bands.without().sd.flash), ratio)
end

local question = { model = "llama2_7b", device = "h100_sxm", devices = 16, keep = 3,
  run = { sl = 4096, global_batch = 64, format = "bf16" }, over = { cp = 1, schedule = "1f1b" } }
local function asked(changes)
  local q = {}
  for key, value in pairs(question) do q[key] = value end
  for key, value in pairs(changes or {}) do q[key] = value end
  return tw.search(q)
end

function TestOdds:test_the_plateau_of_a_search()
  local found = asked()
  local t = found:likely()
  local sum = 0
  for row in t:rows() do
    sum = sum + row.p_best
    lu.assertTrue(row.p_faster >= 0.05 and row.regret_far >= 0 and row.assumed > 0 and row.assumed < 1)
  end
  lu.assertTrue(t.n > 3 and sum > 0.8 and sum <= 1 + 1e-12, sum)
  lu.assertEquals(t[1].t_step, found.kept[1].of.t_step)
  local again = asked{ keep = 5 }:likely() -- printing changes nothing
  for i = 1, t.n do lu.assertEquals(again[i].p_best, t[i].p_best) end
  local robust = found:robust()
  local text = tostring(found)
  lu.assertStrContains(text, "P(best)")
  lu.assertStrContains(text, "robust: ")
  lu.assertTrue(tw.eval(found:case(robust), "t_step") >= found.kept[1].of.t_step)
end

-- Pairs of the table have the same probabilities as tw.faster for the same cases, also with a pipeline.
function TestOdds:test_a_search_and_a_comparison_agree()
  local found = asked()
  local t = found:likely()
  local pipelines = 0
  for place = 2, t.n do
    pipelines = pipelines + (t[place].pp > 1 and 1 or 0)
    local layout = {}
    for _, name in ipairs{ "tp", "pp", "dp", "micro_batch", "vp", "sp", "zero", "shard", "recompute" } do
      layout[name] = t[place][name]
    end
    local _, p = tw.faster(found:case(layout), found:case())
    lu.assertEquals(p, t[place].p_faster)
  end
  lu.assertTrue(pipelines > 2)
end

function TestOdds:test_no_probabilities_without_calibrated_constants()
  lu.assertStrContains(tostring(asked{ software = "ideal" }), "there are no probabilities")
  lu.assertErrorMsgContains("exist for times only", function() asked{ least = "mem_byte" }:likely() end)
end

os.exit(lu.LuaUnit.run() == 0, true)
