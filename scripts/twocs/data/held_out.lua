-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The one thing to
-- know: "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it; the
-- plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ. No stack and
-- no set of published runs has a part in the band of its name.
local sets, bands = {}, {}

sets["without foundry"] = { -- cost 3.7 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.142, eager_rho = 4.232, flash = 0.2925,
  comm_passes = 4.102, fp8_gemm = 0.8199, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.389, eager_rho = 2.776, flash = 0.3393,
  comm_passes = 3.976, fp8_gemm = 0.8264, host = 0.00461, host_rank = 0.00208, node_lat = 4.498e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.065, eager_rho = 4.576, flash = 0.3419,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.5 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.125, eager_rho = 4.47, flash = 0.3393,
  comm_passes = 4.266, fp8_gemm = 0.8328, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 0.8357, eager_rho = 4.505, flash = 0.3419,
  comm_passes = 7.428, fp8_gemm = 0.7763, host = 0.00461, host_rank = 0.002064, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.7 %
  train_gemm = 1, torch_gemm = 1.314, fused_rho = 1.032, eager_rho = 4.685, flash = 0.3393,
  comm_passes = 4.07, fp8_gemm = 0.846, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.6 %
  train_gemm = 1, torch_gemm = 1.073, fused_rho = 1.056, eager_rho = 4.648, flash = 0.3393,
  comm_passes = 4.07, fp8_gemm = 0.846, host = 0.00461, host_rank = 0.00208, node_lat = 4.498e-05 }
