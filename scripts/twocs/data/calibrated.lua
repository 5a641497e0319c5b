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
  train_gemm = 1.048, fused_rho = 1.238, eager_rho = 4.753, flash = 0.3368, overlap = 3.421,
  fp8_gemm = 0.8063, host = 0.004225, host_rank = 0.002206, polling = 0.4325, node_lat = 4.258e-05 }
sets["without foundry"] = { -- cost 4.2 %
  train_gemm = 1.056, fused_rho = 1.298, eager_rho = 4.753, flash = 0.3586, overlap = 3.368,
  fp8_gemm = 0.8, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1.04, fused_rho = 1.219, eager_rho = 5.179, flash = 0.3316, overlap = 3.421,
  fp8_gemm = 0.8126, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.258e-05 }
sets["without dgxc"] = { -- cost 4.2 %
  train_gemm = 1.09, fused_rho = 1.248, eager_rho = 4.097, flash = 0.3421, overlap = 3.558,
  fp8_gemm = 0.7694, host = 0.004258, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 3.8 %
  train_gemm = 1.048, fused_rho = 1.228, eager_rho = 4.753, flash = 0.3368, overlap = 3.368,
  fp8_gemm = 0.8319, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 3.8 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.904, flash = 0.3395, overlap = 3.758,
  fp8_gemm = 0.7399, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.267, eager_rho = 4.571, flash = 0.3368, overlap = 3.342,
  fp8_gemm = 0.8063, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.2 %
  train_gemm = 1.032, fused_rho = 1.238, eager_rho = 4.981, flash = 0.329, overlap = 3.395,
  fp8_gemm = 0.819, host = 0.004225, host_rank = 0.002206, polling = 0.4359, node_lat = 4.258e-05 }
