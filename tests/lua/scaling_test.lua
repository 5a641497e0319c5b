-- SPDX-License-Identifier: MIT
-- tw.scaling: its best layout is the best of the grid, its columns agree with the engine's rows and with each other, a case
-- without power has none, and bad input gives one sentence.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local tw = require "twocs"

local run = tw.run{ sl = 4096, format = "bf16", attention = "fused", dropout = "no" }
local plan = { all_gather = "rings", reduce_scatter = "rings" }
local machine = tw.devices.h100_sxm{ comm_launch = "8.4 us", net0_lat = "3.4 us", net1_lat = "14 us" } -- large messages
local case = { model = "llama2_7b", device = machine, run = run, plan = plan, software = "ideal" }
local small = { tp = { 1, 2 }, pp = { 1, 2 }, cp = { 1 }, shard = { 8 }, micro_batch = { 1, 2 }, vp = { 1 },
  schedule = { "1f1b" }, recompute = { "none", "full" } }

local function close(a, b) lu.assertAlmostEquals(a / b, 1, 1e-12) end

local function fails(sentence, f)
  local done, why = pcall(f)
  lu.assertFalse(done)
  lu.assertStrContains(tostring(why), sentence)
  lu.assertStrContains(tostring(why), "scaling_test.lua:") -- the script's own line
end

TestScaling = {}

-- The degrees and groups of a grid for so many devices, written here a second time.
local function points_of(grid, devices, visit)
  for _, tp in ipairs(grid.tp) do
    for _, pp in ipairs(grid.pp) do
      local dp = devices / tp / pp
      for _, zero in ipairs{ "none", "optimizer", "gradients", "weights" } do
        for _, shard in ipairs(zero == "none" and { dp } or { 8, dp }) do
          visit{ tp = tp, pp = pp, dp = dp, sp = tp > 1 and "yes" or "no", zero = zero, shard = shard }
        end
      end
    end
  end
end

-- The grid again, layout by layout, each alone.
function TestScaling:test_the_best_is_the_best_of_the_grid()
  local got = tw.scaling(case, { gpus = { 16 }, grid = small, per_gpu = 2 })[1]
  local best, n, kept, seen = 0, 0, nil, {}
  points_of(small, 16, function(point)
    for _, micro_batch in ipairs(small.micro_batch) do
      for _, recompute in ipairs(small.recompute) do
        local one = { model = case.model, device = case.device, plan = case.plan, software = case.software, layout = point,
          illegal = "allow",
          run = run{ global_batch = 32, micro_batch = micro_batch, recompute = recompute } }
        local r = tw.eval(one, { "cap_rate", "token_rate", "legal", "fits" })
        local key = tw.format("%.0f %.0f %s %.0f %.0f %s", point.tp, point.pp, point.zero, point.shard, micro_batch,
          recompute)
        if r.legal == 1 and not seen[key] then n, seen[key] = n + 1, true end
        if r.legal == 1 and r.fits == 1 and r.token_rate > best then best, kept = r.token_rate, one end
      end
    end
  end)
  lu.assertEquals(got.layouts, n)
  lu.assertEquals(got.token_rate, tw.eval(kept, "cap_rate"))
  lu.assertEquals(got.dp * got.tp * got.pp * got.cp, 16)
  lu.assertEquals(got.legal, 1)
end

-- For a model with experts the best layout may divide the experts.
function TestScaling:test_experts_are_cut()
  local moe = { model = "mixtral_8x7b", device = machine, run = run, software = "ideal" }
  local grid = { tp = { 1, 2 }, pp = { 1 }, cp = { 1 }, shard = {}, micro_batch = { 1 }, vp = { 1 }, schedule = { "1f1b" },
    recompute = { "full" } }
  local cut = tw.scaling(moe, { gpus = { 64 }, per_gpu = 1, grid = grid })[1]
  grid.ep = { 1 }
  local whole = tw.scaling(moe, { gpus = { 64 }, per_gpu = 1, grid = grid })[1]
  lu.assertTrue(cut.ep > 1 and whole.ep == 1)
  lu.assertTrue(cut.token_rate > whole.token_rate)
end

function TestScaling:test_columns_of_a_scaling_are_consistent()
  local t = tw.scaling(case, { gpus = { 64, 256, 2048 }, per_gpu = 2, layout = { zero = "weights" } })
  for i = 1, t.n do
    local r = t[i]
    close(r.gpu_rate * r.gpus, r.token_rate)
    close(r.gpu_hours, 1e9 * r.gpus / r.token_rate / 3600)
    close(r.rent_low / r.gpu_hours, tw.devices.h100_sxm.rent_low * 3600)
    close(r.energy_high, 1e9 / r.joule_tokens * tw.devices.h100_sxm.energy_high)
    close(r.joule_tokens, r.token_rate / r.wall_power / r.gpus)
    lu.assertEquals(r.micro_batch, 2)
  end
  local more = tw.scaling(case, { gpus = { 64 }, per_gpu = 2, layout = { zero = "weights" }, want = { "wait_joule",
    "t_step_cap" } })
  close(more[1].wait_joule / more[1].t_step_cap, tw.devices.h100_sxm.wait_power)
  close(tw.pow(4, t[1].slope), t[2].token_rate / t[1].token_rate)
  close(t[2].gain, tw.exp2(t[2].slope) - 1)
  lu.assertTrue(t[3].gain ~= t[3].gain) -- no row follows the last one
  lu.assertTrue(t[3].gpu_rate < 0.8 * t[2].gpu_rate) -- latency linear in ranks
