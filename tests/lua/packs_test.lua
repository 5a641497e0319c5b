-- SPDX-License-Identifier: MIT
-- Packs: entries by name and by common names, `like` and changed fields, a user's own entries, old names; and the facts of
-- each registered device.
local lu = require "luaunit"
local packs = require "twocs.data.packs"
local aliases = require "twocs.data.aliases"
local core = require "twocs.core"
local tw = require "twocs"

local function says(text, f, ...)
  local done, sentence = pcall(f, ...)
  lu.assertFalse(done)
  lu.assertStrContains(sentence, text)
end

TestPacks = {}

function TestPacks:test_entries_of_a_user()
  tw.add{ devices = { { name = "slow_h100", like = "h100_sxm", source = "our nodes", mem_bw = "2.4 TB/s", busbw = false,
    also = { "H100 of ours" } } }, models = { { name = "our_llama", like = "llama3_8b", source = "ours", layers = 16 } } }
  local mine, base = tw.devices.slow_h100, tw.devices.h100_sxm
  lu.assertEquals({ mine.mem_bw, mine.peak_bf16, mine.name }, { 2.4e12, base.peak_bf16, "slow_h100" })
  lu.assertNil(mine.busbw)
  lu.assertNil(mine.year) -- the base's own year
  lu.assertEquals(mine.source, "our nodes; the rest as h100_sxm")
  lu.assertEquals(tw.devices["h100 of OURS"].name, "slow_h100")
  lu.assertEquals({ tw.models.our_llama.layers, tw.models.our_llama.h }, { 16, 4096 })
  lu.assertTrue(tw.eval({ model = "our_llama", device = "slow_h100" }, "t_layer")
    > tw.eval({ model = "llama3_8b", device = "h100_sxm" }, "t_layer"))
end

function TestPacks:test_a_mistake_is_reported_and_adds_no_entry()
  local good = { name = "fine", like = "h100_sxm", source = "s" }
  for text, pack in pairs{
    ['"mem_bww" is not a field of a device'] = { devices = { good,
      { name = "x", like = "h100_sxm", source = "s", mem_bww = 3 } } },
    ["devices already contains h100_sxm"] = { devices = { good, { name = "h100_sxm", source = "s" } } },
    ['"device" is not a kind of data; did you mean "devices"?'] = { device = {} },
    ['y is like "h100_sxn"'] = { devices = { { name = "y", like = "h100_sxn", source = "s" } } },
    ["device z lacks peak_fp32"] = { devices = { { name = "z", source = "s" } } },
    ["z has no source of what differs"] = { devices = { { name = "z", like = "h100_sxm", mem_bw = 1e12 } } },
    ["has no name of letters"] = { devices = { { like = "h100_sxm", source = "s" } } },
    ["q is derived from itself"] = { devices = { { name = "q", like = "q", source = "s" } } },
    ["expected a table such as"] = 3,
  } do says(text, tw.add, pack) end
  lu.assertNil(packs.entry("devices", "fine"))
  says("no_such_pack.lua", tw.add, "no_such_pack.lua")
end

function TestPacks:test_removed_names()
  says("device dgx_h100 no longer exists: use h100_sxm", function() return tw.devices.dgx_h100 end)
  says("erdil24_h100_sxm5", function() return tw.eval({ model = "bert", device = "h100_sxm5" }, "t_layer") end)
  for _, kind in ipairs{ "devices", "models" } do
    for _, name in ipairs(packs.names(kind)) do lu.assertNil(packs.gone(kind, name), name) end
  end
end

-- Only the needed files are loaded: the first file has the common entries.
function TestPacks:test_files_are_loaded_when_needed()
  local outside = require "outside"
  local script = [[local tw = require "twocs"; local _ = tw.devices.h100_sxm.mem_bw
    for _, file in ipairs{ "nvidia", "amd", "published" } do
      print(file, package.loaded["twocs.data.devices." .. file] ~= nil)
    end]]
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(script)
  file:close()
  local said = outside.output(outside.quoted(outside.twocs) .. " " .. path)
  os.remove(path)
  lu.assertEquals(said, "nvidia\ttrue\namd\tfalse\npublished\tfalse\n")
end

TestNames = {}

-- Every name leads to one entry.
function TestNames:test_names_are_unambiguous()
  for _, kind in ipairs{ "devices", "models" } do
    for _, name in ipairs(packs.names(kind)) do
      local also = packs.given(kind, name, "also")
      if also ~= false then lu.assertEquals(aliases.find(kind, name), name) end
      for _, text in ipairs(also or {}) do lu.assertEquals(aliases.find(kind, text), name, text) end
    end
  end
