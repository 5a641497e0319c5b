-- SPDX-License-Identifier: MIT
-- A futuristic model on one level of links, then with data parallelism over links eight times slower: exposed time.
local tw = require "twocs"

local node = tw.devices.mi210_paper{ flop_vs_bw = 2 }
local case = {
  model = tw.models.transformer{ h = 65536, head_dim = 64 },
  run = { sl = 4096, b = 1, format = "fp16" },
  layout = { tp = 256, dp = 256 },
}
local devices = {
  fast = node,
  slow = node{ net0_size = 256, net1_size = 256, net1_bw = node.net0_bw / 8 },
}

local t = tw.compare(case, { device = devices, want = { "t_cmp", "t_slow", "t_ser", "t_ovl", "t_exp", "t_layer",
  "f_com" } })
t:print()
local slow = t:where{ device = "slow" }[1]
print(tw.stack("case_study", t, { x = "device", y = { "t_cmp", "t_slow", "t_ser", "t_exp" },
  names = { "compute", "interference", "serialized", "exposed" }, ylabel = "Time of a layer",
  title = tw.format("Over slower links %.0f %% of the gradients' time is exposed", 100 * slow.t_exp / slow.t_ovl) }))
