-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The one thing to
-- know: "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it; the
-- plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ. No stack and
-- no set of published runs has a part in the band of its name.
local sets, bands = {}, {}

sets["without foundry"] = { -- cost 3.6 %
  train_gemm = 1, wide_gemm = 1.073, torch_gemm = 1.098, fused_rho = 1.151, eager_rho = 4.612,
  flash = 0.3366, comm_passes = 3.072, fp8_gemm = 0.8593, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.8 %
  train_gemm = 1, wide_gemm = 1.073, torch_gemm = 1.188, fused_rho = 1.207, eager_rho = 3.072,
  flash = 0.3419, comm_passes = 3.072, fp8_gemm = 0.8593, host = 0.00461, host_rank = 0.002113, node_lat = 4.498e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, wide_gemm = 0.9468, torch_gemm = 1.245, fused_rho = 1.073, eager_rho = 4.541,
  flash = 0.3419, comm_passes = 3.427, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.3 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.09, fused_rho = 1.024, eager_rho = 4.576,
  flash = 0.3419, comm_passes = 3.121, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 3.9 %
  train_gemm = 1, wide_gemm = 1.064, torch_gemm = 1.107, fused_rho = 0.9396, eager_rho = 4.576,
  flash = 0.3419, comm_passes = 3.794, fp8_gemm = 0.8526, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.4 %
  train_gemm = 1, wide_gemm = 1.098, torch_gemm = 1.245, fused_rho = 0.9251, eager_rho = 4.833,
  flash = 0.3419, comm_passes = 2.797, fp8_gemm = 0.8797, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.4 %
  train_gemm = 1, wide_gemm = 1.09, torch_gemm = 1, fused_rho = 0.9695, eager_rho = 4.796,
  flash = 0.3419, comm_passes = 2.932, fp8_gemm = 0.8728, host = 0.00461, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.7 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 0.9619, eager_rho = 4.299,
  flash = 0.3419, comm_passes = 3.427, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 0.9 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.435,
  flash = 0.2835, comm_passes = 3.121, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 1.9 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1, fused_rho = 0.9619, eager_rho = 2.449,
  flash = 0.3419, comm_passes = 3.121, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 2.7 %
  train_gemm = 0.9692, wide_gemm = 1.048, torch_gemm = 1, fused_rho = 0.9619, eager_rho = 2.449,
  flash = 0.3755, comm_passes = 2.841, fp8_gemm = 0.866, host = 0.00542, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.2 %
  train_gemm = 1, wide_gemm = 0.9542, torch_gemm = 1, fused_rho = 1.056, eager_rho = 2.449,
  flash = 0.3212, comm_passes = 3.025, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.09, fused_rho = 1.549, eager_rho = 4.167,
  flash = 0.364, comm_passes = 3.025, fp8_gemm = 0.866, host = 0.00433, host_rank = 0.00218, node_lat = 4.463e-05 }
