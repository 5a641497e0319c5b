-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The set "without
-- x" was fitted without the stack x; the accuracy of predictions of x is measured with it. The set with the plain name of a
-- stack was fitted to this stack alone; it only shows how much pooling costs and how much stacks differ. The band with the
-- name of a stack, or of a set of published runs, is computed without its runs.
local sets, bands = {}, {}

sets["without foundry"] = { -- cost 3.6 %
  train_gemm = 1, wide_gemm = 1.032, torch_gemm = 1.124, fused_rho = 1.133, eager_rho = 4.333,
  flash = 0.2994, comm_passes = 3.824, fp8_gemm = 0.846, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.7 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1.197, fused_rho = 1.274, eager_rho = 2.955,
  flash = 0.3393, comm_passes = 3.374, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.498e-05 }
sets["without dgxc"] = { -- cost 3.7 %
  train_gemm = 1, wide_gemm = 1.197, torch_gemm = 0.9845, fused_rho = 1.09, eager_rho = 4.541,
  flash = 0.3419, comm_passes = 3.649, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.3 %
  train_gemm = 1, wide_gemm = 1.073, torch_gemm = 1.098, fused_rho = 1.048, eager_rho = 4.576,
  flash = 0.3419, comm_passes = 3.454, fp8_gemm = 0.8866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 3.8 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1.133, fused_rho = 0.8357, eager_rho = 4.505,
  flash = 0.3419, comm_passes = 7.486, fp8_gemm = 0.7885, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.4 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.245, fused_rho = 0.9771, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 3.245, fp8_gemm = 0.8935, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.4 %
  train_gemm = 1, wide_gemm = 1.09, torch_gemm = 1, fused_rho = 0.9695, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 3.025, fp8_gemm = 0.9005, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.7 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 1.032, eager_rho = 4.007,
  flash = 0.3419, comm_passes = 3.854, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 0.9 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.401,
  flash = 0.2835, comm_passes = 3.735, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.0 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1, fused_rho = 1.065, eager_rho = 2.449,
  flash = 0.3419, comm_passes = 3.509, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 2.7 %
  train_gemm = 0.9394, wide_gemm = 1.064, torch_gemm = 1, fused_rho = 1.065, eager_rho = 2.449,
  flash = 0.3528, comm_passes = 3.509, fp8_gemm = 0.8728, host = 0.005451, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, wide_gemm = 1.169, torch_gemm = 1, fused_rho = 1.099, eager_rho = 2.449,
  flash = 0.3212, comm_passes = 3.195, fp8_gemm = 0.8728, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 0.9692, wide_gemm = 1.064, torch_gemm = 1.107, fused_rho = 1.549, eager_rho = 4.266,
  flash = 0.3419, comm_passes = 3.62, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.00218, node_lat = 4.463e-05 }
