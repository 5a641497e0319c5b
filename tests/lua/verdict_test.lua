-- SPDX-License-Identifier: MIT
-- The rule of every verdict, as tables: each kind of claim, on each side, printed exactly or approximately, above zero and
-- below, at the edge of its tolerance and just outside it. Then the allowed contents of a file of claims, and the counts of
-- each kind of verdict.
require "twocs"
local lu = require "luaunit"
local core = require "twocs.core"
local claims = require "twocs.study.claims"
local tables = require "twocs.table"
local verdict = require "twocs.study.verdict"

local nan, inf = 0 / 0, math.huge

TestTolerance = {}

-- Half a unit of the last printed digit, which may be a zero.
function TestTolerance:test_precision_is_that_of_the_print()
  for printed, half in pairs{ ["20"] = 0.5, ["0.19"] = 0.005, ["2e28 FLOP"] = 5e27, ["3.40e28 FLOP"] = 5e25,
    ["1.258e7"] = 5e3, ["2.05e-3"] = 5e-6, ["3.4E28"] = 5e26, ["3.4E+28 FLOP"] = 5e26, ["2e-3 s"] = 5e-4, ["-14.5"] = 0.05,
    ["0.0517"] = 5e-5, ["20-50"] = 0.5, [".5"] = 0.05, ["7."] = 0.5, ["+3E-1"] = 0.05 } do
    lu.assertAlmostEquals(verdict.tolerance(1, printed, false, "1") / half, 1, 1e-14, printed)
  end
end

function TestTolerance:test_about_is_a_tenth_or_two_points()
  for _, row in ipairs{ { 5, "x", 0.5 }, { -5, "x", 0.5 }, { 5, "%", 2 }, { 5, "pp", 2 }, { 50, "%", 5 }, { -50, "pp", 5 },
    { 0, "x", 0 }, { 0, "%", 2 }, { 20, "%", 2 } } do
    lu.assertAlmostEquals(verdict.tolerance(row[1], "5", true, row[2]), row[3], 1e-14)
  end
end

function TestTolerance:test_a_print_without_a_number_has_no_tolerance()
  for _, printed in ipairs{ "", "about", ".", "e5" } do
    lu.assertErrorMsgContains("is printed as no number", verdict.tolerance, 1, printed, false, "1")
  end
end

TestKinds = {}

local function text(x) return x and core.format("%.15g", x) or "" end

local function claim_of(kind, low, high, more)
  local claim = { item = "X1", kind = kind, low = low, high = high, printed_low = text(low), printed_high = text(high),
    unit = "x", approximate = false, erratum = "" }
  for key, value in pairs(more or {}) do claim[key] = value end
  return claim
end

local function of(claim, low, high, more)
  local finding = { low = low, high = high or low, basis = "exact" }
  for key, value in pairs(more or {}) do finding[key] = value end
  return verdict.of(claim, finding)
end

-- A number agrees if it is at most `within` away from the printed value, on either side.
local function agrees_within(claim, at, below, above)
  local small = 1e-3
  local name = core.format("%s at %.15g", claim.kind, at)
  for _, by in ipairs{ 0, below and -below * (1 - small) or -1e6, above and above * (1 - small) or 1e6 } do
    lu.assertEquals(of(claim, at + by), "reproduced", core.format("%s: %+.4g", name, by))
  end
  for _, by in ipairs{ below and -below * (1 + small) - 1e-9 or nan, above and above * (1 + small) + 1e-9 or nan } do
    lu.assertStrMatches(of(claim, at + by), "differs: .*", nil, nil, core.format("%s: %+.4g", name, by))
  end
end

local about = { approximate = true }
local percent = { approximate = true, unit = "%" }

-- Every kind with a tolerance, on both sides of zero.
function TestKinds:test_single_ends()
  for _, at in ipairs{ 20, -20 } do
    for _, row in ipairs{ { {}, 0.5 }, { about, 2 }, { { approximate = true, unit = "%" }, 2 } } do
      local more, reach = row[1], row[2]
      for _, kind in ipairs{ "value", "range", "exponent" } do
        agrees_within(claim_of(kind, at, at, more), at, reach, reach)
        agrees_within(claim_of(kind, at, nil, more), at, reach, reach)
        agrees_within(claim_of(kind, nil, at, more), at, reach, reach)
      end
      agrees_within(claim_of("bound", at, nil, more), at, reach, nil)
      agrees_within(claim_of("bound", nil, at, more), at, nil, reach)
    end
  end