end

-- A count of devices is not part of a name; a model's size is redundant if the name contains it.
function TestNames:test_counts_and_sizes_in_a_name()
  for text, name in pairs{ ["8xH100"] = "h100_sxm", ["8x A100 80GB"] = "a100_80g", ["4 x H200"] = "h200_sxm",
    ["A100-SXM4-80G"] = "a100_80g", ["A100 (40G)"] = "a100_40g", ["A100_80 G"] = "a100_80g",
    ["H100 80G SXM5"] = "h100_sxm",
    ["p4d.24xlarge"] = "a100_40g", MI300X = "mi300x" } do lu.assertEquals(aliases.find("devices", text), name, text) end
  for text, name in pairs{ ["DeepSeek-V3 671B"] = "deepseek_v3", ["Qwen3-235B-A22B"] = "qwen3_235b",
    ["Mixtral 8x7B"] = "mixtral_8x7b", ["LLaMA-65B"] = "llama_65b" } do
    lu.assertEquals(aliases.find("models", text), name, text)
  end
  lu.assertNil(aliases.find("devices", "8x"))
end

function TestNames:test_other_parts_are_refused_with_the_nearest()
  for text, near in pairs{ ["H100 CNX"] = "h100_", ["A100-SXM4-60G"] = "a100_", ["V100S-PCIE-32GB"] = "v100_pcie",
    ["RTX 4080"] = "rtx_", MI250X = "mi250x_gcd", MI250 = "mi250_gcd", ["TPU v9"] = "tpu_v", TPU = "tpu_v", B100 = "100",
    ["Intel Max 1550"] = "max1550_tile", ["Ponte Vecchio"] = "max1550_tile" } do
    local device, sentence = aliases.device(text)
    lu.assertNil(device, text)
    lu.assertStrContains(sentence, near)
  end
  lu.assertNil((aliases.device("")))
  lu.assertNil((aliases.device(nil)))
end

-- One that could be several parts is offered all of them, and none of other memory alone.
function TestNames:test_names_of_several_parts()
  local function offers(text) return (select(2, aliases.device(text)):match "did you mean (.*)%?$") end
  lu.assertEquals(offers "RTX 6000", '"rtx_pro_6000", "rtx_a6000", "rtx_6000_ada"')
  lu.assertEquals(offers "Quadro RTX 6000", '"rtx_pro_6000", "rtx_a6000", "rtx_6000_ada"')
  lu.assertEquals(offers "H100 94GB", '"h100_sxm", "h100_pcie", "h100_nvl"')
  lu.assertEquals(offers "h100_63gb", '"h100_sxm", "h100_pcie", "h100_nvl"')
  lu.assertEquals(offers "h100_sxn", '"h100_sxm"')
  lu.assertNil(offers "v4") -- no letter of a name of two is left: not "t4"
end

TestDevices = {}

