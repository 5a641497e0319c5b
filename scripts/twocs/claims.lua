-- SPDX-License-Identifier: MIT
-- What papers print (claims.csv) beside what the studies found: the table of out/reproduce.csv, and its short form for
-- people.
local core = require "twocs.core"
local tables = require "twocs.table"
local verdict = require "twocs.verdict"

local claims = {}

local result_columns = { "paper", "item", "claim", "unit", "published_low", "published_high", "computed_low",
  "computed_high", "band_low", "band_high", "basis", "standing", "verdict", "note" }

local function number_or_nil(x) return x == x and x or nil end

--- Claims by item, and their items in the order of the file. What is printed is kept as text: "3.40e28 FLOP" has one digit
--- more than 3.4e28.
function claims.read(text)
  local by_item, order = {}, {}
  for row in assert(tables.read(text)):rows() do
    by_item[row.item] = { paper = row.paper, item = row.item, claim = row.claim, unit = row.unit,
      low = number_or_nil(row.published_low), high = number_or_nil(row.published_high),
      printed_low = core.format("%s", row.printed_low), printed_high = core.format("%s", row.printed_high),
      approximate = row.approx == 1, kind = row.kind, standing = row.standing, erratum = row.erratum }
    order[#order + 1] = row.item
  end
  return by_item, order
end

local function result_row(claim, f)
  local both = f.label ~= "" and f.note ~= ""
  return { paper = claim.paper, item = claim.item, claim = claim.claim, unit = claim.unit, published_low = claim.low,
    published_high = claim.high, computed_low = f.low, computed_high = f.high, basis = f.basis, standing = claim.standing,
    verdict = verdict.of(claim, f), note = both and core.format("%s: %s", f.label, f.note) or f.label .. f.note }
end

local nobody = { { label = "", note = "", basis = "", not_yet = "no study asks for it" } }

--- One row for each finding of each item, in the order of the items. A finding without a claim is a mistake of the study.
function claims.table(by_item, items, findings)
  local found, columns, n = {}, {}, 0
  for _, f in ipairs(findings) do
    if not by_item[f.item] then error(core.format("a study found %s, which claims.csv does not have", f.item), 0) end
    found[f.item] = found[f.item] or {}
    table.insert(found[f.item], f)
  end
  for _, name in ipairs(result_columns) do columns[name] = {} end
  for _, item in ipairs(items) do
    for _, f in ipairs(found[item] or nobody) do
      local row = result_row(by_item[item], f)
      n = n + 1
      for _, name in ipairs(result_columns) do
        local value = row[name]
        columns[name][n] = type(value) == "number" and core.format("%.6g", value) or value or ""
      end
    end
  end
  return tables.new{ n = n, names = result_columns, columns = columns, units = {}, meanings = {} }
end

local function ends(low, high)
  if low == high then return low end
  return core.format("%s - %s", low == "" and "..." or low, high == "" and "..." or high)
end

local function cut(text, width) return #text > width and text:sub(1, width - 3) .. "..." or text end

local line = "%-7s %-58s %-12s %-19s %s"

-- "differs: low end +2 %" is of the kind "differs".
local function kind_of(text) return (text:match("^[^:(]*"):gsub("%s+$", "")) end

--- The table as text for a terminal, and how many rows there are of each kind of verdict.
function claims.text(t)
  local lines, counts, kinds = { core.format(line, "item", "claim", "published", "computed", "verdict") }, {}, {}
  for row in t:rows() do
    local label = row.note:match("^(Cal[^:]*)") or row.note:match("^(Measured[^:]*)")
    local claim = label and core.format("%s [%s]", cut(row.claim, 55 - #label), label) or cut(row.claim, 58)
    lines[#lines + 1] = core.format(line, row.item, claim, ends(row.published_low, row.published_high),
      ends(row.computed_low, row.computed_high), row.verdict)
    local kind = kind_of(row.verdict)
    if not counts[kind] then kinds[#kinds + 1], counts[kind] = kind, 0 end
    counts[kind] = counts[kind] + 1
  end
  table.sort(kinds)
  for i, kind in ipairs(kinds) do kinds[i] = core.format("%d %s", counts[kind], kind) end
  lines[#lines + 1] = core.format("\n%d rows: %s", t.n, table.concat(kinds, "; "))
  return table.concat(lines, "\n")
end

return claims
