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
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.525, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 4.266, fp8_gemm = 0.8526, host = 0.004192, host_rank = 0.002163, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 4.2 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.422, eager_rho = 4.833, flash = 0.2747,
  comm_passes = 4.007, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without internevo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.235, fused_rho = 1.825, eager_rho = 3.481, flash = 0.3089,
  comm_passes = 4.039, fp8_gemm = 0.8394, host = 0.004258, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.525, eager_rho = 4.987, flash = 0.3113,
  comm_passes = 3.706, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without mlperf"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.525, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 4.333, fp8_gemm = 0.8526, host = 0.004258, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without nemo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.207, eager_rho = 4.987, flash = 0.3089,
  comm_passes = 6.978, fp8_gemm = 0.8072, host = 0.004225, host_rank = 0.002163, node_lat = 4.428e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.378, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.09, fused_rho = 1.411, eager_rho = 5.145, flash = 0.3065,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.4 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.433, eager_rho = 4.648, flash = 0.3089,
  comm_passes = 4.401, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.648, flash = 0.2332,
  comm_passes = 4.401, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.389, eager_rho = 2.449, flash = 0.3187,
  comm_passes = 5.651, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.478, eager_rho = 2.449, flash = 0.3187,
  comm_passes = 4.134, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.728, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 3.764, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.1 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.549, eager_rho = 4.505, flash = 0.3187,
  comm_passes = 4.134, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.2 %
  train_gemm = 1, torch_gemm = 1.314, fused_rho = 1.389, eager_rho = 2.449, flash = 0.4092,
  comm_passes = 4.541, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.925, constant = 0.245, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "none", parts = { up = { framework = 0.09766, device = 0.1374, experts = 0.1682 },
    down = { framework = 0.03371, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["korthikanti"] = { z = 1.658, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "korthikanti", parts = { up = { framework = 0.1219, device = 0.1131, experts = 0.1505 },
    down = { framework = 0.02683, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["foundry"] = { z = 1.794, constant = 0.260, rows = { sd = 0.04021, nodes = 0.000, span = 0.801 },
  gone = "foundry", parts = { up = { framework = 0.08587, device = 0.1353, experts = 0.1633 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1196, fused_rho = 0.1217, eager_rho = 0.1077,
    flash = 0.2111, comm_passes = 0.1535, fp8_gemm = 0.07379, host = 0.2221, host_rank = 0.2221, node_lat = 0.2221 } }
bands["internevo"] = { z = 1.818, constant = 0.263, rows = { sd = 0.04392, nodes = 0.000, span = 0.801 },
  gone = "internevo", parts = { up = { framework = 0.02798, device = 0.1443, experts = 0.1786 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.188, fused_rho = 0.2785, eager_rho = 0.4174,
    flash = 0.09707, comm_passes = 0.1644, fp8_gemm = 0.1346, host = 0.4846, host_rank = 0.4846, node_lat = 0.4846 } }
bands["dgxc"] = { z = 1.845, constant = 0.286, rows = { sd = 0.03607, nodes = 0.031, span = 0.784 },
  gone = "dgxc", parts = { up = { framework = 0.09393, device = 0.1429, experts = 0.1721 },
    down = { framework = 0.0292, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09298, fused_rho = 0.1109, eager_rho = 0.1195,
    flash = 0.1126, comm_passes = 0.1603, fp8_gemm = 0.0648, host = 0.1678, host_rank = 0.1678, node_lat = 0.1678 } }
bands["mlperf"] = { z = 1.935, constant = 0.271, rows = { sd = 0.03403, nodes = 0.000, span = 0.801 },
  gone = "mlperf", parts = { up = { framework = 0.09433, device = 0.1388, experts = 0.171 },
    down = { framework = 0.03398, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08689, fused_rho = 0.1346, eager_rho = 0.1106,
    flash = 0.1116, comm_passes = 0.1277, fp8_gemm = 0.1064, host = 0.1407, host_rank = 0.1407, node_lat = 0.1407 } }
bands["nemo"] = { z = 1.663, constant = 0.267, rows = { sd = 0.0423, nodes = 0.000, span = 0.801 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1415, experts = 0.1899 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1881, fused_rho = 0.2595, eager_rho = 0.177,
    flash = 0.1542, comm_passes = 0.5711, fp8_gemm = 0.2814, host = 0.6061, host_rank = 0.6061, node_lat = 0.6061 } }
bands["nanotron"] = { z = 1.825, constant = 0.217, rows = { sd = 0.03622, nodes = 0.000, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.03337, device = 0.1522, experts = 0.1971 },
    down = { framework = 0.02144, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1222, fused_rho = 0.1164, eager_rho = 0.1733,
    flash = 0.1196, comm_passes = 0.1495, fp8_gemm = 0.07408, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.941, constant = 0.294, rows = { sd = 0.03962, nodes = 0.000, span = 0.801 },
  gone = "fms", parts = { up = { framework = 0.1313, device = 0.1147, experts = 0.1436 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1064, fused_rho = 0.1027, eager_rho = 0.1581,
    flash = 0.095, comm_passes = 0.1321, fp8_gemm = 0.06547, host = 0.1719, host_rank = 0.1719, node_lat = 0.1719 } }
bands["asynctp"] = { z = 1.908, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "asynctp", parts = { up = { framework = 0.09991, device = 0.1543, experts = 0.1679 },
    down = { framework = 0.03854, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["aws"] = { z = 1.731, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "aws", parts = { up = { framework = 0.1151, device = 0.121, experts = 0.1561 },
    down = { framework = 0.03706, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["b200_llama70b"] = { z = 1.893, constant = 0.245, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1019, device = 0.08976, experts = 0.1643 },
    down = { framework = 0.04016, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["dgxc_fp8_llama"] = { z = 1.903, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1005, device = 0.1351, experts = 0.1664 },
    down = { framework = 0.03323, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["kempner"] = { z = 2.053, constant = 0.235, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "kempner", parts = { up = { framework = 0.08439, device = 0.1468, experts = 0.1597 },
    down = { framework = 0.03247, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.921, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.09838, device = 0.1461, experts = 0.21 },
    down = { framework = 0.0334, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.915, constant = 0.233, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.09919, device = 0.1415, experts = 0.1893 },
    down = { framework = 0.03399, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["mlperf6_llama31_405b"] = { z = 1.937, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.0965, device = 0.1588, experts = 0.1701 },
    down = { framework = 0.03323, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["mlperf6_llama31_8b"] = { z = 1.920, constant = 0.261, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09846, device = 0.1491, experts = 0.1684 },
    down = { framework = 0.03334, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["nanogpt"] = { z = 1.762, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "nanogpt", parts = { up = { framework = 0.06999, device = 0.1553, experts = 0.1824 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["olmo"] = { z = 1.719, constant = 0.274, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "olmo", parts = { up = { framework = 0.1159, device = 0.1202, experts = 0.1554 },
    down = { framework = 0.03569, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["torchao"] = { z = 1.805, constant = 0.212, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "torchao", parts = { up = { framework = 0.09517, device = 0.1035, experts = 0.1685 },
    down = { framework = 0.03508, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
bands["xtuner"] = { z = 1.850, constant = 0.245, rows = { sd = 0.03894, nodes = 0.000, span = 0.801 },
  gone = "xtuner", parts = { up = { framework = 0.1004, device = 0.1354, experts = 0 },
    down = { framework = 0.03468, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08013, fused_rho = 0.1097, eager_rho = 0.1067,
    flash = 0.09838, comm_passes = 0.1159, fp8_gemm = 0.05256, host = 0.1193, host_rank = 0.1193, node_lat = 0.1193 } }
sets["nanotron 3B"] = { -- cost 7.1 %
  train_gemm = 0.8825, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 4.722, flash = 0.3263,
  comm_passes = 3.854, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.394e-05 }
bands["nanotron 3B"] = { z = 2.291, constant = 0.159, rows = { sd = 0.04548, nodes = 0.155, span = 0.693 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1273, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08215, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.5 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.876, flash = 0.2879,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.967, constant = 0.193, rows = { sd = 0.04611, nodes = 0.149, span = 0.636 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1523, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1439, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.1 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.695, flash = 0.2971,
  comm_passes = 3.854, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.368, constant = 0.099, rows = { sd = 0.03309, nodes = 0.301, span = 0.634 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1493, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1376, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.216, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02279, nodes = 0.003, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2039, fused_rho = 0.2039, eager_rho = 0.2449,
    flash = 0.2449, comm_passes = 0.1796, fp8_gemm = 0.2039, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.5 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.49, eager_rho = 2.733, flash = 0.2835,
  comm_passes = 3.945, fp8_gemm = 0.8526, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.232, constant = 0.382, rows = { sd = 0.05067, nodes = 0.000, span = 0.801 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1196, fused_rho = 0.1169, eager_rho = 0.1196,
    flash = 0.1513, comm_passes = 0.1704, fp8_gemm = 0.06992, host = 0.1809, host_rank = 0.1809, node_lat = 0.1809 } }

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
