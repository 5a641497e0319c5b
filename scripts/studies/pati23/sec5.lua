-- SPDX-License-Identifier: MIT
-- Section 5: the gain of each technique in the third case of Figure 12 (DP over links 8 times slower, interference 1.2), at
-- H = 16K with TP 64 and H = 64K with TP 256; SL = 4K, B = 1. A bar is the time of a layer relative to the same layer
-- without any technique. Offload: a co-processor communicates, and compute is not slowed. In memory: atomics reduce where
-- the data arrives, so that 4 of 7 memory accesses of a ring remain (to reduce: write the received data, read it and the
-- own data, write, read to send; to gather: write, read). In network: switches reduce, and a device reads once what it
-- sends and writes once what it receives: 2 of 7. That interference shrinks with these accesses is our assumption. Fused
-- (5.2): a GEMM sends its finished parts, and hides at most its own time of the all-reduce: a bound. Faster links: every
-- level.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local function same(x) return x end
local function interfering(of_7)
  return function(software) return software{ interference = 1 + (software.interference - 1) * of_7 / 7 } end
end
local techniques = { -- name, software, device, all-reduce
  { "today", same, same },
  { "offload", function(software) return software{ interference = 1 } end, same },
  { "in memory", interfering(4), same },
  { "in network", interfering(2), same, "in_network" },
  { "fused", same, same },
  { "2x links", same, function(device) return device:times{ net0_bw = 2, net1_bw = 2 } end },
  { "4x links", same, function(device) return device:times{ net0_bw = 4, net1_bw = 4 } end },
}
local producers = { "t_proj_f", "t_fc2_f", "t_qkv_i", "t_fc1_i" } -- operators whose results TP reduces
local wanted = { "t_tp_ar", "f_com" }
for _, list in ipairs{ pati23.part_times, producers } do
  for _, name in ipairs(list) do wanted[#wanted + 1] = name end
end

local function fused(row, flop_vs_bw)
  for _, name in ipairs(producers) do
    local hidden = math.min(row[name] / flop_vs_bw, row.t_tp_ar)
    row.t_ser, row.t_layer = row.t_ser - hidden, row.t_layer - hidden
  end
  row.f_com = (row.t_ser + row.t_exp) / row.t_layer
end

local names = { "calibration", "point", "technique", "t_today", "t_undisturbed" }
for _, name in ipairs(wanted) do names[#names + 1] = name end
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
for _, cal in ipairs(pati23.calibrations) do
  for _, point in ipairs{ pati23.blue[2], pati23.blue[3] } do
    local today
    for _, technique in ipairs(techniques) do
      local slow = cal.device{ net0_size = point.tp, net1_size = 1048576, net1_bw = cal.device.net0_bw / 8 }
      local plan = { gemm = cal.plan.gemm, stream = cal.plan.stream, all_reduce = technique[4] or cal.plan.all_reduce }
      local row = tw.eval(pati23.case(cal, { model = cal.model{ h = point.h },
        software = technique[2](cal.software{ interference = 1.2 }),
        device = technique[3](slow), layout = { tp = point.tp, dp = 256 }, plan = plan }), wanted)
      if technique[1] == "fused" then fused(row, cal.device.flop_vs_bw) end
      row.t_undisturbed = row.t_layer
      if technique[1] == "in network" then -- the gain of lower interference: the same with today's
        row.t_undisturbed = tw.eval(pati23.case(cal, { model = cal.model{ h = point.h },
          software = cal.software{ interference = 1.2 }, device = slow, layout = { tp = point.tp, dp = 256 },
          plan = plan }), "t_layer")
      end
      today = today or row.t_layer
      row.calibration, row.technique, row.t_today = cal.name, technique[1], today
      row.point = tw.format("H = %gK, TP %g", point.h / 1024, point.tp)
      for _, name in ipairs(names) do table.insert(columns[name], row[name]) end
    end
  end
end
local t = study.write("sec5", pati23.with_parts(tw.table{ names = names, columns = columns }, "t_today"))
local panel_of = {}
for _, cal in ipairs(pati23.calibrations) do panel_of[cal.name] = cal.panel end
local drawn = t:derive("reading", { meaning = "reading of the machine", function(r) return panel_of[r.calibration] end })
local best, saved = nil, 0
-- Predicted readings only.
for row in drawn:where(function(r) return r.calibration ~= "cal1" and not r.technique:find("links", 1,
  true) end):rows() do
  local share = 1 - row.t_layer / row.t_today
  if share > saved then best, saved = row.technique:gsub("in network", "in the network"), share end
end
study.stack("sec5_techniques", drawn, { x = "technique", group = "point", panels = "reading", columns = 1,
  y = pati23.parts, percent = true, labels = false, totals = true, names = pati23.part_names, colours = pati23.part_colours,
  title = tw.format("Besides faster links, reducing %s saves most: up to %.0f %% of a layer, predicted", best,
    100 * saved),
  subtitle = "MI210, SL = 4K, B = 1, DP 256 over 8x slower links, interference 1.2x",
  note = "Offload: a co-processor communicates; in memory: memory reduces; in network: switches reduce; fused: GEMMs "
    .. "send finished tiles.", xlabel = "",
  ylabel = "Time, against today" })

local wire = study.write("sec5_traffic", tw.sweep(pati23.case(pati23.calibrations[1], {
  model = pati23.calibrations[1].model{ h = 65536 },
  layout = { tp = 256 }, over = { all_reduce = { "ring", "in_network" } }, want = "tp_ar_wire" })))
study.finding{ "P1-18",
  wire:derive("over_switch", function(r) return r.tp_ar_wire / wire[2].tp_ar_wire end):where{ all_reduce = "ring" },
  "over_switch", basis = "exact", note = "bytes on the busiest port at TP 256" }

-- A ring reads every byte that it sends and writes every byte that it receives; to reduce, which is half of them, it also
-- reads both parts and writes the sum. With a switch there is no reduction on the device.
study.finding{ "P1-51", study.write("sec5_accesses", wire:derive("accesses", { unit = "1",
  meaning = "accesses of memory by in-network reduction over those of a ring", function(r)
    return 2 * r.tp_ar_wire / (3.5 * wire[1].tp_ar_wire)
  end }):where{ all_reduce = "in_network" }), "accesses", basis = "exact", note = "at TP 256; reads and writes of a byte" }

local by_links = 0
for row in drawn:where(function(r) return r.calibration ~= "cal1" and r.technique:find("links", 1, true) end):rows() do
  by_links = math.max(by_links, 1 - row.t_layer / row.t_today)
end
-- The factor by which communication must become faster to keep today's share if GEMMs are four times as fast (section 5 and
-- 8: like compute, if not more): the same factor as the whole of compute.
for _, cal in ipairs{ pati23.calibrations[1], pati23.bf16, pati23.bf16_rccl } do
  local needed = {}
  for i, point in ipairs(pati23.blue) do
    local case = pati23.case(cal, { model = cal.model{ h = point.h }, layout = { tp = point.tp, dp = 4 } })
    local today_cmp = tw.eval(case, "t_cmp")
    case.device = cal.device{ flop_vs_bw = 4 }
    needed[i] = today_cmp / tw.eval(case, "t_cmp")
  end
  local keeps = study.write(tw.format("sec5_keeps_%s", cal.name), tw.table{ names = { "point", "network" },
    columns = { point = { 1, 2, 3 }, network = needed }, units = { point = "1", network = "1" },
    meanings = { point = "highlighted point", network = "speed of communication that keeps the share, over today's" } })
  pati23.finder(cal)("P1-39", keeps, "network", { percent = false, low = true,
    basis = cal.name:find "^cal0" and "construction" or cal.basis, -- all of its compute is four times as fast
    cause = "model: row operators, bound by memory, do not become faster with compute, so less is enough; whether "
      .. "memory grows as compute does would resolve it" })
end

-- The gains of the other techniques of 5.1 and 5.2.
for item, technique in pairs{ ["P1-40"] = "offload", ["P1-40b"] = "in memory", ["P1-40c"] = "fused" } do
  for _, cal in ipairs(pati23.calibrations) do
    local gain = t:where{ calibration = cal.name, technique = technique }:derive("gain", { unit = "1",
      meaning = "time saved of a layer", function(r) return 1 - r.t_layer / r.t_today end }):select{ "point", "gain" }
    local name = tw.format("sec5_gain_%s_%s", (technique:gsub(" ", "_")), cal.name)
    pati23.finder(cal)(item, study.write(name, gain), "gain", { low = true, note = "least of the two shapes",
      cause = "model: communication takes longer than the compute that it slows, so faster compute only waits as "
        .. "long; the speed of the co-processor would resolve it" })
  end
end

-- The gain of lower interference alone, for reduction in the network.
for _, cal in ipairs(pati23.calibrations) do
  local gain = t:where{ calibration = cal.name, technique = "in network" }:derive("gain", { unit = "1",
    meaning = "time that lower interference saves of a layer", function(r) return 1 - r.t_layer / r.t_undisturbed end })
    :select{ "point", "gain" }
  pati23.finder(cal)("P1-51b", study.write(tw.format("sec5_undisturbed_%s", cal.name), gain), "gain", { low = true,
    note = "least of the two shapes; interference in proportion to accesses of memory",
    cause = "model: communication takes longer than the compute that it slows, so faster compute only waits as long; the "
      .. "accesses of a switch-based all-reduce on MI210 would resolve it" })
end

study.conclude("sec5", {
  paper = "reduction in the network, offloading and fusion save communication time.",
  remains = tw.format("besides faster links, reducing %s saves at most %.0f %% of a layer.", best, 100 * saved),
  turns = tw.format("faster links save up to %.0f %%, and leave less for the others.", 100 * by_links) })