sets["fms"] = { -- cost 2.0 %
  train_gemm = 1, wide_gemm = 1.206, torch_gemm = 1.107, fused_rho = 1.065, eager_rho = 2.449,
  flash = 0.364, comm_passes = 4.102, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["korthikanti"] = { z = 1.890, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "korthikanti",
  parts = { up = { framework = 0.2471, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1398, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["foundry"] = { z = 1.995, constant = 0.467, rows = { sd = 0.03088, nodes = 0.027, span = 0.788 },
  gone = "foundry",
  parts = { up = { framework = 0.2334, release = 0, device = 0, experts = 0.1997 },
    down = { framework = 0.1109, release = 0.07498, device = 0, experts = 0.07731 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.0881, torch_gemm = 0.06013, fused_rho = 0.08109,
    eager_rho = 0.05494, flash = 0.1526, comm_passes = 0.1144, fp8_gemm = 0.06747, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["internevo"] = { z = 1.855, constant = 0.442, rows = { sd = 0.03471, nodes = 0.022, span = 0.791 },
  gone = "internevo",
  parts = { up = { framework = 0.2319, release = 0, device = 0, experts = 0.1756 },
    down = { framework = 0.1041, release = 0.04663, device = 0, experts = 0.07121 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1074, torch_gemm = 0.2181, fused_rho = 0.255,
    eager_rho = 0.5062, flash = 0.09821, comm_passes = 0.1331, fp8_gemm = 0.1414, host = 0.2039,
    host_rank = 0.5954, node_lat = 0.5954,
  } }
bands["dgxc"] = { z = 1.794, constant = 0.448, rows = { sd = 0.02934, nodes = 0.044, span = 0.778 },
  gone = "dgxc",
  parts = { up = { framework = 0.2317, release = 0, device = 0, experts = 0.1908 },
    down = { framework = 0.1064, release = 0.06926, device = 0, experts = 0.06909 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1207, torch_gemm = 0.2606, fused_rho = 0.06927,
    eager_rho = 0.1166, flash = 0.08788, comm_passes = 0.08647, fp8_gemm = 0.07577, host = 0.2039,
    host_rank = 0.3057, node_lat = 0.3057,
  } }
bands["mlperf"] = { z = 1.899, constant = 0.448, rows = { sd = 0.03026, nodes = 0.034, span = 0.784 },
  gone = "mlperf",
  parts = { up = { framework = 0.2463, release = 0, device = 0, experts = 0.2144 },
    down = { framework = 0.1331, release = 0.07059, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06425, torch_gemm = 0.0447, fused_rho = 0.04656,
    eager_rho = 0.1132, flash = 0.07074, comm_passes = 0.0962, fp8_gemm = 0.07186, host = 0.1239,
    host_rank = 0.1239, node_lat = 0.1239,
  } }
bands["nemo"] = { z = 1.769, constant = 0.476, rows = { sd = 0.03302, nodes = 0.013, span = 0.796 },
  gone = "nemo",
  parts = { up = { framework = 0.2239, release = 0, device = 0, experts = 0.2038 },
    down = { framework = 0.04935, release = 0, device = 0, experts = 0.08348 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.2058, torch_gemm = 0.2381, fused_rho = 0.3608,
    eager_rho = 0.2194, flash = 0.163, comm_passes = 0.9318, fp8_gemm = 0.4033, host = 0.2039,
    host_rank = 0.9929, node_lat = 0.9929,
  } }
bands["nanotron"] = { z = 1.841, constant = 0.439, rows = { sd = 0.03234, nodes = 0.000, span = 0.000 },
  gone = "nanotron",
  parts = { up = { framework = 0.2384, release = 0, device = 0, experts = 0.2062 },
    down = { framework = 0.1342, release = 0.06275, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01641, wide_gemm = 0.07951, torch_gemm = 0.122, fused_rho = 0.1228,
    eager_rho = 0.2047, flash = 0.08627, comm_passes = 0.1425, fp8_gemm = 0.07816, host = 0.2354,
    host_rank = 1.994, node_lat = 1.994,
  } }
bands["fms"] = { z = 1.891, constant = 0.457, rows = { sd = 0.03142, nodes = 0.023, span = 0.790 },
  gone = "fms",
  parts = { up = { framework = 0.2515, release = 0, device = 0, experts = 0.21 },
    down = { framework = 0.1171, release = 0.05033, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02145, wide_gemm = 0.07373, torch_gemm = 0.1297, fused_rho = 0.1345,
    eager_rho = 0.1816, flash = 0.07716, comm_passes = 0.2142, fp8_gemm = 0.08748, host = 0.2039,
    host_rank = 0.2252, node_lat = 0.2252,
  } }
bands["asynctp"] = { z = 1.896, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "asynctp",
  parts = { up = { framework = 0.2464, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["aws"] = { z = 1.891, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "aws",
  parts = { up = { framework = 0.247, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1398, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["b200_llama70b"] = { z = 1.898, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "b200_llama70b",
  parts = { up = { framework = 0.2461, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1396, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["dgxc_fp8_llama"] = { z = 1.913, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "dgxc_fp8_llama",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.07066, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["kempner"] = { z = 1.860, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "kempner",
  parts = { up = { framework = 0.245, release = 0, device = 0, experts = 0.2052 },
    down = { framework = 0.1384, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.896, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_deepseekv3_671b",
  parts = { up = { framework = 0.2453, release = 0, device = 0, experts = 0.2098 },
    down = { framework = 0.139, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.891, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_gpt_oss_20b",
  parts = { up = { framework = 0.2456, release = 0, device = 0, experts = 0.211 },
    down = { framework = 0.1389, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_llama31_405b"] = { z = 1.913, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_llama31_405b",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.07318, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_llama31_8b"] = { z = 1.888, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_llama31_8b",
  parts = { up = { framework = 0.2448, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1383, release = 0.0747, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["nanogpt"] = { z = 1.907, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "nanogpt",
  parts = { up = { framework = 0.2451, release = 0, device = 0, experts = 0.2059 },
    down = { framework = 0.1377, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["olmo"] = { z = 1.890, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "olmo",
  parts = { up = { framework = 0.2471, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1396, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["torchao"] = { z = 1.865, constant = 0.437, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "torchao",
  parts = { up = { framework = 0.2398, release = 0, device = 0, experts = 0.2052 },
    down = { framework = 0.1393, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["xtuner"] = { z = 1.896, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "xtuner",
  parts = { up = { framework = 0.2453, release = 0, device = 0, experts = 0.2097 },
    down = { framework = 0.1383, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["llm-foundry, H100"] = { z = 1.880, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "llm-foundry, H100",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.06866, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, H100"] = { z = 1.858, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, H100",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.06483, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, Blackwell"] = { z = 1.889, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, Blackwell",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.07465, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts"] = { z = 1.890, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, experts",
  parts = { up = { framework = 0.2442, release = 0, device = 0, experts = 0.2079 },
    down = { framework = 0.1378, release = 0.07459, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts, racks"] = { z = 1.876, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, experts, racks",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2052 },
    down = { framework = 0.1378, release = 0.07529, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts, nodes of 8"] = { z = 1.871, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, experts, nodes of 8",
  parts = { up = { framework = 0.2439, release = 0, device = 0, experts = 0.1987 },
    down = { framework = 0.1378, release = 0.07447, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, A100"] = { z = 1.899, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, A100",
  parts = { up = { framework = 0.2461, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, Hopper"] = { z = 1.898, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, Hopper",
  parts = { up = { framework = 0.2462, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1396, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, 1,024 A100"] = { z = 1.898, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, 1,024 A100",
  parts = { up = { framework = 0.2462, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["BLOOM, A100"] = { z = 1.912, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "BLOOM, A100",
  parts = { up = { framework = 0.2426, release = 0, device = 0, experts = 0.2056 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MLPerf, LoRA"] = { z = 1.897, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MLPerf, LoRA",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.0745, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, experts, H100"] = { z = 1.876, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, experts, H100",
  parts = { up = { framework = 0.2455, release = 0, device = 0, experts = 0.2105 },
    down = { framework = 0.1363, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, experts, racks"] = { z = 1.891, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, experts, racks",
  parts = { up = { framework = 0.2456, release = 0, device = 0, experts = 0.211 },
    down = { framework = 0.1389, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, long sequences"] = { z = 1.867, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, long sequences",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.07595, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, pipelines, A100"] = { z = 1.895, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, pipelines, A100",
  parts = { up = { framework = 0.2465, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, thousands of A100"] = { z = 1.905, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, thousands of A100",
  parts = { up = { framework = 0.2454, release = 0, device = 0, experts = 0.2059 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel, experts, H100"] = { z = 1.875, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "AutoModel, experts, H100",
  parts = { up = { framework = 0.2454, release = 0, device = 0, experts = 0.2102 },
    down = { framework = 0.1364, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel, LoRA, H100"] = { z = 1.912, constant = 0.444, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "AutoModel, LoRA, H100",
  parts = { up = { framework = 0.2438, release = 0, device = 0, experts = 0.2057 },
    down = { framework = 0.1391, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Pax, A100 and H100"] = { z = 1.886, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Pax, A100 and H100",
  parts = { up = { framework = 0.2431, release = 0, device = 0, experts = 0.2056 },
    down = { framework = 0.135, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, Megatron"] = { z = 1.902, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FlagPerf, Megatron",
  parts = { up = { framework = 0.2457, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1398, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, Paddle, A100"] = { z = 1.889, constant = 0.437, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FlagPerf, Paddle, A100",
  parts = { up = { framework = 0.2365, release = 0, device = 0, experts = 0.2048 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Primus, experts, MI355X"] = { z = 1.854, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Primus, experts, MI355X",
  parts = { up = { framework = 0.2459, release = 0, device = 0, experts = 0.2121 },
    down = { framework = 0.1302, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["prime-rl, experts, B300"] = { z = 1.888, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "prime-rl, experts, B300",
  parts = { up = { framework = 0.2458, release = 0, device = 0, experts = 0.2117 },
    down = { framework = 0.1335, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, long, H100"] = { z = 1.912, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, long, H100",
  parts = { up = { framework = 0.2416, release = 0, device = 0, experts = 0.2054 },
    down = { framework = 0.1397, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo of 2022, A100"] = { z = 1.912, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo of 2022, A100",
  parts = { up = { framework = 0.2426, release = 0, device = 0, experts = 0.2056 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["llm.c, A100"] = { z = 1.890, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "llm.c, A100",
  parts = { up = { framework = 0.2471, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1393, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["torchtune, A100"] = { z = 1.893, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "torchtune, A100",
  parts = { up = { framework = 0.2468, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1391, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MaxText, MI355X"] = { z = 1.858, constant = 0.444, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MaxText, MI355X",
  parts = { up = { framework = 0.2454, release = 0, device = 0, experts = 0.2045 },
    down = { framework = 0.1385, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, dense"] = { z = 1.913, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, dense",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.07347, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, experts, racks"] = { z = 1.872, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, experts, racks",
  parts = { up = { framework = 0.2442, release = 0, device = 0, experts = 0.2077 },
    down = { framework = 0.1378, release = 0.07547, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, experts, nodes"] = { z = 1.898, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, experts, nodes",
  parts = { up = { framework = 0.244, release = 0, device = 0, experts = 0.2025 },
    down = { framework = 0.1378, release = 0.07423, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, Mamba"] = { z = 1.914, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, Mamba",
  parts = { up = { framework = 0.2432, release = 0, device = 0, experts = 0.1719 },
    down = { framework = 0.1378, release = 0.07546, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 25.09, dense"] = { z = 1.867, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 25.09, dense",
  parts = { up = { framework = 0.2441, release = 0, device = 0, experts = 0.2058 },
    down = { framework = 0.1378, release = 0.06966, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 25.09, experts"] = { z = 1.916, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 25.09, experts",
  parts = { up = { framework = 0.2438, release = 0, device = 0, experts = 0.1927 },
    down = { framework = 0.1378, release = 0.07486, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, GB200"] = { z = 1.898, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, GB200",
  parts = { up = { framework = 0.2442, release = 0, device = 0, experts = 0.2062 },
    down = { framework = 0.1378, release = 0.07423, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Pai-Megatron, H800"] = { z = 1.902, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Pai-Megatron, H800",
  parts = { up = { framework = 0.2449, release = 0, device = 0, experts = 0.2085 },
    down = { framework = 0.1394, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Nemotron-4, H100"] = { z = 1.894, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Nemotron-4, H100",
  parts = { up = { framework = 0.2466, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1379, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Llama 3, 16,384 H100"] = { z = 1.831, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Llama 3, 16,384 H100",
  parts = { up = { framework = 0.247, release = 0, device = 0, experts = 0.2061 },
    down = { framework = 0.1012, release = 0.07633, device = 0, experts = 0.08603 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MT-NLG, A100"] = { z = 1.912, constant = 0.423, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MT-NLG, A100",
  parts = { up = { framework = 0.231, release = 0, device = 0, experts = 0.2041 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FSDP, A100"] = { z = 1.912, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FSDP, A100",
  parts = { up = { framework = 0.2406, release = 0, device = 0, experts = 0.2053 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["YaFSDP, A100"] = { z = 1.909, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "YaFSDP, A100",
  parts = { up = { framework = 0.2449, release = 0, device = 0, experts = 0.2059 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["XTuner, long, A100"] = { z = 1.872, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "XTuner, long, A100",
  parts = { up = { framework = 0.2435, release = 0, device = 0, experts = 0.2057 },
    down = { framework = 0.1374, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Qwen, LoRA, A100"] = { z = 1.901, constant = 0.444, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Qwen, LoRA, A100",
  parts = { up = { framework = 0.2457, release = 0, device = 0, experts = 0.206 },
    down = { framework = 0.1383, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, TP 8, H100"] = { z = 1.862, constant = 0.435, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, TP 8, H100",
  parts = { up = { framework = 0.2354, release = 0, device = 0, experts = 0.2046 },
    down = { framework = 0.1398, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, experts, B200"] = { z = 1.889, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, experts, B200",
  parts = { up = { framework = 0.2457, release = 0, device = 0, experts = 0.2114 },
    down = { framework = 0.1391, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TRL, long, H100"] = { z = 1.834, constant = 0.423, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TRL, long, H100",
  parts = { up = { framework = 0.2467, release = 0, device = 0, experts = 0.2066 },
    down = { framework = 0.1086, release = 0.07558, device = 0, experts = 0.07059 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel of 2026, H100"] = { z = 1.892, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "AutoModel of 2026, H100",
  parts = { up = { framework = 0.2469, release = 0, device = 0, experts = 0.207 },
    down = { framework = 0.1377, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, DeepSpeed"] = { z = 1.912, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FlagPerf, DeepSpeed",
  parts = { up = { framework = 0.2431, release = 0, device = 0, experts = 0.2056 },
    down = { framework = 0.1396, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Lightning, A100"] = { z = 1.882, constant = 0.423, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Lightning, A100",
  parts = { up = { framework = 0.2309, release = 0, device = 0, experts = 0.204 },
    down = { framework = 0.1399, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MaxText, A3"] = { z = 1.912, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MaxText, A3",
  parts = { up = { framework = 0.2383, release = 0, device = 0, experts = 0.205 },
    down = { framework = 0.1398, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Transformer Engine, MI300X"] = { z = 1.891, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Transformer Engine, MI300X",
  parts = { up = { framework = 0.2422, release = 0, device = 0, experts = 0.2055 },
    down = { framework = 0.1383, release = 0.07352, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8825, wide_gemm = 1.016, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.505,
  flash = 0.3528, comm_passes = 3.145, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.00214, node_lat = 4.485e-05 }
bands["nanotron 3B"] = { z = 2.536, constant = 0.191, rows = { sd = 0.03942, nodes = 0.184, span = 0.741 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.4991,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.1364, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["nanotron 8B"] = { -- cost 6.9 %
  train_gemm = 0.8035, wide_gemm = 1.048, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 5.267,
  flash = 0.3419, comm_passes = 3.245, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 2.092, constant = 0.243, rows = { sd = 0.03801, nodes = 0.220, span = 0.680 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.5033,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.1646, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["nanotron to 32 GPUs"] = { -- cost 4.2 %
  train_gemm = 0.7788, wide_gemm = 1.081, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 3.145, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 3.018, constant = 0.086, rows = { sd = 0.02383, nodes = 0.363, span = 0.738 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.5017,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.1542, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["A100"] = { -- cost 1.8 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 0.7669, eager_rho = 4.722,
  flash = 0.3419, comm_passes = 5.969, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.051, rows = { sd = 0.02485, nodes = 0.014, span = 0.000 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.4231, torch_gemm = 0.4231, fused_rho = 0.4231,
    eager_rho = 0.2974, flash = 0.2794, comm_passes = 0.6998, fp8_gemm = 0.4231, host = 0.8823,
    host_rank = 1.994, node_lat = 1.994,
  } }
sets["H100"] = { -- cost 3.9 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1.225, fused_rho = 1.226, eager_rho = 2.587,
  flash = 0.3393, comm_passes = 3.27, fp8_gemm = 0.8728, host = 0.00461, host_rank = 0.002129, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.154, constant = 0.309, rows = { sd = 0.03415, nodes = 0.028, span = 0.788 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.03392, wide_gemm = 0.05191, torch_gemm = 0.09419, fused_rho = 0.1794,
    eager_rho = 0.09419, flash = 0.05502, comm_passes = 0.09572, fp8_gemm = 0.05545, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }

return { sets = sets, bands = bands }
