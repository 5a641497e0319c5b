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
bands["none"] = { z = 1.754, constant = 0.133, sd = {
  network = 0.3573, train_gemm = 0.07403, fused_rho = 0.0991, eager_rho = 0.06065, flash = 0.1571,
  overlap = 0.1534, fp8_gemm = 0.02209, host = 0.1571, host_rank = 0.1571, allocator = 0.1571, node_lat = 0.1571 } }
bands["korthikanti"] = { z = 1.771, constant = 0.159, sd = {
  network = 0.3573, train_gemm = 0.07403, fused_rho = 0.0991, eager_rho = 0.06065, flash = 0.1571,
  overlap = 0.1534, fp8_gemm = 0.02209, host = 0.1571, host_rank = 0.1571, allocator = 0.1571, node_lat = 0.1571 } }
bands["foundry"] = { z = 1.771, constant = 0.155, sd = {
  network = 0.3573, train_gemm = 0.07917, fused_rho = 0.1215, eager_rho = 0.04969, flash = 0.1503,
  overlap = 0.1591, fp8_gemm = 0.01745, host = 0.1591, host_rank = 0.1591, allocator = 0.1591, node_lat = 0.1591 } }
bands["internevo"] = { z = 1.771, constant = 0.159, sd = {
  network = 0.3573, train_gemm = 0.08294, fused_rho = 0.09869, eager_rho = 0.1164, flash = 0.1705,
  overlap = 0.1496, fp8_gemm = 0.02814, host = 0.1705, host_rank = 0.1705, allocator = 0.1705, node_lat = 0.1705 } }
bands["dgxc"] = { z = 1.771, constant = 0.155, sd = {
  network = 0.3573, train_gemm = 0.08056, fused_rho = 0.1042, eager_rho = 0.158, flash = 0.1613,
  overlap = 0.1553, fp8_gemm = 0.03491, host = 0.1613, host_rank = 0.1613, allocator = 0.1613, node_lat = 0.1613 } }
bands["mlperf"] = { z = 1.771, constant = 0.159, sd = {
  network = 0.3573, train_gemm = 0.07717, fused_rho = 0.1096, eager_rho = 0.06065, flash = 0.1506,
  overlap = 0.1678, fp8_gemm = 0.1678, host = 0.1678, host_rank = 0.1678, allocator = 0.1678, node_lat = 0.1678 } }
bands["nemo"] = { z = 1.771, constant = 0.115, sd = {
  network = 0.3573, train_gemm = 0.08294, fused_rho = 0.04057, eager_rho = 0.06942, flash = 0.1447,
  overlap = 0.06515, fp8_gemm = 0.1447, host = 0.1447, host_rank = 0.1447, allocator = 0.1447, node_lat = 0.1447 } }
bands["nanotron"] = { z = 1.771, constant = 0.115, sd = {
  network = 0.3573, train_gemm = 0.0746, fused_rho = 0.1041, eager_rho = 0.03904, flash = 0.1635,
  overlap = 0.165, fp8_gemm = 0.02209, host = 0.165, host_rank = 0.165, allocator = 0.165, node_lat = 0.165 } }
bands["fms"] = { z = 1.826, constant = 0.112, sd = {
  network = 0.3573, train_gemm = 0.04065, fused_rho = 0.09692, eager_rho = 0.0735, flash = 0.143,
  overlap = 0.1537, fp8_gemm = 0.03494, host = 0.1537, host_rank = 0.1537, allocator = 0.1537, node_lat = 0.1537 } }
sets["nanotron 3B"] = { -- cost 5.7 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 2.024, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.09829, fused_rho = 0.1007, eager_rho = 0.1087, flash = 0.1657,
  overlap = 0.1679, fp8_gemm = 0.01745, host = 0.1679, host_rank = 0.1679, allocator = 0.1679, node_lat = 0.1679 } }
sets["nanotron 8B"] = { -- cost 5.9 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.942, flash = 0.3847, overlap = 4.031,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.114, sd = {
  network = 0.3573, train_gemm = 0.09323, fused_rho = 0.1007, eager_rho = 0.08726, flash = 0.1722,
  overlap = 0.1931, fp8_gemm = 0.01745, host = 0.1931, host_rank = 0.1931, allocator = 0.1931, node_lat = 0.1931 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3787, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.085, sd = {
  network = 0.3573, train_gemm = 0.09323, fused_rho = 0.1007, eager_rho = 0.09435, flash = 0.1657,
  overlap = 0.1616, fp8_gemm = 0.01745, host = 0.1657, host_rank = 0.1657, allocator = 0.1657, node_lat = 0.1657 } }
sets["A100"] = { -- cost 1.7 %
  train_gemm = 1.073, fused_rho = 1.127, eager_rho = 4.162, flash = 0.3368, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.235, constant = 0.052, sd = {
  network = 0.3573, train_gemm = 0.02357, fused_rho = 0.1015, eager_rho = 0.1015, flash = 0.08053,
  overlap = 0.04449, fp8_gemm = 0.1015, host = 0.1015, host_rank = 0.1015, allocator = 0.1015, node_lat = 0.1015 } }
sets["H100"] = { -- cost 6.5 %
  train_gemm = 1.142, fused_rho = 1.425, eager_rho = 4.643, flash = 0.3558, overlap = 3.448,
  fp8_gemm = 0.7284, host = 0.004225, host_rank = 0.002206, allocator = 0.4535, node_lat = 4.258e-05 }
bands["H100"] = { z = 1.989, constant = 0.182, sd = {
  network = 0.3573, train_gemm = 0.0931, fused_rho = 0.1699, eager_rho = 0.1699, flash = 0.143,
  overlap = 0.1463, fp8_gemm = 0.08739, host = 0.1699, host_rank = 0.1699, allocator = 0.1699, node_lat = 0.1699 } }

return { sets = sets, bands = bands }
