-- SPDX-License-Identifier: MIT
-- Checks of a device's power and prices before they are used: low ends below high ends, and a power cap above the power of
-- a waiting device. The bounds of single fields are in engine/rows/power_device.def.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local power = {}

local ordered = { { "wait_power", "cap_power", "W", "the power of a waiting device is above its cap" },
  { "rent_low", "rent_high", "USD/s", "the low end of the price is above its high end" },
  { "energy_low", "energy_high", "USD/J", "the low end of the price is above its high end" } }

local checked = setmetatable({}, { __mode = "k" }) -- devices that never change

--- Raises where a device contradicts itself.
function power.check(device)
  if checked[device] then return end
  for _, pair in ipairs(ordered) do
    local low, high, unit, sentence = pair[1], pair[2], pair[3], pair[4]
    local a, b = device[low], device[high]
    if a and b and (a > b or (a == b and unit == "W")) then
      local name = device.name and core.format(" %s", device.name) or ""
      mistake.raise("device%s: %s: %s %.6g %s, %s %.6g %s", name, sentence, low, a, unit, high, b, unit)
    end
  end
  checked[device] = core.is_frozen(device) or nil
end

-- The least and largest value of a field over the axes, or its value in the device; nil if neither states it.
local function extent(list, device, field)
  for _, axis in ipairs(list) do
    for _, move in ipairs(axis.moves) do
      if move[1] == field and move[2] then
        local low, high = math.huge, -math.huge
        for i = 1, axis.n do low, high = math.min(low, move[2][i]), math.max(high, move[2][i]) end
        return low, high
      end
    end
  end
  return device[field], device[field]
end

--- Raises if an axis of one field of a pair contradicts the value of the other field in the device. If axes change both
--- fields, nothing is checked, because only the engine knows which values meet.
function power.check_axes(list, device)
  for _, pair in ipairs(ordered) do
    local both = 0
    for _, axis in ipairs(list) do
      for _, move in ipairs(axis.moves) do
        if move[2] and (move[1] == pair[1] or move[1] == pair[2]) then both = both + 1 end
      end
    end
    local _, a = extent(list, device, pair[1])
    local b = extent(list, device, pair[2])
    if both == 1 and a and b and (a > b or (a == b and pair[3] == "W")) then
      mistake.raise("over: %s: %s %.6g %s, %s %.6g %s", pair[4], pair[1], a, pair[3], pair[2], b, pair[3])
    end
  end
end

return power
