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
  train_gemm = 1.048, fused_rho = 1.287, eager_rho = 4.396, flash = 0.3316, overlap = 1.885,
  fp8_cast = 2.197, nic_share = 0.7634, host = 0.004, host_rank = 0.002367, node_lat = 3.938e-05 }
sets["without foundry"] = { -- cost 4.1 %
  train_gemm = 1.056, fused_rho = 1.308, eager_rho = 4.362, flash = 0.353, overlap = 1.9,
  fp8_cast = 2.249, nic_share = 0.7634, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1.048, fused_rho = 1.238, eager_rho = 4.79, flash = 0.3342, overlap = 1.945,
  fp8_cast = 2.231, nic_share = 0.7341, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1.065, fused_rho = 1.308, eager_rho = 4.097, flash = 0.329, overlap = 1.93,
  fp8_cast = 2.146, nic_share = 0.7634, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1.056, fused_rho = 1.298, eager_rho = 4.328, flash = 0.3395, overlap = 1.9,
  fp8_cast = 2.284, nic_share = 0.7694, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1.032, fused_rho = 1.258, eager_rho = 4.571, flash = 0.3342, overlap = 2.007,
  fp8_cast = 1.954, nic_share = 0.7227, host = 0.004, host_rank = 0.002349, node_lat = 3.938e-05 }
