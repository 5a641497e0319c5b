-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the sd of each constant's logarithm, and the constant band that would do as well
local sets, bands = {}, {}

sets["pooled"] = { -- cost 4.0 %
  train_gemm = 1.048, fused_rho = 1.238, eager_rho = 4.753, flash = 0.3368, overlap = 3.421,
  fp8_gemm = 0.8063, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1.056, fused_rho = 1.298, eager_rho = 4.753, flash = 0.3586, overlap = 3.368,
  fp8_gemm = 0.8, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.5 %
  train_gemm = 1.04, fused_rho = 1.219, eager_rho = 5.179, flash = 0.3316, overlap = 3.421,
  fp8_gemm = 0.8126, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without dgxc"] = { -- cost 4.4 %
  train_gemm = 1.09, fused_rho = 1.248, eager_rho = 4.097, flash = 0.3421, overlap = 3.558,
  fp8_gemm = 0.7694, host = 0.004258, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1.048, fused_rho = 1.228, eager_rho = 4.753, flash = 0.3368, overlap = 3.368,
  fp8_gemm = 0.8319, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 4.0 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.904, flash = 0.3395, overlap = 3.758,
  fp8_gemm = 0.7399, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.267, eager_rho = 4.571, flash = 0.3368, overlap = 3.342,
  fp8_gemm = 0.8063, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1.032, fused_rho = 1.238, eager_rho = 4.942, flash = 0.329, overlap = 3.395,
  fp8_gemm = 0.819, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
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
sets["nanotron"] = { -- cost 5.7 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.099, flash = 0.3787, overlap = 3.907,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.4643, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.411, fused_rho = 1.093, eager_rho = 4.5, flash = 0.5056, overlap = 4.159,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["none"] = { z = 4.381, constant = 0.200, sd = {
  train_gemm = 0.1172, fused_rho = 0.1031, eager_rho = 0.06068, flash = 0.1967, overlap = 0.158,
  fp8_gemm = 0.0221, host = 0.1967, host_rank = 0.1967, allocator = 0.1967, node_lat = 0.1967 } }
bands["korthikanti"] = { z = 4.716, constant = 0.200, sd = {
  train_gemm = 0.1172, fused_rho = 0.1031, eager_rho = 0.06068, flash = 0.1967, overlap = 0.158,
  fp8_gemm = 0.0221, host = 0.1967, host_rank = 0.1967, allocator = 0.1967, node_lat = 0.1967 } }
bands["foundry"] = { z = 4.394, constant = 0.200, sd = {
  train_gemm = 0.1235, fused_rho = 0.1315, eager_rho = 0.04972, flash = 0.1837, overlap = 0.1659,
  fp8_gemm = 0.01747, host = 0.1837, host_rank = 0.1837, allocator = 0.1837, node_lat = 0.1837 } }
bands["internevo"] = { z = 4.518, constant = 0.200, sd = {
  train_gemm = 0.1299, fused_rho = 0.1002, eager_rho = 0.1165, flash = 0.2155, overlap = 0.1556,
  fp8_gemm = 0.02817, host = 0.2155, host_rank = 0.2155, allocator = 0.2155, node_lat = 0.2155 } }
bands["dgxc"] = { z = 4.436, constant = 0.200, sd = {
  train_gemm = 0.1161, fused_rho = 0.1097, eager_rho = 0.1579, flash = 0.2019, overlap = 0.1554,
  fp8_gemm = 0.03494, host = 0.2019, host_rank = 0.2019, allocator = 0.2019, node_lat = 0.2019 } }
bands["mlperf"] = { z = 4.807, constant = 0.200, sd = {
  train_gemm = 0.1246, fused_rho = 0.1109, eager_rho = 0.06068, flash = 0.1982, overlap = 0.1733,
  fp8_gemm = 0.1982, host = 0.1982, host_rank = 0.1982, allocator = 0.1982, node_lat = 0.1982 } }
bands["nemo"] = { z = 4.651, constant = 0.200, sd = {
  train_gemm = 0.1299, fused_rho = 0.05384, eager_rho = 0.06944, flash = 0.1925, overlap = 0.07038,
  fp8_gemm = 0.1925, host = 0.1925, host_rank = 0.1925, allocator = 0.1925, node_lat = 0.1925 } }
bands["nanotron"] = { z = 5.889, constant = 0.200, sd = {
  train_gemm = 0.1232, fused_rho = 0.1115, eager_rho = 0.03906, flash = 0.207, overlap = 0.1721,
  fp8_gemm = 0.0221, host = 0.207, host_rank = 0.207, allocator = 0.207, node_lat = 0.207 } }
bands["fms"] = { z = 1.905, constant = 0.112, sd = {
  train_gemm = 0.04059, fused_rho = 0.09687, eager_rho = 0.07356, flash = 0.143, overlap = 0.1537,
  fp8_gemm = 0.03494, host = 0.1537, host_rank = 0.1537, allocator = 0.1537, node_lat = 0.1537 } }
sets["nanotron 3B"] = { -- cost 5.7 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 1.866, constant = 0.145, sd = {
  train_gemm = 0.1202, fused_rho = 0.09974, eager_rho = 0.1088, flash = 0.1844, overlap = 0.1599,
  fp8_gemm = 0.01747, host = 0.1844, host_rank = 0.1844, allocator = 0.1844, node_lat = 0.1844 } }
sets["nanotron 8B"] = { -- cost 5.9 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.942, flash = 0.3847, overlap = 4.031,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.114, sd = {
  train_gemm = 0.1185, fused_rho = 0.09974, eager_rho = 0.08735, flash = 0.1868, overlap = 0.1817,
  fp8_gemm = 0.01747, host = 0.1868, host_rank = 0.1868, allocator = 0.1868, node_lat = 0.1868 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3787, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.085, sd = {
  train_gemm = 0.1185, fused_rho = 0.09974, eager_rho = 0.0944, flash = 0.1844, overlap = 0.1552,
  fp8_gemm = 0.01747, host = 0.1844, host_rank = 0.1844, allocator = 0.1844, node_lat = 0.1844 } }
sets["A100"] = { -- cost 1.7 %
  train_gemm = 1.073, fused_rho = 1.127, eager_rho = 4.162, flash = 0.3368, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.378, constant = 0.052, sd = {
  train_gemm = 0.02344, fused_rho = 0.1016, eager_rho = 0.1016, flash = 0.08043, overlap = 0.04454,
  fp8_gemm = 0.1016, host = 0.1016, host_rank = 0.1016, allocator = 0.1016, node_lat = 0.1016 } }
sets["H100"] = { -- cost 6.5 %
  train_gemm = 1.142, fused_rho = 1.425, eager_rho = 4.643, flash = 0.3558, overlap = 3.448,
  fp8_gemm = 0.7284, host = 0.004225, host_rank = 0.002206, allocator = 0.4535, node_lat = 4.258e-05 }
bands["H100"] = { z = 2.346, constant = 0.182, sd = {
  train_gemm = 0.09326, fused_rho = 0.1699, eager_rho = 0.1699, flash = 0.1429, overlap = 0.1463,
  fp8_gemm = 0.08735, host = 0.1699, host_rank = 0.1699, allocator = 0.1699, node_lat = 0.1699 } }

return { sets = sets, bands = bands }
