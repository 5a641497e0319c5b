-- SPDX-License-Identifier: MIT
-- Sections 3.3 and 3.4 in words: the share of serialized communication grows if TP grows by more than H + SL, and falls if
-- it grows by less; and the slack of every sub-layer with weights grows with the batch only. Over the whole of Table 2, in
-- the readings of the machine of Figure 10 (a).
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

-- The smallest growth of the share when TP and H are doubled, and the smallest fall when H and SL are doubled at fixed TP.
local function steps(cal)
  local share = {}
  local function key(h, sl, tp) return tw.format("%.0f %.0f %.0f", h, sl, tp) end
  for r in tw.sweep(pati23.case(cal, { over = { h = pati23.h, sl = pati23.sl, tp = pati23.tp }, want = "f_ser" })):rows() do
    share[key(r.h, r.sl, r.tp)] = r.f_ser
  end
  local up, down = math.huge, math.huge
  for _, h in ipairs(pati23.h) do
    for _, sl in ipairs(pati23.sl) do
      for _, tp in ipairs(pati23.tp) do
        local here = share[key(h, sl, tp)]
        local more, less = share[key(2 * h, sl, 2 * tp)], share[key(2 * h, 2 * sl, tp)]
        if more then up = math.min(up, more - here) end
        if less then down = math.min(down, here - less) end
      end
    end
  end
  return up, down
end

local said = {}
for _, cal in ipairs(pati23.figures) do
  local find = pati23.finder(cal)
  local up, down = steps(cal)
  local t = study.write(tw.format("sec33rule_%s", cal.name), tw.table{ names = { "up", "down" },
    columns = { up = { up }, down = { down } }, units = { up = "1", down = "1" },
    meanings = { up = "least growth of the share where TP and H are doubled",
      down = "least fall of the share where H and SL are doubled" } })
  find("P1-46", t, "up", { note = "least step over Table 2, B = 1" })
  find("P1-46b", t, "down", { note = "least step over Table 2, B = 1", cause = cal.small_gemms })
  said[cal.name] = { up, down }
end

-- Slack of a sub-layer: the flop of its gradients over the bytes of its weights' gradients.
local cal, values = pati23.calibrations[1], {}
for i, name in ipairs{ "qkv", "proj", "fc1", "fc2" } do
  local slack = {}
  for k, b in ipairs{ 1, 4 } do
    local r = tw.eval(pati23.case(cal, { model = cal.model{ h = 16384 }, layout = { tp = 64, dp = 4 },
      run = cal.run{ b = b } }), { name .. "_m", name .. "_n", name .. "_k" })
    slack[k] = 4 * r[name .. "_m"] * r[name .. "_n"] * r[name .. "_k"] / (2 * r[name .. "_n"] * r[name .. "_k"])
  end
  values[i] = tw.log2(slack[2] / slack[1]) / 2
end
study.finding{ "P1-47", study.write("sec33rule_slack", tw.table{ names = { "value" }, columns = { value = values },
  units = { value = "1" }, meanings = { value = "exponent of a sub-layer's slack over B" } }), "value", basis = "exact",
  note = "query, key and value; output projection; both GEMMs of the FC" }

study.conclude("sec33rule", {
  paper = "communication's share follows (H + SL) / TP: it grows where TP grows by more than H + SL.",
  remains = tw.format("with GEMMs measured in BF16 and RCCL's latencies the share changes by %+.1f points at least where "
    .. "TP and H are doubled, and by %+.1f at most where H and SL are.", 100 * said.bf16_rccl[1],
    -100 * said.bf16_rccl[2]),
  turns = tw.format("with the same GEMM efficiency at all sizes these are %+.1f and %+.1f points: the cost of small "
    .. "GEMMs and messages decides.", 100 * said.cal0[1], -100 * said.cal0[2]) })
