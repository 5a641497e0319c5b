-- SPDX-License-Identifier: MIT
-- Sections 3.3 and 3.4: equations (1) to (9) as printed, and the exact counts of the same quantities, at the highlighted
-- shapes. There are two readings of these: SL = 4K at every point, and SL = 1K, 2K, 4K growing with the model; B = 1, FP16.
-- The erratum that explains a ratio is listed with it: E1, E2, E6 count one of two GEMMs, E3 omits the output projection,
-- E4 drops the factors in O(), E5 is a missing division sign. (5) is one of the layer's four all-reduces, as the text says,
-- and not an erratum.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local readings = { { name = "SL fixed", sl = { 4096, 4096, 4096 } }, { name = "SL grows", sl = { 1024, 2048, 4096 } } }
local equations = { -- number, quantity, printed, exact, erratum
  { "(1)", "FC GEMMs, forward", "p1_fc_flop", "fc_flop", "E1" },
  { "(2)", "attention GEMMs, forward", "p2_attn_flop", "attn_flop", "E2" },
  { "(3)", "linear GEMMs, forward", "p3_linear_flop", "linear_flop", "E3" },
  { "(4)", "all GEMMs, forward, O()", "p4_cmp_flop", "layer_flop", "E4" },
  { "(5)", "serialized communication", "p5_ser_byte", "ser_byte", "" },
  { "(6)", "Amdahl's law edge, O()", "p6_edge", "edge", "E4" },
  { "(7)", "gradients of the FC", "p7_fc_back_flop", "fc_back_flop", "E6" },
  { "(8)", "weight gradients of the FC", "p8_dp_byte", "fc_grad_byte", "E6" },
  { "(9)", "slack advantage, O()", "p9_slack", "slack", "E5" },
}

local points, wanted = {}, { "roi_payload", "fc_flop", "attn_flop", "linear_flop", "layer_flop", "ser_byte", "edge",
  "slack", "tp_ar_payload", "tp_ar_byte" }
