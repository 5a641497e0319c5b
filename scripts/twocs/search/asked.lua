-- SPDX-License-Identifier: MIT
-- Which rules can be asked when: each as soon as all axes that it reads have a value, so that below what breaks it nothing
-- is entered. The one thing to know: a rule holds wherever the column does that it is asked by first, which reads fewer
-- axes.
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local asked = {}

local rules = core.rules()

-- Whether an algorithm takes its ranks says more than the rule, which asks this of messages that are sent.
local function first_of(name) return (name:gsub("_algorithm$", "_whole")) end

-- A function of a column's name: the fields that it reads, itself or through others.
local function reach_of(made)
  local known = {}
  local function reach(name)
    if known[name] then return known[name] end
    local found = {}
    known[name] = found
    if rows.by_name[name].record ~= "result" then found[name] = true end
    for _, read in ipairs(core.reads(made, name)) do
      for field in pairs(reach(read)) do found[field] = true end
    end
    return found
  end
  return reach
end

--- rules(made, axes): by axis, the rules that can be asked once it has a value, a list of { number, name = of its row,
--- reads = fields, first = the column that it is asked by first, first_reads = fields }; and the axis after which DP is
--- known, the last of the degrees that share the devices.
function asked.rules(made, axes)
  local by, place, reach = {}, {}, reach_of(made)
  for i, axis in ipairs(axes) do by[i], place[axis.name] = {}, i end
  place.dp = math.max(place.tp, place.pp, place.cp)
  for r, rule in ipairs(rules) do
    local name, first, last = core.format("rule_%s", rule.name), first_of(rule.name), 1
    if first == rule.name then first = name end
    for field in pairs(reach(name)) do last = math.max(last, place[field] or 1) end
    table.insert(by[last], { number = r, name = name, reads = reach(name), first = first, first_reads = reach(first) })
  end
  return by, place.dp
end

--- broken(made, moved, list): a function of axes, which may be fewer, that gives of each of their rows the number of the
--- first of the rules in a list that it breaks, or 0; nil where no row of `moved`, of all that `first_reads` names, can
--- break any. Second: the rules that some row may break. A rule that no row breaks costs no column.
function asked.broken(made, moved, list)
  if #list == 0 then return nil, {} end
  local names, numbers, failing = {}, {}, {}
  for i, rule in ipairs(list) do names[i] = rule.first end
  local least = core.summary(made, moved, names)
  names = {}
  for i, rule in ipairs(list) do
    if not (least[i] > 0) then
      failing[#failing + 1] = rule
      names[#failing], numbers[#failing] = rule.name, rule.number
    end
  end
  if #failing == 0 then return nil, failing end
  return function(axes) return core.list(core.first_broken(core.run(made, axes, names), numbers)) end, failing
end

--- The sentence of a rule, or of the devices.
function asked.sentence(rule)
  if rule == "devices" then return "the degrees must multiply to the devices" end
  return rules[rule].sentence
end

return asked
