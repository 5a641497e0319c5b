-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs.
--   cost    of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   spread  measured over predicted of each stack that was left out, by kind of run (predict/bands.lua): quantiles
local sets, spread = {}, {}

sets["pooled"] = { -- cost 3.9 %
  train_gemm = 1.056, fused_rho = 1.238, eager_rho = 4.227, flash = 0.3342, overlap = 1.717,
  fp8_cast = 2.231, nic_share = 0.8126, host = 0.004225, host_rank = 0.002224, allocator = 0.45, node_lat = 4.192e-05 }
sets["without foundry"] = { -- cost 3.8 %
  train_gemm = 1.056, fused_rho = 1.308, eager_rho = 4.362, flash = 0.3448, overlap = 1.757,
  fp8_cast = 2.284, nic_share = 0.8384, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.258e-05 }
spread["foundry"] = {
  plain = { 0.898, 0.921, 0.939, 0.951, 0.960, 0.969, 0.974, 0.976, 0.980, 0.984, 0.992, 0.998, 1.001, 1.005,
    1.012, 1.017, 1.026, 1.035, 1.045, 1.052, 1.068 },
  strained = { 0.809, 0.890, 0.895, 0.922, 0.928, 0.930, 0.944, 0.964, 0.985, 0.986, 1.002, 1.006, 1.020, 1.025,
    1.030, 1.035, 1.108, 1.139, 1.142, 1.201, 1.301 } }
sets["without internevo"] = { -- cost 4.2 %
  train_gemm = 1.056, fused_rho = 1.163, eager_rho = 4.981, flash = 0.3368, overlap = 1.73,
  fp8_cast = 2.284, nic_share = 0.7457, host = 0.004225, host_rank = 0.002224, allocator = 0.4465, node_lat = 4.127e-05 }
spread["internevo"] = {
  plain = { 0.927, 0.950, 0.951, 0.974 },
  strained = { 0.908, 0.912, 0.929, 0.930, 0.936, 0.938, 0.944, 0.946, 0.947, 0.950, 0.960, 0.961, 0.961, 0.965,
    0.966, 0.967, 0.968, 0.981, 0.984, 1.002, 1.006 } }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1.073, fused_rho = 1.258, eager_rho = 4.002, flash = 0.3342, overlap = 1.69,
  fp8_cast = 2.214, nic_share = 0.819, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.225e-05 }
spread["dgxc"] = {
  plain = { 0.953, 0.966, 0.968, 0.968, 0.971, 0.976, 0.984, 0.987, 0.989, 0.990, 0.991, 0.993, 0.994, 0.995,
    0.997, 0.997, 0.998, 0.999, 1.000, 1.004, 1.046 },
  strained = { 0.848, 0.859, 0.907, 0.913, 0.915, 0.915, 0.951, 0.952, 0.961, 0.962, 0.963, 0.965, 0.966, 0.966,
    0.967, 0.968, 0.969, 0.969, 0.985, 1.016, 1.035 } }
sets["without mlperf"] = { -- cost 3.9 %
  train_gemm = 1.056, fused_rho = 1.248, eager_rho = 4.227, flash = 0.3342, overlap = 1.73,
  fp8_cast = 2.338, nic_share = 0.8254, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.225e-05 }
spread["mlperf"] = {
  plain = { 0.956, 0.957, 1.044, 1.045, 1.048, 1.063 },
  strained = { 0.932, 0.936, 0.946, 0.962, 1.050 } }
sets["without nemo"] = { -- cost 3.8 %
  train_gemm = 1.04, fused_rho = 1.181, eager_rho = 4.43, flash = 0.3368, overlap = 1.757,
  fp8_cast = 1.969, nic_share = 0.7634, host = 0.004258, host_rank = 0.002206, allocator = 0.45, node_lat = 4.192e-05 }
spread["nemo"] = {
  plain = { 1.009, 1.019, 1.035, 1.041, 1.045, 1.057, 1.058, 1.066, 1.098, 1.116, 1.125, 1.150 },
  strained = { 0.933, 0.937, 0.944, 0.955, 0.957, 0.973, 0.985, 1.042, 1.048, 1.058, 1.071, 1.085 } }
