-- SPDX-License-Identifier: MIT
-- Properties of a predicted run that no calibrated run had: its framework or its release, a framework whose entry comes
-- from documentation only (`assumed`), the generation of its device, experts. Each widens the band by the error of
-- published runs with this property, beyond the error of familiar runs (components of variance, by moments). Upper and
-- lower ends are separate, because unknown costs lengthen a step more often than they shorten it.
local software = require "twocs.ask.software"

local unfamiliar = {}

-- Larger errors are reduced to this one: a single distant stack must not make all bands wide.
local most = 0.4
local rounds = 30 -- components converge in about ten

local function any(stacks, gone, holds)
  for name, stack in pairs(stacks) do
    if name ~= gone and holds(stack) then return true end
  end
  return false
end

local function has(list, value)
  for _, one in ipairs(list) do
    if one == value then return true end
  end
  return false
end

-- The user's calibration of a case's software (predict/calibrate.lua), or nil.
local function calibrated(made) return (software.entry(made.software) or {}).calibrated end

local function known_framework(made, stacks, gone)
  return any(stacks, gone, function(stack) return has(stack.software, made.software.name) end)
end

--- name, and whether a case has this property although none of these stacks has it (data/calibrated.lua, `stacks`); gone: a
--- stack that does not count. A run of a known framework always has "release": its release may not be the calibrated one.
unfamiliar.list = {
  { "framework", function(made, stacks, gone) return not calibrated(made) and not known_framework(made, stacks, gone) end },
  { "release", function(made, stacks, gone) return not calibrated(made) and known_framework(made, stacks, gone) end },
  { "assumed", function(made) return not calibrated(made) and (software.entry(made.software) or {}).assumed == true end },
  { "device", function(made, stacks, gone)
    local own, peak = calibrated(made), made.device.peak_bf16
    if own and has(own.peaks, peak) then return false end
    return not any(stacks, gone, function(stack) return has(stack.peaks, peak) end)
  end },
  { "experts", function(made) return (made.model.experts or 0) > 0 end },
}

--- of(made, stacks, gone): { framework = 0 or 1, release =, assumed =, device =, experts = } of a case; beyond = the
--- additional error of such runs, if a user's rows calibrated its software.
function unfamiliar.of(made, stacks, gone)
  local found = {}
  for _, one in ipairs(unfamiliar.list) do found[one[1]] = one[2](made, stacks, gone) and 1 or 0 end
  found.beyond = (calibrated(made) or {}).beyond
  return found
end

--- variance(found, parts): the contribution of these properties to the variance of the logarithm of a step; missing
--- properties are familiar.
function unfamiliar.variance(found, parts)
  local beyond = found.beyond or 0
  local sum = beyond * beyond
  for name, part in pairs(parts) do sum = sum + (found[name] or 0) * part * part end
  return sum
end

-- Twice the square of an error on one side, because both sides of a normal distribution share it.
local function square(one, side)
  local e = math.max(-most, math.min(most, one.off))
  local here = side == "up" and e > 0 or side == "down" and e < 0
  return here and 2 * e * e or 0
end

-- The contribution of a property, by moments: squares beyond the otherwise expected ones. A run with a large expected error
-- has little information, so each run is weighted by the variance of its square.
local function component(groups, name, parts, side)
  local xy, xx = 0, 0
  for _, group in ipairs(groups) do
    for _, one in ipairs(group) do
      if one.found[name] > 0 then
        local others = one.expected[side]
        for other, value in pairs(parts) do
          if other ~= name then others = others + value * one.found[other] end
        end
        local all = others + parts[name]
        local w = group.weight / #group / (all * all)
        xy, xx = xy + w * (square(one, side) - others), xx + w
      end
    end
  end
  return xx > 0 and math.max(0, xy / xx) or 0
end

--- parts(groups): { up = { framework = sd, ... }, down = ... } of lists of { off = logarithm of measured over predicted,
--- expected = { up = variance, down = }, found = of(...) }, each list with its weight.
function unfamiliar.parts(groups)
  local sides = {}
  for _, side in ipairs{ "up", "down" } do
    local parts = {}
    for _, one in ipairs(unfamiliar.list) do parts[one[1]] = 0 end
    for _ = 1, rounds do
      for _, one in ipairs(unfamiliar.list) do parts[one[1]] = component(groups, one[1], parts, side) end
    end
    for name, value in pairs(parts) do parts[name] = math.sqrt(value) end
    sides[side] = parts
  end
  return sides
end

return unfamiliar
