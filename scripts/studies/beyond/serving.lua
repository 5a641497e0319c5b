-- SPDX-License-Identifier: MIT
-- Inference (section 6.3 of Pati et al.): prefill processes all tokens of a prompt at once; decode processes one token of
-- each sequence, which reads all weights, keys and values for little arithmetic. Llama-3 70B on H100 with TP 8, prompts of
-- 4,096 tokens, GEMMs by roofline (the operator tables of this repository have no measurements with so few rows): what
-- share of a pass is communication, and what is the gain of more TP?
local tw = require "twocs"
local study = require "twocs.study"

local prompt = 4096

local function case(tp, phase, device)
  return { model = "llama3_70b", device = device or "h100_sxm", plan = { gemm = "roofline" }, layout = { tp = tp },
    software = "ideal", run = { mode = "inference", sl = phase == "decode" and 1 or prompt, kv_len = prompt } }
end

local joined
for _, phase in ipairs{ "prefill", "decode" } do
  local t = tw.sweep(case(8, phase), { over = { b = tw.double(1, 256) }, want = { "t_step", "t_step_ser" } })
    :derive("phase", { unit = "1", meaning = "Phase", function() return phase end },
      "comm", { unit = "1", meaning = "Communication, share of a pass", function(r) return r.t_step_ser / r.t_step end })
  joined = joined and joined:append(t) or t
end
local decode, prefill = joined:where{ phase = "decode" }, joined:where{ phase = "prefill" }
local setup = tw.format("Llama-3 70B on H100, %.0f tokens of context, BF16, computed by roofline", prompt)
-- With links that are better by these factors: the time of a pass at B = 1, and its share of communication.
local function on(better, tp, phase)
  local run = case(tp, phase, tw.devices.h100_sxm:times(better))
  run.run.b = 1
  local v = tw.eval(run, { "t_step", "t_step_ser" })
  return v.t_step, 100 * v.t_step_ser / v.t_step
end
local wide, quick = { net0_bw = 2 }, { net0_lat = 0.5, comm_launch = 0.5 }
local function share(better, phase) return (select(2, on(better, 8, phase))) end
local function gain(better) return on(better, 1, "decode") / on(better, 8, "decode") end
study.lines("serving_share", joined, { x = "b", y = "comm", by = "phase", logx = 2, percent = true, ymin = 0, ymax = 0.3,
  legend = "", legend_at = "top", subtitle = setup .. ", TP 8", xlabel = "Sequences B",
  ylabel = "Communication, share of a pass",
  note = tw.format("What would change it: links of twice the bandwidth make it %.0f and %.0f %%, of half the latency %.0f "
    .. "and %.0f %%.", share(wide, "prefill"), share(wide, "decode"), share(quick, "prefill"), share(quick, "decode")),
  title = tw.format("All-reduces are %.0f %% of prefill, and %.0f %% of decode at B = 1", 100 * prefill[1].comm,
    100 * decode[1].comm) })

local passes = tw.sweep(case(1, "decode"), { over = { tp = { 1, 2, 4, 8 }, b = { 1, 16, 128 } },
  want = { "t_step", "legal" } })
local function time(tp, b)
  return passes:where{ tp = tp, b = b }[1].t_step
end
study.lines("serving_decode", passes, { x = "tp", y = "t_step", by = "b", logx = 2, logy = true, legend = "Sequences",
  title = tw.format("With one sequence TP 8 makes a token %.1f times as fast, not 8 times", time(1, 1) / time(8, 1)),
  subtitle = setup,
  note = tw.format("What would change it: links of twice the bandwidth make it %.1f times, of half the latency %.1f.",
    gain(wide), gain(quick)), xlabel = "Tensor parallel degree TP", ylabel = "Time of a token (ms)" })
