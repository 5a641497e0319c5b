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
bands["none"] = { z = 1.657, constant = 0.304, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "none", parts = { up = { framework = 0.09274, device = 0.1695, experts = 0.17 },
    down = { framework = 0.04577, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["korthikanti"] = { z = 1.734, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "korthikanti", parts = { up = { framework = 0.1141, device = 0.1536, experts = 0.1557 },
    down = { framework = 0.04588, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["foundry"] = { z = 1.764, constant = 0.300, rows = { sd = 0.03914, nodes = 0.036, span = 0.778 },
  gone = "foundry", parts = { up = { framework = 0.084, device = 0.163, experts = 0.1596 },
    down = { framework = 0.03259, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.116, fused_rho = 0.1766, eager_rho = 0.1523,
    flash = 0.111, comm_passes = 0.1672, fp8_gemm = 0.02769, host = 0.1766, host_rank = 0.1766, node_lat = 0.1766 } }
bands["internevo"] = { z = 1.829, constant = 0.290, rows = { sd = 0.04071, nodes = 0.043, span = 0.774 },
  gone = "internevo", parts = { up = { framework = 0.03779, device = 0.1583, experts = 0.1747 },
    down = { framework = 0.01776, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.174, fused_rho = 0.2337, eager_rho = 0.4846,
    flash = 0.01969, comm_passes = 0.1918, fp8_gemm = 0.02769, host = 0.4846, host_rank = 0.4846, node_lat = 0.4846 } }
bands["dgxc"] = { z = 1.639, constant = 0.336, rows = { sd = 0.03613, nodes = 0.032, span = 0.780 },
  gone = "dgxc", parts = { up = { framework = 0.09585, device = 0.1761, experts = 0.1736 },
    down = { framework = 0.03245, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.08623, fused_rho = 0.1322, eager_rho = 0.1639,
    flash = 0.08676, comm_passes = 0.4125, fp8_gemm = 0.08308, host = 0.4125, host_rank = 0.4125, node_lat = 0.4125 } }
bands["mlperf"] = { z = 1.636, constant = 0.317, rows = { sd = 0.03342, nodes = 0.036, span = 0.778 },
  gone = "mlperf", parts = { up = { framework = 0.09256, device = 0.1698, experts = 0.1719 },
    down = { framework = 0.0482, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1311, eager_rho = 0.1399,
    flash = 0.08676, comm_passes = 0.1555, fp8_gemm = 0.1113, host = 0.1555, host_rank = 0.1555, node_lat = 0.1555 } }
bands["nemo"] = { z = 1.611, constant = 0.288, rows = { sd = 0.0407, nodes = 0.039, span = 0.777 },
  gone = "nemo", parts = { up = { framework = 0.02144, device = 0.1668, experts = 0.1918 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1364, fused_rho = 0.4698, eager_rho = 0.1519,
    flash = 0.07712, comm_passes = 0.9293, fp8_gemm = 0.4344, host = 0.9293, host_rank = 0.9293, node_lat = 0.9293 } }
bands["nanotron"] = { z = 1.895, constant = 0.234, rows = { sd = 0.03746, nodes = 0.018, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.03975, device = 0.1673, experts = 0.1943 },
    down = { framework = 0.03494, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1238, fused_rho = 0.1307, eager_rho = 0.1939,
    flash = 0.07712, comm_passes = 0.1743, fp8_gemm = 0.02769, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.740, constant = 0.332, rows = { sd = 0.03931, nodes = 0.034, span = 0.779 },
  gone = "fms", parts = { up = { framework = 0.1212, device = 0.1586, experts = 0.1508 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1143, fused_rho = 0.1187, eager_rho = 0.1999,
    flash = 0.05005, comm_passes = 0.1466, fp8_gemm = 0.01385, host = 0.1999, host_rank = 0.1999, node_lat = 0.1999 } }
bands["asynctp"] = { z = 1.765, constant = 0.304, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "asynctp", parts = { up = { framework = 0.0956, device = 0.1619, experts = 0.168 },
    down = { framework = 0.0511, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["aws"] = { z = 1.734, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "aws", parts = { up = { framework = 0.1084, device = 0.1583, experts = 0.1599 },
    down = { framework = 0.05096, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["b200_llama70b"] = { z = 1.752, constant = 0.295, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "b200_llama70b", parts = { up = { framework = 0.09587, device = 0.1509, experts = 0.1675 },
    down = { framework = 0.05232, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["dgxc_fp8_llama"] = { z = 1.601, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.09546, device = 0.1677, experts = 0.1684 },
    down = { framework = 0.04656, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["kempner"] = { z = 1.817, constant = 0.277, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "kempner", parts = { up = { framework = 0.08055, device = 0.1763, experts = 0.1607 },
    down = { framework = 0.04492, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.696, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.0938, device = 0.1795, experts = 0.2104 },
    down = { framework = 0.04697, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.743, constant = 0.277, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.09453, device = 0.1739, experts = 0.1883 },
    down = { framework = 0.04748, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_llama31_405b"] = { z = 1.676, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.0925, device = 0.1916, experts = 0.1714 },
    down = { framework = 0.04656, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["mlperf6_llama31_8b"] = { z = 1.679, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09391, device = 0.1826, experts = 0.1701 },
    down = { framework = 0.04667, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["nanogpt"] = { z = 1.804, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "nanogpt", parts = { up = { framework = 0.07703, device = 0.1783, experts = 0.1781 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["olmo"] = { z = 1.734, constant = 0.318, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "olmo", parts = { up = { framework = 0.1064, device = 0.1599, experts = 0.1614 },
    down = { framework = 0.04968, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["torchao"] = { z = 1.788, constant = 0.233, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "torchao", parts = { up = { framework = 0.08601, device = 0.1421, experts = 0.1725 },
    down = { framework = 0.04855, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
bands["xtuner"] = { z = 1.614, constant = 0.277, rows = { sd = 0.03915, nodes = 0.034, span = 0.779 },
  gone = "xtuner", parts = { up = { framework = 0.09546, device = 0.1677, experts = 0.01676 },
    down = { framework = 0.04783, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.07526, fused_rho = 0.1029, eager_rho = 0.1279,
    flash = 0.06371, comm_passes = 0.1396, fp8_gemm = 0.01329, host = 0.1396, host_rank = 0.1396, node_lat = 0.1396 } }
sets["nanotron 3B"] = { -- cost 7.1 %
  train_gemm = 0.8825, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 4.685, flash = 0.3288,
  comm_passes = 3.17, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.394e-05 }
bands["nanotron 3B"] = { z = 2.307, constant = 0.163, rows = { sd = 0.04584, nodes = 0.150, span = 0.702 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1575, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08308, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.6 %
  train_gemm = 0.7788, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 5.83, flash = 0.2902,
  comm_passes = 3.374, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.938, constant = 0.187, rows = { sd = 0.04544, nodes = 0.157, span = 0.636 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1575, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08308, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.1 %
  train_gemm = 0.7788, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 5.651, flash = 0.2994,
  comm_passes = 3.17, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.189, constant = 0.093, rows = { sd = 0.03333, nodes = 0.287, span = 0.630 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1575, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08308, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.216, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02342, nodes = 0.003, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1985, fused_rho = 0.1985, eager_rho = 0.2769,
    flash = 0.2077, comm_passes = 0.1939, fp8_gemm = 0.1985, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.7 %
  train_gemm = 1, torch_gemm = 1.274, fused_rho = 1.811, eager_rho = 2.776, flash = 0.2925,
  comm_passes = 3.048, fp8_gemm = 0.8264, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.307, constant = 0.389, rows = { sd = 0.04352, nodes = 0.048, span = 0.772 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1138, fused_rho = 0.1199, eager_rho = 0.1138,
    flash = 0.07914, comm_passes = 0.2092, fp8_gemm = 0.01329, host = 0.2092, host_rank = 0.2092, node_lat = 0.2092 } }

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
