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
  ["llm-foundry, H100"] = { 0.0679, 0.0622 }, ["NeMo, H100"] = { 0.1040, 0.0312 },
  ["NeMo, Blackwell"] = { 0.0534, 0.0534 }, ["NeMo, experts"] = { 0.1173, -0.0572 },
  ["NeMo, experts, racks"] = { 0.1410, -0.1389 }, ["NeMo, experts, nodes of 8"] = { 0.2516, -0.1617 },
  ["TorchTitan, A100"] = { 0.0988, -0.0988 }, ["TorchTitan, Hopper"] = { 0.0685, -0.0355 },
  ["Megatron, 1,024 A100"] = { 0.0948, -0.0948 }, ["BLOOM, A100"] = { 0.1851, -0.1851 },
  ["MLPerf, LoRA"] = { 0.0585, 0.0099 }, ["Megatron, experts, H100"] = { 0.1682, 0.1140 },
  ["Megatron, experts, racks"] = { 0.0649, 0.0004 }, ["NeMo, long sequences"] = { 0.0271, -0.0144 },
  ["Megatron, pipelines, A100"] = { 0.0689, -0.0576 }, ["Megatron, thousands of A100"] = { 0.1191, -0.1191 },
  ["AutoModel, experts, H100"] = { 0.2213, 0.1252 }, ["AutoModel, LoRA, H100"] = { 0.1373, -0.0498 },
  ["Pax, A100 and H100"] = { 0.2455, -0.0085 }, ["FlagPerf, Megatron"] = { 0.1082, -0.1082 },
  ["FlagPerf, Paddle, A100"] = { 0.2803, -0.2803 }, ["Primus, experts, MI355X"] = { 0.3055, 0.3055 },
  ["prime-rl, experts, B300"] = { 0.2299, 0.1900 }, ["TorchTitan, long, H100"] = { 0.1929, -0.1799 },
  ["NeMo of 2022, A100"] = { 0.1577, -0.1577 }, ["llm.c, A100"] = { 0.0578, 0.0578 },
  ["torchtune, A100"] = { 0.0680, 0.0210 }, ["MaxText, MI355X"] = { 0.1520, -0.0233 },
  ["NeMo 26.04, dense"] = { 0.0547, 0.0476 }, ["NeMo 26.04, experts, racks"] = { 0.1189, -0.1172 },
  ["NeMo 26.04, experts, nodes"] = { 0.1669, -0.1145 }, ["NeMo 26.04, Mamba"] = { 0.2555, -0.2555 },
  ["NeMo 25.09, dense"] = { 0.0659, 0.0659 }, ["NeMo 25.09, experts"] = { 0.1866, -0.0805 },
  ["NeMo, GB200"] = { 0.0719, 0.0274 }, ["Pai-Megatron, H800"] = { 0.1609, -0.1609 },
  ["Nemotron-4, H100"] = { 0.1116, 0.1116 }, ["Llama 3, 16,384 H100"] = { 0.5868, 0.5868 },
  ["MT-NLG, A100"] = { 0.3461, -0.3461 }, ["FSDP, A100"] = { 0.2008, -0.2008 }, ["YaFSDP, A100"] = { 0.1190, -0.1185 },
  ["XTuner, long, A100"] = { 0.1628, -0.0690 }, ["Qwen, LoRA, A100"] = { 0.1443, 0.0349 },
  ["TorchTitan, TP 8, H100"] = { 0.2955, -0.2796 }, ["TorchTitan, experts, B200"] = { 0.0312, 0.0312 },
  ["TRL, long, H100"] = { 0.8147, 0.8147 }, ["AutoModel of 2026, H100"] = { 0.1046, 0.1046 },
  ["FlagPerf, DeepSpeed"] = { 0.1525, -0.1354 }, ["Lightning, A100"] = { 0.6629, -0.6629 },
  ["MaxText, A3"] = { 0.2511, -0.2511 }, ["Transformer Engine, MI300X"] = { 0.2761, -0.1923 },
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
