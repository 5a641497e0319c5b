-- SPDX-License-Identifier: MIT
-- Fits included in twocs, made by scripts/generate/fits.lua from measurements of others: coefficients and their errors on
-- held-out rows; no other data are kept. An error is valid for the device, the format and the sizes of its fit.
--   value    field of the law, coefficient, standard error (0 / 0: the rows do not determine it)
--   scatter  measured over predicted time of held-out rows: percentiles 5, 25, 50, 75 and 95
--   range    measured sizes: name, smallest and largest value; groups: ranks of a node and nodes of measured collectives
-- A case uses one or two of the fits, so each is kept as text until it is used.
local order, texts = {}, {}

local function fits(name, text)
  order[#order + 1] = name
  texts[name] = text
end

local list = setmetatable({}, { __index = function(list, name)
  if not texts[name] then return nil end
  list[name] = assert((loadstring or load)("return " .. texts[name], "=fits.lua"))()
  list[name].name = name
  return list[name]
end })

fits("a100_bf16", [[{
  device = "a100_80g", format = "bf16",
  about = "GEMMs of A100 SXM in BF16",
  source = "gemm_a100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 8239, how = "half of the rows fitted, 3447 of the others predicted",
      median = 0.042, p90 = 0.134,
      scatter = { 0.890, 0.959, 1.000, 1.042, 1.176 },
      range = { { "m", 1, 8192 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10485760, 17592186044416 } },
      grid = "gemm",
      value = {
        { "wave_launch", 3.506e-06, 7.8e-08 },
        { "wave_eff", 0.9754, 0.017 },
        { "wave_mem_eff", 0.7694, 0.016 },
        { "wave_depth", 166.3, 6.9 },
        { "wave_split", 2.883, 0.17 },
        { "wave_rest", 0.1361, 0.029 },
        { "wave_tile1", 0.8562, 0.025 },
        { "wave_tile2", 0.817, 0.017 },
        { "wave_tile3", 0.7353, 0.018 },
        { "wave_tile4", 0.3871, 0.014 },
        { "wave_heat", 0.02398, 0 / 0 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("h100_bf16", [[{
  device = "h100_sxm", format = "bf16",
  about = "GEMMs of H100 SXM in BF16",
  source = "gemm_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14487 of the others predicted",
      median = 0.034, p90 = 0.113,
      scatter = { 0.911, 0.968, 0.997, 1.035, 1.141 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 2.473e-06, 4.7e-08 },
        { "wave_eff", 0.9024, 0 / 0 },
        { "wave_mem_eff", 0.9102, 0.015 },
        { "wave_depth", 197.9, 11 },
        { "wave_split", 2.959, 0.2 },
        { "wave_rest", 0.153, 0.026 },
        { "wave_tile1", 0.8485, 0 / 0 },
        { "wave_tile2", 1.051, 0 / 0 },
        { "wave_tile3", 0.5551, 0 / 0 },
        { "wave_tile4", 0.2768, 0 / 0 },
        { "wave_heat", 0.1206, 0.03 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("h100_fp8", [[{
  device = "h100_sxm", format = "fp8",
  about = "GEMMs of H100 SXM in FP8 scaled by tensors, with bringing the left operand into it",
  source = "gemm_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14492 of the others predicted",
      median = 0.042, p90 = 0.122,
      scatter = { 0.892, 0.959, 0.998, 1.043, 1.139 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 5.566e-06, 2.5e-07 },
        { "wave_eff", 0.6612, 0.57 },
        { "wave_mem_eff", 0.9362, 0.058 },
        { "wave_depth", 834.2, 59 },
        { "wave_split", 1.312, 0.24 },
        { "wave_rest", 0.1979, 0.085 },
        { "wave_tile1", 1.28, 1.1 },
        { "wave_tile2", 0.6783, 0.59 },
        { "wave_tile3", 0.3392, 0 / 0 },
        { "wave_tile4", 0.1696, 0.047 },
        { "wave_heat", 0.4358, 0.11 },
        { "wave_quant", 1.441e-12, 4.9e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("h100_fp8_block", [[{
  device = "h100_sxm", format = "fp8",
  about = "GEMMs of H100 SXM in FP8 scaled by blocks, with bringing the left operand into it",
  source = "gemm_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33074, how = "half of the rows fitted, 14545 of the others predicted",
      median = 0.040, p90 = 0.160,
      scatter = { 0.858, 0.962, 0.997, 1.041, 1.185 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 8.133e-05, 1e-06 },
        { "wave_eff", 1.133, 0.082 },
        { "wave_mem_eff", 1.904, 0.2 },
        { "wave_depth", 22.28, 0 / 0 },
        { "wave_split", 0.1869, 0 / 0 },
        { "wave_rest", 0.04442, 0 / 0 },
        { "wave_tile1", 0.5816, 0 / 0 },
        { "wave_tile2", 0.5221, 0 / 0 },
        { "wave_tile3", 0.4834, 0 / 0 },
        { "wave_tile4", 0.4537, 0 / 0 },
        { "wave_heat", 1, 0.5 },
        { "wave_quant", 8.375e-13, 6.1e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("h200_bf16", [[{
  device = "h200_sxm", format = "bf16",
  about = "GEMMs of H200 SXM in BF16",
  source = "gemm_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14525 of the others predicted",
      median = 0.035, p90 = 0.111,
      scatter = { 0.901, 0.967, 0.999, 1.038, 1.126 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 2.747e-06, 3.9e-08 },
        { "wave_eff", 0.9558, 0.02 },
        { "wave_mem_eff", 0.8906, 0.016 },
        { "wave_depth", 169.9, 8.8 },
        { "wave_split", 21.38, 1.4 },
        { "wave_rest", 0.2058, 0.028 },
        { "wave_tile1", 0.8523, 0 / 0 },
        { "wave_tile2", 0.9988, 0.019 },
        { "wave_tile3", 0.9821, 0.02 },
        { "wave_tile4", 0.491, 0.032 },
        { "wave_heat", 0.2032, 0.032 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("h200_fp8", [[{
  device = "h200_sxm", format = "fp8",
  about = "GEMMs of H200 SXM in FP8 scaled by tensors, with bringing the left operand into it",
  source = "gemm_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14509 of the others predicted",
      median = 0.042, p90 = 0.128,
      scatter = { 0.889, 0.960, 0.999, 1.044, 1.152 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 4.878e-06, 2.5e-07 },
        { "wave_eff", 1.044, 0.067 },
        { "wave_mem_eff", 0.8512, 0.07 },
        { "wave_depth", 1245, 95 },
        { "wave_split", 31.97, 5.6 },
        { "wave_rest", 0.2219, 0.1 },
        { "wave_tile1", 0.8991, 0.045 },
        { "wave_tile2", 0.629, 0.045 },
        { "wave_tile3", 0.1303, 0 / 0 },
        { "wave_tile4", 0.2004, 0.016 },
        { "wave_heat", 0.2758, 0.13 },
        { "wave_quant", 1.575e-12, 5.9e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("h200_fp8_block", [[{
  device = "h200_sxm", format = "fp8",
  about = "GEMMs of H200 SXM in FP8 scaled by blocks, with bringing the left operand into it",
  source = "gemm_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33111, how = "half of the rows fitted, 14558 of the others predicted",
      median = 0.030, p90 = 0.152,
      scatter = { 0.873, 0.970, 0.998, 1.031, 1.189 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 7.812e-05, 9.6e-07 },
        { "wave_eff", 1.081, 0.07 },
        { "wave_mem_eff", 2.574, 0.38 },
        { "wave_depth", 21.77, 0 / 0 },
        { "wave_split", 0.3834, 0 / 0 },
        { "wave_rest", 0.03312, 0 / 0 },
        { "wave_tile1", 0.5714, 0 / 0 },
        { "wave_tile2", 0.4329, 0 / 0 },
        { "wave_tile3", 0.4082, 0 / 0 },
        { "wave_tile4", 0.3903, 0.3 },
        { "wave_heat", 1, 0.47 },
        { "wave_quant", 7.711e-13, 5.3e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("b200_bf16", [[{
  device = "b200_sxm", format = "bf16",
  about = "GEMMs of B200 SXM in BF16",
  source = "gemm_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14495 of the others predicted",
      median = 0.039, p90 = 0.119,
      scatter = { 0.890, 0.963, 1.000, 1.041, 1.131 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 2.318e-06, 3.4e-08 },
        { "wave_eff", 0.8309, 0.039 },
        { "wave_mem_eff", 0.9104, 0.02 },
        { "wave_depth", 75.52, 14 },
        { "wave_split", 91.73, 7.4 },
        { "wave_rest", 0.4088, 0.041 },
        { "wave_tile1", 1, 0.058 },
        { "wave_tile2", 0.7391, 0 / 0 },
        { "wave_tile3", 0.9681, 0.046 },
        { "wave_tile4", 0.484, 0.037 },
        { "wave_heat", 0.07595, 0 / 0 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("b200_fp8", [[{
  device = "b200_sxm", format = "fp8",
  about = "GEMMs of B200 SXM in FP8 scaled by tensors, with bringing the left operand into it",
  source = "gemm_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14512 of the others predicted",
      median = 0.042, p90 = 0.174,
      scatter = { 0.886, 0.960, 0.997, 1.043, 1.316 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 5.39e-06, 1.3e-07 },
        { "wave_eff", 0.8038, 0 / 0 },
        { "wave_mem_eff", 0.8479, 0.047 },
        { "wave_depth", 1901, 1.2e+02 },
        { "wave_split", 100, 44 },
        { "wave_rest", 0.4918, 0.095 },
        { "wave_tile1", 0.8013, 0 / 0 },
        { "wave_tile2", 1.244, 0 / 0 },
        { "wave_tile3", 0.5358, 0 / 0 },
        { "wave_tile4", 0.3237, 0 / 0 },
        { "wave_heat", 0.05742, 0 / 0 },
        { "wave_quant", 1.251e-12, 2.9e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("b200_fp8_block", [[{
  device = "b200_sxm", format = "fp8",
  about = "GEMMs of B200 SXM in FP8 scaled by blocks, with bringing the left operand into it",
  source = "gemm_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14479 of the others predicted",
      median = 0.024, p90 = 0.070,
      scatter = { 0.941, 0.976, 0.999, 1.024, 1.096 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 0.0001916, 3.3e-06 },
        { "wave_eff", 0.7541, 0 / 0 },
        { "wave_mem_eff", 1.832, 0.85 },
        { "wave_depth", 48.12, 0 / 0 },
        { "wave_split", 0.6578, 0 / 0 },
        { "wave_rest", 0.04829, 0 / 0 },
        { "wave_tile1", 1.497, 0 / 0 },
        { "wave_tile2", 0.744, 0 / 0 },
        { "wave_tile3", 0.6658, 0 / 0 },
        { "wave_tile4", 0.3729, 0 / 0 },
        { "wave_heat", 1, 1.3 },
        { "wave_quant", 1.497e-13, 7.7e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("b200_nvfp4", [[{
  device = "b200_sxm", format = "fp4",
  about = "GEMMs of B200 SXM in NVFP4, with bringing the left operand into it",
  source = "gemm_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14496 of the others predicted",
      median = 0.037, p90 = 0.114,
      scatter = { 0.902, 0.964, 0.998, 1.038, 1.135 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 7.138e-06, 6.7e-08 },
        { "wave_eff", 0.6634, 0.023 },
        { "wave_mem_eff", 0.7768, 0.036 },
        { "wave_depth", 888.3, 42 },
        { "wave_split", 100, 37 },
        { "wave_rest", 0.6502, 0.078 },
        { "wave_tile1", 0.8067, 0 / 0 },
        { "wave_tile2", 0.7484, 0 / 0 },
        { "wave_tile3", 0.9624, 0.025 },
        { "wave_tile4", 0.4811, 0.085 },
        { "wave_heat", 0.2965, 0.09 },
        { "wave_quant", 2.128e-13, 6.3e-15 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("gb200_bf16", [[{
  device = "gb200_nvl72", format = "bf16",
  about = "GEMMs of GB200 in BF16",
  source = "gemm_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14508 of the others predicted",
      median = 0.042, p90 = 0.143,
      scatter = { 0.877, 0.958, 0.998, 1.042, 1.171 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 2.385e-06, 3.8e-08 },
        { "wave_eff", 0.8421, 0.051 },
        { "wave_mem_eff", 0.9258, 0.023 },
        { "wave_depth", 43.62, 18 },
        { "wave_split", 90.61, 8.1 },
        { "wave_rest", 0.4153, 0.048 },
        { "wave_tile1", 1, 0.07 },
        { "wave_tile2", 0.7473, 0 / 0 },
        { "wave_tile3", 0.978, 0.057 },
        { "wave_tile4", 0.489, 0.044 },
        { "wave_heat", 0.3602, 0.063 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("gb200_fp8", [[{
  device = "gb200_nvl72", format = "fp8",
  about = "GEMMs of GB200 in FP8 scaled by tensors, with bringing the left operand into it",
  source = "gemm_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14490 of the others predicted",
      median = 0.033, p90 = 0.095,
      scatter = { 0.915, 0.967, 0.999, 1.032, 1.108 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 6.777e-06, 1.3e-07 },
        { "wave_eff", 0.9985, 0 / 0 },
        { "wave_mem_eff", 0.8092, 0.039 },
        { "wave_depth", 2541, 2.4e+02 },
        { "wave_split", 99.92, 0 / 0 },
        { "wave_rest", 0.3242, 0.12 },
        { "wave_tile1", 1.295, 0 / 0 },
        { "wave_tile2", 0.6717, 0 / 0 },
        { "wave_tile3", 0.5444, 0 / 0 },
        { "wave_tile4", 1.058, 0 / 0 },
        { "wave_heat", 0.1472, 0 / 0 },
        { "wave_quant", 1.375e-12, 4.1e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("gb200_fp8_block", [[{
  device = "gb200_nvl72", format = "fp8",
  about = "GEMMs of GB200 in FP8 scaled by blocks, with bringing the left operand into it",
  source = "gemm_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14479 of the others predicted",
      median = 0.048, p90 = 0.152,
      scatter = { 0.897, 0.955, 0.997, 1.051, 1.261 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 0.0003533, 1e-05 },
        { "wave_eff", 1.292, 0.52 },
        { "wave_mem_eff", 1.392, 0.84 },
        { "wave_depth", 84.63, 0 / 0 },
        { "wave_split", 0.7145, 0 / 0 },
        { "wave_rest", 0.04443, 0 / 0 },
        { "wave_tile1", 0.6982, 0 / 0 },
        { "wave_tile2", 0.5237, 0 / 0 },
        { "wave_tile3", 0.5237, 0 / 0 },
        { "wave_tile4", 0.3797, 0 / 0 },
        { "wave_heat", 1, 0 / 0 },
        { "wave_quant", 1.041e-13, 2.1e-13 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("gb200_nvfp4", [[{
  device = "gb200_nvl72", format = "fp4",
  about = "GEMMs of GB200 in NVFP4, with bringing the left operand into it",
  source = "gemm_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33112, how = "half of the rows fitted, 14494 of the others predicted",
      median = 0.040, p90 = 0.120,
      scatter = { 0.894, 0.960, 0.998, 1.039, 1.140 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 7.684e-06, 7.7e-08 },
        { "wave_eff", 0.5829, 0.025 },
        { "wave_mem_eff", 0.8701, 0.059 },
        { "wave_depth", 750.5, 45 },
        { "wave_split", 99.45, 26 },
        { "wave_rest", 0.786, 0.11 },
        { "wave_tile1", 0.9911, 0.055 },
        { "wave_tile2", 0.2016, 0 / 0 },
        { "wave_tile3", 0.987, 0.039 },
        { "wave_tile4", 0.4468, 0 / 0 },
        { "wave_heat", 0.04596, 0 / 0 },
        { "wave_quant", 1.968e-13, 7.2e-15 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("l40s_bf16", [[{
  device = "l40s", format = "bf16",
  about = "GEMMs of L40S in BF16",
  source = "gemm_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33042, how = "half of the rows fitted, 14493 of the others predicted",
      median = 0.058, p90 = 0.182,
      scatter = { 0.841, 0.946, 0.997, 1.062, 1.216 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 171798691840000 } },
      grid = "gemm",
      value = {
        { "wave_launch", 1.462e-06, 9.8e-08 },
        { "wave_eff", 0.8715, 0.033 },
        { "wave_mem_eff", 0.8946, 0.019 },
        { "wave_depth", 205.3, 26 },
        { "wave_split", 0.8274, 0.16 },
        { "wave_rest", 0.0209, 0 / 0 },
        { "wave_tile1", 0.8792, 0.044 },
        { "wave_tile2", 0.7299, 0 / 0 },
        { "wave_tile3", 0.7536, 0.034 },
        { "wave_tile4", 0.6887, 0.039 },
        { "wave_heat", 0.4414, 0.069 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("l40s_fp8", [[{
  device = "l40s", format = "fp8",
  about = "GEMMs of L40S in FP8 scaled by tensors, with bringing the left operand into it",
  source = "gemm_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33088, how = "half of the rows fitted, 14498 of the others predicted",
      median = 0.046, p90 = 0.177,
      scatter = { 0.844, 0.954, 0.998, 1.045, 1.201 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 2.84e-07, 0 / 0 },
        { "wave_eff", 0.6557, 0 / 0 },
        { "wave_mem_eff", 0.6987, 0.026 },
        { "wave_depth", 1399, 83 },
        { "wave_split", 0.133, 0.1 },
        { "wave_rest", 0.04406, 0 / 0 },
        { "wave_tile1", 1.124, 0 / 0 },
        { "wave_tile2", 0.7151, 0 / 0 },
        { "wave_tile3", 0.3575, 0 / 0 },
        { "wave_tile4", 0.1785, 0 / 0 },
        { "wave_heat", 0.08454, 0.063 },
        { "wave_quant", 2.367e-12, 1e-13 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("l40s_fp8_block", [[{
  device = "l40s", format = "fp8",
  about = "GEMMs of L40S in FP8 scaled by blocks, with bringing the left operand into it",
  source = "gemm_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 33046, how = "half of the rows fitted, 14520 of the others predicted",
      median = 0.039, p90 = 0.130,
      scatter = { 0.879, 0.957, 1.005, 1.038, 1.127 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 10092544, 219902325555200 } },
      grid = "gemm",
      value = {
        { "wave_launch", 0.0003183, 2e-06 },
        { "wave_eff", 0.7125, 0.11 },
        { "wave_mem_eff", 1.4, 0.058 },
        { "wave_depth", 33.45, 0 / 0 },
        { "wave_split", 0.4952, 0 / 0 },
        { "wave_rest", 0.05518, 0 / 0 },
        { "wave_tile1", 0.9957, 0.17 },
        { "wave_tile2", 0.7271, 0 / 0 },
        { "wave_tile3", 0.5246, 0 / 0 },
        { "wave_tile4", 0.995, 0.16 },
        { "wave_heat", 1, 0.25 },
        { "wave_quant", 3.664e-13, 7.2e-14 },
        { "wave_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("a100_prefill", [[{
  device = "a100_80g", format = "bf16",
  about = "fused attention of A100 SXM, forward, under a causal mask, 16 bits",
  source = "context_attention_a100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 5040, how = "half of the rows fitted, 2144 of the others predicted",
      median = 0.038, p90 = 0.191,
      scatter = { 0.829, 0.963, 1.001, 1.040, 1.218 },
      range = { { "keys", 16, 16384 }, { "heads", 1, 16384 }, { "shared", 1, 64 }, { "dim", 128, 128 },
        { "queries", 16, 16384 } },
      grid = "prefill",
      value = {
        { "flash_launch", 1.082e-05, 1.9e-07 },
        { "flash_share", 0.5566, 0.0061 },
        { "flash_start", 107.1, 9 },
        { "flash_fill", 1, 0.22 },
        { "flash_mem_eff", 0.2883, 0.0037 },
      } },
  } }]])

fits("a100_decode", [[{
  device = "a100_80g", format = "bf16",
  about = "attention of A100 SXM, one query of each sequence, keys in 16 bits",
  source = "generation_attention_a100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 5158, how = "half of the rows fitted, 1921 of the others predicted",
      median = 0.058, p90 = 0.282,
      scatter = { 0.753, 0.945, 1.002, 1.060, 1.289 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 131072 }, { "shared", 1, 64 }, { "dim", 128, 128 },
        { "queries", 1, 1 } },
      grid = "decode",
      value = {
        { "flash_launch", 1.914e-05, 2.4e-07 },
        { "flash_share", 0.5997, 0 / 0 },
        { "flash_start", 100.1, 0 / 0 },
        { "flash_fill", 0.4994, 0 / 0 },
        { "flash_mem_eff", 0.65, 0.011 },
      } },
  } }]])

fits("a100_latent_prefill", [[{
  device = "a100_80g", format = "bf16",
  about = "fused latent attention of A100 SXM, forward, under a causal mask, 16 bits",
  source = "context_mla_a100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 411, how = "half of the rows fitted, 206 of the others predicted",
      median = 0.023, p90 = 0.134,
      scatter = { 0.881, 0.976, 1.000, 1.022, 1.155 },
      range = { { "keys", 16, 32768 }, { "heads", 1, 32768 }, { "shared", 1, 1 }, { "dim", 160, 160 },
        { "queries", 16, 32768 } },
      grid = "latent_prefill",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.5194, 0.0045 },
        { "flash_start", 1019, 19 },
        { "flash_fill", 1, 0.11 },
        { "flash_mem_eff", 0.131, 0.0016 },
      } },
  } }]])

fits("a100_latent_decode", [[{
  device = "a100_80g", format = "bf16",
  about = "latent attention of A100 SXM, one query of each sequence, latent vectors in 16 bits",
  source = "generation_mla_a100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 417, how = "half of the rows fitted, 209 of the others predicted",
      median = 0.134, p90 = 0.598,
      scatter = { 0.566, 0.859, 0.994, 1.108, 1.907 },
      range = { { "keys", 2, 131072 }, { "heads", 2, 131072 }, { "shared", 1, 128 }, { "dim", 544, 544 },
        { "queries", 1, 1 } },
      grid = "latent_decode",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.5994, 0 / 0 },
        { "flash_start", 99.89, 0 / 0 },
        { "flash_fill", 0.5007, 0 / 0 },
        { "flash_mem_eff", 0.3227, 0.016 },
      } },
  } }]])

fits("a100_nccl", [[{
  device = "a100_80g", format = "fp16",
  about = "collectives of NCCL among 2 to 8 A100 SXM of one node",
  source = "nccl_a100_sxm_nccl_2.27.3, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.057, p90 = 0.151,
      scatter = { 0.862, 0.911, 0.982, 1.017, 1.074 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_reduce_c0", 4.071e-06, 3.6e-07 },
        { "all_reduce_near", 5.392e-06, 2e-07 },
        { "all_reduce_c2", 8.838e-12, 1.8e-13 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 1.233e-08, 5.7e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.020, p90 = 0.209,
      scatter = { 0.949, 0.986, 1.005, 1.066, 1.585 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_gather_c0", 6.059e-06, 4.9e-07 },
        { "all_gather_near", 2.654e-06, 2.5e-07 },
        { "all_gather_c2", 4.609e-12, 1.7e-13 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 1.041e-08, 6.5e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.061, p90 = 0.216,
      scatter = { 0.898, 0.943, 1.009, 1.075, 1.477 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "reduce_scatter_c0", 6.048e-06, 3.5e-07 },
        { "reduce_scatter_near", 2.616e-06, 1.8e-07 },
        { "reduce_scatter_c2", 4.6e-12, 1.2e-13 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 9.044e-09, 4.6e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.019, p90 = 0.081,
      scatter = { 0.905, 0.984, 0.997, 1.021, 1.069 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_to_all_c0", 9.958e-06, 2.5e-07 },
        { "all_to_all_near", 8.904e-07, 1.2e-07 },
        { "all_to_all_c2", 4.602e-12, 8.1e-14 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 8.531e-09, 3e-10 },
      } },
  } }]])

fits("a100_link", [[{
  device = "a100_80g", format = "fp16",
  about = "rings of NCCL inside a node of A100 SXM: their bandwidth, and the size that reaches half of it",
  source = "nccl_a100_sxm_nccl_2.27.3, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_gather", law = "rings", rows = 24, how = "half of the rows fitted, 12 of the others predicted",
      median = 0.041, p90 = 0.097,
      scatter = { 0.909, 0.922, 0.953, 0.976, 1.006 },
      range = { { "byte", 16777216, 536870912 }, { "ranks", 8, 8 }, { "per_node", 8, 8 }, { "nodes", 1, 1 } },
      groups = { { 8, 1 } },
      value = {
        { "net0_bw", 2.069e+11, 3e+09 },
        { "net0_half", 1.338e+07, 8.7e+05 },
      } },
  } }]])

fits("a100_node", [[{
  device = "a100_80g", format = "fp16",
  about = "collectives of NCCL inside a node of A100 SXM, over that link",
  source = "nccl_a100_sxm_nccl_2.27.3, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "nccl", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.064, p90 = 0.247,
      scatter = { 0.736, 0.844, 1.013, 1.065, 1.104 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_gather", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.071, p90 = 0.210,
      scatter = { 0.769, 0.931, 1.036, 1.072, 1.448 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "reduce_scatter", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.066, p90 = 0.170,
      scatter = { 0.822, 0.948, 1.026, 1.075, 1.401 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_to_all", law = "auto", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.025, p90 = 0.199,
      scatter = { 0.717, 0.943, 0.998, 1.024, 1.284 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
  } }]])

fits("h100_prefill", [[{
  device = "h100_sxm", format = "bf16",
  about = "fused attention of H100 SXM, forward, under a causal mask, 16 bits",
  source = "context_attention_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 12155, how = "half of the rows fitted, 5135 of the others predicted",
      median = 0.040, p90 = 0.145,
      scatter = { 0.872, 0.960, 0.999, 1.039, 1.168 },
      range = { { "keys", 16, 16384 }, { "heads", 1, 24576 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 16, 16384 } },
      grid = "prefill",
      value = {
        { "flash_launch", 1.276e-05, 2.7e-07 },
        { "flash_share", 0.557, 0.012 },
        { "flash_start", 206.7, 28 },
        { "flash_fill", 0.8195, 0.23 },
        { "flash_mem_eff", 0.2984, 0.0059 },
      } },
  } }]])

fits("h100_decode", [[{
  device = "h100_sxm", format = "bf16",
  about = "attention of H100 SXM, one query of each sequence, keys in 16 bits",
  source = "generation_attention_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 15178, how = "half of the rows fitted, 5763 of the others predicted",
      median = 0.043, p90 = 0.180,
      scatter = { 0.845, 0.960, 0.999, 1.047, 1.211 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 196608 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 1, 1 } },
      grid = "decode",
      value = {
        { "flash_launch", 1.255e-05, 1.3e-07 },
        { "flash_share", 0.6002, 0 / 0 },
        { "flash_start", 100, 0 / 0 },
        { "flash_fill", 0.4994, 0 / 0 },
        { "flash_mem_eff", 0.8228, 0.012 },
      } },
  } }]])

fits("h100_latent_prefill", [[{
  device = "h100_sxm", format = "bf16",
  about = "fused latent attention of H100 SXM, forward, under a causal mask, 16 bits",
  source = "context_mla_h100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 609, how = "half of the rows fitted, 305 of the others predicted",
      median = 0.039, p90 = 0.207,
      scatter = { 0.859, 0.966, 1.005, 1.040, 1.321 },
      range = { { "keys", 16, 32768 }, { "heads", 1, 32768 }, { "shared", 1, 1 }, { "dim", 160, 160 },
        { "queries", 16, 32768 } },
      grid = "latent_prefill",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.8414, 0.016 },
        { "flash_start", 1723, 95 },
        { "flash_fill", 1, 0.28 },
        { "flash_mem_eff", 0.1664, 0.0014 },
      } },
  } }]])

fits("h100_latent_decode", [[{
  device = "h100_sxm", format = "bf16",
  about = "latent attention of H100 SXM, one query of each sequence, latent vectors in 16 bits",
  source = "generation_mla_h100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 746, how = "half of the rows fitted, 373 of the others predicted",
      median = 0.042, p90 = 0.137,
      scatter = { 0.906, 0.958, 0.991, 1.039, 1.308 },
      range = { { "keys", 32, 131072 }, { "heads", 2, 131072 }, { "shared", 1, 128 }, { "dim", 544, 544 },
        { "queries", 1, 1 } },
      grid = "latent_decode",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.606, 0.025 },
        { "flash_start", 997.3, 86 },
        { "flash_fill", 0.4998, 0 / 0 },
        { "flash_mem_eff", 1.414, 0.013 },
      } },
  } }]])

fits("h100_nccl", [[{
  device = "h100_sxm", format = "fp16",
  about = "collectives of NCCL among 2 to 8 H100 SXM of one node",
  source = "nccl_h100_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.036, p90 = 0.145,
      scatter = { 0.871, 0.931, 0.975, 1.022, 1.104 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_reduce_c0", 1.283e-06, 2.9e-07 },
        { "all_reduce_near", 4.574e-06, 1.7e-07 },
        { "all_reduce_c2", 5.428e-12, 1.3e-13 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 6.469e-09, 4.3e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.029, p90 = 0.067,
      scatter = { 0.942, 0.960, 0.985, 1.021, 1.228 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_gather_c0", 2.471e-06, 2.2e-07 },
        { "all_gather_near", 2.503e-06, 1.2e-07 },
        { "all_gather_c2", 2.856e-12, 7.7e-14 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 5.193e-09, 2.8e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.054, p90 = 0.102,
      scatter = { 0.916, 0.944, 0.983, 1.049, 1.216 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "reduce_scatter_c0", 2.745e-06, 2.2e-07 },
        { "reduce_scatter_near", 2.313e-06, 1.2e-07 },
        { "reduce_scatter_c2", 3.029e-12, 8.1e-14 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 4.149e-09, 2.8e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.011, p90 = 0.042,
      scatter = { 0.958, 0.974, 0.992, 1.003, 1.020 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_to_all_c0", 6.106e-06, 2.5e-07 },
        { "all_to_all_near", 4.387e-07, 1.2e-07 },
        { "all_to_all_c2", 2.958e-12, 7.8e-14 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 4.877e-09, 2.8e-10 },
      } },
  } }]])

fits("h100_link", [[{
  device = "h100_sxm", format = "fp16",
  about = "rings of NCCL inside a node of H100 SXM: their bandwidth, and the size that reaches half of it",
  source = "nccl_h100_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_gather", law = "rings", rows = 24, how = "half of the rows fitted, 12 of the others predicted",
      median = 0.033, p90 = 0.066,
      scatter = { 0.937, 0.939, 0.964, 0.981, 1.013 },
      range = { { "byte", 16777216, 536870912 }, { "ranks", 8, 8 }, { "per_node", 8, 8 }, { "nodes", 1, 1 } },
      groups = { { 8, 1 } },
      value = {
        { "net0_bw", 3.29e+11, 3.8e+09 },
        { "net0_half", 5.864e+06, 5.7e+05 },
      } },
  } }]])

fits("h100_node", [[{
  device = "h100_sxm", format = "fp16",
  about = "collectives of NCCL inside a node of H100 SXM, over that link",
  source = "nccl_h100_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "nccl", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.061, p90 = 0.148,
      scatter = { 0.787, 0.953, 1.012, 1.065, 1.139 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_gather", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.054, p90 = 0.185,
      scatter = { 0.837, 0.941, 0.959, 1.045, 1.216 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "reduce_scatter", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.067, p90 = 0.172,
      scatter = { 0.787, 0.944, 1.046, 1.077, 1.232 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_to_all", law = "auto", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.043, p90 = 0.144,
      scatter = { 0.833, 0.952, 0.972, 1.032, 1.098 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
  } }]])

fits("h200_prefill", [[{
  device = "h200_sxm", format = "bf16",
  about = "fused attention of H200 SXM, forward, under a causal mask, 16 bits",
  source = "context_attention_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 12155, how = "half of the rows fitted, 5153 of the others predicted",
      median = 0.038, p90 = 0.148,
      scatter = { 0.867, 0.961, 1.000, 1.038, 1.168 },
      range = { { "keys", 16, 16384 }, { "heads", 1, 24576 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 16, 16384 } },
      grid = "prefill",
      value = {
        { "flash_launch", 1.264e-05, 2.9e-07 },
        { "flash_share", 0.5895, 0.013 },
        { "flash_start", 319, 27 },
        { "flash_fill", 0.6723, 0.21 },
        { "flash_mem_eff", 0.242, 0.0063 },
      } },
  } }]])

fits("h200_decode", [[{
  device = "h200_sxm", format = "bf16",
  about = "attention of H200 SXM, one query of each sequence, keys in 16 bits",
  source = "generation_attention_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 15178, how = "half of the rows fitted, 5755 of the others predicted",
      median = 0.039, p90 = 0.173,
      scatter = { 0.858, 0.966, 1.000, 1.045, 1.224 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 196608 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 1, 1 } },
      grid = "decode",
      value = {
        { "flash_launch", 1.262e-05, 1.1e-07 },
        { "flash_share", 0.6002, 0 / 0 },
        { "flash_start", 99.98, 0 / 0 },
        { "flash_fill", 0.4994, 0 / 0 },
        { "flash_mem_eff", 0.7915, 0.011 },
      } },
  } }]])

fits("h200_latent_prefill", [[{
  device = "h200_sxm", format = "bf16",
  about = "fused latent attention of H200 SXM, forward, under a causal mask, 16 bits",
  source = "context_mla_h200_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 563, how = "half of the rows fitted, 282 of the others predicted",
      median = 0.039, p90 = 0.161,
      scatter = { 0.912, 0.964, 0.995, 1.049, 1.293 },
      range = { { "keys", 16, 32768 }, { "heads", 1, 32768 }, { "shared", 1, 1 }, { "dim", 160, 160 },
        { "queries", 16, 32768 } },
      grid = "latent_prefill",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.8123, 0.013 },
        { "flash_start", 1514, 66 },
        { "flash_fill", 1, 0.27 },
        { "flash_mem_eff", 0.136, 0.0014 },
      } },
  } }]])

fits("h200_latent_decode", [[{
  device = "h200_sxm", format = "bf16",
  about = "latent attention of H200 SXM, one query of each sequence, latent vectors in 16 bits",
  source = "generation_mla_h200_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 736, how = "half of the rows fitted, 368 of the others predicted",
      median = 0.072, p90 = 0.241,
      scatter = { 0.865, 0.943, 1.008, 1.108, 1.495 },
      range = { { "keys", 128, 131072 }, { "heads", 2, 131072 }, { "shared", 1, 128 }, { "dim", 544, 544 },
        { "queries", 1, 1 } },
      grid = "latent_decode",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.6412, 0.05 },
        { "flash_start", 642.2, 1.6e+02 },
        { "flash_fill", 0.5003, 0 / 0 },
        { "flash_mem_eff", 1.128, 0.019 },
      } },
  } }]])

fits("h200_nccl", [[{
  device = "h200_sxm", format = "fp16",
  about = "collectives of NCCL among 2 to 8 H200 SXM of one node",
  source = "nccl_h200_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.047, p90 = 0.148,
      scatter = { 0.862, 0.939, 0.991, 1.023, 1.116 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_reduce_c0", 1.107e-06, 3e-07 },
        { "all_reduce_near", 4.828e-06, 1.8e-07 },
        { "all_reduce_c2", 5.42e-12, 1.4e-13 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 5.835e-09, 4.3e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.030, p90 = 0.131,
      scatter = { 0.909, 0.971, 1.006, 1.039, 1.211 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_gather_c0", 2.185e-06, 2.9e-07 },
        { "all_gather_near", 2.702e-06, 1.6e-07 },
        { "all_gather_c2", 2.807e-12, 1e-13 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 5.178e-09, 3.7e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.064, p90 = 0.113,
      scatter = { 0.913, 0.940, 0.971, 1.058, 1.207 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "reduce_scatter_c0", 2.541e-06, 2.3e-07 },
        { "reduce_scatter_near", 2.44e-06, 1.3e-07 },
        { "reduce_scatter_c2", 2.96e-12, 8.3e-14 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 4.209e-09, 2.9e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.018, p90 = 0.052,
      scatter = { 0.926, 0.972, 0.995, 1.009, 1.041 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_to_all_c0", 5.54e-06, 2.7e-07 },
        { "all_to_all_near", 1.022e-06, 1.3e-07 },
        { "all_to_all_c2", 2.909e-12, 8.1e-14 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 4.262e-09, 2.9e-10 },
      } },
  } }]])

fits("h200_link", [[{
  device = "h200_sxm", format = "fp16",
  about = "rings of NCCL inside a node of H200 SXM: their bandwidth, and the size that reaches half of it",
  source = "nccl_h200_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_gather", law = "rings", rows = 24, how = "half of the rows fitted, 12 of the others predicted",
      median = 0.032, p90 = 0.053,
      scatter = { 0.947, 0.950, 0.966, 0.981, 1.003 },
      range = { { "byte", 16777216, 536870912 }, { "ranks", 8, 8 }, { "per_node", 8, 8 }, { "nodes", 1, 1 } },
      groups = { { 8, 1 } },
      value = {
        { "net0_bw", 3.337e+11, 3.7e+09 },
        { "net0_half", 5.967e+06, 5.5e+05 },
      } },
  } }]])

fits("h200_node", [[{
  device = "h200_sxm", format = "fp16",
  about = "collectives of NCCL inside a node of H200 SXM, over that link",
  source = "nccl_h200_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "nccl", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.069, p90 = 0.142,
      scatter = { 0.782, 0.919, 1.000, 1.074, 1.113 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_gather", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.061, p90 = 0.215,
      scatter = { 0.780, 0.895, 0.948, 1.045, 1.177 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "reduce_scatter", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.068, p90 = 0.156,
      scatter = { 0.858, 0.944, 1.043, 1.083, 1.233 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_to_all", law = "auto", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.042, p90 = 0.174,
      scatter = { 0.795, 0.937, 0.976, 1.011, 1.114 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
  } }]])

fits("b200_prefill", [[{
  device = "b200_sxm", format = "bf16",
  about = "fused attention of B200 SXM, forward, under a causal mask, 16 bits",
  source = "context_attention_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 11495, how = "half of the rows fitted, 4834 of the others predicted",
      median = 0.035, p90 = 0.125,
      scatter = { 0.884, 0.968, 1.001, 1.038, 1.135 },
      range = { { "keys", 16, 16384 }, { "heads", 1, 24576 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 16, 16384 } },
      grid = "prefill",
      value = {
        { "flash_launch", 1.127e-05, 3.3e-07 },
        { "flash_share", 0.4621, 0.015 },
        { "flash_start", 299.4, 55 },
        { "flash_fill", 1, 0.68 },
        { "flash_mem_eff", 0.1678, 0.0046 },
      } },
  } }]])

fits("b200_decode", [[{
  device = "b200_sxm", format = "bf16",
  about = "attention of B200 SXM, one query of each sequence, keys in 16 bits",
  source = "generation_attention_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 14664, how = "half of the rows fitted, 5578 of the others predicted",
      median = 0.048, p90 = 0.203,
      scatter = { 0.838, 0.955, 1.001, 1.051, 1.305 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 196608 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 1, 1 } },
      grid = "decode",
      value = {
        { "flash_launch", 9.961e-06, 9.9e-08 },
        { "flash_share", 0.6005, 0 / 0 },
        { "flash_start", 99.93, 0 / 0 },
        { "flash_fill", 0.5002, 0 / 0 },
        { "flash_mem_eff", 0.8309, 0.014 },
      } },
  } }]])

fits("b200_nccl", [[{
  device = "b200_sxm", format = "fp16",
  about = "collectives of NCCL among 2 to 8 B200 SXM of one node",
  source = "nccl_b200_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.053, p90 = 0.137,
      scatter = { 0.878, 0.916, 0.982, 1.056, 1.156 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_reduce_c0", 2.697e-06, 7.1e-07 },
        { "all_reduce_near", 6.999e-06, 4.2e-07 },
        { "all_reduce_c2", 2.969e-12, 1.5e-13 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 4.576e-09, 6.7e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.029, p90 = 0.115,
      scatter = { 0.895, 0.957, 0.991, 1.004, 1.108 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_gather_c0", 4.947e-06, 3.8e-07 },
        { "all_gather_near", 3.624e-06, 2e-07 },
        { "all_gather_c2", 1.454e-12, 5.9e-14 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 4.023e-09, 3.1e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.064, p90 = 0.122,
      scatter = { 0.892, 0.931, 0.964, 1.037, 1.139 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "reduce_scatter_c0", 4.952e-06, 3.6e-07 },
        { "reduce_scatter_near", 3.597e-06, 1.9e-07 },
        { "reduce_scatter_c2", 1.608e-12, 5.9e-14 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 3.547e-09, 3e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.034, p90 = 0.068,
      scatter = { 0.946, 0.966, 0.986, 1.009, 1.101 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_to_all_c0", 8.559e-06, 3.7e-07 },
        { "all_to_all_near", 8.163e-07, 1.7e-07 },
        { "all_to_all_c2", 1.527e-12, 6.4e-14 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 5.075e-09, 3.1e-10 },
      } },
  } }]])

fits("b200_link", [[{
  device = "b200_sxm", format = "fp16",
  about = "rings of NCCL inside a node of B200 SXM: their bandwidth, and the size that reaches half of it",
  source = "nccl_b200_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_gather", law = "rings", rows = 24, how = "half of the rows fitted, 12 of the others predicted",
      median = 0.072, p90 = 0.120,
      scatter = { 0.891, 0.899, 0.992, 1.058, 1.131 },
      range = { { "byte", 16777216, 536870912 }, { "ranks", 8, 8 }, { "per_node", 8, 8 }, { "nodes", 1, 1 } },
      groups = { { 8, 1 } },
      value = {
        { "net0_bw", 7.314e+11, 2.9e+10 },
        { "net0_half", 5.033e+07, 5.6e+06 },
      } },
  } }]])

fits("b200_node", [[{
  device = "b200_sxm", format = "fp16",
  about = "collectives of NCCL inside a node of B200 SXM, over that link",
  source = "nccl_b200_sxm_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "nccl", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.145, p90 = 0.326,
      scatter = { 0.707, 0.849, 0.877, 0.941, 1.371 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_gather", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.093, p90 = 0.213,
      scatter = { 0.761, 0.880, 0.947, 1.007, 1.158 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "reduce_scatter", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.077, p90 = 0.215,
      scatter = { 0.802, 0.885, 0.940, 1.004, 1.183 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_to_all", law = "auto", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.064, p90 = 0.122,
      scatter = { 0.788, 0.935, 0.982, 1.062, 1.164 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
  } }]])

fits("gb200_prefill", [[{
  device = "gb200_nvl72", format = "bf16",
  about = "fused attention of GB200, forward, under a causal mask, 16 bits",
  source = "context_attention_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 11401, how = "half of the rows fitted, 4791 of the others predicted",
      median = 0.037, p90 = 0.133,
      scatter = { 0.882, 0.963, 1.000, 1.038, 1.149 },
      range = { { "keys", 16, 16384 }, { "heads", 1, 24576 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 16, 16384 } },
      grid = "prefill",
      value = {
        { "flash_launch", 1.204e-05, 3.7e-07 },
        { "flash_share", 0.3696, 0.013 },
        { "flash_start", 199.7, 51 },
        { "flash_fill", 1, 0.58 },
        { "flash_mem_eff", 0.2013, 0.0068 },
      } },
  } }]])

fits("gb200_decode", [[{
  device = "gb200_nvl72", format = "bf16",
  about = "attention of GB200, one query of each sequence, keys in 16 bits",
  source = "generation_attention_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 14148, how = "half of the rows fitted, 5362 of the others predicted",
      median = 0.045, p90 = 0.202,
      scatter = { 0.822, 0.951, 0.999, 1.041, 1.181 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 196608 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 1, 1 } },
      grid = "decode",
      value = {
        { "flash_launch", 1.087e-05, 8.7e-08 },
        { "flash_share", 0.6002, 0 / 0 },
        { "flash_start", 100, 0 / 0 },
        { "flash_fill", 0.4995, 0 / 0 },
        { "flash_mem_eff", 0.8876, 0.013 },
      } },
  } }]])

fits("gb200_nccl", [[{
  device = "gb200_nvl72", format = "fp16",
  about = "collectives of NCCL among 2 to 4 GB200 of one node",
  source = "nccl_gb200_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 84, how = "half of the rows fitted, 22 of the others predicted",
      median = 0.047, p90 = 0.121,
      scatter = { 0.937, 0.956, 0.979, 1.051, 1.464 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
        { "all_reduce_c0", 5.515e-06, 3.7e-07 },
        { "all_reduce_near", 5.142e-06, 2.6e-07 },
        { "all_reduce_c2", 3.179e-12, 7.4e-14 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 3.974e-09, 2.9e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 84, how = "half of the rows fitted, 22 of the others predicted",
      median = 0.014, p90 = 0.036,
      scatter = { 0.973, 0.986, 0.999, 1.014, 1.345 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
        { "all_gather_c0", 7.009e-06, 3.1e-07 },
        { "all_gather_near", 2.363e-06, 2.1e-07 },
        { "all_gather_c2", 1.579e-12, 4.6e-14 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 3.568e-09, 2.1e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 84, how = "half of the rows fitted, 22 of the others predicted",
      median = 0.068, p90 = 0.206,
      scatter = { 0.923, 0.958, 1.041, 1.094, 1.334 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
        { "reduce_scatter_c0", 6.911e-06, 3.4e-07 },
        { "reduce_scatter_near", 2.4e-06, 2.2e-07 },
        { "reduce_scatter_c2", 1.784e-12, 5.4e-14 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 3.297e-09, 2.3e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 84, how = "half of the rows fitted, 22 of the others predicted",
      median = 0.005, p90 = 0.032,
      scatter = { 0.976, 0.996, 0.998, 1.006, 1.211 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
        { "all_to_all_c0", 9.529e-06, 5.6e-07 },
        { "all_to_all_near", 6.312e-07, 3.5e-07 },
        { "all_to_all_c2", 1.719e-12, 8.7e-14 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 4.241e-09, 3.6e-10 },
      } },
  } }]])

fits("gb200_link", [[{
  device = "gb200_nvl72", format = "fp16",
  about = "rings of NCCL inside a node of GB200: their bandwidth, and the size that reaches half of it",
  source = "nccl_gb200_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_gather", law = "rings", rows = 24, how = "half of the rows fitted, 12 of the others predicted",
      median = 0.024, p90 = 0.096,
      scatter = { 0.912, 0.957, 0.988, 1.022, 1.110 },
      range = { { "byte", 16777216, 536870912 }, { "ranks", 4, 4 }, { "per_node", 4, 4 }, { "nodes", 1, 1 } },
      groups = { { 4, 1 } },
      value = {
        { "net0_bw", 5.924e+11, 1.3e+10 },
        { "net0_half", 1.964e+07, 1.6e+06 },
      } },
  } }]])

fits("gb200_node", [[{
  device = "gb200_nvl72", format = "fp16",
  about = "collectives of NCCL inside a node of GB200, over that link",
  source = "nccl_gb200_nccl_2.29.2, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "nccl", rows = 42, how = "half of the rows fitted, 10 of the others predicted",
      median = 0.036, p90 = 0.167,
      scatter = { 0.769, 0.936, 1.003, 1.034, 1.150 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
      } },
    { of = "all_gather", law = "lockstep", rows = 42, how = "half of the rows fitted, 10 of the others predicted",
      median = 0.032, p90 = 0.126,
      scatter = { 0.866, 0.966, 0.987, 1.022, 1.139 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
      } },
    { of = "reduce_scatter", law = "lockstep", rows = 42, how = "half of the rows fitted, 10 of the others predicted",
      median = 0.035, p90 = 0.116,
      scatter = { 0.897, 0.962, 0.998, 1.025, 1.144 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
      } },
    { of = "all_to_all", law = "auto", rows = 42, how = "half of the rows fitted, 10 of the others predicted",
      median = 0.085, p90 = 0.162,
      scatter = { 0.863, 0.911, 0.958, 1.018, 1.240 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 4 }, { "per_node", 2, 4 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 } },
      grid = "nccl_four",
      value = {
      } },
  } }]])

fits("l40s_prefill", [[{
  device = "l40s", format = "bf16",
  about = "fused attention of L40S, forward, under a causal mask, 16 bits",
  source = "context_attention_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 12137, how = "half of the rows fitted, 5071 of the others predicted",
      median = 0.032, p90 = 0.151,
      scatter = { 0.853, 0.969, 1.000, 1.033, 1.162 },
      range = { { "keys", 16, 16384 }, { "heads", 1, 24576 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 16, 16384 } },
      grid = "prefill",
      value = {
        { "flash_launch", 7.35e-06, 2e-07 },
        { "flash_share", 0.4805, 0.0083 },
        { "flash_start", 56.4, 13 },
        { "flash_fill", 0.4212, 0.14 },
        { "flash_mem_eff", 0.5842, 0.01 },
      } },
  } }]])

fits("l40s_decode", [[{
  device = "l40s", format = "bf16",
  about = "attention of L40S, one query of each sequence, keys in 16 bits",
  source = "generation_attention_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 15178, how = "half of the rows fitted, 5735 of the others predicted",
      median = 0.119, p90 = 0.458,
      scatter = { 0.597, 0.888, 1.010, 1.132, 1.481 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 196608 }, { "shared", 1, 64 }, { "dim", 64, 256 },
        { "queries", 1, 1 } },
      grid = "decode",
      value = {
        { "flash_launch", 1.087e-05, 2.9e-07 },
        { "flash_share", 0.6003, 0 / 0 },
        { "flash_start", 100.1, 0 / 0 },
        { "flash_fill", 0.5, 0 / 0 },
        { "flash_mem_eff", 0.8446, 0.02 },
      } },
  } }]])

fits("l40s_latent_prefill", [[{
  device = "l40s", format = "bf16",
  about = "fused latent attention of L40S, forward, under a causal mask, 16 bits",
  source = "context_mla_l40s_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 436, how = "half of the rows fitted, 218 of the others predicted",
      median = 0.029, p90 = 0.135,
      scatter = { 0.893, 0.973, 0.998, 1.034, 1.220 },
      range = { { "keys", 16, 32768 }, { "heads", 1, 32768 }, { "shared", 1, 1 }, { "dim", 160, 160 },
        { "queries", 16, 32768 } },
      grid = "latent_prefill",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.5844, 0.0075 },
        { "flash_start", 1612, 52 },
        { "flash_fill", 0.8068, 0.062 },
        { "flash_mem_eff", 0.1827, 0.0011 },
      } },
  } }]])

fits("l40s_latent_decode", [[{
  device = "l40s", format = "bf16",
  about = "latent attention of L40S, one query of each sequence, latent vectors in 16 bits",
  source = "generation_mla_l40s_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "attention", law = "fused", rows = 555, how = "half of the rows fitted, 278 of the others predicted",
      median = 0.133, p90 = 0.402,
      scatter = { 0.695, 0.859, 0.966, 1.099, 1.529 },
      range = { { "keys", 2, 131072 }, { "heads", 1, 131072 }, { "shared", 1, 128 }, { "dim", 544, 544 },
        { "queries", 1, 1 } },
      grid = "latent_decode",
      value = {
        { "flash_launch", 1e-05, 0 / 0 },
        { "flash_share", 0.5999, 0 / 0 },
        { "flash_start", 100.2, 0 / 0 },
        { "flash_fill", 0.5, 0 / 0 },
        { "flash_mem_eff", 0.7136, 0.078 },
      } },
  } }]])

fits("l40s_nccl", [[{
  device = "l40s", format = "fp16",
  about = "collectives of NCCL among 2 to 8 L40S of one node",
  source = "nccl_l40s_nccl_2.27.3, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.045, p90 = 0.197,
      scatter = { 0.729, 0.896, 0.975, 1.006, 1.082 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_reduce_c0", 0, 0 / 0 },
        { "all_reduce_near", 6.052e-06, 4.7e-07 },
        { "all_reduce_c2", 9.831e-11, 8.3e-12 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 1.6e-08, 5.9e-09 },
      } },
    { of = "all_gather", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.024, p90 = 0.370,
      scatter = { 0.557, 0.957, 1.011, 1.024, 1.048 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_gather_c0", 3.288e-07, 7.8e-07 },
        { "all_gather_near", 4.394e-06, 4.5e-07 },
        { "all_gather_c2", 4.926e-11, 3.2e-12 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 1.391e-08, 3.1e-09 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.120, p90 = 0.349,
      scatter = { 0.706, 0.848, 0.927, 1.026, 1.143 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "reduce_scatter_c0", 4.582e-07, 7.8e-07 },
        { "reduce_scatter_near", 4.358e-06, 4.4e-07 },
        { "reduce_scatter_c2", 5.157e-11, 3.2e-12 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 1.338e-08, 3e-09 },
      } },
    { of = "all_to_all", law = "measured", rows = 126, how = "half of the rows fitted, 27 of the others predicted",
      median = 0.041, p90 = 0.216,
      scatter = { 0.727, 0.957, 1.005, 1.031, 1.275 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
        { "all_to_all_c0", 4.227e-06, 8.5e-07 },
        { "all_to_all_near", 2.612e-06, 4.3e-07 },
        { "all_to_all_c2", 4.213e-11, 2.7e-12 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 1.441e-08, 3e-09 },
      } },
  } }]])

fits("l40s_link", [[{
  device = "l40s", format = "fp16",
  about = "rings of NCCL inside a node of L40S: their bandwidth, and the size that reaches half of it",
  source = "nccl_l40s_nccl_2.27.3, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_gather", law = "rings", rows = 24, how = "half of the rows fitted, 12 of the others predicted",
      median = 0.156, p90 = 0.261,
      scatter = { 0.636, 0.842, 1.033, 1.176, 1.190 },
      range = { { "byte", 16777216, 536870912 }, { "ranks", 8, 8 }, { "per_node", 8, 8 }, { "nodes", 1, 1 } },
      groups = { { 8, 1 } },
      value = {
        { "net0_bw", 1.357e+09, 8.7e+07 },
        { "net0_half", 1.481e+06, 2.4e+06 },
      } },
  } }]])

fits("l40s_node", [[{
  device = "l40s", format = "fp16",
  about = "collectives of NCCL inside a node of L40S, over that link",
  source = "nccl_l40s_nccl_2.27.3, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "nccl", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.079, p90 = 0.188,
      scatter = { 0.891, 0.959, 1.021, 1.106, 1.363 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_gather", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.023, p90 = 0.171,
      scatter = { 0.577, 0.961, 0.987, 1.006, 1.294 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "reduce_scatter", law = "lockstep", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.063, p90 = 0.127,
      scatter = { 0.717, 0.893, 0.993, 1.056, 1.126 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
    { of = "all_to_all", law = "auto", rows = 63, how = "half of the rows fitted, 16 of the others predicted",
      median = 0.073, p90 = 0.258,
      scatter = { 0.768, 0.927, 0.967, 1.077, 1.439 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      grid = "nccl",
      value = {
      } },
  } }]])

fits("a100_experts_bf16", [[{
  device = "a100_80g", format = "bf16",
  about = "experts of a layer on A100 SXM, forward, in BF16",
  source = "moe_a100_sxm_vllm_0.14.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 6360, how = "half of the rows fitted, 3167 of the others predicted",
      median = 0.099, p90 = 0.436,
      scatter = { 0.620, 0.903, 1.004, 1.104, 1.477 },
      range = { { "m", 1, 65536 }, { "n", 2048, 7168 }, { "k", 48, 16384 }, { "x", 1, 512 },
        { "flop", 3741696, 95245194756096 } },
      grid = "experts",
      value = {
        { "grouped_launch", 3.213e-05, 5.4e-06 },
        { "grouped_eff", 0.3611, 0.012 },
        { "grouped_mem_eff", 3.199, 0 / 0 },
        { "grouped_round", 0.6635, 0.076 },
        { "grouped_rest", 0.07516, 0 / 0 },
        { "grouped_tile1", 0.9991, 0.047 },
        { "grouped_tile2", 0.6134, 0.028 },
        { "grouped_tile3", 0.1888, 0.0086 },
        { "grouped_move", 4.471, 0.34 },
      } },
  } }]])

fits("h100_experts_bf16", [[{
  device = "h100_sxm", format = "bf16",
  about = "experts of a layer on H100 SXM, forward, in BF16",
  source = "moe_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 16253, how = "half of the rows fitted, 8089 of the others predicted",
      median = 0.065, p90 = 0.251,
      scatter = { 0.823, 0.939, 0.996, 1.070, 1.428 },
      range = { { "m", 1, 16384 }, { "n", 2048, 6144 }, { "k", 16, 16384 }, { "x", 1, 512 },
        { "flop", 1572864, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.987e-05, 1.2e-06 },
        { "grouped_eff", 0.5769, 0.016 },
        { "grouped_mem_eff", 1.32, 0.1 },
        { "grouped_round", 0.398, 0.039 },
        { "grouped_rest", 0.5867, 0.073 },
        { "grouped_tile1", 0.6125, 0.1 },
        { "grouped_tile2", 0.3062, 0.073 },
        { "grouped_tile3", 0.1094, 0.004 },
        { "grouped_move", 4.866, 0.11 },
      } },
  } }]])

fits("h100_experts_fp8", [[{
  device = "h100_sxm", format = "fp8",
  about = "experts of a layer on H100 SXM, forward, in FP8 scaled by tensors, with bringing the left operand into it",
  source = "moe_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 14418, how = "half of the rows fitted, 7166 of the others predicted",
      median = 0.072, p90 = 0.288,
      scatter = { 0.770, 0.927, 1.002, 1.070, 1.394 },
      range = { { "m", 1, 10927.6544981111 }, { "n", 1024, 6144 }, { "k", 16, 16384 }, { "x", 1, 512 },
        { "flop", 1572864, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 5.087e-05, 2.3e-06 },
        { "grouped_eff", 0.1475, 0.013 },
        { "grouped_mem_eff", 0.2077, 0.0078 },
        { "grouped_round", 0.08658, 0 / 0 },
        { "grouped_rest", 0.8803, 0.11 },
        { "grouped_tile1", 0.9996, 0.12 },
        { "grouped_tile2", 0.8994, 0.091 },
        { "grouped_tile3", 0.15, 0 / 0 },
        { "grouped_move", 0.3231, 0.1 },
      } },
  } }]])

fits("h100_experts_fp8_block", [[{
  device = "h100_sxm", format = "fp8",
  about = "experts of a layer on H100 SXM, forward, in FP8 scaled by blocks, with bringing the left operand into it",
  source = "moe_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15222, how = "half of the rows fitted, 7608 of the others predicted",
      median = 0.064, p90 = 0.243,
      scatter = { 0.829, 0.937, 0.996, 1.063, 1.403 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 128, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.993e-05, 8.7e-07 },
        { "grouped_eff", 0.3116, 0.026 },
        { "grouped_mem_eff", 0.9978, 0.063 },
        { "grouped_round", 0.2262, 0.11 },
        { "grouped_rest", 0.6969, 0.093 },
        { "grouped_tile1", 0.7996, 0 / 0 },
        { "grouped_tile2", 1, 0.087 },
        { "grouped_tile3", 0.4138, 0.064 },
        { "grouped_move", 0.9357, 0.046 },
      } },
  } }]])

fits("h200_experts_bf16", [[{
  device = "h200_sxm", format = "bf16",
  about = "experts of a layer on H200 SXM, forward, in BF16",
  source = "moe_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 16281, how = "half of the rows fitted, 8098 of the others predicted",
      median = 0.071, p90 = 0.259,
      scatter = { 0.814, 0.935, 0.999, 1.079, 1.425 },
      range = { { "m", 1, 16384 }, { "n", 2048, 6144 }, { "k", 16, 16384 }, { "x", 1, 512 },
        { "flop", 1572864, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 3.712e-05, 8.8e-07 },
        { "grouped_eff", 0.663, 0.019 },
        { "grouped_mem_eff", 1.212, 0.1 },
        { "grouped_round", 0.4368, 0.041 },
        { "grouped_rest", 0.4383, 0.066 },
        { "grouped_tile1", 0.5, 0 / 0 },
        { "grouped_tile2", 0.2975, 0.036 },
        { "grouped_tile3", 0.1413, 0.0033 },
        { "grouped_move", 6.198, 0.13 },
      } },
  } }]])

fits("h200_experts_fp8", [[{
  device = "h200_sxm", format = "fp8",
  about = "experts of a layer on H200 SXM, forward, in FP8 scaled by tensors, with bringing the left operand into it",
  source = "moe_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 13284, how = "half of the rows fitted, 6602 of the others predicted",
      median = 0.066, p90 = 0.288,
      scatter = { 0.761, 0.931, 0.997, 1.063, 1.370 },
      range = { { "m", 1, 10927.6544981111 }, { "n", 2048, 6144 }, { "k", 16, 16384 }, { "x", 1, 512 },
        { "flop", 1572864, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 4.811e-05, 2.2e-06 },
        { "grouped_eff", 0.1841, 0.015 },
        { "grouped_mem_eff", 0.1387, 0.0046 },
        { "grouped_round", 0.1155, 0 / 0 },
        { "grouped_rest", 0.7662, 0.094 },
        { "grouped_tile1", 0.9995, 0.095 },
        { "grouped_tile2", 0.8325, 0.095 },
        { "grouped_tile3", 0.1498, 0 / 0 },
        { "grouped_move", 0.5021, 0.13 },
      } },
  } }]])

fits("h200_experts_fp8_block", [[{
  device = "h200_sxm", format = "fp8",
  about = "experts of a layer on H200 SXM, forward, in FP8 scaled by blocks, with bringing the left operand into it",
  source = "moe_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15228, how = "half of the rows fitted, 7611 of the others predicted",
      median = 0.077, p90 = 0.249,
      scatter = { 0.828, 0.926, 0.998, 1.082, 1.420 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 128, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 3.195e-05, 9e-07 },
        { "grouped_eff", 0.3308, 0.018 },
        { "grouped_mem_eff", 0.8473, 0.018 },
        { "grouped_round", 0.3413, 0 / 0 },
        { "grouped_rest", 0.855, 0.068 },
        { "grouped_tile1", 0.8063, 0 / 0 },
        { "grouped_tile2", 0.4973, 0 / 0 },
        { "grouped_tile3", 0.9927, 0.059 },
        { "grouped_move", 1.006, 0.065 },
      } },
  } }]])

fits("b200_experts_bf16", [[{
  device = "b200_sxm", format = "bf16",
  about = "experts of a layer on B200 SXM, forward, in BF16",
  source = "moe_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 14368, how = "half of the rows fitted, 7173 of the others predicted",
      median = 0.084, p90 = 0.274,
      scatter = { 0.830, 0.925, 0.994, 1.098, 1.507 },
      range = { { "m", 1, 16384 }, { "n", 2048, 6144 }, { "k", 58, 16384 }, { "x", 1, 512 },
        { "flop", 3741696, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 1.73e-05, 6.7e-07 },
        { "grouped_eff", 0.4621, 0.024 },
        { "grouped_mem_eff", 1.069, 0.043 },
        { "grouped_round", 0.5494, 0.086 },
        { "grouped_rest", 0.6801, 0.075 },
        { "grouped_tile1", 0.8002, 0 / 0 },
        { "grouped_tile2", 0.9981, 0.052 },
        { "grouped_tile3", 0.1501, 0 / 0 },
        { "grouped_move", 0.8929, 0.068 },
      } },
  } }]])

fits("b200_experts_fp8", [[{
  device = "b200_sxm", format = "fp8",
  about = "experts of a layer on B200 SXM, forward, in FP8 scaled by tensors, with bringing the left operand into it",
  source = "moe_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 12142, how = "half of the rows fitted, 6052 of the others predicted",
      median = 0.065, p90 = 0.272,
      scatter = { 0.845, 0.939, 0.996, 1.069, 1.530 },
      range = { { "m", 1, 10927.6544981111 }, { "n", 2048, 6144 }, { "k", 22, 16384 }, { "x", 1, 512 },
        { "flop", 2973696, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.054e-05, 4.4e-07 },
        { "grouped_eff", 0.4879, 0.02 },
        { "grouped_mem_eff", 0.8435, 0.012 },
        { "grouped_round", 0.7859, 0 / 0 },
        { "grouped_rest", 0.7368, 0.063 },
        { "grouped_tile1", 0.8007, 0 / 0 },
        { "grouped_tile2", 0.4996, 0 / 0 },
        { "grouped_tile3", 0.9708, 0.046 },
        { "grouped_move", 1.307, 0.057 },
      } },
  } }]])

fits("b200_experts_fp8_block", [[{
  device = "b200_sxm", format = "fp8",
  about = "experts of a layer on B200 SXM, forward, in FP8 scaled by blocks, with bringing the left operand into it",
  source = "moe_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15228, how = "half of the rows fitted, 7612 of the others predicted",
      median = 0.077, p90 = 0.236,
      scatter = { 0.804, 0.925, 0.997, 1.079, 1.301 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 128, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.945e-05, 8.5e-07 },
        { "grouped_eff", 0.2102, 0.0054 },
        { "grouped_mem_eff", 1.412, 0.42 },
        { "grouped_round", 0.7721, 0.13 },
        { "grouped_rest", 0.8393, 0.28 },
        { "grouped_tile1", 0.8033, 0 / 0 },
        { "grouped_tile2", 0.9526, 0.036 },
        { "grouped_tile3", 0.3844, 0.027 },
        { "grouped_move", 4.942, 0.14 },
      } },
  } }]])

fits("b200_experts_nvfp4", [[{
  device = "b200_sxm", format = "fp4",
  about = "experts of a layer on B200 SXM, forward, in NVFP4, with bringing the left operand into it",
  source = "moe_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15616, how = "half of the rows fitted, 7781 of the others predicted",
      median = 0.081, p90 = 0.312,
      scatter = { 0.798, 0.925, 0.996, 1.086, 1.683 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 64, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.089e-05, 4.6e-07 },
        { "grouped_eff", 0.4347, 0.083 },
        { "grouped_mem_eff", 0.7251, 0.015 },
        { "grouped_round", 1, 0 / 0 },
        { "grouped_rest", 0.9999, 0.2 },
        { "grouped_tile1", 0.8314, 0 / 0 },
        { "grouped_tile2", 0.5378, 0 / 0 },
        { "grouped_tile3", 0.9956, 0.2 },
        { "grouped_move", 1.698, 0.066 },
      } },
  } }]])

fits("gb200_experts_bf16", [[{
  device = "gb200_nvl72", format = "bf16",
  about = "experts of a layer on GB200, forward, in BF16",
  source = "moe_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 14264, how = "half of the rows fitted, 7119 of the others predicted",
      median = 0.086, p90 = 0.288,
      scatter = { 0.821, 0.924, 0.997, 1.099, 1.510 },
      range = { { "m", 1, 16384 }, { "n", 2048, 6144 }, { "k", 58, 16384 }, { "x", 1, 512 },
        { "flop", 3741696, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 1.792e-05, 6.4e-07 },
        { "grouped_eff", 0.4626, 0.048 },
        { "grouped_mem_eff", 1.111, 0.043 },
        { "grouped_round", 0.4469, 0.09 },
        { "grouped_rest", 0.7472, 0.078 },
        { "grouped_tile1", 0.8005, 0 / 0 },
        { "grouped_tile2", 1, 0.11 },
        { "grouped_tile3", 0.15, 0 / 0 },
        { "grouped_move", 0.8047, 0.051 },
      } },
  } }]])

fits("gb200_experts_fp8", [[{
  device = "gb200_nvl72", format = "fp8",
  about = "experts of a layer on GB200, forward, in FP8 scaled by tensors, with bringing the left operand into it",
  source = "moe_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 12110, how = "half of the rows fitted, 6039 of the others predicted",
      median = 0.072, p90 = 0.277,
      scatter = { 0.834, 0.934, 0.998, 1.081, 1.536 },
      range = { { "m", 1, 10927.6544981111 }, { "n", 2048, 6144 }, { "k", 22, 16384 }, { "x", 1, 512 },
        { "flop", 2973696, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.024e-05, 3.8e-07 },
        { "grouped_eff", 0.4435, 0.12 },
        { "grouped_mem_eff", 0.8705, 0.012 },
        { "grouped_round", 0.515, 0 / 0 },
        { "grouped_rest", 0.7364, 0.058 },
        { "grouped_tile1", 0.7997, 0 / 0 },
        { "grouped_tile2", 0.5003, 0 / 0 },
        { "grouped_tile3", 0.9993, 0.27 },
        { "grouped_move", 1.174, 0.052 },
      } },
  } }]])

fits("gb200_experts_fp8_block", [[{
  device = "gb200_nvl72", format = "fp8",
  about = "experts of a layer on GB200, forward, in FP8 scaled by blocks, with bringing the left operand into it",
  source = "moe_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15228, how = "half of the rows fitted, 7611 of the others predicted",
      median = 0.078, p90 = 0.245,
      scatter = { 0.802, 0.928, 0.998, 1.084, 1.318 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 128, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.813e-05, 7.9e-07 },
        { "grouped_eff", 0.2093, 0.0056 },
        { "grouped_mem_eff", 0.9541, 0.075 },
        { "grouped_round", 0.5674, 0.079 },
        { "grouped_rest", 0.204, 0.082 },
        { "grouped_tile1", 0.659, 0.16 },
        { "grouped_tile2", 0.659, 0.026 },
        { "grouped_tile3", 0.2341, 0.013 },
        { "grouped_move", 4.88, 0.14 },
      } },
  } }]])

fits("gb200_experts_nvfp4", [[{
  device = "gb200_nvl72", format = "fp4",
  about = "experts of a layer on GB200, forward, in NVFP4, with bringing the left operand into it",
  source = "moe_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15642, how = "half of the rows fitted, 7804 of the others predicted",
      median = 0.080, p90 = 0.315,
      scatter = { 0.796, 0.922, 0.991, 1.081, 1.732 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 64, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 2.076e-05, 4.2e-07 },
        { "grouped_eff", 0.4689, 0.027 },
        { "grouped_mem_eff", 0.8141, 0.023 },
        { "grouped_round", 0.5548, 0.38 },
        { "grouped_rest", 0.9544, 0.12 },
        { "grouped_tile1", 0.6469, 0 / 0 },
        { "grouped_tile2", 0.5003, 0 / 0 },
        { "grouped_tile3", 0.6469, 0.076 },
        { "grouped_move", 1.463, 0.062 },
      } },
  } }]])

fits("l40s_experts_bf16", [[{
  device = "l40s", format = "bf16",
  about = "experts of a layer on L40S, forward, in BF16",
  source = "moe_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 16055, how = "half of the rows fitted, 7984 of the others predicted",
      median = 0.071, p90 = 0.400,
      scatter = { 0.680, 0.928, 0.991, 1.069, 1.567 },
      range = { { "m", 1, 16384 }, { "n", 2048, 6144 }, { "k", 16, 16384 }, { "x", 1, 512 },
        { "flop", 1572864, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 3.245e-06, 1.4e-06 },
        { "grouped_eff", 0.5789, 0.018 },
        { "grouped_mem_eff", 0.8012, 0.012 },
        { "grouped_round", 0.668, 0.11 },
        { "grouped_rest", 0.2621, 0.041 },
        { "grouped_tile1", 0.8094, 0.11 },
        { "grouped_tile2", 0.5961, 0.06 },
        { "grouped_tile3", 0.2399, 0.033 },
        { "grouped_move", 3.137, 0.076 },
      } },
  } }]])

fits("l40s_experts_fp8", [[{
  device = "l40s", format = "fp8",
  about = "experts of a layer on L40S, forward, in FP8 scaled by tensors, with bringing the left operand into it",
  source = "moe_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 14174, how = "half of the rows fitted, 7043 of the others predicted",
      median = 0.076, p90 = 0.490,
      scatter = { 0.651, 0.939, 1.000, 1.099, 1.857 },
      range = { { "m", 1, 16384 }, { "n", 2048, 6144 }, { "k", 16, 16384 }, { "x", 1, 512 },
        { "flop", 1572864, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 6.175e-06, 1.2e-06 },
        { "grouped_eff", 0.4634, 0.018 },
        { "grouped_mem_eff", 0.7894, 0.016 },
        { "grouped_round", 0.6372, 0.097 },
        { "grouped_rest", 0.2101, 0.053 },
        { "grouped_tile1", 0.9527, 0.1 },
        { "grouped_tile2", 0.8195, 0.092 },
        { "grouped_tile3", 0.1497, 0 / 0 },
        { "grouped_move", 4.019, 0.07 },
      } },
  } }]])

fits("l40s_experts_fp8_block", [[{
  device = "l40s", format = "fp8",
  about = "experts of a layer on L40S, forward, in FP8 scaled by blocks, with bringing the left operand into it",
  source = "moe_l40s_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "grouped", law = "tiles", rows = 15118, how = "half of the rows fitted, 7554 of the others predicted",
      median = 0.067, p90 = 0.407,
      scatter = { 0.688, 0.938, 0.998, 1.072, 1.579 },
      range = { { "m", 1, 16384 }, { "n", 2048, 7168 }, { "k", 128, 16384 }, { "x", 1, 512 },
        { "flop", 6291456, 19791209299968 } },
      grid = "experts",
      value = {
        { "grouped_launch", 7.395e-06, 1.1e-06 },
        { "grouped_eff", 0.4254, 0.016 },
        { "grouped_mem_eff", 0.7516, 0.009 },
        { "grouped_round", 0.7573, 0.06 },
        { "grouped_rest", 0.05526, 0 / 0 },
        { "grouped_tile1", 0.9798, 0.09 },
        { "grouped_tile2", 0.9601, 0.053 },
        { "grouped_tile3", 0.1498, 0 / 0 },
        { "grouped_move", 4.786, 0.071 },
      } },
  } }]])

fits("h200_large", [[{
  device = "h200_sxm", format = "bf16",
  about = "GEMMs of H200 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
  source = "gemm_h200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 9937, how = "five folds by N",
      median = 0.036, p90 = 0.093,
      scatter = { 0.921, 0.965, 0.996, 1.037, 1.111 },
      range = { { "m", 1024, 32768 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2013265920, 219902325555200 } },
      value = {
        { "depth_launch", 2.644e-06, 9.5e-08 },
        { "depth_eff", 0.8764, 0.0059 },
        { "depth_start", 189, 6.7 },
        { "depth_mem_eff", 0.6501, 0 / 0 },
        { "depth_round", 0.05301, 0.0049 },
        { "depth_split", 1.877, 0 / 0 },
        { "depth_heat", 0.1426, 0.0093 },
        { "depth_warm", 0.0006, 0 / 0 },
      } },
  } }]])

