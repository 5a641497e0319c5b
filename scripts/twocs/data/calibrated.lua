-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the constant band that would do as well, what is left of rows, and the sd of each
--          constant's logarithm
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
bands["none"] = { z = 1.448, constant = 0.133, rows = { sd = 0.03191, nodes = 0.058, span = 0.855 }, sd = {
  network = 0.3573, train_gemm = 0.04653, fused_rho = 0.1242, eager_rho = 0.0759, flash = 0.1841,
  overlap = 0.184, fp8_gemm = 0.02769, host = 0.1841, host_rank = 0.1841, allocator = 0.1841, node_lat = 0.1841 } }
bands["korthikanti"] = { z = 1.660, constant = 0.159, rows = { sd = 0.03191, nodes = 0.058, span = 0.855 }, sd = {
  network = 0.3573, train_gemm = 0.04653, fused_rho = 0.1242, eager_rho = 0.0759, flash = 0.1841,
  overlap = 0.184, fp8_gemm = 0.02769, host = 0.1841, host_rank = 0.1841, allocator = 0.1841, node_lat = 0.1841 } }
bands["foundry"] = { z = 1.646, constant = 0.171, rows = { sd = 0.03172, nodes = 0.060, span = 0.854 }, sd = {
  network = 0.3573, train_gemm = 0.06171, fused_rho = 0.1802, eager_rho = 0.06227, flash = 0.1603,
  overlap = 0.1972, fp8_gemm = 0.02769, host = 0.1972, host_rank = 0.1972, allocator = 0.1972, node_lat = 0.1972 } }
bands["internevo"] = { z = 1.477, constant = 0.165, rows = { sd = 0.03565, nodes = 0.051, span = 0.859 }, sd = {
  network = 0.3573, train_gemm = 0.06296, fused_rho = 0.1123, eager_rho = 0.1591, flash = 0.1993,
  overlap = 0.1775, fp8_gemm = 0.04148, host = 0.1993, host_rank = 0.1993, allocator = 0.1993, node_lat = 0.1993 } }
bands["dgxc"] = { z = 1.233, constant = 0.158, rows = { sd = 0.0315, nodes = 0.114, span = 0.823 }, sd = {
  network = 0.3573, train_gemm = 0.08418, fused_rho = 0.139, eager_rho = 0.224, flash = 0.1929,
  overlap = 0.1887, fp8_gemm = 0.05534, host = 0.224, host_rank = 0.224, allocator = 0.224, node_lat = 0.224 } }
bands["mlperf"] = { z = 1.589, constant = 0.124, rows = { sd = 0.02749, nodes = 0.066, span = 0.851 }, sd = {
  network = 0.3573, train_gemm = 0.04204, fused_rho = 0.1401, eager_rho = 0.0759, flash = 0.1736,
  overlap = 0.2115, fp8_gemm = 0.1428, host = 0.2115, host_rank = 0.2115, allocator = 0.2115, node_lat = 0.2115 } }
bands["nemo"] = { z = 1.452, constant = 0.116, rows = { sd = 0.03508, nodes = 0.021, span = 0.876 }, sd = {
  network = 0.3573, train_gemm = 0.06296, fused_rho = 0.04825, eager_rho = 0.09191, flash = 0.1666,
  overlap = 0.07769, fp8_gemm = 0.09853, host = 0.1666, host_rank = 0.1666, allocator = 0.1666, node_lat = 0.1666 } }
bands["nanotron"] = { z = 1.487, constant = 0.116, rows = { sd = 0.0308, nodes = 0.040, span = 0.000 }, sd = {
  network = 0.3573, train_gemm = 0.03771, fused_rho = 0.1419, eager_rho = 0.0692, flash = 0.192,
  overlap = 0.2081, fp8_gemm = 0.02769, host = 0.2081, host_rank = 0.2081, allocator = 0.2081, node_lat = 0.2081 } }
bands["fms"] = { z = 1.306, constant = 0.112, rows = { sd = 0.03191, nodes = 0.058, span = 0.855 }, sd = {
  network = 0.3573, train_gemm = 0.04276, fused_rho = 0.1215, eager_rho = 0.09586, flash = 0.177,
  overlap = 0.1877, fp8_gemm = 0.05539, host = 0.1877, host_rank = 0.1877, allocator = 0.1877, node_lat = 0.1877 } }
sets["nanotron 3B"] = { -- cost 5.7 %
  train_gemm = 1.125, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, allocator = 0.4571, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 2.256, constant = 0.145, rows = { sd = 0.04257, nodes = 0.154, span = 0.777 }, sd = {
  network = 0.3573, train_gemm = 0, fused_rho = 0.1003, eager_rho = 0, flash = 0,
  overlap = 0, fp8_gemm = 0.02769, host = 0, host_rank = 0, allocator = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 5.9 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.942, flash = 0.3847, overlap = 4.031,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.926, constant = 0.114, rows = { sd = 0.03967, nodes = 0.198, span = 0.783 }, sd = {
  network = 0.3573, train_gemm = 0, fused_rho = 0.1003, eager_rho = 0, flash = 0,
  overlap = 0, fp8_gemm = 0.02769, host = 0, host_rank = 0, allocator = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.4 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3787, overlap = 3.787,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, allocator = 0.4607, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.602, constant = 0.085, rows = { sd = 0.03003, nodes = 0.165, span = 0.883 }, sd = {
  network = 0.3573, train_gemm = 0, fused_rho = 0.1003, eager_rho = 0, flash = 0,
  overlap = 0, fp8_gemm = 0.02769, host = 0, host_rank = 0, allocator = 0, node_lat = 0 } }
sets["A100"] = { -- cost 1.7 %
  train_gemm = 1.073, fused_rho = 1.127, eager_rho = 4.162, flash = 0.3368, overlap = 3.847,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, allocator = 0.45, node_lat = 4e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, rows = { sd = 0.02466, nodes = 0.073, span = 0.000 }, sd = {
  network = 0.3573, train_gemm = 0.04178, fused_rho = 0.1126, eager_rho = 0.1661, flash = 0.1246,
  overlap = 0.07608, fp8_gemm = 0.1126, host = 0.1661, host_rank = 0.1661, allocator = 0.1661, node_lat = 0.1661 } }
sets["H100"] = { -- cost 5.0 %
  train_gemm = 1.065, fused_rho = 1.308, eager_rho = 5.261, flash = 0.3642, overlap = 3.239,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002206, allocator = 0.4571, node_lat = 4.291e-05 }
bands["H100"] = { z = 1.526, constant = 0.182, rows = { sd = 0.03862, nodes = 0.051, span = 0.859 }, sd = {
  network = 0.3573, train_gemm = 0.05698, fused_rho = 0.1802, eager_rho = 0.1445, flash = 0.1555,
  overlap = 0.2093, fp8_gemm = 0.02769, host = 0.2093, host_rank = 0.2093, allocator = 0.2093, node_lat = 0.2093 } }

return { sets = sets, bands = bands }
