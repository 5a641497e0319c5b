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
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.455, eager_rho = 4.91, flash = 0.3065,
  comm_passes = 3.945, fp8_gemm = 0.8593, host = 0.004332, host_rank = 0.002113, node_lat = 4.463e-05 }
sets["without foundry"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.346, eager_rho = 4.759, flash = 0.2684,
  comm_passes = 3.764, fp8_gemm = 0.8526, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without internevo"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.216, fused_rho = 1.783, eager_rho = 3.427, flash = 0.3065,
  comm_passes = 3.677, fp8_gemm = 0.846, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without dgxc"] = { -- cost 3.8 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.478, eager_rho = 4.987, flash = 0.3113,
  comm_passes = 3.27, fp8_gemm = 0.8728, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without mlperf"] = { -- cost 3.4 %
  train_gemm = 1, torch_gemm = 1.133, fused_rho = 1.444, eager_rho = 4.948, flash = 0.3065,
  comm_passes = 4.007, fp8_gemm = 0.8593, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without nemo"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.133, fused_rho = 1.274, eager_rho = 4.948, flash = 0.3065,
  comm_passes = 4.948, fp8_gemm = 0.8328, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["without nanotron"] = { -- cost 2.6 %
  train_gemm = 1, torch_gemm = 1.274, fused_rho = 1.346, eager_rho = 5.186, flash = 0.3065,
  comm_passes = 3.884, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["without fms"] = { -- cost 3.5 %
  train_gemm = 1, torch_gemm = 1.064, fused_rho = 1.378, eager_rho = 5.145, flash = 0.3065,
  comm_passes = 3.854, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002129, node_lat = 4.463e-05 }
sets["foundry"] = { -- cost 2.4 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.367, eager_rho = 4.612, flash = 0.3065,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["internevo"] = { -- cost 1.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.549, eager_rho = 4.91, flash = 0.2541,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["dgxc"] = { -- cost 2.5 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.455, eager_rho = 2.449, flash = 0.2971,
  comm_passes = 4.47, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["mlperf"] = { -- cost 3.4 %
  train_gemm = 0.9692, torch_gemm = 1, fused_rho = 1.325, eager_rho = 2.449, flash = 0.3263,
  comm_passes = 3.374, fp8_gemm = 0.8593, host = 0.008002, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.598, eager_rho = 2.449, flash = 0.2971,
  comm_passes = 3.27, fp8_gemm = 0.8593, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 1, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 4.47, flash = 0.3263,
  comm_passes = 3.824, fp8_gemm = 0.866, host = 0.004283, host_rank = 0.002137, node_lat = 4.514e-05 }
sets["fms"] = { -- cost 2.2 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.284, eager_rho = 2.449, flash = 0.4322,
  comm_passes = 3.945, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.768, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "none", parts = { up = { framework = 0.09242, device = 0.0897, experts = 0 },
    down = { framework = 0.03087, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["korthikanti"] = { z = 1.754, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "korthikanti", parts = { up = { framework = 0.115, device = 0.05291, experts = 0 },
    down = { framework = 0.02651, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["foundry"] = { z = 1.712, constant = 0.243, rows = { sd = 0.0328, nodes = 0.025, span = 0.862 },
  gone = "foundry", parts = { up = { framework = 0.07841, device = 0.06315, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1307, fused_rho = 0.1262, eager_rho = 0.09778,
    flash = 0.1978, comm_passes = 0.1368, fp8_gemm = 0.07132, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["internevo"] = { z = 1.369, constant = 0.209, rows = { sd = 0.03565, nodes = 0.028, span = 0.861 },
  gone = "internevo", parts = { up = { framework = 0.03089, device = 0.06396, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2045, fused_rho = 0.3119, eager_rho = 0.4306,
    flash = 0.116, comm_passes = 0.1643, fp8_gemm = 0.1424, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["dgxc"] = { z = 1.683, constant = 0.231, rows = { sd = 0.03012, nodes = 0.024, span = 0.863 },
  gone = "dgxc", parts = { up = { framework = 0.09005, device = 0.09836, experts = 0 },
    down = { framework = 0.01893, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1001, fused_rho = 0.1348, eager_rho = 0.1058,
    flash = 0.119, comm_passes = 0.1708, fp8_gemm = 0.06809, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf"] = { z = 1.850, constant = 0.239, rows = { sd = 0.03017, nodes = 0.043, span = 0.852 },
  gone = "mlperf", parts = { up = { framework = 0.09296, device = 0.1071, experts = 0.0926 },
    down = { framework = 0.02021, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.108, fused_rho = 0.09124, eager_rho = 0.09237,
    flash = 0.107, comm_passes = 0.1024, fp8_gemm = 0.09365, host = 0.1145, host_rank = 0.1145, node_lat = 0.1145 } }
bands["nemo"] = { z = 1.416, constant = 0.262, rows = { sd = 0.03639, nodes = 0.018, span = 0.867 },
  gone = "nemo", parts = { up = { framework = 0.05627, device = 0.09485, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1301, fused_rho = 0.1217, eager_rho = 0.1117,
    flash = 0.1237, comm_passes = 0.2978, fp8_gemm = 0.1567, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["nanotron"] = { z = 1.796, constant = 0.211, rows = { sd = 0.03309, nodes = 0.000, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.05227, device = 0.1155, experts = 0.1424 },
    down = { framework = 0.02856, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.105, fused_rho = 0.0994, eager_rho = 0.1383,
    flash = 0.1085, comm_passes = 0.1398, fp8_gemm = 0.06164, host = 0.1523, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.625, constant = 0.304, rows = { sd = 0.03208, nodes = 0.022, span = 0.864 },
  gone = "fms", parts = { up = { framework = 0.1263, device = 0.07548, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.09622, fused_rho = 0.09163, eager_rho = 0.1401,
    flash = 0.08737, comm_passes = 0.1246, fp8_gemm = 0.05669, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["asynctp"] = { z = 1.772, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "asynctp", parts = { up = { framework = 0.09388, device = 0.08187, experts = 0 },
    down = { framework = 0.03286, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["aws"] = { z = 1.735, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "aws", parts = { up = { framework = 0.1071, device = 0.06921, experts = 0 },
    down = { framework = 0.03131, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["b200_llama70b"] = { z = 1.774, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "b200_llama70b", parts = { up = { framework = 0.0934, device = 0.1002, experts = 0 },
    down = { framework = 0.03555, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["dgxc_fp8_llama"] = { z = 1.735, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.09372, device = 0.0882, experts = 0 },
    down = { framework = 0.02781, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["kempner"] = { z = 1.697, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "kempner", parts = { up = { framework = 0.07758, device = 0.104, experts = 0 },
    down = { framework = 0.02752, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.778, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.09342, device = 0.09948, experts = 0 },
    down = { framework = 0.02813, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.777, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.09344, device = 0.0986, experts = 0 },
    down = { framework = 0.0284, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_llama31_405b"] = { z = 1.796, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.08922, device = 0.1137, experts = 0 },
    down = { framework = 0.02781, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_llama31_8b"] = { z = 1.784, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09158, device = 0.1021, experts = 0 },
    down = { framework = 0.02793, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["nanogpt"] = { z = 1.610, constant = 0.206, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "nanogpt", parts = { up = { framework = 0.05977, device = 0.1162, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["olmo"] = { z = 1.735, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "olmo", parts = { up = { framework = 0.1088, device = 0.0661, experts = 0 },
    down = { framework = 0.02993, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["torchao"] = { z = 1.653, constant = 0.206, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "torchao", parts = { up = { framework = 0.08862, device = 0.02531, experts = 0 },
    down = { framework = 0.02956, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["xtuner"] = { z = 1.769, constant = 0.230, rows = { sd = 0.03302, nodes = 0.022, span = 0.864 },
  gone = "xtuner", parts = { up = { framework = 0.09512, device = 0.08651, experts = 0 },
    down = { framework = 0.02902, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.0911, fused_rho = 0.09394, eager_rho = 0.0812,
    flash = 0.1015, comm_passes = 0.118, fp8_gemm = 0.05017, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8553, torch_gemm = 1.274, fused_rho = 1.549, eager_rho = 5.026, flash = 0.3263,
  comm_passes = 3.649, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.251, constant = 0.153, rows = { sd = 0.04056, nodes = 0.190, span = 0.728 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1436, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08412, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.8 %
  train_gemm = 0.829, torch_gemm = 1.274, fused_rho = 1.549, eager_rho = 5.026, flash = 0.2971,
  comm_passes = 3.884, fp8_gemm = 0.866, host = 0.004277, host_rank = 0.002152, node_lat = 4.51e-05 }
bands["nanotron 8B"] = { z = 2.073, constant = 0.190, rows = { sd = 0.03491, nodes = 0.237, span = 0.763 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1437, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.08432, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.4 %
  train_gemm = 0.7788, torch_gemm = 1.274, fused_rho = 1.549, eager_rho = 5.695, flash = 0.2971,
  comm_passes = 3.649, fp8_gemm = 0.866, host = 0.004362, host_rank = 0.002074, node_lat = 4.347e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.922, constant = 0.086, rows = { sd = 0.02442, nodes = 0.412, span = 0.648 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1575, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1243, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.207, eager_rho = 5.434, flash = 0.3113,
  comm_passes = 3.296, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02417, nodes = 0.000, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.2413, fused_rho = 0.2413, eager_rho = 0.2374,
    flash = 0.2109, comm_passes = 0.3356, fp8_gemm = 0.2413, host = 0.7931, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.254, fused_rho = 1.305, eager_rho = 2.469, flash = 0.2705,
  comm_passes = 3.649, fp8_gemm = 0.8593, host = 0.004332, host_rank = 0.002146, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.227, constant = 0.310, rows = { sd = 0.03747, nodes = 0.034, span = 0.858 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1378, fused_rho = 0.1609, eager_rho = 0.1378,
    flash = 0.1922, comm_passes = 0.1544, fp8_gemm = 0.08032, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }

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