fits("b200_large", [[{
  device = "b200_sxm", format = "bf16",
  about = "GEMMs of B200 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
  source = "gemm_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 9937, how = "five folds by N",
      median = 0.047, p90 = 0.123,
      scatter = { 0.890, 0.955, 0.999, 1.048, 1.140 },
      range = { { "m", 1024, 32768 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2013265920, 219902325555200 } },
      value = {
        { "depth_launch", 2.485e-06, 7.3e-08 },
        { "depth_eff", 0.7582, 0.0079 },
        { "depth_start", 96.45, 8.2 },
        { "depth_mem_eff", 0.6502, 0 / 0 },
        { "depth_round", 0.1087, 0.0062 },
        { "depth_split", 9.951, 1.9 },
        { "depth_heat", 0.08897, 0.012 },
        { "depth_warm", 0.0001777, 0 / 0 },
      } },
  } }]])

fits("gb200_large", [[{
  device = "gb200_nvl72", format = "bf16",
  about = "GEMMs of GB200 in BF16 as large as in training: M 1024, N and K 512 and more",
  source = "gemm_gb200_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 9937, how = "five folds by N",
      median = 0.058, p90 = 0.206,
      scatter = { 0.855, 0.947, 0.999, 1.063, 1.310 },
      range = { { "m", 1024, 32768 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2013265920, 219902325555200 } },
      value = {
        { "depth_launch", 2.698e-06, 8.9e-08 },
        { "depth_eff", 0.7776, 0.007 },
        { "depth_start", 106.5, 12 },
        { "depth_mem_eff", 0.7829, 0.21 },
        { "depth_round", 0.123, 0.0092 },
        { "depth_split", 9.889, 2.1 },
        { "depth_heat", 0.9705, 0.053 },
        { "depth_warm", 0.001855, 0.00023 },
      } },
  } }]])

