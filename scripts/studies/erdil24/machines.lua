-- SPDX-License-Identifier: MIT
-- Machines that the paper does not have, as it would see them: H100, B200, MI300X and racks of 72, three months, dense.
-- Peaks, memory, links and the share of the peak that GEMMs sustain are of devices.lua, with their sources there; what
-- the model needs beyond them stands here. Assumed for all: the paper's 4.5 us a matmul and 1.125 us a hop, and, where
-- nothing else is named, 128 bytes of shared memory per unit and clock and an H100's L2 bandwidth per unit and clock.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local h100 = erdil24.case "h100_sxm5"

-- Blackwell's tensor cores keep the tile of a whole SM in a memory of their own, 256 KB (arXiv:2512.02189): one block.
-- A pair of SMs reads each operand once: assumed to be worth twice the width of shared memory, without which less than
-- the measured share of the peak could be had. Its L2 cache: 126 MB (chipsandcheese.com, B200). CDNA 3: 512 KB of
-- registers in four SIMDs a CU; the cache that all of its dies share, which is what L2 means here, is 256 MB at 17
-- TB/s (AMD's launch slides, read in servethehome.com, MI300X launched).
local hopper = { lane_flop = 32, dsmem = "yes", l2_size = h100.l2_size, l2_bw = h100.l2_bw }
local blackwell = { lane_flop = 64, dsmem = "yes", l2_size = 126e6, blocks = 1, reg_size = 262144,
  shared_width = 256 }
local cdna3 = { lane_flop = 16, dsmem = "no", l2_size = 256e6, l2_bw = 17e12, reg_size = 131072 }
local rack64 = { net0_size = 64 }
local rack72 = { net0_size = 72, unit = 9, d_step = 9 * 2048, d_least = 9 * 2048, d_most = 9 * 131072 }

local function machine(device, chip, more)
  local clock = device.peak_fp16 / (chip.lane_flop * h100.lanes * device.units)
  local fields = { sms = device.units, clock = clock, sustained = device.flop_eff, mem_bw = device.mem_bw,
    mem_size = device.mem_size, net0_size = math.min(device.net0_size, 64), net0_bw = device.net0_bw,
    net1_bw = device.net1_bw, l2_bw = h100.l2_bw * device.units * clock / (h100.sms * h100.clock), months = 3 }
  for _, extra in ipairs{ chip, more or {} } do
    for key, value in pairs(extra) do fields[key] = value end
  end
  return tw.limits(fields)
end

local devices = tw.devices
local entries = {
  { title = "H100, paper", case = h100 },
  { title = "H100", case = machine(devices.h100_sxm, hopper) },
  { title = "B200", case = machine(devices.b200_sxm, blackwell) },
  { title = "MI300X", case = machine(devices.mi300x, cdna3) },
  { title = "GB200, 64 of 72", case = machine(devices.gb200_nvl72, blackwell, rack64) },
  { title = "GB200, all 72", case = machine(devices.gb200_nvl72, blackwell, rack72) },
}
erdil24.utilisation("machines_util", entries, { y = "util_rel", ylabel = "Utilisation of what GEMMs sustain",
  title = "Machines that the paper does not have", subtitle = "three months, dense; the paper's latencies" })

entries[#entries + 1] = { title = "B200, 128 B/clock", case = machine(devices.b200_sxm, blackwell, { shared_width = 128 }) }
local ends = erdil24.headlines("machines", entries)
erdil24.bars("machines_ends", ends, { title = "Headlines of other machines", subtitle = "three months, dense" })
