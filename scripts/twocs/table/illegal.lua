-- SPDX-License-Identifier: MIT
-- The number of rows with illegal layouts, and the rules of legal.def that they break, in one line. A table keeps such rows
-- and marks them with its columns `legal` and `why`.
local core = require "twocs.core"

local illegal = {}

local rules = core.rules()

local function listed(counts)
  local parts = {}
  for r, rule in ipairs(rules) do
    if (counts[r] or 0) > 0 then parts[#parts + 1] = core.format("%s (%d)", rule.sentence, counts[r]) end
  end
  return table.concat(parts, "; ")
end

--- A line about the illegal rows among n rows, or nil if there are none. counts: the number of rows that break each rule.
function illegal.line(what, n, broken, counts)
  if broken == 0 then return nil end
  local reasons = listed(counts)
  return core.format("no legal layout in %d of %d %s%s", broken, n, what, reasons ~= "" and ": " .. reasons or "")
end

--- The same for a table with a column `legal` and possibly a column `why`.
function illegal.line_of(t)
  if not t:has "legal" or t:is_text "legal" then return nil end
  local marks, why = t:column "legal", nil
  if t:has "why" and not t:is_text "why" then why = t:column "why" end
  local zero = core.column{ 0 }
  local broken = core.among(marks, zero)
  local counts = why and core.tally(core.pick(why, broken)) or {}
  return illegal.line("rows", t.n, #broken, counts)
end

return illegal
