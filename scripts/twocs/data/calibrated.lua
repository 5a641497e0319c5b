-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs.
--   cost    of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   spread  measured over predicted of each stack that was left out, by kind of run (predict/bands.lua): quantiles
local sets, spread = {}, {}

sets["pooled"] = { -- cost 3.9 %
  train_gemm = 1.04, fused_rho = 1.298, eager_rho = 4.535, flash = 0.3265, overlap = 1.885,
  fp8_gemm = 0.819, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.0 %
  train_gemm = 1.056, fused_rho = 1.318, eager_rho = 4.43, flash = 0.3475, overlap = 1.842,
  fp8_gemm = 0.8126, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["foundry"] = {
  plain = { 0.906, 0.932, 0.940, 0.963, 0.973, 0.979, 0.982, 0.984, 0.985, 0.990, 0.996, 0.998, 1.003, 1.006,
    1.013, 1.020, 1.031, 1.040, 1.046, 1.055, 1.075 },
  strained = { 0.917, 0.925, 0.954, 0.978, 0.983, 0.990, 1.004, 1.007, 1.010, 1.012, 1.019, 1.020, 1.024, 1.028,
    1.035, 1.043, 1.106, 1.136, 1.139, 1.242, 1.299 } }
sets["without internevo"] = { -- cost 4.2 %
  train_gemm = 1.056, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3395, overlap = 1.9,
  fp8_gemm = 0.8126, host = 0.004225, host_rank = 0.002206, allocator = 0.4465, node_lat = 4.258e-05 }
spread["internevo"] = {
  plain = { 0.932, 0.958, 0.964, 0.999 },
  strained = { 0.907, 0.913, 0.929, 0.930, 0.935, 0.936, 0.942, 0.949, 0.950, 0.957, 0.959, 0.964, 0.965, 0.965,
    0.976, 0.979, 0.981, 0.989, 0.999, 1.003, 1.018 } }
sets["without dgxc"] = { -- cost 4.2 %
  train_gemm = 1.073, fused_rho = 1.298, eager_rho = 4.034, flash = 0.3316, overlap = 1.871,
  fp8_gemm = 0.7938, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["dgxc"] = {
  plain = { 0.953, 0.958, 0.963, 0.964, 0.974, 0.975, 0.976, 0.978, 0.979, 0.980, 0.981, 0.981, 0.983, 0.984,
    0.985, 0.985, 0.986, 0.988, 0.991, 0.994, 1.040 },
  strained = { 0.850, 0.852, 0.909, 0.911, 0.912, 0.912, 0.940, 0.947, 0.953, 0.956, 0.958, 0.962, 0.962, 0.962,
    0.963, 0.966, 0.968, 0.969, 0.975, 1.005, 1.027 } }
sets["without mlperf"] = { -- cost 3.8 %
  train_gemm = 1.048, fused_rho = 1.277, eager_rho = 4.465, flash = 0.3342, overlap = 1.871,
  fp8_gemm = 0.845, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["mlperf"] = {
  plain = { 0.905, 0.906, 0.989, 0.992, 0.996, 1.007 },
  strained = { 0.896, 0.901, 0.918, 0.926, 1.011 } }
sets["without nemo"] = { -- cost 3.7 %
  train_gemm = 1.048, fused_rho = 1.219, eager_rho = 4.535, flash = 0.3448, overlap = 2.023,
  fp8_gemm = 0.7457, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["nemo"] = {
  plain = { 1.035, 1.046, 1.053, 1.059, 1.097, 1.097, 1.106, 1.106, 1.111, 1.114, 1.159, 1.213 },
  strained = { 0.928, 0.952, 0.953, 0.971, 1.000, 1.001, 1.007, 1.065, 1.086, 1.103, 1.145, 1.159 } }
sets["without nanotron"] = { -- cost 3.3 %
  train_gemm = 1.048, fused_rho = 1.328, eager_rho = 4.194, flash = 0.3342, overlap = 1.871,
  fp8_gemm = 0.8126, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
spread["nanotron"] = {
  plain = { 0.970, 1.001, 1.008, 1.022, 1.037, 1.047, 1.055, 1.061, 1.064, 1.068, 1.072, 1.074, 1.081, 1.086,
    1.091, 1.095, 1.102, 1.109, 1.115, 1.127, 1.178 },
  strained = { 0.818, 0.857, 0.873, 0.897, 0.916, 0.924, 0.933, 0.946, 0.967, 0.986, 1.016, 1.032, 1.047, 1.059,
    1.068, 1.078, 1.091, 1.117, 1.200, 1.308, 2.181 } }
sets["without fms"] = { -- cost 3.4 %
  train_gemm = 1.065, fused_rho = 1.267, eager_rho = 4.396, flash = 0.3368, overlap = 1.539,
  fp8_gemm = 0.8319, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.258e-05 }
spread["fms"] = {
  plain = { 0.869, 0.963, 1.116, 1.160 },
  strained = { 1.022, 1.023, 1.257, 1.293 } }
sets["foundry"] = { -- cost 3.1 %
  train_gemm = 1.04, fused_rho = 1.228, eager_rho = 4.643, flash = 0.3239, overlap = 1.856,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.2 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.679, flash = 0.3671, overlap = 1.434,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1.04, fused_rho = 1.209, eager_rho = 4.5, flash = 0.3503, overlap = 1.991,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.1 %
  train_gemm = 1.032, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 1.551,
  fp8_gemm = 0.8063, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.6 %
  train_gemm = 1.073, fused_rho = 1.493, eager_rho = 4.5, flash = 0.2949, overlap = 1.369,
  fp8_gemm = 0.819, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 5.5 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.22, flash = 0.3758, overlap = 1.588,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.443, node_lat = 4.291e-05 }
sets["fms"] = { -- cost 3.0 %
  train_gemm = 1.216, fused_rho = 1.034, eager_rho = 4.5, flash = 0.5299, overlap = 2.383,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron 3B"] = { -- cost 5.3 %
  train_gemm = 1.151, fused_rho = 1.2, eager_rho = 4.942, flash = 0.3787, overlap = 1.527,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.4194, node_lat = 4.291e-05 }
sets["nanotron 8B"] = { -- cost 6.2 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3817, overlap = 1.6,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
sets["nanotron to 32 GPUs"] = { -- cost 3.0 %
  train_gemm = 1.099, fused_rho = 1.2, eager_rho = 5.302, flash = 0.3787, overlap = 1.503,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4465, node_lat = 4.192e-05 }

return { sets = sets, spread = spread }