end

-- A number exactly at the edge of its tolerance still agrees.
function TestKinds:test_the_edge_agrees()
  lu.assertEquals(of(claim_of("value", 0.19, 0.19), 0.195), "reproduced")
  lu.assertEquals(of(claim_of("value", 0.19, 0.19), 0.185), "reproduced")
  lu.assertEquals(of(claim_of("bound", nil, 75, { unit = "%" }), 75.5), "reproduced")
  lu.assertEquals(of(claim_of("value", 50, 50, percent), 55), "reproduced")
end

-- Each end of a range is compared with its own printed value.
function TestKinds:test_both_ends()
  local range = claim_of("range", 20, 50, percent)
  for _, row in ipairs{ { 20, 50, "reproduced" }, { 18.1, 54.9, "reproduced" }, { 21.9, 45.1, "reproduced" },
    { 17.9, 50, "differs: low end -2.1 points" }, { 22.5, 50, "differs: low end +2.5 points" },
    { 20, 56, "differs: high end +6 points" }, { 20, 44, "differs: high end -6 points" },
    { 30, 40, "differs: low end +10 points, high end -10 points" },
    { 35, 35, "differs: low end +15 points, high end -15 points" } } do
    lu.assertEquals(of(range, row[1], row[2]), row[3])
  end
  local bound = claim_of("bound", 0, 10)
  lu.assertEquals(of(bound, 3, 4), "reproduced")
  lu.assertEquals(of(bound, 3, 11), "differs: high end +1 x")
  lu.assertEquals(of(bound, -1, 4), "differs: low end -1 x")
end

-- If a claim is one number and both ends differ by the same amount, the difference is reported once.
function TestKinds:test_an_equal_difference_is_reported_once()
  lu.assertEquals(of(claim_of("value", 50, 50), 53), "differs: +3 x")
  lu.assertEquals(of(claim_of("value", 50, 50), 53, 54), "differs: low end +3 x, high end +4 x")
  lu.assertEquals(of(claim_of("value", 50, 50), 50, 54), "differs: high end +4 x")
end

-- A direction has no tolerance, and neither end may be equal to the number.
function TestKinds:test_directions()
  for _, at in ipairs{ 0, 7, -7 } do
    for _, more in ipairs{ {}, about, percent } do
      local up, down = claim_of("direction", at, nil, more), claim_of("direction", nil, at, more)
      lu.assertEquals(of(up, at + 1e-6, at + 5), "reproduced")
      lu.assertEquals(of(down, at - 5, at - 1e-6), "reproduced")
      for _, ends in ipairs{ { at, at + 5 }, { at - 1e-6, at + 5 }, { at - 5, at } } do
        lu.assertStrContains(of(up, ends[1], ends[2]), core.format("is not above %.3g", at))
      end
      for _, ends in ipairs{ { at - 5, at }, { at - 5, at + 1e-6 }, { at, at + 5 } } do
        lu.assertStrContains(of(down, ends[1], ends[2]), core.format("is not below %.3g", at))
      end
    end
  end
  local slightly = claim_of("direction", 0, 10)
  lu.assertEquals(of(slightly, 3), "reproduced")
  lu.assertEquals(of(slightly, 32.8125), "differs: 32.8 is not below 10")
  lu.assertEquals(of(slightly, 0), "differs: 0 is not above 0")
end

-- A number exceeds another only if the printed digits can tell them apart. So no number both exceeds 75 and is at most 75.
function TestKinds:test_exceeding_excludes_at_most()
  for _, more in ipairs{ { unit = "%" }, percent } do
    local above, most = claim_of("exceeds", 75, nil, more), claim_of("bound", nil, 75, more)
    local below, least = claim_of("exceeds", nil, 75, more), claim_of("bound", 75, nil, more)
    for x = 60, 90, 0.0625 do
      lu.assertTrue((of(above, x) == "reproduced") ~= (of(most, x) == "reproduced"), text(x))
      lu.assertTrue((of(below, x) == "reproduced") ~= (of(least, x) == "reproduced"), text(x))
    end
  end
  lu.assertEquals(of(claim_of("exceeds", 75), 75.1262), "differs: 75.1 is not above 75")
  lu.assertEquals(of(claim_of("exceeds", 75), 76), "reproduced")
end

