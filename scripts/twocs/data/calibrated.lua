-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each means), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the constant band that would do as well, what is left of rows, what is added where a
--          run is unfamiliar (predict/unfamiliar.lua), and the sd of each constant's logarithm
--   stacks frameworks of each stack, and peaks in BF16 of its devices, which are their generations
local sets, bands = {}, {}

sets["pooled"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.206, fused_rho = 1.598, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 3.794, fp8_gemm = 0.7885, host = 0.004192, host_rank = 0.002163, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.188, fused_rho = 1.513, eager_rho = 4.871, flash = 0.2791,
  comm_passes = 3.649, fp8_gemm = 0.7885, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.883, eager_rho = 3.481, flash = 0.3089,
  comm_passes = 3.649, fp8_gemm = 0.7763, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.216, fused_rho = 1.525, eager_rho = 5.065, flash = 0.3113,
  comm_passes = 2.69, fp8_gemm = 0.8394, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.206, fused_rho = 1.624, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 3.824, fp8_gemm = 0.7824, host = 0.004258, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without nemo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.207, eager_rho = 5.026, flash = 0.3089,
  comm_passes = 6.924, fp8_gemm = 0.7293, host = 0.004258, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without nanotron"] = { -- cost 2.7 %
  train_gemm = 1, torch_gemm = 1.356, fused_rho = 1.467, eager_rho = 5.145, flash = 0.3065,
  comm_passes = 3.677, fp8_gemm = 0.8009, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.2 %
  train_gemm = 1, torch_gemm = 1.107, fused_rho = 1.49, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.677, fp8_gemm = 0.8009, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 4.648, flash = 0.3089,
  comm_passes = 4.167, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.648, flash = 0.2332,
  comm_passes = 3.914, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.502, eager_rho = 2.449, flash = 0.2902,
  comm_passes = 4.299, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 3.914, fp8_gemm = 0.7885, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.4 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.869, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 3.145, fp8_gemm = 0.7885, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.1 %
  train_gemm = 1, torch_gemm = 1.064, fused_rho = 1.549, eager_rho = 5.434, flash = 0.2902,
  comm_passes = 3.794, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1.367, fused_rho = 1.455, eager_rho = 2.449, flash = 0.3966,
  comm_passes = 4.039, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.876, constant = 0.268, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "none", parts = { up = { framework = 0.04637, device = 0.158, experts = 0.1797 },
    down = { framework = 0.01226, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["korthikanti"] = { z = 1.836, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "korthikanti", parts = { up = { framework = 0.08633, device = 0.1368, experts = 0.1628 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["foundry"] = { z = 1.874, constant = 0.296, rows = { sd = 0.0365, nodes = 0.062, span = 0.756 },
  gone = "foundry", parts = { up = { framework = 0.04781, device = 0.1584, experts = 0.1738 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3042, fused_rho = 0.167, eager_rho = 0.1385,
    flash = 0.1487, comm_passes = 0.1372, fp8_gemm = 0.01329, host = 0.3042, host_rank = 0.3042, node_lat = 0.3042 } }
bands["internevo"] = { z = 2.033, constant = 0.297, rows = { sd = 0.03809, nodes = 0.064, span = 0.755 },
  gone = "internevo", parts = { up = { framework = 0.04308, device = 0.1412, experts = 0.1654 },
    down = { framework = 0, device = 0, experts = 0.0378 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.4249, fused_rho = 0.2591, eager_rho = 0.6508,
    flash = 0.05251, comm_passes = 0.1536, fp8_gemm = 0.02769, host = 0.6508, host_rank = 0.6508, node_lat = 0.6508 } }
bands["dgxc"] = { z = 1.763, constant = 0.331, rows = { sd = 0.03349, nodes = 0.059, span = 0.758 },
  gone = "dgxc", parts = { up = { framework = 0.008493, device = 0.1735, experts = 0.1924 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3371, fused_rho = 0.1914, eager_rho = 0.1239,
    flash = 0.1196, comm_passes = 0.475, fp8_gemm = 0.1108, host = 0.475, host_rank = 0.475, node_lat = 0.475 } }
bands["mlperf"] = { z = 1.852, constant = 0.308, rows = { sd = 0.03086, nodes = 0.057, span = 0.759 },
  gone = "mlperf", parts = { up = { framework = 0.03306, device = 0.162, experts = 0.184 },
    down = { framework = 0.02194, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.1642, eager_rho = 0.1119,
    flash = 0.1263, comm_passes = 0.1171, fp8_gemm = 0.1711, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["nemo"] = { z = 1.490, constant = 0.291, rows = { sd = 0.03977, nodes = 0.041, span = 0.768 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1539, experts = 0.1843 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2822, fused_rho = 0.3352, eager_rho = 0.1199,
    flash = 0.1263, comm_passes = 0.7583, fp8_gemm = 0.3646, host = 0.7583, host_rank = 0.7583, node_lat = 0.7583 } }
bands["nanotron"] = { z = 1.917, constant = 0.253, rows = { sd = 0.03581, nodes = 0.042, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.05146, device = 0.1781, experts = 0.1948 },
    down = { framework = 0.04237, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1196, fused_rho = 0.1255, eager_rho = 0.18,
    flash = 0.1126, comm_passes = 0.1551, fp8_gemm = 0.02769, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.875, constant = 0.336, rows = { sd = 0.03625, nodes = 0.053, span = 0.761 },
  gone = "fms", parts = { up = { framework = 0.1476, device = 0.143, experts = 0.1273 },
    down = { framework = 0.004159, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1032, fused_rho = 0.1319, eager_rho = 0.1359,
    flash = 0.09296, comm_passes = 0.1359, fp8_gemm = 0.02769, host = 0.1359, host_rank = 0.1359, node_lat = 0.1359 } }
bands["asynctp"] = { z = 2.015, constant = 0.268, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "asynctp", parts = { up = { framework = 0.04457, device = 0.1578, experts = 0.1802 },
    down = { framework = 0.01185, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["aws"] = { z = 1.962, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "aws", parts = { up = { framework = 0.04955, device = 0.1569, experts = 0.1788 },
    down = { framework = 0.01149, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["b200_llama70b"] = { z = 1.924, constant = 0.268, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "b200_llama70b", parts = { up = { framework = 0.04778, device = 0.05435, experts = 0.176 },
    down = { framework = 0.02359, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["dgxc_fp8_llama"] = { z = 1.834, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.04455, device = 0.1586, experts = 0.1802 },
    down = { framework = 0.008845, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["kempner"] = { z = 1.862, constant = 0.263, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "kempner", parts = { up = { framework = 0.04358, device = 0.1588, experts = 0.175 },
    down = { framework = 0.01027, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.835, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.04288, device = 0.1693, experts = 0.2179 },
    down = { framework = 0.006443, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.964, constant = 0.305, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.04349, device = 0.165, experts = 0.2005 },
    down = { framework = 0.009922, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["mlperf6_llama31_405b"] = { z = 1.965, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.04165, device = 0.1802, experts = 0.1827 },
    down = { framework = 0.008845, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["mlperf6_llama31_8b"] = { z = 1.886, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.04305, device = 0.172, experts = 0.1817 },
    down = { framework = 0.009058, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["nanogpt"] = { z = 1.967, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "nanogpt", parts = { up = { framework = 0.04657, device = 0.158, experts = 0.1797 },
    down = { framework = 0.006781, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["olmo"] = { z = 1.963, constant = 0.310, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "olmo", parts = { up = { framework = 0.0484, device = 0.1573, experts = 0.1791 },
    down = { framework = 0.01076, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["torchao"] = { z = 1.884, constant = 0.224, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "torchao", parts = { up = { framework = 0.04386, device = 0.1441, experts = 0.1794 },
    down = { framework = 0.01059, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
bands["xtuner"] = { z = 1.832, constant = 0.268, rows = { sd = 0.03601, nodes = 0.054, span = 0.760 },
  gone = "xtuner", parts = { up = { framework = 0.04305, device = 0.1585, experts = 0 },
    down = { framework = 0.01047, device = 0, experts = 0.04905 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.3261, fused_rho = 0.155, eager_rho = 0.1119,
    flash = 0.1044, comm_passes = 0.1057, fp8_gemm = 0.01329, host = 0.3261, host_rank = 0.3261, node_lat = 0.3261 } }
sets["nanotron 3B"] = { -- cost 7.1 %
  train_gemm = 0.829, torch_gemm = 1.356, fused_rho = 1.549, eager_rho = 4.987, flash = 0.3065,
  comm_passes = 3.564, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.246, constant = 0.165, rows = { sd = 0.04732, nodes = 0.151, span = 0.694 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1365, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1662, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.5 %
  train_gemm = 0.829, torch_gemm = 1.274, fused_rho = 1.549, eager_rho = 5.477, flash = 0.2971,
  comm_passes = 3.794, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.953, constant = 0.192, rows = { sd = 0.04647, nodes = 0.150, span = 0.633 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1365, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1662, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.1 %
  train_gemm = 0.7788, torch_gemm = 1.356, fused_rho = 1.549, eager_rho = 5.145, flash = 0.2879,
  comm_passes = 3.564, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.293, constant = 0.094, rows = { sd = 0.03195, nodes = 0.302, span = 0.638 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1365, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1662, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.216, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02365, nodes = 0.006, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1882, fused_rho = 0.1882, eager_rho = 0.2631,
    flash = 0.2631, comm_passes = 0.05539, fp8_gemm = 0.1882, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.7 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.636, eager_rho = 2.864, flash = 0.2902,
  comm_passes = 3.374, fp8_gemm = 0.7947, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.386, constant = 0.387, rows = { sd = 0.03999, nodes = 0.075, span = 0.749 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1294, fused_rho = 0.1939, eager_rho = 0.1294,
    flash = 0.04522, comm_passes = 0.2092, fp8_gemm = 0.01385, host = 0.2092, host_rank = 0.2092, node_lat = 0.2092 } }

local stacks = {
  korthikanti = { software = { "megatron_lm@2022" }, peaks = { 3.12e+14 } },
  foundry = { software = { "llm_foundry" }, peaks = { 3.12e+14 } },
  internevo = { software = { "internevo" }, peaks = { 3.12e+14 } },
  dgxc = { software = { "nemo" }, peaks = { 9.894e+14 } },
  mlperf = { software = { "nemo" }, peaks = { 9.894e+14 } },
  nemo = { software = { "nemo" }, peaks = { 9.894e+14 } },
  nanotron = { software = { "nanotron" }, peaks = { 9.894e+14 } },
  fms = { software = { "fms_fsdp" }, peaks = { 3.12e+14, 9.894e+14 } },
}

return { sets = sets, bands = bands, stacks = stacks }
