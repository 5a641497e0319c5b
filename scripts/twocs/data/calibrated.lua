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
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 4.194, flash = 0.353, overlap = 3.586,
  fp8_gemm = 0.845, host = 0.004225, host_rank = 0.002224, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.2 %
  train_gemm = 1.09, fused_rho = 1.328, eager_rho = 4.328, flash = 0.3642, overlap = 3.586,
  fp8_gemm = 0.8384, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1.09, fused_rho = 1.154, eager_rho = 4.753, flash = 0.353, overlap = 3.53,
  fp8_gemm = 0.8516, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1.09, fused_rho = 1.238, eager_rho = 4.129, flash = 0.3448, overlap = 3.758,
  fp8_gemm = 0.8319, host = 0.004258, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 3.8 %
  train_gemm = 1.09, fused_rho = 1.209, eager_rho = 4.194, flash = 0.353, overlap = 3.53,
  fp8_gemm = 0.8516, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 4.2 %
  train_gemm = 1.09, fused_rho = 1.154, eager_rho = 4.227, flash = 0.3586, overlap = 3.877,
  fp8_gemm = 0.819, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.4 %
  train_gemm = 1.09, fused_rho = 1.228, eager_rho = 4.034, flash = 0.353, overlap = 3.53,
  fp8_gemm = 0.845, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1.073, fused_rho = 1.191, eager_rho = 4.396, flash = 0.3421, overlap = 3.53,
  fp8_gemm = 0.8583, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["foundry"] = { -- cost 2.3 %
  train_gemm = 1.048, fused_rho = 1.181, eager_rho = 4.43, flash = 0.3265, overlap = 3.969,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 4.194, flash = 0.4031, overlap = 4,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 2.1 %
  train_gemm = 1.107, fused_rho = 1.136, eager_rho = 4.5, flash = 0.3938, overlap = 3.368,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 4.8 %
  train_gemm = 1.107, fused_rho = 1.163, eager_rho = 4.5, flash = 0.4095, overlap = 3.758,
  fp8_gemm = 0.819, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nemo"] = { -- cost 1.8 %
  train_gemm = 1.09, fused_rho = 1.505, eager_rho = 4.5, flash = 0.3115, overlap = 2.749,
  fp8_gemm = 0.845, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 5.7 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 5.179, flash = 0.3758, overlap = 3.907,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.4643, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.4, fused_rho = 1.11, eager_rho = 4.5, flash = 0.4939, overlap = 4.291,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["none"] = { z = 1.754, constant = 0.111, sd = {
  network = 0.3573, train_gemm = 0.0704, fused_rho = 0.1155, eager_rho = 0.1258, flash = 0.1328,
  overlap = 0.1401, fp8_gemm = 0.0221, host = 0.1401, host_rank = 0.1401, allocator = 0.1401, node_lat = 0.1401 } }
bands["korthikanti"] = { z = 1.771, constant = 0.126, sd = {
  network = 0.3573, train_gemm = 0.0704, fused_rho = 0.1155, eager_rho = 0.1258, flash = 0.1328,
  overlap = 0.1401, fp8_gemm = 0.0221, host = 0.1401, host_rank = 0.1401, allocator = 0.1401, node_lat = 0.1401 } }
bands["foundry"] = { z = 1.771, constant = 0.115, sd = {
  network = 0.3573, train_gemm = 0.07744, fused_rho = 0.1429, eager_rho = 0.129, flash = 0.1254,
  overlap = 0.1476, fp8_gemm = 0.01747, host = 0.1476, host_rank = 0.1476, allocator = 0.1476, node_lat = 0.1476 } }
bands["internevo"] = { z = 1.771, constant = 0.126, sd = {
  network = 0.3573, train_gemm = 0.0704, fused_rho = 0.1293, eager_rho = 0.07851, flash = 0.1328,
  overlap = 0.1401, fp8_gemm = 0.02817, host = 0.1401, host_rank = 0.1401, allocator = 0.1401, node_lat = 0.1401 } }
bands["dgxc"] = { z = 1.771, constant = 0.126, sd = {
  network = 0.3573, train_gemm = 0.0799, fused_rho = 0.1204, eager_rho = 0.1373, flash = 0.1463,
  overlap = 0.1581, fp8_gemm = 0.01562, host = 0.1581, host_rank = 0.1581, allocator = 0.1581, node_lat = 0.1581 } }
bands["mlperf"] = { z = 1.771, constant = 0.126, sd = {
  network = 0.3573, train_gemm = 0.0799, fused_rho = 0.1285, eager_rho = 0.1258, flash = 0.1297,
  overlap = 0.1526, fp8_gemm = 0.1526, host = 0.1526, host_rank = 0.1526, allocator = 0.1526, node_lat = 0.1526 } }
bands["nemo"] = { z = 1.771, constant = 0.110, sd = {
  network = 0.3573, train_gemm = 0.0704, fused_rho = 0.01994, eager_rho = 0.1204, flash = 0.1243,
  overlap = 0.07542, fp8_gemm = 0.1243, host = 0.1243, host_rank = 0.1243, allocator = 0.1243, node_lat = 0.1243 } }
bands["nanotron"] = { z = 1.771, constant = 0.099, sd = {
  network = 0.3573, train_gemm = 0.07932, fused_rho = 0.1131, eager_rho = 0.07182, flash = 0.1422,
  overlap = 0.1477, fp8_gemm = 0.0221, host = 0.1477, host_rank = 0.1477, allocator = 0.1477, node_lat = 0.1477 } }
bands["fms"] = { z = 2.855, constant = 0.099, sd = {
  network = 0.3573, train_gemm = 0.03173, fused_rho = 0.1201, eager_rho = 0.09862, flash = 0.1283,
  overlap = 0.1361, fp8_gemm = 0.03494, host = 0.1361, host_rank = 0.1361, allocator = 0.1361, node_lat = 0.1361 } }
sets["nanotron 3B"] = { -- cost 5.8 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 5.139, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 2.020, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.07673, fused_rho = 0.1155, eager_rho = 0.1779, flash = 0.1324,
  overlap = 0.1776, fp8_gemm = 0.04207, host = 0.1779, host_rank = 0.1779, allocator = 0.1779, node_lat = 0.1779 } }
