-- SPDX-License-Identifier: MIT
-- Bands of rows that leave choices open. A silent error would be a band that is as narrow as if the row stated everything,
-- or a likely alternative outside the band.
local bands = require "twocs.predict.bands"
local chances = require "twocs.predict.chances"
local core = require "twocs.core"
local counted = require "studies.runs.chances"
local files = require "files"
local lu = require "luaunit"
local mixture = require "twocs.predict.mixture"
local normal = require "twocs.common.normal"
local tw = require "twocs"

TestMixture = {}

local function choice(...)
  local list = {}
  for i, one in ipairs{ ... } do list[i] = { p = one[1], change = one[2] } end
  return list
end

-- Printed values, and the inverse.
function TestMixture:test_the_normal_distribution()
  lu.assertAlmostEquals(normal.below(0), 0.5, 1e-7)
  lu.assertAlmostEquals(normal.below(1.6448536), 0.95, 1e-7)
  lu.assertEquals({ normal.below(-9), normal.below(9) }, { 0, 1 })
  for _, p in ipairs{ 1e-6, 0.01, 0.3, 0.7, 0.999 } do lu.assertAlmostEquals(normal.below(normal.quantile(p)), p, 1e-7) end
end

function TestMixture:test_without_choices_it_is_the_error()
  local low, high = mixture.ends({ choices = {} }, 0.1, 0.2, 0.9)
  lu.assertAlmostEquals(low, 0.1 * normal.quantile(0.05), 1e-9)
  lu.assertAlmostEquals(high, 0.2 * normal.quantile(0.95), 1e-9)
  local same = mixture.ends({ choices = { choice({ 0.5, 0 }), choice({ 0, 1 }) } }, 0.1, 0.2, 0.9)
  lu.assertAlmostEquals(same, low, 1e-9)
end

-- Every combination one by one, without a grid: five percent are below the lower end, and above the upper one.
function TestMixture:test_ends_against_every_combination()
  local a, b, c = choice({ 0.3, -0.5 }, { 0.1, 0.311 }), choice{ 0.25, 0.123 }, choice{ 0.4, -0.21 }
  local low, high = mixture.ends({ choices = { a, b, c } }, 0.1, 0.2, 0.9)
  local below, above = 0, 0
  local function each(choices, k, p, sum)
    if k > #choices then
      local far, farther = low - sum, high - sum
      below = below + p * normal.below(far / (far < 0 and 0.1 or 0.2))
      above = above + p * (1 - normal.below(farther / (farther < 0 and 0.1 or 0.2)))
      return
    end
    local left = 1
    for _, one in ipairs(choices[k]) do
      each(choices, k + 1, p * one.p, sum + one.change)
      left = left - one.p
    end
    each(choices, k + 1, p * left, sum)
  end
  each({ a, b, c }, 1, 1, 0)
  lu.assertAlmostEquals(below, 0.05, 3e-3)
  lu.assertAlmostEquals(above, 0.05, 3e-3)
end

-- A likely alternative is inside, an unlikely one is not; and the nominal value always is, even if others are likelier.
function TestMixture:test_what_is_likely_is_inside()
  local function low(p) return (mixture.ends({ choices = { choice{ p, -1 } } }, 0.1, 0.1, 0.9)) end
  lu.assertTrue(low(0.2) < -1)
  lu.assertTrue(low(0.02) > -0.5)
  local _, high = mixture.ends({ choices = { choice({ 0.6, -1 }, { 0.4, -0.8 }) } }, 0.1, 0.1, 0.9)
  lu.assertEquals(high, 0)
end

-- Many small choices together are not small.
function TestMixture:test_small_choices_add_up()
  local list = {}
  for i = 1, 20 do list[i] = choice{ 0.5, i % 2 == 0 and 0.05 or -0.05 } end
  local low, high = mixture.ends({ choices = list }, 0.02, 0.02, 0.9)
  local sd = math.sqrt(20 * 0.25 * 0.05 * 0.05 + 0.02 * 0.02)
  lu.assertAlmostEquals(low, sd * normal.quantile(0.05), 1e-3)
  lu.assertAlmostEquals(high, sd * normal.quantile(0.95), 1e-3)
end

-- In a mixture over software, other choices go together with it: here both or neither.
function TestMixture:test_choices_go_with_the_software()
  local never, always = choice{ 0, -0.5 }, choice{ 0.5, -0.5 }
  local function low(own, other)
    return (mixture.ends({ { p = 0.5, change = -0.5, choices = { other } }, choices = { own } }, 0.05, 0.05, 0.9))
  end
  lu.assertTrue(low(never, never) > -0.7)
  lu.assertTrue(low(never, always) < -0.95)
  lu.assertTrue(low(always, never) > -0.7)
end