-- Counts are exact.
function TestKinds:test_counts()
  for _, n in ipairs{ 1, 196, 68719476736 } do
    lu.assertEquals(of(claim_of("count", n, n), n), "reproduced")
    lu.assertStrMatches(of(claim_of("count", n, n), n + 1), "differs: %+1 x")
    lu.assertStrMatches(of(claim_of("count", n, n), n - 1), "differs: %-1 x")
    lu.assertStrMatches(of(claim_of("count", n, n, about), n + 0.25), "differs: .*")
  end
end

-- If layouts are equally fast, the printed degree must be one of theirs.
function TestKinds:test_tied_degrees()
  local claim = claim_of("degree", 8, 8)
  lu.assertEquals(of(claim, 8, 8), "reproduced")
  lu.assertEquals(of(claim, 4, 16), "reproduced (a tie of 4 to 16)") -- a reader must know about the tie
  lu.assertEquals(of(claim, 8, 16), "reproduced (a tie of 8 to 16)")
  lu.assertEquals(of(claim, 4, 8), "reproduced (a tie of 4 to 8)")
  lu.assertEquals(of(claim, 16, 16), "differs: 8 is not within 16 to 16")
  lu.assertEquals(of(claim, 2, 4), "differs: 8 is not within 2 to 4")
end

TestNumbers = {}

local all_kinds = { "value", "range", "exponent", "bound", "direction", "exceeds", "count", "degree" }

-- For every claim, side, print and basis: a result that is not a number agrees with nothing.
function TestNumbers:test_a_result_without_a_number_never_agrees()
  for _, kind in ipairs(all_kinds) do
    for _, ends in ipairs{ { 5, 5 }, { 5 }, { nil, 5 } } do
      if kind ~= "degree" or ends[1] then
        for _, more in ipairs{ {}, about, percent } do
          local claim = claim_of(kind, ends[1], ends[2], more)
          for _, found in ipairs{ { nan, nan }, { 5, nan }, { nan, 5 }, { -inf, inf }, { inf, inf }, { -inf, 5 },
            { 5, inf } } do
            for _, basis in ipairs{ "exact", "predicted", "calibrated", "construction" } do
              for _, span in ipairs{ false, "not said" } do
                local said = of(claim, found[1], found[2], { basis = basis, span = span or nil })
                if not span or ends[1] then lu.assertStrContains(said, "differs: the computed value is not a number") end
              end
            end
          end
          lu.assertStrContains(verdict.of(claim, { basis = "exact" }), "differs: the computed value is not a number")
        end
      end
    end
  end
end

function TestNumbers:test_unknown_kinds_and_bases_are_mistakes()
  lu.assertErrorMsgContains('claim X1: "about" is not a kind of claim', of, claim_of("about", 5, 5), 5)
  lu.assertErrorMsgContains("claim X1: it has neither a low nor a high end", of, claim_of("value"), 5)
  lu.assertErrorMsgContains('finding X1: "guessed" is not a basis', of, claim_of("value", 5, 5), 5, 5,
    { basis = "guessed" })
  lu.assertErrorMsgContains("is not a basis", verdict.of, claim_of("value", 5, 5), { low = 5, high = 5 })
end

TestWords = {}

function TestWords:test_by_basis()
  local claim = claim_of("value", 50, 50)
  for basis, said in pairs{ exact = { "reproduced", "differs: +3 x" }, predicted = { "reproduced", "differs: +3 x" },
    calibrated = { "calibrated", "calibrated, differs: +3 x" },
    construction = { "by construction", "by construction, differs: +3 x" } } do
    lu.assertTrue(verdict.knows_basis(basis))
    lu.assertEquals(of(claim, 50, 50, { basis = basis }), said[1])
    lu.assertEquals(of(claim, 53, 53, { basis = basis }), said[2])
  end
  lu.assertFalse(verdict.knows_basis "guessed")
  lu.assertEquals(verdict.of(claim, { not_yet = "no data" }), "not yet: no data")
end

