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

sets["pooled"] = { -- cost 3.6 %
  train_gemm = 1, fused_rho = 1.287, eager_rho = 5.099, flash = 0.3421, comm_passes = 3.969,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["without foundry"] = { -- cost 3.8 %
  train_gemm = 1, fused_rho = 1.328, eager_rho = 5.02, flash = 0.314, comm_passes = 3.907,
  fp8_gemm = 0.8126, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.1 %
  train_gemm = 1, fused_rho = 1.287, eager_rho = 5.302, flash = 0.3421, comm_passes = 3.969,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, fused_rho = 1.298, eager_rho = 5.179, flash = 0.3475, comm_passes = 3.758,
  fp8_gemm = 0.8319, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 3.4 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.099, flash = 0.3421, comm_passes = 4.031,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 3.7 %
  train_gemm = 1, fused_rho = 1.228, eager_rho = 5.139, flash = 0.3448, comm_passes = 4.533,
  fp8_gemm = 0.7876, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.2 %
  train_gemm = 1, fused_rho = 1.318, eager_rho = 4.904, flash = 0.3421, comm_passes = 3.938,
  fp8_gemm = 0.8254, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.3 %
  train_gemm = 1, fused_rho = 1.287, eager_rho = 5.099, flash = 0.3421, comm_passes = 3.938,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, node_lat = 4.291e-05 }
sets["foundry"] = { -- cost 2.4 %
  train_gemm = 1.016, fused_rho = 1.219, eager_rho = 4.571, flash = 0.353, comm_passes = 4.095,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["internevo"] = { -- cost 0.8 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.5, flash = 0.3817, comm_passes = 4.063,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, fused_rho = 1.163, eager_rho = 4.5, flash = 0.3586, comm_passes = 5.685,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 0.9922, fused_rho = 1.191, eager_rho = 4.5, flash = 0.4031, comm_passes = 3.969,
  fp8_gemm = 0.8254, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nemo"] = { -- cost 1.9 %
  train_gemm = 1, fused_rho = 1.627, eager_rho = 4.5, flash = 0.3019, comm_passes = 2.949,
  fp8_gemm = 0.8254, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 4.7 %
  train_gemm = 1.098, fused_rho = 1.2, eager_rho = 5.139, flash = 0.3699, comm_passes = 3.938,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 8.8 %
  train_gemm = 0.829, fused_rho = 1.577, eager_rho = 4.5, flash = 0.4497, comm_passes = 18.64,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
bands["none"] = { z = 1.633, constant = 0.134, rows = { sd = 0.03908, nodes = 0.017, span = 0.049 }, sd = {
  net_speed = 0.3573, train_gemm = 0.04609, fused_rho = 0.1762, eager_rho = 0.1039, flash = 0.1381,
  comm_passes = 0.2565, fp8_gemm = 0.01329, host = 0.2565, host_rank = 0.2565, node_lat = 0.2565 } }
bands["korthikanti"] = { z = 1.163, constant = 0.122, rows = { sd = 0.03908, nodes = 0.017, span = 0.049 }, sd = {
  net_speed = 0.3573, train_gemm = 0.04609, fused_rho = 0.1762, eager_rho = 0.1039, flash = 0.1381,
  comm_passes = 0.2565, fp8_gemm = 0.01329, host = 0.2565, host_rank = 0.2565, node_lat = 0.2565 } }
bands["foundry"] = { z = 0.947, constant = 0.104, rows = { sd = 0.03946, nodes = 0.021, span = 0.047 }, sd = {
  net_speed = 0.3573, train_gemm = 0.05169, fused_rho = 0.226, eager_rho = 0.2031, flash = 0.2334,
  comm_passes = 0.3118, fp8_gemm = 0.02769, host = 0.3118, host_rank = 0.3118, node_lat = 0.3118 } }
bands["internevo"] = { z = 1.173, constant = 0.125, rows = { sd = 0.04561, nodes = 0.001, span = 0.058 }, sd = {
  net_speed = 0.3573, train_gemm = 0.04553, fused_rho = 0.1762, eager_rho = 0.1592, flash = 0.1384,
  comm_passes = 0.3044, fp8_gemm = 0.01329, host = 0.3044, host_rank = 0.3044, node_lat = 0.3044 } }
bands["dgxc"] = { z = 1.085, constant = 0.118, rows = { sd = 0.03426, nodes = 0.060, span = 0.025 }, sd = {
  net_speed = 0.3573, train_gemm = 0.05579, fused_rho = 0.1973, eager_rho = 0.1177, flash = 0.1413,
  comm_passes = 0.2595, fp8_gemm = 0.01385, host = 0.2595, host_rank = 0.2595, node_lat = 0.2595 } }
bands["mlperf"] = { z = 1.091, constant = 0.112, rows = { sd = 0.03384, nodes = 0.018, span = 0.048 }, sd = {
  net_speed = 0.3573, train_gemm = 0.05374, fused_rho = 0.2104, eager_rho = 0.1039, flash = 0.1241,
  comm_passes = 0.3052, fp8_gemm = 0.1825, host = 0.3052, host_rank = 0.3052, node_lat = 0.3052 } }
bands["nemo"] = { z = 1.007, constant = 0.094, rows = { sd = 0.04133, nodes = 0.009, span = 0.054 }, sd = {
  net_speed = 0.3573, train_gemm = 0.05579, fused_rho = 0.07677, eager_rho = 0.1039, flash = 0.1235,
  comm_passes = 0.298, fp8_gemm = 0.1574, host = 0.298, host_rank = 0.298, node_lat = 0.298 } }
bands["nanotron"] = { z = 1.085, constant = 0.097, rows = { sd = 0.03829, nodes = 0.000, span = 0.000 }, sd = {
  net_speed = 0.3573, train_gemm = 0.03118, fused_rho = 0.1895, eager_rho = 0.1777, flash = 0.1466,
  comm_passes = 0.3152, fp8_gemm = 0.01329, host = 0.3152, host_rank = 0.3152, node_lat = 0.3152 } }
bands["fms"] = { z = 1.155, constant = 0.099, rows = { sd = 0.03706, nodes = 0.018, span = 0.048 }, sd = {
  net_speed = 0.3573, train_gemm = 0.03575, fused_rho = 0.1696, eager_rho = 0.1039, flash = 0.1269,
  comm_passes = 0.168, fp8_gemm = 0.01329, host = 0.1696, host_rank = 0.1696, node_lat = 0.1696 } }
sets["nanotron 3B"] = { -- cost 4.6 %
  train_gemm = 1.116, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3787, comm_passes = 3.877,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 2.427, constant = 0.111, rows = { sd = 0.03991, nodes = 0.132, span = 0.000 }, sd = {
  net_speed = 0.3573, train_gemm = 0, fused_rho = 0.1469, eager_rho = 0, flash = 0,
  comm_passes = 0, fp8_gemm = 0.05539, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 4.5 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, comm_passes = 4,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002189, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.986, constant = 0.096, rows = { sd = 0.03758, nodes = 0.176, span = 0.000 }, sd = {
  net_speed = 0.3573, train_gemm = 0, fused_rho = 0.1469, eager_rho = 0, flash = 0,
  comm_passes = 0.3058, fp8_gemm = 0.05539, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.2, eager_rho = 5.514, flash = 0.3728, comm_passes = 3.817,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.272, constant = 0.078, rows = { sd = 0.03119, nodes = 0.173, span = 0.834 }, sd = {
  net_speed = 0.3573, train_gemm = 0, fused_rho = 0.1469, eager_rho = 0, flash = 0,
  comm_passes = 0, fp8_gemm = 0.05539, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 1.9 %
  train_gemm = 1, fused_rho = 1.219, eager_rho = 5.059, flash = 0.3503, comm_passes = 3.969,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
bands["A100"] = { z = 2.015, constant = 0.047, rows = { sd = 0.02142, nodes = 0.048, span = 0.000 }, sd = {
  net_speed = 0.3573, train_gemm = 0.04846, fused_rho = 0.06218, eager_rho = 0.06218, flash = 0.08308,
  comm_passes = 0.04846, fp8_gemm = 0.06218, host = 0.08308, host_rank = 0.08308, node_lat = 0.08308 } }
sets["H100"] = { -- cost 4.8 %
  train_gemm = 1, fused_rho = 1.37, eager_rho = 5.344, flash = 0.3067, comm_passes = 4,
  fp8_gemm = 0.8063, host = 0.004258, host_rank = 0.002206, node_lat = 4.291e-05 }
bands["H100"] = { z = 0.872, constant = 0.116, rows = { sd = 0.04682, nodes = 0.005, span = 0.056 }, sd = {
  net_speed = 0.3573, train_gemm = 0.03674, fused_rho = 0.2438, eager_rho = 0.1873, flash = 0.2289,
  comm_passes = 0.2459, fp8_gemm = 0.04154, host = 0.2459, host_rank = 0.2459, node_lat = 0.2459 } }

return { sets = sets, bands = bands }
