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
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.728, eager_rho = 4.91, flash = 0.3089,
  comm_passes = 3.322, fp8_gemm = 0.8264, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.151, fused_rho = 1.974, eager_rho = 5.026, flash = 0.2971,
  comm_passes = 3.145, fp8_gemm = 0.8136, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.254, fused_rho = 2.036, eager_rho = 3.296, flash = 0.3089,
  comm_passes = 3.145, fp8_gemm = 0.8136, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.178, fused_rho = 1.624, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 2.449, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without mlperf"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.742, eager_rho = 4.948, flash = 0.3113,
  comm_passes = 3.374, fp8_gemm = 0.8264, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without nemo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.207, eager_rho = 4.987, flash = 0.3089,
  comm_passes = 6.978, fp8_gemm = 0.7466, host = 0.004258, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without nanotron"] = { -- cost 2.8 %
  train_gemm = 1, torch_gemm = 1.304, fused_rho = 1.586, eager_rho = 5.145, flash = 0.3089,
  comm_passes = 3.27, fp8_gemm = 0.8394, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.2 %
  train_gemm = 1, torch_gemm = 1.098, fused_rho = 1.636, eager_rho = 5.145, flash = 0.3089,
  comm_passes = 3.296, fp8_gemm = 0.8328, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.574, eager_rho = 4.333, flash = 0.3089,
  comm_passes = 3.764, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.91, flash = 0.2482,
  comm_passes = 3.427, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.7 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.728, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 4.266, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.7 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.675, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 3.22, fp8_gemm = 0.8264, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 2.021, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 2.754, fp8_gemm = 0.8264, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.1 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.549, eager_rho = 4.333, flash = 0.3089,
  comm_passes = 3.322, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.3 %
  train_gemm = 1, torch_gemm = 1.325, fused_rho = 1.574, eager_rho = 2.449, flash = 0.3966,
  comm_passes = 3.536, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.603, constant = 0.304, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "none", parts = { up = { framework = 0.09153, device = 0.1693, experts = 0.1706 },
    down = { framework = 0.0443, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["korthikanti"] = { z = 1.639, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "korthikanti", parts = { up = { framework = 0.1135, device = 0.153, experts = 0.1561 },
    down = { framework = 0.0439, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["foundry"] = { z = 1.677, constant = 0.300, rows = { sd = 0.03914, nodes = 0.036, span = 0.778 },
  gone = "foundry", parts = { up = { framework = 0.08311, device = 0.1627, experts = 0.1604 },
    down = { framework = 0.03369, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.119, fused_rho = 0.1676, eager_rho = 0.1437,
    flash = 0.113, comm_passes = 0.1618, fp8_gemm = 0.07553, host = 0.1766, host_rank = 0.1766, node_lat = 0.1766 } }
bands["internevo"] = { z = 1.562, constant = 0.290, rows = { sd = 0.04071, nodes = 0.043, span = 0.774 },
  gone = "internevo", parts = { up = { framework = 0.03972, device = 0.1551, experts = 0.1737 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.193, fused_rho = 0.2324, eager_rho = 0.4167,
    flash = 0.08738, comm_passes = 0.197, fp8_gemm = 0.1325, host = 0.4846, host_rank = 0.4846, node_lat = 0.4846 } }
bands["dgxc"] = { z = 1.557, constant = 0.336, rows = { sd = 0.03613, nodes = 0.032, span = 0.780 },
  gone = "dgxc", parts = { up = { framework = 0.07205, device = 0.1809, experts = 0.1837 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1274, fused_rho = 0.144, eager_rho = 0.1691,
    flash = 0.1062, comm_passes = 0.3881, fp8_gemm = 0.126, host = 0.4125, host_rank = 0.4125, node_lat = 0.4125 } }
bands["mlperf"] = { z = 1.627, constant = 0.317, rows = { sd = 0.03342, nodes = 0.036, span = 0.778 },
  gone = "mlperf", parts = { up = { framework = 0.08696, device = 0.1709, experts = 0.1744 },
    down = { framework = 0.04359, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08891, fused_rho = 0.1274, eager_rho = 0.1333,
    flash = 0.09067, comm_passes = 0.15, fp8_gemm = 0.1113, host = 0.1555, host_rank = 0.1555, node_lat = 0.1555 } }
bands["nemo"] = { z = 1.366, constant = 0.288, rows = { sd = 0.0407, nodes = 0.039, span = 0.777 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1442, experts = 0.1885 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2744, fused_rho = 0.463, eager_rho = 0.2539,
    flash = 0.179, comm_passes = 0.8759, fp8_gemm = 0.4344, host = 0.9293, host_rank = 0.9293, node_lat = 0.9293 } }
bands["nanotron"] = { z = 1.878, constant = 0.234, rows = { sd = 0.03746, nodes = 0.018, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.04015, device = 0.1672, experts = 0.1944 },
    down = { framework = 0.03397, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1238, fused_rho = 0.1296, eager_rho = 0.1737,
    flash = 0.08537, comm_passes = 0.1681, fp8_gemm = 0.07497, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.722, constant = 0.332, rows = { sd = 0.03931, nodes = 0.034, span = 0.779 },
  gone = "fms", parts = { up = { framework = 0.1217, device = 0.1578, experts = 0.1505 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1143, fused_rho = 0.1178, eager_rho = 0.1823,
    flash = 0.06336, comm_passes = 0.1424, fp8_gemm = 0.06696, host = 0.1999, host_rank = 0.1999, node_lat = 0.1999 } }
bands["asynctp"] = { z = 1.667, constant = 0.304, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "asynctp", parts = { up = { framework = 0.09445, device = 0.1615, experts = 0.1686 },
    down = { framework = 0.04955, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["aws"] = { z = 1.617, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "aws", parts = { up = { framework = 0.1069, device = 0.1585, experts = 0.1609 },
    down = { framework = 0.04919, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["b200_llama70b"] = { z = 1.667, constant = 0.295, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "b200_llama70b", parts = { up = { framework = 0.09474, device = 0.15, experts = 0.168 },
    down = { framework = 0.05112, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["dgxc_fp8_llama"] = { z = 1.578, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.0943, device = 0.1675, experts = 0.169 },
    down = { framework = 0.04506, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["kempner"] = { z = 1.761, constant = 0.277, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "kempner", parts = { up = { framework = 0.07944, device = 0.1759, experts = 0.1613 },
    down = { framework = 0.0438, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.593, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.09262, device = 0.1792, experts = 0.2107 },
    down = { framework = 0.04548, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.627, constant = 0.277, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.09336, device = 0.1737, experts = 0.1888 },
    down = { framework = 0.04599, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_llama31_405b"] = { z = 1.605, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.09129, device = 0.1914, experts = 0.1721 },
    down = { framework = 0.04506, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_llama31_8b"] = { z = 1.592, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09272, device = 0.1824, experts = 0.1707 },
    down = { framework = 0.04517, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["nanogpt"] = { z = 1.759, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "nanogpt", parts = { up = { framework = 0.07655, device = 0.1776, experts = 0.1783 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["olmo"] = { z = 1.615, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "olmo", parts = { up = { framework = 0.1051, device = 0.1599, experts = 0.1621 },
    down = { framework = 0.04816, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["torchao"] = { z = 1.729, constant = 0.233, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "torchao", parts = { up = { framework = 0.08565, device = 0.1421, experts = 0.1726 },
    down = { framework = 0.04699, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["xtuner"] = { z = 1.577, constant = 0.277, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "xtuner", parts = { up = { framework = 0.0943, device = 0.1675, experts = 0.01395 },
    down = { framework = 0.04636, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08042, fused_rho = 0.1009, eager_rho = 0.1195,
    flash = 0.06754, comm_passes = 0.1344, fp8_gemm = 0.05301, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
sets["nanotron 3B"] = { -- cost 7.1 %
  train_gemm = 0.8825, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 4.685, flash = 0.3288,
  comm_passes = 3.17, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.394e-05 }
bands["nanotron 3B"] = { z = 2.307, constant = 0.163, rows = { sd = 0.04584, nodes = 0.150, span = 0.702 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1563, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1101, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.6 %
  train_gemm = 0.7788, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 5.83, flash = 0.2902,
  comm_passes = 3.374, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.938, constant = 0.187, rows = { sd = 0.04544, nodes = 0.157, span = 0.636 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1759, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1585, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.1 %
  train_gemm = 0.7788, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 5.651, flash = 0.2994,
  comm_passes = 3.17, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.189, constant = 0.093, rows = { sd = 0.03333, nodes = 0.287, span = 0.630 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1728, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1515, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.216, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02342, nodes = 0.003, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1985, fused_rho = 0.1985, eager_rho = 0.2535,
    flash = 0.2047, comm_passes = 0.1954, fp8_gemm = 0.1985, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.7 %
  train_gemm = 1, torch_gemm = 1.274, fused_rho = 1.811, eager_rho = 2.776, flash = 0.2925,
  comm_passes = 3.048, fp8_gemm = 0.8264, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.307, constant = 0.389, rows = { sd = 0.04352, nodes = 0.048, span = 0.772 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1138, fused_rho = 0.1184, eager_rho = 0.1138,
    flash = 0.08718, comm_passes = 0.1939, fp8_gemm = 0.06659, host = 0.2092, host_rank = 0.2092, node_lat = 0.2092 } }

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
