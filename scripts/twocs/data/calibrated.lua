-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the sd of each constant's logarithm, and the constant band that would do as well
local sets, bands = {}, {}

sets["pooled"] = { -- cost 3.8 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.099, flash = 0.3421, overlap = 3.969,
  fp8_gemm = 0.8925, host = 0.004225, host_rank = 0.002206, polling = 0.4325, node_lat = 4.291e-05 }
sets["without foundry"] = { -- cost 3.9 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 4.981, flash = 0.3115, overlap = 3.787,
  fp8_gemm = 0.8925, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without internevo"] = { -- cost 4.3 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.261, flash = 0.3421, overlap = 3.938,
  fp8_gemm = 0.8925, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without dgxc"] = { -- cost 3.9 %
  train_gemm = 1, fused_rho = 1.298, eager_rho = 5.139, flash = 0.3448, overlap = 3.671,
  fp8_gemm = 0.9065, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without mlperf"] = { -- cost 3.5 %
  train_gemm = 1, fused_rho = 1.308, eager_rho = 5.099, flash = 0.3421, overlap = 3.938,
  fp8_gemm = 0.8995, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, fused_rho = 1.209, eager_rho = 5.139, flash = 0.3503, overlap = 5.553,
  fp8_gemm = 0.8254, host = 0.004225, host_rank = 0.002206, polling = 0.4393, node_lat = 4.291e-05 }
sets["without nanotron"] = { -- cost 3.3 %
  train_gemm = 1, fused_rho = 1.339, eager_rho = 4.904, flash = 0.3421, overlap = 3.938,
  fp8_gemm = 0.8925, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.4 %
  train_gemm = 1, fused_rho = 1.287, eager_rho = 5.099, flash = 0.3421, overlap = 3.847,
  fp8_gemm = 0.8995, host = 0.004225, host_rank = 0.002206, polling = 0.4359, node_lat = 4.291e-05 }
