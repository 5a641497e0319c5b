-- SPDX-License-Identifier: MIT
-- Machines that the paper does not have, in its model: H100, B200, MI300X and racks of 72, three months, dense. All inputs
-- are from the device data and their sources, except the paper's 4.5 us per matmul and 1.125 us per hop, which are assumed
-- for all.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local h100 = erdil24.case "h100_sxm5"
local rack72 = { cluster_unit = 9, d_step = 9 * 2048, d_least = 9 * 2048, d_most = 9 * 131072 }

local function machine(device, changes)
  local case = tw.limits{ months = 3, device = device{ launch = h100.launch, net0_lat = h100.net0_lat,
    net1_lat = h100.net0_lat } }
  return case(changes)
end

local devices = tw.devices
local entries = {
  { title = "H100, paper", case = h100 },
  { title = "H100", case = machine(devices.h100_sxm) },
  { title = "B200", case = machine(devices.b200_sxm) },
  { title = "MI300X", case = machine(devices.mi300x) },
  { title = "GB200, 64 of 72", case = machine(devices.gb200_nvl72, { net0_size = 64 }) },
  { title = "GB200, all 72", case = machine(devices.gb200_nvl72, rack72) },
}
erdil24.utilisation("machines_util", entries, { y = "util_rel", panels = "name",
  ylabel = "Utilisation of the rate that GEMMs sustain",
  title = function(ends)
    return tw.format("A rack of 72 moves the end of linear scaling to %s FLOP, from %s on an H100",
      erdil24.flop(ends["GB200, all 72"]), erdil24.flop(ends.H100))
  end, subtitle = "three months, dense; the paper's latencies" })

entries[#entries + 1] = { title = "B200, 128 B/clock", case = machine(devices.b200_sxm, { shared_width = 128 }) }
local ends = erdil24.headlines("machines", entries)
erdil24.ends("machines_ends", ends, entries, { title = erdil24.span,
  subtitle = "three months, dense; the paper's latencies" })

-- With their own latencies, and racks of fewer GPUs.
local function own(device, changes) return tw.limits{ months = 3, device = device }(changes or {}) end
local parts, runs = {}, {}
for _, one in ipairs{ { "H100", own(devices.h100_sxm) }, { "B200", own(devices.b200_sxm) },
  { "MI300X", own(devices.mi300x) }, { "72 GB200", own(devices.gb200_nvl72, rack72) } } do
  parts[#parts + 1] = tw.format("%s on %s", erdil24.flop((one[2]:linear_end())), one[1])
  runs[#runs + 1] = (one[2]:largest())
end
table.sort(runs)
local sizes = { 8, 16, 32, 64 }
local gb200 = own(devices.gb200_nvl72)
local whole = (gb200{ net0_size = 64 }:linear_end())
study.conclude("machines", {
  paper = "links and latencies limit large runs, not the peak of a GPU; the paper has only the H100 of these machines.",
  remains = tw.format("with the known latencies of each machine, linear scaling ends at %s; the largest run has %s to %s "
    .. "FLOP.", table.concat(parts, ", "), erdil24.flop(runs[1]), erdil24.flop(runs[#runs])),
  turns = tw.format("the number of GPUs that NVLink joins decides: with %.0f of them GB200 scales linearly as far as with "
    .. "64, to %s FLOP, and with 8 to %s.", erdil24.first(gb200, "net0_size", sizes, "linear_end", whole),
    erdil24.flop(whole), erdil24.flop((gb200{ net0_size = 8 }:linear_end()))) })
