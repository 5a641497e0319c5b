-- SPDX-License-Identifier: MIT
-- Inference (section 6.3 of Pati et al.): prefill sends all tokens of a prompt through the model at once, decode one
-- token of each sequence, which reads all weights and keys and values for little arithmetic. Llama-3 70B on H100 with TP
-- 8, prompts of 4,096 tokens, GEMMs by roofline (the operator tables of this repository measured none with so few rows):
-- what share of a pass is communication, and what does more TP buy?
local tw = require "twocs"
local study = require "twocs.study"

local prompt = 4096

local function case(tp, phase)
  return { model = "llama3_70b", device = "h100_sxm", plan = { gemm = "roofline" }, layout = { tp = tp },
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
study.lines("serving_share", joined, { x = "b", y = "comm", by = "phase", logx = 2, percent = true, ymin = 0, ymax = 0.3,
  legend = "", legend_at = "top", subtitle = setup .. ", TP 8", xlabel = "Sequences B",
  ylabel = "Communication, share of a pass",
  title = tw.format("All-reduces are %.0f %% of prefill, and %.0f %% of decode at B = 1", 100 * prefill[1].comm,
    100 * decode[1].comm) })

local passes = tw.sweep(case(1, "decode"), { over = { tp = { 1, 2, 4, 8 }, b = { 1, 16, 128 } },
  want = { "t_step", "legal" } })
local function time(tp, b)
  return passes:where{ tp = tp, b = b }[1].t_step
end
study.lines("serving_decode", passes, { x = "tp", y = "t_step", by = "b", logx = 2, logy = true, legend = "Sequences",
  title = tw.format("TP 8 makes a token %.1f times as fast, not 8 times", time(1, 1) / time(8, 1)), subtitle = setup,
  xlabel = "Tensor parallel degree TP", ylabel = "Time of a token (ms)" })
