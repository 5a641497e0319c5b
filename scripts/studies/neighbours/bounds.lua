-- SPDX-License-Identifier: MIT
-- What bounds each operator of a layer (the question of arXiv:2407.14645): compute, memory or, of TP's collectives, the
-- network; on three generations of nodes, in training, prefill and decode, of Llama 70B with TP 8. What is shown is the
-- time at the reachable memory bandwidth, or of the network, over the time at the reachable peak: above 1 it is no
-- compute that bounds. Collectives are relative to all GEMMs of the forward pass. The paper's own numbers are not in its
-- abstract.
local papers = require "studies.papers"
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local operators = { { "qkv", "QKV" }, { "scores", "scores" }, { "context", "values" }, { "proj", "projection" },
  { "fc1", "FC, up" }, { "fc2", "FC, down" } }
local phases = { { "training", { mode = "training", sl = 4096, b = 1 } }, { "prefill", { mode = "inference", sl = 4096,
  b = 1 } },
  { "decode", { mode = "inference", sl = 1, kv_len = 4096, b = 16 } } }

local wanted = { "flop_eff_pace", "core_eff_pace", "mem_pace", "t_ser_f", "t_gemm_f" }
for _, operator in ipairs(operators) do
  wanted[#wanted + 1], wanted[#wanted + 2] = operator[1] .. "_flop", operator[1] .. "_byte"
end

local c = fernandez24.columns{ "phase", "device", "operator", "ratio" }
for _, phase in ipairs(phases) do
  for _, device in ipairs(fernandez24.generations) do
    local run = papers.run{ format = device == "dgx_v100" and "fp16" or "bf16", dropout = "no" }
    for key, value in pairs(phase[2]) do run[key] = value end
    local r = tw.eval({ model = "llama2_70b", device = fernandez24.machine(device), layout = { tp = 8 }, run = run,
      software = papers.software, plan = { all_reduce = "ring" } }, wanted)
    local function add(operator, ratio)
      local i = #c.device + 1
      c.phase[i], c.device[i], c.operator[i], c.ratio[i] = phase[1], fernandez24.titles[device], operator, ratio
    end
    for _, operator in ipairs(operators) do
      local core = operator[1] == "scores" or operator[1] == "context"
      local pace = core and r.core_eff_pace or r.flop_eff_pace
      add(operator[2], r[operator[1] .. "_byte"] * r.mem_pace / (r[operator[1] .. "_flop"] * pace))
    end
    add("TP's sums", r.t_ser_f / r.t_gemm_f)
  end
end
local t = fernandez24.table({ "phase", "device", "operator", "ratio" }, c, { ratio = "1" }, { phase = "Phase",
  device = "generation", operator = "operator", ratio = "memory or network over compute" })
study.heat("bounds", t, { x = "device", y = "operator", z = "ratio", panels = "phase", labels = true,
  logz = true, zmin = 0.05, zmax = 250,
  title = "Training and prefill are bound by compute for the most part, decode by memory",
  subtitle = "Llama 70B, TP 8; above 1 memory bounds an operator, and the network TP's sums", xlabel = "", ylabel = "",
  zlabel = "Memory or network over compute" })
