-- SPDX-License-Identifier: MIT
-- When each rule can be checked: as soon as all axes that it reads have a value, so that nothing below a broken rule is
-- visited. Each rule is first checked by a stricter column that reads fewer axes: if this column holds, the rule holds.
local classes = require "twocs.search.classes"
local core = require "twocs.core"
local factor = require "twocs.search.factor"
local ordered = require "twocs.common.ordered"

local asked = {}

local rules = core.rules()

-- The column MESSAGE_whole (the algorithm supports this number of ranks) is stricter than the rule MESSAGE_algorithm, which
-- requires this only of messages that are sent.
local function first_of(name)
  local message = name:match "^(.*)_algorithm$"
  return core.format(message and "%s_whole" or "rule_%s", message or name)
end

--- rules(made, axes): for each axis, the rules that can be checked once it has a value, a list of { number, name = of its
--- row, reads = the axes that it reads, first = the stricter column that is checked first, first_reads = the axes that this
--- column reads }. Second: the last axis of TP, PP and CP, after which DP is known.
function asked.rules(made, axes)
  local by, place, names, firsts = {}, {}, {}, {}
  for i, axis in ipairs(axes) do by[i], place[axis.name] = {}, i end
  place.dp = math.max(place.tp, place.pp, place.cp)
  for r, rule in ipairs(rules) do names[r], firsts[r] = core.format("rule_%s", rule.name), first_of(rule.name) end
  local function of_axes(fields)
    local own = {}
    for field in pairs(fields) do own[field] = place[field] end
    return own
  end
  local reads, first_reads = core.reach(made, names), core.reach(made, firsts)
  for r, name in ipairs(names) do
    local rule = { number = r, name = name, reads = of_axes(reads[r]), first = firsts[r],
      first_reads = of_axes(first_reads[r]) }
    local last = 1
    for _, at in pairs(rule.reads) do last = math.max(last, at) end
    table.insert(by[last], rule)
  end
  return by, place.dp
end

--- broken(made, moved, list): a function that takes axes and returns, for each of their rows, the number of the first rule
--- of `list` that this row breaks, or 0. The axes that it takes may be fewer than those of `moved`, which has all axes of
--- `first_reads`. nil if no row of `moved` can break a rule. Second: the rules that some row may break. Only these rules
--- are evaluated.
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

-- Groups of factors as axes of the engine, in the fields of a set.
local function moved(groups, fields)
  local axes = {}
  for i, of in ipairs(groups) do axes[i] = factor.moves_of(of.one, of.groups, fields) end
  return axes
end

-- The fields that the stricter columns read.
local function first_reads_of(list)
  local fields = {}
  for _, rule in ipairs(list) do
    for name in pairs(rule.first_reads) do fields[name] = true end
  end
  return fields
end

-- Rules in lists of those that read the same axes.
local function together(list)
  local lists, by = {}, {}
  for _, rule in ipairs(list) do
    local key = table.concat(ordered.words(rule.reads), " ")
    if not by[key] then
      by[key] = {}
      lists[#lists + 1] = by[key]
    end
    table.insert(by[key], rule)
  end
  return lists
end

--- questions(made, list, factors): which rules of `list` some layout may break: a question of classes.lua for those that
--- read the same axes. Its answer is the number of the first broken rule, or 0. factors: all values of the axes so far,
--- which products combine.
function asked.questions(made, list, factors)
  local questions, fields = {}, first_reads_of(list)
  local _, failing = asked.broken(made, moved(classes.asked(factors, fields), fields), list)
  for i, some in ipairs(together(failing)) do
    local names, numbers, reads = {}, {}, some[1].reads
    for k, rule in ipairs(some) do names[k], numbers[k] = rule.name, rule.number end
    local groups = classes.asked(factors, reads)
    local rows = core.run(made, moved(groups, reads), names)
    questions[i] = classes.question(reads, groups, core.list(core.first_broken(rows, numbers)))
  end
  return questions
end

--- The sentence of a rule, or of "devices", which is not a rule of the engine.
function asked.sentence(rule)
  if rule == "devices" then return "the degrees must multiply to the devices" end
  return rules[rule].sentence
end

return asked
