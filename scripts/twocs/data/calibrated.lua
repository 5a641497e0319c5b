-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs.
--   cost    of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   spread  measured over predicted of each stack that was left out, by kind of run (predict/bands.lua): quantiles
local sets, spread = {}, {}

sets["pooled"] = { -- cost 4.0 %
  train_gemm = 1.048, fused_rho = 1.287, eager_rho = 4.396, flash = 0.3316, overlap = 1.885,
  fp8_cast = 2.197, nic_share = 0.7634, host = 0.004, host_rank = 0.002367, node_lat = 3.938e-05 }
sets["without foundry"] = { -- cost 4.1 %
  train_gemm = 1.056, fused_rho = 1.308, eager_rho = 4.362, flash = 0.353, overlap = 1.9,
  fp8_cast = 2.249, nic_share = 0.7634, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
spread["foundry"] = {
  plain = { 0.908, 0.935, 0.944, 0.962, 0.968, 0.977, 0.985, 0.988, 0.992, 0.997, 0.999, 1.001, 1.006, 1.009,
    1.017, 1.026, 1.032, 1.046, 1.057, 1.064, 1.091 },
  strained = { 0.916, 0.929, 0.960, 0.985, 0.987, 1.006, 1.009, 1.012, 1.016, 1.019, 1.022, 1.026, 1.029, 1.031,
    1.043, 1.045, 1.109, 1.136, 1.139, 1.240, 1.302 } }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1.048, fused_rho = 1.238, eager_rho = 4.79, flash = 0.3342, overlap = 1.945,
  fp8_cast = 2.231, nic_share = 0.7341, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
spread["internevo"] = {
  plain = { 0.972, 0.975, 0.977, 1.002 },
  strained = { 0.914, 0.917, 0.934, 0.935, 0.941, 0.949, 0.949, 0.951, 0.952, 0.970, 0.974, 0.979, 0.981, 0.987,
    0.987, 0.992, 0.997, 0.999, 1.011, 1.013, 1.017 } }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1.065, fused_rho = 1.308, eager_rho = 4.097, flash = 0.329, overlap = 1.93,
  fp8_cast = 2.146, nic_share = 0.7634, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
spread["dgxc"] = {
  plain = { 0.953, 0.958, 0.961, 0.965, 0.967, 0.972, 0.973, 0.974, 0.977, 0.980, 0.981, 0.982, 0.983, 0.984,
    0.984, 0.984, 0.988, 0.988, 0.989, 0.994, 1.037 },
  strained = { 0.832, 0.855, 0.911, 0.912, 0.912, 0.912, 0.942, 0.950, 0.953, 0.960, 0.961, 0.962, 0.963, 0.963,
    0.965, 0.966, 0.967, 0.968, 0.973, 1.000, 1.035 } }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1.056, fused_rho = 1.298, eager_rho = 4.328, flash = 0.3395, overlap = 1.9,
  fp8_cast = 2.284, nic_share = 0.7694, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
spread["mlperf"] = {
  plain = { 0.945, 0.945, 1.032, 1.032, 1.035, 1.050 },
  strained = { 0.922, 0.923, 0.934, 0.950, 1.036 } }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1.032, fused_rho = 1.258, eager_rho = 4.571, flash = 0.3342, overlap = 2.007,
  fp8_cast = 1.954, nic_share = 0.7227, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
spread["nemo"] = {
  plain = { 0.997, 1.008, 1.028, 1.034, 1.041, 1.054, 1.055, 1.063, 1.103, 1.111, 1.119, 1.155 },
  strained = { 0.927, 0.931, 0.934, 0.934, 0.951, 0.956, 0.971, 1.029, 1.034, 1.045, 1.067, 1.081 } }
sets["without nanotron"] = { -- cost 3.0 %
  train_gemm = 1.04, fused_rho = 1.328, eager_rho = 4.294, flash = 0.329, overlap = 1.915,
  fp8_cast = 2.231, nic_share = 0.7171, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
spread["nanotron"] = {
  plain = { 0.679, 0.785, 0.856, 0.907, 0.965, 0.981, 1.011, 1.018, 1.026, 1.042, 1.053, 1.059, 1.065, 1.070,
    1.073, 1.082, 1.089, 1.095, 1.111, 1.155, 1.210 },
  strained = { 0.682, 0.811, 0.848, 0.869, 0.890, 0.910, 0.926, 0.940, 0.960, 0.973, 0.986, 1.002, 1.018, 1.035,
    1.048, 1.062, 1.083, 1.143, 1.360, 1.806, 7.588 } }
sets["without fms"] = { -- cost 3.7 %
  train_gemm = 1.065, fused_rho = 1.267, eager_rho = 4.396, flash = 0.3342, overlap = 1.638,
  fp8_cast = 2.266, nic_share = 0.8688, host = 0.004, host_rank = 0.002367, node_lat = 4e-05 }
spread["fms"] = {
  plain = { 0.864, 0.945, 1.105, 1.124 },
  strained = { 0.997, 0.999, 1.207, 1.239 } }
sets["foundry"] = { -- cost 3.1 %
  train_gemm = 1.048, fused_rho = 1.219, eager_rho = 4.607, flash = 0.3265, overlap = 1.799,
  fp8_cast = 2, nic_share = 0.7694, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.1 %
  train_gemm = 1.048, fused_rho = 1.2, eager_rho = 4.679, flash = 0.3787, overlap = 1.316,
  fp8_cast = 2, nic_share = 0.706, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1.048, fused_rho = 1.209, eager_rho = 4.5, flash = 0.3642, overlap = 1.976,
  fp8_cast = 2, nic_share = 0.8254, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 1.613,
  fp8_cast = 1.954, nic_share = 0.7457, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.4 %
  train_gemm = 1.082, fused_rho = 1.414, eager_rho = 4.5, flash = 0.3214, overlap = 1.515,
  fp8_cast = 2.45, nic_share = 0.9692, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 8.0 %
  train_gemm = 1.151, fused_rho = 1.2, eager_rho = 4.753, flash = 0.3938, overlap = 1.575,
  fp8_cast = 2, nic_share = 1, host = 0.004095, host_rank = 0.00233, node_lat = 4.031e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.032, fused_rho = 1.093, eager_rho = 4.5, flash = 0.4713, overlap = 2.328,
  fp8_cast = 2, nic_share = 0.6329, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nanotron 3B"] = { -- cost 7.5 %
  train_gemm = 1.255, fused_rho = 1.2, eager_rho = 4.194, flash = 0.4192, overlap = 1.527,
  fp8_cast = 2, nic_share = 1, host = 0.004095, host_rank = 0.002259, node_lat = 4.031e-05 }
sets["nanotron 8B"] = { -- cost 8.8 %
  train_gemm = 1.082, fused_rho = 1.2, eager_rho = 5.179, flash = 0.3817, overlap = 1.588,
  fp8_cast = 2, nic_share = 1, host = 0.003907, host_rank = 0.002349, node_lat = 3.969e-05 }
sets["nanotron to 32 GPUs"] = { -- cost 5.0 %
  train_gemm = 1.133, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3847, overlap = 1.551,
  fp8_cast = 2, nic_share = 0.7876, host = 0.004258, host_rank = 0.002122, node_lat = 3.877e-05 }

return { sets = sets, spread = spread }
