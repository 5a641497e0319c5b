-- SPDX-License-Identifier: MIT
-- 9. Llama-3 405B on devices of 80 GB: the smallest number of devices, the largest term, and what would make it fit.
local tw = require "twocs"
local device = tw.devices.h100_sxm{ name = "h100_80gb", mem_size = "80 GB" }
local case = { model = "llama3_405b", device = device,
  run = { sl = 8192, global_batch = 512, micro_batch = 1, format = "bf16", attention = "fused", recompute = "full" } }
local t = tw.sweep(case, { over = { tp = { 1, 2, 4, 8 }, pp = { 1, 2, 3, 6, 7, 9, 14, 18 }, dp = tw.double(1, 64),
  zero = { "none", "optimizer", "gradients", "weights" }, sp = { "no", "yes" } }, keep = 5, least = "devices",
  where = { fits = 1, legal = 1 }, want = { "devices", "mem_byte", "t_step", "mfu" } })
t:print()
case.layout = { tp = 8, pp = 9, sp = "yes" }
print(tw.explain(case, "mem_byte", 2))
print(tw.solve(case, { find = "dp", so_that = { fits = true } }))
print(tw.solve(case, { find = "mem_size", so_that = { fits = true } }))
