-- SPDX-License-Identifier: MIT
-- Transfers measurements from one device to an unmeasured one: shares of the data sheet stay constant, times scale with the
-- data sheet. Baselines and fits both use it, in every kind of plan.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local packs = require "twocs.data.packs"
local work = require "twocs.ask.work"

local transfer = {}

--- The error that nine in ten GEMMs do not exceed, measured from A100 to H100 (scripts/studies/operators/accuracy.lua).
transfer.p90 = 0.27

-- The bandwidth of a link inside a node; and, if the bandwidth of the library was measured there (busbw in
-- twocs/data/devices), the share of the link that the library reaches.
local function link(made)
  local bandwidth, entry = work.known(made, "net0_bw"), require("twocs.data.packs").entry("devices", made.device.name)
  return bandwidth, bandwidth and entry and entry.busbw and bandwidth * entry.busbw / entry.net0_bw
end

-- Devices of one architecture run the same kernels: shares of their data sheets and the corrections of a table stay
-- constant.
local architectures = {
  ampere = { "a100_40g", "a100_80g", "a100_64g", "a800_sxm", "dgx_a100" },
  hopper = { "h100_sxm", "h200_sxm", "h800_sxm", "h100_64g", "h100_96g", "dgx_h100" },
  blackwell = { "b200_sxm", "gb200_nvl72", "gb200_nvl4", "b300_sxm", "gb300_nvl72" },
  ada = { "l40s" },
}
local architecture_of = {}
for name, list in pairs(architectures) do
  for _, device in ipairs(list) do architecture_of[device] = name end
end

--- Whether the devices of these cases have the same architecture, according to their names.
function transfer.alike(from, to)
  local own = architecture_of[from.device.name or ""]
  return own ~= nil and own == architecture_of[to.device.name or ""]
end

--- Whether these cases run the same kernels, so that a table of corrections of one applies to the other. FP16 counts as
--- BF16.
function transfer.same_kernels(from, to)
  local one, other = from.run.format, to.run.format
  local sixteen = (one == "fp16" or one == "bf16") and (other == "fp16" or other == "bf16")
  return (one == other or sixteen) and transfer.alike(from, to)
end

-- Flop per joule at the peak in this format: the higher it is, the more the clock falls under load.
local function draw(made)
  local entry, peak = packs.entry("devices", made.device.name or ""), work.known(made, "peak")
  return entry and entry.power and peak and peak / entry.power
end

-- The ratio of the shares of the FP4 peak that large GEMMs reach, if both devices state them (fp4_eff); else nil. Devices
-- of one architecture differ too: Blackwell Ultra has more FP4 units, but feeds them no faster.
local function reached_fp4(from, to)
  if from.run.format ~= "fp4" or to.run.format ~= "fp4" then return nil end
  local one, other = packs.entry("devices", from.device.name or ""), packs.entry("devices", to.device.name or "")
  return one and other and one.fp4_eff and other.fp4_eff and one.fp4_eff / other.fp4_eff
end

--- growth(from, to): the factors by which the seconds of one unit of work change between the devices and number formats of
--- two cases; nil if a data sheet lacks a value.
---   flop, core   a flop, of a large GEMM and of attention's core: peak and the share of it that each device reaches
---   byte         a byte of memory;    link, far   a byte inside a node and between nodes, when all send
---   reach        the factor of flop_eff
---   heat         the factor by which the clock falls more: long GEMMs draw all the power that the board may draw
function transfer.growth(from, to)
  local function ratio(name)
    local was, is = work.known(from, name), work.known(to, name)
    return was and is and was / is
  end
  local alike = transfer.alike(from, to)
  local function reached(name) return not alike and ratio(name) or 1 end
  local peak, reach = ratio "peak", reached_fp4(from, to) or reached "flop_eff"
  local sheet_from, reached_from = link(from)
  local sheet_to, reached_to = link(to)
  local growth = { flop = peak and peak * reach, core = peak and peak * reached "attn_eff", byte = ratio "mem_bw",
    far = ratio "net1_rate", reach = 1 / reach, heat = 1 }
  local drawn_from, drawn_to = draw(from), draw(to)
  if not alike and drawn_from and drawn_to then growth.heat = drawn_to / drawn_from end
  if reached_from and reached_to then growth.link = reached_from / reached_to
  else growth.link = sheet_from and sheet_to and sheet_from / sheet_to end
  return growth
end

local lacking = { flop = "peak at that number format", core = "peak at that number format",
  byte = "mem_bw", link = "net0_bw", far = "net1_bw" }
local own_shares = { flop_eff = true, attn_eff = true, flash_eff = true }

-- The quantity with which a coefficient of this unit scales, and the power. A collective scales with the slowest link over
-- which it was measured.
local function follows(name, unit, collective)
  if unit == "s/flop" then return (name:match("^scores_") or name:match("^context_")) and "core" or "flop", 1 end
  local bandwidth = collective or "byte"
  if unit == "s/byte" then return bandwidth, 1 end
  if unit == "s/byte^0.5" then return bandwidth, 0.5 end
  if unit == "byte/s" then return bandwidth, -1 end
end

--- The value on another device of a field that was found on one device; nil if the other device keeps its own value. Raises
--- if the field cannot be scaled. collective: "link" or "far" for the field of a collective.
function transfer.field(row, value, growth, collective, sentence)
  if own_shares[row.name] then return nil end
  if row.name == "wave_eff" or row.name == "depth_eff" or row.name == "flash_share"
    or row.name == "grouped_eff" then
    return math.min(row.most, math.max(row.least, value * growth.reach))
  end
  if row.name == "wave_heat" or row.name == "depth_heat" then return math.min(row.most, value * growth.heat) end
  local by, power = follows(row.name, row.unit, collective)
  if not by or value == 0 then return value end
  if not growth[by] then
    mistake.raise("%s, and it cannot be scaled: both devices must give their %s", sentence, lacking[by])
  end
  return value * (power == 1 and growth[by] or power == -1 and 1 / growth[by] or math.sqrt(growth[by]))
end

-- The fields by which two devices differ for each family.
local watched = { gemm = { "peak", "mem_bw", "units" }, grouped = { "peak", "mem_bw", "units" },
  attention = { "peak_bf16", "mem_bw", "units" },
  stream = { "mem_bw" }, link = { "net0_bw" },
  far = { "net0_bw", "net1_rate" } }

--- Whether the device of `to` differs from that of `from`. kind: gemm, stream, link or far. Different names differ.
function transfer.other_device(from, to, kind)
  if from.device.name and to.device.name and from.device.name ~= to.device.name then return true end
  local there = { device = to.device, run = from.run }
  for _, name in ipairs(watched[kind]) do
    local was, is = work.known(from, name), work.known(there, name)
    if was and is and was ~= is then return true end
  end
  return false
end

--- Whether the number formats differ. For operators that move bytes, only the width of a number counts.
function transfer.other_format(from, to, kind)
  if kind == "gemm" or kind == "grouped" then return from.run.format ~= to.run.format end
  if kind == "attention" then return false end -- its kernels work in 16 bits
  local width = kind == "stream" and "act_byte" or "comm_byte"
  return work.known(from, width) ~= work.known(to, width)
end

--- Whether the device or the number format differs for this family.
function transfer.is_other(from, to, kind)
  return transfer.other_device(from, to, kind) or transfer.other_format(from, to, kind)
end

--- "h100_sxm in bf16": the device and format of a case in words; from: the case with which it is compared.
function transfer.where(made, from)
  local nameless = from and "another device without a name" or "a device without a name"
  return core.format("%s in %s", made.device.name or nameless, made.run.format)
end

return transfer
