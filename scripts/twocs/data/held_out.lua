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
bands["korthikanti"] = { z = 1.905, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "korthikanti",
  parts = { up = { framework = 0.2349, release = 0, assumed = 0.2073, device = 0, experts = 0.2047 },
    down = { framework = 0.1066, release = 0.07581, assumed = 0.2162, device = 0, experts = 0.07531 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["foundry"] = { z = 2.019, constant = 0.467, rows = { sd = 0.03088, nodes = 0.027, span = 0.788 },
  gone = "foundry",
  parts = { up = { framework = 0.2193, release = 0, assumed = 0.217, device = 0, experts = 0.1979 },
    down = { framework = 0.08522, release = 0.07752, assumed = 0.1855, device = 0, experts = 0.114 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.0881, torch_gemm = 0.06013, fused_rho = 0.08109,
    eager_rho = 0.05494, flash = 0.1526, comm_passes = 0.1144, fp8_gemm = 0.06747, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["internevo"] = { z = 1.870, constant = 0.442, rows = { sd = 0.03471, nodes = 0.022, span = 0.791 },
  gone = "internevo",
  parts = { up = { framework = 0.2175, release = 0, assumed = 0.2165, device = 0, experts = 0.1737 },
    down = { framework = 0, release = 0.05267, assumed = 0.2314, device = 0, experts = 0.1415 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1074, torch_gemm = 0.2181, fused_rho = 0.255,
    eager_rho = 0.5062, flash = 0.09821, comm_passes = 0.1331, fp8_gemm = 0.1414, host = 0.2039,
    host_rank = 0.5954, node_lat = 0.5954,
  } }
bands["dgxc"] = { z = 1.880, constant = 0.448, rows = { sd = 0.02934, nodes = 0.044, span = 0.778 },
  gone = "dgxc",
  parts = { up = { framework = 0.2167, release = 0, assumed = 0.2167, device = 0, experts = 0.1889 },
    down = { framework = 0.01875, release = 0.07293, assumed = 0.2394, device = 0, experts = 0.1383 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1207, torch_gemm = 0.2606, fused_rho = 0.06927,
    eager_rho = 0.1166, flash = 0.08788, comm_passes = 0.08647, fp8_gemm = 0.07577, host = 0.2039,
    host_rank = 0.3057, node_lat = 0.3057,
  } }
bands["mlperf"] = { z = 1.929, constant = 0.448, rows = { sd = 0.03026, nodes = 0.034, span = 0.784 },
  gone = "mlperf",
  parts = { up = { framework = 0.233, release = 0, assumed = 0.2151, device = 0, experts = 0.2129 },
    down = { framework = 0.09177, release = 0.07284, assumed = 0.2216, device = 0, experts = 0.09673 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06425, torch_gemm = 0.0447, fused_rho = 0.04656,
    eager_rho = 0.1132, flash = 0.07074, comm_passes = 0.0962, fp8_gemm = 0.07186, host = 0.1239,
    host_rank = 0.1239, node_lat = 0.1239,
  } }
bands["nemo"] = { z = 1.792, constant = 0.476, rows = { sd = 0.03302, nodes = 0.013, span = 0.796 },
  gone = "nemo",
  parts = { up = { framework = 0.206, release = 0, assumed = 0.2296, device = 0, experts = 0.2013 },
    down = { framework = 0, release = 0, assumed = 0.1974, device = 0, experts = 0.09929 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.2058, torch_gemm = 0.2381, fused_rho = 0.3608,
    eager_rho = 0.2194, flash = 0.163, comm_passes = 0.9318, fp8_gemm = 0.4033, host = 0.2039,
    host_rank = 0.9929, node_lat = 0.9929,
  } }
bands["nanotron"] = { z = 1.853, constant = 0.439, rows = { sd = 0.03234, nodes = 0.000, span = 0.000 },
  gone = "nanotron",
  parts = { up = { framework = 0.225, release = 0, assumed = 0.212, device = 0, experts = 0.2045 },
    down = { framework = 0.07148, release = 0.06839, assumed = 0.2266, device = 0, experts = 0.1201 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01641, wide_gemm = 0.07951, torch_gemm = 0.122, fused_rho = 0.1228,
    eager_rho = 0.2047, flash = 0.08627, comm_passes = 0.1425, fp8_gemm = 0.07816, host = 0.2354,
    host_rank = 1.994, node_lat = 1.994,
  } }
bands["fms"] = { z = 1.968, constant = 0.457, rows = { sd = 0.03142, nodes = 0.023, span = 0.790 },
  gone = "fms",
  parts = { up = { framework = 0.2387, release = 0, assumed = 0.2134, device = 0, experts = 0.2085 },
    down = { framework = 0.03484, release = 0.05553, assumed = 0.2379, device = 0, experts = 0.1188 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02145, wide_gemm = 0.07373, torch_gemm = 0.1297, fused_rho = 0.1345,
    eager_rho = 0.1816, flash = 0.07716, comm_passes = 0.2142, fp8_gemm = 0.08748, host = 0.2039,
    host_rank = 0.2252, node_lat = 0.2252,
  } }
bands["asynctp"] = { z = 1.914, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "asynctp",
  parts = { up = { framework = 0.2339, release = 0, assumed = 0.2083, device = 0, experts = 0.2045 },
    down = { framework = 0.1067, release = 0.0758, assumed = 0.2162, device = 0, experts = 0.07514 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["aws"] = { z = 1.906, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "aws",
  parts = { up = { framework = 0.2347, release = 0, assumed = 0.2075, device = 0, experts = 0.2046 },
    down = { framework = 0.1065, release = 0.07582, assumed = 0.2163, device = 0, experts = 0.07565 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["b200_llama70b"] = { z = 1.916, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "b200_llama70b",
  parts = { up = { framework = 0.2336, release = 0, assumed = 0.2087, device = 0, experts = 0.2045 },
    down = { framework = 0.1061, release = 0.07586, assumed = 0.2165, device = 0, experts = 0.07637 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["dgxc_fp8_llama"] = { z = 1.933, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "dgxc_fp8_llama",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1036, release = 0.07339, assumed = 0.2177, device = 0, experts = 0.08016 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["kempner"] = { z = 1.922, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "kempner",
  parts = { up = { framework = 0.2324, release = 0, assumed = 0.21, device = 0, experts = 0.2036 },
    down = { framework = 0.103, release = 0.07618, assumed = 0.2179, device = 0, experts = 0.08296 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_deepseekv3_671b",
  parts = { up = { framework = 0.2327, release = 0, assumed = 0.2097, device = 0, experts = 0.2083 },
    down = { framework = 0.1029, release = 0.07655, assumed = 0.2179, device = 0, experts = 0.09056 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.921, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_gpt_oss_20b",
  parts = { up = { framework = 0.2331, release = 0, assumed = 0.2093, device = 0, experts = 0.2096 },
    down = { framework = 0.1029, release = 0.0765, assumed = 0.2179, device = 0, experts = 0.08971 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_llama31_405b"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_llama31_405b",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1034, release = 0.07576, assumed = 0.2177, device = 0, experts = 0.08136 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_llama31_8b"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "mlperf6_llama31_8b",
  parts = { up = { framework = 0.2322, release = 0, assumed = 0.2102, device = 0, experts = 0.2043 },
    down = { framework = 0.1038, release = 0.0774, assumed = 0.2175, device = 0, experts = 0.08121 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["nanogpt"] = { z = 1.919, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "nanogpt",
  parts = { up = { framework = 0.2324, release = 0, assumed = 0.21, device = 0, experts = 0.2043 },
    down = { framework = 0.1007, release = 0.07633, assumed = 0.219, device = 0, experts = 0.08618 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["olmo"] = { z = 1.905, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "olmo",
  parts = { up = { framework = 0.2348, release = 0, assumed = 0.2074, device = 0, experts = 0.2046 },
    down = { framework = 0.1061, release = 0.07586, assumed = 0.2165, device = 0, experts = 0.07646 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["torchao"] = { z = 1.931, constant = 0.437, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "torchao",
  parts = { up = { framework = 0.2261, release = 0, assumed = 0.2168, device = 0, experts = 0.2035 },
    down = { framework = 0.1055, release = 0.07592, assumed = 0.2168, device = 0, experts = 0.07765 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["xtuner"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "xtuner",
  parts = { up = { framework = 0.2327, release = 0, assumed = 0.2097, device = 0, experts = 0.2082 },
    down = { framework = 0.1032, release = 0.07626, assumed = 0.2178, device = 0, experts = 0.08463 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["llm-foundry, H100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "llm-foundry, H100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1038, release = 0.07126, assumed = 0.2176, device = 0, experts = 0.07905 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, H100"] = { z = 1.897, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, H100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1041, release = 0.06735, assumed = 0.2175, device = 0, experts = 0.07692 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, Blackwell"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, Blackwell",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1033, release = 0.07738, assumed = 0.2178, device = 0, experts = 0.08217 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, experts",
  parts = { up = { framework = 0.2316, release = 0, assumed = 0.2109, device = 0, experts = 0.2063 },
    down = { framework = 0.1019, release = 0.07754, assumed = 0.2184, device = 0, experts = 0.09196 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts, racks"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, experts, racks",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2035 },
    down = { framework = 0.1014, release = 0.07809, assumed = 0.2186, device = 0, experts = 0.09581 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts, nodes of 8"] = { z = 1.922, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, experts, nodes of 8",
  parts = { up = { framework = 0.2313, release = 0, assumed = 0.2112, device = 0, experts = 0.1971 },
    down = { framework = 0.1021, release = 0.0773, assumed = 0.2183, device = 0, experts = 0.09024 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, A100"] = { z = 1.917, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, A100",
  parts = { up = { framework = 0.2336, release = 0, assumed = 0.2087, device = 0, experts = 0.2045 },
    down = { framework = 0.1068, release = 0.07579, assumed = 0.2161, device = 0, experts = 0.07489 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, Hopper"] = { z = 1.915, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, Hopper",
  parts = { up = { framework = 0.2337, release = 0, assumed = 0.2085, device = 0, experts = 0.2045 },
    down = { framework = 0.1061, release = 0.07586, assumed = 0.2165, device = 0, experts = 0.07639 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, 1,024 A100"] = { z = 1.916, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, 1,024 A100",
  parts = { up = { framework = 0.2337, release = 0, assumed = 0.2086, device = 0, experts = 0.2045 },
    down = { framework = 0.1068, release = 0.07579, assumed = 0.2161, device = 0, experts = 0.07492 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["BLOOM, A100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "BLOOM, A100",
  parts = { up = { framework = 0.2293, release = 0, assumed = 0.2134, device = 0, experts = 0.2039 },
    down = { framework = 0.1068, release = 0.07579, assumed = 0.2161, device = 0, experts = 0.07498 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MLPerf, LoRA"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MLPerf, LoRA",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1033, release = 0.07736, assumed = 0.2178, device = 0, experts = 0.08216 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, experts, H100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, experts, H100",
  parts = { up = { framework = 0.233, release = 0, assumed = 0.2094, device = 0, experts = 0.2091 },
    down = { framework = 0.1042, release = 0.07543, assumed = 0.2175, device = 0, experts = 0.06731 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, experts, racks"] = { z = 1.921, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, experts, racks",
  parts = { up = { framework = 0.2331, release = 0, assumed = 0.2093, device = 0, experts = 0.2096 },
    down = { framework = 0.1029, release = 0.07651, assumed = 0.2179, device = 0, experts = 0.08979 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, long sequences"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, long sequences",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1032, release = 0.07882, assumed = 0.2178, device = 0, experts = 0.08287 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, pipelines, A100"] = { z = 1.912, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, pipelines, A100",
  parts = { up = { framework = 0.2341, release = 0, assumed = 0.2081, device = 0, experts = 0.2046 },
    down = { framework = 0.1067, release = 0.0758, assumed = 0.2162, device = 0, experts = 0.07509 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, thousands of A100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Megatron, thousands of A100",
  parts = { up = { framework = 0.2327, release = 0, assumed = 0.2097, device = 0, experts = 0.2044 },
    down = { framework = 0.1067, release = 0.0758, assumed = 0.2162, device = 0, experts = 0.07508 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel, experts, H100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "AutoModel, experts, H100",
  parts = { up = { framework = 0.2329, release = 0, assumed = 0.2095, device = 0, experts = 0.2088 },
    down = { framework = 0.1041, release = 0.07549, assumed = 0.2175, device = 0, experts = 0.06856 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel, LoRA, H100"] = { z = 1.922, constant = 0.444, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "AutoModel, LoRA, H100",
  parts = { up = { framework = 0.2307, release = 0, assumed = 0.2119, device = 0, experts = 0.2041 },
    down = { framework = 0.1046, release = 0.076, assumed = 0.2172, device = 0, experts = 0.07922 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Pax, A100 and H100"] = { z = 1.922, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Pax, A100 and H100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.2193, device = 0, experts = 0.2042 },
    down = { framework = 0.1034, release = 0.07611, assumed = 0.2228, device = 0, experts = 0.08151 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, Megatron"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FlagPerf, Megatron",
  parts = { up = { framework = 0.2331, release = 0, assumed = 0.2093, device = 0, experts = 0.2044 },
    down = { framework = 0.1065, release = 0.07582, assumed = 0.2163, device = 0, experts = 0.07551 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, Paddle, A100"] = { z = 1.933, constant = 0.437, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FlagPerf, Paddle, A100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.1446, device = 0, experts = 0.2042 },
    down = { framework = 0.1034, release = 0.0761, assumed = 0.2459, device = 0, experts = 0.08142 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Primus, experts, MI355X"] = { z = 1.918, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Primus, experts, MI355X",
  parts = { up = { framework = 0.2334, release = 0, assumed = 0.2089, device = 0, experts = 0.2108 },
    down = { framework = 0.1016, release = 0.07352, assumed = 0.2189, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["prime-rl, experts, B300"] = { z = 1.919, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "prime-rl, experts, B300",
  parts = { up = { framework = 0.2333, release = 0, assumed = 0.2091, device = 0, experts = 0.2103 },
    down = { framework = 0.1065, release = 0.07375, assumed = 0.2165, device = 0, experts = 0.02142 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, long, H100"] = { z = 1.931, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, long, H100",
  parts = { up = { framework = 0.2281, release = 0, assumed = 0.2147, device = 0, experts = 0.2038 },
    down = { framework = 0.1063, release = 0.07584, assumed = 0.2164, device = 0, experts = 0.07592 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo of 2022, A100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo of 2022, A100",
  parts = { up = { framework = 0.2292, release = 0, assumed = 0.2135, device = 0, experts = 0.2039 },
    down = { framework = 0.1068, release = 0.07579, assumed = 0.2161, device = 0, experts = 0.07485 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["llm.c, A100"] = { z = 1.905, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "llm.c, A100",
  parts = { up = { framework = 0.2349, release = 0, assumed = 0.2073, device = 0, experts = 0.2047 },
    down = { framework = 0.105, release = 0.07596, assumed = 0.217, device = 0, experts = 0.07855 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["torchtune, A100"] = { z = 1.909, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "torchtune, A100",
  parts = { up = { framework = 0.2344, release = 0, assumed = 0.2078, device = 0, experts = 0.2046 },
    down = { framework = 0.1046, release = 0.076, assumed = 0.2172, device = 0, experts = 0.07929 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MaxText, MI355X"] = { z = 1.922, constant = 0.444, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MaxText, MI355X",
  parts = { up = { framework = 0.2328, release = 0, assumed = 0.2095, device = 0, experts = 0.2029 },
    down = { framework = 0.1038, release = 0.07613, assumed = 0.2175, device = 0, experts = 0.08193 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, dense"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, dense",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1034, release = 0.0761, assumed = 0.2178, device = 0, experts = 0.08153 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, experts, racks"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, experts, racks",
  parts = { up = { framework = 0.2316, release = 0, assumed = 0.2109, device = 0, experts = 0.206 },
    down = { framework = 0.1012, release = 0.07821, assumed = 0.2186, device = 0, experts = 0.09666 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, experts, nodes"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, experts, nodes",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.2009 },
    down = { framework = 0.102, release = 0.07737, assumed = 0.2183, device = 0, experts = 0.09071 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, Mamba"] = { z = 1.941, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 26.04, Mamba",
  parts = { up = { framework = 0.2305, release = 0, assumed = 0.212, device = 0, experts = 0.1703 },
    down = { framework = 0.1012, release = 0.07822, assumed = 0.2187, device = 0, experts = 0.09671 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 25.09, dense"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 25.09, dense",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2042 },
    down = { framework = 0.1037, release = 0.07223, assumed = 0.2176, device = 0, experts = 0.07955 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 25.09, experts"] = { z = 1.936, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo 25.09, experts",
  parts = { up = { framework = 0.2311, release = 0, assumed = 0.2114, device = 0, experts = 0.191 },
    down = { framework = 0.1018, release = 0.07764, assumed = 0.2184, device = 0, experts = 0.09267 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, GB200"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "NeMo, GB200",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.211, device = 0, experts = 0.2046 },
    down = { framework = 0.103, release = 0.07696, assumed = 0.2179, device = 0, experts = 0.08399 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Pai-Megatron, H800"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Pai-Megatron, H800",
  parts = { up = { framework = 0.2323, release = 0, assumed = 0.2101, device = 0, experts = 0.2069 },
    down = { framework = 0.1028, release = 0.07666, assumed = 0.218, device = 0, experts = 0.09292 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Nemotron-4, H100"] = { z = 1.911, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Nemotron-4, H100",
  parts = { up = { framework = 0.2342, release = 0, assumed = 0.208, device = 0, experts = 0.2046 },
    down = { framework = 0.1027, release = 0.07617, assumed = 0.2181, device = 0, experts = 0.08275 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Llama 3, 16,384 H100"] = { z = 1.906, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Llama 3, 16,384 H100",
  parts = { up = { framework = 0.2347, release = 0, assumed = 0.2074, device = 0, experts = 0.2046 },
    down = { framework = 0.03533, release = 0.0787, assumed = 0.238, device = 0, experts = 0.1376 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MT-NLG, A100"] = { z = 1.891, constant = 0.423, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MT-NLG, A100",
  parts = { up = { framework = 0.2146, release = 0, assumed = 0.2282, device = 0, experts = 0.2021 },
    down = { framework = 0.1068, release = 0.07579, assumed = 0.2161, device = 0, experts = 0.07496 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FSDP, A100"] = { z = 1.943, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FSDP, A100",
  parts = { up = { framework = 0.2268, release = 0, assumed = 0.216, device = 0, experts = 0.2036 },
    down = { framework = 0.1067, release = 0.0758, assumed = 0.2162, device = 0, experts = 0.07509 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["YaFSDP, A100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "YaFSDP, A100",
  parts = { up = { framework = 0.2321, release = 0, assumed = 0.2103, device = 0, experts = 0.2043 },
    down = { framework = 0.1067, release = 0.0758, assumed = 0.2162, device = 0, experts = 0.07509 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["XTuner, long, A100"] = { z = 1.922, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "XTuner, long, A100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.2226, device = 0, experts = 0.2042 },
    down = { framework = 0.1034, release = 0.0761, assumed = 0.2348, device = 0, experts = 0.08146 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Qwen, LoRA, A100"] = { z = 1.922, constant = 0.444, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Qwen, LoRA, A100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.2387, device = 0, experts = 0.2043 },
    down = { framework = 0.1034, release = 0.0761, assumed = 0.2363, device = 0, experts = 0.08146 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, TP 8, H100"] = { z = 1.922, constant = 0.435, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, TP 8, H100",
  parts = { up = { framework = 0.2202, release = 0, assumed = 0.2228, device = 0, experts = 0.2028 },
    down = { framework = 0.1065, release = 0.07582, assumed = 0.2163, device = 0, experts = 0.07558 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, experts, B200"] = { z = 1.920, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TorchTitan, experts, B200",
  parts = { up = { framework = 0.2332, release = 0, assumed = 0.2092, device = 0, experts = 0.21 },
    down = { framework = 0.1029, release = 0.07655, assumed = 0.2179, device = 0, experts = 0.09059 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TRL, long, H100"] = { z = 1.892, constant = 0.423, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "TRL, long, H100",
  parts = { up = { framework = 0.2315, release = 0, assumed = 0.2505, device = 0, experts = 0.2046 },
    down = { framework = 0.1034, release = 0.07608, assumed = 0.07218, device = 0, experts = 0.08102 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel of 2026, H100"] = { z = 1.908, constant = 0.448, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "AutoModel of 2026, H100",
  parts = { up = { framework = 0.2345, release = 0, assumed = 0.2076, device = 0, experts = 0.2056 },
    down = { framework = 0.102, release = 0.07614, assumed = 0.2184, device = 0, experts = 0.08212 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, DeepSpeed"] = { z = 1.922, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "FlagPerf, DeepSpeed",
  parts = { up = { framework = 0.2322, release = 0, assumed = 0.2067, device = 0, experts = 0.2043 },
    down = { framework = 0.1039, release = 0.07606, assumed = 0.2385, device = 0, experts = 0.0806 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Lightning, A100"] = { z = 1.922, constant = 0.423, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Lightning, A100",
  parts = { up = { framework = 0.2204, release = 0, assumed = 0.1899, device = 0, experts = 0.2028 },
    down = { framework = 0.1057, release = 0.0759, assumed = 0.2254, device = 0, experts = 0.0772 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MaxText, A3"] = { z = 1.975, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "MaxText, A3",
  parts = { up = { framework = 0.2239, release = 0, assumed = 0.2191, device = 0, experts = 0.2033 },
    down = { framework = 0.1066, release = 0.07581, assumed = 0.2162, device = 0, experts = 0.07535 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Transformer Engine, MI300X"] = { z = 1.922, constant = 0.438, rows = { sd = 0.03124, nodes = 0.023, span = 0.790 },
  gone = "Transformer Engine, MI300X",
  parts = { up = { framework = 0.2291, release = 0, assumed = 0.2136, device = 0, experts = 0.2039 },
    down = { framework = 0.1032, release = 0.07612, assumed = 0.2178, device = 0, experts = 0.08183 } },
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