-- An erratum is no excuse: only agreement with the corrected claim counts.
function TestWords:test_errata_are_compared_with_the_corrected_claim()
  local corrected = claim_of("range", 40, 110, { text = "40 to 110", unit = "%", approximate = true })
  local claim = claim_of("range", 50, 100, { unit = "%", approximate = true, erratum = "E17", corrected = corrected })
  lu.assertEquals(of(claim, 40, 110), "reproduced as corrected (E17)")
  lu.assertEquals(of(claim, 40, 110, { basis = "calibrated" }), "calibrated as corrected (E17)")
  lu.assertEquals(of(claim, 40, 110, { basis = "construction" }), "by construction as corrected (E17)")
  lu.assertEquals(of(claim, 50, 100), "differs: low end +10 points; corrected: 40 to 110 (E17)")
  lu.assertEquals(of(claim, 26.5, 26.5), "differs: low end -13.5 points, high end -83.5 points; corrected: 40 to 110 (E17)")
  lu.assertEquals(of(claim, 0, 0, { basis = "calibrated" }),
    "calibrated, differs: low end -40 points, high end -110 points; corrected: 40 to 110 (E17)")
  lu.assertStrContains(of(claim, nan, nan), "differs: the computed value is not a number")
end

-- A set-up that the paper does not give can contradict a claim but cannot confirm it.
function TestWords:test_spans()
  local claim = claim_of("value", 2100, 2100, about)
  local function span(low, high, basis) return of(claim, low, high, { span = "not said", basis = basis or "predicted" }) end
  lu.assertEquals(span(313.553, 80269.5), "set-up not given: 2100 is within 313.6 to 8.027e+04")
  lu.assertEquals(span(2100, 2100, "calibrated"), "set-up not given: 2100 is within 2100 to 2100")
  lu.assertEquals(span(2309, 9000), "set-up not given: 2100 ± 210 overlaps 2309 to 9000")
  lu.assertEquals(span(1, 1891), "set-up not given: 2100 ± 210 overlaps 1 to 1891")
  lu.assertEquals(span(2311, 9000), "differs: 2100 is not within 2311 to 9000 for any set-up")
  lu.assertEquals(span(1, 1889), "differs: 2100 is not within 1 to 1889 for any set-up")
  lu.assertStrContains(span(1, 1889, "calibrated"), "calibrated, differs: ")
end

-- Both ends of a range are checked; a bound has one end.
function TestWords:test_spans_of_ranges()
  local function said(low, high, from, to)
    return of(claim_of("range", low, high, { unit = "%" }), from, to, { span = "not said" })
  end
  lu.assertEquals(said(14, 32, 0.11, 81.2), "set-up not given: 14 to 32 are within 0.11 to 81.2")
  lu.assertEquals(said(14, 32, 14.5, 31.5), "set-up not given: 14 ± 0.5 to 32 ± 0.5 overlap 14.5 to 31.5")
  lu.assertEquals(said(14, 32, 14.5, 40), "set-up not given: 14 ± 0.5 to 32 overlap 14.5 to 40")
  lu.assertEquals(said(14, 32, 14, 31.5), "set-up not given: 14 to 32 ± 0.5 overlap 14 to 31.5")
  lu.assertEquals(said(14, 32, 1, 20), "differs: 32 is not within 1 to 20 for any set-up")
  lu.assertEquals(said(14, 32, 20, 40), "differs: 14 is not within 20 to 40 for any set-up")
  lu.assertEquals(said(14, 32, 40, 50), "differs: 14 is not within 40 to 50 for any set-up")
  lu.assertEquals(said(14, nil, 1, 20), "set-up not given: 14 is within 1 to 20")
  lu.assertEquals(said(nil, 32, 1, 40), "set-up not given: 32 is within 1 to 40")
  lu.assertEquals(said(nil, 32, 1, 20), "differs: 32 is not within 1 to 20 for any set-up")
end

-- A constant of our model that was never measured is not part of the paper's set-up. It can contradict a claim as a set-up
-- does.
function TestWords:test_constants_that_are_not_known()
  local claim = claim_of("value", 2100, 2100, about)
  local function said(low, high) return of(claim, low, high, { unknown = "a constant; its measurement" }) end
  lu.assertEquals(said(313.553, 80269.5), "not known: 2100 is within 313.6 to 8.027e+04")
  lu.assertEquals(said(2309, 9000), "not known: 2100 ± 210 overlaps 2309 to 9000")
  lu.assertEquals(said(2311, 9000), "differs: 2100 is not within 2311 to 9000 for any constant")
end

