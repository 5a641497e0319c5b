-- SPDX-License-Identifier: MIT
-- Devices whose operators nobody measured here: what they take from the one whose tables there are. The one thing to know:
-- shares of the spec sheet go over (fit/transfer.lua), a device's own best share of its peak and its own measured bus
-- bandwidth win, and such times rest on what is transferred, never on what was measured.
local packs = require "twocs.data.packs"
local registry = require "twocs.data.registry"

local kin = {}

-- From the last generation before it of which there are tables; of another vendor from that of its years.
local of = {
  h200_sxm = "h100_sxm", b200_sxm = "h100_sxm", gb200_nvl72 = "h100_sxm", b300_sxm = "h100_sxm", gb300_nvl72 = "h100_sxm",
  mi300x = "h100_sxm", mi325x = "h100_sxm", mi355x = "h100_sxm",
  v100_sxm = "a100_80g", dgx_v100 = "a100_80g",
}

--- The device from whose tables this one's times come, or nil.
function kin.of(name) return of[name] end

--- plan(name, format, fit): that fit as it is on the device of that name.
function kin.plan(name, format, fit) return fit:on(registry.devices[name], { format = format }) end

--- link(name, known): bandwidth and half-way payload of its rings inside a node: known is that of the measured device. What
--- rings reach goes with the bus bandwidth, where somebody measured it on both, else with the link.
function kin.link(name, known)
  local entry, base = packs.entry("devices", name), packs.entry("devices", of[name])
  local both = entry.busbw and base.busbw
  local growth = both and entry.busbw / base.busbw or entry.net0_bw / base.net0_bw
  local own_steps = entry.net0_lat > 2 * base.net0_lat -- its ring's steps hold what half-way payloads stand for elsewhere
  local half = own_steps and entry.net0_half or entry.net0_half > 0 and entry.net0_half or known.net0_half
  return { net0_bw = known.net0_bw * growth, net0_half = half }
end

--- reach(name): what attention reaches of the peak there over what it reaches on the measured device, where GEMMs differ in
--- that by more than a tenth: kernels of a device whose peak is out of reach for GEMMs have it out of reach too.
function kin.reach(name)
  local share = packs.entry("devices", name).flop_eff / packs.entry("devices", of[name]).flop_eff
  return math.abs(share - 1) > 0.1 and share or 1
end

return kin