end

-- scripts/docs/steps.md shows the current output of examples/next_doubling.lua.
function TestScaling:test_the_page_shows_the_current_output()
  local page = require("files").content((arg[0]:match("^(.*)/tests/lua/[^/]*$") or ".") .. "/scripts/docs/steps.md")
  local asked = { model = "llama2_7b", device = "h100_sxm", plan = plan, run = run{ global_batch = 1024 } }
  local t = tw.scaling(asked, { gpus = { 256, 512, 1024, 2048, 4096, 8192 } }):select{ "gpus", "token_rate", "gain", "mfu",
    "device_power", "joule_tokens", "gpu_hours", "rent_low", "energy_low" }
  local shown = 0
  for line in tostring(t):gmatch("[^\n]+") do
    if line:find "^2048 " or line:find "^4096 " then
      lu.assertStrContains(page, line)
      shown = shown + 1
    end
  end
  lu.assertEquals(shown, 2)
end

-- Strong scaling keeps the batch: replicas have less and less to do.
function TestScaling:test_strong_scaling_keeps_the_batch()
  local strong = { model = case.model, device = case.device, plan = case.plan, run = run{ global_batch = 64 } }
  local t = tw.scaling(strong, { gpus = { 32, 64, 128 }, layout = { zero = "weights" } })
  lu.assertEquals({ t[1].micro_batch, t[2].micro_batch }, { 2, 1 })
  lu.assertEquals(t[3].legal, 0) -- 64 sequences on 128 replicas
end

-- A batch per replica grows with the replicas and would be neither kind of scaling; the default would be 1.
function TestScaling:test_a_batch_is_that_of_all_devices()
  local function with(fields) return { model = case.model, device = case.device, plan = plan, run = run(fields) } end
  for _, layout in ipairs{ "best", { tp = 2 } } do
    local grid = layout == "best" and small or nil
    fails("b = 8 is the batch of one replica: set the batch of all devices with global_batch, or per_gpu",
      function() tw.scaling(with{ b = 8 }, { gpus = { 8, 16 }, layout = layout, grid = grid }) end)
    fails("b = 8 is the batch of one replica: set the batch of all devices with per_gpu alone",
      function() tw.scaling(with{ b = 8 }, { gpus = { 8, 16 }, per_gpu = 4, layout = layout, grid = grid }) end)
    fails("no batch: expected global_batch in the run, or per_gpu",
      function() tw.scaling(with{}, { gpus = { 8, 16 }, layout = layout, grid = grid }) end)
  end
end

-- A basis that a case refuses is refused for its best layout and for a named one too.
function TestScaling:test_at_least_refuses()
  local the_best, one = { gpus = { 8 }, per_gpu = 1, grid = small }, { gpus = { 8 }, per_gpu = 1, layout = { tp = 2 } }
  for asked, sentence in pairs{ [the_best] = "the step of the best layout of 8 devices is assumed", [one] = "assumed" } do
    local sure = { model = case.model, device = case.device, run = run, plan = plan, at_least = "transferred" }
    fails(sentence, function() tw.scaling(sure, asked) end)
    sure.at_least = "assumed"
    lu.assertEquals(tw.scaling(sure, asked).n, 1)
  end
end

function TestScaling:test_over_models_and_devices()
  local t = tw.scaling(case, { gpus = { 8, 16 }, per_gpu = 1, grid = small,
    over = { model = { "llama2_7b", "llama2_13b" }, device = { "a100_80g", "h100_sxm" } } })
  lu.assertEquals(t.n, 8)
  lu.assertEquals({ t[1].device, t[3].model, t[5].device }, { "a100_80g", "llama2_13b", "h100_sxm" })
  local alone = { model = "llama2_13b", device = "a100_80g", run = run, plan = case.plan, software = "ideal" }
  local one = tw.scaling(alone, { gpus = { 8, 16 }, per_gpu = 1, grid = small })
  lu.assertEquals(t[4].token_rate, one[2].token_rate)
  lu.assertEquals(t[3].gain, one[1].gain)
  lu.assertTrue(t[4].gain ~= t[4].gain) -- the next row is of another device
  lu.assertStrContains(tostring(t), "assumed: power and prices of a100_80g (tw.devices.a100_80g.assumed says which)")
end