-- Peaks are dense: each narrower format is at least as fast, and none is more than four times as fast as the next wider
-- one, as a sparse peak instead of a dense one would be.
function TestDevices:test_peaks_are_dense()
  for _, name in ipairs(packs.names "devices") do
    local d = tw.devices[name]
    if not packs.given("devices", name, "gpu") then
      if core.given(d, "peak_fp8") then
        lu.assertTrue(d.peak_fp8 >= d.peak_bf16 * 0.999 and d.peak_fp8 <= 2.03 * d.peak_bf16, name)
      end
      if core.given(d, "peak_fp4") then lu.assertTrue(d.peak_fp4 <= 3.01 * d.peak_fp8, name) end
      lu.assertTrue(d.peak_bf16 <= 32 * d.peak_fp32, name)
      lu.assertTrue(d.net0_bw < d.mem_bw and (d.net1_size == 1 or d.net1_bw <= d.net0_bw), name)
    end
    lu.assertTrue(#d.source > 20, name)
  end
end

-- An SM has 128 lanes of FP32, and tensor cores of four times their rate: of twice with FP32 sums on GeForce cards. The
-- sheet of the L40 has twice too, and Amazon's A10G is cut.
function TestDevices:test_peaks_sum_in_fp32()
  local function ratio(name) return tw.devices[name].peak_fp16 / tw.devices[name].peak_fp32 end
  for _, name in ipairs{ "a40", "a10", "rtx_a6000", "rtx_6000_ada", "l4", "l40s", "rtx_pro_6000" } do
    lu.assertAlmostEquals(ratio(name), 4, 0.06, name)
  end
  for _, name in ipairs{ "rtx_3090", "rtx_4090", "rtx_5090", "l40", "a10g" } do
    lu.assertAlmostEquals(ratio(name), 2, 0.02, name)
  end
end

-- Each device can evaluate a step of a model that fits.
function TestDevices:test_each_answers()
  for _, name in ipairs(packs.names "devices") do
    local t = tw.eval({ model = "bert", device = name, run = { sl = 512, b = 4 }, illegal = "allow" }, "t_layer")
    lu.assertTrue(t > 0 and t < 1, name)
  end
end

TestModels = {}

-- What some have in addition: biases of all matrices of a layer, 9 H; positions that are learned, BERT's pooler; a norm of
-- BLOOM's embedding; Gemma's two norms after the blocks of a layer; norms of queries and keys over all heads and not each
-- (OLMo, MiniMax). MPT's norms have no shift, those of the first OLMo no weights; GPT-J and Falcon 7B have one norm a
-- layer, and GPT-J has biases of its FCs and of the LM head. Encoders have biases and norms outside of layers. Nemotron's
-- mixers without an FC have one here, with its norm: of width 1, or of the mean width, rounded.
local function siglip(layers, h, ffn) return layers * (5 * h + ffn) + h end
local function merger(joined, h, norm) return joined + h + norm end
local in_addition = {
  qwen2_5_vl_7b = 28 * (3584 + 2 * 512) + 32 * (5 * 1280 + 2 * 3420) + merger(5120, 3584, 1280),
  qwen3_vl_8b = siglip(27, 1152, 4304) + merger(4608, 4096, 2 * 1152) + 3 * merger(4608, 4096, 2 * 4608),
  qwen3_vl_30b_a3b = siglip(27, 1152, 4304) + merger(4608, 2048, 2 * 1152) + 3 * merger(4608, 2048, 2 * 4608),
  gemma3_4b = 34 * 2 * 2560 + siglip(27, 1152, 4304) + 2 * 1152 + 1152,
  kimi_vl_a3b = siglip(27, 1152, 4304) + 2 * 1152 + merger(4608, 2048, 2 * 1152)
    + 27 * 64, -- Moonlight, its language model, has more than ours
  gpt_neox_20b = 9 * 6144 * 44, bloom_176b = 9 * 14336 * 70 + 2 * 14336, gemma2_9b = 2 * 3584 * 42,
  gemma2_27b = 2 * 4608 * 46, olmo2_7b = 32 * (2 * 4096 - 2 * 128), olmo2_13b = 40 * (2 * 5120 - 2 * 128),
  nemotron_3_nano_30b_a3b = -6 * (2688 + 2 * 2688), nemotron_nano_9b_v2 = -6 * 4480 + 2 * 4480 * (25 * 15680 - 31 * 12645),
  olmo2_32b = 64 * (5120 + 1024 - 2 * 128), mpt_7b = -65 * 4096,
  gemma3_12b = 48 * 2 * 3840 + siglip(27, 1152, 4304) + 2 * 1152 + 1152,
  gemma3_27b = 62 * 2 * 5376 + siglip(27, 1152, 4304) + 2 * 1152 + 1152,
  bert_base = (9 * 12 + 512 + 2 + 768 + 1) * 768, gpt2 = (9 * 12 + 1024) * 768, gpt2_medium = (9 * 24 + 1024) * 1024,
  gpt2_large = (9 * 36 + 1024) * 1280, gpt3_2_7b = (9 * 32 + 2048) * 2560, opt_2_7b = (9 * 32 + 2048) * 2560,
  opt_1_3b = (9 * 24 + 2048) * 2048,
  gptj_6b = 28 * (16384 + 4096 - 2 * 4096) + 50400, falcon_7b = -32 * 2 * 4544,
  pythia_410m = 9 * 1024 * 24, pythia_1b = 9 * 2048 * 16, pythia_1_4b = 9 * 2048 * 24, pythia_2_8b = 9 * 2560 * 32,
  pythia_6_9b = 9 * 4096 * 32, pythia_12b = 9 * 5120 * 36,
  olmo_7b = -(2 * 32 + 1) * 2 * 4096, olmoe_1b_7b = 16 * 2 * (2048 - 128), minimax_m2 = 62 * (6144 + 1024 - 2 * 128) }

-- If the published count is that of tensors and not rounded, ours equals it except for biases, which are not counted.
function TestModels:test_parameters_are_the_published_count()
  local counted = 0
  for _, name in ipairs(packs.names "models") do
    local entry = packs.entry("models", name)
    if entry.published_param and entry.published_param % 1000000 ~= 0 then
      local count = tw.eval({ model = name }, "param") + (in_addition[name] or 0)
      lu.assertTrue(count <= entry.published_param and count >= entry.published_param * (1 - 1e-3), name)
      local biases = name:find "^gpt_oss" or name:find "^qwen2_5" or name:find "^glm" or name == "moonlight_16b"
      biases = biases and not name:find "_vl_"
      if not biases then
        lu.assertEquals(count, entry.published_param, name)
        counted = counted + 1
      end
    end
  end
  lu.assertTrue(counted >= 40)
end

-- A printed number of parameters is rounded, here to the unit of its last digit, and T5's and InternLM's to whole billions.
-- NeMo's recipes have none.
function TestModels:test_parameters_are_near_the_printed_count()
  local without = {}
  for _, name in ipairs(packs.names "models") do
    local printed = packs.given("models", name, "published_param")
    if not name:find "^pati23_" and name ~= "transformer" then
      local unit = 1
      while printed and printed % (10 * unit) == 0 do unit = 10 * unit end
      local most = printed and math.max(unit / 2, printed / 100)
      if not printed then
        without[#without + 1] = name
      else
        local off = math.abs(tw.eval({ model = name }, "param") + (in_addition[name] or 0) - printed)
        lu.assertTrue(off <= most, core.format("%s is %.0f off, at most %.0f", name, off, most))
      end
    end
  end
  lu.assertEquals(without, { "nemo_gpt3_5b", "nemo_gpt3_20b", "nemotron3_8b", "nemotron4_22b" })
end

-- OPT has the sizes of GPT-3 (arXiv:2205.01068, 2.1), with other heads at 1.3 B; a head has H over the heads, an FC 4 H.
function TestModels:test_opt_has_the_sizes_of_gpt_3()
  for _, size in ipairs{ "1_3b", "2_7b", "6_7b", "13b", "175b" } do
    local opt, gpt3 = tw.models["opt_" .. size], tw.models["gpt3_" .. size]
    lu.assertEquals({ opt.layers, opt.h, opt.ffn }, { gpt3.layers, gpt3.h, gpt3.ffn }, size)
    lu.assertEquals(opt.heads / gpt3.heads, size == "1_3b" and 2 or 1, size)
  end
  for _, entry in ipairs(require("twocs.data.models.gpt_sizes").models) do
    local m = tw.models[entry.name]
    lu.assertEquals({ m.ffn, m.heads * m.head_dim }, { 4 * m.h, m.h }, entry.name)
  end
end

-- Table 4 of Pati et al. (arXiv:2302.02825v1, Appendix A), copied from the text: layers, H, heads, SL. A head has H over
-- the heads, an FC four times H, so that a layer has 12 H H weights and four H of two norms; one more norm ends the model.
-- T5's 24 layers are those of an encoder and of a decoder ("EnDec"), whose layers have another attention and its norm.
function TestModels:test_table_4_as_printed()
  for name, printed in pairs{ bert = { 24, 1024, 16, 512 }, t5_11b = { 24, 1024, 128, 512 },
    gpt2_xl = { 48, 1600, 25, 1024 }, megatron_lm_8b = { 74, 3072, 24, 1024 }, t_nlg = { 78, 4256, 28, 1024 },
    gpt3_175b = { 96, 12288, 96, 2048 }, mt_nlg_530b = { 105, 20480, 128, 2048 }, palm_540b = { 118, 18432, 48, 2048 } } do
    local layers, h = printed[1], printed[2]
    local model, stacks = tw.models["pati23_" .. name], name == "t5_11b" and 2 or 1
    local cross = (stacks - 1) * layers
    lu.assertEquals({ model.layers / stacks, model.h, model.heads, model.sl }, printed, name)
    lu.assertEquals(model.cross_layers, cross, name)
    lu.assertEquals({ model.heads * model.head_dim, model.ffn }, { h, 4 * h }, name)
    lu.assertEquals(tw.eval({ model = model }, "param"), stacks * layers * (12 * h * h + 4 * h) + 2 * h
      + cross * (4 * h * h + 2 * h) + model.vocab * h, name)
  end
end

function TestModels:test_common_names_of_models()
  lu.assertEquals(tw.eval({ model = "Qwen3-30B-A3B" }, "param"), 30532122624)
  lu.assertEquals(tw.models["Kimi K2"].name, "kimi_k2")
end

os.exit(lu.LuaUnit.run(), true)
