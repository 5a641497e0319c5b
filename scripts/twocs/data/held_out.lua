-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The set "without
-- x" was fitted without the stack x; the accuracy of predictions of x is measured with it. The set with the plain name of a
-- stack was fitted to this stack alone; it only shows how much pooling costs and how much stacks differ. The band with the
-- name of a stack, or of a set of published runs, is computed without its runs.
local sets, bands = {}, {}

sets["without foundry"] = { -- cost 3.6 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1.098, fused_rho = 1.142, eager_rho = 4.541,
  flash = 0.3263, comm_passes = 3.245, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.7 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1.197, fused_rho = 1.264, eager_rho = 3.001,
  flash = 0.3419, comm_passes = 3.22, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.002113, node_lat = 4.498e-05 }
sets["without dgxc"] = { -- cost 3.7 %
  train_gemm = 1, wide_gemm = 0.9177, torch_gemm = 1.284, fused_rho = 1.09, eager_rho = 4.541,
  flash = 0.3419, comm_passes = 3.564, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.3 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.09, fused_rho = 1.032, eager_rho = 4.576,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 3.8 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1.133, fused_rho = 0.8292, eager_rho = 4.505,
  flash = 0.3419, comm_passes = 7.486, fp8_gemm = 0.7763, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.4 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.245, fused_rho = 0.9771, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.4 %
  train_gemm = 1, wide_gemm = 1.09, torch_gemm = 1, fused_rho = 0.9695, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 2.932, fp8_gemm = 0.8728, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.7 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 0.9695, eager_rho = 4.299,
  flash = 0.3419, comm_passes = 3.481, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 0.9 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.435,
  flash = 0.2835, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 1.9 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1, fused_rho = 0.9695, eager_rho = 2.449,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 2.6 %
  train_gemm = 0.9394, wide_gemm = 1.081, torch_gemm = 1, fused_rho = 1.032, eager_rho = 2.449,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00542, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, wide_gemm = 0.9542, torch_gemm = 1, fused_rho = 1.065, eager_rho = 2.449,
  flash = 0.3212, comm_passes = 2.978, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.09, fused_rho = 1.549, eager_rho = 4.167,
  flash = 0.364, comm_passes = 3.072, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.00218, node_lat = 4.463e-05 }
