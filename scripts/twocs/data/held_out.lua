-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The one thing to
-- know: "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it; the
-- plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ. No stack and
-- no set of published runs has a part in the band of its name.
local sets, bands = {}, {}

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
sets["mlperf"] = { -- cost 2.7 %
  train_gemm = 0.9105, torch_gemm = 1, fused_rho = 1.125, eager_rho = 2.449, flash = 0.3314,
  comm_passes = 4.541, fp8_gemm = 0.8526, host = 0.00542, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.16, eager_rho = 2.449, flash = 0.3212,
  comm_passes = 3.427, fp8_gemm = 0.8526, host = 0.004636, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.549, eager_rho = 3.976, flash = 0.3528,
  comm_passes = 3.884, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002146, node_lat = 4.463e-05 }
sets["fms"] = { -- cost 2.3 %
  train_gemm = 1, torch_gemm = 1.314, fused_rho = 0.9925, eager_rho = 2.449, flash = 0.4975,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["korthikanti"] = { z = 1.776, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "korthikanti", parts = { up = { framework = 0.1463, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["foundry"] = { z = 1.677, constant = 0.276, rows = { sd = 0.03061, nodes = 0.045, span = 0.800 },
  gone = "foundry", parts = { up = { framework = 0.1333, device = 0, experts = 0.2004 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1264, fused_rho = 0.07873, eager_rho = 0.1097,
    flash = 0.1271, comm_passes = 0.1604, fp8_gemm = 0.06308, host = 0.1177, host_rank = 0.1676, node_lat = 0.1676 } }
bands["internevo"] = { z = 1.536, constant = 0.259, rows = { sd = 0.03616, nodes = 0.039, span = 0.804 },
  gone = "internevo", parts = { up = { framework = 0.1155, device = 0, experts = 0.1965 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.2277, fused_rho = 0.2782, eager_rho = 0.5563,
    flash = 0.1234, comm_passes = 0.1837, fp8_gemm = 0.1649, host = 0.1177, host_rank = 0.6508, node_lat = 0.6508 } }
bands["dgxc"] = { z = 1.483, constant = 0.283, rows = { sd = 0.02867, nodes = 0.048, span = 0.798 },
  gone = "dgxc", parts = { up = { framework = 0.1393, device = 0, experts = 0.2061 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1065, fused_rho = 0.1047, eager_rho = 0.137,
    flash = 0.114, comm_passes = 0.2365, fp8_gemm = 0.07719, host = 0.1177, host_rank = 0.25, node_lat = 0.25 } }
bands["mlperf"] = { z = 1.616, constant = 0.284, rows = { sd = 0.03071, nodes = 0.045, span = 0.800 },
  gone = "mlperf", parts = { up = { framework = 0.1406, device = 0, experts = 0.2171 },
    down = { framework = 0, device = 0, experts = 0.05292 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1094, fused_rho = 0.08756, eager_rho = 0.1212,
    flash = 0.105, comm_passes = 0.1008, fp8_gemm = 0.09854, host = 0.06039, host_rank = 0.1279, node_lat = 0.1279 } }
bands["nemo"] = { z = 1.471, constant = 0.283, rows = { sd = 0.03464, nodes = 0.033, span = 0.807 },
  gone = "nemo", parts = { up = { framework = 0.1359, device = 0, experts = 0.1858 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1231, fused_rho = 0.2015, eager_rho = 0.1396,
    flash = 0.1025, comm_passes = 0.1618, fp8_gemm = 0.1388, host = 0.1989, host_rank = 0.2143, node_lat = 0.2143 } }
bands["nanotron"] = { z = 1.786, constant = 0.248, rows = { sd = 0.03084, nodes = 0.014, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.1227, device = 0, experts = 0.2011 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.1329, fused_rho = 0.155, eager_rho = 0.1759,
    flash = 0.1069, comm_passes = 0.1716, fp8_gemm = 0.08002, host = 0.1485, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.544, constant = 0.312, rows = { sd = 0.03096, nodes = 0.037, span = 0.804 },
  gone = "fms", parts = { up = { framework = 0.1553, device = 0, experts = 0.2072 },
    down = { framework = 0, device = 0.007709, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02145, torch_gemm = 0.1234, fused_rho = 0.152, eager_rho = 0.174,
    flash = 0.08099, comm_passes = 0.1529, fp8_gemm = 0.07477, host = 0.1177, host_rank = 0.1879, node_lat = 0.1879 } }
bands["asynctp"] = { z = 1.826, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "asynctp", parts = { up = { framework = 0.1381, device = 0, experts = 0.2054 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["aws"] = { z = 1.825, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "aws", parts = { up = { framework = 0.1445, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["b200_llama70b"] = { z = 1.744, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1399, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["dgxc_fp8_llama"] = { z = 1.744, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.139, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["kempner"] = { z = 1.744, constant = 0.276, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "kempner", parts = { up = { framework = 0.1371, device = 0, experts = 0.2017 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.749, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.1399, device = 0, experts = 0.2176 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.749, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1403, device = 0, experts = 0.2236 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_llama31_405b"] = { z = 1.826, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.139, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["mlperf6_llama31_8b"] = { z = 1.825, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.1397, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["nanogpt"] = { z = 1.744, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "nanogpt", parts = { up = { framework = 0.1344, device = 0, experts = 0.2054 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["olmo"] = { z = 1.825, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "olmo", parts = { up = { framework = 0.145, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["torchao"] = { z = 1.716, constant = 0.226, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "torchao", parts = { up = { framework = 0.1284, device = 0, experts = 0.2054 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["xtuner"] = { z = 1.749, constant = 0.276, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "xtuner", parts = { up = { framework = 0.1399, device = 0, experts = 0.2172 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["llm-foundry, H100"] = { z = 1.749, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "llm-foundry, H100", parts = { up = { framework = 0.139, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["NeMo, H100"] = { z = 1.694, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "NeMo, H100", parts = { up = { framework = 0.139, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["NeMo, Blackwell"] = { z = 1.826, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "NeMo, Blackwell", parts = { up = { framework = 0.139, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["NeMo, experts"] = { z = 1.888, constant = 0.258, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "NeMo, experts", parts = { up = { framework = 0.139, device = 0, experts = 0.1954 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["NeMo, experts, racks"] = { z = 1.772, constant = 0.276, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "NeMo, experts, racks", parts = { up = { framework = 0.139, device = 0, experts = 0.2037 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["NeMo, experts, nodes of 8"] = { z = 1.744, constant = 0.226, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "NeMo, experts, nodes of 8", parts = { up = { framework = 0.139, device = 0, experts = 0.1727 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["TorchTitan, A100"] = { z = 1.825, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "TorchTitan, A100", parts = { up = { framework = 0.1451, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["TorchTitan, Hopper"] = { z = 1.825, constant = 0.276, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "TorchTitan, Hopper", parts = { up = { framework = 0.1406, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["Megatron, 1,024 A100"] = { z = 1.825, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "Megatron, 1,024 A100", parts = { up = { framework = 0.1402, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["BLOOM, A100"] = { z = 1.744, constant = 0.256, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "BLOOM, A100", parts = { up = { framework = 0.09292, device = 0.08884, experts = 0.2019 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
bands["MLPerf, LoRA"] = { z = 1.744, constant = 0.280, rows = { sd = 0.03139, nodes = 0.037, span = 0.805 },
  gone = "MLPerf, LoRA", parts = { up = { framework = 0.139, device = 0, experts = 0.2055 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02033, torch_gemm = 0.09173, fused_rho = 0.08294, eager_rho = 0.119,
    flash = 0.09153, comm_passes = 0.106, fp8_gemm = 0.05131, host = 0.1177, host_rank = 0.1279, node_lat = 0.1279 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8825, torch_gemm = 1.264, fused_rho = 1.549, eager_rho = 4.167, flash = 0.3726,
  comm_passes = 3.536, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.272, constant = 0.152, rows = { sd = 0.04113, nodes = 0.179, span = 0.736 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4886, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1502, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.8 %
  train_gemm = 0.9105, torch_gemm = 1.225, fused_rho = 1.549, eager_rho = 4.039, flash = 0.3611,
  comm_passes = 3.764, fp8_gemm = 0.866, host = 0.00438, host_rank = 0.002152, node_lat = 4.51e-05 }
bands["nanotron 8B"] = { z = 2.155, constant = 0.191, rows = { sd = 0.03805, nodes = 0.197, span = 0.765 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4873, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1418, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.3 %
  train_gemm = 0.8825, torch_gemm = 1.264, fused_rho = 1.549, eager_rho = 3.914, flash = 0.3611,
  comm_passes = 3.536, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 3.188, constant = 0.087, rows = { sd = 0.0228, nodes = 0.432, span = 0.675 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.4886, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1504, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 0.8292, eager_rho = 4.871, flash = 0.3419,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, rows = { sd = 0.02466, nodes = 0.011, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2506, fused_rho = 0.2506, eager_rho = 0.2497,
    flash = 0.1983, comm_passes = 0.3584, fp8_gemm = 0.2506, host = 0.8823, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.235, fused_rho = 1.09, eager_rho = 2.213, flash = 0.3263,
  comm_passes = 3.62, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.002096, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.307, constant = 0.307, rows = { sd = 0.03535, nodes = 0.050, span = 0.797 },
  sd = { net_speed = 0.3573, train_gemm = 0.03392, torch_gemm = 0.1023, fused_rho = 0.07541, eager_rho = 0.1023,
    flash = 0.0682, comm_passes = 0.1926, fp8_gemm = 0.06007, host = 0.1177, host_rank = 0.2092, node_lat = 0.2092 } }

return { sets = sets, bands = bands }
