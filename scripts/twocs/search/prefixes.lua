-- SPDX-License-Identifier: MIT
-- Legal first: the points of a space axis by axis. The one thing to know: a rule is asked as soon as all axes that it reads
-- have a value, and below a prefix that breaks one nothing is entered; a field that is of no account beside the others
-- (data/account.lua) keeps its first legal value alone, and the point counts for all of them.
local account = require "twocs.data.account"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local space = require "twocs.search.space"

local prefixes = {}

local rules = core.rules()

-- By rule, the fields that it reads, itself or through others.
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
  local of = {}
  for r, rule in ipairs(rules) do of[r] = reach(core.format("rule_%s", rule.name)) end
  return of
end

-- By axis, the rules that can be asked once it has a value: of each, that of its last axis. DP is known with the last of
-- the degrees.
local function rules_by_axis(made, axes)
  local by, place = {}, {}
  for i, axis in ipairs(axes) do by[i], place[axis.name] = {}, i end
  place.dp = math.max(place.tp, place.pp, place.cp)
  for r, fields in ipairs(reach_of(made)) do
    local last = 1
    for field in pairs(fields) do last = math.max(last, place[field] or 1) end
    table.insert(by[last], r)
  end
  return by, place.dp
end

-- Values of fields that no axis moves, in the words of account.lua.
local function base_values(made)
  return setmetatable({}, { __index = function(t, name)
    local row = rows.by_name[name]
    local value = row and row.record ~= "result" and made[row.record][name]
    rawset(t, name, value)
    return value
  end })
end

local function number_of(name, value)
  local row = rows.by_name[name]
  return row.choice and rows.word(row, value) or value
end

--- The columns of these points as one axis of the engine: the fields of the axes so far, and DP.
function prefixes.moves(points, axes, count, with_dp)
  local moves = {}
  local function put(name)
    local column, words = core.column(#points), rows.by_name[name].choice and {}
    for i, point in ipairs(points) do
      local value = point[name]
      if words then
        words[value] = words[value] or number_of(name, value)
        value = words[value]
      end
      column[i] = value
    end
    moves[#moves + 1] = { name, column }
  end
  for i = 1, count do put(axes[i].name) end
  if with_dp then put "dp" end
  return moves
end

-- Drops the points that break one of these rules, and counts, for each rule, how many points of the whole space that are.
local function drop_illegal(made, points, axes, count, asked, with_dp, below, fell)
  if #asked == 0 or #points == 0 then return points end
  local names = {}
  for k, r in ipairs(asked) do names[k] = core.format("rule_%s", rules[r].name) end
  local columns = core.run(made, { prefixes.moves(points, axes, count, with_dp) }, names)
  local broken, kept = core.first_broken(columns, asked), {}
  if not broken then return points end
  for i, point in ipairs(points) do
    local r = broken[i]
    if r == 0 then kept[#kept + 1] = point
    else fell[r] = (fell[r] or 0) + point.stands_for * below end
  end
  return kept
end

local function with(point, name, value)
  local copy = {}
  for key, one in pairs(point) do copy[key] = one end
  copy[name] = value
  return setmetatable(copy, getmetatable(point))
end

-- The points one axis longer. DP is given with the last degree (closes): where the others do not leave a whole number of
-- the devices, or another one than the case states, the point falls.
local function extended(points, axis, devices, closes, below, fell)
  local longer = {}
  for _, point in ipairs(points) do
    local idle = account.without(point, axis.name)
    for _, value in ipairs(axis.values) do
      if value == space.whole_group then value = point.dp * point.cp end
      local one = with(point, axis.name, value)
      one.of, one.alike = point, idle or value
      if closes then one.dp = devices / (one.tp * one.pp * one.cp) end
      if closes and (one.dp ~= math.floor(one.dp) or one.stated_dp and one.dp ~= one.stated_dp) then
        fell.devices = (fell.devices or 0) + one.stands_for * below
      else
        if closes then one.dp = math.floor(one.dp) end -- 2, not 2.0
        longer[#longer + 1] = one
      end
    end
  end
  return longer
end

-- Of points that differ in a field of no account, or in two words for one value, the first, which stands for all of them.
-- Folded behind the rules: one of them may be illegal.
local function folded(points)
  local kept, first = {}, {}
  for i, point in ipairs(points) do
    if i == 1 or point.of ~= points[i - 1].of then first = {} end
    local before = first[point.alike]
    if before then before.stands_for = before.stands_for + point.stands_for
    else first[point.alike], kept[#kept + 1] = point, point end
  end
  for _, point in ipairs(points) do point.of, point.alike = nil, nil end
  return kept
end

--- The legal points of the first `count` axes on so many devices, each a table of values by name, with stands_for, how many
--- points of the space of these axes it stands for; how many points fell to each rule, by its number and "devices"; and
--- the rules that are still to ask.
function prefixes.legal(made, axes, count, devices)
  local fell, below, left = {}, 1, {}
  local by, closing = rules_by_axis(made, axes)
  for _, axis in ipairs(axes) do below = below * #axis.values end
  local points = { setmetatable({ stands_for = 1 }, { __index = base_values(made) }) }
  if core.states(made.layout, "dp") then points[1].stated_dp = made.layout.dp end
  for i = 1, #axes do
    if i <= count then
      below = below / #axes[i].values
      points = extended(points, axes[i], devices, i == closing, below, fell)
      points = folded(drop_illegal(made, points, axes, i, by[i], i >= closing, below, fell))
    else
      for _, r in ipairs(by[i]) do left[#left + 1] = r end
    end
  end
  return points, fell, left
end

--- The sentence of a rule, or of the devices.
function prefixes.sentence(rule)
  if rule == "devices" then return "the degrees must multiply to the devices" end
  return rules[rule].sentence
end

return prefixes
