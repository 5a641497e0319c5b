-- SPDX-License-Identifier: MIT
-- Published runs to which no constant is fitted, on devices and clusters other than those of the calibration: today's
-- errors and coverage of the bands, so that neither changes unnoticed. And the values that a device takes from a measured
-- one, by hand.
local lu = require "luaunit"
local defaults = require "twocs.fit.defaults"
local core = require "twocs.core"
local published = require "studies.runs.published"
local score = require "twocs.predict.score"
local tw = require "twocs"

local root = (arg[0]:match("^(.*)/lua/[^/]*$") or "tests") .. "/../"
local file = root .. "scripts/studies/runs/published.csv"

TestPublished = {}

-- Mean absolute error, and bias. A change here is either intended or a mistake; nothing may be fitted to reduce it.
local expected = {
  ["llm-foundry, H100"] = { 0.0620, 0.0542 }, ["NeMo, H100"] = { 0.1114, 0.0337 },
  ["NeMo, Blackwell"] = { 0.0702, 0.0702 }, ["NeMo, experts"] = { 0.1225, -0.0456 },
  ["NeMo, experts, racks"] = { 0.1589, -0.1373 }, ["NeMo, experts, nodes of 8"] = { 0.2693, -0.1761 },
  ["TorchTitan, A100"] = { 0.1062, -0.1062 }, ["TorchTitan, Hopper"] = { 0.0729, -0.0432 },
  ["Megatron, 1,024 A100"] = { 0.1002, -0.1002 }, ["BLOOM, A100"] = { 0.1877, -0.1877 },
  ["MLPerf, LoRA"] = { 0.0496, -0.0070 }, ["Megatron, experts, H100"] = { 0.1749, 0.1196 },
  ["Megatron, experts, racks"] = { 0.0727, -0.0061 }, ["NeMo, long sequences"] = { 0.0278, -0.0176 },
  ["Megatron, pipelines, A100"] = { 0.0636, -0.0526 }, ["Megatron, thousands of A100"] = { 0.1224, -0.1224 },
  ["AutoModel, experts, H100"] = { 0.2342, 0.1385 }, ["AutoModel, LoRA, H100"] = { 0.1326, -0.0635 },
  ["Pax, A100 and H100"] = { 0.2461, -0.0141 }, ["FlagPerf, Megatron"] = { 0.1087, -0.1087 },
  ["FlagPerf, Paddle, A100"] = { 0.2851, -0.2851 }, ["Primus, experts, MI355X"] = { 0.2800, 0.2800 },
  ["prime-rl, experts, B300"] = { 0.2539, 0.2260 }, ["TorchTitan, long, H100"] = { 0.1976, -0.1850 },
  ["NeMo of 2022, A100"] = { 0.1603, -0.1603 }, ["llm.c, A100"] = { 0.0507, 0.0507 },
  ["torchtune, A100"] = { 0.0657, 0.0180 }, ["MaxText, MI355X"] = { 0.1462, -0.0222 },
  ["NeMo 26.04, dense"] = { 0.1296, 0.1151 }, ["NeMo 26.04, experts, racks"] = { 0.1262, -0.1262 },
  ["NeMo 26.04, experts, nodes"] = { 0.1860, -0.1319 }, ["NeMo 26.04, Mamba"] = { 0.2570, -0.2570 },
  ["NeMo 25.09, dense"] = { 0.0677, 0.0677 }, ["NeMo 25.09, experts"] = { 0.1999, -0.0906 },
  ["NeMo, GB200"] = { 0.0768, 0.0371 }, ["Pai-Megatron, H800"] = { 0.1644, -0.1644 },
  ["Nemotron-4, H100"] = { 0.1037, 0.1037 }, ["Llama 3, 16,384 H100"] = { 0.5825, 0.5825 },
  ["MT-NLG, A100"] = { 0.3474, -0.3474 }, ["FSDP, A100"] = { 0.2143, -0.2143 }, ["YaFSDP, A100"] = { 0.1337, -0.1337 },
  ["XTuner, long, A100"] = { 0.1639, -0.0712 }, ["Qwen, LoRA, A100"] = { 0.1467, 0.0373 },
  ["TorchTitan, TP 8, H100"] = { 0.2947, -0.2851 }, ["TorchTitan, experts, B200"] = { 0.0024, -0.0024 },
  ["TRL, long, H100"] = { 0.8148, 0.8148 }, ["AutoModel of 2026, H100"] = { 0.0931, 0.0900 },
  ["FlagPerf, DeepSpeed"] = { 0.1585, -0.1449 }, ["Lightning, A100"] = { 0.6654, -0.6654 },
  ["MaxText, A3"] = { 0.2514, -0.2514 }, ["Transformer Engine, MI300X"] = { 0.2661, -0.1847 },
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
    lu.assertNotNil(source:find("@", 1, true) or source:find "^arXiv:%d" or source:find "#%d", source) -- author and date
    if published.held(one) then held = held + 1 end
  end
  lu.assertTrue(held >= 392, tostring(held))
end

-- Proxies: shares of the data sheet are transferred, scaled if the best share differs by more than a tenth, without a
-- measurement.
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
  -- There are no measurements of experts.
  lu.assertEquals(defaults.basis(made("h100_sxm", "bf16", { experts = 8 })), "elsewhere")
  local function link(device) return defaults.of(made(device)).fields end
  local known, blackwell = link "h100_sxm", link "b200_sxm"
  lu.assertTrue(known.net0_share < 1 and blackwell.net0_share > 0.95 * known.net0_share) -- measured
  lu.assertEquals(link("b300_sxm").net0_half, blackwell.net0_half) -- only its link is known
  lu.assertEquals(link("mi300x").net0_half, 2.7e6) -- its own value
  lu.assertEquals(link("dgx_v100").net0_half, 0) -- its steps contain it
  lu.assertAlmostEquals(link("mi300x").flash_like, 0.511 / 0.803, 1e-9)
  lu.assertEquals(link("b200_sxm").flash_like, 1)
end

-- Rows of two lengths, devices or formats are not faulty next to each other; rows of one kind are.
function TestPublished:test_faulty_rows_of_one_kind()
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
