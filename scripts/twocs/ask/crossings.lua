-- SPDX-License-Identifier: MIT
-- The crossings that solve narrows. They are kept here so that Ctrl-C does not lose them. A crossing is a pair of values {
-- a, b } with the answer between them; narrowing moves both values until they are equal to the answer.
local core = require "twocs.core"
local stop = require "twocs.common.stop"

local crossings = {}

--- Adds a crossing between a and b to this probe, { name, unit }.
function crossings.add(one, a, b)
  local list, crossing = one.crossings or {}, { a, b }
  one.crossings, list[#list + 1] = list, crossing
  return crossing
end

--- Counts the values at which this probe was evaluated.
function crossings.tried(one, n) one.tries = (one.tries or 0) + n end

-- "net0_bw = 12.3 GB/s", or "net0_bw from 12 GB/s to 13 GB/s" if the crossing is not fully narrowed.
local function line(one, crossing)
  local low, high = math.min(crossing[1], crossing[2]), math.max(crossing[1], crossing[2])
  local label, divisor = core.scale(high, one.unit)
  local function shown(value) return core.format("%.10g%s", value / divisor, label == "" and "" or " " .. label) end
  local from, to = shown(low), shown(high)
  return from == to and core.format("%s = %s", one.name, to) or core.format("%s from %s to %s", one.name, from, to)
end

--- Calls f(). If Ctrl-C interrupts it, each crossing is printed as far as it is narrowed, and the script ends.
function crossings.keeping(one, f)
  if not stop.keeping(f) then return end
  local lines = {}
  for i, crossing in ipairs(one.crossings or {}) do lines[i] = line(one, crossing) end
  stop.with(#lines > 0 and table.concat(lines, "\n") or nil, core.format("%.0f values of %s", one.tries or 0, one.name))
end

return crossings