sets["without nanotron"] = { -- cost 3.1 %
  train_gemm = 1.056, fused_rho = 1.267, eager_rho = 4.002, flash = 0.3368, overlap = 1.73,
  fp8_cast = 2.266, nic_share = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 3.817e-05 }
spread["nanotron"] = {
  plain = { 0.887, 1.006, 1.021, 1.032, 1.052, 1.064, 1.071, 1.074, 1.083, 1.084, 1.089, 1.093, 1.099, 1.103,
    1.109, 1.119, 1.126, 1.133, 1.139, 1.178, 1.221 },
  strained = { 0.818, 0.854, 0.870, 0.888, 0.910, 0.924, 0.934, 0.946, 0.968, 0.992, 1.020, 1.038, 1.058, 1.069,
    1.088, 1.100, 1.114, 1.131, 1.203, 1.316, 2.194 } }
sets["without fms"] = { -- cost 3.6 %
  train_gemm = 1.073, fused_rho = 1.219, eager_rho = 4.194, flash = 0.3395, overlap = 1.539,
  fp8_cast = 2.284, nic_share = 0.8756, host = 0.004225, host_rank = 0.002224, allocator = 0.45, node_lat = 4.225e-05 }
spread["fms"] = {
  plain = { 0.864, 0.923, 1.061, 1.103 },
  strained = { 1.007, 1.011, 1.212, 1.258 } }
sets["foundry"] = { -- cost 3.5 %
  train_gemm = 1.056, fused_rho = 1.154, eager_rho = 4.328, flash = 0.329, overlap = 1.358,
  fp8_cast = 2, nic_share = 0.7876, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 3.448e-05 }
sets["internevo"] = { -- cost 0.9 %
  train_gemm = 1.056, fused_rho = 1.2, eager_rho = 4.43, flash = 0.3847, overlap = 1.401,
  fp8_cast = 2, nic_share = 0.8254, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4.225e-05 }
sets["dgxc"] = { -- cost 1.5 %
  train_gemm = 1.056, fused_rho = 1.191, eager_rho = 4.5, flash = 0.3728, overlap = 1.827,
  fp8_cast = 2, nic_share = 0.8384, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 3.817e-05 }
sets["mlperf"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.181, eager_rho = 4.5, flash = 0.4063, overlap = 1.6,
  fp8_cast = 1.954, nic_share = 0.7457, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4.031e-05 }
sets["nemo"] = { -- cost 2.3 %
  train_gemm = 1.073, fused_rho = 1.414, eager_rho = 4.5, flash = 0.3214, overlap = 1.551,
  fp8_cast = 2.548, nic_share = 1, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 3.817e-05 }
sets["nanotron"] = { -- cost 6.0 %
  train_gemm = 1.179, fused_rho = 1.2, eager_rho = 4.79, flash = 0.3907, overlap = 1.575,
  fp8_cast = 2, nic_share = 0.7171, host = 0.004291, host_rank = 0.002155, allocator = 0.443, node_lat = 4.225e-05 }
sets["fms"] = { -- cost 3.3 %
  train_gemm = 1.116, fused_rho = 1.043, eager_rho = 4.5, flash = 0.5136, overlap = 1.915,
  fp8_cast = 2, nic_share = 0.6086, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 3.019e-05 }
sets["nanotron 3B"] = { -- cost 5.6 %
  train_gemm = 1.315, fused_rho = 1.2, eager_rho = 3.91, flash = 0.4325, overlap = 1.515,
  fp8_cast = 2, nic_share = 0.8254, host = 0.004258, host_rank = 0.002172, allocator = 0.4194, node_lat = 4.291e-05 }
sets["nanotron 8B"] = { -- cost 6.8 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.22, flash = 0.3787, overlap = 1.613,
  fp8_cast = 2, nic_share = 0.8126, host = 0.004291, host_rank = 0.002206, allocator = 0.45, node_lat = 4.291e-05 }
sets["nanotron to 32 GPUs"] = { -- cost 3.3 %
  train_gemm = 1.142, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3877, overlap = 1.491,
  fp8_cast = 2, nic_share = 0.8516, host = 0.004291, host_rank = 0.002122, allocator = 0.4465, node_lat = 4.225e-05 }

return { sets = sets, spread = spread }
