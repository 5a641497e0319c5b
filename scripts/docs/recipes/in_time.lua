-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local found = tw.search{ model = "llama3_8b", device = "h100_sxm", devices = tw.double(32, 256), keep = 1,
  run = { sl = 8192, global_batch = 512 }, over = { schedule = "1f1b", shard = "all", cp = { 1, 2 } } }
found:deadline("30 days", 1e12):print{ "devices", "kind", "t_step", "days", "in_time", "gpu_hours", "rent_low" }