function TestMixture:test_the_multiple_is_the_inverse_of_the_ends()
  local open = { choices = { choice({ 0.3, -0.5 }), choice{ 0.25, 0.123 } } }
  for _, by in ipairs{ 0.5, 1, 2.5 } do
    local low, high = mixture.ends(open, 0.1 * by, 0.2 * by, 0.9)
    lu.assertAlmostEquals(mixture.multiple(open, low, 0.1, 0.2, 0.9), by, 1e-3)
    lu.assertAlmostEquals(mixture.multiple(open, high, 0.1, 0.2, 0.9), by, 1e-3)
  end
  lu.assertEquals(mixture.multiple(open, -0.3, 0.1, 0.2, 0.9), 0) -- inside whatever the error
end

-- Each set counts once. The assumed chance is one more set, and all there is where nothing was counted.
function TestMixture:test_chances_are_counted()
  local list = {}
  for i = 1, 8 do list[i] = { set = "many rows", value = "fp8" } end
  list[9], list[10] = { set = "two", value = "bf16" }, { set = "two", value = "fp8" }
  list[11] = { set = "one", value = "bf16" }
  local of = counted.of{ precision = { bf16 = list } }
  lu.assertEquals(of.precision.bf16.sets, 3)
  lu.assertAlmostEquals(of.precision.bf16.fp8, 50, 1e-9)
  lu.assertAlmostEquals(counted.of({ precision = { bf16 = list } }, "many rows").precision.bf16.fp8, 25, 1e-9)
  local choices = { column = "precision", counted = true }
  local function chance(counts) return chances.of(choices, { other = "fp8", chance = 10 }, "bf16", {}, "torch", counts) end
  lu.assertAlmostEquals(chance(of), (3 * 0.5 + 0.1) / 4, 1e-12)
  lu.assertEquals(chance{}, 0.1)
end

local head = "model,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,software,sharding,flash_attn,precision,seq_parallel,"
  .. "tp_overlap,dp_overlap,network,accumulate,grad_format,dropout,recompute,step_time_s\n"
local function predicted(software, precision)
  local path = os.tmpname()
  files.write(path, head .. core.format("llama3_8b,8192,8,B200,1,1,1,8,%s,fsdp,yes,%s,no,no,none,infiniband,fused,fp32,no,"
    .. "none,1\n", software, precision))
  local runs = assert(tw.predict{ file = path })
  os.remove(path)
  return runs.rows[1]
end

-- On Blackwell, NeMo trains in FP8 more often than not: a row without a precision has the FP8 step in its band.
function TestMixture:test_a_row_without_its_precision()
  local stated, narrow, left = predicted("nemo", "bf16"), predicted("nemo", "fp8"), predicted("nemo", "")
  lu.assertEquals(left.predicted, stated.predicted)
  local low = bands.of(left)
  local its_low = bands.of(stated)
  lu.assertTrue(narrow.predicted > low and low < 0.95 * its_low)
  local function fp8(one)
    for _, list in ipairs(one.open.choices) do
      for _, other in ipairs(list) do
        if other.other == "fp8" then return other.p end
      end
    end
  end
  lu.assertTrue(fp8(left) > 1.5 * fp8(predicted("torchtitan", "")))
end

-- What is not left out changes nothing: the band is the one of its expected error.
function TestMixture:test_a_full_row_has_the_band_of_its_error()
  local one, band = predicted("nemo", "fp8"), bands.without()
  lu.assertNil(one.open and one.open.choices[1])
  local low, high = bands.of(one, band)
  one.measured = high
  lu.assertAlmostEquals(bands.score_of(one, band), band.z, 1e-9)
  one.measured = low
  lu.assertAlmostEquals(bands.score_of(one, band), band.z, 1e-9)
  local left = predicted("nemo", "")
  low, left.measured = bands.of(left, band)
  lu.assertAlmostEquals(bands.score_of(left, band), band.z, 1e-2)
  left.measured = low
  lu.assertAlmostEquals(bands.score_of(left, band), band.z, 1e-2)
  local wide = setmetatable({ z = 2 * band.z }, { __index = band })
  lu.assertTrue(bands.of(left, wide) < 0.95 * low) -- each band has its own ends
  lu.assertEquals(bands.of(left, band), low)
end

-- The study on a few rows: cells that are there are deleted, and each deletion widens the bands.
function TestMixture:test_deletions()
  local deletions = require "studies.runs.deletions"
  local list = deletions.predicted(53, "scripts/studies/runs/published.csv")
  local by = { ["0"] = {}, ["1"] = {}, ["3"] = {}, all = {} }
  for _, one in ipairs(list) do
    table.insert(by[one.kind], one)
    for _, name in ipairs(one.gone) do lu.assertTrue(one.row[name] == nil and one.run.row[name] ~= nil) end
  end
  local none, three, all = deletions.shares(by["0"]), deletions.shares(by["3"]), deletions.shares(by.all)
  lu.assertTrue(#by["0"] > 5 and #by["1"] > 5 * #by["0"])
  lu.assertTrue(none.factor < three.factor and three.factor < all.factor)
  lu.assertAlmostEquals(all.inside + all.faster + all.slower, 1, 1e-12)
  lu.assertTrue(all.inside > 0.7, all.inside)
end

os.exit(lu.LuaUnit.run() == 0, true)