sets["nanotron 8B"] = { -- cost 5.9 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3817, overlap = 4.031,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.114, sd = {
  network = 0.3573, train_gemm = 0.07681, fused_rho = 0.1155, eager_rho = 0.1548, flash = 0.1335,
  overlap = 0.2075, fp8_gemm = 0.04207, host = 0.2075, host_rank = 0.2075, allocator = 0.2075, node_lat = 0.2075 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.22, flash = 0.3728, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.083, sd = {
  network = 0.3573, train_gemm = 0.07932, fused_rho = 0.1155, eager_rho = 0.1933, flash = 0.1314,
  overlap = 0.1693, fp8_gemm = 0.04207, host = 0.1933, host_rank = 0.1933, allocator = 0.1933, node_lat = 0.1933 } }
sets["A100"] = { -- cost 1.7 %
  train_gemm = 1.073, fused_rho = 1.127, eager_rho = 4.162, flash = 0.3368, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, sd = {
  network = 0.3573, train_gemm = 0.129, fused_rho = 0.129, eager_rho = 0.04454, flash = 0.129,
  overlap = 0.129, fp8_gemm = 0.129, host = 0.129, host_rank = 0.129, allocator = 0.129, node_lat = 0.129 } }
sets["H100"] = { -- cost 5.9 %
  train_gemm = 1.179, fused_rho = 1.37, eager_rho = 4.5, flash = 0.3847, overlap = 3.614,
  fp8_gemm = 0.7754, host = 0.004225, host_rank = 0.002224, allocator = 0.4535, node_lat = 4.258e-05 }
bands["H100"] = { z = 2.385, constant = 0.158, sd = {
  network = 0.3573, train_gemm = 0.06001, fused_rho = 0.1537, eager_rho = 0.1537, flash = 0.1112,
  overlap = 0.1478, fp8_gemm = 0.07203, host = 0.1537, host_rank = 0.1537, allocator = 0.1537, node_lat = 0.1537 } }

return { sets = sets, bands = bands }
