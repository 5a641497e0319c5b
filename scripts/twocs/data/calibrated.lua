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
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.502, eager_rho = 4.948, flash = 0.3065,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.004332, host_rank = 0.002129, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.422, eager_rho = 4.833, flash = 0.2747,
  comm_passes = 3.794, fp8_gemm = 0.8526, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.225, fused_rho = 1.84, eager_rho = 3.348, flash = 0.3065,
  comm_passes = 3.854, fp8_gemm = 0.8394, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.525, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 3.454, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.5 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.537, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, torch_gemm = 1.116, fused_rho = 1.188, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 7.486, fp8_gemm = 0.7885, host = 0.004332, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.367, eager_rho = 5.226, flash = 0.3065,
  comm_passes = 3.914, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.5 %
  train_gemm = 1, torch_gemm = 1.064, fused_rho = 1.422, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.976, fp8_gemm = 0.8593, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.367, eager_rho = 4.796, flash = 0.3065,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.648, flash = 0.2314,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 2.449, flash = 0.2971,
  comm_passes = 4.47, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 2.449, flash = 0.3162,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.598, eager_rho = 2.449, flash = 0.2879,
  comm_passes = 3.374, fp8_gemm = 0.8526, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 4.505, flash = 0.3263,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.325, eager_rho = 2.449, flash = 0.4189,
  comm_passes = 4.333, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.864, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "none", parts = { up = { framework = 0.1033, device = 0.1194, experts = 0.09652 },
    down = { framework = 0.01652, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["korthikanti"] = { z = 1.705, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "korthikanti", parts = { up = { framework = 0.1331, device = 0.07757, experts = 0.03909 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["foundry"] = { z = 1.771, constant = 0.244, rows = { sd = 0.03638, nodes = 0.048, span = 0.819 },
  gone = "foundry", parts = { up = { framework = 0.09647, device = 0.113, experts = 0.08904 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1288, fused_rho = 0.09141, eager_rho = 0.1036,
    flash = 0.1869, comm_passes = 0.1365, fp8_gemm = 0.0677, host = 0.1981, host_rank = 0.1981, node_lat = 0.1981 } }
bands["internevo"] = { z = 1.649, constant = 0.213, rows = { sd = 0.03788, nodes = 0.052, span = 0.817 },
  gone = "internevo", parts = { up = { framework = 0.04066, device = 0.1266, experts = 0.1175 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2216, fused_rho = 0.3245, eager_rho = 0.4998,
    flash = 0.1339, comm_passes = 0.1551, fp8_gemm = 0.1576, host = 0.5816, host_rank = 0.5816, node_lat = 0.5816 } }
bands["dgxc"] = { z = 1.866, constant = 0.231, rows = { sd = 0.03247, nodes = 0.052, span = 0.817 },
  gone = "dgxc", parts = { up = { framework = 0.09603, device = 0.1296, experts = 0.1079 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1053, fused_rho = 0.1144, eager_rho = 0.1212,
    flash = 0.1679, comm_passes = 0.1951, fp8_gemm = 0.07555, host = 0.2045, host_rank = 0.2045, node_lat = 0.2045 } }
bands["mlperf"] = { z = 1.921, constant = 0.226, rows = { sd = 0.03018, nodes = 0.046, span = 0.821 },
  gone = "mlperf", parts = { up = { framework = 0.09772, device = 0.1242, experts = 0.1046 },
    down = { framework = 0.02205, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09708, fused_rho = 0.1137, eager_rho = 0.09771,
    flash = 0.1398, comm_passes = 0.1033, fp8_gemm = 0.1028, host = 0.145, host_rank = 0.145, node_lat = 0.145 } }
bands["nemo"] = { z = 1.339, constant = 0.279, rows = { sd = 0.03882, nodes = 0.042, span = 0.823 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1377, experts = 0.1345 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.245, fused_rho = 0.2864, eager_rho = 0.2092,
    flash = 0.2112, comm_passes = 0.7625, fp8_gemm = 0.3633, host = 0.8102, host_rank = 0.8102, node_lat = 0.8102 } }
bands["nanotron"] = { z = 1.726, constant = 0.204, rows = { sd = 0.03544, nodes = 0.022, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.03648, device = 0.1377, experts = 0.1464 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1181, fused_rho = 0.1006, eager_rho = 0.162,
    flash = 0.1503, comm_passes = 0.1275, fp8_gemm = 0.07183, host = 0.7931, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.733, constant = 0.307, rows = { sd = 0.03587, nodes = 0.043, span = 0.822 },
  gone = "fms", parts = { up = { framework = 0.1569, device = 0.05099, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09858, fused_rho = 0.07915, eager_rho = 0.1535,
    flash = 0.1189, comm_passes = 0.09683, fp8_gemm = 0.05803, host = 0.1679, host_rank = 0.1679, node_lat = 0.1679 } }
bands["asynctp"] = { z = 1.888, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "asynctp", parts = { up = { framework = 0.1039, device = 0.1266, experts = 0.09682 },
    down = { framework = 0.02092, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["aws"] = { z = 1.878, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "aws", parts = { up = { framework = 0.1216, device = 0.09732, experts = 0.06893 },
    down = { framework = 0.01903, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["b200_llama70b"] = { z = 1.876, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1063, device = 0.08001, experts = 0.08932 },
    down = { framework = 0.02778, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["dgxc_fp8_llama"] = { z = 1.885, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1043, device = 0.1184, experts = 0.0953 },
    down = { framework = 0.01403, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["kempner"] = { z = 1.882, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "kempner", parts = { up = { framework = 0.09153, device = 0.1296, experts = 0.09133 },
    down = { framework = 0.01418, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.908, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.1007, device = 0.133, experts = 0.1332 },
    down = { framework = 0.01447, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.910, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1005, device = 0.1339, experts = 0.136 },
    down = { framework = 0.01992, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["mlperf6_llama31_405b"] = { z = 1.921, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.09863, device = 0.1434, experts = 0.1045 },
    down = { framework = 0.01403, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["mlperf6_llama31_8b"] = { z = 1.903, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.1014, device = 0.1326, experts = 0.1002 },
    down = { framework = 0.0142, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["nanogpt"] = { z = 1.652, constant = 0.215, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "nanogpt", parts = { up = { framework = 0.06516, device = 0.1473, experts = 0.1285 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["olmo"] = { z = 1.874, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "olmo", parts = { up = { framework = 0.1222, device = 0.09641, experts = 0.06772 },
    down = { framework = 0.01819, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["torchao"] = { z = 1.755, constant = 0.204, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "torchao", parts = { up = { framework = 0.097, device = 0.09113, experts = 0.1001 },
    down = { framework = 0.01648, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
bands["xtuner"] = { z = 1.895, constant = 0.230, rows = { sd = 0.03609, nodes = 0.044, span = 0.822 },
  gone = "xtuner", parts = { up = { framework = 0.1013, device = 0.1198, experts = 0 },
    down = { framework = 0.01667, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09163, fused_rho = 0.08547, eager_rho = 0.09367,
    flash = 0.1332, comm_passes = 0.08554, fp8_gemm = 0.05113, host = 0.1395, host_rank = 0.1395, node_lat = 0.1395 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8035, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.226, flash = 0.2971,
  comm_passes = 3.794, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.262, constant = 0.164, rows = { sd = 0.03922, nodes = 0.201, span = 0.708 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1223, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1029, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.9 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.563, flash = 0.2879,
  comm_passes = 4.039, fp8_gemm = 0.866, host = 0.004199, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.954, constant = 0.187, rows = { sd = 0.0386, nodes = 0.213, span = 0.655 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1298, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1197, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.3 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.226, flash = 0.2705,
  comm_passes = 3.677, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.800, constant = 0.084, rows = { sd = 0.02542, nodes = 0.394, span = 0.656 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1283, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1166, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.226, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02261, nodes = 0.008, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1865, fused_rho = 0.1865, eager_rho = 0.2203,
    flash = 0.2505, comm_passes = 0.1273, fp8_gemm = 0.1865, host = 0.7931, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.274, fused_rho = 1.188, eager_rho = 2.196, flash = 0.2642,
  comm_passes = 3.62, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002146, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.046, constant = 0.309, rows = { sd = 0.04163, nodes = 0.060, span = 0.813 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.203, fused_rho = 0.3277, eager_rho = 0.203,
    flash = 0.2097, comm_passes = 0.1811, fp8_gemm = 0.1193, host = 0.3598, host_rank = 0.3598, node_lat = 0.3598 } }

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
