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
  comm_passes = 4.299, fp8_gemm = 0.8526, host = 0.004192, host_rank = 0.002163, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 4.2 %
  train_gemm = 1, torch_gemm = 1.151, fused_rho = 1.549, eager_rho = 4.871, flash = 0.2835,
  comm_passes = 4.102, fp8_gemm = 0.846, host = 0.004258, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without internevo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.235, fused_rho = 1.825, eager_rho = 3.481, flash = 0.3089,
  comm_passes = 4.039, fp8_gemm = 0.8394, host = 0.004258, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.525, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 3.735, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.537, eager_rho = 4.91, flash = 0.3089,
  comm_passes = 4.333, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002163, node_lat = 4.428e-05 }
sets["without nemo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.207, eager_rho = 4.987, flash = 0.3089,
  comm_passes = 6.978, fp8_gemm = 0.8072, host = 0.004258, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.389, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.09, fused_rho = 1.4, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.4 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.433, eager_rho = 4.648, flash = 0.3089,
  comm_passes = 4.435, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.648, flash = 0.2332,
  comm_passes = 4.435, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.389, eager_rho = 2.449, flash = 0.3187,
  comm_passes = 5.695, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.478, eager_rho = 2.449, flash = 0.3187,
  comm_passes = 4.167, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.728, eager_rho = 2.449, flash = 0.3089,
  comm_passes = 3.794, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.1 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.549, eager_rho = 4.505, flash = 0.3187,
  comm_passes = 4.167, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.356, fused_rho = 1.346, eager_rho = 2.449, flash = 0.4356,
  comm_passes = 4.299, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.899, constant = 0.245, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "none", parts = { up = { framework = 0.08947, device = 0.1439, experts = 0.1725 },
    down = { framework = 0.02809, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["korthikanti"] = { z = 1.664, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "korthikanti", parts = { up = { framework = 0.1161, device = 0.1204, experts = 0.1547 },
    down = { framework = 0.01055, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["foundry"] = { z = 1.659, constant = 0.259, rows = { sd = 0.04051, nodes = 0.000, span = 0.799 },
  gone = "foundry", parts = { up = { framework = 0.0805, device = 0.1408, experts = 0.1658 },
    down = { framework = 0.01251, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1171, fused_rho = 0.1367, eager_rho = 0.1147,
    flash = 0.1908, comm_passes = 0.1368, fp8_gemm = 0.0715, host = 0.2, host_rank = 0.2, node_lat = 0.2 } }
bands["internevo"] = { z = 1.794, constant = 0.263, rows = { sd = 0.04446, nodes = 0.000, span = 0.799 },
  gone = "internevo", parts = { up = { framework = 0.01618, device = 0.1483, experts = 0.1789 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2003, fused_rho = 0.2816, eager_rho = 0.4179,
    flash = 0.1001, comm_passes = 0.1664, fp8_gemm = 0.1363, host = 0.4846, host_rank = 0.4846, node_lat = 0.4846 } }
bands["dgxc"] = { z = 1.863, constant = 0.285, rows = { sd = 0.03669, nodes = 0.031, span = 0.782 },
  gone = "dgxc", parts = { up = { framework = 0.09276, device = 0.1467, experts = 0.1724 },
    down = { framework = 0.0223, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09913, fused_rho = 0.115, eager_rho = 0.1296,
    flash = 0.1174, comm_passes = 0.1563, fp8_gemm = 0.06662, host = 0.1629, host_rank = 0.1629, node_lat = 0.1629 } }
bands["mlperf"] = { z = 1.800, constant = 0.270, rows = { sd = 0.03334, nodes = 0.000, span = 0.799 },
  gone = "mlperf", parts = { up = { framework = 0.07831, device = 0.1479, experts = 0.1786 },
    down = { framework = 0.02852, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1071, fused_rho = 0.1428, eager_rho = 0.1029,
    flash = 0.1165, comm_passes = 0.1273, fp8_gemm = 0.1112, host = 0.1496, host_rank = 0.1496, node_lat = 0.1496 } }
bands["nemo"] = { z = 1.670, constant = 0.267, rows = { sd = 0.04377, nodes = 0.000, span = 0.799 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1437, experts = 0.1897 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1958, fused_rho = 0.256, eager_rho = 0.1766,
    flash = 0.1573, comm_passes = 0.5656, fp8_gemm = 0.2804, host = 0.6001, host_rank = 0.6001, node_lat = 0.6001 } }
bands["nanotron"] = { z = 1.818, constant = 0.217, rows = { sd = 0.0359, nodes = 0.000, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.03504, device = 0.1545, experts = 0.1969 },
    down = { framework = 0.02343, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1222, fused_rho = 0.1097, eager_rho = 0.1733,
    flash = 0.1238, comm_passes = 0.1512, fp8_gemm = 0.07407, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.978, constant = 0.294, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "fms", parts = { up = { framework = 0.126, device = 0.1239, experts = 0.1492 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1106, fused_rho = 0.1081, eager_rho = 0.1686,
    flash = 0.09568, comm_passes = 0.1325, fp8_gemm = 0.06774, host = 0.1839, host_rank = 0.1839, node_lat = 0.1839 } }
bands["asynctp"] = { z = 1.881, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "asynctp", parts = { up = { framework = 0.09205, device = 0.1604, experts = 0.1721 },
    down = { framework = 0.03214, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["aws"] = { z = 1.722, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "aws", parts = { up = { framework = 0.1072, device = 0.1294, experts = 0.1613 },
    down = { framework = 0.03052, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["b200_llama70b"] = { z = 1.864, constant = 0.245, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "b200_llama70b", parts = { up = { framework = 0.09413, device = 0.09063, experts = 0.1682 },
    down = { framework = 0.03493, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["dgxc_fp8_llama"] = { z = 1.874, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.0926, device = 0.1417, experts = 0.1707 },
    down = { framework = 0.02675, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["kempner"] = { z = 2.042, constant = 0.236, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "kempner", parts = { up = { framework = 0.07486, device = 0.1528, experts = 0.1644 },
    down = { framework = 0.02683, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.890, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.09052, device = 0.1523, experts = 0.2129 },
    down = { framework = 0.02691, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.887, constant = 0.233, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.09129, device = 0.148, experts = 0.1936 },
    down = { framework = 0.02758, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["mlperf6_llama31_405b"] = { z = 1.903, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.08872, device = 0.1641, experts = 0.1741 },
    down = { framework = 0.02675, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["mlperf6_llama31_8b"] = { z = 1.888, constant = 0.260, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09066, device = 0.1549, experts = 0.1725 },
    down = { framework = 0.02688, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["nanogpt"] = { z = 1.699, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "nanogpt", parts = { up = { framework = 0.06231, device = 0.1592, experts = 0.1849 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["olmo"] = { z = 1.728, constant = 0.272, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "olmo", parts = { up = { framework = 0.1081, device = 0.1286, experts = 0.1607 },
    down = { framework = 0.02928, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["torchao"] = { z = 1.829, constant = 0.212, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "torchao", parts = { up = { framework = 0.08701, device = 0.1139, experts = 0.1725 },
    down = { framework = 0.0286, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
bands["xtuner"] = { z = 1.873, constant = 0.245, rows = { sd = 0.03949, nodes = 0.000, span = 0.799 },
  gone = "xtuner", parts = { up = { framework = 0.09258, device = 0.1417, experts = 0.003921 },
    down = { framework = 0.02835, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09341, fused_rho = 0.1127, eager_rho = 0.1073,
    flash = 0.1023, comm_passes = 0.1126, fp8_gemm = 0.05425, host = 0.1164, host_rank = 0.1164, node_lat = 0.1164 } }
sets["nanotron 3B"] = { -- cost 7.1 %
  train_gemm = 0.8825, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 4.722, flash = 0.3263,
  comm_passes = 3.854, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.309, constant = 0.159, rows = { sd = 0.04644, nodes = 0.143, span = 0.687 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1302, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08317, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.5 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.876, flash = 0.2879,
  comm_passes = 4.102, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.967, constant = 0.193, rows = { sd = 0.04607, nodes = 0.149, span = 0.635 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1547, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1445, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.1 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.695, flash = 0.2971,
  comm_passes = 3.854, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.355, constant = 0.098, rows = { sd = 0.03311, nodes = 0.302, span = 0.632 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1518, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1382, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.216, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02273, nodes = 0.003, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2068, fused_rho = 0.2068, eager_rho = 0.2458,
    flash = 0.2458, comm_passes = 0.1894, fp8_gemm = 0.2068, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.5 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.444, eager_rho = 2.69, flash = 0.2791,
  comm_passes = 3.976, fp8_gemm = 0.8526, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.222, constant = 0.381, rows = { sd = 0.0506, nodes = 0.000, span = 0.799 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1274, fused_rho = 0.1248, eager_rho = 0.1274,
    flash = 0.1715, comm_passes = 0.1715, fp8_gemm = 0.07435, host = 0.1809, host_rank = 0.1809, node_lat = 0.1809 } }

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
