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
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.662, eager_rho = 4.871, flash = 0.3473,
  comm_passes = 3.296, fp8_gemm = 0.8328, host = 0.004225, host_rank = 0.002146, node_lat = 4.36e-05 }
sets["without foundry"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.16, fused_rho = 1.715, eager_rho = 4.833, flash = 0.3162,
  comm_passes = 3.096, fp8_gemm = 0.8264, host = 0.004225, host_rank = 0.002146, node_lat = 4.36e-05 }
sets["without internevo"] = { -- cost 4.4 %
  train_gemm = 1, torch_gemm = 1.254, fused_rho = 2.005, eager_rho = 3.245, flash = 0.3473,
  comm_passes = 3.145, fp8_gemm = 0.8136, host = 0.004225, host_rank = 0.002163, node_lat = 4.36e-05 }
sets["without dgxc"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.178, fused_rho = 1.561, eager_rho = 4.948, flash = 0.3473,
  comm_passes = 2.488, fp8_gemm = 0.866, host = 0.004225, host_rank = 0.002146, node_lat = 4.36e-05 }
sets["without mlperf"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.662, eager_rho = 4.871, flash = 0.3473,
  comm_passes = 3.348, fp8_gemm = 0.8328, host = 0.004225, host_rank = 0.002146, node_lat = 4.36e-05 }
sets["without nemo"] = { -- cost 4.3 %
  train_gemm = 1, torch_gemm = 1.151, fused_rho = 1.179, eager_rho = 4.948, flash = 0.3473,
  comm_passes = 6.206, fp8_gemm = 0.7524, host = 0.004225, host_rank = 0.002163, node_lat = 4.36e-05 }
sets["without nanotron"] = { -- cost 2.8 %
  train_gemm = 1, torch_gemm = 1.304, fused_rho = 1.537, eager_rho = 5.105, flash = 0.3473,
  comm_passes = 3.296, fp8_gemm = 0.8394, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 4.2 %
  train_gemm = 1, torch_gemm = 1.098, fused_rho = 1.537, eager_rho = 5.065, flash = 0.3446,
  comm_passes = 3.296, fp8_gemm = 0.8394, host = 0.004225, host_rank = 0.002146, node_lat = 4.36e-05 }
sets["foundry"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.513, eager_rho = 4.299, flash = 0.3473,
  comm_passes = 3.735, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.299, flash = 0.2387,
  comm_passes = 3.401, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.611, eager_rho = 2.449, flash = 0.3366,
  comm_passes = 4.232, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 4.7 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.611, eager_rho = 2.449, flash = 0.3583,
  comm_passes = 3.195, fp8_gemm = 0.8328, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.825, eager_rho = 2.449, flash = 0.3263,
  comm_passes = 2.733, fp8_gemm = 0.8328, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 6.0 %
  train_gemm = 1, torch_gemm = 1.169, fused_rho = 1.549, eager_rho = 4.435, flash = 0.3583,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.394e-05 }
