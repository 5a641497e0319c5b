-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_70b", device = tw.devices.h100_sxm{ mtbf = 5e4 * 3600 }, layout = { tp = 8, pp = 4,
  sp = "yes", zero = "optimizer" }, run = { sl = 8192, b = 8, micro_batch = 1, checkpoint = "60 s", restart = "600 s" } }
tw.sweep(case, { over = { dp = { 8, 64, 512 } }, want = { "devices", "t_checkpoint_every", "goodput" } }):print()
