-- SPDX-License-Identifier: MIT
-- A share lies between 0 and 1 in every case: random legal points over models, layouts, formats, devices and evolved
-- hardware, with every GEMM law except free lines. The test reads from the rows which results are shares, so a new share is
-- tested too.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local tw = require "twocs"
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local rows = require "twocs.data.rows"

-- The meaning of a share contains the word "share". A ratio "against" something else can be more than 1.
local shares = { "mfu" }
for _, row in ipairs(rows.list) do
  if row.record == "result" and row.unit == "1" and row.name:match("^f_") and row.meaning:match("share") then
    shares[#shares + 1] = row.name
  end
end

local draw = errors.random(11)
local function one_of(list) return list[math.floor(draw() * #list) + 1] end
local function between(low, high) return low * core.pow(high / low, draw()) end

local devices = { "v100_sxm", "a100_80g", "h100_sxm", "b200_sxm", "mi210", "mi300x" }

local function random_device()
  return tw.devices[one_of(devices)]{ flop_vs_bw = one_of{ 0.1, 1, 2, 4, 100 }, mem_vs_bw = one_of{ 0.1, 1, 4, 100 },
    flop_eff = one_of{ 1, between(0.05, 1) }, attn_eff = one_of{ 1, between(0.05, 1) }, mem_eff = one_of{ 1, 0.7 },
    launch = one_of{ 0, 5e-6 }, split_eff = one_of{ 0.85, 1 }, net0_size = 1048576 }
end

-- Coefficients at the limits of their rows, except those whose meaning says that a tile is faster than the peak.
local function random_law()
  local fields = {}
  for _, row in ipairs(rows.list) do
    if row.record == "law" and row.name:match("^wave_") then
      local most = row.name:match("eff$") and not row.name:match("mem") or row.name:match("tile")
      fields[row.name] = one_of{ row.initial, row.least, most and 1 or row.most }
    end
  end
  return fields
end

local function random_case()
  local heads = one_of{ 8, 16, 64, 96 }
  return { device = random_device(), law = random_law(),
    model = { heads = heads, kv_heads = one_of{ heads, heads / 4 }, h = heads * one_of{ 64, 128 },
      ffn = heads * one_of{ 128, 256, 512 }, layers = one_of{ 1, 24 }, vocab = one_of{ 1024, 51200 } },
    -- No mask: MFU counts the FLOPs of masked scores too, and can be more than 1 then.
    run = { causal = "no", sl = one_of{ 128, 2048, 8192 }, b = one_of{ 1, 32 }, format = one_of{ "fp32", "fp16", "bf16",
      "fp8" },
      mode = one_of{ "training", "inference" }, attention = one_of{ "fused", "unfused" },
      recompute = one_of{ "none", "selective", "full" } },
    software = { like = "ideal", interference = one_of{ 1, 1.2 } },
    layout = { tp = one_of{ 1, 2, 8 }, dp = one_of{ 1, 4, 64 } },
    plan = { gemm = one_of{ "algorithmic", "roofline", "tiles", "waves" }, stream = one_of{ "none", "roofline" } } }
end

TestShares = {}

function TestShares:test_random_legal_points()
  lu.assertTrue(#shares >= 4, table.concat(shares, " "))
  local legal, wanted = 0, { "legal" }
  for _, name in ipairs(shares) do wanted[#wanted + 1] = name end
  for i = 1, 3000 do
    local given = random_case()
    local got = tw.eval(given, wanted)
    legal = legal + got.legal
    for _, name in ipairs(shares) do
      lu.assertTrue(got.legal == 0 or (got[name] >= 0 and got[name] <= 1 + 1e-12),
        core.format("%s = %.17g at point %d (%s)", name, got[name], i, given.plan.gemm))
    end
  end
  lu.assertTrue(legal > 2000, core.format("%d", legal))
end

-- A case that failed once: GEMMs four times as fast as today's, on today's peak, reached 2.3 times the peak.
function TestShares:test_the_peak_evolves_with_the_gemms()
  local given = { model = "gpt3_175b", layout = { tp = 8 }, plan = { gemm = "algorithmic", stream = "none" } }
  local function mfu(growth)
    given.device = tw.devices.a100_80g{ flop_vs_bw = growth }
    return tw.eval(given, { "mfu", "step_flop", "t_step", "peak" })
  end
  local today, evolved = mfu(1), mfu(4)
  lu.assertAlmostEquals(evolved.mfu, today.mfu * today.t_step / evolved.t_step / 4, 1e-12)
  lu.assertAlmostEquals(today.mfu, today.step_flop / (today.t_step * today.peak), 1e-12)
  lu.assertTrue(evolved.mfu < today.mfu)
end

-- Shares of the peak in the limits, on clusters from one GPU to a million.
function TestShares:test_utilisation_of_a_cluster()
  for _, months in ipairs{ 1, 3 } do
    local base = tw.limits{ gpu = "h100_sxm5", months = months }
    for _, gpus in ipairs{ 1024, 32768, 1048576 } do
      local run = assert(base:best(gpus))
      for _, name in ipairs{ "util", "util_rel" } do
        lu.assertTrue(run[name] > 0 and run[name] <= 1 + 1e-12, core.format("%s of %g: %.17g", name, gpus, run[name]))
      end
    end
  end
end

-- Every table and figure shows a share in percent. A field is shown as it was typed, and a number without a unit is not a
-- share.
function TestShares:test_which_columns_are_in_percent()
  local is_share = require "twocs.data.shares"
  for _, name in ipairs{ "f_ser", "mfu", "hfu", "util", "goodput", "opt_part" } do
    lu.assertTrue(is_share(name, "1"), name)
  end
  for _, name in ipairs{ "flop_eff", "moe_share", "tp", "t_step", "step_support" } do
    lu.assertFalse(is_share(name, rows.by_name[name].unit), name)
  end
  lu.assertTrue(is_share("mine", "1", "share of the time of all kernels"))
  lu.assertTrue(is_share("mine", "1", "Model FLOP utilisation"))
  lu.assertFalse(is_share("mine", "1", "times the share of the others"))
  lu.assertFalse(is_share("f_mine", "")) -- a column of a CSV file without a unit may already be in percent
  local shown = tostring(tw.sweep{ model = "gpt3_175b", device = "h100_sxm", over = { flop_eff = { 0.5, 0.75 } },
    want = "mfu" })
  lu.assertStrMatches(shown, "flop_eff +mfu\n +%[%%%]\n +0%.50 +%d+%.%d\n.*")
end

os.exit(gate.silently(lu.LuaUnit.run) == 0, true)
