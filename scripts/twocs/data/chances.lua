-- SPDX-License-Identifier: MIT
-- What runs use that state a column, counted by scripts/generate/chances.lua over scripts/studies/runs/published.csv and
-- the files of scripts/studies/runs/unseen.lua. By column, and by the value that twocs uses without it: the number of sets
-- of runs, and the percentage of each value; each set counts once (predict/chances.lua).
return {
  gated = {
    ["no"] = { sets = 8, ["no"] = 12, ["yes"] = 87 },
  },
  microbatch = {
    ["1 on long sequences"] = { sets = 20, ["1"] = 86, ["2"] = 8, ["3"] = 1, ["4"] = 4 },
    ["1 on short sequences"] = { sets = 7, ["1"] = 36, ["2"] = 44, ["3"] = 4, ["4"] = 13, ["6"] = 4 },
    ["up to 16384 tokens on long sequences"] = { sets = 32, ["1"] = 46, ["12"] = 2, ["15"] = 3, ["16"] = 2, ["2"] = 23,
      ["4"] = 13, ["8"] = 10 },
    ["up to 16384 tokens on short sequences"] = { sets = 8, ["1"] = 12, ["10"] = 2, ["12"] = 5, ["16"] = 12, ["2"] = 21,
      ["20"] = 2, ["4"] = 10, ["40"] = 8, ["56"] = 2, ["6"] = 11, ["64"] = 5, ["8"] = 7 },
  },
  precision = {
    ["bf16 on fp4 by torch"] = { sets = 3, ["bf16"] = 73, ["fp8"] = 27 },
    ["bf16 on fp4 by tuned"] = { sets = 20, ["bf16"] = 20, ["fp4"] = 12, ["fp8"] = 67 },
    ["bf16 on fp8 by torch"] = { sets = 16, ["bf16"] = 66, ["fp8"] = 34 },
    ["bf16 on fp8 by tuned"] = { sets = 18, ["bf16"] = 37, ["fp8"] = 63 },
  },
  recompute = {
    ["full by tuned"] = { sets = 2, ["full"] = 50, ["none"] = 50 },
    ["none by torch"] = { sets = 24, ["full"] = 77, ["none"] = 23 },
    ["none by tuned"] = { sets = 20, ["full"] = 20, ["none"] = 71, ["selective"] = 10 },
  },
  seq_parallel = {
    ["no by torch"] = { sets = 1, ["no"] = 21, ["yes"] = 79 },
    ["no by tuned"] = { sets = 4, ["no"] = 50, ["yes"] = 50 },
    ["yes by torch"] = { sets = 2, ["yes"] = 100 },
    ["yes by tuned"] = { sets = 7, ["no"] = 8, ["yes"] = 92 },
  },
  sharding = {
    ["none by torch"] = { sets = 19, ["none"] = 16, ["zero1"] = 4, ["zero3"] = 81 },
    ["none by tuned"] = { sets = 10, ["zero1"] = 75, ["zero2"] = 5, ["zero3"] = 20 },
    ["zero1 by tuned"] = { sets = 11, ["zero1"] = 69, ["zero3"] = 31 },
    ["zero3 by torch"] = { sets = 1, ["zero3"] = 100 },
    ["zero3 by tuned"] = { sets = 3, ["none"] = 8, ["zero3"] = 92 },
  },
  software = {
    ["megatron_core"] = { sets = 34, ["kempnerforge"] = 3, ["megatron_core"] = 38, ["megatron_deepspeed"] = 6,
      ["nemo"] = 38, ["nemo@2022"] = 3, ["nemo_automodel"] = 6, ["paddlenlp"] = 3, ["pytorch"] = 3 },
    ["nemo"] = { sets = 17, ["megatron_core"] = 18, ["nemo"] = 76, ["pytorch"] = 6 },
    ["pytorch"] = { sets = 41, ["deepspeed"] = 5, ["kempnerforge"] = 2, ["llm_foundry"] = 2, ["maxtext"] = 5,
      ["megatron_core"] = 5, ["modded_nanogpt"] = 2, ["nemo"] = 22, ["nemo_automodel"] = 7, ["olmo_core"] = 2,
      ["paddlenlp"] = 2, ["pax"] = 2, ["pytorch"] = 12, ["pytorch_compiled"] = 4, ["torchtitan"] = 5,
      ["torchtitan_compiled"] = 15, ["transformers"] = 5 },
  },
  tied = {
    ["yes"] = { sets = 6, ["no"] = 67, ["yes"] = 33 },
  },
  tp_overlap = {
    ["backward by tuned"] = { sets = 1, ["no"] = 100 },
    ["no by torch"] = { sets = 3, ["no"] = 33, ["yes"] = 67 },
    ["yes by tuned"] = { sets = 6, ["no"] = 17, ["yes"] = 83 },
  },
}
