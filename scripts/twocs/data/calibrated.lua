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

sets["pooled"] = { -- cost 3.7 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.09, eager_rho = 4.505, flash = 0.3419,
  comm_passes = 4.007, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without foundry"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.107, fused_rho = 1.09, eager_rho = 4.435, flash = 0.3162,
  comm_passes = 3.735, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.206, fused_rho = 1.305, eager_rho = 2.797, flash = 0.3393,
  comm_passes = 3.764, fp8_gemm = 0.846, host = 0.00461, host_rank = 0.00208, node_lat = 4.498e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.09, eager_rho = 4.541, flash = 0.3419,
  comm_passes = 3.348, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.5 %
  train_gemm = 1, torch_gemm = 1.116, fused_rho = 1.04, eager_rho = 4.505, flash = 0.3393,
  comm_passes = 3.976, fp8_gemm = 0.8593, host = 0.00461, host_rank = 0.00208, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.116, fused_rho = 0.9107, eager_rho = 4.541, flash = 0.3419,
  comm_passes = 4.759, fp8_gemm = 0.8394, host = 0.00461, host_rank = 0.002064, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 0.9619, eager_rho = 4.722, flash = 0.3393,
  comm_passes = 3.764, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.6 %
  train_gemm = 1, torch_gemm = 1.048, fused_rho = 0.9695, eager_rho = 4.685, flash = 0.3366,
  comm_passes = 3.764, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.00208, node_lat = 4.498e-05 }
