-- SPDX-License-Identifier: MIT
-- Figure 9: the necessary growth of TP with models since the first that used it, Megatron-LM's BERT of 3.9 B on 8 devices
-- of 32 GB: p / s of equation 10, with p the growth of parameters (as published) and s that of a device's memory. The paper
-- does not state whose memory: the largest NVIDIA device by the model's year, the largest of any vendor, or the accelerator
-- on which the model was trained.
local tw = require "twocs"
local memory_by_year = require "studies.memory_by_year"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local list = { "megatron_lm_8b", "t_nlg", "gpt3_175b", "mt_nlg_530b", "palm_540b" }
local nvidia = { p100_sxm = true, v100_sxm = true, a100_40g = true, a100_80g = true, h100_sxm = true, b200_sxm = true }
local base = tw.layout{}

local function largest(year, of)
  local most = 0
  for _, part in ipairs(memory_by_year.released) do
    if part.year <= year and (not of or of[part.device]) then most = math.max(most, part.mem_size) end
  end
  return most
end
local own = {}
for _, entry in ipairs(memory_by_year.trained_on) do own[entry.model] = entry.mem_size end

local columns = { model = {}, year = {}, p = {}, s_nvidia = {}, s_any = {}, s_own = {} }
for i, name in ipairs(list) do
  local model = tw.models[name]
  columns.model[i], columns.year[i], columns.p[i] = pati23.titles[name], model.year, model.published_param / base.base_param
  columns.s_nvidia[i], columns.s_any[i] = largest(model.year, nvidia) / base.base_mem, largest(model.year) / base.base_mem
  columns.s_own[i] = (own[name] or 0 / 0) / base.base_mem
end
local t = tw.table{ names = { "model", "year", "p", "s_nvidia", "s_any", "s_own" }, columns = columns }
for _, whose in ipairs{ { "nvidia", "largest NVIDIA part" }, { "any", "largest part of any vendor" },
  { "own", "the model's own accelerator" } } do
  local s = tw.format("s_%s", whose[1])
  t = t:derive(tw.format("growth_%s", whose[1]), { unit = "1", meaning = whose[2], function(r) return r.p / r[s] end })
end
local printed_low, printed_high = study.published "P1-12"
local least, most = math.huge, 0
for row in t:where{ model = { "MT-NLG", "PaLM" } }:rows() do
  least, most = math.min(least, row.growth_any), math.max(most, row.growth_nvidia)
end
study.bars("fig09_growth", t, { x = "model", y = { "growth_nvidia", "growth_any", "growth_own" }, legend = "Memory of",
  hband = { from = printed_low, to = printed_high, label = "published for the last two" },
  title = tw.format("MT-NLG and PaLM need %.0f to %.0f times the TP of Megatron-LM's BERT by the memory of devices sold; "
    .. "PaLM %.0f times by that of its own accelerator", least, most, t:where{ model = "PaLM" }[1].growth_own),
  subtitle = "p / s of equation 10: growth of parameters over growth of memory; that model used TP 8",
  xlabel = "", ylabel = "TP scaling p / s", note = "GPT-3: memory of its accelerator not published." })
t = study.write("fig09", t:derive(
  "tp_nvidia", { unit = "1", meaning = "TP needed", function(r) return base.base_tp * r.growth_nvidia end },
  "tp_any", { unit = "1", meaning = "TP needed", function(r) return base.base_tp * r.growth_any end }))

local recent = t:where{ model = { "MT-NLG", "PaLM" } }
local ends = study.write("fig09_range", tw.table{ names = { "end", "growth" }, columns = { ["end"] = { "low", "high" },
  growth = { recent:top(1, "growth_any", "ascending")[1].growth_any, recent:top(1, "growth_nvidia")[1].growth_nvidia } },
  units = { growth = "1" } })
study.finding{ "P1-12", ends, "growth", basis = "exact",
  span = "the device of the memory s; the devices of Figure 9 would resolve it",
  note = "low: the largest part of any vendor; high: the largest NVIDIA part. MT-NLG and PaLM" }
-- Equation 10 for the range that the paper reads from its own Figure 9 (4.3.2).
local printed = tw.table{ names = { "growth" }, columns = { growth = { 40, 60 } }, units = { growth = "1" } }
printed = study.write("fig09_printed", printed:derive("tp", { unit = "1", meaning = "TP needed",
  function(r) return base.base_tp * r.growth end }))
study.finding{ "P1-12b", printed, "tp", note = "8 times the printed 40 to 60", basis = "construction" }

study.conclude("fig09", {
  paper = tw.format("the largest models need %s the TP of Megatron-LM's BERT.", study.published_text "P1-12"),
  remains = tw.format("equation (10) gives %.0f to %.0f, depending on the device: sizes of models and data sheets, "
    .. "which no calibration moves.", least, most),
  turns = "the required TP is smaller if the state is sharded over replicas or stages, which equation (10) does not "
    .. "include." })
