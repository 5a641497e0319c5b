-- SPDX-License-Identifier: MIT
-- Facts about an axis before any product is extended by it: which of its values break a rule with which degrees. Most rules
-- read no other axis, so they are checked once and not for each product.
local asked = require "twocs.search.asked"
local core = require "twocs.core"
local factor = require "twocs.search.factor"

local known = {}

-- Whether these rules read only the degrees and the axis.
local function alone(rules, reads, degrees, name)
  for _, rule in ipairs(rules) do
    for field in pairs(rule[reads]) do
      if field ~= name and not degrees.columns[field] then return false end
    end
  end
  return true
end

-- The fields that rules and their stricter columns read.
local function read_by(rules)
  local fields = {}
  for _, rule in ipairs(rules) do
    for field in pairs(rule.reads) do fields[field] = true end
    for field in pairs(rule.first_reads) do fields[field] = true end
  end
  return fields
end

-- Adds the classes of a part's degrees: degrees are of one class if each value of the axis breaks the same rule with them.
-- rows: the broken rule by group of degrees and value of the axis; nil if no rule breaks.
local function classes_add(found, part, rows)
  local n = part.own.n
  local lists = rows and core.turned(rows, n) or {}
  for _, alike in ipairs(core.alike(lists, #part.groups)) do
    local broken, class = {}, #found.broken + 1
    for k = 1, n do broken[k] = rows and lists[k][alike[1]] or 0 end
    found.broken[class] = broken
    for _, g in ipairs(alike) do
      for _, p in ipairs(part.groups[g]) do found.class[part.degrees.place[p]] = class end
    end
  end
end

--- of(made, rules, name, parts): what is known of the axis `name`: { class = by place of the degrees, broken = by class,
--- the number of the rule that each value of the axis breaks, or 0 }; nil if no rule can break, or if a rule that can break
--- also reads another axis. Second: the rules that must still be checked; nil means all of them.
--- parts: a list of { degrees = a factor of degrees, own = the axis for these degrees }.
function known.of(made, rules, name, parts)
  if not parts[1] or not alone(rules, "first_reads", parts[1].degrees, name) then return nil end
  local fields, may, left = read_by(rules), {}, {}
  for _, part in ipairs(parts) do
    part.groups = factor.groups(part.degrees, fields)
    part.axes = { factor.moves_of(part.degrees, part.groups, fields), factor.moves(part.own) }
    part.breaks, part.failing = asked.broken(made, part.axes, rules)
    for _, rule in ipairs(part.failing) do may[rule] = true end
  end
  for _, rule in ipairs(rules) do
    if may[rule] then left[#left + 1] = rule end
  end
  if not left[1] or not alone(left, "reads", parts[1].degrees, name) then return nil, left end
  local found = { class = {}, broken = {} }
  for _, part in ipairs(parts) do classes_add(found, part, part.breaks and part.breaks(part.axes)) end
  return found, {}
end

return known
