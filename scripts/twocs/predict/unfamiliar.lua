-- SPDX-License-Identifier: MIT
-- What a predicted run has that no run had from which constants were found: its framework, or the release of a known one,
-- the generation of its device, experts. The one thing to know: each makes a band wider by how far off runs were, that had
-- it, beyond what is left of familiar ones (components of variance, by moments); upwards and downwards apart, as what
-- nobody knows of costs time more often than it saves.
local software = require "twocs.ask.software"

local unfamiliar = {}

-- An error that is farther off counts as that: one stack that is very far off does not make all bands wide.
local most = 0.4
local rounds = 30 -- components converge in some ten

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

-- What a user's own rows found of a case's software (predict/calibrate.lua), or nil.
local function calibrated(made) return (software.entry(made.software) or {}).calibrated end

local function known_framework(made, stacks, gone)
  return any(stacks, gone, function(stack) return has(stack.software, made.software.name) end)
end

--- name, and whether a case has it that none of these stacks has (data/calibrated.lua, `stacks`); gone: a stack that does
--- not count. No stack is of the release that another run has.
unfamiliar.list = {
  { "framework", function(made, stacks, gone) return not calibrated(made) and not known_framework(made, stacks, gone) end },
  { "release", function(made, stacks, gone) return not calibrated(made) and known_framework(made, stacks, gone) end },
  { "device", function(made, stacks, gone)
    local own, peak = calibrated(made), made.device.peak_bf16
    if own and has(own.peaks, peak) then return false end
    return not any(stacks, gone, function(stack) return has(stack.peaks, peak) end)
  end },
  { "experts", function(made) return (made.model.experts or 0) > 0 end },
}

--- of(made, stacks, gone): { framework = 0 or 1, release =, device =, experts = } of a case; beyond = how far off such runs
--- are besides, where a user's rows calibrated its software.
function unfamiliar.of(made, stacks, gone)
  local found = {}
  for _, one in ipairs(unfamiliar.list) do found[one[1]] = one[2](made, stacks, gone) and 1 or 0 end
  found.beyond = (calibrated(made) or {}).beyond
  return found
end

--- variance(found, parts): what these add to the variance of the logarithm of a step; a part that is not named is familiar.
function unfamiliar.variance(found, parts)
  local beyond = found.beyond or 0
  local sum = beyond * beyond
  for name, part in pairs(parts) do sum = sum + (found[name] or 0) * part * part end
  return sum
end

-- Twice the square of an error on one side, as both sides of a normal distribution share it.
local function square(one, side)
  local e = math.max(-most, math.min(most, one.off))
  local here = side == "up" and e > 0 or side == "down" and e < 0
  return here and 2 * e * e or 0
end

-- What a part adds, by moments: squares beyond what else is expected. A run that may be far off anyhow tells little of it:
-- each is weighted by the variance of its square.
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