sets["without nanotron"] = { -- cost 3.0 %
  train_gemm = 1.04, fused_rho = 1.328, eager_rho = 4.294, flash = 0.329, overlap = 1.915,
  fp8_cast = 2.231, nic_share = 0.7171, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["without fms"] = { -- cost 3.7 %
  train_gemm = 1.065, fused_rho = 1.267, eager_rho = 4.396, flash = 0.3342, overlap = 1.638,
  fp8_cast = 2.266, nic_share = 0.8688, host = 0.004, host_rank = 0.002367, node_lat = 4e-05 }
sets["foundry"] = { -- cost 3.1 %
  train_gemm = 1.048, fused_rho = 1.219, eager_rho = 4.607, flash = 0.3265, overlap = 1.799,
  fp8_cast = 2, nic_share = 0.7694, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["internevo"] = { -- cost 1.1 %
  train_gemm = 1.048, fused_rho = 1.2, eager_rho = 4.679, flash = 0.3787, overlap = 1.316,
  fp8_cast = 2, nic_share = 0.706, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["dgxc"] = { -- cost 1.4 %
  train_gemm = 1.048, fused_rho = 1.209, eager_rho = 4.5, flash = 0.3642, overlap = 1.976,
  fp8_cast = 2, nic_share = 0.8254, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["mlperf"] = { -- cost 3.5 %
  train_gemm = 1.048, fused_rho = 1.172, eager_rho = 4.5, flash = 0.4063, overlap = 1.613,
  fp8_cast = 1.954, nic_share = 0.7457, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nemo"] = { -- cost 2.4 %
  train_gemm = 1.082, fused_rho = 1.414, eager_rho = 4.5, flash = 0.3214, overlap = 1.515,
  fp8_cast = 2.45, nic_share = 0.9692, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
sets["nanotron"] = { -- cost 8.0 %
  train_gemm = 1.151, fused_rho = 1.2, eager_rho = 4.753, flash = 0.3938, overlap = 1.575,
  fp8_cast = 2, nic_share = 1, host = 0.004095, host_rank = 0.00233, node_lat = 4.031e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.032, fused_rho = 1.093, eager_rho = 4.5, flash = 0.4713, overlap = 2.328,
  fp8_cast = 2, nic_share = 0.6329, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
bands["none"] = { z = 2.163, constant = 0.155, sd = {
  train_gemm = 0.03781, fused_rho = 0.1014, eager_rho = 0.06379, flash = 0.1781, overlap = 0.2009,
  fp8_cast = 0.1133, nic_share = 0.3913, host = 0.2009, host_rank = 0.2009, node_lat = 0.2009 } }
bands["korthikanti"] = { z = 2.136, constant = 0.202, sd = {
  train_gemm = 0.03781, fused_rho = 0.1014, eager_rho = 0.06379, flash = 0.1781, overlap = 0.2009,
  fp8_cast = 0.1133, nic_share = 0.3913, host = 0.2009, host_rank = 0.2009, node_lat = 0.2009 } }
bands["foundry"] = { z = 1.996, constant = 0.183, sd = {
  train_gemm = 0.03801, fused_rho = 0.1188, eager_rho = 0.07851, flash = 0.1472, overlap = 0.2202,
  fp8_cast = 0.1165, nic_share = 0.3966, host = 0.2202, host_rank = 0.2202, node_lat = 0.2202 } }
bands["internevo"] = { z = 2.309, constant = 0.202, sd = {
  train_gemm = 0.04084, fused_rho = 0.08608, eager_rho = 0.02817, flash = 0.1792, overlap = 0.1736,
  fp8_cast = 0.115, nic_share = 0.4035, host = 0.1875, host_rank = 0.1875, node_lat = 0.1875 } }
bands["dgxc"] = { z = 2.120, constant = 0.202, sd = {
  train_gemm = 0.03664, fused_rho = 0.1176, eager_rho = 0.1334, flash = 0.1942, overlap = 0.2305,
  fp8_cast = 0.115, nic_share = 0.3954, host = 0.2305, host_rank = 0.2305, node_lat = 0.2305 } }
bands["mlperf"] = { z = 2.256, constant = 0.202, sd = {
  train_gemm = 0.03801, fused_rho = 0.107, eager_rho = 0.07916, flash = 0.1587, overlap = 0.211,
  fp8_cast = 0.211, nic_share = 0.3955, host = 0.211, host_rank = 0.211, node_lat = 0.211 } }
bands["nemo"] = { z = 2.140, constant = 0.202, sd = {
  train_gemm = 0.04644, fused_rho = 0.08249, eager_rho = 0.02668, flash = 0.1856, overlap = 0.2305,
  fp8_cast = 0.2305, nic_share = 0.3899, host = 0.2305, host_rank = 0.2305, node_lat = 0.2305 } }
bands["nanotron"] = { z = 2.915, constant = 0.124, sd = {
  train_gemm = 0.01747, fused_rho = 0.1215, eager_rho = 0.07851, flash = 0.1845, overlap = 0.2114,
  fp8_cast = 0.115, nic_share = 0.3871, host = 0.2114, host_rank = 0.2114, node_lat = 0.2114 } }
bands["fms"] = { z = 2.317, constant = 0.097, sd = {
  train_gemm = 0.03494, fused_rho = 0.07381, eager_rho = 0.06379, flash = 0.1226, overlap = 0.1289,
  fp8_cast = 0.1186, nic_share = 0.3833, host = 0.1388, host_rank = 0.1388, node_lat = 0.1388 } }
sets["nanotron 3B"] = { -- cost 7.5 %
  train_gemm = 1.255, fused_rho = 1.2, eager_rho = 4.194, flash = 0.4192, overlap = 1.527,
  fp8_cast = 2, nic_share = 1, host = 0.004095, host_rank = 0.002259, node_lat = 4.031e-05 }
bands["nanotron 3B"] = { z = 1.802, constant = 0.220, sd = {
  train_gemm = 0.1776, fused_rho = 0.08551, eager_rho = 0.1019, flash = 0.1722, overlap = 0.2223,
  fp8_cast = 0.1446, nic_share = 0.4635, host = 0.2953, host_rank = 0.2953, node_lat = 0.2953 } }
sets["nanotron 8B"] = { -- cost 8.8 %
  train_gemm = 1.082, fused_rho = 1.2, eager_rho = 5.179, flash = 0.3817, overlap = 1.588,
  fp8_cast = 2, nic_share = 1, host = 0.003907, host_rank = 0.002349, node_lat = 3.969e-05 }
bands["nanotron 8B"] = { z = 4.831, constant = 0.276, sd = {
  train_gemm = 0.03189, fused_rho = 0.08551, eager_rho = 0.1097, flash = 0.132, overlap = 0.2032,
  fp8_cast = 0.1446, nic_share = 0.4635, host = 0.2953, host_rank = 0.2953, node_lat = 0.2953 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.0 %
  train_gemm = 1.133, fused_rho = 1.2, eager_rho = 4.981, flash = 0.3847, overlap = 1.551,
  fp8_cast = 2, nic_share = 0.7876, host = 0.004258, host_rank = 0.002122, node_lat = 3.877e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.097, constant = 0.169, sd = {
  train_gemm = 0.07681, fused_rho = 0.08551, eager_rho = 0.07075, flash = 0.1333, overlap = 0.214,
  fp8_cast = 0.1446, nic_share = 0.3818, host = 0.214, host_rank = 0.214, node_lat = 0.214 } }
sets["A100"] = { -- cost 2.2 %
  train_gemm = 1.09, fused_rho = 1.2, eager_rho = 3.91, flash = 0.3421, overlap = 1.434,
  fp8_cast = 2, nic_share = 0.7815, host = 0.004, host_rank = 0.0025, node_lat = 4e-05 }
bands["A100"] = { z = 2.015, constant = 0.062, sd = {
  train_gemm = 0.03906, fused_rho = 0.1721, eager_rho = 0.1721, flash = 0.0791, overlap = 0.1713,
  fp8_cast = 0.1721, nic_share = 0.3646, host = 0.1721, host_rank = 0.1721, node_lat = 0.1721 } }
sets["H100"] = { -- cost 4.5 %
  train_gemm = 1.048, fused_rho = 1.277, eager_rho = 4.942, flash = 0.3558, overlap = 2.071,
  fp8_cast = 2.231, nic_share = 0.6843, host = 0.003969, host_rank = 0.002312, node_lat = 3.877e-05 }
bands["H100"] = { z = 2.013, constant = 0.098, sd = {
  train_gemm = 0.04941, fused_rho = 0.08305, eager_rho = 0.2773, flash = 0.09851, overlap = 0.2435,
  fp8_cast = 0.115, nic_share = 0.4523, host = 0.2773, host_rank = 0.2773, node_lat = 0.2773 } }

return { sets = sets, bands = bands }