sets["foundry"] = { -- cost 2.3 %
  train_gemm = 1.048, fused_rho = 1.191, eager_rho = 4.396, flash = 0.3265, overlap = 3.969,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1.048, fused_rho = 1.2, eager_rho = 4.753, flash = 0.3758, overlap = 4.063,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1.048, fused_rho = 1.145, eager_rho = 4.5, flash = 0.3699, overlap = 3.421,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.6 %
  train_gemm = 0.9925, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 3.758,
  fp8_gemm = 0.7815, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.8 %
  train_gemm = 1.048, fused_rho = 1.459, eager_rho = 4.5, flash = 0.2792, overlap = 2.685,
  fp8_gemm = 0.8063, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 4.7 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.099, flash = 0.3758, overlap = 3.907,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, polling = 0.5056, node_lat = 4.291e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.411, fused_rho = 1.093, eager_rho = 4.5, flash = 0.5056, overlap = 4.159,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
bands["none"] = { z = 1.754, constant = 0.121, sd = {
  network = 0.3573, train_gemm = 0.07387, fused_rho = 0.09909, eager_rho = 0.06068, flash = 0.1561,
  overlap = 0.1533, fp8_gemm = 0.0221, host = 0.1561, host_rank = 0.1561, polling = 0.1561, node_lat = 0.1561 } }
bands["korthikanti"] = { z = 1.771, constant = 0.155, sd = {
  network = 0.3573, train_gemm = 0.07387, fused_rho = 0.09909, eager_rho = 0.06068, flash = 0.1561,
  overlap = 0.1533, fp8_gemm = 0.0221, host = 0.1561, host_rank = 0.1561, polling = 0.1561, node_lat = 0.1561 } }
bands["foundry"] = { z = 1.771, constant = 0.143, sd = {
  network = 0.3573, train_gemm = 0.07898, fused_rho = 0.1213, eager_rho = 0.04972, flash = 0.1498,
  overlap = 0.1591, fp8_gemm = 0.01747, host = 0.1591, host_rank = 0.1591, polling = 0.1591, node_lat = 0.1591 } }
bands["internevo"] = { z = 1.771, constant = 0.155, sd = {
  network = 0.3573, train_gemm = 0.0828, fused_rho = 0.09866, eager_rho = 0.1165, flash = 0.1694,
  overlap = 0.1496, fp8_gemm = 0.02817, host = 0.1694, host_rank = 0.1694, polling = 0.1694, node_lat = 0.1694 } }
bands["dgxc"] = { z = 1.771, constant = 0.144, sd = {
  network = 0.3573, train_gemm = 0.08043, fused_rho = 0.1042, eager_rho = 0.1579, flash = 0.1604,
  overlap = 0.1553, fp8_gemm = 0.03494, host = 0.1604, host_rank = 0.1604, polling = 0.1604, node_lat = 0.1604 } }
bands["mlperf"] = { z = 1.771, constant = 0.155, sd = {
  network = 0.3573, train_gemm = 0.07695, fused_rho = 0.1095, eager_rho = 0.06068, flash = 0.1494,
  overlap = 0.1677, fp8_gemm = 0.1677, host = 0.1677, host_rank = 0.1677, polling = 0.1677, node_lat = 0.1677 } }
bands["nemo"] = { z = 1.771, constant = 0.115, sd = {
  network = 0.3573, train_gemm = 0.0828, fused_rho = 0.04062, eager_rho = 0.06944, flash = 0.1437,
  overlap = 0.06516, fp8_gemm = 0.1437, host = 0.1437, host_rank = 0.1437, polling = 0.1437, node_lat = 0.1437 } }
bands["nanotron"] = { z = 1.771, constant = 0.115, sd = {
  network = 0.3573, train_gemm = 0.07452, fused_rho = 0.1042, eager_rho = 0.03906, flash = 0.1634,
  overlap = 0.1649, fp8_gemm = 0.0221, host = 0.1649, host_rank = 0.1649, polling = 0.1649, node_lat = 0.1649 } }
bands["fms"] = { z = 1.800, constant = 0.106, sd = {
  network = 0.3573, train_gemm = 0.04059, fused_rho = 0.09687, eager_rho = 0.07826, flash = 0.1417,
  overlap = 0.1537, fp8_gemm = 0.03494, host = 0.1537, host_rank = 0.1537, polling = 0.1537, node_lat = 0.1537 } }
sets["nanotron 3B"] = { -- cost 4.6 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, polling = 0.5176, node_lat = 4.291e-05 }
bands["nanotron 3B"] = { z = 1.802, constant = 0.112, sd = {
  network = 0.3573, train_gemm = 0.0979, fused_rho = 0.1007, eager_rho = 0.1088, flash = 0.1657,
  overlap = 0.1678, fp8_gemm = 0.01747, host = 0.1678, host_rank = 0.1678, polling = 0.1678, node_lat = 0.1678 } }
sets["nanotron 8B"] = { -- cost 4.5 %
  train_gemm = 1.107, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3817, overlap = 3.969,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002189, polling = 0.4939, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.096, sd = {
  network = 0.3573, train_gemm = 0.08851, fused_rho = 0.1007, eager_rho = 0.1016, flash = 0.1688,
  overlap = 0.1837, fp8_gemm = 0.01747, host = 0.1837, host_rank = 0.1837, polling = 0.1837, node_lat = 0.1837 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.5 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.261, flash = 0.3787, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, polling = 0.4978, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.084, sd = {
  network = 0.3573, train_gemm = 0.08107, fused_rho = 0.1007, eager_rho = 0.1459, flash = 0.1657,
  overlap = 0.1615, fp8_gemm = 0.01747, host = 0.1657, host_rank = 0.1657, polling = 0.1657, node_lat = 0.1657 } }
sets["A100"] = { -- cost 1.7 %
  train_gemm = 1.073, fused_rho = 1.127, eager_rho = 4.162, flash = 0.3368, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
bands["A100"] = { z = 2.243, constant = 0.052, sd = {
  network = 0.3573, train_gemm = 0.02344, fused_rho = 0.1016, eager_rho = 0.1016, flash = 0.08043,
  overlap = 0.04454, fp8_gemm = 0.1016, host = 0.1016, host_rank = 0.1016, polling = 0.1016, node_lat = 0.1016 } }
sets["H100"] = { -- cost 6.3 %
  train_gemm = 1.142, fused_rho = 1.425, eager_rho = 4.643, flash = 0.353, overlap = 3.448,
  fp8_gemm = 0.7284, host = 0.004225, host_rank = 0.002206, polling = 0.4497, node_lat = 4.258e-05 }
bands["H100"] = { z = 1.980, constant = 0.181, sd = {
  network = 0.3573, train_gemm = 0.09326, fused_rho = 0.1699, eager_rho = 0.1699, flash = 0.1421,
  overlap = 0.1463, fp8_gemm = 0.08735, host = 0.1699, host_rank = 0.1699, polling = 0.1699, node_lat = 0.1699 } }

return { sets = sets, bands = bands }