fits("b200_nvfp4_large", [[{
  device = "b200_sxm", format = "fp4",
  about = "GEMMs of B200 SXM in NVFP4, without bringing operands into it: M 1024, N and K 512 and more",
  source = "gemm_b200_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 9937, how = "five folds by N",
      median = 0.077, p90 = 0.240,
      scatter = { 0.771, 0.925, 0.997, 1.078, 1.266 },
      range = { { "m", 1024, 32768 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2013265920, 219902325555200 } },
      value = {
        { "depth_launch", 6.293e-06, 9.4e-08 },
        { "depth_eff", 0.5766, 0.0045 },
        { "depth_start", 887.3, 31 },
        { "depth_mem_eff", 0.65, 0 / 0 },
        { "depth_round", 1e-09, 0 / 0 },
        { "depth_split", 1, 0 / 0 },
        { "depth_heat", 0, 0 / 0 },
        { "depth_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("a100_large", [[{
  device = "a100_80g", format = "bf16",
  about = "GEMMs of A100 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
  source = "gemm_a100_sxm_trtllm_1.0.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 1139, how = "five folds by N",
      median = 0.020, p90 = 0.100,
      scatter = { 0.896, 0.982, 1.001, 1.022, 1.085 },
      range = { { "m", 1024, 8192 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2147483648, 17592186044416 } },
      value = {
        { "depth_launch", 2.417e-06, 2.4e-07 },
        { "depth_eff", 0.9349, 0.005 },
        { "depth_start", 174.3, 5.7 },
        { "depth_mem_eff", 0.65, 0 / 0 },
        { "depth_round", 0.7925, 0.017 },
        { "depth_split", 0.7675, 0.033 },
        { "depth_heat", 0.1081, 0.01 },
        { "depth_warm", 0.003231, 0 / 0 },
      } },
  } }]])

