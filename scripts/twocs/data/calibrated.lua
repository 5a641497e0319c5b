-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs.
--   cost    of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   spread  measured over predicted of each stack that was left out, by kind of run (predict/bands.lua): quantiles
local sets, spread = {}, {}

sets["pooled"] = { -- cost 4.3 %
  train_gemm = 1.048, fused_rho = 1.238, eager_rho = 4.753, flash = 0.3368, overlap = 3.475,
  fp8_cast = 2.163, nic_share = 0.8126, host = 0.004, host_rank = 0.002367, node_lat = 3.969e-05 }
sets["without foundry"] = { -- cost 4.7 %
  train_gemm = 1.056, fused_rho = 1.287, eager_rho = 4.753, flash = 0.3586, overlap = 3.421,
  fp8_cast = 2.197, nic_share = 0.8126, host = 0.004, host_rank = 0.002349, node_lat = 3.969e-05 }
spread["foundry"] = {
  plain = { 0.931, 0.958, 0.963, 0.969, 0.976, 0.980, 0.984, 0.988, 0.994, 0.997, 0.999, 1.002, 1.006, 1.011,
    1.020, 1.023, 1.029, 1.046, 1.059, 1.075, 1.105 },
  strained = { 0.956, 0.967, 0.972, 0.975, 0.984, 0.996, 1.002, 1.004, 1.011, 1.012, 1.014, 1.019, 1.031, 1.032,
    1.041, 1.052, 1.082, 1.103, 1.109, 1.239, 1.365 } }
sets["without internevo"] = { -- cost 4.9 %
  train_gemm = 1.04, fused_rho = 1.258, eager_rho = 4.866, flash = 0.3316, overlap = 3.503,
  fp8_cast = 2.214, nic_share = 0.8355, host = 0.004, host_rank = 0.002349, node_lat = 3.969e-05 }
spread["internevo"] = {
  plain = { 0.994, 1.005, 1.005, 1.038 },
  strained = { 0.948, 0.960, 0.973, 0.975, 0.979, 0.981, 0.985, 0.988, 0.992, 0.997, 1.002, 1.004, 1.005, 1.013,
    1.016, 1.017, 1.019, 1.021, 1.023, 1.023, 1.051 } }
sets["without dgxc"] = { -- cost 4.7 %
  train_gemm = 1.082, fused_rho = 1.209, eager_rho = 4.261, flash = 0.3395, overlap = 3.475,
  fp8_cast = 2.047, nic_share = 0.8162, host = 0.004, host_rank = 0.002349, node_lat = 3.969e-05 }
spread["dgxc"] = {
  plain = { 0.940, 0.949, 0.952, 0.952, 0.955, 0.957, 0.958, 0.959, 0.961, 0.963, 0.965, 0.965, 0.966, 0.966,
    0.968, 0.969, 0.970, 0.973, 0.974, 0.979, 1.042 },
  strained = { 0.837, 0.845, 0.912, 0.913, 0.915, 0.915, 0.915, 0.949, 0.951, 0.955, 0.960, 0.965, 0.965, 0.966,
    0.969, 0.971, 0.972, 0.977, 1.007, 1.008, 1.024 } }
sets["without mlperf"] = { -- cost 4.3 %
  train_gemm = 1.056, fused_rho = 1.228, eager_rho = 4.643, flash = 0.3421, overlap = 3.448,
  fp8_cast = 2.231, nic_share = 0.8126, host = 0.004, host_rank = 0.002349, node_lat = 3.969e-05 }
spread["mlperf"] = {
  plain = { 0.950, 0.952, 1.038, 1.042, 1.057, 1.065 },
  strained = { 0.904, 0.916, 0.938, 0.943, 1.030 } }
