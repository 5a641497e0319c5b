-- SPDX-License-Identifier: MIT
-- Fits that come with twocs, made by scripts/generate/fits.lua from measurements of others: coefficients, how far off they
-- are on rows that were not fitted, and nothing else of the data. The one thing to know: an error holds for the device, the
-- format and the sizes that stand beside it.
--   value    field of the law, coefficient, standard error (0 / 0: the rows do not determine it)
--   scatter  measured over predicted, rows held out: 5, 25, 50, 75 and 95 of 100 are below
--   range    what was measured: a size, its least and its most; groups: ranks of a node and nodes of a collective
local order, list = {}, {}

local function fits(name, entry)
  entry.name = name
  order[#order + 1] = name
  list[name] = entry
end

fits("a100_bf16", {
  device = "a100_80g", format = "bf16",
  about = "GEMMs of A100 SXM in BF16, 1e8 flop and more",
  source = "gemm_a100_sxm_trtllm_1.0.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 6849, how = "200 rows fitted, the other 6649 predicted",
      median = 0.057, p90 = 0.170,
      scatter = { 0.854, 0.943, 0.992, 1.055, 1.203 },
      range = { { "m", 1, 8192 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 100663296, 17592186044416 } },
      value = {
        { "wave_launch", 3.696e-06, 9.4e-08 },
        { "wave_eff", 0.949, 0.01 },
        { "wave_mem_eff", 0.8047, 0.013 },
        { "wave_depth", 152.6, 6.4 },
        { "wave_split", 1.866, 0.094 },
        { "wave_rest", 0.1267, 0.023 },
        { "wave_tile1", 0.8874, 0.022 },
        { "wave_tile2", 0.8151, 0.012 },
        { "wave_tile3", 0.731, 0.013 },
        { "wave_tile4", 0.3746, 0.014 },
      } },
  } })

fits("h100_bf16", {
  device = "h100_sxm", format = "bf16",
  about = "GEMMs of H100 SXM in BF16, 1e8 flop and more",
  source = "gemm_h100_sxm_vllm_0.24.0, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "gemm", law = "waves", rows = 29062, how = "200 rows fitted, the other 28862 predicted",
      median = 0.060, p90 = 0.176,
      scatter = { 0.840, 0.949, 1.001, 1.072, 1.197 },
      range = { { "m", 1, 32768 }, { "n", 32, 65536 }, { "k", 32, 65536 }, { "x", 1, 1 },
        { "flop", 100663296, 219902325555200 } },
      value = {
        { "wave_launch", 2.457e-06, 5.3e-08 },
        { "wave_eff", 0.9037, 0.013 },
        { "wave_mem_eff", 0.8638, 0.011 },
        { "wave_depth", 198.2, 9.8 },
        { "wave_split", 4.843, 0.26 },
        { "wave_rest", 0.05332, 0.019 },
        { "wave_tile1", 0.8502, 0 / 0 },
        { "wave_tile2", 0.997, 0.014 },
        { "wave_tile3", 0.7008, 0.026 },
        { "wave_tile4", 0.3541, 0.012 },
      } },
  } })

fits("a100_large", {
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
  } })

fits("h100_large", {
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
  } })

fits("h100_fp8", {
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
  } })

fits("mi210_large", {
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
  } })

fits("mi210_fp32", {
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
  } })

fits("mi100_fp32", {
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
  } })

