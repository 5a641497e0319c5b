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
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.525, eager_rho = 4.91, flash = 0.3065,
  comm_passes = 4.102, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.574, eager_rho = 4.91, flash = 0.2835,
  comm_passes = 3.914, fp8_gemm = 0.846, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.225, fused_rho = 1.854, eager_rho = 3.348, flash = 0.3065,
  comm_passes = 3.854, fp8_gemm = 0.8394, host = 0.004258, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 4.987, flash = 0.3113,
  comm_passes = 3.564, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.513, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 4.039, fp8_gemm = 0.8593, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.116, fused_rho = 1.188, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 7.486, fp8_gemm = 0.7885, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.389, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.064, fused_rho = 1.411, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.433, eager_rho = 4.612, flash = 0.3065,
  comm_passes = 4.232, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.91, flash = 0.2541,
  comm_passes = 4.232, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.478, eager_rho = 2.449, flash = 0.2971,
  comm_passes = 4.505, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.478, eager_rho = 2.449, flash = 0.3162,
  comm_passes = 4.102, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.675, eager_rho = 2.449, flash = 0.2971,
  comm_passes = 3.509, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.0 %
  train_gemm = 0.8825, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 5.563, flash = 0.2879,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.389, eager_rho = 2.449, flash = 0.4189,
  comm_passes = 4.232, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.884, constant = 0.270, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "none", parts = { up = { framework = 0.1053, device = 0.1442, experts = 0.1542 },
    down = { framework = 0.02863, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["korthikanti"] = { z = 1.701, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "korthikanti", parts = { up = { framework = 0.128, device = 0.1211, experts = 0.1346 },
    down = { framework = 0.02901, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["foundry"] = { z = 1.734, constant = 0.267, rows = { sd = 0.03824, nodes = 0.040, span = 0.816 },
  gone = "foundry", parts = { up = { framework = 0.09046, device = 0.1446, experts = 0.1521 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.124, fused_rho = 0.1017, eager_rho = 0.1069,
    flash = 0.1097, comm_passes = 0.1145, fp8_gemm = 0.05816, host = 0.1348, host_rank = 0.1348, node_lat = 0.1348 } }
bands["internevo"] = { z = 1.551, constant = 0.262, rows = { sd = 0.03936, nodes = 0.045, span = 0.813 },
  gone = "internevo", parts = { up = { framework = 0.04288, device = 0.1479, experts = 0.1629 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.2401, fused_rho = 0.3017, eager_rho = 0.626,
    flash = 0.1443, comm_passes = 0.1693, fp8_gemm = 0.1826, host = 0.7339, host_rank = 0.7339, node_lat = 0.7339 } }
bands["dgxc"] = { z = 1.822, constant = 0.293, rows = { sd = 0.03507, nodes = 0.043, span = 0.814 },
  gone = "dgxc", parts = { up = { framework = 0.09987, device = 0.1519, experts = 0.1591 },
    down = { framework = 0.01304, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.1002, fused_rho = 0.1081, eager_rho = 0.1058,
    flash = 0.1391, comm_passes = 0.1734, fp8_gemm = 0.06814, host = 0.1817, host_rank = 0.1817, node_lat = 0.1817 } }
bands["mlperf"] = { z = 1.940, constant = 0.283, rows = { sd = 0.03153, nodes = 0.038, span = 0.817 },
  gone = "mlperf", parts = { up = { framework = 0.1024, device = 0.1468, experts = 0.1584 },
    down = { framework = 0.02736, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.09368, fused_rho = 0.09336, eager_rho = 0.09822,
    flash = 0.1132, comm_passes = 0.09732, fp8_gemm = 0.0929, host = 0.1163, host_rank = 0.1163, node_lat = 0.1163 } }
bands["nemo"] = { z = 1.347, constant = 0.301, rows = { sd = 0.03996, nodes = 0.037, span = 0.817 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1486, experts = 0.1793 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.2438, fused_rho = 0.3174, eager_rho = 0.2031,
    flash = 0.1974, comm_passes = 0.7472, fp8_gemm = 0.3607, host = 0.7935, host_rank = 0.7935, node_lat = 0.7935 } }
bands["nanotron"] = { z = 1.815, constant = 0.215, rows = { sd = 0.0356, nodes = 0.012, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.0433, device = 0.1607, experts = 0.1898 },
    down = { framework = 0.03153, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1035, fused_rho = 0.1126, eager_rho = 0.138,
    flash = 0.1126, comm_passes = 0.1163, fp8_gemm = 0.06391, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.903, constant = 0.310, rows = { sd = 0.03639, nodes = 0.035, span = 0.818 },
  gone = "fms", parts = { up = { framework = 0.1572, device = 0.105, experts = 0.103 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.0286, torch_gemm = 0.088, fused_rho = 0.09916, eager_rho = 0.116,
    flash = 0.08765, comm_passes = 0.1047, fp8_gemm = 0.05561, host = 0.1239, host_rank = 0.1239, node_lat = 0.1239 } }
bands["asynctp"] = { z = 1.922, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "asynctp", parts = { up = { framework = 0.105, device = 0.1582, experts = 0.1553 },
    down = { framework = 0.03466, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["aws"] = { z = 1.761, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "aws", parts = { up = { framework = 0.1204, device = 0.13, experts = 0.1419 },
    down = { framework = 0.03314, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["b200_llama70b"] = { z = 1.859, constant = 0.270, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1071, device = 0.09571, experts = 0.1511 },
    down = { framework = 0.03687, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["dgxc_fp8_llama"] = { z = 1.918, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1054, device = 0.1441, experts = 0.1541 },
    down = { framework = 0.02877, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["kempner"] = { z = 2.037, constant = 0.236, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "kempner", parts = { up = { framework = 0.09428, device = 0.1524, experts = 0.1452 },
    down = { framework = 0.02908, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.935, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.1029, device = 0.1572, experts = 0.1983 },
    down = { framework = 0.02895, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.931, constant = 0.226, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1039, device = 0.1516, experts = 0.1769 },
    down = { framework = 0.02968, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["mlperf6_llama31_405b"] = { z = 1.952, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.1011, device = 0.1693, experts = 0.1587 },
    down = { framework = 0.02877, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["mlperf6_llama31_8b"] = { z = 1.936, constant = 0.275, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.1032, device = 0.1592, experts = 0.1565 },
    down = { framework = 0.02891, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["nanogpt"] = { z = 1.712, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "nanogpt", parts = { up = { framework = 0.07305, device = 0.1654, experts = 0.1731 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["olmo"] = { z = 1.758, constant = 0.281, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "olmo", parts = { up = { framework = 0.1207, device = 0.1295, experts = 0.1416 },
    down = { framework = 0.03225, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["torchao"] = { z = 1.872, constant = 0.220, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "torchao", parts = { up = { framework = 0.09834, device = 0.1164, experts = 0.1575 },
    down = { framework = 0.03084, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
bands["xtuner"] = { z = 1.874, constant = 0.270, rows = { sd = 0.03739, nodes = 0.036, span = 0.818 },
  gone = "xtuner", parts = { up = { framework = 0.1048, device = 0.1442, experts = 0 },
    down = { framework = 0.03011, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08887, fused_rho = 0.08137, eager_rho = 0.09166,
    flash = 0.103, comm_passes = 0.07081, fp8_gemm = 0.046, host = 0.1067, host_rank = 0.1067, node_lat = 0.1067 } }
sets["nanotron 3B"] = { -- cost 7.0 %
  train_gemm = 0.8825, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 5.35, flash = 0.2791,
  comm_passes = 3.824, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.132, constant = 0.167, rows = { sd = 0.04138, nodes = 0.203, span = 0.697 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1042, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08636, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.4 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.695, flash = 0.2971,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.959, constant = 0.187, rows = { sd = 0.0383, nodes = 0.216, span = 0.652 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1203, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1212, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.8 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.695, flash = 0.3162,
  comm_passes = 3.706, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.617, constant = 0.086, rows = { sd = 0.02455, nodes = 0.429, span = 0.651 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1237, eager_rho = 0,
    flash = 0.1655, comm_passes = 0, fp8_gemm = 0.1279, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.226, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02324, nodes = 0.000, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1551, fused_rho = 0.1551, eager_rho = 0.2019,
    flash = 0.1819, comm_passes = 0.1195, fp8_gemm = 0.1551, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.5 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.378, eager_rho = 2.412, flash = 0.2747,
  comm_passes = 3.735, fp8_gemm = 0.8593, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.241, constant = 0.365, rows = { sd = 0.04353, nodes = 0.052, span = 0.809 },
  sd = { net_speed = 0.3573, train_gemm = 0.04522, torch_gemm = 0.1163, fused_rho = 0.1598, eager_rho = 0.1163,
    flash = 0.1072, comm_passes = 0.1508, fp8_gemm = 0.0681, host = 0.1719, host_rank = 0.1719, node_lat = 0.1719 } }

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