sets["without nemo"] = { -- cost 4.4 %
  train_gemm = 1.048, fused_rho = 1.181, eager_rho = 4.753, flash = 0.3448, overlap = 3.614,
  fp8_cast = 1.954, nic_share = 0.7694, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
spread["nemo"] = {
  plain = { 0.977, 0.988, 1.007, 1.013, 1.039, 1.053, 1.054, 1.062, 1.077, 1.085, 1.115, 1.167 },
  strained = { 0.910, 0.917, 0.929, 0.953, 0.956, 0.972, 0.990, 1.015, 1.018, 1.031, 1.073, 1.086 } }
sets["without nanotron"] = { -- cost 3.5 %
  train_gemm = 1.056, fused_rho = 1.238, eager_rho = 4.535, flash = 0.3421, overlap = 3.342,
  fp8_cast = 2.179, nic_share = 0.7634, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
spread["nanotron"] = {
  plain = { 0.691, 0.797, 0.861, 0.914, 0.956, 0.973, 0.990, 1.003, 1.012, 1.023, 1.033, 1.040, 1.045, 1.050,
    1.055, 1.063, 1.070, 1.075, 1.095, 1.148, 1.203 },
  strained = { 0.693, 0.822, 0.852, 0.870, 0.896, 0.916, 0.930, 0.944, 0.957, 0.976, 0.991, 1.006, 1.018, 1.032,
    1.045, 1.058, 1.075, 1.126, 1.361, 1.815, 7.424 } }
sets["without fms"] = { -- cost 3.6 %
  train_gemm = 1.04, fused_rho = 1.228, eager_rho = 4.904, flash = 0.3342, overlap = 3.448,
  fp8_cast = 2.214, nic_share = 0.8553, host = 0.004031, host_rank = 0.002349, node_lat = 3.969e-05 }
spread["fms"] = {
  plain = { 0.919, 0.937, 1.000, 1.166, 1.199, 1.267 },
  strained = { 0.970, 1.268 } }
sets["foundry"] = { -- cost 2.3 %
  train_gemm = 1.048, fused_rho = 1.181, eager_rho = 4.465, flash = 0.3265, overlap = 3.907,
  fp8_cast = 2, nic_share = 0.7815, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["internevo"] = { -- cost 0.9 %
  train_gemm = 1.048, fused_rho = 1.2, eager_rho = 4.643, flash = 0.3728, overlap = 4.063,
  fp8_cast = 2, nic_share = 0.6843, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1.048, fused_rho = 1.145, eager_rho = 4.5, flash = 0.3728, overlap = 3.448,
  fp8_cast = 2, nic_share = 0.819, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 4.0 %
  train_gemm = 0.9925, fused_rho = 1.181, eager_rho = 4.5, flash = 0.4063, overlap = 3.847,
  fp8_cast = 1.954, nic_share = 0.7876, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.6 %
  train_gemm = 1.048, fused_rho = 1.414, eager_rho = 4.5, flash = 0.3067, overlap = 3.019,
  fp8_cast = 2.357, nic_share = 1, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 8.0 %
  train_gemm = 1.142, fused_rho = 1.2, eager_rho = 4.679, flash = 0.3907, overlap = 3.877,
  fp8_cast = 2, nic_share = 1, host = 0.004095, host_rank = 0.00233, node_lat = 4.031e-05 }
sets["fms"] = { -- cost 1.6 %
  train_gemm = 1.378, fused_rho = 1.11, eager_rho = 4.5, flash = 0.4825, overlap = 4.325,
  fp8_cast = 2, nic_share = 0.7457, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nanotron 3B"] = { -- cost 7.6 %
  train_gemm = 1.226, fused_rho = 1.2, eager_rho = 4.294, flash = 0.4127, overlap = 3.787,
  fp8_cast = 2, nic_share = 1, host = 0.004095, host_rank = 0.002259, node_lat = 4.031e-05 }
sets["nanotron 8B"] = { -- cost 8.7 %
  train_gemm = 1.056, fused_rho = 1.2, eager_rho = 5.261, flash = 0.3758, overlap = 3.938,
  fp8_cast = 2, nic_share = 1, host = 0.003907, host_rank = 0.002349, node_lat = 3.969e-05 }
sets["nanotron to 32 GPUs"] = { -- cost 5.1 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3758, overlap = 3.787,
  fp8_cast = 2, nic_share = 0.8, host = 0.004258, host_rank = 0.002122, node_lat = 3.907e-05 }

return { sets = sets, spread = spread }
