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
  train_gemm = 1, fused_rho = 1.277, eager_rho = 5.099, flash = 0.3421, overlap = 3.642,
  fp8_gemm = 0.7815, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.139, flash = 0.3342, overlap = 3.558,
  fp8_gemm = 0.7815, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.6 %
  train_gemm = 1, fused_rho = 1.267, eager_rho = 5.344, flash = 0.3421, overlap = 3.614,
  fp8_gemm = 0.7815, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without dgxc"] = { -- cost 4.5 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.059, flash = 0.3342, overlap = 3.671,
  fp8_gemm = 0.7754, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 3.9 %
  train_gemm = 1, fused_rho = 1.267, eager_rho = 5.139, flash = 0.3421, overlap = 3.642,
  fp8_gemm = 0.8063, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, fused_rho = 1.209, eager_rho = 5.179, flash = 0.3475, overlap = 4,
  fp8_gemm = 0.7115, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.5 %
  train_gemm = 1, fused_rho = 1.298, eager_rho = 4.942, flash = 0.3421, overlap = 3.614,
  fp8_gemm = 0.7815, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1, fused_rho = 1.238, eager_rho = 5.139, flash = 0.3421, overlap = 3.558,
  fp8_gemm = 0.7876, host = 0.004225, host_rank = 0.002206, allocator = 0.4607, node_lat = 4.291e-05 }
