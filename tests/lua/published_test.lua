-- SPDX-License-Identifier: MIT
-- Published runs that no constant is fitted to, on devices and clusters beyond those of the calibrated ones: errors and
-- what bands hold as they are today, so that neither moves unseen. What a device takes from the measured one before it, by
-- hand.
local lu = require "luaunit"
local defaults = require "twocs.fit.defaults"
local core = require "twocs.core"
local published = require "studies.runs.published"
local score = require "twocs.predict.score"
local tw = require "twocs"

local root = (arg[0]:match("^(.*)/lua/[^/]*$") or "tests") .. "/../"
local file = root .. "scripts/studies/runs/published.csv"

TestPublished = {}

-- Mean of the absolute error, and bias. A change here is meant, or it is a mistake; nothing may be fitted to lower it.
local expected = {
  ["llm-foundry, H100"] = { 0.0612, 0.0531 }, ["NeMo, H100"] = { 0.1135, 0.0298 },
  ["NeMo, Blackwell"] = { 0.0677, 0.0677 }, ["NeMo, experts"] = { 0.1214, -0.0467 },
  ["NeMo, experts, racks"] = { 0.1603, -0.1390 }, ["NeMo, experts, nodes of 8"] = { 0.2697, -0.1765 },
  ["TorchTitan, A100"] = { 0.0379, -0.0307 }, ["TorchTitan, Hopper"] = { 0.0846, -0.0557 },
  ["Megatron, 1,024 A100"] = { 0.1009, -0.1009 }, ["BLOOM, A100"] = { 0.1880, -0.1880 },
  ["MLPerf, LoRA"] = { 0.0489, -0.0086 }, ["Megatron, experts, H100"] = { 0.1746, 0.1191 },
  ["Megatron, experts, racks"] = { 0.0741, -0.0079 }, ["NeMo, long sequences"] = { 0.0281, -0.0181 },
  ["Megatron, pipelines, A100"] = { 0.0555, -0.0369 }, ["Megatron, thousands of A100"] = { 0.1112, -0.1112 },
  ["AutoModel, experts, H100"] = { 0.2338, 0.1376 }, ["AutoModel, LoRA, H100"] = { 0.1340, -0.0666 },
  ["Pax, A100 and H100"] = { 0.2362, -0.0013 }, ["FlagPerf, Megatron"] = { 0.1105, -0.0952 },
  ["FlagPerf, Paddle, A100"] = { 0.2513, -0.2513 }, ["Primus, experts, MI355X"] = { 0.2788, 0.2788 },
  ["prime-rl, experts, B300"] = { 0.2532, 0.2250 }, ["TorchTitan, long, H100"] = { 0.1469, -0.1345 },
  ["NeMo of 2022, A100"] = { 0.2089, -0.2089 }, ["llm.c, A100"] = { 0.1125, 0.1125 },
  ["torchtune, A100"] = { 0.1444, 0.1246 }, ["MaxText, MI355X"] = { 0.1457, -0.0229 },
  ["NeMo 26.04, dense"] = { 0.1280, 0.1132 }, ["NeMo 26.04, experts, racks"] = { 0.1283, -0.1283 },
  ["NeMo 26.04, experts, nodes"] = { 0.1863, -0.1322 }, ["NeMo 26.04, Mamba"] = { 0.2577, -0.2577 },
  ["NeMo 25.09, dense"] = { 0.0651, 0.0651 }, ["NeMo 25.09, experts"] = { 0.2003, -0.0925 },
  ["NeMo, GB200"] = { 0.0768, 0.0350 }, ["Pai-Megatron, H800"] = { 0.1650, -0.1650 },
  ["Nemotron-4, H100"] = { 0.1021, 0.1021 }, ["Llama 3, 16,384 H100"] = { 1.5120, 1.5120 },
  ["MT-NLG, A100"] = { 0.3605, -0.3605 }, ["FSDP, A100"] = { 0.1693, -0.1693 }, ["YaFSDP, A100"] = { 0.0972, -0.0861 },
  ["XTuner, long, A100"] = { 0.4032, 0.3080 }, ["Qwen, LoRA, A100"] = { 0.1934, 0.1277 },
  ["TorchTitan, TP 8, H100"] = { 0.2810, -0.2721 }, ["TorchTitan, experts, B200"] = { 0.0037, -0.0037 },
  ["TRL, long, H100"] = { 0.8148, 0.8148 }, ["AutoModel of 2026, H100"] = { 0.0919, 0.0883 },
  ["FlagPerf, DeepSpeed"] = { 0.1774, -0.1278 }, ["Lightning, A100"] = { 0.6458, -0.6458 },
  ["MaxText, A3"] = { 0.2523, -0.2523 }, ["Transformer Engine, MI300X"] = { 0.2660, -0.1850 },
}

