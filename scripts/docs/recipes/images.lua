-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local model = tw.models.qwen3_vl_8b{ vision_patches = 1024 } -- an image of 512 x 512 pixels, in patches of 16 x 16
local case = { model = model, device = "h100_sxm", layout = { dp = 64, zero = "weights" },
  run = { sl = 8192, global_batch = 128, micro_batch = 1, recompute = "full" } }
tw.sweep(case, { over = { images = { 4, 24 }, vision_frozen = { "no", "yes" } },
  want = { "image_tokens", "t_step", "t_vision_cmp", "mem_byte", "mfu" } }):print()