-- Agreement to one digit is weak evidence, and the verdict says so. Counts, estimates and bounds have their own wording.
function TestWords:test_coarse_claims()
  for _, row in ipairs{ { "value", 2, {}, "to one digit" }, { "value", 0.5, {}, "to one digit" },
    { "value", 2e28, { printed_low = "2e28 FLOP", printed_high = "2e28 FLOP" }, "to one digit" },
    { "value", 2e28, { printed_low = "2.0e28", printed_high = "2.0e28" }, "" }, { "value", 12, {}, "" },
    { "value", 0.05, { printed_low = "0.050", printed_high = "0.050" }, "" }, { "value", 2, about, "" },
    { "count", 2, {}, "" }, { "bound", 2, {}, "" }, { "exponent", 2, {}, "to one digit" }, { "direction", 0, {}, "" },
    { "value", 28, { unit = "10^x FLOP" }, "to an order of magnitude" } } do
    local claim = claim_of(row[1], row[2], row[2], row[3])
    lu.assertEquals(verdict.coarseness(claim), row[4], row[1])
    if row[1] ~= "direction" then
      lu.assertEquals(of(claim, row[2]), row[4] == "" and "reproduced" or "reproduced " .. row[4])
      lu.assertEquals(of(claim, row[2], row[2], { basis = "calibrated" }), "calibrated")
    end
  end
  lu.assertEquals(verdict.coarseness(claim_of("range", 3, 12)), "to one digit")
  lu.assertEquals(verdict.coarseness(claim_of("range", 12, 3)), "to one digit")
  lu.assertEquals(verdict.coarseness(claim_of("range", 12)), "")
end

-- With other hardware or another format, nothing is confirmed and nothing is contradicted, whatever the basis.
function TestWords:test_other_set_ups()
  local claim = claim_of("value", 50, 50, { unit = "%" })
  for _, basis in ipairs{ "exact", "predicted", "calibrated" } do
    lu.assertEquals(of(claim, 50, 50, { other = "FP32", basis = basis }), "other set-up: it agrees")
    lu.assertEquals(of(claim, 53, 53, { other = "FP32", basis = basis }), "other set-up: +3 points")
  end
  lu.assertStrContains(of(claim, nan, nan, { other = "FP32" }), "other set-up: the computed value is not a number")
end

-- A direction does not count if a repeated measurement could reverse it.
function TestWords:test_noise()
  local up, down = claim_of("direction", 0, nil, { unit = "%" }), claim_of("direction", nil, 0, { unit = "%" })
  lu.assertEquals(of(up, 0.12, 0.12, { noise = 1 }), "differs: 0.12 is not above 0 by more than 1")
  lu.assertEquals(of(up, 1.1, 1.1, { noise = 1 }), "reproduced")
  lu.assertEquals(of(down, -0.5, -0.5, { noise = 1 }), "differs: -0.5 is not below 0 by more than 1")
  lu.assertEquals(of(down, -1.5, -1.5, { noise = 1 }), "reproduced")
  lu.assertEquals(of(up, 0.12), "reproduced")
end

-- Everything that is not reproduced has a cause, and a difference must name it.
function TestWords:test_causes()
  local claim, corrected = claim_of("value", 50, 50), claim_of("value", 60, 60, { text = "60" })
  local function cause(low, more, one)
    local finding = { low = low, high = low, basis = "exact" }
    for key, value in pairs(more or {}) do finding[key] = value end
    one = one or claim
    return verdict.cause(one, finding, verdict.of(one, finding))
  end
  lu.assertEquals(cause(50), "")
  lu.assertEquals(cause(50, { cause = "model: x" }), "") -- an agreement needs no cause
  lu.assertNil(cause(53))
  lu.assertEquals(cause(53, { cause = "model: x; y resolves it" }), "model: x; y resolves it")
  lu.assertEquals(cause(53, { basis = "calibrated", cause = "paper: x" }), "paper: x")
  lu.assertNil(cause(53, { basis = "construction" }))
  lu.assertStrMatches(cause(50, { basis = "calibrated" }), "model: .*")
  lu.assertStrMatches(cause(50, { basis = "construction" }), "model: .*")
  lu.assertEquals(cause(53, { other = "FP32" }), "set-up: FP32")
  lu.assertEquals(cause(50, { other = "FP32" }), "set-up: FP32")
  lu.assertEquals(cause(50, { span = "batch" }), "set-up: not given in our sources: batch")
  lu.assertNil(cause(53, { span = "batch" }))
  lu.assertEquals(cause(50, { unknown = "watts; a meter" }), "not known: watts; a meter")
  lu.assertNil(cause(53, { unknown = "watts; a meter" }))
  lu.assertEquals(cause(nil, { not_yet = "no data" }), "set-up: not available")
  lu.assertEquals(cause(60, nil, claim_of("value", 50, 50, { corrected = corrected, erratum = "E3" })), "paper: erratum E3")
  for text, is in pairs{ ["paper: x"] = true, ["set-up: x"] = true, ["model: x"] = true, ["measurement: x"] = true,
    ["not known: x"] = true, ["reading: x"] = true, ["model:"] = false, ["model"] = false, ["luck: x"] = false,
    [": x"] = false } do
    lu.assertEquals(verdict.is_cause(text), is, text)
  end
  lu.assertFalse(verdict.is_cause(nil))