for _, eq in ipairs(equations) do wanted[#wanted + 1] = eq[3] end
for _, reading in ipairs(readings) do
  for i, point in ipairs(pati23.blue) do points[#points + 1] = { h = point.h, tp = point.tp, sl = reading.sl[i] } end
end
-- Both GEMMs of the FC have two gradients, and both have weights.
local t = tw.sweep(pati23.case(pati23.calibrations[1], { over = { points }, want = wanted })):derive(
  "fc_back_flop", function(r) return 2 * r.fc_flop end, "fc_grad_byte", function(r) return 2 * r.roi_payload end,
  "reading", function(_, i) return readings[i <= #pati23.blue and 1 or 2].name end)

local names, columns = { "equation", "what", "reading", "h", "tp", "sl", "printed", "exact", "ratio", "erratum" }, {}
for _, name in ipairs(names) do columns[name] = {} end
for _, eq in ipairs(equations) do
  for r in t:rows() do
    local row = { eq[1], eq[2], r.reading, r.h, r.tp, r.sl, r[eq[3]], r[eq[4]], r[eq[3]] / r[eq[4]], eq[5] }
    for i, name in ipairs(names) do table.insert(columns[name], row[i]) end
  end
end
local ratios = study.write("sec33", tw.table{ names = names, columns = columns, units = { ratio = "1" },
  meanings = { ratio = "As printed, relative to the exact count" } })
-- (1) to (3), (7) and (8) count operations; O(), and one of four all-reduces, do not.
local counts = { ["(1)"] = "flop", ["(2)"] = "flop", ["(3)"] = "flop", ["(7)"] = "flop", ["(8)"] = "byte" }
local shown = ratios:where{ h = 65536, reading = readings[1].name }:where(function(r) return counts[r.equation] end)
local of_gemms = shown:where(function(r) return counts[r.equation] == "flop" end)
shown = shown:derive("name", { meaning = "equation", function(r) return tw.format("%s %s", r.equation, r.what) end })
study.dumbbell("sec33_ratio", shown, { y = "name", x = "ratio", percent = true, labels = true, xmin = 0, xmax = 1.1,
  title = tw.format("Equations (1) to (3) and (7) count %.0f to %.0f %% of the GEMMs' operations",
    100 * of_gemms:top(1, "ratio", "ascending")[1].ratio, 100 * of_gemms:top(1, "ratio")[1].ratio),
  subtitle = "H = 64K, TP 256, SL = 4K, B = 1; equation (8) counts bytes",
  xlabel = "As printed, relative to the exact count" })

-- E4: O() hides how much the edge falls along the highlighted points.
local function against_first(name, meaning)
  return { unit = "1", meaning = meaning, function(r) return r[name] / t:where{ reading = r.reading }[1][name] end }
end
local left = t:derive("printed", against_first("p6_edge", "Equation (6)"),
  "counted", against_first("edge", "Exact count"),
  "point", function(r) return tw.format("H = %gK, %s", r.h / 1024, r.reading) end):where(function(r) return r.h > 4096 end)
local function least(column) return 100 * left:top(1, column, "ascending")[1][column] end
study.dumbbell("sec33_edge", left, { y = "point", x = { "printed", "counted" }, percent = true, labels = true,
  title = tw.format("Compute keeps %.0f %% of its edge; equation (6) predicts %.0f %%", least "counted", least "printed"),
  subtitle = "H = 16K and 64K against 4K; SL fixed: 4K; SL grows: 1K, 2K, 4K",
  xlabel = "Amdahl's law edge, against H = 4K" })

-- The counted part of each equation at the largest highlighted shape; (6) along the shapes.
local last = t:where{ reading = readings[1].name, h = 65536 }
-- The correct values were counted in the same way as here, so no other result is possible; only (5) is the paper's own.
local function claim(item, meaning, value, more)
  local one = last:derive("value", { unit = "1", meaning = meaning, value }):select{ "h", "tp", "sl", "value" }
  study.finding{ tw.format("P1-23-%s", item), study.write(tw.format("sec33_eq%s", item), one), "value",
    basis = item == "5" and "exact" or "construction", note = more }
end
local ratio_of = "as printed, relative to the exact count"
claim("1", ratio_of, function(r) return r.p1_fc_flop / r.fc_flop end)
claim("2", ratio_of, function(r) return r.p2_attn_flop / r.attn_flop end)
claim("3", ratio_of, function(r) return r.p3_linear_flop / r.linear_flop end)
claim("4", "flop for each H over flop for each SL", function(r)
  return (r.fc_flop + r.linear_flop) / r.h / (r.attn_flop / r.sl)
end, "six times H and once SL")
claim("5", ratio_of, function(r) return r.tp_ar_payload / r.p5_ser_byte end, "of one of the layer's all-reduces")
claim("6", "edge over that at (4K, 16)", function(r) return r.edge / t:where{ reading = r.reading, h = 4096 }[1].edge end)
claim("7", ratio_of, function(r) return r.p7_fc_back_flop / r.fc_back_flop end)
claim("8", ratio_of, function(r) return r.p8_dp_byte / r.fc_grad_byte end)
local batches = tw.sweep(pati23.case(pati23.calibrations[1], { model = pati23.calibrations[1].model{ h = 65536 },
  layout = { tp = 256, dp = 4 }, over = { b = { 1, 2 } }, want = { "slack" } }))
local slopes = study.write("sec33_eq9", tw.table{ names = { "value" }, columns = {
  value = { tw.log2(batches[2].slack / batches[1].slack) } }, units = { value = "1" },
  meanings = { value = "exponent of slack over B" } })
study.finding{ "P1-23-9", slopes, "value", basis = "exact" }
study.finding{ "P1-24", study.write("sec33_calls", last:derive("calls", { unit = "1", meaning = "all-reduces of a layer",
  function(r) return r.tp_ar_byte / r.p5_ser_byte end }):select{ "h", "tp", "calls" }), "calls", basis = "exact" }

local shape_growth = (6 * 65536 + 4096) / (6 * 4096 + 4096)
study.conclude("sec33", {
  paper = "compute has an edge over serialized communication that is proportional to (H + SL) / TP.",
  remains = tw.format("counted without O() it is proportional to (6 H + SL) / TP, and keeps %.0f %%; equation (6) predicts "
    .. "%.0f %%; this count does not depend on calibration.", least "counted", least "printed"),
  turns = tw.format("from H = 4K to 64K the edge grows where TP grows by less than %.1f, at SL = 4K.", shape_growth) })
