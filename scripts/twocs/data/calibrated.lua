-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs.
--   cost    of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   spread  measured over predicted of each stack that was left out, by kind of run (predict/bands.lua): quantiles
local sets, spread = {}, {}

sets["pooled"] = { -- cost 4.0 %
  train_gemm = 1.048, fused_rho = 1.238, eager_rho = 4.753, flash = 0.3368, overlap = 3.421,
  fp8_gemm = 0.8063, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1.056, fused_rho = 1.298, eager_rho = 4.753, flash = 0.3586, overlap = 3.368,
  fp8_gemm = 0.8, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["foundry"] = {
  plain = { 0.930, 0.957, 0.964, 0.969, 0.977, 0.980, 0.984, 0.988, 0.993, 0.997, 0.999, 1.002, 1.007, 1.012,
    1.016, 1.023, 1.031, 1.046, 1.059, 1.075, 1.105 },
  strained = { 0.955, 0.968, 0.973, 0.974, 0.982, 0.996, 0.999, 1.003, 1.008, 1.012, 1.014, 1.017, 1.025, 1.032,
    1.040, 1.051, 1.082, 1.104, 1.109, 1.240, 1.366 } }
sets["without internevo"] = { -- cost 4.5 %
  train_gemm = 1.04, fused_rho = 1.219, eager_rho = 5.179, flash = 0.3316, overlap = 3.421,
  fp8_gemm = 0.8126, host = 0.004225, host_rank = 0.002206, allocator = 0.4465, node_lat = 4.258e-05 }
spread["internevo"] = {
  plain = { 0.950, 0.978, 0.985, 1.021 },
  strained = { 0.936, 0.950, 0.958, 0.964, 0.967, 0.968, 0.971, 0.973, 0.975, 0.978, 0.982, 0.983, 0.993, 0.995,
    0.999, 1.003, 1.003, 1.006, 1.007, 1.013, 1.043 } }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1.09, fused_rho = 1.248, eager_rho = 4.097, flash = 0.3421, overlap = 3.558,
  fp8_gemm = 0.7694, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["dgxc"] = {
  plain = { 0.932, 0.939, 0.944, 0.945, 0.945, 0.949, 0.951, 0.951, 0.952, 0.955, 0.957, 0.957, 0.958, 0.959,
    0.960, 0.961, 0.962, 0.966, 0.966, 0.972, 1.034 },
  strained = { 0.838, 0.839, 0.904, 0.906, 0.910, 0.911, 0.911, 0.940, 0.944, 0.946, 0.954, 0.960, 0.960, 0.960,
    0.964, 0.966, 0.968, 0.972, 0.998, 0.999, 1.014 } }
sets["without mlperf"] = { -- cost 3.9 %
  train_gemm = 1.048, fused_rho = 1.228, eager_rho = 4.753, flash = 0.3368, overlap = 3.368,
  fp8_gemm = 0.8319, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
spread["mlperf"] = {
  plain = { 0.914, 0.915, 0.998, 1.002, 1.017, 1.026 },
  strained = { 0.885, 0.898, 0.920, 0.927, 1.009 } }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.904, flash = 0.3395, overlap = 3.758,
  fp8_gemm = 0.7399, host = 0.004225, host_rank = 0.002206, allocator = 0.4465, node_lat = 4.291e-05 }
spread["nemo"] = {
  plain = { 1.021, 1.031, 1.042, 1.048, 1.074, 1.082, 1.102, 1.112, 1.116, 1.121, 1.170, 1.225 },
  strained = { 0.938, 0.962, 0.988, 0.992, 0.995, 1.002, 1.006, 1.055, 1.062, 1.079, 1.155, 1.170 } }
sets["without nanotron"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.267, eager_rho = 4.571, flash = 0.3368, overlap = 3.342,
  fp8_gemm = 0.8063, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
spread["nanotron"] = {
  plain = { 0.956, 0.987, 0.997, 1.007, 1.019, 1.027, 1.035, 1.041, 1.042, 1.048, 1.050, 1.054, 1.058, 1.064,
    1.068, 1.072, 1.078, 1.089, 1.094, 1.103, 1.158 },
  strained = { 0.817, 0.857, 0.873, 0.898, 0.911, 0.924, 0.934, 0.943, 0.962, 0.983, 1.014, 1.031, 1.041, 1.051,
    1.063, 1.073, 1.089, 1.108, 1.190, 1.308, 2.181 } }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1.032, fused_rho = 1.238, eager_rho = 4.942, flash = 0.329, overlap = 3.395,
  fp8_gemm = 0.819, host = 0.004225, host_rank = 0.002206, allocator = 0.45, node_lat = 4.258e-05 }
spread["fms"] = {
  plain = { 0.919, 0.942, 1.008, 1.175, 1.200, 1.281 },
  strained = { 0.979, 1.283 } }
sets["foundry"] = { -- cost 2.3 %
  train_gemm = 1.048, fused_rho = 1.191, eager_rho = 4.396, flash = 0.3265, overlap = 3.969,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1.048, fused_rho = 1.2, eager_rho = 4.753, flash = 0.3758, overlap = 4.063,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1.048, fused_rho = 1.145, eager_rho = 4.5, flash = 0.3699, overlap = 3.421,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.6 %
  train_gemm = 0.9925, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 3.758,
  fp8_gemm = 0.7815, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.8 %
  train_gemm = 1.048, fused_rho = 1.459, eager_rho = 4.5, flash = 0.2792, overlap = 2.685,
  fp8_gemm = 0.8063, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 5.5 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.099, flash = 0.3787, overlap = 3.907,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.443, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.411, fused_rho = 1.093, eager_rho = 4.5, flash = 0.5056, overlap = 4.159,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron 3B"] = { -- cost 5.3 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4194, node_lat = 4.325e-05 }
sets["nanotron 8B"] = { -- cost 6.1 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3817, overlap = 4,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4535, node_lat = 4.291e-05 }
sets["nanotron to 32 GPUs"] = { -- cost 3.0 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3787, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4465, node_lat = 4.192e-05 }

return { sets = sets, spread = spread }