end

TestClaims = {}

local head = "paper,item,claim,unit,published_low,published_high,printed_low,printed_high,approx,kind,bases,standing,"
  .. "erratum,corrected,where,note\n"

local function read(...) return claims.read(head .. table.concat({ ... }, "\n") .. "\n") end

function TestClaims:test_corrected_claims()
  local by_item = read('p,A,a,%,50,100,50 %,100 %,1,range,predicted,primary,E17,range 40 to 110,1,',
    'p,B,b,pp,0,,0 pp,,0,direction,predicted,primary,E7,direction < 0,1,',
    'p,C,c,1,198,198,198,198,0,count,exact,primary,E9,count 196,1,',
    'p,D,d,%,75,,75,,0,exceeds,exact,primary,E11,bound <= 75.0,1,',
    'p,E,e,%,75,,75,,0,exceeds,exact,primary,E1,bound >= 75,1,',
    'p,F,f,%,75,,75,,0,exceeds,exact,primary,,,1,')
  for item, want in pairs{ A = { "range", 40, 110, "40", "110", "40 to 110" }, B = { "direction", nil, 0, nil, "0", "< 0" },
    C = { "count", 196, 196, "196", "196", "196" }, D = { "bound", nil, 75, nil, "75.0", "<= 75.0" },
    E = { "bound", 75, nil, "75", nil, ">= 75" } } do
    local c = by_item[item].corrected
    lu.assertEquals({ c.kind, c.low, c.high, c.printed_low, c.printed_high, c.text },
      { want[1], want[2], want[3], want[4], want[5], want[6] }, item)
    lu.assertEquals(c.unit, by_item[item].unit)
    lu.assertEquals(c.approximate, item == "A")
  end
  lu.assertNil(by_item.F.corrected)
  lu.assertEquals(by_item.A.printed_low, "50 %")
  lu.assertNil(by_item.D.high)
end

function TestClaims:test_invalid_rows_of_claims()
  for row, sentence in pairs{
    ["p,A,a,%,5,5,5,5,1,guess,exact,primary,,,1,"] = 'claims.csv, A: "guess" is not a kind of claim',
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,E1,,1,"] = "an erratum and a corrected claim require each other",
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,,range 4 to 6,1,"] = "require each other",
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,E1,about 4,1,"] = '"about 4" begins with no kind of claim',
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,E1,range four to six,1,"] = '"range four to six" has no ends',
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,E1,range 4 to six,1,"] = "has no ends",
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,E1,range,1,"] = "begins with no kind",
    ["p,A,a,%,5,5,5,5,1,range,exact,primary,,,1,\np,A,a,%,5,5,5,5,1,range,exact,primary,,,1,"] = "it occurs twice",
  } do
    lu.assertErrorMsgContains(sentence, read, row)
  end
end

local function findings_table(findings, ...)
  local by_item, order = read(...)
  return claims.table(by_item, order, findings)
end

local function finding(item, low, more)
  local f = { item = item, low = low, high = low, basis = "exact", label = "", note = "", cause = "model: it is a test" }
  for key, value in pairs(more or {}) do f[key] = value end
  return f
end

local two = { "p,A,one,x,2,2,2 x,2 x,0,value,exact|calibrated,primary,,,1,",
  "p,B,two,x,20,20,20 x,20 x,0,value,exact,primary,,,1,",
  "q,C,three,x,75,,75,,0,exceeds,exact,primary,E1,bound <= 75,1,", "q,D,four,x,9,9,9,9,0,value,exact,primary,,,1," }

