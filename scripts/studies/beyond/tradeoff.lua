-- SPDX-License-Identifier: MIT
-- TP against PP against DP, for GPT-3 on 1,024 H100 and Llama-3 405B on 16,384: for each TP and PP the fastest layout that
-- fits, over chunks, microbatch, recomputation and ZeRO. What are the parts of a step for each TP?
local tw = require "twocs"
local beyond = require "studies.beyond"
local study = require "twocs.study"

local runs = {
  { name = "gpt3", label = "GPT-3", model = "gpt3_175b", devices = 1024, sl = 2048, batch = 1536,
    pipelines = { { pp = { 1, 2, 4, 8, 16, 32 }, vp = { 1, 2, 3, 6 } } } },
  -- 126 layers: the first and the last stage have one less than the others, as arXiv:2407.21783 trains it (3.3.2).
  { name = "llama3_405b", label = "Llama-3 405B", model = "llama3_405b", devices = 16384, sl = 8192, batch = 2048,
    pipelines = { { pp = { 1, 2 }, vp = { 1, 3, 7, 9 } },
      { pp = { 4 }, vp = { 1, 2, 4, 8, 16 }, layout = { first_layers = 31, last_layers = 31 } },
      { pp = { 8 }, vp = { 1, 2, 4, 8, 16 }, layout = { first_layers = 15, last_layers = 15 } },
      { pp = { 16 }, vp = { 1, 2, 4, 8 }, layout = { first_layers = 7, last_layers = 7 } },
      { pp = { 32 }, vp = { 1, 2, 4 }, layout = { first_layers = 3, last_layers = 3 } } } },
}

local want = { "t_step", "mfu", "mem_byte" }
for _, part in ipairs(beyond.parts) do want[#want + 1] = part end

local function layouts(run)
  local all
  for _, pipeline in ipairs(run.pipelines) do
    local t = tw.sweep(beyond.training(run.model, run.sl, run.batch, pipeline), {
      over = { tp = tw.double(1, 16), pp = pipeline.pp, vp = pipeline.vp, dp = tw.double(1, run.devices),
        micro_batch = { 1, 2, 4 }, recompute = { "none", "full" }, zero = { "optimizer", "gradients" } },
      where = { devices = run.devices, legal = 1, fits = 1 }, keep = 10000, least = "t_step", want = want })
    all = all and all:append(t) or t
  end
  return all
end

-- The limits at both ends: the bubble at the smallest TP, messages at the largest.
local function title_of(label, by_tp)
  local t = by_tp:sort("tp")
  local few, many = t[1], t[t.n]
  local function share(row, ...)
    local sum = 0
    for _, part in ipairs{ ... } do sum = sum + row[part] end
    return 100 * sum / row.t_step
  end
  return tw.format("%s: the bubble takes %.0f %% at TP %.0f, communication %.0f %% at TP %.0f", label,
    share(few, "t_bubble"), few.tp, share(many, "t_step_ser", "t_step_exp"), many.tp)
end

-- The share of communication in a layout's step with links of twice the bandwidth, and its MFU, in percent.
local function on_wide_links(run, row)
  local layout = { tp = row.tp, pp = row.pp, vp = row.vp, dp = row.dp, zero = row.zero }
  for _, pipeline in ipairs(run.pipelines) do
    for _, pp in ipairs(pipeline.pp) do
      if pp == row.pp then
        for key, value in pairs(pipeline.layout or {}) do layout[key] = value end
      end
    end
  end
  local case = beyond.training(run.model, run.sl, run.batch, { layout = layout,
    run = { micro_batch = row.micro_batch, recompute = row.recompute } })
  case.device = tw.devices.h100_sxm:times{ net0_bw = 2, net1_bw = 2 }
  local v = tw.eval(case, { "t_step", "t_step_ser", "t_step_exp", "mfu" })
  return 100 * (v.t_step_ser + v.t_step_exp) / v.t_step, 100 * v.mfu
end

for _, run in ipairs(runs) do
  local t = beyond.best(layouts(run), { "tp", "pp" }, "mfu")
  local by_tp = beyond.best(t, { "tp" }, "mfu")
  local best = beyond.best(t, {}, "mfu")[1]
  local where = tw.format("%.0f H100, %.0f sequences of %.0f tokens, BF16, Megatron-Core as calibrated", run.devices,
    run.batch, run.sl)
  study.heat(tw.format("tradeoff_%s_mfu", run.name), t, { x = "tp", y = "pp", z = "mfu", percent = true, labels = true,
    mark = { { tp = best.tp, pp = best.pp } }, mark_label = "the fastest",
    title = tw.format("Of these layouts %s is fastest with TP %.0f, PP %.0f of %.0f chunks, DP %.0f", run.label, best.tp,
      best.pp, best.vp, best.dp),
    subtitle = tw.format("%s; blank: nothing fits", where), xlabel = "Tensor parallel degree TP",
    ylabel = "Pipeline stages PP",
    zlabel = "Model FLOP utilisation",
    note = tw.format("What would change it: with links of twice the bandwidth the fastest reaches %.0f %%.",
      select(2, on_wide_links(run, best))) })
  study.stack(tw.format("tradeoff_%s_parts", run.name), by_tp, { x = "tp", y = beyond.parts, names = beyond.part_names,
    colours = beyond.part_colours, title = title_of(run.label, by_tp),
    subtitle = where, note = tw.format("What would change it: with links of twice the bandwidth communication takes "
      .. "%.0f %% at the largest TP.", on_wide_links(run, by_tp:sort("tp")[by_tp.n])),
    xlabel = "Tensor parallel degree TP, with the PP and DP that are fastest",
    ylabel = "Time of a step (s)", legend = "", legend_at = "top" })
end