sets["fms"] = { -- cost 2.2 %
  train_gemm = 1, torch_gemm = 1.367, fused_rho = 1.467, eager_rho = 2.449, flash = 0.4747,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.748, constant = 0.294, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "none", parts = { up = { framework = 0.08085, device = 0.164, experts = 0.1943 },
    down = { framework = 0.04673, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["korthikanti"] = { z = 1.734, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "korthikanti", parts = { up = { framework = 0.1073, device = 0.1457, experts = 0.1814 },
    down = { framework = 0.0475, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["foundry"] = { z = 1.755, constant = 0.298, rows = { sd = 0.0379, nodes = 0.049, span = 0.760 },
  gone = "foundry", parts = { up = { framework = 0.07964, device = 0.1514, experts = 0.1823 },
    down = { framework = 0.03668, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1145, fused_rho = 0.1066, eager_rho = 0.18,
    flash = 0.1961, comm_passes = 0.169, fp8_gemm = 0.01385, host = 0.1961, host_rank = 0.1961, node_lat = 0.1961 } }
bands["internevo"] = { z = 1.704, constant = 0.292, rows = { sd = 0.04048, nodes = 0.045, span = 0.761 },
  gone = "internevo", parts = { up = { framework = 0.02571, device = 0.143, experts = 0.1902 },
    down = { framework = 0.02905, device = 0.08642, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1928, fused_rho = 0.3015, eager_rho = 0.5262,
    flash = 0.06563, comm_passes = 0.1801, fp8_gemm = 0.04154, host = 0.5262, host_rank = 0.5262, node_lat = 0.5262 } }
bands["dgxc"] = { z = 1.765, constant = 0.317, rows = { sd = 0.03353, nodes = 0.044, span = 0.762 },
  gone = "dgxc", parts = { up = { framework = 0.08181, device = 0.1707, experts = 0.1979 },
    down = { framework = 0.03243, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.105, fused_rho = 0.108, eager_rho = 0.1999,
    flash = 0.1559, comm_passes = 0.3749, fp8_gemm = 0.06924, host = 0.3749, host_rank = 0.3749, node_lat = 0.3749 } }
bands["mlperf"] = { z = 1.753, constant = 0.312, rows = { sd = 0.03183, nodes = 0.047, span = 0.761 },
  gone = "mlperf", parts = { up = { framework = 0.0831, device = 0.1618, experts = 0.1945 },
    down = { framework = 0.04802, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.1166, eager_rho = 0.1759,
    flash = 0.1559, comm_passes = 0.153, fp8_gemm = 0.1299, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["nemo"] = { z = 1.735, constant = 0.306, rows = { sd = 0.03985, nodes = 0.046, span = 0.761 },
  gone = "nemo", parts = { up = { framework = 0.02061, device = 0.1556, experts = 0.2088 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1348, fused_rho = 0.4279, eager_rho = 0.1999,
    flash = 0.1477, comm_passes = 0.7821, fp8_gemm = 0.3818, host = 0.7821, host_rank = 0.7821, node_lat = 0.7821 } }
bands["nanotron"] = { z = 1.861, constant = 0.281, rows = { sd = 0.03471, nodes = 0.031, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.03679, device = 0.1471, experts = 0.2101 },
    down = { framework = 0.02704, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1602, fused_rho = 0.09825, eager_rho = 0.3046,
    flash = 0.1559, comm_passes = 0.1641, fp8_gemm = 0.01385, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.824, constant = 0.321, rows = { sd = 0.0371, nodes = 0.043, span = 0.763 },
  gone = "fms", parts = { up = { framework = 0.1114, device = 0.1576, experts = 0.1796 },
    down = { framework = 0.01589, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1301, fused_rho = 0.1018, eager_rho = 0.2358,
    flash = 0.1216, comm_passes = 0.143, fp8_gemm = 0.01385, host = 0.2358, host_rank = 0.2358, node_lat = 0.2358 } }
bands["asynctp"] = { z = 1.781, constant = 0.294, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "asynctp", parts = { up = { framework = 0.08524, device = 0.1485, experts = 0.1927 },
    down = { framework = 0.05247, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["aws"] = { z = 1.774, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "aws", parts = { up = { framework = 0.09786, device = 0.1531, experts = 0.1865 },
    down = { framework = 0.05194, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["b200_llama70b"] = { z = 1.724, constant = 0.294, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "b200_llama70b", parts = { up = { framework = 0.08514, device = 0.1528, experts = 0.1926 },
    down = { framework = 0.0456, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["dgxc_fp8_llama"] = { z = 1.703, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.08495, device = 0.1616, experts = 0.1925 },
    down = { framework = 0.04714, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["kempner"] = { z = 1.847, constant = 0.294, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "kempner", parts = { up = { framework = 0.064, device = 0.1722, experts = 0.1818 },
    down = { framework = 0.04209, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.738, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.08378, device = 0.169, experts = 0.2237 },
    down = { framework = 0.04847, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.738, constant = 0.294, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.0841, device = 0.1668, experts = 0.2133 },
    down = { framework = 0.04846, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["mlperf6_llama31_405b"] = { z = 1.766, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.08181, device = 0.1854, experts = 0.1938 },
    down = { framework = 0.04714, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["mlperf6_llama31_8b"] = { z = 1.716, constant = 0.304, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.08334, device = 0.1762, experts = 0.1931 },
    down = { framework = 0.04732, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["nanogpt"] = { z = 1.805, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "nanogpt", parts = { up = { framework = 0.06129, device = 0.1733, experts = 0.2012 },
    down = { framework = 0.01523, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["olmo"] = { z = 1.772, constant = 0.313, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "olmo", parts = { up = { framework = 0.09593, device = 0.1545, experts = 0.1874 },
    down = { framework = 0.0511, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["torchao"] = { z = 1.852, constant = 0.250, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "torchao", parts = { up = { framework = 0.07569, device = 0.1404, experts = 0.1969 },
    down = { framework = 0.04937, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
bands["xtuner"] = { z = 1.704, constant = 0.294, rows = { sd = 0.03773, nodes = 0.044, span = 0.762 },
  gone = "xtuner", parts = { up = { framework = 0.08476, device = 0.1627, experts = 0.1301 },
    down = { framework = 0.04916, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09407, fused_rho = 0.09565, eager_rho = 0.1759,
    flash = 0.1356, comm_passes = 0.1356, fp8_gemm = 0.01329, host = 0.1759, host_rank = 0.1759, node_lat = 0.1759 } }
sets["nanotron 3B"] = { -- cost 6.9 %
  train_gemm = 0.829, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 5.105, flash = 0.3366,
  comm_passes = 3.195, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002163, node_lat = 4.394e-05 }
bands["nanotron 3B"] = { z = 2.212, constant = 0.145, rows = { sd = 0.04789, nodes = 0.118, span = 0.714 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.09383, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.06924, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 7.5 %
  train_gemm = 0.7788, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 5.785, flash = 0.3263,
  comm_passes = 3.401, fp8_gemm = 0.866, host = 0.004192, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.822, constant = 0.187, rows = { sd = 0.0472, nodes = 0.137, span = 0.654 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.09383, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.06924, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 5.0 %
  train_gemm = 0.829, torch_gemm = 1.304, fused_rho = 1.549, eager_rho = 4.948, flash = 0.3366,
  comm_passes = 3.195, fp8_gemm = 0.866, host = 0.004325, host_rank = 0.002096, node_lat = 4.259e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.402, constant = 0.091, rows = { sd = 0.03043, nodes = 0.310, span = 0.644 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.09383, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.06924, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.179, eager_rho = 5.309, flash = 0.3473,
  comm_passes = 3.677, fp8_gemm = 0.866, host = 0.0004472, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.050, rows = { sd = 0.02074, nodes = 0.025, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2536, fused_rho = 0.2536, eager_rho = 0.3739,
    flash = 0.3323, comm_passes = 0.08308, fp8_gemm = 0.2536, host = 2.194, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.7 %
  train_gemm = 1, torch_gemm = 1.274, fused_rho = 1.769, eager_rho = 2.733, flash = 0.3263,
  comm_passes = 3.072, fp8_gemm = 0.8264, host = 0.004258, host_rank = 0.002163, node_lat = 4.36e-05 }
bands["H100"] = { z = 1.328, constant = 0.389, rows = { sd = 0.04238, nodes = 0.052, span = 0.758 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.108, fused_rho = 0.1119, eager_rho = 0.108,
    flash = 0.07914, comm_passes = 0.1979, fp8_gemm = 0.01385, host = 0.1979, host_rank = 0.1979, node_lat = 0.1979 } }

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