function TestClaims:test_rows_are_in_the_order_of_the_claims()
  local t = findings_table({ finding("C", 70), finding("B", 20.4, { label = "L", note = "N" }), finding("A", 2.2),
    finding("A", 2, { basis = "calibrated", label = "Cal" }), finding("B", 30, { span = "S", note = "N" }) }, two[1],
    two[2], two[3], two[4])
  local said = {}
  for row in t:rows() do
    said[#said + 1] = table.concat({ row.item, row.verdict, row.note, row.corrected, row.computed_low }, "|")
  end
  lu.assertEquals(said, {
    "A|reproduced to one digit|printed to one digit: 2 x ± 0.5 is weak evidence||2.2",
    "A|calibrated|Cal; printed to one digit: 2 x ± 0.5 is weak evidence||2",
    "B|reproduced|L: N||20.4",
    "B|differs: 20 is not within 30 to 30 for any set-up|N; S||30",
    "C|reproduced as corrected (E1)||<= 75|70",
    "D|not yet: no study uses it|||" })
end

function TestClaims:test_findings_that_no_claim_has()
  lu.assertErrorMsgContains("a study reports Z, which is not in claims.csv", findings_table, { finding("Z", 1) }, two[1])
  lu.assertErrorMsgContains("a study reports B as calibrated, but claims.csv has exact", findings_table,
    { finding("B", 20, { basis = "calibrated" }) }, two[2])
  lu.assertErrorMsgContains("as exac, but", findings_table, { finding("B", 20, { basis = "exac" }) }, two[2])
end

function TestClaims:test_every_difference_needs_a_cause()
  lu.assertErrorMsgContains("findings that differ without a cause:\n  A (L): differs: +3 x\n  B (L): differs: +5 x",
    findings_table, { finding("A", 5, { cause = false, label = "L" }), finding("B", 25, { cause = false, label = "L" }) },
    two[1], two[2])
  local t = findings_table({ finding("A", 5, { cause = "paper: rounded" }), finding("B", 20, { cause = "model: x" }) },
    two[1], two[2])
  lu.assertEquals({ t[1].cause, t[2].cause }, { "paper: rounded", "" })
end

-- The printed and the computed value, each at both ends.
function TestClaims:test_both_ends_are_shown()
  local row = "p,A,a,%,20,50.5,20 %,50.50 %,0,range,exact,primary,,,1,"
  local t = findings_table({ finding("A", 20, { high = 50.507 }) }, row)
  lu.assertEquals({ t[1].published_low, t[1].published_high, t[1].computed_low, t[1].computed_high },
    { "20", "50.5", "20", "50.507" })
  lu.assertEquals(t[1].verdict, "differs: high end +0.007 points")
end

-- Each paper has its own counts by kind of verdict.
function TestClaims:test_counts_are_of_each_paper()
  local t = findings_table({ finding("C", 70), finding("C", 80), finding("B", 20.4), finding("B", 25), finding("B", 26),
    finding("A", 2.2) }, two[1], two[2], two[3], two[4])
  lu.assertEquals(claims.counts(t, "p"), "p, 4 rows: 2 differs; 1 reproduced; 1 reproduced to one digit")
  lu.assertEquals(claims.counts(t, "q"), "q, 3 rows: 1 differs; 1 not yet; 1 reproduced as corrected")
  local said = claims.text(t)
  lu.assertStrMatches(said, ".*\n\np, 4 rows: [^\n]*\nq, 3 rows: [^\n]*")
  local lines = select(2, said:gsub("\n", "\n"))
  lu.assertEquals(lines, 1 + 7 + 2)
  lu.assertStrContains(said, "C       three                                                      75 - ...     80")
end

function TestClaims:test_a_long_claim_keeps_its_columns_and_its_label()
  local long = ("word "):rep(20)
  local t = findings_table({ finding("A", 2, { label = "Cal-0, N=4", basis = "calibrated", note = "n" }),
    finding("A", 2.25) }, "p,A," .. long .. ",x,2,2,2 x,2 x,0,value,exact|calibrated,primary,,,1,")
  local said = claims.text(t)
  lu.assertStrContains(said, "A       word word word word word word word word wo... [Cal-0, N=4] 2            2")
  lu.assertStrContains(said, "A       word word word word word word word word word word word ... 2            2.25")
end

-- The shipped file: every correction can be parsed, and its statement is also written in the documentation.
function TestClaims:test_the_shipped_file()
  local path = (arg[0]:match("^(.*)/tests/lua/[^/]*$") or "../..") .. "/scripts/studies/claims.csv"
  local file = io.open(path, "rb")
  if not file then path, file = "scripts/studies/claims.csv", assert(io.open("scripts/studies/claims.csv", "rb")) end
  local by_item, order = claims.read(file:read("*a"))
  file:close()
  lu.assertTrue(#order > 250)
  local errata = {}
  for item, claim in pairs(by_item) do
    if claim.erratum ~= "" then errata[item] = claim.corrected.kind .. " " .. claim.corrected.text end
    for basis in claim.bases:gmatch("[^|]+") do lu.assertTrue(verdict.knows_basis(basis), item) end
  end
  lu.assertEquals(errata, { ["P1-1f"] = "direction < 0", ["P1-3b"] = "value 75", ["P1-5"] = "range 10 to 140",
    ["P1-7"] = "range 40 to 110", ["P1-12b"] = "range 320 to 480",
    ["P1-13b"] = "count 196", ["P1-23-1"] = "value 0.50", ["P1-23-2"] = "value 0.50", ["P1-23-3"] = "value 0.75",
    ["P1-23-4"] = "value 6.00", ["P1-23-6"] = "value 0.87", ["P1-23-7"] = "value 0.50", ["P1-23-8"] = "value 0.50",
    ["P1-27"] = "value 530" })
end

TestFindings = {}

-- The last finding of a study, from a table with the columns a and b.
local function found(f)
  local study = require "twocs.study"
  f[1], f[2] = "X1", tables.new{ n = #f.a, names = { "a", "b" }, columns = { a = f.a, b = f.b or f.a }, units = {},
    meanings = {} }
  f[3], f.basis = f.column or "a", f.basis or "exact"
  study.finding(f)
  return table.remove(study.findings)
end

function TestFindings:test_ends()
  for _, row in ipairs{ { { a = { 3, 1, 2 } }, 1, 3 }, { { a = { 0.5, 0.25 }, percent = true }, 25, 50 },
    { { a = { 3, 1, 2 }, low = true }, 1, 1 }, { { a = { 3, 1, 2 }, high = true }, 3, 3 },
    { { a = { 3, 1 }, b = { 2, 9 }, column = { "a", "b" } }, 1, 9 },
    { { a = { 3, 4 }, b = { 2, 3 }, column = { "a", "b" } }, 2, 4 },
    { { a = { 3, 1, nan }, edges = true }, 1, 3 }, { { a = { nan, 1, 2 }, edges = true }, 1, 2 } } do
    local f = found(row[1])
    lu.assertEquals({ f.low, f.high }, { row[2], row[3] })
  end
end

-- A row without a number is never skipped, wherever it is.
function TestFindings:test_rows_without_a_number_are_not_skipped()
  for _, f in ipairs{ { a = { nan, 1, 2 } }, { a = { 1, nan } }, { a = { 1, 2 }, b = { 3, nan }, column = { "a", "b" } },
    { a = { nan, 2 }, b = { 3, 4 }, column = { "a", "b" } } } do
    f = found(f)
    lu.assertTrue(f.low ~= f.low and f.high ~= f.high)
    lu.assertStrContains(verdict.of(claim_of("bound", 0, 9), f), "is not a number")
  end
  local f = found{ a = { nan, nan }, edges = true }
  lu.assertStrContains(verdict.of(claim_of("bound", 0, 9), f), "is not a number")
end

function TestFindings:test_words()
  local f = found{ a = { 1 }, basis = "predicted", span = "S", label = "L", note = "N" }
  lu.assertEquals({ f.basis, f.span, f.label, f.note }, { "predicted", "S", "L", "N" })
  f = found{ a = { 1 } }
  lu.assertEquals({ f.label, f.note }, { "", "" })
  lu.assertNil(f.span)
  lu.assertErrorMsgContains("basis is exact, predicted, calibrated or construction", found,
    { a = { 1 }, basis = "guessed" })
  lu.assertErrorMsgContains("finding X1: the table has no rows", found, { a = {} })
  f = found{ a = { 1 }, unknown = "U" }
  lu.assertEquals({ f.unknown, f.span or "" }, { "U", "" })
  f = found{ a = { 1 }, other = "O", cause = "paper: x", noise = 2 }
  lu.assertEquals({ f.other, f.cause, f.noise }, { "O", "paper: x", 2 })
  lu.assertErrorMsgContains("finding X1: cause begins with paper, reading, set-up, model, measurement or not known", found,
    { a = { 1 }, cause = "luck: x" })
end

os.exit(lu.LuaUnit.run(), true)
