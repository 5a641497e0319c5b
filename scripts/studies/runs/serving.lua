-- SPDX-License-Identifier: MIT
-- DeepSeek-V3 as its makers serve it, compared with their measurements on H800: prefill with EP 32 and decode with EP 128,
-- tokens per second and GPU (README of alibaba/InferSim, which cites deepseek-ai/profile-data: prompts of 4,096 tokens,
-- 16,384 of them on each device in prefill and 128 sequences in decode, two microbatches whose exchanges and compute
-- overlap). Nothing is fitted to these two values; the kernels are those that were measured for vLLM, and not DeepSeek's
-- own.
--   twocs scripts/studies/runs/serving.lua
local tw = require "twocs"

local software = { like = "megatron_core", fp8_recipe = "block", dispatch_byte = 1.03 } -- one scale for 128 elements
local phases = {
  { name = "prefill", measured = 7839, ranks = 32, tokens = 4 * 4096,
    run = { sl = 4096, b = 4, micro_batch = 2, causal = "yes" } },
  { name = "decode", measured = 2324, ranks = 128, tokens = 128,
    run = { sl = 1, kv_len = 4096, b = 128, micro_batch = 64 } },
}

for _, phase in ipairs(phases) do
  phase.run.mode, phase.run.format = "inference", "fp8"
  local case = { model = "deepseek_v3", device = "h800_sxm", software = software, run = phase.run,
    layout = { dp = phase.ranks, ep = phase.ranks, dispatch = "nodes", route_nodes = 4, ep_overlap = "yes" } }
  local rate = phase.tokens / tw.eval(case, "t_step")
  print(tw.format("%-8s %5.0f tokens/s a GPU, measured %5.0f (%+.1f %%)", phase.name, rate, phase.measured,
    100 * (rate / phase.measured - 1)))
end
