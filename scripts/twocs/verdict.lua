-- SPDX-License-Identifier: MIT
-- From what a paper printed and what a study found to a verdict, by rule and never by hand. An end agrees within the
-- precision that the paper prints: half a unit of its last digit, or, where it says "about" or a range was read off a
-- figure, the larger of 10 % of the value and 2 percentage points.
local core = require "twocs.core"

local verdict = {}

-- Of "20.5", and of "2.05e28 FLOP".
local function half_unit(printed)
  local power = printed:match("^[%d.]+e(%d+)")
  local unit = 0.5 * (power and tonumber(core.format("1e%s", power)) or 1)
  for _ = 1, #(printed:match("%.(%d+)") or "") do unit = unit / 10 end
  return unit
end

--- How far an end may be off: printed is its text, approximate whether the paper says so.
function verdict.tolerance(value, printed, approximate, unit)
  if not approximate then return half_unit(printed) end
  return math.max(0.1 * math.abs(value), (unit == "%" or unit == "pp") and 2 or 0)
end

local function end_off(computed, published, tolerance)
  local off = computed - published
  -- A tolerance is a decimal fraction: its last bit must not decide.
  return math.abs(off) <= tolerance * (1 + 1e-12) and 0 or off
end

-- What is off, as a list of texts; a claim's open end is not looked at.
local function differences(claim, finding)
  local off = {}
  if claim.kind == "direction" then
    if not (finding.low > claim.low) then off[1] = core.format("%.3g is not above %.3g", finding.low, claim.low) end
    return off
  end
  if claim.kind == "degree" then -- the computed range is that of layouts that are equally fast
    if claim.low < finding.low or claim.low > finding.high then
      off[1] = core.format("%.15g is not among %.15g to %.15g", claim.low, finding.low, finding.high)
    end
    return off
  end
  for _, side in ipairs{ "low", "high" } do
    local published, computed = claim[side], finding[side]
    if published then
      local by = end_off(computed, published,
        verdict.tolerance(published, claim["printed_" .. side], claim.approximate, claim.unit))
      local open = claim.kind == "bound" and (side == "low" and by > 0 or side == "high" and by < 0)
      if by ~= 0 and not open then off[#off + 1] = core.format("%s end %+.3g %s", side, by, claim.unit) end
    end
  end
  if claim.low == claim.high and #off == 2 and off[1]:sub(5) == off[2]:sub(6) then
    off = { core.format("%s", off[1]:gsub("^low end ", "")) }
  end
  return off
end

--- "reproduced", "known inconsistent in the paper (E7)", "differs: ...", "calibrated", "calibrated, differs: ...",
--- "not yet: ...".
function verdict.of(claim, finding)
  if finding.not_yet then return core.format("not yet: %s", finding.not_yet) end
  local off = differences(claim, finding)
  if finding.basis == "calibrated" then
    return #off == 0 and "calibrated" or core.format("calibrated, differs: %s", table.concat(off, ", "))
  end
  if #off == 0 then return "reproduced" end
  if claim.erratum ~= "" then return core.format("known inconsistent in the paper (%s)", claim.erratum) end
  return core.format("differs: %s", table.concat(off, ", "))
end

return verdict
