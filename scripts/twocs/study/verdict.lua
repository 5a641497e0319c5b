-- SPDX-License-Identifier: MIT
-- From a published value and the result of a study to a verdict, by rule and never by hand. An end agrees within the
-- precision that the paper prints: half a unit of its last digit, or, if the paper says "about" or the range was read off a
-- figure, the larger of 10 % of the value and 2 percentage points. If the paper contradicts itself, the claim has a
-- corrected value in addition to the printed one and is judged against the corrected value: an erratum excuses no
-- difference. A claim that is not reproduced has a cause: the paper, our reading of it, its set-up, the model, a
-- measurement, or an unknown constant.
local core = require "twocs.core"

local verdict = {}

-- For "20.5", "2.05e-3" and "3.4E28 FLOP": the digits with their point, and the power of ten.
local function parts(printed)
  local digits, rest = printed:match("^[+-]?(%d*%.?%d*)(.*)$")
  if not digits or not digits:find("%d") then error(core.format('"%s" is printed as no number', printed), 0) end
  return digits, tonumber((rest:match("^[eE]([+-]?%d+)"))) or 0
end

local function half_unit(printed)
  local digits, power = parts(printed)
  local decimals = #(digits:match("%.(%d*)") or "")
  return tonumber(core.format("0.5e%d", power - decimals))
end

--- The tolerance of an end. printed: its text; approximate: whether the paper says "about".
function verdict.tolerance(value, printed, approximate, unit)
  if not approximate then return half_unit(printed) end
  return math.max(0.1 * math.abs(value), (unit == "%" or unit == "pp") and 2 or 0)
end

local function one_digit(printed)
  local digits = parts(printed):gsub("%.", ""):gsub("^0+", "")
  return #digits <= 1
end

-- The tolerance is a decimal fraction, so it is widened by its rounding error.
local function end_off(computed, published, tolerance)
  local off = computed - published
  return math.abs(off) <= tolerance * (1 + 1e-12) and 0 or off
end

local function tolerance_of(claim, side)
  return verdict.tolerance(claim[side], claim["printed_" .. side], claim.approximate, claim.unit)
end

-- Sides --------------------------------------------------------------------------------------------------------------
-- Each function compares one end of the claim and returns the difference as text, or nil.

-- The difference of two percentages is in points.
local function unit_of(claim) return (claim.unit == "%" or claim.unit == "pp") and "points" or claim.unit end

local function distance(claim, side, by)
  return core.format("%s end %+.3g%s", side, by, claim.unit == "1" and "" or core.format(" %s", unit_of(claim)))
end

local function close(claim, finding, side)
  local by = end_off(finding[side], claim[side], tolerance_of(claim, side))
  if by ~= 0 then return distance(claim, side, by) end
end

-- "At least" and "at most": a value beyond the end agrees.
local function inside(claim, finding, side)
  local by = end_off(finding[side], claim[side], tolerance_of(claim, side))
  if side == "low" and by < 0 or side == "high" and by > 0 then return distance(claim, side, by) end
end

-- The value must be on one side of the end, by more than `margin`.
local function strictly(margin)
  return function(claim, finding, side)
    local least = margin(claim, side, finding)
    local beyond = side == "low" and finding.low - claim.low or claim.high - finding.high
    if beyond > least then return nil end
    return core.format("%.3g is not %s %.3g%s", finding[side], side == "low" and "above" or "below", claim[side],
      finding.noise and core.format(" by more than %.3g", finding.noise) or "")
  end
end

local function equal(claim, finding, side)
  local by = finding[side] - claim[side]
  if by ~= 0 then return distance(claim, side, by) end
end

-- The margin of a direction: the noise of a repeated measurement, if the finding states it.
local function none(_, _, finding) return finding.noise or 0 end

-- degree: the claim's degree must be among those of the fastest layouts, which may be several. exceeds: must be above by
-- more than the precision of the print, so that no number both exceeds 75 and is at most 75.
local function among(claim, finding, side)
  if side == "high" or claim.low >= finding.low and claim.low <= finding.high then return nil end
  return core.format("%.15g is not within %.15g to %.15g", claim.low, finding.low, finding.high)
end

local kinds = { value = close, range = close, exponent = close, bound = inside, direction = strictly(none),
  exceeds = strictly(tolerance_of), count = equal, degree = among }

--- Whether this kind of claim exists.
function verdict.knows(kind) return kinds[kind] ~= nil end

local function is_number(x) return x ~= nil and x == x and math.abs(x) < math.huge end