sets["foundry"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 0.9925, eager_rho = 4.102, flash = 0.3419,
  comm_passes = 4.134, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 0.8 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.367, flash = 0.2835,
  comm_passes = 4.134, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.056, eager_rho = 2.449, flash = 0.3419,
  comm_passes = 4.541, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.09, eager_rho = 2.449, flash = 0.3528,
  comm_passes = 4.007, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.056, eager_rho = 2.449, flash = 0.3017,
  comm_passes = 3.322, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.549, eager_rho = 3.976, flash = 0.3528,
  comm_passes = 3.884, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["fms"] = { -- cost 2.3 %
  train_gemm = 1, torch_gemm = 1.314, fused_rho = 0.9925, eager_rho = 2.449, flash = 0.4975,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.927, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "none", parts = { up = { framework = 0.09152, device = 0.1087, experts = 0.09806 },
    down = { framework = 0.0274, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["korthikanti"] = { z = 1.794, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "korthikanti", parts = { up = { framework = 0.121, device = 0.06808, experts = 0.06193 },
    down = { framework = 0.03328, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["foundry"] = { z = 1.669, constant = 0.229, rows = { sd = 0.03517, nodes = 0.057, span = 0.794 },
  gone = "foundry", parts = { up = { framework = 0.09182, device = 0.08178, experts = 0.07949 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1256, fused_rho = 0.05963, eager_rho = 0.1088,
    flash = 0.1486, comm_passes = 0.1382, fp8_gemm = 0.06146, host = 0.1546, host_rank = 0.1546, node_lat = 0.1546 } }
bands["internevo"] = { z = 1.276, constant = 0.228, rows = { sd = 0.03856, nodes = 0.051, span = 0.797 },
  gone = "internevo", parts = { up = { framework = 0.0374, device = 0.03514, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2298, fused_rho = 0.3138, eager_rho = 0.5571,
    flash = 0.1352, comm_passes = 0.167, fp8_gemm = 0.1678, host = 0.6508, host_rank = 0.6508, node_lat = 0.6508 } }
bands["dgxc"] = { z = 1.823, constant = 0.229, rows = { sd = 0.034, nodes = 0.061, span = 0.791 },
  gone = "dgxc", parts = { up = { framework = 0.08895, device = 0.108, experts = 0.08194 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1023, fused_rho = 0.0814, eager_rho = 0.1346,
    flash = 0.1265, comm_passes = 0.2022, fp8_gemm = 0.0713, host = 0.2131, host_rank = 0.2131, node_lat = 0.2131 } }
bands["mlperf"] = { z = 1.947, constant = 0.240, rows = { sd = 0.02996, nodes = 0.049, span = 0.798 },
  gone = "mlperf", parts = { up = { framework = 0.08652, device = 0.1065, experts = 0.1041 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1094, fused_rho = 0.05789, eager_rho = 0.1213,
    flash = 0.1193, comm_passes = 0.1079, fp8_gemm = 0.09861, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["nemo"] = { z = 1.725, constant = 0.258, rows = { sd = 0.0392, nodes = 0.040, span = 0.803 },
  gone = "nemo", parts = { up = { framework = 0.0633, device = 0.1062, experts = 0.1065 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1244, fused_rho = 0.1899, eager_rho = 0.1405,
    flash = 0.1032, comm_passes = 0.1911, fp8_gemm = 0.1421, host = 0.2001, host_rank = 0.2001, node_lat = 0.2001 } }
bands["nanotron"] = { z = 1.515, constant = 0.197, rows = { sd = 0.03554, nodes = 0.025, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.03819, device = 0.06264, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1229, fused_rho = 0.1184, eager_rho = 0.1735,
    flash = 0.1225, comm_passes = 0.1487, fp8_gemm = 0.07447, host = 0.8823, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.763, constant = 0.291, rows = { sd = 0.03607, nodes = 0.047, span = 0.799 },
  gone = "fms", parts = { up = { framework = 0.1306, device = 0.07663, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1126, fused_rho = 0.113, eager_rho = 0.1722,
    flash = 0.09602, comm_passes = 0.1328, fp8_gemm = 0.06885, host = 0.1879, host_rank = 0.1879, node_lat = 0.1879 } }
bands["asynctp"] = { z = 1.955, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "asynctp", parts = { up = { framework = 0.09427, device = 0.1021, experts = 0.09567 },
    down = { framework = 0.03066, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["aws"] = { z = 1.888, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "aws", parts = { up = { framework = 0.1109, device = 0.08553, experts = 0.07686 },
    down = { framework = 0.02885, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["b200_llama70b"] = { z = 1.958, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "b200_llama70b", parts = { up = { framework = 0.09374, device = 0.1155, experts = 0.09577 },
    down = { framework = 0.02163, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["dgxc_fp8_llama"] = { z = 1.956, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.09411, device = 0.1062, experts = 0.09567 },
    down = { framework = 0.02402, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["kempner"] = { z = 1.875, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "kempner", parts = { up = { framework = 0.07921, device = 0.1194, experts = 0.08664 },
    down = { framework = 0.02372, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.966, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.09258, device = 0.1127, experts = 0.1132 },
    down = { framework = 0.02575, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.973, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.09107, device = 0.12, experts = 0.136 },
    down = { framework = 0.02643, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_llama31_405b"] = { z = 1.985, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.08867, device = 0.1339, experts = 0.1005 },
    down = { framework = 0.02402, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_llama31_8b"] = { z = 1.973, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09087, device = 0.1253, experts = 0.09841 },
    down = { framework = 0.02411, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["nanogpt"] = { z = 1.541, constant = 0.210, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "nanogpt", parts = { up = { framework = 0.05402, device = 0.1343, experts = 0.1226 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["olmo"] = { z = 1.888, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "olmo", parts = { up = { framework = 0.1134, device = 0.08171, experts = 0.07351 },
    down = { framework = 0.02712, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["torchao"] = { z = 1.708, constant = 0.206, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "torchao", parts = { up = { framework = 0.08838, device = 0.05133, experts = 0.1045 },
    down = { framework = 0.0265, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
bands["xtuner"] = { z = 1.957, constant = 0.226, rows = { sd = 0.03611, nodes = 0.047, span = 0.799 },
  gone = "xtuner", parts = { up = { framework = 0.09317, device = 0.1086, experts = 0 },
    down = { framework = 0.02601, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09055, fused_rho = 0.06546, eager_rho = 0.1183,
    flash = 0.1032, comm_passes = 0.0875, fp8_gemm = 0.04916, host = 0.1279, host_rank = 0.1279, node_lat = 0.1279 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8825, torch_gemm = 1.264, fused_rho = 1.549, eager_rho = 4.167, flash = 0.3726,
  comm_passes = 3.536, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.272, constant = 0.152, rows = { sd = 0.04113, nodes = 0.179, span = 0.736 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.5268, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1578, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.8 %
  train_gemm = 0.9105, torch_gemm = 1.225, fused_rho = 1.549, eager_rho = 4.039, flash = 0.3611,
  comm_passes = 3.764, fp8_gemm = 0.866, host = 0.00438, host_rank = 0.002152, node_lat = 4.51e-05 }
bands["nanotron 8B"] = { z = 2.155, constant = 0.191, rows = { sd = 0.03805, nodes = 0.197, span = 0.765 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.5257, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.15, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.3 %
  train_gemm = 0.8825, torch_gemm = 1.264, fused_rho = 1.549, eager_rho = 3.914, flash = 0.3611,
  comm_passes = 3.536, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 3.188, constant = 0.087, rows = { sd = 0.0228, nodes = 0.432, span = 0.675 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.5269, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1581, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 0.8292, eager_rho = 4.871, flash = 0.3419,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, rows = { sd = 0.02466, nodes = 0.011, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2506, fused_rho = 0.2506, eager_rho = 0.2497,
    flash = 0.1983, comm_passes = 0.3584, fp8_gemm = 0.2506, host = 0.8823, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.235, fused_rho = 1.09, eager_rho = 2.213, flash = 0.3263,
  comm_passes = 3.62, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.002096, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.164, constant = 0.307, rows = { sd = 0.04058, nodes = 0.064, span = 0.789 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09213, fused_rho = 0.05375, eager_rho = 0.09213,
    flash = 0.0999, comm_passes = 0.1621, fp8_gemm = 0.05429, host = 0.1752, host_rank = 0.1752, node_lat = 0.1752 } }

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
