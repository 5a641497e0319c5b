-- SPDX-License-Identifier: MIT
-- Files of runs as users write them, each predicted as by `twocs predict`: no constant is fitted to any of them. Their
-- errors make the bands of others wider (predict/unfamiliar.lua), so each file has a band that was found without it.
-- Missing files are skipped.
local tw = require "twocs"
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local constants = require "twocs.predict.constants"
local given = require "studies.given"
local open = require "twocs.predict.open"
local reader = require "twocs.runs.read"

local unseen = {}

--- Names for runs/own/NAME.csv, and titles.
unseen.list = {
  { "asynctp", "torchtitan with TP 8 and FSDP, H100 of 500 W" },
  { "aws", "torchtitan on EFA, H100" },
  { "b200_llama70b", "Megatron, 12 layers of Llama-3 70B, B200" },
  { "dgxc_fp8_llama", "dgxc, NeMo in FP8, H100" },
  { "kempner", "KempnerForge, FSDP2, TP, PP, experts, H200" },
  { "mlperf6_deepseekv3_671b", "MLPerf v6.0, DeepSeek-V3, GB200 and GB300" },
  { "mlperf6_gpt_oss_20b", "MLPerf v6.0, GPT-OSS 20B, Blackwell" },
  { "mlperf6_llama31_405b", "MLPerf v6.0, Llama 3.1 405B, Blackwell" },
  { "mlperf6_llama31_8b", "MLPerf v6.0, Llama 3.1 8B, Hopper to Blackwell, MI355X" },
  { "nanogpt", "modded-nanogpt, DDP, H100" },
  { "olmo", "OLMo-core, HSDP, H100" },
  { "torchao", "torchao's recipes of FP8, H100, MI300X, B200" },
  { "xtuner", "Qwen3-235B, 256 H800" },
}

--- read(name): the cases of its rows, or nil and a sentence if the file is missing.
function unseen.read(name)
  local path, sentence = given.path(tw.format("runs/own/%s.csv", name))
  if not path then return nil, sentence end
  return cases.of(name, assert(reader.read(path, "own")))
end

--- predicted(name): its rows that ran well, and their band; or nil and a sentence.
function unseen.predicted(name)
  local stack, sentence = unseen.read(name)
  if not stack then return nil, sentence end
  local c, band, list = constants.values(), bands.without(name), {}
  for _, one in ipairs((stack:predicted(c, band.sd))) do
    if not one.sick then list[#list + 1] = one end
  end
  local about = { name = name, stack = stack, constants = c, entry = reader.entry "own" }
  open.widen(open.of(about, list), list, stack)
  return list, band
end

return unseen