sets["fms"] = { -- cost 2.0 %
  train_gemm = 1, wide_gemm = 1.264, torch_gemm = 1.09, fused_rho = 0.9619, eager_rho = 2.449,
  flash = 0.453, comm_passes = 3.22, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["korthikanti"] = { z = 1.786, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "korthikanti",
  parts = { up = { framework = 0.1919, release = 0, device = 0, experts = 0.1462 },
    down = { framework = 0.07177, release = 0.06707, device = 0, experts = 0.1582 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["foundry"] = { z = 1.800, constant = 0.311, rows = { sd = 0.03011, nodes = 0.022, span = 0.789 },
  gone = "foundry",
  parts = { up = { framework = 0.1795, release = 0, device = 0, experts = 0.1368 },
    down = { framework = 0.07251, release = 0.05347, device = 0, experts = 0.1622 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.07801, torch_gemm = 0.06825, fused_rho = 0.2095,
    eager_rho = 0.1214, flash = 0.1315, comm_passes = 0.05737, fp8_gemm = 0.1147, host = 0.1989,
    host_rank = 0.2271, node_lat = 0.2271,
  } }
bands["internevo"] = { z = 1.736, constant = 0.310, rows = { sd = 0.03312, nodes = 0.021, span = 0.789 },
  gone = "internevo",
  parts = { up = { framework = 0.1708, release = 0, device = 0, experts = 0.1227 },
    down = { framework = 0.05553, release = 0, device = 0, experts = 0.1676 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.1232, torch_gemm = 0.2368, fused_rho = 0.2877,
    eager_rho = 0.4873, flash = 0.1229, comm_passes = 0.1154, fp8_gemm = 0.2602, host = 0.1989,
    host_rank = 0.5677, node_lat = 0.5677,
  } }
bands["dgxc"] = { z = 1.846, constant = 0.317, rows = { sd = 0.0275, nodes = 0.040, span = 0.779 },
  gone = "dgxc",
  parts = { up = { framework = 0.1779, release = 0, device = 0, experts = 0.1481 },
    down = { framework = 0.06454, release = 0.02039, device = 0, experts = 0.1376 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.1539, torch_gemm = 0.2994, fused_rho = 0.1326,
    eager_rho = 0.1118, flash = 0.1354, comm_passes = 0.1483, fp8_gemm = 0.1698, host = 0.1989,
    host_rank = 0.3465, node_lat = 0.3465,
  } }
bands["mlperf"] = { z = 1.866, constant = 0.315, rows = { sd = 0.02914, nodes = 0.038, span = 0.779 },
  gone = "mlperf",
  parts = { up = { framework = 0.1898, release = 0, device = 0, experts = 0.1745 },
    down = { framework = 0.06878, release = 0.07158, device = 0, experts = 0.1596 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.07671, torch_gemm = 0.0421, fused_rho = 0.07787,
    eager_rho = 0.09024, flash = 0.1001, comm_passes = 0.04827, fp8_gemm = 0.07046, host = 0.1042,
    host_rank = 0.1042, node_lat = 0.1042,
  } }
bands["nemo"] = { z = 1.794, constant = 0.316, rows = { sd = 0.03288, nodes = 0.010, span = 0.796 },
  gone = "nemo",
  parts = { up = { framework = 0.1862, release = 0, device = 0, experts = 0.1502 },
    down = { framework = 0.0651, release = 0.05544, device = 0, experts = 0.1541 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06763, torch_gemm = 0.07783, fused_rho = 0.06293,
    eager_rho = 0.103, flash = 0.1138, comm_passes = 0.261, fp8_gemm = 0.1218, host = 0.1989,
    host_rank = 0.2775, node_lat = 0.2775,
  } }
bands["nanotron"] = { z = 1.803, constant = 0.305, rows = { sd = 0.0321, nodes = 0.000, span = 0.000 },
  gone = "nanotron",
  parts = { up = { framework = 0.1772, release = 0, device = 0, experts = 0.1446 },
    down = { framework = 0.06185, release = 0.05349, device = 0, experts = 0.1705 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.1134, torch_gemm = 0.1202, fused_rho = 0.09342,
    eager_rho = 0.1625, flash = 0.1135, comm_passes = 0.143, fp8_gemm = 0.1202, host = 0.18,
    host_rank = 1.994, node_lat = 1.994,
  } }
bands["fms"] = { z = 1.772, constant = 0.332, rows = { sd = 0.03061, nodes = 0.021, span = 0.789 },
  gone = "fms",
  parts = { up = { framework = 0.1983, release = 0, device = 0, experts = 0.1492 },
    down = { framework = 0.06287, release = 0.05573, device = 0, experts = 0.1507 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.07325, torch_gemm = 0.09177, fused_rho = 0.0542,
    eager_rho = 0.1525, flash = 0.09279, comm_passes = 0.08669, fp8_gemm = 0.09177, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["asynctp"] = { z = 1.789, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "asynctp",
  parts = { up = { framework = 0.1876, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.07155, release = 0.06707, device = 0, experts = 0.1583 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["aws"] = { z = 1.792, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "aws",
  parts = { up = { framework = 0.1915, release = 0, device = 0, experts = 0.1462 },
    down = { framework = 0.07129, release = 0.06707, device = 0, experts = 0.1584 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["b200_llama70b"] = { z = 1.795, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "b200_llama70b",
  parts = { up = { framework = 0.1898, release = 0, device = 0, experts = 0.1459 },
    down = { framework = 0.07095, release = 0.06708, device = 0, experts = 0.1586 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["dgxc_fp8_llama"] = { z = 1.811, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "dgxc_fp8_llama",
  parts = { up = { framework = 0.1881, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.06947, release = 0.05998, device = 0, experts = 0.1589 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["kempner"] = { z = 1.779, constant = 0.307, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "kempner",
  parts = { up = { framework = 0.188, release = 0, device = 0, experts = 0.1436 },
    down = { framework = 0.06904, release = 0.0671, device = 0, experts = 0.1605 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.812, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "mlperf6_deepseekv3_671b",
  parts = { up = { framework = 0.1894, release = 0, device = 0, experts = 0.1521 },
    down = { framework = 0.06939, release = 0.06724, device = 0, experts = 0.1701 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.813, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "mlperf6_gpt_oss_20b",
  parts = { up = { framework = 0.1895, release = 0, device = 0, experts = 0.1528 },
    down = { framework = 0.06939, release = 0.06725, device = 0, experts = 0.1711 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_llama31_405b"] = { z = 1.877, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "mlperf6_llama31_405b",
  parts = { up = { framework = 0.1867, release = 0, device = 0.05074, experts = 0.141 },
    down = { framework = 0.06944, release = 0.06853, device = 0, experts = 0.1595 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["mlperf6_llama31_8b"] = { z = 1.806, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "mlperf6_llama31_8b",
  parts = { up = { framework = 0.1884, release = 0, device = 0, experts = 0.1457 },
    down = { framework = 0.06972, release = 0.06892, device = 0, experts = 0.1594 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["nanogpt"] = { z = 1.788, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "nanogpt",
  parts = { up = { framework = 0.1876, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.06537, release = 0.06712, device = 0, experts = 0.1614 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["olmo"] = { z = 1.796, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "olmo",
  parts = { up = { framework = 0.1916, release = 0, device = 0, experts = 0.1462 },
    down = { framework = 0.07087, release = 0.06708, device = 0, experts = 0.1586 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["torchao"] = { z = 1.771, constant = 0.292, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "torchao",
  parts = { up = { framework = 0.18, release = 0, device = 0, experts = 0.1444 },
    down = { framework = 0.07055, release = 0.06708, device = 0, experts = 0.1588 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["xtuner"] = { z = 1.812, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "xtuner",
  parts = { up = { framework = 0.1892, release = 0, device = 0, experts = 0.1512 },
    down = { framework = 0.0694, release = 0.06723, device = 0, experts = 0.1696 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["llm-foundry, H100"] = { z = 1.811, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "llm-foundry, H100",
  parts = { up = { framework = 0.1881, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.06947, release = 0.06068, device = 0, experts = 0.1589 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, H100"] = { z = 1.811, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo, H100",
  parts = { up = { framework = 0.1881, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.06949, release = 0.0523, device = 0, experts = 0.1584 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, Blackwell"] = { z = 1.843, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo, Blackwell",
  parts = { up = { framework = 0.1877, release = 0, device = 0.0289, experts = 0.1441 },
    down = { framework = 0.06945, release = 0.06842, device = 0, experts = 0.1595 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, experts"] = { z = 1.827, constant = 0.297, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo, experts",
  parts = { up = { framework = 0.1882, release = 0, device = 0, experts = 0.1462 },
    down = { framework = 0.06915, release = 0.06792, device = 0, experts = 0.1689 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, experts, racks"] = { z = 1.812, constant = 0.301, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo, experts, racks",
  parts = { up = { framework = 0.1875, release = 0, device = 0, experts = 0.1097 },
    down = { framework = 0.06908, release = 0.0681, device = 0, experts = 0.1713 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, experts, nodes of 8"] = { z = 1.803, constant = 0.296, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo, experts, nodes of 8",
  parts = { up = { framework = 0.1874, release = 0, device = 0, experts = 0.1041 },
    down = { framework = 0.0692, release = 0.06778, device = 0, experts = 0.1672 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, A100"] = { z = 1.786, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "TorchTitan, A100",
  parts = { up = { framework = 0.1914, release = 0, device = 0, experts = 0.1461 },
    down = { framework = 0.07184, release = 0.06707, device = 0, experts = 0.1581 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, Hopper"] = { z = 1.796, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "TorchTitan, Hopper",
  parts = { up = { framework = 0.1897, release = 0, device = 0, experts = 0.1459 },
    down = { framework = 0.07086, release = 0.06708, device = 0, experts = 0.1586 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, 1,024 A100"] = { z = 1.785, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Megatron, 1,024 A100",
  parts = { up = { framework = 0.1896, release = 0, device = 0, experts = 0.1459 },
    down = { framework = 0.07194, release = 0.06707, device = 0, experts = 0.1581 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["BLOOM, A100"] = { z = 1.879, constant = 0.310, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "BLOOM, A100",
  parts = { up = { framework = 0.182, release = 0, device = 0, experts = 0.1447 },
    down = { framework = 0.0719, release = 0.06707, device = 0, experts = 0.1581 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["MLPerf, LoRA"] = { z = 1.812, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "MLPerf, LoRA",
  parts = { up = { framework = 0.1881, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.06944, release = 0.07033, device = 0, experts = 0.1596 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, experts, H100"] = { z = 1.837, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Megatron, experts, H100",
  parts = { up = { framework = 0.1897, release = 0, device = 0, experts = 0.1538 },
    down = { framework = 0.06949, release = 0.06698, device = 0, experts = 0.1522 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, experts, racks"] = { z = 1.812, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Megatron, experts, racks",
  parts = { up = { framework = 0.1898, release = 0, device = 0, experts = 0.1547 },
    down = { framework = 0.0694, release = 0.06723, device = 0, experts = 0.1694 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo, long sequences"] = { z = 1.812, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo, long sequences",
  parts = { up = { framework = 0.1881, release = 0, device = 0, experts = 0.1456 },
    down = { framework = 0.06944, release = 0.07014, device = 0, experts = 0.1596 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, pipelines, A100"] = { z = 1.788, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Megatron, pipelines, A100",
  parts = { up = { framework = 0.191, release = 0, device = 0, experts = 0.1461 },
    down = { framework = 0.07163, release = 0.06707, device = 0, experts = 0.1582 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Megatron, thousands of A100"] = { z = 1.786, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Megatron, thousands of A100",
  parts = { up = { framework = 0.1888, release = 0, device = 0, experts = 0.1457 },
    down = { framework = 0.07183, release = 0.06707, device = 0, experts = 0.1581 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["AutoModel, experts, H100"] = { z = 1.825, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "AutoModel, experts, H100",
  parts = { up = { framework = 0.1894, release = 0, device = 0, experts = 0.1521 },
    down = { framework = 0.06949, release = 0.06699, device = 0, experts = 0.1526 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["AutoModel, LoRA, H100"] = { z = 1.806, constant = 0.310, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "AutoModel, LoRA, H100",
  parts = { up = { framework = 0.185, release = 0, device = 0, experts = 0.1452 },
    down = { framework = 0.07004, release = 0.06708, device = 0, experts = 0.1591 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Pax, A100 and H100"] = { z = 1.887, constant = 0.297, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Pax, A100 and H100",
  parts = { up = { framework = 0.1845, release = 0, device = 0, experts = 0.1451 },
    down = { framework = 0.0585, release = 0.06716, device = 0, experts = 0.1644 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["FlagPerf, Megatron"] = { z = 1.792, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "FlagPerf, Megatron",
  parts = { up = { framework = 0.189, release = 0, device = 0, experts = 0.1458 },
    down = { framework = 0.07124, release = 0.06707, device = 0, experts = 0.1584 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["FlagPerf, Paddle, A100"] = { z = 1.798, constant = 0.296, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "FlagPerf, Paddle, A100",
  parts = { up = { framework = 0.1712, release = 0, device = 0.0303, experts = 0.1415 },
    down = { framework = 0.07199, release = 0.06707, device = 0, experts = 0.158 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["Primus, experts, MI355X"] = { z = 1.836, constant = 0.310, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "Primus, experts, MI355X",
  parts = { up = { framework = 0.1904, release = 0, device = 0, experts = 0.1579 },
    down = { framework = 0.06985, release = 0.06606, device = 0, experts = 0.0997 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["prime-rl, experts, B300"] = { z = 1.836, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "prime-rl, experts, B300",
  parts = { up = { framework = 0.1901, release = 0, device = 0, experts = 0.1564 },
    down = { framework = 0.06958, release = 0.06675, device = 0, experts = 0.1375 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["TorchTitan, long, H100"] = { z = 1.798, constant = 0.296, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "TorchTitan, long, H100",
  parts = { up = { framework = 0.1857, release = 0, device = 0, experts = 0.1453 },
    down = { framework = 0.07089, release = 0.06708, device = 0, experts = 0.1586 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["NeMo of 2022, A100"] = { z = 1.763, constant = 0.296, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "NeMo of 2022, A100",
  parts = { up = { framework = 0.1774, release = 0, device = 0, experts = 0.1441 },
    down = { framework = 0.07195, release = 0.06707, device = 0, experts = 0.1581 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["llm.c, A100"] = { z = 1.887, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "llm.c, A100",
  parts = { up = { framework = 0.1919, release = 0, device = 0, experts = 0.1462 },
    down = { framework = 0.06151, release = 0.06714, device = 0, experts = 0.1631 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["torchtune, A100"] = { z = 1.887, constant = 0.315, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "torchtune, A100",
  parts = { up = { framework = 0.1918, release = 0, device = 0, experts = 0.1462 },
    down = { framework = 0.05303, release = 0.06719, device = 0, experts = 0.1666 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
bands["MaxText, MI355X"] = { z = 1.808, constant = 0.310, rows = { sd = 0.03056, nodes = 0.021, span = 0.789 },
  gone = "MaxText, MI355X",
  parts = { up = { framework = 0.1889, release = 0, device = 0, experts = 0.1413 },
    down = { framework = 0.06967, release = 0.06711, device = 0, experts = 0.1608 } },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.06809, torch_gemm = 0.04216, fused_rho = 0.07767,
    eager_rho = 0.09026, flash = 0.1026, comm_passes = 0.05824, fp8_gemm = 0.07057, host = 0.1989,
    host_rank = 0.1989, node_lat = 0.1989,
  } }
sets["nanotron 3B"] = { -- cost 6.5 %
  train_gemm = 0.829, wide_gemm = 1.032, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.833,
  flash = 0.3419, comm_passes = 2.797, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.00214, node_lat = 4.485e-05 }
bands["nanotron 3B"] = { z = 2.355, constant = 0.190, rows = { sd = 0.04089, nodes = 0.199, span = 0.734 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.6069,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.3061, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["nanotron 8B"] = { -- cost 6.9 %
  train_gemm = 0.7788, wide_gemm = 1.098, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.987,
  flash = 0.3314, comm_passes = 2.797, fp8_gemm = 0.866, host = 0.00438, host_rank = 0.00222, node_lat = 4.51e-05 }
bands["nanotron 8B"] = { z = 2.089, constant = 0.248, rows = { sd = 0.03867, nodes = 0.193, span = 0.717 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.6088,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.3274, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["nanotron to 32 GPUs"] = { -- cost 4.2 %
  train_gemm = 0.8035, wide_gemm = 1.064, torch_gemm = 1.245, fused_rho = 1.549, eager_rho = 4.685,
  flash = 0.3419, comm_passes = 2.711, fp8_gemm = 0.866, host = 0.004355, host_rank = 0.002074, node_lat = 4.347e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.994, constant = 0.083, rows = { sd = 0.02348, nodes = 0.361, span = 0.738 },
  sd = {
    net_speed = 0.3573, train_gemm = 0, wide_gemm = 0, torch_gemm = 0, fused_rho = 0.6074,
    eager_rho = 0, flash = 0, comm_passes = 0, fp8_gemm = 0.3117, host = 0,
    host_rank = 0, node_lat = 0,
  } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, wide_gemm = 1, torch_gemm = 1, fused_rho = 0.8292, eager_rho = 4.871,
  flash = 0.3419, comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.052, rows = { sd = 0.0245, nodes = 0.021, span = 0.000 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.1344, torch_gemm = 0.1344, fused_rho = 0.1344,
    eager_rho = 0.1763, flash = 0.1563, comm_passes = 0.1031, fp8_gemm = 0.1344, host = 0.8823,
    host_rank = 1.994, node_lat = 1.994,
  } }
sets["H100"] = { -- cost 3.9 %
  train_gemm = 1, wide_gemm = 1.081, torch_gemm = 1.225, fused_rho = 1.179, eager_rho = 2.527,
  flash = 0.3528, comm_passes = 2.909, fp8_gemm = 0.866, host = 0.00461, host_rank = 0.002129, node_lat = 4.463e-05 }
bands["H100"] = { z = 0.997, constant = 0.309, rows = { sd = 0.03319, nodes = 0.021, span = 0.789 },
  sd = {
    net_speed = 0.3573, train_gemm = 0.01329, wide_gemm = 0.07669, torch_gemm = 0.1289, fused_rho = 0.2374,
    eager_rho = 0.1289, flash = 0.0913, comm_passes = 0.08011, fp8_gemm = 0.1289, host = 0.1989,
    host_rank = 0.2638, node_lat = 0.2638,
  } }

return { sets = sets, bands = bands }
