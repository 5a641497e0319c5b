-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local found = tw.search{ model = "llama3_70b", device = "a100_80g", devices = 32, keep = 4, software = "megatron_core",
  run = { sl = 16384, global_batch = 64, micro_batch = 1 }, deal = true,
  over = { tp = { 4, 8 }, pp = { 4, 8 }, cp = 1, sp = "yes", vp = 1, schedule = "1f1b", shard = "all" } }
found.dealt:print{ "tp", "pp", "dp", "zero", "recompute", "t_step", "mem_byte", "even", "gain" }
print((found:deal(2)))
