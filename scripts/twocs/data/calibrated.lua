-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the sd of each constant's logarithm, and the constant band that would do as well
local sets, bands = {}, {}

sets["pooled"] = { -- cost 3.9 %
  train_gemm = 1.073, fused_rho = 1.228, eager_rho = 4.396, flash = 0.3421, overlap = 3.642,
  fp8_gemm = 0.8384, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.1 %
  train_gemm = 1.09, fused_rho = 1.328, eager_rho = 4.328, flash = 0.3642, overlap = 3.53,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1.09, fused_rho = 1.163, eager_rho = 4.716, flash = 0.353, overlap = 3.475,
  fp8_gemm = 0.8384, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without dgxc"] = { -- cost 4.2 %
  train_gemm = 1.073, fused_rho = 1.258, eager_rho = 4.328, flash = 0.3368, overlap = 3.787,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 3.8 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 4.194, flash = 0.353, overlap = 3.475,
  fp8_gemm = 0.8384, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 4.1 %
  train_gemm = 1.09, fused_rho = 1.154, eager_rho = 4.227, flash = 0.3586, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.4 %
  train_gemm = 1.082, fused_rho = 1.248, eager_rho = 4.129, flash = 0.3475, overlap = 3.558,
  fp8_gemm = 0.8319, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1.073, fused_rho = 1.191, eager_rho = 4.396, flash = 0.3421, overlap = 3.475,
  fp8_gemm = 0.845, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["foundry"] = { -- cost 2.3 %
  train_gemm = 1.056, fused_rho = 1.163, eager_rho = 4.328, flash = 0.329, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1.073, fused_rho = 1.2, eager_rho = 4.396, flash = 0.3877, overlap = 4.031,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 2.0 %
  train_gemm = 1.099, fused_rho = 1.136, eager_rho = 4.5, flash = 0.3847, overlap = 3.395,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 4.5 %
  train_gemm = 1.056, fused_rho = 1.163, eager_rho = 4.5, flash = 0.4095, overlap = 3.817,
  fp8_gemm = 0.8384, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nemo"] = { -- cost 1.9 %
  train_gemm = 1.073, fused_rho = 1.565, eager_rho = 4.5, flash = 0.3115, overlap = 2.792,
  fp8_gemm = 0.8384, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 5.7 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.22, flash = 0.3699, overlap = 3.938,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.4679, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.411, fused_rho = 1.093, eager_rho = 4.5, flash = 0.5096, overlap = 4.192,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["none"] = { z = 1.754, constant = 0.122, sd = {
  network = 0.3573, train_gemm = 0.06229, fused_rho = 0.1319, eager_rho = 0.09964, flash = 0.1412,
  overlap = 0.1279, fp8_gemm = 0, host = 0.1412, host_rank = 0.1412, allocator = 0.1412, node_lat = 0.1412 } }
bands["korthikanti"] = { z = 1.771, constant = 0.129, sd = {
  network = 0.3573, train_gemm = 0.06229, fused_rho = 0.1319, eager_rho = 0.09964, flash = 0.1412,
  overlap = 0.1279, fp8_gemm = 0, host = 0.1412, host_rank = 0.1412, allocator = 0.1412, node_lat = 0.1412 } }
bands["foundry"] = { z = 1.771, constant = 0.127, sd = {
  network = 0.3573, train_gemm = 0.064, fused_rho = 0.1561, eager_rho = 0.133, flash = 0.1222,
  overlap = 0.1381, fp8_gemm = 0.01563, host = 0.1561, host_rank = 0.1561, allocator = 0.1561, node_lat = 0.1561 } }
bands["internevo"] = { z = 1.771, constant = 0.129, sd = {
  network = 0.3573, train_gemm = 0.06507, fused_rho = 0.1446, eager_rho = 0.09407, flash = 0.1322,
  overlap = 0.1329, fp8_gemm = 2.22e-16, host = 0.1446, host_rank = 0.1446, allocator = 0.1446, node_lat = 0.1446 } }
bands["dgxc"] = { z = 1.771, constant = 0.129, sd = {
  network = 0.3573, train_gemm = 0.06715, fused_rho = 0.1414, eager_rho = 0.1086, flash = 0.1535,
  overlap = 0.1385, fp8_gemm = 0.01563, host = 0.1535, host_rank = 0.1535, allocator = 0.1535, node_lat = 0.1535 } }
bands["mlperf"] = { z = 1.771, constant = 0.129, sd = {
  network = 0.3573, train_gemm = 0.064, fused_rho = 0.1529, eager_rho = 0.1304, flash = 0.1224,
  overlap = 0.142, fp8_gemm = 0.1529, host = 0.1529, host_rank = 0.1529, allocator = 0.1529, node_lat = 0.1529 } }
bands["nemo"] = { z = 1.771, constant = 0.107, sd = {
  network = 0.3573, train_gemm = 0.06507, fused_rho = 0.01957, eager_rho = 0.1246, flash = 0.1183,
  overlap = 0.06242, fp8_gemm = 0.1246, host = 0.1246, host_rank = 0.1246, allocator = 0.1246, node_lat = 0.1246 } }
bands["nanotron"] = { z = 1.771, constant = 0.096, sd = {
  network = 0.3573, train_gemm = 0.06535, fused_rho = 0.1323, eager_rho = 0.05524, flash = 0.1428,
  overlap = 0.1343, fp8_gemm = 0.007813, host = 0.1428, host_rank = 0.1428, allocator = 0.1428, node_lat = 0.1428 } }
bands["fms"] = { z = 2.829, constant = 0.096, sd = {
  network = 0.3573, train_gemm = 0.01832, fused_rho = 0.1397, eager_rho = 0.09964, flash = 0.1141,
  overlap = 0.1324, fp8_gemm = 0.007812, host = 0.1397, host_rank = 0.1397, allocator = 0.1397, node_lat = 0.1397 } }
sets["nanotron 3B"] = { -- cost 5.8 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 5.139, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 2.190, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.06971, fused_rho = 0.1348, eager_rho = 0.1642, flash = 0.1312,
  overlap = 0.1522, fp8_gemm = 0.04688, host = 0.1642, host_rank = 0.1642, allocator = 0.1642, node_lat = 0.1642 } }
sets["nanotron 8B"] = { -- cost 5.9 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3817, overlap = 4.031,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.846, constant = 0.114, sd = {
  network = 0.3573, train_gemm = 0.0673, fused_rho = 0.1348, eager_rho = 0.1408, flash = 0.1329,
  overlap = 0.1791, fp8_gemm = 0.04688, host = 0.1791, host_rank = 0.1791, allocator = 0.1791, node_lat = 0.1791 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.22, flash = 0.3728, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.083, sd = {
  network = 0.3573, train_gemm = 0.06507, fused_rho = 0.1348, eager_rho = 0.1799, flash = 0.1292,
  overlap = 0.1454, fp8_gemm = 0.04688, host = 0.1799, host_rank = 0.1799, allocator = 0.1799, node_lat = 0.1799 } }
sets["A100"] = { -- cost 1.7 %
  train_gemm = 1.073, fused_rho = 1.127, eager_rho = 4.162, flash = 0.3368, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.773, constant = 0.052, sd = {
  network = 0.3573, train_gemm = 0.01105, fused_rho = 0.1008, eager_rho = 0.04752, flash = 0.1008,
  overlap = 0.03315, fp8_gemm = 0.1008, host = 0.1008, host_rank = 0.1008, allocator = 0.1008, node_lat = 0.1008 } }
sets["H100"] = { -- cost 5.9 %
  train_gemm = 1.169, fused_rho = 1.392, eager_rho = 4.535, flash = 0.3787, overlap = 3.642,
  fp8_gemm = 0.7634, host = 0.004225, host_rank = 0.002206, allocator = 0.4535, node_lat = 4.258e-05 }
bands["H100"] = { z = 2.080, constant = 0.162, sd = {
  network = 0.3573, train_gemm = 0.07842, fused_rho = 0.1706, eager_rho = 0.1706, flash = 0.1061,
  overlap = 0.1447, fp8_gemm = 0.09375, host = 0.1706, host_rank = 0.1706, allocator = 0.1706, node_lat = 0.1706 } }

return { sets = sets, bands = bands }
