-- SPDX-License-Identifier: MIT
-- Where do the time and the memory of a training step go? A model, a cluster and a layout in ten lines: GPT-3 on 512
-- H100. Then its timeline, which Perfetto opens, and the fastest of a grid of layouts that fit.
local tw = require "twocs"

local case = {
  model = tw.model{ layers = 96, h = 12288, head_dim = 128, vocab = 51200 },
  device = tw.devices.h100_sxm{ net1_bw = "400 Gb/s" },                    -- nodes of 8, an adapter for each device
  layout = { tp = 8, pp = 8, dp = 8, sp = "yes", vp = 6, zero = "optimizer", p2p_hidden = "yes" },
  run = { sl = 2048, global_batch = 1536, micro_batch = 1, format = "bf16", attention = "fused" },
}
print(tw.explain(case, "t_step", 1))               -- compute, serialized, exposed, waiting
print(tw.explain(case, "mem_byte", 3))             -- the fullest stage, term by term

local t = tw.timeline(case)
print(t)                                           -- what the step waited for
t:draw("step", { xmax = 0.6, title = "Almost no stage waits after 0.4 s",
  subtitle = "GPT-3 on 512 H100, the first 0.6 s of a step" })
print("open in ui.perfetto.dev:", t:chrome("out/step.json"))

tw.compare(case, { vp = { 1, 2, 6 },
  want = { "t_step", "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle", "mfu" } }):print()
tw.sweep(case, { over = { tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16 }, dp = tw.double(1, 512), vp = { 1, 2, 3, 6 },
  recompute = { "none", "selective", "full" } }, keep = 3, least = "t_step",
  where = { devices = 512, legal = 1, fits = 1 }, want = { "t_step", "mem_byte", "mfu" } }):print()
