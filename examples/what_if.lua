-- SPDX-License-Identifier: MIT
-- An accelerator with four times the compute of an H100 on today's links, and the link bandwidth that restores the balance.
local tw = require "twocs"

local now = tw.devices.h100_sxm
local devices = {
  today = now,
  flops4x = now:times{ peak = 4 },
  balanced = now:times{ peak = 4, net0_bw = 4, net1_bw = 4 },
  mine = now{ name = "mine", net1_bw = "800 Gb/s", mem_size = "192 GB" },
}
local case = { model = tw.models.llama3_70b, run = { sl = 8192, b = 1 }, layout = { tp = 8, dp = 64 },
  software = "ideal" } -- compares data sheets: a future accelerator has no measured software

local t = tw.compare(case, { device = devices, order = { "today", "flops4x", "balanced", "mine" } })
t:print{ "device", "t_cmp", "t_ser", "t_exp", "f_com", "t_step", "mfu" }
print(tw.stack("what_if", t, { x = "device", y = { "t_cmp", "t_ser", "t_exp" },
  names = { "compute", "serialized", "exposed" }, title = "Four times the compute saves an eighth on today's links",
  ylabel = "Time of a layer" }))

case.device = devices.flops4x
local bandwidth = assert(tw.solve(case, { find = "net1_bw", so_that = { f_com = 0.5 } }))
print(tw.format("a communication share of 50 %% needs %.0f GB/s between nodes", bandwidth / 1e9))
