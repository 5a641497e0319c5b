-- SPDX-License-Identifier: MIT
-- What was measured on one device says about another one that was not: shares of the spec sheet stay, times go with it.
local sweep = require "twocs.sweep"

local transfer = {}

--- Nine in ten GEMMs are within this: measured from A100 to H100 (scripts/studies/operators/accuracy.lua).
transfer.p90 = 0.27

--- The factor by which a coefficient of this unit changes between the cases' devices.
function transfer.of(unit, collective, from, to)
  local function ratio(name)
    return sweep.eval({ device = from.device, run = from.run }, name) / sweep.eval({ device = to, run = from.run }, name)
  end
  if unit == "s/flop" then return ratio("peak") end
  local bandwidth = collective and "net0_bw" or "mem_bw"
  if unit == "s/byte" then return ratio(bandwidth) end
  if unit == "s/byte^0.5" then return math.sqrt(ratio(bandwidth)) end
  return 1
end

return transfer
