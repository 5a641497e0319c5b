-- SPDX-License-Identifier: MIT
-- Published values (claims.csv) next to the results of the studies: the table of out/reproduce.csv, and its short form for
-- the terminal.
local core = require "twocs.core"
local tables = require "twocs.table"
local verdict = require "twocs.study.verdict"

local claims = {}

local result_columns = { "paper", "item", "claim", "unit", "published_low", "published_high", "corrected", "computed_low",
  "computed_high", "band_low", "band_high", "basis", "standing", "verdict", "cause", "note" }

local function number_or_nil(x) return x == x and x or nil end

local function fail(item, format, ...) error(core.format("claims.csv, %s: %s", item, core.format(format, ...)), 0) end

-- The ends of a corrected claim: "40 to 110", "196", "<= 75", "> 0".
local function ends_of(text)
  local low, high = text:match("^(%S+) to (%S+)$")
  if low then return low, high end
  local sign, value = text:match("^([<>])=? (%S+)$")
  if sign then return sign == ">" and value or nil, sign == "<" and value or nil end
  value = text:match("^%S+$")
  return value, value
end

-- A corrected claim, such as "range 40 to 110", as a claim of its own.
local function corrected(item, text, claim)
  local kind, ends = text:match("^(%a+) (.+)$")
  local low, high
  if kind then low, high = ends_of(ends) end
  local made = { item = item, kind = kind, text = ends, unit = claim.unit, approximate = claim.approximate,
    low = tonumber(low), high = tonumber(high), printed_low = low, printed_high = high }
  if not (kind and verdict.knows(kind)) then fail(item, '"%s" begins with no kind of claim', text) end
  if (low and not made.low) or (high and not made.high) or not (low or high) then fail(item, '"%s" has no ends', text) end
  return made
end

local function text_or_none(x) return type(x) == "string" and x or "" end -- an empty column is read as numbers

local function claim_of(row)
  local erratum, correction = text_or_none(row.erratum), text_or_none(row.corrected)
  local claim = { paper = row.paper, item = row.item, claim = row.claim,
    unit = core.format("%s", row.unit), low = number_or_nil(row.published_low), high = number_or_nil(row.published_high),
    printed_low = core.format("%s", row.printed_low), printed_high = core.format("%s", row.printed_high),
    approximate = row.approx == 1, kind = row.kind, bases = row.bases, standing = row.standing, erratum = erratum }
  if not verdict.knows(row.kind) then fail(row.item, '"%s" is not a kind of claim', row.kind) end
  if (erratum ~= "") ~= (correction ~= "") then
    fail(row.item, "an erratum and a corrected claim require each other")
  end
  if correction ~= "" then claim.corrected = corrected(row.item, correction, claim) end
  return claim
end

