-- SPDX-License-Identifier: MIT
-- 2. Your own accelerator with three network levels, compared with an H100 on the same model.
local tw = require "twocs"
local mine = tw.device{ name = "mine", peak_fp32 = "60 TFLOP/s", peak_fp16 = "1.2 PFLOP/s", flop_eff = 0.75, units = 128,
  mem_size = "128 GB", mem_bw = "5 TB/s", mem_eff = 0.7, launch = "5 us", comm_launch = "8 us",
  net0_size = 8, net0_bw = "600 GB/s", net0_lat = "0.6 us", net0_half = 0, -- inside a node
  net1_size = 8, net1_bw = "150 GB/s", net1_lat = "1.5 us", -- a rack of nodes
  net2_size = 512, net2_bw = "400 Gb/s", net2_lat = "5 us" } -- racks
local case = { model = "llama3_70b", run = { sl = 8192, b = 4, format = "bf16" }, layout = { tp = 8, dp = 64 } }
local t = tw.compare(case, { device = { mine = mine, h100 = tw.devices.h100_sxm }, order = { "h100", "mine" },
  want = { "t_step", "t_cmp", "f_ser", "f_com", "mfu", "mem_byte", "fits" } })
t:print()
case.device = mine
print(tw.explain(case, "f_com", 1))
