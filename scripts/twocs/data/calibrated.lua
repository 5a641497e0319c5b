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

sets["pooled"] = { -- cost 4.2 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 4.91, flash = 0.3089,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.586, eager_rho = 4.871, flash = 0.2835,
  comm_passes = 3.884, fp8_gemm = 0.846, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.225, fused_rho = 1.898, eager_rho = 3.322, flash = 0.3089,
  comm_passes = 3.945, fp8_gemm = 0.8328, host = 0.004258, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 4.987, flash = 0.3113,
  comm_passes = 3.536, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.133, fused_rho = 1.537, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 4.134, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.116, fused_rho = 1.188, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 7.37, fp8_gemm = 0.7885, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.378, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.976, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.056, fused_rho = 1.411, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.914, fp8_gemm = 0.866, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 4.612, flash = 0.3089,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.91, flash = 0.2561,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.502, eager_rho = 2.449, flash = 0.2994,
  comm_passes = 4.47, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.502, eager_rho = 2.449, flash = 0.3187,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.701, eager_rho = 2.449, flash = 0.2994,
  comm_passes = 3.481, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.0 %
  train_gemm = 0.8825, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 5.563, flash = 0.2902,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.367, eager_rho = 2.449, flash = 0.4222,
  comm_passes = 4.333, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.855, constant = 0.270, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "none", parts = { up = { framework = 0.1057, device = 0.1435, experts = 0.1532 },
    down = { framework = 0.031, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["korthikanti"] = { z = 1.708, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "korthikanti", parts = { up = { framework = 0.1281, device = 0.1206, experts = 0.1338 },
    down = { framework = 0.02993, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["foundry"] = { z = 1.711, constant = 0.265, rows = { sd = 0.0378, nodes = 0.042, span = 0.815 },
  gone = "foundry", parts = { up = { framework = 0.089, device = 0.1446, experts = 0.1518 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.1253, fused_rho = 0.1023, eager_rho = 0.118,
    flash = 0.121, comm_passes = 0.1172, fp8_gemm = 0.06079, host = 0.1348, host_rank = 0.1348, node_lat = 0.1348 } }
bands["internevo"] = { z = 1.581, constant = 0.266, rows = { sd = 0.03921, nodes = 0.047, span = 0.812 },
  gone = "internevo", parts = { up = { framework = 0.0483, device = 0.1446, experts = 0.1593 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.2424, fused_rho = 0.3144, eager_rho = 0.6377,
    flash = 0.1351, comm_passes = 0.1554, fp8_gemm = 0.1873, host = 0.7477, host_rank = 0.7477, node_lat = 0.7477 } }
bands["dgxc"] = { z = 1.838, constant = 0.292, rows = { sd = 0.035, nodes = 0.044, span = 0.814 },
  gone = "dgxc", parts = { up = { framework = 0.1025, device = 0.1496, experts = 0.1571 },
    down = { framework = 0.02128, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.09817, fused_rho = 0.1031, eager_rho = 0.1044,
    flash = 0.1113, comm_passes = 0.1752, fp8_gemm = 0.06518, host = 0.1842, host_rank = 0.1842, node_lat = 0.1842 } }
bands["mlperf"] = { z = 1.951, constant = 0.279, rows = { sd = 0.03111, nodes = 0.040, span = 0.816 },
  gone = "mlperf", parts = { up = { framework = 0.09577, device = 0.1495, experts = 0.1607 },
    down = { framework = 0.02566, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.1077, fused_rho = 0.09678, eager_rho = 0.09822,
    flash = 0.1048, comm_passes = 0.08333, fp8_gemm = 0.09288, host = 0.1145, host_rank = 0.1145, node_lat = 0.1145 } }
bands["nemo"] = { z = 1.376, constant = 0.298, rows = { sd = 0.03984, nodes = 0.040, span = 0.816 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1476, experts = 0.1793 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.2418, fused_rho = 0.3315, eager_rho = 0.2014,
    flash = 0.1702, comm_passes = 0.7348, fp8_gemm = 0.3568, host = 0.7802, host_rank = 0.7802, node_lat = 0.7802 } }
bands["nanotron"] = { z = 1.802, constant = 0.215, rows = { sd = 0.03633, nodes = 0.013, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.04233, device = 0.1598, experts = 0.1893 },
    down = { framework = 0.02731, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1053, fused_rho = 0.1403, eager_rho = 0.1384,
    flash = 0.09823, comm_passes = 0.107, fp8_gemm = 0.06484, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.944, constant = 0.317, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "fms", parts = { up = { framework = 0.1608, device = 0.09891, experts = 0.0952 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.0286, torch_gemm = 0.09088, fused_rho = 0.1184, eager_rho = 0.1165,
    flash = 0.07754, comm_passes = 0.1051, fp8_gemm = 0.05713, host = 0.1244, host_rank = 0.1244, node_lat = 0.1244 } }
bands["asynctp"] = { z = 1.896, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "asynctp", parts = { up = { framework = 0.1049, device = 0.158, experts = 0.1547 },
    down = { framework = 0.03702, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["aws"] = { z = 1.734, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "aws", parts = { up = { framework = 0.1204, device = 0.1294, experts = 0.1412 },
    down = { framework = 0.03561, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["b200_llama70b"] = { z = 1.877, constant = 0.270, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1071, device = 0.09599, experts = 0.1505 },
    down = { framework = 0.03902, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["dgxc_fp8_llama"] = { z = 1.892, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1054, device = 0.1437, experts = 0.1534 },
    down = { framework = 0.03137, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["kempner"] = { z = 2.015, constant = 0.235, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "kempner", parts = { up = { framework = 0.09408, device = 0.1522, experts = 0.1448 },
    down = { framework = 0.03165, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.913, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.1028, device = 0.1568, experts = 0.1977 },
    down = { framework = 0.03154, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.905, constant = 0.223, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1039, device = 0.1512, experts = 0.1763 },
    down = { framework = 0.03223, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["mlperf6_llama31_405b"] = { z = 1.927, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.101, device = 0.169, experts = 0.1581 },
    down = { framework = 0.03137, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["mlperf6_llama31_8b"] = { z = 1.910, constant = 0.273, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.1031, device = 0.1589, experts = 0.1559 },
    down = { framework = 0.0315, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["nanogpt"] = { z = 1.743, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "nanogpt", parts = { up = { framework = 0.0739, device = 0.1647, experts = 0.1721 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["olmo"] = { z = 1.731, constant = 0.280, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "olmo", parts = { up = { framework = 0.1208, device = 0.129, experts = 0.1408 },
    down = { framework = 0.03471, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["torchao"] = { z = 1.879, constant = 0.220, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "torchao", parts = { up = { framework = 0.09815, device = 0.1158, experts = 0.1569 },
    down = { framework = 0.03337, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
bands["xtuner"] = { z = 1.888, constant = 0.265, rows = { sd = 0.0371, nodes = 0.037, span = 0.818 },
  gone = "xtuner", parts = { up = { framework = 0.1048, device = 0.1439, experts = 0 },
    down = { framework = 0.03262, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08845, fused_rho = 0.08378, eager_rho = 0.09135,
    flash = 0.09274, comm_passes = 0.07237, fp8_gemm = 0.04518, host = 0.09594, host_rank = 0.09594, node_lat = 0.09594 } }
sets["nanotron 3B"] = { -- cost 7.0 %
  train_gemm = 0.829, torch_gemm = 1.216, fused_rho = 1.549, eager_rho = 5.52, flash = 0.2971,
  comm_passes = 3.854, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.161, constant = 0.167, rows = { sd = 0.04135, nodes = 0.205, span = 0.695 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1043, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1007, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.4 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.52, flash = 0.2879,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.959, constant = 0.187, rows = { sd = 0.03854, nodes = 0.213, span = 0.654 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1105, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1132, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.9 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.186, flash = 0.2705,
  comm_passes = 3.735, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.748, constant = 0.085, rows = { sd = 0.0253, nodes = 0.390, span = 0.656 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1092, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1106, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.216, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.039, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02424, nodes = 0.000, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.147, fused_rho = 0.147, eager_rho = 0.1998,
    flash = 0.1697, comm_passes = 0.102, fp8_gemm = 0.147, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.5 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.378, eager_rho = 2.393, flash = 0.2747,
  comm_passes = 3.735, fp8_gemm = 0.8593, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.231, constant = 0.359, rows = { sd = 0.04275, nodes = 0.054, span = 0.808 },
  sd = { net_speed = 0.3573, train_gemm = 0.04522, torch_gemm = 0.1283, fused_rho = 0.1814, eager_rho = 0.1283,
    flash = 0.1342, comm_passes = 0.1481, fp8_gemm = 0.07493, host = 0.1959, host_rank = 0.1959, node_lat = 0.1959 } }

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
