-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local found = tw.search{ model = "llama3_8b", device = "h100_sxm", devices = 64, keep = 3,
  run = { sl = 8192, global_batch = 128, micro_batch = 1 }, over = { schedule = "1f1b", shard = "all" } }
found:likely():print{ "kind", "tp", "pp", "cp", "zero", "t_step", "p_best", "p_faster", "regret", rows = 5 }
print((tw.faster(found:case(1), found:case(2))))
print((tw.faster(found:case(), found:case{ tp = 8 })))
