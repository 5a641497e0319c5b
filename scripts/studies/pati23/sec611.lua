-- SPDX-License-Identifier: MIT
-- Section 6.1.1: experts add all-to-all to the critical path and reduce the compute of each token. One shape of Figure 10
-- (a), dense and with eight experts, of which a token uses two, each half as wide, over eight ranks: the growth of the
-- share of serialized communication, and the part of all-to-all.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local shape = pati23.blue[2]
local cal = pati23.calibrations[1]
local function eval(model, layout)
  return tw.eval(pati23.case(cal, { model = model, layout = layout }), { "f_ser", "t_ser", "t_layer", "layer_flop",
    "layer_param" })
end
local dense = cal.model{ h = shape.h }
local experts = dense{ experts = 8, top_k = 2, expert_ffn = 2 * shape.h }
local one = eval(dense, { tp = shape.tp, dp = 8 })
local other = eval(experts, { tp = shape.tp, dp = 8, ep = 8 })
local t = study.write("sec611", tw.table{ names = { "model", "f_ser", "layer_flop", "gain" }, columns = {
  model = { "dense", "eight experts" }, f_ser = { one.f_ser, other.f_ser },
  layer_flop = { one.layer_flop, other.layer_flop }, gain = { 0, other.f_ser - one.f_ser } },
  units = { f_ser = "1", layer_flop = "flop", gain = "1" },
  meanings = { f_ser = "serialized communication", layer_flop = "GEMMs of a layer", gain = "over the dense one" } })
study.finding{ "P1-26", t:where{ model = "eight experts" }, "gain", percent = true, basis = "construction",
  label = cal.label, note = "8 experts, top 2, each half as wide: the same flop and one all-to-all more; EP 8" }
local capacity = study.write("sec611_capacity", tw.table{ names = { "capacity" }, units = { capacity = "1" },
  columns = { capacity = { other.layer_param / one.layer_param / (other.layer_flop / one.layer_flop) } },
  meanings = { capacity = "growth of a layer's weights over that of its flop" } })
study.finding{ "P1-41", capacity, "capacity", basis = "exact", note = "the same two models" }

-- Less compute for each input, without all-to-all: eight experts with the weights of the dense FFN, of which a token uses
-- two, all on each device. By peaks, and with the calibrated model, in which the experts' GEMMs are thin.
local fewer = dense{ experts = 8, top_k = 2, expert_ffn = shape.h / 2 }
local calibrated = pati23.today(shape.h, { tp = shape.tp, dp = 8 })
local function by_today(model)
  calibrated.model = model
  return tw.eval(calibrated, { "f_ser", "layer_flop", "layer_param" })
end
for _, reading in ipairs{ { cal.label, "construction", one, eval(fewer, { tp = shape.tp, dp = 8 }) },
  { "MI210, PyTorch", "predicted", by_today(dense), by_today(fewer) } } do
  local before, after = reading[3], reading[4]
  study.finding{ "P1-50", study.write(tw.format("sec611_fewer_%s", reading[2]), tw.table{ names = { "flop", "gain" },
    columns = { flop = { after.layer_flop / before.layer_flop }, gain = { after.f_ser - before.f_ser } },
    units = { flop = "1", gain = "1" }, meanings = { flop = "flop of a layer over the dense one's",
      gain = "serialized communication over the dense one's" } }), "gain", percent = true, label = reading[1],
    basis = reading[2], note = tw.format("8 experts, top 2, the weights of the dense layer and %.0f %% of its flop; no "
      .. "all-to-all", 100 * after.layer_flop / before.layer_flop),
    cause = "model: at this TP the GEMMs of experts are so thin that they take longer for fewer flop; a layer of experts "
      .. "timed on MI210 would resolve it" }
end

study.conclude("sec611", {
  paper = "experts raise the share of communication.",
  remains = tw.format("eight experts with top-2 routing raise it by %.1f points at the same flop.",
    100 * (other.f_ser - one.f_ser)),
  turns = tw.format("with all experts on each device, without all-to-all, it is %.1f points.",
    100 * (eval(experts, { tp = shape.tp, dp = 8, ep = 1 }).f_ser - one.f_ser)) })
