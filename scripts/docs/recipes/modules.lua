-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local function row(name, run)
  run.sl, run.global_batch, run.micro_batch, run.format = 4096, 15360, 1, "fp8"
  local v = tw.eval({ model = "deepseek_v3", device = "h800_sxm", software = "megatron_core", run = run,
    layout = { pp = 16, ep = 64, dp = 128, schedule = "dualpipe", zero = "optimizer", dispatch = "nodes",
      route_nodes = 4, ep_overlap = "yes" } }, { "t_step", "mem_byte", "fits" })
  print(tw.format("%-24s %5.1f s  %5.1f GB  %s", name, v.t_step, v.mem_byte / 1e9, v.fits == 1 and "fits" or "too much"))
end

row("nothing", {})
row("norms", { recompute_norms = "yes" })
row("and up-projections", { recompute_norms = "yes", recompute_latent = "yes" })
row("and the activation", { recompute_norms = "yes", recompute_latent = "yes", recompute_act = "yes" })
row("experts whole", { recompute_experts = "yes" })
row("whole layers", { recompute = "full" })
