-- SPDX-License-Identifier: MIT
-- Sections 3.3 to 3.5: equations (1) to (10) as printed, beside the exact counts of the same thing, at the highlighted shapes.
-- Two readings of them: SL = 4K at every point, and SL = 1K, 2K, 4K growing with the model; B = 1, FP16. The erratum that explains
-- a ratio stands beside it: E1, E2, E6 count one of two GEMMs, E3 leaves out the output projection, E4 drops the factors in O(),
-- E5 is a missing division sign. (5) is one of the layer's four all-reduces, as the text says, and no erratum.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local equations = { -- number, what, printed, exact, erratum
  { "1", "FC GEMMs, forward", "p1_fc_flop", "fc_flop", "E1" },
  { "2", "attention GEMMs, forward", "p2_attn_flop", "attn_flop", "E2" },
  { "3", "linear GEMMs, forward", "p3_linear_flop", "linear_flop", "E3" },
  { "4", "all GEMMs, forward; O()", "p4_cmp_flop", "layer_flop", "E4" },
  { "5", "serialized communication", "p5_ser_byte", "ser_byte", "" },
  { "6", "Amdahl's law edge; O()", "p6_edge", "edge", "E4" },
  { "7", "gradients of the FC", "p7_fc_back_flop", "fc_back_flop", "E6" },
  { "8", "weight gradients of the FC", "p8_dp_byte", "fc_grad_byte", "E6" },
  { "9", "slack advantage; O()", "p9_slack", "slack", "E5" },
}
local readings = { { name = "SL = 4K", sl = { 4096, 4096, 4096 } }, { name = "SL = 1K, 2K, 4K", sl = { 1024, 2048, 4096 } } }
local wanted = { "fc_flop", "roi_payload" }
for _, eq in ipairs(equations) do
  wanted[#wanted + 1] = eq[3]
  if eq[4] ~= "fc_back_flop" and eq[4] ~= "fc_grad_byte" and eq[4] ~= "fc_flop" then wanted[#wanted + 1] = eq[4] end
end

local cal, parts = pati23.calibrations[1], {}
for k, reading in ipairs(readings) do
  local points = {}
  for i, point in ipairs(pati23.blue) do points[i] = { h = point.h, tp = point.tp, sl = reading.sl[i] } end
  -- Both GEMMs of the FC, each with both its gradients; both weights.
  parts[k] = tw.sweep(pati23.case(cal, { over = { points }, want = wanted })):derive(
    "fc_back_flop", function(r) return 2 * r.fc_flop end, "fc_grad_byte", function(r) return 2 * r.roi_payload end)
end

local columns = {}
local names = { "equation", "what", "reading", "h", "tp", "sl", "printed", "exact", "ratio", "erratum" }
for _, name in ipairs(names) do columns[name] = {} end
for _, eq in ipairs(equations) do
  for k, reading in ipairs(readings) do
    for r in parts[k]:rows() do
      local row = { tw.format("(%s)", eq[1]), eq[2], reading.name, r.h, r.tp, r.sl, r[eq[3]], r[eq[4]], r[eq[3]] / r[eq[4]], eq[5] }
      for i, name in ipairs(names) do table.insert(columns[name], row[i]) end
    end
  end
end
study.write("sec33", tw.table{ names = names, columns = columns, meanings = { printed = "as printed", exact = "exact count", ratio = "printed over exact" } })

-- E4: what O() hides is how the edge falls along the highlighted points.
local function fallen(t, reading)
  local function against(name) return { unit = "1", meaning = "edge, against H = 4K", function(r) return r[name] / t[1][name] end } end
  return t:derive("printed", against "p6_edge", "counted", against "edge", "reading", reading.name)
end
local shape = { unit = "", meaning = "Shape", function(r) return tw.format("%gK / %g", r.h / 1024, r.tp) end }
local edges = {}
for k, reading in ipairs(readings) do edges[k] = fallen(parts[k], reading):derive("shape", shape) end
local drawn = { shape = {}, reading = {}, printed = {}, counted = {} }
for _, t in ipairs(edges) do
  for r in t:rows() do
    for name, column in pairs(drawn) do column[#column + 1] = r[name] end
  end
end
study.bars("sec33_edge", tw.table{ names = { "shape", "reading", "printed", "counted" }, columns = drawn, units = { printed = "1", counted = "1" } }
  :derive("point", function(r) return tw.format("%s, %s", r.shape, r.reading) end):where(function(r) return r.shape ~= "4K / 16" end),
  { x = "point", y = { "printed", "counted" }, percent = true, names = { "Equation 6, O((H + SL) / TP)", "Exact count" },
    title = "Amdahl's law edge of compute", subtitle = "H / TP, against H = 4K at TP 16 of the same reading", xlabel = "", ylabel = "Edge left" })

-- (10), for the models of Table 4 on the paper's 64 GB, beside the least TP whose memory count fits them (SL 2K, B 1, Adam).
local models = { "bert", "gpt2_xl", "megatron_lm_8b", "t_nlg", "gpt3_175b", "mt_nlg_530b", "palm_540b" }
local ten = { model = {}, param = {}, printed = {}, exact = {} }
for i, name in ipairs(models) do
  local case = { model = tw.models[name], run = { sl = 2048, b = 1 }, device = tw.devices.mi210_paper }
  ten.model[i], ten.param[i], ten.printed[i] = name, tw.eval(case, "param"), tw.eval(case, "p10_tp")
  for _, tp in ipairs(tw.double(1, 4096)) do
    case.layout = { tp = tp }
    if not ten.exact[i] and tw.eval(case, "fits") == 1 then ten.exact[i] = tp end
  end
end
study.write("sec33_tp", tw.table{ names = { "model", "param", "printed", "exact" }, columns = ten, n = #models, units = { param = "1", printed = "1", exact = "1" },
  meanings = { printed = "TP by equation 10", exact = "least power of two whose memory fits" } })
