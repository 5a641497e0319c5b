-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the sd of each constant's logarithm, and the constant band that would do as well
local sets, bands = {}, {}

sets["pooled"] = { -- cost 4.1 %
  train_gemm = 1, fused_rho = 1.287, eager_rho = 5.099, flash = 0.3421, overlap = 3.671,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, fused_rho = 1.328, eager_rho = 5.139, flash = 0.3342, overlap = 3.558,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.6 %
  train_gemm = 1, fused_rho = 1.277, eager_rho = 5.302, flash = 0.3421, overlap = 3.642,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without dgxc"] = { -- cost 4.5 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.059, flash = 0.3342, overlap = 3.642,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1, fused_rho = 1.287, eager_rho = 5.139, flash = 0.3421, overlap = 3.642,
  fp8_gemm = 0.8516, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, fused_rho = 1.209, eager_rho = 5.179, flash = 0.3475, overlap = 4.031,
  fp8_gemm = 0.7515, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.6 %
  train_gemm = 1, fused_rho = 1.318, eager_rho = 4.942, flash = 0.3421, overlap = 3.614,
  fp8_gemm = 0.8254, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1, fused_rho = 1.248, eager_rho = 5.139, flash = 0.3421, overlap = 3.558,
  fp8_gemm = 0.8319, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["foundry"] = { -- cost 2.2 %
  train_gemm = 1.016, fused_rho = 1.2, eager_rho = 4.5, flash = 0.3475, overlap = 4.095,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["internevo"] = { -- cost 0.8 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.5, flash = 0.3817, overlap = 4.063,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1, fused_rho = 1.163, eager_rho = 4.5, flash = 0.3586, overlap = 3.877,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.7 %
  train_gemm = 0.9394, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 3.758,
  fp8_gemm = 0.819, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.8 %
  train_gemm = 1, fused_rho = 1.505, eager_rho = 4.5, flash = 0.2665, overlap = 2.749,
  fp8_gemm = 0.8254, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 5.7 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.099, flash = 0.3758, overlap = 3.938,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.4679, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 1.9 %
  train_gemm = 1.356, fused_rho = 1.11, eager_rho = 4.5, flash = 0.4978, overlap = 4.291,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["none"] = { z = 1.754, constant = 0.136, sd = {
  network = 0.3573, train_gemm = 0.101, fused_rho = 0.1232, eager_rho = 0.1581, flash = 0.1581,
  overlap = 0.139, fp8_gemm = 0.005524, host = 0.1581, host_rank = 0.1581, allocator = 0.1581, node_lat = 0.1581 } }
bands["korthikanti"] = { z = 1.771, constant = 0.172, sd = {
  network = 0.3573, train_gemm = 0.101, fused_rho = 0.1232, eager_rho = 0.1581, flash = 0.1581,
  overlap = 0.139, fp8_gemm = 0.005524, host = 0.1581, host_rank = 0.1581, allocator = 0.1581, node_lat = 0.1581 } }
bands["foundry"] = { z = 1.771, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.1149, fused_rho = 0.1332, eager_rho = 0.1809, flash = 0.1809,
  overlap = 0.1475, fp8_gemm = 0.005524, host = 0.1809, host_rank = 0.1809, allocator = 0.1809, node_lat = 0.1809 } }
bands["internevo"] = { z = 1.771, constant = 0.172, sd = {
  network = 0.3573, train_gemm = 0.1132, fused_rho = 0.1219, eager_rho = 0.1657, flash = 0.1657,
  overlap = 0.1453, fp8_gemm = 0.005524, host = 0.1657, host_rank = 0.1657, allocator = 0.1657, node_lat = 0.1657 } }
bands["dgxc"] = { z = 1.771, constant = 0.172, sd = {
  network = 0.3573, train_gemm = 0.101, fused_rho = 0.1316, eager_rho = 0.1791, flash = 0.1791,
  overlap = 0.1504, fp8_gemm = 0.005524, host = 0.1791, host_rank = 0.1791, allocator = 0.1791, node_lat = 0.1791 } }
bands["mlperf"] = { z = 1.771, constant = 0.172, sd = {
  network = 0.3573, train_gemm = 0.11, fused_rho = 0.1341, eager_rho = 0.1553, flash = 0.1553,
  overlap = 0.1523, fp8_gemm = 0.1553, host = 0.1553, host_rank = 0.1553, allocator = 0.1553, node_lat = 0.1553 } }
bands["nemo"] = { z = 1.771, constant = 0.116, sd = {
  network = 0.3573, train_gemm = 0.101, fused_rho = 0.04529, eager_rho = 0.1221, flash = 0.1221,
  overlap = 0.04004, fp8_gemm = 0.1221, host = 0.1221, host_rank = 0.1221, allocator = 0.1221, node_lat = 0.1221 } }
bands["nanotron"] = { z = 1.771, constant = 0.131, sd = {
  network = 0.3573, train_gemm = 0.1008, fused_rho = 0.1301, eager_rho = 0.1675, flash = 0.1675,
  overlap = 0.1501, fp8_gemm = 0.005524, host = 0.1675, host_rank = 0.1675, allocator = 0.1675, node_lat = 0.1675 } }
bands["fms"] = { z = 1.759, constant = 0.116, sd = {
  network = 0.3573, train_gemm = 0.06323, fused_rho = 0.1211, eager_rho = 0.1441, flash = 0.1386,
  overlap = 0.1441, fp8_gemm = 0.01235, host = 0.1441, host_rank = 0.1441, allocator = 0.1441, node_lat = 0.1441 } }
sets["nanotron 3B"] = { -- cost 5.7 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.877,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 1.802, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.1238, fused_rho = 0.1287, eager_rho = 0.1745, flash = 0.1745,
  overlap = 0.1551, fp8_gemm = 0.02762, host = 0.1745, host_rank = 0.1745, allocator = 0.1745, node_lat = 0.1745 } }
sets["nanotron 8B"] = { -- cost 6.0 %
  train_gemm = 1.081, fused_rho = 1.2, eager_rho = 5.139, flash = 0.3758, overlap = 4.063,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002189, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.119, sd = {
  network = 0.3573, train_gemm = 0.1109, fused_rho = 0.1287, eager_rho = 0.1747, flash = 0.1719,
  overlap = 0.1747, fp8_gemm = 0.02762, host = 0.1747, host_rank = 0.1747, allocator = 0.1747, node_lat = 0.1747 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.081, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3586, overlap = 3.817,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.080, sd = {
  network = 0.3573, train_gemm = 0.1109, fused_rho = 0.1287, eager_rho = 0.1631, flash = 0.1631,
  overlap = 0.1512, fp8_gemm = 0.02762, host = 0.1631, host_rank = 0.1631, allocator = 0.1631, node_lat = 0.1631 } }
sets["A100"] = { -- cost 1.6 %
  train_gemm = 1, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3421, overlap = 4.159,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.015, constant = 0.058, sd = {
  network = 0.3573, train_gemm = 0.02975, fused_rho = 0.07813, eager_rho = 0.07813, flash = 0.07813,
  overlap = 0.01992, fp8_gemm = 0.07813, host = 0.07813, host_rank = 0.07813, allocator = 0.07813, node_lat = 0.07813 } }
sets["H100"] = { -- cost 6.9 %
  train_gemm = 1, fused_rho = 1.493, eager_rho = 5.261, flash = 0.2996, overlap = 3.699,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002224, allocator = 0.4571, node_lat = 4.258e-05 }
bands["H100"] = { z = 2.466, constant = 0.249, sd = {
  network = 0.3573, train_gemm = 0.08432, fused_rho = 0.201, eager_rho = 0.2181, flash = 0.2181,
  overlap = 0.1537, fp8_gemm = 0.02762, host = 0.2181, host_rank = 0.2181, allocator = 0.2181, node_lat = 0.2181 } }

return { sets = sets, bands = bands }