fits("h100_large", [[{
  device = "h100_sxm", format = "bf16",
  about = "GEMMs of H100 SXM in BF16 as large as in training: M 1024, N and K 512 and more",
  source = "gemm_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 9937, how = "five folds by N",
      median = 0.040, p90 = 0.106,
      scatter = { 0.913, 0.960, 0.995, 1.041, 1.135 },
      range = { { "m", 1024, 32768 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2013265920, 219902325555200 } },
      value = {
        { "depth_launch", 2.763e-06, 1.1e-07 },
        { "depth_eff", 0.8767, 0.0064 },
        { "depth_start", 201.5, 7.7 },
        { "depth_mem_eff", 0.6127, 0.027 },
        { "depth_round", 0.08682, 0.0059 },
        { "depth_split", 1.947, 0.4 },
        { "depth_heat", 0.08774, 0.0099 },
        { "depth_warm", 0.0005649, 0 / 0 },
      } },
  } }]])

fits("h100_fp8_large", [[{
  device = "h100_sxm", format = "fp8",
  about = "GEMMs of H100 SXM in FP8, scaled by rows, without bringing operands into FP8: M 1024, N and K 512 and more",
  source = "gemm_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "depth", rows = 9937, how = "five folds by N",
      median = 0.122, p90 = 0.339,
      scatter = { 0.747, 0.898, 0.990, 1.148, 1.515 },
      range = { { "m", 1024, 32768 }, { "n", 512, 65536 }, { "k", 512, 65536 }, { "x", 1, 1 },
        { "flop", 2013265920, 219902325555200 } },
      value = {
        { "depth_launch", 1.267e-05, 3.7e-07 },
        { "depth_eff", 0.6699, 0.0072 },
        { "depth_start", 318, 31 },
        { "depth_mem_eff", 0.5018, 0.11 },
        { "depth_round", 1e-09, 0 / 0 },
        { "depth_split", 1, 0 / 0 },
        { "depth_heat", 0, 0 / 0 },
        { "depth_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("mi210_large", [[{
  device = "mi210", format = "bf16",
  about = "Large GEMMs of MI210 in BF16: rocBLAS's own records, at the share that PyTorch reaches in FP32",
  source = "Tensile's tables, ROCm/rocBLAS@b520bc8 (MIT); dataset_amd, sitar-lab/NeuSight@6945927 (MIT)",
  fits = {
    { of = "gemm", law = "depth", rows = 2334, how = "five folds by N",
      median = 0.050, p90 = 0.121,
      scatter = { 0.886, 0.968, 1.008, 1.067, 1.131 },
      range = { { "m", 1024, 64000 }, { "n", 512, 131072 }, { "k", 512, 131072 }, { "x", 1, 1 },
        { "flop", 2013265920, 13743895347200 } },
      value = {
        { "depth_launch", 2.798e-05, 8.5e-07 },
        { "depth_eff", 0.6044, 0.0032 },
        { "depth_start", 162.4, 9.9 },
        { "depth_mem_eff", 0.65, 0 / 0 },
        { "depth_round", 0.1545, 0.01 },
        { "depth_split", 4.685, 0.39 },
        { "depth_heat", 0, 0 / 0 },
        { "depth_warm", 0.001, 0 / 0 },
      } },
  } }]])

fits("mi210_fp32", [[{
  device = "mi210", format = "fp32",
  about = "GEMMs and row operators of MI210 in FP32, each measured alone",
  source = "dataset_amd, PyTorch 2.4.1, sitar-lab/NeuSight@6945927 (MIT)",
  fits = {
    { of = "gemm", law = "waves", rows = 3475, how = "five folds by shape",
      median = 0.116, p90 = 0.432,
      scatter = { 0.794, 0.914, 0.988, 1.228, 2.092 },
      range = { { "m", 64, 65536 }, { "n", 64, 65536 }, { "k", 64, 50272 }, { "x", 1, 65536 },
        { "flop", 59006976, 26989574488064 } },
      value = {
        { "wave_launch", 2.589e-05, 1.9e-06 },
        { "wave_eff", 0.6582, 0.012 },
        { "wave_mem_eff", 0.5615, 0.04 },
        { "wave_depth", 7.81, 3.9 },
        { "wave_split", 0.1762, 0 / 0 },
        { "wave_rest", 0.3036, 0.065 },
        { "wave_tile1", 0.8512, 0 / 0 },
        { "wave_tile2", 0.9206, 0.029 },
        { "wave_tile3", 0.6502, 0 / 0 },
        { "wave_tile4", 0.6247, 0.2 },
      } },
    { of = "stream", law = "measured", rows = 1750, how = "five folds by shape",
      median = 0.020, p90 = 0.059,
      scatter = { 0.946, 0.981, 1.003, 1.020, 1.064 },
      range = { { "byte", 3936, 742513716 } },
      value = {
        { "stream_c0", 1.291e-05, 1.8e-08 },
        { "stream_c2", 7.388e-13, 1.2e-15 },
      } },
    { of = "softmax", law = "measured", rows = 1750, how = "five folds by shape",
      median = 0.100, p90 = 0.509,
      scatter = { 0.905, 0.959, 1.028, 1.461, 2.337 },
      range = { { "byte", 2624, 495009144 } },
      value = {
        { "softmax_c0", 1.972e-05, 1.1e-07 },
        { "softmax_c2", 9.23e-13, 1e-14 },
      } },
    { of = "norms", law = "measured", rows = 1400, how = "five folds by shape",
      median = 0.068, p90 = 0.175,
      scatter = { 0.900, 0.947, 1.011, 1.085, 1.330 },
      range = { { "byte", 18816, 492940800 } },
      value = {
        { "norms_c0", 2.168e-05, 1.2e-07 },
        { "norms_c2", 1.196e-12, 8.3e-15 },
      } },
    { of = "activation", law = "measured", rows = 1750, how = "five folds by shape",
      median = 0.024, p90 = 0.068,
      scatter = { 0.937, 0.977, 1.006, 1.025, 1.074 },
      range = { { "byte", 2624, 495009144 } },
      value = {
        { "activation_c0", 1.482e-05, 2.2e-08 },
        { "activation_c2", 6.694e-13, 1.6e-15 },
      } },
  } }]])

fits("mi100_fp32", [[{
  device = "mi100", format = "fp32",
  about = "GEMMs and row operators of MI100 in FP32, each measured alone",
  source = "dataset_amd, PyTorch 2.4.1, sitar-lab/NeuSight@6945927 (MIT)",
  fits = {
    { of = "gemm", law = "waves", rows = 3276, how = "five folds by shape",
      median = 0.181, p90 = 0.524,
      scatter = { 0.718, 0.876, 0.983, 1.305, 2.566 },
      range = { { "m", 64, 65536 }, { "n", 64, 65536 }, { "k", 64, 50272 }, { "x", 1, 65536 },
        { "flop", 59006976, 26989574488064 } },
      value = {
        { "wave_launch", 3.373e-05, 2.9e-06 },
        { "wave_eff", 0.7008, 0.016 },
        { "wave_mem_eff", 0.9634, 1 },
        { "wave_depth", 3.173, 0 / 0 },
        { "wave_split", 0.121, 0.088 },
        { "wave_rest", 0.8017, 0.85 },
        { "wave_tile1", 0.6976, 0.49 },
        { "wave_tile2", 0.6971, 0.39 },
        { "wave_tile3", 0.6976, 0.042 },
        { "wave_tile4", 0.3907, 0 / 0 },
      } },
    { of = "stream", law = "measured", rows = 1750, how = "five folds by shape",
      median = 0.030, p90 = 0.073,
      scatter = { 0.936, 0.973, 1.003, 1.033, 1.083 },
      range = { { "byte", 3936, 742513716 } },
      value = {
        { "stream_c0", 1.535e-05, 3e-08 },
        { "stream_c2", 9.56e-13, 2.1e-15 },
      } },
    { of = "softmax", law = "measured", rows = 1750, how = "five folds by shape",
      median = 0.118, p90 = 0.372,
      scatter = { 0.872, 0.951, 1.023, 1.326, 1.793 },
      range = { { "byte", 2624, 495009144 } },
      value = {
        { "softmax_c0", 2.148e-05, 1.3e-07 },
        { "softmax_c2", 1.245e-12, 1.2e-14 },
      } },
    { of = "norms", law = "measured", rows = 1400, how = "five folds by shape",
      median = 0.041, p90 = 0.128,
      scatter = { 0.896, 0.966, 1.003, 1.053, 1.171 },
      range = { { "byte", 18816, 492940800 } },
      value = {
        { "norms_c0", 2.671e-05, 8.6e-08 },
        { "norms_c2", 1.371e-12, 5.4e-15 },
      } },
    { of = "activation", law = "measured", rows = 1750, how = "five folds by shape",
      median = 0.024, p90 = 0.063,
      scatter = { 0.936, 0.978, 1.005, 1.025, 1.064 },
      range = { { "byte", 2624, 495009144 } },
      value = {
        { "activation_c0", 1.756e-05, 2.7e-08 },
        { "activation_c2", 9.309e-13, 2.1e-15 },
      } },
  } }]])

fits("abci_a100", [[{
  device = "a100_40g", format = "fp32",
  about = "all-reduces of NCCL 2.8.4 on ABCI: 16 and 32 A100, nodes of 8 with 4 x 200 Gb/s",
  source = "aistabci/abci2.0benchmark@f0aa27f (MIT)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 32, how = "five folds by ranks",
      median = 0.174, p90 = 0.314,
      scatter = { 0.712, 0.853, 0.973, 1.213, 1.357 },
      range = { { "byte", 1024, 33554432 }, { "ranks", 16, 32 }, { "per_node", 8, 8 }, { "nodes", 2, 4 } },
      groups = { { 8, 2 }, { 8, 4 } },
      value = {
        { "all_reduce_c0", 2.318e-05, 3e-06 },
        { "all_reduce_near", 0, 0 / 0 },
        { "all_reduce_c2", 4.195e-11, 3e-12 },
        { "all_reduce_far", 1.311e-05, 2.1e-06 },
        { "all_reduce_fill", 4.571e-08, 4.2e-09 },
      } },
  } }]])