-- A device without power has times and no watts.
function TestScaling:test_without_power()
  local plain = { model = "llama2_7b", device = "h200_sxm", run = run }
  local t = tw.scaling(plain, { gpus = { 8, 16 }, per_gpu = 2, grid = small })
  lu.assertTrue(t[1].token_rate > 0)
  lu.assertTrue(t[1].device_power ~= t[1].device_power)
  lu.assertStrContains(tostring(t), "not given: power and prices of h200_sxm (")
  fails("not given: device.", function() tw.scaling(plain, { gpus = { 8 }, per_gpu = 2, most = "joule_tokens" }) end)
end

-- A cap below the power that the GPU needs makes it slower, and better per joule.
function TestScaling:test_a_cap_costs_speed()
  local function at(cap)
    return tw.scaling({ model = case.model, plan = case.plan, run = run, device = tw.devices.h100_sxm{ cap_power = cap } },
      { gpus = { 8 }, per_gpu = 2, layout = { zero = "weights" } })[1]
  end
  local full, low = at(700), at(400)
  lu.assertTrue(low.token_rate < full.token_rate)
  lu.assertTrue(low.device_power < 400 and full.device_power > 400)
  lu.assertTrue(low.joule_tokens > full.joule_tokens)
end

function TestScaling:test_no_layout_fits()
  local t = tw.scaling({ model = "llama2_70b", device = "dgx_v100", run = run{ format = "fp16" } },
    { gpus = { 8 }, per_gpu = 1, grid = small })
  lu.assertEquals(t.n, 1)
  lu.assertTrue(t[1].token_rate ~= t[1].token_rate)
  lu.assertEquals(t[1].support, "")
end

function TestScaling:test_no_degrees_multiply_to_the_devices()
  local t = tw.scaling(case, { gpus = { 12, 16 }, grid = { tp = { 8 }, pp = { 1 }, cp = { 1 } }, per_gpu = 2 })
  lu.assertEquals(t[1].layouts, 0)
  lu.assertNaN(t[1].mfu)
  lu.assertTrue(t[2].mfu > 0)
end

function TestScaling:test_mistakes_are_one_sentence()
  local device = tw.devices.h100_sxm
  local function with(changes) return { model = "llama2_7b", device = device(changes), run = run } end
  local ask = { gpus = { 8 }, per_gpu = 1, grid = small }
  fails("the power of a waiting device is above its cap: wait_power 175 W, cap_power 150 W",
    function() tw.scaling(with{ cap_power = "150 W" }, ask) end)
  fails("the power of a waiting device is above its cap", function() tw.eval(with{ cap_power = 175 }, "t_layer") end)
  fails("the low end of the price is above its high end", function() tw.scaling(with{ rent_low = "20 USD/h" }, ask) end)
  fails("rent_low", function() with{ rent_low = 0 } end)
  fails("energy_high", function() with{ energy_high = "0 USD/kWh" } end)
  fails("pue", function() with{ pue = 0.9 } end)
  fails("wait_power", function() with{ wait_power = -1 } end)
  fails("the power of a waiting device is above its cap: wait_power 175 W, cap_power 100 W",
    function() tw.sweep(with{}, { over = { cap_power = { 100, 400 } }, want = "device_power" }) end)
  fails("want: tp is a field", function() tw.scaling(case, { gpus = { 8 }, want = "tp" }) end)
  fails("gpus: number 2 is 4", function() tw.scaling(case, { gpus = { 8, 4 } }) end)
  fails("gpus is nil, expected a list", function() tw.scaling(case, {}) end)
  fails('unknown key "gpu"', function() tw.scaling(case, { gpu = { 8 } }) end)
  fails("grid.dp: a grid of layouts has the axes", function() tw.scaling(case, { gpus = { 8 }, grid = { dp = { 1 } } }) end)
  fails('layout is "fast"', function() tw.scaling(case, { gpus = { 8 }, layout = "fast" }) end)
  for _, per_gpu in ipairs{ 0.3, 0, -1, 0 / 0 } do
    fails("are not a whole number", function() tw.scaling(case, { gpus = { 8 }, per_gpu = per_gpu }) end)
  end
  local over = { sl = { 1024, nil, 2048 } }
  fails("over.sl: value 2 is nil", function() tw.scaling(case, { gpus = { 8 }, per_gpu = 1, over = over }) end)
  local device = tw.devices.h100_sxm{ cap_power = 50, wait_power = 60 }
  fails("the power of a waiting device is above its cap", function()
    tw.scaling({ model = case.model, device = device, software = case.software, run = case.run },
      { gpus = { 8 }, per_gpu = 1 })
  end)
end

-- A grid needs lists: one value is not a list, and nil is not either.
function TestScaling:test_a_grid_is_of_lists()
  lu.assertErrorMsgContains("grid.tp is 8, expected a list of values", tw.scaling, case,
    { gpus = { 16 }, grid = { tp = 8 } })
  lu.assertErrorMsgContains("grid.tp is a table, expected a list of values", tw.scaling, case,
    { gpus = { 16 }, grid = { tp = {} } })
end

os.exit(gate.silently(lu.LuaUnit.run), true)
