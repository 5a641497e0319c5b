-- SPDX-License-Identifier: MIT
-- How much of the step of a mixture of experts is communication? Mixtral 8x7B and DeepSeek-V3 on H100, over the degree of
-- expert parallelism: tokens travel to their experts and back in two all-to-alls per pass. Within a node of eight they are
-- cheap; beyond a node, the network between nodes decides (section 6.1.1 of Pati et al. names the question). DeepSeek's
-- all-to-alls to the experts are in FP8, as in its training; here nothing hides them, which is the purpose of its DualPipe.
local beyond = require "studies.beyond"
local tw = require "twocs"
local study = require "twocs.study"

local models = {
  { name = "mixtral", label = "Mixtral 8x7B", model = "mixtral_8x7b", ep = { 1, 2, 4, 8 }, dp = 8, dispatch = 2,
    sl = 8192 },
  { name = "deepseek", label = "DeepSeek-V3", model = "deepseek_v3", ep = tw.double(1, 64), dp = 64, dispatch = 1,
    sl = 4096 },
}
local parts = { "compute", "experts", "others" }
local names = { "Compute", "Tokens to experts and back", "Gradients and weights, not hidden" }

local function share(meaning, time)
  return { unit = "1", meaning = meaning, function(r) return time(r) / (r.t_step - r.t_bubble) end }
end

local joined
for _, m in ipairs(models) do
  local case = { model = m.model, device = "h100_sxm", layout = { dp = m.dp, zero = "optimizer" },
    software = { like = "megatron_core", dispatch_byte = m.dispatch }, run = { sl = m.sl, b = 16, micro_batch = 1 } }
  local t = tw.sweep(case, { over = { ep = m.ep }, want = { "t_step", "t_step_ser", "t_step_cmp", "t_bubble", "legal" } })
  t = t:derive("compute", share("Compute", function(r) return r.t_step_cmp end),
    "experts", share("Tokens to experts and back", function(r) return r.t_step_ser end),
    "others", share("Other communication", function(r) return r.t_step - r.t_bubble - r.t_step_cmp - r.t_step_ser end))
  local last = t[t.n]
  case.device = tw.devices.h100_sxm:times{ net0_bw = 2, net1_bw = 2 }
  local wide = tw.sweep(case, { over = { ep = { last.ep } }, want = { "t_step", "t_step_ser", "t_bubble" } })[1]
  study.stack(tw.format("experts_%s", m.name), t, { x = "ep", y = parts, names = names, percent = true,
    colours = { "compute", "serialized", "exposed" },
    title = tw.format("%s: %.0f %% of a step is all-to-all at EP %.0f", m.label, 100 * last.experts, last.ep),
    subtitle = tw.format("H100, nodes of 8, one sequence of %.0f tokens a device; Megatron-Core as calibrated; "
      .. "memory not asked", m.sl),
    note = tw.format("What would change it: with links of twice the bandwidth it is %.0f %%.",
      100 * wide.t_step_ser / (wide.t_step - wide.t_bubble)),
    xlabel = "Expert parallel degree EP", ylabel = "Share of a step", legend = "", legend_at = "top", ymin = 0, ymax = 1 })
end

-- A step of DeepSeek-V3 as its report trains it: with all exchanges of its experts exposed, and with DualPipe, which runs
-- them during another microbatch's compute.
local step = { ways = {}, compute = {}, exchange = {}, others = {}, waiting = {} }
for i, one in ipairs{ { "Nothing hidden", "no" }, { "DualPipe", "yes" } } do
  local v = tw.eval(beyond.deepseek(one[2]), { "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle" })
  step.ways[i], step.compute[i], step.exchange[i], step.others[i], step.waiting[i] = one[1], v.t_step_cmp, v.t_step_ser,
    v.t_step_exp, v.t_step_idle
end
local of = tw.table{ names = { "ways", "compute", "exchange", "others", "waiting" }, columns = step,
  units = { compute = "s", exchange = "s", others = "s", waiting = "s" }, meanings = { ways = "Exchange of tokens",
  compute = "Compute", exchange = "Exchange of tokens", others = "Other communication", waiting = "Waiting" } }
local wide = beyond.deepseek "yes"
wide.device = tw.devices.h800_sxm:times{ net0_bw = 2, net1_bw = 2 }
local hidden = step.exchange[1] - step.exchange[2]
local total = step.compute[2] + step.exchange[2] + step.others[2] + step.waiting[2]
study.stack("experts_step", of, { x = "ways", y = { "compute", "exchange", "others", "waiting" },
  names = { "Compute", "Tokens to experts and back, not hidden", "Other communication, not hidden", "Waiting" },
  colours = { "compute", "serialized", "exposed", "idle" }, totals = true,
  published = { x = "DualPipe", at = beyond.deepseek_step }, published_label = "published",
  title = tw.format("DualPipe hides %.0f of %.0f s of all-to-all: a step of %.1f s where %.1f are published", hidden,
    step.exchange[1], total, beyond.deepseek_step),
  subtitle = "DeepSeek-V3 on 2,048 H800, PP 16, EP 64, FP8, Megatron-Core as calibrated; published: 2.664 M "
    .. "GPU-hours for 14.8 T tokens",
  note = tw.format("What would change it: with links of twice the bandwidth DualPipe's is %.1f s.",
    tw.eval(wide, "t_step")),
  xlabel = "", ylabel = "Time of a step (s)", legend = "", legend_at = "top", ymin = 0 })