sets["foundry"] = { -- cost 2.4 %
  train_gemm = 1.016, fused_rho = 1.219, eager_rho = 4.571, flash = 0.353, overlap = 4.095,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["internevo"] = { -- cost 0.8 %
  train_gemm = 1.04, fused_rho = 1.2, eager_rho = 4.5, flash = 0.3817, overlap = 4.063,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 2.6 %
  train_gemm = 1, fused_rho = 1.163, eager_rho = 4.5, flash = 0.353, overlap = 5.775,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 4.9 %
  train_gemm = 1, fused_rho = 1.2, eager_rho = 4.5, flash = 0.4, overlap = 3.969,
  fp8_gemm = 0.8925, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["nemo"] = { -- cost 1.8 %
  train_gemm = 1, fused_rho = 1.577, eager_rho = 4.5, flash = 0.2881, overlap = 2.926,
  fp8_gemm = 0.8925, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 4.7 %
  train_gemm = 1.098, fused_rho = 1.2, eager_rho = 5.139, flash = 0.3699, overlap = 3.938,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, polling = 0.5056, node_lat = 4.325e-05 }
sets["fms"] = { -- cost 8.8 %
  train_gemm = 0.8226, fused_rho = 1.565, eager_rho = 4.5, flash = 0.4428, overlap = 18.93,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
bands["none"] = { z = 1.754, constant = 0.125, sd = {
  network = 0.3573, train_gemm = 0.0591, fused_rho = 0.1387, eager_rho = 0.07754, flash = 0.1145,
  overlap = 0.3919, fp8_gemm = 0, host = 0.3919, host_rank = 0.3919, polling = 0.3919, node_lat = 0.3919 } }
bands["korthikanti"] = { z = 1.771, constant = 0.130, sd = {
  network = 0.3573, train_gemm = 0.0591, fused_rho = 0.1387, eager_rho = 0.07754, flash = 0.1145,
  overlap = 0.3919, fp8_gemm = 0, host = 0.3919, host_rank = 0.3919, polling = 0.3919, node_lat = 0.3919 } }
bands["foundry"] = { z = 1.771, constant = 0.125, sd = {
  network = 0.3573, train_gemm = 0.06407, fused_rho = 0.1596, eager_rho = 0.4409, flash = 0.1736,
  overlap = 0.4409, fp8_gemm = 2.22e-16, host = 0.4409, host_rank = 0.4409, polling = 0.4409, node_lat = 0.4409 } }
bands["internevo"] = { z = 1.771, constant = 0.130, sd = {
  network = 0.3573, train_gemm = 0.06216, fused_rho = 0.1387, eager_rho = 0.1008, flash = 0.1157,
  overlap = 0.4291, fp8_gemm = 0, host = 0.4291, host_rank = 0.4291, polling = 0.4291, node_lat = 0.4291 } }
bands["dgxc"] = { z = 1.771, constant = 0.125, sd = {
  network = 0.3573, train_gemm = 0.06443, fused_rho = 0.1512, eager_rho = 0.08286, flash = 0.1247,
  overlap = 0.4103, fp8_gemm = 0.01563, host = 0.4103, host_rank = 0.4103, polling = 0.4103, node_lat = 0.4103 } }
bands["mlperf"] = { z = 1.771, constant = 0.130, sd = {
  network = 0.3573, train_gemm = 0.06443, fused_rho = 0.1387, eager_rho = 0.07754, flash = 0.1145,
  overlap = 0.4293, fp8_gemm = 0.4293, host = 0.4293, host_rank = 0.4293, polling = 0.4293, node_lat = 0.4293 } }
bands["nemo"] = { z = 1.771, constant = 0.105, sd = {
  network = 0.3573, train_gemm = 0.06443, fused_rho = 0.09675, eager_rho = 0.08286, flash = 0.07921,
  overlap = 0.4062, fp8_gemm = 0.4062, host = 0.4062, host_rank = 0.4062, polling = 0.4062, node_lat = 0.4062 } }
bands["nanotron"] = { z = 1.771, constant = 0.111, sd = {
  network = 0.3573, train_gemm = 0.04993, fused_rho = 0.138, eager_rho = 0.4293, flash = 0.1214,
  overlap = 0.4293, fp8_gemm = 0, host = 0.4293, host_rank = 0.4293, polling = 0.4293, node_lat = 0.4293 } }
bands["fms"] = { z = 1.759, constant = 0.110, sd = {
  network = 0.3573, train_gemm = 0.04195, fused_rho = 0.1349, eager_rho = 0.07754, flash = 0.09956,
  overlap = 0.2034, fp8_gemm = 0.007812, host = 0.2034, host_rank = 0.2034, polling = 0.2034, node_lat = 0.2034 } }
sets["nanotron 3B"] = { -- cost 4.6 %
  train_gemm = 1.098, fused_rho = 1.2, eager_rho = 5.139, flash = 0.3758, overlap = 3.877,
  fp8_gemm = 0.8, host = 0.004291, host_rank = 0.002155, polling = 0.5176, node_lat = 4.325e-05 }
bands["nanotron 3B"] = { z = 1.802, constant = 0.111, sd = {
  network = 0.3573, train_gemm = 0.1069, fused_rho = 0.1716, eager_rho = 0.434, flash = 0.142,
  overlap = 0.434, fp8_gemm = 0.1094, host = 0.434, host_rank = 0.434, polling = 0.434, node_lat = 0.434 } }
sets["nanotron 8B"] = { -- cost 4.5 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.059, flash = 0.3787, overlap = 4,
  fp8_gemm = 0.8, host = 0.004325, host_rank = 0.002172, polling = 0.4939, node_lat = 4.291e-05 }
bands["nanotron 8B"] = { z = 1.802, constant = 0.096, sd = {
  network = 0.3573, train_gemm = 0.1, fused_rho = 0.1716, eager_rho = 0.4253, flash = 0.1463,
  overlap = 0.4253, fp8_gemm = 0.1094, host = 0.4253, host_rank = 0.4253, polling = 0.4253, node_lat = 0.4253 } }
sets["nanotron to 32 GPUs"] = { -- cost 3.5 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 5.02, flash = 0.3699, overlap = 3.817,
  fp8_gemm = 0.8, host = 0.004258, host_rank = 0.002122, polling = 0.4978, node_lat = 4.192e-05 }
bands["nanotron to 32 GPUs"] = { z = 1.899, constant = 0.080, sd = {
  network = 0.3573, train_gemm = 0.1, fused_rho = 0.1716, eager_rho = 0.4391, flash = 0.1343,
  overlap = 0.4391, fp8_gemm = 0.1094, host = 0.4391, host_rank = 0.4391, polling = 0.4391, node_lat = 0.4391 } }
sets["A100"] = { -- cost 2.1 %
  train_gemm = 1, fused_rho = 1.2, eager_rho = 5.099, flash = 0.3558, overlap = 3.758,
  fp8_gemm = 0.8, host = 0.004, host_rank = 0.0025, polling = 0.4, node_lat = 4e-05 }
bands["A100"] = { z = 2.643, constant = 0.079, sd = {
  network = 0.3573, train_gemm = 0.02975, fused_rho = 0.08212, eager_rho = 0.08212, flash = 0.05002,
  overlap = 0.08212, fp8_gemm = 0.08212, host = 0.08212, host_rank = 0.08212, polling = 0.08212, node_lat = 0.08212 } }
sets["H100"] = { -- cost 6.4 %
  train_gemm = 1, fused_rho = 1.493, eager_rho = 5.22, flash = 0.3067, overlap = 6.699,
  fp8_gemm = 0.8126, host = 0.004258, host_rank = 0.002224, polling = 0.4462, node_lat = 4.258e-05 }
bands["H100"] = { z = 1.802, constant = 0.178, sd = {
  network = 0.3573, train_gemm = 0.04688, fused_rho = 0.181, eager_rho = 0.5621, flash = 0.14,
  overlap = 0.5621, fp8_gemm = 0.09375, host = 0.5621, host_rank = 0.5621, polling = 0.5621, node_lat = 0.5621 } }

return { sets = sets, bands = bands }
