-- SPDX-License-Identifier: MIT
-- Describe your own device from its data sheet, and compare it with a known one.
local tw = require "twocs"

local mine = tw.device{
  name = "mine",
  peak_fp32 = "60 Tflop/s", peak_fp16 = "800 Tflop/s", units = 128,
  mem_size = "96 GB", mem_bw = "4 TB/s",
  net0_size = 16, net0_bw = "400 GB/s", net0_lat = "1 us", net0_half = 0,
  net1_size = 4096, net1_bw = "400 Gb/s", net1_lat = "3 us",
  flop_eff = 0.7, mem_eff = 0.7, launch = "5 us", comm_launch = "10 us",
}
print(mine)

local case = { model = "llama3_8b", run = { sl = 8192, b = 1, dropout = "no" }, layout = { tp = 8 } }
local t = tw.compare(case, { device = { mine, tw.devices.h100_sxm },
  want = { "t_layer", "f_ser", "mfu", "mem_byte", "fits" } })
t:print()
