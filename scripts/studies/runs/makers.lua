-- SPDX-License-Identifier: MIT
-- The rank of the layouts that makers of large models chose among all layouts of their cluster: Llama 3 405B on 16,384 H100
-- (arXiv:2407.21783, Table 4: TP 8, PP 16, DP 128; 2,048 sequences of 8,192 tokens) and DeepSeek-V3 on 2,048 H800
-- (arXiv:2412.19437, 3.1 and 3.2: PP 16, EP 64 over 8 nodes, ZeRO-1, DualPipe, at most 4 nodes for a token). Nothing is
-- tuned to this result; each is compared with the best layout that fits.
--   twocs scripts/studies/runs/makers.lua
local tw = require "twocs"

local function compare(title, question, chosen)
  print(title)
  local found = tw.search(question)
  local one = found:case(chosen)
  one.illegal = "allow"
  local v = tw.eval(one, { "t_step", "mfu", "mem_byte", "fits", "legal" })
  local best = found.kept[1].of.t_step
  print(tw.format("  best of %.0f that fit: %.2f s; published: %.2f s (%+.1f %%), MFU %.1f %%, %s, %.1f GB of %.1f%s",
    found.counts.fits, best, v.t_step, 100 * (v.t_step / best - 1), 100 * v.mfu, v.legal == 1 and "legal" or "not legal",
    v.mem_byte / 1e9, question.device.mem_size / 1e9, v.fits == 1 and "" or ": it does not fit"))
  print(tw.format("  best, then theirs: %s", (tw.faster(found:case(), found:case(chosen)))))
  print(found:why(chosen))
end

local h100, h800 = tw.devices.h100_sxm, tw.devices.h800_sxm
for _, software in ipairs{ "megatron_core", "ideal" } do
  compare(tw.format("Llama 3 405B, software %s", software),
    { model = "llama3_405b", device = h100, devices = 16384, keep = 3, software = software,
      run = { sl = 8192, global_batch = 2048, format = "bf16" } },
    { tp = 8, pp = 16, cp = 1, vp = 8, micro_batch = 1, schedule = "1f1b", sp = "yes", zero = "optimizer", shard = 128,
      recompute = "none" })
end
-- As in its report (3.2 and 3.3): norms, SwiGLU and up-projections are recomputed, FP8 by blocks, moments in BF16, one
-- further token predicted. Other tensors in narrower formats than in Transformer Engine are not modelled.
compare("DeepSeek-V3",
  { model = tw.models.deepseek_v3{ mtp = 1 }, device = h800, devices = 2048, keep = 3,
    over = { etp = 1, cp = { 1, 2 }, recompute = "none" },
    software = { like = "megatron_core", dispatch_byte = 1.03, fp8_recipe = "block", moment_byte = 4 },
    run = { sl = 4096, global_batch = 15360, format = "fp8", recompute_norms = "yes", recompute_activation = "yes",
      recompute_latent = "yes" },
    layout = { dispatch = "nodes", route_nodes = 4, ep_overlap = "yes" } },
  { tp = 1, pp = 16, cp = 1, ep = 64, etp = 1, vp = 1, micro_batch = 1, schedule = "dualpipe", sp = "no",
    zero = "optimizer", shard = 128, recompute = "none" })