fits("abci_v100", [[{
  device = "v100_sxm", format = "fp32",
  about = "all-reduces of NCCL 2.8.4 on ABCI: 8 and 16 V100, nodes of 4 with 2 x 100 Gb/s",
  source = "aistabci/abci2.0benchmark@f0aa27f (MIT)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 32, how = "five folds by ranks",
      median = 0.249, p90 = 0.536,
      scatter = { 0.563, 0.767, 0.995, 1.273, 1.636 },
      range = { { "byte", 1024, 33554432 }, { "ranks", 8, 16 }, { "per_node", 4, 4 }, { "nodes", 2, 4 } },
      groups = { { 4, 2 }, { 4, 4 } },
      value = {
        { "all_reduce_c0", 1.821e-06, 2.7e-06 },
        { "all_reduce_near", 0, 0 / 0 },
        { "all_reduce_c2", 6.598e-11, 4.8e-12 },
        { "all_reduce_far", 1.841e-05, 2e-06 },
        { "all_reduce_fill", 8.158e-08, 5.4e-09 },
      } },
  } }]])

fits("h100_infiniband", [[{
  device = "h100_sxm", format = "fp32",
  about = "all-reduces of NCCL on 4 to 512 nodes of 8 H100 with 8 x 400 Gb/s",
  source = "a figure of arXiv:2411.13055, digitised",
  fits = {
    { of = "all_reduce", law = "measured", rows = 120, how = "five folds by ranks",
      median = 0.031, p90 = 0.123,
      scatter = { 0.886, 0.970, 0.998, 1.033, 1.139 },
      range = { { "byte", 1048576, 17179869184 }, { "ranks", 32, 4096 }, { "per_node", 8, 8 }, { "nodes", 4, 512 } },
      groups = { { 8, 4 }, { 8, 8 }, { 8, 16 }, { 8, 32 }, { 8, 64 }, { 8, 128 }, { 8, 256 }, { 8, 512 } },
      value = {
        { "all_reduce_c0", 0, 0 / 0 },
        { "all_reduce_near", 0, 0 / 0 },
        { "all_reduce_c2", 5.344e-12, 5.7e-14 },
        { "all_reduce_far", 6.049e-05, 8.7e-07 },
        { "all_reduce_fill", 1.114e-08, 6.1e-10 },
      } },
  } }]])

return { order = order, list = list }
