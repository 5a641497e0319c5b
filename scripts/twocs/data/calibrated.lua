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
sets["without foundry"] = { -- cost 4.1 %
  train_gemm = 1, torch_gemm = 1.124, fused_rho = 1.974, eager_rho = 5.267, flash = 0.3555,
  comm_passes = 6.763, fp8_gemm = 0.7703, host = 0.004332, host_rank = 0.002113, node_lat = 4.463e-05 }
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
sets["mlperf"] = { -- cost 2.7 %
  train_gemm = 0.9394, torch_gemm = 1, fused_rho = 1.455, eager_rho = 2.449, flash = 0.3065,
  comm_passes = 3.945, fp8_gemm = 0.8526, host = 0.008093, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nemo"] = { -- cost 1.3 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.598, eager_rho = 2.449, flash = 0.2879,
  comm_passes = 3.374, fp8_gemm = 0.8526, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
sets["nanotron"] = { -- cost 5.9 %
  train_gemm = 0.9105, torch_gemm = 1.142, fused_rho = 1.549, eager_rho = 5.105, flash = 0.2791,
  comm_passes = 4.07, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002163, node_lat = 4.533e-05 }
sets["fms"] = { -- cost 2.1 %
  train_gemm = 1, torch_gemm = 1.335, fused_rho = 1.325, eager_rho = 2.449, flash = 0.4189,
  comm_passes = 4.333, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["none"] = { z = 1.572, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "none", parts = { up = { framework = 0.1014, device = 0.07502, experts = 0 },
    down = { framework = 0.02836, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["korthikanti"] = { z = 1.543, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "korthikanti", parts = { up = { framework = 0.1241, device = 0, experts = 0 },
    down = { framework = 0.02778, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["foundry"] = { z = 1.396, constant = 0.234, rows = { sd = 0.03278, nodes = 0.030, span = 0.828 },
  gone = "foundry", parts = { up = { framework = 0.04079, device = 0.03989, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.2336, fused_rho = 0.4144, eager_rho = 0.235,
    flash = 0.3347, comm_passes = 0.6858, fp8_gemm = 0.2531, host = 0.5539, host_rank = 0.7263, node_lat = 0.7263 } }
bands["internevo"] = { z = 1.334, constant = 0.213, rows = { sd = 0.0352, nodes = 0.033, span = 0.826 },
  gone = "internevo", parts = { up = { framework = 0.02287, device = 0.05615, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.2363, fused_rho = 0.3296, eager_rho = 0.5921,
    flash = 0.1341, comm_passes = 0.1642, fp8_gemm = 0.1777, host = 0.5539, host_rank = 0.6924, node_lat = 0.6924 } }
bands["dgxc"] = { z = 1.549, constant = 0.231, rows = { sd = 0.0292, nodes = 0.031, span = 0.827 },
  gone = "dgxc", parts = { up = { framework = 0.08992, device = 0.08876, experts = 0 },
    down = { framework = 0.01361, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.1023, fused_rho = 0.1127, eager_rho = 0.0855,
    flash = 0.1535, comm_passes = 0.1944, fp8_gemm = 0.07128, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf"] = { z = 1.726, constant = 0.226, rows = { sd = 0.02996, nodes = 0.047, span = 0.818 },
  gone = "mlperf", parts = { up = { framework = 0.09832, device = 0.09322, experts = 0.05641 },
    down = { framework = 0.02715, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.02461, torch_gemm = 0.09634, fused_rho = 0.1133, eager_rho = 0.07486,
    flash = 0.1505, comm_passes = 0.09598, fp8_gemm = 0.1007, host = 0.1573, host_rank = 0.1573, node_lat = 0.1573 } }
bands["nemo"] = { z = 1.273, constant = 0.279, rows = { sd = 0.03587, nodes = 0.022, span = 0.832 },
  gone = "nemo", parts = { up = { framework = 0, device = 0.06126, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.04102, torch_gemm = 0.2437, fused_rho = 0.2857, eager_rho = 0.1907,
    flash = 0.1949, comm_passes = 0.7623, fp8_gemm = 0.3604, host = 0.5539, host_rank = 0.8102, node_lat = 0.8102 } }
bands["nanotron"] = { z = 1.766, constant = 0.209, rows = { sd = 0.03212, nodes = 0.003, span = 0.000 },
  gone = "nanotron", parts = { up = { framework = 0.04269, device = 0.1107, experts = 0.1361 },
    down = { framework = 0.01865, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.01641, torch_gemm = 0.1099, fused_rho = 0.09903, eager_rho = 0.1601,
    flash = 0.1213, comm_passes = 0.1193, fp8_gemm = 0.06738, host = 0.18, host_rank = 1.994, node_lat = 1.994 } }
bands["fms"] = { z = 1.565, constant = 0.307, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "fms", parts = { up = { framework = 0.1466, device = 0, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03575, torch_gemm = 0.0801, fused_rho = 0.07486, eager_rho = 0.09851,
    flash = 0.1038, comm_passes = 0.09436, fp8_gemm = 0.04761, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["asynctp"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "asynctp", parts = { up = { framework = 0.1007, device = 0.06719, experts = 0 },
    down = { framework = 0.03454, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["aws"] = { z = 1.632, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "aws", parts = { up = { framework = 0.1156, device = 0.04663, experts = 0 },
    down = { framework = 0.03279, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["b200_llama70b"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "b200_llama70b", parts = { up = { framework = 0.1, device = 0.08818, experts = 0 },
    down = { framework = 0.0365, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["dgxc_fp8_llama"] = { z = 1.514, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "dgxc_fp8_llama", parts = { up = { framework = 0.1004, device = 0.07645, experts = 0 },
    down = { framework = 0.02847, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["kempner"] = { z = 1.605, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "kempner", parts = { up = { framework = 0.08296, device = 0.09689, experts = 0 },
    down = { framework = 0.02888, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_deepseekv3_671b"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "mlperf6_deepseekv3_671b", parts = { up = { framework = 0.1, device = 0.08931, experts = 0 },
    down = { framework = 0.02884, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_gpt_oss_20b"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "mlperf6_gpt_oss_20b", parts = { up = { framework = 0.1, device = 0.08814, experts = 0 },
    down = { framework = 0.02921, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_llama31_405b"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "mlperf6_llama31_405b", parts = { up = { framework = 0.09453, device = 0.1068, experts = 0 },
    down = { framework = 0.02847, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["mlperf6_llama31_8b"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "mlperf6_llama31_8b", parts = { up = { framework = 0.09761, device = 0.09294, experts = 0 },
    down = { framework = 0.02861, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["nanogpt"] = { z = 1.553, constant = 0.215, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "nanogpt", parts = { up = { framework = 0.06121, device = 0.1132, experts = 0 },
    down = { framework = 0, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["olmo"] = { z = 1.629, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "olmo", parts = { up = { framework = 0.1161, device = 0.04507, experts = 0 },
    down = { framework = 0.03204, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["torchao"] = { z = 1.533, constant = 0.204, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "torchao", parts = { up = { framework = 0.09175, device = 0, experts = 0 },
    down = { framework = 0.03049, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
bands["xtuner"] = { z = 1.734, constant = 0.230, rows = { sd = 0.03212, nodes = 0.028, span = 0.829 },
  gone = "xtuner", parts = { up = { framework = 0.1025, device = 0.07337, experts = 0 },
    down = { framework = 0.02989, device = 0, experts = 0 } },
  sd = { net_speed = 0.3573, train_gemm = 0.03389, torch_gemm = 0.08934, fused_rho = 0.08425, eager_rho = 0.06804,
    flash = 0.1175, comm_passes = 0.08463, fp8_gemm = 0.0469, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }
sets["nanotron 3B"] = { -- cost 6.4 %
  train_gemm = 0.8035, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.226, flash = 0.2971,
  comm_passes = 3.794, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002163, node_lat = 4.533e-05 }
bands["nanotron 3B"] = { z = 2.262, constant = 0.164, rows = { sd = 0.03922, nodes = 0.201, span = 0.708 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1203, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.09799, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron 8B"] = { -- cost 6.9 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.563, flash = 0.2879,
  comm_passes = 4.039, fp8_gemm = 0.866, host = 0.004199, host_rank = 0.002231, node_lat = 4.394e-05 }
bands["nanotron 8B"] = { z = 1.954, constant = 0.187, rows = { sd = 0.0386, nodes = 0.213, span = 0.655 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1283, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1164, host = 0, host_rank = 0, node_lat = 0 } }
sets["nanotron to 32 GPUs"] = { -- cost 4.3 %
  train_gemm = 0.7788, torch_gemm = 1.294, fused_rho = 1.549, eager_rho = 5.226, flash = 0.2705,
  comm_passes = 3.677, fp8_gemm = 0.866, host = 0.004332, host_rank = 0.002096, node_lat = 4.394e-05 }
bands["nanotron to 32 GPUs"] = { z = 2.800, constant = 0.084, rows = { sd = 0.02542, nodes = 0.394, span = 0.656 },
  sd = { net_speed = 0.3573, train_gemm = 0, torch_gemm = 0, fused_rho = 0.1265, eager_rho = 0,
    flash = 0, comm_passes = 0, fp8_gemm = 0.1125, host = 0, host_rank = 0, node_lat = 0 } }
sets["A100"] = { -- cost 2.0 %
  train_gemm = 1, torch_gemm = 1, fused_rho = 1.226, eager_rho = 5.392, flash = 0.3113,
  comm_passes = 4.007, fp8_gemm = 0.866, host = 0.00395, host_rank = 0.0003162, node_lat = 3.162e-05 }
bands["A100"] = { z = 2.015, constant = 0.053, rows = { sd = 0.02261, nodes = 0.008, span = 0.000 },
  sd = { net_speed = 0.3573, train_gemm = 0.01329, torch_gemm = 0.1865, fused_rho = 0.1865, eager_rho = 0.2203,
    flash = 0.2505, comm_passes = 0.1273, fp8_gemm = 0.1865, host = 0.7931, host_rank = 1.994, node_lat = 1.994 } }
sets["H100"] = { -- cost 4.0 %
  train_gemm = 1, torch_gemm = 1.264, fused_rho = 1.335, eager_rho = 2.393, flash = 0.2726,
  comm_passes = 3.677, fp8_gemm = 0.8593, host = 0.004332, host_rank = 0.002146, node_lat = 4.463e-05 }
bands["H100"] = { z = 1.051, constant = 0.308, rows = { sd = 0.03682, nodes = 0.037, span = 0.824 },
  sd = { net_speed = 0.3573, train_gemm = 0.05653, torch_gemm = 0.1208, fused_rho = 0.1671, eager_rho = 0.1208,
    flash = 0.1058, comm_passes = 0.1563, fp8_gemm = 0.07066, host = 0.5539, host_rank = 0.5539, node_lat = 0.5539 } }

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