sets["fms"] = { -- cost 1.7 %
  train_gemm = 1.032, wide_gemm = 1.225, torch_gemm = 1.09, fused_rho = 0.9695, eager_rho = 2.449,
  flash = 0.3997, comm_passes = 3.374, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["korthikanti"] = { z = 1.870, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "korthikanti",
  parts = { up = { framework = 0.2511, release = 0, device = 0, experts = 0.2181 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["foundry"] = { z = 1.940, constant = 0.467, rows = { sd = 0.02863, nodes = 0.025, span = 0.786 },
  gone = "foundry",
  parts = { up = { framework = 0.2412, release = 0, device = 0, experts = 0.2081 },
    down = { framework = 0.1287, release = 0.06211, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01887, wide_gemm = 0.07128, torch_gemm = 0.05633, fused_rho = 0.1622,
    eager_rho = 0.09571, flash = 0.1081, comm_passes = 0.06458, fp8_gemm = 0.09321, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["internevo"] = { z = 1.849, constant = 0.447, rows = { sd = 0.03374, nodes = 0.024, span = 0.787 },
  gone = "internevo",
  parts = { up = { framework = 0.2324, release = 0, device = 0, experts = 0.1833 },
    down = { framework = 0.07516, release = 0, device = 0, experts = 0.1032 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01887, wide_gemm = 0.1293, torch_gemm = 0.257, fused_rho = 0.3206,
    eager_rho = 0.5231, flash = 0.1139, comm_passes = 0.1219, fp8_gemm = 0.2802, host = 0.1989,
    host_rank = 0.6093, node_lat = 0.6093,
  } }
bands["dgxc"] = { z = 1.748, constant = 0.472, rows = { sd = 0.02626, nodes = 0.046, span = 0.775 },
  gone = "dgxc",
  parts = { up = { framework = 0.2379, release = 0, device = 0, experts = 0.2144 },
    down = { framework = 0.06804, release = 0, device = 0, experts = 0.08123 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01887, wide_gemm = 0.2051, torch_gemm = 0.3679, fused_rho = 0.1294,
    eager_rho = 0.1234, flash = 0.1154, comm_passes = 0.1647, fp8_gemm = 0.1993, host = 0.1989,
    host_rank = 0.428, node_lat = 0.428,
  } }
bands["mlperf"] = { z = 1.886, constant = 0.456, rows = { sd = 0.02754, nodes = 0.034, span = 0.781 },
  gone = "mlperf",
  parts = { up = { framework = 0.2491, release = 0, device = 0, experts = 0.2251 },
    down = { framework = 0.1251, release = 0.07464, device = 0, experts = 0.04669 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.07294, torch_gemm = 0.04121, fused_rho = 0.07758,
    eager_rho = 0.08993, flash = 0.09114, comm_passes = 0.05648, fp8_gemm = 0.06886, host = 0.09594,
    host_rank = 0.09594, node_lat = 0.09594,
  } }
bands["nemo"] = { z = 1.695, constant = 0.480, rows = { sd = 0.03215, nodes = 0.012, span = 0.794 },
  gone = "nemo",
  parts = { up = { framework = 0.2228, release = 0, device = 0, experts = 0.1972 },
    down = { framework = 0.04612, release = 0, device = 0, experts = 0.08875 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01887, wide_gemm = 0.2387, torch_gemm = 0.2789, fused_rho = 0.3128,
    eager_rho = 0.2388, flash = 0.1886, comm_passes = 1.101, fp8_gemm = 0.4611, host = 0.1989,
    host_rank = 1.174, node_lat = 1.174,
  } }
bands["nanotron"] = { z = 1.829, constant = 0.448, rows = { sd = 0.03014, nodes = 0.001, span = 0.000 },
  gone = "nanotron",
  parts = { up = { framework = 0.2414, release = 0, device = 0, experts = 0.2211 },
    down = { framework = 0.1422, release = 0.0665, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01887, wide_gemm = 0.0765, torch_gemm = 0.08602, fused_rho = 0.05961,
    eager_rho = 0.1445, flash = 0.07914, comm_passes = 0.05354, fp8_gemm = 0.08602, host = 0.1662,
    host_rank = 1.994, node_lat = 1.994,
  } }
bands["fms"] = { z = 1.874, constant = 0.470, rows = { sd = 0.0303, nodes = 0.024, span = 0.787 },
  gone = "fms",
  parts = { up = { framework = 0.2549, release = 0, device = 0, experts = 0.2206 },
    down = { framework = 0.1212, release = 0.05412, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.0143, wide_gemm = 0.06534, torch_gemm = 0.09256, fused_rho = 0.06534,
    eager_rho = 0.1526, flash = 0.07488, comm_passes = 0.1053, fp8_gemm = 0.09256, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["asynctp"] = { z = 1.879, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "asynctp",
  parts = { up = { framework = 0.2501, release = 0, device = 0, experts = 0.218 },
    down = { framework = 0.1352, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["aws"] = { z = 1.872, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "aws",
  parts = { up = { framework = 0.2509, release = 0, device = 0, experts = 0.2181 },
    down = { framework = 0.1351, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["b200_llama70b"] = { z = 1.880, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "b200_llama70b",
  parts = { up = { framework = 0.2499, release = 0, device = 0, experts = 0.218 },
    down = { framework = 0.135, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["dgxc_fp8_llama"] = { z = 1.953, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "dgxc_fp8_llama",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.05736, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["kempner"] = { z = 1.887, constant = 0.448, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "kempner",
  parts = { up = { framework = 0.249, release = 0, device = 0, experts = 0.2173 },
    down = { framework = 0.1337, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.884, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "mlperf6_deepseekv3_671b",
  parts = { up = { framework = 0.2493, release = 0, device = 0, experts = 0.2224 },
    down = { framework = 0.1343, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.884, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "mlperf6_gpt_oss_20b",
  parts = { up = { framework = 0.2494, release = 0, device = 0, experts = 0.2225 },
    down = { framework = 0.1345, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_llama31_405b"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "mlperf6_llama31_405b",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.0716, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_llama31_8b"] = { z = 1.891, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "mlperf6_llama31_8b",
  parts = { up = { framework = 0.2485, release = 0, device = 0, experts = 0.2178 },
    down = { framework = 0.1336, release = 0.07193, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["nanogpt"] = { z = 1.888, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "nanogpt",
  parts = { up = { framework = 0.249, release = 0, device = 0, experts = 0.2178 },
    down = { framework = 0.133, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["olmo"] = { z = 1.871, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "olmo",
  parts = { up = { framework = 0.251, release = 0, device = 0, experts = 0.2181 },
    down = { framework = 0.135, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["torchao"] = { z = 1.931, constant = 0.444, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "torchao",
  parts = { up = { framework = 0.2438, release = 0, device = 0, experts = 0.2171 },
    down = { framework = 0.1346, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["xtuner"] = { z = 1.885, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "xtuner",
  parts = { up = { framework = 0.2492, release = 0, device = 0, experts = 0.2218 },
    down = { framework = 0.1336, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["llm-foundry, H100"] = { z = 1.953, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "llm-foundry, H100",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.06502, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, H100"] = { z = 1.939, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, H100",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.05912, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, Blackwell"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, Blackwell",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.07157, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, experts"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, experts",
  parts = { up = { framework = 0.2482, release = 0, device = 0, experts = 0.2207 },
    down = { framework = 0.1332, release = 0.07161, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, experts, racks"] = { z = 1.894, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, experts, racks",
  parts = { up = { framework = 0.2479, release = 0, device = 0, experts = 0.2137 },
    down = { framework = 0.1332, release = 0.07232, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, experts, nodes of 8"] = { z = 1.895, constant = 0.448, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, experts, nodes of 8",
  parts = { up = { framework = 0.2478, release = 0, device = 0, experts = 0.2095 },
    down = { framework = 0.1332, release = 0.07161, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, A100"] = { z = 1.880, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "TorchTitan, A100",
  parts = { up = { framework = 0.2499, release = 0, device = 0, experts = 0.2179 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, Hopper"] = { z = 1.878, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "TorchTitan, Hopper",
  parts = { up = { framework = 0.2501, release = 0, device = 0, experts = 0.218 },
    down = { framework = 0.135, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, 1,024 A100"] = { z = 1.879, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Megatron, 1,024 A100",
  parts = { up = { framework = 0.25, release = 0, device = 0, experts = 0.218 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["BLOOM, A100"] = { z = 1.910, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "BLOOM, A100",
  parts = { up = { framework = 0.2465, release = 0, device = 0, experts = 0.2175 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["MLPerf, LoRA"] = { z = 1.953, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "MLPerf, LoRA",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.07266, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, experts, H100"] = { z = 1.884, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Megatron, experts, H100",
  parts = { up = { framework = 0.2494, release = 0, device = 0, experts = 0.2226 },
    down = { framework = 0.1315, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, experts, racks"] = { z = 1.882, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Megatron, experts, racks",
  parts = { up = { framework = 0.2496, release = 0, device = 0, experts = 0.2232 },
    down = { framework = 0.1342, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, long sequences"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, long sequences",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.07297, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, pipelines, A100"] = { z = 1.875, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Megatron, pipelines, A100",
  parts = { up = { framework = 0.2505, release = 0, device = 0, experts = 0.218 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, thousands of A100"] = { z = 1.885, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Megatron, thousands of A100",
  parts = { up = { framework = 0.2493, release = 0, device = 0, experts = 0.2179 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["AutoModel, experts, H100"] = { z = 1.884, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "AutoModel, experts, H100",
  parts = { up = { framework = 0.2493, release = 0, device = 0, experts = 0.2223 },
    down = { framework = 0.1318, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["AutoModel, LoRA, H100"] = { z = 1.899, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "AutoModel, LoRA, H100",
  parts = { up = { framework = 0.2477, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1346, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Pax, A100 and H100"] = { z = 1.905, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Pax, A100 and H100",
  parts = { up = { framework = 0.2471, release = 0, device = 0, experts = 0.2176 },
    down = { framework = 0.1301, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["FlagPerf, Megatron"] = { z = 1.883, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "FlagPerf, Megatron",
  parts = { up = { framework = 0.2496, release = 0, device = 0, experts = 0.2179 },
    down = { framework = 0.1352, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["FlagPerf, Paddle, A100"] = { z = 1.929, constant = 0.447, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "FlagPerf, Paddle, A100",
  parts = { up = { framework = 0.2403, release = 0, device = 0, experts = 0.2167 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Primus, experts, MI355X"] = { z = 1.878, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Primus, experts, MI355X",
  parts = { up = { framework = 0.2498, release = 0, device = 0, experts = 0.2242 },
    down = { framework = 0.1247, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["prime-rl, experts, B300"] = { z = 1.881, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "prime-rl, experts, B300",
  parts = { up = { framework = 0.2497, release = 0, device = 0, experts = 0.2237 },
    down = { framework = 0.1293, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, long, H100"] = { z = 1.918, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "TorchTitan, long, H100",
  parts = { up = { framework = 0.2455, release = 0, device = 0, experts = 0.2174 },
    down = { framework = 0.135, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo of 2022, A100"] = { z = 1.910, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo of 2022, A100",
  parts = { up = { framework = 0.2465, release = 0, device = 0, experts = 0.2175 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["llm.c, A100"] = { z = 1.870, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "llm.c, A100",
  parts = { up = { framework = 0.2511, release = 0, device = 0, experts = 0.2181 },
    down = { framework = 0.1348, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["torchtune, A100"] = { z = 1.873, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "torchtune, A100",
  parts = { up = { framework = 0.2507, release = 0, device = 0, experts = 0.2181 },
    down = { framework = 0.1345, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["MaxText, MI355X"] = { z = 1.884, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "MaxText, MI355X",
  parts = { up = { framework = 0.2494, release = 0, device = 0, experts = 0.2166 },
    down = { framework = 0.1339, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo 26.04, dense"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo 26.04, dense",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.0704, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo 26.04, experts, racks"] = { z = 1.894, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo 26.04, experts, racks",
  parts = { up = { framework = 0.248, release = 0, device = 0, experts = 0.2167 },
    down = { framework = 0.1332, release = 0.07256, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo 26.04, experts, nodes"] = { z = 1.895, constant = 0.448, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo 26.04, experts, nodes",
  parts = { up = { framework = 0.2479, release = 0, device = 0, experts = 0.2111 },
    down = { framework = 0.1332, release = 0.07136, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo 26.04, Mamba"] = { z = 1.916, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo 26.04, Mamba",
  parts = { up = { framework = 0.2473, release = 0, device = 0, experts = 0.1916 },
    down = { framework = 0.1332, release = 0.07255, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo 25.09, dense"] = { z = 1.947, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo 25.09, dense",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2177 },
    down = { framework = 0.1332, release = 0.06621, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo 25.09, experts"] = { z = 1.896, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo 25.09, experts",
  parts = { up = { framework = 0.2477, release = 0, device = 0, experts = 0.207 },
    down = { framework = 0.1332, release = 0.07198, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, GB200"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "NeMo, GB200",
  parts = { up = { framework = 0.2481, release = 0, device = 0, experts = 0.2182 },
    down = { framework = 0.1332, release = 0.07132, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Pai-Megatron, H800"] = { z = 1.888, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Pai-Megatron, H800",
  parts = { up = { framework = 0.2489, release = 0, device = 0, experts = 0.2206 },
    down = { framework = 0.1347, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Nemotron-4, H100"] = { z = 1.875, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Nemotron-4, H100",
  parts = { up = { framework = 0.2506, release = 0, device = 0, experts = 0.218 },
    down = { framework = 0.1333, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Llama 3, 16,384 H100"] = { z = 1.892, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Llama 3, 16,384 H100",
  parts = { up = { framework = 0.251, release = 0, device = 0, experts = 0.2181 },
    down = { framework = 0.09162, release = 0.07376, device = 0, experts = 0.09701 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["MT-NLG, A100"] = { z = 1.930, constant = 0.431, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "MT-NLG, A100",
  parts = { up = { framework = 0.2352, release = 0, device = 0, experts = 0.216 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["FSDP, A100"] = { z = 1.931, constant = 0.448, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "FSDP, A100",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2172 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["YaFSDP, A100"] = { z = 1.893, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "YaFSDP, A100",
  parts = { up = { framework = 0.2485, release = 0, device = 0, experts = 0.2178 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["XTuner, long, A100"] = { z = 1.901, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "XTuner, long, A100",
  parts = { up = { framework = 0.2475, release = 0, device = 0, experts = 0.2176 },
    down = { framework = 0.1325, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Qwen, LoRA, A100"] = { z = 1.882, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Qwen, LoRA, A100",
  parts = { up = { framework = 0.2497, release = 0, device = 0, experts = 0.2179 },
    down = { framework = 0.1335, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, TP 8, H100"] = { z = 1.858, constant = 0.437, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "TorchTitan, TP 8, H100",
  parts = { up = { framework = 0.2396, release = 0, device = 0, experts = 0.2166 },
    down = { framework = 0.1352, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, experts, B200"] = { z = 1.882, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "TorchTitan, experts, B200",
  parts = { up = { framework = 0.2496, release = 0, device = 0, experts = 0.2235 },
    down = { framework = 0.1344, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TRL, long, H100"] = { z = 1.903, constant = 0.431, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "TRL, long, H100",
  parts = { up = { framework = 0.2507, release = 0, device = 0, experts = 0.2186 },
    down = { framework = 0.1042, release = 0.07285, device = 0, experts = 0.07664 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["AutoModel of 2026, H100"] = { z = 1.873, constant = 0.456, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "AutoModel of 2026, H100",
  parts = { up = { framework = 0.2508, release = 0, device = 0, experts = 0.219 },
    down = { framework = 0.1334, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["FlagPerf, DeepSpeed"] = { z = 1.905, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "FlagPerf, DeepSpeed",
  parts = { up = { framework = 0.247, release = 0, device = 0, experts = 0.2176 },
    down = { framework = 0.135, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Lightning, A100"] = { z = 1.899, constant = 0.431, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Lightning, A100",
  parts = { up = { framework = 0.235, release = 0, device = 0, experts = 0.216 },
    down = { framework = 0.1353, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["MaxText, A3"] = { z = 1.933, constant = 0.455, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "MaxText, A3",
  parts = { up = { framework = 0.2424, release = 0, device = 0, experts = 0.217 },
    down = { framework = 0.1352, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Transformer Engine, MI300X"] = { z = 1.908, constant = 0.448, rows = { sd = 0.02891, nodes = 0.023, span = 0.787 },
  gone = "Transformer Engine, MI300X",
  parts = { up = { framework = 0.2464, release = 0, device = 0, experts = 0.2175 },
    down = { framework = 0.1336, release = 0.0707, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01559, wide_gemm = 0.05484, torch_gemm = 0.03551, fused_rho = 0.05828,
    eager_rho = 0.08809, flash = 0.0758, comm_passes = 0.04669, fp8_gemm = 0.05857, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
sets["nanotron 3B"] = { -- cost 6.5 %
  train_gemm = 0.8825, wide_gemm = 0.9542, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.948,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.00214, node_lat = 4.485e-05 }
bands["nanotron 3B"] = { z = 2.294, constant = 0.189, rows = { sd = 0.04262, nodes = 0.198, span = 0.729 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.5766,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.285, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["nanotron 8B"] = { -- cost 6.9 %
  train_gemm = 0.8035, wide_gemm = 1.048, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 5.267,
  flash = 0.3419, comm_passes = 3.17, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 2.097, constant = 0.245, rows = { sd = 0.0375, nodes = 0.223, span = 0.675 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.5792,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.3147, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["nanotron to 32 GPUs"] = { -- cost 4.2 %
  train_gemm = 0.7788, wide_gemm = 1.081, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 3.072, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 3.008, constant = 0.085, rows = { sd = 0.0239, nodes = 0.359, span = 0.739 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.5778,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.2996, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["A100"] = { -- cost 1.8 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 0.7669, eager_rho = 4.722,
  flash = 0.3419, comm_passes = 5.969, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.051, rows = { sd = 0.02451, nodes = 0.019, span = 0.000 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.5305, torch_gemm = 0.5305, fused_rho = 0.5305,
    eager_rho = 0.3265, flash = 0.335, comm_passes = 0.9016, fp8_gemm = 0.5305, host = 0.8823,
    host_rank = 1.994, node_lat = 1.994,
  } }
sets["H100"] = { -- cost 3.9 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.225, fused_rho = 1.179, eager_rho = 2.527,
  flash = 0.3528, comm_passes = 2.909, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002129, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.016, constant = 0.309, rows = { sd = 0.0335, nodes = 0.026, span = 0.786 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02261, wide_gemm = 0.06468, torch_gemm = 0.1128, fused_rho = 0.1986,
    eager_rho = 0.1128, flash = 0.07892, comm_passes = 0.09535, fp8_gemm = 0.1128, host = 0.1989,
    host_rank = 0.2199, node_lat = 0.2199,
  } }

return { sets = sets, bands = bands }
