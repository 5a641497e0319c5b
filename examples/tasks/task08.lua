-- SPDX-License-Identifier: MIT
-- 8. A100, H100, B200 and MI300X on the same step, and the reason for their order.
local tw = require "twocs"
local case = { model = "llama3_8b", run = { sl = 8192, global_batch = 256, micro_batch = 1, format = "bf16" },
  layout = { tp = 4, dp = 16, zero = "optimizer" } }
local t = tw.compare(case, { device = { "a100_80g", "h100_sxm", "b200_sxm", "mi300x" },
  want = { "t_step", "t_step_cmp", "t_step_ser", "t_step_exp", "mfu", "peak_bf16", "flop_eff", "mem_bw", "net0_bw" } })
t = t:sort("t_step")
t:print()
local slow, fast = t[t.n], t[1]
print(tw.format("%s is %.1f times as fast as %s: its GEMMs reach %.1f times the flop/s", fast.device,
  slow.t_step / fast.t_step, slow.device, fast.peak_bf16 * fast.flop_eff / (slow.peak_bf16 * slow.flop_eff)))
tw.stack("task08", t, { x = "device", y = { "t_step_cmp", "t_step_ser", "t_step_exp" },
  names = { "compute", "serialized", "exposed" }, title = "Compute decides the order of the devices",
  subtitle = "A step of Llama-3 8B, TP = 4, DP = 16", ylabel = "Time of a step" })