-- The differences as a list of texts. Only the ends that the claim has are compared.
local function differences(claim, finding)
  local rule, off = kinds[claim.kind], {}
  if not rule then error(core.format('claim %s: "%s" is not a kind of claim', claim.item, claim.kind), 0) end
  if not (claim.low or claim.high) then 
    error(core.format("claim %s: it has neither a low nor a high end", claim.item), 0)
  end
  if not (is_number(finding.low) and is_number(finding.high)) then return { "the computed value is not a number" } end
  for _, side in ipairs{ "low", "high" } do
    if claim[side] then off[#off + 1] = rule(claim, finding, side) end
  end
  local alike = claim.low == claim.high and #off == 2 and off[1]:sub(5) == off[2]:sub(6)
  return alike and { (off[1]:gsub("^low end ", "")) } or off
end

-- Texts --------------------------------------------------------------------------------------------------------------

-- By basis: the verdict of a finding that agrees, and of one that differs.
local words = { exact = { "reproduced", "differs" }, predicted = { "reproduced", "differs" },
  calibrated = { "calibrated", "calibrated, differs" }, construction = { "by construction", "by construction, differs" } }

--- Whether this basis of a finding exists.
function verdict.knows_basis(basis) return words[basis] ~= nil end

--- Why agreement is weak evidence: "to one digit", "to an order of magnitude", or "".
function verdict.coarseness(claim)
  if claim.unit:sub(1, 3) == "10^" then return "to an order of magnitude" end
  if claim.approximate or kinds[claim.kind] ~= close then return "" end
  for _, side in ipairs{ "low", "high" } do
    if claim[side] and one_digit(claim["printed_" .. side]) then return "to one digit" end
  end
  return ""
end

-- The verdict if our sources do not give the set-up, or a constant of our model was not measured. The result then covers
-- all possible values, so it can contradict the claim but not confirm it. Each end of the claim must be in this span, or
-- within the precision of the print: a range of which only one end is inside is contradicted.
local function of_span(claim, finding, word)
  if not (is_number(finding.low) and is_number(finding.high)) then
    return core.format("%s: the computed value is not a number", word[2])
  end
  local first, last, meets
  for _, side in ipairs{ "low", "high" } do
    local at = claim[side]
    if at then
      local reach = tolerance_of(claim, side)
      if at < finding.low - reach or at > finding.high + reach then
        return core.format("%s: %.15g is not within %.4g to %.4g for any %s", word[2], at, finding.low,
          finding.high, finding.unknown and "constant" or "set-up")
      end
      local is_in = at >= finding.low and at <= finding.high
      last = core.format(is_in and "%.15g" or "%.15g ± %.3g", at, reach)
      first, meets = first or last, meets or not is_in
    end
  end
  local is_one = first == last
  local verb = meets and (is_one and "overlaps" or "overlap") or (is_one and "is within" or "are within")
  return core.format("%s: %s %s %.4g to %.4g", finding.unknown and "not known" or "set-up not given",
    is_one and first or core.format("%s to %s", first, last), verb, finding.low, finding.high)
end

-- The result is for other hardware or another number format: it can neither confirm nor contradict the claim.
local function of_other(off)
  return #off > 0 and core.format("other set-up: %s", table.concat(off, ", ")) or "other set-up: it agrees"
end

--- The verdict: "reproduced", "reproduced to one digit", "reproduced as corrected (E7)", "calibrated", "by construction",
--- "differs: ...", "other set-up: ...", "set-up not given: ...", "not known: ...", "not yet: ...". claim.corrected is a
--- claim of its own, or nil.
function verdict.of(claim, finding)
  if finding.not_yet then return core.format("not yet: %s", finding.not_yet) end
  local word = words[finding.basis]
  if not word then error(core.format('finding %s: "%s" is not a basis', claim.item, tostring(finding.basis)), 0) end
  if finding.span or finding.unknown then return of_span(claim, finding, word) end
  local held = claim.corrected or claim
  local off = differences(held, finding)
  if finding.other then return of_other(off) end
  if #off > 0 then
    local against = claim.corrected and core.format("; corrected: %s (%s)", held.text, claim.erratum) or ""
    return core.format("%s: %s%s", word[2], table.concat(off, ", "), against)
  end
  if claim.corrected then return core.format("%s as corrected (%s)", word[1], claim.erratum) end
  if held.kind == "degree" and finding.low < finding.high then
    return core.format("%s (a tie of %.15g to %.15g)", word[1], finding.low, finding.high)
  end
  local coarse = word[1] == "reproduced" and verdict.coarseness(held) or ""
  return coarse == "" and word[1] or core.format("%s %s", word[1], coarse)
end

-- Causes -------------------------------------------------------------------------------------------------------------

local causes = { paper = true, reading = true, ["set-up"] = true, model = true, measurement = true, ["not known"] = true }

--- Whether a text begins with a kind of cause: "model: reason, and what would resolve it".
function verdict.is_cause(text)
  local word = type(text) == "string" and text:match "^([%a -]+): %S"
  return word ~= nil and causes[word] == true
end

local by_itself = { { "^not yet", "set-up: not available" },
  { "^calibrated", "model: fitted to numbers of this paper, or chosen after its result was seen" },
  { "^by construction", "model: the claim is an input of the model" } }

--- The cause of a verdict that is not "reproduced", and what would resolve it. "" for a reproduced claim; nil for a
--- difference without a cause.
function verdict.cause(claim, finding, text)
  if finding.not_yet then return finding.cause or by_itself[1][2] end
  if finding.span and text:find "^set%-up" then return core.format("set-up: not given in our sources: %s", finding.span) end
  if finding.unknown and text:find "^not known" then return core.format("not known: %s", finding.unknown) end
  if finding.other then return core.format("set-up: %s", finding.other) end
  if finding.cause and text:find "differs" then return finding.cause end
  if text:find "differs" then return nil end
  if text:find "as corrected" then return core.format("paper: erratum %s", claim.erratum) end
  if text:find "^reproduced" then return "" end
  for _, one in ipairs(by_itself) do
    if text:find(one[1]) then return one[2] end
  end
end

return verdict