function TestPublished:test_pins()
  local runs, sets = published.read(file)
  lu.assertEquals(#runs.rows, 429)
  lu.assertEquals(next(runs.reasons), nil)
  lu.assertEquals(runs.ignored, {})
  for _, one in ipairs(sets) do
    local s, pin = score.errors(one[2]), expected[one[1]]
    lu.assertAlmostEquals(s.mean, pin[1], 6e-4, one[1])
    lu.assertAlmostEquals(s.bias, pin[2], 6e-4, one[1])
    expected[one[1]] = nil
  end
  lu.assertNil(next(expected))
  local held = 0
  for _, one in ipairs(runs.rows) do
    local source = one.row.source
    lu.assertNotNil(source:find("@", 1, true) or source:find "^arXiv:%d" or source:find "#%d", source) -- whose, of when
    if published.held(one) then held = held + 1 end
  end
  lu.assertTrue(held >= 360, tostring(held))
end

-- Proxies: shares of the sheet go over, a best share that differs by more than a tenth goes with it, and nothing was
-- measured.
function TestPublished:test_proxies()
  local function made(device, format, model)
    return { device = tw.devices[device], run = { format = format or "bf16" }, model = model or tw.models.gpt3_175b,
      software = tw.software.megatron_core }
  end
  local function eff(device) return defaults.of(made(device)).plan.gemm.fits[1].given.depth_eff end
  lu.assertEquals(eff "gb200_nvl72", eff "b200_sxm") -- the same share of the peak
  lu.assertAlmostEquals(eff "mi300x" / eff "h100_sxm", 0.511 / 0.803, 1e-9)
  for _, name in ipairs{ "gb200_nvl72", "b300_sxm", "gb300_nvl72", "mi300x", "dgx_v100" } do
    lu.assertNotEquals(defaults.basis(made(name)), "own", name)
  end
  lu.assertEquals(defaults.basis(made "h100_sxm"), "own")
  lu.assertEquals(defaults.basis(made("h100_sxm", "fp8")), "own")
  lu.assertEquals(defaults.basis(made("h100_sxm", "bf16", { experts = 8 })), "elsewhere") -- of experts nobody's were
  local function link(device) return defaults.of(made(device)).fields end
  local known, blackwell = link "h100_sxm", link "b200_sxm"
  lu.assertTrue(known.net0_share < 1 and blackwell.net0_share > 0.95 * known.net0_share) -- measured
  lu.assertEquals(link("b300_sxm").net0_half, blackwell.net0_half) -- only its link is known
  lu.assertEquals(link("mi300x").net0_half, 2.7e6) -- its own
  lu.assertEquals(link("dgx_v100").net0_half, 0) -- its steps hold it
  lu.assertAlmostEquals(link("mi300x").flash_like, 0.511 / 0.803, 1e-9)
  lu.assertEquals(link("b200_sxm").flash_like, 1)
end

-- Rows of two lengths, devices or formats are not sick next to each other; of one they are.
function TestPublished:test_sick_among_their_like()
  local function one(measured, more)
    local fields = { sl = 2048, format = 3, layers = 32 }
    for key, value in pairs(more or {}) do fields[key] = value end
    return { measured = measured, v = { microbatches = 1 }, row = { model = "m", microbatch = 1 }, fields = fields,
      device = more and more.device or "h100_sxm" }
  end
  lu.assertEquals(score.mark_sick{ one(1), one(2.1) }, 1)
  for _, more in ipairs{ { sl = 8192 }, { format = 4 }, { device = "a100_80g" }, { recompute = 2 }, { cp = 2 } } do
    lu.assertEquals(score.mark_sick{ one(1), one(2.1, more) }, 0, core.format("%s", next(more)))
  end
end

os.exit(lu.LuaUnit.run() == 0, true)
