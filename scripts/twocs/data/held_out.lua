-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The one thing to
-- know: "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it; the
-- plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ. No stack and
-- no set of published runs has a part in the band of its name.
local sets, bands = {}, {}

sets["without foundry"] = { -- cost 3.7 %
  train_gemm = 1, torch_gemm = 1.151, fused_rho = 1.16, eager_rho = 4.266, flash = 0.2948,
  comm_passes = 4.102, fp8_gemm = 0.8199, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.284, fused_rho = 1.378, eager_rho = 2.754, flash = 0.3393,
  comm_passes = 4.007, fp8_gemm = 0.8264, host = 0.00461, host_rank = 0.002113, node_lat = 4.498e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.178, fused_rho = 1.065, eager_rho = 4.576, flash = 0.3419,
  comm_passes = 3.27, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.5 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.125, eager_rho = 4.47, flash = 0.3393,
  comm_passes = 4.266, fp8_gemm = 0.8328, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 0.8357, eager_rho = 4.505, flash = 0.3419,
  comm_passes = 7.033, fp8_gemm = 0.7763, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.7 %
  train_gemm = 1, torch_gemm = 1.314, fused_rho = 1.032, eager_rho = 4.685, flash = 0.3393,
  comm_passes = 4.07, fp8_gemm = 0.846, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.6 %
  train_gemm = 1, torch_gemm = 1.09, fused_rho = 1.056, eager_rho = 4.685, flash = 0.3393,
  comm_passes = 4.07, fp8_gemm = 0.846, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.008, eager_rho = 3.945, flash = 0.3393,
  comm_passes = 4.167, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 0.8 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.333, flash = 0.2813,
  comm_passes = 4.299, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.107, eager_rho = 2.449, flash = 0.2994,
  comm_passes = 4.576, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 2.7 %
  train_gemm = 0.9105, torch_gemm = 1, fused_rho = 1.142, eager_rho = 2.449, flash = 0.3288,
  comm_passes = 4.576, fp8_gemm = 0.8394, host = 0.00542, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.142, eager_rho = 2.449, flash = 0.3187,
  comm_passes = 3.564, fp8_gemm = 0.8394, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 0.9394, torch_gemm = 1.169, fused_rho = 1.549, eager_rho = 4.47, flash = 0.3288,
  comm_passes = 4.167, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.002192, node_lat = 4.488e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.367, fused_rho = 0.9771, eager_rho = 2.449, flash = 0.4784,
  comm_passes = 4.039, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["korthikanti"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "korthikanti",
  parts = { up = { framework = 0.1453, release = 0, device = 0.03027, experts = 0.178 },
    down = { framework = 0.01986, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["foundry"] = { z = 1.616, constant = 0.239, rows = { sd = 0.03049, nodes = 0.050, span = 0.765 },
  gone = "foundry",
  parts = { up = { framework = 0.1268, release = 0, device = 0, experts = 0.1698 },
    down = { framework = 0.02262, release = 0.07693, device = 0, experts = 0.02536 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.122, fused_rho = 0.0667, eager_rho = 0.06941,
    flash = 0.1274, comm_passes = 0.1093, fp8_gemm = 0.06264, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["internevo"] = { z = 1.421, constant = 0.242, rows = { sd = 0.03609, nodes = 0.042, span = 0.769 },
  gone = "internevo",
  parts = { up = { framework = 0.1127, release = 0, device = 0, experts = 0.157 },
    down = { framework = 0, release = 0, device = 0, experts = 0.02805 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.2639, fused_rho = 0.3344, eager_rho = 0.6391,
    flash = 0.1505, comm_passes = 0.1672, fp8_gemm = 0.1902, host = 0.1939, host_rank = 0.7477, node_lat = 0.7477 } }
bands["dgxc"] = { z = 1.489, constant = 0.250, rows = { sd = 0.02703, nodes = 0.054, span = 0.762 },
  gone = "dgxc",
  parts = { up = { framework = 0.1367, release = 0, device = 0.06749, experts = 0.1749 },
    down = { framework = 0, release = 0.05624, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.1224, fused_rho = 0.1125, eager_rho = 0.1257,
    flash = 0.1239, comm_passes = 0.3075, fp8_gemm = 0.09829, host = 0.1939, host_rank = 0.3263, node_lat = 0.3263 } }
bands["mlperf"] = { z = 1.606, constant = 0.241, rows = { sd = 0.03058, nodes = 0.049, span = 0.765 },
  gone = "mlperf",
  parts = { up = { framework = 0.1366, release = 0.0247, device = 0.05717, experts = 0.188 },
    down = { framework = 0, release = 0.06699, device = 0, experts = 0.0365 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01641, torch_gemm = 0.09238, fused_rho = 0.08434, eager_rho = 0.08228,
    flash = 0.1283, comm_passes = 0.08497, fp8_gemm = 0.0889, host = 0.1337, host_rank = 0.1337, node_lat = 0.1337 } }
bands["nemo"] = { z = 1.357, constant = 0.269, rows = { sd = 0.03437, nodes = 0.032, span = 0.775 },
  gone = "nemo",
  parts = { up = { framework = 0.1265, release = 0, device = 0, experts = 0.1783 },
    down = { framework = 0, release = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.2282, fused_rho = 0.3676, eager_rho = 0.1826,
    flash = 0.1763, comm_passes = 0.6357, fp8_gemm = 0.3286, host = 0.1939, host_rank = 0.6734, node_lat = 0.6734 } }
bands["nanotron"] = { z = 1.728, constant = 0.239, rows = { sd = 0.03112, nodes = 0.018, span = 0.000 },
  gone = "nanotron",
  parts = { up = { framework = 0.13, release = 0.02446, device = 0, experts = 0.1729 },
    down = { framework = 0, release = 0.0651, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1241, fused_rho = 0.1078, eager_rho = 0.1946,
    flash = 0.1324, comm_passes = 0.1185, fp8_gemm = 0.07255, host = 0.2216, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.630, constant = 0.275, rows = { sd = 0.03166, nodes = 0.040, span = 0.770 },
  gone = "fms",
  parts = { up = { framework = 0.1494, release = 0, device = 0.06431, experts = 0.1757 },
    down = { framework = 0, release = 0.06378, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03575, torch_gemm = 0.09509, fused_rho = 0.0914, eager_rho = 0.1399,
    flash = 0.09941, comm_passes = 0.1056, fp8_gemm = 0.05605, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["asynctp"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "asynctp",
  parts = { up = { framework = 0.1356, release = 0, device = 0.06376, experts = 0.1728 },
    down = { framework = 0.02059, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["aws"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "aws",
  parts = { up = { framework = 0.1438, release = 0, device = 0.03731, experts = 0.1772 },
    down = { framework = 0.01742, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["b200_llama70b"] = { z = 1.659, constant = 0.239, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "b200_llama70b",
  parts = { up = { framework = 0.1359, release = 0, device = 0.04447, experts = 0.1756 },
    down = { framework = 0.02107, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["dgxc_fp8_llama"] = { z = 1.627, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "dgxc_fp8_llama",
  parts = { up = { framework = 0.1355, release = 0.0222, device = 0.06317, experts = 0.1713 },
    down = { framework = 0.01501, release = 0.06342, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["kempner"] = { z = 1.560, constant = 0.239, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "kempner",
  parts = { up = { framework = 0.1323, release = 0, device = 0.07118, experts = 0.1664 },
    down = { framework = 0.01224, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.635, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "mlperf6_deepseekv3_671b",
  parts = { up = { framework = 0.1364, release = 0, device = 0.06458, experts = 0.1837 },
    down = { framework = 0.01536, release = 0.06904, device = 0, experts = 0.02609 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.634, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "mlperf6_gpt_oss_20b",
  parts = { up = { framework = 0.1366, release = 0, device = 0.06504, experts = 0.1859 },
    down = { framework = 0.0153, release = 0.06913, device = 0, experts = 0.03222 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_llama31_405b"] = { z = 1.641, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "mlperf6_llama31_405b",
  parts = { up = { framework = 0.13, release = 0.006152, device = 0.1027, experts = 0.1647 },
    down = { framework = 0.01501, release = 0.06962, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["mlperf6_llama31_8b"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "mlperf6_llama31_8b",
  parts = { up = { framework = 0.1365, release = 0, device = 0.05837, experts = 0.1737 },
    down = { framework = 0.01556, release = 0.07066, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["nanogpt"] = { z = 1.612, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "nanogpt",
  parts = { up = { framework = 0.1295, release = 0, device = 0.07519, experts = 0.1702 },
    down = { framework = 0, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["olmo"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "olmo",
  parts = { up = { framework = 0.1443, release = 0, device = 0.03484, experts = 0.1775 },
    down = { framework = 0.01192, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["torchao"] = { z = 1.551, constant = 0.224, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "torchao",
  parts = { up = { framework = 0.1265, release = 0, device = 0, experts = 0.1776 },
    down = { framework = 0.01736, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["xtuner"] = { z = 1.636, constant = 0.239, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "xtuner",
  parts = { up = { framework = 0.1375, release = 0, device = 0.05463, experts = 0.1822 },
    down = { framework = 0.0154, release = 0.06897, device = 0, experts = 0.02064 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["llm-foundry, H100"] = { z = 1.627, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "llm-foundry, H100",
  parts = { up = { framework = 0.1355, release = 0.01808, device = 0.06281, experts = 0.1719 },
    down = { framework = 0.01501, release = 0.06187, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, H100"] = { z = 1.635, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "NeMo, H100",
  parts = { up = { framework = 0.1357, release = 0, device = 0.06212, experts = 0.173 },
    down = { framework = 0.01501, release = 0.05077, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, Blackwell"] = { z = 1.639, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "NeMo, Blackwell",
  parts = { up = { framework = 0.1311, release = 0.0108, device = 0.09403, experts = 0.1663 },
    down = { framework = 0.01501, release = 0.07085, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, experts"] = { z = 1.645, constant = 0.235, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "NeMo, experts",
  parts = { up = { framework = 0.1345, release = 0, device = 0.07038, experts = 0.173 },
    down = { framework = 0.01458, release = 0.0704, device = 0, experts = 0.01708 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, experts, racks"] = { z = 1.598, constant = 0.235, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "NeMo, experts, racks",
  parts = { up = { framework = 0.1394, release = 0, device = 0.02688, experts = 0.1427 },
    down = { framework = 0.01395, release = 0.07155, device = 0, experts = 0.0277 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, experts, nodes of 8"] = { z = 1.551, constant = 0.224, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "NeMo, experts, nodes of 8",
  parts = { up = { framework = 0.1325, release = 0, device = 0.08087, experts = 0.1218 },
    down = { framework = 0.01467, release = 0.07023, device = 0, experts = 0.01503 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["TorchTitan, A100"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "TorchTitan, A100",
  parts = { up = { framework = 0.1438, release = 0, device = 0.03701, experts = 0.1772 },
    down = { framework = 0.02166, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["TorchTitan, Hopper"] = { z = 1.645, constant = 0.239, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "TorchTitan, Hopper",
  parts = { up = { framework = 0.1361, release = 0, device = 0.07251, experts = 0.1713 },
    down = { framework = 0.01437, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, 1,024 A100"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "Megatron, 1,024 A100",
  parts = { up = { framework = 0.1366, release = 0, device = 0.05978, experts = 0.1735 },
    down = { framework = 0.02291, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["BLOOM, A100"] = { z = 1.617, constant = 0.232, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "BLOOM, A100",
  parts = { up = { framework = 0.09804, release = 0, device = 0.116, experts = 0.16 },
    down = { framework = 0.02279, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["MLPerf, LoRA"] = { z = 1.639, constant = 0.239, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "MLPerf, LoRA",
  parts = { up = { framework = 0.1355, release = 0.01782, device = 0.06279, experts = 0.1719 },
    down = { framework = 0.01501, release = 0.07014, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, experts, H100"] = { z = 1.598, constant = 0.239, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "Megatron, experts, H100",
  parts = { up = { framework = 0.1389, release = 0, device = 0.04843, experts = 0.1893 },
    down = { framework = 0.003143, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, experts, racks"] = { z = 1.635, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "Megatron, experts, racks",
  parts = { up = { framework = 0.1367, release = 0, device = 0.0655, experts = 0.1881 },
    down = { framework = 0.01534, release = 0.06906, device = 0, experts = 0.02744 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["NeMo, long sequences"] = { z = 1.640, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "NeMo, long sequences",
  parts = { up = { framework = 0.1335, release = 0.007451, device = 0.07734, experts = 0.17 },
    down = { framework = 0.01501, release = 0.07166, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, pipelines, A100"] = { z = 1.661, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "Megatron, pipelines, A100",
  parts = { up = { framework = 0.1413, release = 0, device = 0.04626, experts = 0.1759 },
    down = { framework = 0.02078, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
bands["Megatron, thousands of A100"] = { z = 1.645, constant = 0.240, rows = { sd = 0.03161, nodes = 0.041, span = 0.770 },
  gone = "Megatron, thousands of A100",
  parts = { up = { framework = 0.1337, release = 0, device = 0.06663, experts = 0.1721 },
    down = { framework = 0.02249, release = 0.06885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08873, fused_rho = 0.0667, eager_rho = 0.0792,
    flash = 0.113, comm_passes = 0.08259, fp8_gemm = 0.04572, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8825, torch_gemm = 1.314, fused_rho = 1.549, eager_rho = 4.134, flash = 0.3611,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.00214, node_lat = 4.485e-05 }
bands["nanotron 3B"] = { z = 2.465, constant = 0.182, rows = { sd = 0.0408, nodes = 0.180, span = 0.758 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4701, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1467, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.8 %
  train_gemm = 0.829, torch_gemm = 1.314, fused_rho = 1.549, eager_rho = 4.685, flash = 0.3393,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 2.153, constant = 0.233, rows = { sd = 0.03709, nodes = 0.228, span = 0.676 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4713, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1546, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.2 %
  train_gemm = 0.829, torch_gemm = 1.314, fused_rho = 1.549, eager_rho = 4.401, flash = 0.3393,
  comm_passes = 3.824, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.002074, node_lat = 4.347e-05 }
bands["nanotron to 32 GPUs"] = { z = 3.324, constant = 0.092, rows = { sd = 0.02206, nodes = 0.388, span = 0.744 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4707, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1506, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 0.8292, eager_rho = 4.871, flash = 0.3419,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, rows = { sd = 0.02533, nodes = 0.011, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2799, fused_rho = 0.2799, eager_rho = 0.2872,
    flash = 0.2185, comm_passes = 0.3963, fp8_gemm = 0.2799, host = 0.8823, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.099, eager_rho = 2.547, flash = 0.2948,
  comm_passes = 4.007, fp8_gemm = 0.8264, host = 0.00461, host_rank = 0.002129, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.168, constant = 0.310, rows = { sd = 0.0348, nodes = 0.054, span = 0.762 },
  sd = { net_speed = 0.3573, train_gemm = 0.05653, torch_gemm = 0.09163, fused_rho = 0.05957, eager_rho = 0.09163,
    flash = 0.1091, comm_passes = 0.1425, fp8_gemm = 0.05753, host = 0.1939, host_rank = 0.1939, node_lat = 0.1939 } }

return { sets = sets, bands = bands }