sets["foundry"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.016, eager_rho = 3.945, flash = 0.3419,
  comm_passes = 4.266, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 0.8 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.333, flash = 0.2835,
  comm_passes = 4.401, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.151, eager_rho = 2.449, flash = 0.3017,
  comm_passes = 4.541, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 2.7 %
  train_gemm = 0.9105, torch_gemm = 1, fused_rho = 1.188, eager_rho = 2.449, flash = 0.3314,
  comm_passes = 4.833, fp8_gemm = 0.8328, host = 0.005389, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.4 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.264, eager_rho = 2.449, flash = 0.3314,
  comm_passes = 3.649, fp8_gemm = 0.8328, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.549, eager_rho = 4.07, flash = 0.364,
  comm_passes = 4.134, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.356, fused_rho = 1.048, eager_rho = 2.449, flash = 0.4975,
  comm_passes = 4.134, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["korthikanti"] = { z = 1.635, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "korthikanti", parts = { up = { framework = 0.1457, release = 0.01639, device = 0.02129, experts = 0.177 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["foundry"] = { z = 1.603, constant = 0.240, rows = { sd = 0.03097, nodes = 0.049, span = 0.795 },
  gone = "foundry", parts = { up = { framework = 0.1281, release = 0, device = 0, experts = 0.171 },
    down = { framework = 0, release = 0.07058, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1256, fused_rho = 0.08493, eager_rho = 0.07544,
    flash = 0.1725, comm_passes = 0.1193, fp8_gemm = 0.06448, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["internevo"] = { z = 1.470, constant = 0.244, rows = { sd = 0.03503, nodes = 0.042, span = 0.799 },
  gone = "internevo", parts = { up = { framework = 0.1159, release = 0, device = 0, experts = 0.1601 },
    down = { framework = 0, release = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.2412, fused_rho = 0.2792, eager_rho = 0.5566,
    flash = 0.1389, comm_passes = 0.1693, fp8_gemm = 0.166, host = 0.1939, host_rank = 0.6508, node_lat = 0.6508 } }
bands["dgxc"] = { z = 1.474, constant = 0.249, rows = { sd = 0.0283, nodes = 0.052, span = 0.794 },
  gone = "dgxc", parts = { up = { framework = 0.1397, release = 0, device = 0.06566, experts = 0.1761 },
    down = { framework = 0, release = 0.05212, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1237, fused_rho = 0.1549, eager_rho = 0.1649,
    flash = 0.1213, comm_passes = 0.3284, fp8_gemm = 0.1123, host = 0.1939, host_rank = 0.3481, node_lat = 0.3481 } }
bands["mlperf"] = { z = 1.624, constant = 0.239, rows = { sd = 0.031, nodes = 0.049, span = 0.796 },
  gone = "mlperf", parts = { up = { framework = 0.1375, release = 0.02578, device = 0.05504, experts = 0.1882 },
    down = { framework = 0, release = 0.06181, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09716, fused_rho = 0.1166, eager_rho = 0.1222,
    flash = 0.1307, comm_passes = 0.08066, fp8_gemm = 0.103, host = 0.1348, host_rank = 0.1348, node_lat = 0.1348 } }
bands["nemo"] = { z = 1.342, constant = 0.273, rows = { sd = 0.03463, nodes = 0.033, span = 0.805 },
  gone = "nemo", parts = { up = { framework = 0.1263, release = 0, device = 0, experts = 0.1767 },
    down = { framework = 0, release = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.2524, fused_rho = 0.4131, eager_rho = 0.2168,
    flash = 0.1854, comm_passes = 0.6849, fp8_gemm = 0.3597, host = 0.1939, host_rank = 0.725, node_lat = 0.725 } }
bands["nanotron"] = { z = 1.678, constant = 0.239, rows = { sd = 0.0325, nodes = 0.016, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.1286, release = 0.02012, device = 0, experts = 0.1735 },
    down = { framework = 0, release = 0.06198, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1347, fused_rho = 0.154, eager_rho = 0.1969,
    flash = 0.1243, comm_passes = 0.1363, fp8_gemm = 0.08101, host = 0.2216, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.577, constant = 0.282, rows = { sd = 0.03179, nodes = 0.040, span = 0.801 },
  gone = "fms", parts = { up = { framework = 0.1503, release = 0.01537, device = 0.06027, experts = 0.1762 },
    down = { framework = 0, release = 0.0594, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02145, torch_gemm = 0.1183, fused_rho = 0.1464, eager_rho = 0.1731,
    flash = 0.09993, comm_passes = 0.1211, fp8_gemm = 0.07193, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["asynctp"] = { z = 1.661, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "asynctp", parts = { up = { framework = 0.1353, release = 0.01675, device = 0.06204, experts = 0.1714 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["aws"] = { z = 1.638, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "aws", parts = { up = { framework = 0.1437, release = 0.01646, device = 0.03346, experts = 0.1759 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["b200_llama70b"] = { z = 1.635, constant = 0.238, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1358, release = 0.01656, device = 0.04182, experts = 0.1743 },
    down = { framework = 0.007174, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["dgxc_fp8_llama"] = { z = 1.690, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1351, release = 0.02803, device = 0.06341, experts = 0.1695 },
    down = { framework = 0, release = 0.06241, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["kempner"] = { z = 1.542, constant = 0.238, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "kempner", parts = { up = { framework = 0.1317, release = 0.0171, device = 0.07181, experts = 0.1645 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.653, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.136, release = 0.01633, device = 0.06466, experts = 0.1823 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.652, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1362, release = 0.01625, device = 0.06518, experts = 0.1846 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_llama31_405b"] = { z = 1.666, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.1295, release = 0.01876, device = 0.1032, experts = 0.163 },
    down = { framework = 0, release = 0.06849, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_llama31_8b"] = { z = 1.663, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.1351, release = 0.01717, device = 0.06595, experts = 0.1707 },
    down = { framework = 0, release = 0.06967, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["nanogpt"] = { z = 1.589, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "nanogpt", parts = { up = { framework = 0.129, release = 0.01693, device = 0.07572, experts = 0.1685 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["olmo"] = { z = 1.636, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "olmo", parts = { up = { framework = 0.1444, release = 0.01644, device = 0.02995, experts = 0.1763 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["torchao"] = { z = 1.526, constant = 0.213, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "torchao", parts = { up = { framework = 0.1263, release = 0.01642, device = 0, experts = 0.176 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["xtuner"] = { z = 1.654, constant = 0.238, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "xtuner", parts = { up = { framework = 0.1373, release = 0.01633, device = 0.05393, experts = 0.1808 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["llm-foundry, H100"] = { z = 1.655, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "llm-foundry, H100", parts = { up = { framework = 0.1352, release = 0.02494, device = 0.06296, experts = 0.1701 },
    down = { framework = 0, release = 0.06155, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, H100"] = { z = 1.657, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "NeMo, H100", parts = { up = { framework = 0.1354, release = 0, device = 0.06119, experts = 0.1725 },
    down = { framework = 0, release = 0.04869, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, Blackwell"] = { z = 1.658, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "NeMo, Blackwell", parts = { up = { framework = 0.1306, release = 0.02105, device = 0.09467, experts = 0.1645 },
    down = { framework = 0, release = 0.06992, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, experts"] = { z = 1.666, constant = 0.227, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "NeMo, experts", parts = { up = { framework = 0.1341, release = 0.01685, device = 0.07069, experts = 0.1713 },
    down = { framework = 0, release = 0.06931, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, experts, racks"] = { z = 1.594, constant = 0.235, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "NeMo, experts, racks", parts = { up = { framework = 0.1396, release = 0.01655, device = 0.01976, experts = 0.1411 },
    down = { framework = 0, release = 0.07043, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, experts, nodes of 8"] = { z = 1.555, constant = 0.221, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "NeMo, experts, nodes of 8", parts = { up = { framework = 0.1323, release = 0.01711, device = 0.08002, experts = 0.1214 },
    down = { framework = 0, release = 0.06917, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["TorchTitan, A100"] = { z = 1.635, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "TorchTitan, A100", parts = { up = { framework = 0.1441, release = 0.01645, device = 0.03174, experts = 0.1761 },
    down = { framework = 0.007889, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["TorchTitan, Hopper"] = { z = 1.666, constant = 0.238, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "TorchTitan, Hopper", parts = { up = { framework = 0.1357, release = 0.01685, device = 0.07139, experts = 0.1699 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, 1,024 A100"] = { z = 1.641, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "Megatron, 1,024 A100", parts = { up = { framework = 0.1374, release = 0.01668, device = 0.05641, experts = 0.1725 },
    down = { framework = 0.01152, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["BLOOM, A100"] = { z = 1.604, constant = 0.223, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "BLOOM, A100", parts = { up = { framework = 0.09729, release = 0.01755, device = 0.1171, experts = 0.1586 },
    down = { framework = 0.01124, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["MLPerf, LoRA"] = { z = 1.657, constant = 0.238, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "MLPerf, LoRA", parts = { up = { framework = 0.1352, release = 0.02439, device = 0.06288, experts = 0.1702 },
    down = { framework = 0, release = 0.06888, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, experts, H100"] = { z = 1.563, constant = 0.238, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "Megatron, experts, H100", parts = { up = { framework = 0.1384, release = 0.0161, device = 0.04875, experts = 0.1863 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, experts, racks"] = { z = 1.651, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "Megatron, experts, racks", parts = { up = { framework = 0.1363, release = 0.01618, device = 0.06567, experts = 0.1868 },
    down = { framework = 0, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, long sequences"] = { z = 1.657, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "NeMo, long sequences", parts = { up = { framework = 0.133, release = 0.01916, device = 0.07754, experts = 0.1683 },
    down = { framework = 0, release = 0.07067, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, pipelines, A100"] = { z = 1.635, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "Megatron, pipelines, A100", parts = { up = { framework = 0.1414, release = 0.01655, device = 0.04362, experts = 0.1746 },
    down = { framework = 0.0009555, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, thousands of A100"] = { z = 1.665, constant = 0.239, rows = { sd = 0.03209, nodes = 0.040, span = 0.801 },
  gone = "Megatron, thousands of A100", parts = { up = { framework = 0.1333, release = 0.01681, device = 0.06689, experts = 0.1704 },
    down = { framework = 0.01024, release = 0.06783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09274, fused_rho = 0.09212, eager_rho = 0.1196,
    flash = 0.116, comm_passes = 0.09013, fp8_gemm = 0.05309, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.829, torch_gemm = 1.314, fused_rho = 1.549, eager_rho = 4.401, flash = 0.3393,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.00214, node_lat = 4.485e-05 }
bands["nanotron 3B"] = { z = 2.465, constant = 0.157, rows = { sd = 0.03835, nodes = 0.193, span = 0.714 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4067, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1415, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.8 %
  train_gemm = 0.7788, torch_gemm = 1.314, fused_rho = 1.549, eager_rho = 4.987, flash = 0.3288,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 8B"] = { z = 1.935, constant = 0.192, rows = { sd = 0.03924, nodes = 0.195, span = 0.769 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4111, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.165, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.3 %
  train_gemm = 0.7788, torch_gemm = 1.314, fused_rho = 1.549, eager_rho = 4.685, flash = 0.3187,
  comm_passes = 3.824, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.776, constant = 0.087, rows = { sd = 0.02567, nodes = 0.390, span = 0.662 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.41, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.159, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 0.8292, eager_rho = 4.871, flash = 0.3419,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, rows = { sd = 0.02509, nodes = 0.010, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2946, fused_rho = 0.2946, eager_rho = 0.2921,
    flash = 0.2176, comm_passes = 0.4307, fp8_gemm = 0.2946, host = 0.8823, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.116, eager_rho = 2.43, flash = 0.2971,
  comm_passes = 4.007, fp8_gemm = 0.8264, host = 0.00461, host_rank = 0.002096, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.121, constant = 0.309, rows = { sd = 0.03391, nodes = 0.053, span = 0.793 },
  sd = { net_speed = 0.3573, train_gemm = 0.03392, torch_gemm = 0.1131, fused_rho = 0.1122, eager_rho = 0.1131,
    flash = 0.1503, comm_passes = 0.1503, fp8_gemm = 0.06628, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }

return { sets = sets, bands = bands }
