-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", device = "h100_sxm", layout = { cp = 8, zero = "weights" },
  run = { b = 1, micro_batch = 1, recompute = "full" } }
tw.sweep(case, { over = { sl = tw.double(8192, 131072), cp_kind = { "all_gather", "ring" } },
  want = { "t_step", "f_step_cmp", "f_step_ser", "mem_byte", "fits" } }):print()
