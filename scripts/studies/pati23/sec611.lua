-- SPDX-License-Identifier: MIT
-- Section 6.1.1: Mixture-of-experts. A layer whose FC is n experts, each on a TP group of its own, top-1 (Switch,
-- arXiv:2101.03961) or top-2 (GShard, arXiv:2006.16668), against the dense layer: tokens travel to their experts and back,
-- forward and backward, in four all-to-alls on the critical path beside TP's four all-reduces. H = 16K, TP 64, SL = 4K,
-- B = 1, FP16. Every expert gets its share of the tokens, each device of a group sends all of them, and all links are as
-- fast as inside the node, as the paper assumes for DP. What passes over memory is that of the dense layer.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local h, tp, tokens, head_dim, act_byte = 16384, 64, 4096, 64, 2
local hidden = tokens * h * act_byte

-- Shapes on one device; every GEMM costs two more of its size backward.
local function layer(cal, experts, top)
  local dense = tw.eval(pati23.case(cal, { model = cal.model{ h = h }, layout = { tp = tp } }),
    { "stream_byte", "t_stream_f", "t_stream_b" })
  local eff = cal.device.attn_eff / cal.device.flop_eff
  local list = {
    { name = "streams", stream = dense.stream_byte,
      back = dense.t_stream_f > 0 and dense.t_stream_b / dense.t_stream_f or 0 },
    { name = "qkv", gemm = { tokens, 3 * h / tp, h } },
    { name = "scores", gemm = { tokens, tokens, head_dim }, x = h / head_dim / tp, eff = eff },
    { name = "context", gemm = { tokens, head_dim, tokens }, x = h / head_dim / tp, eff = eff },
    { name = "proj", gemm = { tokens, h, h / tp } },
    { name = "fc1", gemm = { top * tokens, 4 * h / tp, h } },
    { name = "fc2", gemm = { top * tokens, h, 4 * h / tp } },
    { name = "TP", all_reduce = hidden, ranks = tp, each = 4 },
  }
  if experts > 1 then
    list[#list + 1] = { name = "router", gemm = { tokens, experts, h } }
    list[#list + 1] = { name = "experts", all_to_all = top * hidden, ranks = experts, each = 4 }
  end
  return tw.operators(list)
end

local kinds = { { "Dense", 0 }, { "Top-1", 1 }, { "Top-2", 2 } }
for _, cal in ipairs(pati23.calibrations) do
  local columns = { layer = {}, n = {}, t_cmp = {}, t_ser = {}, f_ser = {} }
  for _, kind in ipairs(kinds) do
    for _, n in ipairs(tw.double(4, 256)) do
      local network = kind[2] == 0 and layer(cal, 1, 1) or layer(cal, n, kind[2])
      local total = network:sweep{ run = cal.run, device = cal.device, law = cal.law, plan = cal.plan }[1]
      local row = { layer = kind[1], n = n, t_cmp = total.t_cmp, t_ser = total.t_ser, f_ser = total.f_ser }
      for name, column in pairs(columns) do column[#column + 1] = row[name] end
    end
  end
  local t = study.write(tw.format("sec611_%s", cal.name), tw.table{ names = { "layer", "n", "t_cmp", "t_ser", "f_ser" },
    columns = columns, units = { n = "1", t_cmp = "s", t_ser = "s", f_ser = "1" },
    meanings = { n = "Experts, each on a TP group of its own", f_ser = "Serialized communication" } })
  study.lines(tw.format("sec611_share_%s", cal.name), t, { x = "n", y = "f_ser", by = "layer", logx = true, percent = true,
    ymin = 0, ymax = 0.6, legend = "", legend_at = "top", title = "Serialized communication with experts",
    subtitle = pati23.subtitle(cal, "H = 16K, TP 64, SL = 4K, B = 1"), ylabel = "Share of time" })
end
