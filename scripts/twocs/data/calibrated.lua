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
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.502, eager_rho = 4.91, flash = 0.3065,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.428e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.422, eager_rho = 4.833, flash = 0.2747,
  comm_passes = 3.794, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.225, fused_rho = 1.854, eager_rho = 3.374, flash = 0.3089,
  comm_passes = 3.854, fp8_gemm = 0.8394, host = 0.004258, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.525, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 3.454, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.537, eager_rho = 4.948, flash = 0.3089,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.116, fused_rho = 1.188, eager_rho = 5.026, flash = 0.3113,
  comm_passes = 7.486, fp8_gemm = 0.7885, host = 0.004258, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.294, fused_rho = 1.367, eager_rho = 5.226, flash = 0.3065,
  comm_passes = 3.914, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.064, fused_rho = 1.422, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.976, fp8_gemm = 0.8593, host = 0.004225, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.367, eager_rho = 4.759, flash = 0.3065,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.91, flash = 0.2541,
  comm_passes = 4.199, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 2.449, flash = 0.2971,
  comm_passes = 4.47, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 2.449, flash = 0.3162,
  comm_passes = 4.07, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.598, eager_rho = 2.449, flash = 0.2879,
  comm_passes = 3.374, fp8_gemm = 0.8526, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.0 %
  train_gemm = 0.8825, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 5.563, flash = 0.2879,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.325, eager_rho = 2.449, flash = 0.4189,
  comm_passes = 4.333, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.746, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "none", parts = { up = { framework = 0.1127, device = 0.1091, experts = 0.08364 },
    down = { framework = 0.01934, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["korthikanti"] = { z = 1.641, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "korthikanti", parts = { up = { framework = 0.1423, device = 0.0551, experts = 0 },
    down = { framework = 0.0133, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["foundry"] = { z = 1.751, constant = 0.244, rows = { sd = 0.03647, nodes = 0.048, span = 0.812 },
  gone = "foundry", parts = { up = { framework = 0.1077, device = 0.1002, experts = 0.07384 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.1268, fused_rho = 0.08975, eager_rho = 0.1294,
    flash = 0.1227, comm_passes = 0.143, fp8_gemm = 0.0639, host = 0.1479, host_rank = 0.1479, node_lat = 0.1479 } }
bands["internevo"] = { z = 1.489, constant = 0.226, rows = { sd = 0.03847, nodes = 0.055, span = 0.808 },
  gone = "internevo", parts = { up = { framework = 0.05379, device = 0.1267, experts = 0.1037 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.2454, fused_rho = 0.3423, eager_rho = 0.6389,
    flash = 0.1578, comm_passes = 0.1751, fp8_gemm = 0.1896, host = 0.7477, host_rank = 0.7477, node_lat = 0.7477 } }
bands["dgxc"] = { z = 1.749, constant = 0.231, rows = { sd = 0.03307, nodes = 0.052, span = 0.809 },
  gone = "dgxc", parts = { up = { framework = 0.1036, device = 0.1221, experts = 0.09916 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.1034, fused_rho = 0.1133, eager_rho = 0.09968,
    flash = 0.1492, comm_passes = 0.2021, fp8_gemm = 0.07284, host = 0.2127, host_rank = 0.2127, node_lat = 0.2127 } }
bands["mlperf"] = { z = 1.781, constant = 0.226, rows = { sd = 0.03064, nodes = 0.046, span = 0.813 },
  gone = "mlperf", parts = { up = { framework = 0.1056, device = 0.1161, experts = 0.09486 },
    down = { framework = 0.02123, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.09464, fused_rho = 0.1124, eager_rho = 0.08705,
    flash = 0.1208, comm_passes = 0.09525, fp8_gemm = 0.09577, host = 0.1245, host_rank = 0.1245, node_lat = 0.1245 } }
bands["nemo"] = { z = 1.346, constant = 0.279, rows = { sd = 0.03886, nodes = 0.042, span = 0.815 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.1352, experts = 0.128 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03282, torch_gemm = 0.2422, fused_rho = 0.285, eager_rho = 0.1957,
    flash = 0.1964, comm_passes = 0.7547, fp8_gemm = 0.3575, host = 0.802, host_rank = 0.802, node_lat = 0.802 } }
bands["nanotron"] = { z = 1.682, constant = 0.204, rows = { sd = 0.0356, nodes = 0.021, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.04545, device = 0.1367, experts = 0.1449 },
    down = { framework = 0.01906, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1014, fused_rho = 0.09749, eager_rho = 0.1273,
    flash = 0.1212, comm_passes = 0.1254, fp8_gemm = 0.06275, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.716, constant = 0.307, rows = { sd = 0.03629, nodes = 0.043, span = 0.814 },
  gone = "fms", parts = { up = { framework = 0.1677, device = 0, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.0286, torch_gemm = 0.07891, fused_rho = 0.07461, eager_rho = 0.1015,
    flash = 0.09366, comm_passes = 0.09736, fp8_gemm = 0.04694, host = 0.1079, host_rank = 0.1079, node_lat = 0.1079 } }
bands["asynctp"] = { z = 1.858, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "asynctp", parts = { up = { framework = 0.1124, device = 0.1171, experts = 0.08507 },
    down = { framework = 0.02595, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["aws"] = { z = 1.708, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "aws", parts = { up = { framework = 0.1334, device = 0.0769, experts = 0.03719 },
    down = { framework = 0.02407, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["b200_llama70b"] = { z = 1.724, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1154, device = 0.06439, experts = 0.07573 },
    down = { framework = 0.03118, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["dgxc_fp8_llama"] = { z = 1.750, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1129, device = 0.1088, experts = 0.0833 },
    down = { framework = 0.01882, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["kempner"] = { z = 1.837, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "kempner", parts = { up = { framework = 0.1017, device = 0.1204, experts = 0.07846 },
    down = { framework = 0.01904, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.870, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.1085, device = 0.1255, experts = 0.1258 },
    down = { framework = 0.01927, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.862, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1083, device = 0.1266, experts = 0.129 },
    down = { framework = 0.02442, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["mlperf6_llama31_405b"] = { z = 1.839, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.106, device = 0.1374, experts = 0.09567 },
    down = { framework = 0.01882, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["mlperf6_llama31_8b"] = { z = 1.870, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.1094, device = 0.1251, experts = 0.09004 },
    down = { framework = 0.01899, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["nanogpt"] = { z = 1.660, constant = 0.215, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "nanogpt", parts = { up = { framework = 0.07863, device = 0.1395, experts = 0.1195 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["olmo"] = { z = 1.705, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "olmo", parts = { up = { framework = 0.1339, device = 0.07569, experts = 0.03484 },
    down = { framework = 0.02309, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["torchao"] = { z = 1.756, constant = 0.207, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "torchao", parts = { up = { framework = 0.1062, device = 0.0784, experts = 0.08887 },
    down = { framework = 0.02134, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
bands["xtuner"] = { z = 1.763, constant = 0.230, rows = { sd = 0.03645, nodes = 0.044, span = 0.814 },
  gone = "xtuner", parts = { up = { framework = 0.109, device = 0.1121, experts = 0 },
    down = { framework = 0.02147, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02711, torch_gemm = 0.08909, fused_rho = 0.08412, eager_rho = 0.07951,
    flash = 0.1104, comm_passes = 0.07857, fp8_gemm = 0.04643, host = 0.1149, host_rank = 0.1149, node_lat = 0.1149 } }
sets["nanotron 3B"] = { -- cost 7.0 %
  train_gemm = 0.8035, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.226, flash = 0.2971,
  comm_passes = 3.794, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.297, constant = 0.164, rows = { sd = 0.03861, nodes = 0.203, span = 0.707 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1199, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.09705, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.4 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.563, flash = 0.2879,
  comm_passes = 4.039, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.957, constant = 0.187, rows = { sd = 0.03854, nodes = 0.213, span = 0.655 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1265, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1124, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.9 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.226, flash = 0.2705,
  comm_passes = 3.677, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.792, constant = 0.084, rows = { sd = 0.02533, nodes = 0.397, span = 0.656 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1257, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1107, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.226, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02359, nodes = 0.004, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1434, fused_rho = 0.1434, eager_rho = 0.1786,
    flash = 0.1786, comm_passes = 0.107, fp8_gemm = 0.1434, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.6 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.335, eager_rho = 2.393, flash = 0.2726,
  comm_passes = 3.677, fp8_gemm = 0.8593, host = 0.004258, host_rank = 0.002163, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.250, constant = 0.365, rows = { sd = 0.04181, nodes = 0.062, span = 0.804 },
  sd = { net_speed = 0.3573, train_gemm = 0.04522, torch_gemm = 0.1227, fused_rho = 0.1674, eager_rho = 0.1227,
    flash = 0.1061, comm_passes = 0.1661, fp8_gemm = 0.07174, host = 0.1799, host_rank = 0.1799, node_lat = 0.1799 } }

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