fits("a100_nccl", {
  device = "a100_80g", format = "fp16",
  about = "collectives of NCCL 2.27.3 among 2 to 8 A100 SXM of one node",
  source = "nccl_latency, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 63, how = "five folds by size",
      median = 0.060, p90 = 0.134,
      scatter = { 0.892, 0.949, 1.011, 1.067, 1.155 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "all_reduce_c0", 4.101e-06, 5.5e-07 },
        { "all_reduce_near", 5.316e-06, 3.1e-07 },
        { "all_reduce_c2", 8.704e-12, 2.7e-13 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 1.193e-08, 8.5e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 63, how = "five folds by size",
      median = 0.086, p90 = 0.169,
      scatter = { 0.867, 0.923, 1.001, 1.103, 1.245 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "all_gather_c0", 6.056e-06, 7.1e-07 },
        { "all_gather_near", 2.652e-06, 3.7e-07 },
        { "all_gather_c2", 4.616e-12, 2.5e-13 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 1.036e-08, 9.3e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 63, how = "five folds by size",
      median = 0.064, p90 = 0.152,
      scatter = { 0.866, 0.944, 1.003, 1.070, 1.165 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "reduce_scatter_c0", 6.09e-06, 5.5e-07 },
        { "reduce_scatter_near", 2.566e-06, 2.8e-07 },
        { "reduce_scatter_c2", 4.423e-12, 1.9e-13 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 8.937e-09, 7e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 63, how = "five folds by size",
      median = 0.031, p90 = 0.126,
      scatter = { 0.920, 0.971, 1.000, 1.044, 1.184 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "all_to_all_c0", 9.846e-06, 3.6e-07 },
        { "all_to_all_near", 9.552e-07, 1.7e-07 },
        { "all_to_all_c2", 4.596e-12, 1.1e-13 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 8.536e-09, 4.2e-10 },
      } },
  } })

fits("h100_nccl", {
  device = "h100_sxm", format = "fp16",
  about = "collectives of NCCL 2.29.2 among 2 to 8 H100 SXM of one node",
  source = "nccl_latency, ai-dynamo/aiconfigurator@095f58a (Apache-2.0)",
  fits = {
    { of = "all_reduce", law = "measured", rows = 126, how = "five folds by size",
      median = 0.078, p90 = 0.162,
      scatter = { 0.808, 0.929, 1.029, 1.084, 1.149 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "all_reduce_c0", 1.369e-06, 3.3e-07 },
        { "all_reduce_near", 4.491e-06, 1.9e-07 },
        { "all_reduce_c2", 5.364e-12, 1.4e-13 },
        { "all_reduce_far", 0, 0 / 0 },
        { "all_reduce_fill", 5.885e-09, 4.7e-10 },
      } },
    { of = "all_gather", law = "measured", rows = 126, how = "five folds by size",
      median = 0.074, p90 = 0.161,
      scatter = { 0.874, 0.945, 1.010, 1.097, 1.220 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "all_gather_c0", 2.64e-06, 2.1e-07 },
        { "all_gather_near", 2.464e-06, 1.2e-07 },
        { "all_gather_c2", 2.858e-12, 7.5e-14 },
        { "all_gather_far", 0, 0 / 0 },
        { "all_gather_fill", 5.02e-09, 2.7e-10 },
      } },
    { of = "reduce_scatter", law = "measured", rows = 126, how = "five folds by size",
      median = 0.071, p90 = 0.199,
      scatter = { 0.854, 0.942, 1.011, 1.086, 1.272 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "reduce_scatter_c0", 2.891e-06, 2.2e-07 },
        { "reduce_scatter_near", 2.337e-06, 1.2e-07 },
        { "reduce_scatter_c2", 3.025e-12, 7.7e-14 },
        { "reduce_scatter_far", 0, 0 / 0 },
        { "reduce_scatter_fill", 3.635e-09, 2.7e-10 },
      } },
    { of = "all_to_all", law = "measured", rows = 126, how = "five folds by size",
      median = 0.062, p90 = 0.228,
      scatter = { 0.876, 0.947, 1.017, 1.105, 1.473 },
      range = { { "byte", 512, 536870912 }, { "ranks", 2, 8 }, { "per_node", 2, 8 }, { "nodes", 1, 1 } },
      groups = { { 2, 1 }, { 4, 1 }, { 8, 1 } },
      value = {
        { "all_to_all_c0", 5.972e-06, 2.7e-07 },
        { "all_to_all_near", 4.915e-07, 1.3e-07 },
        { "all_to_all_c2", 2.788e-12, 8.4e-14 },
        { "all_to_all_far", 0, 0 / 0 },
        { "all_to_all_fill", 5.288e-09, 3.1e-10 },
      } },
  } })

fits("abci_a100", {
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
  } })

fits("abci_v100", {
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
  } })

fits("h100_infiniband", {
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
  } })

return { order = order, list = list }
