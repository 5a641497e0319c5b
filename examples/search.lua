-- SPDX-License-Identifier: MIT
-- Every layout of Llama 3 70B on 64 H100: how many there are, the best, why it is better than the best of another kind, and
-- the arguments for Megatron-LM.
local tw = require "twocs"

local found = tw.search{ model = "llama3_70b", device = "h100_sxm", devices = 64, keep = 5, reserve = "5 GB",
  run = { sl = 8192, global_batch = 512, format = "bf16" },
  over = { tp = { 1, 2, 4, 8 }, schedule = "1f1b", shard = "all" } }
print(found)
print(found:why())
print(found:neighbours())
print((found:config "megatron"))