--- Claims by item, and the items in the order of the file. Printed values are kept as text, because "3.40e28 FLOP" has one
--- digit more than 3.4e28.
function claims.read(text)
  local by_item, order = {}, {}
  for row in assert(tables.read(text)):rows() do
    if by_item[row.item] then fail(row.item, "it occurs twice") end
    by_item[row.item] = claim_of(row)
    order[#order + 1] = row.item
  end
  return by_item, order
end

local function joined(texts, between)
  local kept = {}
  for _, text in ipairs(texts) do
    if text ~= "" then kept[#kept + 1] = text end
  end
  return table.concat(kept, between)
end

-- A warning that agreement to one digit is weak evidence.
local function caution(claim, finding)
  if finding.not_yet or verdict.coarseness(claim) ~= "to one digit" then return "" end
  return core.format("printed to one digit: %s ± %.3g is weak evidence", claim.printed_low,
    verdict.tolerance(claim.low, claim.printed_low, false, claim.unit))
end

local function result_row(claim, f)
  local said = verdict.of(claim, f)
  local note = joined({ joined({ f.label, f.note }, ": "), f.span or "", caution(claim, f) }, "; ")
  return { paper = claim.paper, item = claim.item, claim = claim.claim, unit = claim.unit, published_low = claim.low,
    published_high = claim.high, corrected = claim.corrected and claim.corrected.text, computed_low = f.low,
    computed_high = f.high, basis = f.basis, standing = claim.standing, verdict = said,
    cause = verdict.cause(claim, f, said), note = note }
end

local nobody = { { label = "", note = "", basis = "", not_yet = "no study uses it" } }

-- A finding is a mistake of the study if it has no claim, or a basis that the claim does not allow.
local function check(claim, f)
  if not claim then error(core.format("a study reports %s, which is not in claims.csv", f.item), 0) end
  if not f.not_yet and not ("|" .. claim.bases .. "|"):find("|" .. f.basis .. "|", 1, true) then
    error(core.format("a study reports %s as %s, but claims.csv has %s", f.item, f.basis, claim.bases), 0)
  end
end

--- One row for each finding of each item, in the order of the items.
function claims.table(by_item, items, findings)
  local found, columns, n = {}, {}, 0
  for _, f in ipairs(findings) do
    check(by_item[f.item], f)
    found[f.item] = found[f.item] or {}
    table.insert(found[f.item], f)
  end
  for _, name in ipairs(result_columns) do columns[name] = {} end
  local without = {} -- items without a cause
  for _, item in ipairs(items) do
    for _, f in ipairs(found[item] or nobody) do
      local row = result_row(by_item[item], f)
      if not row.cause then without[#without + 1] = core.format("%s (%s): %s", item, f.label, row.verdict) end
      n = n + 1
      for _, name in ipairs(result_columns) do
        local value = row[name]
        columns[name][n] = type(value) == "number" and core.format("%.6g", value) or value or ""
      end
    end
  end
  if #without > 0 then
    error(core.format("findings that differ without a cause:\n  %s", table.concat(without, "\n  ")), 0)
  end
  return tables.new{ n = n, names = result_columns, columns = columns, units = {}, meanings = {} }
end

local function ends(low, high)
  if low == high then return low end
  return core.format("%s - %s", low == "" and "..." or low, high == "" and "..." or high)
end

local function cut(text, width) return #text > width and text:sub(1, width - 3) .. "..." or text end

local line = "%-7s %-58s %-12s %-19s %s"

local function line_of(row)
  local label = row.note:match("^(Cal[^:]*)") or row.note:match("^(Measured[^:]*)")
  local claim = label and core.format("%s [%s]", cut(row.claim, 55 - #label), label) or cut(row.claim, 58)
  return core.format(line, row.item, claim, ends(row.published_low, row.published_high),
    ends(row.computed_low, row.computed_high), row.verdict)
end

--- The kind of a verdict: "differs" for "differs: low end +2 %".
function claims.kind_of(text) return (text:match("^[^:(]*"):gsub("%s+$", "")) end

--- The number of rows of each kind of verdict of a paper: "pati23, 12 rows: 3 differs; 9 reproduced".
function claims.counts(t, paper)
  local counts, kinds, n = {}, {}, 0
  for row in t:rows() do
    if row.paper == paper then
      local kind = claims.kind_of(row.verdict)
      n = n + 1
      if not counts[kind] then kinds[#kinds + 1], counts[kind] = kind, 0 end
      counts[kind] = counts[kind] + 1
    end
  end
  table.sort(kinds)
  for i, kind in ipairs(kinds) do kinds[i] = core.format("%d %s", counts[kind], kind) end
  return core.format("%s, %d rows: %s", paper, n, table.concat(kinds, "; "))
end

--- The table as text for a terminal, and the counts of each paper.
function claims.text(t)
  local lines, papers, seen = { core.format(line, "item", "claim", "published", "computed", "verdict") }, {}, {}
  for row in t:rows() do
    lines[#lines + 1] = line_of(row)
    if not seen[row.paper] then papers[#papers + 1], seen[row.paper] = row.paper, true end
  end
  lines[#lines + 1] = ""
  for _, paper in ipairs(papers) do lines[#lines + 1] = claims.counts(t, paper) end
  return table.concat(lines, "\n")
end

return claims
