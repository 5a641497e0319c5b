-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local mine = tw.devices.h100_sxm{ name = "mine", peak_bf16 = "2 PFLOP/s", mem_bw = "6 TB/s", mem_size = "192 GB",
  net0_bw = "900 GB/s", net1_bw = "800 Gb/s" }
tw.compare({ model = "llama3_70b", layout = { tp = 8 }, run = { sl = 8192, b = 1 }, software = "ideal" },
  { device = { mine = mine, h100 = tw.devices.h100_sxm }, want = { "t_layer", "f_ser", "mfu" } }):print()
