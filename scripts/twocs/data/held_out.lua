-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The set "without
-- x" was fitted without the stack x; the accuracy of predictions of x is measured with it. The set with the plain name of a
-- stack was fitted to this stack alone; it only shows how much pooling costs and how much stacks differ. The band with the
-- name of a stack, or of a set of published runs, is computed without its runs.
local sets, bands = {}, {}

sets["without foundry"] = { -- cost 3.6 %
  train_gemm = 1, wide_gemm = 1.024, torch_gemm = 1.133, fused_rho = 1.133, eager_rho = 4.266,
  flash = 0.2948, comm_passes = 3.976, fp8_gemm = 0.8394, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
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
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1.133, fused_rho = 0.8292, eager_rho = 4.505,
  flash = 0.3419, comm_passes = 7.545, fp8_gemm = 0.7885, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
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
sets["dgxc"] = { -- cost 2.1 %
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
bands["korthikanti"] = { z = 1.906, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "korthikanti",
  parts = { up = { framework = 0.2347, release = 0, assumed = 0.2075, device = 0, experts = 0.2003 },
    down = { framework = 0.1076, release = 0.07322, assumed = 0.2158, device = 0, experts = 0.06064 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["foundry"] = { z = 1.969, constant = 0.453, rows = { sd = 0.03082, nodes = 0.028, span = 0.788 },
  gone = "foundry",
  parts = { up = { framework = 0.2167, release = 0, assumed = 0.2186, device = 0, experts = 0.1928 },
    down = { framework = 0.07256, release = 0.07264, assumed = 0.1812, device = 0, experts = 0.1187 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1001, torch_gemm = 0.07751, fused_rho = 0.08473,
    eager_rho = 0.06345, flash = 0.1662, comm_passes = 0.159, fp8_gemm = 0.08192, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["internevo"] = { z = 1.810, constant = 0.442, rows = { sd = 0.03466, nodes = 0.023, span = 0.790 },
  gone = "internevo",
  parts = { up = { framework = 0.2171, release = 0, assumed = 0.2168, device = 0, experts = 0.1672 },
    down = { framework = 0, release = 0.03068, assumed = 0.2314, device = 0, experts = 0.1365 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1074, torch_gemm = 0.2181, fused_rho = 0.255,
    eager_rho = 0.5062, flash = 0.09821, comm_passes = 0.1331, fp8_gemm = 0.1414, host = 0.2039,
    host_rank = 0.5954, node_lat = 0.5954,
  } }
bands["dgxc"] = { z = 1.869, constant = 0.441, rows = { sd = 0.02934, nodes = 0.044, span = 0.778 },
  gone = "dgxc",
  parts = { up = { framework = 0.2164, release = 0, assumed = 0.217, device = 0, experts = 0.1842 },
    down = { framework = 0.01879, release = 0.06937, assumed = 0.2394, device = 0, experts = 0.1353 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.1207, torch_gemm = 0.2606, fused_rho = 0.06927,
    eager_rho = 0.1166, flash = 0.08788, comm_passes = 0.08647, fp8_gemm = 0.07577, host = 0.2039,
    host_rank = 0.3057, node_lat = 0.3057,
  } }
bands["mlperf"] = { z = 1.931, constant = 0.445, rows = { sd = 0.03027, nodes = 0.034, span = 0.784 },
  gone = "mlperf",
  parts = { up = { framework = 0.2328, release = 0, assumed = 0.2153, device = 0, experts = 0.207 },
    down = { framework = 0.09193, release = 0.07014, assumed = 0.2216, device = 0, experts = 0.08868 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06425, torch_gemm = 0.0447, fused_rho = 0.04656,
    eager_rho = 0.1132, flash = 0.07074, comm_passes = 0.0962, fp8_gemm = 0.07186, host = 0.1239,
    host_rank = 0.1239, node_lat = 0.1239,
  } }
bands["nemo"] = { z = 1.721, constant = 0.480, rows = { sd = 0.03293, nodes = 0.014, span = 0.796 },
  gone = "nemo",
  parts = { up = { framework = 0.2058, release = 0, assumed = 0.2298, device = 0, experts = 0.1984 },
    down = { framework = 0, release = 0, assumed = 0.1961, device = 0, experts = 0.09813 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02461, wide_gemm = 0.2079, torch_gemm = 0.2411, fused_rho = 0.3711,
    eager_rho = 0.2219, flash = 0.1649, comm_passes = 0.9421, fp8_gemm = 0.4086, host = 0.2039,
    host_rank = 1.004, node_lat = 1.004,
  } }
bands["nanotron"] = { z = 1.827, constant = 0.439, rows = { sd = 0.03235, nodes = 0.000, span = 0.000 },
  gone = "nanotron",
  parts = { up = { framework = 0.2248, release = 0, assumed = 0.2123, device = 0, experts = 0.2007 },
    down = { framework = 0.07223, release = 0.06552, assumed = 0.2264, device = 0, experts = 0.1128 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01641, wide_gemm = 0.07951, torch_gemm = 0.122, fused_rho = 0.1228,
    eager_rho = 0.2047, flash = 0.08627, comm_passes = 0.1425, fp8_gemm = 0.07816, host = 0.2354,
    host_rank = 1.994, node_lat = 1.994,
  } }
bands["fms"] = { z = 1.892, constant = 0.455, rows = { sd = 0.03172, nodes = 0.024, span = 0.790 },
  gone = "fms",
  parts = { up = { framework = 0.2385, release = 0, assumed = 0.2136, device = 0, experts = 0.2045 },
    down = { framework = 0.03426, release = 0.03887, assumed = 0.2379, device = 0, experts = 0.1125 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02145, wide_gemm = 0.07373, torch_gemm = 0.1297, fused_rho = 0.1345,
    eager_rho = 0.1816, flash = 0.07716, comm_passes = 0.2142, fp8_gemm = 0.08748, host = 0.2039,
    host_rank = 0.2252, node_lat = 0.2252,
  } }
bands["asynctp"] = { z = 1.911, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "asynctp",
  parts = { up = { framework = 0.2338, release = 0, assumed = 0.2085, device = 0, experts = 0.2002 },
    down = { framework = 0.1077, release = 0.07321, assumed = 0.2158, device = 0, experts = 0.06041 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["aws"] = { z = 1.907, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "aws",
  parts = { up = { framework = 0.2345, release = 0, assumed = 0.2077, device = 0, experts = 0.2003 },
    down = { framework = 0.1074, release = 0.07324, assumed = 0.2159, device = 0, experts = 0.0611 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["b200_llama70b"] = { z = 1.909, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "b200_llama70b",
  parts = { up = { framework = 0.2334, release = 0, assumed = 0.2088, device = 0, experts = 0.2002 },
    down = { framework = 0.107, release = 0.07328, assumed = 0.2161, device = 0, experts = 0.06206 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["dgxc_fp8_llama"] = { z = 1.934, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "dgxc_fp8_llama",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.1043, release = 0.06991, assumed = 0.2174, device = 0, experts = 0.06676 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["kempner"] = { z = 1.887, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "kempner",
  parts = { up = { framework = 0.2322, release = 0, assumed = 0.2102, device = 0, experts = 0.1993 },
    down = { framework = 0.1037, release = 0.07363, assumed = 0.2176, device = 0, experts = 0.07041 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.888, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "mlperf6_deepseekv3_671b",
  parts = { up = { framework = 0.2328, release = 0, assumed = 0.2096, device = 0, experts = 0.2045 },
    down = { framework = 0.1036, release = 0.07399, assumed = 0.2177, device = 0, experts = 0.07858 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.888, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "mlperf6_gpt_oss_20b",
  parts = { up = { framework = 0.2329, release = 0, assumed = 0.2094, device = 0, experts = 0.2052 },
    down = { framework = 0.1037, release = 0.07391, assumed = 0.2176, device = 0, experts = 0.07673 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_llama31_405b"] = { z = 1.899, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "mlperf6_llama31_405b",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.104, release = 0.07462, assumed = 0.2175, device = 0, experts = 0.06946 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["mlperf6_llama31_8b"] = { z = 1.893, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "mlperf6_llama31_8b",
  parts = { up = { framework = 0.232, release = 0, assumed = 0.2104, device = 0, experts = 0.2 },
    down = { framework = 0.1046, release = 0.07476, assumed = 0.2172, device = 0, experts = 0.06831 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["nanogpt"] = { z = 1.889, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "nanogpt",
  parts = { up = { framework = 0.2322, release = 0, assumed = 0.2102, device = 0, experts = 0.2 },
    down = { framework = 0.1013, release = 0.07381, assumed = 0.2188, device = 0, experts = 0.07444 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["olmo"] = { z = 1.906, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "olmo",
  parts = { up = { framework = 0.2346, release = 0, assumed = 0.2075, device = 0, experts = 0.2003 },
    down = { framework = 0.107, release = 0.07329, assumed = 0.2161, device = 0, experts = 0.06218 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["torchao"] = { z = 1.917, constant = 0.436, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "torchao",
  parts = { up = { framework = 0.226, release = 0, assumed = 0.2169, device = 0, experts = 0.1992 },
    down = { framework = 0.1063, release = 0.07335, assumed = 0.2164, device = 0, experts = 0.06376 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["xtuner"] = { z = 1.890, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "xtuner",
  parts = { up = { framework = 0.2325, release = 0, assumed = 0.2099, device = 0, experts = 0.2036 },
    down = { framework = 0.1036, release = 0.07395, assumed = 0.2177, device = 0, experts = 0.07767 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["llm-foundry, H100"] = { z = 1.959, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "llm-foundry, H100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.1046, release = 0.06841, assumed = 0.2173, device = 0, experts = 0.06557 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, H100"] = { z = 1.934, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, H100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.105, release = 0.06448, assumed = 0.2171, device = 0, experts = 0.06283 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, Blackwell"] = { z = 1.899, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, Blackwell",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.104, release = 0.07478, assumed = 0.2175, device = 0, experts = 0.06955 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts"] = { z = 1.892, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, experts",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.2019 },
    down = { framework = 0.1024, release = 0.07494, assumed = 0.2182, device = 0, experts = 0.08043 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts, racks"] = { z = 1.893, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, experts, racks",
  parts = { up = { framework = 0.2313, release = 0, assumed = 0.2112, device = 0, experts = 0.1981 },
    down = { framework = 0.1017, release = 0.0756, assumed = 0.2185, device = 0, experts = 0.08562 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, experts, nodes of 8"] = { z = 1.890, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, experts, nodes of 8",
  parts = { up = { framework = 0.2311, release = 0, assumed = 0.2114, device = 0, experts = 0.1926 },
    down = { framework = 0.1027, release = 0.07473, assumed = 0.2181, device = 0, experts = 0.07871 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, A100"] = { z = 1.911, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "TorchTitan, A100",
  parts = { up = { framework = 0.2334, release = 0, assumed = 0.2089, device = 0, experts = 0.2002 },
    down = { framework = 0.1078, release = 0.0732, assumed = 0.2157, device = 0, experts = 0.06008 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, Hopper"] = { z = 1.909, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "TorchTitan, Hopper",
  parts = { up = { framework = 0.2336, release = 0, assumed = 0.2087, device = 0, experts = 0.2002 },
    down = { framework = 0.107, release = 0.07328, assumed = 0.2161, device = 0, experts = 0.06209 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, 1,024 A100"] = { z = 1.911, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Megatron, 1,024 A100",
  parts = { up = { framework = 0.2335, release = 0, assumed = 0.2088, device = 0, experts = 0.2002 },
    down = { framework = 0.1078, release = 0.0732, assumed = 0.2157, device = 0, experts = 0.06012 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["BLOOM, A100"] = { z = 1.920, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "BLOOM, A100",
  parts = { up = { framework = 0.2291, release = 0, assumed = 0.2136, device = 0, experts = 0.1996 },
    down = { framework = 0.1078, release = 0.07321, assumed = 0.2157, device = 0, experts = 0.0602 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MLPerf, LoRA"] = { z = 1.959, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "MLPerf, LoRA",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.104, release = 0.07453, assumed = 0.2175, device = 0, experts = 0.06942 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, experts, H100"] = { z = 1.888, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Megatron, experts, H100",
  parts = { up = { framework = 0.2328, release = 0, assumed = 0.2096, device = 0, experts = 0.2047 },
    down = { framework = 0.1051, release = 0.07286, assumed = 0.2171, device = 0, experts = 0.05135 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, experts, racks"] = { z = 1.887, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Megatron, experts, racks",
  parts = { up = { framework = 0.233, release = 0, assumed = 0.2093, device = 0, experts = 0.2055 },
    down = { framework = 0.1036, release = 0.07394, assumed = 0.2177, device = 0, experts = 0.07749 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, long sequences"] = { z = 1.897, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, long sequences",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.1039, release = 0.07606, assumed = 0.2176, device = 0, experts = 0.07031 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, pipelines, A100"] = { z = 1.911, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Megatron, pipelines, A100",
  parts = { up = { framework = 0.2338, release = 0, assumed = 0.2084, device = 0, experts = 0.2002 },
    down = { framework = 0.1077, release = 0.07321, assumed = 0.2158, device = 0, experts = 0.06035 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Megatron, thousands of A100"] = { z = 1.911, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Megatron, thousands of A100",
  parts = { up = { framework = 0.2325, release = 0, assumed = 0.2098, device = 0, experts = 0.2 },
    down = { framework = 0.1077, release = 0.07321, assumed = 0.2158, device = 0, experts = 0.06034 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel, experts, H100"] = { z = 1.889, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "AutoModel, experts, H100",
  parts = { up = { framework = 0.2326, release = 0, assumed = 0.2098, device = 0, experts = 0.2042 },
    down = { framework = 0.1049, release = 0.07299, assumed = 0.2172, device = 0, experts = 0.0548 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel, LoRA, H100"] = { z = 1.906, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "AutoModel, LoRA, H100",
  parts = { up = { framework = 0.2305, release = 0, assumed = 0.212, device = 0, experts = 0.1998 },
    down = { framework = 0.1055, release = 0.07344, assumed = 0.2168, device = 0, experts = 0.06579 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Pax, A100 and H100"] = { z = 1.899, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Pax, A100 and H100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2194, device = 0, experts = 0.1999 },
    down = { framework = 0.1041, release = 0.07356, assumed = 0.2226, device = 0, experts = 0.06879 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, Megatron"] = { z = 1.910, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "FlagPerf, Megatron",
  parts = { up = { framework = 0.2329, release = 0, assumed = 0.2095, device = 0, experts = 0.2001 },
    down = { framework = 0.1075, release = 0.07324, assumed = 0.2159, device = 0, experts = 0.06091 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, Paddle, A100"] = { z = 1.893, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "FlagPerf, Paddle, A100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.1448, device = 0, experts = 0.1998 },
    down = { framework = 0.1041, release = 0.07356, assumed = 0.2457, device = 0, experts = 0.06868 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Primus, experts, MI355X"] = { z = 1.878, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Primus, experts, MI355X",
  parts = { up = { framework = 0.2333, release = 0, assumed = 0.2091, device = 0, experts = 0.2063 },
    down = { framework = 0.09875, release = 0.07179, assumed = 0.2202, device = 0, experts = 0 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["prime-rl, experts, B300"] = { z = 1.885, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "prime-rl, experts, B300",
  parts = { up = { framework = 0.2331, release = 0, assumed = 0.2092, device = 0, experts = 0.2057 },
    down = { framework = 0.1063, release = 0.07206, assumed = 0.2166, device = 0, experts = 0.02494 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, long, H100"] = { z = 1.932, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "TorchTitan, long, H100",
  parts = { up = { framework = 0.2279, release = 0, assumed = 0.2149, device = 0, experts = 0.1994 },
    down = { framework = 0.1073, release = 0.07326, assumed = 0.216, device = 0, experts = 0.06146 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo of 2022, A100"] = { z = 1.921, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo of 2022, A100",
  parts = { up = { framework = 0.229, release = 0, assumed = 0.2137, device = 0, experts = 0.1996 },
    down = { framework = 0.1078, release = 0.0732, assumed = 0.2157, device = 0, experts = 0.06003 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["llm.c, A100"] = { z = 1.905, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "llm.c, A100",
  parts = { up = { framework = 0.2347, release = 0, assumed = 0.2074, device = 0, experts = 0.2003 },
    down = { framework = 0.1059, release = 0.0734, assumed = 0.2167, device = 0, experts = 0.06491 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["torchtune, A100"] = { z = 1.904, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "torchtune, A100",
  parts = { up = { framework = 0.2342, release = 0, assumed = 0.208, device = 0, experts = 0.2003 },
    down = { framework = 0.1054, release = 0.07344, assumed = 0.2168, device = 0, experts = 0.06586 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MaxText, MI355X"] = { z = 1.889, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "MaxText, MI355X",
  parts = { up = { framework = 0.2326, release = 0, assumed = 0.2097, device = 0, experts = 0.1985 },
    down = { framework = 0.1046, release = 0.07358, assumed = 0.2172, device = 0, experts = 0.06908 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, dense"] = { z = 1.899, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo 26.04, dense",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.1041, release = 0.07398, assumed = 0.2175, device = 0, experts = 0.06907 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, experts, racks"] = { z = 1.893, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo 26.04, experts, racks",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.2003 },
    down = { framework = 0.1017, release = 0.07562, assumed = 0.2185, device = 0, experts = 0.08579 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, experts, nodes"] = { z = 1.894, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo 26.04, experts, nodes",
  parts = { up = { framework = 0.2312, release = 0, assumed = 0.2113, device = 0, experts = 0.1952 },
    down = { framework = 0.1027, release = 0.07468, assumed = 0.2181, device = 0, experts = 0.07833 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 26.04, Mamba"] = { z = 1.906, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo 26.04, Mamba",
  parts = { up = { framework = 0.2303, release = 0, assumed = 0.2121, device = 0, experts = 0.1678 },
    down = { framework = 0.1016, release = 0.07569, assumed = 0.2185, device = 0, experts = 0.08634 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 25.09, dense"] = { z = 1.899, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo 25.09, dense",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.1999 },
    down = { framework = 0.1045, release = 0.06962, assumed = 0.2173, device = 0, experts = 0.06631 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo 25.09, experts"] = { z = 1.895, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo 25.09, experts",
  parts = { up = { framework = 0.231, release = 0, assumed = 0.2114, device = 0, experts = 0.1901 },
    down = { framework = 0.1023, release = 0.07506, assumed = 0.2183, device = 0, experts = 0.0814 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["NeMo, GB200"] = { z = 1.896, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "NeMo, GB200",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2111, device = 0, experts = 0.2002 },
    down = { framework = 0.1037, release = 0.07436, assumed = 0.2177, device = 0, experts = 0.07165 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Pai-Megatron, H800"] = { z = 1.890, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Pai-Megatron, H800",
  parts = { up = { framework = 0.2322, release = 0, assumed = 0.2103, device = 0, experts = 0.2025 },
    down = { framework = 0.1034, release = 0.0741, assumed = 0.2177, device = 0, experts = 0.08122 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Nemotron-4, H100"] = { z = 1.897, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Nemotron-4, H100",
  parts = { up = { framework = 0.234, release = 0, assumed = 0.2082, device = 0, experts = 0.2002 },
    down = { framework = 0.1034, release = 0.07363, assumed = 0.2178, device = 0, experts = 0.0703 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Llama 3, 16,384 H100"] = { z = 1.907, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Llama 3, 16,384 H100",
  parts = { up = { framework = 0.2345, release = 0, assumed = 0.2076, device = 0, experts = 0.2003 },
    down = { framework = 0.0353, release = 0.07624, assumed = 0.2381, device = 0, experts = 0.131 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MT-NLG, A100"] = { z = 1.860, constant = 0.423, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "MT-NLG, A100",
  parts = { up = { framework = 0.2145, release = 0, assumed = 0.2283, device = 0, experts = 0.1977 },
    down = { framework = 0.1078, release = 0.07321, assumed = 0.2157, device = 0, experts = 0.06018 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FSDP, A100"] = { z = 1.939, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "FSDP, A100",
  parts = { up = { framework = 0.2267, release = 0, assumed = 0.2162, device = 0, experts = 0.1993 },
    down = { framework = 0.1077, release = 0.07321, assumed = 0.2158, device = 0, experts = 0.06035 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["YaFSDP, A100"] = { z = 1.911, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "YaFSDP, A100",
  parts = { up = { framework = 0.232, release = 0, assumed = 0.2105, device = 0, experts = 0.2 },
    down = { framework = 0.1077, release = 0.07321, assumed = 0.2158, device = 0, experts = 0.06035 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["XTuner, long, A100"] = { z = 1.893, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "XTuner, long, A100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2227, device = 0, experts = 0.1999 },
    down = { framework = 0.1041, release = 0.07356, assumed = 0.2346, device = 0, experts = 0.06873 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Qwen, LoRA, A100"] = { z = 1.893, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Qwen, LoRA, A100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2389, device = 0, experts = 0.1999 },
    down = { framework = 0.1041, release = 0.07356, assumed = 0.236, device = 0, experts = 0.06873 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, TP 8, H100"] = { z = 1.839, constant = 0.427, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "TorchTitan, TP 8, H100",
  parts = { up = { framework = 0.22, release = 0, assumed = 0.2229, device = 0, experts = 0.1984 },
    down = { framework = 0.1075, release = 0.07324, assumed = 0.2159, device = 0, experts = 0.061 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TorchTitan, experts, B200"] = { z = 1.886, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "TorchTitan, experts, B200",
  parts = { up = { framework = 0.2331, release = 0, assumed = 0.2093, device = 0, experts = 0.2056 },
    down = { framework = 0.1036, release = 0.07397, assumed = 0.2177, device = 0, experts = 0.07816 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["TRL, long, H100"] = { z = 1.888, constant = 0.423, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "TRL, long, H100",
  parts = { up = { framework = 0.2314, release = 0, assumed = 0.2507, device = 0, experts = 0.2003 },
    down = { framework = 0.1042, release = 0.07354, assumed = 0.07104, device = 0, experts = 0.06824 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["AutoModel of 2026, H100"] = { z = 1.899, constant = 0.438, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "AutoModel of 2026, H100",
  parts = { up = { framework = 0.2344, release = 0, assumed = 0.2078, device = 0, experts = 0.2012 },
    down = { framework = 0.1027, release = 0.07359, assumed = 0.2181, device = 0, experts = 0.06951 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["FlagPerf, DeepSpeed"] = { z = 1.887, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "FlagPerf, DeepSpeed",
  parts = { up = { framework = 0.232, release = 0, assumed = 0.2068, device = 0, experts = 0.2 },
    down = { framework = 0.1046, release = 0.07351, assumed = 0.2382, device = 0, experts = 0.06762 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Lightning, A100"] = { z = 1.894, constant = 0.423, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Lightning, A100",
  parts = { up = { framework = 0.2202, release = 0, assumed = 0.1901, device = 0, experts = 0.1984 },
    down = { framework = 0.1066, release = 0.07333, assumed = 0.225, device = 0, experts = 0.0632 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["MaxText, A3"] = { z = 1.965, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "MaxText, A3",
  parts = { up = { framework = 0.2237, release = 0, assumed = 0.2193, device = 0, experts = 0.1989 },
    down = { framework = 0.1076, release = 0.07323, assumed = 0.2158, device = 0, experts = 0.0607 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.02033, wide_gemm = 0.04621, torch_gemm = 0.03479, fused_rho = 0.04703,
    eager_rho = 0.1011, flash = 0.06414, comm_passes = 0.06776, fp8_gemm = 0.03479, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }
bands["Transformer Engine, MI300X"] = { z = 1.916, constant = 0.437, rows = { sd = 0.03136, nodes = 0.024, span = 0.790 },
  gone = "Transformer Engine, MI300X",
  parts = { up = { framework = 0.2289, release = 0, assumed = 0.2138, device = 0, experts = 0.1996 },
    down = { framework = 0.104, release = 0.07358, assumed = 0.2175, device = 0, experts = 0.06913 } },
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
bands["H100"] = { z = 1.154, constant = 0.309, rows = { sd = 0.03403, nodes = 0.028, span = 0.787 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.03392, wide_gemm = 0.05191, torch_gemm = 0.09419, fused_rho = 0.1794,
    eager_rho = 0.09419, flash = 0.05502, comm_passes = 0.09572, fp8_gemm = 0.05545, host = 0.2039,
    host_rank = 0.2039, node_lat = 0.2039,
  } }

return { sets = sets, bands = bands }
