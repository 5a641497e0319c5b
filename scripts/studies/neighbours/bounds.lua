-- SPDX-License-Identifier: MIT
-- What bounds each operator of a layer (the question of arXiv:2407.14645): compute, memory or, for TP's collectives, the
-- network; on three generations of nodes, in training, prefill and decode, of Llama 70B with TP 8. The figure shows the
-- time at the reachable bandwidth of memory or network over the time at the reachable peak: above 1, compute is not the
-- bound. Collectives are relative to all GEMMs of the forward pass. The paper's own numbers are not in its abstract.
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

-- The time of an operator's bytes over that of its flop.
local function ratio_of(r, operator)
  local core = operator == "scores" or operator == "context"
  local pace = core and r.core_eff_pace or r.flop_eff_pace
  return r[operator .. "_byte"] * r.mem_pace / (r[operator .. "_flop"] * pace)
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
    for _, operator in ipairs(operators) do add(operator[2], ratio_of(r, operator[1])) end
    add("all-reduces", r.t_ser_f / r.t_gemm_f)
  end
end
local t = fernandez24.table({ "phase", "device", "operator", "ratio" }, c, { ratio = "1" }, { phase = "Phase",
  device = "generation", operator = "operator", ratio = "memory or network over compute" })
local function bound(phase)
  local own = t:where(function(r) return r.phase == phase and r.operator ~= "all-reduces" end)
  return own:where(function(r) return r.ratio > 1 end).n, own.n
end
local training, of_training = bound "training"
local decoding, of_decoding = bound "decode"
study.heat("bounds", t, { x = "device", y = "operator", z = "ratio", panels = "phase", labels = true,
  logz = true, zmin = 0.05, zmax = 250,
  title = tw.format("Memory bounds %.0f of %.0f GEMMs in training, %.0f in prefill and %.0f in decode", training,
    of_training, (bound "prefill"), decoding),
  subtitle = "Llama 70B, TP 8, by data sheets; above 1 memory bounds an operator, and the network bounds TP's all-reduces",
  xlabel = "", ylabel = "",
  zlabel = "Memory or network over compute" })

-- With the calibrated model: the time of TP's all-reduces, and the batch from which compute bounds an FC in decode on H100.
local function today(device, phase, more)
  local run = { format = device == "dgx_v100" and "fp16" or "bf16" }
  for key, value in pairs(phase) do run[key] = value end
  for key, value in pairs(more or {}) do run[key] = value end
  return { model = "llama2_70b", device = device, layout = { tp = 8 }, run = run }
end
local function shares(phase)
  local list = {}
  for i, device in ipairs(fernandez24.generations) do
    list[i] = tw.format("%.0f %% on %s", 100 * tw.eval(today(device, phase), "f_ser"), fernandez24.titles[device])
  end
  return table.concat(list, ", ")
end
local decode, from = phases[3][2], 0 / 0
for _, b in ipairs(tw.double(16, 4096)) do
  if ratio_of(tw.eval(today("h100_sxm", decode, { b = b }), wanted), "fc1") <= 1 then
    from = b
    break
  end
end
study.conclude("bounds", {
  paper = "compute, memory or the network bounds an operator, and which one depends on the phase; the abstract has no "
    .. "numbers.",
  remains = tw.format("by the roofline memory bounds %.0f of %.0f GEMMs of training and %.0f of %.0f of decode. In PyTorch "
    .. "TP's all-reduces add to that: they take %s of training, and %s of decode, where latency bounds them.", training,
    of_training, decoding, of_decoding, shares(phases[1][2]), shares(decode)),
  turns = tw.format("compute bounds the FC of decode on H100 from %.0f sequences at once, in place of %.0f.", from,
    decode.b) })