sets["foundry"] = { -- cost 2.2 %
  train_gemm = 1.016, fused_rho = 1.2, eager_rho = 4.571, flash = 0.3503, overlap = 4.095,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["internevo"] = { -- cost 0.9 %
  train_gemm = 1.008, fused_rho = 1.2, eager_rho = 4.942, flash = 0.353, overlap = 4.095,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1, fused_rho = 1.163, eager_rho = 4.5, flash = 0.3586, overlap = 3.877,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.7 %
  train_gemm = 0.9248, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 3.787,
  fp8_gemm = 0.7815, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.6 %
  train_gemm = 1, fused_rho = 1.436, eager_rho = 4.5, flash = 0.2707, overlap = 2.749,
  fp8_gemm = 0.7815, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 5.7 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.099, flash = 0.3758, overlap = 3.938,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002172, allocator = 0.4679, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 1.8 %
  train_gemm = 1.367, fused_rho = 1.101, eager_rho = 4.5, flash = 0.5136, overlap = 4.192,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["none"] = { z = 1.754, constant = 0.133, sd = {
  network = 0.3573, train_gemm = 0.08547, fused_rho = 0.1052, eager_rho = 0.06567, flash = 0.1525,
  overlap = 0.1403, fp8_gemm = 0, host = 0.1525, host_rank = 0.1525, allocator = 0.1525, node_lat = 0.1525 } }
bands["korthikanti"] = { z = 1.771, constant = 0.163, sd = {
  network = 0.3573, train_gemm = 0.08547, fused_rho = 0.1052, eager_rho = 0.06567, flash = 0.1525,
  overlap = 0.1403, fp8_gemm = 0, host = 0.1525, host_rank = 0.1525, allocator = 0.1525, node_lat = 0.1525 } }
bands["foundry"] = { z = 1.771, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.09294, fused_rho = 0.1146, eager_rho = 0.02817, flash = 0.1736,
  overlap = 0.1479, fp8_gemm = 0, host = 0.1736, host_rank = 0.1736, allocator = 0.1736, node_lat = 0.1736 } }
bands["internevo"] = { z = 1.771, constant = 0.163, sd = {
  network = 0.3573, train_gemm = 0.09312, fused_rho = 0.1031, eager_rho = 0.1154, flash = 0.1657,
  overlap = 0.1451, fp8_gemm = 0, host = 0.1657, host_rank = 0.1657, allocator = 0.1657, node_lat = 0.1657 } }
bands["dgxc"] = { z = 1.771, constant = 0.163, sd = {
  network = 0.3573, train_gemm = 0.09318, fused_rho = 0.1135, eager_rho = 0.06035, flash = 0.1721,
  overlap = 0.1497, fp8_gemm = 0.007813, host = 0.1721, host_rank = 0.1721, allocator = 0.1721, node_lat = 0.1721 } }
bands["mlperf"] = { z = 1.771, constant = 0.163, sd = {
  network = 0.3573, train_gemm = 0.08678, fused_rho = 0.1122, eager_rho = 0.07146, flash = 0.1485,
  overlap = 0.152, fp8_gemm = 0.152, host = 0.152, host_rank = 0.152, allocator = 0.152, node_lat = 0.152 } }
bands["nemo"] = { z = 1.771, constant = 0.120, sd = {
  network = 0.3573, train_gemm = 0.09318, fused_rho = 0.04727, eager_rho = 0.0776, flash = 0.121,
  overlap = 0.03356, fp8_gemm = 0.121, host = 0.121, host_rank = 0.121, allocator = 0.121, node_lat = 0.121 } }
bands["nanotron"] = { z = 1.771, constant = 0.124, sd = {
  network = 0.3573, train_gemm = 0.08208, fused_rho = 0.111, eager_rho = 0.05524, flash = 0.1612,
  overlap = 0.1503, fp8_gemm = 0, host = 0.1612, host_rank = 0.1612, allocator = 0.1612, node_lat = 0.1612 } }
bands["fms"] = { z = 1.759, constant = 0.116, sd = {
  network = 0.3573, train_gemm = 0.05279, fused_rho = 0.0982, eager_rho = 0.07146, flash = 0.1271,
  overlap = 0.1458, fp8_gemm = 0.007812, host = 0.1458, host_rank = 0.1458, allocator = 0.1458, node_lat = 0.1458 } }
sets["nanotron 3B"] = { -- cost 5.7 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.877,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 1.802, constant = 0.145, sd = {
  network = 0.3573, train_gemm = 0.1247, fused_rho = 0.1045, eager_rho = 0.0737, flash = 0.1736,
  overlap = 0.1545, fp8_gemm = 0.02344, host = 0.1736, host_rank = 0.1736, allocator = 0.1736, node_lat = 0.1736 } }
sets["nanotron 8B"] = { -- cost 6.0 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 4.063,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.113, sd = {
  network = 0.3573, train_gemm = 0.1134, fused_rho = 0.1045, eager_rho = 0.0737, flash = 0.1736,
  overlap = 0.1738, fp8_gemm = 0.02344, host = 0.1738, host_rank = 0.1738, allocator = 0.1738, node_lat = 0.1738 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.081, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3586, overlap = 3.817,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.080, sd = {
  network = 0.3573, train_gemm = 0.1081, fused_rho = 0.1045, eager_rho = 0.06721, flash = 0.1592,
  overlap = 0.1508, fp8_gemm = 0.02344, host = 0.1592, host_rank = 0.1592, allocator = 0.1592, node_lat = 0.1592 } }
sets["A100"] = { -- cost 1.6 %
  train_gemm = 1, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3421, overlap = 4.159,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.648, constant = 0.058, sd = {
  network = 0.3573, train_gemm = 0.01235, fused_rho = 0.06721, eager_rho = 0.06721, flash = 0.02762,
  overlap = 0.01562, fp8_gemm = 0.06721, host = 0.06721, host_rank = 0.06721, allocator = 0.06721, node_lat = 0.06721 } }
sets["H100"] = { -- cost 6.9 %
  train_gemm = 1, fused_rho = 1.482, eager_rho = 5.261, flash = 0.2996, overlap = 3.728,
  fp8_gemm = 0.7515, host = 0.004258, host_rank = 0.002224, allocator = 0.4571, node_lat = 4.258e-05 }
bands["H100"] = { z = 2.737, constant = 0.248, sd = {
  network = 0.3573, train_gemm = 0.06407, fused_rho = 0.1954, eager_rho = 0.2161, flash = 0.2161,
  overlap = 0.1562, fp8_gemm = 0.03906, host = 0.2161, host_rank = 0.2161, allocator = 0.2161, node_lat = 0.2161 } }

return { sets = sets, bands = bands }
